//! Dotted paths: listing them, following them, and setting values by them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::TextUse;
use super::attachments::file_of;
use super::canonical::json_string;
use super::common::ACCOUNTS;
use super::csv_sheet::element;
use super::error::{Problem, ProblemKind};
use super::expect::EXPECT;
use super::follow::{Following, Level};
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Inside, Kind, Tables};
use super::legs::{Place, target_in_day};
use super::node::{Entry, Node, Value, excerpt};
use super::notation::{is_percentage, number, without_decimals};
use super::pattern::{is_pattern, matches, meant};
use super::problems::PROBLEMS_MAX;
use super::read::Location;
use super::source::{Source, Span};
use super::step::Step;
use super::suggestion::Meant;
use super::truths::hint_at_truths;
use super::words::is_choice;
use super::{DiceExpr, Scenario, section::push_segment};
use crate::characters::plain_text;

/// A value to set, as `--set PATH=VALUE` gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The dotted path, or a [pattern](super::pattern) of several.
    pub path: String,
    /// The value in the notation of files, in which quotes may be left out, or a [step](Step) from the value that stands.
    pub value: String,
}

/// The value that an override comes to at one path, if the override names several or takes a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The option that gives the override.
    pub origin: String,
    /// The override as it is written.
    pub written: Override,
    /// The path.
    pub path: String,
    /// The value that stood there, in the notation of overrides; `None` if there was none.
    pub before: Option<String>,
    /// The value that is set, in the notation of overrides.
    pub after: String,
}

/// A value for one path, with the override that gives it.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub(super) path: String,
    value: String,
    /// The number of the override's text.
    source: u16,
    /// The lengths of the path and of the value as written.
    lengths: [usize; 2],
    is_path_written: bool,
    is_value_written: bool,
}

impl Setting {
    fn new(path: String, value: String, wanted: &Override, source: u16) -> Self {
        let lengths = [wanted.path.len(), wanted.value.len()];
        let (is_path_written, is_value_written) = (path == wanted.path, value == wanted.value);
        Self { path, value, source, lengths, is_path_written, is_value_written }
    }

    /// The location of a path at the end of the own one.
    pub(super) fn path_span(&self, path: &str) -> Span {
        let [written, _] = self.lengths;
        let start = if self.is_path_written { written - path.len() } else { 0 };
        Span::new(self.source, start..written)
    }

    fn value_span(&self) -> Span {
        let [path, value] = self.lengths;
        Span::new(self.source, path + 1..path + 1 + value)
    }
}

/// The path before an equals sign, and the sign of a [`Step`] at its end: `hp+` of `hp+=3`, which is `hp=+=3`.
pub fn without_sign(text: &str) -> (String, Option<char>) {
    let plain = plain_text(text.trim());
    match plain.strip_suffix(['+', '-']).zip(plain.chars().last()) {
        Some((path, sign)) => (path.trim_end().to_owned(), Some(sign)),
        None => (text.trim().to_owned(), None),
    }
}

/// An override that is not of the form `PATH=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected PATH=VALUE, found `{text}`")]
pub struct OverrideError {
    /// The text found.
    pub text: String,
}

