//! Checks the tree against the declaration of keys.

use std::collections::BTreeMap;

use super::common::{COMBATANTS, ID, NAME};
use super::error::{Problem, ProblemKind};
use super::kind::{ID_ALLOWED, dice_of, is_id, is_in_range, words_of};
use super::nearest::nearest;
use super::node::{Entry, Node, Value, excerpt};
use super::problems::Found;
use super::roster::Roster;
use super::schema::{Choice, Default, Key, Kind, Names, Numbers};
use super::section::{find_key, place_of_table, push_element, push_segment};
use super::source::Span;
use super::{Scenario, error::list_of};

impl Scenario {
    /// Checks everything that the declaration tells: unknown keys, types, ranges, words, ids, repetitions, missing
    /// keys and the lengths of lists. The work is bounded by the size of the texts, the list by
    /// [`PROBLEMS_MAX`](super::PROBLEMS_MAX).
    ///
    /// When the file names a roster of which not all could be used, nobody can tell what combatants lack: the problems
    /// of the roster stand for that. The caller that has no text for [`Scenario::add_roster`] puts
    /// [`Problem::roster_unreadable`] before the problems found here, and so says why.
    pub fn validate(&self, schema: &'static [Key]) -> Vec<Problem> {
        let roster = self.roster.as_ref();
        let lacks_rows = roster.map_or(self.roster().is_some(), |roster| !roster.is_whole());
        let mut check = Check { found: Found::default(), roster, lacks_rows, is_combatant: false, is_lenient: false };
        check.table(&self.root, schema, "");
        if let (true, None, Some((_, span))) = (check.is_lenient, roster, self.roster()) {
            check.found.push(|| Problem::roster_unreadable(span, "no text was given"));
        }
        check.found.finish()
    }
}

/// The recursion of these methods follows the declaration, which is finite.
struct Check<'a> {
    found: Found,
    roster: Option<&'a Roster>,
    /// Whether the file names a roster of which something could not be used.
    lacks_rows: bool,
    /// Whether the table at hand is a combatant or in one, but not in a list of tables, which no roster can give.
    is_combatant: bool,
    /// Whether something is missing and was not reported, as the roster may have it.
    is_lenient: bool,
}

