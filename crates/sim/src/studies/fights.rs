//! A loaded scenario without the type of its system: the seam between front ends, which name no system, and the code that is
//! generic over it. Fights that are told, searched and followed are [those of any system](AnyFight): that code is compiled once.

use std::ops::Range;
use std::sync::Arc;

use equipoise_engine::accounts::Accounted;
use equipoise_engine::dice::Mixture;
use equipoise_engine::exact::{self, Budget, Observer, Solution, Unsolved};
use equipoise_engine::odds::{self, Limits, Odds, Strike, Striking, TooMany};
use equipoise_engine::{AnyFight, Area, Combatant, EncounterIndex, Metric, Outline, RulesSeen, Ruleset, Seed, Who};

use crate::kernel::map::AllThreads;
use crate::kernel::recording::{Sink, run_recording};
use crate::kernel::records::{Recordable, Records, record_mixed};
use crate::kernel::run::{Plan, Playable, Run, run};
use crate::kernel::watch::Watch;
use crate::studies::condition::Condition;
use crate::studies::coverage::coverage;
use crate::studies::drama;
use crate::studies::method::{Limits as SolverLimits, Method};
use crate::studies::rare;
use crate::studies::replay::{
    Continuations, Criterion, NotFound, OddsByStep, Replay, find, find_turning_point, odds_by_step, replay,
};
use crate::studies::report::Report;

