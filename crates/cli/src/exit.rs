//! The end of the program: what can go wrong, how it is reported, and the exit status.

use std::io::{self, ErrorKind};

use equipoise_engine::Fault;
use equipoise_sim::studies::answer::Unanswered;
use equipoise_sim::studies::load::LoadError;
use equipoise_sim::studies::merge::MergeError;
use equipoise_sim::studies::resume::ResumeError;
use equipoise_sim::studies::study::StudyError;
use equipoise_sim::{FileError, ShardError};

use crate::diagnostics::{self, Mistake, note};
use crate::text::visible;

/// Success. It is no failure either that a reader such as `head` closes stdout early.
pub(crate) const FINE: u8 = 0;
/// A demand was not met, or a result differs from the recorded one.
pub(crate) const EXPECTATION: u8 = 1;
/// Bad input, bad usage, or an output that cannot be written.
pub(crate) const BAD_INPUT: u8 = 2;
/// Interrupted by the user.
pub(crate) const INTERRUPTED: u8 = 130;

/// The reason why a command did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Mistakes in the input or in its use, not reported yet.
    Mistakes(Vec<Mistake>),
    /// Stdout cannot be written.
    Stdout(io::Error),
    /// The user interrupted; the command has reported what that left undone.
    Interrupted,
    /// Encounters are missing that others may still bring; not reported yet.
    Missing(Box<Mistake>),
    /// A demand was not met: a verdict, a precision, a target, encounters without holes. The command has printed what
    /// there is, and reported that.
    Undecided,
    /// A result differs from the recorded one; the command has reported that.
    Different,
}

impl Failure {
    /// A single mistake without a location in a file.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self::Mistakes(vec![Mistake::plain(message)])
    }

    /// Several failures as one: all their mistakes, or the first failure of another kind.
    pub(crate) fn all(failures: Vec<Self>) -> Self {
        let mut mistakes = Vec::new();
        for failure in failures {
            match failure {
                Self::Mistakes(more) => mistakes.extend(more),
                Self::Stdout(_) | Self::Interrupted | Self::Missing(_) | Self::Undecided | Self::Different => {
                    return failure;
                }
            }
        }
        Self::Mistakes(mistakes)
    }

    /// That encounters are missing, with what may help.
    pub(crate) fn missing(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Missing(Box::new(Mistake::plain(message).with_help(help)))
    }

    /// A refusal of the argument parser.
    pub(crate) fn of_usage(error: &clap::Error) -> Self {
        let text = error.to_string();
        Self::plain(text.strip_prefix("error: ").unwrap_or(&text).trim_end())
    }

    /// A fault of the rules that a scenario brings. What a replay has told up to there is printed.
    pub(crate) fn of_fault(fault: Fault) -> Self {
        for line in &fault.told {
            note(&visible(&format!("round {}: {}", line.round, line.text)));
        }
        LoadError::Mistakes(fault.into_problems()).into()
    }

    /// As [`plain`](Self::plain), with what may help.
    pub(crate) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Mistakes(vec![Mistake::plain(message).with_help(help)])
    }
}

/// I/O errors of files come as [`FileError`], so that a bare one is always an error of stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stdout(error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Self {
        Self::with_help(error.to_string(), error.help())
    }
}

impl From<ShardError> for Failure {
    fn from(error: ShardError) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<Unanswered> for Failure {
    fn from(error: Unanswered) -> Self {
        match (&error, error.help()) {
            (Unanswered::Interrupted, _) => Self::Interrupted,
            (_, Some(help)) => Self::with_help(error.to_string(), help),
            (_, None) => Self::plain(error.to_string()),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Interrupted => Self::Interrupted,
            StudyError::Unloadable(errors) => errors.into(),
            StudyError::Unanswered(unanswered) => unanswered.into(),
            StudyError::Refused(_) => Self::Mistakes(diagnostics::of_refusal(&error)),
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Mistakes(diagnostics::of_loading(error))
    }
}

impl From<Vec<LoadError>> for Failure {
    fn from(errors: Vec<LoadError>) -> Self {
        Self::Mistakes(errors.into_iter().flat_map(diagnostics::of_loading).collect())
    }
}

/// The exit status, and what went wrong and is not reported yet.
pub(crate) fn status(result: Result<(), Failure>) -> (u8, Vec<Mistake>) {
    match result {
        Ok(()) => (FINE, Vec::new()),
        Err(Failure::Mistakes(mistakes)) => (BAD_INPUT, mistakes),
        Err(Failure::Stdout(error)) if error.kind() == ErrorKind::BrokenPipe => (FINE, Vec::new()),
        Err(Failure::Stdout(error)) => (BAD_INPUT, vec![Mistake::plain(format!("cannot write to stdout: {error}"))]),
        Err(Failure::Interrupted) => (INTERRUPTED, Vec::new()),
        Err(Failure::Missing(what)) => (EXPECTATION, vec![*what]),
        Err(Failure::Undecided | Failure::Different) => (EXPECTATION, Vec::new()),
    }
}

/// Reports what went wrong, and yields the exit status.
pub(crate) fn code(result: Result<(), Failure>) -> u8 {
    let (status, mistakes) = status(result);
    diagnostics::show(&mistakes);
    status
}

/// Prints the message of the argument parser: help and version on stdout, mistakes on stderr.
pub(crate) fn code_of_usage(error: &clap::Error) -> u8 {
    match error.print() {
        Err(failure) if !error.use_stderr() => code(Err(Failure::Stdout(failure))),
        _ if error.use_stderr() => BAD_INPUT,
        _ => FINE,
    }
}
