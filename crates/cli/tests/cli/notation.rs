//! Values as people and spreadsheets write them, whatever the way in.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::{equipoise, refusal, results_from};

/// A pit in which a sellsword meets an ogre that a roster may complete.
const PIT: &str = "system = \"zones\"\nname = \"Pit\"\nroster = \"pit.csv\"\nzones = [{ id = \"pit\" }]\n\
    [[combatants]]\nid = \"a\"\nside = \"party\"\nhp = 11\nattributes = { str = 2, dex = 1 }\n\
    attacks = [{ id = \"s\", kind = \"melee\", damage = \"1d8\" }]\n\
    [[combatants]]\nid = \"orc\"\nside = \"enemies\"\n";

const HEADER: &str = "id,hp,skill,fearless,heal_below,attacks.bite.kind,attacks.bite.damage";

/// The program in a folder with the pit and this roster.
fn in_pit(folder: &Path, roster: &str, arguments: &[&str]) -> Command {
    fs::write(folder.join("pit.toml"), PIT).expect("room");
    fs::write(folder.join("pit.csv"), roster).expect("room");
    let mut command = equipoise("");
    command.current_dir(folder).args(arguments);
    command
}

/// The value at a path, as `check` lists it.
fn value_at(command: &mut Command, path: &str) -> Value {
    let output = command.assert().code(0).stderr("").get_output().stdout.clone();
    let listed: Value = serde_json::from_slice(&output).expect("JSON");
    let text = listed.to_string();
    let entries = find_entries(&listed);
    let entry = entries.iter().find(|entry| entry["path"] == path);
    entry.unwrap_or_else(|| panic!("{path} is not in {text}"))["value"].clone()
}

/// All objects with a path, at any depth.
fn find_entries(json: &Value) -> Vec<&Value> {
    match json {
        Value::Object(map) if map.contains_key("path") && map.contains_key("value") => vec![json],
        Value::Object(map) => map.values().flat_map(find_entries).collect(),
        Value::Array(list) => list.iter().flat_map(find_entries).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn cells_are_read_as_spreadsheets_write_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = format!("{HEADER}\norc,13,-2,true,50,melee,1d6-1\n");
    let run = |roster: &str| {
        let arguments = ["run", "pit.toml", "-n", "200", "--format", "json"];
        results_from(&mut in_pit(folder.path(), roster, &arguments))[0]["winners"].clone()
    };
    let expected = run(&plain);
    for cells in [
        "orc,13,-2,TRUE,50,melee,1d6-1",
        "orc,13,\u{2013}2,True,50%,Melee,1d6\u{2013}1",
        "orc,\u{a0}13,\u{2212}2,true,50.00%,MELEE,1D6 \u{2212} 1",
    ] {
        assert_eq!(run(&format!("{HEADER}\n{cells}\n")), expected, "{cells}");
    }
    assert_ne!(run(&plain.replace("1d6-1", "2d8")), expected);
}

#[test]
fn overrides_are_read_as_cells_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = format!("{HEADER}\norc,13,-2,true,50,melee,1d6-1\n");
    for (path, typed, read) in [
        ("combatants.a.attacks.s.damage", "2d6\u{2212}1", Value::from("2d6-1")),
        ("combatants.orc.skill", "\u{2212}1", Value::from(-1)),
        ("combatants.orc.hp", "1\u{202f}300", Value::from(1300)),
        ("combatants.orc.fearless", "FALSE", Value::from(false)),
        ("combatants.orc.heal_below", "25%", Value::from(25)),
        ("combatants.orc.attacks.bite.kind", "Ranged", Value::from("ranged")),
    ] {
        let set = format!("{path}={typed}");
        let mut command = in_pit(folder.path(), &roster, &["check", "pit.toml", "--format", "json", "--set", &set]);
        assert_eq!(value_at(&mut command, path), read, "{set}");
    }
    let vary = "combatants.orc.skill=\u{2212}1..=1";
    let arguments = ["sweep", "pit.toml", "--vary", vary, "-n", "100", "--format", "csv"];
    let output = in_pit(folder.path(), &roster, &arguments).assert().code(0).get_output().stdout.clone();
    let csv = String::from_utf8(output).expect("UTF-8");
    assert!(csv.lines().any(|line| line.contains("-1")), "{csv}");
}

