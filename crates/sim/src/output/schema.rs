//! JSON Schemas (draft 2020-12) of the JSON that commands print, one for each of [`OUTPUTS`].
//!
//! They are written by hand, `schema.json` in the folder of each study: a schema is read far more often than it is changed, and one that is
//! derived from the types that serialise would say what a key is called, but neither what the number tells nor what
//! range it has. What several outputs share stands once, in `schema/common.json`. Lists that the code keeps, the
//! systems and the quantities of every encounter, are made from it, so that no schema can miss one. A test of the
//! command line holds every schema against real output, with unknown keys refused.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::kernel::quantity::{EXTRAS, Extra, Kind};
use crate::registry::Registry;

/// The JSON that one command prints: one object, or one on each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Output {
    /// The command.
    pub command: &'static str,
    /// The description of an object, in a few words.
    pub about: &'static str,
    text: &'static str,
}

macro_rules! outputs {
    ($($command:literal in $path:literal: $about:literal,)*) => {
        /// Every command that prints JSON, in the order of the command line.
        pub const OUTPUTS: [Output; [$($command),*].len()] = [$(Output {
            command: $command,
            about: $about,
            text: include_str!(concat!("../studies/", $path)),
        }),*];
    };
}

outputs! {
    "run" in "run/schema.json": "one object for each scenario: how its encounters went",
    "exact" in "run/exact.json": "one object for each scenario: its exact odds",
    "odds" in "odds/schema.json": "one object for each scenario: what each attack does to each target",
    "sweep" in "sweep/schema.json": "one object for each cell: its values, and how its encounters went",
    "compare" in "compare/schema.json": "one object: the differences, or with --plan the encounters that a verdict takes",
    "tune" in "tune/schema.json": "one object: the cells ranked by their distance from the targets",
    "sensitivity" in "sensitivity/schema.json": "one object for each number: what a step of it does",
    "luck" in "luck/schema.json": "one object: which parts of the dice decide",
    "skill" in "skill/schema.json": "one object for each side: what its play is worth",
    "test" in "test/schema.json": "one object for each scenario: what its file expects, and whether it is so",
    "versus" in "versus/schema.json": "one object: matches, pairs, ranking and cycles",
    "gauntlet" in "gauntlet/schema.json": "one object: the rows of a roster ranked, and those that stand out",
    "balance" in "balance/schema.json": "one object: the least change of many numbers, and what it reaches",
    "replay" in "replay/schema.json": "one object: an encounter, line by line",
    "drama" in "drama/schema.json": "one object: how the odds of fights move",
    "rare" in "rare/schema.json": "one object: the chance of a rare event",
    "observe" in "observe/schema.json": "one object: how games that were played fit a scenario",
    "coverage" in "coverage/schema.json": "one object for each system: how often each rule was applied",
    "merge" in "merge/schema.json": "one object: how the encounters of all shards went",
    "rerun" in "rerun/schema.json": "one object for each result: whether it is what was recorded",
    "check" in "check/schema.json": "one object for each scenario: its combatants and keys",
    "explain" in "explain/schema.json": "one object for each thing that a word means",
}

const COMMON: &str = include_str!("schema/common.json");

/// The beginning of a reference to a definition of the same schema.
const DEFINITION: &str = "#/$defs/";

impl Output {
    /// The output of a command.
    pub fn of(command: &str) -> Option<Self> {
        OUTPUTS.into_iter().find(|output| output.command == command)
    }

    /// The schema of one object about a scenario of these systems, with all definitions that it needs.
    ///
    /// Additional properties are allowed, since later versions may add some.
    pub fn schema(self, registry: Registry) -> Value {
        let mut root = parsed(self.text);
        let mut known = common(registry);
        if let Some(Value::Object(own)) = root.remove("$defs") {
            known.extend(own);
        }
        let mut wanted = BTreeSet::new();
        collect_references(&Value::Object(root.clone()), &mut wanted);
        let mut definitions = Map::new();
        // A definition may refer to others, which are wanted too.
        while let Some(name) = wanted.pop_first() {
            if !definitions.contains_key(&name) {
                let definition = known.get(&name).expect("a test follows all references").clone();
                collect_references(&definition, &mut wanted);
                definitions.insert(name, definition);
            }
        }
        root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        root.insert("$defs".to_owned(), Value::Object(definitions));
        Value::Object(root)
    }
}

