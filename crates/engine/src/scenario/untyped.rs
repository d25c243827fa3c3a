//! Declarations of keys that are read by their names.

use super::key::{DefaultValue, KeyDecl};
use super::kinds::{
    Bool, Dice, Id, Ids, Int, IntMap, Kind, Name, Names, Numbers, OneWord, Table, Tables, Text, WordList,
};
use super::words::Choice;

impl KeyDecl {
    /// A key that holds `true` or `false`.
    pub const fn bool(name: &'static str) -> Self {
        Self::new(name, Kind::Bool(Bool))
    }

    /// A key that holds a whole number, bounds included.
    pub const fn int(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Int(Int::between(min, max)))
    }

    /// A key that holds an odd whole number, bounds included.
    pub const fn odd_int(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Int(Int { min, max, numbers: Numbers::Odd }))
    }

    /// A key that holds free text.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text(Text { may_be_blank: true }))
    }

    /// A key that holds an id.
    pub const fn id(name: &'static str) -> Self {
        Self::new(name, Kind::Id(Id))
    }

    /// A key that holds a name: a letter, then letters, digits and `_`.
    pub const fn name(name: &'static str) -> Self {
        Self::new(name, Kind::Name(Name { names: Names::Identifier }))
    }

    /// A key that holds one word of a closed set, usually the `CHOICES` of a [`Word`].
    pub const fn word(name: &'static str, choices: &'static [Choice]) -> Self {
        Self::new(name, Kind::OneWord(OneWord { choices }))
    }

    /// A key that holds a list of words of a closed set, each at most once.
    pub const fn words(name: &'static str, choices: &'static [Choice]) -> Self {
        Self::new(name, Kind::WordList(WordList { choices, min: 0, repeated_max: None }))
    }

    /// A key that holds a list of at most `max` words of a closed set, in which a word may stand more than once.
    pub const fn word_list(name: &'static str, choices: &'static [Choice], max: usize) -> Self {
        Self::new(name, Kind::WordList(WordList { choices, min: 0, repeated_max: Some(max) }))
    }

    /// A key that holds a list of at most `max` ids, each at most once.
    pub const fn ids(name: &'static str, max: usize) -> Self {
        Self::new(name, Kind::Ids(Ids { min: 0, max }))
    }

    /// A key that holds dice.
    pub const fn dice(name: &'static str) -> Self {
        Self::new(name, Kind::Dice(Dice::ANY))
    }

    /// A key that holds whole numbers, bounds included, under 1 to `entries_max` names of the file's choice.
    pub const fn int_map(name: &'static str, min: i64, max: i64, entries_max: usize) -> Self {
        let numbers = Int::between(min, max);
        Self::new(
            name,
            Kind::IntMap(IntMap { numbers, entries_min: 1, entries_max, names: Names::Loose, reserved: &[] }),
        )
    }

    /// A key that holds a nested table.
    pub const fn table(name: &'static str, keys: &'static [Self]) -> Self {
        Self::new(name, Kind::Table(Table { keys, group: None }))
    }

    /// A key that holds a list of at most `max` tables, each with an `id`.
    pub const fn tables(name: &'static str, keys: &'static [Self], max: usize) -> Self {
        Self::new(name, Kind::Tables(Tables { keys, by: "id", min: 0, max }))
    }

    /// A text that has something to read in it.
    #[must_use]
    pub const fn not_blank(self) -> Self {
        self.with_kind(Kind::Text(Text { may_be_blank: false }))
    }

    /// A whole number that is a multiple of another one.
    #[must_use]
    pub const fn multiples_of(self, number: i64) -> Self {
        let Kind::Int(Int { min, max, .. }) = self.kind else { return self };
        self.with_kind(Kind::Int(Int { min, max, numbers: Numbers::MultiplesOf(number) }))
    }

    /// An integer map whose names are identifiers: a letter, then letters, digits and `_`.
    #[must_use]
    pub const fn identifiers(self) -> Self {
        let Kind::IntMap(map) = self.kind else { return self };
        self.with_kind(Kind::IntMap(IntMap { names: Names::Identifier, ..map }))
    }

    /// An integer map that refuses these names.
    #[must_use]
    pub const fn reserved(self, reserved: &'static [&'static str]) -> Self {
        let Kind::IntMap(map) = self.kind else { return self };
        self.with_kind(Kind::IntMap(IntMap { reserved, ..map }))
    }

    /// An integer map that needs at least so many entries when it is given; 1 unless told.
    #[must_use]
    pub const fn entries_min(self, entries_min: usize) -> Self {
        let Kind::IntMap(map) = self.kind else { return self };
        self.with_kind(Kind::IntMap(IntMap { entries_min, ..map }))
    }

    /// The file must give it.
    #[must_use]
    pub const fn required(self) -> Self {
        match self.kind {
            Kind::Tables(tables) => self.with_kind(Kind::Tables(Tables { min: 1, ..tables })),
            _ => self,
        }
        .with_default(DefaultValue::Required)
    }

    /// This number unless given.
    #[must_use]
    pub const fn default_int(self, value: i64) -> Self {
        self.with_default(DefaultValue::Int(value))
    }

    /// This truth value unless given.
    #[must_use]
    pub const fn default_bool(self, value: bool) -> Self {
        self.with_default(DefaultValue::Bool(value))
    }

    /// This word unless given.
    #[must_use]
    pub const fn default_word(self, word: &'static str) -> Self {
        self.with_default(DefaultValue::Text(word))
    }

    /// These words unless given.
    #[must_use]
    pub const fn default_words(self, words: &'static [&'static str]) -> Self {
        self.with_default(DefaultValue::Words(words))
    }

    /// This text, id or dice expression unless given.
    #[must_use]
    pub const fn default_text(self, text: &'static str) -> Self {
        self.with_default(DefaultValue::Text(text))
    }

    /// A table that means the same whether it is missing or empty.
    #[must_use]
    pub const fn default_table(self) -> Self {
        self.with_default(DefaultValue::Table)
    }

    /// A default that follows from other values, said in words.
    #[must_use]
    pub const fn derived(self, words: &'static str) -> Self {
        self.with_default(DefaultValue::Derived(words))
    }

    /// Only the file can give it, and no override.
    #[must_use]
    pub const fn fixed(mut self) -> Self {
        self.is_fixed = true;
        self
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
