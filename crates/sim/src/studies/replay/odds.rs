//! The odds beside each step of a fight: how likely each side was to win before it and after it.
//!
//! If the fight is solved, the odds are exact: the values of its states. Otherwise they are estimated. After each step the rest of
//! the fight is played many times with dice of [branches](Seeded::branch), each with its Wilson interval. No branch shares dice
//! with another or with the fight, so that the estimates of two steps err independently of each other.

mod json;

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::event::Event;
use equipoise_engine::exact::{Budget, Chances, Observer, Unsolved, Values, is_open};
use equipoise_engine::{
    EncounterIndex, Moment, Outcome, Ruleset, Seed, Side, Silent, Trace, Who, Winner, Workspace, fight_by_steps,
    fight_from,
};
use serde::{Deserialize, Serialize};

use crate::kernel::batches::in_batches;
use crate::kernel::map::AllThreads;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::stats::interval::wilson;
use crate::studies::method::Method;
use crate::studies::report::Share;

/// Continuations in a batch at the most.
const BATCH: u64 = 512;

/// Swings that differ by no more than this are equal: that is the rounding error of exact odds.
const EQUAL: f64 = 1e-12;

/// The settings by which odds are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Continuations {
    /// The number of times that the rest of the fight is played after each step.
    pub continuations: u32,
    /// The confidence of every interval by itself, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The method by which the odds of a fight came about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OddsMethod {
    /// They are those of the exact solution.
    Exact {
        /// The number of its states.
        states: usize,
    },
    /// The rest of the fight was played after each step.
    Sample(Continuations),
}

/// The share of each [`Winner`], by its index.
pub type Shares = [Share; 4];

/// A step of a fight with the odds after it.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsStep {
    /// Its number, from 1.
    pub step: u32,
    /// The round in which it is; 0 is the set-up.
    pub round: u32,
    /// The ids of those in whose slots dice fell, in order; none where all dice belong to nobody alone.
    pub actors: Vec<String>,
    /// The lines of the replay that tell it.
    pub lines: Range<usize>,
    /// The odds after it; after the last step those of the winner are 1.
    pub odds: Shares,
    /// The change of the odds of the party by the step, in -1..=1.
    pub swing: f64,
}

/// The combatants whose step it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// One combatant: its id and side.
    One(String, Side),
    /// Several of one side.
    Several(Side),
    /// Combatants of both sides, or nobody alone.
    Both,
}

/// The swings of some steps, summed.
#[derive(Debug, Clone, PartialEq)]
pub struct Luck<T> {
    /// The steps that are summed: those of combatants, or of a round.
    pub of: T,
    /// The number of steps.
    pub steps: u32,
    /// The change of the odds of the party by all of them together.
    pub swing: f64,
}

/// The odds of a fight, from before its first die to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsByStep {
    /// The method by which they came about.
    pub method: OddsMethod,
    /// The odds before anything is rolled.
    pub start: Shares,
    /// Every step.
    pub steps: Vec<OddsStep>,
    /// By whose step it was: combatants in listed order, then several of a side, then both sides.
    pub by_actor: Vec<Luck<Whose>>,
    /// By round, from the set-up on.
    pub by_round: Vec<Luck<u32>>,
    /// The events of each line, as JSON.
    events: Vec<String>,
}

impl OddsByStep {
    /// The step of the largest swing, the earlier of two equal ones.
    pub fn turning_point(&self) -> &OddsStep {
        &self.steps[turning_point(self.steps.iter().map(|step| step.swing))]
    }

    /// Whether any step moved the odds of the party.
    pub fn turns(&self) -> bool {
        self.steps.iter().any(|step| step.swing.abs() > EQUAL)
    }

    /// The last step with odds of the party from 10 % to 90 % after it; `Some(0)` if only those before the first step were, `None` if
    /// none were.
    pub fn open_until(&self) -> Option<u32> {
        let is_open = |odds: &Shares| is_open(odds[Winner::Party.index()].share);
        let last = self.steps.iter().rev().find(|step| is_open(&step.odds)).map(|step| step.step);
        last.or_else(|| is_open(&self.start).then_some(0))
    }

