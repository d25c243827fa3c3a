//! The vocabulary of tiny scenarios: every key with its range, its default and its rules.

use super::decisions::Deciding;
use crate::dice::DiceExpr;
use crate::keys;
use crate::scenario::common::{self, SideWord, Ties};
use crate::scenario::kinds::{Id, Several, Table, Tables, Text};
use crate::scenario::{Follow, Key, words};
use crate::skirmish::COMBATANTS_MAX;

words! {
    /// The level of a test, which sets its number of dice (TINY-01).
    pub(super) enum Level {
        Disadvantage = "disadvantage", "`disadvantage_dice`",
        Normal = "normal", "`normal_dice`",
        Advantage = "advantage", "`advantage_dice`",
    }
}

words! {
    /// The difficulty of a test: the face that one of its dice has to show (TINY-02).
    pub(super) enum Difficulty {
        Trivial = "trivial", "3 or more",
        Easy = "easy", "4 or more",
        Average = "average", "5 or more",
        Difficult = "difficult", "6",
    }
}

words! {
    /// The result of an advantage and a disadvantage on the same test (TINY-03).
    pub(super) enum MixedTests {
        Cancel = "cancel", "a normal test",
        DisadvantageWins = "disadvantage_wins", "one at disadvantage",
    }
}

words! {
    /// The effect of damage reduction, DR (TINY-24).
    pub(super) enum DrMode {
        SecondTest = "second_test", "lowers damage unless the attacker tests again and succeeds",
        Always = "always", "lowers damage, without a test",
        Never = "never", "nothing",
    }
}

words! {
    /// The dice of the second test (TINY-24).
    pub(super) enum DrTestDice {
        Same = "same", "those of the attack test",
        Normal = "normal", "`normal_dice`, whatever the attack test had",
    }
}

words! {
    /// The combination of several kinds of DR (TINY-25).
    pub(super) enum DrStacking {
        Sum = "sum", "they add up",
        Highest = "highest", "the largest counts",
    }
}

words! {
    /// The tests that are at disadvantage for an unqualified wearer of armor (TINY-28).
    pub(super) enum ArmorPenalty {
        None = "none", "none of them",
        Attack = "attack", "attack tests, and second tests with them",
        Physical = "physical", "these, and tests to evade or to extricate oneself",
        All = "all", "these, and medic and stabilization tests",
    }
}

words! {
    /// The effect of heavy armor on a wearer without the traits that it needs (TINY-29).
    pub(super) enum HeavyUnqualified {
        Refuse = "refuse", "it cannot be worn: such a scenario is refused",
        Disadvantage = "disadvantage", "it is worn like medium armor without training",
    }
}

words! {
    /// The handicap of an untrained unarmed combatant that evades a weapon (TINY-32).
    pub(super) enum UntrainedEvade {
        Disadvantage = "disadvantage", "a disadvantage",
        Normal = "normal", "no disadvantage",
    }
}

words! {
    /// Whether opponents attack a combatant while it extricates itself (TINY-18).
    pub(super) enum Provokes {
        Never = "never", "not at all",
        OnFailure = "on_failure", "after a failed test",
        Always = "always", "before the test",
    }
}

words! {
    /// The handicap of ranged attacks by a combatant that is in combat (TINY-16).
    pub(super) enum RangedInCombat {
        Normal = "normal", "as anywhere",
        Disadvantage = "disadvantage", "at disadvantage",
        Forbidden = "forbidden", "not at all",
    }
}

words! {
    /// The handicap of ranged attacks on a target that is in combat with an ally (TINY-16).
    pub(super) enum RangedIntoCombat {
        Normal = "normal", "as at anybody",
        Disadvantage = "disadvantage", "at disadvantage",
    }
}

words! {
    /// The time of the first stabilization test (TINY-35).
    pub(super) enum StabilizationTiming {
        NextRound = "next_round", "in the round after the fall",
        NextTurn = "next_turn", "in the next turn, be it in the round of the fall",
    }
}

words! {
    /// The effect of a medic's success on later stabilization tests (TINY-40).
    pub(super) enum MedicEffect {
        Advantage = "advantage", "they are made at advantage",
        OneStep = "one_step", "they are one level better",
    }
}

