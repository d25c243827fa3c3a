//! The odds of one roll: what a single attack of one combatant does to another, and how many of them end the fight for its
//! target. Nothing is sampled: [`Enumerated`] dice take every branch of the same rules that a fight plays.
//!
//! [`odds`] sets the scene ([`Ruleset::stage`]): attacker and target face each other in the state in which the target starts,
//! and everybody else is away. One attack from there ([`Ruleset::strike`]) gives the odds of the roll. The states that attacks
//! leave, each attacked again until the target [has had enough](Ruleset::has_had_enough), are a Markov chain with an absorbing
//! end; its mean is solved, and the chance of each number of attacks is passed along. The number of states is limited.

mod chain;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::dice::Enumerated;
use crate::ruleset::{Fight, Ruleset, Workspace};
use crate::sum::Sum;
use crate::trace::{Counting, Trace};
use crate::who::Who;
pub use chain::Lasting;

/// An attack that one combatant makes on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strike {
    /// The attacker.
    pub attacker: Who,
    /// The index of the attack in [`Ruleset::attacks`] of the attacker.
    pub attack: usize,
    /// The combatant that is attacked.
    pub target: Who,
}

/// The result of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    /// Whether it hit, or succeeded.
    pub is_success: bool,
    /// Whether it was a critical, as the system means the word.
    pub is_critical: bool,
    /// The amounts that it did, by the index in [`Struck::AMOUNTS`] of the system's [`Amount`]s; 0 for those that it does not have.
    pub amounts: [i32; Struck::AMOUNTS],
}

impl Struck {
    /// The most kinds of amounts of a system.
    pub const AMOUNTS: usize = 2;
}

/// A kind of amount that attacks of a system take off their target, or put on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Its name in files: lower case and underscores.
    pub key: &'static str,
    /// Its name in sentences, as the ledger has it.
    pub name: &'static str,
}

/// The amounts of the attacks of a system, and the words for them and for a target that has had enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Striking {
    /// The amounts, at most [`Struck::AMOUNTS`].
    pub amounts: &'static [Amount],
    /// A success in sentences: the words between attacker and target, such as `hits`.
    pub succeeds: &'static str,
    /// The effect of an attack in sentences: the words before the amount and behind it, such as `takes` and `off it` in "takes 3
    /// HP off it".
    pub does: [&'static str; 2],
    /// The words behind an amount below 0 in place of the second of these, as `away from its end`. `None` if there is no such amount.
    pub against: Option<&'static str>,
    /// The state of a target that [has had enough](Ruleset::has_had_enough), in words that follow "until it is". `None` if the same
    /// attack is never made over and over.
    pub enough: Option<&'static str>,
}

/// Bytes that the states which attacks leave may take, as [`Ruleset::state_bytes`] counts them.
const BYTES_MAX: usize = 200_000_000;

/// The work that the odds of one roll may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Different states that attacks may leave.
    pub states: usize,
    /// Paths of dice, each about a microsecond.
    pub paths: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 50_000, paths: 1_000_000 }
    }
}

/// The reason why the odds of a roll are unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooMany {
    /// Attacks leave more states than the limit.
    #[error("attacks leave more than {0} different states")]
    States(usize),
    /// The dice have more paths than the limit.
    #[error("its dice have more than {0} paths")]
    Paths(usize),
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The odds of one roll.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// The chance to hit, or to succeed.
    pub success: f64,
    /// The chance of a critical.
    pub critical: f64,
    /// The distribution of each amount, misses included, in the order of [`Striking::amounts`].
    pub amounts: Vec<Distribution>,
    /// The number of attacks until the target has had enough, or why it is unknown. `None` if the system has no
    /// [end](Striking::enough) for it.
    pub lasting: Option<Result<Lasting, TooMany>>,
}

/// The chances of whole numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distribution(Vec<(i32, f64)>);

impl Distribution {
    fn new(chances: impl IntoIterator<Item = (i32, f64)>) -> Self {
        let mut sums: BTreeMap<i32, Sum> = BTreeMap::new();
        for (value, chance) in chances {
            sums.entry(value).or_default().add(chance);
        }
        // Rounding may take a sum beyond certainty.
        Self(sums.into_iter().map(|(value, sum)| (value, sum.total().min(1.0))).collect())
    }

    /// Each number that can come, in ascending order, with its chance.
    pub fn chances(&self) -> &[(i32, f64)] {
        &self.0
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.expected(f64::from)
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        self.expected(|value| (f64::from(value) - mean).powi(2)).sqrt()
    }

    fn expected(&self, of: impl Fn(i32) -> f64) -> f64 {
        let mut sum = Sum::default();
        self.0.iter().for_each(|&(value, chance)| sum.add(of(value) * chance));
        sum.total()
    }
}

