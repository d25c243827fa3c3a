//! Accounts of fights with scripted dice.

use super::*;
use crate::testing::assert_accounts;

/// TINY-22 to TINY-26: each hit is entered with what it took, where it came from and whom it met.
#[test]
fn a_duel_is_entered_blow_by_blow() {
    let round = [HIT, CRITICAL, MISS].concat();
    assert_accounts(
        tiny(DUEL, &[]),
        party_first(&[round.as_slice(), &HIT, &CRITICAL].concat()),
        &[
            ("hero.knife.uses", 2),
            ("hero.knife.hits", 2),
            ("hero.knife.criticals", 2),
            ("hero.knife.damage", 4),
            ("hero.knife.felled", 1),
            ("orc.knife.uses", 1),
            ("hero.damage", 4),
            ("hero.felled", 1),
            ("orc.damage_lost", 4),
            ("hero.against.orc.damage", 4),
            ("hero.against.orc.felled", 1),
        ],
    );
}

/// TINY-26, TINY-35, TINY-36: damage for which no HP are left is entered apart, and so is the HP of a success.
#[test]
fn what_goes_beyond_and_what_is_restored_is_entered() {
    let text = scene("", &[member("hero", 1, 0, &[KNIFE], ""), enemy("orc", 4, 5, &[SWORD], "")]);
    assert_accounts(
        tiny(&text, &[]),
        enemies_first(&[&HIT, &PLAIN, &[4, 4], &[5][..]].concat()),
        &[
            ("orc.sword.uses", 1),
            ("orc.sword.hits", 1),
            ("orc.sword.damage", 2),
            ("orc.sword.damage_beyond", 1),
            ("orc.sword.felled", 1),
            ("orc.damage", 2),
            ("orc.damage_beyond", 1),
            ("orc.felled", 1),
            ("orc.against.hero.damage", 1),
            ("orc.against.hero.felled", 1),
            ("hero.damage_lost", 1),
            ("hero.stabilization.times", 2),
            ("hero.stabilization.hits", 1),
            ("hero.stabilization.damage_restored", 1),
            ("hero.damage_restored", 1),
            ("hero.damage_regained", 1),
        ],
    );
}
