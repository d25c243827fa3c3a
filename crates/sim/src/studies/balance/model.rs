//! The targets as linear functions of the numbers, and the least change that brings them into their bands.
//!
//! Shares are straightened by their log odds, so that a slope at one place tells something of others. The step is that of Gauss and Newton
//! with a price: half the squares of what is missing to each band, plus the costs of all steps away from the files, which are
//! weighed less and less; each solution is rounded to the grid and mended by moves of one and of two numbers. The squares are
//! minimised one number at a time, under an upper bound of their curvature, so that no step makes them larger.

use equipoise_engine::scenario::Band;

use crate::stats::rounded_to_grid;

/// What a band that is missed by half its width costs, in steps of a mean number.
const WEIGHT: f64 = 1000.0;
/// How much less than the missing squares the costs weigh.
const PRICES: [f64; 8] = [1.0, 0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4];
/// How often all numbers are gone through.
const SWEEPS: usize = 300;
/// How often a rounded solution is mended.
const MENDINGS: usize = 100;
/// How far a number moves together with another one.
const PAIRED: i64 = 3;

/// How a target is straightened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// As log odds.
    Odds,
    /// As it is.
    Plain,
}

impl Scale {
    /// The straightened value. `encounters` bound how small a share may be told from none.
    pub(super) fn of(self, value: f64, encounters: u64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Odds => {
                let least = 0.5 / (encounters.max(1) as f64 + 1.0);
                let value = value.clamp(least, 1.0 - least);
                // Logarithms differ between machines in their last digits.
                rounded_to_grid((value / (1.0 - value)).ln())
            }
        }
    }

    /// The slope of the straightened value at a value.
    pub(super) fn slope(self, value: f64, encounters: u64) -> f64 {
        match self {
            Self::Plain => 1.0,
            Self::Odds => {
                let least = 0.5 / (encounters.max(1) as f64 + 1.0);
                let value = value.clamp(least, 1.0 - least);
                1.0 / (value * (1.0 - value))
            }
        }
    }
}

/// A band of straightened values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wanted {
    pub(super) lo: f64,
    pub(super) hi: f64,
    /// What counts as a distance of 1.
    pub(super) unit: f64,
}

impl Wanted {
    /// A band, narrowed on both sides by a margin, but by no more than a quarter of its width.
    pub(super) fn new(band: Band, scale: Scale, margin: f64, encounters: u64) -> Self {
        let (least, most) = (band.at_least, band.at_most);
        let ends = match scale {
            Scale::Odds => Some((least.unwrap_or(0.0), most.unwrap_or(1.0))),
            Scale::Plain => least.zip(most),
        };
        let margin = ends.map_or(margin, |(least, most)| margin.min((most - least) / 4.0));
        let end = |bound: f64| scale.of(bound, encounters);
        // A share cannot be told to be above 0, nor below 1.
        let is_open = |bound: f64, end: f64| scale == Scale::Odds && bound.total_cmp(&end).is_eq();
        let lo = least.filter(|&least| !is_open(least, 0.0)).map_or(f64::NEG_INFINITY, |least| end(least + margin));
        let hi = most.filter(|&most| !is_open(most, 1.0)).map_or(f64::INFINITY, |most| end(most - margin));
        let width = hi - lo;
        let unit = match scale {
            _ if width.is_finite() => width / 2.0,
            Scale::Odds => 0.2,
            Scale::Plain => 0.05 * if lo.is_finite() { lo.abs() } else { hi.abs() },
        };
        Self { lo, hi, unit: unit.max(1e-9) }
    }

    /// How far a value is outside, in units; negative if it is too small.
    pub(super) fn missing(self, value: f64) -> f64 {
        if value < self.lo {
            (value - self.lo) / self.unit
        } else if value > self.hi {
            (value - self.hi) / self.unit
        } else {
            0.0
        }
    }
}

/// What is wanted, and what may be done for it.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// By target; `None` for one that is left out of account.
    pub(super) wanted: Vec<Option<Wanted>>,
    /// By number, how many steps down and up it may move.
    pub(super) room: Vec<[i64; 2]>,
    /// By number, the cost of a step.
    pub(super) costs: Vec<f64>,
}

