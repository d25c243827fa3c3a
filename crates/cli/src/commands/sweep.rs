//! `equipoise sweep`: a scenario with every combination of varied values, a row for each.

use std::io::{self, IsTerminal, Write};
use std::iter;

use equipoise_engine::{Seed, Winner};
use equipoise_sim::output::csv::{comparisons, csv};
use equipoise_sim::output::{files, frame};
use equipoise_sim::studies::answer::{Answer, Approach, Before, Extent, Unanswered};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::sweep::{Axis, Cell, CellSampling, Combination, Sweep, Swept, combine};
use equipoise_sim::{Report, Shard, Watch};

use super::answer::json_line;
use super::exact::budget;
use crate::args::{CONFIDENCE, Format, Method, ReportArgs, SEED, SweepArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, load_cells};
use crate::numbers::grouped;
use crate::only;
use crate::out::Out;
use crate::outputs::{self, Outputs};
use crate::page::Page;
use crate::pictures::{self, Point};
use crate::progress::Progress;
use crate::resume;
use crate::solving::Solving;
use crate::tables;
use crate::text::visible;
use crate::threads::pool;
use crate::vary::note_left_out;

/// Encounters of each cell, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 100_000;

/// Plays or solves all cells and prints a row for each.
pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    refuse_combinations(args)?;
    let draws = pictures::are_wanted(&args.pictures, format(args))?;
    if args.pictures.picture && !is_curve(&args.vary) {
        return Err(Failure::plain("--picture draws the wins along one path that takes numbers"));
    }
    let combination = match (args.zip, args.pairs) {
        (true, _) => Combination::Zip,
        (_, true) => Combination::Pairs,
        (false, false) => Combination::Grid,
    };
    let cells = combine(&args.vary, combination).map_err(|error| Failure::plain(error.to_string()))?;
    note_left_out(&args.vary);
    let loaded = load_cells(&args.input.scenario, &args.input.changes.set, &cells, "--vary")?;
    let sampling = sampling(args);
    let extent = Extent::Ranges(iter::once(0..sampling.encounters).collect());
    let before = resume::counts(args.resume.as_deref(), &loaded, sampling.seed, &extent)?;
    let out = args.resume.as_ref().or(args.out.as_ref()).cloned();
    let benchmark = args.benchmark.clone();
    let report = ReportArgs { format: format(args), out, parquet: args.parquet, benchmark };
    let only = only::of_report(&args.only.only, &report, &loaded)?;
    let draws = draws && (only.is_all() || args.pictures.picture);
    Outputs::default().reads_scenarios(&loaded).writes_reports(&report, args.check).check()?;
    interrupt::listen();
    let swept = pool(args.work.threads)?.install(|| {
        let mut swept = sweep(args, &cells, &loaded, &before)?;
        if args.check && !swept.is_interrupted {
            check(args, &loaded, &mut swept);
        }
        Ok::<_, Failure>(swept)
    })?;
    let printed = print(&Shown { args, report: &report, only: &only, draws }, &loaded, &swept);
    if swept.is_interrupted {
        printed?;
        if let Some(dir) = &report.out {
            let shard = |(answer, &cell): (&Answer, &usize)| answer.shard(&loaded[cell]);
            let shards: Vec<Shard> = swept.answers.iter().zip(&swept.cells).filter_map(shard).collect();
            resume::keep_partial(dir, &swept.answers, &shards, report.parquet)?;
        }
        outputs::note_no_benchmark(&report);
        return Err(Failure::Interrupted);
    }
    // A closed stdout must not cost the files, so its error is returned after they are written.
    outputs::write_benchmark(&report, swept.answers.iter().map(|answer| &answer.report), &only)?;
    if let Some(dir) = &report.out {
        files::write_answers(dir, &swept.answers, report.parquet)?;
    }
    Ok(printed?)
}

/// Refuses combinations of options that the argument parser cannot declare.
fn refuse_combinations(args: &SweepArgs) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::plain(message));
    if let Some(name) = args.solver.given().filter(|_| args.method == Method::Sample && !args.check) {
        return refuse(&format!("{name} needs --method exact, --method auto or --check"));
    }
    if args.check && args.method == Method::Auto {
        return refuse("--check needs fights, which `--method auto` may not play; use `--method sample`");
    }
    let fights_only = [
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.confidence.is_some(), "--confidence"),
        (args.check, "--check"),
        (args.resume.is_some(), "--resume"),
    ];
    match fights_only.iter().find(|(is_given, _)| *is_given && args.method == Method::Exact) {
        Some((_, name)) => {
            refuse(&format!("{name} needs fights, which `--method exact` may not play; use `--method sample`"))
        }
        None => Ok(()),
    }
}

