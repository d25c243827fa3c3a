//! The defence of targets: which one they choose, what they roll, and what it costs them.

use super::standoff::*;
use super::*;

/// THRUM-35, THRUM-36: Resilience stands against a Physical Attack and Resolve against a Mental one, each with what passives
/// and the Stance grant it.
#[test]
fn resilience_and_resolve_are_rolled_with_their_values() {
    let grant = |key: &str, value: i32| format!("id = \"{key}\", type = \"passive\", grants = {{ {key} = {value} }}");
    let grants = abilities(&[&grant("resilience", 2), &grant("resolve", 3)]);
    // 8 against 4.
    for (hero, orc, hits) in [
        (blow(HARM), "resilience = 3\nresolve = 9", 1),
        (blow(HARM), "resilience = 4\nresolve = 0", 0),
        (gaze(HARM), "resilience = 9\nresolve = 3", 1),
        (gaze(HARM), "resilience = 0\nresolve = 4", 0),
        (blow(HARM), &format!("resilience = 1\n{grants}"), 1),
        (blow(HARM), &format!("resilience = 2\n{grants}"), 0),
        (gaze(HARM), &format!("resolve = 0\n{grants}"), 1),
        (gaze(HARM), &format!("resolve = 1\n{grants}"), 0),
    ] {
        let orc = format!("stance = \"assist\"\n{orc}");
        let played = hero_acts(&hero, &orc, &[], &SUCCESS);
        assert_eq!((played.attacks(), played.applied(1, "THRUM-36")), ((1, hits, 0), true), "{orc}");
    }
}

/// THRUM-11, THRUM-36: a Stance grants Boons on one defence and not on others.
#[test]
fn a_stance_helps_its_defence() {
    for (stance, hero, dice) in [
        ("brace", blow(HARM), &[1, 4, 4][..]),
        ("concentrate", blow(HARM), &[4, 4]),
        ("dodge", blow(HARM), &[4, 4]),
        ("concentrate", gaze(HARM), &[4, 1, 4]),
        ("brace", gaze(HARM), &[4, 4]),
    ] {
        let played = hero_acts(&hero, &format!("stance = \"{stance}\""), &[], &[&[4, 4], dice].concat());
        assert_eq!(played.attacks(), (1, 0, 0), "{stance}");
    }
}

/// THRUM-35: an attack may name other defences.
#[test]
fn an_attack_may_say_how_it_is_answered() {
    let hero = |defences: &str| blow(&format!("defences = [{defences}], success = {{ fatigue = 1 }}"));
    let orc = "stance = \"assist\"\nresilience = 1\nresolve = 4\nevasion = 0";
    for (defences, hits) in [("\"resolve\"", 0), ("\"resilience\"", 1), ("\"resilience\", \"resolve\"", 0)] {
        let played = hero_acts(&hero(defences), orc, &[], &SUCCESS);
        assert_eq!(played.attacks(), (1, hits, 0), "{defences}");
    }
    // Only Evasion is allowed: it is rolled, with its Boon.
    let played = hero_acts(&hero("\"evasion\""), orc, &[], &[4, 4, 1, 2, 2]);
    assert_eq!((played.attacks(), played.metric("evasions")), ((1, 1, 0), 1));
}

/// Plays a fight in which a hero attacks an orc that evades.
fn evading(orc: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let hero = blow("success = { fatigue = 1 }, effect = { stress = 1 }");
    let orc = format!("defence = \"evasion\"\nstance = \"brace\"\nreflex = 0\n{orc}");
    hero_acts(&hero, &orc, overrides, faces)
}

