//! Dice: the interface for rules, and its implementations.
//!
//! A rule rolls inside [`Dice::draw`], which returns only the result that the rule made of the dice. [`Seeded`] dice
//! simply roll; [`Enumerated`] dice take every branch, merge faces with the same result and leave re-rolls out;
//! [`Scripted`] dice follow a list; [`Recorded`] dice remember their faces for a transcript.

mod entered;
mod enumerated;
mod expr;
mod lent;
mod meaning;
mod mixture;
mod occasion;
mod pool;
mod recorded;
mod scripted;
mod seeded;
mod slot;
mod words;

pub use enumerated::Enumerated;
pub(crate) use enumerated::{WorkedOut, mean_of};
pub use expr::{DiceError, DiceExpr, KINDS_MAX, Term};
pub use lent::Lent;
pub use meaning::Meaning;
pub use mixture::{Mixture, Slots};
pub use occasion::Occasion;
pub use pool::{Pool, PoolError, Which};
pub use recorded::Recorded;
pub use scripted::Scripted;
pub use seeded::Seeded;
pub use slot::Slot;

use crate::rng::EncounterIndex;

/// Largest number of dice in a sum or pool.
pub const COUNT_MAX: u16 = 100;

/// Largest number of sides of a die in a sum or pool.
pub const SIDES_MAX: u16 = 1000;

/// Number of re-rolls after which a draw is considered endless. The chance that two d20 tie so many times in a row is
/// 20^-10000.
const REROLLS_MAX: u32 = 10_000;

/// A source of dice.
pub trait Dice: Sized {
    /// Whether combatants may [err](crate::decision::Errors) in fights with these dice: decisions ask for errors only in that case.
    const MAY_ERR: bool = true;

    /// The encounter to which the dice belong; `None` for dice that belong to none.
    fn encounter(&self) -> Option<EncounterIndex> {
        None
    }

    /// Begins the next round of the encounter; the set-up is round 0. Called once before every round.
    #[inline(always)]
    fn next_round(&mut self) {}

    /// Goes to the set-up of the next leg of a day: round 0, in which every slot shows new faces.
    fn next_leg(&mut self) {}

    /// Throws the die that chooses a leg of a day. Called in the set-up of the leg, before anything else.
    fn choose(&mut self, sides: u32) -> u32 {
        self.die(sides)
    }

    /// Enters a slot of the current round: the dice that follow are drawn from this slot alone. A slot may be entered
    /// at most once in a round, since a second entry would show the same faces again; it panics if debug assertions are
    /// on.
    #[inline(always)]
    fn slot(&mut self, slot: Slot) {
        let _ = slot;
    }

    /// Leaves the current slot for dice beside it, in a slot that goes on where it was left in this round. Called by the door for
    /// [decisions](crate::decision), and not by rules.
    #[inline(always)]
    fn step_aside(&mut self, slot: Slot) {
        let _ = slot;
    }

    /// Goes back to the slot that was left by [`step_aside`](Self::step_aside), whose dice go on as if nothing had been rolled.
    #[inline(always)]
    fn step_back(&mut self) {}

    /// Rolls one die of `sides` sides, at least 1: a face in 1..=`sides`, each with equal chance.
    ///
    /// In all rules, high faces are good for the combatant who rolls, so that one roll answers for every difficulty at
    /// once.
    fn die(&mut self, sides: u32) -> u32;

    /// Rolls identical dice together: one face for each entry of `faces`, in the order of the dice.
    #[inline(always)]
    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        faces.fill_with(|| self.die(sides));
    }

    /// Rolls `N` identical dice together.
    #[inline(always)]
    fn dice<const N: usize>(&mut self, sides: u32) -> [u32; N] {
        let mut faces = [0; N];
        self.throw(sides, &mut faces);
        faces
    }

    /// Calls `roll` until it accepts the dice, and returns its result. `None` means that all its dice are rolled again.
    ///
    /// `roll` must not enter a slot, and must depend only on its dice and on captured values that stay unchanged:
    /// enumerating dice call it many times.
    #[inline(always)]
    fn draw<R: Eq>(&mut self, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        draw(self, None, roll)
    }

    /// Makes a [`draw`](Self::draw) if `wanted`; otherwise rolls nothing and returns the default. Even then `roll` may
    /// be called and its dice taken back, so it must be able to end whether or not it is `wanted`.
    #[inline(always)]
    fn draw_if<R: Eq + Default>(&mut self, wanted: bool, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        if wanted { self.draw(roll) } else { R::default() }
    }

    /// Makes a [`draw`](Self::draw) whose [meaning](Meaning) contains everything on which the result depends besides
    /// the dice. Enumerating dice enumerate draws of equal meaning only once.
    #[inline(always)]
    fn draw_of<R: Eq>(&mut self, meaning: Meaning, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        draw(self, Some(meaning), roll)
    }

    /// Makes a draw with a [meaning](Meaning) if `wanted`: see [`draw_if`](Self::draw_if) and
    /// [`draw_of`](Self::draw_of).
    #[inline(always)]
    fn draw_if_of<R: Eq + Default>(
        &mut self,
        wanted: bool,
        meaning: Meaning,
        roll: impl FnMut(&mut Self) -> Option<R>,
    ) -> R {
        if wanted { self.draw_of(meaning, roll) } else { R::default() }
    }

    /// Opens a draw of this meaning, if it has one. Whether tries of it are made first, each of which [`end_try`](Self::end_try) ends:
    /// only those dice ask for them that find out what a draw can come to. Called by draws, and not by rules.
    #[inline(always)]
    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool {
        let _ = meaning;
        false
    }

    /// Ends a try of a draw. Its result has this place among the different ones of the tries, in the order in which they came; `None`:
    /// the dice would be rolled again. Whether another try follows.
    fn end_try(&mut self, place: Option<usize>) -> bool {
        let _ = place;
        false
    }

    /// Closes the draw that was opened last.
    #[inline(always)]
    fn end_draw(&mut self) {}

    /// Rolls a dice expression, one die after the other in the order of its [kinds](DiceExpr::terms), and returns the
    /// sum.
    #[inline(always)]
    fn sum(&mut self, dice: DiceExpr) -> i32 {
        let mut sum = dice.plus();
        for Term { count, sides, sign } in dice.terms() {
            for _ in 0..count {
                sum += sign * self.die(u32::from(sides)) as i32;
            }
        }
        sum
    }

    /// Rolls all dice of a pool together and returns the sum of those that it keeps.
    #[inline]
    fn keep(&mut self, pool: Pool) -> i32 {
        pool.throw(self)
    }

    /// The faces of the last draw, re-rolled ones included, if the dice remember them ([`Recorded`], [`Scripted`]);
    /// else empty.
    #[inline(always)]
    fn faces(&self) -> &[u32] {
        &[]
    }
}

/// Makes a draw: all tries that the dice ask for, and then the roll that counts.
#[inline(always)]
fn draw<D: Dice, R: Eq>(dice: &mut D, meaning: Option<Meaning>, mut roll: impl FnMut(&mut D) -> Option<R>) -> R {
    if dice.begin_draw(meaning) {
        let mut results: Vec<R> = Vec::new();
        while {
            let place = roll(dice).map(|result| {
                let known = results.iter().position(|known| *known == result);
                known.unwrap_or_else(|| {
                    results.push(result);
                    results.len() - 1
                })
            });
            dice.end_try(place)
        } {}
    }
    for _ in 0..REROLLS_MAX {
        if let Some(result) = roll(dice) {
            dice.end_draw();
            return result;
        }
    }
    unreachable!("a draw that no face can end");
}
