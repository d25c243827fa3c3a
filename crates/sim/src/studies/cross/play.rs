//! The crossing of a curve with a target, and its interval.
//!
//! The curve of the cells is fitted by the closest monotone one (isotonic regression, by pooling adjacent violators)
//! and joined by straight lines. The interval is that of a percentile bootstrap over encounters: all cells play the
//! same dice, so that a resample takes the same encounters in every cell. It resamples not single encounters but groups
//! of them, whose sums are all that has to be kept; [`GROUPS`] of them say as much.

use std::ops::Range;

use equipoise_engine::Seed;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ground::random::SplitMix;
use crate::ground::ranges::length;
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::run::Watch;
use crate::kernel::tally::{Tally, Totals};
use crate::record::{Part, Written};
use crate::stats::Interval;
use crate::stats::interval::{wilson, z};
use crate::studies::load::Loaded;
use crate::studies::sweep::{CellPlan, run_cells};

/// The groups into which the encounters of a cell are divided.
pub const GROUPS: u64 = 1000;
/// With fewer groups resamples know too little of the spread: then anything may be.
const GROUPS_MIN: usize = 30;
/// The number of times that the encounters are resampled.
pub const RESAMPLES: usize = 2000;

/// A question about a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The path that is varied.
    pub path: String,
    /// The meaning of its numbers, if they are those of [steps](crate::studies::sweep::steps_told).
    pub steps: Option<&'static str>,
    /// The full name of the number.
    pub metric: String,
    /// The kind of the number: a share, or a mean over all encounters or over some.
    pub kind: Kind,
    /// The value that is wanted.
    pub target: f64,
    /// The confidence of the interval and of the verdict about monotony, in 0..1.
    pub confidence: f64,
    /// The seed of the resamples.
    pub seed: Seed,
}

/// The crossing of a curve with a target.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The question.
    pub question: Question,
    /// Whether the curve rises; otherwise it falls.
    pub rises: bool,
    /// The value at which the monotone curve has the target, or the side of the target on which the whole curve lies.
    pub found: Where,
    /// The interval of that value; none for exact curves. An end that lies beyond the values that were tried is infinite.
    pub interval: Option<Interval>,
    /// Whether it is sure, at the confidence, that a value which was tried or lies between two that were has the target, or
    /// that none has it. Exact curves are sure.
    pub sure: bool,
    /// Two of the values, ascending, between which the curve surely goes the other way; none where it may be monotone.
    pub turns: Option<[f64; 2]>,
    /// The values at which the curve as it is, without any fit, passes the target.
    pub passes: Vec<f64>,
}

/// Whether a curve has a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Where {
    /// At this value.
    At(f64),
    /// The whole curve lies above the target.
    Above,
    /// The whole curve lies below the target.
    Below,
}

/// The number in one cell: exact, or from groups of encounters.
#[derive(Debug, Clone, PartialEq)]
pub enum Curve {
    /// Its exact value.
    Exact(f64),
    /// By group, how many encounters had the number and its sum.
    Sampled(Vec<[f64; 2]>),
}

impl Curve {
    /// The value of a selection of groups, by their indices; none where no encounter of them has the number.
    fn mean(&self, groups: impl Iterator<Item = usize>) -> Option<f64> {
        match self {
            Self::Exact(value) => Some(*value),
            Self::Sampled(sums) => {
                let (encounters, sum) = groups.fold((0.0, 0.0), |(encounters, sum), group| {
                    let [more, value] = sums[group];
                    (encounters + more, sum + value)
                });
                (encounters > 0.0).then(|| sum / encounters)
            }
        }
    }

    /// Whether its own interval, where it is a share, reaches the target. Resamples of a rare event that was never seen
    /// never see it either; the interval of the share knows that it may happen all the same. Of a mean that may be one of
    /// zeros and ones this is asked too.
    fn reaches(&self, target: f64, confidence: f64) -> bool {
        let Self::Sampled(sums) = self else { return false };
        let [encounters, sum] = sums.iter().fold([0.0, 0.0], |[all, sum], [more, value]| [all + more, sum + value]);
        let may_be_share = sum <= encounters && (0.0..=1.0).contains(&target);
        may_be_share && wilson(sum as u64, encounters as u64, confidence).contains(target)
    }

