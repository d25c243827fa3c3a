//! Scenarios: from text to values that a rule system can read.
//!
//! A scenario is one TOML file, possibly completed by a CSV roster and changed by overrides of single values. All of
//! it is merged into one tree whose nodes remember where they were written ([`Node`]); the tree is checked against the
//! *declaration of keys* of the system that the file names ([`KeyDecl`]), and then read through typed views ([`Section`]).
//! The order is
//!
//! 1. [`Scenario::parse`], then [`Scenario::system_name`] to find the declaration,
//! 2. [`Scenario::add_roster`] with the file that [`Scenario::roster`] names, if it names one,
//! 3. [`Scenario::set`] with the overrides,
//! 4. [`Scenario::validate`], then the system's own checks over [`Scenario::root`].
//!
//! [`Scenario::seat`] and [`Scenario::line_up`] make other scenarios of one: the same ground, other opponents.
//!
//! Every step returns all the mistakes it finds as [`Problem`]s with their places, and none of them stops at the first.
//! Nothing here reads files: texts go in, values and problems come out. Values may be nested at most 64 deep, and at
//! most 100 problems are listed.

mod canonical;
pub mod common;
mod declaration;
mod error;
mod example;
mod json_schema;
mod key;
pub mod kinds;
mod line_up;
mod nearest;
mod node;
mod path;
mod problems;
mod read;
mod roster;
mod roster_csv;
mod section;
mod source;
mod untyped;
mod validate;
mod words;

#[cfg(test)]
mod tests;

pub use crate::dice::{DiceError, DiceExpr};
pub use declaration::mistakes_of_declaration;
pub use error::{Cell, Problem, ProblemKind};
pub use example::example;
pub use json_schema::{Definitions, json_schema};
pub use key::{DefaultValue, Key, KeyDecl, Named, concat};
#[doc(hidden)]
pub use kinds::read as read_word;
pub use kinds::{Group, Inside, KeyKind, Kind, Reads};
pub use line_up::Sheets;
pub use node::{Entry, Node, Value};
pub use path::{Override, OverrideError, PathEntry};
pub use problems::{PROBLEMS_MAX, Problems};
pub use read::Location;
pub use section::Section;
pub use source::{Source, Span};
pub use validate::Check;
pub use words::{Choice, Word, words};

use roster::Roster;

/// A scenario: the merged tree and the texts it was read from.
#[derive(Debug, Clone)]
pub struct Scenario {
    sources: Vec<Source>,
    root: Node,
    roster: Option<Roster>,
}

impl Scenario {
    /// Reads TOML text.
    ///
    /// # Errors
    /// Every mistake of syntax that the parser can tell apart.
    pub fn parse(source: Source) -> Result<Self, Problems> {
        let (root, problems) = read::read_file(&source.text, 0);
        let sources = vec![source];
        if problems.is_empty() {
            Ok(Self { sources, root, roster: None })
        } else {
            Err(Problems::new(sources, problems))
        }
    }

    /// The name of the rule system. Whether there is such a system is for the caller to tell.
    ///
    /// # Errors
    /// The file gives no name, or one that is not a string.
    pub fn system_name(&self) -> Result<&str, Problem> {
        let key = common::SYSTEM.decl();
        let Some(node) = self.root.get(key.name) else {
            return Err(validate::missing(self.root.span, key.name.to_owned(), &key));
        };
        node.as_text().ok_or_else(|| validate::wrong_type(node, key.name.to_owned(), &*key.kind))
    }

    /// Where the name of the rule system stands.
    pub fn system_span(&self) -> Span {
        self.root.get(common::SYSTEM.name()).map_or(self.root.span, |node| node.span)
    }

    /// The problem of a system that nobody knows, with the nearest of the names that there are.
    pub fn unknown_system(&self, names: &'static [&'static str]) -> Problem {
        let value = self.system_name().unwrap_or_default();
        validate::not_a_word(self.system_span(), common::SYSTEM.name().to_owned(), value, names)
    }

    /// The path of the roster that the file names, as it is written, so that the caller can read that file.
    pub fn roster(&self) -> Option<(&str, Span)> {
        let node = self.root.get(common::ROSTER.name())?;
        Some((node.as_text()?, node.span))
    }

    /// The texts that the scenario was read from; spans refer to them by number.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The tree as a whole.
    pub fn tree(&self) -> &Node {
        &self.root
    }

    /// The view of the whole scenario through a declaration of keys.
    pub fn root(&self, schema: &'static [KeyDecl]) -> Section<'_> {
        Section::of_root(&self.root, schema)
    }

    /// Puts problems into order and gives them the texts that they point into. Problems with values of a roster are
    /// told their row and column.
    pub fn problems(&self, mut list: Vec<Problem>) -> Problems {
        if let Some(roster) = &self.roster {
            for problem in &mut list {
                problem.cell = problem.span.and_then(|span| roster.cell(span));
            }
        }
        Problems::new(self.sources.clone(), list)
    }

    /// Adds a text and returns its number; `None` when there are too many for a span to tell apart.
    fn add_source(&mut self, source: Source) -> Option<u16> {
        let number = u16::try_from(self.sources.len()).ok()?;
        self.sources.push(source);
        Some(number)
    }
}
