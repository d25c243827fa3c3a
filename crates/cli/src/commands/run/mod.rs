//! `equipoise run`: plays many encounters of a scenario, or solves it, and reports the results.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice;

use equipoise_engine::Seed;
use equipoise_sim::ground::ranges::{Overlap, length, union};
use equipoise_sim::output::encounters::renamed;
use equipoise_sim::output::sentences::ways_told;
use equipoise_sim::output::stream::answer_with_rows;
use equipoise_sim::record::Part;
use equipoise_sim::studies::answer::{Answer, Note};
use equipoise_sim::studies::method::{Extent, Sampling};
use equipoise_sim::studies::plan::piece;
use equipoise_sim::studies::report::Status;
use equipoise_sim::studies::resume as kept;
use equipoise_sim::studies::study::StudyError;
use equipoise_sim::{Shard, Tally, Watch};

use crate::args::{CONFIDENCE, ChartArgs, ENCOUNTERS, Format, ReportArgs, SEED};
use crate::commands::answer::Printer;
use crate::commands::combinations::{first_given, refuse_idle_limits, refuse_without_fights};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::host;
use crate::interrupt;
use crate::load::{Loaded, load_all, loader};
use crate::numbers::grouped;
use crate::only;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::pictures;
use crate::progress::Progress;
use crate::resume::{self, EXTEND_NEEDS};
use crate::shards;
use crate::solving::Solving;
use crate::stint::{self, Stints, answer_in_stints};
use crate::threads::pool;
use crate::values::PartOf;

pub(in crate::commands) mod args;

use args::RunArgs;

/// Encounters at which `--precision` gives up, unless `--max-encounters` says otherwise.
pub(super) const MAX_ENCOUNTERS: u64 = 1_000_000_000;

/// Runs all scenarios, one after the other, and prints each as soon as it is done.
///
/// A scenario that fails does not stop those after it, an interrupt does. The files of `--out` are written only where
/// every scenario is complete, so that nobody takes a part for the whole.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    played(args, None)
}

/// Writes the page of complete results into a directory, with the other files of `--out`.
pub(super) type WritePage<'a> = &'a (dyn Fn(&[Loaded], &[Answer], &Path) -> Result<(), Failure> + Sync);

