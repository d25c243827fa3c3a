//! `equipoise coverage`: how often each rule of a system is applied, and which never is.

use std::io::{self, Write};

use equipoise_engine::{Rule, RulesSeen, Seed, System};
use equipoise_sim::Watch;

use crate::args::{CoverageArgs, Format};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::load_all;
use crate::numbers::{encounters, rough};
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::threads::pool;

/// How often the scenarios of one system together applied each rule.
struct SystemCoverage {
    system: System,
    /// Names of the scenarios.
    scenarios: Vec<String>,
    /// Encounters of all scenarios together.
    encounters: u64,
    seen: RulesSeen,
}

impl SystemCoverage {
    /// The rules of the ledger with how often each was applied.
    fn rules(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        self.system.rules().iter().map(|rule| (rule, self.seen.count(rule.id)))
    }

    /// A count as a mean over all encounters.
    fn per_fight(&self, count: u64) -> f64 {
        count as f64 / self.encounters as f64
    }

    /// The rules that no encounter applied.
    fn never(&self) -> Vec<&'static Rule> {
        self.rules().filter(|(_, count)| *count == 0).map(|(rule, _)| rule).collect()
    }
}

/// Plays all scenarios, adds up their counts by system and prints them.
pub(crate) fn run(args: &CoverageArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let mut coverages: Vec<SystemCoverage> = Vec::new();
    for scenario in &scenarios {
        let progress = Progress::new(args.work.quiet, &scenario.name, Some(args.encounters));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        let seen = pool.install(|| scenario.fights.coverage(Seed(args.seed), args.encounters, &watch));
        if interrupt::interrupted() {
            drop(progress);
            note("interrupted: nothing was printed");
            return Err(Failure::Interrupted);
        }
        let index = coverages.iter().position(|coverage| coverage.system == scenario.system).unwrap_or_else(|| {
            let (scenarios, seen) = (Vec::new(), RulesSeen::default());
            coverages.push(SystemCoverage { system: scenario.system, scenarios, encounters: 0, seen });
            coverages.len() - 1
        });
        let coverage = &mut coverages[index];
        coverage.seen.merge(&seen);
        coverage.encounters = coverage.encounters.saturating_add(args.encounters);
        coverage.scenarios.push(scenario.name.clone());
    }
    coverages.sort_by_key(|coverage| coverage.system);
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => table(&mut out, &coverages)?,
        Format::Csv => csv(&mut out, &coverages)?,
        Format::Json => coverages.iter().try_for_each(|coverage| writeln!(out, "{}", json(coverage)))?,
    }
    Ok(out.flush()?)
}

fn table(page: &mut Page<impl Write>, coverages: &[SystemCoverage]) -> io::Result<()> {
    for (index, coverage) in coverages.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        let (scenarios, played) = (coverage.scenarios.len(), encounters(coverage.encounters));
        let plural = if scenarios == 1 { "" } else { "s" };
        page.title(&format!("{}: {played} of {scenarios} scenario{plural}", coverage.system.name()), 2)?;
        page.gap()?;
        let rows = coverage.rules().filter(|(_, count)| *count > 0);
        let rows =
            rows.map(|(rule, count)| vec![rule.id.to_owned(), rule.title.to_owned(), rough(coverage.per_fight(count))]);
        page.grid(&["rule", "title", "per fight"], rows.collect(), 2..3)?;
        page.gap()?;
        let never = coverage.never();
        if never.is_empty() {
            page.note("every rule fired")?;
            continue;
        }
        page.note(&format!("never fired: {} of {}", never.len(), coverage.system.rules().len()))?;
        for rule in never {
            page.item(&format!("{} {}", rule.id, rule.title))?;
        }
    }
    Ok(())
}

fn csv(out: &mut impl Write, coverages: &[SystemCoverage]) -> io::Result<()> {
    writeln!(out, "system,rule,title,encounters,count,per_fight")?;
    for coverage in coverages {
        for (rule, count) in coverage.rules() {
            let title = crate::text::csv_field(rule.title);
            let (system, encounters, mean) = (coverage.system.name(), coverage.encounters, coverage.per_fight(count));
            writeln!(out, "{system},{},{title},{encounters},{count},{mean}", rule.id)?;
        }
    }
    Ok(())
}

fn json(coverage: &SystemCoverage) -> String {
    let rules = coverage.rules().map(|(rule, count)| {
        let object = Object::default().with("id", rule.id).with("title", rule.title);
        object.with("count", count).with("per_fight", coverage.per_fight(count)).finish()
    });
    Object::default()
        .with("system", coverage.system.name())
        .with("scenarios", coverage.scenarios.clone())
        .with("encounters", coverage.encounters)
        .with_list("rules", rules)
        .with("never", coverage.never().iter().map(|rule| rule.id).collect::<Vec<_>>())
        .finish()
}
