//! The question which contenders of a tournament beat which, and its results.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use equipoise_engine::{Seed, Side};
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::load::{Loader, Recording};
use crate::studies::provenance::Provenance;
use crate::studies::study::unfinished;
use crate::studies::study::{Found, Question, Results, Study, StudyError, UnfinishedError, Words};
use crate::studies::versus::{LineUps, Match, Settings, Tournament, Versus as Standings, VersusError};

/// A tournament to be played: of all rows of a roster, the sides of several scenarios, or the policies of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versus {
    /// The paths of the scenarios; of a single one the rows of its roster fight, or its policies.
    #[serde(with = "text::paths")]
    pub scenarios: Vec<PathBuf>,
    /// The overrides of all scenarios.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The sides of several scenarios that fight, both if `None`; always `None` if the rows of a roster or policies fight.
    pub sides: Option<Sides>,
    /// Whether the policies of the only scenario fight, and not the rows of its roster.
    pub policies: bool,
    /// Encounters of each match.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of every interval by itself, and of all verdicts together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The sides of scenarios that take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Both sides of each.
    All,
    /// The parties alone.
    Party,
    /// The enemies alone.
    Enemies,
}

impl Sides {
    /// The word for them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Party => "party",
            Self::Enemies => "enemies",
        }
    }

    const fn list(self) -> &'static [Side] {
        match self {
            Self::All => &Side::ALL,
            Self::Party => &[Side::Party],
            Self::Enemies => &[Side::Enemies],
        }
    }
}

impl Question for Versus {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (self.scenarios.iter().collect(), &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("versus", self);
        let words = words.options("--sides", self.sides.map(Sides::name).as_slice()).flag("--policies", self.policies);
        words.option("--encounters", &self.encounters).seed(self.seed).option("--confidence", &self.confidence)
    }

    fn is_remade_in_part(&self) -> bool {
        false
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(watch)?)])
    }
}

impl Versus {
    /// Loads every match.
    ///
    /// # Errors
    /// Every mistake of the scenarios; also if they make no tournament, or the rules refuse every match of a contender.
    pub fn load(&self, loader: Loader) -> Result<LoadedVersus, StudyError> {
        // The rows of a roster may name files that the scenario itself does not.
        let texts = Recording::new(loader.texts);
        let (loader, sides) = (Loader { texts: &texts, ..loader }, self.sides.map(Sides::list));
        let tournament = match (&self.scenarios[..], sides) {
            ([scenario], None) if self.policies => Tournament::of_policies(loader, scenario, &self.overrides)?,
            _ if self.policies => return Err(VersusError::PoliciesOfOne.into()),
            (scenarios, sides) => Tournament::load(loader, scenarios, &self.overrides, sides)?,
        };
        let scenarios = tournament.understood().to_vec();
        let line_ups = tournament.line_ups()?;
        let (overrides, study) = (self.overrides.clone(), Study::Versus(self.clone()));
        let commit = loader.registry.commit().map(str::to_owned);
        let provenance = Provenance { commit, scenarios, overrides, files: texts.into_files(), study };
        let &Self { seed, encounters, confidence, .. } = self;
        let settings = Settings { seed: Seed(seed), encounters, confidence };
        Ok(LoadedVersus { line_ups, settings, provenance })
    }
}

/// A tournament that is ready to be played.
pub struct LoadedVersus {
    line_ups: LineUps,
    settings: Settings,
    provenance: Provenance,
}

impl LoadedVersus {
    /// The name of the only or the first scenario.
    pub fn name(&self) -> &str {
        self.line_ups.scenario()
    }

    /// The number of encounters to be played, in all matches together.
    pub fn encounters(&self) -> u64 {
        self.line_ups.encounters(&self.settings)
    }

    /// The matches that were played until an interrupt, as a text from which a later call goes on.
    pub fn unfinished(&self, played: &[Match]) -> String {
        unfinished::unfinished(&self.provenance, &played)
    }

    /// The matches that the text of an earlier call of the same tournament lists.
    ///
    /// # Errors
    /// If it is no such text, or is of another tournament.
    pub fn finished(&self, text: &str) -> Result<Vec<Match>, UnfinishedError> {
        unfinished::finished(text, &self.provenance)
    }

    /// Plays all matches.
    ///
    /// # Errors
    /// After an interrupt that came before the first match was over.
    pub fn play(&self, watch: &Watch) -> Result<Found<Standings>, StudyError> {
        self.play_after(&[], watch)
    }

    /// As [`play`](Self::play), but goes on from matches of an earlier call, some of which may be unfinished: only the encounters that they lack are
    /// played. The standings count the matches of before as well.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_after(&self, before: &[Match], watch: &Watch) -> Result<Found<Standings>, StudyError> {
        self.ranked(&self.play_in_part(before, watch))
    }

    /// Plays all matches as far as an interrupt lets it, after what was played before.
    pub fn play_in_part(&self, before: &[Match], watch: &Watch) -> Vec<Match> {
        self.line_ups.play_in_part(&self.settings, before, watch)
    }

    /// Whether every match was played to its end.
    pub fn is_whole(&self, played: &[Match]) -> bool {
        self.line_ups.is_whole(&self.settings, played)
    }

    /// The standings of the matches that were played to their end.
    ///
    /// # Errors
    /// If no match was played to its end.
    pub fn ranked(&self, played: &[Match]) -> Result<Found<Standings>, StudyError> {
        let result = self.line_ups.ranked(&self.settings, played)?;
        Ok(Found { result, provenance: self.provenance.clone() })
    }
}
