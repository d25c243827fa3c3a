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

use std::path::PathBuf;

use equipoise_engine::exact::{Budget, Observer, Solution, Unsolved};
use equipoise_engine::scenario::Band;
use equipoise_engine::{EncounterIndex, Seed};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::kernel::job::{Job, Piece, Player, Untaken, drive};
use crate::kernel::run::{BATCH, Watch};
use crate::kernel::tally::Tally;
use crate::record::{Taken, text};
use crate::registry::System;
use crate::stats::Interval;
use crate::studies::fights::Fights;
use crate::studies::load::Loaded;
use crate::studies::method::{Limits, Method};
use crate::studies::precision::Looks;

pub mod ask;
mod exact;
mod expected;
mod judge;
mod refused;
mod telling;

pub use expected::{Asked, Expected, Mirror, Wanted, wanted};
pub(crate) use judge::verdict_on;
pub use judge::{Judge, Look, Verdict};
pub use refused::{ERROR, Refused};

/// The settings by which expectations are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The master seed.
    pub seed: Seed,
    /// The method by which the numbers come about.
    pub method: Method<Sampling>,
}

/// The settings by which encounters are judged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The confidence of all verdicts of a scenario together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The number of encounters at which to give up undecided, of the scenario and of each side against itself.
    pub max_encounters: u64,
}

/// An expectation with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The expectation.
    pub expected: Expected,
    /// The result of the look that decided it, or of the last one.
    pub look: Look,
    /// The number of states of the exact solution that the number comes from; `None` for a sampled one.
    pub states: Option<usize>,
    /// Of one that failed, the first encounter that lies beyond the band.
    pub telling: Option<EncounterIndex>,
}

/// The results of the expectations of a scenario. As JSON: `scenario, system, seed, confidence, max_encounters,
/// encounters, verdict, [partial,] expectations`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    /// The name of the scenario.
    pub scenario: String,
    /// The name of its text in diagnostics.
    pub source: String,
    /// The path of its file.
    pub file: PathBuf,
    /// The system that resolves it.
    pub system: System,
    /// The settings by which it was judged.
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

    /// The number of expectations with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.look.verdict == verdict).count()
    }
}

/// A scenario with what its file expects, ready to be tested.
pub struct Test<'a> {
    /// The scenario.
    pub scenario: &'a Loaded,
    /// The expectations of its file.
    pub wanted: &'a Wanted,
}

/// A test as a job. Its cells are the scenario and the sides against themselves of which something is expected.
pub struct TestJob<'a> {
    test: Test<'a>,
    settings: Settings,
    streams: Vec<Stream<'a>>,
    /// Whether the encounters of the scenario are played elsewhere alone.
    is_elsewhere: bool,
}

/// Fights of one kind, and what is expected of them: those of the scenario, or of a side against itself.
struct Stream<'a> {
    fights: &'a dyn Fights,
    /// The expectations, by their indices in the file.
    expected: Vec<(usize, &'a Expected)>,
    /// Whether an encounter of it can be played again by its index.
    is_scenario: bool,
    state: State,
}

/// The progress of a stream.
enum State {
    /// Nothing is played of it before those ahead of it are judged; what was counted elsewhere.
    Waiting(Taken<Tally>),
    Looking(Judge, Box<Looks<Tally>>),
    Solved(Solution),
    /// An interrupt came before it.
    Unjudged,
}

