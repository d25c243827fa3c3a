//! Combinations of options that a sweep refuses.

use crate::args::Method;
use crate::commands::combinations::{refuse_idle_limits, refuse_without_fights};
use crate::commands::sweep::args::SweepArgs;
use crate::exit::Failure;
use crate::resume::EXTEND_NEEDS;

/// The reason why counts that are kept are of no use to a crossing.
const KEPT: &str =
    "a crossing resamples groups of the encounters of all cells, and counts that are kept are not of groups";
/// The reason why points that are no grid have no crossing.
const GRID: &str = "a crossing is along one path, or the contour of a grid of two";

/// Refuses combinations of options that the argument parser cannot declare.
pub(super) fn refuse_combinations(args: &SweepArgs) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::plain(message));
    refuse_beside_points(args)?;
    refuse_beside_cross(args)?;
    refuse_idle_limits(&args.solver, args.method, args.check)?;
    if args.check && args.method == Method::Auto {
        return refuse("--check needs fights, which `--method auto` may not play; use `--method sample`");
    }
    if args.going_on.extend.is_some() && args.encounters.is_none() && args.range.is_none() {
        return refuse(EXTEND_NEEDS);
    }
    let sampling_only = [(args.range.is_some(), "--range"), (args.shard.is_some(), "--shard")];
    let fights_only = [
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.confidence.is_some(), "--confidence"),
        (args.check, "--check"),
        (args.going_on.given().is_some(), args.going_on.given().unwrap_or_default()),
    ];
    refuse_without_fights(args.method, &sampling_only, &fights_only)
}

/// Refuses what has no use beside a list of points.
fn refuse_beside_points(args: &SweepArgs) -> Result<(), Failure> {
    if args.points.is_none() {
        return Ok(());
    }
    let given = [
        (!args.vary.is_empty(), "--vary", "its values would be columns of the file, one for each path"),
        (args.zip, "--zip", "the rows of the file are points already"),
        (args.pairs, "--pairs", "the rows of the file are points already"),
        (args.cross.is_some(), "--cross", "a crossing is along the values of one path, which --vary gives"),
        (args.pictures.picture, "--picture", "it draws the wins along the values of one path, which --vary gives"),
    ];
    refuse_first(&given, "--points")
}

/// Refuses what leaves a crossing without the encounters that it is found in.
fn refuse_beside_cross(args: &SweepArgs) -> Result<(), Failure> {
    if args.cross.is_none() {
        return Ok(());
    }
    let given = [
        (args.cells.is_some(), "--cells", KEPT),
        (args.shard.is_some(), "--shard", KEPT),
        // A contour is drawn through the numbers of cells, of which counts are kept.
        (args.going_on.extend.is_some() && args.vary.len() == 1, "--extend", KEPT),
        (args.zip, "--zip", GRID),
        (args.pairs, "--pairs", GRID),
    ];
    refuse_first(&given, "--cross")
}

/// Refuses the first option that is given beside another, with the reason.
fn refuse_first(given: &[(bool, &str, &str)], beside: &str) -> Result<(), Failure> {
    match given.iter().find(|(is_given, ..)| *is_given) {
        Some((_, name, reason)) => Err(Failure::plain(format!("{name} cannot be used with {beside}: {reason}"))),
        None => Ok(()),
    }
}
