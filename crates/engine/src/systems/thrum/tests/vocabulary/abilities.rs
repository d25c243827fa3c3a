//! Abilities that are refused: the ledger's "Bad input", key by key.

use super::*;

/// An attack, and other actions that are sound.
const ATTACK: &str = r#"type = "action", tags = ["physical_attack"]"#;
const HARM: &str = r#"type = "action", effect = { stress = 1 }"#;
const HEAL: &str = r#"type = "action", target = "ally", effect = { heal_fatigue = 2 }"#;
const REVIVE: &str = r#"type = "action", target = "ally", effect = { revive = true }"#;
const BUFF: &str = r#"type = "action", tags = ["buff"], grants = { speed = 1 }"#;
const TERRAIN: &str =
    r#"type = "action", tags = ["terrain_effect"], shape = "area", size = 2, terrain = { difficult = true }"#;
const REACTION: &str = r#"type = "reaction", tags = ["mental_attack"]"#;
const STANCE: &str = r#"type = "stance""#;
const GUARD: &str = r#"type = "stance", trigger = "self_targeted""#;
const PASSIVE: &str = r#"type = "passive""#;

/// Every sort of ability: attacks, other actions, reactions, Stances, passives.
const SORTS: [&str; 10] = [ATTACK, HARM, HEAL, REVIVE, BUFF, TERRAIN, REACTION, STANCE, GUARD, PASSIVE];

/// A key is taken by these sorts, and refused for all others in which it does not stand already.
#[track_caller]
fn is_for(key: &str, value: &str, takers: &[&str]) {
    for sort in SORTS {
        if sort.contains(&format!("{key} =")) {
            continue;
        }
        let keys = format!("{sort}, {key} = {value}");
        if takers.contains(&sort) {
            thrum(&with_ability(&keys), &[]);
        } else {
            refuses_ability(&keys, key, &[], sort);
        }
    }
}

