//! The turns of combatants: the targets that they choose, and the policies `default`, `evasive` and `skirmisher` (the
//! ledger's "Choices" and "Policies"). They decide between the actions that TINY-11 to TINY-18 allow.

use super::*;

/// A bow that reaches 10 ft, and takes 2 HP.
const DART: &str = r#"{ id = "dart", kind = "ranged", range = 10, damage = 2 }"#;

/// An idle enemy: HP, DR and position.
type Idler = (u16, u16, i32);

fn idler(id: &str, (hp, dr, position): Idler) -> String {
    enemy(id, hp, position, &[STICK], &format!("damage_reduction = {dr}"))
}

/// A hero at 0 against idle enemies, `a`, `b` and so on.
fn against(attacks: &[&str], keys: &str, idlers: &[Idler]) -> String {
    let hero = member("hero", 4, 0, attacks, keys);
    let enemies = idlers.iter().zip(["a", "b", "c", "d"]).map(|(&keys, id)| idler(id, keys));
    scene("", &[hero, enemies.collect()])
}

/// Both orders of two enemies; in each the number of the former in listed order, from 1.
fn both_orders(former: Idler, latter: Idler) -> [([Idler; 2], usize); 2] {
    [([former, latter], 1), ([latter, former], 2)]
}

/// The target of the hero's attack, which misses: its number in listed order, from 1.
#[track_caller]
fn target(text: &str, overrides: &[&str]) -> usize {
    let narration = one_round(text, overrides, &MISS).narration(1);
    let ids = ["a", "b", "c", "d"];
    let is_target = |id: &&str| narration.contains(&format!(" at {id} with"));
    1 + ids.iter().position(is_target).unwrap_or_else(|| panic!("nobody is attacked: {narration}"))
}

// Choices.

/// TINY-12: one advances upon the nearest enemy: the least distance, then the lowest HP, then the lowest DR.
#[test]
fn the_nearest_is_advanced_upon() {
    for (former, latter) in [
        ((9, 3, 25), (1, 0, -30)),
        ((9, 3, -25), (1, 0, 30)),
        ((3, 3, 30), (4, 0, -30)),
        ((3, 3, -30), (4, 0, 30)),
        ((3, 1, 30), (3, 2, -30)),
        ((3, 0, -30), (3, 1, 30)),
    ] {
        for (idlers, number) in both_orders(former, latter) {
            let text = against(&[KNIFE], "", &idlers);
            assert_eq!(target(&text, &[]), number, "{idlers:?}");
            let position = former.2 - 5 * former.2.signum();
            assert_eq!(one_round(&text, &[], &MISS).positions()[0], position, "{idlers:?}");
        }
    }
}

/// TINY-12: of those who are alike the first listed is the nearest.
#[test]
fn the_first_listed_is_the_nearest_of_equals() {
    for sign in [1, -1] {
        let text = against(&[KNIFE], "", &[(3, 1, 40), (3, 1, sign * 30), (3, 1, sign * -30)]);
        assert_eq!((target(&text, &[]), one_round(&text, &[], &MISS).positions()[0]), (2, sign * 25));
    }
}

/// TINY-14, TINY-16: who only advances, and who walks to shoot, goes for the nearest by the same measure.
#[test]
fn the_nearest_is_where_one_goes() {
    for sign in [1, -1] {
        for (idlers, _) in both_orders((3, 0, sign * 200), (4, 0, sign * -200)) {
            assert_eq!(one_round(&against(&[KNIFE], "", &idlers), &[], &[]).positions()[0], sign * 50);
        }
        for (idlers, number) in both_orders((3, 1, sign * 70), (3, 2, sign * -70)) {
            let text = against(&[BOW], "", &idlers);
            assert_eq!((target(&text, &[]), one_round(&text, &[], &MISS).positions()[0]), (number, sign * 10));
        }
    }
}

/// TINY-16: of those in reach the weakest is attacked: the lowest HP, then the lowest DR, then the least distance.
#[test]
fn the_weakest_is_attacked() {
    for (former, latter) in
        [((3, 9, 60), (4, 0, 10)), ((4, 0, 60), (4, 1, 10)), ((4, 1, -10), (4, 1, 15)), ((4, 1, 55), (4, 1, -60))]
    {
        for (idlers, number) in both_orders(former, latter) {
            assert_eq!(target(&against(&[BOW], "", &idlers), &[]), number, "{idlers:?}");
        }
    }
    // Of equals the first listed.
    for sign in [1, -1] {
        let text = against(&[BOW], "", &[(5, 0, 10), (4, 1, sign * 20), (4, 1, sign * -20)]);
        assert_eq!(target(&text, &[]), 2);
    }
}

