//! Declarations of keys: the keys that a scenario file of a system may contain.
//!
//! Each key is declared once, as constant data. Validation, defaults, dotted paths, overrides, the listing of a
//! system's keys, the JSON Schema and the Rust types of values are all derived from that declaration.

use std::fmt;
use std::marker::PhantomData;

use super::follow::{Follow, Follows};
use super::kinds::Kind;
use super::node::{Node, Value};
use super::source::Span;

/// The declaration of a key of a table, without the Rust type of its values.
#[derive(Debug, Clone, Copy)]
pub struct KeyDecl {
    /// The key as written in the file.
    pub name: &'static str,
    /// The kind of the key's values.
    pub kind: Kind,
    /// The default.
    pub default: DefaultValue,
    /// The rule for a default that follows from other values, as far as a declaration can express it.
    pub follows: Follows,
    /// The ledger rules that read the key.
    pub rules: &'static [&'static str],
    /// The unit of a number; empty if it has none.
    pub unit: &'static str,
    /// The meaning of the key, in one line.
    pub doc: &'static str,
    /// A sensible value in the notation of a file, for a key whose default is not a literal value.
    pub example: Option<&'static str>,
    /// Whether only the file can set the key, and no override.
    pub is_fixed: bool,
    /// Whether the key says how a combatant plays, so that its other words are other ways to play.
    pub is_way: bool,
}

/// The default of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultValue {
    /// None: the file must give the key.
    Required,
    /// None: the key is optional, and has no value if missing.
    Absent,
    /// A whole number.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A text, word, id or dice expression.
    Text(&'static str),
    /// A list of words.
    Words(&'static [&'static str]),
    /// A table with all its keys at their defaults.
    Table,
    /// A value that follows from others, described in words: "9 for a spar, 13 to the death".
    Derived(&'static str),
}

impl KeyDecl {
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        let (default, follows) = (DefaultValue::Absent, Follows::Words);
        Self {
            name,
            kind,
            default,
            follows,
            rules: &[],
            unit: "",
            doc: "",
            example: None,
            is_fixed: false,
            is_way: false,
        }
    }

    pub(super) const fn with_default(mut self, default: DefaultValue) -> Self {
        self.default = default;
        self
    }

    pub(super) const fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The value of the key in the canonical scenario; `node` is the value in the file, if there is one.
    pub(super) fn canonical(&self, node: Option<&Node>) -> Option<String> {
        let given = node.and_then(|node| self.kind.canonical(node));
        let default = || self.default.node().and_then(|node| self.kind.canonical(&node));
        given.or_else(default).or_else(|| self.kind.canonical_missing())
    }
}

/// A key of a table and the type as which its value is read: see [`Section::get`](super::Section::get).
///
/// The constructors of each kind make optional keys; [`required`](Key::required) and the literal defaults turn them
/// into keys that always have a value. Tables of keys are declared with [`keys!`](crate::keys).
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

    /// Sets a default that follows from other values, described in words.
    #[must_use]
    pub const fn derived(self, words: &'static str) -> Self {
        Self::of(self.decl.with_default(DefaultValue::Derived(words)))
    }

    /// Sets the value of another key as default: a key of the same table or of a table around it, or one given by its
    /// path.
    #[must_use]
    pub const fn same_as(self, key: &'static str) -> Self {
        let mut key_of_value = self.derived(key);
        key_of_value.decl.follows = Follows::Key(key);
        key_of_value
    }

    /// Sets the value of a [derived](Self::derived) default: the first case whose conditions hold.
    #[must_use]
    pub const fn follows(mut self, follows: &'static [Follow]) -> Self {
        self.decl.follows = Follows::First(follows);
        self
    }

    /// Makes the key one that only the file can set, and no override.
    #[must_use]
    pub const fn fixed(mut self) -> Self {
        self.decl.is_fixed = true;
        self
    }

    /// Makes the key one that says how a combatant plays, such as its policy.
    #[must_use]
    pub const fn way(mut self) -> Self {
        self.decl.is_way = true;
        self
    }

    /// Sets the rules that read the key.
    #[must_use]
    pub const fn rules(mut self, rules: &'static [&'static str]) -> Self {
        self.decl.rules = rules;
        self
    }

    /// Sets the unit of the key's numbers.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.decl.unit = unit;
        self
    }

    /// Sets a sensible value in the notation of a file. A starter scenario shows it for a key without a default of its
    /// own.
    #[must_use]
    pub const fn example(mut self, toml: &'static str) -> Self {
        self.decl.example = Some(toml);
        self
    }

    /// Sets the meaning of the key, in one line.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.decl.doc = doc;
        self
    }
}

impl<T> Key<Option<T>> {
    /// Makes the key required: the file must give it.
    #[must_use]
    pub const fn required(self) -> Key<T> {
        self.with_default(DefaultValue::Required)
    }

    /// The key with a default, so that it always has a value.
    pub(super) const fn with_default(self, default: DefaultValue) -> Key<T> {
        Key::of(self.decl.with_default(default))
    }
}

/// A key of any type, for code that needs only its name.
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

/// Concatenates two lists of keys; `N` is the length of the result.
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

/// Declares the keys of a table: a constant [`Key`] for each, and the list of all as `KEYS`. A table may begin with the
/// keys of another list.
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

/// The declaration of the key with this name.
pub(super) fn find_key(keys: &'static [KeyDecl], name: &str) -> Option<&'static KeyDecl> {
    keys.iter().find(|key| key.name == name)
}

impl DefaultValue {
    /// The value of a literal default as a node without location; `None` for other defaults.
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

    /// The text of a text default; `None` for other defaults.
    pub(super) const fn text(self) -> Option<&'static str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// The form in listings of keys: the value, `required`, `none`, or the words of a derived default.
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
