//! Measuring: the same indices in every variant, whatever is asked again remembered.

use std::collections::BTreeMap;
use std::ops::Range;

use equipoise_engine::{Seed, Winner};

use super::arena::{Arenas, Seen, Target, Variant};
use super::numbers::Number;
use crate::ground::Sums;
use crate::kernel::batches::Batches;
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::stats::Interval;
use crate::stats::Moments;
use crate::stats::interval::wilson;
use crate::stats::mean;

/// Blocks of encounters, by index, whose differences say how sure a difference is.
pub(super) const BLOCKS: u64 = 64;
/// The most encounters in a batch.
const BATCH: u64 = 1024;

/// The caller asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interrupted;

/// The numbers of an arena, counted.
#[derive(Debug, Clone, PartialEq)]
struct Counts {
    encounters: u64,
    /// By read: the sums, and those of each block.
    reads: Vec<(Sums, Vec<u64>)>,
}

impl Counts {
    fn nothing(reads: usize) -> Self {
        Self { encounters: 0, reads: vec![(Sums::default(), vec![0; BLOCKS as usize]); reads] }
    }

    fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        for ((sums, blocks), (more, added)) in self.reads.iter_mut().zip(&other.reads) {
            sums.merge(*more);
            blocks.iter_mut().zip(added).for_each(|(block, added)| *block += added);
        }
    }
}

/// A target's number, counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Counted {
    /// The encounters.
    pub(super) encounters: u64,
    pub(super) value: f64,
    sums: Sums,
    /// By block, the sum of its encounters, in the unit of the value.
    blocks: Vec<f64>,
}

impl Counted {
    /// The standard error of the difference to another number that was counted on the same indices.
    pub(super) fn error_of_difference(&self, other: &Self) -> f64 {
        let count = BLOCKS as f64;
        let size = self.encounters as f64 / count;
        let differences: Vec<f64> =
            self.blocks.iter().zip(&other.blocks).map(|(one, two)| (one - two) / size.max(1.0)).collect();
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
        (squares / (count - 1.0) / count).sqrt()
    }

    /// The interval of the number.
    pub(super) fn interval(&self, target: &Target, confidence: f64) -> Option<Interval> {
        let values = self.sums.values as u64;
        if target.is_of_halves() {
            // Half points vary less than whole ones do.
            let [lo, hi] = [values / 2, values.div_ceil(2)].map(|count| wilson(count, self.encounters, confidence));
            Some(Interval { lo: lo.lo, hi: hi.hi })
        } else if target.is_share {
            Some(wilson(values, self.encounters, confidence))
        } else {
            mean::interval(&Moments::new(self.encounters, self.sums), confidence)
        }
    }
}

/// The targets' numbers of one variant; `None` if the rules refuse it.
pub(super) type Measured = Option<Vec<Counted>>;

/// Encounters of an arena in a variant: the arena, the steps of the numbers that matter to it, and the indices.
type Key = (usize, Vec<i64>, (u64, u64));

/// The state of all measurements, with the counts so far.
pub(super) struct Measurer<'a> {
    pub(super) arenas: &'a Arenas,
    pub(super) numbers: &'a [Number],
    pub(super) targets: &'a [Target],
    seed: Seed,
    watch: &'a Watch<'a>,
    known: BTreeMap<Key, Option<Counts>>,
    /// All encounters so far.
    pub(super) played: u64,
}

/// The state of a thread: its buffers, and its counts by the number of the fight.
struct Worker {
    records: Records,
    column: Column,
    counts: BTreeMap<usize, Counts>,
}

impl<'a> Measurer<'a> {
    pub(super) fn new(
        arenas: &'a Arenas,
        numbers: &'a [Number],
        targets: &'a [Target],
        seed: Seed,
        watch: &'a Watch<'a>,
    ) -> Self {
        Self { arenas, numbers, targets, seed, watch, known: BTreeMap::new(), played: 0 }
    }

    fn key(&self, arena: usize, point: &[i64], range: &Range<u64>) -> Key {
        let steps = self.arenas.list[arena].numbers.iter().map(|&number| point[number]).collect();
        (arena, steps, (range.start, range.end))
    }

    /// Measures variants on these indices; what was counted before is not played again.
    pub(super) fn measure(&mut self, points: &[Vec<i64>], ranges: &[Range<u64>]) -> Result<Vec<Measured>, Interrupted> {
        for range in ranges {
            self.play(points, range)?;
        }
        Ok(points.iter().map(|point| self.measured(point, ranges)).collect())
    }

