//! The odds of one roll.

use std::path::PathBuf;

use equipoise_engine::odds::{Limits, TooMany};
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::kernel::map::map_all;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::load::{Loaded, Loader, load_all, shown_path};
use crate::studies::odds::choose::{self, Chosen};
use crate::studies::odds::{OddsError, ScenarioOdds, StrikeOdds};
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, Study, StudyError, Words};

/// The question of what attacks of scenarios do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// The paths of the scenarios.
    #[serde(with = "text::paths")]
    pub scenarios: Vec<PathBuf>,
    /// The overrides that all of them have.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The attacker, by id or name; `None` for everybody.
    pub attacker: Option<String>,
    /// The attack, by id or name; `None` for all.
    pub attack: Option<String>,
    /// The target, by id or name; `None` for everybody of the other side.
    pub target: Option<String>,
}

impl Question for Odds {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (self.scenarios.iter().collect(), &self.overrides)
    }

    fn encounters(&self) -> u64 {
        0
    }

    fn words(&self) -> Words {
        let words = Words::asking("odds", self).options("--attacker", self.attacker.as_slice());
        words.options("--attack", self.attack.as_slice()).options("--target", self.target.as_slice())
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        let found = self.load(loader)?.find(watch)?;
        Ok(found.into_iter().map(|found| Box::new(found) as Box<dyn Json>).collect())
    }
}

impl Odds {
    /// Loads all scenarios, and chooses the attacks in each.
    ///
    /// # Errors
    /// Every mistake of the scenarios; when a scenario has no such combatant or attack.
    pub fn load(&self, loader: Loader) -> Result<LoadedOdds, StudyError> {
        let scenarios = load_all(loader, &self.scenarios, &self.overrides)?;
        let scenarios =
            scenarios.into_iter().map(|scenario| scenario.of_one_fight("`odds`")).collect::<Result<Vec<_>, _>>()?;
        let chosen = scenarios.iter().map(|scenario| choose::chosen(scenario, self));
        let chosen = chosen.collect::<Result<Vec<Vec<Chosen>>, OddsError>>()?;
        Ok(LoadedOdds { study: self.clone(), scenarios, chosen })
    }
}

/// Scenarios whose attacks are chosen.
pub struct LoadedOdds {
    study: Odds,
    scenarios: Vec<Loaded>,
    /// By scenario.
    chosen: Vec<Vec<Chosen>>,
}

impl LoadedOdds {
    /// The scenarios.
    pub fn scenarios(&self) -> &[Loaded] {
        &self.scenarios
    }

    /// The provenance of the results of all scenarios together.
    pub fn provenance(&self) -> Provenance {
        Provenance::new(Study::Odds(self.study.clone()), &self.scenarios)
    }

    /// Works out the odds of all attacks, on all threads of the current rayon pool. Each scenario has a result of its own, which can be made again
    /// without the others.
    ///
    /// # Errors
    /// After an interrupt, and when the dice of one attack take too much.
    pub fn find(&self, watch: &Watch) -> Result<Vec<Found<ScenarioOdds>>, StudyError> {
        let mut results = Vec::new();
        for (scenario, chosen) in self.scenarios.iter().zip(&self.chosen) {
            let strikes = map_all(chosen, |chosen| odds_of(scenario, chosen, watch));
            let strikes = strikes.into_iter().collect::<Result<Vec<_>, _>>()?;
            let (name, system) = (scenario.name.clone(), scenario.system.name());
            let file = shown_path(&scenario.path);
            let result = ScenarioOdds { scenario: name, file, system, striking: scenario.fights.striking(), strikes };
            let study = Odds { scenarios: vec![scenario.path.clone()], ..self.study.clone() };
            results.push(Found { result, provenance: Provenance::new(Study::Odds(study), [scenario]) });
        }
        Ok(results)
    }
}

fn odds_of(scenario: &Loaded, chosen: &Chosen, watch: &Watch) -> Result<StrikeOdds, StudyError> {
    let Chosen { strike, attacker, attack, target } = chosen.clone();
    match scenario.fights.odds(strike, Limits::default(), watch.interrupted) {
        Ok(odds) => Ok(StrikeOdds { attacker, attack, target, odds }),
        Err(TooMany::Interrupted) => Err(StudyError::Interrupted),
        Err(why) => Err(OddsError::TooMany { scenario: scenario.name.clone(), attacker, attack, why }.into()),
    }
}
