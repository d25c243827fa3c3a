//! Files that nobody wrote in good faith: nothing hangs, nothing panics, everything is explained.

use std::fs;

use crate::{equipoise, refusal, refusal_of, results_from, results_of, stdout_of, unsealed};

fn refused(text: impl Into<Vec<u8>>) -> String {
    refusal(equipoise("check -").write_stdin(text))
}

#[test]
fn files_without_a_scenario_are_refused() {
    assert!(refused("").contains("`system` is missing"));
    assert!(refused(vec![0; 1000]).contains("not valid TOML"));
    assert!(refused(b"name = \"\xff\xfe\"".to_vec()).contains("not UTF-8"));
    assert!(refused("system = 7").contains("`system` is the number 7"));
    assert!(refused("system = \"due\"").contains("duel"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    assert!(refusal_of("check absent.toml").contains("cannot read absent.toml: No such file"));
    assert!(refusal_of("check .").contains("cannot read .: Is a directory"));
    assert!(refusal_of("merge /dev/null/x").contains("Not a directory"));
}

#[cfg(unix)]
#[test]
fn endless_files_end() {
    for command in ["check", "run", "exact", "coverage", "test"] {
        assert!(refusal_of(&format!("{command} /dev/zero")).contains("larger than 1 MiB"), "{command}");
    }
    let text = "system = \"duel\"\nname = \"x\"\nroster = \"/dev/zero\"\n";
    assert!(refused(text).contains("larger than 16 MiB"));
}

#[test]
fn huge_files_are_refused() {
    assert!(refused("#".repeat((1 << 20) + 1)).contains("larger than 1 MiB"));
    refused("#".repeat(1 << 20));
    refused("[[combatants]]\n".repeat(60_000));
    refused("x = 1\n".repeat(100_000));
}

#[test]
fn deep_nesting_is_refused() {
    for text in [format!("x = {}", "[".repeat(100_000)), format!("x = {}1{}", "[".repeat(5000), "]".repeat(5000))] {
        refused(format!("system = \"duel\"\nname = \"x\"\n{text}\n"));
    }
    refused(format!("system = \"duel\"\nname = \"x\"\n[{}]\n", vec!["a"; 5000].join(".")));
}

#[test]
fn no_number_is_no_number() {
    for value in ["nan", "inf", "1e999", "9223372036854775808", "0x", "1_", "-0", "1979-05-27"] {
        let set = format!("check spar.toml --set rules.max_rounds={value}");
        assert!(refusal_of(&set).contains("max_rounds"), "{value}");
    }
}

#[test]
fn files_cannot_speak_to_the_terminal() {
    let message = refused("system = \"duel\"\nname = \"\u{1b}[31mred\"\n");
    assert!(message.contains("?[31mred"), "{message}");
    let text = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let text = text.replace("The first challenge", "\\u001b[31mred").replace("The fencer", "\\u001b[31mred");
    for arguments in ["run - -n 1000", "check -", "replay - --index 0", "exact -"] {
        let assert = equipoise(arguments).write_stdin(text.clone()).assert().code(0);
        let shown = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(!shown.contains('\u{1b}') && shown.contains("\\u{1b}[31mred"), "{arguments}: {shown}");
    }
}

#[test]
fn carriage_returns_and_byte_order_marks_are_nothing_special() {
    let text = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let expected = results_of(&stdout_of("run spar.toml -n 1000 --format json"));
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(results_from(equipoise("run - -n 1000 --format json").write_stdin(windows)), expected);
    let message = refused("\u{feff}system = \"duel\"\r\nname = 7\r\n");
    assert!(message.contains("[<stdin>:2:8]"), "{message}");
}

#[test]
fn names_of_a_shard_cannot_speak_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    equipoise("run spar.toml --range 0..100 --shard").arg(&path).assert().code(0);
    let mut shard = unsealed(&path);
    let evil = "\u{1b}[31m\u{202e}\u{200b}red";
    shard["system"] = evil.into();
    shard["scenario"] = evil.into();
    shard["combatants"][0]["id"] = evil.into();
    shard["metrics"][0]["name"] = evil.into();
    fs::write(&path, shard.to_string()).expect("a file");
    let shown = equipoise("merge").arg(&path).assert();
    let output = shown.get_output();
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{200b}']), "{text}");
    assert!(text.contains("\\u{1b}[31m\\u{202e}\\u{200b}red"), "{text}");
}
