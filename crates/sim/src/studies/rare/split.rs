//! Multilevel splitting with a fixed effort at each level (M. J. J. Garvels, "The splitting method in rare event simulation", 2000).
//!
//! A run begins as many fights as the effort says, and keeps those that reach the first level of importance, each in the state in which
//! it got there first. From these states as many fights are played on, and so from level to level, until the last of them either end with the event
//! or do not. The product of the portions that got on at each level is an estimate of the event's chance without a bias, whatever the
//! importance is: a fight that ends with the event has passed all levels, and one that ends without it none that it had not reached. For that the
//! levels must be fixed beforehand, which a pilot with dice of its own does; and each state must be played on equally often on average,
//! which an offset drawn for each level does (systematic resampling).
//!
//! Fights of one run share their beginnings, so that they do not tell how precise it is. Several runs, which share nothing, do.

use std::ops::ControlFlow;

use equipoise_engine::dice::{Dice, Seeded};
use equipoise_engine::{
    Counting, EncounterIndex, EndState, LeadHistory, Moment, Ruleset, Seed, Winner, Workspace, fight_until,
};

use super::importance::{Importance, Now};
use crate::kernel::quantity::{Cast, Reader};
use crate::kernel::run::Watch;
use crate::studies::condition::Condition;

/// The portion of fights that should get on at each level. Portions from 0.1 to 0.35 cost about the same.
const PORTION_MAX: f64 = 0.35;
/// The portion that ends with the event from which the last level is found.
const LAST: f64 = 0.1;
/// The portion of whole fights with the event from which it is not rare.
pub(super) const NOT_RARE: f64 = 0.01;
/// The least number of fights of the pilot that show a level to be within reach.
const SHOWN: usize = 8;
/// There are no more levels.
const LEVELS_MAX: usize = 200;
/// The first encounter of the pilot, which has no dice of the runs.
const PILOT: u64 = 1 << 62;
/// A step that no fight comes to: dice of branches from it choose among states.
const CHOICE: u32 = u32::MAX;

/// The event whose chance is estimated: that an encounter fulfils a condition.
pub(super) struct Event<'a, R> {
    pub(super) rules: &'a R,
    pub(super) cast: &'a Cast,
    pub(super) condition: &'a Condition,
    /// `None` if nothing leads to it.
    pub(super) importance: Option<&'a Importance>,
    pub(super) seed: Seed,
}

/// A fight between two steps, in which it may be played on.
#[derive(Clone)]
struct Entrance<S> {
    index: EncounterIndex,
    moment: Moment,
    state: S,
    trace: Counting,
    /// Up to the round before this moment.
    lead: LeadHistory,
}

/// The point at which a fight passed a level.
#[derive(Clone)]
enum Passed<S> {
    /// It reached the level.
    Level(Entrance<S>),
    /// It ended with the event.
    Event,
}

/// The moments at which a fight came nearer to the event than ever, with their importance.
type Approach<S> = Vec<(f64, Entrance<S>)>;

/// A fight of the pilot.
struct Tried<S> {
    approach: Approach<S>,
    /// Whether it ended with the event.
    happened: bool,
}

impl<S> Tried<S> {
    /// The importance of the nearest moment: beyond all levels if it ended with the event. `None` if it came no nearer than its beginning.
    fn nearest(&self) -> Option<f64> {
        if self.happened { Some(f64::INFINITY) } else { self.approach.last().map(|(importance, _)| *importance) }
    }

    /// The point at which it first passed a level; `None` if it did not.
    fn passed(self, level: f64) -> Option<Passed<S>> {
        let reached = self.approach.into_iter().find(|(importance, _)| *importance >= level);
        reached.map(|(_, entrance)| Passed::Level(entrance)).or(self.happened.then_some(Passed::Event))
    }
}

/// The levels of importance, in ascending order; behind the last comes the event.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Levels {
    pub(super) ascending: Vec<f64>,
    /// The number of whole fights of the pilot that ended with the event.
    pub(super) happened: u64,
    /// Whether they show that it is not rare.
    pub(super) is_common: bool,
    /// The mean number of steps of a whole fight.
    pub(super) steps_of_a_fight: f64,
    /// The steps of all fights of the pilot.
    pub(super) steps: u64,
}

/// The counts of one run.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Run {
    /// For each level, and then for the event: how many fights passed it. Shorter if none did.
    pub(super) passed: Vec<u64>,
    /// The steps that were played.
    pub(super) steps: u64,
}

