//! The replay of one encounter.

use std::path::PathBuf;

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::Override;
use equipoise_engine::{EncounterIndex, Seed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::condition::Condition;
use crate::studies::fights::Fights;
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::Method;
use crate::studies::provenance::Provenance;
use crate::studies::replay::{Continuations, Criterion, NotFound, Told};
use crate::studies::study::{Found, Question, Refusal, Results, Study, StudyError, Unanswered, Words};

/// The replay of one encounter of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The master seed.
    pub seed: u64,
    /// The encounter that is told.
    pub fight: Fight,
    /// The method by which the odds beside each step come about; `None` if none are wanted. Absent then, as in records of builds
    /// that did not know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Method<Continuations>>,
}

/// The encounter of a run that is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Fight {
    /// The one with this index.
    Index(u64),
    /// One that is worth seeing.
    Find {
        /// The property that makes it worth seeing.
        criterion: Criterion,
        /// Among how many of the first encounters.
        encounters: u64,
    },
    /// The one with the largest swing of its odds in a single step.
    Turn {
        /// Among how many of the first encounters.
        encounters: u64,
    },
    /// The first one that fulfils a condition.
    Where {
        /// The condition, as [`Condition::read`] takes it.
        condition: String,
        /// Among how many of the first encounters.
        encounters: u64,
    },
}

impl Fight {
    /// The word that asks for the largest swing.
    pub const TURNING_POINT: &str = "turning-point";

    /// The fight that a word of the command line asks for, among so many encounters: a criterion's name, or else a condition.
    pub fn found_by(word: &str, encounters: u64) -> Self {
        if word == Self::TURNING_POINT {
            return Self::Turn { encounters };
        }
        match Criterion::ALL.into_iter().find(|criterion| criterion.name() == word) {
            Some(criterion) => Self::Find { criterion, encounters },
            None => Self::Where { condition: word.to_owned(), encounters },
        }
    }

    /// The number of encounters that are searched.
    pub const fn encounters(&self) -> u64 {
        match *self {
            Self::Index(_) => 0,
            Self::Find { encounters, .. } | Self::Turn { encounters } | Self::Where { encounters, .. } => encounters,
        }
    }
}

/// No encounter that qualifies.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no such fight among the first {encounters} encounters of seed {seed}: {reason}")]
pub struct NoFight {
    /// The number of encounters that were searched.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The reason.
    pub reason: NotFound,
}

impl Refusal for NoFight {
    fn is_interrupt(&self) -> bool {
        self.reason == NotFound::Interrupted
    }
}

/// A search for a swing of odds that are not asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the fight with the largest swing is found by its odds, which `odds` of the study asks for")]
pub struct NoOdds;

impl Refusal for NoOdds {}

impl Question for Replay {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.fight.encounters()
    }

    fn words(&self) -> Words {
        let words = Words::asking("replay", self).seed(self.seed);
        let words = match &self.fight {
            Fight::Index(index) => words.option("--index", index),
            Fight::Find { criterion, encounters } => {
                words.option("--find", &criterion.name()).option("--encounters", encounters)
            }
            Fight::Turn { encounters } => {
                words.option("--find", &Fight::TURNING_POINT).option("--encounters", encounters)
            }
            Fight::Where { condition, encounters } => {
                words.option("--find", condition).option("--encounters", encounters)
            }
        };
        let Some(method) = &self.odds else { return words };
        let words = words.flag("--odds", true).option("--method", &method.name());
        let words = method.limits().into_iter().fold(words, Words::limits);
        method.sampling().into_iter().fold(words, |words, sampling| {
            words.option("--continuations", &sampling.continuations).option("--confidence", &sampling.confidence)
        })
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?)])
    }
}

impl Replay {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of it, or what is wrong with the condition.
    pub fn load(&self, loader: Loader) -> Result<LoadedReplay, StudyError> {
        let scenario = load(loader, &self.scenario, &self.overrides)?;
        let wanted = match &self.fight {
            &Fight::Index(index) => Wanted::Index(EncounterIndex(index)),
            &Fight::Find { criterion, encounters } => Wanted::Best(criterion, encounters),
            &Fight::Turn { encounters } => Wanted::Turn(self.odds.ok_or(NoOdds)?, encounters),
            Fight::Where { condition, encounters } => {
                let (condition, with_accounts) = Condition::of_scenario(condition, &scenario)?;
                Wanted::First { condition, encounters: *encounters, with_accounts }
            }
        };
        Ok(LoadedReplay { study: self.clone(), scenario, wanted })
    }
}

/// A scenario of which an encounter can be told.
pub struct LoadedReplay {
    study: Replay,
    scenario: Loaded,
    wanted: Wanted,
}

/// The encounter that is told: this one, or one of so many.
enum Wanted {
    Index(EncounterIndex),
    Best(Criterion, u64),
    Turn(Method<Continuations>, u64),
    First {
        condition: Condition,
        encounters: u64,
        /// The fights with the accounts that the condition names; `None` if it names none.
        with_accounts: Option<Box<dyn Fights>>,
    },
}

impl LoadedReplay {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.scenario.name
    }

    /// Finds the encounter, if it has to be found, and tells it; `observer` watches the exact solution of its odds.
    ///
    /// # Errors
    /// If no encounter qualifies, if exact odds are wanted and take too much, and after an interrupt.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<Told>, StudyError> {
        let seed = Seed(self.study.seed);
        let encounters = self.study.fight.encounters();
        let fights = &self.scenario.fights;
        let found = match &self.wanted {
            Wanted::Index(index) => Ok(*index),
            Wanted::Best(criterion, encounters) => fights.find(seed, *encounters, *criterion, watch),
            Wanted::Turn(method, encounters) => {
                let found = fights.find_turning_point(seed, *encounters, method, observer, watch);
                found.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved))?
            }
            Wanted::First { condition, encounters, with_accounts } => {
                let searched = with_accounts.as_ref().unwrap_or(fights);
                condition.first(searched.recordable(), seed, 0..*encounters, watch)
            }
        };
        let index = found.map_err(|reason| NoFight { encounters, seed: seed.0, reason })?;
        let replay = fights.replay(seed, index);
        let odds =
            self.study.odds.as_ref().map(|method| fights.odds_by_step(&replay, method, observer, watch)).transpose();
        let odds = odds.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved))?;
        let result = Told { scenario: self.scenario.name.clone(), replay, odds };
        Ok(Found { result, provenance: Provenance::new(Study::Replay(self.study.clone()), [&self.scenario]) })
    }
}
