//! Patterns of paths, steps from what stands, and files that overrides name.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::overrides::ARENA;
use crate::{equipoise, refusal, results_of};

/// The arena with a squire, and with a key of the hero at its default.
fn arena() -> String {
    let squire = "[[combatants]]\nid = \"squire\"\nside = \"party\"\nhp = 5\nattributes = { str = 1, dex = 1, con = 1 }\n\
        attacks = [{ id = \"knife\", kind = \"melee\", damage = \"1d4\" }]\n";
    let (party, orc) = ARENA.split_at(ARENA.rfind("[[combatants]]").expect("an orc"));
    format!("{}{squire}{orc}", party.replace("hp = 11\n", "hp = 11\nheal_below = 50\n"))
}

const MONSTERS: &str = "id,hp,skill,attacks.a.kind,attacks.a.damage\norc,12,2,melee,1d8+1\n";
const HARD: &str = "id,hp,skill,attacks.a.kind,attacks.a.damage\norc,25,4,melee,2d6\n";

const DAY: &str = r#"system = "zones"
name = "Day"
[[legs]]
id = "one"
scenario = "arena.toml"
[[legs]]
id = "two"
scenario = "arena.toml"
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let arena = arena();
    let files = [("arena.toml", arena.as_str()), ("monsters.csv", MONSTERS), ("hard.csv", HARD), ("day.toml", DAY)];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("room");
    }
    folder
}

/// The program in a folder. Arguments are separated by blanks.
fn within(folder: &Path, arguments: &str) -> Command {
    let mut command = equipoise(arguments);
    command.current_dir(folder);
    command
}

fn printed(folder: &Path, arguments: &str) -> String {
    let output = within(folder, arguments).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(0), "{arguments}: {stderr}");
    stdout
}

