//! The accounts of a scenario's fights as tables.

use std::io::{self, Write};

use equipoise_engine::Side;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::report::{Entry, Of};
use equipoise_sim::{Mean, Report, Share};

use super::{block, is_sampled};
use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// The most combatants that are named as those who put somebody out.
const NAMED: usize = 3;

/// A column of the table of means: its title, and how its cell reads.
struct Column<'a> {
    title: String,
    cell: Box<dyn Fn(&Line) -> String + 'a>,
}

impl<'a> Column<'a> {
    fn new(title: impl Into<String>, cell: impl Fn(&Line) -> String + 'a) -> Self {
        Self { title: title.into(), cell: Box::new(cell) }
    }
}

/// A means of a combatant with its numbers.
struct Line<'a> {
    combatant: &'a str,
    means: &'a str,
    entries: Vec<Entry<'a>>,
}

impl Line<'_> {
    /// The mean of a measure, if it is above 0.
    fn mean(&self, measure: &str) -> Option<Mean> {
        let entry = self.entries.iter().find(|entry| entry.measure == measure);
        entry.map(|entry| entry.mean).filter(|mean| mean.mean > 0.0)
    }

    fn cell(&self, measure: &str) -> String {
        self.mean(measure).as_ref().map_or_else(String::new, numbers::mean)
    }

    /// The points that it dealt, of all kinds.
    fn dealt(&self, harms: &[&str]) -> f64 {
        harms.iter().filter_map(|harm| self.mean(harm)).map(|mean| mean.mean).sum()
    }
}

/// Prints what every means came to, those of a side by the points that they dealt; then who was put out by whom; then what was never
/// used. Says whether there was anything.
pub(super) fn accounts(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let chosen: Vec<Entry> = report.accounts().into_iter().filter(|entry| only.takes(entry.name)).collect();
    if chosen.is_empty() {
        return Ok(false);
    }
    let harms = report.harms();
    let rows = means(report, &chosen, &harms);
    let columns = columns(report, &harms);
    let is_wanted = |column: &&Column| rows.iter().any(|line| !(column.cell)(line).is_empty());
    let wanted: Vec<&Column> = columns.iter().filter(is_wanted).collect();
    let mut header = vec!["combatant", "with"];
    header.extend(wanted.iter().map(|column| column.title.as_str()));
    let row = |line: &Line| {
        let names = [line.combatant, line.means].map(|name| visible(name).into_owned());
        names.into_iter().chain(wanted.iter().map(|column| (column.cell)(line))).collect()
    };
    let mut has_any = block(page, &header, rows.iter().map(row).collect(), 2..header.len())?;
    if has_any {
        page.note("means per encounter; of side: the part of what the side dealt; beyond: what the target had no points left for")?;
    }
    if !has_any {
        has_any = numbers_alone(page, report, &chosen)?;
    }
    has_any |= put_out(page, report, &chosen)?;
    has_any |= first(page, report, only)?;
    let is_chosen = |name: &String| only.takes(&format!("accounts.{name}.uses"));
    let unused: Vec<String> = report.never_used().into_iter().filter(is_chosen).collect();
    if !unused.is_empty() {
        let encounters = report.encounters().map(|encounters| format!(" in {}", numbers::encounters(encounters)));
        page.gap()?;
        page.note(&format!("never used{}: {}", encounters.unwrap_or_default(), visible(&unused.join(", "))))?;
        has_any = true;
    }
    Ok(has_any)
}

/// The means that did anything, by side and then by the points that they dealt.
fn means<'a>(report: &Report, chosen: &[Entry<'a>], harms: &[&str]) -> Vec<Line<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    for &entry in chosen {
        let Some(means) = entry.means() else { continue };
        match lines.last_mut() {
            Some(line) if line.combatant == entry.combatant && line.means == means => line.entries.push(entry),
            _ => lines.push(Line { combatant: entry.combatant, means, entries: vec![entry] }),
        }
    }
    lines.retain(|line| line.entries.iter().any(|entry| entry.mean.mean > 0.0));
    let side = |line: &Line| side_of(report, line.combatant);
    lines.sort_by(|a, b| side(a).cmp(&side(b)).then(b.dealt(harms).total_cmp(&a.dealt(harms))));
    lines
}

fn side_of(report: &Report, id: &str) -> Option<Side> {
    report.combatants.iter().find(|combatant| combatant.id == id).map(|combatant| combatant.side)
}

