//! `equipoise tune`: the values with which a scenario comes closest to its targets.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::output::json::Values;
use equipoise_sim::studies::compare::Recordable;
use equipoise_sim::studies::sweep::{Cell, Combination, combine};
use equipoise_sim::studies::tune::{Measured, Race, Ranked, Target, TargetError, TuneError, Tuned, Verdict, tune};
use equipoise_sim::{Interval, Watch};
use serde_json::Value;

use crate::args::{Format, TuneArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, load_cells};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Races and prints the ranking.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let combination = if args.zip { Combination::Zip } else { Combination::Grid };
    let cells = combine(&args.vary, combination).map_err(|error| Failure::plain(error.to_string()))?;
    let loaded = load_cells(&args.input.scenario, &args.input.changes.set, &cells, "--vary")?;
    interrupt::listen();
    let tuned = pool(args.work.threads)?.install(|| race(args, &loaded))?;
    if !tuned.complete {
        note(&format!("interrupted after {} encounters, what is printed is partial", grouped(tuned.encounters)));
    }
    if tuned.ranking[0].encounters > 0 {
        print(args, &cells, &loaded[0], &tuned)?;
    }
    if tuned.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

fn race(args: &TuneArgs, loaded: &[Loaded]) -> Result<Tuned, Failure> {
    let TuneArgs { seed, confidence, margin, max_encounters, .. } = *args;
    let race = Race { seed: Seed(seed), confidence, margin, max_encounters };
    let cells: Vec<&dyn Recordable> = loaded.iter().map(|cell| cell.fights.recordable()).collect();
    let progress = Progress::new(args.work.quiet, &loaded[0].name, None);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    tune(&cells, &args.target, &race, &watch).map_err(|error| refused(&error, loaded))
}

/// The failure of a race that could not start, with what may help.
fn refused(error: &TuneError, loaded: &[Loaded]) -> Failure {
    match error {
        TuneError::Target { cell, source: TargetError::Unknown { .. } } => {
            let cell = &loaded[*cell];
            let (combatants, metrics) = (cell.fights.combatants(), cell.fights.metrics());
            let ids: Vec<&str> = combatants.iter().map(|combatant| combatant.id.as_str()).collect();
            let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
            let help = format!(
                "known: party, enemies, draw, timeout, rounds, party_any_dead, party_all_out, combatants.ID.STATE for \
                 the ids {}, and the metrics {}",
                ids.join(", "),
                metrics.join(", ")
            );
            let values: Vec<String> = cell.changes.iter().map(ToString::to_string).collect();
            Failure::with_help(format!("{error} with {}", values.join(", ")), help)
        }
        TuneError::TooFew { .. } => Failure::with_help(error.to_string(), "raise --max-encounters"),
        TuneError::Target { .. } | TuneError::Twice { .. } => Failure::plain(error.to_string()),
    }
}

fn print(args: &TuneArgs, cells: &[Cell], first: &Loaded, tuned: &Tuned) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => {
            let title = format!("{} ({})", first.name, first.system.name());
            tables::tune::tuned(&mut out, &title, args, cells, tuned)?;
        }
        Format::Json => writeln!(out, "{}", json(args, cells, first, tuned))?,
        Format::Csv => csv(&mut out, args, cells, tuned)?,
    }
    out.flush()
}

/// A word for how the race ended.
const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Closest => "closest",
        Verdict::WithinMargin => "within margin",
        Verdict::Open(_) => "undecided",
    }
}

