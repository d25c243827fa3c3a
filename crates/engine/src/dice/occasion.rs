//! Occasions: the purposes of a system's slots of dice.

use super::Slot;

/// The purpose of some slots of a system. All occasions of a system together give its dice their meaning: reports use
/// them to say whose dice decide. [`Ruleset::OCCASIONS`](crate::Ruleset::OCCASIONS) lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occasion {
    /// First and last number, both inclusive. If the slots are shared, these are slot numbers; else they are the
    /// `occasion` of [`Slot::beside_turn`], and 0 is the turn.
    numbers: (u16, u16),
    is_shared: bool,
    is_of_anybody: bool,
    /// The name of the occasion: one or two words, such as `morale`.
    pub name: &'static str,
    /// A description of the dice that are rolled on the occasion: a sentence without its full stop.
    pub doc: &'static str,
}

impl Occasion {
    /// The occasion of the [shared slot](Slot::shared) of this number.
    pub const fn shared(number: u8, name: &'static str, doc: &'static str) -> Self {
        let slot = Slot::shared(number).number();
        Self { numbers: (slot, slot), is_shared: true, is_of_anybody: false, name, doc }
    }

    /// The occasion of combatants' [turns](Slot::turn).
    pub const fn turn(name: &'static str, doc: &'static str) -> Self {
        Self { numbers: (0, 0), is_shared: false, is_of_anybody: false, name, doc }
    }

    /// An occasion on which combatants roll [beside their turns](Slot::beside_turn).
    pub const fn beside(occasion: u8, name: &'static str, doc: &'static str) -> Self {
        Self::again([occasion, occasion], name, doc)
    }

    /// An occasion on which combatants roll [beside their turns](Slot::beside_turn) several times in a round, with the
    /// occasion numbers `first` to `last`.
    pub const fn again([first, last]: [u8; 2], name: &'static str, doc: &'static str) -> Self {
        assert!(0 < first, "occasion 0 is the turn");
        assert!(first <= last, "the first number comes first");
        Self { numbers: (first as u16, last as u16), is_shared: false, is_of_anybody: false, name, doc }
    }

    /// The same occasion, if somebody else than the combatant of the slot may roll on it.
    #[must_use]
    pub const fn of_anybody(self) -> Self {
        Self { is_of_anybody: true, ..self }
    }

    /// Whether somebody else than the combatant of its slots may roll on it, so that they tell nothing of that combatant.
    pub const fn is_of_anybody(&self) -> bool {
        self.is_of_anybody
    }

    /// Whether a slot belongs to this occasion.
    pub fn has(&self, slot: Slot) -> bool {
        let number =
            if self.is_shared { slot.is_shared().then(|| slot.number()) } else { slot.occasion().map(u16::from) };
        number.is_some_and(|number| (self.numbers.0..=self.numbers.1).contains(&number))
    }

    /// The numbers of the occasion's slots in words, such as `256 + (1 to 128)`.
    pub fn slots(&self) -> String {
        match self.numbers {
            (number, _) if self.is_shared => number.to_string(),
            (0, _) => "1 to 128".to_owned(),
            (first, last) if first == last => format!("{} + (1 to 128)", 256 * first),
            (first, last) => format!("256 k + (1 to 128), k from {first} to {last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Side;

    #[test]
    fn slots_are_of_their_occasions_alone() {
        let occasions = [
            Occasion::shared(0, "a", ""),
            Occasion::shared(1, "b", ""),
            Occasion::turn("c", ""),
            Occasion::beside(1, "d", ""),
            Occasion::again([2, 31], "e", ""),
        ];
        let side = Side::Enemies;
        for (slot, expected) in [
            (Slot::shared(0), "a"),
            (Slot::shared(1), "b"),
            (Slot::turn(Side::Party, 0), "c"),
            (Slot::turn(side, 63), "c"),
            (Slot::beside_turn(1, side, 63), "d"),
            (Slot::beside_turn(2, side, 0), "e"),
            (Slot::beside_turn(31, Side::Party, 5), "e"),
        ] {
            let names: Vec<&str> =
                occasions.iter().filter(|occasion| occasion.has(slot)).map(|known| known.name).collect();
            assert_eq!(names, [expected], "{slot:?}");
        }
        for slot in [Slot::shared(2), Slot::beside_turn(32, side, 0)] {
            assert!(occasions.iter().all(|occasion| !occasion.has(slot)), "{slot:?}");
        }
        let slots = ["0", "129", "1 to 128", "256 + (1 to 128)", "256 k + (1 to 128), k from 2 to 31"];
        assert_eq!(occasions.map(|occasion| occasion.slots()), slots);
    }
}
