//! The finished part of an interrupted study, written down so that a later call goes on from there.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::json::line;
use crate::record::Damage;
use crate::record::seal::{Seal, sealed, unseal};
use crate::studies::provenance::Provenance;

/// The finished part of a study, under its provenance: it is of use to the same question alone, about the same texts and
/// under the same version and build of the program.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unfinished<P, T> {
    provenance: P,
    finished: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crc32: Option<String>,
}

impl<P: Serialize, T: Serialize> Seal for Unfinished<P, T> {
    fn crc32(&mut self) -> &mut Option<String> {
        &mut self.crc32
    }
}

/// The text as it is read: what was finished is of the form that the question asks for, so that the question is read first.
type Raw = Unfinished<Box<RawValue>, Box<RawValue>>;

/// The reason why a finished part is of no use.
#[derive(Debug, Error)]
pub enum UnfinishedError {
    /// It is no record of unfinished work.
    #[error("it holds no unfinished work: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(#[from] Damage),
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
    /// The reason why a text is of no use to a run or a sweep: it is the unfinished work of another study; `None` if it is not even that.
    pub fn of_another_study(text: &str) -> Option<Self> {
        let whole: Raw = serde_json::from_str(text).ok()?;
        another(&whole.provenance).ok()
    }
}

/// The text of what was finished, on one line.
pub(in crate::studies) fn unfinished<T: Serialize>(provenance: &Provenance, finished: &T) -> String {
    sealed(Unfinished { provenance, finished, crc32: None })
}

/// Reads what was finished of the study with this provenance.
///
/// # Errors
/// If the text is none of [`unfinished`], is damaged, or is of another study.
pub(in crate::studies) fn finished<T: DeserializeOwned>(
    text: &str,
    provenance: &Provenance,
) -> Result<T, UnfinishedError> {
    let mut whole: Raw = serde_json::from_str(text)?;
    unseal(&mut whole)?;
    if whole.provenance.get() != line(provenance) {
        return Err(another(&whole.provenance)?);
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
