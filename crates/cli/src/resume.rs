//! Work that an interrupt left unfinished: kept in a directory, and gone on with.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use equipoise_engine::Seed;
use equipoise_sim::Shard;
use equipoise_sim::output::files::{has_whole_set, probe, probe_directory, write_partial};
use equipoise_sim::output::unfinished::{self, ResumeError, UNFINISHED};
use equipoise_sim::studies::answer::{Answer, Before, Extent};
use equipoise_sim::studies::study::UnfinishedError;

use crate::diagnostics::note;
use crate::exit::Failure;
use crate::load::Loaded;
use crate::text::shell_path;
use crate::values;

/// Where to go on, for commands that write no other files.
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// Keeps in a directory what an interrupt leaves, and goes on from what is kept there
    ///
    /// The result has the bytes of an uninterrupted call. Where DIR holds nothing unfinished, the work begins anew; what it holds
    /// of another question is refused. It is removed when the work is done.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) resume: Option<PathBuf>,
}

/// What earlier calls counted of each scenario and left in a directory, if one is given.
pub(crate) fn counts(
    dir: Option<&Path>,
    scenarios: &[Loaded],
    seed: Seed,
    extent: &Extent,
) -> Result<Vec<Option<Before>>, Failure> {
    match text(dir)?.zip(dir) {
        Some((text, dir)) => Ok(unfinished::counts(dir, &text, scenarios, seed, extent)?),
        None => Ok(scenarios.iter().map(|_| None).collect()),
    }
}

/// What earlier calls finished of a study and left in a directory, if one is given, as `read` understands it.
pub(crate) fn work<T: Default>(
    dir: Option<&Path>,
    read: impl FnOnce(&str) -> Result<T, UnfinishedError>,
) -> Result<T, Failure> {
    if let Some(dir) = dir {
        // What could not be kept in the end would be played for nothing.
        probe_directory(dir)?;
        if dir.exists() {
            probe(&unfinished::path(dir))?;
        }
    }
    let Some((text, dir)) = text(dir)?.zip(dir) else { return Ok(T::default()) };
    let unfit = |source| ResumeError::Unfit { path: unfinished::path(dir), source };
    Ok(read(&text).map_err(unfit)?)
}

/// The text that is kept in a directory. That there is none is said, since its path may be mistyped.
fn text(dir: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(dir) = dir else { return Ok(None) };
    let text = unfinished::read(dir)?;
    if text.is_none() {
        note(&format!("{} holds nothing unfinished: beginning anew", dir.display()));
    }
    Ok(text)
}

/// Keeps what a study has finished, as a text.
pub(crate) fn keep(dir: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(dir) = dir else { return Ok(()) };
    unfinished::write(dir, text)?;
    note(&format!("interrupted: {} keeps what was finished; the same command goes on from there", dir.display()));
    Ok(())
}

/// Removes what was kept of a study that is finished now.
pub(crate) fn done(dir: Option<&Path>) -> Result<(), Failure> {
    dir.map_or(Ok(()), |dir| Ok(unfinished::remove(dir)?))
}

/// Keeps what an interrupt left of a run or a sweep in the directory of its files: the counts, and the tables of what was finished
/// unless the whole results of an earlier call are there, which nobody wants to lose by an interrupt.
pub(crate) fn keep_partial(dir: &Path, answers: &[Answer], shards: &[Shard], parquet: bool) -> Result<(), Failure> {
    if answers.is_empty() {
        note(&format!("interrupted: nothing was written to {}", dir.display()));
        return Ok(());
    }
    let text = unfinished::text(shards);
    let where_from = format!("--resume {} goes on from what was finished", shell_path(dir));
    if has_whole_set(dir) {
        unfinished::write(dir, &text)?;
        note(&format!("interrupted: {} still has the results of an earlier call; {where_from}", dir.display()));
        return Ok(());
    }
    write_partial(dir, answers, parquet, &text)?;
    note(&format!("interrupted: what {} has is partial, as {UNFINISHED} in it shows; {where_from}", dir.display()));
    Ok(())
}
