//! Draws as tables from dice to results: what is left of a rule's closure once it was tried with every face.

use super::pool::sum_but_one;
use super::{COUNT_MAX, Pool, SIDES_MAX, Which};
use crate::rng::Stream;

/// Dice that a draw reads as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Throw {
    /// One die.
    Die { sides: u32 },
    /// Two dice from one word.
    Pair { sides: u32 },
    /// The sum of dice rolled one after the other.
    Sum { count: u16, sides: u16 },
    /// What a pool keeps of its dice.
    Kept(Pool),
}

impl Throw {
    /// How many results there are.
    pub(super) fn results(self) -> usize {
        match self {
            Self::Die { sides } => sides as usize,
            Self::Pair { sides } => (sides as usize).saturating_mul(sides as usize),
            Self::Sum { count, sides } => usize::from(count) * (usize::from(sides) - 1) + 1,
            Self::Kept(pool) => usize::from(pool.keep()) * (usize::from(pool.sides()) - 1) + 1,
        }
    }

    /// Whether it can be [prepared](Self::prepared). Sums and pools always can.
    pub(super) fn can_be_prepared(self) -> bool {
        match self {
            Self::Die { sides } | Self::Pair { sides } => sides <= u32::from(SIDES_MAX),
            Self::Sum { .. } | Self::Kept(_) => true,
        }
    }

    /// The throw as it is rolled all the time.
    pub(super) fn prepared(self) -> Prepared {
        let (kind, sides, count, keep) = match self {
            Self::Die { sides } => (Kind::Die, sides as u16, 1, 1),
            Self::Pair { sides } => (Kind::Pair, sides as u16, 2, 2),
            Self::Sum { count, sides } => (Kind::Sum, sides, count, count),
            Self::Kept(pool) => {
                let kind = match (pool.count(), pool.keep(), pool.which()) {
                    (2, 2, _) => Kind::Two,
                    (3, 2, Which::Highest) => Kind::HighestTwo,
                    (3, 2, Which::Lowest) => Kind::LowestTwo,
                    (.., Which::Highest) => Kind::Highest,
                    (.., Which::Lowest) => Kind::Lowest,
                };
                (kind, pool.sides(), pool.count(), pool.keep())
            }
        };
        Prepared { kind, count: count as u8, keep: keep as u8, sides }
    }
}

/// How a throw is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Die,
    /// The index of both faces of two dice from one word.
    Pair,
    /// The sum of two dice from one word.
    Two,
    /// The two dice that are left of three.
    HighestTwo,
    LowestTwo,
    Sum,
    /// What is left of other pools.
    Highest,
    Lowest,
}

/// A [`Throw`] in a few bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prepared {
    kind: Kind,
    count: u8,
    keep: u8,
    sides: u16,
}

const _: () = assert!(COUNT_MAX <= u8::MAX as u16, "so many dice fit a byte");

impl Prepared {
    /// Rolls a throw; the number of the result, from 0 on.
    pub(super) fn roll(self, stream: &mut Stream) -> usize {
        let sides = u32::from(self.sides);
        let result = match self.kind {
            Kind::Die => stream.one(sides),
            Kind::Pair => {
                let (first, second) = stream.two(sides);
                first * sides + second
            }
            Kind::Two => {
                let (first, second) = stream.two(sides);
                first + second
            }
            Kind::HighestTwo => sum_but_one(three(stream, sides), Which::Highest),
            Kind::LowestTwo => sum_but_one(three(stream, sides), Which::Lowest),
            Kind::Sum => (0..self.count).map(|_| stream.one(sides)).sum(),
            Kind::Highest => self.roll_pool(stream, Which::Highest),
            Kind::Lowest => self.roll_pool(stream, Which::Lowest),
        };
        result as usize
    }

    fn roll_pool(self, stream: &mut Stream, which: Which) -> u32 {
        let (count, keep) = (u16::from(self.count), u16::from(self.keep));
        let pool = Pool::new(count, self.sides, keep, which).expect("a pool that was prepared");
        pool.throw(stream) as u32 - u32::from(keep)
    }
}

/// Three dice thrown together.
#[inline(always)]
fn three(words: &mut Stream, sides: u32) -> [u32; 3] {
    let (first, second) = words.two(sides);
    [first, second, words.one(sides)]
}

/// What comes after a throw within a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Next {
    /// Another throw, by its index in the draw.
    Throw(u32),
    /// The dice are refused: everything is rolled again.
    Again,
    /// The draw is over, with this result.
    Result(u32),
}

/// A draw: its throws, the first one first, each with what comes next by the number of its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Draw {
    pub(super) throws: Vec<(Throw, Vec<Next>)>,
}

impl Draw {
    /// The draw of a turn that rolls no dice.
    pub(super) fn of_nothing() -> Self {
        Self { throws: Vec::new() }
    }

    /// How many results there are.
    pub(super) fn results(&self) -> u32 {
        let number = |next: &Next| if let Next::Result(number) = *next { number } else { 0 };
        1 + self.nexts().map(number).max().unwrap_or(0)
    }

    /// Whether some dice are refused.
    pub(super) fn refuses(&self) -> bool {
        self.nexts().any(|next| *next == Next::Again)
    }

    fn nexts(&self) -> impl Iterator<Item = &Next> {
        self.throws.iter().flat_map(|(_, nexts)| nexts)
    }
}
