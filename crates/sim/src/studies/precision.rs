//! Playing until the win shares are known to a precision.
//!
//! After a fixed schedule of encounter counts the run looks at the intervals of the win shares, and ends as soon as all of
//! them are narrow enough. An ordinary interval loses its confidence when a run may stop because of it (optional
//! stopping); the confidence sequences used here ([`stats::sequence`](crate::stats::sequence)) are valid at all counts
//! at once, and so wherever the run stops. The schedule is a constant: neither threads nor batches change where a run
//! ends.

use std::hash::Hash;
use std::ops::Range;

use equipoise_engine::{Ruleset, Seed};

use crate::kernel::job::{Counts, Job, Piece, Player, Untaken, drive};
use crate::kernel::run::{BATCH, Playable, Run, Watch};
use crate::kernel::tally::Tally;
use crate::record::{Taken, Unknown};
use crate::stats::sequence;

/// The precision at which a run ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Precision {
    /// The largest half-width that the interval of any win share may have, in 0..=0.5.
    pub half_width: f64,
    /// The number of encounters at which to stop without the precision.
    pub max_encounters: u64,
    /// The confidence of each share's interval over all looks together, in 0..1; each share by itself.
    pub confidence: f64,
}

/// The result of a run to a precision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precise {
    /// The run, from index 0; incomplete only when it was interrupted.
    pub run: Run,
    /// Whether the precision was reached.
    pub reached: bool,
}

/// The encounter count of the look after the one at `encounters`, at most `max`: a quarter more, in whole [`BATCH`]es; 4
/// batches first.
///
/// Looks that grow geometrically cost next to nothing, and overshoot the first count that would do by at most a quarter.
pub(crate) fn next_look(encounters: u64, max: u64) -> u64 {
    let batches = if encounters == 0 { 4 } else { (encounters / BATCH).saturating_mul(5).div_ceil(4) };
    batches.saturating_mul(BATCH).min(max)
}

/// Whether the interval of every win share is narrow enough.
pub(crate) fn is_reached(tally: &Tally, precision: &Precision) -> bool {
    let is_narrow = |count| {
        let interval = sequence::share(count, tally.encounters, precision.confidence);
        interval.half_width() <= precision.half_width
    };
    tally.winners().into_iter().all(is_narrow)
}

/// The encounter count of the first look that is not before `encounters`.
pub(crate) fn look_at(encounters: u64, max: u64) -> u64 {
    let mut look = 0;
    while look < encounters.min(max) {
        look = next_look(look, max);
    }
    look
}

/// Counts that are looked at after the encounters of the schedule, in their order, until something is decided: wherever
/// they come from and in whatever order, the looks are those of a single run.
#[derive(Debug, Clone)]
pub(crate) struct Looks<C> {
    /// The counts up to the last look.
    seen: C,
    /// The encounters from the last look to the next one.
    next: Range<u64>,
    max: u64,
    is_over: bool,
    taken: Taken<C>,
}

impl<C: Counts + Hash> Looks<C> {
    /// Looks after at most `max` encounters at counts of which some were taken. Those of `before` are of the first encounters,
    /// at which nobody would have stopped.
    ///
    /// # Errors
    /// If counts that were taken cross a look.
    pub(crate) fn new(before: C, max: u64, taken: Taken<C>, is_over: impl FnMut(&C) -> bool) -> Result<Self, Unknown> {
        let encounters = before.encounters();
        // An interrupt may have come between two looks, and nothing is looked at there.
        let next = encounters..look_at(encounters, max);
        let mut looks = Self { seen: before, next, max, is_over: false, taken };
        looks.look(is_over)?;
        Ok(looks)
    }

    /// Goes on from look to look as far as the counts are known.
    fn look(&mut self, mut is_over: impl FnMut(&C) -> bool) -> Result<(), Unknown> {
        while !self.is_over {
            match self.taken.of(&self.next) {
                Ok(counts) => self.seen.merge(&counts),
                Err(Unknown::Missing(_)) => break,
                Err(crossing) => return Err(crossing),
            }
            let encounters = self.seen.encounters();
            self.is_over = is_over(&self.seen) || encounters >= self.max;
            if !self.is_over {
                self.next = encounters..next_look(encounters, self.max);
            }
        }
        Ok(())
    }

