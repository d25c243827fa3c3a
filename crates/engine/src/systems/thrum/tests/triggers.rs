//! Triggers of Stances (THRUM-43, THRUM-44).

use super::standoff::*;
use super::*;

/// Keys of somebody in a Stance with a trigger, and a reaction called `r` that makes its target bleed.
fn guard(keys: &str) -> String {
    guard_with(keys, "tags = [\"physical_attack\"], effect = { bleed = 2 }")
}

fn guard_with(keys: &str, reaction: &str) -> String {
    let stance = format!("id = \"s\", type = \"stance\", {keys}");
    format!("stance = \"s\"\n{}", abilities(&[&stance, &format!("id = \"r\", type = \"reaction\", {reaction}")]))
}

const PINCH: &str = "success = { stress = 1 }";

/// Whether a trigger was used.
fn used(played: &Played) -> u32 {
    assert_eq!(played.named("THRUM-43"), played.metric("triggers") > 0);
    played.metric("triggers")
}

/// THRUM-12, THRUM-43: with `ally_targets` an ally's attack on an enemy in range meets a worse defence, by so many Banes; the
/// basic Stance is `assist`.
#[test]
fn allies_assist_an_attack() {
    let text = |keys: &str, at: (i32, i32)| {
        let friend = still_pc("friend", at, keys);
        scene(STILL, "", &[still_pc("hero", (2, 0), &blow(PINCH)), friend, still_npc("orc", (3, 0), "")])
    };
    let assists =
        |range: i32, boons: i32| guard(&format!("trigger = \"ally_targets\", range = {range}, boons = {boons}"));
    for (keys, at, defence, hits, triggers) in [
        ("stance = \"assist\"".to_owned(), (4, 0), &[4, 4, 1][..], 1, 1),
        ("stance = \"assist\"".to_owned(), (5, 0), &[4, 4], 0, 0),
        (assists(2, 2), (5, 0), &[4, 4, 1, 1], 1, 1),
        (assists(1, 2), (5, 0), &[4, 4], 0, 0),
        (assists(9, 0), (5, 0), &[4, 4], 0, 1),
    ] {
        let played = ordered(1, &text(&keys, at), &[], &[2, 12, 12], &[&[4, 3], defence].concat());
        assert_eq!((played.attacks().1, used(&played)), (hits, triggers), "{keys} {at:?}");
        assert_eq!(played.end.bodies[1].stance.is_none(), triggers == 1, "the Stance ends");
    }
    // The attacker itself does not assist.
    let hero = format!("stance = \"assist\"\n{}", blow(PINCH));
    assert_eq!(used(&hero_acts(&hero, "", &[], &SUCCESS)), 0);
}

/// THRUM-12, THRUM-43: with `ally_targeted` an ally in range defends itself better, by so many Boons; the basic Stance is
/// `protect`.
#[test]
fn allies_protect_a_target() {
    let text = |keys: &str, at: (i32, i32)| {
        let friend = still_npc("friend", at, keys);
        scene(STILL, "", &[still_pc("hero", (2, 0), &blow(PINCH)), still_npc("orc", (3, 0), ""), friend])
    };
    let protects = |keys: &str| guard(&format!("trigger = \"ally_targeted\", {keys}"));
    for (keys, at, defence, hits, triggers) in [
        ("stance = \"protect\"".to_owned(), (4, 0), &[1, 4, 4][..], 0, 1),
        ("stance = \"protect\"".to_owned(), (5, 0), &[1, 4], 1, 0),
        (protects("range = 2, boons = 2"), (5, 0), &[1, 4, 1, 4], 0, 1),
        (protects("range = 2, boons = -1"), (5, 0), &[4, 4, 1], 1, 1),
        (protects("range = 0, boons = 1"), (5, 0), &[1, 4], 1, 0),
    ] {
        let played = ordered(1, &text(&keys, at), &[], &[2, 12, 12], &[&[4, 3], defence].concat());
        assert_eq!((played.attacks().1, used(&played)), (hits, triggers), "{keys} {at:?}");
    }
    // Nobody protects itself so.
    assert_eq!(used(&hero_acts(&blow(PINCH), "stance = \"protect\"", &[], &SUCCESS)), 0);
}

