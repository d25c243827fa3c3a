//! The targets as sums of what each number does alone, and the least change that brings them into their bands.
//!
//! Shares are straightened by their log odds, so that an effect that was measured at one place tells something of others. What a number does is
//! a table, not a slope: a point of HP or of armor may do much more, or less, than the one before it. The sum of the missing squares and the
//! costs is made smaller by moves of one number and of two, with the missing squares weighed more and more. All points that are met on the
//! way make a pool, whose best are judged again by what is known to be wrong with the model near them (Shepard's interpolation of the residuals).

use equipoise_engine::scenario::Band;

use crate::stats::rounded_to_grid;

/// The weights of the missing squares, used one after the other, as fractions of the final weight.
const WEIGHTS: [f64; 6] = [1e-4, 1e-3, 1e-2, 0.1, 0.3, 1.0];
/// The most moves that mend a point with each weight.
const MENDINGS: usize = 100;
/// The approximate number of moves of two numbers that are considered at once: the more numbers, the shorter these moves.
const PAIRS: f64 = 20_000.0;
/// The most points that the pool holds.
const POOL: usize = 256;

/// The scale on which a target is straightened.
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
    /// The difference that counts as a distance of 1.
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

    /// The signed distance of a value from the band, in units; negative if it is too small, and 0 inside.
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

/// The wanted bands, and the changes that are allowed to reach them.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// By target; `None` for one that is left out of account.
    pub(super) wanted: Vec<Option<Wanted>>,
    /// By number, the lowest and the highest offset from the value in the files, in steps.
    pub(super) room: Vec<[i64; 2]>,
    /// By number, the cost of a step.
    pub(super) costs: Vec<f64>,
    /// The cost of missing a band by half its width.
    pub(super) weight: f64,
}

impl Task {
    /// The cost of a point.
    pub(super) fn cost(&self, point: &[i64]) -> f64 {
        point.iter().zip(&self.costs).map(|(steps, cost)| steps.unsigned_abs() as f64 * cost).sum()
    }

    /// The missing squares: the sum of the squared distances from the bands.
    pub(super) fn missing(&self, values: &[f64]) -> f64 {
        let of = |(wanted, &value): (&Option<Wanted>, &f64)| wanted.map_or(0.0, |wanted| wanted.missing(value).powi(2));
        self.wanted.iter().zip(values).map(of).sum()
    }

    /// The score to be minimized: the missing squares, which weigh much, and the cost.
    pub(super) fn score(&self, point: &[i64], values: &[f64]) -> f64 {
        self.weight * self.missing(values) + self.cost(point)
    }
}

/// The straightened values as sums of what each number does.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) at: Vec<i64>,
    pub(super) values: Vec<f64>,
    /// By number, by its steps from the least on, by target: the difference to where the model is made.
    pub(super) effects: Vec<Vec<Vec<f64>>>,
}

/// The effects of a number at each of its steps: straight lines between those that are known, and beyond the last two of them.
pub(super) fn effects([down, up]: [i64; 2], known: &[(i64, Vec<f64>)]) -> Vec<Vec<f64>> {
    let at = |steps: i64| {
        let right =
            known.iter().position(|(place, _)| *place >= steps).unwrap_or(known.len()).clamp(1, known.len() - 1);
        let [(from, one), (to, other)] = [&known[right - 1], &known[right]];
        let part = (steps - from) as f64 / (to - from) as f64;
        one.iter().zip(other).map(|(one, other)| one + part * (other - one)).collect()
    };
    let alone = || known.first().map_or_else(Vec::new, |(_, effects)| effects.clone());
    (down..=up).map(|steps| if known.len() < 2 { alone() } else { at(steps) }).collect()
}

/// Points with what they promise, of which the best are kept.
struct Pool {
    points: Vec<(f64, Vec<i64>)>,
    /// The score below which a point is kept: that of the last of the pool, infinite until the pool is full.
    worst: f64,
}

impl Pool {
    fn offer(&mut self, score: f64, point: impl FnOnce() -> Vec<i64>) {
        if score < self.worst {
            self.points.push((score, point()));
            if self.points.len() >= 2 * POOL {
                self.sort();
            }
        }
    }

    fn sort(&mut self) {
        self.points.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
        self.points.dedup_by(|one, other| one.1 == other.1);
        self.points.truncate(POOL);
        if let Some((score, _)) = self.points.get(POOL - 1) {
            self.worst = *score;
        }
    }
}

impl Model {
    fn effect(&self, task: &Task, number: usize, steps: i64) -> &[f64] {
        &self.effects[number][(steps - task.room[number][0]) as usize]
    }

    /// The values at a point.
    fn values_at(&self, task: &Task, point: &[i64]) -> Vec<f64> {
        let mut values = self.values.clone();
        for (number, &steps) in point.iter().enumerate() {
            values.iter_mut().zip(self.effect(task, number, steps)).for_each(|(value, effect)| *value += effect);
        }
        values
    }

