//! The kinds of keys: the values that a key allows, and everything that follows from it.
//!
//! Each kind is one file: a small struct of its bounds, its behaviour ([`KeyKind`]), its declaration
//! ([`Key`](super::Key)) and the type as which it is read ([`Reads`]). A new kind takes a new file and a line in the
//! list below; no other code distinguishes kinds.

use serde_json::Value as Json;

use super::Problem;
use super::attachments::FileUse;
use super::json_schema::Definitions;
use super::key::KeyDecl;
use super::node::Node;
use super::read::{Location, read_value};
use super::section::Section;
use super::source::Span;
use super::validate::Check;
use super::words::Choice;

mod one_or_more;
mod text_lists;
mod tuples;
mod word_or;

/// The behaviour of a kind.
pub trait KeyKind {
    /// The name of the type, in a few words.
    fn type_name(&self) -> &'static str;

    /// The allowed values in words; empty if the type says it all.
    fn allowed(&self) -> String;

    /// The type and the allowed values, to follow the word "expected".
    fn expected(&self) -> String;

    /// The bounds that a listing shows beside the type and the words.
    fn bounds(&self) -> String {
        if self.choices().is_empty() { self.allowed() } else { String::new() }
    }

    /// The words allowed; empty if there are none.
    fn choices(&self) -> &'static [Choice] {
        &[]
    }

    /// The part of a value that further segments of a dotted path can reach.
    fn inside(&self) -> Inside {
        Inside::Nothing
    }

    /// The group of keys of a table, or of each table in a list; `None` if its keys belong to no group.
    fn group(&self) -> Option<&'static Group> {
        None
    }

    /// The purpose of a file whose path the value may be; `None` if the value never is a path. A text that is one of
    /// the allowed words is not a path.
    fn file(&self) -> Option<FileUse> {
        None
    }

    /// Whether a value is listed as a whole, and not by its parts.
    fn is_listed(&self, node: Option<&Node>) -> bool {
        let _ = node;
        matches!(self.inside(), Inside::Nothing)
    }

    /// The whole numbers allowed; `None` if there are none.
    fn steps(&self) -> Option<Steps> {
        None
    }

    /// Whether all allowed values besides words are numbers, so that a cell may write them in the notation of
    /// spreadsheets.
    fn is_numeric(&self) -> bool {
        self.steps().is_some()
    }

    /// Reports the mistakes of a value.
    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>);

    /// The canonical form of a value: JSON without spaces that is equal for all spellings of the same value. `None` if
    /// the value is invalid or no rule reads it.
    fn canonical(&self, node: &Node) -> Option<String>;

    /// The canonical form of a value that is not given and has no default; `None` if it is left out.
    fn canonical_missing(&self) -> Option<String> {
        None
    }

    /// The JSON Schema of a value.
    fn json_schema(&self, definitions: &mut Definitions) -> Json;

    /// Reads the text of an override or a cell. A text that is not TOML becomes a string, which validation refuses with
    /// a statement of what it expected.
    ///
    /// # Errors
    /// The mistakes of a list or a table that is malformed.
    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        match read_value(text, location) {
            Err(problems) if text.starts_with(['[', '{']) => Err(problems),
            read => Ok(read.unwrap_or_else(|_| Node::text(text, whole))),
        }
    }

    /// A random valid value in the notation of a file; bounds are more frequent than values between them. `pick`
    /// returns a number below its argument, which is at least 1. For random scenarios.
    fn example(&self, pick: Pick<'_>) -> String;
}

/// A function that returns a number below its argument.
pub type Pick<'a> = &'a mut dyn FnMut(u64) -> u64;

/// The parts inside a value that dotted paths can reach.
#[derive(Debug, Clone, Copy)]
pub enum Inside {
    /// Nothing: the value is set as a whole.
    Nothing,
    /// The keys of a table.
    Table(&'static [KeyDecl]),
    /// Tables in a list, each addressed by its id.
    Tables(Tables),
    /// Values under names that the file chooses.
    Entries {
        /// The kind of each value.
        kind: Kind,
        /// Largest number of entries.
        max: usize,
    },
}

impl Inside {
    /// The keys of the tables inside; empty if there are none.
    pub const fn keys(self) -> &'static [KeyDecl] {
        match self {
            Self::Table(keys) | Self::Tables(Tables { keys, .. }) => keys,
            Self::Nothing | Self::Entries { .. } => &[],
        }
    }
}

/// Evenly spaced whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    /// The smallest number.
    pub min: i64,
    /// The upper bound, which need not be one of the numbers.
    pub max: i64,
    /// The distance between neighbouring numbers, positive.
    pub by: i64,
}

impl Steps {
    /// The next smaller and the next larger number; `None` beyond the bounds.
    pub fn around(self, value: i64) -> [Option<i64>; 2] {
        let within = |value: &i64| (self.min..=self.max).contains(value);
        [value.checked_sub(self.by).filter(within), value.checked_add(self.by).filter(within)]
    }
}

/// A type as which the values of some kinds are read: the parameter of a [`Key`](super::Key).
pub trait Reads: 'static {
    /// The result of reading.
    type Value<'a>;

    /// Whether values of this kind can be read as this type.
    fn fits(kind: &Kind) -> bool;

    /// The value of a node, if it is valid.
    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>>;

    /// The value if there is no valid one in the file: the default; `None` if there is none.
    fn missing<'a>(section: &Section<'a>, key: &KeyDecl) -> Option<Self::Value<'a>>;
}

