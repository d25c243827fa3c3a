//! Lists of points: CSV files whose columns are paths and whose rows are values for them.
//!
//! Such files come from spreadsheets and data frames, so they are read as tolerantly as other CSV files: any separator,
//! byte order mark, quotes, empty rows and columns, ignored columns (`#`). Values have the notation of overrides.
//! Whether a path exists and accepts a value is found out when the value is set; [`Points::located`] then gives the
//! location in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use super::csv_rows::{Row, Rows, read_rows};
use super::error::{Cell, Problem, ProblemKind};
use super::node::excerpt;
use super::notation::without_decimals;
use super::problems::{Found, Problems};
use super::source::{Source, Span};

/// The command-line option that gives the file. Problems in the values of a point have it as the name of their source
/// until [`Points::located`] gives them their location in the file.
pub const POINTS: &str = "--points";

/// Largest number of columns.
const COLUMNS_MAX: usize = 1000;

/// A list of points.
#[derive(Debug, Clone)]
pub struct Points {
    source: Source,
    /// The columns that have a path.
    paths: Vec<PathColumn>,
    rows: Vec<Point>,
}

/// A column of values.
#[derive(Debug, Clone)]
struct PathColumn {
    path: String,
    /// The location of the path in the text.
    range: Range<usize>,
}

/// A row of values.
#[derive(Debug, Clone)]
struct Point {
    /// The number of the row as in a spreadsheet: the header is 1.
    row: usize,
    /// The value in each column that has a path, with its location.
    values: Vec<(String, Range<usize>)>,
}

impl Points {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// All mistakes of the file as a whole: no paths, no points, rows whose length differs from that of the header,
    /// repeated paths, missing values.
    pub fn read(source: Source) -> Result<Self, Problems> {
        let mut found = Found::default();
        let Rows { mut rows, separator } = read_rows(&source.text, 0, &mut found);
        let mut refuse = |span: Span, row: usize, reason: &str| {
            found.push(|| Problem::new(span, ProblemKind::BadRow { row, reason: reason.to_owned() }));
        };
        let end = Span::new(0, source.text.len()..source.text.len());
        if rows.is_empty() {
            refuse(end, 1, "is missing: it has the paths that are varied, one a column");
            return Err(Problems::new(vec![source], found.finish()));
        }
        let header = rows.remove(0);
        if header.cells.len() > COLUMNS_MAX {
            refuse(header.span, 1, &format!("has {} cells, at most {COLUMNS_MAX} are read", header.cells.len()));
            return Err(Problems::new(vec![source], found.finish()));
        }
        let columns = columns(&header, &mut found);
        let has_paths = columns.iter().any(Option::is_some);
        if !has_paths {
            let reason = "names no path to vary".to_owned();
            found.push(|| Problem::new(header.span, ProblemKind::BadRow { row: 1, reason }));
        }
        // A comma that separates cells cannot be a decimal mark.
        let mark = (separator != b',').then_some(',');
        let points: Vec<Point> = rows.iter().filter_map(|row| point(row, &columns, mark, &mut found)).collect();
        if points.is_empty() && has_paths && found.count() == 0 {
            let reason = "is missing: each row below the paths is a point".to_owned();
            found.push(|| Problem::new(end, ProblemKind::BadRow { row: header.number + 1, reason }));
        }
        let problems = found.finish();
        if problems.is_empty() {
            Ok(Self { source, paths: columns.into_iter().flatten().collect(), rows: points })
        } else {
            Err(Problems::new(vec![source], problems))
        }
    }

    /// Number of points; at least one.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no points, which is never the case.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The file.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The paths of a point in the order of the columns, each with its value in the notation of overrides.
    pub fn values(&self, point: usize) -> impl Iterator<Item = (&str, &str)> {
        let values = self.rows[point].values.iter().map(|(value, _)| value.as_str());
        self.paths.iter().map(|column| column.path.as_str()).zip(values)
    }

