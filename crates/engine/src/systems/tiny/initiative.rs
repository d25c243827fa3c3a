//! The order of turns (TINY-04 to TINY-08).

use std::cmp::Reverse;

use super::event::Event;
use super::resolve::Fight;
use super::state::State;
use crate::dice::{Dice, Meaning};
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The number of rolls after which combatants that are still tied stay in listed order. Two combatants with one die
/// each get there once in 6^32 fights, that is, never.
const ROLLS_MAX: u8 = 32;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Rolls the total of the next combatant. When nobody is left to roll, tied combatants roll again among themselves,
    /// the first tie first, until there is no tie (TINY-04 to TINY-08).
    pub(super) fn roll_initiative(&mut self) -> Progress {
        let Some(who) = self.state.rolling.first() else { return Progress::RoundOver };
        self.roll_total(who);
        if !self.state.rolling.is_empty() || self.rank() {
            return Progress::NextTurn;
        }
        self.trace.rule("TINY-06");
        self.trace.happens(|| Event::Order { turns: self.rules.all_named(self.state.order.iter()) });
        Progress::RoundOver
    }

    /// Rolls the total of a combatant. Each of its rolls has a slot of its own (TINY-04, TINY-05, TINY-08).
    fn roll_total(&mut self, who: Who) {
        let (rules, rolls) = (self.rules, self.fighter(who).rolls);
        if rolls == 0 {
            if self.state.rolling == self.state.standing {
                // The first roll of the fight.
                self.trace.rule("TINY-10");
                self.trace.happens(|| rules.positions(self.state.standing));
            }
            self.enter_turn(who);
        } else {
            self.enter_beside_turn(who, rolls);
            self.trace.rule("TINY-08");
        }
        self.trace.rule("TINY-04");
        if rules.vigilant.contains(who) {
            self.trace.rule("TINY-05");
        }
        let initiative = self.sheet(who).initiative;
        let meaning = Meaning::of_sum("initiative", initiative);
        let total = self.dice.draw_of(meaning, |dice| Some(dice.sum(initiative)));
        let fighter = &mut self.state.fighters[who];
        // The total fits into a byte: it is the sum of at most ten d6.
        (fighter.total, fighter.rolls) = (total as u8, rolls + 1);
        self.state.rolling.remove(who);
        self.trace.happens(|| {
            let faces = self.dice.faces().to_vec();
            Event::Initiative { who: rules.named(who), faces, total }
        });
    }

    /// Ranks the combatants that have just rolled: the higher total first, the vigilant first among equal totals
    /// (TINY-06, TINY-07). The first tie that is left rolls next (TINY-08). Returns whether there is one.
    fn rank(&mut self) -> bool {
        let (rules, State { fighters, order, rolling, .. }) = (self.rules, &mut *self.state);
        let Some(run) = order.tied_run() else { return false };
        let members = order.members(run.clone());
        let rank = |who: Who| Reverse(2 * u16::from(fighters[who].total) + u16::from(rules.vigilant.contains(who)));
        order.rank(run, rank);
        // Vigilant combatants with a total that others have as well: only an observer needs them.
        let mut preferred = Group::NOBODY;
        self.trace.rules(|| {
            let others = members - rules.vigilant;
            let is_tied = |who: Who| others.iter().any(|other| fighters[who].total == fighters[other].total);
            preferred = (members & rules.vigilant).filter(is_tied);
            (!preferred.is_empty()).then_some("TINY-07")
        });
        if !preferred.is_empty() {
            self.trace.happens(|| Event::Vigilance { who: rules.all_named(preferred) });
        }
        // All members of a tie have rolled equally often.
        if members.first().is_some_and(|who| fighters[who].rolls == ROLLS_MAX) {
            order.resolve_as_it_stands();
        }
        let Some(run) = order.tied_run() else {
            members.iter().for_each(|who| fighters[who].forget_roll());
            return false;
        };
        *rolling = order.members(run);
        members.iter().for_each(|who| fighters[who].total = 0);
        (members - order.tied()).iter().for_each(|who| fighters[who].forget_roll());
        true
    }
}
