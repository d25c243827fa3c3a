//! Recorded results as a baseline: what moved since, and which fights.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::{assert_narrow, equipoise, fixtures, narrow_snapshot, refusal, snapshot};

/// A folder with scenarios of its own.
struct Yard(TempDir);

impl Yard {
    fn new() -> Self {
        let yard = Self(tempfile::tempdir().expect("a folder"));
        for file in ["spar.toml", "band.toml"] {
            fs::copy(fixtures().join(file), yard.path().join(file)).expect("room");
        }
        yard
    }

    /// With the results of some command lines.
    fn with(recorded: &[&str]) -> Self {
        let yard = Self::new();
        for arguments in recorded {
            yard.stdout(arguments);
        }
        yard
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = equipoise(arguments);
        command.current_dir(self.path());
        command
    }

    /// Stdout, where the exit status is as expected.
    fn told(&self, arguments: &str, code: i32) -> String {
        let output = self.command(arguments).assert().code(code).get_output().stdout.clone();
        String::from_utf8(output).expect("UTF-8")
    }

    fn stdout(&self, arguments: &str) -> String {
        self.told(arguments, 0)
    }

    fn results(&self, arguments: &str, code: i32) -> Vec<Value> {
        let told = self.told(&format!("{arguments} --format json"), code);
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn refusal(&self, arguments: &str) -> String {
        refusal(&mut self.command(arguments))
    }

    /// Replaces a text in a file. What it replaces has the same length, so that the end of a Parquet file stays where it is.
    fn edit(&self, file: &str, from: &str, to: &str) {
        assert_eq!(from.len(), to.len());
        let path = self.path().join(file);
        let mut bytes = fs::read(&path).expect("there");
        let found: Vec<usize> =
            (0..=bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from.as_bytes())).collect();
        assert!(!found.is_empty(), "{file} has no {from}");
        for at in found {
            bytes[at..at + from.len()].copy_from_slice(to.as_bytes());
        }
        fs::write(path, bytes).expect("room");
    }
}

/// A record whose texts play otherwise than they did looks just like one that was made under other rules.
const THREE: &str = "max_rounds = 3";
const FOUR: &str = "max_rounds = 4";

#[test]
fn what_was_recorded_is_identical() {
    for recorded in [
        "run spar.toml band.toml -n 2k --out base",
        "run band.toml --set combatants.cat.hp=5 --seed 9 --range 5..900 --range 1k..2k --confidence 0.9 --out base",
        "run spar.toml --precision 0.02 --out base",
        "run band.toml -n 500 --check --out base",
        "sweep band.toml --vary combatants.cat.hp=2..=4 -n 500 --out base",
        "sweep spar.toml --vary rules.meter_ticks=5,7 --method exact --out base",
        "exact band.toml --out base",
    ] {
        let yard = Yard::with(&[recorded]);
        let results = yard.results("compare --baseline base", 0);
        assert!(!results.is_empty());
        for result in results {
            assert_eq!(result["verdict"], "identical", "{recorded}");
            assert_eq!(result["rules"]["values"], Value::Array(Vec::new()), "{recorded}");
        }
        assert_eq!(yard.results("compare --baseline base/run.json --today --threads 3", 0)[0]["verdict"], "identical");
    }
    let yard = Yard::with(&["run band.toml -n 100 --out base"]);
    let printed = yard.stdout("run spar.toml band.toml -n 100 --format json");
    fs::write(yard.path().join("printed.json"), printed).expect("room");
    assert_eq!(yard.results("compare --baseline printed.json", 0).len(), 2);
    narrow_snapshot("baseline-identical", &yard.stdout("compare --baseline printed.json"));
}

/// The share or mean of a name in what a run prints.
fn number(run: &Value, name: &str) -> Value {
    let quantity = |name: &str| {
        let list = run["quantities"].as_array().expect("a list");
        list.iter().find(|entry| entry["name"] == name).expect("there").clone()
    };
    match name {
        "rounds.mean" => run["rounds"]["mean"].clone(),
        "winners.party" => run["winners"]["party"]["share"].clone(),
        "final_margin" => quantity(name)["mean"].clone(),
        "party_any_dead" => quantity(name)["share"].clone(),
        _ => panic!("{name}"),
    }
}

