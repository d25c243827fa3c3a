//! `equipoise explain`: what a word of the program means: a rule, a metric or the path of a key.

use std::io::{self, Write};

use equipoise_engine::scenario::{DeclaredPath, Scenario, declared_paths, nearest};
use equipoise_engine::{EndState, Metric, MetricUnit, Rule, Ruleset, System, Visitor, Winner, load};
use equipoise_sim::kernel::quantity::{self, EXTRAS};
use equipoise_sim::studies::path_pattern::matches;

use super::systems::describe_key;
use crate::args::{ExplainArgs, TextOrJson};
use crate::diagnostics::Mistake;
use crate::exit::Failure;
use crate::json::Object;
use crate::out::Out;
use crate::page::Page;

/// What stands for the id of a combatant in the names of metrics.
const COMBATANT: &str = "<combatant>";

/// Prints everything that the word means, in all systems or in that of `--system`.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let systems: Vec<System> = match args.system.as_deref().and_then(System::from_name) {
        Some(system) => vec![system],
        None => System::ALL.to_vec(),
    };
    let meanings = meanings(&args.word, &systems);
    if meanings.is_empty() {
        return Err(unknown(&args.word, &systems));
    }
    let mut page = Page::new(Out::new(), args.format.markup());
    match args.format {
        TextOrJson::Json => meanings.iter().try_for_each(|meaning| writeln!(page, "{}", meaning.json()))?,
        TextOrJson::Table | TextOrJson::Markdown => table(&mut page, &meanings)?,
    }
    Ok(page.flush()?)
}

/// One thing that a word means.
enum Meaning {
    /// A number that every encounter of every system yields.
    Quantity(Quantity),
    /// A rule of a ledger.
    Rule(System, &'static Rule),
    /// What a system counts.
    Metric(System, Metric),
    /// A key of a system's scenarios.
    Key(System, DeclaredPath),
}

/// A number that every encounter of every system yields, or a group of such numbers.
struct Quantity {
    name: String,
    doc: String,
}

/// All that a word means.
fn meanings(word: &str, systems: &[System]) -> Vec<Meaning> {
    let mut meanings: Vec<Meaning> =
        quantities().into_iter().filter(|quantity| quantity.is_called(word)).map(Meaning::Quantity).collect();
    for &system in systems {
        meanings.extend(system.rule(word).map(|rule| Meaning::Rule(system, rule)));
        let metrics = metrics(system).into_iter().filter(|metric| is_called(metric, word));
        meanings.extend(metrics.map(|metric| Meaning::Metric(system, metric)));
        let paths = declared_paths(system.schema()).into_iter().filter(|found| matches(word, &found.path));
        meanings.extend(paths.map(|found| Meaning::Key(system, found)));
    }
    meanings
}

impl Quantity {
    fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Self { name: name.into(), doc: doc.into() }
    }

    /// Whether a word is the name in full or in its short form, or that of one combatant.
    fn is_called(&self, word: &str) -> bool {
        let last = self.name.rsplit('.').next();
        word == self.name || Some(word) == last || matches(word, &self.name.replace(COMBATANT, "*"))
    }
}

/// The numbers that every system has, by their names in `--target`, `--metric` and reports.
fn quantities() -> Vec<Quantity> {
    let entry = |name: String, quantity: quantity::Quantity| {
        let (doc, unit) = (quantity.doc().unwrap_or_default(), quantity.unit().unwrap_or_default());
        Quantity::new(name, format!("{doc} ({unit})"))
    };
    let mut quantities = vec![Quantity::new("winners", "how encounters end: party, enemies, draw or timeout")];
    quantities.extend(Winner::ALL.map(|winner| entry(format!("winners.{winner}"), quantity::Quantity::Winner(winner))));
    quantities.push(Quantity::new("rounds", "how many rounds encounters last; `rounds.mean` is their mean"));
    quantities.push(entry("rounds.mean".to_owned(), quantity::Quantity::Rounds));
    let end =
        |end: EndState| entry(format!("combatants.{COMBATANT}.{end}"), quantity::Quantity::End { combatant: 0, end });
    quantities.extend(EndState::ALL.map(end));
    let extras = EXTRAS.iter().enumerate();
    quantities.extend(extras.map(|(index, extra)| entry(extra.name.to_owned(), quantity::Quantity::Extra(index))));
    quantities
}

