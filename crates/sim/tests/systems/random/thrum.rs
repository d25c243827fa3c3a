//! Monte Carlo against the exact solver on random small fights of thrum: the same rules code under two interpreters, over
//! knobs, policies, abilities, Stances and statuses that nobody thought of.

use super::{assert_forgetting_changes_nothing, assert_narrated_as_silent, assert_sampled_as_solved, digests, word};
use equipoise_engine::systems::thrum::Thrum;
use proptest::prelude::*;

const POLICIES: &[&str] = &["default", "reckless", "kiter", "guardian", "medic", "wary"];
const TRIGGERS: &[&str] = &["self_targeted", "defended", "enemy_enters", "enemy_leaves"];
/// Parts of effect blocks that do harm.
const HARMS: &[&str] = &[
    "bleed = 1",
    "blinded = 1",
    "burning = 1",
    "hamstrung = 1",
    "shocked = 1",
    "slowed = 1",
    "vulnerable = 1",
    "weakened = 1",
    "mark = 1",
    "dazed = true",
    "disoriented = true",
    "immobilized = true",
    "stunned = true",
    "push = 1",
];
/// Blocks that do good.
const REMEDIES: &[&str] =
    &["heal_fatigue = 2", "heal_stress = 1", "clear = true", "cure = 1", "halve_loads = true, cure = 1"];

prop_compose! {
    fn rules()(
        (margin, ties, initiative) in (
            3_u8..7, word(&["defender", "attacker"]), word(&["modifier", "party", "enemies"])
        ),
        (stance, renewal, look) in (any::<bool>(), word(&["keep", "take"]), word(&["at_once", "turn"])),
        (range, fatigue, recover) in (0_u8..3, 1_u8..4, 0_u8..3),
        (boon, vulnerable) in (0_u8..2, word(&["after", "before", "never"])),
        banes in prop::collection::vec(0_u8..2, 4),
        (finisher_on, finisher_target) in (word(&["any", "success"]), word(&["after", "before"])),
        fallen in prop::collection::vec(any::<bool>(), 3),
        (on_miss, rebuff, limit) in (any::<bool>(), word(&["decline", "replace"]), word(&["turn", "round"])),
        stunned in word(&["move_or_act", "no_action", "lose_turn"]),
        (aid, loss, upkeep) in (any::<bool>(), 0_u8..2, 1_u8..3),
        (same_turn, check, wounds) in (any::<bool>(), word(&["after", "before"]), 1_u8..3),
        max_rounds in prop::sample::select(&[3_u8, 5][..]),
    ) -> String {
        let [ranged, cover, frayed, exhausted] = banes[..] else { unreachable!() };
        let [attacked, defend, panic] = fallen[..] else { unreachable!() };
        let order = if same_turn { "random" } else { "listed" };
        let target = if aid { "random" } else { "listed" };
        format!(
            "[rules]\nmax_rounds = {max_rounds}\norder_ties = \"{order}\"\ntarget_ties = \"{target}\"\ncritical_margin = {margin}\nties = \"{ties}\"\n\
             initiative_ties = \"{initiative}\"\nnpc_round_zero_stance = {stance}\nstance_renewal = \"{renewal}\"\n\
             end_look = \"{look}\"\nbasic_attack_range = {range}\nbasic_attack_fatigue = {fatigue}\n\
             recover_amount = {recover}\nevasion_boon = {boon}\nevasion_vulnerable = \"{vulnerable}\"\n\
             ranged_banes = {ranged}\ncover_banes = {cover}\nfrayed_banes = {frayed}\nexhausted_banes = {exhausted}\n\
             finisher_on = \"{finisher_on}\"\nfinisher_target = \"{finisher_target}\"\nattack_fallen = {attacked}\n\
             incapacitated_defend = {defend}\nincapacitated_panic = {panic}\neffect_on_miss = {on_miss}\n\
             rebuff = \"{rebuff}\"\ntrigger_limit = \"{limit}\"\nstunned = \"{stunned}\"\nstances_aid_saves = {aid}\n\
             panic_tolerance_loss = {loss}\nupkeep = {upkeep}\nsame_turn_upkeep = {same_turn}\n\
             wound_check = \"{check}\"\nwounds_to_remove = {wounds}\n"
        )
    }
}

