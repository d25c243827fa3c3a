//! Spells and what they cost, and consumables for oneself and for allies (WOUNDS-35 to WOUNDS-37).

use super::*;

/// A hero who casts these spells and has nothing else, with an orc beside him.
fn casting(hero: &str, spells: &[&str], orc: &str) -> String {
    let spells: Vec<String> =
        spells.iter().enumerate().map(|(index, keys)| format!("{{ id = \"s{index}\", {keys} }}")).collect();
    let hero = format!("policy = \"caster\"\n{hero}\nspells = [{}]", spells.join(", "));
    scene("", &[member("hero", &hero), dummy("orc", orc)])
}

/// The mana and Stress that the hero has left, the Stress that it has spent, and the number of spells that it has cast.
fn account(played: &Played) -> [i32; 4] {
    let body = &played.end.bodies[0];
    let [spent, cast] = ["stress_spent", "spells_cast"].map(|metric| played.metric(metric) as i32);
    [body.mana, body.stress, spent, cast]
}

/// WOUNDS-35: mana first, then Stress, one for one, whether the spell works or not; what cannot be paid is not cast.
#[test]
fn mana_pays_before_stress() {
    let text = casting("mana = 8\nstress = 6", &["tn = 10, mana = 5, damage = 1"], "stress = 10");
    let played = rounds(3, &text, &[], &[1, 1, 10, 9]);
    let by_round: Vec<(i32, i32)> =
        played.states.iter().map(|state| (state.bodies[0].mana, state.bodies[0].stress)).collect();
    assert_eq!(by_round, [(8, 6), (3, 6), (0, 4), (0, 4)]);
    assert_eq!((account(&played), played.stress()[1]), ([0, 4, 2, 2], 9), "the second fails");
    assert!(played.applied(1, "WOUNDS-35") && played.applied(2, "WOUNDS-35") && !played.applied(3, "WOUNDS-35"));
    assert_eq!(played.metric("party_stress_damage"), 0);
}

/// WOUNDS-35: Stress is never paid below `stress_reserve`; of several spells the first that can be paid is cast.
#[test]
fn stress_is_kept_in_reserve() {
    let (dear, cheap) = ("tn = 10, mana = 6, damage = 1", "tn = 10, mana = 2, damage = 0");
    for (keys, left) in [
        ("stress = 6", [0, 0, 6, 1]),
        ("stress = 10\nstress_reserve = 4", [0, 4, 6, 1]),
        ("stress = 10\nstress_reserve = 5", [0, 8, 2, 1]),
        ("stress = 10\nstress_reserve = 9", [0, 10, 0, 0]),
        ("mana = 6\nstress = 2\nstress_reserve = 4", [0, 2, 0, 1]),
        ("mana = 5\nstress = 2\nstress_reserve = 4", [3, 2, 0, 1]),
        ("mana = 5\nstress = 5\nstress_reserve = 4", [0, 4, 1, 1]),
        ("mana = 1\nstress = 4\nstress_reserve = 4", [1, 4, 0, 0]),
    ] {
        let faces = [&[1, 1][..], &vec![1; left[3] as usize]].concat();
        let played = one_round(&casting(keys, &[dear, cheap], ""), &[], &faces);
        assert_eq!(account(&played), left, "{keys}");
        assert_eq!(played.named("WOUNDS-35"), left[3] == 1);
    }
    // A spell that costs nothing is cast as well.
    let free = one_round(&casting("", &["tn = 10, damage = 0"], ""), &[], &[1, 1, 1]);
    assert_eq!(account(&free), [0, 0, 0, 1]);
}

/// WOUNDS-35: a spell whose price is gone when its count comes is lost, and nothing is paid or moved.
#[test]
fn a_spell_that_cannot_be_paid_any_more_is_lost() {
    let hero = "policy = \"caster\"\nmana = 2\nstress = 5\nposition = -30\n\
                spells = [{ id = \"s\", tn = 10, mana = 7, damage = 1 }]";
    let orc = attacks(&["kind = \"ranged\", range = 50, damage = 1, critical_on = 21"]);
    let text = scene("", &[member("hero", hero), enemy("orc", &orc)]);
    let lost = one_round(&text, &["combatants.hero.position=-25"], &[2, 1, 11]);
    assert_eq!((account(&lost), lost.positions(), lost.said(1, "pays").len()), ([2, 4, 0, 0], vec![-25, 1], 0));
    assert_eq!(
        lost.said(1, "cannot"),
        ["hero cannot carry out the spell s: there is too little mana and Stress for it."]
    );
    let paid = one_round(&text, &["combatants.hero.position=-25"], &[2, 1, 10, 10]);
    assert_eq!((account(&paid), paid.positions(), paid.named("WOUNDS-35")), ([0, 0, 5, 1], vec![-19, 1], true));
}

