//! The page of a comparison: differences with the margin shaded, and verdicts in words.

use equipoise_charts::{Axis, Band, Chart, Color, Mark, Plot, Row, Rows, Series, Shape, Style, Table, Unit, Value};
use equipoise_sim::Interval;
use equipoise_sim::kernel::quantity::Kind;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::wanted;
use equipoise_sim::output::words::{short_value, visible};
use equipoise_sim::stats::paired::{Difference, Discordant};
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
const ROWS_MAX: usize = 16;

/// The charts of the differences that are chosen: of shares, and of means as parts of the first, the largest first. Numbers that were the
/// same in every encounter are left out, and shares that say what another one says.
pub fn charts(compared: &Compared, only: &Only) -> Vec<Chart> {
    let chosen = |judged: &&Judged| only.takes(&judged.difference.name) && !judged.difference.is_always_zero();
    let (mut shares, mut means): (Vec<&Judged>, Vec<&Judged>) =
        compared.values.iter().filter(chosen).partition(|judged| judged.difference.discordant.is_some());
    let all_shares = shares.len();
    shares.retain({
        let mut seen: Vec<Discordant> = Vec::new();
        move |judged| says_more(judged, &mut seen)
    });
    let mirrored = all_shares - shares.len();
    shares.sort_by(|a, b| b.difference.difference.abs().total_cmp(&a.difference.difference.abs()));
    let size = |judged: &Judged| relative(&judged.difference).map_or(0.0, |value| value.number.abs());
    means.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let confidence = numbers::confidence(compared.confidence);
    let about = format!("The second minus the first, with {confidence} intervals.");
    let band = compared.margin.map(|margin| Band { lo: Some(-margin), hi: Some(margin), name: margin_name(margin) });
    let about = if mirrored > 0 {
        format!(
            "{about} {mirrored} more, with the same numbers as one of these or the opposite ones, are in the table alone."
        )
    } else {
        about
    };
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

/// Whether a share has other numbers of discordant encounters than those that were seen before, whichever way: that the enemies win says nothing
/// more than that the party does not.
fn says_more(judged: &Judged, seen: &mut Vec<Discordant>) -> bool {
    let Some(discordant) = judged.difference.discordant else { return true };
    let mirror = Discordant { first_only: discordant.second_only, second_only: discordant.first_only };
    let is_new = !seen.contains(&discordant) && !seen.contains(&mirror);
    seen.push(discordant);
    is_new
}

/// The meaning of the margin in words: `margin: up to 1 point does not matter`.
fn margin_name(margin: f64) -> String {
    let points = wanted(margin, Kind::Share);
    let points = points.trim_end_matches('%');
    format!("margin: up to {points} {} not matter", if points == "1" { "point does" } else { "points do" })
}

/// The index of the series that a verdict belongs to, among [`verdicts`].
const fn series_of(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Different => 0,
        Verdict::Same { .. } | Verdict::Identical | Verdict::Unchanged => 1,
        Verdict::Undecided => 2,
    }
}

/// Looks of the marks of each verdict: colours and shapes, each of which tells them apart by itself.
fn verdicts() -> Vec<Series> {
    vec![
        Series::new("different", Color::Blue),
        Series::new("same", Color::Green).shaped(Shape::Square),
        Series::new("undecided", Color::Black).shaped(Shape::Ring),
    ]
}

/// A difference of means in percent of the first; none where that is 0.
fn relative(found: &Difference) -> Option<Value> {
    let part = |number: f64| number / found.first;
    (found.first > 0.0).then(|| {
        let interval = found.interval.map(|Interval { lo, hi }| Interval { lo: part(lo), hi: part(hi) });
        let [text, range] = numbers::relative(part(found.difference), interval);
        Value { number: part(found.difference), interval: interval.map(show::ends), text, range }
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
        Some(Row {
            name: short_value(&judged.difference.name),
            marks: vec![Mark { series: series_of(judged.verdict), name: String::new(), value: Some(value) }],
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
            series: verdicts(),
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
        Verdict::Unchanged => "The party won the very same fights in both",
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
        let together = judged.p_holm.map_or_else(|| "-".to_owned(), numbers::p);
        let mark = if judged.is_different_together(compared.confidence) { "*" } else { "" };
        vec![name, first, second, by, interval, p, together, format!("{}{mark}", judged.verdict)]
    };
    let chosen = compared.values.iter().filter(|judged| only.takes(&judged.difference.name));
    let has_too_few = chosen.clone().any(|judged| judged.difference.interval.is_none());
    let columns = ["number", "first", "second", "by", "interval", "p", "p of all", "verdict"];
    let columns = columns.map(str::to_owned).into();
    let tested = compared.values.iter().filter(|judged| judged.p_holm.is_some()).count();
    let (unchanged, differing): (Vec<&Judged>, Vec<&Judged>) =
        chosen.partition(|judged| judged.difference.is_always_zero());
    let unchanged: Vec<String> = unchanged.iter().map(|judged| short_value(&judged.difference.name)).collect();
    let all = Table { columns, rows: differing.into_iter().map(row).collect() };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "What differs" }
            p.faint {
                (fresh) (numbers::encounters(compared.encounters)) " on each side with the dice of seed " (compared.seed)
                ", fight by fight; each interval and verdict has a confidence of " (numbers::confidence(compared.confidence)) "."
            }
            (figures("", &charts(compared, only)))
        }
        section aria-labelledby="all" {
            h2 #all { "All differences" }
            @if tested > 0 {
                p.faint {
                    "Some of many numbers look different by chance. "
                    b { "p of all" } " is the p-value adjusted for all " (numbers::grouped(tested as u64))
                    " numbers that differ in some fight (Holm); with * a difference holds with "
                    (numbers::confidence(compared.confidence)) " for all of them together."
                }
            }
            @if !all.rows.is_empty() { (table("All differences", &all)) }
            @if !unchanged.is_empty() { p.faint { "The same in every encounter: " (unchanged.join(", ")) "." } }
            @if has_too_few { p.faint { (numbers::TOO_FEW) "." } }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{}: a comparison", show::shown(&compared.first));
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
