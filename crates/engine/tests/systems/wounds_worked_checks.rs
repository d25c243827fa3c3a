//! The worked checks of the ledger of `wounds`, through the exact solver.

#![expect(clippy::unreadable_literal, reason = "values stand as the ledger writes them")]

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::systems::wounds::Wounds;
use equipoise_engine::testing::{self, Solved, assert_close, assert_printed};
use equipoise_engine::{EndState, Winner};

#[track_caller]
fn solved(text: &str, overrides: &[&str]) -> Solved {
    testing::solved::<Wounds>(&format!("system = \"wounds\"\nname = \"Check\"\n{text}"), overrides)
}

#[track_caller]
fn winners(solved: &Solved) -> [f64; 3] {
    [Winner::Party, Winner::Enemies, Winner::Draw].map(|winner| solved.solution.winners[winner.index()])
}

#[track_caller]
fn assert_winners(solved: &Solved, expected: [f64; 3]) {
    for (found, expected) in winners(solved).into_iter().zip(expected) {
        assert_close(found, expected);
    }
}

/// A combatant of these keys.
fn combatant(id: &str, side: &str, keys: &str) -> String {
    format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\n{keys}\n")
}

/// Agility 10, Strength 10, Stress 0, Defense 11, and an attack whose every hit drops (11 or more on a d20).
const EVEN: &str = "stress = 0\nhd = \"1d8\"\ndefense_bonus = 1\nmorale = false\npolicy = \"reckless\"\n\
                    attacks = [{ id = \"blade\", damage = 10, critical_on = 21 }]";

/// Two even fighters within reach.
fn even_fight() -> String {
    format!("[rules]\nstart_distance = 1\n{}{}", combatant("hero", "party", EVEN), combatant("orc", "enemies", EVEN))
}

/// Worked check 1: who comes first wins with 2/3; equal counts give a draw with 1/3.
#[test]
fn a_point_of_weapon_speed_is_worth_what_the_dice_say() {
    let with_speed =
        |speed: i32| solved(&even_fight(), &[&format!("combatants.orc.attacks.blade.weapon_speed={speed}")]);
    let even = with_speed(0);
    assert_winners(&even, [70.0 / 144.0, 70.0 / 144.0, 4.0 / 144.0]);
    assert_winners(&with_speed(1), [74.0 / 144.0, 199.0 / 432.0, 11.0 / 432.0]);
    assert_close(with_speed(5).party(), 65.0 / 108.0);
    for speed in [0, 1, 5] {
        assert_close(with_speed(speed).solution.rounds.mean, 4.0 / 3.0);
    }
}

/// Worked check 2: criticals alone hurt, and in a tie both may drop.
#[test]
fn criticals_put_each_other_out() {
    let keys = "stress = 1000\nhd = \"1d8\"\ndefense_bonus = 10\nmorale = false\npolicy = \"reckless\"\n\
                attacks = [{ id = \"blade\", damage = 4, critical_multiplier = 3 }]";
    let text = format!(
        "[rules]\nstart_distance = 1\nmax_rounds = 100000\n{}{}",
        combatant("hero", "party", keys),
        combatant("orc", "enemies", keys)
    );
    let fight = solved(&text, &[]);
    assert_winners(&fight, [467.0 / 936.0, 467.0 / 936.0, 1.0 / 468.0]);
    assert_close(fight.solution.rounds.mean, 400.0 / 39.0);
    assert_close(fight.mean("injuries") / fight.mean("criticals"), 0.12);
    assert_close(fight.mean("double_knockouts"), 1.0 / 468.0);
}

/// Both have Stress 10, Strength 12 and armour 1.
const DUEL: &str = r#"
[rules]
start_distance = 1
[[combatants]]
id = "hero"
side = "party"
strength = 12
stress = 10
armour = 1
policy = "reckless"
attacks = [{ id = "blade", bonus = 2, damage = "1d8+1", weapon_speed = 2, critical_on = 19 }]
[[combatants]]
id = "orc"
side = "enemies"
strength = 12
stress = 10
armour = 1
morale = false
policy = "reckless"
attacks = [{ id = "axe", bonus = 2, damage = "1d10+1", weapon_speed = 7, critical_multiplier = 3 }]
"#;

