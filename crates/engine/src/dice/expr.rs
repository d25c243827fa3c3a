//! Dice expressions: `2d6+1`, `d20`, `1d8+1d6-2`, or a plain whole number.

use std::fmt;
use std::str::FromStr;

use super::{COUNT_MAX, SIDES_MAX};
use crate::characters::plain_text;

/// The largest absolute value of the constant, or of a plain number.
const PLUS_MAX: i32 = 1_000_000;

/// Largest number of kinds of dice in an expression. Dice are of one kind if they have the same number of sides and are
/// all added or all subtracted.
pub const KINDS_MAX: usize = 4;

/// The sum of dice of up to [`KINDS_MAX`] kinds and a constant.
///
/// Kinds of dice that are added come before those that are subtracted, and many-sided ones before others: the order in
/// which they are thrown and printed, whatever the order of the text. All dice together are at most [`COUNT_MAX`], and
/// each has 1 to [`SIDES_MAX`] sides. The constant is at most a million in absolute value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DiceExpr {
    /// The constant that is added to the sum of the dice.
    plus: i32,
    /// Number of sides of each kind; 0 for kinds that are not there.
    sides: [u16; KINDS_MAX],
    /// Number of dice of each kind, negative if they are subtracted; 0 for kinds that are not there.
    counts: [i8; KINDS_MAX],
}

// The largest number of dice fits the type of the counts.
const _: () = assert!(COUNT_MAX <= i8::MAX as u16);

/// Identical dice in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Number of dice, at least 1.
    pub count: u16,
    /// Number of sides of each die.
    pub sides: u16,
    /// The sign of the dice: 1 if they are added, -1 if they are subtracted.
    pub sign: i32,
}

/// The reason why a text is not a dice expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// The text has another form.
    #[error("expected `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a whole number")]
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
    /// There are too many kinds of dice.
    #[error("at most {KINDS_MAX} kinds of dice may be added and subtracted")]
    Kinds,
}

impl DiceExpr {
    /// `count` dice of `sides` sides, plus a constant; a plain number if `count` is 0. `count` is at most [`COUNT_MAX`].
    pub const fn new(count: u16, sides: u16, plus: i32) -> Self {
        assert!(count <= COUNT_MAX, "more dice than an expression can have");
        let sides = if count == 0 { 0 } else { sides };
        Self { plus, sides: [sides, 0, 0, 0], counts: [count as i8, 0, 0, 0] }
    }

    /// A plain number without dice.
    ///
    /// # Errors
    /// [`DiceError::Plus`] if the number exceeds a million in absolute value.
    pub fn constant(number: i64) -> Result<Self, DiceError> {
        match i32::try_from(number) {
            Ok(plus) if plus.abs_diff(0) <= PLUS_MAX.unsigned_abs() => Ok(Self::new(0, 0, plus)),
            _ => Err(DiceError::Plus),
        }
    }

    /// The constant that is added to the sum of the dice.
    #[inline(always)]
    pub const fn plus(self) -> i32 {
        self.plus
    }

    /// The same dice with another constant.
    #[must_use]
    pub const fn with_plus(self, plus: i32) -> Self {
        Self { plus, ..self }
    }

    /// The kinds of dice, in the order in which they are thrown.
    #[inline(always)]
    pub fn terms(self) -> impl Iterator<Item = Term> {
        let term =
            |(count, sides): (i8, u16)| Term { count: count.unsigned_abs().into(), sides, sign: count.signum().into() };
        self.counts.into_iter().zip(self.sides).take_while(|&(count, _)| count != 0).map(term)
    }

    /// Number of dice, subtracted ones included.
    pub fn count(self) -> u16 {
        self.terms().map(|term| term.count).sum()
    }

    /// Whether there are no dice.
    #[inline(always)]
    pub const fn is_constant(self) -> bool {
        self.counts[0] == 0
    }

    /// Whether all dice have the same number of sides and are added, or there are none.
    #[inline(always)]
    pub const fn is_of_one_kind(self) -> bool {
        self.counts[1] == 0 && self.counts[0] >= 0
    }

    /// Number and sides of the dice of the first kind, both 0 if there are none. Meaningless if they are subtracted.
    #[inline(always)]
    pub(super) const fn first_kind(self) -> (u16, u16) {
        (self.counts[0] as u16, self.sides[0])
    }

    /// The expression without one die of the first kind, and the sides of that die; `None` if no dice are added.
    pub(crate) fn split_first(self) -> Option<(Self, u16)> {
        let first = self.terms().next().filter(|term| term.sign > 0)?;
        let mut rest = self;
        rest.counts[0] -= 1;
        if rest.counts[0] == 0 {
            rest.counts.rotate_left(1);
            rest.sides[0] = 0;
            rest.sides.rotate_left(1);
        }
        Some((rest, first.sides))
    }

