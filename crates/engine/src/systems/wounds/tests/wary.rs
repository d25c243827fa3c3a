//! The policy `wary`: what it declares, and where it goes for it.

use super::super::movement::Goal;
use super::super::state::Action;
use super::*;
use crate::dice::Scripted;
use crate::trace::Silent;

/// The two of worked check 18, so many yards apart; `hero` and `orc` are more of their keys.
fn pair(distance: i32, hero: &str, orc: &str) -> String {
    let weapons = ["bonus = 5, damage = \"1d8+2\"", "kind = \"ranged\", bonus = 5, damage = \"1d6\", range = 30"];
    let axe = "bonus = 3, damage = \"1d8\"";
    let hero = format!("policy = \"wary\"\nstress = 8\nspeed = 10\n{hero}\n{}", attacks(&weapons));
    let orc = format!("stress = 8\narmour = 2\nspeed = 10\nposition = {distance}\n{orc}\n{}", attacks(&[axe]));
    scene("", &[member("hero", &hero), enemy("orc", &orc)])
}

/// A question to a fight in which all are on the field, with these Base Initiatives.
fn asked<A>(text: &str, initiatives: &[i16], ask: impl Fn(&mut Fight<'_, Scripted, Silent>) -> A) -> A {
    let rules = wounds(text, &[]);
    let mut state = rules.opening().clone();
    for (body, &initiative) in state.bodies.iter_mut().zip(initiatives) {
        body.base_initiative = initiative;
    }
    let everybody = rules.sides.everybody();
    (state.present, state.fighters, state.initiative_due) = (everybody, everybody, Group::NOBODY);
    let (mut scratch, mut dice) = (Scratch::default(), Scripted::new([]));
    let mut fight = Fight {
        rules: &rules,
        state: &mut state,
        scratch: &mut scratch,
        round: 1,
        dice: &mut dice,
        trace: &mut Silent,
    };
    fight.survey();
    ask(&mut fight)
}

const SWORD: Action = Action::Attack(0);
const COVERED: Action = Action::DefensiveAttack(0);
const BOW: Action = Action::Attack(1);

/// Worked check 18, number by number.
#[test]
fn exchanges_have_the_worth_of_the_ledger() {
    let worths = |distance: i32, initiatives: &[i16]| {
        asked(&pair(distance, "", ""), initiatives, |fight| {
            [SWORD, COVERED, BOW].map(|action| fight.exchange(0.into(), action))
        })
    };
    assert_eq!(worths(10, &[9, 9]), [Some(230 - 195 - 195), Some(230 - 195), Some(89)]);
    assert_eq!(worths(10, &[5, 9]), [Some(230 + 44 - 390), Some(230 + 44 - 195), Some(89 + 17)]);
    assert_eq!(worths(30, &[9, 9]), [None, None, Some(89)]);
    assert_eq!(worths(41, &[9, 9]), [None; 3], "out of reach of everything");
    assert_eq!(worths(1, &[9, 9]), [Some(35), Some(35), Some(89 - 195)]);
}

/// WOUNDS-24: it goes back out of reach before it shoots, comes near to strike, and creeps up to where it cannot be reached.
#[test]
fn it_chooses_where_to_stand() {
    let place = |distance: i32, action: Action, reach: i32| {
        asked(&pair(distance, "", ""), &[9, 9], |fight| {
            fight.best_place(0.into(), action, Goal { towards: 1.into(), reach }).4
        })
    };
    assert_eq!(place(10, BOW, 30), -2, "12 yards away");
    assert_eq!(place(15, BOW, 30), 0);
    assert_eq!(place(35, BOW, 30), 5, "just within range");
    assert_eq!(place(10, COVERED, 1), 9);
    assert_eq!(place(20, COVERED, 1), 8, "not within 11 yards, as long as it comes nearer");
    assert_eq!(place(11, COVERED, 1), 10, "with its whole Speed");
    assert_eq!(place(12, COVERED, 1), 10, "it is in reach wherever it comes nearer");
    assert_eq!(place(13, COVERED, 1), 1, "still out of the orc's reach");
}

/// Its declaration in a fight with Base Initiatives of 9, and its position after the round.
fn plays(text: &str, overrides: &[&str], faces: &[u32]) -> (String, i32) {
    let played = one_round(text, overrides, &[&[9, 9], faces].concat());
    let said = played.said(1, "hero declares ");
    (said[0]["hero declares ".len()..].to_owned(), played.positions()[0])
}

/// The shot from out of reach is preferred to the blow; with no harm to fear it is the blow.
#[test]
fn a_shot_from_out_of_reach_is_preferred() {
    let (said, position) = plays(&pair(10, "", "initiative_modifier = 20"), &[], &[1]);
    assert_eq!((said.as_str(), position), ("a1, on count 9.", -2));
    let harmless = ["combatants.orc.attacks.a0.damage=0", "combatants.orc.speed=0"];
    let (said, position) = plays(&pair(10, "", ""), &harmless, &[2, 1, 1]);
    assert_eq!((said.as_str(), position), ("a0, on count 9.", 9));
}

/// WOUNDS-35, WOUNDS-36: it casts what does more than its attacks, and Stress that it pays is part of the price.
#[test]
fn spells_are_weighed_against_attacks() {
    let spell = |mana: i32| {
        format!("spells = [{{ id = \"bolt\", tn = 11, bonus = 5, range = 30, mana = {mana}, damage = \"1d10+2\" }}]\n")
    };
    let worths = |mana: i32| {
        asked(&pair(20, &spell(mana), ""), &[9, 9], |fight| {
            [Action::Cast(0), BOW].map(|action| fight.exchange(0.into(), action))
        })
    };
    // 15 faces, mean 5.5 after Armour 2, of 18; each point of Stress is 1000 / 18.
    assert_eq!(worths(0), [Some(229), Some(89)]);
    assert_eq!(worths(4), [Some(229 - 222), Some(89)]);
}

/// WOUNDS-70: it goes back after a blow only where that takes it out of reach.
#[test]
fn it_goes_back_where_it_is_less_exposed() {
    let hero = format!("policy = \"wary\"\nspeed = 9\n{}", attacks(&[SCRATCH]));
    let orc = |speed: i32| format!("position = 3\nspeed = {speed}\ninitiative_modifier = 40\n{}", attacks(&[SCRATCH]));
    let back = |speed: i32| {
        let text = scene("reposte_on_entry = false", &[member("hero", &hero), enemy("orc", &orc(speed))]);
        one_round(&text, &[], &[1, 1, 1, 1]).metric("withdrawals")
    };
    let still =
        one_round(&scene("reposte_on_entry = false", &[member("hero", &hero), enemy("orc", &orc(0))]), &[], &[1, 1, 1]);
    assert_eq!((still.metric("withdrawals"), still.positions()[0]), (1, 1));
    assert_eq!(back(9), 0, "the orc comes after it");
}

/// A wary combatant that can gain nothing does as `default`, and nobody waits for ever.
#[test]
fn wary_fighters_come_to_blows() {
    let fighter = "policy = \"wary\"\nspeed = 4\nstrength = 4\n";
    let strike = attacks(&["damage = 2, critical_on = 21, bonus = 1"]);
    let text = scene(
        "start_distance = 12\nmax_rounds = 40\ninitiative_die = 2",
        &[member("hero", &(fighter.to_owned() + &strike)), enemy("orc", &(fighter.to_owned() + &strike))],
    )
    .replacen("start_distance = 1\n", "", 1);
    let solved = testing::solved::<Wounds>(&text, &[]);
    let timeout = solved.solution.winners[Winner::Timeout.index()];
    assert!(timeout < 0.001 && solved.mean("strikes") > 1.0, "{timeout}");
}
