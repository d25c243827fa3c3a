//! CSV files that are no part of a scenario: a header of names, and rows of cells, as people and spreadsheets write them.
//!
//! Separators, byte order marks, quotes and empty rows and columns are read as in rosters, and columns whose names begin
//! with `#` are left out. What the columns mean is for the caller to say: [`CsvTable::mistakes`] gives its refusals their
//! location in the file.

use super::csv_rows::{Row, RowCell, Rows, read_rows};
use super::error::{Cell, Problem, ProblemKind};
use super::nearest::nearest;
use super::node::excerpt;
use super::notation::without_decimals;
use super::problems::{Found, Problems};
use super::source::{Source, Span};
use crate::characters::plain_text;

/// Largest number of columns.
const COLUMNS_MAX: usize = 1000;

/// A table with a header.
#[derive(Debug, Clone)]
pub struct CsvTable {
    source: Source,
    separator: u8,
    header: Vec<RowCell>,
    rows: Vec<Row>,
}

impl CsvTable {
    /// Reads the text of a file. Columns that have no name and those whose names begin with `#` are dropped, and so are empty
    /// rows.
    ///
    /// # Errors
    /// Mistakes of the file as a whole: no header, a name that is there twice, more than 1000 columns, rows whose length
    /// differs from that of the header.
    pub fn read(source: Source) -> Result<Self, Problems> {
        let mut found = Found::default();
        let Rows { mut rows, separator } = read_rows(&source.text, 0, &mut found);
        if rows.is_empty() {
            let end = Span::new(0, source.text.len()..source.text.len());
            let reason = "is missing: it has the names of the columns".to_owned();
            found.push(|| Problem::new(end, ProblemKind::BadRow { row: 1, reason }));
            return Err(Problems::new(vec![source], found.finish()));
        }
        let head = rows.remove(0);
        if head.cells.len() > COLUMNS_MAX {
            let reason = format!("has {} cells, at most {COLUMNS_MAX} are read", head.cells.len());
            found.push(|| Problem::new(head.span, ProblemKind::BadRow { row: 1, reason }));
            return Err(Problems::new(vec![source], found.finish()));
        }
        let is_named: Vec<bool> =
            head.cells.iter().map(|cell| !cell.text.is_empty() && !cell.text.starts_with('#')).collect();
        let header = named(head.cells, &is_named);
        for (index, cell) in header.iter().enumerate() {
            if header[..index].iter().any(|known| known.text == cell.text) {
                let (column, reason) = (excerpt(&cell.text), "is there twice".to_owned());
                let kind = ProblemKind::BadColumn { column, reason, nearest: None, ignored: None };
                found.push(|| Problem::new(cell.span, kind));
            }
        }
        let problems = found.finish();
        if !problems.is_empty() {
            return Err(Problems::new(vec![source], problems));
        }
        let is_empty = |row: &Row| row.cells.iter().all(|cell| cell.text.is_empty());
        let rows = rows.into_iter().filter(|row| !is_empty(row));
        let rows = rows.map(|row| Row { cells: named(row.cells, &is_named), ..row }).collect();
        Ok(Self { source, separator, header, rows })
    }

    /// The names of the columns.
    pub fn header(&self) -> &[RowCell] {
        &self.header
    }

    /// The rows that are not empty, each with as many cells as the header has.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The text of a number in the characters of the keyboard, without decimals that are all zero.
    pub fn number(&self, cell: &RowCell) -> String {
        let plain = plain_text(&cell.text);
        // A comma that separates cells cannot be a decimal mark.
        let mark = (self.separator != b',').then_some(',');
        without_decimals(plain.trim(), mark).into_owned()
    }

