//! The output of `equipoise tune`, and how sure it is.

use serde_json::Value;

use crate::sweeps::varied;
use crate::{equipoise, narrow_snapshot, refusal_of, snapshot, stdout_of, tuned};

fn json(command: &str) -> Value {
    let format = format!("{command} --format json");
    let line = if command.starts_with("tune") { tuned(&format) } else { stdout_of(&format) };
    assert_eq!(line.lines().count(), 1);
    serde_json::from_str(&line).expect("JSON")
}

#[test]
fn a_ranking_is_printed_as_table_csv_and_json() {
    let tune = "tune spar.toml --vary rules.meter_ticks=5..=15:2 --target party=0.75 --target rounds=10:0.01";
    narrow_snapshot("tune-table", &tuned(tune));
    snapshot("tune-csv", &tuned(&format!("{tune} --format csv")));
    snapshot("tune-json", &tuned(&format!("{tune} --format json")));
    narrow_snapshot(
        "tune-open",
        &tuned("tune spar.toml --vary rules.meter_ticks=9,11,13 --target party=0.7 --max-encounters 20k"),
    );
}

/// Six targets have no room beside the race: no word is taken apart, and each cell keeps its place.
#[test]
fn many_targets_are_set_below_the_race() {
    let table = tuned(
        "tune spar.toml --vary rules.meter_ticks=5..=13:4 --vary rules.natural_20_move=1,2 --target party=0.7 \
         --target rounds=10:0.01 --target lead_changes=0.5 --target party_all_out=0.3 --target combatants.fencer.down=0.3 \
         --target double_moves=1:0.1 --max-encounters 60k",
    );
    narrow_snapshot("tune-many-targets", &table);
    let cells: Vec<Vec<&str>> = table
        .split("\n\n")
        .filter(|block| block.starts_with("meter_ticks  "))
        .map(|block| block.lines().skip(1).map(|line| line[..28].trim()).collect())
        .collect();
    assert!(cells.len() >= 3 && cells.iter().all(|block| *block == cells[0] && block.len() == 6), "{table}");
}

/// A hundred cells are raced and ranked; the table has those that may be the closest, and some of the others.
#[test]
fn many_cells_are_cut_short_in_the_table_alone() {
    let tune = "tune spar.toml --vary rules.meter_ticks=5..=43:2 --vary combatants.wrestler.initiative=0..=4 \
                --target party=0.5 --max-encounters 200k";
    let table = tuned(tune);
    assert!(
        table.contains("\n100 cells, ") && table.contains("\n50 more cells were out before; CSV and JSON have all\n")
    );
    let rows = table.lines().filter(|line| line.ends_with(" out") || line.ends_with(" in") || line.ends_with(" first"));
    assert_eq!(rows.count(), 50, "{table}");
    assert_eq!(tuned(&format!("{tune} --format csv")).lines().count(), 1 + 100);
}

/// One row is one cell: what was measured again of the best stands in its row, as JSON has it, and the others leave it empty.
#[test]
fn csv_has_one_row_a_cell() {
    let tune = "tune spar.toml --vary rules.meter_ticks=5,9,13 --target party=0.7 --target rounds=10:0.01 --max-encounters 60k";
    let (csv, json) = (tuned(&format!("{tune} --format csv")), json(tune));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 1 + 3 && rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let ranks: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(ranks, ["1", "2", "3"]);
    let field = |row: usize, name: &str| {
        let column = rows[0].iter().position(|column| *column == name).unwrap_or_else(|| panic!("{name}: {csv}"));
        rows[row][column].to_owned()
    };
    let again = &json["measured_again"];
    for (name, value) in [
        ("remeasured_winners.party", &again["metrics"][0]["mean"]),
        ("remeasured_winners.party_hi", &again["metrics"][0]["hi"]),
        ("remeasured_rounds.mean", &again["metrics"][1]["mean"]),
        ("remeasured_rounds.mean_lo", &again["metrics"][1]["lo"]),
        ("remeasured_distance", &again["distance"]),
        ("remeasured_encounters", &again["encounters"]),
    ] {
        assert_eq!(field(1, name), value.to_string(), "{name}");
        assert_eq!([field(2, name), field(3, name)], ["", ""], "{name}");
    }
}

