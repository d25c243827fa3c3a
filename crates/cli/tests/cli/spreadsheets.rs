//! Stat blocks as spreadsheets save them, and slips that no declaration can tell from a name.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::{equipoise, gallery, gallery_file, refusal, results_from};

const YARD: &str = "system = \"duel\"\nname = \"Yard\"\nroster = \"yard.csv\"\n\n[[combatants]]\nid = \"anna\"\n\n[[combatants]]\nid = \"bert\"\n";

/// The program in a folder with a duel of two rows of this roster.
fn in_yard(folder: &Path, roster: &[u8], arguments: &str) -> Command {
    fs::write(folder.join("yard.toml"), YARD).expect("room");
    fs::write(folder.join("yard.csv"), roster).expect("room");
    let mut command = equipoise(arguments);
    command.current_dir(folder);
    command
}

#[test]
fn the_same_sheet_is_read_however_a_spreadsheet_saves_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain =
        "id,name,initiative,policy,attributes.attack,attributes.bluff\nanna,Anna,-1,,7,3\nbert,Bert,2,thrifty,5,5\n";
    let run = |roster: &str| {
        let results =
            results_from(&mut in_yard(folder.path(), roster.as_bytes(), "run yard.toml -n 200 --format json"));
        results[0]["winners"].clone()
    };
    let expected = run(plain);
    let as_in_excel = plain.replace(',', ";").replace('\n', "\r\n");
    for roster in [
        as_in_excel.clone(),
        format!("\u{feff}{as_in_excel}"),
        format!("sep=;\r\n{as_in_excel}"),
        as_in_excel.replace("-1", "\u{2212}1,0").replace(";7;", ";7,00;"),
        plain.replace(',', "\t"),
        plain.replace("-1", "-1.0").replace(",7,", ",7.0,"),
        plain.replace('\n', ",,\n"),
        plain.replace("name,", "name,#notes,").replace("Anna,", "Anna,likes cake,").replace("Bert,", "Bert,,"),
        plain.to_owned() + ",,,,,\n",
    ] {
        assert_eq!(run(&roster), expected, "{roster}");
    }
}

#[test]
fn other_encodings_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    for roster in [&b"id,name\nanna,Ann\xe9\n"[..], b"\xff\xfei\0d\0"] {
        let message = refusal(&mut in_yard(folder.path(), roster, "check yard.toml"));
        assert!(message.contains("save it as UTF-8"), "{message}");
    }
}

#[test]
fn a_whole_stat_block_fits_a_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = "system = \"tiny\"\nname = \"Arena\"\nroster = \"arena.csv\"\n[[combatants]]\nid = \"knight\"\nside = \"party\"\n\
                    [[combatants]]\nid = \"thief\"\nside = \"enemies\"\n";
    let roster = "id;name;hp;armor;traits;attacks.1.id;attacks.1.kind;attacks.bow.kind\n\
                  knight;Knight;6;heavy;armor_training,strong;sword;heavy_melee;\n\
                  thief;Thief;5,0;light;;knife;light_melee;ranged\n";
    fs::write(folder.path().join("arena.toml"), scenario).expect("room");
    fs::write(folder.path().join("arena.csv"), roster).expect("room");
    let mut command = equipoise("check arena.toml --format json");
    let output = command.current_dir(folder.path()).assert().code(0).stderr("").get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    for path in ["knight.attacks.sword.kind", "thief.attacks.knife.kind", "thief.attacks.bow.kind"] {
        assert!(text.contains(&format!("\"path\":\"combatants.{path}\"")), "{path}");
    }
    assert!(!text.contains("knight.attacks.bow"), "its cells are empty");
}

