//! Results as tables for people, within the width of a terminal.

pub(crate) mod columns;
pub(crate) mod keys;
pub(crate) mod report;

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use equipoise_sim::studies::only::Only;
use equipoise_sim::{Deviation, Method, Report};

use crate::numbers;
use crate::page::Page;
use crate::text::{WIDTH, broken, longest_word, width};

/// The note on results of fewer encounters than were asked for.
pub(crate) const PARTIAL: &str = "partial: not all encounters that were asked for";

/// A first column of at most this width is not wrapped.
const FIRST_MAX: usize = 48;

/// Every row of a table has a cell for each column. A column that is there now and then is easily forgotten in its rows,
/// and whatever stands behind it would then be read under the wrong header.
pub(crate) fn assert_rectangular(header: &[&str], rows: &[Vec<String>]) {
    for row in rows {
        assert_eq!(row.len(), header.len(), "the columns {header:?} have a row {row:?}");
    }
}

/// Rows under a header, in columns. Wide cells are wrapped at spaces and at the dots of paths, and no word is broken: if the
/// words do not fit into the page, the grid is wider. `right` are the columns of numbers.
///
/// # Panics
/// If a row has more or fewer cells than the header.
pub(crate) fn grid(header: &[&str], rows: &[Vec<String>], right: std::ops::Range<usize>) -> String {
    assert_rectangular(header, rows);
    let widths = column_widths(header, rows);
    let wrap = |(cell, &width): (&str, &usize)| broken(cell, width).join("\n");
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().copied().zip(&widths).map(wrap).collect::<Vec<_>>());
    for row in rows {
        table.add_row(row.iter().map(String::as_str).zip(&widths).map(wrap).collect::<Vec<_>>());
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, GAP as u16));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

/// Spaces between two columns.
const GAP: usize = 2;

/// The widths of columns: those of their cells if the page has room for them, else as even as the longest words allow.
fn column_widths(header: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let cells = |column: usize| rows.iter().map(move |row| row[column].as_str()).chain([header[column]]);
    let most = |column: usize, measure: fn(&str) -> usize| cells(column).map(measure).max().unwrap_or(0);
    let natural: Vec<usize> = (0..header.len()).map(|column| most(column, width)).collect();
    let mut least: Vec<usize> = (0..header.len()).map(|column| most(column, longest_word)).collect();
    let room = WIDTH.saturating_sub(GAP * header.len().saturating_sub(1));
    if let (Some(&first), [_, others @ ..]) = (natural.first(), &least[..])
        && first <= FIRST_MAX
        && first + others.iter().sum::<usize>() <= room
    {
        least[0] = first;
    }
    let at_level = |level: usize| -> Vec<usize> {
        least.iter().zip(&natural).map(|(&least, &natural)| level.clamp(least, natural)).collect()
    };
    let mut widths =
        (0..=WIDTH).rev().map(at_level).find(|widths| widths.iter().sum::<usize>() <= room).unwrap_or(least);
    let mut left = room.saturating_sub(widths.iter().sum());
    for (width, natural) in widths.iter_mut().zip(natural) {
        let more = usize::from(left > 0 && *width < natural);
        *width += more;
        left -= more;
    }
    widths
}

/// The width of a grid in characters where no cell is wrapped.
pub(crate) fn natural_width(header: &[&str], rows: &[Vec<String>]) -> usize {
    let column = |index: usize| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(String::as_str).chain(header.get(index).copied());
        cells.map(width).max().unwrap_or(0) + 2
    };
    (0..header.len()).map(column).sum::<usize>().saturating_sub(2)
}

pub(crate) fn is_sampled(report: &Report) -> bool {
    matches!(report.method, Method::Sampled { .. })
}

/// Prints sampled numbers beside the exact ones.
pub(crate) fn comparison(
    page: &mut Page<impl Write>,
    deviations: &[Deviation],
    states: usize,
    only: &Only,
) -> io::Result<()> {
    let deviations: Vec<&Deviation> = deviations.iter().filter(|deviation| only.takes(&deviation.name)).collect();
    if deviations.is_empty() && !only.is_all() {
        return Ok(());
    }
    let rows = deviations.iter().map(|deviation| {
        let number = numbers::six;
        vec![deviation.name.clone(), number(deviation.sampled), number(deviation.exact), numbers::signed(deviation.z)]
    });
    let states = numbers::grouped(states as u64);
    page.gap()?;
    page.note(&format!("against the exact solution ({states} states), z in standard errors"))?;
    page.grid(&["value", "sampled", "exact", "z"], rows.collect(), 1..4)?;
    let largest = deviations.iter().map(|deviation| deviation.z.abs()).fold(0.0, f64::max);
    page.note(&format!("largest |z| of {} values: {largest:.2}", deviations.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;
    use crate::text::width;

    /// A header with a column that the rows lack.
    #[test]
    fn a_row_of_another_length_than_its_header_is_refused() {
        let (header, rows) = (["wins", "nobody", "as party"], vec![vec!["1".to_owned(), "2".to_owned()]]);
        assert!(std::panic::catch_unwind(|| grid(&header, &rows, 0..3)).is_err());
        assert!(std::panic::catch_unwind(|| markdown::table(&header, &rows, 0..3)).is_err());
    }

    /// The words of a table and the parts of its paths stay whole, whatever the width of the names.
    #[test]
    fn no_word_is_broken() {
        let paths =
            ["party wins", "combatants.warden-of-the-eastern-marches.attacks.greatsword.damage", "second_terror.dead"];
        for length in [10, 40, 60, 79, 120] {
            let name = format!("combatants.{}.hp", "x".repeat(length));
            let names = paths.into_iter().chain([name.as_str()]);
            let row = |name: &str| {
                let cells = [name, "0.123456789", "between 0.25 and 0.75", "undecided", "20,000 or more"];
                cells.map(str::to_owned).to_vec()
            };
            let header = ["expectation", "estimate", "band", "verdict", "encounters needed"];
            let table = grid(&header, &names.map(row).collect::<Vec<_>>(), 1..2);
            let words: Vec<&str> = table.split_whitespace().collect();
            for word in [
                "undecided",
                "0.123456789",
                "estimate",
                "needed",
                "greatsword.",
                "second_terror.dead",
                "warden-of-the-eastern-marches.",
            ] {
                assert!(words.iter().any(|found| found.contains(word)), "{word}:\n{table}");
            }
            assert!(table.contains(&"x".repeat(length)), "{table}");
            if length <= 20 {
                assert!(table.lines().all(|line| width(line) < WIDTH), "{table}");
            }
        }
    }

    #[test]
    fn wide_characters_leave_columns_aligned() {
        let row = |name: &str, number: &str| vec![name.to_owned(), number.to_owned()];
        let rows = vec![row("竜王", "1.5"), row("ogre", "10.25"), row("🎲🎲🎲", "7")];
        let table = grid(&["combatant", "hits"], &rows, 1..2);
        assert_eq!(table, "combatant   hits\n竜王         1.5\nogre       10.25\n🎲🎲🎲         7\n");
        assert!(table.lines().all(|line| width(line) == 16), "{table}");
    }
}
