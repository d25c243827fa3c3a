//! Labels of the screen: the numbers, terms, keys and words that a label stands for which is the full name of nothing.

use equipoise_engine::accounts::PREFIX as OF_ACCOUNTS;
use equipoise_engine::day::PREFIX as OF_LEGS;
use equipoise_engine::scenario::DeclaredPath;
use equipoise_engine::{EndState, Metric, MetricUnit, Side};

use super::terms::TERMS;
use super::{Meaning, Quantity, folded, metrics, paths_of, quantities};
use crate::kernel::quantity::name_of_metric;
use crate::output::words::short_value;
use crate::registry::System;
use crate::studies::path_pattern::matches;

/// Labels that tables and pages have, or had, for numbers which they call otherwise elsewhere, each with the number's name.
const OTHER_LABELS: [(&str, &str); 7] = [
    ("decided after round", "last_behind"),
    ("party dies", "party_any_dead"),
    ("party: any dead", "party_any_dead"),
    ("party: all out", "party_all_out"),
    ("enemies: any dead", "enemies_any_dead"),
    ("enemies wins", "winners.enemies"),
    ("no winner in time", "winners.timeout"),
];

/// The signs that tables set behind a label: how sure it is, or that a list follows.
const MARKS: [char; 3] = [':', '*', '?'];

/// The numbers that tables show, or showed, under a label: `party: a death`, `enemies win`, `goblin-1 dead`.
pub(super) fn labelled(word: &str) -> Vec<Quantity> {
    let (label, text) = (folded(word), spaced(word));
    let other = OTHER_LABELS.iter().find(|(known, _)| *known == label).map(|&(_, name)| name);
    let (exact, others): (Vec<Quantity>, Vec<Quantity>) = quantities().into_iter().partition(|quantity| {
        folded(&short_value(&quantity.name)) == label || other.is_some_and(|name| name == quantity.name)
    });
    if !exact.is_empty() {
        return exact;
    }
    others.into_iter().filter(|quantity| has_form(&short_value(&quantity.name), &text)).collect()
}

/// The terms that a label is, whatever its case and whatever stands between its words.
pub(super) fn terms(word: &str) -> Vec<Meaning> {
    let label = folded(word);
    TERMS.iter().filter(|(term, _)| folded(term) == label).map(|&(term, doc)| term_of(term, doc)).collect()
}

/// The terms of which a label has the form: `turns of goblin-1` has that of `turns of <combatant>`.
pub(super) fn formed(word: &str) -> Vec<Meaning> {
    let text = spaced(word);
    let found = TERMS.iter().filter(|(term, _)| term.contains('<') && has_form(term, &text));
    found.map(|&(term, doc)| term_of(term, doc)).collect()
}

fn term_of(name: impl Into<String>, doc: impl Into<String>) -> Meaning {
    Meaning::Term(Quantity::new(name, doc))
}

/// The condition on a fight's end that a label is, such as `party all dead`; `None` if it is none.
pub(super) fn condition(word: &str) -> Option<Meaning> {
    let text = spaced(word).replace(':', "");
    let words: Vec<&str> = text.split(' ').collect();
    let [side, how, end] = words[..] else { return None };
    let side = Side::ALL.into_iter().find(|known| known.name() == side)?;
    let who = match how {
        "any" => "somebody",
        "all" => "everybody",
        _ => return None,
    };
    let what = match EndState::ALL.into_iter().find(|known| known.name() == end)? {
        EndState::Standing => "is standing",
        EndState::Fled => "has left the fight",
        EndState::Down => "is out of the fight and alive",
        EndState::Dead => "is dead",
    };
    let side = side.name();
    let doc =
        format!("a condition that `replay --find` and `rare --event` take: {who} of the {side} {what} in the end");
    Some(term_of(format!("{side} {how} {end}"), doc))
}

