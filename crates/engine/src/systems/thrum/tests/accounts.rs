//! Accounts of fights with scripted dice.

use std::sync::Arc;

use super::standoff::*;
use super::*;
use crate::accounts::Accounted;
use crate::any::AnyFight;

/// The numbers of accounts in so many rounds with these totals of Initiative and faces, by the end of their names; the rest of the
/// accounts must be 0.
#[track_caller]
fn accounts(count: u32, text: &str, overrides: &[&str], [totals, faces]: [&[u32]; 2], expected: &[(&str, u32)]) {
    let thrum: Thrum = testing::limited(text, overrides, count);
    let rules = Accounted::new(AnyFight::new(Arc::new(thrum)));
    let played = play(&rules, [&initiative(totals)[..], faces].concat());
    let names = rules.metrics().iter().filter_map(|metric| metric.name.strip_prefix("accounts."));
    for metric in names.filter(|name| !name.starts_with("first.")) {
        let number = expected.iter().find(|(name, _)| *name == metric).map_or(0, |&(_, number)| number);
        assert_eq!(played.metric(&format!("accounts.{metric}")), number, "{metric}");
    }
    for (name, _) in expected {
        assert!(rules.metrics().iter().any(|metric| metric.name == format!("accounts.{name}")), "{name}");
    }
    for (who, combatant) in Who::first(rules.combatants().len()).zip(rules.combatants()) {
        let losses = Thrum::LOADS.iter().map(|load| {
            let of = |way: &str| i64::from(played.metric(&format!("accounts.{}.{load}_{way}", combatant.id)));
            of("lost") - of("regained")
        });
        assert_eq!(losses.collect::<Vec<_>>(), rules.losses(&played.end, who), "{}", combatant.id);
    }
}

/// THRUM-39, THRUM-46, THRUM-51: what an attack deals is entered, the fall of its target, and the upkeep that takes Fatigue off it.
#[test]
fn a_fall_is_entered_for_the_attack_that_came_last() {
    let text = standoff(&finisher("success = { fatigue = 1, stress = 1 }"), "fatigue = 4\nfatigue_tolerance = 3");
    let numbers = [
        ("hero.blow.uses", 1),
        ("hero.blow.hits", 1),
        ("hero.blow.felled", 1),
        ("hero.blow.fatigue", 1),
        ("hero.blow.stress", 1),
        ("hero.felled", 1),
        ("hero.fatigue", 1),
        ("hero.stress", 1),
        ("orc.fatigue_lost", 1),
        ("orc.stress_lost", 1),
        ("orc.upkeep.fatigue_restored", 1),
        ("orc.fatigue_regained", 1),
        ("hero.against.orc.felled", 1),
        ("hero.against.orc.fatigue", 1),
        ("hero.against.orc.stress", 1),
    ];
    accounts(1, &text, &[], [&[2, 12], &[&SUCCESS[..], &[1, 1]].concat()], &numbers);
}

/// THRUM-02, THRUM-40: a Critical is entered, and the Stress of Overexertion is the user's own loss.
#[test]
fn overexertion_is_entered_as_a_loss() {
    let more = "overexert = { cost = 2, boons = 0, success = { fatigue = 2 } }";
    let text = standoff(&format!("stress_tolerance = 3\n{}", blow(&format!("{HARM}, {more}"))), "");
    let numbers = [
        ("hero.blow.uses", 1),
        ("hero.blow.hits", 1),
        ("hero.blow.criticals", 1),
        ("hero.blow.fatigue", 3),
        ("hero.fatigue", 3),
        ("orc.fatigue_lost", 3),
        ("hero.against.orc.fatigue", 3),
        ("hero.overexertion.stress", 2),
        ("hero.stress_lost", 2),
        ("hero.against.hero.stress", 2),
    ];
    accounts(1, &text, &[], [&[2, 12], &CRITICAL], &numbers);
}

/// THRUM-43, THRUM-44: a trigger is a use of its Stance, and its reaction is entered by itself.
#[test]
fn a_trigger_and_its_reaction_are_entered() {
    let orc = abilities(&[
        "id = \"s\", type = \"stance\", trigger = \"self_targeted\", boons = 0, effect = { fatigue = 1 }, attack = \"r\"",
        "id = \"r\", type = \"reaction\", tags = [\"physical_attack\"], success = { stress = 1 }",
    ]);
    let text = standoff(&blow(HARM), &format!("stance = \"s\"\n{orc}"));
    let numbers = [
        ("hero.blow.uses", 1),
        ("hero.fatigue_lost", 1),
        ("hero.stress_lost", 1),
        ("orc.s.times", 1),
        ("orc.s.hits", 1),
        ("orc.s.fatigue", 1),
        ("orc.r.uses", 1),
        ("orc.r.hits", 1),
        ("orc.r.stress", 1),
        ("orc.fatigue", 1),
        ("orc.stress", 1),
        ("orc.against.hero.fatigue", 1),
        ("orc.against.hero.stress", 1),
    ];
    accounts(1, &text, &[], [&[2, 12], &[SUCCESS, DEFENDED].concat()], &numbers);
}