/// For optional keys, which may have no value.
impl<T: Reads> Reads for Option<T> {
    type Value<'a> = Option<T::Value<'a>>;

    fn fits(kind: &Kind) -> bool {
        T::fits(kind)
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        T::given(section, kind, node).map(Some)
    }

    fn missing<'a>(section: &Section<'a>, key: &KeyDecl) -> Option<Self::Value<'a>> {
        Some(T::missing(section, key))
    }
}

/// Declares the modules of the kinds, the enum of all kinds, and the only match over them.
macro_rules! kinds {
    ($($(#[$meta:meta])* $module:ident :: $name:ident),+ $(,)?) => {
        $(mod $module; pub use $module::$name;)+

        /// The kind of a key: the values that it allows.
        #[derive(Debug, Clone, Copy)]
        pub enum Kind {
            $($(#[$meta])* $name($name),)+
        }

        $(impl From<$name> for Kind {
            fn from(kind: $name) -> Self {
                Self::$name(kind)
            }
        })+

        impl std::ops::Deref for Kind {
            type Target = dyn KeyKind;

            fn deref(&self) -> &Self::Target {
                match self { $(Self::$name(kind) => kind,)+ }
            }
        }
    };
}

kinds! {
    /// `true` or `false`.
    bool::Bool,
    /// A whole number.
    int::Int,
    /// Free text for readers.
    text::Text,
    /// The name of something in paths and reports.
    id::Id,
    /// The name of an entry in a table of numbers.
    name::Name,
    /// One word of a closed set.
    one_word::OneWord,
    /// A list of words of a closed set.
    word_list::WordList,
    /// A list of ids.
    ids::Ids,
    /// Dice, or a whole number.
    dice::Dice,
    /// Whole numbers under names that the file chooses.
    int_map::IntMap,
    /// Squares of a grid.
    squares::Squares,
    /// Rectangles of a grid.
    rectangles::Rectangles,
    /// A map drawn as rows of text.
    rows::Rows,
    /// One word of a closed set, or a list of such words.
    one_or_more_words::OneOrMoreWords,
    /// Dice, or a list of dice.
    one_or_more_dice::OneOrMoreDice,
    /// One word of a closed set, or dice.
    word_or_dice::WordOrDice,
    /// One word of a closed set, or a whole number.
    word_or_int::WordOrInt,
    /// One word of a closed set, or an id.
    word_or_id::WordOrId,
    /// One nested table.
    table::Table,
    /// A whole number, or dice that are rolled for it.
    int_or_dice::IntOrDice,
    /// A list of tables.
    tables::Tables,
    /// A list of tables that may be in a file of its own.
    tables_file::TablesFile,
    /// A table that says which keys the columns of a foreign sheet are.
    columns::ColumnMap,
    /// A CSV file whose rows complete a list of tables of the scenario.
    roster_file::RosterFile,
    /// A text that rules read, in the scenario or in a file of its own.
    text_file::TextFile,
}

pub(super) use self::bool::truth;
pub(super) use columns::LEFT_OUT;
pub use columns::MappedColumn;
pub use int::{Numbers, Whole};
pub use int_map::Entries;
pub use name::Names;
pub use one_or_more::{OneOrMore, Several};
#[doc(hidden)]
pub use one_word::read;
pub use rectangles::Rectangle;
pub use squares::Square;
pub use table::Group;
pub use tuples::Tuples;
pub use word_or::{Either, WordOr};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_is_said_in_words() {
        let allowed = |numbers| Int { min: 5, max: 101, numbers }.allowed();
        assert_eq!(allowed(Numbers::Odd), "odd, 5..=101");
        assert_eq!(allowed(Numbers::All), "5..=101");
        assert_eq!(allowed(Numbers::MultiplesOf(5)), "multiples of 5, 5..=101");
        let choices = &[Choice { name: "spar", doc: "" }, Choice { name: "death", doc: "" }];
        assert_eq!(OneWord { choices }.allowed(), "`spar`, `death`");
        assert_eq!(
            Dice::ANY.allowed(),
            "`NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a whole number, N 1..=100, S 1..=1000"
        );
    }

    #[test]
    fn ids_and_names_keep_to_their_characters() {
        for (text, allowed) in [("a-1", true), ("-", true), ("", false), ("A", false), ("a_b", false), ("ä", false)] {
            assert_eq!(Id::allows(text), allowed, "{text:?}");
        }
        for (text, loose, identifier) in
            [("a_b", true, true), ("1a", true, false), ("a-b", true, false), ("", false, false)]
        {
            assert_eq!(Names::Loose.allow(text), loose, "{text:?}");
            assert_eq!(Names::Identifier.allow(text), identifier, "{text:?}");
        }
    }

    #[test]
    fn steps_end_at_the_bounds() {
        let steps = Int { min: 1, max: 9, numbers: Numbers::Odd }.steps().expect("it is a number");
        assert_eq!(steps.around(1), [None, Some(3)]);
        assert_eq!(steps.around(5), [Some(3), Some(7)]);
        assert_eq!(steps.around(9), [Some(7), None]);
    }
}
