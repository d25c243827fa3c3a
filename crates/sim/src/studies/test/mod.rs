//! Whether a scenario is what its file expects: each number of `[expect]` held against its band.
//!
//! [`Expected`] are the names and bands of the file, understood. Where the exact solution is within reach, its numbers
//! are compared with the bands. Otherwise encounters are played from index 0, and after a fixed schedule of counts a
//! [`Judge`] looks at the confidence sequence of each number: an expectation passes at the first look whose interval
//! lies within the band, and fails at the first one whose interval lies outside of it. Whatever was decided stays
//! decided. The error is divided among the expectations of a file (Bonferroni), so that the chance of even one wrong
//! verdict is at most one minus the confidence.
//!
//! The expectations of `[expect.mirror]` are about a side against a copy of itself: those are fights of their own.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::exact::{Budget, Observer, Solution, Unsolved};
use equipoise_engine::scenario::Band;
use equipoise_engine::{EncounterIndex, Seed};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::kernel::run::{Plan, Run, Watch};
use crate::record::text;
use crate::registry::System;
use crate::stats::Interval;
use crate::studies::fights::Fights;
use crate::studies::load::Loaded;
use crate::studies::method::{Limits, Method};
use crate::studies::precision::run_looking;

pub mod ask;
mod exact;
mod expected;
mod judge;
mod telling;

pub use expected::{Asked, Expected, Mirror, Wanted, wanted};
pub use judge::{Judge, Look, Verdict};

/// How expectations are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The master seed.
    pub seed: Seed,
    /// How the numbers come about.
    pub method: Method<Sampling>,
}

/// How encounters are judged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The confidence of all verdicts of a scenario together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// Where to give up what is undecided, in encounters of the scenario, and of each side against itself.
    pub max_encounters: u64,
}

/// An expectation with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What was expected.
    pub expected: Expected,
    /// What was found.
    pub look: Look,
    /// How many states the exact solution has that the number comes from; none for a sampled one.
    pub states: Option<usize>,
    /// Of one that failed, the first encounter that lies beyond the band.
    pub telling: Option<EncounterIndex>,
}

/// What came of the expectations of a scenario. As JSON: `scenario, system, seed, confidence, max_encounters,
/// encounters, verdict, [partial,] expectations`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    /// The name of the scenario.
    pub scenario: String,
    /// What diagnostics call its text.
    pub source: String,
    /// The path of its file.
    pub file: PathBuf,
    /// The system that resolves it.
    pub system: System,
    /// How it was judged.
    pub settings: Settings,
    /// The encounters that were played, those of sides against themselves included, and those of a search for a telling
    /// one left out.
    pub encounters: u64,
    /// Every expectation, in the order of the file.
    pub judged: Vec<Judged>,
    /// Whether an interrupt left expectations undecided.
    pub is_interrupted: bool,
}

impl Tested {
    /// The verdict on all of them: one that fails makes all fail, else one that is undecided leaves all undecided.
    pub fn verdict(&self) -> Verdict {
        let count = |verdict| self.count(verdict) > 0;
        match (count(Verdict::Fail), count(Verdict::Undecided)) {
            (true, _) => Verdict::Fail,
            (false, true) => Verdict::Undecided,
            (false, false) => Verdict::Pass,
        }
    }

    /// How many expectations have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.look.verdict == verdict).count()
    }
}

/// A scenario with what its file expects, ready to be tested.
pub struct Test<'a> {
    /// The scenario.
    pub scenario: &'a Loaded,
    /// What its file expects.
    pub wanted: &'a Wanted,
    /// Where its encounters come from, if they were played elsewhere. Those of sides against themselves are played here.
    pub elsewhere: Option<&'a Elsewhere<'a>>,
}

/// What playing a range of encounters would come to; incomplete where they have not been played.
pub type Elsewhere<'a> = dyn Fn(Range<u64>) -> Run + Sync + 'a;

/// Fights of one kind, and what is expected of them: those of the scenario, or of a side against itself.
struct Stream<'a> {
    fights: &'a dyn Fights,
    /// The expectations, by their indices in the file.
    expected: Vec<(usize, &'a Expected)>,
    /// Whether an encounter of it can be played again by its index.
    is_scenario: bool,
    elsewhere: Option<&'a Elsewhere<'a>>,
}

