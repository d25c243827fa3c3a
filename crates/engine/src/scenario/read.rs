//! From TOML text to the tree.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::error::{Problem, ProblemKind};
use super::node::{Entry, Node, Value};
use super::problems::Found;
use super::source::{BYTE_ORDER_MARK, Span};

/// The deepest nesting that is read.
pub(super) const DEPTH_MAX: usize = 64;

/// Where the values of a TOML text stand.
#[derive(Debug, Clone, Copy)]
pub enum Location {
    /// In the text numbered `source`, from byte `offset` on.
    Text {
        /// Which text.
        source: u16,
        /// Where in it the TOML begins.
        offset: usize,
    },
    /// All at one location, because the TOML is not written there as it is read (a quoted cell).
    All(Span),
}

impl Location {
    fn span(self, range: std::ops::Range<usize>) -> Span {
        match self {
            Self::Text { source, offset } => Span::new(source, offset + range.start..offset + range.end),
            Self::All(span) => span,
        }
    }
}

/// Reads a whole file; the problems are those of its syntax.
pub(super) fn read_file(text: &str, source: u16) -> (Node, Vec<Problem>) {
    let body = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let location = Location::Text { source, offset: text.len() - body.len() };
    let (table, mut errors) = DeTable::parse_recoverable(body);
    drop_consequences(body, &mut errors);
    let mut reader = Reader::new(location, errors);
    let entries = reader.entries(table.into_inner(), 1);
    let first = entries.first().map_or(0..0, |entry| entry.key_span.range());
    let root = Node { value: Value::Table(entries), span: Span { source, ..Span::new(source, first) } };
    (root, reader.finish())
}

/// Drops what follows from a header that the parser could not read: it takes the keys below for those of the table above, where
/// some of them may stand already.
fn drop_consequences(text: &str, errors: &mut Vec<toml::de::Error>) {
    if errors.len() < 2 {
        return;
    }
    let (mut headers, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        headers.extend(line.trim_start().starts_with('[').then_some(start..end));
        start = end;
    }
    let header_above = |error: &toml::de::Error| {
        let at = error.span()?.start;
        headers.partition_point(|header| header.start <= at).checked_sub(1).map(|index| (index, at))
    };
    let is_on_it = |(index, at): &(usize, usize)| *at <= headers[*index].end;
    let broken: BTreeSet<usize> =
        errors.iter().filter_map(header_above).filter(is_on_it).map(|(index, _)| index).collect();
    let is_consequence = |error: &toml::de::Error| {
        let is_below_broken = header_above(error).is_some_and(|(index, _)| broken.contains(&index));
        error.message() == "duplicate key" && is_below_broken
    };
    errors.retain(|error| !is_consequence(error));
}

/// Reads one value, as after the `=` of a line.
pub(super) fn read_value(text: &str, location: Location) -> Result<Node, Vec<Problem>> {
    let (value, errors) = DeValue::parse_recoverable(text);
    let mut reader = Reader::new(location, errors);
    let node = reader.node(value, 1);
    let problems = reader.finish();
    if problems.is_empty() { Ok(node) } else { Err(problems) }
}

/// Reads what a file would put into quotes, which may be left out.
pub(super) fn read_quoted(text: &str, location: Location, whole: Span) -> Node {
    let quoted = text.starts_with(['"', '\'']).then(|| read_value(text, location).ok()).flatten();
    quoted.unwrap_or_else(|| Node::text(text, whole))
}

struct Reader<'i> {
    location: Location,
    found: Found,
    /// Values that are not wanted. They may be nested so deeply that dropping them at once would exhaust the stack.
    unwanted: Vec<DeValue<'i>>,
}

impl<'i> Reader<'i> {
    fn new(location: Location, errors: Vec<toml::de::Error>) -> Self {
        let mut found = Found::default();
        for error in errors {
            found.push(|| {
                let message = error.message().to_owned();
                // The parser gives no span where it gave up on nesting: the mistake is shown at the start of the text.
                let range = error.span().unwrap_or(0..0);
                Problem::new(location.span(range), ProblemKind::Syntax { message })
            });
        }
        Self { location, found, unwanted: Vec::new() }
    }

    /// `depth` is that of the entries: 1 in the root. The recursion ends at [`DEPTH_MAX`].
    fn entries(&mut self, table: DeTable<'i>, depth: usize) -> Vec<Entry> {
        let entry = |(key, value): (Spanned<toml::de::DeString<'i>>, Spanned<DeValue<'i>>)| {
            let key_span = self.location.span(key.span());
            Entry { key: key.into_inner().into_owned(), key_span, node: self.node(value, depth) }
        };
        let mut entries: Vec<Entry> = table.into_iter().map(entry).collect();
        // The order of the file counts, and the parser loses it: it moves the keys of a table whose header comes after those of
        // its own tables.
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
