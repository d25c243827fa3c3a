//! Runs: a range of encounters, played in batches by all threads of the current rayon pool and counted.
//!
//! Each worker keeps one workspace, one set of dice and one tally from its first batch to its last; tallies are merged
//! once, at the end.

use std::ops::Range;
use std::slice::from_ref;

use equipoise_engine::{Counting, Ruleset, Seed};

use super::job::{Player, count};
use super::play;
use super::recent::Recent;
use super::tally::Tally;

pub use super::watch::Watch;

/// The most encounters in a batch: enough that handing one out costs next to nothing. Batches of fights that take long have
/// fewer, so that an interrupt takes effect soon.
pub const BATCH: u64 = 4096;

/// The encounters to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The master seed.
    pub seed: Seed,
    /// Encounter indices; an empty or reversed range plays nothing.
    pub range: Range<u64>,
    /// The most encounters in a batch, at least 1 (0 counts as 1). Never changes a result.
    pub batch: u64,
}

impl Plan {
    /// The encounters of `range` under `seed`, in batches of at most [`BATCH`].
    pub fn new(seed: Seed, range: Range<u64>) -> Self {
        Self { seed, range, batch: BATCH }
    }
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The counts.
    pub tally: Tally,
    /// The encounters that were finished: a prefix of the plan's range.
    pub range: Range<u64>,
    /// Whether `range` is the plan's whole range: nothing interrupted the run.
    pub complete: bool,
}

/// Plays the encounters of a plan on the current rayon pool.
pub fn run<R: Ruleset>(rules: &R, plan: &Plan, watch: &Watch) -> Run {
    let [tally] = <[_; 1]>::try_from(count(from_ref(&plan.range), plan.batch, watch, |_| rules.player(plan.seed)))
        .unwrap_or_else(|_| unreachable!("counts of one range"));
    Run::of(tally.unwrap_or_else(|| Tally::new(rules)), plan)
}

/// A scenario whose encounters can be played and counted, whatever its system.
pub trait Playable: Sync {
    /// A player of encounters, for one thread.
    fn player(&self, seed: Seed) -> Box<dyn Player<Tally> + '_>;
}

impl<R: Ruleset> Playable for R {
    fn player(&self, seed: Seed) -> Box<dyn Player<Tally> + '_> {
        Box::new(Counted { rules: self, worker: Worker::new(self, seed) })
    }
}

/// A worker beside the rules that it plays by.
struct Counted<'a, R: Ruleset> {
    rules: &'a R,
    worker: Worker<R>,
}

impl<R: Ruleset> Player<Tally> for Counted<'_, R> {
    fn play(&mut self, range: Range<u64>) {
        batch(self.rules, &mut self.worker, range);
    }

    fn counts(self: Box<Self>) -> Tally {
        self.worker.into_tally()
    }
}

impl Run {
    /// The run of a plan of which these encounters were finished.
    pub(crate) fn of(tally: Tally, plan: &Plan) -> Self {
        let end = plan.range.start + tally.encounters;
        let length = plan.range.end.saturating_sub(plan.range.start);
        Self { complete: tally.encounters == length, tally, range: plan.range.start..end }
    }
}

/// Everything that one thread needs to play and count encounters: made once, reset between encounters.
pub struct Worker<R: Ruleset> {
    pub(super) player: play::Player<R, Counting>,
    pub(super) recent: Recent,
    pub(super) tally: Tally,
}

impl<R: Ruleset> Worker<R> {
    /// A worker with an empty tally.
    pub fn new(rules: &R, seed: Seed) -> Self {
        let tally = Tally::new(rules);
        Self {
            player: play::Player::new(rules, seed, Counting::new(rules.metrics().len())),
            recent: Recent::new(&tally),
            tally,
        }
    }

    /// The counts of all batches so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The counts of all batches.
    pub(crate) fn into_tally(self) -> Tally {
        self.tally
    }
}

