//! The same ranges of encounters in some cells, counted as a job: one cell of a run, all open ones of a sweep.

use std::ops::Range;

use equipoise_engine::Seed;

use crate::ground::ranges::{length, without};
use crate::kernel::job::{Job, Piece, Player, Untaken};
use crate::kernel::run::Playable;
use crate::kernel::tally::Tally;
use crate::record::{Part, Taken};

/// Ranges of encounters that are played in every cell.
pub(crate) struct Cells<'a> {
    list: Vec<(&'a dyn Playable, Taken<Tally>)>,
    seed: Seed,
    ranges: &'a [Range<u64>],
}

impl<'a> Cells<'a> {
    /// Cells of which nothing was played; each has a tally without encounters.
    pub(crate) fn new(
        cells: impl IntoIterator<Item = (&'a dyn Playable, Tally)>,
        seed: Seed,
        ranges: &'a [Range<u64>],
    ) -> Self {
        let list = cells.into_iter().map(|(fights, empty)| (fights, Taken::new(empty))).collect();
        Self { list, seed, ranges }
    }

    /// Takes what was counted of a cell before, all of it together.
    ///
    /// # Errors
    /// If some of its encounters are not wanted.
    pub(crate) fn take_part(&mut self, cell: usize, part: &Part<Tally>) -> Result<(), Untaken> {
        let taken = &mut self.list[cell].1;
        if let Some(range) = part.ranges.iter().find(|range| !is_within(range, self.ranges)) {
            return Err(Untaken::Unwanted { range: range.clone() });
        }
        if part.counts.encounters != part.ranges.iter().map(length).fold(0, u64::saturating_add) {
            return Err(Untaken::Forged { range: part.ranges.first().cloned().unwrap_or_default() });
        }
        match taken.add(0, 0, part) {
            Ok(_) => Ok(()),
            Err((_, overlap)) => Err(Untaken::Again { range: overlap.other }),
        }
    }

    /// The counts, by cell.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &Taken<Tally>> {
        self.list.iter().map(|(_, taken)| taken)
    }
}

/// Whether all encounters of a range are among those of others.
pub(crate) fn is_within(range: &Range<u64>, ranges: &[Range<u64>]) -> bool {
    ranges.iter().any(|asked| asked.start <= range.start && range.end <= asked.end)
}

impl Job for Cells<'_> {
    type Counts = Tally;
    type Result = ();

    fn wanted(&self) -> Vec<Piece> {
        let of_cell = |(cell, (_, taken)): (usize, &(_, Taken<Tally>))| {
            let missing = without(self.ranges, &taken.ranges());
            missing.into_iter().map(move |range| Piece::of_cell(cell, range))
        };
        self.list.iter().enumerate().flat_map(of_cell).collect()
    }

    fn player(&self, piece: &Piece) -> Box<dyn Player<Tally> + '_> {
        self.list[piece.cells[0]].0.player(self.seed)
    }

    fn take(&mut self, piece: &Piece, counts: Tally) -> Result<(), Untaken> {
        let unwanted = || Untaken::Unwanted { range: piece.range.clone() };
        let [cell] = piece.cells[..] else { return Err(unwanted()) };
        let (_, taken) =
            self.list.get_mut(cell).filter(|_| is_within(&piece.range, self.ranges)).ok_or_else(unwanted)?;
        taken.take(0, &piece.range, counts)
    }

    fn result(&self) -> Option<()> {
        self.wanted().is_empty().then_some(())
    }

    fn finished(&self) -> u64 {
        self.list.iter().map(|(_, taken)| taken.encounters()).fold(0, u64::saturating_add)
    }
}
