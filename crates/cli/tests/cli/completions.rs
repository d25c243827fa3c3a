//! Completion as shells ask for it: the words so far in, candidates out, and never a word about what is wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{equipoise, fixtures, stdout_of};

/// The candidates for the last of the words, as fish asks for them. Stderr stays empty, and the exit status is 0.
fn offered(words: &[&str]) -> Vec<String> {
    offered_in(&fixtures(), words)
}

fn offered_in(folder: &Path, words: &[&str]) -> Vec<String> {
    let mut command = equipoise("-- equipoise");
    command.current_dir(folder).env("EQUIPOISE_COMPLETE", "fish").args(words);
    let output = command.assert().code(0).stderr("").get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

/// As bash asks, which takes words apart at `=`. Only what stands behind the last of them is its to replace.
fn offered_in_bash(words: &[&str]) -> Vec<String> {
    let mut command = equipoise("-- equipoise");
    command.env("EQUIPOISE_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let output = command.env("_CLAP_IFS", "\n").args(words).assert().code(0).stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn scenarios_are_the_toml_files_and_the_way_to_them() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("yard")).expect("room");
    for file in ["bridge.toml", "sheets.csv", "notes.md", "yard/ford.toml"] {
        fs::write(folder.path().join(file), "").expect("room");
    }
    for command in [
        "run",
        "exact",
        "odds",
        "sweep",
        "compare",
        "tune",
        "sensitivity",
        "luck",
        "skill",
        "test",
        "versus",
        "gauntlet",
        "balance",
        "replay",
        "drama",
        "rare",
        "observe",
        "coverage",
        "check",
    ] {
        let found = offered_in(folder.path(), &[command, ""]);
        assert!(
            found.contains(&"bridge.toml".to_owned()) && found.contains(&"yard/".to_owned()),
            "{command}: {found:?}"
        );
        assert!(!found.iter().any(|name| name.contains("csv") || name.contains("md")), "{command}: {found:?}");
    }
    assert_eq!(offered_in(folder.path(), &["run", "yard/"]), ["yard/ford.toml"]);
    for option in ["--roster", "--party-roster"] {
        assert_eq!(offered_in(folder.path(), &["gauntlet", "bridge.toml", option, "sh"]), ["sheets.csv"]);
    }
    assert_eq!(offered_in(folder.path(), &["observe", "bridge.toml", "sh"]), ["sheets.csv"]);
    assert_eq!(offered_in(folder.path(), &["compare", "bridge.toml", "br"]), ["bridge.toml"]);
}

#[test]
fn paths_are_those_of_the_scenario_on_the_line() {
    for option in ["--set", "--vary"] {
        let found = offered(&["sweep", "spar.toml", option, "rules.me"]);
        assert_eq!(found, ["rules.meter_ticks="], "{option}");
        assert_eq!(offered(&["sweep", "spar.toml", option, "comb"]), ["combatants.fencer.", "combatants.wrestler."]);
    }
    let found = offered(&["compare", "spar.toml", "--with", "combatants.fencer.attributes.a"]);
    assert_eq!(found, ["combatants.fencer.attributes.attack=", "combatants.fencer.attributes.acrobatics="]);
    assert_eq!(offered(&["sensitivity", "spar.toml", "--only", "rules.me"]), ["rules.meter_ticks"]);
    // The words that a key takes, and what a number is.
    assert_eq!(offered(&["run", "spar.toml", "--set", "rules.stakes="]), ["rules.stakes=spar", "rules.stakes=death"]);
    assert_eq!(
        offered(&["run", "spar.toml", "--set=rules.penultimate_swap=f"]),
        ["--set=rules.penultimate_swap=false"]
    );
    // The values of a roster are part of the scenario.
    let found = offered(&["run", "roster.toml", "--set", "combatants.wrestler.attributes."]);
    assert_eq!(found, ["combatants.wrestler.attributes.attack=", "combatants.wrestler.attributes.cmb="]);
}

#[test]
fn numbers_systems_and_rules_are_offered() {
    let found = offered(&["tune", "spar.toml", "--vary", "rules.meter_ticks=5..=9:2", "--target", ""]);
    for name in ["party=", "rounds=", "party_any_dead=", "comebacks=", "combatants."] {
        assert!(found.contains(&name.to_owned()), "{name}: {found:?}");
    }
    let found = offered(&["tune", "spar.toml", "--target", "combatants.fencer.d"]);
    assert_eq!(found, ["combatants.fencer.down=", "combatants.fencer.dead="]);
    assert_eq!(offered(&["sensitivity", "spar.toml", "--metric", "come"]), ["comebacks"]);
    assert_eq!(offered(&["luck", "spar.toml", "--metric", "come"]), ["comebacks"]);
    assert!(offered(&["systems", ""]).contains(&"duel".to_owned()));
    assert_eq!(offered(&["explain", "duel-0"]).len(), 9);
    assert_eq!(offered(&["replay", "spar.toml", "--find", "u"]), ["upset"]);
    assert_eq!(offered(&["replay", "spar.toml", "--find", "t"]), ["turning-point"]);
    assert_eq!(offered(&["run", "spar.toml", "--only", "come"]), ["comebacks"]);
    assert_eq!(offered(&["sensitivity", "spar.toml", "--only", "rules.meter"]), ["rules.meter_ticks"]);
}

/// A scenario that cannot be read has no paths, and no mistake is reported while somebody types.
#[test]
fn nothing_is_said_about_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [("broken.toml", "system = "), ("other.toml", "system = \"chess\"\n"), ("empty.toml", "")] {
        fs::write(folder.path().join(file), text).expect("room");
        assert_eq!(offered_in(folder.path(), &["run", file, "--set", "rules."]), [""; 0], "{file}");
    }
    assert_eq!(offered_in(folder.path(), &["run", "missing.toml", "--set", ""]), [""; 0]);
    assert_eq!(offered_in(folder.path(), &["run", "-", "--set", ""]), [""; 0]);
    assert_eq!(
        offered(&["run", "mistakes.toml", "--set", "rules.me"]),
        ["rules.meter_ticks="],
        "mistakes are no obstacle"
    );
    for (shell, index) in [("bash", "x"), ("bash", ""), ("bash", "99"), ("tcsh", "1"), ("zsh", "7")] {
        let mut command = equipoise("-- equipoise run");
        command.env("EQUIPOISE_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", index).assert().code(0).stderr("");
    }
    let mut command = equipoise("");
    command.env("EQUIPOISE_COMPLETE", "bash").assert().code(0).stderr("").stdout("");
    // A variable that is empty asks for nothing.
    let output = equipoise("--version").env("EQUIPOISE_COMPLETE", "").assert().code(0).get_output().stdout.clone();
    assert!(output.starts_with(b"equipoise"));
}

/// A pipe is never waited for.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().expect("mkfifo runs");
    assert!(made.success());
    assert_eq!(offered_in(folder.path(), &["run", "pipe.toml", "--set", ""]), [""; 0]);
}

