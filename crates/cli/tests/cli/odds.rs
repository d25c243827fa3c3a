//! The odds of one roll.

use std::fs;
use std::path::PathBuf;

use equipoise_engine::System;
use serde_json::Value;

use crate::{equipoise, gallery, gallery_file, narrow_snapshot, refusal_of, snapshot, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("odds {arguments} --format json"))).expect("one line of JSON")
}

#[track_caller]
fn assert_is(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// Naturals from 10 on hit, and a 20 doubles 1d8, of which no more than 13 HP are lost: 2 x 7 and 2 x 8 are 13.
#[test]
fn one_attack_is_told_in_sentences_and_numbers() {
    let one = "lone-ogre.toml --attacker sellsword --attack longsword --target ogre";
    narrow_snapshot("odds-one", &stdout_of(&format!("odds {one}")));
    let found = json(one);
    let strike = &found["strikes"][0];
    assert_is(&strike["success"], 11.0 / 20.0);
    assert_is(&strike["critical"], 1.0 / 20.0);
    let doubled = (2.0 + 4.0 + 6.0 + 8.0 + 10.0 + 12.0 + 13.0 + 13.0) / 8.0;
    assert_is(&strike["amounts"][0]["mean"], 10.0 / 20.0 * 4.5 + 1.0 / 20.0 * doubled);
    assert_eq!(strike["attacks"]["until"], "out of the fight");
    let listed = strike["attacks"]["distribution"].as_array().expect("a list");
    let sum: f64 = listed.iter().map(|entry| entry["chance"].as_f64().expect("a chance")).sum();
    let more = strike["attacks"]["more"].as_f64().expect("a chance");
    assert!(more < 1e-6 && (sum + more - 1.0).abs() < 1e-12, "{sum} and {more}");
    // A name does as well as an id, and a change is heard.
    assert_is(&json(&format!("{one} --set rules.melee_dr=15"))["strikes"][0]["success"], 8.0 / 20.0);
}

/// Without options there is a row for each attack; several copies of a combatant have one for all.
#[test]
fn without_options_there_is_a_row_for_each_attack() {
    narrow_snapshot("odds-matrix", &stdout_of("odds band.toml lone-ogre.toml"));
    narrow_snapshot("odds-duel", &stdout_of("odds spar.toml"));
    // Stones are used up, and do not always put their target out of the fight before.
    let stones = stdout_of(&format!("odds {} --attack stones", gallery_file("last-stand").display()));
    assert!(stones.contains("%)") && stones.contains("in brackets: the chance that they ever suffice"), "{stones}");
    snapshot("odds-csv", &stdout_of("odds band.toml --format csv"));
    let strikes = &json("band.toml")["strikes"];
    let names = |strike: &Value| [&strike["attacker"], &strike["target"]].map(|name| name.as_str().map(str::to_owned));
    let pairs: Vec<_> = strikes.as_array().expect("a list").iter().map(names).collect();
    let pair = |attacker: &str, target: &str| [Some(attacker.to_owned()), Some(target.to_owned())];
    assert_eq!(pairs, [pair("cat", "rat"), pair("rat", "cat")]);
    assert_eq!(json("band.toml --attacker rat-2")["strikes"][0]["attacker"], "rat-2");
}

/// Attacks and combatants that share a name are told apart: by their ids in the rows, and `--attack` takes an id as well.
#[test]
fn equal_names_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let knight = |id: &str| {
        format!(
            "[[combatants]]\nid = \"{id}\"\nname = \"Ritter\"\nside = \"party\"\nhp = 5\nattacks = [\
             {{ id = \"x\", name = \"Übel\", kind = \"light_melee\" }}, {{ id = \"y\", name = \"Übel\", kind = \"heavy_melee\" }}, \
             {{ id = \"z\", name = \"Knauf\", kind = \"light_melee\" }}]\n"
        )
    };
    let rat = "[[combatants]]\nid = \"rat\"\nside = \"enemies\"\ncount = 2\nhp = 4\n\
               attacks = [{ id = \"teeth\", kind = \"light_melee\" }]\n";
    let text = format!("system = \"tiny\"\nname = \"Names\"\n{}{}{rat}", knight("a"), knight("b"));
    fs::write(folder.path().join("names.toml"), text).expect("room");
    let rows = |arguments: &[&str]| {
        let mut command = equipoise("odds names.toml --format json");
        let output = command.current_dir(folder.path()).args(arguments).assert().code(0).get_output().stdout.clone();
        let found: Value = serde_json::from_slice(&output).expect("one line of JSON");
        let row = |strike: &Value| {
            ["attacker", "attack", "target"].map(|key| strike[key].as_str().expect("a name").to_owned()).join(" / ")
        };
        found["strikes"].as_array().expect("a list").iter().map(row).collect::<Vec<_>>()
    };
    let of =
        |id: &str| [format!("{id} / Übel (x) / rat"), format!("{id} / Übel (y) / rat"), format!("{id} / Knauf / rat")];
    let [first, second, third] = of("a");
    assert_eq!(rows(&["--attacker", "a"]), [first.clone(), second.clone(), third.clone()]);
    assert_eq!(rows(&["--attacker", "a", "--attack", "Übel"]), [first, second.clone()]);
    for (asked, row) in [("y", &second), ("Übel (y)", &second), ("z", &third)] {
        assert_eq!(rows(&["--attacker", "a", "--attack", asked]), std::slice::from_ref(row), "{asked}");
    }
    // A name that two combatants have means both of them.
    assert_eq!(rows(&["--attacker", "Ritter"]), [&of("a")[..], &of("b")].concat());
    assert_eq!(rows(&["--target", "Ritter"]), ["rat / teeth / a", "rat / teeth / b"]);
}

