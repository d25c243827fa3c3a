//! The page of scenarios that were played or solved: one section each, and an index with small multiples where there
//! are several.

use equipoise_charts::{Chart, Table};
use equipoise_engine::{Seed, Winner};
use equipoise_sim::json::Json;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::ways_told;
use equipoise_sim::output::words::{shared, shell_word, visible};
use equipoise_sim::studies::answer::{Answer, Check};
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::report::Status;
use equipoise_sim::studies::study::Words;
use equipoise_sim::studies::ways::Ways;
use equipoise_sim::{Method, Report};
use maud::{Markup, PreEscaped, html};

pub use crate::accounts::{Interrupted, Kept, kept};
use crate::conclusion::conclusion;
use crate::figure::{figures, table};
use crate::page::Page;
pub use crate::replays::{Replays, replays};
use crate::{accounts as of_accounts, cast, day, outcome, replays as told, show, source};

/// The names of the charts of any system.
const NAMES: [&str; 5] = ["winners", "rounds", "lasting", "fates", "odds"];

/// The names of all charts, for systems that have these [kinds of harm](equipoise_engine::Ruleset::HARMS) between them, and these numbers
/// that are [left](equipoise_engine::Ruleset::LEFT) where a leg of a day begins.
pub fn chart_names<'a>(
    harms: impl IntoIterator<Item = &'a str>,
    left: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    NAMES.map(str::to_owned).into_iter().chain(day::names(left)).chain(of_accounts::names(harms)).collect()
}

/// The results of one scenario.
pub struct Section<'a> {
    /// The results.
    pub answer: &'a Answer,
    /// The scenario.
    pub loaded: &'a Loaded,
    /// Fights worth seeing.
    pub replays: Replays,
    /// The accounts of deeds; `None` if the system keeps no accounts.
    pub accounts: Option<Kept>,
    /// The results of the party with other ways to play, if they are known.
    pub ways: Option<Ways>,
}

/// The seed in which a page searches for fights to replay, and the number of encounters to search: those of a sampled answer; `seed`, and as many as
/// there can be, for a solved scenario.
pub fn seed_of_replays(answer: &Answer, seed: Seed) -> (Seed, u64) {
    match &answer.report.method {
        Method::Sampled { seed, encounters, .. } => (Seed(*seed), *encounters),
        Method::Exact { .. } => (seed, u64::MAX),
    }
}

/// The charts of one scenario's results, by whose names they can be asked for.
pub fn charts(section: &Section) -> Vec<Chart> {
    let combatants = section.loaded.fights.combatants();
    let of_accounts = section.accounts.iter().flat_map(|kept| of_accounts::charts(kept, combatants));
    of_results(section).into_iter().chain(of_accounts).collect()
}

fn of_results(section: &Section) -> Vec<Chart> {
    let loaded = section.loaded;
    outcome::charts(&section.answer.report, loaded.fights.combatants(), loaded.system.left())
}

