//! `equipoise sweep`: a scenario with every combination of varied values, a row for each.

use std::iter;
use std::path::{Path, PathBuf};

use equipoise_engine::Seed;
use equipoise_report::sweep as page;
use equipoise_sim::ground::ranges::length;
use equipoise_sim::output::files::write_swept;
use equipoise_sim::record::Part;
use equipoise_sim::studies::answer::{Answer, Unanswered};
use equipoise_sim::studies::cross::{Crossing, Groups, Search};
use equipoise_sim::studies::method::Extent;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::resume as kept;
use equipoise_sim::studies::study::{Found, LoadedSweep, Question, StudyError, Sweep, Vary};
use equipoise_sim::studies::sweep::{Axis, CellSampling, OpenCells, SweepError, Swept};
use equipoise_sim::{Shard, Tally, Watch};

use crate::args::{CONFIDENCE, FileArgs, Format, ReportArgs, SEED};
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::host;
use crate::interrupt;
use crate::load::{Loaded, is_stdin, loader};
use crate::numbers::grouped;
use crate::only;
use crate::outputs::{self, Outputs};
use crate::pictures;
use crate::progress::Progress;
use crate::resume;
use crate::solving::Solving;
use crate::stint::{self, Stints, search_in_stints, sweep_in_stints};
use crate::threads::pool;
use crate::vary::note_left_out;

pub(in crate::commands) mod args;
pub(in crate::commands) mod cells;
mod matrix;
mod refusals;
mod table;

use args::SweepArgs;
use cells::Cells;
use refusals::refuse_combinations;

/// Encounters of each cell, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 100_000;

/// Plays or solves all cells and prints a row for each.
pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    refuse_combinations(args)?;
    let draws = pictures::are_wanted(&args.pictures, format(args))?;
    if args.pictures.picture && !is_curve(&args.vary) {
        return Err(Failure::plain("--picture draws the wins along one path that takes numbers"));
    }
    let study = study(args)?;
    let cells = study.cells(loader()).map_err(refused)?;
    note_left_out(&args.vary);
    let mut sweep = cells.load(loader())?;
    let sampling = sampling(args);
    let extent = Extent::Ranges(iter::once(sampling.range.clone()).collect());
    let asked = (&extent, sampling.confidence);
    let before = earlier_counts(args, &mut sweep, Seed(sampling.seed), asked)?;
    let loaded = sweep.scenarios();
    let report = ReportArgs { format: format(args), files: args.going_on.files(&args.files) };
    let only = only_of(args, &report, loaded)?;
    let cross = search(args, &sweep)?;
    let groups = earlier_groups(args, &sweep, cross.as_ref())?;
    let metrics = chosen(&only, loaded);
    let target = cross.as_ref().map(Search::target);
    charts::refuse_unknown(&args.page.charts, &page::names(&metrics, target.map(|(metric, _)| metric)))?;
    let draws = draws && (only.is_all() || args.pictures.picture);
    let outputs = Outputs::default()
        .reads_scenarios(loaded)
        .reads_files(args.points.as_slice())
        .writes(args.shard.as_ref())
        .writes_page_file(&args.page);
    let has_crossing = cross.as_ref().is_some_and(Search::has_crossing);
    outputs.writes_reports(&report.files, args.check).writes_crossings(&report.files, has_crossing).check()?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let ((swept, groups), crossing) = pool.install(|| {
        let open = sweep.solve(&solving(args, loaded)).map_err(unanswered)?;
        let (swept, groups) = play(args, &sweep, &open, cross.as_ref(), (&before, groups));
        let crossing = cross.as_ref().and_then(|search| sweep.crossing(search, &swept));
        Ok::<_, Failure>(((swept, groups), crossing))
    })?;
    let all = Only::default();
    let is_for_files = args.page.is_given() || report.files.benchmark.is_some();
    let shown = Cells {
        scenario: &loaded[0].name,
        answers: &swept.answers,
        all: loaded.len(),
        encounters: length(&sampling.range),
        format: report.format,
        only: &only,
        only_of_csv: if is_for_files { &all } else { &only },
        checks: args.check,
        draws: draws && is_curve(&args.vary),
        crossing: crossing.as_ref(),
    };
    let printed = shown.print();
    if swept.is_interrupted {
        printed?;
        return Err(keep_partial(args, &report.files, &sweep, &swept, &groups));
    }
    // A closed stdout must not cost the files, so its error is returned after they are written.
    write(args, &report.files, &swept, crossing.as_ref(), &only)?;
    let page = page::Sweep {
        scenario: &loaded[0].name,
        answers: &swept.answers,
        metrics: &metrics,
        target,
        crossing: crossing.as_ref(),
        points: sweep.points().map(equipoise_engine::scenario::Points::source),
        command: &[],
    };
    let words = study.words().options("--only", &args.only.only);
    args.page.write(&words, |command| page::Sweep { command, ..page }.page(), || page.charts())?;
    Ok(printed?)
}

