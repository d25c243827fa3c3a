//! Reactions: rolls that decide which Creatures fight at all (ZONES-49, ZONES-50).

use super::event::Event;
use super::metrics::{BYSTANDERS, PARLEY};
use super::resolve::Fight;
use super::words::ReactionScope;
use crate::dice::{Dice, Slot};
use crate::outcome::Side;
use crate::trace::Trace;

/// The slot of the Reaction rolls (ZONES-49).
const REACTION_SLOT: Slot = Slot::shared(1);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// S2: begins the Reaction rolls, if any Creature has to roll.
    pub(super) fn begin_reactions(&mut self) {
        self.state.rolling = self.rules.undecided;
        if !self.state.rolling.is_empty() {
            self.dice.slot(REACTION_SLOT);
        }
    }

    /// Makes the next Reaction roll: one for all undecided Creatures, or one for each of them, as the knob says
    /// (ZONES-49).
    pub(super) fn roll_reaction(&mut self) {
        let (rules, rolling) = (self.rules, self.state.rolling);
        self.trace.rule("ZONES-49");
        let concerned = match rules.knobs.reaction_scope {
            ReactionScope::Group => rolling,
            ReactionScope::Each => rolling.first().into_iter().collect(),
        };
        self.state.rolling -= concerned;
        let fights_up_to = rules.knobs.reaction_fights_up_to;
        let fights = self.dice.draw(|dice| Some(dice.die(10) <= fights_up_to));
        if !fights {
            self.state.standing -= concerned;
            if concerned == rules.sides.members(Side::Enemies) {
                self.trace.rule("ZONES-50");
            }
        }
        let dice = &*self.dice;
        self.trace.happens(|| rules.reaction(concerned, dice.faces(), fights));
    }

    /// Ends the Reaction rolls; returns whether any Creature fights. If some do, Creatures that do not fight are taken
    /// off the battlefield and take no part (ZONES-49, ZONES-50).
    pub(super) fn comes_to_a_fight(&mut self) -> bool {
        let aside = self.rules.undecided - self.state.standing;
        if aside.is_empty() {
            return true;
        }
        let creatures = self.rules.sides.members(Side::Enemies);
        if aside == creatures {
            self.state.standing |= creatures;
            self.trace.count(PARLEY, 1);
            if self.rules.knobs.reaction_scope == ReactionScope::Each && creatures.only().is_none() {
                self.trace.rule("ZONES-50");
                self.trace.happens(|| Event::Peace);
            }
            return false;
        }
        self.trace.count(BYSTANDERS, aside.len() as u32);
        self.state.retreating -= aside;
        for occupants in &mut self.state.occupants {
            *occupants -= aside;
        }
        true
    }
}
