//! The page of a record against a scenario: model beside record, surprising games, and the likelihood along a path.

use equipoise_charts::{
    Along, Axis, Chart, Color, Line, Lines, Mark, Plot, Row as ChartRow, Rows, Series, Shape, Style, Table, Unit, Value,
};
use equipoise_sim::output::{numbers, observed as told};
use equipoise_sim::studies::observe::{At, Column, Compared, Curve, Observed, Standing, Surprise, Test};
use equipoise_sim::studies::report::{Mean, Share};
use equipoise_sim::studies::study::{self, Found};
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts: without a path that is varied there is no curve.
pub fn names(asked: &study::Observe) -> Vec<&'static str> {
    if asked.vary.is_some() { vec!["calibration", "likelihood"] } else { vec!["calibration"] }
}

/// Shares of the model beside those of the record, if there are any, and the likelihood along a path if one is varied.
pub fn charts(found: &Observed) -> Vec<Chart> {
    let calibration = calibration(found);
    calibration.into_iter().chain(found.curve.as_ref().map(|curve| likelihood(found, curve))).collect()
}

/// The column with a value of it, as a person reads it.
fn name(column: &Column, value: &str) -> String {
    if column.is_yes_no() {
        show::shown(&column.name)
    } else {
        format!("{} {}", show::shown(&column.name), show::shown(value))
    }
}

fn calibration(found: &Observed) -> Option<Chart> {
    let mark =
        |series, name: &str, share: &Share| Mark { series, name: name.to_owned(), value: Some(show::share(share)) };
    let row = |column: &Column, value: &equipoise_sim::studies::observe::Value| {
        let Compared { expected, observed } = &value.compared;
        ChartRow {
            name: name(column, &value.value),
            marks: vec![mark(0, "record", observed), mark(1, "model", expected)],
            band: None,
            note: String::new(),
        }
    };
    let rows = found.columns.iter().flat_map(|column| column.values.iter().map(move |value| row(column, value)));
    let rows: Vec<ChartRow> = rows.collect();
    let ring = Series { shape: Shape::Ring, ..Series::new("model", Color::Grey) };
    (!rows.is_empty()).then(|| Chart {
        name: "calibration".to_owned(),
        title: "Model and record".to_owned(),
        description: format!(
            "Shares of the games, with {} intervals. Rings: shares of the model.",
            numbers::confidence(found.asked.confidence)
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new("share of games", Unit::Share),
            of: "column".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("record", Color::Blue), ring],
            rows,
            band: None,
            holds: vec![0.0, 1.0],
        }),
    })
}

/// The log-likelihood below that of the best value, so that the interval is what lies above one line.
fn likelihood(found: &Observed, curve: &Curve) -> Chart {
    let value = |at: &At| {
        let number = -at.drop?;
        // A number that rounds to 0 has no sign.
        let text = format!("{number:.2}");
        let text = if text == "-0.00" { "0.00".to_owned() } else { text };
        Some(Value::plain(number, text))
    };
    let numbers: Option<Vec<f64>> = curve.values.iter().map(|at| at.value.parse().ok()).collect();
    let is_ascending = |numbers: &Vec<f64>| numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let path = show::shown(&curve.path);
    let along = match numbers.filter(is_ascending) {
        Some(numbers) => Along::Numbers { name: path, numbers },
        None => Along::Words { name: path, words: curve.values.iter().map(|at| show::shown(&at.value)).collect() },
    };
    Chart {
        name: "likelihood".to_owned(),
        title: "Which value explains the record".to_owned(),
        description: format!(
            "The logarithm of the likelihood below the largest. The {} likelihood interval has the values above {:.2}.",
            numbers::confidence(found.asked.confidence),
            -curve.cutoff
        ),
        plot: Plot::Lines(Lines {
            axis: Axis::new("log-likelihood below the best", Unit::Number),
            along,
            lines: vec![Line {
                name: "log-likelihood".to_owned(),
                color: Color::Blue,
                values: curve.values.iter().map(value).collect(),
                exact: Vec::new(),
            }],
            target: None,
            crossing: None,
            holds: vec![0.0, -curve.cutoff],
        }),
    }
}

