//! Helps for texts that are not TOML: what the author probably meant, in the place of the parser's errors.
//!
//! A line with an error is read again, token by token, for the slips that people make who come from YAML, from JSON or
//! from a word processor. A slip covers whole lines, and the errors of the parser on those lines are consequences of it.
//! A line on which no slip is recognised keeps the parser's errors.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::DeValue;
use toml_parser::Source as Tokens;
use toml_parser::lexer::{Token, TokenKind};

use super::canonical::json_string;
use super::common::SYSTEM;
use super::kinds::truth;
use super::node::excerpt;
use super::problems::PROBLEMS_MAX;
use crate::characters::{lookalike, plain};

/// A slip that explains one or several errors of the parser.
#[derive(Debug)]
pub(super) struct Slip {
    /// The bytes to underline.
    pub range: Range<usize>,
    /// The message, as the parser would give one.
    pub message: String,
    /// The text to write.
    pub help: Option<String>,
    /// The key, and the text without quotes that is its value, where `help` puts quotes around it.
    pub unquoted: Option<(String, String)>,
    /// Whether the file is no attempt at a scenario.
    pub is_no_scenario: bool,
    /// Whether message or help have text of a line as it stands, which may be of a file that is no TOML at all.
    quotes_line: bool,
    /// The lines whose errors it explains, in order.
    covers: Vec<Range<usize>>,
}

impl Slip {
    fn new(range: Range<usize>, message: impl Into<String>, help: Option<String>) -> Self {
        let message = message.into();
        Self { range, message, help, unquoted: None, is_no_scenario: false, quotes_line: false, covers: Vec::new() }
    }

    /// A slip after which a key has a text as its value.
    fn of_entry(range: Range<usize>, message: String, key: &str, text: &str) -> Self {
        let help = format!("write `{}`", shortened(&format!("{key} = {}", value_of(text))));
        let unquoted = (!is_toml(text)).then(|| (key.to_owned(), text.to_owned()));
        Self { unquoted, ..Self::new(range, message, Some(help)) }
    }

    /// Whether an error of the parser at a byte is a consequence of the slip.
    fn explains(&self, at: usize) -> bool {
        let index = self.covers.partition_point(|lines| lines.start <= at);
        index.checked_sub(1).is_some_and(|index| at <= self.covers[index].end)
    }
}

/// The slips in a whole file, a scenario or one that it names. The errors that they explain are dropped.
pub(super) fn take_slips(text: &str, is_scenario: bool, errors: &mut Vec<toml::de::Error>) -> Vec<Slip> {
    take(text, errors, |text, at| of_file(text, is_scenario, at))
}

/// The slips in a single value. The errors that they explain are dropped.
pub(super) fn take_slips_of_value(text: &str, errors: &mut Vec<toml::de::Error>) -> Vec<Slip> {
    take(text, errors, |text, at| of_lines(text, at, true))
}

fn take(text: &str, errors: &mut Vec<toml::de::Error>, find: impl Fn(&str, &[usize]) -> Vec<Slip>) -> Vec<Slip> {
    if errors.is_empty() {
        return Vec::new();
    }
    let start_of = |error: &toml::de::Error| error.span().map(|span| span.start);
    let mut starts: Vec<usize> = errors.iter().filter_map(start_of).collect();
    starts.sort_unstable();
    let slips = find(text, &starts);
    errors.retain(|error| start_of(error).is_none_or(|at| !slips.iter().any(|slip| slip.explains(at))));
    slips
}

fn of_file(text: &str, is_scenario: bool, errors: &[usize]) -> Vec<Slip> {
    if let Some(mut slip) = json(text).or_else(|| no_scenario(text).filter(|_| is_scenario)) {
        slip.covers.push(0..text.len());
        return vec![slip];
    }
    let mut slips = of_lines(text, errors, false);
    slips.retain(|slip| is_scenario || !slip.quotes_line);
    slips
}

