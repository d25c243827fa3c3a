//! `equipoise compare`: two scenarios on the same dice, encounter by encounter.

use std::io::{self, Write};
use std::ops::Range;

use equipoise_engine::{Seed, Winner};
use equipoise_sim::stats::paired::{Difference, forecast};
use equipoise_sim::studies::compare::{Comparison, Decided, Decision, Until, compare, compare_until};
use equipoise_sim::{BATCH, Plan, Watch};
use serde_json::Value;

use crate::args::{CompareArgs, ENCOUNTERS, Format};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, load_all, load_cells};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Encounters of a pilot, unless `--encounters` says otherwise.
const PILOT: u64 = 20_000;
/// Encounters at which `--until-decided` gives up, unless `--max-encounters` says otherwise.
const MAX_ENCOUNTERS: u64 = 100_000_000;
/// Power of a forecast: the chance that as many encounters as it says yield a verdict.
const POWER: f64 = 0.9;

/// Compares two scenarios and prints their differences, or the forecast of `--plan`.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let sides = load(args)?;
    let [first, second] = sides.as_slice() else { return Err(Failure::plain("two scenarios are needed")) };
    interrupt::listen();
    let sides = [first, second];
    pool(args.work.threads)?.install(|| match (args.plan, args.until_decided) {
        (true, _) => plan(args, sides),
        (_, true) => until_decided(args, sides),
        (false, false) => fixed(args, sides),
    })
}

/// Plays a fixed number of encounters and prints the differences.
fn fixed(args: &CompareArgs, sides: [&Loaded; 2]) -> Result<(), Failure> {
    let comparison = play(args, sides, 0..args.encounters.unwrap_or(ENCOUNTERS));
    print(args, sides, &comparison, None)?;
    if comparison.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Plays a pilot and prints how many encounters a verdict will take.
fn plan(args: &CompareArgs, sides: [&Loaded; 2]) -> Result<(), Failure> {
    let comparison = play(args, sides, 0..args.encounters.unwrap_or(PILOT));
    let joint = comparison.tally.won(Winner::Party);
    let forecast = forecast(&joint, args.margin, args.confidence, POWER);
    let mut out = Page::new(Out::new(), args.format.markup());
    let count_or_null = |encounters: Option<u64>| encounters.map_or(Value::Null, Value::from);
    match args.format {
        Format::Table | Format::Markdown => {
            tables::forecast(&mut out, comparison.tally.encounters, &forecast, args.margin, POWER)?;
        }
        Format::Json => {
            let object = Object::default().with("pilot", comparison.tally.encounters).with("seed", args.seed);
            let object = object.with("confidence", args.confidence).with("power", POWER);
            let object =
                object.with("different", count_or_null(forecast.different)).with("same", count_or_null(forecast.same));
            writeln!(out, "{}", object.finish())?;
        }
        Format::Csv => {
            let count_or_empty =
                |encounters: Option<u64>| encounters.map_or_else(String::new, |count| count.to_string());
            let (different, same) = (count_or_empty(forecast.different), count_or_empty(forecast.same));
            writeln!(out, "pilot,different,same\n{},{different},{same}", comparison.tally.encounters)?;
        }
    }
    out.flush()?;
    if comparison.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Plays until the verdict is known, then as many fresh encounters to estimate the differences. The encounters that
/// decided would overstate them, since play stopped when they looked decisive.
fn until_decided(args: &CompareArgs, sides: [&Loaded; 2]) -> Result<(), Failure> {
    let max_encounters = args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
    let until = Until { margin: args.margin, confidence: args.confidence, max_encounters };
    let progress = Progress::new(args.work.quiet, &sides[0].name, None);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let recordable = sides.map(|side| side.fights.recordable());
    let decided = compare_until(recordable, Seed(args.seed), BATCH, &until, &watch);
    drop(progress);
    if !decided.comparison.complete {
        note(&format!("interrupted: undecided after {} encounters", grouped(decided.comparison.tally.encounters)));
        return Err(Failure::Interrupted);
    }
    let played = decided.comparison.tally.encounters;
    let fresh = play(args, sides, played..played.saturating_mul(2));
    print(args, sides, &fresh, Some(&decided))?;
    match (fresh.complete, decided.decision) {
        (false, _) => Err(Failure::Interrupted),
        (true, Decision::Undecided) => Err(Failure::Undecided),
        (true, Decision::Different | Decision::Same) => Ok(()),
    }
}

/// Plays the same range of encounters with both scenarios.
fn play(args: &CompareArgs, sides: [&Loaded; 2], range: Range<u64>) -> Comparison {
    let encounters = range.end - range.start;
    let progress = Progress::new(args.work.quiet, &sides[0].name, Some(encounters));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let comparison = compare(sides.map(|side| side.fights.recordable()), &Plan::new(Seed(args.seed), range), &watch);
    drop(progress);
    if !comparison.complete {
        let finished = grouped(comparison.tally.encounters);
        note(&format!("interrupted: {finished} of {} encounters, what is printed is partial", grouped(encounters)));
    }
    comparison
}

/// Loads two files, or one file twice, the second time with the values of `--with`.
fn load(args: &CompareArgs) -> Result<Vec<Loaded>, Failure> {
    if let Some(second) = &args.second {
        return load_all(&[args.first.clone(), second.clone()], &args.changes.set);
    }
    let changes = args.with.iter().map(|with| (with.path.clone(), with.value.clone())).collect();
    load_cells(&args.first, &args.changes.set, &[Vec::new(), changes], "--with")
}

/// The decision of a test on one paired difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The interval of the difference lies within the margin.
    Same,
    /// The p-value is below one minus the confidence.
    Different,
    /// Neither can be concluded.
    Undecided,
}

impl Verdict {
    /// Decides one difference. The margin applies to shares alone, and it comes first: a share whose interval lies within
    /// it is the same, even if its p-value shows that it differs by less than the margin.
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

    /// The word that tables print.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Different => "different",
            Self::Undecided => "undecided",
        }
    }

    /// The word with the margin that it was judged by, as CSV and JSON print it.
    fn in_full(self, margin: Option<f64>) -> String {
        match (self, margin) {
            (Self::Same, Some(margin)) => format!("same within {margin}"),
            _ => self.word().to_owned(),
        }
    }
}

