//! `equipoise sweep`: a scenario with every combination of varied values, a row for each.

use std::io::{self, IsTerminal};
use std::iter;
use std::ops::Range;

use equipoise_engine::Seed;
use equipoise_report::sweep as page;
use equipoise_sim::ground::ranges::length;
use equipoise_sim::output::files::write_swept;
use equipoise_sim::record::Part;
use equipoise_sim::studies::answer::{Answer, Approach, Extent, Unanswered};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::study::{Cross, CrossMethod, Found, Words};
use equipoise_sim::studies::sweep::crossing::{Crossing, Search, SearchError};
use equipoise_sim::studies::sweep::{Axis, CellSampling, Sweep, Swept};
use equipoise_sim::studies::tune::Target;
use equipoise_sim::{Shard, Tally, Watch};

use super::cells::Cells;
use super::exact::budget;
use crate::args::{CONFIDENCE, FileArgs, Format, Method, ReportArgs, SEED, SweepArgs};
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::Loaded;
use crate::numbers::grouped;
use crate::only;
use crate::outputs::{self, Outputs};
use crate::pictures;
use crate::progress::Progress;
use crate::resume;
use crate::solving::Solving;
use crate::threads::pool;
use crate::vary::note_left_out;

mod refusals;
mod varied;

use refusals::refuse_combinations;
use varied::Varied;

/// Encounters of each cell, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 100_000;

/// Plays or solves all cells and prints a row for each.
pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    refuse_combinations(args)?;
    let draws = pictures::are_wanted(&args.pictures, format(args))?;
    if args.pictures.picture && !is_curve(&args.vary) {
        return Err(Failure::plain("--picture draws the wins along one path that takes numbers"));
    }
    let varied = Varied::new(args)?;
    let part = part(args, varied.cells.len())?;
    let cells = &varied.cells[part.clone()];
    note_left_out(&args.vary);
    let loaded = varied.load(args, part.clone())?;
    let sampling = sampling(args);
    let extent = Extent::Ranges(iter::once(sampling.range.clone()).collect());
    let before = resume::counts(&args.going_on, &loaded, sampling.seed, (&extent, sampling.confidence))?;
    let report = ReportArgs { format: format(args), files: args.going_on.files(&args.files) };
    // The page has what was chosen, whatever stdout has.
    let only = if args.page.is_given() {
        only::chosen(&args.only.only, report.format, &only::ALL, || loaded.iter().map(only::cast).collect())?
    } else {
        only::of_report(&args.only.only, &report, &loaded)?
    };
    let cross = args.cross.as_ref().map(|target| search(args, target, &loaded)).transpose()?;
    let metrics = chosen(&only, &loaded);
    let target = cross.as_ref().map(Search::target);
    charts::refuse_unknown(&args.page.charts, &page::names(&metrics, target.map(|(metric, _)| metric)))?;
    let draws = draws && (only.is_all() || args.pictures.picture);
    let read = args.points.clone();
    let outputs = Outputs::default()
        .reads_scenarios(&loaded)
        .reads_files(read.as_slice())
        .writes(args.shard.as_ref())
        .writes_page_file(&args.page);
    let has_crossing = cross.as_ref().is_some_and(Search::has_crossing);
    outputs.writes_reports(&report.files, args.check).writes_crossings(&report.files, has_crossing).check()?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let (swept, crossing) = pool.install(|| {
        let sweep = Sweep::new(cells, &loaded, &approach(args), &solving(args, &loaded));
        let sweep = sweep.map_err(unanswered)?.part_of(part.start, &varied.cells).as_list(varied.is_list);
        Ok::<_, Failure>(answered(args, sweep, &loaded, &before, cross.as_ref()))
    })?;
    let shown = Cells {
        scenario: &loaded[0].name,
        answers: &swept.answers,
        all: loaded.len(),
        encounters: length(&sampling.range),
        format: report.format,
        only: &only,
        checks: args.check,
        draws: draws && is_curve(&args.vary),
        crossing: crossing.as_ref(),
    };
    let printed = shown.print();
    if swept.is_interrupted {
        printed?;
        return Err(keep_partial(args, &report.files, &swept));
    }
    // A closed stdout must not cost the files, so its error is returned after they are written.
    write(args, &report.files, &swept, crossing.as_ref(), &only)?;
    let command = command(args, sampling);
    let page = page::Sweep {
        scenario: &loaded[0].name,
        answers: &swept.answers,
        metrics: &metrics,
        target,
        crossing: crossing.as_ref().map(|found| &found.result),
        points: varied.points.as_ref().map(equipoise_engine::scenario::Points::source),
        command: &command,
    };
    args.page.write(|| page.page(), || page.charts())?;
    Ok(printed?)
}

