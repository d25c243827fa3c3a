//! Orders of turns.

use std::ops::Range;

use super::{COMBATANTS_MAX, Group, ones};
use crate::who::Who;

/// Number of bits of a combatant's index.
const WHO_BITS: u32 = COMBATANTS_MAX.ilog2();
/// Number of combatants up to which a shorter sort is used.
const FEW: usize = 8;

/// The entry after the last combatant of an order.
const NOBODY: u8 = u8::MAX;

/// Some combatants in the order of their turns, with the information which neighbours are tied, that is, whose order is
/// not resolved yet.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnOrder {
    /// Indices of combatants, then [`NOBODY`].
    who: Box<[u8]>,
    /// One bit for each index of `who`: whether its combatant is tied with the next one.
    tied: u64,
}

impl Clone for TurnOrder {
    fn clone(&self) -> Self {
        Self { who: self.who.clone(), tied: self.tied }
    }

    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        self.who.clone_from(&source.who);
        self.tied = source.tied;
    }
}

impl TurnOrder {
    /// The members of a group in listed order, all tied.
    pub fn unresolved(group: Group) -> Self {
        let who: Box<[u8]> = group.iter().map(Who::to_byte).collect();
        let tied = ones_below(who.len().saturating_sub(1));
        Self { who, tied }
    }

    /// Starts over with the members of a group in listed order, all tied, in the memory of the old order. The group
    /// must not be larger than the first one was.
    pub fn start_over(&mut self, group: Group) {
        self.who.fill(NOBODY);
        for (entry, who) in self.who.iter_mut().zip(group) {
            *entry = who.to_byte();
        }
        self.tied = ones_below(group.len().saturating_sub(1));
    }

    /// Starts over with a group sorted by ascending key; combatants with equal keys are tied and stay in listed order.
    /// The group must not be larger than the first one was.
    pub fn start_over_by(&mut self, group: Group, key: impl Fn(Who) -> i16) {
        if group.len() <= FEW { self.sort::<FEW>(group, key) } else { self.sort::<COMBATANTS_MAX>(group, key) }
    }

    /// Starts over with a sorted group of at most `N` members: see [`start_over_by`](Self::start_over_by).
    #[inline(always)]
    fn sort<const N: usize>(&mut self, group: Group, key: impl Fn(Who) -> i16) {
        let mut numbers = [i32::MAX; N];
        for (number, who) in numbers.iter_mut().zip(group) {
            *number = i32::from(key(who)) << WHO_BITS | i32::from(who.to_byte());
        }
        // The place of a number is the count of smaller ones. Counting has no branches, which would be mispredicted
        // because dice decide the order.
        let mut sorted = [i32::MAX; N];
        for &number in &numbers[..group.len()] {
            let before: i32 = numbers.iter().map(|&other| i32::from(other < number)).sum();
            sorted[before as usize % N] = number;
        }
        self.who.fill(NOBODY);
        self.tied = 0;
        for (turn, (entry, _)) in self.who.iter_mut().zip(group).enumerate() {
            let (number, next) = (sorted[turn], sorted[(turn + 1) % N]);
            *entry = (number & ((1 << WHO_BITS) - 1)) as u8;
            self.tied |= u64::from(turn + 1 < N && number >> WHO_BITS == next >> WHO_BITS) << turn;
        }
    }

    /// Number of combatants in the order.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether the order is empty.
    pub fn is_empty(&self) -> bool {
        self.get(0).is_none()
    }

