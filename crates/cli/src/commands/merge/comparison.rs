//! Shards of one comparison: what `equipoise compare` finds over their encounters.

use std::ops::Range;

use equipoise_sim::studies::compare::result::Compared;
use equipoise_sim::studies::compare::verdict::Verdict;
use equipoise_sim::studies::merge::{JointMerging, MergedComparison, Missing};
use equipoise_sim::studies::study::Found;

use super::print_missing;
use crate::args::CONFIDENCE;
use crate::commands::compare::{FORMATS, MAX_ENCOUNTERS, print};
use crate::commands::merge::args::MergeArgs;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::numbers::grouped;
use crate::only;
use crate::shards::{list, waits};

/// Prints what the shards come to, or what is missing of them.
pub(super) fn finish(args: &MergeArgs, merging: &JointMerging) -> Result<(), Failure> {
    refuse_for_comparisons(args)?;
    if args.until_decided { decide(args, merging) } else { join(args, merging) }
}

/// Refuses options that are for runs and sweeps alone.
fn refuse_for_comparisons(args: &MergeArgs) -> Result<(), Failure> {
    let given = [
        (args.precision.is_some(), "--precision"),
        (args.report.files.out.is_some(), "--out"),
        (args.report.files.parquet, "--parquet"),
        (args.report.files.benchmark.is_some(), "--benchmark"),
    ];
    if let Some((_, name)) = given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::plain(format!("{name} is for shards of a run or a sweep, and these are of a comparison")));
    }
    if args.max_encounters.is_some() && !args.until_decided {
        return Err(Failure::plain("--max-encounters needs --until-decided"));
    }
    Ok(())
}

/// Prints the differences in all encounters.
fn join(args: &MergeArgs, merging: &JointMerging) -> Result<(), Failure> {
    let missing = named(merging.missing(args.encounters)?);
    if args.missing {
        return print_missing(&missing);
    }
    if !missing.is_empty() && !args.partial {
        let help = "--partial prints the results of what there is, --missing the ranges that are still to do";
        return Err(Failure::missing(format!("no shard has the encounters {}", list(&missing)), help));
    }
    if !missing.is_empty() && !args.quiet {
        note(&format!("no shard has the encounters {}, what is printed leaves them out", list(&missing)));
    }
    let found = merging.finish(args.encounters, args.confidence.unwrap_or(CONFIDENCE), args.margin)?;
    show(args, merging, &found)?;
    if missing.is_empty() && !found.result.partial { Ok(()) } else { Err(Failure::Undecided) }
}

/// Decides as a single call does, as far as there are shards.
fn decide(args: &MergeArgs, merging: &JointMerging) -> Result<(), Failure> {
    let confidence = args.confidence.unwrap_or(CONFIDENCE);
    let max_encounters = args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
    match merging.decide(confidence, args.margin, max_encounters)? {
        MergedComparison::Found(found) if args.missing => {
            drop(found);
            print_missing(&[])
        }
        MergedComparison::Waiting { missing, .. } if args.missing => print_missing(&named(missing)),
        MergedComparison::Found(found) => {
            show(args, merging, &found)?;
            match found.result.decision.map(|decision| decision.verdict) {
                Some(Verdict::Undecided) => Err(Failure::Undecided),
                _ => Ok(()),
            }
        }
        MergedComparison::Waiting { decided, until, missing } => {
            let next = (until, named(missing));
            note(&match decided {
                None => waits(&next),
                Some((verdict, played)) => format!(
                    "{verdict} after {} encounters: for the differences as many fresh ones are needed, and no shard has {}",
                    grouped(played),
                    list(&next.1)
                ),
            });
            Err(Failure::Undecided)
        }
    }
}

/// Ranges that are missing, of no cell.
fn named(ranges: Vec<Range<u64>>) -> Vec<Missing> {
    ranges.into_iter().map(|range| Missing { cells: None, range }).collect()
}

/// Writes the joined shard, and prints the differences.
fn show(args: &MergeArgs, merging: &JointMerging, found: &Found<Compared>) -> Result<(), Failure> {
    let names: Vec<String> = found.result.values.iter().map(|value| value.difference.name.clone()).collect();
    let only = only::among(&args.only.only, args.report.format, &FORMATS, &names)?;
    if let Some(path) = &args.shard {
        merging.shard()?.write(path)?;
    }
    Ok(print(args.report.format, &only, found)?)
}