/// The numbers that are shown. The page has what was chosen, whatever stdout has.
fn only_of(args: &SweepArgs, report: &ReportArgs, loaded: &[Loaded]) -> Result<Only, Failure> {
    if args.page.is_given() {
        only::chosen(&args.only.only, report.format, &only::ALL, || loaded.iter().map(only::cast).collect())
    } else {
        only::of_report(&args.only.only, report, loaded)
    }
}

/// The study that the options ask for.
fn study(args: &SweepArgs) -> Result<Sweep, Failure> {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let vary = args.vary.clone();
    let vary = match (&args.points, args.zip, args.pairs) {
        (Some(path), ..) if is_stdin(path) => return Err(Failure::plain("--points takes the path of a file")),
        (Some(path), ..) => Vary::Points(path.clone()),
        (None, true, _) => Vary::Zip(vary),
        (None, _, true) => Vary::Pairs(vary),
        (None, false, false) => Vary::Grid(vary),
    };
    let index = |index: u64| usize::try_from(index).unwrap_or(usize::MAX);
    let cells = args.cells.as_ref().map(|part| [part.start, part.end].map(index));
    let method = args.method.of(args.solver.limits(), sampling(args));
    let check = args.check.then(|| args.solver.limits());
    Ok(Sweep { scenario, overrides, vary, cells, method, check, cross: args.cross.clone() })
}

/// The refusal of values that make no cells.
fn refused(error: StudyError) -> Failure {
    match error.refusal() {
        Some(SweepError::Repeated { .. }) => {
            Failure::with_help(error.to_string(), "--zip and --points play a point as often as it is there")
        }
        _ => error.into(),
    }
}

/// The search for a target.
fn search<'a>(args: &SweepArgs, sweep: &'a LoadedSweep) -> Result<Option<Search<'a>>, Failure> {
    let search = sweep.search().map_err(StudyError::from)?;
    if search.as_ref().is_some_and(|search| !search.has_crossing()) && !args.page.is_given() {
        return Err(Failure::plain("--cross along two paths is a contour, which --report or --chart draws"));
    }
    Ok(search)
}

/// Whether groups of encounters are kept in the place of counts: a search along one path takes them, and a contour along two takes counts.
fn keeps_groups(args: &SweepArgs) -> bool {
    args.cross.is_some() && args.vary.len() == 1
}

/// The counts of each cell that earlier calls made. A search for a crossing keeps [groups](earlier_groups) of encounters in its place.
fn earlier_counts(
    args: &SweepArgs,
    sweep: &mut LoadedSweep,
    seed: Seed,
    asked: (&Extent, f64),
) -> Result<Vec<Option<Part<Tally>>>, Failure> {
    if keeps_groups(args) {
        return Ok(sweep.scenarios().iter().map(|_| None).collect());
    }
    resume::counts(&args.going_on, sweep.scenarios_mut(), seed, asked)
}

/// The groups of encounters that earlier calls of a search for a crossing have played.
fn earlier_groups(args: &SweepArgs, sweep: &LoadedSweep, search: Option<&Search>) -> Result<Vec<Groups>, Failure> {
    let Some(search) = search.filter(|_| keeps_groups(args)) else { return Ok(Vec::new()) };
    resume::work(args.going_on.dir().map(PathBuf::as_path), |text| sweep.finished(search, text))
}

