//! The map as the deciding combatant sees it: sets of squares instead of combatants.

use std::ops::Deref;

use super::condition::Conditions;
use super::decider::Decider;
use super::grid::{Ground, Movement, Reach, Square, Squares};
use crate::skirmish::Group;
use crate::who::Who;

/// The map as the deciding combatant sees it, with the squares of all others.
pub(super) struct View<'a, const N: usize> {
    decider: Decider<'a>,
    pub(super) ground: &'a Ground<N>,
    /// Squares of everybody on the other side; `comrades` are those of the own side, without the combatant itself.
    pub(super) closed: Squares<N>,
    comrades: Squares<N>,
}

impl<'a, const N: usize> Deref for View<'a, N> {
    type Target = Decider<'a>;

    fn deref(&self) -> &Decider<'a> {
        &self.decider
    }
}

impl<'a, const N: usize> View<'a, N> {
    /// The view of the deciding combatant.
    #[inline]
    pub(super) fn of(decider: Decider<'a>, ground: &'a Ground<N>) -> Self {
        let Decider { state, who, opponents, .. } = decider;
        let closed = state.squares(state.present & opponents);
        let comrades = state.squares((state.present - opponents).without(who));
        Self { decider, ground, closed, comrades }
    }

    /// The map as another combatant would see it.
    pub(super) fn of_another(&self, who: Who) -> Self {
        Self::of(Decider::new(self.rules, self.state, who), self.ground)
    }

    /// The active allies, without the combatant itself.
    pub(super) fn allies(&self) -> Group {
        (self.state.active - self.opponents).without(self.who)
    }

    /// Squares of the active enemies.
    #[inline]
    pub(super) fn enemy_squares(&self) -> Squares<N> {
        self.squares(self.enemies)
    }

    /// Squares of the active allies, without the combatant itself.
    #[inline]
    pub(super) fn ally_squares(&self) -> Squares<N> {
        self.squares(self.allies())
    }

    /// A movement of the combatant with this budget.
    #[inline]
    pub(super) fn movement(&self, budget: i32) -> Movement<N> {
        Movement {
            from: self.body.square,
            budget: budget.max(0) as u16,
            closed: self.closed,
            allies: self.comrades,
            difficult: self.difficult(),
            drops: self.sheet.drops,
            teleport: self.sheet.teleport,
            is_immobilized: self.body.is(Conditions::IMMOBILIZED),
        }
    }

    /// The squares that are Difficult now (THRUM-20, THRUM-41).
    #[inline]
    pub(super) fn difficult(&self) -> Squares<N> {
        let placed = self.rules.terrains(self.state).filter(|(_, terrain, _)| terrain.is_difficult);
        placed.fold(self.ground.difficult(), |all, (_, _, placed)| all | self.ground.covered(placed.placing))
    }

    /// Squares without a wall on which nobody stands.
    pub(super) fn free(&self) -> Squares<N> {
        self.ground.open() - self.closed - self.comrades - Squares::only(self.body.square)
    }

    /// The squares of combatants that may give Cover against an attack of the deciding one (THRUM-31).
    pub(super) fn sources(&self) -> Squares<N> {
        if self.rules.knobs.fallen_give_cover {
            return self.closed | self.comrades;
        }
        self.enemy_squares() | self.ally_squares()
    }

    /// The squares of some combatants.
    #[inline]
    pub(super) fn squares(&self, group: Group) -> Squares<N> {
        self.state.squares(group)
    }

    /// The end of a movement that is farthest from the nearest enemy; of several the cheapest to reach, then the least. `None` if
    /// there are no ends.
    #[inline]
    pub(super) fn safest(&self, reach: &Reach<'_, N>) -> Option<Square> {
        reach.best(self.ground.farthest(reach.ends(), self.enemy_squares()).0).map(|(square, _)| square)
    }

    /// The squares that are adjacent to an enemy, where the ledger's `far` is 0.
    pub(super) fn beside_enemies(&self) -> Squares<N> {
        self.ground.adjacent(self.enemy_squares()) & self.ground.open()
    }

    /// The end of a movement from which the walk on to an enemy is shortest; `None` if no end has a way to any (P3).
    pub(super) fn towards_enemies(&self, reach: &Reach<'_, N>) -> Option<Square> {
        let nearest = self.ground.least_walk(reach.ends(), self.beside_enemies(), self.difficult(), self.sheet.drops);
        reach.best(nearest).map(|(square, _)| square)
    }

    /// The end of a movement from which the walk on to the goal is shortest; `None` if the combatant has no goal or no end has a
    /// way to it (P3, THRUM-64).
    pub(super) fn towards_goal(&self, reach: &Reach<'_, N>) -> Option<Square> {
        if !self.sheet.has_goal {
            return None;
        }
        let (difficult, drops) = (self.difficult(), self.sheet.drops);
        if difficult == self.ground.difficult() {
            let side = self.rules.sides.side(self.who);
            return self.ground.least_walk_to_goal(reach.ends(), side.index(), drops).first();
        }
        self.ground.least_walk(reach.ends(), self.goal(), difficult, drops).first()
    }

    /// The squares of the goal of the combatant's side, without walls; empty if the combatant has no goal.
    pub(super) fn goal(&self) -> Squares<N> {
        if !self.sheet.has_goal {
            return Squares::EMPTY;
        }
        let side = self.rules.sides.side(self.who);
        self.rules.knobs.goals[side.index()].squares() & self.ground.open()
    }
}
