//! Dice as rules ask for them, and the interpreters that answer.
//!
//! A rule rolls inside [`Dice::draw`], which returns only what the rule made of the dice. [`Seeded`] dice simply roll;
//! [`Enumerated`] dice take every branch, merge faces with the same result and leave re-rolls out; [`Scripted`] dice follow
//! a list; [`Recorded`] dice remember their faces for a transcript.

mod entered;
mod enumerated;
mod expr;
mod meaning;
mod occasion;
mod pool;
mod recorded;
mod scripted;
mod seeded;
mod slot;
mod words;

pub use enumerated::Enumerated;
pub(crate) use enumerated::WorkedOut;
pub use expr::{DiceError, DiceExpr};
pub use meaning::Meaning;
pub use occasion::Occasion;
pub use pool::{Pool, PoolError, Which};
pub use recorded::Recorded;
pub use scripted::Scripted;
pub use seeded::Seeded;
pub use slot::Slot;

/// The most like dice of one sum or pool.
pub const COUNT_MAX: u16 = 100;

/// The most sides of a die of a sum or pool.
pub const SIDES_MAX: u16 = 1000;

/// Re-rolls after which a draw counts as one that no face can end. Two d20 tie so many times in a row with a chance of
/// 20^-10000.
pub(crate) const REROLLS_MAX: u32 = 10_000;

/// A source of dice.
pub trait Dice: Sized {
    /// The encounter's next round begins; set-up is round 0. Called once before every round.
    #[inline(always)]
    fn next_round(&mut self) {}

    /// Enters a slot of the current round: what follows is drawn from that slot alone. A slot is entered at most once in a
    /// round: a second entry would show the same faces again, and panics where debug assertions are on.
    #[inline(always)]
    fn slot(&mut self, slot: Slot) {
        let _ = slot;
    }

    /// One die of `sides` sides, at least 1: a face in 1..=`sides`, each with equal chance.
    ///
    /// High faces are good for whoever rolls, everywhere, so that one roll answers for every difficulty at once.
    fn die(&mut self, sides: u32) -> u32;

    /// Dice of one kind, thrown together: a face for each entry of `faces`, in the order of the dice.
    #[inline(always)]
    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        faces.fill_with(|| self.die(sides));
    }

    /// `N` dice of one kind, thrown together.
    #[inline(always)]
    fn dice<const N: usize>(&mut self, sides: u32) -> [u32; N] {
        let mut faces = [0; N];
        self.throw(sides, &mut faces);
        faces
    }

    /// Rolls until `roll` accepts the dice, and returns its result. `None` means that all its dice are rolled again.
    ///
    /// `roll` enters no slot and depends only on its dice and on captured values that stay unchanged: an enumerator calls it
    /// many times.
    #[inline(always)]
    fn draw<R: Eq>(&mut self, mut roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        for _ in 0..REROLLS_MAX {
            if let Some(result) = roll(self) {
                return result;
            }
        }
        unreachable!("a draw that no face can end");
    }

    /// As [`draw`](Self::draw) where `wanted`; otherwise nothing is rolled, and the result is the default. `roll` may be called
    /// all the same and its dice taken back, so that it must be able to end whatever `wanted` is.
    #[inline(always)]
    fn draw_if<R: Eq + Default>(&mut self, wanted: bool, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        if wanted { self.draw(roll) } else { R::default() }
    }

    /// As [`draw`](Self::draw), where the [meaning](Meaning) names all that the result depends on beside the dice: an
    /// enumerator tries the faces of draws that mean the same once.
    #[inline(always)]
    fn draw_of<R: Eq>(&mut self, meaning: Meaning, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        let _ = meaning;
        self.draw(roll)
    }

    /// As [`draw_if`](Self::draw_if), of a [meaning](Meaning).
    #[inline(always)]
    fn draw_if_of<R: Eq + Default>(
        &mut self,
        wanted: bool,
        meaning: Meaning,
        roll: impl FnMut(&mut Self) -> Option<R>,
    ) -> R {
        let _ = meaning;
        self.draw_if(wanted, roll)
    }

    /// The sum of a dice expression, rolled one die after the other.
    #[inline(always)]
    fn sum(&mut self, dice: DiceExpr) -> i32 {
        let mut sum = dice.plus;
        for _ in 0..dice.count {
            sum += self.die(u32::from(dice.sides)) as i32;
        }
        sum
    }

    /// The sum of the dice that a pool keeps. All of its dice are thrown together.
    #[inline]
    fn keep(&mut self, pool: Pool) -> i32 {
        pool.throw(self)
    }

    /// The faces of the last draw, re-rolled ones included, where they are remembered ([`Recorded`],
    /// [`Scripted`]); otherwise none.
    #[inline(always)]
    fn faces(&self) -> &[u32] {
        &[]
    }
}
