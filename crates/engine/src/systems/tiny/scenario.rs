//! The vocabulary of tiny scenarios: every key with its range, its default and its rules.

use crate::scenario::{KeyDecl as Key, Word, common, words};
use crate::skirmish::COMBATANTS_MAX;

words! {
    /// How many dice a test has (TINY-01).
    pub(super) enum Level {
        Disadvantage = "disadvantage", "`disadvantage_dice`",
        Normal = "normal", "`normal_dice`",
        Advantage = "advantage", "`advantage_dice`",
    }
}

words! {
    /// What a die of a test has to show (TINY-02).
    pub(super) enum Difficulty {
        Trivial = "trivial", "3 or more",
        Easy = "easy", "4 or more",
        Average = "average", "5 or more",
        Difficult = "difficult", "6",
    }
}

words! {
    /// What an advantage and a disadvantage make of a test (TINY-03).
    pub(super) enum MixedTests {
        Cancel = "cancel", "a normal test",
        DisadvantageWins = "disadvantage_wins", "one at disadvantage",
    }
}

words! {
    /// What DR does (TINY-24).
    pub(super) enum DrMode {
        SecondTest = "second_test", "lowers damage unless the attacker tests again and succeeds",
        Always = "always", "lowers damage, without a test",
        Never = "never", "nothing",
    }
}

words! {
    /// Which dice the second test has (TINY-24).
    pub(super) enum DrTestDice {
        Same = "same", "those of the attack test",
        Normal = "normal", "`normal_dice`, whatever the attack test had",
    }
}

words! {
    /// What several kinds of DR make together (TINY-25).
    pub(super) enum DrStacking {
        Sum = "sum", "they add up",
        Highest = "highest", "the largest counts",
    }
}

words! {
    /// Which tests of an unqualified wearer are at disadvantage (TINY-28).
    pub(super) enum ArmorPenalty {
        None = "none", "none of them",
        Attack = "attack", "attack tests, and second tests with them",
        Physical = "physical", "these, and tests to evade or to extricate oneself",
        All = "all", "these, and medic and stabilization tests",
    }
}

words! {
    /// What heavy armor without its traits means (TINY-29).
    pub(super) enum HeavyUnqualified {
        Refuse = "refuse", "it cannot be worn: such a scenario is refused",
        Disadvantage = "disadvantage", "it is worn like medium armor without training",
    }
}

words! {
    /// What an untrained unarmed evader has against weapons (TINY-32).
    pub(super) enum UntrainedEvade {
        Disadvantage = "disadvantage", "a disadvantage",
        Normal = "normal", "no disadvantage",
    }
}

words! {
    /// Whether somebody who extricates itself is attacked on the way (TINY-18).
    pub(super) enum Provokes {
        Never = "never", "not at all",
        OnFailure = "on_failure", "after a failed test",
        Always = "always", "before the test",
    }
}

words! {
    /// How somebody in combat shoots (TINY-16).
    pub(super) enum RangedInCombat {
        Normal = "normal", "as anywhere",
        Disadvantage = "disadvantage", "at disadvantage",
        Forbidden = "forbidden", "not at all",
    }
}

words! {
    /// How one shoots at somebody whom an ally fights (TINY-16).
    pub(super) enum RangedIntoCombat {
        Normal = "normal", "as at anybody",
        Disadvantage = "disadvantage", "at disadvantage",
    }
}

words! {
    /// When the first stabilization test is made (TINY-35).
    pub(super) enum StabilizationTiming {
        NextRound = "next_round", "in the round after the fall",
        NextTurn = "next_turn", "in the next turn, be it in the round of the fall",
    }
}

words! {
    /// What a medic's success does for the tests to come (TINY-40).
    pub(super) enum MedicEffect {
        Advantage = "advantage", "they are made at advantage",
        OneStep = "one_step", "they are one level better",
    }
}

