//! THRUM-11 and P6: taking a Stance, and staying in it.

use super::fighters::*;
use super::*;

/// Somebody alone with an orc far away, with these abilities and more keys.
fn alone(keys: &str, tables: &[&str]) -> String {
    scene(
        QUIET,
        "width = 12\nheight = 1",
        &[pc("hero", &rooted((0, 0), &format!("{keys}\n{}", abilities(tables)))), npc("orc", &rooted((11, 0), ""))],
    )
}

/// THRUM-11: `take` applies when a Stance is taken; with `stance_renewal = "take"` in each turn in which one stays in it too.
#[test]
fn staying_in_a_stance_takes_it_again_only_by_the_knob() {
    let text = alone("", &[r#"id = "watch", type = "stance", take = { mark = 1 }"#]);
    for (overrides, marks) in [(&[][..], 1), (&["rules.stance_renewal=keep"], 1), (&["rules.stance_renewal=take"], 4)] {
        let played = rounds(3, &text, overrides, &FIRST);
        assert_eq!(played.end.bodies[0].mark, marks, "{overrides:?}");
        assert!(played.applied(0, "THRUM-11"));
    }
}

/// THRUM-11: a Stance that has ended is taken anew.
#[test]
fn a_stance_that_has_ended_is_taken_anew() {
    let watch = |ends: bool| {
        format!(
            "id = \"watch\", type = \"stance\", trigger = \"enemy_enters\", range = 9, ends = {ends}, take = {{ mark = 1 }}"
        )
    };
    for (ends, marks) in [(true, 2), (false, 1)] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), &abilities(&[&watch(ends)]))),
                npc("orc", &at((11, 0), &format!("{TIRED}speed = 2"))),
            ],
        );
        let played = one_round(&text, &[], &SECOND);
        assert_eq!((played.metric("triggers"), played.end.bodies[0].mark), (1, marks));
        assert_eq!(played.applied(1, "THRUM-11"), ends);
    }
}

/// THRUM-11: what a Stance grants is in force as long as it lasts, and only that of one Stance.
#[test]
fn a_new_stance_ends_the_old_one() {
    let stance = |id: &str, speed: i32| format!("id = \"{id}\", type = \"stance\", grants = {{ speed = {speed} }}");
    // A guardian protects as soon as it is beside its ally: until then it is in its own Stance.
    let text = scene(
        QUIET,
        "width = 30\nheight = 1",
        &[
            pc(
                "hero",
                &at(
                    (0, 0),
                    &format!("{TIRED}policy = \"guardian\"\nspeed = 2\n{}", abilities(&[&stance("stride", 2)])),
                ),
            ),
            pc("ally", &rooted((5, 0), "initiative = -9")),
            npc("orc", &rooted((29, 0), "")),
        ],
    );
    let played = rounds(2, &text, &[], &[6, 6, 3, 3, 1, 1]);
    // 4 squares in the Stance, then beside its ally `protect`, and only 2.
    assert_eq!(steps(&played, 1, "hero")[0].len(), 4);
    assert_eq!(steps(&played, 2, "hero")[0].len(), 2);
    assert_eq!(played.said(1, "takes the Stance"), ["hero takes the Stance protect."]);
    assert!(played.applied(1, "THRUM-11"));
}

/// The Stance that the first listed takes in Round Zero.
#[track_caller]
fn taken(text: &str, faces: &[u32]) -> String {
    let played = one_round(text, &[], faces);
    assert!(played.applied(0, "THRUM-11"));
    let line = played.said(0, "hero takes the Stance ")[0].to_owned();
    line["hero takes the Stance ".len()..line.len() - 1].to_owned()
}

/// THRUM-11, P6: `stance`, then `protect` of a guardian beside an ally, then the first own one, then by the best defence.
#[test]
fn policies_choose_stances() {
    let own: &[&str] = &[r#"id = "one", type = "stance""#, r#"id = "two", type = "stance""#];
    for (keys, tables, stance) in [
        ("", own, "one"),
        ("stance = \"two\"", own, "two"),
        ("stance = \"assist\"", own, "assist"),
        ("policy = \"guardian\"", own, "one"),
        ("", &[], "dodge"),
        ("resilience = 1\nevasion = 1", &[], "dodge"),
        ("resilience = 1", &[], "brace"),
        ("defence = \"standard\"", &[], "brace"),
        ("defence = \"evasion\"\nresilience = 9", &[], "dodge"),
    ] {
        assert_eq!(taken(&alone(keys, tables), &FIRST), stance, "{keys}");
    }
    for (policy, stance) in [("guardian", "protect"), ("default", "one")] {
        for (x, expected) in [(1, stance), (2, "one")] {
            let text = scene(
                QUIET,
                "width = 12\nheight = 1",
                &[
                    pc("hero", &rooted((0, 0), &format!("policy = \"{policy}\"\n{}", abilities(own)))),
                    pc("ally", &rooted((x, 0), "")),
                    npc("orc", &rooted((11, 0), "")),
                ],
            );
            assert_eq!(taken(&text, &[3; 6]), expected, "{policy} {x}");
        }
    }
}

/// P6: against enemies who all attack minds one concentrates.
#[test]
fn minds_are_guarded_against_those_who_attack_them() {
    let whisper = r#"id = "whisper", type = "action", tags = ["mental_attack"], success = { stress = 1 }"#;
    for (first, second, stance) in [
        (&[whisper][..], &[whisper][..], "concentrate"),
        (&[whisper], &[STRIKE], "brace"),
        (&[STRIKE, whisper], &[whisper], "brace"),
        (&[whisper, STRIKE], &[whisper], "concentrate"),
        (&[], &[whisper], "brace"),
    ] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), "defence = \"standard\"")),
                npc("orc", &rooted((11, 0), &abilities(first))),
                npc("imp", &rooted((10, 0), &abilities(second))),
            ],
        );
        assert_eq!(taken(&text, &[3; 6]), stance, "{first:?} {second:?}");
    }
}

/// THRUM-11, THRUM-12: `brace`, `dodge` and `concentrate` give a Boon on their defence, and on no other.
#[test]
fn basic_stances_give_boons() {
    for (stance, defence, tag, dice) in [
        ("brace", "standard", "physical_attack", 3),
        ("dodge", "standard", "physical_attack", 2),
        ("concentrate", "standard", "physical_attack", 2),
        ("dodge", "evasion", "physical_attack", 4),
        ("brace", "evasion", "physical_attack", 3),
        ("concentrate", "standard", "mental_attack", 3),
        ("brace", "standard", "mental_attack", 2),
        ("assist", "standard", "physical_attack", 2),
        ("protect", "standard", "physical_attack", 2),
    ] {
        let strike = format!("id = \"strike\", type = \"action\", tags = [\"{tag}\"]");
        let orc = rooted((1, 0), &format!("stance = \"{stance}\"\ndefence = \"{defence}\""));
        let text = scene(
            QUIET,
            "width = 2\nheight = 1",
            &[pc("hero", &rooted((0, 0), &abilities(&[&strike]))), npc("orc", &orc)],
        );
        let mut faces = [&FIRST[..], &[5, 5]].concat();
        faces.extend([1, 1].iter().chain(&[1, 1][..dice - 2]));
        let played = one_round(&text, &[], &faces);
        assert_eq!(played.metric("hits"), 1, "{stance} {defence} {tag}");
        assert!(played.applied(0, "THRUM-11"));
        let last = faces.len() - 1;
        faces[last - 1] = 6;
        faces[last] = 6;
        assert_eq!(one_round(&text, &[], &faces).metric("hits"), 0, "{stance} {defence} {tag}");
    }
}