impl FromStr for Override {
    type Err = OverrideError;

    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let (path, value) = text.split_once('=').unwrap_or_default();
        let (path, sign) = without_sign(path);
        let value = value.trim();
        let value = sign.map_or_else(|| value.to_owned(), |sign| format!("{sign}={value}"));
        // A path with a sign at its end could not be told from the sign of a step.
        let is_path = !path.is_empty() && !path.ends_with(['+', '-']);
        if is_path { Ok(Self { path, value }) } else { Err(OverrideError { text: excerpt(text) }) }
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

/// A path that can be set, with its current value.
#[derive(Debug, Clone)]
pub struct PathEntry {
    /// The dotted path.
    pub path: String,
    /// The declaration; for an entry of an integer map, that of the map.
    pub key: &'static KeyDecl,
    /// The kind of the value at the path.
    pub kind: Kind,
    /// The given value, else the literal default, in the notation of overrides. `None` if there is neither.
    pub value: Option<String>,
    /// The same value as JSON. `None` if there is no value, or if it is invalid or no rule reads it.
    pub canonical: Option<String>,
    /// The value of a default that follows from other values, if that default is in effect. `None` if only the
    /// declaration's words describe it.
    pub following: Option<Following>,
    /// The location of the value; `None` for a default.
    pub span: Option<Span>,
}

impl PathEntry {
    /// Whether the scenario gives the value.
    pub const fn is_given(&self) -> bool {
        self.span.is_some()
    }
}

/// The declaration to which a path leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// The key; for an entry of an integer map, that of the map.
    pub(super) key: &'static KeyDecl,
    /// Whether the last segment is a name in an integer map.
    pub(super) in_map: bool,
}

impl Target {
    /// The kind of the value at the path.
    pub(super) fn kind(self) -> Kind {
        match self.key.kind.inside() {
            Inside::Entries { kind, .. } if self.in_map => kind,
            _ => self.key.kind,
        }
    }

    /// The usual spelling of a value, and its canonical form; `None` for the latter if the value is refused.
    fn spelling(self, value: &str) -> (String, Option<String>) {
        let kind = self.kind();
        if let Some(Ok(step)) = Step::read(value).filter(|_| kind.is_numeric()) {
            return (step.to_string(), Some(step.to_string()));
        }
        // A number with a plus sign is refused.
        if value.starts_with('+') {
            return (value.to_owned(), None);
        }
        let text = if kind.is_numeric() { as_number(value, self.key) } else { Cow::from(value) };
        let nowhere = Span::new(0, 0..0);
        let node = kind.read_text(&text, Location::All(nowhere), nowhere).ok();
        let canonical = node.as_ref().and_then(|node| kind.canonical(node));
        let spelling = match node.map(|node| node.value) {
            Some(Value::Bool(truth)) => truth.to_string(),
            Some(Value::Text(word)) if is_choice(&word, kind.choices()) => word,
            // A text in quotes is read first.
            _ if takes_dice(&kind) && !value.starts_with(['"', '\'', '[']) => {
                dice_of(&text).unwrap_or_else(|| text.into_owned())
            }
            _ => value.to_owned(),
        };
        (spelling, canonical)
    }
}

/// Follows a path through a declaration; the ids of tables in lists are not checked. The error is the index of the
/// segment that does not exist, or the number of segments if the path ends too early.
pub(super) fn target(mut keys: &'static [KeyDecl], segments: &[&str]) -> Result<Target, usize> {
    let mut at = 0;
    while at < segments.len() {
        let key = find_key(keys, segments[at]).ok_or(at)?;
        at += 1;
        let left = segments.len() - at;
        match key.kind.inside() {
            _ if left == 0 => return Ok(Target { key, in_map: false }),
            Inside::Table(nested) => keys = nested,
            Inside::Tables(tables) => {
                keys = tables.keys;
                at += 1;
            }
            Inside::Entries { .. } if left == 1 => return Ok(Target { key, in_map: true }),
            Inside::Entries { .. } => return Err(at + 1),
            Inside::Nothing => return Err(at),
        }
    }
    Err(at)
}

impl Scenario {
    /// Sets single values by their paths, as if the file gave them; later ones win. A path may be a
    /// [pattern](super::pattern), and a value a [step](Step) from the one that stands when its turn comes. Must be called after
    /// [`attach`](Self::attach): combatants that a roster completes are completed again, and afterwards
    /// [`wanted_files`](Self::wanted_files) may list files to which a new row refers. Missing tables on the way are
    /// created. A table in a list is addressed by its `id` in the file, even if another override changes that id, or
    /// else by its new id. [`validate`](Self::validate) checks the values. Stops after [`PROBLEMS_MAX`] problems.
    pub fn set(&mut self, overrides: &[Override], schema: &'static [KeyDecl]) -> Vec<Problem> {
        let overrides: Vec<(&str, &Override)> = overrides.iter().map(|wanted| ("--set", wanted)).collect();
        self.set_from(&overrides, schema)
    }

