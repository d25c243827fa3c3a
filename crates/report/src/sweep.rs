//! The page of a sweep: each number along the values that are varied.

use equipoise_charts::{Along, Axis, Chart, Crossing as Mark, Heat, Line, Lines, Plot, Table, Target, Unit, Value};
use equipoise_engine::Winner;
use equipoise_engine::scenario::Source;
use equipoise_sim::Report;
use equipoise_sim::kernel::quantity::{Kind, Quantity};
use equipoise_sim::output::document::document;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::{crossing_at, crossing_told, wanted};
use equipoise_sim::output::words::{short_names, short_value, visible};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::cross::{Crossing, Where};
use equipoise_sim::studies::study::Found;
use equipoise_sim::studies::sweep::{number_of, steps_told};
use maud::{Markup, html};

use crate::figure::{figures, folded};
use crate::page::Page;
use crate::{outcome, show, source};

/// A sweep and what is shown of it.
pub struct Sweep<'a> {
    /// The scenario's name.
    pub scenario: &'a str,
    /// At least one, in the order of the cells.
    pub answers: &'a [Answer],
    /// The full names of the numbers that have charts; the usual ones where there are none.
    pub metrics: &'a [String],
    /// A number by its full name, and the value that is wanted of it.
    pub target: Option<(&'a str, f64)>,
    /// The place at which it has that value, along a single path of numbers.
    pub crossing: Option<&'a Found<Crossing>>,
    /// The list of points that was played, if one was given.
    pub points: Option<&'a Source>,
    /// The command that makes the page again.
    pub command: &'a [String],
}

/// Numbers that have charts unless others are chosen.
const USUAL: [&str; 3] = ["winners.party", "rounds.mean", "party_any_dead"];

/// The chart of all winners.
const OUTCOMES: &str = "outcomes";

/// The names that the charts of these numbers have.
pub fn names(metrics: &[String], target: Option<&str>) -> Vec<String> {
    let usual = if metrics.is_empty() { USUAL.map(str::to_owned).into() } else { metrics.to_vec() };
    let numbers = target.map(str::to_owned).into_iter().chain(usual).map(|metric| short_name(&metric));
    numbers.chain([OUTCOMES.to_owned()]).collect()
}

/// `party` for `winners.party`, `rounds` for `rounds.mean`; other names as they are.
fn short_name(metric: &str) -> String {
    match metric.split_once('.') {
        Some(("winners" | "metrics", rest)) => rest.to_owned(),
        Some(("rounds", _)) => "rounds".to_owned(),
        _ => metric.to_owned(),
    }
}

/// Cells that vary the same paths.
struct Group<'a> {
    paths: Vec<&'a str>,
    short: Vec<&'a str>,
    reports: Vec<&'a Answer>,
}

