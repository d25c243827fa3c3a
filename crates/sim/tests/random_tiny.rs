//! Monte Carlo against the exact solver on random small fights of tiny: the same rules code under two interpreters, over
//! knobs, policies, traits and places that nobody thought of.

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::exact::{Budget, Unsolved, solve};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::systems::tiny::Tiny;
use equipoise_engine::{Counting, EncounterIndex, Narrated, Ruleset, Seed, fight, load};
use equipoise_sim::{Deviation, Intervals, Plan, Report, Watch, deviations, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// 64 fights of at most 60 compared values each: a false alarm at |z| > 6.5 anywhere has a chance below 1e-6 (3 840 normal
/// tails of 8e-11). 40 000 encounters see a shift of four points at p = 0.5 with probability above 0.999 999.
const FIGHTS: u32 = 64;
const Z_MAX: f64 = 6.5;
const ENCOUNTERS: u64 = 40_000;

/// Below so many encounters' worth of evidence the normal law says nothing.
const EVIDENCE_MIN: f64 = 25.0;

/// Small enough to be solved in a blink.
const BUDGET: Budget = Budget { states: 20_000, transitions: 1_000_000, paths: 2_000_000 };

const LEVELS: &[&str] = &["disadvantage", "normal", "advantage"];
const DIFFICULTIES: &[&str] = &["trivial", "easy", "average", "difficult"];

fn word(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(words)
}

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
        format!(
            "[rules]\nmax_rounds = {max_rounds}\nstart_distance = {}\nescape_distance = {}\n\
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
        policy in word(&["default", "evasive", "skirmisher", "medic", "retreat", "retreat"]),
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

/// How many encounters of like events the estimate of a mean amounts to.
fn evidence(deviation: &Deviation) -> f64 {
    let standard_error = (deviation.sampled - deviation.exact) / deviation.z;
    let variance = standard_error.powi(2) * ENCOUNTERS as f64;
    let square = deviation.exact.powi(2);
    // For shares close to 1 it is the complement that is rare.
    let rare = (1.0 - deviation.exact).powi(2);
    ENCOUNTERS as f64
        * (square / (variance + square)).min(if deviation.exact < 1.0 { rare / (variance + rare) } else { 1.0 })
}

#[test]
fn random_fights_are_sampled_as_they_are_solved() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"fights that nobody has thought o");
    let config = Config { cases: FIGHTS, failure_persistence: None, ..Config::default() };
    let solved = std::cell::Cell::new(0);
    let outcome = TestRunner::new_with_rng(config, rng).run(&scenario(1), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: Tiny = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let solution = match solve(&rules, BUDGET, &|| false) {
            Ok(solution) => solution,
            Err(Unsolved::OverBudget { .. }) => return Ok(()),
            Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
        };
        solved.set(solved.get() + 1);
        let sum: f64 = solution.winners.iter().sum();
        prop_assert!((sum - 1.0).abs() < 1e-12, "the winners' chances add up to {sum}");
        let run = run(&rules, &Plan::new(Seed(2), 0..ENCOUNTERS), &Watch::none());
        let sampled = Report::sampled("random", &rules, &run, Seed(2), 0.95, Intervals::Fixed);
        let exact = Report::exact("random", &rules, &solution);
        for deviation in deviations(&sampled, &exact) {
            let fits = deviation.z.abs() < Z_MAX || evidence(&deviation) < EVIDENCE_MIN;
            prop_assert!(fits, "{deviation:?}");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(solved.get() >= FIGHTS * 3 / 4, "only {} of {FIGHTS} fights were small enough", solved.get());
}

/// Fights of up to fifteen: what nobody hears may be played another way, and comes to the same in every count.
#[test]
fn random_fights_are_the_same_with_and_without_a_story() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"a fight is a fight, told or not.");
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new_with_rng(config, rng).run(&scenario(5), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: Tiny = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let (mut state, mut told_state) = Default::default();
        for index in 0..40 {
            let mut dice = Seeded::new(Seed(3));
            dice.start(EncounterIndex(index));
            let mut told = (Narrated::default(), Counting::new(rules.counts()));
            let expected = fight(&rules, &mut told_state, &mut Recorded::new(dice.clone()), &mut told);
            let mut counting = Counting::new(rules.counts());
            let outcome = fight(&rules, &mut state, &mut dice, &mut counting);
            prop_assert_eq!(outcome, expected);
            prop_assert_eq!(counting.counts(), told.1.counts());
            prop_assert!(state == told_state, "encounter {} ends differently", index);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