words! {
    /// What 0 HP mean (TINY-34).
    pub(super) enum AtZeroHp {
        Dead = "dead", "death",
        Down = "down", "unconscious for good, alive",
        Stabilize = "stabilize", "dying: tests decide",
    }
}

words! {
    /// What a combatant wears (TINY-27 to TINY-30).
    pub(super) enum Armor {
        None = "none", "nothing that counts",
        Light = "light", "`light_armor_dr`, for anybody",
        Medium = "medium", "`medium_armor_dr`; without `armor_training` at disadvantage",
        Heavy = "heavy", "`heavy_armor_dr`; needs `armor_training` and `strong`, and slows down",
    }
}

words! {
    /// What is special about a combatant.
    pub(super) enum Trait {
        Vigilant = "vigilant", "more dice for the initiative, and first among equals (TINY-05, TINY-07)",
        Robust = "robust", "its own list of stabilization tests (TINY-38)",
        HardToKill = "hard_to_kill", "a list that is better still (TINY-39)",
        Medic = "medic", "can attend the dying (TINY-40)",
        Resilient = "resilient", "recovers faster in its sleep (TINY-45)",
        ArmorTraining = "armor_training", "wears medium armor well (TINY-28)",
        Strong = "strong", "with armor training, wears heavy armor (TINY-29)",
        UnarmedFighter = "unarmed_fighter", "is at no loss without a weapon (TINY-33)",
    }
}

words! {
    /// How a combatant spends its turns.
    pub(super) enum Policy {
        Default = "default", "advances and attacks",
        Evasive = "evasive", "evades in combat when it is low on HP and not alone",
        Skirmisher = "skirmisher", "keeps out of combat and shoots",
        Medic = "medic", "attends the dying first",
        Retreat = "retreat", "leaves when it is low on HP (TINY-44)",
    }
}

words! {
    /// What one attacks with (TINY-21).
    pub(super) enum AttackKind {
        LightMelee = "light_melee", "a light weapon, against somebody adjacent",
        HeavyMelee = "heavy_melee", "a heavy weapon, against somebody adjacent",
        Ranged = "ranged", "against somebody within range (TINY-16)",
        Unarmed = "unarmed", "hands and feet, against somebody adjacent (TINY-31)",
    }
}

words! {
    /// How well one attacks (TINY-19).
    pub(super) enum Proficiency {
        None = "none", "at disadvantage",
        Proficient = "proficient", "by a normal test",
        Mastery = "mastery", "at advantage",
    }
}

/// The most attacks of a combatant.
const ATTACKS_MAX: usize = 1000;
/// The most tests of a list.
pub(super) const TESTS_MAX: usize = 10;
/// The side of a square, in feet: all distances are multiples of it (TINY-10).
pub(super) const SQUARE: i64 = 5;

/// A distance in feet.
const fn feet(name: &'static str, min: i64, max: i64) -> Key {
    Key::int(name, min, max).multiples_of(SQUARE).unit("ft")
}

const fn dice(name: &'static str) -> Key {
    Key::int(name, 1, 10).unit("d6")
}

const fn points(name: &'static str) -> Key {
    Key::int(name, 0, 20).unit("HP")
}

const fn level(name: &'static str) -> Key {
    Key::word(name, Level::CHOICES)
}

const fn difficulty(name: &'static str) -> Key {
    Key::word(name, Difficulty::CHOICES).default_word("average")
}

const fn tests(name: &'static str) -> Key {
    Key::word_list(name, Level::CHOICES, TESTS_MAX)
}

