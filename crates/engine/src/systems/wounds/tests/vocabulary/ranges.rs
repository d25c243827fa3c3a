//! Every number and every dice expression keeps to the range of the ledger's tables.

use super::super::scenario::{AttackKeys, CombatantKeys, ItemKeys, Rules, SpellKeys};
use super::*;
use crate::scenario::KeyDecl;

/// A path takes the numbers of this range and no others; a refusal names the key, the value and the range.
#[track_caller]
fn keeps_range(path: &str, more: &[&str], (min, max): (i64, i64)) {
    let text = scene(HERO, "", "");
    for (value, is_allowed) in [(min - 1, false), (min, true), (max, true), (max + 1, false)] {
        match try_wounds(&text, &[more, &[&format!("{path}={value}")]].concat()) {
            Ok(_) => assert!(is_allowed, "{path} = {value} is not refused"),
            Err(problems) => {
                assert!(!is_allowed, "{path} = {value} is refused: {problems}");
                assert!(problems.contains(&format!("`{path}` is {value}, allowed: {min}..={max}")), "{problems}");
            }
        }
    }
}

/// Every whole number of a table keeps to its range of the ledger, and none is left out but those that are tested apart.
#[track_caller]
fn keep_ranges(keys: &'static [KeyDecl], table: &str, ranges: &[(&str, (i64, i64))], apart: &[&str]) {
    let declared = keys.iter().filter(|key| key.kind.steps().is_some() && !apart.contains(&key.name));
    let known = |key: &KeyDecl| ranges.iter().any(|(name, _)| *name == key.name);
    assert_eq!(declared.filter(|key| !known(key)).map(|key| key.name).collect::<Vec<_>>(), [""; 0]);
    for (name, range) in ranges {
        let more: &[&str] = match *name {
            "enters_round" => &["rules.max_rounds=100000"],
            "range" if table == X => &["combatants.hero.attacks.x.kind=ranged"],
            _ => &[],
        };
        keeps_range(&format!("{table}.{name}"), more, *range);
    }
}

/// WOUNDS-02 to WOUNDS-69: numbers of `[rules]` keep to the ranges of the ledger's table.
#[test]
fn numbers_of_the_rules_keep_to_their_ranges() {
    let ranges = [
        ("max_rounds", (1, 100_000)),
        ("start_distance", (0, 1000)),
        ("initiative_die", (1, 100)),
        ("consumable_speed", (-20, 40)),
        ("throw_speed", (-20, 40)),
        ("full_defense_speed", (-20, 40)),
        ("defensive_attack_speed", (-20, 40)),
        ("spell_tn_offset", (0, 40)),
        ("heal_speed", (-20, 40)),
        ("intimidate_speed", (-20, 40)),
        ("late_arrival_shift", (0, 100)),
        ("full_defense_bonus", (0, 40)),
        ("defense_base", (0, 40)),
        ("minimum_damage", (0, 100)),
        ("crawl_speed", (0, 100)),
        ("strain_wounds", (0, 100)),
        ("dying_wounds", (0, 100)),
        ("heal_tn_base", (0, 40)),
        ("suffocation_wounds", (0, 100)),
        ("prone_attack", (-40, 40)),
        ("prone_defense", (-40, 40)),
        ("one_eye_attack", (-40, 40)),
        ("concussed_attack", (-40, 40)),
        ("surprised_defense", (-40, 40)),
        ("morale_tn_base", (0, 60)),
        ("morale_hit_percent", (0, 100)),
        ("obvious_ratio", (0, 1000)),
        ("intimidate_range", (0, 1000)),
    ];
    keep_ranges(Rules::KEYS, "rules", &ranges, &[]);
}

