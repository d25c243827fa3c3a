//! Sums of many small numbers, such as the exact solver's probabilities.

/// A compensated sum: it tracks the rounding error of the total and corrects the next addition by it (Kahan, "Further
/// remarks on reducing truncation errors", 1965).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    #[inline]
    pub(crate) fn add(&mut self, more: f64) {
        let corrected = more - self.lost;
        let total = self.total + corrected;
        self.lost = (total - self.total) - corrected;
        self.total = total;
    }

    pub(crate) const fn total(self) -> f64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_not_lost() {
        let mut sum = Sum::default();
        sum.add(1.0);
        (0..1_000_000).for_each(|_| sum.add(1e-17));
        assert!((sum.total() - (1.0 + 1e-11)).abs() < 1e-15);
    }
}
