//! The floor of `wounds`: one against one, blade to blade from the start, as a programmer would write it in an afternoon,
//! with `rand`'s own dice and one generator for the whole run. No slots, no replay, no policies, no metrics, nothing but
//! initiative, strikes and what they take.

use rand::{Rng, RngExt};

/// A combatant.
#[derive(Debug, Clone, Copy)]
pub struct Fighter {
    /// The number added to the d12 of initiative: weapon speed less the modifier of Agility.
    pub speed: i32,
    /// The least total of an attack roll that hits.
    pub defense: i32,
    /// The number taken off the damage of each hit.
    pub armour: i32,
    /// Stress at the start.
    pub stress: i32,
    /// Wound Points at the start, and the Strength score.
    pub wounds: i32,
    /// The number added to the d20.
    pub bonus: i32,
    /// Dice of the damage, their sides, and what is added.
    pub damage: (u32, u32, i32),
    /// The lowest natural d20 of a critical hit.
    pub critical_on: u32,
    /// The factor of the damage of a critical hit.
    pub multiplier: i32,
}

/// The duelist with the sabre of `sabre-or-maul.toml`: the party.
pub const SABRE: Fighter = Fighter {
    speed: 0,
    defense: 13,
    armour: 1,
    stress: 20,
    wounds: 12,
    bonus: 5,
    damage: (1, 8, 2),
    critical_on: 18,
    multiplier: 2,
};
/// The duelist with the maul, whose criticals break no bones here.
pub const MAUL: Fighter = Fighter {
    speed: 7,
    defense: 12,
    armour: 2,
    stress: 23,
    wounds: 15,
    bonus: 3,
    damage: (2, 6, 0),
    critical_on: 20,
    multiplier: 3,
};

const ROUNDS_MAX: u32 = 200;

/// The end of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The party won.
    pub party_won: bool,
    /// Rounds played.
    pub rounds: u32,
}

/// The loss by a strike: damage, and whether it goes to the Wound Points.
#[inline(always)]
fn strike(rng: &mut impl Rng, attacker: &Fighter, target: &Fighter) -> (i32, bool) {
    let natural = rng.random_range(1..=20_u32);
    if (natural as i32) + attacker.bonus < target.defense {
        return (0, false);
    }
    let (dice, sides, plus) = attacker.damage;
    let rolled = (0..dice).map(|_| rng.random_range(1..=sides) as i32).sum::<i32>() + plus;
    let is_critical = natural >= attacker.critical_on;
    let multiplied = if is_critical { rolled * attacker.multiplier } else { rolled };
    ((multiplied - target.armour).max(0), is_critical)
}

#[inline(always)]
fn take(stress: &mut i32, wounds: &mut i32, (damage, is_critical): (i32, bool)) {
    let of_stress = if is_critical { 0 } else { damage.min(*stress) };
    *stress -= of_stress;
    *wounds -= damage - of_stress;
}

/// Plays one encounter, inlined with all that it calls, so that the generator stays in registers.
#[inline(always)]
pub fn fight(rng: &mut impl Rng, party: &Fighter, enemy: &Fighter) -> Ended {
    let party_count = rng.random_range(1..=12) + party.speed;
    let enemy_count = rng.random_range(1..=12) + enemy.speed;
    let (mut party_stress, mut party_wounds) = (party.stress, party.wounds);
    let (mut enemy_stress, mut enemy_wounds) = (enemy.stress, enemy.wounds);
    for rounds in 1..=ROUNDS_MAX {
        if party_count <= enemy_count {
            let blow = strike(rng, party, enemy);
            if party_count == enemy_count {
                let answer = strike(rng, enemy, party);
                take(&mut party_stress, &mut party_wounds, answer);
            }
            take(&mut enemy_stress, &mut enemy_wounds, blow);
        }
        if party_count != enemy_count && enemy_wounds > 0 {
            let blow = strike(rng, enemy, party);
            take(&mut party_stress, &mut party_wounds, blow);
        }
        if party_count > enemy_count && party_wounds > 0 {
            let blow = strike(rng, party, enemy);
            take(&mut enemy_stress, &mut enemy_wounds, blow);
        }
        if party_wounds <= 0 || enemy_wounds <= 0 {
            return Ended { party_won: party_wounds > 0, rounds };
        }
    }
    Ended { party_won: false, rounds: ROUNDS_MAX }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::systems::wounds::Wounds;
    use equipoise_engine::{Seed, Winner};
    use equipoise_sim::{Intervals, Plan, Report, Watch, run};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::{SABRE_OR_MAUL, compiled};

    /// 400,000 fights of each, at 5 standard errors of the difference: a false alarm has a chance below 6e-7 for each of the
    /// two numbers, below 2e-6 in all, had the seeds not been fixed.
    #[test]
    fn the_plain_loop_fights_the_same_fight() {
        const FIGHTS: u32 = 400_000;
        let rules: Wounds = compiled(SABRE_OR_MAUL, &["rules.injury_tables.blunt=none"]);
        let run = run(&rules, &Plan::new(Seed(3), 0..u64::from(FIGHTS)), &Watch::none());
        let engine = Report::sampled("sabre or maul", &rules, &run, Seed(3), 0.95, Intervals::Fixed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut won, mut fought) = (0_u32, 0_u32);
        for _ in 0..FIGHTS {
            let ended = fight(&mut rng, &SABRE, &MAUL);
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
