//! Dice that are lent to rules which do not know their type.

use super::{Dice, DiceExpr, Meaning, Pool, Slot};
use crate::rng::EncounterIndex;

/// Dice of some other type. What is written against them is compiled once, whatever the dice; each roll costs a call more.
pub struct Lent<'a>(&'a mut dyn AnyDice);

impl<'a> Lent<'a> {
    /// Lends these dice.
    pub fn new(dice: &'a mut impl Dice) -> Self {
        Self(dice)
    }
}

/// The methods of [`Dice`] that some dice have in a way of their own, with results of one type.
trait AnyDice {
    fn encounter(&self) -> Option<EncounterIndex>;
    fn next_round(&mut self);
    fn next_leg(&mut self);
    fn choose(&mut self, sides: u32) -> u32;
    fn slot(&mut self, slot: Slot);
    fn step_aside(&mut self, slot: Slot);
    fn step_back(&mut self);
    fn die(&mut self, sides: u32) -> u32;
    fn throw(&mut self, sides: u32, faces: &mut [u32]);
    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool;
    fn end_try(&mut self, place: Option<usize>) -> bool;
    fn end_draw(&mut self);
    fn sum(&mut self, dice: DiceExpr) -> i32;
    fn keep(&mut self, pool: Pool) -> i32;
    fn faces(&self) -> &[u32];
}

impl<D: Dice> AnyDice for D {
    fn encounter(&self) -> Option<EncounterIndex> {
        Dice::encounter(self)
    }

    fn next_round(&mut self) {
        Dice::next_round(self);
    }

    fn next_leg(&mut self) {
        Dice::next_leg(self);
    }

    fn choose(&mut self, sides: u32) -> u32 {
        Dice::choose(self, sides)
    }

    fn slot(&mut self, slot: Slot) {
        Dice::slot(self, slot);
    }

    fn step_aside(&mut self, slot: Slot) {
        Dice::step_aside(self, slot);
    }

    fn step_back(&mut self) {
        Dice::step_back(self);
    }

    fn die(&mut self, sides: u32) -> u32 {
        Dice::die(self, sides)
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        Dice::throw(self, sides, faces);
    }

    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool {
        Dice::begin_draw(self, meaning)
    }

    fn end_try(&mut self, place: Option<usize>) -> bool {
        Dice::end_try(self, place)
    }

    fn end_draw(&mut self) {
        Dice::end_draw(self);
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        Dice::sum(self, dice)
    }

    fn keep(&mut self, pool: Pool) -> i32 {
        Dice::keep(self, pool)
    }

    fn faces(&self) -> &[u32] {
        Dice::faces(self)
    }
}

impl Dice for Lent<'_> {
    fn encounter(&self) -> Option<EncounterIndex> {
        self.0.encounter()
    }

    fn next_round(&mut self) {
        self.0.next_round();
    }

    fn next_leg(&mut self) {
        self.0.next_leg();
    }

    fn choose(&mut self, sides: u32) -> u32 {
        self.0.choose(sides)
    }

    fn slot(&mut self, slot: Slot) {
        self.0.slot(slot);
    }

    fn step_aside(&mut self, slot: Slot) {
        self.0.step_aside(slot);
    }

    fn step_back(&mut self) {
        self.0.step_back();
    }

    fn die(&mut self, sides: u32) -> u32 {
        self.0.die(sides)
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.0.throw(sides, faces);
    }

    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool {
        self.0.begin_draw(meaning)
    }

    fn end_try(&mut self, place: Option<usize>) -> bool {
        self.0.end_try(place)
    }

    fn end_draw(&mut self) {
        self.0.end_draw();
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        self.0.sum(dice)
    }

    fn keep(&mut self, pool: Pool) -> i32 {
        self.0.keep(pool)
    }

    fn faces(&self) -> &[u32] {
        self.0.faces()
    }
}
