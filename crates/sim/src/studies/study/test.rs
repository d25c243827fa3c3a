//! Whether a scenario is what its file expects.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::exact::{Budget, Observer};
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use super::{Found, Limits, Study, StudyError, text};
use crate::kernel::run::Watch;
use crate::kernel::tally::Tally;
use crate::record::Taken;
use crate::studies::answer::Unanswered;
use crate::studies::load::{LoadError, Loaded, Loader, load};
use crate::studies::provenance::Provenance;
use crate::studies::test::{Approach, Expected, Sampling, Settings, Test as Held, TestJob, Tested, Wanted, wanted};

/// Whether a scenario is what its file expects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// What is changed in it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// How the numbers come about.
    pub method: TestMethod,
    /// The master seed.
    pub seed: u64,
}

/// How the numbers of a test come about.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TestMethod {
    /// Encounters are played.
    Sample {
        /// How they are judged.
        sampling: Sampling,
    },
    /// Every branch of the dice is followed.
    Exact {
        /// How much that may take.
        limits: Limits,
    },
    /// The exact solution where it is within the limits, else encounters.
    Auto {
        /// How much the exact solution may take.
        limits: Limits,
        /// How encounters are judged.
        sampling: Sampling,
    },
}

impl TestMethod {
    fn approach(self) -> Approach {
        match self {
            Self::Sample { sampling } => Approach::Sample(sampling),
            Self::Exact { limits } => Approach::Exact(limits.into()),
            Self::Auto { limits, sampling } => Approach::Auto(in_proportion(limits), sampling),
        }
    }
}

/// How much the exact solution may take that is only tried: the search has to be given up as soon as the memory is, or
/// every scenario that cannot be solved would wait for it.
fn in_proportion(limits: Limits) -> Budget {
    let usual = Budget::default();
    let budget = Budget::from(limits);
    Budget { paths: (budget.bytes / (usual.bytes / usual.paths)).min(budget.paths), ..budget }
}

impl Test {
    /// How many encounters there are at the most of the scenario and of each side against itself; 0 for what is solved.
    pub(super) fn encounters(&self) -> u64 {
        self.method.approach().sampling().map_or(0, |sampling| sampling.max_encounters)
    }

    /// Loads the scenario, and understands what its file expects.
    ///
    /// # Errors
    /// Every mistake of both.
    pub fn load(&self, loader: Loader) -> Result<LoadedTest, StudyError> {
        let scenario = load(loader, &self.scenario, &self.overrides)?;
        let wanted = wanted(&scenario).map_err(LoadError::from)?;
        Ok(LoadedTest { study: self.clone(), scenario, wanted })
    }
}

/// A scenario with what its file expects.
pub struct LoadedTest {
    study: Test,
    scenario: Loaded,
    wanted: Wanted,
}

impl LoadedTest {
    /// The scenario.
    pub fn scenario(&self) -> &Loaded {
        &self.scenario
    }

    /// What its file expects, in the order of the file.
    pub fn expected(&self) -> &[Expected] {
        &self.wanted.expected
    }

    /// How many expectations its file has.
    pub fn expectations(&self) -> usize {
        self.wanted.expected.len()
    }

    /// Judges every expectation; `observer` watches exact solutions. What an interrupt leaves is a result as well.
    ///
    /// # Errors
    /// When the exact solution is wanted and takes too much.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<Tested>, StudyError> {
        self.play_elsewhere(None, observer, watch)
    }

    /// As [`play`](Self::play), where the encounters of the scenario may have been played elsewhere. Where too few have
    /// been, the result is that of an interrupt.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_elsewhere(
        &self,
        elsewhere: Option<Taken<Tally>>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<Found<Tested>, StudyError> {
        let judged = self.held().judge(&self.settings(), elsewhere, observer, watch);
        let result = judged.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved))?;
        Ok(Found { result, provenance: self.provenance() })
    }

    /// The test as a job; solves what is to be solved.
    ///
    /// # Errors
    /// When the exact solution is wanted and takes too much.
    pub fn job(&self, observer: &dyn Observer) -> Result<TestJob<'_>, StudyError> {
        let job = self.held().job(&self.settings(), None, observer);
        Ok(job.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved))?)
    }

    /// Where a result comes from.
    pub fn provenance(&self) -> Provenance {
        Provenance::new(Study::Test(self.study.clone()), [&self.scenario])
    }

    const fn held(&self) -> Held<'_> {
        Held { scenario: &self.scenario, wanted: &self.wanted }
    }

    fn settings(&self) -> Settings {
        Settings { seed: Seed(self.study.seed), approach: self.study.method.approach() }
    }
}