fn csv(out: &mut impl Write, args: &TuneArgs, cells: &[Cell], tuned: &Tuned) -> io::Result<()> {
    let mut header: Vec<String> = vec!["rank".to_owned()];
    header.extend(args.vary.iter().map(|axis| csv_field(&axis.path).into_owned()));
    for Target { name, .. } in &args.target {
        header.extend(["", "_lo", "_hi"].map(|end| csv_field(&format!("{name}{end}")).into_owned()));
    }
    header.extend(["distance", "distance_lo", "distance_hi", "encounters", "status"].map(str::to_owned));
    writeln!(out, "{}", header.join(","))?;
    let values = |cell: usize| cells[cell].iter().map(|(_, value)| csv_field(value).into_owned());
    let means = |measured: &[Measured]| {
        let with_bounds = |metric: &Measured| [metric.mean, metric.interval.lo, metric.interval.hi].map(number);
        measured.iter().flat_map(with_bounds).collect::<Vec<_>>()
    };
    for (index, ranked) in tuned.ranking.iter().enumerate() {
        let mut row = vec![(index + 1).to_string()];
        row.extend(values(ranked.cell));
        row.extend(means(&ranked.measured));
        let Interval { lo, hi } = ranked.interval;
        row.extend([ranked.distance, lo, hi].map(number));
        row.extend([ranked.encounters.to_string(), status(index, ranked, tuned).to_owned()]);
        writeln!(out, "{}", row.join(","))?;
    }
    if tuned.complete {
        let mut row = vec!["1".to_owned()];
        row.extend(values(tuned.ranking[0].cell));
        row.extend(means(&tuned.remeasured));
        let fresh = (tuned.fresh.end - tuned.fresh.start).to_string();
        row.extend([tuned.distance.to_string(), String::new(), String::new(), fresh, "measured again".to_owned()]);
        writeln!(out, "{}", row.join(","))?;
    }
    Ok(())
}

/// A number of a CSV file; empty where it is infinite, which means that too few encounters were seen to bound it.
fn number(number: f64) -> String {
    if number.is_finite() { number.to_string() } else { String::new() }
}

/// The state of a cell in the race, by its index in the ranking: the first one has the verdict of the race.
fn status(index: usize, ranked: &Ranked, tuned: &Tuned) -> &'static str {
    match (index, ranked.dropped) {
        (0, _) => verdict(tuned.verdict),
        (_, Some(_)) => "dropped",
        (_, None) => "in the race",
    }
}

fn json(args: &TuneArgs, cells: &[Cell], first: &Loaded, tuned: &Tuned) -> String {
    let targets = args.target.iter().map(|target| {
        let Target { name, value, weight } = target;
        Object::default().with("metric", name.as_str()).with("value", *value).with("weight", *weight).finish()
    });
    let ranking = tuned.ranking.iter().enumerate().map(|(index, ranked)| {
        let object = Object::default().with_text("values", &values(&cells[ranked.cell]));
        let object = object.with("status", status(index, ranked, tuned)).with("encounters", ranked.encounters);
        let object = object.with_list("metrics", means(args, &ranked.measured)).with("distance", ranked.distance);
        let object = bounds(object, ranked.interval);
        match (ranked.dropped, ranked.behind) {
            (Some(dropped), _) => {
                let by = Object::default().with_text("values", &values(&cells[dropped.by]));
                object.with_text("closer", &bounds(by, dropped.closer).finish()).finish()
            }
            (None, Some(behind)) => object.with_text("behind", &bounds(Object::default(), behind).finish()).finish(),
            (None, None) => object.finish(),
        }
    });
    let object = Object::default().with("scenario", first.name.as_str()).with("system", first.system.name());
    let object = object.with("seed", args.seed).with("confidence", args.confidence).with("margin", args.margin);
    let object = object.with("encounters", tuned.encounters).with_list("targets", targets);
    let object = object.with("verdict", verdict(tuned.verdict));
    let object = match tuned.verdict {
        Verdict::Open(certainty) => object.with("certainty", certainty.map_or(Value::Null, Value::from)),
        Verdict::Closest | Verdict::WithinMargin => object.with("certainty", args.confidence),
    };
    let object = object.with_list("ranking", ranking);
    if !tuned.complete {
        return object.with("partial", true).finish();
    }
    let again = Object::default().with_text("values", &values(&cells[tuned.ranking[0].cell]));
    let again = again.with("encounters", tuned.fresh.end - tuned.fresh.start);
    let again = again.with_list("metrics", means(args, &tuned.remeasured)).with("distance", tuned.distance);
    object.with_text("measured_again", &again.finish()).finish()
}

/// The measured means of the targets, as objects.
fn means(args: &TuneArgs, measured: &[Measured]) -> Vec<String> {
    let object = |(target, measured): (&Target, &Measured)| {
        let object = Object::default().with("name", target.name.as_str()).with("mean", measured.mean);
        bounds(object.with("sd", measured.sd), measured.interval).finish()
    };
    args.target.iter().zip(measured).map(object).collect()
}

fn bounds(object: Object, interval: Interval) -> Object {
    object.with("lo", interval.lo).with("hi", interval.hi)
}

/// The values of a cell as an object.
fn values(cell: &Cell) -> String {
    serde_json::to_string(&Values(cell)).expect("texts and numbers are JSON")
}
