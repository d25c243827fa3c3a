//! The meanings of a word of the program: a rule, a number, a key, a word that a key takes, or a term of the tables.

use equipoise_engine::day::{metrics_of_leg, out_of_leg, start_of_leg};
use equipoise_engine::scenario::{Choice, DeclaredPath, KeyDecl, declared_paths, declared_paths_of_days, nearest};
use equipoise_engine::skirmish::Declared;
use equipoise_engine::{EndState, Metric, MetricUnit, Rule, Winner};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::kernel::quantity::{self, EXTRAS};
use crate::registry::System;
use crate::studies::path_pattern::matches;

mod labels;
mod terms;

pub(crate) use terms::{BEYOND, OF_SIDE};

/// The placeholder of the id of a combatant in the names of metrics.
pub(crate) const COMBATANT: &str = "<combatant>";

/// The placeholder of the id of an entry in the names of numbers of groups.
const GROUP: &str = "<group>";

/// The placeholder of the id of a leg in the names of numbers of legs.
const LEG: &str = "<leg>";
/// The placeholder of a number that is left where a leg begins.
const NUMBER: &str = "<number>";

/// No more names are suggested.
const NEAR_MAX: usize = 4;

/// A word of at most so many letters that means something is not looked for in titles of rules: many have it by chance.
const SHORT: usize = 3;

/// A word that the texts of more rules have tells none of them apart.
const MENTIONS_MAX: usize = 12;

/// One thing that a word means. As JSON: `kind`, then `name, doc` of a quantity, `system, id, title, text, keys` of a rule,
/// `system, name, doc, unit` of a metric, `system, path, doc, type, allowed, words, unit, default, rules` of a key,
/// `system, word, doc, path` of a word that a key takes, and `name, doc` of a term.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A number that every encounter of every system yields.
    Quantity(Quantity),
    /// A rule of a ledger.
    Rule(System, Rule),
    /// A metric that a system counts.
    Metric(System, Metric),
    /// A key of a system's scenarios.
    Key(System, DeclaredPath),
    /// A word that a key takes.
    Word(System, DeclaredPath, Choice),
    /// A term of the tables that commands print.
    Term(Quantity),
}

/// A number that every encounter of every system yields, or a group of such numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// Its name in `--target`, `--metric` and reports.
    pub name: String,
    /// Its meaning, with its unit.
    pub doc: String,
}

/// All that a word means in some systems, and in every system: a name, or a label as it stands on the screen. A label that is made
/// of several means what its parts do. A word that means nothing else stands for the few rules whose texts have it.
pub fn meanings(word: &str, systems: &[System]) -> Vec<Meaning> {
    let found = known(word, systems);
    if !found.is_empty() {
        return found;
    }
    let found: Vec<Meaning> = labels::parts(word).into_iter().flat_map(|part| known(part, systems)).collect();
    if found.is_empty() { mentioned(word, systems) } else { found }
}

/// All that a single label means. A word that is no full name is looked for among labels, terms, the last names of keys, the words
/// that keys take, what a system rolls and counts, and the titles of rules, in this order; then among the ends of paths, the
/// numbers of accounts, conditions, and terms with placeholders.
fn known(word: &str, systems: &[System]) -> Vec<Meaning> {
    let mut meanings = named(word, systems);
    if !meanings.is_empty() {
        meanings.extend(labels::terms(word));
        return meanings;
    }
    meanings = named(&word.trim().replace(' ', "_"), systems);
    let folded = folded(word);
    if meanings.is_empty() {
        meanings.extend(labels::labelled(word).into_iter().map(Meaning::Quantity));
        let of_legs = of_legs().into_iter().filter(|quantity| quantity.name.rsplit('.').next() == Some(&*folded));
        meanings.extend(of_legs.map(Meaning::Quantity));
    }
    meanings.extend(labels::terms(word));
    for &system in systems {
        meanings.extend(of_keys(&folded, system, &meanings));
    }
    for &system in systems {
        meanings.extend(labels::of_system(word, system));
        meanings.extend(labels::happened(word, system));
    }
    let is_in_titles = meanings.is_empty() || folded.len() > SHORT;
    for &system in systems.iter().filter(|_| is_in_titles) {
        let titled = system.rules().filter(|rule| has_words(&self::folded(rule.title), &folded));
        meanings.extend(titled.map(|rule| Meaning::Rule(system, rule)));
    }
    if meanings.is_empty() {
        meanings.extend(labels::of_paths(word, systems));
        meanings.extend(labels::of_accounts(word, systems));
        meanings.extend(labels::condition(word));
        meanings.extend(labels::formed(word));
    }
    meanings
}

