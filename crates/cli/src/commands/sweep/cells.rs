//! The cells of a sweep on stdout.

use std::io::{self, Write};

use equipoise_engine::Winner;
use equipoise_sim::Report;
use equipoise_sim::output::csv::{chosen, comparisons, csv};
use equipoise_sim::output::frame;
use equipoise_sim::output::sentences::crossing_told;
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::cross::Crossing;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::study::Found;
use equipoise_sim::studies::sweep::number_of;

use super::table;
use crate::args::Format;
use crate::commands::answer::json_line;
use crate::diagnostics::note;
use crate::out::Out;
use crate::page::Page;
use crate::pictures::{self, Point};
use crate::text::visible;

/// The cells, and how they are shown.
pub(in crate::commands) struct Cells<'a> {
    pub(in crate::commands) scenario: &'a str,
    pub(in crate::commands) answers: &'a [Answer],
    /// The number of cells that there should be.
    pub(in crate::commands) all: usize,
    /// The number of encounters that there should be in each.
    pub(in crate::commands) encounters: u64,
    pub(in crate::commands) format: Format,
    pub(in crate::commands) only: &'a Only,
    /// The quantities that CSV has; all where `--only` is for a page or another file.
    pub(in crate::commands) only_of_csv: &'a Only,
    /// Whether they were held against the exact solution.
    pub(in crate::commands) checks: bool,
    /// The point at which a number has the value that is wanted, if that was asked.
    pub(in crate::commands) crossing: Option<&'a Found<Crossing>>,
    /// Whether the wins are drawn along the values, where that is possible.
    pub(in crate::commands) draws: bool,
}

impl Cells<'_> {
    pub(in crate::commands) fn print(&self) -> io::Result<()> {
        let Self { scenario, answers, all, encounters, format, only, only_of_csv, checks, draws, crossing } = *self;
        let told = crossing.map(|found| crossing_told(&found.result)).unwrap_or_default();
        let mut out = Page::new(Out::new(), format.markup());
        match format {
            Format::Table | Format::Markdown => {
                table::sweep(&mut out, scenario, answers, all, encounters, only)?;
                for line in &told {
                    out.gap()?;
                    out.note(&visible(line))?;
                }
                if let Some(picture) = draws.then(|| curve(answers)).flatten() {
                    out.gap()?;
                    out.verbatim(&picture)?;
                }
            }
            Format::Json => {
                for answer in answers {
                    writeln!(out, "{}", json_line(answer))?;
                }
                if let Some(found) = crossing {
                    writeln!(out, "{}", found.line())?;
                }
            }
            Format::Csv if answers.is_empty() => {}
            Format::Csv if checks => out.write_all(comparisons(answers, only_of_csv).as_bytes())?,
            Format::Csv if !only_of_csv.is_all() => out.write_all(chosen(answers, only_of_csv).as_bytes())?,
            Format::Csv => {
                let reports: Vec<Report> = answers.iter().map(Answer::report_of_file).collect();
                let csv = frame::summary(&reports).and_then(|table| csv(&table));
                out.write_all(&csv.map_err(io::Error::other)?)?;
            }
        }
        if format == Format::Csv {
            for line in &told {
                note(line);
            }
        }
        out.flush()
    }
}

/// The party's wins along the numbers of the only path that is varied.
fn curve(answers: &[Answer]) -> Option<String> {
    let point = |answer: &Answer| match answer.report.values.as_slice() {
        [(_, value)] if number_of(value).is_some() => {
            Some(Point { value: visible(value).into_owned(), wins: answer.report.won(Winner::Party) })
        }
        _ => None,
    };
    let points: Vec<Point> = answers.iter().map(point).collect::<Option<_>>()?;
    let (path, _) = answers.first()?.report.values.first()?;
    pictures::curve(&visible(path), &points)
}
