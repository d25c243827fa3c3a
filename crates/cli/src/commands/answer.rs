//! Writes results: to stdout in the format that was chosen, and to the files of `--out`.

use std::io::{self, Write};

use equipoise_sim::output::{files, frame};
use equipoise_sim::{Deviation, Method, Report, deviations, json};
use serde_json::Value;

use crate::args::{Format, ReportArgs};
use crate::exit::Failure;
use crate::json::Object;
use crate::out::Out;
use crate::outputs::CHECK;
use crate::page::Page;
use crate::pictures;
use crate::tables;
use crate::text::csv_field;

/// The results of one scenario, and what is printed with them.
pub(crate) struct Answer {
    pub(crate) report: Report,
    /// Lines below the title of the table; CSV and JSON leave them out.
    pub(crate) notes: Vec<String>,
    /// How the results deviate from the exact solution, where `--check` asked for it and could solve it.
    pub(crate) comparison: Option<Comparison>,
    /// A command to go on with, below the table.
    pub(crate) footer: Option<Footer>,
    /// Whether an interrupt kept it from being complete: encounters are missing, or the check is.
    pub(crate) is_interrupted: bool,
}

impl Answer {
    /// Results without notes, comparison and footer.
    pub(crate) fn new(report: Report) -> Self {
        Self { report, notes: Vec::new(), comparison: None, footer: None, is_interrupted: false }
    }
}

/// A command that goes on from a result, as it is written in a shell.
pub(crate) struct Footer {
    /// What it does.
    pub(crate) label: &'static str,
    pub(crate) command: String,
}

impl Footer {
    /// The command keeps to one line, however long, so that it can be copied.
    fn print(&self, page: &mut Page<impl Write>) -> io::Result<()> {
        page.note(self.label)?;
        page.verbatim(&format!("  {}\n", self.command))
    }
}

/// How a sampled result deviates from the exact one.
pub(crate) struct Comparison {
    pub(crate) deviations: Vec<Deviation>,
    /// Number of states of the exact solution.
    pub(crate) states: usize,
}

/// Prints each answer as soon as there is one.
///
/// A closed stdout must not cost the files of `--out`: where they are wanted, the first error of printing is held back
/// until they are written.
pub(crate) struct Printer<'a> {
    out: Page<Out>,
    args: &'a ReportArgs,
    /// Whether `--check` was asked for.
    checks: bool,
    /// Whether the rounds are drawn.
    draws: bool,
    answers: Vec<Answer>,
    /// The error that is held back. Nothing is printed after it.
    print_error: Option<io::Error>,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(args: &'a ReportArgs, checks: bool) -> Self {
        Self {
            out: Page::new(Out::new(), args.format.markup()),
            args,
            checks,
            draws: false,
            answers: Vec::new(),
            print_error: None,
        }
    }

    /// As [`new`](Self::new), with a picture of the rounds below the tables of each answer.
    pub(crate) fn with_pictures(self) -> Self {
        Self { draws: true, ..self }
    }

    /// Prints one answer, as a table or as JSON. CSV is printed at the end: its header depends on all answers.
    pub(crate) fn print(&mut self, answer: Answer) -> Result<(), Failure> {
        if self.print_error.is_none() {
            let printed = self.write_answer(&answer).and_then(|()| self.out.flush());
            self.hold_back(printed)?;
        }
        self.answers.push(answer);
        Ok(())
    }

    /// Keeps an error of printing for later where files are still to be written, and returns it otherwise.
    fn hold_back(&mut self, printed: io::Result<()>) -> Result<(), Failure> {
        match printed {
            Err(error) if self.args.out.is_some() => self.print_error = Some(error),
            result => result?,
        }
        Ok(())
    }

    fn write_answer(&mut self, answer: &Answer) -> io::Result<()> {
        match self.args.format {
            Format::Table | Format::Markdown => {
                if !self.answers.is_empty() {
                    self.out.gap()?;
                }
                self.write_table(answer)
            }
            Format::Json => writeln!(self.out, "{}", json_line(answer)),
            Format::Csv => Ok(()),
        }
    }

    fn write_table(&mut self, answer: &Answer) -> io::Result<()> {
        tables::report(&mut self.out, &answer.report, &answer.notes)?;
        if let Some(comparison) = &answer.comparison {
            tables::comparison(&mut self.out, &comparison.deviations, comparison.states)?;
        }
        if let Some(picture) = pictures::rounds(&answer.report.rounds.by_winner).filter(|_| self.draws) {
            self.out.gap()?;
            self.out.verbatim(&picture)?;
        }
        if let Some(footer) = &answer.footer {
            self.out.gap()?;
            footer.print(&mut self.out)?;
        }
        Ok(())
    }

    /// Prints CSV, if that is the format, and returns an error that was held back.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.print_csv()?;
        self.print_error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// As [`finish`](Self::finish), with the files of `--out`, if it was given, written in between.
    pub(crate) fn finish_with_files(mut self) -> Result<(), Failure> {
        self.print_csv()?;
        if let Some(dir) = &self.args.out {
            let comparisons = comparisons(&self.answers);
            let reports: Vec<Report> = self.answers.into_iter().map(|answer| answer.report).collect();
            let check = [(CHECK, comparisons.as_bytes())];
            files::write_reports_with(dir, &reports, self.args.parquet, if self.checks { &check } else { &[] })?;
        }
        self.print_error.map_or(Ok(()), |error| Err(error.into()))
    }

    fn print_csv(&mut self) -> Result<(), Failure> {
        if self.args.format != Format::Csv || self.answers.is_empty() {
            return Ok(());
        }
        let csv = if self.checks { comparisons(&self.answers).into_bytes() } else { summary(&self.answers)? };
        let printed = self.out.write_all(&csv).and_then(|()| self.out.flush());
        self.hold_back(printed)
    }
}

