//! Studies as data: what is asked of which scenarios, with every setting that can change the answer and none that cannot.
//!
//! A study can be written down, read again and made again: it has no default, so that a later version with other
//! defaults finds the same. It names scenarios by their paths; their texts come from whoever [loads](Loader) it. Each
//! kind of study has a `load`, which reports every mistake of the scenarios, and what was loaded is played into a typed
//! result, under the eyes of a [`Watch`]. [`Study::command`] is the command line that asks the same.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::json::{Form, Lines};
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::load::Loader;

mod command;
mod compare;
mod coverage;
mod cross;
mod error;
mod found;
mod replay;
mod run;
mod sensitivity;
mod test;
mod tune;
pub(crate) mod unfinished;
mod versus;

pub use command::Words;
pub(crate) use compare::of_counts;
pub use compare::{Compare, Comparison, ComparisonJob, JointShard, Opponent, Until};
pub use coverage::{Coverage, LoadedCoverage};
pub use cross::{Cross, CrossMethod, CrossSampling, LoadedCross};
pub use error::StudyError;
pub use found::Found;
pub use replay::{Fight, LoadedReplay, Replay};
pub use run::{Encounters, Limits, Method, Run};
pub use sensitivity::{LoadedSensitivity, Sensitivity};
pub use test::{LoadedTest, Test, TestMethod};
pub use tune::{LoadedTune, Tune};
pub use unfinished::UnfinishedError;
pub use versus::{LoadedVersus, Sides, Versus};

/// A question that can be asked. As JSON, `kind` is the name of the command, or `cross` of `sweep --cross`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Study {
    /// How a scenario goes: `equipoise run` and `equipoise exact`.
    Run(Run),
    /// How two scenarios differ.
    Compare(Compare),
    /// Which value of a path makes a number what is wanted.
    Cross(Cross),
    /// Which values come closest to what is wanted.
    Tune(Tune),
    /// Which numbers of a scenario matter most.
    Sensitivity(Sensitivity),
    /// Whether a scenario is what its file expects.
    Test(Test),
    /// Who beats whom.
    Versus(Versus),
    /// How one encounter goes.
    Replay(Replay),
    /// Which rules are applied how often.
    Coverage(Coverage),
}

impl Study {
    /// The paths of the scenarios, in the order in which they are given.
    pub fn scenarios(&self) -> Vec<&PathBuf> {
        match self {
            Self::Run(study) => vec![&study.scenario],
            Self::Compare(study) => study.scenarios(),
            Self::Cross(study) => vec![&study.scenario],
            Self::Tune(study) => vec![&study.scenario],
            Self::Sensitivity(study) => vec![&study.scenario],
            Self::Test(study) => vec![&study.scenario],
            Self::Versus(study) => study.scenarios.iter().collect(),
            Self::Replay(study) => vec![&study.scenario],
            Self::Coverage(study) => study.scenarios.iter().collect(),
        }
    }

    /// What is changed in all scenarios.
    pub fn overrides(&self) -> &[Override] {
        match self {
            Self::Run(study) => &study.overrides,
            Self::Compare(study) => &study.overrides,
            Self::Cross(study) => &study.overrides,
            Self::Tune(study) => &study.overrides,
            Self::Sensitivity(study) => &study.overrides,
            Self::Test(study) => &study.overrides,
            Self::Versus(study) => &study.overrides,
            Self::Replay(study) => &study.overrides,
            Self::Coverage(study) => &study.overrides,
        }
    }

    /// How many encounters it takes of each scenario at the most, of one that is varied in all its cells together; 0 for
    /// what is solved.
    pub fn encounters(&self) -> u64 {
        match self {
            Self::Run(study) => study.encounters(),
            Self::Compare(study) => study.until.encounters(),
            Self::Cross(study) => study.encounters(),
            Self::Tune(study) => study.max_encounters,
            Self::Sensitivity(study) => study.encounters,
            Self::Test(study) => study.encounters(),
            Self::Versus(study) => study.encounters,
            Self::Replay(study) => study.fight.encounters(),
            Self::Coverage(study) => study.encounters,
        }
    }

    /// Whether the part of its result that was there when it was interrupted can be made again.
    pub const fn is_remade_in_part(&self) -> bool {
        !matches!(self, Self::Tune(_) | Self::Test(_) | Self::Versus(_))
    }

    /// Finds out what is asked: every result as one object of JSON, with its provenance.
    ///
    /// # Errors
    /// When scenarios have mistakes or do not fit the question, and after an interrupt.
    pub fn lines(&self, loader: Loader, watch: &Watch) -> Result<Vec<String>, StudyError> {
        self.results::<Lines>(loader, watch)
    }

    /// The same, in some form.
    pub(crate) fn results<F: Form>(&self, loader: Loader, watch: &Watch) -> Result<Vec<F::Result>, StudyError> {
        let results = match self {
            Self::Run(study) => vec![F::of(&study.play(&study.load(loader)?, watch)?)],
            Self::Compare(study) => {
                vec![F::of(&study.load(loader)?.job().drive(watch).ok_or(StudyError::Interrupted)?)]
            }
            Self::Cross(study) => vec![F::of(&study.load(loader)?.play(watch)?)],
            Self::Tune(study) => vec![F::of(&study.load(loader)?.play(watch)?)],
            Self::Sensitivity(study) => study.load(loader)?.play(watch)?.each::<F>(),
            Self::Test(study) => vec![F::of(&study.load(loader)?.play(&watch.interrupted, watch)?)],
            Self::Versus(study) => vec![F::of(&study.load(loader)?.play(watch)?)],
            Self::Replay(study) => vec![F::of(&study.load(loader)?.play(watch)?)],
            Self::Coverage(study) => study.load(loader)?.play(watch)?.each::<F>(),
        };
        if (watch.interrupted)() { Err(StudyError::Interrupted) } else { Ok(results) }
    }
}

#[cfg(test)]
mod tests;
