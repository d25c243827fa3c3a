//! `equipoise compare`: two scenarios on the same dice, encounter by encounter.

use std::io::{self, Write};
use std::path::PathBuf;

use equipoise_report::compare as page;
use equipoise_sim::ground::ranges::union;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::compare::job::Outcome;
use equipoise_sim::studies::compare::result::{Compared, Judged, Planned};
use equipoise_sim::studies::compare::verdict::Verdict;
use equipoise_sim::studies::load::shown_path;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::provenance::Provenance;
use equipoise_sim::studies::study::{Compare, Comparison, ComparisonJob, Found, Opponent, Until, Words};
use equipoise_sim::{BATCH, Watch};

use crate::args::{ENCOUNTERS, Format};
use crate::charts;
use crate::commands::run::overlap;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, refuse_stdin_twice};
use crate::numbers::grouped;
use crate::only;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::shards;
use crate::text::{csv_ends, csv_number, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod baseline;
mod table;

use args::CompareArgs;

/// Encounters of a pilot, unless `--encounters` says otherwise.
const PILOT: u64 = 20_000;
/// Encounters at which `--until-decided` gives up, unless `--max-encounters` says otherwise.
pub(super) const MAX_ENCOUNTERS: u64 = 100_000_000;

/// The formats in which `--only` chooses rows.
pub(super) const FORMATS: [Format; 3] = [Format::Table, Format::Markdown, Format::Csv];

/// Compares two scenarios and prints their differences, or the forecast of `--plan`.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&scenarios(args))?;
    if let Some(dir) = &args.past.baseline {
        return baseline::run(args, dir);
    }
    refuse_without_use(args)?;
    let study = study(args)?;
    let read = scenarios(args);
    Outputs::default().reads_files(&read).writes(args.shard.as_ref()).writes_page_file(&args.shown.page).check()?;
    let comparison = study.load(loader())?;
    // The page has what was chosen, whatever stdout has.
    let format = if args.shown.page.is_given() { Format::Table } else { args.shown.format };
    let only = only::chosen(&args.only, format, &FORMATS, || vec![comparison.common()])?;
    charts::refuse_unknown(&args.shown.page.charts, &page::NAMES)?;
    interrupt::listen();
    let played = Played { args, only, comparison: &comparison };
    pool(args.shown.work.threads)?.install(|| played.play())
}

/// Refuses options that need another one. The argument parser lets them pass where they exclude an option that is there.
fn refuse_without_use(args: &CompareArgs) -> Result<(), Failure> {
    let needs = [
        (args.past.benchmark.is_some(), "--benchmark needs --baseline"),
        (args.past.fail_on.is_some(), "--fail-on needs --baseline"),
        (args.max_encounters.is_some() && !args.until_decided, "--max-encounters needs --until-decided"),
    ];
    let refused = needs.into_iter().find(|(is_idle, _)| *is_idle);
    refused.map_or(Ok(()), |(_, message)| Err(Failure::plain(message)))
}

/// All scenarios of the command line.
fn scenarios(args: &CompareArgs) -> Vec<PathBuf> {
    args.first.iter().chain(&args.second).cloned().collect()
}

/// The study that the options ask for.
fn study(args: &CompareArgs) -> Result<Compare, Failure> {
    let refuse =
        |message: &str| Err(Failure::with_help(message, "equipoise compare <FIRST> <SECOND|--with <PATH=VALUE>>"));
    let (first, second) = match (&args.first, args.second.as_slice(), args.with.as_slice()) {
        (None, ..) => return refuse("the first scenario, <FIRST>, is required"),
        (_, [], []) => return refuse("a second side is required: <SECOND> or --with <PATH=VALUE>"),
        (_, [_, ..], [_, ..]) => {
            return refuse("--with <PATH=VALUE> cannot be used with <SECOND>: either is the second side");
        }
        (_, [_, _, ..], _) => return refuse("compare takes two scenarios: <FIRST> and <SECOND>"),
        (Some(first), [second], []) => (first.clone(), Opponent::Scenario(second.clone())),
        (Some(first), [], with) => (first.clone(), Opponent::With(with.to_vec())),
    };
    let until = match (args.plan, args.until_decided) {
        (true, _) => Until::Pilot { encounters: args.encounters.unwrap_or(PILOT) },
        (_, true) => Until::Decided { max_encounters: args.max_encounters.unwrap_or(MAX_ENCOUNTERS), fresh: None },
        (false, false) if !args.range.is_empty() => Until::Ranges(union(args.range.clone()).map_err(overlap)?),
        (false, false) => Until::Fixed { encounters: args.encounters.unwrap_or(ENCOUNTERS) },
    };
    let overrides = args.changes.overrides();
    let CompareArgs { seed, confidence, margin, .. } = *args;
    Ok(Compare { first, second, overrides, until, seed, confidence, margin })
}

/// A comparison, and how it is shown.
struct Played<'a> {
    args: &'a CompareArgs,
    only: Only,
    comparison: &'a Comparison,
}