/// THRUM-43, THRUM-44: with `self_targeted` the owner is helped, does something to the attacker, and attacks it, before it is
/// attacked, if the attacker is in range.
#[test]
fn a_target_answers_before_it_is_attacked() {
    let hero = |distance: i32| still_pc("hero", (4 - distance, 0), &blow(&format!("range = 3, {PINCH}")));
    let text = |distance: i32, keys: &str| {
        let orc = still_npc("orc", (4, 0), &guard(&format!("trigger = \"self_targeted\", {keys}")));
        scene(STILL, "", &[hero(distance), orc])
    };
    let all = "range = 2, boons = 1, effect = { weakened = 2 }, attack = \"r\"";
    let played = ordered(1, &text(1, all), &[], &[2, 12], &[&DEFENDED[..], &[4, 4, 2], &[1, 2, 2]].concat());
    assert_eq!((played.attacks(), used(&played)), ((2, 1, 0), 1));
    assert_eq!((played.stacks(0, Status::Weakened), played.stacks(0, Status::Bleed)), (1, 1));
    assert_eq!((played.stress()[1].0, played.end.bodies[1].stance), (1, None));
    assert!(played.applied(1, "THRUM-44"));
    let lines = played.narration(1);
    assert!(lines.find("orc uses r") < lines.find("hero attacks orc"), "{lines}");
    // In range of the trigger, but not of the reaction; then out of range of both.
    let played = ordered(1, &text(2, all), &[], &[2, 12], &[4, 4, 2, 1, 2, 2]);
    assert_eq!((played.attacks(), used(&played), played.stacks(0, Status::Weakened)), ((1, 1, 0), 1, 1));
    let played = ordered(1, &text(3, all), &[], &[2, 12], &SUCCESS);
    assert_eq!((played.attacks(), used(&played)), ((1, 1, 0), 0));
}

/// THRUM-43: with `defended` the owner answers a defence that succeeded, or only a critical one, before the rest of the attack.
#[test]
fn a_defence_is_answered() {
    let hero = blow("success = { stress = 1 }, effect = { shocked = 1 }");
    for (keys, faces, triggers) in [
        ("", &DEFENDED, 1),
        ("", &CRITICAL_DEFENCE, 1),
        ("", &SUCCESS, 0),
        (", critical_only = true", &DEFENDED, 0),
        (", critical_only = true", &CRITICAL_DEFENCE, 1),
    ] {
        let orc = guard(&format!("trigger = \"defended\", effect = {{ weakened = 2 }}{keys}"));
        let played = hero_acts(&hero, &orc, &[], faces);
        assert_eq!((used(&played), played.stacks(0, Status::Weakened)), (triggers, triggers), "{keys} {faces:?}");
        let lines = played.narration(1);
        assert!(triggers == 0 || lines.find("orc answers hero") < lines.find("orc gains 1 Shocked"), "{lines}");
    }
    // The enemy has to be in range, and it has to be an enemy.
    let far = |range: i32| {
        let orc = still_npc("orc", (2, 0), &guard(&format!("trigger = \"defended\", range = {range}")));
        let text = scene(STILL, "", &[still_pc("hero", (0, 0), &blow(&format!("range = 2, {PINCH}"))), orc]);
        used(&ordered(1, &text, &[], &[2, 12], &DEFENDED))
    };
    assert_eq!((far(1), far(2)), (0, 1));
    let aura = blow("shape = \"aura\", size = 9, success = { stress = 1 }");
    let combatants = [
        still_pc("hero", (0, 0), &aura),
        still_pc("friend", (0, 1), &guard("trigger = \"defended\"")),
        still_npc("a", (2, 0), ""),
        still_npc("b", (2, 2), ""),
    ];
    let faces = [DEFENDED, DEFENDED, DEFENDED].concat();
    assert_eq!(used(&ordered(1, &scene(STILL, "", &combatants), &[], &[2, 12, 12, 12], &faces)), 0);
}

/// A fight of a guard at [6, 0] with an orc at [9, 0] that makes for [3, 0] in the only row.
fn passing(keys: &str, speed: i32, overrides: &[&str], count: u32, faces: &[u32]) -> (Vec<i16>, Played) {
    let orc = format!("speed = {speed}\ngoal = true\nfatigue = 40");
    let combatants = [still_pc("hero", (6, 1), &guard(keys)), still_npc("orc", (9, 0), &orc)];
    let text = scene(STILL, "width = 12\nheight = 2", &combatants);
    let overrides = [&["rules.defeat_reach=[[3, 0, 1, 1]]"][..], overrides].concat();
    let played = ordered(count, &text, &overrides, &[2, 12], faces);
    let rules = thrum(&text, &overrides);
    let walked = (1..=count as usize).map(|round| squares(&rules, &played, round)[1].0).collect();
    (walked, played)
}