    /// Sets single values like [`set`](Self::set), each with its origin, which problems show instead of a file name.
    pub fn set_from(&mut self, overrides: &[(&str, &Override)], schema: &'static [KeyDecl]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut ids = BTreeMap::new();
        for (origin, wanted) in overrides {
            problems.extend(self.set_one(origin, wanted, &mut ids, schema).unwrap_or_else(|refused| refused));
            if problems.len() >= PROBLEMS_MAX {
                break;
            }
        }
        self.make_legs(schema);
        problems
    }

    fn set_one(
        &mut self,
        origin: &str,
        wanted: &Override,
        ids: &mut BTreeMap<Option<Place>, FileIds>,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let path = &wanted.path;
        let Some(source) = self.add_source(Source::new(origin, wanted.to_string()), TextUse::Override) else {
            return Err(not_settable(None, path, "there are too many overrides"));
        };
        if path.split('.').next() == Some(EXPECT) {
            let span = Span::new(source, 0..path.len());
            return Err(not_settable(Some(span), path, "only the file can say what is expected"));
        }
        let mut problems = Vec::new();
        for setting in self.settings(origin, wanted, source, ids.get(&None), schema)? {
            problems.extend(self.apply(&setting, ids, schema).unwrap_or_else(|refused| refused));
            if problems.len() >= PROBLEMS_MAX {
                break;
            }
        }
        Ok(problems)
    }

    fn apply(
        &mut self,
        setting: &Setting,
        ids: &mut BTreeMap<Option<Place>, FileIds>,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let path = &setting.path;
        if !self.has_legs() {
            return self.set_at(path, setting, ids.entry(None).or_default(), schema);
        }
        if path == ACCOUNTS.name() {
            return Err(not_settable(Some(setting.path_span(path)), path, "a day of several fights keeps no accounts"));
        }
        self.set_in_day(setting, ids, schema)
    }

