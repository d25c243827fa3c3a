//! The values of defaults, and the keys that a scenario may not have.

use super::*;
use crate::keys;
use crate::scenario::kinds::{Table, Tables};
use crate::scenario::{Follow, Key, PathEntry, common, words};

words! {
    enum Kind {
        Melee = "melee", "close",
        Ranged = "ranged", "far",
    }
}

keys! {
    enum Rules {
        MELEE_DR: u8 = Key::int("melee_dr", 1, 30).default_int(12).doc("x"),
        AVOID_DR: Option<u8> = Key::int("avoid_dr", 1, 30).same_as("rules.melee_dr").doc("x"),
    }
}

keys! {
    enum Attack {
        ID: Id = common::ID,
        KIND: Kind = Key::word("kind").required().doc("x"),
        DR: Option<u8> = Key::int("dr", 1, 30)
            .derived("a Creature's rules.avoid_dr, else rules.melee_dr; ranged 9")
            .follows(&[
                Follow::value("9").when("kind", "ranged"),
                Follow::key("rules.avoid_dr").when("side", "enemies"),
                Follow::key("rules.melee_dr"),
            ])
            .doc("x"),
        SIGHT: Option<u8> = Key::int("sight", 0, 9).doc("ranged alone"),
    }
}

keys! {
    enum Sheet {
        ID: Id = common::ID,
        SIDE: SideWord = common::SIDE,
        HP: u8 = Key::int("hp", 1, 30).required().doc("x"),
        HP_MAX: Option<u8> = Key::int("hp_max", 1, 30).same_as("hp").doc("x"),
        FEARLESS: bool = Key::bool("fearless").default_bool(false).doc("enemies alone"),
        ATTACKS: Tables = Key::tables("attacks", Attack::KEYS, 9).doc("x"),
    }
}

keys! {
    enum File: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 9),
    }
}

const TEXT: &str = r#"
system = "none"
name = "Following"
rules.melee_dr = 14
[[combatants]]
id = "hero"
side = "party"
hp = 7
attacks = [{ id = "bow", kind = "ranged" }, { id = "axe", kind = "melee" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 8
hp_max = 9
attacks = [{ id = "bite", kind = "melee" }]
"#;

fn entries(text: &str) -> (Scenario, Vec<PathEntry>) {
    let scenario = Scenario::parse(Source::new("t", text)).expect("well-formed");
    let paths = scenario.paths(File::KEYS);
    (scenario, paths)
}

#[test]
fn defaults_come_to_what_they_follow_from() {
    let (_, paths) = entries(TEXT);
    let found: Vec<_> = (paths.iter())
        .filter_map(|entry| {
            let following = entry.following.as_ref()?;
            Some((entry.path.as_str(), following.canonical.as_str(), following.is_given))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("rules.avoid_dr", "14", true),
            ("combatants.hero.hp_max", "7", true),
            ("combatants.hero.attacks.bow.dr", "9", false),
            ("combatants.hero.attacks.axe.dr", "14", true),
            ("combatants.orc.attacks.bite.dr", "14", true),
        ]
    );
    let (_, paths) = entries(&TEXT.replace("rules.melee_dr = 14", "rules.avoid_dr = 3"));
    let dr = |path: &str| {
        let entry = paths.iter().find(|entry| entry.path == path).expect("it is listed");
        entry.following.as_ref().map(|following| (following.value.clone(), following.is_given))
    };
    assert_eq!(dr("combatants.hero.attacks.axe.dr"), Some(("12".to_owned(), false)), "a default of a default");
    assert_eq!(dr("combatants.orc.attacks.bite.dr"), Some(("3".to_owned(), true)));
    assert_eq!(dr("rules.avoid_dr"), None, "it is given");
}

/// Rules by which a hero is never fearless, only bows have sights, and `hp_max` is above 6.
fn refuse(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    for sheet in scenario.root(File::KEYS).get(File::COMBATANTS) {
        if sheet.get(Sheet::SIDE) == SideWord::Party && sheet.given(Sheet::FEARLESS) {
            problems.push(sheet.refused(Sheet::FEARLESS, "is an enemy's"));
        }
        if let Some(most) = sheet.get(Sheet::HP_MAX).filter(|most| *most < 7) {
            problems.push(sheet.refused(Sheet::HP_MAX, format!("is {most}, less than 7")));
        }
        for attack in sheet.get(Sheet::ATTACKS) {
            if attack.get(Attack::KIND) == Kind::Melee && attack.given(Attack::SIGHT) {
                problems.push(attack.refused(Attack::SIGHT, "is for ranged attacks alone"));
            }
        }
    }
    problems
}

#[test]
fn keys_that_the_rules_refuse_whatever_their_value_are_found() {
    let (scenario, paths) = entries(TEXT);
    let refused = scenario.refused_paths(&paths, File::KEYS, refuse);
    let refused: Vec<&str> = refused.into_iter().map(|index| paths[index].path.as_str()).collect();
    let sights = ["combatants.hero.attacks.axe.sight", "combatants.orc.attacks.bite.sight"];
    assert_eq!(refused, ["combatants.hero.fearless", sights[0], sights[1]]);
}
