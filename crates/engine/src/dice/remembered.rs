//! What turns come to, by their dice: a table that is walked along without the rules.

use std::collections::HashMap;

use super::draws::{Draw, Next, PackedThrow};
use super::{Dice, Seeded, Slot};

/// An edge that no path has come to.
const UNKNOWN: u32 = 0;
/// An edge to what cannot be remembered.
const OPAQUE: u32 = 1;
/// An edge to a draw, whose index is in the other bits; any other above these is one to the end of a turn.
const DRAW: u32 = 1 << 31;

/// Nothing is entered before a draw; less is a slot.
const NO_SLOT: u32 = 1 << 16;

/// Before an entry of a throw that is the result of its draw.
const RESULT: u32 = 1 << 31;
/// Before how many results the second of two throws has that are made in any case.
const BOTH: u32 = 1 << 31;
/// An entry of a throw whose dice are refused.
const AGAIN: u32 = u32::MAX;

/// Where a path through a turn has come to: the index of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge(pub(super) u32);

impl Edge {
    /// As a word, to be kept.
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// Of a [word](Self::word).
    #[inline(always)]
    pub(crate) fn from_word(word: u32) -> Self {
        Self(word)
    }
}

/// The end of a turn, by the index of what is kept of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TurnEnd(u32);

/// Rounds that begin and the slot that is entered before a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Before {
    pub(super) rounds: u32,
    pub(super) slot: Option<Slot>,
}

/// How far a walk has come without the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Walked {
    /// To the end of the turn.
    End(TurnEnd),
    /// To something that no path has met.
    Unknown,
    /// To something that cannot be remembered.
    Opaque,
}

/// A draw that comes next in a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node(u32);

/// What was learnt of turns. All of it lies in one list of words, so that a walk finds everything from one address:
///
/// - an edge: one of the constants above, or the index of what it leads to;
/// - a draw in a turn: rounds and slot before it, the index of its first throw, then an edge for each result;
/// - a throw: what is thrown, then an entry for each result. Draws with the same throws share them;
/// - two throws that are made in any case, as those of a contest: how many results the second has, both throws, then an entry for
///   each pair of results;
/// - the end of a turn: what the caller keeps of it.
#[derive(Debug)]
pub(crate) struct Remembered {
    words: Vec<u32>,
    /// The index of the first throw.
    draws: HashMap<Draw, u32>,
}

impl Remembered {
    pub(crate) fn new() -> Self {
        // Indices of what edges lead to are above their constants.
        Self { words: vec![UNKNOWN; 2], draws: HashMap::new() }
    }

