//! Rule systems that can be played, and the list of those that a front end knows.

use std::ops::Deref;

use equipoise_engine::scenario::common::ACCOUNTS;
use equipoise_engine::scenario::{Problem, Problems, Scenario, Source};
use equipoise_engine::{Ruleset, System as Declared, each_system, load_after, load_day};

use crate::studies::fights::{Compiled, Fights};

/// A rule system as a value: what its ruleset declares, with what compiles its scenarios.
#[derive(Debug, Clone, Copy)]
pub struct System {
    declared: Declared,
    compile: Compile,
}

/// Checks a scenario and compiles it; all problems are reported together with those that were found before.
type Compile = fn(&Scenario, Vec<Problem>) -> Result<Box<dyn Fights>, Problems>;

impl System {
    /// The system of a ruleset.
    ///
    /// # Panics
    /// If it has no [`Ruleset::OPPONENTS`].
    pub const fn of<R: Ruleset>() -> Self {
        Self { declared: Declared::of::<R>(), compile: compile::<R> }
    }

    /// The system as it is for a scenario that brings rules of its own: see [`of_scenario`](Declared::of_scenario).
    #[must_use]
    pub fn of_scenario(self, scenario: &Scenario) -> Self {
        Self { declared: self.declared.of_scenario(scenario), ..self }
    }

    /// Checks a scenario against the system's keys and compiles it.
    ///
    /// # Errors
    /// All problems together: those that were found before, and its own.
    pub fn compile(&self, scenario: &Scenario, problems: Vec<Problem>) -> Result<Box<dyn Fights>, Problems> {
        (self.compile)(scenario, problems)
    }
}

fn compile<R: Ruleset>(scenario: &Scenario, mut problems: Vec<Problem>) -> Result<Box<dyn Fights>, Problems> {
    if scenario.has_legs() {
        return Ok(Box::new(Compiled::new(load_day::<R>(scenario, problems)?)));
    }
    let root = scenario.root(R::SCHEMA);
    let keeps_accounts = root.get(ACCOUNTS) == Some(true);
    if keeps_accounts && R::HARMS.is_empty() {
        problems.push(root.refused(ACCOUNTS, format!("the system `{}` keeps no accounts", R::NAME)));
    }
    let rules = load_after::<R>(scenario, problems)?;
    Ok(Box::new(if keeps_accounts { Compiled::with_accounts(rules) } else { Compiled::new(rules) }))
}

impl Deref for System {
    type Target = Declared;

    fn deref(&self) -> &Declared {
        &self.declared
    }
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        self.declared == other.declared
    }
}

impl Eq for System {}

/// The systems that a front end knows, in report order, and the commit that it is built from; cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    systems: &'static [System],
    commit: Option<&'static str>,
}

/// A static, so that the fights of these systems are compiled in this crate, with its optimisation.
static SHIPPED: [System; Declared::ALL.len()] = each_system!(System::of());

impl Registry {
    /// The systems that ship.
    pub const SHIPPED: Self = Self::new(&SHIPPED);

    /// A list of systems, each with a name of its own.
    pub const fn new(systems: &'static [System]) -> Self {
        Self { systems, commit: None }
    }

    /// The same systems, of a program that is built from a commit; `None` if it is not known. Records name it beside the version.
    #[must_use]
    pub const fn at_commit(self, commit: Option<&'static str>) -> Self {
        Self { commit, ..self }
    }

    /// The commit that the program is built from; `None` if it is not known.
    pub const fn commit(self) -> Option<&'static str> {
        self.commit
    }

    /// These systems and, behind them, that of a ruleset. The list stays in memory to the end of the program.
    ///
    /// # Panics
    /// If one of them has its name, and as for [`System::of`].
    #[must_use]
    pub fn with<R: Ruleset>(self) -> Self {
        assert!(self.from_name(R::NAME).is_none(), "there is a system `{}` already", R::NAME);
        Self { systems: [self.systems, &[System::of::<R>()]].concat().leak(), ..self }
    }

    /// All systems.
    pub const fn systems(self) -> &'static [System] {
        self.systems
    }

    /// The names of all systems.
    pub fn names(self) -> Vec<&'static str> {
        self.systems.iter().map(|system| system.name()).collect()
    }

    /// The system with this name; `None` if there is none.
    pub fn from_name(self, name: &str) -> Option<System> {
        self.systems.iter().copied().find(|system| system.name() == name)
    }

    /// Reads the text of a scenario.
    ///
    /// # Errors
    /// All mistakes of its syntax; of a text that is no attempt at a scenario with the names of all systems.
    pub fn parse(self, source: Source) -> Result<Scenario, Problems> {
        Scenario::parse(source).map_err(|mut problems| {
            for problem in problems.list.iter_mut().filter(|problem| problem.code() == "no-scenario") {
                problem.hint = Some(format!("a scenario is a text in TOML; {}", self.beginning()));
            }
            let named = problems.sources.first().and_then(|source| Scenario::system_named(&source.text));
            let system = named.and_then(|name| self.from_name(&name));
            let systems = system.map_or_else(|| self.systems.to_vec(), |system| vec![system]);
            problems.hint_by(&systems.iter().map(|system| system.schema()).collect::<Vec<_>>());
            problems
        })
    }

    /// The hint for a scenario that names no system.
    fn beginning(self) -> String {
        let names: Vec<String> = self.names().iter().map(|name| format!("`system = \"{name}\"`")).collect();
        let first = self.names().first().copied().unwrap_or("SYSTEM");
        format!("write one of {}; `equipoise init {first}` prints a scenario to begin with", names.join(", "))
    }

    /// The system that a scenario names.
    ///
    /// # Errors
    /// If `system` is missing: then with all names; if it is no string, or names no system: then with the closest name.
    pub fn system_of(self, scenario: &Scenario) -> Result<System, Problem> {
        let name = scenario.system_name().map_err(|problem| match (problem.code(), &problem.hint) {
            ("missing", None) => problem.with_hint(self.beginning()),
            _ => problem,
        })?;
        self.from_name(name).ok_or_else(|| scenario.unknown_system(&self.names()))
    }
}
