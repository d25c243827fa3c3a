//! Studies as data: what is asked of which scenarios, with every setting that can change the answer and none that cannot.
//!
//! A study can be written down, read again and made again: it has no default, so that a later version with other defaults finds the
//! same. It names scenarios by their paths; their texts come from whoever loads it. [`Study::command`] is the command line that
//! asks the same.

use serde::{Deserialize, Serialize};

mod command;
mod error;
mod run;
pub(crate) mod text;

pub use error::StudyError;
pub use run::{Encounters, Limits, Method, Run};

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Study {
    /// How a scenario goes: `equipoise run` and `equipoise exact`.
    Run(Run),
}