    /// The problems with new locations: those in values of a point that were set with the source name [`POINTS`] now
    /// point into the file.
    #[must_use]
    pub fn located(&self, point: usize, problems: Problems) -> Problems {
        let Problems { mut sources, list } = problems;
        let Ok(number) = u16::try_from(sources.len()) else { return Problems { sources, list } };
        let texts: BTreeMap<String, usize> =
            self.values(point).enumerate().map(|(index, (path, value))| (format!("{path}={value}"), index)).collect();
        let place = |span: Span| {
            let source = sources.get(usize::from(span.source)).filter(|source| source.name == POINTS)?;
            Some(self.place(point, *texts.get(&source.text)?, span, number))
        };
        let located = |mut problem: Problem| {
            if let Some((span, cell)) = problem.span.and_then(place) {
                (problem.span, problem.cell) = (Some(span), cell.map(Box::new));
            }
            if let Some((span, _)) = &mut problem.also {
                *span = place(*span).map_or(*span, |(place, _)| place);
            }
            problem
        };
        let list: Vec<Problem> = list.into_iter().map(located).collect();
        sources.push(self.source.clone());
        Problems { sources, list }
    }

    /// The location in the file of a part of the text `PATH=VALUE` of a point, with the cell if the part lies in the
    /// value.
    fn place(&self, point: usize, index: usize, span: Span, source: u16) -> (Span, Option<Cell>) {
        let (column, Point { row, values }) = (&self.paths[index], &self.rows[point]);
        let (value, written) = &values[index];
        let offset = column.path.len() + 1;
        if span.start < offset {
            return (Span::new(source, column.range.clone()), None);
        }
        let cell = Some(Cell { row: *row, column: column.path.clone() });
        // If the value is written in the file exactly as it was read, a part of it can be located.
        let is_plain = self.source.text.get(written.clone()) == Some(value.as_str());
        let part = (span.start - offset).min(value.len())..(span.end.max(span.start) - offset).min(value.len());
        let part = if is_plain { written.start + part.start..written.start + part.end } else { written.clone() };
        (Span::new(source, part), cell)
    }
}

/// For each column: the path; `None` if the column is ignored or cannot be used, which is reported.
fn columns(header: &Row, found: &mut Found) -> Vec<Option<PathColumn>> {
    let mut columns: Vec<Option<PathColumn>> = Vec::new();
    for cell in &header.cells {
        let path = cell.text.as_str();
        let is_again = columns.iter().flatten().any(|column| column.path == path);
        if is_again {
            let (column, reason) = (excerpt(path), "is there twice".to_owned());
            let kind = ProblemKind::BadColumn { column, reason, nearest: None, ignored: None };
            found.push(|| Problem::new(cell.span, kind));
        }
        let is_path = !path.is_empty() && !path.starts_with('#') && !is_again;
        columns.push(is_path.then(|| PathColumn { path: path.to_owned(), range: cell.span.range() }));
    }
    columns
}

