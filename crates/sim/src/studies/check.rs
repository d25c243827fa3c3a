//! A scenario as it is understood, without playing it: its combatants, and every value with its origin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use equipoise_engine::Side;
use equipoise_engine::scenario::{DefaultValue, Following, LEGS, Origin as Location, Override, PathEntry, Problems};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::json::as_text;
use crate::record::text;
use crate::studies::load::{LoadError, Loaded, Loader, load};
use crate::studies::test::{Expected, wanted};

mod mistake;

pub use mistake::{Also, CsvCell, Mistake, Place};

/// A scenario that was looked at, with or without mistakes.
pub struct Checked {
    /// The scenario as it is understood, with its mistakes.
    pub understanding: Understanding,
    /// The same mistakes with the texts that they are in.
    pub refusals: Vec<LoadError>,
    /// The doubts, with their texts: places that are no mistakes and were probably not meant; `None` if there are mistakes.
    pub doubts: Option<Problems>,
}

/// A scenario as it is understood. As JSON: `file, scenario, system, combatants, keys, expectations,
/// mistakes, doubts, notes`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Understanding {
    /// The path of the scenario.
    #[serde(serialize_with = "text::path::serialize")]
    pub file: PathBuf,
    /// The name of its text in diagnostics.
    #[serde(skip)]
    pub source: String,
    /// Its name; none where it has mistakes.
    pub scenario: Option<String>,
    /// The name of the system that resolves it; none where it has mistakes.
    pub system: Option<&'static str>,
    /// The combatants, in listed order.
    pub combatants: Vec<Member>,
    /// Every value, in the order of the declaration.
    pub keys: Vec<Key>,
    /// The expectations of its file, in the order of the file.
    pub expectations: Vec<Expected>,
    /// The mistakes. If there are any, no combatants, keys or expectations are listed.
    pub mistakes: Vec<Mistake>,
    /// The doubts, in words: places that are no mistakes and were probably not meant.
    pub doubts: Vec<String>,
    /// Notes that are good to know all the same, in words.
    pub notes: Vec<String>,
}

/// A combatant of the scenario.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Member {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The side.
    #[serde(serialize_with = "as_text")]
    pub side: Side,
}

/// A value of a scenario. As JSON: `path, value, applies, follows, from, [file, [row, column | line],] rules`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Key {
    /// The dotted path.
    pub path: String,
    /// The value in effect: numbers, booleans and lists as such; null where there is none, and where it is not known.
    pub value: Value,
    /// The same as an override takes it; none where neither the scenario nor a literal default says it.
    #[serde(skip)]
    pub given: Option<String>,
    /// The number in effect where a value is not given and follows from others.
    #[serde(skip)]
    pub derived: Option<i64>,
    /// The value of a derived default that its declaration expresses, such as that of another key; `None` if it is in `derived`.
    #[serde(skip)]
    pub following: Option<Following>,
    /// Whether the rules have a use for the key there: some are for one side, one kind of attack or one sort of ability
    /// alone.
    pub applies: bool,
    /// The rule of a derived default in words, if the value is not given.
    pub follows: Option<&'static str>,
    /// The origin of the value.
    #[serde(flatten)]
    pub from: Origin,
    /// The ids of the rules that read it.
    pub rules: &'static [&'static str],
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// From its default.
    Default,
    /// From the scenario's own file.
    File,
    /// From an option, by its name.
    Override(String),
    /// From a file that the scenario names.
    Attachment {
        /// The name of the file.
        file: String,
        /// Row and column of a table.
        cell: Option<(usize, String)>,
        /// The line.
        line: usize,
    },
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Default => map.serialize_entry("from", "default")?,
            Self::File => map.serialize_entry("from", "file")?,
            Self::Override(option) => map.serialize_entry("from", option)?,
            Self::Attachment { file, cell, line } => {
                map.serialize_entry("from", "attachment")?;
                map.serialize_entry("file", file)?;
                match cell {
                    Some((row, column)) => {
                        map.serialize_entry("row", row)?;
                        map.serialize_entry("column", column)?;
                    }
                    None => map.serialize_entry("line", line)?,
                }
            }
        }
        map.end()
    }
}

