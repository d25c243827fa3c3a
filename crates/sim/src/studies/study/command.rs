//! The command line that asks what a study asks: every setting is spelled out, and none that changes no result.

use std::ops::Range;
use std::path::Path;

use super::{
    Compare, Coverage, Cross, CrossMethod, CrossSampling, Encounters, Fight, Limits, Method, Opponent, Replay, Run,
    Sensitivity, Sides, Study, Test, TestMethod, Tune, Until, Versus,
};
use crate::studies::test::Sampling;

impl Study {
    /// The words of the command line, the program's name first. `-` among them stands for a scenario from the standard input.
    pub fn command(&self) -> Vec<String> {
        let words = match self {
            Self::Run(study) => study.words(),
            Self::Compare(study) => study.words(),
            Self::Cross(study) => study.words(),
            Self::Tune(study) => study.words(),
            Self::Sensitivity(study) => study.words(),
            Self::Test(study) => study.words(),
            Self::Versus(study) => study.words(),
            Self::Replay(study) => study.words(),
            Self::Coverage(study) => study.words(),
        };
        words.0
    }
}

/// The words of a command line, the program's name first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl Words {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self(vec!["equipoise".to_owned(), command.to_owned()])
    }

    /// Adds a path.
    #[must_use]
    pub fn path(mut self, path: &Path) -> Self {
        let path = path.display().to_string();
        // What begins with a dash would be taken for an option; `-` alone is the standard input.
        self.0.push(if path.len() > 1 && path.starts_with('-') { format!("./{path}") } else { path });
        self
    }

    /// Adds an option for each value.
    #[must_use]
    pub fn options<T: ToString>(self, name: &str, values: &[T]) -> Self {
        values.iter().fold(self, |words, value| words.option(name, value))
    }

    fn ranges(self, ranges: &[Range<u64>]) -> Self {
        let range = |Range { start, end }: &Range<u64>| format!("{start}..{end}");
        self.options("--range", &ranges.iter().map(range).collect::<Vec<_>>())
    }

    fn seed(self, seed: u64) -> Self {
        self.option("--seed", &seed)
    }

    /// Adds an option that has no value, where it is given.
    #[must_use]
    pub fn flag(mut self, name: &str, is_given: bool) -> Self {
        self.0.extend(is_given.then(|| name.to_owned()));
        self
    }

    /// Adds an option with its value.
    #[must_use]
    pub fn option(mut self, name: &str, value: &impl ToString) -> Self {
        let value = value.to_string();
        // What begins with a dash would be taken for an option.
        if value.starts_with('-') {
            self.0.push(format!("{name}={value}"));
        } else {
            self.0.extend([name.to_owned(), value]);
        }
        self
    }

    fn limits(self, Limits { max_memory, max_states }: Limits) -> Self {
        let words = self.option("--max-memory", &max_memory);
        words.options("--max-states", max_states.as_slice())
    }
}

impl Run {
    fn words(&self) -> Words {
        let words = |command| Words::new(command).path(&self.scenario).options("--set", &self.overrides);
        match &self.method {
            Method::Exact { limits } => words("exact").limits(*limits),
            Method::Sample { seed, encounters, confidence, check } => {
                let words = words("run").seed(*seed);
                let words = match encounters {
                    Encounters::Ranges(ranges) => words.ranges(ranges),
                    Encounters::Precision { half_width, max_encounters } => {
                        words.option("--precision", &half_width).option("--max-encounters", &max_encounters)
                    }
                };
                let words = words.option("--confidence", &confidence).flag("--check", check.is_some());
                check.iter().fold(words, |words, limits| words.limits(*limits))
            }
        }
    }
}