const RULES: &[Key] = &[
    Key::int("max_rounds", 1, 10_000)
        .default_int(100)
        .unit("rounds")
        .rules(&["TINY-43"])
        .doc("after so many rounds without a winner the fight is a timeout"),
    Key::int("round_seconds", 1, 3600)
        .default_int(5)
        .unit("s")
        .rules(&["TINY-09"])
        .doc("how long a round lasts in the game"),
    feet("start_distance", 5, 1000)
        .default_int(30)
        .rules(&["TINY-10"])
        .doc("how far from the party the enemies start, where they have no position of their own"),
    feet("default_movement", 0, 500).default_int(25).rules(&["TINY-12"]).doc("movement in a turn, where none is given"),
    dice("initiative_dice").default_int(2).rules(&["TINY-04"]).doc("dice added up for the initiative"),
    dice("vigilant_initiative_dice").default_int(3).rules(&["TINY-05"]).doc("the same for the vigilant"),
    dice("disadvantage_dice").default_int(1).rules(&["TINY-01"]).doc("dice of a test at disadvantage"),
    dice("normal_dice").default_int(2).rules(&["TINY-01"]).doc("dice of a normal test, no fewer than at disadvantage"),
    dice("advantage_dice").default_int(3).rules(&["TINY-01"]).doc("dice of a test at advantage, no fewer than normal"),
    Key::word("mixed_tests", MixedTests::CHOICES)
        .default_word("cancel")
        .rules(&["TINY-03"])
        .doc("what an advantage and a disadvantage make of a test"),
    difficulty("attack_difficulty").rules(&["TINY-19"]).doc("difficulty of attacks that have none of their own"),
    points("light_melee_damage").default_int(1).rules(&["TINY-21"]).doc("damage of light melee weapons"),
    points("heavy_melee_damage").default_int(2).rules(&["TINY-21"]).doc("damage of heavy melee weapons"),
    points("ranged_damage").default_int(1).rules(&["TINY-21"]).doc("damage of ranged weapons"),
    points("unarmed_damage")
        .default_int(1)
        .rules(&["TINY-21", "TINY-33"])
        .doc("damage of the unarmed attacks of unarmed fighters"),
    Key::int("critical_on", 2, 13)
        .default_int(12)
        .unit("sum of 2d6")
        .rules(&["TINY-23"])
        .doc("lowest critical roll that adds to the damage; 13 never"),
    points("critical_bonus").default_int(1).rules(&["TINY-23"]).doc("what a critical adds to the damage"),
    Key::bool("critical_ignores_dr")
        .default_bool(false)
        .rules(&["TINY-24"])
        .doc("whether a critical is neither tested against DR nor lowered by it"),
    points("light_armor_dr").default_int(1).rules(&["TINY-27"]).doc("DR of light armor"),
    points("medium_armor_dr").default_int(2).rules(&["TINY-28"]).doc("DR of medium armor"),
    points("heavy_armor_dr").default_int(3).rules(&["TINY-29"]).doc("DR of heavy armor"),
    Key::word("dr_mode", DrMode::CHOICES).default_word("second_test").rules(&["TINY-24"]).doc("what DR does"),
    Key::word("dr_test_dice", DrTestDice::CHOICES)
        .default_word("same")
        .rules(&["TINY-24"])
        .doc("which dice the second test has"),
    Key::word("dr_stacking", DrStacking::CHOICES)
        .default_word("sum")
        .rules(&["TINY-25"])
        .doc("what the DR of armor and any other make together"),
    points("damage_floor")
        .default_int(0)
        .rules(&["TINY-24"])
        .doc("what DR leaves of the damage in any case, if there was as much"),
    feet("heavy_armor_movement_penalty", 0, 100)
        .default_int(5)
        .rules(&["TINY-30"])
        .doc("what heavy armor takes off the movement"),
    Key::word("untrained_armor_penalty", ArmorPenalty::CHOICES)
        .default_word("physical")
        .rules(&["TINY-28"])
        .doc("which tests of an unqualified wearer are at disadvantage"),
    Key::word("heavy_armor_unqualified", HeavyUnqualified::CHOICES)
        .default_word("refuse")
        .rules(&["TINY-29"])
        .doc("what heavy armor without armor training and strength means"),
    level("evade_dice").default_word("normal").rules(&["TINY-17"]).doc("level of tests to evade"),
    difficulty("evade_difficulty").rules(&["TINY-17"]).doc("difficulty of tests to evade"),
    Key::word("untrained_evade_dice", UntrainedEvade::CHOICES)
        .default_word("disadvantage")
        .rules(&["TINY-32"])
        .doc("what an untrained unarmed evader has against a weapon"),
    Key::word("untrained_evade_difficulty", Difficulty::CHOICES)
        .default_word("difficult")
        .rules(&["TINY-32"])
        .doc("its difficulty then, if that is the harder one"),
    level("extricate_dice").default_word("normal").rules(&["TINY-18"]).doc("level of tests to extricate oneself"),
    difficulty("extricate_difficulty").rules(&["TINY-18"]).doc("difficulty of tests to extricate oneself"),
    Key::word("extricate_provokes", Provokes::CHOICES)
        .default_word("never")
        .rules(&["TINY-18"])
        .doc("whether adjacent enemies attack somebody who extricates itself"),
    Key::word("ranged_in_combat", RangedInCombat::CHOICES)
        .default_word("normal")
        .rules(&["TINY-16"])
        .doc("how somebody in combat shoots"),
    Key::word("ranged_into_combat", RangedIntoCombat::CHOICES)
        .default_word("normal")
        .rules(&["TINY-16"])
        .doc("how one shoots at somebody whom an ally fights"),
    tests("stabilization_tests")
        .default_words(&["normal", "disadvantage"])
        .rules(&["TINY-35"])
        .doc("the tests of the dying, one a round, until one succeeds"),
    tests("robust_tests").default_words(&["normal", "normal"]).rules(&["TINY-38"]).doc("the same for the robust"),
    tests("hard_to_kill_tests")
        .default_words(&["advantage", "normal", "disadvantage"])
        .rules(&["TINY-39"])
        .doc("the same for those who are hard to kill"),
    difficulty("stabilization_difficulty").rules(&["TINY-35"]).doc("difficulty of stabilization tests"),
    Key::word("stabilization_timing", StabilizationTiming::CHOICES)
        .default_word("next_round")
        .rules(&["TINY-35"])
        .doc("when the first of them is made"),
    level("medic_dice").default_word("normal").rules(&["TINY-40"]).doc("level of a medic's tests"),
    difficulty("medic_difficulty").rules(&["TINY-40"]).doc("difficulty of a medic's tests"),
    Key::word("medic_effect", MedicEffect::CHOICES)
        .default_word("advantage")
        .rules(&["TINY-40"])
        .doc("what a medic's success does for the tests to come"),
    Key::bool("medic_in_combat")
        .default_bool(true)
        .rules(&["TINY-40"])
        .doc("whether a medic attends from a square next to an enemy"),
    Key::word("enemies_at_zero_hp", AtZeroHp::CHOICES)
        .default_word("dead")
        .rules(&["TINY-42"])
        .doc("what 0 HP mean for enemies"),
    feet("escape_distance", 10, 1000)
        .default_int(60)
        .rules(&["TINY-44"])
        .doc("how far from every enemy one has to be to leave the fight"),
    Key::int("hp_per_sleep", 1, 100)
        .default_int(1)
        .unit("HP")
        .rules(&["TINY-45"])
        .doc("what a sleep of six hours restores"),
    Key::int("resilient_hp_per_sleep", 1, 100)
        .default_int(2)
        .unit("HP")
        .rules(&["TINY-45"])
        .doc("the same for the resilient"),
];

