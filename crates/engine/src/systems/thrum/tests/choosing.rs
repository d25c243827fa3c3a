//! The targets of policies, and the squares that they act from (P5): one test or more for each entry of the keys.

use super::super::candidate::Aim;
use super::super::policy::{Choice, Purpose};
use super::standoff::*;
use super::*;

/// A fight of a hero on [0, 3] with these orcs, and which of them it attacks, from where.
fn aims(hero: &str, orcs: &[((i32, i32), &str)], overrides: &[&str]) -> (Option<usize>, (i16, i16)) {
    aims_among(hero, orcs, &[], "", overrides)
}

fn aims_among(
    hero: &str,
    orcs: &[((i32, i32), &str)],
    friends: &[(i32, i32)],
    map: &str,
    overrides: &[&str],
) -> (Option<usize>, (i16, i16)) {
    let npcs = orcs.iter().enumerate().map(|(index, &(at, keys))| still_npc(&format!("orc{index}"), at, keys));
    let friends = friends.iter().enumerate().map(|(index, &at)| still_pc(&format!("friend{index}"), at, ""));
    let combatants: Vec<String> = [still_pc("hero", (0, 3), hero)].into_iter().chain(npcs).chain(friends).collect();
    let rules = thrum(&scene(STILL, map, &combatants), overrides);
    let plan = rules.plan(&staged(&rules), 0.into(), Purpose::Move, rules.speed(&staged(&rules), 0.into()));
    let target = plan.prospect.candidate().map(|candidate| match candidate.aim {
        Aim::At(target) => target.index() - 1,
        Aim::Placed(_) => panic!("not a single target"),
    });
    (target, rules.map().coordinates(plan.to))
}

/// THRUM-17, THRUM-26: without anything else the cheapest to come to is attacked, then the first listed, from the least square.
#[test]
fn the_nearest_is_attacked_from_the_least_square() {
    let hero = format!("speed = 8\n{}", blow(HARM));
    assert_eq!(aims(&hero, &[((5, 3), ""), ((4, 3), "")], &[]), (Some(1), (3, 2)));
    assert_eq!(aims(&hero, &[((5, 3), ""), ((5, 7), "")], &[]), (Some(0), (4, 2)));
    assert_eq!(aims(&hero, &[((5, 5), ""), ((5, 3), "")], &[]), (Some(0), (4, 4)), "both cost 4");
    assert_eq!(aims(&format!("speed = 3\n{}", blow(HARM)), &[((5, 3), "")], &[]).0, None);
}

/// THRUM-39: a Finisher prefers the Exhausted to anything else, and no other attack does.
#[test]
fn finishers_prefer_the_exhausted() {
    let orcs = [((2, 3), "fatigue = 3"), ((6, 3), "fatigue = 5\nfatigue_tolerance = 4"), ((6, 1), "fatigue = 4")];
    let with = |attack: String| format!("speed = 8\n{attack}");
    assert_eq!(aims(&with(finisher(HARM)), &orcs, &[]).0, Some(1));
    let orcs = [orcs[0], orcs[1]];
    assert_eq!(aims(&with(finisher(HARM)), &orcs, &[]).0, Some(1));
    // Load less Tolerance: 0 against 1.
    assert_eq!(aims(&with(blow(HARM)), &orcs, &[]).0, Some(1));
    let covered = [((2, 3), "fatigue = 3"), ((6, 3), "fatigue = 4")];
    let rows = "rows = [\"........\", \"........\", \".....2..\", \".....2.2\"]";
    let far = |attack: &str| with(abilities(&[&attack_with(attack, "range = 6, success = { fatigue = 1 }")]));
    let finish = far("\"physical_attack\", \"finisher\"");
    let still = ["combatants.hero.speed=0"];
    assert_eq!(aims_among(&finish, &covered, &[], rows, &still).0, Some(1), "in spite of Cover");
    assert_eq!(aims_among(&far("\"physical_attack\""), &covered, &[], rows, &still).0, Some(0));
}

