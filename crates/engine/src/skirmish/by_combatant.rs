//! Storage with an entry for each combatant.

use std::ops::{Index, IndexMut};

use crate::who::Who;

/// One value for each combatant, in listed order; as large as the scenario needs.
///
/// [`clone_from`](Clone::clone_from) reuses the memory of a value of the same scenario, so that an encounter after the first
/// allocates nothing.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct ByCombatant<T>(Box<[T]>);

impl<T> ByCombatant<T> {
    /// Number of combatants.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no combatants.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values in listed order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in listed order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Bytes of its heap memory.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<T: Clone> Clone for ByCombatant<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl<T> Index<Who> for ByCombatant<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, who: Who) -> &T {
        &self.0[who.index()]
    }
}

impl<T> IndexMut<Who> for ByCombatant<T> {
    #[inline(always)]
    fn index_mut(&mut self, who: Who) -> &mut T {
        &mut self.0[who.index()]
    }
}

impl<T> FromIterator<T> for ByCombatant<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T> From<Vec<T>> for ByCombatant<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values.into_boxed_slice())
    }
}

impl<'a, T> IntoIterator for &'a ByCombatant<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut ByCombatant<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_the_same_size_is_reused() {
        let opening: ByCombatant<u16> = [3, 4].into_iter().collect();
        let mut state = opening.clone();
        state[1] = 7;
        let before = state.iter().as_slice().as_ptr();
        state.clone_from(&opening);
        assert_eq!((state == opening, state.iter().as_slice().as_ptr()), (true, before));
        state.clone_from(&ByCombatant::from(vec![1]));
        assert_eq!(state.len(), 1);
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_combatant_that_is_not_there_is_not_read() {
        let _ = ByCombatant::from(vec![1])[1];
    }

    #[test]
    fn memory_is_counted_in_bytes() {
        assert_eq!(ByCombatant::from(vec![0_u64; 3]).heap_bytes(), 24);
    }
}