/// Plays the encounters of `range` one after the other: the hot loop.
pub fn batch<R: Ruleset>(rules: &R, worker: &mut Worker<R>, range: Range<u64>) {
    let Worker { player, recent, tally } = worker;
    player.play(rules, range, |sample| tally.add(sample, sample.trace.counts(), recent));
    recent.carry_over(tally);
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use equipoise_engine::systems::duel::Duel;
    use equipoise_engine::testing::try_load_day;

    use super::*;
    use crate::toy::Toy;

    fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool").install(work)
    }

    #[test]
    fn threads_and_batches_do_not_change_a_run() {
        let rules = Toy::new();
        let expected = run(&rules, &Plan::new(Seed(5), 100..9_100), &Watch::none());
        assert!(expected.complete && expected.range == (100..9_100));
        for threads in [1, 2, 7] {
            for batch in [0, 1, 7, 1000, 4096, u64::MAX] {
                let plan = Plan { seed: Seed(5), range: 100..9_100, batch };
                let run = on_threads(threads, || run(&rules, &plan, &Watch::none()));
                assert_eq!(run, expected, "{threads} threads, batches of {batch}");
            }
        }
    }

    /// A batch is no stranger to the dice of errors: those of one encounter, leg and round do not go on in the next.
    #[test]
    fn errors_in_a_day_are_the_same_in_all_batches() {
        let text = "system = \"duel\"\nname = \"Two rounds\"\n\
            [[combatants]]\nid = \"red\"\nattributes = { attack = 6 }\nerror = 40\n\
            [[combatants]]\nid = \"blue\"\nattributes = { attack = 5 }\nerror = 40\n\
            [[legs]]\nid = \"bout\"\nrepeat = 2\n";
        let day = try_load_day::<Duel>(text, &[], &[]).unwrap_or_else(|problems| panic!("{problems}"));
        let tally = |batch| run(&day, &Plan { seed: Seed(5), range: 0..2_000, batch }, &Watch::none()).tally;
        let expected = tally(1);
        for batch in [2, 7, 4096] {
            assert_eq!(tally(batch), expected, "batches of {batch}");
        }
    }

    #[test]
    fn another_seed_is_another_run() {
        let tally = |seed| run(&Toy::new(), &Plan::new(Seed(seed), 0..5000), &Watch::none()).tally;
        assert_ne!(tally(1), tally(2));
    }

    #[test]
    fn an_empty_or_reversed_range_plays_nothing() {
        for (start, end) in [(0, 0), (9, 9), (9, 3)] {
            let run = run(&Toy::new(), &Plan::new(Seed(1), start..end), &Watch::none());
            assert_eq!((run.tally.encounters, run.complete, run.range), (0, true, start..start));
        }
    }

    #[test]
    fn the_last_indices_can_be_played() {
        let plan = Plan { seed: Seed(1), range: u64::MAX - 100..u64::MAX, batch: 7 };
        let run = run(&Toy::new(), &plan, &Watch::none());
        assert_eq!((run.tally.encounters, run.complete), (100, true));
    }

    #[test]
    fn an_interrupt_leaves_a_prefix_that_can_be_repeated() {
        let rules = Toy::new();
        for threads in [1, 2, 7] {
            let stop = AtomicBool::new(false);
            let interrupted = || stop.load(Ordering::Relaxed);
            let progress = |finished| stop.store(finished >= 1000, Ordering::Relaxed);
            let watch = Watch { interrupted: &interrupted, progress: &progress };
            let plan = Plan { seed: Seed(5), range: 50..1_000_050, batch: 10 };
            let partial = on_threads(threads, || run(&rules, &plan, &watch));
            assert!(!partial.complete && partial.range.start == 50, "{threads} threads");
            assert!((1000..1000 + 20 * threads as u64).contains(&partial.tally.encounters), "{threads} threads");
            let repeated = run(&rules, &Plan::new(Seed(5), partial.range.clone()), &Watch::none());
            assert_eq!(repeated.tally, partial.tally);
        }
    }

    #[test]
    fn progress_reaches_the_whole_plan_in_steps_of_at_most_a_batch() {
        let seen = Mutex::new(Vec::new());
        let progress = |finished| seen.lock().expect("no panic").push(finished);
        let watch = Watch { interrupted: &|| false, progress: &progress };
        let plan = Plan { seed: Seed(5), range: 0..950, batch: 100 };
        on_threads(1, || run(&Toy::new(), &plan, &watch));
        let seen = seen.into_inner().expect("no panic");
        let mut before = 0;
        for &finished in &seen {
            assert!((before + 1..=before + 100).contains(&finished), "{seen:?}");
            before = finished;
        }
        assert_eq!((seen[0], before), (1, 950));
    }

    #[test]
    fn earlier_batches_of_a_worker_do_not_change_later_ones() {
        let rules = Toy::new();
        let (mut used, mut fresh) = (Worker::new(&rules, Seed(8)), Worker::new(&rules, Seed(8)));
        batch(&rules, &mut used, 0..500);
        let mut expected = used.tally().clone();
        batch(&rules, &mut used, 500..900);
        batch(&rules, &mut fresh, 500..900);
        expected.merge(fresh.tally());
        assert_eq!(used.tally(), &expected);
    }
}
