//! Parts of pages, for a page that somebody else makes: elements without a head and a style of their own. The classes that they have are
//! those of [`style()`].

use equipoise_charts::{CSS as CHARTS, CSS_OF_SCHEMES, Chart};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::replay::Told;

use maud::{PreEscaped, html};

use crate::figure::{figures as drawn, table};
use crate::{outcome, replays, style};

/// The results of one scenario in parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// A summary of them in a few sentences.
    pub headline: Vec<String>,
    /// The method by which the numbers came about.
    pub method: String,
    /// The charts, in the order of a page; those that would be empty are left out.
    pub charts: Vec<Chart>,
    /// A table of everything else that was counted.
    pub counted: String,
    /// The metrics that were 0 in every encounter.
    pub never: Vec<String>,
}

/// The results of a scenario that was loaded for them.
pub fn results(answer: &Answer, loaded: &Loaded) -> Results {
    let (report, fights) = (&answer.report, &loaded.fights);
    let (counted, never) = outcome::metrics(report, fights.metrics());
    Results {
        headline: outcome::headline(report),
        method: outcome::method(report),
        charts: outcome::charts(report, fights.combatants(), loaded.system.left()),
        counted: table("Numbers", &counted).into_string(),
        never,
    }
}

/// The results of a scenario with their style, for a frame of their own.
pub fn alone(answer: &Answer, loaded: &Loaded) -> String {
    let Results { headline, method, charts, counted, never } = results(answer, loaded);
    html! {
        style { (PreEscaped(style())) }
        main {
            @for line in headline { p.lead { (line) } }
            (drawn("", &charts))
            details {
                summary { "Everything that was counted" }
                (PreEscaped(counted))
                @if !never.is_empty() { p { "Never: " (never.join(", ")) "." } }
            }
            p { (method) }
        }
    }
    .into_string()
}

/// Charts with their captions and, folded away, their numbers.
pub fn figures(charts: &[Chart]) -> String {
    drawn("", charts).into_string()
}

/// A fight round by round, with the odds of its steps where it has them, and with its maps.
pub fn fight(told: &Told, loaded: &Loaded) -> String {
    replays::alone(told, loaded).into_string()
}

/// The style of pages: everything that the elements look like.
pub fn style() -> String {
    [style::CSS, CHARTS, CSS_OF_SCHEMES].concat()
}
