//! From CSV text to rows whose cells know where they stand.

use std::ops::Range;

use csv::{ErrorKind, ReaderBuilder, StringRecord};

use super::error::{Problem, ProblemKind};
use super::problems::Found;
use super::source::{BYTE_ORDER_MARK, Span};

/// One row.
pub(super) struct Row {
    /// Its number as a spreadsheet counts: the header is 1. Empty lines do not count.
    pub(super) number: usize,
    /// The row without its line end.
    pub(super) span: Span,
    /// As many cells as the header has.
    pub(super) cells: Vec<RowCell>,
}

/// One cell.
pub(super) struct RowCell {
    /// What it holds, without quotes and without space around it.
    pub(super) text: String,
    /// Where it stands, quotes included.
    pub(super) span: Span,
}

/// Reads all rows, the header first. Rows of another length than the header are reported and left out.
pub(super) fn read_rows(text: &str, source: u16, found: &mut Found) -> Vec<Row> {
    let body = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let offset = text.len() - body.len();
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(false).from_reader(body.as_bytes());
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    for number in 1.. {
        let start = byte(reader.position(), body);
        let read = reader.read_record(&mut record);
        let range = without_line_ends(body, start..byte(reader.position(), body));
        let span = Span::new(source, offset + range.start..offset + range.end);
        match read {
            Ok(false) => break,
            Ok(true) => {
                let ranges = cell_ranges(body, range.clone());
                if ranges.is_none() {
                    let kind = ProblemKind::BadRow { row: number, reason: NOT_CLOSED.to_owned() };
                    found.push(|| Problem::new(span, kind));
                }
                let ranges = ranges.filter(|ranges| ranges.len() == record.len());
                let cell = |(index, text): (usize, &str)| {
                    let range = ranges.as_ref().map_or(range.clone(), |ranges| ranges[index].clone());
                    let span = Span::new(source, offset + range.start..offset + range.end);
                    RowCell { text: text.trim().to_owned(), span }
                };
                rows.push(Row { number, span, cells: record.iter().enumerate().map(cell).collect() });
            }
            Err(error) => {
                let reason = match error.kind() {
                    // The rest of the text went into the cell, so that the number of cells says nothing.
                    ErrorKind::UnequalLengths { .. } if cell_ranges(body, range.clone()).is_none() => {
                        NOT_CLOSED.to_owned()
                    }
                    ErrorKind::UnequalLengths { expected_len, len, .. } => {
                        format!("has {len} cells, the header {expected_len}")
                    }
                    _ => error.to_string(),
                };
                found.push(|| Problem::new(span, ProblemKind::BadRow { row: number, reason }));
                if range.is_empty() {
                    break;
                }
            }
        }
    }
    rows
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

/// Where the cells of a row stand, without the space around them; `None` when a quoted cell does not end.
fn cell_ranges(body: &str, row: Range<usize>) -> Option<Vec<Range<usize>>> {
    let bytes = body[row.clone()].as_bytes();
    let (mut ranges, mut start, mut at) = (Vec::new(), 0, 0);
    loop {
        if bytes.get(at) == Some(&b'"') {
            at = after_quotes(bytes, at)?;
        }
        at += bytes[at..].iter().position(|&byte| byte == b',').unwrap_or(bytes.len() - at);
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

/// The index after the closing quote of a cell that opens at `open`; a doubled quote stands for one.
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
        let rows = read_rows(text, 0, &mut found);
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
}