    /// Whether a winner is possible at any moment, as far as the odds show it.
    pub fn is_possible(&self, winner: Winner) -> bool {
        let mut all = std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.odds));
        all.any(|odds| odds[winner.index()].share > EQUAL)
    }

    /// The odds of the party from before the first step to the end.
    pub fn party(&self) -> impl Iterator<Item = Share> + '_ {
        std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.odds)).map(|odds| odds[0])
    }
}

/// The index of the largest swing, of the earlier of two equal ones; 0 if there is none.
pub(super) fn turning_point(swings: impl Iterator<Item = f64>) -> usize {
    let (mut best, mut largest) = (0, f64::NEG_INFINITY);
    for (index, swing) in swings.enumerate() {
        if swing.abs() > largest + EQUAL {
            (best, largest) = (index, swing.abs());
        }
    }
    best
}

/// Counts the lines of a fight, and hears who acts.
#[derive(Default)]
struct Listener {
    lines: usize,
    acts: Vec<Who>,
    /// The number of acts until the last turn ended: those after it are the aftermath. `None` before the first turn ends.
    acts_of_turns: Option<usize>,
}

impl Trace for Listener {
    fn happens<E: Event>(&mut self, _: impl FnOnce() -> E) {
        self.lines += 1;
    }

    fn errs<E: Event>(&mut self, _: impl FnOnce() -> E) {
        self.lines += 1;
    }

    fn acts(&mut self, combatant: Who) {
        self.acts.push(combatant);
    }

    fn turn_ends(&mut self) {
        self.acts_of_turns = Some(self.acts.len());
    }
}

/// A moment before a step of a fight.
pub(crate) struct Before<S> {
    pub(crate) moment: Moment,
    pub(crate) state: S,
    /// The numbers of lines told and of acts until then.
    lines: usize,
    acts: usize,
}

impl<S> Before<S> {
    /// A moment of no told fight.
    pub(crate) const fn at(moment: Moment, state: S) -> Self {
        Self { moment, state, lines: 0, acts: 0 }
    }
}

/// A fight with the moment before each of its steps.
pub(crate) struct Followed<S> {
    pub(crate) outcome: Outcome,
    pub(crate) steps: Vec<Before<S>>,
    lines: usize,
    acts: Vec<Who>,
}

/// Plays an encounter step by step.
pub(crate) fn follow<R: Ruleset>(
    rules: &R,
    workspace: &mut Workspace<R>,
    seed: Seed,
    index: EncounterIndex,
) -> Followed<R::State> {
    let mut dice = Seeded::new(seed);
    dice.start(index);
    let (mut listener, mut steps) = (Listener::default(), Vec::new());
    let outcome = fight_by_steps(rules, workspace, &mut dice, &mut listener, |moment, state, _, listener| {
        let (lines, acts) = (listener.lines, listener.acts.len());
        steps.push(Before { moment, state: state.clone(), lines, acts });
    });
    if outcome.winner == Winner::Timeout {
        // The moment at which the limit ends the fight is before no step.
        steps.pop();
    }
    let Listener { lines, mut acts, acts_of_turns } = listener;
    // The aftermath moves no odds, and is nobody's step.
    acts.truncate(acts_of_turns.unwrap_or(acts.len()));
    Followed { outcome, steps, lines, acts }
}

/// The number of continuations that each winner won, for each of some moments.
pub(crate) type Counts = Vec<[u32; 4]>;

/// Plays the rest of a fight from each of some moments so many times, on the current rayon pool; `None` after an interrupt.
pub(crate) fn continued<R: Ruleset>(
    rules: &R,
    (seed, index): (Seed, EncounterIndex),
    steps: &[Before<R::State>],
    continuations: u32,
    watch: &Watch,
) -> Option<Counts> {
    let each = u64::from(continuations.max(1));
    let all = 0..each * steps.len() as u64;
    let make = || (Workspace::new(rules), Seeded::new(seed), vec![[0_u32; 4]; steps.len()]);
    let play = |(workspace, dice, counts): &mut (Workspace<R>, Seeded, Counts), batch: Range<u64>| {
        for number in batch {
            let (step, k) = ((number / each) as usize, (number % each) as u32);
            let winner = continue_once(rules, workspace, dice, index, &steps[step], k);
            counts[step][winner.index()] += 1;
        }
    };
    let mut counts = vec![[0; 4]; steps.len()];
    for (.., played) in in_batches(&all, BATCH, watch, make, play) {
        for (sums, played) in counts.iter_mut().zip(played) {
            sums.iter_mut().zip(played).for_each(|(sum, played)| *sum += played);
        }
    }
    let is_complete = counts.iter().all(|counts| counts.iter().map(|&count| u64::from(count)).sum::<u64>() == each);
    is_complete.then_some(counts)
}

