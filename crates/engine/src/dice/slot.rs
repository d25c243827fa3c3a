//! Slots of dice by purpose, with one numbering for all systems.

use crate::outcome::Side;

/// Largest number of combatants of a side, each of which has slots of its own.
const MEMBERS_MAX: u16 = 64;
/// Number of slots of one occasion: the slots of both sides, and room for the shared slots.
const OCCASION: u16 = 256;

/// A slot of the current round: a stream of dice that no other rolls can shift (the seed contract).
///
/// A slot may be entered at most once in a round; [`Seeded`](super::Seeded), [`Recorded`](super::Recorded),
/// [`Scripted`](super::Scripted) and [`Enumerated`](super::Enumerated) dice panic at a second entry if debug assertions
/// are on. The numbers are frozen by `docs/seed-contract.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u16);

impl Slot {
    /// A slot of dice that belong to no single combatant, such as the roll for which side begins. Slot 0 for `number`
    /// 0, slots 129 to 255 for `number` 1 to 127.
    #[inline(always)]
    pub const fn shared(number: u8) -> Self {
        assert!(number < 128, "there are 128 shared slots");
        if number == 0 { Self(0) } else { Self(128 + number as u16) }
    }

    /// The slot of a combatant's turn. `member`, 0 to 63, is its index among the combatants of its side in listed
    /// order: slots 1 to 64 for the party, 65 to 128 for the enemies. A combatant added at the end of a side leaves the
    /// slots of the others as they are.
    #[inline(always)]
    pub const fn turn(side: Side, member: usize) -> Self {
        assert!(member < MEMBERS_MAX as usize, "a side has at most 64 members");
        Self(1 + MEMBERS_MAX * side as u16 + member as u16)
    }

    /// A slot for rolls of a combatant besides its turn, such as a second turn in the round or a reaction to another
    /// turn: 256 numbers for each `occasion` from 1 to 255.
    #[inline(always)]
    pub const fn beside_turn(occasion: u8, side: Side, member: usize) -> Self {
        Self::turn(side, member).beside(occasion)
    }

    /// The slot [beside the turn](Self::beside_turn), for the combatant of a [`turn`](Self::turn) slot.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn beside(self, occasion: u8) -> Self {
        assert!(occasion > 0, "occasion 0 is the turn");
        Self(OCCASION * occasion as u16 + self.0)
    }

    /// Whether the dice belong to no single combatant.
    #[inline]
    pub const fn is_shared(self) -> bool {
        self.0 == 0 || (self.0 > 2 * MEMBERS_MAX && self.0 < OCCASION)
    }

    /// The occasion number, 0 for a turn; `None` if the slot is [shared](Self::shared).
    #[inline]
    pub const fn occasion(self) -> Option<u8> {
        if self.is_shared() { None } else { Some((self.0 / OCCASION) as u8) }
    }

    /// The combatant to which the slot belongs, by its side and its index within that side; `None` if the slot is
    /// [shared](Self::shared).
    #[inline]
    pub const fn member(self) -> Option<(Side, usize)> {
        if self.is_shared() {
            return None;
        }
        let turn = (self.0 % OCCASION) as usize - 1;
        let side = if turn < MEMBERS_MAX as usize { Side::Party } else { Side::Enemies };
        Some((side, turn % MEMBERS_MAX as usize))
    }

    /// The slot number that the seed contract hashes.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn numbers_are_those_of_the_seed_contract() {
        assert_eq!([Slot::shared(0), Slot::shared(1), Slot::shared(127)].map(Slot::number), [0, 129, 255]);
        assert_eq!([Side::Party, Side::Enemies].map(|side| Slot::turn(side, 0).number()), [1, 65]);
        assert_eq!([Side::Party, Side::Enemies].map(|side| Slot::turn(side, 63).number()), [64, 128]);
        assert_eq!(Slot::beside_turn(1, Side::Enemies, 2).number(), 256 + 67);
        assert_eq!(Slot::beside_turn(255, Side::Enemies, 63).number(), 255 * 256 + 128);
    }

    #[test]
    fn slots_know_whose_they_are_and_on_which_occasion() {
        for number in [0, 1, 127] {
            let slot = Slot::shared(number);
            assert_eq!((slot.is_shared(), slot.occasion(), slot.member()), (true, None, None));
        }
        for (occasion, side, member) in
            [(0, Side::Party, 0), (0, Side::Enemies, 63), (1, Side::Party, 63), (255, Side::Enemies, 0)]
        {
            let slot = if occasion == 0 { Slot::turn(side, member) } else { Slot::beside_turn(occasion, side, member) };
            let found = (slot.is_shared(), slot.occasion(), slot.member());
            assert_eq!(found, (false, Some(occasion), Some((side, member))));
        }
    }

    #[test]
    fn no_two_slots_share_a_number() {
        let turns = || Side::ALL.into_iter().flat_map(|side| (0..64).map(move |member| (side, member)));
        let beside =
            (1..=255).flat_map(|occasion| turns().map(move |(side, at)| Slot::beside_turn(occasion, side, at)));
        let all: Vec<Slot> =
            (0..128).map(Slot::shared).chain(turns().map(|(side, at)| Slot::turn(side, at))).chain(beside).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
}
