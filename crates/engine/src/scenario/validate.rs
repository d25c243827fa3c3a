//! Checks of the tree against the declaration of keys.

use super::Scenario;
use super::attachments::{Contents, FileUse, file_of};
use super::canonical::json_string;
use super::common::{COLUMNS, ID, NAME, ROSTER};
use super::error::{Problem, ProblemKind, list_of};
use super::expect::EXPECT;
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::KeyKind;
use super::legs::DAY;
use super::nearest::nearest;
use super::node::{Entry, Node, Value, excerpt};
use super::notation::{is_percentage, range_meant};
use super::problems::Found;
use super::roster::Roster;
use super::section::{location_of_table, push_segment};
use super::source::Span;
use super::words::{Choice, names_of};
use crate::characters;

impl Scenario {
    /// Checks everything that the declaration defines: unknown keys, types, ranges, words, ids, repetitions, missing
    /// keys and the lengths of lists. The work is bounded by the size of the texts, the list of problems by
    /// [`PROBLEMS_MAX`](super::PROBLEMS_MAX).
    ///
    /// If the file refers to a roster of which a part could not be used, missing keys of combatants cannot be
    /// determined and are not reported. The problems of the roster, which [`Scenario::attach`] returned, take their
    /// place; they come before those found here.
    pub fn validate(&self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        if self.has_legs() {
            let mut check = Check { contents: Some(&self.contents), ..Check::default() };
            check.table(&self.root, DAY, "");
            check.found.extend(self.mistakes_of_expectations());
            let mut problems = check.finish();
            self.mistakes_of_legs(schema, &mut problems);
            return problems;
        }
        let completed = self.completed(schema);
        let mut check = Check { contents: Some(&self.contents), completed, ..Check::default() };
        check.table(&self.root, schema, "");
        if let (true, Some(Completed { roster: None, key, span, .. })) = (check.is_lenient, completed) {
            check.no_file(span, key);
        }
        let columns =
            self.root.get(COLUMNS.name()).filter(|columns| !columns.as_table().unwrap_or_default().is_empty());
        if let (Some(columns), None) = (columns, self.root.get(ROSTER.name())) {
            check.push(|| Problem::refused(columns.span, COLUMNS.name(), "needs `roster`, whose columns it is about"));
        }
        check.found.extend(self.mistakes_of_expectations());
        let mut problems = check.finish();
        self.hint_at_places(schema, &mut problems);
        problems
    }

    /// The list that a roster completes; `None` if the scenario refers to no roster.
    fn completed(&self, schema: &'static [KeyDecl]) -> Option<Completed<'_>> {
        schema.iter().find_map(|key| {
            let node = self.root.get(key.name)?;
            let (FileUse::Completes(list), _) = file_of(&key.kind, node)? else { return None };
            Some(Completed { key: key.name, span: node.span, list, roster: self.roster.as_ref() })
        })
    }
}

/// A list of tables that a roster completes.
#[derive(Clone, Copy)]
struct Completed<'a> {
    /// The key that refers to the roster.
    key: &'static str,
    /// The location of that reference.
    span: Span,
    /// The key of the list.
    list: &'static str,
    /// The attached roster.
    roster: Option<&'a Roster>,
}

impl Completed<'_> {
    /// Whether a part of the roster could not be used.
    fn lacks_rows(self) -> bool {
        self.roster.is_none_or(|roster| !roster.is_whole())
    }
}

/// Checks a single row of a roster. Missing keys are allowed, since a combatant may give them.
pub(super) fn check_row(row: &Node, keys: &'static [KeyDecl], path: &str) -> Vec<Problem> {
    let mut check = Check { is_row: true, is_completed: true, ..Check::default() };
    check.table(row, keys, path);
    check.finish()
}

/// A validation under way. The recursion of its methods follows the declaration, which is finite.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else of the place in the tree")]
pub struct Check<'a> {
    found: Found,
    /// The answers for paths of files; `None` if a single row is checked.
    contents: Option<&'a Contents>,
    completed: Option<Completed<'a>>,
    /// Whether a roster completes the current table, or one around it. False inside a further list of tables, which no
    /// roster can give.
    is_completed: bool,
    /// Whether the current table is that of a row, which a combatant completes.
    is_row: bool,
    /// Whether the numbers of the current key are percentages.
    is_percentage: bool,
    /// Whether a missing key was not reported because the roster may have it.
    is_lenient: bool,
    /// The keys of the current table.
    keys: &'static [KeyDecl],
}

