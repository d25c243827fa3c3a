//! Typed views of the tree: how a system reads its scenario once it has been validated.

use super::error::Problem;
use super::kind::{dice_of, is_id, is_in_range};
use super::node::{Entry, Node, Value};
use super::schema::{Choice, Default, Key, Kind, Numbers, Word};
use super::source::Span;
use crate::dice::DiceExpr;

/// How many tables below one another may be missing on the way to a section.
const MISSING_MAX: usize = 4;

/// One table of a scenario, seen through the keys declared for it.
///
/// The getters are lenient: they return the value that the file gives if it is valid, else the literal default, else
/// `None`, so that a loader can go on after mistakes that validation has reported. Asking for a key that is not
/// declared, or as another kind than declared, is a mistake of the program: it fails a debug assertion.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    root: &'a Node,
    keys: &'static [Key],
    /// The table, or the closest one above it that exists.
    table: &'a Node,
    /// The names below `table` that lead here and are missing.
    missing: [Option<&'static str>; MISSING_MAX],
}

impl<'a> Section<'a> {
    pub(super) fn of_root(root: &'a Node, keys: &'static [Key]) -> Self {
        Self { root, keys, table: root, missing: [None; MISSING_MAX] }
    }

    /// The keys declared for this table.
    pub fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// Whether the table itself is there.
    pub fn exists(&self) -> bool {
        self.missing[0].is_none() && self.table.as_table().is_some()
    }

    /// Whether the key is given, valid or not.
    pub fn given(&self, key: &str) -> bool {
        self.key(key).is_some() && self.node(key).is_some()
    }

    /// Where the value of the key stands; without one, where the table stands.
    pub fn span(&self, key: &str) -> Span {
        self.node(key).map_or_else(|| self.whole(), |node| node.span)
    }

    /// Where the table stands: its `id` if it has one, else its header or braces; a table that is missing has the
    /// place of the one that it would be in.
    pub fn whole(&self) -> Span {
        place_of_table(self.table)
    }

