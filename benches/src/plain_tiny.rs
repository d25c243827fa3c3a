//! The floor of `tiny`: one against one, adjacent from the start, as a programmer would write it in an afternoon, with
//! `rand`'s own dice and one generator for the whole run. No slots, no replay, no policies, no metrics, nothing but
//! initiative, attacks and the tests of the dying.

use rand::{Rng, RngExt};

/// A combatant.
#[derive(Debug, Clone, Copy)]
pub struct Fighter {
    /// Hit points at the start.
    pub hp: i32,
    /// Damage reduction.
    pub dr: i32,
    /// Dice of the attack test and of the second test.
    pub dice: u32,
    /// Base damage of the weapon.
    pub damage: i32,
}

/// The knight of `points-of-armor.toml`, in heavy armor: the party.
pub const KNIGHT: Fighter = Fighter { hp: 5, dr: 3, dice: 2, damage: 1 };
/// The duelist with a mastered blade.
pub const DUELIST: Fighter = Fighter { hp: 5, dr: 0, dice: 3, damage: 1 };

const TARGET_NUMBER: u32 = 5;
const CRITICAL_ON: u32 = 12;
const ROUNDS_MAX: u32 = 100;
/// Dice of the tests of a dying party member, one test a round.
const STABILIZATION: [u32; 2] = [2, 1];

/// The end of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The party won.
    pub party_won: bool,
    /// The party's one member died.
    pub party_died: bool,
    /// Rounds played.
    pub rounds: u32,
}

#[inline(always)]
fn die(rng: &mut impl Rng) -> u32 {
    rng.random_range(1..=6)
}

/// Whether one die is high enough; the dice after the first success are not rolled.
#[inline(always)]
fn test(rng: &mut impl Rng, dice: u32) -> bool {
    (0..dice).any(|_| die(rng) >= TARGET_NUMBER)
}

/// The damage of one attack to the target's hit points.
#[inline(always)]
fn attack(rng: &mut impl Rng, attacker: &Fighter, target: &Fighter) -> i32 {
    if !test(rng, attacker.dice) {
        return 0;
    }
    let damage = attacker.damage + i32::from(die(rng) + die(rng) >= CRITICAL_ON);
    if target.dr > 0 && !test(rng, attacker.dice) { (damage - target.dr).max(0) } else { damage }
}

/// Whether the party takes its turns first: the higher sum of two dice, ties rolled again.
#[inline(always)]
fn party_begins(rng: &mut impl Rng) -> bool {
    loop {
        let (party, enemies) = (die(rng) + die(rng), die(rng) + die(rng));
        if party != enemies {
            return party > enemies;
        }
    }
}

/// Plays one encounter. Inlined with all that it calls, so that the generator stays in registers: left to the compiler, that
/// depends on the other code of the crate, and the measured floor moves by a third.
#[inline(always)]
pub fn fight(rng: &mut impl Rng, party: &Fighter, enemy: &Fighter) -> Ended {
    let party_begins = party_begins(rng);
    let (mut party_hp, mut enemy_hp) = (party.hp, enemy.hp);
    for rounds in 1..=ROUNDS_MAX {
        for party_acts in [party_begins, !party_begins] {
            if party_acts {
                enemy_hp -= attack(rng, party, enemy);
                if enemy_hp <= 0 {
                    return Ended { party_won: true, party_died: false, rounds };
                }
            } else {
                party_hp -= attack(rng, enemy, party);
                if party_hp <= 0 {
                    // The tests are rolled after the end of the fight, since they decide whether the party member dies.
                    let party_died = !STABILIZATION.iter().any(|&dice| test(rng, dice));
                    return Ended { party_won: false, party_died, rounds };
                }
            }
        }
    }
    Ended { party_won: false, party_died: false, rounds: ROUNDS_MAX }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::exact::{Budget, Solution, solve};
    use equipoise_engine::systems::tiny::Tiny;
    use equipoise_engine::{EndState, Winner};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::{POINTS_OF_ARMOR, compiled};

    /// 400 000 fights against the exact solution, at 5 standard errors: a false alarm has a chance below 6e-7 for each of
    /// the three numbers, below 2e-6 in all, had the seed not been fixed.
    #[test]
    fn the_plain_loop_fights_the_same_fight() {
        const FIGHTS: u32 = 400_000;
        let rules: Tiny = compiled(POINTS_OF_ARMOR, &[]);
        let Solution { winners, rounds, end_states, .. } =
            solve(&rules, Budget::default(), &|| false).expect("a small fight");
        let knight_died = end_states[0][EndState::Dead.index()];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut won, mut died, mut fought) = (0_u32, 0_u32, 0_u32);
        for _ in 0..FIGHTS {
            let ended = fight(&mut rng, &KNIGHT, &DUELIST);
            won += u32::from(ended.party_won);
            died += u32::from(ended.party_died);
            fought += ended.rounds;
        }
        let assert_near = |what: &str, sum: u32, mean: f64, sd: f64| {
            let (found, error) = (f64::from(sum) / f64::from(FIGHTS), sd / f64::from(FIGHTS).sqrt());
            assert!((found - mean).abs() < 5.0 * error, "{what}: {found}, not {mean} +- {error}");
        };
        let of_chance = |chance: f64| (chance * (1.0 - chance)).sqrt();
        let win_share = winners[Winner::Party.index()];
        assert_near("win share", won, win_share, of_chance(win_share));
        assert_near("deaths", died, knight_died, of_chance(knight_died));
        assert_near("rounds", fought, rounds.mean, rounds.sd);
    }
}
