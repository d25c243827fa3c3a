//! Sets of combatants.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::COMBATANTS_MAX;
use crate::who::Who;

/// A set of combatants, by their index in listed order, 0 to 63.
///
/// Operators: intersection (`&`), union (`|`) and difference (`-`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Group(u64);

impl Group {
    /// The empty set.
    pub const NOBODY: Self = Self(0);

    /// The set of one combatant.
    #[inline(always)]
    pub const fn of(who: Who) -> Self {
        debug_assert!(who.index() < COMBATANTS_MAX, "an index below 64");
        Self(1 << who.index())
    }

    /// The first `count` combatants of a scenario, at most 64.
    pub const fn first_listed(count: usize) -> Self {
        assert!(count <= COMBATANTS_MAX, "at most 64 combatants");
        if count == COMBATANTS_MAX { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether a combatant is a member.
    #[inline(always)]
    pub const fn contains(self, who: Who) -> bool {
        debug_assert!(who.index() < COMBATANTS_MAX, "an index below 64");
        self.0 >> who.index() & 1 == 1
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a common member.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of members.
    #[inline(always)]
    pub const fn len(self) -> usize {
        // Most target processors cannot be assumed to have an instruction that counts bits, so sets of low indices use
        // a table.
        if self.0 < 256 { ONES_OF_BYTE[self.0 as usize] as usize } else { self.0.count_ones() as usize }
    }

    /// The first member in listed order; `None` if the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Option<Who> {
        if self.0 == 0 { None } else { Some(Who::new(self.0.trailing_zeros() as usize)) }
    }

    /// The member that comes after `others` other members in listed order. The set must have more than `others`
    /// members.
    ///
    /// A die picks the member, so that a loop over the preceding members would be mispredicted at its exit. Instead the
    /// byte with the member is found from the number of members up to the end of each byte, for all bytes at once, and
    /// the bit within the byte from a table.
    #[inline(always)]
    pub const fn nth(self, others: usize) -> Who {
        const LOW_BITS: u64 = u64::MAX / 0xff;
        const HIGH_BITS: u64 = LOW_BITS << 7;
        debug_assert!(others < self.len(), "somebody comes after them");
        let in_twos = self.0 - (self.0 >> 1 & (u64::MAX / 3));
        let in_fours = (in_twos & (u64::MAX / 5)) + (in_twos >> 2 & (u64::MAX / 5));
        let up_to_end = ((in_fours + (in_fours >> 4)) & (u64::MAX / 17)).wrapping_mul(LOW_BITS);
        // A byte keeps its high bit if the members up to its end do not yet include the one looked for.
        let goes_on = ((others as u64).wrapping_mul(LOW_BITS) | HIGH_BITS) - up_to_end;
        let byte = (!goes_on & HIGH_BITS).trailing_zeros() & !7;
        let before = up_to_end << 8 >> byte & 0xff;
        let bit = BIT_OF_BYTE[(others - before as usize) % 8][(self.0 >> byte & 0xff) as usize];
        Who::new(byte as usize + bit as usize)
    }

    /// A member picked by a die with one side per member, whose face counts the members in listed order. The set must
    /// not be empty.
    #[inline(always)]
    pub fn picked_by(self, die: impl FnOnce(u32) -> u32) -> Who {
        let first = self.0.trailing_zeros() as usize;
        // Usually all members lie within eight indices, so that a table gives their number and positions.
        match u8::try_from(self.0 >> (first % COMBATANTS_MAX)) {
            Ok(byte) => {
                let others = die(ONES_OF_BYTE[usize::from(byte)].into()) as usize - 1;
                Who::new(first + BIT_OF_BYTE[others % 8][usize::from(byte)] as usize)
            }
            Err(_) => self.nth(die(self.len() as u32) as usize - 1),
        }
    }

    /// The only member; `None` unless there is exactly one.
    #[inline(always)]
    pub const fn only(self) -> Option<Who> {
        if self.0.is_power_of_two() { Some(Who::new(self.0.trailing_zeros() as usize)) } else { None }
    }

    /// Adds a combatant.
    #[inline(always)]
    pub const fn insert(&mut self, who: Who) {
        self.0 |= Self::of(who).0;
    }

    /// Adds a combatant if `is_member`.
    #[inline(always)]
    pub const fn insert_if(&mut self, who: Who, is_member: bool) {
        debug_assert!(who.index() < COMBATANTS_MAX, "an index below 64");
        self.0 |= (is_member as u64) << who.index();
    }

    /// Removes a combatant.
    #[inline(always)]
    pub const fn remove(&mut self, who: Who) {
        self.0 &= !Self::of(who).0;
    }

    /// Adds a combatant if `is_member`, else removes it.
    #[inline(always)]
    pub const fn set(&mut self, who: Who, is_member: bool) {
        self.remove(who);
        self.0 |= (is_member as u64) << who.index();
    }

    /// The set without one combatant.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, who: Who) -> Self {
        Self(self.0 & !Self::of(who).0)
    }

    /// The members for which `is_wanted` returns true.
    #[inline(always)]
    #[must_use]
    pub fn filter(self, mut is_wanted: impl FnMut(Who) -> bool) -> Self {
        let mut wanted = Self::NOBODY;
        for who in self {
            wanted.0 |= u64::from(is_wanted(who)) << who.index();
        }
        wanted
    }

    /// The member with the smallest key, the first in listed order of several; `None` if the set is empty.
    #[inline(always)]
    pub fn least_by<K: Ord>(self, key: impl Fn(Who) -> K) -> Option<Who> {
        let mut best = self.first()?;
        let others = self.without(best);
        if others.is_empty() {
            return Some(best);
        }
        let mut least = key(best);
        for who in others {
            let found = key(who);
            if found < least {
                (best, least) = (who, found);
            }
        }
        Some(best)
    }

    /// The members in listed order.
    #[inline(always)]
    pub fn iter(self) -> Members {
        Members(ones(self.0))
    }
}

/// For each number of preceding one bits and each byte: the index of the next one bit; 8 if there is none.
static BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut bits = [[8; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut before) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                bits[before][byte] = bit as u8;
                before += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// For each byte: its number of one bits.
static ONES_OF_BYTE: [u8; 256] = {
    let (mut ones, mut byte) = ([0; 256], 0);
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

impl IntoIterator for Group {
    type Item = Who;
    type IntoIter = Members;

    #[inline(always)]
    fn into_iter(self) -> Members {
        self.iter()
    }
}

impl FromIterator<Who> for Group {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = Who>>(members: I) -> Self {
        members.into_iter().fold(Self::NOBODY, |group, who| group | Self::of(who))
    }
}

impl BitAnd for Group {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Group {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Group {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for Group {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Group {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for Group {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The iterator over the members of a [`Group`].
#[derive(Debug, Clone)]
pub struct Members(Ones);

impl Iterator for Members {
    type Item = Who;

    #[inline(always)]
    fn next(&mut self) -> Option<Who> {
        self.0.next().map(Who::new)
    }
}

/// The indices of the one bits, ascending.
#[inline(always)]
pub fn ones(set: impl Into<u64>) -> Ones {
    Ones(set.into())
}

/// The iterator of [`ones`].
#[derive(Debug, Clone)]
pub struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(members: &[usize]) -> Group {
        members.iter().copied().collect()
    }

    #[test]
    fn members_come_in_listed_order() {
        assert_eq!(group(&[63, 0, 5]).iter().collect::<Vec<_>>(), [0, 5, 63].map(Who::new));
        assert_eq!((group(&[7, 5]).first(), Group::NOBODY.first()), (Some(Who::new(5)), None));
    }

    #[test]
    fn the_only_member_is_alone() {
        assert_eq!([group(&[]), group(&[63]), group(&[1, 2])].map(Group::only), [None, Some(Who::new(63)), None]);
    }

    #[test]
    fn sets_are_cut_united_and_taken_from_each_other() {
        let (left, right) = (group(&[0, 1, 2]), group(&[2, 3]));
        assert_eq!((left & right, left | right, left - right), (group(&[2]), group(&[0, 1, 2, 3]), group(&[0, 1])));
        assert!(left.meets(right) && !left.meets(group(&[4])));
        assert_eq!(left.filter(|who| who.index() % 2 == 0), group(&[0, 2]));
    }

    #[test]
    fn members_are_put_in_and_taken_out() {
        let [third, fourth, fifth, sixth] = [3, 4, 5, 6].map(Who::new);
        let mut group = Group::of(third);
        group.insert(fourth);
        group.set(fifth, true);
        group.set(third, false);
        group.remove(sixth);
        assert!(group.contains(fourth) && group.contains(fifth) && !group.contains(third));
        assert_eq!((group.len(), group.without(fourth)), (2, Group::of(fifth)));
    }

    #[test]
    fn the_first_listed_has_the_least_where_others_have_as_much() {
        assert_eq!(group(&[1, 2, 3, 4]).least_by(|who| [9, 5, 2, 7, 2][who.index()]), Some(Who::new(2)));
        assert_eq!(Group::NOBODY.least_by(|who| who), None);
    }

    #[test]
    fn the_one_after_some_others_is_found_wherever_it_is() {
        let mut set = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..4_000 {
            set ^= set << 13;
            set ^= set >> 7;
            set ^= set << 17;
            let members = Group([set, set & set >> 11 & set << 5, set & 0xff, u64::MAX >> (set % 64)][round % 4]);
            for (others, who) in members.iter().enumerate() {
                assert_eq!(members.nth(others), who, "{members:?} {others}");
                let sides = members.len() as u32;
                let picked = members.picked_by(|asked| if asked == sides { others as u32 + 1 } else { u32::MAX });
                assert_eq!(picked, who, "{members:?} {others}");
            }
        }
    }

    #[test]
    fn sixty_four_combatants_fit() {
        assert_eq!(Group::first_listed(64).len(), 64);
        assert_eq!(Group::first_listed(2), group(&[0, 1]));
        assert!(Group::first_listed(0).is_empty());
    }
}
