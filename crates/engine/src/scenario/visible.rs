//! Invisible characters of texts that are shown.

use std::borrow::Cow;

/// Whether a character has no shape of its own: a control character, a mark of direction, a joiner, a line break of Unicode.
pub fn is_invisible(c: char) -> bool {
    let is_format = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    is_format || matches!(c, '\u{2028}' | '\u{2029}') || c.is_control()
}

/// The text with invisible characters escaped, so that no text of a file can control the terminal or look like another
/// text.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if is_invisible(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}
