//! The map as somebody sees it who decides: sets of squares instead of combatants.

use std::ops::Deref;

use super::Thrum;
use super::condition::Conditions;
use super::decider::Decider;
use super::grid::{Ground, Movement, Reach, Square, Squares};
use super::state::State;
use crate::outcome::Side;
use crate::skirmish::Group;

/// What somebody knows that decides.
pub(super) struct View<'a, const N: usize> {
    decider: Decider<'a>,
    pub(super) ground: &'a Ground<N>,
    /// The squares of the active on the other side.
    pub(super) enemy_squares: Squares<N>,
    /// The squares of the active on one's own side but for oneself.
    pub(super) ally_squares: Squares<N>,
    /// The squares of everybody present but oneself, by side: of the other one, of the own one.
    closed: Squares<N>,
    comrades: Squares<N>,
}

impl<'a, const N: usize> Deref for View<'a, N> {
    type Target = Decider<'a>;

    #[inline(always)]
    fn deref(&self) -> &Decider<'a> {
        &self.decider
    }
}

impl<'a, const N: usize> View<'a, N> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Thrum, state: &'a State, ground: &'a Ground<N>, who: usize) -> Self {
        Self::of(Decider::new(rules, state, who), ground)
    }

    /// Of somebody who decides.
    #[inline(always)]
    pub(super) fn of(decider: Decider<'a>, ground: &'a Ground<N>) -> Self {
        let Decider { rules, state, who, .. } = decider;
        let side = rules.sides.side(who);
        let sets = state.occupied::<N>();
        debug_assert!(
            Side::ALL.into_iter().all(|side| {
                sets.active(side) == state.look_for(rules, side, true)
                    && sets.present(side) == state.look_for(rules, side, false)
            }),
            "the occupied squares are those where people are"
        );
        let (mut ally_squares, mut comrades) = (sets.active(side), sets.present(side));
        if state.is_crowded() {
            let own = rules.sides.members(side).without(who);
            ally_squares = state.squares(state.active & own);
            comrades = state.squares(state.present & own);
        } else if state.present.contains(who) {
            let here = Squares::only(state.bodies[who].square);
            ally_squares -= here;
            comrades -= here;
        }
        let (enemy_squares, closed) = (sets.active(side.other()), sets.present(side.other()));
        Self { decider, ground, enemy_squares, ally_squares, closed, comrades }
    }

    /// The squares of everybody present on the other side.
    #[inline(always)]
    pub(super) const fn closed(&self) -> Squares<N> {
        self.closed
    }

    /// A movement with so much to spend.
    #[inline(always)]
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
    #[inline(always)]
    fn difficult(&self) -> Squares<N> {
        let placed = self.rules.terrains(self.state).filter(|(_, terrain, _)| terrain.is_difficult);
        placed.fold(self.ground.difficult(), |all, (_, _, placed)| all | self.ground.covered(placed.placing))
    }

    /// Where nobody is.
    #[inline]
    pub(super) fn free(&self) -> Squares<N> {
        self.ground.open() - self.closed - self.comrades - Squares::only(self.body.square)
    }

    /// The squares of those who may give Cover against an attack of one's own (THRUM-31).
    #[inline]
    pub(super) fn sources(&self) -> Squares<N> {
        if self.rules.knobs.fallen_give_cover {
            return self.closed | self.comrades;
        }
        self.enemy_squares | self.ally_squares
    }

    /// The squares of some combatants.
    #[inline]
    pub(super) fn squares(&self, group: Group) -> Squares<N> {
        self.state.squares(group)
    }

    /// Of some ends of a movement those that are farthest from the nearest enemy, then the cheapest, then the least.
    #[inline]
    pub(super) fn safest(&self, reach: &Reach<'_, N>) -> Option<Square> {
        reach.best(self.ground.farthest(reach.ends(), self.enemy_squares).0)
    }

    /// The squares from which an enemy is adjacent: where the ledger's far is 0.
    #[inline]
    pub(super) fn beside_enemies(&self) -> Squares<N> {
        self.ground.adjacent(self.enemy_squares) & self.ground.open()
    }

    /// The end of a movement from which it is least far to an enemy; `None` where it is endlessly far from all of them (P3).
    #[inline]
    pub(super) fn towards_enemies(&self, reach: &Reach<'_, N>) -> Option<Square> {
        let nearest = self.ground.least_walk(reach.ends(), self.beside_enemies(), self.difficult(), self.sheet.drops);
        reach.best(nearest)
    }

    /// The end of a movement from which it is least far to the rectangles of one's side (P3, THRUM-64).
    #[inline(always)]
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

    /// The squares, no walls, of the rectangles for which one makes; none for who has no goal.
    #[inline]
    pub(super) fn goal(&self) -> Squares<N> {
        if !self.sheet.has_goal {
            return Squares::EMPTY;
        }
        let side = self.rules.sides.side(self.who);
        self.rules.knobs.goals[side.index()].squares() & self.ground.open()
    }
}