/// Checks that a spell of the hero works from this face of its d20 on.
#[track_caller]
fn works_from(number: u32, text: &str, overrides: &[&str], before: &[u32]) {
    let works = |face: u32| {
        let played = one_round(text, overrides, &[before, &[face]].concat());
        assert!(played.applied(1, "WOUNDS-36"));
        assert_eq!(played.metric("spells_cast"), 1);
        played.metric("enemies_stress_damage")
    };
    assert_eq!([works(number - 1), works(number)], [0, 1], "{number} {overrides:?}\n{text}");
}

/// WOUNDS-36: d20 and bonus against the TN, and against Defense where the spell says so; both with one roll.
#[test]
fn casting_is_a_roll_against_the_tn() {
    let spell = |keys: &str| format!("damage = 1, {keys}");
    for (keys, orc, number) in [
        ("tn = 14", "", 14),
        ("tn = 14, bonus = 4", "", 10),
        ("tn = 14, bonus = -4", "", 18),
        ("tn = 14, bonus = 4", "defense_bonus = 10", 10),
        ("tn = 14, bonus = 4, against = \"defense\"", "defense_bonus = 10", 16),
        ("tn = 14, bonus = 4, against = \"defense\"", "", 10),
        ("tn = 5, against = \"defense\"", "", 11),
    ] {
        let text = casting("", &[&spell(keys)], &format!("stress = 5\n{orc}"));
        works_from(number, &text, &[], &[1, 1]);
    }
    // A Full-Defense that is in force protects from what Defense protects from.
    for (against, number) in [("none", 5), ("defense", 15)] {
        let spell = spell(&format!("tn = 5, against = \"{against}\""));
        let text =
            casting("", &[&spell], "stress = 5").replace("initiative_modifier = 40", "initiative_modifier = -40");
        works_from(number, &text, &[], &[1, 1]);
    }
}

/// WOUNDS-36: a natural 20 or 1 means nothing, and spells are no strikes and never critical.
#[test]
fn spells_are_no_strikes() {
    let natural = ["rules.natural_20_hits=true", "rules.natural_1_misses=true"];
    let hard = casting("", &["tn = 40, damage = 9"], "stress = 20");
    assert_eq!(one_round(&hard, &natural, &[1, 1, 20]).stress()[1], 20);
    let easy = casting("", &["tn = 20, bonus = 19, damage = 9"], "stress = 20");
    for face in [1, 20] {
        let played = one_round(&easy, &natural, &[1, 1, face]);
        assert_eq!((played.stress()[1], played.wound_points()[1]), (11, 10), "{face}");
        assert_eq!(["strikes", "hits", "criticals"].map(|metric| played.metric(metric)), [0; 3]);
        assert!(played.applied(1, "WOUNDS-36") && !played.named("WOUNDS-46"));
    }
}

/// WOUNDS-36, WOUNDS-30, WOUNDS-33: a spell's damage is that of a hit.
#[test]
fn spells_do_damage_like_hits() {
    for (keys, orc, overrides, left) in [
        ("", "stress = 10", &[][..], (5, 10)),
        ("", "stress = 3", &[], (0, 8)),
        ("", "stress = 10\narmour = 2", &[], (7, 10)),
        ("", "stress = 10\narmour = 9", &[], (10, 10)),
        ("", "stress = 10\narmour = 9", &["rules.minimum_damage=1"], (9, 10)),
        (", ignores_armour = true", "stress = 10\narmour = 2", &[], (5, 10)),
        (", bypasses_stress = true", "stress = 10\narmour = 2", &[], (10, 7)),
        ("", "stress = 3", &["rules.stress_overflow=false"], (0, 10)),
    ] {
        let text = casting("", &[&format!("tn = 10, damage = \"1d6+1\"{keys}")], orc);
        let played = one_round(&text, overrides, &[1, 1, 10, 4]);
        assert_eq!((played.stress()[1], played.wound_points()[1]), left, "{keys} {orc} {overrides:?}");
        assert!(played.applied(1, "WOUNDS-36"));
        assert_eq!(played.named("WOUNDS-30"), orc.contains("armour"));
        assert_eq!(played.named("WOUNDS-33"), keys.contains("bypasses"));
    }
}