impl<'a> Test<'a> {
    /// The test as a job; solves what is to be solved. The observer watches exact solutions and may stop them. `elsewhere` are
    /// counts of the scenario, of which no others are played then.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes more than its budget.
    ///
    /// # Panics
    /// If encounters from both sides of a look were counted together elsewhere.
    pub fn job(
        self,
        settings: &Settings,
        elsewhere: Option<Taken<Tally>>,
        observer: &dyn Observer,
    ) -> Result<TestJob<'a>, Unsolved> {
        let is_elsewhere = elsewhere.is_some();
        let mut streams = self.streams(elsewhere);
        let mut is_interrupted = false;
        for stream in &mut streams {
            let solved = match settings.method {
                _ if is_interrupted => Err(Unsolved::Interrupted),
                Method::Sample(_) => continue,
                Method::Exact { limits } => stream.fights.solution(limits.into(), observer),
                Method::Auto { limits, .. } => stream.fights.solution(in_proportion(limits), observer),
            };
            stream.state = match (solved, settings.method) {
                (Ok(solution), _) => State::Solved(solution),
                (Err(Unsolved::Interrupted), _) => {
                    is_interrupted = true;
                    State::Unjudged
                }
                (Err(_), Method::Auto { .. }) => continue,
                (Err(unsolved), _) => return Err(unsolved),
            };
        }
        let mut job = TestJob { test: self, settings: *settings, streams, is_elsewhere };
        if is_interrupted {
            job.streams.iter_mut().filter(|stream| matches!(stream.state, State::Waiting(_))).for_each(|stream| {
                stream.state = State::Unjudged;
            });
        }
        job.begin_next();
        Ok(job)
    }

    /// Judges every expectation on the current rayon pool. After an interrupt there is a result all the same.
    ///
    /// # Errors
    /// As for [`job`](Self::job).
    pub fn judge(
        self,
        settings: &Settings,
        elsewhere: Option<Taken<Tally>>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<Tested, Unsolved> {
        let mut job = self.job(settings, elsewhere, observer)?;
        if !job.wanted().is_empty() {
            (watch.progress)(0);
        }
        drive(&mut job, BATCH, watch);
        Ok(job.so_far(watch))
    }

    fn streams(&self, elsewhere: Option<Taken<Tally>>) -> Vec<Stream<'a>> {
        let of = |wanted: Option<usize>| {
            let is_of = |expected: &&Expected| self.wanted.mirror_of(expected.asked) == wanted;
            let list = self.wanted.expected.iter().enumerate();
            list.filter(|(_, expected)| is_of(expected)).collect::<Vec<_>>()
        };
        let nothing = |fights: &dyn Fights| Taken::new(Tally::empty(fights.recordable().cast()));
        let fights = &*self.scenario.fights;
        let state = State::Waiting(elsewhere.unwrap_or_else(|| nothing(fights)));
        let scenario = Stream { fights, expected: of(None), is_scenario: true, state };
        let mirrors = self.wanted.mirrors.iter().enumerate().map(|(index, mirror)| {
            let fights = &*mirror.fights;
            let state = State::Waiting(nothing(fights));
            Stream { fights, expected: of(Some(index)), is_scenario: false, state }
        });
        let all = std::iter::once(scenario).chain(mirrors);
        all.filter(|stream| !stream.expected.is_empty()).collect()
    }
}

/// The budget of an exact solution that is only tried: the search has to be given up as soon as the memory is, or every
/// scenario that cannot be solved would wait for it.
fn in_proportion(limits: Limits) -> Budget {
    let usual = Budget::default();
    let budget = Budget::from(limits);
    Budget { paths: (budget.bytes / (usual.bytes / usual.paths)).min(budget.paths), ..budget }
}

impl TestJob<'_> {
    /// Begins to look at the first stream that waits, once all before it are judged.
    fn begin_next(&mut self) {
        let Some(Sampling { confidence, max_encounters }) = self.settings.method.sampling().copied() else { return };
        let all = self.test.wanted.expected.len() as f64;
        for stream in &mut self.streams {
            if let State::Waiting(taken) = &stream.state {
                let taken = taken.clone();
                let mut judge = stream.judge_of(1.0 - (1.0 - confidence) / all);
                let looks = Looks::new(taken.empty().clone(), max_encounters, taken, |tally| judge.look(tally));
                stream.state = State::Looking(judge, Box::new(looks.expect("no counts from elsewhere cross a look")));
            }
            if !stream.is_judged() {
                return;
            }
        }
    }

    /// The stream that is looked at, by its number.
    fn current(&self) -> Option<(usize, &Looks<Tally>)> {
        self.streams.iter().enumerate().find_map(|(number, stream)| match &stream.state {
            State::Looking(_, looks) if !looks.is_over() => Some((number, &**looks)),
            _ => None,
        })
    }

    /// The result so far for every expectation: as after an interrupt, if encounters are missing. `watch` is for the
    /// search of telling encounters.
    pub fn so_far(&self, watch: &Watch) -> Tested {
        let mut judged: Vec<Option<Judged>> = vec![None; self.test.wanted.expected.len()];
        for stream in &self.streams {
            for ((index, _), one) in stream.expected.iter().zip(stream.judged(self.settings.seed, watch)) {
                judged[*index] = Some(one);
            }
        }
        Tested {
            scenario: self.test.scenario.name.clone(),
            source: self.test.wanted.source.clone(),
            file: self.test.scenario.path.clone(),
            system: self.test.scenario.system,
            settings: self.settings,
            encounters: self.finished(),
            judged: judged.into_iter().map(|one| one.expect("every expectation is of one stream")).collect(),
            is_interrupted: !self.streams.iter().all(Stream::is_judged),
        }
    }
}