#[test]
fn what_is_not_clear_is_refused_with_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let row = |cells: &str| format!("{HEADER}\norc,{cells},melee,1d6-1\n");
    for (roster, help) in [
        (row("13,-2,true,0.5"), "the key is in %: 50 is 50 %"),
        (row("13,-2,true,12.5%"), "the key takes whole numbers of %"),
        (row("13%,-2,true,50"), "the key is no percentage; write the number itself"),
    ] {
        let message = refusal(&mut in_pit(folder.path(), &roster, &["check", "pit.toml"]));
        assert!(message.contains(help), "{message}");
    }
    for typed in ["10-16", "10:16", "10 to 16", "10\u{2013}16"] {
        let vary = format!("combatants.orc.hp={typed}");
        let arguments = ["sweep", "pit.toml", "-n", "100", "--vary", &vary];
        let message = refusal(&mut in_pit(folder.path(), &row("13,-2,true,50"), &arguments));
        assert!(message.contains("is no range: write `10..=16`"), "{typed}: {message}");
    }
    let vary = "combatants.orc.attacks.bite.damage=1-3";
    let arguments = ["sweep", "pit.toml", "-n", "100", "--vary", vary];
    let message = refusal(&mut in_pit(folder.path(), &row("13,-2,true,50"), &arguments));
    assert!(message.contains("`1..=3`"), "{message}");
}

#[test]
fn a_minus_sign_that_toml_lacks_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = PIT.replace("roster = \"pit.csv\"\n", "").replace("hp = 11", "hp = \u{2212}11");
    fs::write(folder.path().join("pit.toml"), text).expect("room");
    let message = refusal(equipoise("check pit.toml").current_dir(folder.path()));
    assert!(message.contains("(U+2212)") && message.contains("write `hp = -11`"), "{message}");
}

#[test]
fn a_workbook_is_no_roster() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("pit.toml"), PIT.replace("pit.csv", "pit.xlsx")).expect("room");
    fs::write(folder.path().join("pit.xlsx"), b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\xe9[Content_Types].xml\xffxl/")
        .expect("room");
    let message = refusal(equipoise("check pit.toml").current_dir(folder.path()));
    assert!(message.contains("it is an Excel workbook, not text; save it as CSV"), "{message}");
}

/// Damage of several kinds of dice is sampled, solved and shown in one form.
#[test]
fn dice_of_several_kinds_are_dice_like_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = format!("{HEADER}\norc,13,0,,50,melee,1d6+1\n");
    let wins = |command: &str, damage: &str| {
        let set = format!("combatants.a.attacks.s.damage={damage}");
        let arguments: Vec<&str> = command.split(' ').chain(["pit.toml", "--format", "json", "--set", &set]).collect();
        let results = results_from(&mut in_pit(folder.path(), &roster, &arguments));
        results[0]["winners"]["party"].clone()
    };
    let share = |winner: &Value| winner["share"].as_f64().or_else(|| winner.as_f64()).expect("a share");
    // A one-sided die is a constant, so that the same fight can be said with one kind where critical hits double both.
    let multiplied = "exact --set rules.crit_constant=multiplied";
    assert_eq!(wins(multiplied, "1d8+2d1"), wins(multiplied, "1d8+2"));
    let (sampled, exact) = (share(&wins("run -n 40k", "1D6 + 1d8")), share(&wins("exact", "1d8+1d6")));
    // |z| < 5 with 40,000 encounters: a false alarm has a chance below 1e-6.
    assert!((sampled - exact).abs() < 5.0 * (0.25_f64 / 40_000.0).sqrt(), "{sampled} is not {exact}");
    assert!(exact > share(&wins("exact", "2d6")) && exact < share(&wins("exact", "2d8")));
    let set = "combatants.a.attacks.s.damage=1d6 + 2 + 1D8";
    let mut command = in_pit(folder.path(), &roster, &["check", "pit.toml", "--format", "json", "--set", set]);
    assert_eq!(value_at(&mut command, "combatants.a.attacks.s.damage"), "1d8+1d6+2");
}