/// A fight that ended or was broken off.
struct Played {
    /// The steps of it.
    steps: u64,
    /// Whether it ended with the event; `None` if it was broken off.
    happened: Option<bool>,
}

/// A player of fights of an event, with memory that is used again.
pub(super) struct Player<'a, R: Ruleset> {
    event: &'a Event<'a, R>,
    dice: Seeded,
    workspace: Workspace<R>,
    trace: Counting,
    ends: Vec<EndState>,
    reader: Reader<'a>,
}

impl<'a, R: Ruleset> Player<'a, R> {
    pub(super) fn new(event: &'a Event<'a, R>) -> Self {
        Self {
            event,
            dice: Seeded::new(event.seed),
            workspace: Workspace::new(event.rules),
            trace: Counting::new(event.rules.metrics().len()),
            ends: Vec::new(),
            reader: Reader::new(event.cast),
        }
    }

    /// Plays a fight from its beginning, or on from an entrance with the dice of its `k`-th branch. `reached` sees the importance
    /// before each step, with a way to keep the moment, and says whether to break off.
    fn play(
        &mut self,
        from: Result<&Entrance<R::State>, EncounterIndex>,
        k: u32,
        mut reached: impl FnMut(f64, &dyn Fn() -> Entrance<R::State>) -> bool,
    ) -> Played {
        let Self { event, dice, workspace, trace, ends, reader } = self;
        let rules = event.rules;
        let (index, moment, mut lead) = match from {
            Ok(entrance) => {
                workspace.state.clone_from(&entrance.state);
                trace.clone_from(&entrance.trace);
                dice.branch(entrance.index, entrance.moment, k);
                (entrance.index, entrance.moment, entrance.lead)
            }
            Err(index) => {
                rules.reset(&mut workspace.state);
                trace.reset();
                dice.start(index);
                (index, Moment::START, LeadHistory::default())
            }
        };
        let mut steps = 0;
        let watch = |moment: Moment, state: &R::State, _: &Seeded, trace: &Counting| {
            let now = Now { state, round: moment.round, counts: trace.counts() };
            // Within the set-up a state may not say yet who fights.
            let is_set_up = moment.round > 0 || moment.is_round_over;
            let importance = event.importance.filter(|_| is_set_up).map_or(0.0, |leading| leading.at(rules, &now));
            let entrance = || Entrance { index, moment, state: state.clone(), trace: trace.clone(), lead };
            if reached(importance, &entrance) {
                return ControlFlow::Break(());
            }
            if moment.is_round_over {
                lead.watch(rules.balance(state));
            }
            steps += 1;
            ControlFlow::Continue(())
        };
        let outcome = match fight_until(rules, workspace, moment, dice, trace, watch) {
            ControlFlow::Break(()) => return Played { steps, happened: None },
            ControlFlow::Continue(outcome) => outcome,
        };
        if outcome.winner != Winner::Timeout {
            lead.watch(rules.balance(&workspace.state));
        }
        ends.clear();
        ends.extend(rules.end_states(&workspace.state));
        let ended = reader.read(outcome, ends, trace.counts(), lead);
        Played { steps, happened: Some(event.condition.holds(|quantity| ended.number(quantity))) }
    }

    /// Finds levels by a pilot of so many fights at each; `None` after an interrupt.
    pub(super) fn find_levels(&mut self, effort: u32, watch: &Watch) -> Option<Levels> {
        let mut found = Levels::default();
        let mut starts: Vec<Passed<R::State>> = Vec::new();
        let mut at = f64::NEG_INFINITY;
        for stage in 0..=LEVELS_MAX as u32 {
            let mut fights: Vec<Tried<R::State>> = Vec::new();
            for j in 0..effort {
                if (watch.interrupted)() {
                    return None;
                }
                let start = if stage == 0 { None } else { starts.get(j as usize * starts.len() / effort as usize) };
                let index = EncounterIndex(PILOT + u64::from(j));
                let (tried, steps) = self.try_on(start, index, stage * effort + j, at);
                found.steps += steps;
                fights.push(tried);
            }
            let all = f64::from(effort);
            let happened = fights.iter().filter(|tried| tried.happened).count();
            if stage == 0 {
                found.steps_of_a_fight = found.steps as f64 / all;
                found.happened = happened as u64;
                found.is_common = happened as f64 >= NOT_RARE * all;
            }
            let is_last = found.is_common || happened as f64 >= LAST * all;
            let level = next_level(&fights).filter(|_| !is_last);
            let Some(level) = level.filter(|_| found.ascending.len() < LEVELS_MAX) else { break };
            starts = fights.into_iter().filter_map(|tried| tried.passed(level)).collect();
            at = level;
            found.ascending.push(level);
        }
        Some(found)
    }

