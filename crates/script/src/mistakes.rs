//! Mistakes in scripts, with their places.

use std::ops::Range;

use equipoise_engine::scenario::{Problem, Source, Span};
use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};

/// A mistake in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The text of the script.
    text: String,
    /// The bytes of it to underline; `None` where no place is known.
    range: Option<Range<usize>>,
    message: String,
    hint: Option<String>,
}

impl Mistake {
    /// A mistake at a position.
    pub(crate) fn new(text: &str, at: Position, message: impl Into<String>) -> Self {
        Self { text: text.to_owned(), range: place(text, at), message: message.into(), hint: None }
    }

    /// A mistake at the first place where a script contains some words.
    pub(crate) fn at_words(text: &str, words: &str, message: impl Into<String>) -> Self {
        let range = text.find(words).map(|start| start..start + words.len());
        Self { text: text.to_owned(), range, message: message.into(), hint: None }
    }

    pub(crate) fn with_hint(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }

    /// The mistake as one of a scenario whose script is at `span`.
    pub(crate) fn problem(self, sources: &[Source], span: Span) -> Problem {
        let Self { text, range, message, hint } = self;
        let around = sources.get(usize::from(span.source)).and_then(|source| source.text.get(span.range()));
        // Inside of a scenario the script follows its quotes. One that was written with escapes is underlined as a whole.
        let first = around.and_then(|around| around.find(&text)).map(|at| span.start + at);
        let place = first
            .zip(range)
            .map_or(span, |(first, range)| Span::new(span.source, first + range.start..first + range.end));
        let mut problem = Problem::refused(place, "script", message);
        problem.hides_text = !is_script(&text);
        match hint {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }
}

/// Whether a text can be a script: it has a function that plays.
pub(crate) fn is_script(text: &str) -> bool {
    ["fn turn", "fn round"].iter().any(|function| text.contains(function))
}

/// The bytes of the word, or else of the character, at a position.
fn place(text: &str, at: Position) -> Option<Range<usize>> {
    let line = text.split_inclusive('\n').nth(at.line()?.checked_sub(1)?)?;
    let first = line.as_ptr() as usize - text.as_ptr() as usize;
    let column = at.position().unwrap_or(1).saturating_sub(1);
    let start = first + line.char_indices().nth(column).map_or(line.trim_end().len(), |(at, _)| at);
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let rest = &text[start..];
    let word: usize = rest.chars().take_while(is_word).map(char::len_utf8).sum();
    Some(start..start + if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) })
}

/// The mistake in the syntax of a script.
pub(crate) fn of_syntax(text: &str, error: &ParseError) -> Mistake {
    let message = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => format!("there is no variable `{name}`"),
        ParseErrorType::MissingToken(token, why) => format!("`{token}` is missing {why}"),
        other => sentence(&other.to_string()),
    };
    let mistake = Mistake::new(text, error.position(), message.trim_end());
    // A mistake of something that is missing at the end of the text has no position.
    let end = text.trim_end().char_indices().next_back().map(|(at, last)| at..at + last.len_utf8());
    let hint = error.position().line().and_then(|line| text.lines().nth(line - 1)).and_then(habit);
    Mistake { range: mistake.range.clone().or(end), hint: hint.map(str::to_owned), ..mistake }
}

/// The habit of another language in a line that the parser refuses, and what it is here.
fn habit(line: &str) -> Option<&'static str> {
    let code = without_texts(line);
    let words = || code.split(|c: char| !c.is_alphanumeric() && c != '_');
    let has = |word: &str| words().any(|known| known == word);
    let digits: Vec<char> = code.chars().collect();
    let is_fraction = digits
        .windows(3)
        .any(|three| matches!(three, [one, '.', other] if one.is_ascii_digit() && other.is_ascii_digit()));
    let habits = [
        (has("elif") || has("elseif"), "write `else if`"),
        (["null", "None", "nil", "undefined"].into_iter().any(has), "what has no value is `()`"),
        (["True", "False"].into_iter().any(has), "write `true` and `false`"),
        (["and", "or", "not"].into_iter().any(has), "write `&&`, `||` and `!`"),
        (["def", "function", "func"].into_iter().any(has), "a function is `fn name(a, b) { … }`"),
        (has("var"), "a variable begins with `let`"),
        (code.contains('?'), "there is no `a ? b : c`: `if a { b } else { c }` has a value"),
        (is_fraction, "there are no fractions: count in tenths, or divide at the end"),
        (code.contains("++") || code.contains("--"), "write `a += 1` or `a -= 1`"),
        (code.contains("=>") && !code.contains("switch"), "a function without a name is `|a| a + 1`"),
        (code.trim_end().ends_with(':'), "what belongs together stands between `{` and `}`"),
    ];
    habits.into_iter().find_map(|(is_there, hint)| is_there.then_some(hint))
}

/// The code of a line: what stands neither between quotes nor behind `//`.
fn without_texts(line: &str) -> String {
    let mut code = String::new();
    let mut quote = None;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match quote {
            Some(_) if character == '\\' => drop(characters.next()),
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if ['"', '\'', '`'].contains(&character) => quote = Some(character),
            None if character == '/' && characters.peek() == Some(&'/') => break,
            None => code.push(character),
        }
    }
    code
}

/// The mistake that a script has shown while it was run.
pub(crate) fn in_fight(text: &str, error: &EvalAltResult) -> Mistake {
    let (inner, at) = innermost(error);
    let message = match inner {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => format!("there is no function `{}`", in_words(signature)),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("there is no `{name}`"),
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!("more than {} steps in one call: does a loop never end?", crate::program::STEPS_MAX)
        }
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deeply".to_owned(),
        EvalAltResult::ErrorRuntime(value, _) => value.to_string(),
        EvalAltResult::ErrorMismatchDataType(expected, found, _) if !expected.is_empty() => {
            format!("expected {}, found {}", in_words(expected), in_words(found))
        }
        other => sentence(without_position(other).trim_end()),
    };
    Mistake::new(text, at, message)
}

/// The error in which all others around it have their cause, and the most precise position.
fn innermost(error: &EvalAltResult) -> (&EvalAltResult, Position) {
    let mut error = error;
    let mut at = error.position();
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) | EvalAltResult::ErrorInModule(_, inner, _) = error {
        error = inner;
        if !error.position().is_none() {
            at = error.position();
        }
    }
    (error, at)
}

/// The message of an error without the position at its end, which diagnostics show by themselves.
fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    text.split(" (line ").next().unwrap_or_default().to_owned()
}

/// Names of types as whoever writes scripts knows them.
fn in_words(types: &str) -> String {
    let known = [
        ("&str | ImmutableString | String", "text"),
        ("ImmutableString", "text"),
        ("i64", "number"),
        ("bool", "flag"),
        ("array", "list"),
        ("()", "nothing"),
    ];
    known.iter().fold(types.to_owned(), |text, (name, word)| text.replace(name, word))
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
