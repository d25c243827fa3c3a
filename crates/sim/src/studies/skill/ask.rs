//! The question of what good play is worth.

use std::path::PathBuf;

use equipoise_engine::scenario::common::{COMBATANTS, ERROR};
use equipoise_engine::scenario::{Override, PathEntry};
use equipoise_engine::{Side, Winner};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PERCENT_OF_KIND, PERCENTS, SkillOfSide};
use crate::kernel::quantity::Quantity;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::stats::interval::wilson;
use crate::studies::compare::Recordable;
use crate::studies::load::{Loaded, Loader, load_cells, load_variants};
use crate::studies::policies::{is_of_key, paths_of_side};
use crate::studies::provenance::Provenance;
use crate::studies::report::Share;
use crate::studies::sensitivity::{Effect, SensitivityError, Setting, Settings, Step, Stepped, effects};
use crate::studies::study::{Found, Question, Refusal, Results, Study, StudyError, Words};
use crate::studies::sweep::Cell;
use crate::studies::ways::words_of_ways;

/// The name of the key of combatants for the decisions at which they err.
const ERROR_AT: &str = "error_at";

/// The question of what good play is worth to each side of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// Encounters of each way to play.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The reason why nothing is known of the worth of play.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SkillError {
    /// The system has neither errors nor other ways to play.
    #[error("{scenario}: its combatants decide nothing that could be decided otherwise")]
    Nothing {
        /// The scenario's name.
        scenario: String,
    },
    /// Not every way was played.
    #[error("interrupted: not every way to play was played, and nothing is told")]
    Interrupted,
}

impl Refusal for SkillError {
    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

impl Question for Skill {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("skill", self).option("--encounters", &self.encounters);
        words.seed(self.seed).option("--confidence", &self.confidence)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(self.load(loader)?.play(watch)?.each())
    }
}

impl Skill {
    /// Loads the scenario with every way to play.
    ///
    /// # Errors
    /// Every mistake of the scenario; when there is nothing to decide, and of a day.
    pub fn load(&self, loader: Loader) -> Result<LoadedSkill, StudyError> {
        let scenario = load_cells(loader, &self.scenario, &self.overrides, &[Cell::new()], "--set")?
            .remove(0)
            .of_one_fight("`skill`")?;
        let of_side = |side: Side| self.load_side(loader, &scenario, side);
        let sides = [of_side(Side::Party)?, of_side(Side::Enemies)?];
        if sides.iter().all(|side| side.variants.is_empty()) {
            return Err(SkillError::Nothing { scenario: scenario.name }.into());
        }
        Ok(LoadedSkill { study: self.clone(), scenario, sides })
    }

    /// Loads all ways to play of a side.
    fn load_side(&self, loader: Loader, scenario: &Loaded, side: Side) -> Result<WaysOfSide, StudyError> {
        let paths = paths_of_side(scenario, side);
        let errors = Errors::new(scenario, &paths);
        let perfect = errors.of(0, None);
        let kinds = if errors.percents.is_empty() { &[] } else { scenario.system.decisions() };
        let percents = if errors.percents.is_empty() { &[][..] } else { &PERCENTS };
        let mut steps = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        let step = |path: &str, value: Setting, others: Vec<Setting>| Step { path: path.to_owned(), value, others };
        let all = percents.iter().map(|&percent| Setting::Number(percent.into())).collect();
        steps.push(step(ERROR.name(), Setting::Number(0), all));
        cells.extend(percents.iter().map(|&percent| errors.of(percent, None)));
        let names = kinds.iter().map(|kind| Setting::Word(kind.name.to_owned())).collect();
        steps.push(step(ERROR_AT, Setting::Word(String::new()), names));
        cells.extend(kinds.iter().map(|kind| errors.of(PERCENT_OF_KIND, Some(kind.name))));
        for way in words_of_ways(paths) {
            cells.extend(way.cells().map(|cell| [perfect.clone(), cell].concat()));
            steps.push(way);
        }
        let base = load_cells(loader, &self.scenario, &self.overrides, &[perfect], "--set")?.remove(0);
        let variants = load_variants(loader, &self.scenario, &self.overrides, &cells)?;
        Ok(WaysOfSide { side, base, steps, variants })
    }
}

/// The paths of the keys for the errors of a side.
struct Errors {
    /// The paths for the percentages; empty if the system knows no errors.
    percents: Vec<String>,
    /// The paths for the decisions at which they err.
    kinds: Vec<String>,
    /// All kinds of decisions, as the value of such a key.
    all_kinds: String,
}

