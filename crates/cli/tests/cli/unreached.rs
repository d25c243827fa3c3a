//! Demands that were not met: said in every format, and in the exit status.

use serde_json::{Value, json};

use crate::{equipoise, results_of, stdout_of};

/// Exit status, stdout and stderr.
fn outcome(arguments: &str) -> (Option<i32>, String, String) {
    let output = equipoise(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The fields of a CSV text without quotes that a column has below its header.
fn column(csv: &str, name: &str) -> Vec<String> {
    let place = csv.lines().next().and_then(|header| header.split(',').position(|column| column == name));
    let place = place.unwrap_or_else(|| panic!("no {name} in {csv}"));
    csv.lines().skip(1).map(|row| row.split(',').nth(place).expect("a field").to_owned()).collect()
}

#[test]
fn a_precision_that_was_not_reached_is_said_in_every_format() {
    let missed = "run spar.toml death.toml --precision 0.0001 --max-encounters 10000";
    let said = "was not reached: --max-encounters ended the run\n";
    for format in ["table", "markdown", "json", "csv"] {
        let (code, stdout, stderr) = outcome(&format!("{missed} --format {format}"));
        assert_eq!(code, Some(1), "{format}: {stderr}");
        let lines: Vec<&str> = stderr.lines().collect();
        assert_eq!(lines.len(), 2, "{stderr}");
        assert!(
            lines[0].starts_with("The first challenge: a half-width of 0.0001") && stderr.ends_with(said),
            "{stderr}"
        );
        match format {
            "json" => {
                let goal = json!({ "half_width": 0.0001, "max_encounters": 10_000, "reached": false });
                let results = results_of(&stdout);
                assert_eq!(results.iter().map(|result| &result["precision"]).collect::<Vec<_>>(), [&goal, &goal]);
            }
            "csv" => {
                assert_eq!(column(&stdout, "encounters"), ["10000", "10000"]);
                assert_eq!(column(&stdout, "status"), ["missed", "missed"]);
                assert_eq!(column(&stdout, "intervals"), ["anytime", "anytime"]);
            }
            _ => assert!(stdout.contains("was not reached") && stdout.contains("10,000 encounters"), "{stdout}"),
        }
    }
    let reached: Value =
        serde_json::from_str(&stdout_of("run spar.toml --precision 0.02 --format json")).expect("an object");
    assert_eq!(reached["precision"], json!({ "half_width": 0.02, "max_encounters": 1_000_000_000, "reached": true }));
    let plain: Value = serde_json::from_str(&stdout_of("run spar.toml -n 100 --format json")).expect("an object");
    assert_eq!(plain.get("precision"), None);
}

/// The files are written all the same: they hold what was played, and say that it was not enough.
#[test]
fn the_files_of_a_missed_precision_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = equipoise("run spar.toml --precision 0.0001 --max-encounters 5000 --out");
    run.arg(folder.path()).assert().code(1);
    let text = std::fs::read_to_string(folder.path().join("run.json")).expect("written");
    let run: Value = serde_json::from_str(&text).expect("a document");
    assert_eq!(run["results"][0]["precision"]["reached"], json!(false));
}

#[test]
fn shards_with_a_hole_are_joined_and_the_hole_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (range, name) in [("0..1000", "a"), ("1000..2500", "b"), ("2500..4000", "c"), ("5k..6k", "d")] {
        stdout_of(&format!("run spar.toml --range {range} --shard {}", path(name)));
    }
    let [a, b, c, d] = ["a", "b", "c", "d"].map(path);
    for format in ["table", "markdown", "json", "csv"] {
        let (code, stdout, stderr) = outcome(&format!("merge {a} {c} {d} --partial --format {format}"));
        assert_eq!(code, Some(1), "{format}: {stderr}");
        let said = "The first challenge: no shard has the encounters 1000..2500, 4000..5000, what is printed leaves them out\n";
        assert_eq!(stderr, said);
        match format {
            "json" => assert_eq!(results_of(&stdout)[0]["range"], json!([[0, 1000], [2500, 4000], [5000, 6000]])),
            "csv" => {
                assert_eq!(column(&stdout, "encounters"), ["3500"]);
                assert_eq!(column(&stdout, "status"), ["holes"]);
            }
            _ => assert!(stdout.contains("encounters 0..1000, 2500..4000, 5000..6000"), "{stdout}"),
        }
    }
    let (code, _, stderr) = outcome(&format!("merge {a} {c} --partial --quiet --format csv"));
    assert_eq!((code, stderr.as_str()), (Some(1), ""), "the exit status says it to a script");
    let (code, stdout, stderr) = outcome(&format!("merge {a} {c} {d}"));
    assert!((code, stdout.as_str()) == (Some(1), "") && stderr.contains("1000..2500, 4000..5000"), "{stderr}");
    let whole = stdout_of(&format!("merge {c} {a} {b} --format json"));
    assert_eq!(whole, stdout_of("run spar.toml -n 4000 --format json"));
    // Pieces from the middle have no hole between them.
    stdout_of(&format!("merge {b} {c}"));
}