/// The chances of the party, the enemies and a draw in that duel, with the mean of rounds and the chances of death, when the
/// enemy comes so many counts after the party in every round.
fn in_order(lag: i32, stress_overflow: bool) -> [f64; 6] {
    let overrides = [
        "rules.initiative_die=1",
        &format!("combatants.orc.attacks.axe.weapon_speed={}", 2 + lag),
        &format!("rules.stress_overflow={stress_overflow}"),
    ];
    let duel: Wounds = testing::loaded(&format!("system = \"wounds\"\nname = \"Duel\"\n{DUEL}"), &overrides);
    // Two strikes on one count have some 500 results together, in 17,424 states.
    let budget = Budget { paths: 20_000_000, ..Budget::default() };
    let solution = solve(&duel, budget, &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"));
    let [party, enemies, draw, _] = solution.winners;
    let dead = |who: usize| solution.end_states[who][EndState::Dead.index()];
    [party, enemies, draw, solution.rounds.mean, dead(0), dead(1)]
}

/// Worked check 3: a duel of Stress, Wound Points and criticals is one of three Markov chains, by who comes first; the
/// initiative chooses among them.
#[test]
fn a_duel_is_a_markov_chain() {
    for (stress_overflow, slow, fast) in [
        (true, [0.461796875866, 0.533461590852, 0.004741533283], [0.427928780988, 0.563942876241, 0.008128342771]),
        (false, [0.473407106, 0.522211225, 0.004381668], [0.442109474, 0.550379094, 0.007511432]),
    ] {
        let [first, tied, last] = [1, 0, -1].map(|lag| in_order(lag, stress_overflow));
        let mix = |ways: [f64; 3], index: usize| {
            (ways[0] * first[index] + ways[1] * tied[index] + ways[2] * last[index]) / 144.0
        };
        // Of 144 pairs of d12 so many put the party first, both on one count, and the enemies first.
        let (ways_slow, ways_fast) = ([116.0, 7.0, 21.0], [66.0, 12.0, 66.0]);
        let decimals = if stress_overflow { 12 } else { 9 };
        for index in 0..3 {
            assert_printed(mix(ways_slow, index), slow[index], decimals);
            assert_printed(mix(ways_fast, index), fast[index], decimals);
        }
        if stress_overflow {
            assert_printed(mix(ways_slow, 3), 4.938198053, 9);
            assert_printed(mix(ways_slow, 4), 0.083902782, 9);
            assert_printed(mix(ways_slow, 5), 0.015148124, 9);
        }
    }
}

/// Somebody of 5d8+15 Stress who is struck until nothing is left of it: each blow takes 1, and none of them misses.
fn stress_of(overrides: &[&str]) -> Solved {
    let victim = "strength = 16\nhd = \"5d8\"\nfights_on = \"never\"\n\
                  attacks = [{ id = \"none\", bonus = -40, damage = 0, critical_on = 21 }]";
    let striker = "stress = 0\nhd = \"1d8\"\nmorale = false\npolicy = \"reckless\"\n\
                   attacks = [{ id = \"blade\", bonus = 40, damage = 100, critical_on = 21 }]";
    let text = format!(
        "[rules]\nstart_distance = 1\ninitiative_die = 1\n{}{}",
        combatant("victim", "party", victim),
        combatant("striker", "enemies", striker)
    );
    solved(&text, overrides)
}

/// Worked check 4: Stress by average, maximum and dice, one die always at its maximum.
#[test]
fn stress_counts_one_die_full() {
    let mean = |overrides: &[&str]| stress_of(overrides).mean("party_stress_damage");
    assert_close(mean(&[]), 41.0);
    assert_close(mean(&["rules.stress_from=maximum"]), 55.0);
    assert_close(mean(&["rules.first_hd_max=false"]), 37.0);
    let rolled = stress_of(&["rules.stress_from=rolled"]);
    assert_close(rolled.mean("party_stress_damage"), 41.0);
    // Four d8: the variance of one is (8 * 8 - 1) / 12.
    assert_close(rolled.sd("party_stress_damage"), (4.0_f64 * 63.0 / 12.0).sqrt());
    assert_close(mean(&["rules.stress_from=rolled", "rules.first_hd_max=false"]), 37.5);
}

/// Worked check 6: a helper has seven tries.
#[test]
fn a_helper_tries_until_it_is_too_late() {
    let patient = "stress = 0\nhd = \"1d8\"\nstarting_wounds = -3\nworst_wound = 13\n\
                   attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21 }]";
    let helper = "stress = 0\nhd = \"1d8\"\nheal = 8\npolicy = \"medic\"\n\
                  attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21 }]";
    let orc = "stress = 0\nhd = \"1d8\"\nmorale = false\nspeed = 0\n\
               attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21 }]";
    let text = format!(
        "[rules]\nstart_distance = 500\nmax_rounds = 12\n{}{}{}",
        combatant("patient", "party", patient),
        combatant("helper", "party", helper),
        combatant("orc", "enemies", orc)
    );
    for fights_on in ["never", "stabilised"] {
        let fight = solved(&text, &[&format!("combatants.patient.fights_on={fights_on}")]);
        assert_close(fight.ends(0, EndState::Dead), 0.7_f64.powi(7));
    }
}

/// Worked check 7: one monster against three.
#[test]
fn who_is_outnumbered_may_flee() {
    let hero = "count = 3\nstress = 10\nhd = \"1d8\"\nspeed = 0";
    let monster = "stress = 5\nhd = \"1d8\"\nspeed = 0";
    let text = format!(
        "[rules]\nstart_distance = 500\nmax_rounds = 1\nobvious_ratio = 0\n{}{}",
        combatant("hero", "party", hero),
        combatant("monster", "enemies", monster)
    );
    let flees = |overrides: &[&str]| solved(&text, overrides).ends(3, EndState::Fled);
    assert_close(flees(&[]), 20.0 / 27.0);
    assert_close(flees(&["rules.obvious_ratio=4"]), 1.0);
    assert_close(flees(&["rules.obvious_ratio=4", "combatants.monster.stress=6"]), 20.0 / 27.0);
}

/// A blow of the hero's that always hits and is always critical, against somebody who cannot fall.
fn critical(overrides: &[&str]) -> Solved {
    let hero = "stress = 0\nhd = \"1d8\"\npolicy = \"reckless\"\n\
                attacks = [{ id = \"mace\", bonus = 40, damage = 4, damage_type = \"blunt\", critical_on = 1, \
                critical_multiplier = 3, weapon_speed = -5 }]";
    let orc = "stress = 0\nhd = \"1d8\"\nmorale = false\nwound_bonus = 1000\npolicy = \"reckless\"\n\
               attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21 }]";
    let text = format!(
        "[rules]\nstart_distance = 1\ninitiative_die = 1\nmax_rounds = 1\n{}{}",
        combatant("hero", "party", hero),
        combatant("orc", "enemies", orc)
    );
    solved(&text, overrides)
}

/// Worked check 8: odds of an injury, and of a broken neck, which alone ends this fight.
#[test]
fn criticals_break_bones_as_often_as_they_hurt() {
    assert_close(critical(&[]).mean("injuries"), 0.12);
    assert_close(critical(&[]).party(), 0.006);
    let armour = "combatants.orc.armour=2";
    assert_close(critical(&[armour]).mean("injuries"), 0.10);
    assert_close(critical(&[armour]).mean("enemies_wound_damage"), 10.0);
    let before = [armour, "rules.armour_on_critical=before"];
    assert_close(critical(&before).mean("injuries"), 0.06);
    assert_close(critical(&before).mean("enemies_wound_damage"), 6.0);
    assert_close(critical(&[armour, "rules.injury_chance_from=before_armour"]).mean("injuries"), 0.12);
}

/// Worked check 9: Full-Defense is in force first when it is declared early enough.
#[test]
fn full_defense_may_come_too_late() {
    let guard = "stress = 1000\nhd = \"1d8\"\ndefense_bonus = 1\npolicy = \"guard\"\n\
                 attacks = [{ id = \"blade\", bonus = -40, damage = 0, critical_on = 21 }]";
    let orc = "stress = 1000\nhd = \"1d8\"\nmorale = false\npolicy = \"reckless\"\n\
               attacks = [{ id = \"axe\", damage = 0, critical_on = 21, weapon_speed = 4 }]";
    let text = format!(
        "[rules]\nstart_distance = 1\nmax_rounds = 1\n{}{}",
        combatant("guard", "party", guard),
        combatant("orc", "enemies", orc)
    );
    let fight = solved(&text, &[]);
    assert_close(fight.mean("hits"), 61.0 / 180.0);
    assert_close(fight.mean("repostes"), 29.0 / 36.0);
}

/// Worked check 10: the Reposte of a longer weapon.
#[test]
fn a_pike_strikes_first() {
    let pike = "stress = 0\nhd = \"1d8\"\ndefense_bonus = 1\npolicy = \"reckless\"\n\
                attacks = [{ id = \"pike\", damage = 10, critical_on = 21, reach = 3, weapon_speed = 20 }]";
    let text = format!(
        "[rules]\nstart_distance = 5\n{}{}",
        combatant("pike", "party", pike),
        combatant("orc", "enemies", EVEN)
    );
    assert_close(solved(&text, &[]).party(), 2.0 / 3.0);
    assert_close(solved(&text, &["combatants.orc.policy=default"]).party(), 1.0 / 3.0);
}

/// Worked check 11: who fights on at 0 Wound Points pays for it.
#[test]
fn the_last_breath_is_short() {
    let last = "strength = 4\nstress = 0\nhd = \"1d8\"\nstarting_wounds = 0\nfights_on = \"always\"\npolicy = \"reckless\"\n\
                attacks = [{ id = \"blade\", ability = \"none\", damage = 10, critical_on = 21 }]";
    let orc = "stress = 0\nhd = \"1d8\"\nmorale = false\ndefense_bonus = 1\npolicy = \"reckless\"\n\
               attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21 }]";
    let text = format!(
        "[rules]\nstart_distance = 1\n{}{}",
        combatant("last", "party", last),
        combatant("orc", "enemies", orc)
    );
    let fight = solved(&text, &[]);
    assert_close(fight.party(), 0.75);
    assert_close(fight.ends(0, EndState::Dead), 0.25);
}

/// Worked check 12: every blow breaks a bone.
#[test]
fn bones_break() {
    let hero = "stress = 0\nhd = \"1d8\"\npolicy = \"reckless\"\n\
                attacks = [{ id = \"mace\", bonus = 40, damage = 100, damage_type = \"blunt\", weapon_speed = -5, \
                critical_on = 1, critical_multiplier = 1 }]";
    let orc = "stress = 0\nhd = \"1d8\"\nmorale = false\nwound_bonus = 1000\npolicy = \"reckless\"\n\
               attacks = [{ id = \"fist\", bonus = -40, damage = 0, critical_on = 21, hand = \"both\" }]";
    let text = format!(
        "[rules]\nstart_distance = 1\ninitiative_die = 1\nmax_rounds = 2\n{}{}",
        combatant("hero", "party", hero),
        combatant("orc", "enemies", orc)
    );
    let fight = solved(&text, &[]);
    assert_close(fight.party(), 0.0975);
    assert_close(fight.solution.rounds.mean, 1.95);
    assert_close(fight.mean("criticals"), 1.95);
    assert_close(fight.mean("injuries"), 1.95);
    assert_close(fight.mean("strikes"), 3.105);
    assert_close(fight.mean("full_defenses"), 0.25);
    assert_close(fight.mean("bleed_damage"), 0.1425);
}

/// Worked check 13: steel and nerve.
const STEEL_AND_NERVE: &str = r#"
[rules]
initiative_die = 4
start_distance = 3
max_rounds = 60
[[combatants]]
id = "hero"
side = "party"
strength = 6
speed = 4
stress = 4
hd = "1d8"
defense_bonus = 1
policy = "cautious"
defend_below = 60
attacks = [{ id = "blade", bonus = 2, damage = "1d3", weapon_speed = 2 }]
[[combatants]]
id = "orc"
side = "enemies"
strength = 6
speed = 4
stress = 3
hd = "1d8"
attacks = [{ id = "axe", bonus = 1, damage = "1d4", weapon_speed = 1 }]
"#;

#[test]
fn steel_and_nerve() {
    let fight = solved(STEEL_AND_NERVE, &[]);
    for (found, printed) in winners(&fight).into_iter().zip([0.5221336131, 0.4684005651, 0.0094658219]) {
        assert_printed(found, printed, 10);
    }
    assert_printed(fight.solution.rounds.mean, 5.7483535621, 10);
    assert_printed(fight.ends(0, EndState::Dead), 0.0078771041, 10);
    assert_printed(fight.ends(1, EndState::Fled), 0.0326060084, 10);
    assert_printed(fight.mean("strikes"), 10.7005909679, 10);
    assert_printed(fight.mean("full_defenses"), 1.9583218177, 10);
    assert_printed(fight.mean("repostes"), 1.4218512147, 10);
    assert_close(fight.mean("defensive_attacks"), 2.0);
}

/// Worked check 13: zealot and stray.
const ZEALOT_AND_STRAY: &str = r#"
[rules]
initiative_die = 2
start_distance = 2
late_arrival_shift = 6
max_rounds = 30
[[combatants]]
id = "zealot"
side = "party"
strength = 5
stress = 2
hd = "1d8"
fights_on = "always"
attacks = [{ id = "flail", bonus = 1, damage = 2, weapon_speed = 1, reach = 2, critical_on = 21 }]
[[combatants]]
id = "healer"
side = "party"
position = -1
strength = 3
stress = 0
hd = "1d8"
heal = 9
policy = "medic"
[[combatants]]
id = "wolf"
side = "enemies"
strength = 4
stress = 3
morale = false
policy = "reckless"
attacks = [{ id = "bite", bonus = 0, damage = 2, critical_on = 21 }]
[[combatants]]
id = "stray"
side = "enemies"
strength = 3
stress = 2
speed = 2
morale = false
enters_round = 2
enters_at = 3
attacks = [{ id = "bite", bonus = 0, damage = 1, critical_on = 21 }]
"#;

#[test]
fn zealot_and_stray() {
    let fight = solved(ZEALOT_AND_STRAY, &[]);
    assert_printed(fight.party(), 0.1517368841, 10);
    assert_printed(fight.solution.winners[Winner::Enemies.index()], 0.8466944429, 10);
    assert_printed(fight.solution.winners[Winner::Timeout.index()], 0.0015686730, 10);
    assert_printed(fight.solution.rounds.mean, 10.9443306645, 10);
    assert_printed(fight.ends(0, EndState::Dead), 0.8681291212, 10);
    assert_printed(fight.ends(2, EndState::Dead), 0.4866293437, 10);
    assert_printed(fight.mean("strain_damage"), 1.5456534559, 10);
    assert_printed(fight.mean("bleed_damage"), 2.3592632123, 10);
    assert_printed(fight.mean("stabilisations"), 0.4195984995, 10);
    assert_printed(fight.mean("full_defenses"), 9.9499068102, 10);
    assert_printed(fight.mean("turns_lost"), 0.4266033337, 10);
    assert_printed(fight.mean("double_knockouts"), 0.0875591213, 10);
}

/// Worked check 14: of those on one count who moves first walks into a blade.
#[test]
fn who_moves_first_is_listed_or_by_lot() {
    let text = format!(
        "[rules]\nstart_distance = 3\ninitiative_die = 1\n{}{}",
        combatant("hero", "party", &format!("speed = 2\n{EVEN}")),
        combatant("orc", "enemies", &format!("speed = 2\n{EVEN}"))
    );
    assert_winners(&solved(&text, &[]), [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0]);
    assert_winners(&solved(&text, &["rules.order_ties=random"]), [5.0 / 12.0, 5.0 / 12.0, 1.0 / 6.0]);
    assert_winners(&solved(&text, &["rules.target_ties=random"]), [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0]);
}
