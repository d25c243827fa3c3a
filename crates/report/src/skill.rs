//! The page of what good play is worth: what errors cost each side, at which decisions, and what its other ways to play come to.

use equipoise_charts::{
    Along, Axis, Chart, Color, Line, Lines, Mark, Plot, Row, Rows, Series, Style, Table, Unit, Value,
};
use equipoise_engine::Side;
use equipoise_sim::output::numbers;
use equipoise_sim::studies::sensitivity::{Stepped, Sure};
use equipoise_sim::studies::skill::SkillOfSide;
use equipoise_sim::studies::study::Found;
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts.
pub const NAMES: [&str; 3] = ["errors", "decisions", "ways"];

/// Rows of a chart; the table has all.
const ROWS_MAX: usize = 30;

/// The chart of errors, of decisions and of other ways to play, as far as a scenario has them.
pub fn charts(sides: &[SkillOfSide]) -> Vec<Chart> {
    let changes = |name: &str, title: &str, of: &str, rows: Vec<Row>| {
        let more = rows.len().saturating_sub(ROWS_MAX);
        let more = if more > 0 { format!(" {more} smaller ones are in the table.") } else { String::new() };
        let confidence = sides.first().map_or(0.95, |side| side.settings.confidence);
        (!rows.is_empty()).then(|| Chart {
            name: name.to_owned(),
            title: title.to_owned(),
            description: format!(
                "The largest effects first. Lines across the ends are {} intervals.{more}",
                numbers::confidence(confidence)
            ),
            plot: Plot::Rows(Rows {
                axis: Axis::new("change of the side's own wins in points", Unit::Points),
                of: of.to_owned(),
                style: Style::Bars,
                series: sides.iter().map(|side| Series::new(side.side.name(), color(side.side))).collect(),
                rows: rows.into_iter().take(ROWS_MAX).collect(),
                band: None,
                holds: vec![0.0],
            }),
        })
    };
    let of_kind = sides.first().map_or(0, |side| side.percent_of_kind);
    let decisions = changes("decisions", "Which decisions matter", "decision", decisions(sides));
    let ways = changes("ways", "Other ways to play", "way", ways(sides));
    let decisions = decisions.map(|chart| Chart {
        description: format!("Errors at {of_kind} % of the decisions of one kind. {}", chart.description),
        ..chart
    });
    [errors(sides), decisions, ways].into_iter().flatten().collect()
}

/// The cost of errors at all decisions, along their percentage; `None` of a system that knows no errors.
fn errors(sides: &[SkillOfSide]) -> Option<Chart> {
    let percents: Vec<f64> =
        sides.first()?.errors.iter().map(|stepped| stepped.value.to_string().parse().ok()).collect::<Option<_>>()?;
    let nothing = Value { number: 0.0, interval: None, text: "0".to_owned(), range: String::new() };
    let line = |side: &SkillOfSide| Line {
        name: side.side.name().to_owned(),
        color: color(side.side),
        values: [Some(nothing.clone())]
            .into_iter()
            .chain(side.errors.iter().map(|stepped| Some(show::difference(&stepped.difference))))
            .collect(),
        exact: Vec::new(),
    };
    (!percents.is_empty()).then(|| Chart {
        name: "errors".to_owned(),
        title: "What errors cost".to_owned(),
        description: "How many of its own wins a side loses when it errs at so many of all its decisions.".to_owned(),
        plot: Plot::Lines(Lines {
            axis: Axis::new("change of the side's own wins in points", Unit::Points),
            along: Along::Numbers {
                name: "errors in percent of the decisions".to_owned(),
                numbers: [0.0].into_iter().chain(percents).collect(),
            },
            lines: sides.iter().map(line).collect(),
            target: None,
            crossing: None,
            holds: vec![0.0],
        }),
    })
}

/// A row for each kind of decision that matters to a side, with a mark for each side.
fn decisions(sides: &[SkillOfSide]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (series, side) in sides.iter().enumerate() {
        for stepped in side.decisions.iter().filter(|stepped| !stepped.difference.is_always_zero()) {
            let name = kind(stepped);
            let mark =
                Mark { series, name: side.side.name().to_owned(), value: Some(show::difference(&stepped.difference)) };
            match rows.iter_mut().find(|row| row.name == name) {
                Some(row) => row.marks.push(mark),
                None => rows.push(Row { name, marks: vec![mark], band: None, note: String::new() }),
            }
        }
    }
    rows
}