/// Keeps what an interrupt left, and says what it leaves unwritten.
fn keep_partial(args: &SweepArgs, files: &FileArgs, sweep: &LoadedSweep, swept: &Swept, groups: &[Groups]) -> Failure {
    if let Some(dir) = args.going_on.dir().filter(|_| keeps_groups(args)) {
        args.page.note_unwritten();
        return resume::keep(Some(dir), &sweep.unfinished(groups)).err().unwrap_or(Failure::Interrupted);
    }
    if let Some(path) = &args.shard
        && let Err(failure) = write_partial_shard(path, swept)
    {
        return failure;
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

/// Writes the counts of the cells that an interrupt left, each with the encounters that were played in it.
fn write_partial_shard(path: &Path, swept: &Swept) -> Result<(), Failure> {
    let counted = swept.answers.iter().filter_map(Answer::shard).filter(|shard| !shard.ranges.is_empty());
    let shards: Vec<Shard> = counted.collect();
    if shards.is_empty() {
        note(&format!("interrupted: {} was not written", path.display()));
        return Ok(());
    }
    let (path_shown, [finished, cells]) = (path.display(), [swept.finished, swept.sampled]);
    note(&format!(
        "interrupted: {path_shown} has {finished} of {cells} cells whole, and `merge --missing -n N` lists the rest of N"
    ));
    Ok(Shard::write(&shards, path)?)
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

/// The format of stdout: by default a table for people and CSV for programs.
fn format(args: &SweepArgs) -> Format {
    args.format.unwrap_or(if host::is_terminal() { Format::Table } else { Format::Csv })
}

fn solving(args: &SweepArgs, loaded: &[Loaded]) -> Solving {
    Solving::several(args.work.quiet, &loaded[0].name, loaded.len())
}

/// The failure of cells that could not be solved.
fn unanswered(unanswered: Vec<Unanswered>) -> Failure {
    if unanswered.iter().any(|why| matches!(why, Unanswered::Interrupted)) {
        note("interrupted: nothing was finished");
    }
    Failure::all(unanswered.into_iter().map(Failure::from).collect())
}

/// Samples all cells together that were not solved, and checks them where that is wanted.
fn play(
    args: &SweepArgs,
    sweep: &LoadedSweep,
    open: &OpenCells,
    search: Option<&Search>,
    (before, groups): (&[Option<Part<Tally>>], Vec<Groups>),
) -> (Swept, Vec<Groups>) {
    let name = &sweep.scenarios()[0].name;
    let progress = Progress::new(args.work.quiet, name, Some(open.encounters()));
    let solved: Vec<bool> = open.is_solved().collect();
    let dir = args.going_on.dir().map(PathBuf::as_path);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let keep = |swept: &Swept| stint::keep(dir, &kept::text(&swept.answers));
    let keep_groups = |groups: &[Groups]| stint::keep(dir, &sweep.unfinished(groups));
    let (mut swept, groups) = if let Some(search) = search.filter(|search| search.has_crossing()) {
        search_in_stints(&Stints::keeping(dir, &keep_groups), sweep, open, search, groups, &watch)
    } else {
        (sweep_in_stints(&Stints::keeping(dir, &keep), sweep, open, before, &watch), groups)
    };
    drop(progress);
    if solved.iter().zip(before).any(|(is_solved, before)| *is_solved && before.is_some()) {
        note(&format!("{name}: the encounters that were kept of solved cells are not needed"));
    }
    if swept.is_interrupted {
        let [finished, cells] = [swept.finished, swept.sampled].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {cells} cells were finished, what is printed is partial"));
    } else if args.check {
        check(args, sweep.scenarios(), &mut swept);
    }
    (swept, groups)
}

fn sampling(args: &SweepArgs) -> CellSampling {
    CellSampling {
        seed: args.seed.unwrap_or(SEED),
        range: args.range.clone().unwrap_or(0..args.encounters.unwrap_or(ENCOUNTERS)),
        confidence: args.confidence.unwrap_or(CONFIDENCE),
    }
}

/// Adds the comparison with the exact solution to every cell that has few enough states.
fn check(args: &SweepArgs, loaded: &[Loaded], swept: &mut Swept) {
    match swept.check_against_exact(loaded, args.solver.limits(), &solving(args, loaded)) {
        Ok(0) => {}
        Ok(unsolved) => note(&format!("{unsolved} of {} cells have too many states to be checked", loaded.len())),
        Err(_) => note("not checked against the exact solution: the sweep was interrupted"),
    }
}

/// Whether what is varied can be drawn as a curve: numbers of one path.
fn is_curve(vary: &[Axis]) -> bool {
    matches!(vary, [axis] if axis.numbers().is_some())
}
