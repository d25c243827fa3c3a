//! `observe`: games that were played, against the model.

use std::fs;

use serde_json::Value;

use crate::{equipoise, fixtures, gallery_file, narrow_snapshot, refusal, refusal_of, stdout_of};

const GAMES: &str = "observe spar.toml spar-games.csv --ignore date";

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("one line of JSON")
}

#[test]
fn records_are_told_in_tables() {
    let solved = format!("{GAMES} --ignore control_changes");
    narrow_snapshot("observe-exact", &stdout_of(&format!("{solved} --vary rules.meter_ticks=5..=13:2")));
    narrow_snapshot("observe-sampled", &stdout_of(&format!("{GAMES} -n 5000 --vary rules.meter_ticks=5..=13:2")));
    narrow_snapshot("observe-unlike", &stdout_of(&format!("{solved} --set rules.max_rounds=20 --top 1")));
}

/// The record that ships beside its scenario is read, and fits it.
#[test]
fn the_record_that_ships_fits_its_scenario() {
    let scenario = gallery_file("champion");
    let record = scenario.with_file_name("champion-games.csv");
    let found = json(&format!("observe {} {} -n 20000", scenario.display(), record.display()));
    assert_eq!((&found["games"], &found["method"]), (&Value::from(40), &Value::from("sample")));
    let columns = found["columns"].as_array().expect("a list");
    let tests = columns.iter().flat_map(|column| column["tests"].as_array().expect("a list"));
    assert!(tests.clone().count() >= 5);
    assert!(tests.clone().all(|test| test["adjusted"].as_f64().expect("a number") > 0.05), "{found}");
}

/// Same bytes on any number of threads, of samples and of solutions.
#[test]
fn results_are_the_same_on_any_number_of_threads() {
    for arguments in [format!("{GAMES} -n 3000"), format!("{GAMES} --ignore control_changes")] {
        let on = |threads: u32| stdout_of(&format!("{arguments} --format json --threads {threads}"));
        assert_eq!(on(1), on(3), "{arguments}");
    }
}

/// A table of encounters that a data frame writes from Parquet is a record: words, numbers, indices as names, empty cells for what did not
/// happen.
#[test]
fn tables_of_encounters_are_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("back.csv");
    let text = "index,winner,rounds,fencer,wrestler,control_changes,party_any_dead,party_all_out,enemies_any_dead,lead_changes,\
                last_behind,final_margin\n\
                0,party,7,standing,standing,2,0,0,0,1,3,750\n1,timeout,99,standing,standing,4,0,0,0,2,,\n";
    fs::write(&path, text).expect("room");
    let found = json(&format!("observe spar.toml {} -n 2000", path.display()));
    let columns = found["columns"].as_array().expect("a list");
    let named: Vec<&str> = columns.iter().filter_map(|column| column["column"].as_str()).collect();
    assert_eq!(named.join(","), text.lines().next().expect("a header").trim_start_matches("index,"));
    assert_eq!(columns.last().expect("a column")["missing"], 1);
    assert_eq!(found["surprising"][0]["game"], "1", "{found}");
}

/// Numbers of legs and of accounts are columns as well.
#[test]
fn days_and_accounts_have_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.csv");
    let write = |text: &str| fs::write(&path, text).expect("room");
    write("winner,legs.crypt.won,legs.crypt.start.axe.hp\nparty,yes,4\nenemies,no,\n");
    let mut day = gallery_file("champion");
    day.set_file_name("days/down-to-the-crypt.toml");
    let found = json(&format!("observe {} {} -n 1000", day.display(), path.display()));
    let kinds: Vec<&str> =
        found["columns"].as_array().expect("a list").iter().filter_map(|column| column["kind"].as_str()).collect();
    assert_eq!(kinds, ["winner", "share", "number"]);
    write("winner,accounts.cat.claw.damage\nparty,3\n");
    let found = json(&format!("observe band.toml {} -n 1000", path.display()));
    assert_eq!(found["columns"][1]["kind"], "number", "{found}");
}

/// Typing mistakes are refused with their place, and so are options that have no use.
#[test]
fn mistakes_are_refused() {
    for (arguments, said) in [
        ("observe spar.toml spar-games.csv", "column `date` is no number of an encounter of the scenario"),
        ("observe spar.toml spar-games.csv --ignore dat", "there is no column `dat` to leave out"),
        ("observe spar.toml nothing.csv", "cannot read nothing.csv"),
        ("observe spar.toml -", "not from stdin"),
        ("observe spar.toml", "<GAMES.csv>"),
        ("observe spar.toml sheets.csv", "sheets.csv"),
        (
            "observe spar.toml spar-games.csv --ignore date --vary rules.meter_tick=5",
            "no value can be set at `rules.meter_tick`",
        ),
        (
            "observe spar.toml spar-games.csv --ignore date --method exact",
            "does not have the chances of all columns together",
        ),
        ("observe spar.toml spar-games.csv --ignore date --method exact -n 5", "--encounters is for sampled fights"),
        ("observe spar.toml spar-games.csv --ignore date -n 100M", "are as many as can be"),
        ("observe spar.toml spar-games.csv --ignore date --chart levels=a.svg", "calibration"),
    ] {
        let message = refusal_of(arguments).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains(said), "{arguments}: {message}");
    }
}

/// Hostile files are refused with a message, and no terminal is controlled by what stands in them.
#[test]
fn hostile_records_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.csv");
    let write = |text: &[u8]| fs::write(&path, text).expect("room");
    let refused = || {
        let mut command = equipoise("observe spar.toml");
        command.arg(&path);
        refusal(&mut command)
    };
    let wide = format!("{}\n", vec!["a"; 1001].join(","));
    let long = format!("winner\n{}", "party\n".repeat(100_001));
    let escaped = "winner,\u{1b}[31m\u{202e}\nparty,1\n";
    for (text, said) in [
        (&b""[..], "is missing"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"winner\n\"party\n", "quote"),
        (wide.as_bytes(), "1001 cells, at most 1000"),
        (long.as_bytes(), "a table of 100001 games, and at most 100000 are read"),
        (b"winner,count\nparty,18446744073709551615\nparty,1\n", "at most 100000 are read"),
        (b"winner,count\nparty,99999999999999999999\n", "expected how many games"),
        (escaped.as_bytes(), "is no number of an encounter"),
    ] {
        write(text);
        let message = refused();
        let joined = message.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(said), "{said}: {message}");
        assert!(!message.contains('\u{1b}') && !message.contains('\u{202e}'), "{message}");
    }
    // Names of games are shown, and control nothing either.
    write("game,winner\n\u{1b}[31mred\u{202e},party\n".as_bytes());
    let shown = stdout_of(&format!("observe spar.toml {}", path.display()));
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}') && shown.contains("red"), "{shown}");
}

/// The page tells what the table tells, and has both charts.
#[test]
fn pages_have_charts_of_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("games.html");
    let chart = folder.path().join("curve.csv");
    stdout_of(&format!(
        "{GAMES} -n 2000 --vary rules.meter_ticks=5..=13:2 --report {} --chart likelihood={}",
        page.display(),
        chart.display()
    ));
    let text = fs::read_to_string(&page).expect("a page");
    for told in
        ["Model and record", "The most surprising games", "Which value explains the record", "equipoise observe "]
    {
        assert!(text.contains(told), "{told}");
    }
    assert_eq!(fs::read_to_string(&chart).expect("a chart").lines().count(), 6);
    assert!(fixtures().join("spar-games.csv").is_file());
}
