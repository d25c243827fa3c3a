//! Who did what, with what, and to whom: the part of a page about accounts.

use std::ops::Range;

use equipoise_charts::{Axis, Chart, Heat, Mark, Plot, Row, Rows, Series, Style, Table, Unit};
use equipoise_engine::{Combatant, Seed};
use equipoise_sim::output::numbers;
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::report::{Entry, Intervals};
use equipoise_sim::{Mean, Method, Plan, Report, Watch};
use maud::{Markup, html};

use crate::figure::{figures, table};
use crate::show;

/// The most fights that a page plays with accounts.
const PLAYED: u64 = 20_000;
/// The most combatants of a matrix whose names can be read.
const MATRIX_MAX: usize = 14;

/// The accounts of the first fights of a scenario.
#[derive(Debug)]
pub struct Kept(Report);

/// An interrupt came before the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

/// Plays the first encounters of a range with accounts, at most 20,000. `None` if the system keeps none.
///
/// # Errors
/// When an interrupt came first.
pub fn kept(
    loaded: &Loaded,
    seed: Seed,
    range: Range<u64>,
    confidence: f64,
    watch: &Watch,
) -> Result<Option<Kept>, Interrupted> {
    let Some(fights) = loaded.with_accounts() else { return Ok(None) };
    let run = fights.run(&Plan::new(seed, range.start..range.end.min(range.start.saturating_add(PLAYED))), watch);
    let report = Report::of_run((&loaded.name, loaded.system.name()), &run, seed, confidence, Intervals::Fixed);
    if run.complete { Ok(Some(Kept(report))) } else { Err(Interrupted) }
}

/// The section of a page.
pub(crate) fn section(Kept(report): &Kept, cast: &[Combatant]) -> Markup {
    let unused = report.never_used();
    let played = match &report.method {
        Method::Sampled { seed, ranges, encounters, .. } => {
            let start = ranges.first().map_or(0, |range| range.start);
            format!("{} from index {start} of seed {seed}", numbers::encounters(*encounters))
        }
        Method::Exact { .. } => String::new(),
    };
    html! {
        h3 { "Who did what" }
        p.faint {
            "Means per fight of a sample of its own, with accounts: " (played) ". Points are those dealt after armour and the like. Who is \
             put out is counted for whoever did the harm that came last, each time that it happens."
        }
        (figures(&charts(report, cast)))
        @for sentence in begins(report) { p { (sentence) } }
        details { summary { "All of it" } (table("Accounts", &all(report, cast))) }
        @if !unused.is_empty() { p { "Never used in these fights: " (show::shown(&unused.join(", "))) "." } }
    }
}

/// How often each side begins, and how often it wins then.
fn begins(report: &Report) -> Vec<String> {
    let told = |(side, found): (equipoise_engine::Side, Option<[equipoise_sim::Share; 2]>)| {
        let [acts, wins] = found?;
        let (begins, wins_then) = (numbers::share(&acts), show::share(&wins).told());
        let verb = if side == equipoise_engine::Side::Party { ["begins", "wins"] } else { ["begin", "win"] };
        Some(format!("The {side} {} in {begins} of these fights, and {} {wins_then} of those.", verb[0], verb[1]))
    };
    equipoise_engine::Side::ALL.into_iter().zip(report.first()).filter_map(told).collect()
}

/// The charts: for each kind of points who dealt them with what, and who put out whom.
fn charts(report: &Report, cast: &[Combatant]) -> Vec<Chart> {
    let accounts = report.accounts();
    let dealt = report.harms().into_iter().filter_map(|harm| dealt(&accounts, harm, cast));
    dealt.chain(put_out(&accounts, cast)).collect()
}

