//! Values that are set and varied, and what is said of those that could mean something else.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::{equipoise, gallery_file, refusal, refusal_of, results_from, stdout_of};

/// A hero of two, and an orc of the roster.
pub(crate) const ARENA: &str = r#"system = "zones"
name = "Arena"
roster = "monsters.csv"
zones = [{ id = "pit", exit = "both" }]
[rules]
morale_triggers = []
[[combatants]]
id = "hero"
side = "party"
count = 2
hp = 11
attributes = { str = 2, dex = 1, con = 1 }
attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]
[[combatants]]
id = "orc"
side = "enemies"
"#;

const MONSTERS: &str = "\
id;hp;skill;attacks.a.kind;attacks.a.damage;hit_dr_mod
rat;3;0;melee;1d4;0
orc;12;2;melee;1d8+1;0
ogre;20;4;melee;2d6;-1
";

/// The program in a folder with files of these names and texts.
fn within(folder: &Path, files: &[(&str, &str)], arguments: &[&str]) -> Command {
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("room");
    }
    let mut command = equipoise("");
    command.current_dir(folder).args(arguments);
    command
}

/// The numbers of every result, without its name and what was varied.
fn numbers(command: &mut Command) -> Vec<Value> {
    let numbers = |mut result: Value| {
        let object = result.as_object_mut().expect("an object");
        object.retain(|key, _| !["values", "scenario"].contains(&key.as_str()));
        result
    };
    results_from(command).into_iter().map(numbers).collect()
}

/// Every row of a bestiary is another monster, as it is with its id in the file.
#[test]
fn a_sweep_of_ids_takes_the_rows_of_a_bestiary() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [("arena.toml", ARENA), ("monsters.csv", MONSTERS)];
    let vary = "combatants.orc.id=rat,orc,ogre";
    let sweep = ["sweep", "arena.toml", "--vary", vary, "-n", "300", "--format", "json"];
    let swept = numbers(&mut within(folder.path(), &files, &sweep));
    for (index, id) in ["rat", "orc", "ogre"].into_iter().enumerate() {
        let edited = ARENA.replace("id = \"orc\"", &format!("id = \"{id}\""));
        let run = ["run", "edited.toml", "-n", "300", "--format", "json"];
        let edited = numbers(&mut within(folder.path(), &[("edited.toml", &edited)], &run));
        assert_eq!(swept[index], edited[0], "{id}");
    }
    assert!(swept[0]["winners"]["party"] != swept[1]["winners"]["party"], "a rat is no orc");

    let both =
        ["sweep", "arena.toml", "--vary", vary, "--vary", "combatants.orc.count=1,2", "-n", "50", "--format", "csv"];
    within(folder.path(), &[], &both).assert().code(0).stderr("");
    let dragon = ["run", "arena.toml", "--set", "combatants.orc.id=dragon", "-n", "1"];
    let refused = refusal(&mut within(folder.path(), &[], &dragon));
    assert!(refused.contains("`combatants.dragon` is not in the roster"), "{refused}");
}

/// The values that `check` shows for paths that end so.
fn checked(command: &mut Command, path: &str) -> String {
    let output = command.assert().code(0).get_output().stdout.clone();
    let answer: Value = serde_json::from_slice(&output).expect("JSON");
    let values = answer["keys"].as_array().expect("what the scenario says");
    let entry = values.iter().find(|entry| entry["path"] == path).unwrap_or_else(|| panic!("{path} in {answer}"));
    entry["value"].to_string()
}

#[test]
fn a_table_that_is_set_keeps_the_rest_of_its_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let duel = "system = \"duel\"\nname = \"Table\"\nroster = \"r.csv\"\n[[combatants]]\nid = \"red\"\n[[combatants]]\nid = \"blue\"\n";
    let files = [("d.toml", duel), ("r.csv", "id,attributes.attack,attributes.cmb\nred,5,4\nblue,6,3\n")];
    let shares = |set: &str| {
        let solve = ["exact", "d.toml", "--set", set, "--format", "json"];
        numbers(&mut within(folder.path(), &files, &solve))[0]["winners"].clone()
    };
    let expected = shares("combatants.red.attributes.attack=9");
    assert_eq!(shares("combatants.red.attributes={ attack = 9 }"), expected);
    assert_eq!(shares("combatants=[{ id = \"red\", attributes = { attack = 9 } }, { id = \"blue\" }]"), expected);
    assert!((expected["party"]["share"].as_f64().expect("a share") - 0.713_739).abs() < 1e-6, "{expected}");
}

/// A list that the file and the row both give is completed entry by entry.
#[test]
fn no_cell_of_a_list_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = ARENA.replace("monsters.csv", "hero.csv").replace("hp = 11\n", "").replace(
        "[[combatants]]\nid = \"orc\"\nside = \"enemies\"\n",
        "[[combatants]]\nid = \"orc\"\nside = \"enemies\"\nhp = 9\nskill = 1\nattacks = [{ id = \"club\", kind = \"melee\", damage = \"1d4\" }]\n",
    );
    let csv =
        "id,hp,attacks.sword.damage,attacks.sword.uses,attacks.bow.kind,attacks.bow.damage\nhero,9,1d12,1,ranged,1d8\n";
    let files = [("s.toml", scenario.as_str()), ("hero.csv", csv)];
    let check = ["check", "s.toml", "--strict", "--format", "json"];
    for (path, value) in [
        ("combatants.hero.attacks.sword.damage", "\"1d8\""),
        ("combatants.hero.attacks.sword.uses", "1"),
        ("combatants.hero.attacks.bow.damage", "\"1d8\""),
    ] {
        let shown = checked(&mut within(folder.path(), &files, &check), path);
        assert_eq!(shown.trim_matches('"'), value.trim_matches('"'), "{path}");
    }
}

