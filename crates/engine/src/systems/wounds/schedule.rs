//! The counts of a round that are still to come, with the combatants that have a turn or an arrival on each
//! (WOUNDS-05).

use crate::skirmish::Group;
use crate::who::Who;

/// The number of counts, from the lowest one on, that are stored apart: the window.
const WINDOW: usize = 64;

/// The counts of a round that are left. The next count is found without a search: it is the lowest bit of a set.
#[derive(Debug, Clone)]
pub(super) struct Schedule {
    first: i16,
    /// A bit for each count of the window: whether a combatant is on it.
    occupied: u64,
    /// By count of the window: the combatants on it. Outdated unless the bit in `occupied` is set.
    on_count: [Group; WINDOW],
    /// Combatants on a count beyond the window.
    later: Group,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { first: 0, occupied: 0, on_count: [Group::NOBODY; WINDOW], later: Group::NOBODY }
    }
}

impl Schedule {
    /// Empties the schedule; `first` is the lowest count that will be added.
    #[inline]
    pub(super) fn start(&mut self, first: i16) {
        (self.first, self.occupied, self.later) = (first, 0, Group::NOBODY);
    }

    /// Adds a combatant to a count.
    #[inline]
    pub(super) fn add(&mut self, who: Who, count: i16) {
        let index = count.wrapping_sub(self.first) as u16 as usize;
        if index >= WINDOW {
            self.later.insert(who);
            return;
        }
        let others = if self.occupied & 1 << index == 0 { Group::NOBODY } else { self.on_count[index] };
        self.on_count[index] = others | Group::of(who);
        self.occupied |= 1 << index;
    }

    /// The lowest count in the window that is left; `None` if there is none.
    #[inline]
    pub(super) fn lowest(&self) -> Option<i16> {
        (self.occupied != 0).then(|| self.first + self.occupied.trailing_zeros() as i16)
    }

    /// Removes the lowest count, and returns the combatants on it.
    #[inline]
    pub(super) fn take_lowest(&mut self) -> Group {
        let index = self.occupied.trailing_zeros() as usize % WINDOW;
        self.occupied &= self.occupied.wrapping_sub(1);
        self.on_count[index]
    }

    /// Combatants on counts beyond the window.
    #[inline]
    pub(super) const fn later(&self) -> Group {
        self.later
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(members: &[usize]) -> Group {
        members.iter().copied().collect()
    }

    #[test]
    fn counts_come_in_order_with_all_who_share_them() {
        let mut schedule = Schedule::default();
        schedule.start(-5);
        for (who, count) in [(3, 58), (0, -5), (9, 7), (1, 7)] {
            schedule.add(who.into(), count);
        }
        let mut taken = Vec::new();
        while let Some(count) = schedule.lowest() {
            taken.push((count, schedule.take_lowest()));
        }
        assert_eq!(taken, [(-5, group(&[0])), (7, group(&[1, 9])), (58, group(&[3]))]);
        assert_eq!(schedule.later(), Group::NOBODY);
    }

    #[test]
    fn a_combatant_far_behind_the_lowest_count_comes_later() {
        let mut schedule = Schedule::default();
        schedule.start(0);
        schedule.add(0.into(), 0);
        schedule.add(1.into(), 64);
        assert_eq!(
            (schedule.take_lowest(), schedule.lowest(), schedule.later()),
            (Group::of(0.into()), None, Group::of(1.into()))
        );
    }

    #[test]
    fn a_new_round_knows_nothing_of_the_last_one() {
        let mut schedule = Schedule::default();
        schedule.start(2);
        for (who, count) in [(4, 2), (6, 3), (7, 90)] {
            schedule.add(who.into(), count);
        }
        schedule.take_lowest();
        schedule.start(2);
        assert_eq!((schedule.lowest(), schedule.later()), (None, Group::NOBODY));
        schedule.add(5.into(), 3);
        assert_eq!((schedule.lowest(), schedule.take_lowest()), (Some(3), Group::of(5.into())));
    }
}
