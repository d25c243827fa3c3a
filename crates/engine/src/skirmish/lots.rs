//! Lots that decide between combatants that the rules leave equal.

use super::{COMBATANTS_MAX, Group};
use crate::dice::Dice;
use crate::who::Who;

/// The entry after the last combatant that has drawn.
const NOBODY: u8 = COMBATANTS_MAX as u8;

/// A random order of all combatants, drawn for each encounter, with equal chances for all orders. If rules have no
/// better reason, they take the first of some combatants by lot, as if the file had listed them in this order. Empty if
/// listed order decides instead.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Lots(Box<[u8]>);

impl Clone for Lots {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl Lots {
    /// Lots for this many combatants, not drawn yet.
    pub fn undrawn(combatants: usize) -> Self {
        Self(vec![NOBODY; combatants].into_boxed_slice())
    }

    /// Draws all lots, in listed order. Each combatant rolls a die with one side more than there are combatants that
    /// have drawn; a face of 1 puts it behind all of them, and each point more moves it one place forward. Only
    /// combatants of the same block are counted: the order between blocks does not matter, and a block stays together. Who is not in
    /// its own block draws none.
    pub fn draw(&mut self, block_of: impl Fn(Who) -> Group, dice: &mut impl Dice) {
        for who in Who::first(self.0.len()) {
            let block = block_of(who);
            if !block.contains(who) {
                continue;
            }
            let (drawn, rivals) = (self.iter().count(), self.iter().filter(|&other| block.contains(other)).count());
            let behind = if rivals == 0 { 0 } else { dice.die(rivals as u32 + 1) as usize - 1 };
            let first = self.iter().position(|other| block.contains(other)).unwrap_or(drawn);
            let place = first + rivals - behind;
            self.0[place..=drawn].rotate_right(1);
            self.0[place] = who.to_byte();
        }
    }

    /// Whether no lot has been drawn yet.
    #[inline(always)]
    pub fn are_due(&self) -> bool {
        self.0.first() == Some(&NOBODY)
    }

    /// The combatants that have drawn, in the order of their lots.
    pub fn iter(&self) -> impl Iterator<Item = Who> {
        self.0.iter().take_while(|&&who| who != NOBODY).map(|&who| Who::from_byte(who))
    }

    /// The first member of a group by lot; `None` if none of them has drawn.
    pub fn first_of(&self, group: Group) -> Option<Who> {
        self.iter().find(|&who| group.contains(who))
    }

    /// The first member of a group: by lot if `is_by_lot`, else in listed order.
    #[inline(always)]
    pub fn first_by(&self, is_by_lot: bool, group: Group) -> Option<Who> {
        if is_by_lot { self.first_of(group) } else { group.first() }
    }

    /// The members of a group: by lot if `is_by_lot`, else in listed order.
    pub fn in_order(&self, is_by_lot: bool, group: Group) -> Vec<Who> {
        if is_by_lot { self.iter().filter(|&who| group.contains(who)).collect() } else { group.iter().collect() }
    }

    /// The member of a group with the smallest key; of several, the first as in [`first_by`](Self::first_by).
    #[inline(always)]
    pub fn least_by<K: Ord>(&self, is_by_lot: bool, group: Group, key: impl Fn(Who) -> K) -> Option<Who> {
        let first = group.least_by(&key)?;
        if !is_by_lot {
            return Some(first);
        }
        let least = key(first);
        self.first_of(group.filter(|who| key(who) == least))
    }

    /// Removes the lots of all combatants outside the group.
    pub fn retain(&mut self, group: Group) {
        let mut kept = 0;
        for index in 0..self.0.len() {
            let who = std::mem::replace(&mut self.0[index], NOBODY);
            if who != NOBODY && group.contains(Who::from_byte(who)) {
                self.0[kept] = who;
                kept += 1;
            }
        }
    }

    /// Bytes of its heap memory.
    pub fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::dice::Scripted;

    fn drawn(blocks: &[Group], faces: &[u32]) -> Vec<usize> {
        let block_of = |who| *blocks.iter().find(|block| block.contains(who)).expect("everybody is in a block");
        let mut lots = Lots::undrawn(blocks.iter().map(|block| block.len()).sum());
        let mut dice = Scripted::new(faces.iter().copied());
        lots.draw(block_of, &mut dice);
        dice.assert_spent();
        lots.iter().map(Who::index).collect()
    }

    #[test]
    fn a_face_says_how_many_come_behind() {
        let all = [Group::first_listed(4)];
        assert_eq!(drawn(&all, &[1, 1, 1]), [0, 1, 2, 3]);
        assert_eq!(drawn(&all, &[2, 3, 4]), [3, 2, 1, 0]);
        assert_eq!(drawn(&all, &[2, 2, 1]), [1, 2, 0, 3]);
    }

    /// For three combatants, each of the 2 · 3 combinations of faces leads to a different order.
    #[test]
    fn every_order_has_the_same_chance() {
        let mut orders = BTreeMap::new();
        for (second, third) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)] {
            *orders.entry(drawn(&[Group::first_listed(3)], &[second, third])).or_insert(0) += 1;
        }
        assert_eq!(orders.into_values().collect::<Vec<_>>(), [1; 6]);
    }

    #[test]
    fn blocks_draw_apart_and_stay_together() {
        let blocks = [[0, 2, 4].into_iter().collect(), [1, 3].into_iter().collect()];
        // 2 before 0, 3 before 1, 4 between 2 and 0.
        assert_eq!(drawn(&blocks, &[2, 2, 2]), [2, 4, 0, 3, 1]);
        assert_eq!(drawn(&[Group::of(0.into()), Group::of(1.into())], &[]), [0, 1], "nobody to come before");
    }

    #[test]
    fn the_first_of_some_is_by_lot_or_listed() {
        let mut lots = Lots::undrawn(3);
        assert_eq!(
            (lots.first_of(Group::first_listed(3)), lots.are_due(), Lots::default().are_due()),
            (None, true, false)
        );
        lots.draw(|_| Group::first_listed(3), &mut Scripted::new([2, 3]));
        let some: Group = [0, 1].into_iter().collect();
        assert_eq!((lots.first_by(true, some), lots.first_by(false, some)), (Some(1.into()), Some(0.into())));
        let in_order = |is_by_lot| lots.in_order(is_by_lot, some).into_iter().map(Who::index).collect::<Vec<_>>();
        assert_eq!((in_order(true), in_order(false)), (vec![1, 0], vec![0, 1]));
        let least = |is_by_lot: bool| lots.least_by(is_by_lot, Group::first_listed(3), |who| [5, 5, 9][who.index()]);
        assert_eq!((least(true), least(false)), (Some(1.into()), Some(0.into())));
        lots.retain(Group::of(0.into()));
        assert_eq!((lots.iter().map(Who::index).collect::<Vec<_>>(), lots.heap_bytes()), (vec![0], 3));
        assert_eq!(Lots::default().first_by(false, some), Some(0.into()));
    }
}
