//! Dice expressions: `2d6+1`, `d20`, `1d8-1`, or a plain whole number.

use std::fmt;
use std::str::FromStr;

use super::{COUNT_MAX, SIDES_MAX};

/// The largest absolute value of the constant, or of a plain number.
const PLUS_MAX: i32 = 1_000_000;

/// The sum of identical dice and a constant.
///
/// `count` is 1 to [`COUNT_MAX`] and `sides` 1 to [`SIDES_MAX`]; both are 0 in a plain number. `plus` is at most a
/// million in absolute value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DiceExpr {
    /// Number of dice.
    pub count: u16,
    /// Number of sides of each die.
    pub sides: u16,
    /// The constant that is added to the sum of the dice.
    pub plus: i32,
}

/// The reason why a text is not a dice expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// The text has another form.
    #[error("expected `NdS+K`, `NdS-K`, `NdS`, `dS` or a whole number")]
    Form,
    /// The number of dice is out of range.
    #[error("the number of dice must be 1..={COUNT_MAX}")]
    Count,
    /// The number of sides is out of range.
    #[error("the number of sides must be 1..={SIDES_MAX}")]
    Sides,
    /// The constant is out of range.
    #[error("the number must be {}..={PLUS_MAX}", -PLUS_MAX)]
    Plus,
}

impl DiceExpr {
    /// A plain number without dice.
    ///
    /// # Errors
    /// [`DiceError::Plus`] if the number exceeds a million in absolute value.
    pub fn constant(number: i64) -> Result<Self, DiceError> {
        match i32::try_from(number) {
            Ok(plus) if plus.abs_diff(0) <= PLUS_MAX.unsigned_abs() => Ok(Self { count: 0, sides: 0, plus }),
            _ => Err(DiceError::Plus),
        }
    }

    /// The smallest result.
    pub const fn min(self) -> i64 {
        self.count as i64 + self.plus as i64
    }

    /// The largest result.
    pub const fn max(self) -> i64 {
        self.count as i64 * self.sides as i64 + self.plus as i64
    }

    /// The expected result.
    pub const fn mean(self) -> f64 {
        (self.min() + self.max()) as f64 / 2.0
    }
}

impl FromStr for DiceExpr {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let Some((count, rest)) = text.split_once('d') else {
            let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
            let number = digits(unsigned, DiceError::Plus)?;
            return Self::constant(if text.starts_with('-') { -number } else { number });
        };
        let count = if count.is_empty() { 1 } else { in_range(count, COUNT_MAX, DiceError::Count)? };
        let (sides, plus) = match rest.find(['+', '-']) {
            Some(sign) => (&rest[..sign], signed(&rest[sign..])?),
            None => (rest, 0),
        };
        Ok(Self { count, sides: in_range(sides, SIDES_MAX, DiceError::Sides)?, plus })
    }
}

/// Reads `+K` or `-K`.
fn signed(text: &str) -> Result<i32, DiceError> {
    let (sign, number) = text.split_at(1);
    let number = digits(number, DiceError::Plus)?;
    DiceExpr::constant(if sign == "-" { -number } else { number }).map(|constant| constant.plus)
}

fn in_range(text: &str, max: u16, error: DiceError) -> Result<u16, DiceError> {
    let number = digits(text, error)?;
    u16::try_from(number).ok().filter(|number| (1..=max).contains(number)).ok_or(error)
}

/// Reads a text of digits only; the error is `too_long` if the number exceeds 64 bits.
fn digits(text: &str, too_long: DiceError) -> Result<i64, DiceError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DiceError::Form);
    }
    text.parse().map_err(|_| too_long)
}

impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<DiceExpr, DiceError> {
        text.parse()
    }

    #[test]
    fn every_form_is_read() {
        assert_eq!(parse("2d6+1"), Ok(DiceExpr { count: 2, sides: 6, plus: 1 }));
        assert_eq!(parse("1d8-2"), Ok(DiceExpr { count: 1, sides: 8, plus: -2 }));
        assert_eq!(parse("3d4"), Ok(DiceExpr { count: 3, sides: 4, plus: 0 }));
        assert_eq!(parse("d20"), Ok(DiceExpr { count: 1, sides: 20, plus: 0 }));
        assert_eq!(parse("0"), Ok(DiceExpr { count: 0, sides: 0, plus: 0 }));
        assert_eq!(parse("-3"), Ok(DiceExpr { count: 0, sides: 0, plus: -3 }));
        assert_eq!(parse("+3"), Ok(DiceExpr { count: 0, sides: 0, plus: 3 }));
    }

    #[test]
    fn the_bounds_are_allowed_and_nothing_beyond_them() {
        assert_eq!(parse("100d1000").map(DiceExpr::max), Ok(100_000));
        assert_eq!(parse("1d1").map(DiceExpr::max), Ok(1));
        assert_eq!(parse("101d6"), Err(DiceError::Count));
        assert_eq!(parse("0d6"), Err(DiceError::Count));
        assert_eq!(parse("1d1001"), Err(DiceError::Sides));
        assert_eq!(parse("1d0"), Err(DiceError::Sides));
        assert_eq!(parse("1d6+1000000").map(DiceExpr::min), Ok(1_000_001));
        assert_eq!(parse("1d6+1000001"), Err(DiceError::Plus));
        assert_eq!(parse("1d6-1000001"), Err(DiceError::Plus));
        assert_eq!(parse("-1000000").map(DiceExpr::min), Ok(-1_000_000));
        assert_eq!(parse("1000001"), Err(DiceError::Plus));
        assert_eq!(parse(&"9".repeat(99)), Err(DiceError::Plus));
        assert_eq!(parse(&format!("{}d6", "9".repeat(99))), Err(DiceError::Count));
    }

    #[test]
    fn other_forms_are_refused() {
        for text in
            ["", "d", "2d", "2d6+", "2d6+-1", "2d6 + 1", "2D6", "1d6+1d4", "--3", "+-3", "a", "2d6+1.5", "½", "1d٣"]
        {
            assert_eq!(parse(text), Err(DiceError::Form), "{text:?}");
        }
    }

    #[test]
    fn least_most_and_mean_follow_from_the_faces() {
        let dice = DiceExpr { count: 2, sides: 6, plus: -1 };
        assert_eq!((dice.min(), dice.max()), (1, 11));
        assert!((dice.mean() - 6.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(
            count in 1..=COUNT_MAX,
            sides in 1..=SIDES_MAX,
            plus in -PLUS_MAX..=PLUS_MAX,
        ) {
            let dice = DiceExpr { count, sides, plus };
            prop_assert_eq!(parse(&dice.to_string()), Ok(dice));
            let constant = DiceExpr { count: 0, sides: 0, plus };
            prop_assert_eq!(parse(&constant.to_string()), Ok(constant));
        }

        #[test]
        fn no_text_panics(text in "\\PC*|[0-9d+-]{0,12}") {
            let _ = parse(&text);
        }
    }
}
