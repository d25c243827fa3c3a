//! The chance of an event, with how it came about.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Sampling;
use super::split::{Levels, Run};
use crate::output::numbers::{chance as told, confidence, encounters, exact_chance, grouped, one_in, rough};
use crate::stats::Interval;
use crate::stats::interval::wilson;
use crate::stats::mean::student;

/// The number of runs that reached the event below which an estimate has no interval.
const REACHED_MIN: usize = 10;

/// The method by which a chance was obtained.
#[derive(Debug, Clone, PartialEq)]
pub enum RareMethod {
    /// From the exact solution.
    Exact {
        /// The number of its states.
        states: usize,
    },
    /// From independent runs of multilevel splitting; without levels, from whole fights.
    Sampled {
        /// The fights that were asked for.
        sampling: Sampling,
        /// The number of runs.
        runs: u64,
        /// The number of fights that each of them has at each level.
        effort: u64,
        /// The levels of importance in ascending order, the event last.
        levels: Vec<Level>,
        /// The cost, the pilot included, in whole fights: as many have as many steps.
        whole_fights: f64,
        /// The number of whole fights that would tell the chance as precisely; `None` if that is not known.
        worth: Option<f64>,
    },
}

/// A level of importance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Level {
    /// The least importance of a state that has reached it; `None` for the event itself.
    pub importance: Option<f64>,
    /// The portion of fights from the level before that reach it.
    pub portion: f64,
    /// The chance that a fight reaches it.
    pub chance: f64,
}

/// The chance of an event in a scenario's fights.
#[derive(Debug, Clone, PartialEq)]
pub struct Rare {
    /// The scenario's name.
    pub scenario: String,
    /// Its system.
    pub system: &'static str,
    /// The event, as it was written.
    pub event: String,
    /// The method by which the chance was obtained.
    pub method: RareMethod,
    /// The chance that an encounter ends with the event, or its estimate; 0 if it never happened in a sample.
    pub chance: f64,
    /// The interval of an estimate; `None` for an exact chance, and for an estimate from too few runs.
    pub interval: Option<Interval>,
    /// If an estimate has no interval: an upper bound of the chance, with the confidence of an interval's end.
    pub at_most: Option<f64>,
}

impl Rare {
    /// The chance and how it came about, for people.
    pub fn sentences(&self) -> Vec<String> {
        let &Self { chance, interval, at_most, .. } = self;
        let once = || if chance > 0.0 { format!(", {} fights", one_in(chance)) } else { String::new() };
        match &self.method {
            RareMethod::Exact { states } => {
                let states = grouped(*states as u64);
                vec![
                    format!("{}{}", exact_chance(chance), once()),
                    format!("exact, from the {states} states in which a fight can be"),
                ]
            }
            RareMethod::Sampled { sampling, runs, effort, levels, whole_fights, worth } => {
                let found = match (interval, at_most) {
                    (Some(Interval { lo, hi }), _) => {
                        format!("{} ({} to {}){}", told(chance), told(lo), told(hi), once())
                    }
                    (None, Some(at_most)) if chance > 0.0 => {
                        format!("about {}, from too few runs for an interval; at most {}", told(chance), told(at_most))
                    }
                    (None, at_most) => format!("it never happened; at most {}", told(at_most.unwrap_or(1.0))),
                };
                let (seed, confidence) = (sampling.seed, confidence(sampling.confidence));
                let fights = grouped(*effort);
                let at = match levels.len() - 1 {
                    1 => "at one level".to_owned(),
                    count => format!("at each of {count} levels"),
                };
                let how = match levels.len() {
                    1 => format!("{} of seed {seed}; confidence {confidence}", encounters(runs * effort)),
                    _ => format!(
                        "{runs} runs of {fights} fights {at} and at the event, dice of seed {seed}; confidence {confidence}"
                    ),
                };
                let cost = grouped(whole_fights.round() as u64);
                let worth = worth.filter(|_| levels.len() > 1).map(|worth| {
                    let times = rough(worth / whole_fights);
                    format!("as many steps as {cost} whole fights have, and as precise as {} of them: {times} times as many", of_fights(worth))
                });
                [Some(found), Some(how), worth].into_iter().flatten().collect()
            }
        }
    }
}

/// A number of fights, to three digits if it is large.
fn of_fights(number: f64) -> String {
    if number < 1e6 { grouped(number.round() as u64) } else { one_in(1.0 / number).replacen("one in ", "", 1) }
}

/// All runs of a sample.
pub(super) struct Runs {
    pub(super) levels: Levels,
    pub(super) effort: u64,
    pub(super) all: Vec<Run>,
}

/// The estimate of all runs.
pub(super) struct Estimate {
    pub(super) chance: f64,
    pub(super) interval: Option<Interval>,
    pub(super) at_most: Option<f64>,
    pub(super) method: RareMethod,
}

