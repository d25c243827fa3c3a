//! `equipoise check`: what a scenario says and what follows from it, defaults where they are asked for, mistakes for
//! programs.

use std::fs;

use equipoise_engine::System;
use serde_json::Value;

use crate::{assert_narrow, equipoise, fixtures, gallery, refusal_of, stdout_of};

const BRIDGE: &str = "../../../../scenarios/zones/toll-bridge.toml";

/// The keys of a listing, one a line, with what stands beside them.
fn keys(listing: &str) -> Vec<(&str, &str)> {
    let lines =
        listing.lines().skip_while(|line| !line.starts_with("key ")).skip(1).take_while(|line| !line.is_empty());
    let keys = lines.filter(|line| !line.starts_with(' '));
    keys.map(|line| line.split_once(' ').map_or((line, ""), |(key, rest)| (key, rest.trim()))).collect()
}

fn objects(stdout: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn what_the_file_says_is_listed_and_defaults_are_counted() {
    let listing = stdout_of(&format!("check {BRIDGE}"));
    let found = keys(&listing);
    assert!(found.iter().all(|(_, rest)| !rest.contains(" default")), "{listing}");
    for (key, beside) in [
        ("rules.melee_dr", "12 "),
        ("combatants.warden.retreat_below", "20 "),
        ("combatants.adept.attacks.burning-hands.uses", "3 "),
        ("combatants.goblin.attacks.spear.dr", "12 "),
    ] {
        let line = found.iter().find(|(known, _)| *known == key).unwrap_or_else(|| panic!("{key}: {listing}"));
        assert!(line.1.starts_with(beside), "{line:?}");
    }
    let of_spear = listing.split_once("combatants.goblin.attacks.spear.dr").map(|(_, rest)| rest.lines().take(2));
    assert!(of_spear.is_some_and(|mut lines| lines.any(|line| line.contains("(rules.avoid_dr)"))), "{listing}");
    assert!(!listing.contains("heal_below"), "nobody says it: {listing}");
    let all = stdout_of(&format!("check {BRIDGE} --all"));
    let left = keys(&all).len() - found.len();
    assert!(left > 100 && listing.contains("\n\ndefaults are not shown; --all lists them\n"), "{listing}");
    assert!(!all.contains("not shown"), "{all}");
    // A value that is set is listed.
    let set = stdout_of(&format!("check {BRIDGE} --set combatants.rogue.heal_below=30 --set rules.spell_dr=13"));
    assert!(keys(&set).iter().any(|(key, rest)| key.ends_with("rogue.heal_below") && rest.contains("--set")), "{set}");
    assert!(set.contains("combatants.adept.attacks.bolt.dr") && set.contains("(rules.spell_dr)"), "{set}");
}

/// Values of which nothing is listed are not looked at; what is listed is the same without them.
#[test]
fn what_is_said_is_the_same_with_defaults_and_without() {
    for &system in System::ALL {
        for path in gallery(system) {
            let listing = |options: &str| {
                let checked = equipoise(&format!("check {options}")).arg(&path).assert().code(0);
                String::from_utf8(checked.get_output().stdout.clone()).expect("UTF-8")
            };
            // A row of Markdown is one line, however long.
            let rows = |listing: &str| {
                let rows = listing.lines().filter(|line| line.starts_with("| "));
                rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
            };
            let said = rows(&listing("--format markdown"));
            let mut all = rows(&listing("--all --format markdown"));
            all.retain(|row| !row.split(' ').any(|word| word == "default"));
            assert!(!said.is_empty());
            assert_eq!(said, all, "{}", path.display());
            assert_eq!(listing("--quiet"), "");
        }
    }
}

/// `check --all | grep heal_below` finds the key with its value, whatever the width.
#[test]
fn keys_are_never_broken() {
    for columns in ["20", "80", "200"] {
        for &system in System::ALL {
            for path in gallery(system) {
                let run = |format: &str| {
                    let mut command = equipoise(&format!("check --all --format {format}"));
                    command.env("COLUMNS", columns).arg(&path).assert().code(0).get_output().stdout.clone()
                };
                let listing = String::from_utf8(run("table")).expect("UTF-8");
                let [object] = &objects(&run("json"))[..] else { panic!("one scenario") };
                let known: Vec<&str> =
                    object["keys"].as_array().expect("keys").iter().filter_map(|key| key["path"].as_str()).collect();
                let found = keys(&listing);
                assert!(found.iter().all(|(key, rest)| known.contains(key) && !rest.is_empty()), "{listing}");
            }
        }
    }
}

/// A Character has no `skill`, and what a hinderance brings is nothing without one.
#[test]
fn keys_that_a_combatant_may_not_have_are_not_listed() {
    let all = stdout_of(&format!("check {BRIDGE} --all"));
    for key in ["combatants.warden.skill", "combatants.rogue.fearless", "combatants.goblin.attributes"] {
        assert!(!all.contains(key), "{key}");
        refusal_of(&format!("check {BRIDGE} --set {key}={}", if key.ends_with("skill") { "1" } else { "true" }));
    }
    for key in ["combatants.goblin.fearless", "combatants.toll-keeper.attacks.net.hinder_dr"] {
        assert!(all.contains(key), "{key}");
    }
    assert!(!all.contains("combatants.toll-keeper.attacks.club.hinder_dr"), "{all}");
}

#[test]
fn mistakes_are_json_where_json_is_asked_for() {
    let output =
        equipoise("check mistakes.toml spar.toml absent.toml bad-roster.toml --format json").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let scenarios = objects(&output.stdout);
    let names: Vec<&str> = scenarios.iter().filter_map(|scenario| scenario["file"].as_str()).collect();
    assert_eq!(names, ["mistakes.toml", "spar.toml", "absent.toml", "bad-roster.toml"]);
    let counts: Vec<usize> =
        scenarios.iter().map(|scenario| scenario["mistakes"].as_array().expect("a list").len()).collect();
    assert!(counts[0] > 5 && counts[1] == 0 && counts[2] == 1 && counts[3] > 2, "{counts:?}");
    let first = &scenarios[0]["mistakes"][0];
    for (key, value) in
        [("file", "mistakes.toml"), ("path", "nmae"), ("code", "unknown-key"), ("help", "did you mean `name`?")]
    {
        assert_eq!(first[key], value, "{first}");
    }
    assert_eq!((&first["line"], &first["column"]), (&Value::from(3), &Value::from(1)));
    assert!(first["message"].as_str().is_some_and(|message| message.contains("unknown key `nmae`")), "{first}");
    assert_eq!((&scenarios[0]["system"], &scenarios[1]["system"]), (&Value::Null, &Value::from("duel")));
    assert!(scenarios[1]["keys"].as_array().is_some_and(|keys| !keys.is_empty()), "sound scenarios are listed beside");
    assert!(scenarios[2]["mistakes"][0]["message"].as_str().is_some_and(|message| message.contains("cannot read")));
    let cell = scenarios[3]["mistakes"].as_array().and_then(|all| all.iter().find_map(|mistake| mistake.get("cell")));
    assert!(cell.is_some_and(|cell| cell["row"].is_u64() && cell["column"].is_string()), "{:?}", scenarios[3]);
    // People who watch see what they saw before.
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        refusal_of("check mistakes.toml spar.toml absent.toml bad-roster.toml")
    );
    equipoise("check mistakes.toml --format json --quiet").assert().code(2).stdout("");
}

