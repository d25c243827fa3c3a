//! The sources of results: commands, versions, the texts of the scenarios.

use equipoise_engine::SEED_CONTRACT;
use equipoise_sim::output::words::{shell_word, visible};
use equipoise_sim::studies::load::Files;
use equipoise_sim::studies::provenance::{Provenance, SCHEMA, VERSION};
use maud::{Markup, html};

/// A command line as it is typed.
pub(crate) fn line(words: &[String]) -> String {
    visible(&words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")).into_owned()
}

/// The commands, the versions, what was changed and the texts.
pub(crate) fn section(commands: &[(&str, Vec<String>)], provenance: &Provenance) -> Markup {
    let changes: Vec<String> = provenance.overrides.iter().map(ToString::to_string).collect();
    section_of(commands, &changes, &provenance.files)
}

/// As [`section`], of results with these changes in common.
pub(crate) fn section_of(commands: &[(&str, Vec<String>)], changes: &[String], files: &Files) -> Markup {
    html! {
        @for (what, words) in commands {
            p { (what) }
            pre { (line(words)) }
        }
        dl.facts {
            dt { "Program" } dd { "equipoise " (VERSION) ", seed contract " (SEED_CONTRACT) ", schema " (SCHEMA) }
            @if !changes.is_empty() { dt { "Changed" } dd { bdi { (visible(&changes.join(", "))) } } }
        }
        (texts(files))
    }
}

/// The texts of all files, folded away.
fn texts(files: &Files) -> Markup {
    html! {
        @for (path, text) in files {
            details {
                summary { "The text of " bdi { (visible(&path.display().to_string())) } }
                pre { (kept(text)) }
            }
        }
    }
}

/// A text with its lines and nothing else that does not show.
fn kept(text: &str) -> String {
    let kept = |line: &str| visible(&line.replace('\t', "    ")).into_owned();
    text.lines().flat_map(|line| [kept(line), "\n".to_owned()]).collect()
}
