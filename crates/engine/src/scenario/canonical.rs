//! A scenario as one text that is equal exactly when the rules see the same scenario.

use super::Scenario;
use super::node::Node;
use super::schema::{Default, Key, Kind};
use super::section::Section;

impl Scenario {
    /// The scenario with all literal defaults filled in, as JSON without spaces: keys in the order of the declaration,
    /// integer maps and lists in the order of the file. Two scenarios of one declaration have the same text exactly
    /// when they are the same to the rules; what is only there to be read ([`Kind::Text`], [`Kind::Open`]) is left
    /// out. Meant for scenarios that validate: invalid values count as not given.
    pub fn canonical(&self, schema: &'static [Key]) -> String {
        let mut out = String::new();
        table(&mut out, self.root(schema));
        out
    }
}

/// The recursion follows the declaration, which is finite.
fn table(out: &mut String, section: Section) {
    out.push('{');
    let mut first = true;
    for key in section.keys() {
        let mut value = String::new();
        if write_value(&mut value, section, key) {
            if !std::mem::take(&mut first) {
                out.push(',');
            }
            quoted(out, key.name);
            out.push(':');
            out.push_str(&value);
        }
    }
    out.push('}');
}

/// Writes the value of a key; `false` when there is nothing to write.
fn write_value(out: &mut String, section: Section, key: &'static Key) -> bool {
    let name = key.name;
    let plain = match key.kind {
        Kind::Bool => section.bool(name).map(|value| value.to_string()),
        Kind::Int { .. } => section.int(name).map(|value| value.to_string()),
        Kind::Id | Kind::Name(_) => section.text(name).map(json_string),
        Kind::Word(_) => section.word_text(name).map(json_string),
        Kind::Words { .. } => section.words_text(name).map(|words| json_list(&words)),
        Kind::Ids { .. } => section.ids(name).map(|ids| json_list(&ids.iter().map(|(id, _)| *id).collect::<Vec<_>>())),
        Kind::Dice => section.dice(name).map(|dice| json_string(&dice.to_string())),
        Kind::IntMap { .. } => section.node(name).and_then(Node::as_table).map(|_| {
            let entries = section.int_map(name);
            let entries: Vec<_> =
                entries.iter().map(|(name, value, _)| format!("{}:{value}", json_string(name))).collect();
            format!("{{{}}}", entries.join(","))
        }),
        Kind::Table(_) => {
            let nested = section.section(name);
            let there = nested.exists() || key.default == Default::Table;
            if there {
                table(out, nested);
            }
            return there;
        }
        Kind::Tables { .. } => {
            out.push('[');
            for (index, nested) in section.sections(name).into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                table(out, nested);
            }
            out.push(']');
            return true;
        }
        Kind::Text | Kind::Open => None,
    };
    out.push_str(plain.as_deref().unwrap_or_default());
    plain.is_some()
}

fn json_string(text: &str) -> String {
    let mut out = String::new();
    quoted(&mut out, text);
    out
}

fn json_list(texts: &[&str]) -> String {
    format!("[{}]", texts.iter().map(|text| json_string(text)).collect::<Vec<_>>().join(","))
}

/// Ids, words, names and dice hold nothing that JSON would have to escape.
fn quoted(out: &mut String, text: &str) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}