/// The share that a label is about, with the metric of its rounds: `any first_casualty` is about `first_casualty_round`.
pub(super) fn happened(word: &str, system: System) -> Vec<Meaning> {
    let label = folded(word);
    let share = |metric: &Metric| format!("{}.share", name_of_metric(&metric.name));
    let is_label = |metric: &Metric| {
        let (short, full) = (format!("{}.share", metric.name), share(metric));
        [folded(&short), folded(&full), folded(&short_value(&full))].contains(&label)
    };
    let of_rounds = metrics(system).into_iter().filter(|metric| metric.unit == MetricUnit::Rounds);
    let mut meanings = Vec::new();
    for metric in of_rounds.filter(is_label) {
        let doc = format!("the share of the encounters in which it happened; `{}` is the round of it", metric.name);
        meanings.push(term_of(short_value(&share(&metric)), doc));
        meanings.push(Meaning::Metric(system, metric));
    }
    meanings
}

/// The occasions of a system's dice, and the kinds of points of its accounts, that a label names.
pub(super) fn of_system(word: &str, system: System) -> Vec<Meaning> {
    let label = folded(word);
    let name = system.name();
    let occasions = system.occasions().iter().filter(|occasion| folded(occasion.name) == label);
    let occasions = occasions
        .map(|occasion| term_of(occasion.name, format!("an occasion on which `{name}` rolls dice: {}", occasion.doc)));
    let points = system.harms().iter().filter(|points| folded(points) == label);
    let points = points.map(|&points| {
        let doc = format!(
            "points of `{name}`: in accounts those that were dealt, after armour and the like, on average in an \
             encounter; in `gauntlet` those that the party has lost and not got back in the end"
        );
        term_of(points, doc)
    });
    occasions.chain(points).collect()
}

/// The keys that a label names by the end of their paths, `warden.hp`, or in a leg of a day, `legs.crypt.rules.melee_dr`;
/// with `= cautious` behind it, that word of those keys that take it.
pub(super) fn of_paths(word: &str, systems: &[System]) -> Vec<Meaning> {
    let (path, value) = match word.split_once('=') {
        Some((path, value)) => (path.trim(), Some(folded(value))),
        None => (word.trim(), None),
    };
    if path.is_empty() || (value.is_none() && !path.contains('.')) {
        return Vec::new();
    }
    let is_value = |name: &str| value.as_ref().is_some_and(|value| folded(name) == *value);
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    for (system, found) in ending(path, systems) {
        match found.kind.choices().iter().find(|choice| is_value(choice.name)).copied() {
            Some(choice) => words.push(Meaning::Word(system, found, choice)),
            None => keys.push(Meaning::Key(system, found)),
        }
    }
    if words.is_empty() { keys } else { words }
}

/// The keys whose paths end so, each with its system. What stands within a leg of a day begins with the id of the leg, and of one
/// that is drawn from several with its own id as well.
fn ending(path: &str, systems: &[System]) -> Vec<(System, DeclaredPath)> {
    let with_end = |end: &str| -> Vec<(System, DeclaredPath)> {
        let pattern = format!("**.{end}");
        let all = systems.iter().flat_map(|&system| paths_of(system).into_iter().map(move |found| (system, found)));
        all.filter(|(_, found)| matches(&pattern, &found.path)).collect()
    };
    if !path.starts_with(OF_LEGS) {
        return with_end(path);
    }
    let within = path.match_indices('.').map(|(dot, _)| &path[dot + 1..]).skip(1).take(2);
    within.map(with_end).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The meanings of a number of accounts, by its last word: `accounts.knight.sword.damage_beyond` is about what goes beyond.
pub(super) fn of_accounts(word: &str, systems: &[System]) -> Vec<Meaning> {
    let of_accounts = word.trim().strip_prefix(OF_ACCOUNTS);
    let Some(measure) = of_accounts.and_then(|rest| rest.rsplit('.').next()) else { return Vec::new() };
    let mut meanings = terms(measure);
    meanings.extend(systems.iter().flat_map(|&system| of_system(measure, system)));
    if meanings.is_empty() {
        meanings = terms(measure.rsplit('_').next().unwrap_or_default());
    }
    meanings
}

/// The labels that a label is made of: those of `set-up: tie`, `rounds (mean)` and `meter_ticks / stakes`, the policy of
/// `party default`, `undecided` of `undecided*`. A label that is one, is itself.
pub(super) fn parts(word: &str) -> Vec<&str> {
    let label = word.trim().trim_end_matches(MARKS).trim_end();
    if let Some((number, note)) = label.strip_suffix(')').and_then(|rest| rest.split_once(" (")) {
        return vec![number, note];
    }
    if let Some((first, second)) = label.rsplit_once(": ").or_else(|| label.rsplit_once(" / ")) {
        return vec![first, second];
    }
    let of_side = label.split_once(' ').filter(|(side, _)| Side::ALL.iter().any(|known| known.name() == *side));
    vec![of_side.map_or(label, |(_, rest)| rest)]
}

/// A text in small letters, with one space between its words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase()
}

