//! Fights without the rules: what turns come to is remembered, so that the same turn of the same state need not be worked out
//! twice.
//!
//! Where the states of a fight are few, almost every turn was played before. Its dice are rolled as ever, and a table says what
//! their results come to. The rules fill the table as fights reach turns that it does not know; no rule stands anywhere else.

use crate::dice::{Dice, Edge, Memorizing, Remembered, Seeded, TurnEnd, Walked};
use crate::lead::LeadHistory;
use crate::numbered::Numbered;
use crate::outcome::{Outcome, Winner};
use crate::ruleset::{Fight, Progress, Ruleset, Workspace, fight_watched};
use crate::trace::{Counting, Counts, Trace};

/// A turn is learnt together with so many after it at most.
const TURNS_AHEAD: u32 = 16;

/// The opening is the first state.
const OPENING: u32 = 0;

/// A state between two turns or two steps of the set-up, with the number of the round as far as rules may know it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node<S> {
    round: u32,
    state: S,
}

/// What a turn leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    /// A state, by its number.
    SameRound(u32),
    NextRound(u32),
    /// An ending, by its number.
    End(u32),
}

/// What a turn has come to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TurnResult {
    to: Target,
    /// By metric, what it adds.
    amounts: Vec<u32>,
    /// The metrics to which the number of the round is added, each as often as it is.
    of_round: Vec<u32>,
}

impl TurnResult {
    /// Whether it can be packed.
    fn fits(&self) -> bool {
        self.amounts.iter().all(|&amount| amount <= AMOUNT_MAX) && self.of_round.len() <= OF_ROUND_MAX
    }
}

/// Sums of a fight: for each metric that a byte can name.
const SUMS: usize = 256;
/// Most metrics of a scenario whose fights can be remembered: what amounts that are missing name is none of them.
const METRICS_MAX: usize = SUMS - PACKED;

/// What a turn adds to a metric: the amount above the lowest byte, the index of the metric in it.
type Packed = u32;

/// The largest amount that can be packed.
const AMOUNT_MAX: u32 = u32::MAX >> 8;

/// Amounts are added so many at a time, those that are missing as 0 to sums that nobody reads: most turns count a few things,
/// and how many of them exactly is hard to foresee for a processor.
const PACKED: usize = 4;

/// Words of the end of a turn before its amounts: its kind with how many words follow, the number of the state or of the
/// ending, the root of the state's turn, and the number of the result.
const HEAD: usize = 4;
const RESULT: usize = 3;
/// Kinds of ends.
const SAME_ROUND: u32 = 0;
const NEXT_ROUND: u32 = 1;
const KIND: u32 = 3;
/// The words that follow, in the first one: chunks of amounts, and metrics to which the number of the round is added.
const CHUNKS: u32 = 8;
const OF_ROUND: u32 = 20;
/// The largest number of such metrics.
const OF_ROUND_MAX: usize = 0xfff;

/// The turns that were played so far, for one scenario; it belongs to one thread.
pub struct Memo<R: Ruleset> {
    remembered: Remembered,
    /// By number of a state.
    roots: Vec<Edge>,
    states: Numbered<Node<R::State>>,
    /// By number of a state.
    leads: Vec<i32>,
    /// Winner, lead when the fight was decided, and last state.
    endings: Numbered<(Winner, i32, R::State)>,
    results: Numbered<TurnResult>,
    /// By number of a result.
    ends: Vec<TurnEnd>,
    /// The most that a turn adds to a metric.
    amount_max: u64,
    /// By metric, what the current fight has counted.
    sums: Box<[u32; SUMS]>,
    /// Where turns are played that are not known, and fights end that cannot be.
    workspace: Workspace<R>,
    /// Whether the last fight ended in the workspace, and otherwise the number of its ending.
    last: Option<u32>,
    /// Bytes of a state, and of a result.
    state_bytes: usize,
    result_bytes: usize,
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
    /// A memo of nothing, which takes about `bytes_max` bytes at most: beyond that it learns no more. `None` where a fight counts
    /// more than a memo can.
    pub fn new(rules: &R, bytes_max: usize) -> Option<Self> {
        if rules.metrics().len() > METRICS_MAX {
            return None;
        }
        let mut memo = Self {
            remembered: Remembered::new(),
            roots: Vec::new(),
            states: Numbered::new(),
            leads: Vec::new(),
            endings: Numbered::new(),
            results: Numbered::new(),
            ends: Vec::new(),
            amount_max: 0,
            sums: Box::new([0; SUMS]),
            workspace: Workspace::new(rules),
            last: None,
            state_bytes: rules.state_bytes() + Numbered::<Node<R::State>>::OVERHEAD,
            result_bytes: Numbered::<TurnResult>::OVERHEAD + size_of::<TurnResult>() + 8 * rules.metrics().len() + 16,
            bytes_max,
            rounds_max: rules.rounds_max(),
            usage: Usage::default(),
        };
        let opening = memo.number(rules, &Node { round: 0, state: rules.opening().clone() });
        debug_assert_eq!(opening, OPENING, "the opening comes first");
        Some(memo)
    }

