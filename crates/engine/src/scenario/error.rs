//! The kinds of mistakes in a scenario, one value per mistake.

use std::fmt;

use super::nearest::{nearest, suggestion};
use super::node::excerpt;
use super::source::Span;
use super::visible::visible;

/// A mistake with its location.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The text to underline; `None` if the mistake has no location.
    pub span: Option<Span>,
    /// The kind of mistake.
    pub kind: Box<ProblemKind>,
    /// A second location with a label, such as the first of two equal ids.
    pub also: Option<(Span, String)>,
    /// The cell of a CSV file in which the value was written; `Scenario::problems` fills it in.
    pub cell: Option<Box<Cell>>,
    /// A remark on the text that was found, which follows the help of the kind.
    pub remark: Option<String>,
    /// Whether the text of the file must not be shown: it is none of the kind that was expected, so that the scenario may
    /// have named what its author must not read.
    pub hides_text: bool,
    /// A hint that says more than the one that follows from the kind of mistake.
    pub hint: Option<String>,
}

impl std::error::Error for Problem {}

/// The message. Invisible characters are escaped, whatever it was built from.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.kind.to_string()))?;
        self.cell.as_ref().map_or(Ok(()), |cell| f.write_str(&visible(&format!(" ({cell})"))))
    }
}

/// A cell of a CSV file, counted as in a spreadsheet: the header is row 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The number of the row.
    pub row: usize,
    /// The column's name.
    pub column: String,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column `{}`", self.row, self.column)
    }
}

