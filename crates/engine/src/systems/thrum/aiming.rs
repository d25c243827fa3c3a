//! Whom to aim at, and from where (P5).

use super::condition::Conditions;
use super::decider::Decider;
use super::effect::Status;
use super::grid::{Field, MAX_BUDGET, Reach, Square, Squares};
use super::sheet::{Ability, Attack};
use super::view::View;
use super::words::Policy;
use crate::skirmish::{COMBATANTS_MAX, Group};

/// The key of a single target, the best the least: whether it is no Finisher that may finish it off, the Banes, how little the
/// policy likes the square, how much of the load the target can still bear, the cost, and its lot and its listed order (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u128);

/// What of a key depends on the square of the user.
#[derive(Debug, Clone, Copy)]
struct Stand {
    banes: u16,
    policy: i32,
    cost: u16,
}

impl Key {
    #[inline(always)]
    pub(super) const fn target(self) -> usize {
        self.0 as u8 as usize
    }
}

/// Of a key what does not depend on the square of the user, and the least that the cost can be: the better the less. From the
/// highest bit down: no finish, the load in 32 bits, the cost, the lot and the target in 8 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hope(u64);

/// As many targets as there are most often.
pub(super) const FEW: usize = 8;
const _: () =
    assert!(MAX_BUDGET <= u8::MAX as u16 && COMBATANTS_MAX <= 1 << 8, "costs and targets have 8 bits in a hope");

/// What can be hoped of some targets.
#[derive(Debug, Clone)]
pub(super) struct Hopes<const MOST: usize> {
    /// The best comes first.
    list: [Hope; MOST],
    count: usize,
    whose: Group,
}

impl<const MOST: usize> Hopes<MOST> {
    /// Of nobody.
    pub(super) const NONE: Self = Self { list: [Hope(0); MOST], count: 0, whose: Group::NOBODY };

    /// Whether nothing can be hoped of anybody.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    fn put(&mut self, hope: Hope) {
        let first = self.list[0];
        let is_best = self.count == 0 || hope < first;
        self.list[self.count % MOST] = if is_best { first } else { hope };
        self.list[0] = if is_best { hope } else { first };
        self.count += 1;
        self.whose.insert(hope.target());
    }

    /// All of them, the best first.
    #[inline(always)]
    fn all(&self) -> &[Hope] {
        &self.list[..self.count.min(MOST)]
    }
}

impl Hope {
    /// Of a target that costs no more than a movement can.
    #[inline(always)]
    const fn new(is_no_finish: bool, spare: i32, cost: u8, lot: u8, target: usize) -> Self {
        let low = (cost as u64) << 16 | (lot as u64) << 8 | target as u64;
        Self((is_no_finish as u64) << 56 | (in_order(spare) as u64) << 24 | low)
    }

    /// Whose.
    #[inline(always)]
    pub(super) const fn target(self) -> usize {
        self.0 as u8 as usize
    }

    /// The least that the cost can be.
    #[inline(always)]
    pub(super) const fn cost(self) -> u16 {
        (self.0 >> 16) as u8 as u16
    }

    /// The square for which one hopes.
    #[inline(always)]
    const fn stand(self, policy: i32) -> Stand {
        Stand { banes: 0, policy, cost: self.cost() }
    }

    /// The key of the target from where one stands, among those of others from there.
    #[inline(always)]
    pub(super) const fn key_here(self, banes: u16) -> Key {
        self.key(Stand { banes, policy: 0, cost: 0 })
    }

    /// The key of the target from such a square.
    #[inline(always)]
    const fn key(self, stand: Stand) -> Key {
        let high = self.0 >> 56 << 48 | (stand.banes as u64) << 32 | in_order(stand.policy) as u64;
        let low = (self.0 >> 24 & u32::MAX as u64) << 32 | (stand.cost as u64) << 16 | self.0 & u16::MAX as u64;
        Key((high as u128) << 64 | low as u128)
    }
}

/// A number without a sign, in the same order.
#[inline(always)]
const fn in_order(number: i32) -> u32 {
    number.cast_unsigned() ^ 1 << 31
}

/// What a policy looks for (P5).
struct Wish<const N: usize> {
    /// The least that a policy adds to the key of any target.
    hoped: i32,
    /// The squares of which it adds no more than that.
    liked: Squares<N>,
}