    /// The values that an override gives, by path: those of all paths that its pattern fits, and those to which its step leads from
    /// what stands now.
    fn settings(
        &mut self,
        origin: &str,
        wanted: &Override,
        source: u16,
        ids: Option<&FileIds>,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Setting>, Vec<Problem>> {
        let (is_pattern, step) = (is_pattern(&wanted.path), Step::read(&wanted.value));
        if !is_pattern && step.is_none() {
            return Ok(vec![Setting::new(wanted.path.clone(), wanted.value.clone(), wanted, source)]);
        }
        let written = wanted.path.len();
        let (path_span, value_span) =
            (Span::new(source, 0..written), Span::new(source, written + 1..written + 1 + wanted.value.len()));
        // Legs that are made of the root have paths of their own.
        self.make_legs(schema);
        let paths = self.paths(schema);
        let chosen: Vec<&PathEntry> = if is_pattern {
            paths.iter().filter(|entry| matches(&wanted.path, &entry.path)).collect()
        } else {
            let is_it = |entry: &&PathEntry| self.path_in_file(&entry.path, ids) == wanted.path;
            let is_so_now = |entry: &&PathEntry| entry.path == wanted.path;
            paths.iter().find(is_it).or_else(|| paths.iter().find(is_so_now)).into_iter().collect()
        };
        let Some(first) = chosen.first() else {
            return Err(self.nothing_chosen(wanted, &paths, (path_span, value_span), schema));
        };
        if let Some(other) = chosen.iter().find(|other| other.kind.type_name() != first.kind.type_name()) {
            let told = |entry: &PathEntry| format!("`{}` ({})", excerpt(&entry.path), entry.kind.type_name());
            let (path, first, other) = (excerpt(&wanted.path), told(first), told(other));
            return Err(vec![Problem::new(path_span, ProblemKind::Mixed { path, first, other })]);
        }
        // A text is what it is.
        let step = step.filter(|_| !matches!(first.kind, Kind::Text(_)));
        if step.is_none() && first.kind.is_numeric() && is_pattern {
            self.refuse_sum(&wanted.path, &wanted.value, first.kind, value_span, schema)?;
        }
        let step = step.transpose().map_err(|error| {
            let kind = ProblemKind::Refused { path: excerpt(&wanted.path), reason: error.to_string() };
            vec![Problem::new(value_span, kind)]
        })?;
        let (mut settings, mut problems) = (Vec::new(), Vec::new());
        for entry in chosen {
            let before = entry.value.clone().or_else(|| entry.following.as_ref().map(|known| known.value.clone()));
            let after = match step {
                Some(step) => stepped(step, before.as_deref(), entry),
                None => Ok(wanted.value.clone()),
            };
            match after {
                Ok(after) => {
                    let path = self.path_in_file(&entry.path, ids);
                    settings.push(Setting::new(path, after.clone(), wanted, source));
                    let (origin, written, path) = (origin.to_owned(), wanted.clone(), entry.path.clone());
                    self.resolved.push(Resolved { origin, written, path, before, after });
                }
                Err(reason) => {
                    let (path, step) = (excerpt(&entry.path), excerpt(&wanted.value));
                    problems.push(Problem::new(value_span, ProblemKind::Step { path, step, reason }));
                }
            }
        }
        if problems.is_empty() { Ok(settings) } else { Err(problems) }
    }

    /// A path with the id that its table had in the file, by which overrides address it.
    fn path_in_file(&self, path: &str, ids: Option<&FileIds>) -> String {
        let segments: Vec<&str> = path.splitn(3, '.').collect();
        let in_file = || {
            let [list, id, rest] = segments[..] else { return None };
            let tables = self.root.get(list)?.as_list()?;
            let id = ids?.in_file(list, tables.iter().position(|table| table.id() == Some(id))?, tables.len())?;
            Some(format!("{list}.{id}.{rest}"))
        };
        in_file().unwrap_or_else(|| path.to_owned())
    }

    /// The problem of an override without a path: a pattern that fits none, or a step at a path that is not there, or has no value.
    fn nothing_chosen(
        &self,
        wanted: &Override,
        paths: &[PathEntry],
        (path_span, value_span): (Span, Span),
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let path = excerpt(&wanted.path);
        if is_pattern(&wanted.path) {
            let known: Vec<&str> = paths.iter().map(|entry| entry.path.as_str()).collect();
            let nearest = meant(&wanted.path, &known).map(|path| excerpt(&path));
            return vec![Problem::new(path_span, ProblemKind::NothingFits { path, nearest })];
        }
        let segments: Vec<&str> = wanted.path.split('.').collect();
        let common =
            |entry: &PathEntry| entry.path.split('.').zip(&segments).take_while(|(own, of)| own == *of).count();
        let at = paths.iter().map(common).max().unwrap_or_default();
        let target = target_in_day(&segments, schema);
        match target {
            Ok(target) if target.key.is_fixed => not_settable(Some(path_span), &path, "only the file can give it"),
            Ok(_) if at + 1 >= segments.len() => {
                let (step, reason) = (excerpt(&wanted.value), NOTHING_STANDS.to_owned());
                vec![Problem::new(value_span, ProblemKind::Step { path, step, reason })]
            }
            _ => self.unknown_path(&segments, target.map_or_else(|at| at, |_| at), path_span, schema),
        }
    }

    /// Sets the value of an override at a path, which in a leg of a day is the end of its own.
    pub(super) fn set_at(
        &mut self,
        path: &str,
        setting: &Setting,
        ids: &mut FileIds,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let path_span = setting.path_span(path);
        let segments: Vec<&str> = path.split('.').collect();
        let target = target(schema, &segments).map_err(|at| self.unknown_path(&segments, at, path_span, schema))?;
        let node = self.value_of(path, setting, target, schema)?;
        let put = self.put(&segments, ids, path_span, node, schema);
        put.map_err(|at| self.unknown_path(&segments, at, path_span, schema))
    }

    /// The value of an override at a path that [`target`] has accepted.
    pub(super) fn value_of(
        &self,
        path: &str,
        setting: &Setting,
        target: Target,
        schema: &'static [KeyDecl],
    ) -> Result<Node, Vec<Problem>> {
        let (path_span, value_span) = (setting.path_span(path), setting.value_span());
        if target.key.is_fixed {
            return Err(not_settable(Some(path_span), path, "only the file can give it"));
        }
        let value = &setting.value;
        self.refuse_sum(path, value, target.kind(), value_span, schema)?;
        let text = if target.kind().is_numeric() { as_number(value, target.key) } else { Cow::from(value) };
        let is_as_written = setting.is_value_written && *text == *value;
        let location = if is_as_written {
            Location::Text { source: setting.source, offset: value_span.start }
        } else {
            Location::All(value_span)
        };
        let node = target.kind().read_text(&text, location, value_span).map_err(|mut problems| {
            hint_at_truths(&mut problems, &[schema]);
            problems
        })?;
        if file_of(&target.kind(), &node).is_some() {
            return Err(not_settable(Some(path_span), path, "only the file can name a file"));
        }
        Ok(node)
    }

    /// Refuses a number with a plus sign, which could mean that number or an addition to the current value.
    fn refuse_sum(
        &self,
        path: &str,
        value: &str,
        kind: Kind,
        span: Span,
        schema: &'static [KeyDecl],
    ) -> Result<(), Vec<Problem>> {
        let Some(plain) = value.strip_prefix('+').map(str::trim_start) else { return Ok(()) };
        if !kind.is_numeric() || !plain.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(());
        }
        let entry = self.paths(schema).into_iter().find(|entry| entry.path == path);
        let before = entry.and_then(|entry| entry.value);
        let more = plain.parse::<i64>().ok();
        let sum = before.as_ref().zip(more).and_then(|(before, more)| sum_of(before, more));
        let can_add = more.is_some() && (sum.is_some() || is_pattern(path));
        let (path, value, plain) = (excerpt(path), excerpt(value), excerpt(plain));
        Err(vec![Problem::new(span, ProblemKind::Sum { path, value, plain, before, sum, can_add })])
    }

