//! Monte Carlo against the exact solver on random small fights of tiny: the same rules code under two interpreters, over
//! knobs, policies, traits and positions that nobody thought of.

use super::{assert_forgetting_changes_nothing, assert_narrated_as_silent, assert_sampled_as_solved, digests, word};
use equipoise_engine::systems::tiny::Tiny;
use proptest::prelude::*;

const LEVELS: &[&str] = &["disadvantage", "normal", "advantage"];
const DIFFICULTIES: &[&str] = &["trivial", "easy", "average", "difficult"];

/// A list of stabilization tests.
fn tests() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(word(LEVELS), 0..4)
}

prop_compose! {
    fn rules()(
        dice in (1_u8..3, 0_u8..2, 0_u8..2),
        initiative in (1_u8..3, 1_u8..4),
        levels in prop::collection::vec(word(LEVELS), 3),
        difficulties in prop::collection::vec(word(DIFFICULTIES), 6),
        lists in (tests(), tests(), tests()),
        critical in (2_u8..=13, 0_u8..3, any::<bool>()),
        dr in (word(&["second_test", "second_test", "always", "never"]), word(&["same", "normal"]), 0_u8..2),
        (mixed, stacking) in (word(&["cancel", "disadvantage_wins"]), word(&["sum", "highest"])),
        armor in word(&["none", "attack", "physical", "all"]),
        untrained in word(&["disadvantage", "normal"]),
        provokes in word(&["never", "on_failure", "always"]),
        ranged in (word(&["normal", "disadvantage", "forbidden"]), word(&["normal", "disadvantage"])),
        timing in word(&["next_round", "next_turn"]),
        (effect, medic_in_combat) in (word(&["advantage", "one_step"]), any::<bool>()),
        zero in word(&["dead", "down", "stabilize"]),
        (start, escape) in (1_u8..12, 4_u8..12),
        max_rounds in prop::sample::select(&[6_u16, 20][..]),
    ) -> String {
        let [evade, extricate, medic] = levels[..] else { unreachable!() };
        let [attacks, evasion, unarmed, extrication, stabilization, help] = difficulties[..] else { unreachable!() };
        let (worst, normal) = (dice.0, dice.0 + dice.1);
        let ties = if max_rounds == 6 { "random" } else { "listed" };
        format!(
            "[rules]\nmax_rounds = {max_rounds}\ntarget_ties = \"{ties}\"\nstart_distance = {}\nescape_distance = {}\n\
             disadvantage_dice = {worst}\nnormal_dice = {normal}\nadvantage_dice = {}\n\
             initiative_dice = {}\nvigilant_initiative_dice = {}\nmixed_tests = \"{mixed}\"\n\
             attack_difficulty = \"{attacks}\"\nevade_dice = \"{evade}\"\nevade_difficulty = \"{evasion}\"\n\
             untrained_evade_dice = \"{untrained}\"\nuntrained_evade_difficulty = \"{unarmed}\"\n\
             extricate_dice = \"{extricate}\"\nextricate_difficulty = \"{extrication}\"\n\
             extricate_provokes = \"{provokes}\"\nranged_in_combat = \"{}\"\nranged_into_combat = \"{}\"\n\
             critical_on = {}\ncritical_bonus = {}\ncritical_ignores_dr = {}\ndr_mode = \"{}\"\n\
             dr_test_dice = \"{}\"\ndamage_floor = {}\ndr_stacking = \"{stacking}\"\n\
             untrained_armor_penalty = \"{armor}\"\nheavy_armor_unqualified = \"disadvantage\"\n\
             stabilization_tests = {:?}\nrobust_tests = {:?}\nhard_to_kill_tests = {:?}\n\
             stabilization_difficulty = \"{stabilization}\"\nstabilization_timing = \"{timing}\"\n\
             medic_dice = \"{medic}\"\nmedic_difficulty = \"{help}\"\nmedic_effect = \"{effect}\"\n\
             medic_in_combat = {medic_in_combat}\nenemies_at_zero_hp = \"{zero}\"\n",
            5 * u16::from(start), 5 * u16::from(escape), normal + dice.2, initiative.0, initiative.1,
            ranged.0, ranged.1, critical.0, critical.1, critical.2, dr.0, dr.1, dr.2, lists.0, lists.1, lists.2,
        )
    }
}

