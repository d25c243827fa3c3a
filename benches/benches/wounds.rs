//! Counted initiative on a line: combatant-turns per second by size, from two to sixty-four combatants, against the raw dice
//! that the same fights draw, and one against one against the same fight as a plain hand-written loop.
//!
//! `cargo bench -p equipoise-benches --bench wounds` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::measure::{self, Case, ENCOUNTERS};
use equipoise_benches::{PATROL, SABRE_OR_MAUL, compiled, plain_wounds};
use equipoise_engine::systems::wounds::Wounds;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// No bones are broken in the fight that the plain loop fights.
const NO_INJURIES: &[&str] = &["rules.injury_tables.blunt=none"];

const SIZES: &[Case] = &[
    ("1v1", SABRE_OR_MAUL, NO_INJURIES, ENCOUNTERS),
    ("4v4", PATROL, &[], 2048),
    (
        "6v10",
        PATROL,
        &[
            "combatants.fighter.count=2",
            "combatants.scout.count=2",
            "combatants.scoundrel.count=2",
            "combatants.warrior.count=4",
            "combatants.wolf.count=3",
            "combatants.wolf.enters_round=3",
            "combatants.wolf.enters_at=d20",
        ],
        1024,
    ),
];

/// Lines of spears, as many on each side.
const LINES: &[Case] = &[
    ("1v1 lines", SABRE_OR_MAUL, NO_INJURIES, ENCOUNTERS),
    ("2v2 lines", SABRE_OR_MAUL, &[NO_INJURIES[0], "combatants.sabre.count=2", "combatants.maul.count=2"], 8192),
    ("4v4 lines", SABRE_OR_MAUL, &[NO_INJURIES[0], "combatants.sabre.count=4", "combatants.maul.count=4"], 4096),
    ("8v8 lines", SABRE_OR_MAUL, &[NO_INJURIES[0], "combatants.sabre.count=8", "combatants.maul.count=8"], 2048),
    ("16v16 lines", SABRE_OR_MAUL, &[NO_INJURIES[0], "combatants.sabre.count=16", "combatants.maul.count=16"], 1024),
    ("32v32 lines", SABRE_OR_MAUL, &[NO_INJURIES[0], "combatants.sabre.count=32", "combatants.maul.count=32"], 512),
];

fn turns(c: &mut Criterion) {
    measure::turns::<Wounds>(c, SIZES);
}

fn lines(c: &mut Criterion) {
    measure::turns::<Wounds>(c, LINES);
}

fn plain() -> (u64, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (sabre, maul) = (black_box(plain_wounds::SABRE), black_box(plain_wounds::MAUL));
    (0..ENCOUNTERS)
        .map(|_| plain_wounds::fight(&mut rng, &sabre, &maul))
        .fold((0, 0), |(wins, rounds), ended| (wins + u64::from(ended.party_won), rounds + u64::from(ended.rounds)))
}

fn floor(c: &mut Criterion) {
    measure::floor::<Wounds, _>(c, &compiled(SABRE_OR_MAUL, NO_INJURIES), plain);
}

fn exact(c: &mut Criterion) {
    measure::exact::<Wounds>(c, &[("1v1", SABRE_OR_MAUL)]);
}

fn threads(c: &mut Criterion) {
    measure::threads::<Wounds>(c, PATROL);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = turns, lines, floor, exact, threads
}
criterion_main!(benches);
