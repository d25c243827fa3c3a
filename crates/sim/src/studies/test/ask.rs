//! Whether a scenario is what its file expects.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::kernel::tally::Tally;
use crate::record::{Taken, text};
use crate::studies::answer::Unanswered;
use crate::studies::load::{LoadError, Loaded, Loader, load};
use crate::studies::method::Method;
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, Study, StudyError, Words};
use crate::studies::test::{Expected, Sampling, Settings, Test as Held, TestJob, Tested, Wanted, wanted};

/// Whether a scenario is what its file expects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The method by which the numbers come about.
    #[serde(with = "method")]
    pub method: Method<Sampling>,
    /// The master seed.
    pub seed: u64,
}

/// The method of a test as JSON has it: a sample is an object of its `sampling`.
mod method {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::studies::method::{Limits, Method};
    use crate::studies::test::Sampling;

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase", deny_unknown_fields)]
    enum Written {
        Sample { sampling: Sampling },
        Exact { limits: Limits },
        Auto { limits: Limits, sampling: Sampling },
    }

    pub(super) fn serialize<S: Serializer>(method: &Method<Sampling>, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match *method {
            Method::Sample(sampling) => Written::Sample { sampling },
            Method::Exact { limits } => Written::Exact { limits },
            Method::Auto { limits, sampling } => Written::Auto { limits, sampling },
        };
        written.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Method<Sampling>, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Sample { sampling } => Method::Sample(sampling),
            Written::Exact { limits } => Method::Exact { limits },
            Written::Auto { limits, sampling } => Method::Auto { limits, sampling },
        })
    }
}

impl Question for Test {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.method.sampling().map_or(0, |sampling| sampling.max_encounters)
    }

    fn words(&self) -> Words {
        let words = Words::asking("test", self);
        let words = words.option("--method", &self.method.name());
        let words = self.method.limits().into_iter().fold(words, Words::limits);
        let sampling = |words: Words, sampling: &Sampling| {
            words.option("--confidence", &sampling.confidence).option("--max-encounters", &sampling.max_encounters)
        };
        self.method.sampling().into_iter().fold(words, sampling).seed(self.seed)
    }

    fn is_remade_in_part(&self) -> bool {
        false
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?)])
    }
}

impl Test {
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

    /// The expectations of its file, in the order of the file.
    pub fn expected(&self) -> &[Expected] {
        &self.wanted.expected
    }

    /// The number of expectations of its file.
    pub fn expectations(&self) -> usize {
        self.wanted.expected.len()
    }

    /// Judges every expectation; `observer` watches exact solutions. What an interrupt leaves is a result as well.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<Tested>, StudyError> {
        self.play_elsewhere(None, observer, watch)
    }

    /// As [`play`](Self::play), where the encounters of the scenario may have been played elsewhere. If too few have
    /// been, the result is that of an interrupt.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    ///
    /// # Panics
    /// If encounters from both sides of a look were counted together; those of [`Goal::Looks`](crate::studies::merge::Goal) never are.
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
    /// If the exact solution is wanted and takes too much.
    pub fn job(&self, observer: &dyn Observer) -> Result<TestJob<'_>, StudyError> {
        let job = self.held().job(&self.settings(), None, observer);
        Ok(job.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved))?)
    }

    /// The provenance of a result.
    pub fn provenance(&self) -> Provenance {
        Provenance::new(Study::Test(self.study.clone()), [&self.scenario])
    }

    const fn held(&self) -> Held<'_> {
        Held { scenario: &self.scenario, wanted: &self.wanted }
    }

    fn settings(&self) -> Settings {
        Settings { seed: Seed(self.study.seed), method: self.study.method }
    }
}