/// Model beside record, a row for each mean and each value.
fn compared(found: &Observed) -> Table {
    let rows = found.columns.iter().flat_map(|column| {
        let mean = column.mean.iter().map(|Compared { expected, observed }| {
            // If no encounter has the number, it has no mean.
            let mean = |mean: &Mean| if mean.encounters == Some(0) { "–".to_owned() } else { numbers::mean(mean) };
            let [model, record] = [expected, observed].map(|found| [mean(found), numbers::mean_interval(found)]);
            [vec![format!("{} (mean)", show::shown(&column.name))], model.into(), record.into()].concat()
        });
        let shares = column.values.iter().map(|value| {
            let Compared { expected, observed } = &value.compared;
            let [model, record] =
                [expected, observed].map(|share| [numbers::share(share), numbers::share_interval(share)]);
            [vec![name(column, &value.value)], model.into(), record.into()].concat()
        });
        mean.chain(shares).collect::<Vec<_>>()
    });
    let columns = ["column", "model", "interval", "record", "interval"].map(str::to_owned).into();
    Table { columns, rows: rows.collect() }
}

fn tests(found: &Observed) -> Table {
    let row = |name: String, games: u64, test: &Test| {
        vec![name, test.name.name().to_owned(), numbers::grouped(games), numbers::p(test.p), numbers::p(test.adjusted)]
    };
    let of_column = |column: &Column| -> Vec<Vec<String>> {
        column.tests.iter().map(|test| row(show::shown(&column.name), column.games, test)).collect()
    };
    let whole = found.whole.iter().map(|whole| row(told::ALL.to_owned(), found.games, &whole.test));
    let columns = ["column", "test", "games", "p", "all tests together"].map(str::to_owned).into();
    Table { columns, rows: found.columns.iter().flat_map(of_column).chain(whole).collect() }
}

fn surprising(found: &Observed) -> Table {
    let row = |surprise: &Surprise| {
        let count = if surprise.count > 1 { format!(" x{}", surprise.count) } else { String::new() };
        let game = format!("{}{count}", show::shown(&surprise.game));
        vec![game, numbers::chance(surprise.tail), told::seen(surprise), told::cells(surprise)]
    };
    let columns = ["game", "tail chance", "seen in the model", "least likely cells"].map(str::to_owned).into();
    Table { columns, rows: found.surprising.iter().map(row).collect() }
}

fn values(curve: &Curve) -> Table {
    let number = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |number| format!("{number:.2}"));
    let row = |at: &At| {
        let standing = if at.standing == Standing::Outside { "" } else { at.standing.name() };
        let value = show::shown(&at.value);
        vec![value, number(at.log_likelihood), number(at.drop), number(at.error), standing.to_owned()]
    };
    let columns = ["log-likelihood", "below the best", "standard error", "interval"].map(str::to_owned);
    let columns = [show::shown(&curve.path)].into_iter().chain(columns).collect();
    Table { columns, rows: curve.values.iter().map(row).collect() }
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Observed>, command: &[String]) -> String {
    let observed = &found.result;
    let record = show::shown(&observed.asked.games.display().to_string());
    let lead = html! {
        p.lead { (told::games(observed.games)) " of " bdi { (record) } ": " bdi { (told::verdict(observed)) } "." }
    };
    let figures_of =
        |name: &str| -> Vec<Chart> { charts(observed).into_iter().filter(|chart| chart.name == name).collect() };
    let main = html! {
        section aria-labelledby="calibration" {
            h2 #calibration { "Model and record" }
            p.faint { "The record " (told::model(observed)) "." }
            (figures("", &figures_of("calibration")))
            (table("Model and record", &compared(observed)))
        }
        section aria-labelledby="tests" {
            h2 #tests { "How unlikely the record is" }
            @for line in told::whole(observed) { p { bdi { (line) } "." } }
            (table("Tests", &tests(observed)))
        }
        @if !observed.surprising.is_empty() {
            section aria-labelledby="surprising" {
                h2 #surprising { "The most surprising games" }
                @if let Some(line) = told::most_surprising(observed) { p { bdi { (line) } "." } }
                (table("Surprising games", &surprising(observed)))
            }
        }
        @if let Some(curve) = &observed.curve {
            section aria-labelledby="likelihood" {
                h2 #likelihood { "Which value explains the record" }
                @for line in told::curve(observed) { p { bdi { (line) } "." } }
                (figures("", &figures_of("likelihood")))
                (table("Values", &values(curve)))
            }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{} ({}): games", show::shown(&observed.scenario), observed.system.name());
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
