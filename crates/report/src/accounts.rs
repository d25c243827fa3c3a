//! The deeds of combatants, their means and their targets: the part of a page about accounts.

use std::ops::Range;

use equipoise_charts::{Axis, Chart, Heat, Mark, Plot, Row, Rows, Series, Style, Table, Unit};
use equipoise_engine::{Combatant, Seed};
use equipoise_sim::output::accounts::{Row as OfMeans, Table as AllMeans, by_means};
use equipoise_sim::output::numbers;
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::report::{ByMeans, Entry, Intervals, Of};
use equipoise_sim::{Method, Plan, Report, Watch};
use maud::{Markup, html};

use crate::figure::{Level, figures_at, table};
use crate::show;

/// The most fights that a page plays with accounts.
const PLAYED: u64 = 20_000;
/// The name of the chart of who puts out whom.
const PUT_OUT: &str = "put-out";
/// The most combatants of a matrix whose names can be read.
const MATRIX_MAX: usize = 14;

/// The accounts of the first fights of a scenario.
#[derive(Debug)]
pub struct Kept(pub(crate) Report);

/// An interrupt came before the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

/// Plays the first encounters of a range with accounts, at most 20,000. `None` if the system keeps none.
///
/// # Errors
/// If an interrupt came first.
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

/// The section of a page; `of` is the id of the scenario there.
pub(crate) fn section(kept: &Kept, cast: &[Combatant], of: &str) -> Markup {
    let Kept(report) = kept;
    let unused = report.never_used();
    let all = by_means(report, &report.accounts());
    let legend = all.legend("Means per fight");
    let played = match &report.method {
        Method::Sampled { seed, ranges, encounters, .. } => {
            let start = ranges.first().map_or(0, |range| range.start);
            format!(" over {} from index {start} of seed {seed} on", numbers::encounters(*encounters))
        }
        Method::Exact { .. } => String::new(),
    };
    html! {
        h3 { "Who did what" }
        p.faint {
            "Means per fight" (played) ". Points are those dealt after armour and the like. Who is \
             put out is counted for whoever did the harm that came last, each time that it happens."
        }
        (figures_at(Level::Fourth, of, &charts(kept, cast)))
        @if is_crowded(&report.accounts(), cast) {
            p.faint { "Who puts out whom is left out, since more than " (MATRIX_MAX) " do or are: " code { "run --accounts" } " tells it." }
        }
        @for sentence in begins(report) { p { (sentence) } }
        details { summary { "All of it" } (table("Accounts", &of_all(all, cast))) p.faint { (legend) "." } }
        @if !unused.is_empty() { p { "Never used in these fights: " (show::shown(&unused.join(", "))) "." } }
    }
}

/// Sentences with the share of fights that each side begins, and the share of those that it wins.
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
pub(crate) fn charts(Kept(report): &Kept, cast: &[Combatant]) -> Vec<Chart> {
    let dealt = report.harms().into_iter().filter_map(|harm| dealt(report, harm, cast));
    dealt.chain(put_out(&report.accounts(), cast)).collect()
}

/// The names of the charts of a kind of points, and of the matrix.
pub(crate) fn names<'a>(harms: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = String> {
    harms.into_iter().map(name_of_dealt).chain([PUT_OUT.to_owned()])
}

fn name_of_dealt(harm: &str) -> String {
    format!("dealt-{harm}")
}

