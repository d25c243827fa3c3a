//! Steps: values of overrides that are relative to the value that stands.

use std::fmt;
use std::str::FromStr;

use super::DiceExpr;
use super::kinds::Kind;
use super::node::{Node, Value, excerpt};
use super::source::Span;
use crate::characters::plain_text;

/// The most decimals of a percentage.
const DECIMALS_MAX: usize = 6;
/// The largest percentage, without its sign.
const PERCENT_MAX: i64 = 1_000_000;

/// A value that is relative to the one that stands: `+=3`, `-=3`, `+10%` or `-12.5%`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// So much more, or less.
    Add(i64),
    /// A portion more or less, in millionths of a percent.
    Percent(i64),
}

/// A text that begins as a step does and is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no step: write `+=3` or `-=3` for a whole number, `+10%` or `-12.5%` for a portion of what stands"
)]
pub struct StepError {
    /// The text found.
    pub text: String,
}

impl Step {
    /// Reads the value of an override. `None` if it is not written as a step: a number with a sign alone is none.
    pub fn read(text: &str) -> Option<Result<Self, StepError>> {
        let plain = plain_text(text);
        let text = plain.trim();
        let sign = text.chars().next().filter(|sign| ['+', '-'].contains(sign))?;
        let rest = &text[1..];
        let (rest, is_added) = rest.strip_prefix('=').map_or((rest, false), |rest| (rest, true));
        let (rest, negative) = (rest.trim(), sign == '-');
        let step = match rest.strip_suffix('%') {
            Some(number) => {
                // A range of portions has a sign of its own for each, as whole numbers have.
                let inner = number.chars().next().filter(|sign| is_added && ['+', '-'].contains(sign));
                let number = if inner.is_some() { &number[1..] } else { number };
                let negative = negative != (inner == Some('-'));
                percentage(number.trim()).map(|millionths| Self::Percent(signed(millionths, negative)))
            }
            None if is_added => whole(rest).map(|number| Self::Add(signed(number, negative))),
            // `-x` may be a word, and `-1` is a number.
            None => return None,
        };
        Some(step.ok_or_else(|| StepError { text: excerpt(text) }))
    }

    /// The number of the step: what is added, or the percentage.
    pub fn number(self) -> f64 {
        match self {
            Self::Add(number) => number as f64,
            Self::Percent(millionths) => millionths as f64 / 10_f64.powi(DECIMALS_MAX as i32),
        }
    }

    /// Whether another step is of the same form, so that their numbers can be compared.
    pub const fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Add(_), Self::Add(_)) | (Self::Percent(_), Self::Percent(_)))
    }

    /// The value to which the step leads from `before`, both in the notation of overrides. The error says why it leads nowhere, to
    /// follow the step in a message.
    pub(super) fn value_after(self, before: &str, kind: &Kind) -> Result<String, String> {
        if let Ok(number) = before.parse::<i64>() {
            let by = kind.steps().map_or(1, |steps| steps.by);
            let after = self.number_after(number, by).ok_or_else(|| format!("of {number} is beyond all numbers"))?;
            let node = Node { value: Value::Int(after), span: Span::NONE };
            return allowed(kind, &node, &format!("of {number} makes {after}")).map(|()| after.to_string());
        }
        let Ok(dice) = before.parse::<DiceExpr>() else {
            return Err(format!("needs a number to begin with, and it is `{}`", excerpt(before)));
        };
        let Self::Add(more) = self else {
            return Err(format!("needs a whole number to begin with, and it is the dice `{dice}`; `+=1` adds to dice"));
        };
        let plus = i32::try_from(more).ok().and_then(|more| dice.plus().checked_add(more));
        let after = plus.map(|plus| dice.with_plus(plus).to_string());
        let after = after.ok_or_else(|| format!("of {dice} is beyond all numbers"))?;
        let node = Node { value: Value::Text(after.clone()), span: Span::NONE };
        allowed(kind, &node, &format!("of {dice} makes {after}")).map(|()| after)
    }

    /// The number to which the step leads. A portion leads to the nearest number that is some times `by` away, and in the middle
    /// between two to the one farther from 0. `None` if it is too large.
    fn number_after(self, before: i64, by: i64) -> Option<i64> {
        let millionths = match self {
            Self::Add(more) => return before.checked_add(more),
            Self::Percent(millionths) => i128::from(millionths),
        };
        // All numbers are in parts of `whole` from here on.
        let whole = 100 * 10_i128.pow(DECIMALS_MAX as u32);
        let (before, by) = (i128::from(before), i128::from(by));
        let exact = before * (whole + millionths);
        let below = before + (before * millionths).div_euclid(by * whole) * by;
        let above = below + by;
        let [to_below, to_above] = [exact - below * whole, above * whole - exact];
        let is_below = to_below < to_above || (to_below == to_above && below.abs() > above.abs());
        i64::try_from(if is_below { below } else { above }).ok()
    }
}

/// Refuses a value that a kind does not allow.
fn allowed(kind: &Kind, node: &Node, told: &str) -> Result<(), String> {
    if kind.canonical(node).is_some() { Ok(()) } else { Err(format!("{told}, allowed: {}", kind.allowed())) }
}

const fn signed(number: i64, negative: bool) -> i64 {
    if negative { -number } else { number }
}

