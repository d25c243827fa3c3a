//! Counts that arrive in any order, kept by the encounters that they are of.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::slice;

use crate::ground::ranges::{Overlap, Places, length, union, without};
use crate::kernel::job::{Counts, Untaken};

/// The counts of some encounters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<C> {
    /// The indices of the encounters: ascending ranges, none empty, neither overlapping nor adjacent.
    pub ranges: Vec<Range<u64>>,
    /// Their counts.
    pub counts: C,
}

impl<C: Counts> Part<C> {
    /// All of some parts, which have no encounter in common; `None` if there are no parts.
    pub fn together(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let Self { mut ranges, mut counts } = parts.next()?;
        for part in parts {
            ranges.extend(part.ranges);
            counts.merge(&part.counts);
        }
        Some(Self { ranges: joined(ranges.into_iter()), counts })
    }
}

/// Counts by the encounters that they are of, none of them twice.
#[derive(Debug, Clone)]
pub struct Taken<C> {
    /// Counts of the kind, over no encounter.
    empty: C,
    /// Sums of what was taken under one key.
    sums: BTreeMap<u64, C>,
    places: Places<Place>,
}

/// The part that takes a range.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The number of the source from which the counts come.
    source: usize,
    /// A number that differs if the ranges or counts of the part do.
    checksum: u64,
    /// The key of the sum that has its counts.
    key: u64,
}

/// The reason why the counts of a range are unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// These encounters were not taken.
    Missing(Vec<Range<u64>>),
    /// These were summed up together with others, from both sides of a place.
    Crossing {
        /// The encounters that were counted together, as far as they follow each other.
        range: Range<u64>,
        /// The place.
        at: u64,
    },
}

impl<C: Counts + Hash> Taken<C> {
    /// No encounters; `empty` are counts of the kind.
    pub fn new(empty: C) -> Self {
        Self { empty, sums: BTreeMap::new(), places: Places::default() }
    }

    /// Takes a part, whose counts are added to the others with the same key; says whether it is a new one, and not one that
    /// was there before with the same counts.
    ///
    /// # Errors
    /// The source of another part that has some of its encounters.
    pub fn add(&mut self, source: usize, key: u64, part: &Part<C>) -> Result<bool, (usize, Overlap)> {
        let checksum = checksum(part);
        let at_start = part.ranges.first().and_then(|first| self.places.starting_at(first.start));
        if at_start.is_some_and(|place| place.checksum == checksum) {
            return Ok(false);
        }
        for range in &part.ranges {
            if let Some((taken, place)) = self.places.overlapping(range) {
                return Err((place.source, Overlap::of([taken, range.clone()])));
            }
        }
        for range in &part.ranges {
            self.places.take(range, Place { source, checksum, key });
        }
        self.sums.entry(key).or_insert_with(|| self.empty.without_counts()).merge(&part.counts);
        Ok(true)
    }

    /// Takes the counts of a range, to be added to the others with the same key.
    ///
    /// # Errors
    /// If the counts are not those of so many encounters, or some of them were taken before.
    pub fn take(&mut self, key: u64, range: &Range<u64>, counts: C) -> Result<(), Untaken> {
        if range.is_empty() || counts.encounters() != length(range) {
            return Err(Untaken::Forged { range: range.clone() });
        }
        match self.add(0, key, &Part { ranges: vec![range.clone()], counts }) {
            Ok(true) => Ok(()),
            Ok(false) | Err(_) => Err(Untaken::Again { range: range.clone() }),
        }
    }

    /// The number of encounters that were taken.
    pub fn encounters(&self) -> u64 {
        self.sums.values().map(Counts::encounters).fold(0, u64::saturating_add)
    }

    /// The indices of all encounters, as ascending ranges.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        self.places.ranges()
    }

    /// Counts of the kind without encounters.
    pub const fn empty(&self) -> &C {
        &self.empty
    }

    /// The encounters of a range that were not taken.
    pub fn missing(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        without(slice::from_ref(range), &self.ranges())
    }

    /// The source of the counts of the range that starts at an index.
    pub fn source(&self, start: u64) -> Option<usize> {
        self.places.starting_at(start).map(|place| place.source)
    }

    /// The first range that ends beyond a place, with its source.
    pub fn beyond(&self, end: u64) -> Option<(Range<u64>, usize)> {
        self.places.iter().find(|(range, _)| range.end > end).map(|(range, place)| (range, place.source))
    }

    /// All counts together.
    pub fn total(&self) -> C {
        self.total_of(self.sums.keys())
    }

    fn total_of<'a>(&self, keys: impl Iterator<Item = &'a u64>) -> C {
        keys.fold(self.empty.without_counts(), |mut total, key| {
            total.merge(&self.sums[key]);
            total
        })
    }

    /// The counts of a range.
    ///
    /// # Errors
    /// If they are unknown.
    pub fn of(&self, range: &Range<u64>) -> Result<C, Unknown> {
        let mut keys: Vec<u64> = Vec::new();
        for (own, place) in self.places.iter().filter(|(own, _)| own.start < range.end && own.end > range.start) {
            if let Some(at) = [range.start, range.end].into_iter().find(|at| own.start < *at && own.end > *at) {
                return Err(Unknown::Crossing { range: own, at });
            }
            keys.push(place.key);
        }
        keys.sort_unstable();
        keys.dedup();
        let total = self.total_of(keys.iter());
        let missing = self.missing(range);
        if !missing.is_empty() {
            return Err(Unknown::Missing(missing));
        }
        let is_outside = |(own, place): &(Range<u64>, &Place)| {
            (own.end <= range.start || own.start >= range.end) && keys.binary_search(&place.key).is_ok()
        };
        match self.places.iter().find(is_outside) {
            Some((own, _)) => {
                Err(Unknown::Crossing { at: if own.start < range.start { range.start } else { range.end }, range: own })
            }
            None => Ok(total),
        }
    }

    /// The counts from an index on, as far as ranges follow each other without a gap.
    pub fn from(&self, start: u64) -> C {
        let end = self.ranges().into_iter().find(|range| range.contains(&start)).map_or(start, |range| range.end);
        self.of(&(start..end)).unwrap_or_else(|_| self.empty.without_counts())
    }

    /// The parts that were taken, by key, in ascending order of the keys.
    pub fn parts(&self) -> Vec<Part<C>> {
        let ranges = |key: u64| self.places.iter().filter(move |(_, place)| place.key == key).map(|(range, _)| range);
        let part = |(&key, counts): (&u64, &C)| Part { ranges: joined(ranges(key)), counts: counts.clone() };
        self.sums.iter().map(part).collect()
    }
}

/// Ascending ranges without a common index, those that touch joined.
fn joined(ranges: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    union(ranges.collect()).expect("no encounter is taken twice")
}

/// A number that is the same for parts with the same encounters and counts.
fn checksum<C: Hash>(part: &Part<C>) -> u64 {
    // The keys of this hasher are constants.
    let mut hasher = DefaultHasher::new();
    (&part.ranges, &part.counts).hash(&mut hasher);
    hasher.finish()
}