/// The operations on the fights of a scenario.
pub trait Fights: Send + Sync {
    /// The combatants, the metrics that are counted, and the most rounds.
    fn outline(&self) -> &Outline;
    /// In listed order.
    fn combatants(&self) -> &[Combatant] {
        &self.outline().combatants
    }
    /// In report order.
    fn metrics(&self) -> &[Metric] {
        &self.outline().metrics
    }
    /// The number in effect for a key that the scenario does not give and that follows from others, by its path.
    fn derived(&self, path: &str) -> Option<i64>;
    /// Plays the encounters of a plan.
    fn run(&self, plan: &Plan, watch: &Watch) -> Run;
    /// The fights as what threads play and count.
    fn playable(&self) -> &dyn Playable;
    /// The fights as one side of a comparison.
    fn recordable(&self) -> &dyn Recordable;
    /// As [`Recordable::record`], with some dice of every encounter from a fresh one.
    fn record_mixed(&self, seed: Seed, mixture: Mixture, range: Range<u64>, records: &mut Records);
    /// The areas of the battlefield, if it has areas with names.
    fn areas(&self) -> Vec<Area>;
    /// A sentence on each thing that no fight can use or come to.
    fn never(&self) -> Vec<String>;
    /// As [`run`](Self::run), and hands every encounter to a sink.
    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run;
    /// The exact results.
    ///
    /// # Errors
    /// If they take more than the budget, or the caller asked to stop.
    fn solve(&self, name: &str, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved>;
    /// The exact distribution of everything that a run estimates.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved>;
    /// Plays one encounter with its narration.
    fn replay(&self, seed: Seed, index: EncounterIndex) -> Replay;
    /// The odds beside each step of an encounter that was told.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much, or after an interrupt.
    fn odds_by_step(
        &self,
        replay: &Replay,
        method: &Method<Continuations>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<OddsByStep, Unsolved>;
    /// Searches the first encounters of a seed for one that is worth a replay.
    ///
    /// # Errors
    /// If no encounter qualifies, or an interrupt came before the end.
    fn find(
        &self,
        seed: Seed,
        encounters: u64,
        criterion: Criterion,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound>;
    /// Searches the first encounters of a seed for the one with the largest swing of its odds in a single step.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much, or after an interrupt. The inner error says that there is no
    /// encounter.
    fn find_turning_point(
        &self,
        seed: Seed,
        encounters: u64,
        method: &Method<Continuations>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<Result<EncounterIndex, NotFound>, Unsolved>;
    /// Measures how the odds of the fights move.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much, or after an interrupt.
    fn drama(
        &self,
        name: &str,
        method: &Method<drama::Sampling>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<drama::Drama, Unsolved>;
    /// The chance that an encounter fulfils a condition; `names` are those of the scenario and of the event.
    ///
    /// # Errors
    /// As for [`rare`](rare::rare).
    fn rare(
        &self,
        names: (&str, &str),
        condition: &Condition,
        method: &Method<rare::Sampling>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<rare::Rare, rare::Unknown>;
    /// By round, the set-up first: the part of the variance of "the party wins" that is decided in it.
    ///
    /// # Errors
    /// If the exact solution takes too much, or after an interrupt.
    fn decided_by_round(&self, limits: SolverLimits, observer: &dyn Observer) -> Result<Vec<f64>, Unsolved>;
    /// Counts how often each rule is applied.
    fn coverage(&self, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen;
    /// The names of the attacks of a combatant whose odds can be asked.
    fn attacks(&self, combatant: Who) -> Vec<String>;
    /// The ids of these attacks in the scenario.
    fn attack_ids(&self, combatant: Who) -> Vec<String>;
    /// The effects of a single attack, and the words for them.
    fn striking(&self) -> Striking;
    /// The odds of an attack; `None` if it cannot be made.
    ///
    /// # Errors
    /// If its dice take too much, or after an interrupt.
    fn odds(&self, strike: Strike, limits: Limits, interrupted: &dyn Fn() -> bool) -> Result<Option<Odds>, TooMany>;
}

/// Fights that are played in bulk and solved: what is compiled for each system, unless the program has to be small.
trait Played: Playable + Recordable {
    fn run(&self, plan: &Plan, watch: &Watch) -> Run;
    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run;
    fn record_mixed(&self, seed: Seed, mixture: Mixture, range: Range<u64>, records: &mut Records);
    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved>;
}

impl<R: Ruleset> Played for R {
    fn run(&self, plan: &Plan, watch: &Watch) -> Run {
        run(self, plan, watch)
    }

    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run {
        run_recording(self, plan, sink, watch)
    }

    fn record_mixed(&self, seed: Seed, mixture: Mixture, range: Range<u64>, records: &mut Records) {
        record_mixed(self, seed, Some(mixture), range, records);
    }

    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
        exact::solve_on(&AllThreads, self, budget, observer)
    }
}

/// The rules of a scenario, once with their type and once without.
pub(crate) struct Compiled<R> {
    rules: Arc<R>,
    /// The same, by which single fights are told and followed.
    any: AnyFight,
    /// The same with accounts, if these are kept.
    accounted: Option<Arc<Accounted>>,
}

impl<R: Ruleset> Compiled<R> {
    pub(crate) fn new(rules: R) -> Self {
        let rules = Arc::new(rules);
        Self { any: AnyFight::new(Arc::clone(&rules)), rules, accounted: None }
    }

    /// The same with accounts.
    pub(crate) fn with_accounts(rules: R) -> Self {
        let plain = Self::new(rules);
        Self { accounted: Some(Arc::new(Accounted::new(plain.any.clone()))), ..plain }
    }

    fn played(&self) -> &dyn Played {
        match &self.accounted {
            Some(accounted) => &**accounted,
            None => self.plain(),
        }
    }

    #[cfg(feature = "by-system")]
    fn plain(&self) -> &dyn Played {
        &*self.rules
    }

    #[cfg(not(feature = "by-system"))]
    fn plain(&self) -> &dyn Played {
        &self.any
    }
}

impl<R: Ruleset> Fights for Compiled<R> {
    fn outline(&self) -> &Outline {
        self.accounted.as_ref().map_or_else(|| self.rules.outline(), |accounted| accounted.outline())
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.rules.derived(path)
    }

    fn areas(&self) -> Vec<Area> {
        self.rules.areas()
    }

    fn never(&self) -> Vec<String> {
        self.rules.never()
    }

    fn run(&self, plan: &Plan, watch: &Watch) -> Run {
        self.played().run(plan, watch)
    }

    fn playable(&self) -> &dyn Playable {
        self.played()
    }

    fn recordable(&self) -> &dyn Recordable {
        self.played()
    }

    fn record_mixed(&self, seed: Seed, mixture: Mixture, range: Range<u64>, records: &mut Records) {
        self.played().record_mixed(seed, mixture, range, records);
    }

    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run {
        self.played().run_recording(plan, sink, watch)
    }

    fn solve(&self, name: &str, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved> {
        let solution = self.solution(budget, observer)?;
        Ok(match &self.accounted {
            Some(accounted) => Report::exact(name, &**accounted, &solution),
            None => Report::exact(name, &self.any, &solution),
        })
    }

    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
        self.played().solution(budget, observer)
    }

    fn replay(&self, seed: Seed, index: EncounterIndex) -> Replay {
        replay(&self.any, seed, index)
    }

    fn odds_by_step(
        &self,
        replay: &Replay,
        method: &Method<Continuations>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<OddsByStep, Unsolved> {
        let events = replay.lines.iter().map(|line| line.event.clone()).collect();
        odds_by_step(&self.any, (replay.seed, replay.index), method, events, observer, watch)
    }

    fn find(
        &self,
        seed: Seed,
        encounters: u64,
        criterion: Criterion,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound> {
        find(&self.any, seed, 0..encounters, criterion, watch)
    }

    fn find_turning_point(
        &self,
        seed: Seed,
        encounters: u64,
        method: &Method<Continuations>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<Result<EncounterIndex, NotFound>, Unsolved> {
        find_turning_point(&self.any, seed, encounters, method, observer, watch)
    }

    fn drama(
        &self,
        name: &str,
        method: &Method<drama::Sampling>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<drama::Drama, Unsolved> {
        drama::drama(&self.any, name, method, observer, watch)
    }

    fn rare(
        &self,
        names: (&str, &str),
        condition: &Condition,
        method: &Method<rare::Sampling>,
        observer: &dyn Observer,
        watch: &Watch,
    ) -> Result<rare::Rare, rare::Unknown> {
        let accounted = self.accounted.as_ref().map(|accounted| AnyFight::new(Arc::clone(accounted)));
        rare::rare(accounted.as_ref().unwrap_or(&self.any), names, condition, method, observer, watch)
    }

    fn decided_by_round(&self, limits: SolverLimits, observer: &dyn Observer) -> Result<Vec<f64>, Unsolved> {
        let drama = exact::drama(&self.any, limits.into(), &AllThreads, observer)?;
        Ok(drama.after_rounds.iter().map(|round| round.decided).collect())
    }

    fn coverage(&self, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen {
        coverage(&self.any, seed, encounters, watch)
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.rules.attacks(combatant)
    }

    fn attack_ids(&self, combatant: Who) -> Vec<String> {
        self.rules.attack_ids(combatant)
    }

    fn striking(&self) -> Striking {
        R::STRIKING
    }

    fn odds(&self, strike: Strike, limits: Limits, interrupted: &dyn Fn() -> bool) -> Result<Option<Odds>, TooMany> {
        odds::odds(&*self.rules, strike, limits, interrupted)
    }
}
