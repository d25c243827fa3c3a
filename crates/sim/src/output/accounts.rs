//! Accounts as a table of texts, for the terminal and for pages.

use crate::output::numbers;
use crate::studies::explain::{BEYOND, OF_SIDE};
use crate::studies::report::{ByMeans, Entry, Method, Report};

/// The results of all means: a row for each means, and a column for each measure that any of them has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<'a> {
    /// The titles of the columns behind combatant and means.
    pub columns: Vec<String>,
    /// By side, and then by the points that were dealt.
    pub rows: Vec<Row<'a>>,
}

/// A means of a combatant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'a> {
    /// The id of the combatant.
    pub combatant: &'a str,
    /// The name of the means, as the scenario has it.
    pub means: &'a str,
    /// A text for each column; empty if the number is 0.
    pub cells: Vec<String>,
}

/// The meanings of those column titles that do not explain themselves.
const LEGEND: [(&str, &str); 2] = [OF_SIDE, BEYOND];

impl Table<'_> {
    /// The legend of the table's columns, after the words that say what the numbers are.
    pub fn legend(&self, numbers: &str) -> String {
        let is_there = |(title, _): &&(&str, &str)| self.columns.iter().any(|column| column == title);
        let told = LEGEND.iter().filter(is_there).map(|(title, meaning)| format!("; {title}: {meaning}"));
        format!("{numbers}{}", told.collect::<String>())
    }
}

/// A column: its title, and how its cell reads.
type Column<'a> = (String, Box<dyn Fn(&ByMeans) -> String + 'a>);

/// The table of some of the accounts of a scenario.
pub fn by_means<'a>(report: &'a Report, accounts: &[Entry<'a>]) -> Table<'a> {
    let found = report.by_means(accounts);
    let wanted = |(_, cell): &Column| found.iter().any(|means| !cell(means).is_empty());
    let columns: Vec<Column> = columns(report).into_iter().filter(wanted).collect();
    let row = |means: &ByMeans<'a>| Row {
        combatant: means.combatant,
        means: means.means,
        cells: columns.iter().map(|(_, cell)| cell(means)).collect(),
    };
    let rows = found.iter().map(row).collect();
    Table { columns: columns.into_iter().map(|(title, _)| title).collect(), rows }
}

fn columns(report: &Report) -> Vec<Column<'_>> {
    fn measure(measures: impl IntoIterator<Item = String>) -> Box<dyn Fn(&ByMeans) -> String> {
        let measures: Vec<String> = measures.into_iter().collect();
        Box::new(move |means| {
            let mean = measures.iter().find_map(|measure| means.mean(measure));
            mean.as_ref().map_or_else(String::new, numbers::mean)
        })
    }
    let named = |name: &str| (name.to_owned(), measure([name.to_owned()]) as Box<_>);
    let mut columns: Vec<Column> =
        vec![("uses".to_owned(), measure(["uses", "times"].map(str::to_owned))), named("hits"), named("criticals")];
    let is_sampled = matches!(report.method, Method::Sampled { .. });
    for harm in report.harms() {
        columns.push(named(harm));
        if is_sampled {
            let interval =
                move |means: &ByMeans| means.mean(harm).as_ref().map_or_else(String::new, numbers::mean_interval);
            columns.push(("interval".to_owned(), Box::new(interval)));
        }
        let part = move |means: &ByMeans| {
            report.part_of_side(means, harm).map_or_else(String::new, |part| format!("{:.1}%", 100.0 * part))
        };
        columns.push((OF_SIDE.0.to_owned(), Box::new(part)));
        for more in [BEYOND.0, "restored"] {
            columns.push((more.to_owned(), measure([format!("{harm}_{more}")])));
        }
    }
    columns.push(named("felled"));
    columns
}