impl Check<'_> {
    /// Checks the keys of a table.
    pub(super) fn table(&mut self, table: &Node, keys: &'static [KeyDecl], path: &str) {
        let absent: Vec<&'static KeyDecl> = keys.iter().filter(|key| table.get(key.name).is_none()).collect();
        let around = std::mem::replace(&mut self.keys, keys);
        for entry in table.as_table().unwrap_or_default() {
            let path = joined(path, &excerpt(&entry.key));
            match find_key(keys, &entry.key) {
                Some(key) => {
                    self.is_percentage = is_percentage(key);
                    key.kind.check(&entry.node, &path, self);
                }
                None => self.found.push(|| unknown_key(entry, path, &absent, keys)),
            }
        }
        self.keys = around;
        let may_be_elsewhere = self.is_row || self.completed.is_some_and(Completed::lacks_rows);
        let may_be_in_roster = |key: &KeyDecl| may_be_elsewhere && self.is_completed && key.name != ID.name();
        let missing = absent.into_iter().filter(|key| key.default == DefaultValue::Required);
        let (lenient, missing): (Vec<_>, Vec<&'static KeyDecl>) = missing.partition(|key| may_be_in_roster(key));
        self.is_lenient |= !lenient.is_empty();
        if !missing.is_empty() && !self.is_not_in_roster(table, &missing, path) {
            let location = location_of_table(table);
            for key in missing {
                self.found.push(|| self::missing(location, joined(path, key.name), key));
            }
        }
    }

    /// Reports an incomplete combatant that is not in the roster once, instead of each key that it lacks.
    fn is_not_in_roster(&mut self, table: &Node, missing: &[&'static KeyDecl], path: &str) -> bool {
        let Some(Completed { list, roster: Some(roster), .. }) = self.completed.filter(|list| !list.lacks_rows())
        else {
            return false;
        };
        let Some(id) = table.id().filter(|id| path == joined(list, id) && !roster.has(id)) else { return false };
        self.found.push(|| {
            let missing = missing.iter().map(|key| key.name).collect();
            let nearest = nearest(id, roster.ids()).map(excerpt);
            Problem::new(location_of_table(table), ProblemKind::NotInRoster { path: path.to_owned(), missing, nearest })
        });
        true
    }

    /// Checks the tables of a list. A roster can complete them only if the list is the roster's own.
    pub(super) fn in_list(&mut self, path: &str, check: impl FnOnce(&mut Self)) {
        let is_own = self.completed.is_some_and(|completed| completed.list == path);
        let is_around_completed = std::mem::replace(&mut self.is_completed, is_own);
        check(self);
        self.is_completed = is_around_completed;
    }

    /// Reports a file whose text was not passed. Nothing is reported if [`Scenario::attach`] has reported the reason.
    pub(super) fn no_file(&mut self, span: Span, path: &str) {
        if !self.contents.is_some_and(|contents| contents.has(span)) {
            self.push(|| Problem::unreadable(span, path, "no text was given"));
        }
    }

    /// Adds a problem. Beyond [`PROBLEMS_MAX`](super::PROBLEMS_MAX) `problem` is not called.
    pub(super) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        self.found.push(problem);
    }

    /// The problems found.
    pub(super) fn finish(self) -> Vec<Problem> {
        self.found.finish()
    }

    /// Reports a length that is out of bounds; false if there are too many elements to check them.
    pub(super) fn has_length(&mut self, count: usize, min: usize, max: usize, span: Span, path: &str) -> bool {
        if count > max {
            self.push(|| Problem::new(span, ProblemKind::TooMany { path: path.to_owned(), count, max }));
        } else if count < min {
            self.push(|| Problem::new(span, ProblemKind::TooFew { path: path.to_owned(), count, min }));
        }
        count <= max
    }

    pub(super) fn wrong_type(&mut self, node: &Node, path: &str, kind: &dyn KeyKind) {
        let is_percentage = self.is_percentage;
        self.push(|| {
            let remark = if kind.is_numeric() { remark_on_number(node, is_percentage) } else { None };
            wrong_type(node, path.to_owned(), kind).with_remark(remark)
        });
    }

    pub(super) fn out_of_range(&mut self, span: Span, path: &str, value: i64, kind: &dyn KeyKind) {
        let path = path.to_owned();
        self.push(|| Problem::new(span, ProblemKind::OutOfRange { path, value, allowed: kind.allowed() }));
    }

    pub(super) fn bad_name(&mut self, span: Span, path: &str, value: &str, allowed: impl FnOnce() -> String) {
        let (path, value) = (path.to_owned(), excerpt(value));
        self.push(|| Problem::new(span, ProblemKind::BadName { path, value, allowed: allowed() }));
    }

    /// Reports a name of a form that is not allowed, with `meant`, the name in the allowed form.
    pub(super) fn misformed(&mut self, node: &Node, path: &str, meant: &str, allowed: impl FnOnce() -> String) {
        let value = node.as_text().unwrap_or_default();
        let is_own = find_key(self.keys, NAME.name()).is_some()
            && path.rsplit_once('.').map_or(path, |(_, last)| last) == ID.name();
        let hint = match meant {
            "" => None,
            _ if is_own => Some(format!("did you mean \"{meant}\", with `name = {}`?", json_string(&excerpt(value)))),
            _ => Some(format!("did you mean \"{meant}\"?")),
        };
        let (path, value) = (path.to_owned(), excerpt(value));
        self.push(|| {
            let problem = Problem::new(node.span, ProblemKind::BadName { path, value, allowed: allowed() });
            Problem { hint, ..problem }
        });
    }

    pub(super) fn malformed(&mut self, span: Span, path: &str, reason: impl FnOnce() -> String) {
        let path = path.to_owned();
        self.push(|| Problem::new(span, ProblemKind::Malformed { path, reason: reason() }));
    }

    pub(super) fn not_a_choice(&mut self, span: Span, path: &str, word: &str, choices: &'static [Choice]) {
        self.push(|| not_a_word(span, path.to_owned(), word, &names_of(choices)));
    }
}

