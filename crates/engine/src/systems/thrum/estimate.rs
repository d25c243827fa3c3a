//! Expected harm, as the policy `wary` counts it: in thousandths of what the target has left (P9).
//!
//! Chances are thousandths as well, rounded down, so that every number is whole and can be computed by hand.

use super::Thrum;
use super::attack::Against;
use super::effect::{Effect, Status};
use super::harm::INCAPACITY_ROLL;
use super::sheet::{Ability, Attack, Usage};
use super::state::State;
use crate::who::Who;

/// All that a target has left, or certainty.
pub(super) const WHOLE: i32 = 1000;

/// The greatest number of net Boons or Banes that is told apart: more count as so many.
const NET_MAX: i32 = 3;

/// The greatest Load or number of stacks that is told apart, far beyond any room, so that no product overflows.
const LOAD_MAX: i32 = 1000;

/// Nets from `-NET_MAX` to `NET_MAX`.
const NETS: usize = 2 * NET_MAX as usize + 1;

/// Sums of two dice, from 2 to 12.
const SUMS: usize = 11;

/// By net: the ways in which the two dice left have each sum (THRUM-01).
const WAYS: [[u64; SUMS]; NETS] = {
    let mut ways = [[0; SUMS]; NETS];
    let mut index = 0;
    while index < NETS {
        ways[index] = ways_of_sums(index as i32 - NET_MAX);
        index += 1;
    }
    ways
};

/// By the nets of the attacker and the defender: the chance that the attacker's dice are ahead by at least -10, -9, … 10, without
/// modifiers.
static AHEAD: [[[i32; 2 * SUMS - 1]; NETS]; NETS] = {
    let mut ahead = [[[0; 2 * SUMS - 1]; NETS]; NETS];
    let mut pair = 0;
    while pair < NETS * NETS {
        ahead[pair / NETS][pair % NETS] = chances_ahead(&WAYS[pair / NETS], &WAYS[pair % NETS]);
        pair += 1;
    }
    ahead
};

/// The ways of the sums 2 to 12 with a net number of Boons. With more dice than two, `high` and `low` are the highest two of them;
/// for Banes the sums are read backwards.
const fn ways_of_sums(net: i32) -> [u64; SUMS] {
    let dice = 2 + net.unsigned_abs();
    let mut ways = [0; SUMS];
    let mut high = 1_u64;
    while high <= 6 {
        let mut low = 1_u64;
        while low <= high {
            let of_pair = if low == high {
                high.pow(dice) - (high - 1).pow(dice) - dice as u64 * (high - 1).pow(dice - 1)
            } else {
                dice as u64 * (low.pow(dice - 1) - (low - 1).pow(dice - 1))
            };
            let sum = (high + low - 2) as usize;
            ways[if net < 0 { SUMS - 1 - sum } else { sum }] += of_pair;
            low += 1;
        }
        high += 1;
    }
    ways
}

const fn chances_ahead(attack: &[u64; SUMS], defence: &[u64; SUMS]) -> [i32; 2 * SUMS - 1] {
    let mut ways = [0; 2 * SUMS - 1];
    let mut pair = 0;
    while pair < SUMS * SUMS {
        ways[SUMS - 1 + pair / SUMS - pair % SUMS] += attack[pair / SUMS] * defence[pair % SUMS];
        pair += 1;
    }
    let mut lead = ways.len() - 1;
    while lead > 0 {
        ways[lead - 1] += ways[lead];
        lead -= 1;
    }
    let (mut chances, all) = ([0; 2 * SUMS - 1], ways[0]);
    while lead < ways.len() {
        chances[lead] = (ways[lead] * WHOLE as u64 / all) as i32;
        lead += 1;
    }
    chances
}

const fn index_of(net: i32) -> usize {
    let net = if net > NET_MAX { NET_MAX } else { net };
    (if net < -NET_MAX { 0 } else { net + NET_MAX }) as usize
}

/// The chance that an attacker's dice are ahead of the defender's by at least `lead`.
fn chance_ahead(nets: [i32; 2], lead: i32) -> i32 {
    let most = SUMS as i32 - 1;
    let chances = &AHEAD[index_of(nets[0])][index_of(nets[1])];
    if lead > most { 0 } else { chances[(lead.max(-most) + most) as usize] }
}

/// The chance that the two dice left are at most `most`.
fn chance_at_most(net: i32, most: i32) -> i32 {
    let ways = &WAYS[index_of(net)];
    let up_to: u64 = ways.iter().take((most - 1).max(0) as usize).sum();
    (up_to * WHOLE as u64 / ways.iter().sum::<u64>()) as i32
}

/// The chances of a success, Criticals included, and of a Critical.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chances {
    pub(super) success: i32,
    pub(super) critical: i32,
}

impl Thrum {
    /// The chances of an attack with so many Banes by places (THRUM-02).
    pub(super) fn chances(&self, state: &State, against: Against<'_>, banes: i32) -> Chances {
        let (attack, defence) = (self.attack_from_anywhere(state, against), self.likely_defence(state, against));
        let (nets, ahead) = ([attack.net - banes, defence.net], attack.modifier - defence.modifier);
        let ties = i32::from(self.knobs.attacker_wins_ties);
        Chances {
            success: chance_ahead(nets, 1 - ties - ahead),
            critical: chance_ahead(nets, self.knobs.critical_margin - ahead),
        }
    }