#[test]
fn words_that_bash_has_taken_apart_are_joined() {
    assert_eq!(offered_in_bash(&["run", "spar.toml", "--set", "rules.me"]), ["rules.meter_ticks="]);
    assert_eq!(offered_in_bash(&["run", "spar.toml", "--set", "=", "rules.me"]), ["rules.meter_ticks="]);
    assert_eq!(offered_in_bash(&["run", "spar.toml", "--set", "rules.stakes", "=", "d"]), ["death"]);
    assert_eq!(offered_in_bash(&["run", "spar.toml", "--set", "rules.stakes", "="]), ["spar", "death"]);
    let after =
        ["sweep", "--vary", "rules.meter_ticks", "=", "5..", "=", "13", ":", "2", "--set", "rules.max", "=", "9", "sp"];
    assert_eq!(offered_in_bash(&after), ["spar.toml"]);
    // Options are offered where they are asked for.
    let found = offered_in_bash(&["run", "sp"]);
    assert_eq!(found, ["spar.toml"]);
    assert!(!offered_in_bash(&["run", ""]).iter().any(|name| name.starts_with('-')));
    assert!(offered_in_bash(&["run", "spar.toml", "--se"]).contains(&"--set".to_owned()));
}

/// The script in a real bash: what it fills into `COMPREPLY`.
#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "what is not tested is said")]
fn bash_completes_with_the_script() {
    let binary = assert_cmd::cargo::cargo_bin!("equipoise");
    let folder = binary.parent().expect("a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let script = r#"
        source <(equipoise completions bash) || exit 1
        complete -p equipoise >/dev/null || exit 1
        ask() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9 COMPREPLY=()
            _clap_complete_equipoise equipoise "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            echo "${COMPREPLY[*]}"
        }
        ask equipoise run sp
        ask equipoise run spar.toml --set rules.me
        ask equipoise run spar.toml --set rules.stakes = d
        ask equipoise tune spar.toml --target party_a
        ask equipoise sys"#;
    let run = Command::new("bash").args(["--norc", "-c", script]).env("PATH", path).current_dir(fixtures()).output();
    let output = match run {
        Err(error) => {
            eprintln!("SKIPPED: there is no bash to complete in ({error})");
            return;
        }
        Ok(output) => output,
    };
    let expected = "spar.toml\nrules.meter_ticks=\ndeath\nparty_any_dead= party_all_out=\nsystems\n";
    let [found, said] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(found.replace('\u{b}', " "), expected, "{said}");
}

#[test]
fn every_shell_has_a_script_that_asks_the_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout_of(&format!("completions {shell}"));
        assert!(script.contains("EQUIPOISE_COMPLETE") && script.contains("equipoise"), "{shell}: {script}");
    }
}
