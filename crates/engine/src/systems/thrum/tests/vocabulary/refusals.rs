//! Scenarios that are refused: the ledger's "Bad input". Beside each refusal stands the nearest thing that is allowed.

use super::*;
use crate::scenario::mistakes_of_declaration;

#[test]
fn the_declaration_of_keys_is_sound() {
    assert_eq!(mistakes_of_declaration(Thrum::SCHEMA), [""; 0]);
}

#[test]
fn unknown_keys_are_refused_with_the_nearest_in_nested_tables_as_well() {
    for (bad, path, nearest, good) in [
        (with_rules("max_round = 3"), "rules.max_round", "max_rounds", with_rules("max_rounds = 3")),
        (with_map("rovs = [\".\"]"), "map.rovs", "rows", SCENE.text()),
        (with_hero("enduranse = 3"), "combatants.hero.enduranse", "endurance", with_hero("endurance = 3")),
    ] {
        // Without its starts the map has nowhere to stand.
        let bad = bad.replace("rovs", "party_start = [[0, 0, 3, 8]]\nenemy_start = [[9, 0, 3, 8]]\nrovs");
        refuses(&bad, path, &["unknown key", &format!("did you mean `{nearest}`?")], &good);
    }
    let blocks = [
        ("success", "success = { fatige = 1 }"),
        ("critical", "critical = { fatige = 1 }"),
        ("effect", "effect = { fatige = 1 }"),
        ("self_effect", "self_effect = { fatige = 1 }"),
        ("overexert.success", "overexert = { success = { fatige = 1 } }"),
        ("overexert.critical", "overexert = { critical = { fatige = 1 } }"),
        ("overexert.effect", "overexert = { effect = { fatige = 1 } }"),
    ];
    for (block, keys) in blocks {
        let keys = format!("type = \"action\", tags = [\"physical_attack\"], {keys}");
        refuses_ability(&keys, &format!("{block}.fatige"), &["`fatigue`?"], &keys.replace("fatige", "fatigue"));
    }
    let stance = |key: &str| format!("type = \"stance\", take = {{ {key} = 1 }}, grants = {{ speed = 1 }}");
    refuses_ability(&stance("blead"), "take.blead", &["`bleed`?"], &stance("bleed"));
    let stance = |key: &str| format!("type = \"stance\", grants = {{ {key} = 1 }}");
    refuses_ability(&stance("sped"), "grants.sped", &["`speed`?"], &stance("speed"));
    let terrain = |key: &str| format!("{LINE}, terrain = {{ enter = {{ {key} = 1 }} }}");
    refuses_ability(&terrain("slowd"), "terrain.enter.slowd", &["`slowed`?"], &terrain("slowed"));
}

/// A Terrain Effect without its table.
const LINE: &str = "type = \"action\", tags = [\"terrain_effect\"], shape = \"line\", size = 3";

/// THRUM-10, THRUM-24
#[test]
fn only_the_user_teleports_and_moves() {
    for key in ["move", "teleport"] {
        for block in ["success", "critical", "effect"] {
            let keys =
                |block: &str| format!("type = \"action\", tags = [\"mental_attack\"], {block} = {{ {key} = 2 }}");
            refuses_ability(&keys(block), &format!("{block}.{key}"), &["unknown key"], &keys("self_effect"));
        }
    }
}

#[test]
fn wrong_types_are_refused_in_nested_tables_as_well() {
    let attack = |keys: &str| format!("type = \"action\", tags = [\"physical_attack\"], {keys}");
    for (bad, key, expected, good) in [
        ("success = 3", "success", "expected a table", "success = {}"),
        ("success = { stunned = 1 }", "success.stunned", "expected `true`, `false`", "success = { stunned = true }"),
        (
            "overexert = { cost = \"1\" }",
            "overexert.cost",
            "expected a whole number, 0..=20",
            "overexert = { cost = 1 }",
        ),
        ("self_effect = { move = 1.5 }", "self_effect.move", "0..=40", "self_effect = { move = 1 }"),
    ] {
        refuses_ability(&attack(bad), key, &[expected], &attack(good));
    }
    refuses(&with_rules("ties = true"), "rules.ties", &["`defender`, `attacker`"], &with_rules("ties = \"attacker\""));
    let stance = |value: &str| with_hero(&format!("stance = {value}"));
    refuses(&stance("3"), "combatants.hero.stance", &["expected an id"], &stance("\"auto\""));
}