const ATTACK: &[Key] = &[
    common::ID.decl(),
    Key::text("name").not_blank().derived("the id").doc("the name to show"),
    Key::word("kind", AttackKind::CHOICES).required().rules(&["TINY-21"]).doc("what it is made with"),
    Key::word("proficiency", Proficiency::CHOICES)
        .derived("proficient; unarmed without unarmed_fighter none")
        .rules(&["TINY-19", "TINY-20", "TINY-33"])
        .doc("how well it is made"),
    points("damage")
        .derived("the rules' for its kind")
        .rules(&["TINY-21"])
        .doc("damage of a hit; above 0 it is harmful"),
    Key::int("critical_on", 2, 13)
        .derived("rules.critical_on")
        .unit("sum of 2d6")
        .rules(&["TINY-23"])
        .doc("lowest critical roll that adds to its damage; 13 never"),
    Key::word("difficulty", Difficulty::CHOICES)
        .derived("rules.attack_difficulty")
        .rules(&["TINY-19"])
        .doc("difficulty of the attack test"),
    feet("range", 10, 10_000)
        .derived("ranged 60")
        .rules(&["TINY-16"])
        .doc("greatest distance of a target; ranged alone"),
];

const COMBATANT: &[Key] = &[
    common::ID.decl(),
    common::NAME.decl(),
    common::SIDE.decl(),
    common::count(COMBATANTS_MAX as i64).decl(),
    Key::int("hp", 1, 1000).required().unit("HP").rules(&["TINY-26"]).doc("hit points at the start, at most hp_max"),
    Key::int("hp_max", 1, 1000).derived("hp").unit("HP").rules(&["TINY-45"]).doc("hit points of the unhurt"),
    feet("movement", 0, 500).derived("rules.default_movement").rules(&["TINY-12"]).doc("movement in a turn"),
    feet("position", -10_000, 10_000)
        .derived("party 0, enemies rules.start_distance")
        .rules(&["TINY-10"])
        .doc("where on the line it starts"),
    Key::word("armor", Armor::CHOICES)
        .default_word("none")
        .rules(&["TINY-27", "TINY-28", "TINY-29", "TINY-30"])
        .doc("what it wears"),
    points("damage_reduction").default_int(0).rules(&["TINY-25"]).doc("DR that is not armor"),
    Key::words("traits", Trait::CHOICES)
        .default_words(&[])
        .rules(&["TINY-05", "TINY-28", "TINY-29", "TINY-33", "TINY-38", "TINY-39", "TINY-40", "TINY-45"])
        .doc("what is special about it"),
    Key::word("at_zero_hp", AtZeroHp::CHOICES)
        .derived("party stabilize, enemies rules.enemies_at_zero_hp")
        .rules(&["TINY-34", "TINY-42"])
        .doc("what 0 HP mean"),
    level("evade_dice").derived("rules.evade_dice").rules(&["TINY-17"]).doc("level of its tests to evade"),
    level("extricate_dice")
        .derived("rules.extricate_dice")
        .rules(&["TINY-18"])
        .doc("level of its tests to extricate itself"),
    Key::word("policy", Policy::CHOICES).default_word("default").rules(&["TINY-11"]).doc("how it spends its turns"),
    Key::int("evade_at_hp", 0, 1000)
        .derived("hp_max / 2, rounded down")
        .unit("HP")
        .rules(&["TINY-17"])
        .doc("with policy evasive, evades at or below this"),
    Key::int("retreat_at_hp", 0, 1000)
        .default_int(1)
        .unit("HP")
        .rules(&["TINY-44"])
        .doc("with policy retreat, retreats at or below this"),
    Key::tables("attacks", ATTACK, ATTACKS_MAX)
        .rules(&["TINY-19", "TINY-31", "TINY-32"])
        .doc("what it can attack with, in order of preference"),
];

/// Every key of a tiny scenario.
pub(super) const SCHEMA: &[Key] = &[
    common::SYSTEM.decl(),
    common::NAME_OF_SCENARIO.decl(),
    common::DESCRIPTION.decl(),
    common::ROSTER.decl(),
    common::rules(RULES).decl(),
    common::combatants(COMBATANT, COMBATANTS_MAX).decl(),
];