    /// The spellings of values for a path: one text for all that are the same value, such as `true` for `yes` and `WAHR`, `1d6+1`
    /// for `1d6 + 1`, and any other text as it is. A path that does not exist leaves them as they are.
    pub fn spellings(path: &str, values: &[String], schema: &'static [KeyDecl]) -> Vec<String> {
        let segments: Vec<&str> = path.split('.').collect();
        let Ok(target) = target_in_day(&segments, schema) else { return values.to_vec() };
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let spelling = |value: &String| {
            let (spelling, canonical) = target.spelling(value);
            canonical.map_or_else(|| spelling.clone(), |same| known.entry(same).or_insert(spelling.clone()).clone())
        };
        values.iter().map(spelling).collect()
    }

    pub(super) fn unknown_path(
        &self,
        segments: &[&str],
        at: usize,
        span: Span,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let Meant { nearest, named } = self.meant(segments, at, schema);
        let (path, nearest) = (excerpt(&segments.join(".")), nearest.map(|path| excerpt(&path)));
        vec![Problem::new(span, ProblemKind::UnknownPath { path, nearest, named })]
    }

    /// Puts a value at a path that [`target`] has accepted, as if the file gave it: combatants that a roster completes
    /// are completed again. The error is the index of an id that no table has. A value of the wrong type on the way is
    /// left as it is, since validation reports it.
    pub(super) fn put(
        &mut self,
        segments: &[&str],
        ids: &mut FileIds,
        span: Span,
        node: Node,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, usize> {
        let list = segments[0];
        let is_completed = self.roster.as_ref().is_some_and(|roster| roster.list == list);
        let inside = find_key(schema, list).map(|key| key.kind.inside());
        let (Some(Inside::Tables(tables)), [_, id, below @ ..]) = (inside, segments) else {
            put_below(&mut self.root, None, schema, segments, (span, node), ids, String::new())?;
            return Ok(if is_completed { self.complete_all(schema) } else { Vec::new() });
        };
        let elements = self.root.get_mut(list).and_then(Node::list_mut).ok_or(1_usize)?;
        let index = ids.index(list, id, elements, tables.by).ok_or(1_usize)?;
        let (element, location) = (&mut elements[index], format!("{list}.{index}"));
        let put = match self.roster.as_mut().filter(|_| is_completed) {
            Some(roster) => {
                let Some(given) = roster.given.get_mut(index) else { return Err(1) };
                put_below(given, Some(element), tables.keys, below, (span, node), ids, location)
            }
            None => put_below(element, None, tables.keys, below, (span, node), ids, location),
        };
        put.map_err(|at| at + 2)?;
        Ok(if is_completed { self.complete_one(index, schema) } else { Vec::new() })
    }

    /// All paths that can be set, in the order of the declaration and of the file. For integer maps, lists of tables
    /// and groups of keys, only existing entries and tables are listed.
    pub fn paths(&self, schema: &'static [KeyDecl]) -> Vec<PathEntry> {
        if self.has_legs() {
            return self.paths_of_day(schema);
        }
        let mut paths = Vec::new();
        let root = Level { keys: schema, table: Some(&self.root), around: None };
        list_paths(&root, true, "", &mut paths);
        paths
    }
}

pub(super) fn not_settable(span: Option<Span>, path: &str, reason: &'static str) -> Vec<Problem> {
    vec![Problem::new(span, ProblemKind::NotSettable { path: excerpt(path), reason })]
}

/// The reason for refusing a step at a path without a value.
const NOTHING_STANDS: &str = "has nothing to begin with: the key is not set and has no default";

/// The value to which a step leads at a path, or why it leads nowhere.
fn stepped(step: Step, before: Option<&str>, entry: &PathEntry) -> Result<String, String> {
    if is_percentage(entry.key) && matches!(step, Step::Percent(_)) {
        return Err(
            "can mean two things, since the key is in %: write `+=10` or `-=10` for so many more or less".to_owned()
        );
    }
    match (before, entry.key.default) {
        (Some(before), _) => step.value_after(before, &entry.kind),
        (None, DefaultValue::Derived(words)) => {
            Err(format!("has no number to begin with: the key is not set, and its default is {words}"))
        }
        (None, _) => Err(NOTHING_STANDS.to_owned()),
    }
}

/// The text of a number or dice expression plus a number; `None` if `before` is neither.
fn sum_of(before: &str, more: i64) -> Option<String> {
    if let Ok(number) = before.parse::<i64>() {
        return Some(number.checked_add(more)?.to_string());
    }
    let dice: DiceExpr = before.parse().ok()?;
    let plus = dice.plus().checked_add(i32::try_from(more).ok()?)?;
    Some(dice.with_plus(plus).to_string())
}

/// The ids that the tables of lists had before a series of overrides, by the location of the list, in which indices stand for
/// tables. A path addresses a table by its id in the file, even if another override changes that id.
#[derive(Default)]
pub(super) struct FileIds(BTreeMap<String, Vec<Option<String>>>);

impl FileIds {
    /// The index of a table: by the id that it had when the list was first addressed, else by its present one.
    fn index(&mut self, list: &str, id: &str, tables: &[Node], by: &str) -> Option<usize> {
        let ids = || tables.iter().map(|table| table.id_by(by));
        let of_file = self.0.entry(list.to_owned()).or_insert_with(|| ids().map(|id| id.map(str::to_owned)).collect());
        let of_file = Some(of_file).filter(|known| known.len() == tables.len());
        let known = of_file.and_then(|known| known.iter().position(|known| known.as_deref() == Some(id)));
        known.or_else(|| ids().position(|known| known == Some(id)))
    }