/// The text without blanks and a byte order mark at its beginning.
fn without_blank_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// The slip of a whole file in JSON.
fn json(text: &str) -> Option<Slip> {
    let content = without_blank_start(text);
    let rest = content.strip_prefix(['{', '['])?.trim_start();
    let is_json = if content.starts_with('{') { rest.starts_with(['"', '}']) } else { rest.starts_with('{') };
    if !is_json {
        return None;
    }
    let start = text.len() - content.len();
    let help =
        "write `key = value`, a line each, without braces around the file; a table has its name in brackets: `[rules]`";
    Some(Slip::new(start..start + 1, "this is JSON, and a scenario is TOML", Some(help.to_owned())))
}

/// The slip of a whole file that is no attempt at a scenario: a page of HTML, or text of which no line has the form of a line of
/// TOML or YAML.
fn no_scenario(text: &str) -> Option<Slip> {
    let content = without_blank_start(text);
    let is_markup = content
        .strip_prefix('<')
        .is_some_and(|rest| rest.starts_with(|c: char| c == '!' || c == '?' || c.is_ascii_alphabetic()));
    let mut lines = content.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next()?;
    let message = if is_markup {
        "it is HTML or XML"
    } else {
        let is_prose = std::iter::once(first).chain(lines.clone()).all(|line| !is_attempt(line));
        let has_sentence = std::iter::once(first).chain(lines).any(|line| line.split_whitespace().count() >= WORDS_MIN);
        if !is_prose || !has_sentence {
            return None;
        }
        "no line has the form `key = value`"
    };
    let start = text.len() - content.len() + content.find(first)?;
    Some(Slip { is_no_scenario: true, ..Slip::new(start..start + first.len(), message, None) })
}

/// A line of so many words is a sentence; shorter ones may be a key and its value.
const WORDS_MIN: usize = 4;

/// Whether a line looks like one of TOML, or of YAML: a header, or one word and what is assigned to it, or the key that every
/// scenario has.
fn is_attempt(line: &str) -> bool {
    let entry = line.trim_start_matches("- ");
    let end = entry.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'')));
    let (key, rest) = entry.split_at(end.unwrap_or(entry.len()));
    let is_assigned = rest.trim_start().starts_with(['=', ':', '\u{ff1d}']);
    line.starts_with('[') || line == "---" || (!key.is_empty() && is_assigned) || key == SYSTEM.name()
}

/// The location of a header with brackets that do not match, and the header as it was probably meant.
fn unbalanced_header(line: &str) -> Option<(Range<usize>, String)> {
    let header = line.split('#').next().unwrap_or_default().trim_end();
    let start = header.len() - header.trim_start().len();
    let content = &header[start..];
    let name = content.trim_start_matches('[').trim_end_matches(']').trim();
    let [opened, closed] =
        [content.len() - content.trim_start_matches('[').len(), content.len() - content.trim_end_matches(']').len()];
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_header = opened > 0
        && opened != closed
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(is_name);
    let brackets = opened.max(closed).min(2);
    is_header.then(|| (start..header.len(), format!("{}{name}{}", "[".repeat(brackets), "]".repeat(brackets))))
}

/// The tokens of a line that mean something. A line ends where the parser sees its end: not inside a string of several
/// lines.
struct Line<'t> {
    text: &'t str,
    range: Range<usize>,
    tokens: Vec<Token>,
    /// Whether the line begins inside brackets or braces.
    is_nested: bool,
    /// Whether a value may begin the line, as in a list.
    is_value: bool,
}

