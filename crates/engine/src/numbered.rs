//! Values numbered in the order in which they are first met.

use std::hash::Hash;
use std::rc::Rc;

use crate::hashing::QuickMap;

/// Values by number: equal values share a number; numbers follow the order in which they were first met.
pub(crate) struct Numbered<T> {
    values: Vec<Rc<T>>,
    numbers: QuickMap<Rc<T>, u32>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub(crate) fn new() -> Self {
        Self { values: Vec::new(), numbers: QuickMap::default() }
    }

    /// The number of a value; the value is cloned if it is new.
    pub(crate) fn number(&mut self, value: &T) -> u32 {
        if let Some(&known) = self.numbers.get(value) {
            return known;
        }
        let number = self.values.len() as u32;
        let value = Rc::new(value.clone());
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.values.iter().map(Rc::as_ref)
    }
}