#[test]
fn ids_are_there_once_and_well_formed() {
    let two = |first: &str, second: &str| {
        let passive = |id: &str| format!("id = \"{id}\", type = \"passive\"");
        with_abilities(&[&passive(first), &passive(second)])
    };
    refuses(&two("a", "a"), "combatants.hero.abilities", &["\"a\" twice"], &two("a", "b"));
    let path = "combatants.hero.abilities.Fire burst.id";
    refuses(&two("a", "Fire burst"), path, &["a-z, 0-9"], &two("a", "fire-burst"));
    let named = |id: &str| SCENE.text().replace("\"orc\"", &format!("\"{id}\""));
    refuses(&named("The orc"), "combatants.The orc.id", &["a-z, 0-9"], &named("the-orc"));
    let copies = |id: &str| SCENE.text() + &format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\ncount = 2\n");
    refuses(&copies("hero"), "combatants", &["\"hero\" twice"], &copies("ally"));
    let ally = |id: &str| copies("ally") + &format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\n");
    refuses(&ally("ally-2"), "combatants.ally-2.id", &["two combatants"], &ally("ally-3"));
    let arts = |id: &str| Scene { top: &listed("abilities", &["id = \"a\", type = \"passive\"", id]), ..SCENE }.text();
    refuses(
        &arts("id = \"a\", type = \"passive\""),
        "abilities",
        &["\"a\" twice"],
        &arts("id = \"b\", type = \"passive\""),
    );
}

/// THRUM-12
#[test]
fn no_ability_has_the_id_of_a_basic_one() {
    let own = |id: &str| with_abilities(&[&format!("id = \"{id}\", type = \"passive\"")]);
    let common = |id: &str| {
        Scene { top: &listed("abilities", &[&format!("id = \"{id}\", type = \"passive\"")]), ..SCENE }.text()
    };
    for id in ["basic-attack", "dash", "recover", "resuscitate", "brace", "dodge", "concentrate", "assist", "protect"] {
        let good = format!("{id}-2");
        refuses(&own(id), &format!("combatants.hero.abilities.{id}.id"), &["basic ability"], &own(&good));
        refuses(&common(id), &format!("abilities.{id}.id"), &["basic ability"], &common(&good));
    }
}

#[test]
fn a_fight_has_two_sides_and_at_most_64_combatants() {
    let more = |count: u32| {
        let block = |id: usize| format!("[[combatants]]\nid = \"a{id}\"\nside = \"party\"\ncount = 20\n");
        let blocks: String = (0..3).map(block).collect();
        let map = "width = 40\nparty_start = [[0, 0, 20, 8]]\nenemy_start = [[30, 0, 3, 8]]";
        Scene { map, ..SCENE }.text() + &blocks + &block(3).replace("20", &count.to_string())
    };
    refuses(&more(3), "combatants", &["65 combatants", "at most 64"], &more(2));
    let one_sided = SCENE.text().replace("side = \"enemies\"", "side = \"party\"");
    refuses(&one_sided, "combatants", &["nobody fights for the enemies"], &SCENE.text());
    let count = |count: u32| with_hero(&format!("count = {count}"));
    refuses(&count(21), "combatants.hero.count", &["0..=20"], &count(20));
    refuses(&count(0), "combatants.hero.count", &["is 0, so that nobody fights for the party"], &count(1));
}

/// THRUM-65
#[test]
fn nobody_arrives_after_the_last_round() {
    let enters =
        |round: u32| Scene { rules: "max_rounds = 6", orc: &format!("enters_round = {round}"), ..SCENE }.text();
    refuses(&enters(7), "combatants.orc.enters_round", &["is 7", "`rules.max_rounds` is 6", "1..=6"], &enters(6));
}

/// THRUM-53
#[test]
fn nobody_starts_with_the_wounds_that_remove() {
    let path = "combatants.hero.wounds";
    let wounds = |wounds: u32, rules: &str| Scene { rules, hero: &format!("wounds = {wounds}"), ..SCENE }.text();
    refuses(&wounds(3, ""), path, &["is 3", "`rules.wounds_to_remove` is 3", "0..=2"], &wounds(2, ""));
    let five = "wounds_to_remove = 5";
    refuses(&wounds(5, five), path, &["is 5", "0..=4"], &wounds(4, five));
    let one = "wounds_to_remove = 1";
    refuses(&wounds(1, one), path, &["0..=0"], &wounds(0, one));
}