    /// Whether it has the number so seldom, or so seldom not, that resamples know too little of it, and may have the target all
    /// the same.
    fn seldom_reaches(&self, question: &Question) -> bool {
        const SELDOM: f64 = 10.0;
        let Self::Sampled(sums) = self else { return false };
        let [encounters, sum] = sums.iter().fold([0.0, 0.0], |[all, sum], [more, value]| [all + more, sum + value]);
        (sum < SELDOM || encounters - sum < SELDOM) && self.reaches(question.target, question.confidence)
    }
}

/// An interval that holds all values whose cells may have the target, up to the neighbors of these; beyond the first and the last
/// value there is no neighbor.
fn widened(interval: Interval, values: &[f64], may_be_met: impl Fn(usize) -> bool) -> Interval {
    let met: Vec<usize> = (0..values.len()).filter(|&index| may_be_met(index)).collect();
    let (Some(first), Some(last)) = (met.first(), met.last()) else { return interval };
    let lo = first.checked_sub(1).map_or(f64::NEG_INFINITY, |index| values[index]);
    let hi = values.get(last + 1).copied().unwrap_or(f64::INFINITY);
    Interval { lo: interval.lo.min(lo), hi: interval.hi.max(hi) }
}

/// The groups of a cell that were played to their end, from the first on: what a later call needs to go on from there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups {
    /// For each, how many encounters had the number, and its sum.
    sums: Vec<[u128; 2]>,
    /// The counts of their encounters; `None` if there is no group.
    counts: Option<Tally>,
}

/// Groups of a cell as a text has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::studies) struct WrittenGroups {
    /// The index of the cell.
    pub(in crate::studies) cell: usize,
    sums: Vec<[u128; 2]>,
    counts: Box<RawValue>,
}

impl Groups {
    /// The number of their encounters.
    pub fn encounters(&self) -> u64 {
        self.counts.as_ref().map_or(0, |counts| counts.encounters)
    }

    /// The groups of the cell of this index, to be written down; `None` if there is none.
    pub(in crate::studies) fn written(&self, cell: usize) -> Option<WrittenGroups> {
        let counts = RawValue::from_string(self.counts.as_ref()?.text()).ok()?;
        Some(WrittenGroups { cell, sums: self.sums.clone(), counts })
    }

    /// The groups of a cell that were written down, of encounters in this range.
    ///
    /// # Errors
    /// If no such groups can have been played, in words.
    pub(in crate::studies) fn read(
        written: &WrittenGroups,
        cell: &Loaded,
        range: &Range<u64>,
        quantity: Quantity,
    ) -> Result<Self, String> {
        let WrittenGroups { sums, counts, .. } = written;
        let is_of_cell = |group: u64| group > 0 && group <= groups_of(range);
        if !is_of_cell(sums.len() as u64) {
            return Err(format!("{} groups of a cell", sums.len()));
        }
        let encounters = start_of(range, sums.len() as u64) - range.start;
        let counts = Tally::empty(cell.fights.recordable().cast()).read(counts.get(), encounters)?;
        let sum = |column: usize| sums.iter().fold(0, |sum: u128, group| sum.saturating_add(group[column]));
        let Totals { encounters, sums: totals } = counts.totals(quantity);
        if [sum(0), sum(1)] != [u128::from(encounters), totals.values] {
            return Err("sums of groups that are not those of their encounters".to_owned());
        }
        Ok(Self { sums: sums.clone(), counts: Some(counts) })
    }
}

/// The number of groups that encounters are divided into.
fn groups_of(range: &Range<u64>) -> u64 {
    GROUPS.min(length(range)).max(1)
}

/// The first encounter of a group; that of the one after the last is the end of all.
fn start_of(range: &Range<u64>, group: u64) -> u64 {
    // 128 bits, since a range may be as long as there are indices.
    range.start + (u128::from(length(range)) * u128::from(group) / u128::from(groups_of(range))) as u64
}

/// The groups of a cell that were played for its curve.
pub struct PlayedGroups {
    /// The sums of the groups, which tell the curve; an interrupt leaves some out.
    pub curve: Curve,
    /// All that was [played before](crate::studies::sweep::OpenCells::play_after) for the sweep, so that nothing is played twice;
    /// `None` if nothing was.
    pub played: Option<Part<Tally>>,
    /// The groups that were played to their end.
    pub groups: Groups,
}

