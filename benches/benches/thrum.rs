//! Contests on a grid: combatant-turns per second by size, by map and by number, against the raw dice that the same fights draw,
//! and one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench thrum` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::measure::{self, Case, ENCOUNTERS};
use equipoise_benches::{LAST_ONE_STANDING, TERRACES, compiled, plain_thrum};
use equipoise_engine::systems::thrum::Thrum;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const SIZES: &[Case] = &[
    ("1v1", LAST_ONE_STANDING, &[], ENCOUNTERS),
    ("3v3", TERRACES, &[], 2048),
    ("5v8", TERRACES, &["combatants.warden.count=3", "combatants.biffer.count=4", "combatants.plinker.count=3"], 1024),
];

fn turns(c: &mut Criterion) {
    measure::turns::<Thrum>(c, SIZES);
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
    targets = turns, floor, exact, threads
}
criterion_main!(benches);
