//! The page of one side against every row of a roster: dots with intervals, a row for each, and what it costs.

use equipoise_charts::{
    Axis, Band, Chart, Color, Mark, Plot, Row as ChartRow, Rows, Series, Shape, Style, Table, Unit, Value,
};
use equipoise_engine::Winner;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::stand_out;
use equipoise_sim::studies::gauntlet::ask::Place;
use equipoise_sim::studies::gauntlet::{Fit, Gauntlet, Row};
use equipoise_sim::studies::report::{Mean, Share};
use equipoise_sim::studies::study::{self, Found};
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts: without a fit there are no distances from it.
pub fn names(asked: &study::Gauntlet) -> Vec<&'static str> {
    if asked.by.is_some() { vec!["wins", "distances"] } else { vec!["wins"] }
}

/// The shares of wins, and if rows are held against a fit their distances from it.
pub fn charts(found: &Gauntlet) -> Vec<Chart> {
    let chart = |name: &&str| if *name == "wins" { wins(found) } else { distances(found) };
    names(&found.asked).iter().map(chart).collect()
}

fn won(row: &Row) -> &Share {
    &row.winners[Winner::Party.index()]
}

/// The row, with its number in the column of the fit.
fn name(found: &Gauntlet, row: &Row) -> String {
    let by = found.asked.by.as_ref().zip(row.by).map(|(column, by)| format!(" ({} {by})", show::shown(column)));
    show::shown(&found.name_of(row)) + &by.unwrap_or_default()
}

fn note(fit: Option<Fit>) -> String {
    fit.and_then(|fit| fit.stands_out).map_or_else(String::new, |stands_out| stands_out.name().to_owned())
}

fn rows(found: &Gauntlet, marks: impl Fn(&Row) -> Vec<Mark>) -> Vec<ChartRow> {
    let row = |row: &Row| ChartRow { name: name(found, row), marks: marks(row), band: None, note: note(row.fit) };
    found.rows.iter().map(row).collect()
}

fn wins(found: &Gauntlet) -> Chart {
    let has_fit = found.asked.by.is_some();
    let fitted = |row: &Row, fit: Fit| {
        let text = numbers::share(&Share { share: fit.share, ..*won(row) });
        Mark {
            series: 1,
            name: "fit".to_owned(),
            value: Some(Value { number: fit.share, interval: None, text, range: String::new() }),
        }
    };
    let marks = |row: &Row| {
        let share = Mark { series: 0, name: String::new(), value: Some(show::share(won(row))) };
        [share].into_iter().chain(row.fit.map(|fit| fitted(row, fit))).collect()
    };
    let ring = Series { shape: Shape::Ring, ..Series::new("fit", Color::Grey) };
    Chart {
        name: "wins".to_owned(),
        title: "How often the party wins".to_owned(),
        description: format!(
            "Lines are {} intervals.{}",
            numbers::confidence(found.asked.confidence),
            if has_fit { " Rings: the monotone fit." } else { "" }
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new("share of fights that the party wins", Unit::Share),
            of: found.asked.place.side().name().to_owned(),
            style: Style::Dots,
            series: [Series::new("party wins", Color::Blue)].into_iter().chain(has_fit.then_some(ring)).collect(),
            rows: rows(found, marks),
            band: None,
            holds: vec![0.0, 1.0],
        }),
    }
}

fn distances(found: &Gauntlet) -> Chart {
    let marks = |row: &Row| {
        let value = row.fit.map(|fit| {
            let [text, range] = numbers::points(fit.distance, fit.interval);
            Value { number: fit.distance, interval: Some([fit.interval.lo, fit.interval.hi]), text, range }
        });
        vec![Mark { series: 0, name: String::new(), value }]
    };
    let by = found.asked.by.as_deref().map(show::shown).unwrap_or_default();
    Chart {
        name: "distances".to_owned(),
        title: format!("Who stands out for the {by}"),
        description: format!(
            "The party's share of wins less that of the monotone fit. Lines are intervals that hold for all rows together with {}.",
            numbers::confidence(found.asked.confidence)
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new("distance from the fit", Unit::Points),
            of: found.asked.place.side().name().to_owned(),
            style: Style::Dots,
            series: vec![Series::new("distance", Color::Blue)],
            rows: rows(found, marks),
            band: Some(Band { lo: Some(0.0), hi: Some(0.0), name: "the fit".to_owned() }),
            holds: Vec::new(),
        }),
    }
}