/// THRUM-37: who is not Vulnerable evades with a Boon, or as many as `evasion_boon` says.
#[test]
fn evasion_has_a_boon_unless_vulnerable() {
    let vulnerable = abilities(&["id = \"s\", type = \"stance\", take = { vulnerable = 9 }"]);
    for (orc, overrides, defence, hits) in [
        ("evasion = 3", &[][..], &[1, 2, 2][..], 1),
        ("evasion = 4", &[], &[1, 2, 2], 0),
        ("evasion = 4", &["rules.evasion_boon=0"], &[2, 2], 0),
        ("evasion = 4", &["rules.evasion_boon=2"], &[1, 2, 1, 2], 0),
    ] {
        let played = evading(orc, overrides, &[&[4, 4], defence].concat());
        assert_eq!((played.attacks(), played.metric("evasions")), ((1, hits, 0), 1), "{orc}");
        assert!(played.applied(1, "THRUM-37"));
    }
    let orc = format!("defence = \"evasion\"\nevasion = 4\nstance = \"s\"\n{vulnerable}");
    let played = orc_acts(&blow(HARM), &orc, &[], &[4, 4, 2, 2]);
    assert_eq!((played.attacks(), played.metric("evasions")), ((1, 0, 0), 1));
}

/// THRUM-37, THRUM-46: an Evasion leaves open but when it was critical; a failed one after the effect, before it, or never, as
/// `evasion_vulnerable` says.
#[test]
fn evasion_leaves_vulnerable() {
    let ends = |overrides: &[&str], faces: &[u32]| {
        let played = evading("", overrides, faces);
        (played.fatigue()[1].0, played.stress()[1].0, played.stacks(1, Status::Vulnerable))
    };
    let (failed, succeeded, critical) = ([4, 4, 1, 1, 2], [2, 2, 1, 4, 4], [1, 1, 1, 6, 6]);
    for knob in ["after", "before", "never"] {
        let overrides = [&*format!("rules.evasion_vulnerable={knob}")];
        assert_eq!(ends(&overrides, &succeeded), (0, 1, 1), "{knob}: the effect comes first");
        assert_eq!(ends(&overrides, &critical), (0, 1, 0), "{knob}");
        let expected = match knob {
            "after" => (1, 1, 1),
            "before" => (2, 1, 0),
            _ => (1, 1, 0),
        };
        assert_eq!(ends(&overrides, &failed), expected, "{knob}");
    }
}

/// The defence that an orc with stacks of Slowed and of Vulnerable chooses against the hero's attack, `ticks` of each
/// being over.
fn chosen(hero: &str, orc: &str, overrides: &[&str], [slowed, vulnerable]: [u32; 2], ticks: u32) -> Defence {
    let rules = thrum(&standoff(hero, orc), overrides);
    let mut state = rules.opening().clone();
    let attack = rules.sheets[0].actions[0].attack.as_ref().expect("an attack");
    let body = &mut state.bodies[1];
    body.stance = rules.sheets[1].stance;
    (body.stacks[Status::Slowed as usize], body.stacks[Status::Vulnerable as usize]) = (slowed, vulnerable);
    rules.defender(&state, 1.into(), rules.sheets[1].stance, ticks).choose(attack)
}

/// THRUM-35, THRUM-37: Evasion is chosen where it is worth 3 more than the other one (P8); `standard` and `evasion` are obeyed.
#[test]
fn evasion_is_chosen_where_it_is_better() {
    use Defence::{Evasion, Resilience};
    for (stance, resilience, evasion, vulnerable, expected) in [
        ("concentrate", 2, 2, 0, Evasion),
        ("concentrate", 2, 2, 1, Resilience),
        ("concentrate", 2, 1, 0, Resilience),
        ("concentrate", 2, 3, 1, Resilience),
        ("concentrate", 2, 4, 1, Evasion),
        ("brace", 3, 3, 0, Resilience),
        ("brace", 3, 4, 0, Resilience),
        ("brace", 3, 5, 0, Evasion),
        ("dodge", 3, 1, 0, Resilience),
        ("dodge", 3, 2, 0, Evasion),
    ] {
        let keys = format!("stance = \"{stance}\"\nresilience = {resilience}\nevasion = {evasion}");
        let auto = format!("defence = \"auto\"\n{keys}");
        assert_eq!(chosen(&blow(HARM), &auto, &[], [0, vulnerable], 0), expected, "{keys}");
        assert_eq!(chosen(&blow(HARM), &keys, &[], [0, vulnerable], 0), Resilience, "standard");
        let evades = format!("defence = \"evasion\"\n{keys}");
        assert_eq!(chosen(&blow(HARM), &evades, &[], [0, vulnerable], 0), Evasion);
    }
    let keys = "defence = \"auto\"\nresilience = 2\nevasion = 2";
    assert_eq!(chosen(&blow(HARM), keys, &["rules.evasion_boon=0"], [0, 0], 0), Resilience);
    assert_eq!(chosen(&blow(HARM), keys, &[], [0, 1], 1), Evasion, "Vulnerable is over after the tick");
    assert_eq!(chosen(&blow(HARM), keys, &[], [0, 2], 1), Resilience);
}

