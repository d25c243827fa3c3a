//! Results of one call as one document of JSON, which is what the file `run.json` of a directory holds.

use serde::Serialize;

#[cfg(feature = "tables")]
use crate::json::Values;
use crate::json::line;
use crate::studies::answer::{Answer, Check};
use crate::studies::cross::Crossing;
use crate::studies::provenance::Common;
use crate::studies::report::Report;
use crate::studies::study::Found;
use crate::studies::ways::Ways;

/// Results as one document, which is what the file `run.json` holds: `{"provenance": …, "results": […]}`, each result
/// on a line of its own. What all results have in common of their provenance ([`Common`]) stands before them; a result
/// has the rest. Before the results of an interrupted call stands `"partial": true`: some may be missing. What
/// `sweep --cross` has found stands behind them, under `crossings`.
pub fn document(answers: &[Answer], crossings: &[Found<Crossing>], partial: bool) -> String {
    let result = |answer: &Answer| {
        let Answer { report, check, ways, provenance, .. } = answer;
        line(&Listed { report, check: check.as_ref(), ways: ways.as_ref(), provenance: provenance.own() })
    };
    let crossing = |Found { result, provenance }: &Found<Crossing>| {
        line(&ListedCrossing { crossing: Some(result), provenance: provenance.own() })
    };
    list(answers, crossings, partial, result, crossing)
}

/// Whether a text is the [`document`] of an interrupted call.
#[cfg(feature = "tables")]
pub(crate) fn is_partial(text: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Document {
        partial: bool,
        #[serde(rename = "results")]
        _results: serde::de::IgnoredAny,
    }
    serde_json::from_slice(text).is_ok_and(|Document { partial, .. }| partial)
}

/// The [`document`] without any numbers: where the rows of a table come from.
#[cfg(feature = "tables")]
pub(crate) fn sources(answers: &[Answer], crossings: &[Found<Crossing>]) -> String {
    let result = |answer: &Answer| {
        let Report { values, point, .. } = &answer.report;
        line(&Source { values: Values(values), point: *point, provenance: answer.provenance.own() })
    };
    let crossing = |found: &Found<Crossing>| {
        line(&ListedCrossing { crossing: None::<&Crossing>, provenance: found.provenance.own() })
    };
    list(answers, crossings, false, result, crossing)
}

fn list(
    answers: &[Answer],
    crossings: &[Found<Crossing>],
    partial: bool,
    result: impl Fn(&Answer) -> String,
    crossing: impl Fn(&Found<Crossing>) -> String,
) -> String {
    let provenances = answers.iter().map(|answer| &answer.provenance);
    let common = line(&Common::of(provenances.chain(crossings.iter().map(|found| &found.provenance))));
    let results: Vec<String> = answers.iter().map(result).collect();
    let partial = if partial { "\"partial\":true,\n" } else { "" };
    let crossings: Vec<String> = crossings.iter().map(crossing).collect();
    let behind = match crossings.as_slice() {
        [] => String::new(),
        crossings => format!(",\n\"crossings\":[\n{}\n]", crossings.join(",\n")),
    };
    format!("{{\"provenance\":{common},\n{partial}\"results\":[\n{}\n]{behind}}}\n", results.join(",\n"))
}

/// A crossing that `sweep --cross` has found, in a list that has what all have in common.
#[derive(Serialize)]
struct ListedCrossing<'a, P> {
    #[serde(flatten)]
    crossing: Option<&'a Crossing>,
    provenance: P,
}

/// A result in a list that has what all have in common.
#[derive(Serialize)]
struct Listed<'a, P> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'a Check>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<&'a Ways>,
    provenance: P,
}

/// The origin of a row of a table.
#[cfg(feature = "tables")]
#[derive(Serialize)]
struct Source<'a, P> {
    values: Values<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<usize>,
    provenance: P,
}
