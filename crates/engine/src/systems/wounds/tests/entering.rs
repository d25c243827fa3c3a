//! Repostes against those who enter a threat range (WOUNDS-21 to WOUNDS-23).

use super::*;

/// A weapon that takes 1 and reaches three yards.
const PIKE: &str = "damage = 1, critical_on = 21, reach = 3";
/// A weapon that drops whom it hits, and reaches three yards.
const DEADLY_PIKE: &str = "damage = 10, critical_on = 21, reach = 3";

/// A reckless hero on 5, ten yards from orcs on 9.
fn charge(hero: &str, orcs: &[String]) -> String {
    let text = scene("", &[&[member("hero", hero)], orcs].concat());
    text.replacen("start_distance = 1\n", "start_distance = 10\n", 1)
}

/// An orc that stays where it is.
fn orc(id: &str, keys: &str, weapon: &str) -> String {
    enemy(id, &format!("{keys}\n{}", rooted(&[weapon])))
}

/// WOUNDS-21, WOUNDS-23: the Reposte comes at the moment of entering and before the mover's own attack; harm that does not
/// drop it does not shorten the move.
#[test]
fn entering_a_threat_range_provokes_a_reposte() {
    let text = charge(&attacks(&[EVEN]), &[orc("orc", "", PIKE)]);
    let played = one_round(&text, &[], &[5, 9, 11, 10, 10]);
    assert_eq!((played.wound_points(), played.positions()), (vec![9, 10], vec![9, 10]));
    assert_eq!((played.metric("repostes"), played.metric("reposte_hits"), played.metric("strikes")), (1, 1, 3));
    assert!(played.applied(1, "WOUNDS-21") && played.applied(1, "WOUNDS-23"));
    let lines = played.narration(1);
    assert!(lines.find("orc strikes at hero") < lines.find("hero strikes at orc"), "{lines}");
    // A mover that is dropped stays where the range begins, and its turn is lost.
    let text = charge(&attacks(&[EVEN]), &[orc("orc", "", DEADLY_PIKE)]);
    let played = play(&wounds(&text, &[]), [5, 9, 11]);
    assert_eq!((played.outcome.winner, played.positions()), (Winner::Enemies, vec![7, 10]));
    assert_eq!((played.metric("strikes"), played.metric("turns_lost")), (1, 1));
}

/// WOUNDS-21: not where the move begins inside, nor where it ends before; but where it ends at the very edge.
#[test]
fn only_the_way_from_outside_to_inside_counts() {
    let repostes = |position: i32, speed: i32, faces: &[u32]| {
        let hero = format!("position = {position}\nspeed = {speed}\n{}", attacks(&[SCRATCH]));
        let played = one_round(&charge(&hero, &[orc("orc", "", PIKE)]), &[], &[&[5, 9], faces].concat());
        (played.metric("repostes"), played.positions()[0])
    };
    assert_eq!(repostes(0, 7, &[1, 1]), (1, 7), "the Reposte and the orc's attack");
    assert_eq!(repostes(0, 6, &[]), (0, 6));
    assert_eq!(repostes(6, 3, &[1, 1, 1]), (1, 9), "one yard outside");
    assert_eq!(repostes(7, 3, &[1, 1]), (0, 9), "inside");
    assert_eq!(repostes(13, 9, &[1, 1]), (0, 11), "inside, from above");
    assert_eq!(repostes(14, 9, &[1, 1, 1]), (1, 11), "from above");
}

