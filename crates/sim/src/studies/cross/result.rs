//! The crossing of the curve of a sweep with a target, as JSON.

use serde::{Serialize, Serializer};

use super::{Crossing, Where};

/// The word that tells the object from those of cells: the value of its `kind`, and the key of what it says.
pub(crate) const KEY: &str = "crossing";

#[derive(Serialize)]
struct Line<'a> {
    crossing: Told<'a>,
    kind: &'static str,
}

#[derive(Serialize)]
struct Told<'a> {
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
    sure: bool,
}

#[derive(Serialize)]
struct Ends {
    confidence: f64,
    lo: Option<f64>,
    hi: Option<f64>,
}

/// `{"crossing": {…}, "kind": "crossing"}` with `path, quantity, target, curve` (`rises`, `falls`, or `above` or `below` the
/// target with all values), `at` (null where the target is out of reach), `interval` where the cells were sampled and a
/// value may have the target (an end beyond the values that were tried is null), `turns` where the curve surely turns,
/// `passes`, and whether it is `sure` that a value has the target, or that none has.
impl Serialize for Crossing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { question, interval, turns, passes, sure, .. } = self;
        let end = |end: f64| Some(end).filter(|end| end.is_finite());
        let interval = interval.filter(|_| self.may_cross());
        let crossing = Told {
            path: &question.path,
            quantity: &question.metric,
            target: question.target,
            curve: self.curve(),
            at: self.at(),
            interval: interval.map(|ends| Ends { confidence: question.confidence, lo: end(ends.lo), hi: end(ends.hi) }),
            turns: *turns,
            passes,
            sure: *sure,
        };
        Line { crossing, kind: KEY }.serialize(serializer)
    }
}

impl Crossing {
    /// The value with which the curve has the target, if one has.
    pub const fn at(&self) -> Option<f64> {
        match self.found {
            Where::At(at) => Some(at),
            Where::Above | Where::Below => None,
        }
    }

    /// Whether a value may have the target: one has, or it is not sure that none has.
    pub const fn may_cross(&self) -> bool {
        matches!(self.found, Where::At(_)) || !self.sure
    }

    /// The relation of the curve to the target, in one word: `rises` or `falls` through it, or is `above` or `below` it.
    pub const fn curve(&self) -> &'static str {
        match (self.found, self.rises) {
            (Where::At(_), true) => "rises",
            (Where::At(_), false) => "falls",
            (Where::Above, _) => "above",
            (Where::Below, _) => "below",
        }
    }
}
