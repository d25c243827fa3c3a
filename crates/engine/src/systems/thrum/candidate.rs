//! What an ability could be used on, and from where: the best by the keys of P5.

use super::condition::Conditions;
use super::effect::Status;
use super::grid::{Field, Placing, Reach, Shelter, Square, Squares};
use super::sheet::{Ability, Attack, Kind, Shape};
use super::view::View;
use super::words::{Category, Policy, When};
use crate::skirmish::Group;

/// A use of an action that is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// By its index in the sheet.
    pub(super) action: u8,
    pub(super) aim: Aim,
    /// Where the user stands.
    pub(super) square: Square,
}

/// What an action is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    At(u8),
    Placed(Placing),
}

/// At whom single attacks may be aimed (P5, THRUM-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// At the active.
    Active,
    /// At the Incapacitated, since nobody active can be reached.
    Fallen(Group),
}

/// The key of a single target (P5), but for what is compared last: its listed order and the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    is_no_finish: bool,
    banes: u16,
    policy: i32,
    spare: i32,
    cost: u16,
}

/// Of a [`Key`] what does not depend on where the user stands, and the cost of which it is at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Urgency {
    is_no_finish: bool,
    spare: i32,
    cost: u16,
}

/// What a policy looks for (P5).
struct Wish<const N: usize> {
    /// The least that a policy adds to the key of any target.
    hoped: i32,
    /// The squares beside the allies of a guardian.
    guarded: Squares<N>,
}