words! {
    /// The fate of a combatant at 0 HP (TINY-34).
    pub(super) enum AtZeroHp {
        Dead = "dead", "death",
        Down = "down", "unconscious for good, alive",
        Stabilize = "stabilize", "dying: tests decide",
    }
}

words! {
    /// The armor of a combatant (TINY-27 to TINY-30).
    pub(super) enum Armor {
        None = "none", "nothing that counts",
        Light = "light", "`light_armor_dr`, for anybody",
        Medium = "medium", "`medium_armor_dr`; without `armor_training` at disadvantage",
        Heavy = "heavy", "`heavy_armor_dr`; needs `armor_training` and `strong`, and slows down",
    }
}

impl Armor {
    /// The rule of the armor.
    pub(super) const fn rule(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Light => Some("TINY-27"),
            Self::Medium => Some("TINY-28"),
            Self::Heavy => Some("TINY-29"),
        }
    }
}

words! {
    /// A special trait of a combatant.
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
    /// The policy of a combatant: how it spends its turns.
    pub(super) enum Policy {
        Default = "default", "advances and attacks",
        Evasive = "evasive", "evades in combat when it is low on HP and not alone",
        Skirmisher = "skirmisher", "keeps out of combat and shoots",
        Wary = "wary", "attacks, evades or gets away, whichever is worth most",
        Medic = "medic", "attends the dying first",
        Retreat = "retreat", "leaves when it is low on HP (TINY-44)",
    }
}

words! {
    /// The kind of an attack (TINY-21).
    pub(super) enum AttackKind {
        LightMelee = "light_melee", "a light weapon, against somebody adjacent",
        HeavyMelee = "heavy_melee", "a heavy weapon, against somebody adjacent",
        Ranged = "ranged", "against somebody within range (TINY-16)",
        Unarmed = "unarmed", "hands and feet, against somebody adjacent (TINY-31)",
    }
}

impl AttackKind {
    /// The rule that this kind has besides those of all attacks.
    pub(super) const fn rule(self) -> Option<&'static str> {
        match self {
            Self::LightMelee | Self::HeavyMelee => None,
            Self::Ranged => Some("TINY-16"),
            Self::Unarmed => Some("TINY-33"),
        }
    }
}

words! {
    /// The proficiency of a combatant with an attack (TINY-19).
    pub(super) enum Proficiency {
        None = "none", "at disadvantage",
        Proficient = "proficient", "by a normal test",
        Mastery = "mastery", "at advantage",
    }
}

/// The most attacks of a combatant.
const ATTACKS_MAX: usize = 1000;
/// The largest number of stabilization tests in a list.
const TESTS_MAX: usize = 10;
/// The side of a square, in feet: all distances are multiples of it (TINY-10).
pub(super) const SQUARE: i64 = 5;

/// A distance in feet.
const fn feet(name: &'static str, min: i64, max: i64) -> Key<Option<i32>> {
    Key::multiple(name, SQUARE, min, max).unit("ft")
}

/// A number of dice thrown together.
const fn dice(name: &'static str) -> Key<Option<u8>> {
    Key::int(name, 1, 10).unit("d6")
}

/// An amount of damage or of damage reduction.
const fn points(name: &'static str) -> Key<Option<i16>> {
    Key::int(name, 0, 20).unit("HP")
}

/// The level of a kind of tests.
const fn level(name: &'static str) -> Key<Option<Level>> {
    Key::word(name)
}

/// The difficulty of a kind of tests.
const fn difficulty(name: &'static str) -> Key<Difficulty> {
    Key::word(name).default_word("average")
}

/// The stabilization tests of a dying combatant, in their order.
const fn tests(name: &'static str) -> Key<Option<Vec<Level>>> {
    Key::word_list(name, TESTS_MAX)
}

