//! Sets of encounter indices, as ranges.

use std::collections::BTreeMap;
use std::ops::Range;

/// Two ranges that have indices in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The one that starts first.
    pub first: Range<u64>,
    /// One that starts within it.
    pub other: Range<u64>,
}

impl Overlap {
    /// Of two ranges in any order.
    pub fn of(mut ranges: [Range<u64>; 2]) -> Self {
        ranges.sort_by_key(|range| (range.start, range.end));
        let [first, other] = ranges;
        Self { first, other }
    }
}

/// Ranges without an index in common, each with something of its own, in ascending order.
#[derive(Debug, Clone)]
pub struct Places<T> {
    /// By the first index of each: where it ends, and what is there.
    by_start: BTreeMap<u64, (u64, T)>,
}

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self { by_start: BTreeMap::new() }
    }
}

impl<T> Places<T> {
    /// The first place that has indices of a range.
    pub fn overlapping(&self, range: &Range<u64>) -> Option<(Range<u64>, &T)> {
        let before = self.by_start.range(..=range.start).next_back().filter(|(_, (end, _))| *end > range.start);
        let (&start, (end, there)) = before.or_else(|| self.by_start.range(range.clone()).next())?;
        Some((start..*end, there))
    }

    /// Takes a range that overlaps no place.
    pub fn take(&mut self, range: &Range<u64>, there: T) {
        debug_assert!(self.overlapping(range).is_none(), "no place is taken twice");
        self.by_start.insert(range.start, (range.end, there));
    }

    /// The place that starts at an index.
    pub fn starting_at(&self, start: u64) -> Option<&T> {
        self.by_start.get(&start).map(|(_, there)| there)
    }

    /// The ranges with what is there, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Range<u64>, &T)> {
        self.by_start.iter().map(|(&start, (end, there))| (start..*end, there))
    }

    /// The indices of all places, as ascending ranges, adjacent ones joined.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        let ranges = self.by_start.iter().map(|(&start, (end, _))| start..*end).collect();
        union(ranges).expect("no place is taken twice")
    }
}

/// The number of indices in a range; a reversed one holds none.
pub fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// The same indices as ascending ranges, adjacent ones joined, empty ones left out.
///
/// # Errors
/// If two ranges overlap.
pub fn union(mut ranges: Vec<Range<u64>>) -> Result<Vec<Range<u64>>, Overlap> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut union: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match union.last_mut() {
            Some(last) if range.start < last.end => return Err(Overlap { first: last.clone(), other: range }),
            Some(last) if range.start == last.end => last.end = range.end,
            _ => union.push(range),
        }
    }
    Ok(union)
}

/// The indices of ascending ranges that are in none of `taken`, as ascending ranges without empty ones.
pub fn without(ranges: &[Range<u64>], taken: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut rest: Vec<Range<u64>> = ranges.iter().filter(|range| !range.is_empty()).cloned().collect();
    for taken in taken {
        let around =
            |range: Range<u64>| [range.start..range.end.min(taken.start), range.start.max(taken.end)..range.end];
        rest = rest.into_iter().flat_map(around).filter(|range| !range.is_empty()).collect();
    }
    rest
}

#[cfg(test)]
mod tests {
    #![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

    use super::*;

    #[test]
    fn a_union_has_the_same_indices() {
        assert_eq!(union(vec![6..9, 0..2, 2..2, 2..4]), Ok(vec![0..4, 6..9]));
        assert_eq!(union(Vec::new()), Ok(Vec::new()));
        assert_eq!(union(vec![5..9, 0..6]), Err(Overlap { first: 0..6, other: 5..9 }));
    }

    #[test]
    fn a_place_is_found_by_any_of_its_indices() {
        let mut places = Places::default();
        places.take(&(2..5), 'a');
        places.take(&(8..10), 'c');
        places.take(&(5..6), 'b');
        assert_eq!(places.overlapping(&(0..2)), None);
        assert_eq!(places.overlapping(&(6..8)), None);
        assert_eq!(places.overlapping(&(4..9)), Some((2..5, &'a')), "the first of them");
        assert_eq!(places.overlapping(&(0..100)), Some((2..5, &'a')), "one within the range");
        assert_eq!(places.overlapping(&(9..12)), Some((8..10, &'c')), "one that starts before the range");
        assert_eq!((places.starting_at(5), places.starting_at(4)), (Some(&'b'), None));
        assert_eq!(places.ranges(), [2..6, 8..10]);
        assert_eq!(places.iter().map(|(_, there)| there).collect::<String>(), "abc");
    }

    #[test]
    fn an_overlap_names_the_first_range_first() {
        let overlap = Overlap { first: 0..6, other: 5..9 };
        assert_eq!([Overlap::of([5..9, 0..6]), Overlap::of([0..6, 5..9])], [overlap.clone(), overlap]);
    }

    #[test]
    fn what_is_taken_is_cut_out() {
        let whole = [0..10, 20..30];
        assert_eq!(without(&whole, &[]), whole);
        assert_eq!(without(&whole, &[3..5, 8..22]), [0..3, 5..8, 22..30]);
        assert_eq!(without(&whole, &[0..30]), []);
    }
}