fn columns<'a>(report: &'a Report, harms: &[&'a str]) -> Vec<Column<'a>> {
    let mut columns = vec![
        Column::new("uses", |line| line.cell("uses") + &line.cell("times")),
        Column::new("hits", |line| line.cell("hits")),
        Column::new("criticals", |line| line.cell("criticals")),
    ];
    for &harm in harms {
        let (beyond, restored) = (format!("{harm}_beyond"), format!("{harm}_restored"));
        columns.push(Column::new(harm, move |line| line.cell(harm)));
        if is_sampled(report) {
            let interval = move |line: &Line| line.mean(harm).as_ref().map_or_else(String::new, numbers::mean_interval);
            columns.push(Column::new("interval", interval));
        }
        columns.push(Column::new("of side", move |line| of_side(report, line, harm)));
        columns.push(Column::new("beyond", move |line| line.cell(&beyond)));
        columns.push(Column::new("restored", move |line| line.cell(&restored)));
    }
    columns.push(Column::new("felled", |line| line.cell("felled")));
    columns
}

/// The share that a means has in what its side dealt; nothing if it dealt nothing, or is no deed of the side.
fn of_side(report: &Report, line: &Line, harm: &str) -> String {
    let Some(dealt) = line.mean(harm) else { return String::new() };
    let side = side_of(report, line.combatant);
    let all = report.accounts().into_iter().filter(|entry| entry.of == Of::All && entry.measure == harm);
    let total: f64 = all.filter(|entry| side_of(report, entry.combatant) == side).map(|entry| entry.mean.mean).sum();
    // A cause is never used, and no deed of its combatant.
    let is_deed = ["uses", "times"].iter().any(|measure| line.mean(measure).is_some());
    if is_deed && total > 0.0 { format!("{:.1}%", 100.0 * dealt.mean / total) } else { String::new() }
}

/// Prints chosen numbers that are of no means, by their names.
fn numbers_alone(page: &mut Page<impl Write>, report: &Report, chosen: &[Entry]) -> io::Result<bool> {
    let alone = chosen.iter().filter(|entry| matches!(entry.of, Of::All | Of::Target(_)));
    let row = |entry: &Entry| {
        let mut row = vec![visible(entry.name).into_owned(), numbers::mean(&entry.mean)];
        row.extend(is_sampled(report).then(|| numbers::mean_interval(&entry.mean)));
        row
    };
    let columns = if is_sampled(report) { 3 } else { 2 };
    block(page, &["number", "mean", "interval"][..columns], alone.map(row).collect(), 1..columns)
}

/// Prints how often each side begins, and how often it wins then.
fn first(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let row = |(side, found): (Side, Option<[Share; 2]>)| {
        let [acts, wins] = found.filter(|_| only.takes(&format!("accounts.first.{side}.wins")))?;
        let mut row = vec![side.to_string(), numbers::share(&acts), numbers::share(&wins)];
        row.extend(is_sampled(report).then(|| numbers::share_interval(&wins)));
        Some(row)
    };
    let rows = Side::ALL.into_iter().zip(report.first()).filter_map(row).collect();
    let header = ["begins", "in", "wins then", "interval"];
    let columns = if is_sampled(report) { 4 } else { 3 };
    block(page, &header[..columns], rows, 1..columns)
}

/// Prints who is put out how often, and by whom most.
fn put_out(page: &mut Page<impl Write>, report: &Report, chosen: &[Entry]) -> io::Result<bool> {
    let row = |id: &str| {
        let by = chosen.iter().filter(|entry| entry.measure == "felled" && entry.target() == Some(id));
        let mut by: Vec<(&str, Mean)> = by.map(|entry| (entry.combatant, entry.mean)).collect();
        by.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
        let name = |author: &str| if author == id { "itself".to_owned() } else { visible(author).into_owned() };
        let named = by.iter().take(NAMED).map(|(author, mean)| format!("{} {}", name(author), numbers::mean(mean)));
        let named: Vec<String> = named.chain((by.len() > NAMED).then(|| "…".to_owned())).collect();
        let all: f64 = by.iter().map(|(_, mean)| mean.mean).sum();
        (all > 0.0).then(|| vec![visible(id).into_owned(), format!("{all:.3}"), named.join(", ")])
    };
    let rows = report.combatants.iter().filter_map(|combatant| row(&combatant.id)).collect();
    block(page, &["put out", "per encounter", "by"], rows, 1..2)
}
