//! The floor of `zones`: one against one in one Zone, as a programmer would write it in an hour, with `rand`'s own dice and
//! one generator for the whole run. No slots, no replay, no policies, no metrics, nothing but blows.

use rand::{Rng, RngExt};

/// A combatant.
#[derive(Debug, Clone, Copy)]
pub struct Fighter {
    /// Hit points at the start.
    pub hp: i32,
    /// The bonus of the Character's d20 roll: its roll to hit, or its roll to avoid the Creature's attack.
    pub bonus: i32,
    /// Sides of the one damage die.
    pub sides: i32,
    /// The bonus of the damage roll.
    pub plus: i32,
}

/// The sellsword of `pit-fight.toml`, with `str` for the bonus.
pub const SELLSWORD: Fighter = Fighter { hp: 11, bonus: 2, sides: 8, plus: 0 };
/// The ogre; its bonus is the sellsword's `dex`.
pub const OGRE: Fighter = Fighter { hp: 13, bonus: 1, sides: 6, plus: 1 };
const DIFFICULTY: i32 = 12;

/// The end of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The party won.
    pub party_won: bool,
    /// Rounds played.
    pub rounds: u32,
}

/// The Character attacks: a natural 20 hits and doubles.
fn character_attacks(rng: &mut impl Rng, character: &Fighter, hp: &mut i32) {
    let natural = rng.random_range(1..=20);
    if natural == 20 || natural + character.bonus >= DIFFICULTY {
        let damage = rng.random_range(1..=character.sides) + character.plus;
        *hp -= if natural == 20 { 2 * damage } else { damage };
    }
}

/// The Creature attacks: the Character avoids, a natural 1 fails and doubles.
fn creature_attacks(rng: &mut impl Rng, creature: &Fighter, hp: &mut i32) {
    let natural = rng.random_range(1..=20);
    if natural == 1 || natural + creature.bonus < DIFFICULTY {
        let damage = rng.random_range(1..=creature.sides) + creature.plus;
        *hp -= if natural == 1 { 2 * damage } else { damage };
    }
}

/// Plays one encounter.
pub fn fight(rng: &mut impl Rng, character: &Fighter, creature: &Fighter) -> Ended {
    let creature_begins = rng.random_range(1..=6) <= 3;
    // The engine rolls the order of Turns too, which nothing depends on with one combatant on a side.
    let _order = rng.random_range(1..=6);
    let (mut character_hp, mut creature_hp) = (character.hp, creature.hp);
    for rounds in 1..=100 {
        for creature_acts in [creature_begins, !creature_begins] {
            if creature_acts {
                creature_attacks(rng, creature, &mut character_hp);
                if character_hp <= 0 {
                    return Ended { party_won: false, rounds };
                }
            } else {
                character_attacks(rng, character, &mut creature_hp);
                if creature_hp <= 0 {
                    return Ended { party_won: true, rounds };
                }
            }
        }
    }
    Ended { party_won: false, rounds: 100 }
}