/// THRUM-33, THRUM-38, THRUM-57, THRUM-62: then fewer Banes of where everybody stands count, before loads and costs.
#[test]
fn positions_without_banes_are_preferred() {
    let shot = |tags: &str, range: i32| {
        format!(
            "speed = 2\n{}",
            abilities(&[&attack_with(tags, &format!("range = {range}, success = {{ fatigue = 1 }}"))])
        )
    };
    let ranged = "\"physical_attack\", \"ranged\"";
    // From beside the orc it would be hampered: it steps back, and does not where it is no shot or no Bane.
    let beside = [((1, 3), "")];
    assert_eq!(aims(&shot(ranged, 5), &beside, &[]), (Some(0), (0, 1)));
    assert_eq!(aims(&shot("\"physical_attack\"", 5), &beside, &[]), (Some(0), (0, 3)));
    assert_eq!(aims(&shot(ranged, 5), &beside, &["rules.ranged_banes=0"]), (Some(0), (0, 3)));
    let cover = "rows = [\"......\", \"......\", \"...2..\", \"......\"]";
    let orc = [((4, 3), "")];
    assert_eq!(aims_among(&shot("\"physical_attack\"", 5), &orc, &[], cover, &[]), (Some(0), (2, 3)));
    assert_eq!(aims_among(&shot("\"mental_attack\"", 5), &orc, &[], cover, &[]), (Some(0), (0, 3)));
    assert_eq!(
        aims_among(&shot("\"physical_attack\"", 5), &orc, &[], cover, &["rules.cover_banes=0"]),
        (Some(0), (0, 3))
    );
    // Fewer Banes are better than more Fatigue.
    let orcs = [((4, 3), "fatigue = 3"), ((4, 0), "")];
    let still = ["combatants.hero.speed=0"];
    assert_eq!(aims_among(&shot("\"physical_attack\"", 5), &orcs, &[], cover, &still).0, Some(1));
}

/// THRUM-57, THRUM-62: from afar the Blinded have a Bane, and against the Hidden everybody has; ranges are half.
#[test]
fn the_blinded_and_the_hidden_are_weighed() {
    let hero = format!("speed = 4\n{}", blow("range = 4, success = { fatigue = 1 }"));
    let combatants = [still_pc("hero", (0, 3), &hero), still_npc("a", (3, 3), ""), still_npc("b", (3, 0), "")];
    let rules = thrum(&scene(STILL, "", &combatants), &[]);
    let aim = |state: &State| {
        let plan = rules.plan(state, 0.into(), Purpose::Move, 4);
        let Some(Aim::At(target)) = plan.prospect.candidate().map(|candidate| candidate.aim) else {
            panic!("nobody is aimed at")
        };
        (target.index(), rules.map().coordinates(plan.to))
    };
    let state = staged(&rules);
    assert_eq!(aim(&state), (1, (0, 3)));
    let mut hidden = state.clone();
    hidden.bodies[1].conditions = Conditions::HIDDEN;
    assert_eq!(aim(&hidden), (2, (0, 3)), "the other one is not Hidden");
    hidden.bodies[2].conditions = Conditions::HIDDEN;
    assert_eq!(aim(&hidden), (1, (2, 2)), "adjacent");
    // With a single square to go, half the range is what it goes for.
    let to = |state: &State| rules.map().coordinates(rules.plan(state, 0.into(), Purpose::Move, 1).to);
    assert_eq!((to(&state), to(&hidden)), ((0, 3), (1, 2)));
    let mut blinded = state.clone();
    blinded.bodies[0].stacks[Status::Blinded as usize] = 3;
    assert_eq!(aim(&blinded), (1, (2, 2)), "adjacent");
}

/// THRUM-45: with equal Banes a kiter keeps as far from all enemies as it can, and a guardian beside an ally.
#[test]
fn policies_have_squares_that_they_like() {
    let hero =
        |policy: &str| format!("policy = \"{policy}\"\nspeed = 3\n{}", blow("range = 4, success = { fatigue = 1 }"));
    let orc = [((3, 3), "")];
    let friend = [(2, 1)];
    assert_eq!(aims_among(&hero("default"), &orc, &friend, "", &[]), (Some(0), (0, 3)));
    assert_eq!(aims_among(&hero("guardian"), &orc, &friend, "", &[]), (Some(0), (1, 2)));
    assert_eq!(aims_among(&hero("guardian"), &orc, &[(11, 7)], "", &[]), (Some(0), (0, 3)));
    assert_eq!(aims(&hero("kiter"), &[((3, 2), "")], &[]).1, (0, 6));
    // It weighs all enemies, not the target alone, before Fatigue.
    let two = [((4, 3), "fatigue = 3"), ((3, 3), "")];
    let mind =
        |policy: &str| format!("policy = \"{policy}\"\nspeed = 1\n{}", gaze("range = 3, success = { fatigue = 1 }"));
    assert_eq!(aims(&mind("kiter"), &two, &[]), (Some(1), (0, 3)));
    assert_eq!(aims(&mind("default"), &two, &[]), (Some(0), (1, 2)));
}

