//! `equipoise coverage`: which rules fire, and which never do.

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
use crate::progress::Progress;
use crate::tables::grid;
use crate::text::wrapped;
use crate::threads::pool;

/// What the scenarios of one system reached together.
struct Covered {
    system: System,
    scenarios: Vec<String>,
    encounters: u64,
    seen: RulesSeen,
}

impl Covered {
    /// The rules of the ledger with how often each was applied.
    fn rules(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        self.system.rules().iter().map(|rule| (rule, self.seen.count(rule.id)))
    }

    fn per_fight(&self, count: u64) -> f64 {
        count as f64 / self.encounters as f64
    }

    fn never(&self) -> Vec<&'static Rule> {
        self.rules().filter(|(_, count)| *count == 0).map(|(rule, _)| rule).collect()
    }
}

/// Plays all scenarios and adds them up by system.
pub(crate) fn run(args: &CoverageArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let mut covered: Vec<Covered> = Vec::new();
    for scenario in &scenarios {
        let progress = Progress::new(args.work.quiet, &scenario.name, Some(args.encounters));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        let seen = pool.install(|| scenario.fights.coverage(Seed(args.seed), args.encounters, &watch));
        if interrupt::interrupted() {
            drop(progress);
            note("interrupted: nothing was printed");
            return Err(Failure::Interrupted);
        }
        let place = covered.iter().position(|one| one.system == scenario.system).unwrap_or_else(|| {
            let (scenarios, seen) = (Vec::new(), RulesSeen::default());
            covered.push(Covered { system: scenario.system, scenarios, encounters: 0, seen });
            covered.len() - 1
        });
        covered[place].seen.merge(&seen);
        covered[place].encounters = covered[place].encounters.saturating_add(args.encounters);
        covered[place].scenarios.push(scenario.name.clone());
    }
    covered.sort_by_key(|one| one.system);
    let mut out = Out::new();
    match args.format {
        Format::Table => table(&mut out, &covered)?,
        Format::Csv => csv(&mut out, &covered)?,
        Format::Json => covered.iter().try_for_each(|one| writeln!(out, "{}", json(one)))?,
    }
    Ok(out.flush()?)
}

fn table(out: &mut Out, covered: &[Covered]) -> io::Result<()> {
    for (at, one) in covered.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let (scenarios, played) = (one.scenarios.len(), encounters(one.encounters));
        let plural = if scenarios == 1 { "" } else { "s" };
        writeln!(out, "{}: {played} of {scenarios} scenario{plural}\n", one.system.name())?;
        let rows = one.rules().filter(|(_, count)| *count > 0);
        let rows =
            rows.map(|(rule, count)| vec![rule.id.to_owned(), rule.title.to_owned(), rough(one.per_fight(count))]);
        write!(out, "{}", grid(&["rule", "title", "per fight"], rows.collect(), 2..3))?;
        let never = one.never();
        if never.is_empty() {
            writeln!(out, "\nevery rule fired")?;
            continue;
        }
        writeln!(out, "\nnever fired: {} of {}", never.len(), one.system.rules().len())?;
        for rule in never {
            writeln!(out, "{}", wrapped(&format!("{} {}", rule.id, rule.title), 2, 4))?;
        }
    }
    Ok(())
}

fn csv(out: &mut Out, covered: &[Covered]) -> io::Result<()> {
    writeln!(out, "system,rule,title,encounters,count,per_fight")?;
    for one in covered {
        for (rule, count) in one.rules() {
            let title = crate::text::csv_field(rule.title);
            let (system, encounters, mean) = (one.system.name(), one.encounters, one.per_fight(count));
            writeln!(out, "{system},{},{title},{encounters},{count},{mean}", rule.id)?;
        }
    }
    Ok(())
}

fn json(one: &Covered) -> String {
    let rules = one.rules().map(|(rule, count)| {
        let object = Object::default().with("id", rule.id).with("title", rule.title);
        object.with("count", count).with("per_fight", one.per_fight(count)).finish()
    });
    Object::default()
        .with("system", one.system.name())
        .with("scenarios", one.scenarios.clone())
        .with("encounters", one.encounters)
        .with_list("rules", rules)
        .with("never", one.never().iter().map(|rule| rule.id).collect::<Vec<_>>())
        .finish()
}
