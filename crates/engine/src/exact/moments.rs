//! Second moments of metrics while mass passes.
//!
//! The first moment of a metric is the sum of the counts of all transitions, each weighted by the mass that takes it.
//! The second moment depends on earlier counts: if X was counted before and C is added, then (X + C)^2 - X^2 = 2 X C +
//! C^2. So the first moment of X travels beside the mass of a node, and 2 X C is summed up whenever something is
//! counted. No squares travel, and metrics that a fight counts at most once do not travel at all.

use super::labels::{Counted, Labels};
use super::pass::{Leaving, Load, Row};
use super::route::Route;
use crate::sum::Sum;

/// Largest number of metrics that travel together: with the mass they fill a cache line of 64 bytes.
pub(super) const METRICS_OF_LOAD: usize = 7;

/// Mass and the first moments of metrics. It is aligned to a cache line, because a pass is bound by memory access.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line([f64; 1 + METRICS_OF_LOAD]);

impl Line {
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, number)| *sum += number);
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.0.iter().all(|&number| number == 0.0)
    }
}

impl Row for Line {
    const NOTHING: Self = Self([0.0; 1 + METRICS_OF_LOAD]);

    fn whole() -> Self {
        let mut whole = Self::NOTHING;
        whole.0[0] = 1.0;
        whole
    }

    #[inline(always)]
    fn mass(&self) -> f64 {
        self.0[0]
    }
}

/// Metrics that travel together, all of the same unit.
pub(super) struct Travelling {
    pub(super) metrics: Vec<u16>,
    /// Whether the metrics are multiplied by the number of the round.
    pub(super) in_rounds: bool,
}

impl Travelling {
    /// The counts of these metrics, multiplied by the chance, in the columns of a row.
    pub(super) fn counted(&self, counted: &[Counted]) -> Line {
        let mut line = Line::NOTHING;
        for counted in counted {
            if let Some(column) = self.metrics.iter().position(|&metric| metric == counted.metric) {
                line.0[1 + column] = counted.first;
            }
        }
        line
    }

    /// For each label: its counts.
    fn counted_of_labels(&self, labels: &Labels) -> Vec<Line> {
        (0..labels.len()).map(|label| self.counted(labels.counted(label))).collect()
    }
}

/// Groups into loads the metrics that a fight can count more than once, on transitions or at the round limit. The
/// second moment of any other metric needs no pass.
pub(super) fn travelling<'a>(
    route: &Route,
    labels: &Labels,
    at_limit: impl Iterator<Item = &'a Labels>,
) -> Vec<Travelling> {
    let at_limit: Vec<(bool, u16)> = at_limit.flat_map(metrics_counted).collect();
    let mut counted = metrics_counted(labels);
    counted.retain(|metric| at_limit.contains(metric) || repeats(route, labels, metric.1));
    let of_unit = |unit: bool| -> Vec<u16> {
        counted.iter().filter(|(in_rounds, _)| *in_rounds == unit).map(|&(_, metric)| metric).collect()
    };
    let loads = [false, true].map(|in_rounds| {
        let metrics = of_unit(in_rounds);
        let load = |metrics: &[u16]| Travelling { metrics: metrics.to_vec(), in_rounds };
        metrics.chunks(METRICS_OF_LOAD).map(load).collect::<Vec<_>>()
    });
    loads.into_iter().flatten().collect()
}

/// The metrics that some label counts, each with whether its unit is rounds.
fn metrics_counted(labels: &Labels) -> Vec<(bool, u16)> {
    let counted = (0..labels.len()).flat_map(|label| labels.counted(label));
    let mut metrics: Vec<(bool, u16)> = counted.map(|counted| (counted.in_rounds, counted.metric)).collect();
    metrics.sort_unstable();
    metrics.dedup();
    metrics
}

