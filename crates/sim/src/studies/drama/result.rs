//! The result of a drama study: how the odds of fights move, exactly or with intervals.

use equipoise_engine::{Side, exact};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::play::OfFight;
use super::{Nested, Sampling};
use crate::output::numbers::encounters;
use crate::stats::Interval;
use crate::stats::interval::wilson;
use crate::stats::mean::student;
use crate::studies::report::Share;

/// The method by which the numbers were obtained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DramaMethod {
    /// From the exact solution.
    Exact {
        /// The number of its states.
        states: usize,
    },
    /// From sampled fights.
    Sampled {
        /// The fights that were sampled.
        sampling: Sampling,
        /// The division of their continuations.
        nested: Nested,
    },
}

/// An expected value of fights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measure {
    /// The expected value, or its estimate.
    pub mean: f64,
    /// The interval of an estimate; `None` for an exact value, and of a single fight.
    #[serde(flatten)]
    pub interval: Option<Interval>,
}

/// The fewest fights whose mean has an interval.
const FEWEST: usize = 5;

impl Measure {
    /// An estimate without an interval, since its error is no matter of chance alone.
    const fn rough(self) -> Self {
        Self { interval: None, ..self }
    }

    const fn exact(mean: f64) -> Self {
        Self { mean, interval: None }
    }

    /// Student's interval for the mean of numbers of independent fights; `None` of fewer than [`FEWEST`], and of numbers that do not vary.
    fn of(numbers: &[f64], confidence: f64) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count.max(1.0);
        let varies = numbers.iter().any(|number| number.total_cmp(&numbers[0]).is_ne());
        let interval = (numbers.len() >= FEWEST && varies).then(|| {
            let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
            let error = (squares / (count - 1.0) / count).sqrt();
            let reach = student(numbers.len() as u64 - 1, confidence) * error;
            Interval { lo: (mean - reach).max(0.0), hi: mean + reach }
        });
        Self { mean, interval }
    }
}

/// The shares of fights that go on, and that are open, after a round.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AfterRound {
    /// The round; 0 is the set-up.
    pub round: u32,
    /// The share of fights that go on after it.
    pub going_on: Share,
    /// The share of fights that go on and are open: the odds of the party are from 10 % to 90 %. An estimate takes the estimated odds,
    /// and has no interval.
    pub open: Share,
}

/// The changes of the odds during the fights of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Drama {
    /// The scenario's name.
    pub scenario: String,
    /// Its system.
    pub system: &'static str,
    /// The method by which the numbers were obtained.
    pub method: DramaMethod,
    /// The expected sum of the absolute changes of the odds at the steps of a fight.
    pub surprise: Measure,
    /// The surprise before the error of the odds was taken off, which makes it too large; `None` if the odds are exact.
    pub uncorrected_surprise: Option<f64>,
    /// The expected sum of the standard deviations of the odds after each step.
    pub suspense: Measure,
    /// The expected number of times that the odds cross 50 %. An estimate counts those that are clear by one standard error, and has no
    /// interval.
    pub crossings: Measure,
    /// The expected number of steps of a fight.
    pub steps: Measure,
    /// The expected number of rounds of a fight.
    pub rounds: f64,
    /// By side: the share of fights that it wins after its odds were below 10 % at some moment. An estimate counts those that are clear by
    /// one standard error, and has no interval.
    pub comebacks: [Share; 2],
    /// By round, the set-up first, as long as fights go on.
    pub after_rounds: Vec<AfterRound>,
}

impl Drama {
    pub(super) fn exact(name: &str, system: &'static str, drama: &exact::Drama) -> Self {
        let share = |share: f64| Share { count: None, share: share.clamp(0.0, 1.0), interval: None };
        let after = |(round, after): (u32, &exact::AfterRound)| AfterRound {
            round,
            going_on: share(after.going_on),
            open: share(after.open),
        };
        Self {
            scenario: name.to_owned(),
            system,
            method: DramaMethod::Exact { states: drama.states },
            surprise: Measure::exact(drama.surprise),
            uncorrected_surprise: None,
            suspense: Measure::exact(drama.suspense),
            crossings: Measure::exact(drama.crossings),
            steps: Measure::exact(drama.steps),
            rounds: drama.after_rounds.iter().map(|after| after.going_on).sum(),
            comebacks: drama.comebacks.map(share),
            after_rounds: (0..).zip(&drama.after_rounds).map(after).collect(),
        }
    }

