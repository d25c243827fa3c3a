//! The vocabulary of wounds scenarios: every key with its range, its default and its rules.

use super::decisions::Deciding;
use crate::keys;
use crate::scenario::common::{self, SideWord, Ties};
use crate::scenario::kinds::{Either, Id, Several, Table, Tables, TablesFile, Text};
use crate::scenario::{DiceExpr, Follow, Key};
use crate::skirmish::COMBATANTS_MAX;

use super::sheet::STRIKES_MAX;
use super::words::{
    AbilityWord, All, ArmLost, ArmourOnCritical, AttackKind, DamageType, Declaration, DeclaredTargets, EntersAt,
    EntryReposteBy, FightsOn, Flag, FullDefenseStarts, Hand, InjuredSpeed, InjuryChanceFrom, ItemTarget,
    MoraleOutnumbered, NoTable, Policy, ReposteOn, Score, SpellAgainst, StrengthDamage, StressFrom, Targeting, Tending,
};

/// The most attacks of a combatant; also the most spells, and the most items.
const POSSESSIONS_MAX: usize = 32;
/// The most Hit Dice entries, one per class level, in `hd`.
const LEVELS_MAX: usize = 100;
/// The most sides of the die of an injury table (WOUNDS-51).
pub(super) const INJURY_DIE_MAX: usize = 1000;

/// A position on the line, or the length of a move, in yards.
const fn yards(name: &'static str, min: i64, max: i64) -> Key<Option<i32>> {
    Key::int(name, min, max).unit("yards")
}

/// A share of something, in percent.
const fn percent(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, 0, 100).unit("%")
}

/// The modifier that an action adds to the count on which it is taken (WOUNDS-05).
const fn speed(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, -20, 40).unit("counts")
}

/// A modifier of a roll or of Defense.
const fn modifier(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, -40, 40)
}

/// A bonus of attacks, spells and skills.
const fn bonus(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, -40, 60)
}

/// A loss of Wound Points.
const fn wounds(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, 0, 100).unit("Wound Points")
}

/// An ability score.
const fn score(name: &'static str) -> Key<i32> {
    Key::int(name, 1, 100).default_int(10)
}

/// The modifier of an ability score that does not follow from the score.
const fn score_modifier(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, -20, 20)
        .derived("(score - 10) / 2, rounded down")
        .rules(&["WOUNDS-26"])
        .example("1")
        .doc("the modifier of the unhurt score, where it does not follow from it")
}

/// Points that a rest gives back to each combatant.
const fn rest_points(name: &'static str) -> Key<Option<Either<All, i32>>> {
    Key::word_or_int(name, 0, STRESS_MAX).derived("0").example("\"all\"")
}

/// The file with the injury table of a damage type.
pub(super) const fn injury_table(name: &'static str) -> Key<Option<Either<NoTable, TablesFile>>> {
    Key::csv_tables(name, InjuryKeys::KEYS, "roll", INJURY_DIE_MAX).all_columns().or_word()
}

/// The file with the injury table of a damage type that has no table by default.
const fn no_injury_table(name: &'static str) -> Key<Either<NoTable, TablesFile>> {
    injury_table(name).default_no_file("none").rules(&["WOUNDS-50", "WOUNDS-51"]).doc("the injuries of such damage")
}

/// The largest maximum Stress that a scenario can give (WOUNDS-27).
pub(super) const STRESS_MAX: i64 = 100_000;

/// `damage` of attacks and spells.
const DAMAGE: Key<DiceExpr> = Key::dice_within("damage", -100, 100_000)
    .required()
    .unit("points")
    .rules(&["WOUNDS-32", "WOUNDS-36"])
    .doc("damage of a hit, at least 0");

/// `damage_type` of attacks and spells.
const DAMAGE_TYPE: Key<Several<DamageType>> = Key::one_or_more_words("damage_type")
    .default_one("slashing")
    .rules(&["WOUNDS-50"])
    .doc("what the damage is made of");

/// `bypasses_stress` of attacks and spells.
const BYPASSES_STRESS: Key<bool> = Key::bool("bypasses_stress")
    .default_bool(false)
    .rules(&["WOUNDS-33"])
    .doc("whether Wound Points lose the damage even while Stress is left");

/// `ignores_armour` of attacks and spells.
const IGNORES_ARMOUR: Key<bool> =
    Key::bool("ignores_armour").default_bool(false).rules(&["WOUNDS-30"]).doc("whether Armour takes nothing off it");

