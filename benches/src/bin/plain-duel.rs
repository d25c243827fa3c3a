//! The duel of `plain_duel.rs` as a program, to be timed beside others: `plain-duel ENCOUNTERS SEED`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints what it counts")]

use std::process::ExitCode;

use equipoise_benches::plain_duel::fight;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> ExitCode {
    let arguments: Vec<u64> = std::env::args().skip(1).map_while(|argument| argument.parse().ok()).collect();
    let [encounters, seed] = arguments[..] else {
        eprintln!("usage: plain-duel ENCOUNTERS SEED");
        return ExitCode::from(2);
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut won, mut rounds) = (0_u64, 0_u64);
    for _ in 0..encounters {
        let ended = fight(&mut rng);
        won += u64::from(ended.party_won);
        rounds += u64::from(ended.rounds);
    }
    println!("encounters {encounters}\nwinners {won} {}\nrounds {rounds}", encounters - won);
    ExitCode::SUCCESS
}
