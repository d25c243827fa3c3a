//! Mistakes as programs read them.

use equipoise_engine::scenario::{Cell, Problem, Problems, Span};

use crate::studies::load::LoadError;

/// A mistake of a scenario, or of a file that it names. As JSON: `message, code, path, file, line, column, [cell,]
/// help, [also]`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Mistake {
    /// What is wrong, in a sentence.
    pub message: String,
    /// The stable name of the kind of mistake; none where there is no text at all.
    pub code: Option<&'static str>,
    /// The dotted path of the key or table that it is about.
    pub path: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The cell, where the file is CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<CsvCell>,
    /// What may help.
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
    /// What is there.
    pub what: String,
    /// Where it is.
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
            cell: problem.cell.as_ref().map(CsvCell::new),
            help: problem.help(),
            also: also.map(|(span, what)| Also { what: what.clone(), place: Place::new(*span, problems) }),
        }
    }

    /// All mistakes of a list.
    pub(super) fn all(problems: &Problems) -> Vec<Self> {
        problems.list.iter().map(|problem| Self::new(problem, problems)).collect()
    }

    /// The mistakes that keep a scenario from being fought.
    pub(super) fn of_loading(error: &LoadError) -> Vec<Self> {
        let plain = |file: Option<&String>| Self {
            message: error.to_string(),
            code: None,
            path: None,
            place: Place { file: file.cloned(), ..Place::default() },
            cell: None,
            help: None,
            also: None,
        };
        match error {
            LoadError::Mistakes(problems) => Self::all(problems),
            LoadError::Unreadable { name, .. } => vec![plain(Some(name))],
            LoadError::TooManyTexts => vec![plain(None)],
        }
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
