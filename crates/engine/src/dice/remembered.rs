//! What turns come to, by their dice: tables that are walked along without the rules.

use std::hint::select_unpredictable;

use super::Slot;
use super::draws::Draw;
use super::plan::{Kind, Plan, Plans};
use crate::rng::{EncounterKey, RoundOffset, SlotOffset, Stream};

/// The step that leads to what no path has come to.
const UNKNOWN: u32 = 0;
/// The step that leads to what cannot be remembered.
const OPAQUE: u32 = 1;

/// Where the result of a draw leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    /// The index of the next step.
    pub(crate) next: u32,
    /// What the turns come to that end on the way, by a number of the caller's; 0 where none does.
    pub(crate) turns: u32,
    /// Whether a round ends on the way.
    pub(crate) ends_round: bool,
}

impl Link {
    /// To what goes on in the same turn.
    const fn within_turn(next: u32) -> Self {
        Self { next, turns: 0, ends_round: false }
    }
}

/// Where a path through a turn has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The start of a turn: the index of its first step.
    Root(u32),
    /// The index of a link.
    Link(u32),
}

/// Rounds that have begun since the turn did, and the slot that is entered before a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Before {
    pub(super) rounds: u32,
    pub(super) slot: Option<Slot>,
}

/// A draw of a turn, or the end of a fight.
#[derive(Debug, Clone, Copy)]
struct Step {
    plan: Plan,
    /// Whether a slot is entered.
    enters: bool,
    slot: SlotOffset,
    /// The index of the link of the first result.
    links: u32,
    /// The number of the state whose turn it belongs to, or of the ending.
    number: u32,
}

/// A fight that is walked along.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    key: EncounterKey,
    stream: Stream,
    /// The number of the round.
    pub(crate) round: u32,
    step: u32,
    /// The step before.
    from: u32,
}

impl Walk {
    /// A fight that begins at a root.
    #[inline(always)]
    pub(crate) fn new(key: EncounterKey, root: u32) -> Self {
        let mut walk = Self { key, stream: key.slot(0, 0), round: 0, step: root, from: root };
        walk.restart_turn(root);
        walk
    }

    /// Goes back to the start of the turn.
    #[inline(always)]
    pub(crate) fn restart_turn(&mut self, root: u32) {
        // Every turn but that of the opening enters a slot first.
        self.stream = self.key.slot(0, Slot::shared(0).number());
        (self.step, self.from) = (root, root);
    }
}

/// Why a walk goes no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The fight is over, with the ending of this number.
    End(u32),
    /// The turn of the state of this number has come to something that no path has met.
    Unknown(u32),
    /// It has come to something that cannot be remembered.
    Opaque,
}

/// A draw that comes next in a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node(u32);

/// What was learnt of turns.
#[derive(Debug)]
pub(crate) struct Remembered {
    steps: Vec<Step>,
    links: Vec<Link>,
    plans: Plans,
}

impl Remembered {
    pub(crate) fn new() -> Self {
        let mut new = Self { steps: Vec::new(), links: Vec::new(), plans: Plans::new() };
        for (index, kind) in [(UNKNOWN, Kind::Unknown), (OPAQUE, Kind::Opaque)] {
            let added = new.add_step(kind, 0);
            debug_assert_eq!(added, index, "the constants come first");
        }
        new
    }

    fn add_step(&mut self, kind: Kind, number: u32) -> u32 {
        let plan = Plan::without_dice(kind);
        self.steps.push(Step { plan, enters: false, slot: SlotOffset::new(0, 0), links: 0, number });
        self.steps.len() as u32 - 1
    }

    /// The first step of the turn of a state, of which nothing is known.
    pub(crate) fn root(&mut self, state: u32) -> u32 {
        self.add_step(Kind::Unknown, state)
    }

