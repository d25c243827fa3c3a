//! Morale: who checks it, what triggers a check, and what it is against (WOUNDS-61 to WOUNDS-67).

use super::*;

/// Dice of a 3d6 with this sum.
fn three_d6(sum: u32) -> [u32; 3] {
    let first = (sum - 2).min(6);
    let second = (sum - first - 1).min(6);
    [first, second, sum - first - second]
}

/// A scene in which no outcome is obvious.
fn shaky(rules: &str, combatants: &[String]) -> String {
    scene(&format!("obvious_ratio = 0\n{rules}"), combatants)
}

/// So many members of the party, who only defend themselves.
fn crowd(count: usize) -> Vec<String> {
    (0..count).map(|index| member(&format!("m{index}"), "")).collect()
}

/// An enemy of one Hit Die and Insight 10 who checks its morale and otherwise only defends itself.
fn coward(keys: &str) -> String {
    dummy("orc", &format!("morale = true\n{keys}"))
}

/// Such a party against one such enemy.
fn outnumbered(count: usize, rules: &str, orc: &str) -> String {
    shaky(rules, &[crowd(count), vec![coward(orc)]].concat())
}

/// Checks that the last combatant makes a single morale check in the only round, after these faces, and holds from this sum
/// of its 3d6 on.
#[track_caller]
fn holds_from(number: u32, text: &str, overrides: &[&str], before: &[u32]) {
    for (sum, flees) in [(number, false), (number - 1, true)] {
        let played = one_round(text, overrides, &[before, &three_d6(sum)].concat());
        let has_fled = played.ends.last() == Some(&EndState::Fled);
        assert_eq!(has_fled, flees, "{sum} {overrides:?}\n{text}\n{}", played.narration(1));
        assert_eq!((played.metric("morale_checks"), played.metric("morale_breaks")), (1, u32::from(flees)));
        assert!(played.applied(1, "WOUNDS-61") && played.applied(1, "WOUNDS-65"));
        assert_eq!((played.applied(1, "WOUNDS-67"), played.named("WOUNDS-66")), (flees, false));
    }
}

/// Checks that nobody checks its morale.
#[track_caller]
fn is_calm(text: &str, overrides: &[&str], faces: &[u32]) {
    let played = one_round(text, overrides, faces);
    assert_eq!((played.metric("morale_checks"), played.named("WOUNDS-61")), (0, false), "{overrides:?}\n{text}");
}

/// WOUNDS-65, WOUNDS-63: 3d6, Insight modifier, HD and allies against 11 and the number of opponents.
#[test]
fn morale_is_3d6_against_the_number_of_opponents() {
    for (opponents, orc, overrides, number) in [
        (2, "", &[][..], 12),
        (3, "", &[], 13),
        (2, "hd = \"3d8\"", &[], 10),
        (2, "hd = [\"1d8\", \"2d6\"]", &[], 10),
        (2, "insight = 14", &[], 10),
        (2, "insight = 7", &[], 14),
        (2, "insight = 7\ninsight_modifier = 3", &[], 9),
        (2, "strength = 14\nagility = 14", &[], 12),
        (2, "", &["rules.morale_tn_base=14"], 15),
        (3, "hd = \"9d8\"", &["rules.morale_tn_base=14"], 8),
    ] {
        holds_from(number, &outnumbered(opponents, "", orc), overrides, &vec![1; opponents + 1]);
    }
}

/// WOUNDS-65: each ally that is a fighter adds 1; the down do not.
#[test]
fn allies_are_a_comfort() {
    for (allies, number) in
        [(vec![dummy("friend", "")], 13), (vec![dummy("friend", ""), enemy("down", "starting_wounds = 0")], 13)]
    {
        let text = shaky("", &[crowd(4), allies.clone(), vec![coward("")]].concat());
        holds_from(number, &text, &[], &vec![1; 5 + allies.len()]);
    }
}

/// WOUNDS-65, WOUNDS-53: damage to Insight lowers morale, from an explicit modifier too.
#[test]
fn damage_to_insight_lowers_morale() {
    for (insight, number) in [("", 14), ("insight = 14", 12), ("insight_modifier = 2", 12)] {
        let rules = injured_by("damage = 3, abilities = [\"insight\"]");
        let heroes = [member("hero", &attacks(&[BREAK])), member("m", "")];
        let text = shaky(&rules, &[heroes.to_vec(), vec![coward(insight)]].concat());
        holds_from(number, &text, &[], &[&[1, 1, 1], &BROKEN[..]].concat());
    }
}

