//! Dice that take every branch: what the exact solver rolls.
//!
//! The rules are run again and again, each time along another path of results, until every path was taken. A draw is
//! enumerated on its own when a path first reaches it: faces that mean the same become one branch, refused faces
//! (re-rolls) are left out and the rest weighed up to one. A branch remembers one set of faces that leads to it, so
//! that later paths through the same draw only replay those.
//!
//! A scenario may ask for more paths than can ever be taken. So the work can be limited ([`Enumerated::with_fuel`]):
//! beyond the limit the dice merely roll, so that the current run of the rules ends as any played one does.

mod fuel;
mod sums;

use std::collections::HashMap;
use std::rc::Rc;

use super::entered::Entered;
use super::{Dice, DiceExpr, REROLLS_MAX, Seeded, Slot};
use crate::rng::Seed;
use crate::sum::Sum;
use fuel::Fuel;

/// A new choice burns some fuel for every so many before it on its path: a path without end is stopped before it fills
/// the memory.
const DEEP: usize = 64;

/// Enumerating dice.
///
/// ```
/// use equipoise_engine::dice::{Dice, Enumerated};
///
/// let mut dice = Enumerated::new();
/// let mut both_six = 0.0;
/// while dice.next_path() {
///     if dice.die(6) + dice.die(6) == 12 {
///         both_six += dice.weight();
///     }
/// }
/// assert!((both_six - 1.0 / 36.0).abs() < 1e-15);
/// ```
#[derive(Default)]
pub struct Enumerated<'a> {
    /// The choices of the current path, from its start.
    nodes: Vec<Node>,
    /// How many of them this run has passed.
    depth: usize,
    weight: f64,
    /// Where the faces of a draw being replayed come from.
    replay: Option<Replay>,
    begun: bool,
    entered: Entered,
    store: Store<'a>,
}

/// What the dice of a draw being enumerated borrow from those around it.
#[derive(Default)]
struct Store<'a> {
    fuel: Fuel<'a>,
    /// By count and sides: the chances of the sums, from the least on.
    sums: HashMap<(u16, u16), Rc<[f64]>>,
    /// What rolls when the fuel is spent.
    rolling: Option<Seeded>,
}

struct Node {
    choices: Choices,
    taken: usize,
}

enum Choices {
    /// One die: every face the same.
    Die { sides: u32 },
    /// Merged results.
    Merged(Vec<Branch>),
    /// The sums of dice; the first is `least`.
    Sums { least: u32, chances: Rc<[f64]> },
}

struct Branch {
    faces: Vec<u32>,
    weight: f64,
}

#[derive(Clone, Copy)]
struct Replay {
    node: usize,
    face: usize,
}

impl<'a> Enumerated<'a> {
    /// Dice with no path taken yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Dice for about so many paths through the rules; the small work within draws and sums counts with them, in
    /// proportion. `interrupted` is asked now and then, and spends all the fuel by saying so.
    ///
    /// ```
    /// use equipoise_engine::dice::{Dice, Enumerated};
    ///
    /// let mut dice = Enumerated::with_fuel(1000, &|| false);
    /// while dice.next_path() {
    ///     let all: u32 = dice.dice::<12>(20).iter().sum();
    ///     assert!((12..=240).contains(&all));
    /// }
    /// assert!(dice.is_spent());
    /// ```
    pub fn with_fuel(paths: usize, interrupted: &'a dyn Fn() -> bool) -> Self {
        Self { store: Store { fuel: Fuel::new(paths, interrupted), ..Store::default() }, ..Self::default() }
    }

    /// Goes to the next path and its start; false when all were taken or the fuel is spent. Call it before every run of
    /// the rules.
    pub fn next_path(&mut self) -> bool {
        self.store.fuel.burn_path();
        self.advance()
    }

    /// The chance of the path taken so far. Means nothing when the fuel [is spent](Self::is_spent).
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether the fuel ran out: not every path was taken, and the last one is no path at all but a single roll.
    pub fn is_spent(&self) -> bool {
        self.store.fuel.is_spent()
    }

