//! Combatants that come later (WOUNDS-16), and turns carried into the next round (WOUNDS-17).

use super::*;

/// A party of one, whom somebody joins on the field later.
fn late(hero: &str, newcomers: &[String]) -> String {
    scene("", &[&[member("hero", hero)], newcomers].concat())
}

/// WOUNDS-16: until its round nobody knows the orc; then it rolls and declares with the others.
#[test]
fn newcomers_come_at_the_start_of_their_round() {
    let orc = enemy("orc", &format!("enters_round = 3\n{}", rooted(&[SCRATCH])));
    let played = rounds(3, &late(&rooted(&[SCRATCH]), &[orc]), &[], &[7, 5, 1, 1]);
    assert_eq!((played.counts(1), played.counts(2)), (vec![], vec![]));
    assert_eq!(played.counts(3), ["5: orc, a0.", "7: hero, a0."]);
    assert!(played.applied(3, "WOUNDS-16") && !played.applied(2, "WOUNDS-16"));
    assert_eq!(played.said(3, "field"), ["orc comes onto the field at 1 yd."]);
}

/// WOUNDS-16, WOUNDS-04: a group that comes together shares its die.
#[test]
fn groups_arrive_with_one_die() {
    let wolf = format!("count = 2\nenters_round = 2\ninitiative_group = \"pack\"\n{}", rooted(&[SCRATCH]));
    let combatants = [enemy("wolf", &wolf), enemy("bear", &format!("enters_round = 2\n{}", rooted(&[SCRATCH])))];
    let played = rounds(2, &late(&rooted(&[SCRATCH]), &combatants), &[], &[9, 4, 6, 1, 1, 1, 1]);
    assert_eq!(played.counts(2), ["4: wolf-1, a0; wolf-2, a0.", "6: bear, a0.", "9: hero, a0."]);
}

/// WOUNDS-16: with a number it appears when the count is reached, after earlier turns, and rolls only then.
#[test]
fn newcomers_appear_on_their_count() {
    let orc = enemy("orc", &rooted(&[SCRATCH]));
    let brute =
        enemy("brute", &format!("enters_round = 2\nenters_at = 9\n{}", rooted(&["damage = 1, weapon_speed = 6"])));
    let played = rounds(2, &late(&rooted(&[SCRATCH]), &[orc, brute]), &[], &[5, 7, 1, 1, 1, 1, 4, 1]);
    assert_eq!(played.counts(2), ["5: hero, a0.", "7: orc, a0.", "10: brute, a0."]);
    assert!(played.applied(2, "WOUNDS-16") && !played.applied(1, "WOUNDS-16"));
    assert_eq!(played.metric("carried_turns"), 0);
}

/// WOUNDS-16, WOUNDS-17: it appears before the turns of its count, also in round 1, and a turn on that very count is taken.
#[test]
fn newcomers_appear_before_the_turns_of_the_count() {
    let orc = enemy("orc", &rooted(&[SCRATCH]));
    let brute = enemy("brute", &format!("enters_at = 5\nstrength = 3\n{}", rooted(&[SCRATCH])));
    let hero = format!("targeting = \"weakest\"\n{}", rooted(&[EVEN]));
    let played = one_round(&late(&hero, &[orc, brute]), &[], &[5, 7, 5, 11, 1, 1]);
    assert_eq!(played.counts(1), ["5: hero, a0; brute, a0.", "7: orc, a0."]);
    assert_eq!((played.wound_points(), played.metric("carried_turns")), (vec![10, 10, -7], 0));
}

