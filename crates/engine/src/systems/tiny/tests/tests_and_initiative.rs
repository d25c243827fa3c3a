//! Tests of d6, levels and difficulties, and the order of turns (TINY-01 to TINY-08).

use std::collections::BTreeMap;

use super::*;
use crate::dice::{Seeded, Slot};
use crate::{EncounterIndex, Seed, Silent, Workspace};

/// Armor that puts whoever wears it at disadvantage.
const UNTRAINED: &str = "armor = \"medium\"";

/// A hero that strikes a dummy next to it, with more keys of its knife.
fn strike(keys: &str) -> String {
    let knife = format!(r#"{{ id = "knife", kind = "light_melee"{keys} }}"#);
    scene("", &[member("hero", 4, 0, &[&knife], ""), dummy("orc", 4, 5)])
}

/// An attack test with these faces that takes 1 HP, or nothing.
#[track_caller]
fn assert_strike(text: &str, overrides: &[&str], faces: &[u32], hits: bool) {
    let critical: &[u32] = if hits { &PLAIN } else { &[] };
    let played = one_round(text, overrides, &[faces, critical].concat());
    assert_eq!(played.hp(), [4, if hits { 3 } else { 4 }], "{faces:?} {overrides:?}");
    assert_eq!((played.metric("attacks"), played.metric("hits")), (1, u32::from(hits)));
    assert!(played.applied(1, "TINY-01") && played.applied(1, "TINY-02"));
}

/// The same for a test of so many dice against 5: any one of them is enough.
#[track_caller]
fn assert_dice(text: &str, overrides: &[&str], dice: usize) {
    assert_strike(text, overrides, &vec![4; dice], false);
    for high in 0..dice {
        let mut faces = vec![4; dice];
        faces[high] = 5;
        assert_strike(text, overrides, &faces, true);
    }
}

/// TINY-01: a test has two dice, three at advantage and one at disadvantage; any of them that is high enough is a
/// success.
#[test]
fn one_high_die_is_enough() {
    for (proficiency, dice) in [("none", 1), ("proficient", 2), ("mastery", 3)] {
        assert_dice(&strike(&format!(", proficiency = \"{proficiency}\"")), &[], dice);
    }
}

/// TINY-01: `disadvantage_dice`, `normal_dice` and `advantage_dice` are those numbers.
#[test]
fn levels_have_their_numbers_of_dice() {
    for dice in [[1, 1, 1], [2, 4, 5], [6, 7, 8], [3, 9, 10], [10, 10, 10]] {
        let levels = ["disadvantage", "normal", "advantage"];
        let overrides = [0, 1, 2].map(|level| format!("rules.{}_dice={}", levels[level], dice[level]));
        let overrides = overrides.each_ref().map(String::as_str);
        for (proficiency, dice) in ["none", "proficient", "mastery"].into_iter().zip(dice) {
            assert_dice(&strike(&format!(", proficiency = \"{proficiency}\"")), &overrides, dice);
        }
    }
}

/// TINY-01: a better level never has fewer dice, and may have as many.
#[test]
fn numbers_of_dice_do_not_decrease() {
    for (overrides, is_sound) in [
        (["rules.disadvantage_dice=2", "rules.normal_dice=2"], true),
        (["rules.disadvantage_dice=3", "rules.normal_dice=2"], false),
        (["rules.normal_dice=3", "rules.advantage_dice=3"], true),
        (["rules.normal_dice=4", "rules.advantage_dice=3"], false),
    ] {
        assert_eq!(try_tiny(DUEL, &overrides).is_ok(), is_sound, "{overrides:?}");
    }
}

/// TINY-02: a trivial test needs a 3, an easy one a 4, an average one a 5, a difficult one a 6.
#[test]
fn difficulties_are_target_numbers() {
    for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
        let text = strike(&format!(", difficulty = \"{difficulty}\""));
        assert_strike(&text, &[], &[1, target], true);
        assert_strike(&text, &[], &[target - 1, target - 1], false);
        let narration = one_round(&text, &[], &[1, 2]).narration(1);
        assert!(narration.contains(&format!("1, 2 against {target}, a miss")), "{narration}");
    }
}

