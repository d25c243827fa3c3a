//! `equipoise test`: scenarios held against what their files expect.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_engine::scenario::Band;
use equipoise_report::test as page;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::junit;
use equipoise_sim::output::verdicts::{self, sentence};
use equipoise_sim::studies::answer::Played;
use equipoise_sim::studies::merge::{Goal, Merging};
use equipoise_sim::studies::study::{Found, Limits, LoadedTest, Study, Test};
use equipoise_sim::studies::test::{Judged, Sampling, Tested, Verdict};
use equipoise_sim::{Interval, Watch, write_whole};

use crate::args::Method;
use crate::charts;
use crate::commands::answer::replay_command;
use crate::diagnostics::{note, note_former_names};
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{is_stdin, loader, refuse_stdin_twice};
use crate::numbers::grouped;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::{Markup, Page};
use crate::progress::Progress;
use crate::shards::{self, Joined, waits};
use crate::solving::Solving;
use crate::text::visible;
use crate::threads::pool;

pub(crate) mod args;
mod table;

use args::{TestArgs, TestFormat};
use table::Told;

/// Confidence of all verdicts on a scenario, unless `--confidence` says otherwise: a false alarm in CI costs somebody
/// an hour.
const CONFIDENCE: f64 = 0.999;
/// Encounters after which what is undecided stays so, unless `--max-encounters` says otherwise.
const MAX_ENCOUNTERS: u64 = 10_000_000;
/// Bytes that `--method auto` tries to solve a scenario in, unless `--max-memory` or `--max-states` says otherwise: a
/// second or two of work.
const TRIED_MEMORY: u64 = 128_000_000;

/// Tests all scenarios, one after the other, and prints each as soon as it is judged, where the format allows that.
pub(crate) fn run(args: &TestArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    refuse_combinations(args)?;
    let loaded = load(args)?;
    let merging = shards(args, &loaded)?;
    let outputs = Outputs::default().reads_scenarios(loaded.iter().map(LoadedTest::scenario));
    let outputs = outputs.writes(args.junit.as_ref()).writes(args.markdown.as_ref());
    refuse_charts(args, &loaded)?;
    outputs.writes_page_file(&args.page).check()?;
    for expectation in loaded.iter().flat_map(|test| test.scenario().scenario.expectations()) {
        note_former_names(&expectation.quantity);
    }
    for silent in loaded.iter().filter(|test| test.expectations() == 0) {
        note(&format!("{} expects nothing: its file has no [expect]", name(silent)));
    }
    if loaded.iter().all(|test| test.expectations() == 0) {
        return Err(Failure::with_help(
            "nothing is expected: no scenario has a table [expect]",
            "such as: expect.party = { between = [0.55, 0.65] }",
        ));
    }
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let mut printer = Printer { out: Page::new(Out::new(), args.format.markup()), args, all: Vec::new() };
    let mut failures = Vec::new();
    for test in loaded.iter().filter(|test| test.expectations() > 0) {
        let solving = Solving::new(args.work.quiet, name(test));
        let progress = Progress::new(args.work.quiet, name(test), None);
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        let elsewhere = merging.as_ref().map(|merging| merging.counted_of(test.scenario()));
        let found = pool.install(|| test.play_elsewhere(elsewhere, &solving, &watch));
        drop(progress);
        match found {
            Ok(found) => printer.print(found)?,
            Err(error) => failures.push(Failure::from(error)),
        }
        if printer.is_interrupted() {
            break;
        }
    }
    printer.finish()?;
    if let Some(merging) = merging.filter(|_| printer.is_interrupted() && !interrupt::interrupted()) {
        if let Some(next) = merging.missing_at_next_look() {
            note(&waits(&next));
        }
        printer.note_unwritten("undecided");
        return Err(Failure::Undecided);
    }
    if printer.is_interrupted() {
        printer.note_partial(loaded.iter().filter(|test| test.expectations() > 0).count());
        return Err(Failure::Interrupted);
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    printer.write_files()?;
    if printer.all_pass() { Ok(()) } else { Err(Failure::Undecided) }
}

/// The shards that the encounters come from, if any are given.
fn shards(args: &TestArgs, loaded: &[LoadedTest]) -> Result<Option<Merging>, Failure> {
    if args.shards.is_empty() {
        return Ok(None);
    }
    let [test] = loaded else {
        return Err(Failure::plain(format!("--shards takes one scenario, and {} are given", loaded.len())));
    };
    let max_encounters = args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
    let merging = match shards::joined(Goal::Looks { max_encounters }, &shards::files(&args.shards)?)? {
        Joined::Runs(merging) => merging,
        Joined::Comparison(_) => {
            return Err(Failure::plain("--shards takes shards of a run, and these are of a comparison"));
        }
    };
    merging.are_of(test.scenario(), Seed(args.seed))?;
    Ok(Some(merging))
}

/// Loads all scenarios, or reports every mistake of all of them.
fn load(args: &TestArgs) -> Result<Vec<LoadedTest>, Failure> {
    let (mut loaded, mut failures) = (Vec::new(), Vec::new());
    for study in studies(args) {
        match study.load(loader()) {
            Ok(test) => loaded.push(test),
            Err(error) => failures.push(Failure::from(error)),
        }
    }
    if failures.is_empty() { Ok(loaded) } else { Err(Failure::all(failures)) }
}

/// The tests that the options ask for, scenario by scenario.
pub(crate) fn studies(args: &TestArgs) -> Vec<Test> {
    let sampling = Sampling {
        confidence: args.confidence.unwrap_or(CONFIDENCE),
        max_encounters: args.max_encounters.unwrap_or(MAX_ENCOUNTERS),
    };
    let is_tried = args.method == Method::Auto && args.solver.given().is_none();
    let limits = if is_tried { Limits { max_memory: TRIED_MEMORY, max_states: None } } else { args.solver.limits() };
    let method = args.method.of(limits, sampling);
    let study = |scenario: &std::path::PathBuf| Test {
        scenario: scenario.clone(),
        overrides: args.input.changes.set.clone(),
        method,
        seed: args.seed,
    };
    args.input.scenarios.iter().map(study).collect()
}

/// Refuses charts that there will not be.
fn refuse_charts(args: &TestArgs, loaded: &[LoadedTest]) -> Result<(), Failure> {
    match loaded {
        [test] => charts::refuse_unknown(&args.page.charts, &page::names(test.expected())),
        _ if args.page.charts.chart.is_empty() => Ok(()),
        several => Err(Failure::plain(format!("--chart takes one scenario, and {} are given", several.len()))),
    }
}

/// Refuses options that would change nothing.
fn refuse_combinations(args: &TestArgs) -> Result<(), Failure> {
    let fights_only = [
        (args.confidence.is_some(), "--confidence"),
        (args.max_encounters.is_some(), "--max-encounters"),
        (!args.shards.is_empty(), "--shards"),
    ];
    let needs_fights = fights_only.into_iter().find(|(is_given, _)| *is_given).filter(|_| args.method == Method::Exact);
    if let Some((_, name)) = needs_fights {
        let message = format!("{name} needs fights, which `--method exact` does not play; use `--method auto`");
        return Err(Failure::plain(message));
    }
    if let Some(name) = args.solver.given().filter(|_| args.method == Method::Sample) {
        return Err(Failure::plain(format!("{name} needs --method exact or --method auto")));
    }
    if args.allow_undecided && args.method == Method::Exact {
        return Err(Failure::plain("--allow-undecided is for fights: `--method exact` decides everything"));
    }
    Ok(())
}

fn name(test: &LoadedTest) -> &str {
    &test.scenario().name
}

/// Verdicts on their way out.
struct Printer<'a> {
    out: Page<Out>,
    args: &'a TestArgs,
    all: Vec<Found<Tested>>,
}