prop_compose! {
    fn attack(id: &'static str)(
        kind in word(&["light_melee", "heavy_melee", "unarmed", "ranged", "ranged"]),
        proficiency in word(&["none", "proficient", "mastery"]),
        range in 2_u8..10,
        critical in prop::option::weighted(0.2, 9_u8..=13),
        difficulty in prop::option::weighted(0.2, word(DIFFICULTIES)),
    ) -> String {
        let range = if kind == "ranged" { format!(", range = {}", 5 * u16::from(range)) } else { String::new() };
        let critical = critical.map_or_else(String::new, |on| format!(", critical_on = {on}"));
        let difficulty = difficulty.map_or_else(String::new, |word| format!(", difficulty = \"{word}\""));
        format!("{{ id = \"{id}\", kind = \"{kind}\", proficiency = \"{proficiency}\"{range}{critical}{difficulty} }}")
    }
}

prop_compose! {
    fn combatant(id: &'static str, side: &'static str, count_max: u8)(
        count in 1..=count_max,
        (hp, missing) in (1_u8..5, 0_u8..3),
        movement in 0_u8..7,
        offset in prop::option::weighted(0.3, 0_i16..4),
        armor in word(&["none", "light", "medium", "heavy"]),
        reduction in prop::sample::select(&[0_u8, 0, 1][..]),
        traits in prop::sample::subsequence(
            vec!["vigilant", "robust", "hard_to_kill", "resilient", "armor_training", "strong", "unarmed_fighter"], 0..=3),
        at_zero in prop::option::weighted(0.2, word(&["dead", "down", "stabilize"])),
        is_medic in prop::bool::weighted(0.4),
        policy in word(&["default", "evasive", "skirmisher", "wary", "medic", "retreat", "retreat"]),
        hp_limit in 0_u8..4,
        attacks in prop::collection::vec(0_u8..1, 0..3),
        made in (attack("first"), attack("second")),
    ) -> String {
        let attacks = &[made.0, made.1][..attacks.len()];
        let mut traits = traits;
        if is_medic || policy == "medic" {
            traits.push("medic");
        }
        let shoots = attacks.iter().any(|attack| attack.contains("ranged"));
        let policy = if policy == "skirmisher" && !shoots { "default" } else { policy };
        // Away from the other side, so that nobody has passed anybody.
        let position = match (offset, side) {
            (None, _) => String::new(),
            (Some(back), "party") => format!("position = {}\n", -5 * back),
            (Some(back), _) => format!("position = {}\n", 60 + 5 * back),
        };
        let at_zero = at_zero.map_or_else(String::new, |word| format!("at_zero_hp = \"{word}\"\n"));
        format!(
            "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\ncount = {count}\nhp = {hp}\nhp_max = {}\n\
             movement = {}\n{position}armor = \"{armor}\"\ndamage_reduction = {reduction}\ntraits = {traits:?}\n\
             {at_zero}policy = \"{policy}\"\nevade_at_hp = {hp_limit}\nretreat_at_hp = {hp_limit}\nattacks = [{}]\n",
            hp + missing, 5 * u16::from(movement), attacks.join(", ")
        )
    }
}

prop_compose! {
    fn scenario(count_max: u8)(
        rules in rules(),
        party in combatant("red", "party", count_max),
        enemies in combatant("blue", "enemies", count_max),
        third in prop::option::weighted(
            0.6, prop_oneof![combatant("rose", "party", count_max), combatant("navy", "enemies", count_max)]),
    ) -> String {
        let third = third.unwrap_or_default();
        format!("system = \"tiny\"\nname = \"Random\"\n{rules}{party}{enemies}{third}")
    }
}

#[test]
fn random_fights_are_sampled_as_they_are_solved() {
    assert_sampled_as_solved::<Tiny>(&scenario(1));
}

#[test]
fn forgetting_changes_no_random_fight() {
    assert_forgetting_changes_nothing::<Tiny>(&scenario(1));
}

/// Fights of up to fifteen.
#[test]
fn random_fights_are_the_same_with_and_without_a_narration() {
    assert_narrated_as_silent::<Tiny>(&scenario(5));
}

#[test]
#[ignore = "writes digests to compare two versions with"]
fn digests() {
    digests::write::<Tiny>("tiny", &prop_oneof![scenario(1), scenario(5)]);
}
