//! CSV text as rows of cells with their locations.
//!
//! The separator of cells is a comma, a semicolon or a tab, depending on the country and on the chosen format. It is
//! taken from a first line `sep=;`, which some spreadsheets write, else from the header.

use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};

use super::error::{Problem, ProblemKind};
use super::problems::Found;
use super::source::{BYTE_ORDER_MARK, Span};

/// The separators that are recognised. If several are equally frequent in the header, the first of this list is used.
const SEPARATORS: [u8; 3] = *b",;\t";

/// The rows of a file.
pub(super) struct Rows {
    /// The rows, including the header as the first.
    pub(super) rows: Vec<Row>,
    /// The separator between two cells.
    pub(super) separator: u8,
}

/// One row.
#[derive(Debug, Clone)]
pub struct Row {
    /// The number of the row as in a spreadsheet: the header is 1. Empty lines do not count.
    pub number: usize,
    /// The row without its line end.
    pub span: Span,
    /// The cells, as many as the header has.
    pub cells: Vec<RowCell>,
}

/// One cell.
#[derive(Debug, Clone)]
pub struct RowCell {
    /// The content, without quotes and without space around it.
    pub text: String,
    /// The location, quotes included.
    pub span: Span,
}

/// Reads all rows. Rows whose length differs from that of the header are reported and left out, unless the difference
/// consists of empty cells in columns without a name: spreadsheets write such cells for formatting.
pub(super) fn read_rows(text: &str, source: u16, found: &mut Found) -> Rows {
    let body = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (separator, body) = separated(body);
    let offset = text.len() - body.len();
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(body.as_bytes());
    let mut rows: Vec<Row> = Vec::new();
    let mut record = StringRecord::new();
    for number in 1.. {
        let start = byte(reader.position(), body);
        let read = reader.read_record(&mut record);
        let range = without_line_ends(body, start..byte(reader.position(), body));
        let span = Span::new(source, offset + range.start..offset + range.end);
        let mut refuse =
            |reason: String| found.push(|| Problem::new(span, ProblemKind::BadRow { row: number, reason }));
        match read {
            Ok(false) => break,
            Ok(true) => {
                let ranges = cell_ranges(body, range.clone(), separator);
                let is_closed = ranges.is_some();
                let ranges = ranges.filter(|ranges| ranges.len() == record.len());
                let cell = |(index, text): (usize, &str)| {
                    let range = ranges.as_ref().map_or(range.clone(), |ranges| ranges[index].clone());
                    let span = Span::new(source, offset + range.start..offset + range.end);
                    RowCell { text: text.trim().to_owned(), span }
                };
                let mut row = Row { number, span, cells: record.iter().enumerate().map(cell).collect() };
                let fits = rows.first().is_none_or(|header| row.fit_to(header));
                if !is_closed {
                    // The unclosed quote has swallowed the rest of the text, so that the number of cells means nothing.
                    refuse(NOT_CLOSED.to_owned());
                } else if let (false, Some(header)) = (fits, rows.first()) {
                    refuse(format!("has {} cells, the header {}", row.cells.len(), header.cells.len()));
                }
                if fits {
                    rows.push(row);
                }
            }
            Err(error) => {
                refuse(error.to_string());
                if range.is_empty() {
                    break;
                }
            }
        }
    }
    Rows { rows, separator }
}

impl Row {
    /// Makes the row as long as the header if the difference consists of empty cells in columns without a name; else
    /// returns false.
    fn fit_to(&mut self, header: &Row) -> bool {
        let width = header.cells.len();
        let named = header.cells.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1);
        let is_blank = |cell: &RowCell| cell.text.is_empty();
        if self.cells.len() < named || !self.cells.iter().skip(width).all(is_blank) {
            return false;
        }
        let end = Span::new(self.span.source, self.span.range().end..self.span.range().end);
        self.cells.resize_with(width, || RowCell { text: String::new(), span: end });
        true
    }
}

/// The separator, and the text without the line that declares it.
fn separated(text: &str) -> (u8, &str) {
    let first_line = text.split_inclusive('\n').next().unwrap_or_default();
    let word = first_line.trim_end_matches(['\r', '\n']).trim_matches('"').as_bytes();
    if let [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] = *word
        && SEPARATORS.contains(&separator)
    {
        return (separator, &text[first_line.len()..]);
    }
    let mut is_quoted = false;
    let mut counts = [0_usize; SEPARATORS.len()];
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\r' | b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            _ => {
                if let Some(index) = SEPARATORS.iter().position(|&separator| separator == byte) {
                    counts[index] += 1;
                }
            }
        }
    }
    let most = counts.into_iter().max().unwrap_or_default();
    let index = counts.iter().position(|&count| count == most).unwrap_or_default();
    (SEPARATORS[index], text)
}

const NOT_CLOSED: &str = "has a quote that is not closed";

fn byte(position: &csv::Position, body: &str) -> usize {
    usize::try_from(position.byte()).map_or(body.len(), |byte| byte.min(body.len()))
}