/// The page. `command` makes it again.
pub fn page(sections: &[Section], command: &[String]) -> String {
    let title = match sections {
        [only] => format!("{} ({})", show::shown(&only.answer.report.scenario), only.answer.report.system),
        [first, ..] => {
            let name = show::shown(&first.answer.report.scenario);
            format!("{name} and {} more", numbers::grouped(sections.len() as u64 - 1))
        }
        [] => "No scenario".to_owned(),
    };
    let is_alone = sections.len() == 1;
    let main = html! {
        @if !is_alone { h2 #all { "All scenarios" } (overview(sections)) }
        @for (number, (section, name)) in sections.iter().zip(names(sections)).enumerate() {
            (of_scenario(section, number + 1, (!is_alone).then_some(name), command))
        }
    };
    let contents = if is_alone {
        html! {}
    } else {
        tiles(sections)
    };
    let lead = html! {
        @if is_alone {
            @for section in sections { (opening(section)) }
        } @else {
            p.lead {
                "Who wins, how long it takes and who pays for it. The small pictures show how long fights last, by who wins them."
            }
        }
    };
    let record = sections.iter().map(|section| section.answer.line() + "\n").collect();
    Page { title, lead, contents, main, record }.document()
}

/// The scenario's own description, the conclusion in words, and the numbers behind it.
fn opening(section: &Section) -> Markup {
    let report = &section.answer.report;
    let told = conclusion(report, section.loaded.fights.combatants(), section.accounts.as_ref());
    html! {
        (description(section.loaded))
        p.lead { (told.join(" ")) }
        p { (outcome::headline(report).join(" ")) }
        (ways(section))
    }
}

/// The results of other ways to play, and the command that ranks them.
fn ways(section: &Section) -> Markup {
    let Some(ways) = &section.ways else { return html! {} };
    let told = ways_told(ways);
    let (first, rest) = told.split_at(1);
    let words = Words::ranking(&section.answer.provenance.study);
    let words: Vec<String> = words.0.iter().map(|word| shell_word(word).into_owned()).collect();
    html! {
        p { (first.to_uppercase()) (rest) "." @if ways.most.is_some() { " Each by itself, ranked: " code { (visible(&words.join(" "))) } "." } }
    }
}

fn id(number: usize) -> String {
    format!("scenario-{number}")
}

/// The names of the scenarios, each with its file if another has the same.
fn names(sections: &[Section]) -> Vec<String> {
    let shared = shared(sections.iter().map(|section| section.answer.report.scenario.as_str()));
    let name = |section: &Section| {
        let name = &section.answer.report.scenario;
        let file = section.answer.file().filter(|_| shared.contains(name));
        show::shown(&file.map_or_else(|| name.clone(), |file| format!("{name}, {file}")))
    };
    sections.iter().map(name).collect()
}

/// A small picture of each scenario that leads to its section.
fn tiles(sections: &[Section]) -> Markup {
    html! {
        ul.tiles {
            @for (number, (section, name)) in sections.iter().zip(names(sections)).enumerate() {
                @let report = &section.answer.report;
                li {
                    a href=(format!("#{}", id(number + 1))) {
                        b { bdi { (name) } }
                        @for chart in of_results(section) {
                            @if let Some(small) = chart.thumbnail() { span aria-hidden="true" { (PreEscaped(small)) } }
                        }
                        span { "party wins " (numbers::share(&report.won(Winner::Party))) }
                        span { (numbers::mean(&report.rounds.mean)) " rounds, " (report.system) }
                    }
                }
            }
        }
    }
}

/// A row for each scenario.
fn overview(sections: &[Section]) -> Markup {
    let columns = ["scenario", "system", "party wins", "interval", "enemies win", "rounds", "party: a death"];
    let row = |(section, name): (&Section, String)| {
        let report = &section.answer.report;
        let wins = report.won(Winner::Party);
        vec![
            name,
            report.system.clone(),
            numbers::share(&wins),
            numbers::share_interval(&wins),
            numbers::share(&report.won(Winner::Enemies)),
            numbers::mean(&report.rounds.mean),
            numbers::share(&report.extra_share("party_any_dead")),
        ]
    };
    let rows = sections.iter().zip(names(sections)).map(row).collect();
    table("All scenarios", &Table { columns: columns.map(str::to_owned).into(), rows })
}

/// The results of a scenario under its name; `None` if it is alone on the page.
fn of_scenario(section: &Section, number: usize, name: Option<String>, command: &[String]) -> Markup {
    let Section { answer, loaded, replays, accounts, ways: _ } = section;
    let report = &answer.report;
    let is_alone = name.is_none();
    let class = if is_alone { "scenario" } else { "scenario rest" };
    let heading = name.unwrap_or_else(|| "Results".to_owned());
    let mut commands = vec![("This page is made by", command.to_vec())];
    commands.push((
        "The results alone, without who did what and other ways to play, are made by",
        answer.provenance.study.command(),
    ));
    if !is_alone {
        commands.remove(0);
    }
    let (counted, never) = outcome::metrics(report, loaded.fights.metrics());
    html! {
        section class=(class) id=(id(number)) aria-labelledby=(format!("{}-title", id(number))) {
            h2 id=(format!("{}-title", id(number))) { bdi { (heading) } }
            @if !is_alone { (opening(section)) }
            (status(report))
            p.faint { (outcome::method(report)) }
            @for note in &answer.notes { p.faint { (visible(&note.to_string())) "." } }
            (cast::cards(loaded))
            (place(section))
            (figures(&id(number), &of_results(section)))
            @if let Some(check) = &answer.check { (checked(check)) }
            @if let Some(kept) = accounts { (of_accounts::section(kept, loaded.fights.combatants(), &id(number))) }
            h3 { "Three fights" }
            (told::section(replays, loaded, &id(number)))
            h3 { "Everything that was counted" }
            details {
                summary { "All " (counted.rows.len()) " numbers that no chart shows" }
                (table("Numbers", &counted))
                @if outcome::has_too_few(report) { p.faint { (numbers::TOO_FEW) "." } }
                @if !never.is_empty() { p.faint { "0 in every fight: " (never.join(", ")) "." } }
            }
            h3 { "Where this comes from" }
            (source::section(&commands, &answer.provenance))
            @if !is_alone { p { a href="#all" { "Back to all scenarios" } } }
        }
    }
}

/// The battlefield: its areas, or the map on which fights begin; empty if the system has neither.
fn place(section: &Section) -> Markup {
    let fights = &section.loaded.fights;
    let areas = fights.areas();
    let map = told::first_map(&section.replays);
    html! {
        @if !areas.is_empty() || map.is_some() {
            h3 { "Where they fight" }
            (cast::battlefield(&areas, fights.combatants()))
            @if let Some(map) = map {
                pre.map role="group" tabindex="0" aria-label="The map at the beginning" { (map) }
                @let legend = cast::legend(section.loaded);
                @if !legend.is_empty() { p.faint { "Of the ground: " (legend) "." } }
            }
        }
    }
}

/// The description that the scenario gives of itself, with a paragraph for each of its own.
fn description(loaded: &Loaded) -> Markup {
    let written = loaded.description().unwrap_or_default();
    html! { @for paragraph in written.split("\n\n").filter(|text| !text.trim().is_empty()) { p { bdi { (words_of(paragraph)) } } } }
}

/// A text on one line.
fn words_of(text: &str) -> String {
    show::shown(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The part of the results that is missing.
fn status(report: &Report) -> Markup {
    let missing = match report.status() {
        Status::Complete => return html! {},
        Status::Partial => "Partial: the run was interrupted, and not all encounters that were asked for were played.",
        Status::Missed => "The encounters were spent before the win shares were as precise as was asked for.",
        Status::Holes => "Encounters between the first and the last one are missing.",
    };
    html! { p.warning { (missing) } }
}

/// The sample beside the exact solution.
fn checked(check: &Check) -> Markup {
    let largest = check.deviations.iter().map(|deviation| deviation.z.abs()).fold(0.0, f64::max);
    let row = |deviation: &equipoise_sim::Deviation| {
        let number = numbers::six;
        vec![
            show::shown(&deviation.name),
            number(deviation.sampled),
            number(deviation.exact),
            numbers::signed(deviation.z),
        ]
    };
    let columns = ["number", "sampled", "exact", "z"].map(str::to_owned).into();
    let rows = check.deviations.iter().map(row).collect();
    html! {
        h3 { "Against the exact solution" }
        p {
            "The exact solution has " (numbers::grouped(check.states as u64)) " states. Of " (check.deviations.len())
            " numbers the sampled one that is farthest from it is " (format!("{largest:.2}")) " standard errors away."
        }
        details { summary { "All of them" } (table("Sampled and exact", &Table { columns, rows })) }
    }
}
