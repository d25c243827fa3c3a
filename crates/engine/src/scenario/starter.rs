//! A scenario to start from: some given values, and around them every other key of a declaration as a comment.

use std::fmt::Write;

use super::Scenario;
use super::canonical::json_string;
use super::key::{DefaultValue, KeyDecl};
use super::kinds::{Inside, Kind};
use super::node::{Node, Value};

impl Scenario {
    /// The scenario as a commented file: the values that it gives, and every key that it does not give behind a `#`, with
    /// its default or, where there is none, an example. Whoever deletes the `#` sets the key. What a key means stands
    /// above it where it comes first; later tables of the same keys have only what is given.
    pub fn commented(&self, schema: &'static [KeyDecl]) -> String {
        let mut starter = Starter::default();
        starter.table(schema, Some(&self.root), "");
        starter.text
    }
}

#[derive(Default)]
struct Starter {
    text: String,
    /// The lists of keys whose meanings stand in the text.
    explained: Vec<&'static [KeyDecl]>,
}

impl Starter {
    /// The entries of a table below its header, then the tables in it, as TOML wants it. Without a `node` all of it is
    /// commented out. The recursion follows the declaration, which is finite.
    fn table(&mut self, keys: &'static [KeyDecl], node: Option<&Node>, header: &str) {
        let is_new = !self.explained.iter().any(|known| std::ptr::eq(*known, keys));
        self.explained.extend(is_new.then_some(keys));
        let (nested, plain): (Vec<&KeyDecl>, Vec<&KeyDecl>) =
            keys.iter().partition(|key| matches!(key.kind.inside(), Inside::Table(_) | Inside::Tables(_)));
        for key in plain {
            let given = node.and_then(|node| node.get(key.name));
            let is_missing = given.is_none() && node.is_none() && key.default == DefaultValue::Required;
            if is_new {
                self.line(&format!("# {}", meaning(key)));
            }
            match given {
                Some(value) => self.line(&format!("{} = {}", key.name, written(value))),
                None if is_new || is_missing => self.line(&format!("#{} = {}", key.name, usual(key))),
                None => {}
            }
        }
        for key in nested {
            let given = node.and_then(|node| node.get(key.name));
            if is_new || given.is_some() {
                let header = if header.is_empty() { key.name.to_owned() } else { format!("{header}.{}", key.name) };
                self.nested(key, given, node.is_some(), is_new, &header);
            }
        }
    }

    /// A table or the tables of a list, each below its header.
    fn nested(&mut self, key: &KeyDecl, given: Option<&Node>, is_in_force: bool, is_new: bool, header: &str) {
        self.line("");
        if is_new {
            self.line(&format!("# {}", meaning(key)));
        }
        match (key.kind.inside(), given.map(|node| (node, node.as_list()))) {
            (Inside::Tables(tables), Some((_, Some(elements)))) => {
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.line("");
                    }
                    self.line(&format!("[[{header}]]"));
                    self.table(tables.keys, Some(element), header);
                }
            }
            (Inside::Tables(tables), _) => {
                self.line(&format!("#[[{header}]]"));
                self.table(tables.keys, None, header);
            }
            (inside, Some((table, _))) => {
                self.line(&format!("[{header}]"));
                self.table(inside.keys(), Some(table), header);
            }
            // A table that means the same whether it is missing or empty can stand there for its keys to be set.
            (inside, None) if is_in_force && key.default == DefaultValue::Table && key.kind.group().is_none() => {
                self.line(&format!("[{header}]"));
                let empty = DefaultValue::Table.node();
                self.table(inside.keys(), empty.as_ref(), header);
            }
            (inside, None) => {
                self.line(&format!("#[{header}]"));
                self.table(inside.keys(), None, header);
            }
        }
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// What a key means, and in brackets what it takes, a default that is no value, and its rules.
fn meaning(key: &KeyDecl) -> String {
    let mut facts = vec![key.kind.type_name().to_owned()];
    facts.extend([key.kind.allowed(), key.unit.to_owned()].into_iter().filter(|fact| !fact.is_empty()));
    let mut parts = vec![facts.join(", ")];
    match key.default {
        DefaultValue::Required => parts.push("required".to_owned()),
        DefaultValue::Absent | DefaultValue::Derived(_) => parts.push(format!("default: {}", key.default)),
        // The line below shows what these are.
        DefaultValue::Int(_)
        | DefaultValue::Bool(_)
        | DefaultValue::Text(_)
        | DefaultValue::Words(_)
        | DefaultValue::Table => {}
    }
    if !key.rules.is_empty() {
        parts.push(key.rules.join(" "));
    }
    format!("{} ({})", key.doc, parts.join("; "))
}

/// The default of a key, or a valid value where it has none, as a file would write it.
fn usual(key: &KeyDecl) -> String {
    if let Some(node) = key.default.node() {
        return written(&node);
    }
    match (key.kind.steps(), key.kind) {
        // A number near 1 says more than a bound does.
        (Some(steps), _) if steps.by == 1 => 1.clamp(steps.min, steps.max).to_string(),
        // The least dice that a key allows can be a number far below 0; those in the middle are dice.
        (_, Kind::Dice(_) | Kind::WordOrDice(_) | Kind::OneOrMoreDice(_)) => key.kind.example(&mut |below| below / 2),
        _ => key.kind.example(&mut |_| 0),
    }
}

/// A value as TOML on one line.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Datetime(text) => text.clone(),
        Value::Text(text) => json_string(text),
        Value::List(nodes) => format!("[{}]", nodes.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(entries) => {
            let entry = |entry: &super::Entry| format!("{} = {}", entry.key, written(&entry.node));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}