/// TINY-11: so is the weakest of those who are adjacent, on both sides.
#[test]
fn the_weakest_adjacent_is_attacked() {
    for (former, latter) in [((3, 2, 5), (4, 0, -5)), ((4, 0, -5), (4, 1, 5)), ((3, 0, 5), (4, 0, 5))] {
        for (idlers, number) in both_orders(former, latter) {
            let text = against(&[KNIFE], "", &[idlers[0], idlers[1], (1, 0, 10)]);
            assert_eq!(target(&text, &[]), number, "{idlers:?}");
        }
    }
    assert_eq!(target(&against(&[KNIFE], "", &[(4, 0, 5), (4, 0, -5)]), &[]), 1);
}

/// TINY-26: it is the HP of the moment that count, for the nearest and for the weakest.
#[test]
fn wounds_count_in_choices() {
    let friend = member("friend", 4, 20, &[SWORD], "");
    for (attack, position) in [(KNIFE, 20), (BOW, 0)] {
        let hero = member("hero", 4, 0, &[attack], "");
        let text = scene("", &[friend.clone(), hero, idler("a", (3, 0, -25)), idler("b", (4, 0, 25))]);
        let played = one_round(&text, &[], &[HIT, PLAIN, HIT, PLAIN].concat());
        assert_eq!((played.hp(), played.positions()[1]), (vec![4, 4, 3, 1], position));
    }
}

/// TINY-25: the DR of choices is all of it, of armor and body.
#[test]
fn all_dr_counts_in_choices() {
    let hero = member("hero", 4, 0, &[BOW], "");
    let heavy = enemy("a", 4, 10, &[STICK], "armor = \"light\"\ndamage_reduction = 1");
    let text = scene("", &[hero, heavy, enemy("b", 4, 20, &[STICK], "armor = \"light\"")]);
    assert_eq!(target(&text, &[]), 2);
    assert_eq!(target(&text, &["rules.dr_stacking=highest"]), 1);
}

/// TINY-16: those out of range are not chosen, however weak, and the fallen neither.
#[test]
fn only_those_in_reach_are_chosen() {
    let text = against(&[BOW], "", &[(9, 0, 60), (1, 0, 65), (1, 0, -65)]);
    assert_eq!(target(&text, &[]), 1);
    // Once a has fallen, the next weakest is shot.
    let friend = member("friend", 4, 0, &[BOW], "");
    let text =
        scene("", &[friend, member("hero", 4, 0, &[BOW], ""), dummy("a", 1, 20), dummy("b", 3, 30), dummy("c", 2, 40)]);
    let played = one_round(&text, &[], &[HIT, PLAIN, HIT, PLAIN].concat());
    assert_eq!(played.hp(), [4, 4, 0, 3, 1]);
}

/// TINY-18: the way out is to one's own rear, of the party to the left, of enemies to the right; else to the front.
#[test]
fn the_way_out_is_the_rear_first() {
    for (side, rear) in [("party", -1), ("enemies", 1)] {
        let opposite = if side == "party" { "enemies" } else { "party" };
        let leaver = combatant("leaver", side, 4, 0, &[BOW], "policy = \"skirmisher\"");
        let foe = |id: &str, position: i32| combatant(id, opposite, 4, position, &[STICK], "");
        // Seen so that what is behind the leaver is positive. 15 ft leave a step.
        for (first, second, position) in
            [(-5, 200, 25), (-5, 15, 5), (-5, -10, 25), (5, -200, -25), (5, -15, -5), (5, 10, -25)]
        {
            let text = scene("", &[leaver.clone(), foe("a", rear * first), foe("b", rear * second)]);
            let played = one_round(&text, &[], &[5, 5]);
            assert_eq!(played.positions()[0], rear * position, "{side} {first} {second}");
            assert_eq!(played.metric("extricated"), 1);
        }
    }
}

// default.

