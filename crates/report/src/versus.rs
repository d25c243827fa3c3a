//! The page of a tournament: the matrix of who beats whom, the ranking and the cycles.

use equipoise_charts::{Axis, Band, Chart, Color, Heat, Mark, Plot, Row, Rows, Series, Style, Table, Unit, Value};
use equipoise_sim::Share;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::{
    ANSWER_COLUMNS, FIELD_COLUMNS, answer_row, best, cycles, field_row, field_told, pair_word, ranks, refused,
};
use equipoise_sim::studies::study::Found;
use equipoise_sim::studies::versus::field::{Field, Kind, Standing};
use equipoise_sim::studies::versus::{Pair, Ranked, Versus};
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 3] = ["matrix", "ranking", "field"];

/// The matrix, the ranking, and the field if there is one.
pub fn charts(versus: &Versus) -> Vec<Chart> {
    let field = versus.field.as_ref().ok().map(|found| field(versus, found));
    [matrix(versus), ranking(versus)].into_iter().chain(field).collect()
}

/// The weights of the equilibrium.
fn field(versus: &Versus, found: &Field) -> Chart {
    let row = |standing: &Standing| {
        let weight = Share { count: None, share: standing.weight, interval: standing.weight_interval };
        let [.., loss, _, dominated, sure] = field_row(versus, standing);
        let dominated = if dominated.is_empty() { dominated } else { format!(", {sure} dominated by {dominated}") };
        Row {
            name: name(versus, standing.contender),
            marks: vec![Mark { series: 0, name: String::new(), value: Some(show::share(&weight)) }],
            band: None,
            note: format!("loses {loss} points against it{dominated}"),
        }
    };
    let ranked = found.sides().iter().flat_map(|&side| found.ranked(side));
    Chart {
        name: "field".to_owned(),
        title: "What is worth playing".to_owned(),
        description: match found.kind {
            Kind::All => "The mix of contenders against which nobody gets more than half.",
            Kind::Sides => "The mix of each side from which it gains nothing by leaving.",
        }
        .to_owned(),
        plot: Plot::Rows(Rows {
            axis: Axis::new("weight in the mix", Unit::Share),
            of: "contender".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("weight", Color::Blue)],
            rows: ranked.map(row).collect(),
            band: None,
            holds: vec![0.0],
        }),
    }
}

/// The tables of the field: how each contender stands against it, and who does best against whom.
fn field_tables(versus: &Versus) -> Option<[Table; 2]> {
    let field = versus.field.as_ref().ok()?;
    let ranked = field.sides().iter().flat_map(|&side| field.ranked(side));
    let row =
        |standing: &Standing| [vec![name(versus, standing.contender)], field_row(versus, standing).into()].concat();
    let columns = |columns: &[&str]| columns.iter().map(|&column| column.to_owned()).collect();
    let standings =
        Table { columns: columns(&[&["contender"][..], &FIELD_COLUMNS].concat()), rows: ranked.map(row).collect() };
    let answers = field.answers.iter().map(|answer| answer_row(versus, answer).into()).collect();
    Some([standings, Table { columns: columns(&ANSWER_COLUMNS), rows: answers }])
}

fn name(versus: &Versus, contender: usize) -> String {
    show::shown(versus.name(contender))
}

fn matrix(versus: &Versus) -> Chart {
    let names: Vec<String> = (0..versus.contenders.len()).map(|contender| name(versus, contender)).collect();
    let mut values: Vec<Vec<Option<Value>>> = vec![vec![None; names.len()]; names.len()];
    for pair in &versus.standings.pairs {
        values[pair.first][pair.second] = Some(show::share(&pair.share(0)));
        values[pair.second][pair.first] = Some(show::share(&pair.share(1)));
    }
    Chart {
        name: "matrix".to_owned(),
        title: "Who beats whom".to_owned(),
        description:
            "The share of fights that the row wins against the column, both seatings together: blue is above half, orange below."
                .to_owned(),
        plot: Plot::Heat(Heat {
            axis: Axis::new("wins of the row", Unit::Share),
            across: "against".to_owned(),
            columns: names.clone(),
            down: "contender".to_owned(),
            rows: names,
            values,
            middle: Some(0.5),
            target: None,
            holds: vec![0.0, 1.0],
        }),
    }
}

