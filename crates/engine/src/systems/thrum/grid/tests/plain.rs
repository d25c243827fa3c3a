//! The rules of the grid in the plainest form: coordinates, loops over all squares, no sets of bits.

use std::collections::{BTreeMap, BTreeSet};

use crate::systems::thrum::grid::{Map, Square, Squares, Step, StepKind, Teleport, Tile};

/// A square as x and y.
pub(super) type At = (i16, i16);

/// A map as rows of tiles.
#[derive(Debug, Clone)]
pub(super) struct Land {
    pub(super) rows: Vec<Vec<Tile>>,
}

impl Land {
    pub(super) fn map(&self) -> Map {
        Map::new(self.rows[0].len(), &self.rows.concat())
    }

    /// All squares, by y and then by x.
    pub(super) fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let (width, height) = (self.rows[0].len() as i16, self.rows.len() as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    pub(super) fn tile(&self, (x, y): At) -> Option<Tile> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    pub(super) fn is_open(&self, at: At) -> bool {
        matches!(self.tile(at), Some(Tile::Floor { .. }))
    }

    /// The level of an open square.
    pub(super) fn level(&self, at: At) -> i16 {
        match self.tile(at) {
            Some(Tile::Floor { level, .. }) => i16::from(level),
            Some(Tile::Wall) | None => panic!("{at:?} is no open square"),
        }
    }

    pub(super) fn is_difficult(&self, at: At) -> bool {
        matches!(self.tile(at), Some(Tile::Floor { is_difficult: true, .. }))
    }

    pub(super) fn open(&self) -> impl Iterator<Item = At> + use<'_> {
        self.squares().filter(|&at| self.is_open(at))
    }
}

/// The distance of two squares (THRUM-17).
pub(super) fn distance((from_x, from_y): At, (to_x, to_y): At) -> i16 {
    (from_x - to_x).abs().max((from_y - to_y).abs())
}

/// A combatant that moves, like [`Movement`](crate::systems::thrum::grid::Movement).
#[derive(Debug, Clone)]
pub(super) struct Walker {
    pub(super) land: Land,
    pub(super) from: At,
    pub(super) budget: u16,
    pub(super) closed: BTreeSet<At>,
    pub(super) allies: BTreeSet<At>,
    pub(super) more_difficult: BTreeSet<At>,
    pub(super) drops: bool,
    pub(super) teleport: Option<Teleport>,
    pub(super) is_immobilized: bool,
}

impl Walker {
    fn is_free(&self, at: At) -> bool {
        self.land.is_open(at) && !self.closed.contains(&at) && !self.allies.contains(&at)
    }

    fn is_difficult(&self, at: At) -> bool {
        self.land.is_difficult(at) || self.more_difficult.contains(&at)
    }

    /// The cost and kind of a step between two adjacent open squares (THRUM-18, THRUM-20, THRUM-21, THRUM-22).
    fn step(&self, from: At, to: At, is_free: bool) -> (u16, StepKind) {
        let levels = self.land.level(from) - self.land.level(to);
        let level_cost = 1 + u16::from(self.is_difficult(from));
        if levels >= 2 && self.drops && is_free {
            return (level_cost, StepKind::Drop);
        }
        (level_cost + (levels.abs() - 1).max(0) as u16, StepKind::Walk)
    }

    /// The cost and kind of each move from a square to another one, a step before a teleport.
    fn moves(&self, from: At, to: At) -> Vec<(u16, StepKind)> {
        let is_enterable = self.land.is_open(to) && !self.closed.contains(&to);
        let is_step = distance(from, to) == 1 && is_enterable && !self.is_immobilized;
        let step = is_step.then(|| self.step(from, to, self.is_free(to)));
        let teleport = self.teleport.filter(|teleport| distance(from, to) <= teleport.range as i16 && self.is_free(to));
        step.into_iter().chain(teleport.map(|teleport| (teleport.cost, StepKind::Teleport))).collect()
    }

    /// The least cost of each square that the walker can reach, squares of allies included, by Dijkstra's algorithm.
    pub(super) fn costs(&self) -> BTreeMap<At, u16> {
        let mut found = BTreeMap::from([(self.from, 0)]);
        let mut done = BTreeMap::new();
        while let Some((&at, &cost)) = found.iter().min_by_key(|&(_, cost)| cost) {
            found.remove(&at);
            done.insert(at, cost);
            for to in self.land.open().filter(|to| !done.contains_key(to)) {
                for (step, _) in self.moves(at, to) {
                    let least = found.get(&to).copied().unwrap_or(self.budget + 1);
                    if cost + step < least {
                        found.insert(to, cost + step);
                    }
                }
            }
        }
        done
    }

    /// The path of P2, each step with its cost.
    pub(super) fn path(&self, map: &Map, to: At) -> Vec<Step> {
        let costs = self.costs();
        let (mut to, mut steps) = (to, Vec::new());
        while to != self.from {
            let leads = |&from: &At| {
                let moves = self.moves(from, to);
                let exact =
                    moves.into_iter().find(|(step, _)| costs.get(&from).is_some_and(|cost| cost + step == costs[&to]));
                exact.map(|(step, kind)| (from, step, kind))
            };
            let (from, cost, kind) = self.land.open().find_map(|from| leads(&from)).expect("a predecessor");
            steps.insert(0, Step { to: square(map, to), kind, cost: cost as u8 });
            to = from;
        }
        steps
    }

    /// For each square the least cost of a walk to the nearest of `goals`, as if nobody were there; missing if there is
    /// none.
    pub(super) fn far(&self, goals: &BTreeSet<At>) -> BTreeMap<At, u16> {
        let alone = Self {
            closed: BTreeSet::new(),
            allies: BTreeSet::new(),
            teleport: None,
            is_immobilized: false,
            budget: 40_000,
            ..self.clone()
        };
        let nearest = |from| {
            let costs = Self { from, ..alone.clone() }.costs();
            goals.iter().filter_map(|goal| costs.get(goal)).min().copied()
        };
        self.land.open().filter_map(|from| Some((from, nearest(from)?))).collect()
    }
}

pub(super) fn square(map: &Map, (x, y): At) -> Square {
    map.square(x, y).expect("on the map")
}

/// A set of the given squares.
pub(super) fn set<'a, const N: usize>(map: &Map, squares: impl IntoIterator<Item = &'a At>) -> Squares<N> {
    squares.into_iter().map(|&at| square(map, at)).collect()
}
