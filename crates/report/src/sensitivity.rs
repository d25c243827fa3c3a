//! The page of a sensitivity: a tornado of what a step of each number does.

use equipoise_charts::{Axis, Chart, Color, Mark, Plot, Row, Rows, Series, Style, Table, Unit};
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::{short_names, short_value, visible};
use equipoise_sim::studies::sensitivity::{Effect, Setting, Settings, Stepped, Sure};
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, folded};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 1] = ["tornado"];

/// The names and colours of the kinds of steps.
const SERIES: [(&str, Color); 3] =
    [("one step down", Color::Purple), ("one step up", Color::Green), ("another word", Color::Black)];

/// Rows of the tornado; the table has all.
const ROWS_MAX: usize = 30;

/// The tornado; nothing where no step could be played or none had an effect.
pub fn charts(settings: &Settings, effects: &[Effect]) -> Vec<Chart> {
    let played: Vec<&Effect> =
        effects.iter().filter(|effect| !effect.is_refused() && !effect.has_no_effect()).collect();
    let is_share = played.iter().flat_map(|effect| effect.stepped.iter().flatten());
    let is_share = is_share.clone().next().is_some_and(|stepped| stepped.difference.discordant.is_some());
    let unit = if is_share { Unit::Points } else { Unit::Difference };
    let paths: Vec<&str> = effects.iter().map(|effect| effect.step.path.as_str()).collect();
    let names = short_names(&paths);
    // The end of a path says what it is; the table has the whole.
    let name = |path: &str| paths.iter().position(|known| *known == path).map_or(path, |index| names[index]).to_owned();
    // Steps of a number share a row; each other word has one of its own, with the word in its name.
    let rows_of = |effect: &&Effect| -> Vec<Row> {
        let path = name(&effect.step.path);
        let row = |name: String, marks| Row { name: show::shown(&name), marks, band: None, note: String::new() };
        let steps = || effect.stepped.iter().flatten();
        match &effect.step.value {
            Setting::Number(now) => {
                let moved: Vec<String> = steps().map(|stepped| stepped.value.to_string()).collect();
                let marks = steps().map(|stepped| mark(usize::from(is_up(effect, stepped)), stepped)).collect();
                vec![row(format!("{path} {now} to {}", moved.join(" or ")), marks)]
            }
            Setting::Word(now) => {
                let row = |stepped: &Stepped| {
                    // The name of the row says which word.
                    let mark = Mark { name: String::new(), ..mark(2, stepped) };
                    row(format!("{path}: {} instead of {now}", stepped.value), vec![mark])
                };
                steps().filter(|stepped| stepped.difference.difference.abs() > 0.0).map(row).collect()
            }
        }
    };
    let mut rows: Vec<Row> = played.iter().flat_map(rows_of).collect();
    let size = |row: &Row| {
        let sizes = row.marks.iter().filter_map(|mark| Some(mark.value.as_ref()?.number.abs()));
        sizes.fold(0.0, f64::max)
    };
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let more = rows.len().saturating_sub(ROWS_MAX);
    rows.truncate(ROWS_MAX);
    let confidence = numbers::confidence(settings.confidence);
    let more = if more > 0 { format!(" {more} smaller ones are in the table.") } else { String::new() };
    let name = short_value(&settings.metric);
    let chart = (!rows.is_empty()).then(|| Chart {
        name: "tornado".to_owned(),
        title: format!("What one step does to {name}"),
        description: format!("The largest effects first. Lines across the ends are {confidence} intervals.{more}"),
        plot: Plot::Rows(Rows {
            axis: Axis::new(if is_share { "change in points" } else { "change" }, unit),
            of: "number".to_owned(),
            style: Style::Bars,
            series: SERIES
                .into_iter()
                .enumerate()
                .filter(|(index, _)| *index < 2 || rows.iter().any(|row| row.marks.iter().any(|mark| mark.series == 2)))
                .map(|(_, (name, color))| Series::new(name, color))
                .collect(),
            rows,
            band: None,
            holds: Vec::new(),
        }),
    });
    chart.into_iter().collect()
}

/// Whether a step leads to a larger number.
fn is_up(effect: &Effect, stepped: &Stepped) -> bool {
    matches!((&effect.step.value, &stepped.value), (Setting::Number(now), Setting::Number(moved)) if moved > now)
}

fn mark(series: usize, stepped: &Stepped) -> Mark {
    Mark { series, name: SERIES[series].0.to_owned(), value: Some(show::difference(&stepped.difference)) }
}

/// The page. `scenario` is its name and system; `command` makes it again.
pub fn page(scenario: &str, settings: &Settings, found: &Found<Vec<Effect>>, command: &[String]) -> String {
    let effects = &found.result;
    let confidence = numbers::confidence(settings.confidence);
    let metric = short_value(&settings.metric);
    let rows = effects.iter().flat_map(|effect| {
        let row = move |stepped: &Stepped| {
            let [first, second, by, interval] = numbers::difference(&stepped.difference);
            let sure = match stepped.sure(settings.confidence) {
                Sure::Together => "yes, with all steps taken together",
                Sure::Alone => "by itself",
                Sure::Unsure => "may be chance",
            };
            let [now, moved] = [&effect.step.value, &stepped.value].map(|value| show::shown(&value.to_string()));
            vec![show::shown(&effect.step.path), now, moved, first, second, by, interval, sure.to_owned()]
        };
        effect.stepped.iter().flatten().map(row)
    });
    let columns = ["number", "now", "moved to", "before", "after", "by", "interval", "sure"].map(str::to_owned).into();
    let all = Table { columns, rows: rows.collect() };
    let named = |is_wanted: fn(&Effect) -> bool| {
        let named = effects.iter().filter(|effect| is_wanted(effect)).map(|effect| show::shown(&effect.step.path));
        named.collect::<Vec<_>>().join(", ")
    };
    let mut all_steps = effects.iter().flat_map(|effect| effect.stepped.iter().flatten());
    let has_too_few = all_steps.any(|stepped| stepped.difference.interval.is_none());
    let (without, refused) = (named(Effect::has_no_effect), named(Effect::is_refused));
    let most = effects.iter().find(|effect| effect.size() > 0.0);
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "What matters most" }
            p.faint {
                (numbers::encounters(settings.encounters)) " a step with the dice of seed " (settings.seed) "; "
                (confidence) " intervals. Some of many steps look sure by chance: what is sure with all of them taken together "
                "(Holm) is marked in the table."
            }
            (figures("", &charts(settings, effects)))
            @if !without.is_empty() { p { "No effect in any fight: " (without) "." } }
            @if !refused.is_empty() { p { "The rules allow no step: " (refused) "." } }
        }
        section aria-labelledby="all" { h2 #all { "All steps" } (folded(&format!("The numbers of all {} steps", all.rows.len()), "All steps", &all)) @if has_too_few { p.faint { (numbers::TOO_FEW) "." } } }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let has_words = effects.iter().any(|effect| matches!(effect.step.value, Setting::Word(_)));
    let what = if has_words { "number by a step, or to exchange one word" } else { "number by a step" };
    let lead = html! {
        p.lead {
            "What it does to " (visible(&metric)) " to move one " (what) " of the scenario, everything else as it is."
            @if let Some(effect) = most { " The largest effect has " bdi { (visible(&effect.step.path)) } "." }
        }
    };
    let title = format!("{}: what matters", show::shown(scenario));
    Page { title, lead, contents: html! {}, main, record: found.lines().join("\n") }.document()
}
