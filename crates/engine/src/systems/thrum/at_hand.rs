//! A short way to a plan: the attack from where one stands that no movement can better (P3, P5).
//!
//! Nothing here is a rule, and a plan is the same without it. Fighters who have met mostly strike again whom they stand beside;
//! a search among squares takes some ten times as many instructions to find that.

use super::candidate::{Aim, Candidate, Priority};
use super::decider::{Decider, Whom};
use super::grid::Sight;
use super::sheet::Ability;
use super::words::Policy;

impl Decider<'_> {
    /// The candidate from one's own square that a plan with such a budget is sure to choose: its key is the least that any target
    /// could have from any square. `None` if that is not certain.
    pub(super) fn at_hand(&self, budget: i32) -> Option<Candidate> {
        if self.sheet.has_goal || self.may_aim_at_fallen() || self.rules.wants_to_recover(self.sheet, self.body) {
            return None;
        }
        for &action in &self.sheet.preferences {
            let ability = &self.sheet.actions[usize::from(action)];
            match self.whom(action, Priority::Active) {
                Whom::Nobody => {}
                Whom::Patients(patients) if patients.is_empty() => {}
                Whom::Targets(targets) => {
                    if let Some(best) = self.least_bound(ability, targets, budget.max(0)) {
                        let is_certain = best.cost == 0 && self.is_as_hoped(ability, best.target.into());
                        let aim = Aim::At(best.target);
                        return is_certain.then_some(Candidate { action, aim, square: self.body.square });
                    }
                }
                Whom::Patients(_) | Whom::Placed => return None,
            }
        }
        None
    }

    /// Whether an attack on a target from where one stands has no Banes of the ground, and the policy likes no square better.
    fn is_as_hoped(&self, ability: &Ability, target: usize) -> bool {
        let (rules, state, who) = (self.rules, self.state, self.who);
        let distance = |enemy| rules.distance(state, who, enemy);
        let likes_it = match self.sheet.policy {
            Policy::Default | Policy::Reckless | Policy::Medic => true,
            Policy::Guardian => rules.has_ally_beside(state, who, self.body.square),
            // If the nearest enemy is just in range, no square with an enemy in range is farther away from the nearest one.
            Policy::Kiter => self.enemies.iter().map(distance).min() == Some(self.body.sight(ability.range)),
        };
        if !likes_it || distance(target) > self.range(ability, target) {
            return false;
        }
        let Some(attack) = &ability.attack else { return true };
        let (banes, sight) = rules.banes_from_afar(state, who, target, attack);
        banes == 0 && sight != Sight::Obstructed && rules.banes_from_beside(state, who, attack) == 0
    }
}
