//! THRUM-12: what everybody can do.

use super::fighters::*;
use super::*;

/// THRUM-12, THRUM-38: the Basic Attack is physical and Ranged, with `attack`, `basic_attack_range` and `basic_attack_fatigue`.
#[test]
fn basic_attacks_are_shots() {
    for (overrides, x, own, taken) in [
        (&[][..], 4, &[][..], None),
        (&[], 3, &[3, 3, 4, 4], Some(0)),
        (&[], 3, &[3, 4, 4, 4], Some(2)),
        (&["rules.basic_attack_fatigue=5"], 2, &[3, 4, 4, 4], Some(5)),
        (&["rules.basic_attack_fatigue=0"], 2, &[3, 4, 4, 4], Some(0)),
        (&["rules.basic_attack_range=7"], 7, &[3, 4, 4, 4], Some(2)),
        (&["rules.basic_attack_range=7"], 8, &[], None),
        (&["rules.basic_attack_range=0"], 1, &[], None),
        // An adjacent enemy hampers it.
        (&[], 1, &[3, 4, 6, 4, 4], Some(2)),
    ] {
        let orc = rooted((x, 0), &format!("{PLAIN}fatigue_tolerance = 50\n{}", abilities(&[SHOUT])));
        let text = scene("", "width = 12\nheight = 1", &[pc("hero", &rooted((0, 0), "attack = 2")), npc("orc", &orc)]);
        let played = one_round(&text, overrides, &[&FIRST[..], own].concat());
        assert_eq!(played.metric("attacks"), u32::from(taken.is_some()), "{overrides:?} {x}");
        assert_eq!(played.metric("fatigue_taken"), taken.unwrap_or(0), "{overrides:?} {x} {own:?}");
        assert_eq!((played.named("THRUM-12"), played.named("THRUM-38")), (taken.is_some(), x == 1 && taken.is_some()));
    }
}

/// Plays a round of a combatant that has nothing better to do, far from an orc that cannot be walked to.
#[track_caller]
fn idle(keys: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let hero = rooted((0, 0), keys);
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((11, 0), ""))]);
    one_round(&text, overrides, faces)
}

/// THRUM-12, P4: Recover takes `recover_amount` off Fatigue, or else off Stress, never below 0.
#[test]
fn recover_takes_fatigue_or_stress_off() {
    for (keys, overrides, fatigue, stress) in [
        ("fatigue = 3\nstress = 2", &[][..], 2, 2),
        ("fatigue = 3\nstress = 2", &["rules.recover_amount=2"], 1, 2),
        ("fatigue = 3", &["rules.recover_amount=5"], 0, 0),
        ("fatigue = 3", &["rules.recover_amount=0"], 3, 0),
        ("stress = 2", &[], 0, 1),
        ("stress = 2", &["rules.recover_amount=5"], 0, 0),
    ] {
        let played = idle(keys, overrides, &FIRST);
        assert_eq!(
            (played.fatigue()[0].0, played.stress()[0].0, played.metric("recovers")),
            (fatigue, stress, 1),
            "{keys}"
        );
        assert!(played.applied(1, "THRUM-12"));
    }
    let played = idle("", &[], &FIRST);
    assert_eq!((played.metric("recovers"), played.named("THRUM-12")), (0, false));
}

/// THRUM-12, P4: without loads it ends the first status that one has; and Burning ends in any case.
#[test]
fn recover_ends_a_status_and_burning() {
    let mire = r#"id = "mire", type = "stance", take = { blinded = 5, burning = 5, shocked = 5, weakened = 5 }"#;
    let left = |played: &Played| {
        [Status::Blinded, Status::Burning, Status::Shocked, Status::Weakened].map(|status| played.stacks(0, status))
    };
    let played = idle(&abilities(&[mire]), &[], &FIRST);
    assert_eq!((left(&played), played.fatigue()[0].0), ([0, 0, 4, 4], 0));
    assert!(played.applied(1, "THRUM-12"));
    let gore = r#"id = "gore", type = "stance", take = { bleed = 5, blinded = 5 }"#;
    let played = idle(&abilities(&[gore]), &[], &FIRST);
    assert_eq!([Status::Bleed, Status::Blinded].map(|status| played.stacks(0, status)), [0, 4]);
    let played = idle(&format!("fatigue = 2\n{}", abilities(&[mire])), &[], &FIRST);
    assert_eq!((left(&played), played.fatigue()[0].0), ([4, 0, 4, 4], 1));
}