/// WOUNDS-16: a count of dice is rolled at the start of the round, once for a group.
#[test]
fn the_count_of_arrival_may_be_rolled() {
    let orc = enemy("orc", &rooted(&[SCRATCH]));
    let wolf = |keys: &str| {
        format!("enters_round = 2\nenters_at = \"2d6-3\"\n{keys}\n{}", rooted(&["damage = 1, weapon_speed = 9"]))
    };
    let text =
        late(&rooted(&[SCRATCH]), &[orc.clone(), enemy("wolf", &wolf("count = 2\ninitiative_group = \"pack\""))]);
    // The wolves will come on 6, before the orc's turn.
    let played = rounds(2, &text, &[], &[5, 7, 1, 1, 4, 5, 1, 3, 1, 1, 1]);
    assert_eq!(
        played.said(2, "will appear"),
        ["wolf-1 will appear on count 6 (2d6-3: 4 + 5).", "wolf-2 will appear on count 6 (2d6-3: 4 + 5)."]
    );
    assert_eq!(played.counts(2), ["5: hero, a0.", "7: orc, a0.", "12: wolf-1, a0; wolf-2, a0."]);
    let text = late(&rooted(&[SCRATCH]), &[orc, enemy("wolf", &wolf("count = 2"))]);
    // Alone each has its own: 9 and -1.
    let played = rounds(2, &text, &[], &[5, 7, 1, 1, 6, 6, 1, 1, 2, 1, 1, 4, 1, 1]);
    assert_eq!(
        played.said(2, "will appear"),
        ["wolf-1 will appear on count 9 (2d6-3: 6 + 6).", "wolf-2 will appear on count -1 (2d6-3: 1 + 1)."]
    );
    assert_eq!(played.counts(2), ["5: hero, a0.", "7: orc, a0.", "11: wolf-2, a0.", "13: wolf-1, a0."]);
}

/// WOUNDS-16: those who come at the start roll their Base Initiative before counts of arrival are rolled.
#[test]
fn initiative_is_rolled_before_counts_of_arrival() {
    let combatants = [
        enemy("wolf", &format!("enters_round = 2\nenters_at = \"1d4\"\n{}", rooted(&[SCRATCH]))),
        enemy("bear", &format!("enters_round = 2\n{}", rooted(&[SCRATCH]))),
    ];
    let played = rounds(2, &late(&rooted(&[SCRATCH]), &combatants), &[], &[5, 12, 3, 9, 1, 1, 1]);
    assert_eq!(played.said(2, "will appear"), ["wolf will appear on count 3 (1d4: 3)."]);
    assert_eq!(played.counts(2), ["5: hero, a0.", "9: wolf, a0.", "12: bear, a0."]);
}

/// WOUNDS-17: worked check 5 of the ledger.
#[test]
fn the_late_ghoul() {
    let ghoul = |keys: &str| format!("enters_round = 3\nenters_at = 13\n{}", rooted(&[&format!("damage = 1{keys}")]));
    let text = late(&rooted(&[SCRATCH]), &[enemy("ghoul", &ghoul(""))]);
    let played = rounds(5, &text, &[], &[5, 8, 1, 1, 1, 1, 1]);
    assert_eq!((played.counts(3), played.metric("carried_turns")), (vec![], 1));
    assert_eq!(played.counts(4), ["-4: ghoul, a0 (carried).", "5: hero, a0.", "8: ghoul, a0."]);
    assert_eq!(played.counts(5), ["5: hero, a0.", "8: ghoul, a0."]);
    assert!(played.applied(3, "WOUNDS-17") && played.applied(4, "WOUNDS-17") && !played.applied(5, "WOUNDS-17"));
    // 12 + 1 is not late.
    let text = late(&rooted(&[SCRATCH]), &[enemy("ghoul", &ghoul(", weapon_speed = 1"))]);
    let played = rounds(3, &text, &[], &[5, 12, 1]);
    assert_eq!((played.counts(3), played.metric("carried_turns")), (vec!["13: ghoul, a0."], 0));
}

/// WOUNDS-17: `late_arrival_shift`.
#[test]
fn carried_turns_come_so_much_earlier() {
    let ghoul = format!("enters_at = 13\n{}", rooted(&[SCRATCH]));
    let text = late(&rooted(&[SCRATCH]), &[enemy("ghoul", &ghoul)]);
    let played = rounds(2, &text, &["rules.late_arrival_shift=2"], &[5, 8, 1, 1, 1]);
    assert_eq!(played.counts(2), ["5: hero, a0.", "6: ghoul, a0 (carried).", "8: ghoul, a0."]);
}

