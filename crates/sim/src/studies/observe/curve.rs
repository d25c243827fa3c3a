//! The likelihood of a record along the values of a path, and how sure it is.

use super::{At, Standing};
use crate::stats::goodness::TOLERANCE;
use crate::stats::jackknife::standard_error;
use crate::stats::paired::six_digits;

/// The likelihood at one value.
pub(super) struct Point {
    pub(super) value: String,
    /// Its logarithm.
    pub(super) log: f64,
    /// The same without each block of encounters; empty if chances are exact.
    pub(super) without: Vec<f64>,
    /// The games that the model has never shown, or if chances are exact does not allow.
    pub(super) unseen: u64,
}

impl Point {
    /// The standing of each value by the likelihood interval, which has the values whose log-likelihood is at most z^2 / 2 below the
    /// largest.
    pub(super) fn judged(points: &[Self], z: f64) -> Vec<At> {
        let mut best: Option<usize> = None;
        for (index, point) in points.iter().enumerate() {
            if point.log.is_finite() && best.is_none_or(|best| point.log > points[best].log) {
                best = Some(index);
            }
        }
        let cutoff = z * z / 2.0;
        let judge = |(index, point): (usize, &Self)| {
            let drop = best.map(|best| points[best].log - point.log).filter(|drop| drop.is_finite());
            let error = best.map_or(0.0, |best| error_of_difference(&points[best].without, &point.without));
            let reach = z * error;
            let standing = match drop {
                Some(_) if best == Some(index) => Standing::Best,
                Some(drop) if drop + reach <= cutoff => Standing::Inside,
                Some(drop) if drop - reach <= cutoff => Standing::Unsure,
                _ => Standing::Outside,
            };
            let is_told_from_best = drop.is_none_or(|drop| drop - reach > TOLERANCE * (1.0 + point.log.abs()));
            At {
                value: point.value.clone(),
                log_likelihood: point.log.is_finite().then(|| six_digits(point.log)),
                drop: drop.map(six_digits),
                error: (!point.without.is_empty()).then(|| six_digits(error)),
                standing,
                is_told_from_best,
                unseen: point.unseen,
            }
        };
        points.iter().enumerate().map(judge).collect()
    }
}

/// The standard error of the difference of two numbers, each also known without one of equal blocks; 0 if they have no blocks.
fn error_of_difference(left: &[f64], right: &[f64]) -> f64 {
    let differences: Vec<f64> = left.iter().zip(right).map(|(left, right)| left - right).collect();
    if differences.len() < 2 { 0.0 } else { standard_error(&differences) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Standing::{Best, Inside, Outside, Unsure};

    fn point(value: &str, log: f64, spread: f64) -> Point {
        // Twenty blocks whose numbers lie a little above and below.
        let without = (0..20).map(|block| log + if block % 2 == 0 { spread } else { -spread }).collect();
        Point { value: value.to_owned(), log, without, unseen: 0 }
    }

    /// With 1.96 standard errors the cut-off is 1.92: a drop of 1 is inside, one of 3 outside, and one of 2 with a standard error of about
    /// 0.1 x sqrt(19) = 0.44 may be either. Blocks of the best do not vary here.
    #[test]
    fn values_are_inside_outside_or_unsure() {
        let points = vec![
            point("1", -13.0, 0.0),
            point("2", -11.0, 0.0),
            point("3", -10.0, 0.0),
            point("4", -12.0, 0.1),
            point("5", -10.5, 0.2),
            point("6", f64::NEG_INFINITY, 0.0),
        ];
        let judged = Point::judged(&points, 1.959_964);
        let standings: Vec<Standing> = judged.iter().map(|at| at.standing).collect();
        assert_eq!(standings, [Outside, Inside, Best, Unsure, Unsure, Outside]);
        let told: Vec<bool> = judged.iter().map(|at| at.is_told_from_best).collect();
        assert_eq!(told, [true, true, false, true, false, true]);
        assert_eq!(judged[3].error, Some(0.435_89));
        assert_eq!((judged[5].log_likelihood, judged[5].drop), (None, None));
    }

    #[test]
    fn without_blocks_nothing_is_unsure() {
        let exact = |value: &str, log| Point { without: Vec::new(), ..point(value, log, 0.0) };
        let judged = Point::judged(&[exact("a", -2.0), exact("b", -3.9), exact("c", -4.0)], 1.959_964);
        let standings: Vec<Standing> = judged.iter().map(|at| at.standing).collect();
        assert_eq!(standings, [Standing::Best, Standing::Inside, Standing::Outside]);
        assert!(judged.iter().all(|at| at.error.is_none()));
        let none = Point::judged(&[exact("a", f64::NEG_INFINITY)], 1.0);
        assert_eq!(none[0].standing, Standing::Outside, "nothing explains what cannot be");
    }
}
