//! Scenarios: from text to values that a rule system can read.
//!
//! A scenario is one TOML file, possibly completed by files that it names and changed by overrides of single values. All of
//! it is merged into one tree whose nodes remember where they were written ([`Node`]); the tree is checked against the
//! *declaration of keys* of the system that the file names ([`KeyDecl`]), and then read through typed views ([`Section`]).
//! The order is
//!
//! 1. [`Scenario::parse`], then [`Scenario::system_name`] to find the declaration,
//! 2. [`Scenario::attach`] with the files that [`Scenario::wanted_files`] names, until there are none,
//! 3. [`Scenario::set`] with the overrides,
//! 4. [`Scenario::validate`], then the system's own checks over [`Scenario::root`].
//!
//! [`Scenario::seat`] and [`Scenario::line_up`] make other scenarios of one: the same ground, other opponents.
//!
//! [`Scenario::expectations`] are what the file says of its own encounters; they are apart from all this, and no rule
//! sees them.
//!
//! Every step returns all the mistakes it finds as [`Problem`]s with their locations, and none of them stops at the first.
//! Nothing here reads files: texts go in, values and problems come out. Values may be nested at most 64 deep, and at
//! most 100 problems are listed.

mod attachments;
mod canonical;
pub mod common;
mod csv_numbers;
mod csv_rows;
mod csv_sheet;
mod declaration;
mod declared;
mod doubts;
mod error;
mod example;
mod expect;
mod follow;
mod json_schema;
mod key;
pub mod kinds;
mod line_up;
mod lookalikes;
mod nearest;
mod node;
mod path;
mod points;
mod probe;
mod problems;
mod read;
mod roster;
mod section;
mod source;
mod starter;
mod suggestion;
mod validate;
mod words;

#[cfg(test)]
mod tests;

pub use crate::dice::{DiceError, DiceExpr};
pub use attachments::{FileFormat, FileUse, WantedFile};
pub use declaration::mistakes_of_declaration;
pub use declared::{DeclaredPath, declared_paths};
pub use error::{Cell, Problem, ProblemKind};
pub use example::example;
pub use expect::{Band, EXPECT, EXPECTATIONS_MAX, Expectation};
pub use follow::{Follow, FollowTo, Following, Follows, When};
pub use json_schema::{Definitions, json_schema};
pub use key::{DefaultValue, Key, KeyDecl, Named, concat};
#[doc(hidden)]
pub use kinds::read as read_word;
pub use kinds::{Group, Inside, KeyKind, Kind, Reads};
pub use line_up::Sheets;
pub use nearest::nearest;
pub use node::{Entry, Node, Value};
pub use path::{Override, OverrideError, PathEntry};
pub use points::{POINTS, Points};
pub use problems::{PROBLEMS_MAX, Problems};
pub use read::Location;
pub use section::Section;
pub use source::{Source, Span};
pub use validate::Check;
pub use words::{Choice, Word, words};

use std::collections::BTreeSet;

use attachments::{Cells, Contents};
use roster::Roster;

/// A scenario: the merged tree and the texts it was read from.
#[derive(Debug, Clone)]
pub struct Scenario {
    sources: Vec<Source>,
    /// What each of the sources is.
    uses: Vec<Attached>,
    root: Node,
    /// The table of what the file expects, which is no part of the tree.
    expect: Option<Entry>,
    roster: Option<Roster>,
    /// The answers where files are named.
    contents: Contents,
}

/// What is known of a text besides what it says.
#[derive(Debug, Clone)]
struct Attached {
    text_use: TextUse,
    cells: Cells,
}

/// What a text is to a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextUse {
    Scenario,
    Attachment,
    Override,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<'a> {
    /// The scenario file.
    Scenario,
    /// A file that the scenario names.
    Attachment {
        /// The file.
        file: &'a Source,
        /// The cell, if it is CSV.
        cell: Option<&'a Cell>,
    },
    /// An override, by the option that gives it.
    Override(&'a str),
}

impl Scenario {
    /// Reads TOML text.
    ///
    /// # Errors
    /// Every mistake of syntax that the parser can tell apart.
    pub fn parse(source: Source) -> Result<Self, Problems> {
        let (mut root, problems) = read::read_file(&source.text, 0);
        if !problems.is_empty() {
            return Err(Problems::new(vec![source], problems));
        }
        let expect = expect::take(&mut root);
        let uses = vec![Attached { text_use: TextUse::Scenario, cells: Cells::new() }];
        Ok(Self { sources: vec![source], uses, root, expect, roster: None, contents: Contents::default() })
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

    /// Where the value at a location comes from.
    pub fn origin(&self, span: Span) -> Origin<'_> {
        let index = usize::from(span.source);
        match (self.uses.get(index).map(|text| text.text_use), self.sources.get(index)) {
            (Some(TextUse::Attachment), Some(file)) => Origin::Attachment { file, cell: self.cell(span) },
            (Some(TextUse::Override), Some(source)) => Origin::Override(&source.name),
            _ => Origin::Scenario,
        }
    }

    /// Puts problems into order and gives them the texts that they point into. Problems with values of a CSV file are
    /// given their row and column; the same mistake in a file that several keys name is kept once.
    pub fn problems(&self, mut list: Vec<Problem>) -> Problems {
        for problem in &mut list {
            problem.cell = problem.span.and_then(|span| self.cell(span)).cloned();
            if let (Some(cell), ProblemKind::Missing { path, .. }) = (&mut problem.cell, &*problem.kind) {
                // The row is underlined from its first cell on.
                path.rsplit('.').next().unwrap_or(path).clone_into(&mut cell.column);
            }
        }
        let mut kept = BTreeSet::new();
        list.retain(|problem| {
            let attached = problem.span.filter(|&span| matches!(self.origin(span), Origin::Attachment { .. }));
            attached.is_none_or(|span| kept.insert((span, problem.without_path())))
        });
        Problems::new(self.sources.clone(), list)
    }

    /// Adds a text and returns its number; `None` when there are too many for a span to tell apart.
    fn add_source(&mut self, source: Source, text_use: TextUse) -> Option<u16> {
        let number = u16::try_from(self.sources.len()).ok()?;
        self.sources.push(source);
        self.uses.push(Attached { text_use, cells: Cells::new() });
        Some(number)
    }

    /// The number of an attached text, which is there once however many keys name it.
    fn attached_source(&mut self, source: Source) -> Option<u16> {
        let is_it = |(known, text): (&Source, &Attached)| text.text_use == TextUse::Attachment && *known == source;
        match self.sources.iter().zip(&self.uses).position(is_it) {
            Some(known) => u16::try_from(known).ok(),
            None => self.add_source(source, TextUse::Attachment),
        }
    }
}
