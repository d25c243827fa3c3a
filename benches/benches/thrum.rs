//! Contests on a grid: combatant-turns per second by size, by map and by number, against the raw dice that the same fights draw,
//! and one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench thrum` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::measure::{self, Case, ENCOUNTERS};
use equipoise_benches::{LAST_ONE_STANDING, OPEN_FIELD, TERRACES, compiled, plain_thrum};
use equipoise_engine::systems::thrum::Thrum;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const SIZES: &[Case] = &[
    ("1v1", LAST_ONE_STANDING, &[], ENCOUNTERS),
    ("3v3", TERRACES, &[], 2048),
    ("5v8", TERRACES, &["combatants.warden.count=3", "combatants.biffer.count=4", "combatants.plinker.count=3"], 1024),
];

/// As many on each side.
const NUMBERS: &[Case] = &[
    ("1v1 field", OPEN_FIELD, &[], ENCOUNTERS),
    ("2v2 field", OPEN_FIELD, &["combatants.spear.count=2", "combatants.raider.count=2"], 4096),
    ("4v4 field", OPEN_FIELD, FOUR, 2048),
    ("8v8 field", OPEN_FIELD, &["combatants.spear.count=8", "combatants.raider.count=8"], 1024),
    ("16v16 field", OPEN_FIELD, &["combatants.spear.count=16", "combatants.raider.count=16"], 512),
];

const FOUR: &[&str] = &["combatants.spear.count=4", "combatants.raider.count=4"];

/// Four against four where the map alone is larger.
const MAPS: &[Case] = &[
    ("4v4 on 8 by 8", OPEN_FIELD, &[FOUR[0], FOUR[1], "map.width=8", "map.height=8"], 2048),
    ("4v4 on 12 by 12", OPEN_FIELD, FOUR, 2048),
    ("4v4 on 24 by 24", OPEN_FIELD, &[FOUR[0], FOUR[1], "map.width=24", "map.height=24"], 2048),
    ("4v4 on 40 by 40", OPEN_FIELD, &[FOUR[0], FOUR[1], "map.width=40", "map.height=40"], 2048),
];

fn turns(c: &mut Criterion) {
    measure::turns::<Thrum>(c, SIZES);
}

fn numbers(c: &mut Criterion) {
    measure::turns::<Thrum>(c, NUMBERS);
}

fn maps(c: &mut Criterion) {
    measure::turns::<Thrum>(c, MAPS);
}

fn plain() -> (u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (pugilist, brawler) = (black_box(plain_thrum::PUGILIST), black_box(plain_thrum::BRAWLER));
    (0..ENCOUNTERS)
        .map(|_| plain_thrum::fight(&mut rng, &pugilist, &brawler))
        .fold((0, 0), |(wins, rounds), ended| (wins + u64::from(ended.party_won), rounds + u64::from(ended.rounds)))
}

fn floor(c: &mut Criterion) {
    measure::floor::<Thrum, _>(c, &compiled(LAST_ONE_STANDING, &[]), plain);
}

fn exact(c: &mut Criterion) {
    measure::exact::<Thrum>(c, &[("1v1", LAST_ONE_STANDING)]);
}

fn threads(c: &mut Criterion) {
    measure::threads::<Thrum>(c, TERRACES);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = turns, numbers, maps, floor, exact, threads
}
criterion_main!(benches);