    /// The expected harm of an ability to a target that it affects, with so many Banes by places.
    pub(super) fn harm(
        &self,
        state: &State,
        [by, target]: [Who; 2],
        ability: &Ability,
        usage: &Usage,
        banes: i32,
    ) -> i32 {
        let Some(attack) = &ability.attack else { return self.harm_of(state, target, &usage.effect) };
        let chances = self.chances(state, Against { by, target, attack, usage }, banes);
        let marks = if attack.uses_marks { state.bodies[target].mark.min(LOAD_MAX as u32) as i32 } else { 0 };
        let always = if self.knobs.effect_on_miss { WHOLE } else { chances.success };
        let blocks = [
            (chances.success - chances.critical, &usage.success, marks),
            (chances.critical, &usage.critical, marks),
            (always, &usage.effect, 0),
        ];
        let [fatigue, stress] = self.expected(state, target, &blocks);
        let share = Self::share(state, target, [fatigue, stress]);
        share + self.chance_to_finish(state, target, attack, chances.success)
    }

    /// The harm of an effect block that is certain to apply to a target.
    pub(super) fn harm_of(&self, state: &State, target: Who, effect: &Effect) -> i32 {
        let loads = self.expected(state, target, &[(WHOLE, effect, 0)]);
        Self::share(state, target, loads)
    }

    /// The expected Fatigue and Stress, in thousandths, of effect blocks with their chances, and with the Fatigue that Marks add to
    /// them (THRUM-46, THRUM-58).
    fn expected(&self, state: &State, target: Who, blocks: &[(i32, &Effect, i32)]) -> [i32; 2] {
        let grants = self.grants(state, target);
        let reductions = [grants.of(|grants| grants.reduce_fatigue), grants.of(|grants| grants.reduce_stress)];
        let vulnerable = state.bodies[target].stacks[Status::Vulnerable as usize].min(LOAD_MAX as u32) as i32;
        let dealt = |amount: i32, reduction: i32| match amount.min(LOAD_MAX) - reduction {
            left if amount > 0 && left > 0 => left + vulnerable,
            _ => 0,
        };
        blocks.iter().fold([0, 0], |[fatigue, stress], &(chance, block, marks)| {
            [
                fatigue + chance * dealt(block.fatigue.saturating_add(marks), reductions[0]),
                stress + chance * dealt(block.stress, reductions[1]),
            ]
        })
    }

    /// The part of what a target has left that some Fatigue and Stress in thousandths take, at most all. Stress counts half.
    fn share(state: &State, target: Who, [fatigue, stress]: [i32; 2]) -> i32 {
        let body = &state.bodies[target];
        let room = |tolerance: i32, load: i32| (1 + tolerance - load).max(1);
        let of_fatigue = fatigue / room(body.fatigue_tolerance, body.fatigue);
        let of_stress = stress / (2 * room(body.stress_tolerance, body.stress));
        (of_fatigue + of_stress).min(WHOLE)
    }

    /// The chance that a Finisher fells a target that is Exhausted now (THRUM-39, THRUM-50).
    fn chance_to_finish(&self, state: &State, target: Who, attack: &Attack, success: i32) -> i32 {
        let body = &state.bodies[target];
        if !attack.is_finisher || !body.is_exhausted() {
            return 0;
        }
        let roll = self.save(state, target, INCAPACITY_ROLL);
        let falls = chance_at_most(roll.net, body.fatigue.saturating_sub(roll.modifier));
        if self.knobs.finisher_needs_success { falls * success / WHOLE } else { falls }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked check 1: the ways of the sums of the two dice left.
    #[test]
    fn the_two_dice_left_have_the_ways_of_the_ledger() {
        let one_bane = [16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1];
        let two_banes = [171, 244, 261, 224, 171, 108, 65, 32, 15, 4, 1];
        assert_eq!(ways_of_sums(0), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!((ways_of_sums(-1), ways_of_sums(-2)), (one_bane, two_banes));
        let backwards = |mut ways: [u64; SUMS]| {
            ways.reverse();
            ways
        };
        assert_eq!((ways_of_sums(1), ways_of_sums(2)), (backwards(one_bane), backwards(two_banes)));
        assert_eq!(ways_of_sums(3).iter().sum::<u64>(), 6_u64.pow(5));
    }

    /// Worked check 2: 575 of 1296 for equal modifiers, 2145 of 7776 with a Bane, 126 of 1296 for a lead of 5.
    #[test]
    fn chances_are_those_of_contests() {
        assert_eq!((chance_ahead([0, 0], 1), chance_ahead([0, 0], 5)), (575_000 / 1296, 126_000 / 1296));
        assert_eq!((chance_ahead([-1, 0], 1), chance_ahead([0, 0], -10)), (2_145_000 / 7776, WHOLE));
        assert_eq!((chance_ahead([0, 0], 11), chance_ahead([0, 0], -40)), (0, WHOLE));
        assert_eq!(chance_ahead([9, 0], 1), chance_ahead([3, 0], 1), "beyond three Boons nothing is told apart");
    }

    /// Worked check 3: Load 6 with Resilience 1 falls with 10 of 36, Bleeding with 113 of 216.
    #[test]
    fn chances_to_fall_are_those_of_incapacity_rolls() {
        assert_eq!((chance_at_most(0, 5), chance_at_most(-1, 5)), (10_000 / 36, 113_000 / 216));
        assert_eq!((chance_at_most(0, 1), chance_at_most(0, 12), chance_at_most(0, 40)), (0, WHOLE, WHOLE));
    }
}
