//! The parts of a state that the exact solver forgets change none of its answers: solved with and without forgetting,
//! small fights end the same.

use super::standoff::*;
use super::*;
use crate::conformance::{Remembering, difference_of_solutions};
use crate::exact::{Budget, Solution, solve};

/// Solves a fight of few rounds both ways; gives the solution.
#[track_caller]
fn ends_the_same(text: &str, overrides: &[&str], rounds: u32) -> Solution {
    let rules: Thrum = testing::limited(text, overrides, rounds);
    let forgetting = solve(&rules, Budget::default(), &|| false).expect("few states");
    let remembering = solve(&Remembering(rules), Budget::default(), &|| false).expect("few states");
    assert!(forgetting.states < remembering.states, "{} states, {}", forgetting.states, remembering.states);
    assert_eq!(difference_of_solutions(&forgetting, &remembering), None);
    forgetting
}

/// Keys of somebody who fells with one blow, and is felled by one for good.
fn frail(initiative: i32, keys: &str) -> String {
    format!(
        "initiative = {initiative}\nfatigue_tolerance = 0\nstress_tolerance = 0\n{}\n{keys}",
        finisher("success = { fatigue = 12 }, critical = { fatigue = 1 }")
    )
}

const FINAL: &str = "wounds_to_remove = 1";

/// THRUM-53, THRUM-55: who is removed leaves its Tolerances, and its turn, behind.
#[test]
fn the_removed_are_forgotten_but_for_what_is_recorded() {
    let combatants = [
        still_pc("hero", (0, 0), &frail(10, "")),
        still_pc("friend", (0, 1), &frail(-10, "fatigue_tolerance = 1").replacen("fatigue_tolerance = 0\n", "", 1)),
        still_npc("orc", (1, 0), &frail(0, "")),
    ];
    let solution = ends_the_same(&scene(&format!("{STILL}\n{FINAL}"), "", &combatants), &[], 3);
    for (who, end) in [(0, EndState::Standing), (0, EndState::Dead), (1, EndState::Down), (2, EndState::Standing)] {
        assert!(solution.end_states[who][end.index()] > 1e-6, "{who} is never {end:?}");
    }
}

/// THRUM-04, THRUM-65: with somebody still to come, the order keeps the turns of the removed.
#[test]
fn newcomers_find_their_turn_among_those_of_the_removed() {
    let combatants = [
        still_pc("hero", (0, 0), &frail(8, "")),
        still_npc("late", (0, 1), &frail(3, "enters_round = 3")),
        still_npc("orc", (1, 0), &frail(4, "")),
    ];
    let text = scene(&format!("{STILL}\n{FINAL}"), "", &combatants);
    ends_the_same(&text, &[], 3);
}

/// THRUM-53, THRUM-65: of the removed nothing is left but Tolerances, and the order where somebody is to come.
#[test]
fn what_no_rule_reads_is_forgotten() {
    let late = |round: u32| {
        let combatants = [
            still_pc("hero", (0, 0), ""),
            still_pc("gone", (0, 1), "wounds = 1"),
            still_npc("orc", (1, 0), ""),
            still_npc("late", (5, 5), &format!("enters_round = {round}")),
        ];
        thrum(&scene(STILL, "", &combatants), &[])
    };
    for (round, order, next) in [(1, vec![0, 2, 3], 1), (9, vec![0, 1, 2], 2)] {
        let rules = late(round);
        let mut state = staged(&rules);
        if round > 1 {
            state.present.remove(3.into());
            state.active.remove(3.into());
        }
        state.order.rank(0..state.present.len(), |who| who);
        state.order.resolve_as_it_stands();
        state.next = 2;
        for body in &mut state.bodies {
            (body.fatigue, body.stress, body.mark, body.stance) = (3, 2, 1, Some(0));
            (body.conditions, body.stacks) = (Conditions::DAZED, [1; 8]);
        }
        let before = state.clone();
        rules.forget(&mut state);
        assert!(state == before, "everybody is there");
        state.present.remove(1.into());
        state.active.remove(1.into());
        rules.forget(&mut state);
        let body = state.bodies[1];
        let empty = (0, 0, 0, None, Conditions::NONE, [0; 8], 0);
        assert_eq!(
            (body.fatigue, body.stress, body.mark, body.stance, body.conditions, body.stacks, body.wounds),
            empty
        );
        assert_eq!((body.fatigue_tolerance, body.stress_tolerance), (3, 2));
        assert_eq!(state.bodies[0], before.bodies[0]);
        assert_eq!((state.order.iter().map(Who::index).collect::<Vec<_>>(), state.next), (order, next));
    }
}

/// THRUM-07: before the set-up nobody is gone.
#[test]
fn nothing_is_forgotten_before_the_set_up() {
    let rules = thrum(&standoff("fatigue = 2\nwounds = 1", ""), &[]);
    let mut state = rules.opening().clone();
    rules.forget(&mut state);
    assert!(state == *rules.opening());
}
