//! Records that went through tools which keep numbers as doubles.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{equipoise, refusal_of, stdout_of};

/// The way in which a tool writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `0` for 0.0, and all digits of large integers, of which the last ones are zeros.
    JavaScript,
    /// As jq before 1.7: large integers with an exponent.
    Jq,
    /// `1.0` for 1.
    Decimals,
}

/// The values of a JSON text as a tool writes them that keeps numbers as doubles.
pub(crate) fn rewritten(text: &str, notation: Notation) -> String {
    let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.map(|value| written(&value.expect("JSON"), notation) + "\n").collect()
}

fn written(value: &Value, notation: Notation) -> String {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().expect("a double");
            match notation {
                Notation::Jq if number >= 1e17 => {
                    let digits = format!("{number:e}");
                    digits.replace('e', "e+")
                }
                Notation::Decimals => format!("{number:?}"),
                Notation::JavaScript | Notation::Jq => number.to_string(),
            }
        }
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(|value| written(value, notation)).collect();
            format!("[{}]", values.join(","))
        }
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), written(value, notation))
            };
            format!("{{ {} }}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.to_string(),
    }
}

const ALL: [Notation; 3] = [Notation::JavaScript, Notation::Jq, Notation::Decimals];

/// Studies with integers that no double has.
const LARGE: [&str; 7] = [
    "run spar.toml -n 60 --seed 9007199254740993",
    "run spar.toml -n 60 --seed 18446744073709551615",
    "run spar.toml --range 9007199254740993..9007199254741053 --seed 9007199254740995",
    "run spar.toml --seed 9007199254740993 --range 9007199254740992..9007199254741001 --range 9007199254741003..9007199254741011",
    "compare spar.toml death.toml -n 60 --seed 12345678901234567890",
    "sweep spar.toml --vary rules.meter_ticks=5,7 -n 60 --seed 9007199254740993",
    "replay spar.toml --seed 9007199254740993 --index 18446744073709551614",
];

#[test]
fn integers_that_a_tool_has_rounded_are_those_of_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    for study in LARGE {
        let printed = stdout_of(&format!("{study} --format json"));
        for notation in ALL {
            let rewritten = rewritten(&printed, notation);
            assert!(!rewritten.contains("seed\": 9007199254740993"), "{rewritten}");
            fs::write(&path, rewritten).expect("room");
            let said = stdout_of(&format!("rerun --quiet {}", path.display()));
            assert!(said.lines().all(|line| line.ends_with(": same")), "{study}, {notation:?}: {said}");
        }
    }
}

#[test]
fn a_baseline_may_have_been_rounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let printed = stdout_of(&format!("{} --format json", LARGE[0]));
    for notation in ALL {
        fs::write(&path, rewritten(&printed, notation)).expect("room");
        let said = stdout_of(&format!("compare --baseline {} --quiet", path.display()));
        assert!(said.contains("identical"), "{notation:?}: {said}");
    }
}

#[test]
fn a_rounded_seed_that_nothing_restores_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let printed = stdout_of(&format!("{} --format json", LARGE[0]));
    for (notation, number) in [(Notation::JavaScript, "9007199254740992"), (Notation::Decimals, "9007199254740992.0")] {
        let mut record: Value = serde_json::from_str(&printed).expect("JSON");
        let words = record["provenance"]["command"].as_array_mut().expect("a list");
        words.retain(|word| word != "--seed" && word != "9007199254740993");
        fs::write(&path, rewritten(&record.to_string(), notation)).expect("room");
        let message = refusal_of(&format!("rerun {}", path.display()));
        let expected = format!("result 1 has the number {number}, which a tool has rounded");
        assert!(message.split_whitespace().collect::<Vec<_>>().join(" ").contains(&expected), "{message}");
    }
}

/// The text of a file, rewritten in place.
fn rewrite(path: &Path, notation: Notation) {
    let text = fs::read_to_string(path).expect("a file");
    let rewritten = rewritten(&text, notation);
    assert_ne!(rewritten, text, "{}", path.display());
    fs::write(path, rewritten).expect("room");
}

