//! What can be done from where one stands, which needs no sets of squares (P4, P5).

use super::ability::Chosen;
use super::aiming::{FEW, Hopes, Key};
use super::candidate::{Aim, Candidate, Priority};
use super::decider::{Decider, Whom};
use super::grid::{MAX_BUDGET, Sight, on_ground};
use super::sheet::Ability;
use super::view::View;
use super::words::Policy;
use crate::skirmish::Group;

/// What need not be looked at again: actions of the list that nobody can be found for, and what can be hoped of the next one, if
/// that is known.
pub(super) struct Start {
    pub(super) skipped: usize,
    pub(super) hopes: Hopes<FEW>,
}

impl Start {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { skipped: 0, hopes: Hopes::NONE };
}

impl Decider<'_> {
    /// Looks at where everybody stands before squares are weighed against each other for a Move with such a budget (P3): what it
    /// surely comes to, since nothing better can be done in this turn, wherever one goes; otherwise where to start, in `start`,
    /// which knew nothing.
    #[inline(never)]
    pub(super) fn look(&self, budget: i32, start: &mut Start) -> Option<Candidate> {
        if self.sheet.has_goal || self.may_aim_at_fallen() || self.rules.wants_to_recover(self.sheet, self.body) {
            return None;
        }
        let budget = budget.clamp(0, i32::from(MAX_BUDGET));
        for &action in &self.sheet.preferences {
            let ability = &self.sheet.actions[usize::from(action)];
            match self.whom(action, Priority::Active) {
                Whom::Nobody => {}
                Whom::Patients(patients) if patients.is_empty() => {}
                Whom::Targets(targets) if self.has_few(targets) => {
                    self.hope(ability, targets, budget, &mut start.hopes);
                    if let Some(target) = self.certain(ability, &start.hopes) {
                        return Some(Candidate { action, aim: Aim::At(target as u8), square: self.body.square });
                    }
                    if !start.hopes.is_empty() {
                        return None;
                    }
                }
                Whom::Patients(_) | Whom::Placed | Whom::Targets(_) => return None,
            }
            start.skipped += 1;
        }
        None
    }

    /// Whether an attack on a target from where one stands has no Banes of the ground, and the policy likes no square better.
    #[inline(never)]
    pub(super) fn is_as_hoped(&self, ability: &Ability, target: usize) -> bool {
        let (rules, state, who) = (self.rules, self.state, self.who);
        let likes_it = match self.sheet.policy {
            Policy::Default | Policy::Reckless | Policy::Medic => true,
            Policy::Guardian => rules.has_ally_beside(state, who, self.body.square),
            // The nearest enemy is just in range, and from no square with an enemy in range is the nearest one farther away.
            Policy::Kiter => self.enemies.contains(target) && self.nearest_enemy() == self.body.sight(ability.range),
        };
        if !likes_it || !self.is_in_range(ability, target) {
            return false;
        }
        let Some(attack) = &ability.attack else { return true };
        let (banes, sight) = rules.banes_from_afar(state, who, target, attack);
        banes == 0 && sight != Sight::Obstructed && rules.banes_from_beside(state, who, attack) == 0
    }

    /// How far the nearest active enemy is.
    #[inline(always)]
    fn nearest_enemy(&self) -> i32 {
        let distances = self.enemies.iter().map(|enemy| self.rules.distance(self.state, self.who, enemy));
        distances.min().unwrap_or(i32::MAX)
    }

    /// The first action of its list that can be used where one stands (P4).
    pub(super) fn first_candidate_here(&self) -> Option<Candidate> {
        let priority = self.priority_here();
        self.sheet.preferences.iter().find_map(|&action| self.candidate_here(action, priority))
    }

    /// At whom attacks may be aimed from where one stands.
    #[inline]
    fn priority_here(&self) -> Priority {
        self.priority(|action| self.candidate_here(action, Priority::Active).is_some())
    }

    /// The best use of an action from where one stands.
    fn candidate_here(&self, action: u8, priority: Priority) -> Option<Candidate> {
        let ability = &self.sheet.actions[usize::from(action)];
        let aim = match self.whom(action, priority) {
            Whom::Nobody => None,
            Whom::Targets(targets) => self.best_target_here(ability, targets).map(|target| Aim::At(target as u8)),
            Whom::Patients(patients) => {
                let is_in_range = |&target: &usize| target == self.who || self.is_in_range(ability, target);
                let near = patients.iter().filter(is_in_range);
                near.min_by_key(|&patient| self.lot(patient)).map(|target| Aim::At(target as u8))
            }
            Whom::Placed => on_ground!(&self.rules.ground, ground => {
                View::of(self, ground).best_placing_here(ability).map(Aim::Placed)
            }),
        };
        aim.map(|aim| Candidate { action, aim, square: self.body.square })
    }

    /// The best single target where one stands: what of a key depends on the square alone is the same of all of them (P5).
    fn best_target_here(&self, ability: &Ability, targets: Group) -> Option<usize> {
        let mut best: Option<Key> = None;
        for target in targets {
            if !self.fits(ability.when, target) || !self.is_in_range(ability, target) {
                continue;
            }
            let (banes, sight) = match &ability.attack {
                Some(attack) => self.rules.banes_from_afar(self.state, self.who, target, attack),
                None => (0, Sight::Clear),
            };
            if sight == Sight::Obstructed {
                continue;
            }
            let key = self.hope_of(ability, target, 0).key_here(banes as u16);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        best.map(Key::target)
    }

    /// The best targets of an attack on several, in the order of their keys, of which the first is known (P5).
    pub(super) fn several_targets(&self, ability: &Ability, first: usize) -> Chosen {
        let mut left = if self.enemies.contains(first) { self.enemies } else { self.fallen_enemies() };
        let (mut chosen, mut next) = (Chosen::default(), Some(first));
        while let Some(target) = next {
            chosen.push(target);
            left.remove(target);
            next = if chosen.len() < ability.targets { self.best_target_here(ability, left) } else { None };
        }
        chosen
    }
}