/// Samples the cells that are not solved, group by group where a crossing is wanted, and checks them where that is.
fn answered(
    args: &SweepArgs,
    sweep: Sweep,
    loaded: &[Loaded],
    before: &[Option<Part<Tally>>],
    cross: Option<&Search>,
) -> (Swept, Option<Found<Crossing>>) {
    let sampling = sampling(args);
    let is_open = |(is_solved, cell): (bool, _)| (!is_solved).then_some(cell);
    let open: Vec<Option<&Loaded>> = sweep.is_solved().zip(loaded).map(is_open).collect();
    let (curves, played) = cross.map_or_else(Default::default, |cross| {
        let progress = Progress::new(args.work.quiet, &loaded[0].name, Some(sweep.encounters()));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        cross.play(&open, &sampling, &watch)
    });
    let mut swept = play(args, sweep, loaded, if played.is_empty() { before } else { &played });
    if args.check && !swept.is_interrupted {
        check(args, loaded, &mut swept);
    }
    let cross = cross.filter(|_| !swept.is_interrupted);
    let crossing = cross.and_then(|cross| cross.found(curves, &swept.answers, &sampling));
    let crossing = crossing.zip(study(args)).map(|(crossing, study)| study.found(crossing, loaded));
    (swept, crossing)
}

/// The search for a target.
fn search<'a>(args: &SweepArgs, target: &'a Target, loaded: &[Loaded]) -> Result<Search<'a>, Failure> {
    let refused = |error: SearchError| Failure::plain(error.to_string());
    let search = Search::new(target, &args.vary, loaded).map_err(refused)?;
    if !search.has_crossing() && !args.page.is_given() {
        return Err(Failure::plain("--cross along two paths is a contour, which --report or --chart draws"));
    }
    Ok(search)
}

/// The question that asks for the crossing alone; `None` unless exactly one path is varied.
fn study(args: &SweepArgs) -> Option<Cross> {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.set.clone());
    let [vary] = args.vary.as_slice() else { return None };
    let limits = budget(&args.solver).into();
    let method = match args.method {
        Method::Sample => CrossMethod::Sample(sampling(args).into()),
        Method::Exact => CrossMethod::Exact { limits },
        Method::Auto => CrossMethod::Auto { limits, sampling: sampling(args).into() },
    };
    Some(Cross { scenario, overrides, vary: vary.clone(), target: args.cross.clone()?, method })
}

/// Keeps what an interrupt left, and says what it leaves unwritten.
fn keep_partial(args: &SweepArgs, files: &FileArgs, swept: &Swept) -> Failure {
    if let Some(path) = &args.shard {
        note(&format!("interrupted: {} was not written", path.display()));
    }
    args.page.note_unwritten();
    if let Some(dir) = &files.out
        && let Err(failure) = resume::keep_partial(dir, &swept.answers, files.parquet)
    {
        return failure;
    }
    outputs::note_no_benchmark(files, "interrupted");
    Failure::Interrupted
}

/// Writes the files of a complete sweep but its page.
fn write(
    args: &SweepArgs,
    files: &FileArgs,
    swept: &Swept,
    crossing: Option<&Found<Crossing>>,
    only: &Only,
) -> Result<(), Failure> {
    if let Some(path) = &args.shard {
        Shard::write(&swept.answers.iter().filter_map(Answer::shard).collect::<Vec<_>>(), path)?;
    }
    outputs::write_benchmark(files, &swept.answers, only)?;
    if let Some(dir) = &files.out {
        write_swept(dir, &swept.answers, crossing.cloned().as_slice(), files.parquet)?;
    }
    Ok(())
}

/// The full names of the numbers that `--only` chooses; none where it chooses all of them.
fn chosen(only: &Only, loaded: &[Loaded]) -> Vec<String> {
    if only.is_all() {
        return Vec::new();
    }
    let cast = only::cast(&loaded[0]);
    cast.quantities().into_iter().map(|quantity| cast.name(quantity)).filter(|name| only.takes(name)).collect()
}

