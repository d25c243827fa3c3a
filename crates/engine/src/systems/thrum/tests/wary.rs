//! P9: the policy `wary` weighs what it deals against what it risks where it goes.

use super::super::candidate::Aim;
use super::super::grid::Placing;
use super::super::policy::{Choice, Deed, Purpose};
use super::super::state::Placed;
use super::standoff::*;
use super::*;
use crate::outcome::Winner;

/// The row of worked check 13; `archer` and `orc` are more of their keys.
fn row(archer: &str, orc: &str) -> String {
    let bow = attack_with("\"physical_attack\", \"ranged\"", "range = 4, success = { fatigue = 2 }");
    let archer = format!("speed = 2\nattack = 2\n{}{archer}", abilities(&[&bow]));
    let orc = format!("speed = 2\nattack = 1\n{}{orc}", blow("success = { fatigue = 2 }"));
    scene(STILL, "width = 12\nheight = 1", &[still_pc("archer", (2, 0), &archer), still_npc("orc", (5, 0), &orc)])
}

/// The square to which the first combatant goes in its Move, its action and the target.
fn move_of(rules: &Thrum, state: &State) -> ((i16, i16), Option<(u8, Aim)>) {
    let plan = rules.plan(state, 0.into(), Purpose::Move, rules.speed(state, 0.into()));
    let used = plan.prospect.candidate().map(|candidate| (candidate.action, candidate.aim));
    (rules.map().coordinates(plan.to), used)
}

fn goes_to(text: &str, overrides: &[&str]) -> (i16, i16) {
    let rules = thrum(text, overrides);
    move_of(&rules, &staged(&rules)).0
}

const WARY: &str = "policy = \"wary\"\n";

/// Worked check 13, number by number.
#[test]
fn the_wary_archer_steps_out_of_reach_and_shoots() {
    let rules = thrum(&row(WARY, ""), &[]);
    let state = staged(&rules);
    let harm = |by: usize, target: usize, banes| {
        let ability = &rules.sheets[by].actions[0];
        rules.harm(&state, [by.into(), target.into()], ability, &ability.plain, banes)
    };
    assert_eq!((harm(0, 1, 0), harm(0, 1, 1), harm(1, 0, 0)), (332, 248, 278));
    let destinations = rules.destinations(&state, 0.into(), Purpose::Move, 2);
    let rank = |x: i16| {
        let square = rules.map().square(x, 0).expect("on the map");
        destinations.iter().find(|rated| rated.option == square).expect("in reach").worth
    };
    assert!(rank(1) > rank(2) && rank(2) > rank(3) && rank(3) > rank(4) && rank(4) > rank(0), "{destinations:?}");
    assert_eq!(move_of(&rules, &state), ((1, 0), Some((0, Aim::At(1.into())))));
    for policy in ["default", "guardian", "reckless"] {
        assert_eq!(goes_to(&row("", ""), &[&format!("combatants.archer.policy={policy}")]), (2, 0), "{policy}");
    }
}

/// P9: an orc that cannot come, or whose blow does nothing to the archer, has no price.
#[test]
fn who_cannot_harm_is_not_shunned() {
    assert_eq!(goes_to(&row(WARY, ""), &["combatants.orc.speed=0"]), (2, 0));
    let proof = "{ id = \"mail\", type = \"passive\", grants = { reduce_fatigue = 2 } }";
    let text = row(WARY, "").replacen("abilities = [", &format!("abilities = [{proof}, "), 1);
    assert_eq!(goes_to(&text, &[]), (2, 0));
    // A shield in the way: the orc cannot pass it in a row.
    let text = row(WARY, "") + &still_pc("shield", (4, 0), "");
    assert_eq!(goes_to(&text, &[]), (2, 0), "the shield keeps it at 5");
}

/// P9: of several weighed abilities it takes the one that takes most of what a target has left, at whom it does.
#[test]
fn the_greatest_harm_is_done_first() {
    let two = "{ id = \"weak\", type = \"action\", tags = [\"physical_attack\"], success = { fatigue = 1 } }, \
               { id = \"strong\", type = \"action\", tags = [\"physical_attack\"], success = { fatigue = 3 } }";
    let hero = format!("abilities = [{two}]\n");
    let choice = |policy: &str| {
        let orcs = [("fresh", (1, 0), ""), ("spent", (0, 1), "fatigue = 1")];
        let orcs = orcs.map(|(id, at, keys)| still_npc(id, at, keys));
        let hero = still_pc("hero", (0, 0), &format!("policy = \"{policy}\"\n{hero}"));
        let rules = thrum(&scene(STILL, "", &[vec![hero], orcs.to_vec()].concat()), &[]);
        match rules.choice(&staged(&rules), 0.into()) {
            Choice::Use(candidate) => (candidate.action, candidate.aim),
            Choice::Other(_) => panic!("nobody is attacked"),
        }
    };
    assert_eq!(choice("default"), (0, Aim::At(2.into())));
    assert_eq!(choice("wary"), (1, Aim::At(2.into())));
}

