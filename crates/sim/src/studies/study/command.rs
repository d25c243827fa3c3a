//! The command line that asks what a study asks: every setting is spelled out, and none that changes no result.

use std::ops::Range;
use std::path::Path;

use equipoise_engine::scenario::Override;

use super::{Encounters, Limits, Method, Run, Study};

impl Study {
    /// The words of the command line, the program's name first. `-` among them stands for a scenario from the standard input.
    pub fn command(&self) -> Vec<String> {
        match self {
            Self::Run(run) => run.command(),
        }
    }

    /// What is changed in all scenarios.
    pub fn overrides(&self) -> &[Override] {
        match self {
            Self::Run(run) => &run.overrides,
        }
    }
}

/// The words of a command line.
struct Words(Vec<String>);

impl Words {
    fn new(command: &str) -> Self {
        Self(vec!["equipoise".to_owned(), command.to_owned()])
    }

    fn path(mut self, path: &Path) -> Self {
        let path = path.display().to_string();
        // What begins with a dash would be taken for an option; `-` alone is the standard input.
        self.0.push(if path.len() > 1 && path.starts_with('-') { format!("./{path}") } else { path });
        self
    }

    fn set(self, overrides: &[Override]) -> Self {
        overrides.iter().fold(self, |words, change| words.option("--set", change))
    }

    fn flag(mut self, name: &str, is_given: bool) -> Self {
        self.0.extend(is_given.then(|| name.to_owned()));
        self
    }

    fn option(mut self, name: &str, value: impl ToString) -> Self {
        self.0.extend([name.to_owned(), value.to_string()]);
        self
    }

    fn limits(self, Limits { max_memory, max_states }: Limits) -> Self {
        let words = self.option("--max-memory", max_memory);
        max_states.into_iter().fold(words, |words, states| words.option("--max-states", states))
    }
}

impl Run {
    fn command(&self) -> Vec<String> {
        let words = |command| Words::new(command).path(&self.scenario).set(&self.overrides);
        let words = match &self.method {
            Method::Exact { limits } => words("exact").limits(*limits),
            Method::Sample { seed, encounters, confidence, check } => {
                let words = words("run").option("--seed", seed);
                let words = match encounters {
                    Encounters::Ranges(ranges) => {
                        let range = |words: Words, Range { start, end }: &Range<u64>| {
                            words.option("--range", format!("{start}..{end}"))
                        };
                        ranges.iter().fold(words, range)
                    }
                    Encounters::Precision { half_width, max_encounters } => {
                        words.option("--precision", half_width).option("--max-encounters", max_encounters)
                    }
                };
                let words = words.option("--confidence", confidence).flag("--check", check.is_some());
                check.iter().fold(words, |words, limits| words.limits(*limits))
            }
        };
        words.0
    }
}
