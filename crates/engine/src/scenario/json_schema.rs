//! A declaration of keys as JSON Schema, for editors that check and complete scenario files.

use serde_json::{Map, Value as Json, json};

use super::attachments::{FileUse, are_rules_read};
use super::common::SYSTEM;
use super::expect;
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Group, Inside};
use super::legs::{DAY, LEGS, REST, SET, legs_key};

/// The definitions under `$defs` of a schema that is being built: the groups of keys met so far.
#[derive(Debug, Default)]
pub struct Definitions {
    groups: Map<String, Json>,
}

impl Definitions {
    /// A reference to the definition of a group, which is created at first use.
    pub(super) fn reference(&mut self, group: &'static Group) -> Json {
        let name = group.definition();
        if !self.groups.contains_key(&name) {
            // Reserved before its keys are visited, so that a group that contains itself is only referred to.
            self.groups.insert(name.clone(), Json::Null);
            let mut schema = table_schema(group.keys, self);
            schema["description"] = json!(group.doc);
            self.groups.insert(name.clone(), schema);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }
}

/// The JSON Schema (draft 2020-12) of a system's scenario files.
///
/// The schema covers constraints on single values. Keys that a roster can complete are required only in files that
/// refer to no roster. Repeated ids and the systems' own checks across keys are left to `equipoise check`.
pub fn json_schema(system: &str, schema: &'static [KeyDecl]) -> Json {
    let mut definitions = Definitions::default();
    let mut root = table_schema(schema, &mut definitions);
    let [expectations, expectation] = expect::schemas();
    root["properties"][expect::EXPECT] = expectations;
    definitions.groups.insert(expect::DEFINITION.to_owned(), expectation);
    root["$defs"] = Json::Object(definitions.groups);
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!(format!("equipoise scenario, system {system}"));
    root["properties"][SYSTEM.name()]["const"] = json!(system);
    for key in schema {
        match key.kind.file() {
            Some(FileUse::Completes(list)) => complete(&mut root, key, list, schema),
            // Rules of its own declare further keys, which only they know.
            Some(FileUse::Is) => root["additionalProperties"] = json!(!are_rules_read(schema)),
            Some(FileUse::Holds(_)) | None => {}
        }
    }
    root
}

/// The [JSON Schema](json_schema) of a system whose scenarios may be days: a file has the keys of a fight, or legs. A leg may have the
/// keys of a fight as well, which are laid over those of the file, so that none of them is required there.
pub fn json_schema_with_days(system: &str, schema: &'static [KeyDecl]) -> Json {
    let mut root = json_schema(system, schema);
    let mut leg = property(legs_key(), &mut Definitions::default());
    let values = json!({ "type": "object" });
    let mut of_fight = root["properties"].clone();
    for name in [SYSTEM.name(), expect::EXPECT] {
        of_fight.as_object_mut().and_then(|keys| keys.remove(name));
    }
    in_part(&mut of_fight);
    let of_leg = &mut leg["items"]["properties"];
    let add = |keys: &mut Json| {
        for (name, key) in of_fight.as_object().into_iter().flatten().filter(|(name, _)| **name != LEGS) {
            if keys.get(name).is_none() {
                keys[name] = key.clone();
            }
        }
    };
    add(&mut of_leg["choice"]["items"]["properties"]);
    add(of_leg);
    if of_leg.get(REST).is_none() {
        of_leg[REST] = values.clone();
    }
    of_leg[SET] = values;
    root["properties"][LEGS] = leg;
    let definitions = root["$defs"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let parts = definitions.iter().map(|(name, definition)| {
        let mut part = definition.clone();
        in_part(&mut part);
        (format!("{name}{OF_LEG}"), part)
    });
    let parts: Map<String, Json> = parts.collect();
    root["$defs"] = Json::Object(definitions.into_iter().chain(parts).collect());
    let (of_both, of_fight): (Vec<&str>, Vec<&str>) =
        required(schema).into_iter().partition(|name| find_key(DAY, name).is_some());
    root["required"] = json!(of_both);
    root["anyOf"] = json!([{ "required": of_fight }, { "required": [LEGS] }]);
    if let Some(condition) = root.get("if").cloned() {
        // Required keys that the root of a day lacks may stand in its legs.
        root["if"] = json!({ "allOf": [condition, { "not": { "required": [LEGS] } }] });
    }
    root
}

/// The ending of the name of a definition whose keys a leg has in part.
const OF_LEG: &str = "_of_leg";

/// Requires no key of a table, in a schema and whatever is inside. Schemas are as deep as declarations of keys.
fn in_part(schema: &mut Json) {
    match schema {
        Json::Object(entries) => {
            if entries.contains_key("properties") {
                entries.remove("required");
            }
            if let Some(Json::String(reference)) = entries.get_mut("$ref") {
                reference.push_str(OF_LEG);
            }
            entries.values_mut().for_each(in_part);
        }
        Json::Array(elements) => elements.iter_mut().for_each(in_part),
        _ => {}
    }
}

/// Requires the required keys of a list's tables only if the file refers to no roster.
fn complete(root: &mut Json, roster: &KeyDecl, list: &str, schema: &'static [KeyDecl]) {
    let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else { return };
    root["if"] = json!({ "not": { "required": [roster.name] } });
    root["then"] = json!({ "properties": { list: { "items": { "required": required(tables.keys) } } } });
    root["properties"][list]["items"]["required"] = json!([tables.by]);
}

/// The schema of a table with these keys.
pub(super) fn table_schema(keys: &'static [KeyDecl], definitions: &mut Definitions) -> Json {
    let properties: Map<String, Json> =
        keys.iter().map(|key| (key.name.to_owned(), property(key, definitions))).collect();
    let mut table = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let required = required(keys);
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

fn required(keys: &'static [KeyDecl]) -> Vec<&'static str> {
    keys.iter().filter(|key| key.default == DefaultValue::Required).map(|key| key.name).collect()
}

fn property(key: &KeyDecl, definitions: &mut Definitions) -> Json {
    let mut property = key.kind.json_schema(definitions);
    let description = description(key);
    if !description.is_empty() {
        property["description"] = json!(description);
    }
    match key.default {
        DefaultValue::Int(value) => property["default"] = json!(value),
        DefaultValue::Bool(value) => property["default"] = json!(value),
        DefaultValue::Text(text) => property["default"] = json!(text),
        DefaultValue::Words(words) => property["default"] = json!(words),
        DefaultValue::Table => property["default"] = json!({}),
        DefaultValue::Required | DefaultValue::Absent | DefaultValue::Derived(_) => {}
    }
    property
}

/// The meaning of a key, followed by its unit, its words, a derived default and the rules.
fn description(key: &KeyDecl) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !key.doc.is_empty() {
        parts.push(key.doc.to_owned());
    }
    if !key.unit.is_empty() {
        parts.push(format!("unit: {}", key.unit));
    }
    let documented = key.kind.choices().iter().filter(|choice| !choice.doc.is_empty());
    parts.extend(documented.map(|choice| format!("{}: {}", choice.name, choice.doc)));
    if let DefaultValue::Derived(words) = key.default {
        parts.push(format!("default: {words}"));
    }
    if !key.rules.is_empty() {
        parts.push(format!("rules: {}", key.rules.join(", ")));
    }
    parts.join("; ")
}