/// THRUM-43: with `enemy_enters` a step from outside to inside of the range is answered, after the step.
#[test]
fn entering_a_range_is_answered() {
    let keys = "trigger = \"enemy_enters\", range = 2, effect = { mark = 1 }, attack = \"r\", ends = false";
    let (walked, played) = passing(keys, 4, &[], 1, &[]);
    assert_eq!((walked, used(&played), played.end.bodies[1].mark), (vec![5], 1, 1), "the reaction does not reach");
    assert!(played.end.bodies[0].stance.is_some());
    let (_, played) = passing(keys, 1, &[], 1, &[]);
    assert_eq!(used(&played), 1);
    let near = keys.replace("range = 2", "range = 1");
    let (walked, played) = passing(&near, 2, &[], 1, &SUCCESS);
    assert_eq!((walked, used(&played), played.stacks(1, Status::Bleed)), (vec![7], 1, 1));
    let (walked, played) = passing(&near, 1, &[], 1, &[]);
    assert_eq!((walked, used(&played)), (vec![8], 0));
    let (walked, played) = passing(keys, 1, &["combatants.orc.at=[[8, 0]]"], 1, &[]);
    assert_eq!((walked, used(&played)), (vec![7], 0), "it was inside before");
    // A reaction that immobilizes it there ends its walk.
    let holds = near.replace("mark = 1", "immobilized = true");
    let (walked, _) = passing(&holds, 4, &[], 1, &SUCCESS);
    assert_eq!(walked, [7]);
    // A teleport does not enter.
    let teleports = ["combatants.orc.teleport_range=4", "combatants.orc.teleport_cost=1"];
    let (walked, played) = passing(keys, 1, &teleports, 1, &[]);
    assert_eq!((walked, used(&played)), (vec![5], 0));
}

/// THRUM-43: with `enemy_leaves` a step from a square in range to any other is answered, before the step.
#[test]
fn leaving_a_square_in_range_is_answered() {
    let keys = "trigger = \"enemy_leaves\", range = 1, effect = { mark = 1 }, attack = \"r\", ends = false";
    let (walked, played) = passing(keys, 2, &[], 1, &[]);
    assert_eq!((walked, used(&played)), (vec![7], 0), "it comes to a square in range");
    let (walked, played) = passing(keys, 3, &[], 1, &SUCCESS);
    assert_eq!((walked, used(&played), played.stacks(1, Status::Bleed)), (vec![6], 1, 1));
    let holds = keys.replace("mark = 1", "immobilized = true");
    let (walked, played) = passing(&holds, 4, &[], 1, &SUCCESS);
    assert_eq!((walked, used(&played)), (vec![7], 1), "it does not leave");
    let slows = keys.replace("mark = 1", "slowed = 1");
    let (walked, _) = passing(&slows, 4, &[], 1, &SUCCESS);
    assert_eq!(walked, [7], "with 2 less Speed it has nothing left");
    // It leaves by steps only.
    let start = ["combatants.orc.at=[[7, 0]]", "combatants.orc.teleport_range=4"];
    let (walked, played) = passing(keys, 1, &start, 1, &[]);
    assert_eq!((walked, used(&played)), (vec![3], 0));
}

/// THRUM-43: one use in a turn of anybody, or in a Round; with `ends` the Stance is over.
#[test]
fn a_trigger_answers_once_a_turn_or_once_a_round() {
    let keys = "trigger = \"self_targeted\", boons = 0, ends = false";
    let text = |keys: &str| {
        let twice = blow("targets = 1, success = { stress = 1 }");
        let combatants =
            [still_pc("a", (0, 0), &twice), still_pc("b", (0, 1), &twice), still_npc("orc", (1, 0), &guard(keys))];
        scene(STILL, "", &combatants).replace("stance = \"s\"", "stress_tolerance = 30\nstance = \"s\"")
    };
    let faces = [DEFENDED; 4].concat();
    for (ends, knob, uses) in [("false", "turn", 4), ("false", "round", 2), ("true", "turn", 2), ("true", "round", 2)] {
        let knob = format!("rules.trigger_limit={knob}");
        let played = ordered(2, &text(&keys.replace("false", ends)), &[&knob], &[6, 6, 12], &faces);
        assert_eq!(used(&played), uses, "{ends} {knob}");
    }
    // Two steps in one turn set off one answer.
    let keys = "trigger = \"enemy_leaves\", range = 9, effect = { mark = 1 }, ends = false";
    let (_, played) = passing(keys, 3, &[], 2, &[]);
    assert_eq!((used(&played), played.end.bodies[1].mark), (2, 2));
    let (_, played) = passing(keys, 3, &["rules.trigger_limit=round"], 2, &[]);
    assert_eq!(used(&played), 2);
}