impl Decider<'_> {
    /// Whether some targets are so few as there are most often.
    #[inline(always)]
    pub(super) fn has_few(&self, targets: Group) -> bool {
        self.rules.sides.len() <= FEW || targets.len() <= FEW
    }

    /// Finds out of whom of some targets, `MOST` at most, something can be hoped with such a budget: a movement costs at least a
    /// point a square. `hopes` are none before.
    #[inline(always)]
    pub(super) fn hope<const MOST: usize>(
        &self,
        ability: &Ability,
        targets: Group,
        budget: i32,
        hopes: &mut Hopes<MOST>,
    ) {
        let (map, here) = (self.rules.map(), self.body.square);
        let farthest = if self.sheet.teleport.is_some() { i32::MAX } else { budget + ability.range };
        for target in targets {
            let distance = i32::from(map.distance(here, self.state.bodies[target].square));
            if distance > farthest || !self.fits(ability.when, target) {
                continue;
            }
            let cost = if self.sheet.teleport.is_some() { 0 } else { (distance - ability.range).max(0) };
            hopes.put(self.hope_of(ability, target, cost as u8));
        }
    }

    /// Who is certainly the best target: the one of whom most can be hoped, if from where one stands it is all that was hoped,
    /// since the key is the least then that any could have.
    #[inline(always)]
    pub(super) fn certain<const MOST: usize>(&self, ability: &Ability, hopes: &Hopes<MOST>) -> Option<usize> {
        let best = *hopes.all().first()?;
        let is_certain = best.cost() == 0 && self.is_as_hoped(ability, best.target());
        is_certain.then_some(best.target())
    }

    /// What can be hoped of a target that costs no less.
    #[inline(always)]
    pub(super) fn hope_of(&self, ability: &Ability, target: usize, cost: u8) -> Hope {
        let (is_no_finish, spare) = (!self.is_finish(ability, target), -self.load_over_tolerance(ability, target));
        Hope::new(is_no_finish, spare, cost, self.lot(target), target)
    }
}

