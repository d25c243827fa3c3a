//! `equipoise check`: what was understood of a scenario.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::scenario::{DefaultValue, Origin, PathEntry, Source};
use serde_json::Value;

use crate::args::{CheckArgs, TextOrJson};
use crate::exit::Failure;
use crate::json::Object;
use crate::load::{Loaded, load_all};
use crate::out::Out;
use crate::page::Page;
use crate::text::visible;

/// Checks all scenarios and lists their values.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    let mut out = Page::new(Out::new(), args.format.markup());
    for (at, scenario) in scenarios.iter().enumerate() {
        match args.format {
            TextOrJson::Table | TextOrJson::Markdown => {
                if at > 0 {
                    out.gap()?;
                }
                table(&mut out, scenario)?;
            }
            TextOrJson::Json => writeln!(out, "{}", json(scenario))?,
        }
    }
    Ok(out.flush()?)
}

fn table(page: &mut Page<impl Write>, scenario: &Loaded) -> io::Result<()> {
    let name = scenario.scenario.sources().first().map_or("", |source| &source.name);
    let title = format!("{}: {} ({}), no mistakes", visible(name), visible(&scenario.name), scenario.system.name());
    page.title(&title, 2)?;
    page.gap()?;
    let rows =
        scenario.fights.combatants().iter().map(|combatant| {
            vec![combatant.id.clone(), combatant.side.to_string(), visible(&combatant.name).into_owned()]
        });
    page.grid(&["combatant", "side", "name"], rows.collect(), 0..0)?;
    page.gap()?;
    let rows = scenario.scenario.paths(scenario.system.schema()).into_iter().map(|entry| {
        let from = origin(scenario, &entry);
        vec![entry.path.clone(), visible(&shown(scenario, &entry)).into_owned(), from, entry.key.rules.join(" ")]
    });
    page.grid(&["key", "value", "from", "rules"], rows.collect(), 0..0)
}

/// The value in effect; what no file says but follows from others is put in words, with the number where it is known.
fn shown(scenario: &Loaded, entry: &PathEntry) -> String {
    match (&entry.value, entry.key.default, derived(scenario, entry)) {
        (Some(value), ..) => value.clone(),
        (None, DefaultValue::Derived(words), Some(number)) => format!("{number} ({words})"),
        (None, DefaultValue::Derived(words), None) => format!("({words})"),
        (None, ..) => "-".to_owned(),
    }
}

/// The number that a value has which no file says.
fn derived(scenario: &Loaded, entry: &PathEntry) -> Option<i64> {
    if entry.value.is_none() { scenario.fights.derived(&entry.path) } else { None }
}

/// Where a value comes from: of a file that the scenario names also the row or the line. The column is what the key ends
/// in.
fn origin(scenario: &Loaded, entry: &PathEntry) -> String {
    let Some(span) = entry.span else { return "default".to_owned() };
    match scenario.scenario.origin(span) {
        Origin::Scenario => "file".to_owned(),
        Origin::Override(option) => option.to_owned(),
        Origin::Attachment { file, cell } => {
            let row = cell.map_or_else(|| file.line_column(span.start).0, |cell| cell.row);
            format!("{}:{row}", visible(file_name(file)))
        }
    }
}

/// The name of a file without its folder.
fn file_name(file: &Source) -> &str {
    Path::new(&file.name).file_name().and_then(|name| name.to_str()).unwrap_or(&file.name)
}

/// The same for programs: a word, and of a file that the scenario names where exactly it is in it.
fn with_origin(object: Object, scenario: &Loaded, entry: &PathEntry) -> Object {
    let from = |word: &str| object.with("from", word);
    let Some(span) = entry.span else { return from("default") };
    match scenario.scenario.origin(span) {
        Origin::Scenario => from("file"),
        Origin::Override(option) => from(option),
        Origin::Attachment { file, cell } => {
            let object = from("attachment").with("file", file.name.as_str());
            match cell {
                Some(cell) => object.with("row", cell.row).with("column", cell.column.as_str()),
                None => object.with("line", file.line_column(span.start).0),
            }
        }
    }
}

fn json(scenario: &Loaded) -> String {
    let combatants = scenario.fights.combatants().iter().map(|combatant| {
        let object = Object::default().with("id", combatant.id.as_str()).with("name", combatant.name.as_str());
        object.with("side", combatant.side.name()).finish()
    });
    let keys = scenario.scenario.paths(scenario.system.schema()).into_iter().map(|entry| {
        let object = Object::default().with("path", entry.path.as_str()).with("value", typed(scenario, &entry));
        with_origin(object, scenario, &entry).with("rules", entry.key.rules.to_vec()).finish()
    });
    Object::default()
        .with("file", scenario.path.display().to_string())
        .with("scenario", scenario.name.as_str())
        .with("system", scenario.system.name())
        .with_list("combatants", combatants)
        .with_list("keys", keys)
        .finish()
}

/// A value as JSON has it: numbers, booleans and lists as such.
fn typed(scenario: &Loaded, entry: &PathEntry) -> Value {
    let Some(value) = &entry.value else { return derived(scenario, entry).into() };
    let canonical = entry.canonical.as_deref().and_then(|json| serde_json::from_str(json).ok());
    canonical.unwrap_or_else(|| value.as_str().into())
}
