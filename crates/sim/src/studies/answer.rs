//! The answer about one scenario: sampled, solved, or solved where that is possible; held against the exact solution on
//! request.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::exact::{Budget, Observer, Unsolved};
use equipoise_engine::scenario::Override;
use equipoise_engine::{EncounterIndex, Seed};
use serde::Serialize;
use thiserror::Error;

use crate::kernel::run::{Plan, Run, Watch};
use crate::kernel::tally::Tally;
#[cfg(feature = "tables")]
use crate::output::{
    files::FileError,
    shard::{Shard, ShardSource},
};
use crate::studies::load::Loaded;
use crate::studies::precision::Precision;
use crate::studies::provenance::Provenance;
use crate::studies::report::{Intervals, Method as ReportMethod, PrecisionGoal, Report};
use crate::studies::study::{Encounters, Method, Run as RunStudy, Study};

mod check;

pub use check::{Check, Compared};

/// How the numbers of an answer are to come about; `S` says what to sample.
#[derive(Debug, Clone, PartialEq)]
pub enum Approach<S = Sampling> {
    /// Encounters are played.
    Sample(S),
    /// Every branch of the dice is followed, within a budget.
    Exact(Budget),
    /// The exact solution where it is within the budget, else a sample.
    Auto(Budget, S),
}

/// What to sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// The master seed.
    pub seed: Seed,
    /// Which encounters to play.
    pub extent: Extent,
    /// The confidence of every interval by itself, in 0..1.
    pub confidence: f64,
}

/// Which encounters of a seed to play.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent {
    /// Those of ranges of indices, which ascend and neither overlap nor touch.
    Ranges(Vec<Range<u64>>),
    /// Those of a range, with one row for each in a Parquet file.
    #[cfg(feature = "tables")]
    Rows {
        /// Their indices.
        range: Range<u64>,
        /// The file.
        path: PathBuf,
    },
    /// The first ones, as many as it takes to know every win share.
    Precision {
        /// The largest half-width that the interval of any win share may have.
        half_width: f64,
        /// Where to stop without the precision, in encounters.
        max_encounters: u64,
    },
}

impl Extent {
    /// How many encounters there will be, if that is known beforehand.
    pub fn encounters(&self) -> Option<u64> {
        match self {
            Self::Ranges(ranges) => Some(ranges.iter().map(length).fold(0, u64::saturating_add)),
            #[cfg(feature = "tables")]
            Self::Rows { range, .. } => Some(length(range)),
            Self::Precision { .. } => None,
        }
    }
}

/// What was played of a scenario before, under the same seed: it need not be played again.
#[derive(Debug, Clone, PartialEq)]
pub struct Before {
    /// The counts.
    pub tally: Tally,
    /// The indices of the encounters: ascending ranges, none empty, neither overlapping nor adjacent.
    pub ranges: Vec<Range<u64>>,
}

impl Before {
    /// The parts of ascending ranges that are still to be played.
    fn rest_of(&self, ranges: &[Range<u64>]) -> Vec<Range<u64>> {
        let mut rest = ranges.to_vec();
        for played in &self.ranges {
            let around =
                |range: Range<u64>| [range.start..range.end.min(played.start), range.start.max(played.end)..range.end];
            rest = rest.into_iter().flat_map(around).filter(|range| !range.is_empty()).collect();
        }
        rest
    }
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// The results of one scenario, and what is to be known about them. As JSON it is its report, with `check` added where it
/// was asked for, and with `provenance`.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The results.
    #[serde(flatten)]
    pub report: Report,
    /// How a sample deviates from the exact solution, where that was asked for and could be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Where the results come from.
    pub provenance: Provenance,
    /// How the results came about.
    #[serde(skip)]
    pub notes: Vec<Note>,
    /// What was counted; none for exact results and for those of joined shards.
    #[serde(skip)]
    pub run: Option<Run>,
    /// The first encounter that was played; none for exact results and for those of joined shards.
    #[serde(skip)]
    pub first: Option<Played>,
    /// Whether an interrupt kept it from being complete: encounters are missing, or the check is.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// All that it takes to play one encounter again.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The path of the scenario.
    pub path: PathBuf,
    /// What was changed in it.
    pub changes: Vec<Override>,
    /// The master seed.
    pub seed: Seed,
    /// The index.
    pub index: EncounterIndex,
}

