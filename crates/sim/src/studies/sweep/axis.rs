//! One axis of a sweep, in the syntax of the command line.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use equipoise_engine::scenario::{Scenario, plain_text};
use thiserror::Error;

use super::Cell;
use crate::studies::load::{Loader, outline};

/// The most values of an axis; see [`CELLS_MAX`](super::CELLS_MAX).
pub const VALUES_MAX: usize = 10_000;

/// A path and the values that it takes: `rules.melee_dr=8..=16:2`, `rules.melee_dr=8,10,12`, or words,
/// `combatants.warden.policy=default,hold`.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The dotted path.
    pub path: String,
    /// The values in the syntax of overrides; at least one. Whether one may be there twice is for
    /// [`combine`](super::combine) to say.
    pub values: Vec<String>,
    /// The end that a range leaves out, as `16` of `8..16`, where a step from its last value would reach it.
    pub left_out: Option<i64>,
}

/// Axes are equal that take the same values, however they were written.
impl PartialEq for Axis {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.values) == (&other.path, &other.values)
    }
}

impl Eq for Axis {}

/// Why a text cannot be parsed as an axis.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AxisError {
    /// The text does not have the form of an axis.
    #[error("expected PATH=FIRST..=LAST[:STEP] or PATH=VALUE,VALUE…")]
    Form,
    /// The range is empty.
    #[error("the range is empty: {first} is above {last}")]
    Empty {
        /// Its first number.
        first: i64,
        /// Its last number.
        last: i64,
    },
    /// A number of a range has a plus sign, which may mean the number or so much more than the scenario has.
    #[error("`{number}` can mean two things: write {plain}, or the sum if {plain} more is meant")]
    Plus {
        /// The number as typed.
        number: String,
        /// The number without its sign.
        plain: String,
    },
    /// Two numbers with something between them that makes no range.
    #[error("`{text}` is no range: write `{meant}`")]
    Shape {
        /// The values as typed.
        text: String,
        /// The range that was probably meant.
        meant: String,
    },
    /// The step is not a positive whole number.
    #[error("the step must be a whole number, at least 1")]
    Step,
    /// There are too many values.
    #[error("more than {VALUES_MAX} values")]
    TooMany,
}

impl Axis {
    /// The first value that stands there again, if one does.
    pub(super) fn repeated(&self) -> Option<&String> {
        let mut ascending: Vec<&String> = self.values.iter().collect();
        ascending.sort();
        ascending.windows(2).find(|two| two[0] == two[1]).map(|two| two[0])
    }

    /// Its values as numbers; none where one of them is no finite number, or two are equal.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &String| value.parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers: Vec<f64> = self.values.iter().map(number).collect::<Option<_>>()?;
        let mut ascending = numbers.clone();
        ascending.sort_by(f64::total_cmp);
        ascending.windows(2).all(|two| two[0] < two[1]).then_some(numbers)
    }
}

/// The axes with one spelling for all values that are the same, so that `1d6 + 1` and `1d6+1`, `yes` and `true` are no two values;
/// `None` if they have it already. A scenario that cannot be read leaves them as they are: whoever loads it says why.
pub(in crate::studies) fn spelled(axes: &[Axis], loader: Loader, scenario: &Path) -> Option<Vec<Axis>> {
    // Whole numbers have no other spelling.
    let is_plain = |value: &String| value.parse::<i64>().is_ok_and(|number| number.to_string() == *value);
    if axes.iter().flat_map(|axis| &axis.values).all(is_plain) {
        return None;
    }
    let schema = outline(loader, scenario).ok()?.system.schema();
    let spelled = |axis: &Axis| Axis { values: Scenario::spellings(&axis.path, &axis.values, schema), ..axis.clone() };
    let spelled: Vec<Axis> = axes.iter().map(spelled).collect();
    (spelled != axes).then_some(spelled)
}