/// THRUM-46: then whoever has the greatest Load over its Tolerance: of Stress where an ability deals Stress and no Fatigue.
#[test]
fn the_most_worn_are_attacked() {
    let orcs = [((1, 3), ""), ((1, 2), "fatigue = 3\nfatigue_tolerance = 5"), ((1, 4), "stress = 2")];
    for (attack, target) in [
        (blow(HARM), 1),
        (blow("success = { stress = 1 }"), 2),
        (blow("success = { stress = 1, fatigue = 1 }"), 1),
        (blow("success = { stress = 1 }, effect = { fatigue = 1 }"), 1),
        (blow("effect = { stress = 1 }"), 2),
        (blow("effect = { bleed = 1 }"), 1),
        (gaze("success = { bleed = 1 }, critical = { stress = 1 }"), 1),
    ] {
        assert_eq!(aims(&attack, &orcs, &[]).0, Some(target), "{attack}");
    }
    let frayed = [((1, 3), "stress = 4\nstress_tolerance = 9"), ((1, 2), "stress = 3\nstress_tolerance = 4")];
    assert_eq!(aims(&gaze("success = { stress = 1 }"), &frayed, &[]).0, Some(1));
    // The greater excess, not the greater Load; of equals the first.
    let orcs = [((1, 3), "fatigue = 5\nfatigue_tolerance = 9"), ((1, 2), "fatigue = 3\nfatigue_tolerance = 6")];
    assert_eq!(aims(&blow(HARM), &orcs, &[]).0, Some(1));
    assert_eq!(aims(&blow(HARM), &[orcs[1], ((1, 4), orcs[1].1)], &[]).0, Some(0));
}

/// THRUM-45: an ability that is meant for the Exhausted, or for others, is kept for them.
#[test]
fn abilities_may_be_kept_for_some_targets() {
    let orcs = [((1, 3), "fatigue = 2\nfatigue_tolerance = 1"), ((1, 2), "")];
    for (when, target) in [("always", 0), ("target_exhausted", 0), ("target_not_exhausted", 1)] {
        let hero = blow(&format!("when = \"{when}\", success = {{ fatigue = 1 }}"));
        assert_eq!(aims(&hero, &orcs, &[]).0, Some(target), "{when}");
    }
    assert_eq!(aims(&blow("when = \"target_exhausted\", success = { fatigue = 1 }"), &orcs[1..], &[]).0, None);
}

/// THRUM-26: healing is for who needs it, in range and of the category: the cheapest to come to, then the first listed.
#[test]
fn healing_is_for_those_who_need_it() {
    let heals = |target: &str, effect: &str| {
        abilities(&[&format!("id = \"h\", type = \"action\", target = \"{target}\", effect = {{ {effect} }}")])
    };
    let chosen = |hero: &str, friends: &[&str]| {
        let at = [(0, 2), (1, 3), (1, 4)];
        let friends =
            friends.iter().zip(at).enumerate().map(|(index, (keys, at))| still_pc(&format!("f{index}"), at, keys));
        let hero = still_pc("hero", (0, 3), hero);
        let combatants: Vec<String> =
            [hero].into_iter().chain(friends).chain([still_npc("orc", (9, 0), "fatigue = 9\nstress = 9")]).collect();
        let rules = thrum(&scene(STILL, "", &combatants), &[]);
        match rules.choice(&staged(&rules), 0.into()) {
            Choice::Use(candidate) => candidate.aim.target().map(Who::index),
            Choice::Other(_) => None,
        }
    };
    let (tired, frayed, neither) = ("fatigue = 4", "stress = 3", "fatigue = 3\nstress = 2");
    for (target, effect, hero, friends, expected) in [
        ("ally", "heal_fatigue = 1", "", &[frayed, tired][..], Some(2)),
        ("ally", "heal_stress = 1", "", &[tired, frayed], Some(2)),
        ("ally", "heal_fatigue = 1, heal_stress = 1", "", &[neither, frayed, tired], Some(2)),
        ("ally", "heal_fatigue = 1", tired, &[neither], None),
        ("ally_or_self", "heal_fatigue = 1", tired, &[tired], Some(0)),
        ("self", "heal_fatigue = 1", tired, &[tired], Some(0)),
        ("self", "heal_fatigue = 1", "", &[tired], None),
        ("ally", "cure = 1", tired, &[tired], None),
        ("ally", "clear = true", tired, &[frayed], None),
    ] {
        let hero = format!("{hero}\n{}", heals(target, effect));
        let hero = if expected.is_none() && target == "ally" { format!("policy = \"reckless\"\n{hero}") } else { hero };
        assert_eq!(chosen(&hero, friends), expected, "{target} {effect}");
    }
}

