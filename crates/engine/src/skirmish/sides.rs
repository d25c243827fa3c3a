//! The members of each side, and everybody's slots of dice.

use super::{COMBATANTS_MAX, Group};
use crate::dice::Slot;
use crate::outcome::Side;
use crate::who::Who;

/// The sides of a scenario, and a slot of dice for each combatant.
#[derive(Debug, Clone)]
pub struct Sides {
    members: [Group; 2],
    count: usize,
    /// By combatant. It always has room for the largest number of combatants, so that look-ups need no bounds check.
    slots: [Slot; COMBATANTS_MAX],
}

impl Sides {
    /// The sides, from the side of each combatant in listed order; at most 64 combatants.
    pub fn new(sides: impl IntoIterator<Item = Side>) -> Self {
        let mut members = [Group::NOBODY; 2];
        let (mut count, mut slots) = (0, [Slot::shared(0); COMBATANTS_MAX]);
        for (who, side) in sides.into_iter().enumerate() {
            slots[who] = Slot::turn(side, members[side.index()].len());
            members[side.index()].insert(Who::new(who));
            count += 1;
        }
        Self { members, count, slots }
    }

    /// Number of combatants.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no combatants.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All combatants.
    #[inline(always)]
    pub fn everybody(&self) -> Group {
        self.members[0] | self.members[1]
    }

    /// The members of a side.
    #[inline(always)]
    pub const fn members(&self, side: Side) -> Group {
        self.members[side.index()]
    }

    /// The side of a combatant.
    #[inline(always)]
    pub const fn side(&self, who: Who) -> Side {
        Side::from_bit(self.members[Side::Enemies.index()].contains(who) as u8)
    }

    /// The members of the side against which a combatant fights.
    #[inline(always)]
    pub const fn opponents(&self, who: Who) -> Group {
        self.members(self.side(who).other())
    }

    /// For each side: the sum of a quantity over the members of a group.
    #[inline(always)]
    pub fn sums(&self, group: Group, of_each: impl Fn(Who) -> i64) -> [i64; 2] {
        self.members.map(|members| {
            let mut sum = 0;
            for who in members & group {
                sum += of_each(who);
            }
            sum
        })
    }

    /// The slot of a combatant's turn. It depends on the index within the side, so that adding a combatant to the other
    /// side, or at the end of this one, does not change the dice of those before.
    #[inline(always)]
    pub fn turn_slot(&self, who: Who) -> Slot {
        debug_assert!(who.index() < self.count, "a combatant that is there");
        self.slots[who.index() % COMBATANTS_MAX]
    }

    /// The slot of a combatant's rolls besides its turn: see [`Slot::beside_turn`].
    #[inline(always)]
    pub fn slot_beside_turn(&self, who: Who, occasion: u8) -> Slot {
        self.turn_slot(who).beside(occasion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: [Side; 4] = [Side::Party, Side::Enemies, Side::Party, Side::Enemies];

    #[test]
    fn everybody_is_on_the_side_of_the_list() {
        let sides = Sides::new(MIXED);
        assert_eq!(MIXED.into_iter().enumerate().filter(|&(who, side)| sides.side(who.into()) == side).count(), 4);
        assert_eq!(sides.members(Side::Enemies).iter().collect::<Vec<_>>(), [1, 3]);
        assert_eq!((sides.opponents(3.into()), sides.everybody().len()), (sides.members(Side::Party), 4));
    }

    #[test]
    fn what_each_has_is_added_up_by_side() {
        let (sides, has) = (Sides::new(MIXED), |who: Who| [1, 20, 300, 4000][who.index()]);
        assert_eq!(sides.sums(sides.everybody(), has), [301, 4020]);
        assert_eq!(sides.sums(Group::of(3.into()), has), [0, 4000]);
    }

    #[test]
    fn slots_count_within_a_side() {
        let sides = Sides::new(MIXED);
        assert_eq!(
            (sides.turn_slot(2.into()), sides.turn_slot(1.into())),
            (Slot::turn(Side::Party, 1), Slot::turn(Side::Enemies, 0))
        );
        assert_eq!(sides.slot_beside_turn(3.into(), 2), Slot::beside_turn(2, Side::Enemies, 1));
    }
}
