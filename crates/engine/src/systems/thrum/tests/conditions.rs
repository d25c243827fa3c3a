//! Mark and the conditions without stacks (THRUM-58 to THRUM-63).

use super::standoff::*;
use super::*;

/// A Stance that gives whoever takes it these conditions.
fn stance(take: &str) -> String {
    format!("id = \"s\", type = \"stance\", take = {{ {take} }}")
}

fn suffering(take: &str) -> String {
    format!("stance = \"s\"\n{}", abilities(&[&stance(take)]))
}

/// THRUM-58: Mark gives Boons to those attacks that say so, and Fatigue for each, using up one; it never ticks.
#[test]
fn marks_are_used_by_attacks_that_say_so() {
    let orc = suffering("mark = 3");
    for (keys, attack, fatigue, mark) in [
        (HARM, &[4, 4][..], 1, 3),
        ("success = { fatigue = 1 }, marked_boons = 1", &[1, 4, 4], 1, 3),
        ("success = { fatigue = 1 }, marked_boons = -1", &[2, 6, 6], 1, 3),
        ("success = { fatigue = 1 }, mark_fatigue = true", &[4, 4], 4, 2),
        ("success = { fatigue = 1, mark = 2 }, mark_fatigue = true", &[4, 4], 4, 4),
        ("success = { fatigue = 1 }, mark_fatigue = true", &[2, 2], 0, 3),
    ] {
        let played = hero_acts(&blow(keys), &orc, &[], &[attack, &[2, 2]].concat());
        assert_eq!((played.fatigue()[1].0, played.end.bodies[1].mark), (fatigue, mark), "{keys}");
        assert_eq!(played.applied(1, "THRUM-58"), keys.contains("mark") && fatigue > 0);
    }
    // An unmarked target gives neither.
    let played = hero_acts(&blow("success = { mark = 1 }, mark_fatigue = true, marked_boons = 3"), "", &[], &SUCCESS);
    assert_eq!((played.fatigue()[1].0, played.end.bodies[1].mark), (0, 1));
}

/// THRUM-59: Dazed ends when an enemy's ability deals Fatigue or Stress, and something is left of it.
#[test]
fn dazed_ends_with_harm_by_an_enemy() {
    let orc = |reduced: i32| {
        let passive = format!("id = \"p\", type = \"passive\", grants = {{ reduce_stress = {reduced} }}");
        format!("stance = \"s\"\n{}", abilities(&[&stance("dazed = true, burning = 9"), &passive]))
    };
    for (keys, reduced, is_dazed) in [
        ("success = { fatigue = 1 }", 0, false),
        ("success = { stress = 1 }", 0, false),
        ("success = { stress = 1 }", 1, true),
        ("success = { bleed = 1 }", 0, true),
    ] {
        let played = hero_acts(&blow(keys), &orc(reduced), &[], &[4, 4, 2, 2, 1]);
        assert_eq!(played.is(1, Conditions::DAZED), is_dazed, "{keys} {reduced}");
        assert!(played.applied(1, "THRUM-59"), "it counts for the defence, whatever ends it");
    }
    // Burning is nobody's ability, nor does an ally's end it.
    let burning = [attack_with("\"physical_attack\"", HARM), stance("dazed = true, burning = 3")];
    let hero = format!("stance = \"s\"\n{}", abilities(&[&burning[0], &burning[1]]));
    let played = hero_acts(&hero, "", &[], &DEFENDED);
    assert_eq!((played.fatigue()[0].0, played.is(0, Conditions::DAZED)), (1, true));
    let friend = "id = \"bath\", type = \"action\", target = \"ally\", effect = { cure = 1, stress = 1 }";
    let combatants = [
        still_pc("hero", (0, 0), &suffering("dazed = true, burning = 3")),
        still_pc("friend", (0, 1), &abilities(&[friend])),
        still_npc("orc", (9, 0), ""),
    ];
    let played = ordered(1, &scene(STILL, "", &combatants), &[], &[6, 12, 2], &[]);
    assert_eq!((played.stress()[0].0, played.is(0, Conditions::DAZED)), (1, true));
}