impl Compare {
    fn words(&self) -> Words {
        let words = Words::new("compare").path(&self.first);
        let words = match &self.second {
            Opponent::Scenario(second) => words.path(second),
            Opponent::With(with) => words.options("--with", with),
        };
        let words = words.options("--set", &self.overrides);
        let words = match &self.until {
            Until::Fixed { encounters } => words.option("--encounters", encounters),
            Until::Ranges(ranges) => words.ranges(ranges),
            Until::Pilot { encounters } => words.flag("--plan", true).option("--encounters", encounters),
            Until::Decided { max_encounters, fresh: _ } => {
                words.flag("--until-decided", true).option("--max-encounters", max_encounters)
            }
        };
        words.options("--margin", self.margin.as_slice()).seed(self.seed).option("--confidence", &self.confidence)
    }
}

impl Cross {
    fn words(&self) -> Words {
        let words = Words::new("sweep").path(&self.scenario).options("--set", &self.overrides);
        let words = words.option("--vary", &self.vary);
        let target = format!("{}={}", self.target.name, self.target.value);
        let words = words.option("--cross", &target);
        let sampled = |words: Words, CrossSampling { seed, range, confidence }: &CrossSampling| {
            words.seed(*seed).ranges(std::slice::from_ref(range)).option("--confidence", confidence)
        };
        match &self.method {
            CrossMethod::Sample(sampling) => sampled(words, sampling),
            CrossMethod::Exact { limits } => words.option("--method", &"exact").limits(*limits),
            CrossMethod::Auto { limits, sampling } => {
                sampled(words.option("--method", &"auto").limits(*limits), sampling)
            }
        }
    }
}

impl Tune {
    fn words(&self) -> Words {
        let words = Words::new("tune").path(&self.scenario).options("--set", &self.overrides);
        let words = words.options("--vary", &self.vary).flag("--zip", self.zip).options("--target", &self.targets);
        let words = words.option("--margin", &self.margin).option("--max-encounters", &self.max_encounters);
        words.seed(self.seed).option("--confidence", &self.confidence)
    }
}

impl Sensitivity {
    fn words(&self) -> Words {
        let words = Words::new("sensitivity").path(&self.scenario).options("--set", &self.overrides);
        let words = words.options("--only", &self.only).options("--step", self.step.as_slice());
        let words = words.flag("--words", self.words).option("--metric", &self.metric);
        words.option("--encounters", &self.encounters).seed(self.seed).option("--confidence", &self.confidence)
    }
}

impl Test {
    fn words(&self) -> Words {
        let words = Words::new("test").path(&self.scenario).options("--set", &self.overrides);
        let sampling = |words: Words, sampling: Sampling| {
            let words = words.option("--confidence", &sampling.confidence);
            words.option("--max-encounters", &sampling.max_encounters)
        };
        let words = match self.method {
            TestMethod::Sample { sampling: how } => sampling(words.option("--method", &"sample"), how),
            TestMethod::Exact { limits } => words.option("--method", &"exact").limits(limits),
            TestMethod::Auto { limits, sampling: how } => {
                sampling(words.option("--method", &"auto").limits(limits), how)
            }
        };
        words.seed(self.seed)
    }
}

impl Versus {
    fn words(&self) -> Words {
        let words = self.scenarios.iter().fold(Words::new("versus"), |words, path| words.path(path));
        let words = words.options("--set", &self.overrides);
        let words = words.options("--sides", self.sides.map(Sides::name).as_slice());
        words.option("--encounters", &self.encounters).seed(self.seed).option("--confidence", &self.confidence)
    }
}

impl Replay {
    fn words(&self) -> Words {
        let words = Words::new("replay").path(&self.scenario).options("--set", &self.overrides).seed(self.seed);
        match &self.fight {
            Fight::Index(index) => words.option("--index", index),
            Fight::Find { criterion, encounters } => {
                words.option("--find", &criterion.name()).option("--encounters", encounters)
            }
            Fight::Where { condition, encounters } => {
                words.option("--find", condition).option("--encounters", encounters)
            }
        }
    }
}

impl Coverage {
    fn words(&self) -> Words {
        let words = self.scenarios.iter().fold(Words::new("coverage"), |words, path| words.path(path));
        words.options("--set", &self.overrides).option("--encounters", &self.encounters).seed(self.seed)
    }
}
