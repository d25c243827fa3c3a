//! Sampled results held against the exact solution.

use equipoise_engine::exact::{Observer, Unsolved};
use serde::{Serialize, Serializer};

use super::{Answer, Note, solve};
use crate::studies::load::Loaded;
use crate::studies::method::{Limits, Method};
use crate::studies::report::{Deviation, Method as ReportMethod, Report, deviations};
use crate::studies::study::{Run, Study};

/// The deviations of a sampled result from the exact one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// Number of states of the exact solution.
    pub states: usize,
    /// Every number of the report.
    #[serde(rename = "values", serialize_with = "values")]
    pub deviations: Vec<Deviation>,
}

impl Check {
    /// Compares every number of a sampled report with the exact report of the same scenario.
    pub fn new(sampled: &Report, exact: &Report) -> Self {
        let states = if let ReportMethod::Exact { states } = exact.method { states } else { 0 };
        Self { states, deviations: deviations(sampled, exact) }
    }
}

/// A deviation as JSON has it: an infinite z has no number there, and is null.
#[derive(Serialize)]
struct Value<'a> {
    name: &'a str,
    sampled: f64,
    exact: f64,
    z: f64,
}

impl<'a> From<&'a Deviation> for Value<'a> {
    fn from(deviation: &'a Deviation) -> Self {
        let Deviation { name, sampled, exact, .. } = deviation;
        Self { name, sampled: *sampled, exact: *exact, z: deviation.unsigned_z() }
    }
}

fn values<S: Serializer>(deviations: &[Deviation], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(deviations.iter().map(Value::from))
}

/// A number of a sample beside the exact one.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// Its name, as [`Deviation`] has it.
    pub name: String,
    /// The sampled value.
    pub sampled: f64,
    /// The exact value, and the distance from it in standard errors; none where the sample was not checked.
    pub exact: Option<[f64; 2]>,
}

impl Answer {
    /// Every number of a sample, beside the exact one where the sample was checked.
    pub fn compared(&self) -> Vec<Compared> {
        let row = |deviation: &Deviation, exact| {
            let Deviation { name, sampled, .. } = deviation;
            Compared { name: name.clone(), sampled: *sampled, exact }
        };
        match &self.check {
            Some(Check { deviations, .. }) => deviations
                .iter()
                .map(|deviation| row(deviation, Some([deviation.exact, deviation.unsigned_z()])))
                .collect(),
            // A report compared with itself yields the names.
            None => deviations(&self.report, &self.report).iter().map(|deviation| row(deviation, None)).collect(),
        }
    }

    /// Holds a sample against the exact solution, or notes why that is not possible.
    pub fn check_against_exact(&mut self, scenario: &Loaded, limits: Limits, observer: &dyn Observer) {
        let solved = solve(scenario, limits, observer);
        if solved != Err(Unsolved::Interrupted) {
            self.was_checked(limits);
        }
        match solved {
            Ok(exact) => self.check = Some(Check::new(&self.report, &exact)),
            Err(unsolved) => {
                self.is_interrupted |= unsolved == Unsolved::Interrupted;
                self.notes.push(Note::Unchecked(unsolved));
            }
        }
    }

    /// Whether it was held against the exact solution, or would have been had that been possible.
    pub fn is_checked(&self) -> bool {
        matches!(&self.provenance.study, Study::Run(Run { method: Method::Sample(sampling), .. }) if sampling.check.is_some())
    }

    /// Records that the exact solution was asked for as well, within these limits.
    pub(crate) fn was_checked(&mut self, limits: Limits) {
        if let Study::Run(Run { method: Method::Sample(sampling), .. }) = &mut self.provenance.study {
            sampling.check = Some(limits);
        }
    }

    /// The note that the answer was not held against the exact solution, if that was tried.
    pub fn unchecked(&self) -> Option<&Note> {
        self.notes.iter().find(|note| matches!(note, Note::Unchecked(_)))
    }
}
