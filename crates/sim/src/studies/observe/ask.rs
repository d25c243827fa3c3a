//! The question whether a record of games that were played fits a scenario.

use std::path::PathBuf;

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::{CsvTable, FileFormat, Override, Source};
use serde::{Deserialize, Serialize};

use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::fights::Fights;
use crate::studies::load::{Cell, LoadError, Loaded, Loader, Recording, load, load_cells};
use crate::studies::method::Method;
use crate::studies::observe::games::{Games, Meaning};
use crate::studies::observe::play::{Field, Unknown, observe};
use crate::studies::observe::{ENCOUNTERS_MAX, ObserveError, Observed};
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::study::{Found, Question, Results, Study, StudyError, Unanswered, Words};
use crate::studies::sweep::{Axis, Combination, combine, spelled};

/// The question whether a record of games that were played fits a scenario, and which value of a path explains it best.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observe {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The changes of it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The path of the record.
    #[serde(with = "text::path")]
    pub games: PathBuf,
    /// The columns of it that are left out.
    pub ignore: Vec<String>,
    /// The path that is varied, with its values; `None` if none is.
    #[serde(with = "text::optional_word")]
    pub vary: Option<Axis>,
    /// The number of the most surprising games that are told.
    pub top: usize,
    /// The method that yields the numbers of the model, of each value that is varied by itself.
    pub method: Method<Sampling>,
    /// The master seed, of encounters and of records that are drawn.
    pub seed: u64,
    /// The confidence of every interval by itself, and of all tests together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The encounters that stand for the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The number of encounters, of each value that is varied by itself.
    pub encounters: u64,
}

impl Question for Observe {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        let each = self.method.sampling().map_or(0, |sampling| sampling.encounters);
        each.saturating_mul(1 + self.vary.as_ref().map_or(0, |axis| axis.values.len() as u64))
    }

    fn words(&self) -> Words {
        let words = Words::new("observe").path(&self.scenario).path(&self.games).options("--set", &self.overrides);
        let words = words.options("--ignore", &self.ignore).options("--vary", self.vary.as_slice());
        let words = words.option("--top", &self.top).option("--method", &self.method.name());
        let words = self.method.limits().into_iter().fold(words, Words::limits);
        let sampling = self.method.sampling().into_iter();
        let words = sampling.fold(words, |words, sampling| words.option("--encounters", &sampling.encounters));
        words.seed(self.seed).option("--confidence", &self.confidence)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?)])
    }
}

