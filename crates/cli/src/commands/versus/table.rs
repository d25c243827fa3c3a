//! The table of `equipoise versus`: a matrix, the pairs, the ranking, the field and the cycles.

use std::io::{self, Write};

use equipoise_engine::Side;
use equipoise_sim::Share;
use equipoise_sim::output::sentences::{
    ANSWER_COLUMNS, FIELD_COLUMNS, answer_row, best, cycles, field_row, field_told, pair_word, ranks, refused,
};
use equipoise_sim::studies::versus::field::Standing;
use equipoise_sim::studies::versus::{Pair, Ranked, Settings, Standings, Versus};

use crate::numbers;
use crate::page::Page;
use crate::tables::natural_width;
use crate::text::{NO_BREAK_SPACE, WIDTH, visible};

/// The table lists no more pairs.
const PAIRS_MAX: usize = 60;

/// Prints the matrix, the pairs, the ranking, the field and the cycles of a tournament.
pub(crate) fn versus(page: &mut Page<impl Write>, versus: &Versus) -> io::Result<()> {
    let Versus { scenario, system, settings, matches, standings, .. } = versus;
    let what = if versus.policies { "policies against each other" } else { "all against all" };
    let title = format!("{scenario} ({}), {what}", system.name());
    page.title(&visible(&title), 0)?;
    let Settings { seed, encounters, confidence } = *settings;
    let how = format!(
        "{} matches, {} each with the dice of seed {}; {} Wilson intervals, and verdicts that hold for all pairs together",
        numbers::grouped(matches.len() as u64),
        numbers::encounters(encounters),
        seed.0,
        numbers::confidence(confidence)
    );
    let partial = versus.is_partial().then(|| {
        let [played, all] =
            [matches.len(), matches.len() + versus.unplayed].map(|count| numbers::grouped(count as u64));
        format!("partial: {played} of {all} matches, and the ranking may change with the others")
    });
    let notes = versus.notes.iter().map(ToString::to_string);
    let lines = std::iter::once(how).chain(partial).chain(notes).chain(versus.refused().map(refused));
    for line in lines.chain(best(versus)) {
        page.note(&visible(&line))?;
    }
    let labels = labels(versus);
    let matrix = matrix(&labels, &standings.pairs);
    let has_matrix = matrix.is_some();
    if let Some(Matrix { legend, header, rows }) = matrix {
        page.gap()?;
        page.note(&legend)?;
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        page.grid(&header, rows, 1..header.len())?;
    }
    page.gap()?;
    pairs(page, versus, has_matrix)?;
    if !has_matrix || standings.pairs.len() > PAIRS_MAX {
        page.note("--format csv has every match, --format json every pair")?;
    }
    page.gap()?;
    // Policies of one side do not meet: their means are of different opponents.
    if !versus.policies {
        ranking(page, &labels, standings)?;
        page.gap()?;
    }
    field(page, versus)?;
    let cycles = cycles(versus);
    if !cycles.is_empty() {
        page.gap()?;
    }
    cycles.iter().try_for_each(|line| page.note(line))
}

/// The contenders with their numbers, which head the columns.
fn labels(Versus { contenders, .. }: &Versus) -> Vec<String> {
    let digits = contenders.len().to_string().len();
    let label = |(index, name): (usize, &String)| format!("{:digits$} {}", index + 1, visible(name));
    contenders.iter().enumerate().map(label).collect()
}