    /// The dotted path of the table, empty for the root: `combatants.warden.attacks.bow`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        path_to(self.root, self.table, &mut path);
        for name in self.missing.into_iter().flatten() {
            push_segment(&mut path, name);
        }
        path
    }

    /// The dotted path of a key of the table.
    pub fn path_of(&self, key: &str) -> String {
        let mut path = self.path();
        push_segment(&mut path, key);
        path
    }

    /// A problem with the value of a key that only the system can tell: see [`Problem::refused`].
    pub fn refused(&self, key: &str, reason: impl Into<String>) -> Problem {
        Problem::refused(self.span(key), self.path_of(key), reason)
    }

    /// What is written for a key, whatever it is.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        if self.missing[0].is_some() { None } else { self.table.get(key) }
    }

    /// A whole number.
    pub fn int(&self, key: &str) -> Option<i64> {
        let declared = self.key(key)?;
        let Kind::Int { min, max, numbers } = declared.kind else { return wrong_kind(key) };
        let given = self.node(key).and_then(Node::as_int).filter(|&value| is_in_range(value, min, max, numbers));
        given.or(if let Default::Int(value) = declared.default { Some(value) } else { None })
    }

    /// A truth value.
    pub fn bool(&self, key: &str) -> Option<bool> {
        let declared = self.key(key)?;
        if !matches!(declared.kind, Kind::Bool) {
            return wrong_kind(key);
        }
        match (self.node(key).map(|node| &node.value), declared.default) {
            (Some(&Value::Bool(value)), _) | (_, Default::Bool(value)) => Some(value),
            _ => None,
        }
    }

    /// A text, an id or a name.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        let declared = self.key(key)?;
        let given = self.node(key).and_then(Node::as_text);
        let given = match declared.kind {
            Kind::Text => given,
            Kind::Id => given.filter(|id| is_id(id)),
            Kind::Name(names) => given.filter(|name| names.allow(name)),
            _ => return wrong_kind(key),
        };
        given.or(if let Default::Text(text) = declared.default { Some(text) } else { None })
    }

    /// A word, as the enum that declares its choices.
    pub fn word<W: Word>(&self, key: &str) -> Option<W> {
        self.debug_assert_words(key, W::CHOICES);
        W::from_word(self.word_text(key)?)
    }

    /// A list of words; those that are not in the set are left out.
    pub fn words<W: Word>(&self, key: &str) -> Option<Vec<W>> {
        self.debug_assert_words(key, W::CHOICES);
        Some(self.words_text(key)?.into_iter().filter_map(W::from_word).collect())
    }

    /// A list of ids, each with its place; those that are malformed are left out.
    pub fn ids(&self, key: &str) -> Option<Vec<(&'a str, Span)>> {
        let Kind::Ids { .. } = self.key(key)?.kind else { return wrong_kind(key) };
        let nodes = self.node(key)?.as_list()?;
        let id = |node: &'a Node| Some((node.as_text().filter(|id| is_id(id))?, node.span));
        Some(nodes.iter().filter_map(id).collect())
    }

    /// Dice.
    pub fn dice(&self, key: &str) -> Option<DiceExpr> {
        let declared = self.key(key)?;
        if !matches!(declared.kind, Kind::Dice) {
            return wrong_kind(key);
        }
        let given = self.node(key).and_then(dice_of).and_then(Result::ok);
        given.or_else(|| match declared.default {
            Default::Text(text) => text.parse().ok(),
            Default::Int(number) => DiceExpr::constant(number).ok(),
            _ => None,
        })
    }

    /// The valid entries of an integer map in their order, each with the place of its value; none if it is missing.
    pub fn int_map(&self, key: &str) -> Vec<(&'a str, i64, Span)> {
        let Some(declared) = self.key(key) else { return Vec::new() };
        let Kind::IntMap { min, max, names, reserved, .. } = declared.kind else {
            return wrong_kind(key).unwrap_or_default();
        };
        let valid = |entry: &'a Entry| {
            let value = entry.node.as_int().filter(|&value| is_in_range(value, min, max, Numbers::All))?;
            let named = names.allow(&entry.key) && !reserved.contains(&entry.key.as_str());
            named.then_some((entry.key.as_str(), value, entry.node.span))
        };
        let entries = self.node(key).and_then(Node::as_table).unwrap_or_default();
        entries.iter().filter_map(valid).collect()
    }

    /// A nested table; one that is missing reads as empty, and [`exists`](Self::exists) tells.
    #[must_use]
    pub fn section(&self, key: &str) -> Section<'a> {
        let declared = self.key(key);
        let keys = match declared.map(|declared| declared.kind) {
            Some(Kind::Table(keys)) => keys,
            _ => wrong_kind(key).unwrap_or_default(),
        };
        if let Some(table) = self.node(key).filter(|node| node.as_table().is_some()) {
            return Section { keys, table, ..*self };
        }
        let mut missing = self.missing;
        if let Some(free) = missing.iter_mut().find(|name| name.is_none()) {
            *free = declared.map(|declared| declared.name);
        }
        Section { keys, missing, ..*self }
    }

    /// The tables of a list, in listed order.
    pub fn sections(&self, key: &str) -> Vec<Section<'a>> {
        let keys = match self.key(key).map(|declared| declared.kind) {
            Some(Kind::Tables { keys, .. }) => keys,
            _ => wrong_kind(key).unwrap_or_default(),
        };
        let nodes = self.node(key).and_then(Node::as_list).unwrap_or_default();
        let tables = nodes.iter().filter(|node| node.as_table().is_some());
        tables.map(|table| Section { keys, table, ..*self }).collect()
    }

    /// The enum that a word is read as must be the one that declares the key's words.
    fn debug_assert_words(&self, key: &str, asked: &[Choice]) {
        if cfg!(debug_assertions)
            && let Some(Kind::Word(declared) | Kind::Words { choices: declared, .. }) =
                self.key(key).map(|key| key.kind)
        {
            let (declared, asked) = (declared.iter().map(|choice| choice.name), asked.iter().map(|choice| choice.name));
            debug_assert!(declared.eq(asked), "`{key}` is declared with the words of another enum");
        }
    }

    /// A word as it is written.
    pub(super) fn word_text(&self, key: &str) -> Option<&'a str> {
        let declared = self.key(key)?;
        let Kind::Word(choices) = declared.kind else { return wrong_kind(key) };
        let given = self.node(key).and_then(Node::as_text).filter(|word| is_choice(word, choices));
        given.or(if let Default::Word(word) = declared.default { Some(word) } else { None })
    }

    /// A list of words as they are written.
    pub(super) fn words_text(&self, key: &str) -> Option<Vec<&'a str>> {
        let declared = self.key(key)?;
        let Kind::Words { choices, .. } = declared.kind else { return wrong_kind(key) };
        match (self.node(key).and_then(Node::as_list), declared.default) {
            (Some(nodes), _) => {
                Some(nodes.iter().filter_map(Node::as_text).filter(|word| is_choice(word, choices)).collect())
            }
            (None, Default::Words(words)) => Some(words.to_vec()),
            (None, _) => None,
        }
    }

    fn key(&self, key: &str) -> Option<&'static Key> {
        let declared = find_key(self.keys, key);
        debug_assert!(declared.is_some(), "the key `{key}` is not declared");
        declared
    }
}

/// The declaration of a name.
pub(super) fn find_key(keys: &'static [Key], name: &str) -> Option<&'static Key> {
    keys.iter().find(|key| key.name == name)
}

/// Where to underline a table as a whole.
pub(super) fn place_of_table(table: &Node) -> Span {
    table.get("id").map_or(table.span, |id| id.span)
}

/// Appends a segment to a dotted path.
pub(super) fn push_segment(path: &mut String, segment: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(segment);
}

fn is_choice(word: &str, choices: &[Choice]) -> bool {
    choices.iter().any(|choice| choice.name == word)
}

fn wrong_kind<T>(key: &str) -> Option<T> {
    debug_assert!(false, "the key `{key}` is not declared as this kind");
    None
}

/// Finds a table by its address and leaves the way to it in `path`. The tree is at most `DEPTH_MAX` deep.
fn path_to(here: &Node, table: &Node, path: &mut String) -> bool {
    if std::ptr::eq(here, table) {
        return true;
    }
    let length = path.len();
    for entry in here.as_table().unwrap_or_default() {
        push_segment(path, &entry.key);
        let length_of_key = path.len();
        for (index, element) in entry.node.as_list().unwrap_or_default().iter().enumerate() {
            push_element(path, element, index);
            if path_to(element, table, path) {
                return true;
            }
            path.truncate(length_of_key);
        }
        if path_to(&entry.node, table, path) {
            return true;
        }
        path.truncate(length);
    }
    false
}

/// Appends an element of a list of tables: its id, or its place counted from 1 where it has none.
pub(super) fn push_element(path: &mut String, element: &Node, index: usize) {
    match element.id() {
        Some(id) => push_segment(path, &super::node::excerpt(id)),
        None => path.extend(["[", &(index + 1).to_string(), "]"]),
    }
}