    fn play(&mut self, points: &[Vec<i64>], range: &Range<u64>) -> Result<(), Interrupted> {
        let mut wanted: BTreeMap<Key, usize> = BTreeMap::new();
        let mut fights: Vec<(Key, Variant)> = Vec::new();
        for point in points {
            let keys = (0..self.arenas.list.len()).map(|arena| self.key(arena, point, range));
            let missing: Vec<Key> =
                keys.filter(|key| !self.known.contains_key(key) && !wanted.contains_key(key)).collect();
            if (self.watch.interrupted)() {
                return Err(Interrupted);
            }
            let arenas: Vec<usize> = missing.iter().map(|key| key.0).collect();
            for (key, loaded) in missing.into_iter().zip(self.arenas.fights(self.numbers, point, &arenas)) {
                match loaded {
                    Some(loaded) => {
                        wanted.insert(key.clone(), fights.len());
                        fights.push((key, loaded));
                    }
                    None => drop(self.known.insert(key, None)),
                }
            }
        }
        let counted = self.count(&fights, range)?;
        for ((key, _), counts) in fights.into_iter().zip(counted.into_values()) {
            self.known.insert(key, Some(counts));
        }
        Ok(())
    }

    fn count(&mut self, fights: &[(Key, Variant)], range: &Range<u64>) -> Result<BTreeMap<usize, Counts>, Interrupted> {
        let ranges = vec![range.clone(); fights.len()];
        let make = || Worker { records: Records::default(), column: Column::default(), counts: BTreeMap::new() };
        let play = |worker: &mut Worker, fight: usize, batch: Range<u64>| {
            let Variant { fights, seen } = &fights[fight].1;
            let Worker { records, column, counts } = worker;
            fights.recordable().record(self.seed, batch.clone(), records);
            let counts = counts.entry(fight).or_insert_with(|| Counts::nothing(seen.len()));
            counts.encounters += batch.end - batch.start;
            for (&seen, (sums, blocks)) in seen.iter().zip(&mut counts.reads) {
                match seen {
                    Seen::Quantity(quantity) => records.read(quantity, column),
                    Seen::Halves(is_party) => {
                        column.values.clear();
                        column.values.extend(records.winners().iter().map(|&winner| halves(winner, is_party)));
                    }
                }
                for (index, &value) in batch.clone().zip(&column.values) {
                    sums.add(value, 1);
                    blocks[(index % BLOCKS) as usize] += u64::from(value);
                }
            }
        };
        let before = self.played;
        let progress = |finished: u64| (self.watch.progress)(before + finished);
        let watch = Watch { interrupted: self.watch.interrupted, progress: &progress };
        let played = Batches { cells: &ranges, most: BATCH }.play(&watch, make, play, |worker| worker.counts);
        let mut all: BTreeMap<usize, Counts> = BTreeMap::new();
        for (fight, counts) in played.into_iter().flatten() {
            match all.entry(fight) {
                std::collections::btree_map::Entry::Vacant(place) => drop(place.insert(counts)),
                std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().merge(&counts),
            }
        }
        let encounters: u64 = all.values().map(|counts| counts.encounters).sum();
        self.played += encounters;
        if encounters < (range.end - range.start) * fights.len() as u64 { Err(Interrupted) } else { Ok(all) }
    }

    /// The targets of a variant, of which everything is known; `None` also if that is not so.
    pub(super) fn measured(&self, point: &[i64], ranges: &[Range<u64>]) -> Measured {
        let mut by_arena = Vec::with_capacity(self.arenas.list.len());
        for (number, arena) in self.arenas.list.iter().enumerate() {
            let mut counts = Counts::nothing(arena.reads.len());
            for range in ranges {
                counts.merge(self.known.get(&self.key(number, point, range))?.as_ref()?);
            }
            by_arena.push(counts);
        }
        let number = |target: &Target| {
            let scale = if target.is_of_halves() { 0.5 } else { 1.0 };
            let (mut encounters, mut sums, mut blocks) = (0, Sums::default(), vec![0.0; BLOCKS as usize]);
            for &(arena, read) in &target.parts {
                let (of_read, of_blocks) = &by_arena[arena].reads[read];
                encounters += by_arena[arena].encounters;
                sums.merge(*of_read);
                blocks.iter_mut().zip(of_blocks).for_each(|(block, &added)| *block += added as f64 * scale);
            }
            let value = if encounters == 0 { 0.0 } else { sums.values as f64 * scale / encounters as f64 };
            Counted { encounters, value, sums, blocks }
        };
        Some(self.targets.iter().map(number).collect())
    }
}

const fn halves(winner: Winner, is_party: bool) -> u32 {
    match winner {
        Winner::Party => {
            if is_party {
                2
            } else {
                0
            }
        }
        Winner::Enemies => {
            if is_party {
                0
            } else {
                2
            }
        }
        Winner::Draw | Winner::Timeout => 1,
    }
}
