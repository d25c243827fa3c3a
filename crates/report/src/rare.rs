//! The page of a rare event: its chance, and how it was reached.

use equipoise_charts::{Along, Axis, Chart, Color, Line, Lines, Plot, Table, Unit, Value};
use equipoise_sim::output::numbers;
use equipoise_sim::studies::rare::{Level, Rare, RareMethod};
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 1] = ["levels"];

/// The levels of importance, the event last; none where the chance is exact.
fn levels(rare: &Rare) -> &[Level] {
    match &rare.method {
        RareMethod::Exact { .. } => &[],
        RareMethod::Sampled { levels, .. } => levels,
    }
}

/// A chart of how much rarer each level is; empty if fewer than two levels were reached.
pub fn charts(rare: &Rare) -> Vec<Chart> {
    let reached: Vec<&Level> = levels(rare).iter().filter(|level| level.chance > 0.0).collect();
    if reached.len() < 2 {
        return Vec::new();
    }
    vec![Chart {
        name: "levels".to_owned(),
        title: "How rare each level is".to_owned(),
        description: "By level of importance, the event last: the power of ten of the chance that a fight gets there."
            .to_owned(),
        plot: Plot::Lines(Lines {
            axis: Axis::new("power of ten of the chance", Unit::Number),
            along: Along::Numbers {
                name: "level".to_owned(),
                numbers: (1..=reached.len()).map(|level| level as f64).collect(),
            },
            lines: vec![Line {
                name: "chance".to_owned(),
                color: Color::Blue,
                values: reached.iter().map(|level| Some(power_of_ten(level.chance))).collect(),
                exact: Vec::new(),
            }],
            target: None,
            crossing: None,
            holds: vec![0.0],
        }),
    }]
}

/// The power of ten of a chance, rounded to what all mathematical libraries agree on, with the chance as its text.
fn power_of_ten(chance: f64) -> Value {
    const GRID: f64 = 1e6;
    let number = (chance.log10() * GRID).round() / GRID;
    Value { number, interval: None, text: numbers::chance(chance), range: String::new() }
}

/// The page; `command` makes it again.
pub fn page(found: &Found<Rare>, command: &[String]) -> String {
    let rare = &found.result;
    let sentences = rare.sentences();
    let row = |(number, level): (usize, &Level)| {
        let importance =
            level.importance.map_or_else(|| "the event".to_owned(), |importance| format!("{importance:.3}"));
        vec![(number + 1).to_string(), importance, numbers::chance(level.portion), numbers::chance(level.chance)]
    };
    let all = levels(rare);
    let reached = Table {
        columns: ["level", "importance", "get there from the level before", "chance of a fight"]
            .map(str::to_owned)
            .into(),
        rows: all.iter().enumerate().map(row).collect(),
    };
    let main = html! {
        section aria-labelledby="chance" {
            h2 #chance { "The chance" }
            p { "Of the event " code { (show::shown(&rare.event)) } " in a fight." }
            @for sentence in sentences.iter().skip(1) { p.faint { (sentence) "." } }
        }
        @if all.len() > 1 {
            section aria-labelledby="levels" {
                h2 #levels { "How it is reached" }
                p {
                    "Fights that came nearer to the event were played on, many times each. Importance says how near a state is, from 0 to 1."
                }
                (figures("", &charts(rare)))
                (table("Levels of importance", &reached))
            }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let lead = html! { p.lead { (show::shown(&rare.event)) ": " (sentences.first().map_or("", String::as_str)) } };
    let title = format!("{} ({}): rare", show::shown(&rare.scenario), rare.system);
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