/// P9: what deals no load is used where it stands in the list, as by default.
#[test]
fn what_is_not_weighed_keeps_its_place() {
    let curse = "{ id = \"curse\", type = \"action\", tags = [\"mental_attack\"], success = { slowed = 1 } }";
    let strike = "{ id = \"strike\", type = \"action\", tags = [\"physical_attack\"], success = { fatigue = 3 } }";
    for (listed, first) in [([curse, strike], 0), ([strike, curse], 0)] {
        let hero = format!("{WARY}abilities = [{}]\n", listed.join(", "));
        let rules = thrum(&standoff(&hero, ""), &[]);
        let Choice::Use(candidate) = rules.choice(&staged(&rules), 0.into()) else { panic!("nobody is attacked") };
        assert_eq!(candidate.action, first, "{listed:?}");
    }
}

/// A hero at the left end of a row of a field, the maker of a cloud at its right end, and the cloud, which burns on 3 by 3 squares in
/// the middle of the upper three rows.
fn burning(height: i32, row: i32, policy: &str) -> (Thrum, State) {
    let cloud = "id = \"cloud\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 3, \
                 terrain = { enter = { fatigue = 1 } }";
    let hero = format!("policy = \"{policy}\"\nspeed = 4\n{}", blow(HARM));
    let combatants = [still_pc("hero", (0, row), &hero), still_npc("orc", (8, row), &abilities(&[cloud]))];
    let rules = thrum(&scene(STILL, &format!("width = 9\nheight = {height}"), &combatants), &[]);
    let mut state = staged(&rules);
    let placing = Placing::Area { y: 0, x: 3, size: 3 };
    state.terrains[0] = Some(Placed { action: 0, placing, entered_by: Group::NOBODY });
    (rules, state)
}

/// P9: it walks around a Terrain Effect that harms it, where `default` walks into it.
#[test]
fn a_hazard_is_walked_around() {
    let (rules, state) = burning(5, 0, "default");
    assert_eq!(move_of(&rules, &state), ((4, 0), None), "into the cloud");
    let (rules, state) = burning(5, 0, "wary");
    assert_eq!(move_of(&rules, &state), ((4, 3), None));
    let to = rules.map().square(4, 3).expect("on the map");
    let path = rules.path(&state, 0.into(), 4, to);
    let burns = |square| state.terrains[0].is_some_and(|placed| placed.placing.covers(rules.map(), square));
    assert!(path.steps().len() == 4 && !path.steps().iter().any(|step| burns(step.to)), "{path:?}");
}

/// P9: but where there is no way around it goes on through it, since a side that waits for ever does not win.
#[test]
fn a_hazard_without_a_way_around_is_crossed() {
    let (rules, mut state) = burning(3, 1, "wary");
    let (here, _) = move_of(&rules, &state);
    assert_eq!(here.0, 2, "as near as it can come without harm");
    state.bodies[0].square = rules.map().square(here.0, here.1).expect("on the map");
    assert_eq!(move_of(&rules, &state).0.0, 6, "through it with its whole Speed");
}

/// P9: a square that costs more than its gain is left for another one from which there is a gain, and who burns walks out.
#[test]
fn whoever_stands_in_a_hazard_leaves_it() {
    let (rules, mut state) = burning(5, 2, "wary");
    state.bodies[1].square = rules.map().square(5, 2).expect("on the map");
    state.bodies[0].square = rules.map().square(4, 2).expect("on the map");
    if let Some(placed) = &mut state.terrains[0] {
        placed.placing = Placing::Area { y: 1, x: 2, size: 3 };
        placed.entered_by = Group::of(0.into());
    }
    let ((x, y), used) = move_of(&rules, &state);
    assert!(used.is_some() && !((2..5).contains(&x) && (1..4).contains(&y)), "{x}, {y}");
}