/// WOUNDS-21: the ranges are entered in the order in which the mover meets them, ties in listed order; a range behind it, or
/// of somebody who is down, is none.
#[test]
fn ranges_are_met_in_their_order() {
    let long = "damage = 10, critical_on = 21, reach = 5";
    let behind = orc("behind", "position = -4", DEADLY_PIKE);
    let down = orc("down", "position = 5\nstarting_wounds = 0", DEADLY_PIKE);
    // It runs at the near one, which is the weakest, and whose range it enters at 9; that of the far one begins at 6.
    let hero = format!("targeting = \"weakest\"\n{}", attacks(&[SCRATCH]));
    let text = charge(&hero, &[orc("near", "strength = 3", EVEN), orc("far", "position = 11", long), behind, down]);
    let faces = [5, 9, 9, 9, 9];
    let played = play(&wounds(&text, &[]), [&faces[..], &[11]].concat());
    assert_eq!((played.positions()[0], played.said(1, "who enters")[0].starts_with("far ")), (6, true));
    let played = play(&wounds(&text, &[]), [&faces[..], &[10, 11]].concat());
    assert_eq!((played.positions()[0], played.metric("repostes")), (9, 2));
    assert!(played.said(1, "who enters")[1].starts_with("near "));
    // Both are entered at 7.
    let text = charge(&attacks(&[SCRATCH]), &[orc("first", "", DEADLY_PIKE), orc("second", "", DEADLY_PIKE)]);
    let played = play(&wounds(&text, &[]), [5, 9, 9, 11]);
    assert!(played.said(1, "who enters")[0].starts_with("first "));
}

/// WOUNDS-21, WOUNDS-24: who runs past somebody enters its range as well.
#[test]
fn ranges_are_entered_in_passing() {
    let hero = format!("targeting = \"weakest\"\nspeed = 20\n{}", attacks(&[EVEN]));
    let text = charge(&hero, &[orc("near", "position = 5", EVEN), orc("far", "strength = 3\nposition = 12", EVEN)]);
    // Past the near one, entered at 4, to the far one, entered at 11; the latter falls.
    let played = one_round(&text, &[], &[5, 9, 9, 10, 10, 11]);
    assert_eq!((played.positions(), played.metric("repostes")), (vec![11, 5, 12], 2));
    assert_eq!(played.wound_points(), [10, 10, -7]);
}

/// WOUNDS-21: a used Reaction is gone: only the first of two who run into a pike is struck at.
#[test]
fn there_is_one_reaction_for_all_who_enter() {
    let hero = format!("count = 2\n{}", attacks(&[SCRATCH]));
    let text = charge(&hero, &[orc("orc", "", PIKE)]);
    let played = one_round(&text, &[], &[5, 6, 9, 11, 1, 1, 1]);
    assert_eq!((played.metric("repostes"), played.wound_points()), (1, vec![9, 10, 10]));
    // Both on one count: the first in listed order.
    let played = one_round(&text, &[], &[5, 5, 9, 11, 1, 1, 1]);
    assert_eq!((played.metric("repostes"), played.wound_points()), (1, vec![9, 10, 10]));
}

/// WOUNDS-22: a Defensive Attack and an advance are covered, a plain attack, a throw, a Heal check are not.
#[test]
fn a_defensive_attack_is_covered() {
    let defensive = format!("policy = \"defensive\"\n{}", attacks(&[SCRATCH]));
    let text = charge(&defensive, &[orc("orc", "", PIKE)]);
    let played = one_round(&text, &[], &[5, 9, 1, 1]);
    assert_eq!((played.metric("repostes"), played.metric("defensive_attacks")), (0, 1));
    assert_eq!(played.counts(1)[0], "6: hero, Defensive Attack with a0.");
    assert!(played.applied(1, "WOUNDS-22"));
    // An advance of eight yards, to the edge and over it.
    let played = one_round(&text, &["combatants.hero.speed=8"], &[5, 9, 1]);
    assert_eq!((played.metric("repostes"), played.metric("defensive_attacks")), (0, 1));
    assert_eq!((played.positions()[0], played.counts(1)[0]), (8, "6: hero, a covered advance."));
    assert!(played.applied(1, "WOUNDS-22"));
    let throw = attacks(&["kind = \"thrown\", damage = 1, range = 2"]);
    let played =
        one_round(&charge(&format!("policy = \"default\"\n{throw}"), &[orc("orc", "", PIKE)]), &[], &[5, 9, 1, 1, 1]);
    assert_eq!((played.metric("repostes"), played.positions()[0], played.named("WOUNDS-22")), (1, 8, false));
    let patient = member("patient", "position = 9\nstarting_wounds = -1");
    let medic = "policy = \"medic\"\nheal = 0";
    let played = one_round(&charge(medic, &[patient, orc("orc", "", PIKE)]), &[], &[5, 1, 9, 1, 1]);
    assert_eq!((played.metric("repostes"), played.positions()[0]), (1, 8));
}

