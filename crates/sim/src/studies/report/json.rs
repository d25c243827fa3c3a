//! A report as one line of JSON.

mod groups;

use equipoise_engine::{EndState, Winner};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{CombatantReport, Estimate, Mean, Method, Report, Rounds, Share};
use crate::json::{Values, line};
use crate::kernel::quantity::EXTRAS;
use crate::stats::Interval;

/// A report as one object on one line, without a line feed at its end: a stable form for scripts.
///
/// Sampled: `scenario, system, [values,] [point,] seed, encounters, confidence, intervals, [precision,] [partial,] method,
/// range, winners, rounds, combatants, metrics, quantities[, groups][, accounts]`. Exact: `scenario, system, [values,] [point,]
/// states, method, winners, rounds, combatants, metrics, quantities[, groups][, accounts]`, where every share is `{"share": …}` and every
/// mean `{"mean": …, "sd": …}` alone, and where `rounds` have the `distribution`, `[rounds, share]`, in place of the
/// `histogram`, `[rounds, encounters]`. `quantities` are those of every system ([`EXTRAS`]). `groups` is there where
/// entries stand for several combatants, and `accounts` where fights [kept](equipoise_engine::accounts) them. `values` is there when paths were varied, with whole numbers and booleans as
/// such and everything else as strings, and `point` where they are those of a list of points. `intervals` are
/// [`fixed`](crate::Intervals::Fixed), or [`anytime`](crate::Intervals::Anytime) for a run that was stopped by its own precision, where `precision` says which
/// one and whether it was reached; `"partial": true` marks a run that was interrupted. `range` is `[from, to]`, or a
/// list of such ranges where joined shards left gaps. An [`Answer`](crate::studies::answer::Answer) adds its `check` and its
/// `provenance`.
///
/// All numbers are finite: without encounters shares and means are 0, and the interval of a share is 0 to 1. A standard
/// deviation and an interval of too few encounters are null. Floats have the fewest digits that parse to the same number.
pub fn json(report: &Report) -> String {
    line(report)
}

/// In the form of [`json`].
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", &self.system)?;
        if !self.values.is_empty() {
            map.serialize_entry("values", &Values(&self.values))?;
        }
        if let Some(point) = self.point {
            map.serialize_entry("point", &point)?;
        }
        match &self.method {
            Method::Sampled { seed, encounters, confidence, intervals, precision, complete, ranges } => {
                map.serialize_entry("seed", seed)?;
                map.serialize_entry("encounters", encounters)?;
                map.serialize_entry("confidence", confidence)?;
                map.serialize_entry("intervals", intervals.name())?;
                if let Some(goal) = precision {
                    map.serialize_entry("precision", goal)?;
                }
                if !complete {
                    map.serialize_entry("partial", &true)?;
                }
                map.serialize_entry("method", self.method.name())?;
                let pairs: Vec<(u64, u64)> = ranges.iter().map(|range| (range.start, range.end)).collect();
                match pairs.as_slice() {
                    [range] => map.serialize_entry("range", range)?,
                    ranges => map.serialize_entry("range", ranges)?,
                }
            }
            Method::Exact { states } => {
                map.serialize_entry("states", states)?;
                map.serialize_entry("method", self.method.name())?;
            }
        }
        let names = Winner::ALL.map(Winner::name);
        map.serialize_entry("winners", &Shares { names, shares: &self.winners })?;
        let kind = self.method.interval_kind(&Estimate::Mean(self.rounds.mean));
        map.serialize_entry("rounds", &OfRounds { rounds: &self.rounds, kind })?;
        map.serialize_entry("combatants", &self.combatants)?;
        let with_kind = |name, estimate| Named { name, kind: self.method.interval_kind(&estimate), estimate };
        let metrics: Vec<Named> =
            self.metrics_of_system().map(|metric| with_kind(&metric.name, metric.estimate())).collect();
        map.serialize_entry("metrics", &metrics)?;
        let extras = || EXTRAS.iter().zip(self.extras);
        let in_place = extras().map(|(extra, found)| with_kind(extra.names_in_results().0, found));
        let behind = extras().filter_map(|(extra, found)| Some(with_kind(extra.names_in_results().1?, found)));
        let extras: Vec<Named> = in_place.chain(behind).collect();
        map.serialize_entry("quantities", &extras)?;
        if !self.groups.is_empty() {
            map.serialize_entry("groups", &groups::json(self))?;
        }
        let accounts: Vec<Named> =
            self.accounts().iter().map(|entry| with_kind(entry.name, Estimate::Mean(entry.mean))).collect();
        if !accounts.is_empty() {
            map.serialize_entry("accounts", &accounts)?;
        }
        map.end()
    }
}