/// As [`run`]; where a page is wanted, nothing is printed.
pub(super) fn played(args: &RunArgs, page: Option<(WritePage, &ChartArgs)>) -> Result<(), Failure> {
    refuse_combinations(args)?;
    let sampling = sampling(args)?;
    let draws = pictures::are_wanted(&args.pictures, args.report.format)?;
    let mut scenarios = load_all(&args.input.scenarios, &args.input.changes.overrides())?;
    let asked = (&sampling.encounters, sampling.confidence);
    let before = resume::counts(&args.going_on, &mut scenarios, Seed(sampling.seed), asked)?;
    let report = report(args);
    let only = only::of_report(&args.only.only, &args.report, &scenarios)?;
    // A picture is of all results: where some were chosen, it is drawn on demand alone.
    let draws = draws && (only.is_all() || args.pictures.picture);
    let outputs = Outputs::default().reads_scenarios(&scenarios);
    let shard = args.shard.as_ref().filter(|path| !is_stdout(path));
    let outputs = outputs.writes(shard).writes(args.encounters_out.as_ref());
    let outputs = outputs.writes_reports(&report.files, args.question.check);
    match page {
        Some((_, charts)) => outputs.writes_page().writes_charts(charts),
        None => outputs,
    }
    .check()?;
    if args.encounters_out.is_some() {
        scenarios.iter().for_each(note_renamed);
    }
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let mut printer =
        printer(Printer::new(&report, only, args.question.check).of(&scenarios), args, page.is_some(), draws);
    let mut failures = Vec::new();
    let mut is_interrupted = false;
    let mut is_missed = false;
    // The counts of what is finished, which are kept together with those of what is not.
    let mut finished = String::new();
    let mut printed_shard = None;
    for (scenario, before) in scenarios.iter().zip(&before) {
        match pool.install(|| answer(scenario, args, sampling.clone(), before.as_ref(), &finished)) {
            Ok(answer) => {
                if before.is_some() && answer.tally.is_none() {
                    note(&format!("{} was solved: the encounters that were kept of it are not needed", scenario.name));
                }
                is_interrupted = answer.is_interrupted;
                is_missed |= answer.report.status() == Status::Missed;
                if args.going_on.dir().is_some() {
                    finished.push_str(&kept::text(slice::from_ref(&answer)));
                }
                if is_shard_printed(args) {
                    printed_shard = answer.shard().filter(|shard| !answer.is_interrupted || !shard.ranges.is_empty());
                }
                host::show(&answer, scenario);
                printer.print(answer)?;
            }
            Err(Failure::Interrupted) => {
                is_interrupted = true;
                note(&format!("interrupted: nothing of {} was finished", scenario.name));
            }
            Err(failure) => failures.push(failure),
        }
        if is_interrupted {
            break;
        }
    }
    if failures.is_empty() && !is_interrupted {
        match page {
            Some((page, _)) => printer.finish_with(|answers, dir| pool.install(|| page(&scenarios, answers, dir)))?,
            None => printer.finish_with_files()?,
        }
        print_shard(printed_shard.as_ref())?;
        return if is_missed { Err(Failure::Undecided) } else { Ok(()) };
    }
    finish_in_part(printer, is_interrupted, scenarios.len())?;
    print_shard(printed_shard.as_ref())?;
    if failures.is_empty() { Err(Failure::Interrupted) } else { Err(Failure::all(failures)) }
}

/// The printer with what it draws: nothing at all where a page or a shard takes the place of the results.
fn printer<'a>(printer: Printer<'a>, args: &RunArgs, has_page: bool, draws: bool) -> Printer<'a> {
    match () {
        () if has_page || is_shard_printed(args) => printer.silent(),
        () if draws => printer.with_pictures(),
        () => printer,
    }
}

/// Whether a path stands for stdout.
fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a shard goes to stdout.
fn is_shard_printed(args: &RunArgs) -> bool {
    args.shard.as_deref().is_some_and(is_stdout)
}

/// Prints the shard that goes to stdout, if one does.
fn print_shard(shard: Option<&Shard>) -> Result<(), Failure> {
    let Some(shard) = shard else { return Ok(()) };
    let mut out = Out::new();
    out.write_all(shard.text().as_bytes())?;
    Ok(out.flush()?)
}

/// Ends what was interrupted, or where a scenario has failed.
fn finish_in_part(printer: Printer, is_interrupted: bool, all: usize) -> Result<(), Failure> {
    if is_interrupted {
        note_unfinished(printer.finished(), all);
        printer.finish_partial()
    } else {
        printer.finish()
    }
}

/// Says which columns of `--encounters-out` are not called what they are of.
fn note_renamed(scenario: &Loaded) {
    for (name, column) in renamed(scenario.fights.outline()) {
        note(&format!("{}: the column of {name} is `{column}`, since there is another `{name}`", scenario.name));
    }
}

/// Says how many scenarios are complete.
fn note_unfinished(finished: usize, all: usize) {
    if all > 1 {
        let [finished, all] = [finished, all].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {all} scenarios were finished"));
    }
}

/// The destinations of results: the directory in which the work goes on is that of its files, too.
fn report(args: &RunArgs) -> ReportArgs {
    ReportArgs { format: args.report.format, files: args.going_on.files(&args.report.files) }
}

