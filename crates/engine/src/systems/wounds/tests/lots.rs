//! Lots where combatants are equal (WOUNDS-06, WOUNDS-08).

use super::*;

/// Two against two on one count, all of them at one yard; what they do takes nothing.
fn four(keys: &str) -> String {
    let fighter = format!("{keys}\n{}", attacks(&[TOUCH]));
    let all = [member("hero", &fighter), member("friend", &fighter), enemy("orc", &fighter), enemy("ogre", &fighter)];
    scene("reposte_on_entry = false", &all)
}

/// Of four: the ogre, the friend, the hero, the orc.
const LOTS: [u32; 3] = [2, 1, 4];

/// A round in which all have the same initiative and miss.
const ROUND: [u32; 8] = [5, 5, 5, 5, 1, 1, 1, 1];

/// Strikes in order: who struck at whom.
fn strikes(played: &Played) -> Vec<String> {
    let pair = |line: &str| line.split(' ').take(4).collect::<Vec<_>>().join(" ").replace(" strikes at ", " ");
    played.said(1, " strikes at ").into_iter().map(pair).collect()
}

/// WOUNDS-06: with `order_ties = "random"` those on one count come by lot, which is drawn before anything else.
#[test]
fn those_on_one_count_come_by_lot() {
    let listed = one_round(&four(""), &[], &ROUND);
    assert_eq!(listed.counts(1), ["5: hero, a0; friend, a0; orc, a0; ogre, a0."]);
    let by_lot = one_round(&four(""), &["rules.order_ties=random"], &[&LOTS[..], &ROUND].concat());
    assert_eq!(by_lot.said(0, "Lots"), ["Lots, where nothing else decides: ogre, friend, hero, orc."]);
    assert!(by_lot.applied(0, "WOUNDS-06"));
    assert_eq!(by_lot.counts(1), ["5: ogre, a0; friend, a0; hero, a0; orc, a0."]);
    assert_eq!(strikes(&by_lot), ["ogre hero", "friend orc", "hero orc", "orc hero"], "whom they strike at is listed");
}

/// WOUNDS-08: with `target_ties = "random"` the first by lot of the equally near, and of the equally weak, is struck at; also
/// one that is declared.
#[test]
fn the_equally_good_are_chosen_by_lot() {
    for targeting in ["nearest", "weakest", "finish"] {
        for targets in ["free", "fixed"] {
            let targets = format!("rules.declared_targets={targets}");
            let text = four(&format!("targeting = \"{targeting}\""));
            let played = one_round(&text, &["rules.target_ties=random", &targets], &[&LOTS[..], &ROUND].concat());
            assert_eq!(strikes(&played), ["hero ogre", "friend ogre", "orc friend", "ogre friend"], "{targeting}");
        }
    }
}

/// WOUNDS-04, WOUNDS-16: whoever of a group arrives first by lot, its die of initiative is rolled once.
#[test]
fn a_group_that_arrives_by_lot_rolls_once() {
    let wolf = |id: &str| enemy(id, &format!("enters_at = 3\ninitiative_group = \"pack\"\n{}", attacks(&[TOUCH])));
    let text = scene("", &[member("hero", &attacks(&[TOUCH])), wolf("grey"), wolf("black")]);
    // Black, then grey, then the hero, who has nobody to attack before they come; their one die comes with them.
    let played = one_round(&text, &["rules.order_ties=random"], &[2, 3, 9, 5, 1, 1]);
    assert_eq!(played.counts(1), ["5: black, a0; grey, a0."]);
}
