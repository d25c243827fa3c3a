//! The rules of tabletop fights, and how they are resolved: scenarios, dice, encounters and their exact solution.
//!
//! A [`scenario`] file is read, checked against the declared keys of its [system](systems), and compiled into a
//! [`Ruleset`], which is immutable and shared. [`fight`] plays one of its encounters with a source of [`dice`] and an
//! observer ([`trace`]); [`exact::solve`] follows every branch of the same rules.
//!
//! The crate promises determinism: seed and index give the same fight on every machine ([`rng`]). It reads no files, no
//! clock and no environment, starts no threads and has no global state. Every fight ends, since each scenario has a
//! round limit.
//!
//! ```
//! use equipoise_engine::{Seed, EncounterIndex, Silent, Winner, Workspace, dice::Seeded, fight, load};
//! use equipoise_engine::scenario::{Scenario, Source};
//! use equipoise_engine::systems::duel::Duel;
//!
//! let text = r#"
//!     system = "duel"
//!     name = "Two fencers"
//!     [[combatants]]
//!     id = "red"
//!     attributes = { attack = 7 }
//!     [[combatants]]
//!     id = "blue"
//!     attributes = { attack = 5 }
//! "#;
//! let scenario = Scenario::parse(Source { name: "fencers.toml".into(), text: text.into() })?;
//! let duel: Duel = load(&scenario)?;
//! let mut dice = Seeded::new(Seed(1));
//! let mut workspace = Workspace::new(&duel);
//! dice.start(EncounterIndex(0));
//! let outcome = fight(&duel, &mut workspace, &mut dice, &mut Silent);
//! assert!(matches!(outcome.winner, Winner::Party | Winner::Enemies));
//! # Ok::<(), equipoise_engine::scenario::Problems>(())
//! ```

#![forbid(unsafe_code)]

pub mod accounts;
mod alike;
pub mod any;
mod area;
mod characters;
pub mod conformance;
pub mod day;
pub mod decision;
pub mod dice;
pub mod event;
pub mod exact;
mod fault;
mod hashing;
mod lead;
mod numbered;
pub mod odds;
pub mod outcome;
pub mod prelude;
pub mod resume;
pub mod rng;
#[cfg(test)]
mod rules_seen;
pub mod ruleset;
pub mod scenario;
pub mod skirmish;
mod sum;
pub mod systems;
pub mod testing;
pub mod trace;
mod who;

pub use any::AnyFight;
pub use area::Area;
pub use fault::Fault;
pub use lead::{Balance, LeadHistory};
pub use outcome::{Combatant, EndState, Outcome, Side, Winner};
pub use resume::{Moment, fight_by_steps, fight_from, fight_until};
pub use rng::{EncounterIndex, SEED_CONTRACT, Seed};
pub use ruleset::{
    Fight, Metric, MetricUnit, Outline, Progress, Rule, Rulebook, Ruleset, Workspace, fight, fight_watched,
};
pub use systems::{System, load, load_after, load_day};
pub use trace::{Counting, Narrated, RulesSeen, Silent, Trace};
pub use who::Who;