/// The metrics of a system, as a scenario of it declares them: those that each combatant has stand there once.
fn metrics(system: System) -> Vec<Metric> {
    let mut metrics = system.visit(Outlined { scenario: &system.opponents() });
    metrics.dedup_by(|next, kept| next.name == kept.name);
    metrics
}

/// Compiles a scenario for the names of what it counts.
struct Outlined<'a> {
    scenario: &'a Scenario,
}

impl Visitor for Outlined<'_> {
    type Output = Vec<Metric>;

    fn visit<R: Ruleset>(self) -> Vec<Metric> {
        let rules: R = load(self.scenario).expect("the file ships with the system, and a test plays it");
        let family = |metric: &Metric| {
            let (name, id) = metric.name.rsplit_once('.')?;
            rules.combatants().iter().any(|combatant| combatant.id == id).then(|| format!("{name}.{COMBATANT}"))
        };
        let named = |metric: &Metric| Metric { name: family(metric).unwrap_or(metric.name.clone()), ..metric.clone() };
        rules.metrics().iter().map(named).collect()
    }
}

fn is_called(metric: &Metric, word: &str) -> bool {
    let word = word.strip_prefix("metrics.").unwrap_or(word);
    word == metric.name || matches(word, &metric.name.replace(COMBATANT, "*"))
}

/// The paths of the keys that name a rule; a key of several tables has the first of its paths.
fn keys_of(system: System, rule: &Rule) -> Vec<String> {
    let mut found: Vec<DeclaredPath> = Vec::new();
    for declared in declared_paths(system.schema()) {
        let is_known = found.iter().any(|known| std::ptr::eq(known.key, declared.key));
        if declared.key.rules.contains(&rule.id) && !is_known {
            found.push(declared);
        }
    }
    found.into_iter().map(|found| found.path).collect()
}

/// Says that a word means nothing, with the names nearest to it.
fn unknown(word: &str, systems: &[System]) -> Failure {
    let (mut names, mut paths) = (Vec::new(), Vec::new());
    names.extend(quantities().into_iter().map(|quantity| quantity.name));
    for &system in systems {
        names.extend(system.rules().iter().map(|rule| rule.id.to_owned()));
        names.extend(metrics(system).into_iter().map(|metric| metric.name));
        paths.extend(declared_paths(system.schema()).into_iter().map(|found| found.path));
    }
    let mut near: Vec<&str> = nearest(word, names.iter().chain(&paths).map(String::as_str)).into_iter().collect();
    // A key is often called by its last name alone, rightly written or nearly so.
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let lasts: Vec<String> = paths.iter().map(|path| last(path)).collect();
    let right = nearest(&last(word), lasts.iter().map(String::as_str));
    near.extend(
        paths.iter().zip(&lasts).filter(|(_, last)| Some(last.as_str()) == right).map(|(path, _)| path.as_str()),
    );
    let mut meant: Vec<String> = Vec::new();
    for name in near {
        let quoted = format!("`{name}`");
        if meant.len() < NEAR_MAX && !meant.contains(&quoted) {
            meant.push(quoted);
        }
    }
    let help = if meant.is_empty() {
        "`equipoise systems SYSTEM` lists the rules and keys of a system".to_owned()
    } else {
        format!("did you mean {}?", meant.join(" or "))
    };
    let message = format!("`{word}` is no rule, no metric and no path of a key");
    Failure::Mistakes(vec![Mistake::plain(message).with_help(help)])
}

/// No more names are suggested.
const NEAR_MAX: usize = 4;