/// TINY-11, TINY-16: step 1: in combat the first listed harmful attack is made, unless it is ranged and forbidden.
#[test]
fn in_combat_the_first_attack_is_made() {
    let forbidden = ["rules.ranged_in_combat=forbidden"];
    for (attacks, overrides, hp) in [
        (&[SWORD, KNIFE][..], &[][..], 7),
        (&[KNIFE, SWORD], &[], 8),
        (&[BOW, SWORD], &[], 8),
        (&[BOW, SWORD], &forbidden, 7),
        (&[SWORD, BOW], &forbidden, 7),
        (&[STICK, BOW, SWORD], &forbidden, 7),
        (&[STICK, KNIFE], &[], 8),
    ] {
        let played = one_round(&against(attacks, "", &[(9, 0, 5)]), overrides, &[HIT, PLAIN].concat());
        assert_eq!((played.hp()[1], played.positions()[0]), (hp, 0), "{attacks:?} {overrides:?}");
    }
}

/// TINY-11, TINY-16: step 1: the candidates of a blow are adjacent, those of a shot anywhere within range.
#[test]
fn in_combat_the_attack_decides_about_candidates() {
    let idlers = [(9, 0, 5), (2, 0, 10), (1, 0, 60), (1, 0, -65)];
    assert_eq!(target(&against(&[KNIFE, BOW], "", &idlers), &[]), 1);
    assert_eq!(target(&against(&[BOW, KNIFE], "", &idlers), &[]), 3);
    assert_eq!(target(&against(&[DART], "", &idlers), &[]), 2);
}

