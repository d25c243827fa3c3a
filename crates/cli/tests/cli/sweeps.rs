//! The output, the files and the refusals of `equipoise sweep`.

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_engine::System;
use equipoise_engine::scenario::kinds::Steps;
use equipoise_engine::scenario::{PathEntry, Scenario, Source};

use crate::{equipoise, gallery, narrow_snapshot, refusal_of, snapshot, stdout_of};

/// A scenario with a number of it that can be varied.
pub(crate) struct Varied {
    pub(crate) scenario: PathBuf,
    pub(crate) path: String,
    /// Three values, each a step from the last.
    pub(crate) values: [i64; 3],
}

impl Varied {
    /// The number at a path, unless the scenario is refused with one of its values.
    fn new(scenario: &Path, entry: &PathEntry) -> Option<Self> {
        let Steps { min, max, by: step } = entry.key.kind.steps()?;
        let now = entry.value.as_ref().and_then(|value| value.parse().ok()).unwrap_or(min);
        let first = now.min(max - 2 * step);
        let values = [first, first + step, first + 2 * step];
        let is_valid = |value: &i64| {
            let check = format!("check {} --set {}={value}", scenario.display(), entry.path);
            equipoise(&check).output().expect("it starts").status.success()
        };
        let varied = Self { scenario: scenario.to_owned(), path: entry.path.clone(), values };
        (first >= min && values.iter().all(is_valid)).then_some(varied)
    }

    /// As `--vary` takes it.
    pub(crate) fn vary(&self) -> String {
        let [first, second, third] = self.values;
        format!("{}={first},{second},{third}", self.path)
    }
}

/// A scenario that ships for each system that has a number to vary, how many combatants there are aside.
pub(crate) fn varied() -> Vec<Varied> {
    let first_of = |&system: &System| {
        let varied = |scenario: PathBuf| {
            let source = Source::new("", fs::read_to_string(&scenario).expect("a scenario"));
            let paths = Scenario::parse(source).expect("TOML").paths(system.schema());
            let mut numbers = paths.iter().filter(|entry| entry.key.name != "count");
            numbers.find_map(|entry| Varied::new(&scenario, entry))
        };
        gallery(system).into_iter().find_map(varied)
    };
    let all: Vec<Varied> = System::ALL.iter().filter_map(first_of).collect();
    assert!(!all.is_empty(), "no system has a number to vary");
    all
}