keys! {
    /// The keys of `[rules]`.
    pub(super) enum Rules {
        MAX_ROUNDS: u32 = Key::int("max_rounds", 1, 100_000)
            .default_int(100)
            .unit("rounds")
            .rules(&["WOUNDS-69"])
            .doc("after so many rounds without a decision the fight is a timeout"),
        START_DISTANCE: i32 = yards("start_distance", 0, 1000)
            .default_int(10)
            .rules(&["WOUNDS-24"])
            .doc("where the enemies start, if they have no position of their own"),
        INITIATIVE_DIE: u32 = Key::int("initiative_die", 1, 100)
            .default_int(12)
            .unit("sides")
            .rules(&["WOUNDS-02"])
            .doc("the die of Base Initiative"),
        DECLARATION: Declaration = Key::word("declaration")
            .default_word("simultaneous")
            .rules(&["WOUNDS-08"])
            .doc("in which order everybody declares"),
        DECLARED_TARGETS: DeclaredTargets = Key::word("declared_targets")
            .default_word("free")
            .rules(&["WOUNDS-08"])
            .doc("whether a declaration names a target"),
        ORDER_TIES: Ties = common::order_ties()
            .rules(&["WOUNDS-06", "WOUNDS-08", "WOUNDS-16", "WOUNDS-21"])
            .doc("who comes first of those on one count, in one order of declaration, at one edge of threat ranges"),
        TARGET_TIES: Ties = common::target_ties()
            .rules(&["WOUNDS-06", "WOUNDS-37"])
            .doc("whom a policy takes of equally good targets, patients and allies"),
        CONSUMABLE_SPEED: i32 = speed("consumable_speed")
            .default_int(6)
            .rules(&["WOUNDS-11"])
            .doc("modifier of using an item that has none of its own"),
        THROW_SPEED: i32 = speed("throw_speed")
            .default_int(2)
            .rules(&["WOUNDS-12"])
            .doc("modifier of throws that have none of their own"),
        FULL_DEFENSE_SPEED: i32 = speed("full_defense_speed")
            .default_int(-1)
            .rules(&["WOUNDS-13"])
            .doc("modifier of Full-Defense"),
        DEFENSIVE_ATTACK_SPEED: i32 = speed("defensive_attack_speed")
            .default_int(1)
            .rules(&["WOUNDS-14"])
            .doc("what a Defensive Attack adds to the weapon speed"),
        SPELL_TN_OFFSET: i32 = Key::int("spell_tn_offset", 0, 40)
            .default_int(10)
            .unit("counts")
            .rules(&["WOUNDS-10"])
            .doc("what the casting TN is above the spell speed, where a spell gives none"),
        HEAL_SPEED: i32 = speed("heal_speed")
            .default_int(6)
            .rules(&["WOUNDS-15"])
            .doc("modifier of a Heal check"),
        INTIMIDATE_SPEED: i32 = speed("intimidate_speed")
            .default_int(0)
            .rules(&["WOUNDS-15"])
            .doc("modifier of an Intimidation check"),
        LATE_ARRIVAL_SHIFT: i32 = Key::int("late_arrival_shift", 0, 100)
            .default_int(12)
            .unit("counts")
            .rules(&["WOUNDS-17"])
            .doc("how much earlier a newcomer's missed turn comes in the next round"),
        FULL_DEFENSE_BONUS: i32 = Key::int("full_defense_bonus", 0, 40)
            .default_int(4)
            .rules(&["WOUNDS-18"])
            .doc("what Full-Defense adds to Defense"),
        FULL_DEFENSE_STARTS: FullDefenseStarts = Key::word("full_defense_starts")
            .default_word("turn")
            .rules(&["WOUNDS-18"])
            .doc("from when on Full-Defense is in force"),
        REPOSTE_ON: ReposteOn = Key::word("reposte_on")
            .default_word("attacked")
            .rules(&["WOUNDS-19"])
            .doc("which attacks on somebody in Full-Defense are answered"),
        REPOSTE_ON_ENTRY: bool = Key::bool("reposte_on_entry")
            .default_bool(true)
            .rules(&["WOUNDS-21"])
            .doc("whether entering a threat range provokes a Reposte"),
        ENTRY_REPOSTE_BY: EntryReposteBy = Key::word("entry_reposte_by")
            .default_word("anyone")
            .rules(&["WOUNDS-21"])
            .doc("by whom"),
        STRESS_FROM: StressFrom = Key::word("stress_from")
            .default_word("average")
            .rules(&["WOUNDS-27"])
            .doc("what the dice of Stress come to"),
        FIRST_HD_MAX: bool = Key::bool("first_hd_max")
            .default_bool(true)
            .rules(&["WOUNDS-27"])
            .doc("whether one die of Stress always counts as its maximum"),
        DEFENSE_BASE: i32 = Key::int("defense_base", 0, 40)
            .default_int(10)
            .rules(&["WOUNDS-29"])
            .doc("Defense before Agility and bonuses"),
        NATURAL_20_HITS: bool = Key::bool("natural_20_hits")
            .default_bool(false)
            .rules(&["WOUNDS-31"])
            .doc("whether a natural 20 hits any Defense"),
        NATURAL_1_MISSES: bool = Key::bool("natural_1_misses")
            .default_bool(false)
            .rules(&["WOUNDS-31"])
            .doc("whether a natural 1 misses any Defense"),
        MINIMUM_DAMAGE: i32 = Key::int("minimum_damage", 0, 100)
            .default_int(0)
            .unit("points")
            .rules(&["WOUNDS-30"])
            .doc("what Armour leaves of a hit at least"),
        STRESS_OVERFLOW: bool = Key::bool("stress_overflow")
            .default_bool(true)
            .rules(&["WOUNDS-32"])
            .doc("whether Wound Points lose what Stress cannot cover of a hit"),
        ARMOUR_ON_CRITICAL: ArmourOnCritical = Key::word("armour_on_critical")
            .default_word("after")
            .rules(&["WOUNDS-47"])
            .doc("when Armour is taken off a critical"),
        INJURY_CHANCE_FROM: InjuryChanceFrom = Key::word("injury_chance_from")
            .default_word("after_armour")
            .rules(&["WOUNDS-49"])
            .doc("which damage of a critical may cause an injury"),
        STRENGTH_DAMAGE: StrengthDamage = Key::word("strength_damage")
            .default_word("cap")
            .rules(&["WOUNDS-53"])
            .doc("what lost Strength does to Wound Points"),
        CRAWL_SPEED: i32 = yards("crawl_speed", 0, 100)
            .default_int(1)
            .rules(&["WOUNDS-39", "WOUNDS-56"])
            .doc("how far somebody crawls in a round"),
        STRAIN_WOUNDS: i32 = wounds("strain_wounds")
            .default_int(1)
            .rules(&["WOUNDS-39", "WOUNDS-44"])
            .doc("what an action costs at 0 Wound Points or below"),
        DYING_WOUNDS: i32 = wounds("dying_wounds")
            .default_int(1)
            .rules(&["WOUNDS-41"])
            .doc("what the Dying lose at the end of a round"),
        HEAL_TN_BASE: i32 = Key::int("heal_tn_base", 0, 40)
            .default_int(10)
            .rules(&["WOUNDS-43"])
            .doc("TN of a Heal check before the patient's worst wound"),
        HEAL_SELF: bool = Key::bool("heal_self")
            .default_bool(false)
            .rules(&["WOUNDS-43"])
            .doc("whether a healer may tend itself"),
        SUFFOCATION_WOUNDS: i32 = wounds("suffocation_wounds")
            .default_int(1)
            .rules(&["WOUNDS-58"])
            .doc("what the suffocating lose at the end of a round"),
        PRONE_ATTACK: i32 = modifier("prone_attack")
            .default_int(0)
            .rules(&["WOUNDS-56"])
            .doc("what being prone adds to attack rolls"),
        PRONE_DEFENSE: i32 = modifier("prone_defense")
            .default_int(0)
            .rules(&["WOUNDS-56"])
            .doc("what being prone adds to Defense"),
        ONE_EYE_ATTACK: i32 = modifier("one_eye_attack")
            .default_int(0)
            .rules(&["WOUNDS-60"])
            .doc("what having one eye adds to attack and casting rolls"),
        CONCUSSED_ATTACK: i32 = modifier("concussed_attack")
            .default_int(0)
            .rules(&["WOUNDS-60"])
            .doc("what a concussion adds to attack and casting rolls"),
        SURPRISED_DEFENSE: i32 = modifier("surprised_defense")
            .default_int(0)
            .rules(&["WOUNDS-01"])
            .doc("what being surprised adds to Defense"),
        MORALE_TN_BASE: i32 = Key::int("morale_tn_base", 0, 60)
            .default_int(11)
            .rules(&["WOUNDS-65"])
            .doc("TN of a morale check before the opponents are counted"),
        MORALE_HIT_PERCENT: i32 = percent("morale_hit_percent")
            .default_int(50)
            .rules(&["WOUNDS-62"])
            .doc("a hit that takes more of the maximum Wound Points calls for a morale check"),
        MORALE_OUTNUMBERED: MoraleOutnumbered = Key::word("morale_outnumbered")
            .default_word("every_round")
            .rules(&["WOUNDS-63"])
            .doc("how often being outnumbered calls for a morale check"),
        OBVIOUS_RATIO: i64 = Key::int("obvious_ratio", 0, 1000)
            .default_int(4)
            .rules(&["WOUNDS-66"])
            .doc("how many times stronger opponents let every check fail; 0 never"),
        INTIMIDATE_RANGE: i32 = yards("intimidate_range", 0, 1000)
            .default_int(10)
            .rules(&["WOUNDS-25", "WOUNDS-64"])
            .doc("greatest distance of an Intimidation check"),
        WAIT_FOR_REINFORCEMENTS: bool = Key::bool("wait_for_reinforcements")
            .default_bool(true)
            .rules(&["WOUNDS-68"])
            .doc("whether a side is unbeaten while somebody is still to arrive"),
        TENDING: Option<Tending> = Key::word("tending")
            .derived("checks")
            .rules(&["WOUNDS-72"])
            .example(r#""sure""#).doc("in a day: what becomes of the party's Dying when it has won this leg"),
        FLED_RETURN: Option<bool> = Key::bool("fled_return")
            .derived("false")
            .rules(&["WOUNDS-76"])
            .example("true").doc("in a day: whether party members who fled come to this leg"),
        INJURY_TABLES: Table = Key::table("injury_tables", InjuryTables::KEYS)
            .default_table()
            .rules(&["WOUNDS-50", "WOUNDS-51", "WOUNDS-52"])
            .doc("the injuries of each damage type"),
    }
}

keys! {
    /// The keys of `rest`.
    pub(super) enum RestKeys {
        STRESS: Option<Either<All, i32>> = rest_points("stress")
            .unit("Stress")
            .rules(&["WOUNDS-74"])
            .doc("Stress that comes back before the fight, as a leg of a day"),
        WOUNDS: Option<Either<All, i32>> = rest_points("wounds")
            .unit("Wound Points")
            .rules(&["WOUNDS-74"])
            .doc("Wound Points that come back"),
        MANA: Option<Either<All, i32>> = rest_points("mana")
            .unit("mana")
            .rules(&["WOUNDS-74"])
            .doc("mana that comes back"),
        SCORES: Option<Either<All, i32>> = rest_points("scores")
            .unit("points")
            .rules(&["WOUNDS-75"])
            .doc("points that come back to each damaged score"),
        INJURIES: bool = Key::bool("injuries")
            .default_bool(false)
            .rules(&["WOUNDS-75"])
            .doc("whether all injuries heal, and with them all damage to scores"),
        REFILL: bool = Key::bool("refill")
            .default_bool(false)
            .rules(&["WOUNDS-74"])
            .doc("whether attacks and items have all their uses again"),
    }
}

keys! {
    /// The keys of `[rules.injury_tables]`.
    pub(super) enum InjuryTables {
        BLUNT: Option<Either<NoTable, TablesFile>> = injury_table("blunt")
            .derived("the table of WOUNDS-52")
            .rules(&["WOUNDS-50", "WOUNDS-51", "WOUNDS-52"])
            .doc("the injuries of such damage"),
        PIERCING: Either<NoTable, TablesFile> = no_injury_table("piercing"),
        SLASHING: Either<NoTable, TablesFile> = no_injury_table("slashing"),
        CHOPPING: Either<NoTable, TablesFile> = no_injury_table("chopping"),
        FIRE: Either<NoTable, TablesFile> = no_injury_table("fire"),
        COLD: Either<NoTable, TablesFile> = no_injury_table("cold"),
        ELECTRIC: Either<NoTable, TablesFile> = no_injury_table("electric"),
        SONIC: Either<NoTable, TablesFile> = no_injury_table("sonic"),
        ACID: Either<NoTable, TablesFile> = no_injury_table("acid"),
        HOLY: Either<NoTable, TablesFile> = no_injury_table("holy"),
        UNHOLY: Either<NoTable, TablesFile> = no_injury_table("unholy"),
    }
}

keys! {
    /// The columns of an injury table.
    pub(super) enum InjuryKeys {
        ROLL: Id = Key::id("roll").required()
            .rules(&["WOUNDS-51"])
            .doc("the faces of the die: one, or from-to"),
        NAME: Option<Text> = Key::text("name")
            .derived("injury and its roll")
            .rules(&["WOUNDS-51"])
            .doc("what the injury is called"),
        ARM: Option<ArmLost> = Key::word("arm")
            .rules(&["WOUNDS-54"])
            .doc("whether an arm is lost"),
        DAMAGE: Option<DiceExpr> = Key::dice("damage")
            .unit("points")
            .rules(&["WOUNDS-53"])
            .example(r#""1d4""#).doc("what is taken off each of the abilities"),
        ABILITIES: Vec<Score> = Key::words("abilities").default_words(&[])
            .rules(&["WOUNDS-53"])
            .doc("the scores that suffer"),
        SPEED: Option<InjuredSpeed> = Key::word("speed")
            .rules(&["WOUNDS-55", "WOUNDS-56"])
            .doc("what is left of Speed"),
        FLAGS: Vec<Flag> = Key::words("flags").default_words(&[])
            .rules(&["WOUNDS-56", "WOUNDS-57", "WOUNDS-58", "WOUNDS-59", "WOUNDS-60"])
            .doc("what else it does for the rest of the fight"),
        ATTACK: i32 = modifier("attack")
            .default_int(0)
            .rules(&["WOUNDS-31", "WOUNDS-36"])
            .doc("what it adds to attack and casting rolls"),
        DEFENSE: i32 = modifier("defense")
            .default_int(0)
            .rules(&["WOUNDS-29"])
            .doc("what it adds to Defense"),
        NOTE: Option<Text> = Key::text("note")
            .doc("a remark for people"),
    }
}

keys! {
    /// The keys of `[[combatants.attacks]]`.
    pub(super) enum AttackKeys {
        ID: Id = common::ID,
        KIND: AttackKind = Key::word("kind")
            .default_word("melee")
            .rules(&["WOUNDS-12", "WOUNDS-25"])
            .doc("how it reaches its target"),
        BONUS: i32 = bonus("bonus")
            .default_int(0)
            .rules(&["WOUNDS-31"])
            .doc("what is added to its d20"),
        ABILITY: Option<AbilityWord> = Key::word("ability")
            .derived("strength (melee), dexterity (ranged, thrown)")
            .follows(&[
                Follow::value("strength").when("kind", "melee"),
                Follow::value("dexterity").when("kind", "ranged"),
                Follow::value("dexterity").when("kind", "thrown"),
            ])
            .rules(&["WOUNDS-31"])
            .doc("the score whose loss lowers the bonus"),
        DAMAGE: DiceExpr = DAMAGE,
        DAMAGE_TYPE: Several<DamageType> = DAMAGE_TYPE,
        INJURY_TABLE: Option<DamageType> = Key::word("injury_table")
            .derived("the first of damage_type that has a table, else the first")
            .rules(&["WOUNDS-50"])
            .example(r#""slashing""#).doc("which of its damage types its injuries are of"),
        WEAPON_SPEED: Option<i32> = speed("weapon_speed")
            .derived("0; thrown: rules.throw_speed")
            .follows(&[Follow::key("rules.throw_speed").when("kind", "thrown"), Follow::value("0")])
            .rules(&["WOUNDS-09", "WOUNDS-12", "WOUNDS-14"])
            .doc("what it adds to the count on which it is made"),
        REACH: Option<i32> = yards("reach", 0, 1000)
            .derived("melee: 1")
            .follows(&[Follow::value("1").when("kind", "melee")])
            .rules(&["WOUNDS-25"])
            .doc("greatest distance of a target; melee alone"),
        RANGE: Option<i32> = yards("range", 0, 10_000)
            .derived("ranged: 30, thrown: 10")
            .follows(&[Follow::value("30").when("kind", "ranged"), Follow::value("10").when("kind", "thrown")])
            .rules(&["WOUNDS-25"])
            .example("30").doc("greatest distance of a target; ranged and thrown alone"),
        CRITICAL_ON: i32 = Key::int("critical_on", 1, 21)
            .default_int(20)
            .rules(&["WOUNDS-46"])
            .doc("lowest natural d20 of a critical; 21 never"),
        CRITICAL_MULTIPLIER: i32 = Key::int("critical_multiplier", 1, 10)
            .default_int(2)
            .rules(&["WOUNDS-47"])
            .doc("what the damage of a critical is multiplied by"),
        STRIKES: u32 = Key::int("strikes", 1, STRIKES_MAX as i64)
            .default_int(1)
            .rules(&["WOUNDS-30"])
            .doc("attack rolls of an attack"),
        HAND: Hand = Key::word("hand")
            .default_word("main")
            .rules(&["WOUNDS-54"])
            .doc("which arm it needs"),
        BYPASSES_STRESS: bool = BYPASSES_STRESS,
        IGNORES_ARMOUR: bool = IGNORES_ARMOUR,
        STRESS_COST: i32 = Key::int("stress_cost", 0, 1000)
            .default_int(0)
            .unit("Stress")
            .rules(&["WOUNDS-34"])
            .doc("what it costs whenever it is carried out"),
        USES: Option<u8> = Key::int("uses", 1, 100)
            .derived("unlimited; thrown: 1")
            .follows(&[Follow::value("1").when("kind", "thrown")])
            .rules(&["WOUNDS-12"])
            .example("3").doc("how often it can be made"),
    }
}

keys! {
    /// The keys of `[[combatants.spells]]`.
    pub(super) enum SpellKeys {
        ID: Id = common::ID,
        TN: i32 = Key::int("tn", 1, 60).required()
            .rules(&["WOUNDS-36"])
            .doc("what casting it has to reach"),
        SPELL_SPEED: Option<i32> = Key::int("spell_speed", -40, 60)
            .derived("tn - rules.spell_tn_offset")
            .unit("counts")
            .rules(&["WOUNDS-10"])
            .example("5").doc("what it adds to the count on which it is cast"),
        BONUS: i32 = bonus("bonus")
            .default_int(0)
            .rules(&["WOUNDS-36"])
            .doc("what is added to the d20 of casting"),
        ABILITY: AbilityWord = Key::word("ability")
            .default_word("none")
            .rules(&["WOUNDS-36"])
            .doc("the score whose loss lowers the bonus"),
        MANA: i32 = Key::int("mana", 0, 1000)
            .default_int(0)
            .unit("mana")
            .rules(&["WOUNDS-35"])
            .doc("its price; Stress pays where mana is short"),
        DAMAGE: DiceExpr = DAMAGE,
        DAMAGE_TYPE: Several<DamageType> = DAMAGE_TYPE,
        BYPASSES_STRESS: bool = BYPASSES_STRESS,
        IGNORES_ARMOUR: bool = IGNORES_ARMOUR,
        RANGE: i32 = yards("range", 0, 10_000)
            .default_int(20)
            .rules(&["WOUNDS-25"])
            .doc("greatest distance of a target"),
        AGAINST: SpellAgainst = Key::word("against")
            .default_word("none")
            .rules(&["WOUNDS-36"])
            .doc("what it has to overcome beside its TN"),
    }
}

keys! {
    /// The keys of `[[combatants.items]]`.
    pub(super) enum ItemKeys {
        ID: Id = common::ID,
        USE_SPEED: Option<i32> = speed("use_speed")
            .same_as("rules.consumable_speed")
            .rules(&["WOUNDS-11"])
            .doc("what using it adds to the count"),
        USES: u8 = Key::int("uses", 1, 100)
            .default_int(1)
            .rules(&["WOUNDS-37"])
            .doc("how often it can be used"),
        RESTORES_STRESS: Option<DiceExpr> = Key::dice_within("restores_stress", 0, 100_000)
            .unit("Stress")
            .rules(&["WOUNDS-37"])
            .example(r#""1d8""#).doc("Stress that it restores"),
        RESTORES_WOUNDS: Option<DiceExpr> = Key::dice_within("restores_wounds", 0, 100_000)
            .unit("Wound Points")
            .rules(&["WOUNDS-37"])
            .example(r#""1d4""#).doc("Wound Points that it restores"),
        TARGET: ItemTarget = Key::word("target")
            .default_word("self")
            .rules(&["WOUNDS-37"])
            .doc("whom it helps"),
        USE_BELOW: i32 = percent("use_below")
            .default_int(33)
            .rules(&["WOUNDS-37"])
            .doc("it is used where less than this share of the maximum is left"),
    }
}

keys! {
    /// The keys of `[[combatants]]`.
    pub(super) enum CombatantKeys {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(COMBATANTS_MAX as i64),
        STRENGTH: i32 = score("strength")
            .rules(&["WOUNDS-26", "WOUNDS-27", "WOUNDS-28", "WOUNDS-42", "WOUNDS-53"])
            .doc("maximum Wound Points, the death line, Stress per HD"),
        AGILITY: i32 = score("agility")
            .rules(&["WOUNDS-02", "WOUNDS-08", "WOUNDS-26", "WOUNDS-29"])
            .doc("initiative and Defense"),
        DEXTERITY: i32 = score("dexterity")
            .rules(&["WOUNDS-26", "WOUNDS-31"])
            .doc("ranged and thrown attacks"),
        PERCEPTION: i32 = score("perception")
            .rules(&["WOUNDS-26", "WOUNDS-31"])
            .doc("counts where an attack or a spell names it"),
        MEMORY: i32 = score("memory")
            .rules(&["WOUNDS-26", "WOUNDS-31"])
            .doc("counts where an attack or a spell names it"),
        INSIGHT: i32 = score("insight")
            .rules(&["WOUNDS-26", "WOUNDS-65"])
            .doc("morale"),
        STRENGTH_MODIFIER: Option<i32> = score_modifier("strength_modifier"),
        AGILITY_MODIFIER: Option<i32> = score_modifier("agility_modifier"),
        DEXTERITY_MODIFIER: Option<i32> = score_modifier("dexterity_modifier"),
        PERCEPTION_MODIFIER: Option<i32> = score_modifier("perception_modifier"),
        MEMORY_MODIFIER: Option<i32> = score_modifier("memory_modifier"),
        INSIGHT_MODIFIER: Option<i32> = score_modifier("insight_modifier"),
        HD: Several<DiceExpr> = Key::one_or_more_dice("hd", LEVELS_MAX)
            .default_dice_list("1d8")
            .rules(&["WOUNDS-27", "WOUNDS-65"])
            .doc("Hit Dice, without a constant; a list for several classes"),
        STRESS: Option<DiceExpr> = Key::dice_within("stress", -STRESS_MAX, STRESS_MAX)
            .derived("hd + HD * Strength modifier")
            .unit("Stress")
            .rules(&["WOUNDS-27"])
            .example(r#""2d8""#).doc("maximum Stress; the largest result is not below 0"),
        WOUND_BONUS: i32 = Key::int("wound_bonus", -99, 1000)
            .default_int(0)
            .unit("Wound Points")
            .rules(&["WOUNDS-28"])
            .doc("what is added to Strength for maximum Wound Points"),
        STARTING_STRESS: Option<i32> = Key::int("starting_stress", 0, STRESS_MAX)
            .derived("the maximum")
            .unit("Stress")
            .rules(&["WOUNDS-27"])
            .example("8").doc("Stress at the start"),
        STARTING_WOUNDS: Option<i32> = Key::int("starting_wounds", -99, 1100)
            .derived("the maximum")
            .unit("Wound Points")
            .rules(&["WOUNDS-28"])
            .example("10").doc("Wound Points at the start, above the death line"),
        WORST_WOUND: Option<i32> = Key::int("worst_wound", 0, 100_000)
            .derived("the maximum - starting_wounds")
            .unit("Wound Points")
            .rules(&["WOUNDS-38"])
            .example("2").doc("the largest single loss before the fight"),
        DEFENSE_BONUS: i32 = modifier("defense_bonus")
            .default_int(0)
            .rules(&["WOUNDS-29"])
            .doc("what armour, shields and traits add to Defense"),
        ARMOUR: i32 = Key::int("armour", 0, 1000)
            .default_int(0)
            .unit("points")
            .rules(&["WOUNDS-30"])
            .doc("what is taken off the damage of each hit"),
        SPEED: i32 = yards("speed", 0, 1000)
            .default_int(10)
            .rules(&["WOUNDS-24"])
            .doc("how far it moves in a round"),
        POSITION: Option<i32> = yards("position", -10_000, 10_000)
            .derived("party 0, enemies rules.start_distance")
            .follows(&[
                Follow::value("0").when("side", "party"),
                Follow::key("rules.start_distance").when("side", "enemies"),
            ])
            .rules(&["WOUNDS-24"])
            .doc("where on the line it starts"),
        INITIATIVE_MODIFIER: i32 = modifier("initiative_modifier")
            .default_int(0)
            .rules(&["WOUNDS-02", "WOUNDS-08"])
            .doc("what is added to its Base Initiative; low is good"),
        INITIATIVE_GROUP: Option<Id> = Key::id("initiative_group")
            .rules(&["WOUNDS-04"])
            .example(r#""raiders""#).doc("those of a group share one die roll"),
        SURPRISED: bool = Key::bool("surprised")
            .default_bool(false)
            .rules(&["WOUNDS-01"])
            .doc("whether it does nothing in its first round"),
        ENTERS_ROUND: u32 = Key::int("enters_round", 1, 100_000)
            .default_int(1)
            .unit("round")
            .rules(&["WOUNDS-16"])
            .doc("the round of its arrival, at most rules.max_rounds"),
        ENTERS_AT: Either<EntersAt, DiceExpr> = Key::word_or_dice("enters_at", -100, 1000)
            .default_text("start")
            .rules(&["WOUNDS-16"])
            .doc("when in that round: at its start, or on a count"),
        MANA: i32 = Key::int("mana", 0, 100_000)
            .default_int(0)
            .unit("mana")
            .rules(&["WOUNDS-35"])
            .doc("mana at the start"),
        STRESS_RESERVE: i32 = Key::int("stress_reserve", 0, 100_000)
            .default_int(0)
            .unit("Stress")
            .rules(&["WOUNDS-35"])
            .doc("spells are never paid from Stress below it"),
        HEAL: Option<i32> = bonus("heal")
            .rules(&["WOUNDS-43"])
            .example("5").doc("Heal bonus; it cannot try without"),
        INTIMIDATION: Option<i32> = bonus("intimidation")
            .rules(&["WOUNDS-64"])
            .example("5").doc("Intimidation bonus; it cannot try without"),
        MORALE: Option<bool> = Key::bool("morale")
            .derived("enemies true, party false")
            .follows(&[Follow::value("true").when("side", "enemies"), Follow::value("false").when("side", "party")])
            .rules(&["WOUNDS-61"])
            .doc("whether it makes morale checks"),
        RETREAT_BELOW: i32 = percent("retreat_below")
            .default_int(0)
            .rules(&["WOUNDS-68"])
            .doc("it leaves with less of its maximum Wound Points; 0 never"),
        RETREAT_STRESS_BELOW: i32 = percent("retreat_stress_below")
            .default_int(0)
            .rules(&["WOUNDS-68"])
            .doc("it leaves with less of its maximum Stress; 0 never"),
        FIGHTS_ON: FightsOn = Key::word("fights_on")
            .default_word("stabilised")
            .rules(&["WOUNDS-45"])
            .doc("whether it goes on fighting at 0 Wound Points or below"),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy")
            .default_word("default")
            .way()
            .rules(&["WOUNDS-08", "WOUNDS-15", "WOUNDS-70"])
            .doc("how it spends its turns"),
        TARGETING: Targeting = Key::word("targeting")
            .default_word("nearest")
            .way()
            .rules(&["WOUNDS-25"])
            .doc("which opponent it aims at"),
        DEFEND_BELOW: i32 = percent("defend_below")
            .default_int(33)
            .rules(&["WOUNDS-13"])
            .doc("with policy cautious, Full-Defense with less of its maximum Stress"),
        ATTACKS: Tables = Key::tables("attacks", AttackKeys::KEYS, POSSESSIONS_MAX)
            .rules(&["WOUNDS-25", "WOUNDS-31"])
            .doc("what it attacks with, in order of preference"),
        SPELLS: Tables = Key::tables("spells", SpellKeys::KEYS, POSSESSIONS_MAX)
            .rules(&["WOUNDS-36"])
            .doc("what it casts, in order of preference"),
        ITEMS: Tables = Key::tables("items", ItemKeys::KEYS, POSSESSIONS_MAX)
            .rules(&["WOUNDS-37"])
            .doc("what it uses up, in order of preference"),
    }
}

keys! {
    /// Every key of a wounds scenario.
    pub(super) enum FileKeys: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        REST: Option<Table> = common::rest(RestKeys::KEYS),
        COMBATANTS: Tables = common::combatants(CombatantKeys::KEYS, COMBATANTS_MAX),
    }
}