/// THRUM-34, THRUM-35, THRUM-45, THRUM-58
#[test]
fn keys_of_attacks_are_for_attacks() {
    let attacks = [ATTACK, REACTION];
    is_for("modifier", "3", &attacks);
    is_for("defences", r#"["resolve"]"#, &attacks);
    is_for("marked_boons", "1", &attacks);
    is_for("mark_fatigue", "true", &attacks);
    is_for("success", "{ fatigue = 1 }", &attacks);
    is_for("critical", "{ fatigue = 1 }", &attacks);
    is_for("critical_replaces", "true", &attacks);
    is_for("boons", "1", &[ATTACK, REACTION, GUARD]);
    is_for("targets", "2", &[ATTACK]);
}

/// THRUM-17, THRUM-40, THRUM-45
#[test]
fn keys_of_what_is_used_are_for_actions_and_reactions() {
    let actions = [ATTACK, HARM, HEAL, REVIVE, BUFF, TERRAIN];
    let used = [&actions[..], &[REACTION]].concat();
    is_for("self_effect", "{ move = 1 }", &used);
    is_for("overexert", "{ cost = 2 }", &actions);
    is_for("range", "3", &[&used[..], &[GUARD]].concat());
    is_for("tags", "[]", &[HARM, HEAL, REVIVE]);
    is_for("effect", "{}", &[ATTACK, BUFF, REACTION, GUARD]);
    is_for("when", r#""target_exhausted""#, &[ATTACK, HARM]);
    is_for("target", r#""enemy""#, &[ATTACK, HARM, BUFF]);
}

/// THRUM-11, THRUM-41 to THRUM-43
#[test]
fn keys_of_stances_buffs_and_terrain_are_for_these() {
    is_for("grants", "{ speed = 1 }", &[BUFF, STANCE, GUARD, PASSIVE]);
    is_for("take", "{ hidden = true }", &[STANCE, GUARD]);
    is_for("trigger", r#""enemy_enters""#, &[STANCE]);
    is_for("attack", r#""x""#, &[]);
    is_for("ends", "false", &[GUARD]);
    is_for("critical_only", "true", &[]);
    is_for("buff_ends", "3", &[BUFF]);
    is_for("terrain", "{ difficult = true }", &[TERRAIN]);
}

/// THRUM-35, THRUM-38, THRUM-39, THRUM-41, THRUM-42
#[test]
fn tags_go_together() {
    let tags = |tags: &str, more: &str| format!("type = \"action\", tags = [{tags}]{more}");
    let attack = tags(r#""physical_attack", "ranged", "finisher""#, "");
    let both = tags(r#""physical_attack", "mental_attack""#, "");
    refuses_ability(&both, "tags", &["`physical_attack` and `mental_attack`"], &attack);
    let effect = ", effect = { stress = 1 }";
    for tag in ["ranged", "finisher"] {
        let quoted = format!("\"{tag}\"");
        let good = tags(&format!("{quoted}, \"mental_attack\""), effect);
        refuses_ability(&tags(&quoted, effect), "tags", &[&format!("`{tag}` without")], &good);
        let buff = tags(&format!("{quoted}, \"buff\""), "");
        refuses_ability(&buff, "tags", &[&format!("`{tag}` without")], &tags("\"buff\"", ""));
    }
    for tag in ["buff", "terrain_effect"] {
        let with_attack = tags(&format!("\"{tag}\", \"physical_attack\""), "");
        refuses_ability(&with_attack, "tags", &[&format!("`{tag}` and an attack tag")], &attack);
    }
    let both = tags(r#""buff", "terrain_effect""#, "");
    refuses_ability(&both, "tags", &["`buff` and `terrain_effect`"], &tags("\"buff\"", ""));
    let twice = tags(r#""buff", "buff""#, "");
    refuses_ability(&twice, "tags", &["\"buff\" twice"], &tags("\"buff\"", ""));
}

/// THRUM-35
#[test]
fn an_attack_leaves_a_defence() {
    let defences = |list: &str| format!("{ATTACK}, defences = [{list}]");
    refuses_ability(&defences(""), "defences", &["at least 1"], &defences("\"evasion\""));
    refuses_ability(
        &defences("\"dodge\""),
        "defences",
        &["`resilience`, `evasion`, `resolve`"],
        &defences("\"resolve\""),
    );
}

/// THRUM-27 to THRUM-29
#[test]
fn a_shape_has_a_size_and_a_single_target_none() {
    for shape in ["area", "line", "aura"] {
        let shaped = format!("{ATTACK}, shape = \"{shape}\"");
        let sized = format!("{shaped}, size = 2");
        refuses_ability(&shaped, "size", &["is needed", shape, "1..=40"], &sized);
        refuses_ability(&format!("{sized}, targets = 2"), "targets", &["without a shape"], &sized);
        thrum(&with_ability(&format!("{sized}, min_targets = 2")), &[]);
    }
    refuses_ability(&format!("{ATTACK}, size = 2"), "size", &["`area`, `line` or `aura`"], ATTACK);
    refuses_ability(&format!("{ATTACK}, min_targets = 2"), "min_targets", &["`aura`"], ATTACK);
    let aura = format!("{ATTACK}, shape = \"aura\", size = 2");
    refuses_ability(&format!("{aura}, range = 2"), "range", &["not with the shape `aura`"], &aura);
    for key in ["shape = \"single\"", "shape = \"area\""] {
        refuses_ability(&format!("{REACTION}, {key}"), "shape", &["actions alone"], REACTION);
    }
}

/// THRUM-26
#[test]
fn what_helps_has_a_single_target() {
    for sort in [BUFF, HEAL, REVIVE] {
        let target = if sort == BUFF { "target = \"ally\"" } else { "range = 1" };
        let shaped = format!("{sort}, {target}, shape = \"area\", size = 2");
        refuses_ability(&shaped, "shape", &["`single`", "one target"], &format!("{sort}, {target}"));
    }
    let harm = format!("{HARM}, shape = \"area\", size = 2");
    thrum(&with_ability(&harm), &[]);
}

/// THRUM-26
#[test]
fn harm_on_a_single_target_is_for_enemies_and_help_for_anybody() {
    let aimed = |sort: &str, target: &str| format!("{sort}, target = \"{target}\"");
    for sort in [ATTACK, HARM] {
        for target in ["self", "ally", "ally_or_self", "character"] {
            refuses_ability(&aimed(sort, target), "target", &["allowed `enemy`"], &aimed(sort, "enemy"));
        }
        let shaped = format!("{sort}, shape = \"aura\", size = 1, target = \"character\"");
        thrum(&with_ability(&shaped), &[]);
    }
    for help in ["heal_stress = 1", "revive = true"] {
        for target in ["self", "ally", "ally_or_self", "enemy", "character"] {
            thrum(&with_ability(&aimed(&format!("type = \"action\", effect = {{ {help} }}"), target)), &[]);
        }
    }
    refuses_ability(&aimed(TERRAIN, "enemy"), "target", &["`terrain.affects`"], TERRAIN);
}

/// THRUM-45
#[test]
fn a_hint_is_for_harm_on_a_single_target() {
    let when = |sort: &str| format!("{sort}, when = \"target_exhausted\"");
    let area = format!("{ATTACK}, shape = \"area\", size = 2");
    refuses_ability(&when(&area), "when", &["single target"], &area);
    thrum(&with_ability(&when(HARM)), &[]);
}

/// THRUM-41
#[test]
fn a_terrain_effect_is_an_area_or_a_line_that_changes_something() {
    let terrain = |shape: &str, table: &str| format!("type = \"action\", tags = [\"terrain_effect\"], {shape}{table}");
    let (line, table) = ("shape = \"line\", size = 2", ", terrain = { difficult = true }");
    let good = terrain(line, table);
    refuses_ability(&terrain("shape = \"aura\", size = 2", table), "shape", &["`area` or `line`"], &good);
    refuses_ability(&terrain("range = 2", table), "shape", &["`area` or `line`"], &good);
    refuses_ability(&terrain(line, ""), "terrain", &["is needed"], &good);
    for nothing in ["", "difficult = false", "enter = {}", "affects = \"enemies\""] {
        let table = format!(", terrain = {{ {nothing} }}");
        refuses_ability(&terrain(line, &table), "terrain", &["changes nothing", "`enter`"], &good);
    }
    thrum(&with_ability(&terrain(line, ", terrain = { enter = { slowed = 1 }, affects = \"enemies\" }")), &[]);
}

/// THRUM-45
#[test]
fn an_action_does_something_to_others() {
    for nothing in
        ["type = \"action\"", "type = \"action\", effect = {}", "type = \"action\", self_effect = { move = 2 }"]
    {
        refuses_ability(nothing, "effect", &["is needed", "does nothing"], HARM);
    }
}

/// THRUM-45
#[test]
fn an_attack_does_not_help_its_target() {
    for key in ["revive = true", "heal_fatigue = 1", "heal_stress = 1", "clear = true", "cure = 1"] {
        let name = key.split(' ').next().expect("a key");
        for attack in [ATTACK, REACTION] {
            let keys = |effect: &str| format!("{attack}, effect = {{ {effect} }}");
            refuses_ability(&keys(key), &format!("effect.{name}"), &["attacks"], &keys("push = 1"));
        }
        let overexert = |effect: &str| format!("{ATTACK}, overexert = {{ effect = {{ {effect} }} }}");
        refuses_ability(&overexert(key), &format!("overexert.effect.{name}"), &["attacks"], &overexert("push = 1"));
        thrum(&with_ability(&format!("{ATTACK}, self_effect = {{ {key} }}")), &[]);
    }
    thrum(&with_ability(&format!("{ATTACK}, effect = {{ revive = false, cure = 0 }}")), &[]);
}

/// THRUM-40
#[test]
fn overexert_adds_what_the_ability_has() {
    let overexert = |sort: &str, entry: &str| format!("{sort}, overexert = {{ {entry} }}");
    for entry in ["boons = 1", "success = { fatigue = 1 }", "critical = { fatigue = 1 }", "critical_on_success = true"]
    {
        let key = entry.split(' ').next().expect("a key");
        thrum(&with_ability(&overexert(ATTACK, entry)), &[]);
        let good = overexert(HARM, "effect = { stress = 1 }");
        refuses_ability(&overexert(HARM, entry), &format!("overexert.{key}"), &["attacks alone"], &good);
    }
    refuses_ability(&overexert(ATTACK, "size = 1"), "overexert.size", &["shape"], &overexert(TERRAIN, "size = 1"));
    let effect = "effect = { stress = 1 }";
    refuses_ability(&overexert(TERRAIN, effect), "overexert.effect", &["Terrain"], &overexert(HEAL, effect));
    let cost = "cost = 0";
    refuses_ability(&overexert(REACTION, cost), "overexert", &["actions alone"], &overexert(ATTACK, cost));
}

/// THRUM-43, THRUM-44
#[test]
fn a_reaction_is_a_single_attack_on_an_enemy() {
    let good = REACTION;
    refuses_ability("type = \"reaction\"", "tags", &["single attack on an enemy"], good);
    refuses_ability("type = \"reaction\", effect = { stress = 1 }", "tags", &["single attack on an enemy"], good);
    refuses_ability("type = \"reaction\", tags = [\"buff\"]", "tags", &["single attack on an enemy"], good);
    for key in ["target = \"enemy\"", "size = 1", "targets = 2", "min_targets = 1", "overexert = {}"] {
        let name = key.split(' ').next().expect("a key");
        refuses_ability(&format!("{REACTION}, {key}"), name, &["action"], good);
    }
}

/// THRUM-43
#[test]
fn only_triggers_of_targeting_help_a_defence() {
    let trigger = |trigger: &str, more: &str| format!("{STANCE}, trigger = \"{trigger}\"{more}");
    for helping in ["ally_targeted", "ally_targets", "self_targeted"] {
        thrum(&with_ability(&trigger(helping, ", boons = 2")), &[]);
        let bad = trigger(helping, ", critical_only = true");
        refuses_ability(&bad, "critical_only", &["`defended`"], &trigger("defended", ", critical_only = true"));
    }
    for other in ["defended", "enemy_enters", "enemy_leaves"] {
        let said = ["`ally_targeted`, `ally_targets` or `self_targeted`"];
        refuses_ability(&trigger(other, ", boons = 2"), "boons", &said, &trigger(other, ", range = 2"));
    }
}

/// THRUM-43
#[test]
fn a_stance_answers_with_a_reaction_of_the_same_combatant() {
    let stance = |attack: &str| {
        let stance = format!("id = \"guard\", {GUARD}, attack = \"{attack}\"");
        let shove = format!("id = \"shove\", {REACTION}");
        let swing = format!("id = \"swing\", {ATTACK}");
        with_abilities(&[&stance, &shove, &swing])
    };
    let path = "combatants.hero.abilities.guard.attack";
    refuses(&stance("shoev"), path, &["no reaction `shoev`", "`shove`?"], &stance("shove"));
    refuses(&stance("swing"), path, &["`swing` is an action, no reaction"], &stance("shove"));
    refuses(&stance("basic-attack"), path, &["no reaction `basic-attack`"], &stance("shove"));
    // Another combatant's reaction is none.
    let orc = listed("abilities", &[&format!("id = \"shove\", {REACTION}")]);
    let hero = listed("abilities", &[&format!("id = \"guard\", {GUARD}, attack = \"shove\"")]);
    refuses(&Scene { hero: &hero, orc: &orc, ..SCENE }.text(), path, &["no reaction `shove`"], &stance("shove"));
}

#[test]
fn every_ability_has_an_id_and_a_type() {
    let hero = |table: &str| with_abilities(&[table]);
    let good = hero("id = \"x\", type = \"passive\"");
    refuses(&hero("id = \"x\""), &format!("{X}.type"), &["is missing", "`action`"], &good);
    refuses(&hero("type = \"passive\""), "combatants.hero.abilities[1].id", &["is missing"], &good);
    refuses(&hero("id = \"x\", type = \"pasive\""), &format!("{X}.type"), &["`passive`?"], &good);
}
