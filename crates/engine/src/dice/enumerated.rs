//! Dice that take every branch, for the exact solver.
//!
//! The rules are run again and again, each time along another path of results, until every path was taken. When a path
//! first reaches a draw, the draw is enumerated on its own: faces with the same result become one branch, rejected
//! faces (re-rolls) are left out, and the remaining chances are scaled to a sum of one. A branch stores one set of
//! faces that leads to its result; later paths through the same draw replay only these.
//!
//! Sums and pools have one branch per result, not per combination of faces. Their chances are computed once and cached,
//! also inside draws. The branches of draws with a [meaning](Meaning) are cached as well.
//!
//! A scenario may have more paths than can ever be taken. So the work can be limited ([`Enumerated::with_fuel`]):
//! beyond the limit the dice simply roll, so that the current run of the rules ends as a seeded one does.

mod fuel;
mod pools;
mod sums;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use super::entered::Entered;
use super::{Dice, DiceExpr, Meaning, Pool, Seeded, Slot, Term};
use crate::hashing::QuickMap;
use crate::rng::Seed;
use crate::sum::Sum;
use fuel::Fuel;
pub(crate) use sums::mean_of;

/// A new choice burns one crumb of fuel for every 64 choices before it on its path, so that an endless path is stopped
/// before it fills the memory.
const DEEP: usize = 64;

/// Cached distributions, which are valid wherever the same dice are thrown again.
#[derive(Debug, Default)]
pub(crate) struct WorkedOut {
    /// For each pool: the chances of its totals, from the smallest total on. A sum is a pool that keeps all dice.
    totals: HashMap<Pool, Arc<[f64]>>,
    /// For each sum of dice of several kinds, without its constant: the same.
    sums: HashMap<DiceExpr, Arc<[f64]>>,
    /// For each meaning: the branches of a draw.
    draws: QuickMap<Meaning, Arc<[Branch]>>,
}

impl WorkedOut {
    /// Adds the entries of another cache.
    pub(crate) fn extend(&mut self, other: Self) {
        self.totals.extend(other.totals);
        self.sums.extend(other.sums);
        self.draws.extend(other.draws);
    }
}

/// Dice that take every path of results, one after the other, each with its chance.
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
    /// Number of choices that the current run has passed.
    depth: usize,
    /// The product of the chances of the choices passed.
    weight: f64,
    /// Position in the draw that is being replayed; `None` outside of replays.
    replay: Option<Replay>,
    /// Whether the first path has begun.
    begun: bool,
    entered: Entered,
    store: Store<'a>,
    /// The draw whose dice these are; `None` outside of draws, and inside of replays.
    enumeration: Option<Box<Enumeration<'a>>>,
}

/// A draw whose branches are being found.
struct Enumeration<'a> {
    /// The dice outside the draw.
    outside: Enumerated<'a>,
    meaning: Option<Meaning>,
    /// Branches that are known already, and are found again to check them.
    known: Option<Arc<[Branch]>>,
    /// For each result: the faces of the first path that leads to it, and its weight so far: a compensated sum, since the
    /// rounding errors of hundreds of equal summands all have the same sign.
    found: Vec<(Vec<u32>, Sum)>,
    accepted: Sum,
}

/// The parts that the dice inside a draw share with those outside: they are moved into the inner dice while the draw is
/// enumerated, and then back.
#[derive(Default)]
struct Store<'a> {
    fuel: Fuel<'a>,
    /// The cache that was given.
    known: Option<&'a WorkedOut>,
    /// New entries of the cache.
    worked_out: WorkedOut,
    /// The dice that roll once the fuel is spent.
    rolling: Option<Seeded>,
}

/// A point at which paths branch.
struct Node {
    choices: Choices,
    /// The index of the choice on the current path.
    taken: usize,
}

enum Choices {
    /// One die, whose faces have equal chances.
    Die { sides: u32 },
    /// The results of a draw.
    Merged(Arc<[Branch]>),
    /// The totals of a sum or a pool, from `least` on.
    Totals { least: i32, chances: Arc<[f64]> },
}

/// One result of a draw.
#[derive(Debug, PartialEq)]
struct Branch {
    /// Faces that lead to the result. The total of a sum or pool counts as one face.
    faces: Box<[u32]>,
    weight: f64,
}

/// The position in the faces of a replayed branch.
#[derive(Clone, Copy)]
struct Replay {
    /// Index in the nodes of the path.
    node: usize,
    /// Index in the faces of the branch.
    face: usize,
    /// The number of open draws inside of the replayed one.
    inside: u32,
}

impl<'a> Enumerated<'a> {
    /// Dice with no path taken yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Dice with fuel for about this many paths through the rules; the work within draws, sums and pools is charged as
    /// a proportional number of paths. `interrupted` is asked now and then; if it returns true, the fuel counts as
    /// spent.
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

    /// Adds a cache of earlier [results](Self::into_worked_out) to the dice.
    pub(crate) fn knowing(mut self, known: &'a WorkedOut) -> Self {
        self.store.known = Some(known);
        self
    }