/// The means of every system's cells are those of runs of as many encounters, and those of the second measurement are those
/// of the encounters after them.
#[test]
fn cells_are_runs_with_their_values_set() {
    for varied in varied() {
        let (scenario, path, vary) = (varied.scenario.display(), &varied.path, varied.vary());
        let tuned = json(&format!(
            "tune {scenario} --vary {vary} --target party=0.4 --target rounds=5:0.1 --max-encounters 60k"
        ));
        let run = |cell: &Value, range: String| {
            let value = &cell["values"][path];
            json(&format!("run {scenario} --set {path}={value} --range {range}"))
        };
        let agrees = |cell: &Value, run: &Value| {
            assert_eq!(cell["metrics"][0]["mean"], run["winners"]["party"]["share"], "{scenario}: {cell}");
            assert_eq!(cell["metrics"][1]["mean"], run["rounds"]["mean"], "{scenario}: {cell}");
        };
        for cell in tuned["ranking"].as_array().expect("a ranking") {
            agrees(cell, &run(cell, format!("0..{}", cell["encounters"])));
        }
        let again = &tuned["measured_again"];
        let encounters = again["encounters"].as_u64().expect("a count");
        let run = run(again, format!("{encounters}..{}", 2 * encounters));
        agrees(again, &run);
        assert_eq!(again["metrics"][0]["lo"], run["winners"]["party"]["lo"], "Wilson's");
        assert!(tuned["encounters"].as_u64().is_some_and(|spent| spent <= 60_000), "{tuned}");
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let on = |threads: u8| {
        tuned(&format!(
            "tune spar.toml --vary rules.meter_ticks=5..=15:2 --target party=0.75 --threads {threads} --format json"
        ))
    };
    let on_one_thread = on(1);
    assert!((2..=4).all(|threads| on(threads) == on_one_thread));
}

#[test]
fn values_may_move_together() {
    let tuned = json(
        "tune spar.toml --vary rules.meter_ticks=5,9 --vary rules.natural_20_move=1,2 --zip --target rounds=9 \
         --max-encounters 30k",
    );
    let cells = tuned["ranking"].as_array().expect("a ranking");
    let mut values: Vec<String> = cells.iter().map(|cell| cell["values"].to_string()).collect();
    values.sort();
    assert_eq!(
        values,
        [
            r#"{"rules.meter_ticks":5,"rules.natural_20_move":1}"#,
            r#"{"rules.meter_ticks":9,"rules.natural_20_move":2}"#
        ]
    );
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    for (arguments, part) in [
        ("--vary rules.meter_ticks=5,9", "--target"),
        ("--target party=0.5", "--vary"),
        ("--vary rules.meter_ticks=5,9 --target party", "expected METRIC=VALUE"),
        ("--vary rules.meter_ticks=5,9 --target party=65", "is a share"),
        ("--vary rules.meter_ticks=5,9 --target party=0.5:0", "above 0"),
        ("--vary rules.meter_ticks=5,9 --target sevens=0.5", "with rules.meter_ticks=5"),
        ("--vary rules.meter_ticks=5,9 --target rounds=-2", "never below 0"),
        ("--vary rules.meter_ticks=5,9 --target party=0.5 --target winners.party=0.6", "two targets"),
        ("--vary rules.meter_ticks=5,9 --target party=0.5 --margin=-1", "at least 0"),
        ("--vary rules.meter_ticks=5,9 --target party=0.5 --max-encounters 299", "at least 300"),
        ("--vary rules.meter_ticks=5,8 --target party=0.5", "`rules.meter_ticks` is 8"),
        ("--vary rules.meter_ticks=5,9 --vary rules.max_rounds=3 --zip --target party=0.5", "equally many"),
    ] {
        let message = refusal_of(&format!("tune spar.toml {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
    equipoise("tune spar.toml --vary rules.meter_ticks=5 --target party=0.58 --max-encounters 20k").assert().code(0);
}

/// A distance whose interval has no end yet is told all the same, and not as 0.
#[test]
fn distances_without_an_interval_are_told() {
    let arguments =
        "tune spar.toml --vary rules.max_rounds=1..=6 --target party_first_control=0.4 --max-encounters 20000";
    let text = tuned(arguments);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("0.646")).collect();
    assert!(rows.len() == 6 && rows.iter().all(|row| row.contains("0.246")), "{text}");
}
