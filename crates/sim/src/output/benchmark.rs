//! Results as a list for benchmark trackers, in the shape that github-action-benchmark reads as `customSmallerIsBetter` and
//! `customBiggerIsBetter`: `[{"name": …, "unit": …, "value": …, "range": …}, …]`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::json::line;
use crate::kernel::quantity::{Cast, Kind, Quantity};
use crate::stats::Interval;
use crate::studies::only::Only;
use crate::studies::report::{Estimate, Report};

/// One number of one scenario.
#[derive(Debug, PartialEq, Serialize)]
struct Entry {
    /// `SCENARIO: QUANTITY`, with the values of a cell behind the scenario.
    name: String,
    unit: &'static str,
    value: f64,
    /// Half the width of the interval, with a sign before it; none where the number is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
}

/// The numbers of reports that are chosen, as a list in JSON with an entry on each line. Shares count in percent. A
/// mean among no encounters is left out. Where two reports would have the same name, the later ones have a number
/// behind it.
pub fn benchmark(reports: &[Report], only: &Only) -> String {
    let (mut entries, mut titles) = (Vec::new(), BTreeMap::<String, usize>::new());
    for report in reports {
        let mut title = title(report);
        let times = titles.entry(title.clone()).or_default();
        *times += 1;
        if *times > 1 {
            title = format!("{title} [{times}]");
        }
        let cast = report.cast();
        let chosen = cast.quantities().into_iter().filter(|&quantity| only.takes(&cast.name(quantity)));
        entries.extend(chosen.filter_map(|quantity| entry(&title, report, quantity)).map(|entry| line(&entry)));
    }
    if entries.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", entries.join(",\n")) }
}

fn title(report: &Report) -> String {
    let values = report.values.iter().map(|(path, value)| format!(", {path}={value}"));
    report.scenario.clone() + &values.collect::<String>()
}

fn entry(title: &str, report: &Report, quantity: Quantity) -> Option<Entry> {
    let (cast, estimate) = (report.cast(), report.estimate(quantity));
    let scale = if matches!(estimate, Estimate::Share(_)) { 100.0 } else { 1.0 };
    let value = estimate.value_if_any()? * scale;
    let range = estimate.interval_if_any().map(|interval: Interval| format!("± {}", interval.half_width() * scale));
    Some(Entry { name: format!("{title}: {}", cast.name(quantity)), unit: unit(cast, quantity), value, range })
}

/// The unit of a number.
fn unit(cast: &Cast, quantity: Quantity) -> &'static str {
    match (cast.kind(quantity), quantity) {
        (Kind::Share, _) => "%",
        (Kind::MeanAmong, Quantity::Metric(_)) => "rounds",
        _ => quantity.unit().unwrap_or("per encounter"),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};
    use serde_json::Value;

    use super::*;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::studies::report::Intervals;
    use crate::toy::Toy;

    fn list(reports: &[Report], only: &Only) -> Vec<Value> {
        serde_json::from_str(&benchmark(reports, only)).expect("a list")
    }

    #[test]
    fn every_number_has_its_name_unit_value_and_range() {
        let rules = Toy::with_pair();
        let run = run(&rules, &Plan::new(Seed(6), 0..3000), &Watch::none());
        let report = Report::sampled("Toy", &rules, &run, Seed(6), 0.95, Intervals::Fixed);
        let report = report.with_values(vec![("a.b".to_owned(), "3".to_owned())]);
        let found = list(&[report.clone(), report.clone()], &Only::default());
        let quantities = report.cast().quantities();
        assert_eq!(found.len(), 2 * quantities.len());
        for (index, (found, quantity)) in found.iter().zip(quantities.iter().chain(&quantities)).enumerate() {
            let (name, estimate) = (report.cast().name(*quantity), report.estimate(*quantity));
            let again = if index < quantities.len() { "" } else { " [2]" };
            assert_eq!(found["name"], format!("Toy, a.b=3{again}: {name}"));
            let is_share = matches!(estimate, Estimate::Share(_));
            let scale = if is_share { 100.0 } else { 1.0 };
            assert_eq!(found["unit"] == "%", is_share, "{name}");
            assert_eq!(found["value"], estimate.value() * scale, "{name}");
            let range = estimate.interval().map(|interval| format!("± {}", interval.half_width() * scale));
            assert_eq!(found.get("range").and_then(Value::as_str), range.as_deref(), "{name}");
            assert!(range.is_some() || estimate.is_of_too_few(), "{name}");
        }
        let units = ["rounds.mean", "metrics.rolls", "groups.pair.dead", "lead_changes"].map(|name| {
            let found = found.iter().find(|found| found["name"] == format!("Toy, a.b=3: {name}"));
            found.expect("there")["unit"].as_str().expect("a text").to_owned()
        });
        assert_eq!(units, ["rounds", "per encounter", "combatants", "changes"]);
    }

    #[test]
    fn exact_numbers_have_no_range_and_some_can_be_chosen() {
        let rules = Toy::new();
        let report = Report::exact("Toy", &rules, &solve(&rules, Budget::default(), &|| false).expect("small"));
        let only = Only::new(&["party".to_owned(), "rounds".to_owned()], &[report.cast().clone()]).expect("known");
        let found = list(&[report], &only);
        let names: Vec<&str> = found.iter().filter_map(|found| found["name"].as_str()).collect();
        assert_eq!(names, ["Toy: winners.party", "Toy: rounds.mean"]);
        assert!(found.iter().all(|found| found.get("range").is_none()));
        assert_eq!(benchmark(&[], &Only::default()), "[]\n");
    }
}
