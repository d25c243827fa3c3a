//! Dice that roll and remember what a rule makes of them, so that the same turn need not ask the rules again.
//!
//! A turn of some state is a tree: its dice come in draws, and which draw is next depends on the results of those before it and
//! on nothing else. [`Memorizing`] dice are rolled like [`Seeded`] ones while the rules play a turn. A draw that the tree does
//! not know is tried with every face first, so that the tree learns all of its results at once; where they lead is learnt when
//! they are rolled. [`Remembered::advance`] goes along the tree without the rules, with the same words of the same slots.

use super::draws::{Draw, Next, Throw};
use super::remembered::{Before, Edge, Node, Remembered};
use super::{Dice, DiceExpr, Pool, REROLLS_MAX, Seeded, Slot};

/// A draw is not remembered if trying it takes more runs of its rule than this.
const RUNS_MAX: usize = 4096;

/// The way that a turn took through its draws.
#[derive(Debug)]
pub(crate) struct Path {
    edge: Edge,
    is_opaque: bool,
}

impl Path {
    /// The edge to which it has come as far as it can be remembered.
    pub(crate) fn edge(&self) -> Edge {
        self.edge
    }

    /// Whether it has come to what cannot be remembered.
    pub(crate) fn is_opaque(&self) -> bool {
        self.is_opaque
    }
}

/// What the dice are asked for at the moment.
#[derive(Debug)]
enum Mode {
    /// Nothing is being drawn.
    Between,
    /// A draw is rolled.
    Rolling,
    /// A draw is tried with every face.
    Trying(Tried),
}

/// The throws of the current try, in order.
#[derive(Debug, Default)]
struct Tried {
    path: Vec<Choice>,
    depth: usize,
    draw: Vec<(Throw, Vec<Next>)>,
    /// Whether this draw cannot be remembered.
    is_opaque: bool,
}

#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The index of the throw in the draw.
    throw: u32,
    /// The number of its result.
    result: u32,
}

/// Dice that remember a turn while it is played.
#[derive(Debug)]
pub(crate) struct Memorizing<'a> {
    dice: Seeded,
    remembered: &'a mut Remembered,
    root: u32,
    edge: Edge,
    before: Before,
    /// Whether a slot was entered, so that what was rolled before this turn does not matter.
    is_in_slot: bool,
    mode: Mode,
    is_opaque: bool,
}

impl<'a> Memorizing<'a> {
    /// Dice for the turn of a root, rolled as `dice` would roll it. A turn that goes on in the slot of an earlier one is not
    /// remembered: `is_in_slot` says that there is no earlier one.
    pub(crate) fn new(dice: Seeded, remembered: &'a mut Remembered, root: u32, is_in_slot: bool) -> Self {
        Self {
            dice,
            remembered,
            root,
            edge: Edge::Root(root),
            before: Before::default(),
            is_in_slot,
            mode: Mode::Between,
            is_opaque: false,
        }
    }

    /// The turn is over: its path, and the dice as they are now.
    pub(crate) fn into_path(self) -> (Path, Seeded) {
        (Path { edge: self.edge, is_opaque: self.is_opaque }, self.dice)
    }

    /// Tries a draw with every face; `None` where that takes too long.
    fn try_all<R: Eq>(&mut self, roll: &mut impl FnMut(&mut Self) -> Option<R>) -> Option<Draw> {
        let mut results: Vec<R> = Vec::new();
        let mut tried = Tried::default();
        for _ in 0..RUNS_MAX {
            tried.depth = 0;
            self.mode = Mode::Trying(tried);
            let result = roll(self);
            let Mode::Trying(mut after) = std::mem::replace(&mut self.mode, Mode::Between) else { return None };
            let next = result.map_or(Next::Again, |result| {
                let number = results.iter().position(|known| *known == result).unwrap_or(results.len());
                if number == results.len() {
                    results.push(result);
                }
                Next::Result(number as u32)
            });
            if after.is_opaque || after.path.is_empty() {
                return None;
            }
            after.lead_to(next);
            if !after.advance() {
                return (!results.is_empty()).then_some(Draw { throws: after.draw });
            }
            tried = after;
        }
        None
    }

    /// The node of a draw that comes now.
    fn node<R: Eq>(&mut self, roll: &mut impl FnMut(&mut Self) -> Option<R>) -> Option<Node> {
        if self.remembered.is_opaque(self.edge) {
            return None;
        }
        if let Some(known) = self.remembered.node(self.edge) {
            return Some(known);
        }
        let before = self.dice.clone();
        let tried = self.try_all(roll);
        self.dice = before;
        Some(self.remembered.add_node(self.edge, self.root, self.before, &tried?))
    }

