//! Where the curve of a sweep crosses a target, as JSON.

use serde::Serialize;

use super::line;
use crate::studies::sweep::crossing::{Crossing, Where};

/// The only key of the object, by which it is told from the cells before it.
pub(crate) const KEY: &str = "crossing";

#[derive(Serialize)]
struct Line<'a> {
    crossing: Found<'a>,
}

#[derive(Serialize)]
struct Found<'a> {
    path: &'a str,
    quantity: &'a str,
    target: f64,
    curve: &'static str,
    at: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<Ends>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<[f64; 2]>,
    passes: &'a [f64],
}

#[derive(Serialize)]
struct Ends {
    confidence: f64,
    lo: Option<f64>,
    hi: Option<f64>,
}

/// A crossing as one object on one line, without a line feed at its end: `{"crossing": {…}}` with `path, quantity, target,
/// curve` (`rises`, `falls`, or `above` or `below` the target with all values), `at` (null where the target is out of
/// reach), `interval` where the cells were sampled (an end beyond the values that were tried is null), `turns` where the
/// curve surely turns, and `passes`.
pub fn crossing(found: &Crossing) -> String {
    let Crossing { question, rises, found, interval, turns, passes } = found;
    let (curve, at) = match found {
        Where::At(at) => (if *rises { "rises" } else { "falls" }, Some(*at)),
        Where::Above => ("above", None),
        Where::Below => ("below", None),
    };
    let end = |end: f64| Some(end).filter(|end| end.is_finite());
    let interval = interval.filter(|_| at.is_some());
    line(&Line {
        crossing: Found {
            path: &question.path,
            quantity: &question.metric,
            target: question.target,
            curve,
            at,
            interval: interval.map(|ends| Ends { confidence: question.confidence, lo: end(ends.lo), hi: end(ends.hi) }),
            turns: *turns,
            passes,
        },
    })
}