/// Plays the encounters of a cell group by group, after those groups that were played before.
pub fn play_groups(
    cell: &Loaded,
    seed: Seed,
    range: &Range<u64>,
    quantity: Quantity,
    before: &Groups,
    watch: &Watch,
) -> PlayedGroups {
    let first = before.sums.len() as u64;
    let range_of = |group: u64| start_of(range, group)..start_of(range, group + 1);
    let plan = |group: u64| CellPlan { cell: cell.fights.playable(), seed, range: range_of(group) };
    let plans: Vec<CellPlan> = (first..groups_of(range)).map(plan).collect();
    let mut groups = before.clone();
    let mut sums = before.sums.clone();
    let earlier = range.start..start_of(range, first);
    let earlier = before.counts.clone().map(|counts| Part { counts, ranges: vec![earlier] });
    let mut parts: Vec<Part<Tally>> = earlier.into_iter().collect();
    for (run, plan) in run_cells(&plans, watch).into_iter().flatten().zip(&plans) {
        let Totals { encounters, sums: totals } = run.tally.totals(quantity);
        sums.push([u128::from(encounters), totals.values]);
        // The runs of groups are whole but for the last one before an interrupt.
        if run.range == plan.range {
            groups.sums.push([u128::from(encounters), totals.values]);
            match &mut groups.counts {
                Some(counts) => counts.merge(&run.tally),
                None => groups.counts = Some(run.tally.clone()),
            }
        }
        parts.push(Part { counts: run.tally, ranges: vec![run.range] });
    }
    let curve = Curve::Sampled(sums.into_iter().map(|[encounters, sum]| [encounters as f64, sum as f64]).collect());
    PlayedGroups { curve, played: Part::together(parts), groups }
}

/// The crossing of a curve over ascending values with the target; `None` if some cell has no encounter with the number,
/// or if there are fewer than two cells.
pub fn crossing(question: Question, values: &[f64], curves: &[Curve]) -> Option<Crossing> {
    let groups = curves.iter().map(|curve| if let Curve::Sampled(sums) = curve { sums.len() } else { 0 }).max()?;
    let means: Vec<f64> = curves.iter().map(|curve| curve.mean(0..groups)).collect::<Option<_>>()?;
    if values.len() < 2 || values.len() != curves.len() {
        return None;
    }
    let rises = is_rising(&means);
    let target = question.target;
    let found = solved(values, &monotone(&means, rises), target, rises);
    let resamples = (groups > 0).then(|| Resamples::of(&question, values, curves, groups, rises));
    let interval = resamples.as_ref().map(|resamples| {
        if groups < GROUPS_MIN {
            return Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        }
        let interval = resamples.interval(found, question.confidence);
        let is_met = |index: usize| means[index].total_cmp(&target).is_eq();
        match found {
            Where::At(_) => widened(interval, values, |index| is_met(index) || curves[index].seldom_reaches(&question)),
            Where::Above | Where::Below => interval,
        }
    });
    let sure = resamples.is_none_or(|resamples| match found {
        _ if groups < GROUPS_MIN => false,
        Where::At(_) => interval.is_some_and(|interval| interval.lo.is_finite() && interval.hi.is_finite()),
        Where::Above | Where::Below => {
            let is_reached = curves.iter().any(|curve| curve.reaches(target, question.confidence));
            resamples.agree_with(found, question.confidence) && !is_reached
        }
    });
    let turns = turning(values, curves, &means, rises, question.confidence);
    let passes = passes(values, &means, target);
    Some(Crossing { question, rises, found, interval, sure, turns, passes })
}

/// Results of resampling the encounters.
struct Resamples {
    /// The values at which the monotone curves have the target, ascending.
    at: Vec<f64>,
    /// In how many of them all cells lie above the target.
    above: usize,
    /// In how many of them all cells lie below the target.
    below: usize,
}

