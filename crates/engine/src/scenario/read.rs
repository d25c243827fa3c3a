//! From TOML text to the tree.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::error::{Problem, ProblemKind};
use super::node::{Entry, Node, Value};
use super::problems::Found;
use super::source::Span;

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
    fn span(self, range: Range<usize>) -> Span {
        match self {
            Self::Text { source, offset } => Span::new(source, offset + range.start..offset + range.end),
            Self::All(span) => span,
        }
    }
}

/// Reads a whole file; the problems are those of its syntax.
pub(super) fn read_file(text: &str, source: u16) -> (Node, Vec<Problem>) {
    let location = Location::Text { source, offset: 0 };
    let (table, mut errors) = DeTable::parse_recoverable(text);
    let headers = if errors.is_empty() { Vec::new() } else { headers_of(text) };
    drop_consequences(&headers, &mut errors);
    let mut reader = Reader::new(location, &headers, &errors);
    let entries = reader.entries(table.into_inner(), 1);
    let first = entries.first().map_or(0..0, |entry| entry.key_span.range());
    let root = Node { value: Value::Table(entries), span: Span { source, ..Span::new(source, first) } };
    (root, reader.finish())
}

/// The parser's message for a key or table that stands twice. It goes on with the first of them and drops the second.
const DUPLICATE: &str = "duplicate key";

/// Drops what follows from a header that could not be read or stands twice: the parser takes the keys below for those of another
/// table, where some of them may stand already.
fn drop_consequences(headers: &[Header], errors: &mut Vec<toml::de::Error>) {
    let header_above = |error: &toml::de::Error| {
        let at = error.span()?.start;
        headers.partition_point(|header| header.range.start <= at).checked_sub(1).map(|index| (index, at))
    };
    // A header without its bracket is a mistake at the start of the next line; a duplicate there is one of the next line.
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
    /// The line, its end included.
    range: Range<usize>,
    /// The dotted name in the brackets, without space; empty if the brackets do not close.
    name: String,
}

/// The lines that begin like headers, in their order.
fn headers_of(text: &str) -> Vec<Header> {
    let (mut headers, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim_start().starts_with('[') {
            let inside = line.trim_start().trim_start_matches('[');
            let name = inside.split_once(']').map_or("", |(name, _)| name);
            let name = name.chars().filter(|c| !c.is_whitespace()).collect();
            headers.push(Header { range: start..end, name });
        }
        start = end;
    }
    headers
}

/// The problem that reports a mistake of syntax. A second table of one name is shown with the first of that name.
fn problem_of(error: &toml::de::Error, headers: &[Header], location: Location) -> Problem {
    // The parser gives no span if it gave up on nesting: the mistake is shown at the start of the text.
    let range = error.span().unwrap_or(0..0);
    let span = location.span(range.clone());
    let header = headers.iter().position(|header| header.range.contains(&range.start));
    let Some(index) = header.filter(|_| error.message() == DUPLICATE) else {
        return Problem::new(span, ProblemKind::Syntax { message: error.message().to_owned() });
    };
    let message = "duplicate table".to_owned();
    let problem = Problem::new(span, ProblemKind::Syntax { message });
    let name = &headers[index].name;
    // The headers of a list of tables begin a new table of it, below which all names are free again.
    let is_around = |header: &&Header| name.strip_prefix(&header.name).is_some_and(|rest| rest.starts_with('.'));
    let above = headers[..index].iter().rev().take_while(|header| !is_around(header));
    match above.filter(|header| header.name == *name).last() {
        Some(first) => problem.with_also(location.span(first.range.clone()), "first here"),
        None => problem,
    }
}

/// Reads one value, as after the `=` of a line.
pub(super) fn read_value(text: &str, location: Location) -> Result<Node, Vec<Problem>> {
    let (value, errors) = DeValue::parse_recoverable(text);
    let mut reader = Reader::new(location, &[], &errors);
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
    fn new(location: Location, headers: &[Header], errors: &[toml::de::Error]) -> Self {
        let mut found = Found::default();
        for error in errors {
            found.push(|| problem_of(error, headers, location));
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
