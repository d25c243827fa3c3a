//! Duels in encounters per second: by policy, beside the cost of the dice alone that the same encounters draw, and beside
//! the same duel as a plain hand-written loop; then the exact solver, and one thread against two.
//!
//! `make bench` runs all; `cargo bench -p equipoise-benches --bench duel -- "duel/"` runs one group;
//! `-- --save-baseline before` and later `-- --baseline before` compare two states of the code.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::raw_dice::Demand;
use equipoise_benches::{FIRST_CHALLENGE, compiled, plain_duel};
use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::{EncounterIndex, Seed, Silent, Winner, Workspace, fight};
use equipoise_sim::{Plan, Watch, Worker, batch, run};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const ENCOUNTERS: u64 = 16_384;
const SEED: Seed = Seed(1);

/// Scenario overrides by name of the bench; the fencer is the party.
const POLICIES: &[(&str, &[&str])] = &[
    ("best-margin", &[]),
    ("highest-bonus", &["combatants.fencer.policy=highest-bonus", "combatants.wrestler.policy=highest-bonus"]),
    ("thrifty", &["combatants.fencer.policy=thrifty", "combatants.wrestler.policy=thrifty"]),
    ("in-order", &["combatants.fencer.policy=in-order", "combatants.wrestler.policy=in-order"]),
    ("random", &["combatants.fencer.policy=random", "combatants.wrestler.policy=random"]),
    ("optimal", &["combatants.fencer.policy=optimal", "combatants.wrestler.policy=optimal"]),
    ("best-response to random", &["combatants.fencer.policy=best-response", "combatants.wrestler.policy=random"]),
];

/// Counts wins and rounds alone, as the plain loops do; returns their sums over all encounters.
fn fight_silently(rules: &Duel) -> (u64, u64) {
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

/// The same sums for a plain loop.
fn plain(fight: impl Fn(&mut Xoshiro256PlusPlus) -> plain_duel::Ended) -> (u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..ENCOUNTERS)
        .map(|_| fight(&mut rng))
        .fold((0, 0), |(wins, rounds), ended| (wins + u64::from(ended.party_won), rounds + u64::from(ended.rounds)))
}

fn policies(c: &mut Criterion) {
    let mut group = c.benchmark_group("duel");
    group.throughput(Throughput::Elements(ENCOUNTERS));
    for (name, overrides) in POLICIES {
        let rules: Duel = compiled(FIRST_CHALLENGE, overrides);
        group.bench_function(BenchmarkId::new("run", name), |b| {
            let mut worker = Worker::new(&rules, SEED);
            b.iter(|| batch(&rules, &mut worker, 0..ENCOUNTERS));
        });
        let demand = Demand::of(&rules, SEED, ENCOUNTERS);
        group.bench_function(BenchmarkId::new("raw dice", name), |b| b.iter(|| demand.draw(black_box(SEED))));
    }
    group.finish();
}

fn floor(c: &mut Criterion) {
    let rules: Duel = compiled(FIRST_CHALLENGE, &[]);
    let mut group = c.benchmark_group("floor");
    group.throughput(Throughput::Elements(ENCOUNTERS));
    group.bench_function("plain loop", |b| b.iter(|| plain(plain_duel::fight)));
    group.bench_function("plain loop, tables prepared by hand", |b| b.iter(|| plain(plain_duel::prepared_fight)));
    group.bench_function("engine, wins and rounds", |b| b.iter(|| fight_silently(black_box(&rules))));
    group.bench_function("engine, every metric tallied", |b| {
        let mut worker = Worker::new(&rules, SEED);
        b.iter(|| batch(&rules, &mut worker, 0..ENCOUNTERS));
    });
    group.finish();
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    group.sample_size(10);
    for (name, overrides) in POLICIES {
        let rules: Duel = compiled(FIRST_CHALLENGE, overrides);
        group.bench_function(*name, |b| b.iter(|| solve(&rules, Budget::default(), &|| false)));
    }
    group.bench_function("tables of best play", |b| b.iter(|| compiled::<Duel>(FIRST_CHALLENGE, POLICIES[5].1)));
    group.finish();
}

fn threads(c: &mut Criterion) {
    let rules: Duel = compiled(FIRST_CHALLENGE, &[]);
    let encounters = 64 * ENCOUNTERS;
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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = policies, floor, exact, threads
}
criterion_main!(benches);
