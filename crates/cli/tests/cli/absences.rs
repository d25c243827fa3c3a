//! Fights without somebody: `count = 0`.

use std::fs;

use equipoise_engine::System;

use crate::{equipoise, gallery, refusal_of, results_from, stdout_of};

const BRIDGE: &str = "../../../../scenarios/zones/toll-bridge.toml";

#[test]
fn a_combatant_with_a_count_of_0_is_not_there() {
    let results =
        results_from(&mut equipoise(&format!("run {BRIDGE} -n 500 --set combatants.adept.count=0 --format json")));
    let ids: Vec<&str> =
        results[0]["combatants"].as_array().expect("a list").iter().filter_map(|one| one["id"].as_str()).collect();
    assert!(ids.contains(&"warden-2") && !ids.iter().any(|id| id.starts_with("adept")), "{ids:?}");
    // The same as if the file did not have the table.
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(crate::fixtures().join(BRIDGE)).expect("the scenario");
    let (before, rest) = text.split_once("[[combatants]]\nid = \"adept\"").expect("the table");
    let (_, after) = rest.split_once("[[combatants]]\n").expect("the next table");
    fs::write(folder.path().join("three.toml"), format!("{before}[[combatants]]\n{after}")).expect("room");
    let mut without = equipoise("run three.toml -n 500 --format json");
    assert_eq!(results_from(without.current_dir(folder.path())), results);
}

#[test]
fn who_is_there_can_be_varied_from_nobody_on() {
    let sweep = stdout_of(&format!("sweep {BRIDGE} --vary combatants.goblin.count=0..=2 -n 500 --format csv"));
    assert_eq!(sweep.lines().count(), 4, "{sweep}");
    let moved = stdout_of(&format!("sensitivity {BRIDGE} --only combatants.adept.count -n 500"));
    assert!(moved.contains("combatants.adept.count    1  -"), "a step down leaves it out: {moved}");
    let with = stdout_of(&format!("compare {BRIDGE} --with combatants.adept.count=0 -n 500"));
    assert!(with.contains("party wins") && !with.lines().any(|line| line.starts_with("adept ")), "{with}");
    let tuned = equipoise(&format!(
        "tune {BRIDGE} --vary combatants.goblin.count=0..=9 --target party=70% --max-encounters 50k"
    ));
    assert!({ tuned }.output().expect("it runs").status.code().is_some_and(|code| code < 2));
}

#[test]
fn nobody_is_left_of_a_side() {
    let message = refusal_of(&format!(
        "run {BRIDGE} --set combatants.warden.count=0 --set combatants.rogue.count=0 --set combatants.adept.count=0"
    ));
    assert!(message.contains("`combatants.warden.count`: is 0, so that nobody fights for the party"), "{message}");
    let message = refusal_of(&format!("check {BRIDGE} --set combatants.adept.count=0 --set combatants.adept.hp=0"));
    assert!(message.contains("`combatants.adept.hp` is 0, allowed: 1..=10000"), "{message}");
    let message = refusal_of("run spar.toml --set combatants.fencer.count=0");
    assert!(message.contains("allowed: 1..=1"), "{message}");
}

/// In every system with several combatants on a side each of them can be left out, or its absence is refused in words.
#[test]
fn every_combatant_that_ships_can_be_left_out_or_is_needed() {
    for &system in System::ALL {
        for path in gallery(system) {
            let path = path.display().to_string();
            let listing = stdout_of(&format!("check {path}"));
            let ids = listing.lines().filter_map(|line| line.split(' ').next()?.strip_suffix(".id"));
            let is_combatant = |table: &&str| table.starts_with("combatants.") && table.matches('.').count() == 1;
            let tables: Vec<&str> = ids.filter(is_combatant).collect();
            assert!(tables.len() > 1, "{listing}");
            for table in tables {
                let output =
                    equipoise(&format!("run {path} -n 20 --quiet --set {table}.count=0")).output().expect("it runs");
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                let reasons = ["nobody fights for", "allowed: 1..=1", "names nobody who is there"];
                let is_refused =
                    output.status.code() == Some(2) && reasons.iter().any(|reason| message.contains(reason));
                assert!(output.status.success() || is_refused, "{path} {table}: {message}");
            }
        }
    }
}

#[test]
fn no_seat_of_a_tournament_is_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let seat = |id: &str, side: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\n");
    let attacks = "attacks = [{ id = \"sword\", kind = \"light_melee\" }]\n";
    let text = format!(
        "system = \"tiny\"\nname = \"Arena\"\nroster = \"arena.csv\"\n{}{}{}count = 0\nhp = 5\n{attacks}",
        seat("knight", "party"),
        seat("ogre", "enemies"),
        seat("squire", "party"),
    );
    fs::write(folder.path().join("arena.toml"), text).expect("room");
    let rows = |count: u32| {
        format!(
            "id,hp,count,attacks.1.kind\nknight,9,,light_melee\nogre,12,,heavy_melee\nghost,7,{count},light_melee\n"
        )
    };
    fs::write(folder.path().join("arena.csv"), rows(1)).expect("room");
    let versus = || equipoise("versus arena.toml -n 200").current_dir(folder.path()).output().expect("it runs");
    let message = String::from_utf8_lossy(&versus().stderr).into_owned();
    assert!(message.contains("Arena leaves `squire` out (`count = 0`), and so has no seat there"), "{message}");
    assert_eq!(versus().status.code(), Some(2));
    // A row that stands for nobody has no match.
    let text = fs::read_to_string(folder.path().join("arena.toml")).expect("it was written");
    let (two, _) = text.split_once("[[combatants]]\nid = \"squire\"").expect("the third");
    fs::write(folder.path().join("arena.toml"), two).expect("room");
    fs::write(folder.path().join("arena.csv"), rows(0)).expect("room");
    let message = String::from_utf8_lossy(&versus().stderr).into_owned();
    assert!(
        message.contains("the rules refuse every match of ghost") && message.contains("nobody fights for"),
        "{message}"
    );
    fs::write(folder.path().join("arena.csv"), rows(1)).expect("room");
    assert_eq!(versus().status.code(), Some(0));
}
