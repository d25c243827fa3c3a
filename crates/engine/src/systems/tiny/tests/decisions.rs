//! The decisions of combatants, and how their policies rate the options.

use super::*;
use crate::Seed;
use crate::decision::Decision;
use crate::scenario::Word;
use crate::systems::tiny::decisions::Deciding;
use crate::testing::{assert_all_decisions_seen, decisions, decisions_seen};

const SHIPPED: [&str; 6] = [
    include_str!("../../../../../../scenarios/tiny/bare-hands.toml"),
    include_str!("../../../../../../scenarios/tiny/champion.toml"),
    include_str!("../../../../../../scenarios/tiny/field-surgeon.toml"),
    include_str!("../../../../../../scenarios/tiny/javelins.toml"),
    include_str!("../../../../../../scenarios/tiny/parry-or-strike.toml"),
    include_str!("../../../../../../scenarios/tiny/points-of-armor.toml"),
];

/// The preferred option is the first of the best in each of them, or an encounter panics.
#[test]
fn combatants_choose_what_their_policies_prefer_in_all_kinds_of_decisions() {
    let more: [&[&str]; 4] = [
        &[],
        &["rules.target_ties=random", "combatants.raider.policy=retreat", "combatants.raider.retreat_at_hp=3"],
        &["combatants.raider.policy=evasive", "combatants.sword.policy=skirmisher", "rules.ranged_in_combat=forbidden"],
        &["rules.extricate_past=false", "rules.medic_in_combat=false", "combatants.raider.movement=10"],
    ];
    let shipped = SHIPPED.into_iter().map(|text| tiny(text, &[]));
    let more = more.into_iter().filter_map(|overrides| try_tiny(kept::MELEE, overrides).ok());
    let seen: Vec<_> = shipped.chain(more).map(|rules| decisions_seen(&rules, Seed(3), 40)).collect();
    assert_all_decisions_seen::<Tiny>(&seen);
}

#[test]
fn kinds_are_listed_by_their_numbers() {
    let names = [
        (Deciding::Action as usize, "action"),
        (Deciding::Attack as usize, "attack"),
        (Deciding::Approach as usize, "approach"),
        (Deciding::Target as usize, "target"),
    ];
    for (kind, name) in
        names.into_iter().chain([(Deciding::Direction as usize, "direction"), (Deciding::Patient as usize, "patient")])
    {
        assert_eq!(Deciding::CHOICES[kind].name, name);
    }
}

/// The decisions of the first turn of the first round, which the first listed combatant takes; all others miss or do not roll.
#[track_caller]
fn first_turn(text: &str, overrides: &[&str], faces: &[u32]) -> Vec<(&'static str, Vec<String>, Vec<usize>)> {
    let turns: Vec<u32> = (0..text.matches("[[combatants]]").count() as u32).collect();
    let all = decisions(&limited(text, overrides, 1), in_order(&turns, faces));
    let told = |decision: Decision| (Deciding::CHOICES[decision.kind].name, decision.options, decision.ranks);
    all.into_iter().filter(|decision| decision.combatant == 0).map(told).collect()
}

fn told(kind: &'static str, options: &[&str], ranks: &[usize]) -> (&'static str, Vec<String>, Vec<usize>) {
    (kind, options.iter().map(|&option| option.to_owned()).collect(), ranks.to_vec())
}

/// TINY-11, TINY-16: in combat one attacks, evades or extricates oneself, and does nothing else; what is forbidden there is no
/// attack.
#[test]
fn in_combat_one_of_three_things_is_open() {
    let hero = |rest: &str| member("hero", 4, 0, &[BOW, KNIFE], rest);
    let text = scene("", &[hero(""), dummy("orc", 4, 5)]);
    let actions = ["Attack", "Evade", "Extricate"];
    assert_eq!(
        first_turn(&text, &[], &MISS),
        [told("action", &actions, &[0, 2, 1]), told("attack", &["0", "1"], &[0, 1]), told("target", &["Who(1)"], &[0])]
    );
    let forbidden = ["rules.ranged_in_combat=forbidden"];
    assert_eq!(first_turn(&text, &forbidden, &MISS)[1], told("attack", &["1"], &[0]));
    // A skirmisher would rather get out.
    let text = scene("", &[hero("policy = \"skirmisher\""), dummy("orc", 4, 5)]);
    assert_eq!(
        first_turn(&text, &[], &MISS),
        [
            told("action", &actions, &[1, 2, 0]),
            told("direction", &["WayOut { feet: -25, is_past_enemies: false }"], &[0])
        ]
    );
    // There is no way out for somebody who cannot move.
    assert_eq!(first_turn(&text, &["combatants.hero.movement=0"], &MISS)[0].1, ["Attack", "Evade"]);
}

