//! The choice of the attacks of a scenario that are asked about.

use std::collections::BTreeSet;

use equipoise_engine::odds::{Strike, TooMany};
use equipoise_engine::{Combatant, Who};
use thiserror::Error;

use super::ask::Odds;
use crate::studies::load::Loaded;
use crate::studies::study::Refusal;

/// The reason why there are no odds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OddsError {
    /// The scenario has no such combatant.
    #[error("{scenario} has no combatant `{asked}` to be the {role}: it has {known}")]
    NoCombatant {
        /// The scenario's name.
        scenario: String,
        /// The role that was asked for: attacker or target.
        role: &'static str,
        /// The combatant as it was asked for.
        asked: String,
        /// The combatants that there are.
        known: String,
    },
    /// Nobody that is asked about has such an attack.
    #[error("{scenario}: {who} attack `{asked}`: there is {known}")]
    NoAttack {
        /// The scenario's name.
        scenario: String,
        /// The attacker that was asked for, or nobody, with the verb.
        who: String,
        /// The attack as it was asked for.
        asked: String,
        /// The attacks that there are.
        known: String,
    },
    /// Attacker and target are on one side.
    #[error("{scenario}: `{attacker}` and `{target}` are on the same side")]
    OneSide {
        /// The scenario's name.
        scenario: String,
        /// The attacker as it was asked for.
        attacker: String,
        /// The target as it was asked for.
        target: String,
    },
    /// Nobody that is asked about has any attack.
    #[error("{scenario}: {who} attack whose odds could be asked")]
    NoAttacks {
        /// The scenario's name.
        scenario: String,
        /// The attacker that was asked for, or nobody, with the verb.
        who: String,
    },
    /// The dice of one attack take too much.
    #[error("{scenario}: `{attack}` of {attacker} takes too much: {why}")]
    TooMany {
        /// The scenario's name.
        scenario: String,
        /// The attacker.
        attacker: String,
        /// The attack.
        attack: String,
        /// The limit that is exceeded.
        why: TooMany,
    },
}

impl Refusal for OddsError {
    fn help(&self) -> Option<String> {
        matches!(self, Self::TooMany { .. }).then(|| "fewer or smaller dice have fewer paths".to_owned())
    }
}

/// An attack that is asked about, with the names under which it is shown.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) strike: Strike,
    pub(super) attacker: String,
    pub(super) attack: String,
    pub(super) target: String,
}

/// The attacks that are asked about, by attacker, attack and target in listed order.
pub(super) fn chosen(scenario: &Loaded, asked: &Odds) -> Result<Vec<Chosen>, OddsError> {
    let name = || scenario.name.clone();
    let attackers = combatants(scenario, asked.attacker.as_deref(), "attacker")?;
    let targets = combatants(scenario, asked.target.as_deref(), "target")?;
    let listed = scenario.fights.combatants();
    let side = |who: Who| listed[who.index()].side;
    let are_opponents = |&(attacker, _): &Named, &(target, _): &Named| side(attacker) != side(target);
    let fights = |attacker: &&Named| targets.iter().any(|target| are_opponents(attacker, target));
    let fighting: Vec<&Named> = attackers.iter().filter(fights).collect();
    if let (Some(attacker), Some(target), []) = (&asked.attacker, &asked.target, fighting.as_slice()) {
        return Err(OddsError::OneSide { scenario: name(), attacker: attacker.clone(), target: target.clone() });
    }
    let (mut chosen, mut known) = (Vec::new(), Vec::new());
    for attacker in fighting {
        for (attack, Called { shown: called, names }) in called(scenario, attacker.0).into_iter().enumerate() {
            if asked.attack.as_ref().is_none_or(|asked| names.contains(asked) || *asked == called) {
                let opponents = targets.iter().filter(|target| are_opponents(attacker, target));
                chosen.extend(opponents.map(|target| Chosen {
                    strike: Strike { attacker: attacker.0, attack, target: target.0 },
                    attacker: attacker.1.clone(),
                    attack: called.clone(),
                    target: target.1.clone(),
                }));
            }
            if !known.contains(&called) {
                known.push(called);
            }
        }
    }
    if chosen.is_empty() {
        let who = asked.attacker.as_ref().map_or_else(|| "nobody has an".to_owned(), |who| format!("`{who}` has no"));
        return Err(match &asked.attack {
            Some(attack) if !known.is_empty() => {
                OddsError::NoAttack { scenario: name(), who, asked: attack.clone(), known: quoted(&known) }
            }
            _ => OddsError::NoAttacks { scenario: name(), who },
        });
    }
    Ok(chosen)
}

