//! Why a study has no result.

use thiserror::Error;

use crate::kernel::quantity::Kind;
use crate::studies::answer::Unanswered;
use crate::studies::condition::ConditionError;
use crate::studies::cross::SearchError;
use crate::studies::load::{LoadError, Loaded};
use crate::studies::only::known_names;
use crate::studies::replay::NotFound;
use crate::studies::sensitivity::SensitivityError;
use crate::studies::sweep::SweepError;
use crate::studies::tune::{TargetError, TuneError};
use crate::studies::versus::VersusError;

/// Why a study has no result.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Scenarios have mistakes.
    #[error("{}", lines(.0))]
    Unloadable(Vec<LoadError>),
    /// The scenario cannot be solved.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
    /// The values that are varied make no cells.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// There is no crossing to look for.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The race cannot be run.
    #[error(transparent)]
    Race(TuneError),
    /// A target names a number that a cell does not have.
    #[error("{error} with {}", values.join(", "))]
    Target {
        /// The reason.
        error: TuneError,
        /// The values of the cell.
        values: Vec<String>,
        /// The numbers that it has.
        known: String,
    },
    /// The scenario has no such metric.
    #[error(transparent)]
    Sensitivity(SensitivityError),
    /// The scenario has no number to move.
    #[error("no number of {scenario} matches `{pattern}`")]
    NoNumber {
        /// Its name.
        scenario: String,
        /// The pattern of paths.
        pattern: String,
        /// What it may have meant.
        meant: Option<String>,
    },
    /// The scenarios make no tournament.
    #[error(transparent)]
    Versus(VersusError),
    /// A condition on encounters has a mistake.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// No encounter qualifies.
    #[error("no such fight among the first {encounters} encounters of seed {seed}: {reason}")]
    NotFound {
        /// How many were searched.
        encounters: u64,
        /// The master seed.
        seed: u64,
        /// The reason.
        reason: NotFound,
    },
    /// The caller asked to stop before there was a result.
    #[error("interrupted")]
    Interrupted,
}

impl StudyError {
    /// What may help.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unanswered(error) => error.help().map(str::to_owned),
            Self::Race(TuneError::TooFew { .. }) => Some("raise --max-encounters".to_owned()),
            Self::Target { known, .. } => Some(known.clone()),
            Self::Sensitivity(SensitivityError::Unknown { known, .. }) => Some(format!("known: {}", known.join(", "))),
            Self::NoNumber { meant, .. } => Some(meant.as_ref().map_or_else(
                || {
                    "`equipoise check --all` lists the paths of a scenario; words are moved with --words alone"
                        .to_owned()
                },
                |meant| format!("did you mean `{meant}`?"),
            )),
            Self::Condition(error) => error.help.clone(),
            Self::Versus(error) => error.help().map(str::to_owned),
            _ => None,
        }
    }

    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted | Self::Unanswered(Unanswered::Interrupted))
    }

    /// Why cells cannot race.
    pub(in crate::studies) fn of_race(error: TuneError, cells: &[Loaded]) -> Self {
        match error {
            TuneError::Target { cell, source: TargetError::Unknown { .. } } => {
                let cell = &cells[cell];
                let values = cell.changes.iter().map(ToString::to_string).collect();
                Self::Target { error, values, known: known_targets(cell) }
            }
            error => Self::Race(error),
        }
    }
}

/// The numbers of a scenario that can have targets.
fn known_targets(scenario: &Loaded) -> String {
    let is_wanted = |kind| kind != Kind::MeanAmong;
    format!("known: {}", known_names(&scenario.fights.recordable().cast(), is_wanted))
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

impl From<SensitivityError> for StudyError {
    fn from(error: SensitivityError) -> Self {
        match error {
            SensitivityError::Interrupted => Self::Interrupted,
            error @ SensitivityError::Unknown { .. } => Self::Sensitivity(error),
        }
    }
}

impl From<VersusError> for StudyError {
    fn from(error: VersusError) -> Self {
        if error == VersusError::Interrupted { Self::Interrupted } else { Self::Versus(error) }
    }
}

fn lines(errors: &[LoadError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
