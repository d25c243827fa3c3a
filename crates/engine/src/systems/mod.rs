//! The systems that ship. Nothing outside this file and a system's own folder knows a system by name.

use std::fmt;

use crate::day::Day;
use crate::dice::Occasion;
use crate::ruleset::{Outline, Rulebook, Ruleset};
use crate::scenario::common;
use crate::scenario::{Choice, KeyDecl, Problem, ProblemKind, Problems, Scenario, Source, has_key_at};
use crate::skirmish::Declared;

pub mod duel;
mod ledger;
pub mod thrum;
pub mod tiny;
pub mod wounds;
pub mod zones;

/// A generic function for every system that ships, in report order, as an array; with arguments, its results:
/// `each_system!(System::of())`. Nothing but this list knows a system by name.
#[macro_export]
macro_rules! each_system {
    ($($function:ident)::+ $(($($argument:expr),*))?) => {
        [
            $($function)::+::<$crate::systems::duel::Duel> $(($($argument),*))?,
            $($function)::+::<$crate::systems::zones::Zones> $(($($argument),*))?,
            $($function)::+::<$crate::systems::tiny::Tiny> $(($($argument),*))?,
            $($function)::+::<$crate::systems::wounds::Wounds> $(($($argument),*))?,
            $($function)::+::<$crate::systems::thrum::Thrum> $(($($argument),*))?,
        ]
    };
}

/// A rule system as a value: what its [`Ruleset`] declares, and what can be asked of its scenarios before they are played.
/// Systems of different names are different.
#[derive(Clone, Copy)]
pub struct System {
    name: &'static str,
    about: &'static str,
    schema: &'static [KeyDecl],
    occasions: &'static [Occasion],
    decisions: &'static [Choice],
    harms: &'static [&'static str],
    ledger: &'static str,
    opponents: &'static str,
    outline: fn(&Scenario) -> Result<Outline, Problems>,
    refusals: fn(&Scenario) -> Vec<Problem>,
    rulebook: fn(&Scenario) -> Result<Rulebook, Vec<Problem>>,
    has_days: bool,
    left: &'static [&'static str],
    metrics: Option<&'static [Declared]>,
}

impl System {
    /// Every system that ships, in report order.
    pub const ALL: &'static [Self] = &each_system!(System::of());

    /// The system of a ruleset.
    ///
    /// # Panics
    /// If it has no [`Ruleset::OPPONENTS`].
    pub const fn of<R: Ruleset>() -> Self {
        assert!(!R::OPPONENTS.is_empty(), "a system has a scenario to start from: `Ruleset::OPPONENTS`");
        Self {
            name: R::NAME,
            about: R::ABOUT,
            schema: R::SCHEMA,
            occasions: R::OCCASIONS,
            decisions: R::DECISIONS,
            harms: R::HARMS,
            ledger: R::LEDGER,
            opponents: R::OPPONENTS,
            outline: outline::<R>,
            refusals: |scenario| {
                if scenario.has_legs() { refusals(scenario, Day::read::<R>) } else { refusals(scenario, R::load) }
            },
            rulebook: R::rulebook,
            has_days: R::HAS_DAYS,
            left: R::LEFT,
            metrics: None,
        }
    }

    /// The system as it is for a scenario that brings rules of its own, with their keys and their ledger; itself for any other, and where
    /// those rules have mistakes, which [`load`] reports.
    #[must_use]
    pub fn of_scenario(self, scenario: &Scenario) -> Self {
        match (self.rulebook)(scenario) {
            Ok(Rulebook { schema, ledger, left, metrics }) => Self { schema, ledger, left, metrics, ..self },
            Err(_) => self,
        }
    }

