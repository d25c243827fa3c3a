//! The vocabulary of thrum scenarios: every key with its range, its default and its rules. The keys of abilities have a
//! file of their own.

use super::decisions::Deciding;
use crate::keys;
use crate::scenario::common::{self, SideWord};
use crate::scenario::kinds::{Either, Id, Ids, Rectangles, Rows, Several, Squares, Table, Tables, TablesFile, Text};
use crate::scenario::{Follow, Key};
use crate::skirmish::COMBATANTS_MAX;

use super::ability_keys::{ABILITY, SQUARES_MAX, modifier, squares};
use super::words::{
    AllWord, AutoStance, DefenceChoice, EndLook, Environment, EvasionVulnerable, FinisherOn, FinisherTarget,
    InitiativeTies, LEGEND, Policy, Rebuff, RemovedState, StanceRenewal, StunnedMeans, Ties, TriggerLimit, WoundCheck,
};

/// The most squares of a map in width, and in height.
pub(super) const SIDE_MAX: u16 = SQUARES_MAX as u16;
/// The width and the height of a map that is neither drawn nor given a size.
const WIDTH: i64 = 12;
const HEIGHT: i64 = 8;
/// The most squares of a map.
const AREA_MAX: usize = (SQUARES_MAX * SQUARES_MAX) as usize;
/// The most rectangles of a list.
pub(super) const RECTANGLES_MAX: usize = 64;
/// The most copies of a combatant.
pub(super) const COPIES_MAX: usize = 20;
/// The most abilities of its own that a combatant may have; also the most that it may take from the common list.
pub(super) const ABILITIES_MAX: usize = 32;
/// The most abilities of the common list.
pub(super) const ARTS_MAX: usize = 256;
/// The most Rounds of a fight.
const ROUNDS_MAX: i64 = 1000;

/// A key for a list of rectangles on the map.
const fn rectangles(name: &'static str) -> Key<Option<Rectangles>> {
    Key::rectangles(name, SIDE_MAX, RECTANGLES_MAX)
}

/// A key for the number of a Round.
const fn rounds<T: crate::scenario::kinds::Whole>(name: &'static str) -> Key<Option<T>> {
    Key::int(name, 1, ROUNDS_MAX).unit("Rounds")
}

/// A key for a number of Banes on a roll.
const fn banes(name: &'static str) -> Key<i32> {
    Key::int(name, 0, 5).unit("Banes").default_int(1)
}

/// A key for an amount of Fatigue, Stress or both.
const fn load(name: &'static str, max: i64, unit: &'static str) -> Key<Option<i32>> {
    Key::int(name, 0, max).unit(unit)
}

/// A key for what a Downtime gives back.
const fn restored(name: &'static str) -> Key<Option<Either<AllWord, i32>>> {
    Key::word_or_int(name, 0, 50).derived("all").rules(&["THRUM-68"]).example("1")
}

