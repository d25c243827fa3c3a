//! Characters that look like others: word processors, spreadsheets and printed books write them for what a keyboard has.

/// The character of the keyboard that another one stands for; `None` for any that stands for itself.
pub(crate) const fn plain(c: char) -> Option<char> {
    match c {
        // Hyphens, dashes, and the minus signs of mathematics and of East Asian fonts.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        // Spaces at which no line breaks, or that are narrower or wider than usual.
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => Some('"'),
        '\u{2018}'..='\u{201b}' => Some('\''),
        _ => None,
    }
}

/// The text with the characters of the keyboard: dashes and minus signs as `-`, blanks of any width as spaces, and curly
/// quotation marks as straight ones.
pub fn plain_text(text: &str) -> String {
    text.chars().map(|c| plain(c).unwrap_or(c)).collect()
}

/// A remark on the first character of a text that only looks like one of the keyboard; `None` if there is none.
pub(crate) fn remark(text: &str) -> Option<String> {
    let (found, meant) = text.chars().find_map(|c| Some((c, plain(c)?)))?;
    let name = match meant {
        '-' => "the minus sign `-`",
        ' ' => "a space",
        '"' => "the quotation mark `\"`",
        _ => "the quotation mark `'`",
    };
    Some(format!("U+{:04X} is not {name}", u32::from(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_read_as_what_they_stand_for() {
        assert_eq!(plain_text("1d6\u{2212}1\u{a0}\u{201c}x\u{201d} \u{2013}2 \u{2012}3"), "1d6-1 \"x\" -2 -3");
        assert_eq!(plain_text("+2 \u{d7} \u{e4}"), "+2 \u{d7} \u{e4}", "others stay");
    }

    #[test]
    fn a_remark_names_the_character() {
        assert_eq!(remark("\u{2212}11").as_deref(), Some("U+2212 is not the minus sign `-`"));
        assert_eq!(remark("1\u{a0}300").as_deref(), Some("U+00A0 is not a space"));
        assert_eq!(remark("\u{201e}Bob").as_deref(), Some("U+201E is not the quotation mark `\"`"));
        assert_eq!(remark("-11"), None);
    }
}