/// The format of stdout: by default a table for people and CSV for programs.
fn format(args: &SweepArgs) -> Format {
    args.format.unwrap_or(if io::stdout().is_terminal() { Format::Table } else { Format::Csv })
}

/// Solves the cells that are to be solved, and samples all others together.
fn sweep(args: &SweepArgs, cells: &[Cell], loaded: &[Loaded], before: &[Option<Before>]) -> Result<Swept, Failure> {
    let solving = Solving::several(args.work.quiet, &loaded[0].name, loaded.len());
    let sweep = Sweep::new(cells, loaded, &approach(args), &solving);
    drop(solving);
    let sweep = sweep.map_err(|unanswered| {
        if unanswered.iter().any(|why| matches!(why, Unanswered::Interrupted)) {
            note("interrupted: nothing was finished");
        }
        Failure::all(unanswered.into_iter().map(Failure::from).collect())
    })?;
    let progress = Progress::new(args.work.quiet, &loaded[0].name, Some(sweep.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let swept = sweep.play_after(before, &watch);
    drop(progress);
    if swept.is_interrupted {
        let [finished, cells] = [swept.finished, swept.sampled].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {cells} cells were finished, what is printed is partial"));
    }
    Ok(swept)
}

fn sampling(args: &SweepArgs) -> CellSampling {
    CellSampling {
        seed: Seed(args.seed.unwrap_or(SEED)),
        encounters: args.encounters.unwrap_or(ENCOUNTERS),
        confidence: args.confidence.unwrap_or(CONFIDENCE),
    }
}

fn approach(args: &SweepArgs) -> Approach<CellSampling> {
    let sampling = sampling(args);
    match args.method {
        Method::Sample => Approach::Sample(sampling),
        Method::Exact => Approach::Exact(budget(&args.solver)),
        Method::Auto => Approach::Auto(budget(&args.solver), sampling),
    }
}

/// Adds the comparison with the exact solution to every cell that has few enough states.
fn check(args: &SweepArgs, loaded: &[Loaded], swept: &mut Swept) {
    let solving = Solving::several(args.work.quiet, &loaded[0].name, loaded.len());
    let checked = swept.check_against_exact(loaded, budget(&args.solver), &solving);
    drop(solving);
    match checked {
        Ok(0) => {}
        Ok(unsolved) => note(&format!("{unsolved} of {} cells have too many states to be checked", loaded.len())),
        Err(_) => note("not checked against the exact solution: the sweep was interrupted"),
    }
}

/// Whether what is varied can be drawn as a curve: numbers of one path.
fn is_curve(vary: &[Axis]) -> bool {
    matches!(vary, [axis] if axis.values.iter().all(|value| value.parse::<f64>().is_ok()))
}

/// The party's wins along the numbers of the only path that is varied.
fn curve(vary: &[Axis], answers: &[Answer]) -> Option<String> {
    let [axis] = vary else { return None };
    let point = |answer: &Answer| {
        let (_, value) = answer.report.values.first()?;
        Some(Point { value: visible(value).into_owned(), wins: answer.report.won(Winner::Party) })
    };
    let points: Vec<Point> = answers.iter().filter_map(point).collect();
    if is_curve(vary) { pictures::curve(&visible(&axis.path), &points) } else { None }
}

/// What is shown, and how.
struct Shown<'a> {
    args: &'a SweepArgs,
    report: &'a ReportArgs,
    only: &'a Only,
    draws: bool,
}

fn print(&Shown { args, report, only, draws }: &Shown, loaded: &[Loaded], swept: &Swept) -> io::Result<()> {
    let mut out = Page::new(Out::new(), report.format.markup());
    match report.format {
        Format::Table | Format::Markdown => {
            let encounters = args.encounters.unwrap_or(ENCOUNTERS);
            tables::sweep::sweep(&mut out, &loaded[0].name, &swept.answers, loaded.len(), encounters, only)?;
            if let Some(picture) = curve(&args.vary, &swept.answers).filter(|_| draws) {
                out.gap()?;
                out.verbatim(&picture)?;
            }
        }
        Format::Json => {
            for answer in &swept.answers {
                writeln!(out, "{}", json_line(answer))?;
            }
        }
        Format::Csv if swept.answers.is_empty() => {}
        Format::Csv if args.check => {
            out.write_all(comparisons(&swept.answers).as_bytes())?;
        }
        Format::Csv => {
            let reports: Vec<Report> = swept.answers.iter().map(|answer| answer.report.clone()).collect();
            let csv = frame::summary(&reports).and_then(|table| csv(&table));
            out.write_all(&csv.map_err(io::Error::other)?)?;
        }
    }
    out.flush()
}
