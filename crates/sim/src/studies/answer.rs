//! The answer about one scenario: sampled, solved, or solved where that is possible; held against the exact solution on
//! request.

use std::ops::Range;
use std::path::PathBuf;
use std::{fmt, iter};

use equipoise_engine::exact::{Observer, Unsolved};
use equipoise_engine::scenario::Override;
use equipoise_engine::{EncounterIndex, SEED_CONTRACT, Seed};
use serde::Serialize;

use crate::kernel::job::{Job, Piece, Player, Untaken, drive};
use crate::kernel::run::{BATCH, Run, Watch};
use crate::kernel::tally::Tally;
use crate::record::{CellNumber, Part, Shard, ShardSource, VERSION};
use crate::studies::cells::Cells;
use crate::studies::load::{Loaded, Loader, shown_path};
use crate::studies::method::{Extent, Limits, Method, Sampling};
use crate::studies::precision::{Precise, Precision, ToPrecision};
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::report::{Intervals, Method as ReportMethod, PrecisionGoal, Report};
use crate::studies::study::{Run as RunStudy, Study, StudyError};
use crate::studies::ways::{Ways, ways};

mod check;

pub use crate::studies::study::Unanswered;
pub use check::{Check, Compared};

/// The results of one scenario, and what is to be known about them. As JSON it is its report, with `check` added where it
/// was asked for, then `ways`, and with `provenance`.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The results.
    #[serde(flatten)]
    pub report: Report,
    /// The deviation of a sample from the exact solution, if that was asked for and could be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// The results of the party with other ways to play, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<Ways>,
    /// The provenance of the results.
    pub provenance: Provenance,
    /// Remarks on how the results came about.
    #[serde(skip)]
    pub notes: Vec<Note>,
    /// The counts of the sample; `None` for exact results.
    #[serde(skip)]
    pub tally: Option<Tally>,
    /// The cell of a sweep to which the answer belongs, if it belongs to one.
    #[serde(skip)]
    pub cell: Option<CellNumber>,
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
    /// The overrides that were applied to it.
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
        /// The number of shards.
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

/// Solves or samples a scenario. The observer watches a solution, and may stop it; `watch` is for encounters, and hears of 0
/// before they are played.
///
/// # Errors
/// If the exact solution is wanted and takes too much, or if it was interrupted. An interrupted sample is an answer
/// all the same.
pub fn answer(
    scenario: &Loaded,
    method: &Method,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    answer_after(None, scenario, method, observer, watch)
}

/// As [`answer`], but some encounters of the sample were played before, and `before` has their counts. They are among the encounters that are asked
/// for; if a precision is asked for, they are the first ones. The answer is the same as if a single call had played all of them.
///
/// # Errors
/// As for [`answer`].
///
/// # Panics
/// If some encounters of `before` are not asked for.
pub fn answer_after(
    before: Option<&Part<Tally>>,
    scenario: &Loaded,
    method: &Method,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    match method {
        Method::Sample(sampling) => Ok(sample(before, scenario, sampling, watch)),
        Method::Exact { limits } => exact(scenario, *limits, observer),
        Method::Auto { limits, sampling } => match solve(scenario, *limits, observer) {
            Ok(report) => Ok(Answer::exact(report, scenario, *limits)),
            Err(Unsolved::Interrupted) => Err(Unanswered::Interrupted),
            Err(unsolved) => {
                let mut answer = sample(before, scenario, sampling, watch);
                answer.notes.push(Note::Sampled(unsolved));
                Ok(answer)
            }
        },
    }
}

/// Solves a scenario.
///
/// # Errors
/// If that takes too much, or was interrupted.
pub fn exact(scenario: &Loaded, limits: Limits, observer: &dyn Observer) -> Result<Answer, Unanswered> {
    let solved = solve(scenario, limits, observer);
    solved
        .map(|report| Answer::exact(report, scenario, limits))
        .map_err(|unsolved| Unanswered::new(&scenario.name, unsolved))
}