/// WOUNDS-22: where nobody could have struck, nothing is covered.
#[test]
fn a_covered_move_that_enters_nothing_applies_no_rule_of_cover() {
    let text = charge(&format!("policy = \"defensive\"\n{}", attacks(&[SCRATCH])), &[orc("orc", "", PIKE)]);
    let played = one_round(&text, &["combatants.hero.speed=3"], &[5, 9]);
    assert_eq!((played.positions()[0], played.counts(1)[0]), (3, "6: hero, a covered advance."));
    assert_eq!((played.metric("repostes"), played.named("WOUNDS-22")), (0, false));
}

/// WOUNDS-21: `reposte_on_entry = false`: nobody strikes at who enters, and `default` has no need of cover.
#[test]
fn entering_may_provoke_nothing() {
    for policy in ["reckless", "default"] {
        let text = charge(&format!("policy = \"{policy}\"\n{}", attacks(&[SCRATCH])), &[orc("orc", "", PIKE)]);
        let played = one_round(&text, &["rules.reposte_on_entry=false"], &[5, 9, 1, 1]);
        assert_eq!((played.metric("repostes"), played.metric("defensive_attacks")), (0, 0), "{policy}");
        assert_eq!((played.counts(1)[0], played.named("WOUNDS-22")), ("5: hero, a0.", false));
    }
}

/// WOUNDS-21: `entry_reposte_by = "full_defense"`: only whose Full-Defense is in force.
#[test]
fn only_full_defense_may_answer_who_enters() {
    let knob = "rules.entry_reposte_by=full_defense";
    let text = charge(&attacks(&[SCRATCH]), &[orc("orc", "", PIKE)]);
    assert_eq!(one_round(&text, &[knob], &[5, 9, 1, 1]).metric("repostes"), 0);
    let text = charge(&attacks(&[SCRATCH]), &[orc("orc", "policy = \"guard\"", PIKE)]);
    // In force on 4, before the hero comes: that was the Reaction.
    let played = one_round(&text, &[knob], &[5, 5, 1, 1]);
    assert_eq!((played.metric("repostes"), played.said(1, "who enters").len()), (1, 1));
    assert!(played.applied(1, "WOUNDS-21") && !played.named("WOUNDS-19"));
    // Not yet in force on 5; the attack comes before it as well.
    assert_eq!(one_round(&text, &[knob], &[5, 9, 1]).metric("repostes"), 0);
    // By default anyone.
    let played = one_round(&text, &[], &[5, 9, 1, 1]);
    assert_eq!((played.metric("repostes"), played.applied(1, "WOUNDS-21")), (1, true));
}

/// WOUNDS-21, WOUNDS-22: worked check 10 of the ledger: the pike of the party against a reckless orc, and against one
/// that comes covered.
#[test]
fn walking_into_a_pike() {
    let party = format!("speed = 0\ninitiative_modifier = 20\n{}", attacks(&[DEADLY_PIKE]));
    for (policy, faces, winner) in
        [("reckless", &[1, 1, 11][..], Winner::Party), ("default", &[1, 1, 11], Winner::Enemies)]
    {
        let orc = format!("position = 5\npolicy = \"{policy}\"\n{}", attacks(&[EVEN]));
        let played = play(&wounds(&scene("", &[member("hero", &party), enemy("orc", &orc)]), &[]), faces.to_vec());
        assert_eq!(played.outcome.winner, winner, "{policy}");
    }
}
