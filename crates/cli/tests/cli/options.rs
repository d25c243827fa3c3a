//! Options: values, defaults, and which go together.

use crate::{equipoise, refusal, refusal_of, results_from, results_of, stdout_of};

#[test]
fn numbers_may_be_written_as_people_do() {
    let expected = stdout_of("run spar.toml -n 20000 --format json");
    for number in ["20_000", "2e4", "20k", "0.02M"] {
        assert_eq!(stdout_of(&format!("run spar.toml --encounters {number} --format json")), expected, "{number}");
    }
    assert_eq!(stdout_of("run spar.toml --range 0..20k --format json"), expected);
    assert_eq!(stdout_of("run spar.toml -n 20k --seed 1 --confidence 0.95 --format json --quiet"), expected);
}

#[test]
fn values_out_of_bounds_are_refused() {
    for option in [
        "-n 0",
        "-n -5",
        "-n 1.5",
        "-n 1e30",
        "--seed -1",
        "--seed 1.5",
        "--threads 0",
        "--threads 1025",
        "--threads many",
        "--confidence 1",
        "--confidence 0.4",
        "--confidence nan",
        "--precision 0",
        "--precision 0.5",
        "--range 5..5",
        "--range 5",
        "--max-memory 0",
        "--max-states 0",
        "--method guess",
        "--format xml",
        "--set rules.max_rounds",
        "--set =3",
        "--unknown",
    ] {
        refusal_of(&format!("run spar.toml {option}"));
    }
    refusal_of("run");
    let message = refusal_of("replay spar.toml");
    assert!(message.contains("--index") && message.contains("--find"), "{message}");
    refusal_of("replay spar.toml --index -1");
    refusal_of("merge");
}

#[test]
fn conflicting_options_are_refused() {
    for options in [
        "--range 0..10 -n 10",
        "--precision 0.1 -n 10",
        "--precision 0.1 --range 0..10",
        "--precision 0.1 --shard x",
        "--precision 0.1 --encounters-out x.parquet",
        "--max-encounters 100",
        "--parquet",
        "--method exact -n 10",
        "--method exact --seed 2",
        "--method exact --confidence 0.9",
        "--method exact --threads 2",
        "--method exact --range 0..10",
        "--method exact --shard x",
        "--method exact --precision 0.1",
        "--method exact --encounters-out x.parquet",
        "--method exact --check",
        "--method auto --check",
        "--method auto --range 0..10",
        "--method auto --shard x",
        "--method auto --encounters-out x.parquet",
        "--max-memory 5k",
        "--shard x.parquet --encounters-out x.parquet",
        "death.toml --shard x",
        "death.toml --encounters-out x.parquet",
    ] {
        refusal_of(&format!("run spar.toml {options}"));
    }
    refusal_of("replay spar.toml --index 1 --find longest");
    refusal_of("replay spar.toml --index 1 --encounters 10");
    assert!(refusal_of("replay spar.toml --index 1 --threads 2").contains("--threads is for --find"));
    refusal_of("exact spar.toml --parquet");
    assert!(stdout_of("run spar.toml -n 1").contains("\n1 encounter, seed 1\n"));
    assert!(!crate::fixtures().join("x").exists() && !crate::fixtures().join("x.parquet").exists());
}

#[test]
fn overrides_reach_every_command() {
    let set = "--set rules.max_rounds=1 --set rules.max_rounds=2";
    let run = stdout_of(&format!("run spar.toml -n 1000 --format json {set}"));
    assert!(run.contains("\"max\":2,"), "{run}");
    let exact = stdout_of(&format!("exact spar.toml {set}"));
    assert!(exact.contains("max 2\n"), "{exact}");
    let replay = stdout_of(&format!("replay spar.toml --find longest -n 100 {set}"));
    assert!(replay.contains("after 2 rounds") && !replay.contains("round 3"), "{replay}");
    let check = stdout_of(&format!("check spar.toml {set}"));
    assert!(
        check
            .lines()
            .any(|line| line.starts_with("rules.max_rounds") && line.contains(" 2 ") && line.contains("--set"))
    );
    let coverage = stdout_of(&format!("coverage spar.toml -n 100 {set}"));
    assert!(coverage.contains("DUEL-25"), "{coverage}");
}

#[test]
fn the_last_line_replays_a_fight_of_the_run() {
    let command = |arguments: &str| {
        let table = stdout_of(arguments);
        table.lines().last().expect("a last line").trim().strip_prefix("equipoise ").expect("a command").to_owned()
    };
    let replay = command("run spar.toml --range 40..50 --seed 9 --set rules.stakes=death");
    assert_eq!(replay, "replay spar.toml --set rules.stakes=death --seed 9 --index 40");
    assert!(stdout_of(&replay).contains("seed 9, encounter 40"));
}

#[test]
fn stdin_gives_one_scenario() {
    let text = std::fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let expected = results_of(&stdout_of("run spar.toml -n 1000 --format json"));
    let mut command = equipoise("run - -n 1000 --format json");
    assert_eq!(results_from(command.write_stdin(text.clone())), expected);
    equipoise("replay - --index 1").write_stdin(text.clone()).assert().code(0);
    equipoise("exact death.toml -").write_stdin(text.clone()).assert().code(0);
    assert!(refusal(equipoise("check - -").write_stdin(text)).contains("one scenario only"));
    let roster = std::fs::read_to_string(crate::fixtures().join("roster.toml")).expect("a fixture");
    equipoise("check -").write_stdin(roster).assert().code(0);
}

#[test]
fn rosters_are_found_beside_their_scenario() {
    let expected = results_of(&stdout_of("run roster.toml -n 1000 --format json"));
    let mut command = equipoise("run ../fixtures/roster.toml -n 1000 --format json");
    assert_eq!(results_from(command.current_dir(crate::fixtures().join("../cli"))), expected);
}

/// A number below 0 is refused by what its option takes, and is not taken for an option.
#[test]
fn a_number_below_zero_is_answered_by_its_option() {
    for (arguments, told) in [
        ("versus spar.toml death.toml -n -3", "invalid value '-3' for '--encounters <N>': expected a whole number"),
        ("versus spar.toml death.toml -n 0", "invalid value '0' for '--encounters <N>': at least 1 is needed"),
        ("versus spar.toml death.toml -n 1.5", "invalid value '1.5' for '--encounters <N>': expected a whole number"),
        ("run spar.toml --encounters -3", "invalid value '-3' for '--encounters <N>'"),
        ("run spar.toml --seed -1", "invalid value '-1' for '--seed <S>'"),
        (
            "tune spar.toml --vary rules.meter_ticks=9 --target party=0.5 --margin -1",
            "invalid value '-1' for '--margin",
        ),
    ] {
        let message = refusal_of(arguments);
        assert!(message.contains(told) && !message.contains("unexpected argument"), "{arguments}: {message}");
    }
}
