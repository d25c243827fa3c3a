//! How the program ends: what can go wrong, how it is said, and the exit status.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use equipoise_sim::{FileError, ShardError};

use crate::diagnostics::{self, Mistake};

/// Everything went well, including a reader of stdout that had seen enough.
pub(crate) const FINE: u8 = 0;
/// A balance expectation failed or stayed undecided.
pub(crate) const EXPECTATION: u8 = 1;
/// Bad input, bad usage, or an output that cannot be written.
pub(crate) const BAD_INPUT: u8 = 2;
/// Interrupted by the user.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Mistakes of the input, not shown yet.
    Mistakes(Vec<Mistake>),
    /// Stdout cannot be written.
    Stdout(io::Error),
    /// The user interrupted; whatever there was to say about it has been said.
    Interrupted,
    /// What was to be decided was not; it has been said.
    Undecided,
}

impl Failure {
    /// A single mistake that has no place in a file.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self::Mistakes(vec![Mistake::plain(message)])
    }

    /// Several failures as one.
    pub(crate) fn all(failures: Vec<Self>) -> Self {
        let mut mistakes = Vec::new();
        for failure in failures {
            match failure {
                Self::Mistakes(more) => mistakes.extend(more),
                Self::Stdout(_) | Self::Interrupted | Self::Undecided => return failure,
            }
        }
        Self::Mistakes(mistakes)
    }

    /// As [`plain`](Self::plain), with what may help.
    pub(crate) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Mistakes(vec![Mistake::plain(message).with_help(help)])
    }
}

/// Only stdout is written with bare I/O errors.
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

impl From<ShardError> for Failure {
    fn from(error: ShardError) -> Self {
        Self::plain(error.to_string())
    }
}

/// Says what went wrong, and yields the exit status.
pub(crate) fn code(result: Result<(), Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(()) => FINE,
        Err(Failure::Mistakes(mistakes)) => {
            diagnostics::show(&mistakes);
            BAD_INPUT
        }
        Err(Failure::Stdout(error)) if error.kind() == ErrorKind::BrokenPipe => FINE,
        Err(Failure::Stdout(error)) => {
            diagnostics::show(&[Mistake::plain(format!("cannot write to stdout: {error}"))]);
            BAD_INPUT
        }
        Err(Failure::Interrupted) => INTERRUPTED,
        Err(Failure::Undecided) => EXPECTATION,
    })
}

/// Prints what the argument parser has to say: help and version on stdout, mistakes on stderr.
pub(crate) fn code_of_usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(failure) if !error.use_stderr() => code(Err(Failure::Stdout(failure))),
        _ if error.use_stderr() => ExitCode::from(BAD_INPUT),
        _ => ExitCode::from(FINE),
    }
}
