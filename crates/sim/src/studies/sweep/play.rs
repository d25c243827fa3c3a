//! The answers of all cells: solved where that is wanted and possible, else sampled together.

use std::ops::Range;
use std::slice;

use equipoise_engine::Seed;
use equipoise_engine::exact::{Observer, Unsolved};
use serde::{Deserialize, Serialize};

use super::{Cell, CellNumber, grid_number};
use crate::ground::ranges::length;
use crate::kernel::job::{Job, Piece, Player, Untaken, drive};
use crate::kernel::map::map_all;
use crate::kernel::run::{BATCH, Watch};
use crate::kernel::tally::Tally;
use crate::record::{Part, text};
use crate::studies::answer::{Answer, Check, Sample, Unanswered, solve};
use crate::studies::cells::Cells;
use crate::studies::cross::Curve;
use crate::studies::load::Loaded;
use crate::studies::method::{Limits, Method};

/// The encounters to sample in every cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellSampling {
    /// The master seed.
    pub seed: u64,
    /// The indices of the encounters.
    #[serde(with = "text::range")]
    pub range: Range<u64>,
    /// The confidence of every interval by itself, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

impl CellSampling {
    /// The stand-in for a sampling if all cells are solved, and nothing depends on it.
    pub const EXACT: Self = Self { seed: 1, range: 0..0, confidence: 0.95 };
}

/// The cells of a sweep, those answered that the exact solution is wanted and possible for.
#[derive(Clone)]
pub struct OpenCells<'a> {
    cells: &'a [Cell],
    scenarios: &'a [Loaded],
    /// The index of the first cell in the sweep that they are a part of, and the cells of that.
    part_of: (usize, &'a [Cell]),
    /// Whether the cells are a list of points.
    is_list: bool,
    /// The encounters to sample in the cells that are still open.
    sampling: Option<CellSampling>,
    /// By cell.
    answers: Vec<Option<Answer>>,
}

/// The answers of a sweep.
#[derive(Debug, Clone)]
pub struct Swept {
    /// The answers of the cells, in their order. An interrupt leaves some cells out.
    pub answers: Vec<Answer>,
    /// The index of the cell of each answer, ascending.
    pub cells: Vec<usize>,
    /// The number of cells that were to be sampled.
    pub sampled: usize,
    /// The number of these that were sampled to their end.
    pub finished: usize,
    /// By cell, the sums of its groups of encounters; `None` if no crossing is searched for, and in cells that are solved.
    pub curves: Vec<Option<Curve>>,
    /// Whether an interrupt kept it from being complete: cells are missing, or their check is.
    pub is_interrupted: bool,
}

impl<'a> OpenCells<'a> {
    /// Solves the cells as far as the method wants it. `scenarios` are what
    /// [`load_cells`](crate::studies::load::load_cells) makes of the cells.
    ///
    /// # Errors
    /// Every cell that should be solved and takes too much, or the interrupt alone.
    pub fn new(
        cells: &'a [Cell],
        scenarios: &'a [Loaded],
        method: &Method<CellSampling>,
        observer: &(dyn Observer + Sync),
    ) -> Result<Self, Vec<Unanswered>> {
        let (answers, sampling) = match method.clone() {
            Method::Sample(sampling) => (scenarios.iter().map(|_| None).collect(), Some(sampling)),
            Method::Exact { limits } => (solved(scenarios, limits, true, observer)?, None),
            Method::Auto { limits, sampling } => (solved(scenarios, limits, false, observer)?, Some(sampling)),
        };
        Ok(Self { cells, scenarios, part_of: (0, cells), is_list: false, sampling, answers })
    }

    /// The same cells as those from `first` on of a larger sweep, which has all of these.
    #[must_use]
    pub fn part_of(self, first: usize, all: &'a [Cell]) -> Self {
        Self { part_of: (first, all), ..self }
    }

    /// The same cells as a list of points, whose answers have their numbers in it.
    #[must_use]
    pub fn as_list(self, is_list: bool) -> Self {
        Self { is_list, ..self }
    }