impl Job for TestJob<'_> {
    type Counts = Tally;
    type Result = Tested;

    fn wanted(&self) -> Vec<Piece> {
        let Some((number, looks)) = self.current() else { return Vec::new() };
        if self.is_elsewhere && self.streams[number].is_scenario {
            return Vec::new();
        }
        looks.wanted().into_iter().map(|range| Piece::of_cell(number, range)).collect()
    }

    fn player(&self, piece: &Piece) -> Box<dyn Player<Tally> + '_> {
        self.streams[piece.cells[0]].fights.playable().player(self.settings.seed)
    }

    fn take(&mut self, piece: &Piece, counts: Tally) -> Result<(), Untaken> {
        let unwanted = || Untaken::Unwanted { range: piece.range.clone() };
        let [number] = piece.cells[..] else { return Err(unwanted()) };
        let is_elsewhere = self.is_elsewhere;
        let is_played = |stream: &&mut Stream| !(is_elsewhere && stream.is_scenario);
        let stream = self.streams.get_mut(number).filter(is_played).ok_or_else(unwanted)?;
        let State::Looking(judge, looks) = &mut stream.state else { return Err(unwanted()) };
        looks.take(&piece.range, counts, |tally| judge.look(tally))?;
        self.begin_next();
        Ok(())
    }

    fn result(&self) -> Option<Tested> {
        self.streams.iter().all(Stream::is_judged).then(|| self.so_far(&Watch::none()))
    }

    fn finished(&self) -> u64 {
        let encounters = self.streams.iter().map(|stream| match &stream.state {
            // Nothing was played here of encounters that were played elsewhere and not looked at.
            State::Looking(_, looks) if self.is_elsewhere && stream.is_scenario => looks.seen().encounters,
            State::Looking(_, looks) => looks.first().encounters,
            State::Waiting(_) | State::Solved(_) | State::Unjudged => 0,
        });
        encounters.fold(0, u64::saturating_add)
    }
}

impl Stream<'_> {
    fn is_judged(&self) -> bool {
        match &self.state {
            State::Looking(_, looks) => looks.is_over(),
            State::Solved(_) => true,
            State::Waiting(_) | State::Unjudged => false,
        }
    }

    /// Every expectation of the stream with what is known of it.
    fn judged(&self, seed: Seed, watch: &Watch) -> Vec<Judged> {
        let cast = self.fights.recordable().cast();
        let unseen = self.judge_of(0.0);
        let (judge, states) = match &self.state {
            State::Solved(solution) => (&unseen, Some(solution)),
            State::Looking(judge, _) => (judge, None),
            State::Waiting(_) | State::Unjudged => (&unseen, None),
        };
        let judged = |((_, expected), look): (&(usize, &Expected), &Look)| {
            let look = states
                .map_or_else(|| look.clone(), |solution| exact::look(expected.asked, expected.band, &cast, solution));
            let searched = if states.is_some() { telling::SEARCHED } else { look.encounters };
            let telling = self.telling(expected, &look, seed, searched, watch);
            Judged { expected: (*expected).clone(), look, states: states.map(|solution| solution.states), telling }
        };
        self.expected.iter().zip(judge.looks()).map(judged).collect()
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
        // An open bound is infinite here and null in JSON.
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