/// TINY-18: step 1 of `default`, and `retreat`: who is flanked slips past where that is allowed, and else evades; who comes
/// far enough by it leaves.
#[test]
fn the_flanked_slip_past_or_evade() {
    let forbidden = "rules.ranged_in_combat=forbidden";
    let archer = against(&[BOW], "", &[(4, 0, 5), (4, 0, -5)]);
    let runner = against(&[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 4", &[(4, 0, 5), (4, 0, -5)]);
    for text in [archer, runner] {
        let slips = one_round(&text, &[forbidden], &[5, 1]);
        assert_eq!((slips.positions()[0], slips.metric("slipped_past"), slips.metric("attacks")), (-15, 1, 0));
        let evades = one_round(&text, &[forbidden, "rules.extricate_past=false"], &[]);
        assert_eq!((evades.positions()[0], evades.metric("extricate_attempts")), (0, 0));
        assert!(evades.narration(1).contains("hero evades"));
    }
    let runner = against(&[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 4", &[(4, 0, 5), (4, 0, -5)]);
    let leaves = one_round(&runner, &["rules.escape_distance=10"], &[5, 1]);
    assert_eq!(leaves.ends[0], EndState::Fled);
}

/// TINY-17, TINY-18: step 1: with a harmful attack but none for now one extricates oneself, or evades where there is no
/// way out; without any harmful attack one evades.
#[test]
fn in_combat_without_an_attack() {
    let forbidden = ["rules.ranged_in_combat=forbidden", "rules.extricate_past=false"];
    for (attacks, rear, tests) in [(&[BOW][..], -200, 1), (&[BOW], -10, 0), (&[STICK], -200, 0), (&[], -200, 0)] {
        let text = against(attacks, "", &[(4, 0, 5), (4, 0, rear)]);
        let faces: &[u32] = if tests == 1 { &[5, 5] } else { &[] };
        let played = one_round(&text, &forbidden, faces);
        assert_eq!((played.metric("extricate_attempts"), played.metric("attacks")), (tests, 0), "{attacks:?} {rear}");
        assert_eq!(played.narration(1).contains("hero evades"), tests == 0, "{attacks:?} {rear}");
        assert_eq!(played.positions()[0], if tests == 1 { -25 } else { 0 });
        // The others evade as well as long as the hero is next to them.
        assert_eq!(played.metric("evade_turns"), if tests == 1 { 0 } else { 2 });
    }
}

/// TINY-12, TINY-21: step 2: without a harmful attack one holds out of combat.
#[test]
fn without_a_harmful_attack_one_holds() {
    for attacks in [&[][..], &[STICK]] {
        for distance in [10, 30, 200] {
            let played = one_round(&against(attacks, "", &[(4, 0, distance)]), &[], &[]);
            assert_eq!((played.positions()[0], played.metric("advances"), played.metric("evade_turns")), (0, 0, 0));
        }
    }
}

/// TINY-12, TINY-16: step 3: the first listed attack that is in reach, at once or by a movement, is made.
#[test]
fn the_first_attack_in_reach_is_made() {
    for (attacks, distance, position, hp) in [
        (&[SWORD, BOW][..], 30, 25, 7),
        (&[SWORD, BOW], 35, 0, 8),
        (&[BOW, SWORD], 30, 0, 8),
        (&[BOW, SWORD], 10, 0, 8),
        (&[DART, BOW], 35, 25, 7),
        (&[DART, BOW], 40, 0, 8),
        (&[DART, KNIFE], 10, 0, 7),
        (&[STICK, BOW], 30, 0, 8),
        (&[SWORD, BOW], 85, 25, 8),
    ] {
        for sign in [1, -1] {
            let text = against(attacks, "", &[(9, 0, sign * distance)]);
            let played = one_round(&text, &[], &[HIT, PLAIN].concat());
            assert_eq!((played.positions()[0], played.hp()[1]), (sign * position, hp), "{attacks:?} {distance}");
            assert_eq!(played.metric("advances"), 0);
        }
    }
}

/// TINY-13, TINY-14: step 4: with nothing in reach one goes as far as the first harmful attack lacks, at most twice the
/// movement.
#[test]
fn one_goes_as_far_as_the_first_attack_lacks() {
    for (attacks, distance, position) in [
        (&[KNIFE][..], 55, 50),
        (&[KNIFE], 50, 45),
        (&[BOW, KNIFE], 90, 30),
        (&[KNIFE, BOW], 90, 50),
        (&[DART, KNIFE], 50, 40),
        (&[KNIFE, DART], 50, 45),
        (&[DART, KNIFE], 65, 50),
        (&[STICK, BOW], 90, 30),
    ] {
        for sign in [1, -1] {
            let played = one_round(&against(attacks, "", &[(9, 0, sign * distance)]), &[], &[]);
            assert_eq!(
                (played.positions()[0], played.metric("advances")),
                (sign * position, 1),
                "{attacks:?} {distance}"
            );
            assert_eq!(played.metric("attacks"), 0);
        }
    }
}

/// TINY-13, TINY-14: step 4: those who cannot move do not advance, and are not counted.
#[test]
fn the_immovable_stay() {
    for distance in [10, 60] {
        let played = one_round(&against(&[KNIFE], "movement = 0", &[(9, 0, distance)]), &[], &[]);
        assert_eq!((played.positions()[0], played.metric("advances")), (0, 0));
        let step = one_round(&against(&[KNIFE], "movement = 5", &[(9, 0, distance + 5)]), &[], &[]);
        assert_eq!((step.positions()[0], step.metric("advances")), (10, 1));
    }
    let shot = one_round(&against(&[BOW], "movement = 0", &[(9, 0, 60)]), &[], &MISS);
    assert_eq!((shot.positions()[0], shot.metric("attacks")), (0, 1));
    assert_eq!(one_round(&against(&[BOW], "movement = 0", &[(9, 0, 65)]), &[], &[]).metric("advances"), 0);
}

/// TINY-12, TINY-14: enemies have the same turns, in the other direction.
#[test]
fn enemies_act_likewise() {
    let hero = member("hero", 9, 0, &[STICK], "");
    for (distance, position, faces) in [(30, 5, &[5, 1, 6, 5][..]), (100, 50, &[]), (5, 5, &[5, 1, 4, 4, 6, 5])] {
        let text = scene("", &[hero.clone(), enemy("orc", 4, distance, &[SWORD], "")]);
        let played = one_round(&text, &[], faces);
        assert_eq!((played.positions()[1], played.hp()[0]), (position, if faces.is_empty() { 9 } else { 7 }));
    }
}

// evasive.

/// An evasive hero evades in its turn, or it strikes, and misses; a friend may be there.
#[track_caller]
fn assert_evades(keys: &str, orc: i32, friend: &str, evades: bool) {
    let hero =
        format!("[[combatants]]\nid = \"hero\"\nside = \"party\"\npolicy = \"evasive\"\nattacks = [{KNIFE}]\n{keys}\n");
    let text = scene("", &[hero, dummy("orc", 4, orc), friend.to_owned()]);
    let played = one_round(&text, &[], if evades { &[] } else { &MISS });
    assert_eq!(played.narration(1).contains("hero evades"), evades, "{keys}");
    assert_eq!(
        (played.metric("attacks"), played.end.evading.contains(0.into())),
        (u32::from(!evades), evades),
        "{keys}"
    );
}

/// An ally that stands far away.
fn friend() -> String {
    member("friend", 4, -200, &[STICK], "")
}

/// TINY-17: it evades in combat, at `evade_at_hp` or less, with another standing combatant on its side.
#[test]
fn the_evasive_evade_when_low() {
    assert_evades("hp = 3\nevade_at_hp = 3", 5, &friend(), true);
    assert_evades("hp = 2\nevade_at_hp = 3", 5, &friend(), true);
    assert_evades("hp = 4\nevade_at_hp = 3", 5, &friend(), false);
    assert_evades("hp = 1\nevade_at_hp = 0", 5, &friend(), false);
    assert_evades("hp = 3\nevade_at_hp = 1000", 5, &friend(), true);
    // Alone it fights on, and out of combat as well.
    assert_evades("hp = 3\nevade_at_hp = 3", 5, "", false);
    assert_evades("hp = 3\nevade_at_hp = 3", 5, &dummy("other", 4, 500), false);
    assert_evades("hp = 3\nevade_at_hp = 3", 10, &friend(), false);
}

/// TINY-17: without `evade_at_hp` it is half of `hp_max`, rounded down.
#[test]
fn the_evasive_evade_at_half_their_hp() {
    for (hp, hp_max, evades) in [
        (3, 6, true),
        (4, 6, false),
        (3, 7, true),
        (4, 7, false),
        (2, 5, true),
        (3, 5, false),
        (1, 1, false),
        (1, 2, true),
    ] {
        assert_evades(&format!("hp = {hp}\nhp_max = {hp_max}"), 5, &friend(), evades);
    }
    // Combatants that are whole have more than half.
    assert_evades("hp = 4", 5, &friend(), false);
}

/// TINY-17: HP lost in the fight count, and allies that have fallen do not.
#[test]
fn the_evasive_mind_the_moment() {
    let hero = member("hero", 2, 0, &[KNIFE], "policy = \"evasive\"");
    let friend = member("friend", 1, -200, &[STICK], "at_zero_hp = \"down\"");
    let orc = enemy("orc", 4, 5, &[KNIFE], "");
    let text = scene("", &[hero.clone(), friend, orc.clone()]);
    let played = rounds(2, &text, &[], &[MISS, HIT, PLAIN, MISS].concat());
    assert_eq!((played.hp()[0], played.metric("evade_turns"), played.metric("attacks")), (1, 1, 3));
    // The orc prefers the friend for its lack of DR. Once that has fallen, the hero evades no more.
    let friend = member("friend", 1, 10, &[STICK], "at_zero_hp = \"down\"");
    let hero = hero.replace("hp = 2", "hp = 1\nhp_max = 2\ndamage_reduction = 1");
    let text = scene("", &[hero, friend, orc]);
    let evading = rounds(2, &text, &[], &[MISS, MISS].concat());
    assert_eq!((evading.metric("evade_turns"), evading.metric("attacks")), (4, 2));
    let felled = rounds(2, &text, &[], &[HIT, MISS, PLAIN, MISS, MISS].concat());
    assert_eq!((felled.ends[1], felled.metric("evade_turns"), felled.metric("attacks")), (EndState::Down, 2, 3));
}

/// TINY-17: otherwise it acts by default: here it advances and shoots.
#[test]
fn the_evasive_act_by_default() {
    let keys = "policy = \"evasive\"\nevade_at_hp = 4";
    let text = |attack: &str, distance: i32| against(&[attack], keys, &[(9, 0, distance)]) + &friend();
    assert_eq!(one_round(&text(SWORD, 30), &[], &[HIT, PLAIN].concat()).positions()[0], 25);
    assert_eq!(one_round(&text(SWORD, 35), &[], &[]).positions()[0], 30);
    assert_eq!(one_round(&text(BOW, 60), &[], &[HIT, PLAIN].concat()).hp()[1], 8);
}

// skirmisher.

/// A skirmisher against idle enemies.
fn skirmish(attacks: &[&str], keys: &str, idlers: &[Idler]) -> String {
    against(attacks, &format!("policy = \"skirmisher\"\n{keys}"), idlers)
}

/// TINY-18: in combat with a way out it extricates itself, whatever attacks it has; without one it acts by default.
#[test]
fn a_skirmisher_leaves_combat() {
    for attacks in [&[BOW][..], &[SWORD, BOW], &[BOW, SWORD]] {
        let out = one_round(&skirmish(attacks, "", &[(9, 0, 5)]), &[], &[5, 5]);
        assert_eq!((out.positions()[0], out.metric("extricated"), out.metric("attacks")), (-25, 1, 0));
    }
    // With 10 ft it cannot slip past either.
    let (held, slow) = ([(9, 0, 5), (9, 0, -10)], "movement = 10");
    let forbidden = ["rules.ranged_in_combat=forbidden"];
    for (attacks, overrides, hp) in
        [(&[BOW][..], &[][..], 8), (&[SWORD, BOW], &[], 7), (&[BOW, SWORD], &[], 8), (&[BOW, SWORD], &forbidden, 7)]
    {
        let fights = one_round(&skirmish(attacks, slow, &held), overrides, &[HIT, PLAIN].concat());
        assert_eq!((fights.hp()[1], fights.metric("extricate_attempts")), (hp, 0), "{attacks:?} {overrides:?}");
    }
    let evades = one_round(&skirmish(&[BOW], slow, &held), &forbidden, &[]);
    assert!(evades.narration(1).contains("hero evades"));
}

/// TINY-16: out of combat it shoots with the first listed ranged attack that has an enemy within its range, rather than
/// to come nearer.
#[test]
fn a_skirmisher_shoots() {
    for (attacks, distance, hp) in [
        (&[SWORD, BOW][..], 10, 8),
        (&[SWORD, BOW], 60, 8),
        (&[SWORD, DART, BOW], 10, 7),
        (&[SWORD, DART, BOW], 15, 8),
        (&[BOW, DART], 10, 8),
    ] {
        for sign in [1, -1] {
            let text = skirmish(attacks, "", &[(9, 0, sign * distance)]);
            let played = one_round(&text, &[], &[HIT, PLAIN].concat());
            assert_eq!((played.positions()[0], played.hp()[1]), (0, hp), "{attacks:?} {distance}");
        }
    }
    // A ranged attack that takes nothing is none.
    let stone = r#"{ id = "stone", kind = "ranged", damage = 0, range = 500 }"#;
    let played = one_round(&skirmish(&[stone, SWORD, BOW], "", &[(9, 0, 30)]), &[], &[HIT, PLAIN].concat());
    assert_eq!((played.positions()[0], played.hp()[1]), (0, 8));
}

/// TINY-16: it shoots at the weakest within the range of that attack.
#[test]
fn a_skirmisher_shoots_the_weakest() {
    let idlers = [(9, 0, 10), (4, 1, 30), (4, 0, 55), (1, 0, 65)];
    assert_eq!(target(&skirmish(&[DART, BOW], "", &idlers), &[]), 1);
    assert_eq!(target(&skirmish(&[BOW, DART], "", &idlers), &[]), 3);
    assert_eq!(target(&skirmish(&[SWORD, BOW], "", &idlers), &[]), 3);
}

/// TINY-12, TINY-14, TINY-16: with nobody within range it acts by default: the first listed attack in reach by a
/// movement, or else an advance.
#[test]
fn a_skirmisher_out_of_range_acts_by_default() {
    for (attacks, distance, position, hp) in [
        (&[SWORD, DART][..], 30, 25, 7),
        (&[DART, SWORD], 30, 20, 7),
        (&[SWORD, DART], 35, 25, 7),
        (&[BOW], 65, 5, 8),
        (&[SWORD, BOW], 85, 25, 8),
    ] {
        let text = skirmish(attacks, "", &[(9, 0, distance)]);
        let played = one_round(&text, &[], &[HIT, PLAIN].concat());
        assert_eq!((played.positions()[0], played.hp()[1]), (position, hp), "{attacks:?} {distance}");
    }
    for (attacks, distance, position) in [(&[BOW][..], 90, 30), (&[SWORD, BOW], 90, 50), (&[BOW, SWORD], 200, 50)] {
        let played = one_round(&skirmish(attacks, "", &[(9, 0, distance)]), &[], &[]);
        assert_eq!((played.positions()[0], played.metric("advances")), (position, 1), "{attacks:?} {distance}");
    }
}

/// TINY-16, TINY-18: out of combat again, it shoots in its next turn.
#[test]
fn a_skirmisher_shoots_from_afar() {
    let played = rounds(2, &skirmish(&[BOW], "", &[(9, 0, 5)]), &[], &[&[5, 5][..], &HIT, &PLAIN].concat());
    assert_eq!((played.positions()[0], played.hp()[1], played.metric("attacks")), (-25, 8, 1));
}

/// TINY-16: it needs a harmful ranged attack.
#[test]
fn a_skirmisher_has_a_ranged_attack() {
    for (attacks, overrides, is_sound) in [
        (&[BOW][..], &[][..], true),
        (&[KNIFE], &[], false),
        (&[BOW], &["rules.ranged_damage=0"], false),
        (&[DART], &["rules.ranged_damage=0"], true),
    ] {
        assert_eq!(try_tiny(&skirmish(attacks, "", &[(9, 0, 5)]), overrides).is_ok(), is_sound, "{attacks:?}");
    }
}
