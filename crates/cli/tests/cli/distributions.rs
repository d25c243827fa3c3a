//! The spread in the JSON of the exact solution, against the tables and files of the same answer.

use serde_json::Value;

use crate::{equipoise, stdout_of};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn exact_json_has_the_spread_that_its_files_have() {
    let json: Value = serde_json::from_str(&stdout_of("exact spar.toml --format json")).expect("an object");
    let csv = stdout_of("exact spar.toml --format csv");
    let [header, row] = [0, 1].map(|line| csv.lines().nth(line).expect("two lines").split(',').collect::<Vec<_>>());
    let rounds = &json["rounds"];
    for key in ["mean", "sd", "p05", "p50", "p95", "max"] {
        let place = header.iter().position(|name| *name == format!("rounds_{key}")).expect("a column");
        assert_eq!(rounds[key].as_f64(), row[place].parse().ok(), "{key}");
    }
    let distribution: Vec<(f64, f64)> = rounds["distribution"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|bar| (number(&bar[0]), number(&bar[1])))
        .collect();
    let moment = |power: i32| distribution.iter().map(|(rounds, share)| rounds.powi(power) * share).sum::<f64>();
    assert!((moment(0) - 1.0).abs() < 1e-9, "{distribution:?}");
    assert!((moment(1) - number(&rounds["mean"])).abs() < 1e-9);
    assert!(((moment(2) - moment(1).powi(2)).sqrt() - number(&rounds["sd"])).abs() < 1e-9);
    assert_eq!(rounds.get("histogram"), None);
    let folder = tempfile::tempdir().expect("a folder");
    equipoise("exact spar.toml --out").arg(folder.path()).assert().code(0);
    let metrics = std::fs::read_to_string(folder.path().join("metrics.csv")).expect("written");
    let sds: Vec<f64> = metrics.lines().skip(1).filter_map(|row| row.split(',').nth(5)?.parse().ok()).collect();
    let found: Vec<f64> =
        json["metrics"].as_array().expect("a list").iter().filter_map(|metric| metric["sd"].as_f64()).collect();
    assert!(found.len() > 3 && found == sds, "{found:?} {sds:?}");
}