    /// The step that ends a fight.
    pub(crate) fn ending(&mut self, ending: u32) -> u32 {
        self.add_step(Kind::End, ending)
    }

    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.steps) + size_of_val(&*self.links) + self.plans.bytes()
    }

    /// The number of the state of a root of which nothing is known.
    pub(crate) fn unknown_state(&self, root: u32) -> Option<u32> {
        let step = &self.steps[root as usize];
        (step.plan.kind == Kind::Unknown).then_some(step.number)
    }

    /// Where a turn leads that rolls no dice.
    pub(crate) fn link_without_dice(&self, root: u32) -> Option<Link> {
        let step = &self.steps[root as usize];
        let is_without = step.plan.is_of_nothing();
        is_without.then(|| self.links[step.links as usize])
    }

    /// What the path to an edge has come to; `None` where it cannot be remembered.
    pub(crate) fn end(&mut self, edge: Edge, end: Option<Link>) {
        let link = end.unwrap_or(Link::within_turn(OPAQUE));
        match edge {
            Edge::Link(index) => self.links[index as usize] = link,
            Edge::Root(root) if end.is_none() => self.steps[root as usize].plan.kind = Kind::Opaque,
            Edge::Root(root) => {
                let Node(step) = self.add_node(edge, root, Before::default(), &Draw::of_nothing());
                let index = self.steps[step as usize].links;
                self.links[index as usize] = link;
            }
        }
    }

    /// Goes along one draw; the link to which it leads, or `None` where there is no draw.
    #[inline(always)]
    pub(crate) fn advance(&self, walk: &mut Walk) -> Option<&Link> {
        let step = &self.steps[walk.step as usize];
        let entered = walk.key.slot_from(RoundOffset::new(walk.round), step.slot);
        let stream = select_unpredictable(step.enters, entered, walk.stream.clone());
        let (result, left) = match step.plan.kind {
            Kind::Throws => self.plans.throw(&step.plan, stream),
            Kind::Tree => self.plans.roll(&step.plan, stream),
            Kind::Unknown | Kind::Opaque | Kind::End => return None,
        };
        let link = &self.links[step.links as usize + result];
        walk.stream = left;
        walk.round += u32::from(link.ends_round);
        (walk.from, walk.step) = (walk.step, link.next);
        Some(link)
    }

    /// Why a walk [goes no further](Self::advance).
    pub(crate) fn stop(&self, walk: &Walk) -> Stop {
        let step = &self.steps[walk.step as usize];
        match step.plan.kind {
            Kind::End => Stop::End(step.number),
            Kind::Unknown if walk.step == UNKNOWN => Stop::Unknown(self.steps[walk.from as usize].number),
            Kind::Unknown => Stop::Unknown(step.number),
            _ => Stop::Opaque,
        }
    }

    fn step_of(&self, edge: Edge) -> u32 {
        match edge {
            Edge::Root(root) => root,
            Edge::Link(index) => self.links[index as usize].next,
        }
    }

    /// The draw that an edge leads to; `None` where that is unknown, or opaque.
    pub(super) fn node(&self, edge: Edge) -> Option<Node> {
        let step = self.step_of(edge);
        matches!(self.steps[step as usize].plan.kind, Kind::Throws | Kind::Tree).then_some(Node(step))
    }

    /// Whether an edge leads to what cannot be remembered.
    pub(super) fn is_opaque(&self, edge: Edge) -> bool {
        self.steps[self.step_of(edge) as usize].plan.kind == Kind::Opaque
    }

    /// Rolls a draw; the edge to which its result leads, and the words that are left.
    pub(super) fn pass(&self, Node(step): Node, stream: Stream) -> (Edge, Stream) {
        let step = &self.steps[step as usize];
        let (result, left) = self.plans.roll(&step.plan, stream);
        (Edge::Link(step.links + result as u32), left)
    }

    /// Lets an edge lead to a draw, in the turn of a root.
    pub(super) fn add_node(&mut self, edge: Edge, root: u32, before: Before, draw: &Draw) -> Node {
        let plan = self.plans.plan(draw);
        let links = self.links.len() as u32;
        let unknown = Link::within_turn(UNKNOWN);
        self.links.resize(self.links.len() + draw.results() as usize, unknown);
        let slot = SlotOffset::new(before.rounds, before.slot.map_or(0, Slot::number));
        let number = self.steps[root as usize].number;
        let step = Step { plan, enters: before.slot.is_some(), slot, links, number };
        if draw.refuses() {
            // Dice that are refused are rolled again from the words that are left.
            let again = self.add_step(Kind::Unknown, number);
            self.steps[again as usize] = Step { enters: false, ..step };
            self.links.push(Link::within_turn(again));
        }
        let index = match edge {
            Edge::Root(root) => root,
            Edge::Link(link) => {
                let next = self.add_step(Kind::Unknown, number);
                self.links[link as usize].next = next;
                next
            }
        };
        self.steps[index as usize] = step;
        Node(index)
    }
}
