//! Fan-out: a range of encounters, played in batches by all threads of the current rayon pool.
//!
//! Batches are handed out in order, one at a time, and every batch handed out is played to its end. So the encounters
//! finished before an interrupt are a prefix of the range, and a partial result can be reproduced like a whole one. Each
//! worker keeps one workspace, one set of dice and one tally from its first batch to its last: memory does not depend on
//! the number of encounters, and tallies are merged once, at the end.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use equipoise_engine::dice::Seeded;
use equipoise_engine::memo::{Memo, Usage};
use equipoise_engine::{Counting, EncounterIndex, Ruleset, Seed, Workspace, fight};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::tally::{Recent, Tally};

/// Encounters in a batch: enough that handing one out costs next to nothing, few enough that an interrupt takes effect
/// soon.
pub const BATCH: u64 = 4096;

/// Which encounters to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The master seed.
    pub seed: Seed,
    /// Encounter indices; an empty or reversed range plays nothing.
    pub range: Range<u64>,
    /// Encounters in a batch, at least 1 (0 counts as 1). Never changes a result.
    pub batch: u64,
}

impl Plan {
    /// The encounters of `range` under `seed`, in batches of [`BATCH`].
    pub fn new(seed: Seed, range: Range<u64>) -> Self {
        Self { seed, range, batch: BATCH }
    }
}

/// Callbacks that observe the progress of a run and may interrupt it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Every worker calls it before each batch; once it returns true, no batch is begun.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
    /// Called after each batch with the number of encounters finished so far, by the worker that played the batch: calls
    /// may be concurrent, and a smaller number may come after a larger one.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Watch<'static> {
    /// Never interrupts and ignores progress.
    pub const fn none() -> Self {
        Self { interrupted: &|| false, progress: &|_| () }
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
    run_after(rules, plan, watch, 0)
}

/// As [`run`], for the continuation of a run of which `before` encounters are finished: progress includes them.
pub(crate) fn run_after<R: Ruleset>(rules: &R, plan: &Plan, watch: &Watch, before: u64) -> Run {
    let length = plan.range.end.saturating_sub(plan.range.start);
    let size = plan.batch.max(1);
    let batches = length.div_ceil(size);
    let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        // Made by the thread that uses it, so that no two workers share a cache line.
        let mut worker = Worker::new(rules, plan.seed);
        while !(watch.interrupted)() {
            // Relaxed is enough: the ticket orders no other memory access. Each worker takes one ticket too many at most,
            // so that only a plan of nearly 2^64 batches could wrap the counter.
            let ticket = next.fetch_add(1, Ordering::Relaxed);
            if ticket >= batches {
                break;
            }
            let offset = ticket * size;
            let played = size.min(length - offset);
            let start = plan.range.start + offset;
            batch(rules, &mut worker, start..start + played);
            (watch.progress)(before + finished.fetch_add(played, Ordering::Relaxed) + played);
        }
        worker.tally
    };
    let threads = batches.min(rayon::current_num_threads() as u64) as usize;
    let tallies: Vec<Tally> = (0..threads).into_par_iter().with_max_len(1).map(|_| work()).collect();
    let mut tally = Tally::new(rules);
    for part in &tallies {
        tally.merge(part);
    }
    let end = plan.range.start + tally.encounters;
    Run { complete: tally.encounters == length, tally, range: plan.range.start..end }
}

/// Encounters that a worker plays before it tries to remember them: fewer are played sooner than learnt.
const UNREMEMBERED: u64 = 1024;
/// After so many encounters each it is asked whether remembering pays.
const TRIED: u64 = 256;
/// After so many encounters each it is asked whether remembering is hopeless: learning what never comes again takes long.
const HOPED: u64 = 16;
/// What a worker may remember, in bytes.
const MEMO_BYTES: usize = 64 << 20;

/// What a worker knows of turns that it has played.
enum Memory<R: Ruleset> {
    /// Nothing yet.
    TooEarly,
    Used(Box<Memo<R>>),
    /// Nothing, because it does not pay.
    Useless,
}