/// WOUNDS-06, WOUNDS-12, WOUNDS-17: both turns on one count, the carried one first: it throws the only knife, and the other
/// turn comes to nothing.
#[test]
fn a_carried_turn_is_taken_before_the_own_one() {
    let ghoul = |keys: &str| format!("enters_at = 13\n{}", rooted(&[&format!("damage = 1, {keys}")]));
    let text = |keys: &str| late(&rooted(&[SCRATCH]), &[enemy("ghoul", &ghoul(keys))]);
    let played = rounds(2, &text("critical_on = 21"), &["rules.late_arrival_shift=0"], &[5, 8, 1, 1, 1]);
    assert_eq!(played.counts(2), ["5: hero, a0.", "8: ghoul, a0 (carried); ghoul, a0."]);
    let played = rounds(2, &text("kind = \"thrown\""), &["rules.late_arrival_shift=0"], &[5, 8, 1, 11]);
    assert_eq!(played.counts(2), ["5: hero, a0.", "10: ghoul, a0 (carried); ghoul, a0."]);
    assert_eq!((played.wound_points(), played.end.uses.to_vec()), (vec![9, 10], vec![0]));
    let played = rounds(2, &text("kind = \"thrown\", uses = 2"), &["rules.late_arrival_shift=0"], &[5, 8, 1, 11, 11]);
    assert_eq!((played.wound_points(), played.end.uses.to_vec()), (vec![8, 10], vec![0]));
}

/// WOUNDS-17, WOUNDS-24: two turns in a round share the Speed: 4 yards to the friend, who falls, and the rest to the hero.
#[test]
fn two_turns_share_the_speed() {
    let bow = rooted(&["kind = \"ranged\", damage = 1"]);
    let friend = member("friend", &format!("position = 5\n{bow}"));
    let ghoul = enemy("ghoul", &format!("enters_at = 13\nposition = 10\n{}", attacks(&[EVEN])));
    let text = late(&bow, &[friend, ghoul]);
    for (speed, position, faces) in
        [(8, 2, &[5, 12, 8, 11, 1][..]), (9, 1, &[5, 12, 8, 11, 1, 1]), (3, 7, &[5, 12, 8, 1, 1])]
    {
        let played = rounds(2, &text, &[&format!("combatants.ghoul.speed={speed}")], faces);
        assert_eq!(played.positions(), [0, 5, position], "{speed}");
        assert!(played.applied(2, "WOUNDS-17") && played.applied(2, "WOUNDS-24"));
    }
}

/// WOUNDS-17, WOUNDS-18, WOUNDS-20: a carried Full-Defense counts as declared in the next round as well: half Speed, and in
/// force from its count; with `full_defense_starts = "declaration"` from the declaration on, and in the next round from the
/// start of declarations.
#[test]
fn a_carried_full_defense_belongs_to_both_rounds() {
    let bow = "kind = \"ranged\", damage = 1, critical_on = 21";
    let wary = format!("stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\n{}", attacks(&[SCRATCH]));
    let combatants = [
        member("slow", &rooted(&[&format!("{bow}, weapon_speed = 2")])),
        member("quick", &rooted(&[bow])),
        enemy("brute", &format!("position = 60\n{}", rooted(&[SCRATCH]))),
        enemy("orc", &format!("enters_round = 2\nenters_at = 13\nposition = 20\n{wary}")),
    ];
    let text = scene("late_arrival_shift = 0", &combatants);
    // On 14 in round 2, and on 3 and 14 in round 3; the orc's Full-Defense is on 7, its attack of round 3 on 8.
    for (starts, wounds) in [("turn", 8), ("declaration", 10)] {
        let starts = format!("rules.full_defense_starts={starts}");
        let played = rounds(3, &text, &[&starts], &[12, 3, 6, 8, 14, 14, 14]);
        assert_eq!((played.wound_points()[3], played.positions()[3]), (wounds, 15), "{starts}");
        assert_eq!((played.metric("full_defenses"), played.metric("carried_turns")), (1, 1));
        assert_eq!(played.counts(3)[1..3], ["6: brute, a0.", "7: orc, Full-Defense (carried)."]);
    }
}

