//! The HP that outlast a fight of a day, and the sleep between two of them (TINY-46 to TINY-50).

use super::Tiny;
use super::event::Event;
use super::state::State;
use super::survey::engaged_at_first;
use crate::day::Carried;
use crate::outcome::EndState;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The names of the numbers that outlast a fight: the HP, and those that were rolled for the start.
pub(super) const HP: &str = "hp";
const ROLLED_HP: &str = "rolled_hp";

/// The sleep before a leg, and who comes to it (TINY-48, TINY-49).
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub(super) sleeps: i32,
    /// HP that a sleep restores beside TINY-45 to a combatant that is tended.
    pub(super) medic_hp: i32,
    pub(super) fled_return: bool,
}

impl Tiny {
    /// The names of the numbers that a combatant keeps (TINY-46).
    pub(super) fn kept_of(&self, who: Who) -> Vec<String> {
        let rolled = self.sheets[who].hp_dice.map(|_| ROLLED_HP.to_owned());
        [HP.to_owned()].into_iter().chain(rolled).collect()
    }

    pub(super) fn keep_of(&self, state: &State, who: Who, numbers: &mut [i32]) {
        for (number, hp) in numbers.iter_mut().zip([state.fighters[who].hp, self.starting_hp(state, who)]) {
            *number = hp.into();
        }
    }

    /// Opens a leg for those who come from earlier ones: with their HP, after a sleep.
    pub(super) fn open_leg(&self, state: &mut State, carried: &[Carried], trace: &mut impl Trace) -> Group {
        let Rest { sleeps, medic_hp, fled_return } = self.rest;
        let comes = |carried: &&Carried| match carried.end {
            EndState::Dead => false,
            EndState::Fled => fled_return,
            EndState::Standing | EndState::Down => true,
        };
        let hp_before = |carried: &Carried| carried.numbers.first().copied().flatten().unwrap_or_default();
        let coming: Vec<&Carried> = carried.iter().filter(comes).collect();
        let is_awake = |carried: &&&Carried| hp_before(carried) > 0;
        let awake: Group = coming.iter().filter(is_awake).map(|carried| carried.who).collect();
        let mut there = Group::NOBODY;
        for carried in coming {
            let (who, sheet, before) = (carried.who, &self.sheets[carried.who], hp_before(carried));
            if let (Some(_), Some(&Some(rolled))) = (sheet.hp_dice, carried.numbers.get(1)) {
                state.rolled_hp[who.index()] = rolled as i16;
            }
            let most = i32::from(sheet.hp_max.unwrap_or_else(|| self.starting_hp(state, who)));
            let is_tended = !(awake & self.medics).without(who).is_empty();
            let a_sleep = i32::from(self.knobs.hp_per_sleep[usize::from(sheet.is_resilient)])
                + if is_tended { medic_hp } else { 0 };
            let hp = most.min(before.saturating_add(sleeps.saturating_mul(a_sleep)));
            trace.rule("TINY-46");
            if carried.end == EndState::Down {
                trace.rule("TINY-47");
            }
            if sleeps > 0 {
                trace.rule("TINY-48");
            }
            if hp > 0 {
                there |= Group::of(who);
                state.fighters[who].hp = hp as i16;
                state.hp_due.remove(who);
                trace.happens(|| Event::Carries { who: self.named(who), hp, of: most, sleeps });
            }
        }
        let away: Group = carried.iter().map(|carried| carried.who).filter(|&who| !there.contains(who)).collect();
        for who in away {
            trace.rule("TINY-49");
            trace.happens(|| Event::StaysAway { who: self.named(who) });
            state.fighters[who].hp = 0;
        }
        trace.rule("TINY-50");
        // Combatants that stay away are nobody in the fight: not even somebody who lies on the field.
        state.dead = away;
        state.standing -= away;
        state.rolling -= away;
        state.hp_due -= away;
        state.order.start_over(state.standing);
        state.engaged = engaged_at_first(&state.fighters, &self.sides, state.standing);
        there
    }
}