    /// The id that a table of a list had at first; `None` if the list was not addressed since it is what it is.
    fn in_file(&self, list: &str, index: usize, count: usize) -> Option<&str> {
        self.0.get(list).filter(|known| known.len() == count)?.get(index)?.as_deref()
    }

    /// Forgets the ids of the lists at and inside a value that was replaced.
    fn forget(&mut self, location: &str) {
        let is_inside =
            |list: &str| list.strip_prefix(location).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.0.retain(|list, _| !is_inside(list));
    }
}

/// Puts a value into a table, whose location is that of [`FileIds`]. `completed` is the same table together with the values of a
/// roster. If only `completed` has a table of a list, that table is started in `table`, and the roster completes it later. The
/// error is the index of an id that no table has.
fn put_below(
    table: &mut Node,
    completed: Option<&Node>,
    keys: &'static [KeyDecl],
    path: &[&str],
    (span, node): (Span, Node),
    ids: &mut FileIds,
    mut location: String,
) -> Result<(), usize> {
    let (mut table, mut completed, mut keys, mut at) = (table, completed, keys, 0);
    // A roster adds to the tables of a list as they are named now.
    let is_completed = completed.is_some();
    while at + 1 < path.len() {
        completed = completed.and_then(|completed| completed.get(path[at]));
        push_segment(&mut location, path[at]);
        match find_key(keys, path[at]).map(|key| key.kind.inside()) {
            Some(Inside::Tables(tables)) => {
                let is_it = |element: &&Node| element.id_by(tables.by) == Some(path[at + 1]);
                let list = completed.filter(|completed| completed.as_list().is_some());
                completed = list.and_then(Node::as_list).and_then(|list| list.iter().find(is_it));
                if let Some(list) = list {
                    let Some(entries) = table.table_mut() else { return Ok(()) };
                    let given = entry_or(entries, path[at], span, || Value::List(Vec::new()));
                    // The path of a file is in the place of the file's tables.
                    if given.as_text().is_some() {
                        *given = list.clone();
                    }
                }
                let list = table.get_mut(path[at]).and_then(Node::list_mut).ok_or(at + 1)?;
                let known = if is_completed {
                    list.iter().position(|element| is_it(&element))
                } else {
                    ids.index(&location, path[at + 1], list, tables.by)
                };
                if known.is_none() && completed.is_some() {
                    list.push(element(tables.by, path[at + 1], span));
                }
                let index = known.or_else(|| completed.and(list.len().checked_sub(1))).ok_or(at + 1)?;
                push_segment(&mut location, &index.to_string());
                (table, keys, at) = (&mut list[index], tables.keys, at + 2);
            }
            inside => {
                let Some(entries) = table.table_mut() else { return Ok(()) };
                keys = if let Some(Inside::Table(nested)) = inside { nested } else { &[] };
                table = entry_or(entries, path[at], span, || Value::Table(Vec::new()));
                at += 1;
            }
        }
    }
    let Some(entries) = table.table_mut() else { return Ok(()) };
    push_segment(&mut location, path[at]);
    ids.forget(&location);
    match entries.iter_mut().find(|entry| entry.key == path[at]) {
        Some(entry) => (entry.key_span, entry.node) = (span, node),
        None => entries.push(Entry { key: path[at].to_owned(), key_span: span, node }),
    }
    Ok(())
}

/// The value of a key, which is created as `missing` if it does not exist.
pub(super) fn entry_or<'a>(
    entries: &'a mut Vec<Entry>,
    key: &str,
    span: Span,
    missing: impl FnOnce() -> Value,
) -> &'a mut Node {
    let index = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
        entries.push(Entry { key: key.to_owned(), key_span: span, node: Node { value: missing(), span } });
        entries.len() - 1
    });
    &mut entries[index].node
}

