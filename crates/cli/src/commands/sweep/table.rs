//! The cells of a sweep as a table.

use std::io::{self, Write};

use equipoise_engine::Winner;
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::report::Status;
use equipoise_sim::{Deviation, Estimate, Method, Report};

use super::matrix::matrices;
use crate::numbers;
use crate::page::Page;
use crate::tables::columns::{Columns, in_parts};
use crate::tables::is_sampled;
use crate::text::visible;
use equipoise_sim::output::words::{short_names, short_value};

/// Prints a row for each cell of a sweep: the varied values, the shares of the winners, the rounds and the share of
/// encounters in which somebody of the party dies; or the quantities that were chosen. `cells` were to be answered,
/// with `encounters` in each; an interrupt leaves out some, and marks those that it cut short.
pub(crate) fn sweep(
    page: &mut Page<impl Write>,
    scenario: &str,
    answers: &[Answer],
    cells: usize,
    encounters: u64,
    only: &Only,
) -> io::Result<()> {
    let reports: Vec<&Report> = answers.iter().map(|answer| &answer.report).collect();
    let Some(first) = reports.first() else { return Ok(()) };
    let title = format!("{} ({})", visible(scenario), visible(&first.system));
    page.title(&title, 0)?;
    let sampled: Vec<&Report> = reports.iter().copied().filter(|report| is_sampled(report)).collect();
    page.note(&how_swept(&reports, cells, encounters, only))?;
    if reports.iter().any(|report| is_partial(report)) {
        page.note("*: partial, with the encounters that were finished before the interrupt")?;
    }
    let mut paths: Vec<&str> = Vec::new();
    for (path, _) in reports.iter().flat_map(|report| &report.values) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    let is_list = reports.iter().any(|report| report.point.is_some());
    let short = short_names(&paths);
    for (short, path) in short.iter().zip(&paths).filter(|(short, path)| short != path) {
        page.note(&visible(&format!("{short}: {path}")))?;
    }
    page.gap()?;
    if only.is_all() {
        cells_grid(page, answers, sampled.len(), &paths, &short)?;
        if !is_list {
            matrices(page, answers, &paths, &short, &["winners.party".to_owned()])?;
        }
    } else {
        let names = chosen_names(answers, only);
        chosen(page, answers, sampled.len(), &paths, &short, &names)?;
        if !is_list {
            matrices(page, answers, &paths, &short, &names)?;
        }
    }
    let deviations = answers.iter().flat_map(|answer| &answer.check).flat_map(|check| &check.deviations);
    let z = deviations.filter(|deviation| only.takes(&deviation.name)).map(|deviation| deviation.z.abs());
    if answers.iter().any(|answer| answer.check.is_some()) {
        let what = if only.is_all() { "the party's wins" } else { "the same" };
        let text = format!(
            "exact: {what} by the exact solution; z: their distance in standard errors; largest |z| of {} values: {:.2}",
            numbers::grouped(z.clone().count() as u64),
            z.fold(0.0, f64::max)
        );
        page.gap()?;
        page.note(&text)?;
    }
    Ok(())
}

/// Line about where the cells of a sweep come from: how many of them are whole, where not all of the `cells` are.
fn how_swept(reports: &[&Report], cells: usize, encounters: u64, only: &Only) -> String {
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
            // Only what was chosen can have means with intervals.
            let kinds =
                if only.is_all() { "Wilson intervals" } else { "intervals, Wilson for shares, Student for means" };
            format!("{played} with the dice of seed {seed}; {} {kinds}", numbers::confidence(*confidence))
        }
        _ => format!("{cells}, exact"),
    }
}

fn is_partial(report: &Report) -> bool {
    report.status() == Status::Partial
}

/// The exact value of a quantity, and how many standard errors the sampled one is from it.
fn exact_value(answer: &Answer, name: &str, is_share: bool) -> [String; 2] {
    let mut deviations = answer.check.iter().flat_map(|check| &check.deviations);
    let shown = |Deviation { exact, .. }: &Deviation| {
        if is_share { numbers::exact(100.0 * exact) + "%" } else { numbers::exact(*exact) }
    };
    deviations
        .find(|deviation| deviation.name == name)
        .map_or_else(|| ["-", "-"].map(str::to_owned), |deviation| [shown(deviation), numbers::signed(deviation.z)])
}

/// The columns that tell cells apart: the number of the point, where they are a list of points, and the varied values.
fn labels(answers: &[Answer], paths: &[&str], short: &[&str]) -> Columns {
    let is_list = answers.iter().any(|answer| answer.report.point.is_some());
    let row = |answer: &Answer| {
        let point = || answer.report.point.map_or_else(|| "-".to_owned(), |point| point.to_string());
        is_list.then(point).into_iter().chain(varied(answer, paths)).collect()
    };
    Columns {
        names: is_list.then_some("point").into_iter().chain(short.iter().copied()).map(str::to_owned).collect(),
        rows: answers.iter().map(row).collect(),
    }
}

