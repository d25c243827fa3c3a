//! Why a study has no result.

use std::any::Any;

use thiserror::Error;

use super::unanswered::Unanswered;
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
    /// The question cannot be asked of the scenarios, for a reason that studies of its kind have.
    #[error("{0}")]
    Refused(Box<dyn Refusal>),
    /// The caller asked to stop before there was a result.
    #[error("interrupted")]
    Interrupted,
}

/// Why studies of one kind have no result.
pub trait Refusal: std::error::Error + Any + Send + Sync {
    /// What may help.
    fn help(&self) -> Option<String> {
        None
    }

    /// Whether somebody asked to stop.
    fn is_interrupt(&self) -> bool {
        false
    }
}

impl StudyError {
    /// What may help.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unanswered(error) => error.help().map(str::to_owned),
            Self::Refused(refusal) => refusal.help(),
            Self::Unloadable(_) | Self::Interrupted => None,
        }
    }

    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted | Self::Unanswered(Unanswered::Interrupted))
    }

    /// The reason, if it is of this type.
    pub fn refusal<R: Refusal>(&self) -> Option<&R> {
        match self {
            Self::Refused(refusal) => (refusal.as_ref() as &dyn Any).downcast_ref(),
            _ => None,
        }
    }
}

impl<R: Refusal> From<R> for StudyError {
    fn from(refusal: R) -> Self {
        if refusal.is_interrupt() { Self::Interrupted } else { Self::Refused(Box::new(refusal)) }
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
