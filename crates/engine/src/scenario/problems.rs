//! Lists of mistakes: collected up to a limit, sorted by location, displayed with file, line and column.

use std::fmt;

use super::error::{Problem, ProblemKind};
use super::key::KeyDecl;
use super::source::{Source, Span};
use super::truths::hint_at_truths;

/// Largest number of problems listed; further ones are only counted.
pub const PROBLEMS_MAX: usize = 100;

/// The mistakes of a scenario, with the texts in which they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Problems {
    /// The texts to which the spans refer.
    pub sources: Vec<Source>,
    /// The mistakes, by source and position. Those of attached files as a whole come first, those without a location
    /// last.
    pub list: Vec<Problem>,
}

impl std::error::Error for Problems {}

impl Problems {
    /// Sorts the mistakes by location, and drops repeated ones and those beyond [`PROBLEMS_MAX`]. An unreadable file is
    /// reported once, with the first reason given.
    pub fn new(sources: Vec<Source>, list: Vec<Problem>) -> Self {
        let mut found = Found::default();
        let (more, mut list): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|problem| matches!(*problem.kind, ProblemKind::More { .. }));
        list.sort_by_key(|problem| (!problem.is_of_file(), problem.span.is_none(), problem.span));
        list.dedup_by(|next, kept| {
            let is_same_file = next.is_unreadable() && kept.is_unreadable() && next.span == kept.span;
            next == kept || is_same_file
        });
        for problem in list {
            found.push(|| problem);
        }
        for problem in more {
            if let ProblemKind::More { count } = *problem.kind {
                found.uncounted(count);
            }
        }
        Self { sources, list: found.finish() }
    }

    /// Completes the helps on texts that are no TOML by what the declarations of keys say: which keys are truth values.
    pub fn hint_by(&mut self, schemas: &[&'static [KeyDecl]]) {
        hint_at_truths(&mut self.list, schemas);
    }

    /// Line and column of the beginning of a span, both counted from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.source(span).map_or((1, 1), |source| source.line_column(span.start))
    }

    /// The text to which a span refers.
    pub fn source(&self, span: Span) -> Option<&Source> {
        self.sources.get(usize::from(span.source))
    }
}

/// The path in a kind of problems, if it has one.
macro_rules! path_of {
    ($kind:expr) => {
        match $kind {
            ProblemKind::UnknownKey { key: path, .. }
            | ProblemKind::WrongType { path, .. }
            | ProblemKind::OutOfRange { path, .. }
            | ProblemKind::NotAWord { path, .. }
            | ProblemKind::BadName { path, .. }
            | ProblemKind::Missing { path, .. }
            | ProblemKind::Duplicate { path, .. }
            | ProblemKind::TooMany { path, .. }
            | ProblemKind::TooFew { path, .. }
            | ProblemKind::BadDice { path, .. }
            | ProblemKind::Malformed { path, .. }
            | ProblemKind::Unreadable { path, .. }
            | ProblemKind::NotInRoster { path, .. }
            | ProblemKind::UnknownPath { path, .. }
            | ProblemKind::NotSettable { path, .. }
            | ProblemKind::Sum { path, .. }
            | ProblemKind::Step { path, .. }
            | ProblemKind::NothingFits { path, .. }
            | ProblemKind::Mixed { path, .. }
            | ProblemKind::UnknownName { path, .. }
            | ProblemKind::Doubtful { path, .. }
            | ProblemKind::Refused { path, .. } => Some(path),
            ProblemKind::Syntax { .. }
            | ProblemKind::Unquoted { .. }
            | ProblemKind::NoScenario { .. }
            | ProblemKind::TooDeep { .. }
            | ProblemKind::BadRow { .. }
            | ProblemKind::NoColumn { .. }
            | ProblemKind::BadColumn { .. }
            | ProblemKind::More { .. } => None,
        }
    };
}

impl Problem {
    /// The dotted path of the key or table with the mistake, if there is one.
    pub fn path(&self) -> Option<&str> {
        let path: Option<&String> = path_of!(&*self.kind);
        path.map(String::as_str)
    }

    pub(super) fn path_mut(&mut self) -> Option<&mut String> {
        path_of!(&mut *self.kind)
    }

    /// The same problem in the scenario of a leg, whose path is put before its own.
    pub(crate) fn within(mut self, leg: &str) -> Self {
        if let Some(path) = self.path_mut() {
            *path = if path.is_empty() { leg.to_owned() } else { format!("{leg}.{path}") };
        }
        if let ProblemKind::UnknownPath { nearest: Some(nearest), .. } = &mut *self.kind {
            *nearest = format!("{leg}.{nearest}");
        }
        self
    }

    /// The same problem with a path that begins at the scenario of a leg; `None` if it is not of that leg.
    pub(super) fn outside(&self, leg: &str) -> Option<Self> {
        let mut problem = self.clone();
        let inner = |path: &str| path.strip_prefix(leg)?.strip_prefix('.').map(str::to_owned);
        let path = problem.path_mut()?;
        *path = inner(path)?;
        if let ProblemKind::UnknownPath { nearest: Some(nearest), .. } = &mut *problem.kind {
            *nearest = inner(nearest).unwrap_or_default();
        }
        Some(problem)
    }
}

/// One line for each mistake: `file:line:column: message`.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.list.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            if let Some(span) = problem.span {
                let (line, column) = self.line_column(span);
                let name = self.source(span).map_or("?", |source| &source.name);
                write!(f, "{name}:{line}:{column}: ")?;
            }
            write!(f, "{problem}")?;
            if let Some(help) = problem.help() {
                write!(f, "; {help}")?;
            }
        }
        Ok(())
    }
}

/// A collection of problems that stops at a limit and counts the rest, so that a file with very many mistakes costs
/// little time and memory.
#[derive(Debug, Default)]
pub(super) struct Found {
    list: Vec<Problem>,
    more: usize,
}

impl Found {
    /// Adds a problem. Beyond the limit `problem` is not called, which saves the search for near names.
    pub(super) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        if self.list.len() < PROBLEMS_MAX {
            self.list.push(problem());
        } else {
            self.more += 1;
        }
    }

    /// Number of problems found.
    pub(super) fn count(&self) -> usize {
        self.list.len() + self.more
    }

    /// Adds problems that were found elsewhere.
    pub(super) fn extend(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            self.push(|| problem);
        }
    }

    /// Counts problems that were found elsewhere but not listed.
    pub(super) fn uncounted(&mut self, count: usize) {
        self.more = self.more.saturating_add(count);
    }

    /// The problems, followed by one that counts those not listed, if there are any.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        if self.more > 0 {
            self.list.push(Problem::new(None, ProblemKind::More { count: self.more }));
        }
        self.list
    }
}