    /// The number of encounters that are still to be played, in all open cells together.
    pub fn encounters(&self) -> u64 {
        let encounters = self.sampling.as_ref().map_or(0, |sampling| length(&sampling.range));
        encounters.saturating_mul(self.open().len() as u64)
    }

    /// By cell, whether it is solved.
    pub fn is_solved(&self) -> impl Iterator<Item = bool> {
        self.answers.iter().map(Option::is_some)
    }

    /// The cells without an answer.
    fn open(&self) -> Vec<usize> {
        (0..self.answers.len()).filter(|&cell| self.answers[cell].is_none()).collect()
    }

    /// Samples all open cells together, on the same dice.
    pub fn play(self, watch: &Watch) -> Swept {
        let before: Vec<Option<Part<Tally>>> = self.cells.iter().map(|_| None).collect();
        self.play_after(&before, watch)
    }

    /// As [`play`](Self::play), where some of the encounters that are asked for were played before. The answers are
    /// those of a single call. `before` has an entry for every cell.
    ///
    /// # Panics
    /// If it has not, or encounters that are not asked for.
    pub fn play_after(mut self, before: &[Option<Part<Tally>>], watch: &Watch) -> Swept {
        let open = self.open();
        let finished = self.sampling.take().map_or(0, |sampling| self.sample(&open, before, &sampling, watch));
        self.swept(open.len(), finished)
    }

    /// The answers, where so many of the cells that were to be sampled are finished.
    fn swept(self, sampled: usize, finished: usize) -> Swept {
        let cells = (0..self.answers.len()).filter(|&cell| self.answers[cell].is_some()).collect();
        let (first, all) = self.part_of;
        let (cells_of_all, grid, list) = (all.len(), grid_number(all), self.is_list);
        let label = |((answer, values), index): ((Option<Answer>, &Cell), usize)| {
            let mut answer = answer?;
            let cell = CellNumber { index, cells: cells_of_all, paths: values.len(), grid, list };
            answer.report = answer.report.with_values(values.clone()).with_point(cell.point());
            answer.cell = Some(cell);
            Some(answer)
        };
        let answers = self.answers.into_iter().zip(self.cells).zip(first..).filter_map(label).collect();
        Swept { answers, cells, sampled, finished, curves: Vec::new(), is_interrupted: finished < sampled }
    }

    /// Samples some cells and returns how many were played to their end.
    fn sample(
        &mut self,
        open: &[usize],
        before: &[Option<Part<Tally>>],
        sampling: &CellSampling,
        watch: &Watch,
    ) -> usize {
        let mut job = self.counting(open, sampling);
        for (index, before) in open.iter().map(|&cell| before[cell].as_ref()).enumerate() {
            before.map_or(Ok(()), |before| job.take_part(index, before)).expect("encounters that are asked for");
        }
        drive(&mut job, BATCH, watch);
        self.answer(open, &job, sampling)
    }

    /// The counting of some cells, of which nothing was played.
    fn counting<'b>(&self, open: &[usize], sampling: &'b CellSampling) -> Cells<'b>
    where
        'a: 'b,
    {
        let scenarios = self.scenarios;
        let fights = |&cell: &usize| {
            let fights = &scenarios[cell].fights;
            (fights.playable(), Tally::empty(fights.recordable().cast()))
        };
        Cells::new(open.iter().map(fights), Seed(sampling.seed), slice::from_ref(&sampling.range))
    }

    /// Answers some cells by what was counted of them and returns how many were played to their end.
    fn answer(&mut self, open: &[usize], job: &Cells, sampling: &CellSampling) -> usize {
        let (seed, range, confidence) = (Seed(sampling.seed), &sampling.range, sampling.confidence);
        let mut finished = 0;
        for (&cell, taken) in open.iter().zip(job.counted()) {
            let (tally, ranges) = (taken.total(), taken.ranges());
            let complete = tally.encounters == length(range);
            if ranges.is_empty() && !complete {
                continue;
            }
            finished += usize::from(complete);
            let ranges = if ranges.is_empty() { vec![range.clone()] } else { ranges };
            let sample = Sample { seed, confidence, tally, ranges, complete, precision: None };
            self.answers[cell] = Some(sample.answer(&self.scenarios[cell]));
        }
        finished
    }
}

