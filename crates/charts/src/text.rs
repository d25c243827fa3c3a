//! Texts in drawings: escaped, measured and cut.

use std::borrow::Cow;

/// The size of the usual text in a drawing, in its units.
pub(crate) const SIZE: f64 = 13.0;
/// The size of small text.
pub(crate) const SMALL: f64 = 12.0;

/// Whether a character shows nothing itself: controls, and formats that have no width or turn the direction of text.
fn is_invisible(c: char) -> bool {
    let is_format = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        | '\u{fffe}' | '\u{ffff}');
    is_format || c.is_control()
}

/// A text as markup, in elements and in quoted attributes. Characters that show nothing, of which XML allows only some,
/// are left out, so that no name can turn the text around it.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| matches!(c, '<' | '>' | '&' | '"' | '\'') || is_invisible(c)) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            c if is_invisible(c) => {}
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// The width of a character in ems, rather too large than too small for the usual fonts without serifs.
fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'I' | ' ' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '—' | '…' => 0.95,
        'A'..='Z' | '+' | '=' | '<' | '>' | '~' | '_' => 0.72,
        '\u{300}'..='\u{36f}' => 0.0,
        c if c.is_ascii() => 0.6,
        '\u{a0}'..='\u{10ff}' => 0.75,
        _ => 1.1,
    }
}

/// The estimated width of a text of a size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().filter(|c| !is_invisible(*c)).map(em).sum::<f64>() * size
}

/// A text that fits into a width: where it does not, an ellipsis stands for its middle, since names often differ at
/// their ends.
pub(crate) fn cut(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if width(text, size) <= room {
        return Cow::Borrowed(text);
    }
    let half = (room - em('…') * size) / 2.0;
    let fitting = |characters: &mut dyn Iterator<Item = char>| {
        let mut left = half;
        let fits = |c: &char| {
            left -= if is_invisible(*c) { 0.0 } else { em(*c) * size };
            left >= 0.0
        };
        characters.take_while(fits).collect::<Vec<char>>()
    };
    let (start, end) = (fitting(&mut text.chars()), fitting(&mut text.chars().rev()));
    Cow::Owned(start.into_iter().chain(['…']).chain(end.into_iter().rev()).collect())
}

/// A text in lines that fit into a width, broken between words; a longer word has a line of its own.
pub(crate) fn lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A page is 360 px wide on a phone, with 12 px at both sides of a drawing.
    #[test]
    fn the_smallest_text_has_11_pixels_on_a_phone() {
        const { assert!(SMALL * (360.0 - 24.0) / crate::chart::WIDTH >= 11.0) };
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("<script>\"&'"), "&lt;script&gt;&quot;&amp;&#39;");
        assert_eq!(escaped("a\u{202e}b\u{0}c\nd"), "abc d");
        assert_eq!(escaped("🎲 مرحبا"), "🎲 مرحبا");
    }

    proptest! {
        #[test]
        fn what_is_cut_fits(text in "\\PC{0,60}", room in 20.0..300.0) {
            let cut = cut(&text, SIZE, room);
            prop_assert!(width(&cut, SIZE) <= room + 1e-9, "{cut}");
            prop_assert!(cut == text || cut.contains('…'));
        }

        #[test]
        fn lines_keep_all_words_and_fit(text in "[a-z ]{0,80}", room in 60.0..300.0) {
            let lines = lines(&text, SIZE, room);
            let words: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
            prop_assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
            prop_assert!(lines.iter().all(|line| width(line, SIZE) <= room || !line.contains(' ')));
        }

        #[test]
        fn no_text_leaves_its_element(text in ".*") {
            let escaped = escaped(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
        }
    }
}
