//! The choice of a single target, and of the square from which to aim at it (P5).

use super::condition::Conditions;
use super::decider::Decider;
use super::effect::Status;
use super::grid::{Field, Reach, Square, Squares};
use super::sheet::{Ability, Attack};
use super::view::View;
use super::words::Policy;
use crate::skirmish::Group;
use crate::who::Who;

/// The sort key of a single target and a square from which to aim at it. The least key is the best (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Whether the ability is no Finisher, or the target not Exhausted.
    is_no_finish: bool,
    banes: u16,
    /// The policy's dislike of the square.
    dislike: i32,
    /// The target's tolerance less its load: see [`load_over_tolerance`](Decider::load_over_tolerance).
    spare: i32,
    pub(super) cost: u16,
    lot: u8,
    pub(super) target: Who,
    pub(super) square: Square,
}

impl Decider<'_> {
    /// A lower bound of a target's keys from any square, provided that no square has a dislike below 0: no Banes, and a cost of
    /// one point for each square that the user must come nearer. `None` if the target cannot be aimed at with this budget.
    #[inline(always)]
    pub(super) fn bound(&self, ability: &Ability, target: Who, budget: i32) -> Option<Key> {
        let distance = self.rules.distance(self.state, self.who, target);
        let cost = if self.sheet.teleport.is_some() { 0 } else { (distance - ability.range).max(0) };
        if cost > budget || !self.fits(ability.when, target) {
            return None;
        }
        let (is_no_finish, spare) = (!self.is_finish(ability, target), -self.load_over_tolerance(ability, target));
        let (lot, square, cost) = (self.lot(target), self.body.square, cost as u16);
        Some(Key { is_no_finish, banes: 0, dislike: 0, spare, cost, lot, target, square })
    }

    /// The least bound of some targets; `None` if none of them can be aimed at with this budget.
    #[inline(always)]
    pub(super) fn least_bound(&self, ability: &Ability, targets: Group, budget: i32) -> Option<Key> {
        let mut least: Option<Key> = None;
        for target in targets {
            if let Some(bound) = self.bound(ability, target, budget)
                && least.is_none_or(|least| bound < least)
            {
                least = Some(bound);
            }
        }
        least
    }
}

/// The squares that a policy likes best for aiming (P5).
struct Wish<const N: usize> {
    /// The least dislike of any square.
    least_dislike: i32,
    /// The squares with the least dislike.
    liked: Squares<N>,
}