/// WOUNDS-16: those who arrive on one count come one after the other: for the friend that is listed first the orc is not
/// there yet.
#[test]
fn a_later_arrival_is_not_there_for_an_earlier_one() {
    let friend = member("friend", &format!("enters_at = 5\n{}", rooted(&[SCRATCH])));
    let orc = enemy("orc", &format!("enters_at = 5\n{}", rooted(&[SCRATCH])));
    let text = late(&rooted(&[SCRATCH]), &[friend.clone(), orc.clone()]);
    let played = one_round(&text, &[], &[3, 9, 7, 1]);
    assert_eq!((played.counts(1), played.metric("carried_turns")), (vec!["7: orc, a0."], 0));
    let text = late(&rooted(&[SCRATCH]), &[orc, friend]);
    assert_eq!(one_round(&text, &[], &[3, 7, 9, 1, 1]).counts(1), ["7: orc, a0.", "9: friend, a0."]);
}

/// Keys of a combatant that would defend itself, with an attack.
fn wary(keys: &str) -> String {
    format!("stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\n{keys}\n{}", rooted(&[SCRATCH]))
}

/// WOUNDS-08, WOUNDS-16: in the sequential orders newcomers know all declarations of the round.
#[test]
fn newcomers_know_what_was_declared() {
    let combatants = [member("friend", &wary("enters_at = 2")), enemy("orc", "")];
    let text = late(&rooted(&[SCRATCH]), &combatants);
    for (declaration, faces, declared) in [
        ("simultaneous", &[5, 12, 9, 1][..], "friend declares Full-Defense, on count 8."),
        ("listed", &[5, 12, 9, 1, 1], "friend declares a0, on count 9."),
        ("listed_reverse", &[5, 12, 9, 1, 1], "friend declares a0, on count 9."),
    ] {
        let played = one_round(&text, &[&format!("rules.declaration={declaration}")], faces);
        assert_eq!(played.said(1, "friend declares"), [declared], "{declaration}");
    }
}

/// WOUNDS-08, WOUNDS-17: who has a carried attack in this round is not harmless, whatever else it declares, before that
/// turn and after it.
#[test]
fn a_carried_attack_is_known() {
    // In round 1 all its opponents are surprised, so that the orc attacks; in round 2 it defends itself.
    let combatants = [
        enemy("orc", &wary("enters_at = 13")),
        member("hero", &wary("surprised = true")),
        member("friend", &wary("enters_round = 2\nenters_at = 0")),
    ];
    let text = scene("declaration = \"listed\"", &combatants);
    let played = rounds(2, &text, &[], &[9, 5, 1, 3]);
    assert_eq!(
        played.said(2, "declares"),
        [
            "orc declares Full-Defense, on count 4.",
            "hero declares Full-Defense, on count 8.",
            "friend declares Full-Defense, on count 2.",
        ]
    );
    assert_eq!(played.counts(2)[0], "-7: orc, a0 (carried).");
    // In time, it attacks in round 1, and the others know that it will not in round 2. It answers the first of them.
    let played = rounds(2, &text, &["combatants.orc.enters_at=1"], &[9, 5, 1, 3, 1, 1, 1]);
    assert_eq!(
        played.said(2, "declares"),
        ["orc declares Full-Defense, on count 4.", "hero declares a0, on count 9.", "friend declares a0, on count 3.",]
    );
}

/// WOUNDS-16: who arrives down declares nothing.
#[test]
fn newcomers_may_be_down() {
    let orc = enemy("orc", &rooted(&[SCRATCH]));
    let corpse = enemy("corpse", &format!("enters_at = 6\nstarting_wounds = 0\n{}", rooted(&[SCRATCH])));
    let played = one_round(&late(&rooted(&[SCRATCH]), &[orc, corpse]), &[], &[5, 7, 1, 9, 1]);
    assert_eq!((played.counts(1), played.metric("carried_turns")), (vec!["5: hero, a0.", "7: orc, a0."], 0));
    assert_eq!(played.metric("first_down_round"), 0);
}

