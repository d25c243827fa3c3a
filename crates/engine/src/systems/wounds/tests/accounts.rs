//! Accounts of fights with scripted dice.

use super::*;
use crate::testing::assert_accounts;

/// The numbers of accounts in so many rounds with these faces, by the end of their names; the rest of the accounts must be 0.
#[track_caller]
fn accounts(count: u32, text: &str, overrides: &[&str], faces: &[u32], expected: &[(&str, u32)]) {
    assert_accounts(testing::limited::<Wounds>(text, overrides, count), faces.iter().copied(), expected);
}

/// WOUNDS-30, WOUNDS-32, WOUNDS-42: what Armour leaves of a hit is entered for Stress and Wound Points, and apart what goes below the
/// line of death.
#[test]
fn a_kill_is_entered_with_what_goes_beyond() {
    let hero = attacks(&["damage = 28, critical_on = 21"]);
    let text = scene("", &[member("hero", &hero), dummy("orc", "armour = 2\nstress = 3")]);
    let numbers = [
        ("hero.a0.uses", 1),
        ("hero.a0.hits", 1),
        ("hero.a0.felled", 1),
        ("hero.a0.stress", 3),
        ("hero.a0.wounds", 23),
        ("hero.a0.wounds_beyond", 3),
        ("hero.felled", 1),
        ("hero.stress", 3),
        ("hero.wounds", 23),
        ("hero.wounds_beyond", 3),
        ("orc.stress_lost", 3),
        ("orc.wounds_lost", 20),
        ("hero.against.orc.felled", 1),
        ("hero.against.orc.stress", 3),
        ("hero.against.orc.wounds", 20),
    ];
    accounts(1, &text, &[], &[1, 1, 11], &numbers);
}

/// WOUNDS-32, WOUNDS-45: without `stress_overflow` Stress takes all of a hit, and what it does not have is beyond; who is down is out.
#[test]
fn stress_that_holds_all_is_entered_with_what_goes_beyond() {
    let text = scene("", &[member("hero", &attacks(&[EVEN])), dummy("orc", "stress = 3")]);
    let numbers = [
        ("hero.a0.uses", 2),
        ("hero.a0.hits", 2),
        ("hero.a0.felled", 1),
        ("hero.a0.stress", 10),
        ("hero.a0.stress_beyond", 7),
        ("hero.a0.wounds", 10),
        ("hero.felled", 1),
        ("hero.stress", 10),
        ("hero.stress_beyond", 7),
        ("hero.wounds", 10),
        ("orc.stress_lost", 3),
        ("orc.wounds_lost", 10),
        ("hero.against.orc.felled", 1),
        ("hero.against.orc.stress", 3),
        ("hero.against.orc.wounds", 10),
    ];
    accounts(2, &text, &["rules.stress_overflow=false"], &[1, 1, 11, 11], &numbers);
}

/// WOUNDS-35, WOUNDS-36: a spell is entered with its success, and the Stress that it costs is the payer's own loss.
#[test]
fn a_spell_is_entered_with_its_price() {
    let hero = "policy = \"caster\"\nmana = 8\nstress = 6\nspells = [{ id = \"s\", tn = 10, mana = 5, damage = 1 }]";
    let text = scene("", &[member("hero", hero), dummy("orc", "stress = 10")]);
    let numbers = [
        ("hero.s.uses", 2),
        ("hero.s.hits", 1),
        ("hero.s.stress", 1),
        ("hero.stress", 1),
        ("hero.price.stress", 2),
        ("hero.stress_lost", 2),
        ("hero.against.hero.stress", 2),
        ("orc.stress_lost", 1),
        ("hero.against.orc.stress", 1),
    ];
    accounts(2, &text, &[], &[1, 1, 10, 9], &numbers);
}

/// WOUNDS-37: an item is entered with the points that were missing, not with those that it could have given.
#[test]
fn an_item_is_entered_with_what_it_gives_back() {
    let hero = "stress = 4\nstarting_stress = 2\nstarting_wounds = 4\n\
                items = [{ id = \"flask\", restores_stress = 5, restores_wounds = 3, use_below = 100 }]";
    let text = scene("", &[member("hero", hero), dummy("orc", "")]);
    let numbers = [
        ("hero.flask.uses", 1),
        ("hero.flask.hits", 1),
        ("hero.flask.stress_restored", 2),
        ("hero.flask.wounds_restored", 3),
        ("hero.stress_restored", 2),
        ("hero.wounds_restored", 3),
        ("hero.stress_regained", 2),
        ("hero.wounds_regained", 3),
    ];
    accounts(1, &text, &[], &[1, 1], &numbers);
}

