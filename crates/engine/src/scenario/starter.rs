//! Starter scenarios: a few given values, with every other key of the declaration as a comment.

use std::fmt::Write;

use super::Scenario;
use super::canonical::json_string;
use super::follow::Level;
use super::key::{DefaultValue, KeyDecl};
use super::kinds::{Inside, Kind};
use super::node::{Node, Value};
use super::source::Source;

impl Scenario {
    /// The scenario as a commented file: its values, and behind a `#` every key that it does not give, with its default
    /// or else an example, and the word for which of both it is. Deleting the `#` of one line sets that key, and
    /// `refusal` still returns `None` for the scenario. A line that would be refused alone, because it belongs to a
    /// missing table or requires another key, is indented behind its `#` and says what it needs. The meaning of a key
    /// stands above its first occurrence; later tables with the same keys show only the given values.
    pub fn commented(&self, schema: &'static [KeyDecl], refusal: &dyn Fn(&Self) -> Option<String>) -> String {
        let mut starter = Starter::default();
        starter.table(Level { keys: schema, table: Some(&self.root), around: None }, "");
        starter.written(refusal)
    }
}

/// Indentation after the `#` of a line that cannot be uncommented alone.
const SET_IN: &str = "  ";

/// A line of the file.
enum Line {
    /// A comment, a blank line, or a given value.
    Fixed(String),
    /// A commented-out key of a table that exists, in several forms, best first. The file gets the first form with
    /// which the scenario is accepted if this line alone is uncommented.
    Open(Vec<Form>),
    /// A commented-out line of a table that the scenario lacks, and the header that it needs.
    SetIn(Form, String),
}

/// A line without its `#`, and the word for its value.
struct Form {
    line: String,
    /// The word for the value; empty for a header.
    what: &'static str,
}

impl Form {
    fn header(line: String) -> Self {
        Self { line, what: "" }
    }

    /// The line with a comment that says what the value is and what the line needs.
    fn with(&self, needs: &str) -> String {
        let says = [self.what, needs].into_iter().filter(|says| !says.is_empty()).collect::<Vec<_>>().join("; ");
        if says.is_empty() { self.line.clone() } else { format!("{}  # {says}", self.line) }
    }
}

/// The word for a value that is in effect without the line.
const DEFAULT: &str = "default";
/// The word for a value that only shows what the key takes.
const EXAMPLE: &str = "example";

#[derive(Default)]
struct Starter {
    lines: Vec<Line>,
    /// The lists of keys whose meanings were written already.
    explained: Vec<&'static [KeyDecl]>,
    /// The header of the missing table whose keys are being written.
    heading: String,
}

