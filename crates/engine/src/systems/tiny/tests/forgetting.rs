//! The parts of a state that the exact solver forgets change none of its answers: solved with and without forgetting,
//! small skirmishes with everything in them end the same.

use super::*;
use crate::conformance::{Remembering, difference_of_solutions};
use crate::exact::{Budget, Solution, solve};

/// Solves a fight of few rounds both ways; gives the solution.
#[track_caller]
fn ends_the_same(text: &str, overrides: &[&str], rounds: u32) -> Solution {
    let rules = limited(text, overrides, rounds);
    let forgetting = solve(&rules, Budget::default(), &|| false).expect("few states");
    let remembering = solve(&Remembering(rules), Budget::default(), &|| false).expect("few states");
    assert!(forgetting.states < remembering.states, "{} states, {}", forgetting.states, remembering.states);
    assert_eq!(difference_of_solutions(&forgetting, &remembering), None);
    forgetting
}

/// Asserts that each of these ends of a combatant has a chance above 0.
#[track_caller]
fn ends_are_possible(solution: &Solution, who: usize, ends: &[EndState]) {
    for end in ends {
        assert!(solution.end_states[who][end.index()] > 1e-6, "{who} is never {end:?}");
    }
}

/// TINY-40, TINY-41: a medic walks to patients at positions that differ, and finds them where they fell.
#[test]
fn the_positions_of_patients_are_kept() {
    let bow = r#"{ id = "bow", kind = "ranged", range = 200 }"#;
    let patient = |id: &str, position: i32| member(id, 1, position, &[STICK], "");
    let healer =
        member("healer", 1, 0, &[STICK], "policy = \"medic\"\ntraits = [\"medic\", \"vigilant\"]\nmovement = 20");
    let text = scene(
        "",
        &[
            patient("a", -30),
            patient("b", 45),
            healer,
            enemy("orc", 1, 100, &[bow], "movement = 0\ntraits = [\"vigilant\"]"),
        ],
    );
    // By trait alone it attends in the aftermath: one movement away, or two.
    for (policy, position) in [("medic", 45), ("default", 45), ("default", 20)] {
        let overrides = [format!("combatants.healer.policy={policy}"), format!("combatants.b.position={position}")];
        let solution = ends_the_same(&text, &overrides.each_ref().map(String::as_str), 4);
        ends_are_possible(&solution, 0, &[EndState::Standing, EndState::Down, EndState::Dead]);
    }
}

/// TINY-35, TINY-44: skirmishes of all policies and fates, with retreaters on both sides.
#[test]
fn skirmishes_end_the_same() {
    let archer =
        member("archer", 2, -20, &[BOW], "policy = \"retreat\"\ntraits = [\"medic\", \"resilient\"]\nhp_max = 3");
    let guard = member("guard", 2, 0, &[SWORD], "policy = \"evasive\"\nmovement = 0");
    let orc =
        enemy("orc", 2, 20, &[KNIFE], "at_zero_hp = \"stabilize\"\npolicy = \"retreat\"\ntraits = [\"vigilant\"]");
    let ogre = enemy("ogre", 1, 25, &[KNIFE], "at_zero_hp = \"down\"\ntraits = [\"vigilant\"]\nmovement = 10");
    let text = scene("", &[archer, guard, orc, ogre]);
    for overrides in
        [&["rules.escape_distance=30"][..], &["rules.escape_distance=20", "rules.stabilization_timing=next_turn"]]
    {
        let solution = ends_the_same(&text, overrides, 20);
        ends_are_possible(&solution, 0, &[EndState::Standing, EndState::Down, EndState::Dead, EndState::Fled]);
        ends_are_possible(&solution, 2, &[EndState::Standing, EndState::Down, EndState::Dead, EndState::Fled]);
        ends_are_possible(&solution, 3, &[EndState::Standing, EndState::Down]);
    }
}

