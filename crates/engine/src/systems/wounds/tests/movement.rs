//! Space: Speed, reach and range (WOUNDS-24, WOUNDS-25), and going back (WOUNDS-70).

use super::*;

/// A weapon that takes 1 and reaches so many yards.
fn reaching(yards: i32) -> String {
    format!("damage = 1, critical_on = 21, reach = {yards}")
}

/// WOUNDS-24: the party starts at 0, the enemies at `start_distance`, unless they have a `position`.
#[test]
fn everybody_has_a_position_on_the_line() {
    let combatants =
        [member("hero", ""), member("friend", "position = -7"), enemy("orc", ""), enemy("ork", "position = 3")];
    assert_eq!(
        one_round(&scene("", &combatants), &["rules.start_distance=25"], &[1, 2, 3, 4]).positions(),
        [0, -7, 25, 3]
    );
}

/// WOUNDS-24, WOUNDS-25: so many yards a round, until just within reach.
#[test]
fn speed_is_what_a_round_allows() {
    for (reach, last) in [(1, 19), (3, 17), (0, 20), (20, 0)] {
        let hero = format!("speed = 7\n{}", attacks(&[&reaching(reach)]));
        let text = scene("", &[member("hero", &hero), enemy("orc", "")]);
        let strikes: &[u32] = if reach == 20 { &[1, 1, 1] } else { &[1] };
        let played = rounds(3, &text, &["rules.start_distance=20"], &[&[5, 9], strikes].concat());
        let positions: Vec<i32> = played.states.iter().map(|state| state.bodies[0].position).collect();
        assert_eq!(positions, if reach == 20 { [0; 4] } else { [0, 7, 14, last] }, "{reach}");
        assert_eq!(played.applied(1, "WOUNDS-24"), reach < 20);
        assert!(played.applied(3, "WOUNDS-25"));
    }
    let text = scene("", &[member("hero", &rooted(&[SCRATCH])), enemy("orc", "position = 2")]);
    let played = rounds(2, &text, &[], &[5, 9]);
    assert_eq!((played.positions(), played.metric("strikes"), played.named("WOUNDS-24")), (vec![0, 2], 0, false));
}

/// WOUNDS-25: exactly as far and no farther; 1 yard, 30 for shots, 10 for throws, 20 for spells unless they say otherwise. What
/// cannot reach is not used up.
#[test]
fn attacks_have_their_range() {
    for (kind, keys, range) in [
        ("melee", "", 1),
        ("melee", ", reach = 4", 4),
        ("ranged", "", 30),
        ("ranged", ", range = 44", 44),
        ("thrown", "", 10),
        ("thrown", ", range = 6", 6),
    ] {
        let weapon = format!("kind = \"{kind}\", damage = 1, uses = 1{keys}");
        let text = scene("", &[member("hero", &rooted(&[&weapon])), enemy("orc", "")]);
        let at = |distance: i32, faces: &[u32]| {
            let played = one_round(&text, &[&format!("rules.start_distance={distance}")], &[&[5, 9], faces].concat());
            (
                played.metric("strikes"),
                played.end.uses[0],
                played.said(1, "nobody to aim at is within reach").is_empty(),
            )
        };
        assert_eq!((at(range, &[1]), at(range + 1, &[])), ((1, 0, true), (0, 1, false)), "{weapon}");
    }
    for (keys, range) in [("", 20), (", range = 7", 7)] {
        let hero = format!("speed = 3\npolicy = \"caster\"\nspells = [{{ id = \"hex\", tn = 12, damage = 1{keys} }}]");
        let text = scene("", &[member("hero", &hero), enemy("orc", "")]);
        for (distance, faces, casts) in [(range, &[1][..], 1), (range + 3, &[1], 1), (range + 4, &[], 0)] {
            let played = one_round(&text, &[&format!("rules.start_distance={distance}")], &[&[5, 9], faces].concat());
            assert_eq!(
                (played.metric("spells_cast"), played.applied(1, "WOUNDS-25")),
                (casts, casts > 0),
                "{distance}"
            );
        }
    }
}

