//! The sensitivity of a scenario: every number one step down and one step up, and every word exchanged for the others.

use std::fmt;
use std::str::FromStr;

use equipoise_engine::scenario::kinds::Steps;
use equipoise_engine::scenario::{DefaultValue, KeyDecl, PathEntry, Scenario};
use serde::Serialize;
use serde_json::Value;

use crate::studies::path_pattern::{matches, meant};
use crate::studies::sweep::Cell;

pub mod ask;
mod play;

pub use play::{Effect, SensitivityError, Settings, Stepped, Sure, effects, full_metric};

/// A value that can be moved: a number, or a word among others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Number(i64),
    /// A word, `true` and `false` included.
    Word(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A value of a scenario and what it is moved to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The dotted path.
    pub path: String,
    /// The value in the scenario.
    pub value: Setting,
    /// The values that it is moved to: of a number one step down and one step up, as far as the key allows them; of a word every other.
    #[serde(skip)]
    pub others: Vec<Setting>,
}

impl Step {
    /// The variants of the scenario, one for each of the others.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.others.iter().map(|other| vec![(self.path.clone(), other.to_string())])
    }
}

/// The length of a step. As text: a whole number such as `5`, or a portion of the value such as `10%`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepLength {
    /// So much, at least 1.
    Amount(u32),
    /// So many hundredths of the value, above 0 and at most 100.
    Percent(f64),
}

impl fmt::Display for StepLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amount(amount) => amount.fmt(f),
            Self::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

impl FromStr for StepLength {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected a whole number from 1 to 4294967295, such as 5, or a portion of the value up to 100%, such as 10%";
        let length = match text.strip_suffix('%') {
            Some(percent) => percent.parse().ok().filter(|percent| (1e-9..=100.0).contains(percent)).map(Self::Percent),
            None => text.parse().ok().filter(|amount| *amount > 0).map(Self::Amount),
        };
        length.ok_or(expected)
    }
}

impl StepLength {
    /// The numbers so far below and above a value, on the grid of a key and within its bounds: at least one step of the
    /// grid, and no more than to the bound.
    fn around(self, value: i64, Steps { min, max, by }: Steps) -> [Option<i64>; 2] {
        let length = match self {
            Self::Amount(amount) => f64::from(amount),
            Self::Percent(percent) => value.unsigned_abs() as f64 * percent / 100.0,
        };
        let steps = (length / by as f64).round().clamp(1.0, 1e15) as i64;
        let within = |room: i64| steps.min(room / by) * by;
        let down = value.checked_sub(min).map(within).map(|length| value - length);
        let up = max.checked_sub(value).map(within).map(|length| value + length);
        [down, up].map(|moved| moved.filter(|moved| (min..=max).contains(moved) && *moved != value))
    }
}

/// The kinds of values that are moved, and how far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moves {
    /// The length of a step of a number; `None` for the shortest that its key allows.
    pub step: Option<StepLength>,
    /// Whether values that are words are moved as well, each to every other word that its key allows.
    pub words: bool,
}

/// Values of a scenario that are not moved, by the reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmoved {
    /// The paths of words, if these are not exchanged.
    pub words: Vec<String>,
    /// The paths of dice.
    pub dice: Vec<String>,
    /// The paths of numbers that follow from others where they are not given.
    pub following: Vec<String>,
}

/// The values of a scenario that have a next one and are not moved, among the paths that match one of the patterns, or all.
pub fn unmoved(scenario: &Scenario, schema: &'static [KeyDecl], moves: Moves, patterns: &[String]) -> Unmoved {
    let mut unmoved = Unmoved::default();
    for entry in scenario.paths(schema) {
        let is_chosen = patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, &entry.path));
        if !is_chosen || number(&entry, moves.step).is_some() {
            continue;
        }
        let list = if word(&entry).is_some() {
            if moves.words {
                continue;
            }
            &mut unmoved.words
        } else if entry.value.as_deref().is_some_and(is_dice) && entry.kind.type_name().contains("dice") {
            &mut unmoved.dice
        } else if entry.value.is_none()
            && matches!(entry.key.default, DefaultValue::Derived(_))
            && entry.kind.steps().is_some()
        {
            &mut unmoved.following
        } else {
            continue;
        };
        list.push(entry.path);
    }
    unmoved
}

/// Whether a value in the notation of overrides rolls dice: a digit behind a `d`.
fn is_dice(value: &str) -> bool {
    value.as_bytes().windows(2).any(|pair| pair[0].eq_ignore_ascii_case(&b'd') && pair[1].is_ascii_digit())
}

/// Every whole number of a scenario, given or by default, with what it is moved to within the bounds of its key, and
/// every word where these are moved. Keys whose value follows from others are left out.
pub fn steps(scenario: &Scenario, schema: &'static [KeyDecl], moves: Moves) -> Vec<Step> {
    let step = |entry: PathEntry| {
        let (value, others) = number(&entry, moves.step).or_else(|| if moves.words { word(&entry) } else { None })?;
        Some(Step { path: entry.path, value, others })
    };
    scenario.paths(schema).into_iter().filter_map(step).collect()
}

fn number(entry: &PathEntry, length: Option<StepLength>) -> Option<(Setting, Vec<Setting>)> {
    let (value, steps) = (entry.value.as_ref()?.parse().ok()?, entry.kind.steps()?);
    let around = length.map_or_else(|| steps.around(value), |length| length.around(value, steps));
    Some((Setting::Number(value), around.into_iter().flatten().map(Setting::Number).collect()))
}