/// The words of the command line that makes the page again: every setting that changes a number is spelled out.
fn command(args: &SweepArgs, CellSampling { seed, range, confidence }: CellSampling) -> Vec<String> {
    let words = Words::new("sweep").path(&args.input.scenario).options("--set", &args.input.changes.set);
    let points: Vec<String> = args.points.iter().map(|path| path.display().to_string()).collect();
    let words = words.options("--vary", &args.vary).options("--points", &points);
    let words = words.flag("--zip", args.zip).flag("--pairs", args.pairs);
    let words = match args.method {
        Method::Sample => words,
        Method::Exact => words.option("--method", &"exact"),
        Method::Auto => words.option("--method", &"auto"),
    };
    let words = if args.method == Method::Exact {
        words
    } else {
        let words = words.option("--seed", &seed.0).option("--range", &format!("{}..{}", range.start, range.end));
        words.option("--confidence", &confidence)
    };
    let words = words.options("--max-memory", args.solver.max_memory.as_slice());
    let words = words.options("--max-states", args.solver.max_states.as_slice()).flag("--check", args.check);
    let cross = args.cross.iter().map(|target| format!("{}={}", target.name, target.value)).collect::<Vec<_>>();
    let words = words.options("--cross", &cross).options("--only", &args.only.only);
    words.option("--report", &"FILE.html").0
}

/// The format of stdout: by default a table for people and CSV for programs.
fn format(args: &SweepArgs) -> Format {
    args.format.unwrap_or(if io::stdout().is_terminal() { Format::Table } else { Format::Csv })
}

/// The indices of the cells to play.
fn part(args: &SweepArgs, cells: usize) -> Result<Range<usize>, Failure> {
    let Some(part) = &args.cells else { return Ok(0..cells) };
    let index = |end: u64| usize::try_from(end).unwrap_or(usize::MAX);
    let part = index(part.start)..index(part.end);
    if part.is_empty() || part.end > cells {
        let (start, end) = (part.start, part.end);
        return Err(Failure::plain(format!("--cells {start}..{end} are no cells of the sweep, which has 0..{cells}")));
    }
    Ok(part)
}

fn solving(args: &SweepArgs, loaded: &[Loaded]) -> Solving {
    Solving::several(args.work.quiet, &loaded[0].name, loaded.len())
}

/// Why cells could not be solved.
fn unanswered(unanswered: Vec<Unanswered>) -> Failure {
    if unanswered.iter().any(|why| matches!(why, Unanswered::Interrupted)) {
        note("interrupted: nothing was finished");
    }
    Failure::all(unanswered.into_iter().map(Failure::from).collect())
}

/// Samples all cells together that were not solved.
fn play(args: &SweepArgs, sweep: Sweep, loaded: &[Loaded], before: &[Option<Part<Tally>>]) -> Swept {
    let progress = Progress::new(args.work.quiet, &loaded[0].name, Some(sweep.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let solved: Vec<bool> = sweep.is_solved().collect();
    let swept = sweep.play_after(before, &watch);
    drop(progress);
    if solved.iter().zip(before).any(|(is_solved, before)| *is_solved && before.is_some()) {
        note(&format!("{}: the encounters that were kept of solved cells are not needed", loaded[0].name));
    }
    if swept.is_interrupted {
        let [finished, cells] = [swept.finished, swept.sampled].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {cells} cells were finished, what is printed is partial"));
    }
    swept
}

fn sampling(args: &SweepArgs) -> CellSampling {
    CellSampling {
        seed: Seed(args.seed.unwrap_or(SEED)),
        range: args.range.clone().unwrap_or(0..args.encounters.unwrap_or(ENCOUNTERS)),
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
    match swept.check_against_exact(loaded, budget(&args.solver), &solving(args, loaded)) {
        Ok(0) => {}
        Ok(unsolved) => note(&format!("{unsolved} of {} cells have too many states to be checked", loaded.len())),
        Err(_) => note("not checked against the exact solution: the sweep was interrupted"),
    }
}

/// Whether what is varied can be drawn as a curve: numbers of one path.
fn is_curve(vary: &[Axis]) -> bool {
    matches!(vary, [axis] if axis.numbers().is_some())
}