/// Whether a text has a form, in which placeholders in angle brackets stand for words.
fn has_form(form: &str, text: &str) -> bool {
    let Some((before, rest)) = form.split_once('<') else { return form == text };
    let Some((placeholder, after)) = rest.split_once('>') else { return false };
    let Some(text) = text.strip_prefix(before) else { return false };
    let mut ends = (1..=text.len()).filter(|&end| text.is_char_boundary(end));
    ends.any(|end| stands_for(placeholder, &text[..end]) && has_form(after, &text[end..]))
}

/// Whether a placeholder stands for a text: `number` for a number, one of several words for several words, any other for one
/// word.
fn stands_for(placeholder: &str, text: &str) -> bool {
    if placeholder == "number" {
        return text.replace(',', "").parse::<f64>().is_ok();
    }
    placeholder.contains(' ') || !text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::explain::meanings;

    #[test]
    fn placeholders_stand_for_words_and_numbers() {
        for (form, text, expected) in [
            ("turns of <combatant>", "turns of goblin-1", true),
            ("turns of <combatant>", "turns of", false),
            ("turns of <combatant>", "turns of the goblin", false),
            ("<combatant> dead", "goblin-1 dead", true),
            ("<combatant> dead", "party all dead", false),
            ("<combatant> dead", "dead", false),
            ("rounds <number> to <number>", "rounds 2 to 3", true),
            ("rounds <number> to <number>", "rounds two to 3", false),
            ("keys of <a group>", "keys of effect block", true),
            ("at <number> % of", "at 25 % of", true),
            ("rounds.p<number>", "rounds.p95", true),
            ("<first> against <second>", "fencer against ghost", true),
            ("sd", "sd", true),
            ("sd", "sds", false),
        ] {
            assert_eq!(has_form(form, text), expected, "{form}: {text}");
        }
    }

    #[test]
    fn labels_are_taken_apart() {
        for (label, expected) in [
            ("set-up: tie", &["set-up", "tie"][..]),
            ("party: a death: interval", &["party: a death", "interval"]),
            ("rounds (mean)", &["rounds", "mean"]),
            ("meter_ticks / stakes", &["meter_ticks", "stakes"]),
            ("party best-margin", &["best-margin"]),
            ("undecided*", &["undecided"]),
            ("cannot fight:", &["cannot fight"]),
            ("verdict", &["verdict"]),
        ] {
            assert_eq!(parts(label), expected, "{label}");
        }
    }

    /// Every term is explained by its own entry, whether or not it is the name of something else as well.
    #[test]
    fn every_term_is_found_as_it_stands_on_the_screen() {
        for (term, doc) in TERMS {
            let is_it = |meaning: &Meaning| match meaning {
                Meaning::Term(known) => known.name == *term && known.doc == *doc,
                _ => false,
            };
            let found = meanings(term, &[]);
            assert!(term.contains('<') || found.iter().any(is_it), "{term}");
            assert_eq!(TERMS.iter().filter(|known| **known == (*term, *doc)).count(), 1, "{term}");
        }
    }
}
