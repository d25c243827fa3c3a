//! The compiled abilities of a combatant: the arts that it takes, its own abilities and the basic ones.

use super::Names;
use super::abilities::{Owner, basic_attack, basic_stances, resuscitate};
use super::file::{Block, File, Possessed};
use super::scenario::{CombatantKeys, Rules};
use super::sheet::{Ability, BASIC_STANCES, Grants, Kind, Stance};
use super::words::{AbilityType, Policy, Tag};
use crate::skirmish::ByCombatant;
use crate::who::Who;

/// The basic actions, in the order in which they follow a combatant's own actions (THRUM-12). Dash and Recover are no
/// abilities.
pub(super) const BASIC_ACTIONS: [&str; 2] = ["basic-attack", "resuscitate"];

/// The abilities of a combatant.
pub(super) struct Possessions {
    /// The sum of the grants of all passives.
    pub(super) passive: Grants,
    /// The combatant's own actions in listed order, then the basic ones.
    pub(super) actions: Vec<Ability>,
    /// The indices of the actions in the order in which the policy considers them (P1).
    pub(super) preferences: Vec<u8>,
    pub(super) reactions: Vec<Ability>,
    /// The combatant's own Stances in listed order, then the basic ones.
    pub(super) stances: Vec<Stance>,
    pub(super) own_stances: usize,
    /// Whether the first attack among the combatant's own actions is mental (P6).
    pub(super) attacks_minds: bool,
    pub(super) names: Names,
}

impl<'a> File<'a> {
    /// The combatants that can make a Terrain Effect, in listed order (THRUM-41).
    pub(super) fn terrain_makers(&self, blocks: &ByCombatant<&Block<'a>>) -> Option<Vec<Who>> {
        let mut makers = Vec::new();
        for (who, block) in Who::first(blocks.len()).zip(blocks) {
            let abilities = self.abilities(block)?;
            if abilities.iter().any(|possessed| possessed.ability.has(Tag::TerrainEffect) == Some(true)) {
                makers.push(who);
            }
        }
        Some(makers)
    }

    /// The abilities of one combatant of a block.
    pub(super) fn possessions(&self, who: Who, block: &Block<'a>, makers: &[Who]) -> Option<Possessions> {
        let abilities = self.abilities(block)?;
        let of = |ability_type| of_type(&abilities, ability_type);
        let [own_actions, reactions, own_stances] =
            [AbilityType::Action, AbilityType::Reaction, AbilityType::Stance].map(of);
        let attack = block.section.get(CombatantKeys::ATTACK);
        let terrain = makers.iter().position(|&maker| maker == who).unwrap_or_default() as u8;
        let compiled = |listed: &[Possessed<'a>]| -> Option<Vec<Ability>> {
            listed.iter().map(|possessed| possessed.ability.ability(Owner { attack, terrain })).collect()
        };
        let mut actions = compiled(&own_actions)?;
        let attacks_minds = actions.iter().find_map(|action| action.attack).is_some_and(|attack| !attack.is_physical);
        actions.push(self.basic_attack(attack));
        actions.push(resuscitate());
        let reaction =
            |id: &str| reactions.iter().position(|own| own.ability.id() == Some(id)).map(|index| index as u8);
        let stances = own_stances.iter().map(|own| own.ability.as_stance(reaction)).chain(basic_stances());
        let passives = of(AbilityType::Passive);
        Some(Possessions {
            passive: passives.iter().fold(Grants::default(), |sum, own| sum.and(own.ability.grants())),
            preferences: preferences(block.section.get(CombatantKeys::POLICY), &actions),
            actions,
            reactions: compiled(&reactions)?,
            stances: stances.collect(),
            own_stances: own_stances.len(),
            attacks_minds,
            names: Names {
                actions: ids(&own_actions, &BASIC_ACTIONS),
                reactions: ids(&reactions, &[]),
                stances: ids(&own_stances, &BASIC_STANCES),
            },
        })
    }

    fn basic_attack(&self, modifier: i32) -> Ability {
        basic_attack(modifier, self.rules.get(Rules::BASIC_ATTACK_RANGE), self.rules.get(Rules::BASIC_ATTACK_FATIGUE))
    }
}

/// The abilities of a type, in listed order.
fn of_type<'a>(abilities: &[Possessed<'a>], ability_type: AbilityType) -> Vec<Possessed<'a>> {
    abilities.iter().copied().filter(|possessed| possessed.ability.is_of(ability_type) == Some(true)).collect()
}

fn ids(own: &[Possessed<'_>], basic: &[&str]) -> Vec<String> {
    let own = own.iter().map(|possessed| possessed.ability.id().unwrap_or_default());
    own.chain(basic.iter().copied()).map(str::to_owned).collect()
}

/// The order in which a policy considers the actions; the basic ones stand last among `actions` (P1).
fn preferences(policy: Policy, actions: &[Ability]) -> Vec<u8> {
    let own = actions.len() - BASIC_ACTIONS.len();
    let [basic_attack, resuscitate] = [own, own + 1];
    let helps = |&action: &usize| matches!(actions[action].kind, Kind::Revive | Kind::Heal);
    let order: Vec<usize> = match policy {
        Policy::Default | Policy::Reckless | Policy::Kiter | Policy::Guardian | Policy::Wary => {
            (0..own).chain([basic_attack, resuscitate]).collect()
        }
        Policy::Medic => {
            let others = (0..own).filter(|action| !helps(action));
            (0..own).filter(helps).chain([resuscitate]).chain(others).chain([basic_attack]).collect()
        }
    };
    order.into_iter().map(|action| action as u8).collect()
}
