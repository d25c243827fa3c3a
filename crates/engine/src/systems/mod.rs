//! The registry of rule systems. Nothing outside this file and a system's own folder knows a system by name.

use crate::decision::DecisionKind;
use crate::dice::Occasion;
use crate::ruleset::Ruleset;
use crate::scenario::common;
use crate::scenario::{KeyDecl, Problem, Problems, Scenario, Source};

pub mod duel;
mod ledger;
pub mod thrum;
pub mod tiny;
pub mod wounds;
pub mod zones;

/// Code that works on any system: [`System::visit`] calls it with the system's type, once, outside of every loop.
pub trait Visitor {
    /// The result of the code.
    type Output;

    /// Runs the code for one system.
    fn visit<R: Ruleset>(self) -> Self::Output;
}

macro_rules! registry {
    ($($variant:ident => $module:ident::$ruleset:ident),+ $(,)?) => {
        /// A registered rule system.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum System {
            $(#[doc = concat!("[`", stringify!($module), "::", stringify!($ruleset), "`]")] $variant,)+
        }

        impl System {
            /// Every system, in report order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The words after `system =`, in report order.
            pub const NAMES: &'static [&'static str] = &[$($module::$ruleset::NAME),+];

            /// The word after `system =`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $module::$ruleset::NAME,)+ }
            }

            /// A description of the system in one line.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $module::$ruleset::ABOUT,)+ }
            }

            /// Every key of its scenario files.
            pub const fn schema(self) -> &'static [KeyDecl] {
                match self { $(Self::$variant => $module::$ruleset::SCHEMA,)+ }
            }

            /// The purposes of its slots of dice.
            pub const fn occasions(self) -> &'static [Occasion] {
                match self { $(Self::$variant => $module::$ruleset::OCCASIONS,)+ }
            }

            /// The kinds of decisions that its combatants take.
            pub const fn decisions(self) -> &'static [DecisionKind] {
                match self { $(Self::$variant => $module::$ruleset::DECISIONS,)+ }
            }

            /// The text of its ledger, in Markdown.
            pub const fn ledger(self) -> &'static str {
                match self { $(Self::$variant => $module::$ruleset::LEDGER,)+ }
            }

            /// The text of [`opponents`](Self::opponents).
            const fn text_of_opponents(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!(stringify!($module), "/opponents.toml")),)+ }
            }

            /// Enters code that is generic over the system.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self { $(Self::$variant => visitor.visit::<$module::$ruleset>(),)+ }
            }
        }
    };
}

registry! {
    Duel => duel::Duel,
    Zones => zones::Zones,
    Tiny => tiny::Tiny,
    Wounds => wounds::Wounds,
    Thrum => thrum::Thrum,
}

impl System {
    /// The system with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.name() == name)
    }

    /// A minimal scenario to start from: two opponents, with only the values that the declaration of keys cannot supply.
    pub fn opponents(self) -> Scenario {
        let source = Source::new(format!("{}/opponents.toml", self.name()), self.text_of_opponents());
        Scenario::parse(source).expect("the file ships with the system, and a test reads it")
    }

    /// The [`opponents`](Self::opponents) as a commented file with every key of the system. Each line whose `#` stands right
    /// before the key can be uncommented alone.
    pub fn starter(self) -> String {
        struct Accepts<'a>(&'a Scenario);

        impl Visitor for Accepts<'_> {
            type Output = bool;

            fn visit<R: Ruleset>(self) -> bool {
                self.0.wanted_files(R::SCHEMA).is_empty() && load::<R>(self.0).is_ok()
            }
        }

        self.opponents().commented(self.schema(), &|scenario| self.visit(Accepts(scenario)))
    }

    /// The system that a scenario names.
    ///
    /// # Errors
    /// If `system` is missing, is no string, or names no system.
    pub fn of(scenario: &Scenario) -> Result<Self, Problem> {
        let name = scenario.system_name()?;
        Self::from_name(name).ok_or_else(|| scenario.unknown_system(Self::NAMES))
    }
}

/// Checks a scenario against its system's keys and compiles it.
///
/// # Errors
/// Every mistake of the file, in the order of the file.
pub fn load<R: Ruleset>(scenario: &Scenario) -> Result<R, Problems> {
    let mut problems = scenario.validate(R::SCHEMA);
    let rules = R::load(scenario, &mut problems);
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
