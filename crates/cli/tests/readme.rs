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

/// Every other document with a session.
#[test]
fn the_documents_show_what_is_printed() {
    let mut sessions = 0;
    for path in documents() {
        let name = path.strip_prefix(project()).expect("it is of the project").display().to_string();
        let has_session = std::fs::read_to_string(&path).expect(&name).contains("```console\n$ equipoise ");
        if has_session && !["README.md", "docs/tour.md"].contains(&name.as_str()) {
            is_printed(&name);
            sessions += 1;
        }
    }
    assert!(sessions >= 5, "{sessions} documents with sessions");
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

/// Every document: those of the root, `docs`, the ledgers, and what stands beside the code that it is about.
fn documents() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "node_modules", "work", "corpus", ".git"].contains(&name.as_str()) {
                below(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&project(), &mut found);
    found.sort();
    found
}

/// The part of a text that is neither a block nor a span of code.
fn prose(text: &str) -> String {
    let blocks = text.split("\n```").step_by(2);
    blocks.flat_map(|block| block.split('`').step_by(2)).collect::<Vec<_>>().join(" ")
}

/// The anchors of a document's headings.
fn anchors(text: &str) -> Vec<String> {
    let headings =
        text.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == ' ';
    headings
        .map(|heading| heading.to_lowercase().chars().filter(|&c| kept(c)).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("readable");
        let prose = prose(&text);
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
            // Chapters of the book are called by their paths from the root.
            let folder = if document.ends_with("book/SUMMARY.md") { project() } else { document.with_file_name("") };
            let target = if path.is_empty() { document.clone() } else { folder.join(path) };
            let has = |anchor: &str| {
                std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).iter().any(|known| known == anchor))
            };
            if !target.exists() || anchor.is_some_and(|anchor| !has(anchor)) {
                wrong.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A document that is in no chapter is in no book.
#[test]
fn the_book_has_every_document_of_the_folder() {
    let summary = std::fs::read_to_string(project().join("book/SUMMARY.md")).expect("the list of chapters");
    let of_docs =
        documents().into_iter().filter_map(|path| Some(path.strip_prefix(project().join("docs")).ok()?.to_owned()));
    let missing: Vec<PathBuf> =
        of_docs.filter(|path| !summary.contains(&format!("(docs/{})", path.display()))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
