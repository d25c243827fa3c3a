//! The conversion of TOML text to the tree.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::canonical::json_string;
use super::common::COMBATANTS;
use super::error::{Problem, ProblemKind};
use super::nearest::nearest;
use super::node::{Entry, Node, Value, excerpt};
use super::problems::Found;
use super::source::Span;
use super::syntax::{Slip, take_slips, take_slips_of_value};

/// Largest depth of nesting.
pub(super) const DEPTH_MAX: usize = 64;

/// The locations of the values of a TOML text.
#[derive(Debug, Clone, Copy)]
pub enum Location {
    /// In the text numbered `source`, beginning at byte `offset`.
    Text {
        /// The number of the text.
        source: u16,
        /// The byte at which the TOML begins.
        offset: usize,
    },
    /// All values have this location, because the TOML text does not occur literally in the file (a quoted cell).
    All(Span),
}

impl Location {
    fn span(self, range: Range<usize>) -> Span {
        match self {
            Self::Text { source, offset } => Span::new(source, offset + range.start..offset + range.end),
            Self::All(span) => span,
        }
    }
}

/// Reads a whole file; returns the tree and the mistakes of syntax.
pub(super) fn read_file(text: &str, source: u16) -> (Node, Vec<Problem>) {
    let location = Location::Text { source, offset: 0 };
    let (table, mut errors) = DeTable::parse_recoverable(text);
    let headers = if errors.is_empty() { Vec::new() } else { headers_of(text) };
    drop_consequences(&headers, &mut errors);
    let slips = take_slips(text, source == 0, &mut errors);
    let mut reader = Reader::new(location, &headers, &errors, slips);
    let entries = reader.entries(table.into_inner(), 1);
    let first = entries.first().map_or(0..0, |entry| entry.key_span.range());
    let root = Node { value: Value::Table(entries), span: Span { source, ..Span::new(source, first) } };
    (root, reader.finish())
}

/// The parser's message for a repeated key or table. The parser keeps the first and drops the second.
const DUPLICATE: &str = "duplicate key";

/// Drops consequential errors of a header that could not be read or is repeated: the parser assigns the keys below it
/// to another table, which may have some of them already.
fn drop_consequences(headers: &[Header], errors: &mut Vec<toml::de::Error>) {
    let header_above = |error: &toml::de::Error| {
        let at = error.span()?.start;
        headers.partition_point(|header| header.range.start <= at).checked_sub(1).map(|index| (index, at))
    };
    // A header without a closing bracket is reported at the start of the next line; a duplicate reported there belongs
    // to that line.
    let has_mistake = |error: &&toml::de::Error| {
        let is_duplicate = error.message() == DUPLICATE;
        header_above(error).is_some_and(|(index, at)| at + usize::from(is_duplicate) <= headers[index].range.end)
    };
    let with_mistake: BTreeSet<usize> =
        errors.iter().filter(has_mistake).filter_map(header_above).map(|(index, _)| index).collect();
    let is_below_mistake =
        |(index, at): (usize, usize)| with_mistake.contains(&index) && at >= headers[index].range.end;
    errors.retain(|error| error.message() != DUPLICATE || !header_above(error).is_some_and(is_below_mistake));
}

/// A line that begins like the header of a table.
struct Header {
    /// The line, including its end.
    range: Range<usize>,
    /// The dotted name in the brackets, without spaces; empty if the brackets are not closed.
    name: String,
    /// Whether it has two brackets: the header of a table in a list.
    is_of_list: bool,
}

/// The lines that begin like headers, in order.
fn headers_of(text: &str) -> Vec<Header> {
    let (mut headers, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim_start().starts_with('[') {
            let inside = line.trim_start().trim_start_matches('[');
            let name = inside.split_once(']').map_or("", |(name, _)| name);
            let name = name.chars().filter(|c| !c.is_whitespace()).collect();
            headers.push(Header { range: start..end, name, is_of_list: line.trim_start().starts_with("[[") });
        }
        start = end;
    }
    headers
}

/// The problem for a syntax error. A repeated table is shown with the first table of that name.
fn problem_of(error: &toml::de::Error, headers: &[Header], location: Location) -> Problem {
    // If the parser gave up on nesting, it gives no span: the mistake is shown at the start of the text.
    let range = error.span().unwrap_or(0..0);
    let span = location.span(range.clone());
    let header = headers.iter().position(|header| header.range.contains(&range.start));
    let Some(index) = header.filter(|_| error.message() == DUPLICATE) else {
        return Problem::new(span, ProblemKind::Syntax { message: error.message().to_owned() });
    };
    let message = "duplicate table".to_owned();
    let problem = Problem::new(span, ProblemKind::Syntax { message });
    let name = &headers[index].name;
    // Each header of a list of tables begins a new table, below which all names are free again.
    let is_around = |header: &&Header| name.strip_prefix(&header.name).is_some_and(|rest| rest.starts_with('.'));
    let above = headers[..index].iter().rev().take_while(|header| !is_around(header));
    let problem = match above.filter(|header| header.name == *name).last() {
        Some(first) => problem.with_also(location.span(first.range.clone()), "first here"),
        None => problem,
    };
    match name.as_str() {
        COMBATANTS => problem.with_hint(hint_for_combatants(headers)),
        _ => problem,
    }
}

