//! Help, completions and manual pages.

use crate::{assert_narrow, equipoise, refusal_of, snapshot, stdout_of};

const COMMANDS: [&str; 16] = [
    "run",
    "exact",
    "sweep",
    "compare",
    "tune",
    "sensitivity",
    "versus",
    "replay",
    "coverage",
    "merge",
    "check",
    "systems",
    "explain",
    "init",
    "completions",
    "man",
];

#[test]
fn every_command_explains_itself_within_80_columns() {
    let help = stdout_of("--help");
    assert_narrow(&help);
    snapshot("help", &help);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let help = stdout_of(&format!("{command} --help"));
        assert_narrow(&help);
        snapshot(&format!("help-{command}"), &help);
        assert_narrow(&stdout_of(&format!("{command} -h")));
    }
}

#[test]
fn without_a_command_there_is_help() {
    equipoise("").assert().code(2).stdout("");
    assert!(refusal_of("runn").contains("'run'"));
    assert_eq!(stdout_of("--version"), format!("equipoise {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout_of(&format!("completions {shell}"));
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    assert!(refusal_of("completions tcsh").contains("possible values"));
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("made/man");
    equipoise("man --out").arg(&out).assert().code(0).stdout("").stderr("");
    let page = |name: &str| std::fs::read_to_string(out.join(name)).expect("a page");
    assert!(page("equipoise.1").contains("equipoise\\-run(1)"));
    for command in COMMANDS {
        assert!(page(&format!("equipoise-{command}.1")).contains(".SH OPTIONS"), "{command}");
    }
    assert_eq!(std::fs::read_dir(&out).expect("the folder").count(), COMMANDS.len() + 1);
}