/// TINY-02: tests are average unless a rule says otherwise: those to attack, to evade and to extricate oneself.
#[test]
fn tests_are_average() {
    assert_strike(&strike(""), &[], &[5, 1], true);
    assert_strike(&strike(""), &[], &[4, 4], false);
    // The orc evades, for it has nothing to strike with; then the friend meets its evasion.
    let orc = dummy("orc", 4, 5);
    let text = scene("", &[orc, member("hero", 4, 0, &[KNIFE], "")]);
    for (face, hp) in [(5, 4), (4, 3)] {
        let critical: &[u32] = if face == 5 { &[] } else { &PLAIN };
        let played = one_round(&text, &[], &[&HIT, &[face, face], critical].concat());
        assert_eq!(played.hp(), [hp, 4]);
        assert!(played.narration(1).contains(&format!("orc evades: {face}, {face} against 5")));
    }
    let archer = member("hero", 4, 0, &[BOW], "policy = \"skirmisher\"");
    let text = scene("", &[archer, dummy("orc", 4, 5)]);
    for (face, position) in [(5, -25), (4, 0)] {
        let played = one_round(&text, &[], &[face, 1]);
        assert_eq!(played.positions(), [position, 5]);
        assert!(played.narration(1).contains(&format!("{face}, 1 against 5")));
    }
}