/// The notes beside the results.
fn notes(folder: &Path, arguments: &str) -> String {
    let output = within(folder, arguments).assert().code(0).get_output().stderr.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// Results without their names, their provenance and what was varied.
fn numbers(folder: &Path, arguments: &str) -> Vec<Value> {
    let numbers = |mut result: Value| {
        let object = result.as_object_mut().expect("an object");
        object.retain(|key, _| !["values", "point", "scenario", "targets"].contains(&key.as_str()));
        result
    };
    results_of(&printed(folder, &format!("{arguments} --format json"))).into_iter().map(numbers).collect()
}

/// Every command takes patterns and steps for the values that they come to.
#[test]
fn commands_take_patterns_and_steps_for_what_they_come_to() {
    let folder = folder();
    let folder = folder.path();
    let (written, values) = (
        "--set combatants.*.hp=+10% --set combatants.h*.attributes.*+=1 --set combatants.squire.attacks.*.damage+=1",
        "--set combatants.hero.hp=12 --set combatants.squire.hp=6 --set combatants.orc.hp=13 \
         --set combatants.hero.attributes.str=3 --set combatants.hero.attributes.dex=2 \
         --set combatants.hero.attributes.con=2 --set combatants.squire.attacks.knife.damage=1d4+1",
    );
    for command in [
        "run arena.toml -n 200",
        "run day.toml -n 50",
        "sweep arena.toml --vary rules.melee_dr=10,12 -n 100",
        "sensitivity arena.toml --only rules.melee_dr -n 200",
        "luck arena.toml -n 100",
        "compare arena.toml --with rules.melee_dr=13 -n 200",
        "tune arena.toml --vary rules.melee_dr=10,12 --target party=50% --margin 0.5 --max-encounters 2000",
    ] {
        let (written, values) = if command.contains("day") {
            (written.replace("combatants", "legs.*.combatants"), {
                let of = |leg: &str| values.replace("combatants", &format!("legs.{leg}.combatants"));
                format!("{} {}", of("one"), of("two"))
            })
        } else {
            (written.to_owned(), values.to_owned())
        };
        assert_eq!(
            numbers(folder, &format!("{command} {written}")),
            numbers(folder, &format!("{command} {values}")),
            "{command}"
        );
    }
    let check = |set: &str| {
        let check = printed(folder, &format!("check arena.toml {set}"));
        let lines = check.lines().filter(|line| line.contains(".hp "));
        lines.map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(check(written), ["combatants.hero.hp 12", "combatants.squire.hp 6", "combatants.orc.hp 13"]);
    let told = notes(folder, &format!("run arena.toml -n 9 {written}"));
    let first = "combatants.*.hp=+10%: hero.hp 11 \u{2192} 12, squire.hp 5 \u{2192} 6, orc.hp 12 \u{2192} 13\n";
    assert!(told.starts_with(first) && told.lines().count() == 3, "{told}");
}

/// Patterns and steps are varied as they are set, alone, beside others, zipped, in pairs and as points of a list.
#[test]
fn patterns_and_steps_are_varied_like_values() {
    let folder = folder();
    let folder = folder.path();
    let run = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|set| format!("--set {set}")).collect();
        numbers(folder, &format!("run arena.toml -n 100 {}", set.join(" "))).remove(0)
    };
    let sweep = |vary: &str| numbers(folder, &format!("sweep arena.toml -n 100 {vary}"));
    let portions = ["combatants.*.hp=-20%", "combatants.*.hp=+0%", "combatants.*.hp=+20%"];
    let curve = sweep("--vary combatants.*.hp=-20%..=20%:20%");
    assert_eq!(curve, portions.map(|set| run(&[set])));
    assert_eq!(sweep("--vary combatants.*.hp=-20%,+0%,+20%"), curve);
    assert_eq!(curve[1], run(&[]), "nothing more is what stands");
    let steps = sweep("--set combatants.orc.hp=8 --vary combatants.o*.hp+=0..=2");
    assert_eq!(steps, ["8", "9", "10"].map(|hp| run(&[&format!("combatants.orc.hp={hp}")])));
    assert_eq!(sweep("--set combatants.orc.hp=8 --vary combatants.orc.hp=+=0,+=1,+=2"), steps);
    let grid = sweep("--vary combatants.*.hp=+10%,+20% --vary combatants.*.attributes.str+=0,1");
    assert_eq!((grid.len(), &grid[3]), (4, &run(&["combatants.*.hp=+20%", "combatants.*.attributes.str+=1"])));
    let zipped = sweep("--zip --vary combatants.*.hp=+10%,+20% --vary combatants.*.attributes.str+=0,1");
    assert_eq!(zipped, [grid[0].clone(), grid[3].clone()]);
    let pairs = sweep("--pairs --vary combatants.*.hp=+10%,+20% --vary combatants.*.attributes.str+=0,1");
    assert_eq!(pairs, grid);
    let points = "combatants.*.hp,combatants.*.attributes.str,roster\n+10%,+=0,monsters.csv\n+20%,+=1,monsters.csv\n";
    fs::write(folder.join("design.csv"), points).expect("room");
    assert_eq!(sweep("--points design.csv"), zipped);
    let again = refusal(&mut within(folder, "sweep arena.toml --vary combatants.*.hp=+=-1,-=1"));
    assert!(again.contains("`combatants.*.hp`: the value `-=1` is there twice"), "{again}");
    let table = printed(folder, "sweep arena.toml -n 100 --vary combatants.*.hp=-20%,+20% --format table");
    assert!(
        table.contains("\n-20% ") && table.contains("\n+20% ") && table.contains("*.hp: combatants.*.hp"),
        "{table}"
    );
    let cross = printed(
        folder,
        "sweep arena.toml -n 300 --vary combatants.o*.hp=-50%..=100%:50% --cross party=60% --format table",
    );
    assert!(cross.contains("combatants.o*.hp (% more)"), "{cross}");
}