#[test]
fn other_rules_give_other_numbers_for_the_same_texts() {
    for (method, n) in [("run band.toml -n 3k", 3000), ("exact band.toml", 0)] {
        let yard = Yard::with(&[&format!("{method} --out base")]);
        yard.edit("base/run.json", THREE, FOUR);
        let found = &yard.results("compare --baseline base", 1)[0];
        assert_eq!((&found["verdict"], &found["rules"]["verdict"]), (&"different".into(), &"different".into()));
        assert!(found.get("changes").is_none() && found["rules"].get("fights").is_none());
        assert_eq!(found["rules"]["encounters"][0].as_u64(), (n > 0).then_some(n));
        let runs = ["", " --set rules.max_rounds=4"].map(|set| {
            let printed = yard.stdout(&format!("{method}{set} --format json"));
            serde_json::from_str::<Value>(&printed).expect("JSON")
        });
        for name in ["winners.party", "rounds.mean", "party_any_dead", "final_margin"] {
            let values = found["rules"]["values"].as_array().expect("values");
            let shift = values.iter().find(|shift| shift["name"] == name).expect("it moved");
            assert_eq!((&shift["before"], &shift["after"]), (&number(&runs[0], name), &number(&runs[1], name)));
            assert_eq!(shift["p"].is_number(), n > 0, "{name}");
            let is_clear = n == 0 || ["winners.party", "rounds.mean"].contains(&name);
            assert!(shift["verdict"] == "different" || !is_clear, "{name}");
        }
        yard.told("compare --baseline base --fail-on significant", 1);
    }
    let yard = Yard::with(&["run band.toml spar.toml -n 3k --out base"]);
    yard.edit("base/run.json", THREE, FOUR);
    narrow_snapshot("baseline-rules", &yard.told("compare --baseline base", 1));
    snapshot("baseline-rules-csv", &yard.told("compare --baseline base --format csv --only party --only rounds", 1));
}

