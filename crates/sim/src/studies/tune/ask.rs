//! The search for the values that come closest to what is wanted.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::compare::Recordable;
use crate::studies::load::{Loaded, Loader, load, load_cells};
use crate::studies::provenance::Provenance;
use crate::studies::study::unfinished;
use crate::studies::study::{Found, Question, Refusal, Results, Study, StudyError, UnfinishedError, Words};
use crate::studies::sweep::{Axis, Cell, Combination, combine, refuse_repeated, spelled};
use crate::studies::tune::result::{Entrants, Tuning, tuning};
use crate::studies::tune::{Race, RaceJob, Stretch, Target, TargetError, TuneError, Tuned};

/// The search for the values of a scenario that bring it closest to its targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tune {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of every cell.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The paths that are varied, with their values.
    #[serde(with = "text::words")]
    pub vary: Vec<Axis>,
    /// Whether the values of all paths move together.
    pub zip: bool,
    /// The numbers that are wanted, with their values.
    #[serde(with = "text::words")]
    pub targets: Vec<Target>,
    /// The distance by which the result may be farther from the targets than the closest, at least 0.
    pub margin: f64,
    /// Encounters of all cells together, the second measurement of the best included.
    pub max_encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of the race, and of each interval by itself, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

impl Question for Tune {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.max_encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("tune", self);
        let words = words.options("--vary", &self.vary).flag("--zip", self.zip).options("--target", &self.targets);
        let words = words.option("--margin", &self.margin).option("--max-encounters", &self.max_encounters);
        words.seed(self.seed).option("--confidence", &self.confidence)
    }

    fn is_remade_in_part(&self) -> bool {
        false
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(watch)?)])
    }
}

impl Tune {
    /// Loads every cell.
    ///
    /// # Errors
    /// If there are no cells, and for every mistake in them.
    pub fn load(&self, loader: Loader) -> Result<LoadedTune, StudyError> {
        let vary = spelled(&self.vary, loader, &self.scenario).unwrap_or_else(|| self.vary.clone());
        let study = Self { vary, ..self.clone() };
        let cells = combine(&study.vary, if self.zip { Combination::Zip } else { Combination::Grid })?;
        // A point that races against itself is never decided.
        refuse_repeated(&cells)?;
        let loaded = load_cells(loader, &self.scenario, &self.overrides, &cells, "--vary")?;
        // The scenario may be incomplete without values of the varied paths.
        let base = load(loader, &self.scenario, &self.overrides).ok();
        let provenance = Provenance::new(Study::Tune(study.clone()), [base.as_ref().unwrap_or(&loaded[0])]);
        Ok(LoadedTune { study, cells, loaded, provenance })
    }
}

/// A target that names a number which a cell does not have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{error} with {}", values.join(", "))]
pub struct UnknownTarget {
    /// The reason.
    error: TuneError,
    /// The values of the cell.
    values: Vec<String>,
    /// Advice that may help.
    help: String,
}

impl Refusal for UnknownTarget {
    fn help(&self) -> Option<String> {
        Some(self.help.clone())
    }
}

/// The refusal of cells that cannot race.
fn refused(error: TuneError, cells: &[Loaded]) -> StudyError {
    let TuneError::Target { cell, source: TargetError::Unknown { help, .. } } = &error else { return error.into() };
    let values = cells[*cell].changes.iter().map(ToString::to_string).collect();
    UnknownTarget { help: help.clone(), error, values }.into()
}

/// A race that is ready to be run.
pub struct LoadedTune {
    study: Tune,
    cells: Vec<Cell>,
    loaded: Vec<Loaded>,
    provenance: Provenance,
}

impl LoadedTune {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.loaded[0].name
    }

    /// The text of what was played until an interrupt, from which a later call goes on.
    pub fn unfinished(&self, played: &[Stretch]) -> String {
        unfinished::unfinished(&self.provenance, &played)
    }

    /// The stretches in the text of an earlier call of the same race.
    ///
    /// # Errors
    /// If it is no such text, or is of another race.
    pub fn finished(&self, text: &str) -> Result<Vec<Stretch>, UnfinishedError> {
        unfinished::finished(text, &self.provenance)
    }

    /// Races.
    ///
    /// # Errors
    /// If a cell cannot have a target, or there are too few encounters. An interrupted race is a result all the same.
    pub fn play(&self, watch: &Watch) -> Result<Found<Tuning>, StudyError> {
        Ok(self.play_after(Vec::new(), watch)?.0)
    }

    /// As [`play`](Self::play), after what was played of the same race before it was interrupted; returns what has been
    /// played now, too.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_after(&self, before: Vec<Stretch>, watch: &Watch) -> Result<(Found<Tuning>, Vec<Stretch>), StudyError> {
        let mut job = self.job()?;
        job.take_all(before);
        let tuned = job.drive(watch);
        Ok((self.found(&tuned), tuned.played))
    }

    /// The race as a job.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn job(&self) -> Result<RaceJob<'_>, StudyError> {
        let cells: Vec<&dyn Recordable> = self.loaded.iter().map(|cell| cell.fights.recordable()).collect();
        let job = RaceJob::new(&cells, &self.study.targets, &self.race());
        job.map_err(|error| refused(error, &self.loaded))
    }

    /// The result of a race, with its provenance.
    pub fn found(&self, tuned: &Tuned) -> Found<Tuning> {
        let first = &self.loaded[0];
        let entrants = Entrants { scenario: &first.name, system: first.system.name(), cells: &self.cells };
        let result = tuning(&entrants, &self.study.targets, &self.race(), tuned);
        Found { result, provenance: self.provenance.clone() }
    }

    const fn race(&self) -> Race {
        let Tune { seed, confidence, margin, max_encounters, .. } = self.study;
        Race { seed: Seed(seed), confidence, margin, max_encounters }
    }
}
