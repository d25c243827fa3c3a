//! One word of a closed set, or a whole number.

use super::int::{Whole, assert_fits};
use super::word_or::{Either, WordOr};
use super::{Int, Kind};
use crate::scenario::key::Key;
use crate::scenario::words::Word;

/// One word of a closed set, or a whole number.
pub type WordOrInt = WordOr<Int>;

impl<W: Word, T: Whole> Key<Option<Either<W, T>>> {
    /// A key that holds one word of a closed set or a whole number, bounds included.
    pub const fn word_or_int(name: &'static str, min: i64, max: i64) -> Self {
        assert_fits::<T>(min, max);
        Self::new(name, Kind::WordOrInt(WordOr { choices: W::CHOICES, other: Int::between(min, max) }))
    }
}