/// The slips on the lines with errors. `is_value` says that the text is a value and has no key.
fn of_lines(text: &str, errors: &[usize], is_value: bool) -> Vec<Slip> {
    let lines = lines_with_errors(text, errors, is_value);
    let (yaml, others): (Vec<&Line<'_>>, Vec<&Line<'_>>) = lines.iter().partition(|line| line.is_yaml());
    let mut slips = Vec::new();
    if let Some(first) = yaml.first() {
        let (range, message) = (first.content(), "this is YAML, and a scenario is TOML".to_owned());
        let mut slip = match yaml.iter().find_map(|line| line.yaml_entry()) {
            Some((key, "")) => {
                Slip::new(range, message, Some(format!("write `[{key}]`, and below it `key = value`, a line each")))
            }
            Some((key, value)) => Slip::of_entry(range, message, key, value),
            None => Slip::new(range, message, None),
        };
        slip.covers = if yaml.len() > others.len() {
            std::iter::once(0..text.len()).collect()
        } else {
            yaml.iter().map(|line| line.range.clone()).collect()
        };
        slips.push(slip);
    }
    for line in others {
        if slips.len() >= PROBLEMS_MAX {
            break;
        }
        for mut slip in line.slips() {
            slip.covers.push(line.range.clone());
            slip.covers.sort_by_key(|lines| lines.start);
            slips.push(slip);
        }
    }
    slips
}

/// The lines on which errors begin.
fn lines_with_errors<'t>(text: &'t str, errors: &[usize], is_value: bool) -> Vec<Line<'t>> {
    let (mut lines, mut tokens) = (Vec::new(), Vec::new());
    let (mut start, mut depth, mut depth_at_start) = (0, 0usize, 0usize);
    for token in Tokens::new(text).lex() {
        let is_end = matches!(token.kind(), TokenKind::Newline | TokenKind::Eof);
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !is_end {
            if !matches!(token.kind(), TokenKind::Whitespace | TokenKind::Comment) {
                tokens.push(token);
            }
            continue;
        }
        let mut line = Line {
            text,
            range: start..token.span().start(),
            tokens: std::mem::take(&mut tokens),
            is_nested: depth_at_start > 0,
            is_value,
        };
        // Brackets that were never closed end before the header of a table, and with a header.
        if line.is_header() || (!is_value && unbalanced_header(&text[line.range.clone()]).is_some()) {
            (depth, line.is_nested) = (0, false);
        }
        let first = errors.partition_point(|&at| at < start);
        if errors.get(first).is_some_and(|&at| at <= line.range.end) {
            lines.push(line);
        }
        (start, depth_at_start) = (token.span().end(), depth);
    }
    lines
}