/// WOUNDS-61: only who has `morale` checks it: enemies by default, others when they say so.
#[test]
fn some_have_no_morale() {
    is_calm(&outnumbered(2, "", "").replace("morale = true", "morale = false"), &[], &[1, 1, 1]);
    holds_from(12, &outnumbered(2, "", "").replace("morale = true", ""), &[], &[1, 1, 1]);
    let enemies = ["a", "b"].map(|id| enemy(id, ""));
    let party = |keys: &str| shaky("", &[enemies.to_vec(), vec![member("hero", keys)]].concat());
    holds_from(12, &party("morale = true"), &[], &[1, 1, 1]);
    is_calm(&party(""), &[], &[1, 1, 1]);
    is_calm(&party("morale = false"), &[], &[1, 1, 1]);
}

/// WOUNDS-61, WOUNDS-67: all checks are made in listed order and on the same head counts, before anybody leaves.
#[test]
fn all_check_before_anybody_leaves() {
    let orcs = ["a", "b"].map(|id| dummy(id, "morale = true"));
    let text = shaky("", &[crowd(4), orcs.to_vec()].concat());
    // 11 + 4 - HD - the other one: 13.
    for (sums, ends) in [
        ([12, 13], [EndState::Fled, EndState::Standing]),
        ([13, 12], [EndState::Standing, EndState::Fled]),
        ([12, 12], [EndState::Fled, EndState::Fled]),
    ] {
        let played = one_round(&text, &[], &[&[1; 6], &sums.map(three_d6).concat()[..]].concat());
        assert_eq!((&played.ends[4..], played.metric("morale_checks")), (&ends[..], 2), "{sums:?}");
        assert!(played.applied(1, "WOUNDS-61") && played.applied(1, "WOUNDS-67"));
    }
}

/// WOUNDS-61: who is down makes no check, nor who has no opponent left.
#[test]
fn no_check_without_a_fighter_or_an_opponent() {
    is_calm(&outnumbered(2, "", "starting_wounds = 0"), &[], &[1, 1, 1]);
    let down = dummy("down", "morale = true\nstarting_wounds = 0");
    holds_from(12, &shaky("", &[crowd(2), vec![down, coward("")]].concat()), &[], &[1, 1, 1, 1]);
    // Both strike on the same count: the hero falls, the orc is hit hard, and the hero's friend is not there yet.
    let hero = member("hero", &attacks(&["damage = 6, critical_on = 21"]));
    let orc = enemy("orc", &format!("morale = true\n{}", attacks(&[EVEN])));
    let text = shaky("", &[hero, member("friend", "enters_round = 3\nagility = 14"), orc]);
    let played = rounds(3, &text, &[], &[5, 5, 11, 11, 5, 10]);
    assert_eq!((played.metric("morale_checks"), played.outcome.rounds), (0, 3));
    assert_eq!(played.wound_points(), [0, 10, 4]);
    // With the friend there from the start it checks.
    let text = text.replace("enters_round = 3", "");
    let checked = one_round(&text, &[], &[&[5, 5, 5, 11, 11], &three_d6(11)[..]].concat());
    assert!(checked.applied(1, "WOUNDS-61") && checked.applied(1, "WOUNDS-62"));
}

/// A hero with this attack against an enemy with these keys.
fn hit(attack: &str, rules: &str, orc: &str) -> String {
    shaky(rules, &[member("hero", &attacks(&[attack])), coward(orc)])
}

/// WOUNDS-62: a single hit that takes more than half of the maximum from the Wound Points.
#[test]
fn a_heavy_hit_shakes() {
    let flat = |damage: i32, keys: &str| format!("damage = {damage}, critical_on = 21{keys}");
    for (damage, keys, orc, percent, is_shaken) in [
        (6, "", "", 50, true),
        (5, "", "", 50, false),
        (10, "", "stress = 5", 50, false),
        (11, "", "stress = 5", 50, true),
        (6, ", bypasses_stress = true", "stress = 5", 50, true),
        (9, "", "armour = 3", 50, true),
        (8, "", "armour = 3", 50, false),
        (5, "", "starting_wounds = 8", 50, false),
        (6, "", "starting_wounds = 8", 50, true),
        (6, "", "wound_bonus = 2", 50, false),
        (7, "", "wound_bonus = 2", 50, true),
        (5, "", "", 40, true),
        (4, "", "", 40, false),
        (1, "", "", 0, true),
        (5, "", "stress = 5", 0, false),
        (10, "", "fights_on = \"always\"", 100, false),
        (11, "", "fights_on = \"always\"", 100, true),
    ] {
        let text = hit(&flat(damage, keys), &format!("morale_hit_percent = {percent}\ndying_wounds = 0"), orc);
        if is_shaken {
            // 11 and one opponent, less a Hit Die.
            holds_from(11, &text, &["rules.strain_wounds=0"], &[1, 1, 11]);
        } else {
            is_calm(&text, &["rules.strain_wounds=0"], &[1, 1, 11]);
        }
    }
}

