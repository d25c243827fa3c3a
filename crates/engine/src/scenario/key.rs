//! Declarations of keys: what a scenario file of one system may hold.
//!
//! Each key is declared once, as constant data. Validation, defaults, dotted paths, overrides, the listing of a
//! system's keys, the JSON Schema and the types that values are read as all come from that declaration.

use std::fmt;
use std::marker::PhantomData;

use super::follow::{Follow, Follows};
use super::kinds::Kind;
use super::node::{Node, Value};
use super::source::Span;

/// The declaration of one key of a table, whatever its values are read as.
#[derive(Debug, Clone, Copy)]
pub struct KeyDecl {
    /// The key as written in the file.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What holds when the file does not give it.
    pub default: DefaultValue,
    /// What a default that follows from other values comes to, where a declaration can tell.
    pub follows: Follows,
    /// The ledger rules that read it.
    pub rules: &'static [&'static str],
    /// The unit of a number, empty when it has none.
    pub unit: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// A sensible value as a file would write it, for a key whose default is no value that a declaration can tell.
    pub example: Option<&'static str>,
    /// Whether only the file can give it, and no override.
    pub is_fixed: bool,
}

/// What holds when a key is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultValue {
    /// The file must give it.
    Required,
    /// Nothing: the key is optional and has no value then.
    Absent,
    /// This number.
    Int(i64),
    /// This truth value.
    Bool(bool),
    /// This text, word, id or dice expression.
    Text(&'static str),
    /// These words.
    Words(&'static [&'static str]),
    /// A table with all its keys at their defaults.
    Table,
    /// A value that follows from others, said in words: "9 for a spar, 13 to the death".
    Derived(&'static str),
}

impl KeyDecl {
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        let (default, follows) = (DefaultValue::Absent, Follows::Words);
        Self { name, kind, default, follows, rules: &[], unit: "", doc: "", example: None, is_fixed: false }
    }

    pub(super) const fn with_default(mut self, default: DefaultValue) -> Self {
        self.default = default;
        self
    }

    pub(super) const fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The value that stands in the canonical scenario, `node` being what is written.
    pub(super) fn canonical(&self, node: Option<&Node>) -> Option<String> {
        let given = node.and_then(|node| self.kind.canonical(node));
        let default = || self.default.node().and_then(|node| self.kind.canonical(&node));
        given.or_else(default).or_else(|| self.kind.canonical_missing())
    }
}

/// A key of a table and the type that its value is read as: see [`Section::get`](super::Section::get).
///
/// The constructors of each kind make optional keys; [`required`](Key::required) and the literal defaults make keys that
/// always have a value. Declared in tables with [`keys!`](crate::keys).
pub struct Key<T> {
    decl: KeyDecl,
    read_as: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        Self::of(KeyDecl::new(name, kind))
    }

    pub(super) const fn of(decl: KeyDecl) -> Self {
        Self { decl, read_as: PhantomData }
    }

    /// The declaration without the type.
    pub const fn decl(self) -> KeyDecl {
        self.decl
    }

    /// The key as written in the file.
    pub const fn name(self) -> &'static str {
        self.decl.name
    }

    /// A default that follows from other values, said in words.
    #[must_use]
    pub const fn derived(self, words: &'static str) -> Self {
        Self::of(self.decl.with_default(DefaultValue::Derived(words)))
    }

    /// A default that is the value of another key: one of the same table or of a table around it, or one by its path.
    #[must_use]
    pub const fn same_as(self, key: &'static str) -> Self {
        let mut key_of_value = self.derived(key);
        key_of_value.decl.follows = Follows::Key(key);
        key_of_value
    }

    /// What a [derived](Self::derived) default comes to: the first that holds.
    #[must_use]
    pub const fn follows(mut self, follows: &'static [Follow]) -> Self {
        self.decl.follows = Follows::First(follows);
        self
    }

    /// Only the file can give it, and no override.
    #[must_use]
    pub const fn fixed(mut self) -> Self {
        self.decl.is_fixed = true;
        self
    }

    /// The rules that read it.
    #[must_use]
    pub const fn rules(mut self, rules: &'static [&'static str]) -> Self {
        self.decl.rules = rules;
        self
    }

    /// The unit of its numbers.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.decl.unit = unit;
        self
    }

    /// A sensible value as a file would write it: what a scenario to start from shows for a key without a default of its own.
    #[must_use]
    pub const fn example(mut self, toml: &'static str) -> Self {
        self.decl.example = Some(toml);
        self
    }

    /// What it means, in one line.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.decl.doc = doc;
        self
    }
}

impl<T> Key<Option<T>> {
    /// The file must give it.
    #[must_use]
    pub const fn required(self) -> Key<T> {
        self.with_default(DefaultValue::Required)
    }

    /// The same key, which always has a value.
    pub(super) const fn with_default(self, default: DefaultValue) -> Key<T> {
        Key::of(self.decl.with_default(default))
    }
}

