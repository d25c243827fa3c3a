//! What can be wrong with a scenario, one value per mistake.

use std::fmt;

use super::nearest::{nearest, suggestion};
use super::node::excerpt;
use super::source::Span;

/// One mistake: where it is and what it is.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}{}", .cell.as_ref().map(|cell| format!(" ({cell})")).unwrap_or_default())]
pub struct Problem {
    /// The text to underline; `None` for a mistake that has no location.
    pub span: Option<Span>,
    /// What is wrong.
    pub kind: Box<ProblemKind>,
    /// A second location worth pointing at and what is there, such as the first of two equal ids.
    pub also: Option<(Span, String)>,
    /// The cell of a CSV file that the value comes from, filled in by `Scenario::problems`.
    pub cell: Option<Cell>,
}

/// A cell of a CSV file, as a spreadsheet counts: the header is row 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The row.
    pub row: usize,
    /// The column's name.
    pub column: String,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column `{}`", self.row, self.column)
    }
}

/// The kinds of mistakes. Paths are dotted; texts that come from the file are already cut and escaped for a message.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProblemKind {
    /// The text is not TOML.
    #[error("not valid TOML: {message}")]
    Syntax {
        /// What the parser says.
        message: String,
    },
    /// Values are nested too deeply to be read.
    #[error("nested more than {max} levels deep")]
    TooDeep {
        /// The deepest level that is read.
        max: usize,
    },
    /// A key that the declaration does not have.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// Its path.
        key: String,
        /// The declared key of the same table whose name is closest.
        nearest: Option<String>,
    },
    /// A value of another type than the key takes.
    #[error("`{path}` is {found}, expected {expected}")]
    WrongType {
        /// The key's path.
        path: String,
        /// What was found, in words.
        found: String,
        /// The type and what is allowed.
        expected: String,
    },
    /// A number that the key does not take.
    #[error("`{path}` is {value}, allowed: {allowed}")]
    OutOfRange {
        /// The key's path.
        path: String,
        /// The number.
        value: i64,
        /// The numbers allowed.
        allowed: String,
    },
    /// A word outside the closed set.
    #[error("`{path}` is \"{value}\", allowed: {allowed}")]
    NotAWord {
        /// The key's path.
        path: String,
        /// The word.
        value: String,
        /// The words allowed.
        allowed: String,
        /// The allowed word that is closest.
        nearest: Option<String>,
    },
    /// A name with characters that it may not have, or a reserved one.
    #[error("`{path}` names \"{value}\", allowed: {allowed}")]
    BadName {
        /// The path of the key, or of the map that the name is in.
        path: String,
        /// The name.
        value: String,
        /// What names may look like.
        allowed: String,
    },
    /// A key that must be given and is not.
    #[error("`{path}` is missing, expected {expected}")]
    Missing {
        /// The key's path.
        path: String,
        /// The type and what is allowed.
        expected: String,
        /// What the key means.
        doc: &'static str,
    },
    /// The same thing twice where it may stand once.
    #[error("`{path}` has \"{value}\" twice")]
    Duplicate {
        /// The path of the list or table.
        path: String,
        /// What is there twice.
        value: String,
    },
    /// More entries than allowed.
    #[error("`{path}` has {count} entries, at most {max} are allowed")]
    TooMany {
        /// The key's path.
        path: String,
        /// How many there are.
        count: usize,
        /// How many may be.
        max: usize,
    },
    /// Fewer entries than needed.
    #[error("`{path}` has {count} entries, at least {min} needed")]
    TooFew {
        /// The key's path.
        path: String,
        /// How many there are.
        count: usize,
        /// How many must be.
        min: usize,
    },
    /// A text that is no dice expression.
    #[error("`{path}` is {value}: {reason}")]
    BadDice {
        /// The key's path.
        path: String,
        /// The text in quotes, or the number, as found.
        value: String,
        /// Why it is none.
        reason: String,
        /// The dice that were probably meant.
        nearest: Option<String>,
    },
    /// A part of a value that has not the form of its kind.
    #[error("`{path}` {reason}")]
    Malformed {
        /// The path of the part; parts of lists are counted from 1.
        path: String,
        /// What it has and what is expected.
        reason: String,
    },
    /// A file that a key names cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Unreadable {
        /// The key's path.
        path: String,
        /// Why, in the words of the caller that tried to read it.
        reason: String,
    },
    /// A row of a CSV file that is not well-formed.
    #[error("row {row}: {reason}")]
    BadRow {
        /// The row; the header is row 1.
        row: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A CSV file without a column that it needs.
    #[error("there is no column `{column}`")]
    NoColumn {
        /// The column's name.
        column: &'static str,
    },
    /// A column of a CSV file that names no key.
    #[error("column `{column}` {reason}")]
    BadColumn {
        /// The column's name.
        column: String,
        /// What is wrong with it.
        reason: String,
        /// The column name that is closest.
        nearest: Option<String>,
        /// The name under which it is ignored, where it is no key.
        ignored: Option<String>,
    },
    /// An incomplete combatant whose id the roster does not have.
    #[error("`{path}` is not in the roster, and the file does not give {}", list_of(.missing))]
    NotInRoster {
        /// The combatant's path.
        path: String,
        /// The required keys that are missing.
        missing: Vec<&'static str>,
        /// The id of the roster that is closest.
        nearest: Option<String>,
    },
    /// An override of something that cannot be set.
    #[error("no value can be set at `{path}`")]
    UnknownPath {
        /// The path.
        path: String,
        /// The closest path that can be set.
        nearest: Option<String>,
        /// By what the tables of the list are named that it begins with, where it names none of them.
        named: Option<String>,
    },
    /// An override of a key that only the file may give.
    #[error("`{path}` cannot be set: {reason}")]
    NotSettable {
        /// The path.
        path: String,
        /// Why not.
        reason: &'static str,
    },
    /// An override by a number with a plus sign, which may mean the number or a sum.
    #[error("`{path}={value}` can mean two things")]
    Sum {
        /// The path.
        path: String,
        /// The value as typed.
        value: String,
        /// The value without its sign.
        plain: String,
        /// The value that there is before.
        before: Option<String>,
        /// The sum of both.
        sum: Option<String>,
    },
    /// A name that nothing of that sort has.
    #[error("`{path}`: there is no {what} `{name}`")]
    UnknownName {
        /// The path of the key that names it.
        path: String,
        /// What there is none of, in words.
        what: &'static str,
        /// The name.
        name: String,
        /// The name that is closest of those that there are.
        nearest: Option<String>,
    },
    /// A name of the scenario's own that is probably a slip. This is no mistake, but a doubt.
    #[error("`{path}`: nothing else gives or names `{name}`")]
    Doubtful {
        /// The path of the value of that name.
        path: String,
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: String,
    },
    /// What a system refuses for its own reasons.
    #[error("`{path}`: {reason}")]
    Refused {
        /// The path of what is refused.
        path: String,
        /// Why.
        reason: String,
    },
    /// Problems that were found and not listed.
    #[error("and {count} more")]
    More {
        /// How many.
        count: usize,
    },
}

