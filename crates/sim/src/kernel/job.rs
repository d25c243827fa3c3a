//! Jobs: work that says which encounters it wants next and is handed their counts, by whoever has played them.
//!
//! A [`Job`] holds what is asked and what was counted so far, and plays nothing by itself. The threads of this process
//! [drive] it; so can workers in other processes or in a browser, which exchange [pieces](Piece) and their counts as texts,
//! and a call that goes on where an earlier one was interrupted hands it what that one has counted. Counts may arrive in any
//! order and in smaller pieces: what may end a job early is looked at after fixed numbers of encounters, in their order,
//! so that the result is the same.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::batches::Batches;
use super::watch::Watch;
use crate::ground::ranges::length;

pub use super::counts::Counts;

/// Encounters that are played side by side in some cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The indices of the cells, each a scenario that the job knows: one of a run, both sides of a comparison.
    pub cells: Vec<usize>,
    /// The indices of the encounters.
    pub range: Range<u64>,
}

impl Piece {
    /// Encounters of one cell.
    pub fn of_cell(cell: usize, range: Range<u64>) -> Self {
        Self { cells: vec![cell], range }
    }

    /// The same cells over other encounters.
    #[must_use]
    pub fn over(&self, range: Range<u64>) -> Self {
        Self { cells: self.cells.clone(), range }
    }

    /// Pieces of at most so many encounters (0 counts as 1) that make up this one.
    pub fn split(self, most: u64) -> impl Iterator<Item = Self> {
        let mut start = self.range.start;
        std::iter::from_fn(move || {
            let end = start.saturating_add(most.max(1)).min(self.range.end);
            let part = std::mem::replace(&mut start, end)..end;
            (!part.is_empty()).then(|| self.over(part))
        })
    }
}

/// A player of the encounters of a piece, for one thread.
pub trait Player<C> {
    /// Plays some encounters of the piece and counts them.
    fn play(&mut self, range: Range<u64>);
    /// All that was counted.
    fn counts(self: Box<Self>) -> C;
}

/// The reason why a job does not take counts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Untaken {
    /// The job does not want them, or not yet.
    #[error("the encounters {}..{} are not wanted", range.start, range.end)]
    Unwanted {
        /// The encounters.
        range: Range<u64>,
    },
    /// Some of the encounters were taken before.
    #[error("some of the encounters {}..{} were counted before", range.start, range.end)]
    Again {
        /// The encounters.
        range: Range<u64>,
    },
    /// They hold encounters from both sides of a place where the counts have to be known.
    #[error("the encounters {}..{} were counted together, and the counts after {at} have to be known", range.start, range.end)]
    Crossing {
        /// The encounters.
        range: Range<u64>,
        /// The place, in encounters.
        at: u64,
    },
    /// The counts are not those of so many encounters.
    #[error("the counts are not those of the encounters {}..{}", range.start, range.end)]
    Forged {
        /// The encounters.
        range: Range<u64>,
    },
}

/// Work that is driven from outside.
pub trait Job: Sync {
    /// The type of the counts.
    type Counts: Counts;
    /// The type of the result.
    type Result;

    /// The encounters that are known to be needed and were not taken, in the order in which they are best played; none once
    /// there is a result. Later ones may depend on the counts of these.
    fn wanted(&self) -> Vec<Piece>;

    /// A player with which a thread plays a wanted piece, or any part of it.
    ///
    /// # Panics
    /// If the job has no such cells.
    fn player(&self, piece: &Piece) -> Box<dyn Player<Self::Counts> + '_>;

    /// Takes the counts of a wanted piece, or of any part of it.
    ///
    /// # Errors
    /// If they are not wanted, or cannot be those of the piece. The job is then as it was before.
    fn take(&mut self, piece: &Piece, counts: Self::Counts) -> Result<(), Untaken>;

    /// The result of the job; `None` if encounters are still wanted.
    fn result(&self) -> Option<Self::Result>;

    /// The number of encounters that are finished, for the display of progress.
    fn finished(&self) -> u64;

    /// The number of encounters that one index of a piece counts for in [`finished`](Self::finished).
    fn weight(&self, _piece: &Piece) -> u64 {
        1
    }