/// A remark on a value that is no number as a key wants it, but as people and spreadsheets write one.
pub(super) fn remark_on_number(node: &Node, is_percentage: bool) -> Option<String> {
    match &node.value {
        Value::Float(part) if is_percentage && (0.0..=1.0).contains(part) => {
            Some(format!("the key is in %: {:.0} is {:.0} %", part * 100.0, part * 100.0))
        }
        Value::Float(_) if is_percentage => Some("the key takes whole numbers of %".to_owned()),
        Value::Text(text) if text.trim_end().ends_with('%') && !is_percentage => {
            Some("the key is no percentage; write the number itself".to_owned())
        }
        Value::Text(text) if decimal_comma(text).is_some() => {
            let (whole, decimals) = decimal_comma(text)?;
            match (decimals.len(), is_percentage) {
                (3, _) => {
                    Some(format!("`{text}` can mean {whole} or {whole}{decimals}: write the number without a comma"))
                }
                (_, true) => remark_on_number(
                    &Node { value: Value::Float(format!("{whole}.{decimals}").parse().ok()?), span: node.span },
                    true,
                ),
                (_, false) => Some("the key takes whole numbers, and this one has a decimal comma".to_owned()),
            }
        }
        Value::Text(text) => {
            let range = range_meant(text).map(|range| format!("`--vary` takes a range as `{range}`"));
            range.or_else(|| characters::remark(text))
        }
        _ => None,
    }
}

/// The digits before and behind the decimal comma of a text that is a number with one; `None` for any other.
fn decimal_comma(text: &str) -> Option<(&str, &str)> {
    let (whole, decimals) = text.split_once(',')?;
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = whole.len() + decimals.len() <= 18;
    (is_short && are_digits(whole.strip_prefix('-').unwrap_or(whole)) && are_digits(decimals))
        .then_some((whole, decimals))
}

pub(super) fn missing(span: Span, path: String, key: &KeyDecl) -> Problem {
    Problem::new(span, ProblemKind::Missing { path, expected: key.kind.expected(), doc: key.doc })
}

pub(super) fn wrong_type(node: &Node, path: String, kind: &dyn KeyKind) -> Problem {
    let (found, expected) = (node.value.found(), kind.expected());
    Problem::new(node.span, ProblemKind::WrongType { path, found, expected })
}

pub(super) fn not_a_word(span: Span, path: String, word: &str, names: &[&'static str]) -> Problem {
    let nearest = nearest(word, names.iter().copied()).map(str::to_owned);
    let (value, allowed) = (excerpt(word), list_of(names));
    Problem::new(span, ProblemKind::NotAWord { path, value, allowed, nearest })
}

/// The problem of an unknown key. The suggestion is preferably a key that the table does not give yet.
fn unknown_key(entry: &Entry, path: String, absent: &[&'static KeyDecl], keys: &'static [KeyDecl]) -> Problem {
    // The table of expectations is allowed beside the keys of the root, whose paths have one segment.
    let of_root = (path == entry.key).then_some(EXPECT);
    let nearest = nearest(&entry.key, absent.iter().map(|key| key.name).chain(of_root))
        .or_else(|| nearest(&entry.key, keys.iter().map(|key| key.name)));
    let nearest = nearest.map(str::to_owned);
    Problem::new(entry.key_span, ProblemKind::UnknownKey { key: path, nearest })
}

pub(super) fn joined(path: &str, segment: &str) -> String {
    let mut joined = path.to_owned();
    push_segment(&mut joined, segment);
    joined
}