    /// The word after `system =`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A description of the system in one line.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Every key of its scenario files.
    pub const fn schema(&self) -> &'static [KeyDecl] {
        self.schema
    }

    /// The purposes of its slots of dice.
    pub const fn occasions(&self) -> &'static [Occasion] {
        self.occasions
    }

    /// The kinds of decisions that its combatants take.
    pub const fn decisions(&self) -> &'static [Choice] {
        self.decisions
    }

    /// The kinds of points that its combatants lose, of which accounts tell; none of a system that keeps none.
    pub const fn harms(&self) -> &'static [&'static str] {
        self.harms
    }

    /// The numbers of combatants that are shown where a leg of a [day](crate::day) begins.
    pub const fn left(&self) -> &'static [&'static str] {
        self.left
    }

    /// All that is counted, if a scenario with rules of its own says it: see [`of_scenario`](Self::of_scenario).
    pub const fn metrics(&self) -> Option<&'static [Declared]> {
        self.metrics
    }

    /// Whether its scenarios may be [days](crate::day).
    pub const fn has_days(&self) -> bool {
        self.has_days
    }

    /// The text of its ledger, in Markdown.
    pub const fn ledger(&self) -> &'static str {
        self.ledger
    }

    /// The system that ships under this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.name() == name)
    }

    /// The entry of this system, which must be one that ships, in an array of [`each_system!`](crate::each_system).
    pub fn entry<T: Copy>(&self, each: [T; Self::ALL.len()]) -> T {
        each[Self::ALL.iter().position(|system| system == self).expect("it ships")]
    }

    /// A minimal scenario to start from: two opponents, with only the values that the declaration of keys cannot supply.
    ///
    /// # Panics
    /// If [`Ruleset::OPPONENTS`] is no TOML.
    pub fn opponents(&self) -> Scenario {
        let source = Source::new(format!("{}/opponents.toml", self.name()), self.opponents);
        Scenario::parse(source).unwrap_or_else(|problems| panic!("the opponents of `{}`: {problems}", self.name()))
    }

    /// The [`opponents`](Self::opponents) as a commented file with every key of the system. Each line whose `#` stands right
    /// before the key can be uncommented alone; the others say what they need.
    pub fn starter(&self) -> String {
        let opponents = self.opponents();
        let schema = self.of_scenario(&opponents).schema;
        let refusal = |scenario: &Scenario| {
            if !scenario.clone().wanted_files(schema).is_empty() {
                return Some("needs that file".to_owned());
            }
            let problems = self.outline(scenario).err()?;
            Some(problems.list.first().map_or_else(String::new, Problem::without_path))
        };
        opponents.commented(schema, &refusal)
    }

    /// Combatants, metrics and round limit of a scenario.
    ///
    /// # Errors
    /// As for [`load`].
    pub fn outline(&self, scenario: &Scenario) -> Result<Outline, Problems> {
        (self.outline)(scenario)
    }

    /// The problems that the rules have with a scenario, beside those that the declaration of keys finds. Nothing is compiled.
    pub fn refusals(&self, scenario: &Scenario) -> Vec<Problem> {
        (self.refusals)(scenario)
    }
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for System {}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn outline<R: Ruleset>(scenario: &Scenario) -> Result<Outline, Problems> {
    if scenario.has_legs() {
        return load_day::<R>(scenario, Vec::new()).map(|day| day.outline().clone());
    }
    load::<R>(scenario).map(|rules| rules.outline().clone())
}

/// A compiler of scenarios: [`Ruleset::load`], or the like of it for days.
type Compile<T> = fn(&Scenario, &mut Vec<Problem>) -> Option<T>;

fn refusals<T>(scenario: &Scenario, compile: Compile<T>) -> Vec<Problem> {
    // Rules are compiled only if there are no problems, and this is one.
    let mut problems = vec![Problem::new(None, ProblemKind::More { count: 0 })];
    drop(compile(scenario, &mut problems));
    problems.split_off(1)
}

/// Adds to the problem of an unknown key which other systems have the key in the same place.
fn name_systems_with_key<R: Ruleset>(problem: &mut Problem) {
    let ProblemKind::UnknownKey { key, .. } = &*problem.kind else { return };
    if has_key_at(R::SCHEMA, key) {
        // It is one of a single fight, in a day.
        return;
    }
    let others = System::ALL.iter().filter(|system| system.name != R::NAME && has_key_at(system.schema, key));
    let names: Vec<String> = others.map(|system| format!("`{}`", system.name)).collect();
    if !names.is_empty() {
        let sentence = format!("it is a key of {}, and `{}` has none of that name there", names.join(", "), R::NAME);
        problem.hint = Some(problem.help().map_or_else(|| sentence.clone(), |help| format!("{help} ({sentence})")));
    }
}

/// Checks a scenario against its system's keys and compiles it.
///
/// # Errors
/// Every mistake of the file, in the order of the file.
pub fn load<R: Ruleset>(scenario: &Scenario) -> Result<R, Problems> {
    load_after(scenario, Vec::new())
}

/// As [`load`], for a scenario with problems that were found before.
///
/// # Errors
/// All problems together.
pub fn load_after<R: Ruleset>(scenario: &Scenario, problems: Vec<Problem>) -> Result<R, Problems> {
    load_by::<R, R>(scenario, problems, R::load)
}

/// As [`load_after`], for a scenario with legs.
///
/// # Errors
/// All problems together.
pub fn load_day<R: Ruleset>(scenario: &Scenario, problems: Vec<Problem>) -> Result<Day, Problems> {
    load_by::<R, Day>(scenario, problems, Day::read::<R>)
}

fn load_by<R: Ruleset, T>(scenario: &Scenario, mut problems: Vec<Problem>, compile: Compile<T>) -> Result<T, Problems> {
    match R::rulebook(scenario) {
        Ok(Rulebook { schema, .. }) => problems.extend(scenario.validate(schema)),
        // Without its rules nothing else in the scenario can be told right from wrong.
        Err(mistakes) => return Err(scenario.problems(if mistakes.is_empty() { problems } else { mistakes })),
    }
    problems.iter_mut().for_each(name_systems_with_key::<R>);
    let rules = compile(scenario, &mut problems);
    match rules {
        Some(rules) if problems.is_empty() => return Ok(rules),
        None if problems.is_empty() => {
            let (span, path) = (scenario.system_span(), common::SYSTEM.name().to_owned());
            problems.push(Problem::refused(span, path, "refuses the scenario without a reason"));
        }
        _ => {}
    }
    Err(scenario.problems(problems))
}