/// The shares of each row's contender against that of each column.
struct Matrix {
    /// The meaning of its cells, in words.
    legend: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The matrix of the row's shares against the column; `None` if it is wider than a page.
/// Everybody has a row and a column, unless nobody fights on both sides: then the party's have rows and the enemies' have
/// columns.
fn matrix(labels: &[String], pairs: &[Pair]) -> Option<Matrix> {
    let mut cells = vec![vec!["-".to_owned(); labels.len()]; labels.len()];
    let mut fights_as = [vec![false; labels.len()], vec![false; labels.len()]];
    for pair in pairs {
        cells[pair.first][pair.second] = numbers::share(&pair.share(0));
        cells[pair.second][pair.first] = numbers::share(&pair.share(1));
        for (seated, [party, enemies]) in
            pair.seatings.iter().zip([[pair.first, pair.second], [pair.second, pair.first]])
        {
            fights_as[0][party] |= seated.is_some();
            fights_as[1][enemies] |= seated.is_some();
        }
    }
    let is_split = !(0..labels.len()).any(|contender| fights_as[0][contender] && fights_as[1][contender]);
    let contenders_of = |seat: usize| {
        (0..labels.len()).filter(|&contender| !is_split || fights_as[seat][contender]).collect::<Vec<_>>()
    };
    let [rows, columns] = [0, 1].map(contenders_of);
    let header: Vec<String> =
        std::iter::once(String::new()).chain(columns.iter().map(|column| (column + 1).to_string())).collect();
    let cells_of = |row: usize| columns.iter().map(|&column| cells[row][column].clone()).collect::<Vec<_>>();
    let body: Vec<Vec<String>> = rows.iter().map(|&row| [vec![labels[row].clone()], cells_of(row)].concat()).collect();
    let names: Vec<&str> = header.iter().map(String::as_str).collect();
    if natural_width(&names, &body) > WIDTH {
        return None;
    }
    let legend = if is_split {
        // A line break must not part a number from its name.
        let columns: Vec<String> =
            columns.iter().map(|&column| labels[column].trim_start().replace(' ', NO_BREAK_SPACE)).collect();
        format!("wins of the row against {}", columns.join(", "))
    } else {
        "wins of the row against the column, both seatings together".to_owned()
    };
    Some(Matrix { legend, header, rows: body })
}

/// A row for each pair, with their names or, where these are too long, with the numbers of the ranking.
fn pairs(page: &mut Page<impl Write>, versus: &Versus, has_matrix: bool) -> io::Result<()> {
    let standings = &versus.standings;
    let is_both = standings.pairs.iter().any(|pair| pair.seatings.iter().all(Option::is_some));
    let mut header = vec!["", "", "", "wins", "interval"];
    let is_open = standings.pairs.iter().any(|pair| pair.unwon() > 0);
    header.extend(is_open.then_some("nobody"));
    header.extend(if is_both { &["as party", "as enemies"][..] } else { &[] });
    let rows = |name: &dyn Fn(usize) -> String| -> Vec<Vec<String>> {
        let row = |pair: &Pair| {
            let share = pair.share(0);
            let (first, second) = (name(pair.first), name(pair.second));
            let mut row = vec![first, pair_word(pair.verdict).to_owned(), second];
            row.extend([numbers::share(&share), numbers::share_interval(&share)]);
            let seated = |seating| {
                pair.share_when_seated(seating).map_or_else(|| "-".to_owned(), |share| numbers::share(&share))
            };
            row.extend(is_open.then(|| numbers::share(&pair.share_of(pair.unwon()))));
            row.extend(if is_both { vec![seated(0), seated(1)] } else { Vec::new() });
            row
        };
        standings.pairs.iter().take(PAIRS_MAX).map(row).collect()
    };
    let mut named = rows(&|contender| visible(versus.name(contender)).into_owned());
    if versus.policies {
        // Whether the party wins more than half says nothing of its policy.
        for row in &mut named {
            row.remove(1);
        }
        header.remove(1);
        page.grid(&header, named, 2..header.len())?;
        return more(page, standings.pairs.len(), "pair");
    }
    let is_named = natural_width(&header, &named) <= WIDTH;
    let rows = if is_named { named } else { rows(&|contender| (contender + 1).to_string()) };
    if !has_matrix && !is_named {
        page.note("numbers are those of the ranking below")?;
    }
    page.grid(&header, rows, 3..header.len())?;
    more(page, standings.pairs.len(), "pair")
}

/// The equilibrium: the mix of each player, what contenders lose against it and who is dominated; then who does best against whom.
fn field(page: &mut Page<impl Write>, versus: &Versus) -> io::Result<()> {
    for line in field_told(versus) {
        page.note(&line)?;
    }
    let Ok(field) = &versus.field else { return Ok(()) };
    for &side in field.sides() {
        page.gap()?;
        let header = match side {
            None => "the field",
            Some(Side::Party) => "the party's mix",
            Some(Side::Enemies) => "the enemies' mix",
        };
        let ranked = field.ranked(side);
        let row = |standing: &&Standing| {
            let name = visible(versus.short_name(standing.contender)).into_owned();
            let [weight, within, held, loss, lost, by, _] = field_row(versus, standing);
            let is_unsure = standing.dominated.as_ref().is_some_and(|dominated| !dominated.is_sure);
            vec![name, weight, within, held, loss, lost, format!("{by}{}", if is_unsure { "?" } else { "" })]
        };
        let [columns @ .., _] = &FIELD_COLUMNS;
        let header = [&[header][..], columns].concat();
        page.grid(&header, ranked.iter().take(PAIRS_MAX).map(row).collect(), 1..6)?;
        if ranked.iter().any(|standing| standing.dominated.as_ref().is_some_and(|dominated| !dominated.is_sure)) {
            page.note("? not surely: others of so many encounters may tell otherwise")?;
        }
        more(page, ranked.len(), "contender")?;
    }
    page.gap()?;
    let rows = field.answers.iter().take(PAIRS_MAX).map(|answer| answer_row(versus, answer).into()).collect();
    page.grid(&ANSWER_COLUMNS, rows, 2..3)?;
    more(page, field.answers.len(), "answer")
}

/// Says how many rows are not listed.
fn more(page: &mut Page<impl Write>, all: usize, what: &str) -> io::Result<()> {
    match all.saturating_sub(PAIRS_MAX) {
        0 => Ok(()),
        more => {
            page.note(&format!("and {} more {what}{}", numbers::grouped(more as u64), if more == 1 { "" } else { "s" }))
        }
    }
}

/// All contenders, the one with the highest mean share first, with the ranks that each may have.
fn ranking(page: &mut Page<impl Write>, labels: &[String], standings: &Standings) -> io::Result<()> {
    let row = |ranked: &Ranked| {
        let mean = Share { count: None, share: ranked.mean, interval: Some(ranked.interval) };
        let [beats, loses_to, undecided] = ranked.verdicts.map(|count| count.to_string());
        vec![labels[ranked.contender].clone(), numbers::share(&mean), ranks(ranked), beats, loses_to, undecided]
    };
    let rows = standings.ranking.iter().map(row).collect();
    page.grid(&["ranking", "mean wins", "rank", "beats", "loses to", "undecided"], rows, 1..6)
}