/// The winner of the `k`-th continuation from a moment.
pub(crate) fn continue_once<R: Ruleset>(
    rules: &R,
    workspace: &mut Workspace<R>,
    dice: &mut Seeded,
    index: EncounterIndex,
    before: &Before<R::State>,
    k: u32,
) -> Winner {
    workspace.state.clone_from(&before.state);
    dice.branch(index, before.moment, k);
    fight_from(rules, workspace, before.moment, dice, &mut Silent, |_, _, _, _| {}).winner
}

/// The odds of an encounter after each step.
///
/// # Errors
/// If the exact solution is wanted and takes too much, and after an interrupt.
pub fn odds_by_step<R: Ruleset>(
    rules: &R,
    (seed, index): (Seed, EncounterIndex),
    method: &Method<Continuations>,
    events: Vec<String>,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<OddsByStep, Unsolved> {
    let followed = follow(rules, &mut Workspace::new(rules), seed, index);
    let exact = |budget: Budget| -> Result<(OddsMethod, Vec<Shares>), Unsolved> {
        let values = Values::up_to(followed.outcome.rounds, rules, budget, &AllThreads, observer)?;
        let value = |before: &Before<R::State>| values.at(before.moment, &before.state);
        let odds = followed.steps.iter().map(value).map(|value| exact_shares(value.expect("a moment of a fight")));
        Ok((OddsMethod::Exact { states: values.states() }, odds.collect()))
    };
    let sampled = |sampling: Continuations| -> Result<(OddsMethod, Vec<Shares>), Unsolved> {
        (watch.progress)(0);
        let counts = continued(rules, (seed, index), &followed.steps, sampling.continuations, watch);
        let shares = |counts: [u32; 4]| counts.map(|count| sampled_share(count, sampling));
        let odds = counts.ok_or(Unsolved::Interrupted)?.into_iter().map(shares).collect();
        Ok((OddsMethod::Sample(sampling), odds))
    };
    let (method, odds) = match *method {
        Method::Sample(sampling) => sampled(sampling)?,
        Method::Exact { limits } => exact(limits.into())?,
        Method::Auto { limits, sampling } => match exact(limits.into()) {
            Err(Unsolved::OverBudget { .. }) => sampled(sampling)?,
            found => found?,
        },
    };
    debug_assert_eq!(followed.lines, events.len(), "a replay tells the same fight");
    Ok(OddsByStep::of(rules, &followed, method, odds, events))
}

fn exact_shares(chances: Chances) -> Shares {
    // The rounding error of a sum may exceed 1.
    chances.map(|chance| Share { count: None, share: chance.clamp(0.0, 1.0), interval: None })
}

fn sampled_share(count: u32, Continuations { continuations, confidence }: Continuations) -> Share {
    let (count, all) = (u64::from(count), u64::from(continuations));
    Share { count: Some(count), share: count as f64 / all as f64, interval: Some(wilson(count, all, confidence)) }
}

impl OddsByStep {
    /// `odds` are those before each step.
    fn of<R: Ruleset>(
        rules: &R,
        followed: &Followed<R::State>,
        method: OddsMethod,
        odds: Vec<Shares>,
        events: Vec<String>,
    ) -> Self {
        let Followed { outcome, steps: before, lines, acts } = followed;
        let ended = Winner::ALL.map(|winner| f64::from(u8::from(winner == outcome.winner)));
        let start = odds[0];
        let mut after: Vec<Shares> = odds;
        after.remove(0);
        after.push(exact_shares(ended));
        let (mut steps, mut whose): (Vec<OddsStep>, Vec<Whose>) = (Vec::new(), Vec::new());
        let mut last = start;
        for (number, odds) in after.into_iter().enumerate() {
            let Before { moment, lines: first_line, acts: first_act, .. } = &before[number];
            let (end, acted) = match before.get(number + 1) {
                Some(next) => (next.lines, &acts[*first_act..next.acts]),
                None => (*lines, &acts[*first_act..]),
            };
            let mut actors: Vec<Who> = Vec::new();
            for &who in acted {
                if !actors.contains(&who) {
                    actors.push(who);
                }
            }
            whose.push(whose_step(rules, &actors));
            steps.push(OddsStep {
                step: number as u32 + 1,
                round: moment.round + u32::from(moment.is_round_over),
                actors: actors.iter().map(|who| rules.combatants()[who.index()].id.clone()).collect(),
                lines: *first_line..end,
                odds,
                swing: odds[0].share - last[0].share,
            });
            last = odds;
        }
        let (by_actor, by_round) = (by_actor(rules, &steps, &whose), by_round(&steps));
        Self { method, start, steps, by_actor, by_round, events }
    }
}

fn whose_step<R: Ruleset>(rules: &R, actors: &[Who]) -> Whose {
    let combatants = rules.combatants();
    let mut sides = actors.iter().map(|who| combatants[who.index()].side);
    match (actors, sides.next()) {
        ([who], Some(side)) => Whose::One(combatants[who.index()].id.clone(), side),
        (_, Some(side)) if sides.all(|other| other == side) => Whose::Several(side),
        _ => Whose::Both,
    }
}

fn by_actor<R: Ruleset>(rules: &R, steps: &[OddsStep], whose: &[Whose]) -> Vec<Luck<Whose>> {
    let one = rules.combatants().iter().map(|combatant| Whose::One(combatant.id.clone(), combatant.side));
    let all = one.chain(Side::ALL.map(Whose::Several)).chain([Whose::Both]);
    let sum = |of: Whose| {
        let its = || steps.iter().zip(whose).filter(|(_, whose)| **whose == of);
        let swing = its().map(|(step, _)| step.swing).sum();
        Luck { steps: its().count() as u32, swing, of }
    };
    all.map(sum).filter(|luck| luck.steps > 0).collect()
}

fn by_round(steps: &[OddsStep]) -> Vec<Luck<u32>> {
    let mut rounds: Vec<Luck<u32>> = Vec::new();
    for step in steps {
        match rounds.last_mut() {
            Some(luck) if luck.of == step.round => {
                luck.steps += 1;
                luck.swing += step.swing;
            }
            _ => rounds.push(Luck { of: step.round, steps: 1, swing: step.swing }),
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use equipoise_engine::each_system;
    use equipoise_engine::exact::solve;

    use super::*;
    use crate::samples::{Sample, samples};
    use crate::studies::method::Limits;
    use crate::studies::replay::{find_turning_point, replay};
    use crate::toy::Toy;

    const FEW: Continuations = Continuations { continuations: 50, confidence: 0.95 };

    fn limits() -> Limits {
        Limits::new(Some(30_000_000), Some(2000))
    }

    fn odds_of<R: Ruleset>(rules: &R, index: u64, method: Method<Continuations>) -> Option<OddsByStep> {
        let fight = (Seed(3), EncounterIndex(index));
        let events: Vec<String> = replay(rules, fight.0, fight.1).lines.into_iter().map(|line| line.event).collect();
        let lines = events.len();
        let found = odds_by_step(rules, fight, &method, events, &|| false, &Watch::none()).ok()?;
        // Every line of the replay is told by one step.
        let mut told = 0;
        for step in &found.steps {
            assert_eq!(step.lines.start, told, "encounter {index}");
            told = step.lines.end;
        }
        assert_eq!(told, lines, "encounter {index}");
        Some(found)
    }

    /// The swings of a fight, of the steps of each combatant and of each round add up to what the winner's odds gained.
    fn adds_up<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        for index in 0..5 {
            for method in [Method::Auto { limits: limits(), sampling: FEW }, Method::Sample(FEW)] {
                let found = odds_of(&rules, index, method).expect("nothing refuses it");
                let replay = replay(&rules, Seed(3), EncounterIndex(index));
                let won = f64::from(u8::from(replay.outcome.winner == Winner::Party));
                let expected = won - found.start[0].share;
                let sums = [
                    found.steps.iter().map(|step| step.swing).sum::<f64>(),
                    found.by_actor.iter().map(|luck| luck.swing).sum(),
                    found.by_round.iter().map(|luck| luck.swing).sum(),
                ];
                for sum in sums {
                    assert!((sum - expected).abs() < 1e-9, "{sum} is not {expected}");
                }
                let turning = found.turning_point();
                assert!(found.steps.iter().all(|step| step.swing.abs() <= turning.swing.abs() + EQUAL));
                let steps = found.steps.iter().take_while(|step| step.step < turning.step);
                assert!(
                    steps.into_iter().all(|step| step.swing.abs() < turning.swing.abs()),
                    "an earlier one is as large"
                );
                assert_eq!(found.steps.last().map(|step| step.round), Some(replay.outcome.rounds));
                assert_eq!(found.by_actor.iter().map(|luck| luck.steps).sum::<u32>() as usize, found.steps.len());
            }
        }
    }

    #[test]
    fn swings_add_up_to_the_end_in_every_system() {
        for sample in samples(2) {
            sample.enter(each_system!(adds_up));
        }
    }

    /// Exact odds begin with the solution; estimates lie about them. Over the 600 and some steps of 40 fights, |z| is
    /// below 5.5 except with a chance of 600 x 4e-8.
    #[test]
    fn estimates_lie_about_the_exact_odds() {
        let rules = Toy::new();
        let solution = solve(&rules, Budget::default(), &|| false).expect("a small game");
        let many = Continuations { continuations: 2000, confidence: 0.95 };
        let mut compared = 0;
        for index in 0..40 {
            let exact = odds_of(&rules, index, Method::Exact { limits: limits() }).expect("a small game");
            assert!(matches!(exact.method, OddsMethod::Exact { .. }));
            for winner in Winner::ALL {
                let difference = exact.start[winner.index()].share - solution.winners[winner.index()];
                assert!(difference.abs() < 1e-12);
            }
            let sampled = odds_of(&rules, index, Method::Sample(many)).expect("nothing refuses it");
            for (exact, sampled) in exact.party().zip(sampled.party()) {
                let sd = (exact.share * (1.0 - exact.share) / 2000.0).sqrt();
                assert!((exact.share - sampled.share).abs() <= 5.5 * sd + 1e-9, "{exact:?} {sampled:?}");
                compared += 1;
            }
        }
        assert!(compared > 100);
    }

    #[test]
    fn threads_do_not_change_the_odds_or_what_is_found() {
        let rules = Toy::new();
        let methods = [Method::Sample(FEW), Method::Exact { limits: limits() }];
        let found = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
            pool.install(|| {
                methods.map(|method| {
                    let turn = find_turning_point(&rules, Seed(3), 300, &method, &|| false, &Watch::none());
                    (odds_of(&rules, 7, method), turn)
                })
            })
        };
        assert_eq!(found(1), found(3));
    }

    /// The fight that is found has a swing that none before it reaches and none after it exceeds.
    #[test]
    fn the_largest_swing_is_found() {
        let rules = Toy::new();
        let method = Method::Exact { limits: limits() };
        let swing = |index| odds_of(&rules, index, method).expect("a small game").turning_point().swing.abs();
        let swings: Vec<f64> = (0..200).map(swing).collect();
        let found = find_turning_point(&rules, Seed(3), 200, &method, &|| false, &Watch::none());
        let EncounterIndex(index) = found.expect("a small game").expect("some fights");
        let best = swings[index as usize];
        assert!(swings.iter().all(|&swing| swing <= best + EQUAL));
        assert!(swings[..index as usize].iter().all(|&swing| swing < best));
        let none = find_turning_point(&rules, Seed(3), 0, &method, &|| false, &Watch::none());
        assert_eq!(none, Ok(Err(crate::studies::replay::NotFound::Empty)));
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        for method in [method, Method::Sample(FEW)] {
            let found = find_turning_point(&rules, Seed(3), 200, &method, &|| false, &interrupted);
            assert_eq!(found, Err(Unsolved::Interrupted));
        }
    }

    #[test]
    fn of_equal_swings_the_first_is_the_turning_point() {
        assert_eq!(turning_point([0.1, -0.3, 0.3, 0.2].into_iter()), 1);
        assert_eq!(turning_point([0.1, -0.3, 0.3 + 1e-15].into_iter()), 1);
        assert_eq!(turning_point(std::iter::empty()), 0);
    }
}
