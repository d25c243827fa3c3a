//! The verdicts of a test on stdout, in every format.

use std::collections::BTreeSet;
use std::io::{self, Write};

use equipoise_engine::scenario::Band;
use equipoise_sim::Interval;
use equipoise_sim::json::line;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::verdicts::{self, sentence};
use equipoise_sim::studies::answer::Played;
use equipoise_sim::studies::check::Mistake;
use equipoise_sim::studies::load::shown_path;
use equipoise_sim::studies::study::{Found, Study, Test};
use equipoise_sim::studies::test::{ERROR, Judged, Refused, Tested, Verdict};

use super::args::{TestArgs, TestFormat};
use super::table::{self, Told};
use crate::annotations::{Annotations, Level, Location};
use crate::commands::answer::replay_command;
use crate::out::Out;
use crate::page::Page;
use crate::text::{shared, visible};

/// Verdicts on their way out.
pub(super) struct Printer<'a> {
    out: Page<Out>,
    args: &'a TestArgs,
    scenarios: usize,
    /// The names that several of them have: their verdicts are told apart by their files.
    shared: BTreeSet<String>,
    annotations: Annotations,
    /// The scenarios that were judged.
    pub(super) all: Vec<Found<Tested>>,
    /// The scenarios that could not be judged.
    pub(super) refused: Vec<Refused>,
}

impl<'a> Printer<'a> {
    /// A printer of the verdicts on so many scenarios, of which those without mistakes have these names.
    pub(super) fn new<'n>(args: &'a TestArgs, scenarios: usize, names: impl Iterator<Item = &'n str>) -> Self {
        let out = Page::new(Out::new(), args.format.markup());
        let (shared, annotations) = (shared(names), Annotations::default());
        Self { out, args, scenarios, shared, annotations, all: Vec::new(), refused: Vec::new() }
    }

    /// Prints the verdicts on one scenario, unless the format is one of all together.
    pub(super) fn print(&mut self, found: Found<Tested>) -> io::Result<()> {
        match self.args.format {
            TestFormat::Table => {
                self.gap()?;
                let file = found.provenance.study.scenarios().first().map(|path| shown_path(path));
                let file = file.filter(|_| self.shared.contains(&found.result.scenario));
                table::scenario(&mut self.out, &found.result, file.as_deref(), &told(&found))?;
            }
            TestFormat::Json => writeln!(self.out, "{}", found.line())?,
            TestFormat::Github => {
                let lines = annotations(&mut self.annotations, &found, self.args.allow_undecided);
                write!(self.out, "{lines}")?;
            }
            TestFormat::Csv | TestFormat::Markdown => {}
        }
        self.all.push(found);
        self.out.flush()
    }

    /// Prints why a scenario could not be judged, unless the format is one of all together.
    pub(super) fn print_refused(&mut self, refused: Refused) -> io::Result<()> {
        match self.args.format {
            // Of a single scenario stderr says all there is.
            TestFormat::Table if self.scenarios == 1 => {}
            TestFormat::Table => {
                self.gap()?;
                table::refused(&mut self.out, &refused)?;
            }
            TestFormat::Json => writeln!(self.out, "{}", line(&refused))?,
            TestFormat::Github => {
                for mistake in &refused.mistakes {
                    let line = self.annotations.of_mistake(Level::Error, &refused.file, mistake);
                    write!(self.out, "{line}")?;
                }
            }
            TestFormat::Csv | TestFormat::Markdown => {}
        }
        self.refused.push(refused);
        self.out.flush()
    }

    fn gap(&mut self) -> io::Result<()> {
        if self.all.is_empty() && self.refused.is_empty() { Ok(()) } else { self.out.gap() }
    }

    /// Prints what is of all scenarios together.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match self.args.format {
            TestFormat::Table if self.all.len() + self.refused.len() > 1 => {
                self.out.gap()?;
                self.out.note(&summary(&self.all, &self.refused))?;
            }
            TestFormat::Github => {
                write!(self.out, "{}", self.annotations.last().unwrap_or_default())?;
                writeln!(self.out, "{}", summary(&self.all, &self.refused))?;
            }
            TestFormat::Markdown => all_in_one(&mut self.out, &self.all, &self.refused)?,
            TestFormat::Csv => {
                writeln!(
                    self.out,
                    "scenario,file,line,quantity,at_least,at_most,verdict,method,value,lo,hi,encounters,replay_index,message"
                )?;
                for found in &self.all {
                    for judged in &found.result.judged {
                        writeln!(self.out, "{}", csv(&found.result, judged))?;
                    }
                }
                for refused in &self.refused {
                    refused
                        .mistakes
                        .iter()
                        .try_for_each(|mistake| writeln!(self.out, "{}", csv_error(refused, mistake)))?;
                }
            }
            TestFormat::Table | TestFormat::Json => {}
        }
        self.out.flush()
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.all.iter().any(|found| found.result.is_interrupted)
    }

    pub(super) fn all_pass(&self) -> bool {
        self.all.iter().all(|found| match found.result.verdict() {
            Verdict::Pass => true,
            Verdict::Undecided => self.args.allow_undecided,
            Verdict::Fail => false,
        })
    }
}

