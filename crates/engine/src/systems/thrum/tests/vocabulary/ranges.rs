//! Every number keeps to the range of the ledger's tables.

use super::super::super::ability_keys::{AbilityKeys, Effect, GrantKeys, OverexertKeys, SelfEffect, TerrainKeys};
use super::super::super::scenario::{CombatantKeys, MapKeys, Rules};
use super::*;
use crate::scenario::KeyDecl;

/// A path takes the numbers of this range and no others; a refusal names the key, the value and the range.
#[track_caller]
fn keeps_range(text: &str, path: &str, more: &[&str], (min, max): (i64, i64)) {
    for (value, is_allowed) in [(min - 1, false), (min, true), (max, true), (max + 1, false)] {
        match try_thrum(text, &[more, &[&format!("{path}={value}")]].concat()) {
            Ok(_) => assert!(is_allowed, "{path} = {value} is not refused"),
            Err(problems) => {
                assert!(!is_allowed, "{path} = {value} is refused: {problems}");
                assert!(problems.contains(&format!("`{path}` is {value}, allowed: {min}..={max}")), "{problems}");
            }
        }
    }
}

/// A key with its range.
type Range = (&'static str, (i64, i64));

/// Every whole number of a table keeps to its range of the ledger, and none is left out but those that are tested apart.
#[track_caller]
fn keep_ranges(text: &str, keys: &'static [KeyDecl], table: &str, ranges: &[Range], apart: &[&str]) {
    let declared = keys.iter().filter(|key| key.kind.steps().is_some() && !apart.contains(&key.name));
    let known = |key: &KeyDecl| ranges.iter().any(|(name, _)| *name == key.name);
    assert_eq!(declared.filter(|key| !known(key)).map(|key| key.name).collect::<Vec<_>>(), [""; 0]);
    for (name, range) in ranges {
        keeps_range(text, &format!("{table}.{name}"), &[], *range);
    }
}

/// THRUM-02 to THRUM-64: numbers of `[rules]` keep to the ranges of the ledger's table.
#[test]
fn numbers_of_the_rules_keep_to_their_ranges() {
    let ranges = [
        ("max_rounds", (1, 1000)),
        ("critical_margin", (1, 30)),
        ("basic_attack_range", (0, 40)),
        ("basic_attack_fatigue", (0, 20)),
        ("recover_amount", (0, 20)),
        ("evasion_boon", (0, 5)),
        ("ranged_banes", (0, 5)),
        ("cover_banes", (0, 5)),
        ("frayed_banes", (0, 5)),
        ("exhausted_banes", (0, 5)),
        ("character_cover_height", (0, 20)),
        ("panic_tolerance_loss", (0, 10)),
        ("upkeep", (0, 10)),
        ("wounds_to_remove", (1, 20)),
        ("win_after_rounds", (1, 1000)),
        ("defeat_after_rounds", (1, 1000)),
        ("reach_count", (1, 64)),
    ];
    let amounts = ["downtime_fatigue_tolerance", "downtime_stress_tolerance", "downtime_wounds"];
    keep_ranges(&SCENE.text(), Rules::KEYS, "rules", &ranges, &amounts);
    for amount in amounts {
        keeps_range(&SCENE.text(), &format!("rules.{amount}"), &[], (0, 50));
        assert!(try_thrum(&SCENE.text(), &[&format!("rules.{amount}=all")]).is_ok());
    }
}

/// THRUM-17
#[test]
fn maps_are_no_larger_than_40_by_40() {
    let text = Scene { map: "", hero: "at = [[0, 0]]", orc: "enters_round = 2\nat = [[0, 0]]", ..SCENE }.text();
    keep_ranges(&text, MapKeys::KEYS, "map", &[("width", (1, 40)), ("height", (1, 40))], &[]);
}

/// THRUM-04 to THRUM-65: numbers of combatants keep to the ranges of the ledger's table.
#[test]
fn numbers_of_combatants_keep_to_their_ranges() {
    let modifiers = ["endurance", "reflex", "focus", "resilience", "evasion", "resolve", "initiative", "attack"]
        .map(|modifier| (modifier, (-10, 20)));
    let ranges = [
        ("error", (0, 100)),
        ("speed", (0, 20)),
        ("fatigue_tolerance", (0, 50)),
        ("stress_tolerance", (0, 50)),
        ("fatigue", (0, 100)),
        ("stress", (0, 100)),
        ("teleport_range", (0, 40)),
        ("teleport_cost", (1, 20)),
    ];
    let apart = ["count", "wounds", "enters_round"];
    let ranges = [&modifiers[..], &ranges].concat();
    keep_ranges(&SCENE.text(), CombatantKeys::KEYS, "combatants.hero", &ranges, &apart);
    keeps_range(&SCENE.text(), "combatants.hero.enters_round", &["rules.max_rounds=1000"], (1, 1000));
    for (wounds, is_allowed) in [(-1, false), (0, true), (19, true), (101, false)] {
        let set = format!("combatants.hero.wounds={wounds}");
        assert_eq!(try_thrum(&SCENE.text(), &["rules.wounds_to_remove=20", &set]).is_ok(), is_allowed, "{wounds}");
    }
}

/// An attack on an area that has everything which it can have.
const AREA: &str = r#"type = "action", tags = ["physical_attack"], shape = "area", size = 2, overexert = {}"#;
const BUFF: &str = r#"type = "action", tags = ["buff"]"#;
const LINE: &str =
    r#"type = "action", tags = ["terrain_effect"], shape = "line", size = 2, terrain = { difficult = true }"#;
const STANCE: &str = r#"type = "stance", trigger = "self_targeted""#;

/// THRUM-17 to THRUM-58: numbers of abilities keep to the ranges of the ledger's table.
#[test]
fn numbers_of_abilities_keep_to_their_ranges() {
    let ranges = [
        ("modifier", (-10, 20)),
        ("range", (0, 40)),
        ("size", (1, 40)),
        ("min_targets", (1, 20)),
        ("boons", (-10, 10)),
        ("marked_boons", (-10, 10)),
    ];
    keep_ranges(&with_ability(AREA), AbilityKeys::KEYS, X, &ranges, &["targets", "buff_ends"]);
    let single = r#"type = "action", tags = ["physical_attack"]"#;
    keeps_range(&with_ability(single), &format!("{X}.targets"), &[], (1, 20));
    for (turns, is_allowed) in [("0", false), ("1", true), ("100", true), ("101", false), ("harmed", true)] {
        let set = format!("{X}.buff_ends={turns}");
        assert_eq!(try_thrum(&with_ability(BUFF), &[&set]).is_ok(), is_allowed, "{turns}");
    }
    let trigger = [("range", (0, 40)), ("boons", (-10, 10))];
    for (name, range) in trigger {
        keeps_range(&with_ability(STANCE), &format!("{X}.{name}"), &[], range);
    }
    let overexert = [("cost", (0, 20)), ("boons", (-10, 10)), ("size", (0, 40))];
    keep_ranges(&with_ability(AREA), OverexertKeys::KEYS, &format!("{X}.overexert"), &overexert, &[]);
    keep_ranges(&with_ability(LINE), TerrainKeys::KEYS, &format!("{X}.terrain"), &[], &[]);
}

/// THRUM-45
#[test]
fn numbers_of_effect_blocks_keep_to_their_range_in_every_block() {
    let amounts = [
        "fatigue",
        "stress",
        "heal_fatigue",
        "heal_stress",
        "cure",
        "bleed",
        "blinded",
        "burning",
        "hamstrung",
        "shocked",
        "slowed",
        "vulnerable",
        "weakened",
        "mark",
        "push",
        "pull",
    ]
    .map(|amount| (amount, (0, 20)));
    let area = with_ability(AREA);
    for block in ["success", "critical", "self_effect", "overexert.success", "overexert.critical"] {
        let apart = ["move", "teleport"];
        keep_ranges(&area, SelfEffect::KEYS, &format!("{X}.{block}"), &amounts, &apart);
    }
    for (text, block) in [
        (with_ability(BUFF), "effect"),
        (with_ability(&format!("{BUFF}, overexert = {{}}")), "overexert.effect"),
        (with_ability(LINE), "terrain.enter"),
        (with_ability(STANCE), "take"),
        (with_ability(STANCE), "effect"),
    ] {
        keep_ranges(&text, Effect::KEYS, &format!("{X}.{block}"), &amounts, &[]);
    }
    for key in ["move", "teleport"] {
        keeps_range(&area, &format!("{X}.self_effect.{key}"), &[], (0, 40));
    }
}

/// THRUM-11, THRUM-42
#[test]
fn numbers_of_modifier_tables_keep_to_their_ranges() {
    let granted = [
        "attack",
        "resilience",
        "evasion",
        "resolve",
        "speed",
        "attack_boons",
        "resilience_boons",
        "evasion_boons",
        "resolve_boons",
        "panic_boons",
        "incapacity_boons",
    ]
    .map(|granted| (granted, (-10, 10)));
    let reductions = ["reduce_fatigue", "reduce_stress"].map(|reduction| (reduction, (0, 10)));
    let ranges = [&granted[..], &reductions].concat();
    for sort in [BUFF, STANCE, "type = \"passive\""] {
        keep_ranges(&with_ability(sort), GrantKeys::KEYS, &format!("{X}.grants"), &ranges, &[]);
    }
}
