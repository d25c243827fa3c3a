//! Scenario files, and changes to them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueHint};
use equipoise_engine::scenario::Override;
use equipoise_engine::scenario::common::ACCOUNTS;

use crate::load::{self, registry};

/// Scenario files and changes to them.
#[derive(Debug, Clone, Args)]
pub(crate) struct Scenarios {
    /// Scenario files; `-` reads one from stdin
    #[arg(required = true, value_name = "SCENARIO", value_hint = ValueHint::FilePath)]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// One scenario file and changes to it.
#[derive(Debug, Args)]
pub(crate) struct OneScenario {
    /// Scenario file; `-` reads it from stdin
    #[arg(value_name = "SCENARIO", value_hint = ValueHint::FilePath)]
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// Changes to scenarios.
#[derive(Debug, Clone, Args)]
pub(crate) struct Changes {
    /// Sets a value by its dotted path, as if the file gave it; may be repeated
    ///
    /// `equipoise check` lists the paths of a scenario. The last one wins. Quotes may be left out. In PATH `*` stands for
    /// any id, so that `combatants.*.hp=15` sets all of them. PATH+=3, PATH-=3, PATH=+10% and PATH=-12.5% begin at what
    /// stands; portions are rounded to the nearest number, a half away from 0. A path to a file, such as roster=other.csv,
    /// is looked for beside the scenario.
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Override>,
}

impl Changes {
    /// The changes as they are applied, in order.
    pub(crate) fn overrides(&self) -> Vec<Override> {
        let accounts = Override { path: ACCOUNTS.name().to_owned(), value: "true".to_owned() };
        self.set.iter().cloned().chain(load::are_accounts_kept().then_some(accounts)).collect()
    }
}

/// The name of a system, or the path of a scenario, which may bring rules of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SystemOrScenario;

impl TypedValueParser for SystemOrScenario {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(path) if Path::new(path).extension().is_some_and(|extension| extension == "toml") => {
                Ok(path.to_owned())
            }
            _ => system_names().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = system_names().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// The systems of the program, as the values of an option.
pub(crate) fn system_names() -> PossibleValuesParser {
    let systems = registry().systems().iter();
    PossibleValuesParser::new(systems.map(|system| PossibleValue::new(system.name()).help(system.about())))
}