    /// The distributions that these dice have computed.
    pub(crate) fn into_worked_out(self) -> WorkedOut {
        self.store.worked_out
    }

    /// Goes to the start of the next path; false if all paths were taken or the fuel is spent. Must be called before
    /// every run of the rules.
    pub fn next_path(&mut self) -> bool {
        self.store.fuel.burn_path();
        self.advance()
    }

    /// The chance of the current path so far. Meaningless if the fuel [is spent](Self::is_spent).
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether the fuel ran out: some paths were not taken, and the last one was rolled at random.
    pub fn is_spent(&self) -> bool {
        self.store.fuel.is_spent()
    }

    /// Whether the fuel is spent because the caller asked to stop.
    pub fn is_interrupted(&self) -> bool {
        self.store.fuel.is_interrupted()
    }

    /// The fuel burnt so far, in paths through the rules.
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

    /// Whether no path has reached the current depth yet, so that its choices are unknown.
    fn is_new(&self) -> bool {
        self.depth == self.nodes.len()
    }

    /// Adds a node with these choices at the current depth.
    fn make(&mut self, choices: Choices) {
        self.store.fuel.burn_crumbs(self.nodes.len() / DEEP);
        self.nodes.push(Node { choices, taken: 0 });
    }

    /// Passes the node at the current depth; returns the choice of the current path.
    fn pass(&mut self) -> usize {
        let node = &self.nodes[self.depth];
        self.depth += 1;
        self.weight *= node.choices.weight(node.taken);
        node.taken
    }

    /// The next face of the draw that is being replayed; `None` outside of replays.
    fn replayed_face(&mut self) -> Option<u32> {
        let replay = self.replay.as_mut()?;
        let node = &self.nodes[replay.node];
        let Choices::Merged(branches) = &node.choices else { unreachable!("only merged branches are replayed") };
        let face = branches[node.taken].faces[replay.face];
        replay.face += 1;
        Some(face)
    }

    /// The faces along the current path. The total of a sum or pool counts as one face.
    fn path_faces(&self) -> Vec<u32> {
        let mut faces = Vec::new();
        for node in &self.nodes {
            match &node.choices {
                Choices::Die { .. } => faces.push(node.taken as u32 + 1),
                Choices::Merged(branches) => faces.extend(&branches[node.taken].faces),
                Choices::Totals { least, .. } => faces.push((least + node.taken as i32) as u32),
            }
        }
        faces
    }

    /// The cached branches of draws of equal meaning.
    fn known_branches(&self, meaning: Meaning) -> Option<Arc<[Branch]>> {
        let Store { known, worked_out, .. } = &self.store;
        let of = |worked_out: &WorkedOut| worked_out.draws.get(&meaning).cloned();
        of(worked_out).or_else(|| known.and_then(of))
    }

    /// Makes these the dice inside of a draw whose branches are to be found. False if there is no fuel for its first path.
    fn enter_draw(&mut self, meaning: Option<Meaning>, known: Option<Arc<[Branch]>>) -> bool {
        let store = if known.is_some() { Store::default() } else { std::mem::take(&mut self.store) };
        let outside = std::mem::replace(self, Self { store, ..Self::default() });
        let enumeration = Enumeration { outside, meaning, known, found: Vec::new(), accepted: Sum::default() };
        self.enumeration = Some(Box::new(enumeration));
        self.advance() || self.leave_draw()
    }

    /// Makes these the dice outside of the draw whose paths were all taken, with its branches unless the fuel is spent. False: the
    /// draw has no more paths.
    fn leave_draw(&mut self) -> bool {
        let Enumeration { outside, meaning, known, found, accepted } =
            *self.enumeration.take().expect("a draw is being enumerated");
        let store = std::mem::replace(self, outside).store;
        if let Some(known) = known {
            let again: Arc<[Branch]> = branches(found, accepted);
            assert_eq!(again, known, "all that a draw depends on is in its meaning: {meaning:?}");
            self.make(Choices::Merged(known));
            return false;
        }
        self.store = store;
        if !self.is_spent() {
            let branches = branches(found, accepted);
            if let Some(meaning) = meaning {
                self.store.worked_out.draws.insert(meaning, branches.clone());
            }
            self.make(Choices::Merged(branches));
        }
        false
    }

    /// Begins to replay the branch of the current path, if its draw has branches.
    #[inline]
    fn replay_branch(&mut self) {
        if !self.is_new() {
            self.replay = Some(Replay { node: self.depth, face: 0, inside: 0 });
            self.pass();
        }
    }

    /// The totals of a pool; `None` if the fuel does not suffice to compute them.
    fn totals(&mut self, pool: Pool) -> Option<Choices> {
        let Store { fuel, known, worked_out: WorkedOut { totals, .. }, .. } = &mut self.store;
        if let Some(chances) = known.and_then(|known| known.totals.get(&pool)) {
            return Some(Choices::Totals { least: i32::from(pool.keep()), chances: chances.clone() });
        }
        if !totals.contains_key(&pool) {
            fuel.burn_crumbs(pools::work(pool));
            if fuel.is_spent() {
                return None;
            }
        }
        let chances = totals.entry(pool).or_insert_with(|| pools::chances(pool).into()).clone();
        Some(Choices::Totals { least: i32::from(pool.keep()), chances })
    }

