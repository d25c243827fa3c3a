//! A lone attack, for the odds of one roll (THRUM-34 to THRUM-39, THRUM-45).

use super::Thrum;
use super::ability::Use;
use super::effect::Status;
use super::grid::{Sight, Square};
use super::metrics::{CRITICALS, FATIGUE_TAKEN, HITS, STRESS_TAKEN};
use super::resolve::Fight;
use super::sheet::{Ability, Kind, Shape};
use super::state::State;
use crate::Who;
use crate::dice::Dice;
use crate::odds::{Amount, Strike, Striking, Struck};
use crate::skirmish::Group;
use crate::trace::Counting;

/// Loads grow until one of them exceeds its Tolerance: from then on the target has to roll against it (THRUM-46, THRUM-47,
/// THRUM-49).
pub(super) const STRIKING: Striking = Striking {
    amounts: &[Amount { key: "fatigue", name: "Fatigue" }, Amount { key: "stress", name: "Stress" }],
    succeeds: "succeeds against",
    does: ["puts", "on it"],
    against: None,
    enough: Some("Exhausted, Frayed or Incapacitated"),
};

impl Thrum {
    /// The indices of the actions that harm enemies.
    fn harmful(&self, who: Who) -> impl Iterator<Item = usize> + '_ {
        let actions = self.sheets[who].actions.iter().enumerate();
        actions.filter(|(_, ability)| ability.kind == Kind::Harm).map(|(index, _)| index)
    }

    /// The names of the actions that harm enemies, the basic attack last.
    pub(super) fn striking_names(&self, who: Who) -> Vec<String> {
        self.harmful(who).map(|index| self.names[who].actions[index].clone()).collect()
    }

    /// The squares of attacker and target for a lone attack, the first pair on the map, level and in clear sight of each other: not
    /// adjacent for an attack with the Ranged tag, if it reaches so far, else adjacent (THRUM-31, THRUM-38). If the map has no such
    /// pair, one that is adjacent, else the first two squares that are no wall.
    fn scene(
        &self,
        state: &mut State,
        Strike { attacker, target, .. }: Strike,
        ability: &Ability,
    ) -> Option<[Square; 2]> {
        let map = self.map();
        let open: Vec<Square> = map.squares().filter(|&square| !map.is_wall(square)).collect();
        let mut first = |is_placed: &dyn Fn(Square, Square) -> bool| {
            for &here in &open {
                for &there in &open {
                    if !is_placed(here, there) || map.level(here) != map.level(there) {
                        continue;
                    }
                    (state.bodies[attacker].square, state.bodies[target].square) = (here, there);
                    if self.sight(state, attacker, target) == Sight::Clear {
                        return Some([here, there]);
                    }
                }
            }
            None
        };
        let is_apart = |here, there| map.distance(here, there) > 1 && self.reaches(ability, here, there);
        let is_ranged = ability.attack.is_some_and(|attack| attack.is_ranged);
        let apart = if is_ranged { first(&is_apart) } else { None };
        let placed = apart.or_else(|| first(&|here, there| map.distance(here, there) == 1));
        placed.or_else(|| open.first_chunk().copied())
    }

    /// Whether an ability without Overexert reaches a square: of an area or a line only one square has to be within range (THRUM-27 to
    /// THRUM-30).
    fn reaches(&self, ability: &Ability, here: Square, there: Square) -> bool {
        let map = self.map();
        let (distance, size) = (i32::from(map.distance(here, there)), ability.plain.size);
        match ability.shape {
            Shape::Single => distance <= ability.range,
            // The area that reaches out from the user's side covers the nearest square as well.
            Shape::Area => distance < ability.range + size,
            Shape::Aura => distance <= size,
            Shape::Line if distance >= ability.range + size => false,
            Shape::Line => {
                map.squares().filter(|&square| i32::from(map.distance(here, square)) <= ability.range).any(|square| {
                    let ((x, y), (to_x, to_y)) = (map.coordinates(square), map.coordinates(there));
                    let (right, down) = ((to_x - x).abs(), (to_y - y).abs());
                    let is_in_line = right == 0 || down == 0 || right == down;
                    is_in_line && i32::from(right.max(down)) < size
                })
            }
        }
    }
}

impl State {
    /// Whether a Load of a combatant exceeds its Tolerance, or it is Incapacitated (THRUM-47, THRUM-49, THRUM-51).
    pub(super) fn is_worn_down(&self, who: Who) -> bool {
        let body = &self.bodies[who];
        body.is_exhausted() || body.is_frayed() || !self.active.contains(who)
    }
}

impl<D: Dice> Fight<'_, D, Counting> {
    /// Puts both combatants on their squares, alone and in no Stance.
    pub(super) fn stage_strike(&mut self, strike: Strike) {
        let Strike { attacker, target, .. } = strike;
        let pair = Group::of(attacker) | Group::of(target);
        let state = &mut *self.state;
        (state.present, state.active) = (pair, pair);
        for group in [&mut state.absent, &mut state.initiative_due, &mut state.ready, &mut state.answered] {
            *group = Group::NOBODY;
        }
        let ability = self.rules.struck_with(strike).1;
        if let Some([here, there]) = self.rules.scene(self.state, strike, ability) {
            (self.state.bodies[attacker].square, self.state.bodies[target].square) = (here, there);
        }
        for who in [attacker, target] {
            self.state.bodies[who].stance = None;
        }
    }

    /// Uses the ability on the target alone, without Overexert; then both go back to their squares, and the attacker is as before.
    pub(super) fn lone_strike(&mut self, strike: Strike) -> Struck {
        let Strike { attacker, target, .. } = strike;
        let (index, ability) = self.rules.struck_with(strike);
        let (before, square) = (self.state.bodies[attacker], self.state.bodies[target].square);
        let usage = &ability.plain;
        self.use_on(&Use { by: attacker, ability, usage, index, is_overexerted: false, is_reaction: false }, target);
        let counts = self.trace.counts();
        let amounts = [FATIGUE_TAKEN, STRESS_TAKEN].map(|metric| counts[metric] as i32);
        let struck = Struck {
            is_success: counts[HITS] > 0 || ability.attack.is_none(),
            is_critical: counts[CRITICALS] > 0,
            amounts,
        };
        self.state.bodies[attacker] = before;
        self.state.bodies[target].square = square;
        self.forget_more_than_enough(target);
        struck
    }

    /// Cuts stacks of the target that make no difference to later attacks: of most statuses only whether there is one matters, and
    /// more Vulnerable or Mark than the Load that is wanting is as good as so much (THRUM-46, THRUM-56, THRUM-58).
    fn forget_more_than_enough(&mut self, target: Who) {
        let reduction =
            self.rules.granted(self.state, target, |grants| grants.reduce_fatigue.max(grants.reduce_stress));
        let body = &mut self.state.bodies[target];
        let wanting = (body.fatigue_tolerance - body.fatigue).max(body.stress_tolerance - body.stress);
        let enough = (wanting.max(0) + reduction.max(0) + 1).unsigned_abs();
        for (status, stacks) in Status::ALL.into_iter().zip(&mut body.stacks) {
            *stacks = (*stacks).min(if status == Status::Vulnerable { enough } else { 1 });
        }
        body.mark = body.mark.min(enough);
    }
}

impl Thrum {
    /// The index and the definition of the action of a strike.
    fn struck_with(&self, Strike { attacker, attack, .. }: Strike) -> (usize, &Ability) {
        let index = self.harmful(attacker).nth(attack).expect("an attack that is listed");
        (index, &self.sheets[attacker].actions[index])
    }
}
