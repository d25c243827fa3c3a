//! Scenarios whose rules are a script: every command takes them, and mistakes are shown in the script.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{equipoise, stdout_of};

fn shipped(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/script");
    folder.join(name).with_extension("toml").display().to_string()
}

fn json(arguments: &str) -> Value {
    let printed = stdout_of(&format!("{arguments} --format json"));
    serde_json::from_str(printed.lines().next().expect("a line")).expect("JSON")
}

/// Declarations of a script behave like the keys, rules and metrics of a built-in system.
#[test]
fn declarations_are_known_to_every_command() {
    let (ford, single) = (shipped("ford"), shipped("single-combat"));
    for (arguments, expected) in [
        (format!("check {ford} --all"), "combatants.guard.armour_class"),
        (format!("run {ford} -n 1000 --quiet"), "criticals"),
        (format!("run {ford} -n 1000 --quiet --set rules.numbers_help=false"), "The ford"),
        (format!("exact {single}"), "exact"),
        (format!("replay {single} --index 3"), "SK-01"),
        (format!("coverage {ford} --quiet"), "an attack hits on a d20"),
        (
            format!("sweep {single} --vary combatants.champion.attack=3..=5 -n 500 --quiet"),
            "combatants.champion.attack",
        ),
        (format!("sensitivity {single} -n 500 --quiet --only combatants.*.hp"), "combatants.champion.hp"),
        (format!("sensitivity {single} -n 500 --quiet --words"), "combatants.champion.target"),
        (format!("compare {single} --with combatants.champion.hp=13 -n 500 --quiet"), "Single combat"),
        (format!("luck {single} -n 2000 --quiet"), "turn"),
        (format!("skill {single} -n 500 --quiet"), "choice"),
        ("systems".to_owned(), "rules of your own"),
        ("init script".to_owned(), "fn turn(f, me)"),
    ] {
        let printed = stdout_of(&arguments);
        assert!(printed.contains(expected), "{arguments} says nothing of {expected}:\n{printed}");
    }
}

/// The text of the script is part of what a result comes from: shards of another script do not fit together.
#[test]
fn the_script_is_part_of_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["skirmish.rhai", "single-combat.toml"] {
        let from = Path::new(&shipped("ford")).with_file_name(file);
        fs::copy(from, folder.path().join(file)).expect("a copy");
    }
    let at = |name: &str| folder.path().join(name).display().to_string();
    let scenario = at("single-combat.toml");
    stdout_of(&format!("run {scenario} --range 0..500 --shard {} --quiet", at("one.json")));
    let script = folder.path().join("skirmish.rhai");
    let text = fs::read_to_string(&script).expect("it is there");
    fs::write(&script, text.replace("face > 1 &&", "")).expect("a file");
    stdout_of(&format!("run {scenario} --range 500..1000 --shard {} --quiet", at("two.json")));
    let merged = equipoise(&format!("merge {} {}", at("one.json"), at("two.json"))).assert().code(2);
    let stderr = String::from_utf8(merged.get_output().stderr.clone()).expect("UTF-8");
    assert!(stderr.contains("two.json"), "{stderr}");
}

/// A sweep over scripts, and a script from the command line.
#[test]
fn another_script_can_be_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let ford = shipped("ford");
    let text = fs::read_to_string(Path::new(&ford).with_file_name("skirmish.rhai")).expect("it ships");
    for (name, text) in [
        ("a.rhai", text.clone()),
        ("b.rhai", text.replace("keep(\"2d20\", 1, \"highest\")", "keep(\"3d20\", 1, \"highest\")")),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let scenario = folder.path().join("ford.toml");
    fs::write(&scenario, fs::read_to_string(&ford).expect("it ships").replace("skirmish.rhai", "a.rhai"))
        .expect("a file");
    let share = |more: &str| {
        let result = json(&format!("run {} -n 2000 --quiet {more}", scenario.display()));
        result["winners"]["party"]["share"].as_f64().expect("a share")
    };
    assert!((share("") - share("--set script=a.rhai")).abs() < f64::EPSILON);
    assert!((share("") - share("--set script=b.rhai")).abs() > 0.01, "three dice for the larger side change the odds");
}

fn refusal(text: &str, command: &str) -> String {
    let output = equipoise(&format!("{command} -")).write_stdin(text).assert().code(2);
    let output = output.get_output();
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn with(turn: &str) -> String {
    format!(
        "system = \"script\"\nname = \"A\"\nscript = '''\nstate(\"luck\");\nfn turn(f, me) {{ {turn} }}\n'''\n\
         [[combatants]]\nid = \"a\"\nside = \"party\"\n[[combatants]]\nid = \"b\"\nside = \"enemies\"\n"
    )
}

#[test]
fn mistakes_are_underlined_in_the_script() {
    let said = refusal(&with("me.luk += 1;"), "check");
    assert!(
        said.contains("there is no `luk`") && said.contains("did you mean `luck`?") && said.contains(":5:21"),
        "{said}"
    );
}

/// A fault prints no number: the place in the script, the encounter, and how to see it.
#[test]
fn a_fault_in_a_fight_ends_the_command() {
    let text = with("say(\\\"so far\\\"); me.luck = 1 / (d(1000) - 1);").replace("\\\"", "\"");
    for command in ["run -n 200000 --quiet", "run -n 200000 --quiet --format json", "exact"] {
        let said = refusal(&text, command);
        assert!(said.contains(":5:"), "{command}: {said}");
        assert_eq!(said.contains("--index"), command != "exact", "{command}: {said}");
    }
    let said = refusal(&with("say(\"so far\"); me.luck = 1 / 0;"), "replay --index 4");
    assert!(said.contains("so far") && said.contains(":5:"), "{said}");
}
