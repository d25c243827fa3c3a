//! The numbers of a result as they are written down, under the names of the list of quantities.
//!
//! A record may come from anywhere: what is no number, or none that encounters can have, is refused.

use std::collections::BTreeMap;

use equipoise_engine::{EndState, Winner};
use serde_json::Value;

use crate::kernel::quantity::{current_name, name_of_metric};
use crate::stats::Moments;
use crate::stats::unpaired::{
    Events, Unpaired, anytime_mean_difference, anytime_share_difference, mean_difference, share_difference,
};
use crate::studies::report::{Estimate, Intervals, Mean, Method, Report, Share};

/// The value of one quantity in a result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    /// A share of encounters.
    Share(Events),
    /// A mean over encounters.
    Mean(Moments),
    /// A share or mean that is known exactly.
    Exact { value: f64, is_share: bool },
}

impl Number {
    pub(super) fn value(&self) -> f64 {
        match self {
            Self::Share(events) => events.share(),
            Self::Mean(moments) => moments.mean,
            Self::Exact { value, .. } => *value,
        }
    }

    pub(super) const fn is_share(&self) -> bool {
        matches!(self, Self::Share(_) | Self::Exact { is_share: true, .. })
    }
}

/// All numbers of a result.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The number of encounters that they are of; `None` if they are exact.
    pub(super) encounters: Option<u64>,
    /// Whether play may have stopped because of them.
    pub(super) is_anytime: bool,
    /// In report order; none for a mean among no encounters.
    pub(super) list: Vec<(String, Option<Number>)>,
}

impl Numbers {
    /// The numbers of a report.
    pub(super) fn of(report: &Report) -> Self {
        let encounters = report.encounters();
        let share = |Share { count, share, .. }: Share| match count.zip(encounters) {
            Some((count, encounters)) => Number::Share(Events { count, encounters }),
            None => Number::Exact { value: share, is_share: true },
        };
        let mean = |Mean { encounters, mean, sd, .. }: Mean| match encounters {
            Some(encounters) => Number::Mean(Moments { encounters, mean, sd: sd.unwrap_or_default() }),
            None => Number::Exact { value: mean, is_share: false },
        };
        let number = |quantity| match report.estimate(quantity) {
            Estimate::Share(found) => Some(share(found)),
            Estimate::Mean(found) => Some(mean(found)),
            found @ Estimate::MeanAmong { mean: among, .. } => found.value_if_any().map(|_| mean(among)),
        };
        let cast = report.cast();
        let list = cast.quantities().into_iter().map(|quantity| (cast.name(quantity), number(quantity))).collect();
        let is_anytime = matches!(report.method, Method::Sampled { intervals: Intervals::Anytime, .. });
        Self { encounters, is_anytime, list }
    }

    /// The numbers by their names.
    pub(super) fn by_name(&self) -> BTreeMap<&str, Option<Number>> {
        self.list.iter().map(|(name, number)| (name.as_str(), *number)).collect()
    }