impl Sweep<'_> {
    /// The full names of the numbers that are drawn.
    fn drawn(&self) -> Vec<String> {
        let mut names: Vec<String> = self.target.iter().map(|(metric, _)| (*metric).to_owned()).collect();
        if self.metrics.is_empty() {
            names.extend(USUAL.map(str::to_owned));
        } else {
            names.extend_from_slice(self.metrics);
        }
        let mut seen: Vec<String> = Vec::new();
        names.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new
        });
        names
    }

    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group> = Vec::new();
        for answer in self.answers {
            let paths: Vec<&str> = answer.report.values.iter().map(|(path, _)| path.as_str()).collect();
            match groups.last_mut() {
                Some(last) if last.paths == paths => last.reports.push(answer),
                _ => groups.push(Group { short: short_names(&paths), paths, reports: vec![answer] }),
            }
        }
        groups.iter_mut().for_each(Group::sort);
        groups
    }

    /// All charts, in the order of the page. Several of one name are of different paths.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        for group in self.groups() {
            let is_curve = group.grid().is_none();
            charts.extend(self.drawn().iter().filter_map(|name| self.chart(&group, name)));
            charts.extend(is_curve.then(|| outcomes(&group)));
        }
        charts
    }

    fn chart(&self, group: &Group, metric: &str) -> Option<Chart> {
        let quantity = group.reports.first()?.report.cast().find(metric)?;
        let kind = group.reports.first()?.report.cast().kind(quantity);
        let crossing = self.crossing.map(|found| &found.result).filter(|crossing| crossing.question.metric == metric);
        let target = self
            .target
            .filter(|(wanted, _)| *wanted == metric)
            .map(|(_, target)| Target { number: target, name: format!("target: {}", wanted(target, kind)) });
        let title = format!("{}, {}", short_value(metric), group.told());
        // Of the wins of a side an even fight is of interest, whatever is wanted.
        let even = matches!(quantity, Quantity::Winner(winner) if winner.side().is_some()).then_some(0.5);
        let middle = target.as_ref().map(|target| target.number).or(even);
        let target_is_set = target.is_some();
        let plot = if let Some([columns, rows]) = group.grid() {
            // The name of the number stands above; there is little room beside the colours.
            group.heat(axis_of(kind, ""), (target, middle), quantity, &columns, &rows)
        } else {
            let along = group.along();
            let mark = crossing.and_then(mark).filter(|_| group.paths.len() == 1);
            let line = group.line(&short_value(metric), metric, quantity);
            let axis = axis_of(kind, &format!("{}: ", short_value(metric)));
            Plot::Lines(Lines { axis, along, lines: vec![line], target, crossing: mark, holds: Vec::new() })
        };
        let how = if let Plot::Heat(_) = &plot {
            match middle {
                Some(_) if target_is_set => {
                    "Blue cells reach the target and orange ones do not, the farther the stronger. The intervals stand in the numbers below."
                }
                Some(_) => {
                    "Blue is above 50% and orange below, the farther the stronger. The intervals stand in the numbers below."
                }
                None => "The stronger the colour, the larger the number. The intervals stand in the numbers below.",
            }
        } else {
            "The band, or the line across a dot, is the interval."
        };
        let exact = if group.has_exact(metric) { " Rings are exact values." } else { "" };
        Some(Chart { name: short_name(metric), title, description: format!("{how}{exact}"), plot })
    }

    /// The page.
    pub fn page(&self) -> String {
        let title = format!("{}: a sweep", show::shown(self.scenario));
        let first = &self.answers[0];
        let plural = if self.answers.len() == 1 { "" } else { "s" };
        let lead = html! {
            p.lead { (numbers::grouped(self.answers.len() as u64)) " variant" (plural) " of " bdi { (visible(self.scenario)) } ", on the same dice." }
            @for line in self.groups().iter().filter_map(|group| self.line_told(group)) { p.lead { (line) } }
            @for line in self.crossing.map(|found| crossing_told(&found.result)).unwrap_or_default() { p.lead { (visible(&line)) } }
        };
        // The values of a cell are the last of its changes.
        let overrides = &first.provenance.overrides;
        let common = overrides.len().saturating_sub(first.report.values.len());
        let changes: Vec<String> = overrides[..common].iter().map(ToString::to_string).collect();
        let mut files = (*first.provenance.files).clone();
        files.extend(self.points.map(|points| (points.name.clone().into(), points.text.clone())));
        let main = html! {
            section aria-labelledby="charts" {
                h2 #charts { "What changes" }
                p.faint { (outcome::method(&first.report)) }
                (figures("", &self.charts()))
            }
            section aria-labelledby="cells" { h2 #cells { "All variants" } (self.cells()) }
            section aria-labelledby="source" {
                h2 #source { "Where this comes from" }
                (source::section_of(&[("This page is made by", self.command.to_vec())], &changes, &files))
            }
        };
        let crossings = self.crossing.map_or(&[][..], std::slice::from_ref);
        let record = document(self.answers, crossings, false);
        Page { title, lead, contents: html! {}, main, record }.document()
    }

    /// The line across a grid on which the target is reached, read between neighbouring cells, and the rate at which one path makes up for
    /// the other along it. `None` if no such line passes through two rows or more, each once.
    fn line_told(&self, group: &Group) -> Option<String> {
        let (metric, target) = self.target?;
        let [columns, rows] = group.grid()?;
        let quantity = group.reports.first()?.report.cast().find(metric)?;
        let kind = group.reports.first()?.report.cast().kind(quantity);
        let numbers = |values: &[String]| values.iter().map(|value| number_of(value)).collect::<Option<Vec<f64>>>();
        let ([across, down], [columns, rows]) = ([numbers(&columns)?, numbers(&rows)?], [columns, rows]);
        let Plot::Heat(heat) = group.heat(axis_of(kind, ""), (None, None), quantity, &columns, &rows) else {
            return None;
        };
        let values: Vec<Vec<f64>> = heat
            .values
            .iter()
            .map(|row| row.iter().map(|value| Some(value.as_ref()?.number)).collect())
            .collect::<Option<_>>()?;
        let turned: Vec<Vec<f64>> =
            (0..across.len()).map(|column| values.iter().map(|row| row[column]).collect()).collect();
        let names = [0, 1].map(|index| show::shown(group.short[index]));
        let ways = [(&down, &across, &values, [0, 1]), (&across, &down, &turned, [1, 0])];
        let ([[first, from], [last, to]], [one, other]) =
            ways.into_iter().find_map(|(down, across, values, order)| {
                let points: Vec<[f64; 2]> = down
                    .iter()
                    .zip(values)
                    .filter_map(|(row, values)| Some([*row, crossed(across, values, target)?]))
                    .collect();
                let [first, .., last] = points[..] else { return None };
                Some(([first, last], order.map(|index| &names[index])))
            })?;
        let rate = ((to - from) / (last - first)).abs();
        Some(format!(
            "{} is {} along a line through {one} {first}, {other} {from:.1} and {one} {last}, {other} {to:.1}, read between the values that were \
             played: between these points 1 of {one} is worth {rate:.2} of {other}.",
            show::sentence(&short_value(metric)).trim_end_matches('.'),
            wanted(target, kind),
        ))
    }

    /// A row for each cell.
    fn cells(&self) -> Markup {
        let mut paths: Vec<&str> = Vec::new();
        for (path, _) in self.answers.iter().flat_map(|answer| &answer.report.values) {
            if !paths.contains(&path.as_str()) {
                paths.push(path);
            }
        }
        let is_list = self.answers.iter().any(|answer| answer.report.point.is_some());
        let mut columns: Vec<String> = is_list.then(|| "point".to_owned()).into_iter().collect();
        columns.extend(paths.iter().map(|path| show::shown(path)));
        columns.extend(["party wins", "interval", "enemies win", "rounds", "party: a death"].map(str::to_owned));
        let row = |answer: &Answer| {
            let report = &answer.report;
            let value = |path: &&str| report.values.iter().find(|(known, _)| known == path);
            let value = |path: &&str| value(path).map_or_else(String::new, |(_, value)| show::shown(value));
            let wins = report.won(Winner::Party);
            let point = || report.point.map_or_else(String::new, |point| point.to_string());
            let mut row: Vec<String> = is_list.then(point).into_iter().collect();
            row.extend(paths.iter().map(value));
            row.extend([
                numbers::share(&wins),
                numbers::share_interval(&wins),
                numbers::share(&report.won(Winner::Enemies)),
                numbers::mean(&report.rounds.mean),
                numbers::share(&report.extra_share("party_any_dead")),
            ]);
            row
        };
        let summary = format!("The numbers of all {} variants", numbers::grouped(self.answers.len() as u64));
        folded(&summary, "All variants", &Table { columns, rows: self.answers.iter().map(row).collect() })
    }
}

