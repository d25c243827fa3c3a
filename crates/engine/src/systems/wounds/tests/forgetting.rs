//! The parts of a state that the exact solver forgets change none of its answers: solved with and without forgetting,
//! small fights with everything in them end the same.

use super::*;
use crate::conformance::{Remembering, difference_of_solutions};
use crate::exact::{Budget, Solution, solve};

/// Solves a fight of few rounds both ways; gives the solution.
#[track_caller]
fn ends_the_same(text: &str, overrides: &[&str], rounds: u32) -> Solution {
    let rules: Wounds = testing::limited(text, overrides, rounds);
    let forgetting = solve(&rules, Budget::default(), &|| false).expect("few states");
    let remembering = solve(&Remembering(rules), Budget::default(), &|| false).expect("few states");
    assert!(forgetting.states < remembering.states, "{} states, {}", forgetting.states, remembering.states);
    assert_eq!(difference_of_solutions(&forgetting, &remembering), None);
    forgetting
}

/// Asserts that each of these ends of a combatant has a chance above 0.
#[track_caller]
fn ends_are_possible(solution: &Solution, who: usize, ends: &[EndState]) {
    for end in ends {
        assert!(solution.end_states[who][end.index()] > 1e-6, "{who} is never {end:?}");
    }
}

const FEW_DICE: &str = "initiative_die = 2";

/// WOUNDS-43, WOUNDS-38: the worst wound is kept where somebody can heal, of those who can be healed.
#[test]
fn wounds_matter_where_somebody_heals() {
    let blow = |damage: i32| format!("damage = {damage}, critical_on = 20, critical_multiplier = 2");
    let hero = member("hero", &format!("strength = 4\nfights_on = \"always\"\n{}", attacks(&[&blow(2)])));
    let healer = member("healer", "strength = 3\nposition = -1\npolicy = \"medic\"\nheal = 6");
    let orc = enemy("orc", &format!("strength = 3\n{}", attacks(&[&blow(1), &blow(2)])));
    let text = scene(FEW_DICE, &[hero, healer, orc]);
    let solution = ends_the_same(&text, &[], 4);
    ends_are_possible(&solution, 0, &[EndState::Standing, EndState::Down, EndState::Dead]);
    ends_are_possible(&solution, 2, &[EndState::Standing, EndState::Down, EndState::Dead]);
}

/// WOUNDS-53, WOUNDS-65: damage to scores is kept where an attack, a spell or morale asks for them.
#[test]
fn scores_matter_where_something_names_them() {
    for score in ["strength", "agility", "dexterity", "perception", "memory", "insight"] {
        let rules = injured_by(&format!("damage = \"1d2\", abilities = [\"{score}\"]"));
        let rules = format!("{FEW_DICE}\nmorale_hit_percent = 10\n{rules}");
        let blow = "damage = 2, critical_on = 15, critical_multiplier = 10";
        let hero = member("hero", &format!("wound_bonus = 30\n{}", attacks(&[blow])));
        let attack = "damage = 3, critical_on = 21, ability = \"perception\"";
        let keys = format!("policy = \"caster\"\nmana = 1\nmorale = true\nwound_bonus = 30\n{}", attacks(&[attack]));
        let spell = "spells = [{ id = \"s\", tn = 12, mana = 1, ability = \"memory\", damage = 2 }]";
        let text = scene(&rules, &[hero, enemy("orc", &format!("{keys}\n{spell}"))]);
        let solution = ends_the_same(&text, &[], 2);
        ends_are_possible(&solution, 1, &[EndState::Standing, EndState::Fled]);
    }
}