/// A bar for each combatant that deals points of a kind, in parts by its means.
fn dealt(report: &Report, harm: &str, cast: &[Combatant]) -> Option<Chart> {
    let accounts = report.accounts();
    let all = report.by_means(&accounts);
    let row = |combatant: &Combatant| {
        let is_deed = |means: &&ByMeans| means.combatant == combatant.id && report.part_of_side(means, harm).is_some();
        let mark = |means: &ByMeans| {
            let value = means.mean(harm).as_ref().map(show::mean);
            Mark { series: combatant.side.index(), name: show::shown(means.means), value }
        };
        let mut marks: Vec<Mark> = all.iter().filter(is_deed).map(mark).collect();
        let amount = |mark: &Mark| mark.value.as_ref().map_or(0.0, |value| value.number);
        marks.sort_by(|a, b| amount(b).total_cmp(&amount(a)));
        let is_sum = |entry: &&Entry| entry.of == Of::All && entry.combatant == combatant.id && entry.measure == harm;
        let sum = accounts.iter().find(is_sum)?;
        let note = numbers::mean(&sum.mean);
        (!marks.is_empty()).then(|| Row { name: show::name_of(&combatant.id, cast), marks, band: None, note })
    };
    let rows: Vec<Row> = cast.iter().filter_map(row).collect();
    let series =
        |side: equipoise_engine::Side| Series { name: side.to_string(), ..show::series_of_winner(side.into()) };
    (!rows.is_empty()).then(|| Chart {
        name: name_of_dealt(harm),
        title: format!("Who deals {harm}, and with what"),
        description: format!(
            "The {harm} that each combatant deals in a fight, on average, by what it uses. What goes beyond what the target had left is \
             included; what nobody dealt, such as that of a hazard, is in the table alone."
        ),
        plot: Plot::Rows(Rows {
            axis: Axis::new(format!("{harm} per fight"), Unit::Number),
            of: "combatant".to_owned(),
            style: Style::Stacked,
            series: equipoise_engine::Side::ALL.map(series).into(),
            rows,
            band: None,
            holds: vec![0.0],
        }),
    })
}

fn felled<'a>(accounts: &'a [Entry<'a>]) -> Vec<&'a Entry<'a>> {
    accounts.iter().filter(|entry| entry.target().is_some() && entry.measure == "felled").collect()
}

/// Whoever is put out, and whoever puts somebody out.
fn put_out_of<'a>(felled: &[&Entry], cast: &'a [Combatant]) -> [Vec<&'a Combatant>; 2] {
    let falls = |who: &&Combatant| felled.iter().any(|entry| entry.target() == Some(who.id.as_str()));
    let fells = |who: &&Combatant| felled.iter().any(|entry| entry.combatant == who.id);
    [cast.iter().filter(falls).collect(), cast.iter().filter(fells).collect()]
}

/// Whether too many fall or fell for a matrix that can be read.
fn is_crowded(accounts: &[Entry], cast: &[Combatant]) -> bool {
    put_out_of(&felled(accounts), cast).iter().any(|list| list.len() > MATRIX_MAX)
}

/// The matrix of who put out whom; none where nobody was put out, or where there are too many to be read.
fn put_out(accounts: &[Entry], cast: &[Combatant]) -> Option<Chart> {
    let felled = felled(accounts);
    let [down, across] = put_out_of(&felled, cast);
    if felled.is_empty() || is_crowded(accounts, cast) {
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
        name: PUT_OUT.to_owned(),
        title: "Who puts out whom".to_owned(),
        description: "How often per fight the combatant of the row is put out by that of the column; by itself if nobody else did it, as by a hazard.".to_owned(),
        plot: Plot::Heat(Heat {
            axis: Axis::new("times per fight", Unit::Number),
            across: "by".to_owned(),
            columns: names(&across),
            down: "put out".to_owned(),
            rows: names(&down),
            values,
            middle: None,
            target: None,
            holds: vec![0.0],
        }),
    })
}

/// The account of every means, with the names of the combatants.
fn of_all(all: AllMeans, cast: &[Combatant]) -> Table {
    let row = |row: OfMeans| {
        let names = [show::name_of(row.combatant, cast), show::shown(row.means)];
        names.into_iter().chain(row.cells).collect()
    };
    let columns = ["combatant", "with"].map(str::to_owned).into_iter().chain(all.columns).collect();
    Table { columns, rows: all.rows.into_iter().map(row).collect() }
}