/// A whole number, with a sign or without.
fn whole(text: &str) -> Option<i64> {
    text.parse().ok().filter(|&number: &i64| number > i64::MIN)
}

/// The millionths of a percent that a text without a sign says.
fn percentage(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_point = text.contains('.');
    let is_number =
        !whole.is_empty() && are_digits(whole) && are_digits(decimals) && (has_point != decimals.is_empty());
    if !is_number || decimals.len() > DECIMALS_MAX {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|&whole| whole <= PERCENT_MAX)?;
    let decimals: i64 = format!("{decimals:0<DECIMALS_MAX$}").parse().ok()?;
    Some(whole * 10_i64.pow(DECIMALS_MAX as u32) + decimals)
}

/// The text that is read as this step.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, sign) = match *self {
            Self::Add(number) | Self::Percent(number) => (number.unsigned_abs(), if number < 0 { '-' } else { '+' }),
        };
        let Self::Percent(_) = self else { return write!(f, "{sign}={number}") };
        let parts = 10_u64.pow(DECIMALS_MAX as u32);
        let decimals = format!("{:0width$}", number % parts, width = DECIMALS_MAX);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{}%", number / parts),
            decimals => write!(f, "{sign}{}.{decimals}%", number / parts),
        }
    }
}

impl FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        Self::read(text).unwrap_or_else(|| Err(StepError { text: excerpt(text) }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::{Dice, Int, Numbers};
    use super::*;

    #[test]
    fn steps_have_one_spelling() {
        for (text, expected) in [
            ("+=3", "+=3"),
            ("+= 3", "+=3"),
            ("+=-3", "-=3"),
            ("-=3", "-=3"),
            ("\u{2212}=3", "-=3"),
            ("-=-3", "+=3"),
            ("-=0", "+=0"),
            ("+10%", "+10%"),
            ("+ 10 %", "+10%"),
            ("\u{2212}12.50%", "-12.5%"),
            ("+=10%", "+10%"),
            ("+0%", "+0%"),
            ("-0.000001%", "-0.000001%"),
        ] {
            let step: Step = text.parse().expect(text);
            assert_eq!(step.to_string(), expected, "{text}");
            assert_eq!(step.to_string().parse(), Ok(step), "{text}");
        }
        for text in ["", "3", "+3", "-3", "hold", "10%", "+x", "- 3", "=3"] {
            assert_eq!(Step::read(text), None, "{text}");
        }
        for text in ["+=", "+=x", "+=1.5", "-=1d6", "+%", "+x%", "+1,5%", "+1.%", "+.5%", "+0.0000001%", "+1000001%"] {
            assert_eq!(Step::read(text), Some(Err(StepError { text: text.to_owned() })), "{text}");
        }
    }

    #[test]
    fn portions_lead_to_the_nearest_number_and_from_the_middle_away_from_zero() {
        for (before, step, by, expected) in [
            (11, "+10%", 1, 12),
            (14, "+10%", 1, 15),
            (5, "+10%", 1, 6),
            (5, "-10%", 1, 5),
            (15, "-10%", 1, 14),
            (-5, "+10%", 1, -6),
            (-5, "-10%", 1, -5),
            (4, "+10%", 1, 4),
            (0, "+50%", 1, 0),
            (7, "-100%", 1, 0),
            (7, "-200%", 1, -7),
            (8, "+12.5%", 1, 9),
            (9, "+20%", 2, 11),
            (9, "+10%", 2, 9),
            (30, "+10%", 5, 35),
            (25, "+10%", 5, 30),
            (30, "+5%", 5, 30),
            (3, "+=4", 1, 7),
            (3, "-=4", 5, -1),
        ] {
            let step: Step = step.parse().expect("a step");
            assert_eq!(step.number_after(before, by), Some(expected), "{step} of {before}");
        }
        assert_eq!(Step::Add(1).number_after(i64::MAX, 1), None);
        assert_eq!("+1000000%".parse::<Step>().expect("a step").number_after(i64::MAX, 1), None);
    }

    #[test]
    fn a_step_that_leads_nowhere_says_why() {
        let hp = Kind::Int(Int::between(1, 40));
        let ticks = Kind::Int(Int { min: 5, max: 101, numbers: Numbers::Odd });
        let dice = Kind::Dice(Dice::ANY);
        let step = |step: &str, before: &str, kind: &Kind| step.parse::<Step>().expect(step).value_after(before, kind);
        assert_eq!(step("+10%", "20", &hp).as_deref(), Ok("22"));
        assert_eq!(step("+=1", "1d6", &dice).as_deref(), Ok("1d6+1"));
        assert_eq!(step("+=1", "5", &dice).as_deref(), Ok("6"));
        for (text, before, kind, why) in [
            ("+10%", "38", &hp, "of 38 makes 42, allowed: 1..=40"),
            ("+=1", "9", &ticks, "of 9 makes 10, allowed: odd, 5..=101"),
            ("+10%", "1d6", &dice, "needs a whole number to begin with, and it is the dice `1d6`; `+=1` adds to dice"),
            ("+=1", "hold", &hp, "needs a number to begin with, and it is `hold`"),
            ("+=9223372036854775807", "2", &hp, "of 2 is beyond all numbers"),
            ("+=9999999999", "1d6", &dice, "of 1d6 is beyond all numbers"),
        ] {
            assert_eq!(step(text, before, kind).expect_err(text), why);
        }
    }
}