/// WOUNDS-01 to WOUNDS-68: numbers of combatants keep to the ranges of the ledger's table.
#[test]
fn numbers_of_combatants_keep_to_their_ranges() {
    let scores = ["strength", "agility", "dexterity", "perception", "memory", "insight"].map(|score| (score, (1, 100)));
    let modifiers = [
        "strength_modifier",
        "agility_modifier",
        "dexterity_modifier",
        "perception_modifier",
        "memory_modifier",
        "insight_modifier",
    ]
    .map(|modifier| (modifier, (-20, 20)));
    let ranges = [
        ("error", (0, 100)),
        ("wound_bonus", (-99, 1000)),
        ("worst_wound", (0, 100_000)),
        ("defense_bonus", (-40, 40)),
        ("armour", (0, 1000)),
        ("speed", (0, 1000)),
        ("position", (-10_000, 10_000)),
        ("initiative_modifier", (-40, 40)),
        ("enters_round", (1, 100_000)),
        ("mana", (0, 100_000)),
        ("stress_reserve", (0, 100_000)),
        ("heal", (-40, 60)),
        ("intimidation", (-40, 60)),
        ("retreat_below", (0, 100)),
        ("retreat_stress_below", (0, 100)),
        ("defend_below", (0, 100)),
    ];
    let apart = ["count", "starting_stress", "starting_wounds"];
    keep_ranges(CombatantKeys::KEYS, "combatants.hero", &[&scores[..], &modifiers, &ranges].concat(), &apart);
    keeps_range("combatants.hero.starting_stress", &["combatants.hero.stress=100000"], (0, 100_000));
    let strong = ["combatants.hero.strength=100", "combatants.hero.wound_bonus=1000"];
    keeps_range("combatants.hero.starting_wounds", &strong, (-99, 1100));
}

/// WOUNDS-09 to WOUNDS-47: numbers of attacks, spells and items keep to the ranges of the ledger's tables.
#[test]
fn numbers_of_possessions_keep_to_their_ranges() {
    let attacks = [
        ("bonus", (-40, 60)),
        ("weapon_speed", (-20, 40)),
        ("reach", (0, 1000)),
        ("range", (0, 10_000)),
        ("critical_on", (1, 21)),
        ("critical_multiplier", (1, 10)),
        ("strikes", (1, 10)),
        ("stress_cost", (0, 1000)),
        ("uses", (1, 100)),
    ];
    keep_ranges(AttackKeys::KEYS, X, &attacks, &[]);
    let spells = [
        ("tn", (1, 60)),
        ("spell_speed", (-40, 60)),
        ("bonus", (-40, 60)),
        ("mana", (0, 1000)),
        ("range", (0, 10_000)),
    ];
    keep_ranges(SpellKeys::KEYS, "combatants.hero.spells.s", &spells, &[]);
    keep_ranges(ItemKeys::KEYS, I, &[("use_speed", (-20, 40)), ("uses", (1, 100)), ("use_below", (0, 100))], &[]);
}

/// WOUNDS-16, WOUNDS-32, WOUNDS-37: least and greatest results of dice keep to the ranges of the ledger's tables.
#[test]
fn results_of_dice_keep_to_their_ranges() {
    let text = scene(HERO, "", "");
    for (path, min, max) in [
        ("combatants.hero.attacks.x.damage", -100, 100_000),
        ("combatants.hero.spells.s.damage", -100, 100_000),
        ("combatants.hero.items.i.restores_stress", 0, 100_000),
        ("combatants.hero.items.i.restores_wounds", 0, 100_000),
        ("combatants.hero.enters_at", -100, 1000),
    ] {
        let load = |value: String| try_wounds(&text, &[&format!("{path}={value}")]);
        let dice = |least: i64| format!("1d6{:+}", least - 1);
        for (value, is_allowed) in [
            (min.to_string(), true),
            ((min - 1).to_string(), false),
            (max.to_string(), true),
            ((max + 1).to_string(), false),
            (dice(min), true),
            (dice(min - 1), false),
            (dice(max - 5), true),
            (dice(max - 4), false),
        ] {
            let loaded = load(value.clone());
            assert_eq!(loaded.is_ok(), is_allowed, "{path} = {value}");
            if let Err(problems) = loaded {
                assert!(problems.contains(path) && problems.contains(&format!("{min}..={max}")), "{problems}");
            }
        }
    }
}