    /// The counts of a piece, played on this thread.
    fn play(&self, piece: &Piece) -> Self::Counts {
        let mut player = self.player(piece);
        player.play(piece.range.clone());
        player.counts()
    }
}

/// Plays all that a job wants on the current pool, in batches of at most so many encounters, until it wants no more; whether
/// an interrupt did not come first. What is finished is taken all the same: the first encounters of the wanted ones.
pub fn drive<J: Job>(job: &mut J, most: u64, watch: &Watch) -> bool {
    loop {
        if job.wanted().is_empty() {
            return true;
        }
        if !drive_once(job, most, watch) {
            return false;
        }
    }
}

/// Plays what a job wants now, and no more; whether all of it was played.
pub fn drive_once<J: Job>(job: &mut J, most: u64, watch: &Watch) -> bool {
    let wanted = job.wanted();
    let (before, weight) = (job.finished(), wanted.first().map_or(1, |piece| job.weight(piece)));
    let progress = |finished: u64| (watch.progress)(before.saturating_add(finished.saturating_mul(weight)));
    let ranges: Vec<Range<u64>> = wanted.iter().map(|piece| piece.range.clone()).collect();
    let counted = count(&ranges, most, &Watch { progress: &progress, ..*watch }, |piece| job.player(&wanted[piece]));
    let mut is_whole = true;
    for (piece, counts) in wanted.iter().zip(counted) {
        let encounters = counts.as_ref().map_or(0, Counts::encounters);
        is_whole &= encounters == length(&piece.range);
        if let Some(counts) = counts {
            let played = piece.over(piece.range.start..piece.range.start + encounters);
            job.take(&played, counts).expect("the counts of what was wanted");
        }
    }
    is_whole
}

/// Plays ranges on the current pool, in batches of at most so many encounters, each with players of its own; `player` gets
/// the index of the range. Returns their counts in the same order: `None` for a range without a finished encounter. An
/// interrupt cuts one range short, and nothing of those after it is played.
pub(crate) fn count<'a, C: Counts>(
    ranges: &[Range<u64>],
    most: u64,
    watch: &Watch,
    player: impl Fn(usize) -> Box<dyn Player<C> + 'a> + Sync,
) -> Vec<Option<C>> {
    // Batches are handed out in order, so that a thread is done with a range when it begins the next one.
    type Busy<'a, C> = (Option<(usize, Box<dyn Player<C> + 'a>)>, Vec<(usize, C)>);
    let finish = |(playing, mut finished): Busy<'a, C>| {
        finished.extend(playing.map(|(range, player)| (range, player.counts())));
        finished
    };
    let play = |(playing, finished): &mut Busy<'a, C>, range: usize, batch: Range<u64>| {
        if playing.as_ref().is_none_or(|(playing, _)| *playing != range) {
            let next = (range, player(range));
            finished.extend(playing.replace(next).map(|(range, player)| (range, player.counts())));
        }
        let (_, player) = playing.as_mut().expect("it was put there");
        player.play(batch);
    };
    let batches = Batches { cells: ranges, most };
    let mut sums: Vec<Option<C>> = ranges.iter().map(|_| None).collect();
    for (range, counts) in batches.play(watch, || (None, Vec::new()), play, finish).into_iter().flatten() {
        match &mut sums[range] {
            Some(sum) => sum.merge(&counts),
            none => *none = Some(counts),
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_split_into_its_encounters() {
        let split = |range: Range<u64>, most| {
            let parts = Piece { cells: vec![3, 1], range }.split(most);
            parts.map(|part| (part.cells.len(), part.range)).collect::<Vec<_>>()
        };
        assert_eq!(split(5..10, 2), [(2, 5..7), (2, 7..9), (2, 9..10)]);
        assert_eq!(split(5..10, u64::MAX), [(2, 5..10)]);
        assert_eq!((split(7..9, 0).len(), split(7..7, 4)), (2, vec![]));
    }

    #[test]
    fn a_piece_is_read_as_it_was_written() {
        let piece = Piece { cells: vec![0, 1], range: 7..9 };
        let text = serde_json::to_string(&piece).expect("integers");
        assert_eq!(text, r#"{"cells":[0,1],"range":{"start":7,"end":9}}"#);
        assert_eq!(serde_json::from_str::<Piece>(&text).expect("our own"), piece);
    }
}
