//! Fights without the rules: what turns come to is remembered, so that the same turn of the same state need not be worked out
//! twice.
//!
//! Where the states of a fight are few, almost every turn was played before. Its dice are rolled as ever, and a table says what
//! their results come to. The rules fill the table as fights reach turns that it does not know; no rule stands anywhere else.

use std::ops::Range;

use crate::dice::{Clock, Dice, Link, Memorizing, Remembered, Seeded, Stop, Walk};
use crate::lead::LeadHistory;
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
const FIGHTS: usize = 4;

/// A state between two turns or two steps of the set-up, with the number of the round as far as rules may know it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node<S> {
    round: u32,
    state: S,
}

/// What a turn has counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Counted {
    /// By metric, what it adds.
    amounts: Vec<u32>,
    /// The metrics to which the number of the round is added, each as often as it is.
    of_round: Vec<u32>,
}

impl Counted {
    /// Whether it can be added up without rules.
    fn fits(&self) -> bool {
        self.amounts.iter().all(|&amount| amount <= AMOUNT_MAX)
    }

    /// With what was counted after it.
    fn and(&self, after: &Self) -> Self {
        let amounts = self.amounts.iter().zip(&after.amounts).map(|(first, second)| first + second);
        Self { amounts: amounts.collect(), of_round: [&*self.of_round, &*after.of_round].concat() }
    }
}

/// The most that a turn can add to a metric: small enough that the sums of a hundred turns fit.
const AMOUNT_MAX: u32 = 1 << 9;

/// Sums of some metrics, added at once.
type Sums = [u16; 32];

/// Whether a number of what a turn has counted says that numbers of rounds are added, too.
const OF_ROUND: u32 = 1 << 31;

/// A fight in progress.
#[derive(Debug, Clone)]
struct Lane {
    walk: Walk,
    index: EncounterIndex,
    /// What it has counted, by metric.
    sums: Box<[Sums]>,
    /// Numbers of rounds that were added.
    rounds_added: u32,
    lead: LeadHistory,
    is_over: bool,
}

impl Lane {
    /// Begins another fight.
    #[inline(always)]
    fn begin(&mut self, walk: Walk, index: EncounterIndex) {
        (self.walk, self.index, self.rounds_added, self.lead) = (walk, index, 0, LeadHistory::default());
        self.sums.fill(Sums::default());
    }
}

/// A fight that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended<'a, S> {
    /// Which encounter it was.
    pub index: EncounterIndex,
    /// How it ended.
    pub outcome: Outcome,
    /// Its last state.
    pub state: &'a S,
    /// Its metrics, in report order.
    pub counts: &'a [u32],
    /// The course of its lead.
    pub lead: &'a LeadHistory,
}

