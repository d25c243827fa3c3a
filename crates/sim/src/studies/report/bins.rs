//! The lengths of encounters, in few enough rows to be drawn.

use super::Share;

/// The share of fights that the last row, which has no end, may hold.
const TAIL: f64 = 0.01;

/// A row of a histogram: numbers of rounds with the shares of all encounters that ended there, by winner.
#[derive(Debug, Clone, PartialEq)]
pub struct Bin {
    /// The least of them.
    pub first: u32,
    /// The largest; none where it has no end.
    pub last: Option<u32>,
    /// By [`Winner`](equipoise_engine::Winner).
    pub shares: [f64; 4],
}

impl Bin {
    /// The share of all encounters that ended there.
    pub fn total(&self) -> f64 {
        self.shares.iter().sum()
    }

    /// The numbers in words: `7`, `7-9` or `10+`.
    pub fn label(&self) -> String {
        match self.last {
            Some(last) if last == self.first => self.first.to_string(),
            Some(last) => format!("{}-{last}", self.first),
            None => format!("{}+", self.first),
        }
    }
}

/// Puts numbers of rounds together until there are no more than `rows_max` rows, at least 2; none where nothing was
/// played. What is rare at the end goes into a row without end, so that a few long fights do not make one row of all
/// others.
pub fn bins(by_winner: &[(u32, [Share; 4])], rows_max: u32) -> Option<Vec<Bin>> {
    let (first, last) = (by_winner.first()?.0, by_winner.last()?.0);
    let share_of = |shares: &[Share; 4]| shares.iter().map(|share| share.share).sum::<f64>();
    let all: f64 = by_winner.iter().map(|(_, shares)| share_of(shares)).sum();
    let mut before = 0.0;
    let tail = by_winner.iter().find(|(_, shares)| {
        before += share_of(shares);
        before >= (1.0 - TAIL) * all
    });
    let usual = tail.map_or(last, |(rounds, _)| *rounds);
    // With all rounds in sight where these fit, else with those that are not rare.
    let shown = if last - first < rows_max { last } else { usual };
    let wide = |&size: &u32| (shown - first) / size < rows_max - 1;
    let mut sizes = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    let size = if last - first < rows_max { 1 } else { sizes.find(wide)? };
    let mut bins: Vec<Bin> = Vec::new();
    for (rounds, shares) in by_winner {
        let index = ((rounds - first) / size).min((shown - first) / size + 1);
        let start = first + index * size;
        // Rows in which nothing ended stand there empty, so that the picture keeps its scale.
        while bins.last().is_none_or(|bin| bin.first < start) {
            let start = bins.last().map_or(first, |bin| bin.first + size);
            bins.push(Bin { first: start, last: Some(start + size - 1), shares: [0.0; 4] });
        }
        let bin = bins.last_mut()?;
        for (sum, share) in bin.shares.iter_mut().zip(shares) {
            *sum += share.share;
        }
    }
    let end = bins.last_mut()?;
    let has_no_end = end.first > shown;
    end.last = if has_no_end { None } else { end.last.map(|end| end.min(last)) };
    Some(bins)
}