prop_compose! {
    /// An attack, a Stance that may answer, a remedy or a Buff, and a passive.
    fn abilities()(
        (kind, finishes, boons) in (word(&["physical", "mental"]), any::<bool>(), 0_u8..2),
        (fatigue, stress) in (0_u8..3, 0_u8..2),
        (harm, critical, effect) in (word(HARMS), word(HARMS), word(HARMS)),
        (uses_marks, overexerts) in any::<(bool, bool)>(),
        (trigger, ends, answer) in (word(TRIGGERS), any::<bool>(), word(HARMS)),
        take in word(&["", "hidden = true", "vulnerable = 1"]),
        (remedy, is_buff) in (word(REMEDIES), any::<bool>()),
        buff_ends in word(&["\"never\"", "\"attacked\"", "\"attacks\"", "\"harmed\"", "1"]),
        (grant, worth) in (
            word(&["attack", "resilience", "evasion", "resolve", "panic_boons", "incapacity_boons", "reduce_fatigue"]),
            0_u8..2,
        ),
    ) -> String {
        let finisher = if finishes { ", \"finisher\"" } else { "" };
        let overexert = if overexerts { ", overexert = { boons = 1, success = { fatigue = 1 } }" } else { "" };
        let good = if is_buff {
            format!("tags = [\"buff\"], buff_ends = {buff_ends}, grants = {{ {grant} = 1 }}")
        } else {
            format!("effect = {{ {remedy} }}")
        };
        format!(
            "[{{ id = \"blow\", type = \"action\", tags = [\"{kind}_attack\"{finisher}], boons = {boons}, \
             mark_fatigue = {uses_marks}, success = {{ fatigue = {fatigue}, stress = {stress}, {harm} }}, \
             critical = {{ {critical} }}, effect = {{ {effect} }}{overexert} }}, \
             {{ id = \"ward\", type = \"stance\", trigger = \"{trigger}\", range = 1, ends = {ends}, take = {{ {take} }}, \
             effect = {{ {answer} }} }}, \
             {{ id = \"help\", type = \"action\", target = \"ally_or_self\", {good} }}, \
             {{ id = \"gift\", type = \"passive\", grants = {{ {grant} = {worth} }} }}]"
        )
    }
}

prop_compose! {
    /// Somebody on a square who takes so many steps in a Move.
    fn combatant(id: &'static str, side: &'static str, x: u8, speed: u8)(
        policy in word(POLICIES),
        modifiers in prop::collection::vec(0_i8..3, 5),
        (fatigue_tolerance, stress_tolerance) in (0_u8..3, 0_u8..3),
        (fatigue, stress) in (0_u8..2, 0_u8..2),
        defence in word(&["auto", "standard", "evasion"]),
        stance in word(&["auto", "ward", "brace", "dodge", "concentrate"]),
        abilities in abilities(),
    ) -> String {
        let [attack, resilience, evasion, resolve, initiative] = modifiers[..] else { unreachable!() };
        format!(
            "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nat = [[{x}, 0]]\nspeed = {speed}\npolicy = \"{policy}\"\n\
             attack = {attack}\nresilience = {resilience}\nevasion = {evasion}\nresolve = {resolve}\n\
             initiative = {initiative}\nfatigue_tolerance = {fatigue_tolerance}\n\
             stress_tolerance = {stress_tolerance}\nfatigue = {fatigue}\nstress = {stress}\ndefence = \"{defence}\"\n\
             stance = \"{stance}\"\nabilities = {abilities}\n"
        )
    }
}

prop_compose! {
    /// Somebody below the hero with nothing but a Basic Attack, who is soon gone for good.
    fn thrall()(
        side in word(&["party", "enemies"]),
        (tolerance, fatigue, resilience) in (0_u8..2, 2_u8..6, 0_i8..2),
        speed in 0_u8..2,
    ) -> String {
        format!(
            "[[combatants]]\nid = \"thrall\"\nside = \"{side}\"\nat = [[0, 1]]\nspeed = {speed}\n\
             fatigue_tolerance = {tolerance}\nfatigue = {fatigue}\nresilience = {resilience}\nstress_tolerance = 9\n"
        )
    }
}

/// Two side by side who stay there, and perhaps a third.
fn duel(third: bool) -> impl Strategy<Value = String> {
    let others = thrall().prop_map(move |text| if third { text } else { String::new() });
    let pair = (combatant("hero", "party", 0, 0), combatant("orc", "enemies", 1, 0));
    (rules(), pair, others).prop_map(|(rules, (hero, orc), third)| {
        // Lots of three are six orders, each of which the exact solver follows through the whole fight.
        let in_listed_order =
            |rules: String, ties: &str| rules.replace(&format!("{ties} = \"random\""), &format!("{ties} = \"listed\""));
        let rules = if third.is_empty() {
            rules
        } else {
            ["order_ties", "target_ties"].into_iter().fold(rules, in_listed_order)
        };
        let map = format!("[map]\nwidth = 2\nheight = {}\n", if third.is_empty() { 1 } else { 2 });
        format!("system = \"thrum\"\nname = \"Random\"\n{rules}{map}{hero}{orc}{third}")
    })
}

/// Two against two, who walk over steps and mud.
fn skirmish() -> impl Strategy<Value = String> {
    let party = (combatant("hero", "party", 0, 4), combatant("friend", "party", 1, 3));
    let enemies = (combatant("orc", "enemies", 5, 4), combatant("goblin", "enemies", 6, 3));
    (rules(), party, enemies).prop_map(|(rules, (hero, friend), (orc, goblin))| {
        let map = "[map]\nrows = [\"...2...\", \".~...~.\", \"..#.1..\"]\n";
        format!("system = \"thrum\"\nname = \"Random\"\n{rules}{map}{hero}{friend}{orc}{goblin}")
    })
}

#[test]
fn sampling_agrees_with_the_exact_solution() {
    assert_sampled_as_solved::<Thrum>(&duel(false));
}

#[test]
fn forgetting_changes_nothing() {
    assert_forgetting_changes_nothing::<Thrum>(&duel(true));
}

#[test]
fn narrated_fights_end_as_silent_ones() {
    assert_narrated_as_silent::<Thrum>(&skirmish());
}

#[test]
#[ignore = "writes digests to compare two versions with"]
fn digests() {
    digests::write::<Thrum>("thrum", &prop_oneof![duel(false), duel(true), skirmish(), skirmish()]);
}
