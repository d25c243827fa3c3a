//! All methods of [`Dice`], checked by plain counting.

use super::*;
use crate::dice::Which;

fn distribution<R: Eq + Copy>(mut rules: impl FnMut(&mut Enumerated) -> R) -> Vec<(R, f64)> {
    let mut dice = Enumerated::new();
    let mut found: Vec<(R, f64)> = Vec::new();
    while dice.next_path() {
        let result = rules(&mut dice);
        match found.iter_mut().find(|(known, _)| *known == result) {
            Some((_, weight)) => *weight += dice.weight(),
            None => found.push((result, dice.weight())),
        }
    }
    found
}

fn chance<R: Eq + Copy>(found: &[(R, f64)], result: R) -> f64 {
    found.iter().find(|(known, _)| *known == result).map_or(0.0, |(_, weight)| *weight)
}

#[test]
fn every_path_is_taken_once_and_weights_add_up_to_one() {
    let found = distribution(|d| if d.die(2) == 1 { d.die(4) } else { 10 + d.die(6) });
    assert_eq!(found.len(), 10);
    assert!((found.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-15);
    assert!((chance(&found, 3) - 1.0 / 8.0).abs() < 1e-15);
    assert!((chance(&found, 13) - 1.0 / 12.0).abs() < 1e-15);
}

#[test]
fn faces_that_mean_the_same_are_one_path() {
    let mut paths = 0;
    let found = distribution(|d| {
        paths += 1;
        d.draw(|d| Some(d.die(20) + 3 >= 12))
    });
    assert_eq!(paths, 2);
    assert!((chance(&found, true) - 0.6).abs() < 1e-15);
}

/// Two d20 that must differ: 190 of the 380 accepted pairs favour the first.
#[test]
fn rerolls_are_weighed_out() {
    let found = distribution(|d| {
        d.draw(|d| {
            let (a, b) = (d.die(20), d.die(20) + 1);
            (a != b).then_some(a > b)
        })
    });
    assert!((chance(&found, true) - 171.0 / 381.0).abs() < 1e-15);
}

#[test]
fn draws_may_hold_draws_and_sums() {
    let expr: DiceExpr = "2d6+1".parse().expect("a dice expression");
    let found = distribution(|d| {
        d.draw(|d| {
            let first = d.draw(|d| Some(d.die(6)).filter(|&face| face > 2));
            let sum = d.sum(expr);
            Some(first as i32 + sum > 12)
        })
    });
    // The first die is uniform on 3..=6. Then 2d6 + 1 + first > 12 requires 2d6 >= 9, 8, 7, 6, with 10, 15, 21, 26 of
    // 36 cases.
    assert!((chance(&found, true) - f64::from(10 + 15 + 21 + 26) / 144.0).abs() < 1e-15);
}

#[test]
fn a_sum_has_one_path_for_each_total() {
    let found = distribution(|d| d.sum("3d6-2".parse().expect("a dice expression")));
    assert_eq!(found.len(), 16);
    assert!((chance(&found, 8) - 27.0 / 216.0).abs() < 1e-15);
}

#[test]
fn dice_can_be_enumerated_again_after_the_last_path() {
    let mut dice = Enumerated::new();
    for _ in 0..2 {
        let mut paths = 0;
        while dice.next_path() {
            dice.die(3);
            paths += 1;
        }
        assert_eq!(paths, 3);
    }
}

#[test]
fn sums_of_the_same_dice_differ_in_what_is_added() {
    let exprs: [DiceExpr; 3] = ["2d6", "2d6+1", "2d8-3"].map(|text| text.parse().expect("a dice expression"));
    let found = distribution(|d| exprs.map(|expr| d.sum(expr)));
    assert_eq!(found.len(), 11 * 11 * 15);
    assert!((chance(&found, [7, 8, 6]) - 6.0 / 36.0 * 6.0 / 36.0 * 8.0 / 64.0).abs() < 1e-15);
}

/// All methods of [`Dice`], with rejected faces, for every amount of fuel at which it can run out.
#[test]
fn without_fuel_the_dice_roll_what_the_rules_accept() {
    let expr: DiceExpr = "2d4+1".parse().expect("a dice expression");
    let kept = pool(5, 4, 2, Which::Lowest);
    for fuel in 0..60 {
        let mut dice = Enumerated::with_fuel(fuel, &|| false);
        while dice.next_path() {
            let different = dice.draw(|d| {
                let first = d.draw(|d| Some(d.die(6)).filter(|&face| face > 2));
                let second = d.sum(expr);
                (first as i32 != second).then_some((first, second, d.keep(kept)))
            });
            assert!((3..=6).contains(&different.0) && (3..=9).contains(&different.1));
            assert!((2..=8).contains(&different.2));
            assert_ne!(different.0 as i32, different.1);
            assert!((1..=20).contains(&dice.die(20)));
            assert!((3..=9).contains(&dice.sum(expr)));
            assert!((2..=8).contains(&dice.keep(kept)));
        }
        assert!(dice.is_spent() && !dice.is_interrupted());
        assert!(!dice.next_path());
    }
}

/// 12 pairs take 12 paths and one more attempt to find another. Within the draw, 16 paths of two dice are small work.
#[test]
fn fuel_that_lasts_changes_nothing() {
    let mut dice = Enumerated::with_fuel(100, &|| false);
    let mut even = 0.0;
    while dice.next_path() {
        let faces = dice.draw(|d| Some((d.die(4), d.die(4))).filter(|(a, b)| a != b));
        even += if faces.0 % 2 == 0 { dice.weight() } else { 0.0 };
    }
    assert!((even - 0.5_f64).abs() < 1e-15);
    assert!(!dice.is_spent() && (13..30).contains(&dice.burnt()), "{}", dice.burnt());
}

fn pool(count: u16, sides: u16, keep: u16, which: Which) -> Pool {
    Pool::new(count, sides, keep, which).expect("a pool within bounds")
}

/// 4d6 drop the lowest: 18 falls in 21 of 1296 cases, 3 in one; 2d20 with advantage shows 20 in 39 of 400.
#[test]
fn a_pool_has_one_path_for_each_total() {
    let found = distribution(|d| d.keep(pool(4, 6, 3, Which::Highest)));
    assert_eq!(found.len(), 16);
    assert!((chance(&found, 18) - 21.0 / 1296.0).abs() < 1e-16);
    assert!((chance(&found, 3) - 1.0 / 1296.0).abs() < 1e-16);
    let found = distribution(|d| [Which::Highest, Which::Lowest].map(|which| d.keep(pool(2, 20, 1, which))));
    assert_eq!(found.len(), 400);
    assert!((chance(&found, [20, 1]) - (39.0_f64 / 400.0).powi(2)).abs() < 1e-16);
}

/// Two pools of twelve dice against each other: 11 times 11 totals within one draw are small work, and the draw has
/// three results.
#[test]
fn a_contest_of_large_pools_takes_few_paths() {
    let twelve = pool(12, 6, 2, Which::Highest);
    for (in_one_draw, paths_expected) in [(true, 3), (false, 121)] {
        let mut dice = Enumerated::with_fuel(1000, &|| false);
        let mut chances = [0.0; 3];
        let mut paths = 0;
        while dice.next_path() {
            let order = if in_one_draw {
                dice.draw(|d| Some(d.keep(twelve).cmp(&d.keep(twelve))))
            } else {
                let first = dice.draw(|d| Some(d.keep(twelve)));
                first.cmp(&dice.draw(|d| Some(d.keep(twelve))))
            };
            chances[(order as i8 + 1) as usize] += dice.weight();
            paths += 1;
        }
        assert_eq!(paths, paths_expected);
        assert!(!dice.is_spent() && dice.burnt() < 250, "{}", dice.burnt());
        assert!((chances[0] - chances[2]).abs() < 1e-15 && (chances.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        // The chance of a tie is the sum of the squared chances.
        let tie: f64 = pools::chances(twelve).iter().map(|chance| chance * chance).sum();
        assert!((chances[1] - tie).abs() < 1e-15);
    }
}

/// Once the chances of a pool are cached, another contest in a new state costs only its paths.
#[test]
fn pools_are_worked_out_once() {
    let large = pool(100, 100, 20, Which::Lowest);
    let mut dice = Enumerated::with_fuel(10_000_000, &|| false);
    let mut burnt = [0; 2];
    for burnt in &mut burnt {
        let before = dice.burnt();
        while dice.next_path() {
            dice.draw(|d| Some(d.keep(large) > 500));
        }
        *burnt = dice.burnt() - before;
    }
    assert!(burnt[0] > 20_000 && burnt[1] < 200, "{burnt:?}");
}

/// A pool that costs more than all the fuel is not computed: the dice roll instead.
#[test]
fn a_pool_beyond_the_fuel_is_rolled() {
    let mut dice = Enumerated::with_fuel(1_000_000, &|| false);
    while dice.next_path() {
        assert!((99..=99_000).contains(&dice.keep(pool(100, 1000, 99, Which::Highest))));
    }
    assert!(dice.is_spent());
}

/// Draws of equal meaning are enumerated once, on any path and in any run of the rules; those of another meaning are
/// not the same draw.
#[test]
fn draws_that_mean_the_same_are_tried_once() {
    let tried = std::cell::Cell::new(0);
    let test = |dice: &mut Enumerated<'_>, needed: i32| {
        dice.draw_of(Meaning::new("test", [needed]), |dice| {
            tried.set(tried.get() + 1);
            Some(dice.die(20) as i32 >= needed)
        })
    };
    let mut dice = Enumerated::new();
    let mut chances = [0.0; 3];
    while dice.next_path() {
        let passed = [11, 11, 16].map(|needed| test(&mut dice, needed));
        chances[passed.iter().filter(|&&passed| passed).count() % 3] += dice.weight();
    }
    // The results 0 or 3, 1 and 2, from coins with chances 1/2, 1/2 and 1/4.
    let expected = [0.1875 + 0.0625, 0.4375, 0.3125];
    assert!(chances.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-15), "{chances:?}");
    // Three replays on each of 8 paths, and 20 faces for each meaning. With debug assertions, draws whose meaning is
    // cached are enumerated again: the second draw on both ways to it, the third on the three ways met later.
    assert_eq!(tried.get(), 3 * 8 + 2 * 20 + if cfg!(debug_assertions) { (2 + 3) * 20 } else { 0 });
    let worked_out = dice.into_worked_out();
    tried.set(0);
    let mut dice = Enumerated::new().knowing(&worked_out);
    while dice.next_path() {
        test(&mut dice, 16);
    }
    assert_eq!(tried.get(), 2 + if cfg!(debug_assertions) { 20 } else { 0 });
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "all that a draw depends on is in its meaning")]
fn a_meaning_that_leaves_a_number_out_is_found() {
    let mut dice = Enumerated::new();
    while dice.next_path() {
        for needed in [11, 16] {
            dice.draw_of(Meaning::new("test", []), |dice| Some(dice.die(20) >= needed));
        }
    }
}

/// Dice that are not wanted are not rolled and have no paths.
#[test]
fn a_draw_that_is_not_wanted_has_one_result() {
    let found = distribution(|d| {
        let hits = d.draw(|d| Some(d.die(20) > 15));
        d.draw_if_of(hits, Meaning::new("damage", []), |d| Some(d.die(4)))
    });
    assert_eq!(found.len(), 5);
    assert!((chance(&found, 0) - 0.75).abs() < 1e-15 && (chance(&found, 3) - 0.0625).abs() < 1e-15);
}
