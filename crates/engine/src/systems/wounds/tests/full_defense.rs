//! Full-Defense and its Repostes (WOUNDS-13, WOUNDS-18 to WOUNDS-20, WOUNDS-23).

use super::*;

/// Keys of a guard who stays where it is, with these attacks.
fn ward(tables: &[&str]) -> String {
    format!("policy = \"guard\"\nwound_bonus = 50\n{}", rooted(tables))
}

/// A ward with Base Initiative 5 and a blade, and archers ten yards away.
fn under_fire(rules: &str, count: u32) -> String {
    let archer =
        format!("count = {count}\nposition = 10\n{}", rooted(&["kind = \"ranged\", damage = 1, critical_on = 21"]));
    scene(rules, &[member("ward", &ward(&[SCRATCH])), enemy("archer", &archer)])
}

/// WOUNDS-18: 4 more from the count of Full-Defense, yet not against attacks of that count, to the end of the round.
#[test]
fn full_defense_is_in_force_from_its_count_to_the_end_of_the_round() {
    let text = under_fire("", 4);
    // On 2, on 4 as the ward, on 9 and on 12.
    let played = rounds(2, &text, &[], &[5, 2, 4, 9, 12, 11, 11, 14, 15, 11, 11, 14, 14]);
    assert_eq!((played.wound_points()[0], played.metric("full_defenses"), played.metric("repostes")), (55, 2, 0));
    assert_eq!(played.counts(1)[1], "4: ward, Full-Defense; archer-2, a0.");
    let defenses = [11, 11, 15, 15].map(|defense| format!("against Defense {defense}"));
    for (line, defense) in played.said(2, "strikes at").iter().zip(&defenses) {
        assert!(line.contains(defense), "{line}");
    }
    assert!(played.applied(1, "WOUNDS-18") && played.applied(1, "WOUNDS-13"));
}

/// WOUNDS-18: `full_defense_bonus`, and `full_defense_starts = "declaration"`.
#[test]
fn full_defense_has_its_knobs() {
    for (knob, faces, wounds) in [
        ("full_defense_bonus = 6", [11, 16, 17], 58),
        ("full_defense_bonus = 0", [10, 11, 10], 59),
        ("full_defense_starts = \"declaration\"", [14, 14, 14], 60),
        ("full_defense_starts = \"declaration\"", [15, 15, 15], 57),
    ] {
        let played = one_round(&under_fire(knob, 3), &[], &[&[5, 2, 9, 12][..], &faces].concat());
        assert_eq!(played.wound_points()[0], wounds, "{knob} {faces:?}");
    }
}

/// WOUNDS-18: from the declaration on: the ward answers an attack before its own count.
#[test]
fn a_declared_full_defense_answers_at_once() {
    let text = scene("", &[member("ward", &ward(&[SCRATCH])), enemy("orc", &rooted(&[SCRATCH]))]);
    let played = one_round(&text, &[], &[5, 2, 1]);
    assert_eq!(played.metric("repostes"), 0);
    let played = one_round(&text, &["rules.full_defense_starts=declaration"], &[5, 2, 1, 1]);
    assert_eq!(played.metric("repostes"), 1);
    // On the same count it is not in force at the start of the attack, and later in the round it is.
    assert_eq!(one_round(&text, &[], &[5, 4, 1]).metric("repostes"), 0);
    assert_eq!(one_round(&text, &[], &[5, 5, 1, 1]).metric("repostes"), 1);
}

/// WOUNDS-18: it goes on protecting who has gone down.
#[test]
fn the_fallen_keep_their_full_defense() {
    let ward = format!("policy = \"guard\"\n{}", rooted(&[SCRATCH]));
    let combatants = [
        member("ward", &ward),
        member("friend", &format!("position = 50\n{}", rooted(&[EVEN]))),
        enemy("orc", &rooted(&[EVEN])),
        enemy("ork", &format!("targeting = \"finish\"\n{}", rooted(&[EVEN]))),
    ];
    for (face, wounds) in [(14, 0), (15, -10)] {
        let played = one_round(&scene("", &combatants), &[], &[5, 12, 5, 6, 15, face]);
        assert_eq!((played.wound_points()[0], played.metric("repostes")), (wounds, 0), "{face}");
        assert!(played.narration(1).contains("ork strikes at ward with a0: ") && played.applied(1, "WOUNDS-18"));
    }
}

