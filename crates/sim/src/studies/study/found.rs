//! Results with where they come from.

use serde::Serialize;

use crate::json::{Form, Lines, line};
use crate::studies::provenance::Provenance;

/// A result, or a list of results, of one study. As JSON a result has its provenance as the last key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found<T> {
    /// What was found.
    #[serde(flatten)]
    pub result: T,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl<T: Serialize> Found<T> {
    /// The result as one object of JSON on one line, without a line feed at its end.
    pub fn line(&self) -> String {
        line(self)
    }
}

impl<T: Serialize> Found<Vec<T>> {
    /// Each result as one object of JSON on one line.
    pub fn lines(&self) -> Vec<String> {
        self.each::<Lines>()
    }

    /// Each result in some form.
    pub(in crate::studies) fn each<F: Form>(&self) -> Vec<F::Result> {
        #[derive(Serialize)]
        struct One<'a, T> {
            #[serde(flatten)]
            result: &'a T,
            provenance: &'a Provenance,
        }
        self.result.iter().map(|result| F::of(&One { result, provenance: &self.provenance })).collect()
    }
}
