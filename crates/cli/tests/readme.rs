//! The `console` blocks of the README and of the documents that show sessions are real: each `$` line is run by a shell from the project's folder
//! and must print what stands below it. `UPDATE_README=1 cargo test --test readme` writes down what is printed now.

use std::path::{Path, PathBuf};
use std::process::Command;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn printed(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_equipoise"));
    let folder = binary.parent().expect("a binary lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(project())
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("COLUMNS")
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "", "`{command}` complains");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The text with every `console` block's outputs made anew.
fn with_outputs(text: &str) -> String {
    let mut lines = Vec::new();
    let mut in_console = false;
    for line in text.lines() {
        match line {
            "```console" => in_console = true,
            "```" => in_console = false,
            _ => (),
        }
        match line.strip_prefix("$ ") {
            Some(command) if in_console => {
                lines.push(line.to_owned());
                lines.extend(printed(command).lines().map(str::to_owned));
            }
            _ if in_console && line != "```console" => (),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Holds a document against what its commands print.
fn is_printed(name: &str) {
    let path = project().join(name);
    let text = std::fs::read_to_string(&path).expect(name);
    assert!(text.contains("```console\n$ equipoise "), "no example is left in {name}");
    let actual = with_outputs(&text);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, actual).expect("it can be written");
        return;
    }
    for (number, (written, printed)) in text.lines().zip(actual.lines()).enumerate() {
        assert_eq!(written.trim_end(), printed.trim_end(), "{name}, line {}", number + 1);
    }
    assert_eq!(text.lines().count(), actual.lines().count());
}

#[test]
fn the_readme_shows_what_is_printed() {
    is_printed("README.md");
}

#[test]
fn the_tour_shows_what_is_printed() {
    is_printed("docs/tour.md");
}

#[test]
fn the_chapters_on_scenarios_and_results_show_what_is_printed() {
    is_printed("docs/scenarios.md");
    is_printed("docs/results.md");
}

/// The scenario that the chapter begins with is one.
#[test]
fn the_scenario_of_the_chapter_is_valid() {
    let text = std::fs::read_to_string(project().join("docs/scenarios.md")).expect("the chapter");
    let (_, rest) = text.split_once("```toml\n").expect("a scenario");
    let (scenario, _) = rest.split_once("```").expect("the end of the block");
    let output = assert_cmd::Command::cargo_bin("equipoise")
        .expect("the binary")
        .args(["check", "-"])
        .write_stdin(scenario)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
