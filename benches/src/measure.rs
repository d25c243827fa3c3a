//! Measurements that the benches of every system have in common: combatant-turns by the size of a fight, one against one
//! against a plain loop, the exact solver, and threads.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Silent, Winner, Workspace, fight};
use equipoise_sim::{Plan, Watch, Worker, batch, run};

use crate::compiled;
use crate::raw_dice::Demand;

/// The seed of every bench.
pub const SEED: Seed = Seed(1);
/// The encounters of a bench of one against one.
pub const ENCOUNTERS: u64 = 16_384;

/// A size of fight: its name, scenario, overrides and encounters.
pub type Case = (&'static str, &'static str, &'static [&'static str], u64);

/// The group `turn`: fights with every metric tallied and the raw dice of the same fights, where one element is one
/// combatant's turn.
pub fn turns<R: Ruleset>(c: &mut Criterion, sizes: &[Case]) {
    let mut group = c.benchmark_group("turn");
    for &(name, text, overrides, encounters) in sizes {
        let rules: R = compiled(text, overrides);
        let demand = Demand::of(&rules, SEED, encounters);
        group.throughput(Throughput::Elements(demand.turns()));
        group.bench_function(BenchmarkId::new("run", name), |b| {
            let mut worker = Worker::new(&rules, SEED);
            b.iter(|| batch(&rules, &mut worker, 0..encounters));
        });
        group.bench_function(BenchmarkId::new("raw dice", name), |b| b.iter(|| demand.draw(black_box(SEED))));
    }
    group.finish();
}

/// The group `1v1`: `plain` is a hand-written loop over [`ENCOUNTERS`] of the same fights.
pub fn floor<R: Ruleset, P>(c: &mut Criterion, rules: &R, mut plain: impl FnMut() -> P) {
    let mut group = c.benchmark_group("1v1");
    group.throughput(Throughput::Elements(ENCOUNTERS));
    group.bench_function("plain loop", |b| b.iter(&mut plain));
    group.bench_function("engine, wins and rounds", |b| b.iter(|| fight_silently(black_box(rules))));
    group.bench_function("engine, every metric tallied", |b| {
        let mut worker = Worker::new(rules, SEED);
        b.iter(|| batch(rules, &mut worker, 0..ENCOUNTERS));
    });
    group.finish();
}

/// Fights without counting anything but wins and rounds: what the plain loop does.
fn fight_silently<R: Ruleset>(rules: &R) -> (u64, u64) {
    let mut dice = Seeded::new(SEED);
    let mut workspace = Workspace::new(rules);
    let (mut wins, mut rounds) = (0, 0);
    for index in 0..ENCOUNTERS {
        dice.start(EncounterIndex(index));
        let outcome = fight(rules, &mut workspace, &mut dice, &mut Silent);
        wins += u64::from(outcome.winner == Winner::Party);
        rounds += u64::from(outcome.rounds);
    }
    (wins, rounds)
}

/// The group `exact`: scenarios through the exact solver.
pub fn exact<R: Ruleset>(c: &mut Criterion, scenarios: &[(&str, &str)]) {
    let mut group = c.benchmark_group("exact");
    group.sample_size(10);
    for &(name, text) in scenarios {
        let rules: R = compiled(text, &[]);
        group.bench_function(name, |b| b.iter(|| solve(&rules, Budget::default(), &|| false)));
    }
    group.finish();
}

/// The group `threads`: the same run on one thread and on two.
pub fn threads<R: Ruleset>(c: &mut Criterion, text: &str) {
    let rules: R = compiled(text, &[]);
    let encounters = 64 * 1024;
    let mut group = c.benchmark_group("threads");
    group.throughput(Throughput::Elements(encounters));
    group.sample_size(10);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        group.bench_function(BenchmarkId::from_parameter(threads), |b| {
            b.iter(|| pool.install(|| run(&rules, &Plan::new(SEED, 0..encounters), &Watch::none())));
        });
    }
    group.finish();
}