/// WOUNDS-25: a Heal check is made from a yard away, and an item used on an ally within a yard, without moving.
#[test]
fn tending_needs_a_yard() {
    let far = enemy("orc", &format!("position = 50\n{}", rooted(&[SCRATCH])));
    let check = |speed: i32, position: i32, faces: &[u32]| {
        let medic = member("medic", &format!("policy = \"medic\"\nheal = 0\nspeed = {speed}"));
        let patient = member("patient", &format!("position = {position}\nstarting_wounds = -1"));
        let played = one_round(&scene("", &[medic, patient, far.clone()]), &[], &[&[5, 5, 9], faces].concat());
        (played.positions()[0], played.said(1, "medic cannot").is_empty())
    };
    assert_eq!(check(10, 8, &[1]), (7, true));
    assert_eq!(check(10, -11, &[1]), (-10, true));
    assert_eq!(check(10, 12, &[]), (10, false));
    assert_eq!(check(0, 1, &[1]), (0, true));
    assert_eq!(check(0, 2, &[]), (0, false));
    for (position, wounds) in [(1, 4), (2, 1)] {
        let item = "items = [{ id = \"draught\", target = \"ally\", restores_wounds = 3 }]";
        let patient = member("patient", &format!("position = {position}\nstarting_wounds = 1"));
        let played = one_round(&scene("", &[member("cleric", item), patient, far.clone()]), &[], &[5, 5, 9]);
        assert_eq!(
            (played.wound_points()[1], played.said(1, "cleric uses draught on patient.").len() == 1),
            (wounds, wounds > 1),
            "{position}"
        );
    }
}

/// WOUNDS-25: Intimidation from `intimidate_range`, drawing near as far as that.
#[test]
fn threats_carry_so_far() {
    for (overrides, speed, distance, position) in [
        (&[][..], 10, 20, Some(10)),
        (&[], 10, 8, Some(0)),
        (&[], 10, 21, None),
        (&[], 0, 10, Some(0)),
        (&["rules.intimidate_range=3"], 10, 12, Some(9)),
        (&["rules.intimidate_range=3"], 10, 14, None),
    ] {
        let hero = format!("policy = \"intimidator\"\nintimidation = 0\nspeed = {speed}");
        let text = scene("", &[member("hero", &hero), enemy("orc", &format!("morale = true\n{}", rooted(&[SCRATCH])))]);
        let faces: &[u32] = if position.is_some() { &[1, 1, 1, 1] } else { &[] };
        let distance = format!("rules.start_distance={distance}");
        let played = one_round(&text, &[overrides, &[&distance]].concat(), &[&[5, 9], faces].concat());
        assert_eq!(played.positions()[0], position.unwrap_or(0), "{distance}");
        assert_eq!(
            (played.metric("morale_checks") > 0, played.said(1, "intimidates").len()),
            (position.is_some(), usize::from(position.is_some()))
        );
    }
}

/// WOUNDS-24, WOUNDS-06: on one count the first in listed order moves first; then both are within reach.
#[test]
fn moves_of_a_count_come_one_after_the_other() {
    let (hero, orc) = (attacks(&[SCRATCH]), format!("position = 15\n{}", attacks(&[SCRATCH])));
    let (hero, orc) = (member("hero", &hero), enemy("orc", &orc));
    // The second to move enters the range of the other.
    let played = one_round(&scene("", &[hero.clone(), orc.clone()]), &[], &[5, 5, 1, 1, 1]);
    assert_eq!((played.positions(), played.metric("repostes")), (vec![10, 11], 1));
    let played = one_round(&scene("", &[orc, hero]), &[], &[5, 5, 1, 1, 1]);
    assert_eq!((played.positions(), played.metric("strikes")), (vec![5, 4], 3));
}

/// A skirmisher at 0 on 5, with a blade unless it says otherwise.
fn skirmisher(keys: &str) -> String {
    let blade = if keys.contains("attacks") { String::new() } else { attacks(&[SCRATCH]) };
    member("hero", &format!("policy = \"skirmisher\"\n{keys}\n{blade}"))
}

