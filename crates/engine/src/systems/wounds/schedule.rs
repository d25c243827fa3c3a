//! Which counts of a round are still to come, and who has something on them (WOUNDS-05).

use crate::skirmish::{Group, ones};

/// How many counts from the lowest one on are told apart.
const WINDOW: usize = 64;

/// The counts of a round from the lowest one that is left. Nobody is searched for: the next count is the lowest bit of a set.
#[derive(Debug, Clone)]
pub(super) struct Schedule {
    first: i16,
    /// A bit for each of the counts from `first` on: whether somebody has something on it.
    occupied: u64,
    /// By count, from `first` on; whoever was there before where the count is not noted.
    on_count: [Group; WINDOW],
    /// A bit for each of those counts on which somebody had something before it was taken away.
    noted: u64,
    /// Who has something on a count behind those.
    later: Group,
    /// The lowest count that was added of those that are not told apart.
    lowest_apart: i16,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            first: 0,
            occupied: 0,
            on_count: [Group::NOBODY; WINDOW],
            noted: 0,
            later: Group::NOBODY,
            lowest_apart: i16::MAX,
        }
    }
}

impl Schedule {
    /// Forgets everybody; `first` is the lowest count that is going to be added.
    #[inline(always)]
    pub(super) fn start(&mut self, first: i16) {
        self.start_again(Group::NOBODY);
        self.first = first;
    }

    /// Forgets everybody but those of a group who had something on one of the counts of the last round, which they have there
    /// again: who they are. The lowest count that is going to be added may be one that is [told apart](Self::is_in_order) as
    /// those are.
    #[inline(always)]
    pub(super) fn start_again(&mut self, group: Group) -> Group {
        let mut again = Group::NOBODY;
        let noted = if group.is_empty() { 0 } else { self.noted };
        self.occupied = 0;
        for index in ones(noted) {
            let on_count = &mut self.on_count[index % WINDOW];
            *on_count &= group;
            again |= *on_count;
            self.occupied |= u64::from(!on_count.is_empty()) << index;
        }
        (self.noted, self.later, self.lowest_apart) = (self.occupied, Group::NOBODY, i16::MAX);
        again
    }

    /// Whether the lowest count that was added is among those that are told apart. Where not, it has to
    /// [start](Self::start) there.
    #[inline(always)]
    pub(super) fn is_in_order(&self) -> bool {
        self.later.is_empty() || self.index(self.lowest_added()) < WINDOW
    }

    /// The lowest count that was added, before any is taken away.
    #[inline(always)]
    pub(super) fn lowest_added(&self) -> i16 {
        self.lowest().map_or(self.lowest_apart, |lowest| lowest.min(self.lowest_apart))
    }

    #[inline(always)]
    const fn index(&self, count: i16) -> usize {
        count.wrapping_sub(self.first) as u16 as usize
    }

    /// Adds somebody to a count.
    #[inline(always)]
    pub(super) fn add(&mut self, who: usize, count: i16) {
        let index = self.index(count);
        if index >= WINDOW {
            self.later.insert(who);
            self.lowest_apart = self.lowest_apart.min(count);
            return;
        }
        debug_assert_eq!(self.noted & !self.occupied & 1 << index, 0, "nobody is added to a count that was taken away");
        let bit = 1 << index;
        let others = if self.noted & bit == 0 { Group::NOBODY } else { self.on_count[index] };
        self.on_count[index] = others | Group::of(who);
        self.occupied |= bit;
        self.noted |= bit;
    }

    /// The lowest count that is left, as far as counts are told apart.
    #[inline(always)]
    pub(super) fn lowest(&self) -> Option<i16> {
        (self.occupied != 0).then(|| self.first + self.occupied.trailing_zeros() as i16)
    }

    /// Takes the lowest count away: who has something on it.
    #[inline(always)]
    pub(super) fn take_lowest(&mut self) -> Group {
        let index = self.occupied.trailing_zeros() as usize % WINDOW;
        self.occupied &= self.occupied.wrapping_sub(1);
        self.on_count[index]
    }

    /// Who has something on counts that are not told apart yet.
    #[inline(always)]
    pub(super) const fn later(&self) -> Group {
        self.later
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_in_order_with_all_who_share_them() {
        let mut schedule = Schedule::default();
        schedule.start(-5);
        for (who, count) in [(3, 58), (0, -5), (9, 7), (1, 7)] {
            schedule.add(who, count);
        }
        let mut taken = Vec::new();
        while let Some(count) = schedule.lowest() {
            taken.push((count, schedule.take_lowest()));
        }
        let group = |members: &[usize]| members.iter().copied().collect::<Group>();
        assert_eq!(taken, [(-5, group(&[0])), (7, group(&[1, 9])), (58, group(&[3]))]);
        assert_eq!(schedule.later(), Group::NOBODY);
    }

    #[test]
    fn who_is_far_behind_the_lowest_count_comes_later() {
        let mut schedule = Schedule::default();
        schedule.start(0);
        schedule.add(0, 0);
        schedule.add(1, 64);
        assert_eq!((schedule.take_lowest(), schedule.lowest(), schedule.later()), (Group::of(0), None, Group::of(1)));
    }

    #[test]
    fn counts_are_in_order_where_the_lowest_is_told_apart() {
        let mut schedule = Schedule::default();
        schedule.start(-3);
        let mut is_in_order = |counts: &[i16]| {
            schedule.start_again(Group::NOBODY);
            for &count in counts {
                schedule.add(2, count);
            }
            schedule.is_in_order()
        };
        assert_eq!([&[-4, 5][..], &[61]].map(&mut is_in_order), [false; 2]);
        assert_eq!([&[][..], &[-3], &[60], &[90, 5]].map(&mut is_in_order), [true; 4]);
        assert_eq!((schedule.lowest(), schedule.lowest_added()), (Some(5), 5));
        assert_eq!((schedule.take_lowest(), schedule.later()), (Group::of(2), Group::of(2)));
    }

    #[test]
    fn who_goes_on_has_its_turn_on_the_count_of_the_last_round() {
        let mut schedule = Schedule::default();
        schedule.start(0);
        for (who, count) in [(0, 3), (1, 3), (2, 7), (3, 5), (5, 90)] {
            schedule.add(who, count);
        }
        while schedule.lowest().is_some() {
            schedule.take_lowest();
        }
        let group = |members: &[usize]| members.iter().copied().collect::<Group>();
        assert_eq!(schedule.start_again(group(&[0, 2, 4, 5])), group(&[0, 2]), "4 had nothing, 5 something far behind");
        assert_eq!((schedule.lowest_added(), schedule.later()), (3, Group::NOBODY));
        schedule.add(4, 3);
        assert_eq!(
            [3, 7].map(|count| (schedule.lowest() == Some(count), schedule.take_lowest())),
            [(true, group(&[0, 4])), (true, group(&[2]))]
        );
        assert_eq!((schedule.lowest(), schedule.start_again(Group::of(1))), (None, Group::NOBODY));
    }

    #[test]
    fn a_new_round_knows_nothing_of_the_last_one() {
        let mut schedule = Schedule::default();
        schedule.start(2);
        schedule.add(4, 2);
        schedule.start(2);
        assert_eq!(schedule.lowest(), None);
        schedule.add(5, 2);
        assert_eq!(schedule.take_lowest(), Group::of(5));
    }
}