/// The cells of a sweep that are not solved, as a job: each piece is of one of them, by its index among these.
pub struct SweepJob<'a> {
    cells: OpenCells<'a>,
    open: Vec<usize>,
    sampling: &'a CellSampling,
    counting: Cells<'a>,
}

impl<'a> SweepJob<'a> {
    /// The job, of which nothing was played.
    pub fn new(cells: OpenCells<'a>, sampling: &'a CellSampling) -> Self {
        let open = cells.open();
        let counting = cells.counting(&open, sampling);
        Self { cells, open, sampling, counting }
    }

    /// The answers of what was counted so far: as after an interrupt, if encounters are missing.
    pub fn so_far(&self) -> Swept {
        let mut cells = self.cells.clone();
        let finished = cells.answer(&self.open, &self.counting, self.sampling);
        cells.swept(self.open.len(), finished)
    }
}

impl Job for SweepJob<'_> {
    type Counts = Tally;
    type Result = Swept;

    fn wanted(&self) -> Vec<Piece> {
        self.counting.wanted()
    }

    fn player(&self, piece: &Piece) -> Box<dyn Player<Tally> + '_> {
        self.counting.player(piece)
    }

    fn take(&mut self, piece: &Piece, counts: Tally) -> Result<(), Untaken> {
        self.counting.take(piece, counts)
    }

    fn result(&self) -> Option<Swept> {
        self.wanted().is_empty().then(|| self.so_far())
    }

    fn finished(&self) -> u64 {
        self.counting.finished()
    }
}

/// Tries to solve every scenario, on all threads. Where solutions are required, those that take too much are errors.
fn solved(
    scenarios: &[Loaded],
    limits: Limits,
    is_required: bool,
    observer: &(dyn Observer + Sync),
) -> Result<Vec<Option<Answer>>, Vec<Unanswered>> {
    let (mut answers, mut unanswered) = (Vec::new(), Vec::new());
    let solved = map_all(scenarios, |scenario| solve(scenario, limits, observer));
    for (scenario, solved) in scenarios.iter().zip(solved) {
        match solved {
            Ok(report) => answers.push(Some(Answer::exact(report, scenario, limits))),
            Err(Unsolved::Interrupted) => return Err(vec![Unanswered::Interrupted]),
            Err(unsolved) if is_required => {
                let values: Vec<String> = scenario.changes.iter().map(ToString::to_string).collect();
                unanswered.push(Unanswered::new(format!("{} ({})", scenario.name, values.join(", ")), unsolved));
            }
            Err(_) => answers.push(None),
        }
    }
    if unanswered.is_empty() { Ok(answers) } else { Err(unanswered) }
}

impl Swept {
    /// Holds every cell of a complete sweep against its exact solution, as far as there is one, and returns how many cells
    /// take too much for it.
    ///
    /// # Errors
    /// If it was interrupted: no cell is checked then.
    pub fn check_against_exact(
        &mut self,
        scenarios: &[Loaded],
        limits: Limits,
        observer: &(dyn Observer + Sync),
    ) -> Result<usize, Unsolved> {
        debug_assert_eq!(self.answers.len(), scenarios.len(), "an answer for each cell");
        let solved = map_all(scenarios, |scenario| solve(scenario, limits, observer));
        if solved.contains(&Err(Unsolved::Interrupted)) {
            self.is_interrupted = true;
            return Err(Unsolved::Interrupted);
        }
        let unsolved = solved.iter().filter(|solved| solved.is_err()).count();
        for (answer, solved) in self.answers.iter_mut().zip(solved) {
            answer.was_checked(limits);
            answer.check = solved.ok().map(|exact| Check::new(&answer.report, &exact));
        }
        Ok(unsolved)
    }
}