    /// The sums of dice of several kinds, without the constant; `None` if the fuel does not suffice to compute them.
    fn sums(&mut self, dice: DiceExpr) -> Option<Choices> {
        let least = dice.min() as i32;
        let Store { fuel, known, worked_out: WorkedOut { sums, .. }, .. } = &mut self.store;
        if let Some(chances) = known.and_then(|known| known.sums.get(&dice)) {
            return Some(Choices::Totals { least, chances: chances.clone() });
        }
        if !sums.contains_key(&dice) {
            fuel.burn_crumbs(sums::work_of_kinds(dice));
            if fuel.is_spent() {
                return None;
            }
        }
        let chances = sums.entry(dice).or_insert_with(|| sums::chances_of_kinds(dice).into()).clone();
        Some(Choices::Totals { least, chances })
    }

    /// The face of a die that is rolled because the fuel is spent.
    fn rolled(&mut self, sides: u32) -> u32 {
        self.store.rolling.get_or_insert_with(|| Seeded::new(Seed(0))).die(sides)
    }
}

/// The branches of a draw, from the faces and the weight of each result.
fn branches(found: Vec<(Vec<u32>, Sum)>, accepted: Sum) -> Arc<[Branch]> {
    assert!(accepted.total() > 0.0, "a draw that no face can end");
    let branch =
        |(faces, weight): (Vec<u32>, Sum)| Branch { faces: faces.into(), weight: weight.total() / accepted.total() };
    found.into_iter().map(branch).collect()
}

impl Choices {
    fn len(&self) -> usize {
        match self {
            Self::Die { sides } => *sides as usize,
            Self::Merged(branches) => branches.len(),
            Self::Totals { chances, .. } => chances.len(),
        }
    }

    fn weight(&self, taken: usize) -> f64 {
        match self {
            Self::Die { sides } => 1.0 / f64::from(*sides),
            Self::Merged(branches) => branches[taken].weight,
            Self::Totals { chances, .. } => chances[taken],
        }
    }
}

impl Dice for Enumerated<'_> {
    fn next_round(&mut self) {
        self.entered.next_round();
    }

    fn next_leg(&mut self) {
        self.entered.restart();
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

    /// A draw that no path has reached yet is enumerated first. One inside of a replayed draw takes its faces from there; they were
    /// accepted when it was enumerated.
    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool {
        if let Some(replay) = &mut self.replay {
            replay.inside += 1;
            return false;
        }
        if self.is_new() && !self.is_spent() {
            match meaning.and_then(|meaning| self.known_branches(meaning)) {
                Some(branches) if !cfg!(debug_assertions) => self.make(Choices::Merged(branches)),
                known => {
                    if self.enter_draw(meaning, known) {
                        return true;
                    }
                }
            }
        }
        self.replay_branch();
        false
    }

    fn end_try(&mut self, place: Option<usize>) -> bool {
        if let Some(place) = place {
            self.store.fuel.burn_crumbs(place);
            let mut enumeration = self.enumeration.take().expect("a draw is being enumerated");
            if place == enumeration.found.len() {
                enumeration.found.push((self.path_faces(), Sum::default()));
            }
            enumeration.found[place].1.add(self.weight);
            enumeration.accepted.add(self.weight);
            self.enumeration = Some(enumeration);
        }
        if self.advance() || self.leave_draw() {
            return true;
        }
        self.replay_branch();
        false
    }

    fn end_draw(&mut self) {
        match &mut self.replay {
            Some(replay) if replay.inside > 0 => replay.inside -= 1,
            replay => *replay = None,
        }
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        if dice.is_of_one_kind() {
            return self.keep(Pool::of_all(dice)) + dice.plus();
        }
        let faces = dice.with_plus(0);
        if let Some(total) = self.replayed_face() {
            return total as i32 + dice.plus();
        }
        if self.is_new()
            && !self.is_spent()
            && let Some(choices) = self.sums(faces)
        {
            self.make(choices);
        }
        if self.is_new() {
            let rolled =
                |dice: &mut Self, term: Term| (0..term.count).map(|_| dice.die(term.sides.into()) as i32).sum::<i32>();
            return dice.terms().map(|term| term.sign * rolled(self, term)).sum::<i32>() + dice.plus();
        }
        dice.min() as i32 + self.pass() as i32
    }

    fn keep(&mut self, pool: Pool) -> i32 {
        if let Some(total) = self.replayed_face() {
            return total as i32;
        }
        if self.is_new()
            && !self.is_spent()
            && let Some(choices) = self.totals(pool)
        {
            self.make(choices);
        }
        if self.is_new() {
            return pool.throw(self);
        }
        (usize::from(pool.keep()) + self.pass()) as i32
    }
}