/// THRUM-13, THRUM-60, THRUM-63: Immobilized and Stunned end with the sufferer's turn, Dazed, Disoriented and Hidden do not.
#[test]
fn some_conditions_end_with_the_turn() {
    let all = "dazed = true, disoriented = true, hidden = true, immobilized = true, stunned = true";
    let played = hero_acts(&suffering(all), "", &[], &[]);
    let lasting = Conditions::DAZED.with(Conditions::DISORIENTED).with(Conditions::HIDDEN);
    assert_eq!(played.end.bodies[0].conditions, lasting);
    assert!(played.named("THRUM-60") && played.applied(1, "THRUM-63"));
}

/// A fight with an orc 6 squares away from a hero with Speed 4 who suffers from something and can strike from 2 squares.
fn walking(take: &str, keys: &str, overrides: &[&str], count: u32, faces: &[u32]) -> (Vec<(i16, i16)>, Played) {
    let attack = attack_with("\"physical_attack\"", "range = 2, success = { fatigue = 1 }");
    let hero = format!("speed = 4\nstance = \"s\"\n{keys}{}", abilities(&[&attack, &stance(take)]));
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), &hero), still_npc("orc", (6, 0), "")]);
    let played = ordered(count, &text, overrides, &[2, 12], faces);
    let walked = (1..=count as usize).map(|round| squares(&thrum(&text, overrides), &played, round)[0]).collect();
    (walked, played)
}

/// THRUM-60: the Immobilized walk nowhere, but they teleport.
#[test]
fn the_immobilized_only_teleport() {
    let (walked, played) = walking("immobilized = true", "", &[], 2, &SUCCESS);
    assert_eq!((walked, played.applied(1, "THRUM-60")), (vec![(0, 0), (4, 0)], true));
    let (walked, _) = walking("immobilized = true", "teleport_range = 4\n", &[], 1, &SUCCESS);
    assert_eq!(walked, [(4, 0)]);
}

/// THRUM-63: the Stunned move or act, only move, or do neither, as `stunned` says.
#[test]
fn the_stunned_do_less() {
    let near = ["combatants.hero.at=[[4, 0]]"];
    for (word, near_hits, far_x) in [("move_or_act", 1, 4), ("no_action", 0, 4), ("lose_turn", 0, 0)] {
        let knob = format!("rules.stunned={word}");
        let faces: &[u32] = if near_hits == 1 { &SUCCESS } else { &[] };
        let (_, played) = walking("stunned = true", "", &[near[0], &knob], 1, faces);
        assert_eq!((played.attacks().1, played.applied(1, "THRUM-63")), (near_hits, true), "{word}");
        let (walked, played) = walking("stunned = true", "", &[&knob], 1, &[]);
        assert_eq!((walked[0].0, played.attacks().0), (far_x, 0), "{word}");
        assert!(!played.is(0, Conditions::STUNNED));
    }
    // A kiter would step back first, as it does when it is not Stunned.
    let kiter = ["combatants.hero.at=[[5, 0]]", "combatants.hero.policy=kiter"];
    assert_eq!(walking("stunned = true", "", &kiter, 1, &SUCCESS).0, [(5, 0)]);
    assert_ne!(walking("bleed = 1", "", &kiter, 1, &SUCCESS).0, [(5, 0)]);
    // To recover from being Exhausted is a use of the Action, a Dash or any other recovery is not.
    for (fatigue, recovers) in [(4, 1), (3, 0)] {
        let overrides = [&*format!("combatants.hero.fatigue={fatigue}"), "rules.recover_amount=1"];
        let (walked, played) = walking("stunned = true", "", &overrides, 1, &[]);
        assert_eq!((played.metric("recovers"), walked[0].0), (recovers, 4 * (1 - recovers as i16)));
    }
}

