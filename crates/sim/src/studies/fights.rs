//! A loaded scenario without the type of its system: the seam between front ends, which name no system, and the code that is
//! generic over it.

use equipoise_engine::accounts::Accounted;
use equipoise_engine::exact::{self, Budget, Observer, Solution, Unsolved};
use equipoise_engine::odds::{self, Limits, Odds, Strike, Striking, TooMany};
use equipoise_engine::{Combatant, EncounterIndex, Metric, Outline, RulesSeen, Ruleset, Seed, Who};

use crate::kernel::map::AllThreads;
use crate::kernel::recording::{Sink, run_recording};
use crate::kernel::records::Recordable;
use crate::kernel::run::{Plan, Playable, Run, run};
use crate::kernel::watch::Watch;
use crate::studies::coverage::coverage;
use crate::studies::replay::{Criterion, NotFound, find};
use crate::studies::replay::{Replay, replay};
use crate::studies::report::Report;

/// What can be done with the fights of a scenario. Each call enters code that is compiled for its system.
pub trait Fights: Sync {
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
    /// What no fight can use or come to, in a sentence each.
    fn never(&self) -> Vec<String>;
    /// As [`run`](Self::run), and hands every encounter to a sink.
    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run;
    /// The exact results.
    ///
    /// # Errors
    /// When they take more than the budget, or the caller asked to stop.
    fn solve(&self, name: &str, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved>;
    /// The exact distribution of everything that a run estimates.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved>;
    /// Plays one encounter with its narration.
    fn replay(&self, seed: Seed, index: EncounterIndex) -> Replay;
    /// Searches the first encounters of a seed for one that is worth a replay.
    ///
    /// # Errors
    /// When no encounter qualifies, or an interrupt came before the end.
    fn find(
        &self,
        seed: Seed,
        encounters: u64,
        criterion: Criterion,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound>;
    /// Counts how often each rule is applied.
    fn coverage(&self, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen;
    /// The names of the attacks of a combatant whose odds can be asked.
    fn attacks(&self, combatant: Who) -> Vec<String>;
    /// What a single attack does.
    fn striking(&self) -> Striking;
    /// The odds of an attack; `None` if it cannot be made.
    ///
    /// # Errors
    /// When its dice take too much, and after an interrupt.
    fn odds(&self, strike: Strike, limits: Limits, interrupted: &dyn Fn() -> bool) -> Result<Option<Odds>, TooMany>;
}

/// The rules of a scenario, with their type known.
pub(crate) struct Compiled<R>(pub(crate) R);

impl<R: Ruleset> Fights for Compiled<R> {
    fn outline(&self) -> &Outline {
        self.0.outline()
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.0.derived(path)
    }

    fn never(&self) -> Vec<String> {
        self.0.never()
    }

    fn run(&self, plan: &Plan, watch: &Watch) -> Run {
        run(&self.0, plan, watch)
    }

    fn playable(&self) -> &dyn Playable {
        &self.0
    }

    fn recordable(&self) -> &dyn Recordable {
        &self.0
    }

    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run {
        run_recording(&self.0, plan, sink, watch)
    }

    fn solve(&self, name: &str, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved> {
        Ok(Report::exact(name, &self.0, &self.solution(budget, observer)?))
    }

    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
        exact::solve_on(&AllThreads, &self.0, budget, observer)
    }

    fn replay(&self, seed: Seed, index: EncounterIndex) -> Replay {
        replay(&self.0, seed, index)
    }

    fn find(
        &self,
        seed: Seed,
        encounters: u64,
        criterion: Criterion,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound> {
        find(&self.0, seed, 0..encounters, criterion, watch)
    }

    fn coverage(&self, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen {
        coverage(&self.0, seed, encounters, watch)
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.0.attacks(combatant)
    }

    fn striking(&self) -> Striking {
        R::STRIKING
    }

    fn odds(&self, strike: Strike, limits: Limits, interrupted: &dyn Fn() -> bool) -> Result<Option<Odds>, TooMany> {
        odds::odds(&self.0, strike, limits, interrupted)
    }
}

/// The same with accounts. Single fights are told and searched without them.
pub(crate) struct KeepsAccounts<R: Ruleset>(pub(crate) Accounted<R>);

impl<R: Ruleset> Fights for KeepsAccounts<R> {
    fn outline(&self) -> &Outline {
        self.0.outline()
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.0.derived(path)
    }

    fn never(&self) -> Vec<String> {
        self.0.never()
    }

    fn run(&self, plan: &Plan, watch: &Watch) -> Run {
        run(&self.0, plan, watch)
    }

    fn playable(&self) -> &dyn Playable {
        &self.0
    }

    fn recordable(&self) -> &dyn Recordable {
        &self.0
    }

    fn run_recording(&self, plan: &Plan, sink: &mut dyn Sink, watch: &Watch) -> Run {
        run_recording(&self.0, plan, sink, watch)
    }

    fn solve(&self, name: &str, budget: Budget, observer: &dyn Observer) -> Result<Report, Unsolved> {
        Ok(Report::exact(name, &self.0, &self.solution(budget, observer)?))
    }

    fn solution(&self, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
        exact::solve_on(&AllThreads, &self.0, budget, observer)
    }

    fn replay(&self, seed: Seed, index: EncounterIndex) -> Replay {
        replay(self.0.plain(), seed, index)
    }

    fn find(
        &self,
        seed: Seed,
        encounters: u64,
        criterion: Criterion,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound> {
        find(self.0.plain(), seed, 0..encounters, criterion, watch)
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.0.plain().attacks(combatant)
    }

    fn striking(&self) -> Striking {
        R::STRIKING
    }

    fn odds(&self, strike: Strike, limits: Limits, interrupted: &dyn Fn() -> bool) -> Result<Option<Odds>, TooMany> {
        odds::odds(self.0.plain(), strike, limits, interrupted)
    }

    fn coverage(&self, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen {
        coverage(self.0.plain(), seed, encounters, watch)
    }
}