fn summary(answers: &[Answer]) -> Result<Vec<u8>, Failure> {
    let reports: Vec<Report> = answers.iter().map(|answer| answer.report.clone()).collect();
    let csv = frame::summary(&reports).and_then(|table| files::csv(&table));
    csv.map_err(|error| Failure::plain(format!("cannot make the summary: {error}")))
}

impl Comparison {
    /// Compares every number of a sampled report with the exact report of the same scenario.
    pub(crate) fn new(sampled: &Report, exact: &Report) -> Self {
        let states = if let Method::Exact { states } = exact.method { states } else { 0 };
        Self { deviations: deviations(sampled, exact), states }
    }
}

/// The report as `equipoise_sim` writes it, with `check` added where it was asked for.
pub(crate) fn json_line(answer: &Answer) -> String {
    let line = json(&answer.report);
    let Some(comparison) = &answer.comparison else { return line };
    let values = comparison.deviations.iter().map(|deviation| {
        let object = Object::default().with("name", deviation.name.as_str());
        // An infinite z has no number in JSON.
        let z = serde_json::Number::from_f64(unsigned_zero(deviation.z)).map_or(Value::Null, Value::Number);
        object.with("sampled", deviation.sampled).with("exact", deviation.exact).with("z", z).finish()
    });
    let check = Object::default().with("states", comparison.states).with_list("values", values).finish();
    match line.strip_suffix('}') {
        Some(fields) => format!("{fields},\"check\":{check}}}"),
        None => line,
    }
}

/// Turns -0, which would be printed with its sign, into 0.
fn unsigned_zero(z: f64) -> f64 {
    if z == 0.0 { 0.0 } else { z }
}

/// The CSV of `--check`: a row for each compared number, with a column for each varied path.
pub(crate) fn comparisons(answers: &[Answer]) -> String {
    let mut paths: Vec<&str> = Vec::new();
    for (path, _) in answers.iter().flat_map(|answer| &answer.report.values) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    let columns: String = paths.iter().map(|path| csv_field(path).into_owned() + ",").collect();
    let mut csv = format!("scenario,{columns}value,sampled,exact,z\n");
    for answer in answers {
        let scenario = csv_field(&answer.report.scenario);
        let value_of = |path: &&str| answer.report.values.iter().find(|(known, _)| known == path);
        let field =
            |path: &&str| value_of(path).map_or_else(|| ",".to_owned(), |(_, text)| format!("{},", csv_field(text)));
        let values: String = paths.iter().map(field).collect();
        let Some(comparison) = &answer.comparison else {
            // Without an exact solution the sampled numbers are listed alone. Comparing the report with itself yields
            // their names.
            for Deviation { name, sampled, .. } in deviations(&answer.report, &answer.report) {
                csv.extend([format!("{scenario},{values}{name},{sampled},,\n")]);
            }
            continue;
        };
        for Deviation { name, sampled, exact, z } in &comparison.deviations {
            let z = unsigned_zero(*z);
            csv.extend([format!("{scenario},{values}{name},{sampled},{exact},{z}\n")]);
        }
    }
    csv
}
