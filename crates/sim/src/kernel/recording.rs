//! Runs whose encounters are recorded one by one, and handed on while the run goes on.
//!
//! Encounters are played in groups of 65 536, all threads on one group, while somebody takes the group before. Memory is that
//! of two groups, however long the run. Groups depend on the range alone: each batch fills places of its own, and groups have
//! the same bounds whatever the batches.

use std::ops::Range;

use equipoise_engine::Ruleset;

use super::batches::Batches;
use super::pool::both;
use super::records::{Records, Room};
use super::run::{Plan, Run, Watch, Worker};
use super::tally::Tally;

/// The encounters of a group.
pub const GROUP: u64 = 65_536;

/// Takes the encounters of a run.
pub trait Sink: Send {
    /// Takes the next encounters, the first of which has the index `start`; whether it takes more.
    fn take(&mut self, start: u64, records: &Records) -> bool;
}

/// Plays the encounters of a plan, and hands them to a sink in index order, group by group.
///
/// The run counts exactly what [`run`](super::run::run) does. It is complete when all encounters were played and taken; after
/// an interrupt the last of those that were played have not been taken.
pub fn run_recording<R: Ruleset>(rules: &R, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run {
    let end = plan.range.end.max(plan.range.start);
    let mut next = plan.range.start;
    let mut tally = Tally::new(rules);
    let (mut finished, mut playing) = (Group::default(), Group::default());
    let mut is_taken = true;
    while is_taken && next < end && !(watch.interrupted)() {
        let range = next..end.min(next.saturating_add(GROUP));
        let before = tally.encounters;
        let progress = |finished: u64| (watch.progress)(before + finished);
        let group_watch = Watch { progress: &progress, ..*watch };
        let part = Plan { range: range.clone(), ..plan.clone() };
        let (counted, taken) = both(&mut || playing.play(rules, &part, &group_watch), &mut || finished.hand_to(sink));
        is_taken = taken;
        next += counted.encounters;
        tally.merge(&counted);
        if next < range.end {
            break;
        }
        std::mem::swap(&mut finished, &mut playing);
    }
    let complete = is_taken && next == end && finished.hand_to(sink);
    Run { complete, tally, range: plan.range.start..next }
}

/// Encounters that follow each other.
#[derive(Default)]
struct Group {
    /// The index of the first encounter.
    start: u64,
    records: Records,
}

impl Group {
    /// Hands the encounters to a sink, if there are any; whether it takes more.
    fn hand_to(&self, sink: &mut dyn Sink) -> bool {
        self.records.is_empty() || sink.take(self.start, &self.records)
    }

    /// Plays the encounters of a plan and replaces the group's by them. After an interrupt the first of them have been played.
    fn play<R: Ruleset>(&mut self, rules: &R, plan: &Plan, watch: &Watch) -> Tally {
        let Plan { seed, ref range, batch } = *plan;
        self.start = range.start;
        self.records.restart(rules.combatants(), rules.metrics());
        self.records.resize((range.end - range.start) as usize);
        let make = || Worker::new(rules, seed);
        let record = |worker: &mut Worker<R>, _, encounters, part| record(rules, worker, encounters, part);
        let batches = Batches { cells: std::slice::from_ref(range), most: batch };
        let parts = batches.play_with(watch, self.records.parts(), make, record, Worker::into_tally);
        let mut tally = Tally::new(rules);
        for part in &parts {
            tally.merge(part);
        }
        tally
    }
}

/// Plays the encounters of a range as [`batch`](super::run::batch) does, and writes each down.
fn record<R: Ruleset>(rules: &R, worker: &mut Worker<R>, range: Range<u64>, mut part: Room) {
    let Worker { player, recent, tally } = worker;
    let start = range.start;
    player.play(rules, range, |sample| {
        let counts = sample.trace.counts();
        tally.add(sample, counts, recent);
        part.set((sample.index - start) as usize, sample.outcome, sample.end_states(), counts, sample.lead);
    });
    recent.carry_over(tally);
}
