//! Policy `wary`: its numbers as the ledger works them out, and what they lead to.

use super::*;
use crate::Seed;
use crate::dice::{Scripted, Seeded};
use crate::ruleset::{Fight, Workspace, fight};
use crate::testing::decisions_seen;
use crate::trace::Silent;

const WARY: &str = "policy = \"wary\"";
/// The ogre's weapon of check 12.
const MAUL: &str = r#"{ id = "maul", kind = "heavy_melee", proficiency = "mastery" }"#;

/// The fight of check 12: a hero with so many HP and a friend next to an ogre.
fn beside_an_ogre(hp: u16) -> String {
    let party = [member("hero", hp, 0, &[KNIFE], WARY), member("friend", 9, 0, &[KNIFE], "")];
    scene("", &[party.concat(), enemy("ogre", 6, 5, &[MAUL], "")])
}

/// The view of a combatant at the start of a fight.
fn at_the_start<R>(rules: &Tiny, look: impl FnOnce(&Fight<'_, Tiny, Scripted, Silent>) -> R) -> R {
    let mut workspace = Workspace::new(rules);
    let (state, scratch) = (&mut workspace.state, &mut workspace.scratch);
    let (dice, trace) = (&mut Scripted::new([]), &mut Silent);
    look(&Fight { rules, state, scratch, round: 1, dice, trace })
}

/// Worked check 12: what attacking is worth with so many HP, and what evading is.
fn worths(hp: u16) -> [i64; 2] {
    let rules = tiny(&beside_an_ogre(hp), &[]);
    at_the_start(&rules, |fight| {
        let (hero, ogre) = ((0.into(), 0), (2.into(), 5));
        let gain = fight.share(&fight.sheet(hero.0).attacks[0], hero, ogre, false);
        let attack = fight.balance(hero.0, gain, fight.price(hero, false));
        [attack, fight.balance(hero.0, 0, fight.price(hero, true))]
    })
}

/// Worked check 12.
#[test]
fn the_numbers_are_those_of_the_ledger() {
    assert_eq!(worths(2), [2 * 95_164 - 351_851, -156_378]);
    assert_eq!(worths(3), [2 * 95_164 - 237_825, -105_700]);
    let armored =
        scene("", &[member("hero", 5, 0, &[SWORD], WARY), enemy("orc", 5, 5, &[KNIFE], "damage_reduction = 1")]);
    let share = at_the_start(&tiny(&armored, &[]), |fight| {
        fight.share(&fight.sheet(0.into()).attacks[0], (0.into(), 0), (1.into(), 5), false)
    });
    assert_eq!(share, 175_925);
}

/// TINY-17: it evades if that is worth more than its attack and somebody else of its side goes on fighting.
#[test]
fn it_evades_behind_a_comrade() {
    let first = |text: &str, faces: &[u32]| play(&limited(text, &[], 1), faces.iter().copied());
    let friend_and_ogre = [&MISS[..], &[4, 4, 4]].concat();
    let evading = first(&beside_an_ogre(2), &in_order(&[0, 1, 2], &friend_and_ogre));
    assert_eq!((evading.metric("evade_turns"), evading.metric("attacks")), (1, 2));
    let fighting = first(&beside_an_ogre(3), &in_order(&[0, 1, 2], &[&MISS[..], &friend_and_ogre].concat()));
    assert_eq!((fighting.metric("evade_turns"), fighting.metric("attacks")), (0, 3));
    // Alone it has no choice.
    let alone = scene("", &[member("hero", 1, 0, &[KNIFE], WARY), enemy("ogre", 6, 5, &[MAUL], "")]);
    assert_eq!(first(&alone, &in_order(&[0, 1], &[&MISS[..], &[4, 4, 4]].concat())).metric("evade_turns"), 0);
    // The second of two wary ones fights if the first evades.
    let both = beside_an_ogre(2).replace("hp = 9", "hp = 2\npolicy = \"wary\"");
    let second = first(&both, &in_order(&[0, 1, 2], &friend_and_ogre));
    assert_eq!((second.metric("evade_turns"), second.metric("attacks")), (1, 2));
}

/// TINY-24: of two targets and two weapons it takes those that come to the largest part of what the target has left.
#[test]
fn it_attacks_where_the_harm_is_greatest() {
    let idler = |id: &str, hp: u16, dr: u16, at: i32| enemy(id, hp, at, &[STICK], &format!("damage_reduction = {dr}"));
    let hero = |attacks: &[&str]| member("hero", 4, 0, attacks, WARY);
    // 3 HP behind a DR of 3 are more than 4 HP without.
    let text = scene("", &[hero(&[KNIFE]), idler("plated", 3, 3, 5), idler("bare", 4, 0, 5)]);
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1, 2], &[HIT, PLAIN].concat()));
    assert_eq!(played.hp(), [4, 3, 3]);
    // The second weapon is the better one.
    let text = scene("", &[hero(&[KNIFE, SWORD]), idler("orc", 9, 0, 5)]);
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1], &[HIT, PLAIN].concat()));
    assert_eq!(played.hp()[1], 7);
}

