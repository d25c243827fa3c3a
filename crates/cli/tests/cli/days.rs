//! Days of several fights: `[[legs]]`, by every command that takes them, and refused by those that do not.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::{equipoise, refusal, results_from};

const GUARDS: &str = r#"system = "tiny"
name = "Guards"
[rules]
max_rounds = 40
start_distance = 5
[[combatants]]
id = "ann"
side = "party"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "guard"
side = "enemies"
hp = 2
attacks = [{ id = "knife", kind = "light_melee" }]
"#;

const DAY: &str = r#"system = "tiny"
name = "Two guards"
[[legs]]
id = "gate"
scenario = "fights/guards.toml"
[[legs]]
id = "hall"
scenario = "fights/guards.toml"
[expect]
party = { between = [0.5, 0.6] }
combatants."gate/guard".dead = { at_least = 0.85 }
"#;

/// The program in a folder with a day of two fights.
fn within(folder: &Path, arguments: &str) -> Command {
    fs::create_dir_all(folder.join("fights")).expect("room");
    for (name, text) in
        [("fights/guards.toml", GUARDS), ("day.toml", DAY), ("escape.toml", &DAY.replace("fights", "../fights"))]
    {
        fs::write(folder.join(name), text).expect("room");
    }
    let mut command = equipoise(arguments);
    command.current_dir(folder);
    command
}

fn stdout_of(command: &mut Command) -> String {
    let output = command.assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("stdout is UTF-8")
}

fn share(result: &Value) -> f64 {
    result["winners"]["party"]["share"].as_f64().expect("a share")
}

/// The worked check of the ledger: two guards, with and without a sleep between them.
#[test]
fn a_day_is_solved_and_sampled() {
    let folder = tempfile::tempdir().expect("a folder");
    let exact = |more: &str| {
        share(&results_from(&mut within(folder.path(), &format!("exact day.toml {more} --format json")))[0])
    };
    assert!((exact("") - 0.557_147_720_0).abs() < 1e-8, "{}", exact(""));
    assert!((exact("--set legs.hall.rest.hours=6") - 0.717_589_043_0).abs() < 1e-8);
    let sampled = &results_from(&mut within(folder.path(), "run day.toml -n 20000 --format json"))[0];
    assert!((share(sampled) - 0.557_147_72).abs() < 0.02, "{sampled}");
    let ids: Vec<&str> = sampled["combatants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(ids, ["ann", "gate/guard", "hall/guard"]);
}

/// Values are swept by the paths of legs, `check` lists these, and a replay tells the legs by their names.
#[test]
fn commands_take_days() {
    let folder = tempfile::tempdir().expect("a folder");
    let swept = results_from(&mut within(
        folder.path(),
        "sweep day.toml --vary legs.hall.rest.hours=0,6 --method exact --format json",
    ));
    let shares: Vec<f64> = swept.iter().map(share).collect();
    assert!((shares[0] - 0.557_147_72).abs() < 1e-8 && (shares[1] - 0.717_589_043).abs() < 1e-8, "{shares:?}");
    let checked = stdout_of(&mut within(folder.path(), "check day.toml"));
    assert!(checked.contains("legs.hall.combatants.guard.hp") && checked.contains("hall/guard"), "{checked}");
    let told = stdout_of(&mut within(folder.path(), "replay day.toml --find longest -n 50"));
    assert!(told.contains("Leg 1: gate") && told.contains("Leg 2: hall") && told.contains("ann begins with"), "{told}");
    within(folder.path(), "test day.toml").assert().success();
    let schema: Value =
        serde_json::from_str(&stdout_of(&mut within(folder.path(), "systems tiny --schema"))).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let day = json!({ "system": "tiny", "name": "Day", "legs": [
        { "id": "a", "scenario": "a.toml" },
        { "id": "b", "choice": [{ "scenario": "a.toml", "weight": 3 }], "repeat": 2, "rest": { "hours": 6 }, "set": { "rules.max_rounds": 5 } },
    ] });
    assert!(validator.is_valid(&day));
    for (pointer, wrong) in [
        ("/legs/0/id", json!(1)),
        ("/legs/1/rest/hours", json!("six")),
        ("/legs/1/repeat", json!(0)),
        ("/legs", json!([])),
    ] {
        let mut day = day.clone();
        *day.pointer_mut(pointer).expect("it is there") = wrong;
        assert!(!validator.is_valid(&day), "{pointer}");
    }
    assert!(!validator.is_valid(&json!({ "system": "tiny", "name": "Neither" })));
}

/// Studies without an answer for a day say so, and a leg's file lies beneath the folder of the day.
#[test]
fn what_a_day_cannot_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [
        ("odds day.toml", "`legs`: `odds` takes a single fight, and this is a day of several"),
        ("luck day.toml", "`legs`: `luck` takes a single fight"),
        ("skill day.toml", "`legs`: `skill` takes a single fight"),
        ("versus day.toml day.toml", "`legs`: `versus` takes a single fight"),
        ("run day.toml --accounts", "`accounts` cannot be set: a day of several fights keeps no accounts"),
        ("run day.toml --set rules.max_rounds=5", "no value can be set at `rules.max_rounds`"),
        ("run day.toml --set legs.hal.rules.max_rounds=5", "did you mean `legs.hall.rules.max_rounds`?"),
        ("run escape.toml", "`legs.gate.scenario`"),
    ] {
        let said_of = refusal(&mut within(folder.path(), arguments));
        assert!(said_of.contains(said), "{arguments}: {said_of}");
    }
}