    /// Reads a result in the form of [`json`](fn@crate::json).
    ///
    /// # Errors
    /// The path of the first key that is not as it must be.
    pub(super) fn read(result: &Value) -> Result<Self, String> {
        let encounters = match result.get("method").and_then(Value::as_str) {
            Some("sample") => Some(result.get("encounters").and_then(Value::as_u64).ok_or("encounters")?),
            Some("exact") => None,
            _ => return Err("method".to_owned()),
        };
        let is_anytime = result.get("intervals").and_then(Value::as_str) == Some("anytime");
        let mut numbers = Self { encounters, is_anytime, list: Vec::new() };
        let below = |key: &'static str| result.get(key).ok_or_else(|| key.to_owned());
        let winners = below("winners")?;
        for winner in Winner::ALL {
            let name = format!("winners.{winner}");
            numbers.share(name, winners.get(winner.name()))?;
        }
        numbers.mean("rounds.mean".to_owned(), Some(below("rounds")?), encounters)?;
        for (id, combatant) in entries(below("combatants")?, "combatants", "id")? {
            for end in EndState::ALL {
                numbers.share(format!("combatants.{id}.{end}"), combatant.get(end.name()))?;
            }
        }
        for (name, metric) in entries(below("metrics")?, "metrics", "name")? {
            let name = name_of_metric(&name);
            let share = format!("{name}.share");
            numbers.either(name, Some(share), metric)?;
        }
        let accounts = result.get("accounts").map(|found| entries(found, "accounts", "name")).transpose()?;
        for (name, entry) in accounts.unwrap_or_default() {
            numbers.mean(name, Some(entry), encounters)?;
        }
        // A quantity that was renamed stands there under both names, or in results of earlier builds under the former one.
        for (name, quantity) in entries(below("quantities")?, "quantities", "name")? {
            let name = current_name(&name).map_or(name, str::to_owned);
            if numbers.list.iter().all(|(known, _)| *known != name) {
                numbers.either(name, None, quantity)?;
            }
        }
        let groups = result.get("groups").map(|groups| entries(groups, "groups", "name")).transpose()?;
        for (name, group) in groups.unwrap_or_default() {
            for end in EndState::ALL {
                let found = group.get(end.name());
                numbers.mean(format!("groups.{name}.{end}"), found, encounters)?;
                numbers.share(format!("groups.{name}.any_{end}"), found.and_then(|found| found.get("any")))?;
            }
        }
        Ok(numbers)
    }

    /// A share, a mean, or a mean among the encounters of a share, which has a name of its own where there is one for it.
    fn either(&mut self, name: String, share: Option<String>, found: &Value) -> Result<(), String> {
        match (found.get("share").is_some(), found.get("mean")) {
            (_, None) => self.share(name, Some(found)),
            (false, Some(_)) => self.mean(name, Some(found), self.encounters),
            (true, Some(mean)) => {
                let among = events(Some(found), self.encounters).ok_or_else(|| name.clone())?;
                if mean.is_null() {
                    self.list.push((name, None));
                } else {
                    let encounters = match among {
                        Number::Share(events) => Some(events.count),
                        _ => None,
                    };
                    self.mean(name, Some(found), encounters)?;
                }
                self.list.extend(share.map(|share| (share, Some(among))));
                Ok(())
            }
        }
    }

    fn share(&mut self, name: String, found: Option<&Value>) -> Result<(), String> {
        let number = events(found, self.encounters).ok_or_else(|| name.clone())?;
        self.list.push((name, Some(number)));
        Ok(())
    }

    fn mean(&mut self, name: String, found: Option<&Value>, encounters: Option<u64>) -> Result<(), String> {
        let of = |key: &str| found?.get(key)?.as_f64().filter(|value| *value >= 0.0 && value.is_finite());
        // A single encounter has no standard deviation; there was a 0 in records of earlier builds.
        let sd = of("sd").or_else(|| encounters.filter(|&encounters| encounters < 2).map(|_| 0.0));
        let number = match encounters {
            Some(encounters) => of("mean").zip(sd).map(|(mean, sd)| Number::Mean(Moments { encounters, mean, sd })),
            None => of("mean").map(|value| Number::Exact { value, is_share: false }),
        };
        self.list.push((name.clone(), Some(number.ok_or(name)?)));
        Ok(())
    }
}

/// A share: counted where there were encounters.
fn events(found: Option<&Value>, encounters: Option<u64>) -> Option<Number> {
    let of = |key: &str| found?.get(key);
    let Some(encounters) = encounters else {
        let value = of("share")?.as_f64().filter(|share| (0.0..=1.0 + 1e-9).contains(share))?;
        return Some(Number::Exact { value, is_share: true });
    };
    let count = of("count")?.as_u64().filter(|count| *count <= encounters)?;
    Some(Number::Share(Events { count, encounters }))
}

/// The entries of a list, by what they are called.
fn entries<'a>(list: &'a Value, name: &str, key: &str) -> Result<Vec<(String, &'a Value)>, String> {
    let list = list.as_array().ok_or(name)?;
    let called = |(index, entry): (usize, &'a Value)| {
        let id = entry.get(key).and_then(Value::as_str).ok_or_else(|| format!("{name}[{index}].{key}"))?;
        Ok((id.to_owned(), entry))
    };
    list.iter().enumerate().map(called).collect()
}

