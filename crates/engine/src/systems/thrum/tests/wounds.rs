//! Wounds, how Incapacity ends, and what is recorded (THRUM-16, THRUM-52 to THRUM-55).

use super::standoff::*;
use super::*;
use crate::outcome::Winner;

/// Somebody who has so much Tolerance and Load when it falls in its first turn, with another to keep the fight going.
fn falling(tolerance: i32, load: i32, overrides: &[&str], count: u32) -> (Thrum, Played) {
    let orc = FALLS.replace("40", &load.to_string()).replace("20", &tolerance.to_string());
    let orc = still_npc("orc", (1, 0), &orc);
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), ""), orc, still_npc("other", (9, 0), "")]);
    let played = ordered(count, &text, overrides, &[2, 12, 12], &[1, 1]);
    (thrum(&text, overrides), played)
}

/// Tolerance, Load, Wounds and whether it is active or gone, after each round.
fn clock(tolerance: i32, load: i32, overrides: &[&str], count: u32) -> Vec<(i32, i32, u8, &'static str)> {
    let (_, played) = falling(tolerance, load, overrides, count);
    let seen = played.states[1..].iter().map(|state| {
        let body = &state.bodies[1];
        let how = match (state.present.contains(1.into()), state.active.contains(1.into())) {
            (_, true) => "awake",
            (true, false) => "down",
            (false, false) => "gone",
        };
        (body.fatigue_tolerance, body.fatigue, body.wounds, how)
    });
    seen.collect()
}

/// THRUM-51 to THRUM-54: the ledger's worked check 7.
#[test]
fn the_clock_of_incapacity_runs_down() {
    let before = ["rules.wound_check=before"];
    // The Load of a removed combatant is forgotten.
    assert_eq!(
        clock(4, 7, &[], 5),
        [(2, 5, 0, "down"), (1, 4, 0, "down"), (0, 3, 1, "down"), (0, 2, 2, "down"), (0, 1, 3, "gone")]
    );
    assert_eq!(
        clock(4, 7, &before, 6),
        [
            (2, 5, 0, "down"),
            (1, 4, 0, "down"),
            (0, 3, 0, "down"),
            (0, 2, 1, "down"),
            (0, 1, 2, "down"),
            (0, 0, 3, "gone")
        ]
    );
    assert_eq!(clock(4, 5, &[], 3), [(2, 3, 0, "down"), (1, 2, 0, "down"), (0, 1, 1, "down")]);
    let (_, played) = falling(4, 5, &before, 4);
    assert_eq!((played.metric("wounds"), played.metric("awakenings"), played.fatigue()[1]), (1, 1, (0, 0)));
    for (overrides, wounds) in [(&[][..], 0), (&before, 1)] {
        let (_, played) = falling(0, 2, overrides, 1);
        let ends = (played.metric("wounds"), played.metric("awakenings"), played.fatigue()[1]);
        assert_eq!(ends, (wounds, 1, (0, 0)), "awake with no Wound, or with one");
        assert_eq!((played.active(), played.applied(1, "THRUM-54")), (vec![0, 1, 2], true));
    }
    // A Load that reaches 0 at once ends Incapacity at once.
    let (_, played) = falling(0, 3, &["rules.upkeep=3"], 1);
    assert_eq!((played.metric("incapacitations"), played.metric("awakenings"), played.metric("wounds")), (1, 1, 0));
}

/// THRUM-53, THRUM-54: the Wound before the upkeep removes for good: nobody who is removed comes round in the same moment, and
/// nothing is told of what ends or runs down with its turn.
#[test]
fn the_removed_do_not_come_round() {
    for (overrides, metrics, said) in [
        (&["rules.wounds_to_remove=1", "rules.wound_check=before"][..], (1, 1, 0), (0, 1, 0)),
        (&["rules.wounds_to_remove=2", "rules.wound_check=before"], (1, 0, 1), (1, 0, 1)),
        (&["rules.wounds_to_remove=1"], (0, 0, 1), (1, 0, 1)),
    ] {
        let (_, played) =
            falling(0, 2, &[overrides, &["combatants.orc.abilities.last.self_effect.shocked=2"]].concat(), 1);
        assert_eq!((played.metric("wounds"), played.metric("removals"), played.metric("awakenings")), metrics);
        let lines = ["comes round", "is removed", "Shocked 1"].map(|words| played.said(1, words).len());
        assert_eq!((lines[0], lines[1], lines[2]), said, "{:?}", played.lines);
    }
}

