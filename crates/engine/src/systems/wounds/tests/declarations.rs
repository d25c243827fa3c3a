//! Declarations: who knows what, and what is fixed by them (WOUNDS-08), and turns that come to nothing.

use super::*;

/// Keys of a combatant that would defend itself, with an attack.
fn wary(keys: &str) -> String {
    format!("stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\n{keys}\n{}", attacks(&[SCRATCH]))
}

/// A hero that would defend itself, and an orc without attacks, which declares Full-Defense.
fn wary_and_harmless(hero: &str, orc: &str) -> [String; 2] {
    [member("hero", &wary(hero)), enemy("orc", orc)]
}

/// Whether the hero knows that the orc is harmless when it declares: then it attacks.
#[track_caller]
fn assert_known(combatants: &[String; 2], declaration: &str, is_known: bool) {
    // Whoever is listed first, the hero is on 5 (or on 4, defending itself), the orc on 8.
    let is_first = combatants[0].contains("hero");
    let initiatives = if is_first { [5, 9] } else { [9, 5] };
    let faces = if is_known { &[1][..] } else { &[] };
    let knob = format!("declaration = \"{declaration}\"");
    let played = one_round(&scene(&knob, combatants), &[], &[&initiatives[..], faces].concat());
    let expected = if is_known { "hero declares a0, on count 5." } else { "hero declares Full-Defense, on count 4." };
    assert_eq!(played.said(1, "hero declares"), [expected], "{declaration} {combatants:?}");
    assert!(played.applied(1, "WOUNDS-08"));
}

/// WOUNDS-08: in the sequential orders whoever declares later knows the earlier declarations.
#[test]
fn who_declares_later_knows_what_was_declared() {
    let plain = wary_and_harmless("", "");
    for (declaration, is_known) in [("simultaneous", false), ("listed", false), ("listed_reverse", true)] {
        assert_known(&plain, declaration, is_known);
    }
    let [hero, orc] = plain;
    for (declaration, is_known) in [("simultaneous", false), ("listed", true), ("listed_reverse", false)] {
        assert_known(&[orc.clone(), hero.clone()], declaration, is_known);
    }
}

/// WOUNDS-08: with `agility` the highest score is first, whatever the modifiers; ties in listed order.
#[test]
fn the_highest_agility_declares_first() {
    // The modifiers are made even for the count.
    let even = "agility_modifier = 0";
    for (hero, orc, is_known) in [(10, 11, true), (11, 10, false), (10, 10, false), (9, 10, true)] {
        let [hero, orc] = [hero, orc].map(|agility| format!("agility = {agility}\n{even}"));
        assert_known(&wary_and_harmless(&hero, &orc), "agility", is_known);
    }
    assert_known(&wary_and_harmless("agility_modifier = 0", "agility_modifier = 4"), "agility", false);
    let [hero, orc] = wary_and_harmless("", "");
    assert_known(&[orc, hero], "agility", true);
}

/// WOUNDS-08: with `initiative_modifier` the lowest sum of it and minus the Agility modifier is first; ties in listed order.
#[test]
fn the_lowest_initiative_modifier_declares_first() {
    for (orc, is_known) in [
        ("", false),
        ("initiative_modifier = -1", true),
        ("initiative_modifier = 1", false),
        ("agility = 11", false),
        ("agility = 12", true),
        ("agility_modifier = 3", true),
        ("agility = 14\ninitiative_modifier = 2", false),
        ("agility = 14\ninitiative_modifier = 1", true),
    ] {
        assert_known(&wary_and_harmless("", orc), "initiative_modifier", is_known);
    }
    let [hero, orc] = wary_and_harmless("", "");
    assert_known(&[orc, hero], "initiative_modifier", true);
}

/// WOUNDS-08, WOUNDS-03: it is the Agility of the moment that counts: with a broken shin the orc declares last.
#[test]
fn the_order_of_declarations_is_that_of_current_agility() {
    let hammer = attacks(&["damage = 1, damage_type = \"blunt\", critical_multiplier = 1"]);
    let combatants = [member("hero", &wary("agility = 9")), member("friend", &hammer), enemy("orc", "")];
    for declaration in ["agility", "initiative_modifier"] {
        let text = scene(&format!("declaration = \"{declaration}\""), &combatants);
        let played = rounds(2, &text, &[], &[5, 3, 9, 20, 1, 2, 8, 1, 1]);
        assert_eq!(played.said(1, "hero declares"), ["hero declares a0, on count 6."], "{declaration}");
        assert_eq!(played.said(2, "hero declares"), ["hero declares Full-Defense, on count 5."], "{declaration}");
    }
}