pub(crate) fn solve(scenario: &Loaded, limits: Limits, observer: &dyn Observer) -> Result<Report, Unsolved> {
    scenario.fights.solve(&scenario.name, limits.into(), observer)
}

/// A sample, as far as it was played.
pub(crate) struct Sample {
    pub(crate) seed: Seed,
    pub(crate) confidence: f64,
    pub(crate) tally: Tally,
    /// The indices of the encounters that were played; one empty range where there are none.
    pub(crate) ranges: Vec<Range<u64>>,
    /// Whether these are all that were to be played.
    pub(crate) complete: bool,
    /// The precision to which encounters were played, and whether it was reached; `None` if none was asked for.
    pub(crate) precision: Option<PrecisionGoal>,
}

impl Sample {
    /// The sample that a shard holds; `confidence`, in 0..1, is that of every interval by itself.
    pub(crate) fn of_shard(shard: &Shard, confidence: f64) -> Self {
        let (tally, ranges, complete) = (shard.tally.clone(), shard.played(), shard.complete);
        Self { seed: Seed(shard.seed), confidence, tally, ranges, complete, precision: None }
    }

    /// The results, under the names of the scenario and its system.
    pub(crate) fn report(&self, names: (&str, &str)) -> Report {
        let &Self { confidence, precision, complete, .. } = self;
        let intervals = if precision.is_some() { Intervals::Anytime } else { Intervals::Fixed };
        let (ranges, encounters) = (self.ranges.clone(), self.tally.encounters);
        let seed = self.seed.0;
        let method = ReportMethod::Sampled { seed, ranges, encounters, confidence, intervals, precision, complete };
        Report::of_tally(names, method, &self.tally, confidence, intervals)
    }

    /// The method that was asked for.
    fn method(&self) -> Method {
        let encounters = match self.precision {
            // After an interrupt, the encounters that were played are all there can be.
            Some(PrecisionGoal { half_width, max_encounters, .. }) => Extent::Precision {
                half_width,
                max_encounters: if self.complete { max_encounters } else { self.tally.encounters },
            },
            None => Extent::Ranges(self.ranges.clone()),
        };
        Method::Sample(Sampling::of(self.seed, encounters, self.confidence))
    }

    /// The answer that it gives about a loaded scenario.
    pub(crate) fn answer(self, scenario: &Loaded) -> Answer {
        let provenance = provenance(scenario, self.method());
        self.answer_as((&scenario.name, scenario.system.name()), provenance)
    }

    /// The same, with the first encounter that was played.
    fn first_answer(self, scenario: &Loaded) -> Answer {
        let (path, changes, seed) = (scenario.path.clone(), scenario.changes.clone(), self.seed);
        let index = EncounterIndex(self.ranges.first().map_or(0, |range| range.start));
        Answer { first: Some(Played { path, changes, seed, index }), ..self.answer(scenario) }
    }

    /// The answer that it gives about a scenario which is known from shards.
    pub(crate) fn answer_of(self, shard: &Shard) -> Answer {
        let ShardSource { path, overrides, files } = shard.source.clone();
        let study =
            Study::Run(RunStudy { scenario: path.clone(), overrides: overrides.clone(), method: self.method() });
        let understood = Understood { path, system: shard.system.clone(), canonical: shard.canonical.clone() };
        let provenance =
            Provenance { commit: shard.commit.clone(), scenarios: vec![understood], overrides, files, study };
        Answer { cell: shard.cell, ..self.answer_as((&shard.scenario, &shard.system), provenance) }
    }

    fn answer_as(self, names: (&str, &str), provenance: Provenance) -> Answer {
        let note = self.precision.and_then(|goal| note(goal, self.complete));
        let report = self.report(names);
        Answer {
            is_interrupted: !self.complete,
            notes: note.into_iter().collect(),
            tally: Some(self.tally),
            ..Answer::new(report, provenance)
        }
    }
}

