//! Scenarios: from text to values that a rule system can read.
//!
//! A scenario is one TOML file, possibly completed by files to which it refers and changed by overrides of single
//! values. All of this is merged into one tree whose nodes know where they were written ([`Node`]). The tree is checked
//! against the *declaration of keys* ([`KeyDecl`]) of the system that the file names, and then read through typed views
//! ([`Section`]). The order is
//!
//! 1. [`Scenario::parse`], then [`Scenario::system_name`] to find the declaration,
//! 2. [`Scenario::attach`] with the files that [`Scenario::wanted_files`] lists, until it lists none,
//! 3. [`Scenario::set`] with the overrides,
//! 4. [`Scenario::validate`], then the system's own checks over [`Scenario::root`].
//!
//! [`Scenario::seat`] and [`Scenario::line_up`] derive other scenarios from one: the same ground, other opponents.
//!
//! [`Scenario::expectations`] are the statements of the file about its own encounters. They are separate from all of
//! this, and no rule reads them.
//!
//! Every step collects all mistakes as [`Problem`]s with their locations instead of stopping at the first. This module
//! reads no files: texts go in, values and problems come out. Values may be nested at most 64 deep, and at most 100
//! problems are listed.

mod attachments;
mod canonical;
pub mod common;
mod csv_rows;
mod csv_sheet;
mod csv_table;
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
mod legs;
mod line_up;
mod lookalikes;
mod made;
mod misplaced;
mod named_files;
mod nearest;
mod node;
mod notation;
mod path;
pub mod pattern;
mod points;
mod probe;
mod problems;
mod read;
mod roster;
mod section;
mod source;
mod starter;
mod step;
mod suggestion;
mod syntax;
mod truths;
mod validate;
mod visible;
mod words;

#[cfg(test)]
mod tests;

pub use crate::characters::plain_text;
pub use crate::dice::{DiceError, DiceExpr};
pub use attachments::{FileFormat, FileUse, WantedFile};
pub use csv_rows::{Row as CsvRow, RowCell as CsvCell};
pub use csv_table::CsvTable;
pub use declaration::mistakes_of_declaration;
pub use declared::{DeclaredPath, declared_paths, declared_paths_of_days};
pub use error::{Cell, Problem, ProblemKind};
pub use example::example;
pub use expect::{Band, EXPECT, EXPECTATIONS_MAX, Expectation};
pub use follow::{Follow, FollowTo, Following, Follows, When};
pub use json_schema::{Definitions, json_schema, json_schema_with_days};
pub use key::{DefaultValue, Key, KeyDecl, Named, concat};
#[doc(hidden)]
pub use kinds::read as read_word;
pub use kinds::{Group, Inside, KeyKind, Kind, Reads};
pub use legs::{LEGS, LegView};
pub use line_up::Sheets;
pub(crate) use misplaced::has_key_at;
pub use nearest::nearest;
pub use node::{Entry, Node, Value};
pub use path::{Override, OverrideError, PathEntry, Resolved, without_sign};
pub use points::{POINTS, Points};
pub use problems::{PROBLEMS_MAX, Problems};
pub use read::Location;
pub use section::Section;
pub use source::{Source, Span};
pub use step::{Step, StepError};
pub use validate::Check;
pub use visible::{is_invisible, visible};
pub use words::{Choice, Word, words};

use std::collections::BTreeSet;

use attachments::{Cells, Contents};
use roster::Roster;

/// A scenario: the merged tree and the texts from which it was read.
#[derive(Debug, Clone)]
pub struct Scenario {
    sources: Vec<Source>,
    /// For each source: its purpose, and its cells if it is CSV.
    uses: Vec<Attached>,
    root: Node,
    /// The table `[expect]`, which is no part of the tree.
    expect: Option<Entry>,
    roster: Option<Roster>,
    /// The legs, if it is a day.
    legs: Vec<legs::Leg>,
    /// The root of a day, as the scenario of those legs that are made of it.
    base: Option<Box<Scenario>>,
    /// The files that were answered with a text or an error.
    contents: Contents,
    /// Results of overrides that name several paths or take steps.
    resolved: Vec<Resolved>,
}

/// The purpose of a text, and its cells if it is CSV.
#[derive(Debug, Clone)]
struct Attached {
    text_use: TextUse,
    cells: Cells,
}

/// The purpose of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextUse {
    Scenario,
    Attachment,
    Override,
}

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<'a> {
    /// The scenario file.
    Scenario,
    /// A file to which the scenario refers.
    Attachment {
        /// The file.
        file: &'a Source,
        /// The cell, if the file is CSV.
        cell: Option<&'a Cell>,
    },
    /// An override, by the name of the option that gives it, such as `--set`.
    Override(&'a str),
}

impl Scenario {
    /// Results of overrides that name several paths or take steps, in their order.
    pub fn resolved(&self) -> &[Resolved] {
        &self.resolved
    }

