//! The tables of `equipoise gauntlet`: who wins, and what it costs.

use std::io::{self, Write};

use equipoise_engine::Winner;
use equipoise_sim::output::sentences::stand_out;
use equipoise_sim::studies::gauntlet::ask::Place;
use equipoise_sim::studies::gauntlet::{Fit, Gauntlet, Row, StandsOut};
use equipoise_sim::studies::report::{Mean, Share};

use crate::numbers;
use crate::page::Page;
use crate::tables::natural_width;
use crate::text::{WIDTH, visible};

/// Prints all rows, first by whether the party wins, and then by what it costs.
pub(super) fn gauntlet(page: &mut Page<impl Write>, found: &Gauntlet) -> io::Result<()> {
    let Gauntlet { scenario, system, asked, rows, refused, .. } = found;
    let roster = asked.roster.display();
    let of = match asked.place {
        Place::Enemies => format!("the party against every row of {roster}"),
        Place::Party => format!("every row of {roster} as the party"),
    };
    page.title(&visible(&format!("{scenario} ({}), {of}", system.name())), 0)?;
    page.note(&format!(
        "{} rows, {} each with the same dice, those of seed {}; {} intervals",
        numbers::grouped(rows.len() as u64),
        numbers::encounters(asked.encounters),
        asked.seed,
        numbers::confidence(asked.confidence)
    ))?;
    if found.is_partial() {
        page.note(&format!("partial: {} more rows were not played", numbers::grouped(found.unplayed as u64)))?;
    }
    page.gap()?;
    wins(page, found)?;
    if let Some(by) = &asked.by {
        let trend = if asked.place == Place::Enemies { "falls" } else { "rises" };
        let margin = asked.margin.map(|margin| format!("; marks only beyond {}", numbers::bound_of_share(margin)));
        page.note(&visible(&format!(
            "off by: points above or below the curve closest to all wins that only {trend} with the {by}; these intervals hold for all \
             rows together{}",
            margin.unwrap_or_default()
        )))?;
    }
    stand_out(found).iter().try_for_each(|line| page.note(line))?;
    page.gap()?;
    costs(page, found)?;
    if !refused.is_empty() {
        page.gap()?;
        page.heading("cannot fight:")?;
        for row in refused {
            let count = row.count.map(|count| format!(" x{count}")).unwrap_or_default();
            page.item(&visible(&format!("{}{count}: {}", row.row, row.sentence())))?;
        }
    }
    Ok(())
}

fn won(row: &Row) -> &Share {
    &row.winners[Winner::Party.index()]
}

/// Columns of a table.
struct Columns {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    fn new(found: &Gauntlet) -> Self {
        let header = vec![found.asked.place.side().name().to_owned()];
        Self { header, rows: found.rows.iter().map(|row| vec![visible(&found.name_of(row)).into_owned()]).collect() }
    }

    fn add(&mut self, found: &Gauntlet, name: &str, cell: impl Fn(&Row) -> String) {
        self.header.push(name.to_owned());
        self.rows.iter_mut().zip(&found.rows).for_each(|(cells, row)| cells.push(cell(row)));
    }

    fn width(&self) -> usize {
        natural_width(&self.header.iter().map(String::as_str).collect::<Vec<_>>(), &self.rows)
    }

    /// Prints them; all but the first and the last `words` are numbers.
    fn print(self, page: &mut Page<impl Write>, words: usize) -> io::Result<()> {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        page.grid(&header, self.rows, 1..header.len() - words)
    }
}

/// The columns of wins, without the fitted shares if a page is too narrow for them.
fn wins(page: &mut Page<impl Write>, found: &Gauntlet) -> io::Result<()> {
    let columns = |with_fit: bool| {
        let mut columns = Columns::new(found);
        if let Some(by) = &found.asked.by {
            columns.add(found, &visible(by), |row| row.by.map(|by| by.to_string()).unwrap_or_default());
        }
        columns.add(found, "wins", |row| numbers::share(won(row)));
        columns.add(found, "interval", |row| numbers::share_interval(won(row)));
        if found.has_unwon() {
            columns.add(found, "nobody", |row| numbers::share(&found.unwon(row)));
        }
        if found.asked.by.is_some() {
            let of_fit = |told: fn(Fit, &Share) -> String| {
                move |row: &Row| row.fit.map(|fit| told(fit, won(row))).unwrap_or_default()
            };
            if with_fit {
                columns.add(found, "fit", of_fit(|fit, won| numbers::share(&Share { share: fit.share, ..*won })));
            }
            columns.add(found, "off by", of_fit(|fit, _| numbers::points(fit.distance, fit.interval)[0].clone()));
            columns.add(found, "interval", of_fit(|fit, _| numbers::points(fit.distance, fit.interval)[1].clone()));
            columns.add(found, "", of_fit(|fit, _| fit.stands_out.map_or("", StandsOut::name).to_owned()));
        }
        columns
    };
    let whole = columns(true);
    let columns = if whole.width() <= WIDTH { whole } else { columns(false) };
    columns.print(page, usize::from(found.asked.by.is_some()))
}

/// The columns of costs, without intervals if a page is too narrow for them.
fn costs(page: &mut Page<impl Write>, found: &Gauntlet) -> io::Result<()> {
    let columns = |with_intervals: bool| {
        let mut columns = Columns::new(found);
        columns.add(found, "rounds", |row| numbers::mean(&row.rounds));
        columns.add(found, "a death", |row| numbers::share(&row.any_dead));
        if with_intervals {
            columns.add(found, "interval", |row| numbers::share_interval(&row.any_dead));
        }
        for (index, points) in found.points.iter().enumerate() {
            let mean = |row: &Row| {
                let lost = row.lost.get(index)?;
                let encounters = Some(found.asked.encounters);
                Some(Mean { encounters, mean: lost.mean, sd: None, interval: lost.interval, is_share: false })
            };
            columns.add(found, points, |row| mean(row).map_or_else(String::new, |mean| numbers::mean(&mean)));
            if with_intervals {
                let interval = |row: &Row| mean(row).map_or_else(String::new, |mean| numbers::mean_interval(&mean));
                columns.add(found, "interval", interval);
            }
        }
        columns.add(found, "dies most", |row| {
            row.dies_most().map_or_else(String::new, |death| {
                format!("{} {}", visible(&death.combatant), numbers::share(&death.share))
            })
        });
        columns
    };
    let whole = columns(true);
    let is_whole = whole.width() <= WIDTH;
    let columns = if is_whole { whole } else { columns(false) };
    columns.print(page, 1)?;
    if !found.points.is_empty() {
        let points = found.points.join(", ");
        page.note(&format!("{points}: points that the party has lost and not got back in the end"))?;
    }
    if found.rows.iter().flat_map(|row| &row.lost).any(|lost| lost.interval.is_none()) && is_whole {
        page.note(numbers::TOO_FEW)?;
    }
    if is_whole { Ok(()) } else { page.note("--format csv and --format json have the intervals of all numbers") }
}