/// The hint for a list of combatants that another header has made a table.
fn hint_for_combatants(headers: &[Header]) -> String {
    let is_inside = |header: &&Header| header.name.strip_prefix(COMBATANTS).is_some_and(|rest| rest.starts_with('.'));
    let is_misspelt = |header: &&Header| {
        header.name != COMBATANTS && !is_inside(header) && nearest(&header.name, [COMBATANTS]).is_some()
    };
    match (headers.iter().find(is_misspelt), headers.iter().find(is_inside)) {
        (Some(header), _) => format!("`{}` stands above: did you mean `{COMBATANTS}`?", excerpt(&header.name)),
        (None, Some(header)) => {
            let above = format!("a `[[{COMBATANTS}]]` has to stand above `{}`", excerpt(&header.name));
            match header.name.split('.').collect::<Vec<_>>()[..] {
                // Tables in a combatant have such headers as well, and their names are for the system to know.
                [_, id] if !header.is_of_list => {
                    format!("{above}; if `{0}` is an id: {1}", excerpt(id), entry_of_list(COMBATANTS, id))
                }
                _ => above,
            }
        }
        (None, None) => format!("write `[[{COMBATANTS}]]`, once for each"),
    }
}

/// The advice to write an entry of a list of tables that somebody has named in its header.
pub(super) fn entry_of_list(list: &str, id: &str) -> String {
    format!("write `[[{list}]]`, and `id = {}` below it", excerpt(&json_string(id)))
}

/// Reads one value, as after the `=` of a line.
pub(super) fn read_value(text: &str, location: Location) -> Result<Node, Vec<Problem>> {
    let (value, mut errors) = DeValue::parse_recoverable(text);
    let slips = take_slips_of_value(text, &mut errors);
    let mut reader = Reader::new(location, &[], &errors, slips);
    let node = reader.node(value, 1);
    let problems = reader.finish();
    if problems.is_empty() { Ok(node) } else { Err(problems) }
}

/// Reads a text for which files require quotes, which may be left out here.
pub(super) fn read_quoted(text: &str, location: Location, whole: Span) -> Node {
    let quoted = text.starts_with(['"', '\'']).then(|| read_value(text, location).ok()).flatten();
    quoted.unwrap_or_else(|| Node::text(text, whole))
}

struct Reader<'i> {
    location: Location,
    found: Found,
    /// Values that were rejected for their depth. They are dropped step by step, since recursive dropping could exhaust
    /// the stack.
    unwanted: Vec<DeValue<'i>>,
}

impl<'i> Reader<'i> {
    fn new(location: Location, headers: &[Header], errors: &[toml::de::Error], slips: Vec<Slip>) -> Self {
        let mut found = Found::default();
        for Slip { range, message, help, is_no_scenario, unquoted, .. } in slips {
            let kind = match unquoted {
                _ if is_no_scenario => ProblemKind::NoScenario { reason: message },
                Some((key, text)) => ProblemKind::Unquoted { message, key, text },
                None => ProblemKind::Syntax { message },
            };
            let problem = Problem::new(location.span(range), kind);
            found.push(|| Problem { hint: help, ..problem });
        }
        for error in errors {
            found.push(|| problem_of(error, headers, location));
        }
        Self { location, found, unwanted: Vec::new() }
    }

    /// Reads the entries of a table. `depth` is that of the entries: 1 in the root. The recursion ends at
    /// [`DEPTH_MAX`].
    fn entries(&mut self, table: DeTable<'i>, depth: usize) -> Vec<Entry> {
        let entry = |(key, value): (Spanned<toml::de::DeString<'i>>, Spanned<DeValue<'i>>)| {
            let key_span = self.location.span(key.span());
            Entry { key: key.into_inner().into_owned(), key_span, node: self.node(value, depth) }
        };
        let mut entries: Vec<Entry> = table.into_iter().map(entry).collect();
        // Restores the order of the file. The parser loses it if the header of a table comes after those of its nested
        // tables.
        entries.sort_by_key(|entry| entry.key_span.start);
        entries
    }

    fn node(&mut self, value: Spanned<DeValue<'i>>, depth: usize) -> Node {
        let span = self.location.span(value.span());
        let value = match value.into_inner() {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Integer(number) => self.integer(&number, span),
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(value) => Value::Bool(value),
            DeValue::Datetime(datetime) => Value::Datetime(datetime.to_string()),
            nested if depth >= DEPTH_MAX => {
                self.found.push(|| Problem::too_deep(span, DEPTH_MAX));
                self.unwanted.push(nested);
                Value::Bool(false)
            }
            DeValue::Array(elements) => {
                Value::List(elements.into_iter().map(|element| self.node(element, depth + 1)).collect())
            }
            DeValue::Table(table) => Value::Table(self.entries(table, depth + 1)),
        };
        Node { value, span }
    }

    fn integer(&mut self, number: &DeInteger<'i>, span: Span) -> Value {
        let value = i64::from_str_radix(number.as_str(), number.radix());
        Value::Int(value.unwrap_or_else(|_| {
            let message = "a whole number that does not fit into 64 bits".to_owned();
            self.found.push(|| Problem::new(span, ProblemKind::Syntax { message }));
            0
        }))
    }

    fn finish(mut self) -> Vec<Problem> {
        while let Some(value) = self.unwanted.pop() {
            match value {
                DeValue::Array(elements) => self.unwanted.extend(elements.into_iter().map(Spanned::into_inner)),
                DeValue::Table(table) => self.unwanted.extend(table.into_iter().map(|(_, value)| value.into_inner())),
                _ => {}
            }
        }
        self.found.finish()
    }
}
