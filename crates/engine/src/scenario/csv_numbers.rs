//! Whole numbers in the notations of spreadsheets.

use std::borrow::Cow;

/// Converts a number to the notation of a scenario, if it has a typographic minus sign (U+2212) or decimals that are
/// all zero. (Spreadsheets add such decimals to a column of whole numbers with an empty cell.) `mark` is a decimal mark
/// besides the point. Any other text is returned unchanged.
///
/// Three zeros after a comma are ambiguous, since some countries use the comma as a decimal mark and others as a
/// thousands separator. Such a number stays as it is, and keys for whole numbers refuse it.
pub(super) fn plain(text: &str, mark: Option<char>) -> Cow<'_, str> {
    let text = if text.contains(MINUS) { Cow::Owned(text.replace(MINUS, "-")) } else { Cow::Borrowed(text) };
    let Some((whole, decimals)) = text.split_once(|c| c == '.' || Some(c) == mark) else { return text };
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let are_zeros = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    let is_clear = mark.is_none() || decimals.len() != 3;
    if is_number && are_zeros && is_clear { Cow::Owned(whole.to_owned()) } else { text }
}

/// The typographic minus sign.
const MINUS: char = '\u{2212}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_that_are_zero_are_none() {
        for (text, mark, expected) in [
            ("4.0", None, "4"),
            ("-12.00", None, "-12"),
            ("+4.000", None, "+4"),
            ("4,0", Some(','), "4"),
            ("4.0", Some(','), "4"),
            ("\u{2212}1", None, "-1"),
            ("\u{2212}1,0", Some(','), "-1"),
            ("1d6\u{2212}1", None, "1d6-1"),
        ] {
            assert_eq!(plain(text, mark), expected, "{text}");
        }
    }

    #[test]
    fn whatever_could_mean_something_else_stays() {
        for (text, mark) in [
            ("4,0", None),
            ("5,5", Some(',')),
            ("5.5", None),
            ("1,000", Some(',')),
            ("1.000", Some(',')),
            ("1.000.0", Some(',')),
            (".0", None),
            ("4.", None),
            ("4.0.0", None),
            ("1e1", None),
            ("x.0", None),
            ("-", None),
        ] {
            assert_eq!(plain(text, mark), text);
        }
    }
}