/// WOUNDS-62: each hit counts by itself, in its own round, and a spell like a hit.
#[test]
fn heavy_hits_count_by_themselves() {
    let twice = "damage = 4, critical_on = 21, strikes = 2";
    is_calm(&hit(twice, "", "wound_bonus = 1"), &[], &[1, 1, 11, 11]);
    let text = hit("damage = 6, critical_on = 21", "", "");
    let played = rounds(2, &text, &[], &[&[1, 1, 11], &three_d6(11)[..], &[10]].concat());
    assert_eq!((played.metric("morale_checks"), played.metric("morale_breaks")), (1, 0));
    assert!(played.applied(1, "WOUNDS-62") && !played.applied(2, "WOUNDS-62"));
    let spell = "policy = \"caster\"\nspells = [{ id = \"s\", tn = 10, damage = 6 }]";
    holds_from(11, &shaky("", &[member("hero", spell), coward("")]), &[], &[1, 1, 10]);
}

/// WOUNDS-62, WOUNDS-53: half of the maximum as it was before that hit.
#[test]
fn a_heavy_hit_is_measured_by_the_maximum_before_it() {
    let rules = injured_by("damage = 4, abilities = [\"strength\"]");
    let blow = BREAK.replace("damage = 1", "damage = 5");
    is_calm(&hit(&blow, &rules, ""), &[], &[&[1, 1], &BROKEN[..]].concat());
    // The Strength that earlier hits have taken off counts.
    let text = shaky(&rules, &[member("hero", &attacks(&[BREAK, "damage = 4, critical_on = 21"])), coward("")]);
    let played = rounds(2, &text, &[], &[&[1, 1], &BROKEN[..], &[11], &three_d6(11)].concat());
    assert_eq!((played.wound_points()[1], played.metric("morale_checks")), (2, 1));
    assert!(played.applied(2, "WOUNDS-62") && !played.applied(1, "WOUNDS-62"));
}

/// WOUNDS-63: outnumbered is who has more opponents than allies and one more.
#[test]
fn outnumbered_means_more_opponents_than_comrades_and_oneself() {
    for (heroes, friends, number) in
        [(1, 0, None), (2, 0, Some(12)), (2, 1, None), (3, 1, Some(12)), (3, 2, None), (4, 2, Some(12))]
    {
        let others = (0..friends).map(|index| dummy(&format!("o{index}"), ""));
        let text = shaky("", &[crowd(heroes), others.collect(), vec![coward("")]].concat());
        let before = vec![1; heroes + friends + 1];
        match number {
            Some(number) => holds_from(number, &text, &[], &before),
            None => is_calm(&text, &[], &before),
        }
    }
}

/// WOUNDS-63: every such round, the first of them alone, or never.
#[test]
fn being_outnumbered_can_count_once() {
    let text = outnumbered(2, "", "");
    for (mode, checks) in [("every_round", 3), ("once", 1), ("off", 0)] {
        let knob = format!("rules.morale_outnumbered={mode}");
        let dice = three_d6(18).repeat(checks);
        let played = rounds(3, &text, &[&knob], &[&[1, 1, 1], &dice[..]].concat());
        assert_eq!(played.metric("morale_checks"), checks as u32, "{mode}");
        assert_eq!([1, 2, 3].map(|round| played.applied(round, "WOUNDS-63")), [checks > 0, checks > 1, checks > 2]);
    }
    // The first such round, not the first of the fight.
    let text = shaky("morale_outnumbered = \"once\"", &[member("a", ""), member("b", "enters_round = 2"), coward("")]);
    let played = rounds(4, &text, &[], &[&[1, 1, 1], &three_d6(18)[..]].concat());
    assert_eq!([1, 2, 3, 4].map(|round| played.applied(round, "WOUNDS-63")), [false, true, false, false]);
    // If another trigger asks for a check, only the TN of that one counts after the first time.
    let heroes = [member("a", &attacks(&["damage = 4, critical_on = 21"])), member("b", "")];
    let text =
        shaky("morale_hit_percent = 30\nmorale_outnumbered = \"once\"", &[heroes.to_vec(), vec![coward("")]].concat());
    let played = rounds(2, &text, &[], &[&[1, 1, 1, 11], &three_d6(12)[..], &[11], &three_d6(12)].concat());
    assert_eq!((played.metric("morale_checks"), played.metric("morale_breaks")), (2, 0));
}

