//! Text for people, without invisible characters and no wider than a terminal; fields of CSV and words of a shell.

use std::borrow::Cow;
use std::path::Path;

use unicode_width::UnicodeWidthStr;

/// Width of a page in characters.
pub(crate) const WIDTH: usize = 80;

/// Whether a character shows nothing itself: controls, and formats that have no width or turn the direction of text.
fn is_invisible(c: char) -> bool {
    let is_format = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    is_format || c.is_control()
}

/// The text with invisible characters escaped, so that no text of a file can control the terminal or look like another
/// text.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for c in text.chars() {
        if is_invisible(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

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

/// A number of a CSV file, with the fewest digits that parse to the same number; a very small one in scientific notation.
pub(crate) fn csv_number(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-5 { format!("{number:e}") } else { number.to_string() }
}

/// A path as a word of a command line, which no program takes for an option.
pub(crate) fn shell_path(path: &Path) -> String {
    let path = path.display().to_string();
    let is_like_option = path.starts_with('-') && path != "-";
    shell_word(&if is_like_option { format!("./{path}") } else { path }).into_owned()
}

/// A word of a command line, quoted where a shell would otherwise take it apart.
pub(crate) fn shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("'{}'", text.replace('\'', "'\\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(visible("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(visible("ä ö"), "ä ö");
        assert_eq!(visible("a\u{202e}b\u{200b}\u{2066}\u{feff}"), "a\\u{202e}b\\u{200b}\\u{2066}\\u{feff}");
    }

    #[test]
    fn small_numbers_are_short() {
        let texts = [0.0, 0.5, 1.0, -2.25, 1e-5, 1.03e-75, -9.9e-6].map(csv_number);
        assert_eq!(texts, ["0", "0.5", "1", "-2.25", "0.00001", "1.03e-75", "-9.9e-6"]);
    }

    #[test]
    fn no_path_is_an_option() {
        let words = ["a b.toml", "-dash.toml", "-", "x/-y"].map(|path| shell_path(Path::new(path)));
        assert_eq!(words, ["'a b.toml'", "./-dash.toml", "-", "x/-y"]);
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

    #[test]
    fn words_are_quoted_where_they_must_be() {
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word("rules.a=[1]"), "'rules.a=[1]'");
        assert_eq!(shell_word("a/b-c.toml"), "a/b-c.toml");
    }
}