    /// The root of a turn that nothing is known of.
    pub(crate) fn root(&mut self) -> Edge {
        Edge(self.push(&[UNKNOWN]))
    }

    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        // A draw is there once more as the key of its throws.
        2 * size_of_val(self.words.as_slice())
    }

    /// Whether nothing is known of a turn.
    pub(crate) fn is_unknown(&self, root: Edge) -> bool {
        self.words[root.0 as usize] == UNKNOWN
    }

    /// The end of a turn that rolls no dice.
    pub(crate) fn end_without_dice(&self, root: Edge) -> Option<TurnEnd> {
        let edge = self.words[root.0 as usize];
        (edge > OPAQUE && edge & DRAW == 0).then_some(TurnEnd(edge))
    }

    /// Keeps something of the end of a turn.
    pub(crate) fn keep_end(&mut self, words: &[u32]) -> TurnEnd {
        TurnEnd(self.push(words))
    }

    /// What the path to an edge has come to; `None` where it cannot be remembered.
    pub(crate) fn end(&mut self, edge: Edge, end: Option<TurnEnd>) {
        self.words[edge.0 as usize] = end.map_or(OPAQUE, |end| end.0);
    }

    /// What is kept of the end of a turn, and of others after it.
    #[inline(always)]
    pub(crate) fn kept(&self, end: TurnEnd) -> &[u32] {
        &self.words[end.0 as usize..]
    }

    /// Rolls a turn from its root on.
    #[inline(always)]
    pub(crate) fn walk(&self, root: Edge, dice: &mut Seeded) -> Walked {
        let mut edge = self.words[root.0 as usize];
        while edge & DRAW != 0 {
            let node = edge & !DRAW;
            self.enter(node, dice);
            edge = self.words[self.roll(node, dice) as usize];
        }
        match edge {
            UNKNOWN => Walked::Unknown,
            OPAQUE => Walked::Opaque,
            end => Walked::End(TurnEnd(end)),
        }
    }

    #[inline(always)]
    fn enter(&self, node: u32, dice: &mut Seeded) {
        let before = self.words[node as usize];
        if before > NO_SLOT {
            (0..before / (2 * NO_SLOT)).for_each(|_| dice.next_round());
        }
        if before & NO_SLOT == 0 {
            dice.slot(Slot::from_number(before as u16));
        }
    }

    /// Rolls a draw; the index of the edge to which its result leads.
    #[inline(always)]
    fn roll(&self, node: u32, dice: &mut Seeded) -> u32 {
        let words = &*self.words;
        let start = words[node as usize + 1];
        if let Some(&[in_row, first, second, ..]) = words.get(start as usize..)
            && in_row & BOTH != 0
        {
            let row = PackedThrow(first).roll(dice) as u32 * (in_row & !BOTH);
            let result = row as usize + PackedThrow(second).roll(dice);
            return node + 2 + words[start as usize + 3 + result];
        }
        let mut throw = start;
        loop {
            let result = PackedThrow(words[throw as usize]).roll(dice);
            let entry = words[throw as usize + 1 + result];
            if entry & RESULT == 0 {
                throw = entry;
            } else if entry == AGAIN {
                throw = start;
            } else {
                return node + 2 + (entry & !RESULT);
            }
        }
    }

    /// The draw that an edge leads to; `None` where that is unknown, or opaque.
    pub(super) fn node(&self, edge: Edge) -> Option<Node> {
        let edge = self.words[edge.0 as usize];
        (edge & DRAW != 0).then_some(Node(edge & !DRAW))
    }

    /// Whether an edge leads to what cannot be remembered.
    pub(super) fn is_opaque(&self, edge: Edge) -> bool {
        self.words[edge.0 as usize] == OPAQUE
    }

    /// Rolls a draw; the edge to which its result leads.
    pub(super) fn pass(&self, node: Node, dice: &mut Seeded) -> Edge {
        Edge(self.roll(node.0, dice))
    }

    /// Lets an edge lead to a draw of so many results.
    pub(super) fn add_node(&mut self, edge: Edge, before: Before, draw: Draw, results: u32) -> Node {
        let throw = self.throws(draw);
        let slot = before.slot.map_or(NO_SLOT, |slot| u32::from(slot.number()));
        let node = self.push(&[before.rounds * 2 * NO_SLOT + slot, throw]);
        self.words.resize(self.words.len() + results as usize, UNKNOWN);
        self.words[edge.0 as usize] = DRAW | node;
        Node(node)
    }

    /// The index of the first throw of a draw.
    fn throws(&mut self, draw: Draw) -> u32 {
        if let Some(&known) = self.draws.get(&draw) {
            return known;
        }
        let start = self.words.len() as u32;
        if let Some(both) = both(&draw) {
            self.words.extend(both);
            self.draws.insert(draw, start);
            return start;
        }
        let mut indices = vec![start];
        for (index, (_, nexts)) in draw.throws.iter().enumerate() {
            indices.push(indices[index] + 1 + nexts.len() as u32);
        }
        for (throw, nexts) in &draw.throws {
            self.words.push(throw.packed().0);
            self.words.extend(nexts.iter().map(|next| match *next {
                Next::Throw(throw) => indices[throw as usize],
                Next::Again => AGAIN,
                Next::Result(result) => RESULT | result,
            }));
        }
        self.draws.insert(draw, start);
        start
    }

    fn push(&mut self, words: &[u32]) -> u32 {
        let index = self.words.len() as u32;
        self.words.extend(words);
        index
    }
}

/// The words of two throws that are made in any case; `None` for any other draw.
fn both(draw: &Draw) -> Option<Vec<u32>> {
    let ((first, nexts), seconds) = draw.throws.split_first()?;
    let second = seconds.first()?.0;
    let mut words = vec![BOTH | second.results() as u32, first.packed().0, second.packed().0];
    for next in nexts {
        let Next::Throw(index) = *next else { return None };
        let (throw, nexts) = &draw.throws[index as usize];
        if *throw != second {
            return None;
        }
        for next in nexts {
            let Next::Result(result) = *next else { return None };
            words.push(result);
        }
    }
    Some(words)
}
