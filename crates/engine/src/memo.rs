//! Fights without the rules: what turns come to is remembered, so that the same turn of the same state need not be worked out
//! twice.
//!
//! Where the states of a fight are few, almost every turn was played before. Its dice are rolled as ever, and a table says what
//! their results come to. The rules fill the table as fights reach turns that it does not know; no rule stands anywhere else.

mod course;
mod ledger;

use std::ops::Range;

use self::course::Course;
use self::ledger::{Ledger, Summary, Turns};
use crate::dice::{Dice, Link, Memorizing, Remembered, Seeded, Stop, Walk};
use crate::lead::{Balance, LeadHistory};
use crate::numbered::Numbered;
use crate::outcome::{Outcome, Winner};
use crate::rng::EncounterIndex;
use crate::ruleset::{Fight, Progress, Ruleset, Workspace, fight_watched};
use crate::trace::{Counting, Counts, Trace};

/// A turn is learnt together with so many after it at most.
const TURNS_AHEAD: u32 = 16;

/// The opening is the first state.
const OPENING: u32 = 0;

/// Fights that are walked along side by side: while one waits for memory or for its dice, a processor can go on with another.
const FIGHTS: usize = 8;

/// A state between two turns or two steps of the set-up, with the number of the round as far as rules may know it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node<S> {
    round: u32,
    state: S,
}

/// A fight in progress.
#[derive(Debug, Clone)]
struct Lane {
    walk: Walk,
    index: EncounterIndex,
    course: Course,
    is_over: bool,
}

impl Lane {
    /// Begins another fight.
    #[inline(always)]
    fn begin(&mut self, walk: Walk, index: EncounterIndex) {
        (self.walk, self.index) = (walk, index);
        self.course.restart();
    }
}

/// A fight that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended<'a, S> {
    /// Which encounter it was.
    pub index: EncounterIndex,
    /// How it ended.
    pub outcome: Outcome,
    /// The number of its [ending](Memo::ending), where it is one of those that are remembered.
    pub ending: Option<u32>,
    /// Its last state.
    pub state: &'a S,
    /// Its metrics.
    pub counts: Amounts<'a>,
    /// The course of its lead.
    pub lead: &'a LeadHistory,
}

/// The metrics of a fight, in report order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amounts<'a> {
    /// Of a fight without any of [rounds](crate::MetricUnit::Rounds): a byte each, and zeros behind the last.
    Bytes(&'a [[u8; 8]]),
    /// Each of them.
    Words(&'a [u32]),
}

impl Amounts<'_> {
    /// The amounts of so many metrics, which are all there are.
    pub fn to_vec(self, metrics: usize) -> Vec<u32> {
        match self {
            Self::Bytes(bytes) => bytes.as_flattened()[..metrics].iter().copied().map(u32::from).collect(),
            Self::Words(words) => words.to_vec(),
        }
    }
}

/// The turns that were played so far, for one scenario; it belongs to one thread.
pub struct Memo<R: Ruleset> {
    remembered: Remembered,
    /// By number of a state, the first step of its turn.
    roots: Vec<u32>,
    states: Numbered<Node<R::State>>,
    /// By number of an ending, its step.
    ends: Vec<u32>,
    /// Winner, lead when the fight was decided, and last state.
    endings: Numbered<(Winner, i32, R::State)>,
    ledger: Ledger,
    /// Where turns are played that are not known, and fights that cannot be.
    workspace: Workspace<R>,
    trace: Counting<R::Counts>,
    state_bytes: usize,
    bytes_max: usize,
    rounds_max: u32,
    usage: Usage,
}

/// How often a memo had the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Turns that were known.
    pub known: u64,
    /// Turns that the rules had to play.
    pub played: u64,
    /// Fights that were left to the rules.
    pub fights: u64,
}

impl<R: Ruleset> Memo<R> {
    /// A memo of nothing, which takes about `bytes_max` bytes at most: beyond that it learns no more.
    pub fn new(rules: &R, bytes_max: usize) -> Self {
        let mut memo = Self {
            remembered: Remembered::new(),
            roots: Vec::new(),
            states: Numbered::new(),
            ends: Vec::new(),
            endings: Numbered::new(),
            ledger: Ledger::new(rules.metrics().len()),
            workspace: Workspace::new(rules),
            trace: Counting::new(rules.counts()),
            state_bytes: rules.state_bytes() + Numbered::<Node<R::State>>::OVERHEAD,
            bytes_max,
            rounds_max: rules.rounds_max(),
            usage: Usage::default(),
        };
        memo.root(&Node { round: 0, state: rules.opening().clone() });
        memo
    }