/// THRUM-43, THRUM-51: only those who are active answer, in the order of Initiative.
#[test]
fn triggers_answer_in_order_of_initiative() {
    let orcs = ["a", "b"].map(|id| {
        let at = if id == "a" { (2, 1) } else { (2, 0) };
        still_npc(id, at, &guard("trigger = \"ally_targeted\", range = 2, boons = 1"))
    });
    let combatants = [still_pc("hero", (0, 0), &blow(PINCH)), still_npc("orc", (1, 0), "")];
    let text = scene(STILL, "", &[&combatants[..], &orcs].concat());
    for (totals, first) in [([2, 12, 8, 10], "b"), ([2, 12, 10, 8], "a")] {
        let played = ordered(1, &text, &[], &totals, &[4, 4, 1, 1, 2, 2]);
        assert_eq!(used(&played), 2);
        assert!(played.said(1, "answers hero")[0].starts_with(first), "{}", played.narration(1));
    }
    let tired = ["combatants.a.fatigue=40", "combatants.a.fatigue_tolerance=20"];
    let falls = text.replace("id = \"r\"", "id = \"x\", type = \"action\", tags = [\"buff\"] }, { id = \"r\"");
    let played = ordered(1, &falls, &tired, &[2, 12, 8, 10], &[1, 1, 4, 4, 1, 2, 2]);
    assert_eq!((used(&played), played.active()), (1, vec![0, 1, 3]));
}

/// THRUM-32, THRUM-43: a reaction needs its target in range, seen by a Physical Attack, and active.
#[test]
fn a_reaction_needs_its_target() {
    let text = |reaction: &str| {
        let orc = guard_with("trigger = \"self_targeted\", range = 9, attack = \"r\"", reaction);
        let hero = still_pc("hero", (0, 1), &gaze(&format!("range = 9, {PINCH}")));
        let orc = still_npc("orc", (4, 1), &format!("{orc}resolve = 0\n"));
        scene(STILL, "rows = [\"....#.\", \".#....\", \".#....\"]", &[hero, orc])
    };
    let mental = "tags = [\"mental_attack\"], range = 9, effect = { bleed = 1 }";
    let physical = mental.replace("mental", "physical");
    let wall = |text: String| text.replace("\"....#.\"", "\".#....\"");
    let hit = [&[2, 2][..], &[4, 4, 4], &SUCCESS].concat();
    let played = ordered(1, &wall(text(mental)), &[], &[2, 12], &hit);
    assert_eq!((played.attacks().0, used(&played)), (2, 1));
    let played = ordered(1, &wall(text(&physical)), &[], &[2, 12], &SUCCESS);
    assert_eq!((played.attacks().0, used(&played)), (1, 1), "Obstructed");
    let played = ordered(1, &wall(text(&mental.replace("range = 9", "range = 3"))), &[], &[2, 12], &SUCCESS);
    assert_eq!((played.attacks().0, used(&played)), (1, 1), "out of range");
}

/// THRUM-29, THRUM-43: the range of a trigger does not take in its owner's own square, on which an ally may be passing by.
#[test]
fn who_passes_through_the_owner_is_not_in_its_range() {
    let hero = "speed = 3\ngoal = true\nfatigue = 40";
    let leaves = "trigger = \"enemy_leaves\", range = 1, attack = \"r\"";
    let combatants = [
        still_pc("hero", (0, 0), hero),
        still_pc("friend", (1, 0), "stance = \"protect\""),
        still_npc("orc", (2, 1), &guard(leaves)),
    ];
    let text = scene(STILL, "rows = [\".....\", \"##...\"]", &combatants);
    let goal = ["rules.win_reach=[[4, 0, 1, 1]]"];
    let played = ordered(1, &text, &goal, &[2, 12, 12], &DEFENDED);
    assert_eq!((used(&played), squares(&thrum(&text, &goal), &played, 1)[0]), (1, (3, 0)));
}

/// THRUM-24, THRUM-43: who moves away by a reaction is not answered by `enemy_leaves`, who does it by its Action is.
#[test]
fn moving_by_a_reaction_leaves_no_range() {
    let moves = "tags = [\"physical_attack\"], effect = { bleed = 1 }, self_effect = { move = 2 }";
    let orc = format!("policy = \"kiter\"\n{}", guard_with("trigger = \"self_targeted\", attack = \"r\"", moves));
    let friend = still_pc("friend", (1, 1), &guard("trigger = \"enemy_leaves\", effect = { mark = 1 }"));
    let combatants = [still_pc("hero", (0, 0), &blow(PINCH)), friend.clone(), still_npc("orc", (1, 0), &orc)];
    let text = scene(STILL, "", &combatants);
    let played = ordered(1, &text, &[], &[2, 12, 12], &[DEFENDED, DEFENDED].concat());
    assert_eq!((used(&played), played.end.bodies[2].mark), (1, 0));
    assert_ne!(squares(&thrum(&text, &[]), &played, 1)[2], (1, 0), "it has moved");
    let orc = format!("policy = \"kiter\"\n{}", blow("effect = { bleed = 1 }, self_effect = { move = 2 }"));
    let combatants = [still_pc("hero", (0, 0), ""), friend, still_npc("orc", (1, 0), &orc)];
    let played = ordered(1, &scene(STILL, "", &combatants), &[], &[12, 12, 2], &DEFENDED);
    assert_eq!((used(&played), played.end.bodies[2].mark), (1, 1));
}
