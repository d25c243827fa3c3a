//! The reasons why there is no answer.

use equipoise_engine::exact::Unsolved;
use thiserror::Error;

/// The reason why there is no answer.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The caller asked to stop before there was anything to report.
    #[error("interrupted")]
    Interrupted,
    /// The exact solution takes more than its budget.
    #[error("{scenario}: {unsolved}")]
    OverBudget {
        /// The scenario's name, with the values of a cell.
        scenario: String,
        /// The error of the solver: how far it came.
        unsolved: Unsolved,
    },
}

impl Unanswered {
    pub(crate) fn new(scenario: impl Into<String>, unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Interrupted => Self::Interrupted,
            Unsolved::OverBudget { .. } => Self::OverBudget { scenario: scenario.into(), unsolved },
        }
    }

    /// Advice that may help; `None` if there is none.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::OverBudget { .. } => Some(
                "fewer or smaller combatants, policies without chance and a lower `max_rounds` need fewer states; \
                 --max-memory allows more of them, and `equipoise run` samples instead",
            ),
            Self::Interrupted => None,
        }
    }
}
