//! Charts and tables in a page.

use equipoise_charts::{Chart, Table};
use maud::{Markup, PreEscaped, html};

use crate::page::Page;

/// The level of a heading.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Level {
    /// Below the heading of a section.
    Third,
    /// Below a heading within a section.
    Fourth,
}

impl Level {
    /// A heading, with an id if it has one.
    pub(crate) fn heading(self, id: Option<&str>, text: &str) -> Markup {
        match self {
            Self::Third => html! { h3 id=[id] { bdi { (text) } } },
            Self::Fourth => html! { h4 id=[id] { bdi { (text) } } },
        }
    }
}

/// A chart under its heading: what it shows in a sentence, how it is read, the drawing, and its numbers, which are folded away. Screen
/// readers hear the sentence once and find the numbers in the table, so that the drawing itself says nothing to them.
fn figure(chart: &Chart, id: &str, level: Level) -> Markup {
    let finding = chart.finding();
    html! {
        div.figure id=(id) {
            (level.heading(None, &chart.title))
            a.anchor href={ "#" (id) } aria-label={ "Link to: " (chart.title) } { "#" }
            @if !finding.is_empty() { p { bdi { (finding) } } }
            p.faint.small { (chart.description) }
            div aria-hidden="true" { (PreEscaped(chart.svg())) }
            details {
                summary { "The numbers: " bdi { (chart.title) } }
                (table(&chart.title, &chart.table()))
            }
        }
    }
}

/// Several charts beside each other, as many as there is room for. `of` is the id of what they are of, with which those of the charts
/// begin; empty if a page has one such list.
pub(crate) fn figures(of: &str, charts: &[Chart]) -> Markup {
    figures_at(Level::Third, of, charts)
}

/// As [`figures`], with headings of a level.
pub(crate) fn figures_at(level: Level, of: &str, charts: &[Chart]) -> Markup {
    let mut used: Vec<String> = Vec::new();
    let mut id = |chart: &Chart| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let name: String = chart.name.chars().map(plain).collect();
        let first = if of.is_empty() { format!("chart-{name}") } else { format!("{of}-{name}") };
        let numbered = (2..).map(|number| format!("{first}-{number}"));
        let free = std::iter::once(first.clone()).chain(numbered).find(|id| !used.contains(id));
        used.push(free.expect("numbers go on"));
        used[used.len() - 1].clone()
    };
    let charts: Vec<(String, &Chart)> = charts.iter().map(|chart| (id(chart), chart)).collect();
    html! { div.figures { @for (id, chart) in &charts { (figure(chart, id, level)) } } }
}

/// From so many characters on a text needs room to be read.
const PROSE: usize = 30;

/// A name that may be broken where its parts end: at points and underscores.
fn breakable(name: &str) -> Markup {
    html! { @for part in name.split_inclusive(['.', '_']) { (part) wbr; } }
}

/// A text with what stands between two backticks as code.
fn with_code(text: &str) -> Markup {
    if !text.matches('`').count().is_multiple_of(2) {
        return html! { (text) };
    }
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A table that scrolls by itself where it is wider than the page.
pub(crate) fn table(caption: &str, table: &Table) -> Markup {
    table.assert_rectangular();
    // Columns of numbers are set to the right.
    let is_word = |field: &String| field.starts_with(char::is_alphabetic);
    let has = |index: usize, which: &dyn Fn(&String) -> bool| table.rows.iter().any(|row| which(&row[index]));
    let columns = 0..table.columns.len();
    let are_words: Vec<bool> = columns.clone().map(|index| has(index, &is_word)).collect();
    let are_prose: Vec<bool> =
        columns.map(|index| are_words[index] && has(index, &|field| field.chars().count() > PROSE)).collect();
    html! {
        div.scroll role="group" tabindex="0" aria-label=(format!("Table: {caption}")) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        @for (index, column) in table.columns.iter().enumerate() {
                            th.text[are_words[index]] scope="col" { bdi { (column) } }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (index, field) in row.iter().enumerate() {
                                @if index == 0 {
                                    th scope="row" { bdi { (breakable(field)) } }
                                } @else {
                                    td.text[are_words[index]].prose[are_prose[index]] { bdi { (with_code(field)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The most rows of a table that is not folded away.
const UNFOLDED: usize = 50;

/// A table, folded away below its summary if it is long.
pub(crate) fn folded(summary: &str, caption: &str, rows: &Table) -> Markup {
    let all = table(caption, rows);
    if rows.rows.len() <= UNFOLDED {
        return all;
    }
    html! { details { summary { (summary) } (all) } }
}

/// A chart by itself as a page.
pub fn single(chart: &Chart) -> String {
    let (lead, main) = (html! {}, figures("", std::slice::from_ref(chart)));
    Page { title: chart.title.clone(), lead, contents: html! {}, main, record: String::new() }.document()
}
