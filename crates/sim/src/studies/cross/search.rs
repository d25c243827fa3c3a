//! The search for a crossing in the cells of a loaded scenario: what is asked, what has to be played, what comes of it.

use equipoise_engine::Seed;
use thiserror::Error;

use super::{Crossing, Curve, Groups, PlayedGroups, Question, crossing, play_groups};
use crate::ground::ranges::length;
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::run::Watch;
use crate::studies::answer::Answer;
use crate::studies::load::Loaded;
use crate::studies::study::Refusal;
use crate::studies::sweep::{Axis, CellSampling, steps_told};
use crate::studies::tune::{Target, TargetError};

/// The reason why there is no crossing to look for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The target has a weight.
    #[error("--cross has a single target, which takes no weight")]
    Weight,
    /// The scenario cannot have the target.
    #[error("--cross: {0}")]
    Target(#[from] TargetError),
    /// The name stands for other numbers, or for none, in some cell.
    #[error("--cross: `{name}` is not the same number in all cells: see {values}")]
    Other {
        /// The full name.
        name: String,
        /// Changes that make the cell.
        values: String,
    },
    /// The path does not take at least two different numbers.
    #[error("--cross needs at least two values of the path, all of them numbers and no two equal")]
    Values,
    /// There is more than one path.
    #[error("--cross takes one path, or two with --report or --chart")]
    Paths,
}

impl Refusal for SearchError {
    fn help(&self) -> Option<String> {
        if let Self::Target(error) = self { error.help() } else { None }
    }
}

/// The question, and the values that it is about.
#[derive(Debug, Clone)]
pub struct Search<'a> {
    target: &'a Target,
    quantity: Quantity,
    kind: Kind,
    path: String,
    /// The meaning of the numbers of the path, if they are those of steps.
    steps: Option<&'static str>,
    /// The values of the only path, in the order of the cells; none along two paths, which have a contour and no crossing.
    values: Option<Vec<f64>>,
}

impl<'a> Search<'a> {
    /// The search for a target along these axes; `loaded` are all cells of their grid, at least one.
    ///
    /// # Errors
    /// If the cells cannot have the target, or there is neither one path of numbers nor a grid along two.
    pub fn new(target: &'a Target, axes: &[Axis], loaded: &[Loaded]) -> Result<Self, SearchError> {
        if target.weight.total_cmp(&1.0).is_ne() {
            return Err(SearchError::Weight);
        }
        let cast = loaded[0].fights.recordable().cast();
        let quantity = target.quantity(&cast)?;
        let is_another = |loaded: &&Loaded| loaded.fights.recordable().cast().find(&target.name) != Some(quantity);
        if let Some(other) = loaded.iter().find(is_another) {
            let values: Vec<String> = other.changes.iter().map(ToString::to_string).collect();
            return Err(SearchError::Other { name: target.name.clone(), values: values.join(", ") });
        }
        let (path, values, steps) = match axes {
            [only] => {
                let values = only.numbers().filter(|numbers| numbers.len() > 1).ok_or(SearchError::Values)?;
                (only.path.clone(), Some(values), steps_told(&only.values[0]))
            }
            [_, _] => (String::new(), None, None),
            _ => return Err(SearchError::Paths),
        };
        Ok(Self { target, quantity, kind: cast.kind(quantity), path, steps, values })
    }

    /// Whether it is along a single path, which has a crossing.
    pub const fn has_crossing(&self) -> bool {
        self.values.is_some()
    }

    /// The full name of the number, and the value that is wanted.
    pub fn target(&self) -> (&'a str, f64) {
        (&self.target.name, self.target.value)
    }

    /// The number.
    pub(in crate::studies) const fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Plays the cells that are to be sampled, which are those that are there, after the groups that were played of them before; of
    /// cells beyond the end of `before` there are none. What was played of every cell; `None` for one that was not reached.
    pub fn play(
        &self,
        open: &[Option<&Loaded>],
        before: &[Groups],
        sampling: &CellSampling,
        watch: &Watch,
    ) -> Vec<Option<PlayedGroups>> {
        let mut finished: u64 = 0;
        let none = Groups::default();
        let cell = |(index, cell): (usize, Option<&Loaded>)| {
            let cell = cell.filter(|_| !(watch.interrupted)())?;
            let before = before.get(index).unwrap_or(&none);
            let start = finished.saturating_add(before.encounters());
            let progress = |more: u64| (watch.progress)(start.saturating_add(more));
            let watch = Watch { progress: &progress, ..*watch };
            let played = play_groups(cell, Seed(sampling.seed), &sampling.range, self.quantity, before, &watch);
            finished = finished.saturating_add(length(&sampling.range));
            Some(played)
        };
        open.iter().copied().enumerate().map(cell).collect()
    }

    /// The crossing of the number with its target, by the curves of the sampled cells and the answers of the others.
    pub fn found(&self, curves: Vec<Option<Curve>>, answers: &[Answer], sampling: &CellSampling) -> Option<Crossing> {
        let exact = |answer: &Answer| Curve::Exact(answer.report.estimate(self.quantity).value());
        let curves = curves.into_iter().zip(answers).map(|(curve, answer)| curve.unwrap_or_else(|| exact(answer)));
        let mut points: Vec<(f64, Curve)> = self.values.clone()?.into_iter().zip(curves).collect();
        points.sort_by(|(left, _), (right, _)| left.total_cmp(right));
        let (values, curves): (Vec<f64>, Vec<Curve>) = points.into_iter().unzip();
        let (metric, target, kind) = (self.target.name.clone(), self.target.value, self.kind);
        let question = Question {
            path: self.path.clone(),
            steps: self.steps,
            metric,
            kind,
            target,
            confidence: sampling.confidence,
            seed: Seed(sampling.seed),
        };
        crossing(question, &values, &curves)
    }
}