    /// The refusal of a column that means nothing here. `known` are the names that would mean something.
    pub fn unknown_column<'a>(&self, column: usize, reason: &str, known: impl IntoIterator<Item = &'a str>) -> Problem {
        let name = &self.header[column];
        let kind = ProblemKind::BadColumn {
            column: excerpt(&name.text),
            reason: reason.to_owned(),
            nearest: nearest(&name.text, known).map(excerpt),
            ignored: None,
        };
        Problem::new(name.span, kind)
    }

    /// The refusal of a value. `known` are the words that would be taken.
    pub fn bad_value<'a>(
        &self,
        row: usize,
        column: usize,
        reason: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Problem {
        let (row, name) = (&self.rows[row], &self.header[column].text);
        let cell = &row.cells[column];
        let kind =
            ProblemKind::Malformed { path: excerpt(name), reason: format!("is `{}`: {reason}", excerpt(&cell.text)) };
        let mut problem = Problem::new(cell.span, kind).with_nearest(&cell.text, known);
        problem.cell = Some(Box::new(Cell { row: row.number, column: excerpt(name) }));
        problem
    }

    /// The refusal of the file as a whole, located at its end.
    pub fn bad_end(&self, reason: &str) -> Problem {
        let end = self.source.text.len();
        let row = self.rows.last().map_or(1, |row| row.number) + 1;
        Problem::new(Span::new(0, end..end), ProblemKind::BadRow { row, reason: reason.to_owned() })
    }

    /// The refusal of the whole table, located in its header.
    pub fn bad_whole(&self, reason: &str) -> Problem {
        let span = self.header.first().map_or_else(|| Span::new(0, 0..0), |cell| cell.span);
        Problem::new(span, ProblemKind::BadRow { row: 1, reason: reason.to_owned() })
    }

    /// Refusals of this table, with the file in which they are located.
    pub fn mistakes(&self, list: Vec<Problem>) -> Problems {
        Problems::new(vec![self.source.clone()], list)
    }
}

/// The cells of the columns that have a name.
fn named(cells: Vec<RowCell>, is_named: &[bool]) -> Vec<RowCell> {
    cells.into_iter().zip(is_named).filter_map(|(cell, &is_named)| is_named.then_some(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CsvTable, String> {
        CsvTable::read(Source::new("games.csv", text)).map_err(|problems| problems.to_string())
    }

    fn numbers(text: &str) -> Vec<String> {
        let table = read(text).expect("a table");
        table
            .rows()
            .iter()
            .map(|row| row.cells.iter().map(|cell| table.number(cell)).collect::<Vec<_>>().join("|"))
            .collect()
    }

    #[test]
    fn what_spreadsheets_and_data_frames_write_is_read() {
        for text in [
            "\u{feff}winner;rounds\r\nparty;9\r\n;11\r\n",
            "sep=\t\nwinner\trounds\nparty\t9.0\n\t11\n",
            "winner,rounds,,#why\nparty,9,,\"late, tired\"\n,11,,\n,,,\n\n",
            "winner;rounds\nparty;9,0\n;11\n",
        ] {
            assert_eq!(numbers(text), ["party|9", "|11"], "{text:?}");
        }
    }

    #[test]
    fn mistakes_say_where_they_are() {
        for (text, expected) in [
            ("", "games.csv:1:1: row 1: is missing: it has the names of the columns"),
            ("a,b,a\n1,2,3\n", "games.csv:1:5: column `a` is there twice"),
            ("a,b\n1\n", "games.csv:2:1: row 2: has 1 cells, the header 2"),
            ("a,\"b\n1,2\n", "games.csv:1:1: row 1: has a quote that is not closed"),
        ] {
            let message = read(text).map(|table| table.rows().len()).expect_err(text);
            assert!(message.starts_with(expected), "{text:?}: {message}");
        }
        let table = read("winer,rounds\nparty,many\n").expect("a table");
        let list = vec![
            table.unknown_column(0, "is no number of an encounter", ["winner"]),
            table.bad_value(0, 1, "expected a whole number", []),
            table.bad_end("is missing"),
        ];
        let expected = "games.csv:1:1: column `winer` is no number of an encounter; did you mean `winner`?\n\
                        games.csv:3:1: row 3: is missing\n\
                        games.csv:2:7: `rounds` is `many`: expected a whole number (row 2, column `rounds`)";
        assert_eq!(table.mistakes(list).to_string(), expected);
    }
}