    pub(super) fn sampled(
        name: &str,
        system: &'static str,
        sampling: Sampling,
        nested: Nested,
        fights: &[OfFight],
    ) -> Self {
        let confidence = sampling.confidence;
        let numbers = |number: &dyn Fn(&OfFight) -> f64| -> Vec<f64> { fights.iter().map(number).collect() };
        let measure = |number: &dyn Fn(&OfFight) -> f64| Measure::of(&numbers(number), confidence);
        let all = fights.len() as u64;
        let share = |is_it: &dyn Fn(&OfFight) -> bool| {
            let count = fights.iter().filter(|fight| is_it(fight)).count() as u64;
            let interval = Some(wilson(count, all, confidence));
            Share { count: Some(count), share: count as f64 / all.max(1) as f64, interval }
        };
        let rough = |is_it: &dyn Fn(&OfFight) -> bool| Share { count: None, interval: None, ..share(is_it) };
        let longest = fights.iter().map(|fight| fight.open.len()).max().unwrap_or(0);
        let after = |round: usize| AfterRound {
            round: round as u32,
            going_on: share(&|fight| fight.open.len() > round),
            open: rough(&|fight| fight.open.get(round) == Some(&true)),
        };
        Self {
            scenario: name.to_owned(),
            system,
            method: DramaMethod::Sampled { sampling, nested },
            surprise: measure(&|fight| fight.surprise),
            uncorrected_surprise: Some(measure(&|fight| fight.uncorrected).mean),
            suspense: measure(&|fight| fight.suspense),
            crossings: measure(&|fight| f64::from(fight.crossings)).rough(),
            steps: measure(&|fight| f64::from(fight.steps)),
            rounds: measure(&|fight| fight.open.len() as f64).mean,
            comebacks: Side::ALL.map(|side| rough(&|fight| fight.comeback == Some(side))),
            after_rounds: (0..=longest).map(after).collect(),
        }
    }

    /// The first round, 0 for the set-up, after which fewer than half of all fights are open.
    pub fn decided_by(&self) -> u32 {
        let first = self.after_rounds.iter().find(|after| after.open.share < 0.5);
        first.or(self.after_rounds.last()).map_or(0, |after| after.round)
    }

    /// The findings for a designer, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let by = match self.decided_by() {
            0 => "After the set-up".to_owned(),
            round => format!("After round {round}"),
        };
        let decided = format!(
            "{by} fewer than half of the fights are open, with odds of the party from 10% to 90%; they last {:.1} rounds on average.",
            self.rounds
        );
        let comebacks = self.comebacks_of_both();
        let turns = match (1.0 / comebacks).round() {
            _ if comebacks < 1e-9 => match self.method {
                DramaMethod::Exact { .. } => "No fight turns around: nobody wins whose odds were below 10%.".to_owned(),
                DramaMethod::Sampled { sampling, .. } => {
                    format!(
                        "None of the {} that were followed was won by a side whose odds were below 10%.",
                        encounters(sampling.encounters)
                    )
                }
            },
            one_in if one_in <= 1000.0 => {
                format!("One fight in {one_in:.0} turns around: it is won by a side whose odds were below 10%.")
            }
            _ => {
                "Fewer than one fight in 1,000 turns around: it is won by a side whose odds were below 10%.".to_owned()
            }
        };
        let open = self.after_rounds.first().map_or(0.0, |after| after.open.share);
        let start = format!("After the set-up {:.0}% of them are open.", 100.0 * open);
        vec![decided, turns, start]
    }

    /// The share of fights that a side wins whose odds were below 10 % at some moment.
    pub fn comebacks_of_both(&self) -> f64 {
        self.comebacks.iter().map(|share| share.share).sum()
    }
}

/// As one object: `scenario, system, method, [states | seed, encounters, alternatives, continuations, confidence], surprise,
/// [uncorrected_surprise], suspense, crossings, steps, rounds, decided_by, comebacks, after_rounds`.
impl Serialize for Drama {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Comebacks {
            party: Share,
            enemies: Share,
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system)?;
        match self.method {
            DramaMethod::Exact { states } => {
                map.serialize_entry("method", "exact")?;
                map.serialize_entry("states", &states)?;
            }
            DramaMethod::Sampled { sampling, nested } => {
                map.serialize_entry("method", "sample")?;
                map.serialize_entry("seed", &sampling.seed)?;
                map.serialize_entry("encounters", &sampling.encounters)?;
                map.serialize_entry("alternatives", &nested.alternatives)?;
                map.serialize_entry("continuations", &nested.continuations)?;
                map.serialize_entry("confidence", &sampling.confidence)?;
            }
        }
        map.serialize_entry("surprise", &self.surprise)?;
        if let Some(uncorrected) = self.uncorrected_surprise {
            map.serialize_entry("uncorrected_surprise", &uncorrected)?;
        }
        map.serialize_entry("suspense", &self.suspense)?;
        map.serialize_entry("crossings", &self.crossings)?;
        map.serialize_entry("steps", &self.steps)?;
        map.serialize_entry("rounds", &self.rounds)?;
        map.serialize_entry("decided_by", &self.decided_by())?;
        let [party, enemies] = self.comebacks;
        map.serialize_entry("comebacks", &Comebacks { party, enemies })?;
        map.serialize_entry("after_rounds", &self.after_rounds)?;
        map.end()
    }
}