/// THRUM-61: the Disoriented turn aside by as many eighths as the roll is from 7, and pay; then they plan afresh.
#[test]
fn the_disoriented_stray() {
    let start = "combatants.hero.at=[[2, 4]]";
    let orc = "combatants.orc.at=[[11, 4]]";
    let slow = |speed: i32| format!("combatants.hero.speed={speed}");
    // It means to go to [3, 3], the least of the squares that bring it nearer.
    for (roll, to) in [
        ([3, 3], (2, 3)),
        ([4, 4], (3, 4)),
        ([3, 2], (1, 3)),
        ([5, 4], (3, 5)),
        ([1, 3], (1, 4)),
        ([5, 5], (2, 5)),
        ([1, 2], (1, 5)),
        ([5, 6], (1, 5)),
        ([1, 1], (2, 5)),
        ([6, 6], (1, 4)),
    ] {
        let tired = "combatants.hero.fatigue=40";
        let (walked, played) = walking("disoriented = true", "", &[start, orc, &slow(1), tired], 1, &roll);
        assert_eq!((walked[0], played.applied(1, "THRUM-61")), (to, true), "{roll:?}");
        assert!(played.is(0, Conditions::DISORIENTED));
    }
    let tired = "combatants.hero.fatigue=40";
    // A 7 ends it, after which it goes where it wants.
    let (walked, played) = walking("disoriented = true", "", &[start, orc, &slow(3), tired], 1, &[4, 4, 3, 4]);
    assert_eq!((walked[0], played.is(0, Conditions::DISORIENTED)), ((5, 2), false));
    // From the edge it cannot step off: it stays and pays.
    let edge = "combatants.hero.at=[[2, 0]]";
    let (walked, _) = walking("disoriented = true", "", &[edge, orc, &slow(2), tired], 1, &[2, 2, 4, 4]);
    assert_eq!(walked[0], (3, 1), "it means to go to the right");
}

/// THRUM-62: from afar the Hidden are attacked with a Bane, and ranges of what is aimed at them alone are half, rounded up.
#[test]
fn the_hidden_are_hard_to_aim_at() {
    let orc = |take: &str| suffering(take);
    for (take, keys, distance, dice) in [
        ("hidden = true", "range = 3", 2, 3),
        ("hidden = true", "range = 3", 3, 0),
        ("hidden = true", "range = 4", 2, 3),
        ("hidden = true", "range = 1", 1, 2),
        ("dazed = true", "range = 3", 3, 2),
        ("hidden = true", "range = 3, targets = 2", 3, 0),
        ("hidden = true", "range = 3, shape = \"area\", size = 1, target = \"enemy\"", 3, 3),
    ] {
        let hero = still_pc("hero", (0, 0), &blow(&format!("{keys}, effect = {{ bleed = 1 }}")));
        let text = scene(STILL, "", &[hero, still_npc("orc", (distance, 0), &orc(take))]);
        let dazed: &[u32] = if take.starts_with("dazed") { &[1] } else { &[] };
        let faces = if dice == 0 { Vec::new() } else { [&vec![4; dice][..], &[2, 2], dazed].concat() };
        let played = ordered(1, &text, &[], &[2, 12], &faces);
        assert_eq!(played.attacks().0, u32::from(dice > 0), "{take} {keys} {distance}");
        assert_eq!(played.applied(1, "THRUM-62"), dice > 0 && take.starts_with("hidden"));
        assert_eq!(played.is(1, Conditions::HIDDEN), take.starts_with("hidden") && distance > 1);
    }
}