/// The rules whose texts have a word as it is, such as a cause of harm in accounts; none if there are many.
fn mentioned(word: &str, systems: &[System]) -> Vec<Meaning> {
    let word = folded(word);
    let mut rules = Vec::new();
    for &system in systems {
        let text = |rule: &Rule| folded(system.rule_text(rule.id).unwrap_or_default());
        let found = system.rules().filter(|rule| has_whole_words(&text(rule), &word));
        rules.extend(found.map(|rule| Meaning::Rule(system, rule)));
    }
    if rules.len() <= MENTIONS_MAX { rules } else { Vec::new() }
}

/// A text without the differences that are often mixed up: case, and what stands between words.
fn folded(text: &str) -> String {
    let words = text.split(|c: char| matches!(c, '-' | '_') || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join(" ")
}

/// Whether a text has some words, as they are or with an ending.
fn has_words(text: &str, words: &str) -> bool {
    let is_start = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    !words.is_empty() && text.match_indices(words).any(|(at, _)| is_start(at))
}

/// Whether a text has some words as they are, without an ending.
fn has_whole_words(text: &str, words: &str) -> bool {
    let is_whole = |(at, found): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    !words.is_empty() && text.match_indices(words).any(is_whole)
}

/// The keys of a system whose last name is a word, and those that take it as a word; each key once, although several tables
/// may have it.
fn of_keys(folded: &str, system: System, found: &[Meaning]) -> Vec<Meaning> {
    let is_found = |path: &str| {
        let of_key = |meaning: &Meaning| match meaning {
            Meaning::Key(of, known) => *of == system && known.path == path,
            _ => false,
        };
        found.iter().any(of_key)
    };
    let mut seen: Vec<*const KeyDecl> = Vec::new();
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    for declared in paths_of(system) {
        let key: *const KeyDecl = declared.key;
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let choice = declared.kind.choices().iter().find(|choice| self::folded(choice.name) == folded);
        words.extend(choice.map(|&choice| Meaning::Word(system, declared.clone(), choice)));
        if self::folded(declared.key.name) == folded && !is_found(&declared.path) {
            keys.push(Meaning::Key(system, declared));
        }
    }
    keys.append(&mut words);
    keys
}

/// Whatever has a word as its full name.
fn named(word: &str, systems: &[System]) -> Vec<Meaning> {
    let mut meanings: Vec<Meaning> =
        quantities().into_iter().filter(|quantity| quantity.is_called(word)).map(Meaning::Quantity).collect();
    for &system in systems {
        meanings.extend(system.rule(word).map(|rule| Meaning::Rule(system, rule)));
        let metrics = metrics(system).into_iter().filter(|metric| is_called(metric, word));
        meanings.extend(metrics.map(|metric| Meaning::Metric(system, metric)));
        let paths = paths_of(system).into_iter().filter(|found| matches(word, &found.path));
        meanings.extend(paths.map(|found| Meaning::Key(system, found)));
    }
    meanings
}

impl Quantity {
    fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Self { name: name.into(), doc: doc.into() }
    }

    /// Whether a word is the name in full or in its short form, or that of one combatant or group.
    fn is_called(&self, word: &str) -> bool {
        let of_group = quantity::of_members(word);
        let word = of_group.as_deref().or(quantity::current_name(word)).unwrap_or(word);
        let last = self.name.rsplit('.').next().filter(|_| !self.name.contains(LEG));
        word == self.name
            || Some(word) == last
            || matches(
                word,
                &self.name.replace(COMBATANT, "*").replace(GROUP, "*").replace(LEG, "*").replace(NUMBER, "*"),
            )
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
    for (end, is_any) in EndState::ALL.into_iter().flat_map(|end| [(end, false), (end, true)]) {
        let quantity = quantity::Quantity::Group { group: 0, end, is_any };
        quantities.push(entry(quantity::group_name(GROUP, end, is_any), quantity));
    }
    quantities.extend(of_legs());
    quantities
}

/// The numbers that each leg of a day has.
fn of_legs() -> Vec<Quantity> {
    let of = |metric: Metric| Quantity::new(&*metric.name, format!("{} ({})", metric.doc, unit(&metric)));
    let of_party = [out_of_leg(LEG, COMBATANT), start_of_leg(LEG, COMBATANT, NUMBER, 0)];
    metrics_of_leg(LEG).into_iter().chain(of_party).map(of).collect()
}

/// The paths of the keys of a system, those of days among them.
fn paths_of(system: System) -> Vec<DeclaredPath> {
    if system.has_days() { declared_paths_of_days(system.schema()) } else { declared_paths(system.schema()) }
}

/// The metrics of a system, as a scenario of it declares them: those that each combatant has stand there once.
pub(crate) fn metrics(system: System) -> Vec<Metric> {
    if let Some(declared) = system.metrics() {
        return Declared::metrics(declared);
    }
    let rules =
        system.outline(&system.opponents()).unwrap_or_else(|problems| panic!("a scenario to start from: {problems}"));
    let family = |metric: &Metric| {
        let (name, id) = metric.name.rsplit_once('.')?;
        rules.combatants.iter().any(|combatant| combatant.id == id).then(|| format!("{name}.{COMBATANT}"))
    };
    let named = |metric: &Metric| Metric { name: family(metric).unwrap_or(metric.name.clone()), ..metric.clone() };
    let mut metrics: Vec<Metric> = rules.metrics.iter().map(named).collect();
    metrics.dedup_by(|next, kept| next.name == kept.name);
    metrics
}

fn is_called(metric: &Metric, word: &str) -> bool {
    let word = word.strip_prefix("metrics.").unwrap_or(word);
    word == metric.name || matches(word, &metric.name.replace(COMBATANT, "*"))
}

/// The paths of the keys that name a rule; a key of several tables has the first of its paths.
pub fn keys_of(system: System, rule: &Rule) -> Vec<String> {
    let mut found: Vec<DeclaredPath> = Vec::new();
    for declared in paths_of(system) {
        let is_known = found.iter().any(|known| std::ptr::eq(known.key, declared.key));
        if declared.key.rules.contains(&rule.id) && !is_known {
            found.push(declared);
        }
    }
    found.into_iter().map(|found| found.path).collect()
}

/// The names nearest to a word that means nothing, the likeliest first.
pub fn nearest_to(word: &str, systems: &[System]) -> Vec<String> {
    let (mut names, mut paths) = (Vec::new(), Vec::new());
    names.extend(quantities().into_iter().map(|quantity| quantity.name));
    for &system in systems {
        names.extend(system.rules().map(|rule| rule.id.to_owned()));
        names.extend(metrics(system).into_iter().map(|metric| metric.name));
        paths.extend(paths_of(system).into_iter().map(|found| found.path));
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
        if meant.len() < NEAR_MAX && !meant.iter().any(|known| known == name) {
            meant.push(name.to_owned());
        }
    }
    meant
}

/// The word for what a metric counts.
pub const fn unit(metric: &Metric) -> &'static str {
    match metric.unit {
        MetricUnit::Events | MetricUnit::Among(_) => "events",
        MetricUnit::YesNo => "0 or 1",
        MetricUnit::Rounds => "rounds",
    }
}

