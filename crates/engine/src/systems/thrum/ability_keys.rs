//! The vocabulary of abilities: every key with its range, its default and its rules.

use crate::keys;
use crate::scenario::kinds::{Either, Id, Table};
use crate::scenario::{Group, Key, common};

use super::words::{AbilityType, Affects, BuffEndsWord, Category, Defence, ShapeWord, Tag, Trigger, When};

/// The largest distance and the largest size, in squares: a map is no wider.
pub(super) const SQUARES_MAX: i64 = 40;

/// The modifier of a roll, of a combatant or of an Art.
pub(super) const fn modifier(name: &'static str) -> Key<Option<i32>> {
    Key::int(name, -10, 20)
}

/// A distance or a size in squares.
pub(super) const fn squares(name: &'static str, min: i64) -> Key<Option<i32>> {
    Key::int(name, min, SQUARES_MAX).unit("squares")
}

/// A key for a number of Boons; Banes are negative.
const fn boons(name: &'static str) -> Key<i32> {
    Key::int(name, -10, 10).unit("Boons").default_int(0)
}

/// A key for the amount that an effect block deals, takes off or moves.
const fn amount(name: &'static str, unit: &'static str) -> Key<i32> {
    Key::int(name, 0, 20).unit(unit).default_int(0)
}

/// A key for the number of stacks that an effect block adds.
const fn stacks(name: &'static str) -> Key<u32> {
    Key::int(name, 0, 20).unit("stacks").default_int(0).rules(&["THRUM-56", "THRUM-57"])
}

/// A key that switches a part of an effect block on.
const fn flag(name: &'static str) -> Key<bool> {
    Key::bool(name).default_bool(false)
}

/// A key for the number that a modifier table adds to a value.
const fn granted(name: &'static str) -> Key<i32> {
    Key::int(name, -10, 10).default_int(0).rules(&["THRUM-11", "THRUM-42"])
}

/// A key for the number by which a modifier table reduces Fatigue or Stress.
const fn reduction(name: &'static str, unit: &'static str) -> Key<i32> {
    Key::int(name, 0, 10).unit(unit).default_int(0).rules(&["THRUM-46"])
}

/// A key that holds an effect block.
const fn effect(name: &'static str) -> Key<Table> {
    Key::group(name, &EFFECT).default_table()
}

/// An effect block.
static EFFECT: Group = Group {
    name: "effect block",
    doc: "what one application does to one character, in this order",
    keys: Effect::KEYS,
};

/// The effect block of an ability on its own user.
static SELF_EFFECT: Group = Group {
    name: "effect block on the user",
    doc: "an effect block with two ways to move afterwards",
    keys: SelfEffect::KEYS,
};

/// A modifier table.
static GRANTS: Group =
    Group { name: "modifier table", doc: "what is added while it is in force", keys: GrantKeys::KEYS };

/// The additions of Overexert.
static OVEREXERT: Group = Group {
    name: "Overexert table",
    doc: "the price of Overexert, and what it adds to the ability's own entries",
    keys: OverexertKeys::KEYS,
};

/// A Terrain Effect.
static TERRAIN: Group =
    Group { name: "terrain table", doc: "a Terrain Effect on the squares that it covers", keys: TerrainKeys::KEYS };

/// An ability: the common list and the combatants' own lists have the same keys.
pub(super) static ABILITY: Group = Group {
    name: "ability",
    doc: "what a combatant can do beside the basic abilities; some keys are for some types alone",
    keys: AbilityKeys::KEYS,
};