keys! {
    /// The keys of `[rules]`.
    pub(super) enum Rules {
        MAX_ROUNDS: u32 = Key::int("max_rounds", 1, 10_000)
            .default_int(100)
            .unit("rounds")
            .rules(&["TINY-43"])
            .doc("after so many rounds without a winner the fight is a timeout"),
        ROUND_SECONDS: u32 = Key::int("round_seconds", 1, 3600)
            .default_int(5)
            .unit("s")
            .rules(&["TINY-09"])
            .doc("how long a round lasts in the game"),
        START_DISTANCE: i32 = feet("start_distance", 5, 1000)
            .default_int(30)
            .rules(&["TINY-10"])
            .doc("how far from the party the enemies start, where they have no position of their own"),
        DEFAULT_MOVEMENT: i32 = feet("default_movement", 0, 500)
            .default_int(25)
            .rules(&["TINY-12"])
            .doc("movement in a turn, where none is given"),
        INITIATIVE_DICE: u8 = dice("initiative_dice")
            .default_int(2)
            .rules(&["TINY-04"])
            .doc("dice added up for the initiative"),
        VIGILANT_INITIATIVE_DICE: u8 = dice("vigilant_initiative_dice")
            .default_int(3)
            .rules(&["TINY-05"])
            .doc("the same for the vigilant"),
        DISADVANTAGE_DICE: u8 = dice("disadvantage_dice")
            .default_int(1)
            .rules(&["TINY-01"])
            .doc("dice of a test at disadvantage"),
        NORMAL_DICE: u8 = dice("normal_dice")
            .default_int(2)
            .rules(&["TINY-01"])
            .doc("dice of a normal test, no fewer than at disadvantage"),
        ADVANTAGE_DICE: u8 = dice("advantage_dice")
            .default_int(3)
            .rules(&["TINY-01"])
            .doc("dice of a test at advantage, no fewer than normal"),
        MIXED_TESTS: MixedTests = Key::word("mixed_tests")
            .default_word("cancel")
            .rules(&["TINY-03"])
            .doc("what an advantage and a disadvantage make of a test"),
        ATTACK_DIFFICULTY: Difficulty = difficulty("attack_difficulty")
            .rules(&["TINY-19"])
            .doc("difficulty of attacks that have none of their own"),
        LIGHT_MELEE_DAMAGE: i16 = points("light_melee_damage")
            .default_int(1)
            .rules(&["TINY-21"])
            .doc("damage of light melee weapons"),
        HEAVY_MELEE_DAMAGE: i16 = points("heavy_melee_damage")
            .default_int(2)
            .rules(&["TINY-21"])
            .doc("damage of heavy melee weapons"),
        RANGED_DAMAGE: i16 = points("ranged_damage")
            .default_int(1)
            .rules(&["TINY-21"])
            .doc("damage of ranged weapons"),
        UNARMED_DAMAGE: i16 = points("unarmed_damage")
            .default_int(1)
            .rules(&["TINY-21", "TINY-33"])
            .doc("damage of the unarmed attacks of unarmed fighters"),
        CRITICAL_ON: u8 = Key::int("critical_on", 2, 13)
            .default_int(12)
            .unit("sum of 2d6")
            .rules(&["TINY-23"])
            .doc("lowest critical roll that adds to the damage; 13 never"),
        CRITICAL_BONUS: i16 = points("critical_bonus")
            .default_int(1)
            .rules(&["TINY-23"])
            .doc("what a critical adds to the damage"),
        CRITICAL_IGNORES_DR: bool = Key::bool("critical_ignores_dr")
            .default_bool(false)
            .rules(&["TINY-24"])
            .doc("whether a critical is neither tested against DR nor lowered by it"),
        LIGHT_ARMOR_DR: i16 = points("light_armor_dr")
            .default_int(1)
            .rules(&["TINY-27"])
            .doc("DR of light armor"),
        MEDIUM_ARMOR_DR: i16 = points("medium_armor_dr")
            .default_int(2)
            .rules(&["TINY-28"])
            .doc("DR of medium armor"),
        HEAVY_ARMOR_DR: i16 = points("heavy_armor_dr")
            .default_int(3)
            .rules(&["TINY-29"])
            .doc("DR of heavy armor"),
        DR_MODE: DrMode = Key::word("dr_mode")
            .default_word("second_test")
            .rules(&["TINY-24"])
            .doc("what DR does"),
        DR_TEST_DICE: DrTestDice = Key::word("dr_test_dice")
            .default_word("same")
            .rules(&["TINY-24"])
            .doc("which dice the second test has"),
        DR_STACKING: DrStacking = Key::word("dr_stacking")
            .default_word("sum")
            .rules(&["TINY-25"])
            .doc("what the DR of armor and any other make together"),
        DAMAGE_FLOOR: i16 = points("damage_floor")
            .default_int(0)
            .rules(&["TINY-24"])
            .doc("what DR leaves of the damage in any case, if there was as much"),
        HEAVY_ARMOR_MOVEMENT_PENALTY: i32 = feet("heavy_armor_movement_penalty", 0, 100)
            .default_int(5)
            .rules(&["TINY-30"])
            .doc("what heavy armor takes off the movement"),
        UNTRAINED_ARMOR_PENALTY: ArmorPenalty = Key::word("untrained_armor_penalty")
            .default_word("physical")
            .rules(&["TINY-28"])
            .doc("which tests of an unqualified wearer are at disadvantage"),
        HEAVY_ARMOR_UNQUALIFIED: HeavyUnqualified = Key::word("heavy_armor_unqualified")
            .default_word("refuse")
            .rules(&["TINY-29"])
            .doc("what heavy armor without armor training and strength means"),
        EVADE_DICE: Level = level("evade_dice")
            .default_word("normal")
            .rules(&["TINY-17"])
            .doc("level of tests to evade"),
        EVADE_DIFFICULTY: Difficulty = difficulty("evade_difficulty")
            .rules(&["TINY-17"])
            .doc("difficulty of tests to evade"),
        UNTRAINED_EVADE_DICE: UntrainedEvade = Key::word("untrained_evade_dice")
            .default_word("disadvantage")
            .rules(&["TINY-32"])
            .doc("what an untrained unarmed evader has against a weapon"),
        UNTRAINED_EVADE_DIFFICULTY: Difficulty = Key::word("untrained_evade_difficulty")
            .default_word("difficult")
            .rules(&["TINY-32"])
            .doc("its difficulty then, if that is the harder one"),
        EXTRICATE_DICE: Level = level("extricate_dice")
            .default_word("normal")
            .rules(&["TINY-18"])
            .doc("level of tests to extricate oneself"),
        EXTRICATE_DIFFICULTY: Difficulty = difficulty("extricate_difficulty")
            .rules(&["TINY-18"])
            .doc("difficulty of tests to extricate oneself"),
        EXTRICATE_PAST: bool = Key::bool("extricate_past")
            .default_bool(true)
            .rules(&["TINY-18"])
            .doc("whether somebody flanked can extricate itself past its enemies, to the nearest square out of combat"),
        EXTRICATE_PROVOKES: Provokes = Key::word("extricate_provokes")
            .default_word("never")
            .rules(&["TINY-18"])
            .doc("whether adjacent enemies attack somebody who extricates itself"),
        RANGED_IN_COMBAT: RangedInCombat = Key::word("ranged_in_combat")
            .default_word("normal")
            .rules(&["TINY-16"])
            .doc("how somebody in combat shoots"),
        RANGED_INTO_COMBAT: RangedIntoCombat = Key::word("ranged_into_combat")
            .default_word("normal")
            .rules(&["TINY-16"])
            .doc("how one shoots at somebody whom an ally fights"),
        STABILIZATION_TESTS: Vec<Level> = tests("stabilization_tests")
            .default_words(&["normal", "disadvantage"])
            .rules(&["TINY-35"])
            .doc("the tests of the dying, one a round, until one succeeds"),
        ROBUST_TESTS: Vec<Level> = tests("robust_tests")
            .default_words(&["normal", "normal"])
            .rules(&["TINY-38"])
            .doc("the same for the robust"),
        HARD_TO_KILL_TESTS: Vec<Level> = tests("hard_to_kill_tests")
            .default_words(&["advantage", "normal", "disadvantage"])
            .rules(&["TINY-39"])
            .doc("the same for those who are hard to kill"),
        STABILIZATION_DIFFICULTY: Difficulty = difficulty("stabilization_difficulty")
            .rules(&["TINY-35"])
            .doc("difficulty of stabilization tests"),
        STABILIZATION_TIMING: StabilizationTiming = Key::word("stabilization_timing")
            .default_word("next_round")
            .rules(&["TINY-35"])
            .doc("when the first of them is made"),
        MEDIC_DICE: Level = level("medic_dice")
            .default_word("normal")
            .rules(&["TINY-40"])
            .doc("level of a medic's tests"),
        MEDIC_DIFFICULTY: Difficulty = difficulty("medic_difficulty")
            .rules(&["TINY-40"])
            .doc("difficulty of a medic's tests"),
        MEDIC_EFFECT: MedicEffect = Key::word("medic_effect")
            .default_word("advantage")
            .rules(&["TINY-40"])
            .doc("what a medic's success does for the tests to come"),
        MEDIC_IN_COMBAT: bool = Key::bool("medic_in_combat")
            .default_bool(true)
            .rules(&["TINY-40"])
            .doc("whether a medic attends from a square next to an enemy"),
        ENEMIES_AT_ZERO_HP: AtZeroHp = Key::word("enemies_at_zero_hp")
            .default_word("dead")
            .rules(&["TINY-42"])
            .doc("what 0 HP mean for enemies"),
        TARGET_TIES: Ties = Key::word("target_ties")
            .default_word("listed")
            .rules(&["TINY-12", "TINY-16", "TINY-40"])
            .doc("whom a policy takes of equally good targets, ways and patients"),
        ESCAPE_DISTANCE: i32 = feet("escape_distance", 10, 1000)
            .default_int(60)
            .rules(&["TINY-44"])
            .doc("how far from every enemy one has to be to leave the fight"),
        HP_PER_SLEEP: i16 = Key::int("hp_per_sleep", 1, 100)
            .default_int(1)
            .unit("HP")
            .rules(&["TINY-45"])
            .doc("what a sleep of six hours restores"),
        RESILIENT_HP_PER_SLEEP: i16 = Key::int("resilient_hp_per_sleep", 1, 100)
            .default_int(2)
            .unit("HP")
            .rules(&["TINY-45"])
            .doc("the same for the resilient"),
        SLEEP_HOURS: Option<i32> = Key::int("sleep_hours", 1, 24)
            .derived("6")
            .unit("h")
            .rules(&["TINY-48"])
            .example("8").doc("in a day: how long a sleep takes"),
        MEDIC_HP_PER_SLEEP: Option<i32> = Key::int("medic_hp_per_sleep", 0, 100)
            .derived("0")
            .unit("HP")
            .rules(&["TINY-48"])
            .example("1").doc("in a day: what a sleep restores beside to those with a medic"),
        FLED_RETURN: Option<bool> = Key::bool("fled_return")
            .derived("false")
            .rules(&["TINY-49"])
            .example("true").doc("in a day: whether party members who fled come to this leg"),
    }
}