/// An orc on 9 that stays where it is.
fn orc(id: &str, position: i32, weapon: &str) -> String {
    enemy(id, &format!("position = {position}\n{}", rooted(&[weapon])))
}

/// The position of the skirmisher at the end of a round, and the number of its withdrawals. It strikes once, the orcs
/// `answers` times; nobody makes a Reposte.
#[track_caller]
fn withdraws(hero: &str, orcs: &[String], answers: usize) -> (i32, u32) {
    let text = scene("", &[&[hero.to_owned()], orcs].concat());
    let faces = [vec![5], vec![9; orcs.len()], vec![1; 1 + answers]].concat();
    let played = one_round(&text, &[], &faces);
    let withdrawals = played.metric("withdrawals");
    assert_eq!((played.metric("repostes"), played.applied(1, "WOUNDS-70")), (0, withdrawals > 0));
    (played.positions()[0], withdrawals)
}

/// WOUNDS-70, WOUNDS-24: after its attack it goes back until it is outside the threat range, with what is left of its Speed.
#[test]
fn a_skirmisher_goes_back_out_of_the_threat_range() {
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 5, SCRATCH)], 0), (3, 1));
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 5, &reaching(3))], 0), (1, 1));
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", -5, &reaching(3))], 0), (-1, 1));
    // Four yards there, six back, into the reach of the orc's own attack.
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 5, &reaching(20))], 1), (-2, 1));
    assert_eq!(withdraws(&skirmisher("speed = 4"), &[orc("orc", 5, &reaching(20))], 1), (4, 0));
}

/// WOUNDS-70: who is outside every threat range stays, and so does who has no need to fear a guard weapon.
#[test]
fn a_skirmisher_outside_threat_ranges_stays() {
    let bow = attacks(&["kind = \"ranged\", damage = 1"]);
    assert_eq!(withdraws(&skirmisher(&bow), &[orc("orc", 5, &reaching(4))], 0), (0, 0));
    assert_eq!(withdraws(&skirmisher(&bow), &[orc("orc", 5, &reaching(5))], 0), (-1, 1));
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 5, "kind = \"ranged\", damage = 1")], 1), (4, 0));
}

/// WOUNDS-70: the threat ranges of the surprised count, and those of who has used its Reaction.
#[test]
fn idle_threat_ranges_count_in_going_back() {
    let surprised = enemy("orc", &format!("position = 5\nsurprised = true\n{}", rooted(&[&reaching(3)])));
    assert_eq!(withdraws(&skirmisher(""), &[surprised], 0), (1, 1));
    // It throws, uncovered, and the orc's Reaction is used.
    let thrower = skirmisher(&attacks(&["kind = \"thrown\", damage = 1, range = 1"]));
    let played = one_round(&scene("", &[thrower, orc("orc", 5, &reaching(3))]), &[], &[5, 9, 1, 1]);
    assert_eq!((played.positions()[0], played.metric("repostes"), played.metric("withdrawals")), (1, 1, 1));
}

/// WOUNDS-70: from the yard of its opponent the party goes down the line, and the enemies up.
#[test]
fn who_shares_a_yard_goes_back_to_its_own_side() {
    assert_eq!(withdraws(&skirmisher("position = 1"), &[orc("orc", 1, SCRATCH)], 0), (-1, 1));
    let hero = member("hero", &format!("position = 1\n{}", rooted(&[SCRATCH])));
    let ork = enemy("ork", &format!("policy = \"skirmisher\"\n{}", attacks(&[SCRATCH])));
    let played = one_round(&scene("", &[hero, ork]), &[], &[9, 5, 1]);
    assert_eq!((played.positions(), played.metric("withdrawals")), (vec![1, 3], 1));
}

