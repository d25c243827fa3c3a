//! What a turn, or a step of the set-up, makes of a state: every path of its dice, with those that come to the same
//! merged.

use super::Ending;
use super::graph::Final;
use super::index::{Index, short_hash};
use super::labels::{Counted, Labels};
use super::nodes::{Node, Nodes, Print};
use crate::dice::{Enumerated, WorkedOut};
use crate::lead::ahead;
use crate::outcome::{EndState, Winner};
use crate::ruleset::{Fight, MetricUnit, Progress, Ruleset};
use crate::sum::Sum;
use crate::trace::Counting;

/// What some nodes lead to, with numbers that have no meaning elsewhere.
pub(super) struct Followed<S> {
    /// By node.
    pub(super) nodes: Vec<FollowedNode>,
    pub(super) arrivals: Vec<Arrival>,
    /// The nodes that arrivals lead to, by their prints, with those that were [asked for](Nodes::asks_for).
    pub(super) reached: Vec<(Print, Option<Box<Node<S>>>)>,
    /// The same nodes, asked for or not, to be [compared](Nodes::compare): none where debug assertions are off.
    pub(super) witnesses: Vec<Node<S>>,
    pub(super) finals: Vec<Final>,
    pub(super) labels: Labels,
    /// What was worked out of dice and is not known yet.
    pub(super) worked_out: WorkedOut,
    pub(super) is_interrupted: bool,
}

/// What one node leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct FollowedNode {
    /// Range of its arrivals.
    pub(super) arrivals: (usize, usize),
    /// Fuel that its dice burnt.
    pub(super) burnt: usize,
    /// Whether that was too much, so that not every path was taken.
    pub(super) is_spent: bool,
}

/// The paths that come to the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) to: Reached,
    pub(super) label: u32,
}

/// Where paths lead, by index among [`Followed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    SameRound(u32),
    NextRound(u32),
    End(u32),
}

/// Paths to one target while more of them are found.
#[derive(Default)]
struct Merged {
    chance: Sum,
    /// The metrics counted, in their order, with the first and second moment of each.
    moments: Vec<(u16, Sum, Sum)>,
}

impl Merged {
    fn clear(&mut self) {
        self.chance = Sum::default();
        self.moments.clear();
    }

    fn add(&mut self, chance: f64, counts: &[u32]) {
        self.chance.add(chance);
        let mut entry = 0;
        for (metric, &count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
            while self.moments.get(entry).is_some_and(|moments| moments.0 < metric) {
                entry += 1;
            }
            if self.moments.get(entry).is_none_or(|moments| moments.0 > metric) {
                self.moments.insert(entry, (metric, Sum::default(), Sum::default()));
            }
            let (_, first, second) = &mut self.moments[entry];
            let count = f64::from(count);
            first.add(chance * count);
            second.add(chance * count * count);
        }
    }
}

/// What following needs to know, the same for all nodes.
pub(super) struct Following<'a, R: Ruleset> {
    pub(super) rules: &'a R,
    /// The nodes that are known.
    pub(super) nodes: &'a Nodes<R::State>,
    /// By node that is known, whether a round begins there.
    pub(super) is_start: &'a [bool],
    /// Paths of dice for all the nodes together.
    pub(super) paths: usize,
    /// More nodes than this, and more states between turns, are not given by one node.
    pub(super) nodes_max: usize,
    pub(super) states_max: usize,
    pub(super) interrupted: &'a dyn Fn() -> bool,
    /// What is known of dice already.
    pub(super) worked_out: &'a WorkedOut,
}

/// Follows nodes, one after the other.
pub(super) struct Follower<'a, R: Ruleset> {
    rules: &'a R,
    nodes: &'a Nodes<R::State>,
    is_start: &'a [bool],
    nodes_max: usize,
    states_max: usize,
    dice: Enumerated<'a>,
    trace: Counting<R::Counts>,
    scratch: R::Scratch,
    /// The state that a path is played on.
    played: R::State,
    /// By metric: whether it is one of rounds.
    in_rounds: Vec<bool>,
    /// The targets of the current node, by the first arrival of it.
    targets: Index,
    /// By print, which of the nodes that were reached were given.
    given: Index,
    /// How many nodes the current one was the first to give, and how many of them lie between turns.
    newly_given: usize,
    newly_given_states: usize,
    reached: Vec<Reached>,
    merged: Vec<Merged>,
    counted: Vec<Counted>,
    ending: Final,
    followed: Followed<R::State>,
}