impl Key {
    /// Whether the scenario says the value, or it follows from what the scenario says.
    pub fn is_said(&self) -> bool {
        let follows = self.following.as_ref().is_some_and(|following| following.is_given);
        self.from != Origin::Default || self.derived.is_some() || follows
    }
}

/// A selection of the values of a scenario, for listing.
///
/// Whether the rules have a use for a key is found by trying values there, which takes longer than all the rest: values that are not
/// listed are not tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// None, and nobody: mistakes and doubts alone.
    Nothing,
    /// The values that the scenario gives, and those that follow from them.
    Said,
    /// Every value.
    All,
}

/// Looks at a scenario with some of its values changed. In the strict way doubts are mistakes.
pub fn look_at(loader: Loader, path: &Path, changes: &[Override], is_strict: bool, listed: Listed) -> Checked {
    let refused = |refusals: Vec<LoadError>| {
        let mistakes = refusals.iter().flat_map(Mistake::of_loading).collect();
        let understanding = Understanding {
            file: path.to_owned(),
            source: loader.texts.name(path),
            scenario: None,
            system: None,
            combatants: Vec::new(),
            keys: Vec::new(),
            expectations: Vec::new(),
            mistakes,
            doubts: Vec::new(),
            notes: Vec::new(),
        };
        Checked { understanding, refusals, doubts: None }
    };
    let loaded = match load(loader, path, changes) {
        Ok(loaded) => loaded,
        Err(error) => return refused(vec![error]),
    };
    let doubts = doubts(&loaded);
    let mut refusals: Vec<LoadError> = check_spare_rows(&loaded).err().map(LoadError::from).into_iter().collect();
    if is_strict && !doubts.list.is_empty() {
        refusals.push(doubts.clone().into());
    }
    let expectations = match wanted(&loaded) {
        Ok(wanted) => wanted.expected,
        Err(problems) => {
            refusals.push(problems.into());
            Vec::new()
        }
    };
    if refusals.is_empty() {
        let understanding =
            Understanding { source: loader.texts.name(path), expectations, ..understanding(&loaded, &doubts, listed) };
        Checked { understanding, refusals, doubts: Some(doubts) }
    } else {
        refused(refusals)
    }
}

/// The scenario as it is understood, without the expectations of its file.
pub fn check(loaded: &Loaded) -> Understanding {
    understanding(loaded, &doubts(loaded), Listed::All)
}

/// The scenario as it is understood, with the values alone that it gives and those that follow from them.
pub fn said(loaded: &Loaded) -> Understanding {
    understanding(loaded, &doubts(loaded), Listed::Said)
}

fn understanding(loaded: &Loaded, doubts: &Problems, listed: Listed) -> Understanding {
    let Loaded { path, name, system, scenario, fights, .. } = loaded;
    let members = fights.combatants().iter();
    let members = members.map(|one| Member { id: one.id.clone(), name: one.name.clone(), side: one.side });
    let mut paths = if listed == Listed::Nothing { Vec::new() } else { scenario.paths(system.schema()) };
    if listed == Listed::Said {
        // The same as `Key::is_said`, before it is known whether the rules have a use for the key.
        let follows = |entry: &PathEntry| entry.following.as_ref().is_some_and(|following| following.is_given);
        paths.retain(|entry| entry.is_given() || follows(entry) || fights.derived(&entry.path).is_some());
        forget_inherited(&mut paths);
    }
    // Keys that the scenario may not have are found by trying: the rules refuse every value there.
    let mut unfit =
        scenario.refused_paths(&paths, system.schema(), |tried| system.refusals(tried)).into_iter().peekable();
    let keys = paths.into_iter().enumerate();
    let keys = keys.map(|(index, entry)| key(loaded, entry, unfit.next_if_eq(&index).is_none())).collect();
    Understanding {
        file: path.clone(),
        source: path.display().to_string(),
        scenario: Some(name.clone()),
        system: Some(system.name()),
        combatants: if listed == Listed::Nothing { Vec::new() } else { members.collect() },
        keys,
        expectations: Vec::new(),
        mistakes: Vec::new(),
        doubts: doubts.to_string().lines().map(str::to_owned).collect(),
        notes: if listed == Listed::Nothing {
            Vec::new()
        } else {
            [fights.never(), lookalikes(loaded), idle_rests(loaded)].concat()
        },
    }
}