impl Runs {
    pub(super) fn estimate(&self, sampling: Sampling) -> Estimate {
        let Self { levels, effort, all: runs } = self;
        let stages = levels.ascending.len() + 1;
        // By level, what every run says of the chance to reach it.
        let mut reached: Vec<Vec<f64>> = Vec::with_capacity(stages);
        for stage in 0..stages {
            let portion = |run: &Run| run.passed.get(stage).map_or(0.0, |passed| *passed as f64 / *effort as f64);
            let before = |number: usize| reached.last().map_or(1.0, |chances: &Vec<f64>| chances[number]);
            reached.push(runs.iter().enumerate().map(|(number, run)| before(number) * portion(run)).collect());
        }
        let means: Vec<OfRuns> = reached.iter().map(|chances| OfRuns::new(chances, sampling.confidence)).collect();
        let found = *means.last().expect("the event comes after all levels");
        let whole = runs.iter().map(|run| run.steps).sum::<u64>() + levels.steps;
        let fights = effort * runs.len() as u64;
        let (interval, worth) = if stages == 1 {
            let happened = runs.iter().filter_map(|run| run.passed.first()).sum();
            let interval = wilson(happened, fights, sampling.confidence);
            (Some(interval).filter(|_| happened > 0), Some(fights as f64).filter(|_| happened > 0))
        } else {
            let variance = found.error * found.error;
            let worth = found.chance * (1.0 - found.chance) / variance;
            (found.interval, found.interval.map(|_| worth))
        };
        let at_most = interval.is_none().then(|| {
            let whole_fights = runs.iter().filter_map(|run| run.passed.first()).sum();
            let first = wilson(whole_fights, fights, sampling.confidence).hi;
            // A fight that ends with the event has reached every level.
            let bounds = means.iter().filter_map(|mean| mean.interval).map(|interval| interval.hi);
            bounds.fold(first, f64::min)
        });
        let mut before = 1.0;
        let importances = levels.ascending.iter().copied().map(Some).chain([None]);
        let levels_reached = importances.zip(&means).map(|(importance, mean)| {
            let portion = if before > 0.0 { mean.chance / before } else { 0.0 };
            before = mean.chance;
            Level { importance, portion, chance: mean.chance }
        });
        let method = RareMethod::Sampled {
            sampling,
            runs: runs.len() as u64,
            effort: *effort,
            levels: levels_reached.collect(),
            whole_fights: whole as f64 / levels.steps_of_a_fight.max(1.0),
            worth,
        };
        Estimate { chance: found.chance, interval, at_most, method }
    }
}

/// The mean of what independent runs say of a chance.
#[derive(Debug, Clone, Copy)]
struct OfRuns {
    chance: f64,
    /// The standard error.
    error: f64,
    interval: Option<Interval>,
}

impl OfRuns {
    /// The interval reaches as far as Student's does with the effective number of runs (L. Kish, "Survey Sampling", 1965), since few of them may have
    /// most of the estimate, but by a factor: estimates that are products lie farther above the chance than below it. The factor
    /// is that of the logarithm to second order, without the logarithm, which differs between machines.
    fn new(chances: &[f64], confidence: f64) -> Self {
        let count = chances.len() as f64;
        let chance = chances.iter().sum::<f64>() / count;
        let squares: f64 = chances.iter().map(|one| one * one).sum();
        let deviations: f64 = chances.iter().map(|one| (one - chance) * (one - chance)).sum();
        let error = (deviations / (count - 1.0) / count).sqrt();
        let effective = if squares > 0.0 { (count * chance) * (count * chance) / squares } else { 0.0 };
        let reached = chances.iter().filter(|&&one| one > 0.0).count();
        let interval = (reached >= REACHED_MIN && error > 0.0).then(|| {
            let reach = student((effective as u64).max(2) - 1, confidence) * error / chance;
            let factor = 1.0 + reach + reach * reach / 2.0;
            Interval { lo: chance / factor, hi: (chance * factor).min(1.0) }
        });
        Self { chance, error, interval }
    }
}

/// As one object: `scenario, system, event, method, [states | seed, encounters, confidence, runs, effort, whole_fights, worth, levels],
/// chance, lo, hi, at_most`.
impl Serialize for Rare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system)?;
        map.serialize_entry("event", &self.event)?;
        match &self.method {
            RareMethod::Exact { states } => {
                map.serialize_entry("method", "exact")?;
                map.serialize_entry("states", states)?;
            }
            RareMethod::Sampled { sampling, runs, effort, levels, whole_fights, worth } => {
                map.serialize_entry("method", "sample")?;
                map.serialize_entry("seed", &sampling.seed)?;
                map.serialize_entry("encounters", &sampling.encounters)?;
                map.serialize_entry("confidence", &sampling.confidence)?;
                map.serialize_entry("runs", runs)?;
                map.serialize_entry("effort", effort)?;
                map.serialize_entry("whole_fights", whole_fights)?;
                map.serialize_entry("worth", worth)?;
                map.serialize_entry("levels", levels)?;
            }
        }
        map.serialize_entry("chance", &self.chance)?;
        map.serialize_entry("lo", &self.interval.map(|interval| interval.lo))?;
        map.serialize_entry("hi", &self.interval.map(|interval| interval.hi))?;
        map.serialize_entry("at_most", &self.at_most)?;
        map.end()
    }
}
