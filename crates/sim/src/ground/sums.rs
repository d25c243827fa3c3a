//! Sums of whole numbers, one for each encounter.

/// Sum and sum of squares of one non-negative integer per encounter.
///
/// Values are at most 2^32 - 1 and encounters at most 2^64 - 1, so neither sum can overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Sums {
    /// Sum of the values.
    pub values: u128,
    /// Sum of their squares.
    pub squares: u128,
}

impl Sums {
    /// Adds `times` encounters that yielded `value` each.
    #[inline]
    pub fn add(&mut self, value: u32, times: u64) {
        let value = u128::from(value);
        self.values += value * u128::from(times);
        self.squares += value * value * u128::from(times);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.values += other.values;
        self.squares += other.squares;
    }

    /// Whether they can be those of so many whole numbers below 2^32: the sum is at most the sum of squares, which is
    /// at most 2^32 - 1 times the sum; and by Cauchy and Schwarz (sum)^2 is at most n times the sum of squares. Sums
    /// that pass cannot overflow when they are added to those of other encounters.
    pub(crate) fn are_of(self, encounters: u128) -> bool {
        let (Self { values, squares }, largest) = (self, u128::from(u32::MAX));
        let is_bounded = values <= encounters * largest && values <= squares && squares <= values * largest;
        is_bounded && has_spread(values, squares, encounters)
    }
}

/// Whether `n` whole numbers with this sum, at most 2^32 - 1 times `n`, can have this sum of squares.
///
/// With sum = q n + r, the squared deviations from the whole number q add up to squares - q sum - q r. The deviations
/// themselves are whole numbers and add up to r, so that their squares add up to at least r.
pub(crate) fn has_spread(sum: u128, squares: u128, n: u128) -> bool {
    let (quotient, rest) = (sum / n.max(1), sum % n.max(1));
    squares.checked_sub(quotient * sum + quotient * rest).is_some_and(|deviations| deviations >= rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_many_at_once_is_adding_each() {
        for value in [0, 1, 77, u32::MAX] {
            let (mut each, mut at_once) = (Sums::default(), Sums::default());
            (0..5).for_each(|_| each.add(value, 1));
            at_once.add(value, 5);
            assert_eq!(each, at_once);
        }
    }
}