fn parsed(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("a test parses every schema")
}

/// The definitions that several outputs share.
fn common(registry: Registry) -> Map<String, Value> {
    let mut common = parsed(COMMON);
    common.insert(
        "system".to_owned(),
        json!({ "description": "The system whose rules resolved the scenario.", "enum": registry.names() }),
    );
    common.insert("quantities".to_owned(), quantities(["named_share", "named_mean", "some_mean_among"]));
    common.insert(
        "exact_quantities".to_owned(),
        quantities(["named_exact_share", "named_exact_mean", "named_exact_mean_among"]),
    );
    common
}

/// The list of [`EXTRAS`], whose order is fixed; a share, a mean and a mean among those that have it have these definitions.
fn quantities([share, mean, mean_among]: [&str; 3]) -> Value {
    let item = |extra: &Extra, name: &str| {
        let definition = match extra.kind {
            Kind::Share => share,
            Kind::Mean | Kind::YesNo => mean,
            Kind::MeanAmong => mean_among,
        };
        let is_former = name != extra.name;
        let description = if is_former {
            format!("The former name of `{}`, which stands behind the others with the same values.", extra.name)
        } else {
            format!("{} ({})", extra.doc, extra.unit)
        };
        json!({
            "description": description,
            "deprecated": is_former,
            "$ref": format!("{DEFINITION}{definition}"),
            "properties": { "name": { "const": name, "description": "Which number." } },
        })
    };
    let in_place = EXTRAS.iter().map(|extra| item(extra, extra.names_in_results().0));
    let behind = EXTRAS.iter().filter_map(|extra| Some(item(extra, extra.names_in_results().1?)));
    let items: Vec<Value> = in_place.chain(behind).collect();
    json!({
        "description": "The numbers that every encounter of every system yields, in this order.",
        "type": "array",
        "minItems": items.len(),
        "prefixItems": items,
    })
}

/// Adds the names of the definitions that a schema refers to. The recursion follows the schema, which is finite.
fn collect_references(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match value.as_str().filter(|_| key == "$ref") {
                    Some(target) => {
                        let name = target.strip_prefix(DEFINITION).expect("a schema refers to its own definitions");
                        names.insert(name.to_owned());
                    }
                    None => collect_references(value, names),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_has_the_definitions_that_it_refers_to_and_no_others() {
        for output in OUTPUTS {
            let schema = output.schema(Registry::SHIPPED);
            let mut wanted = BTreeSet::new();
            collect_references(&schema, &mut wanted);
            let defined: BTreeSet<String> = schema["$defs"].as_object().expect("definitions").keys().cloned().collect();
            assert_eq!(defined, wanted, "{}", output.command);
            let title = schema["title"].as_str().expect("a title");
            assert!(title.starts_with(&format!("equipoise {} ", output.command)), "{title}");
        }
    }

    #[test]
    fn every_shared_definition_is_needed_somewhere_and_none_is_hidden_by_an_own_one() {
        let mut unused: BTreeSet<String> = common(Registry::SHIPPED).keys().cloned().collect();
        for output in OUTPUTS {
            let own = parsed(output.text).remove("$defs").unwrap_or_default();
            let own: BTreeSet<String> = own.as_object().into_iter().flat_map(|own| own.keys().cloned()).collect();
            assert!(own.is_disjoint(&common(Registry::SHIPPED).keys().cloned().collect()), "{}", output.command);
            let schema = output.schema(Registry::SHIPPED);
            schema["$defs"].as_object().expect("definitions").keys().for_each(|name| {
                unused.remove(name);
            });
        }
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn an_output_is_found_by_its_command() {
        assert_eq!(Output::of("tune").map(|output| output.command), Some("tune"));
        assert_eq!(Output::of("tunes"), None);
    }
}