struct Shares<'a> {
    names: [&'static str; 4],
    shares: &'a [Share; 4],
}

impl Serialize for Shares<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        for (name, share) in self.names.iter().zip(self.shares) {
            map.serialize_entry(name, share)?;
        }
        map.end()
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        serialize_share(&mut map, self, self.interval)?;
        map.end()
    }
}

impl Serialize for Mean {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        serialize_mean(&mut map, self)?;
        map.end()
    }
}

/// Writes `mean` and `sd`, and where it was sampled `lo` and `hi`; what does not exist is null.
fn serialize_mean<M: SerializeMap>(map: &mut M, mean: &Mean) -> Result<(), M::Error> {
    map.serialize_entry("mean", &mean.mean)?;
    map.serialize_entry("sd", &mean.sd)?;
    if mean.encounters.is_some() {
        map.serialize_entry("lo", &mean.interval.map(|interval| interval.lo))?;
        map.serialize_entry("hi", &mean.interval.map(|interval| interval.hi))?;
    }
    Ok(())
}

/// Rounds, and where they were sampled how the interval of their mean is made.
struct OfRounds<'a> {
    rounds: &'a Rounds,
    kind: Option<&'static str>,
}

impl Serialize for OfRounds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rounds { mean, p05, p50, p95, max, by_winner } = self.rounds;
        let mut map = serializer.serialize_map(None)?;
        serialize_mean(&mut map, mean)?;
        map.serialize_entry("p05", p05)?;
        map.serialize_entry("p50", p50)?;
        map.serialize_entry("p95", p95)?;
        map.serialize_entry("max", max)?;
        if mean.encounters.is_some() {
            let count = |shares: &[Share; 4]| shares.iter().filter_map(|share| share.count).sum();
            let histogram: Vec<(u32, u64)> =
                by_winner.iter().map(|(rounds, shares)| (*rounds, count(shares))).collect();
            map.serialize_entry("histogram", &histogram)?;
            map.serialize_entry("interval", &self.kind)?;
        } else {
            // No more than 1, whatever rounding makes of the sum.
            let sum = |shares: &[Share; 4]| shares.iter().map(|share| share.share).sum::<f64>().min(1.0);
            let distribution: Vec<(u32, f64)> =
                by_winner.iter().map(|(rounds, shares)| (*rounds, sum(shares))).collect();
            map.serialize_entry("distribution", &distribution)?;
        }
        map.end()
    }
}

impl Serialize for CombatantReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("side", self.side.name())?;
        for end in EndState::ALL {
            map.serialize_entry(end.name(), &self.end_states[end.index()])?;
        }
        map.end()
    }
}

/// An estimate with its name: `share` and `mean`, whichever it has; `lo` and `hi` are those of the mean where it has
/// both. A mean among no encounters is null. Where it was sampled, `interval` says how `lo` and `hi` are made.
struct Named<'a> {
    name: &'a str,
    estimate: Estimate,
    kind: Option<&'static str>,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        match &self.estimate {
            Estimate::Share(share) => serialize_share(&mut map, share, share.interval)?,
            Estimate::Mean(mean) => serialize_mean(&mut map, mean)?,
            Estimate::MeanAmong { share, mean } => {
                serialize_share(&mut map, share, None)?;
                match self.estimate.value_if_any() {
                    Some(_) => serialize_mean(&mut map, mean)?,
                    None => map.serialize_entry("mean", &())?,
                }
            }
        }
        if let Some(kind) = self.kind {
            map.serialize_entry("interval", kind)?;
        }
        map.end()
    }
}