fn sample(before: Option<&Part<Tally>>, scenario: &Loaded, sampling: &Sampling, watch: &Watch) -> Answer {
    (watch.progress)(0);
    let mut job = SampleJob::after(before, scenario, sampling);
    drive(&mut job, BATCH, watch);
    job.so_far()
}

/// The note on a precision; `None` if an interrupt came before it.
fn note(goal: PrecisionGoal, complete: bool) -> Option<Note> {
    match (goal.reached, complete) {
        (true, _) => Some(Note::PrecisionReached(goal.half_width)),
        (false, true) => Some(Note::PrecisionMissed(goal.half_width)),
        (false, false) => None,
    }
}

/// A sample of a scenario, as a job of one cell.
pub struct SampleJob<'a> {
    scenario: &'a Loaded,
    sampling: &'a Sampling,
    state: SampleState<'a>,
}

enum SampleState<'a> {
    Ranges(Cells<'a>),
    Precision(Box<ToPrecision<'a>>),
}

impl<'a> SampleJob<'a> {
    /// The sample, after encounters of it that were counted before; where a precision is wanted, they are the first ones, and no
    /// look at them would have ended it.
    ///
    /// # Panics
    /// If some of them are not asked for.
    pub fn after(before: Option<&Part<Tally>>, scenario: &'a Loaded, sampling: &'a Sampling) -> Self {
        let (seed, extent, confidence) = (Seed(sampling.seed), &sampling.encounters, sampling.confidence);
        let (fights, empty) = (scenario.fights.playable(), Tally::empty(scenario.fights.recordable().cast()));
        let state = match extent {
            Extent::Ranges(ranges) => {
                let mut cells = Cells::new([(fights, empty)], seed, ranges);
                if let Some(before) = before {
                    cells.take_part(0, before).expect("encounters that are asked for");
                }
                SampleState::Ranges(cells)
            }
            &Extent::Precision { half_width, max_encounters } => {
                let precision = Precision { half_width, max_encounters, confidence };
                let before = before.map_or(empty, |before| before.counts.clone());
                SampleState::Precision(Box::new(ToPrecision::new(fights, seed, precision, before)))
            }
        };
        Self { scenario, sampling, state }
    }

    /// The answer of what was counted so far: as after an interrupt, if encounters are missing.
    pub fn so_far(&self) -> Answer {
        let (seed, extent) = (Seed(self.sampling.seed), &self.sampling.encounters);
        let confidence = self.sampling.confidence;
        let (tally, ranges, complete, precision) = match (&self.state, extent) {
            (SampleState::Ranges(cells), Extent::Ranges(asked)) => {
                let taken = cells.counted().next().expect("one cell");
                let start = asked.first().map_or(0, |range| range.start);
                let ranges = Some(taken.ranges()).filter(|ranges| !ranges.is_empty());
                let ranges = ranges.unwrap_or_else(|| iter::once(start..start).collect());
                (taken.total(), ranges, cells.wanted().is_empty(), None)
            }
            (SampleState::Precision(job), &Extent::Precision { half_width, max_encounters }) => {
                let Precise { run, reached } = job.so_far();
                let goal = PrecisionGoal { half_width, max_encounters, reached };
                (run.tally, vec![run.range], run.complete, Some(goal))
            }
            _ => unreachable!("the state is that of the extent"),
        };
        Sample { seed, confidence, tally, ranges, complete, precision }.first_answer(self.scenario)
    }
}

impl Job for SampleJob<'_> {
    type Counts = Tally;
    type Result = Answer;

    fn wanted(&self) -> Vec<Piece> {
        match &self.state {
            SampleState::Ranges(cells) => cells.wanted(),
            SampleState::Precision(job) => job.wanted(),
        }
    }

    fn player(&self, _: &Piece) -> Box<dyn Player<Tally> + '_> {
        self.scenario.fights.playable().player(Seed(self.sampling.seed))
    }

    fn take(&mut self, piece: &Piece, counts: Tally) -> Result<(), Untaken> {
        match &mut self.state {
            SampleState::Ranges(cells) => cells.take(piece, counts),
            SampleState::Precision(job) => job.take(piece, counts),
        }
    }

    fn result(&self) -> Option<Answer> {
        self.wanted().is_empty().then(|| self.so_far())
    }

    fn finished(&self) -> u64 {
        match &self.state {
            SampleState::Ranges(cells) => cells.finished(),
            SampleState::Precision(job) => job.finished(),
        }
    }
}