impl Resamples {
    fn of(question: &Question, values: &[f64], curves: &[Curve], groups: usize, rises: bool) -> Self {
        let target = question.target;
        let mut random = SplitMix(question.seed.0 ^ 0x0063_726f_7373_696e);
        let mut chosen = vec![0; groups];
        let (mut at, mut above, mut below) = (Vec::new(), 0, 0);
        for _ in 0..RESAMPLES {
            for group in &mut chosen {
                *group = random.below(groups);
            }
            let mean = |curve: &Curve| curve.mean(chosen.iter().copied());
            let means: Option<Vec<f64>> = curves.iter().map(mean).collect();
            let means = means.expect("a mean among some encounters is refused as a target");
            above += usize::from(means.iter().all(|mean| *mean > target));
            below += usize::from(means.iter().all(|mean| *mean < target));
            at.push(position(solved(values, &monotone(&means, rises), target, rises), rises));
        }
        at.sort_by(f64::total_cmp);
        Self { at, above, below }
    }

    /// The number of resamples that may lie beyond one end of an interval.
    fn tail(confidence: f64) -> usize {
        (RESAMPLES as f64 * (1.0 - confidence) / 2.0).floor() as usize
    }

    /// The interval between the quantiles, and up to what was found.
    fn interval(&self, found: Where, confidence: f64) -> Interval {
        let rank = Self::tail(confidence).min(self.at.len().saturating_sub(1) / 2);
        let (lo, hi) = (self.at[rank], self.at[self.at.len() - 1 - rank]);
        match found {
            Where::At(at) => Interval { lo: lo.min(at), hi: hi.max(at) },
            Where::Above | Where::Below => Interval { lo, hi },
        }
    }

    /// Whether nearly all resamples lie on one side of the target as a whole, as what was found does.
    fn agree_with(&self, found: Where, confidence: f64) -> bool {
        let count = match found {
            Where::At(_) => return false,
            Where::Above => self.above,
            Where::Below => self.below,
        };
        count + Self::tail(confidence) >= RESAMPLES
    }
}

/// Whether the closest rising curve is at least as close as the closest falling one.
fn is_rising(means: &[f64]) -> bool {
    let distance = |rises: bool| -> f64 {
        let fitted = monotone(means, rises);
        fitted.iter().zip(means).map(|(fitted, mean)| (fitted - mean) * (fitted - mean)).sum()
    };
    distance(true) <= distance(false)
}

/// The closest monotone curve, by pooling adjacent violators.
fn monotone(means: &[f64], rises: bool) -> Vec<f64> {
    let sign = if rises { 1.0 } else { -1.0 };
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for mean in means {
        pools.push((sign * mean, 1));
        while let [.., (before, length), (last, more)] = pools[..]
            && before > last
        {
            pools.pop();
            let all = length + more;
            let mean = (before * length as f64 + last * more as f64) / all as f64;
            *pools.last_mut().expect("there were two") = (mean, all);
        }
    }
    pools.into_iter().flat_map(|(mean, length)| std::iter::repeat_n(sign * mean, length)).collect()
}

/// The value at which a monotone curve has the target: the middle, if a stretch of the curve has it.
fn solved(values: &[f64], fitted: &[f64], target: f64, rises: bool) -> Where {
    let sign = if rises { 1.0 } else { -1.0 };
    let below = fitted.iter().take_while(|mean| sign * **mean < sign * target).count();
    let up_to = fitted.iter().take_while(|mean| sign * **mean <= sign * target).count();
    if up_to > below {
        return Where::At(f64::midpoint(values[below], values[up_to - 1]));
    }
    match below {
        0 if rises => Where::Above,
        0 => Where::Below,
        all if all == fitted.len() && rises => Where::Below,
        all if all == fitted.len() => Where::Above,
        after => Where::At(between(values, fitted, after, target)),
    }
}

/// The value at which the straight line to the cell at an index from the one before has the target.
fn between(values: &[f64], means: &[f64], after: usize, target: f64) -> f64 {
    let part = (target - means[after - 1]) / (means[after] - means[after - 1]);
    values[after - 1] + part * (values[after] - values[after - 1])
}

/// A place on the line of values: what lies beyond them is infinitely far.
fn position(found: Where, rises: bool) -> f64 {
    match (found, rises) {
        (Where::At(value), _) => value,
        (Where::Above, true) | (Where::Below, false) => f64::NEG_INFINITY,
        (Where::Below, true) | (Where::Above, false) => f64::INFINITY,
    }
}