/// A record has the overrides as written, with the texts that it began at: it is made again to the byte, kept and joined.
#[test]
fn patterns_and_steps_are_recorded_as_they_are_written() {
    let folder = folder();
    let folder = folder.path();
    let written = "--set combatants.*.hp=+10% --set roster=hard.csv --set combatants.orc.skill+=1";
    for (command, name) in [
        (format!("run arena.toml -n 100 {written}"), "run"),
        (
            format!(
                "sweep arena.toml -n 50 --vary combatants.*.hp+=0..=2 --vary roster=monsters.csv,hard.csv {written}"
            ),
            "sweep",
        ),
    ] {
        printed(folder, &format!("{command} --out {name} --format json"));
        let json = printed(folder, &format!("{command} --format json"));
        fs::write(folder.join("a.json"), &json).expect("room");
        assert!(json.contains("combatants.*.hp=+10%") && json.contains("roster=hard.csv"), "{json}");
        // The files are in the record.
        for file in ["hard.csv", "monsters.csv", "arena.toml"] {
            fs::rename(folder.join(file), folder.join(format!("{file}.away"))).expect("it is there");
        }
        for record in [name, "a.json"] {
            let verdicts = printed(folder, &format!("rerun {record} --quiet"));
            assert!(verdicts.lines().all(|line| line.contains(": same")), "{verdicts}");
        }
        for file in ["hard.csv", "monsters.csv", "arena.toml"] {
            fs::rename(folder.join(format!("{file}.away")), folder.join(file)).expect("it is there");
        }
    }
    // Shards of two calls join to the run, and a call goes on where another ended.
    let whole = printed(folder, &format!("run arena.toml -n 100 {written} --format json"));
    printed(folder, &format!("run arena.toml --range 0..60 {written} --shard a.shard"));
    printed(folder, &format!("run arena.toml --range 60..100 {written} --shard b.shard"));
    let counts = |json: &str| results_of(json)[0]["winners"].clone();
    assert_eq!(counts(&printed(folder, "merge a.shard b.shard -n 100 --format json")), counts(&whole));
    let values = "--set combatants.hero.hp=12 --set combatants.squire.hp=6 --set combatants.orc.hp=28 \
                  --set roster=hard.csv --set combatants.orc.skill=5";
    printed(folder, &format!("run arena.toml --range 60..100 {values} --shard c.shard"));
    assert_eq!(
        counts(&printed(folder, "merge a.shard c.shard -n 100 --format json")),
        counts(&whole),
        "the rules see the same"
    );
    printed(folder, &format!("run arena.toml -n 60 {written} --resume kept"));
    assert_eq!(
        counts(&printed(folder, &format!("run arena.toml -n 100 {written} --extend kept --format json"))),
        counts(&whole)
    );
    let csv = printed(folder, "sweep arena.toml -n 50 --vary combatants.*.hp+=0..=1 --format csv");
    assert!(csv.lines().nth(2).is_some_and(|line| line.contains(",+=1,")), "{csv}");
}

/// A file that an override names is read as if the scenario named it.
#[test]
fn a_roster_is_varied() {
    let folder = folder();
    let folder = folder.path();
    let swept = numbers(folder, "sweep arena.toml -n 100 --vary roster=monsters.csv,hard.csv,./hard.csv");
    for (index, file) in ["monsters.csv", "hard.csv", "./hard.csv"].into_iter().enumerate() {
        fs::write(folder.join("edited.toml"), arena().replace("monsters.csv", file)).expect("room");
        assert_eq!(swept[index], numbers(folder, "run edited.toml -n 100")[0], "{file}");
        assert_eq!(swept[index], numbers(folder, &format!("run arena.toml -n 100 --set roster={file}"))[0], "{file}");
    }
    assert!(swept[0] != swept[1], "another orc");
    // Steps begin at what the file says, whatever stands first.
    let stronger = numbers(folder, "run arena.toml -n 100 --set combatants.orc.hp=28 --set roster=hard.csv");
    let swept = "sweep arena.toml -n 100 --set combatants.orc.hp=+10% --vary roster=hard.csv";
    assert_eq!(numbers(folder, swept), stronger);
    let of_day = "run day.toml -n 50 --set legs.*.scenario=edited.toml";
    fs::write(folder.join("edited.toml"), arena().replace("monsters.csv", "hard.csv")).expect("room");
    fs::write(folder.join("hard-day.toml"), DAY.replace("arena.toml", "edited.toml")).expect("room");
    assert_eq!(numbers(folder, of_day), numbers(folder, "run hard-day.toml -n 50"));
    for (set, told) in [
        ("roster=none.csv", "`roster` cannot be read: none.csv"),
        ("roster=../hard.csv", "it is not beneath the folder of the scenario; with --allow-files it would be read"),
        ("combatants.orc.roster=hard.csv", "no value can be set at `combatants.orc.roster`"),
    ] {
        let refused = refusal(&mut within(folder, &format!("run arena.toml -n 1 --set {set}")));
        assert!(refused.contains(told), "{set}: {refused}");
    }
    let refused = refusal(&mut within(folder, "run day.toml -n 1 --set legs.one.roster=hard.csv"));
    assert!(refused.contains("the leg has a file of its own, which says it"), "{refused}");
}