impl Played<'_> {
    /// Plays what is asked, prints what was found and writes the counts. A comparison that is played until the verdict is known
    /// plays as many fresh encounters to estimate the differences.
    fn play(&self) -> Result<(), Failure> {
        let mut job = self.comparison.job();
        if matches!(self.comparison.study().until, Until::Decided { .. }) {
            let decided =
                self.watched(None, |watch| job.job().decide(BATCH, watch)).expect("there is something to decide");
            if !decided.comparison.complete {
                let played = decided.comparison.tally.encounters;
                note(&format!("interrupted: undecided after {} encounters", grouped(played)));
                self.write_shard(&job, true)?;
                return Err(Failure::Interrupted);
            }
        }
        let encounters = job.job().encounters();
        let Found { result, provenance } =
            self.watched(Some(encounters), |watch| job.drive(watch)).expect("what was to be decided is");
        match result {
            Outcome::Planned(result) => {
                note_partial(result.partial, result.pilot, encounters);
                print_plan(self.args, &Found { result, provenance })?;
                if result.partial { Err(Failure::Interrupted) } else { Ok(()) }
            }
            Outcome::Compared(result) => {
                let (is_partial, decision) = (result.partial, result.decision);
                note_partial(is_partial, result.encounters, encounters);
                self.write_shard(&job, is_partial)?;
                self.show(&Found { result, provenance })?;
                match decision.map(|decision| decision.verdict) {
                    _ if is_partial => Err(Failure::Interrupted),
                    Some(Verdict::Undecided) => Err(Failure::Undecided),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Writes the counts. Those of an interrupted call name the encounters that were played.
    fn write_shard(&self, job: &ComparisonJob, is_partial: bool) -> Result<(), Failure> {
        let Some(path) = &self.args.shard else { return Ok(()) };
        let shard = job.shard();
        if is_partial {
            shards::note_partial(path, &shard.ranges());
        }
        if is_partial && shard.parts.is_empty() { Ok(()) } else { Ok(shard.write(path)?) }
    }

    /// Prints what was found, and writes its page.
    fn show(&self, found: &Found<Compared>) -> Result<(), Failure> {
        let Self { args, only, .. } = self;
        // A closed stdout must not cost the page, so its error is returned after it is written.
        let printed = print(args.shown.format, only, found);
        if found.result.partial {
            args.shown.page.note_unwritten();
        } else {
            let words = Words(found.provenance.study.command()).options("--only", &args.only);
            let page = |command: &[String]| page::page(found, only, command);
            args.shown.page.write(&words, page, || page::charts(&found.result, only))?;
        }
        Ok(printed?)
    }

    /// Plays with a progress bar for so many encounters.
    fn watched<T>(&self, encounters: Option<u64>, play: impl FnOnce(&Watch) -> T) -> T {
        let progress = Progress::new(self.args.shown.work.quiet, self.comparison.name(), encounters);
        play(&Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) })
    }
}

fn note_partial(is_partial: bool, finished: u64, encounters: u64) {
    if is_partial {
        let (finished, encounters) = (grouped(finished), grouped(encounters));
        note(&format!("interrupted: {finished} of {encounters} encounters, what is printed is partial"));
    }
}

/// Prints the differences.
pub(super) fn print(format: Format, only: &Only, found: &Found<Compared>) -> io::Result<()> {
    let compared = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => {
            let scenarios = found.provenance.study.scenarios();
            let files = [scenarios.first(), scenarios.last()].map(|path| path.map(|path| shown_path(path)));
            table::compared(&mut out, compared, files, only)?;
        }
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => {
            if compared.identical {
                note("identical: the rules see the same in both scenarios");
            } else if let Some(decision) = &compared.decision {
                note(&format!("{} after {} encounters", decision.verdict, grouped(decision.encounters)));
            }
            writeln!(
                out,
                "value,first,second,difference,lo,hi,p,first_only,second_only,unpaired_encounters,verdict,interval,p_holm,first_file,second_file"
            )?;
            let files = csv_files(&found.provenance);
            let mut chosen = compared.values.iter().filter(|value| only.takes(&value.difference.name));
            chosen.try_for_each(|value| writeln!(out, "{},{files}", csv(value)))?;
        }
    }
    out.flush()
}

/// The fields of the files of both sides: one file twice where the second side is the first with changes.
fn csv_files(provenance: &Provenance) -> String {
    let scenarios = provenance.study.scenarios();
    let file = |path: Option<&&PathBuf>| path.map(|path| csv_path(path)).unwrap_or_default();
    format!("{},{}", file(scenarios.first()), file(scenarios.last()))
}

fn csv(value: &Judged) -> String {
    let Judged { difference, unpaired_encounters, verdict, p_holm } = value;
    let Difference { name, first, second, difference: estimate, interval, p, discordant, kind, .. } = difference;
    let [first_only, second_only] = discordant
        .map_or_else(Default::default, |counts| [counts.first_only, counts.second_only].map(|count| count.to_string()));
    let unpaired = or_empty(*unpaired_encounters);
    let (name, ends, p) = (csv_field(name), csv_ends(*interval), csv_number(*p));
    let p_holm = p_holm.map(csv_number).unwrap_or_default();
    format!(
        "{name},{first},{second},{estimate},{ends},{p},{first_only},{second_only},{unpaired},{verdict},{kind},{p_holm}"
    )
}

fn print_plan(args: &CompareArgs, found: &Found<Planned>) -> io::Result<()> {
    let planned = &found.result;
    let mut out = Page::new(Out::new(), args.shown.format.markup());
    match args.shown.format {
        Format::Table | Format::Markdown => table::planned(&mut out, planned)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => {
            let Planned { pilot, different, same, different_lo, different_hi, same_lo, same_hi, .. } = *planned;
            let row = [Some(pilot), different, same, different_lo, different_hi, same_lo, same_hi].map(or_empty);
            writeln!(out, "pilot,different,same,different_lo,different_hi,same_lo,same_hi,first_file,second_file")?;
            writeln!(out, "{},{}", row.join(","), csv_files(&found.provenance))?;
        }
    }
    out.flush()
}

/// A count as a field of CSV, empty where there is none.
fn or_empty(count: Option<u64>) -> String {
    count.map_or_else(String::new, |count| count.to_string())
}