#[test]
fn rows_that_nobody_takes_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = "id,name,initiative,attributes.attack\nanna,A,4,7\nbert,B,2,5\ncarl,C,999,seven\n";
    let message = refusal(&mut in_yard(folder.path(), roster.as_bytes(), "check yard.toml"));
    assert!(message.contains("combatants.carl.initiative") && message.contains("combatants.carl.attributes.attack"));
    in_yard(folder.path(), roster.as_bytes(), "run yard.toml -n 10").assert().code(0);
    let roster = "id,name,initiative,attributes.attack\nanna,A,4,7\nbert,B,2,5\ndora smith,D,3,4\n";
    for command in ["check yard.toml", "versus yard.toml -n 10"] {
        let message = refusal(&mut in_yard(folder.path(), roster.as_bytes(), command));
        assert!(message.contains("yard.csv:4:1") && message.contains("dora smith"), "{command}: {message}");
    }
}

const DUEL: &str = "system = \"duel\"\nname = \"Two\"\n[[combatants]]\nid = \"count\"\nattributes = { attack = 9, bluff = 7 }\n\
                    [[combatants]]\nid = \"captain\"\nattributes = { atack = 6, bluff = 2 }\n";

#[test]
fn a_name_of_one_sheet_alone_is_doubted() {
    let output = equipoise("check -").write_stdin(DUEL).assert().code(0).get_output().clone();
    let (listing, doubts) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(listing.contains("no mistakes"), "{listing}");
    assert!(doubts.contains("atack") && doubts.contains("did you mean `attack`?"), "{doubts}");
    let message = refusal(equipoise("check - --strict").write_stdin(DUEL));
    assert!(message.contains("did you mean `attack`?"), "{message}");
    let sound = DUEL.replace("atack", "attack");
    equipoise("check - --strict --quiet").write_stdin(sound).assert().code(0).stdout("").stderr("");
}

#[test]
fn no_scenario_that_ships_is_doubtful() {
    for &system in equipoise_engine::System::ALL {
        equipoise("check --strict --quiet").args(gallery(system)).assert().code(0).stdout("").stderr("");
    }
}

#[test]
fn stdin_is_read_once() {
    let sound = DUEL.replace("atack", "attack");
    equipoise("sensitivity - -n 10").write_stdin(sound).assert().code(0).stderr("");
}

#[test]
fn what_was_meant_is_suggested() {
    let given = |change: &str, help: &str| {
        let message = refusal(equipoise("check -").args(["--set", change]).write_stdin(DUEL));
        assert!(message.contains(help), "{change}: {message}");
    };
    given("combatants[0].initiative=3", "did you mean `combatants.count.initiative`?");
    given("combatants[2].initiative=3", "did you mean `combatants.captain.initiative`?");
}

#[test]
fn more_threads_than_help_are_not_started() {
    let sound = DUEL.replace("atack", "attack");
    let output =
        equipoise("run - -n 10 --threads 1000").write_stdin(sound).assert().code(0).get_output().stderr.clone();
    let note = String::from_utf8_lossy(&output).into_owned();
    assert!(
        note.contains("instead of 1000") || std::thread::available_parallelism().is_ok_and(|n| n.get() >= 1000),
        "{note}"
    );
}

/// A spreadsheet makes a date of `1-3`. Days and months are told as such, and not offered in small letters.
#[test]
fn rolls_that_became_dates_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = gallery_file("bone-breaker");
    for name in ["wounds-injuries-blade.csv", "wounds-injuries-blunt.csv"] {
        let text = fs::read_to_string(scenario.with_file_name(name)).expect("it ships");
        let row = text.lines().nth(2).expect("rows").split_once(',').expect("cells");
        let dated = text.replace(&format!("\n{},{}", row.0, row.1), &format!("\n1-Mar,{}", row.1));
        fs::write(folder.path().join(name), dated).expect("room");
    }
    fs::copy(&scenario, folder.path().join("a.toml")).expect("room");
    let text = refusal(equipoise("check a.toml").current_dir(folder.path()));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("a spreadsheet has made a date of it") && !text.contains("1-mar"), "{text}");
}
