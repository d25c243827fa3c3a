//! What turns come to, by their dice: tables that are walked along without the rules.

use std::hint::select_unpredictable;

use super::Slot;
use super::draws::Draw;
use super::plan::{Kind, Plan, Plans};
use crate::rng::{EncounterKey, RoundOffset, SlotOffset, Stream, WordOffset};

/// The step that leads to what no path has come to.
const UNKNOWN: u32 = 0;
/// The step that leads to what cannot be remembered.
const OPAQUE: u32 = 1;

/// Where the result of a draw leads, in eight bytes, since there are many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    /// The index of the next step.
    next: u32,
    /// What the turns come to that end on the way, by a number of the caller's; 0 where none does. The last bit tells whether a
    /// round ends.
    turns: u32,
}

impl Link {
    const ENDS_ROUND: u32 = 1 << 31;

    /// To the next step, at the end of turns.
    pub(crate) const fn new(next: u32, turns: u32, ends_round: bool) -> Self {
        debug_assert!(turns < Self::ENDS_ROUND, "a memo is not so large");
        Self { next, turns: if ends_round { turns | Self::ENDS_ROUND } else { turns } }
    }

    /// To what goes on in the same turn.
    const fn within_turn(next: u32) -> Self {
        Self::new(next, 0, false)
    }

    /// The index of the next step.
    pub(crate) fn next(self) -> u32 {
        self.next
    }

    /// The number of what the turns come to that end on the way; 0 where none does.
    #[inline(always)]
    pub(crate) fn turns(self) -> u32 {
        self.turns & !Self::ENDS_ROUND
    }