/// WOUNDS-36, WOUNDS-53: damage to the score that a spell names lowers its casting rolls.
#[test]
fn damage_to_the_score_of_a_spell_lowers_its_rolls() {
    for (ability, number) in [("ability = \"memory\"", 12), ("ability = \"insight\"", 10), ("ability = \"none\"", 10)] {
        let spell = format!("tn = 10, damage = 1, {ability}");
        let hero = member("hero", &format!("policy = \"caster\"\nspells = [{{ id = \"s\", {spell} }}]"));
        let orc = enemy("orc", &format!("stress = 5\ninitiative_modifier = -40\n{}", attacks(&[BREAK])));
        let text = scene(&injured_by("damage = 3, abilities = [\"memory\"]"), &[hero, orc]);
        works_from(number, &text, &[], &[&[1, 1], &BROKEN[..]].concat());
    }
}

/// A hero with this item and a touch, with an orc beside him.
fn carrying(hero: &str, item: &str) -> String {
    let hero = format!("{hero}\nitems = [{{ id = \"i\", {item} }}]\n{}", attacks(&[TOUCH]));
    scene("", &[member("hero", &hero), dummy("orc", "")])
}

/// WOUNDS-37: a consumable is used below its threshold, restores up to the maximum, and loses one use.
#[test]
fn consumables_restore_up_to_the_maximum() {
    let stress = "stress = 10\nstarting_stress";
    for (hero, item, faces, left) in [
        (format!("{stress} = 3"), "restores_stress = \"1d6\"", &[4][..], (7, 10)),
        (format!("{stress} = 3"), "restores_stress = \"1d6+4\"", &[4], (10, 10)),
        (format!("{stress} = 3"), "restores_stress = 2, use_below = 31", &[], (5, 10)),
        ("starting_wounds = 3".to_owned(), "restores_wounds = \"2d4\"", &[2, 3], (0, 8)),
        ("starting_wounds = 3".to_owned(), "restores_wounds = \"2d4\"", &[4, 4], (0, 10)),
        (
            format!("{stress} = 9\nstarting_wounds = 3"),
            "restores_stress = \"1d4\", restores_wounds = \"1d6\"",
            &[3, 1],
            (10, 4),
        ),
        (format!("{stress} = 3"), "restores_stress = \"1d4\", restores_wounds = \"1d6\"", &[3, 1], (6, 10)),
    ] {
        let played = one_round(&carrying(&hero, item), &[], &[&[1, 1], faces].concat());
        assert_eq!((played.stress()[0], played.wound_points()[0]), left, "{hero} {item}");
        assert_eq!((played.metric("strikes"), played.end.uses.to_vec()), (0, vec![0]));
        assert!(played.applied(1, "WOUNDS-37"));
    }
}

/// WOUNDS-37, WOUNDS-28: maximum and threshold are those of the Strength that is left; the maximum is at least 1.
#[test]
fn consumables_restore_up_to_the_present_maximum() {
    let blow = member("hero", &format!("initiative_modifier = -20\n{}", attacks(&[BREAK])));
    let injury = injured_by("damage = 6, abilities = [\"strength\"]");
    // 2 are less than a third of 10, and then 4 the maximum; 4 are more than a third of 10, and so are 3 of 4.
    for (starting, wounds, is_used) in [(2, 4, true), (4, 3, false)] {
        let item = "items = [{ id = \"i\", restores_wounds = 9 }]";
        let orc = enemy("orc", &format!("initiative_modifier = 20\nstarting_wounds = {starting}\n{item}"));
        let played = rounds(2, &scene(&injury, &[blow.clone(), orc]), &[], &[&[1, 1], &BROKEN[..]].concat());
        assert_eq!((played.wound_points()[1], played.named("WOUNDS-37")), (wounds, is_used), "{starting}");
    }
    let frail = aiding("", "restores_wounds = 5", ["wound_bonus = -99\nstarting_wounds = 0", ""]);
    assert_eq!(one_round(&frail, &[], &[1, 1, 1, 1]).wound_points()[1], 1);
}