keys! {
    /// The keys of an effect block.
    pub(super) enum Effect {
        FATIGUE: i32 = amount("fatigue", "Fatigue").rules(&["THRUM-46"]).doc("Fatigue that is dealt"),
        STRESS: i32 = amount("stress", "Stress").rules(&["THRUM-46"]).doc("Stress that is dealt"),
        REVIVE: bool = flag("revive").rules(&["THRUM-54"]).doc("whether Incapacity ends"),
        HALVE_LOADS: bool = flag("halve_loads")
            .rules(&["THRUM-45"])
            .doc("whether the Fatigue Load and the Stress Load are halved, rounded down"),
        HEAL_FATIGUE: i32 = amount("heal_fatigue", "Fatigue")
            .rules(&["THRUM-45"])
            .doc("what is taken off the Fatigue Load, not below 0"),
        HEAL_STRESS: i32 = amount("heal_stress", "Stress")
            .rules(&["THRUM-45"])
            .doc("what is taken off the Stress Load, not below 0"),
        CLEAR: bool = flag("clear")
            .rules(&["THRUM-45"])
            .doc("whether all statuses end, and Dazed, Disoriented, Immobilized and Stunned"),
        CURE: u32 = Key::int("cure", 0, 20)
            .unit("statuses")
            .default_int(0)
            .rules(&["THRUM-56"])
            .doc("how many statuses end: the first ones it has, from Bleed to Weakened"),
        BLEED: u32 = stacks("bleed").doc("Bleed: a Bane on Incapacity Rolls"),
        BLINDED: u32 = stacks("blinded").doc("Blinded: half the range, and a Bane against non-adjacent targets"),
        BURNING: u32 = stacks("burning").doc("Burning: 1 Fatigue at the end of each turn"),
        HAMSTRUNG: u32 = stacks("hamstrung").doc("Hamstrung: becomes Dazed after making an attack"),
        SHOCKED: u32 = stacks("shocked").doc("Shocked: a Bane on Panic Rolls"),
        SLOWED: u32 = stacks("slowed").doc("Slowed: 2 less Speed, and no Evasion"),
        VULNERABLE: u32 = stacks("vulnerable").doc("Vulnerable: adds its stacks to the next harm and ends"),
        WEAKENED: u32 = stacks("weakened").doc("Weakened: a Bane on offensive rolls"),
        MARK: u32 = stacks("mark").rules(&["THRUM-58"]).doc("Mark: read by `marked_boons` and `mark_fatigue`"),
        DAZED: bool = flag("dazed").rules(&["THRUM-59"]).doc("Dazed: a Bane on defensive rolls until it is harmed"),
        DISORIENTED: bool = flag("disoriented").rules(&["THRUM-61"]).doc("Disoriented: steps go astray"),
        HIDDEN: bool = flag("hidden").rules(&["THRUM-62"]).doc("Hidden: harder to aim at from afar"),
        IMMOBILIZED: bool = flag("immobilized").rules(&["THRUM-60"]).doc("Immobilized: no steps until its turn ends"),
        STUNNED: bool = flag("stunned").rules(&["THRUM-63"]).doc("Stunned: `rules.stunned` until its turn ends"),
        PUSH: i32 = amount("push", "squares").rules(&["THRUM-25"]).doc("how far it is moved away from the user"),
        PULL: i32 = amount("pull", "squares").rules(&["THRUM-25"]).doc("how far it is moved towards the user"),
    }
}

keys! {
    /// The keys of the effect block of an ability on its user.
    pub(super) enum SelfEffect: Effect::KEYS {
        TELEPORT: i32 = squares("teleport", 0)
            .default_int(0)
            .rules(&["THRUM-24", "THRUM-45"])
            .doc("how far it may teleport afterwards, without cost"),
        MOVE: i32 = squares("move", 0)
            .default_int(0)
            .rules(&["THRUM-10", "THRUM-45"])
            .doc("how far it may move afterwards"),
    }
}

