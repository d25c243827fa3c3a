//! Playing until the win shares are known to a precision.
//!
//! After a fixed schedule of encounter counts the run looks at the intervals of the win shares, and ends as soon as all of
//! them are narrow enough. An ordinary interval loses its confidence when a run may stop because of it (optional
//! stopping); the confidence sequences used here ([`stats::sequence`](crate::stats::sequence)) are valid at all counts
//! at once, and so wherever the run stops. The schedule is a constant: neither threads nor batches change where a run
//! ends.

use std::ops::Range;

use equipoise_engine::{Ruleset, Seed};

use crate::kernel::run::{BATCH, Plan, Run, Watch, run_after};
use crate::kernel::tally::Tally;
use crate::stats::sequence;

/// When a run is precise enough.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Precision {
    /// The largest half-width that the interval of any win share may have, in 0..=0.5.
    pub half_width: f64,
    /// Where to stop without the precision, in encounters.
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
    run_to_precision_after(Tally::new(rules), rules, seed, batch, precision, watch)
}

/// As [`run_to_precision`], where the first encounters, at most `max_encounters`, were played `before`. The result is
/// that of a single call, wherever an interrupt ended the one before.
pub(crate) fn run_to_precision_after<R: Ruleset>(
    before: Tally,
    rules: &R,
    seed: Seed,
    batch: u64,
    precision: &Precision,
    watch: &Watch,
) -> Precise {
    let more = |range: Range<u64>| run_after(rules, &Plan { seed, range: range.clone(), batch }, watch, range.start);
    let mut reached = false;
    let run = run_looking(before, precision.max_encounters, more, |tally| {
        reached = is_reached(tally, precision);
        reached
    });
    // An interrupt ends a run between two looks, and what there is then may be precise enough all the same.
    reached |= !run.complete && is_reached(&run.tally, precision);
    Precise { run, reached }
}

/// Plays encounters after those of `before`, from look to look of the schedule, until `is_over` says so at one, or
/// `max` are played, or an interrupt comes. `more` plays a range.
pub(crate) fn run_looking(
    before: Tally,
    max: u64,
    more: impl Fn(Range<u64>) -> Run,
    mut is_over: impl FnMut(&Tally) -> bool,
) -> Run {
    let mut tally = before;
    // An interrupt may have come between two looks, and nothing is looked at there.
    let mut look = look_at(tally.encounters, max);
    let complete = loop {
        let run = more(tally.encounters..look);
        tally.merge(&run.tally);
        if !run.complete || is_over(&tally) || tally.encounters >= max {
            break run.complete;
        }
        look = next_look(look, max);
    };
    Run { range: 0..tally.encounters, tally, complete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::run::run;
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
        let before = run_after(&Toy::new(), &plan, &Watch::none(), 0);
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
            let found = run_to_precision_after(before, &rules, Seed(1), BATCH, &MODEST, &Watch::none());
            assert_eq!(found, expected, "{played} played before");
        }
    }

    #[test]
    fn a_half_width_of_one_half_needs_no_encounters() {
        let loose = Precision { half_width: 0.5, ..MODEST };
        let precise = run_to_precision(&Toy::new(), Seed(1), BATCH, &loose, &Watch::none());
        assert!(precise.reached && precise.run.tally.encounters == 0);
    }
}