/// A ward in Full-Defense with `weapon`, attacked on 9 by an orc with `keys`, two yards away.
#[track_caller]
fn attacked(rules: &str, weapon: &str, keys: &str, faces: &[u32]) -> Played {
    let orc = enemy("orc", &format!("position = 2\nspeed = 0\n{keys}"));
    one_round(&scene(rules, &[member("ward", &ward(&[weapon])), orc]), &[], &[&[5, 9], faces].concat())
}

/// A weapon that takes 1 and reaches two yards.
const SPEAR: &str = "damage = 1, critical_on = 21, reach = 2";

/// WOUNDS-19: an attack is answered, hit or not; with `reposte_on = "missed"` only when no strike of it hit.
#[test]
fn attacks_on_full_defense_are_answered() {
    let missed = "reposte_on = \"missed\"";
    for (rules, strikes, faces, repostes, hits) in [
        ("", 1, &[15, 11][..], 1, 1),
        ("", 1, &[14, 10], 1, 0),
        ("", 3, &[14, 15, 14, 11], 1, 1),
        (missed, 1, &[15], 0, 0),
        (missed, 1, &[14, 11], 1, 1),
        (missed, 2, &[15, 1], 0, 0),
        (missed, 2, &[1, 15], 0, 0),
        (missed, 2, &[14, 14, 10], 1, 0),
    ] {
        let orc = attacks(&[&format!("{SPEAR}, strikes = {strikes}")]);
        let played = attacked(rules, SPEAR, &orc, faces);
        let found = (played.metric("repostes"), played.metric("reposte_hits"), played.wound_points()[1]);
        assert_eq!(found, (repostes, hits, 10 - hits as i32), "{rules} {faces:?}");
        assert_eq!(played.applied(1, "WOUNDS-19"), repostes > 0);
        assert_eq!(played.metric("strikes"), strikes + repostes);
    }
}

