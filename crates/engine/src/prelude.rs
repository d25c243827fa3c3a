//! The names that the code of a rule system needs: `use equipoise_engine::prelude::*`.

pub use crate::decision::Rated;
pub use crate::dice::{Dice, DiceExpr, Occasion, Pool, Slot};
pub use crate::lead::Balance;
pub use crate::outcome::{Combatant, EndState, Side, Winner};
pub use crate::ruleset::{Fight, Metric, Outline, Progress, Rule, Rulebook, Ruleset};
pub use crate::scenario::common::{self, SideWord};
pub use crate::scenario::kinds::{Entries, Id, Several, Table, Tables, Text};
pub use crate::scenario::{Choice, Key, KeyDecl, Problem, Scenario, Section, Word, words};
pub use crate::skirmish::{ByCombatant, Declared, Group, Muster, Sides, Skirmish, refuse_muster};
pub use crate::trace::Trace;
pub use crate::who::Who;
pub use crate::{clone_in_place, keys, metrics};
