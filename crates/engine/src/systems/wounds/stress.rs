//! Maximum Stress: its dice are turned into a fixed number, or into a roll (WOUNDS-27).

use super::sheet::StressRoll;
use super::words::StressFrom;
use crate::dice::DiceExpr;

impl StressRoll {
    /// The sum of a constant and of dice with their own constants. With `first_is_max`, one of the first dice counts as
    /// its maximum.
    pub(super) fn new(constant: i32, mut dice: Vec<DiceExpr>, first_is_max: bool) -> Self {
        let constants: i32 = dice.iter().map(|dice| dice.plus()).sum();
        let mut roll = Self { constant: constant + constants, dice: Vec::new() };
        if let Some(first) = dice.first_mut().filter(|_| first_is_max)
            && let Some((rest, sides)) = first.split_first()
        {
            *first = rest;
            roll.constant += i32::from(sides);
        }
        roll.dice = dice.into_iter().filter(|dice| !dice.is_constant()).map(|dice| dice.with_plus(0)).collect();
        roll
    }

    /// The maximum, or 0 if it is rolled; and its roll, `None` if no die is rolled.
    pub(super) fn resolve(self, from: StressFrom) -> (i32, Option<Self>) {
        match from {
            StressFrom::Average => (self.average(), None),
            StressFrom::Maximum => (self.maximum(), None),
            StressFrom::Rolled if self.dice.is_empty() => (self.constant.max(0), None),
            StressFrom::Rolled => (0, Some(self)),
        }
    }

    /// The mean of the sum, rounded down; at least 0.
    fn average(&self) -> i32 {
        let twice_the_dice: i32 = self.dice.iter().map(|dice| (dice.min() + dice.max()) as i32).sum();
        (self.constant + twice_the_dice.div_euclid(2)).max(0)
    }

    fn maximum(&self) -> i32 {
        let dice: i32 = self.dice.iter().map(|dice| dice.max() as i32).sum();
        (self.constant + dice).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stress(constant: i32, dice: &[&str], first_is_max: bool, from: StressFrom) -> (i32, Option<StressRoll>) {
        let dice = dice.iter().map(|dice| dice.parse().expect("dice")).collect();
        StressRoll::new(constant, dice, first_is_max).resolve(from)
    }

    /// WOUNDS-27
    #[test]
    fn the_mean_of_all_dice_is_rounded_down_once() {
        assert_eq!(stress(0, &["1d6", "1d6"], false, StressFrom::Average).0, 7, "3.5 and 3.5");
        assert_eq!(stress(-10, &["1d6", "2d8"], false, StressFrom::Average).0, 2, "3.5 + 9 - 10");
        assert_eq!(stress(0, &["1d6", "2d8"], true, StressFrom::Average).0, 15, "6 + 9");
    }

    /// WOUNDS-27
    #[test]
    fn stress_is_never_below_0() {
        assert_eq!(stress(-30, &["2d6"], true, StressFrom::Average).0, 0);
        assert_eq!(stress(-30, &["2d6"], true, StressFrom::Maximum).0, 0);
        assert_eq!(stress(-3, &[], true, StressFrom::Rolled), (0, None));
    }

    /// WOUNDS-27
    #[test]
    fn what_has_no_die_left_is_not_rolled() {
        assert_eq!(stress(1, &["1d8"], true, StressFrom::Rolled), (9, None));
        let (maximum, roll) = stress(1, &["2d8+3", "1d6"], true, StressFrom::Rolled);
        let dice = [DiceExpr::new(1, 8, 0), DiceExpr::new(1, 6, 0)];
        assert_eq!((maximum, roll), (0, Some(StressRoll { constant: 12, dice: dice.to_vec() })));
    }
}