/// Encounters that two unpaired runs need each for the same standard error; `None` where the difference does
/// not vary.
pub(crate) fn unpaired_encounters(difference: &Difference, encounters: u64) -> Option<u64> {
    difference.relative_efficiency.map(|efficiency| (efficiency * encounters as f64).ceil() as u64)
}

/// The word of a sequential decision, with the margin that it was judged by.
pub(crate) fn decision_in_full(decision: Decision, margin: Option<f64>) -> String {
    let verdict = match decision {
        Decision::Different => Verdict::Different,
        Decision::Same => Verdict::Same,
        Decision::Undecided => Verdict::Undecided,
    };
    verdict.in_full(margin)
}

fn print(
    args: &CompareArgs,
    sides: [&Loaded; 2],
    comparison: &Comparison,
    decided: Option<&Decided>,
) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    let differences = comparison.tally.differences(args.confidence);
    let encounters = comparison.tally.encounters;
    match args.format {
        Format::Table | Format::Markdown => {
            let titles = sides.map(|side| title(side, args));
            let paired = tables::Paired {
                titles: &titles,
                seed: args.seed,
                encounters,
                confidence: args.confidence,
                margin: args.margin,
                decided,
            };
            tables::differences(&mut out, &paired, &differences)?;
        }
        Format::Json => writeln!(out, "{}", json(args, sides, comparison, decided, &differences))?,
        Format::Csv => {
            if let Some(decided) = decided {
                let played = grouped(decided.comparison.tally.encounters);
                note(&format!("{} after {played} encounters", decision_in_full(decided.decision, args.margin)));
            }
            writeln!(out, "value,first,second,difference,lo,hi,p,first_only,second_only,unpaired_encounters,verdict")?;
            for difference in &differences {
                writeln!(out, "{}", csv(args, difference, encounters))?;
            }
        }
    }
    out.flush()
}

/// The scenario's name, and the changes that this side alone has: those after the ones of `--set`, which both have.
fn title(side: &Loaded, args: &CompareArgs) -> String {
    let own = &side.changes[args.changes.set.len()..];
    let changes: Vec<String> = own.iter().map(ToString::to_string).collect();
    let changes = if changes.is_empty() { String::new() } else { format!(", {}", changes.join(", ")) };
    format!("{} ({}){changes}", side.name, side.system.name())
}

fn csv(args: &CompareArgs, difference: &Difference, encounters: u64) -> String {
    let Difference { name, first, second, difference: estimate, interval, p, discordant, .. } = difference;
    let [first_only, second_only] =
        discordant.map_or([String::new(), String::new()], |counts| counts.map(|n| n.to_string()));
    let unpaired = unpaired_encounters(difference, encounters).map_or_else(String::new, |count| count.to_string());
    let verdict = Verdict::of(difference, args.confidence, args.margin).in_full(args.margin);
    let (lo, hi) = (interval.lo, interval.hi);
    let name = csv_field(name);
    format!("{name},{first},{second},{estimate},{lo},{hi},{p},{first_only},{second_only},{unpaired},{verdict}")
}

fn json(
    args: &CompareArgs,
    sides: [&Loaded; 2],
    comparison: &Comparison,
    decided: Option<&Decided>,
    differences: &[Difference],
) -> String {
    let encounters = comparison.tally.encounters;
    let values = differences.iter().map(|difference| {
        let Difference { name, first, second, difference: estimate, interval, p, discordant, .. } = difference;
        let object = Object::default().with("name", name.as_str()).with("first", *first).with("second", *second);
        let object = object.with("difference", *estimate).with("lo", interval.lo).with("hi", interval.hi).with("p", *p);
        let object = match discordant {
            Some([first_only, second_only]) => object.with("first_only", *first_only).with("second_only", *second_only),
            None => object,
        };
        let unpaired = unpaired_encounters(difference, encounters).map_or(Value::Null, Value::from);
        let verdict = Verdict::of(difference, args.confidence, args.margin);
        object.with("unpaired_encounters", unpaired).with("verdict", verdict.in_full(args.margin)).finish()
    });
    let [first, second] = sides.map(|side| title(side, args));
    let object = Object::default().with("first", first).with("second", second).with("seed", args.seed);
    let object = object.with("encounters", encounters).with("confidence", args.confidence);
    let object = if let Some(margin) = args.margin { object.with("margin", margin) } else { object };
    let object = if let Some(Decided { comparison, decision, interval }) = decided {
        let verdict = decision_in_full(*decision, args.margin);
        let decision = Object::default().with("verdict", verdict).with("encounters", comparison.tally.encounters);
        object.with_text("decision", &decision.with("lo", interval.lo).with("hi", interval.hi).finish())
    } else {
        object
    };
    let object = if comparison.complete { object } else { object.with("partial", true) };
    object.with_list("values", values).finish()
}
