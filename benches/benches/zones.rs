//! Fights across zones: encounters and combatant-turns per second by size, against the raw dice that the same fights draw,
//! and one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench zones` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::measure::{self, Case, ENCOUNTERS};
use equipoise_benches::{PIT_FIGHT, SKIRMISH, compiled, plain_zones};
use equipoise_engine::systems::zones::Zones;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

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

fn turns(c: &mut Criterion) {
    measure::turns::<Zones>(c, SIZES);
}

fn plain() -> (u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (sellsword, ogre) = (black_box(plain_zones::SELLSWORD), black_box(plain_zones::OGRE));
    (0..ENCOUNTERS)
        .map(|_| plain_zones::fight(&mut rng, &sellsword, &ogre))
        .fold((0, 0), |(wins, rounds), ended| (wins + u64::from(ended.party_won), rounds + u64::from(ended.rounds)))
}

fn floor(c: &mut Criterion) {
    measure::floor::<Zones, _>(c, &compiled(PIT_FIGHT, &[]), plain);
}

fn exact(c: &mut Criterion) {
    measure::exact::<Zones>(c, &[("1v1", PIT_FIGHT)]);
}

fn threads(c: &mut Criterion) {
    measure::threads::<Zones>(c, SKIRMISH);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = turns, floor, exact, threads
}
criterion_main!(benches);