/// TINY-12 to TINY-14, TINY-16: out of combat one attacks what can be reached, advances if the way is longer than the movement, or
/// holds.
#[test]
fn out_of_combat_the_way_decides_what_is_open() {
    let text = |position: i32| scene("", &[member("hero", 4, 0, &[SWORD, BOW], ""), dummy("orc", 4, position)]);
    // A sword after a walk of 25 ft, or a bow from here.
    let near = first_turn(&text(30), &[], &MISS);
    assert_eq!(near[0], told("action", &["Attack", "Hold"], &[0, 1]));
    assert_eq!(near[1], told("attack", &["0", "1"], &[0, 1]));
    assert_eq!(near[2], told("approach", &["Who(1)"], &[0]));
    // The bow alone, after a walk of 5 ft; the way is longer than the movement.
    let far = first_turn(&text(65), &[], &MISS);
    assert_eq!(far[0], told("action", &["Attack", "Advance", "Hold"], &[0, 1, 2]));
    assert_eq!(far[1], told("attack", &["1"], &[0]));
    let out_of_reach = first_turn(&text(90), &[], &[]);
    assert_eq!(out_of_reach, [told("action", &["Advance", "Hold"], &[0, 1]), told("approach", &["Who(1)"], &[0])]);
    assert_eq!(first_turn(&text(90), &["combatants.hero.movement=0"], &[]), [told("action", &["Hold"], &[0])]);
}

/// TINY-12, TINY-16: every standing enemy within reach is a target, the weakest the best; of equal ones the first listed or by lot.
#[test]
fn targets_are_all_enemies_within_reach() {
    let dummies = [dummy("a", 3, 40), dummy("b", 2, 60), dummy("c", 2, 60), dummy("d", 1, 90)];
    let text = scene("", &[&[member("hero", 4, 0, &[BOW], "")], dummies.as_slice()].concat());
    assert_eq!(first_turn(&text, &[], &MISS)[2], told("target", &["Who(1)", "Who(2)", "Who(3)"], &[2, 0, 0]));
    // By lot c comes first, then d, b and a: each says how many come behind it.
    let by_lot = first_turn(&text, &["rules.target_ties=random"], &[&[2, 3, 3], MISS.as_slice()].concat());
    assert_eq!(by_lot[2], told("target", &["Who(3)", "Who(2)", "Who(1)"], &[0, 0, 2]));
}

/// TINY-40, TINY-41: a medic may go to every dying ally that no enemy keeps from it, and in the aftermath to all of them.
#[test]
fn patients_are_the_dying_that_can_be_reached() {
    let fallen = |id: &str, position: i32| member(id, 1, position, &[KNIFE], "");
    let orc = |id: &str, position: i32| enemy(id, 4, position, &[KNIFE], "movement = 0");
    let medic = member("medic", 4, -30, &[KNIFE], "movement = 50\ntraits = [\"medic\"]\npolicy = \"medic\"");
    let text = scene("", &[medic, fallen("a", -5), fallen("b", 55), orc("x", 0), orc("y", 50)]);
    // Round 1: the orcs fell those beside them. Round 2 and the aftermath: the medic goes to a in vain, and all tests fail.
    let first = [MISS, MISS, HIT, PLAIN, HIT, PLAIN].concat();
    let faces = [first.as_slice(), &MISS, &[1, 1, 1, 1], &MISS, &[1, 1]].concat();
    let all = decisions(&limited(&text, &[], 2), in_order(&[0, 1, 2, 3, 4], &faces));
    let of_medic: Vec<_> = all.iter().filter(|decision| decision.combatant == 0).collect();
    let [first, second, near, aftermath] = of_medic[..] else { panic!("four decisions: {of_medic:?}") };
    assert_eq!(
        (first.kind, first.options.as_slice()),
        (Deciding::Action as usize, ["Attack", "Hold"].map(String::from).as_slice())
    );
    assert_eq!(second.options[second.chosen], "Attend");
    assert_eq!(
        (near.kind, near.options.as_slice()),
        (Deciding::Patient as usize, ["Who(1)".to_owned()].as_slice()),
        "x keeps it from b"
    );
    assert_eq!(
        (aftermath.options.as_slice(), aftermath.ranks.as_slice()),
        (["Who(1)", "Who(2)"].map(String::from).as_slice(), [0, 1].as_slice())
    );
}

/// TINY-44: running is for policy `retreat`, to the rear or to the front, as far as nobody comes near.
#[test]
fn a_retreat_runs_to_the_rear_or_to_the_front() {
    let hero = |policy: &str| member("hero", 1, 0, &[SWORD], &format!("policy = \"{policy}\""));
    let alone = |policy: &str| scene("", &[hero(policy), dummy("orc", 4, 40)]);
    assert_eq!(
        first_turn(&alone("retreat"), &[], &[]),
        [told("action", &["Advance", "Run", "Hold"], &[1, 0, 2]), told("direction", &["-50", "30"], &[0, 1])]
    );
    assert_eq!(first_turn(&alone("default"), &[], &[])[0].1, ["Advance", "Hold"]);
    // If no run leads farther away, it would rather do as others do.
    let between = scene("", &[hero("retreat"), dummy("orc", 4, 40), dummy("other", 4, -35)]);
    assert_eq!(first_turn(&between, &[], &[])[0], told("action", &["Advance", "Run", "Hold"], &[0, 2, 1]));
}
