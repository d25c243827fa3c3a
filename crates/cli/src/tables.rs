//! Results as tables for people, within the width of a terminal.

pub(crate) mod compare;
pub(crate) mod keys;
pub(crate) mod sensitivity;
pub(crate) mod tune;
pub(crate) mod versus;

use std::io::{self, Write};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use equipoise_engine::{EndState, Winner};
use equipoise_sim::kernel::quantity::EXTRAS;
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::report::Status;
use equipoise_sim::{Deviation, Estimate, Intervals, Method, MetricReport, Report};

use crate::numbers;
use crate::page::Page;
use crate::text::{WIDTH, visible, width};

/// A first column of at most this width is not wrapped.
const FIRST_MAX: usize = 48;

/// Rows under a header, in columns; wide cells are wrapped. `right` are the columns of numbers.
pub(crate) fn grid(header: &[&str], rows: Vec<Vec<String>>, right: std::ops::Range<usize>) -> String {
    let first = rows.iter().filter_map(|row| row.first()).map(|cell| width(cell)).max().unwrap_or(0);
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    // Two more than the page: the padding of the last column, which is trimmed from every line.
    table.set_width(WIDTH as u16 + 2).set_header(header.to_vec()).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if index == 0 && first <= FIRST_MAX {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

/// The width of a grid in characters where no cell is wrapped.
fn natural_width(header: &[&str], rows: &[Vec<String>]) -> usize {
    let column = |index: usize| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(String::as_str).chain(header.get(index).copied());
        cells.map(width).max().unwrap_or(0) + 2
    };
    (0..header.len()).map(column).sum::<usize>().saturating_sub(2)
}

/// Prints the results of one scenario, with `notes` below the title.
pub(crate) fn report(page: &mut Page<impl Write>, report: &Report, notes: &[String]) -> io::Result<()> {
    let title = format!("{} ({})", visible(&report.scenario), visible(&report.system));
    page.title(&title, 0)?;
    for line in method(&report.method).iter().chain(notes) {
        page.note(&visible(line))?;
    }
    page.gap()?;
    winners(page, report)?;
    page.gap()?;
    rounds(page, report)?;
    page.gap()?;
    combatants(page, report)?;
    page.gap()?;
    extras(page, report)?;
    if report.metrics.is_empty() {
        return Ok(());
    }
    page.gap()?;
    metrics(page, report)
}

/// Prints a row for each cell of a sweep: the varied values, the shares of the winners, the rounds and the share of
/// encounters in which somebody of the party dies. `cells` were to be answered, with `encounters` in each; an interrupt leaves out
/// some, and marks those that it cut short.
pub(crate) fn sweep(
    page: &mut Page<impl Write>,
    scenario: &str,
    answers: &[Answer],
    cells: usize,
    encounters: u64,
) -> io::Result<()> {
    let reports: Vec<&Report> = answers.iter().map(|answer| &answer.report).collect();
    let Some(first) = reports.first() else { return Ok(()) };
    let title = format!("{} ({})", visible(scenario), visible(&first.system));
    page.title(&title, 0)?;
    let sampled: Vec<&Report> = reports.iter().copied().filter(|report| is_sampled(report)).collect();
    page.note(&how_swept(&reports, cells, encounters))?;
    if reports.iter().any(|report| is_partial(report)) {
        page.note("*: partial, with the encounters that were finished before the interrupt")?;
    }
    let mut paths: Vec<&str> = Vec::new();
    for (path, _) in reports.iter().flat_map(|report| &report.values) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    let short = short_names(&paths);
    for (short, path) in short.iter().zip(&paths).filter(|(short, path)| short != path) {
        page.note(&visible(&format!("{short}: {path}")))?;
    }
    page.gap()?;
    cells_grid(page, answers, sampled.len(), &paths, &short)?;
    let z = answers
        .iter()
        .flat_map(|answer| &answer.check)
        .flat_map(|check| &check.deviations)
        .map(|deviation| deviation.z.abs());
    if answers.iter().any(|answer| answer.check.is_some()) {
        let text = format!(
            "exact: the party's wins by the exact solution; z: their distance in standard errors; largest |z| of {} values: {:.2}",
            numbers::grouped(z.clone().count() as u64),
            z.fold(0.0, f64::max)
        );
        page.gap()?;
        page.note(&text)?;
    }
    Ok(())
}

/// Line about where the cells of a sweep come from: how many of them are whole, where not all of the `cells` are.
fn how_swept(reports: &[&Report], cells: usize, encounters: u64) -> String {
    let whole = reports.iter().filter(|report| !is_partial(report)).count();
    let is_whole = whole == cells;
    let encounters = numbers::encounters(encounters);
    let cells = format!("{} cell{}", numbers::grouped(cells as u64), if cells == 1 { "" } else { "s" });
    match reports.iter().map(|report| &report.method).find(|method| matches!(method, Method::Sampled { .. })) {
        Some(Method::Sampled { seed, confidence, .. }) => {
            let played = if is_whole {
                format!("{cells}, {encounters} each")
            } else {
                format!("partial: {} of {cells} played to the end of {encounters}", numbers::grouped(whole as u64))
            };
            format!("{played} with the dice of seed {seed}; {} Wilson intervals", numbers::confidence(*confidence))
        }
        _ => format!("{cells}, exact"),
    }
}

fn is_partial(report: &Report) -> bool {
    report.status() == Status::Partial
}

/// The party's exact win share, and how many standard errors the sampled one is from it.
fn exact_wins(answer: &Answer) -> [String; 2] {
    let wins = answer.check.as_ref().and_then(|check| check.deviations.first());
    wins.map_or_else(
        || ["-", "-"].map(str::to_owned),
        |wins| [numbers::exact(100.0 * wins.exact) + "%", numbers::signed(wins.z)],
    )
}

/// The shortest end of each path, in whole segments, that no other path has.
fn short_names<'a>(paths: &[&'a str]) -> Vec<&'a str> {
    let ends = |path: &'a str| path.rmatch_indices('.').map(|(dot, _)| &path[dot + 1..]).chain([path]);
    let is_unique = |end: &str| paths.iter().filter(|path| ends(path).any(|candidate| candidate == end)).count() == 1;
    paths.iter().map(|path| ends(path).find(|end| is_unique(end)).unwrap_or(path)).collect()
}