keys! {
    /// The keys of `rest`.
    pub(super) enum RestKeys {
        HOURS: i32 = Key::int("hours", 0, 10_000)
            .default_int(0)
            .unit("h")
            .rules(&["TINY-48"])
            .doc("hours of sleep before the fight, as a leg of a day"),
    }
}

keys! {
    /// The keys of `[[combatants.attacks]]`.
    pub(super) enum AttackKeys {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        KIND: AttackKind = Key::word("kind")
            .required()
            .rules(&["TINY-21"])
            .doc("what it is made with"),
        PROFICIENCY: Option<Proficiency> = Key::word("proficiency")
            .derived("proficient; unarmed without unarmed_fighter none")
            .rules(&["TINY-19", "TINY-20", "TINY-33"])
            .example(r#""proficient""#).doc("how well it is made"),
        DAMAGE: Option<i16> = points("damage")
            .derived("the rules' for its kind")
            .follows(&[
                Follow::key("rules.light_melee_damage").when("kind", "light_melee"),
                Follow::key("rules.heavy_melee_damage").when("kind", "heavy_melee"),
                Follow::key("rules.ranged_damage").when("kind", "ranged"),
            ])
            .rules(&["TINY-21"])
            .doc("damage of a hit; above 0 it is harmful"),
        CRITICAL_ON: Option<u8> = Key::int("critical_on", 2, 13)
            .same_as("rules.critical_on")
            .unit("sum of 2d6")
            .rules(&["TINY-23"])
            .doc("lowest critical roll that adds to its damage; 13 never"),
        DIFFICULTY: Option<Difficulty> = Key::word("difficulty")
            .same_as("rules.attack_difficulty")
            .rules(&["TINY-19"])
            .doc("difficulty of the attack test"),
        RANGE: Option<i32> = feet("range", 10, 10_000)
            .derived("ranged 60")
            .follows(&[Follow::value("60").when("kind", "ranged")])
            .rules(&["TINY-16"])
            .doc("greatest distance of a target; ranged alone"),
    }
}

keys! {
    /// The keys of `[[combatants]]`.
    pub(super) enum CombatantKeys {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(COMBATANTS_MAX as i64),
        HP: DiceExpr = Key::int_or_dice("hp", 1, 1000)
            .required()
            .unit("HP")
            .rules(&["TINY-26"])
            .doc("hit points at the start, at most hp_max; dice are rolled in the set-up of every fight, for each combatant, at least 1"),
        HP_MAX: Option<i16> = Key::int("hp_max", 1, 1000)
            .same_as("hp")
            .unit("HP")
            .rules(&["TINY-45"])
            .doc("hit points of the unhurt"),
        MOVEMENT: Option<i32> = feet("movement", 0, 500)
            .same_as("rules.default_movement")
            .rules(&["TINY-12"])
            .doc("movement in a turn"),
        POSITION: Option<i32> = feet("position", -10_000, 10_000)
            .derived("party 0, enemies rules.start_distance")
            .follows(&[
                Follow::value("0").when("side", "party"),
                Follow::key("rules.start_distance").when("side", "enemies"),
            ])
            .rules(&["TINY-10"])
            .doc("where on the line it starts"),
        ARMOR: Armor = Key::word("armor")
            .default_word("none")
            .rules(&["TINY-27", "TINY-28", "TINY-29", "TINY-30"])
            .doc("what it wears"),
        DAMAGE_REDUCTION: i16 = points("damage_reduction")
            .default_int(0)
            .rules(&["TINY-25"])
            .doc("DR that is not armor"),
        TRAITS: Vec<Trait> = Key::words("traits")
            .default_words(&[])
            .rules(&["TINY-05", "TINY-28", "TINY-29", "TINY-33", "TINY-38", "TINY-39", "TINY-40", "TINY-45"])
            .doc("what is special about it"),
        AT_ZERO_HP: Option<AtZeroHp> = Key::word("at_zero_hp")
            .derived("party stabilize, enemies rules.enemies_at_zero_hp")
            .follows(&[
                Follow::value("stabilize").when("side", "party"),
                Follow::key("rules.enemies_at_zero_hp").when("side", "enemies"),
            ])
            .rules(&["TINY-34", "TINY-42"])
            .doc("what 0 HP mean"),
        EVADE_DICE: Option<Level> = level("evade_dice")
            .same_as("rules.evade_dice")
            .rules(&["TINY-17"])
            .doc("level of its tests to evade"),
        EXTRICATE_DICE: Option<Level> = level("extricate_dice")
            .same_as("rules.extricate_dice")
            .rules(&["TINY-18"])
            .doc("level of its tests to extricate itself"),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy")
            .default_word("default")
            .way()
            .rules(&["TINY-11"])
            .doc("how it spends its turns"),
        EVADE_AT_HP: Option<i16> = Key::int("evade_at_hp", 0, 1000)
            .derived("hp_max / 2, rounded down")
            .unit("HP")
            .rules(&["TINY-17"])
            .example("3").doc("with policy evasive, evades at or below this"),
        RETREAT_AT_HP: i16 = Key::int("retreat_at_hp", 0, 1000)
            .default_int(1)
            .unit("HP")
            .rules(&["TINY-44"])
            .doc("with policy retreat, retreats at or below this"),
        ATTACKS: Tables = Key::tables("attacks", AttackKeys::KEYS, ATTACKS_MAX)
            .rules(&["TINY-19", "TINY-31", "TINY-32"])
            .doc("what it can attack with, in order of preference"),
    }
}

keys! {
    /// Every key of a tiny scenario.
    pub(super) enum FileKeys: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        REST: Option<Table> = common::rest(RestKeys::KEYS),
        COMBATANTS: Tables = common::combatants(CombatantKeys::KEYS, COMBATANTS_MAX),
    }
}