/// THRUM-12, P4: one Dashes up to one's Speed towards an enemy, where that leads nearer, and only then.
#[test]
fn dashes_lead_nearer() {
    let walk = |row: &str, from: i16, keys: &str| {
        let hero = at((from, 0), keys);
        let text =
            scene(QUIET, &rows(&[row]), &[pc("hero", &hero), npc("orc", &rooted((row.len() as i16 - 1, 0), ""))]);
        one_round(&text, &[], &FIRST)
    };
    let lengths = |played: &Played| steps(played, 1, "hero").map(|steps| steps.len());
    let played = walk("............", 0, "");
    assert_eq!((lengths(&played), played.applied(1, "THRUM-12")), ([4, 4], true));
    assert_eq!(lengths(&walk("............", 4, "")), [4, 2]);
    // Beside its enemy it Recovers instead.
    let played = walk("............", 6, "fatigue = 1");
    assert_eq!((lengths(&played), played.metric("recovers")), ([4, 0], 1));
    // And so it does where no step leads nearer, or none is affordable.
    for row in ["....#.......", "...2........"] {
        let played = walk(row, 0, "speed = 1\nfatigue = 1");
        let played = if row.contains('2') { walk(row, 2, "speed = 1\nfatigue = 1") } else { played };
        assert_eq!((played.said(1, "Dashes").len(), played.metric("recovers")), (0, 1), "{row}");
    }
    // An Exhausted combatant does neither.
    let played = walk("............", 0, "fatigue = 9");
    assert_eq!((lengths(&played), played.metric("recovers")), ([4, 0], 0));
}

/// THRUM-12, THRUM-54: Resuscitate revives an ally beside one, halves its loads, rounded down, and clears it.
#[test]
fn resuscitate_revives() {
    let curse = r#"id = "curse", type = "stance", take = { weakened = 9, stress = 5, mark = 2, hidden = true }"#;
    let fallen = format!(
        "initiative = 9\nfatigue = 99\nfatigue_tolerance = 50\nstress_tolerance = 9\n{}",
        abilities(&[SHOUT, curse])
    );
    for (x, revived) in [(1, 1), (2, 0)] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[pc("hero", &rooted((0, 0), "")), pc("ally", &rooted((x, 0), &fallen)), npc("orc", &rooted((11, 0), ""))],
        );
        let played = one_round(&text, &[], &[3, 3, 3, 3, 3, 3, 1, 1]);
        assert_eq!((played.metric("resuscitations"), played.applied(1, "THRUM-54")), (revived, revived > 0));
        let ally = &played.end.bodies[1];
        let expected = if revived > 0 { (48, 48, 2, 0) } else { (97, 48, 5, 8) };
        assert_eq!((ally.fatigue, ally.fatigue_tolerance, ally.stress, played.stacks(1, Status::Weakened)), expected);
        assert_eq!((ally.mark, played.is(1, Conditions::HIDDEN)), (2, true));
        assert_eq!(played.named("THRUM-12"), revived > 0);
    }
}

/// A fight of two against one, in which the first has a Stance and the second strikes, or is struck.
fn company(stance: &str, x: i16, striker: &str) -> String {
    let blow = |id: &str| if id == striker { abilities(&[STRIKE]) } else { String::new() };
    scene(
        QUIET,
        "width = 12\nheight = 2",
        &[
            pc("hero", &rooted((x, 1), &format!("stance = \"{stance}\"\ninitiative = -9"))),
            pc("ally", &rooted((4, 0), &format!("{PLAIN}{}", blow("ally")))),
            npc("orc", &rooted((5, 0), &format!("{PLAIN}{}", blow("orc")))),
        ],
    )
}

/// THRUM-12, THRUM-43: `assist` gives a Bane on the defence of an adjacent enemy whom an ally attacks, and ends;
/// `protect` gives a Boon on the defence of an adjacent ally, and ends.
#[test]
fn allies_assist_and_protect() {
    for (stance, striker, x, banes, boons) in [
        ("assist", "ally", 6, 1, 0),
        ("assist", "ally", 3, 0, 0),
        ("assist", "orc", 3, 0, 0),
        ("protect", "orc", 3, 0, 1),
        ("protect", "orc", 2, 0, 0),
        ("protect", "ally", 4, 0, 0),
    ] {
        let text = company(stance, x, striker);
        let defence: &[u32] = match (banes, boons) {
            (0, 0) => &[6, 1],
            (1, 0) => &[6, 1, 6],
            _ => &[1, 1, 6],
        };
        // A total of 7 defends against 7, one of 7 of three dice with a Bane as well.
        let faces = [&[3; 6][..], &[3, 4], defence].concat();
        let played = one_round(&text, &[], &faces);
        assert_eq!((played.metric("hits"), played.metric("triggers")), (0, banes + boons), "{stance} {striker} {x}");
        assert_eq!(played.applied(1, "THRUM-43"), banes + boons > 0);
        let faces = [&[3; 6][..], &[4, 4], defence].concat();
        let played = one_round(&text, &[], &faces);
        assert_eq!(played.metric("hits"), 1, "{stance} {striker} {x}");
        // It is taken anew in the turn of its own.
        assert_eq!(played.said(1, "hero takes the Stance").len() as u32, banes + boons);
    }
}