/// Something to know about how results came about.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// Every win share is known within this half-width.
    PrecisionReached(f64),
    /// The encounters were spent before every win share was known within this half-width.
    PrecisionMissed(f64),
    /// The results are sampled, since the exact solution takes too much.
    Sampled(Unsolved),
    /// The results were not held against the exact solution, for this reason.
    Unchecked(Unsolved),
    /// The results are those of joined shards.
    Joined {
        /// How many shards there were.
        shards: usize,
        /// The encounters of all of them.
        ranges: Vec<Range<u64>>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PrecisionReached(width) => write!(f, "a half-width of {width} for every win share was reached"),
            Self::PrecisionMissed(width) => {
                write!(f, "a half-width of {width} for every win share was not reached: --max-encounters ended the run")
            }
            Self::Sampled(unsolved) => write!(f, "sampled, since the exact solution is out of reach: {unsolved}"),
            Self::Unchecked(Unsolved::Interrupted) => {
                write!(f, "not checked against the exact solution: the run was interrupted")
            }
            Self::Unchecked(unsolved) => write!(f, "not checked against the exact solution: {unsolved}"),
            Self::Joined { shards, ranges } => {
                let ranges: Vec<String> =
                    ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
                let plural = if *shards == 1 { "" } else { "s" };
                write!(f, "joined from {shards} shard{plural}: encounters {}", ranges.join(", "))
            }
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The caller asked to stop before there was anything to report.
    #[error("interrupted")]
    Interrupted,
    /// The exact solution takes more than its budget.
    #[error("{scenario}: {unsolved}")]
    OverBudget {
        /// The scenario's name, with the values of a cell.
        scenario: String,
        /// How far it came.
        unsolved: Unsolved,
    },
    /// The rows of the encounters cannot be written.
    #[cfg(feature = "tables")]
    #[error(transparent)]
    Rows(#[from] FileError),
}

impl Unanswered {
    pub(crate) fn new(scenario: impl Into<String>, unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Interrupted => Self::Interrupted,
            Unsolved::OverBudget { .. } => Self::OverBudget { scenario: scenario.into(), unsolved },
        }
    }

    /// What may help.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::OverBudget { .. } => Some(
                "fewer or smaller combatants, policies without chance and a lower `max_rounds` need fewer states; \
                 --max-memory allows more of them, and `equipoise run` samples instead",
            ),
            #[cfg(feature = "tables")]
            Self::Rows(_) => None,
            Self::Interrupted => None,
        }
    }
}

/// States that the usual memory holds at the least: what a limit of states allows takes memory and paths in proportion.
const USUAL_STATES: usize = 250_000;

/// How much the exact solution may take: the bytes and states asked for, and paths of dice in proportion where that is more
/// than usual.
pub fn budget(bytes: Option<u64>, states: Option<u64>) -> Budget {
    let usual = Budget::default();
    let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
    let bytes_of_states = states.map_or(0, |states| whole(states).saturating_mul(usual.bytes / USUAL_STATES));
    let bytes = bytes.map_or(usual.bytes.max(bytes_of_states), whole);
    let states = states.map_or(usual.states, whole);
    Budget { bytes, states, paths: usual.paths.max(bytes / (usual.bytes / usual.paths)) }
}

/// Solves or samples a scenario. The observer watches a solution, and may stop it; `watch` is for encounters, and hears of 0
/// before they are played.
///
/// # Errors
/// When the exact solution is wanted and takes too much, when it was interrupted, and when rows cannot be written. An
/// interrupted sample is an answer all the same.
pub fn answer(
    scenario: &Loaded,
    approach: &Approach,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    answer_after(None, scenario, approach, observer, watch)
}