/// All winners along the values.
fn outcomes(group: &Group) -> Chart {
    let occurs = |winner: &Winner| group.reports.iter().any(|answer| answer.report.won(*winner).share > 0.0);
    let line = |winner: Winner| Line {
        name: show::name_of_winner(winner).to_owned(),
        color: show::color_of_winner(winner),
        values: group.reports.iter().map(|answer| Some(show::share(&answer.report.won(winner)))).collect(),
        exact: Vec::new(),
    };
    Chart {
        name: OUTCOMES.to_owned(),
        title: format!("How fights end, {}", group.told()),
        description: "Share of fights by how they end. The band, or the line across a dot, is the interval.".to_owned(),
        plot: Plot::Lines(Lines {
            axis: Axis::new("share of fights", Unit::Share),
            along: group.along(),
            lines: Winner::ALL.into_iter().filter(occurs).map(line).collect(),
            target: None,
            crossing: None,
            holds: vec![0.0, 1.0],
        }),
    }
}

/// The axis for a number of this kind; `whose` stands before its name.
fn axis_of(kind: Kind, whose: &str) -> Axis {
    match kind {
        Kind::Share => Axis::new(format!("{whose}share of fights"), Unit::Share),
        Kind::Mean | Kind::YesNo => Axis::new(format!("{whose}mean"), Unit::Number),
        Kind::MeanAmong => Axis::new(format!("{whose}mean where it happens"), Unit::Number),
    }
}

