//! Dice that remember their faces, for transcripts.

use super::{Dice, DiceExpr, Meaning, Slot, Term};
use crate::rng::EncounterIndex;

/// Passes every roll on to `D` and remembers the faces of the last draw.
#[derive(Debug, Clone)]
pub struct Recorded<D> {
    dice: D,
    faces: Vec<u32>,
    open_draws: u32,
}

impl<D: Dice> Recorded<D> {
    /// Dice that record the faces of `dice`.
    pub fn new(dice: D) -> Self {
        Self { dice, faces: Vec::new(), open_draws: 0 }
    }

    /// Forgets earlier faces, unless inside a draw: the faces of a draw belong together.
    fn begin(&mut self) {
        if self.open_draws == 0 {
            self.faces.clear();
        }
    }
}

impl<D: Dice> Dice for Recorded<D> {
    fn encounter(&self) -> Option<EncounterIndex> {
        self.dice.encounter()
    }

    fn next_round(&mut self) {
        self.dice.next_round();
    }

    fn next_leg(&mut self) {
        self.dice.next_leg();
    }

    fn choose(&mut self, sides: u32) -> u32 {
        self.begin();
        let face = self.dice.choose(sides);
        self.faces.push(face);
        face
    }

    fn slot(&mut self, slot: Slot) {
        self.dice.slot(slot);
    }

    fn step_aside(&mut self, slot: Slot) {
        self.dice.step_aside(slot);
    }

    fn step_back(&mut self) {
        self.dice.step_back();
    }

    fn die(&mut self, sides: u32) -> u32 {
        self.begin();
        let face = self.dice.die(sides);
        self.faces.push(face);
        face
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.begin();
        self.dice.throw(sides, faces);
        self.faces.extend_from_slice(faces);
    }

    fn begin_draw(&mut self, _: Option<Meaning>) -> bool {
        self.begin();
        self.open_draws += 1;
        false
    }

    fn end_draw(&mut self) {
        self.open_draws -= 1;
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        self.begin_draw(None);
        let mut sum = dice.plus();
        for Term { count, sides, sign } in dice.terms() {
            sum += sign * (0..count).map(|_| self.die(u32::from(sides)) as i32).sum::<i32>();
        }
        self.end_draw();
        sum
    }

    fn faces(&self) -> &[u32] {
        &self.faces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Pool, Scripted, Seeded, Which};
    use crate::rng::Seed;

    #[test]
    fn the_faces_of_a_draw_are_kept_until_the_next() {
        let mut dice = Recorded::new(Scripted::new([2, 2, 1, 6, 4]));
        dice.draw(|d| {
            let (a, b) = (d.die(6), d.die(6));
            (a != b).then_some(a)
        });
        assert_eq!(dice.faces(), [2, 2, 1, 6]);
        dice.die(6);
        assert_eq!(dice.faces(), [4]);
    }

    #[test]
    fn a_sum_keeps_each_of_its_dice() {
        let mut dice = Recorded::new(Scripted::new([2, 5]));
        assert_eq!(dice.sum("2d6+1".parse().expect("a dice expression")), 8);
        assert_eq!(dice.faces(), [2, 5]);
    }
    #[test]
    fn a_pool_records_the_dice_dropped_as_well() {
        let pool = Pool::new(4, 6, 2, Which::Highest).expect("a pool within bounds");
        let mut dice = Recorded::new(Scripted::new([2, 6, 1, 5, 3]));
        assert_eq!(dice.keep(pool), 11);
        assert_eq!(dice.faces(), [2, 6, 1, 5]);
        assert_eq!(dice.draw(|d| Some(d.die(6))), 3);
        assert_eq!(dice.faces(), [3]);
    }

    #[test]
    fn recording_leaves_the_dice_of_a_pool_as_they_are() {
        let pool = Pool::new(9, 8, 3, Which::Lowest).expect("a pool within bounds");
        let (mut plain, mut recorded) = (Seeded::new(Seed(3)), Recorded::new(Seeded::new(Seed(3))));
        for _ in 0..50 {
            assert_eq!((plain.keep(pool), plain.die(20)), (recorded.keep(pool), recorded.die(20)));
        }
    }
}