/// THRUM-64
#[test]
fn a_goal_needs_the_rectangles_of_its_side() {
    let goal = |rules: &str, hero: &str, orc: &str| Scene { rules, hero, orc, ..SCENE }.text();
    let (win, defeat) = ("win_reach = [[5, 0, 1, 1]]", "defeat_reach = [[5, 0, 1, 1]]");
    let of_hero = |rules: &str| goal(rules, "goal = true", "");
    let of_orc = |rules: &str| goal(rules, "", "goal = true");
    refuses(&of_hero(defeat), "combatants.hero.goal", &["`rules.win_reach`"], &of_hero(win));
    refuses(&of_orc(win), "combatants.orc.goal", &["`rules.defeat_reach`"], &of_orc(defeat));
    thrum(&goal("", "goal = false", "goal = false"), &[]);
}

/// THRUM-06
#[test]
fn one_delays_after_another_combatant_of_the_file() {
    let delay = |after: &str| Scene { hero: &format!("delay_after = \"{after}\""), orc: "count = 2", ..SCENE }.text();
    let path = "combatants.hero.delay_after";
    refuses(&delay("hero"), path, &["itself"], &delay("orc"));
    refuses(&delay("ork"), path, &["no combatant `ork`", "did you mean `orc`?"], &delay("orc"));
    refuses(&delay("orc-2"), path, &["no combatant `orc-2`"], &delay("orc"));
}

/// THRUM-15
#[test]
fn wins_name_npcs_and_defeats_pcs_of_the_file() {
    let rules = |key: &str, id: &str| Scene { rules: &format!("{key} = [\"{id}\"]"), orc: "count = 2", ..SCENE }.text();
    let (win, defeat) = ("win_incapacitate", "defeat_incapacitate");
    refuses(&rules(win, "hero"), "rules.win_incapacitate", &["`hero` is a PC", "NPCs"], &rules(win, "orc"));
    refuses(&rules(defeat, "orc"), "rules.defeat_incapacitate", &["`orc` is an NPC", "PCs"], &rules(defeat, "hero"));
    refuses(&rules(win, "ork"), "rules.win_incapacitate", &["no combatant `ork`", "`orc`?"], &rules(win, "orc"));
    refuses(&rules(win, "orc-1"), "rules.win_incapacitate", &["no combatant `orc-1`"], &rules(win, "orc"));
    refuses(&rules(defeat, "hera"), "rules.defeat_incapacitate", &["`hero`?"], &rules(defeat, "hero"));
}

/// THRUM-01, THRUM-06, THRUM-15: nobody meets who is left out, and a win or a defeat that hangs on them alone is refused.
#[test]
fn who_is_left_out_is_named_by_nobody_alone() {
    let ogre = "[[combatants]]\nid = \"ogre\"\nside = \"enemies\"\ncount = 0\n";
    let win = |ids: &str| Scene { rules: &format!("win_incapacitate = [{ids}]"), ..SCENE }.text() + ogre;
    refuses(&win("\"ogre\""), "rules.win_incapacitate", &["nobody who is there"], &win("\"ogre\", \"orc\""));
    let rules = thrum(&(Scene { hero: "delay_after = \"ogre\"", ..SCENE }.text() + ogre), &[]);
    assert_eq!(rules.outline.combatants.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["hero", "orc"]);
    assert!(rules.sheets[0].delay_after.is_empty());
}

/// THRUM-11
#[test]
fn one_takes_a_stance_that_one_has() {
    let stance = |stance: &str| {
        let abilities =
            listed("abilities", &["id = \"iron-wall\", type = \"stance\"", "id = \"calm\", type = \"passive\""]);
        with_hero(&format!("stance = \"{stance}\"\n{abilities}"))
    };
    let path = "combatants.hero.stance";
    refuses(&stance("iron-wal"), path, &["no Stance `iron-wal`", "`iron-wall`?"], &stance("iron-wall"));
    refuses(&stance("barce"), path, &["no Stance `barce`", "`brace`?"], &stance("brace"));
    refuses(&stance("calm"), path, &["`calm` is a passive, no Stance"], &stance("auto"));
    refuses(&stance("resuscitate"), path, &["no Stance `resuscitate`"], &stance("protect"));
    refuses(&stance("Iron wall"), path, &["allowed: `auto`, or one or more of a-z"], &stance("auto"));
}

