//! Work that an interrupt left unfinished: kept in a directory, and gone on with.

use std::path::Path;

use equipoise_engine::Seed;
use equipoise_sim::Tally;
use equipoise_sim::output::files::{RUN, SHARDS, has_whole_set, probe, probe_directory, write_partial};
use equipoise_sim::output::unfinished::{self, UNFINISHED};
use equipoise_sim::record::Part;
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::method::Extent;
use equipoise_sim::studies::resume::{self, ResumeError};
use equipoise_sim::studies::study::UnfinishedError;

use crate::args::ContinueArgs;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::load::Loaded;
use crate::text::shell_path;

/// The refusal of `--extend` if no option says how far.
pub(crate) const EXTEND_NEEDS: &str =
    "--extend needs -n or another option that says which encounters there are to be in all";

/// The counts of each scenario that earlier calls left in a directory, if one is given.
pub(crate) fn counts(
    args: &ContinueArgs,
    scenarios: &mut [Loaded],
    seed: Seed,
    asked: (&Extent, f64),
) -> Result<Vec<Option<Part<Tally>>>, Failure> {
    let Some(dir) = args.dir() else { return Ok(scenarios.iter().map(|_| None).collect()) };
    let mut files = vec![unfinished::path(dir)];
    if args.extend.is_some() {
        files.push(dir.join(SHARDS));
    }
    let mut texts = Vec::new();
    for path in files {
        texts.extend(unfinished::read(&path)?.map(|text| (path, text)));
    }
    if texts.is_empty() && args.extend.is_some() {
        return Err(Failure::with_help(
            format!("{} holds no counts that could be extended", dir.display()),
            "--out writes them beside the results of a sample",
        ));
    }
    if texts.is_empty() {
        note_nothing(dir);
    }
    Ok(resume::counts(&texts, scenarios, seed, asked)?)
}

/// The work on a study that earlier calls finished and left in a directory, if one is given, as `read` understands it.
pub(crate) fn work<T: Default>(
    dir: Option<&Path>,
    read: impl FnOnce(&str) -> Result<T, UnfinishedError>,
) -> Result<T, Failure> {
    if let Some(dir) = dir {
        // Encounters that could not be kept in the end would be played for nothing.
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
    let text = unfinished::read(&unfinished::path(dir))?;
    if text.is_none() {
        note_nothing(dir);
    }
    Ok(text)
}

fn note_nothing(dir: &Path) {
    note(&format!("{} holds nothing unfinished: beginning anew", dir.display()));
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

/// Keeps what an interrupt left of a run or a sweep in the directory of its files: the counts, and the tables of what
/// was finished unless the whole results of an earlier call are there, which nobody wants to lose by an interrupt.
pub(crate) fn keep_partial(dir: &Path, answers: &[Answer], parquet: bool) -> Result<(), Failure> {
    if answers.is_empty() {
        note(&format!("interrupted: nothing was written to {}", dir.display()));
        return Ok(());
    }
    let counts = resume::text(answers);
    // Exact answers have no counts, and nothing goes on from them.
    let where_from = if counts.is_empty() {
        String::new()
    } else {
        format!("; --resume {} goes on from what was finished", shell_path(dir))
    };
    if has_whole_set(dir) {
        if !counts.is_empty() {
            unfinished::write(dir, &counts)?;
        }
        note(&format!("interrupted: {} still has the results of an earlier call{where_from}", dir.display()));
        return Ok(());
    }
    write_partial(dir, answers, parquet)?;
    let shown_by = if counts.is_empty() { RUN } else { UNFINISHED };
    note(&format!("interrupted: what {} has is partial, as {shown_by} in it shows{where_from}", dir.display()));
    Ok(())
}
