//! One axis of a sweep, in the syntax of the command line.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use equipoise_engine::scenario::{Scenario, Step, StepError, plain_text, without_sign};
use thiserror::Error;

use super::Cell;
use crate::studies::load::{Loader, outline};

/// The most values of an axis; see [`CELLS_MAX`](super::CELLS_MAX).
pub const VALUES_MAX: usize = 10_000;

/// A path and the values that it takes: `rules.melee_dr=8..=16:2`, `rules.melee_dr=8,10,12`, words,
/// `combatants.warden.policy=default,hold`, or steps from what stands, `combatants.*.hp=-20%..=20%:10%` and
/// `combatants.*.hp+=0..=3`. A pattern moves all of its paths together.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The dotted path.
    pub path: String,
    /// The values in the syntax of overrides; at least one. Whether one may be there twice is for
    /// [`combine`](super::combine) to say.
    pub values: Vec<String>,
    /// The end that a range leaves out, as `16` of `8..16`, where a step from its last value would reach it.
    pub left_out: Option<String>,
}

/// Axes are equal that take the same values, however they were written.
impl PartialEq for Axis {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.values) == (&other.path, &other.values)
    }
}

impl Eq for Axis {}

/// The reason why a text cannot be parsed as an axis.
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
    #[error("`{number}` can mean two things: write `+={plain}` to add {plain} to what stands, or `{plain}` to set it")]
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
    /// A value begins as a step from what stands and is none.
    #[error(transparent)]
    NoStep(#[from] StepError),
    /// Values of different forms, of which one may have been meant as another.
    #[error(
        "`{first}` and `{other}` are of different forms: write values, steps such as `+=1`, or portions such as `+10%`, and not \
             several of these"
    )]
    Mixed {
        /// The first value.
        first: String,
        /// One of another form.
        other: String,
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
        let numbers: Vec<f64> = self.values.iter().map(|value| number_of(value)).collect::<Option<_>>()?;
        let mut ascending = numbers.clone();
        ascending.sort_by(f64::total_cmp);
        ascending.windows(2).all(|two| two[0] < two[1]).then_some(numbers)
    }
}

/// The number of a value, or of a step from what stands; `None` if it is neither a finite number nor a step.
pub fn number_of(value: &str) -> Option<f64> {
    match Step::read(value) {
        Some(step) => step.ok().map(Step::number),
        None => value.parse::<f64>().ok().filter(|number| number.is_finite()),
    }
}

/// The unit of the [numbers](number_of) of steps such as this one, in words to follow the path; `None` for any other value.
pub fn steps_told(value: &str) -> Option<&'static str> {
    Some(match Step::read(value)?.ok()? {
        Step::Add(_) => " (so much more)",
        Step::Percent(_) => " (% more)",
    })
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

/// Respells the values of cells as [`spelled`] does those of axes: values of one path that are the same get one spelling. If the scenario cannot
/// be read, they stay as they are.
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
        let (path, sign) = without_sign(path);
        let values = values.trim();
        if path.is_empty() || values.is_empty() {
            return Err(AxisError::Form);
        }
        let (values, left_out) = match (sign, Sign::before(values)) {
            (Some(sign), _) => Sign(sign).values(values)?,
            (None, Some((sign, rest))) if range_of_portions(rest)?.is_some() || range(rest)?.is_some() => {
                sign.values(rest)?
            }
            (None, _) => values_of(values)?,
        };
        refuse_mixed(&values)?;
        Ok(Self { path, values, left_out })
    }
}

/// Values, and the end of their range where it would be the next.
type Values = (Vec<String>, Option<String>);

/// The values of a text without a sign before it.
fn values_of(text: &str) -> Result<Values, AxisError> {
    if let Some(meant) = meant_range(text) {
        return Err(AxisError::Shape { text: text.to_owned(), meant });
    }
    if let Some(portions) = range_of_portions(text)? {
        return Ok(portions);
    }
    Ok(match range(text)? {
        Some(range) => range,
        None => (listed(text)?, None),
    })
}

/// The sign of steps that are all added, or all taken away: that of `hp+=0..=3`.
#[derive(Clone, Copy)]
struct Sign(char);

impl Sign {
    /// The sign before values, and the values.
    fn before(text: &str) -> Option<(Self, &str)> {
        let sign = ['+', '-'].into_iter().find(|sign| text.starts_with(*sign))?;
        Some((Self(sign), text[1..].strip_prefix('=')?))
    }

    /// The steps of values: each of them with the sign before it.
    fn values(self, text: &str) -> Result<Values, AxisError> {
        let (values, left_out) = values_of(text)?;
        let step = |value: String| match Step::read(&format!("{}={value}", self.0)) {
            Some(Ok(step)) => Ok(step.to_string()),
            Some(Err(error)) => Err(error.into()),
            None => Err(AxisError::Form),
        };
        Ok((values.into_iter().map(step).collect::<Result<_, _>>()?, left_out))
    }
}