impl Test<'_> {
    /// Judges every expectation. The observer watches exact solutions and may stop them; `watch` is for encounters.
    ///
    /// # Errors
    /// When the exact solution is wanted and takes more than its budget. After an interrupt there is a result all the
    /// same.
    pub fn judge(&self, settings: &Settings, observer: &dyn Observer, watch: &Watch) -> Result<Tested, Unsolved> {
        let expectations = &self.wanted.expected;
        let mut judged: Vec<Option<Judged>> = vec![None; expectations.len()];
        let (mut encounters, mut is_interrupted) = (0_u64, false);
        for stream in self.streams() {
            let progress = |finished: u64| (watch.progress)(encounters.saturating_add(finished));
            let watch = Watch { progress: &progress, ..*watch };
            let played = stream.judge(settings, expectations.len(), is_interrupted, observer, &watch)?;
            encounters = encounters.saturating_add(played.encounters);
            is_interrupted |= played.is_interrupted;
            for ((index, _), one) in stream.expected.iter().zip(played.judged) {
                judged[*index] = Some(one);
            }
        }
        Ok(Tested {
            scenario: self.scenario.name.clone(),
            source: self.wanted.source.clone(),
            file: self.scenario.path.clone(),
            system: self.scenario.system,
            settings: *settings,
            encounters,
            judged: judged.into_iter().map(|one| one.expect("every expectation is of one stream")).collect(),
            is_interrupted,
        })
    }

    fn streams(&self) -> Vec<Stream<'_>> {
        let of = |wanted: Option<usize>| {
            let is_of = |expected: &&Expected| self.wanted.mirror_of(expected.asked) == wanted;
            let list = self.wanted.expected.iter().enumerate();
            list.filter(|(_, expected)| is_of(expected)).collect::<Vec<_>>()
        };
        let scenario =
            Stream { fights: &*self.scenario.fights, expected: of(None), is_scenario: true, elsewhere: self.elsewhere };
        let mirrors = self.wanted.mirrors.iter().enumerate().map(|(index, mirror)| Stream {
            fights: &*mirror.fights,
            expected: of(Some(index)),
            is_scenario: false,
            elsewhere: None,
        });
        let all = std::iter::once(scenario).chain(mirrors);
        all.filter(|stream| !stream.expected.is_empty()).collect()
    }
}

/// How much the exact solution may take that is only tried: the search has to be given up as soon as the memory is, or
/// every scenario that cannot be solved would wait for it.
fn in_proportion(limits: Limits) -> Budget {
    let usual = Budget::default();
    let budget = Budget::from(limits);
    Budget { paths: (budget.bytes / (usual.bytes / usual.paths)).min(budget.paths), ..budget }
}

/// What came of one stream.
struct Played {
    judged: Vec<Judged>,
    encounters: u64,
    is_interrupted: bool,
}

