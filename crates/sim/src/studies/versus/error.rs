//! The errors of tournaments.

use std::path::PathBuf;

use equipoise_engine::scenario::PROBLEMS_MAX;
use thiserror::Error;

use crate::studies::load::{Distinct, LoadError};
use crate::studies::study::Refusal;
use crate::studies::sweep::CELLS_MAX;

/// An error that prevents a tournament or its ranking.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum VersusError {
    /// Scenarios have mistakes.
    #[error("{}", lines(.0))]
    Scenarios(Vec<LoadError>),
    /// One scenario is given, and it has no roster.
    #[error("{scenario} has no roster whose rows could be set against each other")]
    NoRoster {
        /// Its name.
        scenario: String,
    },
    /// Sides are chosen, and there are rows of a roster to fight each other.
    #[error("--sides chooses among the sides of several scenarios")]
    SidesOfRows,
    /// Policies are set against each other, and there are several scenarios, or sides of them.
    #[error("--policies sets the policies of one scenario against each other, both sides in their own seats")]
    PoliciesOfOne,
    /// Policies are set against each other, and the scenario has a roster.
    #[error(
        "{scenario} has a roster, whose rows may have policies of their own: --policies takes a scenario without one"
    )]
    PoliciesOfRows {
        /// Its name.
        scenario: String,
    },
    /// Policies are set against each other, and the system has none to choose from.
    #[error(
        "{scenario} has no policies to choose from: combatants of the system {system} have no key `policy` with several words"
    )]
    NoPolicies {
        /// The name of the scenario.
        scenario: String,
        /// The name of the system.
        system: &'static str,
    },
    /// The scenario of a roster has not one seat on each side.
    #[error("{scenario} has {combatants} combatants, and not one on each side")]
    Seats {
        /// Its name.
        scenario: String,
        /// The number of its combatants.
        combatants: usize,
    },
    /// A combatant of the scenario of a roster is left out.
    #[error("{scenario} leaves `{id}` out (`count = 0`), and so has no seat there")]
    EmptySeat {
        /// Its name.
        scenario: String,
        /// The id of the combatant.
        id: String,
    },
    /// Scenarios of different systems are given.
    #[error(
        "scenarios of two systems cannot fight: {} ({}) and {} ({})",
        first.0.display(), first.1, second.0.display(), second.1
    )]
    TwoSystems {
        /// The first scenario with the name of its system.
        first: (PathBuf, &'static str),
        /// The first scenario of another system, with that one's name.
        second: (PathBuf, &'static str),
    },
    /// A scenario is given twice.
    #[error("{} is given twice", path.display())]
    Twice {
        /// Its path.
        path: PathBuf,
    },
    /// There is nobody to fight, or nobody else.
    #[error("at least two contenders are needed")]
    TooFew,
    /// There are too many contenders.
    #[error("there would be {matches} matches, at most {CELLS_MAX} are allowed")]
    TooMany {
        /// The number of matches that there would be.
        matches: usize,
    },
    /// The rules refuse every match of some contenders.
    #[error("{}", lines(.0))]
    Idle(Vec<Idle>),
    /// The caller asked to stop before every match was fought.
    #[error("interrupted")]
    Interrupted,
}

impl Refusal for VersusError {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::NoRoster { .. } => {
                "give several scenarios, or one with a roster; --policies sets the policies of one against each other"
            }
            Self::PoliciesOfOne => "give a single scenario, without --sides",
            Self::PoliciesOfRows { .. } => "without --policies the rows of the roster are set against each other",
            Self::SidesOfRows => "the rows of a roster take both sides' seats",
            Self::Seats { .. } | Self::EmptySeat { .. } => "a row of the roster needs one seat on either side",
            _ => return None,
        };
        Some(help.to_owned())
    }

    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

impl From<LoadError> for VersusError {
    fn from(error: LoadError) -> Self {
        Self::Scenarios(vec![error])
    }
}

impl From<Vec<LoadError>> for VersusError {
    fn from(errors: Vec<LoadError>) -> Self {
        Self::Scenarios(errors)
    }
}

/// Errors, each on lines of its own.
fn lines(errors: &[impl ToString]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A contender without any match.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("the rules refuse every match of {contender}")]
pub struct Idle {
    /// Its name.
    pub contender: String,
    /// The scenario that all matches take their ground from, if the contenders are sides of several.
    pub ground: Option<PathBuf>,
    /// The mistakes of the match with the fewest, as far as they are not reported for an earlier contender.
    pub refusal: Option<LoadError>,
}

impl Idle {
    /// The advice to put a scenario with another ground first; `None` if the contenders are not sides of several scenarios.
    pub fn help(&self) -> Option<String> {
        let ground = self.ground.as_ref()?;
        Some(format!("the ground is that of {}; another one may come first", ground.display()))
    }
}

/// Explains contenders without a match, until there is enough to read. Most mistakes are common to many matches, so each is
/// reported once.
pub(super) fn why_idle(contenders: &[usize], explain: impl Fn(usize) -> Idle) -> Vec<Idle> {
    let (mut explained, mut reported) = (Vec::new(), Distinct::default());
    for &contender in contenders {
        let Idle { contender, ground, refusal } = explain(contender);
        let refusal = refusal.and_then(|refusal| reported.add(refusal));
        explained.push(Idle { contender, ground, refusal });
        if explained.len() + reported.mistakes() >= PROBLEMS_MAX {
            break;
        }
    }
    explained
}
