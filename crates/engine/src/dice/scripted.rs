//! Dice with predetermined faces, for tests of single rules: "with these dice, this happens".

use std::collections::VecDeque;

use super::entered::Entered;
use super::{Dice, Meaning, Slot};

/// Shows the given faces in order. Panics if a die does not have the face, if the faces run out, and in
/// [`assert_spent`](Self::assert_spent) if faces are left over. Meant for tests and, with no faces at all, for rules
/// that must not roll.
#[derive(Debug, Clone)]
pub struct Scripted {
    faces: VecDeque<u32>,
    last: Vec<u32>,
    open_draws: u32,
    entered: Entered,
}

impl Scripted {
    /// Dice that will show `faces`.
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Self {
        let faces = faces.into_iter().collect();
        Self { faces, last: Vec::new(), open_draws: 0, entered: Entered::default() }
    }

    /// Panics if faces are left over.
    #[track_caller]
    pub fn assert_spent(&self) {
        assert!(self.faces.is_empty(), "faces never rolled: {:?}", self.faces);
    }
}

impl Dice for Scripted {
    fn next_round(&mut self) {
        self.entered.next_round();
    }

    fn next_leg(&mut self) {
        self.entered.restart();
    }

    fn slot(&mut self, slot: Slot) {
        self.entered.enter(slot);
    }

    #[track_caller]
    fn die(&mut self, sides: u32) -> u32 {
        let face = self.faces.pop_front().unwrap_or_else(|| panic!("a d{sides} is rolled, but the script is spent"));
        assert!((1..=sides).contains(&face), "a d{sides} cannot show {face}");
        self.last.push(face);
        face
    }

    /// A draw inside another one adds to the faces of the outer one.
    fn begin_draw(&mut self, _: Option<Meaning>) -> bool {
        if self.open_draws == 0 {
            self.last.clear();
        }
        self.open_draws += 1;
        false
    }

    fn end_draw(&mut self) {
        self.open_draws -= 1;
    }

    fn faces(&self) -> &[u32] {
        &self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_come_in_order_and_rerolls_take_the_next() {
        let mut dice = Scripted::new([3, 3, 5, 4]);
        let difference = dice.draw(|d| {
            let (a, b) = (d.die(6), d.die(6));
            (a != b).then(|| a.abs_diff(b))
        });
        assert_eq!(difference, 1);
        assert_eq!(dice.faces(), [3, 3, 5, 4]);
        dice.assert_spent();
    }

    #[test]
    fn the_faces_of_draws_within_a_draw_belong_to_it() {
        let mut dice = Scripted::new([2, 3, 4, 5]);
        dice.draw(|d| Some(d.draw(|d| Some(d.die(6) + d.die(6))) + d.die(6)));
        assert_eq!(dice.faces(), [2, 3, 4]);
        dice.draw(|d| Some(d.die(6)));
        assert_eq!(dice.faces(), [5]);
    }

    #[test]
    #[should_panic(expected = "the script is spent")]
    fn a_roll_too_many_panics() {
        Scripted::new([]).die(20);
    }

    #[test]
    #[should_panic(expected = "cannot show 21")]
    fn a_face_that_the_die_lacks_panics() {
        Scripted::new([21]).die(20);
    }

    #[test]
    #[should_panic(expected = "never rolled")]
    fn a_roll_too_few_panics() {
        Scripted::new([1]).assert_spent();
    }
}
