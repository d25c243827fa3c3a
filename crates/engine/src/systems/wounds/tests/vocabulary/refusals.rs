//! Scenarios that are refused: the ledger's "Bad input" and its ranges. Beside each refusal stands the nearest thing
//! that is allowed.

use super::*;
use crate::scenario::mistakes_of_declaration;

fn with_hero(keys: &str) -> String {
    scene(keys, "", "")
}

fn with_orc(keys: &str) -> String {
    scene("", keys, "")
}

fn with_attack(keys: &str) -> String {
    with_hero(&format!(r#"attacks = [{{ id = "x", damage = "1d4", {keys} }}]"#))
}

fn with_item(keys: &str) -> String {
    with_hero(&format!(r#"items = [{{ id = "i", {keys} }}]"#))
}

#[test]
fn the_declaration_of_keys_is_sound() {
    assert_eq!(mistakes_of_declaration(Wounds::SCHEMA), [""; 0]);
}

/// WOUNDS-27: of `stress` the largest result counts.
#[test]
fn stress_is_not_below_0_or_above_its_bound() {
    let stress = |value: &str| with_hero(&format!("stress = {value}"));
    let path = "combatants.hero.stress";
    refuses(&stress("-1"), path, &["0..=100000"], &stress("0"));
    refuses(&stress("100001"), path, &["100000"], &stress("100000"));
    refuses(&stress("\"1d6-7\""), path, &["is at most -1", "0..=100000"], &stress("\"1d6-6\""));
    refuses(&stress("\"1d6+99995\""), path, &["100000"], &stress("\"1d6+99994\""));
}

/// WOUNDS-27
#[test]
fn hit_dice_are_dice_without_a_constant() {
    let hd = |value: &str| with_hero(&format!("hd = {value}"));
    let path = "combatants.hero.hd";
    refuses(&hd("\"2d8+1\""), path, &["2d8+1", "`NdS` without a constant"], &hd("\"2d8\""));
    refuses(&hd("\"1d8+1d6\""), path, &["1d8+1d6", "[\"1d8\", \"1d6\"]"], &hd("[\"1d8\", \"1d6\"]"));
    refuses(&hd("5"), path, &["\"5\"", "`NdS`"], &hd("\"5d1\""));
    refuses(&hd("[]"), path, &["at least 1"], &hd("[\"d8\"]"));
    refuses(&hd("[\"1d8\", \"1d6-1\"]"), path, &["1d6-1"], &hd("[\"1d8\", \"1d6\"]"));
    refuses(&hd("\"2w8\""), path, &["expected `NdS+K`"], &hd("\"2d8\""));
}

/// WOUNDS-65
#[test]
fn morale_needs_hit_dice_beside_stress() {
    let path = "combatants.orc.hd";
    let good = [with_orc("stress = 5\nhd = \"1d8\""), with_orc("stress = 5\nmorale = false")];
    for good in &good {
        refuses(&with_orc("stress = 5"), path, &["`stress`", "`morale = false`"], good);
    }
    let hero = with_hero("stress = 5\nmorale = true");
    refuses(&hero, "combatants.hero.hd", &["`stress`"], &with_hero("stress = 5"));
}

#[test]
fn a_fight_has_two_sides_and_at_most_64_combatants() {
    let count = |count: u32| with_hero(&format!("count = {count}"));
    refuses(&count(64), "combatants", &["65 combatants", "at most 64"], &count(63));
    refuses(&count(0), "combatants.hero.count", &["is 0", "nobody fights for the party"], &count(1));
    let one_sided = with_orc("").replace("side = \"enemies\"", "side = \"party\"");
    refuses(&one_sided, "combatants", &["nobody fights for the enemies"], &with_orc(""));
}

#[test]
fn ids_are_there_once() {
    let two = |first: &str, second: &str| {
        with_hero(&format!("attacks = [{{ id = \"{first}\", damage = 1 }}, {{ id = \"{second}\", damage = 1 }}]"))
    };
    refuses(&two("x", "x"), "combatants.hero.attacks", &["\"x\" twice"], &two("x", "y"));
    let spell = |id: &str| with_hero(&format!("spells = [{{ {id}tn = 1, damage = 1 }}]"));
    refuses(&spell(""), "combatants.hero.spells[1].id", &["is missing"], &spell("id = \"s\", "));
    let item = |id: &str| with_hero(&format!("items = [{{ id = \"{id}\", restores_wounds = 1 }}]"));
    refuses(&item("The draught"), "combatants.hero.items.The draught.id", &["a-z, 0-9"], &item("draught"));
    let copies = |id: &str| with_orc("count = 2") + &format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\n");
    refuses(&copies("orc-2"), "combatants.orc-2.id", &["two combatants"], &copies("orc-3"));
}

/// WOUNDS-32, WOUNDS-36
#[test]
fn damage_and_casting_tn_are_needed() {
    let attack = |keys: &str| with_hero(&format!("attacks = [{{ id = \"x\"{keys} }}]"));
    refuses(&attack(""), &format!("{X}.damage"), &["is missing", "results -100..=100000"], &attack(", damage = 0"));
    let spell = |keys: &str| with_hero(&format!("spells = [{{ id = \"s\"{keys} }}]"));
    let good = spell(", tn = 1, damage = 1");
    refuses(&spell(", damage = 1"), "combatants.hero.spells.s.tn", &["is missing", "1..=60"], &good);
    refuses(&spell(", tn = 1"), "combatants.hero.spells.s.damage", &["is missing"], &good);
}

/// WOUNDS-37
#[test]
fn an_item_restores_something() {
    let path = format!("{I}.restores_stress");
    refuses(&with_item("uses = 1"), &path, &["`restores_wounds`"], &with_item("restores_wounds = 1"));
}

/// WOUNDS-25
#[test]
fn reach_is_for_melee_and_range_for_the_others() {
    for kind in ["ranged", "thrown"] {
        let bad = with_attack(&format!("kind = \"{kind}\", reach = 2"));
        refuses(
            &bad,
            &format!("{X}.reach"),
            &["melee attacks alone"],
            &with_attack(&format!("kind = \"{kind}\", range = 2")),
        );
    }
    refuses(&with_attack("range = 2"), &format!("{X}.range"), &["`reach`"], &with_attack("reach = 2"));
}

/// WOUNDS-50
#[test]
fn injuries_are_of_one_of_the_damage_types() {
    let typed = |types: &str, table: &str| with_attack(&format!("damage_type = {types}, injury_table = \"{table}\""));
    let path = format!("{X}.injury_table");
    let two = r#"["slashing", "blunt"]"#;
    refuses(&typed(two, "fire"), &path, &["\"fire\"", "`slashing`, `blunt`"], &typed(two, "blunt"));
    refuses(
        &with_attack(r#"injury_table = "blunt""#),
        &path,
        &["`slashing`"],
        &with_attack(r#"injury_table = "slashing""#),
    );
    let twice = with_attack(r#"damage_type = ["fire", "fire"]"#);
    refuses(
        &twice,
        &format!("{X}.damage_type"),
        &["\"fire\" twice"],
        &with_attack(r#"damage_type = ["fire", "cold"]"#),
    );
    let none = with_attack("damage_type = []");
    refuses(&none, &format!("{X}.damage_type"), &["at least 1"], &with_attack(r#"damage_type = "acid""#));
}

/// WOUNDS-28, WOUNDS-42
#[test]
fn nobody_starts_dead_or_better_than_unhurt() {
    let start = |wounds: i32| with_hero(&format!("strength = 12\nwound_bonus = 3\nstarting_wounds = {wounds}"));
    let path = "combatants.hero.starting_wounds";
    refuses(&start(16), path, &["is 16", "the maximum", "-11..=15"], &start(15));
    refuses(&start(-12), path, &["is -12", "dead", "-11..=15"], &start(-11));
}

/// WOUNDS-27
#[test]
fn starting_stress_is_not_above_a_maximum_that_is_not_rolled() {
    let start = |stress: i32, rules: &str| scene(&format!("hd = \"3d8\"\nstarting_stress = {stress}"), "", rules);
    let path = "combatants.hero.starting_stress";
    let [maximum, rolled] = ["maximum", "rolled"].map(|word| format!("stress_from = \"{word}\""));
    refuses(&start(18, ""), path, &["is 18", "0..=17"], &start(17, ""));
    refuses(&start(25, &maximum), path, &["0..=24"], &start(24, &maximum));
    refuses(&start(18, ""), path, &["0..=17"], &start(99, &rolled));
    let fixed = |stress: i32| scene(&format!("stress = 5\nstarting_stress = {stress}"), "", "stress_from = \"rolled\"");
    refuses(&fixed(6), path, &["0..=5"], &fixed(5));
}

/// WOUNDS-16
#[test]
fn nobody_arrives_after_the_last_round() {
    let enters = |round: u32| scene("", &format!("enters_round = {round}"), "max_rounds = 6");
    refuses(&enters(7), "combatants.orc.enters_round", &["is 7", "1..=6"], &enters(6));
}

/// WOUNDS-04
#[test]
fn a_group_arrives_together_on_one_side() {
    let two = |hero: &str, orc: &str| {
        scene(&format!("initiative_group = \"a\"\n{hero}"), "", "")
            + &format!("[[combatants]]\nid = \"ally\"\nside = \"party\"\ninitiative_group = \"a\"\n{orc}\n")
    };
    let path = "combatants.ally.initiative_group";
    let later = "enters_round = 2";
    refuses(&two("", later), path, &["`hero`", "another time"], &two(later, later));
    refuses(&two("", later), path, &["another time"], &two("", "enters_round = 2\ncount = 0"));
    refuses(&two("", "enters_at = 3"), path, &["another time"], &two("enters_at = \"3\"", "enters_at = 3"));
    let sides = |group: &str| scene("initiative_group = \"a\"", &format!("initiative_group = \"{group}\""), "");
    refuses(&sides("a"), "combatants.orc.initiative_group", &["`hero`", "other side"], &sides("b"));
    refuses(&sides("The A"), "combatants.orc.initiative_group", &["a-z, 0-9"], &sides("0-a"));
}

#[test]
fn a_policy_has_what_it_needs() {
    let policy = |policy: &str, keys: &str| with_hero(&format!("policy = \"{policy}\"\n{keys}"));
    let path = "combatants.hero.policy";
    refuses(&policy("caster", ""), path, &["`spells`"], &policy("caster", HERO));
    refuses(&policy("medic", ""), path, &["`heal`"], &policy("medic", "heal = 0"));
    refuses(&policy("intimidator", ""), path, &["`intimidation`"], &policy("intimidator", "intimidation = -1"));
    for keys in ["kind = \"ranged\"", "stress_cost = 1", "uses = 9"] {
        let attacks = format!(r#"attacks = [{{ id = "x", damage = 1, {keys} }}]"#);
        refuses(&policy("guard", &attacks), path, &["melee attack"], &policy("guard", HERO));
    }
}

#[test]
fn a_mistake_is_not_reported_a_second_time_as_one_of_what_follows_from_it() {
    let attack = |uses: u32| format!("policy = \"guard\"\nattacks = [{{ id = \"x\", damage = 1, uses = {uses} }}]");
    let sound = with_hero(&format!("policy = \"guard\"\n{HERO}"));
    refuses(&with_hero(&attack(101)), &format!("{X}.uses"), &["1..=100"], &sound);
    let strong = |strength: u32| with_hero(&format!("strength = {strength}\nstarting_wounds = 90"));
    refuses(&strong(101), "combatants.hero.strength", &["1..=100"], &strong(100));
}

#[test]
fn all_mistakes_are_told_in_one_go() {
    let hero = "hd = \"1d8+1\"\nstrength = 12\nstarting_wounds = 13\nfoo = 1\npolicy = \"medic\"\n\
                attacks = [{ id = \"x\", range = 2, damage_type = \"blunt\", injury_table = \"fire\" }]";
    let problems = try_wounds(&scene(hero, "enters_round = 300", ""), &[]).expect_err("it is full of mistakes");
    let keys = ["hd", "starting_wounds", "foo", "policy", "damage", "range", "injury_table", "enters_round"];
    for key in keys {
        assert!(problems.contains(&format!(".{key}`")), "{key}: {problems}");
    }
    assert_eq!(problems.lines().count(), keys.len(), "{problems}");
}

#[test]
fn what_designers_test_is_not_refused() {
    for text in [
        with_hero("attacks = []\nspeed = 0"),
        with_hero("starting_wounds = 0"),
        with_hero("defense_bonus = 40"),
        scene("", "", "dying_wounds = 0\ninitiative_die = 1"),
    ] {
        wounds(&text, &[]);
    }
}