#[test]
fn doubts_are_mistakes_for_the_strict_in_json_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(fixtures().join("spar.toml")).expect("the fixture");
    fs::write(folder.path().join("slip.toml"), text.replacen("attack = 5", "atack = 5", 1)).expect("room");
    let run = |arguments: &str| {
        let mut command = equipoise(&format!("check slip.toml --format json {arguments}"));
        let output = command.current_dir(folder.path()).output().expect("it runs");
        (output.status.code(), objects(&output.stdout).remove(0))
    };
    let (code, object) = run("");
    assert_eq!((code, object["mistakes"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert_eq!(object["doubts"].as_array().map(Vec::len), Some(2), "{object}");
    let (code, object) = run("--strict");
    assert_eq!((code, &object["mistakes"][0]["code"]), (Some(2), &Value::from("doubtful")), "{object}");
}

/// A note is no mistake, even with `--strict`: combatants that differ in nothing but their place in the file.
#[test]
fn combatants_that_differ_in_nothing_but_their_place_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = "attacks = [{ id = \"club\", kind = \"melee\", damage = \"1\" }]";
    let text = format!(
        "system = \"zones\"\nname = \"Two alike\"\n[[combatants]]\nid = \"hero\"\nside = \"party\"\nhp = 5\n\
         attributes = {{ str = 1, dex = 1 }}\n[[combatants]]\nid = \"orc\"\nside = \"enemies\"\nhp = 5\nskill = 1\n{club}\n\
         [[combatants]]\nid = \"ogre\"\nname = \"The other one\"\nside = \"enemies\"\nhp = 5\nskill = 1\n{club}\n"
    );
    fs::write(folder.path().join("alike.toml"), text).expect("room");
    let notes = |arguments: &str| {
        let mut command = equipoise(&format!("check alike.toml --strict --format json {arguments}"));
        let output = command.current_dir(folder.path()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "a note is no mistake");
        objects(&output.stdout).remove(0)["notes"].as_array().expect("a list").clone()
    };
    let said = notes("")[0].as_str().expect("a text").to_owned();
    assert!(said.starts_with("`orc` and `ogre` differ in nothing but their place in the file"), "{said}");
    assert!(said.contains("`rules.order_ties` and `rules.target_ties`"), "{said}");
    let said = notes("--set rules.order_ties=random")[0].to_string();
    assert!(!said.contains("order_ties") && said.contains("target_ties"), "{said}");
    assert!(notes("--set rules.order_ties=random --set rules.target_ties=random").is_empty());
    assert!(notes("--set combatants.ogre.hp=6").is_empty());
    let shown = equipoise("check alike.toml").current_dir(folder.path()).output().expect("it runs");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("`orc` and `ogre` differ in nothing but"), "{shown:?}");
}