/// The varied values of a cell.
fn varied(answer: &Answer, paths: &[&str]) -> Vec<String> {
    let value_of = |path: &&str| answer.report.values.iter().find(|(known, _)| known == path);
    let shown = |path| value_of(path).map_or_else(|| "-".to_owned(), |(_, value)| visible(value).into_owned());
    paths.iter().map(shown).collect()
}

/// The number of encounters of a cell, marked if an interrupt left out some.
fn played(answer: &Answer) -> String {
    let encounters = answer.report.encounters().map_or_else(|| "-".to_owned(), numbers::grouped);
    encounters + if is_partial(&answer.report) { "*" } else { "" }
}

const fn how(is_sampled: bool) -> &'static str {
    if is_sampled { "sampled" } else { "exact" }
}

/// The full names of the quantities that were chosen, of all cells.
fn chosen_names(answers: &[Answer], only: &Only) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for cast in answers.iter().map(|answer| answer.report.cast()) {
        let all = cast.quantities().into_iter().map(|quantity| cast.name(quantity));
        for name in all.filter(|name| only.takes(name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// A row for each cell with the quantities that were chosen, in parts where they are too many for a page. What a cell
/// does not have is a dash.
fn chosen(
    page: &mut Page<impl Write>,
    answers: &[Answer],
    sampled: usize,
    paths: &[&str],
    short: &[&str],
    names: &[String],
) -> io::Result<()> {
    let is_checked = answers.iter().any(|answer| answer.check.is_some());
    let quantity = |name: &String| {
        let row = |answer: &Answer| {
            let Some(estimate) = answer.report.estimate_of(name) else { return vec!["-".to_owned(); 4] };
            let [value, interval] = numbers::estimate(&estimate);
            let [exact, z] = exact_value(answer, name, matches!(estimate, Estimate::Share(_)));
            vec![value, interval, exact, z]
        };
        let shown = [true, sampled > 0, is_checked, is_checked];
        let kept =
            |cells: Vec<String>| cells.into_iter().zip(shown).filter(|(_, is_shown)| *is_shown).map(|(cell, _)| cell);
        let header = [short_value(name), "interval".to_owned(), "exact".to_owned(), "z".to_owned()];
        Columns {
            names: kept(header.into()).collect(),
            rows: answers.iter().map(|answer| kept(row(answer)).collect()).collect(),
        }
    };
    let mut others: Vec<Columns> = names.iter().map(quantity).collect();
    let has_too_few = answers.iter().any(|answer| {
        let estimates = names.iter().filter_map(|name| answer.report.estimate_of(name));
        estimates.into_iter().any(|estimate| estimate.is_of_too_few())
    });
    let mut aside = |is_wanted: bool, name: &str, cell: &dyn Fn(&Answer) -> String| {
        let rows = answers.iter().map(|answer| vec![cell(answer)]).collect();
        others.extend(is_wanted.then(|| Columns { names: vec![name.to_owned()], rows }));
    };
    aside(answers.iter().any(|answer| is_partial(&answer.report)), "encounters", &played);
    aside(sampled > 0 && sampled < answers.len(), "method", &|answer| how(is_sampled(&answer.report)).to_owned());
    let values = labels(answers, paths, short);
    for (index, part) in in_parts(&values, &others).into_iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        part.print(page, values.names.len()..part.names.len())?;
    }
    if has_too_few {
        page.note(numbers::TOO_FEW)?;
    }
    Ok(())
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
    let labels = labels(answers, paths, short);
    let mut header: Vec<&str> = labels.names.iter().map(String::as_str).collect();
    header.push("party");
    header.extend((sampled > 0).then_some("interval"));
    header.extend(if is_checked { &["exact", "z"][..] } else { &[] });
    // Without draws and timeouts the enemies' share is one minus the party's, which is left out where the exact columns
    // need the room.
    let has_enemies = !is_checked || !without_winner.is_empty();
    header.extend(has_enemies.then_some("enemies"));
    header.extend(without_winner.iter().map(|winner| winner.name()));
    header.extend(["rounds", "party: a death"]);
    header.extend(has_partial.then_some("encounters"));
    header.extend(is_mixed.then_some("method"));
    let row = |(answer, label): (&Answer, &Vec<String>)| {
        let report = &answer.report;
        let mut row = label.clone();
        row.push(numbers::share(&report.won(Winner::Party)));
        row.extend((sampled > 0).then(|| numbers::share_interval(&report.won(Winner::Party))));
        if is_checked {
            row.extend(exact_value(answer, "winners.party", true));
        }
        row.extend(has_enemies.then(|| numbers::share(&report.won(Winner::Enemies))));
        row.extend(without_winner.iter().map(|&winner| numbers::share(&report.won(winner))));
        row.extend([numbers::mean(&report.rounds.mean), numbers::share(&report.extra_share("party_any_dead"))]);
        row.extend(has_partial.then(|| played(answer)));
        row.extend(is_mixed.then(|| how(is_sampled(report)).to_owned()));
        row
    };
    let right = labels.names.len()..header.len() - usize::from(is_mixed);
    page.grid(&header, answers.iter().zip(&labels.rows).map(row).collect(), right)
}