/// The kinds of mistakes. Paths are dotted; texts from the file are already shortened and escaped for a message.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProblemKind {
    /// The text is not TOML.
    #[error("not valid TOML: {message}")]
    Syntax {
        /// The message of the parser.
        message: String,
    },
    /// A text without the quotes of TOML, as the value of a key.
    #[error("not valid TOML: {message}")]
    Unquoted {
        /// The mistake, in words.
        message: String,
        /// The key as it is written.
        key: String,
        /// The text.
        text: String,
    },
    /// The text is no attempt at a scenario, such as a page or a letter.
    #[error("this is no scenario: {reason}")]
    NoScenario {
        /// The thing that it is instead, or the part that it lacks.
        reason: String,
    },
    /// Values are nested too deeply.
    #[error("nested more than {max} levels deep")]
    TooDeep {
        /// Largest depth allowed.
        max: usize,
    },
    /// A key that is not declared.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// The path of the key.
        key: String,
        /// The closest name among the declared keys of the same table.
        nearest: Option<String>,
    },
    /// A value whose type the key does not allow.
    #[error("`{path}` is {found}, expected {expected}")]
    WrongType {
        /// The key's path.
        path: String,
        /// The value found, in words.
        found: String,
        /// The type and the values allowed.
        expected: String,
    },
    /// A number that the key does not allow.
    #[error("`{path}` is {value}, allowed: {allowed}")]
    OutOfRange {
        /// The key's path.
        path: String,
        /// The number.
        value: i64,
        /// The numbers allowed.
        allowed: String,
    },
    /// A word that is not one of the allowed words.
    #[error("`{path}` is \"{value}\", allowed: {allowed}")]
    NotAWord {
        /// The key's path.
        path: String,
        /// The word.
        value: String,
        /// The words allowed.
        allowed: String,
        /// The closest allowed word.
        nearest: Option<String>,
    },
    /// A name with characters that are not allowed, or a reserved name.
    #[error("`{path}` names \"{value}\", allowed: {allowed}")]
    BadName {
        /// The path of the key, or of the map with the name.
        path: String,
        /// The name.
        value: String,
        /// The form of allowed names, in words.
        allowed: String,
    },
    /// A required key is missing.
    #[error("`{path}` is missing, expected {expected}")]
    Missing {
        /// The key's path.
        path: String,
        /// The type and the values allowed.
        expected: String,
        /// The meaning of the key.
        doc: &'static str,
    },
    /// A value that occurs twice where it may occur once.
    #[error("`{path}` has \"{value}\" twice")]
    Duplicate {
        /// The path of the list or table.
        path: String,
        /// The repeated value.
        value: String,
    },
    /// More entries than allowed.
    #[error("`{path}` has {count} entries, at most {max} are allowed")]
    TooMany {
        /// The key's path.
        path: String,
        /// Number of entries.
        count: usize,
        /// Largest number allowed.
        max: usize,
    },
    /// Fewer entries than needed.
    #[error("`{path}` has {count} entries, at least {min} needed")]
    TooFew {
        /// The key's path.
        path: String,
        /// Number of entries.
        count: usize,
        /// Smallest number allowed.
        min: usize,
    },
    /// A text that is not a dice expression.
    #[error("`{path}` is {value}: {reason}")]
    BadDice {
        /// The key's path.
        path: String,
        /// The text in quotes, or the number, as found.
        value: String,
        /// The reason why the value is no dice expression.
        reason: String,
        /// The dice expression that was probably meant.
        nearest: Option<String>,
    },
    /// A part of a value that is malformed.
    #[error("`{path}` {reason}")]
    Malformed {
        /// The path of the part; parts of lists are counted from 1.
        path: String,
        /// The form found and the form expected.
        reason: String,
    },
    /// A file to which a key refers cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Unreadable {
        /// The key's path.
        path: String,
        /// The reason, in the words of the caller that tried to read the file.
        reason: String,
    },
    /// A malformed row of a CSV file.
    #[error("row {row}: {reason}")]
    BadRow {
        /// The row; the header is row 1.
        row: usize,
        /// The mistake in the row.
        reason: String,
    },
    /// A required column of a CSV file is missing.
    #[error("there is no column `{column}`")]
    NoColumn {
        /// The column's name.
        column: &'static str,
        /// The column that probably is it under another name.
        written: Option<String>,
    },
    /// A column of a CSV file that does not name a key.
    #[error("column `{column}` {reason}")]
    BadColumn {
        /// The column's name.
        column: String,
        /// The reason why the column is refused.
        reason: String,
        /// The closest column name.
        nearest: Option<String>,
        /// The name under which the column would be ignored, if it names no key.
        ignored: Option<String>,
    },
    /// An incomplete combatant whose id is not in the roster.
    #[error("`{path}` is not in the roster, and the file does not give {}", list_of(.missing))]
    NotInRoster {
        /// The combatant's path.
        path: String,
        /// The required keys that are missing.
        missing: Vec<&'static str>,
        /// The closest id of the roster.
        nearest: Option<String>,
    },
    /// An override of a path that cannot be set.
    #[error("no value can be set at `{path}`")]
    UnknownPath {
        /// The path.
        path: String,
        /// The closest path that can be set.
        nearest: Option<String>,
        /// A remark on how the tables of the list are named, if the path names none of them.
        named: Option<String>,
    },
    /// An override of a key that only the file may set.
    #[error("`{path}` cannot be set: {reason}")]
    NotSettable {
        /// The path.
        path: String,
        /// The reason.
        reason: &'static str,
    },
    /// An override with a plus sign before a number, which could mean that number or an addition.
    #[error("`{path}={value}` can mean two things")]
    Sum {
        /// The path.
        path: String,
        /// The value as typed.
        value: String,
        /// The value without its sign.
        plain: String,
        /// The value before the override.
        before: Option<String>,
        /// The sum of the value before and the number.
        sum: Option<String>,
        /// Whether there is something to which the number can be added.
        can_add: bool,
    },
    /// A step from the value that stands which leads nowhere.
    #[error("`{path}`: `{step}` {reason}")]
    Step {
        /// The path.
        path: String,
        /// The step as typed.
        step: String,
        /// The reason, to follow the step.
        reason: String,
    },
    /// A pattern that fits no path.
    #[error("`{path}` fits no key that can be set")]
    NothingFits {
        /// The pattern.
        path: String,
        /// The pattern that was probably meant.
        nearest: Option<String>,
    },
    /// A pattern that fits keys of different kinds.
    #[error("`{path}` fits keys of different kinds: {first} and {other}")]
    Mixed {
        /// The pattern.
        path: String,
        /// The first key with its kind.
        first: String,
        /// One of another kind.
        other: String,
    },
    /// A reference to a name that does not exist.
    #[error("`{path}`: there is no {what} `{name}`")]
    UnknownName {
        /// The path of the key that refers to the name.
        path: String,
        /// The kind of thing that is named, such as "attribute".
        what: &'static str,
        /// The name.
        name: String,
        /// The closest existing name.
        nearest: Option<String>,
    },
    /// A name chosen by the scenario that is probably a typing error. Since it is valid, this is a doubt and not a
    /// mistake.
    #[error("`{path}`: nothing else gives or names `{name}`")]
    Doubtful {
        /// The path of the value that uses the name.
        path: String,
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: String,
    },
    /// A value that the system refuses for its own reasons.
    #[error("`{path}`: {reason}")]
    Refused {
        /// The path of the refused value.
        path: String,
        /// The reason.
        reason: String,
    },
    /// Further problems that are not listed.
    #[error("and {count} more")]
    More {
        /// The number of problems that are not listed.
        count: usize,
    },
}

