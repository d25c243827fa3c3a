//! Keys with their values, for commands that are searched by line: a key is never broken, however long it is.

use crate::text::{WIDTH, broken, lines, width};

/// The header of such a table.
pub(crate) const HEADER: [&str; 4] = ["key", "value", "from", "rules"];

/// Keys of up to so many columns keep the others in their columns. Longer ones move what stands beside them, and their rules
/// stand below.
const KEY_MAX: usize = 44;
/// The fewest columns that values are given.
const VALUE_MIN: usize = 12;
/// As many are left to them where they need them and rules could take them.
const VALUE_WANTED: usize = 16;
/// Words of values of up to so many columns are given room, since no word is broken.
const WORD_MAX: usize = 20;
/// The number of spaces between two columns.
const GAP: usize = 2;

/// One key: its path, its value, where that comes from, and the rules that read it. Values and rules are wrapped at
/// spaces, values at the dots of paths too.
pub(crate) type Row = [String; 4];

/// The rows under their header.
pub(crate) fn keys(rows: &[Row]) -> String {
    let widths = widths(rows);
    let mut page = line(&HEADER, widths);
    for [key, value, from, rules] in rows {
        let [_, value_width, _, rules_width] = widths;
        let mut values = broken(value, value_width).into_iter();
        let mut rules = lines(rules, rules_width, rules_width).into_iter().filter(|line| !line.is_empty());
        let value = values.next().unwrap_or_default();
        if width(key) > widths[0] {
            page.push_str(&beside(key, &value, from, &mut rules, widths));
        } else {
            page.push_str(&line(&[key, &value, from, &rules.next().unwrap_or_default()], widths));
        }
        loop {
            let (value, rule) = (values.next(), rules.next());
            if value.is_none() && rule.is_none() {
                break;
            }
            let cells = [value.as_deref().unwrap_or_default(), rule.as_deref().unwrap_or_default()];
            page.push_str(&line(&["", cells[0], "", cells[1]], widths));
        }
    }
    page
}

/// The first lines of a key that is wider than its column, with as much beside it as the page has room for: value and origin
/// as far to the right as in other rows, or nearer to it, or the value alone. The rest stands below.
fn beside(key: &str, value: &str, from: &str, rules: &mut impl Iterator<Item = String>, widths: [usize; 4]) -> String {
    let gap = " ".repeat(GAP);
    let in_columns = line(&[key, value, from, ""], widths);
    let fits = |text: &str| width(text.trim_end()) <= WIDTH;
    if fits(&in_columns) {
        return in_columns;
    }
    let nearer = format!("{key}{gap}{value}{gap}{from}\n");
    if fits(&nearer) {
        return nearer;
    }
    let with_value = format!("{key}{gap}{value}\n");
    // A key that is wider than the page by itself is followed by its value, so that a search by line finds both.
    let (first, value) = if fits(&with_value) || !fits(key) { (with_value, "") } else { (format!("{key}\n"), value) };
    first + &line(&["", value, from, &rules.next().unwrap_or_default()], widths)
}

/// Keys as wide as they are up to [`KEY_MAX`], origins as wide as they are. Of the rest rules take what they need, but
/// leave room for the values.
fn widths(rows: &[Row]) -> [usize; 4] {
    let widest = |column: usize, max: usize| {
        let cells = rows.iter().map(|row| width(&row[column])).filter(|&wide| wide <= max);
        cells.max().unwrap_or(0).max(width(HEADER[column]))
    };
    let from = widest(2, usize::MAX);
    let longest_rule = rows.iter().flat_map(|row| row[3].split(' ')).map(width).max().unwrap_or(0);
    // The columns beside the keys need room as well, however wide the keys are.
    let words = rows.iter().flat_map(|row| row[1].split(' ')).map(width).filter(|&wide| wide <= WORD_MAX);
    let longest_word = words.max().unwrap_or(0);
    let others = from + 3 * GAP + VALUE_MIN.max(longest_word) + longest_rule.max(width(HEADER[3]));
    let key = widest(0, KEY_MAX.min(WIDTH.saturating_sub(others)));
    let rest = WIDTH.saturating_sub(key + from + 3 * GAP);
    let for_values = widest(1, usize::MAX).min(VALUE_WANTED).max(longest_word);
    let rules = widest(3, usize::MAX).min(rest.saturating_sub(for_values).max(longest_rule)).max(width(HEADER[3]));
    [key, rest.saturating_sub(rules).max(VALUE_MIN), from, rules]
}

/// One line. A cell that is wider than its column moves the others.
fn line(cells: &[&str; 4], widths: [usize; 4]) -> String {
    let mut line = String::new();
    for (cell, wide) in cells.iter().zip(widths) {
        line.push_str(cell);
        line.push_str(&" ".repeat(wide.saturating_sub(width(cell)) + GAP));
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: &str, value: &str) -> Row {
        [key, value, "file", "ZONES-19 ZONES-20 ZONES-29 ZONES-39"].map(str::to_owned)
    }

    /// A value that is a longer path than its column has room for moves no rules beyond the page.
    #[test]
    fn paths_in_values_are_broken_at_their_dots() {
        let key = "combatants.wanderer.position.of.the.gate";
        let page = keys(&[row(key, "5 (rules.start_distance.of.the.company)"), row("rules.melee_dr", "12")]);
        assert!(page.lines().all(|line| width(line) <= WIDTH), "{page}");
        assert!(page.contains("(rules."), "{page}");
    }

    /// A key that leaves room for its value and not for more, one that does not, and one that leaves room for both.
    #[test]
    fn what_does_not_fit_beside_a_long_key_stands_below() {
        for (key, value, first) in
            [("k".repeat(75), "4", "4"), ("k".repeat(70), "between 3 and 4", ""), ("k".repeat(60), "4", "4  file")]
        {
            let page = keys(&[row("rules.melee_dr", "12"), row(&key, value)]);
            assert!(page.lines().all(|line| width(line) <= WIDTH), "{page}");
            let line = page.lines().find(|line| line.starts_with(&key)).expect("the key is whole");
            assert_eq!(line[key.len()..].trim_start(), first, "{page}");
            assert!(page.contains(value) && page.matches("file").count() == 2, "{page}");
        }
    }

    #[test]
    fn keys_stand_whole_beside_their_values() {
        let long = format!("combatants.{}.attacks.burning-hands.hinder_needs_action", "a".repeat(90));
        let longest = "k".repeat(KEY_MAX);
        let rows = [row("rules.melee_dr", "12"), row(&long, "false"), row(&longest, &"some words ".repeat(9))];
        let page = keys(&rows);
        for (key, value) in [("rules.melee_dr", "12"), (&long, "false"), (&longest, "some words")] {
            let line = page.lines().find(|line| line.starts_with(&format!("{key} "))).expect("the key is whole");
            assert_eq!(line[key.len()..].trim_start().find(value), Some(0), "{line}");
        }
        assert!(page.lines().all(|line| line.starts_with(&long) || width(line) <= WIDTH), "{page}");
        let words = rows.concat().join(" ") + &HEADER.join(" ");
        assert!(page.split_whitespace().all(|word| words.contains(word)), "no word is broken: {page}");
        assert_eq!(page.matches("ZONES-39").count(), 3, "{page}");
    }
}