keys! {
    /// The keys of `[rules]`.
    pub(super) enum Rules {
        MAX_ROUNDS: u32 = rounds("max_rounds")
            .default_int(50)
            .rules(&["THRUM-14"])
            .doc("after so many Rounds without a decision the fight is a timeout"),
        CRITICAL_MARGIN: i32 = Key::int("critical_margin", 1, 30)
            .default_int(5)
            .unit("points")
            .rules(&["THRUM-02", "THRUM-37"])
            .doc("how far a total has to be above the opposing one for a Critical"),
        TIES: Ties = Key::word("ties")
            .default_word("defender")
            .rules(&["THRUM-02"])
            .doc("who wins an equal contest"),
        INITIATIVE_TIES: InitiativeTies = Key::word("initiative_ties")
            .default_word("modifier")
            .rules(&["THRUM-04"])
            .doc("who goes first among equal totals"),
        ORDER_TIES: common::Ties = Key::word("order_ties")
            .default_word("listed")
            .rules(&["THRUM-03", "THRUM-04", "THRUM-41", "THRUM-45", "THRUM-65"])
            .doc("who comes first where no rule says: equals in the order of turns, NPCs that are placed, arrivals, Terrain Effects on one square, those in a shape"),
        TARGET_TIES: common::Ties = Key::word("target_ties")
            .default_word("listed")
            .rules(&["THRUM-26"])
            .doc("whom a policy takes of equally good targets"),
        NPC_ROUND_ZERO_STANCE: bool = Key::bool("npc_round_zero_stance")
            .default_bool(true)
            .rules(&["THRUM-07"])
            .doc("whether NPCs take a Stance in Round Zero as well"),
        STANCE_RENEWAL: StanceRenewal = Key::word("stance_renewal")
            .default_word("keep")
            .rules(&["THRUM-11"])
            .doc("what becomes of a Stance in which its owner stays"),
        END_LOOK: EndLook = Key::word("end_look")
            .default_word("at_once")
            .rules(&["THRUM-14"])
            .doc("when the end of the fight is looked at"),
        BASIC_ATTACK_RANGE: i32 = squares("basic_attack_range", 0)
            .default_int(3)
            .rules(&["THRUM-12"])
            .doc("range of the Basic Attack"),
        BASIC_ATTACK_FATIGUE: i32 = load("basic_attack_fatigue", 20, "Fatigue")
            .default_int(2)
            .rules(&["THRUM-12"])
            .doc("what a success of the Basic Attack deals"),
        RECOVER_AMOUNT: i32 = load("recover_amount", 20, "Fatigue or Stress")
            .default_int(1)
            .rules(&["THRUM-12"])
            .doc("what Recover takes off"),
        EVASION_BOON: i32 = Key::int("evasion_boon", 0, 5)
            .default_int(1)
            .unit("Boons")
            .rules(&["THRUM-37"])
            .doc("on Evasion of a defender who is not Vulnerable"),
        EVASION_VULNERABLE: EvasionVulnerable = Key::word("evasion_vulnerable")
            .default_word("after")
            .rules(&["THRUM-37"])
            .doc("when a failed Evasion adds Vulnerable"),
        RANGED_BANES: i32 = banes("ranged_banes")
            .rules(&["THRUM-38"])
            .doc("on Ranged attacks, for each adjacent enemy"),
        COVER_BANES: i32 = banes("cover_banes")
            .rules(&["THRUM-33"])
            .doc("on physical attacks against a target with Cover"),
        FRAYED_BANES: i32 = banes("frayed_banes").rules(&["THRUM-47"]).doc("on defensive rolls of the Frayed"),
        EXHAUSTED_BANES: i32 = banes("exhausted_banes").rules(&["THRUM-49"]).doc("on offensive rolls of the Exhausted"),
        FINISHER_ON: FinisherOn = Key::word("finisher_on")
            .default_word("any")
            .rules(&["THRUM-39"])
            .doc("whether a Finisher has to succeed"),
        FINISHER_TARGET: FinisherTarget = Key::word("finisher_target")
            .default_word("after")
            .rules(&["THRUM-39"])
            .doc("when the target of a Finisher has to be Exhausted"),
        ATTACK_FALLEN: bool = Key::bool("attack_fallen")
            .default_bool(false)
            .rules(&["THRUM-26"])
            .doc("whether attacks on a single target may be aimed at the Incapacitated"),
        CHARACTER_COVER_HEIGHT: i32 = Key::int("character_cover_height", 0, 20)
            .default_int(2)
            .unit("levels")
            .rules(&["THRUM-31"])
            .doc("how high a character rises above its square as a source of Cover"),
        INCAPACITATED_COVER: bool = Key::bool("incapacitated_cover")
            .default_bool(true)
            .rules(&["THRUM-31"])
            .doc("whether the Incapacitated are sources of Cover"),
        INCAPACITATED_HAMPER: bool = Key::bool("incapacitated_hamper")
            .default_bool(false)
            .rules(&["THRUM-38"])
            .doc("whether the Incapacitated hamper Ranged attacks"),
        INCAPACITATED_DEFEND: bool = Key::bool("incapacitated_defend")
            .default_bool(false)
            .rules(&["THRUM-51"])
            .doc("whether the Incapacitated make defensive rolls"),
        INCAPACITATED_PANIC: bool = Key::bool("incapacitated_panic")
            .default_bool(true)
            .rules(&["THRUM-48"])
            .doc("whether the Incapacitated make Panic Rolls"),
        EFFECT_ON_MISS: bool = Key::bool("effect_on_miss")
            .default_bool(true)
            .rules(&["THRUM-45"])
            .doc("whether the `effect` of an attack applies when the defence succeeds"),
        ENVIRONMENT: Environment = Key::word("environment")
            .default_word("rolls")
            .rules(&["THRUM-22"])
            .doc("what a drop is rolled against"),
        REBUFF: Rebuff = Key::word("rebuff")
            .default_word("decline")
            .rules(&["THRUM-42"])
            .doc("what becomes of a Buff on a target who has one"),
        TRIGGER_LIMIT: TriggerLimit = Key::word("trigger_limit")
            .default_word("turn")
            .rules(&["THRUM-43"])
            .doc("how often the trigger of a Stance can be used"),
        STUNNED: StunnedMeans = Key::word("stunned")
            .default_word("move_or_act")
            .rules(&["THRUM-63"])
            .doc("what Stunned takes away"),
        STANCES_AID_SAVES: bool = Key::bool("stances_aid_saves")
            .default_bool(false)
            .rules(&["THRUM-36", "THRUM-48", "THRUM-50"])
            .doc("whether Boons on Resilience help Incapacity Rolls, and Boons on Resolve Panic Rolls"),
        PANIC_TOLERANCE_LOSS: i32 = load("panic_tolerance_loss", 10, "Stress Tolerance")
            .default_int(1)
            .rules(&["THRUM-48"])
            .doc("what a Panic takes off"),
        UPKEEP: i32 = load("upkeep", 10, "Fatigue Tolerance and Load")
            .default_int(1)
            .rules(&["THRUM-51", "THRUM-52"])
            .doc("what falling, and each turn's end on the ground, takes off"),
        SAME_TURN_UPKEEP: bool = Key::bool("same_turn_upkeep")
            .default_bool(true)
            .rules(&["THRUM-52"])
            .doc("whether who falls in its own turn pays at that turn's end too"),
        WOUND_CHECK: WoundCheck = Key::word("wound_check")
            .default_word("after")
            .rules(&["THRUM-53"])
            .doc("who takes a Wound at an upkeep"),
        WOUNDS_TO_REMOVE: u8 = Key::int("wounds_to_remove", 1, 20)
            .default_int(3)
            .unit("Wounds")
            .rules(&["THRUM-53"])
            .doc("with how many somebody is removed from the fight"),
        REMOVED_STATE: RemovedState = Key::word("removed_state")
            .default_word("dead")
            .rules(&["THRUM-53"])
            .doc("the end state of the removed"),
        WIN_INCAPACITATE: Option<Ids> = Key::ids("win_incapacitate", COMBATANTS_MAX)
            .rules(&["THRUM-15"])
            .example(r#"["raider"]"#).doc("enemies of the file: the party also wins when all of them are out"),
        DEFEAT_INCAPACITATE: Option<Ids> = Key::ids("defeat_incapacitate", COMBATANTS_MAX)
            .rules(&["THRUM-15"])
            .example(r#"["hero"]"#).doc("PCs of the file: the party also loses when one of them is out"),
        WIN_AFTER_ROUNDS: Option<u32> = rounds("win_after_rounds")
            .rules(&["THRUM-15"])
            .example("10").doc("the party also wins when this Round is over"),
        DEFEAT_AFTER_ROUNDS: Option<u32> = rounds("defeat_after_rounds")
            .rules(&["THRUM-15"])
            .example("10").doc("the party also loses when this Round is over"),
        WIN_REACH: Option<Rectangles> = rectangles("win_reach")
            .rules(&["THRUM-64"])
            .doc("the party also wins when enough active PCs stand there"),
        DEFEAT_REACH: Option<Rectangles> = rectangles("defeat_reach")
            .rules(&["THRUM-64"])
            .doc("the party also loses when enough active NPCs stand there"),
        REACH_COUNT: usize = Key::int("reach_count", 1, COMBATANTS_MAX as i64)
            .default_int(1)
            .unit("combatants")
            .rules(&["THRUM-64"])
            .doc("how many are enough for `win_reach` and `defeat_reach`"),
        DOWNTIME_FATIGUE_TOLERANCE: Option<Either<AllWord, i32>> = restored("downtime_fatigue_tolerance")
            .unit("Fatigue Tolerance")
            .doc("in a day: what a Downtime gives back"),
        DOWNTIME_STRESS_TOLERANCE: Option<Either<AllWord, i32>> = restored("downtime_stress_tolerance")
            .unit("Stress Tolerance")
            .doc("in a day: what a Downtime gives back"),
        DOWNTIME_WOUNDS: Option<Either<AllWord, i32>> = restored("downtime_wounds")
            .unit("Wounds")
            .doc("in a day: what a Downtime heals"),
    }
}

keys! {
    /// The keys of `rest`.
    pub(super) enum RestKeys {
        DOWNTIME: i32 = Key::int("downtime", 0, 100)
            .default_int(0)
            .unit("Downtimes")
            .rules(&["THRUM-68"])
            .doc("Downtimes before the fight, as a leg of a day"),
    }
}

keys! {
    /// The keys of `[map]`.
    pub(super) enum MapKeys {
        ROWS: Option<Rows> = Key::rows("rows", LEGEND, SQUARES_MAX as usize)
            .derived("level ground of `width` by `height` squares")
            .rules(&["THRUM-17", "THRUM-19", "THRUM-20", "THRUM-21"])
            .doc("the map, drawn from y = 0 downwards, x = 0 leftmost"),
        WIDTH: i32 = squares("width", 1)
            .default_int(WIDTH)
            .rules(&["THRUM-17"])
            .doc("of a map that is not drawn"),
        HEIGHT: i32 = squares("height", 1)
            .default_int(HEIGHT)
            .rules(&["THRUM-17"])
            .doc("of a map that is not drawn"),
        DIFFICULT: Option<Squares> = Key::squares("difficult", SIDE_MAX, AREA_MAX)
            .rules(&["THRUM-20"])
            .doc("Difficult Terrain beside what is drawn"),
        PARTY_START: Option<Rectangles> = rectangles("party_start")
            .rules(&["THRUM-07", "THRUM-65"])
            .doc("where PCs without `at` start"),
        ENEMY_START: Option<Rectangles> = rectangles("enemy_start")
            .rules(&["THRUM-03", "THRUM-65"])
            .doc("where NPCs without `at` start"),
    }
}

/// A key for an attribute, `endurance`, `reflex` or `focus`, with its paired defence.
const fn attribute(name: &'static str, partner: &'static str, follows: &'static [Follow]) -> Key<Option<i32>> {
    modifier(name).derived(partner).follows(follows).rules(&["THRUM-22"])
}

/// A key for a defence, `resilience`, `evasion` or `resolve`, with its paired attribute.
const fn defence(name: &'static str, partner: &'static str, follows: &'static [Follow]) -> Key<Option<i32>> {
    modifier(name).derived(partner).follows(follows).rules(&["THRUM-36"])
}

keys! {
    /// The keys of `[[combatants]]`.
    pub(super) enum CombatantKeys {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(COPIES_MAX as i64),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy").default_word("default").way().doc("how it decides"),
        ENDURANCE: Option<i32> = attribute("endurance", "resilience, else 0", &[Follow::given("resilience"), Follow::value("0")])
            .doc("counts for drops, and for what follows from it"),
        REFLEX: Option<i32> = attribute("reflex", "evasion, else 0", &[Follow::given("evasion"), Follow::value("0")])
            .doc("counts for drops, and for what follows from it"),
        FOCUS: Option<i32> = attribute("focus", "resolve, else 0", &[Follow::given("resolve"), Follow::value("0")]).doc("counts for what follows from it"),
        RESILIENCE: Option<i32> = defence("resilience", "endurance, else 0", &[Follow::given("endurance"), Follow::value("0")])
            .rules(&["THRUM-36", "THRUM-50"])
            .doc("defence against physical attacks; Incapacity Rolls"),
        EVASION: Option<i32> = defence("evasion", "reflex, else 0", &[Follow::given("reflex"), Follow::value("0")])
            .rules(&["THRUM-36", "THRUM-37"])
            .doc("defence against all attacks, at a price"),
        RESOLVE: Option<i32> = defence("resolve", "focus, else 0", &[Follow::given("focus"), Follow::value("0")])
            .rules(&["THRUM-36", "THRUM-48"])
            .doc("defence against mental attacks; Panic Rolls"),
        INITIATIVE: Option<i32> = modifier("initiative")
            .same_as("reflex")
            .rules(&["THRUM-04"])
            .doc("modifier of its initiative roll"),
        ATTACK: i32 = modifier("attack")
            .default_int(0)
            .rules(&["THRUM-34"])
            .doc("its highest Art modifier: for the Basic Attack, and for attacks that name none"),
        SPEED: i32 = Key::int("speed", 0, 20)
            .default_int(4)
            .unit("squares")
            .rules(&["THRUM-18"])
            .doc("what it can spend on a Move"),
        FATIGUE_TOLERANCE: Option<i32> = load("fatigue_tolerance", 50, "Fatigue")
            .derived("3 + endurance, at least 0")
            .rules(&["THRUM-49"])
            .example("5").doc("with more Fatigue it is Exhausted"),
        STRESS_TOLERANCE: Option<i32> = load("stress_tolerance", 50, "Stress")
            .derived("2 + focus, at least 0")
            .rules(&["THRUM-47"])
            .example("2").doc("with more Stress it is Frayed"),
        FATIGUE: i32 = load("fatigue", 100, "Fatigue")
            .default_int(0)
            .rules(&["THRUM-46"])
            .doc("Fatigue Load that it carries into the fight"),
        STRESS: i32 = load("stress", 100, "Stress")
            .default_int(0)
            .rules(&["THRUM-46"])
            .doc("Stress Load that it carries into the fight"),
        WOUNDS: u8 = Key::int("wounds", 0, 100)
            .default_int(0)
            .unit("Wounds")
            .rules(&["THRUM-53"])
            .doc("Wounds that it carries into the fight, below rules.wounds_to_remove"),
        AT: Option<Squares> = Key::squares("at", SIDE_MAX, COPIES_MAX)
            .derived("a square of its side's start")
            .rules(&["THRUM-03", "THRUM-07", "THRUM-65"])
            .example("[[0, 0]]").doc("where it starts, a square for each copy: on the map, free, no wall"),
        DEFENCE: DefenceChoice = Key::word("defence")
            .default_word("auto")
            .rules(&["THRUM-35"])
            .doc("what it rolls against attacks, where it has the choice"),
        STANCE: Either<AutoStance, Id> = Key::word_or_id("stance")
            .default_word_or("auto")
            .rules(&["THRUM-11"])
            .doc("the Stance that it takes: the id of one of its own or of a basic one"),
        DROPS: bool = Key::bool("drops")
            .default_bool(false)
            .rules(&["THRUM-22"])
            .doc("whether it plans with descents of 2 or more levels in one step"),
        TELEPORT_RANGE: i32 = squares("teleport_range", 0)
            .default_int(0)
            .rules(&["THRUM-24"])
            .doc("how far it teleports as part of its movement; 0: it cannot"),
        TELEPORT_COST: i32 = Key::int("teleport_cost", 1, 20)
            .default_int(1)
            .unit("points of movement")
            .rules(&["THRUM-24"])
            .doc("what each such teleport costs"),
        DELAY_AFTER: Option<Id> = Key::id("delay_after")
            .rules(&["THRUM-06"])
            .example(r#""raider""#).doc("id of the combatant of the file after which it Delays; of copies, the last one in the order"),
        GOAL: bool = Key::bool("goal")
            .default_bool(false)
            .rules(&["THRUM-64"])
            .doc("whether it makes for rules.win_reach (PCs) or rules.defeat_reach (NPCs)"),
        ENTERS_ROUND: u32 = rounds("enters_round")
            .default_int(1)
            .rules(&["THRUM-65"])
            .doc("the Round at whose start it arrives, at most rules.max_rounds; 1: there from the set-up on"),
        ARTS: Option<Ids> = Key::ids("arts", ABILITIES_MAX)
            .rules(&["THRUM-44"])
            .doc("ids of `abilities` of the file that it has; in this order they come before its own"),
        ABILITIES: Tables = Key::tables_of("abilities", &ABILITY, ABILITIES_MAX)
            .rules(&["THRUM-44"])
            .doc("what it alone can do, in order of preference"),
    }
}

keys! {
    /// Every key of a thrum scenario.
    pub(super) enum FileKeys: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        MAP: Table = Key::table("map", MapKeys::KEYS)
            .default_table()
            .rules(&["THRUM-17"])
            .doc("the squares that are fought on"),
        REST: Option<Table> = common::rest(RestKeys::KEYS),
        ABILITIES: Option<TablesFile> = Key::toml_tables_of("abilities", &ABILITY, ARTS_MAX)
            .rules(&["THRUM-44"])
            .doc("abilities that combatants take by their `arts`, here or in a file of `[[abilities]]`"),
        COMBATANTS: Tables = common::combatants(CombatantKeys::KEYS, COMBATANTS_MAX),
    }
}