    /// Plays encounters of a run, each as [`fight_watched`] would, and shows `ended` each of them when it is over: not in their order.
    pub fn fights(
        &mut self,
        rules: &R,
        dice: &Seeded,
        indices: Range<u64>,
        mut ended: impl FnMut(&Ended<'_, R::State>),
    ) {
        let mut dice = dice.clone();
        let mut left = indices.map(EncounterIndex);
        let begun = left.by_ref().take(FIGHTS);
        let mut lanes: Vec<Lane> = begun.map(|index| self.lane(&dice, index)).collect();
        while !lanes.is_empty() {
            let mut is_any_over = false;
            for lane in &mut lanes {
                if self.advance(lane) || !self.stop(rules, &mut dice, lane, &mut ended) {
                    continue;
                }
                let next = left.next();
                lane.is_over = next.is_none();
                is_any_over |= lane.is_over;
                if let Some(index) = next {
                    lane.begin(self.opening(&dice, index), index);
                }
            }
            if is_any_over {
                lanes.retain(|lane| !lane.is_over);
            }
        }
    }

    /// A fight that begins.
    fn lane(&self, dice: &Seeded, index: EncounterIndex) -> Lane {
        Lane { walk: self.opening(dice, index), index, course: Course::new(), is_over: false }
    }

    #[inline(always)]
    fn opening(&self, dice: &Seeded, index: EncounterIndex) -> Walk {
        Walk::new(dice.encounter(index), self.roots[OPENING as usize])
    }

    /// Goes along a draw of a fight; false where that cannot be.
    #[inline(always)]
    fn advance(&self, lane: &mut Lane) -> bool {
        let Some(link) = self.remembered.advance(&mut lane.walk) else { return false };
        lane.course.add(link.turns());
        lane.walk.round <= self.rounds_max
    }

    /// Whether a fight that goes no further is over; otherwise it can go on.
    #[inline(never)]
    fn stop(
        &mut self,
        rules: &R,
        dice: &mut Seeded,
        lane: &mut Lane,
        ended: &mut impl FnMut(&Ended<'_, R::State>),
    ) -> bool {
        let rounds = lane.walk.round;
        match self.remembered.stop(&lane.walk) {
            Stop::End(ending) if rounds <= self.rounds_max => {
                let Summary { played, mut lead } = self.ledger.sum_up(lane.course.numbers());
                self.usage.known += played;
                let (winner, final_lead, state) = self.endings.value(ending);
                lead.watch(Balance::of(*final_lead));
                let outcome = Outcome { winner: *winner, rounds };
                let counts = self.ledger.counts();
                ended(&Ended { index: lane.index, outcome, ending: Some(ending), state, counts, lead: &lead });
            }
            Stop::Unknown(state) if rounds <= self.rounds_max && self.bytes() <= self.bytes_max => {
                dice.start(lane.index);
                (0..rounds).for_each(|_| dice.next_round());
                self.learn(rules, state, rounds, dice.clone(), TURNS_AHEAD);
                lane.walk.restart_turn(self.roots[state as usize]);
                return false;
            }
            _ => self.play(rules, dice, lane.index, ended),
        }
        true
    }

    /// Lets the rules play a whole fight: one that cannot be remembered, or that nobody wins. What was entered and not rolled in
    /// is not remembered, so that a fight cannot be left to the rules halfway.
    #[inline(never)]
    fn play(
        &mut self,
        rules: &R,
        dice: &mut Seeded,
        index: EncounterIndex,
        ended: &mut impl FnMut(&Ended<'_, R::State>),
    ) {
        self.usage.fights += 1;
        dice.start(index);
        self.trace.reset();
        let mut lead = LeadHistory::default();
        let watch = |state: &R::State| lead.watch(rules.balance(state));
        let outcome = fight_watched(rules, &mut self.workspace, dice, &mut self.trace, watch);
        let counts = Amounts::Words(self.trace.counts());
        ended(&Ended { index, outcome, ending: None, state: &self.workspace.state, counts, lead: &lead });
    }

    /// Who wins with an ending of this number, and the last state.
    pub fn ending(&self, number: usize) -> (Winner, &R::State) {
        let (winner, _, state) = self.endings.value(number as u32);
        (*winner, state)
    }

    /// How often it had the answer so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.remembered.bytes() + (self.states.len() + self.endings.len()) * self.state_bytes + self.ledger.bytes()
    }

    /// The first step of the turn of a state.
    fn root(&mut self, node: &Node<R::State>) -> u32 {
        let number = self.states.number(node);
        if number as usize == self.roots.len() {
            self.roots.push(self.remembered.root(number));
        }
        self.roots[number as usize]
    }

    /// The step of an ending.
    fn end(&mut self, ending: &(Winner, i32, R::State)) -> u32 {
        let number = self.endings.number(ending);
        if number as usize == self.ends.len() {
            self.ends.push(self.remembered.ending(number));
        }
        self.ends[number as usize]
    }

    /// Lets the rules play the turn of a state along dice that are not known.
    #[inline(never)]
    fn learn(&mut self, rules: &R, state: u32, round: u32, dice: Seeded, ahead: u32) {
        self.usage.played += 1;
        let node = self.states.get(state as usize);
        let Self { workspace: Workspace { state: played, scratch }, remembered, roots, .. } = self;
        played.clone_from(&node.state);
        let mut dice = Memorizing::new(dice, remembered, roots[state as usize], state == OPENING);
        let mut trace = Counted { counted: Counting::new(rules.counts()), of_round: Vec::new() };
        let mut turn = Fight { rules, state: played, scratch, round: node.round, dice: &mut dice, trace: &mut trace };
        let progress = if round == 0 { R::set_up(&mut turn) } else { R::turn(&mut turn) };
        let lead = rules.lead(turn.state);
        if let Progress::Won(_) = progress {
            R::finish(&mut turn);
        }
        let (path, dice) = dice.into_path();
        let turns = Turns {
            played: 1,
            lead: (progress == Progress::RoundOver).then_some(lead),
            amounts: trace.counted.counts().to_vec(),
            of_round: trace.of_round,
        };
        let link = (!path.is_opaque() && turns.fits()).then(|| {
            let link = self.link_of_turn(rules, (progress, lead), round, &turns);
            self.with_turn_after(rules, link, round, dice, ahead)
        });
        self.remembered.end(path.edge(), link);
    }

    /// A link together with that of the turn after it, where that one rolls no dice.
    fn with_turn_after(&mut self, rules: &R, link: Link, round: u32, dice: Seeded, ahead: u32) -> Link {
        if link.ends_round() {
            return link;
        }
        if let Some(state) = self.remembered.unknown_state(link.next()).filter(|_| ahead > 0) {
            self.learn(rules, state, round, dice, ahead - 1);
        }
        let Some(after) = self.remembered.link_without_dice(link.next()) else { return link };
        let turns = self.ledger.number_of_both(link.turns(), after.turns());
        turns.map_or(link, |turns| Link::new(after.next(), turns, after.ends_round()))
    }

    /// Where a turn leads that was played in the workspace.
    fn link_of_turn(&mut self, rules: &R, (progress, lead): (Progress, i32), round: u32, turns: &Turns) -> Link {
        let state = self.workspace.state.clone();
        let node = |round: u32, state| Node { round: round.min(rules.rounds_known().saturating_add(1)), state };
        let next = match progress {
            Progress::NextTurn => self.root(&node(round, state)),
            Progress::RoundOver => self.root(&node(round + 1, state)),
            Progress::Won(winner) => self.end(&(winner, lead, state)),
        };
        Link::new(next, self.ledger.number(turns), progress == Progress::RoundOver)
    }
}

/// What a turn counts.
struct Counted<C> {
    counted: Counting<C>,
    /// The metrics to which the number of the round was added.
    of_round: Vec<u32>,
}

impl<C: Counts> Trace for Counted<C> {
    const HEARS_RULES: bool = false;

    fn count(&mut self, metric: usize, amount: u32) {
        self.counted.count(metric, amount);
    }

    fn count_round(&mut self, metric: usize) {
        self.of_round.push(metric as u32);
    }
}

#[cfg(test)]
mod tests;
