//! The meaning of a draw, by which its distribution can be cached.

use super::DiceExpr;

/// The meaning of a draw: two draws of one scenario with equal meanings must give the same result for the same faces.
///
/// `question` names the kind of draw. `numbers` are all values besides the faces on which the result depends, except
/// constants of the scenario: if one were missing, a draw could get the odds of another. If debug assertions are on,
/// enumerating dice check this by enumerating again, and panic if the odds differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meaning {
    question: &'static str,
    numbers: [i32; 5],
}

impl Meaning {
    /// The meaning of a question with up to five numbers.
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

    /// The meaning of a question that depends only on the sum of some dice.
    #[inline(always)]
    pub const fn of_sum(question: &'static str, dice: DiceExpr) -> Self {
        Self::new(question, dice.as_numbers())
    }
}