/// One sentence about all verdicts.
fn summary(all: &[Found<Tested>], refused: &[Refused]) -> String {
    verdicts::summary(&all.iter().map(|found| &found.result).collect::<Vec<_>>(), refused.len())
}

/// All verdicts as one table.
pub(super) fn all_in_one(page: &mut Page<impl Write>, all: &[Found<Tested>], refused: &[Refused]) -> io::Result<()> {
    let verdicts: Vec<(&Tested, Vec<Told>)> = all.iter().map(|found| (&found.result, told(found))).collect();
    table::all(page, &summary(all, refused), &verdicts, refused)
}

/// Every expectation of a scenario with the command that replays its telling encounter.
pub(super) fn told(found: &Found<Tested>) -> Vec<Told<'_>> {
    let Study::Test(Test { scenario, overrides, .. }) = &found.provenance.study else { return Vec::new() };
    let replay = |judged: &Judged| {
        let (path, changes) = (scenario.clone(), overrides.clone());
        let index = judged.telling?;
        Some(replay_command(&Played { path, changes, seed: found.result.settings.seed, index }))
    };
    found.result.judged.iter().map(|judged| Told { judged, replay: replay(judged) }).collect()
}

fn csv(tested: &Tested, judged: &Judged) -> String {
    let (Tested { scenario, source, .. }, Judged { expected, look, telling, .. }) = (tested, judged);
    let Band { at_least, at_most } = expected.band;
    let number = |number: Option<f64>| number.filter(|number| number.is_finite()).map(|number| number.to_string());
    let Interval { lo, hi } = look.interval.unwrap_or(Interval { lo: f64::INFINITY, hi: f64::INFINITY });
    let [at_least, at_most, value, lo, hi] =
        [at_least, at_most, look.value, Some(lo), Some(hi)].map(|found| number(found).unwrap_or_default());
    let replay = telling.map(|index| index.0.to_string()).unwrap_or_default();
    let source = visible(source);
    let [scenario, source, name] = [scenario.as_str(), &source, &expected.name].map(csv_field);
    let (line, verdict, method, encounters) = (expected.line, look.verdict.name(), judged.method(), look.encounters);
    let judged = format!("{verdict},{method},{value},{lo},{hi},{encounters},{replay},");
    format!("{scenario},{source},{line},{name},{at_least},{at_most},{judged}")
}

/// The row of a mistake: its place stands where those of expectations do, and what is wrong in the last column. An option is no place
/// in a file: its name begins the sentence.
fn csv_error(refused: &Refused, mistake: &Mistake) -> String {
    let Mistake { place, message, .. } = mistake;
    let option = place.file.as_deref().filter(|place| place.starts_with("--"));
    let file = place.file.as_deref().filter(|_| option.is_none()).unwrap_or(&refused.source);
    let line = place.line.filter(|_| option.is_none()).map(|line| line.to_string()).unwrap_or_default();
    let message = option.map_or_else(|| message.clone(), |option| format!("{option}: {message}"));
    let [file, message] = [file, &message].map(|text| csv_field(&visible(text)).into_owned());
    format!(",{file},{line},,,,{ERROR},,,,,,,{message}")
}

/// Annotations for all expectations that do not pass.
fn annotations(annotations: &mut Annotations, found: &Found<Tested>, allow_undecided: bool) -> String {
    let tested = &found.result;
    let annotation = |Told { judged, replay }: Told| {
        let level = match judged.look.verdict {
            Verdict::Pass => return None,
            Verdict::Undecided if allow_undecided => Level::Warning,
            Verdict::Fail | Verdict::Undecided => Level::Error,
        };
        let (line, column) = (Some(judged.expected.line), Some(judged.expected.column));
        let title = format!("{}: {}", tested.scenario, judged.expected.name);
        let replay = replay.map(|replay| format!("\n{replay}")).unwrap_or_default();
        let at = Location { file: &tested.file, line, column };
        Some(annotations.line(level, at, &title, &(sentence(judged) + &replay)))
    };
    told(found).into_iter().filter_map(annotation).collect()
}
