//! The words of a command line.

use std::ops::Range;
use std::path::Path;

use super::{Limits, Question};

/// The words of a command line, the program's name first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl Words {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self(vec!["equipoise".to_owned(), command.to_owned()])
    }

    /// A command with the scenarios of a question and what is changed in them.
    #[must_use]
    pub(crate) fn asking(command: &str, question: &dyn Question) -> Self {
        let (scenarios, overrides) = question.about();
        let words = scenarios.into_iter().fold(Self::new(command), |words, path| words.path(path));
        words.options("--set", overrides)
    }

    /// The command that ranks every way to play the scenario of a study.
    #[must_use]
    pub fn ranking(study: &super::Study) -> Self {
        let words = study.scenarios().into_iter().fold(Self::new("sensitivity"), |words, path| words.path(path));
        words.options("--set", study.overrides()).flag("--words", true)
    }

    /// Adds a path.
    #[must_use]
    pub fn path(mut self, path: &Path) -> Self {
        let path = path.display().to_string();
        // A path that begins with a dash would be taken for an option; `-` alone is the standard input.
        self.0.push(if path.len() > 1 && path.starts_with('-') { format!("./{path}") } else { path });
        self
    }

    /// Adds an option for each value.
    #[must_use]
    pub fn options<T: ToString>(self, name: &str, values: &[T]) -> Self {
        values.iter().fold(self, |words, value| words.option(name, value))
    }

    /// Adds the indices of encounters.
    pub(crate) fn ranges(self, ranges: &[Range<u64>]) -> Self {
        let range = |Range { start, end }: &Range<u64>| format!("{start}..{end}");
        self.options("--range", &ranges.iter().map(range).collect::<Vec<_>>())
    }

    /// Adds a master seed.
    pub(crate) fn seed(self, seed: u64) -> Self {
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
        // A value that begins with a dash would be taken for an option.
        if value.starts_with('-') {
            self.0.push(format!("{name}={value}"));
        } else {
            self.0.extend([name.to_owned(), value]);
        }
        self
    }

    /// Adds how much an exact solution may take.
    pub(crate) fn limits(self, Limits { max_memory, max_states }: Limits) -> Self {
        let words = self.option("--max-memory", &max_memory);
        words.options("--max-states", max_states.as_slice())
    }

    /// Adds how much an exact solution may take, as far as that is more or less than usual.
    pub(crate) fn unusual_limits(self, limits: Limits) -> Self {
        let is_usual = limits == Limits::new(None, limits.max_states);
        let words = self.options("--max-memory", if is_usual { &[] } else { std::slice::from_ref(&limits.max_memory) });
        words.options("--max-states", limits.max_states.as_slice())
    }
}
