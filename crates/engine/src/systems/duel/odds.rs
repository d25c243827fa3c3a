//! A lone contest of attributes, for the odds of one roll (DUEL-08 to DUEL-13).

use super::Duel;
use super::metrics::{BY_ROUND, NATURAL_20_ROUNDS};
use super::resolve::Fight;
use super::state::Unused;
use crate::Who;
use crate::dice::Dice;
use crate::odds::{Amount, Strike, Striking, Struck};
use crate::outcome::Side;
use crate::trace::Counting;

/// The marker moves by ticks. No contest is repeated, since the attribute is used up (DUEL-19).
pub(super) const STRIKING: Striking = Striking {
    amounts: &[Amount { key: "ticks", name: "ticks" }],
    succeeds: "wins against",
    does: ["moves the marker", "towards its end"],
    against: Some("away from its end"),
    enough: None,
};

impl Duel {
    /// The side of a combatant.
    fn side_of(&self, who: Who) -> Side {
        if self.players[Side::Party.index()].who == who { Side::Party } else { Side::Enemies }
    }

    /// The contests of a combatant: for each attribute that it may name, then for each that its opponent may name, in listed order:
    /// the side that names it, and the index among the side's picks.
    fn contests(&self, who: Who) -> Vec<(Side, usize)> {
        let own = self.side_of(who);
        let of_side = |side: Side| {
            let attributes = &self.players[side.index()].attributes;
            let mut picks: Vec<usize> = (0..attributes.len()).collect();
            picks.sort_by_key(|&pick| attributes[pick].listed);
            picks.into_iter().map(move |pick| (side, pick))
        };
        of_side(own).chain(of_side(own.other())).collect()
    }

    /// The names of the contests: that of the attribute, and who names it if that is the opponent.
    pub(super) fn striking_names(&self, who: Who) -> Vec<String> {
        let own = self.side_of(who);
        let name = |(side, pick): (Side, usize)| {
            let player = &self.players[side.index()];
            let attribute = &player.attributes[pick].name;
            let namer = &self.outline.combatants[player.who.index()].name;
            if side == own { attribute.clone() } else { format!("{attribute}, named by {namer}") }
        };
        self.contests(who).into_iter().map(name).collect()
    }
}

impl<D: Dice> Fight<'_, D, Counting> {
    /// Puts the marker on the center, and gives control to the side that names the attribute, which has no other left.
    pub(super) fn stage_strike(&mut self, Strike { attacker, attack, .. }: Strike) {
        let rules = self.rules;
        let (side, pick) = rules.contests(attacker)[attack];
        let others = Unused::all(side.other(), rules.players[side.other().index()].picks.len());
        self.state.position = 0;
        (self.state.control, self.state.first_control) = (side, side);
        self.state.unused = Unused::pick(side, pick).and(others);
    }

    /// Plays the round of the contest. A success moves the marker towards the end of the attacker.
    pub(super) fn lone_strike(&mut self, Strike { attacker, .. }: Strike) -> Struck {
        let before = self.state.position;
        let _ = self.play_round();
        let moved = i32::from(self.state.position - before);
        let towards = if self.rules.side_of(attacker) == Side::Party { moved } else { -moved };
        let is_natural_20 = self.trace.counts()[BY_ROUND + NATURAL_20_ROUNDS] > 0;
        Struck { is_success: towards > 0, is_critical: towards > 0 && is_natural_20, amounts: [towards, 0] }
    }
}