/// A thousand blows that have to land one in twenty times take 20,000 attacks: more than are worked out one by one, which is said.
#[test]
fn a_number_of_attacks_that_is_too_large_is_told() {
    let sets =
        "--set combatants.ogre.hp=1000 --set combatants.sellsword.attacks.longsword.damage=1 --set rules.melee_dr=30";
    let one = format!("lone-ogre.toml --attacker sellsword --target ogre {sets}");
    let told = stdout_of(&format!("odds {one}")).split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "It takes 20000 attacks on average until ogre is out of the fight; how many suffice with a chance of 9 in 10 is \
                    beyond the 10000 that were worked out one by one.";
    assert!(told.contains(expected), "{told}");
    let rows = stdout_of(&format!("odds lone-ogre.toml {sets}"));
    assert!(rows.contains(">10000") && rows.contains(">: more attacks than were worked out one by one"), "{rows}");
    let attacks = &json(&one)["strikes"][0]["attacks"];
    let more = attacks["more"].as_f64().expect("a chance");
    assert!(more <= 1.0 && more > 0.999_999 && attacks["p90"].is_null(), "{more}");
}

/// An attack is no fight, and an amount below 0 goes the other way.
#[test]
fn a_lone_attack_is_told_as_what_it_is() {
    let told =
        |arguments: &str| stdout_of(&format!("odds {arguments}")).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut named = equipoise("odds spar.toml --attacker fencer");
    let output =
        named.args(["--attack", "fortitude, named by The wrestler"]).assert().code(0).get_output().stdout.clone();
    let named = String::from_utf8(output).expect("text").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(named.contains("moves the marker 0.547 ticks away from its end on average"), "{named}");
    let towards = told("spar.toml --attacker wrestler --attack fortitude");
    assert!(towards.contains("moves the marker 0.547 ticks towards its end on average"), "{towards}");
    assert!(told("spar.toml").contains("failures included; below 0: away from its end"));
    for told in [told("lone-ogre.toml"), told("lone-ogre.toml --attacker ogre")] {
        assert!(told.contains("with a chance of 9 in 10") && !told.contains("of 10 fights"), "{told}");
        assert!(!told.contains("below 0"), "{told}");
    }
}

#[test]
fn whoever_or_whatever_is_not_there_is_refused() {
    for (options, said) in [
        ("--attacker knight", "no combatant `knight` to be the attacker: it has `sellsword`, `ogre`"),
        ("--target elf", "no combatant `elf` to be the target"),
        ("--attack bow", "nobody has an attack `bow`: there is `longsword`, `club`"),
        ("--attacker ogre --attack longsword", "`ogre` has no attack `longsword`: there is `club`"),
        ("--attacker ogre --target ogre", "`ogre` and `ogre` are on the same side"),
    ] {
        let refusal = refusal_of(&format!("odds lone-ogre.toml {options}"));
        assert!(refusal.contains(said), "{options}: {refusal}");
    }
}

/// The file is written again over one of equipoise, and over no other.
#[test]
fn rows_are_written_as_parquet_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odds.parquet");
    let command = format!("odds band.toml --parquet {}", path.display());
    let printed = stdout_of(&command);
    assert_eq!(printed, stdout_of("odds band.toml"));
    let written = fs::read(&path).expect("written");
    assert!(written.starts_with(b"PAR1") && written.ends_with(b"PAR1"));
    let names = ["attacks_p90", "second_amount_mean", "success"];
    assert!(names.iter().all(|name| written.windows(name.len()).any(|found| found == name.as_bytes())));
    stdout_of(&command);
    assert_eq!(fs::read(&path).expect("written"), written, "the same bytes again");
    // It is made again as well, from what it carries.
    let several = folder.path().join("several.parquet");
    stdout_of(&format!("odds band.toml lone-ogre.toml --set rules.max_rounds=9 --parquet {}", several.display()));
    for path in [&path, &several] {
        assert_eq!(stdout_of(&format!("rerun {}", path.display())), format!("{}: same\n", path.display()));
    }
    fs::write(&path, "mine").expect("room");
    assert!(refusal_of(&command).contains("odds.parquet"));
    assert!(refusal_of("odds band.toml --parquet odds.csv").contains("does not end in .parquet"));
}

/// Scenarios of every system have odds for all their attacks: chances that add up to one, and means within them.
#[test]
fn scenarios_of_the_gallery_have_odds() {
    for &system in System::ALL {
        let quick = ["twin-blades", "heath", "spore-hollow", "javelins", "storm", "last-one-standing", "rooftop"];
        let is_quick = |path: &PathBuf| quick.iter().any(|name| path.ends_with(format!("{name}.toml")));
        let scenarios: Vec<PathBuf> = gallery(system).into_iter().filter(is_quick).collect();
        assert!(!scenarios.is_empty(), "{}", system.name());
        for scenario in scenarios {
            let found = json(&scenario.display().to_string());
            for strike in found["strikes"].as_array().expect("a list") {
                if strike["can_be_made"] == false {
                    continue;
                }
                let chance = |key: &str| strike[key].as_f64().expect("a chance");
                assert!(chance("critical") <= chance("success") + 1e-12, "{scenario:?}: {strike}");
                for amount in strike["amounts"].as_array().expect("a list") {
                    let listed = amount["distribution"].as_array().expect("a list");
                    let sum: f64 = listed.iter().map(|entry| entry["chance"].as_f64().expect("a chance")).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{scenario:?}: {strike}");
                }
            }
        }
    }
}
