//! Where work goes on that an earlier call has begun.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::FileArgs;
use crate::values;

/// Where to go on, for commands that write no other files.
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// Keeps in a directory what an interrupt leaves, and goes on from what is kept there
    ///
    /// The result has the bytes of an uninterrupted call. Where DIR holds nothing unfinished, the work begins anew;
    /// what it holds of another question is refused. It is removed when the work is done.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) resume: Option<PathBuf>,
}

/// Where to go on, for commands that write the files of --out.
#[derive(Debug, Clone, Args)]
pub(crate) struct ContinueArgs {
    /// Goes on where an interrupted call left DIR, and writes its files there as --out does
    ///
    /// They have the bytes of those of an uninterrupted call. Where DIR holds nothing unfinished, the work begins anew;
    /// encounters that are not asked for are refused. What was counted is written there every minute.
    #[arg(long, group = "directory")]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) resume: Option<PathBuf>,
    /// Adds encounters to the results in DIR, finished or interrupted, and writes its files anew
    ///
    /// -n, --range or --precision says which encounters there are to be in all. The files have the bytes of those of a
    /// single call for them.
    #[arg(long, group = "directory")]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) extend: Option<PathBuf>,
}

impl ContinueArgs {
    /// The directory, if one is given.
    pub(crate) fn dir(&self) -> Option<&PathBuf> {
        self.resume.as_ref().or(self.extend.as_ref())
    }

    /// The files that results go to: those of the directory, if one is given.
    pub(crate) fn files(&self, files: &FileArgs) -> FileArgs {
        FileArgs { out: self.dir().or(files.out.as_ref()).cloned(), ..files.clone() }
    }

    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        match (&self.resume, &self.extend) {
            (Some(_), _) => Some("--resume"),
            (None, Some(_)) => Some("--extend"),
            (None, None) => None,
        }
    }
}