/// THRUM-57: what Burning takes is that of the attack which began it.
#[test]
fn burning_is_entered_for_who_began_it() {
    let text = standoff(&blow("effect = { burning = 2 }"), &blow(HARM));
    let numbers = [
        ("hero.blow.uses", 1),
        ("hero.blow.fatigue", 1),
        ("hero.fatigue", 1),
        ("orc.blow.uses", 1),
        ("orc.fatigue_lost", 1),
        ("hero.against.orc.fatigue", 1),
    ];
    accounts(1, &text, &[], [&[12, 2], &[DEFENDED; 2].concat()], &numbers);
}

/// THRUM-12, THRUM-45: what heals is entered with the Load that it takes off, as is `recover`.
#[test]
fn what_is_taken_off_is_entered() {
    let heal = abilities(&["id = \"h\", type = \"action\", target = \"ally\", effect = { heal_fatigue = 2 }"]);
    let friend = still_pc("friend", (0, 1), "fatigue = 9");
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), &heal), friend, still_npc("orc", (5, 0), "")]);
    let numbers = [
        ("hero.h.uses", 1),
        ("hero.h.hits", 1),
        ("hero.h.fatigue_restored", 2),
        ("hero.fatigue_restored", 2),
        ("friend.fatigue_regained", 2),
    ];
    accounts(1, &text, &[], [&[2, 12, 12], &[]], &numbers);

    let text = standoff("fatigue = 6\nfatigue_tolerance = 5", "");
    let numbers = [
        ("hero.recover.times", 1),
        ("hero.recover.hits", 1),
        ("hero.recover.fatigue_restored", 1),
        ("hero.fatigue_restored", 1),
        ("hero.fatigue_regained", 1),
    ];
    accounts(1, &text, &["rules.recover_amount=1"], [&[2, 12], &[]], &numbers);
}

/// THRUM-48: a Panic turns Stress into Fatigue without a deed.
#[test]
fn a_panic_is_entered_as_a_loss_and_a_gain() {
    let text = standoff("stress_tolerance = 4\nstress = 5\nstance = \"brace\"", "");
    let numbers = [
        ("hero.panic.fatigue", 5),
        ("hero.panic.stress_restored", 5),
        ("hero.fatigue_lost", 5),
        ("hero.stress_regained", 5),
        ("hero.against.hero.fatigue", 5),
    ];
    accounts(1, &text, &[], [&[2, 12], &[3, 2]], &numbers);
}

/// THRUM-41, THRUM-58: a Terrain Effect is used once and takes for its maker; Mark adds to the attack that uses it up.
#[test]
fn terrain_effects_and_marks_are_entered() {
    let cloud =
        abilities(&["id = \"cloud\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 3, \
                             range = 9, terrain = { enter = { stress = 1 } }"]);
    let (hero, orc) = (still_pc("hero", (0, 1), &cloud), still_npc("orc", (3, 1), "stress_tolerance = 9"));
    let numbers = [
        ("hero.cloud.uses", 1),
        ("hero.cloud.hits", 1),
        ("hero.cloud.stress", 2),
        ("hero.stress", 2),
        ("orc.stress_lost", 2),
        ("orc.recover.times", 2),
        ("orc.recover.hits", 2),
        ("hero.against.orc.stress", 2),
    ];
    // The orc recovers from nothing, as `recover_amount` is 0.
    accounts(2, &scene(STILL, "", &[hero, orc]), &[], [&[12, 2], &[]], &numbers);

    let text = standoff(&blow(&format!("{HARM}, effect = {{ mark = 1 }}, mark_fatigue = true")), "");
    let numbers = [
        ("hero.blow.uses", 2),
        ("hero.blow.hits", 2),
        ("hero.blow.fatigue", 3),
        ("hero.fatigue", 3),
        ("orc.fatigue_lost", 3),
        ("orc.recover.times", 1),
        ("orc.recover.hits", 1),
        ("hero.against.orc.fatigue", 3),
    ];
    accounts(2, &text, &[], [&[2, 12], &[SUCCESS; 2].concat()], &numbers);
}

/// THRUM-51 to THRUM-53: who falls without harm is out by itself, and the upkeep of who is removed is entered too.
#[test]
fn the_removed_pay_their_upkeep() {
    let orc = still_npc("orc", (1, 0), &FALLS.replace("40", "7").replace("20", "1"));
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), ""), orc, still_npc("other", (9, 0), "")]);
    let numbers = [
        ("orc.last.uses", 1),
        ("orc.last.hits", 1),
        ("orc.upkeep.fatigue_restored", 2),
        ("orc.fatigue_regained", 2),
        ("orc.against.orc.felled", 1),
    ];
    let overrides = ["rules.wound_check=before", "rules.wounds_to_remove=1"];
    accounts(1, &text, &overrides, [&[2, 12, 12], &[1, 1]], &numbers);
}
