//! Fights across zones: encounters and combatant-turns per second by size, against the raw dice that the same fights draw,
//! and one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench zones` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::raw_dice::Demand;
use equipoise_benches::{PIT_FIGHT, SKIRMISH, compiled, plain_zones};
use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::systems::zones::Zones;
use equipoise_engine::{EncounterIndex, Seed, Silent, Winner, Workspace, fight};
use equipoise_sim::{Plan, Watch, Worker, batch, run};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const SEED: Seed = Seed(1);
const ENCOUNTERS: u64 = 16_384;

/// Name, scenario, overrides, encounters.
type Case = (&'static str, &'static str, &'static [&'static str], u64);

const SIZES: &[Case] = &[
    ("1v1", PIT_FIGHT, &[], ENCOUNTERS),
    ("4v4", SKIRMISH, &[], 2048),
    (
        "8v12",
        SKIRMISH,
        &[
            "combatants.warrior.count=4",
            "combatants.archer.count=2",
            "combatants.adept.count=2",
            "combatants.goblin.count=10",
            "combatants.spider.count=2",
        ],
        512,
    ),
];

/// The same fights by the turn: one element is one combatant's turn.
fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn");
    for &(name, text, overrides, encounters) in SIZES {
        let rules: Zones = compiled(text, overrides);
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

/// Fights without counting anything but wins and rounds: what the plain loop does.
fn fight_silently(rules: &Zones) -> (u64, u64) {
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

fn plain() -> (u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (sellsword, ogre) = (black_box(plain_zones::SELLSWORD), black_box(plain_zones::OGRE));
    (0..ENCOUNTERS)
        .map(|_| plain_zones::fight(&mut rng, &sellsword, &ogre))
        .fold((0, 0), |(wins, rounds), ended| (wins + u64::from(ended.party_won), rounds + u64::from(ended.rounds)))
}

fn floor(c: &mut Criterion) {
    let rules: Zones = compiled(PIT_FIGHT, &[]);
    let mut group = c.benchmark_group("1v1");
    group.throughput(Throughput::Elements(ENCOUNTERS));
    group.bench_function("plain loop", |b| b.iter(plain));
    group.bench_function("engine, wins and rounds", |b| b.iter(|| fight_silently(black_box(&rules))));
    group.bench_function("engine, every metric tallied", |b| {
        let mut worker = Worker::new(&rules, SEED);
        b.iter(|| batch(&rules, &mut worker, 0..ENCOUNTERS));
    });
    group.finish();
}

fn exact(c: &mut Criterion) {
    let rules: Zones = compiled(PIT_FIGHT, &[]);
    let mut group = c.benchmark_group("exact");
    group.sample_size(10);
    group.bench_function("1v1", |b| b.iter(|| solve(&rules, Budget::default(), &|| false)));
    group.finish();
}

fn threads(c: &mut Criterion) {
    let rules: Zones = compiled(SKIRMISH, &[]);
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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = turns, floor, exact, threads
}
criterion_main!(benches);