/// Refuses steps beside values, and steps beside portions.
fn refuse_mixed(values: &[String]) -> Result<(), AxisError> {
    let steps = values.iter().map(|value| Step::read(value).and_then(Result::ok)).collect::<Vec<_>>();
    let is_like = |step: &Option<Step>| match (steps[0], *step) {
        (Some(first), Some(step)) => first.is_like(step),
        (first, step) => first.is_none() && step.is_none(),
    };
    match steps.iter().position(|step| !is_like(step)) {
        Some(other) => Err(AxisError::Mixed { first: values[0].clone(), other: values[other].clone() }),
        None => Ok(()),
    }
}

/// The portions of `-20%..=20%:10%`, in which both bounds have a percent sign; `None` for anything else.
fn range_of_portions(text: &str) -> Result<Option<Values>, AxisError> {
    let plain = plain_number(text);
    let (bounds, step) = plain.split_once(':').map_or((&*plain, None), |(bounds, step)| (bounds, Some(step)));
    let Some((first, last)) = bounds.split_once("..") else { return Ok(None) };
    let (last, is_inclusive) = last.strip_prefix('=').map_or((last, false), |last| (last, true));
    let whole = |text: &str| {
        let number = text.trim().strip_suffix('%')?.trim_end();
        number.strip_prefix('+').unwrap_or(number).parse::<i64>().ok()
    };
    let Some((first, last)) = whole(first).zip(whole(last)) else { return Ok(None) };
    let step = step.map(|step| step.trim().trim_end_matches('%').trim_end());
    let between = if is_inclusive { "..=" } else { ".." };
    let numbers = format!("{first}{between}{last}{}", step.map_or_else(String::new, |step| format!(":{step}")));
    let portion = |number: String| if number.starts_with('-') { format!("{number}%") } else { format!("+{number}%") };
    Ok(range(&numbers)?
        .map(|(values, left_out)| (values.into_iter().map(portion).collect(), left_out.map(|end| format!("{end}%")))))
}

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
    // The parts of a path may be two points as well.
    let Some((first, last)) = bounds.split_once("..").filter(|_| !text.contains(['/', '\\'])) else { return Ok(None) };
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
    Ok(Some((values, is_next.then(|| end.to_string()))))
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
                assert_eq!(found.expect("a range").left_out.as_deref(), Some("16"));
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
            ("-20%..=20%:10%", "-20% -10% +0% +10% +20%"),
            ("-10% ..= +10 % : 10 %", "-10% +0% +10%"),
            ("+=0..=2", "+=0 +=1 +=2"),
            ("-=0..=4:2", "+=0 -=2 -=4"),
            ("+=-1..=1", "-=1 +=0 +=1"),
            ("+=1,-=1", "+=1 -=1"),
            ("+10%,-12.5%", "+10% -12.5%"),
            ("+=10%..=20%:5%", "+10% +15% +20%"),
            ("lvl-1.csv,../lvl2.csv", "lvl-1.csv ../lvl2.csv"),
            ("0..=9999", &(0..10_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")),
        ] {
            assert_eq!(values(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_end_that_would_be_the_next_value_is_known() {
        for (text, left_out) in [
            ("8..16", Some("16")),
            ("8..16:4", Some("16")),
            ("8..16:3", None),
            ("8..=16", None),
            ("8,9", None),
            ("-10%..10%:10%", Some("10%")),
            ("+=0..2", Some("2")),
        ] {
            let axis: Axis = format!("a.b={text}").parse().expect("an axis");
            assert_eq!(axis.left_out.as_deref(), left_out, "{text}");
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
            ("1,+=2", AxisError::Mixed { first: "1".to_owned(), other: "+=2".to_owned() }),
            ("+=1,2", AxisError::Mixed { first: "+=1".to_owned(), other: "2".to_owned() }),
            ("+=1,+10%", AxisError::Mixed { first: "+=1".to_owned(), other: "+10%".to_owned() }),
            ("+=2..=1", AxisError::Empty { first: 2, last: 1 }),
            ("10%..=0%", AxisError::Empty { first: 10, last: 0 }),
            ("0%..=10%:x%", AxisError::Step),
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
        for (text, expected) in [
            ("a.b+=0..=2", "a.b=+=0,+=1,+=2"),
            ("a.b -= 1,2", "a.b=-=1,-=2"),
            ("a.b+=+1", "a.b=+=1"),
            ("a.*.b=-10%,+0%", "a.*.b=-10%,+0%"),
        ] {
            let axis: Axis = text.parse().expect(text);
            assert_eq!(axis.to_string(), expected, "{text}");
            assert_eq!(axis.to_string().parse::<Axis>().as_ref(), Ok(&axis), "{text}");
        }
        assert!(matches!("a.b+=x,1".parse::<Axis>(), Err(AxisError::NoStep(_))));
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