/// The values at which straight lines between the cells pass the target.
fn passes(values: &[f64], means: &[f64], target: f64) -> Vec<f64> {
    let mut passes: Vec<f64> = Vec::new();
    for after in 1..means.len() {
        let [from, to] = [means[after - 1], means[after]];
        let is_passed = (from < target) != (to < target);
        passes.extend(is_passed.then(|| between(values, means, after, target)));
    }
    passes
}

/// Two values between which the curve surely goes against its direction: of all pairs, the one that does so most
/// surely. The normal test of the paired differences of the groups, at a level divided by the number of pairs
/// (Bonferroni). Without groups any difference is sure.
fn turning(values: &[f64], curves: &[Curve], means: &[f64], rises: bool, confidence: f64) -> Option<[f64; 2]> {
    let cells = values.len();
    let pairs = (cells * (cells - 1) / 2).max(1) as f64;
    // One-sided, since the direction is given.
    let limit = z(1.0 - 2.0 * ((1.0 - confidence) / pairs).min(0.5));
    let sign = if rises { 1.0 } else { -1.0 };
    let mut worst: Option<(f64, [f64; 2])> = None;
    for first in 0..cells {
        for second in first + 1..cells {
            let against = sign * (means[first] - means[second]);
            if against <= 1e-12 {
                continue;
            }
            let error = standard_error([&curves[first], &curves[second]], [means[first], means[second]]);
            let surely = if error > 0.0 { against / error } else { f64::INFINITY };
            if surely > limit && worst.is_none_or(|(known, _)| surely > known) {
                worst = Some((surely, [values[first], values[second]]));
            }
        }
    }
    worst.map(|(_, pair)| pair)
}

