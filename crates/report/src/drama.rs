//! The page of a drama: by when fights are decided, and how much their odds move.

use equipoise_charts::{Along, Axis, Chart, Color, Line, Lines, Plot, Table, Unit};
use equipoise_sim::output::numbers;
use equipoise_sim::studies::drama::{AfterRound, Drama, DramaMethod, Measure};
use equipoise_sim::studies::report::Share;
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 1] = ["open"];

/// Rounds after which fewer fights than this go on are not drawn.
const FEW: f64 = 0.005;
/// The chart has no more rounds.
const ROUNDS_MAX: usize = 120;

fn shown(drama: &Drama) -> impl Iterator<Item = &AfterRound> {
    drama.after_rounds.iter().take_while(|after| after.going_on.share >= FEW).take(ROUNDS_MAX)
}

/// A chart of the fights that go on and that are open, round by round; empty if no fight goes on after the set-up.
pub fn charts(drama: &Drama) -> Vec<Chart> {
    let rounds: Vec<f64> = shown(drama).map(|after| f64::from(after.round)).collect();
    if rounds.is_empty() {
        return Vec::new();
    }
    let line = |name: &str, color, share: fn(&AfterRound) -> Share| Line {
        name: name.to_owned(),
        color,
        values: shown(drama).map(|after| Some(show::share(&share(after)))).collect(),
        exact: Vec::new(),
    };
    vec![Chart {
        name: "open".to_owned(),
        title: "How long fights are open".to_owned(),
        description:
            "The share of all fights that go on after a round, and of those whose odds are from 10% to 90% then."
                .to_owned(),
        plot: Plot::Lines(Lines {
            axis: Axis::new("share of all fights", Unit::Share),
            along: Along::Numbers { name: "round".to_owned(), numbers: rounds },
            lines: vec![
                line("go on", Color::Grey, |after| after.going_on),
                line("are open", Color::Blue, |after| after.open),
            ],
            target: None,
            crossing: None,
            holds: vec![0.0],
        }),
    }]
}

/// The page; `command` makes it again.
pub fn page(found: &Found<Drama>, command: &[String]) -> String {
    let drama = &found.result;
    let row = |name: &str, measure: Measure, what: &str| {
        let interval = measure.interval.map(|interval| format!("{:.3} to {:.3}", interval.lo, interval.hi));
        vec![name.to_owned(), format!("{:.3}", measure.mean), interval.unwrap_or_default(), what.to_owned()]
    };
    let measures = Table {
        columns: ["expected", "value", "interval", "what it tells"].map(str::to_owned).into(),
        rows: vec![
            row("surprise", drama.surprise, "how far the odds move in a fight"),
            row("suspense", drama.suspense, "how uncertain the next odds are, summed over the steps"),
            row("crossings", drama.crossings, "how often the odds cross 50%"),
            row("steps", drama.steps, "steps of a fight"),
        ],
    };
    let [party, enemies] = drama.comebacks;
    let comeback = |name: &str, share: Share| vec![name.to_owned(), format!("{:.1}%", 100.0 * share.share)];
    let comebacks = Table {
        columns: ["won after odds below 10%", "share of all fights"].map(str::to_owned).into(),
        rows: vec![comeback("by the party", party), comeback("by the enemies", enemies)],
    };
    let sentences = drama.sentences();
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "When fights are decided" }
            @for sentence in sentences.iter().skip(1) { p { (sentence) } }
            p.faint {
                @match drama.method {
                    DramaMethod::Exact { states } => { "Exact, from the " (numbers::grouped(states as u64)) " states in which a fight can be." }
                    DramaMethod::Sampled { sampling, nested } => {
                        (numbers::encounters(sampling.encounters)) " of seed " (sampling.seed) " were followed; at each moment the next step was \
                        played " (nested.alternatives) " times and the rest " (nested.continuations) " times after each. "
                        (numbers::confidence(sampling.confidence)) " intervals."
                    }
                }
            }
            (figures("", &charts(drama)))
        }
        section aria-labelledby="all" {
            h2 #all { "How much the odds move" }
            (table("How much the odds move", &measures))
            @if let Some(uncorrected) = drama.uncorrected_surprise {
                p.faint {
                    "Odds from few continuations differ where the true ones do not: without the correction for that the surprise would be "
                    (format!("{uncorrected:.3}")) ". The suspense is a few percent too small, more so with fewer continuations."
                }
            }
            (table("Comebacks", &comebacks))
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let lead = html! { p.lead { (sentences.first().map_or("", String::as_str)) } };
    let title = format!("{} ({}): drama", show::shown(&drama.scenario), drama.system);
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
