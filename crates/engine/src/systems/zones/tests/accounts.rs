//! Accounts of fights with scripted dice.

use super::*;
use crate::testing::assert_accounts;

/// ZONES-19, ZONES-24 to ZONES-27: blows of both sides, and damage for which no HP are left.
#[test]
fn a_duel_is_entered_blow_by_blow() {
    // The hero hits for 5; the ogre, whom the hero avoids, misses; a natural 20 doubles an 8 against 7 HP.
    assert_accounts(
        zones(DUEL, &[]),
        [4, 1, 15, 5, 19, 20, 8],
        &[
            ("hero.against.ogre.damage", 12),
            ("hero.against.ogre.felled", 1),
            ("hero.damage", 21),
            ("hero.damage_beyond", 9),
            ("hero.felled", 1),
            ("hero.sword.criticals", 1),
            ("hero.sword.damage", 21),
            ("hero.sword.damage_beyond", 9),
            ("hero.sword.felled", 1),
            ("hero.sword.hits", 2),
            ("hero.sword.uses", 2),
            ("ogre.club.uses", 1),
            ("ogre.damage_lost", 12),
        ],
    );
}

/// ZONES-31: Ongoing Damage is that of the attack that brought it; ZONES-14: an item gives HP back.
#[test]
fn ongoing_damage_is_entered_for_the_attack_that_brought_it() {
    let club = DUEL.replace(r#"damage = "1d6" }"#, r#"damage = "3", ongoing = true }"#);
    let items = "items = [{ id = \"draught\", heal = \"1d4\" }]\nheal_below = 90";
    let text = club.replace("id = \"hero\"", &format!("id = \"hero\"\n{items}"));
    assert_accounts(
        limited(&text, &[], 1),
        [3, 1, 2, 4, 20],
        &[
            ("ogre.club.uses", 1),
            ("ogre.club.hits", 1),
            ("ogre.club.damage", 4),
            ("ogre.damage", 4),
            ("ogre.against.hero.damage", 4),
            ("hero.draught.uses", 1),
            ("hero.draught.hits", 1),
            ("hero.draught.damage_restored", 4),
            ("hero.damage_restored", 4),
            ("hero.damage_regained", 4),
            ("hero.damage_lost", 4),
        ],
    );
}

/// ZONES-11: what a Zone takes is nobody's deed.
#[test]
fn a_hazard_is_nobodys_deed() {
    let hazard = r#"hazard = { test = "str", affects = "party", damage = "2d6" }"#;
    let text = DUEL.replace(r#"{ id = "pit" }"#, &format!("{{ id = \"pit\", {hazard} }}"));
    assert_accounts(
        zones(&text, &[]),
        [4, 1, 3, 6, 6],
        &[
            ("hero.hazard.damage", 12),
            ("hero.hazard.damage_beyond", 2),
            ("hero.damage_lost", 10),
            ("hero.against.hero.damage", 10),
            ("hero.against.hero.felled", 1),
        ],
    );
}