    /// Goes on to the edge of what a draw comes to that was rolled, up to `after`.
    fn pass_draw<R: Eq>(&mut self, roll: &mut impl FnMut(&mut Self) -> Option<R>, after: &Seeded) {
        let node = if self.is_in_slot { self.node(roll) } else { None };
        let Some(node) = node else {
            self.is_opaque = true;
            return;
        };
        let (edge, left) = self.remembered.pass(node, self.dice.stream());
        self.edge = edge;
        self.before.slot = None;
        debug_assert_eq!(after.stream(), left, "a draw takes the same words with the rules and without");
    }

    /// The result of a throw, from 0 on, where a draw is tried; otherwise nothing is thrown.
    fn tried(&mut self, throw: Throw) -> Option<u32> {
        match &mut self.mode {
            Mode::Trying(tried) => Some(tried.pass(throw)),
            Mode::Between | Mode::Rolling => None,
        }
    }

    /// Whether dice are asked for outside of any draw: they are one then.
    fn is_between(&self) -> bool {
        matches!(self.mode, Mode::Between)
    }
}

impl Tried {
    /// The result of the next throw on the current path.
    fn pass(&mut self, throw: Throw) -> u32 {
        if self.depth == self.path.len() {
            // A throw of too many results is not worth a table.
            self.is_opaque |= throw.results() > RUNS_MAX || !throw.can_be_prepared();
            let results = if self.is_opaque { 1 } else { throw.results() };
            let index = self.draw.len() as u32;
            if self.depth > 0 {
                self.lead_to(Next::Throw(index));
            }
            self.draw.push((throw, vec![Next::Again; results]));
            self.path.push(Choice { throw: index, result: 0 });
        }
        let Choice { result, .. } = self.path[self.depth];
        self.depth += 1;
        result
    }

    /// What the last throw of the path leads to.
    fn lead_to(&mut self, next: Next) {
        let Choice { throw, result } = *self.path.last().expect("a draw throws dice");
        self.draw[throw as usize].1[result as usize] = next;
    }

    /// Goes on to the next path; false when every one was taken.
    fn advance(&mut self) -> bool {
        while let Some(last) = self.path.last_mut() {
            last.result += 1;
            if (last.result as usize) < self.draw[last.throw as usize].1.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Dice for Memorizing<'_> {
    fn next_round(&mut self) {
        self.dice.next_round();
        self.before = Before { rounds: self.before.rounds + 1, slot: None };
    }

    fn slot(&mut self, slot: Slot) {
        self.dice.slot(slot);
        self.before.slot = Some(slot);
        self.is_in_slot = true;
    }

    fn die(&mut self, sides: u32) -> u32 {
        if self.is_between() {
            return self.draw(|dice| Some(dice.die(sides)));
        }
        self.tried(Throw::Die { sides }).map_or_else(|| self.dice.die(sides), |result| result + 1)
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        if self.is_between() {
            let count = faces.len();
            let drawn = self.draw(|dice| {
                let mut drawn = vec![0; count];
                dice.throw(sides, &mut drawn);
                Some(drawn)
            });
            return faces.copy_from_slice(&drawn);
        }
        if matches!(self.mode, Mode::Rolling) {
            return self.dice.throw(sides, faces);
        }
        for faces in faces.chunks_mut(2) {
            match faces {
                [first, second] => {
                    let result = self.tried(Throw::Pair { sides }).unwrap_or(0);
                    [*first, *second] = [result / sides + 1, result % sides + 1];
                }
                last => last.fill_with(|| self.die(sides)),
            }
        }
    }

    fn draw<R: Eq>(&mut self, mut roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        if !self.is_between() {
            // A draw within a draw that refuses dice has no end of its own to be tried.
            if let Some(result) = roll(self) {
                return result;
            }
            if let Mode::Trying(tried) = &mut self.mode {
                tried.is_opaque = true;
                self.mode = Mode::Rolling;
            }
            return (0..REROLLS_MAX).find_map(|_| roll(self)).expect("a draw that some face can end");
        }
        let before = self.dice.clone();
        self.mode = Mode::Rolling;
        let result = (0..REROLLS_MAX).find_map(|_| roll(self)).expect("a draw that some face can end");
        self.mode = Mode::Between;
        if !self.is_opaque && self.dice.has_rolled_since(&before) {
            let after = std::mem::replace(&mut self.dice, before);
            self.pass_draw(&mut roll, &after);
            self.dice = after;
        }
        result
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        if self.is_between() {
            return self.draw(|source| Some(source.sum(dice)));
        }
        let DiceExpr { count, sides, plus } = dice;
        if count == 0 {
            return plus;
        }
        match self.tried(Throw::Sum { count, sides }) {
            Some(result) => plus + i32::from(count) + result as i32,
            None => self.dice.sum(dice),
        }
    }

    fn keep(&mut self, pool: Pool) -> i32 {
        if self.is_between() {
            return self.draw(|dice| Some(dice.keep(pool)));
        }
        match self.tried(Throw::Kept(pool)) {
            Some(result) => i32::from(pool.keep()) + result as i32,
            None => self.dice.keep(pool),
        }
    }
}