fn table(page: &mut Page<impl Write>, meanings: &[Meaning]) -> io::Result<()> {
    for (index, meaning) in meanings.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        match meaning {
            Meaning::Quantity(quantity) => {
                page.title(&format!("{} (every system)", quantity.name), 2)?;
                page.detail(&quantity.doc, [4, 6])?;
            }
            Meaning::Rule(system, rule) => describe_rule(page, *system, rule)?,
            Meaning::Metric(system, metric) => {
                page.title(&format!("{} ({})", metric.name, system.name()), 2)?;
                page.detail(&format!("{}; in {}", metric.doc, unit(metric)), [4, 6])?;
            }
            Meaning::Key(system, found) => {
                page.title(&format!("{} ({})", found.path, system.name()), 2)?;
                describe_key(page, found.key, found.kind)?;
            }
        }
    }
    Ok(())
}

fn describe_rule(page: &mut Page<impl Write>, system: System, rule: &Rule) -> io::Result<()> {
    page.title(&format!("{} ({}): {}", rule.id, system.name(), rule.title), 2)?;
    page.gap()?;
    page.markdown(system.rule_text(rule.id).unwrap_or_default(), 4)?;
    let keys = keys_of(system, rule);
    if !keys.is_empty() {
        page.gap()?;
        page.note(&format!("keys: {}", keys.join(", ")))?;
    }
    Ok(())
}

const fn unit(metric: &Metric) -> &'static str {
    match metric.unit {
        MetricUnit::Events => "events",
        MetricUnit::Rounds => "rounds",
    }
}

impl Meaning {
    /// As an object on one line.
    fn json(&self) -> String {
        let of = |kind: &str, system: System| Object::default().with("kind", kind).with("system", system.name());
        let object = match self {
            Self::Quantity(Quantity { name, doc }) => {
                Object::default().with("kind", "quantity").with("name", name.as_str()).with("doc", doc.as_str())
            }
            Self::Rule(system, rule) => {
                let text = system.rule_text(rule.id).unwrap_or_default();
                let object = of("rule", *system).with("id", rule.id).with("title", rule.title).with("text", text);
                object.with("keys", keys_of(*system, rule))
            }
            Self::Metric(system, metric) => of("metric", *system)
                .with("name", metric.name.as_str())
                .with("doc", metric.doc)
                .with("unit", unit(metric)),
            Self::Key(system, DeclaredPath { path, key, kind }) => {
                let words: Vec<&str> = kind.choices().iter().map(|choice| choice.name).collect();
                of("key", *system)
                    .with("path", path.as_str())
                    .with("doc", key.doc)
                    .with("type", kind.type_name())
                    .with("allowed", kind.allowed())
                    .with("words", words)
                    .with("unit", key.unit)
                    .with("default", key.default.to_string())
                    .with("rules", key.rules.to_vec())
            }
        };
        object.finish()
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Combatant, Side};
    use equipoise_sim::kernel::quantity::Cast;

    use super::*;

    /// Whatever `--target` and `--metric` take in every system is explained.
    #[test]
    fn every_number_of_every_encounter_is_found() {
        let combatant = Combatant { id: "ogre".to_owned(), name: "Ogre".to_owned(), side: Side::Enemies };
        let cast = Cast::new(&[combatant], &[]);
        for name in cast.quantities().into_iter().map(|quantity| cast.name(quantity)) {
            let found = meanings(&name, &[]);
            assert!(matches!(&found[..], [Meaning::Quantity(_)]), "{name}: {} meanings", found.len());
        }
    }

    /// Every name that reports can have is explained, in every system.
    #[test]
    fn every_metric_and_key_is_found_by_its_name() {
        for &system in System::ALL {
            let names = metrics(system).into_iter().map(|metric| metric.name.replace(COMBATANT, "ogre-2"));
            let paths = declared_paths(system.schema()).into_iter().map(|found| found.path);
            for word in names.chain(paths) {
                assert!(!meanings(&word, &[system]).is_empty(), "{word}");
            }
        }
    }
}