#[test]
fn quotes_are_no_part_of_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let axe = "attacks = [{ id = \"axe\", damage = \"1d8\", damage_type = \"chopping\", weapon_speed = 3 }]";
    let fighter =
        |id: &str, side: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nhd = \"2d8\"\n{axe}\n");
    let text = format!("system = \"wounds\"\nname = \"Quoted\"\n{}{}", fighter("a", "party"), fighter("b", "enemies"));
    let run = |set: &str| {
        let arguments = ["run", "q.toml", "-n", "100", "--format", "json", "--set", set];
        numbers(&mut within(folder.path(), &[("q.toml", &text)], &arguments))
    };
    for (quoted, plain) in [
        ("combatants.a.hd=\"3d8\"", "combatants.a.hd=3d8"),
        ("combatants.a.hd='3d8','1d6'", "combatants.a.hd=[\"3d8\", \"1d6\"]"),
        ("combatants.a.attacks.axe.damage_type=\"blunt\"", "combatants.a.attacks.axe.damage_type=blunt"),
    ] {
        assert_eq!(run(quoted), run(plain), "{quoted}");
    }
}

#[test]
fn a_plus_sign_is_refused_with_both_readings() {
    let scenario = "../../../../scenarios/zones/toll-bridge.toml";
    let refused = refusal_of(&format!("run {scenario} --set combatants.warden.hp=+3"));
    assert!(refused.contains("can mean two things") && refused.contains("or `=3` to set it"), "{refused}");
    for vary in ["combatants.warden.hp=+1..=+3", "combatants.warden.hp=+1,+2"] {
        let refused = refusal_of(&format!("sweep {scenario} --vary {vary}"));
        assert!(refused.contains("can mean two things"), "{refused}");
    }
}

#[test]
fn a_suggestion_names_what_was_typed() {
    let scenario = "../../../../scenarios/zones/toll-bridge.toml";
    for (typed, meant) in [
        ("rogue.hp", "combatants.rogue.hp"),
        ("warden.hp", "combatants.warden.hp"),
        ("combatants.goblin-1.hp", "combatants.goblin.hp"),
        ("goblin-2.hp", "combatants.goblin.hp"),
    ] {
        let refused = refusal_of(&format!("run {scenario} --set {typed}=10"));
        assert!(refused.contains(&format!("did you mean `{meant}`?")), "{refused}");
    }
    let refused = refusal_of(&format!("run {scenario} --set enemies.hp=10"));
    assert!(!refused.contains("did you mean") && refused.contains("combatants are named by their id"), "{refused}");
}

#[test]
fn points_between_digits_are_refused() {
    let refused = refusal_of("run spar.toml -n 100.000");
    assert!(refused.contains("100.000` can mean 100 or 100000"), "{refused}");
}

#[test]
fn a_table_that_stands_twice_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let fighter = |id: &str| format!("[[combatants]]\nid = \"{id}\"\nattributes = {{ attack = 3 }}\n");
    let text = format!(
        "system = \"duel\"\nname = \"Twice\"\n[rules]\nmeter_ticks = 9\n[rules]\nmeter_ticks = 11\n{}{}\
         [expect]\nparty = {{ at_least = 0.4 }}\n[expect]\nparty = {{ at_most = 0.1 }}\n",
        fighter("a"),
        fighter("b")
    );
    for command in ["check", "run", "test"] {
        let refused = refusal(&mut within(folder.path(), &[("twice.toml", &text)], &[command, "twice.toml"]));
        assert_eq!(refused.matches("duplicate table").count(), 2, "{refused}");
        assert!(refused.contains("first here"), "{refused}");
    }
}

/// A row of a table of injuries is named by the roll of the file, whatever else of the call gives it another.
#[test]
fn a_row_is_named_by_the_roll_of_its_file() {
    let scenario = gallery_file("crypt-door").display().to_string();
    let row = |set: &str| format!("--set rules.injury_tables.blunt.{set}");
    let swap = [row("1.roll=2"), row("2.roll=1"), row("1.attack=-3")];
    let orders = [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0]];
    let checked = orders.map(|order| {
        let sets = order.map(|index| swap[index].clone()).join(" ");
        let listed: serde_json::Value =
            serde_json::from_str(&stdout_of(&format!("check {scenario} --format json {sets}"))).expect("one object");
        let value = |path: &str| {
            let entries = listed["keys"].as_array().expect("keys");
            let path = format!("rules.injury_tables.blunt.{path}");
            entries.iter().find(|entry| entry["path"] == *path).expect("a row")["value"].clone()
        };
        assert_eq!((value("2.name"), value("2.attack")), ("crushed foot".into(), (-3).into()), "{sets}");
        assert_eq!(value("1.name"), "broken shin", "{sets}");
        ["1", "2"].map(|row| ["arm", "damage", "attack"].map(|key| value(&format!("{row}.{key}"))))
    });
    assert!(checked.iter().all(|rows| *rows == checked[0]), "{checked:?}");
}