/// TINY-03: several disadvantages are as one: bad training, armor, the shooter in combat, and its target too.
#[test]
fn disadvantages_count_once() {
    let bow = |proficiency: &str| format!(r#"{{ id = "bow", kind = "ranged", proficiency = "{proficiency}" }}"#);
    let shot = |proficiency: &str, armor: &str| {
        let hero = member("hero", 4, 0, &[&bow(proficiency)], armor);
        let friend = member("friend", 4, 0, &[STICK], "");
        scene("", &[hero, friend, dummy("orc", 4, 5)])
    };
    let both = ["rules.ranged_in_combat=disadvantage", "rules.ranged_into_combat=disadvantage"];
    for (proficiency, armor, overrides, dice) in [
        ("proficient", "", &[][..], 2),
        ("proficient", UNTRAINED, &[], 1),
        ("proficient", "", &both[..1], 1),
        ("proficient", "", &both[1..], 1),
        ("none", UNTRAINED, &both, 1),
        // However many they are, they take no more than the advantage of mastery.
        ("mastery", "", &[], 3),
        ("mastery", UNTRAINED, &[], 2),
        ("mastery", "", &both[..1], 2),
        ("mastery", "", &both[1..], 2),
        ("mastery", UNTRAINED, &both, 2),
    ] {
        let played = one_round(&shot(proficiency, armor), overrides, &vec![4; dice]);
        assert_eq!((played.metric("attacks"), played.metric("hits")), (1, 0), "{proficiency} {armor} {overrides:?}");
        let is_hindered = !armor.is_empty() || !overrides.is_empty();
        assert_eq!(played.applied(1, "TINY-03"), is_hindered, "{proficiency} {armor} {overrides:?}");
    }
    // Three dice for each level but the worst tell that bad training is a disadvantage of its own.
    let played = one_round(&shot("none", UNTRAINED), &["rules.normal_dice=3"], &[4]);
    assert_eq!(played.metric("attacks"), 1);
}

/// TINY-03: an advantage and a disadvantage make a test normal, or with `disadvantage_wins` leave it at disadvantage.
#[test]
fn mixed_tests_are_normal_or_at_disadvantage() {
    let attack = r#"{ id = "sword", kind = "light_melee", proficiency = "mastery" }"#;
    for (mixed, dice) in [("cancel", 2), ("disadvantage_wins", 1)] {
        let knob = format!("rules.mixed_tests={mixed}");
        let text = scene("", &[member("hero", 4, 0, &[attack], UNTRAINED), dummy("orc", 4, 5)]);
        assert_dice(&text, &[&knob], dice);
        // If nothing is mixed, the knob changes nothing.
        assert_dice(&strike(", proficiency = \"mastery\""), &[&knob], 3);
        assert_dice(&strike(""), &[&knob], 2);
        assert_dice(&strike(", proficiency = \"none\""), &[&knob], 1);
        // Likewise the tests to evade and to extricate oneself.
        let orc = enemy("orc", 4, 5, &[STICK], &format!("{UNTRAINED}\nevade_dice = \"advantage\""));
        let text = scene("", &[orc, member("hero", 4, 0, &[KNIFE], "")]);
        let evaded = one_round(&text, &[&knob], &[&HIT[..], &vec![5; dice]].concat());
        assert_eq!((evaded.metric("evaded"), evaded.hp()), (1, vec![4, 4]));
        let keys = format!("policy = \"skirmisher\"\n{UNTRAINED}\nextricate_dice = \"advantage\"");
        let text = scene("", &[member("hero", 4, 0, &[BOW], &keys), dummy("orc", 4, 5)]);
        assert_eq!(one_round(&text, &[&knob], &vec![5; dice]).positions(), [-25, 5]);
    }
}

/// A scene of those who do nothing, out of reach of each other; `traits` has, by combatant, whether it is vigilant. The
/// last one is an enemy.
fn watchers(vigilant: &[bool]) -> String {
    let keys = |&is_vigilant: &bool| if is_vigilant { "traits = [\"vigilant\"]" } else { "" };
    let last = vigilant.len() - 1;
    let watcher = |(who, is_vigilant): (usize, &bool)| match who {
        _ if who == last => enemy("orc", 4, 500, &[STICK], keys(is_vigilant)),
        _ => member(&format!("hero-{who}"), 4, 0, &[STICK], keys(is_vigilant)),
    };
    scene("", &vigilant.iter().enumerate().map(watcher).collect::<Vec<_>>())
}

/// The order of turns that such faces make.
#[track_caller]
fn order(vigilant: &[bool], overrides: &[&str], faces: &[u32]) -> Vec<usize> {
    play(&limited(&watchers(vigilant), overrides, 1), faces.iter().copied()).order()
}

/// TINY-04: initiative is the sum of two dice: neither the best of them, nor a number of successes.
#[test]
fn initiative_is_a_sum() {
    assert_eq!(order(&[false; 2], &[], &[1, 6, 4, 4]), [1, 0]);
    assert_eq!(order(&[false; 2], &[], &[1, 6, 3, 3]), [0, 1]);
    assert_eq!(order(&[false; 2], &[], &[5, 1, 4, 3]), [1, 0]);
    let played = play(&limited(&watchers(&[false; 2]), &[], 1), [1, 6, 4, 4]);
    assert!(played.applied(0, "TINY-04") && !played.named("TINY-05") && !played.named("TINY-08"));
    assert!(played.narration(0).contains("Initiative of hero-0: 1 + 6 = 7.\nInitiative of orc: 4 + 4 = 8."));
}

/// TINY-04: `initiative_dice` is their number, for those who are not vigilant.
#[test]
fn initiative_dice_are_a_number() {
    assert_eq!(order(&[false; 2], &["rules.initiative_dice=1"], &[4, 5]), [1, 0]);
    assert_eq!(order(&[false; 2], &["rules.initiative_dice=3"], &[2, 2, 2, 1, 1, 5]), [1, 0]);
    let ten = [&[1; 9][..], &[3], &[1; 9], &[2]].concat();
    assert_eq!(order(&[false; 2], &["rules.initiative_dice=10"], &ten), [0, 1]);
    assert_eq!(order(&[true, false], &["rules.initiative_dice=1"], &[1, 1, 2, 5]), [1, 0]);
}

/// TINY-04, TINY-03: what changes tests does not touch initiative: neither armor nor the number of dice of a test.
#[test]
fn initiative_is_no_test() {
    let hero = member("hero", 4, 0, &[STICK], UNTRAINED);
    let text = scene("untrained_armor_penalty = \"all\"", &[hero, dummy("orc", 4, 500)]);
    let overrides = ["rules.disadvantage_dice=4", "rules.normal_dice=5", "rules.advantage_dice=6"];
    let played = play(&limited(&text, &overrides, 1), [4, 4, 1, 6]);
    assert_eq!(played.order(), [0, 1]);
    assert!(played.applied(0, "TINY-04") && !played.named("TINY-03") && !played.named("TINY-28"));
}

/// TINY-05: the vigilant roll three dice, and all of them count.
#[test]
fn the_vigilant_add_three_dice() {
    assert_eq!(order(&[true, false], &[], &[2, 3, 4, 4, 4]), [0, 1]);
    assert_eq!(order(&[true, false], &[], &[1, 1, 5, 4, 4]), [1, 0]);
    assert_eq!(order(&[false, true], &[], &[4, 4, 2, 3, 4]), [1, 0]);
    let played = play(&limited(&watchers(&[true, false]), &[], 1), [2, 3, 4, 4, 4]);
    assert!(played.applied(0, "TINY-05") && played.narration(0).contains("Initiative of hero-0: 2 + 3 + 4 = 9."));
}

/// TINY-05: `vigilant_initiative_dice` is their number; it may be lower than that of the others.
#[test]
fn vigilant_initiative_dice_are_a_number() {
    assert_eq!(order(&[true, false], &["rules.vigilant_initiative_dice=1"], &[6, 3, 4]), [1, 0]);
    assert_eq!(order(&[true, false], &["rules.vigilant_initiative_dice=2"], &[6, 2, 3, 4]), [0, 1]);
    let ten = [&[1; 10][..], &[5, 6]].concat();
    assert_eq!(order(&[true, false], &["rules.vigilant_initiative_dice=10"], &ten), [1, 0]);
}

/// TINY-06: turns are taken from the highest total down, whatever the side.
#[test]
fn the_highest_total_comes_first() {
    assert_eq!(order(&[false; 4], &[], &[2, 2, 6, 6, 1, 1, 5, 5]), [1, 3, 0, 2]);
    assert_eq!(order(&[false; 4], &[], &[6, 6, 5, 5, 2, 2, 1, 1]), [0, 1, 2, 3]);
    let played = play(&limited(&watchers(&[false; 3]), &[], 1), [2, 2, 6, 6, 1, 1]);
    assert!(played.applied(0, "TINY-06") && played.narration(0).contains("Order of turns: hero-1, hero-0, orc."));
}

/// TINY-06: the order holds for all rounds, for the dying as well, and nothing is rolled for it again.
#[test]
fn the_order_holds() {
    let heroes = [member("a", 1, 0, &[KNIFE], ""), member("b", 4, 0, &[KNIFE], "")];
    let text = scene("", &[heroes.concat(), enemy("orc", 4, 5, &[KNIFE], "")]);
    // The orc, a, b. Round 1: the orc fells a, b misses. From then on the test of a is between their attacks.
    let round = [MISS, [4, 4], MISS].concat();
    let faces = [&HIT[..], &PLAIN, &MISS, &round, &MISS, &[5], &MISS].concat();
    let played = play(&limited(&text, &[], 3), in_order(&[1, 2, 0], &faces));
    assert_eq!(played.ends, [EndState::Down, EndState::Standing, EndState::Standing]);
    for round in [2, 3] {
        let narration = played.narration(round);
        let turns = ["orc strikes", "a tests to live", "b strikes"].map(|turn| narration.find(turn).expect(turn));
        assert!(turns.is_sorted(), "{narration}");
    }
}

/// TINY-07: at equal totals the vigilant come before the others, without any re-roll, wherever they are listed.
#[test]
fn the_vigilant_come_first_among_equals() {
    assert_eq!(order(&[false, true], &[], &[3, 3, 1, 2, 3]), [1, 0]);
    assert_eq!(order(&[true, false], &[], &[1, 2, 3, 3, 3]), [0, 1]);
    // One less, and they do not.
    assert_eq!(order(&[false, true], &[], &[3, 3, 1, 2, 2]), [0, 1]);
    let played = play(&limited(&watchers(&[false, true]), &[], 1), [3, 3, 1, 2, 3]);
    assert!(played.applied(0, "TINY-07") && !played.named("TINY-08"));
    let unequal = play(&limited(&watchers(&[false, true]), &[], 1), [3, 3, 1, 2, 4]);
    assert!(!unequal.named("TINY-07"));
}

/// TINY-07, TINY-08: of several equal totals the vigilant roll again among themselves, and the others likewise.
#[test]
fn the_vigilant_and_the_others_roll_apart() {
    // All four have 6. The first listed wins neither re-roll, and a re-roll of 12 puts nobody before the vigilant.
    let totals = [&[3, 3][..], &[2, 2, 2], &[4, 2], &[1, 1, 4]].concat();
    let again = [&[1, 1, 1][..], &[1, 1, 2], &[5, 6], &[6, 6]].concat();
    let faces = [totals, again].concat();
    assert_eq!(order(&[false, true, false, true], &[], &faces), [3, 1, 2, 0]);
}

/// TINY-08: those who are tied roll again, each with its own number of dice, until no tie is left.
#[test]
fn the_tied_roll_again() {
    assert_eq!(order(&[false; 2], &[], &[3, 3, 5, 1, 1, 1, 2, 1]), [1, 0]);
    assert_eq!(order(&[false; 2], &[], &[3, 3, 5, 1, 2, 1, 1, 1]), [0, 1]);
    // Twice more.
    assert_eq!(order(&[false; 2], &[], &[3, 3, 5, 1, 2, 1, 1, 2, 6, 6, 5, 5]), [0, 1]);
    // The vigilant with three dice.
    assert_eq!(order(&[true; 2], &[], &[3, 3, 1, 5, 1, 1, 1, 1, 6, 1, 1, 5]), [0, 1]);
    assert_eq!(order(&[true; 2], &[], &[3, 3, 1, 5, 1, 1, 1, 1, 5, 1, 1, 6]), [1, 0]);
    let played = play(&limited(&watchers(&[false; 2]), &[], 1), [3, 3, 5, 1, 1, 1, 2, 1]);
    assert!(played.applied(0, "TINY-08") && !played.named("TINY-07"));
}

/// TINY-08: a re-roll decides only the order of those who were tied: not even a 12 passes a higher total, and not even
/// a 2 falls behind a lower one.
#[test]
fn a_re_roll_decides_only_a_tie() {
    let totals = [5, 3, 3, 3, 4, 2, 2, 2];
    assert_eq!(order(&[false; 4], &[], &[&totals[..], &[5, 6], &[6, 6]].concat()), [0, 2, 1, 3]);
    assert_eq!(order(&[false; 4], &[], &[&totals[..], &[1, 2], &[1, 1]].concat()), [0, 1, 2, 3]);
}

/// TINY-08: two ties are two re-rolls.
#[test]
fn two_ties_are_rolled_apart() {
    let totals = [2, 2, 5, 5, 3, 1, 6, 4];
    // Whichever of them is rolled first, the second of each wins.
    assert_eq!(order(&[false; 4], &[], &[&totals[..], &[1, 1, 6, 6], &[1, 1, 6, 6]].concat()), [3, 1, 2, 0]);
}

/// TINY-08: of three that are tied, those who are still tied after a re-roll roll again, the third does not.
#[test]
fn what_is_left_of_a_tie_is_rolled_again() {
    let totals = [3, 3, 3, 3, 3, 3, 6, 6];
    // The first leads, the others roll again.
    let faces = [&totals[..], &[6, 5], &[2, 2], &[1, 3], &[1, 1], &[6, 6]].concat();
    assert_eq!(order(&[false; 4], &[], &faces), [3, 0, 2, 1]);
    // The second is last, the others roll again.
    let faces = [&totals[..], &[6, 5], &[2, 2], &[5, 6], &[1, 1], &[1, 2]].concat();
    assert_eq!(order(&[false; 4], &[], &faces), [3, 2, 0, 1]);
}
/// TINY-08: a tie that never ends is left in listed order after 32 rolls.
#[test]
fn an_endless_tie_is_left_in_listed_order() {
    assert_eq!(order(&[false; 2], &[], &[3; 2 * 2 * 32]), [0, 1]);
    // The 32nd roll still decides.
    let late = [&[3; 2 * 2 * 31][..], &[3, 3, 3, 4]].concat();
    assert_eq!(order(&[false; 2], &[], &late), [1, 0]);
}

/// TINY-08: of two runs of equals the first rolls again until it is resolved, then the second.
#[test]
fn runs_of_equals_are_resolved_one_after_the_other() {
    // The first and the third have 8, the others 6.
    let totals = [4, 4, 3, 3, 4, 4, 3, 3];
    let first_run = [1, 1, 1, 1, 1, 2, 2, 2];
    let second_run = [5, 5, 4, 4];
    let faces = [&totals[..], &first_run, &second_run].concat();
    assert_eq!(order(&[false; 4], &[], &faces), [2, 0, 1, 3]);
}

/// Seeded dice that write down what was rolled in each slot of the set-up.
struct Logged {
    dice: Seeded,
    is_set_up: bool,
    slot: Slot,
    rolled: BTreeMap<Slot, Vec<u32>>,
}

impl Dice for Logged {
    fn next_round(&mut self) {
        self.is_set_up = false;
        self.dice.next_round();
    }

    fn slot(&mut self, slot: Slot) {
        self.slot = slot;
        self.dice.slot(slot);
    }

    fn die(&mut self, sides: u32) -> u32 {
        let face = self.dice.die(sides);
        if self.is_set_up {
            self.rolled.entry(self.slot).or_default().push(face);
        }
        face
    }
}

/// The faces that each slot of the set-up shows in an encounter.
fn rolled_in_set_up(rules: &Tiny, index: u64) -> BTreeMap<Slot, Vec<u32>> {
    let mut dice = Seeded::new(Seed(7));
    dice.start(EncounterIndex(index));
    let mut dice = Logged { dice, is_set_up: true, slot: Slot::shared(0), rolled: BTreeMap::new() };
    crate::fight(rules, &mut Workspace::new(rules), &mut dice, &mut Silent);
    dice.rolled
}

/// TINY-04, TINY-08: one more combatant, of either side, leaves the rolls of the others as they were, re-rolls included.
#[test]
fn one_more_combatant_leaves_the_initiative_of_the_others_as_it_was() {
    let party = [member("hero", 4, 0, &[KNIFE], ""), member("friend", 4, 0, &[KNIFE], "")];
    let enemies = [enemy("orc", 4, 5, &[KNIFE], ""), enemy("ogre", 4, 5, &[KNIFE], "")];
    let listed =
        |members: usize, foes: usize| limited(&scene("", &[&party[..members], &enemies[..foes]].concat()), &[], 1);
    let duel = listed(1, 1);
    let (mut again, mut others_again) = (0, 0);
    for index in 0..300 {
        let few = rolled_in_set_up(&duel, index);
        again += usize::from(few.len() > 2);
        for more in [listed(2, 1), listed(1, 2), listed(2, 2)] {
            let many = rolled_in_set_up(&more, index);
            others_again += usize::from(many.len() > more.combatants().len());
            assert!([Side::Party, Side::Enemies].iter().all(|&side| many.contains_key(&Slot::turn(side, 0))));
            let both = few.iter().filter_map(|(slot, faces)| Some((faces, many.get(slot)?)));
            assert!(both.clone().count() >= 2 && both.clone().all(|(faces, same)| faces == same));
        }
    }
    // A pair ties in 146 of 1296 rolls.
    assert!(again > 10 && others_again > 30);
}
