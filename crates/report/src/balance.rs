//! The page of a search for balance: what changes, and where every target lies before and after.

use equipoise_charts::{Axis, Band, Chart, Color, Mark, Plot, Row, Rows, Series, Shape, Style, Table, Unit, Value};
use equipoise_sim::output::numbers;
use equipoise_sim::studies::balance::{Balance, Measure, Target, changes, measured, sentences, wanted};
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts: one of the targets that are shares, and one of those that are means, as far as there are any.
pub fn names(targets: &[Target]) -> Vec<&'static str> {
    let has = |are_shares: bool| targets.iter().any(|target| target.is_share == are_shares);
    [(true, "shares"), (false, "means")]
        .into_iter()
        .filter(|(are_shares, _)| has(*are_shares))
        .map(|(_, name)| name)
        .collect()
}

/// The values of the targets before and after.
pub fn charts(found: &Balance) -> Vec<Chart> {
    names(&found.targets).into_iter().map(|name| chart(found, name == "shares")).collect()
}

fn chart(found: &Balance, are_shares: bool) -> Chart {
    let row = |(index, target): (usize, &Target)| {
        let mark = |series: usize, name: &str, measure: Option<&Measure>| Mark {
            series,
            name: name.to_owned(),
            value: measure.map(|measure| value(target, measure)),
        };
        let before = found.before.as_ref().map(|before| &before[index]);
        let after = found.best().map(|sheet| &sheet.measures[index]);
        Row {
            name: show::shown(&target.name()),
            marks: vec![mark(0, "before", before), mark(1, "after", after)],
            band: Some(Band {
                lo: target.band.at_least,
                hi: target.band.at_most,
                name: format!("wanted: {}", wanted(target)),
            }),
            note: after.map_or_else(String::new, |after| {
                let verdict = after.verdict.name();
                if before.is_some() { format!("after: {verdict}") } else { verdict.to_owned() }
            }),
        }
    };
    let rows = found.targets.iter().enumerate().filter(|(_, target)| target.is_share == are_shares).map(row).collect();
    let (name, title, axis, unit) = if are_shares {
        ("shares", "Shares before and after", "share", Unit::Share)
    } else {
        ("means", "Means before and after", "mean", Unit::Number)
    };
    Chart {
        name: name.to_owned(),
        title: title.to_owned(),
        description: format!(
            "Each band is what is wanted. Rings are what the files have, dots what they would have; lines are intervals that hold for all \
             targets together with {}.",
            numbers::confidence(found.asked.confidence)
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new(axis, unit),
            of: "target".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("before", Color::Grey).shaped(Shape::Ring), Series::new("after", Color::Blue)],
            rows,
            band: None,
            holds: Vec::new(),
        }),
    }
}

fn value(target: &Target, measure: &Measure) -> Value {
    let [text, range] = measured(target, measure);
    Value { number: measure.value, interval: measure.interval.map(show::ends), text, range }
}

/// The numbers, those that stay as well.
fn numbers_of(found: &Balance) -> Table {
    let columns = ["number", "before", "after", "range", "step", "cost of a step", "files"].map(str::to_owned).into();
    let row = |(index, number): (usize, &equipoise_sim::studies::balance::Number)| {
        let after = found.best().map_or(number.before, |sheet| sheet.values[index]);
        vec![
            show::shown(&number.name()),
            number.before.to_string(),
            after.to_string(),
            format!("{} to {}", number.range[0], number.range[1]),
            number.step.to_string(),
            numbers::rough(number.cost),
            show::shown(&number.files.join(", ")),
        ]
    };
    Table { columns, rows: found.numbers.iter().enumerate().map(row).collect() }
}

fn targets_of(found: &Balance) -> Table {
    let columns = ["target", "wanted", "before", "interval", "after", "interval", "verdict"].map(str::to_owned).into();
    let row = |(index, target): (usize, &Target)| {
        let cells =
            |measure: Option<&Measure>| measure.map_or_else(Default::default, |measure| measured(target, measure));
        let after = found.best().map(|sheet| &sheet.measures[index]);
        let verdict = after.map_or_else(String::new, |after| after.verdict.name().to_owned());
        let mut row = vec![show::shown(&target.name()), wanted(target)];
        row.extend(cells(found.before.as_ref().map(|before| &before[index])));
        row.extend(cells(after));
        row.push(verdict);
        row
    };
    Table { columns, rows: found.targets.iter().enumerate().map(row).collect() }
}

/// The best sheets.
fn sheets_of(found: &Balance) -> Table {
    let mut columns = ["sheet", "cost", "changes"].map(str::to_owned).to_vec();
    columns.extend(found.targets.iter().map(|target| show::shown(&target.name())));
    let row = |(index, sheet): (usize, &equipoise_sim::studies::balance::Sheet)| {
        let mut row = vec![(index + 1).to_string(), numbers::rough(sheet.cost), changes(found, sheet).join(", ")];
        row.extend(
            found.targets.iter().zip(&sheet.measures).map(|(target, measure)| measured(target, measure)[0].clone()),
        );
        row
    };
    Table { columns, rows: found.sheets.iter().enumerate().map(row).collect() }
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Balance>, command: &[String]) -> String {
    let balance = &found.result;
    let is_fine = balance.is_reached();
    let lead = html! {
        @for (index, line) in sentences(balance).iter().enumerate() {
            @if index == 0 { p.lead.good[is_fine].bad[!is_fine] { (show::sentence(line)) } }
            @else { p { (show::sentence(line)) } }
        }
    };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "The targets" }
            p.faint {
                (numbers::encounters(balance.asked.encounters)) " for each fight, fresh ones after those of the search, with the dice of seed "
                (balance.asked.seed) "; " (numbers::grouped(balance.played)) " in all."
            }
            (figures("", &charts(balance)))
            (table("The targets", &targets_of(balance)))
        }
        section aria-labelledby="numbers" { h2 #numbers { "The numbers" } (table("The numbers", &numbers_of(balance))) }
        section aria-labelledby="sheets" { h2 #sheets { "The best sheets" } (table("The best sheets", &sheets_of(balance))) }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{}: balance", show::shown(&balance.names.join(", ")));
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
