//! Closed sets of words.

use super::error::list_of;
use super::kinds::Reads;

/// One word of a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word as written in the file.
    pub name: &'static str,
    /// The meaning of the word, in one line.
    pub doc: &'static str,
}

/// The words in back quotes, separated by commas.
pub(super) fn words_of(choices: &[Choice]) -> String {
    list_of(&names_of(choices))
}

/// The words as texts.
pub(super) fn names_of(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

/// Whether a word is in the set.
pub(super) fn is_choice(word: &str, choices: &[Choice]) -> bool {
    choices.iter().any(|choice| choice.name == word)
}

/// An enum whose variants are the words of a key; declared with `words!`.
pub trait Word: for<'a> Reads<Value<'a> = Self> + Copy {
    /// The words, in the order of the variants.
    const CHOICES: &'static [Choice];
    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self>;
    /// The word of a variant.
    fn word(self) -> &'static str;
}

/// Declares an enum whose variants are the words of a key, each with the word and its meaning. The enum implements
/// [`Word`](crate::scenario::Word).
///
/// ```
/// use equipoise_engine::scenario::{Key, Word, words};
///
/// words! {
///     /// What the fighters risk.
///     pub enum Stakes {
///         Spar = "spar", "fought until one side yields",
///         Death = "death", "fought until one side is dead",
///     }
/// }
///
/// const STAKES: Key<Stakes> = Key::word("stakes").default_word("spar").doc("what the fighters risk");
/// assert_eq!(Stakes::from_word("death"), Some(Stakes::Death));
/// assert_eq!(Stakes::Spar.word(), "spar");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal, $doc:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(clippy::enum_variant_names, reason = "the variants are named for the words of the file")]
        $vis enum $name {
            $($(#[$variant_meta])* #[doc = $doc] $variant,)+
        }

        impl $crate::scenario::Word for $name {
            const CHOICES: &'static [$crate::scenario::Choice] =
                &[$($crate::scenario::Choice { name: $word, doc: $doc }),+];

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::scenario::Reads for $name {
            type Value<'a> = Self;

            fn fits(kind: &$crate::scenario::Kind) -> bool {
                $crate::scenario::read_word::fits::<Self>(kind)
            }

            fn given<'a>(
                _: &$crate::scenario::Section<'a>,
                kind: &$crate::scenario::Kind,
                node: &'a $crate::scenario::Node,
            ) -> Option<Self> {
                $crate::scenario::read_word::given(kind, node)
            }

            fn missing(
                _: &$crate::scenario::Section<'_>,
                key: &$crate::scenario::KeyDecl,
            ) -> Option<Self> {
                $crate::scenario::read_word::missing(key)
            }
        }
    };
}
#[doc(inline)]
pub use words;