impl Problem {
    /// A mistake at a location.
    pub fn new(span: impl Into<Option<Span>>, kind: ProblemKind) -> Self {
        Self {
            span: span.into(),
            kind: Box::new(kind),
            also: None,
            cell: None,
            remark: None,
            hides_text: false,
            hint: None,
        }
    }

    /// A value that a system refuses for its own reasons. The message is `path` in back quotes, a colon, then `reason`,
    /// as in "`rules.x`: needs `rules.y` as well".
    pub fn refused(span: Span, path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(span, ProblemKind::Refused { path: path.into(), reason: reason.into() })
    }

    /// A name that is none of the `known` ones: "`rules.x`: there is no {what} `{name}`", with the closest known name.
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

    /// A file that the caller could not read. `span` is the location of its path, `path` the key.
    pub(super) fn unreadable(span: Span, path: &str, reason: impl Into<String>) -> Self {
        Self::new(span, ProblemKind::Unreadable { path: path.to_owned(), reason: reason.into() })
    }

    /// The same without the text of the file.
    pub(super) fn without_text(self) -> Self {
        Self { hides_text: true, ..self }
    }

    /// The same without the text of the file, and without its words in the message unless the file has what was wanted of it: other files may be
    /// anything, and messages quote them.
    pub(super) fn without_words_unless(self, has_wanted: bool, wanted: &str) -> Self {
        if has_wanted {
            return self.without_text();
        }
        let message = format!("nothing of the file is shown, since it has no `{wanted}`");
        Self::new(self.span, ProblemKind::Syntax { message }).without_text()
    }

    /// Adds a second location with a label.
    #[must_use]
    pub fn with_also(mut self, span: Span, what: impl Into<String>) -> Self {
        self.also = Some((span, what.into()));
        self
    }

    /// Adds a remark to the help, if there is one.
    #[must_use]
    pub(super) fn with_remark(mut self, remark: Option<String>) -> Self {
        self.remark = remark;
        self
    }

