//! Sets of encounter indices, as ranges.

use std::ops::Range;

/// Two ranges that have indices in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The one that starts first.
    pub first: Range<u64>,
    /// One that starts within it.
    pub other: Range<u64>,
}

/// How many indices a range holds; a reversed one holds none.
pub fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// The same indices as ascending ranges, adjacent ones joined, empty ones left out.
///
/// # Errors
/// When two ranges overlap.
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
    let mut rest = ranges.to_vec();
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
    fn what_is_taken_is_cut_out() {
        let whole = [0..10, 20..30];
        assert_eq!(without(&whole, &[]), whole);
        assert_eq!(without(&whole, &[3..5, 8..22]), [0..3, 5..8, 22..30]);
        assert_eq!(without(&whole, &[0..30]), []);
    }
}
