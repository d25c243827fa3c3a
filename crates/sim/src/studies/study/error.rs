//! The reasons why a study has no result.

use std::any::Any;
use std::fmt;

use equipoise_engine::scenario::visible;
use thiserror::Error;

use super::unanswered::Unanswered;
use crate::studies::load::LoadError;

/// The reason why a study has no result.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Scenarios have mistakes.
    Unloadable(Vec<LoadError>),
    /// The scenario cannot be solved.
    Unanswered(#[from] Unanswered),
    /// The question cannot be asked of the scenarios, for a reason that studies of its kind have.
    Refused(Box<dyn Refusal>),
    /// The caller asked to stop before there was a result.
    Interrupted,
}

/// The message, a line for each mistake. Invisible characters are escaped, whatever it was built from: reasons quote names and
/// values as they were typed.
impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self {
            Self::Unloadable(errors) => {
                let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
                let lines = messages.iter().flat_map(|message| message.lines()).map(visible);
                return f.write_str(&lines.collect::<Vec<_>>().join("\n"));
            }
            Self::Unanswered(error) => error.to_string(),
            Self::Refused(refusal) => refusal.to_string(),
            Self::Interrupted => "interrupted".to_owned(),
        };
        f.write_str(&visible(&message))
    }
}

/// The reason why studies of one kind have no result.
pub trait Refusal: std::error::Error + Any + Send + Sync {
    /// Advice that may help; `None` if there is none.
    fn help(&self) -> Option<String> {
        None
    }

    /// Whether somebody asked to stop.
    fn is_interrupt(&self) -> bool {
        false
    }
}

impl StudyError {
    /// Advice that may help, with invisible characters escaped; `None` if there is none.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Self::Unanswered(error) => error.help().map(str::to_owned),
            Self::Refused(refusal) => refusal.help(),
            Self::Unloadable(_) | Self::Interrupted => None,
        };
        help.map(|help| visible(&help).into_owned())
    }

    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted | Self::Unanswered(Unanswered::Interrupted))
    }

    /// The reason, if it is of this type.
    pub fn refusal<R: Refusal>(&self) -> Option<&R> {
        match self {
            Self::Refused(refusal) => (refusal.as_ref() as &dyn Any).downcast_ref(),
            _ => None,
        }
    }
}

impl<R: Refusal> From<R> for StudyError {
    fn from(refusal: R) -> Self {
        if refusal.is_interrupt() { Self::Interrupted } else { Self::Refused(Box::new(refusal)) }
    }
}

impl From<LoadError> for StudyError {
    fn from(error: LoadError) -> Self {
        Self::Unloadable(vec![error])
    }
}

impl From<Vec<LoadError>> for StudyError {
    fn from(errors: Vec<LoadError>) -> Self {
        Self::Unloadable(errors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Error)]
    #[error("there is no `{0}`")]
    struct NoSuch(&'static str);

    impl Refusal for NoSuch {
        fn help(&self) -> Option<String> {
            Some(format!("did you mean `{}`?", self.0))
        }
    }

    /// Whatever was typed, it controls no terminal and begins no line of its own.
    #[test]
    fn messages_and_helps_have_no_invisible_characters() {
        let error = StudyError::from(NoSuch("a\u{1b}[31m\nb\u{202e}"));
        assert_eq!(error.to_string(), "there is no `a\\u{1b}[31m\\nb\\u{202e}`");
        assert_eq!(error.help().as_deref(), Some("did you mean `a\\u{1b}[31m\\nb\\u{202e}`?"));
        let unreadable = |name: &str| LoadError::Unreadable { name: name.to_owned(), reason: "it is gone".to_owned() };
        let errors = StudyError::from(vec![unreadable("\u{7}.toml"), unreadable("b.toml")]);
        assert_eq!(errors.to_string(), "cannot read \\u{7}.toml: it is gone\ncannot read b.toml: it is gone");
    }
}