/// Refuses combinations of options that the argument parser cannot declare.
fn refuse_combinations(args: &RunArgs) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::plain(message));
    let sampling_only = [
        (!args.question.range.is_empty(), "--range"),
        (args.part.is_some(), "--part"),
        (args.shard.is_some(), "--shard"),
        (args.encounters_out.is_some(), "--encounters-out"),
        (args.question.check, "--check"),
        (args.ways, "--ways"),
    ];
    let is_extent_given = args.question.encounters.is_some()
        || args.part.is_some()
        || !args.question.range.is_empty()
        || args.question.precision.is_some();
    if args.going_on.extend.is_some() && !is_extent_given {
        return refuse(EXTEND_NEEDS);
    }
    if args.question.max_encounters.is_some() && args.question.precision.is_none() {
        return refuse("--max-encounters needs --precision");
    }
    let fights_only = [
        (args.going_on.given().is_some(), args.going_on.given().unwrap_or_default()),
        (args.question.encounters.is_some(), "--encounters"),
        (args.question.seed.is_some(), "--seed"),
        (args.question.precision.is_some(), "--precision"),
        (args.question.confidence.is_some(), "--confidence"),
        (args.work.threads.is_some(), "--threads"),
    ];
    refuse_without_fights(args.question.method, &sampling_only, &fights_only)?;
    refuse_idle_limits(&args.question.solver, args.question.method, args.question.check)?;
    let for_one_scenario =
        first_given(&[(args.shard.is_some(), "--shard"), (args.encounters_out.is_some(), "--encounters-out")]);
    if let Some(name) = for_one_scenario.filter(|_| args.input.scenarios.len() > 1) {
        return refuse(&format!("{name} takes one scenario, and {} are given", args.input.scenarios.len()));
    }
    Ok(())
}

/// Solves or samples one scenario, as `--method` says. The text has the counts of those before it, where counts are kept.
fn answer(
    scenario: &Loaded,
    args: &RunArgs,
    sampling: Sampling,
    before: Option<&Part<Tally>>,
    finished: &str,
) -> Result<Answer, Failure> {
    let total = sampling.encounters.encounters();
    let rows = args.encounters_out.as_ref().zip(single_range(&sampling.encounters));
    let (seed, confidence) = (Seed(sampling.seed), sampling.confidence);
    let method = args.question.method.of(args.question.solver.limits(), sampling);
    let solving = Solving::new(args.work.quiet, &scenario.name);
    let progress = Progress::new(args.work.quiet, &scenario.name, total);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let answer = if let Some((path, range)) = rows {
        Ok(answer_with_rows(scenario, (seed, range), confidence, path, &watch)?)
    } else {
        let dir = args.going_on.dir().map(PathBuf::as_path);
        let keep = |answer: &Answer| stint::keep(dir, &(finished.to_owned() + &kept::text(slice::from_ref(answer))));
        answer_in_stints(&Stints::keeping(dir, &keep), before, scenario, &method, &solving, &watch)
    };
    drop(progress);
    let mut answer = answer?;
    if answer.is_interrupted {
        note_partial(args, &answer, total);
    }
    note_missed(&answer);
    write_shard(args, &answer)?;
    if args.question.check && !answer.is_interrupted {
        let solving = Solving::new(args.work.quiet, &scenario.name);
        answer.check_against_exact(scenario, args.question.solver.limits(), &solving);
        if let Some(unchecked) = answer.unchecked() {
            note(&format!("{}: {unchecked}", scenario.name));
        }
    }
    if args.ways && !answer.is_interrupted {
        match answer.add_ways(loader(), scenario, &watch_silent()) {
            Ok(()) => {}
            Err(StudyError::Interrupted) => {
                note(&format!("interrupted: the other ways to play {} were not played", scenario.name));
                answer.is_interrupted = true;
            }
            Err(error) => return Err(error.into()),
        }
        if args.report.format == Format::Csv
            && let Some(ways) = &answer.ways
        {
            note(&format!("{}: {}", scenario.name, ways_told(ways)));
        }
    }
    Ok(answer)
}

