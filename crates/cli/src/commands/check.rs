//! `equipoise check`: what was understood of a scenario.

use std::io::{self, Write};

use equipoise_engine::scenario::{DefaultValue, Node, PathEntry};
use serde_json::Value;

use crate::args::{CheckArgs, TextOrJson};
use crate::exit::Failure;
use crate::json::Object;
use crate::load::{Loaded, load_all};
use crate::out::Out;
use crate::tables::grid;
use crate::text::{visible, wrapped};

/// Checks all scenarios and lists their values.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    let mut out = Out::new();
    for (at, scenario) in scenarios.iter().enumerate() {
        match args.format {
            TextOrJson::Table => {
                if at > 0 {
                    writeln!(out)?;
                }
                table(&mut out, scenario)?;
            }
            TextOrJson::Json => writeln!(out, "{}", json(scenario))?,
        }
    }
    Ok(out.flush()?)
}

fn table(out: &mut Out, scenario: &Loaded) -> io::Result<()> {
    let name = scenario.scenario.sources().first().map_or("", |source| &source.name);
    let title = format!("{}: {} ({}), no mistakes", visible(name), visible(&scenario.name), scenario.system.name());
    writeln!(out, "{}\n", wrapped(&title, 0, 2))?;
    let rows =
        scenario.fights.combatants().iter().map(|combatant| {
            vec![combatant.id.clone(), combatant.side.to_string(), visible(&combatant.name).into_owned()]
        });
    writeln!(out, "{}", grid(&["combatant", "side", "name"], rows.collect(), 0..0))?;
    let rows = scenario.scenario.paths(scenario.system.schema()).into_iter().map(|entry| {
        let from = origin(scenario, &entry);
        vec![entry.path.clone(), visible(&shown(&entry)).into_owned(), from, entry.key.rules.join(" ")]
    });
    write!(out, "{}", grid(&["key", "value", "from", "rules"], rows.collect(), 0..0))
}

/// The value in effect; what no file says but follows from others is put in words.
fn shown(entry: &PathEntry) -> String {
    match (&entry.value, entry.key.default) {
        (Some(value), _) => value.clone(),
        (None, DefaultValue::Derived(words)) => format!("({words})"),
        (None, _) => "-".to_owned(),
    }
}

/// Where a value comes from.
fn origin(scenario: &Loaded, entry: &PathEntry) -> String {
    if !entry.given {
        return "default".to_owned();
    }
    let source = node_at(scenario.scenario.tree(), &entry.path).map_or(0, |node| usize::from(node.span.source));
    match scenario.scenario.sources().get(source) {
        Some(source) if source.name == "--set" => "--set".to_owned(),
        _ if source > 0 => "roster".to_owned(),
        _ => "file".to_owned(),
    }
}

/// Follows a dotted path: keys in tables, ids in lists.
fn node_at<'a>(root: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(root, |node, segment| match node.as_list() {
        Some(list) => list.iter().find(|element| element.id() == Some(segment)),
        None => node.get(segment),
    })
}

fn json(scenario: &Loaded) -> String {
    let combatants = scenario.fights.combatants().iter().map(|combatant| {
        let object = Object::default().with("id", combatant.id.as_str()).with("name", combatant.name.as_str());
        object.with("side", combatant.side.name()).finish()
    });
    let keys = scenario.scenario.paths(scenario.system.schema()).into_iter().map(|entry| {
        let object = Object::default().with("path", entry.path.as_str()).with("value", typed(&entry));
        object.with("from", origin(scenario, &entry)).with("rules", entry.key.rules.to_vec()).finish()
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
fn typed(entry: &PathEntry) -> Value {
    let Some(value) = &entry.value else { return Value::Null };
    let canonical = entry.canonical.as_deref().and_then(|json| serde_json::from_str(json).ok());
    canonical.unwrap_or_else(|| value.as_str().into())
}