/// Mirrors, accounts and gauntlets of a day are refused; the words of a file that is no scenario are not shown.
#[test]
fn what_days_do_not_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    within(folder.path(), "check day.toml").assert().code(0);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    write("mirror.toml", &DAY.replace("party = {", "mirror.party = {"));
    write("gaunt.csv", "id,hp\nrat,1\n");
    for (arguments, said) in [
        ("check mirror.toml", "a day of several fights has no mirror"),
        ("test mirror.toml", "a day of several fights has no mirror"),
        ("gauntlet day.toml --roster gaunt.csv", "`gauntlet` takes a single fight"),
        ("run day.toml --set legs.hall.accounts=true", "a day of several fights keeps no accounts"),
    ] {
        let text = refusal(equipoise(arguments).current_dir(folder.path()));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{arguments}: {text}");
    }
    write("secret.toml", &DAY.replace("fights/guards.toml", ".env"));
    for secret in
        ["API_KEY=ghp_aaaa\n", "DB PASS=ghp_aaaa\n", "ghp_aaaa", "system = \"ghp_aaaa\"\n", "key = \"ghp_aaaa\"\n"]
    {
        write(".env", secret);
        let text = refusal(equipoise("check secret.toml").current_dir(folder.path()));
        assert!(!text.contains("ghp_"), "{secret}: {text}");
    }
}

/// The numbers of legs have one name in recorded results and today's.
#[test]
fn numbers_of_legs_are_compared_with_recorded_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    within(folder.path(), "run day.toml -n 300 --out base").assert().code(0);
    let line = stdout_of(&mut within(folder.path(), "compare --baseline base --today --format json"));
    let found: Value = serde_json::from_str(&line).expect("one result");
    assert_eq!(found["verdict"], "identical", "{found}");
    assert!(!found.to_string().contains("legs.hall.won"), "nothing is gone or new: {found}");
}

/// The same two guards in one file: the party and the rules stand once.
const ONE_FILE: &str = r#"system = "tiny"
name = "Two guards"
[rules]
max_rounds = 40
start_distance = 5
[[combatants]]
id = "ann"
side = "party"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "guard"
side = "enemies"
attacks = [{ id = "knife", kind = "light_melee" }]
[[legs]]
id = "gate"
combatants = [{ id = "guard", hp = 2 }]
[[legs]]
id = "hall"
[[legs.combatants]]
id = "guard"
hp = 2
"#;