/// WOUNDS-37: what it restores has to be below `use_below` percent.
#[test]
fn consumables_wait_until_they_are_needed() {
    for (hero, item) in [
        ("stress = 10\nstarting_stress = 4", "restores_stress = 1"),
        ("stress = 10\nstarting_stress = 4", "restores_stress = 1, use_below = 40"),
        ("stress = 10\nstarting_stress = 0", "restores_stress = 1, use_below = 0"),
        ("stress = 10\nstarting_stress = 0", "restores_wounds = 1"),
        ("starting_wounds = 1\nstress = 10", "restores_stress = 1"),
        ("starting_wounds = 4", "restores_wounds = 1"),
        ("stress = 0", "restores_stress = 1"),
    ] {
        let played = one_round(&carrying(hero, item), &[], &[1, 1, 1]);
        assert_eq!((played.metric("strikes"), played.end.uses.to_vec()), (1, vec![1]), "{hero} {item}");
        assert!(!played.named("WOUNDS-37"));
    }
}

/// WOUNDS-37: so many uses, and then no more.
#[test]
fn consumables_are_used_up() {
    let text = carrying("stress = 100\nstarting_stress = 0", "restores_stress = \"1d6\", uses = 2");
    let played = rounds(4, &text, &[], &[1, 1, 4, 5, 1, 1]);
    let stress: Vec<i32> = played.states.iter().map(|state| state.bodies[0].stress).collect();
    assert_eq!((stress, played.metric("strikes")), (vec![0, 4, 9, 9, 9], 2));
    assert!(played.applied(2, "WOUNDS-37") && !played.applied(3, "WOUNDS-37"));
}

/// A healer without attacks who has this item for allies, with two friends and an orc that only defends itself.
fn aiding(rules: &str, item: &str, friends: [&str; 2]) -> String {
    let healer = format!("items = [{{ id = \"i\", target = \"ally\", {item} }}]");
    let [first, second] = friends;
    scene(rules, &[member("healer", &healer), member("first", first), member("second", second), dummy("orc", "")])
}

/// WOUNDS-37: an item for allies is used on who is nearest to death within a yard, the down and the user included.
#[test]
fn an_item_for_allies_goes_to_who_is_nearest_to_death() {
    for (friends, healer, restored) in [
        // -3 + 20 against 0 + 10.
        (["strength = 20\nstarting_wounds = -3", "starting_wounds = 0"], "", 2),
        (["strength = 12\nstarting_wounds = -3", "starting_wounds = 0"], "", 1),
        (["starting_wounds = 3", "starting_wounds = 3"], "", 1),
        (["starting_wounds = 0\nposition = 2", "starting_wounds = 3"], "", 2),
        (["starting_wounds = 0\nposition = -1", "starting_wounds = 3\nposition = -1"], "", 1),
        // Not below a third.
        (["strength = 1\nstarting_wounds = 1", "strength = 30\nstarting_wounds = 9"], "", 2),
        (["starting_wounds = 3", "starting_wounds = 3"], "starting_wounds = 2\n", 0),
    ] {
        let text = aiding("", "restores_wounds = \"1d6\"", friends).replacen("items", &format!("{healer}items"), 1);
        let played = one_round(&text, &[], &[1, 1, 1, 1, 6]);
        for who in 0..3 {
            let body = |round: usize| &played.states[round].bodies[who];
            let bled = i32::from(body(0).wounds < 0 && who != restored);
            let gained = if who == restored { 6 } else { 0 };
            assert_eq!(body(1).wounds, body(0).wounds + gained - bled, "{who} {friends:?}");
            assert_eq!(body(1).position, body(0).position, "without moving");
        }
        assert!(played.applied(1, "WOUNDS-37"), "{}", played.narration(1));
    }
}

/// WOUNDS-37: nobody of the own side is in need and near, and so nothing is used.
#[test]
fn an_item_for_allies_waits_until_it_is_needed() {
    for friends in
        [["starting_wounds = 4", ""], ["starting_wounds = 0\nposition = 2", "starting_wounds = 0\nposition = -2"]]
    {
        let played = one_round(&aiding("", "restores_wounds = 5", friends), &[], &[1, 1, 1, 1]);
        assert_eq!((played.end.uses.to_vec(), played.named("WOUNDS-37")), (vec![1], false), "{friends:?}");
    }
    // Items that restore Stress are for those who have little of it.
    let text = aiding("", "restores_stress = 4", ["starting_wounds = 1", "stress = 9\nstarting_stress = 2"]);
    assert_eq!(one_round(&text, &[], &[1, 1, 1, 1]).stress(), [0, 0, 6, 0]);
}