/// Whoever writes `9..13` may have meant 13 as well.
#[test]
fn a_range_that_leaves_out_its_end_says_so() {
    let noted = |arguments: &str| {
        let output = equipoise(&format!("{arguments} --quiet")).output().expect("it runs");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let sweep = "sweep spar.toml -n 10 --vary";
    let expected = "rules.meter_ticks: the range from 9 leaves out its end 13, which ..=13 has\n";
    assert_eq!(noted(&format!("{sweep} rules.meter_ticks=9..13:2")), expected);
    let tune = "tune spar.toml --target party=70% --max-encounters 10k --vary rules.meter_ticks=9..13:2";
    assert!(noted(tune).starts_with(expected));
    for values in ["9..=13:2", "9,11", "9..12:2"] {
        assert_eq!(noted(&format!("{sweep} rules.meter_ticks={values}")), "", "{values}");
    }
}

/// Two paths are read as a matrix, below the rows: the first down, the second across.
#[test]
fn a_sweep_along_two_paths_is_a_matrix_too() {
    let sweep = |arguments: &str| stdout_of(&format!("sweep spar.toml -n 200 --quiet {arguments}"));
    let grid = "--vary rules.meter_ticks=5,9,13 --vary combatants.fencer.initiative=0..=4";
    let table = sweep(&format!("{grid} --format table"));
    let (rows, matrix) =
        table.split_once("party wins, meter_ticks down and fencer.initiative across").expect("a matrix");
    let cells: Vec<Vec<&str>> = matrix.trim().lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(cells.len(), 3);
    for (row, ticks) in cells.iter().zip(["5", "9", "13"]) {
        assert_eq!((row[0], row.len()), (ticks, 6));
        for (initiative, share) in row[1..].iter().enumerate() {
            let is_cell = |line: &&str| {
                let words: Vec<&str> = line.split_whitespace().collect();
                words.get(..2) == Some(&[ticks, &initiative.to_string()])
            };
            let line = rows.lines().find(is_cell).expect("a row for the cell");
            assert_eq!(line.split_whitespace().nth(2), Some(*share), "{ticks} {initiative}");
        }
    }
    let chosen = sweep(&format!("{grid} --format markdown --only rounds --only draw"));
    assert!(chosen.contains("rounds, meter_ticks down") && chosen.contains("draw, meter_ticks down"), "{chosen}");
    for others in [
        "--vary rules.meter_ticks=5,9,13",
        "--vary rules.meter_ticks=5,9 --vary combatants.fencer.initiative=0,1 --zip",
        "--vary rules.meter_ticks=5 --vary combatants.fencer.initiative=0,1",
    ] {
        assert!(!sweep(&format!("{others} --format table")).contains(" across"), "{others}");
    }
}

#[test]
fn a_range_beyond_its_bounds_is_one_mistake() {
    let message = refusal_of("sweep spar.toml --vary rules.max_rounds=0..=-1");
    assert!(message.contains("the range is empty"), "{message}");
    let message = refusal_of("sweep spar.toml --vary rules.meter_ticks=95..=131:2");
    assert_eq!(message.matches("allowed: odd, 5..=101").count(), 2, "once told, once pointed at: {message}");
    assert!(message.contains("`rules.meter_ticks` is 103"), "{message}");
}

#[test]
fn a_cell_is_a_run_with_its_values_set() {
    for varied in varied() {
        let (scenario, path) = (varied.scenario.display(), &varied.path);
        for method in ["sample", "auto --max-memory 3M"] {
            let options = format!("-n 3000 --method {method} --format json");
            let cells = stdout_of(&format!("sweep {scenario} --vary {} {options}", varied.vary()));
            assert_eq!(cells.lines().count(), 3, "{scenario}");
            for (cell, value) in cells.lines().zip(varied.values) {
                let run = stdout_of(&format!("run {scenario} --set {path}={value} {options}"));
                let values = format!("\"values\":{{\"{path}\":{value}}},");
                assert!(cell.contains(&values), "{cell}");
                assert_eq!(cell.replace(&values, "") + "\n", run);
            }
        }
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let cells = |threads: u8| {
        stdout_of(&format!(
            "sweep spar.toml --vary rules.meter_ticks=5..=11:2 -n 20k --threads {threads} --format json"
        ))
    };
    let on_one_thread = cells(1);
    assert!((2..=4).all(|threads| cells(threads) == on_one_thread));
}

#[test]
fn a_sweep_is_printed_as_table_csv_and_json() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5,9 --vary combatants.fencer.policy=thrifty,random -n 2000";
    let table = stdout_of(&format!("{sweep} --format table"));
    narrow_snapshot("sweep-table", &table);
    let csv = stdout_of(&format!("{sweep} --format csv"));
    snapshot("sweep-csv", &csv);
    assert_eq!(stdout_of(sweep), csv, "nobody looks, so that it is CSV");
    let mixed =
        stdout_of("sweep spar.toml --vary rules.meter_ticks=5,21 --method auto --max-memory 500k --format table");
    narrow_snapshot("sweep-mixed", &mixed);
    let exact = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,9 --method exact --format table");
    assert!(exact.contains("2 cells, exact"), "{exact}");
}

/// The exact values are those that a run with the same values set has beside its numbers.
#[test]
fn exact_values_stand_beside_the_sampled_ones() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5,21 -n 2000 --check --max-memory 500k";
    let partly = equipoise(&format!("{sweep} --format table")).assert().code(0);
    let message = String::from_utf8_lossy(&partly.get_output().stderr).into_owned();
    assert!(message.contains("1 of 2 cells have too many states"), "{message}");
    let table = String::from_utf8_lossy(&partly.get_output().stdout).into_owned();
    narrow_snapshot("sweep-check", &table);
    let csv = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,9 -n 2000 --check");
    let run = stdout_of("run spar.toml --set rules.meter_ticks=9 -n 2000 --check --format csv");
    for line in run.lines().skip(1) {
        let line = line.replace("The first challenge,", "The first challenge,9,");
        assert!(csv.contains(&line), "{line}");
    }
    assert!(csv.starts_with("scenario,rules.meter_ticks,value,sampled,exact,z,file\n"), "{csv}");
    let json = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,9 -n 2000 --check --format json");
    let run = stdout_of("run spar.toml --set rules.meter_ticks=9 -n 2000 --check --format json");
    assert_eq!(
        json.lines().nth(1).map(|line| line.replace("\"values\":{\"rules.meter_ticks\":9},", "") + "\n"),
        Some(run)
    );
}