/// WOUNDS-08: an opponent that has declared an attack is not harmless, nor one that is yet to declare.
#[test]
fn known_attackers_are_not_harmless() {
    for (id, policy, keys) in [
        ("blade", "reckless", attacks(&[SCRATCH])),
        ("covered", "defensive", attacks(&[SCRATCH])),
        ("hex", "caster", "spells = [{ id = \"hex\", tn = 12, damage = 1 }]".to_owned()),
    ] {
        let orc = enemy("orc", &format!("policy = \"{policy}\"\n{keys}"));
        let text = scene("declaration = \"listed_reverse\"", &[member("hero", &wary("")), orc]);
        // The attack is answered.
        let played = one_round(&text, &[], &[5, 9, 1, 1]);
        assert_eq!(played.said(1, "hero declares"), ["hero declares Full-Defense, on count 4."], "{id}");
    }
    // One of two is known, the other declares after the hero.
    let combatants = [enemy("first", ""), member("hero", &wary("")), enemy("last", "")];
    let played = one_round(&scene("declaration = \"listed\"", &combatants), &[], &[9, 5, 9]);
    assert_eq!(played.said(1, "hero declares"), ["hero declares Full-Defense, on count 4."]);
    // An advance, and a surprised opponent, are harmless.
    let combatants = [
        enemy("first", &format!("policy = \"defensive\"\nposition = 30\n{}", attacks(&[SCRATCH]))),
        member("hero", &wary("")),
        enemy("last", "surprised = true\nposition = 1"),
    ];
    let played = one_round(&scene("declaration = \"listed\"", &combatants), &[], &[9, 5, 9, 1]);
    assert_eq!(played.said(1, "hero declares"), ["hero declares a0, on count 5."]);
}

/// A hero on 9, whom a friend on 3 forestalls; two orcs on 12.
fn forestalled(rules: &str, hero: &str, orc: &str) -> String {
    let combatants = [
        member("hero", hero),
        member("friend", &rooted(&[EVEN])),
        enemy("orc", &rooted(&[SCRATCH])),
        enemy("ork", &format!("{}\n{orc}", rooted(&[SCRATCH]))),
    ];
    scene(rules, &combatants)
}

/// WOUNDS-08: a declaration fixes the weapon: with the near orc down the hero runs at the far one, whom its bow would reach.
#[test]
fn a_declaration_fixes_the_attack() {
    let hero = attacks(&[SCRATCH, "kind = \"ranged\", damage = 1"]);
    let text = forestalled("", &hero, "position = 30");
    let played = one_round(&text, &[], &[9, 3, 12, 12, 11]);
    assert_eq!((played.wound_points(), played.positions()), (vec![10, 10, 0, 10], vec![10, 0, 1, 30]));
    assert_eq!(played.counts(1)[..2], ["3: friend, a0.", "9: hero, a0."]);
    assert_eq!((played.metric("strikes"), played.metric("turns_lost")), (1, 1), "the orc's turn");
    // With a fixed target it does not even move.
    let played = one_round(&text, &["rules.declared_targets=fixed"], &[9, 3, 12, 12, 11]);
    assert_eq!((played.wound_points(), played.positions()), (vec![10, 10, 0, 10], vec![0, 0, 1, 30]));
    assert_eq!(played.said(1, "hero declares"), ["hero declares a0 at orc, on count 9."]);
}

/// WOUNDS-08: the target is chosen on the turn, or with `declared_targets = "fixed"` declared, and then that one or nobody.
#[test]
fn a_declaration_may_fix_the_target() {
    let text = forestalled("", &attacks(&[EVEN]), "");
    let played = one_round(&text, &[], &[9, 3, 12, 12, 11, 11]);
    assert_eq!((played.outcome.winner, played.wound_points()), (Winner::Party, vec![10, 10, 0, 0]));
    let played = one_round(&text, &["rules.declared_targets=fixed"], &[9, 3, 12, 12, 11, 1]);
    assert_eq!((played.wound_points(), played.metric("turns_lost")), (vec![10, 10, 0, 10], 1));
}