/// Whatever leads nowhere is refused where it stands, by every option that takes it.
#[test]
fn what_leads_nowhere_is_refused() {
    let folder = folder();
    let folder = folder.path();
    for (set, told) in [
        (
            "combatants.*.hpp=+10%",
            &["`combatants.*.hpp` fits no key that can be set", "did you mean `combatants.*.hp`?"][..],
        ),
        (
            "combatants.hero.*=+10%",
            &["`combatants.hero.*` fits keys of different kinds: `combatants.hero.id` (id) and"],
        ),
        ("combatants.orc.hp=+100000%", &["`+100000%` of 12 makes 12012, allowed: 1..=10000"]),
        ("combatants.orc.hp-=12", &["`-=12` of 12 makes 0, allowed: 1..=10000"]),
        (
            "combatants.*.policy+=1",
            &["`combatants.hero.policy`: `+=1` needs a number to begin with, and it is `default`"],
        ),
        (
            "combatants.hero.attributes.int+=1",
            &["`+=1` has nothing to begin with: the key is not set and has no default"],
        ),
        ("combatants.*.attacks.*.damage=+10%", &["needs a whole number to begin with, and it is the dice `1d8`"]),
        ("combatants.hero.heal_below=+10%", &["can mean two things, since the key is in %", "write `+=10`"]),
        ("combatants.hero.hp=+=x", &["`+=x` is no step"]),
        ("combatants.hero.hp=+1,5%", &["`+1,5%` is no step"]),
        (
            "combatants.*.hp=+3",
            &["`combatants.*.hp=+3` can mean two things", "write `+=3` to add 3 to what stands, or `=3` to set it"],
        ),
        ("combatants.orc.hp=+3", &["write `+=3` to add 3 to the 12 there is, which makes 15, or `=3` to set it"]),
    ] {
        for command in
            ["run arena.toml -n 1 --set", "compare arena.toml -n 1 --with", "tune arena.toml --target party=50% --vary"]
        {
            // A comma parts the values of --vary.
            if set.contains(',') && command.ends_with("--vary") {
                continue;
            }
            let refused = refusal(&mut within(folder, &format!("{command} {set}")));
            assert!(told.iter().all(|told| refused.contains(told)), "{command} {set}: {refused}");
        }
    }
    let mixed = refusal(&mut within(folder, "sweep arena.toml --vary combatants.*.hp=5,+=1"));
    assert!(mixed.contains("`5` and `+=1` are of different forms"), "{mixed}");
    let plus = refusal(&mut within(folder, "sweep arena.toml --vary combatants.*.hp=+1..=+3"));
    assert!(plus.contains("write `+=1` to add 1 to what stands, or `1` to set it"), "{plus}");
    fs::write(folder.join("design.csv"), "combatants.*.hp\n+10%\n-100%\n").expect("room");
    let refused = refusal(&mut within(folder, "sweep arena.toml --points design.csv"));
    assert!(refused.contains("design.csv:3:1") && refused.contains("`-100%` of 11 makes 0"), "{refused}");
}