impl<const N: usize> View<'_, N> {
    /// The best single target and the square from which to aim at it, as a key; `None` if no target can be aimed at.
    pub(super) fn best_target(&self, ability: &Ability, targets: Group, reach: &Reach<'_, N>) -> Option<Key> {
        let budget = reach.budget().into();
        let first = self.least_bound(ability, targets, budget)?;
        // If the user cannot move, hampering enemies and the policy's dislike are the same for all targets and need no
        // computation.
        let (hampered, wish) = match reach.budget() {
            0 => (Squares::EMPTY, Wish { least_dislike: 0, liked: self.ground.all() }),
            _ => (self.hampered(ability.attack.as_ref()), self.wish(ability, targets, reach)),
        };
        let best_key = |bound| self.key_from_best_square(ability, hampered, &wish, bound, reach);
        // If the first target's key is as low as its bound, no other target can be better. Otherwise the bounds rule out most
        // others.
        let mut best = best_key(first);
        let least = Key { dislike: wish.least_dislike, ..first };
        if best.is_some_and(|best| Key { square: least.square, ..best } == least) {
            return best;
        }
        for target in targets.without(first.target) {
            let Some(bound) = self.bound(ability, target, budget) else { continue };
            let bound = Key { dislike: wish.least_dislike, ..bound };
            if best.is_none_or(|best| bound < best) {
                best = best.into_iter().chain(best_key(bound)).min();
            }
        }
        best
    }

    /// The least key of a target from the ends of a movement; `None` if it can be aimed at from none of them.
    fn key_from_best_square(
        &self,
        ability: &Ability,
        hampered: Squares<N>,
        wish: &Wish<N>,
        bound: Key,
        reach: &Reach<'_, N>,
    ) -> Option<Key> {
        let (attack, target) = (ability.attack.as_ref(), bound.target);
        let in_range = reach.ends() & self.in_range(ability, target);
        if in_range.is_empty() {
            return None;
        }
        let cover = self.cover(attack, target, in_range);
        let without = in_range - hampered - cover;
        let is_plain = self.banes_from_afar(attack, target) == 0 && !without.is_empty();
        // Every Obstructed target has Cover as well, so obstruction need not be computed if no square in range has Cover.
        let (banes, squares) = if is_plain && (self.rules.knobs.cover_banes > 0 || !cover.meets(in_range)) {
            (0, without)
        } else {
            self.least_banes(attack, hampered, target, cover, in_range)?
        };
        let (dislike, squares) = self.by_policy(wish, squares);
        let (square, cost) = reach.best(squares)?;
        Some(Key { banes, dislike, cost, square, ..bound })
    }

    /// The squares from which a target is in range (THRUM-17, THRUM-57, THRUM-62).
    #[inline]
    pub(super) fn in_range(&self, ability: &Ability, target: Who) -> Squares<N> {
        self.ground.within(self.state.bodies[target].square, self.range(ability, target) as u16)
    }

    /// Squares from which a target has Cover against a Physical Attack; empty if all of `from` are adjacent to it.
    fn cover(&self, attack: Option<&Attack>, target: Who, from: Squares<N>) -> Squares<N> {
        let square = self.state.bodies[target].square;
        let is_physical = attack.is_some_and(|attack| attack.is_physical);
        if !is_physical || (from - self.ground.within(square, 1)).is_empty() {
            return Squares::EMPTY;
        }
        self.ground.cover(square, self.sources(), self.rules.knobs.character_cover_height as u16)
    }

    /// The Banes that statuses give to an attack on a target that is not adjacent (THRUM-57, THRUM-62).
    #[inline]
    pub(super) fn banes_from_afar(&self, attack: Option<&Attack>, target: Who) -> u16 {
        let Some(_) = attack else { return 0 };
        u16::from(self.body.has(Status::Blinded)) + u16::from(self.state.bodies[target].is(Conditions::HIDDEN))
    }

    /// The squares from which an attack with the Ranged tag is hampered (THRUM-38).
    fn hampered(&self, attack: Option<&Attack>) -> Squares<N> {
        if self.rules.knobs.ranged_banes == 0 || !attack.is_some_and(|attack| attack.is_ranged) {
            return Squares::EMPTY;
        }
        self.ground.adjacent(if self.rules.knobs.fallen_hamper { self.closed } else { self.enemy_squares() })
    }

    /// The fewest Banes with which a target can be attacked from `in_range`, and the squares from which it can; `None` if it is
    /// Obstructed from all of them.
    fn least_banes(
        &self,
        attack: Option<&Attack>,
        hampered: Squares<N>,
        target: Who,
        cover: Squares<N>,
        in_range: Squares<N>,
    ) -> Option<(u16, Squares<N>)> {
        let (square, knobs) = (self.state.bodies[target].square, &self.rules.knobs);
        let mut squares = in_range;
        if cover.meets(in_range) {
            squares -= self.ground.obstructed(square, self.sources(), knobs.character_cover_height as u16);
        }
        let mut field = Field::default();
        if hampered.meets(squares) {
            let enemies = if knobs.fallen_hamper { self.closed } else { self.enemy_squares() };
            for enemy in enemies.iter() {
                field.add(self.ground.within(enemy, 1) - Squares::only(enemy), knobs.ranged_banes as u16);
            }
        }
        field.add(squares - self.ground.within(square, 1), self.banes_from_afar(attack, target));
        field.add(cover & squares, knobs.cover_banes as u16);
        let least = field.least(squares);
        Some((field.at(least.first()?), least))
    }

    /// The squares that the policy likes best for aiming at one of `targets` (P5).
    fn wish(&self, ability: &Ability, targets: Group, reach: &Reach<'_, N>) -> Wish<N> {
        match self.sheet.policy {
            Policy::Kiter => {
                let in_range = |squares, target| squares | self.in_range(ability, target);
                let targets = targets.filter(|target| self.fits(ability.when, target));
                let squares = reach.ends() & targets.iter().fold(Squares::EMPTY, in_range);
                let (liked, distance) = self.ground.farthest(squares, self.enemy_squares());
                Wish { least_dislike: -i32::from(distance), liked }
            }
            Policy::Guardian => Wish { least_dislike: 0, liked: self.ground.adjacent(self.ally_squares()) },
            Policy::Default | Policy::Reckless | Policy::Medic | Policy::Wary => {
                Wish { least_dislike: 0, liked: self.ground.all() }
            }
        }
    }

    /// The policy's least dislike of any of `squares`, and the squares that have it (P5).
    fn by_policy(&self, wish: &Wish<N>, squares: Squares<N>) -> (i32, Squares<N>) {
        let liked = squares & wish.liked;
        match self.sheet.policy {
            _ if !liked.is_empty() => (wish.least_dislike, liked),
            Policy::Kiter => {
                let (farthest, distance) = self.ground.farthest(squares, self.enemy_squares());
                (-i32::from(distance), farthest)
            }
            Policy::Guardian | Policy::Default | Policy::Reckless | Policy::Medic | Policy::Wary => (1, squares),
        }
    }
}