impl Task {
    fn mean_cost(&self) -> f64 {
        self.costs.iter().sum::<f64>() / self.costs.len().max(1) as f64
    }

    /// The cost of a point.
    pub(super) fn cost(&self, point: &[i64]) -> f64 {
        point.iter().zip(&self.costs).map(|(steps, cost)| steps.unsigned_abs() as f64 * cost).sum()
    }

    /// The squares of what is missing to the bands.
    pub(super) fn missing(&self, values: &[f64]) -> f64 {
        let of = |(wanted, &value): (&Option<Wanted>, &f64)| wanted.map_or(0.0, |wanted| wanted.missing(value).powi(2));
        self.wanted.iter().zip(values).map(of).sum()
    }

    /// What is to be as small as can be: the missing squares, which weigh much, and the cost.
    pub(super) fn score(&self, point: &[i64], values: &[f64]) -> f64 {
        WEIGHT * self.mean_cost() * self.missing(values) + self.cost(point)
    }
}

/// The straightened values as linear functions of the numbers.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) at: Vec<i64>,
    pub(super) values: Vec<f64>,
    /// By target, then by number, for each step.
    pub(super) slopes: Vec<Vec<f64>>,
}

impl Model {
    /// The values at a point.
    pub(super) fn values_at(&self, point: &[i64]) -> Vec<f64> {
        let moved: Vec<f64> = point.iter().zip(&self.at).map(|(to, from)| (to - from) as f64).collect();
        let value = |(value, slopes): (&f64, &Vec<f64>)| value + dot(slopes, &moved);
        self.values.iter().zip(&self.slopes).map(value).collect()
    }

    fn score(&self, task: &Task, point: &[i64]) -> f64 {
        task.score(point, &self.values_at(point))
    }

    /// The points that promise most, no farther than `reach` of each number's room away, best first.
    pub(super) fn promising(&self, task: &Task, reach: f64) -> Vec<Vec<i64>> {
        let within: Vec<[i64; 2]> = (0..task.room.len())
            .map(|number| {
                let [down, up] = task.room[number];
                let reach = (((up - down) as f64 * reach).ceil() as i64).max(1);
                [down.max(self.at[number] - reach), up.min(self.at[number] + reach)]
            })
            .collect();
        let mut starts: Vec<Vec<i64>> = vec![self.at.clone()];
        starts.push(within.iter().map(|[down, up]| 0.clamp(*down, *up)).collect());
        starts.extend(PRICES.iter().map(|price| self.solved(task, &within, *price)));
        let mended = starts.into_iter().map(|start| self.mended(task, &within, start));
        let mut found: Vec<(f64, Vec<i64>)> = mended.map(|point| (self.score(task, &point), point)).collect();
        found.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
        found.dedup_by(|one, other| one.1 == other.1);
        found.into_iter().map(|(_, point)| point).collect()
    }

    /// The least squares with a price, rounded.
    fn solved(&self, task: &Task, within: &[[i64; 2]], price: f64) -> Vec<i64> {
        let mut point: Vec<f64> = self.at.iter().map(|&steps| steps as f64).collect();
        let mut values = self.values.clone();
        let mean = task.mean_cost();
        let curvature = |number: usize| -> f64 {
            let of = |(slopes, wanted): (&Vec<f64>, &Option<Wanted>)| {
                wanted.map_or(0.0, |wanted| (slopes[number] / wanted.unit).powi(2))
            };
            self.slopes.iter().zip(&task.wanted).map(of).sum()
        };
        let curvatures: Vec<f64> = (0..point.len()).map(curvature).collect();
        for _ in 0..SWEEPS {
            let mut moved = 0.0_f64;
            for number in 0..point.len() {
                if curvatures[number] <= 0.0 {
                    continue;
                }
                let pull = |((slopes, wanted), &value): ((&Vec<f64>, &Option<Wanted>), &f64)| {
                    wanted.map_or(0.0, |wanted| wanted.missing(value) * slopes[number] / wanted.unit)
                };
                let gradient: f64 = self.slopes.iter().zip(&task.wanted).zip(&values).map(pull).sum();
                let wanted = point[number] * curvatures[number] - gradient;
                let cost = price * task.costs[number] / mean;
                let shrunk = wanted.signum() * (wanted.abs() - cost).max(0.0) / curvatures[number];
                let [down, up] = within[number].map(|end| end as f64);
                let to = shrunk.clamp(down, up);
                let by = to - point[number];
                if by.abs() > 0.0 {
                    point[number] = to;
                    values.iter_mut().zip(&self.slopes).for_each(|(value, slopes)| *value += by * slopes[number]);
                    moved = moved.max(by.abs());
                }
            }
            if moved < 1e-4 {
                break;
            }
        }
        point.iter().zip(within).map(|(steps, [down, up])| (steps.round() as i64).clamp(*down, *up)).collect()
    }