/// WOUNDS-39, WOUNDS-41, WOUNDS-43: Heal checks are entered with their success; strain and bleeding are losses without a deed.
#[test]
fn heal_checks_strain_and_bleeding_are_entered() {
    let medic = member("medic", "policy = \"medic\"\nheal = 8");
    let text = scene("", &[medic, member("patient", "starting_wounds = -3"), dummy("orc", "")]);
    let numbers = [
        ("medic.heal.times", 2),
        ("medic.heal.hits", 1),
        ("patient.bleeding.wounds", 1),
        ("patient.wounds_lost", 1),
        ("patient.against.patient.wounds", 1),
    ];
    // The worst wound is 13; the loss at the end of the round is smaller.
    accounts(2, &text, &[], &[1, 1, 1, 14, 15], &numbers);

    let hero = format!("fights_on = \"always\"\nstarting_wounds = 0\n{}", attacks(&[TOUCH]));
    let text = scene("", &[member("hero", &hero), dummy("orc", "")]);
    let numbers = [
        ("hero.a0.uses", 1),
        ("hero.a0.hits", 1),
        ("hero.strain.wounds", 1),
        ("hero.bleeding.wounds", 1),
        ("hero.wounds_lost", 2),
        ("hero.against.hero.wounds", 2),
    ];
    accounts(1, &text, &[], &[1, 1, 11], &numbers);
}

/// WOUNDS-19, WOUNDS-23: a Reposte is a use of the guard weapon.
#[test]
fn a_reposte_is_entered() {
    let ward = format!("policy = \"guard\"\n{}", rooted(&[SCRATCH]));
    let text = scene(
        "full_defense_starts = \"declaration\"",
        &[member("ward", &ward), enemy("orc", &rooted(&[SCRATCH, TOUCH]))],
    );
    let numbers = [
        ("orc.a0.uses", 1),
        ("ward.a0.uses", 1),
        ("ward.a0.hits", 1),
        ("ward.a0.wounds", 1),
        ("ward.wounds", 1),
        ("orc.wounds_lost", 1),
        ("ward.against.orc.wounds", 1),
    ];
    accounts(1, &text, &[], &[5, 2, 1, 20], &numbers);
}

/// WOUNDS-46, WOUNDS-53: a critical is entered, and the Wound Points that its injury takes are those of its attack.
#[test]
fn an_injury_is_entered_for_its_attack() {
    let rules = injured_by("damage = 4, abilities = [\"strength\"]");
    let text = scene(&rules, &[member("hero", &attacks(&[BREAK])), dummy("orc", "")]);
    // From 10 to 9, and with a Strength of 6 to 6.
    let numbers = [
        ("hero.a0.uses", 1),
        ("hero.a0.hits", 1),
        ("hero.a0.criticals", 1),
        ("hero.a0.wounds", 4),
        ("hero.wounds", 4),
        ("orc.wounds_lost", 4),
        ("hero.against.orc.wounds", 4),
    ];
    accounts(1, &text, &[], &[&[1, 1], &BROKEN[..]].concat(), &numbers);
}

/// WOUNDS-27, WOUNDS-64: rolled Stress is no gain, and an Intimidation check is a use without a success of its own.
#[test]
fn rolled_stress_and_intimidation_take_nothing() {
    let hero = format!("policy = \"intimidator\"\nintimidation = 1\n{}", attacks(&[TOUCH]));
    let orc = enemy("orc", "initiative_modifier = 40\nmorale = true");
    let text = scene("", &[member("hero", &hero), orc]);
    // An 11 of the Intimidation check, which the morale check exceeds.
    accounts(1, &text, &[], &[1, 1, 10, 6, 6, 6], &[("hero.intimidation.times", 1)]);

    let orc = dummy("orc", "").replacen("stress = 0\n", "", 1);
    let text = scene("stress_from = \"rolled\"", &[member("hero", &attacks(&[SCRATCH])), orc]);
    let text = text.replace("hd = \"1d8\"", "hd = \"2d8\"");
    let numbers = [
        ("hero.a0.uses", 1),
        ("hero.a0.hits", 1),
        ("hero.a0.stress", 1),
        ("hero.stress", 1),
        ("orc.stress_lost", 1),
        ("hero.against.orc.stress", 1),
    ];
    accounts(1, &text, &[], &[5, 1, 1, 11], &numbers);
}
