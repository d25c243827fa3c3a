//! Tests of a few d6: combatant-turns per second by size, against the raw dice that the same fights draw, and
//! one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench tiny` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::measure::{self, Case, ENCOUNTERS};
use equipoise_benches::{POINTS_OF_ARMOR, SMALL_SKIRMISH, TINY_SKIRMISH, compiled, plain_tiny};
use equipoise_engine::systems::tiny::Tiny;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const SIZES: &[Case] = &[
    ("1v1", POINTS_OF_ARMOR, &[], ENCOUNTERS),
    ("4v4", TINY_SKIRMISH, &[], 2048),
    (
        "8v12",
        TINY_SKIRMISH,
        &[
            "combatants.swordsman.count=3",
            "combatants.monk.count=2",
            "combatants.archer.count=2",
            "combatants.raider.count=6",
            "combatants.brute.count=2",
            "combatants.crossbow.count=4",
        ],
        512,
    ),
];

fn turns(c: &mut Criterion) {
    measure::turns::<Tiny>(c, SIZES);
}

/// Deaths are added up as well, so that nobody skips the tests of the dying.
fn plain() -> (u64, u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (knight, duelist) = (black_box(plain_tiny::KNIGHT), black_box(plain_tiny::DUELIST));
    (0..ENCOUNTERS).map(|_| plain_tiny::fight(&mut rng, &knight, &duelist)).fold((0, 0, 0), |sums, ended| {
        (sums.0 + u64::from(ended.party_won), sums.1 + u64::from(ended.party_died), sums.2 + u64::from(ended.rounds))
    })
}

fn floor(c: &mut Criterion) {
    measure::floor::<Tiny, _>(c, &compiled(POINTS_OF_ARMOR, &[]), plain);
}

fn exact(c: &mut Criterion) {
    measure::exact::<Tiny>(c, &[("1v1", POINTS_OF_ARMOR), ("2v1", SMALL_SKIRMISH)]);
}

fn threads(c: &mut Criterion) {
    measure::threads::<Tiny>(c, TINY_SKIRMISH);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = turns, floor, exact, threads
}
criterion_main!(benches);