    /// The expression as numbers that differ for different expressions.
    #[inline(always)]
    pub(super) const fn as_numbers(self) -> [i32; 4] {
        let Self { plus, sides, counts } = self;
        let counts = i32::from_le_bytes([counts[0] as u8, counts[1] as u8, counts[2] as u8, counts[3] as u8]);
        [plus, counts, (sides[0] as i32) << 16 | sides[1] as i32, (sides[2] as i32) << 16 | sides[3] as i32]
    }

    /// The smallest result.
    pub fn min(self) -> i64 {
        self.bound(|term| if term.sign > 0 { 1 } else { term.sides })
    }

    /// The largest result.
    pub fn max(self) -> i64 {
        self.bound(|term| if term.sign > 0 { term.sides } else { 1 })
    }

    /// The result if each die shows the face of its kind.
    fn bound(self, face: impl Fn(Term) -> u16) -> i64 {
        let dice = self.terms().map(|term| i64::from(term.sign) * i64::from(term.count) * i64::from(face(term)));
        dice.sum::<i64>() + i64::from(self.plus)
    }

    /// The expected result.
    pub fn mean(self) -> f64 {
        (self.min() + self.max()) as f64 / 2.0
    }

    /// Adds dice of a kind.
    fn add(&mut self, count: i8, sides: u16) -> Result<(), DiceError> {
        let (known, count_before) = (self.counts.iter().take_while(|&&count| count != 0).count(), self.count());
        if count_before + u16::from(count.unsigned_abs()) > COUNT_MAX {
            return Err(DiceError::Count);
        }
        let is_behind = |at: &usize| {
            let key = |count: i8, sides: u16| (count < 0, std::cmp::Reverse(sides));
            key(self.counts[*at], self.sides[*at]) >= key(count, sides)
        };
        let at = (0..known).find(is_behind).unwrap_or(known);
        if at < known && self.sides[at] == sides && (self.counts[at] < 0) == (count < 0) {
            self.counts[at] += count;
            return Ok(());
        }
        if known == KINDS_MAX {
            return Err(DiceError::Kinds);
        }
        self.counts[at..=known].rotate_right(1);
        self.sides[at..=known].rotate_right(1);
        (self.counts[at], self.sides[at]) = (count, sides);
        Ok(())
    }
}

/// Reads dice as people write them: blanks around signs, a capital `D`, `d%` for `d100`, and dashes for minus signs are
/// allowed. The constant may stand anywhere, once.
impl FromStr for DiceExpr {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let plain = plain_text(text);
        let (mut dice, mut constant) = (Self::new(0, 0, 0), None);
        let (mut rest, mut is_subtracted) = (plain.trim(), false);
        if let Some(after) = rest.strip_prefix(['+', '-']) {
            (is_subtracted, rest) = (rest.starts_with('-'), after);
        }
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            match kind(rest[..end].trim())? {
                Part::Dice { count, sides } => dice.add(if is_subtracted { -count } else { count }, sides)?,
                Part::Constant(_) if constant.is_some() => return Err(DiceError::Form),
                Part::Constant(number) => constant = Some(if is_subtracted { -number } else { number }),
            }
            if end == rest.len() {
                break;
            }
            (is_subtracted, rest) = (rest[end..].starts_with('-'), &rest[end + 1..]);
        }
        let plus = Self::constant(constant.unwrap_or_default())?.plus;
        Ok(dice.with_plus(plus))
    }
}

/// A part of an expression between signs.
enum Part {
    Dice { count: i8, sides: u16 },
    Constant(i64),
}

