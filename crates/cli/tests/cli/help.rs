//! Help, completions and manual pages.

use equipoise_engine::System;

use crate::{assert_narrow, equipoise, narrow_snapshot, refusal_of, stdout_of};

const COMMANDS: [&str; 29] = [
    "run",
    "report",
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
    "plan",
    "merge",
    "rerun",
    "check",
    "systems",
    "explain",
    "init",
    "schema",
    "completions",
    "man",
];

#[test]
fn every_command_explains_itself_within_80_columns() {
    let help = stdout_of("--help");
    narrow_snapshot("help", &help);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        narrow_snapshot(&format!("help-{command}"), &stdout_of(&format!("{command} --help")));
        assert_narrow(&stdout_of(&format!("{command} -h")));
    }
}

#[test]
fn without_a_command_there_is_help() {
    equipoise("").assert().code(2).stdout("");
    assert!(refusal_of("runn").contains("'run'"));
}

#[test]
fn the_version_tells_one_build_from_another() {
    let short = format!("equipoise {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout_of("-V"), short);
    let long = stdout_of("--version");
    assert_narrow(&long);
    let rest = long.strip_prefix(&short).expect("it begins like the short one");
    // The tests may be built from a checkout or without one.
    let rest = match rest.split_once('\n') {
        Some((commit, rest)) if commit.starts_with("commit ") => {
            let id = commit.strip_prefix("commit ").expect("an id");
            assert!(id.len() >= 12 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commit}");
            rest
        }
        _ => rest,
    };
    let systems = rest.strip_prefix("seed contract 1\n").expect("the seed contract");
    for system in System::ALL {
        let rules = format!("{} ({} rules)", system.name(), system.rules().count());
        assert!(systems.contains(&rules), "{rules}: {systems}");
    }
}

#[test]
fn styles_follow_the_option_and_the_environment() {
    let is_styled = |text: &[u8]| text.contains(&0x1b);
    for command in ["replay spar.toml --index 1", "--help", "run --help", "check mistakes.toml", "runn"] {
        for (option, variable, expected) in [
            ("", None, false),
            ("--color auto", None, false),
            ("--color always", None, true),
            ("--color=always", Some("NO_COLOR"), true),
            ("--color never", Some("CLICOLOR_FORCE"), false),
            ("", Some("CLICOLOR_FORCE"), true),
            ("", Some("NO_COLOR"), false),
        ] {
            let mut program = equipoise(&format!("{option} {command}"));
            let output = program.envs(variable.map(|name| (name, "1"))).output().expect("it runs");
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(is_styled(&printed), expected, "{option} {command} {variable:?}");
        }
    }
    assert!(refusal_of("--color blue systems").contains("possible values: auto, always, never"));
    let after = equipoise("replay spar.toml --index 1 --color always").output().expect("it runs");
    assert!(is_styled(&after.stdout));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout_of(&format!("completions {shell}")).contains("equipoise"), "{shell}");
        let mut asked = equipoise("-- equipoise");
        asked.env("EQUIPOISE_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", "1").arg("");
        let offered = String::from_utf8(asked.assert().code(0).get_output().stdout.clone()).expect("UTF-8");
        assert!(COMMANDS.iter().all(|command| offered.contains(command)), "{shell}: {offered}");
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