/// However dice are written, they are one value of a sweep, and so is a number, a truth value or a word.
#[test]
fn equal_values_of_a_sweep_are_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = format!("{HEADER}\norc,13,0,,50,melee,1d6+1\n");
    let vary = |values: &str| {
        let vary = format!("combatants.{values}");
        in_pit(folder.path(), &roster, &["sweep", "pit.toml", "-n", "10", "--format", "json", "--vary", &vary])
    };
    for (values, again) in [
        ("orc.attacks.bite.damage=1d6 + 1,1d6+1", "1d6+1"),
        ("a.attacks.s.damage=d8,1D8", "1d8"),
        ("orc.hp=9,9.0", "9"),
        ("orc.hp=1,1.0", "1"),
        ("orc.fearless=yes,true,WAHR", "true"),
        ("orc.fearless=no,yes,off", "false"),
        ("a.attacks.s.kind=Melee,ranged,\"melee\"", "melee"),
    ] {
        let message = refusal(&mut vary(values));
        assert!(message.contains(&format!("the value `{again}` is there twice")), "{message}");
    }
    let tune = ["tune", "pit.toml", "--target", "party=50%", "--vary", "combatants.orc.fearless=yes,true"];
    let message = refusal(&mut in_pit(folder.path(), &roster, &tune));
    assert!(message.contains("the value `true` is there twice"), "{message}");
    let results = results_from(&mut vary("orc.attacks.bite.damage=1d6 + 2,D6"));
    let values = results.iter().map(|result| result["values"]["combatants.orc.attacks.bite.damage"].clone());
    assert_eq!(values.collect::<Vec<_>>(), ["1d6+2", "1d6"]);
    let results = results_from(&mut vary("orc.fearless=yes,FALSCH"));
    let values = results.iter().map(|result| result["values"]["combatants.orc.fearless"].clone());
    assert_eq!(values.collect::<Vec<_>>(), [true, false]);
}

/// A text without quotes in the place of a truth value is answered with `true` or `false`, wherever its key stands.
#[test]
fn bare_truth_values_are_answered_without_quotes() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str| {
        fs::write(folder.path().join("pit.toml"), text).expect("room");
        fs::write(folder.path().join("pit.csv"), format!("{HEADER}\norc,13,0,,50,melee,1d6\n")).expect("room");
        refusal(equipoise("check pit.toml").current_dir(folder.path()))
    };
    for (written, help) in [("yes", "true"), ("WAHR", "true"), ("on", "true"), ("off", "false"), ("Falsch", "false")] {
        let root = check(&format!("accounts = {written}\n{PIT}"));
        assert!(root.contains(&format!("help: write `accounts = {help}`")), "{root}");
        let combatant = check(&format!("{PIT}fearless = {written}\n"));
        assert!(combatant.contains(&format!("help: write `fearless = {help}`")), "{combatant}");
    }
    let unclear = check(&format!("accounts = maybe\n{PIT}"));
    assert!(unclear.contains("help: write `accounts = true` or `accounts = false`"), "{unclear}");
    let name = check(&PIT.replace("\"Pit\"", "yes"));
    assert!(name.contains("help: write `name = \"yes\"`"), "{name}");
    let mistyped = check(&format!("accounts = \"yes\"\n{PIT}"));
    assert!(mistyped.contains("write `true`, without quotes"), "{mistyped}");
}