/// One encounter more is no difference that chance could not make, and still a difference.
#[test]
fn what_moved_within_chance_may_be_forgiven() {
    let yard = Yard::with(&["run spar.toml -n 1k --out base"]);
    let text = fs::read_to_string(yard.path().join("base/run.json")).expect("there");
    let count = |winner: &str| -> (usize, u64) {
        let start = text.find(&format!("\"{winner}\":{{\"count\":")).expect("there") + winner.len() + 12;
        let digits: String = text[start..].chars().take_while(char::is_ascii_digit).collect();
        (start, digits.parse().expect("a number"))
    };
    let (at, wins) = count("party");
    let changed = format!("{}{}{}", &text[..at], wins + 1, &text[at + wins.to_string().len()..]);
    fs::write(yard.path().join("base/run.json"), changed).expect("room");
    let found = &yard.results("compare --baseline base", 1)[0];
    assert_eq!(found["verdict"], "moved");
    assert_eq!(found["rules"]["key"], "winners.party.count");
    assert_eq!(found["rules"]["values"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["rules"]["values"][0]["verdict"], "undecided");
    assert_eq!(yard.results("compare --baseline base --fail-on significant", 0)[0]["verdict"], "moved");
    let same = &yard.results("compare --baseline base --margin 0.2", 1)[0];
    assert_eq!((&same["rules"]["values"][0]["verdict"], &same["margin"]), (&"same within 0.2".into(), &0.2.into()));
}

/// The end of an encounter, as its replay tells it.
fn end(yard: &Yard, words: &[Value], index: u64) -> Value {
    let mut words: Vec<String> = words.iter().skip(1).map(|word| word.as_str().expect("a word").to_owned()).collect();
    let at = words.iter().position(|word| word == "--index").expect("it has one") + 1;
    words[at] = index.to_string();
    let output = yard.command("").args(words).args(["--format", "json"]).assert().code(0).get_output().stdout.clone();
    let mut told: Value = serde_json::from_slice(&output).expect("JSON");
    let told = told.as_object_mut().expect("an object");
    for key in ["lines", "pictures", "provenance"] {
        told.remove(key);
    }
    told.clone().into()
}

#[test]
fn a_changed_scenario_tells_the_first_fight_that_differs() {
    let yard = Yard::with(&["run spar.toml -n 3k --set rules.max_rounds=90 --seed 4 --out base"]);
    fs::copy(yard.path().join("spar.toml"), yard.path().join("old.toml")).expect("room");
    yard.edit("spar.toml", "attack = 10\n", "attack = 11\n");
    assert_eq!(yard.results("compare --baseline base", 0)[0]["verdict"], "identical", "its texts are those of then");
    for arguments in ["--today", "spar.toml", "./spar.toml"] {
        let found = &yard.results(&format!("compare --baseline base {arguments}"), 1)[0];
        let part = &found["changes"];
        assert_eq!((&found["rules"]["verdict"], &part["verdict"]), (&"identical".into(), &"different".into()));
        let fights = &part["fights"];
        let first = fights["first"].as_u64().expect("an index");
        let ends = |index: u64| {
            ["before", "after"].map(|side| end(&yard, fights["replay"][side].as_array().expect("words"), index))
        };
        for index in 0..first {
            let [before, after] = ends(index);
            assert_eq!(before, after, "{index} comes before the first that differs, {first}");
        }
        let [before, after] = ends(first);
        assert_ne!(before, after, "{first}");
        // The numbers are those of the comparison of both files.
        let compared = "compare old.toml spar.toml -n 3k --set rules.max_rounds=90 --seed 4 --format json";
        let compared: Value = serde_json::from_str(&yard.stdout(compared)).expect("JSON");
        let values = compared["values"].as_array().expect("values");
        let moved = part["values"].as_array().expect("values");
        assert!(moved.len() > 5);
        for shift in moved {
            let same = values.iter().find(|value| value["name"] == shift["name"]).expect("the same number");
            for (key, other) in [("before", "first"), ("after", "second"), ("difference", "difference"), ("p", "p")] {
                assert_eq!(shift[key], same[other], "{} {key}", shift["name"]);
            }
            let width = |value: &Value| value["hi"].as_f64().expect("a number") - value["lo"].as_f64().expect("too");
            assert!(width(shift) > width(same), "all numbers share the error");
        }
    }
    let table = yard.told("compare --baseline base --today", 1);
    narrow_snapshot("baseline-today", &table);
    let markdown = yard.told("compare --baseline base --today --format markdown --only party --only rounds", 1);
    snapshot("baseline-markdown", &markdown);
}

#[test]
fn a_change_is_put_to_all_that_was_recorded() {
    let yard = Yard::with(&["run spar.toml -n 2k --out base"]);
    let found = &yard.results("compare --baseline base --with rules.meter_ticks=11", 1)[0];
    assert_eq!(found["changes"]["verdict"], "different");
    let words = found["changes"]["fights"]["replay"]["after"].as_array().expect("words");
    assert!(words.contains(&"rules.meter_ticks=11".into()) && words.contains(&"--recorded".into()), "{words:?}");
    let same = &yard.results("compare --baseline base --with rules.meter_ticks=9", 0)[0];
    assert_eq!(same["changes"]["verdict"], "identical");
    let exact = Yard::with(&["sweep band.toml --vary combatants.cat.hp=2,3 --method exact --out base"]);
    for found in exact.results("compare --baseline base --with rules.start_distance=10", 1) {
        let (rules, changes) = (&found["rules"], &found["changes"]);
        assert_eq!((&rules["verdict"], &changes["verdict"]), (&"identical".into(), &"different".into()));
        assert!(changes.get("fights").is_none() && changes["values"][0]["lo"].is_null());
        assert_eq!(changes["encounters"], serde_json::json!([null, null]));
    }
}

#[test]
fn numbers_that_one_side_lacks_are_named() {
    let yard = Yard::with(&["run band.toml -n 300 --out base"]);
    let path = yard.path().join("band.toml");
    let text = fs::read_to_string(&path).expect("there").replace("id = \"cat\"", "id = \"dog\"");
    fs::write(&path, text).expect("room");
    // The same fights under another name: no fight differs, and the numbers of `cat` are gone all the same.
    let part = &yard.results("compare --baseline base --today --fail-on significant", 1)[0]["changes"];
    assert_eq!((&part["verdict"], &part["fights"]["differing"]), (&"different".into(), &0.into()));
    let names = |side: &str| part[side].as_array().expect("names").iter().map(ToString::to_string).collect::<String>();
    assert!(names("gone").contains("combatants.cat.dead") && names("new").contains("combatants.dog.dead"));
    assert_narrow(&yard.told("compare --baseline base --today", 1));
}

/// A scenario that was deleted or renamed is missing, and one that was added is named; the others are compared.
#[test]
fn a_scenario_that_is_gone_does_not_stop_the_others() {
    let yard = Yard::with(&["run spar.toml band.toml -n 200 --out then"]);
    fs::rename(yard.path().join("spar.toml"), yard.path().join("brawl.toml")).expect("renamed");
    fs::write(yard.path().join("notes.toml"), "x = 1\n").expect("room");
    let compare = "compare --baseline then --today";
    let results = yard.results(compare, 1);
    let verdicts: Vec<_> = results.iter().map(|result| (&result["verdict"], result.get("missing"))).collect();
    assert_eq!(verdicts, [(&"missing".into(), Some(&"spar.toml".into())), (&"identical".into(), None)]);
    assert_eq!(results[0]["rules"]["verdict"], "identical");
    let table = yard.told(compare, 1);
    assert!(table.contains("1 missing, 1 identical") && table.contains("there is no spar.toml any more"), "{table}");
    assert!(table.contains("not in the baseline: brawl.toml\n"), "{table}");
    let csv = yard.told(&format!("{compare} --format csv"), 1);
    assert!(csv.contains("\n1,The first challenge,changes,,,,,,,,,,missing,spar.toml\n"), "{csv}");
    yard.told(&format!("{compare} --fail-on significant"), 1);
    yard.stdout("compare --baseline then --today band.toml");
    // One that has mistakes is told, and the others are compared.
    yard.edit("band.toml", "system = ", "sistem = ");
    let output = yard.command(compare).assert().code(2).get_output().clone();
    let [told, why] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert!(told.contains("1 result of then: 1 missing") && why.contains("sistem"), "{told}{why}");
}

#[test]
fn scenarios_choose_among_the_results() {
    let yard = Yard::with(&["run spar.toml band.toml -n 300 --out base", "run band.toml -n 300 --out one"]);
    yard.edit("band.toml", "hp = 3", "hp = 4");
    let names = |arguments: &str, code| {
        let results = yard.results(&format!("compare --baseline {arguments}"), code);
        results.iter().map(|result| result["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("base band.toml", 1), ["Band"]);
    assert_eq!(names("base ./spar.toml", 0), ["The first challenge"]);
    assert_eq!(names("base band.toml spar.toml", 1), ["The first challenge", "Band"]);
    // New scenarios among those of a folder are named, and the others are compared.
    fs::copy(yard.path().join("spar.toml"), yard.path().join("new.toml")).expect("room");
    let told = yard.told("compare --baseline base --today band.toml new.toml spar.toml", 1);
    assert!(told.contains("2 results of base") && told.contains("not in the baseline: new.toml"), "{told}");
    let message = yard.refusal("compare --baseline base band.toml new.toml");
    assert!(message.contains("no result is of new.toml"), "{message}");
    fs::remove_file(yard.path().join("new.toml")).expect("it was made");
    fs::rename(yard.path().join("band.toml"), yard.path().join("moved.toml")).expect("room");
    assert_eq!(names("one moved.toml", 1), ["Band"], "there is one scenario only");
    let message = yard.refusal("compare --baseline base moved.toml");
    assert!(message.contains("no result is of moved.toml: there are results of band.toml, spar.toml"), "{message}");
    assert!(yard.told("compare --baseline base --today", 1).contains("there is no band.toml any more"));
}

#[test]
fn rows_tell_which_fights_other_rules_play_otherwise() {
    let recorded = ["run spar.toml band.toml -n 70k --out base", "run band.toml -n 70k --encounters-out rows.parquet"];
    let yard = Yard::with(&recorded);
    let rows = "compare --baseline base --rows rows.parquet";
    let found = &yard.results(rows, 0)[1];
    let same = serde_json::json!({ "encounters": 70_000, "differing": 0, "first": null });
    assert_eq!((&found["verdict"], &found["rules"]["fights"]), (&"identical".into(), &same));
    narrow_snapshot("baseline-rows-identical", &yard.stdout(rows));
    for file in ["base/run.json", "rows.parquet"] {
        yard.edit(file, THREE, FOUR);
    }
    let found = &yard.results(rows, 1)[1];
    let fights = &found["rules"]["fights"];
    let first = fights["first"].as_u64().expect("an index");
    // The rules of then are those of the file as it still stands.
    let then = |index: u64| {
        let words = ["equipoise", "replay", "band.toml", "--index", "0"].map(Value::from);
        end(&yard, &words, index)
    };
    let now = |index: u64| end(&yard, fights["replay"]["after"].as_array().expect("words"), index);
    (0..first).for_each(|index| assert_eq!(then(index), now(index), "{index}"));
    let [before, after] = [then(first), now(first)];
    let columns = fights["columns"].as_array().expect("columns");
    let winner = columns.iter().find(|cell| cell["column"] == "winner").expect("it ends otherwise");
    assert_eq!((&winner["before"], &winner["after"]), (&before["winner"], &after["winner"]));
    assert_eq!(fights["replay"]["before"], fights["replay"]["after"]);
    assert_eq!(yard.results(&format!("{rows} --threads 3"), 1)[1]["rules"], found["rules"]);
    narrow_snapshot("baseline-rows", &yard.told(&format!("{rows} --only party"), 1));
}

#[test]
fn rows_of_something_else_are_refused() {
    let yard = Yard::with(&[
        "run spar.toml band.toml -n 300 --out base --parquet",
        "run band.toml -n 300 --encounters-out rows.parquet",
        "run band.toml -n 300 --seed 2 --encounters-out other.parquet",
        "run band.toml -n 300 --set combatants.cat.hp=9 --encounters-out hp.parquet",
        "run band.toml -n 300 --encounters-out twin.parquet",
    ]);
    for (rows, told) in [
        ("other.parquet", "other.parquet has the encounters of no result of the baseline"),
        ("hp.parquet", "hp.parquet has the encounters of no result"),
        ("base/summary.parquet", "has no rows of encounters"),
        ("base", "has no rows of encounters"),
        ("absent.parquet", "cannot read absent.parquet"),
        ("spar.toml", "spar.toml"),
        ("rows.parquet --rows twin.parquet", "are of the same result"),
    ] {
        let message = yard.refusal(&format!("compare --baseline base --rows {rows}"));
        assert!(message.contains(told), "{rows}: {message}");
    }
    // Damage anywhere is found, or harmless; it is never a reason to panic.
    let whole = fs::read(yard.path().join("rows.parquet")).expect("there");
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        fs::write(yard.path().join("bad.parquet"), &bytes).expect("room");
        let output = yard.command("compare --baseline base --rows bad.parquet").output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0..=2)) && !told.contains("panicked"), "{at}: {told}");
    }
}

