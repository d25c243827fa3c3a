//! What a draw asks of its dice.

use super::DiceExpr;

/// What a draw asks of its dice: two draws of one scenario that mean the same make the same of the same faces.
///
/// The name says which question it is, and the numbers are everything that the answer depends on beside the faces, but for
/// what a scenario has once for all: a number that is left out would give one draw the odds of another. Enumerating dice try
/// the faces again where debug assertions are on, and panic where the odds are others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meaning {
    question: &'static str,
    numbers: [i32; 5],
}

impl Meaning {
    /// A question, and up to five numbers.
    #[inline(always)]
    pub const fn new<const N: usize>(question: &'static str, numbers: [i32; N]) -> Self {
        const { assert!(N <= 5, "at most five numbers") };
        let mut all = [0; 5];
        let mut at = 0;
        while at < N {
            all[at] = numbers[at];
            at += 1;
        }
        Self { question, numbers: all }
    }

    /// A question that depends on the sum of some dice alone.
    #[inline(always)]
    pub const fn of_sum(question: &'static str, dice: DiceExpr) -> Self {
        Self::new(question, [dice.count as i32, dice.sides as i32, dice.plus])
    }
}
