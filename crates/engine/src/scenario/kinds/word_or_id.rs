//! One word of a closed set, or an id.

use super::word_or::{Either, WordOr};
use super::{Id, Kind};
use crate::scenario::key::Key;
use crate::scenario::words::Word;

/// One word of a closed set, or an id. A value that could be both is the word.
pub type WordOrId = WordOr<Id>;

impl<W: Word> Key<Option<Either<W, Id>>> {
    /// A key that holds one word of a closed set or an id.
    pub const fn word_or_id(name: &'static str) -> Self {
        Self::new(name, Kind::WordOrId(WordOr { choices: W::CHOICES, other: Id }))
    }
}
