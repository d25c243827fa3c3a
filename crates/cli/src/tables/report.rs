//! The results of one scenario as tables.

mod accounts;

use std::io::{self, Write};

use equipoise_engine::accounts::PREFIX;
use equipoise_engine::{EndState, Winner};
use equipoise_sim::kernel::quantity::{EXTRAS, Quantity};
use equipoise_sim::output::sentences::interval_kinds;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::report::GroupReport;
use equipoise_sim::{CombatantReport, Method, MetricReport, Report};

use super::{PARTIAL, is_sampled};
use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Prints the results of one scenario, with `notes` below the title, which has the `file` if the name says too little.
pub(crate) fn report(
    page: &mut Page<impl Write>,
    report: &Report,
    file: Option<&str>,
    notes: &[String],
    only: &Only,
) -> io::Result<()> {
    let file = file.map_or_else(String::new, |file| format!(", {}", visible(file)));
    let title = format!("{} ({}){file}", visible(&report.scenario), visible(&report.system));
    page.title(&title, 0)?;
    for line in method(&report.method).iter().chain(notes) {
        page.note(&visible(line))?;
    }
    let mut is_empty = true;
    for section in [winners, rounds, combatants, groups, extras, metrics, accounts::accounts] {
        is_empty &= !section(page, report, only)?;
    }
    if is_empty {
        page.gap()?;
        page.note("nothing that --only asks for")?;
    }
    if has_too_few(report, only) {
        page.note(numbers::TOO_FEW)?;
    }
    Ok(())
}

/// Whether a number that is shown has a dash for its interval. Groups are shown without intervals, and what was 0 in every
/// encounter in a line of its own.
fn has_too_few(report: &Report, only: &Only) -> bool {
    let cast = report.cast();
    cast.quantities().into_iter().any(|quantity| {
        let estimate = report.estimate(quantity);
        let is_shown = match quantity {
            Quantity::Group { .. } => false,
            Quantity::Metric(index) if report.metrics[index].name.starts_with(PREFIX) => false,
            Quantity::Metric(_) => estimate.value() > 0.0,
            _ => true,
        };
        is_shown && estimate.is_of_too_few() && only.takes(&cast.name(quantity))
    })
}

/// Prints rows under a header below an empty line, if there are any; says whether there are.
fn block(
    page: &mut Page<impl Write>,
    header: &[&str],
    rows: Vec<Vec<String>>,
    right: std::ops::Range<usize>,
) -> io::Result<bool> {
    if rows.is_empty() {
        return Ok(false);
    }
    page.gap()?;
    page.grid(header, rows, right)?;
    Ok(true)
}

/// Lines that say how the numbers came about.
fn method(method: &Method) -> Vec<String> {
    match method {
        Method::Exact { states } => vec![format!("exact, {} states", numbers::grouped(*states as u64))],
        Method::Sampled { seed, ranges, encounters, confidence, intervals, complete, .. } => {
            let (start, end) =
                (ranges.first().map_or(0, |range| range.start), ranges.last().map_or(0, |range| range.end));
            let indices = if start == 0 && end == *encounters {
                String::new()
            } else {
                format!(" (indices within {start}..{end})")
            };
            let encounters = numbers::encounters(*encounters);
            let partial = (!complete).then(|| PARTIAL.to_owned());
            partial
                .into_iter()
                .chain([
                    format!("{encounters}{indices}, seed {seed}"),
                    format!("{} intervals: {}", numbers::confidence(*confidence), interval_kinds(*intervals)),
                ])
                .collect()
        }
    }
}

fn winners(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let row = |winner: Winner| {
        let share = report.won(winner);
        vec![winner.to_string(), numbers::share(&share), numbers::share_interval(&share)]
    };
    let chosen = Winner::ALL.into_iter().filter(|winner| only.takes(&format!("winners.{winner}")));
    with_intervals(page, report, ["winner", "share", "interval"], chosen.map(row).collect())
}

/// Rows of a name, a value and an interval, which exact values have not.
fn with_intervals(
    page: &mut Page<impl Write>,
    report: &Report,
    header: [&str; 3],
    mut rows: Vec<Vec<String>>,
) -> io::Result<bool> {
    let columns = if is_sampled(report) { 3 } else { 2 };
    for row in &mut rows {
        row.truncate(columns);
    }
    block(page, &header[..columns], rows, 1..columns)
}

fn rounds(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    if !only.takes("rounds.mean") {
        return Ok(false);
    }
    let rounds = &report.rounds;
    let interval =
        if is_sampled(report) { format!(" ({})", numbers::mean_interval(&rounds.mean)) } else { String::new() };
    let line = format!(
        "rounds: mean {}{interval}, sd {}; at least 5% end by round {}, half by {}, 95% by {}; max {}",
        numbers::mean(&rounds.mean),
        numbers::sd(&rounds.mean),
        rounds.p05,
        rounds.p50,
        rounds.p95,
        rounds.max
    );
    page.gap()?;
    page.note(&line)?;
    Ok(true)
}