/// A folder with the day of one file, changed.
fn one_file(changes: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = changes.iter().fold(ONE_FILE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    fs::write(folder.path().join("one.toml"), text).expect("room");
    folder
}

fn in_folder(folder: &tempfile::TempDir, arguments: &str) -> Command {
    let mut command = equipoise(arguments);
    command.current_dir(folder.path());
    command
}

/// A day of one file is the day of the same scenarios in files, and its paths reach all legs or one.
#[test]
fn a_day_may_be_one_file() {
    let folder = one_file(&[]);
    let exact =
        |more: &str| share(&results_from(&mut in_folder(&folder, &format!("exact one.toml {more} --format json")))[0]);
    assert!((exact("") - 0.557_147_720_0).abs() < 1e-8, "{}", exact(""));
    assert!((exact("--set legs.hall.rest.hours=6") - 0.717_589_043_0).abs() < 1e-8);
    // The guards have HP of their own in each leg, and all else from the root.
    let both = exact("--set legs.gate.combatants.guard.hp=1 --set legs.hall.combatants.guard.hp=1");
    assert!(both > exact("--set legs.hall.combatants.guard.hp=1"), "{both}");
    assert!((exact("--set combatants.guard.hp=1") - exact("")).abs() < 1e-12, "each leg has its own");
    assert!(
        (exact("--set rules.max_rounds=39")
            - exact("--set legs.gate.rules.max_rounds=39 --set legs.hall.rules.max_rounds=39"))
        .abs()
            < 1e-12
    );
    let swept = results_from(&mut in_folder(
        &folder,
        "sweep one.toml --vary combatants.ann.hp=4,5 --vary legs.hall.repeat=1,2 --method exact --format json",
    ));
    let shares: Vec<f64> = swept.iter().map(share).collect();
    assert!(shares.len() == 4 && shares[0] > shares[1] && shares[2] > shares[0] && shares[2] > shares[3], "{shares:?}");
    let checked = stdout_of(&mut in_folder(&folder, "check one.toml"));
    for path in ["combatants.ann.hp", "legs.hall.combatants.guard.hp"] {
        assert!(checked.contains(path), "{path}: {checked}");
    }
    assert!(!checked.contains("legs.hall.combatants.ann"), "what is of the root is listed there: {checked}");
    let whole = stdout_of(&mut in_folder(&folder, "check one.toml --format json"));
    assert!(whole.contains("legs.hall.combatants.ann.hp"), "{whole}");
    let found = results_from(&mut in_folder(
        &folder,
        "sensitivity one.toml -n 200 --only combatants.ann.hp --only legs.hall.repeat --format json",
    ));
    assert!(!found.is_empty());
    in_folder(
        &folder,
        "tune one.toml --vary legs.hall.repeat=1..=3 --target party=25% --margin 10 --max-encounters 20k",
    )
    .assert()
    .success();
}

/// The weights of a choice are values like others.
#[test]
fn weights_are_set_and_swept() {
    let choice = "choice = [{ id = \"weak\", combatants = [{ id = \"guard\", hp = 1 }] }, { id = \"strong\", combatants = [{ id = \"guard\", hp = 4 }] }]";
    let folder = one_file(&[("[[legs.combatants]]\nid = \"guard\"\nhp = 2\n", choice)]);
    let swept = results_from(&mut in_folder(
        &folder,
        "sweep one.toml --vary legs.hall.strong.weight=0,1,3 --method exact --format json",
    ));
    let [never, half, mostly] = swept.iter().map(share).collect::<Vec<_>>()[..] else { panic!("three cells") };
    // With weights of 1 and 3 to 1 the shares are means of those of the two fights.
    let strong = 2.0 * half - never;
    assert!((mostly - (never + 3.0 * strong) / 4.0).abs() < 1e-9 && never > half, "{never} {half} {mostly}");
}

/// Each mistake of a day is told once, and `check` says what does nothing.
#[test]
fn mistakes_of_days_are_told_once() {
    let hall = "id = \"hall\"\n";
    for (from, to, said) in [
        (hall, "id = \"hall\"\nrest = 6\n", "`legs.hall.rest` is the number 6, expected a table"),
        (hall, "", "`legs[2].id` is missing"),
        (hall, "id = \"hall\"\nchoice = [{ id = \"a\", weight = -1 }]\n", "is -1, allowed: 0..=1000"),
        (
            hall,
            "id = \"hall\"\nrest = { hours = \"x\" }\nchoice = [{ id = \"a\" }, { id = \"b\" }]\n",
            "rest.hours` is the text \"x\"",
        ),
        ("hp = 4", "hp = -4", "`combatants.ann.hp` is -4"),
        ("max_rounds = 40", "max_round = 40", "unknown key `rules.max_round`"),
    ] {
        let folder = one_file(&[(from, to)]);
        let text = refusal(&mut in_folder(&folder, "check one.toml"));
        assert_eq!(
            (text.matches(said).count(), text.lines().filter(|line| line.starts_with("  x ")).count()),
            (1, 1),
            "{to}: {text}"
        );
    }
    // Keys of a single fight at the root of a day whose legs all have files.
    let folder = tempfile::tempdir().expect("a folder");
    drop(within(folder.path(), "check day.toml"));
    fs::write(
        folder.path().join("mixed.toml"),
        DAY.replace("[[legs]]\nid = \"gate\"", "[rules]\nmax_rounds = 3\n[[legs]]\nid = \"gate\""),
    )
    .expect("room");
    let text = refusal(equipoise("check mixed.toml").current_dir(folder.path()));
    assert!(text.contains("`rules`: no leg reads it") && !text.contains("none of that name"), "{text}");
    let notes = |changes: &[(&str, &str)], path: &str| {
        let folder = one_file(changes);
        let text = stdout_of(&mut in_folder(&folder, "check one.toml"));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (text.contains(&format!("`{path}` does nothing")), text)
    };
    let gate = "id = \"gate\"\n";
    assert!(notes(&[(gate, "id = \"gate\"\nrest = { hours = 6 }\n")], "legs.gate.rest").0);
    for changes in
        [(gate, "id = \"gate\"\nrepeat = 2\nrest = { hours = 6 }\n"), ("[rules]", "[rest]\nhours = 6\n[rules]")]
    {
        let (is_said, text) = notes(&[changes], "legs.gate.rest");
        assert!(!is_said, "{text}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    drop(within(folder.path(), "check day.toml"));
    fs::write(folder.path().join("single.toml"), GUARDS.replace("[rules]", "[rest]\nhours = 6\n[rules]"))
        .expect("room");
    let text = stdout_of(equipoise("check single.toml").current_dir(folder.path()));
    assert!(text.contains("`rest` does nothing"), "{text}");
}

/// The names of numbers of legs in tables, replays and `explain` are those that options take.
#[test]
fn legs_are_called_by_one_name() {
    let folder = one_file(&[]);
    for word in ["legs", "legs.gate.reached", "legs.gate.won", "legs.gate.rounds", "rest", "choice", "weight", "repeat"]
    {
        let text = stdout_of(&mut in_folder(&folder, &format!("explain {word}")));
        assert!(!text.is_empty(), "{word}");
    }
    let compare = "compare one.toml -n 300 --with legs.hall.combatants.guard.hp=5";
    let compared = stdout_of(&mut in_folder(&folder, compare));
    assert!(compared.contains("legs.hall.won") && !compared.contains(" hall.won"), "{compared}");
    in_folder(&folder, &format!("{compare} --only legs.hall.won")).assert().code(0);
    let told = stdout_of(in_folder(&folder, "replay one.toml").args(["--find", "party wins", "-n", "200"]));
    assert!(
        told.contains("Leg 2: hall") && told.matches(" recovered").count() + told.matches("to recover").count() == 1,
        "{told}"
    );
}

/// The day of one file on the page about days is won as it says it is built: ann first, and three fights.
#[test]
fn the_day_of_the_page_is_played() {
    let page = include_str!("../../../../docs/rules/README.md");
    let texts = page.split("```toml\n").skip(1).map(|text| text.split("```").next().unwrap_or_default());
    let text = texts.into_iter().find(|text| text.contains("[[legs.combatants]]")).expect("the page has it");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("page.toml"), text).expect("room");
    let result = &results_from(&mut in_folder(&folder, "run page.toml -n 500 --format json"))[0];
    assert!(share(result) > 0.5, "{result}");
    let ids: Vec<_> = result["combatants"].as_array().expect("a list").iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [json!("ann"), json!("gate/ogre"), json!("hall-1/rat"), json!("hall-2/rat")]);
}

/// A roster of the day's file gives the rows of all legs, and a name that is set is the day's.
#[test]
fn a_roster_stands_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let day = "system = \"tiny\"\nname = \"R\"\nroster = \"r.csv\"\n[[combatants]]\nid = \"ann\"\nside = \"party\"\n\
               [[legs]]\nid = \"a\"\ncombatants = [{ id = \"rat\", side = \"enemies\", count = 2 }]\n\
               [[legs]]\nid = \"b\"\ncombatants = [{ id = \"ogre\", side = \"enemies\" }]\n";
    let rows = "id,hp,attacks.knife.kind\nann,9,light_melee\nrat,1,light_melee\nogre,2,light_melee\n";
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    write("r.toml", day);
    write("r.csv", rows);
    let told = stdout_of(&mut in_folder(&folder, "run r.toml -n 100 --set name=Other"));
    assert!(told.starts_with("Other (tiny)") && told.contains("a/rat-2") && told.contains("b/ogre"), "{told}");
    for (from, to, said) in [
        ("ann,9", "ann,x", "`combatants.ann.hp` is the text \"x\""),
        ("ogre,2", "ogre,x", "`legs.b.combatants.ogre.hp` is the text \"x\""),
    ] {
        write("r.csv", &rows.replace(from, to));
        let text = refusal(&mut in_folder(&folder, "check r.toml"));
        let told = text.lines().filter(|line| line.starts_with("  x ")).count();
        assert!(text.contains(said) && told == 1, "{text}");
    }
}