impl Printer<'_> {
    /// Prints the verdicts on one scenario, unless the format is one of all together.
    fn print(&mut self, found: Found<Tested>) -> io::Result<()> {
        match self.args.format {
            TestFormat::Table => {
                if !self.all.is_empty() {
                    self.out.gap()?;
                }
                table::scenario(&mut self.out, &found.result, &told(&found))?;
            }
            TestFormat::Json => writeln!(self.out, "{}", found.line())?,
            TestFormat::Github => write!(self.out, "{}", annotations(&found, self.args.allow_undecided))?,
            TestFormat::Csv | TestFormat::Markdown => {}
        }
        self.all.push(found);
        self.out.flush()
    }

    /// Prints what is of all scenarios together.
    fn finish(&mut self) -> io::Result<()> {
        match self.args.format {
            TestFormat::Table if self.all.len() > 1 => {
                self.out.gap()?;
                self.out.note(&summary(&self.all))?;
            }
            TestFormat::Github => writeln!(self.out, "{}", summary(&self.all))?,
            TestFormat::Markdown => all_in_one(&mut self.out, &self.all)?,
            TestFormat::Csv => {
                writeln!(
                    self.out,
                    "scenario,file,line,quantity,at_least,at_most,verdict,method,value,lo,hi,encounters,replay_index"
                )?;
                for found in &self.all {
                    for judged in &found.result.judged {
                        writeln!(self.out, "{}", csv(&found.result, judged))?;
                    }
                }
            }
            TestFormat::Table | TestFormat::Json => {}
        }
        self.out.flush()
    }

    /// Writes the files that were asked for, each whole or not at all.
    fn write_files(&self) -> Result<(), Failure> {
        if let Some(path) = &self.args.junit {
            write_whole(path, self.junit().as_bytes())?;
        }
        if let Some(path) = &self.args.markdown {
            let mut page = Page::new(Vec::new(), Markup::Markdown);
            all_in_one(&mut page, &self.all)?;
            write_whole(path, page.out())?;
        }
        self.args
            .page
            .write(|| page::page(&self.all), || self.all.iter().flat_map(|found| page::charts(&found.result)).collect())
    }

    fn junit(&self) -> String {
        let suites = self.all.iter().map(|found| {
            let Tested { scenario, source, .. } = &found.result;
            let cases = told(found).into_iter().map(|Told { judged, replay }| {
                let what = sentence(judged);
                let outcome = match judged.look.verdict {
                    Verdict::Pass => junit::Outcome::Passed,
                    Verdict::Undecided if self.args.allow_undecided => junit::Outcome::Skipped(what.clone()),
                    Verdict::Fail => junit::Outcome::Failed { kind: "fail", message: what.clone() },
                    Verdict::Undecided => junit::Outcome::Failed { kind: "undecided", message: what.clone() },
                };
                let replay = replay.map(|replay| format!("\n{replay}")).unwrap_or_default();
                let name = judged.expected.name.clone();
                junit::Case { name, line: judged.expected.line, outcome, output: format!("{what}{replay}") }
            });
            junit::Suite { name: scenario.clone(), file: source.clone(), cases: cases.collect() }
        });
        junit::document(&suites.collect::<Vec<_>>())
    }

    fn is_interrupted(&self) -> bool {
        self.all.iter().any(|found| found.result.is_interrupted)
    }

    fn all_pass(&self) -> bool {
        self.all.iter().all(|found| match found.result.verdict() {
            Verdict::Pass => true,
            Verdict::Undecided => self.args.allow_undecided,
            Verdict::Fail => false,
        })
    }

    /// Says how far an interrupted test came, and which files it leaves unwritten.
    fn note_partial(&self, scenarios: usize) {
        let whole = self.all.iter().filter(|found| !found.result.is_interrupted).count();
        let [whole, scenarios] = [whole, scenarios].map(|count| grouped(count as u64));
        note(&format!("interrupted: {whole} of {scenarios} scenarios were judged, what is printed is partial"));
        self.note_unwritten("interrupted");
    }

    /// Says which files are not written, and why.
    fn note_unwritten(&self, why: &str) {
        let page = &self.args.page;
        for path in self.args.junit.iter().chain(&self.args.markdown).chain(page.paths()) {
            note(&format!("{why}: {} was not written", path.display()));
        }
    }
}