impl Observe {
    /// Loads the scenario, with each of the values that are varied, and the record.
    ///
    /// # Errors
    /// Every mistake of the scenario, of its values, or of the record; also if there are too many encounters.
    pub fn load(&self, loader: Loader) -> Result<LoadedObserve, StudyError> {
        // The record is no file that the scenario names.
        let texts = Recording::new(loader.texts);
        let loader = Loader { texts: &texts, ..loader };
        let base = load(loader, &self.scenario, &self.overrides)?;
        let name = loader.texts.name(&self.games);
        let text = loader.texts.attached(&self.games, FileFormat::Csv);
        let text = text.map_err(|reason| LoadError::Unreadable { name: name.clone(), reason })?;
        let table = CsvTable::read(Source::new(name, text)).map_err(LoadError::Mistakes)?;
        for ignored in &self.ignore {
            if !table.header().iter().any(|cell| cell.text == *ignored) {
                return Err(ObserveError::NothingToIgnore { column: ignored.clone() }.into());
            }
        }
        let has_accounts = table.header().iter().any(|cell| cell.text.starts_with(equipoise_engine::accounts::PREFIX));
        let base = Side::new(base, has_accounts);
        let games = Games::read(&table, &self.ignore, &base.cast()).map_err(LoadError::Mistakes)?;
        // One spelling for equal values, so that the same value is not there twice.
        let axes = self.vary.clone().map(|axis| {
            let axes = vec![axis];
            spelled(&axes, loader, &self.scenario).unwrap_or(axes)
        });
        let cells: Vec<Cell> =
            axes.as_ref().map(|axes| combine(axes, Combination::Grid)).transpose()?.unwrap_or_default();
        let varied = load_cells(loader, &self.scenario, &self.overrides, &cells, "--vary")?;
        let varied: Vec<Side> = varied.into_iter().map(|loaded| Side::new(loaded, has_accounts)).collect();
        let values: Vec<String> = cells.into_iter().flatten().map(|(_, value)| value).collect();
        for (side, value) in varied.iter().zip(&values) {
            let cast = side.cast();
            let lacks = |name: &&str| Meaning::find(name, &cast).is_none();
            if let Some(column) = games.names().find(lacks) {
                let path = self.vary.as_ref().map(|axis| axis.path.clone()).unwrap_or_default();
                return Err(ObserveError::Lacks { value: format!("{path}={value}"), column: column.to_owned() }.into());
            }
        }
        let encounters = self.method.sampling().map_or(0, |sampling| sampling.encounters);
        let cells = encounters.saturating_mul(1 + values.len() as u64).saturating_mul(games.columns.len() as u64);
        if cells > ENCOUNTERS_MAX {
            let columns = games.columns.len();
            return Err(ObserveError::TooMany { encounters, values: 1 + values.len(), columns }.into());
        }
        let (scenarios, study) = (vec![Understood::from(&base.loaded)], Study::Observe(self.clone()));
        let (commit, overrides) = (base.loaded.commit(), self.overrides.clone());
        let provenance = Provenance { commit, scenarios, overrides, files: texts.into_files(), study };
        Ok(LoadedObserve { study: self.clone(), base, games, values, varied, provenance })
    }
}

/// A scenario with the fights that have the columns of a record.
struct Side {
    loaded: Loaded,
    /// The fights with accounts, if the record has a column of them.
    with_accounts: Option<Box<dyn Fights>>,
}

impl Side {
    fn new(loaded: Loaded, has_accounts: bool) -> Self {
        let with_accounts = has_accounts.then(|| loaded.with_accounts()).flatten();
        Self { loaded, with_accounts }
    }

    fn fights(&self) -> &dyn Fights {
        self.with_accounts.as_deref().unwrap_or(&*self.loaded.fights)
    }

    fn cast(&self) -> Cast {
        self.fights().recordable().cast()
    }
}

/// A scenario with a record, ready to be held against each other.
pub struct LoadedObserve {
    study: Observe,
    base: Side,
    games: Games,
    /// The values that are varied, and the scenario with each.
    values: Vec<String>,
    varied: Vec<Side>,
    provenance: Provenance,
}

impl LoadedObserve {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.base.loaded.name
    }

    /// The number of games in the record.
    pub fn games(&self) -> u64 {
        self.games.len()
    }

    /// Solves or samples the scenario, with each of the values that are varied, and holds the record against it; `observer`
    /// watches the solutions.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much or does not have the columns, and after an interrupt.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<Observed>, StudyError> {
        let fields = self.fields();
        let names = (self.name(), self.base.loaded.system);
        let result = observe(&self.study, names, self.base.fights(), &self.games, &fields, observer, watch);
        let result = result.map_err(|unknown| self.error(unknown))?;
        Ok(Found { result, provenance: self.provenance.clone() })
    }

    fn fields(&self) -> Vec<Field<'_>> {
        self.varied.iter().zip(&self.values).map(|(side, value)| (value.as_str(), side.fights())).collect()
    }

    fn error(&self, unknown: Unknown) -> StudyError {
        match unknown {
            Unknown::Unsolved(unsolved) => Unanswered::new(self.name(), unsolved).into(),
            Unknown::Refused(error) => error.into(),
        }
    }

    /// The curve alone.
    #[cfg(test)]
    pub(super) fn curve(&self, observer: &dyn Observer, watch: &Watch) -> Result<super::Curve, StudyError> {
        let fields = self.fields();
        let curve = super::play::curve_alone(&self.study, &self.games, &fields, observer, watch);
        curve.map_err(|unknown| self.error(unknown))
    }
}
