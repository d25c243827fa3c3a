//! The page of a test: which expectations pass, with their bands drawn.

use equipoise_charts::{Axis, Band, Chart, Color, Mark, Plot, Row, Rows, Series, Shape, Style, Table, Unit, Value};
use equipoise_engine::scenario::Band as Wanted;
use equipoise_sim::output::numbers;
use equipoise_sim::output::verdicts::{expected, fights, found, name, sentence, summary};
use equipoise_sim::output::words::visible;
use equipoise_sim::studies::study::Found;
use equipoise_sim::studies::test::{ERROR, Expected, Judged, Refused, Tested, Verdict};
use maud::{Markup, html};

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The chart of all shares.
const SHARES: &str = "shares";

/// The names of the charts: one of all shares, and one for each other number.
pub fn names(all: &[Expected]) -> Vec<String> {
    let shares = all.iter().any(|expected| expected.is_share).then(|| SHARES.to_owned());
    let others = all.iter().filter(|expected| !expected.is_share).map(|expected| expected.name.clone());
    shares.into_iter().chain(others).collect()
}

/// The numbers that were found, with the bands that were expected.
pub fn charts(tested: &Tested) -> Vec<Chart> {
    let (shares, others): (Vec<&Judged>, Vec<&Judged>) =
        tested.judged.iter().partition(|judged| judged.expected.is_share);
    let shares = (!shares.is_empty()).then(|| chart(SHARES, "Shares", (Unit::Share, "share"), &shares));
    let others = others.into_iter().map(|judged| {
        let expected = &judged.expected.name;
        chart(expected, &show::shown(expected), (Unit::Number, "number"), &[judged])
    });
    shares.into_iter().chain(others).collect()
}

fn chart(chart: &str, title: &str, (unit, axis): (Unit, &str), all: &[&Judged]) -> Chart {
    let row = |judged: &&Judged| {
        let Wanted { at_least, at_most } = judged.expected.band;
        let band = Band { lo: at_least, hi: at_most, name: format!("expected: {}", expected(&judged.expected)) };
        let series = match judged.look.verdict {
            Verdict::Pass => 0,
            Verdict::Fail => 1,
            Verdict::Undecided => 2,
        };
        Row {
            name: name(&judged.expected),
            marks: vec![Mark { series, name: String::new(), value: value(judged) }],
            band: Some(band),
            note: judged.look.verdict.name().to_owned(),
        }
    };
    Chart {
        name: chart.to_owned(),
        title: title.to_owned(),
        description: "Each band is what is expected; a dot is what was found, the line across it its interval."
            .to_owned(),
        plot: Plot::Rows(Rows {
            axis: Axis::new(axis, unit),
            of: "number".to_owned(),
            style: Style::Dots,
            series: vec![
                Series::new("pass", Color::Blue),
                Series::new("fail", Color::Vermilion).shaped(Shape::Square),
                Series::new("undecided", Color::Black).shaped(Shape::Ring),
            ],
            rows: all.iter().map(row).collect(),
            band: None,
            holds: Vec::new(),
        }),
    }
}

fn value(judged: &Judged) -> Option<Value> {
    let [text, range] = found(judged);
    let interval = judged.look.interval.map(show::ends).filter(|ends| ends.iter().all(|end| end.is_finite()));
    Some(Value { number: judged.look.value?, interval, text, range })
}

/// The page of all scenarios, each with the command that makes it again, after those that could not be judged.
pub fn page(all: &[Found<Tested>], refused: &[Refused]) -> String {
    let tested: Vec<&Tested> = all.iter().map(|found| &found.result).collect();
    let title = match tested[..] {
        [only] if refused.is_empty() => format!("{}: {}", show::shown(&only.scenario), only.verdict().name()),
        [only] => format!("{} and files that cannot be judged", show::shown(&only.scenario)),
        [first, ..] => format!("Expectations of {} and {} more", show::shown(&first.scenario), tested.len() - 1),
        [] => "Expectations that cannot be judged".to_owned(),
    };
    let is_fine = refused.is_empty() && tested.iter().all(|tested| tested.verdict() == Verdict::Pass);
    let lead = html! { p.lead.good[is_fine].bad[!is_fine] { (summary(&tested, refused.len())) "." } };
    // Scenarios that fail or are undecided come first; a single scenario is never folded away.
    let mut ordered: Vec<(&Found<Tested>, usize)> = all.iter().zip(1..).collect();
    ordered.sort_by_key(|(found, _)| match found.result.verdict() {
        Verdict::Fail => 0,
        Verdict::Undecided => 1,
        Verdict::Pass => 2,
    });
    let first_pass = ordered.iter().position(|(found, _)| found.result.verdict() == Verdict::Pass);
    let split = if all.len() == 1 { 1 } else { first_pass.unwrap_or(ordered.len()) };
    let (unfolded, folded) = ordered.split_at(split);
    let main = html! {
        @for one in refused { (of_refused(one)) }
        @for (found, number) in unfolded { (of_scenario(found, *number)) }
        @if !folded.is_empty() {
            section aria-labelledby="passed" {
                h2 #passed { (numbers::grouped(folded.len() as u64)) @if folded.len() == 1 { " scenario passes" } @else { " scenarios pass" } }
                @for (found, number) in folded {
                    details {
                        summary { bdi { (heading(&found.result)) } }
                        (of_scenario(found, *number))
                    }
                }
            }
        }
    };
    let record = all.iter().map(|found| found.line() + "\n").collect();
    Page { title, lead, contents: html! {}, main, record }.document()
}

fn of_refused(refused: &Refused) -> Markup {
    html! {
        section.scenario {
            h2 { bdi { (visible(&refused.source)) } ": " (ERROR) }
            @for sentence in refused.sentences() { p.bad { (visible(&sentence)) } }
        }
    }
}

fn of_scenario(found: &Found<Tested>, number: usize) -> Markup {
    let tested = &found.result;
    let id = format!("scenario-{number}");
    let columns = ["number", "verdict", "expected", "found", "interval", "fights"].map(str::to_owned).into();
    let rows = tested.judged.iter().map(row).collect();
    let title = heading(tested);
    html! {
        section.scenario aria-labelledby=(id) {
            h2 id=(id) { bdi { (title) } ": " (tested.verdict().name()) }
            @if tested.is_interrupted { p.warning { "Partial: an interrupt left what is undecided." } }
            p.faint { (how(tested)) }
            (table(&format!("Expectations of {title}"), &Table { columns, rows }))
            @for judged in tested.judged.iter().filter(|judged| judged.look.verdict != Verdict::Pass) {
                p.bad { (visible(&sentence(judged))) "." }
            }
            (figures(&id, &charts(tested)))
            h3 { "Where this comes from" }
            (source::section(&[("These verdicts are made by", found.provenance.study.command())], &found.provenance))
        }
    }
}

fn heading(tested: &Tested) -> String {
    format!("{} ({})", show::shown(&tested.scenario), tested.system.name())
}

fn row(judged: &Judged) -> Vec<String> {
    let [value, interval] = found(judged);
    let verdict = judged.look.verdict.name().to_owned();
    vec![name(&judged.expected), verdict, expected(&judged.expected), value, interval, fights(judged)]
}

fn how(tested: &Tested) -> String {
    match tested.settings.method.sampling() {
        Some(sampling) if tested.encounters > 0 => format!(
            "{} with the dice of seed {}; all verdicts hold together with a confidence of {}.",
            numbers::encounters(tested.encounters),
            tested.settings.seed.0,
            numbers::confidence(sampling.confidence)
        ),
        _ => "Solved exactly.".to_owned(),
    }
}
