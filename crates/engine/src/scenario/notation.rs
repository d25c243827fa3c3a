//! Values as people and spreadsheets write them, in the notation of a scenario.
//!
//! Overrides, cells and the texts of dice have one reading: [`number`] takes the characters that look like others,
//! blanks between groups of digits, and the percent sign of a percentage; [`without_decimals`] what spreadsheets alone
//! add. Whatever could mean two things stays as it is, and the key refuses it.

use std::borrow::Cow;

use super::key::KeyDecl;
use crate::characters::{plain, plain_text};

/// The text of a number or of dice with the characters of the keyboard, without quotes around it, without blanks between
/// groups of three digits, and for a key in % without its percent sign. `key` is the declaration of the key.
pub(super) fn number<'a>(text: &'a str, key: &KeyDecl) -> Cow<'a, str> {
    let is_plain = |c: char| plain(c).is_none() && !c.is_whitespace() && c != '%';
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let plain = plain_text(text);
    let mut text = plain.trim();
    if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') {
        text = text[1..text.len() - 1].trim();
    }
    if is_percentage(key)
        && let Some(number) = text.strip_suffix('%')
    {
        let number = number.trim_end();
        return Cow::Owned(without_decimals(number, Some(',')).into_owned());
    }
    Cow::Owned(without_blanks(text).unwrap_or_else(|| text.to_owned()))
}

/// Whether the numbers of a key are percentages.
pub(super) fn is_percentage(key: &KeyDecl) -> bool {
    key.unit.starts_with('%')
}

/// The number whose groups of three digits have one blank between them; `None` for any other text.
fn without_blanks(text: &str) -> Option<String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let groups: Vec<&str> = digits.split(' ').collect();
    let [first, rest @ ..] = groups.as_slice() else { return None };
    let are_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let is_grouped = !rest.is_empty() && (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    (are_digits && is_grouped).then(|| text.replace(' ', ""))
}

/// Leaves out decimals of a number that are all zero. (Spreadsheets add such decimals to a column of whole numbers with
/// an empty cell.) `mark` is a decimal mark besides the point. Any other text is returned unchanged.
///
/// Three zeros after a comma are ambiguous, since some countries use the comma as a decimal mark and others as a
/// thousands separator. Such a number stays as it is, and keys for whole numbers refuse it.
pub(super) fn without_decimals(text: &str, mark: Option<char>) -> Cow<'_, str> {
    let Some((whole, decimals)) = text.split_once(|c| c == '.' || Some(c) == mark) else { return Cow::Borrowed(text) };
    let is_sign = |c: char| c == '+' || c == '-' || plain(c) == Some('-');
    let digits = whole.strip_prefix(is_sign).unwrap_or(whole);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let are_zeros = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    let is_clear = mark.is_none() || decimals.len() != 3;
    Cow::Borrowed(if is_number && are_zeros && is_clear { whole } else { text })
}

/// The range in the notation of `--vary` that a text such as `10-16`, `10:16` or `10 to 16` probably means.
pub(super) fn range_meant(text: &str) -> Option<String> {
    let text = plain_text(text).replace('\u{2026}', "..");
    let text = text.trim();
    let whole = |number: &str| {
        let number = number.trim();
        let digits = number.strip_prefix('-').unwrap_or(number);
        let is_whole = (1..=18).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then(|| number.parse::<i64>().ok()).flatten()
    };
    // The sign of the first number is no separator.
    let start = text.char_indices().nth(1)?.0;
    ["...", "..", " to ", ":", "-"].into_iter().find_map(|between| {
        let at = start + text[start..].find(between)?;
        let (first, last) = (whole(&text[..at])?, whole(&text[at + between.len()..])?);
        (first < last).then(|| format!("{first}..={last}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Key;

    const PLAIN: Key<Option<u8>> = Key::int("hp", 0, 100);
    const PERCENT: Key<Option<u8>> = Key::int("heal_below", 0, 100).unit("% of hp");

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, expected) in [
            ("\u{2212}1", "-1"),
            ("\u{2013}2", "-2"),
            ("1d6\u{2212}1", "1d6-1"),
            ("2d6\u{a0}+\u{a0}1", "2d6 + 1"),
            ("1\u{202f}300", "1300"),
            ("1 300 000", "1300000"),
            ("\u{201c}1d8\u{201d}", "1d8"),
            ("12", "12"),
        ] {
            assert_eq!(number(text, &PLAIN.decl()), expected, "{text}");
        }
        for text in ["1 30", "1  300", "1300 000", "1 300d6", "50%", "x 300"] {
            assert_eq!(number(text, &PLAIN.decl()), text);
        }
    }

    #[test]
    fn a_percent_sign_belongs_to_a_percentage() {
        for (text, expected) in
            [("50%", "50"), ("50.00%", "50"), ("50,0 %", "50"), ("\u{a0}5\u{a0}%", "5"), ("50", "50")]
        {
            assert_eq!(number(text, &PERCENT.decl()), expected, "{text}");
        }
        assert_eq!(number("12.5%", &PERCENT.decl()), "12.5", "which is no whole number");
        assert_eq!(number("50.000%", &PERCENT.decl()), "50.000", "which may be fifty thousand");
    }

    #[test]
    fn decimals_that_are_zero_are_none() {
        for (text, mark, expected) in [
            ("4.0", None, "4"),
            ("-12.00", None, "-12"),
            ("+4.000", None, "+4"),
            ("4,0", Some(','), "4"),
            ("4.0", Some(','), "4"),
            ("\u{2212}1,0", Some(','), "\u{2212}1"),
        ] {
            assert_eq!(without_decimals(text, mark), expected, "{text}");
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
            assert_eq!(without_decimals(text, mark), text);
        }
    }

    #[test]
    fn ranges_of_other_notations_are_recognised() {
        for (text, expected) in [
            ("10-16", "10..=16"),
            ("10\u{2013}16", "10..=16"),
            ("10:16", "10..=16"),
            ("10 to 16", "10..=16"),
            ("10...16", "10..=16"),
            ("10 \u{2026} 16", "10..=16"),
            ("-3--1", "-3..=-1"),
            ("-3 - 2", "-3..=2"),
        ] {
            assert_eq!(range_meant(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "-", "10", "-10", "16-10", "1-Mar", "2d6-1", "a-b", "1-2-3", &"9".repeat(40)] {
            assert_eq!(range_meant(text), None, "{text}");
        }
    }
}