/// TINY-18: a line on which both sides flank each other and slip past, so that who is in whose rear changes.
#[test]
fn those_who_slip_past_end_the_same() {
    let archer = member("archer", 2, 0, &[BOW], "policy = \"skirmisher\"");
    let guard = member("guard", 2, -10, &[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 2");
    let orc = enemy("orc", 2, -5, &[BOW], "policy = \"skirmisher\"\ntraits = [\"vigilant\"]\nmovement = 15");
    let ogre = enemy("ogre", 1, 5, &[KNIFE], "traits = [\"vigilant\"]");
    let text = scene("", &[archer, guard, orc, ogre]);
    for overrides in [&[][..], &["rules.extricate_provokes=on_failure", "rules.escape_distance=25"]] {
        let solution = ends_the_same(&text, overrides, 5);
        assert!(solution.metrics[crate::systems::tiny::metrics::SLIPPED_PAST].mean > 0.5);
    }
}

/// TINY-44, TINY-45: whoever of the party leaves keeps its HP for the end, and the fight goes on. What a thief leaves with is forgotten.
#[test]
fn the_fled_keep_their_hit_points() {
    let coward = member("coward", 2, -20, &[STICK], "policy = \"retreat\"\nretreat_at_hp = 2\nhp_max = 5");
    let guard = member("guard", 2, 0, &[KNIFE], "");
    let thief = enemy("thief", 2, 5, &[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 2");
    let text = scene("", &[coward, guard, thief, enemy("orc", 2, 5, &[KNIFE], "")]);
    let solution = ends_the_same(&text, &[], 20);
    ends_are_possible(&solution, 0, &[EndState::Fled]);
    ends_are_possible(&solution, 1, &[EndState::Standing, EndState::Down, EndState::Dead]);
    let rules = tiny(&text, &[]);
    let at = rules.metrics().iter().position(|metric| metric.name == "party_hp_left").expect("a metric");
    assert!(solution.metrics[at].mean > 2.0);
}

/// TINY-40, TINY-45: medics on both sides, those who come wounded, and those who leave with what they had.
#[test]
fn medics_of_both_sides_end_the_same() {
    let keys = "policy = \"medic\"\ntraits = [\"medic\"]";
    let (guard, healer) = (member("guard", 1, 0, &[KNIFE], "hp_max = 2"), member("healer", 1, -15, &[STICK], keys));
    let orc = enemy("orc", 1, 5, &[KNIFE], "at_zero_hp = \"stabilize\"");
    let shaman = enemy("shaman", 1, 25, &[BOW], &format!("at_zero_hp = \"stabilize\"\n{keys}"));
    let text = scene("", &[guard, healer, orc, shaman]);
    let solution = ends_the_same(&text, &["rules.medic_effect=one_step"], 4);
    for who in 0..4 {
        ends_are_possible(&solution, who, &[EndState::Standing, EndState::Down, EndState::Dead]);
    }
}

/// TINY-44: a fight that drifts along the line has few states, for only distances matter.
#[test]
fn drifting_fights_repeat_themselves() {
    let text = scene("", &[member("hero", 1, 0, &[BOW], "policy = \"skirmisher\""), enemy("orc", 1, 5, &[KNIFE], "")]);
    let solved = |text: &str| solve(&limited(text, &[], 500), Budget::default(), &|| false).expect("few states");
    let near = solved(&text);
    assert!(near.states <= 100, "{}", near.states);
    let far = text.replace("position = 0", "position = -5000").replace("position = 5", "position = -4995");
    assert_eq!(solved(&far), near);
}

/// TINY-44: only distances matter between those who stand, only the standing have positions, and only those of the party
/// who have left have HP that count.
#[test]
fn what_no_rule_reads_is_forgotten() {
    let text = scene(
        "",
        &[
            member("hero", 4, 0, &[KNIFE], ""),
            member("friend", 4, -20, &[KNIFE], ""),
            enemy("orc", 4, 30, &[KNIFE], ""),
            enemy("ogre", 4, 50, &[KNIFE], ""),
        ],
    );
    let rules = tiny(&text, &[]);
    let mut state = rules.opening().clone();
    state.order.rank(0..4, |who| who);
    state.rolling = Group::NOBODY;
    let [hero, friend, orc, ogre] = [0, 1, 2, 3].map(|who: usize| Group::of(who.into()));
    (state.standing, state.fled, state.dying, state.fresh) = (hero | orc, ogre, friend, friend);
    state.next = 2;
    rules.forget(&mut state);
    let positions: Vec<i32> = state.fighters.iter().map(|fighter| fighter.position).collect();
    let hp: Vec<i16> = state.fighters.iter().map(|fighter| fighter.hp).collect();
    assert_eq!((positions, hp), (vec![0, 0, 30, 0], vec![4, 4, 4, 0]));
    assert_eq!(
        (state.order.iter().map(Who::index).collect::<Vec<_>>(), state.next, state.fresh),
        (vec![0, 1, 2], 2, Group::NOBODY)
    );
}