    /// Plays the encounter to whose `start` dice have gone, counts into `trace` and shows the lead to `history`, all as
    /// [`fight_watched`] would.
    #[inline(always)]
    pub fn fight(
        &mut self,
        rules: &R,
        start: &Seeded,
        trace: &mut Counting<R::Counts>,
        history: &mut LeadHistory,
    ) -> Outcome {
        *history = LeadHistory::default();
        // Dice of its own, which nothing else has the address of, are in registers.
        let mut dice = start.clone();
        let (mut state, mut root) = (OPENING, self.roots[OPENING as usize]);
        let (mut round, mut turns) = (0, 0);
        self.sums[..trace.counts().len()].fill(0);
        loop {
            let before = dice.clone();
            let end = match self.remembered.walk(root, &mut dice) {
                Walked::End(end) => end,
                Walked::Unknown if self.bytes() <= self.bytes_max => {
                    dice = before.clone();
                    self.learn(rules, state, round, before, TURNS_AHEAD);
                    continue;
                }
                Walked::Unknown | Walked::Opaque => break,
            };
            turns += 1;
            let (kind, number, next) = self.add_end(end, round);
            match kind {
                SAME_ROUND => {}
                NEXT_ROUND if round == self.rounds_max => break,
                NEXT_ROUND => {
                    history.watch(self.leads[number as usize]);
                    round += 1;
                    dice.next_round();
                }
                // A sum that could be too large is for the rules.
                _ if turns * self.amount_max > u64::from(u32::MAX) => break,
                _ => {
                    self.usage.known += turns;
                    self.last = Some(number);
                    trace.count_all(&*self.sums);
                    let &(winner, lead, _) = self.endings.value(number);
                    history.watch(lead);
                    return Outcome { winner, rounds: round };
                }
            }
            (state, root) = (number, next);
        }
        self.play(rules, start.clone(), trace, history)
    }

    /// Lets the rules play the whole fight: one that cannot be remembered, or that nobody wins. What was entered and not rolled in
    /// is not remembered, so that a fight cannot be left to the rules halfway.
    #[inline(never)]
    fn play(
        &mut self,
        rules: &R,
        mut dice: Seeded,
        trace: &mut Counting<R::Counts>,
        history: &mut LeadHistory,
    ) -> Outcome {
        *history = LeadHistory::default();
        self.usage.fights += 1;
        self.last = None;
        fight_watched(rules, &mut self.workspace, &mut dice, trace, |state| history.watch(rules.lead(state)))
    }

    /// Adds what a turn counts; the kind of its end, and where it leads.
    #[inline(always)]
    fn add_end(&mut self, end: TurnEnd, round: u32) -> (u32, u32, Edge) {
        let words = self.remembered.kept(end);
        let [kind, number, root, _] = words[..HEAD] else { unreachable!("the head of an end") };
        let (amounts, rest) = words[HEAD..].split_at((kind >> CHUNKS & 0xfff) as usize * PACKED);
        for packed in amounts.as_chunks::<PACKED>().0 {
            for amount in packed {
                let sum = &mut self.sums[(amount & 0xff) as usize];
                *sum = sum.wrapping_add(amount >> 8);
            }
        }
        if kind >> OF_ROUND > 0 {
            for &metric in &rest[..(kind >> OF_ROUND) as usize] {
                let sum = &mut self.sums[(metric & 0xff) as usize];
                *sum = sum.wrapping_add(round);
            }
        }
        (kind & KIND, number, Edge::from_word(root))
    }

    /// The state in which the last encounter ended.
    #[inline(always)]
    pub fn state(&self) -> &R::State {
        match self.last {
            Some(ending) => &self.endings.value(ending).2,
            None => &self.workspace.state,
        }
    }