/// As [`answer`], where some encounters of the sample were played before. They are among those that are asked for, and the
/// first ones where a precision is. The answer is that of a single call.
///
/// # Errors
/// As for [`answer`].
pub fn answer_after(
    before: Option<&Before>,
    scenario: &Loaded,
    approach: &Approach,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    match approach {
        Approach::Sample(sampling) => sample(before, scenario, sampling, watch),
        Approach::Exact(budget) => exact(scenario, *budget, observer),
        Approach::Auto(budget, sampling) => match solve(scenario, *budget, observer) {
            Ok(report) => Ok(Answer::exact(report, scenario, *budget)),
            Err(Unsolved::Interrupted) => Err(Unanswered::Interrupted),
            Err(unsolved) => {
                let mut answer = sample(before, scenario, sampling, watch)?;
                answer.notes.push(Note::Sampled(unsolved));
                Ok(answer)
            }
        },
    }
}

/// Solves a scenario.
///
/// # Errors
/// When that takes too much, or was interrupted.
pub fn exact(scenario: &Loaded, budget: Budget, observer: &dyn Observer) -> Result<Answer, Unanswered> {
    let solved = solve(scenario, budget, observer);
    solved
        .map(|report| Answer::exact(report, scenario, budget))
        .map_err(|unsolved| Unanswered::new(&scenario.name, unsolved))
}

pub(crate) fn solve(scenario: &Loaded, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved> {
    scenario.fights.solve(&scenario.name, budget, observer)
}

/// What was played of a sample.
struct Sample {
    run: Run,
    /// The indices of the encounters that were played.
    ranges: Vec<Range<u64>>,
    intervals: Intervals,
    precision: Option<PrecisionGoal>,
}

fn sample(
    before: Option<&Before>,
    scenario: &Loaded,
    sampling: &Sampling,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    let Sampling { seed, ref extent, confidence } = *sampling;
    (watch.progress)(0);
    let Sample { run, ranges, intervals, precision } = play(before, scenario, sampling, watch)?;
    let mut report = scenario.fights.report(&scenario.name, &run, seed, confidence, intervals);
    if let ReportMethod::Sampled { ranges: played, precision: goal, .. } = &mut report.method {
        played.clone_from(&ranges);
        *goal = precision;
    }
    let encounters = match extent {
        // Where an interrupt came first, the encounters that were played are all there can be.
        Extent::Precision { half_width, max_encounters } => Encounters::Precision {
            half_width: *half_width,
            max_encounters: if run.complete { *max_encounters } else { run.tally.encounters },
        },
        Extent::Ranges(_) => Encounters::Ranges(ranges.clone()),
        #[cfg(feature = "tables")]
        Extent::Rows { .. } => Encounters::Ranges(ranges.clone()),
    };
    let method = Method::Sample { seed: seed.0, encounters, confidence, check: None };
    let (path, changes) = (scenario.path.clone(), scenario.changes.clone());
    let index = EncounterIndex(ranges.first().map_or(0, |range| range.start));
    Ok(Answer {
        first: Some(Played { path, changes, seed, index }),
        is_interrupted: !run.complete,
        notes: precision.and_then(|goal| note(goal, run.complete)).into_iter().collect(),
        run: Some(run),
        ..Answer::new(report, provenance(scenario, method))
    })
}

/// What is to be known about a precision; nothing yet where an interrupt came before it.
fn note(goal: PrecisionGoal, complete: bool) -> Option<Note> {
    match (goal.reached, complete) {
        (true, _) => Some(Note::PrecisionReached(goal.half_width)),
        (false, true) => Some(Note::PrecisionMissed(goal.half_width)),
        (false, false) => None,
    }
}

#[cfg_attr(not(feature = "tables"), expect(clippy::unnecessary_wraps, reason = "only the rows of encounters can fail"))]
fn play(before: Option<&Before>, scenario: &Loaded, sampling: &Sampling, watch: &Watch) -> Result<Sample, Unanswered> {
    let Sampling { seed, ref extent, confidence } = *sampling;
    let fights = &scenario.fights;
    let fixed = |run: Run, ranges| Sample { run, ranges, intervals: Intervals::Fixed, precision: None };
    Ok(match extent {
        Extent::Ranges(ranges) => {
            let (run, ranges) = match before {
                Some(before) => play_rest(scenario, seed, ranges, before, watch),
                None => play_ranges(scenario, seed, ranges, watch),
            };
            fixed(run, ranges)
        }
        #[cfg(feature = "tables")]
        Extent::Rows { range, path } => {
            let rows = provenance(scenario, Method::ranges(seed, vec![range.clone()], confidence));
            let run = fights.run_streaming(&Plan::new(seed, range.clone()), path, &rows, watch)?;
            let played = run.range.clone();
            fixed(run, vec![played])
        }
        &Extent::Precision { half_width, max_encounters } => {
            let precision = Precision { half_width, max_encounters, confidence };
            let before = before.map(|before| before.tally.clone());
            let precise = fights.run_to_precision(seed, &precision, before, watch);
            let goal = PrecisionGoal { half_width, max_encounters, reached: precise.reached };
            let ranges = vec![precise.run.range.clone()];
            Sample { run: precise.run, ranges, intervals: Intervals::Anytime, precision: Some(goal) }
        }
    })
}

/// As [`play_ranges`], without the encounters that were played before.
fn play_rest(
    scenario: &Loaded,
    seed: Seed,
    ranges: &[Range<u64>],
    before: &Before,
    watch: &Watch,
) -> (Run, Vec<Range<u64>>) {
    let progress = |finished: u64| (watch.progress)(before.tally.encounters.saturating_add(finished));
    let watch = Watch { progress: &progress, ..*watch };
    let (mut run, mut played) = play_ranges(scenario, seed, &before.rest_of(ranges), &watch);
    run.tally.merge(&before.tally);
    played.retain(|range| !range.is_empty());
    played.extend(before.ranges.iter().cloned());
    let played = joined(played);
    run.range = played.first().map_or(0, |range| range.start)..played.last().map_or(0, |range| range.end);
    (run, played)
}

/// Ranges that do not overlap, in ascending order, adjacent ones joined.
fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => joined.push(range),
        }
    }
    joined
}

