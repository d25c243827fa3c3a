//! The accounts of a scenario's fights as tables.

use std::io::{self, Write};

use equipoise_engine::Side;
use equipoise_sim::output::accounts::{Row, by_means};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::report::{Entry, Of};
use equipoise_sim::{Mean, Report, Share};

use super::{block, is_sampled};
use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// The most combatants that are named as those who put somebody out.
const NAMED: usize = 3;

/// Prints what every means came to, those of a side by the points that they dealt; then who was put out by whom; then what was never
/// used. Says whether there was anything.
pub(super) fn accounts(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let chosen: Vec<Entry> = report.accounts().into_iter().filter(|entry| only.takes(entry.name)).collect();
    if chosen.is_empty() {
        return Ok(false);
    }
    let table = by_means(report, &chosen);
    let legend = table.legend("means per encounter");
    let mut header = vec!["combatant", "with"];
    header.extend(table.columns.iter().map(String::as_str));
    let row = |row: Row| {
        let names = [row.combatant, row.means].map(|name| visible(name).into_owned());
        names.into_iter().chain(row.cells).collect()
    };
    let mut has_any = block(page, &header, table.rows.into_iter().map(row).collect(), 2..header.len())?;
    if has_any {
        page.note(&legend)?;
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