impl Serialize for Meaning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Quantity(Quantity { name, doc }) => {
                map.serialize_entry("kind", "quantity")?;
                map.serialize_entry("name", name)?;
                map.serialize_entry("doc", doc)?;
            }
            Self::Rule(system, rule) => {
                map.serialize_entry("kind", "rule")?;
                map.serialize_entry("system", system.name())?;
                map.serialize_entry("id", rule.id)?;
                map.serialize_entry("title", rule.title)?;
                map.serialize_entry("text", system.rule_text(rule.id).unwrap_or_default())?;
                map.serialize_entry("keys", &keys_of(*system, rule))?;
            }
            Self::Metric(system, metric) => {
                map.serialize_entry("kind", "metric")?;
                map.serialize_entry("system", system.name())?;
                map.serialize_entry("name", &metric.name)?;
                map.serialize_entry("doc", metric.doc)?;
                map.serialize_entry("unit", unit(metric))?;
            }
            Self::Key(system, declared) => {
                map.serialize_entry("kind", "key")?;
                map.serialize_entry("system", system.name())?;
                serialize_key(&mut map, declared)?;
            }
            Self::Word(system, declared, choice) => {
                map.serialize_entry("kind", "word")?;
                map.serialize_entry("system", system.name())?;
                map.serialize_entry("word", choice.name)?;
                map.serialize_entry("doc", choice.doc)?;
                map.serialize_entry("path", &declared.path)?;
            }
            Self::Term(Quantity { name, doc }) => {
                map.serialize_entry("kind", "term")?;
                map.serialize_entry("name", name)?;
                map.serialize_entry("doc", doc)?;
            }
        }
        map.end()
    }
}

