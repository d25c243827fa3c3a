//! Mistakes with the places that an editor underlines.

use equipoise_engine::scenario::{Problems, Source, Span};
use equipoise_sim::studies::check::{Mistake, Place};
use equipoise_sim::studies::load::LoadError;
use equipoise_sim::studies::study::StudyError;
use serde::Serialize;

use crate::utf16::Utf16;

/// A mistake as `equipoise check --format json` has it, with `label` and `at`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Underlined {
    #[serde(flatten)]
    mistake: Mistake,
    /// A few words for what is underlined.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The part to be underlined; `None` if the mistake is in no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

/// A part of a text. As JSON: `file, start, end, bytes`, of which `start` and `end` count units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct At {
    file: String,
    start: usize,
    end: usize,
    bytes: [usize; 2],
}

/// The texts of a scenario, with what it takes to count in units of UTF-16.
pub(crate) struct Places<'a>(Vec<(&'a Source, Utf16)>);

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a [Source]) -> Self {
        Self(sources.iter().map(|source| (source, Utf16::new(&source.text))).collect())
    }

    /// The part of a text that a span means.
    pub(crate) fn at(&self, span: Span) -> Option<At> {
        let (source, offsets) = self.0.get(usize::from(span.source))?;
        let [start, end] = [span.start, span.end.max(span.start)].map(|byte| byte.min(source.text.len()));
        let [from, to] = [start, end].map(|byte| offsets.offset(byte));
        Some(At { file: source.name.clone(), start: from, end: to, bytes: [start, end] })
    }
}

impl Underlined {
    /// A refusal that is in no text.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        let (code, path, place, cell, help, also) = (None, None, Place::default(), None, None, None);
        Self {
            mistake: Mistake { message: message.into(), code, path, place, cell, help, also },
            label: None,
            at: None,
        }
    }

    /// All mistakes of a list.
    pub(crate) fn all(problems: &Problems) -> Vec<Self> {
        let places = Places::new(&problems.sources);
        let underlined = |(mistake, problem): (Mistake, &equipoise_engine::scenario::Problem)| Self {
            mistake,
            label: Some(problem.label()),
            at: problem.span.and_then(|span| places.at(span)),
        };
        Mistake::all(problems).into_iter().zip(&problems.list).map(underlined).collect()
    }

    /// The mistakes that keep a scenario from being fought.
    pub(crate) fn of_loading(error: &LoadError) -> Vec<Self> {
        match error {
            LoadError::Mistakes(problems) => Self::all(problems),
            LoadError::Unreadable { .. } | LoadError::TooManyTexts => {
                Mistake::of_loading(error).into_iter().map(Self::from).collect()
            }
        }
    }

    /// The reasons why a study has no result.
    pub(crate) fn of_study(error: &StudyError) -> Vec<Self> {
        match error {
            StudyError::Unloadable(errors) => errors.iter().flat_map(Self::of_loading).collect(),
            _ => Mistake::of_study(error).into_iter().map(Self::from).collect(),
        }
    }
}

impl From<Mistake> for Underlined {
    fn from(mistake: Mistake) -> Self {
        Self { mistake, label: None, at: None }
    }
}
