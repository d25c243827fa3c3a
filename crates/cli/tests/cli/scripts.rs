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

/// Declarations of a script are told, and edited, like the keys of a built-in system.
#[test]
fn declarations_are_told_of_a_scenario() {
    let ford = shipped("ford");
    for (arguments, expected) in [
        (format!("systems {ford}"), "SK-03"),
        (format!("systems {ford} --quiet"), "armour_class"),
        (format!("explain SK-03 --system {ford}"), "SK-03 (script): whoever outnumbers the other side"),
        (format!("explain criticals --system {ford}"), "natural 20s"),
        (format!("explain armour_class --system {ford}"), "what an attack on it has to reach"),
        (format!("explain strongest --system {ford}"), "a word of combatants.*.target"),
    ] {
        let printed = stdout_of(&arguments);
        assert!(printed.contains(expected), "{arguments} says nothing of {expected}:\n{printed}");
    }
    let schema: Value = serde_json::from_str(&stdout_of(&format!("systems {ford} --schema"))).expect("JSON");
    assert_eq!(schema["additionalProperties"], false, "all keys are known");
    let schema = schema.to_string();
    assert!(schema.contains("armour_class") && schema.contains("numbers_help"), "{schema}");
    let unknown = equipoise("explain SK-03").assert().code(2);
    drop(unknown);
    let said = equipoise("systems nowhere.toml").assert().code(2);
    assert!(String::from_utf8_lossy(&said.get_output().stderr).contains("nowhere.toml"));
}

/// Accounts name who did it by the turn, and with what by the third argument of `hurt`.
#[test]
fn accounts_come_with_what_hurts() {
    let result = json(&format!("run {} -n 2000 --quiet --accounts", shipped("single-combat")));
    let mean = |name: &str| {
        let accounts = result["accounts"].as_array().expect("a list");
        let account =
            accounts.iter().find(|account| account["name"] == name).unwrap_or_else(|| panic!("{name}: {accounts:?}"));
        account["mean"].as_f64().expect("a mean")
    };
    let [champion, challenger] = ["champion", "challenger"].map(|id| mean(&format!("accounts.{id}.weapon.points")));
    assert!(champion > 5.0 && challenger > 5.0, "{champion} {challenger}");
    let felled = mean("accounts.champion.weapon.felled");
    let share = result["winners"]["party"]["share"].as_f64().expect("a share");
    assert!((felled - share).abs() < 1e-12, "{felled} {share}");
    assert!(mean("accounts.champion.other.points").abs() < f64::EPSILON);
    // A combatant that is dead after it was down is out once, and a miss is a use.
    let text = "system = \"script\"\nname = \"A\"\naccounts = true\nscript = '''\npoints(\"hp\", 1..=9, 1);\nfn turn(f, me) { let foe = foes(me)[0]; \
                if test(0, 11) { hurt(foe, 1, \"axe\"); dead(foe); } else { hurt(foe, 0, \"axe\"); } }\n'''\n\
                combatants = [{ id = \"a\", side = \"party\" }, { id = \"b\", side = \"enemies\" }]\n";
    let printed = equipoise("run - -n 500 --quiet --format json").write_stdin(text).assert().success();
    let result: Value = serde_json::from_slice(&printed.get_output().stdout).expect("JSON");
    let mean = |name: &str| {
        let accounts = result["accounts"].as_array().expect("a list");
        accounts
            .iter()
            .find(|account| account["name"] == name)
            .and_then(|account| account["mean"].as_f64())
            .expect("a mean")
    };
    let felled = ["a", "b"].map(|id| mean(&format!("accounts.{id}.axe.felled")));
    assert!((felled[0] + felled[1] - 1.0).abs() < 1e-9, "{felled:?}");
    assert!(mean("accounts.a.axe.times") > mean("accounts.a.axe.hits") + 0.1, "misses are uses");
}