/// P9: whoever would be struck for entering or leaving a range has that in the price.
#[test]
fn provoked_attacks_have_a_price() {
    let guard = |trigger: &str| {
        format!(
            "stance = \"watch\"\nabilities = [{{ id = \"watch\", type = \"stance\", trigger = \"{trigger}\", range = 2, \
             attack = \"stab\", ends = false }}, {{ id = \"stab\", type = \"reaction\", tags = [\"physical_attack\"], range = 2, \
             success = {{ fatigue = 3 }} }}]\n"
        )
    };
    let bow = attack_with("\"physical_attack\"", "range = 3, success = { fatigue = 2 }");
    for (policy, at, trigger, goes) in [
        ("default", 5, "enemy_enters", 3),
        ("wary", 5, "enemy_enters", 3),
        ("wary", 2, "enemy_enters", 2),
        ("wary", 2, "enemy_leaves", 2),
        ("wary", 2, "defended", 3),
        ("wary", 2, "self_targeted", 3),
        ("default", 2, "self_targeted", 2),
    ] {
        let hero = format!("policy = \"{policy}\"\nspeed = 3\n{}", abilities(&[&bow]));
        let combatants = [still_pc("hero", (at, 0), &hero), still_npc("orc", (0, 0), &guard(trigger))];
        let rules = thrum(&scene(STILL, "width = 12\nheight = 1", &combatants), &[]);
        let mut state = staged(&rules);
        state.bodies[1].stance = Some(0);
        state.ready.insert(1.into());
        assert_eq!(move_of(&rules, &state).0, (goes, 0), "{policy} {trigger} at {at}");
    }
}

/// P9: it does not Dash into reach, and Recovers instead.
#[test]
fn a_dash_does_not_lead_into_reach() {
    let melee = blow(HARM);
    let deed = |policy: &str, speed: i32| {
        let hero = format!("policy = \"{policy}\"\nspeed = 4\nfatigue = 1\n{melee}");
        let orc = format!("speed = {speed}\n{melee}");
        let combatants = [still_pc("hero", (0, 0), &hero), still_npc("orc", (9, 0), &orc)];
        let rules = thrum(&scene(STILL, "width = 12\nheight = 1", &combatants), &[]);
        rules.fallback(&staged(&rules), 0.into())
    };
    assert_eq!(deed("wary", 9), Choice::Other(Deed::Dash), "it is in reach already");
    assert_eq!(deed("wary", 3), Choice::Other(Deed::Dash));
    assert_eq!(deed("wary", 7), Choice::Other(Deed::Recover));
    assert_eq!(deed("default", 7), Choice::Other(Deed::Dash));
}

/// P9: two wary sides meet, since each Move without an attack leads nearer.
#[test]
fn wary_sides_do_not_wait_for_each_other() {
    let fighter = |x: i32| {
        format!("policy = \"wary\"\nat = [[{x}, 0]]\nattack = 2\nfatigue_tolerance = 1\ndefence = \"standard\"\n")
    };
    let strike = finisher("success = { fatigue = 2 }");
    let fight = |map: &str, far: i32| {
        let text = scene(
            "max_rounds = 14\nrecover_amount = 0\nbasic_attack_range = 0",
            map,
            &[pc("hero", &(fighter(0) + &strike)), npc("orc", &(fighter(far) + &strike))],
        );
        testing::solved::<Thrum>(&text, &[])
    };
    let solved = fight("width = 12\nheight = 1", 11);
    assert!(solved.mean("attacks") > 2.0 && solved.ends(0, EndState::Down) > 0.3, "{}", solved.mean("attacks"));
    let timeout = solved.solution.winners[Winner::Timeout.index()];
    assert!(timeout < 0.01, "{timeout}");
}

/// P9: to bring back a friend is worth the part of its room that it has again, and less the more often it has fallen.
#[test]
fn a_friend_is_revived_if_that_is_worth_more() {
    let chosen = |policy: &str, tolerance: i32| {
        let hero = format!("policy = \"{policy}\"\nattack = 5\n{}", blow("success = { fatigue = 2 }"));
        let combatants =
            [still_pc("hero", (0, 0), &hero), still_pc("friend", (0, 1), ""), still_npc("orc", (1, 0), "")];
        let rules = thrum(&scene(STILL, "", &combatants), &[]);
        let mut state = staged(&rules);
        state.active.remove(1.into());
        (state.bodies[1].fatigue, state.bodies[1].fatigue_tolerance) = (5, tolerance);
        match rules.choice(&state, 0.into()) {
            Choice::Use(candidate) => candidate.aim.target().map(Who::index),
            Choice::Other(_) => None,
        }
    };
    // A blow takes 451 of the orc; the friend has 2 or 1 of its 4 again: 500, 250.
    assert_eq!((chosen("wary", 3), chosen("wary", 2), chosen("default", 3)), (Some(1), Some(2), Some(2)));
}
