//! One side against every row of a roster.

use std::path::PathBuf;

use equipoise_engine::Side;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::gauntlet::{Bouts, Gauntlet as Results, Refused, Row};
use crate::studies::load::{LoadError, Loader, Recording, load};
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::study::{self, Found, Question, Study, StudyError, Words};

/// The question of how one side of a scenario does against every row of a roster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gauntlet {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The changes of it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The path of the roster.
    #[serde(with = "text::path")]
    pub roster: PathBuf,
    /// The side that its rows take the place of.
    pub place: Place,
    /// The numbers of combatants that each row stands for, ascending; if there are none, the number that the row itself says.
    pub counts: Vec<usize>,
    /// The column that a monotone function is fitted over; `None` if none is.
    pub by: Option<String>,
    /// The distance from the function that does not matter, a share; 0 if there is none.
    pub margin: Option<f64>,
    /// Encounters with each row.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of every interval by itself, and of all distances from the fit together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The side that the rows of a roster take the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The enemies: one party meets them all.
    Enemies,
    /// The party: all of them meet the same enemies.
    Party,
}

impl Place {
    /// The side.
    pub const fn side(self) -> Side {
        match self {
            Self::Enemies => Side::Enemies,
            Self::Party => Side::Party,
        }
    }

    /// The option of the command line that gives the roster.
    const fn option(self) -> &'static str {
        match self {
            Self::Enemies => "--roster",
            Self::Party => "--party-roster",
        }
    }
}

impl Question for Gauntlet {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let counts: Vec<String> = self.counts.iter().map(ToString::to_string).collect();
        let words = Words::asking("gauntlet", self).option(self.place.option(), &self.roster.display());
        let words =
            words.options("--count", if counts.is_empty() { vec![] } else { vec![counts.join(",")] }.as_slice());
        let words = words.options("--by", self.by.as_slice()).options("--margin", self.margin.as_slice());
        let words = words.option("--encounters", &self.encounters);
        words.seed(self.seed).option("--confidence", &self.confidence)
    }

    fn is_remade_in_part(&self) -> bool {
        false
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<study::Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(watch)?)])
    }
}

impl Gauntlet {
    /// Loads the scenario and every row.
    ///
    /// # Errors
    /// Every mistake of the scenario and of the roster as a whole; when the rules refuse every row.
    pub fn load(&self, loader: Loader) -> Result<LoadedGauntlet, StudyError> {
        // The roster is no file that the scenario names.
        let texts = Recording::new(loader.texts);
        let loader = Loader { texts: &texts, ..loader };
        let frame = load(loader, &self.scenario, &self.overrides)?.of_one_fight("`gauntlet`")?;
        let bouts = Bouts::load(loader, &frame, self)?;
        let (scenarios, study) = (vec![Understood::from(&frame)], Study::Gauntlet(self.clone()));
        let (commit, overrides) = (frame.commit(), self.overrides.clone());
        let provenance = Provenance { commit, scenarios, overrides, files: texts.into_files(), study };
        Ok(LoadedGauntlet { bouts, study: self.clone(), provenance })
    }
}

/// A scenario with the rows that the rules allow in it.
pub struct LoadedGauntlet {
    bouts: Bouts,
    study: Gauntlet,
    provenance: Provenance,
}

impl LoadedGauntlet {
    /// The name of the scenario.
    pub fn name(&self) -> &str {
        self.bouts.scenario()
    }

    /// The number of encounters that will be played, with all rows together.
    pub fn encounters(&self) -> u64 {
        self.study.encounters.saturating_mul(self.bouts.len() as u64)
    }

    /// The rows that cannot fight.
    pub fn refused(&self) -> &[Refused] {
        self.bouts.refused()
    }

    /// The mistakes because of which rows cannot fight, each once.
    pub fn mistakes(&self) -> Vec<LoadError> {
        self.bouts.mistakes()
    }

    /// Plays the encounters of all rows, as far as an interrupt lets it: the rows that were played to their end.
    pub fn play_in_part(&self, watch: &Watch) -> Vec<Row> {
        self.bouts.play(&self.study, watch)
    }

    /// Plays the encounters of all rows.
    ///
    /// # Errors
    /// After an interrupt that came before the first row was played.
    pub fn play(&self, watch: &Watch) -> Result<Found<Results>, StudyError> {
        let played = self.play_in_part(watch);
        if played.is_empty() {
            return Err(StudyError::Interrupted);
        }
        Ok(Found { result: self.bouts.judged(&self.study, played), provenance: self.provenance.clone() })
    }
}
