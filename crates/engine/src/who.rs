//! Combatants as rules name them.

use std::fmt::{self, Display};

/// A combatant of a scenario, by its index in listed order, the order of
/// [`Ruleset::combatants`](crate::Ruleset::combatants): 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who(u8);

impl Who {
    /// The combatant with an index below 256.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index <= u8::MAX as usize, "an index below 256");
        Self(index as u8)
    }

    /// Its index in listed order.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its index as it is stored in lists that are hashed and copied as bytes.
    #[inline(always)]
    pub(crate) const fn to_byte(self) -> u8 {
        self.0
    }

    /// The combatant whose index was stored so.
    #[inline(always)]
    pub(crate) const fn from_byte(index: u8) -> Self {
        Self(index)
    }

    /// The first `count` combatants, in listed order.
    #[inline]
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count).map(Self::new)
    }
}

impl Display for Who {
    /// Its index in listed order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Combatants as numbers, for tests.
#[cfg(test)]
mod numbers {
    use std::ops::{Index, IndexMut};

    use super::Who;
    use crate::skirmish::{ByCombatant, Group, Roster};

    impl From<usize> for Who {
        fn from(index: usize) -> Self {
            Self::new(index)
        }
    }

    impl PartialEq<usize> for Who {
        fn eq(&self, index: &usize) -> bool {
            self.index() == *index
        }
    }

    impl FromIterator<usize> for Group {
        fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
            members.into_iter().map(Who::new).collect()
        }
    }

    impl<T> Index<usize> for ByCombatant<T> {
        type Output = T;

        fn index(&self, index: usize) -> &T {
            &self[Who::new(index)]
        }
    }

    impl<T> IndexMut<usize> for ByCombatant<T> {
        fn index_mut(&mut self, index: usize) -> &mut T {
            &mut self[Who::new(index)]
        }
    }

    impl<T> Index<usize> for Roster<T> {
        type Output = T;

        fn index(&self, index: usize) -> &T {
            &self[Who::new(index)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_counted_in_listed_order() {
        assert_eq!(Who::first(3).map(Who::index).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Who::new(255).index(), 255);
    }
}
