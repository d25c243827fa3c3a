//! Text for people, without invisible characters and no wider than a terminal; fields of CSV and words of a shell.

use std::path::Path;

use equipoise_sim::Interval;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::load::shown_path;
use unicode_width::UnicodeWidthStr;

pub(crate) use equipoise_sim::output::words::{shared, shell_path, shell_word, visible};

/// Width of a page in characters.
pub(crate) const WIDTH: usize = 80;

/// A space at which [`wrapped`] breaks no line; it is printed as a plain one.
pub(crate) const NO_BREAK_SPACE: &str = "\u{a0}";

/// The columns that a text takes on a terminal: two for a wide character, none for a mark that combines with another.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks a text at its spaces into lines of at most [`WIDTH`] columns, the first one after `indent` spaces and the
/// others after `hanging`. Longer words stay whole.
pub(crate) fn wrapped(text: &str, indent: usize, hanging: usize) -> String {
    let lines = lines(text, WIDTH.saturating_sub(indent), WIDTH.saturating_sub(hanging));
    " ".repeat(indent) + &lines.join(&format!("\n{}", " ".repeat(hanging)))
}

/// Breaks a text at its spaces into lines of at most so many columns, the first one and the others. Longer words stay whole.
pub(crate) fn lines(text: &str, first: usize, other: usize) -> Vec<String> {
    let (mut lines, mut column) = (vec![String::new()], 0);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (width, max) = (width(word), if lines.len() == 1 { first } else { other });
        let is_line_start = column == 0;
        if !is_line_start && column + 1 + width > max {
            lines.push(word.to_owned());
            column = width;
        } else if let Some(line) = lines.last_mut() {
            line.extend((!is_line_start).then_some(' '));
            line.push_str(word);
            column += usize::from(!is_line_start) + width;
        }
    }
    lines
}

/// The places in a word of a table where it may be broken: after the dots of a path, and not after those of a number.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let is_break = |&(at, _): &(usize, &str)| word[at + 1..].starts_with(|c: char| c.is_alphabetic() || c == '*');
    let ends = word.match_indices('.').filter(is_break).map(|(at, _)| at + 1).chain([word.len()]);
    let mut start = 0;
    ends.map(move |end| &word[std::mem::replace(&mut start, end)..end])
}

/// The width of the longest word of a cell, or part of a path, which stays whole when the cell is [`broken`].
pub(crate) fn longest_word(cell: &str) -> usize {
    cell.split(['\n', ' ']).flat_map(parts).map(width).max().unwrap_or(0)
}

/// Breaks a cell into lines of at most `max` columns, at spaces first and then after the dots of paths. Longer words stay
/// whole.
pub(crate) fn broken(cell: &str, max: usize) -> Vec<String> {
    let mut broken = Vec::new();
    for line in cell.split('\n') {
        if width(line) <= max {
            broken.push(line.to_owned());
            continue;
        }
        for line in lines(line, max, max) {
            let mut part = String::new();
            let is_long = width(&line) > max;
            for next in parts(&line).filter(|_| is_long) {
                if !part.is_empty() && width(&part) + width(next) > max {
                    broken.push(std::mem::take(&mut part));
                }
                part.push_str(next);
            }
            broken.push(if is_long { part } else { line });
        }
    }
    broken
}

/// A number of a CSV file, with the fewest digits that parse to the same number; a very small one in scientific notation.
pub(crate) fn csv_number(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-5 { format!("{number:e}") } else { number.to_string() }
}

/// The field of the path of a scenario, as the tables of `run` have it.
pub(crate) fn csv_path(path: &Path) -> String {
    csv_field(&visible(&shown_path(path))).into_owned()
}

/// The fields of the ends of an interval, empty where there is none.
pub(crate) fn csv_ends(interval: Option<Interval>) -> String {
    interval.map_or_else(|| ",".to_owned(), |Interval { lo, hi }| format!("{lo},{hi}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_short() {
        let texts = [0.0, 0.5, 1.0, -2.25, 1e-5, 1.03e-75, -9.9e-6].map(csv_number);
        assert_eq!(texts, ["0", "0.5", "1", "-2.25", "0.00001", "1.03e-75", "-9.9e-6"]);
    }

    #[test]
    fn lines_break_at_spaces() {
        let text = "word ".repeat(40);
        let lines = wrapped(&text, 2, 4);
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH), "{lines}");
        assert!(lines.starts_with("  word") && lines.lines().nth(1).is_some_and(|line| line.starts_with("    word")));
        assert_eq!(wrapped(&"x".repeat(100), 2, 4), format!("  {}", "x".repeat(100)));
    }

    #[test]
    fn wide_characters_count_twice_and_marks_not_at_all() {
        assert_eq!([width("ab"), width("龍"), width("🎲x"), width("e\u{301}")], [2, 2, 3, 1]);
        let lines = wrapped(&"龍龍龍龍 ".repeat(20), 0, 0);
        assert!(lines.lines().all(|line| width(line) <= WIDTH) && lines.lines().count() == 3, "{lines}");
    }
}