    /// Whether the fuel is spent because the caller wants no more of it.
    pub fn is_interrupted(&self) -> bool {
        self.store.fuel.is_interrupted()
    }

    /// What was burnt up to now, in paths through the rules.
    pub fn burnt(&self) -> usize {
        self.store.fuel.burnt()
    }

    fn advance(&mut self) -> bool {
        self.depth = 0;
        self.weight = 1.0;
        self.entered.restart();
        self.store.fuel.burn_crumbs(1 + self.nodes.len());
        if self.is_spent() {
            return false;
        }
        if !std::mem::replace(&mut self.begun, true) {
            return true;
        }
        while let Some(last) = self.nodes.last_mut() {
            last.taken += 1;
            if last.taken < last.choices.len() {
                return true;
            }
            self.nodes.pop();
        }
        self.begun = false;
        false
    }

    /// Whether no path came as far as this before, so that the next choice has to be made.
    fn is_new(&self) -> bool {
        self.depth == self.nodes.len()
    }

    fn make(&mut self, choices: Choices) {
        self.store.fuel.burn_crumbs(self.nodes.len() / DEEP);
        self.nodes.push(Node { choices, taken: 0 });
    }

    /// Passes the next choice of the path; yields which way is taken.
    fn pass(&mut self) -> usize {
        let node = &self.nodes[self.depth];
        self.depth += 1;
        self.weight *= node.choices.weight(node.taken);
        node.taken
    }

    fn replayed_face(&mut self) -> Option<u32> {
        let replay = self.replay.as_mut()?;
        let node = &self.nodes[replay.node];
        let Choices::Merged(branches) = &node.choices else { unreachable!("only merged branches are replayed") };
        let face = branches[node.taken].faces[replay.face];
        replay.face += 1;
        Some(face)
    }

    /// The faces along the current path; a sum is one of them.
    fn path_faces(&self) -> Vec<u32> {
        let mut faces = Vec::new();
        for node in &self.nodes {
            match &node.choices {
                Choices::Die { .. } => faces.push(node.taken as u32 + 1),
                Choices::Merged(branches) => faces.extend(&branches[node.taken].faces),
                Choices::Sums { least, .. } => faces.push(least + node.taken as u32),
            }
        }
        faces
    }

    /// Runs `roll` along each of its paths and merges equal results; `None` when the fuel runs out on the way.
    fn enumerate<R: Eq>(&mut self, roll: &mut impl FnMut(&mut Self) -> Option<R>) -> Option<Choices> {
        let mut dice = Self { store: std::mem::take(&mut self.store), ..Self::default() };
        let mut results: Vec<R> = Vec::new();
        let mut faces: Vec<Vec<u32>> = Vec::new();
        // Hundreds of equal summands would lose the last digits in one direction.
        let mut weights: Vec<Sum> = Vec::new();
        let mut accepted = Sum::default();
        while dice.advance() {
            let Some(result) = roll(&mut dice) else { continue };
            let at = results.iter().position(|known| *known == result).unwrap_or(results.len());
            dice.store.fuel.burn_crumbs(at);
            if at == results.len() {
                results.push(result);
                faces.push(dice.path_faces());
                weights.push(Sum::default());
            }
            weights[at].add(dice.weight);
            accepted.add(dice.weight);
        }
        self.store = dice.store;
        if self.is_spent() {
            return None;
        }
        assert!(accepted.total() > 0.0, "a draw that no face can end");
        let weights = weights.iter().map(|weight| weight.total() / accepted.total());
        let branches = faces.into_iter().zip(weights).map(|(faces, weight)| Branch { faces, weight }).collect();
        Some(Choices::Merged(branches))
    }

    /// The sums of dice; `None` when the fuel does not last for working them out.
    fn sums(&mut self, dice: DiceExpr) -> Option<Choices> {
        let DiceExpr { count, sides, .. } = dice;
        let chances = if let Some(known) = self.store.sums.get(&(count, sides)) {
            known.clone()
        } else {
            self.store.fuel.burn_crumbs(sums::work(count, sides));
            if self.is_spent() {
                return None;
            }
            let chances: Rc<[f64]> = sums::chances(count, sides).into();
            self.store.sums.insert((count, sides), chances.clone());
            chances
        };
        Some(Choices::Sums { least: u32::from(count), chances })
    }

