//! Candidates for the seed contract: the cost of entering a slot and drawing one contest (two d20) from it, in encounters
//! of sixteen slots. `docs/seed-contract.md` has the figures on which the choice rests.
//!
//! `make bench` runs all; `cargo bench -p equipoise-benches --bench slots -- --save-baseline before` and later
//! `--baseline before` compare two states of the code.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use equipoise_engine::dice::{Dice, Seeded, Slot};
use equipoise_engine::{EncounterIndex, Seed};
use rand::RngExt;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoroshiro128PlusPlus, Xoshiro256PlusPlus};

const ENCOUNTERS: u64 = 4096;
const SLOTS: u64 = 16;

/// The same unbiased pair of d20 for every generator, one from each half of a word: D. Lemire, "Fast random integer
/// generation in an interval" (2019), where 2^32 mod 20 = 16 low products are rejected.
fn pair(rng: &mut impl Rng) -> u64 {
    loop {
        let word = rng.next_u64();
        let (first, second) = ((word >> 32) * 20, (word & 0xffff_ffff) * 20);
        if (first as u32).min(second as u32) >= 16 {
            return (first >> 32) * (second >> 32);
        }
    }
}

/// The finaliser of `SplitMix64`, which makes independent seeds of successive numbers.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Draws a pair from every slot of every encounter.
fn per_slot(mut slot: impl FnMut(u64, u64) -> u64) -> u64 {
    (0..ENCOUNTERS).map(|index| (0..SLOTS).map(|round| slot(index, round)).sum::<u64>()).sum()
}

/// Draws from a generator that is seeded anew for every slot.
fn reseeded<G: Rng + SeedableRng>() -> u64 {
    per_slot(|index, round| pair(&mut G::seed_from_u64(mix(mix(index) ^ round))))
}

fn slots(c: &mut Criterion) {
    let mut group = c.benchmark_group("slot");
    group.throughput(Throughput::Elements(ENCOUNTERS * SLOTS));
    group.bench_function("the contract (SplitMix64 keyed by hash)", |b| {
        let mut dice = Seeded::new(Seed(1));
        b.iter(|| {
            let mut sum = 0;
            for index in 0..ENCOUNTERS {
                dice.start(EncounterIndex(index));
                for _ in 0..SLOTS {
                    dice.next_round();
                    dice.slot(Slot::shared(0));
                    let [first, second] = dice.dice(20);
                    sum += u64::from(first * second);
                }
            }
            sum
        });
    });
    group.bench_function("xoshiro256++ seeded anew", |b| b.iter(reseeded::<Xoshiro256PlusPlus>));
    group.bench_function("xoroshiro128++ seeded anew", |b| b.iter(reseeded::<Xoroshiro128PlusPlus>));
    group.bench_function("rand_xoshiro's SplitMix64 seeded anew", |b| b.iter(reseeded::<SplitMix64>));
    group.bench_function("a word of the encounter's xoshiro256++, mixed", |b| {
        b.iter(|| {
            let mut sum = 0;
            for index in 0..ENCOUNTERS {
                let mut rounds = Xoshiro256PlusPlus::seed_from_u64(index);
                for _ in 0..SLOTS {
                    sum += pair(&mut SplitMix64::from_seed(mix(rounds.next_u64()).to_le_bytes()));
                }
            }
            sum
        });
    });
    group.bench_function("no slots, xoshiro256++ seeded for each encounter", |b| {
        b.iter(|| {
            let mut sum = 0;
            for index in 0..ENCOUNTERS {
                let mut stream = Xoshiro256PlusPlus::seed_from_u64(index);
                sum += (0..SLOTS).map(|_| pair(&mut stream)).sum::<u64>();
            }
            sum
        });
    });
    group.bench_function("no slots, one xoshiro256++", |b| {
        let mut stream = Xoshiro256PlusPlus::seed_from_u64(black_box(1));
        b.iter(|| (0..ENCOUNTERS * SLOTS).map(|_| pair(&mut stream)).sum::<u64>());
    });
    group.bench_function("no slots, one xoshiro256++, rand's random_range", |b| {
        let mut stream = Xoshiro256PlusPlus::seed_from_u64(black_box(1));
        b.iter(|| {
            let roll =
                |stream: &mut Xoshiro256PlusPlus| stream.random_range(1..=20_u64) * stream.random_range(1..=20_u64);
            (0..ENCOUNTERS * SLOTS).map(|_| roll(&mut stream)).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(30); targets = slots }
criterion_main!(benches);
