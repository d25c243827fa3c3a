//! What an ability could be used on, and from where: the best by the keys of P5.

use super::grid::{Placing, Reach, Square};
use super::sheet::{Ability, Kind, Shape};
use super::view::View;
use super::words::Category;
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