/// `defaulted` is whether the defaults of the table are in effect; they are not in an optional table that is missing.
/// The recursion follows the declaration, which is finite.
fn list_paths(level: &Level<'_>, defaulted: bool, path: &str, list: &mut Vec<PathEntry>) {
    for key in level.keys.iter().filter(|key| !key.is_fixed) {
        let node = level.table.and_then(|table| table.get(key.name));
        let mut path = path.to_owned();
        push_segment(&mut path, key.name);
        match key.kind.inside() {
            // A table of a group is listed only if it is given: several keys have the same group, and the paths of all
            // missing ones would hide the others.
            Inside::Table(_) if node.is_none() && key.kind.group().is_some() => {}
            Inside::Table(nested) => {
                let defaulted = node.is_some() || (defaulted && key.default == DefaultValue::Table);
                list_paths(&Level { keys: nested, table: node, around: Some(level) }, defaulted, &path, list);
            }
            _ if key.kind.is_listed(node) => {
                let default = if defaulted { key.default.node() } else { None };
                let written = node.or(default.as_ref());
                let following = if defaulted && written.is_none() { level.following(key) } else { None };
                list.push(PathEntry {
                    path,
                    key,
                    kind: key.kind,
                    value: written.map(|node| as_shown(&key.kind, node)),
                    canonical: written.and_then(|node| key.kind.canonical(node)),
                    following,
                    span: node.map(|node| node.span),
                });
            }
            Inside::Tables(Tables { keys: nested, by, max, .. }) => {
                for element in node.and_then(Node::as_list).unwrap_or_default().iter().take(max) {
                    if let Some(id) = element.id_by(by) {
                        let level = Level { keys: nested, table: Some(element), around: Some(level) };
                        list_paths(&level, true, &format!("{path}.{id}"), list);
                    }
                }
            }
            Inside::Entries { kind, max } => {
                for entry in node.and_then(Node::as_table).unwrap_or_default().iter().take(max) {
                    let (path, value) = (format!("{path}.{}", entry.key), Some(as_shown(&kind, &entry.node)));
                    let (canonical, span) = (kind.canonical(&entry.node), Some(entry.node.span));
                    list.push(PathEntry { path, key, kind, value, canonical, following: None, span });
                }
            }
            Inside::Nothing => {}
        }
    }
}