/// The odds of an attack. `None` if it cannot be made at all: its price is too high, or it is used up from the start.
/// `interrupted` is asked now and then whether to stop.
///
/// # Errors
/// If the dice of a single attack have too many paths, and after an interrupt. An attack that leaves too many states has odds,
/// and an error as [`Odds::lasting`].
pub fn odds<R: Ruleset>(
    rules: &R,
    strike: Strike,
    limits: Limits,
    interrupted: &dyn Fn() -> bool,
) -> Result<Option<Odds>, TooMany> {
    let limits = Limits { states: limits.states.min(BYTES_MAX / rules.state_bytes().max(1)), ..limits };
    let (scene, trace) = (Workspace::new(rules), counting(rules));
    let mut roller = Roller { rules, strike, scene, trace, paths: limits.paths, limits, interrupted };
    let starts = roller.starts()?;
    let mut struck: BTreeMap<Struck, Sum> = BTreeMap::new();
    let mut can_be_made = true;
    for (state, chance) in &starts {
        roller.blows(state, |result, weight, _| {
            can_be_made &= result.is_some();
            if let Some(result) = result {
                struck.entry(result).or_default().add(chance * weight);
            }
            Ok(())
        })?;
    }
    if !can_be_made {
        return Ok(None);
    }
    let chance_of = |holds: fn(&Struck) -> bool| {
        let mut sum = Sum::default();
        struck.iter().filter(|(struck, _)| holds(struck)).for_each(|(_, chance)| sum.add(chance.total()));
        sum.total().min(1.0)
    };
    let amount =
        |index: usize| Distribution::new(struck.iter().map(|(struck, sum)| (struck.amounts[index], sum.total())));
    let lasting = match R::STRIKING.enough {
        Some(_) => match chain::lasting(&mut roller, &starts) {
            Err(TooMany::Interrupted) => return Err(TooMany::Interrupted),
            lasting => Some(lasting),
        },
        None => None,
    };
    Ok(Some(Odds {
        success: chance_of(|struck| struck.is_success),
        critical: chance_of(|struck| struck.is_critical),
        amounts: (0..R::STRIKING.amounts.len()).map(amount).collect(),
        lasting,
    }))
}

/// An observer that counts the metrics of one attack.
fn counting<R: Ruleset>(rules: &R) -> Counting {
    let mut trace = Counting::new(rules.metrics().len());
    trace.round_begins(1);
    trace
}

/// A player of an attack along every path of its dice.
struct Roller<'a, R: Ruleset> {
    rules: &'a R,
    strike: Strike,
    /// The memory in which paths are played.
    scene: Workspace<R>,
    trace: Counting,
    /// The paths that are left.
    paths: usize,
    limits: Limits,
    interrupted: &'a dyn Fn() -> bool,
}

impl<R: Ruleset> Roller<'_, R> {
    /// The states in which the target can start, each with its chance: more than one if its hit points are rolled.
    fn starts(&mut self) -> Result<Vec<(R::State, f64)>, TooMany> {
        let mut starts: Vec<(R::State, f64)> = Vec::new();
        let add = |(), weight, state: &R::State| {
            match starts.iter_mut().find(|(known, _)| known == state) {
                Some((_, chance)) => *chance += weight,
                None => starts.push((state.clone(), weight)),
            }
            Ok(())
        };
        self.along_paths(&self.rules.opening().clone(), |fight, strike| R::stage(fight, strike), add)?;
        Ok(starts)
    }

    /// Tells `hear` what an attack from a state can come to, path by path: what came of it (`None` if it cannot be made), its
    /// chance, and the state after it.
    fn blows(
        &mut self,
        state: &R::State,
        hear: impl FnMut(Option<Struck>, f64, &R::State) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        self.along_paths(state, |fight, strike| R::strike(fight, strike), hear)
    }

    fn along_paths<T>(
        &mut self,
        from: &R::State,
        mut play: impl FnMut(&mut Fight<'_, R, Enumerated<'_>, Counting>, Strike) -> T,
        mut hear: impl FnMut(T, f64, &R::State) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let (rules, strike) = (self.rules, self.strike);
        let mut dice = Enumerated::with_fuel(self.paths, self.interrupted);
        while dice.next_path() {
            let Workspace { state, scratch } = &mut self.scene;
            state.clone_from(from);
            self.trace.reset();
            let trace = &mut self.trace;
            let mut fight = Fight { rules, state, scratch, round: rules.round_as_known(1), dice: &mut dice, trace };
            let result = play(&mut fight, strike);
            // Once the paths are spent, dice roll at random and the path has no chance of its own.
            if !dice.is_spent() {
                hear(result, dice.weight(), &self.scene.state)?;
            }
        }
        if dice.is_interrupted() {
            return Err(TooMany::Interrupted);
        }
        if dice.is_spent() {
            return Err(TooMany::Paths(self.limits.paths));
        }
        self.paths = self.paths.saturating_sub(dice.burnt());
        Ok(())
    }
}