/// A row for each combatant and a column for each end state of which one is wanted; what is not is left empty.
fn combatants(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let takes = |id: &str, end: EndState| only.takes(&format!("combatants.{id}.{end}"));
    let chosen =
        report.combatants.iter().filter(|combatant| EndState::ALL.iter().any(|&end| takes(&combatant.id, end)));
    let chosen: Vec<&CombatantReport> = chosen.collect();
    let ends: Vec<EndState> =
        EndState::ALL.into_iter().filter(|&end| chosen.iter().any(|combatant| takes(&combatant.id, end))).collect();
    let mut header = vec!["combatant", "side"];
    header.extend(ends.iter().map(|end| end.name()));
    let rows = chosen.into_iter().map(|CombatantReport { id, side, end_states }| {
        let share = |&end: &EndState| {
            if takes(id, end) { numbers::share(&end_states[end.index()]) } else { String::new() }
        };
        [visible(id).into_owned(), side.to_string()].into_iter().chain(ends.iter().map(share)).collect()
    });
    block(page, &header, rows.collect(), 2..header.len())
}

/// A row for each group with how many of it ended in each state on average, and the share of encounters in which any died; of
/// other states that share only where it is chosen by its name.
fn groups(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let of_state = |is_any: bool| EndState::ALL.map(|end| (end, is_any));
    let all = [of_state(false), of_state(true)].concat();
    let takes = |group: &GroupReport, (end, is_any): (EndState, bool)| {
        let any = if is_any { "any_" } else { "" };
        let is_shown = !is_any || end == EndState::Dead || !only.is_all();
        is_shown && only.takes(&format!("groups.{}.{any}{end}", group.name))
    };
    let chosen: Vec<&GroupReport> =
        report.groups.iter().filter(|group| all.iter().any(|&number| takes(group, number))).collect();
    let shown: Vec<(EndState, bool)> =
        all.iter().copied().filter(|&number| chosen.iter().any(|group| takes(group, number))).collect();
    let names = shown.iter().map(|(end, is_any)| if *is_any { format!("any {end}") } else { end.to_string() });
    let header: Vec<String> = ["group".to_owned(), "side".to_owned()].into_iter().chain(names).collect();
    let row = |group: &&GroupReport| {
        let cell = |&(end, is_any): &(EndState, bool)| {
            if !takes(group, (end, is_any)) {
                return String::new();
            }
            let [value, _] = numbers::estimate(&group.end_states[end.index()].estimate(is_any));
            value
        };
        let name = [visible(&group.name).into_owned(), group.side.to_string()];
        name.into_iter().chain(shown.iter().map(cell)).collect()
    };
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    block(page, &header, chosen.iter().map(row).collect(), 2..header.len())
}

/// The quantities of every system.
fn extras(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let chosen = EXTRAS.iter().zip(&report.extras).filter(|(extra, _)| only.takes(extra.name));
    let rows = chosen.map(|(extra, estimate)| {
        let [value, interval] = numbers::estimate(estimate);
        vec![extra.label.to_owned(), value, interval]
    });
    with_intervals(page, report, ["quantity", "value", "interval"], rows.collect())
}

/// Metrics that were 0 in every encounter share a line at the end.
fn metrics(page: &mut Page<impl Write>, report: &Report, only: &Only) -> io::Result<bool> {
    let is_chosen = |metric: &&MetricReport| {
        let name = format!("metrics.{}", metric.name);
        only.takes(&name) || (metric.share.is_some() && only.takes(&format!("{name}.share")))
    };
    // A round of what never happened is no 0.
    let (counted, never): (Vec<_>, Vec<_>) = report.metrics_of_system().filter(is_chosen).partition(|metric| {
        metric.share.is_some() || metric.mean.mean != 0.0 || metric.mean.sd.is_some_and(|sd| sd > 0.0)
    });
    // Only some encounters have the number of a round in which something happened.
    let has_shares = counted.iter().any(|metric| metric.share.is_some());
    let row = |metric: &&MetricReport| {
        let MetricReport { name, share, .. } = metric;
        let [value, interval] = numbers::estimate(&metric.estimate());
        let mut row = vec![visible(name).into_owned(), value];
        row.extend(is_sampled(report).then_some(interval));
        row.push(metric.mean_if_any().map_or_else(String::new, |mean| numbers::sd(&mean)));
        row.extend(has_shares.then(|| share.as_ref().map_or_else(String::new, numbers::share)));
        row
    };
    let mut header = vec!["metric", "mean"];
    header.extend(is_sampled(report).then_some("interval"));
    header.push("sd");
    header.extend(has_shares.then_some("happens in"));
    let has_rows = block(page, &header, counted.iter().map(row).collect(), 1..header.len())?;
    if never.is_empty() {
        return Ok(has_rows);
    }
    if !has_rows {
        page.gap()?;
    }
    let names: Vec<_> = never.iter().map(|metric| visible(&metric.name)).collect();
    page.note(&format!("0 in every encounter: {}", names.join(", ")))?;
    Ok(true)
}