impl<'a, R: Ruleset> Follower<'a, R> {
    pub(super) fn new(following: &Following<'a, R>) -> Self {
        let &Following { rules, nodes, is_start, paths, nodes_max, states_max, interrupted, worked_out } = following;
        let mut trace = Counting::new(rules.counts());
        // Whatever the round, its number is counted as one here, and multiplied when mass passes.
        crate::trace::Trace::round_begins(&mut trace, 1);
        Self {
            rules,
            nodes,
            is_start,
            nodes_max,
            states_max,
            dice: Enumerated::with_fuel(paths, interrupted).knowing(worked_out),
            trace,
            scratch: R::Scratch::default(),
            played: rules.opening().clone(),
            in_rounds: rules.metrics().iter().map(|metric| metric.unit == MetricUnit::Rounds).collect(),
            targets: Index::default(),
            given: Index::default(),
            newly_given: 0,
            newly_given_states: 0,
            reached: Vec::new(),
            merged: Vec::new(),
            counted: Vec::new(),
            ending: Final { ending: Ending { winner: Winner::Draw, end_states: Vec::new() }, leader: None },
            followed: Followed {
                nodes: Vec::new(),
                arrivals: Vec::new(),
                reached: Vec::new(),
                witnesses: Vec::new(),
                finals: Vec::new(),
                labels: Labels::default(),
                worked_out: WorkedOut::default(),
                is_interrupted: false,
            },
        }
    }

