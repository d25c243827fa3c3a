//! Charts and tables in a page.

use equipoise_charts::{Chart, Table};
use maud::{Markup, PreEscaped, html};

use crate::page::Page;

/// A chart with its caption and its numbers, which are folded away.
pub(crate) fn figure(chart: &Chart) -> Markup {
    html! {
        figure {
            figcaption { b { bdi { (chart.title) } } span { (chart.description) } }
            (PreEscaped(chart.svg()))
            details {
                summary { "The numbers: " bdi { (chart.title) } }
                (table(&chart.title, &chart.table()))
            }
        }
    }
}

/// Several charts beside each other, as many as there is room for.
pub(crate) fn figures(charts: &[Chart]) -> Markup {
    html! { div.figures { @for chart in charts { (figure(chart)) } } }
}

/// A table that scrolls by itself where it is wider than the page.
pub(crate) fn table(caption: &str, table: &Table) -> Markup {
    // Columns of numbers are set to the right.
    let is_word = |field: &String| field.starts_with(char::is_alphabetic);
    let are_words: Vec<bool> =
        (0..table.columns.len()).map(|index| table.rows.iter().any(|row| is_word(&row[index]))).collect();
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
                                    th scope="row" { bdi { (field) } }
                                } @else {
                                    td.text[are_words[index]] { bdi { (field) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A chart by itself as a page.
pub fn single(chart: &Chart) -> String {
    let lead = html! {};
    Page { title: chart.title.clone(), lead, contents: html! {}, main: figure(chart) }.document()
}
