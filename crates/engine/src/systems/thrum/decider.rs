//! The combatant that decides, and its questions that need no look at the map (P1, P5).

use super::Thrum;
use super::candidate::Priority;
use super::order::place_by_lot;
use super::sheet::{Ability, Kind, Shape, Sheet};
use super::state::{Body, State};
use super::words::{Affects, Category, When};
use crate::skirmish::Group;
use crate::who::Who;

/// A combatant that decides, with references to everything that it looks up often.
#[derive(Clone, Copy)]
pub(super) struct Decider<'a> {
    pub(super) rules: &'a Thrum,
    pub(super) state: &'a State,
    pub(super) who: Who,
    pub(super) sheet: &'a Sheet,
    pub(super) body: &'a Body,
    /// Everybody on the other side; `enemies` are the active ones among them.
    pub(super) opponents: Group,
    pub(super) enemies: Group,
}

/// The possible targets of an action that a policy would use, wherever they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// A harmful action with a single target is aimed at one of these.
    Targets(Group),
    /// A helpful action is aimed at one of these.
    Patients(Group),
    /// The action has a shape, whose placing decides whom it affects.
    Placed,
    /// The policy does not use the action.
    Nobody,
}

impl<'a> Decider<'a> {
    #[inline]
    pub(super) fn new(rules: &'a Thrum, state: &'a State, who: Who) -> Self {
        let (sheet, body) = (&rules.sheets[who], &state.bodies[who]);
        let opponents = rules.sides.opponents(who);
        Self { rules, state, who, sheet, body, opponents, enemies: state.active & opponents }
    }

    /// The position of a target in the order of lots, which decides between equally good targets before listed order does; 0 if
    /// there are no lots (P5).
    #[inline]
    pub(super) fn lot(&self, target: Who) -> u8 {
        if self.rules.knobs.targets_are_by_lot { place_by_lot(&self.state.lots, target) as u8 } else { 0 }
    }

    /// The possible targets of an action that the policy would use.
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

    /// Whether at least `targets_min` enemies stand so near to one of them that one placing of the ability's shape might cover
    /// them all. This rules out most hopeless actions without a look at their placings.
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

    /// The category of characters that policies count when they compare placings of a shape.
    pub(super) fn counted_in(ability: &Ability) -> Category {
        match &ability.terrain {
            Some(terrain) if terrain.affects == Affects::Enemies => Category::Enemy,
            Some(_) => Category::Character,
            None => ability.target,
        }
    }

    /// Whether the combatant's own Terrain Effect is already on the map.
    fn has_terrain(&self, ability: &Ability) -> bool {
        ability.terrain.is_some_and(|terrain| self.state.terrains[usize::from(terrain.index)].is_some())
    }

    /// The Incapacitated members of the combatant's own side.
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

    /// The targets that single attacks may have. `harms` tells whether an action can be used against an active enemy (P5).
    pub(super) fn priority(&self, harms: impl Fn(u8) -> bool) -> Priority {
        if !self.may_aim_at_fallen() {
            return Priority::Active;
        }
        let is_harm = |action: u8| self.sheet.actions[usize::from(action)].kind == Kind::Harm;
        let has_target = self.sheet.preferences.iter().any(|&action| is_harm(action) && harms(action));
        if has_target { Priority::Active } else { Priority::Fallen(self.fallen_enemies()) }
    }

    /// Members of a group that belong to a category. The group must contain the combatant itself (THRUM-26).
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

    /// Whether a healing action meets a need of the target: it is Exhausted or Frayed, or has a status (P5).
    fn needs(&self, ability: &Ability, target: Who) -> bool {
        let (effect, body) = (&ability.plain.effect, &self.state.bodies[target]);
        effect.heal_fatigue > 0 && body.is_exhausted()
            || effect.heal_stress > 0 && body.is_frayed()
            || (effect.cure > 0 || effect.clear) && body.has_status()
    }

    /// Whether a character should get the Buff of an action: it has no Buff, or the knob `buffs_replace` allows a better one. A
    /// Buff is better the earlier its action stands in the preferences of its maker (P5).
    fn takes(&self, action: u8, target: Who) -> bool {
        let Some(worn) = self.state.bodies[target].buff else { return true };
        let position = |sheet: &Sheet, action: u8| sheet.preferences.iter().position(|&at| at == action);
        let worn_at = position(&self.rules.sheets[worn.maker], worn.action);
        self.rules.knobs.buffs_replace && worn_at > position(self.sheet, action)
    }

    /// Whether an ability is a Finisher and the target is Exhausted.
    #[inline]
    pub(super) fn is_finish(&self, ability: &Ability, target: Who) -> bool {
        let is_finisher = ability.attack.as_ref().is_some_and(|attack| attack.is_finisher);
        is_finisher && self.state.bodies[target].is_exhausted()
    }

    #[inline]
    pub(super) fn fits(&self, when: When, target: Who) -> bool {
        match when {
            When::Always => true,
            When::TargetExhausted => self.state.bodies[target].is_exhausted(),
            When::TargetNotExhausted => !self.state.bodies[target].is_exhausted(),
        }
    }

    /// A target's load less its tolerance: of Stress if the ability deals only Stress, otherwise of Fatigue.
    #[inline]
    pub(super) fn load_over_tolerance(&self, ability: &Ability, target: Who) -> i32 {
        let body = &self.state.bodies[target];
        if ability.weighs_stress { body.stress - body.stress_tolerance } else { body.fatigue - body.fatigue_tolerance }
    }

    /// The range of an ability towards another combatant (THRUM-17, THRUM-57, THRUM-62).
    #[inline]
    pub(super) fn range(&self, ability: &Ability, target: Who) -> i32 {
        let range = self.body.sight(ability.range);
        if self.opponents.contains(target) { self.state.bodies[target].exposure(range) } else { range }
    }
}
