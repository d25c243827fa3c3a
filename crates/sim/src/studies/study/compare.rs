//! How two scenarios differ.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use super::{Found, Study, StudyError, text};
use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::studies::compare::Decided;
use crate::studies::compare::result::{self, Compared, Planned, Settings, title};
use crate::studies::load::{Loaded, Texts, load_all, load_cells};
use crate::studies::provenance::Provenance;

/// How two scenarios differ on the same dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The path of the first scenario.
    #[serde(with = "text::path")]
    pub first: PathBuf,
    /// What it is compared with.
    pub second: Opponent,
    /// What is changed in both.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// How long they are played.
    pub until: Until,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval and verdict, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The largest difference of a share that does not matter, above 0 and below 1.
    pub margin: Option<f64>,
}

/// What a scenario is compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Opponent {
    /// The scenario of this path.
    Scenario(#[serde(with = "text::path")] PathBuf),
    /// Itself, with these changes on top.
    With(#[serde(with = "text::words")] Vec<Override>),
}

/// How long two scenarios are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Until {
    /// For a number of encounters.
    Fixed {
        /// On each side.
        encounters: u64,
    },
    /// Until the party's win shares are known to differ or to be the same; then for as many fresh encounters.
    Decided {
        /// Where to give up, on each side.
        max_encounters: u64,
        /// How many fresh encounters an interrupt left; none where nothing interrupted them.
        fresh: Option<u64>,
    },
    /// For a pilot, which says how many encounters a verdict will take.
    Pilot {
        /// On each side.
        encounters: u64,
    },
}

impl Until {
    pub(super) const fn encounters(&self) -> u64 {
        match *self {
            Self::Fixed { encounters } | Self::Pilot { encounters } => encounters,
            Self::Decided { max_encounters, .. } => max_encounters,
        }
    }
}

impl Compare {
    pub(super) fn scenarios(&self) -> Vec<&PathBuf> {
        match &self.second {
            Opponent::Scenario(second) => vec![&self.first, second],
            Opponent::With(_) => vec![&self.first],
        }
    }

    /// Loads both sides.
    ///
    /// # Errors
    /// Every mistake of them.
    pub fn load(&self, texts: &dyn Texts) -> Result<Comparison, StudyError> {
        let mut sides = match &self.second {
            Opponent::Scenario(second) => load_all(texts, &[self.first.clone(), second.clone()], &self.overrides)?,
            Opponent::With(with) => {
                let changes = with.iter().map(|with| (with.path.clone(), with.value.clone())).collect();
                load_cells(texts, &self.first, &self.overrides, &[Vec::new(), changes], "--with")?
            }
        };
        let second = sides.pop().expect("two sides");
        let first = sides.pop().expect("two sides");
        Ok(Comparison { study: self.clone(), sides: [first, second] })
    }
}

/// A comparison that is ready to be played.
pub struct Comparison {
    study: Compare,
    sides: [Loaded; 2],
}

impl Comparison {
    /// The name of the first scenario.
    pub fn name(&self) -> &str {
        &self.sides[0].name
    }

    /// Both sides.
    pub const fn sides(&self) -> &[Loaded; 2] {
        &self.sides
    }

    /// Who fights on both sides, and what both count.
    pub fn common(&self) -> Cast {
        let [first, second] = self.sides.each_ref().map(|side| side.fights.recordable().cast());
        first.common(&second)
    }

    fn settings(&self) -> Settings {
        let Compare { seed, confidence, margin, .. } = self.study;
        Settings { seed: Seed(seed), confidence, margin }
    }

    /// What is fought, under titles. The changes that both have come first, and no title names them.
    fn titled(&self) -> result::Sides<'_> {
        let own = |side: &Loaded| title(&side.name, side.system.name(), &side.changes[self.study.overrides.len()..]);
        let [first, second] = &self.sides;
        result::Sides {
            titles: [own(first), own(second)],
            fights: [first, second].map(|side| side.fights.recordable()),
            identical: first.is_identical(second),
        }
    }

    fn found<T>(&self, result: T, until: Until) -> Found<T> {
        let study = Study::Compare(Compare { until, ..self.study.clone() });
        Found { result, provenance: Provenance::new(study, &self.sides) }
    }

    /// Plays a fixed number of encounters on each side.
    pub fn fixed(&self, encounters: u64, watch: &Watch) -> Found<Compared> {
        let compared = result::fixed(&self.titled(), &self.settings(), encounters, watch);
        let until = Until::Fixed { encounters: compared.encounters };
        self.found(compared, until)
    }

    /// Plays a pilot of so many encounters on each side.
    pub fn plan(&self, encounters: u64, watch: &Watch) -> Found<Planned> {
        let planned = result::plan(&self.titled(), &self.settings(), encounters, watch);
        self.found(planned, Until::Pilot { encounters: planned.pilot })
    }

    /// Plays until it is known whether the party's win shares differ.
    pub fn decide(&self, max_encounters: u64, watch: &Watch) -> Decided {
        result::decide(&self.titled(), &self.settings(), max_encounters, watch)
    }

    /// Plays as many fresh encounters as a decision took, or fewer where `most` says so.
    pub fn fresh(&self, decided: &Decided, max_encounters: u64, most: Option<u64>, watch: &Watch) -> Found<Compared> {
        let compared = result::fresh(&self.titled(), &self.settings(), decided, most, watch);
        let fresh = compared.partial.then_some(compared.encounters);
        self.found(compared, Until::Decided { max_encounters, fresh })
    }

    /// Plays what the study says.
    pub(super) fn line(&self, watch: &Watch) -> String {
        match self.study.until {
            Until::Fixed { encounters } => self.fixed(encounters, watch).line(),
            Until::Pilot { encounters } => self.plan(encounters, watch).line(),
            Until::Decided { max_encounters, fresh } => {
                let decided = self.decide(max_encounters, watch);
                self.fresh(&decided, max_encounters, fresh, watch).line()
            }
        }
    }
}
