//! The question of which numbers of a scenario matter most.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::compare::Recordable;
use crate::studies::load::{Loaded, Loader, load_cells, load_variants};
use crate::studies::provenance::Provenance;
use crate::studies::sensitivity::{Effect, Moves, Settings, Step, StepLength, chosen, effects, full_metric, steps};
use crate::studies::sensitivity::{Unmoved, unmoved};
use crate::studies::study::{Found, Question, Refusal, Results, Study, StudyError, Words};
use crate::studies::sweep::Cell;

/// The question of what every number of a scenario does to a metric when it is moved by one step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensitivity {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The patterns of the paths that are moved; all of them where there is none. As JSON: `null`, one pattern, or
    /// several in a list.
    #[serde(with = "text::any_number")]
    pub only: Vec<String>,
    /// The length of a step of a number; `None` for the shortest that each key allows.
    #[serde(with = "text::optional_word")]
    pub step: Option<StepLength>,
    /// Whether words are exchanged as well.
    pub words: bool,
    /// The metric.
    pub metric: String,
    /// Encounters of each step.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// A pattern of paths that matches no number of the scenario.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no number of {scenario} matches `{pattern}`")]
pub struct NoNumber {
    /// The scenario's name.
    scenario: String,
    /// The pattern of paths.
    pattern: String,
    /// The path that it may have meant; `None` if none is similar.
    meant: Option<String>,
}

impl Refusal for NoNumber {
    fn help(&self) -> Option<String> {
        Some(match &self.meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                "`equipoise check --all` lists the paths of a scenario; words are moved with --words alone".to_owned()
            }
        })
    }
}

impl Question for Sensitivity {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("sensitivity", self);
        let words = words.options("--only", &self.only).options("--step", self.step.as_slice());
        let words = words.flag("--words", self.words).option("--metric", &self.metric);
        words.option("--encounters", &self.encounters).seed(self.seed).option("--confidence", &self.confidence)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(self.load(loader)?.play(watch)?.each())
    }
}

impl Sensitivity {
    /// Loads the scenario with every step.
    ///
    /// # Errors
    /// Every mistake of the scenario; when it has no such metric, or no number to move.
    pub fn load(&self, loader: Loader) -> Result<LoadedSensitivity, StudyError> {
        let base = load_cells(loader, &self.scenario, &self.overrides, &[Cell::new()], "--set")?.remove(0);
        let moves = Moves { step: self.step, words: self.words };
        let none = |(pattern, meant)| NoNumber { scenario: base.name.clone(), pattern, meant };
        let steps = chosen(steps(&base.scenario, base.system.schema(), moves), &self.only).map_err(none)?;
        if steps.is_empty() {
            return Err(none(("**".to_owned(), None)).into());
        }
        // Known before the variants are compiled, which takes longer.
        let metric = full_metric(&self.metric, base.fights.recordable())?;
        let cells: Vec<Cell> = steps.iter().flat_map(Step::cells).collect();
        let variants = load_variants(loader, &self.scenario, &self.overrides, &cells)?;
        let &Self { seed, encounters, confidence, .. } = self;
        let settings = Settings { metric, seed, encounters, confidence };
        Ok(LoadedSensitivity { study: self.clone(), base, steps, variants, settings })
    }
}

/// A scenario with all its steps, ready to be played.
pub struct LoadedSensitivity {
    study: Sensitivity,
    base: Loaded,
    steps: Vec<Step>,
    variants: Vec<Option<Loaded>>,
    settings: Settings,
}

impl LoadedSensitivity {
    /// The scenario without any step.
    pub const fn base(&self) -> &Loaded {
        &self.base
    }

    /// The values that are not moved.
    pub fn unmoved(&self) -> Unmoved {
        let moves = Moves { step: self.study.step, words: self.study.words };
        unmoved(&self.base.scenario, self.base.system.schema(), moves, &self.study.only)
    }

    /// The settings, with the full name of the metric.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of encounters that will be played, in all variants together.
    pub fn encounters(&self) -> u64 {
        self.settings.encounters.saturating_mul(self.variants.iter().flatten().count() as u64)
    }

    /// Plays every step against the scenario as it is.
    ///
    /// # Errors
    /// After an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Vec<Effect>>, StudyError> {
        let variants: Vec<Option<&dyn Recordable>> =
            self.variants.iter().map(|variant| Some(variant.as_ref()?.fights.recordable())).collect();
        let base = self.base.fights.recordable();
        let result = effects(base, self.steps.clone(), &variants, &self.settings, watch)?;
        Ok(Found { result, provenance: Provenance::new(Study::Sensitivity(self.study.clone()), [&self.base]) })
    }
}