/// Whether most turns are known, and hardly a fight is left to the rules.
fn pays(usage: Usage) -> bool {
    let Usage { known, played, fights } = usage;
    known > 2 * played && known > 64 * fights
}

/// Whether hardly a turn was met again.
fn is_hopeless(usage: Usage) -> bool {
    // A turn that was played is walked along at once, and is known then.
    10 * usage.known < 11 * usage.played
}

/// Everything that one thread needs to play encounters: made once, reset between encounters.
pub struct Worker<R: Ruleset> {
    memory: Memory<R>,
    workspace: Option<Workspace<R>>,
    dice: Seeded,
    trace: Option<Counting<R::Counts>>,
    recent: Recent,
    tally: Tally,
}

impl<R: Ruleset> Worker<R> {
    /// A worker with an empty tally.
    pub fn new(rules: &R, seed: Seed) -> Self {
        Self {
            memory: if R::REMEMBERS_TURNS { Memory::TooEarly } else { Memory::Useless },
            workspace: Some(Workspace::new(rules)),
            dice: Seeded::new(seed),
            trace: Some(Counting::new(rules.counts())),
            recent: Recent::new(rules.metrics().len()),
            tally: Tally::new(rules),
        }
    }

    /// The counts of all batches so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays encounters from memory, as long as that pays; those that are left.
    #[inline(never)]
    fn play_from_memory(&mut self, rules: &R, range: Range<u64>) -> Range<u64> {
        let mut left = range;
        if matches!(self.memory, Memory::TooEarly) && self.tally.encounters >= UNREMEMBERED {
            self.memory = Memory::Used(Box::new(Memo::new(rules, MEMO_BYTES)));
        }
        let (tally, recent) = (&mut self.tally, &mut self.recent);
        while let Memory::Used(memo) = &mut self.memory
            && !left.is_empty()
        {
            let is_tried = tally.encounters >= UNREMEMBERED + TRIED;
            let end = left.end.min(left.start.saturating_add(if is_tried { TRIED } else { HOPED }));
            memo.fights(rules, &self.dice, left.start..end, |ended| {
                tally.add_outcome(rules, ended.state, ended.outcome);
                recent.add(ended.counts, tally);
            });
            left.start = end;
            let usage = memo.usage();
            if is_hopeless(usage) || (is_tried && !pays(usage)) {
                self.memory = Memory::Useless;
            }
        }
        recent.carry_over(tally);
        left
    }

    /// The counts of all batches.
    pub(crate) fn into_tally(self) -> Tally {
        self.tally
    }
}

/// Plays the encounters of `range` one after the other: the hot loop.
#[inline(never)]
pub fn batch<R: Ruleset>(rules: &R, worker: &mut Worker<R>, range: Range<u64>) {
    let range = if R::REMEMBERS_TURNS { worker.play_from_memory(rules, range) } else { range };
    // Moved out of the worker and back: the compiler can keep fields of locals in registers, but must write those behind
    // a reference back to memory.
    let mut workspace = worker.workspace.take().expect("a worker has its workspace between batches");
    let mut dice = worker.dice.clone();
    let mut trace = worker.trace.take().expect("a worker has its counts between batches");
    for index in range {
        dice.start(EncounterIndex(index));
        trace.reset();
        let outcome = fight(rules, &mut workspace, &mut dice, &mut trace);
        worker.tally.add_outcome(rules, &workspace.state, outcome);
        worker.recent.add(trace.counts(), &mut worker.tally);
    }
    worker.recent.carry_over(&mut worker.tally);
    worker.workspace = Some(workspace);
    worker.trace = Some(trace);
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

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
    fn progress_reaches_the_whole_plan_in_steps_of_a_batch() {
        let seen = Mutex::new(Vec::new());
        let progress = |finished| seen.lock().expect("no panic").push(finished);
        let watch = Watch { interrupted: &|| false, progress: &progress };
        let plan = Plan { seed: Seed(5), range: 0..950, batch: 100 };
        on_threads(1, || run(&Toy::new(), &plan, &watch));
        assert_eq!(seen.into_inner().expect("no panic"), [100, 200, 300, 400, 500, 600, 700, 800, 900, 950]);
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