/// Plays ranges one after the other, and returns what was counted with the ranges that were played: an interrupt leaves out the
/// rest of a range and all ranges after it.
fn play_ranges(scenario: &Loaded, seed: Seed, ranges: &[Range<u64>], watch: &Watch) -> (Run, Vec<Range<u64>>) {
    let (first, others) = ranges.split_first().map_or((0..0, ranges), |(first, others)| (first.clone(), others));
    let mut whole = scenario.fights.run(&Plan::new(seed, first), watch);
    let mut played = vec![whole.range.clone()];
    for range in others {
        if !whole.complete {
            break;
        }
        let before = whole.tally.encounters;
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        let run = scenario.fights.run(&Plan::new(seed, range.clone()), &Watch { progress: &progress, ..*watch });
        whole.tally.merge(&run.tally);
        whole.complete = run.complete;
        if !run.range.is_empty() {
            whole.range.end = run.range.end;
            played.push(run.range);
        }
    }
    whole.complete &= played.len() == ranges.len().max(1);
    (whole, played)
}

/// The provenance of an answer about a scenario.
pub(crate) fn provenance(scenario: &Loaded, method: Method) -> Provenance {
    let (path, overrides) = (scenario.path.clone(), scenario.changes.clone());
    Provenance::new(Study::Run(RunStudy { scenario: path, overrides, method }), [scenario])
}

impl Answer {
    /// Results without anything else to know about them.
    pub fn new(report: Report, provenance: Provenance) -> Self {
        let (check, notes, run, first) = (None, Vec::new(), None, None);
        Self { report, check, provenance, notes, run, first, is_interrupted: false }
    }

    pub(crate) fn exact(report: Report, scenario: &Loaded, budget: Budget) -> Self {
        Self::new(report, provenance(scenario, Method::Exact { limits: budget.into() }))
    }

    /// The counts of a sample as a shard, which can be joined with others.
    #[cfg(feature = "tables")]
    pub fn shard(&self, scenario: &Loaded) -> Option<Shard> {
        let run = self.run.as_ref()?;
        let ReportMethod::Sampled { seed, ranges, .. } = &self.report.method else { return None };
        let canonical = scenario.scenario.canonical(scenario.system.schema());
        let shard = scenario.fights.shard(&scenario.name, &canonical, run, Seed(*seed));
        let (path, overrides) = (scenario.path.clone(), scenario.changes.clone());
        let source = ShardSource { path, overrides, files: scenario.files.clone() };
        let ranges = ranges.iter().filter(|range| !range.is_empty()).cloned().collect();
        Some(Shard { ranges, source, ..shard })
    }
}
