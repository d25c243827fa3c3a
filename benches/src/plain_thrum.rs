//! The floor of `thrum`: two fighters toe to toe until one of them falls, as a programmer would write it in an afternoon, with
//! `rand`'s own dice and one generator for the whole run. No map, no slots, no replay, no policies, no metrics, nothing but
//! Initiative, attacks, Fatigue and the rolls that it calls for.

use rand::{Rng, RngExt};

/// A fighter, who is braced and attacks in every turn.
#[derive(Debug, Clone, Copy)]
pub struct Fighter {
    /// The modifier of the attack.
    pub attack: i32,
    /// The modifier of the defence, and of the roll against falling.
    pub resilience: i32,
    /// The Fatigue that it bears.
    pub tolerance: i32,
    /// The Fatigue of a success.
    pub success: i32,
    /// The Fatigue that a Critical adds to it.
    pub critical: i32,
}

/// The pugilist of `last-one-standing.toml`: the party.
pub const PUGILIST: Fighter = Fighter { attack: 3, resilience: 1, tolerance: 4, success: 2, critical: 1 };
/// The brawler.
pub const BRAWLER: Fighter = Fighter { attack: 2, resilience: 2, tolerance: 5, success: 2, critical: 1 };

const ROUNDS_MAX: u32 = 100;

/// The end of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The party won.
    pub party_won: bool,
    /// Rounds played.
    pub rounds: u32,
}

#[inline(always)]
fn die(rng: &mut impl Rng) -> i32 {
    rng.random_range(1..=6)
}

#[inline(always)]
fn two(rng: &mut impl Rng) -> i32 {
    die(rng) + die(rng)
}

/// Three dice less the highest or the lowest of them.
#[inline(always)]
fn two_of_three(rng: &mut impl Rng, drops_highest: bool) -> i32 {
    let dice = [die(rng), die(rng), die(rng)];
    let dropped = if drops_highest { dice[0].max(dice[1]).max(dice[2]) } else { dice[0].min(dice[1]).min(dice[2]) };
    dice[0] + dice[1] + dice[2] - dropped
}

#[inline(always)]
fn falls(rng: &mut impl Rng, fighter: &Fighter, load: i32) -> bool {
    load > fighter.tolerance && two(rng) + fighter.resilience <= load
}

/// A turn; who has fallen by its end: nobody, the one attacked, or the one whose turn it is.
#[inline(always)]
fn turn(rng: &mut impl Rng, own: (&Fighter, i32), opponent: &Fighter, load: &mut i32) -> [bool; 2] {
    let (fighter, own_load) = own;
    let dice = if own_load > fighter.tolerance { two_of_three(rng, true) } else { two(rng) };
    let ahead = dice + fighter.attack - two_of_three(rng, false) - opponent.resilience;
    if ahead > 0 {
        *load += fighter.success + if ahead >= 5 { fighter.critical } else { 0 };
    }
    if falls(rng, opponent, *load) {
        return [true, false];
    }
    [false, falls(rng, fighter, own_load)]
}

/// Plays one encounter, inlined with all that it calls, so that the generator stays in registers.
#[inline(always)]
pub fn fight(rng: &mut impl Rng, party: &Fighter, enemy: &Fighter) -> Ended {
    let party_begins = two(rng) >= two(rng);
    let (mut party_load, mut enemy_load) = (0, 0);
    for rounds in 1..=ROUNDS_MAX {
        for is_party in [party_begins, !party_begins] {
            let fallen = if is_party {
                turn(rng, (party, party_load), enemy, &mut enemy_load)
            } else {
                turn(rng, (enemy, enemy_load), party, &mut party_load)
            };
            if fallen != [false, false] {
                return Ended { party_won: fallen[0] == is_party, rounds };
            }
        }
    }
    Ended { party_won: false, rounds: ROUNDS_MAX }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::systems::thrum::Thrum;
    use equipoise_engine::{Seed, Winner};
    use equipoise_sim::{Intervals, Plan, Report, Watch, run};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::{LAST_ONE_STANDING, compiled};

    /// 400,000 fights of each, at 5 standard errors of the difference: a false alarm has a chance below 6e-7 for each of the
    /// two numbers, below 2e-6 in all, had the seeds not been fixed.
    #[test]
    fn the_plain_loop_fights_the_same_fight() {
        const FIGHTS: u32 = 400_000;
        let rules: Thrum = compiled(LAST_ONE_STANDING, &[]);
        let run = run(&rules, &Plan::new(Seed(3), 0..u64::from(FIGHTS)), &Watch::none());
        let engine = Report::sampled("last one standing", &rules, &run, Seed(3), 0.95, Intervals::Fixed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut won, mut fought) = (0_u32, 0_u32);
        for _ in 0..FIGHTS {
            let ended = fight(&mut rng, &PUGILIST, &BRAWLER);
            won += u32::from(ended.party_won);
            fought += ended.rounds;
        }
        let assert_near = |what: &str, sum: u32, mean: f64, sd: f64| {
            let (found, error) = (f64::from(sum) / f64::from(FIGHTS), sd * (2.0 / f64::from(FIGHTS)).sqrt());
            assert!((found - mean).abs() < 5.0 * error, "{what}: {found}, not {mean} +- {error}");
        };
        let win_share = engine.winners[Winner::Party.index()].share;
        assert_near("win share", won, win_share, (win_share * (1.0 - win_share)).sqrt());
        assert_near("rounds", fought, engine.rounds.mean.mean, engine.rounds.mean.sd.expect("more than one fight"));
    }
}
