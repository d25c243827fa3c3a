//! `equipoise merge`: shards of one run, joined.

use std::path::{Path, PathBuf};

use equipoise_sim::output::shard::merge;
use equipoise_sim::{Report, Shard, ShardError};

use super::answer::{Answer, Printer};
use crate::args::MergeArgs;
use crate::exit::Failure;
use crate::outputs::Outputs;

/// Reads all shards, joins them and prints the whole.
pub(crate) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut shards = Vec::new();
    let mut failures = Vec::new();
    for path in &args.shards {
        match Shard::read(path) {
            Ok(shard) => shards.push((path, shard)),
            Err(error) => failures.push(error.into()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    let outputs = Outputs::default().reads_shards(&args.shards);
    outputs.writes(args.shard.as_ref()).writes_reports(&args.report, false).check()?;
    let count = shards.len();
    let whole = joined(shards)?;
    if let Some(path) = &args.shard {
        whole.write(path)?;
    }
    let mut answer = Answer::new(Report::from_shard(&whole, args.confidence));
    let ranges: Vec<String> = whole.ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    answer.notes.push(format!(
        "joined from {count} shard{}: encounters {}",
        if count == 1 { "" } else { "s" },
        ranges.join(", ")
    ));
    let mut printer = Printer::new(&args.report, false);
    printer.print(answer)?;
    printer.finish_with_files()
}

/// Joins one shard after the other, so that an error can name the files that do not fit.
fn joined(shards: Vec<(&PathBuf, Shard)>) -> Result<Shard, Failure> {
    let mut whole: Option<Shard> = None;
    let mut paths: Vec<&PathBuf> = Vec::new();
    for (path, shard) in shards {
        let parts = whole.into_iter().chain([shard]).collect();
        whole = Some(merge(parts).map_err(|error| cannot_join(path, &paths, &error))?);
        paths.push(path);
    }
    whole.ok_or_else(|| ShardError::None.into())
}

/// Names the file that does not fit and, of those joined before, the first that it does not fit. They are read again for that,
/// since joining them has used them up.
fn cannot_join(path: &Path, joined: &[&PathBuf], error: &ShardError) -> Failure {
    let clash = |known: &&PathBuf| {
        let pair = vec![Shard::read(known).ok()?, Shard::read(path).ok()?];
        Some((known.display().to_string(), merge(pair).err()?))
    };
    Failure::plain(match joined.iter().find_map(clash) {
        Some((known, error)) => format!("cannot join {} to {known}: {error}", path.display()),
        None => format!("cannot join {}: {error}", path.display()),
    })
}