    /// Whether a round ends on the way.
    #[inline(always)]
    pub(crate) fn ends_round(self) -> bool {
        self.turns & Self::ENDS_ROUND != 0
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

/// A draw of a turn, or the end of a fight, in sixteen bytes, since there are many.
#[derive(Debug, Clone, Copy)]
struct Step {
    slot: SlotOffset,
    /// The index of the link of the first result.
    links: u32,
    /// Four times the index of the plan, and what must be known before the plan can be: 1 more where a slot is entered, and 2 more
    /// where the first throw takes two words.
    roll: u32,
}

impl Step {
    const ENTERS: u32 = 1;
    const TAKES_TWO_WORDS: u32 = 2;

    /// A draw whose plan has this index.
    fn of_draw((index, plan): (u32, &Plan), slot: Option<SlotOffset>, links: u32) -> Self {
        let enters = if slot.is_some() { Self::ENTERS } else { 0 };
        let words = if plan.words_of_first() == 2 { Self::TAKES_TWO_WORDS } else { 0 };
        Self { slot: slot.unwrap_or(SlotOffset::new(0, 0)), links, roll: 4 * index + enters + words }
    }

    /// What there is instead of a draw.
    fn without_dice(plan: u32) -> Self {
        Self { slot: SlotOffset::new(0, 0), links: 0, roll: 4 * plan }
    }

    /// The index of the plan.
    #[inline(always)]
    fn plan(&self) -> u32 {
        self.roll / 4
    }

    /// Whether a slot is entered.
    #[inline(always)]
    fn enters(&self) -> bool {
        self.roll & Self::ENTERS != 0
    }

    /// Where the words of the second throw are.
    #[inline(always)]
    fn second(&self) -> WordOffset {
        let takes_two = self.roll & Self::TAKES_TWO_WORDS != 0;
        select_unpredictable(takes_two, WordOffset::new(2), WordOffset::new(1))
    }
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
    /// By step, the number of the state whose turn it belongs to, or of the ending.
    numbers: Vec<u32>,
    links: Vec<Link>,
    plans: Plans,
}

impl Remembered {
    pub(crate) fn new() -> Self {
        let mut new = Self { steps: Vec::new(), numbers: Vec::new(), links: Vec::new(), plans: Plans::new() };
        for (index, plan) in [(UNKNOWN, Plans::UNKNOWN), (OPAQUE, Plans::OPAQUE)] {
            let added = new.add_step(Step::without_dice(plan), 0);
            debug_assert_eq!(added, index, "the constants come first");
        }
        new
    }

    fn add_step(&mut self, step: Step, number: u32) -> u32 {
        self.steps.push(step);
        self.numbers.push(number);
        self.steps.len() as u32 - 1
    }

    /// The first step of the turn of a state, of which nothing is known.
    pub(crate) fn root(&mut self, state: u32) -> u32 {
        self.add_step(Step::without_dice(Plans::UNKNOWN), state)
    }

    /// The step that ends a fight.
    pub(crate) fn ending(&mut self, ending: u32) -> u32 {
        self.add_step(Step::without_dice(Plans::END), ending)
    }

    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let steps = size_of_val(&*self.steps) + size_of_val(&*self.numbers);
        steps + size_of_val(&*self.links) + self.plans.bytes()
    }

    /// The number of the state of a root of which nothing is known.
    pub(crate) fn unknown_state(&self, root: u32) -> Option<u32> {
        (self.kind(root) == Kind::Unknown).then(|| self.numbers[root as usize])
    }

    fn kind(&self, step: u32) -> Kind {
        self.plan_of(step).kind
    }

    fn plan_of(&self, step: u32) -> &Plan {
        self.plans.get(self.steps[step as usize].plan())
    }

    /// Where a turn leads that rolls no dice.
    pub(crate) fn link_without_dice(&self, root: u32) -> Option<Link> {
        self.plan_of(root).is_of_nothing().then(|| self.links[self.steps[root as usize].links as usize])
    }

    /// What the path to an edge has come to; `None` where it cannot be remembered.
    pub(crate) fn end(&mut self, edge: Edge, end: Option<Link>) {
        let link = end.unwrap_or(Link::within_turn(OPAQUE));
        match edge {
            Edge::Link(index) => self.links[index as usize] = link,
            Edge::Root(root) if end.is_none() => self.steps[root as usize] = Step::without_dice(Plans::OPAQUE),
            Edge::Root(root) => {
                let Node(step) = self.add_node(edge, root, Before::default(), &Draw::of_nothing());
                let index = self.steps[step as usize].links;
                self.links[index as usize] = link;
            }
        }
    }

    /// Goes along one draw; the link to which it leads, or `None` where there is no draw.
    #[inline(always)]
    pub(crate) fn advance(&self, walk: &mut Walk) -> Option<Link> {
        let step = &self.steps[walk.step as usize];
        let entered = walk.key.slot_from(RoundOffset::new(walk.round), step.slot);
        let stream = select_unpredictable(step.enters(), entered, walk.stream.clone());
        let plan = self.plans.get(step.plan());
        let (result, left) = match plan.kind {
            Kind::Throws => self.plans.throw(plan, stream, step.second()),
            Kind::Tree => self.plans.roll(plan, stream),
            Kind::Unknown | Kind::Opaque | Kind::End => return None,
        };
        let link = self.links[step.links as usize + result];
        walk.stream = left;
        walk.round += u32::from(link.ends_round());
        (walk.from, walk.step) = (walk.step, link.next);
        Some(link)
    }

    /// Why a walk [goes no further](Self::advance).
    pub(crate) fn stop(&self, walk: &Walk) -> Stop {
        match self.kind(walk.step) {
            Kind::End => Stop::End(self.numbers[walk.step as usize]),
            Kind::Unknown if walk.step == UNKNOWN => Stop::Unknown(self.numbers[walk.from as usize]),
            Kind::Unknown => Stop::Unknown(self.numbers[walk.step as usize]),
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
        matches!(self.kind(step), Kind::Throws | Kind::Tree).then_some(Node(step))
    }

    /// Whether an edge leads to what cannot be remembered.
    pub(super) fn is_opaque(&self, edge: Edge) -> bool {
        self.kind(self.step_of(edge)) == Kind::Opaque
    }

    /// Rolls a draw; the edge to which its result leads, and the words that are left.
    pub(super) fn pass(&self, Node(step): Node, stream: Stream) -> (Edge, Stream) {
        let (result, left) = self.plans.roll(self.plan_of(step), stream);
        (Edge::Link(self.steps[step as usize].links + result as u32), left)
    }

    /// Lets an edge lead to a draw, in the turn of a root.
    pub(super) fn add_node(&mut self, edge: Edge, root: u32, before: Before, draw: &Draw) -> Node {
        let plan = self.plans.plan(draw);
        let links = self.links.len() as u32;
        let unknown = Link::within_turn(UNKNOWN);
        self.links.resize(self.links.len() + draw.results() as usize, unknown);
        let slot = before.slot.map(|slot| SlotOffset::new(before.rounds, slot.number()));
        let number = self.numbers[root as usize];
        if draw.refuses() {
            // Dice that are refused are rolled again from the words that are left.
            let again = self.add_step(Step::of_draw((plan, self.plans.get(plan)), None, links), number);
            self.links.push(Link::within_turn(again));
        }
        let step = Step::of_draw((plan, self.plans.get(plan)), slot, links);
        Node(match edge {
            Edge::Root(root) => {
                self.steps[root as usize] = step;
                root
            }
            Edge::Link(link) => {
                let next = self.add_step(step, number);
                self.links[link as usize].next = next;
                next
            }
        })
    }
}
