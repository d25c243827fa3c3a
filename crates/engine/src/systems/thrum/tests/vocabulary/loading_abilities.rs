//! The result of compiling abilities.

use super::super::super::condition::Conditions;
use super::super::super::effect::Effect;
use super::super::super::sheet::{Ability, BuffEnds, Grants, Kind, Shape, Usage};
use super::super::super::words::{Affects, Category, Defence, Trigger, When};
use super::*;

/// The hero's only ability, an action.
fn action(keys: &str) -> Ability {
    sheet(&listed("abilities", &[&format!("id = \"x\", {keys}")])).actions[0].clone()
}

const ATTACK: &str = r#"type = "action", tags = ["physical_attack"]"#;

/// THRUM-34, THRUM-35
#[test]
fn attacks_have_the_modifier_and_the_defences_of_their_sort() {
    let shown = |keys: &str| {
        let sheet = sheet(&format!("attack = 4\n{}", listed("abilities", &[&format!("id = \"x\", {keys}")])));
        let attack = sheet.actions[0].attack.expect("an attack");
        let defences = [Defence::Resilience, Defence::Evasion, Defence::Resolve].map(|defence| attack.allows(defence));
        (attack.modifier, defences, attack.is_physical)
    };
    assert_eq!(shown(ATTACK), (4, [true, true, false], true));
    assert_eq!(shown(r#"type = "action", tags = ["mental_attack"], modifier = -1"#), (-1, [false, true, true], false));
    assert_eq!(shown(&format!(r#"{ATTACK}, defences = ["resolve"]"#)), (4, [false, false, true], true));
}

/// THRUM-26: whom an action is aimed at follows from what it is.
#[test]
fn targets_follow_from_shape_and_tags() {
    assert_eq!(action(ATTACK).target, Category::Enemy);
    assert_eq!(action(&format!("{ATTACK}, shape = \"area\", size = 2")).target, Category::Character);
    assert_eq!(action(r#"type = "action", tags = ["buff"]"#).target, Category::OneSelf);
    assert_eq!(action(r#"type = "action", tags = ["buff"], target = "ally""#).target, Category::Ally);
    assert_eq!(action(r#"type = "action", effect = { stress = 1 }"#).target, Category::Enemy);
}

#[test]
fn the_kind_of_an_action_is_the_first_that_fits() {
    let kind = |keys: &str| action(&format!("type = \"action\", {keys}")).kind;
    let terrain = "tags = [\"terrain_effect\"], shape = \"line\", size = 2, terrain = { difficult = true }";
    assert_eq!(kind(terrain), Kind::Terrain);
    assert_eq!(kind("tags = [\"buff\"], effect = { revive = true }"), Kind::Buff);
    assert_eq!(kind("target = \"ally\", effect = { revive = true, heal_stress = 2 }"), Kind::Revive);
    for heals in ["heal_fatigue = 1", "heal_stress = 1", "clear = true", "cure = 1"] {
        assert_eq!(kind(&format!("target = \"ally\", effect = {{ {heals} }}")), Kind::Heal, "{heals}");
    }
    assert_eq!(kind("effect = { halve_loads = true, clear = false, cure = 0 }"), Kind::Harm);
    assert_eq!(kind("tags = [\"mental_attack\"], success = { heal_stress = 1 }"), Kind::Harm);
}

/// THRUM-17, THRUM-27 to THRUM-29, THRUM-45
#[test]
fn abilities_have_the_defaults_of_the_ledger() {
    let single = action(ATTACK);
    assert_eq!((single.range, single.shape, single.targets, single.targets_min), (1, Shape::Single, 1, 1));
    assert_eq!((single.when, single.plain.size, single.plain.boons), (When::Always, 0, 0));
    assert_eq!((single.self_teleport, single.self_move, single.overexerted.is_none()), (0, 0, true));
    assert_eq!((single.terrain.is_none(), single.buff.is_none()), (true, true));
    let aura = action(&format!("{ATTACK}, shape = \"aura\", size = 3, min_targets = 2"));
    assert_eq!((aura.range, aura.shape, aura.plain.size, aura.targets_min), (0, Shape::Aura, 3, 2));
    let line = action(&format!("{ATTACK}, shape = \"line\", size = 5, range = 7"));
    assert_eq!((line.range, line.shape, line.plain.size), (7, Shape::Line, 5));
    let moving = action(&format!("{ATTACK}, targets = 3, self_effect = {{ hidden = true, move = 2, teleport = 4 }}"));
    assert_eq!((moving.targets, moving.self_move, moving.self_teleport), (3, 2, 4));
    assert_eq!(moving.self_effect.conditions, Conditions::HIDDEN);
}

/// THRUM-45, THRUM-56 to THRUM-63
#[test]
fn effect_blocks_are_read_key_by_key() {
    let keys = "fatigue = 1, stress = 2, revive = true, halve_loads = true, heal_fatigue = 3, heal_stress = 4, \
                clear = true, cure = 5, bleed = 6, blinded = 7, burning = 8, hamstrung = 9, shocked = 10, slowed = 11, \
                vulnerable = 12, weakened = 13, mark = 14, dazed = true, disoriented = true, hidden = true, \
                immobilized = true, stunned = true, push = 15, pull = 16";
    let whole = Effect {
        fatigue: 1,
        stress: 2,
        revive: true,
        halve_loads: true,
        heal_fatigue: 3,
        heal_stress: 4,
        clear: true,
        cure: 5,
        stacks: [6, 7, 8, 9, 10, 11, 12, 13],
        mark: 14,
        conditions: [
            Conditions::DAZED,
            Conditions::DISORIENTED,
            Conditions::HIDDEN,
            Conditions::IMMOBILIZED,
            Conditions::STUNNED,
        ]
        .into_iter()
        .fold(Conditions::NONE, Conditions::with),
        push: 15,
        pull: 16,
        is_some: true,
    };
    assert_eq!(action(&format!("{ATTACK}, success = {{ {keys} }}")).plain.success, whole);
    let one = |key: &str| action(&format!("{ATTACK}, success = {{ {key} = true }}")).plain.success.conditions;
    assert_eq!(
        [one("dazed"), one("stunned"), one("hidden")],
        [Conditions::DAZED, Conditions::STUNNED, Conditions::HIDDEN]
    );
}

/// THRUM-45
#[test]
fn a_critical_adds_to_a_success_unless_it_replaces_it() {
    let blocks = "success = { fatigue = 2, bleed = 1 }, critical = { fatigue = 1, stunned = true }";
    let fatigue = |usage: &Usage| (usage.success.fatigue, usage.critical.fatigue, usage.critical.stacks[0]);
    let added = action(&format!("{ATTACK}, {blocks}")).plain;
    assert_eq!((fatigue(&added), added.critical.conditions), ((2, 3, 1), Conditions::STUNNED));
    let replaced = action(&format!("{ATTACK}, {blocks}, critical_replaces = true")).plain;
    assert_eq!(fatigue(&replaced), (2, 1, 0));
}

/// THRUM-40
#[test]
fn overexert_adds_to_every_entry() {
    let keys = "boons = 1, shape = \"area\", size = 2, success = { fatigue = 2 }, critical = { fatigue = 1 }, \
                effect = { push = 1 }";
    let more = "overexert = { cost = 3, boons = 2, size = 4, success = { fatigue = 10 }, critical = { bleed = 1 }, \
                effect = { push = 2 }";
    let overexerted = |end: &str| {
        let ability = action(&format!("{ATTACK}, {keys}, {more}{end}"));
        assert_eq!((ability.plain.cost, ability.plain.boons, ability.plain.size), (0, 1, 2));
        assert_eq!((ability.plain.success.fatigue, ability.plain.effect.push), (2, 1));
        ability.overexerted.expect("it can be")
    };
    let usage = overexerted(" }");
    assert_eq!((usage.cost, usage.boons, usage.size, usage.effect.push), (3, 3, 6, 3));
    assert_eq!((usage.success.fatigue, usage.success.stacks[0]), (12, 0));
    assert_eq!((usage.critical.fatigue, usage.critical.stacks[0]), (13, 1));
    let replaced = overexerted(" }, critical_replaces = true");
    assert_eq!((replaced.critical.fatigue, replaced.critical.stacks[0]), (1, 1));
    let always = overexerted(", critical_on_success = true }");
    assert_eq!((always.success, always.critical), (always.critical, usage.critical));
    let plain = action(&format!("{ATTACK}, overexert = {{}}")).overexerted.expect("it can be");
    assert_eq!((plain.cost, plain.boons, plain.size), (1, 0, 0));
}

#[test]
fn policies_weigh_stress_where_an_ability_deals_stress_alone() {
    let weighs = |keys: &str| action(keys).weighs_stress;
    assert!(!weighs(ATTACK));
    assert!(weighs(&format!("{ATTACK}, success = {{ stress = 1 }}")));
    assert!(weighs("type = \"action\", effect = { stress = 1 }"));
    assert!(!weighs(&format!("{ATTACK}, success = {{ stress = 1 }}, effect = {{ fatigue = 1 }}")));
    assert!(!weighs(&format!("{ATTACK}, critical = {{ stress = 1 }}")));
    assert!(weighs(&format!("{ATTACK}, success = {{ stress = 1 }}, critical = {{ fatigue = 1 }}")));
}

/// THRUM-41
#[test]
fn everybody_with_a_terrain_effect_has_room_for_one() {
    let terrain = |id: &str, table: &str| {
        format!(
            "id = \"{id}\", type = \"action\", tags = [\"terrain_effect\"], shape = \"line\", size = 2, \
             terrain = {{ {table} }}"
        )
    };
    let wall = terrain("wall", "difficult = true");
    let fire = terrain("fire", "enter = { burning = 1 }, affects = \"enemies\"");
    let orc = format!("count = 2\n{}", listed("abilities", &[&wall, &fire]));
    let rules = thrum(&Scene { orc: &orc, ..SCENE }.text(), &[]);
    assert_eq!((rules.terrain_makers.as_slice(), rules.opening.terrains.len()), ([1, 2].map(Who::new).as_slice(), 2));
    let terrain = |who: usize, action: usize| rules.sheets[who].actions[action].terrain.expect("it is one");
    let [wall, fire] = [terrain(1, 0), terrain(2, 1)];
    assert_eq!((wall.is_difficult, wall.affects, wall.index), (true, Affects::All, 0));
    assert_eq!((fire.is_difficult, fire.affects, fire.index), (false, Affects::Enemies, 1));
    assert_eq!((terrain(1, 1).index, terrain(2, 0).index, fire.enter.stacks[2]), (0, 1, 1));
}

/// THRUM-42
#[test]
fn buffs_end_as_they_say() {
    let ends = |ends: &str| action(&format!("type = \"action\", tags = [\"buff\"]{ends}")).buff.expect("a Buff").ends;
    assert_eq!(ends(""), BuffEnds::Never);
    assert_eq!(ends(", buff_ends = \"attacked\""), BuffEnds::Attacked);
    assert_eq!(ends(", buff_ends = \"attacks\""), BuffEnds::Attacks);
    assert_eq!(ends(", buff_ends = \"harmed\""), BuffEnds::Harmed);
    assert_eq!(ends(", buff_ends = 100"), BuffEnds::Turns(100));
}

/// THRUM-11, THRUM-42
#[test]
fn modifier_tables_are_read_key_by_key_and_passives_add_up() {
    let keys = "attack = 1, resilience = 2, evasion = 3, resolve = 4, speed = 5, attack_boons = 6, resilience_boons = 7, \
                evasion_boons = 8, resolve_boons = 9, panic_boons = 10, incapacity_boons = -1, reduce_fatigue = 2, \
                reduce_stress = 3";
    let grants = Grants {
        attack: 1,
        defences: [2, 3, 4],
        speed: 5,
        attack_boons: 6,
        defence_boons: [7, 8, 9],
        panic_boons: 10,
        incapacity_boons: -1,
        reduce_fatigue: 2,
        reduce_stress: 3,
    };
    let buff = action(&format!("type = \"action\", tags = [\"buff\"], grants = {{ {keys} }}")).buff.expect("a Buff");
    assert_eq!(buff.grants, grants);
    let passive = |id: &str| format!("id = \"{id}\", type = \"passive\", grants = {{ {keys} }}");
    let sheet = sheet(&listed("abilities", &[&passive("a"), &passive("b")]));
    assert_eq!(sheet.granted[0], grants.and(grants));
    assert_eq!(
        (sheet.granted[0].defences, sheet.granted[0].incapacity_boons, sheet.granted[0].reduce_stress),
        ([4, 6, 8], -2, 6)
    );
}

/// THRUM-11, THRUM-43
#[test]
fn stances_answer_with_their_reactions() {
    let hero = listed(
        "abilities",
        &[
            "id = \"trip\", type = \"reaction\", tags = [\"physical_attack\"]",
            "id = \"shove\", type = \"reaction\", tags = [\"mental_attack\"], modifier = 5",
            "id = \"guard\", type = \"stance\", trigger = \"defended\", attack = \"shove\", range = 3, ends = false, \
             critical_only = true, effect = { bleed = 1 }, take = { hidden = true }, grants = { speed = -1 }",
            "id = \"calm\", type = \"stance\", trigger = \"ally_targets\", boons = -2",
        ],
    );
    let sheet = sheet(&hero);
    let [guard, calm] = &sheet.stances[..2] else { panic!("two") };
    let answer = guard.answer.expect("a trigger");
    assert_eq!((answer.trigger, answer.range, answer.reaction), (Trigger::Defended, 3, Some(1)));
    assert_eq!((answer.ends, answer.critical_only, answer.effect.stacks[0]), (false, true, 1));
    assert_eq!((guard.take.conditions, guard.grants.speed, sheet.own_stances), (Conditions::HIDDEN, -1, 2));
    let answer = calm.answer.expect("a trigger");
    assert_eq!((answer.range, answer.boons, answer.ends, answer.reaction), (1, -2, true, None));
    assert_eq!(sheet.reactions[1].attack.map(|attack| attack.modifier), Some(5));
}

#[test]
fn each_policy_has_its_list_of_actions() {
    let hero = |policy: &str| {
        let abilities = listed(
            "abilities",
            &[
                &format!("id = \"hit\", {ATTACK}"),
                "id = \"heal\", type = \"action\", target = \"ally\", effect = { cure = 1 }",
                "id = \"buff\", type = \"action\", tags = [\"buff\"]",
                "id = \"revive\", type = \"action\", target = \"ally\", effect = { revive = true }",
            ],
        );
        sheet(&format!("policy = \"{policy}\"\n{abilities}")).preferences
    };
    for policy in ["default", "reckless", "kiter", "guardian", "wary"] {
        assert_eq!(hero(policy), [0, 1, 2, 3, 4, 5], "{policy}");
    }
    assert_eq!(hero("medic"), [1, 3, 5, 0, 2, 4], "heals and revives, resuscitate, the others, basic-attack");
}

#[test]
fn the_first_own_attack_says_whether_one_attacks_minds() {
    let minds = |tables: &[&str]| thrum(&with_abilities(tables), &[]).sheets[0].attacks_minds;
    let mental = "id = \"a\", type = \"action\", tags = [\"mental_attack\"]";
    let physical = "id = \"b\", type = \"action\", tags = [\"physical_attack\"]";
    let heal = "id = \"c\", type = \"action\", target = \"self\", effect = { cure = 1 }";
    let reaction = "id = \"d\", type = \"reaction\", tags = [\"physical_attack\"]";
    assert!(minds(&[reaction, heal, mental, physical]));
    assert!(!minds(&[physical, mental]));
    assert!(!minds(&[heal]), "the basic attack is physical");
}