    /// Reads TOML text.
    ///
    /// # Errors
    /// All mistakes of syntax that the parser can distinguish.
    pub fn parse(source: Source) -> Result<Self, Problems> {
        let (mut root, problems) = read::read_file(&source.text, 0);
        if !problems.is_empty() {
            return Err(Problems::new(vec![source], problems));
        }
        let expect = expect::take(&mut root);
        let (legs, base) = legs::take(&mut root);
        let uses = vec![Attached { text_use: TextUse::Scenario, cells: Cells::new() }];
        Ok(Self { sources: vec![source], uses, root, expect, legs, base, ..Self::empty() })
    }

    /// A scenario of no text.
    fn empty() -> Self {
        let root = Node { value: Value::Table(Vec::new()), span: Span::NONE };
        let (sources, uses, legs) = (Vec::new(), Vec::new(), Vec::new());
        let (contents, resolved) = (Contents::default(), Vec::new());
        Self { sources, uses, root, expect: None, roster: None, legs, base: None, contents, resolved }
    }

    /// The name of the rule system in a text that has mistakes, as far as the parser can tell it.
    pub fn system_named(text: &str) -> Option<String> {
        let (root, _) = read::read_file(text, 0);
        root.get(common::SYSTEM.name())?.as_text().map(str::to_owned)
    }

    /// The name of the rule system. The caller must check that there is such a system.
    ///
    /// # Errors
    /// If the file gives no name, or one that is not a string.
    pub fn system_name(&self) -> Result<&str, Problem> {
        let key = common::SYSTEM.decl();
        let Some(node) = self.root.get(key.name) else {
            let missing = |span| validate::missing(span, key.name.to_owned(), &key);
            return Err(match self.misplaced_system() {
                Some((span, hint)) => missing(span).with_hint(hint),
                None => missing(self.root.span),
            });
        };
        node.as_text().ok_or_else(|| validate::wrong_type(node, key.name.to_owned(), &*key.kind))
    }

    /// The location of the name of the rule system.
    pub fn system_span(&self) -> Span {
        self.root.get(common::SYSTEM.name()).map_or(self.root.span, |node| node.span)
    }

    /// The problem of an unknown system, with the closest of the existing `names`.
    pub fn unknown_system(&self, names: &[&'static str]) -> Problem {
        let value = self.system_name().unwrap_or_default();
        validate::not_a_word(self.system_span(), common::SYSTEM.name().to_owned(), value, names)
    }

    /// The texts from which the scenario was read; spans refer to them by number.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The whole tree.
    pub fn tree(&self) -> &Node {
        &self.root
    }

    /// The view of the whole scenario through a declaration of keys.
    pub fn root(&self, schema: &'static [KeyDecl]) -> Section<'_> {
        Section::of_root(&self.root, schema)
    }

    /// The origin of the value at a location.
    pub fn origin(&self, span: Span) -> Origin<'_> {
        let index = usize::from(span.source);
        match (self.uses.get(index).map(|text| text.text_use), self.sources.get(index)) {
            (Some(TextUse::Attachment), Some(file)) => Origin::Attachment { file, cell: self.cell(span) },
            (Some(TextUse::Override), Some(source)) => Origin::Override(&source.name),
            _ => Origin::Scenario,
        }
    }

    /// Sorts problems and combines them with the texts to which their spans refer. Problems in values of a CSV file get
    /// their row and column. If several keys refer to the same file, each mistake in it is kept only once, and so is one of several legs
    /// that are made of the same text.
    pub fn problems(&self, mut list: Vec<Problem>) -> Problems {
        for problem in &mut list {
            problem.cell = problem.span.and_then(|span| self.cell(span)).cloned().map(Box::new);
            if let (Some(cell), ProblemKind::Missing { path, .. }) = (&mut problem.cell, &*problem.kind) {
                // The row is underlined from its first cell on, whatever key is missing in it.
                path.rsplit('.').next().unwrap_or(path).clone_into(&mut cell.column);
            }
        }
        let mut list = if self.has_legs() { self.told_once(list) } else { list };
        let mut kept = BTreeSet::new();
        list.retain(|problem| {
            let attached = problem.span.filter(|&span| matches!(self.origin(span), Origin::Attachment { .. }));
            attached.is_none_or(|span| kept.insert((span, problem.without_path())))
        });
        Problems::new(self.sources.clone(), list)
    }

    /// Adds a text and returns its number; `None` if there are more texts than the numbers of spans can distinguish.
    fn add_source(&mut self, source: Source, text_use: TextUse) -> Option<u16> {
        let number = u16::try_from(self.sources.len()).ok()?;
        self.sources.push(source);
        self.uses.push(Attached { text_use, cells: Cells::new() });
        Some(number)
    }

    /// The number of an attached text; a file to which several keys refer is added only once.
    fn attached_source(&mut self, source: Source) -> Option<u16> {
        let is_it = |(known, text): (&Source, &Attached)| text.text_use == TextUse::Attachment && *known == source;
        match self.sources.iter().zip(&self.uses).position(is_it) {
            Some(known) => u16::try_from(known).ok(),
            None => self.add_source(source, TextUse::Attachment),
        }
    }
}