impl<'t> Line<'t> {
    fn token(&self, token: Token) -> &'t str {
        &self.text[range_of(token)]
    }

    /// The line without the spaces around it and without a comment.
    fn content(&self) -> Range<usize> {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.span().start()..last.span().end(),
            _ => self.range.clone(),
        }
    }

    fn is_header(&self) -> bool {
        let content = &self.text[self.content()];
        let inside = content.trim_start_matches('[');
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let starts = inside.starts_with(|c: char| c.is_ascii_alphabetic());
        starts
            && content.starts_with('[')
            && content.ends_with(']')
            && inside.trim_end_matches(']').chars().all(is_name)
    }

    fn is_yaml(&self) -> bool {
        if self.is_nested || self.is_value {
            return false;
        }
        let content = &self.text[self.content()];
        content == "---" || content == "-" || content.starts_with("- ") || self.yaml_entry().is_some()
    }

    /// Key and value of a line `key: value`; the value is empty if the line ends with the colon.
    fn yaml_entry(&self) -> Option<(&'t str, &'t str)> {
        let content = self.text[self.content()].trim_start_matches("- ");
        let (key, value) = content.split_once(':')?;
        let (key, is_end) = (key.trim_end(), value.is_empty() || value.starts_with([' ', '\t']));
        let key = key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key);
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let is_entry = is_end && !key.is_empty() && key.chars().all(is_name);
        is_entry.then(|| (key, value.trim().trim_end_matches(',')))
    }

    /// The slips of the line; the first kind that is found.
    fn slips(&self) -> Vec<Slip> {
        let marks = || self.typographic_quotes().or_else(|| self.unclosed_by_curly()).or_else(|| self.lookalike());
        if let Some(slip) = self.header_brackets().or_else(marks).or_else(|| self.yaml_in_braces()) {
            return vec![slip];
        }
        let commas = self.missing_commas();
        if !commas.is_empty() {
            return commas;
        }
        self.bare_values().or_else(|| self.missing_equals()).into_iter().collect()
    }

    /// The characters outside strings and comments for which `is_it` holds, with their locations.
    fn bare(&self, is_it: fn(char) -> bool) -> impl Iterator<Item = (usize, char)> {
        let atoms = self.tokens.iter().filter(|token| token.kind() == TokenKind::Atom);
        let characters = atoms
            .flat_map(|&token| self.token(token).char_indices().map(move |(at, c)| (token.span().start() + at, c)));
        characters.filter(move |&(_, c)| is_it(c))
    }

    /// The line with every character outside strings replaced.
    fn replaced(&self, replacement: impl Fn(char) -> Option<char>) -> String {
        let content = self.content();
        let mut text = String::new();
        let mut end = content.start;
        for &token in &self.tokens {
            text.push_str(&self.text[end..token.span().start()]);
            match token.kind() {
                TokenKind::Atom => text.extend(self.token(token).chars().map(|c| replacement(c).unwrap_or(c))),
                _ => text.push_str(self.token(token)),
            }
            end = token.span().end();
        }
        text
    }

    /// A header of a table with too few or too many brackets.
    fn header_brackets(&self) -> Option<Slip> {
        let (range, meant) = unbalanced_header(&self.text[self.range.clone()]).filter(|_| !self.is_value)?;
        let range = self.range.start + range.start..self.range.start + range.end;
        let message = format!("the brackets of `{}` do not match", excerpt(&self.text[range.clone()]));
        let mut slip = Slip { quotes_line: true, ..Slip::new(range, message, Some(format!("write `{meant}`"))) };
        // The parser takes the header for one of another form, and refuses every further one.
        slip.covers.extend(lines_of(self.text).filter(|line| self.text[line.clone()].trim() == meant));
        Some(slip)
    }

    fn typographic_quotes(&self) -> Option<Slip> {
        let mut found = self.bare(is_typographic_quote);
        let (start, first) = found.next()?;
        let Some((end, last)) = found.last() else {
            return Some(self.single_quote(start, first));
        };
        let straight = self.replaced(|c| is_typographic_quote(c).then_some('"'));
        let which = if first == last { format!("`{first}`") } else { format!("`{first}` and `{last}`") };
        let message = format!("{which} are the quotes of a word processor, TOML has straight ones");
        Some(Slip::new(start..end + last.len_utf8(), message, Some(format!("write `{}`", shortened(&straight)))))
    }

    /// The slip of a quote of a word processor that has no other one, at a byte of the text.
    fn single_quote(&self, at: usize, quote: char) -> Slip {
        let message = format!("`{quote}` is a quote of a word processor, TOML has straight ones");
        let content = self.content();
        let (before, after) = (&self.text[content.start..at], &self.text[at + quote.len_utf8()..content.end]);
        let is_quote = |c: char| is_typographic_quote(c) || matches!(c, '"' | '\'');
        // The text that it begins or ends takes the rest of the line, unless this is inside of braces.
        let written = match before.split_once('=') {
            Some((key, value)) if !self.is_nested && !before.contains(['{', '[']) => {
                let value = [value, after].concat();
                format!(
                    "write `{}`",
                    shortened(&format!("{} = {}", key.trim(), json_string(value.trim().trim_matches(is_quote))))
                )
            }
            _ => "a text stands between two straight quotes: `\"text\"`".to_owned(),
        };
        Slip::new(at..at + quote.len_utf8(), message, Some(written))
    }

    /// A text that begins with a straight quote and ends with one of a word processor.
    fn unclosed_by_curly(&self) -> Option<Slip> {
        let token = self.tokens.iter().copied().find(|&token| is_string(token))?;
        let text = self.token(token);
        let opened = text.chars().next()?;
        if text.len() > 1 && text.ends_with(opened) {
            return None;
        }
        let (at, quote) = text.char_indices().rfind(|&(_, c)| is_typographic_quote(c))?;
        Some(self.single_quote(token.span().start() + at, quote))
    }

    /// Entries of a table in braces in the notation of YAML or JSON: `{ str: 2 }`.
    fn yaml_in_braces(&self) -> Option<Slip> {
        let content = self.content();
        let mut around: Vec<Container> = if self.is_nested { vec![Container::Unknown] } else { Vec::new() };
        let (mut written, mut copied, mut range) = (String::new(), content.start, None);
        let mut is_key = self.is_nested;
        let mut tokens = self.tokens.iter().copied().peekable();
        while let Some(token) = tokens.next() {
            let is_in_braces = matches!(around.last(), Some(Container::Table | Container::Unknown));
            if let Some(entry) = self.yaml_key(token, content.end).filter(|_| is_key && is_in_braces) {
                let value_start = entry.end
                    + (self.text[entry.end..content.end].len() - self.text[entry.end..content.end].trim_start().len());
                let is_part = |token: &Token| matches!(token.kind(), TokenKind::Atom | TokenKind::Dot);
                let mut value_end = token.span().end().max(value_start);
                while let Some(part) = tokens.next_if(|part| is_part(part) || part.span().start() < value_start) {
                    value_end = part.span().end().max(value_start);
                }
                let value = self.text[value_start..value_end].trim_end();
                let key = self.text[token.span().start()..entry.end].trim_end_matches(':').trim_end();
                written.push_str(&self.text[copied..token.span().start()]);
                written.push_str(key);
                written.push_str(" = ");
                if !value.is_empty() {
                    written.push_str(&value_of(value));
                }
                copied = value_start + value.len();
                range = Some(range.map_or(token.span().start(), |range: Range<usize>| range.start)..entry.end);
                is_key = false;
                continue;
            }
            is_key = matches!(token.kind(), TokenKind::Comma | TokenKind::LeftCurlyBracket);
            match token.kind() {
                TokenKind::LeftCurlyBracket => around.push(Container::Table),
                TokenKind::LeftSquareBracket => around.push(Container::List),
                TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => drop(around.pop()),
                _ => {}
            }
        }
        written.push_str(&self.text[copied..content.end]);
        let message = "keys in braces have `=`, not `:`";
        Some(Slip::new(range?, message, Some(format!("write `{}`", shortened(&written)))))
    }

    /// The bytes of a key with its colon that begins with a token; `None` if none does.
    fn yaml_key(&self, token: Token, end: usize) -> Option<Range<usize>> {
        let start = token.span().start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let name_end = match token.kind() {
            TokenKind::Atom => start + self.token(token).find(|c| !is_name(c)).unwrap_or(self.token(token).len()),
            _ if is_string(token) => token.span().end(),
            _ => return None,
        };
        let rest = &self.text[name_end..end];
        let colon = rest.trim_start().starts_with(':').then(|| rest.find(':')).flatten()?;
        (name_end > start).then_some(start..name_end + colon + 1)
    }

    fn lookalike(&self) -> Option<Slip> {
        let (at, c) = self.bare(|c| lookalike(c).is_some()).next()?;
        let (name, meant) = lookalike(c)?;
        let expected = match meant {
            ' ' => "a plain space".to_owned(),
            _ => format!("`{meant}`"),
        };
        let message = format!("{name} (U+{:04X}) stands where TOML has {expected}", u32::from(c));
        let written = self.replaced(plain);
        // Text such as dice lacks its quotes as well.
        let written = match written.split_once('=') {
            Some((key, value)) if !self.is_nested => {
                format!("{} = {}", key.trim(), value_of(&without_blanks(value.trim())))
            }
            _ => written,
        };
        Some(Slip::new(at..at + c.len_utf8(), message, Some(format!("write `{}`", shortened(&written)))))
    }

    /// Places between two entries of a table, or two elements of a list, without a comma.
    fn missing_commas(&self) -> Vec<Slip> {
        let mut slips = Vec::new();
        let mut around: Vec<Container> = if self.is_nested { vec![Container::Unknown] } else { Vec::new() };
        // The index after a value that is complete and has no comma yet.
        let mut complete: Option<usize> = None;
        let mut is_after_equals = self.is_value;
        let mut index = 0;
        while index < self.tokens.len() && slips.len() < PROBLEMS_MAX {
            let token = self.tokens[index];
            let next = self.end_of_word(index);
            match token.kind() {
                TokenKind::Equals => (is_after_equals, complete) = (true, None),
                TokenKind::Comma => (is_after_equals, complete) = (false, None),
                TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => {
                    let is_table = token.kind() == TokenKind::LeftCurlyBracket;
                    if complete == Some(index) && matches!(around.last(), Some(Container::List | Container::Unknown)) {
                        slips.push(self.missing_comma(index, next));
                    }
                    around.push(if is_table { Container::Table } else { Container::List });
                    (is_after_equals, complete) = (false, None);
                }
                TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => {
                    around.pop();
                    (is_after_equals, complete) = (false, Some(next));
                }
                _ => {
                    let is_key = self.tokens.get(next).is_some_and(|token| token.kind() == TokenKind::Equals);
                    let is_missing = complete == Some(index)
                        && match around.last() {
                            Some(Container::Table) => is_key,
                            Some(Container::List) => is_string(token),
                            Some(Container::Unknown) => is_key || is_string(token),
                            None => false,
                        };
                    if is_missing {
                        slips.push(self.missing_comma(index, next));
                    }
                    let is_value = is_after_equals || matches!(around.last(), Some(Container::List));
                    complete = (is_value && !is_key).then_some(next);
                    is_after_equals &= is_key;
                }
            }
            index = next;
        }
        slips
    }

    fn missing_comma(&self, index: usize, end: usize) -> Slip {
        let range = self.tokens[index].span().start()..self.tokens[end - 1].span().end();
        let word = excerpt(&self.text[range.clone()]);
        Slip::new(range, format!("a comma is missing before `{word}`"), None)
    }

    /// The index after a word, which may have several tokens without a space between them, as `a.b` and `2.5` have.
    fn end_of_word(&self, index: usize) -> usize {
        let is_part = |token: Token| matches!(token.kind(), TokenKind::Atom | TokenKind::Dot);
        let mut end = index + 1;
        while is_part(self.tokens[end - 1])
            && self.tokens.get(end).is_some_and(|&token| is_part(token))
            && self.tokens[end - 1].span().end() == self.tokens[end].span().start()
        {
            end += 1;
        }
        end
    }

    /// The first value of the line that is no value of TOML.
    fn bare_values(&self) -> Option<Slip> {
        let starts = self.tokens.iter().enumerate().filter(|(_, token)| token.kind() == TokenKind::Equals);
        let mut starts = starts.map(|(index, _)| index + 1).chain(self.is_value.then_some(0));
        starts.find_map(|index| self.bare_value(index))
    }

    fn bare_value(&self, index: usize) -> Option<Slip> {
        let first = self.tokens.get(index).filter(|token| matches!(token.kind(), TokenKind::Atom | TokenKind::Dot))?;
        let depth = self.tokens[..index].iter().fold(i32::from(self.is_nested), |depth, token| match token.kind() {
            TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => depth + 1,
            TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => depth - 1,
            _ => depth,
        });
        let ends = |token: &&Token| {
            let closes = [TokenKind::Comma, TokenKind::RightCurlyBracket, TokenKind::RightSquareBracket];
            depth > 0 && closes.contains(&token.kind())
        };
        let rest = self.tokens[index..].iter().take_while(|token| !ends(token));
        let range = first.span().start()..rest.last()?.span().end();
        let value = &self.text[range.clone()];
        if is_toml(value) || value.contains(['"', '\'', '=']) {
            return None;
        }
        let key = index.checked_sub(2).map(|before| self.key_before(before));
        let write = |value: &str| match key {
            Some(key) => format!("write `{}`", shortened(&format!("{key} = {value}"))),
            None => format!("write `{}`", shortened(value)),
        };
        let shown = excerpt(value);
        let bare = value.trim_end_matches('%').trim_end();
        let is_digits = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\'');
        if bare != value && is_toml(bare) {
            return Some(Slip::new(range, format!("`{shown}` is no number of TOML"), Some(write(bare))));
        }
        if value.starts_with(|c: char| c.is_ascii_digit()) && value.chars().all(is_digits) {
            let help = "a fraction has a point, `2.5`, and thousands are written together, `1300`";
            return Some(Slip::new(range, format!("`{shown}` is no number of TOML"), Some(help.to_owned())));
        }
        if matches!(value.to_ascii_lowercase().as_str(), "true" | "false") {
            let help = write(&value.to_ascii_lowercase());
            return Some(Slip::new(range, format!("`{shown}` is written in small letters"), Some(help)));
        }
        let message = match truth(value) {
            Some(_) => format!("`{shown}` is no value of TOML"),
            None => format!("the text `{shown}` has no quotes"),
        };
        Some(match key {
            Some(key) => Slip::of_entry(range, message, key, value),
            None => Slip::new(range, message, Some(write(&json_string(value)))),
        })
    }

    /// The key that ends with the token at `index`.
    fn key_before(&self, index: usize) -> &'t str {
        let is_part = |token: &Token| !matches!(token.kind(), TokenKind::Comma | TokenKind::LeftCurlyBracket);
        let start = self.tokens[..=index].iter().rposition(|token| !is_part(token)).map_or(0, |before| before + 1);
        self.tokens[start..=index]
            .first()
            .map_or("", |first| &self.text[first.span().start()..self.tokens[index].span().end()])
    }

    /// A key and a value without anything between them.
    fn missing_equals(&self) -> Option<Slip> {
        let [key, value, rest @ ..] = &self.tokens[..] else { return None };
        let is_key = key.kind() == TokenKind::Atom && !self.is_nested && !self.is_value;
        let range = value.span().start()..rest.last().unwrap_or(value).span().end();
        let has_equals = self.tokens.iter().any(|token| token.kind() == TokenKind::Equals);
        if !is_key || has_equals || key.span().end() == range.start {
            return None;
        }
        let (key, written) = (self.token(*key), &self.text[range]);
        if written.contains(['"', '\'']) && !is_toml(written) {
            return None;
        }
        Some(Slip::of_entry(self.content(), format!("`=` is missing after `{}`", excerpt(key)), key, written))
    }
}

