//! The texts of a scenario, and locations in them.

use std::ops::Range;

/// A text: a scenario file, a roster, or an override on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name shown in diagnostics: `bridge.toml`, `<stdin>`, `--set`, `bestiary.csv`.
    pub name: String,
    /// The whole text, including a byte order mark at its start, so that spans fit the file.
    pub text: String,
}

impl Source {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Line and column of a byte offset, both counted from 1, the column in characters. An offset beyond the end counts
    /// as the end, and one inside a character as that character.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let text = self.text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.text);
        let offset = offset.saturating_sub(self.text.len() - text.len()).min(text.len());
        let before = &text.as_bytes()[..offset];
        let line = before.split(|&byte| byte == b'\n').count();
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = text[line_start..].char_indices().take_while(|(at, c)| line_start + at + c.len_utf8() <= offset);
        (line, column.count() + 1)
    }
}

/// The mark that some editors put before the first character of a file.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A range of bytes in one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The number of the text: an index into the scenario's sources.
    pub source: u16,
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The span of values that are written nowhere, such as defaults.
    pub(super) const NONE: Self = Self::new(0, 0..0);

    /// The bytes `range` of the text numbered `source`.
    pub const fn new(source: u16, range: Range<usize>) -> Self {
        Self { source, start: range.start, end: range.end }
    }

    /// The range without its text.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let source = Source::new("a", "x = 1\näö = 2\n");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(4), (1, 5));
        assert_eq!(source.line_column(6), (2, 1));
        assert_eq!(source.line_column("x = 1\näö = ".len()), (2, 6));
    }

    #[test]
    fn an_offset_beyond_the_end_is_the_end() {
        assert_eq!(Source::new("a", "ab").line_column(99), (1, 3));
        assert_eq!(Source::new("a", "").line_column(1), (1, 1));
        assert_eq!(Source::new("a", "ab\n").line_column(3), (2, 1));
    }

    #[test]
    fn an_offset_inside_a_character_is_that_character() {
        assert_eq!(Source::new("a", "aö").line_column(2), (1, 2));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(Source::new("a", "\u{feff}ab").line_column(4), (1, 2));
        assert_eq!(Source::new("a", "\u{feff}ab").line_column(0), (1, 1));
    }
}
