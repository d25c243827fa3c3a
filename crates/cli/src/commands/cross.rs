//! `equipoise sweep --cross`: the value with which a number is as wanted.

use equipoise_sim::Watch;
use equipoise_sim::kernel::quantity::{Kind, Quantity};
use equipoise_sim::kernel::ranges::length;
use equipoise_sim::studies::answer::{Answer, Before};
use equipoise_sim::studies::sweep::crossing::{Crossing, Curve, Question, crossing, play_groups};
use equipoise_sim::studies::sweep::{Axis, CellSampling};
use equipoise_sim::studies::tune::Target;

use super::sweep::is_curve;
use crate::args::PageFileArgs;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::Loaded;
use crate::only;
use crate::progress::Progress;

/// What is asked, about which values.
pub(super) struct Cross<'a> {
    target: &'a Target,
    quantity: Quantity,
    kind: Kind,
    path: String,
    /// Those of the only path, in the order of the cells; none along two paths, which have a contour and no crossing.
    values: Option<Vec<f64>>,
}

impl<'a> Cross<'a> {
    /// Refuses what has no crossing.
    pub(super) fn new(
        target: &'a Target,
        vary: &[Axis],
        loaded: &[Loaded],
        page: &PageFileArgs,
    ) -> Result<Self, Failure> {
        let refuse = |message: &str| Err(Failure::plain(message));
        if target.weight.total_cmp(&1.0).is_ne() {
            return refuse("--cross has a single target, which takes no weight");
        }
        let cast = only::cast(&loaded[0]);
        let quantity = target.quantity(&cast).map_err(|error| Failure::plain(format!("--cross: {error}")))?;
        if let Some(other) = loaded.iter().find(|loaded| only::cast(loaded).find(&target.name) != Some(quantity)) {
            let values: Vec<String> = other.changes.iter().map(ToString::to_string).collect();
            let (name, values) = (&target.name, values.join(", "));
            return refuse(&format!("--cross: `{name}` is not the same number in all cells: see {values}"));
        }
        let kind = cast.kind(quantity);
        match vary {
            [axis] if is_curve(vary) && axis.values.len() > 1 => {
                let values = axis.values.iter().filter_map(|value| value.parse().ok()).collect();
                Ok(Self { target, quantity, kind, path: axis.path.clone(), values: Some(values) })
            }
            [_] => refuse("--cross needs at least two values of the path, all of them numbers"),
            [_, _] if page.is_given() => Ok(Self { target, quantity, kind, path: String::new(), values: None }),
            [_, _] => refuse("--cross along two paths is a contour, which --report or --chart draws"),
            _ => refuse("--cross takes one path, or two with --report or --chart"),
        }
    }

    /// The full name of the number, and the value that is wanted.
    pub(super) fn target(&self) -> (&'a str, f64) {
        (&self.target.name, self.target.value)
    }

    /// Plays the cells that are to be sampled. Their curves, and what was played of every cell; nothing where there is
    /// no crossing to find.
    pub(super) fn play(
        &self,
        open: &[Option<&Loaded>],
        sampling: &CellSampling,
        progress: &Progress,
    ) -> (Vec<Option<Curve>>, Vec<Option<Before>>) {
        if self.values.is_none() {
            return Default::default();
        }
        let mut finished = 0;
        let cell = |cell: Option<&Loaded>| {
            let Some(cell) = cell.filter(|_| !interrupt::interrupted()) else { return (None, None) };
            let report = |more: u64| progress.finished(finished + more);
            let watch = Watch { interrupted: &interrupt::interrupted, progress: &report };
            let (curve, played) = play_groups(cell, sampling.seed, &sampling.range, self.quantity, &watch);
            finished += length(&sampling.range);
            (Some(curve), played)
        };
        open.iter().copied().map(cell).unzip()
    }

    /// Where the number is as wanted, by the curves of the sampled cells and the answers of the others.
    pub(super) fn found(
        &self,
        curves: Vec<Option<Curve>>,
        answers: &[Answer],
        sampling: &CellSampling,
    ) -> Option<Crossing> {
        let exact = |answer: &Answer| Curve::Exact(answer.report.estimate(self.quantity).value());
        let curves = curves.into_iter().zip(answers).map(|(curve, answer)| curve.unwrap_or_else(|| exact(answer)));
        let mut points: Vec<(f64, Curve)> = self.values.clone()?.into_iter().zip(curves).collect();
        points.sort_by(|(left, _), (right, _)| left.total_cmp(right));
        let (values, curves): (Vec<f64>, Vec<Curve>) = points.into_iter().unzip();
        let (metric, target, kind) = (self.target.name.clone(), self.target.value, self.kind);
        let question = Question {
            path: self.path.clone(),
            metric,
            kind,
            target,
            confidence: sampling.confidence,
            seed: sampling.seed,
        };
        crossing(question, &values, &curves)
    }
}