#[test]
fn a_mistake_is_not_reported_a_second_time_as_one_of_what_follows_from_it() {
    let sound = with_abilities(&[STANCE, REACTION]);
    for (bad, key) in [
        // Nobody knows whether it is an attack, or a reaction.
        (REACTION.replace("physical_attack", "physical_atack"), "abilities.shove.tags"),
        (REACTION.replace("\"reaction\"", "\"reakction\""), "abilities.shove.type"),
    ] {
        refuses(&with_abilities(&[STANCE, &bad]), &format!("combatants.hero.{key}"), &["did you mean"], &sound);
    }
    let stance = STANCE.replace("enemy_leaves", "enemy_left");
    let path = "combatants.hero.abilities.hold.trigger";
    refuses(&with_abilities(&[&stance, REACTION]), path, &["`enemy_leaves`?"], &sound);
    // A shape that is none needs no size, and may need another target.
    let shaped = |shape: &str| {
        format!("type = \"action\", effect = {{ stress = 1 }}, target = \"character\", shape = \"{shape}\", size = 2")
    };
    refuses_ability(&shaped("are"), "shape", &["`area`"], &shaped("area"));
    let healing = |amount: &str| format!("type = \"action\", target = \"ally\", effect = {{ heal_stress = {amount} }}");
    refuses_ability(&healing("21"), "effect.heal_stress", &["0..=20"], &healing("20"));
    let later = |round: u32| with_hero(&format!("enters_round = {round}\nat = [[0, 0]]"));
    refuses(
        &later(1001),
        "combatants.hero.enters_round",
        &["1..=1000"],
        &with_hero("enters_round = 50\nat = [[0, 0]]"),
    );
}

/// A Stance that answers with the reaction below.
const STANCE: &str = "id = \"hold\", type = \"stance\", trigger = \"enemy_leaves\", attack = \"shove\"";
const REACTION: &str = "id = \"shove\", type = \"reaction\", tags = [\"physical_attack\"], success = { fatigue = 1 }";

#[test]
fn all_mistakes_are_reported_in_one_go() {
    let hero = format!(
        "foo = 1\nwounds = 4\nstance = \"barce\"\ndelay_after = \"hero\"\nat = [[30, 0]]\n{}",
        listed("abilities", &["id = \"x\", type = \"action\", tags = [\"ranged\"], size = 2, effect = { stres = 1 }"])
    );
    let scene = Scene {
        rules: "win_incapacitate = [\"hero\"]\nmax_rounds = 3",
        map: "rows = [\"...\"]\nwidth = 4\nenemy_start = [[0, 0, 4, 1]]",
        hero: &hero,
        orc: "enters_round = 5",
        ..SCENE
    };
    let problems = try_thrum(&scene.text(), &[]).expect_err("it is full of mistakes");
    let keys = [
        "rules.win_incapacitate",
        "map.width",
        "map.enemy_start",
        "hero.foo",
        "hero.wounds",
        "hero.stance",
        "hero.delay_after",
        "hero.at",
        "x.tags",
        "x.size",
        "effect.stres",
        "orc.enters_round",
    ];
    for key in keys {
        assert!(problems.contains(&format!("{key}`")), "{key}: {problems}");
    }
    assert_eq!(problems.lines().count(), keys.len(), "{problems}");
}

#[test]
fn what_designers_test_is_not_refused() {
    for text in [
        with_hero("speed = 0"),
        with_hero("fatigue_tolerance = 0\nstress_tolerance = 0\nfatigue = 100\nstress = 100"),
        with_hero("abilities = []\narts = []"),
        with_rules("wounds_to_remove = 1\nupkeep = 0\npanic_tolerance_loss = 0"),
        with_rules("win_incapacitate = []"),
        with_ability("type = \"action\", effect = { fatigue = 0 }"),
        with_ability(&format!("{LINE}, terrain = {{ enter = {{ fatigue = 0 }} }}")),
        with_ability("type = \"stance\", trigger = \"defended\""),
    ] {
        thrum(&text, &[]);
    }
}