    /// A point after the best moves of one number, and of two where none of one helps, until none does.
    fn mended(&self, task: &Task, within: &[[i64; 2]], mut point: Vec<i64>) -> Vec<i64> {
        let mut values = self.values_at(&point);
        let mut score = task.score(&point, &values);
        for _ in 0..MENDINGS {
            let single = self.best_move(task, within, (&point, &values), score, false);
            let best = single.or_else(|| self.best_move(task, within, (&point, &values), score, true));
            let Some((better, moves)) = best else { break };
            for (number, by) in moves {
                point[number] += by;
            }
            values = self.values_at(&point);
            score = better;
        }
        point
    }

    /// The move that lowers the score most, with the score that it leads to.
    fn best_move(
        &self,
        task: &Task,
        within: &[[i64; 2]],
        (point, values): (&[i64], &[f64]),
        score: f64,
        are_pairs: bool,
    ) -> Option<(f64, Vec<(usize, i64)>)> {
        let mut best: Option<(f64, Vec<(usize, i64)>)> = None;
        let mut moved = values.to_vec();
        let mut to = point.to_vec();
        let mut consider = |moves: &[(usize, i64)]| {
            for &(number, by) in moves {
                to[number] += by;
                moved.iter_mut().zip(&self.slopes).for_each(|(value, slopes)| *value += by as f64 * slopes[number]);
            }
            let reached = task.score(&to, &moved);
            if reached < best.as_ref().map_or(score, |best| best.0) - 1e-9 {
                best = Some((reached, moves.to_vec()));
            }
            to.copy_from_slice(point);
            moved.copy_from_slice(values);
        };
        for number in 0..point.len() {
            let [down, up] = within[number].map(|end| end - point[number]);
            if are_pairs {
                for other in number + 1..point.len() {
                    let [least, most] = within[other].map(|end| end - point[other]);
                    let near = |by: &i64| (-PAIRED..=PAIRED).contains(by) && *by != 0;
                    for by in (down..=up).filter(near) {
                        for also in (least..=most).filter(near) {
                            consider(&[(number, by), (other, also)]);
                        }
                    }
                }
            } else {
                (down..=up).filter(|by| *by != 0).for_each(|by| consider(&[(number, by)]));
            }
        }
        best
    }

