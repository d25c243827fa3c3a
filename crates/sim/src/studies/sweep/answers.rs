//! The answers of all cells: solved where that is wanted and possible, else sampled together.

use equipoise_engine::Seed;
use equipoise_engine::exact::{Budget, Observer, Unsolved};

use super::{Cell, CellPlan, run_cells};
use crate::kernel::map::map_all;
use crate::kernel::run::{Run, Watch};
use crate::studies::answer::{Answer, Approach, Before, Check, Unanswered, provenance, solve};
use crate::studies::load::Loaded;
use crate::studies::report::Intervals;
use crate::studies::study::Method;

/// What to sample in every cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellSampling {
    /// The master seed.
    pub seed: Seed,
    /// How many encounters, from index 0.
    pub encounters: u64,
    /// The confidence of every interval by itself, in 0..1.
    pub confidence: f64,
}

/// The cells of a sweep, those answered that the exact solution is wanted and possible for.
pub struct Sweep<'a> {
    cells: &'a [Cell],
    scenarios: &'a [Loaded],
    /// What to sample in the cells that are still open.
    sampling: Option<CellSampling>,
    /// By cell.
    answers: Vec<Option<Answer>>,
}

/// The answers of a sweep.
#[derive(Debug, Clone)]
pub struct Swept {
    /// Those of the cells, in their order. An interrupt leaves some cells out.
    pub answers: Vec<Answer>,
    /// The index of the cell of each answer, ascending.
    pub cells: Vec<usize>,
    /// How many cells were to be sampled.
    pub sampled: usize,
    /// How many of them were sampled to their end.
    pub finished: usize,
    /// Whether an interrupt kept it from being complete: cells are missing, or their check is.
    pub is_interrupted: bool,
}

impl<'a> Sweep<'a> {
    /// Solves the cells as far as the approach wants it. `scenarios` are what [`load_cells`](crate::studies::load::load_cells)
    /// makes of the cells.
    ///
    /// # Errors
    /// Every cell that should be solved and takes too much, or the interrupt alone.
    pub fn new(
        cells: &'a [Cell],
        scenarios: &'a [Loaded],
        approach: &Approach<CellSampling>,
        observer: &(dyn Observer + Sync),
    ) -> Result<Self, Vec<Unanswered>> {
        let (answers, sampling) = match *approach {
            Approach::Sample(sampling) => (scenarios.iter().map(|_| None).collect(), Some(sampling)),
            Approach::Exact(budget) => (solved(scenarios, budget, true, observer)?, None),
            Approach::Auto(budget, sampling) => (solved(scenarios, budget, false, observer)?, Some(sampling)),
        };
        Ok(Self { cells, scenarios, sampling, answers })
    }

    /// How many encounters are still to be played, in all open cells together.
    pub fn encounters(&self) -> u64 {
        let encounters = self.sampling.map_or(0, |sampling| sampling.encounters);
        encounters.saturating_mul(self.open().len() as u64)
    }

    /// The cells without an answer.
    fn open(&self) -> Vec<usize> {
        (0..self.answers.len()).filter(|&cell| self.answers[cell].is_none()).collect()
    }

    /// Samples all open cells together, on the same dice.
    pub fn play(self, watch: &Watch) -> Swept {
        let before: Vec<Option<Before>> = self.cells.iter().map(|_| None).collect();
        self.play_after(&before, watch)
    }

    /// As [`play`](Self::play), where the first encounters of some cells, no more than are asked for, were played before. The
    /// answers are those of a single call.
    pub fn play_after(mut self, before: &[Option<Before>], watch: &Watch) -> Swept {
        let open = self.open();
        let finished = self.sampling.map_or(0, |sampling| self.sample(&open, before, &sampling, watch));
        let cells = (0..self.answers.len()).filter(|&cell| self.answers[cell].is_some()).collect();
        let label = |(answer, cell): (Option<Answer>, &Cell)| {
            let mut answer = answer?;
            answer.report = answer.report.with_values(cell.clone());
            Some(answer)
        };
        let answers = self.answers.into_iter().zip(self.cells).filter_map(label).collect();
        Swept { answers, cells, sampled: open.len(), finished, is_interrupted: finished < open.len() }
    }

    /// Samples some cells and returns how many were played to their end.
    fn sample(&mut self, open: &[usize], before: &[Option<Before>], sampling: &CellSampling, watch: &Watch) -> usize {
        let CellSampling { seed, encounters, confidence } = *sampling;
        let played = |cell: usize| before[cell].as_ref().map_or(0, |before| before.tally.encounters);
        let plan = |&cell: &usize| {
            let range = played(cell)..encounters;
            CellPlan { cell: self.scenarios[cell].fights.playable(), seed, range }
        };
        let plans: Vec<CellPlan> = open.iter().map(plan).collect();
        let done = open.iter().map(|&cell| played(cell)).fold(0, u64::saturating_add);
        let progress = |finished: u64| (watch.progress)(done.saturating_add(finished));
        let runs = run_cells(&plans, &Watch { progress: &progress, ..*watch });
        let mut finished = 0;
        for (&cell, run) in open.iter().zip(runs) {
            let Some(run) = whole(before[cell].as_ref(), run, encounters) else { continue };
            finished += usize::from(run.complete);
            let scenario = &self.scenarios[cell];
            let report = scenario.fights.report(&scenario.name, &run, seed, confidence, Intervals::Fixed);
            let method = Method::ranges(seed, vec![run.range.clone()], confidence);
            self.answers[cell] = Some(Answer { run: Some(run), ..Answer::new(report, provenance(scenario, method)) });
        }
        finished
    }
}

/// What was played of a cell before and now.
fn whole(before: Option<&Before>, run: Option<Run>, encounters: u64) -> Option<Run> {
    let mut tally = before.map(|before| before.tally.clone());
    if let Some(run) = run {
        match &mut tally {
            Some(tally) => tally.merge(&run.tally),
            None => tally = Some(run.tally),
        }
    }
    let tally = tally?;
    Some(Run { range: 0..tally.encounters, complete: tally.encounters == encounters, tally })
}

/// Tries to solve every scenario, on all threads. Where solutions are required, those that take too much are errors.
fn solved(
    scenarios: &[Loaded],
    budget: Budget,
    is_required: bool,
    observer: &(dyn Observer + Sync),
) -> Result<Vec<Option<Answer>>, Vec<Unanswered>> {
    let (mut answers, mut unanswered) = (Vec::new(), Vec::new());
    let solved = map_all(scenarios, |scenario| solve(scenario, budget, observer));
    for (scenario, solved) in scenarios.iter().zip(solved) {
        match solved {
            Ok(report) => answers.push(Some(Answer::exact(report, scenario, budget))),
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
    /// When it was interrupted: no cell is checked then.
    pub fn check_against_exact(
        &mut self,
        scenarios: &[Loaded],
        budget: Budget,
        observer: &(dyn Observer + Sync),
    ) -> Result<usize, Unsolved> {
        debug_assert_eq!(self.answers.len(), scenarios.len(), "an answer for each cell");
        let solved = map_all(scenarios, |scenario| solve(scenario, budget, observer));
        if solved.contains(&Err(Unsolved::Interrupted)) {
            self.is_interrupted = true;
            return Err(Unsolved::Interrupted);
        }
        let unsolved = solved.iter().filter(|solved| solved.is_err()).count();
        for (answer, solved) in self.answers.iter_mut().zip(solved) {
            answer.was_checked(budget);
            answer.check = solved.ok().map(|exact| Check::new(&answer.report, &exact));
        }
        Ok(unsolved)
    }
}