impl Stream<'_> {
    /// `all` is the number of expectations of the file. After an interrupt nothing is solved or played any more.
    fn judge(
        &self,
        settings: &Settings,
        all: usize,
        is_over: bool,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<Played, Unsolved> {
        let seed = settings.seed;
        let solve = |budget: Budget| match self.fights.solution(budget, observer) {
            Ok(solution) => Ok(self.solve(&solution, seed, watch)),
            Err(Unsolved::Interrupted) => Ok(self.unjudged()),
            Err(unsolved) => Err(unsolved),
        };
        match settings.method {
            _ if is_over => Ok(self.unjudged()),
            Method::Sample(sampling) => Ok(self.sample(sampling, seed, all, watch)),
            Method::Exact { limits } => solve(limits.into()),
            Method::Auto { limits, sampling } => {
                Ok(solve(in_proportion(limits)).unwrap_or_else(|_| self.sample(sampling, seed, all, watch)))
            }
        }
    }

    fn solve(&self, solution: &Solution, seed: Seed, watch: &Watch) -> Played {
        let cast = self.fights.recordable().cast();
        let judged = self.expected.iter().map(|(_, expected)| {
            let look = exact::look(expected.asked, expected.band, &cast, solution);
            let telling = self.telling(expected, &look, seed, telling::SEARCHED, watch);
            Judged { expected: (*expected).clone(), look, states: Some(solution.states), telling }
        });
        Played { judged: judged.collect(), encounters: 0, is_interrupted: false }
    }

    fn sample(&self, sampling: Sampling, seed: Seed, all: usize, watch: &Watch) -> Played {
        let Sampling { confidence, max_encounters } = sampling;
        (watch.progress)(0);
        let mut judge = self.judge_of(1.0 - (1.0 - confidence) / all as f64);
        let play = |range: Range<u64>| -> Run {
            if let Some(elsewhere) = self.elsewhere {
                return elsewhere(range);
            }
            let before = range.start;
            let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
            self.fights.run(&Plan::new(seed, range), &Watch { progress: &progress, ..*watch })
        };
        let nothing = play(0..0).tally;
        let run = run_looking(nothing, max_encounters, play, |tally| judge.look(tally));
        let judged = self.expected.iter().zip(judge.looks()).map(|((_, expected), look)| {
            let telling = self.telling(expected, look, seed, look.encounters, watch);
            Judged { expected: (*expected).clone(), look: look.clone(), states: None, telling }
        });
        Played { judged: judged.collect(), encounters: run.tally.encounters, is_interrupted: !run.complete }
    }

    /// What an interrupt leaves of a stream that was not begun.
    fn unjudged(&self) -> Played {
        let judge = self.judge_of(0.0);
        let judged = self.expected.iter().zip(judge.looks());
        let judged = judged.map(|((_, expected), look)| Judged {
            expected: (*expected).clone(),
            look: look.clone(),
            states: None,
            telling: None,
        });
        Played { judged: judged.collect(), encounters: 0, is_interrupted: true }
    }

    fn judge_of(&self, confidence: f64) -> Judge {
        Judge::new(self.expected.iter().map(|(_, expected)| (expected.asked, expected.band)), confidence)
    }

    fn telling(
        &self,
        expected: &Expected,
        look: &Look,
        seed: Seed,
        encounters: u64,
        watch: &Watch,
    ) -> Option<EncounterIndex> {
        if look.verdict != Verdict::Fail || !self.is_scenario {
            return None;
        }
        let condition = telling::beyond(expected, look)?;
        // The search is no part of the work that progress is about.
        let watch = Watch { progress: &|_| (), ..*watch };
        condition.first(self.fights.recordable(), seed, 0..encounters, &watch).ok()
    }
}

/// As JSON: `quantity, at_least, at_most, line, column, verdict, method, value, lo, hi, encounters, states, replay`.
impl Serialize for Judged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { expected, look, states, telling } = self;
        let Band { at_least, at_most } = expected.band;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("quantity", &expected.name)?;
        map.serialize_entry("at_least", &at_least)?;
        map.serialize_entry("at_most", &at_most)?;
        map.serialize_entry("line", &expected.line)?;
        map.serialize_entry("column", &expected.column)?;
        map.serialize_entry("verdict", look.verdict.name())?;
        map.serialize_entry("method", self.method())?;
        map.serialize_entry("value", &look.value)?;
        let Interval { lo, hi } = look.interval.unwrap_or(Interval { lo: f64::NAN, hi: f64::NAN });
        // What nothing bounds is infinite, and null in JSON.
        map.serialize_entry("lo", &Some(lo).filter(|lo| lo.is_finite()))?;
        map.serialize_entry("hi", &Some(hi).filter(|hi| hi.is_finite()))?;
        map.serialize_entry("encounters", &look.encounters)?;
        map.serialize_entry("states", states)?;
        map.serialize_entry("replay", &telling.map(|index| index.0))?;
        map.end()
    }
}

impl Judged {
    /// The word for how the number came about.
    pub const fn method(&self) -> &'static str {
        if self.states.is_some() { "exact" } else { "sampled" }
    }
}

impl Serialize for Tested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Settings { seed, method } = self.settings;
        let sampling = method.sampling();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system.name())?;
        map.serialize_entry("seed", &seed.0)?;
        map.serialize_entry("confidence", &sampling.map(|sampling| sampling.confidence))?;
        map.serialize_entry("max_encounters", &sampling.map(|sampling| sampling.max_encounters))?;
        map.serialize_entry("encounters", &self.encounters)?;
        map.serialize_entry("verdict", self.verdict().name())?;
        if self.is_interrupted {
            map.serialize_entry("partial", &true)?;
        }
        map.serialize_entry("expectations", &self.judged)?;
        map.end()
    }
}

#[cfg(test)]
mod tests;
