//! Draws as they are rolled all the time, without their rules.

use std::collections::HashMap;
use std::hint::select_unpredictable;

use super::SIDES_MAX;
use super::draws::{Draw, Next, Prepared, Throw};
use super::words::{Hasty, Words};
use crate::rng::Stream;

/// The result of dice that are refused.
const AGAIN: u16 = u16::MAX;

/// What comes next on a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What no path has come to.
    Unknown,
    /// What cannot be remembered.
    Opaque,
    /// The end of the fight.
    End,
    /// Two throws at most, which are made in any case.
    Throws,
    /// Throws of which some depend on others, or may be refused.
    Tree,
}

/// The dice of a draw, and where what they come to is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    first: Prepared,
    second: Prepared,
    /// How many results the second throw has.
    stride: u16,
    /// Which bits of the second throw count: none where it is made without need.
    second_mask: u16,
    /// The index of the results of both throws, or of the first throw of a tree.
    table: u32,
}

/// The plans of draws, and the tables of what they come to.
#[derive(Debug)]
pub(super) struct Plans {
    /// For draws of throws that are made in any case, by the results of these: the number of the result.
    results: Vec<u16>,
    /// For other draws, each throw with the index of the entry of its first result.
    throws: Vec<(Prepared, u32)>,
    /// What comes after each result of these throws.
    entries: Vec<Next>,
    /// The plans of all draws: those with the same throws share their tables.
    known: HashMap<Draw, Plan>,
    /// The second throw of the last draw that had one. Draws of one throw make it without need: whether a draw has a second one
    /// is hard to foresee for a processor.
    last_second: Prepared,
}

impl Plans {
    pub(super) fn new() -> Self {
        Self {
            results: Vec::new(),
            throws: Vec::new(),
            entries: Vec::new(),
            known: HashMap::new(),
            last_second: Prepared::NOTHING,
        }
    }

    /// Bytes that they take, about.
    pub(super) fn bytes(&self) -> usize {
        // The tables are there once more as the keys of their draws, where an entry takes eight bytes.
        5 * size_of_val(&*self.results) + 3 * size_of_val(&*self.throws) + 2 * size_of_val(&*self.entries)
    }

    /// Makes the throws of a draw until they are not refused; the number of its result.
    #[inline(always)]
    pub(super) fn throw(&self, plan: &Plan, stream: &mut Stream) -> usize {
        loop {
            let mut hasty = Hasty::new(stream.clone());
            let index = plan.throw(&mut hasty);
            let (result, after) = match hasty.into_stream(SIDES_MAX.into()) {
                Some(after) => (self.results[index], after),
                None => self.throw_with_care(plan, stream.clone()),
            };
            *stream = after;
            if result != AGAIN {
                return usize::from(result);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn throw_with_care(&self, plan: &Plan, mut stream: Stream) -> (u16, Stream) {
        let index = plan.throw(&mut stream);
        (self.results[index], stream)
    }

    /// Rolls other draws; the number of the result.
    #[inline(never)]
    pub(super) fn roll_tree(&self, plan: &Plan, stream: &mut Stream) -> usize {
        let mut index = plan.table;
        loop {
            let (throw, entries) = self.throws[index as usize];
            match self.entries[entries as usize + throw.roll(stream)] {
                Next::Throw(next) => index = plan.table + next,
                Next::Again => index = plan.table,
                Next::Result(result) => return result as usize,
            }
        }
    }

    /// The plan of a draw.
    pub(super) fn plan(&mut self, draw: Draw) -> Plan {
        if let Some(&plan) = self.known.get(&draw) {
            return plan;
        }
        let plan = match both(&draw) {
            Some((mut plan, results)) => {
                plan.table = self.results.len() as u32;
                self.results.extend(results);
                match draw.throws.len() {
                    0 => {}
                    1 => plan.second = self.last_second,
                    _ => self.last_second = plan.second,
                }
                plan
            }
            None => Plan { table: self.add_throws(&draw), ..Plan::without_dice(Kind::Tree) },
        };
        self.known.insert(draw, plan);
        plan
    }

    /// The index of the first throw of a draw.
    fn add_throws(&mut self, draw: &Draw) -> u32 {
        let start = self.throws.len() as u32;
        for (throw, nexts) in &draw.throws {
            self.throws.push((throw.prepared(), self.entries.len() as u32));
            self.entries.extend(nexts);
        }
        start
    }
}

impl Plan {
    /// Nothing is rolled.
    pub(super) const fn without_dice(kind: Kind) -> Self {
        Self { kind, first: Prepared::NOTHING, second: Prepared::NOTHING, stride: 0, second_mask: 0, table: 0 }
    }

    /// Whether it has one result without any dice.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.kind == Kind::Throws && self.first == Prepared::NOTHING
    }

    /// Throws; the index of the result in the table of both.
    #[inline(always)]
    fn throw(&self, words: &mut impl Words) -> usize {
        let row = self.first.roll_plain(words);
        let before = words.stream().clone();
        let column = self.second.roll_plain(words) & usize::from(self.second_mask);
        *words.stream() = select_unpredictable(self.second_mask == 0, before, words.stream().clone());
        self.table as usize + row * usize::from(self.stride) + column
    }
}

/// The plan of throws that are made in any case, two at most, with what they come to; `None` for any other draw.
fn both(draw: &Draw) -> Option<(Plan, Vec<u16>)> {
    let prepared = |index: usize| draw.throws.get(index).map_or(Prepared::NOTHING, |(throw, _)| throw.prepared());
    let (first, second) = (prepared(0), prepared(1));
    if !first.is_plain() || !second.is_plain() {
        return None;
    }
    let (stride, results) = match &*draw.throws {
        [] => (1, vec![0]),
        [(_, nexts)] => (1, results(nexts)?),
        [(_, nexts), (throw, _), ..] => (throw.results(), results_of_both(draw, nexts, *throw)?),
    };
    let second_mask = if draw.throws.len() > 1 { u16::MAX } else { 0 };
    Some((Plan { kind: Kind::Throws, first, second, stride: stride as u16, second_mask, table: 0 }, results))
}

/// By both results, what two throws come to: the second is the same in any case.
fn results_of_both(draw: &Draw, nexts: &[Next], second: Throw) -> Option<Vec<u16>> {
    let mut both = Vec::new();
    for next in nexts {
        let Next::Throw(index) = *next else { return None };
        let (throw, nexts) = &draw.throws[index as usize];
        if *throw != second {
            return None;
        }
        both.extend(results(nexts)?);
    }
    Some(both)
}

/// What a throw comes to after which nothing is thrown.
fn results(nexts: &[Next]) -> Option<Vec<u16>> {
    let result = |next: &Next| match *next {
        Next::Result(result) => Some(result as u16),
        Next::Again => Some(AGAIN),
        Next::Throw(_) => None,
    };
    nexts.iter().map(result).collect()
}
