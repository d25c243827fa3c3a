//! Sentences about the result of a search for balance: alike in tables and on pages.

use super::arena::Target;
use super::result::{Balance, Conflict, Measure, Sheet};
use crate::output::numbers::{self, grouped, rough};
use crate::output::verdicts::band_of;
use crate::output::words::visible;
use crate::studies::report::{Mean, Share};
use crate::studies::test::Verdict;

/// The number of a target and its interval.
pub fn measured(target: &Target, measure: &Measure) -> [String; 2] {
    let &Measure { value, interval, .. } = measure;
    match interval {
        None => [alone(target, value), numbers::NONE.to_owned()],
        Some(interval) if target.is_share => {
            let share = Share { count: None, share: value, interval: Some(interval) };
            [numbers::share(&share), numbers::share_interval(&share)]
        }
        Some(interval) => {
            let mean = Mean::shown(value, interval);
            [numbers::mean(&mean), numbers::mean_interval(&mean)]
        }
    }
}

/// A number whose interval is not known.
fn alone(target: &Target, value: f64) -> String {
    if target.is_share { format!("{:.1}%", 100.0 * value) } else { rough(value) }
}

/// The band of a target.
pub fn wanted(target: &Target) -> String {
    band_of(target.band, target.is_share)
}

/// The name of a target, fit for a page.
fn name(target: &Target) -> String {
    visible(&target.name()).into_owned()
}

/// The changes of a sheet: `combatants.ogre.hp 30 -> 26`.
pub fn changes(found: &Balance, sheet: &Sheet) -> Vec<String> {
    let change =
        |(number, value): (&super::result::Number, i64)| format!("{} {} -> {value}", number.name(), number.before);
    found.changed(sheet).map(change).map(|change| visible(&change).into_owned()).collect()
}

/// The sentences on the outcome of the search, the targets that were not reached, and the conflicts between targets.
pub fn sentences(found: &Balance) -> Vec<String> {
    let Some(best) = found.best() else {
        return vec!["the rules refuse the files as they are, and every change that was tried".to_owned()];
    };
    let changed = found.changed(best).count() as u64;
    let change = match changed {
        0 => "with nothing changed".to_owned(),
        1 => format!("with one number changed, at a cost of {}", rough(best.cost)),
        several => format!("with {} numbers changed, at a cost of {}", grouped(several), rough(best.cost)),
    };
    if found.is_partial && best.measures.iter().all(|measure| measure.interval.is_none()) {
        return vec![format!("partial: the search was interrupted; the best that it had was {change}")];
    }
    let all = found.targets.len();
    let mut told = vec![format!(
        "{} of {} {} in {}, {change}",
        grouped(found.count(Verdict::Pass) as u64),
        grouped(all as u64),
        if all == 1 { "target is" } else { "targets are" },
        if all == 1 { "its band" } else { "their bands" },
    )];
    for (verdict, said) in [(Verdict::Fail, "not reached"), (Verdict::Undecided, "cannot be told")] {
        for (target, measure) in
            found.targets.iter().zip(&best.measures).filter(|(_, measure)| measure.verdict == verdict)
        {
            let [value, interval] = measured(target, measure);
            told.push(format!("{said}: {} is {value} ({interval}), wanted {}", name(target), wanted(target)));
        }
    }
    if found.is_partial {
        told.push("partial: it was interrupted before all was known that stands in each other's way".to_owned());
    }
    told.extend(found.conflicts.iter().map(|conflict| clash(found, conflict)));
    told.extend(ends(found, best));
    told
}

fn clash(found: &Balance, conflict: &Conflict) -> String {
    let comes_to = |&(target, otherwise): &(usize, Option<f64>)| {
        let target = &found.targets[target];
        otherwise.map(|value| format!("{} comes to about {}", name(target), alone(target, value)))
    };
    if let [alone] = conflict.members[..] {
        let target = &found.targets[alone.0];
        let best = comes_to(&alone).map(|best| format!(": where only this is wanted, {best}")).unwrap_or_default();
        return format!("{} was not reached with these numbers{best}", name(target));
    }
    let names: Vec<String> = conflict.members.iter().map(|&(target, _)| name(&found.targets[target])).collect();
    let otherwise: Vec<String> = conflict.members.iter().filter_map(comes_to).collect();
    let rest = if conflict.members.len() == 2 { "the other is" } else { "the others are" };
    let otherwise = if otherwise.is_empty() {
        String::new()
    } else {
        format!("; where {rest} reached, {}", otherwise.join(", and "))
    };
    format!("these stand against each other: {}{otherwise}", names.join(", "))
}

/// The numbers that cannot move farther, if a target was not reached; otherwise `None`.
fn ends(found: &Balance, best: &Sheet) -> Option<String> {
    if found.count(Verdict::Fail) == 0 {
        return None;
    }
    let is_at_end = |(number, value): &(&super::result::Number, i64)| {
        *value - number.step < number.range[0] || *value + number.step > number.range[1]
    };
    let names: Vec<String> =
        found.changed(best).filter(is_at_end).map(|(number, _)| visible(&number.name()).into_owned()).collect();
    (!names.is_empty()).then(|| format!("at the end of its range: {}", names.join(", ")))
}
