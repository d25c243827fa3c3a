//! The floor: the duel of `first-challenge.toml` as a programmer would write it in an hour, with `rand`'s own dice and
//! one generator for the whole run. No slots, no replay, no knobs, no metrics.

use rand::{Rng, RngExt};

/// Bonuses of the fencer (the party) and the wrestler, by attribute; `None` where a sheet lacks it.
const FENCER: [Option<i32>; 9] = [Some(10), Some(9), Some(8), Some(5), None, None, None, None, None];
const WRESTLER: [Option<i32>; 9] = [Some(5), None, Some(4), None, Some(7), Some(5), Some(6), Some(5), None];
const INITIATIVE: [i32; 2] = [5, 2];
const HALF: i32 = 4;

/// The end of a duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The party won.
    pub party_won: bool,
    /// Rounds played.
    pub rounds: u32,
}

fn contest(rng: &mut impl Rng, bonuses: [i32; 2]) -> (usize, bool) {
    loop {
        let party = rng.random_range(1..=20);
        let enemies = rng.random_range(1..=20);
        if party + bonuses[0] > enemies + bonuses[1] {
            return (0, party == 20);
        }
        if enemies + bonuses[1] > party + bonuses[0] {
            return (1, enemies == 20);
        }
    }
}

fn exhausted(sheet: &[Option<i32>; 9], used: &[bool; 9]) -> bool {
    sheet.iter().zip(used).all(|(bonus, used)| bonus.is_none() || *used)
}

fn best_margin(chooser: usize, used: &[bool; 9]) -> usize {
    let (own, rival) = if chooser == 0 { (&FENCER, &WRESTLER) } else { (&WRESTLER, &FENCER) };
    let mut best = None;
    for attribute in 0..9 {
        if let (Some(bonus), false) = (own[attribute], used[attribute]) {
            let margin = bonus - rival[attribute].unwrap_or(0);
            if best.is_none_or(|(best_margin, _)| margin > best_margin) {
                best = Some((margin, attribute));
            }
        }
    }
    best.expect("a sheet that is not exhausted").1
}

/// Plays one duel.
pub fn fight(rng: &mut impl Rng) -> Ended {
    let (mut control, _) = contest(rng, INITIATIVE);
    let mut position = 0_i32;
    let mut used = [false; 9];
    for rounds in 1..=1000 {
        let bonuses = if exhausted(&FENCER, &used) || exhausted(&WRESTLER, &used) {
            used = [false; 9];
            INITIATIVE
        } else {
            let chooser = if position.abs() == HALF - 1 { 1 - control } else { control };
            let attribute = best_margin(chooser, &used);
            used[attribute] = true;
            [FENCER[attribute].unwrap_or(0), WRESTLER[attribute].unwrap_or(0)]
        };
        let (winner, natural_20) = contest(rng, bonuses);
        let ticks = if natural_20 { 2 } else { 1 };
        let before = position;
        position = (position + if winner == 0 { ticks } else { -ticks }).clamp(-HALF, HALF);
        if position.abs() == HALF {
            return Ended { party_won: position > 0, rounds };
        }
        if position > 0 && before <= 0 {
            control = 0;
        } else if position < 0 && before >= 0 {
            control = 1;
        }
    }
    Ended { party_won: false, rounds: 1000 }
}

/// The same duel with tables prepared by hand: each side's attributes in the order of its preference, and the attributes of
/// each sheet as bits. A lower floor than [`fight`], still with `rand`'s dice.
pub fn prepared_fight(rng: &mut impl Rng) -> Ended {
    // By the side that chooses: (bit of the attribute, the party's bonus minus the enemies'), the chooser's best first.
    const ORDER: [&[(u32, i32)]; 2] = [
        &[(1 << 1, 9), (1 << 0, 5), (1 << 3, 5), (1 << 2, 4)],
        &[(1 << 4, -7), (1 << 6, -6), (1 << 5, -5), (1 << 7, -5), (1 << 2, 4), (1 << 0, 5)],
    ];
    const SHEETS: [u32; 2] = [0b0000_1111, 0b1111_0101];
    let mut roll = |margin: i32| loop {
        let party: i32 = rng.random_range(1..=20);
        let enemies: i32 = rng.random_range(1..=20);
        let lead = party - enemies + margin;
        if lead > 0 {
            break (0, party == 20);
        } else if lead < 0 {
            break (1, enemies == 20);
        }
    };
    let (mut control, _) = roll(3);
    let mut position = 0_i32;
    let mut used = 0_u32;
    for rounds in 1..=1000 {
        let margin = if SHEETS[0] & !used == 0 || SHEETS[1] & !used == 0 {
            used = 0;
            3
        } else {
            let chooser = if position.abs() == HALF - 1 { 1 - control } else { control };
            let &(bit, margin) = ORDER[chooser].iter().find(|(bit, _)| used & bit == 0).expect("not exhausted");
            used |= bit;
            margin
        };
        let (winner, natural_20) = roll(margin);
        let ticks = if natural_20 { 2 } else { 1 };
        let before = position;
        position = (position + if winner == 0 { ticks } else { -ticks }).clamp(-HALF, HALF);
        if position.abs() == HALF {
            return Ended { party_won: position > 0, rounds };
        }
        if position > 0 && before <= 0 {
            control = 0;
        } else if position < 0 && before >= 0 {
            control = 1;
        }
    }
    Ended { party_won: false, rounds: 1000 }
}