keys! {
    /// The keys of a modifier table.
    pub(super) enum GrantKeys {
        ATTACK: i32 = granted("attack").rules(&["THRUM-34"]).doc("on the modifier of attacks"),
        RESILIENCE: i32 = granted("resilience").rules(&["THRUM-36"]).doc("on Resilience"),
        EVASION: i32 = granted("evasion").rules(&["THRUM-36"]).doc("on Evasion"),
        RESOLVE: i32 = granted("resolve").rules(&["THRUM-36"]).doc("on Resolve"),
        SPEED: i32 = granted("speed").unit("squares").rules(&["THRUM-18"]).doc("on Speed"),
        ATTACK_BOONS: i32 = boons("attack_boons").rules(&["THRUM-45"]).doc("on attacks"),
        RESILIENCE_BOONS: i32 = boons("resilience_boons").rules(&["THRUM-36"]).doc("on defences by Resilience"),
        EVASION_BOONS: i32 = boons("evasion_boons").rules(&["THRUM-36"]).doc("on defences by Evasion"),
        RESOLVE_BOONS: i32 = boons("resolve_boons").rules(&["THRUM-36"]).doc("on defences by Resolve"),
        PANIC_BOONS: i32 = boons("panic_boons").rules(&["THRUM-48"]).doc("on Panic Rolls"),
        INCAPACITY_BOONS: i32 = boons("incapacity_boons").rules(&["THRUM-50"]).doc("on Incapacity Rolls"),
        REDUCE_FATIGUE: i32 = reduction("reduce_fatigue", "Fatigue").doc("what is taken off each dealing of Fatigue"),
        REDUCE_STRESS: i32 = reduction("reduce_stress", "Stress").doc("what is taken off each dealing of Stress"),
    }
}

keys! {
    /// The keys of `overexert` of an action.
    pub(super) enum OverexertKeys {
        COST: i32 = Key::int("cost", 0, 20).unit("Stress").default_int(1).rules(&["THRUM-40"]).doc("Stress that the user takes"),
        BOONS: i32 = boons("boons").rules(&["THRUM-40"]).doc("more Boons on the attack"),
        SIZE: i32 = squares("size", 0).default_int(0).rules(&["THRUM-40"]).doc("what the shape grows by"),
        SUCCESS: Table = effect("success").rules(&["THRUM-40"]).doc("added to `success`"),
        CRITICAL: Table = effect("critical").rules(&["THRUM-40"]).doc("added to `critical`"),
        EFFECT: Table = effect("effect").rules(&["THRUM-40"]).doc("added to `effect`"),
        CRITICAL_ON_SUCCESS: bool = flag("critical_on_success")
            .rules(&["THRUM-40"])
            .doc("whether every success has the effects of a Critical"),
    }
}

keys! {
    /// The keys of `terrain` of an action.
    pub(super) enum TerrainKeys {
        DIFFICULT: bool = flag("difficult").rules(&["THRUM-20", "THRUM-41"]).doc("whether its squares are Difficult"),
        ENTER: Table = effect("enter")
            .rules(&["THRUM-41"])
            .doc("on whoever enters one of its squares or starts a turn there, without a roll"),
        AFFECTS: Affects = Key::word("affects")
            .default_word("all")
            .rules(&["THRUM-41"])
            .doc("whom `enter` befalls"),
    }
}