    /// All that the nodes lead to, up to one that takes too much.
    pub(super) fn follow_all<'n>(mut self, nodes: impl Iterator<Item = &'n Node<R::State>>) -> Followed<R::State> {
        for node in nodes {
            let goes_on = match node.round {
                0 => self.follow(&node.state, 0, R::set_up),
                round => self.follow(&node.state, round, R::turn),
            };
            if !goes_on {
                break;
            }
        }
        self.finish()
    }

    /// How fights end that are in these states when the round limit is reached. The number of the round is the last
    /// that rules know.
    pub(super) fn time_out_all<'n>(
        mut self,
        nodes: impl Iterator<Item = &'n Node<R::State>>,
        round: u32,
    ) -> Followed<R::State> {
        for node in nodes {
            if !self.follow(&node.state, round, |_| Progress::Won(Winner::Timeout)) {
                break;
            }
        }
        self.finish()
    }

    fn finish(self) -> Followed<R::State> {
        let mut followed = self.followed;
        followed.is_interrupted = self.dice.is_interrupted();
        followed.worked_out = self.dice.into_worked_out();
        followed
    }

    /// Takes every path of one turn, or one step of the set-up, from one state; false when that is too much.
    fn follow(
        &mut self,
        from: &R::State,
        round: u32,
        turn: impl Fn(&mut Fight<'_, R, Enumerated<'a>, Counting<R::Counts>>) -> Progress,
    ) -> bool {
        let burnt_before = self.dice.burnt();
        self.targets.clear();
        self.reached.clear();
        (self.newly_given, self.newly_given_states) = (0, 0);
        let mut is_full = false;
        while self.dice.next_path() {
            self.trace.reset();
            self.played.clone_from(from);
            let Self { rules, dice, trace, scratch, played, .. } = self;
            let mut fight = Fight { rules: *rules, state: played, scratch, round, dice, trace };
            let progress = turn(&mut fight);
            let target = match progress {
                Progress::NextTurn => self.reach_node(round, false),
                Progress::RoundOver => self.reach_node(self.rules.round_as_known(round + 1), true),
                Progress::Won(winner) => {
                    let leader = ahead(fight.rules.lead(fight.state)).filter(|_| winner != Winner::Timeout);
                    R::finish(&mut fight);
                    self.reach_end(winner, leader)
                }
            };
            self.merged[target].add(self.dice.weight(), self.trace.counts());
            // Others are known, and may have been let go: however many they are, the budget may have room for them.
            is_full = self.newly_given > self.nodes_max || self.newly_given_states > self.states_max;
            if is_full {
                break;
            }
        }
        self.add_node(self.dice.burnt() - burnt_before);
        !is_full && !self.dice.is_spent()
    }

    /// Ends a node: what was merged becomes its arrivals.
    fn add_node(&mut self, burnt: usize) {
        let start = self.followed.arrivals.len();
        for (&to, merged) in self.reached.iter().zip(&self.merged) {
            self.counted.clear();
            self.counted.extend(merged.moments.iter().map(|&(metric, first, second)| Counted {
                metric,
                in_rounds: self.in_rounds[usize::from(metric)],
                first: first.total(),
                second: second.total(),
            }));
            let label = self.followed.labels.number(merged.chance.total(), &self.counted);
            self.followed.arrivals.push(Arrival { to, label });
        }
        let arrivals = (start, self.followed.arrivals.len());
        self.followed.nodes.push(FollowedNode { arrivals, burnt, is_spent: self.dice.is_spent() });
    }

    /// The index of the target of a path that has led to the state played, in the round of this number.
    fn reach_node(&mut self, round: u32, is_next: bool) -> usize {
        forget(self.rules, &mut self.played);
        let print = Node::print_of(round, &self.played);
        let Self { targets, reached, followed, played, .. } = self;
        let new = followed.reached.len() as u32;
        let to = if is_next { Reached::NextRound(new) } else { Reached::SameRound(new) };
        let index = targets.find_or_enter(print.short() ^ u32::from(is_next), reached.len() as u32, |target| {
            let reached = (reached[target as usize], is_next);
            let ((Reached::SameRound(node), false) | (Reached::NextRound(node), true)) = reached else {
                return false;
            };
            let is_it = followed.reached[node as usize].0 == print;
            if is_it && cfg!(debug_assertions) {
                followed.witnesses[node as usize].compare(round, played);
            }
            is_it
        }) as usize;
        if index == reached.len() {
            if cfg!(debug_assertions) {
                followed.witnesses.push(Node { round, state: played.clone() });
            }
            let node = self.give(print, round, is_next);
            self.followed.reached.push((print, node));
            self.begin_target(to);
        }
        index
    }

    /// The node of the state played, if it is asked for and was not given before.
    fn give(&mut self, print: Print, round: u32, is_next: bool) -> Option<Box<Node<R::State>>> {
        let Self { nodes, is_start, given, newly_given, newly_given_states, followed, played, .. } = self;
        if !nodes.asks_for(print, |number| is_next && !is_start[number as usize]) {
            return None;
        }
        let new = followed.reached.len() as u32;
        let first = given.find_or_enter(print.short(), new, |given| followed.reached[given as usize].0 == print);
        (first == new).then(|| {
            *newly_given += 1;
            *newly_given_states += usize::from(round > 0);
            Box::new(Node { round, state: played.clone() })
        })
    }

    /// The same of a path that has ended the fight.
    fn reach_end(&mut self, winner: Winner, leader: Option<crate::outcome::Side>) -> usize {
        self.ending.leader = leader;
        self.ending.ending.winner = winner;
        put_end_states(self.rules, &self.played, &mut self.ending.ending.end_states);
        let Self { targets, reached, followed, ending, .. } = self;
        let hash = short_hash(ending);
        let to = Reached::End(followed.finals.len() as u32);
        let index = targets.find_or_enter(hash, reached.len() as u32, |target| match reached[target as usize] {
            Reached::End(way) => followed.finals[way as usize] == *ending,
            Reached::SameRound(_) | Reached::NextRound(_) => false,
        }) as usize;
        if index == reached.len() {
            followed.finals.push(ending.clone());
            self.begin_target(to);
        }
        index
    }

    fn begin_target(&mut self, to: Reached) {
        self.reached.push(to);
        match self.merged.get_mut(self.reached.len() - 1) {
            Some(merged) => merged.clear(),
            None => self.merged.push(Merged::default()),
        }
    }
}

/// Forgets what no later rule reads.
fn forget<R: Ruleset>(rules: &R, state: &mut R::State) {
    let ends_and_lead = |state: &R::State| {
        let mut end_states = Vec::new();
        put_end_states(rules, state, &mut end_states);
        (end_states, rules.lead(state))
    };
    let before = cfg!(debug_assertions).then(|| ends_and_lead(state));
    rules.forget(state);
    if let Some(before) = before {
        debug_assert_eq!(before, ends_and_lead(state), "forgetting leaves end states and lead as they are");
        let mut again = state.clone();
        rules.forget(&mut again);
        debug_assert!(again == *state, "forgetting twice is forgetting once");
    }
}

fn put_end_states<R: Ruleset>(rules: &R, state: &R::State, end_states: &mut Vec<EndState>) {
    end_states.clear();
    end_states.extend((0..rules.combatants().len()).map(|combatant| rules.end_state(state, combatant)));
}