    /// Points that promise much.
    pub(super) fn pool(&self, task: &Task) -> Vec<Vec<i64>> {
        let mut pool = Pool { points: Vec::new(), worst: f64::INFINITY };
        let nearest = task.room.iter().map(|[down, up]| 0.clamp(*down, *up)).collect();
        for mut point in [self.at.clone(), nearest] {
            pool.offer(task.score(&point, &self.values_at(task, &point)), || point.clone());
            for weight in WEIGHTS {
                point = self.mended(task, weight, point, &mut pool);
            }
        }
        pool.sort();
        pool.points.into_iter().map(|(_, point)| point).collect()
    }

    /// The points of the pool that are not known, with the scores that they promise, best first. The known points correct the model:
    /// each has its straightened values, `None` if the rules refuse the point.
    pub(super) fn promising(
        &self,
        task: &Task,
        pool: &[Vec<i64>],
        known: &[(&Vec<i64>, Option<Vec<f64>>)],
    ) -> Vec<(f64, Vec<i64>)> {
        let residual = |(point, values): &(&'_ Vec<i64>, Option<Vec<f64>>)| {
            let expected = self.values_at(task, point);
            let residual = values.as_ref()?.iter().zip(expected).map(|(value, expected)| value - expected);
            Some(((*point).clone(), residual.collect()))
        };
        let residuals: Vec<(Vec<i64>, Vec<f64>)> = known.iter().filter_map(residual).collect();
        let unknown = pool.iter().filter(|point| known.iter().all(|known| known.0 != *point));
        let mut ranked: Vec<(f64, &Vec<i64>)> =
            unknown.map(|point| (task.score(point, &self.corrected(task, &residuals, point)), point)).collect();
        ranked.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(other.1)));
        ranked.dedup();
        ranked.into_iter().map(|(score, point)| (score, point.clone())).collect()
    }

    /// The values at a point, with what the model errs by at the points near it.
    fn corrected(&self, task: &Task, residuals: &[(Vec<i64>, Vec<f64>)], point: &[i64]) -> Vec<f64> {
        let mut values = self.values_at(task, point);
        let weights: Vec<f64> =
            residuals.iter().map(|(other, _)| (1e-3 + self.distance(task, point, other)).powi(-2)).collect();
        let sum: f64 = weights.iter().sum();
        for (weight, (_, residual)) in weights.iter().zip(residuals) {
            values.iter_mut().zip(residual).for_each(|(value, residual)| *value += weight / sum * residual);
        }
        values
    }

    /// The square of how far two points lie from each other: what the numbers do on the way, in halves of bands.
    fn distance(&self, task: &Task, one: &[i64], other: &[i64]) -> f64 {
        let of_number = |number: usize| {
            let (one, other) = (self.effect(task, number, one[number]), self.effect(task, number, other[number]));
            let of_target = |((one, other), wanted): ((&f64, &f64), &Option<Wanted>)| {
                wanted.map_or(0.0, |wanted| ((one - other) / wanted.unit).powi(2))
            };
            one.iter().zip(other).zip(&task.wanted).map(of_target).sum::<f64>()
        };
        (0..one.len()).filter(|&number| one[number] != other[number]).map(of_number).sum()
    }

    /// A point after the best moves of one number, and of two if none of one helps, until none does. Everything on the way goes
    /// into the pool.
    fn mended(&self, task: &Task, weight: f64, mut point: Vec<i64>, pool: &mut Pool) -> Vec<i64> {
        for _ in 0..MENDINGS {
            let single = self.best_move(task, weight, &point, false, pool);
            let Some(moves) = single.or_else(|| self.best_move(task, weight, &point, true, pool)) else { break };
            for (number, to) in moves {
                point[number] = to;
            }
        }
        point
    }

    /// The move that lowers the weighed sum most.
    fn best_move(
        &self,
        task: &Task,
        weight: f64,
        point: &[i64],
        are_pairs: bool,
        pool: &mut Pool,
    ) -> Option<Vec<(usize, i64)>> {
        let targets: Vec<(usize, Wanted)> =
            task.wanted.iter().enumerate().filter_map(|(target, wanted)| Some((target, (*wanted)?))).collect();
        let weighed = |missing: f64, cost: f64| weight * task.weight * missing + cost;
        let (values, cost) = (self.values_at(task, point), task.cost(point));
        let mut least = weighed(task.missing(&values), cost) - 1e-9;
        let mut best = None;
        let mut consider = |missing: f64, cost: f64, moves: &[(usize, i64)]| {
            pool.offer(task.weight * missing + cost, || {
                let mut to = point.to_vec();
                for &(number, steps) in moves {
                    to[number] = steps;
                }
                to
            });
            let reached = weighed(missing, cost);
            if reached < least {
                (least, best) = (reached, Some(moves.to_vec()));
            }
        };
        // The missing squares after one more number has moved, from values that are known.
        let missing = |values: &[f64], from: &[f64], to: &[f64]| -> f64 {
            targets
                .iter()
                .map(|&(target, wanted)| wanted.missing(values[target] - from[target] + to[target]).powi(2))
                .sum()
        };
        let dearer = |number: usize, to: i64| {
            (to.unsigned_abs() as f64 - point[number].unsigned_abs() as f64) * task.costs[number]
        };
        let free: Vec<usize> = (0..point.len()).filter(|&number| task.room[number][0] < task.room[number][1]).collect();
        let far =
            if are_pairs { ((PAIRS / free.len().pow(2) as f64 / 2.0).sqrt() as i64).max(1) } else { i64::MAX / 2 };
        let places = |number: usize| {
            let ([down, up], here) = (task.room[number], point[number]);
            (down.max(here - far)..=up.min(here + far)).filter(move |steps| *steps != here)
        };
        for (index, &number) in free.iter().enumerate() {
            let from = self.effect(task, number, point[number]);
            for steps in places(number) {
                let (to, cost) = (self.effect(task, number, steps), cost + dearer(number, steps));
                if !are_pairs {
                    consider(missing(&values, from, to), cost, &[(number, steps)]);
                    continue;
                }
                let moved: Vec<f64> =
                    (0..values.len()).map(|target| values[target] - from[target] + to[target]).collect();
                for &other in &free[index + 1..] {
                    let from = self.effect(task, other, point[other]);
                    for also in places(other) {
                        let missing = missing(&moved, from, self.effect(task, other, also));
                        consider(missing, cost + dearer(other, also), &[(number, steps), (other, also)]);
                    }
                }
            }
        }
        best
    }
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
        Task { wanted, room: vec![[-10, 10]; numbers], costs: costs.to_vec(), weight: 1000.0 }
    }

    /// A model at the origin with slopes, by number, then by target.
    fn straight(values: &[f64], slopes: &[&[f64]]) -> Model {
        let table = |slopes: &&[f64]| {
            let at = |steps: i64| (steps, slopes.iter().map(|slope| steps as f64 * slope).collect());
            effects([-10, 10], &[at(-1), at(0), at(4)])
        };
        Model { at: vec![0; slopes.len()], values: values.to_vec(), effects: slopes.iter().map(table).collect() }
    }

    /// Of two numbers that do the same, the cheaper one moves, and no farther than to the band.
    #[test]
    fn the_cheapest_change_reaches_the_band() {
        let model = straight(&[1.0], &[&[1.0], &[1.0]]);
        let task = task(vec![band(5.0, 9.0)], 2, &[2.0, 1.0]);
        assert_eq!(model.pool(&task)[0], [0, 4]);
        // A change that is too large for one number is made by both.
        let far = Task { wanted: vec![band(12.0, 14.0)], ..task };
        assert_eq!(model.pool(&far)[0], [1, 10]);
    }

    /// Two numbers that move both targets, one of them in opposite directions: 2 a + b = 6 and a - b = 0.
    #[test]
    fn targets_are_reached_together() {
        let model = straight(&[0.0, 0.0], &[&[2.0, 1.0], &[1.0, -1.0]]);
        let task = task(vec![band(5.9, 6.1), band(-0.1, 0.1)], 2, &[1.0, 1.0]);
        assert_eq!(model.pool(&task)[0], [2, 2]);
    }

    /// Two targets of which one comes nearer only as the other gets farther: both are missed by the same.
    #[test]
    fn what_excludes_each_other_is_shared() {
        let model = straight(&[0.0, 0.0], &[&[1.0, 1.0]]);
        let task = task(vec![band(3.0, 5.0), band(-5.0, -3.0)], 1, &[1.0]);
        assert_eq!(model.pool(&task)[0], [0]);
        let alone = Task { wanted: vec![band(3.0, 5.0), None], ..task };
        assert_eq!(model.pool(&alone)[0], [3]);
    }

    /// A step that does nothing before the one that does everything is no slope.
    #[test]
    fn effects_are_those_that_were_measured() {
        let table = effects([-1, 5], &[(0, vec![0.0]), (1, vec![0.0]), (2, vec![6.0]), (4, vec![7.0])]);
        assert_eq!(table.concat(), [0.0, 0.0, 0.0, 6.0, 6.5, 7.0, 7.5]);
        let model = Model { at: vec![0], values: vec![1.0], effects: vec![effects([-10, 10], &[(0, vec![0.0])])] };
        assert_eq!(model.values_at(&task(vec![band(0.0, 1.0)], 1, &[1.0]), &[7]), [1.0]);
    }

    /// Measurements correct the model: the neighbours of a point at which it was wrong are judged anew, and known points are not tried
    /// again.
    #[test]
    fn a_model_learns_from_its_errors() {
        let model = straight(&[0.0], &[&[1.0], &[1.0]]);
        let task = task(vec![band(3.5, 4.5)], 2, &[1.0, 1.1]);
        assert_eq!(model.pool(&task)[0], [4, 0]);
        let (here, tried) = (vec![0, 0], vec![4, 0]);
        let known = [(&here, Some(vec![0.0])), (&tried, Some(vec![2.0]))];
        let promising = model.promising(&task, &model.pool(&task), &known);
        assert!(promising[0].1[1] > 0 && promising.iter().all(|(_, point)| *point != tried), "{:?}", promising[0]);
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
