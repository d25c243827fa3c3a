//! What is understood of a scenario, without playing it: who fights, and every value with where it comes from.

use std::path::PathBuf;

use equipoise_engine::Side;
use equipoise_engine::scenario::{DefaultValue, Origin as Location, PathEntry, Problems};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::output::json::as_text;
use crate::studies::load::Loaded;
use crate::studies::study::text;

/// What is understood of a scenario. As JSON: `file, scenario, system, combatants, keys, doubts`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Understanding {
    /// The path of the scenario.
    #[serde(serialize_with = "text::path::serialize")]
    pub file: PathBuf,
    /// Its name.
    pub scenario: String,
    /// The name of the system that resolves it.
    pub system: &'static str,
    /// Who fights, in listed order.
    pub combatants: Vec<Member>,
    /// Every value, in the order of the declaration.
    pub keys: Vec<Key>,
    /// What is no mistake, and was probably not meant, in words.
    pub doubts: Vec<String>,
}

/// One who fights.
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

/// A value of a scenario. As JSON: `path, value, from, [file, [row, column | line],] rules`.
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
    /// The default.
    #[serde(skip)]
    pub default: DefaultValue,
    /// Where it comes from.
    #[serde(flatten)]
    pub from: Origin,
    /// The ids of the rules that read it.
    pub rules: &'static [&'static str],
}

/// Where a value comes from.
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

/// What is understood of a scenario.
pub fn check(loaded: &Loaded) -> Understanding {
    let Loaded { path, name, system, scenario, fights, .. } = loaded;
    let members = fights.combatants().iter();
    let members = members.map(|one| Member { id: one.id.clone(), name: one.name.clone(), side: one.side });
    Understanding {
        file: path.clone(),
        scenario: name.clone(),
        system: system.name(),
        combatants: members.collect(),
        keys: scenario.paths(system.schema()).into_iter().map(|entry| key(loaded, entry)).collect(),
        doubts: doubts(loaded).to_string().lines().map(str::to_owned).collect(),
    }
}

/// What is no mistake of a scenario, and was probably not meant: names that one combatant alone has, and that are much like others.
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

fn key(loaded: &Loaded, entry: PathEntry) -> Key {
    let from = origin(loaded, &entry);
    let PathEntry { path, key, value: given, canonical, .. } = entry;
    let derived = if given.is_none() { loaded.fights.derived(&path) } else { None };
    let value = match &given {
        None => derived.into(),
        Some(given) => {
            let canonical = canonical.as_deref().and_then(|json| serde_json::from_str(json).ok());
            canonical.unwrap_or_else(|| given.as_str().into())
        }
    };
    Key { path, value, given, derived, default: key.default, from, rules: key.rules }
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
