//! Throws of up to three dice, rolled by the same few operations whatever they are: which throw a walk comes to next is hard to
//! foresee for a processor, so that nothing may branch on it.

use super::SIDES_MAX;
use super::draws::Throw;
use crate::rng::Stream;

/// A throw has a table of its faces if there are so many combinations at most.
const COMBINATIONS_MAX: usize = 1 << 13;

/// A throw of up to three dice: of the upper and the lower half of a word, and of the upper half of the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Handful {
    /// The sides of each die; 1 for one that is not thrown.
    sides: [u32; 3],
    /// How many combinations of faces there are for each face of the first die.
    stride: u32,
    /// The index of the first combination in a table of what they come to.
    table: u32,
}

/// What a throw comes to in almost every case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thrown {
    /// The index of the combination of its faces in the table.
    pub(super) index: usize,
    /// The least of what is left of the products of its dice below their faces, as a fraction of 2^64.
    nearest: u64,
}

impl Thrown {
    /// Whether it is certain for two throws that no word has to be thrown away and that the faces are right.
    #[inline(always)]
    pub(super) fn are_sure(throws: [Self; 2]) -> bool {
        const NEAR: u64 = 2 * SIDES_MAX as u64;
        throws[0].nearest.min(throws[1].nearest) >= NEAR << 32
    }
}

impl Handful {
    /// Nothing is thrown. Its one combination is the first entry of every table.
    pub(super) const NOTHING: Self = Self { sides: [1; 3], stride: 1, table: 0 };

    /// A throw, and the number of its result by combination of faces; `None` for one that takes more dice, dice of one side, or
    /// too large a table.
    pub(super) fn new(throw: Throw, table: u32) -> Option<(Self, Vec<usize>)> {
        let (count, sides) = match throw {
            Throw::Die { sides } => (1, sides as u16),
            Throw::Pair { sides } => (2, sides as u16),
            Throw::Sum { count: 1, sides } => (1, sides),
            Throw::Sum { .. } => return None,
            Throw::Kept(pool) => (pool.count(), pool.sides()),
        };
        let combinations = usize::from(sides).checked_pow(count.into()).filter(|&all| all <= COMBINATIONS_MAX)?;
        if count > 3 || sides < 2 {
            return None;
        }
        let [two, three] = [2, 3].map(|least| if count >= least { sides } else { 1 });
        let sides = [sides, two, three].map(u32::from);
        let handful = Self { sides, stride: sides[1] * sides[2], table };
        let results = (0..combinations).map(|index| result_of(throw, handful.faces(index)));
        Some((handful, results.collect()))
    }

    /// The faces of a combination, counted from 0.
    fn faces(self, combination: usize) -> [usize; 3] {
        let [_, two, three] = self.sides.map(|sides| sides as usize);
        [combination / three / two, combination / three % two, combination % three]
    }

    /// How many words are taken.
    pub(super) fn words(&self) -> u16 {
        match self.sides {
            [1, 1, 1] => 0,
            [_, _, 1] => 1,
            _ => 2,
        }
    }

    /// Throws.
    ///
    /// The face of the upper half of a word is the upper part of the product of the *whole* word and the sides: the lower half
    /// changes it only where the product of the upper one is less than the sides below a multiple of 2^32. Then the 32 bits below
    /// the face are less than the sides, and where the word has to be thrown away they are less than twice the sides.
    #[inline(always)]
    pub(super) fn throw(self, mut stream: Stream) -> Thrown {
        let words = [stream.next_word(), stream.next_word()];
        let sides = self.sides.map(u64::from);
        let [one, three] =
            [(words[0], sides[0]), (words[1], sides[2])].map(|(word, sides)| u128::from(word) * u128::from(sides));
        let two = (words[0] & 0xffff_ffff) * sides[1];
        let (first, others) =
            ((one >> 64) as u64 * u64::from(self.stride), (two >> 32) * sides[2] + (three >> 64) as u64);
        let combination = first + others;
        Thrown {
            index: self.table as usize + combination as usize,
            nearest: (one as u64).min(two << 32).min(three as u64),
        }
    }
}

/// The number of the result of a throw by its faces, counted from 0.
fn result_of(throw: Throw, [one, two, three]: [usize; 3]) -> usize {
    match throw {
        Throw::Die { .. } | Throw::Sum { .. } => one,
        Throw::Pair { sides } => one * sides as usize + two,
        Throw::Kept(pool) => {
            let faces = &mut [one, two, three].map(|face| face as u32 + 1)[..pool.count().into()];
            pool.sum_of_kept(faces) as usize - usize::from(pool.keep())
        }
    }
}
