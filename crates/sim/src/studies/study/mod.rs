//! Studies as data: what is asked of which scenarios, with every setting that can change the answer and none that cannot.
//!
//! A study can be written down, read again and made again: it has no default, so that a later version with other
//! defaults finds the same. It names scenarios by their paths; their texts come from whoever [loads](Loader) it. Each
//! kind of study has a `load`, which reports every mistake of the scenarios, and what was loaded is played into a typed
//! result, under the eyes of a [`Watch`]. [`Study::command`] is the command line that asks the same. What all kinds have
//! in common is a [`Question`].

use std::path::PathBuf;

use equipoise_engine::Fault;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::kernel::run::Watch;
use crate::studies::load::{LoadError, Loader};

mod error;
mod found;
mod unanswered;
pub(crate) mod unfinished;
mod words;

pub use error::{Refusal, StudyError};
pub use found::Found;

pub use super::method::{Extent, Limits, Method, Sampling};
pub use unanswered::Unanswered;
pub use unfinished::UnfinishedError;
pub use words::Words;

/// A question that a study answers: its scenarios, size, command line and results.
pub trait Question {
    /// The paths of the scenarios, in the order in which they are given, and the overrides that all of them have.
    fn about(&self) -> (Vec<&PathBuf>, &[Override]);

    /// The largest number of encounters that it takes of each scenario, of one that is varied in all its cells together; 0 if it
    /// is solved.
    fn encounters(&self) -> u64;

    /// The command line that asks it: every setting is spelled out, and none that changes no result.
    fn words(&self) -> Words;

    /// Whether the part of its result that was there when it was interrupted can be made again.
    fn is_remade_in_part(&self) -> bool {
        true
    }

    /// Loads the scenarios and finds out what is asked.
    ///
    /// # Errors
    /// If scenarios have mistakes or do not fit the question, and after an interrupt that leaves nothing.
    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError>;
}

/// Results of one study, each with its provenance.
pub type Results = Vec<Box<dyn Json>>;

/// Makes the enum of all studies.
macro_rules! studies {
    ($($(#[doc = $doc:literal])+ $Study:ident in $module:ident,)+) => {
        $(pub use super::$module::ask::*;)+

        /// A question that can be asked. As JSON, `kind` is the name of the command, or `cross` of `sweep --cross`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "lowercase")]
        pub enum Study {
            $($(#[doc = $doc])+ $Study($Study),)+
        }

        impl Study {
            /// The question, whatever its kind.
            pub fn question(&self) -> &dyn Question {
                match self {
                    $(Self::$Study(question) => question,)+
                }
            }
        }

        $(impl From<$Study> for Study {
            fn from(question: $Study) -> Self {
                Self::$Study(question)
            }
        })+
    };
}

each_study!(studies);

impl Study {
    /// The paths of the scenarios, in the order in which they are given.
    pub fn scenarios(&self) -> Vec<&PathBuf> {
        self.question().about().0
    }

    /// The overrides of all scenarios.
    pub fn overrides(&self) -> &[Override] {
        self.question().about().1
    }

    /// The largest number of [encounters](Question::encounters) that it takes.
    pub fn encounters(&self) -> u64 {
        self.question().encounters()
    }

    /// The words of the command line that asks the same, the program's name first. `-` among them stands for a scenario
    /// from the standard input.
    pub fn command(&self) -> Vec<String> {
        self.question().words().0
    }

    /// Finds out what is asked: every result as one object of JSON, with its provenance.
    ///
    /// # Errors
    /// If scenarios have mistakes or do not fit the question, and after an interrupt.
    pub fn lines(&self, loader: Loader, watch: &Watch) -> Result<Vec<String>, StudyError> {
        Ok(self.results(loader, watch)?.iter().map(|result| result.line()).collect())
    }

    /// As [`lines`](Self::lines), in whatever form is wanted.
    ///
    /// # Errors
    /// As for [`lines`](Self::lines); and when rules that a scenario brings [fail](Fault) in a fight.
    pub fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        let results = Fault::caught(|| self.question().results(loader, watch))
            .unwrap_or_else(|fault| Err(LoadError::Mistakes(fault.into_problems()).into()))?;
        if (watch.interrupted)() { Err(StudyError::Interrupted) } else { Ok(results) }
    }
}

#[cfg(test)]
mod tests;