    /// The combatant with this turn, counted from 0; `None` if there are fewer.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<Who> {
        self.who.get(index).filter(|&&who| who != NOBODY).map(|&who| Who::from_byte(who))
    }

    /// The combatants in the order of their turns.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Who> {
        self.who.iter().take_while(|&&who| who != NOBODY).map(|&who| Who::from_byte(who))
    }

    /// The first member of a group in this order; `None` if there is none.
    #[inline(always)]
    pub fn first_of(&self, group: Group) -> Option<Who> {
        self.iter().find(|&who| group.contains(who))
    }

    /// The turn of the last member of a group in this order; `None` if there is none.
    #[inline]
    pub fn last_turn_of(&self, group: Group) -> Option<usize> {
        let is_wanted = |&who: &u8| who != NOBODY && group.contains(Who::from_byte(who));
        self.who.iter().rposition(is_wanted)
    }

    /// The first run of turns whose combatants are tied with each other; `None` if there are no ties.
    #[inline(always)]
    pub fn tied_run(&self) -> Option<Range<usize>> {
        if self.tied == 0 {
            return None;
        }
        let first = self.tied.trailing_zeros();
        let more = (self.tied >> first).trailing_ones();
        Some(first as usize..(first + more) as usize + 1)
    }

    /// All combatants that are tied with another one.
    pub fn tied(&self) -> Group {
        let with_next_or_before = self.tied | self.tied << 1;
        ones(with_next_or_before).map(|turn| Who::from_byte(self.who[turn])).collect()
    }

    /// The combatants with turns in this range.
    #[inline(always)]
    pub fn members(&self, turns: Range<usize>) -> Group {
        self.who[turns].iter().map(|&who| Who::from_byte(who)).collect()
    }

    /// Sorts a tied run by ascending key. Afterwards those with equal keys, and no others of the run, are tied; they
    /// stay in listed order.
    #[inline]
    pub fn rank<K: Ord>(&mut self, run: Range<usize>, key: impl Fn(Who) -> K) {
        let key = |who: u8| key(Who::from_byte(who));
        let members = &mut self.who[run.clone()];
        // Insertion sort, since runs are short, usually two. It is stable, so that tied combatants stay in listed
        // order.
        for end in 1..members.len() {
            let (who, own) = (members[end], key(members[end]));
            let mut turn = end;
            while turn > 0 && own < key(members[turn - 1]) {
                members[turn] = members[turn - 1];
                turn -= 1;
            }
            members[turn] = who;
        }
        self.tied &= !(ones_below(run.len().saturating_sub(1)) << run.start);
        for (index, pair) in (run.start..).zip(members.windows(2)) {
            self.tied |= u64::from(key(pair[0]) == key(pair[1])) << index;
        }
    }

    /// Moves the combatant of one turn forward to the turn `first`, after which it is not tied with the next one.
    pub fn bring_forward(&mut self, turn: usize, first: usize) {
        self.who[first..=turn].rotate_right(1);
        self.tied &= !(1 << first);
    }

    /// Moves the combatant with the turn `turn` back to the place directly after the later turn `behind`. The order
    /// must have no ties.
    #[inline]
    pub fn put_back(&mut self, turn: usize, behind: usize) {
        debug_assert_eq!(self.tied, 0, "turns keep their number while ties are resolved");
        self.who[turn..=behind].rotate_left(1);
    }

    /// Inserts a combatant before the first one for which `is_later` holds, or at the end. The order must have no ties
    /// and a free entry.
    pub fn insert(&mut self, who: Who, is_later: impl Fn(Who) -> bool) {
        debug_assert_eq!(self.tied, 0, "turns keep their number while ties are resolved");
        let (count, later) = (self.len(), self.iter().position(is_later));
        let turn = later.unwrap_or(count);
        self.who[turn..=count].rotate_right(1);
        self.who[turn] = who.to_byte();
    }

    /// Resolves all ties in favour of the present order.
    #[inline(always)]
    pub fn resolve_as_it_stands(&mut self) {
        self.tied = 0;
    }

    /// Removes a combatant from an order without ties, and returns its turn; `None` if it had none.
    pub fn strike(&mut self, who: Who) -> Option<usize> {
        debug_assert_eq!(self.tied, 0, "turns keep their number while ties are resolved");
        let turn = self.iter().position(|other| other == who)?;
        self.who.copy_within(turn + 1.., turn);
        *self.who.last_mut()? = NOBODY;
        Some(turn)
    }

    /// Removes all combatants outside the group from an order without ties.
    pub fn retain(&mut self, group: Group) {
        debug_assert_eq!(self.tied, 0, "turns keep their number while ties are resolved");
        let mut kept = 0;
        for index in 0..self.who.len() {
            let who = std::mem::replace(&mut self.who[index], NOBODY);
            if who != NOBODY && group.contains(Who::from_byte(who)) {
                self.who[kept] = who;
                kept += 1;
            }
        }
    }

    /// Bytes of its heap memory.
    pub fn heap_bytes(&self) -> usize {
        self.who.len()
    }
}