/// WOUNDS-08, WOUNDS-17: a carried action chooses its target anew, unless targets are fixed.
#[test]
fn a_carried_action_chooses_its_target_anew() {
    let combatants = [
        member("friend", &rooted(&[SCRATCH])),
        member("hero", &rooted(&[SCRATCH])),
        enemy("ghoul", &format!("enters_at = 13\n{}", rooted(&[EVEN]))),
        enemy("orc", &format!("enters_round = 2\n{}", rooted(&["damage = 10, weapon_speed = -20"]))),
    ];
    let text = scene("", &combatants);
    // On -13 of round 2 the orc drops the friend, on -4 comes the ghoul.
    let played = rounds(2, &text, &[], &[3, 4, 8, 7, 11, 11]);
    assert_eq!((played.outcome.winner, played.wound_points()), (Winner::Enemies, vec![0, 0, 10, 10]));
    // The action declared at the friend is lost, in both of the ghoul's turns.
    let played = rounds(2, &text, &["rules.declared_targets=fixed"], &[3, 4, 8, 7, 11, 1]);
    assert_eq!(played.wound_points(), [0, 10, 10, 10]);
    assert_eq!(played.said(1, "ghoul declares"), ["ghoul declares a0 at friend, on count 8."]);
    assert_eq!(played.counts(2)[1], "-4: ghoul, a0 (carried).");
}

/// WOUNDS-17: the carried turn of somebody who is dead by then is lost.
#[test]
fn the_dead_lose_their_carried_turns() {
    let hero = format!("targeting = \"weakest\"\n{}", rooted(&["damage = 10, weapon_speed = 2"]));
    let orc = enemy("orc", &rooted(&[SCRATCH]));
    let ghoul = enemy("ghoul", &format!("enters_at = 13\nstrength = 3\n{}", rooted(&[SCRATCH])));
    let played = rounds(2, &late(&hero, &[orc, ghoul]), &[], &[12, 5, 1, 8, 11, 1, 1]);
    assert_eq!((played.ends[2], played.metric("carried_turns"), played.metric("turns_lost")), (EndState::Dead, 1, 1));
    assert_eq!(played.counts(2), ["-4: ghoul, a0 (carried).", "5: orc, a0.", "14: hero, a0."]);
}

/// WOUNDS-17, WOUNDS-18, WOUNDS-22: with `full_defense_starts = "declaration"` a carried Full-Defense is in force before
/// anybody declares: the hero covers itself.
#[test]
fn a_carried_full_defense_may_be_in_force_before_declarations() {
    let orc = enemy("orc", &format!("policy = \"guard\"\nenters_at = 13\nposition = 10\n{}", rooted(&[SCRATCH])));
    let text = late(&format!("policy = \"default\"\n{}", attacks(&[SCRATCH])), &[orc]);
    let by_full_defense = "rules.entry_reposte_by=full_defense";
    // Plainly it enters the range of a guard whose Full-Defense is in force by then; covered it is answered afterwards.
    let played = rounds(2, &text, &[by_full_defense], &[5, 8, 1, 1]);
    assert_eq!(played.said(2, "hero declares"), ["hero declares a0, on count 5."]);
    assert!(played.applied(2, "WOUNDS-21") && !played.named("WOUNDS-19"));
    let played = rounds(2, &text, &[by_full_defense, "rules.full_defense_starts=declaration"], &[5, 8, 1, 1]);
    assert_eq!(played.said(2, "hero declares"), ["hero declares Defensive Attack with a0, on count 6."]);
    assert!(played.applied(2, "WOUNDS-19") && !played.named("WOUNDS-21"));
}

/// WOUNDS-08: a newcomer that looks at earlier declarations sees that the hero waits, and not the attack that it declared two
/// rounds before.
#[test]
fn waiting_is_seen_by_later_declarers() {
    let hero = format!("stress = 0\n{}", attacks(&["bonus = 40, damage = 100, critical_on = 21"]));
    let grunt = enemy("grunt", "stress = 0\nmorale = false");
    let late = "policy = \"cautious\"\nmorale = false\nenters_round = 3\nenters_at = 30\n\
                stress = 10\nstarting_stress = 1\ndefend_below = 50";
    let late = enemy("late", &format!("{late}\n{}", attacks(&[SCRATCH])));
    let text = scene("", &[member("hero", &hero), grunt, late]);
    let played = rounds(3, &text, &["rules.declaration=listed"], &[1, 1, 10, 1]);
    assert_eq!(played.said(3, "hero waits"), ["hero waits."]);
    // That of the grunt, which has no attack.
    assert_eq!(played.metric("full_defenses"), 1);
}