fn ranking(versus: &Versus) -> Chart {
    let row = |ranked: &Ranked| {
        let mean = Share { count: None, share: ranked.mean, interval: Some(ranked.interval) };
        let [beats, loses, _] = ranked.verdicts;
        Row {
            name: name(versus, ranked.contender),
            marks: vec![Mark { series: 0, name: String::new(), value: Some(show::share(&mean)) }],
            band: None,
            note: format!("rank {}, beats {beats}, loses to {loses}", ranks(ranked)),
        }
    };
    Chart {
        name: "ranking".to_owned(),
        title: "Who does best".to_owned(),
        description: "The mean share of wins against each opponent, every opponent counting the same.".to_owned(),
        plot: Plot::Rows(Rows {
            axis: Axis::new("mean share of wins", Unit::Share),
            of: "contender".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("mean wins", Color::Blue)],
            rows: versus.standings.ranking.iter().map(row).collect(),
            band: Some(Band { lo: Some(0.5), hi: Some(0.5), name: "as many wins as losses".to_owned() }),
            holds: Vec::new(),
        }),
    }
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Versus>, command: &[String]) -> String {
    let versus = &found.result;
    let settings = &versus.settings;
    let columns = ["pair", "verdict", "wins of the first", "interval", "as party", "as enemies"];
    let seated = |pair: &Pair, seating: usize| {
        pair.share_when_seated(seating).map_or_else(|| "–".to_owned(), |share| numbers::share(&share))
    };
    let row = |pair: &Pair| {
        let [first, second] = [pair.first, pair.second].map(|contender| name(versus, contender));
        let share = pair.share(0);
        let (value, interval) = (numbers::share(&share), numbers::share_interval(&share));
        let word = pair_word(pair.verdict).to_owned();
        vec![format!("{first} – {second}"), word, value, interval, seated(pair, 0), seated(pair, 1)]
    };
    let pairs =
        Table { columns: columns.map(str::to_owned).into(), rows: versus.standings.pairs.iter().map(row).collect() };
    let lead = html! {
        p.lead {
            (numbers::grouped(versus.contenders.len() as u64))
            @if versus.policies { " policies against each other." } @else { " contenders, all against all." }
            @if let Some(best) = best(versus) { " " bdi { (show::sentence(&best)) } }
        }
        @if versus.is_partial() {
            p.warning { "Partial: not all matches were played, and the ranking may change with the others." }
        }
    };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "Standings" }
            p.faint {
                (numbers::encounters(settings.encounters)) " a match with the dice of seed " (settings.seed.0) "; "
                (numbers::confidence(settings.confidence)) " Wilson intervals, and verdicts that hold for all pairs together."
            }
            @for note in &versus.notes { p.faint { (show::sentence(&note.to_string())) } }
            @if let Some(words) = versus.refused().map(refused) { p.faint { (words) "." } }
            (figures("", &charts(versus)))
            @for line in cycles(versus) { p { (show::sentence(&line)) } }
        }
        section aria-labelledby="field" {
            h2 #field { "The field" }
            @for line in field_told(versus) { p { (show::sentence(&line)) } }
            @if let Some([standings, answers]) = field_tables(versus) {
                (table("The field", &standings))
                p.faint { "Losses are points that a contender gets less against the mix than the mix itself." }
                (table("Best answers", &answers))
            }
        }
        section aria-labelledby="pairs" { h2 #pairs { "All pairs" } (table("All pairs", &pairs)) }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let what = if versus.policies { "policies against each other" } else { "all against all" };
    let title = format!("{}: {what}", show::shown(&versus.scenario));
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