/// Gives the values of cells the spelling that those of axes [have](spelled).
pub(in crate::studies) fn spell_cells(cells: &mut [Cell], loader: Loader, scenario: &Path) {
    let Ok(outline) = outline(loader, scenario) else { return };
    let paths: BTreeSet<String> = cells.iter().flatten().map(|(path, _)| path.clone()).collect();
    for path in &paths {
        let values = || cells.iter().flatten().filter(|(of, _)| of == path);
        let written: Vec<String> = values().map(|(_, value)| value.clone()).collect();
        let spellings = Scenario::spellings(path, &written, outline.system.schema());
        let of_path = cells.iter_mut().flatten().filter(|(of, _)| of == path);
        of_path.zip(spellings).for_each(|((_, value), spelling)| *value = spelling);
    }
}

/// The text that is read as this axis.
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.values.join(","))
    }
}

impl FromStr for Axis {
    type Err = AxisError;

    fn from_str(text: &str) -> Result<Self, AxisError> {
        let (path, values) = text.split_once('=').ok_or(AxisError::Form)?;
        let (path, values) = (path.trim(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(AxisError::Form);
        }
        if let Some(meant) = meant_range(values) {
            return Err(AxisError::Shape { text: values.to_owned(), meant });
        }
        let (values, left_out) = match range(values)? {
            Some(range) => range,
            None => (listed(values)?, None),
        };
        Ok(Self { path: path.to_owned(), values, left_out })
    }
}

/// Values, and the end of their range where it would be the next.
type Values = (Vec<String>, Option<i64>);

/// The range that `10-16`, `10:16`, `10 to 16` and `10...16` stand for; `None` for anything else.
fn meant_range(text: &str) -> Option<String> {
    let between = ["...", "-", "\u{2013}", ":", "to"];
    between.iter().find_map(|between| {
        let (first, last) = text.split_once(between)?;
        let [first, last] = [first, last].map(|number| number.trim().parse::<i64>());
        Some(format!("{}..={}", first.ok()?, last.ok()?))
    })
}

/// The numbers of `FIRST..=LAST`, `FIRST..END` and both with `:STEP`; `None` for anything else.
fn range(text: &str) -> Result<Option<Values>, AxisError> {
    let (bounds, step) = match text.split_once(':') {
        Some((bounds, step)) => (bounds, Some(step)),
        None => (text, None),
    };
    let Some((first, last)) = bounds.split_once("..") else { return Ok(None) };
    let (last, is_inclusive) = last.strip_prefix('=').map_or((last, false), |last| (last, true));
    let numbers = [first, last].map(plain_number);
    let [Ok(first), Ok(last)] = numbers.each_ref().map(|number| number.parse::<i64>()) else {
        return Err(AxisError::Form);
    };
    if let Some((number, plain)) = numbers.iter().find_map(|number| Some((number, number.strip_prefix('+')?))) {
        return Err(AxisError::Plus { number: number.clone(), plain: plain.to_owned() });
    }
    let step = step.map_or(Ok(1), |step| step.trim().parse::<u32>().map_err(|_| AxisError::Step))?;
    if step == 0 {
        return Err(AxisError::Step);
    }
    let end = last;
    let last = if is_inclusive { last } else { last.checked_sub(1).ok_or(AxisError::Form)? };
    if first > last {
        return Err(AxisError::Empty { first, last });
    }
    let steps = last.abs_diff(first) / u64::from(step);
    if steps >= VALUES_MAX as u64 {
        return Err(AxisError::TooMany);
    }
    let values = (0..=steps as i64).map(|index| (first + index * i64::from(step)).to_string()).collect();
    let is_next = !is_inclusive && end.abs_diff(first) % u64::from(step) == 0;
    Ok(Some((values, is_next.then_some(end))))
}

/// A bound of a range without blanks around it, with the minus sign of the keyboard for those that look like it.
fn plain_number(text: &str) -> String {
    plain_text(text.trim())
}

/// Values separated by commas, except for commas within brackets, braces or quotes.
fn listed(text: &str) -> Result<Vec<String>, AxisError> {
    let (mut values, mut value) = (Vec::new(), String::new());
    let (mut depth, mut quote) = (0_i32, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) => quote = Some(open).filter(|_| c != open),
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                values.push(std::mem::take(&mut value));
                continue;
            }
            (None, _) => {}
        }
        value.push(c);
    }
    values.push(value);
    let values: Vec<String> = values.into_iter().map(|value| value.trim().to_owned()).collect();
    if values.iter().any(String::is_empty) {
        return Err(AxisError::Form);
    }
    if values.len() > VALUES_MAX {
        return Err(AxisError::TooMany);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(text: &str) -> Result<String, AxisError> {
        format!("a.b={text}").parse::<Axis>().map(|axis| axis.values.join(" "))
    }

    /// Ranges as spreadsheets, other programs and people write them.
    #[test]
    fn another_shape_of_a_range_is_answered_with_the_right_one() {
        for text in ["10-16", "10:16", "10 to 16", "10..16", "10\u{2013}16", "10...16"] {
            let found = format!("a.b={text}").parse::<Axis>();
            if text == "10..16" {
                assert_eq!(found.expect("a range").left_out, Some(16));
                continue;
            }
            let refusal = found.expect_err(text).to_string();
            assert_eq!(refusal, format!("`{text}` is no range: write `10..=16`"));
        }
        for text in ["-5", "1d6-1", "-5..=-2", "2d6", "5,-3", "10..=16:2"] {
            assert!(format!("a.b={text}").parse::<Axis>().is_ok(), "{text}");
        }
    }

    #[test]
    fn ranges_and_lists_are_read() {
        for (text, expected) in [
            ("9..=21:4", "9 13 17 21"),
            ("9..=20:4", "9 13 17"),
            ("1..4", "1 2 3"),
            ("-2..=0", "-2 -1 0"),
            ("\u{2212}2..=0", "-2 -1 0"),
            ("\u{a0}\u{2013}2..=\u{2212}1", "-2 -1"),
            ("5", "5"),
            ("8,10,12", "8 10 12"),
            ("default, hold", "default hold"),
            ("[],[\"a\",\"b\"]", "[] [\"a\",\"b\"]"),
            ("\"1d6,x\",2", "\"1d6,x\" 2"),
            ("1d6,1d8+1", "1d6 1d8+1"),
            ("true,false", "true false"),
            ("0..=9999", &(0..10_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")),
        ] {
            assert_eq!(values(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_end_that_would_be_the_next_value_is_known() {
        for (text, left_out) in
            [("8..16", Some(16)), ("8..16:4", Some(16)), ("8..16:3", None), ("8..=16", None), ("8,9", None)]
        {
            let axis: Axis = format!("a.b={text}").parse().expect("an axis");
            assert_eq!(axis.left_out, left_out, "{text}");
            let again: Axis = axis.to_string().parse().expect("the same values");
            assert_eq!(axis, again, "{text}");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for (text, error) in [
            ("", AxisError::Form),
            ("1,,2", AxisError::Form),
            ("1,", AxisError::Form),
            ("a..=b", AxisError::Form),
            ("1..=2.5", AxisError::Form),
            ("+1..=+3", AxisError::Plus { number: "+1".to_owned(), plain: "1".to_owned() }),
            ("1..=+3", AxisError::Plus { number: "+3".to_owned(), plain: "3".to_owned() }),
            ("3..=1", AxisError::Empty { first: 3, last: 1 }),
            ("3..3", AxisError::Empty { first: 3, last: 2 }),
            ("1..=9:0", AxisError::Step),
            ("1..=9:-2", AxisError::Step),
            ("1..=9:x", AxisError::Step),
            ("0..=10000", AxisError::TooMany),
            ("-9223372036854775808..=9223372036854775807", AxisError::TooMany),
        ] {
            assert_eq!(values(text), Err(error), "{text}");
        }
        assert_eq!("rules.x".parse::<Axis>(), Err(AxisError::Form));
        assert_eq!("=1".parse::<Axis>(), Err(AxisError::Form));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*|[0-9.=:,-]{0,16}") {
            let _ = text.parse::<Axis>();
        }
    }
}