/// WOUNDS-61, WOUNDS-63, WOUNDS-68: with those who leave, who are outnumbered once, and who defend themselves in turn.
#[test]
fn what_was_declared_and_who_was_outnumbered_is_kept() {
    let blow = "damage = 2, critical_on = 21";
    let heroes = [
        member("hero", &format!("strength = 4\nretreat_below = 60\n{}", attacks(&[blow]))),
        member(
            "friend",
            &format!("strength = 2\nstress = 2\npolicy = \"cautious\"\ndefend_below = 100\n{}", attacks(&[blow])),
        ),
    ];
    let orc = enemy("orc", &format!("strength = 6\nhd = \"3d6\"\nmorale = true\n{}", attacks(&[blow])));
    let text = scene(FEW_DICE, &[&heroes[..], &[orc]].concat());
    for overrides in [
        &["rules.morale_outnumbered=once", "rules.declaration=listed_reverse"][..],
        &["rules.morale_outnumbered=every_round", "rules.obvious_ratio=2", "rules.full_defense_starts=declaration"],
    ] {
        let solution = ends_the_same(&text, overrides, 3);
        ends_are_possible(&solution, 0, &[EndState::Standing, EndState::Fled]);
        ends_are_possible(&solution, 1, &[EndState::Standing, EndState::Down]);
        ends_are_possible(&solution, 2, &[EndState::Standing, EndState::Fled]);
    }
}

/// WOUNDS-01, WOUNDS-16, WOUNDS-17: newcomers look at what has been declared before they came, and carry their turns over.
#[test]
fn newcomers_find_what_they_would_have_found() {
    let blow = "damage = 2, critical_on = 21";
    let hero = member("hero", &format!("strength = 2\nagility = 12\nspeed = 0\n{}", attacks(&[blow])));
    let late = "enters_round = 2\nenters_at = \"1d2\"\nposition = 6\nspeed = 3";
    let keys = format!("strength = 2\nstress = 2\nstarting_stress = 0\n{late}\n{}", attacks(&[blow]));
    let orc = enemy("orc", &format!("strength = 4\nspeed = 0\nsurprised = true\n{}", attacks(&[blow])));
    for (policy, overrides) in [
        ("cautious", &["rules.surprised_defense=-5"][..]),
        ("cautious", &["rules.declaration=listed"]),
        ("reckless", &["rules.wait_for_reinforcements=false"]),
    ] {
        let late = member("late", &format!("policy = \"{policy}\"\n{keys}"));
        let solution = ends_the_same(&scene(FEW_DICE, &[hero.clone(), late, orc.clone()]), overrides, 4);
        ends_are_possible(&solution, 1, &[EndState::Standing]);
        ends_are_possible(&solution, 2, &[EndState::Standing, EndState::Down]);
    }
}

/// WOUNDS-20, WOUNDS-23: within a round it is kept who has used its Reaction and who moves at half Speed.
#[test]
fn what_was_done_in_a_round_is_kept_to_its_end() {
    let blow = "damage = 1, critical_on = 21, reach = 2";
    let guard = format!("policy = \"guard\"\nspeed = 6\nposition = -6\nstrength = 2\n{}", attacks(&[blow]));
    let orcs = [3, 4].map(|position| {
        let keys =
            format!("strength = 1\nposition = {position}\nspeed = 4\n{}", attacks(&["damage = 1, critical_on = 21"]));
        enemy(&format!("orc-{position}"), &keys)
    });
    let rules = format!("{FEW_DICE}\nfull_defense_speed = 1");
    let text = scene(&rules, &[&[member("guard", &guard)][..], &orcs].concat());
    for starts in ["turn", "declaration"] {
        let solution = ends_the_same(&text, &[&format!("rules.full_defense_starts={starts}")], 3);
        ends_are_possible(&solution, 0, &[EndState::Standing, EndState::Down]);
        ends_are_possible(&solution, 1, &[EndState::Standing, EndState::Down]);
    }
}

