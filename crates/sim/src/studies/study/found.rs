//! Results with where they come from.

use serde::Serialize;

use super::Results;
use crate::json::{Json, line};
use crate::studies::provenance::Provenance;

/// A result, or a list of results, of one study. As JSON a result has its provenance as the last key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found<T> {
    /// The result.
    #[serde(flatten)]
    pub result: T,
    /// The provenance of the result.
    pub provenance: Provenance,
}

impl<T: Serialize> Found<T> {
    /// The result as one object of JSON on one line, without a line feed at its end.
    pub fn line(&self) -> String {
        line(self)
    }
}

impl<T: Serialize + Clone + 'static> Found<Vec<T>> {
    /// Each result as one object of JSON on one line.
    pub fn lines(&self) -> Vec<String> {
        self.clone().each().iter().map(|result| result.line()).collect()
    }

    /// Each result by itself.
    pub fn each(self) -> Results {
        let Self { result, provenance } = self;
        let found = |result| Box::new(Found { result, provenance: provenance.clone() }) as Box<dyn Json>;
        result.into_iter().map(found).collect()
    }
}