/// The values of a row; `None` if it is empty or has mistakes, which are reported.
fn point(row: &Row, columns: &[Option<PathColumn>], mark: Option<char>, found: &mut Found) -> Option<Point> {
    if row.cells.iter().all(|cell| cell.text.is_empty()) {
        return None;
    }
    let mut values = Vec::new();
    let before = found.count();
    for (cell, column) in row.cells.iter().zip(columns) {
        let Some(column) = column else { continue };
        if cell.text.is_empty() {
            let reason = format!("has no value of `{}`", excerpt(&column.path));
            found.push(|| Problem::new(cell.span, ProblemKind::BadRow { row: row.number, reason }));
        }
        values.push((without_decimals(&cell.text, mark).into_owned(), cell.span.range()));
    }
    (found.count() == before).then_some(Point { row: row.number, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Points, String> {
        Points::read(Source::new("design.csv", text)).map_err(|problems| problems.to_string())
    }

    fn values(text: &str) -> Vec<String> {
        let points = read(text).expect("a list of points");
        let shown = |point: usize| {
            points.values(point).map(|(path, value)| format!("{path}={value}")).collect::<Vec<_>>().join(" ")
        };
        (0..points.len()).map(shown).collect()
    }

    #[test]
    fn rows_are_points() {
        assert_eq!(values("a.b,c.d\n10,9\n10,10\n10,9\n"), ["a.b=10 c.d=9", "a.b=10 c.d=10", "a.b=10 c.d=9"]);
    }

    #[test]
    fn what_spreadsheets_and_data_frames_write_is_read() {
        let expected = ["a.b=10 c.d=-9", "a.b=11 c.d=x, y"];
        for text in [
            "\u{feff}a.b;c.d\r\n10;\u{2212}9\r\n11;x, y\r\n",
            "sep=\t\na.b\tc.d\n10.0\t-9\n11\tx, y\n",
            "a.b,c.d,,#why\n10,-9,,\"first, try\"\n11,\"x, y\",,\n,,,\n\n",
            "a.b;c.d\n10,0;-9\n11;\"x, y\"\n",
        ] {
            // The minus sign of a value is read with the value, when it is set.
            let values: Vec<String> = values(text).iter().map(|value| value.replace('\u{2212}', "-")).collect();
            assert_eq!(values, expected, "{text:?}");
        }
    }

    #[test]
    fn mistakes_say_where_they_are() {
        for (text, expected) in [
            ("", "design.csv:1:1: row 1: is missing: it has the paths that are varied, one a column"),
            ("\n\n", "design.csv:3:1: row 1: is missing: it has the paths that are varied, one a column"),
            ("a.b,c\n", "design.csv:2:1: row 2: is missing: each row below the paths is a point"),
            ("a.b,c\n,\n", "design.csv:3:1: row 2: is missing: each row below the paths is a point"),
            ("a.b,c,a.b\n1,2,3\n", "design.csv:1:7: column `a.b` is there twice"),
            ("a.b,c\n1,2\n1\n", "design.csv:3:1: row 3: has 1 cells, the header 2"),
            ("a.b,c\n1,2,3\n", "design.csv:2:1: row 2: has 3 cells, the header 2"),
            ("a.b,c\n1,\n", "design.csv:2:3: row 2: has no value of `c`"),
            ("#a,\n1,2\n", "design.csv:1:1: row 1: names no path to vary"),
        ] {
            let message = read(text).map(|points| points.len()).expect_err(text);
            assert!(message.starts_with(expected), "{text:?}: {message}");
        }
    }

    #[test]
    fn mistakes_of_values_are_located_in_the_file() {
        let text = "a.b;\"c\"\n1;\"x;y\"\n12;z\n";
        let points = read(text).expect("a list of points");
        let place = |point: usize, set: &str, range: Range<usize>| {
            let sources = vec![Source::new("file", "text"), Source::new(POINTS, set)];
            let problem = Problem::refused(Span::new(1, range), "a.b", "no");
            let problems = points.located(point, Problems { sources, list: vec![problem] });
            let problem = &problems.list[0];
            let span = problem.span.expect("a place");
            let source = &problems.sources[usize::from(span.source)];
            (source.name.clone(), source.text[span.range()].to_owned(), problem.cell.as_ref().map(|cell| cell.row))
        };
        let file = |text: &str, row| ("design.csv".to_owned(), text.to_owned(), row);
        assert_eq!(place(1, "a.b=12", 0..3), file("a.b", None));
        assert_eq!(place(1, "a.b=12", 4..6), file("12", Some(3)));
        assert_eq!(place(1, "a.b=12", 5..6), file("2", Some(3)));
        assert_eq!(place(0, "c=x;y", 2..3), file("\"x;y\"", Some(2)), "a quoted cell is underlined as a whole");
        assert_eq!(place(0, "a.b=7", 0..3).0, POINTS, "no value of the point");
    }
}
