//! Scenarios that are refused: the ledger's "Bad input" and its ranges. Beside each refusal stands the nearest thing
//! that is allowed.

use super::*;

const STUNT: &str = r#"{ id = "x", kind = "stunt", test = "str", push = true }"#;

/// Asserts that a scenario has one problem, at a path, for a reason; `good` is the same without the mistake.
#[track_caller]
fn refuses(bad: &str, path: &str, reason: &str, good: &str) {
    testing::refuses::<Zones>(bad, path, &[reason], good);
}

fn try_zones(text: &str, overrides: &[&str]) -> Result<Zones, String> {
    testing::try_load(text, overrides)
}

/// A scenario with such a hero, such an orc and such Zones.
fn with(hero: &str, orc: &str, zones: &str) -> String {
    scene(zones, &[character("hero", 9, &[SWORD], hero), creature("orc", 9, &[SWORD], orc)])
}

fn with_hero(keys: &str) -> String {
    with(keys, "", "")
}

fn with_orc(keys: &str) -> String {
    with("", keys, "")
}

fn with_zones(zones: &str) -> String {
    with("", "", zones)
}

/// A scenario in which the ground is like that.
fn with_hazard(hazard: &str) -> String {
    with_zones(&format!(r#"{{ id = "a", hazard = {{ {hazard} }} }}"#))
}

/// A scenario in which the hero can do this, `x`.
fn hero_does(keys: &str) -> String {
    let attack = format!(r#"{{ id = "x", {keys} }}"#);
    scene("", &[character("hero", 9, &[&attack], ""), creature("orc", 9, &[SWORD], "")])
}

/// A scenario in which the orc can do this, `x`.
fn orc_does(keys: &str) -> String {
    let attack = format!(r#"{{ id = "x", {keys} }}"#);
    scene("", &[character("hero", 9, &[SWORD], ""), creature("orc", 9, &[&attack], "")])
}

/// The paths of the two attacks called `x`.
const HERO_X: &str = "combatants.hero.attacks.x";
const ORC_X: &str = "combatants.orc.attacks.x";

/// A scenario that has something in it: an attack, an effect.
type Given<'a> = &'a dyn Fn(&str) -> String;

/// A path takes the numbers of this range and no others.
#[track_caller]
fn keeps_range(text: &str, path: &str, min: i64, max: i64) {
    for (value, allowed) in [(min - 1, false), (min, true), (max, true), (max + 1, false)] {
        match try_zones(text, &[&format!("{path}={value}")]) {
            Ok(_) => assert!(allowed, "{path} = {value} is not refused"),
            Err(problems) => {
                assert!(!allowed, "{path} = {value} is refused: {problems}");
                assert!(problems.contains(&format!("`{path}` is {value}")), "{problems}");
            }
        }
    }
}

/// Numbers with their ranges, the DR in `[rules]` aside.
const RANGES: &[(&str, i64, i64)] = &[
    ("rules.max_rounds", 1, 10_000),
    ("rules.enemies_begin_max", 0, 6),
    ("rules.crit_multiplier", 1, 10),
    ("rules.avoid_fumble_multiplier", 1, 10),
    ("rules.reaction_fights_up_to", 0, 10),
    ("zones.a.hazard.dr", 1, 40),
    ("zones.a.hazard.hinder_dr", 1, 40),
    ("zones.a.hazard.ongoing_dr", 1, 40),
    ("zones.a.hazard.ongoing_amount", 1, 1000),
    ("combatants.hero.hp", 1, 10_000),
    ("combatants.hero.level", 0, 100),
    ("combatants.hero.attributes.str", -20, 30),
    ("combatants.orc.skill", -20, 30),
    ("combatants.orc.hit_dr_mod", -20, 20),
    ("combatants.orc.avoid_dr_mod", -20, 20),
    ("combatants.hero.heal_below", 0, 100),
    ("combatants.hero.retreat_below", 0, 100),
    ("combatants.hero.attacks.x.dr", 1, 40),
    ("combatants.hero.attacks.x.uses", 1, 1000),
    ("combatants.hero.attacks.x.usage", 1, 100),
    ("combatants.hero.attacks.x.hinder_dr", 1, 40),
    ("combatants.hero.attacks.x.ongoing_dr", 1, 40),
    ("combatants.hero.attacks.x.ongoing_amount", 1, 1000),
    ("combatants.hero.items.herbs.count", 1, 100),
];

/// ZONES-01 to ZONES-55: numbers keep to the ranges of the ledger's tables.
#[test]
fn numbers_keep_to_their_ranges() {
    let herbs = "items = [{ id = \"herbs\", heal = \"1\" }]";
    let x = r#"{ id = "x", kind = "ranged", damage = "1", hinder = "stuck", ongoing = true }"#;
    let hero = character("hero", 9, &[x], herbs);
    let hazard = r#"{ id = "a", exit = "both", hazard = { test = "str", hinder = "stuck", ongoing = true } }"#;
    let text = scene(hazard, &[hero, creature("orc", 9, &[SWORD], "")]);
    for dr in ["melee_dr", "ranged_dr", "avoid_dr", "spell_dr", "stunt_dr", "recover_dr", "morale_dr"] {
        keeps_range(&text, &format!("rules.{dr}"), 1, 40);
    }
    for &(path, min, max) in RANGES {
        keeps_range(&text, path, min, max);
    }
}

/// ZONES-08, ZONES-10: ranges of reach and room have bounds as well.
#[test]
fn reach_and_room_keep_to_their_ranges() {
    let text = scene("", &[character("hero", 9, &[STUNT], ""), creature("orc", 9, &[SWORD], "")]);
    keeps_range(&text, "combatants.hero.attacks.x.range", 0, 31);
    let pair = with_zones(r#"{ id = "a" }, { id = "b" }, { id = "c" }"#);
    keeps_range(&pair, "zones.b.capacity", 1, 64);
    let alone = |count: u32| with_orc(&format!("count = {count}"));
    refuses(&alone(0), "combatants.orc.count", "is 0", &alone(1));
    refuses(&alone(65), "combatants.orc.count", "is 65", &alone(63));
}

/// ZONES-01: what every system refuses: unknown keys, wrong types, unknown words, malformed dice, missing keys.
#[test]
fn what_every_system_refuses() {
    refuses(&with_hero("luck = 1"), "combatants.hero.luck", "unknown key", &with_hero("level = 1"));
    refuses(&with_hero("level = \"1\""), "combatants.hero.level", "expected", &with_hero("level = 1"));
    refuses(&with_orc("fearless = 1"), "combatants.orc.fearless", "expected", &with_orc("fearless = true"));
    refuses(
        &with_hero("policy = \"brave\""),
        "combatants.hero.policy",
        "reckless",
        &with_hero("policy = \"reckless\""),
    );
    refuses(&with_hero("target = \"last\""), "combatants.hero.target", "focus", &with_hero("target = \"focus\""));
    let melee = |damage: &str| hero_does(&format!("kind = \"melee\", damage = \"{damage}\""));
    refuses(&melee("d"), &format!("{HERO_X}.damage"), "is \"d\"", &melee("1d6"));
    let bite = hero_does("kind = \"bite\", damage = \"1\"");
    refuses(&bite, &format!("{HERO_X}.kind"), "`melee`, `ranged`, `spell`, `stunt`", &melee("1"));
    refuses(&hero_does("damage = \"1\""), &format!("{HERO_X}.kind"), "missing", &melee("1"));
    let item = |keys: &str| with_hero(&format!("items = [{{ id = \"herbs\", {keys} }}]"));
    refuses(&item("count = 1"), "combatants.hero.items.herbs.heal", "missing", &item("heal = \"1\""));
    let no_hp = with_hero("").replacen("hp = 9", "", 1);
    refuses(&no_hp, "combatants.hero.hp", "missing", &with_hero(""));
}

/// ZONES-01: ids are unique among combatants, zones, and the attacks and items of a combatant.
#[test]
fn ids_are_unique() {
    let pair = |id: &str| format!("{}{}", with_hero(""), creature(id, 9, &[SWORD], ""));
    refuses(&pair("orc"), "combatants", "\"orc\" twice", &pair("orc-b"));
    let row = |id: &str| with_zones(&format!(r#"{{ id = "a" }}, {{ id = "{id}" }}"#));
    refuses(&row("a"), "zones", "\"a\" twice", &row("b"));
    let attacks = |id: &str| with_hero("").replacen(SWORD, &format!("{SWORD}, {}", SWORD.replace("sword", id)), 1);
    refuses(&attacks("sword"), "combatants.hero.attacks", "\"sword\" twice", &attacks("axe"));
    let items =
        |id: &str| with_hero(&format!("items = [{{ id = \"a\", heal = \"1\" }}, {{ id = \"{id}\", heal = \"1\" }}]"));
    refuses(&items("a"), "combatants.hero.items", "\"a\" twice", &items("b"));
}

/// ZONES-01: somebody fights on each side.
#[test]
fn both_sides_have_combatants() {
    let heroes = scene("", &[character("hero", 9, &[SWORD], ""), character("friend", 9, &[SWORD], "")]);
    refuses(&heroes, "combatants", "nobody fights for the enemies", &with_hero(""));
    let orcs = scene("", &[creature("orc", 9, &[SWORD], ""), creature("goblin", 9, &[SWORD], "")]);
    refuses(&orcs, "combatants", "nobody fights for the party", &with_hero(""));
}

/// ZONES-01: a combatant with a `count` of 0 is not there: nobody has to be a match for it, and it takes no room.
#[test]
fn a_combatant_may_be_left_out() {
    let beside = |zones: &str, test: &str, count: u32| {
        let gaze = format!(r#"{{ id = "gaze", kind = "spell", damage = "1d6", test = "{test}" }}"#);
        let [hero, orc] = [character("hero", 9, &[SWORD], ""), creature("orc", 9, &[SWORD], "")];
        scene(zones, &[hero, orc, creature("eye", 9, &[&gaze], &format!("count = {count}"))])
    };
    let of_test = |count: u32| beside("", "wis", count);
    refuses(&of_test(1), "combatants.hero.attributes", "wis", &of_test(0));
    let in_zone = |count: u32| beside(r#"{ id = "a" }, { id = "b", capacity = 1 }"#, "dex", count);
    refuses(&in_zone(1), "zones.b.capacity", "2 combatants start", &in_zone(0));
    let rules = zones(&of_test(0), &[]);
    assert_eq!(rules.outline.combatants.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["hero", "orc"]);
    // The attack of a combatant with `count` 0 is checked all the same.
    let bad = of_test(0).replace("\"1d6\"", "\"1d\"");
    assert!(try_zones(&bad, &[]).is_err_and(|problems| problems.contains("combatants.eye.attacks.gaze.damage")));
}

/// ZONES-01: there are at most 64 combatants after `count`, and no id of theirs stands for two; a `count` of 1 changes
/// none.
#[test]
fn combatants_are_counted_and_named_after_count() {
    let orcs = |count: u32| with_orc(&format!("count = {count}"));
    refuses(&orcs(64), "combatants", "65 combatants", &orcs(63));
    let beside = |id: &str| format!("{}{}", orcs(2), creature(id, 9, &[SWORD], ""));
    refuses(&beside("orc-2"), "combatants.orc-2.id", "`orc-2` is the id of two combatants", &beside("orc-3"));
    let ids = |text: &str| -> Vec<String> {
        zones(text, &[]).combatants().iter().map(|combatant| combatant.id.clone()).collect()
    };
    assert_eq!(ids(&orcs(1)), ["hero", "orc"]);
    assert_eq!(
        ids(&beside("orc")[..].replacen("id = \"orc\"", "id = \"ogre\"", 1)),
        ["hero", "ogre-1", "ogre-2", "orc"]
    );
}

/// ZONES-06: there are 1 to 32 Zones.
#[test]
fn there_are_1_to_32_zones() {
    let row = |count: usize| {
        let zones: Vec<String> = (0..count).map(|at| format!(r#"{{ id = "z{at}", capacity = 2 }}"#)).collect();
        with_hero("").replacen("[rules]", &format!("zones = [{}]\n[rules]", zones.join(", ")), 1)
    };
    refuses(&row(0), "zones", "at least one zone", &row(1));
    for count in [33, 256, 300] {
        refuses(&row(count), "zones", "at most 32", &row(32));
    }
}

/// ZONES-06: borders are between known, different Zones, each named once in a list, and leave no gap.
#[test]
fn borders_make_one_battlefield() {
    let row = |of_a: &str, of_b: &str| {
        with_zones(&format!(
            r#"{{ id = "a", adjacent = [{of_a}] }}, {{ id = "b", adjacent = [{of_b}] }}, {{ id = "c" }}"#
        ))
    };
    let good = row("\"b\"", "\"c\"");
    refuses(&row("\"b\", \"d\"", "\"c\""), "zones.a.adjacent", "no zone `d`", &good);
    refuses(&row("\"b\", \"a\"", "\"c\""), "zones.a.adjacent", "cannot border on itself", &good);
    refuses(&row("\"b\", \"b\"", "\"c\""), "zones.a.adjacent", "\"b\" twice", &good);
    refuses(&row("\"b\"", ""), "zones.c", "`c` cannot be reached from `a`", &good);
    let once = "once any zone has `adjacent`, the zones no longer border on each other in listed order";
    refuses(&row("\"b\"", ""), "zones.c", once, &good);
    // Of a line of zones in which the second names its neighbour, the first is the one that is cut off.
    let first = |neighbour: &str| {
        with_zones(&format!(
            r#"{{ id = "shaft"{neighbour} }}, {{ id = "tunnel" }}, {{ id = "bridge", adjacent = ["tunnel", "gallery"] }}, {{ id = "gallery" }}"#
        ))
    };
    let good = first(", adjacent = [\"tunnel\"]");
    refuses(&first(""), "zones.shaft", "`shaft` cannot be reached from `tunnel`; name a neighbour of `shaft`", &good);
    assert!(try_zones(&row("\"b\", \"c\"", "\"a\", \"c\""), &[]).is_ok(), "an edge may be named at both ends");
}

/// ZONES-07: a combatant starts in a Zone that there is, with or without `zones`.
#[test]
fn combatants_start_in_known_zones() {
    refuses(&with_hero("zone = \"moon\""), "combatants.hero.zone", "no zone `moon`", &with_hero("zone = \"middle\""));
    let starting = |zone: &str| with("", &format!("zone = \"{zone}\""), PAIR);
    refuses(&starting("middle"), "combatants.orc.zone", "no zone `middle`, only `a`, `b`", &starting("a"));
    // A slip is recognised, in the start as in `adjacent`.
    let meant = "did you mean `middle`?";
    refuses(&with_hero("zone = \"midle\""), "combatants.hero.zone", meant, &with_hero("zone = \"middle\""));
    let tunnel = |name: &str| with_zones(&format!(r#"{{ id = "tunnel" }}, {{ id = "mine", adjacent = ["{name}"] }}"#));
    refuses(&tunnel("tunel"), "zones.mine.adjacent", "did you mean `tunnel`?", &tunnel("tunnel"));
}

/// ZONES-10: no more start in a Zone than it holds, both sides or each counted as `capacity_counts` says.
#[test]
fn no_more_start_in_a_zone_than_it_holds() {
    let zone = |capacity: u32, counts: &str| {
        let zones = format!(r#"{{ id = "a" }}, {{ id = "b", capacity = {capacity} }}"#);
        let text = with("zone = \"b\"", "count = 2", &zones);
        text.replace("[rules]", &format!("[rules]\ncapacity_counts = \"{counts}\""))
    };
    refuses(&zone(2, "all"), "zones.b.capacity", "3 combatants start in this zone, which holds 2", &zone(3, "all"));
    refuses(&zone(1, "side"), "zones.b.capacity", "2 combatants start", &zone(2, "side"));
}

/// ZONES-54: who retreats needs an exit of its side.
#[test]
fn who_retreats_needs_an_exit() {
    let exit = |side: &str| format!(r#"{{ id = "a", exit = "{side}" }}"#);
    for keys in ["policy = \"retreat\"", "retreat_below = 1"] {
        let key = keys.split(' ').next().unwrap_or_default();
        let hero = |zones: &str| with(keys, "", zones);
        refuses(&hero(&exit("enemies")), &format!("combatants.hero.{key}"), "exit of the party", &hero(&exit("party")));
        refuses(&hero(PIT), &format!("combatants.hero.{key}"), "exit of the party", &hero(&exit("both")));
        let orc = |zones: &str| with("", keys, zones);
        refuses(&orc(&exit("party")), &format!("combatants.orc.{key}"), "exit of the enemies", &orc(&exit("enemies")));
        assert!(try_zones(&hero(""), &[]).is_ok() && try_zones(&orc(""), &[]).is_ok(), "the default map has exits");
    }
    assert!(try_zones(&with("retreat_below = 0", "", PIT), &[]).is_ok());
    let broken = |failure: &str, zones: &str| {
        with_zones(zones).replace("[rules]", &format!("[rules]\nmorale_failure = \"{failure}\""))
    };
    let bad = broken("retreat", &exit("party"));
    refuses(&bad, "rules.morale_failure", "exit of the enemies", &broken("retreat", &exit("enemies")));
    assert!(try_zones(&broken("leave", &exit("party")), &[]).is_ok());
}

/// ZONES-16, ZONES-17: Characters have attributes and Creatures a Skill, with what belongs to it.
#[test]
fn each_side_has_its_own_vocabulary() {
    let good = with_hero("");
    refuses(&with_orc("attributes = { str = 0, dex = 0 }"), "combatants.orc.attributes", "of the enemies", &good);
    for keys in [
        "skill = 0",
        "hit_dr_mod = 0",
        "avoid_dr_mod = 0",
        "fearless = false",
        "leader = false",
        "attitude = \"rules\"",
    ] {
        let key = keys.split(' ').next().unwrap_or_default();
        let creature = if key == "skill" { with_orc("") } else { with_orc(keys) };
        refuses(&with_hero(keys), &format!("combatants.hero.{key}"), "is a Creature's", &creature);
    }
    refuses(&good.replace("skill = 0\n", ""), "combatants.orc.skill", "needs its `skill`", &good);
    let bare = good.replace("attributes = { str = 0, dex = 0 }\n", "");
    refuses(&bare, "combatants.hero.attributes", "needs its attributes", &good);
}

/// ZONES-16: a Character has `str`, `dex` and every attribute that it may have to test.
#[test]
fn a_character_has_every_attribute_it_may_test() {
    let path = "combatants.hero.attributes";
    let given = |text: &str, attributes: &str| text.replace("{ str = 0, dex = 0 }", &format!("{{ {attributes} }}"));
    let enough = |text: &str| given(text, "str = 0, dex = 0, con = 0");
    refuses(&given(&with_hero(""), "dex = 0"), path, "lacks `str`", &with_hero(""));
    refuses(&given(&with_hero(""), "str = 0"), path, "lacks `dex`", &with_hero(""));
    let melee = "kind = \"melee\", damage = \"1\"";
    for text in [
        hero_does(&format!("{melee}, test = \"con\"")),
        hero_does("kind = \"spell\", damage = \"1\", test = \"con\""),
        orc_does(&format!("{melee}, test = \"con\"")),
        orc_does(&format!("{melee}, hinder = \"stuck\", hinder_test = \"con\"")),
        orc_does(&format!("{melee}, ongoing = true, ongoing_test = \"con\"")),
        with_hazard("damage = \"1\", test = \"con\""),
        with_hazard("damage = \"1\", test = \"con\", affects = \"party\""),
        with_hazard("test = \"str\", hinder = \"stuck\", hinder_test = \"con\""),
        with_hazard("test = \"str\", ongoing = true, ongoing_test = \"con\""),
    ] {
        refuses(&text, path, "lacks `con`", &enough(&text));
    }
    let near = hero_does("kind = \"spell\", damage = \"1\", test = \"dx\"");
    refuses(&near, "combatants.hero.attacks.x.test", "there is no attribute `dx`", &near.replace("\"dx\"", "\"dex\""));
    let hazard = "damage = \"1\", test = \"con\", affects = \"enemies\", hinder = \"stuck\", hinder_test = \"wis\"";
    assert!(try_zones(&with_hazard(hazard), &[]).is_ok(), "no Character tests there");
    let name = |name: &str| given(&with_hero(""), &format!("str = 0, dex = 0, {name} = 0"));
    refuses(&name("\"Con\""), path, "names \"Con\"", &name("con_2"));
    refuses(&name("2con"), path, "names \"2con\"", &name("c2"));
}

/// ZONES-30: a Creature needs an attack, a Character does not; none is called like its bare hands.
#[test]
fn creatures_have_attacks() {
    let orc = |attacks: &[&str]| scene("", &[character("hero", 9, &[], ""), creature("orc", 9, attacks, "")]);
    refuses(&orc(&[]), "combatants.orc.attacks", "without attacks", &orc(&[SWORD]));
    let keyless = orc(&[SWORD]).replace("attacks = []\n", "");
    assert!(try_zones(&keyless, &[]).is_ok() && keyless != orc(&[SWORD]));
    let named = |id: &str| with_hero("").replacen("\"sword\"", &format!("\"{id}\""), 1);
    refuses(&named("unarmed"), "combatants.hero.attacks.unarmed.id", "bare hands", &named("unarmed-b"));
    let creature = |id: &str| orc(&[&SWORD.replace("sword", id)]);
    refuses(&creature("unarmed"), "combatants.orc.attacks.unarmed.id", "bare hands", &creature("claw"));
}

/// ZONES-08: melee is Close, and ranged is not Close alone.
#[test]
fn a_range_fits_the_kind() {
    for (does, path) in [(hero_does as fn(&str) -> String, HERO_X), (orc_does, ORC_X)] {
        let ranging = |kind: &str, range: u32| {
            does(&format!("kind = \"{kind}\", damage = \"1\", test = \"str\", range = {range}"))
        };
        refuses(&ranging("melee", 1), &format!("{path}.range"), "its own zone alone", &ranging("melee", 0));
        refuses(&ranging("ranged", 0), &format!("{path}.range"), "at least 1", &ranging("ranged", 1));
        assert!(try_zones(&ranging("spell", 0), &[]).is_ok() && try_zones(&ranging("ranged", 31), &[]).is_ok());
    }
}

/// ZONES-24, ZONES-29, ZONES-39, ZONES-11: weapons have damage, stunts have none but an effect, spells and hazards have
/// either.
#[test]
fn everything_does_something() {
    for (does, path) in [(hero_does as fn(&str) -> String, HERO_X), (orc_does, ORC_X)] {
        let attack = |kind: &str, keys: &str| does(&format!("kind = \"{kind}\", test = \"str\"{keys}"));
        for kind in ["melee", "ranged"] {
            let good = attack(kind, ", damage = \"0\"");
            refuses(&attack(kind, ", push = true"), &format!("{path}.damage"), "required for melee and ranged", &good);
        }
        for (kind, reason) in [("stunt", "a stunt needs an effect"), ("spell", "needs `damage` or an effect")] {
            for effect in [", hinder = \"stuck\"", ", ongoing = true", ", push = true"] {
                refuses(&attack(kind, ""), &format!("{path}.kind"), reason, &attack(kind, effect));
            }
            refuses(&attack(kind, ", push = false"), &format!("{path}.kind"), reason, &attack(kind, ", push = true"));
        }
        assert!(try_zones(&attack("spell", ", damage = \"1\""), &[]).is_ok());
        let armed = attack("stunt", ", push = true, damage = \"1\"");
        refuses(&armed, &format!("{path}.damage"), "no attack and deals no damage", &attack("stunt", ", push = true"));
    }
    assert!(try_zones(&hero_does("kind = \"stunt\", test = \"str\", demand = true"), &[]).is_ok());
    for effect in ["damage = \"1\"", "hinder = \"stuck\"", "ongoing = true"] {
        let good = with_hazard(&format!("test = \"str\", {effect}"));
        refuses(&with_hazard("test = \"str\""), "zones.a.hazard", "does nothing", &good);
    }
    let untested = with_hazard("damage = \"1\"");
    let spared = with_hazard("damage = \"1\", affects = \"enemies\"");
    refuses(&untested, "zones.a.hazard.test", "the attribute that they test", &spared);
}

/// ZONES-14, ZONES-25, ZONES-28, ZONES-42: second weapons are for melee and ranged attacks, marks for Characters' weapons,
/// demands for Characters; no stunt is stowed.
#[test]
fn keys_of_attacks_stay_with_their_kind() {
    for (does, path) in [(hero_does as fn(&str) -> String, HERO_X), (orc_does, ORC_X)] {
        let path = format!("{path}.off_hand_damage");
        let two_handed =
            |kind: &str| does(&format!("kind = \"{kind}\", test = \"str\", damage = \"1\", off_hand_damage = \"1\""));
        for good in ["melee", "ranged"] {
            refuses(&two_handed("spell"), &path, "for melee and ranged attacks alone", &two_handed(good));
        }
        let stunt = |more: &str| does(&format!("kind = \"stunt\", test = \"str\", push = true{more}"));
        let two_handed = stunt(", off_hand_damage = \"1\"");
        refuses(&two_handed, &path, "for melee and ranged attacks alone", &stunt(""));
    }
    let usage = |kind: &str| format!("kind = \"{kind}\", test = \"str\", damage = \"1\", usage = 1");
    refuses(&hero_does(&usage("spell")), &format!("{HERO_X}.usage"), "melee and ranged", &hero_does(&usage("ranged")));
    refuses(&orc_does(&usage("melee")), &format!("{ORC_X}.usage"), "Character's", &hero_does(&usage("melee")));
    let stunt = "kind = \"stunt\", test = \"str\", push = true, usage = 1";
    refuses(&hero_does(stunt), &format!("{HERO_X}.usage"), "melee and ranged", &hero_does(&usage("melee")));
    let stowed = |kind: &str, more: &str| format!("kind = \"{kind}\", test = \"str\", stowed = true, {more}");
    let unstowed = "kind = \"stunt\", test = \"str\", push = true";
    for (does, path) in [(hero_does as fn(&str) -> String, HERO_X), (orc_does, ORC_X)] {
        refuses(&does(&stowed("stunt", "push = true")), &format!("{path}.stowed"), "backpack", &does(unstowed));
        for kind in ["melee", "ranged", "spell"] {
            assert!(try_zones(&does(&stowed(kind, "damage = \"1\"")), &[]).is_ok(), "{kind}");
        }
    }
    let demand = |demand: bool| format!("kind = \"melee\", damage = \"1\", demand = {demand}");
    refuses(&orc_does(&demand(true)), &format!("{ORC_X}.demand"), "Characters alone", &orc_does(&demand(false)));
    assert!(try_zones(&hero_does(&demand(true)), &[]).is_ok());
}

/// ZONES-31, ZONES-47: keys of a hinderance and of Ongoing Damage have no meaning without them, in attacks and hazards.
#[test]
fn keys_of_effects_need_their_effect() {
    let hazard = |keys: &str| with_hazard(&format!("test = \"str\", damage = \"1\"{keys}"));
    let orc = |keys: &str| orc_does(&format!("kind = \"melee\", damage = \"1\"{keys}"));
    let hero = |keys: &str| hero_does(&format!("kind = \"melee\", damage = \"1\"{keys}"));
    for (given, path) in [(&hazard as Given<'_>, "zones.a.hazard"), (&orc, ORC_X), (&hero, HERO_X)] {
        for keys in ["hinder_test = \"dex\"", "hinder_dr = 9", "hinder_needs_action = false"] {
            let key = keys.split(' ').next().unwrap_or_default();
            if path == HERO_X && key == "hinder_test" {
                continue;
            }
            let (bad, good) = (given(&format!(", {keys}")), given(&format!(", {keys}, hinder = \"stuck\"")));
            refuses(&bad, &format!("{path}.{key}"), "without `hinder`", &good);
        }
        for keys in ["ongoing_test = \"dex\"", "ongoing_dr = 9", "ongoing_amount = 1"] {
            let key = keys.split(' ').next().unwrap_or_default();
            if path == HERO_X && key == "ongoing_test" {
                continue;
            }
            let good = given(&format!(", {keys}, ongoing = true"));
            refuses(&given(&format!(", {keys}")), &format!("{path}.{key}"), "without `ongoing = true`", &good);
            let off = given(&format!(", {keys}, ongoing = false"));
            refuses(&off, &format!("{path}.{key}"), "without `ongoing = true`", &good);
        }
    }
}

/// ZONES-17: Creatures test their Skill, so that a Character's attack names no attribute for that.
#[test]
fn creatures_recover_by_skill() {
    for (effect, test) in [("hinder = \"stuck\"", "hinder_test"), ("ongoing = true", "ongoing_test")] {
        let keys = format!("kind = \"melee\", damage = \"1\", {effect}");
        let named = format!("{keys}, {test} = \"str\"");
        refuses(&hero_does(&named), &format!("{HERO_X}.{test}"), "Creatures test their skill", &hero_does(&keys));
        assert!(try_zones(&orc_does(&named), &[]).is_ok());
    }
}

/// ZONES-48: only a hinderance that leaves Actions can need one to end.
#[test]
fn a_hinderance_that_takes_actions_needs_none() {
    let keys = |hinder: &str, needs: bool| format!("hinder = \"{hinder}\", hinder_needs_action = {needs}");
    let hazard = |keys: &str| with_hazard(&format!("test = \"str\", {keys}"));
    let hero = |keys: &str| hero_does(&format!("kind = \"stunt\", test = \"str\", {keys}"));
    let orc = |keys: &str| orc_does(&format!("kind = \"stunt\", {keys}"));
    for (given, path) in [(&hazard as Given<'_>, "zones.a.hazard"), (&orc, ORC_X), (&hero, HERO_X)] {
        let path = format!("{path}.hinder_needs_action");
        for hinder in ["distracted", "paralysed"] {
            refuses(&given(&keys(hinder, true)), &path, "could never end", &given(&keys(hinder, false)));
        }
        for hinder in ["weakened", "stuck"] {
            assert!(try_zones(&given(&keys(hinder, true)), &[]).is_ok(), "{hinder}");
        }
    }
}

/// ZONES-29, ZONES-39: a Character's spell or stunt names its attribute; a Creature's need not.
#[test]
fn a_spell_or_stunt_names_its_attribute() {
    for kind in ["spell", "stunt"] {
        let keys = format!("kind = \"{kind}\", push = true");
        let tested = format!("{keys}, test = \"dex\"");
        refuses(&hero_does(&keys), &format!("{HERO_X}.test"), "needs the attribute", &hero_does(&tested));
        assert!(try_zones(&orc_does(&keys), &[]).is_ok());
    }
}

/// ZONES-51: a trigger is listed once; there may be none.
#[test]
fn a_trigger_is_listed_once() {
    let triggers = |list: &str| with_hero("").replace("morale_triggers = []", &format!("morale_triggers = [{list}]"));
    let all = "\"first_out\", \"half_out\", \"leader_out\", \"own_half\"";
    let twice = triggers(&format!("{all}, \"half_out\""));
    refuses(&twice, "rules.morale_triggers", "\"half_out\" twice", &triggers(all));
    refuses(&triggers("\"rout\""), "rules.morale_triggers", "\"rout\"", &triggers(""));
}

/// Zones without ids have no names to be reported by, and are counted all the same.
#[test]
fn zones_without_ids_are_reported_as_such() {
    let text = DUEL.replace(PIT, "{ capacity = 3 }, { capacity = 3, exit = \"both\" }");
    let problems = try_zones(&text, &[]).map(|_| ()).unwrap_err();
    assert_eq!(
        problems.matches("`zones.[1].id` is missing").count() + problems.matches("`zones[1].id` is missing").count(),
        1,
        "{problems}"
    );
}

/// ZONES-16: so many Characters with attributes of their own that a byte cannot tell them apart.
#[test]
fn too_many_names_of_attributes_are_refused() {
    let scene_of = |names: usize| {
        let characters = (0..9).map(|who| {
            let own = (0..names / 9 + usize::from(who < names % 9)).map(|at| format!(", a{who}x{at} = 1"));
            let text = character(&format!("hero{who}"), 9, &[SWORD], "");
            text.replace("dex = 0 }", &format!("dex = 0{} }}", own.collect::<String>()))
        });
        scene("", &characters.chain([creature("orc", 9, &[SWORD], "")]).collect::<Vec<_>>())
    };
    refuses(&scene_of(254), "combatants", "at most 255", &scene_of(253));
}