fn cells_grid(
    page: &mut Page<impl Write>,
    answers: &[Answer],
    sampled: usize,
    paths: &[&str],
    short: &[&str],
) -> io::Result<()> {
    // An outcome whose exact share is too small to be shown needs no column.
    let occurs = |winner: Winner| answers.iter().any(|answer| answer.report.won(winner).share > 1e-9);
    let is_checked = answers.iter().any(|answer| answer.check.is_some());
    let without_winner: Vec<Winner> =
        [Winner::Draw, Winner::Timeout].into_iter().filter(|&winner| occurs(winner)).collect();
    let is_mixed = sampled > 0 && sampled < answers.len();
    let has_partial = answers.iter().any(|answer| is_partial(&answer.report));
    let mut header: Vec<&str> = short.to_vec();
    header.push("party");
    header.extend((sampled > 0).then_some("interval"));
    header.extend(if is_checked { &["exact", "z"][..] } else { &[] });
    // Without draws and timeouts the enemies' share is one minus the party's, which is left out where the exact columns
    // need the room.
    let has_enemies = !is_checked || !without_winner.is_empty();
    header.extend(has_enemies.then_some("enemies"));
    header.extend(without_winner.iter().map(|winner| winner.name()));
    header.extend(["rounds", "party dies"]);
    header.extend(has_partial.then_some("encounters"));
    header.extend(is_mixed.then_some("method"));
    let row = |answer: &Answer| {
        let report = &answer.report;
        let value_of = |path: &&str| report.values.iter().find(|(known, _)| known == path);
        let mut row: Vec<String> = paths
            .iter()
            .map(|path| value_of(path).map_or_else(|| "-".to_owned(), |(_, value)| visible(value).into_owned()))
            .collect();
        row.push(numbers::share(&report.won(Winner::Party)));
        row.extend((sampled > 0).then(|| numbers::share_interval(&report.won(Winner::Party))));
        if is_checked {
            row.extend(exact_wins(answer));
        }
        row.extend(has_enemies.then(|| numbers::share(&report.won(Winner::Enemies))));
        row.extend(without_winner.iter().map(|&winner| numbers::share(&report.won(winner))));
        row.extend([numbers::mean(&report.rounds.mean), numbers::share(&report.extra_share("party_any_dead"))]);
        row.extend(has_partial.then(|| {
            let encounters = report.encounters().map_or_else(|| "-".to_owned(), numbers::grouped);
            encounters + if is_partial(report) { "*" } else { "" }
        }));
        row.extend(is_mixed.then(|| if is_sampled(report) { "sampled" } else { "exact" }.to_owned()));
        row
    };
    let right = paths.len()..header.len() - usize::from(is_mixed);
    page.grid(&header, answers.iter().map(row).collect(), right)
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
            let kinds = match intervals {
                Intervals::Fixed => "Wilson for shares, normal for means",
                Intervals::Anytime => "confidence sequences, valid at every look",
            };
            let partial = (!complete).then(|| "partial: the run was interrupted".to_owned());
            partial
                .into_iter()
                .chain([
                    format!("{encounters}{indices}, seed {seed}"),
                    format!("{} intervals: {kinds}", numbers::confidence(*confidence)),
                ])
                .collect()
        }
    }
}