/// Bars of the points of a kind, by combatant and means.
fn dealt(accounts: &[Entry], harm: &str, cast: &[Combatant]) -> Option<Chart> {
    let rows_of = |combatant: &Combatant| {
        let of = accounts.iter().filter(|entry| entry.combatant == combatant.id && entry.measure == harm);
        let mut of: Vec<(&str, Mean)> = of.filter_map(|entry| Some((entry.means()?, entry.mean))).collect();
        of.retain(|(_, mean)| mean.mean > 0.0);
        of.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
        let row = |(means, mean): (&str, Mean)| Row {
            name: format!("{}: {}", show::name_of(&combatant.id, cast), show::shown(means)),
            marks: vec![Mark { series: combatant.side.index(), name: String::new(), value: Some(show::mean(&mean)) }],
            band: None,
            note: String::new(),
        };
        of.into_iter().map(row).collect::<Vec<Row>>()
    };
    let rows: Vec<Row> = cast.iter().flat_map(rows_of).collect();
    let series =
        |side: equipoise_engine::Side| Series { name: side.to_string(), ..show::series_of_winner(side.into()) };
    (!rows.is_empty()).then(|| Chart {
        name: format!("dealt-{harm}"),
        title: format!("Who deals {harm}, and with what"),
        description: format!(
            "The {harm} that each combatant deals in a fight, on average. A cause that is nobody's deed stands beside whom it \
             harms."
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new(format!("{harm} per fight"), Unit::Number),
            of: "combatant".to_owned(),
            style: Style::Bars,
            series: equipoise_engine::Side::ALL.map(series).into(),
            rows,
            band: None,
            holds: vec![0.0],
        }),
    })
}

/// The matrix of who put out whom; none where nobody was put out, or where there are too many to be read.
fn put_out(accounts: &[Entry], cast: &[Combatant]) -> Option<Chart> {
    let felled: Vec<&Entry> =
        accounts.iter().filter(|entry| entry.target().is_some() && entry.measure == "felled").collect();
    let falls = |who: &&Combatant| felled.iter().any(|entry| entry.target() == Some(who.id.as_str()));
    let fells = |who: &&Combatant| felled.iter().any(|entry| entry.combatant == who.id);
    let (down, across): (Vec<_>, Vec<_>) = (cast.iter().filter(falls).collect(), cast.iter().filter(fells).collect());
    if felled.is_empty() || down.len().max(across.len()) > MATRIX_MAX {
        return None;
    }
    let names = |list: &[&Combatant]| list.iter().map(|who| show::name_of(&who.id, cast)).collect();
    let value = |target: &Combatant, author: &Combatant| {
        let entry =
            felled.iter().find(|entry| entry.combatant == author.id && entry.target() == Some(target.id.as_str()));
        entry.map(|entry| show::mean(&entry.mean))
    };
    let values = down.iter().map(|target| across.iter().map(|author| value(target, author)).collect()).collect();
    Some(Chart {
        name: "put-out".to_owned(),
        title: "Who puts out whom".to_owned(),
        description: "How often per fight the combatant of the row is put out by that of the column; by itself where no deed did it.".to_owned(),
        plot: Plot::Heat(Heat {
            axis: Axis::new("times per fight", Unit::Number),
            across: "by".to_owned(),
            columns: names(&across),
            down: "put out".to_owned(),
            rows: names(&down),
            values,
            target: None,
            holds: vec![0.0],
        }),
    })
}

/// Every number above 0.
fn all(report: &Report, cast: &[Combatant]) -> Table {
    let row = |entry: &Entry| {
        let told = show::mean(&entry.mean);
        let interval = numbers::mean_interval(&entry.mean);
        let with = entry.means().map_or_else(String::new, show::shown);
        let target = entry.target().map_or_else(String::new, |target| show::name_of(target, cast));
        vec![show::name_of(entry.combatant, cast), with, target, entry.measure.replace('_', " "), told.text, interval]
    };
    let rows = report
        .accounts()
        .iter()
        .filter(|entry| entry.mean.mean > 0.0 && !entry.combatant.is_empty())
        .map(row)
        .collect();
    Table { columns: ["combatant", "with", "to", "what", "per fight", "interval"].map(str::to_owned).into(), rows }
}
