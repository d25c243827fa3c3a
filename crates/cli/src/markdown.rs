//! GitHub-flavoured Markdown: texts and tables written as such, and the Markdown of the ledgers read for a terminal.

use std::ops::Range;

use crate::tables;
use crate::text::wrapped;

/// A paragraph that Markdown shows as it is.
pub(crate) fn escaped(text: &str) -> String {
    let inline = inline(text);
    // At the start of a paragraph these would make it a heading, a list or a quotation.
    if inline.starts_with(['#', '+', '-', '>', '=']) { format!("\\{inline}") } else { inline }
}

/// A text within a line that Markdown shows as it is.
fn inline(text: &str) -> String {
    let text = text.trim();
    let mut escaped = String::new();
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let is_word = |c: char| c.is_alphanumeric();
        let is_special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '$' => true,
            // Within a word it stands for itself, and the names of metrics are full of it.
            '_' => !is_word(before) || !characters.peek().copied().is_some_and(is_word),
            '&' => characters.peek().is_some_and(|&next| is_word(next) || next == '#'),
            _ => false,
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped
}

/// Rows under a header. `right` are the columns of numbers.
///
/// # Panics
/// If a row has more or fewer cells than the header.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>], right: Range<usize>) -> String {
    tables::assert_rectangular(header, rows);
    let cells = |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let alignment = |column: usize| if right.contains(&column) { "---:" } else { "---" }.to_owned();
    let mut table = cells(&mut header.iter().map(|cell| inline(cell)));
    table += &cells(&mut (0..header.len()).map(alignment));
    for row in rows {
        table += &cells(&mut row.iter().map(|cell| inline(cell)));
    }
    table
}

/// Lines that keep their spaces, in a fence that is longer than any in them.
pub(crate) fn code(lines: &str) -> String {
    let ticks = lines.lines().map(|line| line.trim_start().bytes().take_while(|&byte| byte == b'`').count());
    let fence = "`".repeat(ticks.max().unwrap_or(0).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", lines.trim_end_matches('\n'))
}

/// Markdown as the ledgers have it (paragraphs, tables, words in bold) for a terminal, after so many spaces.
pub(crate) fn plain(text: &str, indent: usize) -> String {
    let mut plain = String::new();
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        if !plain.is_empty() {
            plain.push('\n');
        }
        if block.starts_with('|') {
            // A table takes the whole width, which it can need.
            plain += &plain_table(block);
        } else {
            plain += &(wrapped(&block.replace("**", "").replace('\n', " "), indent, indent) + "\n");
        }
    }
    plain
}

/// A table of Markdown as a grid.
fn plain_table(block: &str) -> String {
    let mut rows: Vec<Vec<String>> = block.lines().map(cells).collect();
    // The row under the header says how the columns are aligned.
    rows.retain(|row| !row.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':'))));
    if rows.is_empty() {
        return String::new();
    }
    let header = rows.remove(0);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    tables::grid(&header, &rows, 0..0)
}

/// The cells of a row, without the pipes around it.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row);
    row.replace("\\|", "\u{0}").split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_where_markdown_would_read_them() {
        for (text, expected) in [
            ("party_any_dead: 1 * 2", "party_any_dead: 1 \\* 2"),
            ("_x_ <b> a|b", "\\_x\\_ \\<b> a\\|b"),
            ("- 3 of -3", "\\- 3 of -3"),
            ("R&D &amp; `x` [y]", "R\\&D \\&amp; \\`x\\` \\[y\\]"),
            ("a & b, 100%", "a & b, 100%"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn cells_need_no_care_for_the_start_of_a_line() {
        let rows = vec![vec!["-".to_owned(), "+1.5".to_owned()], vec!["###".to_owned(), "a|b".to_owned()]];
        let expected = "| x |  |\n| --- | ---: |\n| - | +1.5 |\n| ### | a\\|b |\n";
        assert_eq!(table(&["x", ""], &rows, 1..2), expected);
    }

    #[test]
    fn a_fence_is_longer_than_those_inside() {
        assert_eq!(code("a\n````\n"), "`````text\na\n````\n`````\n");
    }

    #[test]
    fn ledgers_are_read_for_a_terminal() {
        let text = "**A-1 Rolls.** One\n  of `two` lines.\n\n| id | does |\n|---|---|\n| `a\\|b` | this |\n";
        assert_eq!(plain(text, 2), "  A-1 Rolls. One of `two` lines.\n\nid     does\n`a|b`  this\n");
    }
}