/// The page of a day draws how far the party comes, what it has left and where it falls; a single fight has none of these.
#[test]
fn the_page_of_a_day_has_charts_of_its_legs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let charts = "--chart legs=legs.csv --chart left-hp=left.csv --chart out=out.csv";
    let report = "report --encounters 400 --seed 1 --quiet --out pages";
    within(folder.path(), &format!("{report} day.toml {charts}")).assert().code(0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a chart");
    let [legs, left, out] = ["legs.csv", "left.csv", "out.csv"].map(read);
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!((rows(&legs).len(), rows(&left).len(), rows(&out).len()), (4, 2, 2), "{legs}{left}{out}");
    for (text, names) in [(&legs, ["gate", "hall"]), (&left, ["ann", "hall"]), (&out, ["ann", "gate"])] {
        assert!(names.iter().all(|name| text.contains(name)), "{text}");
    }
    let page = read("pages/index.html");
    for said in ["of the days", "How far the party comes", "What is left: hp", "Where everybody falls"] {
        assert!(page.contains(said), "{said}");
    }
    let refused = refusal(&mut within(folder.path(), &format!("{report} fights/guards.toml --chart legs=legs.svg")));
    assert!(refused.contains("legs"), "{refused}");
}

/// Whatever tells a day names the system of its fights.
#[test]
fn a_day_is_of_the_system_of_its_fights() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for command in ["replay --index 0", "run -n 50", "drama -n 50 --method sample"] {
        let told = stdout_of(&mut within(folder.path(), &format!("{command} day.toml --quiet")));
        assert!(told.starts_with("Two guards (tiny)"), "{command}: {told}");
    }
}