/// WOUNDS-02, WOUNDS-05: in a duel only those differences of Base Initiatives are kept that the modifiers of actions can
/// tell apart; who comes first matters in each of these, for every hit drops.
#[test]
fn duels_keep_the_order_of_all_actions() {
    let sword = "damage = 1, critical_on = 21, weapon_speed = 3, hand = \"none\"";
    let knife = "damage = 1, critical_on = 21, weapon_speed = 3, hand = \"none\", kind = \"thrown\"";
    let claws = "damage = 1, critical_on = 21, weapon_speed = 4, hand = \"none\"";
    let gag = "damage = 5, critical_on = 11, critical_multiplier = 10, weapon_speed = 4, hand = \"none\"";
    let sting = "damage = 1, critical_on = 21, weapon_speed = 4, hand = \"none\", kind = \"ranged\", range = 12";
    let item = "stress = 2\nstarting_stress = 0\nitems = [{ id = \"i\", restores_stress = 2, use_speed = 10 }]";
    let spell = "mana = 1\nspells = [{ id = \"s\", tn = 11, spell_speed = 8, mana = 1, damage = 1 }]";
    for (policy, keys, weapon, orc, start) in [
        ("reckless", "", sword, claws, 0),
        ("reckless", item, sword, claws, 0),
        ("reckless", "", knife, claws, 0),
        ("guard", "", sword, claws, 0),
        ("cautious", "stress = 2\nstarting_stress = 1\ndefend_below = 100", sword, claws, 0),
        ("caster", spell, sword, claws, 0),
        ("medic", "heal = 5\nfights_on = \"always\"\nstarting_wounds = 0", sword, claws, 0),
        ("intimidator", "wound_bonus = 500\nintimidation = 5", sword, gag, 0),
        ("default", "", sword, claws, -6),
        ("defensive", "", sword, claws, 0),
        ("defensive", "", sword, sting, -19),
    ] {
        let hero = format!("policy = \"{policy}\"\nstrength = 1\nposition = {start}\n{keys}\n{}", attacks(&[weapon]));
        let orc = format!("strength = 1\nspeed = 0\nmorale = true\n{}", attacks(&[orc]));
        let rules = "full_defense_speed = -4\ndefensive_attack_speed = 9\nheal_speed = 8\nintimidate_speed = -4";
        let rules = format!("{rules}\n{}", injured_by("flags = [\"silenced\"]"));
        let text = scene(&rules, &[member("hero", &hero), enemy("orc", &orc)]);
        ends_the_same(&text, &["rules.heal_self=true", "rules.declaration=listed"], 3);
    }
}

/// WOUNDS-24, WOUNDS-69: only distances count, and of who is out of the fight nothing but how it went out.
#[test]
fn what_no_rule_reads_is_forgotten() {
    let party = [member("hero", "position = 4"), member("dead", "position = 3"), member("fled", "position = -9")];
    let rules = wounds(&scene("", &[&party[..], &[enemy("orc", "position = 7")]].concat()), &[]);
    let mut state = rules.opening().clone();
    state.initiative_due = Group::NOBODY;
    for gone in [1, 2] {
        state.present.remove(gone.into());
        state.fighters.remove(gone.into());
        state.outnumbered.insert(gone.into());
    }
    state.present.remove(1.into());
    state.fled.insert(2.into());
    for body in &mut state.bodies {
        (body.worst_wound, body.score_damage[4], body.score_damage[1], body.base_initiative) = (7, 3, 2, 5);
    }
    rules.forget(&mut state);
    let positions: Vec<i32> = state.bodies.iter().map(|body| body.position).collect();
    let wounds: Vec<(i32, i32)> = state.bodies.iter().map(|body| (body.wounds, body.worst_wound)).collect();
    assert_eq!((positions, wounds), (vec![0, 0, 0, 3], vec![(10, 0), (0, 0), (0, 0), (10, 0)]));
    let agility: Vec<[u8; 2]> = state.bodies.iter().map(|body| [body.score_damage[1], body.score_damage[4]]).collect();
    assert_eq!(agility, [[2, 0], [0, 0], [0, 0], [2, 0]]);
    let ends = [0, 1, 2, 3].map(|who| rules.end_state(&state, who.into()));
    assert_eq!(ends, [EndState::Standing, EndState::Dead, EndState::Fled, EndState::Standing]);
    assert_eq!(state.outnumbered, Group::NOBODY);
}
