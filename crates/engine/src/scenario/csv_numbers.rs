//! Whole numbers as spreadsheets write them.

use std::borrow::Cow;

/// The number of a cell as a scenario would write it, if spreadsheets write it in another way: with a minus sign of its own
/// (U+2212), or with decimals that are all zero, as a column of numbers gets them that has an empty cell. `mark` is what
/// stands before decimals beside the point.
///
/// Three zeros may be the end of a thousand where a comma is the decimal mark of some and a separator of others: such a
/// number stays as it is, and is refused by what takes whole numbers.
pub(super) fn plain(text: &str, mark: Option<char>) -> Cow<'_, str> {
    let text = if text.contains(MINUS) { Cow::Owned(text.replace(MINUS, "-")) } else { Cow::Borrowed(text) };
    let Some((whole, decimals)) = text.split_once(|c| c == '.' || Some(c) == mark) else { return text };
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let are_zeros = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    let is_clear = mark.is_none() || decimals.len() != 3;
    if is_number && are_zeros && is_clear { Cow::Owned(whole.to_owned()) } else { text }
}

/// The minus sign of typography.
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
