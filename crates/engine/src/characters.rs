//! Characters that look like others: word processors, spreadsheets and printed books write them for what a keyboard has.

/// The name of a character that looks like one of the keyboard, and the one that it stands for; `None` for any other.
pub(crate) const fn lookalike(c: char) -> Option<(&'static str, char)> {
    Some(match c {
        '\u{2212}' => ("a minus sign", '-'),
        '\u{2010}' | '\u{2011}' => ("a typographic hyphen", '-'),
        '\u{2012}' | '\u{2013}' => ("an en dash", '-'),
        '\u{2014}' | '\u{2015}' | '\u{fe58}' => ("an em dash", '-'),
        '\u{fe63}' | '\u{ff0d}' => ("a wide hyphen", '-'),
        '\u{a0}' | '\u{202f}' | '\u{2007}' => ("a no-break space", ' '),
        '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => ("a typographic space", ' '),
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' => ("a typographic quotation mark", '"'),
        '\u{2018}'..='\u{201b}' | '\u{2039}' | '\u{203a}' | '\u{2032}' => ("a typographic quotation mark", '\''),
        '\u{ff1d}' => ("a wide equals sign", '='),
        _ => return None,
    })
}

/// The character of the keyboard that another one stands for; `None` for any that stands for itself.
pub(crate) const fn plain(c: char) -> Option<char> {
    match lookalike(c) {
        Some((_, plain)) => Some(plain),
        None => None,
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
        '=' => "the equals sign `=`",
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

    /// A text that is told to hold a look-alike is read once the character of the keyboard stands for it.
    #[test]
    fn whatever_has_a_name_has_a_character_of_the_keyboard() {
        let named = ('\u{80}'..=char::MAX).filter_map(|c| Some((c, lookalike(c)?)));
        assert!(named.clone().count() > 30);
        for (c, (name, plain)) in named {
            assert!(plain.is_ascii() && !name.is_empty(), "{c:?}");
            assert_eq!(plain_text(&c.to_string()), plain.to_string());
        }
    }

    #[test]
    fn a_remark_names_the_character() {
        assert_eq!(remark("\u{2212}11").as_deref(), Some("U+2212 is not the minus sign `-`"));
        assert_eq!(remark("1\u{a0}300").as_deref(), Some("U+00A0 is not a space"));
        assert_eq!(remark("\u{201e}Bob").as_deref(), Some("U+201E is not the quotation mark `\"`"));
        assert_eq!(remark("-11"), None);
    }
}