#[test]
fn what_is_no_baseline_is_refused() {
    let yard = Yard::with(&[
        "run band.toml -n 300 --out base --parquet",
        "run band.toml -n 300 --encounters-out rows.parquet",
        "run band.toml --range 0..300 --shard shard.json",
    ]);
    let write = |name: &str, text: &str| fs::write(yard.path().join(name), text).expect("room");
    for (name, command) in [
        ("compare.json", "compare spar.toml band.toml -n 50"),
        ("replay.json", "replay spar.toml --index 0"),
        ("coverage.json", "coverage spar.toml -n 5"),
    ] {
        write(name, &yard.stdout(&format!("{command} --format json")));
    }
    fs::create_dir(yard.path().join("empty")).expect("room");
    let whole = fs::read_to_string(yard.path().join("base/run.json")).expect("there");
    write("cut.json", &whole[..whole.len() / 2]);
    write("no-numbers.json", &whole.replace("\"winners\"", "\"losers\""));
    write("many.json", &whole.replacen("\"party\":{\"count\":", "\"party\":{\"count\":9", 1));
    write("negative.json", &whole.replacen("\"sd\":", "\"sd\":-", 1));
    fs::create_dir(yard.path().join("partial")).expect("room");
    write("partial/run.json", &whole.replacen("\"results\":", "\"partial\":true,\"results\":", 1));
    for (baseline, told) in [
        ("absent", "cannot read absent"),
        ("empty", "cannot read empty/run.json"),
        ("partial", "partial is partial"),
        ("cut.json", "no record of results"),
        ("compare.json", "compare.json: result 1 is one of `compare`"),
        ("replay.json", "result 1 is one of `replay`"),
        ("coverage.json", "result 1 is one of `coverage`"),
        ("no-numbers.json", "no-numbers.json: result 1 is damaged: `winners` is missing"),
        ("many.json", "result 1 is damaged: `winners.party` is missing, or is no number of encounters"),
        ("negative.json", "is damaged: `rounds.mean`"),
        ("shard.json", "shard.json has no results"),
        ("rows.parquet", "rows.parquet has no results"),
        ("base/summary.parquet", "base/summary.parquet has no results"),
        ("spar.toml", "spar.toml"),
    ] {
        let message = yard.refusal(&format!("compare --baseline {baseline}"));
        assert!(message.contains(told), "{baseline}: {message}");
    }
    // A scenario that today's rules refuse is told with its mistakes.
    yard.edit("base/run.json", THREE, "max_rounds = 0");
    let message = yard.refusal("compare --baseline base");
    assert!(message.contains("base: result 1 cannot be made again") && message.contains("max_rounds"), "{message}");
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let yard = Yard::with(&["run band.toml -n 300 --out base"]);
    for (arguments, told) in [
        ("--baseline base -n 9", "cannot be used with"),
        ("--baseline base --seed 9", "cannot be used with"),
        ("--baseline base --set rules.max_rounds=9", "cannot be used with"),
        ("--baseline base --until-decided", "cannot be used with"),
        ("--baseline base --plan", "cannot be used with"),
        ("--baseline base --fail-on all", "possible values"),
        ("--baseline base --only part --only rounds", "no quantity matches `part`"),
        ("--baseline base --only party --format json", "--only needs --format"),
        ("--baseline base --with rules.max_round=9", "did you mean"),
        ("--baseline base --benchmark base/run.json", "it is the same file as the record"),
        ("--baseline base band.toml --benchmark band.toml", "it is the same file as"),
        ("spar.toml band.toml --today", "--baseline"),
        ("spar.toml band.toml --fail-on any", "--baseline"),
        ("spar.toml band.toml --rows x", "--baseline"),
        ("spar.toml band.toml --benchmark x", "--baseline"),
        ("spar.toml band.toml spar.toml", "two scenarios"),
        ("", "required"),
    ] {
        let message = yard.refusal(&format!("compare {arguments}"));
        assert!(message.contains(told), "{arguments}: {message}");
    }
    for (arguments, told) in [
        ("--recorded base", "base has no result of spar.toml"),
        ("--recorded absent", "cannot read absent"),
        ("--recorded spar.toml", "spar.toml"),
    ] {
        let message = yard.refusal(&format!("replay spar.toml --index 3 {arguments}"));
        assert!(message.contains(told), "{arguments}: {message}");
    }
}