    /// Plays a fight of the pilot to its end, from where another passed the level `at`, or else from its beginning. Also returns
    /// how many steps it took.
    fn try_on(
        &mut self,
        start: Option<&Passed<R::State>>,
        index: EncounterIndex,
        k: u32,
        at: f64,
    ) -> (Tried<R::State>, u64) {
        let from = match start {
            None => Err(index),
            Some(Passed::Level(entrance)) => Ok(entrance),
            Some(Passed::Event) => return (Tried { approach: Vec::new(), happened: true }, 0),
        };
        let (mut approach, mut nearest) = (Vec::new(), at);
        let played = self.play(from, k, |importance, entrance| {
            if importance > nearest {
                nearest = importance;
                approach.push((importance, entrance()));
            }
            false
        });
        (Tried { approach, happened: played.happened == Some(true) }, played.steps)
    }

    /// Plays a run: as many fights as the effort says at each level. `None` after an interrupt.
    pub(super) fn run(&mut self, number: u64, effort: u32, levels: &[f64], watch: &Watch) -> Option<Run> {
        let mut run = Run::default();
        let mut starts: Vec<Passed<R::State>> = Vec::new();
        let first = number * u64::from(effort);
        for stage in 0..=levels.len() {
            let offset = if stage == 0 { 0 } else { self.offset(first, stage as u32, starts.len() as u32) };
            let (target, mut passing, mut passed) = (levels.get(stage), Vec::new(), 0);
            for j in 0..effort {
                if (watch.interrupted)() {
                    return None;
                }
                // Each start has an equal part of the positions, which lie `starts.len()` apart.
                let chosen = (u64::from(j) * starts.len() as u64 + u64::from(offset)) / u64::from(effort);
                let from = match starts.get(chosen as usize) {
                    None => Err(EncounterIndex(first + u64::from(j))),
                    Some(Passed::Level(entrance)) => Ok(entrance),
                    Some(Passed::Event) => {
                        passed += 1;
                        passing.push(Passed::Event);
                        continue;
                    }
                };
                let mut reached = None;
                let played = self.play(from, stage as u32 * effort + j, |importance, entrance| {
                    let is_there = target.is_some_and(|target| importance >= *target);
                    if is_there {
                        reached = Some(entrance());
                    }
                    is_there
                });
                run.steps += played.steps;
                let on = match played.happened {
                    Some(happened) => happened.then_some(Passed::Event),
                    None => reached.map(Passed::Level),
                };
                passed += u64::from(on.is_some());
                passing.extend(on.filter(|_| target.is_some()));
            }
            run.passed.push(passed);
            if passed == 0 {
                break;
            }
            starts = passing;
        }
        Some(run)
    }

    /// A number below `starts`, evenly drawn for each level of each run.
    fn offset(&mut self, first: u64, stage: u32, starts: u32) -> u32 {
        let moment = Moment { step: CHOICE, round: 0, is_round_over: false };
        self.dice.branch(EncounterIndex(first), moment, stage);
        self.dice.die(starts) - 1
    }
}

/// The next level: the lowest that no more than [`PORTION_MAX`] of the fights pass, or, if too few fights show one, the highest that enough of them
/// pass. `None` if none of them came nearer.
fn next_level<S>(fights: &[Tried<S>]) -> Option<f64> {
    let mut nearest: Vec<f64> = fights.iter().filter_map(Tried::nearest).collect();
    nearest.sort_by(|one, other| other.total_cmp(one));
    // By value from above, with the number of fights that pass it.
    let mut values: Vec<(f64, usize)> = Vec::new();
    for (index, &value) in nearest.iter().enumerate() {
        match values.last_mut() {
            Some((last, count)) if last.total_cmp(&value).is_eq() => *count = index + 1,
            _ => values.push((value, index + 1)),
        }
    }
    let most = (PORTION_MAX * fights.len() as f64) as usize;
    let shown = values.iter().filter(|(value, count)| value.is_finite() && *count >= SHOWN);
    let of_few = shown.clone().rfind(|(_, count)| *count <= most);
    // A level that almost all pass costs as much as any, and wins nothing.
    let of_many = shown.clone().find(|(_, count)| *count > most && *count < fights.len() * 9 / 10);
    of_few.or(of_many).map(|(value, _)| *value)
}