/// A day of two fights: points are carried, a rest is what the script makes of a knob, and the fallen lie until they are raised.
#[test]
fn days_carry_points() {
    let day = |rest: &str, raise: &str| {
        format!(
            "system = \"script\"\nname = \"A day\"\nscript = '''\npoints(\"hp\", 1..=20);\nknob(\"rest\", 0..=20, 0);\n\
             fn enter(f, me) {{ if me.side == \"party\" {{ heal(me, f.rest, \"sleep\"); {raise} }} }}\n\
             fn turn(f, me) {{ if test(0, 11) {{ hurt(foes(me)[0], 1, \"sword\"); }} }}\n'''\n\
             combatants = [{{ id = \"hero\", side = \"party\", hp = 4 }}, {{ id = \"page\", side = \"party\", hp = 1 }}]\n\
             [[legs]]\nid = \"gate\"\ncombatants = [{{ id = \"orc\", side = \"enemies\", hp = 2 }}]\n\
             [[legs]]\nid = \"hall\"\nset = {{ \"rules.rest\" = {rest} }}\ncombatants = [{{ id = \"orc\", side = \"enemies\", hp = 2 }}]\n"
        )
    };
    let share = |text: &str, name: &str| {
        let printed = equipoise("exact - --format json").write_stdin(text).assert().success();
        let result: Value = serde_json::from_slice(&printed.get_output().stdout).expect("JSON");
        result.pointer(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("{name}: {result}"))
    };
    let won = "/winners/party/share";
    let [tired, rested, raised] =
        [day("0", ""), day("20", ""), day("20", "if !me.standing { rise(me); }")].map(|text| share(&text, won));
    assert!(tired < rested && rested < raised, "{tired} {rested} {raised}");
    // After a full rest with everybody raised the second fight is the first one.
    let single = day("0", "")
        .split("[[legs]]")
        .next()
        .expect("a root")
        .to_owned()
        .replace("hp = 1 }]", "hp = 1 }, { id = \"orc\", side = \"enemies\", hp = 2 }]");
    let once = share(&single, won);
    assert!((raised - once * once).abs() < 1e-12, "{raised} {once}");
    let printed = equipoise("run - -n 500 --quiet --format json").write_stdin(day("0", "")).assert().success();
    let printed = String::from_utf8_lossy(&printed.get_output().stdout).into_owned();
    assert!(printed.contains("legs.hall.start.hero.hp"), "{printed}");
}

/// Combatants from a table have the keys that the script declares.
#[test]
fn rosters_fill_what_a_script_declares() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = fs::read_to_string(Path::new(&shipped("ford")).with_file_name("skirmish.rhai")).expect("it ships");
    fs::write(folder.path().join("skirmish.rhai"), script).expect("a file");
    fs::write(
        folder.path().join("team.csv"),
        "id,side,hp,armour_class,attack,damage\nguard,party,14,15,5,1d8+2\nraider,enemies,8,12,3,1d6+1\n",
    )
    .expect("a file");
    let scenario = folder.path().join("roster.toml");
    fs::write(
        &scenario,
        "system = \"script\"\nname = \"R\"\nscript = \"skirmish.rhai\"\nroster = \"team.csv\"\n\
         combatants = [{ id = \"guard\" }, { id = \"raider\" }]\n",
    )
    .expect("a file");
    let told = stdout_of(&format!("check {} --all", scenario.display()));
    assert!(told.contains("combatants.guard.armour_class") && told.contains("1d8+2"), "{told}");
    stdout_of(&format!("run {} -n 500 --quiet", scenario.display()));
    fs::write(folder.path().join("team.csv"), "id,side,hp,armour\nguard,party,14,15\nraider,enemies,8,12\n")
        .expect("a file");
    let said = equipoise(&format!("check {}", scenario.display())).assert().code(2);
    let said = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(said.contains("column `armour` is no key"), "{said}");
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
    fs::write(&script, text.replace("1 => \"fumble\",", "")).expect("a file");
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

/// A rule of a script is none that every scenario has: the word is explained where the scenario is named.
#[test]
fn words_of_a_script_need_its_scenario() {
    let said = equipoise("explain SK-03").assert().code(2).get_output().stderr.clone();
    let said = String::from_utf8(said).expect("UTF-8").replace(['\n', '│', '|'], " ");
    assert!(said.contains("--system SCENARIO"), "{said}");
    assert!(stdout_of(&format!("explain SK-03 --system {}", shipped("ford"))).starts_with("SK-03 (script): "));
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
