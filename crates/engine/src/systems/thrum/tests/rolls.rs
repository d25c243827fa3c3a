//! THRUM-01 and THRUM-02: Boons and Banes, contests.

use super::fighters::*;
use super::*;

/// A strike with more keys at somebody beside the striker: whether it hit, and whether that was a Critical.
#[track_caller]
fn strike(keys: &str, overrides: &[&str], faces: &[u32]) -> (u32, u32) {
    let hero = rooted((0, 0), &abilities(&[&format!("{STRIKE}{keys}")]));
    let text = scene(QUIET, "width = 2\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((1, 0), PLAIN))]);
    let played = one_round(&text, overrides, &[&FIRST, faces].concat());
    assert!(played.named("THRUM-01") && played.named("THRUM-02"));
    assert_eq!(played.metric("attacks"), 1);
    (played.metric("hits"), played.metric("criticals"))
}

/// THRUM-01: of a roll with Boons the lowest dice are dropped, with Banes the highest, as many as there are.
#[test]
fn boons_drop_the_lowest_dice_and_banes_the_highest() {
    for (boons, own, total) in [
        (0, &[3, 4][..], 7),
        (1, &[1, 5, 4], 9),
        (1, &[6, 1, 6], 12),
        (2, &[1, 6, 2, 5], 11),
        (3, &[1, 2, 3, 1, 2], 5),
        (-1, &[1, 5, 4], 5),
        (-2, &[6, 6, 2, 1], 3),
        (-3, &[6, 5, 4, 3, 2], 5),
    ] {
        let keys = format!(", boons = {boons}");
        // The defence of the same total holds; one less does not.
        let defence = |total: u32| [total / 2, total - total / 2];
        assert_eq!(strike(&keys, &[], &[own, &defence(total)].concat()), (0, 0), "{own:?}");
        assert_eq!(strike(&keys, &[], &[own, &defence(total - 1)].concat()), (1, 0), "{own:?}");
    }
}

/// THRUM-01: Boons and Banes cancel one for one.
#[test]
fn boons_and_banes_cancel() {
    for (boons, granted, dice) in [(2, -2, 2), (2, -1, 3), (1, -2, 3), (-3, 3, 2), (1, 2, 5)] {
        let passive = format!("id = \"calm\", type = \"passive\", grants = {{ attack_boons = {granted} }}");
        let hero = rooted((0, 0), &abilities(&[&format!("{STRIKE}, boons = {boons}"), &passive]));
        let text = scene(QUIET, "width = 2\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((1, 0), PLAIN))]);
        let attack = vec![3; dice];
        let played = one_round(&text, &[], &[&FIRST[..], &attack, &[1, 1]].concat());
        assert!(played.named("THRUM-01"));
        assert_eq!(played.metric("hits"), 1, "{boons} and {granted}");
    }
}

/// THRUM-02: the attack has to be above the defence; equal totals go to `ties`.
#[test]
fn ties_go_to_the_defender_or_the_attacker() {
    for (overrides, own, hits) in [
        (&[][..], [3, 3], 0),
        (&[], [3, 4], 0),
        (&[], [4, 4], 1),
        (&["rules.ties=defender"], [3, 4], 0),
        (&["rules.ties=attacker"], [3, 4], 1),
        (&["rules.ties=attacker"], [3, 3], 0),
    ] {
        assert_eq!(strike("", overrides, &[own[0], own[1], 3, 4]).0, hits, "{overrides:?} {own:?}");
    }
}

/// THRUM-02: both add their modifiers.
#[test]
fn contests_add_modifiers() {
    assert_eq!(strike(", modifier = 3", &[], &[2, 2, 3, 3]), (1, 0));
    assert_eq!(strike(", modifier = 3", &["combatants.orc.resilience=1"], &[2, 2, 3, 3]), (0, 0));
    assert_eq!(strike(", modifier = -2", &[], &[5, 4, 3, 4]), (0, 0));
    assert_eq!(strike(", modifier = -2", &["combatants.orc.resilience=-1"], &[5, 4, 3, 4]), (1, 0));
}

/// THRUM-02: `critical_margin` above the defence is a Critical, whoever wins ties.
#[test]
fn a_margin_makes_a_critical() {
    for ties in ["defender", "attacker"] {
        let ties = format!("rules.ties={ties}");
        assert_eq!(strike("", &[&ties], &[5, 5, 3, 3]), (1, 0));
        assert_eq!(strike("", &[&ties], &[6, 5, 3, 3]), (1, 1));
        assert_eq!(strike("", &[&ties, "rules.critical_margin=7"], &[6, 6, 3, 3]), (1, 0));
        assert_eq!(strike("", &[&ties, "rules.critical_margin=7"], &[6, 6, 3, 2]), (1, 1));
        assert_eq!(strike("", &[&ties, "rules.critical_margin=1"], &[4, 3, 3, 3]), (1, 1));
    }
}

/// THRUM-02: as far below is a critical defence, after which Evasion leaves nothing open.
#[test]
fn a_margin_makes_a_critical_defence() {
    let orc = rooted((1, 0), "defence = \"evasion\"\nstance = \"concentrate\"");
    let hero = rooted((0, 0), &abilities(&[STRIKE]));
    let text =
        scene(&format!("{QUIET}evasion_boon = 0"), "width = 2\nheight = 1", &[pc("hero", &hero), npc("orc", &orc)]);
    for (overrides, own, opened) in [
        (&[][..], [1, 3], 1),
        (&[], [1, 2], 0),
        (&["rules.critical_margin=6"], [1, 2], 1),
        (&["rules.critical_margin=6"], [1, 1], 0),
    ] {
        let played = one_round(&text, overrides, &[1, 1, 6, 6, own[0], own[1], 4, 4]);
        assert!(played.named("THRUM-02"));
        assert_eq!(played.stacks(1, Status::Vulnerable), opened, "{overrides:?} {own:?}");
    }
}