    /// What a die shows without fuel.
    fn rolled(&mut self, sides: u32) -> u32 {
        self.store.rolling.get_or_insert_with(|| Seeded::new(Seed(0))).die(sides)
    }
}

impl Choices {
    fn len(&self) -> usize {
        match self {
            Self::Die { sides } => *sides as usize,
            Self::Merged(branches) => branches.len(),
            Self::Sums { chances, .. } => chances.len(),
        }
    }

    fn weight(&self, taken: usize) -> f64 {
        match self {
            Self::Die { sides } => 1.0 / f64::from(*sides),
            Self::Merged(branches) => branches[taken].weight,
            Self::Sums { chances, .. } => chances[taken],
        }
    }
}

impl Dice for Enumerated<'_> {
    fn next_round(&mut self) {
        self.entered.next_round();
    }

    fn slot(&mut self, slot: Slot) {
        self.entered.enter(slot);
    }

    fn die(&mut self, sides: u32) -> u32 {
        if let Some(face) = self.replayed_face() {
            return face;
        }
        if self.is_new() {
            if self.is_spent() {
                return self.rolled(sides);
            }
            self.make(Choices::Die { sides });
        }
        self.pass() as u32 + 1
    }

    fn draw<R: Eq>(&mut self, mut roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        // A draw within one that is being replayed takes its faces from there: they were accepted before.
        if self.replay.is_none() {
            if self.is_new()
                && !self.is_spent()
                && let Some(choices) = self.enumerate(&mut roll)
            {
                self.make(choices);
            }
            if !self.is_new() {
                self.replay = Some(Replay { node: self.depth, face: 0 });
                self.pass();
                let result = roll(self).expect("the faces of a branch were accepted before");
                self.replay = None;
                return result;
            }
        }
        (0..REROLLS_MAX).find_map(|_| roll(self)).expect("a draw that some face can end")
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        if let Some(sum) = self.replayed_face() {
            return sum as i32 + dice.plus;
        }
        if self.is_new()
            && !self.is_spent()
            && let Some(choices) = self.sums(dice)
        {
            self.make(choices);
        }
        if self.is_new() {
            return (0..dice.count).map(|_| self.rolled(u32::from(dice.sides)) as i32).sum::<i32>() + dice.plus;
        }
        (usize::from(dice.count) + self.pass()) as i32 + dice.plus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution<R: Eq + Copy>(mut rules: impl FnMut(&mut Enumerated) -> R) -> Vec<(R, f64)> {
        let mut dice = Enumerated::new();
        let mut found: Vec<(R, f64)> = Vec::new();
        while dice.next_path() {
            let result = rules(&mut dice);
            match found.iter_mut().find(|(known, _)| *known == result) {
                Some((_, weight)) => *weight += dice.weight(),
                None => found.push((result, dice.weight())),
            }
        }
        found
    }

    fn chance<R: Eq + Copy>(found: &[(R, f64)], result: R) -> f64 {
        found.iter().find(|(known, _)| *known == result).map_or(0.0, |(_, weight)| *weight)
    }

    #[test]
    fn every_path_is_taken_once_and_weights_add_up_to_one() {
        let found = distribution(|d| if d.die(2) == 1 { d.die(4) } else { 10 + d.die(6) });
        assert_eq!(found.len(), 10);
        assert!((found.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-15);
        assert!((chance(&found, 3) - 1.0 / 8.0).abs() < 1e-15);
        assert!((chance(&found, 13) - 1.0 / 12.0).abs() < 1e-15);
    }

    #[test]
    fn faces_that_mean_the_same_are_one_path() {
        let mut paths = 0;
        let found = distribution(|d| {
            paths += 1;
            d.draw(|d| Some(d.die(20) + 3 >= 12))
        });
        assert_eq!(paths, 2);
        assert!((chance(&found, true) - 0.6).abs() < 1e-15);
    }

    /// Two d20 that must differ: 190 of the 380 accepted pairs favour the first.
    #[test]
    fn rerolls_are_weighed_out() {
        let found = distribution(|d| {
            d.draw(|d| {
                let (a, b) = (d.die(20), d.die(20) + 1);
                (a != b).then_some(a > b)
            })
        });
        assert!((chance(&found, true) - 171.0 / 381.0).abs() < 1e-15);
    }

    #[test]
    fn draws_may_hold_draws_and_sums() {
        let expr: DiceExpr = "2d6+1".parse().expect("a dice expression");
        let found = distribution(|d| {
            d.draw(|d| {
                let first = d.draw(|d| Some(d.die(6)).filter(|&face| face > 2));
                let sum = d.sum(expr);
                Some(first as i32 + sum > 12)
            })
        });
        // First in 3..=6 evenly; 2d6 + 1 + first > 12 needs 2d6 >= 9, 8, 7, 6: 10, 15, 21, 26 of 36.
        assert!((chance(&found, true) - f64::from(10 + 15 + 21 + 26) / 144.0).abs() < 1e-15);
    }

    #[test]
    fn a_sum_has_one_path_for_each_total() {
        let found = distribution(|d| d.sum("3d6-2".parse().expect("a dice expression")));
        assert_eq!(found.len(), 16);
        assert!((chance(&found, 8) - 27.0 / 216.0).abs() < 1e-15);
    }

    #[test]
    fn dice_can_be_enumerated_again_after_the_last_path() {
        let mut dice = Enumerated::new();
        for _ in 0..2 {
            let mut paths = 0;
            while dice.next_path() {
                dice.die(3);
                paths += 1;
            }
            assert_eq!(paths, 3);
        }
    }

    #[test]
    fn sums_of_the_same_dice_differ_in_what_is_added() {
        let exprs: [DiceExpr; 3] = ["2d6", "2d6+1", "2d8-3"].map(|text| text.parse().expect("a dice expression"));
        let found = distribution(|d| exprs.map(|expr| d.sum(expr)));
        assert_eq!(found.len(), 11 * 11 * 15);
        assert!((chance(&found, [7, 8, 6]) - 6.0 / 36.0 * 6.0 / 36.0 * 8.0 / 64.0).abs() < 1e-15);
    }

    /// Every way of asking for dice, with refused faces, at every moment of running out.
    #[test]
    fn without_fuel_the_dice_roll_what_the_rules_accept() {
        let expr: DiceExpr = "2d4+1".parse().expect("a dice expression");
        for fuel in 0..60 {
            let mut dice = Enumerated::with_fuel(fuel, &|| false);
            while dice.next_path() {
                let different = dice.draw(|d| {
                    let first = d.draw(|d| Some(d.die(6)).filter(|&face| face > 2));
                    let second = d.sum(expr);
                    (first as i32 != second).then_some((first, second))
                });
                assert!((3..=6).contains(&different.0) && (3..=9).contains(&different.1));
                assert_ne!(different.0 as i32, different.1);
                assert!((1..=20).contains(&dice.die(20)));
                assert!((3..=9).contains(&dice.sum(expr)));
            }
            assert!(dice.is_spent() && !dice.is_interrupted());
            assert!(!dice.next_path());
        }
    }

    /// 12 pairs are 12 paths and the look for another; within the draw 16 paths of two dice are small work.
    #[test]
    fn fuel_that_lasts_changes_nothing() {
        let mut dice = Enumerated::with_fuel(100, &|| false);
        let mut even = 0.0;
        while dice.next_path() {
            let faces = dice.draw(|d| Some((d.die(4), d.die(4))).filter(|(a, b)| a != b));
            even += if faces.0 % 2 == 0 { dice.weight() } else { 0.0 };
        }
        assert!((even - 0.5_f64).abs() < 1e-15);
        assert!(!dice.is_spent() && (13..30).contains(&dice.burnt()), "{}", dice.burnt());
    }
}