impl Problem {
    /// A mistake at a location.
    pub fn new(span: impl Into<Option<Span>>, kind: ProblemKind) -> Self {
        Self { span: span.into(), kind: Box::new(kind), also: None, cell: None }
    }

    /// What a system refuses for its own reasons: `path` in back quotes, a colon, then `reason`, as in
    /// "`rules.x`: needs `rules.y` as well".
    pub fn refused(span: Span, path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(span, ProblemKind::Refused { path: path.into(), reason: reason.into() })
    }

    /// A name that none of the `known` ones is: "`rules.x`: there is no {what} `{name}`", with the closest of them.
    pub fn unknown_name<'a>(
        span: Span,
        path: impl Into<String>,
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let nearest = nearest(name, known).map(excerpt);
        Self::new(span, ProblemKind::UnknownName { path: path.into(), what, name: excerpt(name), nearest })
    }

    /// A file that the caller could not read; `span` is where it is named, `path` the key that names it.
    pub(super) fn unreadable(span: Span, path: &str, reason: impl Into<String>) -> Self {
        Self::new(span, ProblemKind::Unreadable { path: path.to_owned(), reason: reason.into() })
    }

    /// Points at a second location.
    #[must_use]
    pub fn with_also(mut self, span: Span, what: impl Into<String>) -> Self {
        self.also = Some((span, what.into()));
        self
    }

    /// A stable name of the kind of mistake.
    pub fn code(&self) -> &'static str {
        match *self.kind {
            ProblemKind::Syntax { .. } => "syntax",
            ProblemKind::TooDeep { .. } => "too-deep",
            ProblemKind::UnknownKey { .. } => "unknown-key",
            ProblemKind::WrongType { .. } => "wrong-type",
            ProblemKind::OutOfRange { .. } => "out-of-range",
            ProblemKind::NotAWord { .. } => "not-a-word",
            ProblemKind::BadName { .. } => "bad-name",
            ProblemKind::Missing { .. } => "missing",
            ProblemKind::Duplicate { .. } => "duplicate",
            ProblemKind::TooMany { .. } => "too-many",
            ProblemKind::TooFew { .. } => "too-few",
            ProblemKind::BadDice { .. } => "bad-dice",
            ProblemKind::Malformed { .. } => "malformed",
            ProblemKind::Unreadable { .. } => "unreadable",
            ProblemKind::BadRow { .. } => "bad-row",
            ProblemKind::NoColumn { .. } => "no-column",
            ProblemKind::BadColumn { .. } => "bad-column",
            ProblemKind::NotInRoster { .. } => "not-in-roster",
            ProblemKind::UnknownPath { .. } => "unknown-path",
            ProblemKind::NotSettable { .. } => "not-settable",
            ProblemKind::Sum { .. } => "sum",
            ProblemKind::UnknownName { .. } => "unknown-name",
            ProblemKind::Doubtful { .. } => "doubtful",
            ProblemKind::Refused { .. } => "refused",
            ProblemKind::More { .. } => "more",
        }
    }

    /// A few words to stand under the underlined text.
    pub fn label(&self) -> String {
        match &*self.kind {
            ProblemKind::Syntax { .. } => "here".to_owned(),
            ProblemKind::TooDeep { .. } => "too deep".to_owned(),
            ProblemKind::UnknownKey { .. } => "no such key".to_owned(),
            ProblemKind::WrongType { expected, .. } => format!("expected {expected}"),
            ProblemKind::OutOfRange { allowed, .. } => format!("allowed: {allowed}"),
            ProblemKind::NotAWord { .. } => "not one of the words allowed".to_owned(),
            ProblemKind::BadName { .. } => "not allowed as a name".to_owned(),
            ProblemKind::Missing { path, .. } => match path.rsplit_once('.') {
                Some((_, key)) => format!("has no `{key}`"),
                None => format!("`{path}` is missing"),
            },
            ProblemKind::Duplicate { .. } => "again here".to_owned(),
            ProblemKind::TooMany { max, .. } => format!("at most {max}"),
            ProblemKind::TooFew { min, .. } => format!("at least {min}"),
            ProblemKind::BadDice { .. } => "not dice".to_owned(),
            ProblemKind::Malformed { reason, .. } | ProblemKind::BadColumn { reason, .. } => reason.clone(),
            ProblemKind::Unreadable { .. } => "this file".to_owned(),
            ProblemKind::BadRow { row, .. } => format!("row {row}"),
            ProblemKind::NoColumn { column } => format!("needs a column `{column}`"),
            ProblemKind::NotInRoster { .. } => "the roster has no row of this id".to_owned(),
            ProblemKind::UnknownPath { .. } => "no such path".to_owned(),
            ProblemKind::NotSettable { .. } => "cannot be set".to_owned(),
            ProblemKind::Sum { plain, .. } => format!("{plain}, or {plain} more?"),
            ProblemKind::UnknownName { what, .. } => format!("no such {what}"),
            ProblemKind::Doubtful { .. } => "only here".to_owned(),
            ProblemKind::Refused { .. } => "refused".to_owned(),
            ProblemKind::More { .. } => String::new(),
        }
    }

    /// What may help to put it right, where there is something to say that the message does not.
    pub fn help(&self) -> Option<String> {
        match &*self.kind {
            ProblemKind::UnknownKey { nearest, .. }
            | ProblemKind::BadDice { nearest, .. }
            | ProblemKind::NotAWord { nearest, .. }
            | ProblemKind::NotInRoster { nearest, .. }
            | ProblemKind::UnknownName { nearest, .. } => nearest.as_deref().map(suggestion),
            ProblemKind::UnknownPath { nearest, named, .. } => {
                let parts: Vec<String> = nearest.as_deref().map(suggestion).into_iter().chain(named.clone()).collect();
                (!parts.is_empty()).then(|| parts.join(" "))
            }
            ProblemKind::Doubtful { nearest, .. } => Some(suggestion(nearest)),
            ProblemKind::BadColumn { nearest, ignored, .. } => {
                let ignored = ignored.as_ref().map(|name| format!("a column named `{name}` is ignored"));
                match (nearest.as_deref().map(suggestion), ignored) {
                    (Some(nearest), Some(ignored)) => Some(format!("{nearest} ({ignored})")),
                    (nearest, ignored) => nearest.or(ignored),
                }
            }
            ProblemKind::Missing { path, doc, .. } if !doc.is_empty() => {
                let key = path.rsplit('.').next().unwrap_or(path);
                Some(format!("`{key}`: {doc}"))
            }
            ProblemKind::Sum { plain, before, sum, .. } => Some(match before.as_ref().zip(sum.as_ref()) {
                Some((before, sum)) => {
                    format!("write `{sum}` for {plain} more than the {before} there is, or `{plain}`")
                }
                None => format!("write the sum if {plain} more is meant, or `{plain}`"),
            }),
            ProblemKind::TooDeep { .. } => Some("no scenario needs more than a handful of levels".to_owned()),
            _ => None,
        }
    }

    /// Whether it says that a file cannot be read.
    pub(super) fn is_unreadable(&self) -> bool {
        matches!(*self.kind, ProblemKind::Unreadable { .. })
    }

    /// Whether it is a mistake of a file as such, which those in the scenario may follow from.
    pub(super) fn is_of_file(&self) -> bool {
        matches!(
            *self.kind,
            ProblemKind::Unreadable { .. }
                | ProblemKind::BadRow { .. }
                | ProblemKind::NoColumn { .. }
                | ProblemKind::BadColumn { .. }
        )
    }

    /// The message, of the path that it begins with the last segment alone.
    pub(super) fn without_path(&self) -> String {
        let message = self.to_string();
        let parts: Vec<&str> = message.splitn(3, '`').collect();
        match parts[..] {
            [start, path, rest] => [start, path.rsplit('.').next().unwrap_or(path), rest].concat(),
            _ => message,
        }
    }

    pub(super) fn too_deep(span: Span, max: usize) -> Self {
        Self::new(span, ProblemKind::TooDeep { max })
    }

    pub(super) fn duplicate(span: Span, path: String, value: &str, first: Span) -> Self {
        let kind = ProblemKind::Duplicate { path, value: excerpt(value) };
        Self::new(span, kind).with_also(first, "first here")
    }
}

/// Key names in back quotes: "`hp`, `side`".
pub(super) fn list_of(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