impl<const N: usize> View<'_, N> {
    /// The best use of an action from one of the ends of a movement.
    pub(super) fn candidate(&self, action: u8, reach: &Reach<N>, priority: Priority) -> Option<Candidate> {
        let ability = &self.sheet.actions[usize::from(action)];
        let at = |(target, square): (usize, Square)| Candidate { action, aim: Aim::At(target as u8), square };
        let placed = |(placing, square)| Candidate { action, aim: Aim::Placed(placing), square };
        match (ability.kind, ability.shape) {
            (Kind::Harm, Shape::Single) => {
                let targets = match (priority, &ability.attack) {
                    (Priority::Fallen(fallen), Some(_)) => fallen,
                    _ => self.enemies,
                };
                self.best_target(ability, targets, reach).map(at)
            }
            (Kind::Terrain, _) if self.has_terrain(ability) => None,
            (Kind::Harm | Kind::Terrain, _) => self.best_placing(ability, reach).map(placed),
            (Kind::Revive, _) => self.best_patient(ability, self.fallen_allies(), reach).map(at),
            (Kind::Heal, _) => {
                let needy = self.of_category(ability.target).filter(|target| self.needs(ability, target));
                self.best_patient(ability, needy, reach).map(at)
            }
            (Kind::Buff, _) => {
                let takers = self.of_category(ability.target).filter(|target| self.takes(action, target));
                self.best_patient(ability, takers, reach).map(at)
            }
        }
    }

    /// Whether an action does harm to somebody active.
    pub(super) fn harms(&self, action: u8, reach: &Reach<N>) -> bool {
        let is_harm = self.sheet.actions[usize::from(action)].kind == Kind::Harm;
        is_harm && self.candidate(action, reach, Priority::Active).is_some()
    }

    /// The best single target and the square from which to aim at it.
    pub(super) fn best_target(&self, ability: &Ability, targets: Group, reach: &Reach<N>) -> Option<(usize, Square)> {
        let attack = ability.attack.as_ref();
        let (of_user, wish) = (self.banes_of_user(attack), self.wish(reach));
        let mut best: Option<(Key, usize, Square)> = None;
        let mut left = targets.filter(|target| self.fits(ability.when, target));
        // Those of whom most can be hoped first: most of the others need not be looked at.
        while let Some(target) = left.least_by(|target| self.urgency(ability, target)) {
            left.remove(target);
            let Urgency { is_no_finish, spare, cost } = self.urgency(ability, target);
            let hoped = Key { is_no_finish, banes: 0, policy: wish.hoped, spare, cost };
            if best.is_some_and(|(least, by, _)| (least, by) < (hoped, target)) {
                break;
            }
            let Some((banes, policy, square)) = self.best_square(ability, of_user, &wish, target, reach) else { continue };
            let key = Key { is_no_finish, banes, policy, spare, cost: reach.cost(square) };
            if best.is_none_or(|(least, by, _)| (key, target) < (least, by)) {
                best = Some((key, target, square));
            }
        }
        best.map(|(_, target, square)| (target, square))
    }

    /// What of the key of a target can be told before anybody moves: it costs a movement at least a point a square.
    #[inline]
    fn urgency(&self, ability: &Ability, target: usize) -> Urgency {
        let distance = i32::from(self.ground.map().distance(self.body.square, self.state.bodies[target].square));
        Urgency {
            is_no_finish: !self.is_finish(ability, target),
            spare: -self.load_over_tolerance(ability, target),
            cost: if self.sheet.teleport.is_some() { 0 } else { (distance - ability.range).max(0) as u16 },
        }
    }

    /// The best of the ends of a movement from which to aim at a target, with the Banes and what the policy thinks of it.
    #[inline]
    fn best_square(
        &self,
        ability: &Ability,
        of_user: Option<Field<N>>,
        wish: &Wish<N>,
        target: usize,
        reach: &Reach<N>,
    ) -> Option<(u16, i32, Square)> {
        let attack = ability.attack.as_ref();
        let in_range = reach.ends() & self.in_range(ability, target);
        if in_range.is_empty() {
            return None;
        }
        let shelter = self.shelter(attack, target, in_range);
        let squares = in_range - shelter.obstructed;
        if squares.is_empty() {
            return None;
        }
        let (banes, squares) = self.least_banes(attack, of_user, target, shelter, squares);
        let (policy, squares) = self.by_policy(wish, squares);
        Some((banes, policy, reach.best(squares)?))
    }

    /// Whether an attack may finish a target off.
    #[inline]
    fn is_finish(&self, ability: &Ability, target: usize) -> bool {
        let is_finisher = ability.attack.as_ref().is_some_and(|attack| attack.is_finisher);
        is_finisher && self.state.bodies[target].is_exhausted()
    }

    #[inline]
    fn fits(&self, when: When, target: usize) -> bool {
        match when {
            When::Always => true,
            When::TargetExhausted => self.state.bodies[target].is_exhausted(),
            When::TargetNotExhausted => !self.state.bodies[target].is_exhausted(),
        }
    }

    /// How much of the load that it adds to a target has over its tolerance.
    #[inline]
    fn load_over_tolerance(&self, ability: &Ability, target: usize) -> i32 {
        let body = &self.state.bodies[target];
        if ability.weighs_stress { body.stress - body.stress_tolerance } else { body.fatigue - body.fatigue_tolerance }
    }

    /// The squares from which a target is in range (THRUM-17, THRUM-57, THRUM-62).
    #[inline]
    fn in_range(&self, ability: &Ability, target: usize) -> Squares<N> {
        let body = &self.state.bodies[target];
        let range = self.body.sight(ability.range);
        let is_enemy = self.rules.sides.opponents(self.who).contains(target);
        self.ground.within(body.square, if is_enemy { body.exposure(range) } else { range } as u16)
    }

    /// What shelters a target from a Physical Attack from some squares: nothing from those next to it.
    #[inline]
    fn shelter(&self, attack: Option<&Attack>, target: usize, from: Squares<N>) -> Shelter<N> {
        let square = self.state.bodies[target].square;
        let is_physical = attack.is_some_and(|attack| attack.is_physical);
        if !is_physical || (from - self.ground.within(square, 1)).is_empty() {
            return Shelter::default();
        }
        self.ground.shelter(square, self.sources(), self.rules.knobs.character_cover_height as u16)
    }

    /// The Banes of an attack from each square that are the same for all targets (THRUM-38).
    #[inline]
    fn banes_of_user(&self, attack: Option<&Attack>) -> Option<Field<N>> {
        let banes = self.rules.knobs.ranged_banes;
        if banes == 0 || !attack.is_some_and(|attack| attack.is_ranged) {
            return None;
        }
        let fallen = if self.rules.knobs.fallen_hamper { self.state.present } else { self.state.active };
        let mut field = Field::default();
        for enemy in fallen & self.rules.sides.opponents(self.who) {
            let square = self.state.bodies[enemy].square;
            field.add(self.ground.within(square, 1) - Squares::only(square), banes as u16);
        }
        Some(field)
    }

    /// Those of some squares from which a target is attacked with the fewest Banes, and how many these are.
    #[inline]
    fn least_banes(
        &self,
        attack: Option<&Attack>,
        of_user: Option<Field<N>>,
        target: usize,
        shelter: Shelter<N>,
        squares: Squares<N>,
    ) -> (u16, Squares<N>) {
        let Some(_) = attack else { return (0, squares) };
        let body = &self.state.bodies[target];
        let from_afar = u16::from(self.body.has(Status::Blinded)) + u16::from(body.is(Conditions::HIDDEN));
        let covered = shelter.cover & squares;
        if of_user.is_none() && from_afar == 0 && covered.is_empty() {
            return (0, squares);
        }
        let mut field = of_user.unwrap_or_default();
        field.add(squares - self.ground.within(body.square, 1), from_afar);
        field.add(covered, self.rules.knobs.cover_banes as u16);
        let least = field.least(squares);
        (least.first().map_or(0, |square| field.at(square)), least)
    }

    /// What the policy looks for in the ends of a movement (P5).
    #[inline]
    fn wish(&self, reach: &Reach<N>) -> Wish<N> {
        match self.sheet.policy {
            Policy::Kiter => {
                let (hoped, _) = self.farthest(reach.ends());
                Wish { hoped, guarded: Squares::EMPTY }
            }
            Policy::Guardian => Wish { hoped: 0, guarded: self.ground.adjacent(self.ally_squares) },
            Policy::Default | Policy::Reckless | Policy::Medic => Wish { hoped: 0, guarded: Squares::EMPTY },
        }
    }

    /// Those of some squares that the policy likes best, and how little (P5).
    #[inline]
    fn by_policy(&self, wish: &Wish<N>, squares: Squares<N>) -> (i32, Squares<N>) {
        match self.sheet.policy {
            Policy::Kiter => self.farthest(squares),
            Policy::Guardian => {
                let guarded = squares & wish.guarded;
                if guarded.is_empty() { (1, squares) } else { (0, guarded) }
            }
            Policy::Default | Policy::Reckless | Policy::Medic => (0, squares),
        }
    }

    /// Those of some squares that are farthest from the nearest enemy, and how little a kiter dislikes them.
    fn farthest(&self, squares: Squares<N>) -> (i32, Squares<N>) {
        let farthest = self.ground.farthest(squares, self.enemy_squares);
        (-farthest.first().map_or(0, |square| self.distance_to_enemies(square)), farthest)
    }

    /// The distance to the nearest active enemy: the ledger's near; whatever is more than any where there is none.
    fn distance_to_enemies(&self, square: Square) -> i32 {
        let distance = |enemy: usize| self.ground.map().distance(square, self.state.bodies[enemy].square);
        self.enemies.iter().map(distance).min().map_or(i32::MAX, i32::from)
    }

    /// Whether a Terrain Effect of one's own is in place.
    fn has_terrain(&self, ability: &Ability) -> bool {
        ability.terrain.is_some_and(|terrain| self.state.terrains[usize::from(terrain.index)].is_some())
    }

    /// The Incapacitated on one's own side.
    fn fallen_allies(&self) -> Group {
        self.state.present - self.state.active - self.rules.sides.opponents(self.who)
    }

    /// The active of a category (THRUM-26).
    #[inline]
    fn of_category(&self, category: Category) -> Group {
        match category {
            Category::OneSelf => Group::of(self.who),
            Category::Ally => self.allies(),
            Category::AllyOrSelf => self.allies() | Group::of(self.who),
            Category::Enemy => self.enemies,
            Category::Character => self.state.active,
        }
    }

    /// Whether an action takes something off a character that it should be rid of (P5).
    fn needs(&self, ability: &Ability, target: usize) -> bool {
        let (effect, body) = (&ability.plain.effect, &self.state.bodies[target]);
        effect.heal_fatigue > 0 && body.is_exhausted()
            || effect.heal_stress > 0 && body.is_frayed()
            || (effect.cure > 0 || effect.clear) && body.has_status()
    }

    /// Whether somebody should have a Buff instead of the one that it has (P5).
    fn takes(&self, action: u8, target: usize) -> bool {
        let Some(worn) = self.state.bodies[target].buff else { return true };
        let position = |sheet: &super::sheet::Sheet, action: u8| sheet.preferences.iter().position(|&at| at == action);
        let worn_at = position(&self.rules.sheets[usize::from(worn.maker)], worn.action);
        self.rules.knobs.buffs_replace && worn_at > position(self.sheet, action)
    }

    /// The best of those to whom something good can be done: the cheapest to come to, the first listed.
    fn best_patient(&self, ability: &Ability, patients: Group, reach: &Reach<N>) -> Option<(usize, Square)> {
        let mut best: Option<(u16, usize, Square)> = None;
        for patient in patients {
            let in_range =
                if patient == self.who { reach.ends() } else { reach.ends() & self.in_range(ability, patient) };
            let Some(square) = reach.best(in_range) else { continue };
            let cost = reach.cost(square);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, patient, square));
            }
        }
        best.map(|(_, patient, square)| (patient, square))
    }
}