    /// Takes the counts of a range between two looks, which may come later than those that are wanted.
    pub(crate) fn take(
        &mut self,
        range: &Range<u64>,
        counts: C,
        is_over: impl FnMut(&C) -> bool,
    ) -> Result<(), Untaken> {
        if self.is_over || range.is_empty() || range.start < self.next.start || range.end > self.max {
            return Err(Untaken::Unwanted { range: range.clone() });
        }
        let at = look_at(range.start + 1, self.max);
        if range.end > at {
            return Err(Untaken::Crossing { range: range.clone(), at });
        }
        self.taken.take(range.start, range, counts)?;
        self.look(is_over).expect("what was taken lies between looks");
        Ok(())
    }

    /// Takes the counts of a range after the last look.
    pub(crate) fn take_beyond(&mut self, range: &Range<u64>, counts: C) -> Result<(), Untaken> {
        self.taken.take(range.start, range, counts)
    }

    /// The counts of a range, whether or not they were looked at.
    pub(crate) fn of(&self, range: &Range<u64>) -> Result<C, Unknown> {
        self.taken.of(range)
    }

    /// The counts from an index on, as far as they are known without a gap.
    pub(crate) fn from(&self, start: u64) -> C {
        self.taken.from(start)
    }

    /// The encounters of a range whose counts are unknown.
    pub(crate) fn missing(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        self.taken.missing(range)
    }

    /// The encounters that are missing for the next look; none after the last one.
    pub(crate) fn wanted(&self) -> Vec<Range<u64>> {
        if self.is_over { Vec::new() } else { self.taken.missing(&self.next) }
    }

    /// Whether the last look was taken.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The encounters after which the next look is taken, or the last one was.
    pub(crate) const fn next(&self) -> u64 {
        self.next.end
    }

    /// The counts up to the last look.
    pub(crate) const fn seen(&self) -> &C {
        &self.seen
    }

    /// The counts of the first encounters, beyond the last look too if an interrupt came between two.
    pub(crate) fn first(&self) -> C {
        let mut counts = self.seen.clone();
        if !self.is_over {
            counts.merge(&self.taken.from(self.next.start));
        }
        counts
    }
}

/// A run that is looked at until its win shares are known to a precision, as a job.
pub(crate) struct ToPrecision<'a> {
    fights: &'a dyn Playable,
    seed: Seed,
    precision: Precision,
    looks: Looks<Tally>,
}

impl<'a> ToPrecision<'a> {
    /// The run after its first encounters, which were counted before; no look at them would have ended it.
    pub(crate) fn new(fights: &'a dyn Playable, seed: Seed, precision: Precision, before: Tally) -> Self {
        let nothing = Taken::new(before.clone());
        let looks = Looks::new(before, precision.max_encounters, nothing, |tally| is_reached(tally, &precision));
        Self { fights, seed, precision, looks: looks.expect("nothing was taken that crosses a look") }
    }

    /// The result so far.
    pub(crate) fn so_far(&self) -> Precise {
        let tally = self.looks.first();
        // An interrupt ends a run between two looks, and what there is then may be precise enough all the same.
        let reached = is_reached(&tally, &self.precision);
        Precise { reached, run: Run { range: 0..tally.encounters, tally, complete: self.looks.is_over() } }
    }
}

impl Job for ToPrecision<'_> {
    type Counts = Tally;
    type Result = Precise;

    fn wanted(&self) -> Vec<Piece> {
        self.looks.wanted().into_iter().map(|range| Piece::of_cell(0, range)).collect()
    }

    fn player(&self, _: &Piece) -> Box<dyn Player<Tally> + '_> {
        self.fights.player(self.seed)
    }

    fn take(&mut self, piece: &Piece, counts: Tally) -> Result<(), Untaken> {
        self.looks.take(&piece.range, counts, |tally| is_reached(tally, &self.precision))
    }

    fn result(&self) -> Option<Precise> {
        self.looks.is_over().then(|| self.so_far())
    }

    fn finished(&self) -> u64 {
        self.looks.first().encounters
    }
}