/// Interrupts without progress, for what takes a moment.
fn watch_silent() -> Watch<'static> {
    Watch { interrupted: &interrupt::interrupted, progress: &|_| () }
}

/// The encounters that the options choose.
fn sampling(args: &RunArgs) -> Result<Sampling, Failure> {
    let first = 0..args.question.encounters.unwrap_or(ENCOUNTERS);
    let ranges = match args.part {
        Some(part) => vec![range_of(part, &first)?],
        None if args.question.range.is_empty() => vec![first],
        None => union(args.question.range.clone()).map_err(overlap)?,
    };
    let extent = match (args.question.precision, &args.encounters_out) {
        (Some(half_width), _) => {
            Extent::Precision { half_width, max_encounters: args.question.max_encounters.unwrap_or(MAX_ENCOUNTERS) }
        }
        (None, Some(_)) if ranges.len() != 1 => {
            return Err(Failure::plain("--encounters-out takes encounters that follow each other: a single --range"));
        }
        (None, _) => Extent::Ranges(ranges),
    };
    let confidence = args.question.confidence.unwrap_or(CONFIDENCE);
    Ok(Sampling::of(Seed(args.question.seed.unwrap_or(SEED)), extent, confidence))
}

/// The encounters of a part, which are those of a line of `equipoise plan`.
fn range_of(PartOf { index, all }: PartOf, whole: &Range<u64>) -> Result<Range<u64>, Failure> {
    let encounters = length(whole);
    piece(whole, all, index).ok_or_else(|| {
        Failure::plain(format!(
            "there is no part {index}/{all}: of {encounters} encounters there are {encounters} parts at most"
        ))
    })
}

/// The only range of encounters, if there is one.
fn single_range(extent: &Extent) -> Option<Range<u64>> {
    match extent {
        Extent::Ranges(ranges) if ranges.len() == 1 => ranges.first().cloned(),
        Extent::Ranges(_) | Extent::Precision { .. } => None,
    }
}

/// Refuses ranges that have encounters in common.
pub(super) fn overlap(Overlap { first, other }: Overlap) -> Failure {
    let [first, other] = [first, other].map(|range| format!("{}..{}", range.start, range.end));
    Failure::plain(format!("--range {other} overlaps {first}"))
}

/// Says how far an interrupted run came, and which file it leaves unwritten.
fn note_partial(args: &RunArgs, answer: &Answer, total: Option<u64>) {
    let finished = answer.report.encounters().unwrap_or_default();
    let where_to = if is_shard_printed(args) { "the shard" } else { "what is printed" };
    let of_total = total.map_or_else(String::new, |total| format!(" of {}", grouped(total)));
    let plural = if total.unwrap_or(finished) == 1 { "" } else { "s" };
    note(&format!(
        "interrupted: {}{of_total} encounter{plural} of {}, {where_to} is partial",
        grouped(finished),
        answer.report.scenario
    ));
    if let Some(path) = &args.encounters_out {
        note(&format!("interrupted: {} was not written", path.display()));
    }
}

/// Says that a precision was not reached, which not every format has room for.
fn note_missed(answer: &Answer) {
    let missed = answer.notes.iter().find(|note| matches!(note, Note::PrecisionMissed(_)));
    if let Some(missed) = missed {
        note(&format!("{}: {missed}", answer.report.scenario));
    }
}

/// Writes the shard of a run, if it goes to a file. That of an interrupted one names the encounters that were played, and the exit status tells that
/// these are not all.
fn write_shard(args: &RunArgs, answer: &Answer) -> Result<(), Failure> {
    let Some((path, shard)) = args.shard.as_ref().zip(answer.shard()) else { return Ok(()) };
    if is_stdout(path) {
        return Ok(());
    }
    if answer.is_interrupted {
        shards::note_partial(path, &shard.ranges);
        if shard.ranges.is_empty() {
            return Ok(());
        }
    }
    Ok(Shard::write(&[shard], path)?)
}