/// THRUM-35, THRUM-57: of several defences the better one, Resilience before Resolve (P8); who is Slowed does not evade, and
/// falls back on what its kind of attack is met with.
#[test]
fn the_slowed_do_not_evade() {
    use Defence::{Evasion, Resilience, Resolve};
    let either = "defences = [\"resolve\", \"resilience\"], success = { fatigue = 1 }";
    let any = "defences = [\"resolve\", \"resilience\", \"evasion\"], success = { fatigue = 1 }";
    let evasion = "defences = [\"evasion\"], success = { fatigue = 1 }";
    let strong = |resilience: i32, resolve: i32| {
        format!("stance = \"assist\"\nresilience = {resilience}\nresolve = {resolve}\nevasion = 9")
    };
    for (hero, orc, slowed, expected) in [
        (blow(either), strong(2, 2), 0, Resilience),
        (blow(either), strong(2, 3), 0, Resolve),
        (gaze(either), strong(3, 2), 0, Resilience),
        (blow(any), strong(2, 3), 0, Resolve),
        (blow(any), format!("defence = \"auto\"\n{}", strong(2, 9)), 0, Evasion),
        (blow(any), format!("defence = \"auto\"\n{}", strong(2, 9)), 1, Resolve),
        (blow(HARM), format!("defence = \"evasion\"\n{}", strong(2, 3)), 1, Resilience),
        (gaze(HARM), format!("defence = \"evasion\"\n{}", strong(3, 2)), 0, Evasion),
        (gaze(HARM), format!("defence = \"evasion\"\n{}", strong(3, 2)), 1, Resolve),
        (blow(evasion), strong(2, 3), 0, Evasion),
        (blow(evasion), strong(2, 3), 1, Resilience),
        (gaze(evasion), strong(3, 2), 1, Resolve),
    ] {
        assert_eq!(chosen(&hero, &orc, &[], [slowed, 0], 0), expected, "{hero} {orc} {slowed}");
    }
    let any = blow(any);
    let auto = format!("defence = \"auto\"\n{}", strong(2, 9));
    assert_eq!(chosen(&any, &auto, &[], [1, 0], 1), Evasion, "Slowed is over after the tick");
    assert_eq!(chosen(&any, &auto, &[], [2, 0], 1), Resolve);
}

/// THRUM-47, THRUM-59: the Frayed defend themselves with Banes, the Dazed with one.
#[test]
fn the_frayed_and_the_dazed_defend_themselves_worse() {
    let dazed = format!("stance = \"s\"\n{}", abilities(&["id = \"s\", type = \"stance\", take = { dazed = true }"]));
    for (orc, overrides, defence, rule, hits) in [
        ("stress = 2", &[][..], &[4, 4][..], "THRUM-36", 0),
        ("stress = 3\nresolve = 20", &[], &[4, 4, 1], "THRUM-47", 1),
        ("stress = 3\nresolve = 20", &["rules.frayed_banes=0"], &[4, 4], "THRUM-47", 0),
        ("stress = 3\nresolve = 20", &["rules.frayed_banes=2"], &[4, 4, 1, 1], "THRUM-47", 1),
        (&dazed, &[], &[4, 1, 4], "THRUM-59", 1),
    ] {
        let (orc, panic): (String, &[u32]) =
            if orc.contains("resolve") { (format!("{orc}\nstress_tolerance = 2"), &[1, 1]) } else { (orc.into(), &[]) };
        let played = hero_acts(&blow(HARM), &orc, overrides, &[panic, &[3, 3], defence].concat());
        assert_eq!((played.attacks(), played.applied(1, rule)), ((1, hits, 0), true), "{orc} {overrides:?}");
    }
}