fn kind(text: &str) -> Result<Part, DiceError> {
    let Some((count, sides)) = text.split_once(['d', 'D']) else {
        return digits(text, DiceError::Plus).map(Part::Constant);
    };
    let count = if count.is_empty() { 1 } else { in_range(count, COUNT_MAX, DiceError::Count)? };
    let sides = if sides == "%" { 100 } else { in_range(sides, SIDES_MAX, DiceError::Sides)? };
    Ok(Part::Dice { count: count as i8, sides })
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

/// One text for each expression, whatever the text that it was read from: `1d6 + 1D8` is `1d8+1d6`.
impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_constant() {
            return write!(f, "{}", self.plus);
        }
        for (index, Term { count, sides, sign }) in self.terms().enumerate() {
            let sign = if sign < 0 { "-" } else { ["+", ""][usize::from(index == 0)] };
            write!(f, "{sign}{count}d{sides}")?;
        }
        if self.plus == 0 { Ok(()) } else { write!(f, "{:+}", self.plus) }
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
        assert_eq!(parse("2d6+1"), Ok(DiceExpr::new(2, 6, 1)));
        assert_eq!(parse("1d8-2"), Ok(DiceExpr::new(1, 8, -2)));
        assert_eq!(parse("3d4"), Ok(DiceExpr::new(3, 4, 0)));
        assert_eq!(parse("d20"), Ok(DiceExpr::new(1, 20, 0)));
        assert_eq!(parse("0"), Ok(DiceExpr::new(0, 0, 0)));
        assert_eq!(parse("-3"), Ok(DiceExpr::new(0, 0, -3)));
        assert_eq!(parse("+3"), Ok(DiceExpr::new(0, 0, 3)));
    }

    #[test]
    fn dice_are_read_as_people_write_them() {
        for (text, printed) in [
            ("2d6 + 1", "2d6+1"),
            (" 2D6 ", "2d6"),
            ("1+2d6", "2d6+1"),
            ("d%", "1d100"),
            ("2d6\u{2212}1", "2d6-1"),
            ("2d6 \u{2013}\u{a0}1", "2d6-1"),
            ("3 - 1d4", "-1d4+3"),
        ] {
            assert_eq!(parse(text).map(|dice| dice.to_string()).as_deref(), Ok(printed), "{text:?}");
        }
    }

    #[test]
    fn kinds_of_dice_have_one_order() {
        for (text, printed) in [
            ("1d8+1d6+2", "1d8+1d6+2"),
            ("1d6+2+1d8", "1d8+1d6+2"),
            ("2d6-1d4", "2d6-1d4"),
            ("-1d4+2d6", "2d6-1d4"),
            ("1d6+1d8+2d6", "1d8+3d6"),
            ("1d6-1d6-1d6", "1d6-2d6"),
            ("1d4-1d12+1d4-1d20", "2d4-1d20-1d12"),
            ("1d4+1d6+1d8+1d10", "1d10+1d8+1d6+1d4"),
        ] {
            let dice = parse(text).expect(text);
            assert_eq!(dice.to_string(), printed, "{text}");
            assert_eq!(parse(printed), Ok(dice));
        }
        assert_eq!(parse("1d4+1d6+1d8+1d10-1d4"), Err(DiceError::Kinds));
        assert_eq!(parse("60d6+41d8"), Err(DiceError::Count));
        assert_eq!(parse("50d6-50d8").map(DiceExpr::count), Ok(100));
    }

    #[test]
    fn dice_are_small() {
        assert_eq!(size_of::<DiceExpr>(), 16, "they stand in the tables of compiled scenarios");
    }

    #[test]
    fn expressions_differ_in_their_numbers() {
        let texts = ["1d6", "2d6", "1d6+1", "-1d6", "1d8+1d6", "1d6-1d8", "1d6-1d6", "6", "1d6+1d4", "1d8+1d6+1d4"];
        let numbers = texts.map(|text| parse(text).expect(text).as_numbers());
        for (index, number) in numbers.iter().enumerate() {
            assert!(!numbers[..index].contains(number), "{}", texts[index]);
        }
    }

    #[test]
    fn the_first_die_can_be_taken_off() {
        let split =
            |text: &str| parse(text).expect(text).split_first().map(|(rest, sides)| format!("{rest} and {sides}"));
        assert_eq!(split("2d8+3").as_deref(), Some("1d8+3 and 8"));
        assert_eq!(split("1d8+2d6-1").as_deref(), Some("2d6-1 and 8"));
        assert_eq!(split("1d8").as_deref(), Some("0 and 8"));
        assert_eq!((split("3"), split("-1d8")), (None, None));
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
        for text in [
            "", "d", "2d", "2d6+", "2d6+-1", "2 d6", "2d 6", "2d6 1", "--3", "+-3", "a", "2d6+1.5", "½", "1d٣",
            "10-16", "1d6+1+1", "%", "2%", "1d6d8", "1d%%",
        ] {
            assert_eq!(parse(text), Err(DiceError::Form), "{text:?}");
        }
    }

    #[test]
    fn least_most_and_mean_follow_from_the_faces() {
        for (text, min, max, mean) in
            [("2d6-1", 1, 11, 6.0), ("2d6-1d4", -2, 11, 4.5), ("1d8+1d6+2", 4, 16, 10.0), ("3-1d4", -1, 2, 0.5)]
        {
            let dice = parse(text).expect(text);
            assert_eq!((dice.min(), dice.max()), (min, max), "{text}");
            assert!((dice.mean() - mean).abs() < 1e-12, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(
            kinds in prop::collection::vec((1..=25_u16, 1..=SIDES_MAX, any::<bool>()), 0..=KINDS_MAX),
            plus in -PLUS_MAX..=PLUS_MAX,
        ) {
            let sign = |is_subtracted: bool| if is_subtracted { '-' } else { '+' };
            let term = |&(count, sides, less): &(u16, u16, bool)| format!("{}{count}d{sides}", sign(less));
            let terms = kinds.iter().map(term).collect::<Vec<_>>().concat();
            let dice = parse(&format!("{terms}{plus:+}")).expect("dice within bounds");
            prop_assert_eq!(parse(&dice.to_string()), Ok(dice));
            let dice_of = |dice: DiceExpr| dice.count();
            prop_assert_eq!(dice_of(dice), kinds.iter().map(|&(count, ..)| count).sum::<u16>());
        }

        #[test]
        fn no_text_panics(text in "\\PC*|[0-9dD%+ -]{0,16}") {
            let _ = parse(&text);
        }
    }
}
