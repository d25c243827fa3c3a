//! A declaration of keys as JSON Schema, for editors that check and complete scenario files.

use serde_json::{Map, Value as Json, json};

use super::common::{COMBATANTS, NAME, ROSTER, SYSTEM};
use super::schema::{Choice, Default, Key, Kind, Names, Numbers};
use super::section::find_key;

/// The JSON Schema (draft 2020-12) of a system's scenario files.
///
/// It says what can be said about single values. What a roster can complete is required only in files that name none;
/// repeated ids and the systems' own checks across keys are left to `equipoise check`.
pub fn json_schema(system: &str, schema: &'static [Key]) -> Json {
    let mut root = table(schema, true);
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!(format!("equipoise scenario, system {system}"));
    root["properties"][SYSTEM.name]["const"] = json!(system);
    if let (Some(Kind::Tables { keys, .. }), Some(_)) =
        (find_key(schema, COMBATANTS).map(|key| key.kind), find_key(schema, ROSTER.name))
    {
        root["if"] = json!({ "not": { "required": [ROSTER.name] } });
        root["then"] = json!({ "properties": { COMBATANTS: { "items": { "required": required(keys) } } } });
        root["properties"][COMBATANTS]["items"]["required"] = json!(["id"]);
    }
    root
}

fn table(keys: &'static [Key], with_required: bool) -> Json {
    let properties: Map<String, Json> = keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let mut table = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let required = required(keys);
    if with_required && !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

fn required(keys: &'static [Key]) -> Vec<&'static str> {
    keys.iter().filter(|key| key.default == Default::Required).map(|key| key.name).collect()
}

fn property(key: &Key) -> Json {
    let mut property = of_kind(key);
    let description = description(key);
    if !description.is_empty() {
        property["description"] = json!(description);
    }
    match key.default {
        Default::Int(value) => property["default"] = json!(value),
        Default::Bool(value) => property["default"] = json!(value),
        Default::Word(text) | Default::Text(text) => property["default"] = json!(text),
        Default::Words(words) => property["default"] = json!(words),
        Default::Table => property["default"] = json!({}),
        Default::Required | Default::Absent | Default::Derived(_) => {}
    }
    property
}

/// What the key means, then its unit, its words, a derived default and the rules.
fn description(key: &Key) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !key.doc.is_empty() {
        parts.push(key.doc.to_owned());
    }
    if !key.unit.is_empty() {
        parts.push(format!("unit: {}", key.unit));
    }
    if let Kind::Word(choices) | Kind::Words { choices, .. } = key.kind {
        let documented = choices.iter().filter(|choice| !choice.doc.is_empty());
        parts.extend(documented.map(|choice| format!("{}: {}", choice.name, choice.doc)));
    }
    if let Default::Derived(words) = key.default {
        parts.push(format!("default: {words}"));
    }
    if !key.rules.is_empty() {
        parts.push(format!("rules: {}", key.rules.join(", ")));
    }
    parts.join("; ")
}

fn of_kind(key: &Key) -> Json {
    match key.kind {
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Int { min, max, numbers } => {
            let mut number = json!({ "type": "integer", "minimum": min, "maximum": max });
            match numbers {
                Numbers::All => {}
                Numbers::Odd => number["not"] = json!({ "multipleOf": 2 }),
                Numbers::MultiplesOf(divisor) => number["multipleOf"] = json!(divisor),
            }
            number
        }
        Kind::Text if key.name == NAME.name => json!({ "type": "string", "minLength": 1 }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Id => json!({ "type": "string", "pattern": ID_PATTERN }),
        Kind::Name(names) => json!({ "type": "string", "pattern": names_pattern(names) }),
        Kind::Word(choices) => json!({ "type": "string", "enum": names(choices) }),
        Kind::Words { choices, repeated_max } => {
            let mut list = json!({ "type": "array", "items": { "enum": names(choices) } });
            match repeated_max {
                None => list["uniqueItems"] = json!(true),
                Some(max) => list["maxItems"] = json!(max),
            }
            list
        }
        Kind::Ids { max } => {
            let id = json!({ "type": "string", "pattern": ID_PATTERN });
            json!({ "type": "array", "items": id, "maxItems": max, "uniqueItems": true })
        }
        Kind::Dice => json!({ "anyOf": [
            { "type": "string", "pattern": DICE_PATTERN },
            { "type": "integer", "minimum": -1_000_000, "maximum": 1_000_000 },
        ] }),
        Kind::IntMap { min, max, entries_min, entries_max, names, reserved } => {
            let mut name = json!({ "pattern": names_pattern(names) });
            if !reserved.is_empty() {
                name["not"] = json!({ "enum": reserved });
            }
            json!({
                "type": "object",
                "propertyNames": name,
                "additionalProperties": { "type": "integer", "minimum": min, "maximum": max },
                "minProperties": entries_min,
                "maxProperties": entries_max,
            })
        }
        Kind::Table(keys) => table(keys, true),
        Kind::Tables { keys, max } => {
            let min = usize::from(key.default == Default::Required);
            json!({ "type": "array", "items": table(keys, true), "minItems": min, "maxItems": max })
        }
        Kind::Open => json!({ "type": "object" }),
    }
}

const ID_PATTERN: &str = "^[a-z0-9-]+$";
/// 1 to 100 dice, or none written, with 1 to 1000 sides, and a constant of at most a million; or such a constant.
const DICE_PATTERN: &str =
    "^((0*([1-9][0-9]?|100))?d0*([1-9][0-9]{0,2}|1000)([+-]0*([0-9]{1,6}|1000000))?|[+-]?0*([0-9]{1,6}|1000000))$";

fn names_pattern(names: Names) -> &'static str {
    match names {
        Names::Loose => "^[a-z0-9_-]+$",
        Names::Identifier => "^[a-z][a-z0-9_]*$",
    }
}

fn names(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}