impl Errors {
    fn new(scenario: &Loaded, paths: &[PathEntry]) -> Self {
        let of_key =
            |key: &str| paths.iter().filter(|path| is_of_key(path, key)).map(|path| path.path.clone()).collect();
        let kinds: Vec<_> = scenario.system.decisions().iter().map(|kind| format!("\"{}\"", kind.name)).collect();
        let all_kinds = format!("[{}]", kinds.join(", "));
        Self { percents: of_key(ERROR.name()), kinds: of_key(ERROR_AT), all_kinds }
    }

    /// The side with so many errors, at all decisions or at those of one kind.
    fn of(&self, percent: u8, kind: Option<&str>) -> Cell {
        let percents = self.percents.iter().map(|path| (path.clone(), percent.to_string()));
        let kinds = kind.unwrap_or(&self.all_kinds);
        percents.chain(self.kinds.iter().map(|path| (path.clone(), kinds.to_owned()))).collect()
    }
}

/// A side with its ways to play, compiled.
struct WaysOfSide {
    side: Side,
    /// The scenario with no errors of the side.
    base: Loaded,
    /// The errors at all decisions, those at one kind, and then the keys that say how a combatant plays.
    steps: Vec<Step>,
    variants: Vec<Option<Loaded>>,
}

/// A scenario with all ways to play, ready to be played.
pub struct LoadedSkill {
    study: Skill,
    scenario: Loaded,
    sides: [WaysOfSide; 2],
}

impl LoadedSkill {
    /// The scenario as it is.
    pub const fn scenario(&self) -> &Loaded {
        &self.scenario
    }

    /// The number of encounters that will be played, in all variants together.
    pub fn encounters(&self) -> u64 {
        let variants = self.sides.iter().map(|side| side.variants.iter().flatten().count() as u64);
        self.study.encounters.saturating_mul(variants.sum())
    }

    /// Plays every way to play against the scenario without errors of that side, on the current rayon pool. A side that has one way to
    /// play is left out.
    ///
    /// # Errors
    /// After an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Vec<SkillOfSide>>, StudyError> {
        let mut result = Vec::new();
        for side in &self.sides {
            result.extend(self.play_side(side, watch)?);
        }
        Ok(Found { result, provenance: Provenance::new(Study::Skill(self.study.clone()), [&self.scenario]) })
    }

    fn play_side(&self, side: &WaysOfSide, watch: &Watch) -> Result<Option<SkillOfSide>, StudyError> {
        let &Skill { seed, encounters, confidence, .. } = &self.study;
        let base = side.base.fights.recordable();
        let metric = base.cast().name(Quantity::Winner(winner(side.side)));
        let settings = Settings { metric, seed, encounters, confidence };
        let variants: Vec<Option<&dyn Recordable>> =
            side.variants.iter().map(|variant| Some(variant.as_ref()?.fights.recordable())).collect();
        let found = match effects(base, side.steps.clone(), &variants, &settings, watch) {
            Ok(found) => found,
            Err(SensitivityError::Interrupted) => return Err(SkillError::Interrupted.into()),
            Err(error) => return Err(error.into()),
        };
        // Every comparison has counted the same encounters without errors.
        let mut all = found.iter().flat_map(|effect| effect.stepped.iter().flatten());
        let Some(Stepped { difference, .. }) = all.next() else { return Ok(None) };
        let count = (difference.first * encounters as f64).round() as u64;
        let interval = Some(wilson(count, encounters, confidence));
        let wins = Share { count: Some(count), share: difference.first, interval };
        let (ways, of_errors): (Vec<Effect>, Vec<Effect>) =
            found.into_iter().filter(|effect| !effect.is_refused()).partition(|effect| is_way(&effect.step));
        let stepped = |path: &str| -> Vec<Stepped> {
            let effect = of_errors.iter().find(|effect| effect.step.path == path);
            effect.into_iter().flat_map(|effect| effect.stepped.iter().flatten().cloned()).collect()
        };
        let errors = stepped(ERROR.name());
        let mut decisions = stepped(ERROR_AT);
        decisions.sort_by(|left, right| left.difference.difference.total_cmp(&right.difference.difference));
        let (scenario, system) = (self.scenario.name.clone(), self.scenario.system.name());
        let percent_of_kind = PERCENT_OF_KIND;
        Ok(Some(SkillOfSide {
            scenario,
            system,
            side: side.side,
            settings,
            wins,
            errors,
            percent_of_kind,
            decisions,
            ways,
        }))
    }
}

/// Whether a step is one of a key of a combatant, and no error of a whole side.
fn is_way(step: &Step) -> bool {
    step.path.starts_with(COMBATANTS)
}

const fn winner(side: Side) -> Winner {
    match side {
        Side::Party => Winner::Party,
        Side::Enemies => Winner::Enemies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupts_and_nothing_to_decide_are_told_apart() {
        assert!(SkillError::Interrupted.is_interrupt());
        assert!(!SkillError::Nothing { scenario: "Coin".to_owned() }.is_interrupt());
    }
}
