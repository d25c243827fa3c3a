//! The jackknife: the interval of a number from what it is without each of some blocks of encounters.

use super::Interval;
use super::mean::student;

/// The effective number of blocks below which sums are too few for an interval of their mean, as for
/// [means](super::mean::interval) of single encounters.
const EFFECTIVE_MIN: f64 = 5.0;

/// The interval of a number, from what it is without each of two blocks or more (R. G. Miller, "The jackknife: a review", 1974).
pub(super) fn jackknifed(number: f64, without: &[f64], confidence: f64) -> Interval {
    let reach = student((without.len() as u64).saturating_sub(1), confidence) * standard_error(without);
    Interval::around(number, reach)
}

/// The standard error of a number, from what it is without each of two equal blocks or more (by the same source).
pub(crate) fn standard_error(without: &[f64]) -> f64 {
    let count = without.len() as f64;
    let mean = without.iter().sum::<f64>() / count;
    let squares: f64 = without.iter().map(|value| (value - mean) * (value - mean)).sum();
    ((count - 1.0) / count * squares).sqrt()
}

/// The mean per encounter of a number that is 0 or more, from its sums over blocks of encounters, and its interval; `None` if there are too few
/// blocks that have any of it, or all have the same.
pub fn mean_of_blocks(blocks: &[(f64, u64)], confidence: f64) -> (f64, Option<Interval>) {
    let mean = |sum: f64, encounters: u64| if encounters == 0 { 0.0 } else { sum / encounters as f64 };
    let (sum, encounters) = blocks.iter().fold((0.0, 0), |whole, block| (whole.0 + block.0, whole.1 + block.1));
    let squares: f64 = blocks.iter().map(|(sum, _)| sum * sum).sum();
    let is_enough = squares > 0.0 && sum * sum >= EFFECTIVE_MIN * squares * (1.0 - 1e-9);
    let without: Vec<f64> = blocks.iter().map(|block| mean(sum - block.0, encounters - block.1)).collect();
    let interval = jackknifed(mean(sum, encounters), &without, confidence);
    let interval = Interval { lo: interval.lo.max(0.0), hi: interval.hi };
    (mean(sum, encounters), Some(interval).filter(|interval| is_enough && interval.hi > interval.lo))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of blocks of the same size it is Student's interval of their means: 1, 2, 3, 4 and 5 have the mean 3 and the standard
    /// error sqrt(2.5 / 5), and the quantile of 4 degrees is 2.776.
    #[test]
    fn blocks_of_one_size_have_students_interval() {
        let blocks = [10.0, 20.0, 30.0, 40.0, 50.0].map(|sum| (sum, 10));
        let (mean, interval) = mean_of_blocks(&blocks, 0.95);
        assert_eq!((mean, interval), (3.0, None), "its effective number is 4.09");
        let blocks: Vec<(f64, u64)> = blocks.into_iter().chain([(30.0, 10)]).collect();
        let interval = mean_of_blocks(&blocks, 0.95).1.expect("enough");
        // The variance of six is 10 / 5, and the quantile of 5 degrees 2.5706.
        let half_width = 2.5706 * (2.0_f64 / 6.0).sqrt();
        assert!((interval.hi - 3.0 - half_width).abs() < 1e-3 && (3.0 - interval.lo - half_width).abs() < 1e-3);
    }

    #[test]
    fn few_blocks_have_no_interval() {
        let rare: Vec<(f64, u64)> = (0..50).map(|block| (f64::from(u8::from(block < 4)), 100)).collect();
        assert_eq!(mean_of_blocks(&rare, 0.95), (4.0 / 5000.0, None));
        assert_eq!(mean_of_blocks(&[(3.0, 1); 50], 0.95), (3.0, None), "what never varied");
        assert_eq!(mean_of_blocks(&[(0.0, 9); 50], 0.95), (0.0, None));
        assert_eq!(mean_of_blocks(&[(2.0, 3)], 0.95).1, None);
    }
}
