//! A sweep along two paths as a matrix: a row for each value of the first, a column for each value of the second.

use std::collections::BTreeMap;
use std::io::{self, Write};

use equipoise_sim::studies::answer::Answer;

use crate::numbers;
use crate::page::Page;
use crate::tables::columns::{Columns, in_parts};
use crate::text::visible;
use equipoise_sim::output::words::short_value;

/// Prints a matrix for each quantity, by its full name, where every value of one path meets every value of another, and
/// nothing elsewhere: `paths` are the varied ones, `short` what they are called.
pub(super) fn matrices(
    page: &mut Page<impl Write>,
    answers: &[Answer],
    paths: &[&str],
    short: &[&str],
    names: &[String],
) -> io::Result<()> {
    let (&[down, across], &[down_name, across_name]) = (paths, short) else { return Ok(()) };
    let [rows, columns] = [down, across].map(|path| values(answers, path));
    let cell = |answer| Some(((value(answer, down)?, value(answer, across)?), answer));
    let cells: BTreeMap<(&str, &str), &Answer> = answers.iter().filter_map(cell).collect();
    let is_whole = cells.len() == answers.len() && cells.len() == rows.len() * columns.len();
    if !is_whole || rows.len() < 2 || columns.len() < 2 {
        return Ok(());
    }
    for name in names {
        page.gap()?;
        let title = format!("{}, {down_name} down and {across_name} across", short_value(name));
        page.note(&visible(&title))?;
        let cell = |row: &str, column: &str| {
            let estimate = cells.get(&(row, column)).and_then(|answer| answer.report.estimate_of(name));
            estimate.map_or_else(|| "-".to_owned(), |estimate| numbers::estimate(&estimate)[0].clone())
        };
        let column = |of: &&str| Columns {
            names: vec![visible(of).into_owned()],
            rows: rows.iter().map(|row| vec![cell(row, of)]).collect(),
        };
        let labels = Columns {
            names: vec![String::new()],
            rows: rows.iter().map(|row| vec![visible(row).into_owned()]).collect(),
        };
        let shown: Vec<Columns> = columns.iter().map(column).collect();
        for (index, part) in in_parts(&labels, &shown).into_iter().enumerate() {
            if index > 0 {
                page.gap()?;
            }
            part.print(page, 1..part.names.len())?;
        }
    }
    Ok(())
}

/// The value of a path in a cell.
fn value<'a>(answer: &'a Answer, path: &str) -> Option<&'a str> {
    let mut values = answer.report.values.iter();
    values.find_map(|(known, value)| (known == path).then_some(value.as_str()))
}

/// The values of a path, in the order of the cells.
fn values<'a>(answers: &'a [Answer], path: &str) -> Vec<&'a str> {
    let mut values: Vec<&str> = Vec::new();
    for value in answers.iter().filter_map(|answer| value(answer, path)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
