//! The parts that all pages have in common.

use equipoise_charts::{CSS as CHARTS, CSS_OF_SCHEMES};
use equipoise_sim::output::{embedded, numbers};
use equipoise_sim::studies::provenance::VERSION;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::style::CSS;

/// Nothing is loaded, nothing is run: the style in the page is all there is.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The largest record that a page has in it, in bytes.
const RECORD_MAX: usize = 3_000_000;

/// The parts of a page.
pub(crate) struct Page {
    pub(crate) title: String,
    /// A summary of the page in a sentence or two.
    pub(crate) lead: Markup,
    /// Between the head and the main part; empty where there is none.
    pub(crate) contents: Markup,
    pub(crate) main: Markup,
    /// The results as lines of JSON, which `equipoise rerun` reads out of the page; empty if it has none.
    pub(crate) record: String,
}

impl Page {
    /// The page as a document.
    pub(crate) fn document(self) -> String {
        let Self { title, lead, contents, main, record } = self;
        let is_recorded = (1..=RECORD_MAX).contains(&record.len());
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="generator" content="equipoise";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(CSS)) (PreEscaped(CHARTS)) (PreEscaped(CSS_OF_SCHEMES)) }
                }
                body {
                    a.skip href="#main" { "Skip to the results" }
                    header { h1 { bdi { (title) } } (lead) }
                    @if !contents.0.is_empty() { nav aria-label="Contents" { (contents) } }
                    main #main { (main) }
                    footer {
                        p {
                            "Made by equipoise " (VERSION) ". Intervals say how far chance alone may have moved a number; the same "
                            "command and seed give the same numbers on every machine."
                            @if is_recorded {
                                " The results are in this page in full: " code { "equipoise rerun PAGE.html" } " makes them again and compares."
                            } @else if !record.is_empty() {
                                " The results are too large to be in this page, " (numbers::grouped(record.len() as u64)) " bytes: " code { "--format json" }
                                " prints them."
                            }
                        }
                    }
                    @if is_recorded { (PreEscaped(embedded::element(&record))) }
                }
            }
        };
        page.into_string() + "\n"
    }
}