/// WOUNDS-08: who falls on the way, on the same count, is struck at no more: another one within reach is, unless targets
/// are fixed.
#[test]
fn the_target_of_the_move_is_kept_while_it_stands() {
    let combatants = [
        member("hero", &attacks(&["damage = 10, critical_on = 21, reach = 3"])),
        member("ward", &format!("position = 4\nstrength = 5\n{}", rooted(&[EVEN]))),
        enemy("orc", &format!("targeting = \"weakest\"\n{}", attacks(&[SCRATCH]))),
        enemy("ork", &rooted(&[SCRATCH])),
    ];
    let text = scene("", &combatants);
    // The ward's Reposte drops the orc that runs at it.
    let played = one_round(&text, &[], &[5, 12, 5, 12, 11, 11]);
    assert_eq!((played.wound_points(), played.positions()), (vec![10, 5, 0, 0], vec![0, 4, 3, 1]));
    let played = one_round(&text, &["rules.declared_targets=fixed"], &[5, 12, 5, 12, 11, 1]);
    assert_eq!(played.wound_points(), [10, 5, 0, 10]);
}

/// WOUNDS-08: with fixed targets a Heal check is for the patient declared, or for nobody.
#[test]
fn a_declared_patient_is_the_only_one() {
    let medic = "policy = \"medic\"\nheal = 0";
    let combatants = [
        member("medic", &format!("count = 2\n{medic}")),
        member("worse", "starting_wounds = -3\nworst_wound = 1"),
        member("better", "starting_wounds = -2\nworst_wound = 1"),
        enemy("orc", &format!("position = 50\n{}", rooted(&[EVEN]))),
    ];
    let faces = [3, 5, 1, 1, 12, 11, 11];
    let played = one_round(&scene("", &combatants), &[], &faces);
    assert_eq!((played.wound_points()[2..4].to_vec(), played.metric("stabilisations")), (vec![-3, -2], 2));
    let played = one_round(&scene("declared_targets = \"fixed\"", &combatants), &[], &faces[..6]);
    assert_eq!((played.wound_points()[2..4].to_vec(), played.metric("stabilisations")), (vec![-3, -3], 1));
    assert_eq!(played.said(1, "medic-2 declares"), ["medic-2 declares a Heal check at worse, on count 11."]);
}

/// WOUNDS-08: an item for allies likewise; it is not used up.
#[test]
fn a_declared_ally_is_the_only_one() {
    let draught = "items = [{ id = \"draught\", target = \"ally\", restores_wounds = 10 }]";
    let combatants = [
        member("cleric", &format!("count = 2\n{draught}")),
        member("better", "starting_wounds = 2"),
        member("worse", "starting_wounds = 1"),
        enemy("orc", &format!("position = 50\n{}", rooted(&[EVEN]))),
    ];
    let played = one_round(&scene("", &combatants), &[], &[3, 5, 1, 1, 12]);
    assert_eq!((played.wound_points()[2..4].to_vec(), played.end.uses.to_vec()), (vec![10, 10], vec![0, 0]));
    let played = one_round(&scene("declared_targets = \"fixed\"", &combatants), &[], &[3, 5, 1, 1, 12]);
    assert_eq!((played.wound_points()[2..4].to_vec(), played.end.uses.to_vec()), (vec![2, 10], vec![0, 1]));
}

/// WOUNDS-08: and Intimidation.
#[test]
fn a_declared_victim_is_the_only_one() {
    let hero = "policy = \"intimidator\"\nintimidation = 0\nspeed = 0";
    let combatants = [
        member("hero", &format!("initiative_modifier = 6\n{hero}")),
        member("friend", &rooted(&[EVEN])),
        enemy("orc", &format!("count = 2\nmorale = true\n{}", rooted(&[SCRATCH]))),
    ];
    let text = scene("morale_outnumbered = \"off\"\nobvious_ratio = 0", &combatants);
    let played = one_round(&text, &[], &[3, 3, 12, 12, 11, 1, 1, 1, 1, 1]);
    assert_eq!(played.said(1, "intimidates"), ["hero intimidates orc-2: 1 + 0 = 1 to reach."]);
    let played = one_round(&text, &["rules.declared_targets=fixed"], &[3, 3, 12, 12, 11, 1]);
    assert_eq!((played.said(1, "intimidates"), played.metric("morale_checks")), (vec![], 0));
}

