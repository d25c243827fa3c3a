//! Somebody who decides, and what it knows without a look at the map (P1, P5).

use super::Thrum;
use super::candidate::Priority;
use super::order::place_by_lot;
use super::sheet::{Ability, Kind, Shape, Sheet};
use super::state::{Body, State};
use super::words::{Affects, Category, When};
use crate::skirmish::Group;

/// A combatant that decides, with all that it looks up again and again.
#[derive(Clone, Copy)]
pub(super) struct Decider<'a> {
    pub(super) rules: &'a Thrum,
    pub(super) state: &'a State,
    pub(super) who: usize,
    pub(super) sheet: &'a Sheet,
    pub(super) body: &'a Body,
    /// Everybody on the other side, and the active among them.
    pub(super) opponents: Group,
    pub(super) enemies: Group,
}

/// Combatants on whom a policy would use an action, wherever they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// The best target of an attack is one of these.
    Targets(Group),
    /// One of these needs it.
    Patients(Group),
    /// All in a shape.
    Placed,
    /// Certainly nobody.
    Nobody,
}

impl<'a> Decider<'a> {
    #[inline]
    pub(super) fn new(rules: &'a Thrum, state: &'a State, who: usize) -> Self {
        let (sheet, body) = (&rules.sheets[who], &state.bodies[who]);
        let opponents = rules.sides.opponents(who);
        Self { rules, state, who, sheet, body, opponents, enemies: state.active & opponents }
    }

    /// The place by lot of one of several equally good targets, which comes before listed order; 0 without lots (P5).
    #[inline]
    pub(super) fn lot(&self, target: usize) -> u8 {
        if self.rules.knobs.targets_are_by_lot { place_by_lot(&self.state.lots, target) as u8 } else { 0 }
    }

    /// Combatants on whom the policy would use an action.
    #[inline]
    pub(super) fn whom(&self, action: u8, priority: Priority) -> Whom {
        let ability = &self.sheet.actions[usize::from(action)];
        if ability.kind == Kind::Harm && ability.shape == Shape::Single {
            return Whom::Targets(match (priority, &ability.attack) {
                (Priority::Fallen(fallen), Some(_)) => fallen,
                _ => self.enemies,
            });
        }
        match (ability.kind, ability.shape) {
            (Kind::Terrain, _) if self.has_terrain(ability) => Whom::Nobody,
            (Kind::Harm | Kind::Terrain, _) => {
                if self.has_crowd(ability) {
                    Whom::Placed
                } else {
                    Whom::Nobody
                }
            }
            (Kind::Revive, _) => Whom::Patients(self.fallen_allies()),
            (Kind::Heal, _) => Whom::Patients(
                self.of_category(ability.target, self.state.active).filter(|target| self.needs(ability, target)),
            ),
            (Kind::Buff, _) => Whom::Patients(
                self.of_category(ability.target, self.state.active).filter(|target| self.takes(action, target)),
            ),
        }
    }

    /// Whether so many enemies as a policy wants in a shape stand so close together that it may have room for them.
    fn has_crowd(&self, ability: &Ability) -> bool {
        let least = ability.targets_min.max(1) as usize;
        if least == 1 || self.enemies.len() < least {
            return self.enemies.len() >= least;
        }
        let size = self.rules.usage(self.state, self.who, ability).usage.size;
        let spread = if ability.shape == Shape::Aura { 2 * size } else { size - 1 };
        for one in self.enemies {
            let mut near = 0;
            for other in self.enemies {
                near += usize::from(self.rules.distance(self.state, one, other) <= spread);
            }
            if near >= least {
                return true;
            }
        }
        false
    }

    /// The category of those whom policies count in a shape.
    pub(super) fn counted_in(ability: &Ability) -> Category {
        match &ability.terrain {
            Some(terrain) if terrain.affects == Affects::Enemies => Category::Enemy,
            Some(_) => Category::Character,
            None => ability.target,
        }
    }

    /// Whether a Terrain Effect of one's own is in place.
    fn has_terrain(&self, ability: &Ability) -> bool {
        ability.terrain.is_some_and(|terrain| self.state.terrains[usize::from(terrain.index)].is_some())
    }

    /// The Incapacitated on one's own side.
    pub(super) fn fallen_allies(&self) -> Group {
        self.state.present - self.state.active - self.opponents
    }

    pub(super) fn fallen_enemies(&self) -> Group {
        (self.state.present - self.state.active) & self.opponents
    }

    /// Whether attacks may be aimed at enemies that are Incapacitated (P5).
    #[inline]
    pub(super) fn may_aim_at_fallen(&self) -> bool {
        self.rules.knobs.attacks_fallen && !self.fallen_enemies().is_empty()
    }

    /// At whom attacks may be aimed, where `harms` says whether an action does harm to somebody active (P5).
    pub(super) fn priority(&self, harms: impl Fn(u8) -> bool) -> Priority {
        if !self.may_aim_at_fallen() {
            return Priority::Active;
        }
        let is_harm = |action: u8| self.sheet.actions[usize::from(action)].kind == Kind::Harm;
        let has_target = self.sheet.preferences.iter().any(|&action| is_harm(action) && harms(action));
        if has_target { Priority::Active } else { Priority::Fallen(self.fallen_enemies()) }
    }

    /// Members of a group, oneself among them, that are of a category (THRUM-26).
    #[inline]
    pub(super) fn of_category(&self, category: Category, among: Group) -> Group {
        match category {
            Category::OneSelf => Group::of(self.who),
            Category::Ally => (among - self.opponents).without(self.who),
            Category::AllyOrSelf => among - self.opponents,
            Category::Enemy => among & self.opponents,
            Category::Character => among,
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
        let position = |sheet: &Sheet, action: u8| sheet.preferences.iter().position(|&at| at == action);
        let worn_at = position(&self.rules.sheets[usize::from(worn.maker)], worn.action);
        self.rules.knobs.buffs_replace && worn_at > position(self.sheet, action)
    }

    /// Whether an attack may finish a target off.
    #[inline]
    pub(super) fn is_finish(&self, ability: &Ability, target: usize) -> bool {
        let is_finisher = ability.attack.as_ref().is_some_and(|attack| attack.is_finisher);
        is_finisher && self.state.bodies[target].is_exhausted()
    }

    #[inline]
    pub(super) fn fits(&self, when: When, target: usize) -> bool {
        match when {
            When::Always => true,
            When::TargetExhausted => self.state.bodies[target].is_exhausted(),
            When::TargetNotExhausted => !self.state.bodies[target].is_exhausted(),
        }
    }

    /// How much of the load that it adds to a target has over its tolerance.
    #[inline]
    pub(super) fn load_over_tolerance(&self, ability: &Ability, target: usize) -> i32 {
        let body = &self.state.bodies[target];
        if ability.weighs_stress { body.stress - body.stress_tolerance } else { body.fatigue - body.fatigue_tolerance }
    }

    /// The range of an ability towards another combatant (THRUM-17, THRUM-57, THRUM-62).
    #[inline]
    pub(super) fn range(&self, ability: &Ability, target: usize) -> i32 {
        let range = self.body.sight(ability.range);
        if self.opponents.contains(target) { self.state.bodies[target].exposure(range) } else { range }
    }
}