/// A relative difference of exact numbers up to this one is taken for rounding.
const ROUNDING: f64 = 1e-9;

/// The difference of two numbers of the same quantity. An exact one has no interval: its p-value is 0, or 1 where the
/// difference is within rounding. None where one is exact and the other is not, or one is a share and the other is not.
pub(super) fn difference(numbers: [Number; 2], is_anytime: bool, confidence: f64) -> Option<Unpaired> {
    Some(match (numbers, is_anytime) {
        ([Number::Share(first), Number::Share(second)], false) => share_difference([first, second], confidence),
        ([Number::Share(first), Number::Share(second)], true) => anytime_share_difference([first, second], confidence),
        ([Number::Mean(first), Number::Mean(second)], false) => mean_difference([first, second], confidence),
        ([Number::Mean(first), Number::Mean(second)], true) => anytime_mean_difference([first, second], confidence),
        ([Number::Exact { value: first, .. }, Number::Exact { value: second, .. }], _) => {
            let difference = second - first;
            let is_rounding = difference.abs() <= ROUNDING * first.abs().max(second.abs()).max(1.0);
            let interval = crate::stats::Interval { lo: difference, hi: difference };
            Unpaired { difference, interval: Some(interval), p: Some(if is_rounding { 1.0 } else { 0.0 }) }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::json::tree;
    use crate::kernel::quantity::Quantity;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::toy::Toy;

    fn reports() -> [Report; 2] {
        let rules = Toy::with_pair();
        let run = run(&rules, &Plan::new(Seed(6), 0..3000), &Watch::none());
        [
            Report::sampled("Toy", &rules, &run, Seed(6), 0.95, Intervals::Fixed),
            Report::exact("Toy", &rules, &solve(&rules, Budget::default(), &|| false).expect("small")),
        ]
    }

    /// Every quantity of the list has its number, under its name and in its order, to the last bit.
    #[test]
    fn what_is_written_down_is_read_back() {
        for report in reports() {
            let (read, of_report) = (Numbers::read(&tree(&report)).expect("our own JSON"), Numbers::of(&report));
            assert_eq!((&read.list, read.encounters), (&of_report.list, of_report.encounters));
            let shares = of_report.list.iter().filter(|(_, number)| number.is_some_and(|number| number.is_share()));
            let is_share = |quantity: &Quantity| matches!(report.estimate(*quantity), Estimate::Share(_));
            assert_eq!(shares.count(), report.cast().quantities().iter().filter(|quantity| is_share(quantity)).count());
        }
    }

    #[test]
    fn what_no_encounters_can_have_is_refused() {
        let [sampled, exact] = reports().map(|report| tree(&report));
        for (good, pointer, wrong, named) in [
            (&sampled, "/method", "guess".into(), "method"),
            (&sampled, "/encounters", (-1).into(), "encounters"),
            (&sampled, "/winners/party/count", 3001.into(), "winners.party"),
            (&sampled, "/winners", Value::Null, "winners.party"),
            (&sampled, "/rounds/sd", (-1).into(), "rounds.mean"),
            (&sampled, "/combatants/1/id", 5.into(), "combatants[1].id"),
            (&sampled, "/combatants", 5.into(), "combatants"),
            (&sampled, "/metrics/0/mean", "many".into(), "metrics.rolls"),
            (&sampled, "/groups/0/dead/any/count", Value::Null, "groups.pair.any_dead"),
            (&exact, "/winners/enemies/share", 1.5.into(), "winners.enemies"),
            (&exact, "/quantities/3/mean", Value::Bool(true), "lead_changes"),
        ] {
            let mut bad = good.clone();
            *bad.pointer_mut(pointer).expect("it is there") = wrong;
            assert_eq!(Numbers::read(&bad).expect_err("it is wrong"), named, "{pointer}");
        }
    }

    #[test]
    fn exact_numbers_differ_beyond_rounding_alone() {
        let of = |second: f64| {
            let numbers = [0.5, second].map(|value| Number::Exact { value, is_share: true });
            difference(numbers, false, 0.95).expect("both are exact").is_significant(0.999_999)
        };
        assert!(!of(0.5) && !of(0.500_000_000_1) && of(0.500_001));
    }
}