/// THRUM-62: Hidden ends with an ability of one's own on an enemy, or an adjacent enemy's on oneself, after all of it.
#[test]
fn hiding_ends_by_what_is_done() {
    let keys = |ability: &str, take: &str| format!("stance = \"s\"\n{}", abilities(&[ability, &stance(take)]));
    let hit = attack_with("\"physical_attack\"", "range = 9, effect = { bleed = 1 }");
    for (distance, orc_hidden) in [(1, false), (3, true)] {
        let hero = still_pc("hero", (0, 0), &keys(&hit, "hidden = true"));
        let text = scene(STILL, "", &[hero, still_npc("orc", (distance, 0), &suffering("hidden = true"))]);
        let attack: &[u32] = if distance == 1 { &[4, 4] } else { &[4, 4, 4] };
        let played = ordered(1, &text, &[], &[2, 12], &[attack, &[2, 2]].concat());
        assert_eq!((played.is(0, Conditions::HIDDEN), played.is(1, Conditions::HIDDEN)), (false, orc_hidden));
    }
    // An Action for oneself or an ally ends nothing.
    let heal = "id = \"h\", type = \"action\", target = \"ally\", effect = { heal_fatigue = 1 }";
    let combatants = [
        still_pc("hero", (0, 0), &keys(heal, "hidden = true")),
        still_pc("friend", (0, 1), &format!("fatigue = 4\n{}", suffering("hidden = true"))),
        still_npc("orc", (9, 0), ""),
    ];
    let played = ordered(1, &scene(STILL, "", &combatants), &[], &[2, 12, 12], &[]);
    assert_eq!(
        (played.fatigue()[1].0, played.is(0, Conditions::HIDDEN), played.is(1, Conditions::HIDDEN)),
        (3, true, true)
    );
    // A combatant that hides itself by an attack is found out by it.
    let hides = attack_with("\"physical_attack\"", "effect = { bleed = 1 }, self_effect = { hidden = true }");
    assert!(!hero_acts(&abilities(&[&hides]), "", &[], &SUCCESS).is(0, Conditions::HIDDEN));
}

/// THRUM-62: an ally aims at the Hidden as far as at others.
#[test]
fn allies_find_the_hidden() {
    let heal = "id = \"h\", type = \"action\", target = \"ally\", range = 3, effect = { heal_fatigue = 1 }";
    let combatants = [
        still_pc("hero", (0, 0), &abilities(&[heal])),
        still_pc("friend", (3, 0), &format!("fatigue = 4\n{}", suffering("hidden = true"))),
        still_npc("orc", (9, 0), ""),
    ];
    let played = ordered(1, &scene(STILL, "", &combatants), &[], &[2, 12, 12], &[]);
    assert_eq!((played.fatigue()[1].0, played.is(1, Conditions::HIDDEN)), (3, true));
}

/// THRUM-19, THRUM-21, THRUM-61: a step aside that costs too much, or leads onto somebody, is not made, but paid for.
#[test]
fn the_disoriented_stay_where_they_cannot_go() {
    let attack = attack_with("\"physical_attack\"", HARM);
    let hero = |speed: i32| {
        let keys = abilities(&[&attack, &stance("disoriented = true")]);
        still_pc("hero", (1, 1), &format!("speed = {speed}\nfatigue = 40\nstance = \"s\"\n{keys}"))
    };
    let orc = still_npc("orc", (9, 1), "");
    let ends = |map: &str, speed: i32, more: &[String], faces: &[u32]| {
        let text = scene(STILL, map, &[&[hero(speed), orc.clone()][..], more].concat());
        let totals = [&[2, 12][..], &vec![12; more.len()]].concat();
        let played = ordered(1, &text, &[], &totals, faces);
        squares(&thrum(&text, &[]), &played, 1)[0]
    };
    // It means to go to the right, [2, 0], and turns to [2, 1].
    let flat = "rows = [\"..........\", \"..........\", \"..........\"]";
    let hill = "rows = [\"..........\", \"..2.......\", \"..........\"]";
    assert_eq!(ends(flat, 1, &[], &[4, 4]), (2, 1));
    assert_eq!(ends(hill, 1, &[], &[4, 4]), (1, 1), "it costs 2");
    let cliff = hill.replace('2', "3");
    assert_eq!(ends(&cliff, 2, &[], &[4, 4, 4, 4]), (1, 1), "it costs 3, and it has paid for two steps");
    let friend = [still_pc("friend", (2, 1), "")];
    assert_eq!(ends(flat, 2, &friend, &[4, 4, 4, 5]), (2, 2), "from where it was, by two eighths");
}