impl Check<'_> {
    fn table(&mut self, table: &Node, keys: &'static [Key], path: &str) {
        let absent: Vec<&'static Key> = keys.iter().filter(|key| table.get(key.name).is_none()).collect();
        for entry in table.as_table().unwrap_or_default() {
            let path = joined(path, &excerpt(&entry.key));
            match find_key(keys, &entry.key) {
                Some(key) => self.value(&entry.node, key, &path),
                None => self.found.push(|| unknown_key(entry, path, &absent, keys)),
            }
        }
        let may_be_in_roster = |key: &Key| self.lacks_rows && self.is_combatant && key.name != ID.name;
        let missing = absent.into_iter().filter(|key| key.default == Default::Required);
        let (lenient, missing): (Vec<_>, Vec<&'static Key>) = missing.partition(|key| may_be_in_roster(key));
        self.is_lenient |= !lenient.is_empty();
        if !missing.is_empty() && !self.is_not_in_roster(table, &missing, path) {
            let place = place_of_table(table);
            for key in missing {
                self.found.push(|| self::missing(place, joined(path, key.name), key));
            }
        }
    }

    /// Says once that the roster does not have an incomplete combatant, instead of listing what it lacks.
    fn is_not_in_roster(&mut self, table: &Node, missing: &[&'static Key], path: &str) -> bool {
        let Some(roster) = self.roster.filter(|_| !self.lacks_rows && path.starts_with(COMBATANTS)) else {
            return false;
        };
        let Some(id) = table.id().filter(|id| path == joined(COMBATANTS, id) && !roster.has(id)) else { return false };
        self.found.push(|| {
            let missing = missing.iter().map(|key| key.name).collect();
            let nearest = nearest(id, roster.ids()).map(excerpt);
            Problem::new(place_of_table(table), ProblemKind::NotInRoster { path: path.to_owned(), missing, nearest })
        });
        true
    }

    fn value(&mut self, node: &Node, key: &'static Key, path: &str) {
        match (key.kind, &node.value) {
            (Kind::Text, Value::Text(text)) if key.name == NAME.name && text.trim().is_empty() => {
                self.found.push(|| bad_name(node.span, path, text, "a text that is not blank".to_owned()));
            }
            (Kind::Bool, Value::Bool(_)) | (Kind::Text, Value::Text(_)) | (Kind::Open, Value::Table(_)) => {}
            (Kind::Int { min, max, numbers }, &Value::Int(value)) => {
                if !is_in_range(value, min, max, numbers) {
                    self.found.push(|| out_of_range(node.span, path, value, key.kind.allowed()));
                }
            }
            (Kind::Id, Value::Text(id)) => self.id(id, node.span, path),
            (Kind::Name(names), Value::Text(name)) => {
                if !names.allow(name) {
                    self.found.push(|| bad_name(node.span, path, name, key.kind.allowed()));
                }
            }
            (Kind::Word(choices), Value::Text(word)) => self.word(word, choices, node.span, path),
            (Kind::Words { choices, repeated_max: None }, Value::List(nodes)) => self.words(nodes, choices, path),
            (Kind::Words { choices, repeated_max: Some(max) }, Value::List(nodes)) => {
                if !self.is_too_long(nodes.len(), max, node.span, path) {
                    self.repeated_words(nodes, choices, path);
                }
            }
            (Kind::Ids { max }, Value::List(nodes)) => self.ids(node.span, nodes, max, path),
            (Kind::Dice, Value::Text(_) | Value::Int(_)) => self.dice(node, path),
            (Kind::IntMap { .. }, Value::Table(entries)) => self.int_map(node.span, entries, key, path),
            (Kind::Table(keys), Value::Table(_)) => self.table(node, keys, path),
            (Kind::Tables { keys, max }, Value::List(nodes)) => {
                if key.default == Default::Required && nodes.is_empty() {
                    let kind = ProblemKind::TooFew { path: path.to_owned(), count: 0, min: 1 };
                    self.found.push(|| Problem::new(node.span, kind));
                }
                self.tables(node.span, nodes, keys, max, path);
            }
            _ => self.found.push(|| wrong_type(node, path.to_owned(), &key.kind)),
        }
    }

    fn id(&mut self, id: &str, span: Span, path: &str) {
        if !is_id(id) {
            self.found.push(|| bad_name(span, path, id, ID_ALLOWED.to_owned()));
        }
    }

    fn word(&mut self, word: &str, choices: &'static [Choice], span: Span, path: &str) {
        if choices.iter().all(|choice| choice.name != word) {
            self.found.push(|| not_a_choice(span, path, word, choices));
        }
    }

    fn dice(&mut self, node: &Node, path: &str) {
        if let Some(Err(error)) = dice_of(node) {
            self.found.push(|| {
                let value = node.as_text().map_or_else(|| node.value.found(), excerpt);
                let (path, reason) = (path.to_owned(), error.to_string());
                Problem::new(node.span, ProblemKind::BadDice { path, value, reason })
            });
        }
    }

    fn words(&mut self, nodes: &[Node], choices: &'static [Choice], path: &str) {
        self.texts(nodes, &Kind::Word(choices), path, |check, word, span| check.word(word, choices, span, path));
    }

    fn repeated_words(&mut self, nodes: &[Node], choices: &'static [Choice], path: &str) {
        for node in nodes {
            match node.as_text() {
                Some(word) => self.word(word, choices, node.span, path),
                None => self.found.push(|| wrong_type(node, path.to_owned(), &Kind::Word(choices))),
            }
        }
    }

    fn ids(&mut self, span: Span, nodes: &[Node], max: usize, path: &str) {
        if self.is_too_long(nodes.len(), max, span, path) {
            return;
        }
        self.texts(nodes, &Kind::Id, path, |check, id, span| check.id(id, span, path));
    }

    /// A list of texts, none of them twice.
    fn texts(&mut self, nodes: &[Node], kind: &Kind, path: &str, mut each: impl FnMut(&mut Self, &str, Span)) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for node in nodes {
            let Some(text) = node.as_text() else {
                self.found.push(|| wrong_type(node, path.to_owned(), kind));
                continue;
            };
            if let Some(&first) = seen.get(text) {
                self.found.push(|| Problem::duplicate(node.span, path.to_owned(), text, first));
            } else {
                seen.insert(text, node.span);
                each(self, text, node.span);
            }
        }
    }

    fn int_map(&mut self, span: Span, entries: &[Entry], key: &'static Key, path: &str) {
        let Kind::IntMap { min, max, entries_min, entries_max, names, reserved } = key.kind else { return };
        if self.is_too_long(entries.len(), entries_max, span, path) {
            return;
        }
        if entries.len() < entries_min {
            let kind = ProblemKind::TooFew { path: path.to_owned(), count: entries.len(), min: entries_min };
            self.found.push(|| Problem::new(span, kind));
        }
        let value_kind = Kind::Int { min, max, numbers: Numbers::All };
        for entry in entries {
            if !names.allow(&entry.key) || reserved.contains(&entry.key.as_str()) {
                self.found.push(|| bad_name(entry.key_span, path, &entry.key, names_allowed(names, reserved)));
            }
            let path = joined(path, &excerpt(&entry.key));
            match entry.node.as_int() {
                Some(value) if is_in_range(value, min, max, Numbers::All) => {}
                Some(value) => self.found.push(|| out_of_range(entry.node.span, &path, value, value_kind.allowed())),
                None => self.found.push(|| wrong_type(&entry.node, path, &value_kind)),
            }
        }
    }

    fn tables(&mut self, span: Span, nodes: &[Node], keys: &'static [Key], max: usize, path: &str) {
        if self.is_too_long(nodes.len(), max, span, path) {
            return;
        }
        let is_around_combatant = std::mem::replace(&mut self.is_combatant, path == COMBATANTS);
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            let mut element = path.to_owned();
            push_element(&mut element, node, index);
            if node.as_table().is_none() {
                self.found.push(|| wrong_type(node, element, &Kind::Table(keys)));
                continue;
            }
            if let Some(id) = node.id() {
                let place = place_of_table(node);
                if let Some(&first) = seen.get(id) {
                    self.found.push(|| Problem::duplicate(place, path.to_owned(), id, first));
                }
                seen.entry(id).or_insert(place);
            }
            self.table(node, keys, &element);
        }
        self.is_combatant = is_around_combatant;
    }

    fn is_too_long(&mut self, count: usize, max: usize, span: Span, path: &str) -> bool {
        if count > max {
            self.found.push(|| Problem::new(span, ProblemKind::TooMany { path: path.to_owned(), count, max }));
        }
        count > max
    }
}

