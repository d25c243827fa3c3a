//! The targets of combatants: `nearest`, `weakest` and `finish`, on the turn or from the declaration on (WOUNDS-08).

use super::*;

/// The combatant that a hero at 0 with this Speed and blade strikes at; `None` if it strikes at nobody.
#[track_caller]
fn struck(rules: &str, targeting: &str, speed: i32, others: &[String]) -> Option<String> {
    let hero = format!("targeting = \"{targeting}\"\nspeed = {speed}\n{}", attacks(&[SCRATCH]));
    let text = scene(rules, &[&[member("hero", &hero)], others].concat());
    let played = one_round(&text, &[], &[&[5][..], &vec![9; others.len()], &[1]].concat());
    let said = played.said(1, "hero strikes at ");
    said.first().map(|line| line["hero strikes at ".len()..].split(' ').next().unwrap_or_default().to_owned())
}

/// An orc without attacks.
fn orc(id: &str, position: i32, keys: &str) -> String {
    enemy(id, &format!("position = {position}\n{keys}"))
}

#[track_caller]
fn assert_struck(targeting: &str, others: &[String], expected: &str) {
    for rules in ["", "declared_targets = \"fixed\""] {
        let found = struck(rules, targeting, 10, others);
        assert_eq!(found.as_deref(), Some(expected), "{targeting} {rules} {others:?}");
    }
}

/// WOUNDS-08: the nearest fighter; ties in listed order; on either side.
#[test]
fn the_nearest_is_struck() {
    assert_struck("nearest", &[orc("far", 4, ""), orc("near", 3, "")], "near");
    assert_struck("nearest", &[orc("far", 4, ""), orc("near", -3, "")], "near");
    assert_struck("nearest", &[orc("first", -3, ""), orc("second", 3, "")], "first");
    assert_struck("nearest", &[orc("down", 1, "starting_wounds = 0"), orc("near", 3, "")], "near");
    assert_struck("nearest", &[orc("far", 4, "strength = 1"), orc("near", 3, "")], "near");
}

/// WOUNDS-08, WOUNDS-24: who has gone past a friend to strike is nearer than the friend to whoever acts after it.
#[test]
fn who_has_gone_ahead_is_the_nearest() {
    let hero = format!("position = -3\n{}", attacks(&[SCRATCH]));
    let orc = format!("position = 6\n{}", attacks(&[SCRATCH]));
    let text = scene("reposte_on_entry = false", &[member("friend", ""), member("hero", &hero), enemy("orc", &orc)]);
    let played = rounds(2, &text, &[], &[9, 5, 7, 1, 1, 1, 1]);
    for round in [1, 2] {
        let strikes = played.said(round, " strikes at ");
        let struck = |line: &&str| line.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let strikes: Vec<String> = strikes.iter().map(struck).collect();
        assert_eq!(strikes, ["hero strikes at orc", "orc strikes at hero"], "{round}");
    }
}

/// WOUNDS-08: the lowest sum of Stress and Wound Points within a move and reach, then the nearest, then in listed order; if
/// nobody is so near, the nearest.
#[test]
fn the_weakest_in_reach_is_struck() {
    let weak = |id: &str, position: i32| orc(id, position, "strength = 6");
    assert_struck("weakest", &[orc("near", 3, ""), weak("weak", 11)], "weak");
    assert_struck("weakest", &[orc("near", 3, ""), weak("weak", 12)], "near");
    assert_struck("weakest", &[weak("far", 4), weak("near", -3)], "near");
    assert_struck("weakest", &[weak("first", -3), weak("second", 3)], "first");
    // 7 of Wound Points and 4 of Stress are more than 10, and 3 more are not.
    assert_struck("weakest", &[orc("near", 3, ""), orc("weak", 4, "strength = 7\nstress = 4")], "near");
    assert_struck("weakest", &[orc("near", 3, ""), orc("weak", 4, "strength = 6\nstress = 3")], "weak");
    // Below 0 Wound Points counts as it is.
    let dying = "starting_wounds = -1\nfights_on = \"always\"\nstress = 1\nspeed = 0";
    assert_struck("weakest", &[orc("near", 3, "strength = 1"), orc("dying", 4, dying)], "dying");
    assert_struck("weakest", &[orc("down", 3, "starting_wounds = 0"), orc("near", 4, "")], "near");
    // Nobody is in reach: towards the nearest, and no strike.
    let hero = format!("targeting = \"weakest\"\n{}", attacks(&[SCRATCH]));
    let text = scene("", &[member("hero", &hero), orc("near", -12, ""), weak("weak", 13)]);
    assert_eq!(one_round(&text, &[], &[5, 9, 9]).positions()[0], -10);
}