fn without_line_ends(body: &str, range: Range<usize>) -> Range<usize> {
    let is_line_end = |c: char| matches!(c, '\r' | '\n');
    let raw = &body[range.clone()];
    let start = range.start + (raw.len() - raw.trim_start_matches(is_line_end).len());
    start..start + raw.trim_matches(is_line_end).len()
}

/// The locations of the cells of a row, without the space around them; `None` if a quoted cell is not closed.
fn cell_ranges(body: &str, row: Range<usize>, separator: u8) -> Option<Vec<Range<usize>>> {
    let bytes = body[row.clone()].as_bytes();
    let (mut ranges, mut start, mut at) = (Vec::new(), 0, 0);
    loop {
        if bytes.get(at) == Some(&b'"') {
            at = after_quotes(bytes, at)?;
        }
        at += bytes[at..].iter().position(|&byte| byte == separator).unwrap_or(bytes.len() - at);
        let raw = &body[row.start + start..row.start + at];
        let cell_start = row.start + start + (raw.len() - raw.trim_start().len());
        ranges.push(cell_start..cell_start + raw.trim().len());
        if at == bytes.len() {
            return Some(ranges);
        }
        at += 1;
        start = at;
    }
}

/// The index after the closing quote of a cell whose opening quote is at `open`; a doubled quote is an escaped one.
fn after_quotes(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += bytes[at..].iter().position(|&byte| byte == b'"')? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> (Vec<Row>, Vec<String>) {
        let mut found = Found::default();
        let rows = read_rows(text, 0, &mut found).rows;
        (rows, found.finish().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_cell_knows_its_bytes() {
        let text = "\u{feff}id, name ,hp\r\n\r\nwarden,\"The \"\"old\"\", grey\nwarden\",12\r\nö,,3";
        let (rows, problems) = rows(text);
        assert_eq!(problems, [""; 0]);
        let shown = |row: &Row| row.cells.iter().map(|cell| text[cell.span.range()].to_owned()).collect::<Vec<_>>();
        assert_eq!(shown(&rows[0]), ["id", "name", "hp"]);
        assert_eq!(shown(&rows[1]), ["warden", "\"The \"\"old\"\", grey\nwarden\"", "12"]);
        assert_eq!(shown(&rows[2]), ["ö", "", "3"]);
        assert_eq!(rows[1].cells[1].text, "The \"old\", grey\nwarden");
        assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn ragged_rows_are_reported_each_with_its_number() {
        let (rows, problems) = rows("id,hp\na,1\nb\nc,1,2\nd,4\n");
        assert_eq!(problems, ["row 3: has 1 cells, the header 2", "row 4: has 3 cells, the header 2"]);
        assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 2, 5]);
    }

    #[test]
    fn a_quote_that_does_not_end_is_reported() {
        let (_, problems) = rows("id,hp\na,\"1\nb,2\n");
        assert_eq!(problems, ["row 2: has a quote that is not closed"]);
        let (rows, problems) = rows("id,name,hp\na,A,1\ntrickster,\"T,1\nb,B,2\n");
        assert_eq!(problems, ["row 3: has a quote that is not closed"]);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn no_text_is_no_rows() {
        assert!(rows("").0.is_empty());
        assert!(rows("\n\n").0.is_empty());
    }

    fn texts(text: &str) -> Vec<Vec<String>> {
        let (rows, problems) = rows(text);
        assert_eq!(problems, [""; 0], "{text:?}");
        rows.into_iter().map(|row| row.cells.into_iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn the_separator_is_that_of_the_header() {
        for separator in [",", ";", "\t"] {
            let line = |cells: [&str; 3]| cells.join(separator);
            let header = line(["id", "\"a,b;c\td,e;f\tg\"", "hp"]);
            let rows = texts(&format!("\r\n{header}\r\n{}\n", line(["x", "1", "4"])));
            assert_eq!((rows[0][1].as_str(), rows[1][2].as_str()), ("a,b;c\td,e;f\tg", "4"), "{separator:?}");
        }
        assert_eq!(texts("id\na\n"), [["id"], ["a"]], "a single column has none");
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        for first in ["sep=;\r\n", "\u{feff}sep=;\n", "\"sep=;\"\n", "SEP=;\n"] {
            let text = format!("{first}id;a,b,c\nx;1\n");
            assert_eq!(texts(&text), [["id", "a,b,c"], ["x", "1"]], "{first:?}");
            let (rows, _) = rows(&text);
            assert_eq!(
                (rows[0].number, &text[rows[1].cells[1].span.range()]),
                (1, "1"),
                "a spreadsheet hides the line"
            );
        }
        assert_eq!(texts("sep=x\n1\n"), [["sep=x"], ["1"]], "which no spreadsheet writes");
    }

    #[test]
    fn empty_cells_beyond_the_named_columns_are_nothing() {
        assert_eq!(texts("id,hp,,\na,1,,\nb,2\nc,3,,,,\n").len(), 4);
        let (rows, problems) = rows("id,,hp,\na,,1\nb,,\nc,,3,,x\nd\n");
        assert_eq!(problems, ["row 4: has 5 cells, the header 4", "row 5: has 1 cells, the header 4"]);
        assert!(rows.iter().all(|row| row.cells.len() == 4));
    }
}