/// Intimidators with these bonuses against an enemy so many yards away.
fn threatened(bonuses: &[i32], distance: i32, rules: &str) -> String {
    let heroes = bonuses.iter().enumerate().map(|(index, bonus)| {
        member(
            &format!("m{index}"),
            &format!("policy = \"intimidator\"\nintimidation = {bonus}\n{}", attacks(&[TOUCH])),
        )
    });
    let orc = coward(&format!("position = {distance}"));
    shaky(&format!("morale_outnumbered = \"off\"\n{rules}"), &heroes.chain([orc]).collect::<Vec<_>>())
}

/// WOUNDS-64: the result of an Intimidation check is the number to beat; of several the highest.
#[test]
fn intimidation_sets_the_number_to_beat() {
    holds_from(14, &threatened(&[5], 1, ""), &[], &[1, 1, 10]);
    holds_from(17, &threatened(&[-2], 1, ""), &[], &[1, 1, 20]);
    for faces in [[10, 12], [12, 10]] {
        // 15 and 12, or 17 and 10.
        let best = (faces[0] + 5).max(faces[1]) - 1;
        holds_from(best, &threatened(&[5, 0], 1, ""), &[], &[1, 1, 1, faces[0], faces[1]]);
    }
    let played = one_round(&threatened(&[5], 1, ""), &[], &[&[1, 1, 10], &three_d6(14)[..]].concat());
    assert!(played.applied(1, "WOUNDS-64") && !played.named("WOUNDS-62") && !played.named("WOUNDS-63"));
    // However poor, it asks for a check.
    let poor = one_round(&threatened(&[-40], 1, ""), &[], &[&[1, 1, 1], &three_d6(3)[..]].concat());
    assert_eq!((poor.metric("morale_checks"), poor.metric("morale_breaks")), (1, 0));
}

/// WOUNDS-64, WOUNDS-65: of the odds and a threat the higher number applies, to a single check.
#[test]
fn the_highest_number_applies() {
    let every_round = ["rules.morale_outnumbered=every_round"];
    // Two opponents: 13; less a Hit Die.
    for (faces, number) in [([2, 3], 12), ([13, 3], 12), ([14, 3], 13), ([3, 14], 13), ([16, 3], 15)] {
        holds_from(number, &threatened(&[0, 0], 1, ""), &every_round, &[&[1, 1, 1], &faces[..]].concat());
    }
}

/// WOUNDS-64, WOUNDS-25: an intimidator comes within range first, and looks for somebody who has morale.
#[test]
fn intimidation_has_a_range() {
    let text = threatened(&[5], 20, "intimidate_range = 3");
    // Too far for the first round: it draws near as for an attack.
    let played = rounds(2, &text, &[], &[&[1, 1, 10], &three_d6(14)[..]].concat());
    let positions: Vec<i32> = played.states.iter().map(|state| state.bodies[0].position).collect();
    assert_eq!((positions, played.metric("morale_checks")), (vec![0, 10, 17], 1));
    assert!(!played.applied(1, "WOUNDS-64") && played.applied(2, "WOUNDS-64"));
    // From 10 yards by default.
    let near = one_round(&threatened(&[5], 11, ""), &[], &[&[1, 1, 10], &three_d6(14)[..]].concat());
    assert_eq!((near.positions()[0], near.metric("morale_checks")), (1, 1));
    let brave = threatened(&[5], 1, "").replace("id = \"orc\"", "id = \"orc\"\nmorale = false").replacen(
        "morale = true\n",
        "",
        1,
    );
    let played = one_round(&brave, &[], &[1, 1, 1]);
    assert_eq!((played.metric("strikes"), played.metric("morale_checks")), (1, 0));
    // A farther coward is threatened rather than a nearer hero.
    let both = format!("{}{}", brave, enemy("far", "position = 8\nmorale = true"));
    let played = one_round(&both, &[], &[&[1, 1, 1, 10], &three_d6(14)[..]].concat());
    assert_eq!((played.metric("strikes"), played.metric("morale_checks")), (0, 1));
}