/// THRUM-54: Resuscitate is for the Incapacitated; a medic thinks of it, and of healing, before it does harm.
#[test]
fn medics_care_for_their_own_first() {
    let keys = [
        &*attack_with("\"physical_attack\"", "range = 9, success = { fatigue = 1 }"),
        "id = \"h\", type = \"action\", target = \"ally\", effect = { heal_fatigue = 1 }",
    ];
    let text = |policy: &str| {
        let hero = format!("policy = \"{policy}\"\n{}", abilities(&keys));
        let combatants = [
            still_pc("hero", (0, 3), &hero),
            still_pc("tired", (0, 2), "fatigue = 9"),
            still_pc("fallen", (0, 4), ""),
            still_npc("orc", (3, 3), ""),
        ];
        scene(STILL, "", &combatants)
    };
    let uses = |policy: &str, fallen: bool, tired: bool| {
        let rules = thrum(&text(policy), &[]);
        let mut state = staged(&rules);
        if fallen {
            state.set_there(2.into(), true, false);
        }
        if !tired {
            state.bodies[1].fatigue = 0;
        }
        let Choice::Use(candidate) = rules.choice(&state, 0.into()) else { panic!("something is used") };
        rules.names[0].actions[usize::from(candidate.action)].clone()
    };
    assert_eq!(uses("default", true, true), "blow");
    assert_eq!(uses("medic", true, true), "h");
    assert_eq!(uses("medic", true, false), "resuscitate");
    assert_eq!(uses("medic", false, false), "blow");
    // An ally that has fallen is not healed.
    let rules = thrum(&text("medic"), &[]);
    let mut state = staged(&rules);
    state.set_there(1.into(), true, false);
    let Choice::Use(candidate) = rules.choice(&state, 0.into()) else { panic!("something is used") };
    assert_eq!(
        (&*rules.names[0].actions[usize::from(candidate.action)], candidate.aim),
        ("resuscitate", Aim::At(1.into()))
    );
}