/// A number with this many ones in its lowest bits; at most 63.
#[inline(always)]
const fn ones_below(count: usize) -> u64 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(turns: &TurnOrder) -> Vec<usize> {
        turns.iter().map(Who::index).collect()
    }

    /// Four combatants, ranked by these totals, the highest first.
    fn ranked(totals: [i32; 4]) -> TurnOrder {
        let mut turns = TurnOrder::unresolved(Group::first_listed(4));
        turns.rank(0..4, |who| -totals[who.index()]);
        turns
    }

    #[test]
    fn the_highest_total_comes_first() {
        let turns = ranked([3, 9, 1, 5]);
        assert_eq!((order(&turns), turns.tied_run()), (vec![1, 3, 0, 2], None));
        assert_eq!((turns.get(1), turns.get(4), turns.len()), (Some(3.into()), None, 4));
    }

    #[test]
    fn a_group_is_ranked_as_those_who_are_tied_are() {
        for (count, modulus) in [(1, 1), (4, 3), (8, 5), (9, 4), (64, 64), (64, 7), (64, 1)] {
            let key = |who: Who| (who.index() * 29 + 5) as i16 % modulus - modulus / 2;
            let (mut ranked, mut anew) = (TurnOrder::unresolved(Group::first_listed(count)), TurnOrder::default());
            ranked.rank(0..count, key);
            anew.clone_from(&TurnOrder::unresolved(Group::first_listed(count)));
            anew.start_over_by(Group::first_listed(count), key);
            assert_eq!(anew, ranked, "{count} of {modulus}");
        }
        let mut fewer = TurnOrder::unresolved(Group::first_listed(4));
        fewer.start_over_by([0, 2, 3].into_iter().collect(), |who| [0, 0, -1, i16::MIN][who.index()]);
        assert_eq!((order(&fewer), fewer.tied_run()), (vec![3, 2, 0], None));
    }

    #[test]
    fn whoever_is_struck_leaves_its_turn_to_the_next() {
        let mut turns = ranked([3, 9, 1, 5]);
        assert_eq!((turns.strike(3.into()), order(&turns)), (Some(1), vec![1, 0, 2]));
        assert_eq!((turns.strike(3.into()), turns.strike(2.into()), order(&turns)), (None, Some(2), vec![1, 0]));
    }

    #[test]
    fn equal_totals_are_tied_in_listed_order() {
        let turns = ranked([3, 9, 3, 9]);
        assert_eq!((order(&turns), turns.tied_run()), (vec![1, 3, 0, 2], Some(0..2)));
        assert_eq!((turns.members(0..2), turns.tied()), ([1, 3].into_iter().collect(), Group::first_listed(4)));
        assert_eq!(ranked([3, 9, 1, 9]).tied(), [1, 3].into_iter().collect());
    }

    #[test]
    fn a_run_is_ranked_again_and_leaves_the_others_tied() {
        let mut turns = ranked([3, 9, 3, 9]);
        turns.rank(0..2, |who| -[0, 1, 0, 2][who.index()]);
        assert_eq!((order(&turns), turns.tied_run()), (vec![3, 1, 0, 2], Some(2..4)));
        turns.rank(2..4, |_| 0);
        assert_eq!(turns.tied_run(), Some(2..4));
    }

    #[test]
    fn those_who_are_tied_are_brought_forward_one_by_one() {
        let mut turns = ranked([3, 3, 3, 9]);
        turns.bring_forward(3, 1);
        assert_eq!((order(&turns), turns.tied_run()), (vec![3, 2, 0, 1], Some(2..4)));
        turns.resolve_as_it_stands();
        assert_eq!(turns.tied_run(), None);
    }

    #[test]
    fn the_first_of_some_is_found() {
        let turns = ranked([3, 9, 1, 5]);
        assert_eq!(turns.first_of([0, 2].into_iter().collect()), Some(0.into()));
        assert_eq!(turns.first_of(Group::NOBODY), None);
    }

    #[test]
    fn who_is_struck_leaves_no_trace() {
        let (mut turns, mut others) = (ranked([3, 9, 1, 5]), ranked([3, 2, 9, 5]));
        let left: Group = [0, 3].into_iter().collect();
        turns.retain(left);
        others.retain(left);
        assert_eq!((order(&turns), turns.len()), (vec![3, 0], 2));
        assert!(turns == others && !turns.is_empty());
    }

    #[test]
    fn turns_are_put_back_and_put_in() {
        let mut turns = TurnOrder::unresolved(Group::first_listed(5));
        turns.start_over(Group::first_listed(4));
        turns.resolve_as_it_stands();
        turns.put_back(0, 2);
        assert_eq!(order(&turns), [1, 2, 0, 3]);
        turns.insert(4.into(), |who| who == 0);
        assert_eq!((order(&turns), turns.len()), (vec![1, 2, 4, 0, 3], 5));
        turns.retain(Group::first_listed(3));
        turns.insert(4.into(), |_| false);
        assert_eq!(order(&turns), [1, 2, 0, 4]);
    }

    #[test]
    fn the_last_turn_of_some_is_found() {
        let turns = ranked([3, 9, 1, 5]);
        assert_eq!(turns.last_turn_of([1, 3].into_iter().collect()), Some(1));
        assert_eq!(turns.last_turn_of(Group::NOBODY), None);
    }

    #[test]
    fn starting_over_needs_no_memory() {
        let mut turns = ranked([3, 9, 1, 5]);
        turns.start_over([1, 2].into_iter().collect());
        assert_eq!((order(&turns), turns.tied_run(), turns.heap_bytes()), (vec![1, 2], Some(0..2), 4));
    }

    #[test]
    fn sixty_four_can_be_tied() {
        let mut turns = TurnOrder::unresolved(Group::first_listed(64));
        assert_eq!(turns.tied_run(), Some(0..64));
        turns.rank(0..64, |who| who.index() / 2);
        assert_eq!((turns.tied_run(), turns.len()), (Some(0..2), 64));
    }
}