fn serialize_key<M: SerializeMap>(
    map: &mut M,
    DeclaredPath { path, key, kind }: &DeclaredPath,
) -> Result<(), M::Error> {
    let words: Vec<&str> = kind.choices().iter().map(|choice| choice.name).collect();
    map.serialize_entry("path", path)?;
    map.serialize_entry("doc", key.doc)?;
    map.serialize_entry("type", kind.type_name())?;
    map.serialize_entry("allowed", &kind.allowed())?;
    map.serialize_entry("words", &words)?;
    map.serialize_entry("unit", key.unit)?;
    map.serialize_entry("default", &key.default.to_string())?;
    map.serialize_entry("rules", key.rules)
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Combatant, Side};

    use super::*;
    use equipoise_engine::decision::Errors;

    use crate::kernel::quantity::Cast;
    use crate::registry::Registry;

    /// Whatever `--target` and `--metric` take in every system is explained.
    #[test]
    fn every_number_of_every_encounter_is_found() {
        let combatant = Combatant {
            id: "ogre".to_owned(),
            name: "Ogre".to_owned(),
            side: Side::Enemies,
            group: None,
            errors: Errors::default(),
        };
        let goblin = |number: usize| Combatant {
            id: format!("goblin-{number}"),
            group: Some("goblin".to_owned()),
            ..combatant.clone()
        };
        let cast = Cast::new(&[goblin(1), goblin(2), combatant.clone()], &[]);
        for name in cast.quantities().into_iter().map(|quantity| cast.name(quantity)) {
            let found = meanings(&name, &[]);
            assert!(matches!(&found[..], [Meaning::Quantity(_)]), "{name}: {} meanings", found.len());
        }
    }

    /// Labels of the screen, each with a kind of what it means.
    const LABELS: [(&str, &str); 49] = [
        ("decided  after round", "quantity"),
        ("happens in", "term"),
        ("verdict", "term"),
        ("Final margin", "quantity"),
        ("changes of the lead", "quantity"),
        ("policy", "key"),
        ("armour", "key"),
        ("melee_dr", "key"),
        ("skirmisher", "word"),
        ("hold", "word"),
        ("area", "word"),
        ("sd", "term"),
        ("9 in 10", "term"),
        ("of side", "term"),
        ("beyond", "term"),
        ("cover", "rule"),
        ("party hits", "metric"),
        ("legs", "key"),
        ("repeat", "key"),
        ("choice", "key"),
        ("weight", "key"),
        ("rest", "key"),
        ("legs.crypt.repeat", "key"),
        ("legs.crypt.reached", "quantity"),
        ("legs.*.won", "quantity"),
        ("legs.crypt.rounds", "quantity"),
        ("reached", "quantity"),
        ("party all dead", "term"),
        ("party wins", "quantity"),
        ("goblin-1 dead", "quantity"),
        ("warden any dead", "quantity"),
        ("any first_casualty", "metric"),
        ("first_casualty_round.share", "metric"),
        ("warden.hp", "key"),
        ("legs.crypt.combatants.axe.hp", "key"),
        ("barber.policy = cautious", "word"),
        ("party best-margin", "word"),
        ("set-up: tie", "term"),
        ("turns of goblin-1", "term"),
        ("rounds (mean)", "quantity"),
        ("undecided*", "term"),
        ("mean", "term"),
        ("p of all", "term"),
        ("mirror.party", "term"),
        ("accounts.knight.sword.damage_beyond", "term"),
        ("accounts.knight.damage", "term"),
        ("basic-attack", "rule"),
        ("bleeding", "term"),
        ("overexertion", "term"),
    ];

    /// Labels, heads of columns, last names of keys, the words that keys take and the titles of rules are found as they stand on
    /// the screen.
    #[test]
    fn whatever_the_screen_shows_is_found() {
        let systems = Registry::SHIPPED.systems();
        let kinds = |word: &str| -> Vec<&'static str> {
            let kind = |meaning: &Meaning| match meaning {
                Meaning::Quantity(_) => "quantity",
                Meaning::Rule(..) => "rule",
                Meaning::Metric(..) => "metric",
                Meaning::Key(..) => "key",
                Meaning::Word(..) => "word",
                Meaning::Term(_) => "term",
            };
            let mut kinds: Vec<&str> = meanings(word, systems).iter().map(kind).collect();
            kinds.dedup();
            kinds
        };
        for extra in EXTRAS {
            let found = meanings(extra.label, systems);
            assert!(matches!(&found[..], [Meaning::Quantity(it), ..] if it.name == extra.name), "{}", extra.label);
        }
        for (word, kind) in LABELS {
            assert!(kinds(word).contains(&kind), "{word}: {:?}", kinds(word));
        }
        for &system in systems {
            for rule in system.rules() {
                let found = meanings(rule.title, &[system]);
                let is_it = |meaning: &Meaning| matches!(meaning, Meaning::Rule(_, it) if it.id == rule.id);
                // A full name means what it names.
                let is_name = !named(rule.title, &[system]).is_empty();
                assert!(is_name || found.iter().any(is_it), "{}: {}", rule.id, rule.title);
            }
            for declared in declared_paths(system.schema()) {
                for choice in declared.kind.choices() {
                    let found = meanings(choice.name, &[system]);
                    let is_name = !named(choice.name, &[system]).is_empty();
                    let is_it = |it: &Meaning| matches!(it, Meaning::Word(..));
                    assert!(is_name || found.iter().any(is_it), "{}", choice.name);
                }
            }
        }
        assert!(meanings("xyzzy", systems).is_empty() && meanings("", systems).is_empty());
    }

    /// Every name that reports can have is explained, in every system.
    #[test]
    fn every_metric_and_key_is_found_by_its_name() {
        for &system in Registry::SHIPPED.systems() {
            let names = metrics(system).into_iter().map(|metric| metric.name.replace(COMBATANT, "ogre-2"));
            let paths = declared_paths(system.schema()).into_iter().map(|found| found.path);
            for word in names.chain(paths) {
                assert!(!meanings(&word, &[system]).is_empty(), "{word}");
            }
        }
    }
}