/// A container whose items commas separate.
#[derive(Clone, Copy)]
enum Container {
    /// The entries of a table in braces.
    Table,
    /// The elements of a list.
    List,
    /// A table or a list that begins on a line above.
    Unknown,
}

/// The lines of a text without their ends.
fn lines_of(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        range
    })
}

fn range_of(token: Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

fn is_string(token: Token) -> bool {
    matches!(token.kind(), TokenKind::BasicString | TokenKind::LiteralString)
}

fn is_toml(value: &str) -> bool {
    DeValue::parse(value).is_ok()
}

/// A value in the notation of TOML: as it is if that is a value, else as a text.
fn value_of(value: &str) -> String {
    if is_toml(value) { value.to_owned() } else { json_string(value) }
}

/// The text without the blanks between the digits of a number.
fn without_blanks(value: &str) -> Cow<'_, str> {
    let is_number = value.contains(' ') && value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '+'));
    if is_number { Cow::Owned(value.replace(' ', "")) } else { Cow::Borrowed(value) }
}

/// A line for a message. It is longer than an excerpt, since it is there to be copied.
fn shortened(line: &str) -> String {
    const CHARACTERS_MAX: usize = 120;
    if line.chars().count() <= CHARACTERS_MAX { line.to_owned() } else { excerpt(line) }
}

const fn is_typographic_quote(c: char) -> bool {
    matches!(plain(c), Some('"' | '\''))
}
