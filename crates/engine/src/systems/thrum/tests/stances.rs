//! Stances: when they are taken, and which one policies choose (THRUM-07, THRUM-11, P6).

use super::standoff::*;
use super::*;

/// The Stance in which a hero is after the set-up, among these others.
fn taken(hero: &str, others: &[String]) -> String {
    let hero = pc("hero", &format!("at = [[1, 1]]\nspeed = 0\n{hero}"));
    let rules = thrum(&scene(STILL, "", &[&[hero][..], others].concat()), &[]);
    stance_of(&rules, &staged(&rules), 0)
}

/// The Stance that a combatant without one takes.
fn stance_of(rules: &Thrum, state: &State, who: usize) -> String {
    let mut state = state.clone();
    directly(rules, &mut state, &[], |fight| fight.choose_stance(who.into()));
    rules.names[who].stances[usize::from(state.bodies[who].stance.expect("a Stance"))].clone()
}

/// THRUM-11: a Stance that is named; for a guardian beside an active ally `protect`; the first own one; else the one that helps
/// the defence that it would choose without any (P6).
#[test]
fn policies_choose_a_stance() {
    let orc = still_npc("orc", (9, 0), "");
    let friend = |at: (i32, i32)| still_pc("friend", at, "");
    let own = abilities(&["id = \"x\", type = \"stance\"", "id = \"y\", type = \"stance\""]);
    let guardian = "policy = \"guardian\"\n";
    let (beside, away) = ([friend((1, 2)), orc.clone()], [friend((1, 3)), orc.clone()]);
    assert_eq!(taken(&format!("stance = \"y\"\n{guardian}{own}"), &beside), "y");
    assert_eq!(taken(&format!("stance = \"assist\"\n{own}"), &beside), "assist");
    assert_eq!(taken(&format!("{guardian}{own}"), &beside), "protect");
    assert_eq!(taken(&format!("{guardian}{own}"), &away), "x");
    assert_eq!(taken(guardian, &[still_npc("orc", (1, 2), "")]), "dodge", "an enemy is no ally");
    assert_eq!(taken(&own, &beside), "x");
    assert_eq!(taken("resilience = 2\nevasion = 2", &away), "dodge");
    assert_eq!(taken("resilience = 2\nevasion = 1", &away), "brace");
    assert_eq!(taken("defence = \"standard\"\nevasion = 9", &away), "brace");
}

/// THRUM-11: Stances are taken against minds where the first own attack of every enemy is mental (P6).
#[test]
fn stances_are_taken_against_minds_if_all_enemies_attack_them() {
    let keys = "resilience = 9\nresolve = 3\nevasion = 0";
    let orc = |id: &str, x: i32, keys: &str| still_npc(id, (9, x), keys);
    let mental = abilities(&[
        "id = \"c\", type = \"action\", effect = { bleed = 1 }",
        &attack_with("\"mental_attack\"", HARM),
        &attack_with("\"physical_attack\"", HARM).replace("blow", "other"),
    ]);
    assert_eq!(taken(keys, &[orc("a", 0, &mental)]), "concentrate");
    assert_eq!(taken(keys, &[orc("a", 0, &mental), orc("b", 1, &gaze(HARM))]), "concentrate");
    assert_eq!(taken(keys, &[orc("a", 0, &mental), orc("b", 1, &blow(HARM))]), "brace");
    assert_eq!(taken(keys, &[orc("a", 0, &mental), orc("b", 1, "")]), "brace", "its Basic Attack is physical");
    // Opponents that have fallen do not count; without anybody the choice is the same as against a Physical Attack.
    let text = [pc("hero", &format!("at = [[1, 1]]\n{keys}")), orc("a", 0, &mental), orc("b", 1, &blow(HARM))];
    let rules = thrum(&scene(STILL, "", &text), &[]);
    let mut state = staged(&rules);
    state.set_there(2.into(), true, false);
    assert_eq!(stance_of(&rules, &state, 0), "concentrate");
    state.set_there(1.into(), true, false);
    assert_eq!(stance_of(&rules, &state, 0), "brace");
}

/// THRUM-11, THRUM-57: Vulnerable and Slowed count one stack less, as they will after the end of the turn (P6).
#[test]
fn stances_are_chosen_for_the_time_after_the_tick() {
    let text = [pc("hero", "at = [[1, 1]]\nresilience = 2\nevasion = 2"), still_npc("orc", (9, 0), "")];
    let rules = thrum(&scene(STILL, "", &text), &[]);
    let mut state = staged(&rules);
    for (status, stacks, stance) in [
        (Status::Vulnerable, 1, "dodge"),
        (Status::Vulnerable, 2, "brace"),
        (Status::Slowed, 1, "dodge"),
        (Status::Slowed, 2, "brace"),
    ] {
        state.bodies[0].stacks = [0; 8];
        state.bodies[0].stacks[status as usize] = stacks;
        assert_eq!(stance_of(&rules, &state, 0), stance);
    }
}

/// THRUM-11: the choice is made as if in no Stance, so that nobody wavers.
#[test]
fn who_stays_in_a_stance_is_not_helped_by_it() {
    // Braced, Resilience is worth more than Evasion, and yet it takes to dodging.
    let text = standoff("defence = \"auto\"\nstance = \"auto\"\nresilience = 2\nevasion = 2", "");
    let rules = thrum(&text, &[]);
    let mut braced = staged(&rules);
    braced.bodies[0].stance = Some(0);
    directly(&rules, &mut braced, &[], |fight| fight.choose_stance(0.into()));
    assert_eq!(braced.bodies[0].stance, Some(1), "from brace to dodge");
    let played = ordered(2, &text, &[], &[12, 2], &[]);
    let stances = played.states.iter().map(|state| state.bodies[0].stance.expect("a Stance"));
    assert_eq!(
        stances.map(|index| rules.names[0].stances[usize::from(index)].clone()).collect::<Vec<_>>(),
        ["dodge"; 3]
    );
    assert_eq!(played.said(1, "hero takes the Stance").len(), 0);
}

/// THRUM-11: `take` happens when a Stance is taken, with `stance_renewal = "take"` in every turn; one that has ended is taken
/// anew.
#[test]
fn taking_a_stance_happens_once_or_every_turn() {
    let hero = format!("stance = \"s\"\n{}", abilities(&["id = \"s\", type = \"stance\", take = { mark = 1 }"]));
    let marks = |overrides: &[&str]| {
        let played = ordered(3, &standoff(&hero, ""), overrides, &[2, 12], &[]);
        played.states.iter().map(|state| state.bodies[0].mark).collect::<Vec<_>>()
    };
    assert_eq!(marks(&[]), [1, 1, 1, 1]);
    assert_eq!(marks(&["rules.stance_renewal=take"]), [1, 2, 3, 4]);
    let stance = "id = \"s\", type = \"stance\", trigger = \"self_targeted\", take = { mark = 1 }";
    let orc = format!("stance = \"s\"\n{}", abilities(&[stance]));
    let played = ordered(3, &standoff(&blow("success = { bleed = 1 }"), &orc), &[], &[2, 12], &[DEFENDED; 3].concat());
    assert_eq!(played.states.iter().map(|state| state.bodies[1].mark).collect::<Vec<_>>(), [1, 1, 2, 3]);
    assert!(played.applied(2, "THRUM-11"));
}