#[test]
fn rows_say_how_they_came_about() {
    let rows = stdout_of("run spar.toml --method auto -n 2000 --format csv");
    assert_eq!(["method", "intervals", "status"].map(|name| column(&rows, name)[0].clone()), ["exact", "", "complete"]);
    let rows = stdout_of("run spar.toml -n 2000 --format csv");
    let expected = ["sample", "fixed", "complete"];
    assert_eq!(["method", "intervals", "status"].map(|name| column(&rows, name)[0].clone()), expected);
}

/// Two cells of more encounters than there is time for: what is printed counts what was fought, and marks it.
#[cfg(unix)]
#[test]
fn rows_of_an_interrupted_sweep_are_marked() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5,9 -n 1e12 --format";
    let (code, table, stderr) = crate::streams::interrupted(&format!("{sweep} table"), 1);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("0 of 2 cells were finished, what is printed is partial"), "{stderr}");
    let said = "\npartial: 0 of 2 cells played to the end of 1,000,000,000,000 encounters ";
    let is_said = table.replace("\n  ", " ").contains(said) && table.contains("\n*: partial");
    assert!(is_said && !table.contains(" each "), "{table}");
    let rows: Vec<&str> = table.lines().filter(|line| line.ends_with('*')).collect();
    assert!(rows.len() == 1 && rows[0].starts_with('5'), "the first cell alone was begun: {table}");
    crate::assert_narrow(&table);
    let (code, csv, _) = crate::streams::interrupted(&format!("{sweep} csv"), 1);
    assert_eq!((code, column(&csv, "status").as_slice()), (Some(130), ["partial".to_owned()].as_slice()));
    let whole = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,9 -n 100 --format table");
    assert!(whole.contains("\n2 cells, 100 encounters each") && !whole.contains("partial"), "{whole}");
}

/// The wins of both values are far from what is wanted, and the larger one wins more often.
#[test]
fn a_target_out_of_reach_is_said_in_every_format() {
    let tune = "tune spar.toml --vary rules.meter_ticks=5..=9:2 --target party=99% --max-encounters 50k --format";
    let far = "out of reach: even the closest is off by more than 0.";
    let end = "rules.meter_ticks=9 is at the end of what was tried: a value beyond it may be closer";
    for format in ["table", "json", "csv"] {
        let (code, stdout, stderr) = outcome(&format!("{tune} {format}"));
        assert_eq!(code, Some(1), "{stderr}");
        let unwrapped = stdout.replace("\n  ", " ");
        match format {
            "json" => {
                let result = &results_of(&stdout)[0];
                assert_eq!((&result["reached"], &result["at_end"]), (&json!(false), &json!(["rules.meter_ticks"])));
                assert_eq!(stderr, "");
            }
            "csv" => assert!(stderr.starts_with(far) && stderr.ends_with(&format!("{end}\n")), "{stderr}"),
            _ => assert!(unwrapped.contains(far) && unwrapped.contains(end) && stderr.is_empty(), "{stdout}{stderr}"),
        }
    }
    let met = stdout_of(
        "tune spar.toml --vary rules.meter_ticks=5..=9:2 --target party=0.65 --margin 0.2 --max-encounters 50k --format json",
    );
    assert_eq!(results_of(&met)[0]["reached"], json!(true));
}

/// A quick scenario, and then two of more encounters than there is time for.
#[cfg(unix)]
#[test]
fn an_interrupt_says_how_far_it_let_the_work_come() {
    let (code, stdout, stderr) = crate::streams::interrupted("run spar.toml death.toml circle.toml -n 1e12", 1);
    assert_eq!(code, Some(130), "{stdout}{stderr}");
    assert!(stderr.contains(" of The first challenge, what is printed is partial\n"), "{stderr}");
    assert!(stderr.ends_with("interrupted: 0 of 3 scenarios were finished\n"), "{stderr}");
    let (code, stdout, stderr) = crate::streams::interrupted("replay spar.toml --find longest -n 1e12", 1);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{stderr}");
    let searched = stderr.strip_prefix("interrupted: ").and_then(|said| {
        said.strip_suffix(" of 1,000,000,000,000 encounters of The first challenge were searched, none is told\n")
    });
    let searched: Option<u64> = searched.and_then(|number| number.replace(',', "").parse().ok());
    assert!(searched.is_some_and(|searched| searched > 0), "{stderr}");
}
