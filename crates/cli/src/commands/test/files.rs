//! The files that a test writes beside what it prints: JUnit, Markdown, a page, charts.

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_report::test as page;
use equipoise_sim::output::files::may_replace;
use equipoise_sim::output::junit;
use equipoise_sim::output::verdicts::sentence;
use equipoise_sim::studies::study::{Found, Words};
use equipoise_sim::studies::test::{Refused, Tested, Verdict};
use equipoise_sim::write_whole;

use super::args::TestArgs;
use super::printer::{all_in_one, told};
use super::table::{self, Told};
use crate::diagnostics::{Mistake, note};
use crate::exit::Failure;
use crate::load::is_stdin;
use crate::markdown_file::{self, Taking};
use crate::outputs::Outputs;
use crate::page::{Markup, Page};

/// Writes the files that were asked for, each whole or not at all. Charts of a scenario that could not be judged, which an
/// earlier test may have left, are removed.
pub(super) fn write(args: &TestArgs, all: &[Found<Tested>], refused: &[Refused]) -> Result<(), Failure> {
    if let Some(path) = &args.junit {
        let suites = all.iter().map(|found| suite(args, found)).chain(refused.iter().map(suite_of_refused));
        write_whole(path, junit::document(&suites.collect::<Vec<_>>()).as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        let mut page = Page::new(Vec::new(), Markup::Markdown);
        all_in_one(&mut page, all, refused)?;
        markdown_file::write(path, page.out())?;
    }
    if let Some(path) = &args.page.page {
        write_whole(path, page::page(all, refused).as_bytes())?;
    }
    if all.is_empty() {
        args.page.charts.chart.iter().for_each(|wanted| remove(&wanted.path));
        return Ok(());
    }
    let words = args.input.scenarios.iter().fold(Words::new("test"), |words, path| words.path(path));
    args.page.charts.write(&words.0, || all.iter().flat_map(|found| page::charts(&found.result)).collect())
}

/// Leaves no report of an earlier test where this one ends with mistakes before anything is judged: JUnit and Markdown say
/// what is wrong, and a page and charts are removed. Nothing else stands in their place: what is no report stays.
pub(super) fn write_failure(args: &TestArgs, mistakes: &[Mistake]) {
    let scenarios: Vec<_> = args.input.scenarios.iter().filter(|path| !is_stdin(path)).cloned().collect();
    let outputs = Outputs::default().reads_files(&scenarios).writes(args.junit.as_ref());
    if outputs.writes_markdown(args.markdown.as_ref()).writes_page_file(&args.page).check().is_err() {
        // The paths themselves are what is wrong.
        return remove_earlier(args);
    }
    let messages: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    if let Some(path) = &args.junit {
        let case = error_case("test", &messages);
        let suite = junit::Suite { name: "equipoise test".to_owned(), file: String::new(), cases: vec![case] };
        if write_whole(path, junit::document(&[suite]).as_bytes()).is_err() {
            remove(path);
        }
    }
    if let Some(path) = &args.markdown {
        let mut page = Page::new(Vec::new(), Markup::Markdown);
        let told = table::failure(&mut page, &messages).is_ok();
        if told && markdown_file::write(path, page.out()).is_err() {
            remove(path);
        }
    }
    args.page.paths().for_each(|path| remove(path));
}

/// Removes the reports of an earlier test, if there are any, and nothing else that has their names.
pub(super) fn remove_earlier(args: &TestArgs) {
    let replaced = args.markdown.iter().filter(|path| markdown_file::taking(path) == Taking::Replaced);
    let reports = args.junit.iter().chain(replaced).chain(args.page.paths());
    let real = |path: &PathBuf| path.canonicalize().ok();
    let read: Vec<_> = args.input.scenarios.iter().filter_map(real).collect();
    let is_read = |path: &PathBuf| real(path).is_some_and(|path| read.contains(&path));
    reports.filter(|path| is_free(path) && !is_read(path)).for_each(|path| remove(path));
}

/// Whether nothing of somebody else stands there, with `--force` too.
fn is_free(path: &Path) -> bool {
    may_replace(path).unwrap_or(false)
}

/// Removes the report of an earlier test, if there is one. A device or a pipe is none, and whoever may remove it must not.
fn remove(path: &Path) {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return;
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            note(&format!("cannot remove {}, which is of an earlier test: {error}", path.display()));
        }
        _ => {}
    }
}

/// Says which files are not written, and why.
pub(super) fn note_unwritten(args: &TestArgs, why: &str) {
    for path in args.junit.iter().chain(&args.markdown).chain(args.page.paths()) {
        note(&format!("{why}: {} was not written", path.display()));
    }
}

fn suite(args: &TestArgs, found: &Found<Tested>) -> junit::Suite {
    let Tested { scenario, source, .. } = &found.result;
    let cases = told(found).into_iter().map(|Told { judged, replay }| {
        let what = sentence(judged);
        let outcome = match judged.look.verdict {
            Verdict::Pass => junit::Outcome::Passed,
            Verdict::Undecided if args.allow_undecided => junit::Outcome::Skipped(what.clone()),
            Verdict::Fail => junit::Outcome::Failed { kind: "fail", message: what.clone() },
            Verdict::Undecided => junit::Outcome::Failed { kind: "undecided", message: what.clone() },
        };
        let replay = replay.map(|replay| format!("\n{replay}")).unwrap_or_default();
        let name = judged.expected.name.clone();
        junit::Case { name, line: Some(judged.expected.line), outcome, output: format!("{what}{replay}") }
    });
    junit::Suite { name: scenario.clone(), file: source.clone(), cases: cases.collect() }
}

/// The suite of a scenario that could not be judged: one case with all its mistakes.
fn suite_of_refused(refused: &Refused) -> junit::Suite {
    let sentences: Vec<String> = refused.sentences().collect();
    let cases = vec![error_case("scenario", &sentences)];
    junit::Suite { name: refused.source.clone(), file: refused.source.clone(), cases }
}

fn error_case(name: &str, sentences: &[String]) -> junit::Case {
    let first = sentences.first().cloned().unwrap_or_default();
    let message = if sentences.len() > 1 { format!("{first} (and {} more)", sentences.len() - 1) } else { first };
    let outcome = junit::Outcome::Error { kind: "mistake", message };
    junit::Case { name: name.to_owned(), line: None, outcome, output: sentences.join("\n") }
}