impl Group<'_> {
    /// Puts the numbers of a single path into their order.
    fn sort(&mut self) {
        if self.is_list() {
            return;
        }
        let number = |answer: &&Answer| match answer.report.values.as_slice() {
            [(_, value)] => number_of(value),
            _ => None,
        };
        if self.reports.iter().all(|answer| number(answer).is_some()) {
            let key = |answer: &&Answer| number(answer).unwrap_or_default();
            self.reports.sort_by(|left, right| key(left).total_cmp(&key(right)));
        }
    }

    /// Whether they are points of a list, which stay in its order.
    fn is_list(&self) -> bool {
        self.reports.iter().any(|answer| answer.report.point.is_some())
    }

    /// The paths that are varied, in words.
    fn told(&self) -> String {
        let names: Vec<String> = self.short.iter().map(|name| show::shown(name)).collect();
        if names.is_empty() { "as it is".to_owned() } else { format!("by {}", names.join(" and ")) }
    }

    /// The values of two paths of which there is every combination, none where it is no such grid.
    fn grid(&self) -> Option<[Vec<String>; 2]> {
        let [_, _] = self.paths[..] else { return None };
        if self.is_list() {
            return None;
        }
        let distinct = |index: usize| {
            let mut values: Vec<String> = Vec::new();
            for answer in &self.reports {
                let value = &answer.report.values[index].1;
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            values
        };
        let [rows, columns] = [0, 1].map(distinct);
        let is_full = rows.len() * columns.len() == self.reports.len() && rows.len() > 1 && columns.len() > 1;
        is_full.then_some([columns, rows])
    }

    fn along(&self) -> Along {
        if self.is_list() {
            let point = |answer: &&Answer| answer.report.point.map_or_else(String::new, |point| point.to_string());
            return Along::Words { name: "point".to_owned(), words: self.reports.iter().map(point).collect() };
        }
        let name = self.short.iter().map(|name| show::shown(name)).collect::<Vec<_>>().join(", ");
        let words = |answer: &&Answer| {
            let values: Vec<String> = answer.report.values.iter().map(|(_, value)| show::shown(value)).collect();
            values.join(", ")
        };
        let words: Vec<String> = self.reports.iter().map(words).collect();
        let numbers: Option<Vec<f64>> = words.iter().map(|word| number_of(word)).collect();
        match numbers.filter(|numbers| self.paths.len() == 1 && numbers.is_sorted()) {
            Some(numbers) => Along::Numbers { name: name + steps_told(&words[0]).unwrap_or_default(), numbers },
            None => Along::Words { name, words },
        }
    }

    fn has_exact(&self, metric: &str) -> bool {
        self.reports.iter().any(|answer| exact(answer, metric).is_some())
    }

    fn line(&self, name: &str, metric: &str, quantity: Quantity) -> Line {
        let value = |answer: &&Answer| show::estimate(&answer.report.estimate(quantity));
        let exact = |answer: &&Answer| exact(answer, metric);
        Line {
            name: name.to_owned(),
            color: equipoise_charts::Color::Blue,
            values: self.reports.iter().map(value).collect(),
            exact: if self.has_exact(metric) { self.reports.iter().map(exact).collect() } else { Vec::new() },
        }
    }

    fn heat(
        &self,
        axis: Axis,
        (target, middle): (Option<Target>, Option<f64>),
        quantity: Quantity,
        columns: &[String],
        rows: &[String],
    ) -> Plot {
        let value_of = |report: &Report| show::estimate(&report.estimate(quantity));
        let at = |row: &String, column: &String| {
            let is_there = |answer: &&&Answer| {
                let values = &answer.report.values;
                values[0].1 == *row && values[1].1 == *column
            };
            self.reports.iter().find(is_there).and_then(|answer| value_of(&answer.report))
        };
        let cells = |row: &String| columns.iter().map(|column| at(row, column)).collect::<Vec<Option<Value>>>();
        let shown = |values: &[String]| values.iter().map(|value| show::shown(value)).collect();
        Plot::Heat(Heat {
            axis,
            across: show::shown(self.short[1]),
            columns: shown(columns),
            down: show::shown(self.short[0]),
            rows: shown(rows),
            values: rows.iter().map(cells).collect(),
            middle,
            target,
            holds: Vec::new(),
        })
    }
}

/// The place along a row of values at which it passes the target, on the straight line between neighbours; `None` if it does not, or more than once.
fn crossed(across: &[f64], values: &[f64], target: f64) -> Option<f64> {
    let steps = values.windows(2).zip(across.windows(2));
    let mut places = steps
        .filter(|(value, _)| (value[0] < target) != (value[1] < target))
        .map(|(value, at)| at[0] + (target - value[0]) / (value[1] - value[0]) * (at[1] - at[0]));
    places.next().filter(|_| places.next().is_none())
}

/// The exact value of a number of a cell that was held against its exact solution.
fn exact(answer: &Answer, metric: &str) -> Option<f64> {
    let deviations = &answer.check.as_ref()?.deviations;
    deviations.iter().find(|deviation| deviation.name == metric).map(|deviation| deviation.exact)
}

/// The mark of a crossing; none where the target is not reached.
fn mark(crossing: &Crossing) -> Option<Mark> {
    let Where::At(at) = crossing.found else { return None };
    let interval = crossing.interval.map(|interval| [interval.lo, interval.hi]);
    Some(Mark { at, interval, text: crossing_at(crossing, at) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_is_passed_once_has_a_place() {
        let at = |values: &[f64]| crossed(&[1.0, 2.0, 4.0], values, 0.5);
        assert!(at(&[0.6, 0.4, 0.3]).is_some_and(|at| (at - 1.5).abs() < 1e-9));
        assert!(at(&[0.2, 0.25, 0.75]).is_some_and(|at| (at - 3.0).abs() < 1e-9));
        assert_eq!(at(&[0.6, 0.4, 0.6]), None);
        assert_eq!(at(&[0.1, 0.2, 0.3]), None);
    }
}
