//! Scenarios that are refused: the ledger's "Bad input" and its ranges. Beside each refusal stands the nearest thing
//! that is allowed.

use super::*;
use crate::testing::refuses;

/// A scenario with such a hero, such an orc and such rules; the hero has a knife, called x.
fn with(hero: &str, orc: &str, rules: &str) -> String {
    let x = KNIFE.replace("knife", "x");
    scene(rules, &[member("hero", 9, 0, &[&x], hero), enemy("orc", 9, 5, &[SWORD], orc)])
}

fn with_hero(keys: &str) -> String {
    with(keys, "", "")
}

fn with_rules(keys: &str) -> String {
    with("", "", keys)
}

/// A scenario in which the hero has the attack x, with these keys, and is like that.
fn with_attack(keys: &str, hero: &str) -> String {
    let attack = format!(r#"{{ id = "x", {keys} }}"#);
    scene("", &[member("hero", 9, 0, &[&attack], hero), enemy("orc", 9, 5, &[SWORD], "")])
}

/// The path of the attack.
const X: &str = "combatants.hero.attacks.x";

/// A path takes the numbers of this range and no others, in steps; a refusal names the key, the value and the range.
#[track_caller]
fn keeps_range_by(text: &str, more: &[&str], path: &str, (min, max): (i64, i64), step: i64) {
    let allowed = if step == 1 { format!("{min}..={max}") } else { format!("multiples of {step}, {min}..={max}") };
    let mut values = vec![(min - step, false), (min, true), (max, true), (max + step, false)];
    if step > 1 {
        values.extend([(min + 1, false), (min + step - 1, false), (min + step, true), (max - 1, false)]);
    }
    for (value, is_allowed) in values {
        match try_tiny(text, &[more, &[&format!("{path}={value}")]].concat()) {
            Ok(_) => assert!(is_allowed, "{path} = {value} is not refused"),
            Err(problems) => {
                assert!(!is_allowed, "{path} = {value} is refused: {problems}");
                assert!(problems.contains(&format!("`{path}` is {value}, allowed: {allowed}")), "{problems}");
            }
        }
    }
}

/// Points of HP and of DR in `[rules]`.
const POINTS: [&str; 9] = [
    "light_melee_damage",
    "heavy_melee_damage",
    "ranged_damage",
    "unarmed_damage",
    "critical_bonus",
    "light_armor_dr",
    "medium_armor_dr",
    "heavy_armor_dr",
    "damage_floor",
];

/// TINY-01 to TINY-45: numbers of `[rules]` keep to the ranges of the ledger's table.
#[test]
fn numbers_of_the_rules_keep_to_their_ranges() {
    let text = with_rules("");
    for (key, range) in [
        ("max_rounds", (1, 10_000)),
        ("round_seconds", (1, 3600)),
        ("initiative_dice", (1, 10)),
        ("vigilant_initiative_dice", (1, 10)),
        ("critical_on", (2, 13)),
        ("hp_per_sleep", (1, 100)),
        ("resilient_hp_per_sleep", (1, 100)),
    ] {
        keeps_range_by(&text, &[], &format!("rules.{key}"), range, 1);
    }
    for key in POINTS {
        keeps_range_by(&text, &[], &format!("rules.{key}"), (0, 20), 1);
    }
    for (key, range) in [
        ("start_distance", (5, 1000)),
        ("default_movement", (0, 500)),
        ("heavy_armor_movement_penalty", (0, 100)),
        ("escape_distance", (10, 1000)),
    ] {
        keeps_range_by(&text, &[], &format!("rules.{key}"), range, 5);
    }
}

/// TINY-01: dice of tests are 1 to 10.
#[test]
fn dice_keep_to_their_range() {
    let text = with_rules("");
    let many = ["rules.normal_dice=10", "rules.advantage_dice=10"];
    keeps_range_by(&text, &many, "rules.disadvantage_dice", (1, 10), 1);
    keeps_range_by(&text, &["rules.advantage_dice=10"], "rules.normal_dice", (1, 10), 1);
    keeps_range_by(&text, &["rules.normal_dice=1"], "rules.advantage_dice", (1, 10), 1);
}

/// TINY-12, TINY-21, TINY-26, TINY-44, TINY-45: numbers of combatants and attacks keep to the ranges of the ledger's
/// tables.
#[test]
fn numbers_of_combatants_keep_to_their_ranges() {
    let text = with_hero("");
    keeps_range_by(&text, &[], "combatants.hero.hp", (1, 1000), 1);
    keeps_range_by(&text, &["combatants.hero.hp=1"], "combatants.hero.hp_max", (1, 1000), 1);
    keeps_range_by(&text, &[], "combatants.hero.damage_reduction", (0, 20), 1);
    keeps_range_by(&text, &[], "combatants.hero.evade_at_hp", (0, 1000), 1);
    keeps_range_by(&text, &[], "combatants.hero.retreat_at_hp", (0, 1000), 1);
    keeps_range_by(&text, &[], "combatants.hero.movement", (0, 500), 5);
    keeps_range_by(&text, &[], "combatants.hero.position", (-10_000, 10_000), 5);
    keeps_range_by(&text, &[], &format!("{X}.damage"), (0, 20), 1);
    keeps_range_by(&text, &[], &format!("{X}.critical_on"), (2, 13), 1);
    keeps_range_by(&with_attack("kind = \"ranged\"", ""), &[], &format!("{X}.range"), (10, 10_000), 5);
    let count = |count: u32| with("", &format!("count = {count}"), "");
    refuses::<Tiny>(&count(0), "combatants.orc.count", &["is 0", "nobody fights for the enemies"], &count(1));
    refuses::<Tiny>(&count(65), "combatants.orc.count", &["is 65", "0..=64"], &count(63));
    let beside = |count: u32| with_hero("") + &enemy("ogre", 9, 0, &[SWORD], &format!("count = {count}"));
    refuses::<Tiny>(&beside(1), "combatants.ogre.position", &["where its opponent `hero` stands"], &beside(0));
}

/// TINY-10: distances are multiples of 5, below 0 as well.
#[test]
fn distances_are_multiples_of_5() {
    for (bad, good) in [(-7, -5), (-5003, -5000), (3, 10)] {
        let hero = |position: i32| with("", "", "").replace("position = 0", &format!("position = {position}"));
        let reasons = [&format!("is {bad}") as &str, "multiples of 5, -10000..=10000"];
        refuses::<Tiny>(&hero(bad), "combatants.hero.position", &reasons, &hero(good));
    }
}

/// TINY-26: what every system refuses: unknown keys, wrong types, missing keys.
#[test]
fn what_every_system_refuses() {
    refuses::<Tiny>(&with_hero("luck = 1"), "combatants.hero.luck", &["unknown key"], &with_hero("movement = 5"));
    refuses::<Tiny>(&with_rules("luck = 1"), "rules.luck", &["unknown key"], &with_rules("max_rounds = 1"));
    let attack = |keys: &str| with_attack(&format!("kind = \"light_melee\"{keys}"), "");
    refuses::<Tiny>(&attack(", luck = 1"), &format!("{X}.luck"), &["unknown key"], &attack(""));
    let root = |keys: &str| with_hero("").replacen("[rules]", &format!("{keys}\n[rules]"), 1);
    refuses::<Tiny>(&root("luck = 1"), "luck", &["unknown key"], &root("description = \"x\""));
    refuses::<Tiny>(
        &with_hero("movement = \"5\""),
        "combatants.hero.movement",
        &["expected"],
        &with_hero("movement = 5"),
    );
    refuses::<Tiny>(
        &with_hero("movement = 5.0"),
        "combatants.hero.movement",
        &["expected"],
        &with_hero("movement = 5"),
    );
    let ignores = |value: &str| with_rules(&format!("critical_ignores_dr = {value}"));
    refuses::<Tiny>(&ignores("1"), "rules.critical_ignores_dr", &["expected"], &ignores("true"));
    let allowed = |value: &str| with_rules(&format!("medic_in_combat = {value}"));
    refuses::<Tiny>(&allowed("\"true\""), "rules.medic_in_combat", &["expected"], &allowed("true"));
    let past = |value: &str| with_rules(&format!("extricate_past = {value}"));
    refuses::<Tiny>(&past("\"never\""), "rules.extricate_past", &["expected"], &past("false"));
    refuses::<Tiny>(
        &with_hero("traits = \"medic\""),
        "combatants.hero.traits",
        &["expected"],
        &with_hero("traits = [\"medic\"]"),
    );
    let tests = |value: &str| with_rules(&format!("robust_tests = {value}"));
    refuses::<Tiny>(&tests("\"normal\""), "rules.robust_tests", &["expected"], &tests("[\"normal\"]"));
    let text = with_hero("");
    refuses::<Tiny>(&text.replacen("hp = 9\n", "", 1), "combatants.hero.hp", &["missing"], &text);
    refuses::<Tiny>(
        &with_attack("damage = 1", ""),
        &format!("{X}.kind"),
        &["missing", "light_melee"],
        &attack(", damage = 1"),
    );
    refuses::<Tiny>(&text.replacen("id = \"x\", ", "", 1), "combatants.hero.attacks[1].id", &["missing"], &text);
}

/// TINY-02: unknown words are refused, naming those that are known.
#[test]
fn words_are_those_of_the_ledger() {
    let levels: &[&str] = &["disadvantage", "normal", "advantage"];
    let difficulties: &[&str] = &["trivial", "easy", "average", "difficult"];
    let fates: &[&str] = &["dead", "down", "stabilize"];
    let rules: &[(&str, &[&str])] = &[
        ("mixed_tests", &["cancel", "disadvantage_wins"]),
        ("attack_difficulty", difficulties),
        ("dr_mode", &["second_test", "always", "never"]),
        ("dr_test_dice", &["same", "normal"]),
        ("dr_stacking", &["sum", "highest"]),
        ("untrained_armor_penalty", &["none", "attack", "physical", "all"]),
        ("heavy_armor_unqualified", &["refuse", "disadvantage"]),
        ("evade_dice", levels),
        ("evade_difficulty", difficulties),
        ("untrained_evade_dice", &["disadvantage", "normal"]),
        ("untrained_evade_difficulty", difficulties),
        ("extricate_dice", levels),
        ("extricate_difficulty", difficulties),
        ("extricate_provokes", &["never", "on_failure", "always"]),
        ("ranged_in_combat", &["normal", "disadvantage", "forbidden"]),
        ("ranged_into_combat", &["normal", "disadvantage"]),
        ("stabilization_difficulty", difficulties),
        ("stabilization_timing", &["next_round", "next_turn"]),
        ("medic_dice", levels),
        ("medic_difficulty", difficulties),
        ("medic_effect", &["advantage", "one_step"]),
        ("enemies_at_zero_hp", fates),
    ];
    for (key, words) in rules {
        takes_words(&format!("rules.{key}"), words, &|word| with_rules(&format!("{key} = \"{word}\"")));
    }
    let combatants: &[(&str, &[&str])] = &[
        ("armor", &["none", "light", "medium", "heavy"]),
        ("at_zero_hp", fates),
        ("evade_dice", levels),
        ("extricate_dice", levels),
        ("policy", &["default", "evasive", "skirmisher", "wary", "medic", "retreat"]),
    ];
    for (key, words) in combatants {
        takes_words(&format!("combatants.hero.{key}"), words, &|word| {
            let capable = "traits = [\"medic\", \"armor_training\", \"strong\"]";
            let bow = BOW.replace("bow", "x");
            let keys = format!("{key} = \"{word}\"\n{capable}");
            scene("", &[member("hero", 9, 0, &[&bow], &keys), enemy("orc", 9, 5, &[SWORD], "")])
        });
    }
    let kinds: &[&str] = &["light_melee", "heavy_melee", "ranged", "unarmed"];
    takes_words(&format!("{X}.kind"), kinds, &|word| with_attack(&format!("kind = \"{word}\""), ""));
    let attacks: &[(&str, &[&str])] =
        &[("proficiency", &["none", "proficient", "mastery"]), ("difficulty", difficulties)];
    for (key, words) in attacks {
        takes_words(&format!("{X}.{key}"), words, &|word| {
            with_attack(&format!("kind = \"ranged\", {key} = \"{word}\""), "")
        });
    }
}

/// A path takes these words and no others.
#[track_caller]
fn takes_words(path: &str, words: &[&str], text: &dyn Fn(&str) -> String) {
    let named: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let reasons = ["is \"luck\"", &named.join(", ")];
    for word in words {
        refuses::<Tiny>(&text("luck"), path, &reasons, &text(word));
    }
}

/// TINY-26: traits are those of the ledger, each listed once.
#[test]
fn traits_are_listed_once() {
    let hero = |traits: &str| with_hero(&format!("traits = [{traits}]"));
    let path = "combatants.hero.traits";
    let all =
        ["vigilant", "robust", "hard_to_kill", "medic", "resilient", "armor_training", "strong", "unarmed_fighter"];
    let every = all.map(|word| format!("\"{word}\"")).join(", ");
    let known = all.map(|word| format!("`{word}`")).join(", ");
    refuses::<Tiny>(&hero("\"lucky\""), path, &["\"lucky\"", &known], &hero(&every));
    for word in all {
        let twice = hero(&format!("{every}, \"{word}\""));
        refuses::<Tiny>(&twice, path, &[&format!("\"{word}\" twice")], &hero(&every));
    }
}

/// TINY-35, TINY-38, TINY-39: a list of tests has at most 10, of known levels; the same may come again.
#[test]
fn lists_of_tests_are_short() {
    for key in ["stabilization_tests", "robust_tests", "hard_to_kill_tests"] {
        let list = |count: usize| with_rules(&format!("{key} = [{}]", ["\"normal\""; 11][..count].join(", ")));
        let path = format!("rules.{key}");
        refuses::<Tiny>(&list(11), &path, &["11 entries", "at most 10"], &list(10));
        assert!(try_tiny(&list(0), &[]).is_ok());
        let with_level = |word: &str| with_rules(&format!("{key} = [\"normal\", \"{word}\"]"));
        refuses::<Tiny>(
            &with_level("easy"),
            &path,
            &["\"easy\"", "`disadvantage`, `normal`, `advantage`"],
            &with_level("advantage"),
        );
    }
}

/// TINY-01: a better level has no fewer dice; the refusal names the key that is given, with what it may be.
#[test]
fn dice_do_not_decrease() {
    let rules = |disadvantage: u32, normal: u32, advantage: u32| {
        with_rules(&format!("disadvantage_dice = {disadvantage}\nnormal_dice = {normal}\nadvantage_dice = {advantage}"))
    };
    refuses::<Tiny>(
        &rules(3, 2, 3),
        "rules.normal_dice",
        &["is 2", "`disadvantage_dice` is 3", "3..=10"],
        &rules(3, 3, 3),
    );
    refuses::<Tiny>(
        &rules(1, 4, 3),
        "rules.advantage_dice",
        &["is 3", "`normal_dice` is 4", "4..=10"],
        &rules(1, 4, 4),
    );
    let with_rule = |key: &str, value: u32| with_rules(&format!("{key} = {value}"));
    refuses::<Tiny>(
        &with_rule("disadvantage_dice", 3),
        "rules.disadvantage_dice",
        &["is 3", "`normal_dice` is 2", "1..=2"],
        &with_rule("disadvantage_dice", 2),
    );
    refuses::<Tiny>(
        &with_rule("advantage_dice", 1),
        "rules.advantage_dice",
        &["is 1", "`normal_dice` is 2", "2..=10"],
        &with_rule("advantage_dice", 2),
    );
    refuses::<Tiny>(
        &with_rule("normal_dice", 4),
        "rules.normal_dice",
        &["is 4", "`advantage_dice` is 3", "1..=3"],
        &with_rule("normal_dice", 3),
    );
    assert!(try_tiny(&with_rule("normal_dice", 1), &[]).is_ok() && try_tiny(&rules(1, 1, 1), &[]).is_ok());
    let both = try_tiny(&rules(3, 2, 1), &[]).map(|_| ()).expect_err("two mistakes");
    assert_eq!(both.lines().count(), 2, "{both}");
}

/// TINY-26: HP are at most `hp_max`.
#[test]
fn hit_points_are_at_most_the_most() {
    let most = |most: u32| with_hero(&format!("hp_max = {most}"));
    refuses::<Tiny>(&most(8), "combatants.hero.hp", &["is 9", "`hp_max`", "1..=8"], &most(9));
    assert!(try_tiny(&most(10), &[]).is_ok());
}

/// TINY-20: ids are unique among combatants, after `count` too, and among the attacks of one of them.
#[test]
fn ids_are_unique() {
    let beside = |id: &str, count: u32| {
        format!("{}{}", with("", &format!("count = {count}"), ""), enemy(id, 9, 5, &[SWORD], ""))
    };
    refuses::<Tiny>(&beside("orc", 1), "combatants", &["\"orc\" twice"], &beside("ogre", 1));
    refuses::<Tiny>(&beside("hero", 1), "combatants", &["\"hero\" twice"], &beside("heroine", 1));
    refuses::<Tiny>(
        &beside("orc-2", 2),
        "combatants.orc-2.id",
        &["`orc-2` is the id of two combatants"],
        &beside("orc-3", 2),
    );
    assert!(try_tiny(&beside("orc-1", 1), &[]).is_ok(), "a count of 1 keeps the plain id");
    let ids = |text: &str| -> Vec<String> {
        tiny(text, &[]).combatants().iter().map(|combatant| combatant.id.clone()).collect()
    };
    assert_eq!(ids(&beside("ogre", 1)), ["hero", "orc", "ogre"]);
    assert_eq!(ids(&beside("ogre", 2)), ["hero", "orc-1", "orc-2", "ogre"]);
    let attacks =
        |id: &str| with_hero("").replacen("attacks = [", &format!("attacks = [{}, ", KNIFE.replace("knife", id)), 1);
    refuses::<Tiny>(&attacks("x"), "combatants.hero.attacks", &["\"x\" twice"], &attacks("y"));
}

/// TINY-26: there are at most 64 combatants after `count`.
#[test]
fn combatants_are_64_at_most() {
    let orcs = |count: u32| with("", &format!("count = {count}"), "");
    refuses::<Tiny>(&orcs(64), "combatants", &["65 combatants", "at most 64"], &orcs(63));
    let two = |heroes: u32, orcs: u32| with(&format!("count = {heroes}"), &format!("count = {orcs}"), "");
    refuses::<Tiny>(&two(33, 32), "combatants", &["65 combatants"], &two(32, 32));
}

/// TINY-43: somebody fights on each side.
#[test]
fn both_sides_have_combatants() {
    let text = with_hero("");
    let heroes = text.replace("side = \"enemies\"", "side = \"party\"");
    refuses::<Tiny>(&heroes, "combatants", &["nobody fights for the enemies"], &text);
    let orcs = text.replace("side = \"party\"", "side = \"enemies\"");
    refuses::<Tiny>(&orcs, "combatants", &["nobody fights for the party"], &text);
}

/// TINY-10: opponents start at different positions, whatever says where; allies may share one.
#[test]
fn opponents_start_apart() {
    let at = |hero: &str, orc: &str| {
        let text = with_hero("").replacen("position = 0\n", hero, 1);
        text.replacen("position = 5\n", orc, 1)
    };
    let path = "combatants.orc.position";
    let same = at("position = 10\n", "position = 10\n");
    refuses::<Tiny>(&same, path, &["is 10", "`hero`"], &at("position = 10\n", "position = 15\n"));
    refuses::<Tiny>(&at("", "position = 0\n"), path, &["is 0", "`hero`"], &at("", "position = -5\n"));
    refuses::<Tiny>(&at("position = 30\n", ""), path, &["is 30", "`hero`"], &at("position = 30\n", "position = 35\n"));
    let ally = |side: &str| format!("{}{}", with_hero(""), combatant("other", side, 9, 5, &[SWORD], ""));
    refuses::<Tiny>(&ally("party"), "combatants.other.position", &["is 5", "`orc`"], &ally("enemies"));
}

/// TINY-29: heavy armor needs both of its traits, or leave by the rules.
#[test]
fn heavy_armor_needs_its_traits() {
    let (path, both) = ("combatants.hero.armor", "traits = [\"armor_training\", \"strong\"]");
    let hero = |traits: &str| with_hero(&format!("armor = \"heavy\"\n{traits}"));
    let knob = "rules.heavy_armor_unqualified";
    refuses::<Tiny>(&hero(""), path, &["`heavy`", "`armor_training` and `strong`", knob], &hero(both));
    refuses::<Tiny>(&hero("traits = [\"strong\"]"), path, &["the trait `armor_training`", knob], &hero(both));
    refuses::<Tiny>(&hero("traits = [\"armor_training\"]"), path, &["the trait `strong`", knob], &hero(both));
    for traits in ["", "traits = [\"strong\"]", "traits = [\"armor_training\"]"] {
        let text = with(&format!("armor = \"heavy\"\n{traits}"), "", "heavy_armor_unqualified = \"disadvantage\"");
        assert!(try_tiny(&text, &[]).is_ok(), "{traits}");
        let text = with(&format!("armor = \"heavy\"\n{traits}"), "", "heavy_armor_unqualified = \"refuse\"");
        assert!(try_tiny(&text, &[]).is_err(), "{traits}");
    }
    for armor in ["none", "light", "medium"] {
        assert!(try_tiny(&with_hero(&format!("armor = \"{armor}\"")), &[]).is_ok(), "{armor}");
    }
    let orc = with("", "armor = \"heavy\"", "");
    refuses::<Tiny>(&orc, "combatants.orc.armor", &["`heavy`"], &with("", &format!("armor = \"heavy\"\n{both}"), ""));
}

/// TINY-16: only ranged attacks have a range.
#[test]
fn only_ranged_attacks_have_a_range() {
    let with_range = |kind: &str| with_attack(&format!("kind = \"{kind}\", range = 20"), "");
    for kind in ["light_melee", "heavy_melee", "unarmed"] {
        refuses::<Tiny>(&with_range(kind), &format!("{X}.range"), &["ranged attacks alone"], &with_range("ranged"));
    }
}

/// TINY-31: damage of an unarmed attack counts for unarmed fighters alone.
#[test]
fn unarmed_damage_needs_training() {
    let fighter = "traits = [\"unarmed_fighter\"]";
    for damage in [0, 1] {
        let fists = format!("kind = \"unarmed\", damage = {damage}");
        let good = with_attack(&fists, fighter);
        refuses::<Tiny>(&with_attack(&fists, ""), &format!("{X}.damage"), &["`unarmed_fighter`"], &good);
        assert!(try_tiny(&with_attack(&format!("kind = \"light_melee\", damage = {damage}"), ""), &[]).is_ok());
    }
    assert!(try_tiny(&with_attack("kind = \"unarmed\"", ""), &[]).is_ok());
}

/// TINY-40: policy `medic` needs the trait.
#[test]
fn medics_need_the_trait() {
    let hero = |traits: &str| with_hero(&format!("policy = \"medic\"\ntraits = [{traits}]"));
    refuses::<Tiny>(&hero("\"robust\""), "combatants.hero.policy", &["`medic`"], &hero("\"medic\""));
}

/// TINY-16: policy `skirmisher` needs a harmful ranged attack.
#[test]
fn skirmishers_need_a_harmful_ranged_attack() {
    let hero = |attack: &str| with_attack(attack, "policy = \"skirmisher\"");
    let (path, good) = ("combatants.hero.policy", hero("kind = \"ranged\""));
    let reasons = ["`skirmisher`", "ranged"];
    for kind in ["light_melee", "heavy_melee", "unarmed"] {
        refuses::<Tiny>(&hero(&format!("kind = \"{kind}\"")), path, &reasons, &good);
    }
    refuses::<Tiny>(&hero("kind = \"ranged\", damage = 0"), path, &reasons, &hero("kind = \"ranged\", damage = 1"));
    let no_damage = |text: &str| text.replace("[rules]", "[rules]\nranged_damage = 0");
    refuses::<Tiny>(&no_damage(&good), path, &reasons, &no_damage(&hero("kind = \"ranged\", damage = 1")));
    let unarmed = good.replacen("attacks = [{ id = \"x\", kind = \"ranged\" }]", "attacks = []", 1);
    refuses::<Tiny>(&unarmed, path, &reasons, &good);
    let second = good.replacen("attacks = [", &format!("attacks = [{KNIFE}, "), 1);
    assert!(try_tiny(&second, &[]).is_ok());
}

/// TINY-26: several mistakes are all reported at once, each with its line.
#[test]
fn all_mistakes_are_reported_at_once() {
    let hero = member(
        "hero",
        9,
        5,
        &[r#"{ id = "fists", kind = "unarmed", damage = 1, range = 20 }"#],
        "hp_max = 8\narmor = \"heavy\"\npolicy = \"medic\"\nluck = 1",
    );
    let orc = enemy("orc", 9, 5, &[SWORD], "count = 64\npolicy = \"skirmisher\"");
    let text = scene("disadvantage_dice = 9\nstart_distance = 7\nmax_rounds = 0", &[hero, orc]);
    let problems = try_tiny(&text, &[]).map(|_| ()).expect_err("mistakes");
    for path in [
        "combatants.hero.luck",
        "rules.start_distance",
        "rules.max_rounds",
        "rules.disadvantage_dice",
        "combatants.hero.hp",
        "combatants.hero.armor",
        "combatants.hero.policy",
        "combatants.hero.attacks.fists.damage",
        "combatants.hero.attacks.fists.range",
        "combatants.orc.policy",
        "combatants.orc.position",
        "combatants",
    ] {
        let lines: Vec<&str> = problems.lines().filter(|line| line.contains(&format!("`{path}`"))).collect();
        assert!(lines.len() == 1 && lines[0].starts_with("t:"), "{path}: {problems}");
    }
    assert_eq!(problems.lines().count(), 12, "{problems}");
}

/// TINY-16: a mistake is reported once: a ranged attack whose damage is no number is not missed by `skirmisher` as well.
#[test]
fn one_mistake_is_reported_once() {
    let hero = |attack: &str| with_attack(attack, "policy = \"skirmisher\"");
    let good = hero("kind = \"ranged\"");
    refuses::<Tiny>(&hero("kind = \"ranged\", damage = 21"), &format!("{X}.damage"), &["is 21", "0..=20"], &good);
    refuses::<Tiny>(&hero("kind = \"gun\""), &format!("{X}.kind"), &["\"gun\""], &good);
}