/// One sentence about all verdicts.
fn summary(all: &[Found<Tested>]) -> String {
    verdicts::summary(&all.iter().map(|found| &found.result).collect::<Vec<_>>())
}

/// All verdicts as one table.
fn all_in_one(page: &mut Page<impl Write>, all: &[Found<Tested>]) -> io::Result<()> {
    let verdicts: Vec<(&Tested, Vec<Told>)> = all.iter().map(|found| (&found.result, told(found))).collect();
    table::all(page, &summary(all), &verdicts)
}

/// Every expectation of a scenario with the command that replays its telling encounter.
fn told(found: &Found<Tested>) -> Vec<Told<'_>> {
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
    let [scenario, source, name] = [scenario, source, &expected.name].map(|text| csv_field(text));
    let (line, verdict, method, encounters) = (expected.line, look.verdict.name(), judged.method(), look.encounters);
    let judged = format!("{verdict},{method},{value},{lo},{hi},{encounters},{replay}");
    format!("{scenario},{source},{line},{name},{at_least},{at_most},{judged}")
}

/// Workflow commands of GitHub Actions, one on a line, for all expectations that do not pass.
fn annotations(found: &Found<Tested>, allow_undecided: bool) -> String {
    let tested = &found.result;
    let annotation = |Told { judged, replay }: Told| {
        let level = match judged.look.verdict {
            Verdict::Pass => return None,
            Verdict::Undecided if allow_undecided => "warning",
            Verdict::Fail | Verdict::Undecided => "error",
        };
        let place = if is_stdin(&tested.file) {
            String::new()
        } else {
            let file = property(&visible(&tested.file.display().to_string()));
            format!("file={file},line={},col={},", judged.expected.line, judged.expected.column)
        };
        let title = property(&visible(&format!("{}: {}", tested.scenario, judged.expected.name)));
        let replay = replay.map(|replay| format!("\n{replay}")).unwrap_or_default();
        Some(format!("::{level} {place}title={title}::{}\n", message(&(sentence(judged) + &replay))))
    };
    told(found).into_iter().filter_map(annotation).collect()
}

/// The text of a workflow command, on one line.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(message("50% a:b,c\r\nd"), "50%25 a:b,c%0D%0Ad");
        assert_eq!(property("C:\\a,b%\n"), "C%3A\\a%2Cb%25%0A");
    }
}