/// A row for each other word of each key.
fn ways(sides: &[SkillOfSide]) -> Vec<Row> {
    let of_side = |(series, side): (usize, &SkillOfSide)| {
        let way = move |(path, stepped): (&str, &Stepped)| Row {
            name: way(path, stepped),
            marks: vec![Mark {
                series,
                name: side.side.name().to_owned(),
                value: Some(show::difference(&stepped.difference)),
            }],
            band: None,
            note: String::new(),
        };
        steps(side).filter(|(_, stepped)| !stepped.difference.is_always_zero()).map(way).collect::<Vec<_>>()
    };
    let size = |row: &Row| {
        let value = row.marks.first().and_then(|mark| mark.value.as_ref());
        value.map_or(0.0, |value| value.number.abs())
    };
    let mut rows: Vec<Row> = sides.iter().enumerate().flat_map(of_side).collect();
    rows.sort_by(|left, right| size(right).total_cmp(&size(left)));
    rows
}

/// The other words of each key, with its path.
fn steps(side: &SkillOfSide) -> impl Iterator<Item = (&str, &Stepped)> {
    side.ways.iter().flat_map(|effect| {
        let path = effect.step.path.as_str();
        effect.stepped.iter().flatten().map(move |stepped| (path, stepped))
    })
}

fn way(path: &str, stepped: &Stepped) -> String {
    show::shown(&format!("{} = {}", path.strip_prefix("combatants.").unwrap_or(path), stepped.value))
}

/// A kind of decision in words.
fn kind(stepped: &Stepped) -> String {
    show::shown(&stepped.value.to_string().replace('_', " "))
}

const fn color(side: Side) -> Color {
    match side {
        Side::Party => Color::Blue,
        Side::Enemies => Color::Orange,
    }
}

/// All changes of a side, a row each.
fn changes(side: &SkillOfSide) -> Table {
    let row = |change: String, stepped: &Stepped| {
        let [first, second, by, interval] = numbers::difference(&stepped.difference);
        let sure = match stepped.sure(side.settings.confidence) {
            Sure::Together => "yes, with all changes of the side taken together",
            Sure::Alone => "by itself",
            Sure::Unsure => "may be chance",
        };
        vec![change, first, second, by, interval, sure.to_owned()]
    };
    let errors =
        side.errors.iter().map(|stepped| row(format!("errors at {} % of its decisions", stepped.value), stepped));
    let decisions = side.decisions.iter();
    let decisions =
        decisions.map(|stepped| row(format!("at {} % of: {}", side.percent_of_kind, kind(stepped)), stepped));
    let ways = steps(side).map(|(path, stepped)| row(way(path, stepped), stepped));
    Table {
        columns: ["change", "wins without errors", "wins", "by", "interval", "sure"].map(str::to_owned).into(),
        rows: errors.chain(decisions).chain(ways).collect(),
    }
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Vec<SkillOfSide>>, command: &[String]) -> String {
    let sides = &found.result;
    let first = sides.first();
    let lead = html! {
        p.lead {
            "What a side gains or loses of its own wins by how it plays"
            @for side in sides {
                @if let Some(all) = side.errors.last() {
                    "; the " (side.side.name()) (if side.side == Side::Party { " wins " } else { " win " }) (numbers::share(&side.wins)) ", and "
                    (numbers::difference(&all.difference)[1]) " when erring at every decision"
                }
            }
            "."
        }
    };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "What play is worth" }
            @if let Some(SkillOfSide { settings, .. }) = first {
                p.faint {
                    (numbers::encounters(settings.encounters)) " of each way to play with the dice of seed " (settings.seed) "; "
                    (numbers::confidence(settings.confidence)) " intervals. One side changes how it plays, the other plays as the scenario \
                    says. Some of many changes look sure by chance: what is sure with all of them taken together (Holm) is marked in the \
                    tables."
                }
            }
            (figures("", &charts(sides)))
        }
        @for side in sides {
            section aria-labelledby=(side.side.name()) {
                h2 id=(side.side.name()) { "The " (side.side.name()) }
                (table(&format!("All changes of the {}", side.side.name()), &changes(side)))
            }
        }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let of = first.map(|side| format!("{} ({})", show::shown(&side.scenario), side.system)).unwrap_or_default();
    let title = format!("{of}: what good play is worth");
    Page { title, lead, contents: html! {}, main, record: found.lines().join("\n") }.document()
}