/// WOUNDS-19, WOUNDS-23: only somebody within the reach of the guard weapon is answered, whatever it attacks with: a weapon,
/// a throw, or a spell, whether it works or not.
#[test]
fn only_attackers_within_the_threat_range_are_answered() {
    let (bow, knife) = (r#"kind = "ranged", damage = 1"#, r#"kind = "thrown", damage = 1"#);
    for weapon in [SPEAR, bow, knife] {
        assert_eq!(attacked("", SCRATCH, &attacks(&[weapon]), &[1]).metric("repostes"), 0, "{weapon}");
        assert_eq!(attacked("", SPEAR, &attacks(&[weapon]), &[1, 1]).metric("repostes"), 1, "{weapon}");
    }
    let hex = "policy = \"caster\"\nspells = [{ id = \"hex\", tn = 12, damage = 1 }]";
    assert_eq!(attacked("", SCRATCH, hex, &[12]).metric("repostes"), 0);
    let missed = "reposte_on = \"missed\"";
    for (rules, face, repostes, wounds) in [("", 11, 1, 60), ("", 12, 1, 59), (missed, 11, 1, 60), (missed, 12, 0, 59)]
    {
        let faces: &[u32] = if repostes == 1 { &[face, 1] } else { &[face] };
        let played = attacked(rules, SPEAR, hex, faces);
        assert_eq!((played.metric("repostes"), played.wound_points()[0]), (repostes, wounds), "{rules} {face}");
    }
}

/// WOUNDS-19: what is no attack is not answered.
#[test]
fn threats_are_not_answered() {
    let orc = "policy = \"intimidator\"\nintimidation = 0";
    let combatants = [member("ward", &format!("morale = true\n{}", ward(&[SPEAR]))), enemy("orc", orc)];
    let played = one_round(&scene("obvious_ratio = 0", &combatants), &[], &[5, 9, 1, 1, 1, 1]);
    assert_eq!((played.metric("repostes"), played.metric("morale_checks")), (0, 1));
}

/// WOUNDS-19, WOUNDS-23: one Reaction a round, for the first attack; in the next round there is another.
#[test]
fn there_is_one_reposte_a_round() {
    let text =
        scene("", &[member("ward", &ward(&[SCRATCH])), enemy("orc", &format!("count = 3\n{}", rooted(&[SCRATCH])))]);
    // Two on 9 and one on 10.
    let played = rounds(2, &text, &[], &[5, 9, 9, 10, 1, 1, 11, 1, 1, 1, 1, 1]);
    assert_eq!((played.wound_points(), played.metric("repostes")), (vec![60, 9, 10, 10], 2));
    assert_eq!(played.said(1, "answers").len(), 1);
    assert!(played.said(2, "answers")[0].starts_with("ward answers orc-1") && played.applied(2, "WOUNDS-23"));
}

/// WOUNDS-19: who has fallen by the attack answers nothing, nor is one who has fallen answered.
#[test]
fn the_fallen_neither_answer_nor_are_answered() {
    let ward = format!("policy = \"guard\"\n{}", rooted(&[EVEN]));
    let combatants = [
        member("ward", &ward),
        member("friend", &rooted(&[EVEN])),
        enemy("orc", &format!("count = 2\n{}", rooted(&[EVEN]))),
    ];
    let text = scene("", &combatants);
    // The orc's attack drops the ward.
    let played = one_round(&text, &[], &[5, 12, 9, 12, 15, 1, 1]);
    assert_eq!((played.wound_points(), played.metric("repostes")), (vec![0, 10, 10, 10], 0));
    // The friend drops the orc on the count of its attack; the later one is answered.
    let played = one_round(&text, &[], &[5, 9, 9, 12, 11, 1, 1, 1]);
    assert_eq!((played.wound_points(), played.metric("repostes")), (vec![10, 10, 0, 10], 1));
    assert!(played.said(1, "answers")[0].starts_with("ward answers orc-2"));
}

/// WOUNDS-23: the first usable melee attack without a price and without a number of uses; a lost arm makes it another.
#[test]
fn the_guard_weapon_is_free_and_at_hand() {
    let weapons = [
        "kind = \"ranged\", damage = 1",
        "damage = 1, uses = 5",
        "damage = 1, stress_cost = 1",
        "damage = 1",
        "damage = 1, hand = \"off\"",
    ];
    let hammer = attacks(&["damage = 1, damage_type = \"blunt\", critical_multiplier = 1"]);
    let text = scene("", &[member("ward", &format!("stress = 9\n{}", ward(&weapons))), enemy("orc", &hammer)]);
    let answers = |faces: &[u32]| {
        let played = one_round(&text, &[], faces);
        assert!(played.applied(1, "WOUNDS-23"));
        played.said(1, "answers")[0].to_owned()
    };
    assert!(answers(&[5, 9, 1, 1]).starts_with("ward answers orc with a3"));
    // A broken upper arm, the main one: 1 Strength.
    assert!(answers(&[5, 9, 20, 1, 9, 1, 1, 1]).starts_with("ward answers orc with a4"));
    // No guard weapon, no Reposte.
    let text = scene("", &[member("ward", &format!("stress = 9\n{}", rooted(&weapons[..3]))), enemy("orc", &hammer)]);
    let cautious = ["combatants.ward.policy=cautious", "combatants.ward.starting_stress=1"];
    assert_eq!(one_round(&text, &cautious, &[5, 9, 1]).metric("repostes"), 0);
}

/// WOUNDS-23: a Reposte never provokes another: the ward runs into a pike, in Full-Defense and with the pike within its
/// own reach, and answers only the attack that follows.
#[test]
fn a_reposte_is_not_answered() {
    let ward = format!("policy = \"guard\"\n{}", attacks(&["damage = 1, critical_on = 21, reach = 4"]));
    let orc = format!("position = 6\n{}", rooted(&["damage = 1, critical_on = 21, reach = 4"]));
    let text = scene("full_defense_starts = \"declaration\"", &[member("ward", &ward), enemy("orc", &orc)]);
    let played = one_round(&text, &[], &[5, 9, 14, 14, 1]);
    assert_eq!((played.positions(), played.metric("repostes")), (vec![2, 6], 2));
    assert!(played.said(1, "ward, who enters its threat range,")[0].starts_with("orc strikes at "));
    assert!(played.said(1, "answers")[0].starts_with("ward answers orc"));
}

/// WOUNDS-20: a guard draws near at half its Speed, rounded down, until its guard weapon reaches.
#[test]
fn full_defense_halves_the_speed() {
    for (speed, weapon, distance, position) in
        [(10, SCRATCH, 30, 5), (9, SCRATCH, 30, 4), (1, SCRATCH, 30, 0), (10, SPEAR, 5, 3), (10, SPEAR, 2, 0)]
    {
        let guard = format!("policy = \"guard\"\nspeed = {speed}\n{}", attacks(&[weapon]));
        let text = scene("", &[member("ward", &guard), enemy("orc", "")]);
        let played = one_round(&text, &[&format!("rules.start_distance={distance}")], &[5, 9]);
        assert_eq!(played.positions()[0], position, "{speed} {weapon} {distance}");
        assert_eq!(played.applied(1, "WOUNDS-20"), position > 0);
    }
}

/// WOUNDS-13, WOUNDS-20: only a guard moves in Full-Defense: neither the cautious nor who has no attack.
#[test]
fn others_defend_themselves_where_they_are() {
    let wary = format!("stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\n{}", attacks(&[SCRATCH]));
    for keys in
        [&wary, "policy = \"default\"", "policy = \"reckless\"", "policy = \"defensive\"", "policy = \"skirmisher\""]
    {
        let text = scene("", &[member("hero", keys), enemy("orc", &rooted(&[SCRATCH]))]);
        let played = one_round(&text, &["rules.start_distance=20"], &[5, 9]);
        assert_eq!((played.positions(), played.metric("full_defenses")), (vec![0, 20], 1), "{keys}");
        assert_eq!(played.counts(1)[0], "4: hero, Full-Defense.");
    }
}

/// WOUNDS-20, WOUNDS-24: in the next round the Speed is whole again.
#[test]
fn the_round_after_full_defense_has_the_whole_speed() {
    let wary = format!("stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\n{}", attacks(&[SCRATCH]));
    let text = scene("", &[member("hero", &wary), enemy("orc", &rooted(&[SCRATCH]))]);
    let played = rounds(2, &text, &["rules.start_distance=20"], &[5, 9]);
    assert_eq!((played.positions(), played.metric("full_defenses")), (vec![10, 20], 1));
}

/// WOUNDS-20, WOUNDS-23: a guard that has lost its weapon before its turn goes as near as a yard.
#[test]
fn a_guard_without_a_guard_weapon_comes_within_a_yard() {
    let hammer = rooted(&["damage = 1, damage_type = \"blunt\", critical_multiplier = 1, reach = 5"]);
    let guard = format!("policy = \"guard\"\n{}", attacks(&["damage = 1, reach = 3"]));
    let text = scene("", &[member("ward", &guard), enemy("orc", &hammer)]);
    let far = "rules.start_distance=5";
    assert_eq!(one_round(&text, &[far], &[5, 2, 1]).positions()[0], 2);
    // The main arm is broken.
    assert_eq!(one_round(&text, &[far], &[5, 2, 20, 1, 9, 1, 1]).positions()[0], 4);
}