    /// Adds a hint how to correct the mistake, in the place of the one that follows from its kind.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the closest of the `known` names to a misspelt one as the hint, if one is close.
    #[must_use]
    pub fn with_nearest<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(name, known) {
            Some(nearest) => self.with_hint(suggestion(&excerpt(nearest))),
            None => self,
        }
    }

    /// A stable name of the kind of mistake.
    pub fn code(&self) -> &'static str {
        match *self.kind {
            ProblemKind::Syntax { .. } | ProblemKind::Unquoted { .. } => "syntax",
            ProblemKind::NoScenario { .. } => "no-scenario",
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
            ProblemKind::Step { .. } => "step",
            ProblemKind::NothingFits { .. } => "nothing-fits",
            ProblemKind::Mixed { .. } => "mixed-kinds",
            ProblemKind::UnknownName { .. } => "unknown-name",
            ProblemKind::Doubtful { .. } => "doubtful",
            ProblemKind::Refused { .. } => "refused",
            ProblemKind::More { .. } => "more",
        }
    }

    /// A few words for the underlined text, invisible characters escaped.
    pub fn label(&self) -> String {
        visible(&self.label_of_kind()).into_owned()
    }

    fn label_of_kind(&self) -> String {
        match &*self.kind {
            ProblemKind::Syntax { .. } | ProblemKind::Unquoted { .. } | ProblemKind::NoScenario { .. } => {
                "here".to_owned()
            }
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
            ProblemKind::NoColumn { column, .. } => format!("needs a column `{column}`"),
            ProblemKind::NotInRoster { .. } => "the roster has no row of this id".to_owned(),
            ProblemKind::UnknownPath { .. } => "no such path".to_owned(),
            ProblemKind::NotSettable { .. } => "cannot be set".to_owned(),
            ProblemKind::Sum { plain, .. } => format!("{plain}, or {plain} more?"),
            ProblemKind::Step { .. } => "leads nowhere".to_owned(),
            ProblemKind::NothingFits { .. } => "fits nothing".to_owned(),
            ProblemKind::Mixed { .. } => "fits several kinds".to_owned(),
            ProblemKind::UnknownName { what, .. } => format!("no such {what}"),
            ProblemKind::Doubtful { .. } => "only here".to_owned(),
            ProblemKind::Refused { .. } => "refused".to_owned(),
            ProblemKind::More { .. } => String::new(),
        }
    }

    /// A hint how to correct the mistake, if there is one beyond the message. Invisible characters are escaped.
    pub fn help(&self) -> Option<String> {
        let hint = self.date().or_else(|| self.hint.clone()).or_else(|| self.help_of_kind());
        let parts: Vec<String> = hint.into_iter().chain(self.remark.clone()).collect();
        (!parts.is_empty()).then(|| visible(&parts.join("; ")).into_owned())
    }

    /// The hint for a name such as `1-Mar` or `Jan-12`, which is what a spreadsheet makes of `1-3` or `1-12`.
    fn date(&self) -> Option<String> {
        const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
        let ProblemKind::BadName { value, .. } = &*self.kind else { return None };
        let (first, second) = value.split_once('-')?;
        let is_month = |text: &str| MONTHS.contains(&text.to_ascii_lowercase().as_str());
        let is_day = |text: &str| text.len() <= 2 && text.parse::<u8>().is_ok();
        let is_date = is_day(first) && is_month(second) || is_month(first) && is_day(second);
        is_date.then(|| {
            "a spreadsheet has made a date of it: format the column as text and write the numbers again, such as `1-3`"
                .to_owned()
        })
    }

    fn help_of_kind(&self) -> Option<String> {
        match &*self.kind {
            ProblemKind::UnknownKey { nearest, .. }
            | ProblemKind::BadDice { nearest, .. }
            | ProblemKind::NotAWord { nearest, .. }
            | ProblemKind::NotInRoster { nearest, .. }
            | ProblemKind::NothingFits { nearest, .. }
            | ProblemKind::UnknownName { nearest, .. } => nearest.as_deref().map(suggestion),
            ProblemKind::UnknownPath { nearest, named, .. } => {
                let parts: Vec<String> = nearest.as_deref().map(suggestion).into_iter().chain(named.clone()).collect();
                (!parts.is_empty()).then(|| parts.join(" "))
            }
            ProblemKind::Doubtful { nearest, .. } => Some(suggestion(nearest)),
            ProblemKind::NoColumn { column, written } => {
                written.as_ref().map(|written| format!("is `{written}` to be `{column}`?"))
            }
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
            ProblemKind::Sum { plain, before, sum, can_add, .. } => Some(match before.as_ref().zip(sum.as_ref()) {
                Some((before, sum)) => {
                    format!(
                        "write `+={plain}` to add {plain} to the {before} there is, which makes {sum}, or `={plain}` to set it"
                    )
                }
                None if *can_add => format!("write `+={plain}` to add {plain} to what stands, or `={plain}` to set it"),
                None => format!("nothing can be added to what stands: write `={plain}` to set it"),
            }),
            ProblemKind::TooDeep { .. } => Some("no scenario needs more than a handful of levels".to_owned()),
            _ => None,
        }
    }

    /// Whether the problem says that a file cannot be read.
    pub(super) fn is_unreadable(&self) -> bool {
        matches!(*self.kind, ProblemKind::Unreadable { .. })
    }

    /// Whether the mistake is one of an attached file as a whole; mistakes in the scenario may be consequences of it.
    pub(super) fn is_of_file(&self) -> bool {
        matches!(
            *self.kind,
            ProblemKind::Unreadable { .. }
                | ProblemKind::BadRow { .. }
                | ProblemKind::NoColumn { .. }
                | ProblemKind::BadColumn { .. }
        )
    }

    /// The message, with the path at its beginning reduced to the last segment.
    pub(crate) fn without_path(&self) -> String {
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