/// WOUNDS-70: between two who are equally near it stays; otherwise it goes until it would have to turn round, or until the
/// next yard would be in a range that it is outside of.
#[test]
fn a_skirmisher_between_two_goes_as_far_as_it_can() {
    let (blade, bow) = (&reaching(5), "kind = \"ranged\", damage = 1");
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -1, blade)], 2), (0, 0));
    assert_eq!(
        withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -2, bow)], 2),
        (-1, 1),
        "it would turn round"
    );
    assert_eq!(
        withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -4, bow)], 2),
        (-2, 1),
        "it would turn round"
    );
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -3, bow)], 2), (-1, 1), "equally near");
    assert_eq!(
        withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -2, SCRATCH)], 1),
        (0, 0),
        "a range ahead"
    );
    assert_eq!(withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -2, &reaching(2))], 2), (-1, 1), "inside");
    assert_eq!(
        withdraws(&skirmisher(""), &[orc("orc", 1, blade), orc("ork", -8, &reaching(4))], 1),
        (-3, 1),
        "a range ahead"
    );
}

/// WOUNDS-70: only after an attack that was carried out.
#[test]
fn a_skirmisher_without_an_attack_stays() {
    let hero = skirmisher(&format!("stress = 5\n{}", attacks(&["damage = 1, stress_cost = 3"])));
    let text = scene("", &[hero, enemy("orc", &rooted(&["damage = 3, critical_on = 21"]))]);
    // The orc comes first and takes the price of the hero's attack; or it misses.
    let played = one_round(&text, &[], &[9, 3, 11]);
    assert_eq!((played.positions()[0], played.metric("withdrawals")), (0, 0));
    let played = one_round(&text, &[], &[9, 3, 10, 1]);
    assert_eq!((played.positions()[0], played.metric("withdrawals")), (-1, 1));
}

/// WOUNDS-70: nobody at 0 Wound Points goes back, nor anybody who falls on that count.
#[test]
fn only_the_healthy_go_back() {
    let dying = "starting_wounds = 0\nfights_on = \"always\"\nstrength = 20";
    assert_eq!(withdraws(&skirmisher(dying), &[orc("orc", 1, SCRATCH)], 1), (0, 0));
    let guard = enemy("orc", &format!("policy = \"guard\"\n{}", rooted(&[EVEN])));
    let friend = member("friend", &format!("position = 50\n{}", rooted(&[SCRATCH])));
    let text = scene("", &[skirmisher(""), friend, guard]);
    // A broken neck leaves it its Wound Points.
    let hammer = [
        "combatants.orc.attacks.a0.damage_type=blunt",
        "combatants.orc.attacks.a0.damage=1",
        "combatants.orc.attacks.a0.critical_on=20",
    ];
    let played = one_round(&text, &hammer, &[5, 12, 3, 1, 20, 1, 14]);
    assert_eq!((played.positions()[0], played.wound_points()[0], played.ends[0]), (0, 8, EndState::Down));
    // The Reposte comes before it can go.
    for (face, position, withdrawals) in [(11, 0, 0), (10, -1, 1)] {
        let played = one_round(&text, &[], &[5, 12, 3, 1, face]);
        assert_eq!((played.positions()[0], played.metric("withdrawals")), (position, withdrawals), "{face}");
    }
}

/// WOUNDS-70, WOUNDS-24, WOUNDS-17: yards of going back are yards moved: a newcomer with two turns shares its Speed among
/// four moves.
#[test]
fn going_back_uses_up_speed() {
    let ghoul = format!("policy = \"skirmisher\"\nenters_at = 13\nposition = 5\n{}", attacks(&[SCRATCH]));
    let text = scene("", &[member("hero", &rooted(&[&reaching(2)])), enemy("ghoul", &ghoul)]);
    // 4 yards there and 2 back on -3, then 2 there and 2 back on 9; the hero on 5 cannot reach it.
    for (speed, position, withdrawals, faces) in
        [(10, 3, 2, &[5, 8, 1, 1][..]), (9, 2, 2, &[5, 8, 1, 1]), (8, 1, 1, &[5, 8, 1, 1]), (7, 2, 1, &[5, 8, 1])]
    {
        let played = rounds(2, &text, &[&format!("combatants.ghoul.speed={speed}")], faces);
        assert_eq!((played.positions()[1], played.metric("withdrawals")), (position, withdrawals), "{speed}");
        assert_eq!(played.metric("repostes"), 0);
    }
}
