//! A check that no slot is entered twice in a round.

use super::Slot;

/// The slots entered in the current round. Without debug assertions, it is empty and its methods do nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Entered {
    #[cfg(debug_assertions)]
    round: u32,
    /// A set of bits, one for each slot number up to the largest one entered.
    #[cfg(debug_assertions)]
    slots: Vec<u64>,
}

const _: () = assert!(cfg!(debug_assertions) || size_of::<Entered>() == 0, "release builds pay nothing");

impl Entered {
    /// A record with room for every slot, so that a long run of encounters allocates nothing.
    pub(super) fn with_room_for_all() -> Self {
        #[cfg(debug_assertions)]
        {
            Self { round: 0, slots: Vec::with_capacity((usize::from(u16::MAX) + 1) / 64) }
        }
        #[cfg(not(debug_assertions))]
        {
            Self {}
        }
    }

    /// Begins an encounter or a path, in round 0 with no slot entered.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        #[cfg(debug_assertions)]
        {
            self.round = 0;
            self.slots.clear();
        }
    }

    /// Begins a round, in which every slot may be entered again.
    #[inline(always)]
    pub(super) fn next_round(&mut self) {
        #[cfg(debug_assertions)]
        {
            self.round += 1;
            self.slots.clear();
        }
    }

    /// Records a slot. Panics if it was entered before in the same round and debug assertions are on.
    #[inline(always)]
    pub(super) fn enter(&mut self, slot: Slot) {
        #[cfg(debug_assertions)]
        {
            let number = usize::from(slot.number());
            let (word, bit) = (number / 64, 1 << (number % 64));
            if self.slots.len() <= word {
                self.slots.resize(word + 1, 0);
            }
            assert!(
                self.slots[word] & bit == 0,
                "slot {number} is entered twice in round {} since the dice started: it would show the same faces again",
                self.round
            );
            self.slots[word] |= bit;
        }
        #[cfg(not(debug_assertions))]
        let _ = slot;
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;
    use crate::dice::{Dice, Enumerated, Recorded, Scripted, Seeded};
    use crate::outcome::Side;
    use crate::rng::{EncounterIndex, Seed};

    const TURN: Slot = Slot::turn(Side::Enemies, 2);
    const BESIDE: Slot = Slot::beside_turn(255, Side::Enemies, 63);

    /// Two rounds in which every slot is entered once, then one slot of round 2 again.
    fn enter_turn_twice_in_round_two(dice: &mut impl Dice) {
        enter_once_a_round(dice);
        dice.slot(TURN);
    }

    fn enter_once_a_round(dice: &mut impl Dice) {
        for _ in 0..2 {
            dice.next_round();
            dice.slot(TURN);
            dice.slot(BESIDE);
            dice.slot(Slot::shared(0));
        }
    }

    #[test]
    #[should_panic(expected = "slot 67 is entered twice in round 2")]
    fn seeded_dice_notice_a_second_entry() {
        enter_turn_twice_in_round_two(&mut Seeded::new(Seed(1)));
    }

    #[test]
    #[should_panic(expected = "slot 67 is entered twice in round 2")]
    fn recorded_dice_notice_a_second_entry() {
        enter_turn_twice_in_round_two(&mut Recorded::new(Seeded::new(Seed(1))));
    }

    #[test]
    #[should_panic(expected = "slot 67 is entered twice in round 2")]
    fn scripted_dice_notice_a_second_entry() {
        enter_turn_twice_in_round_two(&mut Scripted::new([]));
    }

    #[test]
    #[should_panic(expected = "slot 67 is entered twice in round 2")]
    fn enumerated_dice_notice_a_second_entry() {
        let mut dice = Enumerated::new();
        assert!(dice.next_path());
        enter_turn_twice_in_round_two(&mut dice);
    }

    #[test]
    fn every_encounter_and_every_path_may_enter_the_same_slots() {
        let mut dice = Seeded::new(Seed(1));
        for index in 0..3 {
            dice.start(EncounterIndex(index));
            dice.slot(Slot::shared(0));
            enter_once_a_round(&mut dice);
        }
        let mut dice = Enumerated::new();
        let mut paths = 0;
        while dice.next_path() {
            dice.slot(Slot::shared(0));
            enter_once_a_round(&mut dice);
            dice.die(3);
            paths += 1;
        }
        assert_eq!(paths, 3);
    }
}