    /// How often it had the answer so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.remembered.bytes()
            + (self.states.len() + self.endings.len()) * self.state_bytes
            + self.results.len() * self.result_bytes
    }

    fn number(&mut self, rules: &R, node: &Node<R::State>) -> u32 {
        let number = self.states.number(node);
        if number as usize == self.roots.len() {
            self.roots.push(self.remembered.root());
            self.leads.push(rules.lead(&node.state));
        }
        number
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
        let result = (!path.is_opaque()).then(|| self.result_of_turn(rules, progress, lead, round, trace));
        let end = result.filter(TurnResult::fits).map(|result| {
            let result = self.with_turn_after(rules, result, round, dice, ahead);
            self.end_of(&result)
        });
        self.remembered.end(path.edge(), end);
    }

    /// A result together with that of the turn after it, where that one rolls no dice.
    fn with_turn_after(&mut self, rules: &R, result: TurnResult, round: u32, dice: Seeded, ahead: u32) -> TurnResult {
        let Target::SameRound(next) = result.to else { return result };
        let root = self.roots[next as usize];
        if ahead > 0 && self.remembered.is_unknown(root) {
            self.learn(rules, next, round, dice, ahead - 1);
        }
        let Some(after) = self.remembered.end_without_dice(root) else { return result };
        let after = self.results.value(self.remembered.kept(after)[RESULT]);
        let amounts = result.amounts.iter().zip(&after.amounts).map(|(first, second)| first.saturating_add(*second));
        let both = TurnResult {
            to: after.to,
            amounts: amounts.collect(),
            of_round: [result.of_round.as_slice(), after.of_round.as_slice()].concat(),
        };
        if both.fits() { both } else { result }
    }

    /// What a turn came to that was played in the workspace.
    fn result_of_turn(
        &mut self,
        rules: &R,
        progress: Progress,
        lead: i32,
        round: u32,
        trace: Amounts<R::Counts>,
    ) -> TurnResult {
        let state = self.workspace.state.clone();
        let node = |round: u32, state| Node { round: round.min(rules.rounds_known().saturating_add(1)), state };
        let to = match progress {
            Progress::NextTurn => Target::SameRound(self.number(rules, &node(round, state))),
            Progress::RoundOver => Target::NextRound(self.number(rules, &node(round + 1, state))),
            Progress::Won(winner) => Target::End(self.endings.number(&(winner, lead, state))),
        };
        TurnResult { to, amounts: trace.counted.counts().to_vec(), of_round: trace.of_round }
    }

    fn end_of(&mut self, result: &TurnResult) -> TurnEnd {
        let number = self.results.number(result);
        if number as usize == self.ends.len() {
            let of_rounds = result.of_round.len() as u64 * u64::from(self.rounds_max);
            let amounts = result.amounts.iter().copied().map(u64::from);
            self.amount_max = amounts.chain([of_rounds, self.amount_max]).max().unwrap_or(0);
            let words = self.words_of(result, number);
            self.ends.push(self.remembered.keep_end(&words));
        }
        self.ends[number as usize]
    }

    /// A result as it is looked up all the time.
    fn words_of(&self, result: &TurnResult, result_number: u32) -> Vec<u32> {
        let (kind, number) = match result.to {
            Target::SameRound(state) => (SAME_ROUND, state),
            Target::NextRound(state) => (NEXT_ROUND, state),
            Target::End(ending) => (KIND, ending),
        };
        let root = if kind == KIND { 0 } else { self.roots[number as usize].word() };
        let amounts = packed(&result.amounts);
        let counts = (amounts.len() as u32) << CHUNKS | (result.of_round.len() as u32) << OF_ROUND;
        [&[kind | counts, number, root, result_number], amounts.as_flattened(), &result.of_round].concat()
    }
}

/// Packs what a turn adds to each metric.
fn packed(amounts: &[u32]) -> Vec<[Packed; PACKED]> {
    let added = (0..).zip(amounts).filter(|(_, amount)| **amount > 0);
    let packed: Vec<Packed> = added.map(|(metric, amount): (u32, _)| amount << 8 | metric).collect();
    let nothing = |index: usize| (SUMS - 1 - index) as Packed;
    let filled = |chunk: &[Packed]| std::array::from_fn(|index| chunk.get(index).copied().unwrap_or(nothing(index)));
    packed.chunks(PACKED).map(filled).collect()
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