/// A combatant with the name under which it is shown.
type Named = (Who, String);

/// The names of an attack.
struct Called {
    /// The name under which it is shown: no other attack of the combatant has it.
    shown: String,
    /// Its name and its id.
    names: [String; 2],
}

/// The names of the attacks of a combatant, in listed order.
fn called(scenario: &Loaded, who: Who) -> Vec<Called> {
    let pairs: Vec<[String; 2]> =
        scenario.fights.attacks(who).into_iter().zip(scenario.fights.attack_ids(who)).map(Into::into).collect();
    let shown = |(index, [name, id]): (usize, &[String; 2])| {
        let same = pairs.iter().filter(|[other, _]| other == name).count();
        let same_id = pairs.iter().filter(|pair| **pair == [name.clone(), id.clone()]).count();
        match (same, same_id) {
            (1, _) => name.clone(),
            (_, 1) => format!("{name} ({id})"),
            _ => format!("{name} ({})", pairs[..=index].iter().filter(|[other, _]| other == name).count()),
        }
    };
    let shown: Vec<String> = pairs.iter().enumerate().map(shown).collect();
    shown.into_iter().zip(pairs).map(|(shown, names)| Called { shown, names }).collect()
}

/// The combatants that are asked for by id, display name or, for several copies, the id that they have in common: then the first
/// of them stands for all, as it does if none is asked for. A name that several combatants have means all of them.
fn combatants(scenario: &Loaded, asked: Option<&str>, role: &'static str) -> Result<Vec<Named>, OddsError> {
    let listed = scenario.fights.combatants();
    let all = || Who::first(listed.len()).zip(listed);
    let representatives: Vec<Named> =
        all().filter(|(who, _)| is_first(listed, *who)).map(|(who, one)| (who, common(one))).collect();
    let Some(asked) = asked else { return Ok(representatives) };
    let by_id = all().find(|(_, combatant)| combatant.id == asked).map(|(who, combatant)| (who, combatant.id.clone()));
    if let Some(found) = by_id.or_else(|| representatives.iter().find(|(_, id)| id == asked).cloned()) {
        return Ok(vec![found]);
    }
    let mut found: Vec<(Who, &Combatant)> = all().filter(|(_, combatant)| combatant.name == asked).collect();
    let mut groups = BTreeSet::new();
    found.retain(|(_, combatant)| combatant.group.as_ref().is_none_or(|group| groups.insert(group)));
    if found.is_empty() {
        return Err(OddsError::NoCombatant {
            scenario: scenario.name.clone(),
            role,
            asked: asked.to_owned(),
            known: quoted(&representatives.into_iter().map(|(_, id)| id).collect::<Vec<_>>()),
        });
    }
    Ok(found.into_iter().map(|(who, combatant)| (who, combatant.id.clone())).collect())
}

/// The id that the copies of a combatant have in common, or its own.
fn common(combatant: &Combatant) -> String {
    combatant.group.clone().unwrap_or_else(|| combatant.id.clone())
}

/// Whether a combatant is the first of its copies, or has none.
fn is_first(listed: &[Combatant], who: Who) -> bool {
    let group = &listed[who.index()].group;
    group.is_none() || !listed[..who.index()].iter().any(|other| other.group == *group)
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