keys! {
    /// The keys of `[[abilities]]` and `[[combatants.abilities]]`.
    pub(super) enum AbilityKeys {
        ID: Id = common::ID.rules(&["THRUM-12"]),
        TYPE: AbilityType = Key::word("type")
            .required()
            .rules(&["THRUM-44"])
            .doc("when it is used"),
        TAGS: Vec<Tag> = Key::words("tags")
            .default_words(&[])
            .rules(&["THRUM-35", "THRUM-38", "THRUM-39", "THRUM-41", "THRUM-42"])
            .doc("what it is; actions and reactions"),
        MODIFIER: Option<i32> = modifier("modifier")
            .derived("the combatant's `attack`")
            .rules(&["THRUM-34"])
            .example("3").doc("modifier of the Art that grants it; attacks"),
        RANGE: i32 = squares("range", 0)
            .default_int(1)
            .rules(&["THRUM-17", "THRUM-29", "THRUM-30"])
            .doc("greatest distance of a target; of a Stance, of what sets off its trigger; not for auras"),
        TARGET: Option<Category> = Key::word("target")
            .derived("enemy; character for a shape; self for a Buff")
            .rules(&["THRUM-26"])
            .example(r#""enemy""#).doc("whom it affects; actions"),
        SHAPE: ShapeWord = Key::word("shape")
            .default_word("single")
            .rules(&["THRUM-27", "THRUM-28", "THRUM-29"])
            .doc("how many it affects at once; actions"),
        SIZE: Option<i32> = squares("size", 1)
            .derived("none: a shape needs it")
            .rules(&["THRUM-27", "THRUM-28", "THRUM-29"])
            .example("2").doc("how large its shape is; area, line and aura"),
        TARGETS: usize = Key::int("targets", 1, 20)
            .unit("enemies")
            .default_int(1)
            .rules(&["THRUM-45"])
            .doc("how many it is aimed at, at most; attacks without a shape"),
        MIN_TARGETS: i32 = Key::int("min_targets", 1, 20)
            .unit("enemies")
            .default_int(1)
            .doc("how many policies want in it; area, line and aura"),
        WHEN: When = Key::word("when")
            .default_word("always")
            .doc("for which targets policies use it; harmful actions on a single target"),
        DEFENCES: Option<Vec<Defence>> = Key::words("defences")
            .not_empty()
            .derived("resilience and evasion for a physical attack, resolve and evasion for a mental one")
            .rules(&["THRUM-35"])
            .example(r#"["resilience", "evasion"]"#).doc("what may be rolled against it; attacks"),
        BOONS: i32 = boons("boons")
            .rules(&["THRUM-43", "THRUM-45"])
            .doc("on an attack; of a Stance, on the defence that its trigger helps, Banes on one that it harms"),
        MARKED_BOONS: i32 = boons("marked_boons")
            .rules(&["THRUM-58"])
            .doc("more Boons against a target with Mark; attacks"),
        MARK_FATIGUE: bool = flag("mark_fatigue")
            .rules(&["THRUM-58"])
            .doc("whether a success deals 1 more Fatigue for each Mark and takes one Mark off; attacks"),
        SUCCESS: Table = effect("success").rules(&["THRUM-45"]).doc("on the target of a successful attack"),
        CRITICAL: Table = effect("critical").rules(&["THRUM-45"]).doc("on the target of a Critical, with `success`"),
        CRITICAL_REPLACES: bool = flag("critical_replaces")
            .rules(&["THRUM-45"])
            .doc("whether a Critical has `critical` alone, without `success`; attacks"),
        EFFECT: Table = effect("effect")
            .rules(&["THRUM-43", "THRUM-45"])
            .doc("on the target, whatever the roll; of a Stance, on the enemy that sets off its trigger"),
        SELF_EFFECT: Table = Key::group("self_effect", &SELF_EFFECT)
            .default_table()
            .rules(&["THRUM-45"])
            .doc("on the user afterwards; actions and reactions"),
        OVEREXERT: Option<Table> = Key::group("overexert", &OVEREXERT)
            .rules(&["THRUM-40"])
            .doc("what Overexert costs and adds; an action without it cannot be Overexerted"),
        TERRAIN: Option<Table> = Key::group("terrain", &TERRAIN)
            .derived("none: the tag `terrain_effect` needs it")
            .rules(&["THRUM-41"])
            .doc("what its squares become; with the tag `terrain_effect`"),
        BUFF_ENDS: Either<BuffEndsWord, u8> = Key::word_or_int("buff_ends", 1, 100)
            .default_word_or("never")
            .rules(&["THRUM-42"])
            .doc("when the Buff ends, or after how many ends of turn of the bearer; with the tag `buff`"),
        GRANTS: Table = Key::group("grants", &GRANTS)
            .default_table()
            .rules(&["THRUM-11", "THRUM-42"])
            .doc("in force while the Stance or the Buff lasts, always for a passive"),
        TAKE: Table = effect("take").rules(&["THRUM-11"]).doc("on oneself when the Stance is taken; Stances"),
        TRIGGER: Option<Trigger> = Key::word("trigger")
            .rules(&["THRUM-43"])
            .doc("what the Stance answers; Stances"),
        ATTACK: Option<Id> = Key::id("attack")
            .rules(&["THRUM-43"])
            .doc("id of the reaction with which it answers; Stances with a trigger"),
        ENDS: bool = Key::bool("ends")
            .default_bool(true)
            .rules(&["THRUM-43"])
            .doc("whether the Stance ends when its trigger is used"),
        CRITICAL_ONLY: bool = flag("critical_only")
            .rules(&["THRUM-43"])
            .doc("whether only a critical defence sets it off; trigger `defended`"),
    }
}
