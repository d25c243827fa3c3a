//! Why a study has no result.

use thiserror::Error;

use crate::studies::answer::Unanswered;
use crate::studies::load::LoadError;

/// Why a study has no result.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Scenarios have mistakes.
    #[error("{}", lines(.0))]
    Unloadable(Vec<LoadError>),
    /// The scenario cannot be solved.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
}

impl StudyError {
    /// What may help.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unloadable(_) => None,
            Self::Unanswered(error) => error.help().map(str::to_owned),
        }
    }

    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Unanswered(Unanswered::Interrupted))
    }
}

impl From<LoadError> for StudyError {
    fn from(error: LoadError) -> Self {
        Self::Unloadable(vec![error])
    }
}

impl From<Vec<LoadError>> for StudyError {
    fn from(errors: Vec<LoadError>) -> Self {
        Self::Unloadable(errors)
    }
}

fn lines(errors: &[LoadError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