/// The standard error of the difference of two cells, whose groups played the same dice: by the linear parts of both ratios.
fn standard_error(curves: [&Curve; 2], means: [f64; 2]) -> f64 {
    let part = |side: usize, group: usize| match curves[side] {
        Curve::Exact(_) => 0.0,
        Curve::Sampled(sums) => sums.get(group).map_or(0.0, |[encounters, sum]| sum - means[side] * encounters),
    };
    let size = |side: usize| match curves[side] {
        Curve::Exact(_) => 1.0,
        Curve::Sampled(sums) => sums.iter().map(|[encounters, _]| encounters).sum::<f64>().max(1.0),
    };
    let groups = curves.iter().map(|curve| if let Curve::Sampled(sums) = curve { sums.len() } else { 0 });
    let groups = groups.max().unwrap_or(0);
    let squares: f64 =
        (0..groups).map(|group| part(0, group) / size(0) - part(1, group) / size(1)).map(|d| d * d).sum();
    if groups > 1 { (squares * groups as f64 / (groups - 1) as f64).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(target: f64) -> Question {
        Question {
            path: "coin.heads".to_owned(),
            steps: None,
            metric: "winners.party".to_owned(),
            kind: Kind::Share,
            target,
            confidence: 0.95,
            seed: Seed(1),
        }
    }

    fn exact(means: &[f64], target: f64) -> Crossing {
        let values: Vec<f64> = (0..means.len()).map(|index| index as f64).collect();
        let curves: Vec<Curve> = means.iter().map(|mean| Curve::Exact(*mean)).collect();
        crossing(question(target), &values, &curves).expect("two cells or more")
    }

    #[test]
    fn violators_are_pooled() {
        assert_eq!(monotone(&[1.0, 3.0, 2.0, 4.0], true), [1.0, 2.5, 2.5, 4.0]);
        assert_eq!(monotone(&[4.0, 2.0, 3.0, 1.0], false), [4.0, 2.5, 2.5, 1.0]);
        assert_eq!(monotone(&[3.0, 2.0, 1.0], true), [2.0; 3]);
    }

    /// An event that no sample shows may happen all the same, and a stretch on the target ends nowhere known.
    #[test]
    fn a_sample_on_the_target_is_not_sure_of_it() {
        let never = found(0.0, &coins(&[0.3, 0.1, 0.0], 100, 1), 1);
        assert_eq!((never.sure, never.interval.expect("sampled").hi), (false, f64::INFINITY));
        let always = found(1.0, &coins(&[1.0, 0.9, 0.5], 100, 1), 1);
        assert_eq!((always.sure, always.interval.expect("sampled").lo), (false, f64::NEG_INFINITY));
        let flat: Vec<Curve> = (0..3).map(|_| Curve::Sampled(vec![[100.0, 300.0]; 50])).collect();
        let flat = found(3.0, &flat, 1);
        assert!(
            !flat.sure && flat.interval.is_some_and(|interval| interval.lo.is_infinite() && interval.hi.is_infinite())
        );
    }

    #[test]
    fn exact_curves_cross_where_they_do() {
        let rising = exact(&[0.0, 0.25, 0.75], 0.5);
        assert_eq!((rising.found, rising.rises, rising.interval, rising.turns), (Where::At(1.5), true, None, None));
        let falling = exact(&[1.0, 0.5, 0.25], 0.75);
        assert_eq!((falling.found, falling.rises, falling.passes.len()), (Where::At(0.5), false, 1));
        assert_eq!(exact(&[0.8, 0.9], 0.5).found, Where::Above);
        assert_eq!(exact(&[0.9, 0.8], 0.95).found, Where::Below);
        assert_eq!(exact(&[0.4, 0.5, 0.5, 0.6], 0.5).found, Where::At(1.5), "the middle of a stretch");
        let bent = exact(&[0.2, 0.7, 0.3, 0.8], 0.5);
        assert_eq!((bent.turns, bent.passes.len()), (Some([1.0, 2.0]), 3));
    }

    /// Groups of 100 coins that fall on the same numbers: cell by cell more of them are heads.
    fn coins(chances: &[f64], groups: usize, seed: u64) -> Vec<Curve> {
        coins_of(chances, [groups, 100], seed)
    }

    /// Groups of so many coins each.
    fn coins_of(chances: &[f64], [groups, each]: [usize; 2], seed: u64) -> Vec<Curve> {
        let mut random = SplitMix(seed);
        let mut sums = vec![Vec::new(); chances.len()];
        for _ in 0..groups {
            let numbers: Vec<f64> = (0..each).map(|_| random.below(1_000_000) as f64 / 1e6).collect();
            for (sums, chance) in sums.iter_mut().zip(chances) {
                let heads = numbers.iter().filter(|number| *number < chance).count();
                sums.push([each as f64, heads as f64]);
            }
        }
        sums.into_iter().map(Curve::Sampled).collect()
    }

    fn found(target: f64, curves: &[Curve], seed: u64) -> Crossing {
        let values: Vec<f64> = (0..curves.len()).map(|index| index as f64).collect();
        crossing(Question { seed: Seed(seed), ..question(target) }, &values, curves).expect("two cells or more")
    }

    /// Of 400 intervals of 95% each holds the truth with that chance, up to the error of a percentile bootstrap. False
    /// alarm below 1e-6: fewer than 345 or all of them have a chance below that, if the true coverage is 0.93 to 0.96.
    #[test]
    fn intervals_hold_the_crossing_as_often_as_they_say() {
        let (values, chances) = ([0.0, 1.0, 2.0, 3.0], [0.40, 0.47, 0.53, 0.61]);
        let truth = 1.5;
        let holds = |seed: u64| {
            let question = Question { seed: Seed(seed), ..question(0.5) };
            let found = crossing(question, &values, &coins(&chances, 50, seed + 7)).expect("cells");
            usize::from(found.interval.expect("it was sampled").contains(truth))
        };
        let held: usize = (0..400).map(holds).sum();
        assert!((345..=399).contains(&held), "{held} of 400");
    }

    /// With few encounters resamples know too little: 30 are the fewest with an interval. Of 400 of them at least 372 (93 %)
    /// hold the crossing. If each does with a probability of 0.965, fewer do with a probability below 1e-3; the seeds are fixed.
    #[test]
    fn intervals_of_few_encounters_hold_the_crossing_as_well() {
        for each in [[GROUPS_MIN, 1], [50, 1], [100, 1]] {
            let holds = |seed: u64| {
                let crossing = found(0.5, &coins_of(&[0.3, 0.45, 0.55, 0.75], each, seed + 7), seed);
                usize::from(crossing.interval.expect("it was sampled").contains(1.5))
            };
            let held: usize = (0..400).map(holds).sum();
            assert!(held >= 372, "{held} of 400 with {each:?}");
        }
    }

    #[test]
    fn what_lies_beyond_the_values_has_an_infinite_end() {
        let open = found(0.62, &coins(&[0.4, 0.61], 50, 3), 1);
        assert!(open.interval.is_some_and(|interval| interval.hi.is_infinite() && interval.lo < 1.0), "{open:?}");
        assert!(!open.sure, "{open:?}");
        let never = found(0.9, &coins(&[0.4, 0.61], 50, 3), 1);
        assert_eq!((never.found, never.sure), (Where::Below, true));
        assert!(never.interval.is_some_and(|interval| interval.lo.is_infinite()));
        let met = found(0.5, &coins(&[0.4, 0.61], 50, 3), 1);
        assert!(matches!(met.found, Where::At(_)) && met.sure, "{met:?}");
        let exact = exact(&[0.8, 0.9], 0.5);
        assert!(exact.sure && exact.interval.is_none());
    }

    /// A curve that rises through the target and then stays close above it. Of 400 samples of 2,000 encounters each, at most
    /// 20 (5 %) may say that no value has the target. The estimate of the plateau lies below the target by what the bootstrap
    /// takes for sure, 1.96 standard errors of 0.011, with a probability of 0.4 %: more than 20 have a probability below 1e-9.
    #[test]
    fn a_crossing_before_a_plateau_is_not_denied() {
        let chances = [0.55, 0.5881, 0.5972, 0.5972, 0.5972];
        let (mut denied, mut missed) = (0, 0);
        for seed in 0..400 {
            let crossing = found(0.59, &coins_of(&chances, [100, 20], seed + 1), seed);
            denied += usize::from(crossing.at().is_none() && crossing.sure);
            missed += usize::from(crossing.at().is_none());
        }
        assert!(denied <= 20, "{denied} of 400");
        assert!(missed > 40, "the estimate lies below the target often enough for the question to matter: {missed}");
    }

    /// A curve whose largest value is the target to the last digit: the hardest case in which a value has it.
    #[test]
    fn a_target_that_is_just_reached_is_denied_as_rarely() {
        let denied = |chances: &[f64]| {
            let is_denied = |seed: &u64| {
                let crossing = found(0.5, &coins_of(chances, [100, 20], seed + 1), *seed);
                crossing.at().is_none() && crossing.sure
            };
            (0..400).filter(is_denied).count()
        };
        assert!(denied(&[0.4, 0.5]) <= 20);
        assert!(denied(&[0.3, 0.5, 0.3]) <= 20, "also where the curve turns there");
        assert!(denied(&[0.6, 0.5]) <= 20);
    }

    /// Of what was never seen in 2,000 encounters one in a thousand may be: resamples cannot tell, the interval of the share can.
    #[test]
    fn what_was_never_seen_may_be_rare() {
        let never = [vec![[20.0, 0.0]; 100], vec![[20.0, 0.0]; 100]].map(Curve::Sampled);
        let rare = found(0.001, &never, 1);
        assert_eq!((rare.found, rare.sure), (Where::Below, false));
        let frequent = found(0.01, &never, 1);
        assert_eq!((frequent.found, frequent.sure), (Where::Below, true));
    }

    #[test]
    fn of_few_encounters_nothing_is_sure() {
        for encounters in [1, 2, GROUPS_MIN - 1] {
            for target in [0.5, 0.99] {
                let few = found(target, &coins_of(&[0.1, 0.2, 0.9], [encounters, 1], 5), 1);
                assert!(!few.sure && few.interval.is_some_and(|interval| interval.lo.is_infinite()), "{few:?}");
            }
        }
    }

    #[test]
    fn a_bent_curve_is_told_from_a_noisy_one() {
        let turns = |chances: &[f64]| {
            let values: Vec<f64> = (0..chances.len()).map(|index| index as f64).collect();
            crossing(question(0.5), &values, &coins(chances, 100, 5)).expect("cells").turns
        };
        assert_eq!(turns(&[0.3, 0.5, 0.5, 0.7]), None);
        assert_eq!(turns(&[0.3, 0.6, 0.4, 0.7]), Some([1.0, 2.0]));
    }
}
