//! The declaration of keys: what a scenario file of one system may hold.
//!
//! Each key is declared once, as static data. Validation, defaults, dotted paths, overrides, the listing of a
//! system's keys and the JSON Schema all read the same declaration.

/// One key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The key as written in the file.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What holds when the file does not give it.
    pub default: Default,
    /// The ledger rules that read it.
    pub rules: &'static [&'static str],
    /// The unit of a number, empty when it has none.
    pub unit: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
}

/// What values a key takes. Match with `..`: fields may be added.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
        /// Which of the numbers between them are allowed.
        numbers: Numbers,
    },
    /// Free text for people to read. No rule may depend on it: it is left out of the canonical scenario.
    Text,
    /// A name made of `a-z`, `0-9` and `-`.
    Id,
    /// A name of something in the scenario that looks like those of an [`Kind::IntMap`].
    Name(Names),
    /// One word of a closed set.
    Word(&'static [Choice]),
    /// A list of words of a closed set.
    Words {
        /// The set.
        choices: &'static [Choice],
        /// The most entries of a list in which a word may stand more than once; `None`: each at most once.
        repeated_max: Option<usize>,
    },
    /// A list of ids, each at most once.
    Ids {
        /// The most entries allowed.
        max: usize,
    },
    /// Dice such as `2d6+1`, or a whole number.
    Dice,
    /// Whole numbers under names that the file chooses; their order counts.
    IntMap {
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
        /// The fewest entries of a map that is given.
        entries_min: usize,
        /// The most entries.
        entries_max: usize,
        /// How names may look.
        names: Names,
        /// Names that are refused.
        reserved: &'static [&'static str],
    },
    /// One nested table.
    Table(&'static [Key]),
    /// A list of tables, each addressed by its `id`.
    Tables {
        /// The keys of each; one of them is `id`.
        keys: &'static [Key],
        /// The most tables allowed.
        max: usize,
    },
    /// A table whose contents are read and checked elsewhere; reached with `Section::node`. Left out of paths and
    /// of the canonical scenario.
    Open,
}

/// Which whole numbers between its bounds a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// All of them.
    All,
    /// Odd ones.
    Odd,
    /// Multiples of this number, which is positive.
    MultiplesOf(i64),
}

impl Numbers {
    /// The distance from one of them to the next.
    pub const fn step(self) -> i64 {
        match self {
            Self::All => 1,
            Self::Odd => 2,
            Self::MultiplesOf(number) => number,
        }
    }

    /// Whether a number is one of them.
    pub(super) const fn have(self, value: i64) -> bool {
        match self {
            Self::All => true,
            Self::Odd => value % 2 != 0,
            Self::MultiplesOf(number) => value % number == 0,
        }
    }
}

/// How the names of an [`Kind::IntMap`] and values of [`Kind::Name`] may look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// `a-z`, `0-9`, `_` and `-`, in any order.
    Loose,
    /// A letter `a-z`, then `a-z`, `0-9` and `_`.
    Identifier,
}