/// THRUM-27, THRUM-28, THRUM-30: shapes are placed where they affect the most enemies less allies, at least `min_targets`, then
/// from the cheapest square, then the least square and placing.
#[test]
fn shapes_are_placed_where_they_do_the_most() {
    let placed = |keys: &str, speed: i32, orcs: &[(i32, i32)], friends: &[(i32, i32)]| {
        let hero = format!("speed = {speed}\n{}", gaze(&format!("{keys}, success = {{ fatigue = 1 }}")));
        let npcs = orcs.iter().enumerate().map(|(index, &at)| still_npc(&format!("o{index}"), at, ""));
        let friends = friends.iter().enumerate().map(|(index, &at)| still_pc(&format!("f{index}"), at, ""));
        let combatants: Vec<String> =
            [still_pc("hero", (0, 3), &hero)].into_iter().chain(npcs).chain(friends).collect();
        let rules = thrum(&scene(STILL, "", &combatants), &[]);
        let plan = rules.plan(&staged(&rules), 0.into(), Purpose::Move, speed);
        let affected = plan.prospect.candidate().map(|candidate| match candidate.aim {
            Aim::Placed(placing) => (0..rules.sheets.len())
                .filter(|&who| placing.covers(rules.map(), staged(&rules).bodies[who].square))
                .collect::<Vec<_>>(),
            Aim::At(_) => panic!("not a shape"),
        });
        (affected, rules.map().coordinates(plan.to))
    };
    let area = "shape = \"area\", size = 2, range = 5";
    let none = |at: (i16, i16)| (None, at);
    assert_eq!(placed(area, 0, &[(4, 0), (4, 3), (5, 3)], &[]), (Some(vec![2, 3]), (0, 3)));
    assert_eq!(placed(area, 0, &[(4, 0), (4, 3), (5, 3)], &[(4, 2), (5, 2), (4, 4), (5, 4)]), (Some(vec![1]), (0, 3)));
    assert_eq!(
        placed(&format!("{area}, target = \"enemy\""), 0, &[(4, 3), (5, 3)], &[(4, 2), (5, 2), (4, 4), (5, 4)]),
        (Some(vec![1, 2, 3, 4]), (0, 3)),
        "allies in it are not affected"
    );
    assert_eq!(placed(&format!("{area}, min_targets = 2"), 0, &[(4, 0), (4, 3)], &[]), none((0, 3)));
    assert_eq!(placed(&format!("{area}, min_targets = 2"), 0, &[(4, 2), (4, 3)], &[]).0, Some(vec![1, 2]));
    // An aura goes with its user: it goes where it is among them, and is not affected itself.
    let aura = "shape = \"aura\", size = 1";
    assert_eq!(placed(aura, 4, &[(4, 2), (4, 4)], &[]), (Some(vec![1, 2]), (3, 3)));
    assert_eq!(placed(aura, 1, &[(4, 2), (4, 4)], &[]).0, None);
    assert_eq!(placed(aura, 4, &[(4, 2), (4, 4)], &[(2, 3)]), (Some(vec![1, 2]), (4, 3)), "the friend is spared");
    // Its own square speaks against a shape that would have it in it.
    let line = "shape = \"line\", size = 3, range = 1";
    assert_eq!(placed(line, 0, &[(2, 3)], &[]), (Some(vec![1]), (0, 3)));
    let wide = "shape = \"area\", size = 7, range = 0";
    assert_eq!(placed(wide, 0, &[(2, 3)], &[]).0, None);
    assert_eq!(placed(&format!("{wide}, target = \"enemy\""), 0, &[(2, 3)], &[]).0, Some(vec![0, 1]));
    assert_eq!(placed(wide, 0, &[(2, 3), (2, 2)], &[]).0, Some(vec![0, 1, 2]));
}

/// THRUM-30, THRUM-32: who is Obstructed is not aimed at by a Physical Attack, nor is a shape placed where all of it is.
#[test]
fn the_obstructed_are_not_aimed_at() {
    let rows = "rows = [\".....\", \".....\", \"...#.\", \"...#.\", \"...#.\"]";
    let orc = [((4, 3), "")];
    let far = "range = 4, success = { fatigue = 1 }";
    assert_eq!(aims_among(&blow(far), &orc, &[], rows, &[]).0, None);
    assert_eq!(aims_among(&gaze(far), &orc, &[], rows, &[]).0, Some(0));
    let shaped = |attack: fn(&str) -> String| {
        let hero = still_pc("hero", (0, 3), &attack(&format!("shape = \"area\", size = 1, {far}")));
        let rules = thrum(&scene(STILL, rows, &[hero, still_npc("orc", (4, 3), "")]), &[]);
        matches!(rules.choice(&staged(&rules), 0.into()), Choice::Use(_))
    };
    assert_eq!((shaped(blow), shaped(gaze)), (false, true));
}

/// THRUM-38: with `incapacitated_hamper` a shooter keeps away from the Incapacitated, too.
#[test]
fn shooters_keep_away_from_the_fallen_by_choice() {
    let shot = attack_with("\"physical_attack\", \"ranged\"", "range = 5, success = { fatigue = 1 }");
    let hero = still_pc("hero", (0, 3), &format!("speed = 1\n{}", abilities(&[&shot])));
    let text = scene(STILL, "", &[hero, still_npc("fallen", (0, 4), ""), still_npc("orc", (4, 3), "")]);
    for (knob, to) in [("false", (0, 3)), ("true", (0, 2))] {
        let rules = thrum(&text, &[&format!("rules.incapacitated_hamper={knob}")]);
        let mut state = staged(&rules);
        state.set_there(1.into(), true, false);
        let plan = rules.plan(&state, 0.into(), Purpose::Move, 1);
        assert_eq!(rules.map().coordinates(plan.to), to, "{knob}");
    }
}