fn is_sampled(report: &Report) -> bool {
    matches!(report.method, Method::Sampled { .. })
}

fn winners(page: &mut Page<impl Write>, report: &Report) -> io::Result<()> {
    let rows = Winner::ALL.map(|winner| {
        let share = report.won(winner);
        vec![winner.to_string(), numbers::share(&share), numbers::share_interval(&share)]
    });
    if is_sampled(report) {
        page.grid(&["winner", "share", "interval"], rows.into(), 1..3)
    } else {
        let rows = rows.map(|row| row[..2].to_vec());
        page.grid(&["winner", "share"], rows.into(), 1..2)
    }
}

fn rounds(page: &mut Page<impl Write>, report: &Report) -> io::Result<()> {
    let rounds = &report.rounds;
    let interval =
        if is_sampled(report) { format!(" ({})", numbers::mean_interval(&rounds.mean)) } else { String::new() };
    let line = format!(
        "rounds: mean {}{interval}, sd {}; p05 {}, p50 {}, p95 {}, max {}",
        numbers::mean(&rounds.mean),
        numbers::sd(&rounds.mean, report.encounters()),
        rounds.p05,
        rounds.p50,
        rounds.p95,
        rounds.max
    );
    page.note(&line)
}

fn combatants(page: &mut Page<impl Write>, report: &Report) -> io::Result<()> {
    let mut header = vec!["combatant", "side"];
    header.extend(EndState::ALL.map(EndState::name));
    let rows = report.combatants.iter().map(|combatant| {
        let mut row = vec![visible(&combatant.id).into_owned(), combatant.side.to_string()];
        row.extend(combatant.end_states.iter().map(numbers::share));
        row
    });
    page.grid(&header, rows.collect(), 2..6)
}

/// The quantities of every system.
fn extras(page: &mut Page<impl Write>, report: &Report) -> io::Result<()> {
    let rows = EXTRAS.iter().zip(&report.extras).map(|(extra, estimate)| {
        let (value, interval) = match estimate {
            Estimate::Share(share) => (numbers::share(share), numbers::share_interval(share)),
            Estimate::Mean(mean) => (numbers::mean(mean), numbers::mean_interval(mean)),
            Estimate::MeanAmong { mean, .. } if estimate.value_if_any().is_some() => {
                (numbers::mean(mean), numbers::mean_interval(mean))
            }
            Estimate::MeanAmong { .. } => ("-".to_owned(), String::new()),
        };
        vec![extra.label.to_owned(), value, interval]
    });
    if is_sampled(report) {
        page.grid(&["quantity", "value", "interval"], rows.collect(), 1..3)
    } else {
        page.grid(&["quantity", "value"], rows.map(|row| row[..2].to_vec()).collect(), 1..2)
    }
}

