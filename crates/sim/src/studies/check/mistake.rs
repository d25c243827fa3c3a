//! Mistakes as programs read them.

use std::fmt;

use equipoise_engine::scenario::{Cell, Problem, Problems, Span};

use crate::studies::load::LoadError;
use crate::studies::study::StudyError;

/// A mistake of a scenario, or of a file that it names. As JSON: `message, code, path, file, line, column, [cell,]
/// help, [also]`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Mistake {
    /// The mistake, in a sentence.
    pub message: String,
    /// The stable name of the kind of mistake; none where there is no text at all.
    pub code: Option<&'static str>,
    /// The dotted path of the key or table that it is about.
    pub path: Option<String>,
    /// The place of the mistake.
    #[serde(flatten)]
    pub place: Place,
    /// The cell, where the file is CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<CsvCell>,
    /// Advice that may help; `None` if there is none.
    pub help: Option<String>,
    /// A second place that matters, such as where a name stands first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Also>,
}

/// A place in a text, as `file, line, column`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Place {
    /// The name of the text: that of a file, or the option that gives the value.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The character of the line, from 1.
    pub column: Option<usize>,
}

/// A cell of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CsvCell {
    /// The row; the header is row 1.
    pub row: usize,
    /// The name of the column.
    pub column: String,
}

/// A second place, as `what, file, line, column`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Also {
    /// A description of what is there.
    pub what: String,
    /// The place in the text.
    #[serde(flatten)]
    pub place: Place,
}

impl Mistake {
    fn new(problem: &Problem, problems: &Problems) -> Self {
        let also = problem.also.as_ref();
        Self {
            message: problem.to_string(),
            code: Some(problem.code()),
            path: problem.path().map(str::to_owned),
            place: problem.span.map(|span| Place::new(span, problems)).unwrap_or_default(),
            cell: problem.cell.as_deref().map(CsvCell::new),
            help: problem.help(),
            also: also.map(|(span, what)| Also { what: what.clone(), place: Place::new(*span, problems) }),
        }
    }

    /// The mistake in a sentence that begins with its place, such as `bridge.toml:3:1: unknown key`.
    pub fn sentence(&self) -> String {
        let (place, message) = (self.place.to_string(), &self.message);
        if place.is_empty() || message.contains(&place) { message.clone() } else { format!("{place}: {message}") }
    }

    /// All mistakes of a list.
    pub fn all(problems: &Problems) -> Vec<Self> {
        problems.list.iter().map(|problem| Self::new(problem, problems)).collect()
    }

    /// A mistake that is in no file.
    pub const fn plain(message: String, help: Option<String>) -> Self {
        let place = Place { file: None, line: None, column: None };
        Self { message, code: None, path: None, place, cell: None, help, also: None }
    }

    /// A mistake that is at no line of a file.
    fn of_file(message: String, file: &str) -> Self {
        Self { place: Place { file: Some(file.to_owned()), ..Place::default() }, ..Self::plain(message, None) }
    }

    /// The mistakes that keep a scenario from being fought.
    pub fn of_loading(error: &LoadError) -> Vec<Self> {
        match error {
            LoadError::Mistakes(problems) => Self::all(problems),
            LoadError::Unreadable { name, .. } => vec![Self::of_file(error.to_string(), name)],
            LoadError::TooManyTexts => vec![Self::plain(error.to_string(), None)],
        }
    }

    /// The mistakes because of which a study has no result.
    pub fn of_study(error: &StudyError) -> Vec<Self> {
        match error {
            StudyError::Unloadable(errors) => errors.iter().flat_map(Self::of_loading).collect(),
            _ => vec![Self::plain(error.to_string(), error.help())],
        }
    }
}

impl fmt::Display for Place {
    /// As `file:line:column`, as far as it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file.as_deref().unwrap_or_default())?;
        let numbers = [self.line, self.column].into_iter().flatten();
        numbers.into_iter().try_for_each(|number| write!(f, ":{number}"))
    }
}

impl Place {
    fn new(span: Span, problems: &Problems) -> Self {
        let (line, column) = problems.line_column(span);
        let file = problems.source(span).map(|source| source.name.clone());
        Self { file, line: Some(line), column: Some(column) }
    }
}

impl CsvCell {
    fn new(cell: &Cell) -> Self {
        Self { row: cell.row, column: cell.column.clone() }
    }
}