fn serialize_share<M: SerializeMap>(map: &mut M, share: &Share, interval: Option<Interval>) -> Result<(), M::Error> {
    if let Some(count) = share.count {
        map.serialize_entry("count", &count)?;
    }
    map.serialize_entry("share", &share.share)?;
    if let Some(interval) = interval {
        map.serialize_entry("lo", &interval.lo)?;
        map.serialize_entry("hi", &interval.hi)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::studies::report::Intervals;
    use crate::toy::Toy;

    fn sampled(encounters: u64, intervals: Intervals) -> Report {
        let rules = Toy::new();
        let run = run(&rules, &Plan::new(Seed(6), 0..encounters), &Watch::none());
        Report::sampled("Toy", &rules, &run, Seed(6), 0.95, intervals)
    }

    fn exact() -> Report {
        let rules = Toy::new();
        Report::exact("Toy", &rules, &solve(&rules, Budget::default(), &|| false).expect("small"))
    }

    /// The keys of an object, in the order of the text.
    fn keys(object: &str) -> Vec<String> {
        let (mut keys, mut depth) = (Vec::new(), 0);
        for (offset, c) in object.char_indices() {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                ':' if depth == 1 => keys.extend(object[..offset].rsplit('"').nth(1).map(str::to_owned)),
                _ => {}
            }
        }
        keys
    }

    #[test]
    fn a_sampled_report_has_the_promised_keys_in_order() {
        let line = json(&sampled(1000, Intervals::Fixed));
        let top = [
            "scenario",
            "system",
            "seed",
            "encounters",
            "confidence",
            "intervals",
            "method",
            "range",
            "winners",
            "rounds",
            "combatants",
            "metrics",
            "quantities",
        ];
        assert_eq!(keys(&line), top);
        insta::assert_snapshot!(line);
    }

    #[test]
    fn an_exact_report_has_shares_and_means_alone() {
        let line = json(&exact());
        assert_eq!(
            keys(&line),
            ["scenario", "system", "states", "method", "winners", "rounds", "combatants", "metrics", "quantities"]
        );
        insta::assert_snapshot!(line);
    }

    #[test]
    fn numbers_and_booleans_among_values_stay_such() {
        let values = [("a.b", "9"), ("c", "-1"), ("d", "007"), ("e", "true"), ("f", "2d6+1"), ("g", "a\"b")];
        let values = values.map(|(path, value)| (path.to_owned(), value.to_owned())).to_vec();
        let line = json(&exact().with_values(values));
        let expected = r#""system":"toy","values":{"a.b":9,"c":-1,"d":"007","e":true,"f":"2d6+1","g":"a\"b"},"states""#;
        assert!(line.contains(expected), "{line}");
    }

    #[test]
    fn anytime_intervals_and_partial_runs_are_marked() {
        let mut report = sampled(1000, Intervals::Anytime);
        let Method::Sampled { complete, .. } = &mut report.method else { unreachable!("it was sampled") };
        *complete = false;
        let line = json(&report);
        assert!(
            line.contains(
                r#""confidence":0.95,"intervals":"anytime","partial":true,"method":"sample","range":[0,1000],"winners""#
            ),
            "{line}"
        );
    }

    #[test]
    fn a_run_of_no_encounters_has_finite_numbers() {
        for intervals in [Intervals::Fixed, Intervals::Anytime] {
            let line = json(&sampled(0, intervals));
            // Four means over all encounters have neither spread nor interval, and three among some have no mean.
            assert_eq!(line.matches("null").count(), 4 * 3 + 3, "{line}");
            assert!(!line.contains("NaN"), "{line}");
            assert!(line.contains(r#""party":{"count":0,"share":0.0,"lo":0.0,"hi":1.0}"#), "{line}");
            assert!(line.contains(r#""rounds":{"mean":0.0,"sd":null,"lo":null,"hi":null,"p05":0"#), "{line}");
        }
    }

    #[test]
    fn numbers_read_back_as_they_were() {
        let report = sampled(777, Intervals::Fixed);
        let back: serde_json::Value = serde_json::from_str(&json(&report)).expect("JSON");
        let lo = back["winners"]["party"]["lo"].as_f64().expect("a number");
        assert_eq!(Some(lo), report.winners[0].interval.map(|interval| interval.lo));
        let histogram = back["rounds"]["histogram"].as_array().expect("a list");
        assert_eq!(histogram.iter().filter_map(|bar| bar[1].as_u64()).sum::<u64>(), 777);
    }
}
