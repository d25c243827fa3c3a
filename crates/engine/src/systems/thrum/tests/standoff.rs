//! Fights in which nobody does anything of its own accord, so that all that happens is what a test is about.

pub(super) use super::super::ability::{Targets, Use};
pub(super) use super::super::condition::Conditions;
pub(super) use super::super::effect::Status;
pub(super) use super::super::words::Defence;
use super::*;
use crate::dice::Scripted;
use crate::trace::RulesSeen;

/// Rules by which nobody can do anything but with abilities of its own.
pub(super) const STILL: &str = "basic_attack_range = 0\nrecover_amount = 0";

/// A success that is no Critical, a Critical, a defence that is not critical, and a critical one: for equal modifiers, without
/// Boons and Banes.
pub(super) const SUCCESS: [u32; 4] = [4, 4, 2, 2];
pub(super) const CRITICAL: [u32; 4] = [6, 6, 1, 1];
pub(super) const DEFENDED: [u32; 4] = [2, 2, 4, 4];
pub(super) const CRITICAL_DEFENCE: [u32; 4] = [1, 1, 6, 6];

/// A success that deals 1 Fatigue.
pub(super) const HARM: &str = "success = { fatigue = 1 }";

/// Keys of somebody who falls in its first turn, with one roll of two dice, and lies for long.
pub(super) const FALLS: &str = "fatigue = 40\nfatigue_tolerance = 20\n\
                                abilities = [{ id = \"last\", type = \"action\", tags = [\"buff\"] }]";

/// Keys of somebody on a square who stays there and defends itself with Resilience, without a Boon, unless `keys` say
/// otherwise.
pub(super) fn still((x, y): (i32, i32), keys: &str) -> String {
    let is_given = |key: &str| keys.lines().any(|line| line.starts_with(&format!("{key} =")));
    let usual = [("speed", "0"), ("defence", "\"standard\""), ("stance", "\"concentrate\"")];
    let usual = usual.iter().filter(|(key, _)| !is_given(key)).map(|(key, value)| format!("{key} = {value}\n"));
    format!("at = [[{x}, {y}]]\n{}{keys}", usual.collect::<String>())
}

/// A PC and an NPC like that.
pub(super) fn still_pc(id: &str, at: (i32, i32), keys: &str) -> String {
    pc(id, &still(at, keys))
}

pub(super) fn still_npc(id: &str, at: (i32, i32), keys: &str) -> String {
    npc(id, &still(at, keys))
}

/// A hero and an orc side by side.
pub(super) fn standoff(hero: &str, orc: &str) -> String {
    scene(STILL, "", &[still_pc("hero", (0, 0), hero), still_npc("orc", (1, 0), orc)])
}

/// Dice with these totals of Initiative, by combatant in listed order.
pub(super) fn initiative(totals: &[u32]) -> Vec<u32> {
    totals.iter().flat_map(|total| [total / 2, total - total / 2]).collect()
}

/// Rounds with these totals of Initiative, then these faces.
#[track_caller]
pub(super) fn ordered(count: u32, text: &str, overrides: &[&str], totals: &[u32], faces: &[u32]) -> Played {
    rounds(count, text, overrides, &[&initiative(totals)[..], faces].concat())
}

/// A round of a hero and an orc side by side in which the hero acts last.
#[track_caller]
pub(super) fn hero_acts(hero: &str, orc: &str, overrides: &[&str], faces: &[u32]) -> Played {
    ordered(1, &standoff(hero, orc), overrides, &[2, 12], faces)
}

/// A round like that in which the orc acts last.
#[track_caller]
pub(super) fn orc_acts(hero: &str, orc: &str, overrides: &[&str], faces: &[u32]) -> Played {
    ordered(1, &standoff(hero, orc), overrides, &[12, 2], faces)
}

/// An ability called `blow`: an attack with these tags, each in quotation marks.
pub(super) fn attack_with(tags: &str, keys: &str) -> String {
    format!("id = \"blow\", type = \"action\", tags = [{tags}], {keys}")
}

/// The `abilities` of somebody with a Physical Attack as its only one.
pub(super) fn blow(keys: &str) -> String {
    abilities(&[&attack_with("\"physical_attack\"", keys)])
}

/// A Mental one.
pub(super) fn gaze(keys: &str) -> String {
    abilities(&[&attack_with("\"mental_attack\"", keys)])
}

/// A Physical one that finishes off.
pub(super) fn finisher(keys: &str) -> String {
    abilities(&[&attack_with("\"physical_attack\", \"finisher\"", keys)])
}

/// A fight in which everybody stands at its `at`, before the first turn.
pub(super) fn staged(rules: &Thrum) -> State {
    let mut state = rules.opening().clone();
    state.initiative_due = Group::NOBODY;
    for who in rules.sides.everybody() {
        state.bodies[who].square = rules.sheets[who].at.expect("a square of its own");
        state.present.insert(who);
    }
    state.active = state.present;
    state
}

/// Has something happen in such a fight, with these faces.
#[track_caller]
pub(super) fn directly(
    rules: &Thrum,
    state: &mut State,
    faces: &[u32],
    what: impl FnOnce(&mut Fight<'_, Scripted, RulesSeen>),
) {
    let (mut dice, mut trace) = (Scripted::new(faces.iter().copied()), RulesSeen::default());
    what(&mut Fight { rules, state, scratch: &mut Trail::default(), round: 1, dice: &mut dice, trace: &mut trace });
    dice.assert_spent();
}

/// Has somebody use one of its actions, whatever its policy wants, without dice.
#[track_caller]
pub(super) fn uses(rules: &Thrum, state: &mut State, by: usize, index: usize, targets: &Targets) {
    let ability = &rules.sheets[by].actions[index];
    let used = Use { by: by.into(), ability, usage: &ability.plain, index, is_overexerted: false, is_reaction: false };
    directly(rules, state, &[], |fight| fight.use_ability(used, targets));
}

impl Played {
    /// The combatants that are active at the end.
    pub(super) fn active(&self) -> Vec<usize> {
        self.end.active.iter().map(Who::index).collect()
    }

    /// Attacks, those that succeeded, and those that were Criticals.
    pub(super) fn attacks(&self) -> (u32, u32, u32) {
        (self.metric("attacks"), self.metric("hits"), self.metric("criticals"))
    }
}