    /// The points one step of a number, or one of each of two, away from where the model is made, the most promising first.
    pub(super) fn neighbours(&self, task: &Task) -> Vec<Vec<i64>> {
        let singles: Vec<Vec<(usize, i64)>> =
            (0..self.at.len()).flat_map(|number| [-1, 1].map(|by| vec![(number, by)])).collect();
        let pairs = (0..singles.len()).flat_map(|one| (one + 1..singles.len()).map(move |other| [one, other]));
        let pairs = pairs.map(|both| both.map(|single| singles[single][0]).to_vec());
        let point = |moves: Vec<(usize, i64)>| {
            let mut point = self.at.clone();
            for (number, by) in moves {
                point[number] += by;
            }
            point
        };
        let is_inside = |point: &Vec<i64>| {
            point.iter().zip(&task.room).all(|(steps, [down, up])| (*down..=*up).contains(steps)) && *point != self.at
        };
        let all = singles.iter().cloned().chain(pairs).map(point).filter(is_inside);
        let mut scored: Vec<(f64, Vec<i64>)> = all.map(|point| (self.score(task, &point), point)).collect();
        scored.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
        scored.into_iter().map(|(_, point)| point).collect()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "tasks have targets that are given up")]
    fn band(lo: f64, hi: f64) -> Option<Wanted> {
        let band = Band { at_least: Some(lo), at_most: Some(hi) };
        Some(Wanted::new(band, Scale::Plain, 0.0, 1000))
    }

    fn task(wanted: Vec<Option<Wanted>>, numbers: usize, costs: &[f64]) -> Task {
        Task { wanted, room: vec![[-10, 10]; numbers], costs: costs.to_vec() }
    }

    /// Of two numbers that do the same, the cheaper one moves, and no farther than to the band.
    #[test]
    fn the_cheapest_change_reaches_the_band() {
        let model = Model { at: vec![0, 0], values: vec![1.0], slopes: vec![vec![1.0, 1.0]] };
        let task = task(vec![band(5.0, 9.0)], 2, &[2.0, 1.0]);
        assert_eq!(model.promising(&task, 1.0)[0], [0, 4]);
        // What cannot be done by one is done by both.
        let far = Task { wanted: vec![band(12.0, 14.0)], ..task };
        assert_eq!(model.promising(&far, 1.0)[0], [1, 10]);
    }

    /// Two numbers that move both targets, one of them in opposite directions: 2 a + b = 6 and a - b = 0.
    #[test]
    fn targets_are_reached_together() {
        let model = Model { at: vec![0, 0], values: vec![0.0, 0.0], slopes: vec![vec![2.0, 1.0], vec![1.0, -1.0]] };
        let task = task(vec![band(5.9, 6.1), band(-0.1, 0.1)], 2, &[1.0, 1.0]);
        assert_eq!(model.promising(&task, 1.0)[0], [2, 2]);
    }

    /// What is missing of one target cannot be had without losing the other: both are missed by the same.
    #[test]
    fn what_excludes_each_other_is_shared() {
        let model = Model { at: vec![0], values: vec![0.0, 0.0], slopes: vec![vec![1.0], vec![1.0]] };
        let task = task(vec![band(3.0, 5.0), band(-5.0, -3.0)], 1, &[1.0]);
        assert_eq!(model.promising(&task, 1.0)[0], [0]);
        let alone = Task { wanted: vec![band(3.0, 5.0), None], ..task };
        assert_eq!(model.promising(&alone, 1.0)[0], [3]);
    }

    #[test]
    fn a_step_goes_no_farther_than_its_reach() {
        let model = Model { at: vec![0], values: vec![0.0], slopes: vec![vec![1.0]] };
        let task = task(vec![band(8.0, 9.0)], 1, &[1.0]);
        assert_eq!(model.promising(&task, 0.2)[0], [4]);
    }

    #[test]
    fn bands_are_narrowed_and_may_be_open() {
        let band = Band { at_least: Some(0.4), at_most: Some(0.6) };
        let narrow = Wanted::new(band, Scale::Plain, 0.01, 1000);
        assert!((narrow.lo - 0.41).abs() < 1e-12 && (narrow.hi - 0.59).abs() < 1e-12);
        let narrower = Wanted::new(band, Scale::Plain, 1.0, 1000);
        assert!((narrower.lo - 0.45).abs() < 1e-12 && (narrower.hi - 0.55).abs() < 1e-12);
        let none = Wanted::new(Band { at_least: Some(0.0), at_most: Some(0.1) }, Scale::Odds, 0.0, 1000);
        assert!(
            none.missing(Scale::Odds.of(0.0, 1000)).abs() < f64::EPSILON
                && none.missing(Scale::Odds.of(0.3, 1000)) > 0.0
        );
        let open = Wanted::new(Band { at_least: None, at_most: Some(8.0) }, Scale::Plain, 0.0, 1000);
        assert!(open.missing(-50.0).abs() < f64::EPSILON && open.missing(9.0) > 0.0);
    }
}