pub(super) fn missing(span: Span, path: String, key: &Key) -> Problem {
    Problem::new(span, ProblemKind::Missing { path, expected: key.kind.expected(), doc: key.doc })
}

pub(super) fn wrong_type(node: &Node, path: String, kind: &Kind) -> Problem {
    let (found, expected) = (node.value.found(), kind.expected());
    Problem::new(node.span, ProblemKind::WrongType { path, found, expected })
}

pub(super) fn not_a_word(span: Span, path: String, word: &str, names: &[&'static str]) -> Problem {
    let nearest = nearest(word, names.iter().copied()).map(str::to_owned);
    let (value, allowed) = (excerpt(word), list_of(names));
    Problem::new(span, ProblemKind::NotAWord { path, value, allowed, nearest })
}

fn not_a_choice(span: Span, path: &str, word: &str, choices: &'static [Choice]) -> Problem {
    let nearest = nearest(word, choices.iter().map(|choice| choice.name)).map(str::to_owned);
    let (path, value, allowed) = (path.to_owned(), excerpt(word), words_of(choices));
    Problem::new(span, ProblemKind::NotAWord { path, value, allowed, nearest })
}

/// A key that the table does not give yet was more probably meant than one that it has.
fn unknown_key(entry: &Entry, path: String, absent: &[&'static Key], keys: &'static [Key]) -> Problem {
    let nearest = nearest(&entry.key, absent.iter().map(|key| key.name))
        .or_else(|| nearest(&entry.key, keys.iter().map(|key| key.name)));
    let nearest = nearest.map(str::to_owned);
    Problem::new(entry.key_span, ProblemKind::UnknownKey { key: path, nearest })
}

fn out_of_range(span: Span, path: &str, value: i64, allowed: String) -> Problem {
    Problem::new(span, ProblemKind::OutOfRange { path: path.to_owned(), value, allowed })
}

fn bad_name(span: Span, path: &str, value: &str, allowed: String) -> Problem {
    let (path, value) = (path.to_owned(), excerpt(value));
    Problem::new(span, ProblemKind::BadName { path, value, allowed })
}

fn names_allowed(names: Names, reserved: &[&str]) -> String {
    let but = if reserved.is_empty() { String::new() } else { format!(", but not {}", list_of(reserved)) };
    format!("{}{but}", names.allowed())
}

fn joined(path: &str, segment: &str) -> String {
    let mut joined = path.to_owned();
    push_segment(&mut joined, segment);
    joined
}
