//! Throws of up to three dice, rolled by the same few operations whatever they are: which throw a walk comes to next is hard to
//! foresee for a processor, so that nothing may branch on it.

use super::draws::Throw;
use super::words::product;
use crate::rng::Stream;

/// A throw has a table of its faces if there are so many combinations at most.
const COMBINATIONS_MAX: usize = 1 << 13;

/// A throw of up to three dice: of the upper and the lower half of a word, and of the upper half of the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Handful {
    /// The sides of each die; 1 for one that is not thrown.
    sides: [u16; 3],
    /// How many words are taken.
    words: u16,
    /// The index of the first combination of faces in a table of what they come to.
    table: u32,
}

impl Handful {
    /// Nothing is thrown. Its one combination is the first entry of every table.
    pub(super) const NOTHING: Self = Self { sides: [1; 3], words: 0, table: 0 };

    /// A throw, and the number of its result by combination of faces; `None` for one that takes more dice or too large a table.
    pub(super) fn new(throw: Throw, table: u32) -> Option<(Self, Vec<usize>)> {
        let (count, sides) = match throw {
            Throw::Die { sides } => (1, sides as u16),
            Throw::Pair { sides } => (2, sides as u16),
            Throw::Sum { count: 1, sides } => (1, sides),
            Throw::Sum { .. } => return None,
            Throw::Kept(pool) => (pool.count(), pool.sides()),
        };
        let combinations = usize::from(sides).checked_pow(count.into()).filter(|&all| all <= COMBINATIONS_MAX)?;
        let [two, three] = [2, 3].map(|least| if count >= least { sides } else { 1 });
        let handful = Self { sides: [sides, two, three], words: count.div_ceil(2), table };
        let results = (0..combinations).map(|index| result_of(throw, handful.faces(index)));
        (count <= 3).then(|| (handful, results.collect()))
    }

    /// The faces of a combination, counted from 0.
    fn faces(self, combination: usize) -> [usize; 3] {
        let [_, two, three] = self.sides.map(usize::from);
        [combination / three / two, combination / three % two, combination % three]
    }

    /// How many words are taken.
    #[inline(always)]
    pub(super) fn words(self) -> u64 {
        self.words.into()
    }

    /// Throws. The index of the combination in the table, and the lowest lower half of a product of half a word and the sides of
    /// its die: below [`SIDES_MAX`](super::SIDES_MAX), a word may have to be thrown away, which is left to the caller.
    #[inline(always)]
    pub(super) fn throw(self, mut stream: Stream) -> (usize, u32) {
        let words = [stream.next_word(), stream.next_word()];
        let sides = self.sides.map(u32::from);
        let [one, two, three] = [
            product(words[0] >> 32, sides[0]),
            product(words[0] & 0xffff_ffff, sides[1]),
            product(words[1] >> 32, sides[2]),
        ];
        let combination = ((one >> 32) * u64::from(sides[1]) + (two >> 32)) * u64::from(sides[2]) + (three >> 32);
        (self.table as usize + combination as usize, (one as u32).min(two as u32).min(three as u32))
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
