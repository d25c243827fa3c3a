//! Follows a turn, or a step of the set-up, from a state along every path of its dice. Paths with the same target are
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

/// The targets of some nodes. The numbers in it (of labels, finals and targets) are valid within this value only.
pub(super) struct Followed<S> {
    /// By node, in the order in which the nodes were followed.
    pub(super) nodes: Vec<FollowedNode>,
    pub(super) arrivals: Vec<Arrival>,
    /// The target nodes of arrivals, by print. The state is there only if it was [asked for](Nodes::asks_for).
    pub(super) reached: Vec<(Print, Option<Box<Node<S>>>)>,
    /// The same nodes, all with their states, to be [compared](Nodes::compare); empty if debug assertions are off.
    pub(super) witnesses: Vec<Node<S>>,
    pub(super) finals: Vec<Final>,
    pub(super) labels: Labels,
    /// New results of enumerating dice, to be shared with later pieces of work.
    pub(super) worked_out: WorkedOut,
    pub(super) is_interrupted: bool,
}

/// The result of following one node.
#[derive(Debug, Clone, Copy)]
pub(super) struct FollowedNode {
    /// The range of the node's arrivals.
    pub(super) arrivals: (usize, usize),
    /// Fuel that the dice of the node have burnt.
    pub(super) burnt: usize,
    /// Whether the fuel ran out, so that some paths were not taken.
    pub(super) is_spent: bool,
}

/// All paths to one target, merged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) to: Reached,
    pub(super) label: u32,
}

/// The target of paths, by index into the lists of [`Followed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    SameRound(u32),
    NextRound(u32),
    End(u32),
}

/// The paths to one target while more of them are being found.
#[derive(Default)]
struct Merged {
    chance: Sum,
    /// The metrics counted, in ascending order, with the first and second moment of each.
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

/// The input that is the same for all nodes of a piece of work.
pub(super) struct Following<'a, R: Ruleset> {
    pub(super) rules: &'a R,
    /// The nodes found so far.
    pub(super) nodes: &'a Nodes<R::State>,
    /// For each node found so far: whether a round begins there.
    pub(super) is_start: &'a [bool],
    /// The number of paths of dice that all nodes together may take.
    pub(super) paths: usize,
    /// A node that returns more new nodes than this, or more new states between turns than `states_max`, stops the
    /// work.
    pub(super) nodes_max: usize,
    pub(super) states_max: usize,
    pub(super) interrupted: &'a dyn Fn() -> bool,
    /// Cached results of enumerating dice.
    pub(super) worked_out: &'a WorkedOut,
}

/// A worker that follows nodes, one after the other.
pub(super) struct Follower<'a, R: Ruleset> {
    rules: &'a R,
    nodes: &'a Nodes<R::State>,
    is_start: &'a [bool],
    nodes_max: usize,
    states_max: usize,
    dice: Enumerated<'a>,
    trace: Counting,
    scratch: R::Scratch,
    /// The state on which a path is played.
    played: R::State,
    /// For each metric: whether its unit is rounds.
    in_rounds: Vec<bool>,
    /// The targets of the current node: index of arrivals by target.
    targets: Index,
    /// Index by print of the reached nodes whose states were returned.
    given: Index,
    /// Number of states returned first by the current node, and number of those that lie between turns.
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
        let mut trace = Counting::new(rules.metrics().len());
        // The number of the round counts as 1 here; it is multiplied in when the mass passes.
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

    /// Follows all nodes, up to and including the first that exceeds the budget.
    pub(super) fn follow_all<'n>(mut self, nodes: impl Iterator<Item = &'n Node<R::State>>) -> Followed<R::State> {
        for node in nodes {
            let goes_on = match node.round {
                0 => self.follow(&node.state, 0, true, R::set_up),
                round => self.follow(&node.state, round, true, R::turn),
            };
            if !goes_on {
                break;
            }
        }
        self.finish()
    }

    /// Follows the end of fights that are in these states when the round limit is reached. `round` is the number of the
    /// last round, as far as rules may know it.
    pub(super) fn time_out_all<'n>(
        mut self,
        nodes: impl Iterator<Item = &'n Node<R::State>>,
        round: u32,
    ) -> Followed<R::State> {
        for node in nodes {
            if !self.follow(&node.state, round, false, |_| Progress::Won(Winner::Timeout)) {
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

    /// Takes every path of one turn, or of one step of the set-up, from one state; false if that exceeds the budget. `is_played` is
    /// whether something happens in it, so that somebody may be ahead after it who was not before.
    fn follow(
        &mut self,
        from: &R::State,
        round: u32,
        is_played: bool,
        turn: impl Fn(&mut Fight<'_, R, Enumerated<'a>, Counting>) -> Progress,
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
                    let leader = ahead(fight.rules.lead(fight.state)).filter(|_| is_played);
                    R::finish(&mut fight);
                    self.reach_end(winner, leader)
                }
            };
            self.merged[target].add(self.dice.weight(), self.trace.counts());
            // Only newly returned nodes count. Known ones may have been freed, and any number of them may fit into the
            // budget.
            is_full = self.newly_given > self.nodes_max || self.newly_given_states > self.states_max;
            if is_full {
                break;
            }
        }
        self.add_node(self.dice.burnt() - burnt_before);
        !is_full && !self.dice.is_spent()
    }

    /// Closes the current node: the merged paths become its arrivals.
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

    /// The index of the target of a path that has led to the played state, in the round of this number.
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

    /// A copy of the played state as a node; `None` if it is not asked for or was returned before.
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

    /// The index of the target of a path that has ended the fight.
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

/// Forgets the parts of a state that no later rule reads.
pub(super) fn forget<R: Ruleset>(rules: &R, state: &mut R::State) {
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
    end_states.extend(rules.end_states(state));
}