/// WOUNDS-08: an attack that cannot be paid any more on its turn is lost, its move included.
#[test]
fn an_attack_that_has_become_unusable_is_lost() {
    let hero = format!("stress = 5\n{}", attacks(&["damage = 1, stress_cost = 3"]));
    let text = scene("", &[member("hero", &hero), enemy("orc", &rooted(&["kind = \"ranged\", damage = 3"]))]);
    let played = one_round(&text, &["rules.start_distance=5"], &[9, 3, 11]);
    assert_eq!((played.stress()[0], played.positions()), (2, vec![0, 5]));
    assert_eq!((played.counts(1), played.metric("turns_lost")), (vec!["3: orc, a0.", "9: hero, a0."], 0));
    // With 3 left it is paid.
    let played = one_round(&text, &["rules.start_distance=5", "combatants.orc.attacks.a0.damage=2"], &[9, 3, 11, 1]);
    assert_eq!((played.stress()[0], played.positions(), played.metric("stress_spent")), (0, vec![4, 5], 3));
}

/// WOUNDS-08: who has fallen before its turn loses it.
#[test]
fn the_fallen_lose_their_turns() {
    let blade = attacks(&[EVEN]);
    let combatants = [member("hero", &blade), member("friend", &rooted(&[EVEN])), enemy("orc", &blade)];
    let played = one_round(&scene("", &combatants), &[], &[9, 12, 3, 11, 1]);
    assert_eq!((played.wound_points(), played.metric("turns_lost")), (vec![0, 10, 10], 1));
    assert_eq!(played.said(1, "loses its turn"), ["hero loses its turn: it is down."]);
    let played = one_round(&scene("", &combatants), &[], &[9, 12, 3, 10, 1, 1]);
    assert_eq!(played.metric("turns_lost"), 0);
}

/// WOUNDS-08: an item is not used on a declared ally that has gone away, or died.
#[test]
fn a_declared_ally_may_be_out_of_reach() {
    let draught = "items = [{ id = \"draught\", target = \"ally\", restores_wounds = 10 }]";
    for (friend, orc, faces, wounds) in [
        (attacks(&[SCRATCH]), String::new(), &[5, 3, 12][..], 2),
        (rooted(&[SCRATCH]), attacks(&["kind = \"ranged\", damage = 20, critical_on = 21"]), &[5, 12, 3, 11], -18),
        (rooted(&[SCRATCH]), String::new(), &[5, 3, 12], 10),
    ] {
        let friend = member("friend", &format!("position = 1\nstarting_wounds = 2\n{friend}"));
        let combatants = [member("cleric", draught), friend, enemy("orc", &format!("position = 20\nspeed = 0\n{orc}"))];
        let played = one_round(&scene("declared_targets = \"fixed\"", &combatants), &[], faces);
        assert_eq!((played.wound_points()[1], played.end.uses[0]), (wounds, u8::from(wounds != 10)));
        assert_eq!(played.said(1, "cleric declares"), ["cleric declares the item draught at friend, on count 11."]);
    }
}

/// WOUNDS-08: with fixed targets nobody runs at another one, or at one that is down.
#[test]
fn nobody_runs_at_a_fallen_target() {
    let combatants = [
        member("hero", &attacks(&[SCRATCH])),
        member("friend", &format!("position = 5\n{}", rooted(&[EVEN]))),
        enemy("orc", &format!("position = 6\n{}", rooted(&[SCRATCH]))),
        enemy("ork", &format!("position = 8\n{}", rooted(&[SCRATCH]))),
    ];
    let text = scene("", &combatants);
    let played = one_round(&text, &["rules.declared_targets=fixed"], &[9, 3, 12, 12, 11]);
    assert_eq!((played.positions()[0], played.wound_points()[2]), (0, 0));
    // The other one's Reposte, the hero's attack, and the other one's.
    let played = one_round(&text, &[], &[9, 3, 12, 12, 11, 1, 1, 1]);
    assert_eq!(played.positions()[0], 7);
}

/// WOUNDS-08: a turn is lost as well where its combatant may not act any more, Dying and with a Reposte made; a turn spent
/// crawling is not.
#[test]
fn the_dying_lose_their_turns_by_reacting() {
    let dying = "starting_wounds = -1\nstrength = 20\nfights_on = \"always\"";
    let hero = member("hero", &format!("{dying}\n{}", attacks(&[SCRATCH])));
    let text = scene("", &[hero, enemy("orc", &attacks(&[SCRATCH]))]);
    let played = one_round(&text, &["combatants.orc.position=3"], &[9, 3, 1, 1]);
    assert_eq!((played.metric("repostes"), played.metric("turns_lost"), played.metric("strikes")), (1, 1, 2));
    let played = one_round(&text, &["combatants.orc.position=30"], &[3, 9]);
    assert_eq!((played.positions()[0], played.metric("turns_lost"), played.metric("strikes")), (1, 0, 0));
}