#[test]
fn counts_are_joined_and_extended_by_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let [first, second, out, whole] = ["a.json", "b.json", "out", "whole"].map(path);
    for notation in ALL {
        stdout_of(&format!("run spar.toml --range 0..50 --quiet --shard {}", first.display()));
        stdout_of(&format!("run spar.toml --range 50..90 --quiet --shard {}", second.display()));
        rewrite(&first, notation);
        let merged = stdout_of(&format!("merge -n 90 --format json {} {}", first.display(), second.display()));
        assert_eq!(merged, stdout_of("run spar.toml -n 90 --format json"), "{notation:?}");
        stdout_of(&format!("run spar.toml -n 50 --quiet --out {}", out.display()));
        for name in ["run.json", "shards.jsonl"] {
            rewrite(&out.join(name), notation);
        }
        let said = stdout_of(&format!("rerun --quiet {}", out.display()));
        assert!(said.lines().all(|line| line.ends_with(": same")), "{notation:?}: {said}");
        stdout_of(&format!("run spar.toml -n 90 --quiet --extend {}", out.display()));
        stdout_of(&format!("run spar.toml -n 90 --quiet --out {}", whole.display()));
        for name in ["run.json", "shards.jsonl", "summary.csv"] {
            assert_eq!(
                fs::read(out.join(name)).expect("a file"),
                fs::read(whole.join(name)).expect("a file"),
                "{name}"
            );
        }
    }
}

/// A shard has its seed once, as a number.
#[test]
fn a_rounded_shard_is_refused_with_the_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    for (seed, notation, number) in [
        ("9007199254740993", Notation::JavaScript, "9007199254740992"),
        ("18446744073709551615", Notation::Jq, "1.8446744073709552e+19"),
        ("18446744073709551615", Notation::JavaScript, "1.8446744073709552e+19"),
    ] {
        stdout_of(&format!("run spar.toml -n 50 --quiet --seed {seed} --shard {}", path.display()));
        rewrite(&path, notation);
        for command in ["merge", "rerun"] {
            let message = refusal_of(&format!("{command} {}", path.display()));
            let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                message.contains(&format!("has the number {number}, and many tools round beyond 2^53")),
                "{message}"
            );
        }
    }
}

#[test]
fn a_byte_order_mark_before_a_shard_or_a_record_is_none_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("\u{feff}{text}")).expect("room");
        path.display().to_string()
    };
    let shard = folder.path().join("shard.json").display().to_string();
    let printed = stdout_of(&format!("run spar.toml -n 50 --format json --quiet --shard {shard}"));
    let shard = marked("shard.json", &fs::read_to_string(&shard).expect("a shard"));
    assert_eq!(stdout_of(&format!("merge {shard} --format json")), printed);
    assert!(stdout_of(&format!("rerun --quiet {shard}")).ends_with(": same\n"));
    let record = marked("record.json", &printed);
    assert!(stdout_of(&format!("rerun --quiet {record}")).ends_with(": same\n"));
}

/// git writes such ends of lines into a checkout if it is told to.
#[test]
fn a_carriage_return_that_is_all_that_differs_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    stdout_of(&format!("run spar.toml -n 50 --quiet --out {}", out.display()));
    let summary = out.join("summary.csv");
    let text = fs::read_to_string(&summary).expect("a table");
    fs::write(&summary, text.replace('\n', "\r\n")).expect("room");
    let output = equipoise(&format!("rerun --quiet {}", out.display())).assert().code(1).get_output().stdout.clone();
    let said = String::from_utf8(output).expect("UTF-8");
    let line = said.lines().find(|line| line.contains("different")).expect("a difference");
    let [recorded, remade] = ["recorded ", "made again "]
        .map(|word| line.split(word).nth(1).expect("both sides").split(',').next_back().expect("the end of a line"));
    assert!(line.contains("\\r, made again") && !remade.contains("\\r"), "{recorded} {remade}");
}