/// WOUNDS-37, WOUNDS-44: above 0 somebody is neither Dying nor stabilised, and fights again.
#[test]
fn above_0_nobody_is_stabilised() {
    let medic = "policy = \"medic\"\nheal = 20\ninitiative_modifier = -20";
    let bearer = "items = [{ id = \"i\", target = \"ally\", restores_wounds = \"1d6\", use_below = 10 }]";
    let friend = format!("starting_wounds = -3\n{}", attacks(&[TOUCH]));
    let text =
        scene("", &[member("medic", medic), member("bearer", bearer), member("friend", &friend), dummy("orc", "")]);
    for (face, wounds, is_stabilised) in [(2, -1, true), (3, 0, true), (4, 1, false), (6, 3, false)] {
        let played = one_round(&text, &[], &[1, 1, 1, 1, 20, face]);
        assert_eq!(
            (played.wound_points()[2], played.end.stabilised.contains(2.into())),
            (wounds, is_stabilised),
            "{face}"
        );
        assert!(played.applied(1, "WOUNDS-37") && played.applied(1, "WOUNDS-44"));
        assert_eq!((played.metric("stabilisations"), played.end.fighters.contains(2.into())), (1, true));
    }
    // Without the medic: only above 0.
    let text = text.replace("heal = 20", "heal = -40");
    for (face, wounds, fights) in [(2, -2, false), (3, 0, false), (4, 1, true)] {
        let played = one_round(&text, &[], &[1, 1, 1, 1, 20, face]);
        assert_eq!((played.wound_points()[2], played.end.fighters.contains(2.into())), (wounds, fights), "{face}");
    }
}

/// WOUNDS-37, WOUNDS-08: on its turn an item for allies goes to who needs it then; with `fixed` to the declared ally, or it
/// is kept.
#[test]
fn an_item_for_allies_looks_for_need_on_its_turn() {
    let bearer = |id: &str| {
        member(id, "items = [{ id = \"i\", target = \"ally\", restores_wounds = 5 }]\ninitiative_modifier = -5")
    };
    let friends = [member("first", "starting_wounds = 1"), member("second", "starting_wounds = 2")];
    let text = scene(
        "",
        &[[bearer("a"), bearer("b")], friends].concat().into_iter().chain([dummy("orc", "")]).collect::<Vec<_>>(),
    );
    // a is before b.
    let free = one_round(&text, &[], &[1, 2, 1, 1, 1]);
    assert_eq!((&free.wound_points()[2..4], &*free.end.uses), (&[6, 7][..], &[0, 0][..]));
    let fixed = one_round(&text, &["rules.declared_targets=fixed"], &[1, 2, 1, 1, 1]);
    assert_eq!((&fixed.wound_points()[2..4], &*fixed.end.uses), (&[6, 2][..], &[0, 1][..]));
    assert!(fixed.applied(1, "WOUNDS-37"));
    // On the same count both are used on the first.
    let tied = one_round(&text, &[], &[1, 1, 1, 1, 1]);
    assert_eq!((&tied.wound_points()[2..4], &*tied.end.uses), (&[10, 2][..], &[0, 0][..]));
}

/// WOUNDS-37, WOUNDS-08: a declared ally who has died meanwhile gets nothing.
#[test]
fn an_item_for_allies_is_kept_when_the_ally_is_dead() {
    let bearer = member("bearer", "items = [{ id = \"i\", target = \"ally\", restores_wounds = 5 }]");
    let orc = enemy("orc", &format!("targeting = \"finish\"\n{}", attacks(&["damage = 5, critical_on = 21"])));
    let text = scene("declared_targets = \"fixed\"", &[bearer, member("friend", "starting_wounds = -6"), orc]);
    for (face, wounds, uses) in [(11, -11, 1), (10, -1, 0)] {
        let played = one_round(&text, &[], &[1, 1, 1, face]);
        assert_eq!((played.wound_points()[1], played.end.uses.to_vec()), (wounds - i32::from(face == 10), vec![uses]));
        assert_eq!(played.said(1, "cannot carry out the item").len(), usize::from(uses == 1));
    }
}

/// WOUNDS-37, WOUNDS-39: who is at 0 pays for the use with strain, though it lifts him above 0.
#[test]
fn using_a_consumable_at_0_costs_strain() {
    // After the result, and so off the maximum as well.
    for (restored, wounds) in [(5, 4), (20, 9)] {
        let item = format!("restores_wounds = {restored}");
        let text = carrying("starting_wounds = 0\nfights_on = \"always\"", &item);
        let played = one_round(&text, &[], &[1, 1]);
        assert_eq!((played.wound_points()[0], played.metric("strain_damage")), (wounds, 1));
        assert!(played.applied(1, "WOUNDS-37") && played.applied(1, "WOUNDS-39"));
    }
}