impl Starter {
    /// Writes the entries of a table and then its nested tables, as TOML requires. A missing table is written as
    /// comments. The recursion follows the declaration, which is finite.
    fn table(&mut self, level: Level<'_>, header: &str) {
        let Level { keys, table: node, .. } = level;
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
                None if is_new || is_missing => self.missing(key, level),
                None => {}
            }
        }
        for key in nested {
            let given = node.and_then(|node| node.get(key.name));
            if is_new || given.is_some() {
                let header = if header.is_empty() { key.name.to_owned() } else { format!("{header}.{}", key.name) };
                self.nested(key, given, &level, is_new, &header);
            }
        }
    }

    /// Writes a key that the scenario does not give.
    fn missing(&mut self, key: &KeyDecl, level: Level<'_>) {
        let values = values(key, &level).into_iter();
        let mut forms = values.map(|(value, what)| Form { line: format!("{} = {value}", key.name), what });
        let line = match level.table {
            Some(_) => Line::Open(forms.collect()),
            None => Line::SetIn(forms.next().unwrap_or_else(|| Form::header(String::new())), self.heading.clone()),
        };
        self.lines.push(line);
    }

    /// Writes a table, or the tables of a list, each with its header.
    fn nested(&mut self, key: &KeyDecl, given: Option<&Node>, around: &Level<'_>, is_new: bool, header: &str) {
        self.line("");
        if is_new {
            self.line(&format!("# {}", meaning(key)));
        }
        let keys = key.kind.inside().keys();
        let level = |table| Level { keys, table, around: Some(around) };
        match (key.kind.inside(), given.map(|node| (node, node.as_list()))) {
            (Inside::Tables(_), Some((_, Some(elements)))) => {
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.line("");
                    }
                    self.line(&format!("[[{header}]]"));
                    self.table(level(Some(element)), header);
                }
            }
            (Inside::Tables(_), _) => self.absent(format!("[[{header}]]"), level(None), header),
            (_, Some((table, _))) => {
                self.line(&format!("[{header}]"));
                self.table(level(Some(table)), header);
            }
            // A table for which missing and empty mean the same can have its header, so that its keys can be set.
            (_, None) if around.table.is_some() && key.default == DefaultValue::Table && key.kind.group().is_none() => {
                self.line(&format!("[{header}]"));
                let empty = DefaultValue::Table.node();
                self.table(level(empty.as_ref()), header);
            }
            (_, None) => self.absent(format!("[{header}]"), level(None), header),
        }
    }

    /// Writes a missing table as comments.
    fn absent(&mut self, heading: String, level: Level<'_>, header: &str) {
        let is_around = level.around.is_some_and(|around| around.table.is_some());
        let form = Form::header(heading.clone());
        self.lines.push(if is_around { Line::Open(vec![form]) } else { Line::SetIn(form, self.heading.clone()) });
        let around = std::mem::replace(&mut self.heading, heading);
        self.table(level, header);
        self.heading = around;
    }

    fn line(&mut self, line: &str) {
        self.lines.push(Line::Fixed(line.to_owned()));
    }

    /// The text of the file. Each commented-out key has the first of its forms with which the scenario is accepted.
    fn written(&self, refusal: &dyn Fn(&Scenario) -> Option<String>) -> String {
        let mut text = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = match line {
                Line::Fixed(line) => writeln!(text, "{line}"),
                Line::SetIn(form, header) => {
                    writeln!(text, "#{SET_IN}{}", form.with(&format!("needs `{header}` above it")))
                }
                Line::Open(forms) => {
                    let refused = |form: &Form| self.refusal(index, &form.line, refusal);
                    match (forms.iter().find(|form| refused(form).is_none()), refused(&forms[0])) {
                        (Some(form), _) => writeln!(text, "#{}", form.with("")),
                        (None, reason) => {
                            let needs = format!("refused alone: {}", reason.unwrap_or_default());
                            writeln!(text, "#{SET_IN}{}", forms[0].with(&needs))
                        }
                    }
                }
            };
        }
        text
    }

    /// The reason why the scenario is refused with the line at `index`, in this form, as its only uncommented one.
    fn refusal(&self, index: usize, form: &str, refusal: &dyn Fn(&Scenario) -> Option<String>) -> Option<String> {
        let given = self.lines.iter().enumerate().filter_map(|(other, line)| match line {
            _ if other == index => Some(form),
            Line::Fixed(line) => Some(line.as_str()),
            Line::Open(_) | Line::SetIn(..) => None,
        });
        let text = given.fold(String::new(), |text, line| text + line + "\n");
        match Scenario::parse(Source::new("starter.toml", text)) {
            Ok(scenario) => refusal(&scenario),
            Err(problems) => Some(problems.to_string()),
        }
    }
}

/// The meaning of a key, followed in brackets by its type and range, a default that is not a literal value, and its
/// rules.
fn meaning(key: &KeyDecl) -> String {
    let mut facts = vec![key.kind.type_name().to_owned()];
    facts.extend([key.kind.allowed(), key.unit.to_owned()].into_iter().filter(|fact| !fact.is_empty()));
    let mut parts = vec![facts.join(", ")];
    match key.default {
        DefaultValue::Required => parts.push("required".to_owned()),
        DefaultValue::Absent | DefaultValue::Derived(_) => parts.push(format!("default: {}", key.default)),
        // The line below shows these defaults.
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

/// Candidates for the value of a key, in the notation of files, the best first: its default, the value of a derived
/// default in this scenario, the example of its declaration, and any valid value; each with the word for it.
fn values(key: &KeyDecl, level: &Level<'_>) -> Vec<(String, &'static str)> {
    let default = key.default.node().map(|node| (written(&node), DEFAULT));
    let following = level.following(key).map(|following| (following.canonical, DEFAULT));
    let example = key.example.map(|example| (example.to_owned(), EXAMPLE));
    [default, following, example, Some((any(key), EXAMPLE))].into_iter().flatten().collect()
}

/// A valid value of a key.
fn any(key: &KeyDecl) -> String {
    match (key.kind.steps(), key.kind) {
        // A number near 1 is more instructive than a bound.
        (Some(steps), _) if steps.by == 1 => 1.clamp(steps.min, steps.max).to_string(),
        // An example from the low end of what the key allows could be a number far below 0; one from the middle is
        // dice.
        (_, Kind::Dice(_) | Kind::WordOrDice(_) | Kind::OneOrMoreDice(_)) => key.kind.example(&mut |below| below / 2),
        _ => key.kind.example(&mut |_| 0),
    }
}

/// A value in TOML on one line.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Datetime(text) => text.clone(),
        Value::Text(text) if text.contains('\n') && !text.contains("'''") => format!("'''\n{text}'''"),
        Value::Text(text) => json_string(text),
        Value::List(nodes) => format!("[{}]", nodes.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(entries) => {
            let entry = |entry: &super::Entry| format!("{} = {}", entry.key, written(&entry.node));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}