/// Everything about all rows.
fn all(found: &Gauntlet) -> Table {
    let mut columns = vec![found.asked.place.side().name().to_owned()];
    columns.extend(["party wins", "interval", "nobody"].map(str::to_owned));
    columns.extend(found.asked.by.iter().flat_map(|_| ["fit", "off by", "interval", "stands out"].map(str::to_owned)));
    columns.extend(["rounds", "interval", "a death", "interval", "dies most"].map(str::to_owned));
    columns.extend(found.points.iter().flat_map(|points| [format!("{points} lost"), "interval".to_owned()]));
    let row = |row: &Row| {
        let (share, of_share) = (numbers::share, numbers::share_interval);
        let mut cells = vec![name(found, row), share(won(row)), of_share(won(row)), share(&found.unwon(row))];
        if let Some(fit) = row.fit {
            let [distance, interval] = numbers::points(fit.distance, fit.interval);
            cells.extend([share(&Share { share: fit.share, ..*won(row) }), distance, interval, note(Some(fit))]);
        }
        let most = row.dies_most().map(|death| format!("{} {}", show::shown(&death.combatant), share(&death.share)));
        cells.extend([numbers::mean(&row.rounds), numbers::mean_interval(&row.rounds)]);
        cells.extend([share(&row.any_dead), of_share(&row.any_dead), most.unwrap_or_else(|| "–".to_owned())]);
        for lost in &row.lost {
            let encounters = Some(found.asked.encounters);
            let mean = Mean { encounters, mean: lost.mean, sd: None, interval: lost.interval, is_share: false };
            cells.extend([numbers::mean(&mean), numbers::mean_interval(&mean)]);
        }
        cells
    };
    Table { columns, rows: found.rows.iter().map(row).collect() }
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Gauntlet>, command: &[String]) -> String {
    let gauntlet = &found.result;
    let asked = &gauntlet.asked;
    let roster = show::shown(&asked.roster.display().to_string());
    let who = match asked.place {
        Place::Enemies => "The party against every row of",
        Place::Party => "Every row as the party, of",
    };
    let lead = html! {
        p.lead {
            (who) " " bdi { (roster) } "."
            @for line in stand_out(gauntlet) { " " bdi { (show::sentence(&line)) } }
        }
        @if !gauntlet.refused.is_empty() {
            p.warning { (numbers::grouped(gauntlet.refused.len() as u64)) " cannot fight, and are listed below." }
        }
    };
    let refused = |row: &equipoise_sim::studies::gauntlet::Refused| {
        let count = row.count.map_or_else(String::new, |count| count.to_string());
        vec![show::shown(&row.row), count, show::shown(&row.sentence())]
    };
    let refused = Table {
        columns: ["row", "count", "why"].map(str::to_owned).into(),
        rows: gauntlet.refused.iter().map(refused).collect(),
    };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "Who wins" }
            p.faint {
                (numbers::encounters(asked.encounters)) " with each row on the same dice, those of seed " (asked.seed) "; "
                (numbers::confidence(asked.confidence)) " intervals."
            }
            (figures("", &charts(gauntlet)))
        }
        section aria-labelledby="all" { h2 #all { "All rows" } (table("All rows", &all(gauntlet))) }
        @if !refused.rows.is_empty() {
            section aria-labelledby="refused" { h2 #refused { "Cannot fight" } (table("Cannot fight", &refused)) }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{} ({}): gauntlet", show::shown(&gauntlet.scenario), gauntlet.system.name());
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