/// Plays encounters from index 0 until every win share is known within the half-width, or `max_encounters` are played.
///
/// `batch` is the number of encounters in a batch and never changes the result.
pub fn run_to_precision<R: Ruleset>(
    rules: &R,
    seed: Seed,
    batch: u64,
    precision: &Precision,
    watch: &Watch,
) -> Precise {
    let mut job = ToPrecision::new(rules, seed, *precision, Tally::new(rules));
    drive(&mut job, batch, watch);
    job.so_far()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::run::{Plan, run};
    use crate::toy::Toy;

    const MODEST: Precision = Precision { half_width: 0.01, max_encounters: 1_000_000, confidence: 0.95 };

    #[test]
    fn looks_grow_by_a_quarter_in_whole_batches() {
        let mut looks = Vec::new();
        let mut encounters = 0;
        while encounters < 200_000 {
            encounters = next_look(encounters, 200_000);
            looks.push(encounters);
        }
        let batches: Vec<u64> = looks.iter().map(|look| look / BATCH).collect();
        assert_eq!(batches, [4, 5, 7, 9, 12, 15, 19, 24, 30, 38, 48, 48], "the last one is cut");
        assert_eq!(looks.last(), Some(&200_000));
    }

    #[test]
    fn every_look_is_later_than_the_one_before() {
        let mut encounters = 0;
        for _ in 0..500 {
            let next = next_look(encounters, u64::MAX);
            assert!(next > encounters || encounters >= u64::MAX - BATCH, "stuck at {encounters}");
            encounters = next;
        }
    }

    #[test]
    fn a_run_ends_as_soon_as_it_is_precise_enough() {
        let precise = run_to_precision(&Toy::new(), Seed(1), BATCH, &MODEST, &Watch::none());
        assert!(precise.reached && precise.run.complete && is_reached(&precise.run.tally, &MODEST));
        let mut looks = vec![0];
        while looks.last() < Some(&precise.run.tally.encounters) {
            looks.push(next_look(looks[looks.len() - 1], MODEST.max_encounters));
        }
        let plan = Plan::new(Seed(1), 0..looks[looks.len() - 2]);
        let before = run(&Toy::new(), &plan, &Watch::none());
        assert!(!is_reached(&before.tally, &MODEST), "the look before was precise enough already");
        assert_eq!(precise.run.range, 0..precise.run.tally.encounters);
    }

    #[test]
    fn threads_and_batches_do_not_move_the_end() {
        let expected = run_to_precision(&Toy::new(), Seed(1), BATCH, &MODEST, &Watch::none());
        for (threads, batch) in [(1, 4096), (2, 1000), (7, 777)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
            let found = pool.install(|| run_to_precision(&Toy::new(), Seed(1), batch, &MODEST, &Watch::none()));
            assert_eq!(found, expected, "{threads} threads, batches of {batch}");
        }
    }

    #[test]
    fn a_run_stops_at_its_limit() {
        let hard = Precision { half_width: 1e-6, max_encounters: 30_000, ..MODEST };
        let precise = run_to_precision(&Toy::new(), Seed(1), BATCH, &hard, &Watch::none());
        assert!(!precise.reached && precise.run.complete);
        assert_eq!(precise.run.tally.encounters, 30_000);
    }

    #[test]
    fn an_interrupted_run_reaches_no_precision() {
        let watch = Watch { interrupted: &|| true, progress: &|_| () };
        let precise = run_to_precision(&Toy::new(), Seed(1), BATCH, &MODEST, &watch);
        assert!(!precise.reached && !precise.run.complete);
        assert_eq!(precise.run.range, 0..0);
    }

    /// Wherever the first call ends, at a look or between two, the second one ends where a single call does.
    #[test]
    fn a_run_goes_on_to_the_end_of_a_single_one() {
        let rules = Toy::new();
        let expected = run_to_precision(&rules, Seed(1), BATCH, &MODEST, &Watch::none());
        for played in [0, 1, 4 * BATCH, 4 * BATCH + 100, 5 * BATCH - 1, expected.run.tally.encounters] {
            let before = run(&rules, &Plan::new(Seed(1), 0..played), &Watch::none()).tally;
            let mut job = ToPrecision::new(&rules, Seed(1), MODEST, before);
            assert!(drive(&mut job, BATCH, &Watch::none()));
            assert_eq!(job.result(), Some(expected.clone()), "{played} played before");
        }
    }

    #[test]
    fn a_half_width_of_one_half_needs_no_encounters() {
        let loose = Precision { half_width: 0.5, ..MODEST };
        let precise = run_to_precision(&Toy::new(), Seed(1), BATCH, &loose, &Watch::none());
        assert!(precise.reached && precise.run.tally.encounters == 0);
    }
}
