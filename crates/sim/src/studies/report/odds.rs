//! The winners of the encounters that last long.

use equipoise_engine::Winner;

use super::{Estimator, Method, Report, Share, exact_share};

/// The winners of the encounters that reach a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// The round.
    pub round: u32,
    /// The share of all encounters that reach it.
    pub reached: Share,
    /// The number of encounters that reach it; `None` for exact results.
    pub encounters: Option<u64>,
    /// By [`Winner`], the share of those that reach it.
    pub winners: [Share; 4],
}

impl Report {
    /// For each round that encounters reach, from the first on, who wins those that last so long. A round that the last one
    /// reaches is the last.
    pub fn odds(&self) -> Vec<Odds> {
        let rows = &self.rounds.by_winner;
        let last = rows.last().map_or(0, |(rounds, _)| *rounds);
        (1..=last)
            .map(|round| {
                let lasting = || rows.iter().filter(move |(rounds, _)| *rounds >= round).map(|(_, shares)| shares);
                let sum = |winner: usize| lasting().map(|shares| shares[winner].share).sum::<f64>();
                let counts: Option<Vec<u64>> =
                    (0..4).map(|winner| lasting().map(|shares| shares[winner].count).sum::<Option<u64>>()).collect();
                let reached: f64 = (0..4).map(sum).sum();
                let encounters = counts.as_ref().map(|counts| counts.iter().sum());
                let share = |winner: Winner| match (&self.method, &counts, encounters) {
                    (Method::Sampled { confidence, intervals, .. }, Some(counts), Some(encounters)) => {
                        let (confidence, intervals) = (*confidence, *intervals);
                        Estimator { encounters, confidence, intervals }.share(counts[winner.index()])
                    }
                    _ => exact_share(if reached > 0.0 { sum(winner.index()) / reached } else { 0.0 }),
                };
                let of_all = match (&self.method, encounters) {
                    (Method::Sampled { encounters: all, confidence, intervals, .. }, Some(count)) => {
                        let (confidence, intervals) = (*confidence, *intervals);
                        Estimator { encounters: *all, confidence, intervals }.share(count)
                    }
                    _ => exact_share(reached.min(1.0)),
                };
                Odds { round, reached: of_all, encounters, winners: Winner::ALL.map(share) }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::studies::report::Intervals;
    use crate::toy::Toy;

    /// False alarm 1e-6 over at most 60 shares, so |z| < 5.6.
    #[test]
    fn sampled_odds_agree_with_the_exact_ones() {
        let rules = Toy::new();
        let played = run(&rules, &Plan::new(Seed(6), 0..200_000), &Watch::none());
        let sampled = Report::sampled("Toy", &rules, &played, Seed(6), 0.95, Intervals::Fixed).odds();
        let exact = Report::exact("Toy", &rules, &solve(&rules, Budget::default(), &|| false).expect("small")).odds();
        assert!(sampled[0].round == 1 && exact.len() * 5 <= 60, "{exact:?}");
        for (sampled, exact) in sampled.iter().zip(&exact) {
            let encounters = sampled.encounters.expect("they were counted") as f64;
            let [sampled_reached, reached] = [sampled.reached.share, exact.reached.share];
            let error = (reached * (1.0 - reached) / 200_000.0).max(0.0).sqrt();
            assert!((sampled_reached - reached).abs() <= 5.6 * error + 1e-9, "{}", exact.round);
            assert!((sampled.winners.iter().map(|share| share.share).sum::<f64>() - 1.0).abs() < 1e-9);
            for (found, expected) in sampled.winners.iter().zip(&exact.winners) {
                let error = (expected.share * (1.0 - expected.share) / encounters).max(0.0).sqrt();
                assert!((found.share - expected.share).abs() <= 5.6 * error + 1e-9, "{found:?} {expected:?}");
                assert!(found.interval.is_some() && expected.interval.is_none());
            }
        }
    }
}
