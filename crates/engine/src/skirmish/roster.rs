//! Constant data of each combatant.

use std::ops::Index;

use super::COMBATANTS_MAX;
use crate::who::Who;

/// One value for each combatant, in listed order, that does not change during a fight.
///
/// It always has room for the largest number of combatants, so that frequent look-ups need no bounds check. For values
/// that change and are copied, use [`ByCombatant`](super::ByCombatant), which is only as large as the scenario needs.
#[derive(Debug, Clone)]
pub struct Roster<T> {
    /// The values of the scenario's combatants, then copies of the first one.
    all: Box<[T; COMBATANTS_MAX]>,
    count: usize,
}

impl<T: Clone> Roster<T> {
    /// A roster of 1 to 64 values.
    ///
    /// # Panics
    /// If there are no values, or more than 64.
    pub fn new(mut values: Vec<T>) -> Self {
        let count = values.len();
        assert!((1..=COMBATANTS_MAX).contains(&count), "1 to 64 combatants");
        values.resize(COMBATANTS_MAX, values[0].clone());
        let Ok(all) = values.try_into() else { unreachable!("as many as there is room for") };
        Self { all, count }
    }
}

impl<T> Roster<T> {
    /// Number of combatants.
    #[expect(clippy::len_without_is_empty, reason = "there is always somebody")]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// The values in listed order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.all[..self.count].iter()
    }
}

impl<T> Index<Who> for Roster<T> {
    type Output = T;

    /// The value at an index, which must be below [`len`](Self::len); beyond it the result is unspecified.
    #[inline(always)]
    fn index(&self, who: Who) -> &T {
        debug_assert!(who.index() < self.count, "a combatant that is there");
        &self.all[who.index() % COMBATANTS_MAX]
    }
}

impl<'a, T> IntoIterator for &'a Roster<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_there_once() {
        let roster = Roster::new(vec![3, 4]);
        assert_eq!((roster.len(), roster[1], roster.iter().copied().collect::<Vec<_>>()), (2, 4, vec![3, 4]));
        assert_eq!(Roster::new((0..64).collect::<Vec<_>>())[63], 63);
    }

    #[test]
    #[should_panic(expected = "1 to 64 combatants")]
    fn more_than_sixty_four_have_no_room() {
        let _ = Roster::new(vec![0; 65]);
    }
}
