//! Other ways to play: how far the party's wins depend on how combatants decide.
//!
//! A result holds for the policies of its scenario, and may say more of them than of the rules. Every key that says how a combatant
//! plays is given each of its other words, one at a time, for a few hundred encounters on the same dice: enough to tell a number
//! that hardly moves from one that could be anything. `sensitivity --words` has the same effects, with their intervals and with as
//! many encounters as are wanted.

use std::path::Path;

use equipoise_engine::Winner;
use equipoise_engine::scenario::{Override, PathEntry};
use serde::Serialize;

use crate::kernel::quantity::Quantity;
use crate::kernel::run::Watch;
use crate::studies::compare::Recordable;
use crate::studies::load::{Loaded, Loader, load_variants};
use crate::studies::sensitivity::{Effect, SensitivityError, Settings, Step, effects, word};
use crate::studies::study::StudyError;
use crate::studies::sweep::Cell;

/// Encounters of each way to play: the share of wins is then known within five points.
pub const ENCOUNTERS: u64 = 400;

/// The confidence of the differences behind the shares.
const CONFIDENCE: f64 = 0.95;

/// The party's share of wins when one combatant plays in another way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Way {
    /// The path of the key.
    pub path: String,
    /// The word that the scenario has.
    pub value: String,
    /// The word that it is exchanged for.
    pub instead: String,
    /// The share of encounters that the party wins.
    pub share: f64,
}

/// The party's shares of wins with other ways to play. As JSON: `seed, encounters, share, lo, hi, most, ways`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ways {
    /// The master seed.
    pub seed: u64,
    /// Encounters of each way.
    pub encounters: u64,
    /// The share that the party wins as the scenario is, in these encounters; `None` if there is no other way to play.
    pub share: Option<f64>,
    /// The smallest share of all, the scenario as it is included.
    pub lo: Option<f64>,
    /// The largest.
    pub hi: Option<f64>,
    /// The path of the key that moves the share farthest; `None` if none moves it.
    pub most: Option<String>,
    /// Every other way that the rules allow, that which moves the share farthest first.
    pub ways: Vec<Way>,
}

/// Every key among these that says how a combatant plays, with its other words.
pub(crate) fn words_of_ways(paths: Vec<PathEntry>) -> Vec<Step> {
    let step = |entry: PathEntry| {
        let (value, others) = if entry.key.is_way { word(&entry)? } else { return None };
        Some(Step { path: entry.path, value, others })
    };
    paths.into_iter().filter_map(step).collect()
}

/// Plays every other way of a scenario, which was loaded from this path with these changes.
///
/// # Errors
/// If the scenario cannot be read again, or after an interrupt.
pub fn ways(
    loader: Loader,
    loaded: &Loaded,
    (path, changes): (&Path, &[Override]),
    seed: u64,
    watch: &Watch,
) -> Result<Ways, StudyError> {
    let steps = words_of_ways(loaded.scenario.paths(loaded.system.schema()));
    let cells: Vec<Cell> = steps.iter().flat_map(Step::cells).collect();
    let variants = load_variants(loader, path, changes, &cells)?;
    let variants: Vec<Option<&dyn Recordable>> =
        variants.iter().map(|variant| Some(variant.as_ref()?.fights.recordable())).collect();
    let base = loaded.fights.recordable();
    let metric = base.cast().name(Quantity::Winner(Winner::Party));
    let settings = Settings { metric, seed, encounters: ENCOUNTERS, confidence: CONFIDENCE };
    match effects(base, steps, &variants, &settings, watch) {
        Ok(effects) => Ok(Ways::of(&effects, seed)),
        Err(SensitivityError::Interrupted) => Err(StudyError::Interrupted),
        Err(error) => Err(error.into()),
    }
}

impl Ways {
    /// Summarizes the change that each exchanged word makes to the party's share of wins, the largest first. Words that the rules refuse have no
    /// effect and are left out.
    fn of(effects: &[Effect], seed: u64) -> Self {
        let mut found: Vec<(f64, f64, Way)> = Vec::new();
        for effect in effects {
            for stepped in effect.stepped.iter().flatten() {
                let (path, value) = (effect.step.path.clone(), effect.step.value.to_string());
                let difference = &stepped.difference;
                let way = Way { path, value, instead: stepped.value.to_string(), share: difference.second };
                found.push((difference.first, difference.difference.abs(), way));
            }
        }
        found.sort_by(|(_, left, _), (_, right, _)| right.total_cmp(left));
        let share = found.first().map(|(first, ..)| *first);
        let shares = || found.iter().map(|(.., way)| way.share).chain(share);
        Self {
            seed,
            encounters: ENCOUNTERS,
            share,
            lo: shares().reduce(f64::min),
            hi: shares().reduce(f64::max),
            most: found.first().filter(|(_, moved, _)| *moved > 0.0).map(|(.., way)| way.path.clone()),
            ways: found.into_iter().map(|(.., way)| way).collect(),
        }
    }
}