impl Report {
    /// The results of a shard, or of several joined: equal to those of a single run over the same encounters.
    pub fn from_shard(shard: &Shard, confidence: f64) -> Self {
        Sample::of_shard(shard, confidence).report((&shard.scenario, &shard.system))
    }
}

/// The provenance of an answer about a scenario.
pub(crate) fn provenance(scenario: &Loaded, method: Method) -> Provenance {
    let (path, overrides) = (scenario.path.clone(), scenario.changes.clone());
    Provenance::new(Study::Run(RunStudy { scenario: path, overrides, method }), [scenario])
}

impl Answer {
    /// Results without anything else to know about them.
    pub fn new(report: Report, provenance: Provenance) -> Self {
        let (check, ways, notes, tally, cell, first) = (None, None, Vec::new(), None, None, None);
        Self { report, check, ways, provenance, notes, tally, cell, first, is_interrupted: false }
    }

    /// Adds the party's share of wins with each other way to play the scenario `loaded`, which the answer is about, on the dice of the answer's seed.
    /// Adds nothing unless the answer is that of a sampled run.
    ///
    /// # Errors
    /// As for [`ways`].
    pub fn add_ways(&mut self, loader: Loader, loaded: &Loaded, watch: &Watch) -> Result<(), StudyError> {
        let Study::Run(RunStudy { scenario, overrides, method: Method::Sample(sampling) }) = &mut self.provenance.study
        else {
            return Ok(());
        };
        sampling.ways = true;
        self.ways = Some(ways(loader, loaded, (scenario, overrides), sampling.seed, watch)?);
        Ok(())
    }

    /// The path of the scenario's file, `<stdin>` for the standard input; none where the provenance does not name it.
    pub fn file(&self) -> Option<String> {
        self.provenance.study.scenarios().first().map(|path| shown_path(path))
    }

    /// The report with the path of the scenario's file.
    pub fn report_of_file(&self) -> Report {
        let mut report = self.report.clone();
        report.file = self.file();
        report
    }

    /// The answer that a run of a scenario gives; `confidence`, in 0..1, is that of every interval by itself.
    pub fn of_run(scenario: &Loaded, seed: Seed, run: Run, confidence: f64) -> Self {
        let Run { tally, range, complete } = run;
        let sample = Sample { seed, confidence, tally, ranges: vec![range], complete, precision: None };
        sample.first_answer(scenario)
    }

    pub(crate) fn exact(report: Report, scenario: &Loaded, limits: Limits) -> Self {
        Self::new(report, provenance(scenario, Method::Exact { limits }))
    }

    /// The counts of a sample as a shard, which can be joined with others.
    pub fn shard(&self) -> Option<Shard> {
        let tally = self.tally.clone()?;
        let ReportMethod::Sampled { seed, ranges, complete, precision, confidence, .. } = &self.report.method else {
            return None;
        };
        let [Understood { path, system, canonical }] = self.provenance.scenarios.as_slice() else { return None };
        let Provenance { commit, overrides, files, .. } = &self.provenance;
        let source = ShardSource { path: path.clone(), overrides: overrides.clone(), files: files.clone() };
        Some(Shard {
            version: VERSION.to_owned(),
            commit: commit.clone(),
            seed_contract: SEED_CONTRACT,
            system: system.clone(),
            scenario: self.report.scenario.clone(),
            canonical: canonical.clone(),
            seed: *seed,
            ranges: ranges.iter().filter(|range| !range.is_empty()).cloned().collect(),
            complete: *complete,
            tally,
            source,
            cell: self.cell,
            precision: precision.map(|goal| (goal.half_width, *confidence)),
        })
    }
}
