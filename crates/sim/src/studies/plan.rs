//! Plans: the encounters of a run in pieces for many machines.

use std::iter;
use std::ops::Range;

use crate::ground::ranges::length;
use crate::studies::precision::next_look;

/// The size of the pieces of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// So many pieces, as equal as can be; fewer where there are fewer encounters.
    Shards(u64),
    /// So many encounters a piece, the last one fewer.
    Encounters(u64),
}

/// The ranges of a plan, in ascending order, none empty. With `looks` a range ends wherever a run to a precision looks at its
/// results, too, so that their counts can be looked at in the same places.
pub fn plan(whole: Range<u64>, size: Size, looks: bool) -> impl Iterator<Item = Range<u64>> {
    let all = length(&whole);
    let pieces = match size {
        Size::Shards(shards) => shards.min(all),
        Size::Encounters(encounters) => all.div_ceil(encounters.max(1)),
    };
    let cut = move |piece: u64| match size {
        Size::Shards(_) => cut_evenly(all, piece, pieces),
        Size::Encounters(encounters) => piece.saturating_mul(encounters).min(all),
    };
    let start = whole.start;
    let piece = move |piece: u64| start + cut(piece)..start + cut(piece + 1);
    let mut look = 0;
    (0..pieces).map(piece).flat_map(move |piece| {
        let mut parts = Vec::new();
        let mut rest = piece;
        let mut look_after = |start| {
            while look <= start {
                look = next_look(look, u64::MAX);
            }
            Some(look).filter(|_| looks)
        };
        while let Some(look) = look_after(rest.start).filter(|look| *look < rest.end) {
            parts.push(rest.start..look);
            rest.start = look;
        }
        parts.into_iter().chain(iter::once(rest))
    })
}

/// The piece with an index, from 0, of a plan in so many shards; `None` if there are fewer encounters than that takes.
pub fn piece(whole: &Range<u64>, shards: u64, index: u64) -> Option<Range<u64>> {
    let all = length(whole);
    let pieces = shards.min(all);
    let cut = |piece| whole.start + cut_evenly(all, piece, pieces);
    (index < pieces).then(|| cut(index)..cut(index + 1))
}

/// The place at which a piece begins, of so many that are as equal as can be.
fn cut_evenly(all: u64, piece: u64, pieces: u64) -> u64 {
    // The quotient is at most `all`.
    (u128::from(all) * u128::from(piece) / u128::from(pieces)) as u64
}

#[cfg(test)]
mod tests {
    #![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

    use super::*;
    use crate::ground::ranges::union;
    use crate::studies::precision::look_at;

    fn planned(whole: Range<u64>, size: Size, looks: bool) -> Vec<Range<u64>> {
        plan(whole, size, looks).collect()
    }

    #[test]
    fn pieces_are_as_equal_as_can_be() {
        assert_eq!(planned(0..10, Size::Shards(4), false), [0..2, 2..5, 5..7, 7..10]);
        assert_eq!(planned(5..8, Size::Shards(9), false), [5..6, 6..7, 7..8], "none is empty");
        assert_eq!(planned(3..13, Size::Encounters(4), false), [3..7, 7..11, 11..13]);
        assert_eq!(planned(0..0, Size::Shards(4), false), []);
        let whole = 1..u64::MAX;
        assert_eq!(union(planned(whole.clone(), Size::Shards(1000), true)), Ok(vec![whole]));
    }

    #[test]
    fn a_piece_is_that_of_the_plan() {
        for (whole, shards) in [(0..10, 4), (5..8, 9), (0..0, 4), (7..107, 7)] {
            let ranges = planned(whole.clone(), Size::Shards(shards), false);
            for index in 0..shards {
                assert_eq!(piece(&whole, shards, index), ranges.get(index as usize).cloned(), "{whole:?}");
            }
        }
        let (last, half) = (u64::MAX - 1, u64::MAX / 2);
        assert_eq!(piece(&(0..u64::MAX), u64::MAX, last), Some(last..u64::MAX));
        assert_eq!(piece(&(0..u64::MAX), 2, 1), Some(half..u64::MAX));
    }

    #[test]
    fn no_piece_crosses_a_look() {
        for size in [Size::Shards(7), Size::Encounters(10_000)] {
            let ranges = planned(100..300_000, size, true);
            for range in &ranges {
                assert!(look_at(range.start + 1, u64::MAX) >= range.end, "{range:?}");
            }
            assert_eq!(union(ranges), Ok(vec![100..300_000]));
        }
    }
}
