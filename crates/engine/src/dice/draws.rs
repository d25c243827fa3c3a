//! Draws as tables from dice to results: what is left of a rule's closure once it was tried with every face.

use super::{COUNT_MAX, Dice, Pool, SIDES_MAX, Seeded, Which};

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

    /// Whether it can be [packed](Self::packed). Sums and pools always can.
    pub(super) fn can_be_packed(self) -> bool {
        match self {
            Self::Die { sides } | Self::Pair { sides } => sides <= u32::from(SIDES_MAX),
            Self::Sum { .. } | Self::Kept(_) => true,
        }
    }

    /// The throw as it is looked up all the time.
    pub(super) fn packed(self) -> PackedThrow {
        let (kind, sides, count, keep) = match self {
            Self::Die { sides } => (DIE, sides, 1, 1),
            Self::Pair { sides } => (PAIR, sides, 2, 2),
            Self::Sum { count, sides } => (SUM, u32::from(sides), count, count),
            Self::Kept(pool) => {
                let kind = match (pool.count(), pool.keep(), pool.which()) {
                    (2, 2, _) => TWO,
                    (3, 2, Which::Highest) => HIGHEST_TWO,
                    (3, 2, Which::Lowest) => LOWEST_TWO,
                    (.., Which::Highest) => HIGHEST,
                    (.., Which::Lowest) => LOWEST,
                };
                (kind, u32::from(pool.sides()), pool.count(), pool.keep())
            }
        };
        PackedThrow(kind | sides << 4 | u32::from(count) << 14 | u32::from(keep) << 21)
    }
}

const DIE: u32 = 0;
const PAIR: u32 = 1;
/// The sum of two dice from one word.
const TWO: u32 = 2;
/// The two dice that are left of three.
const HIGHEST_TWO: u32 = 3;
const LOWEST_TWO: u32 = 4;
const SUM: u32 = 5;
const HIGHEST: u32 = 6;
const LOWEST: u32 = 7;

/// A [`Throw`] in one word: four bits for its kind, ten for the sides, and seven each for the dice and how many of them are
/// kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedThrow(pub(super) u32);

const _: () = assert!(SIDES_MAX < 1 << 10 && COUNT_MAX < 1 << 7, "a throw fits a word");

impl PackedThrow {
    /// Rolls; the number of the result, from 0 on.
    #[inline(always)]
    pub(super) fn roll(self, dice: &mut Seeded) -> usize {
        let sides = self.0 >> 4 & 0x3ff;
        let result = match self.0 & 0xf {
            DIE => dice.die(sides) - 1,
            TWO => {
                let [first, second] = dice.pair(sides);
                first + second - 2
            }
            HIGHEST_TWO => two_of_three(three(dice, sides), Which::Highest) - 2,
            LOWEST_TWO => two_of_three(three(dice, sides), Which::Lowest) - 2,
            PAIR => {
                let [first, second] = dice.pair(sides);
                (first - 1) * sides + second - 1
            }
            SUM => (0..self.count()).map(|_| dice.die(sides) - 1).sum(),
            _ => self.roll_pool(dice),
        };
        result as usize
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0 >> 14 & 0x7f
    }

    #[inline(never)]
    fn roll_pool(self, dice: &mut Seeded) -> u32 {
        let (sides, keep) = ((self.0 >> 4 & 0x3ff) as u16, (self.0 >> 21) as u16);
        let which = if self.0 & 0xf == HIGHEST { Which::Highest } else { Which::Lowest };
        let pool = Pool::new(self.count() as u16, sides, keep, which).expect("a pool that was packed");
        pool.throw(dice) as u32 - u32::from(keep)
    }
}

/// Three dice thrown together.
#[inline(always)]
fn three(dice: &mut Seeded, sides: u32) -> [u32; 3] {
    let [first, second] = dice.pair(sides);
    [first, second, dice.die(sides)]
}

/// The sum of the two highest or the two lowest of three dice.
#[inline(always)]
fn two_of_three(faces: [u32; 3], which: Which) -> u32 {
    let [first, second, third] = faces;
    let left_out = match which {
        Which::Highest => first.min(second).min(third),
        Which::Lowest => first.max(second).max(third),
    };
    first + second + third - left_out
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