/// Values that are read in a cell are read behind `--set` as well.
#[test]
fn truth_values_and_decimals_are_read_in_cells_and_overrides_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |cells: &str, set: &[&str]| {
        let roster = format!("{HEADER}\norc,{cells},50,melee,1d6\n");
        let mut arguments = vec!["check", "pit.toml", "--format", "json"];
        arguments.extend(set.iter().flat_map(|set| ["--set", set]));
        let path = |path: &str| value_at(&mut in_pit(folder.path(), &roster, &arguments), path);
        (path("combatants.orc.fearless"), path("combatants.orc.hp"))
    };
    let expected = check("13,0,true", &[]);
    for (truth, hp) in [("yes", "13.0"), ("WAHR", "13.00"), ("Vrai", "13")] {
        assert_eq!(check(&format!("{hp},0,{truth}"), &[]), expected);
        let set = [format!("combatants.orc.fearless={truth}"), format!("combatants.orc.hp={hp}")];
        assert_eq!(check("1,0,false", &[&set[0], &set[1]]), expected);
    }
}

/// A file that is no attempt at a scenario is told with the systems that there are.
#[test]
fn a_page_is_no_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    for text in ["<!DOCTYPE html>\n<html lang=\"en\"></html>\n", "The ogre stands at the gate, and it hits hard.\n"] {
        fs::write(folder.path().join("page.toml"), text).expect("room");
        let message = refusal(equipoise("run page.toml").current_dir(folder.path()));
        for told in ["this is no scenario", "`system = \"thrum\"`", "`equipoise init duel`"] {
            assert!(message.replace('\n', " ").contains(told), "{message}");
        }
    }
}

/// HP that are dice are solved as the mixture of the fights with each number, by the chance of the number.
#[test]
fn rolled_hp_are_the_mixture_of_their_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "system = \"zones\"\nname = \"Rolled hit points\"\nzones = [{ id = \"pit\" }]\n\
        [[combatants]]\nid = \"sellsword\"\nside = \"party\"\nhp = 11\nattributes = { str = 2, dex = 1 }\n\
        attacks = [{ id = \"longsword\", kind = \"melee\", damage = \"1d8\" }]\n\
        [[combatants]]\nid = \"ogre\"\nside = \"enemies\"\nhp = \"3d8\"\nskill = 0\n\
        attacks = [{ id = \"club\", kind = \"melee\", damage = \"1d6+1\" }]\n";
    fs::write(folder.path().join("rolled.toml"), text).expect("room");
    let party = |arguments: &str| -> Vec<f64> {
        let mut command = equipoise(arguments);
        let results = results_from(command.current_dir(folder.path()));
        results.iter().map(|result| result["winners"]["party"]["share"].as_f64().expect("a share")).collect()
    };
    let by_number = party("sweep rolled.toml --method exact --vary combatants.ogre.hp=3..=24 --format json");
    assert_eq!(by_number.len(), 22);
    let mut ways = [0_u32; 22];
    for (a, b, c) in (0..8).flat_map(|a| (0..8).flat_map(move |b| (0..8).map(move |c| (a, b, c)))) {
        ways[a + b + c] += 1;
    }
    let mixture: f64 = ways.iter().zip(&by_number).map(|(&ways, share)| f64::from(ways) / 512.0 * share).sum();
    let solved = party("exact rolled.toml --format json")[0];
    assert!((solved - mixture).abs() < 1e-12, "{solved} is not {mixture}");
    assert!((solved - 0.4516).abs() < 5e-5, "{solved}");
    let sampled = party("run rolled.toml -n 40k --format json")[0];
    // |z| < 5 with 40,000 encounters: a false alarm has a chance below 1e-6.
    assert!((sampled - solved).abs() < 5.0 * (0.25_f64 / 40_000.0).sqrt(), "{sampled} is not {solved}");
}
