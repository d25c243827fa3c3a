//! Upper bounds of the metrics of one encounter, as far as the rules imply any: see
//! [`Metric::most`](crate::Metric::most).
//!
//! A bound adds up the most that each Turn of all Rounds can do, whether or not a fight can last so long. It is no
//! estimate.

use super::Zones;
use super::metrics::{
    ATTACKS, BYSTANDERS, CRITICALS, DAMAGE, DISENGAGES, FREE_ATTACKS, HAZARD_LOST, HEALING, HINDERED, HITS, ITEMS_USED,
    MORALE_BREAKS, MORALE_TESTS, MOVES, ONGOING_LOST, PARLEY, PARTY_BEGINS, PARTY_FUMBLES, RETRIEVALS, STUNTS,
    STUNTS_WON, TURNS_LOST, WEAPONS_BROKEN,
};
use super::words::{AttackKind, FreeAttacks};
use crate::outcome::Side;
use crate::skirmish::{BySide, Counter};
use crate::who::Who;

/// The largest number of changes of Zone in one Turn: its movement, and another as its Action (ZONES-12, ZONES-13).
const MOVES_A_TURN: u64 = 2;
/// The number of triggers of the whole side for Morale Tests, each of which fires once (ZONES-51).
const SIDE_TRIGGERS: u64 = 3;

impl Zones {
    /// Declares the bound of every metric.
    pub(super) fn bound_metrics(&mut self) {
        let [party, creatures] = Side::ALL.map(|side| self.sides.members(side).len() as u64);
        let [turns, attacks, losses] =
            [Self::turns, Self::attacks, Self::losses].map(|of| Side::ALL.map(|side| of(self, side)));
        let stunts = Side::ALL.map(|side| self.stunts(side));
        let tries = [attacks[0] + stunts[0], attacks[1] + stunts[1]];
        // A hinderance may come from a hazard at the start of a Turn or after a move, and from each attack of an
        // opponent and the push that it may bring.
        let hindered = [0, 1].map(|side| turns[side] * (1 + MOVES_A_TURN) + 2 * tries[1 - side]);
        let singles: [(Counter, u64); 12] = [
            (PARLEY, 1),
            (BYSTANDERS, creatures),
            (PARTY_BEGINS, 1),
            (PARTY_FUMBLES, attacks[0]),
            (WEAPONS_BROKEN, self.attacks_with(|attack| attack.marks.is_some())),
            (DISENGAGES, turns[0] + turns[1]),
            // Causes of a Morale Test: a Creature's loss of half its HP, once; each trigger of the side, once; each
            // demand of the party.
            (MORALE_TESTS, creatures * (1 + SIDE_TRIGGERS) + tries[0]),
            (MORALE_BREAKS, creatures),
            (HEALING, self.healing(Side::Party) + self.healing(Side::Enemies)),
            (ITEMS_USED, self.pieces(|_| 1, &Side::ALL)),
            (RETRIEVALS, self.attacks_with(|attack| attack.at_hand.is_some())),
            (MOVES, (turns[0] + turns[1]) * MOVES_A_TURN),
        ];
        let of_sides: [(BySide, [u64; 2]); 11] = [
            (ATTACKS, attacks),
            (HITS, attacks),
            (CRITICALS, attacks),
            (DAMAGE, [losses[1], losses[0]]),
            (ONGOING_LOST, losses),
            (HAZARD_LOST, losses),
            (FREE_ATTACKS, Side::ALL.map(|side| self.free_attacks(side))),
            (STUNTS, stunts),
            (STUNTS_WON, stunts),
            (HINDERED, hindered),
            (TURNS_LOST, turns),
        ];
        debug_assert!(party + creatures == self.outline.combatants.len() as u64);
        let of_sides = of_sides.into_iter().flat_map(|(metric, [of_party, of_enemies])| {
            [(metric.of(Side::Party), of_party), (metric.of(Side::Enemies), of_enemies)]
        });
        for (metric, most) in singles.into_iter().chain(of_sides) {
            let declared = &mut self.outline.metrics[metric];
            *declared = declared.clone().at_most(most);
        }
    }

    /// The number of Turns of a side in all Rounds.
    fn turns(&self, side: Side) -> u64 {
        u64::from(self.outline.rounds_max) * self.sides.members(side).len() as u64
    }

    /// The most free attacks of a side: each member makes one on every opponent that leaves a Zone (ZONES-34,
    /// ZONES-38).
    fn free_attacks(&self, side: Side) -> u64 {
        if self.knobs.free_attacks == FreeAttacks::None || side == Side::Party && !self.knobs.creatures_provoke {
            return 0;
        }
        self.turns(side.other()) * MOVES_A_TURN * self.sides.members(side).len() as u64
    }

    /// The most attacks and spells of a side: one a Turn, and the free attacks.
    fn attacks(&self, side: Side) -> u64 {
        self.turns(side) + self.free_attacks(side)
    }

    fn stunts(&self, side: Side) -> u64 {
        let is_stunt = |who: Who| self.sheets[who].attacks.iter().any(|attack| attack.kind == AttackKind::Stunt);
        if self.sides.members(side).iter().any(is_stunt) { self.turns(side) } else { 0 }
    }

    /// The most HP that a side can lose: those at the start, and all that can be healed.
    fn losses(&self, side: Side) -> u64 {
        let hp: u64 = self.sides.members(side).iter().map(|who| u64::from(self.sheets[who].hp.unsigned_abs())).sum();
        hp + self.healing(side)
    }

    fn healing(&self, side: Side) -> u64 {
        self.pieces(|most| most, &[side])
    }

    /// The sum over all pieces of the given sides' items, where `worth` turns the most HP that a piece restores into
    /// the number to add.
    fn pieces(&self, worth: impl Fn(u64) -> u64, sides: &[Side]) -> u64 {
        let members = sides.iter().flat_map(|&side| self.sides.members(side).iter());
        let items = members.flat_map(|who| &self.sheets[who].items);
        let pieces = |item: &super::Item| u64::from(self.opening.counters[usize::from(item.pieces)]);
        items.map(|item| pieces(item) * worth(item.heal.max().max(0) as u64)).sum()
    }

    /// The number of attacks of all combatants for which `is_so` holds.
    fn attacks_with(&self, is_so: impl Fn(&super::Attack) -> bool) -> u64 {
        self.sides
            .everybody()
            .iter()
            .map(|who| self.sheets[who].attacks.iter().filter(|attack| is_so(attack)).count() as u64)
            .sum()
    }
}