impl<const N: usize> View<'_, N> {
    /// The best single target and the square from which to aim at it.
    pub(super) fn best_target(
        &self,
        ability: &Ability,
        targets: Group,
        reach: &Reach<'_, N>,
    ) -> Option<(usize, Square)> {
        if self.has_few(targets) {
            self.best_among::<FEW>(ability, targets, reach)
        } else {
            self.best_among::<COMBATANTS_MAX>(ability, targets, reach)
        }
    }

    /// The same of `MOST` targets at most.
    #[inline(always)]
    fn best_among<const MOST: usize>(
        &self,
        ability: &Ability,
        targets: Group,
        reach: &Reach<'_, N>,
    ) -> Option<(usize, Square)> {
        let mut hopes = Hopes::<MOST>::NONE;
        self.hope(ability, targets, reach.budget().into(), &mut hopes);
        if let Some(target) = self.certain(ability, &hopes) {
            return Some((target, self.body.square));
        }
        self.best_of_hopes(ability, &hopes, reach)
    }

    /// The best of those of whom something can be hoped.
    #[inline(always)]
    pub(super) fn best_of_hopes<const MOST: usize>(
        &self,
        ability: &Ability,
        hopes: &Hopes<MOST>,
        reach: &Reach<'_, N>,
    ) -> Option<(usize, Square)> {
        if hopes.is_empty() {
            return None;
        }
        let (hampered, wish) = (self.hampered(ability.attack.as_ref()), self.wish(ability, hopes.whose, reach));
        let mut best: Option<(Key, Square)> = None;
        // The one of whom most can be hoped first: most of the others need not be looked at.
        for &hope in hopes.all() {
            if best.is_some_and(|(least, _)| least < hope.key(hope.stand(wish.hoped))) {
                continue;
            }
            if let Some((stand, square)) = self.best_square(ability, hampered, &wish, hope.target(), reach) {
                let key = hope.key(stand);
                if best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, square));
                }
            }
        }
        best.map(|(key, square)| (key.target(), square))
    }

    /// The best of the ends of a movement from which to aim at a target.
    #[inline(always)]
    fn best_square(
        &self,
        ability: &Ability,
        hampered: Squares<N>,
        wish: &Wish<N>,
        target: usize,
        reach: &Reach<'_, N>,
    ) -> Option<(Stand, Square)> {
        let attack = ability.attack.as_ref();
        let in_range = reach.ends() & self.in_range(ability, target);
        if in_range.is_empty() {
            return None;
        }
        let cover = self.cover(attack, target, in_range);
        let without = in_range - hampered - cover;
        let is_plain = self.banes_from_afar(attack, target) == 0 && !without.is_empty();
        // Who is Obstructed has Cover as well, so that without Cover nobody need look for that.
        let (banes, squares) = if is_plain && (self.rules.knobs.cover_banes > 0 || !cover.meets(in_range)) {
            (0, without)
        } else {
            self.least_banes(attack, hampered, target, cover, in_range)?
        };
        let (policy, squares) = self.by_policy(wish, squares);
        let (square, cost) = reach.best(squares)?;
        Some((Stand { banes, policy, cost }, square))
    }

    /// The squares from which a target is in range (THRUM-17, THRUM-57, THRUM-62).
    #[inline(always)]
    pub(super) fn in_range(&self, ability: &Ability, target: usize) -> Squares<N> {
        self.ground.within(self.state.bodies[target].square, self.range(ability, target) as u16)
    }

    /// From where a target has Cover against a Physical Attack from some squares: from none of those next to it.
    #[inline(always)]
    fn cover(&self, attack: Option<&Attack>, target: usize, from: Squares<N>) -> Squares<N> {
        let square = self.state.bodies[target].square;
        let is_physical = attack.is_some_and(|attack| attack.is_physical);
        if !is_physical || (from - self.ground.within(square, 1)).is_empty() {
            return Squares::EMPTY;
        }
        self.ground.cover(square, self.sources(), self.rules.knobs.character_cover_height as u16)
    }

    /// The Banes of an attack on a target that is not beside the user (THRUM-57, THRUM-62).
    #[inline]
    fn banes_from_afar(&self, attack: Option<&Attack>, target: usize) -> u16 {
        let Some(_) = attack else { return 0 };
        u16::from(self.body.has(Status::Blinded)) + u16::from(self.state.bodies[target].is(Conditions::HIDDEN))
    }

    /// The squares from which an attack with the Ranged tag is hampered (THRUM-38).
    #[inline(always)]
    fn hampered(&self, attack: Option<&Attack>) -> Squares<N> {
        if self.rules.knobs.ranged_banes == 0 || !attack.is_some_and(|attack| attack.is_ranged) {
            return Squares::EMPTY;
        }
        self.ground.adjacent(if self.rules.knobs.fallen_hamper { self.closed() } else { self.enemy_squares() })
    }

    /// Those of some squares from which a target is attacked with the fewest Banes, and how many these are; `None` if it is
    /// Obstructed from all of them.
    #[inline(never)]
    fn least_banes(
        &self,
        attack: Option<&Attack>,
        hampered: Squares<N>,
        target: usize,
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
            let enemies = if knobs.fallen_hamper { self.closed() } else { self.enemy_squares() };
            for enemy in enemies.iter() {
                field.add(self.ground.within(enemy, 1) - Squares::only(enemy), knobs.ranged_banes as u16);
            }
        }
        field.add(squares - self.ground.within(square, 1), self.banes_from_afar(attack, target));
        field.add(cover & squares, knobs.cover_banes as u16);
        let least = field.least(squares);
        Some((field.at(least.first()?), least))
    }

    /// What the policy looks for in the ends of a movement from which a target is in range (P5).
    #[inline(always)]
    fn wish(&self, ability: &Ability, targets: Group, reach: &Reach<'_, N>) -> Wish<N> {
        match self.sheet.policy {
            Policy::Kiter => {
                let in_range = |squares, target| squares | self.in_range(ability, target);
                let squares = reach.ends() & targets.iter().fold(Squares::EMPTY, in_range);
                // An active target is an enemy, so that none is farther away than its range.
                let (liked, distance) = if (targets - self.enemies).is_empty() {
                    self.farthest_up_to(squares, self.body.sight(ability.range) as u16)
                } else {
                    self.ground.farthest(squares, self.enemy_squares())
                };
                Wish { hoped: -i32::from(distance), liked }
            }
            Policy::Guardian => Wish { hoped: 0, liked: self.ground.adjacent(self.ally_squares()) },
            Policy::Default | Policy::Reckless | Policy::Medic => Wish { hoped: 0, liked: self.ground.all() },
        }
    }

    /// Those of some squares that are farthest from the nearest enemy, and how far: none is farther than a limit. On small maps it
    /// takes less to look at all that are nearer.
    #[inline(always)]
    fn farthest_up_to(&self, squares: Squares<N>, limit: u16) -> (Squares<N>, u16) {
        if N <= 2 {
            return self.ground.farthest(squares, self.enemy_squares());
        }
        let nearer_than = |distance| {
            let near = |near, enemy: usize| near | self.ground.within(self.state.bodies[enemy].square, distance - 1);
            self.enemies.iter().fold(Squares::EMPTY, near)
        };
        let found = (1..=limit).rev().map(|distance| (squares - nearer_than(distance), distance));
        found.into_iter().find(|(far, _)| !far.is_empty()).unwrap_or((squares, 0))
    }

    /// Those of some squares that the policy likes best, and how little (P5).
    #[inline(always)]
    fn by_policy(&self, wish: &Wish<N>, squares: Squares<N>) -> (i32, Squares<N>) {
        let liked = squares & wish.liked;
        match self.sheet.policy {
            _ if !liked.is_empty() => (wish.hoped, liked),
            Policy::Kiter => {
                let (farthest, distance) = self.farthest_up_to(squares, -wish.hoped as u16);
                (-i32::from(distance), farthest)
            }
            Policy::Guardian | Policy::Default | Policy::Reckless | Policy::Medic => (1, squares),
        }
    }
}
