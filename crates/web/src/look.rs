//! A scenario as it is understood, with everything that an editor, a slider or a list of words needs.

use std::path::Path;

use equipoise_engine::scenario::{Choice, KeyDecl, Override, PathEntry};
use equipoise_sim::json::line;
use equipoise_sim::studies::check::{Checked, Listed, look_at};
use equipoise_sim::studies::load::{Loaded, Loader, load};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::mistakes::{At, Places, Underlined};

/// A scenario that was looked at.
#[derive(Serialize)]
pub(crate) struct Look {
    /// The line of `equipoise check --format json`.
    understood: Box<RawValue>,
    /// By key that is listed there, in the same order: what can be done with it.
    keys: Vec<Knob>,
    mistakes: Vec<Underlined>,
    doubts: Vec<Underlined>,
}

/// The declaration of a key as a page shows it.
#[derive(Serialize)]
struct Knob {
    path: String,
    #[serde(rename = "type")]
    kind: &'static str,
    doc: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    /// The allowed values in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    allowed: String,
    /// The whole numbers allowed: the smallest, the largest and the distance between neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
    /// The words allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<Word>,
    /// The default in words, `required` or `none`.
    default: String,
    /// Whether it is one that a scenario gives.
    given: bool,
    /// The value as an override takes it; left out if neither the scenario nor a literal default says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Whether only the file can set it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fixed: bool,
    /// Whether it says how a combatant plays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    way: bool,
    /// The part of a file in which the value stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

#[derive(Serialize)]
struct Steps {
    min: i64,
    max: i64,
    by: i64,
}

#[derive(Serialize)]
struct Word {
    name: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    doc: &'static str,
}

impl From<&Choice> for Word {
    fn from(choice: &Choice) -> Self {
        Self { name: choice.name, doc: choice.doc }
    }
}

impl Look {
    /// Looks at a scenario with some of its values changed.
    pub(crate) fn at(loader: Loader, path: &Path, changes: &[Override], listed: Listed) -> Self {
        let Checked { understanding, refusals, doubts } = look_at(loader, path, changes, false, listed);
        let knobs = if understanding.keys.is_empty() { Vec::new() } else { knobs(loader, path, changes) };
        // Both lists are in the order of the declaration, and the first may leave keys out.
        let mut listed_keys = understanding.keys.iter().peekable();
        let is_listed = |knob: &Knob| listed_keys.next_if(|key| key.path == knob.path).is_some();
        let keys = knobs.into_iter().filter(is_listed).collect();
        Self {
            understood: RawValue::from_string(line(&understanding)).expect("a line of JSON"),
            keys,
            mistakes: refusals.iter().flat_map(Underlined::of_loading).collect(),
            doubts: doubts.iter().flat_map(Underlined::all).collect(),
        }
    }
}

/// The keys of a scenario that was found to be without mistakes.
fn knobs(loader: Loader, path: &Path, changes: &[Override]) -> Vec<Knob> {
    let Ok(loaded) = load(loader, path, changes) else { return Vec::new() };
    let Loaded { scenario, system, .. } = &loaded;
    let places = Places::new(scenario.sources());
    let paths = scenario.paths(system.schema());
    paths.into_iter().map(|entry| knob(&loaded, &places, entry)).collect()
}

fn knob(loaded: &Loaded, places: &Places, entry: PathEntry) -> Knob {
    let KeyDecl { doc, unit, default, is_fixed, is_way, .. } = *entry.key;
    // A value that an override has given stands in no file.
    let span = entry.span.filter(|span| {
        let source = loaded.scenario.sources().get(usize::from(span.source));
        source.is_some_and(|source| !source.name.starts_with("--"))
    });
    let (given, default) = (entry.is_given(), default.to_string());
    Knob {
        kind: entry.kind.type_name(),
        allowed: entry.kind.bounds(),
        steps: entry.kind.steps().map(|steps| Steps { min: steps.min, max: steps.max, by: steps.by }),
        words: entry.kind.choices().iter().map(Word::from).collect(),
        path: entry.path,
        text: entry.value,
        fixed: is_fixed,
        way: is_way,
        at: span.and_then(|span| places.at(span)),
        doc,
        unit,
        default,
        given,
    }
}
