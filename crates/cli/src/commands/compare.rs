//! `equipoise compare`: two scenarios, encounter by encounter.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::compare::{Comparison, compare};
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::{Plan, Watch};
use serde_json::Value;

use crate::args::{CompareArgs, ENCOUNTERS, Format};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, load_all, load_cells};
use crate::numbers::grouped;
use crate::out::Out;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Compares and prints.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let sides = load(args)?;
    let [first, second] = sides.as_slice() else { return Err(Failure::plain("two scenarios are needed")) };
    interrupt::listen();
    let encounters = args.encounters.unwrap_or(ENCOUNTERS);
    let progress = Progress::new(args.work.quiet, &first.name, Some(encounters));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let plan = Plan::new(Seed(args.seed), 0..encounters);
    let recordable = [first.fights.recordable(), second.fights.recordable()];
    let comparison = pool(args.work.threads)?.install(|| compare(recordable, &plan, &watch));
    drop(progress);
    if !comparison.complete {
        let finished = grouped(comparison.tally.encounters);
        note(&format!("interrupted: {finished} of {} encounters, what is printed is partial", grouped(encounters)));
    }
    print(args, [first, second], &comparison)?;
    if comparison.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

fn load(args: &CompareArgs) -> Result<Vec<Loaded>, Failure> {
    if let Some(second) = &args.second {
        return load_all(&[args.first.clone(), second.clone()], &args.changes.set);
    }
    let changes = args.with.iter().map(|with| (with.path.clone(), with.value.clone())).collect();
    load_cells(&args.first, &args.changes.set, &[Vec::new(), changes], "--with")
}

/// What a difference comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Its interval lies within the margin.
    Same,
    /// Chance alone would hardly make it.
    Different,
    /// Neither can be said.
    Undecided,
}

impl Verdict {
    /// A margin is one of shares; a share that lies within it is the same, however surely it differs a little.
    pub(crate) fn of(difference: &Difference, confidence: f64, margin: Option<f64>) -> Self {
        let is_within = |margin: &f64| difference.interval.lo >= -margin && difference.interval.hi <= *margin;
        if difference.discordant.is_some() && margin.as_ref().is_some_and(is_within) {
            Self::Same
        } else if difference.p < 1.0 - confidence {
            Self::Different
        } else {
            Self::Undecided
        }
    }

    /// The word of tables.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Different => "different",
            Self::Undecided => "undecided",
        }
    }

    /// As files have it, with the margin that it was held to.
    fn in_full(self, margin: Option<f64>) -> String {
        match (self, margin) {
            (Self::Same, Some(margin)) => format!("same within {margin}"),
            _ => self.word().to_owned(),
        }
    }
}

/// Fights that an unpaired comparison needs on each side for the same standard error.
pub(crate) fn unpaired(difference: &Difference, encounters: u64) -> Option<u64> {
    difference.unpaired_factor.map(|factor| (factor * encounters as f64).ceil() as u64)
}

fn print(args: &CompareArgs, sides: [&Loaded; 2], comparison: &Comparison) -> io::Result<()> {
    let mut out = Out::new();
    let differences = comparison.tally.differences(args.confidence);
    let encounters = comparison.tally.encounters;
    match args.format {
        Format::Table => {
            let titles = sides.map(|side| title(side, args));
            let paired = tables::Paired {
                titles: &titles,
                seed: args.seed,
                encounters,
                confidence: args.confidence,
                margin: args.margin,
            };
            tables::differences(&mut out, &paired, &differences)?;
        }
        Format::Json => writeln!(out, "{}", json(args, sides, comparison, &differences))?,
        Format::Csv => {
            writeln!(out, "value,first,second,difference,lo,hi,p,first_only,second_only,unpaired_encounters,verdict")?;
            for difference in &differences {
                writeln!(out, "{}", csv(args, difference, encounters))?;
            }
        }
    }
    out.flush()
}

/// The scenario's name, and what was changed for this side alone.
fn title(side: &Loaded, args: &CompareArgs) -> String {
    let own = &side.changes[args.changes.set.len()..];
    let changes: Vec<String> = own.iter().map(ToString::to_string).collect();
    let changes = if changes.is_empty() { String::new() } else { format!(", {}", changes.join(", ")) };
    format!("{} ({}){changes}", side.name, side.system.name())
}

fn csv(args: &CompareArgs, difference: &Difference, encounters: u64) -> String {
    let Difference { name, first, second, difference: by, interval, p, discordant, .. } = difference;
    let [first_only, second_only] =
        discordant.map_or([String::new(), String::new()], |counts| counts.map(|n| n.to_string()));
    let unpaired = unpaired(difference, encounters).map_or_else(String::new, |encounters| encounters.to_string());
    let verdict = Verdict::of(difference, args.confidence, args.margin).in_full(args.margin);
    let (lo, hi) = (interval.lo, interval.hi);
    let name = csv_field(name);
    format!("{name},{first},{second},{by},{lo},{hi},{p},{first_only},{second_only},{unpaired},{verdict}")
}

fn json(args: &CompareArgs, sides: [&Loaded; 2], comparison: &Comparison, differences: &[Difference]) -> String {
    let encounters = comparison.tally.encounters;
    let values = differences.iter().map(|difference| {
        let Difference { name, first, second, difference: by, interval, p, discordant, .. } = difference;
        let object = Object::default().with("name", name.as_str()).with("first", *first).with("second", *second);
        let object = object.with("difference", *by).with("lo", interval.lo).with("hi", interval.hi).with("p", *p);
        let object = match discordant {
            Some([first_only, second_only]) => object.with("first_only", *first_only).with("second_only", *second_only),
            None => object,
        };
        let unpaired = unpaired(difference, encounters).map_or(Value::Null, Value::from);
        let verdict = Verdict::of(difference, args.confidence, args.margin);
        object.with("unpaired_encounters", unpaired).with("verdict", verdict.in_full(args.margin)).finish()
    });
    let [first, second] = sides.map(|side| title(side, args));
    let object = Object::default().with("first", first).with("second", second).with("seed", args.seed);
    let object = object.with("encounters", encounters).with("confidence", args.confidence);
    let object = if let Some(margin) = args.margin { object.with("margin", margin) } else { object };
    let object = if comparison.complete { object } else { object.with("partial", true) };
    object.with_list("values", values).finish()
}