/// WOUNDS-64: a threat is of its round alone.
#[test]
fn a_threat_is_forgotten_after_the_round() {
    let hero = member("hero", &format!("policy = \"intimidator\"\nintimidation = 5\n{}", attacks(&[TOUCH])));
    let orc = coward(&attacks(&[BREAK]));
    let text = shaky(&injured_by("flags = [\"silenced\"]"), &[hero, orc]);
    // The hero is silenced after its threat, and strikes in the second round.
    let played = rounds(2, &text, &[], &[&[1, 1, 10], &BROKEN[..], &three_d6(14), &[1]].concat());
    assert_eq!((played.metric("morale_checks"), played.metric("strikes")), (1, 2));
    assert!(played.applied(1, "WOUNDS-64") && !played.applied(2, "WOUNDS-64"));
}

/// Three heroes of Stress 10 and these keys against a coward, with whom these are.
fn hopeless(heroes: &str, orc: &str, others: &[String]) -> String {
    let heroes = ["a", "b", "c"].map(|id| member(id, &format!("stress = 10\n{heroes}")));
    scene("", &[&heroes[..], others, &[coward(orc)]].concat())
}

/// WOUNDS-66: a check that is due fails without a roll when the opponents are so many times as strong.
#[test]
fn an_obvious_outcome_breaks_morale() {
    let friend = [dummy("friend", "")];
    let fallen = [enemy("fallen", "stress = 30\nstarting_wounds = 0")];
    for (heroes, orc, others, overrides, is_obvious) in [
        // 60 against 15, 16.
        ("", "stress = 5", &[][..], &[][..], true),
        ("", "stress = 6", &[], &[], false),
        ("", "stress = 2", &[], &["rules.obvious_ratio=5"], true),
        ("", "stress = 3", &[], &["rules.obvious_ratio=5"], false),
        ("", "stress = 0", &[], &["rules.obvious_ratio=0"], false),
        // The friend's 10 count, what is left of the fallen does not.
        ("", "stress = 0", &friend, &["rules.obvious_ratio=3"], true),
        ("", "stress = 1", &friend, &["rules.obvious_ratio=3"], false),
        ("", "stress = 5", &fallen, &[], true),
        // Wound Points below 0 take nothing off the heroes' 30.
        ("starting_wounds = -5\nfights_on = \"always\"", "stress = 5", &[], &["rules.obvious_ratio=2"], true),
        ("starting_wounds = -5\nfights_on = \"always\"", "stress = 6", &[], &["rules.obvious_ratio=2"], false),
    ] {
        let text = hopeless(heroes, orc, others);
        let due = if is_obvious { vec![] } else { three_d6(18).to_vec() };
        let played = one_round(&text, overrides, &[vec![1; 4 + others.len()], due].concat());
        assert_eq!(
            (played.metric("morale_checks"), played.metric("morale_breaks")),
            (1, u32::from(is_obvious)),
            "{orc} {overrides:?}"
        );
        assert_eq!((played.applied(1, "WOUNDS-66"), played.applied(1, "WOUNDS-65")), (is_obvious, !is_obvious));
        assert_eq!(played.ends.last(), Some(&if is_obvious { EndState::Fled } else { EndState::Standing }));
    }
}

/// WOUNDS-66: nobody flees from an obvious outcome unless a check is due.
#[test]
fn an_obvious_outcome_alone_breaks_nobody() {
    is_calm(&hopeless("", "stress = 0", &[]), &["rules.morale_outnumbered=off"], &[1; 4]);
    let due = one_round(&hopeless("", "stress = 0", &[]), &[], &[1; 4]);
    assert_eq!((due.metric("morale_breaks"), due.named("WOUNDS-66")), (1, true));
}

/// WOUNDS-67: who fails is gone at once, and the fight goes on without it.
#[test]
fn who_fails_flees() {
    let friend = dummy("friend", "");
    let text = shaky("", &[crowd(3), vec![friend, coward("")]].concat());
    let faces = [&[1; 5], &three_d6(11)[..]].concat();
    let played = rounds(3, &text, &[], &faces);
    assert_eq!((played.ends[4], played.outcome.winner), (EndState::Fled, Winner::Timeout));
    assert_eq!((played.states[1].fled.contains(4.into()), played.states[1].present.contains(4.into())), (true, false));
    assert_eq!((played.metric("full_defenses"), played.metric("first_down_round")), (5 + 4 + 4, 0));
    assert!(played.applied(1, "WOUNDS-67") && played.metric("turns_lost") == 0);
    // Alone it leaves the field to the others.
    let over = play(&wounds(&outnumbered(2, "", ""), &[]), [&[1, 1, 1], &three_d6(11)[..]].concat());
    assert_eq!((over.outcome.winner, over.outcome.rounds, over.ends[2]), (Winner::Party, 1, EndState::Fled));
    assert!(over.applied(1, "WOUNDS-67") && over.applied(1, "WOUNDS-68"));
}