/// A word, or the answer to a question of yes and no, with all others.
pub(crate) fn word(entry: &PathEntry) -> Option<(Setting, Vec<Setting>)> {
    let (value, all): (String, Vec<String>) = match serde_json::from_str(entry.canonical.as_ref()?).ok()? {
        Value::Bool(value) => (value.to_string(), [true, false].map(|value| value.to_string()).into()),
        Value::String(word) => (word, entry.kind.choices().iter().map(|choice| choice.name.to_owned()).collect()),
        _ => return None,
    };
    let is_choice = all.contains(&value);
    let others = all.into_iter().filter(|other| *other != value).map(Setting::Word).collect();
    is_choice.then_some((Setting::Word(value), others))
}

/// The numbers whose paths match one of the patterns; all where there is none.
///
/// # Errors
/// The first pattern that matches no path, with what it may have meant.
pub fn chosen(mut steps: Vec<Step>, patterns: &[String]) -> Result<Vec<Step>, (String, Option<String>)> {
    let paths: Vec<&str> = steps.iter().map(|step| step.path.as_str()).collect();
    if let Some(pattern) = patterns.iter().find(|pattern| !paths.iter().any(|path| matches(pattern, path))) {
        return Err((pattern.clone(), meant(pattern, &paths)));
    }
    if !patterns.is_empty() {
        steps.retain(|step| patterns.iter().any(|pattern| matches(pattern, &step.path)));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use equipoise_engine::scenario::kinds::{Entries, Text};
    use equipoise_engine::scenario::{Key, Source};
    use equipoise_engine::{keys, words};

    use super::*;

    #[test]
    fn numbers_step_within_their_bounds() {
        keys! {
            enum File {
                A: u8 = Key::int("a", 1, 9).default_int(9).doc("x"),
                B: Option<u8> = Key::odd_int("b", 1, 9).doc("x"),
                C: Option<u8> = Key::int("c", 1, 9).doc("x"),
                D: Option<Entries<i8>> = Key::int_map("d", -2, 2, 4).doc("x"),
                E: Option<Text> = Key::text("e").doc("x"),
                F: u8 = Key::multiple("f", 5, 0, 100).default_int(30).doc("x"),
            }
        }
        let source = Source { name: "t".to_owned(), text: "b = 3\nd = { x = -2, y = 0 }\ne = \"7\"".to_owned() };
        let scenario = Scenario::parse(source).expect("well-formed");
        let found = |step: Option<&str>| {
            let step = step.map(|length| length.parse().expect("a length"));
            let steps = steps(&scenario, File::KEYS, Moves { step, words: false });
            steps.into_iter().map(|step| (step.path, step.value, step.others)).collect::<Vec<_>>()
        };
        let step = |path: &str, value, others: &[i64]| {
            let others = others.iter().copied().map(Setting::Number).collect();
            (path.to_owned(), Setting::Number(value), others)
        };
        let expected = [
            step("a", 9, &[8]),
            step("b", 3, &[1, 5]),
            step("d.x", -2, &[-1]),
            step("d.y", 0, &[-1, 1]),
            step("f", 30, &[25, 35]),
        ];
        assert_eq!(found(None), expected);
        // At least a step of the grid, and no farther than the bound.
        let expected = [
            step("a", 9, &[6]),
            step("b", 3, &[1, 7]),
            step("d.x", -2, &[1]),
            step("d.y", 0, &[-2, 2]),
            step("f", 30, &[25, 35]),
        ];
        assert_eq!(found(Some("3")), expected);
        let expected = [
            step("a", 9, &[4]),
            step("b", 3, &[1, 5]),
            step("d.x", -2, &[-1]),
            step("d.y", 0, &[-1, 1]),
            step("f", 30, &[15, 45]),
        ];
        assert_eq!(found(Some("50%")), expected);
    }

    #[test]
    fn lengths_are_numbers_or_portions() {
        for text in ["5", "10%", "2.5%", "100%"] {
            assert_eq!(text.parse::<StepLength>().expect("a length").to_string(), text);
        }
        for text in ["", "0", "-1", "1.5", "%", "0%", "101%", "-5%", "nan%", "inf%", "5 %%", "4294967296"] {
            assert!(text.parse::<StepLength>().is_err(), "{text}");
        }
    }

    #[test]
    fn words_are_exchanged_where_that_is_wanted() {
        words! {
            enum Mood { Calm = "calm", "x", Wild = "wild", "x", Odd = "odd", "x" }
        }
        keys! {
            enum File {
                MOOD: Mood = Key::word("mood").default_word("wild").doc("x"),
                LOUD: bool = Key::bool("loud").default_bool(true).doc("x"),
                N: u8 = Key::int("n", 1, 1).default_int(1).doc("x"),
                NAME: Option<Text> = Key::text("name").doc("x"),
            }
        }
        let source = Source { name: "t".to_owned(), text: "name = \"calm\"".to_owned() };
        let scenario = Scenario::parse(source).expect("well-formed");
        let words = |words: &[&str]| words.iter().map(|word| Setting::Word((*word).to_owned())).collect::<Vec<_>>();
        let found = steps(&scenario, File::KEYS, Moves { step: None, words: true });
        let found: Vec<(String, Setting, Vec<Setting>)> =
            found.into_iter().map(|step| (step.path, step.value, step.others)).collect();
        let expected = [
            ("mood".to_owned(), Setting::Word("wild".to_owned()), words(&["calm", "odd"])),
            ("loud".to_owned(), Setting::Word("true".to_owned()), words(&["false"])),
            ("n".to_owned(), Setting::Number(1), Vec::new()),
        ];
        assert_eq!(found, expected);
    }
}