/// Whether a fight may count a metric on two transitions.
fn repeats(route: &Route, labels: &Labels, metric: u16) -> bool {
    let counts: Vec<bool> =
        (0..labels.len()).map(|label| labels.counted(label).iter().any(|counted| counted.metric == metric)).collect();
    let mut is_met = vec![false; route.len()];
    let mut waiting: Vec<u32> = Vec::new();
    let mut meet = |place: Option<u32>, waiting: &mut Vec<u32>| {
        waiting.extend(place.filter(|&place| !std::mem::replace(&mut is_met[place as usize], true)));
    };
    for place in 0..route.len() {
        for (to, _) in route.out_of(place).filter(|&(_, label)| counts[label as usize]) {
            meet(to, &mut waiting);
        }
        // Searching from each place before going to the next finds a repetition early, if there is one.
        while let Some(place) = waiting.pop() {
            for (to, label) in route.out_of(place as usize) {
                if counts[label as usize] {
                    return true;
                }
                meet(to, &mut waiting);
            }
        }
    }
    false
}

/// The load of a pass for up to [`METRICS_OF_LOAD`] metrics.
pub(super) struct MetricsLoad {
    in_rounds: bool,
    /// For each label: the counts of these metrics, multiplied by the chance, in the columns of a row.
    counted: Vec<Line>,
    /// For each pattern of places: the sum of `counted` over its labels.
    counted_of_pattern: Vec<Line>,
    /// By column, the expected product of counts of the current round and earlier counts.
    latest: Line,
    products: [Sum; METRICS_OF_LOAD],
}

impl MetricsLoad {
    pub(super) fn new(route: &Route, labels: &Labels, travelling: &Travelling) -> Self {
        let counted = travelling.counted_of_labels(labels);
        let of_pattern = |pattern: usize| {
            let mut sums = Line::NOTHING;
            route.labels_of_pattern(pattern).for_each(|label| sums.add(&counted[label as usize]));
            sums
        };
        let counted_of_pattern = (0..route.patterns()).map(of_pattern).collect();
        let (latest, products) = (Line::NOTHING, Default::default());
        Self { in_rounds: travelling.in_rounds, counted, counted_of_pattern, latest, products }
    }

    /// Adds the products of new counts and the counts before them.
    #[inline(always)]
    pub(super) fn count(&mut self, before: &Line, counted: &Line) {
        for (column, sum) in self.latest.0.iter_mut().enumerate() {
            *sum += counted.0[column] * before.0[column];
        }
    }

    /// For each metric: the expected sum of products of two of its counts.
    pub(super) fn products(&self) -> [f64; METRICS_OF_LOAD] {
        self.products.map(Sum::total)
    }
}

impl Load for MetricsLoad {
    type Row = Line;

    #[inline(always)]
    fn pass(&self, to: &mut Line, from: Leaving<'_, Line>, chance: f64, label: usize) {
        let counted = &self.counted[label];
        let mass = if self.in_rounds { from.round * from.row.mass() } else { from.row.mass() };
        let mut sums = *to;
        for (column, sum) in sums.0.iter_mut().enumerate() {
            *sum += chance * from.row.0[column] + mass * counted.0[column];
        }
        *to = sums;
    }

    #[inline(always)]
    fn leave(&mut self, from: Leaving<'_, Line>, _: usize, pattern: usize) {
        let counted = &self.counted_of_pattern[pattern];
        let mut sums = self.latest;
        for (column, sum) in sums.0.iter_mut().enumerate() {
            *sum += counted.0[column] * from.row.0[column];
        }
        self.latest = sums;
    }

    #[inline(always)]
    fn watch(&mut self, _: usize, _: &mut Line, _: f64) {}

    #[inline(always)]
    fn end(&mut self, _: usize, _: &Line, _: f64) {}

    fn close_round(&mut self, round: f64) {
        let scale = if self.in_rounds { round } else { 1.0 };
        for (sum, latest) in self.products.iter_mut().zip(&self.latest.0[1..]) {
            sum.add(scale * latest);
        }
        self.latest = Line::NOTHING;
    }
}
