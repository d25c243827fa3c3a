//! Names that were probably not meant.

use super::*;

/// The doubts about a scenario in which these three have attributes.
fn doubts(attributes: [&str; 3]) -> Vec<String> {
    let fighter = |(id, attributes): (&str, &str)| {
        format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\nhp = 1\nattributes = {{ {attributes} }}\n")
    };
    let fighters: String = ["ann", "bob", "cat"].into_iter().zip(attributes).map(fighter).collect();
    doubts_of(&format!("{HEAD}{fighters}"))
}

fn doubts_of(text: &str) -> Vec<String> {
    let scenario = scenario(text);
    assert_eq!(scenario.validate(SCHEMA), []);
    let problems = scenario.problems(scenario.doubts(SCHEMA));
    problems.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn a_name_that_only_one_has_is_doubtful_where_it_is_like_another() {
    assert_eq!(
        doubts(["attack = 1, bluff = 2", "atack = 1, bluff = 2", "attack = 3, bluf = 1"]),
        [
            "a.toml:12:16: `combatants.bob.attributes.atack`: nothing else gives or names `atack`; did you mean `attack`?",
            "a.toml:17:28: `combatants.cat.attributes.bluf`: nothing else gives or names `bluf`; did you mean `bluff`?",
        ]
    );
    let of_two = "dex = 1, dxe = 2";
    assert_eq!(doubts([of_two, "dex = 1", "str = 1"]).len(), 1, "although the same fighter has the right one too");
}

#[test]
fn names_that_others_have_or_that_are_like_none_are_not() {
    assert_eq!(doubts(["attack = 1", "attack = 2", "luck = 1"]), [""; 0]);
    assert_eq!(doubts(["atack = 1", "atack = 2", "attack = 1, attock = 1"]).len(), 2, "one of them is a slip");
    assert_eq!(doubts(["str = 1", "str = 1, str2 = 1", "stt = 1"]).len(), 1, "`str2` is one of a series");
    assert_eq!(doubts(["wind = 1", "wing = 1", "x = 1"]).len(), 2, "each could be the other");
}

#[test]
fn a_name_that_a_key_refers_to_is_meant() {
    let zones = "[[zones]]\nid = \"mill\"\nhazard = { test = \"agi\" }\n";
    let fighter = |name: &str| format!("{HEAD}{FIGHTER}attributes = {{ {name} = 1 }}\n{zones}");
    assert_eq!(doubts_of(&fighter("agi")), [""; 0]);
    let doubt = doubts_of(&fighter("aig"));
    assert!(doubt[0].ends_with("did you mean `agi`?"), "{doubt:?}");
}
