//! Comparison of sampled results with exact ones.

use super::{Estimate, Report, Share};
use crate::kernel::quantity::Quantity;

/// A larger difference than this, relative to the exact value or 1, cannot be rounding in the exact solver.
const ROUNDING: f64 = 1e-9;

/// The deviation of one sampled number from the exact one.
#[derive(Debug, Clone, PartialEq)]
pub struct Deviation {
    /// The name of the number: `winners.party`, `rounds.mean`, `combatants.warden.dead`, `metrics.criticals`, `party_any_dead`.
    pub name: String,
    /// The sampled value.
    pub sampled: f64,
    /// The exact value.
    pub exact: f64,
    /// Their difference in standard errors of the exact distribution. If that has no spread: 0 if the two agree up to rounding,
    /// infinite if they do not.
    pub z: f64,
}

impl Deviation {
    fn new(name: String, sampled: f64, exact: f64, standard_error: f64) -> Self {
        let difference = sampled - exact;
        let z = if standard_error > 0.0 {
            difference / standard_error
        } else if difference.abs() <= ROUNDING * exact.abs().max(1.0) {
            0.0
        } else {
            f64::INFINITY.copysign(difference)
        };
        Self { name, sampled, exact, z }
    }

    /// The difference in standard errors, where -0, which would be printed with its sign, is 0.
    pub fn unsigned_z(&self) -> f64 {
        if self.z == 0.0 { 0.0 } else { self.z }
    }
}

/// Compares every quantity of a sampled report with the exact report of the same scenario.
///
/// A standard error is `sqrt(p (1 - p) / n)` for a share and `sd / sqrt(n)` for a mean, p and sd exact and n the encounters
/// that are expected to have the number, so that z is asymptotically standard normal. Empty when nothing was sampled; a mean
/// among encounters that have a number is left out where none had it.
pub fn deviations(sampled: &Report, exact: &Report) -> Vec<Deviation> {
    let cast = exact.cast();
    let Some(encounters) = sampled.encounters().filter(|&encounters| encounters > 0) else {
        return Vec::new();
    };
    let deviation = |quantity: Quantity| {
        let (sampled, exact) = (sampled.estimate(quantity), exact.estimate(quantity));
        let (sd, share) = match exact {
            Estimate::Share(Share { share, .. }) => ((share * (1.0 - share)).max(0.0).sqrt(), 1.0),
            Estimate::Mean(mean) => (mean.sd.unwrap_or(0.0), 1.0),
            Estimate::MeanAmong { share, mean } => (mean.sd.unwrap_or(0.0), share.share),
        };
        let name = cast.name(quantity);
        // No encounter that has the number is not the same as a mean of 0.
        let is_there = sampled.share().is_none_or(|share| share.share > 0.0) || matches!(sampled, Estimate::Share(_));
        let standard_error = sd / (encounters as f64 * share).sqrt();
        is_there.then(|| Deviation::new(name, sampled.value(), exact.value(), standard_error))
    };
    cast.quantities().into_iter().filter_map(deviation).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::kernel::quantity::EXTRAS;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::studies::report::Intervals;
    use crate::toy::Toy;

    fn sampled(encounters: u64) -> Report {
        let rules = Toy::new();
        let run = run(&rules, &Plan::new(Seed(9), 0..encounters), &Watch::none());
        Report::sampled("Toy", &rules, &run, Seed(9), 0.95, Intervals::Fixed)
    }

    fn exact() -> Report {
        let rules = Toy::new();
        Report::exact("Toy", &rules, &solve(&rules, Budget::default(), &|| false).expect("small"))
    }

    /// False alarm 1e-6 over 25 numbers, so |z| < 5.5. 400 000 encounters detect a shift of half a point at p = 0.5 with
    /// probability 0.79, of one point with probability above 0.999999.
    #[test]
    fn the_sample_agrees_with_the_exact_answer() {
        let deviations = deviations(&sampled(400_000), &exact());
        assert_eq!(deviations.len(), 4 + 1 + 12 + 2 + 6);
        for deviation in deviations {
            assert!(deviation.z.abs() < 5.5, "{deviation:?}");
        }
    }

    #[test]
    fn numbers_are_named_by_their_path_in_the_report() {
        let names: Vec<_> = deviations(&sampled(10), &exact()).into_iter().map(|deviation| deviation.name).collect();
        let first = ["winners.party", "winners.enemies", "winners.draw", "winners.timeout", "rounds.mean"];
        assert_eq!(names[..5], first);
        assert_eq!(names[5], "combatants.ann.standing");
        let extras = EXTRAS.iter().map(|extra| extra.name);
        assert!(names[17..].iter().eq(["metrics.rolls", "metrics.sixes"].into_iter().chain(extras)), "{names:?}");
    }

    #[test]
    fn a_shift_of_one_point_is_detected() {
        let (mut wrong, sampled) = (exact(), sampled(400_000));
        wrong.winners[0].share += 0.01;
        assert!(deviations(&sampled, &wrong)[0].z < -5.5);
    }

    #[test]
    fn without_spread_any_difference_is_infinite() {
        let deviation = |sampled, exact, sd| Deviation::new(String::new(), sampled, exact, sd).z;
        assert_eq!(deviation(1.0, 1.0 + 1e-15, 0.0).to_bits(), 0.0_f64.to_bits());
        assert!(deviation(0.999, 1.0, 0.0) < -f64::MAX);
        assert!(deviation(0.001, 0.0, 0.0) > f64::MAX);
        assert!((deviation(0.6, 0.5, 0.05) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_sample_there_are_no_deviations() {
        assert!(deviations(&sampled(0), &exact()).is_empty());
        assert!(deviations(&exact(), &exact()).is_empty());
    }
}