/// TINY-16: it shoots from out of reach rather than go and strike, though the blade is listed first and as good.
#[test]
fn it_shoots_from_out_of_reach() {
    let text = |policy: &str, bow: &str| {
        let hero = member("hero", 4, 0, &[KNIFE, bow], &format!("policy = \"{policy}\""));
        scene("", &[hero, enemy("orc", 4, 30, &[SWORD], "movement = 20")])
    };
    let first = |text: &str| play(&limited(text, &[], 1), in_order(&[0, 1], &MISS)).positions_after(1)[0];
    assert_eq!(first(&text("wary", BOW)), 0);
    let poor = BOW.replace(" }", ", range = 10 }");
    // It must come to 10 ft for the shot, where the orc can strike as well: the first of equals.
    let near = play(&limited(&text("wary", &poor), &[], 1), in_order(&[0, 1], &[MISS, MISS].concat()));
    assert_eq!(near.positions_after(1)[0], 25);
    let default = play(&limited(&text("default", BOW), &[], 1), in_order(&[0, 1], &[MISS, MISS].concat()));
    assert_eq!(default.positions_after(1)[0], 25);
}

/// TINY-18: a shooter gets away from somebody who cannot follow, if that is worth more than a poor blow, and stays if what it
/// provokes is worse; who could not shoot from there stays as well.
#[test]
fn a_shooter_gets_away_if_it_is_worth_it() {
    let text = |attacks: &[&str], rules: &str| {
        let hero = member("hero", 2, 0, attacks, WARY);
        scene(rules, &[hero, enemy("ogre", 40, 5, &[MAUL], "movement = 0")])
    };
    let weak_bow = BOW.replace(" }", ", damage = 1 }");
    let away = play(&limited(&text(&[&weak_bow], ""), &[], 1), in_order(&[0, 1], &HIT));
    assert_eq!((away.metric("extricated"), away.positions()[0]), (1, -25));
    let stays = |text: &str| {
        let played = play(&limited(text, &[], 1), in_order(&[0, 1], &[&MISS[..], &[4, 4, 4]].concat()));
        assert_eq!((played.metric("extricate_attempts"), played.metric("attacks")), (0, 2), "{text}");
    };
    stays(&text(&[&weak_bow], "extricate_provokes = \"always\""));
    stays(&text(&[KNIFE], ""));
}

/// TINY-43: two wary sides come to an end, whatever they have to fight with.
#[test]
fn wary_sides_do_not_wait_for_each_other() {
    for attacks in [&[KNIFE][..], &[BOW], &[SWORD, BOW]] {
        let quick = format!("{WARY}\nevade_dice = \"advantage\"");
        let party = ["x", "y"].map(|id| member(id, 5, 0, attacks, &quick)).concat();
        let enemies = ["v", "w"].map(|id| enemy(id, 5, 30, attacks, &quick)).concat();
        let rules = limited(&scene("evade_difficulty = \"trivial\"", &[party, enemies]), &[], 100);
        let mut workspace = Workspace::new(&rules);
        for index in 0..200 {
            let mut dice = Seeded::new(Seed(7));
            dice.start(crate::EncounterIndex(index));
            let outcome = fight(&rules, &mut workspace, &mut dice, &mut Silent);
            assert_ne!(outcome.winner, Winner::Timeout, "{attacks:?}, encounter {index}");
        }
    }
}

/// The preferred option is the first of the best in each decision of wary combatants, also of those who err, under all knobs that they
/// look at.
#[test]
fn its_list_of_options_agrees_with_its_choice() {
    let many = |attacks: &[&str]| {
        let party = ["a", "b", "c"].map(|id| member(id, 5, 0, attacks, &format!("{WARY}\nerror = 10"))).concat();
        let enemies = ["d", "e", "f"].map(|id| enemy(id, 4, 40, attacks, WARY)).concat();
        [party, enemies]
    };
    for rules in [
        "",
        "target_ties = \"random\"",
        "extricate_provokes = \"on_failure\"\nranged_in_combat = \"disadvantage\"",
        "extricate_provokes = \"always\"\nranged_in_combat = \"forbidden\"\nranged_into_combat = \"disadvantage\"",
        "dr_mode = \"always\"\ncritical_ignores_dr = true\nlight_armor_dr = 2",
    ] {
        for attacks in [&[KNIFE, BOW][..], &[BOW], &[SWORD, KNIFE, BOW]] {
            decisions_seen(&tiny(&scene(rules, &many(attacks)), &[]), Seed(5), 60);
        }
    }
}