#[test]
fn values_move_as_their_options_say() {
    let rows = |how: &str| {
        let csv = stdout_of(&format!(
            "sweep spar.toml --vary rules.meter_ticks=5,9 --vary rules.natural_20_move=1,2 {how} -n 100 --format csv"
        ));
        csv.lines().skip(1).map(|row| row.split(',').skip(2).take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(rows(""), ["5 1", "5 2", "9 1", "9 2"]);
    assert_eq!(rows("--zip"), ["5 1", "9 2"]);
    assert_eq!(rows("--pairs"), ["5 1", "5 2", "9 1", "9 2"]);
}

#[test]
fn files_have_a_column_for_each_path() {
    let folder = tempfile::tempdir().expect("a folder");
    equipoise("sweep spar.toml --vary rules.meter_ticks=5,9 -n 1000 --parquet --out")
        .arg(folder.path())
        .assert()
        .code(0)
        .stderr("");
    for file in ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv"] {
        let text = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        assert!(text.lines().next().is_some_and(|header| header.contains(",rules.meter_ticks,")), "{file}");
    }
    let json = std::fs::read_to_string(folder.path().join("run.json")).expect("a file");
    let document: serde_json::Value = serde_json::from_str(&json).expect("one document");
    assert_eq!(document["results"].as_array().map(Vec::len), Some(2));
    assert!(folder.path().join("summary.parquet").exists());
}

#[test]
fn mistakes_of_all_cells_are_reported_before_a_fight() {
    let message =
        refusal_of("sweep spar.toml --vary rules.meter_ticks=5,6,8 --vary combatants.fencer.polcy=random,thrifty");
    for part in ["`rules.meter_ticks` is 6", "combatants.fencer.policy", "--vary:1:"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(message.matches("`rules.meter_ticks` is").count(), 1, "out of the same bounds: {message}");
    let message = refusal_of("sweep spar.toml --vary rules.stakes=spar,blood,glory");
    for part in ["\"blood\"", "\"glory\""] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn what_makes_no_sweep_is_refused() {
    for (arguments, part) in [
        ("", "--vary"),
        ("--vary rules.meter_ticks", "expected PATH="),
        ("--vary rules.meter_ticks=9..=5", "the range is empty"),
        ("--vary rules.meter_ticks=5..=9:0", "step"),
        ("--vary rules.meter_ticks=5,9,5", "`5` is there twice"),
        ("--vary rules.meter_ticks=5,9,5 --vary rules.max_rounds=3,4 --pairs", "`5` is there twice"),
        ("--vary rules.meter_ticks=5 --vary rules.meter_ticks=9", "varied twice"),
        ("--vary rules.meter_ticks=5,9 --vary rules.max_rounds=3 --zip", "equally many"),
        ("--vary rules.meter_ticks=5,9 --pairs", "at least two"),
        ("--vary rules.meter_ticks=5 --zip --pairs", "cannot be used with"),
        ("--vary rules.max_rounds=1..=1000 --vary rules.untrained_bonus=1..=1000", "1000000 cells"),
        ("--vary rules.meter_ticks=5 --max-memory 5k", "--max-memory needs"),
        ("--vary rules.meter_ticks=5 --max-states 5k", "--max-states needs"),
        ("--vary rules.meter_ticks=5 --method exact -n 9", "needs fights"),
        ("--vary rules.meter_ticks=5 --method exact --check", "needs fights"),
        ("--vary rules.meter_ticks=5 --method auto --check", "needs fights"),
        ("--vary rules.meter_ticks=5,9 --method exact --max-memory 5k", "too much for the exact solution"),
    ] {
        let message = refusal_of(&format!("sweep spar.toml {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
}
