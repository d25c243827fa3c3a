//! `equipoise rerun`: recorded results, made again and compared.

use std::io::{self, Write};
use std::path::Path;

use equipoise_sim::Watch;
use equipoise_sim::output::recorded::{Recorded, RecordedError, RemadeError};
use equipoise_sim::studies::provenance::Versions;
use equipoise_sim::studies::rerun::{Judged, RerunError};

use crate::args::Plain;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{is_stdin, refuse_stdin_twice, registry};
use crate::out::Out;
use crate::progress::Progress;
use crate::text::visible;
use crate::threads::pool;

pub(in crate::commands) mod args;

use args::RerunArgs;

/// Reads all files, makes their results again and prints a verdict on each.
pub(crate) fn run(args: &RerunArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.files)?;
    let (mut files, mut failures) = (Vec::new(), Vec::new());
    for path in &args.files {
        match read(path) {
            Ok(recorded) => files.push(recorded),
            Err(error) => failures.push(Failure::plain(error.to_string())),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let mut out = Out::new();
    let (mut is_all_same, mut failures) = (true, Vec::new());
    for recorded in &files {
        note_versions(recorded);
        let name = recorded.path().display().to_string();
        let progress = Progress::new(args.work.quiet, &name, Some(recorded.encounters()));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        let judged = pool.install(|| recorded.rerun(&watch));
        drop(progress);
        match judged {
            Ok(judged) => {
                is_all_same &= judged.iter().all(|judged| judged.difference.is_none());
                print(&mut out, args.format, recorded, &judged)?;
            }
            Err(error) if error.is_interrupt() => {
                note(&format!("interrupted: {name} was not made again"));
                return Err(Failure::Interrupted);
            }
            Err(error) => failures.push(failure(&name, error)),
        }
    }
    match (failures.is_empty(), is_all_same) {
        (false, _) => Err(Failure::all(failures)),
        (true, true) => Ok(()),
        (true, false) => Err(Failure::Different),
    }
}

fn read(path: &Path) -> Result<Recorded, RecordedError> {
    if is_stdin(path) {
        Recorded::read_from(registry(), Path::new("<stdin>"), io::stdin().lock())
    } else {
        Recorded::read(registry(), path)
    }
}

/// Says of which versions and builds the results are, where they are not of this one.
pub(crate) fn note_versions(recorded: &Recorded) {
    let here = Versions::here();
    for Versions { equipoise, seed_contract, .. } in recorded.other_versions() {
        note(&format!(
            "{}: made by equipoise {equipoise} with seed contract {seed_contract}; this is {} with {}",
            recorded.path().display(),
            here.equipoise,
            here.seed_contract
        ));
    }
    for commit in recorded.other_builds() {
        let this =
            registry().commit().map_or_else(|| "no known commit".to_owned(), |commit| format!("commit {commit}"));
        note(&format!(
            "{}: made by another build of equipoise {}, of commit {commit}; this is one of {this}",
            recorded.path().display(),
            here.equipoise,
        ));
    }
}

/// The failure of a file that cannot be made again, with every mistake of its scenarios.
fn failure(name: &str, error: RemadeError) -> Failure {
    let message = format!("{name}: {error}");
    match error {
        RemadeError::Rerun(RerunError::Study { source, .. }) => {
            Failure::all(vec![Failure::plain(message), (*source).into()])
        }
        RemadeError::Rows { source, .. } => Failure::all(vec![Failure::plain(message), source.into()]),
        _ => Failure::plain(message),
    }
}

fn print(out: &mut Out, format: Plain, recorded: &Recorded, judged: &[Judged]) -> io::Result<()> {
    for judged in judged {
        match format {
            Plain::Table => writeln!(out, "{}", visible(&recorded.words(judged)))?,
            Plain::Json => writeln!(out, "{}", recorded.line(judged))?,
        }
    }
    out.flush()
}
