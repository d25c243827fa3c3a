//! Dice that take every branch: what the exact solver rolls.
//!
//! The rules are run again and again, each time along another path of results, until every path was taken. A draw is
//! enumerated on its own when a path first reaches it: faces that mean the same become one branch, refused faces
//! (re-rolls) are left out and the rest weighed up to one. A branch remembers one set of faces that leads to it, so
//! that later paths through the same draw only replay those.

use super::{Dice, DiceExpr, REROLLS_MAX};

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
#[derive(Debug, Default)]
pub struct Enumerated {
    /// The choices of the current path, from its start.
    nodes: Vec<Node>,
    /// How many of them this run has passed.
    depth: usize,
    weight: f64,
    /// Where the faces of a draw being replayed come from.
    replay: Option<Replay>,
    begun: bool,
}

#[derive(Debug)]
struct Node {
    choices: Choices,
    taken: usize,
}

#[derive(Debug)]
enum Choices {
    /// One die: every face the same.
    Die { sides: u32 },
    /// Merged results.
    Merged(Vec<Branch>),
}

#[derive(Debug)]
struct Branch {
    faces: Vec<u32>,
    weight: f64,
}

#[derive(Debug, Clone, Copy)]
struct Replay {
    node: usize,
    face: usize,
}

impl Enumerated {
    /// Dice with no path taken yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes to the next path and its start; false when all were taken. Call it before every run of the rules.
    pub fn next_path(&mut self) -> bool {
        self.depth = 0;
        self.weight = 1.0;
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

    /// The chance of the path taken so far.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Passes the next choice of the path, making it with `choices` if no path came here before.
    fn pass(&mut self, choices: impl FnOnce() -> Choices) -> usize {
        let at = self.depth;
        if at == self.nodes.len() {
            self.nodes.push(Node { choices: choices(), taken: 0 });
        }
        self.depth += 1;
        let node = &self.nodes[at];
        self.weight *= node.choices.weight(node.taken);
        at
    }

    fn replayed_face(&mut self) -> Option<u32> {
        let replay = self.replay.as_mut()?;
        let node = &self.nodes[replay.node];
        let Choices::Merged(branches) = &node.choices else { unreachable!("only merged branches are replayed") };
        let face = branches[node.taken].faces[replay.face];
        replay.face += 1;
        Some(face)
    }

    /// The faces along the current path.
    fn path_faces(&self) -> Vec<u32> {
        let mut faces = Vec::new();
        for node in &self.nodes {
            match &node.choices {
                Choices::Die { .. } => faces.push(node.taken as u32 + 1),
                Choices::Merged(branches) => faces.extend(&branches[node.taken].faces),
            }
        }
        faces
    }
}

impl Choices {
    fn len(&self) -> usize {
        match self {
            Self::Die { sides } => *sides as usize,
            Self::Merged(branches) => branches.len(),
        }
    }

    fn weight(&self, taken: usize) -> f64 {
        match self {
            Self::Die { sides } => 1.0 / f64::from(*sides),
            Self::Merged(branches) => branches[taken].weight,
        }
    }
}

/// Runs `roll` along each of its paths and merges equal results.
fn enumerate<R: Eq>(roll: &mut impl FnMut(&mut Enumerated) -> Option<R>) -> Choices {
    let mut dice = Enumerated::new();
    let mut results: Vec<R> = Vec::new();
    let mut branches: Vec<Branch> = Vec::new();
    // What rounding took from each weight: hundreds of equal summands would lose the last digits in one direction.
    let mut lost: Vec<f64> = Vec::new();
    while dice.next_path() {
        let Some(result) = roll(&mut dice) else { continue };
        if let Some(at) = results.iter().position(|known| *known == result) {
            let (summand, weight) = (dice.weight - lost[at], branches[at].weight);
            branches[at].weight = weight + summand;
            lost[at] = (branches[at].weight - weight) - summand;
        } else {
            results.push(result);
            branches.push(Branch { faces: dice.path_faces(), weight: dice.weight });
            lost.push(0.0);
        }
    }
    let accepted: f64 = branches.iter().map(|branch| branch.weight).sum();
    assert!(accepted > 0.0, "a draw that no face can end");
    for branch in &mut branches {
        branch.weight /= accepted;
    }
    Choices::Merged(branches)
}

/// The distribution of a sum of dice, by convolution; a branch's one "face" is the sum of the faces.
fn sums(dice: DiceExpr) -> Choices {
    let sides = usize::from(dice.sides);
    let mut weights = vec![1.0_f64];
    for _ in 0..dice.count {
        let mut next = vec![0.0; weights.len() + sides];
        for (sum, weight) in weights.iter().enumerate() {
            for face in 1..=sides {
                next[sum + face] += weight / sides as f64;
            }
        }
        weights = next;
    }
    let branches = weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
    Choices::Merged(branches.map(|(sum, weight)| Branch { faces: vec![sum as u32], weight }).collect())
}

impl Dice for Enumerated {
    fn die(&mut self, sides: u32) -> u32 {
        if let Some(face) = self.replayed_face() {
            return face;
        }
        let at = self.pass(|| Choices::Die { sides });
        self.nodes[at].taken as u32 + 1
    }

    fn draw<R: Eq>(&mut self, mut roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        if self.replay.is_some() {
            // Part of an outer draw that is being replayed: its faces were accepted ones.
            return (0..REROLLS_MAX).find_map(|_| roll(self)).expect("a draw that some face can end");
        }
        let at = self.pass(|| enumerate(&mut roll));
        self.replay = Some(Replay { node: at, face: 0 });
        let result = roll(self).expect("the faces of a branch were accepted before");
        self.replay = None;
        result
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        if let Some(sum) = self.replayed_face() {
            return sum as i32 + dice.plus;
        }
        let at = self.pass(|| sums(dice));
        let Node { choices: Choices::Merged(branches), taken } = &self.nodes[at] else {
            unreachable!("a sum is merged")
        };
        branches[*taken].faces[0] as i32 + dice.plus
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
}
