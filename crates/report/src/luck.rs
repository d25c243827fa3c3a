//! The page of which dice decide: dots with intervals, a row for each part of the dice.

use equipoise_charts::{Axis, Chart, Color, Mark, Plot, Row, Rows, Series, Shape, Style, Table, Unit, Value};
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::{short_value, visible};
use equipoise_sim::stats::sobol::Portion;
use equipoise_sim::studies::luck::{Deciding, Part, PartOfLuck};
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 1] = ["dice"];

fn value(portion: &Portion) -> Value {
    Value {
        number: portion.portion,
        interval: portion.interval.map(show::ends),
        text: numbers::portion(portion),
        range: numbers::portion_interval(portion),
    }
}

/// The portions of all parts that change any encounter.
pub fn charts(found: &Deciding) -> Vec<Chart> {
    let row = |part: &PartOfLuck| {
        let mark = |(series, name, portion): (usize, &str, &Portion)| Mark {
            series,
            name: name.to_owned(),
            value: Some(value(portion)),
        };
        let marks = [(0, "alone", &part.alone), (1, "open", &part.open)].map(mark).into();
        Row { name: show::shown(&part.part.told()), marks, band: None, note: String::new() }
    };
    let is_occasion = |part: &&PartOfLuck| matches!(part.part, Part::SetUp { occasion: Some(_), .. });
    let rolled = found.parts.iter().filter(|part| part.changed > 0);
    // One occasion is the whole set-up.
    let has_several = rolled.clone().filter(is_occasion).count() > 1;
    let rows: Vec<Row> = rolled.filter(|part| has_several || !is_occasion(part)).map(row).collect();
    let metric = short_value(&found.metric);
    let chart = (!rows.is_empty()).then(|| Chart {
        name: NAMES[0].to_owned(),
        title: format!("Which dice decide {metric}"),
        description: format!(
            "Alone: the portion of its variance that these dice decide by themselves; open: what they still decide where all others are \
             known. Lines are {} intervals.",
            numbers::confidence(found.confidence)
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new("portion of the variance", Unit::Share),
            of: "dice".to_owned(),
            style: Style::Dots,
            series: vec![
                Series::new("alone", Color::Blue),
                Series { shape: Shape::Ring, ..Series::new("open", Color::Grey) },
            ],
            rows,
            band: None,
            holds: vec![0.0, 1.0],
        }),
    });
    chart.into_iter().collect()
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Deciding>, command: &[String]) -> String {
    let Found { result, provenance } = found;
    let has_exact = result.parts.iter().any(|part| part.exact.iter().any(Option::is_some));
    let row = |part: &PartOfLuck| {
        let PartOfLuck { part: dice, alone, open, exact, changed } = part;
        let sure = if part.may_be_nothing() { "may be 0" } else { "above 0" };
        let [alone_exact, open_exact] = exact.map(|exact| exact.map_or_else(String::new, numbers::exact_share));
        let mut row = vec![show::shown(&dice.told()), numbers::portion(alone), numbers::portion_interval(alone)];
        row.extend(has_exact.then_some(alone_exact));
        row.extend([sure.to_owned(), numbers::portion(open), numbers::portion_interval(open)]);
        row.extend(has_exact.then_some(open_exact));
        row.push(numbers::grouped(*changed));
        row
    };
    let mut columns = vec!["dice", "alone", "interval", "sure", "open", "interval", "changed fights"];
    if has_exact {
        columns.insert(6, "exact");
        columns.insert(3, "exact");
    }
    let columns = columns.into_iter().map(str::to_owned).collect();
    let all = Table { columns, rows: result.parts.iter().map(row).collect() };
    let metric = short_value(&result.metric);
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "Which dice decide" }
            p.faint {
                (numbers::encounters(result.encounters)) " a part with the dice of seed " (result.seed) "; "
                (numbers::confidence(result.confidence)) " intervals, each by itself."
            }
            (figures("", &charts(result)))
        }
        section aria-labelledby="all" {
            h2 #all { "All parts of the dice" }
            (table("All parts", &all))
            @if result.parts.iter().any(|part| part.alone.interval.is_none()) { p.faint { (numbers::TOO_FEW) "." } }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], provenance))
        }
    };
    let lead = html! {
        p.lead {
            "How much of " bdi { (visible(&metric)) } " each part of the dice decides: those of the set-up and of the rounds, which are all \
             of them together, and those of each combatant's turns."
        }
        @if let Some(by_time) = &result.by_time {
            p {
                "The parts by time decide " (numbers::portion(by_time)) " (" (numbers::portion_interval(by_time)) ") alone, added up. What is \
                 missing to the whole lies in how they work together."
            }
        }
    };
    let title = format!("{} ({}): which dice decide", show::shown(&result.scenario), result.system);
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