/// It is said, and what the version adds is no difference.
#[test]
fn another_version_is_compared_all_the_same() {
    let yard = Yard::with(&["run band.toml -n 300 --out base"]);
    let path = yard.path().join("base/run.json");
    let text = fs::read_to_string(&path).expect("there");
    let version = format!("\"equipoise\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let start = text.find("{\"name\":\"lead_changes\"").expect("a quantity");
    let end = text[start..].find('}').expect("its end") + start + 2;
    for (cut, verdict, code) in [(false, "identical", 0), (true, "different", 1)] {
        let text = if cut { format!("{}{}", &text[..start], &text[end..]) } else { text.clone() };
        fs::write(&path, text.replace(&version, "\"equipoise\":\"0.0.9\"")).expect("room");
        let output = yard.command("compare --baseline base --format json").output().expect("it runs");
        let [told, note] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert!(note.contains("base: made by equipoise 0.0.9"), "{note}");
        let found: Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!((&found["equipoise"], &found["verdict"]), (&"0.0.9".into(), &verdict.into()));
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(found["rules"]["new"].is_array(), cut);
    }
}

#[test]
fn a_replay_reads_what_was_recorded() {
    let yard = Yard::with(&["run spar.toml -n 100 --out base"]);
    let expected = yard.stdout("replay spar.toml --index 7");
    fs::remove_file(yard.path().join("spar.toml")).expect("there");
    assert_eq!(yard.stdout("replay spar.toml --index 7 --recorded base"), expected);
    assert!(yard.refusal("replay spar.toml --index 7").contains("cannot read spar.toml"));
}

fn list(yard: &Yard, file: &str) -> Vec<Value> {
    serde_json::from_slice(&fs::read(yard.path().join(file)).expect("written")).expect("a list")
}

#[test]
fn benchmark_trackers_get_a_list() {
    let yard =
        Yard::with(&["run spar.toml band.toml -n 300 --benchmark run.json --only party --only rounds --format json"]);
    let found = list(&yard, "run.json");
    let names: Vec<&str> = found.iter().filter_map(|entry| entry["name"].as_str()).collect();
    let titles = ["The first challenge", "Band"];
    let expected = titles.map(|title| ["winners.party", "rounds.mean"].map(|name| format!("{title}: {name}")));
    assert_eq!(names, expected.concat());
    let run: Value = serde_json::from_str(&yard.stdout("run spar.toml -n 300 --format json")).expect("JSON");
    let party = &run["winners"]["party"];
    let value = |key: &str| party[key].as_f64().expect("a number");
    assert_eq!(found[0]["value"].as_f64(), Some(value("share") * 100.0));
    assert_eq!(found[0]["range"], format!("± {}", (value("hi") - value("lo")) / 2.0 * 100.0));
    assert_eq!((&found[0]["unit"], &found[1]["unit"]), (&"%".into(), &"rounds".into()));
    yard.stdout("sweep band.toml --vary combatants.cat.hp=2,3 -n 300 --benchmark sweep.json --only party --out base");
    let swept = list(&yard, "sweep.json");
    assert_eq!(swept[1]["name"], "Band, combatants.cat.hp=3: winners.party");
    yard.stdout("exact band.toml --benchmark exact.json");
    let exact = list(&yard, "exact.json");
    assert!(exact.len() > 50 && exact.iter().all(|entry| entry.get("range").is_none()));
    // The numbers of today: those of the record, or of what is changed.
    yard.stdout("compare --baseline base --benchmark again.json --only party");
    assert_eq!(list(&yard, "again.json"), swept);
    yard.told("compare --baseline base --benchmark changed.json --only party --with rules.start_distance=10", 1);
    let changed = list(&yard, "changed.json");
    yard.stdout(
        "sweep band.toml --vary combatants.cat.hp=2,3 -n 300 --benchmark own.json --only party --set rules.start_distance=10",
    );
    assert_eq!(changed, list(&yard, "own.json"));
    assert_ne!(changed, swept);
    assert!(yard.refusal("run band.toml --benchmark band.toml").contains("it is the same file as"));
    assert!(yard.refusal("run band.toml --benchmark -").contains("stdout"));
}

/// An interrupt leaves nothing that a tracker should take.
#[cfg(unix)]
#[test]
fn an_interrupt_judges_nothing_and_lists_nothing() {
    let yard = Yard::with(&["run spar.toml -n 300 --out base"]);
    let path = yard.path().join("list.json");
    let (code, _, note) =
        crate::streams::interrupted(&format!("run spar.toml -n 1e15 --benchmark {}", path.display()), 1);
    assert!(code == Some(130) && note.contains("list.json was not written") && !path.exists(), "{note}");
    yard.edit("base/run.json", "[[0,300]]", "[[0,999]]");
    let record = yard.path().join("base/run.json");
    let text = fs::read_to_string(&record).expect("there").replace("[[0,999]]", "[[0,999999999999]]");
    fs::write(&record, text).expect("room");
    let (code, told, note) = crate::streams::interrupted(&format!("compare --baseline {}", record.display()), 1);
    assert_eq!((code, told.as_str()), (Some(130), ""), "{note}");
    assert!(note.contains("interrupted: 0 of 1 results were played again, none is judged"), "{note}");
}