/// Metrics that were 0 in every encounter share a line at the end.
fn metrics(page: &mut Page<impl Write>, report: &Report) -> io::Result<()> {
    let (counted, never): (Vec<_>, Vec<_>) = report.metrics.iter().partition(|metric| {
        metric.mean_if_any().is_some_and(|mean| metric.share.is_some() || mean.mean != 0.0 || mean.sd != 0.0)
    });
    // Only some encounters have the number of a round in which something happened.
    let has_shares = counted.iter().any(|metric| metric.share.is_some());
    let row = |metric: &&MetricReport| {
        let MetricReport { name, share, mean } = metric;
        let sd = numbers::sd(mean, share.map_or(report.encounters(), |share| share.count));
        let mut row = vec![visible(name).into_owned(), numbers::mean(mean)];
        row.extend(is_sampled(report).then(|| numbers::mean_interval(mean)));
        row.push(sd);
        row.extend(has_shares.then(|| share.as_ref().map_or_else(String::new, numbers::share)));
        row
    };
    let mut header = vec!["metric", "mean"];
    header.extend(is_sampled(report).then_some("interval"));
    header.push("sd");
    header.extend(has_shares.then_some("of those in"));
    page.grid(&header, counted.iter().map(row).collect(), 1..header.len())?;
    if never.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = never.iter().map(|metric| visible(&metric.name)).collect();
    page.note(&format!("0 in every encounter: {}", names.join(", ")))
}

/// That something happened of which a metric has the round: `any first_casualty` for `first_casualty_round`.
fn happened(metric: &str) -> String {
    format!("any {}", metric.strip_suffix("_round").unwrap_or(metric))
}

/// `combatants.warden.dead` as `warden dead`, `metrics.moves` as `moves`, `winners.party` as `party wins`.
fn short_value(name: &str) -> String {
    let short = match name.split_once('.') {
        Some(("winners", side @ ("party" | "enemies"))) => format!("{side} wins"),
        Some(("winners", outcome)) => outcome.to_owned(),
        Some(("rounds", _)) => "rounds".to_owned(),
        Some(("combatants", rest)) => rest.replace('.', " "),
        Some((_, rest)) => rest.strip_suffix(".share").map_or_else(|| rest.to_owned(), happened),
        None => EXTRAS.iter().find(|extra| extra.name == name).map_or(name, |extra| extra.label).to_owned(),
    };
    visible(&short).into_owned()
}

/// Prints sampled numbers beside the exact ones.
pub(crate) fn comparison(page: &mut Page<impl Write>, deviations: &[Deviation], states: usize) -> io::Result<()> {
    let rows = deviations.iter().map(|deviation| {
        let number = numbers::six;
        vec![deviation.name.clone(), number(deviation.sampled), number(deviation.exact), numbers::signed(deviation.z)]
    });
    let states = numbers::grouped(states as u64);
    page.gap()?;
    page.note(&format!("against the exact solution ({states} states), z in standard errors"))?;
    page.grid(&["value", "sampled", "exact", "z"], rows.collect(), 1..4)?;
    let largest = deviations.iter().map(|deviation| deviation.z.abs()).fold(0.0, f64::max);
    page.note(&format!("largest |z| of {} values: {largest:.2}", deviations.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    #[test]
    fn wide_characters_leave_columns_aligned() {
        let row = |name: &str, number: &str| vec![name.to_owned(), number.to_owned()];
        let rows = vec![row("竜王", "1.5"), row("ogre", "10.25"), row("🎲🎲🎲", "7")];
        let table = grid(&["combatant", "hits"], rows, 1..2);
        assert_eq!(table, "combatant   hits\n竜王         1.5\nogre       10.25\n🎲🎲🎲         7\n");
        assert!(table.lines().all(|line| width(line) == 16), "{table}");
    }
}