/// THRUM-53: so many Wounds as `wounds_to_remove` says remove from the fight, as `removed_state` calls it; those that somebody
/// came with count.
#[test]
fn wounds_remove_from_the_fight() {
    for (overrides, end, removals) in [
        (&["rules.wounds_to_remove=1"][..], EndState::Dead, 1),
        (&["rules.wounds_to_remove=1", "rules.removed_state=down"], EndState::Down, 1),
        (&["rules.wounds_to_remove=2"], EndState::Down, 0),
        (&["combatants.orc.wounds=2"], EndState::Dead, 1),
        (&["combatants.orc.wounds=1"], EndState::Down, 0),
    ] {
        let (rules, played) = falling(0, 9, overrides, 1);
        assert_eq!((played.metric("wounds"), played.metric("removals")), (1, removals));
        assert_eq!(
            (rules.end_state(&played.end, 1.into()), played.ends[1], played.ends[2]),
            (end, end, EndState::Standing)
        );
        assert!(played.applied(1, "THRUM-53"));
    }
}

/// THRUM-52, THRUM-53: a Wound comes in the turn of the fall with or without the upkeep of that turn.
#[test]
fn the_turn_of_the_fall_counts_for_wounds() {
    let off = "rules.same_turn_upkeep=false";
    assert_eq!(clock(1, 9, &[off], 2), [(0, 8, 1, "down"), (0, 7, 2, "down")]);
    assert_eq!(clock(2, 9, &[off], 2), [(1, 8, 0, "down"), (0, 7, 1, "down")]);
    assert_eq!(clock(1, 9, &[off, "rules.wound_check=before"], 1), [(0, 8, 1, "down")]);
    assert_eq!(clock(2, 9, &[off, "rules.wound_check=before"], 2), [(1, 8, 0, "down"), (0, 7, 0, "down")]);
}

/// THRUM-12, THRUM-54: Resuscitate halves the Loads and ends what ails; any other `revive` ends Incapacity alone.
#[test]
fn incapacity_is_ended_by_others() {
    let revive = "id = \"r\", type = \"action\", target = \"ally\", effect = { revive = true }";
    for (healer, fatigue, stress, burning) in [(String::new(), 19, 3, 0), (abilities(&[revive]), 39, 6, 3)] {
        let combatants = [
            still_pc("hero", (0, 0), ""),
            still_npc("orc", (1, 0), &format!("stress = 6\nstress_tolerance = 9\n{FALLS}")),
            still_npc("other", (2, 0), &healer),
        ];
        let burns = "self_effect = { burning = 4 }, tags = [\"buff\"]";
        let text = scene(STILL, "", &combatants).replace("tags = [\"buff\"]", burns);
        let played = ordered(1, &text, &["rules.upkeep=1"], &[12, 8, 2], &[1, 1]);
        // It burns at the end of its turn.
        assert_eq!((played.fatigue()[1].0, played.stress()[1].0), (fatigue, stress));
        assert_eq!((played.stacks(1, Status::Burning), played.active()), (burning, vec![0, 1, 2]));
        assert_eq!((played.metric("resuscitations"), played.metric("awakenings")), (1, 0));
        assert!(played.applied(1, "THRUM-54"));
    }
}

/// THRUM-54: healing that takes the last of the Load ends Incapacity too.
#[test]
fn healing_can_bring_round() {
    let cloud = "id = \"c\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 3, range = 9, \
                 terrain = { enter = { heal_fatigue = 20 } }";
    let combatants = [
        still_pc("hero", (0, 0), &abilities(&[cloud])),
        still_npc("orc", (1, 0), &FALLS.replace("40", "22")),
        still_npc("other", (3, 0), ""),
    ];
    // It lies in the cloud at the start of its second turn.
    let played = ordered(2, &scene(STILL, "", &combatants), &[], &[2, 12, 12], &[1, 1]);
    assert_eq!((played.metric("awakenings"), played.active(), played.fatigue()[1]), (1, vec![0, 1, 2], (0, 18)));
}

/// THRUM-16, THRUM-55: what is recorded at the end: losses of Tolerance, and who cannot come round.
#[test]
fn the_end_is_recorded() {
    for (tolerance, collapsed) in [(2, 1), (3, 0)] {
        let (_, played) = falling(tolerance, 30, &[], 1);
        assert_eq!((played.metric("collapsed"), played.metric("collapsed.orc")), (collapsed, collapsed));
        assert_eq!((played.metric("collapsed.hero"), played.metric("fatigue_tolerance_lost.orc")), (0, 2));
        assert!(played.named("THRUM-16") && played.named("THRUM-55") && played.outcome.winner == Winner::Timeout);
    }
    let (_, played) = falling(0, 30, &["rules.wounds_to_remove=1"], 1);
    assert_eq!((played.metric("removals"), played.metric("collapsed")), (1, 0), "the removed are not Incapacitated");
}
