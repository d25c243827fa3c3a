//! The page of a comparison: differences with the margin shaded, and verdicts in words.

use equipoise_charts::{Axis, Band, Chart, Color, Mark, Plot, Row, Rows, Series, Style, Table, Unit, Value};
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::{short_value, visible};
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::compare::result::{Compared, Judged};
use equipoise_sim::studies::compare::verdict::Verdict;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 2] = ["differences", "means"];

/// Rows of a chart; the table has all.
const ROWS_MAX: usize = 40;

/// The charts of the differences that are chosen: of shares, and of means as parts of the first. Numbers that were the
/// same in every encounter are left out.
pub fn charts(compared: &Compared, only: &Only) -> Vec<Chart> {
    let chosen = |judged: &&Judged| only.takes(&judged.difference.name) && !judged.difference.is_always_zero();
    let (shares, means): (Vec<&Judged>, Vec<&Judged>) =
        compared.values.iter().filter(chosen).partition(|judged| judged.difference.discordant.is_some());
    let confidence = numbers::confidence(compared.confidence);
    let about = format!("The second minus the first, with {confidence} intervals.");
    let band = compared.margin.map(|margin| Band {
        lo: Some(-margin),
        hi: Some(margin),
        name: format!("margin: {} points do not matter", numbers::exact(margin * 100.0)),
    });
    let shares =
        chart("differences", "Differences of shares", &about, (Unit::Points, "points"), band, &shares, |judged| {
            Some(show::difference(&judged.difference))
        });
    let about = format!("The second minus the first in percent of the first, with {confidence} intervals.");
    let unit = (Unit::Relative, "percent of the first");
    let means =
        chart("means", "Differences of means", &about, unit, None, &means, |judged| relative(&judged.difference));
    [shares, means].into_iter().flatten().collect()
}

/// A difference of means in parts of the first; none where that is 0.
fn relative(found: &Difference) -> Option<Value> {
    let part = |number: f64| number / found.first;
    let value = show::difference(found);
    (found.first > 0.0).then(|| Value {
        number: part(found.difference),
        interval: found.interval.map(|interval| show::ends(interval).map(part)),
        ..value
    })
}

fn chart(
    name: &str,
    title: &str,
    about: &str,
    (unit, axis): (Unit, &str),
    band: Option<Band>,
    values: &[&Judged],
    value: impl Fn(&Judged) -> Option<Value>,
) -> Option<Chart> {
    let row = |judged: &&Judged| {
        let value = value(judged)?;
        let is_sure = judged.verdict == Verdict::Different;
        Some(Row {
            name: short_value(&judged.difference.name),
            marks: vec![Mark { series: usize::from(!is_sure), name: String::new(), value: Some(value) }],
            band: None,
            note: judged.verdict.to_string(),
        })
    };
    let rows: Vec<Row> = values.iter().filter_map(row).collect();
    let left_out = rows.len().saturating_sub(ROWS_MAX);
    let more = if left_out > 0 { format!(" {left_out} more are in the table below.") } else { String::new() };
    (!rows.is_empty()).then(|| Chart {
        name: name.to_owned(),
        title: title.to_owned(),
        description: format!("{about}{more}"),
        plot: Plot::Rows(Rows {
            axis: Axis::new(axis, unit),
            of: "number".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("different", Color::Blue), Series::new("not shown to differ", Color::Grey)],
            rows: rows.into_iter().take(ROWS_MAX).collect(),
            band,
            holds: Vec::new(),
        }),
    })
}

/// The verdict about the party's wins, in words.
fn verdict(compared: &Compared) -> String {
    if compared.identical {
        return "Identical: the rules see the same in both, and no fight can differ.".to_owned();
    }
    let Some(wins) = compared.values.first() else { return String::new() };
    let [first, second, by, interval] = numbers::difference(&wins.difference);
    let verdict = compared.decision.map_or(wins.verdict, |decision| decision.verdict);
    let what = match verdict {
        Verdict::Different => "The party's chances differ",
        Verdict::Same { .. } => "The party's chances are the same within the margin",
        Verdict::Identical => "The party's chances are the same",
        Verdict::Undecided => "Whether the party's chances differ is not decided",
    };
    let p = numbers::p(wins.difference.p);
    format!("{what}: {first} of the fights against {second}, {by} points ({interval}; p {p}).")
}

/// The page of what `only` chooses. `command` makes it again.
pub fn page(found: &Found<Compared>, only: &Only, command: &[String]) -> String {
    let compared = &found.result;
    let lead = html! {
        p.lead { (verdict(compared)) }
        dl.facts {
            dt { "First" } dd { bdi { (visible(&compared.first)) } }
            dt { "Second" } dd { bdi { (visible(&compared.second)) } }
        }
        @if compared.partial { p.warning { "Partial: the comparison was interrupted." } }
    };
    let fresh = if compared.decision.is_some() { "fresh " } else { "" };
    let row = |judged: &Judged| {
        let [first, second, by, interval] = numbers::difference(&judged.difference);
        let (name, p) = (short_value(&judged.difference.name), numbers::p(judged.difference.p));
        vec![name, first, second, by, interval, p, judged.verdict.to_string()]
    };
    let chosen = compared.values.iter().filter(|judged| only.takes(&judged.difference.name));
    let has_too_few = chosen.clone().any(|judged| judged.difference.interval.is_none());
    let columns = ["number", "first", "second", "by", "interval", "p", "verdict"].map(str::to_owned).into();
    let all = Table { columns, rows: chosen.map(row).collect() };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "What differs" }
            p.faint {
                (fresh) (numbers::encounters(compared.encounters)) " on each side with the dice of seed " (compared.seed)
                ", fight by fight; each interval and verdict holds with " (numbers::confidence(compared.confidence)) "."
            }
            (figures(&charts(compared, only)))
        }
        section aria-labelledby="all" { h2 #all { "All differences" } (table("All differences", &all)) @if has_too_few { p.faint { (numbers::TOO_FEW) "." } } }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{}: a comparison", show::shown(&compared.first));
    Page { title, lead, contents: html! {}, main }.document()
}
