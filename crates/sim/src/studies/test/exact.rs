//! Expectations of what was solved.

use equipoise_engine::Winner;
use equipoise_engine::exact::Solution;
use equipoise_engine::scenario::Band;

use super::expected::Asked;
use super::judge::{Look, Verdict};
use crate::kernel::quantity::Cast;
use crate::stats::quantile;

/// The distance beyond a bound up to which an exact value is still taken for the bound: sums of chances are rounded.
/// Relative to the bound if that is above 1.
const ROUNDING: f64 = 1e-9;

/// Judges a number by its exact value. A mean among encounters that have a number lies in no band where no encounter
/// has it.
pub(super) fn look(asked: Asked, band: Band, cast: &Cast, solution: &Solution) -> Look {
    let value = value(asked, cast, solution);
    let is_within = value.is_some_and(|value| is_within(value, band));
    let verdict = if is_within { Verdict::Pass } else { Verdict::Fail };
    Look { verdict, value, interval: None, encounters: 0 }
}

fn is_within(value: f64, Band { at_least, at_most }: Band) -> bool {
    let slack = |bound: f64| ROUNDING * bound.abs().max(1.0);
    at_least.is_none_or(|bound| value >= bound - slack(bound))
        && at_most.is_none_or(|bound| value <= bound + slack(bound))
}

fn value(asked: Asked, cast: &Cast, solution: &Solution) -> Option<f64> {
    match asked {
        Asked::Number(quantity) => {
            let (chance, moments) = cast.exact(quantity, solution);
            (chance > 0.0).then_some(moments.mean)
        }
        Asked::Percentile(percent) => {
            let rounds = solution.by_round.iter().enumerate();
            let chances = rounds.map(|(rounds, chances)| (rounds as u32, chances.iter().sum::<f64>()));
            Some(f64::from(quantile::of_chances(chances, percent)))
        }
        Asked::Mirror(_) => {
            let chance = |winner: Winner| solution.winners[winner.index()];
            Some(chance(Winner::Party) + f64::midpoint(chance(Winner::Draw), chance(Winner::Timeout)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_a_bound_is_within() {
        let within = |value, at_least, at_most| is_within(value, Band { at_least, at_most });
        assert!(within(0.1 + 0.2, Some(0.3), Some(0.3)));
        assert!(within(1e6 + 1e-4, None, Some(1e6)));
        assert!(!within(0.3 + 1e-8, None, Some(0.3)) && !within(0.3 - 1e-8, Some(0.3), None));
    }
}
