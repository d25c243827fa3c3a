//! Queries of a fight between two sides that rules need.

use super::{Group, Sides};
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::{Fight, Ruleset};
use crate::trace::Trace;
use crate::who::Who;

/// A system in which every combatant is on one of two sides and either stands or does not. It adds methods to
/// [`Fight`].
pub trait Skirmish: Ruleset {
    /// The sides, with their members.
    fn sides(&self) -> &Sides;

    /// The standing combatants: those that can still act and be aimed at.
    fn standing(state: &Self::State) -> Group;
}

impl<R: Skirmish, D: Dice, T: Trace> Fight<'_, R, D, T> {
    /// The side of a combatant.
    #[inline(always)]
    pub fn side(&self, who: Who) -> Side {
        self.rules.sides().side(who)
    }

    /// Whether a combatant is standing.
    #[inline(always)]
    pub fn stands(&self, who: Who) -> bool {
        R::standing(self.state).contains(who)
    }

    /// The standing members of a side.
    #[inline(always)]
    pub fn standing_of(&self, side: Side) -> Group {
        R::standing(self.state) & self.rules.sides().members(side)
    }

    /// The standing opponents of a combatant.
    #[inline(always)]
    pub fn opponents(&self, who: Who) -> Group {
        R::standing(self.state) & self.rules.sides().opponents(who)
    }

    /// The standing members of a combatant's side, except itself.
    #[inline(always)]
    pub fn comrades(&self, who: Who) -> Group {
        (R::standing(self.state) - self.rules.sides().opponents(who)).without(who)
    }

    /// Whether both sides have a standing combatant.
    #[inline(always)]
    pub fn is_undecided(&self) -> bool {
        Side::ALL.into_iter().all(|side| !self.standing_of(side).is_empty())
    }

    /// The winner if at most one side has a standing combatant (a draw if neither has); `None` if both have.
    #[inline(always)]
    pub fn side_left(&self) -> Option<Winner> {
        match Side::ALL.map(|side| !self.standing_of(side).is_empty()) {
            [true, true] => None,
            [true, false] => Some(Winner::Party),
            [false, true] => Some(Winner::Enemies),
            [false, false] => Some(Winner::Draw),
        }
    }

    /// Enters the slot of a combatant's turn: the dice that follow are drawn from it.
    #[inline(always)]
    pub fn enter_turn(&mut self, who: Who) {
        self.dice.slot(self.rules.sides().turn_slot(who));
        self.trace.acts(who);
    }

    /// Enters the slot of a combatant's rolls besides its turn: see
    /// [`Slot::beside_turn`](crate::dice::Slot::beside_turn).
    #[inline(always)]
    pub fn enter_beside_turn(&mut self, who: Who, occasion: u8) {
        self.dice.slot(self.rules.sides().slot_beside_turn(who, occasion));
        self.trace.acts(who);
    }
}