/// A number as an override or a cell gives it: as people write it, and without decimals that are zero, which tools add.
fn as_number<'a>(text: &'a str, key: &KeyDecl) -> Cow<'a, str> {
    match number(text, key) {
        Cow::Borrowed(text) => without_decimals(text, None),
        Cow::Owned(text) => Cow::Owned(without_decimals(&text, None).into_owned()),
    }
}

/// A value in the notation of overrides, dice in their canonical spelling.
pub(super) fn as_shown(kind: &Kind, node: &Node) -> String {
    match &node.value {
        Value::Text(text) if takes_dice(kind) => dice_of(text).unwrap_or_else(|| text.clone()),
        Value::List(nodes) if takes_dice(kind) => {
            let shown = |node: &Node| match &node.value {
                Value::Text(text) => json_string(&dice_of(text).unwrap_or_else(|| text.clone())),
                _ => as_element(node),
            };
            format!("[{}]", nodes.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        _ => as_override(node),
    }
}

/// Whether the values of a kind are numbers or dice, alone or in lists.
fn takes_dice(kind: &Kind) -> bool {
    kind.is_numeric() || matches!(kind, Kind::OneOrMoreDice(_))
}

/// The canonical spelling of dice; `None` for a text that is none.
fn dice_of(text: &str) -> Option<String> {
    text.parse::<DiceExpr>().ok().map(|dice| dice.to_string())
}

/// A value in the notation of overrides.
pub(super) fn as_override(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) | Value::Datetime(text) => text.clone(),
        Value::List(nodes) => format!("[{}]", nodes.iter().map(as_element).collect::<Vec<_>>().join(", ")),
        Value::Table(_) => "{}".to_owned(),
    }
}

/// A value within a list in the notation of overrides, where texts need quotes.
fn as_element(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => json_string(text),
        _ => as_override(node),
    }
}