/// The turns that were played so far, for one scenario; it belongs to one thread.
pub struct Memo<R: Ruleset> {
    remembered: Remembered,
    /// By number of a state, the first step of its turn.
    roots: Vec<u32>,
    states: Numbered<Node<R::State>>,
    /// By step, the lead in the state whose turn it begins; 0 for other steps.
    leads: Vec<i16>,
    /// By number of an ending, its step.
    ends: Vec<u32>,
    /// Winner, lead when the fight was decided, and last state.
    endings: Numbered<(Winner, i32, R::State)>,
    counted: Numbered<Counted>,
    /// What turns have counted, as it is added.
    amounts: Vec<Sums>,
    /// How many sums a fight has.
    width: usize,
    /// The most that a turn adds to a metric.
    amount_max: u32,
    /// Where turns are played that are not known, and fights that cannot be.
    workspace: Workspace<R>,
    trace: Counting<R::Counts>,
    /// Bytes of a state, and of what a turn has counted.
    state_bytes: usize,
    counted_bytes: usize,
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
        let metrics = rules.metrics().len();
        let width = metrics.div_ceil(size_of::<Sums>() / size_of::<u16>()).max(1);
        let mut memo = Self {
            remembered: Remembered::new(),
            roots: Vec::new(),
            states: Numbered::new(),
            leads: Vec::new(),
            ends: Vec::new(),
            endings: Numbered::new(),
            counted: Numbered::new(),
            amounts: Vec::new(),
            width,
            amount_max: 0,
            workspace: Workspace::new(rules),
            trace: Counting::new(rules.counts()),
            state_bytes: rules.state_bytes() + Numbered::<Node<R::State>>::OVERHEAD,
            counted_bytes: Numbered::<Counted>::OVERHEAD
                + 4 * metrics
                + 2 * size_of::<Counted>()
                + width * size_of::<Sums>(),
            bytes_max,
            rounds_max: rules.rounds_max(),
            usage: Usage::default(),
        };
        let nothing = memo.amounts_of(&Counted { amounts: vec![0; metrics], of_round: Vec::new() });
        debug_assert_eq!(nothing, 0, "what is counted within a turn");
        memo.root(rules, &Node { round: 0, state: rules.opening().clone() });
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
        let sums = vec![Sums::default(); self.width].into_boxed_slice();
        let walk = self.opening(dice, index);
        Lane { walk, index, sums, rounds_added: 0, lead: LeadHistory::default(), is_over: false }
    }

    #[inline(always)]
    fn opening(&self, dice: &Seeded, index: EncounterIndex) -> Walk {
        Walk::new(dice.encounter(index), self.roots[OPENING as usize])
    }

    /// Goes along a draw of a fight; false where that cannot be.
    #[inline(always)]
    fn advance(&self, lane: &mut Lane) -> bool {
        let round = lane.walk.clock.rounds();
        let Some(counted) = self.remembered.advance(&mut lane.walk) else { return false };
        for (sums, amounts) in lane.sums.iter_mut().zip(&self.amounts[(counted & !OF_ROUND) as usize..]) {
            // Copies share no memory, so that all of them are added at once.
            let (before, added) = (*sums, *amounts);
            *sums = std::array::from_fn(|index| before[index].wrapping_add(added[index]));
        }
        if counted & OF_ROUND != 0 {
            self.add_rounds(lane, counted, round);
        }
        if lane.walk.clock.rounds() > round {
            lane.lead.watch(self.leads[lane.walk.step() as usize].into());
        }
        lane.walk.clock.rounds() <= self.rounds_max
    }

    /// Adds the number of the round to the metrics of what was counted.
    #[inline(never)]
    fn add_rounds(&self, lane: &mut Lane, counted: u32, round: u32) {
        let sums = lane.sums.as_flattened_mut();
        for &metric in &self.counted.value(self.number_of(counted)).of_round {
            sums[metric as usize] = sums[metric as usize].wrapping_add(round as u16);
            lane.rounds_added += 1;
        }
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
        let rounds = lane.walk.clock.rounds();
        match self.remembered.stop(&lane.walk) {
            Stop::End(ending) if self.has_summed_up(lane) => {
                self.usage.known += u64::from(lane.walk.clock.turns());
                self.trace.replace(lane.sums.as_flattened());
                let (winner, lead, state) = self.endings.value(ending);
                lane.lead.watch(*lead);
                let outcome = Outcome { winner: *winner, rounds };
                ended(&Ended { index: lane.index, outcome, state, counts: self.trace.counts(), lead: &lane.lead });
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

    /// Whether no sum of a fight can have been too large.
    fn has_summed_up(&self, lane: &Lane) -> bool {
        let [turns, rounds] = [lane.walk.clock.turns(), lane.walk.clock.rounds()].map(u64::from);
        let sum_max = turns * u64::from(self.amount_max) + u64::from(lane.rounds_added) * rounds;
        u16::try_from(sum_max).is_ok()
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
        let watch = |state: &R::State| lead.watch(rules.lead(state));
        let outcome = fight_watched(rules, &mut self.workspace, dice, &mut self.trace, watch);
        ended(&Ended { index, outcome, state: &self.workspace.state, counts: self.trace.counts(), lead: &lead });
    }

    /// How often it had the answer so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.remembered.bytes()
            + (self.states.len() + self.endings.len()) * self.state_bytes
            + self.counted.len() * self.counted_bytes
            + size_of_val(&*self.leads)
    }

    /// The first step of the turn of a state.
    fn root(&mut self, rules: &R, node: &Node<R::State>) -> u32 {
        let number = self.states.number(node);
        if number as usize == self.roots.len() {
            let step = self.remembered.root(number);
            self.roots.push(step);
            self.leads.resize(step as usize + 1, 0);
            self.leads[step as usize] = rules.lead(&node.state) as i16;
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

    /// The index of the amounts of what a turn has counted, and whether it counts rounds.
    fn amounts_of(&mut self, counted: &Counted) -> u32 {
        let index = self.counted.number(counted) as usize * self.width;
        if index == self.amounts.len() {
            self.amount_max = counted.amounts.iter().copied().chain([self.amount_max]).max().unwrap_or(0);
            self.amounts.resize(index + self.width, Sums::default());
            for (sum, amount) in self.amounts[index..].as_flattened_mut().iter_mut().zip(&counted.amounts) {
                *sum = *amount as u16;
            }
        }
        index as u32 | if counted.of_round.is_empty() { 0 } else { OF_ROUND }
    }

    /// The number of what a turn has counted, by the [index of its amounts](Self::amounts_of).
    fn number_of(&self, counted: u32) -> u32 {
        (counted & !OF_ROUND) / self.width as u32
    }

    /// Lets the rules play the turn of a state along dice that are not known.
    #[inline(never)]
    fn learn(&mut self, rules: &R, state: u32, round: u32, dice: Seeded, ahead: u32) {
        self.usage.played += 1;
        let node = self.states.get(state as usize);
        let Self { workspace: Workspace { state: played, scratch }, remembered, roots, .. } = self;
        played.clone_from(&node.state);
        let mut dice = Memorizing::new(dice, remembered, roots[state as usize], state == OPENING);
        let mut trace = Amounts { counted: Counting::new(rules.counts()), of_round: Vec::new() };
        let mut turn = Fight { rules, state: played, scratch, round: node.round, dice: &mut dice, trace: &mut trace };
        let progress = if round == 0 { R::set_up(&mut turn) } else { R::turn(&mut turn) };
        let lead = rules.lead(turn.state);
        if let Progress::Won(_) = progress {
            R::finish(&mut turn);
        }
        let (path, dice) = dice.into_path();
        let counted = Counted { amounts: trace.counted.counts().to_vec(), of_round: trace.of_round };
        let link = (!path.is_opaque() && counted.fits()).then(|| {
            let link = self.link_of_turn(rules, (progress, lead), round, &counted);
            self.with_turn_after(rules, link, round, dice, ahead)
        });
        self.remembered.end(path.edge(), link);
    }

    /// A link together with that of the turn after it, where that one rolls no dice.
    fn with_turn_after(&mut self, rules: &R, link: Link, round: u32, dice: Seeded, ahead: u32) -> Link {
        if link.clock.rounds() > 0 {
            return link;
        }
        if let Some(state) = self.remembered.unknown_state(link.next).filter(|_| ahead > 0) {
            self.learn(rules, state, round, dice, ahead - 1);
        }
        let Some(after) = self.remembered.link_without_dice(link.next) else { return link };
        let [first, second] = [link, after].map(|link| self.counted.get(self.number_of(link.counted) as usize));
        let both = first.and(&second);
        if !both.fits() {
            return link;
        }
        Link { next: after.next, counted: self.amounts_of(&both), clock: link.clock.plus(after.clock) }
    }

    /// Where a turn leads that was played in the workspace.
    fn link_of_turn(&mut self, rules: &R, (progress, lead): (Progress, i32), round: u32, counted: &Counted) -> Link {
        let state = self.workspace.state.clone();
        let node = |round: u32, state| Node { round: round.min(rules.rounds_known().saturating_add(1)), state };
        let counted = self.amounts_of(counted);
        let (next, rounds) = match progress {
            Progress::NextTurn => (self.root(rules, &node(round, state)), 0),
            Progress::RoundOver => (self.root(rules, &node(round + 1, state)), 1),
            Progress::Won(winner) => (self.end(&(winner, lead, state)), 0),
        };
        Link { next, counted, clock: Clock::new(1, rounds) }
    }
}

/// What a turn counts.
struct Amounts<C> {
    counted: Counting<C>,
    /// The metrics to which the number of the round was added.
    of_round: Vec<u32>,
}

impl<C: Counts> Trace for Amounts<C> {
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