/// What stands for a key where only its name matters.
pub trait Named {
    /// The key as written in the file.
    fn key_name(&self) -> &str;
}

impl<T> Named for Key<T> {
    fn key_name(&self) -> &str {
        self.decl.name
    }
}

impl Named for KeyDecl {
    fn key_name(&self) -> &str {
        self.name
    }
}

impl Named for str {
    fn key_name(&self) -> &str {
        self
    }
}

impl<N: Named + ?Sized> Named for &N {
    fn key_name(&self) -> &str {
        (*self).key_name()
    }
}

/// The keys of one list after those of another.
pub const fn concat<const N: usize>(first: &[KeyDecl], second: &[KeyDecl]) -> [KeyDecl; N] {
    assert!(first.len() + second.len() == N && !first.is_empty(), "N is the number of keys of both lists");
    let mut keys = [first[0]; N];
    let mut index = 1;
    while index < N {
        keys[index] = if index < first.len() { first[index] } else { second[index - first.len()] };
        index += 1;
    }
    keys
}

/// Declares the keys of a table, each as a constant [`Key`] and all of them as `KEYS`. A table may begin with the keys of
/// another list.
///
/// ```
/// use equipoise_engine::keys;
/// use equipoise_engine::scenario::{Key, Scenario, Source, common};
///
/// keys! {
///     /// `[rules]`.
///     enum Rules {
///         MAX_ROUNDS: u32 = Key::int("max_rounds", 1, 1000).default_int(100).unit("rounds").doc("limit of a fight"),
///         BONUS: Option<i8> = Key::int("bonus", -20, 20).doc("what is added to each roll"),
///     }
/// }
///
/// keys! {
///     /// The whole file.
///     enum File: common::ROOT {
///         RULES: equipoise_engine::scenario::kinds::Table = common::rules(Rules::KEYS),
///     }
/// }
///
/// let scenario = Scenario::parse(Source::new("coin.toml", "system = \"coin\"\nname = \"Coin\"\nrules.bonus = 3"))?;
/// assert_eq!(scenario.validate(File::KEYS), []);
/// let rules = scenario.root(File::KEYS).get(File::RULES);
/// assert_eq!((rules.get(Rules::MAX_ROUNDS), rules.get(Rules::BONUS)), (100, Some(3)));
/// # Ok::<(), equipoise_engine::scenario::Problems>(())
/// ```
#[macro_export]
macro_rules! keys {
    ($(#[$meta:meta])* $vis:vis enum $table:ident $(: $first:path)? {
        $($(#[$key_meta:meta])* $key:ident: $read_as:ty = $declaration:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $table {}

        impl $table {
            $($(#[$key_meta])* $vis const $key: $crate::scenario::Key<$read_as> = $declaration;)+

            /// The keys of the table, in the order in which they are listed.
            $vis const KEYS: &'static [$crate::scenario::KeyDecl] = {
                const OWN: &[$crate::scenario::KeyDecl] = &[$($table::$key.decl()),+];
                $crate::keys!(@joined $($first)?)
            };
        }
    };
    (@joined) => { OWN };
    (@joined $first:path) => {{
        const ALL: [$crate::scenario::KeyDecl; $first.len() + OWN.len()] = $crate::scenario::concat($first, OWN);
        &ALL
    }};
}

/// The declaration of a name.
pub(super) fn find_key(keys: &'static [KeyDecl], name: &str) -> Option<&'static KeyDecl> {
    keys.iter().find(|key| key.name == name)
}

impl DefaultValue {
    /// A literal default as if it were written somewhere.
    pub(super) fn node(self) -> Option<Node> {
        let text = |text: &&str| Node::text(*text, Span::NONE);
        let value = match self {
            Self::Int(value) => Value::Int(value),
            Self::Bool(value) => Value::Bool(value),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Words(words) => Value::List(words.iter().map(text).collect()),
            Self::Table => Value::Table(Vec::new()),
            Self::Required | Self::Absent | Self::Derived(_) => return None,
        };
        Some(Node { value, span: Span::NONE })
    }

    /// The text of a default that is one.
    pub(super) const fn text(self) -> Option<&'static str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// As a listing of keys shows it: the value, `required`, `none`, or the words of a derived default.
impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("required"),
            Self::Absent => f.write_str("none"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Words(words) => write!(f, "{words:?}"),
            Self::Table => f.write_str("all defaults"),
            Self::Derived(words) => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_shown_as_a_file_would_write_them() {
        assert_eq!(DefaultValue::Text("spar").to_string(), "\"spar\"");
        assert_eq!(DefaultValue::Words(&["a", "b"]).to_string(), "[\"a\", \"b\"]");
        assert_eq!(DefaultValue::Int(-3).to_string(), "-3");
        assert_eq!(DefaultValue::Required.to_string(), "required");
    }
}