/// Leaves out the values that legs have from the root of a day, where they are listed.
fn forget_inherited(paths: &mut Vec<PathEntry>) {
    let prefix = format!("{LEGS}.");
    let value = |entry: &PathEntry| (entry.span, entry.value.clone(), entry.following.clone());
    let of_root = paths.iter().filter(|entry| !entry.path.starts_with(&prefix));
    let of_root: BTreeMap<String, _> = of_root.map(|entry| (entry.path.clone(), value(entry))).collect();
    let is_inherited = |entry: &PathEntry| {
        let mut inner = entry.path.strip_prefix(&prefix).unwrap_or_default();
        // The id of the leg, and one of its choice.
        (0..2).any(|_| {
            inner = inner.split_once('.').map_or("", |(_, inner)| inner);
            of_root.get(inner).is_some_and(|of_root| *of_root == value(entry))
        })
    };
    paths.retain(|entry| !is_inherited(entry));
}

/// Says of combatants that differ in nothing but their place in the file that it may decide what becomes of each of them.
fn lookalikes(loaded: &Loaded) -> Vec<String> {
    let (scenario, schema) = (&loaded.scenario, loaded.system.schema());
    let knobs: Vec<String> = scenario.ties_by_place(schema).iter().map(|path| format!("`{path}`")).collect();
    let note = |alike: Vec<String>| {
        let [first, second, more @ ..] = alike.as_slice() else { return None };
        let more = if more.is_empty() { String::new() } else { format!(" (and {} more like them)", more.len()) };
        let knobs = knobs.join(" and ");
        Some(format!(
            "`{first}` and `{second}`{more} differ in nothing but their place in the file, which decides between them where the \
             rules leave them equal ({knobs}): what becomes of the one and not of the other may be due to that alone"
        ))
    };
    scenario.lookalikes(schema).into_iter().filter_map(note).collect()
}

/// Says of a rest that nobody has why that is.
fn idle_rests(loaded: &Loaded) -> Vec<String> {
    let rests = loaded.scenario.idle_rests(loaded.system.schema()).into_iter();
    rests.map(|(path, reason)| format!("`{path}` does nothing: {reason}")).collect()
}

/// The doubts about a scenario, which are no mistakes and were probably not meant: names that one combatant alone has,
/// and that are much like others.
pub fn doubts(loaded: &Loaded) -> Problems {
    let Loaded { scenario, system, .. } = loaded;
    scenario.problems(scenario.doubts(system.schema()))
}

/// Checks the rows of a roster that no combatant takes: a tournament, or the next scenario, may take them.
///
/// # Errors
/// Every mistake that a row by itself can have.
pub fn check_spare_rows(loaded: &Loaded) -> Result<(), Problems> {
    let mut scenario = loaded.scenario.clone();
    let problems = scenario.check_spare_rows(loaded.system.schema());
    if problems.is_empty() { Ok(()) } else { Err(scenario.problems(problems)) }
}

fn key(loaded: &Loaded, entry: PathEntry, applies: bool) -> Key {
    let from = origin(loaded, &entry);
    let PathEntry { path, key, value: given, canonical, following, .. } = entry;
    let derived = if given.is_none() && applies { loaded.fights.derived(&path) } else { None };
    let following = following.filter(|_| applies && derived.is_none());
    let json = canonical.as_deref().or(following.as_ref().map(|following| following.canonical.as_str()));
    let json = json.and_then(|json| serde_json::from_str(json).ok());
    let value = json.unwrap_or_else(|| given.as_deref().map_or_else(|| derived.into(), Value::from));
    let follows = match key.default {
        DefaultValue::Derived(words) if given.is_none() => Some(words),
        _ => None,
    };
    Key { path, value, given, derived, following, applies, follows, from, rules: key.rules }
}

fn origin(loaded: &Loaded, entry: &PathEntry) -> Origin {
    let Some(span) = entry.span else { return Origin::Default };
    match loaded.scenario.origin(span) {
        Location::Scenario => Origin::File,
        Location::Override(option) => Origin::Override(option.to_owned()),
        Location::Attachment { file, cell } => Origin::Attachment {
            file: file.name.clone(),
            cell: cell.map(|cell| (cell.row, cell.column.clone())),
            line: file.line_column(span.start).0,
        },
    }
}