/// A column that is for people is ignored under a name of its own, and whoever has another name for it is told.
#[test]
fn an_unknown_column_is_told_how_it_would_be_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let yard = "system = \"duel\"\nname = \"Yard\"\nroster = \"yard.csv\"\n[[combatants]]\nid = \"anna\"\n[[combatants]]\nid = \"bert\"\n";
    fs::write(folder.path().join("yard.toml"), yard).expect("room");
    let rows = "id,NOTES,attributes.attack\nanna,likes cake,7\nbert,,5\n";
    let check = |column: &str| {
        fs::write(folder.path().join("yard.csv"), rows.replace("NOTES", column)).expect("room");
        equipoise("check yard.toml").current_dir(folder.path()).output().expect("it runs")
    };
    let refused = check("notes");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        message.contains("column `notes` is no key") && message.contains("a column named `#notes` is ignored"),
        "{message}"
    );
    assert_eq!(check("#notes").status.code(), Some(0));
}

/// Values that name other keys are broken at dots: no line of the gallery is wider than a terminal.
#[test]
fn listings_of_the_gallery_fit_a_terminal() {
    for scenario in System::ALL.iter().flat_map(|&system| gallery(system)) {
        let mut command = equipoise("check");
        command.current_dir(scenario.parent().expect("a folder")).arg(scenario.file_name().expect("a file"));
        let output = command.assert().code(0).get_output().stdout.clone();
        assert_narrow(&String::from_utf8(output).expect("UTF-8"));
    }
}

/// A script within a scenario is one line of its listing, and a description has the width of the page.
#[test]
fn long_texts_are_no_columns() {
    let folder = fixtures().join("../../../../scenarios/script");
    for name in ["nerves.toml", "single-combat.toml"] {
        let checked = equipoise("check").current_dir(&folder).arg(name).assert().code(0);
        let listing = String::from_utf8(checked.get_output().stdout.clone()).expect("UTF-8");
        assert_narrow(&listing);
        assert!(keys(&listing).iter().any(|(key, rest)| *key == "script" && rest.contains(" lines ")), "{listing}");
    }
    let listing = stdout_of(&format!("check {BRIDGE}"));
    assert!(listing.contains("\nFour travelers against a goblin toll. Which melee_dr "), "{listing}");
    assert!(!listing.contains("\ndescription "), "{listing}");
}
