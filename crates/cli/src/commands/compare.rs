//! `equipoise compare`: two scenarios on the same dice, encounter by encounter.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::Watch;
use equipoise_sim::output::json;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::compare::result::{
    Compared, Judged, Planned, Settings, Sides, decide, fixed, fresh, plan, title,
};
use equipoise_sim::studies::compare::verdict::Verdict;

use crate::args::{CompareArgs, ENCOUNTERS, Format};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, load_all, load_cells};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::{csv_field, csv_number};
use crate::threads::pool;

/// Encounters of a pilot, unless `--encounters` says otherwise.
const PILOT: u64 = 20_000;
/// Encounters at which `--until-decided` gives up, unless `--max-encounters` says otherwise.
const MAX_ENCOUNTERS: u64 = 100_000_000;

/// Compares two scenarios and prints their differences, or the forecast of `--plan`.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let sides = load(args)?;
    let [first, second] = sides.as_slice() else { return Err(Failure::plain("two scenarios are needed")) };
    interrupt::listen();
    // The changes of `--set` come first, and both sides have them.
    let own = |side: &Loaded| title(&side.name, side.system.name(), &side.changes[args.changes.set.len()..]);
    let titles = [own(first), own(second)];
    let study = Study {
        args,
        name: &first.name,
        sides: Sides { titles, fights: [first, second].map(|side| side.fights.recordable()) },
        settings: Settings { seed: Seed(args.seed), confidence: args.confidence, margin: args.margin },
    };
    pool(args.work.threads)?.install(|| match (args.plan, args.until_decided) {
        (true, _) => study.plan(),
        (_, true) => study.until_decided(),
        (false, false) => study.fixed(),
    })
}

/// Loads two files, or one file twice, the second time with the values of `--with`.
fn load(args: &CompareArgs) -> Result<Vec<Loaded>, Failure> {
    if let Some(second) = &args.second {
        return load_all(&[args.first.clone(), second.clone()], &args.changes.set);
    }
    let changes = args.with.iter().map(|with| (with.path.clone(), with.value.clone())).collect();
    load_cells(&args.first, &args.changes.set, &[Vec::new(), changes], "--with")
}

/// What is compared, and how.
struct Study<'a> {
    args: &'a CompareArgs,
    /// The name of the first scenario.
    name: &'a str,
    sides: Sides<'a>,
    settings: Settings,
}

impl Study<'_> {
    /// Plays a fixed number of encounters and prints the differences.
    fn fixed(&self) -> Result<(), Failure> {
        let encounters = self.args.encounters.unwrap_or(ENCOUNTERS);
        let compared = self.watched(Some(encounters), |watch| fixed(&self.sides, &self.settings, encounters, watch));
        note_partial(compared.partial, compared.encounters, encounters);
        print(self.args, &compared)?;
        if compared.partial { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Plays a pilot and prints how many encounters a verdict will take.
    fn plan(&self) -> Result<(), Failure> {
        let encounters = self.args.encounters.unwrap_or(PILOT);
        let planned = self.watched(Some(encounters), |watch| plan(&self.sides, &self.settings, encounters, watch));
        note_partial(planned.partial, planned.pilot, encounters);
        print_plan(self.args, &planned)?;
        if planned.partial { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Plays until the verdict is known, then as many fresh encounters to estimate the differences.
    fn until_decided(&self) -> Result<(), Failure> {
        let max_encounters = self.args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
        let decided = self.watched(None, |watch| decide(&self.sides, &self.settings, max_encounters, watch));
        let played = decided.comparison.tally.encounters;
        if !decided.comparison.complete {
            note(&format!("interrupted: undecided after {} encounters", grouped(played)));
            return Err(Failure::Interrupted);
        }
        let compared = self.watched(Some(played), |watch| fresh(&self.sides, &self.settings, &decided, watch));
        note_partial(compared.partial, compared.encounters, played);
        print(self.args, &compared)?;
        match (compared.partial, compared.decision.map(|decision| decision.verdict)) {
            (true, _) => Err(Failure::Interrupted),
            (false, Some(Verdict::Undecided)) => Err(Failure::Undecided),
            (false, _) => Ok(()),
        }
    }

    /// Plays with a progress bar for so many encounters.
    fn watched<T>(&self, encounters: Option<u64>, play: impl FnOnce(&Watch) -> T) -> T {
        let progress = Progress::new(self.args.work.quiet, self.name, encounters);
        play(&Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) })
    }
}

fn note_partial(is_partial: bool, finished: u64, encounters: u64) {
    if is_partial {
        let (finished, encounters) = (grouped(finished), grouped(encounters));
        note(&format!("interrupted: {finished} of {encounters} encounters, what is printed is partial"));
    }
}

fn print(args: &CompareArgs, compared: &Compared) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => tables::compare::compared(&mut out, compared)?,
        Format::Json => writeln!(out, "{}", json::line(compared))?,
        Format::Csv => {
            if let Some(decision) = &compared.decision {
                note(&format!("{} after {} encounters", decision.verdict, grouped(decision.encounters)));
            }
            writeln!(out, "value,first,second,difference,lo,hi,p,first_only,second_only,unpaired_encounters,verdict")?;
            compared.values.iter().try_for_each(|value| writeln!(out, "{}", csv(value)))?;
        }
    }
    out.flush()
}

fn csv(value: &Judged) -> String {
    let Judged { difference, unpaired_encounters, verdict } = value;
    let Difference { name, first, second, difference: estimate, interval, p, discordant, .. } = difference;
    let [first_only, second_only] = discordant
        .map_or_else(Default::default, |counts| [counts.first_only, counts.second_only].map(|count| count.to_string()));
    let unpaired = or_empty(*unpaired_encounters);
    let (name, lo, hi, p) = (csv_field(name), interval.lo, interval.hi, csv_number(*p));
    format!("{name},{first},{second},{estimate},{lo},{hi},{p},{first_only},{second_only},{unpaired},{verdict}")
}

fn print_plan(args: &CompareArgs, planned: &Planned) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => tables::compare::planned(&mut out, planned)?,
        Format::Json => writeln!(out, "{}", json::line(planned))?,
        Format::Csv => {
            let (different, same) = (or_empty(planned.different), or_empty(planned.same));
            writeln!(out, "pilot,different,same\n{},{different},{same}", planned.pilot)?;
        }
    }
    out.flush()
}

/// A count as a field of CSV, empty where there is none.
fn or_empty(count: Option<u64>) -> String {
    count.map_or_else(String::new, |count| count.to_string())
}
