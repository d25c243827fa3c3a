//! Results on their way out: to stdout in the shape that was asked for, and to files.

use std::io::Write;

use equipoise_sim::{Deviation, Report, files, frame, json, write_reports, write_whole};
use serde_json::Value;

use crate::args::{Format, ReportArgs};
use crate::exit::Failure;
use crate::json::Object;
use crate::out::Out;
use crate::tables;
use crate::text::csv_field;

/// The results of one scenario with what is said beside them.
pub(crate) struct Answer {
    pub(crate) report: Report,
    /// Lines below the title of the table.
    pub(crate) notes: Vec<String>,
    /// What `--check` found.
    pub(crate) comparison: Option<Comparison>,
    /// The last line of the table.
    pub(crate) footer: Option<String>,
}

impl Answer {
    /// Results that speak for themselves.
    pub(crate) fn new(report: Report) -> Self {
        Self { report, notes: Vec::new(), comparison: None, footer: None }
    }
}

/// A sampled result against the exact one.
pub(crate) struct Comparison {
    pub(crate) deviations: Vec<Deviation>,
    /// Of the exact solution.
    pub(crate) states: usize,
}

/// Prints answers one by one, as they come.
pub(crate) struct Printer<'a> {
    out: Out,
    args: &'a ReportArgs,
    /// Whether `--check` was asked for.
    checks: bool,
    answers: Vec<Answer>,
}

impl<'a> Printer<'a> {
    /// A printer to stdout.
    pub(crate) fn new(args: &'a ReportArgs, checks: bool) -> Self {
        Self { out: Out::new(), args, checks, answers: Vec::new() }
    }

    /// Prints one answer. CSV waits for the last.
    pub(crate) fn print(&mut self, answer: Answer) -> Result<(), Failure> {
        match self.args.format {
            Format::Table => {
                if !self.answers.is_empty() {
                    writeln!(self.out)?;
                }
                self.table(&answer)?;
            }
            Format::Json => writeln!(self.out, "{}", line(&answer))?,
            Format::Csv => {}
        }
        self.answers.push(answer);
        Ok(self.out.flush()?)
    }

    fn table(&mut self, answer: &Answer) -> Result<(), Failure> {
        tables::report(&mut self.out, &answer.report, &answer.notes)?;
        if let Some(comparison) = &answer.comparison {
            tables::comparison(&mut self.out, &comparison.deviations, comparison.states)?;
        }
        if let Some(footer) = &answer.footer {
            writeln!(self.out, "\n{footer}")?;
        }
        Ok(())
    }

    /// Prints what waited.
    pub(crate) fn finish(mut self) -> Result<Vec<Answer>, Failure> {
        if self.args.format == Format::Csv && !self.answers.is_empty() {
            let csv = if self.checks { comparisons(&self.answers).into_bytes() } else { summary(&self.answers)? };
            self.out.write_all(&csv)?;
            self.out.flush()?;
        }
        Ok(self.answers)
    }
}

/// Writes the files of `--out`, if it was given.
pub(crate) fn write_files(args: &ReportArgs, answers: Vec<Answer>, checks: bool) -> Result<(), Failure> {
    let Some(dir) = &args.out else { return Ok(()) };
    let comparisons = comparisons(&answers);
    let reports: Vec<Report> = answers.into_iter().map(|answer| answer.report).collect();
    write_reports(dir, &reports, args.parquet)?;
    if checks {
        write_whole(&dir.join("check.csv"), comparisons.as_bytes())?;
    }
    Ok(())
}

fn summary(answers: &[Answer]) -> Result<Vec<u8>, Failure> {
    let reports: Vec<Report> = answers.iter().map(|answer| answer.report.clone()).collect();
    let csv = frame::summary(&reports).and_then(|table| files::csv(&table));
    csv.map_err(|error| Failure::plain(format!("cannot make the summary: {error}")))
}

/// The report as `equipoise_sim` writes it, with `check` added where it was asked for.
fn line(answer: &Answer) -> String {
    let line = json(&answer.report);
    let Some(comparison) = &answer.comparison else { return line };
    let values = comparison.deviations.iter().map(|deviation| {
        let object = Object::default().with("name", deviation.name.as_str());
        // An infinite z has no number in JSON.
        let z = serde_json::Number::from_f64(deviation.z).map_or(Value::Null, Value::Number);
        object.with("sampled", deviation.sampled).with("exact", deviation.exact).with("z", z).finish()
    });
    let check = Object::default().with("states", comparison.states).with_list("values", values).finish();
    match line.strip_suffix('}') {
        Some(open) => format!("{open},\"check\":{check}}}"),
        None => line,
    }
}

fn comparisons(answers: &[Answer]) -> String {
    let mut csv = "scenario,value,sampled,exact,z\n".to_owned();
    for answer in answers {
        let scenario = csv_field(&answer.report.scenario);
        for deviation in answer.comparison.iter().flat_map(|comparison| &comparison.deviations) {
            let Deviation { name, sampled, exact, z } = deviation;
            csv.extend([format!("{scenario},{name},{sampled},{exact},{z}\n")]);
        }
    }
    csv
}
