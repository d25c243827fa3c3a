//! The worked checks of the ledger of `tiny`, through the exact solver.

#![expect(clippy::unreadable_literal, reason = "values stand as the ledger writes them")]

use equipoise_engine::systems::tiny::Tiny;
use equipoise_engine::testing::{self, Solved, assert_close, assert_printed};
use equipoise_engine::{EndState, Winner};

#[track_caller]
fn solved(text: &str, overrides: &[&str]) -> Solved {
    testing::solved::<Tiny>(&format!("system = \"tiny\"\nname = \"Check\"\n{text}"), overrides)
}

/// Adjacent opponents, one on each side, neither with anything special about it.
const DUEL: &str = r#"
[rules]
start_distance = 5
[[combatants]]
id = "hero"
side = "party"
hp = 5
attacks = [{ id = "blade", kind = "light_melee" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 5
attacks = [{ id = "blade", kind = "light_melee" }]
"#;

/// Initiative dice with which whoever is vigilant comes before whoever is not, for certain.
const VIGILANT_FIRST: [&str; 2] = ["rules.vigilant_initiative_dice=10", "rules.initiative_dice=1"];

/// One attack of the hero's against somebody who has not evaded yet, and can take it.
fn one_attack(overrides: &[&str]) -> Solved {
    let hero = ["combatants.hero.traits=vigilant", "combatants.orc.hp=50", "rules.max_rounds=1"];
    let orc = ["combatants.orc.attacks.blade.damage=0"];
    solved(DUEL, &[&VIGILANT_FIRST, hero.as_slice(), &orc, overrides].concat())
}

const PROFICIENCIES: [&str; 3] = ["none", "proficient", "mastery"];

/// Worked check 1: chances of tests, here of attacks.
#[test]
fn tests_succeed_as_often_as_counted() {
    let chances = [
        [2.0 / 3.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 6.0],
        [8.0 / 9.0, 3.0 / 4.0, 5.0 / 9.0, 11.0 / 36.0],
        [26.0 / 27.0, 7.0 / 8.0, 19.0 / 27.0, 91.0 / 216.0],
    ];
    for (proficiency, chances) in PROFICIENCIES.into_iter().zip(chances) {
        for (difficulty, chance) in ["trivial", "easy", "average", "difficult"].into_iter().zip(chances) {
            let proficiency = format!("combatants.hero.attacks.blade.proficiency={proficiency}");
            let difficulty = format!("rules.attack_difficulty={difficulty}");
            assert_close(one_attack(&[&proficiency, &difficulty]).mean("hits"), chance);
        }
    }
}

/// Any number of dice: 1 - ((target - 1) / 6)^dice.
#[test]
fn more_dice_succeed_more_often() {
    for dice in 1..=10 {
        let overrides = [
            "rules.disadvantage_dice=1",
            &format!("rules.normal_dice={dice}"),
            "rules.advantage_dice=10",
            "rules.attack_difficulty=difficult",
        ];
        assert_close(one_attack(&overrides).mean("hits"), 1.0 - (5.0_f64 / 6.0).powi(dice));
    }
}

/// Worked check 2: the mean damage of one attack against DR 0 to 3.
#[test]
fn attacks_take_as_much_as_counted() {
    let table = [
        (0, 1, [37.0 / 108.0, 13.0 / 108.0, 37.0 / 324.0, 37.0 / 324.0]),
        (0, 2, [73.0 / 108.0, 49.0 / 108.0, 25.0 / 108.0, 73.0 / 324.0]),
        (1, 1, [185.0 / 324.0, 35.0 / 108.0, 925.0 / 2916.0, 925.0 / 2916.0]),
        (1, 2, [365.0 / 324.0, 95.0 / 108.0, 205.0 / 324.0, 1825.0 / 2916.0]),
        (2, 1, [703.0 / 972.0, 1501.0 / 2916.0, 13357.0 / 26244.0, 13357.0 / 26244.0]),
        (2, 2, [1387.0 / 972.0, 3553.0 / 2916.0, 2945.0 / 2916.0, 26353.0 / 26244.0]),
    ];
    for (proficiency, base, means) in table {
        for (dr, mean) in means.into_iter().enumerate() {
            let overrides = [
                format!("combatants.hero.attacks.blade.proficiency={}", PROFICIENCIES[proficiency]),
                format!("combatants.hero.attacks.blade.damage={base}"),
                format!("combatants.orc.damage_reduction={dr}"),
            ];
            let solved = one_attack(&overrides.each_ref().map(String::as_str));
            assert_close(solved.mean("damage_dealt"), mean);
        }
    }
}

/// Worked check 3: who is first, the vigilant or the other. Whoever comes after the orc's turn meets its evasion, so that a
/// hit asks for an evade test exactly when the orc came first.
#[test]
fn the_vigilant_come_first_as_often_as_counted() {
    let overrides = ["combatants.orc.attacks.blade.damage=0", "combatants.orc.hp=50", "rules.max_rounds=1"];
    let orc_first = |vigilant: &str| {
        let solved =
            solved(DUEL, &[overrides.as_slice(), &[&format!("combatants.{vigilant}.traits=vigilant")]].concat());
        solved.mean("evade_tests") / solved.mean("hits")
    };
    assert_close(1.0 - orc_first("hero"), 1099.0 / 1296.0);
    assert_close(orc_first("orc"), 1099.0 / 1296.0);
    assert_printed(orc_first("orc"), 0.8479938272, 10);
}

/// Worked check 4: the first to strike wins.
#[test]
fn duels_of_one_hit_point_end_as_counted() {
    let one_hp = ["combatants.hero.hp=1", "combatants.orc.hp=1"];
    let first = solved(DUEL, &[&one_hp, &VIGILANT_FIRST, &["combatants.hero.traits=vigilant"][..]].concat());
    assert_close(first.party(), 9.0 / 13.0);
    assert_close(first.solution.rounds.mean, 81.0 / 65.0);
    assert_close(solved(DUEL, &one_hp).party(), 0.5);
}

/// Worked check 4: the table of duels, and the rounds that they take.
#[test]
fn duels_end_as_often_as_counted() {
    let duel = |hp: u32, hero: &[&str], orc_dr: u32, orc_damage: u32| {
        let overrides = [
            format!("combatants.hero.hp={hp}"),
            format!("combatants.orc.hp={hp}"),
            format!("combatants.orc.damage_reduction={orc_dr}"),
            format!("combatants.orc.attacks.blade.damage={orc_damage}"),
        ];
        solved(DUEL, &[&overrides.each_ref().map(String::as_str), hero].concat())
    };
    let light = |dr| duel(2, &[], dr, 1);
    let rare = 1006755.0 / 4121204.0;
    for (dr, party) in [0.5, 3061683543.0 / 12176775952.0, rare, rare].into_iter().enumerate() {
        assert_close(light(dr as u32).party(), party);
    }
    let rounds = [468889.0 / 175760.0, 190239263361.0 / 60883879760.0, 258564429.0 / 82424080.0];
    for (dr, rounds) in rounds.into_iter().enumerate() {
        assert_close(light(dr as u32).solution.rounds.mean, rounds);
    }
    let heavy = ["combatants.hero.attacks.blade.damage=2"];
    let expected = [0.5, 5711021.0 / 12812904.0, 2794427987817.0 / 11117396444176.0, rare];
    for (dr, party) in expected.into_iter().enumerate() {
        assert_close(duel(3, &heavy, dr as u32, 2).party(), party);
    }
    let mastery = ["combatants.hero.attacks.blade.proficiency=mastery"];
    let table: [(&[&str], [f64; 4]); 3] = [
        (&[], [0.5, 0.135449858737, 0.127663638868, 0.127663638868]),
        (&mastery, [0.713496596604, 0.411947566055, 0.402794462222, 0.402794462222]),
        (&heavy, [0.860549509630, 0.781535372145, 0.497615199516, 0.484062964163]),
    ];
    for (hero, shares) in table {
        for (dr, share) in shares.into_iter().enumerate() {
            assert_printed(duel(5, hero, dr as u32, 1).party(), share, 12);
        }
    }
    assert_printed(duel(5, &[], 0, 1).solution.rounds.mean, 7.322243519371, 12);
    assert_printed(duel(5, &["combatants.hero.traits=vigilant"], 0, 1).party(), 0.539478295933, 12);
}

/// Worked check 5: death after falling.
#[test]
fn the_fallen_die_as_often_as_counted() {
    let dies = |traits: &str| {
        let solved = solved(DUEL, &["combatants.hero.hp=1", &format!("combatants.hero.traits={traits}")]);
        assert!(solved.mean("party_drops") > 0.1);
        solved.ends(0, EndState::Dead) / solved.mean("party_drops")
    };
    assert_close(dies("[]"), 8.0 / 27.0);
    assert_close(dies("robust"), 16.0 / 81.0);
    assert_close(dies("hard_to_kill"), 64.0 / 729.0);
    assert_close(dies("robust, hard_to_kill"), 64.0 / 729.0);
}

/// Worked check 5: the same with a medic beside the patient, whom the orc cannot reach.
#[test]
fn a_medic_saves_as_many_as_counted() {
    let text = r#"
        [rules]
        max_rounds = 1
        vigilant_initiative_dice = 10
        initiative_dice = 1
        [[combatants]]
        id = "patient"
        side = "party"
        hp = 1
        [[combatants]]
        id = "medic"
        side = "party"
        hp = 4
        position = -5
        policy = "medic"
        traits = ["medic"]
        [[combatants]]
        id = "orc"
        side = "enemies"
        hp = 4
        position = 5
        movement = 0
        attacks = [{ id = "blade", kind = "light_melee" }]
    "#;
    let dies = |overrides: &[&str]| {
        let solved = solved(text, overrides);
        assert!(solved.mean("party_drops") > 0.1);
        solved.ends(0, EndState::Dead) / solved.mean("party_drops")
    };
    let (before, after) = (2752.0 / 19683.0, 448.0 / 2187.0);
    assert_printed(before, 0.1398160849, 10);
    assert_printed(after, 0.2048468221, 10);
    assert_close(dies(&["combatants.medic.traits=medic, vigilant"]), before);
    // The patient first: half of the time the orc comes next, and the medic attends in
    // the round of the fall already; else it comes after the patient's first test.
    let patient_first = ["combatants.patient.traits=vigilant"];
    assert_close(dies(&patient_first), f64::midpoint(before, after));
}

/// Worked check 6: what gets through to somebody who evades.
#[test]
fn attacks_are_evaded_as_often_as_counted() {
    // The orc is first and evades, as it has nothing to attack with.
    let through = |overrides: &[&str]| {
        let orc = ["combatants.orc.traits=vigilant", "combatants.orc.hp=50", "rules.max_rounds=1"];
        let solved = solved(DUEL, &[&VIGILANT_FIRST, orc.as_slice(), overrides].concat());
        solved.mean("hits") - solved.mean("evaded")
    };
    let armed = "combatants.orc.attacks.blade.damage=0";
    let unarmed = "combatants.orc.attacks.blade.kind=unarmed";
    let untrained = "combatants.hero.attacks.blade.proficiency=none";
    assert_close(through(&[armed]), 20.0 / 81.0);
    assert_close(through(&[unarmed]), 25.0 / 54.0);
    assert_close(through(&[unarmed, untrained]), 4.0 / 27.0);
    // Against fists the penalty does not count.
    let fists = ["combatants.hero.attacks.blade.kind=unarmed", "combatants.hero.traits=unarmed_fighter"];
    assert_close(through(&[&[unarmed], fists.as_slice()].concat()), 20.0 / 81.0);
}

/// Worked check 7: who walks into whose reach.
#[test]
fn the_faster_strikes_first() {
    let overrides = [
        "combatants.hero.hp=1",
        "combatants.orc.hp=1",
        "rules.start_distance=30",
        "rules.heavy_armor_dr=0",
        "combatants.orc.armor=heavy",
        "combatants.orc.traits=armor_training, strong",
    ];
    assert_close(solved(DUEL, &overrides).party(), 9.0 / 13.0);
    let unhindered = [overrides.as_slice(), &["rules.heavy_armor_movement_penalty=0"]].concat();
    assert_close(solved(DUEL, &unhindered).party(), 0.5);
}

/// Worked check 8: a skirmish with everything in it.
#[test]
fn a_small_skirmish_ends_as_counted() {
    let solved = solved(SKIRMISH, &[]);
    assert!(solved.solution.states < 5000, "{} states", solved.solution.states);
    let rounds = solved.solution.rounds;
    assert_printed(solved.party(), 0.7674045101, 10);
    assert_printed(solved.solution.winners[Winner::Enemies.index()], 0.2325954899, 10);
    assert_printed(rounds.mean, 5.8299351436, 10);
    assert_printed(rounds.sd, 2.6618026805, 10);
    for (combatant, standing, down, dead) in [
        (0, 0.7121381600, 0.2054595805, 0.0824022595),
        (1, 0.7674045101, 0.1636783077, 0.0689171822),
        (2, 0.2325954899, 0.5400253960, 0.2273791141),
    ] {
        assert_printed(solved.ends(combatant, EndState::Standing), standing, 10);
        assert_printed(solved.ends(combatant, EndState::Down), down, 10);
        assert_printed(solved.ends(combatant, EndState::Dead), dead, 10);
    }
    for (metric, mean) in [
        ("attacks", 13.3130139761),
        ("hits", 7.0274642959),
        ("evaded", 0.2281249270),
        ("dr_overcome", 3.9124819476),
        ("damage_absorbed", 2.7049233755),
        ("extricated", 0.3171435726),
        ("medic_tests", 0.0161579740),
        ("recovery_sleeps", 1.2228485759),
    ] {
        assert_printed(solved.mean(metric), mean, 10);
    }
    // Of the fights in which one of the party falls: the guard, for the archer falls after it.
    let dropped = solved.occurred("rounds_to_first_drop");
    assert_close(dropped, 1.0 - solved.ends(0, EndState::Standing));
    assert_printed(solved.mean("rounds_to_first_drop") / dropped, 4.5218590575, 10);
    assert_close(solved.ends(1, EndState::Dead), solved.solution.winners[Winner::Enemies.index()] * 8.0 / 27.0);
}

/// Worked check 9: a flanked archer, who slips past or fights on.
#[test]
fn the_flanked_get_away_as_often_as_counted() {
    let slips = solved(FLANKED, &[]);
    let share = 47.0 / 76.0;
    assert_close(slips.party(), share);
    assert_close(slips.mean("extricate_attempts"), 423.0 / 380.0);
    assert_close(slips.mean("slipped_past"), share);
    assert_close(slips.mean("extricated"), share);
    let held = solved(FLANKED, &["rules.extricate_past=false"]);
    assert_printed(held.party(), 0.345608844597, 12);
    assert_close(held.mean("slipped_past"), 0.0);
    // With 10 ft no square is near enough; once an orc is down, they lead out of combat as well as 25 do.
    assert_close(solved(FLANKED, &["combatants.archer.movement=10"]).party(), held.party());
}

const FLANKED: &str = r#"
[[combatants]]
id = "archer"
side = "party"
hp = 2
policy = "skirmisher"
attacks = [{ id = "bow", kind = "ranged" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 1
movement = 0
position = 5
attacks = [{ id = "blade", kind = "light_melee" }]
[[combatants]]
id = "other"
side = "enemies"
hp = 1
movement = 0
position = -5
attacks = [{ id = "blade", kind = "light_melee" }]
"#;

const SKIRMISH: &str = r#"
[rules]
enemies_at_zero_hp = "stabilize"
[[combatants]]
id = "guard"
side = "party"
hp = 3
armor = "light"
policy = "evasive"
attacks = [{ id = "sword", kind = "light_melee" }]
[[combatants]]
id = "archer"
side = "party"
hp = 2
position = -20
policy = "skirmisher"
traits = ["vigilant", "medic"]
attacks = [{ id = "bow", kind = "ranged", proficiency = "mastery" }]
[[combatants]]
id = "brute"
side = "enemies"
hp = 4
armor = "medium"
attacks = [{ id = "club", kind = "heavy_melee" }]
"#;

/// TINY-34: where nobody of the party can fall, no fight has a round of the first drop.
#[test]
fn the_first_drop_that_never_happens_has_no_round() {
    let text = "[rules]\nstart_distance = 5\n\
                [[combatants]]\nid = \"p\"\nside = \"party\"\nhp = 1\nattacks = [{ id = \"s\", kind = \"light_melee\" }]\n\
                [[combatants]]\nid = \"e\"\nside = \"enemies\"\nhp = 1\nattacks = []\n";
    let harmless = solved(text, &[]);
    let of_drop = |solved: &Solved| [solved.occurred("rounds_to_first_drop"), solved.mean("rounds_to_first_drop")];
    assert!(of_drop(&harmless) == [0.0, 0.0] && harmless.solution.rounds.mean > 1.0);
    // In an even duel of 1 HP the hero falls in every second fight, in the last round of it.
    let even = solved(DUEL, &["combatants.hero.hp=1", "combatants.orc.hp=1"]);
    let [share, mean] = of_drop(&even);
    assert_close(share, 0.5);
    assert_close(mean, even.solution.rounds.mean / 2.0);
}

/// Two of the party with 4 HP each, a master and a novice, who are equally weak, against an ogre.
const MASTER: &str = "[[combatants]]\nid = \"master\"\nside = \"party\"\nhp = 4\n\
                      attacks = [{ id = \"sword\", kind = \"heavy_melee\", proficiency = \"mastery\" }]\n";
const NOVICE: &str = "[[combatants]]\nid = \"novice\"\nside = \"party\"\nhp = 4\n\
                      attacks = [{ id = \"stick\", kind = \"light_melee\", proficiency = \"none\" }]\n";
const OGRE: &str = "[[combatants]]\nid = \"ogre\"\nside = \"enemies\"\nhp = 9\n\
                    attacks = [{ id = \"club\", kind = \"heavy_melee\", proficiency = \"mastery\" }]\n";

const BY_LOT: &str = "rules.target_ties=random";

fn headed(rules: &str) -> String {
    format!("system = \"tiny\"\nname = \"Check\"\n[rules]\n{rules}\n")
}

/// TINY-12: by lot an encounter comes on average to what it comes to in all orders of the file, whose 30 points apart are.
#[test]
fn who_is_struck_first_is_drawn() {
    let text = headed("start_distance = 5");
    let spread = testing::assert_mean_over_orders::<Tiny>(&text, &[MASTER, NOVICE], &[OGRE], &[BY_LOT]);
    assert!((0.28..0.32).contains(&spread), "{spread}");
    // The target of repeated strikes stays the same: a die each time would be another fight.
    let third = NOVICE.replace("novice", "squire").replace("none", "proficient");
    testing::assert_mean_over_orders::<Tiny>(&text, &[MASTER, NOVICE, &third], &[OGRE], &[BY_LOT]);
}

/// TINY-12, TINY-16, TINY-40: the way to one of two equally near enemies, shots at equally weak ones, and which of two equal
/// patients a medic attends are drawn as well.
#[test]
fn ways_shots_and_patients_are_drawn() {
    let text = headed("max_rounds = 4\nenemies_at_zero_hp = \"down\"");
    let member = |id: &str, keys: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\n{keys}\n");
    let enemy = |id: &str, keys: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"enemies\"\n{keys}\n");
    let knife = "attacks = [{ id = \"knife\", kind = \"light_melee\" }]";
    let bow = "attacks = [{ id = \"bow\", kind = \"ranged\", range = 100 }]";
    // One goes to the left or to the right, where a better or a worse enemy waits.
    let left = enemy("left", "hp = 1\nposition = -20\nmovement = 0\nattacks = []");
    let right = enemy("right", &format!("hp = 1\nposition = 20\nmovement = 0\n{knife}"));
    let walker = member("walker", &format!("hp = 2\n{knife}"));
    let spread = testing::assert_mean_over_orders::<Tiny>(&text, &[&walker], &[&left, &right], &[BY_LOT]);
    assert!(spread > 0.001, "{spread}");
    let archer = member("archer", &format!("hp = 2\n{bow}"));
    let [near, far] = [enemy("bowman", &format!("hp = 1\n{bow}")), enemy("idler", "hp = 1\nattacks = []")];
    let spread = testing::assert_mean_over_orders::<Tiny>(&text, &[&archer], &[&near, &far], &[BY_LOT]);
    assert!(spread > 0.01, "{spread}");
    let text = text.replace("max_rounds = 4", "max_rounds = 2\ninitiative_dice = 1");
    // Two fall at the same time in what is left of the fight, and only one can be attended before its last test.
    let medic = member("medic", "hp = 3\npolicy = \"medic\"\ntraits = [\"medic\"]\nposition = -5");
    let hurt = |id: &str, attack: &str| member(id, &format!("hp = 1\n{attack}"));
    let two = [hurt("cook", knife), hurt("page", "attacks = []")];
    let orcs = enemy("orc", &format!("hp = 2\nposition = 5\n{knife}"));
    testing::assert_mean_over_orders::<Tiny>(&text, &[&medic, &two[0], &two[1]], &[&orcs], &[BY_LOT]);
}
