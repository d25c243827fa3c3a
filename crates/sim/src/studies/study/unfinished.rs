//! What a study had finished when it was interrupted, written down so that a later call goes on from there.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::json::line;
use crate::studies::provenance::Provenance;

/// What a study had finished, under its provenance: it is of use to the same question alone, about the same texts and
/// under the same version and build of the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unfinished<'a, T> {
    #[serde(borrow)]
    provenance: &'a RawValue,
    finished: T,
}

/// Why what was finished is of no use.
#[derive(Debug, Error)]
pub enum UnfinishedError {
    /// It is no record of unfinished work.
    #[error("it holds no unfinished work: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is of another question.
    #[error(
        "it holds the unfinished work of another question, of other texts or of another version or build: {command}"
    )]
    Another {
        /// The command line of that question.
        command: String,
    },
}

impl UnfinishedError {
    /// Why a text is of no use to a run or a sweep: it is the unfinished work of another study; none where it is not even that.
    pub fn of_another_study(text: &str) -> Option<Self> {
        let whole: Unfinished<&RawValue> = serde_json::from_str(text).ok()?;
        another(whole.provenance).ok()
    }
}

/// The text of what was finished, on one line.
pub(in crate::studies) fn unfinished<T: Serialize>(provenance: &Provenance, finished: &T) -> String {
    #[derive(Serialize)]
    struct Unfinished<'a, T> {
        provenance: &'a Provenance,
        finished: &'a T,
    }
    line(&Unfinished { provenance, finished }) + "\n"
}

/// Reads what was finished of the study with this provenance.
///
/// # Errors
/// When the text is none of [`unfinished`], or is of another study.
pub(in crate::studies) fn finished<T: DeserializeOwned>(
    text: &str,
    provenance: &Provenance,
) -> Result<T, UnfinishedError> {
    // What was finished is of the form that the question asks for, so that the question is read first.
    let whole: Unfinished<&RawValue> = serde_json::from_str(text)?;
    if whole.provenance.get() != line(provenance) {
        return Err(another(whole.provenance)?);
    }
    Ok(serde_json::from_str(whole.finished.get())?)
}

fn another(provenance: &RawValue) -> Result<UnfinishedError, serde_json::Error> {
    #[derive(Deserialize)]
    struct Command {
        command: Vec<String>,
    }
    let Command { command } = serde_json::from_str(provenance.get())?;
    Ok(UnfinishedError::Another { command: command.join(" ") })
}