/// WOUNDS-08: with `finish` the nearest who is down and alive within a move and reach, before any fighter; if there is none,
/// the nearest fighter.
#[test]
fn the_helpless_are_finished() {
    let down = |id: &str, position: i32| orc(id, position, "starting_wounds = 0");
    assert_struck("finish", &[orc("near", 3, ""), down("down", 11)], "down");
    assert_struck("finish", &[orc("near", 3, ""), down("down", 12)], "near");
    assert_struck("finish", &[orc("near", 3, ""), down("far", 5), down("down", -4)], "down");
    assert_struck("finish", &[orc("near", 3, ""), down("first", -4), down("second", 4)], "first");
    assert_struck("finish", &[orc("far", 4, ""), orc("near", 3, "")], "near");
    // Not one of its own side, nor one that is yet to come.
    let friend = member("friend", "position = 1\nstarting_wounds = 0");
    assert_struck("finish", &[orc("near", 3, ""), friend], "near");
}

/// WOUNDS-08: the dead are not.
#[test]
fn the_dead_are_left_alone() {
    let hero = format!("targeting = \"finish\"\n{}", rooted(&[EVEN]));
    let text = scene("", &[member("hero", &hero), enemy("orc", "starting_wounds = -1"), enemy("ork", "")]);
    let played = rounds(2, &text, &[], &[5, 9, 9, 11, 11]);
    assert_eq!(
        (played.ends[1], played.ends[2], played.outcome.winner),
        (EndState::Dead, EndState::Down, Winner::Party)
    );
}

/// WOUNDS-08: who was picked on the move is gone for the roll; the new pick is of the same kind, from where the hero stands.
#[test]
fn a_new_pick_is_of_the_same_kind() {
    // Only a Reposte drops somebody between the moves and the rolls. The far one is weaker, and out of reach.
    let combatants = [
        member("hero", &format!("targeting = \"weakest\"\n{}", attacks(&[SCRATCH]))),
        member("ward", &format!("position = 4\nstrength = 9\n{}", rooted(&[EVEN]))),
        enemy("runner", &format!("position = 1\nstrength = 3\ntargeting = \"weakest\"\n{}", attacks(&[SCRATCH]))),
        orc("strong", 1, "strength = 20"),
        orc("weak", -1, "strength = 5"),
        orc("far", 8, "strength = 4"),
    ];
    let text = scene("", &combatants);
    let played = one_round(&text, &[], &[5, 12, 5, 12, 12, 12, 11, 1]);
    assert!(played.said(1, "hero strikes at ")[0].starts_with("hero strikes at weak"), "{}", played.narration(1));
    assert_eq!(played.ends[2], EndState::Dead);
}

/// WOUNDS-08: who is Dying crawls or strikes, and so looks no farther than its reach.
#[test]
fn the_dying_strike_at_whom_they_reach() {
    let hero = format!(
        "starting_wounds = -1\nstrength = 20\nfights_on = \"always\"\ntargeting = \"weakest\"\n{}",
        attacks(&[SCRATCH])
    );
    let text = scene("", &[member("hero", &hero), orc("near", 1, ""), orc("weak", 2, "strength = 6")]);
    for rules in [&[][..], &["rules.declared_targets=fixed"]] {
        let played = one_round(&text, rules, &[5, 9, 9, 1]);
        assert!(played.said(1, "hero strikes at ")[0].starts_with("hero strikes at near"), "{rules:?}");
        assert_eq!(played.positions()[0], 0);
    }
}

/// WOUNDS-06, WOUNDS-08: whom somebody strikes at is found before anybody on the count pays for a spell with its Stress.
#[test]
fn targets_are_chosen_before_spells_are_paid_for() {
    let spell = "{ id = \"spell\", tn = 15, spell_speed = 0, mana = 3, damage = 1, range = 9 }";
    let mage = enemy("mage", &format!("stress = 5\npolicy = \"caster\"\nspells = [{spell}]"));
    let hero = member("hero", &format!("targeting = \"weakest\"\n{}", attacks(&["damage = 1, reach = 9"])));
    let played = one_round(&scene("", &[mage, hero, orc("orc", 1, "stress = 3")]), &[], &[5, 5, 9, 1, 1]);
    assert_eq!((played.said(1, "hero strikes at orc").len(), played.stress()[0]), (1, 2));
}