/// One word of a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word as written in the file.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// What holds when a key is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Default {
    /// The file must give it.
    Required,
    /// Nothing: the key is optional and has no value then.
    Absent,
    /// This number.
    Int(i64),
    /// This truth value.
    Bool(bool),
    /// This word.
    Word(&'static str),
    /// These words.
    Words(&'static [&'static str]),
    /// This text, id or dice expression.
    Text(&'static str),
    /// A table with all its keys at their defaults.
    Table,
    /// A value that follows from others, said in words: "9 for a spar, 13 to the death".
    Derived(&'static str),
}

impl Key {
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, default: Default::Absent, rules: &[], unit: "", doc: "" }
    }

    /// A key that holds `true` or `false`.
    pub const fn bool(name: &'static str) -> Self {
        Self::new(name, Kind::Bool)
    }

    /// A key that holds a whole number, bounds included.
    pub const fn int(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Int { min, max, numbers: Numbers::All })
    }

    /// A key that holds an odd whole number, bounds included.
    pub const fn odd_int(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Int { min, max, numbers: Numbers::Odd })
    }

    /// A key that holds free text.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    /// A key that holds an id.
    pub const fn id(name: &'static str) -> Self {
        Self::new(name, Kind::Id)
    }

    /// A key that holds a name: a letter, then letters, digits and `_`.
    pub const fn name(name: &'static str) -> Self {
        Self::new(name, Kind::Name(Names::Identifier))
    }

    /// A key that holds one word of a closed set, usually the `CHOICES` of a [`Word`].
    pub const fn word(name: &'static str, choices: &'static [Choice]) -> Self {
        Self::new(name, Kind::Word(choices))
    }

    /// A key that holds a list of words of a closed set, each at most once.
    pub const fn words(name: &'static str, choices: &'static [Choice]) -> Self {
        Self::new(name, Kind::Words { choices, repeated_max: None })
    }

    /// A key that holds a list of at most `max` words of a closed set, in which a word may stand more than once.
    pub const fn word_list(name: &'static str, choices: &'static [Choice], max: usize) -> Self {
        Self::new(name, Kind::Words { choices, repeated_max: Some(max) })
    }

    /// A key that holds a list of at most `max` ids, each at most once.
    pub const fn ids(name: &'static str, max: usize) -> Self {
        Self::new(name, Kind::Ids { max })
    }

    /// A key that holds dice.
    pub const fn dice(name: &'static str) -> Self {
        Self::new(name, Kind::Dice)
    }

    /// A key that holds whole numbers, bounds included, under 1 to `entries_max` names of the file's choice.
    pub const fn int_map(name: &'static str, min: i64, max: i64, entries_max: usize) -> Self {
        let (names, reserved) = (Names::Loose, &[]);
        Self::new(name, Kind::IntMap { min, max, entries_min: 1, entries_max, names, reserved })
    }

    /// A key that holds a nested table.
    pub const fn table(name: &'static str, keys: &'static [Key]) -> Self {
        Self::new(name, Kind::Table(keys))
    }

    /// A key that holds a list of at most `max` tables, each with an `id`.
    pub const fn tables(name: &'static str, keys: &'static [Key], max: usize) -> Self {
        Self::new(name, Kind::Tables { keys, max })
    }

    /// A key that holds a table read elsewhere.
    pub const fn open(name: &'static str) -> Self {
        Self::new(name, Kind::Open)
    }

    /// A whole number that is a multiple of another one.
    #[must_use]
    pub const fn multiples_of(mut self, number: i64) -> Self {
        if let Kind::Int { min, max, .. } = self.kind {
            self.kind = Kind::Int { min, max, numbers: Numbers::MultiplesOf(number) };
        }
        self
    }

    /// An integer map whose names are identifiers: a letter, then letters, digits and `_`.
    #[must_use]
    pub const fn identifiers(mut self) -> Self {
        if let Kind::IntMap { min, max, entries_min, entries_max, reserved, .. } = self.kind {
            self.kind = Kind::IntMap { min, max, entries_min, entries_max, names: Names::Identifier, reserved };
        }
        self
    }

    /// An integer map that refuses these names.
    #[must_use]
    pub const fn reserved(mut self, reserved: &'static [&'static str]) -> Self {
        if let Kind::IntMap { min, max, entries_min, entries_max, names, .. } = self.kind {
            self.kind = Kind::IntMap { min, max, entries_min, entries_max, names, reserved };
        }
        self
    }

    /// An integer map that needs at least so many entries when it is given; 1 unless told.
    #[must_use]
    pub const fn entries_min(mut self, entries_min: usize) -> Self {
        if let Kind::IntMap { min, max, entries_max, names, reserved, .. } = self.kind {
            self.kind = Kind::IntMap { min, max, entries_min, entries_max, names, reserved };
        }
        self
    }

    const fn with_default(mut self, default: Default) -> Self {
        self.default = default;
        self
    }

    /// The file must give it.
    #[must_use]
    pub const fn required(self) -> Self {
        self.with_default(Default::Required)
    }

    /// This number unless given.
    #[must_use]
    pub const fn default_int(self, value: i64) -> Self {
        self.with_default(Default::Int(value))
    }

    /// This truth value unless given.
    #[must_use]
    pub const fn default_bool(self, value: bool) -> Self {
        self.with_default(Default::Bool(value))
    }

    /// This word unless given.
    #[must_use]
    pub const fn default_word(self, word: &'static str) -> Self {
        self.with_default(Default::Word(word))
    }

    /// These words unless given.
    #[must_use]
    pub const fn default_words(self, words: &'static [&'static str]) -> Self {
        self.with_default(Default::Words(words))
    }

    /// This text, id or dice expression unless given.
    #[must_use]
    pub const fn default_text(self, text: &'static str) -> Self {
        self.with_default(Default::Text(text))
    }

    /// A table that means the same whether it is missing or empty.
    #[must_use]
    pub const fn default_table(self) -> Self {
        self.with_default(Default::Table)
    }

    /// A default that follows from other values, said in words.
    #[must_use]
    pub const fn derived(self, words: &'static str) -> Self {
        self.with_default(Default::Derived(words))
    }

    /// The rules that read it.
    #[must_use]
    pub const fn rules(mut self, rules: &'static [&'static str]) -> Self {
        self.rules = rules;
        self
    }

    /// The unit of its numbers.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// What it means, in one line.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// An enum whose variants are the words of a key; declared with `words!`.
pub trait Word: Copy + 'static {
    /// The words, in the order of the variants.
    const CHOICES: &'static [Choice];
    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self>;
    /// The word of a variant.
    fn word(self) -> &'static str;
}

/// Declares an enum whose variants are the words of a key, each with the word and what it means. The enum is a
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
/// const STAKES: Key = Key::word("stakes", Stakes::CHOICES).default_word("spar").doc("what the fighters risk");
/// assert_eq!(STAKES.name, "stakes");
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
    };
}
#[doc(inline)]
pub use words;
