//! The keys of zones scenarios: each with its type, its range, its default and its rules.

use super::decisions::Deciding;
use super::words::{
    Affects, AtZeroHp, AttackKind, Attitude, CapacityCounts, Conditions, Constant, CreatureStunts, DualMark, Exit,
    FreeAttacks, HazardWhen, Hinderance, Initiative, InitiativeTies, ItemUse, Mend, MoraleFailure, MoraleScope,
    MoraleTrigger, OngoingDamage, ParalysedAvoid, Policy, Reaction, ReactionScope, RecoverAt, Surprised, Target,
    WeakenedAttacks,
};
use crate::dice::DiceExpr;
use crate::keys;
use crate::scenario::common::{self, SideWord, Ties};
use crate::scenario::kinds::{Either, Entries, Id, Ids, Name, Several, Table, Tables, Text};
use crate::scenario::{Follow, Key, KeyDecl, concat};
use crate::skirmish::COMBATANTS_MAX;

/// The smallest and the largest DR.
const DR: (i64, i64) = (1, 40);
/// The least and the greatest value of an attribute or a Skill.
const BONUS: (i64, i64) = (-20, 30);
/// The most attributes of one Character.
pub(super) const ATTRIBUTES_MAX: usize = 32;
/// The most attributes of different names in a scenario: their indices fit a byte.
pub(super) const ATTRIBUTE_NAMES_MAX: usize = 255;
/// The most attacks, and the most kinds of items, of a combatant.
pub(super) const ATTACKS_MAX: usize = 32;
/// The most Zones.
pub(super) const ZONES_MAX: usize = 32;

/// A key for a DR.
const fn dr(name: &'static str) -> Key<Option<i16>> {
    Key::int(name, DR.0, DR.1).unit("DR")
}

keys! {
    /// The keys of `[rules]`.
    pub(super) enum Rules {
        MAX_ROUNDS: u32 = Key::int("max_rounds", 1, 10_000)
            .default_int(100)
            .unit("Rounds")
            .rules(&["ZONES-55"])
            .doc("after so many Rounds without a winner the fight is a timeout"),
        MELEE_DR: i16 = dr("melee_dr").default_int(12).rules(&["ZONES-19"]).doc("DR a Character meets to hit in melee"),
        RANGED_DR: i16 = dr("ranged_dr")
            .default_int(12)
            .rules(&["ZONES-20"])
            .doc("DR a Character meets to hit from afar"),
        AVOID_DR: i16 = dr("avoid_dr")
            .default_int(12)
            .rules(&["ZONES-22"])
            .doc("DR a Character meets to avoid an attack"),
        SPELL_DR: i16 = dr("spell_dr").default_int(12).rules(&["ZONES-29"]).doc("DR of a Character's spells"),
        STUNT_DR: i16 = dr("stunt_dr").default_int(12).rules(&["ZONES-39"]).doc("DR of stunts"),
        RECOVER_DR: i16 = dr("recover_dr")
            .default_int(12)
            .rules(&["ZONES-32", "ZONES-47"])
            .doc("DR of Tests that end hinderances and Ongoing Damage"),
        MORALE_DR: i16 = dr("morale_dr").default_int(12).rules(&["ZONES-52"]).doc("DR of Morale Tests"),
        SURPRISED: Surprised = Key::word("surprised")
            .default_word("none")
            .rules(&["ZONES-02"])
            .doc("which side has no Turns in Round 1"),
        ENEMIES_BEGIN_MAX: u32 = Key::int("enemies_begin_max", 0, 6)
            .default_int(3)
            .rules(&["ZONES-03"])
            .doc("highest d6 on which the enemies begin: 0 never, 6 always"),
        INITIATIVE: Initiative = Key::word("initiative")
            .default_word("once")
            .rules(&["ZONES-03"])
            .doc("how often the order of Turns is rolled"),
        INITIATIVE_TIES: InitiativeTies = Key::word("initiative_ties")
            .default_word("random")
            .rules(&["ZONES-04"])
            .doc("who goes first among Characters with equal sums"),
        ORDER_TIES: Ties = common::order_ties()
            .rules(&["ZONES-05"])
            .doc("who acts first of those whom the rules leave equal: Creatures, free attacks, spokesmen"),
        TARGET_TIES: Ties = common::target_ties()
            .rules(&["ZONES-05"])
            .doc("whom a policy takes of equally good targets and patients"),
        CAPACITY_COUNTS: CapacityCounts = Key::word("capacity_counts")
            .default_word("all")
            .rules(&["ZONES-10"])
            .doc("who counts against a Zone's capacity"),
        CLOSE_SHOT_DISADVANTAGE: bool = Key::bool("close_shot_disadvantage")
            .default_bool(true)
            .rules(&["ZONES-21"])
            .doc("whether a ranged attack on a Close target has Disadvantage"),
        MIRROR_DISADVANTAGE: bool = Key::bool("mirror_disadvantage")
            .default_bool(true)
            .rules(&["ZONES-23"])
            .doc("whether the Disadvantage of a Creature's Close shot is Advantage on the Test to avoid"),
        WEAKENED_CREATURE_ATTACKS: WeakenedAttacks = Key::word("weakened_creature_attacks")
            .default_word("mirrored")
            .rules(&["ZONES-23", "ZONES-43"])
            .doc("what the Disadvantage of a Creature, Weakened or by its Zone, does to its attacks"),
        CRIT_MULTIPLIER: i32 = Key::int("crit_multiplier", 1, 10)
            .default_int(2)
            .rules(&["ZONES-26"])
            .doc("what a natural 20 multiplies damage by"),
        AVOID_FUMBLE_MULTIPLIER: i32 = Key::int("avoid_fumble_multiplier", 1, 10)
            .default_int(2)
            .rules(&["ZONES-27"])
            .doc("what a natural 1 on avoiding multiplies damage by"),
        CRIT_CONSTANT: Constant = Key::word("crit_constant")
            .default_word("once")
            .rules(&["ZONES-26"])
            .doc("whether a natural 20 multiplies the constant of a damage roll as well"),
        FUMBLE_CONSTANT: Constant = Key::word("fumble_constant")
            .default_word("multiplied")
            .rules(&["ZONES-27"])
            .doc("whether a natural 1 on avoiding multiplies the constant of a damage roll as well"),
        NATURALS_DECIDE: bool = Key::bool("naturals_decide")
            .default_bool(true)
            .rules(&["ZONES-26", "ZONES-27"])
            .doc("whether a natural 20 always hits and a natural 1 on avoiding always fails"),
        NATURAL_ONE_MISSES: bool = Key::bool("natural_one_misses")
            .default_bool(false)
            .rules(&["ZONES-28"])
            .doc("whether a natural 1 on an attack always misses"),
        DUAL_MARK: DualMark = Key::word("dual_mark")
            .default_word("pair")
            .rules(&["ZONES-25", "ZONES-28"])
            .doc("what a natural 1 marks where an attack has an off-hand weapon and a usage"),
        SPELLS_CRIT: bool = Key::bool("spells_crit")
            .default_bool(false)
            .rules(&["ZONES-29"])
            .doc("whether naturals count for spells"),
        UNARMED_DAMAGE: DiceExpr = Key::dice("unarmed_damage")
            .default_dice("1")
            .rules(&["ZONES-30"])
            .doc("damage of a Character's bare hands"),
        ONGOING_DAMAGE: OngoingDamage = Key::word("ongoing_damage")
            .default_word("victim_level")
            .rules(&["ZONES-31"])
            .doc("whose Level Ongoing Damage is, where no amount is given"),
        FREE_ATTACKS: FreeAttacks = Key::word("free_attacks")
            .default_word("each")
            .rules(&["ZONES-34"])
            .doc("who strikes at somebody leaving a Zone"),
        CREATURES_PROVOKE: bool = Key::bool("creatures_provoke")
            .default_bool(true)
            .rules(&["ZONES-38"])
            .doc("whether Creatures that leave a Zone suffer free attacks"),
        CREATURE_STUNTS: CreatureStunts = Key::word("creature_stunts")
            .default_word("skill")
            .rules(&["ZONES-39"])
            .doc("who tests a Creature's stunt"),
        RECOVER_AT: RecoverAt = Key::word("recover_at")
            .default_word("turn_end")
            .rules(&["ZONES-47"])
            .doc("when hinderances are tested"),
        PARALYSED_AVOID: ParalysedAvoid = Key::word("paralysed_avoid")
            .default_word("test")
            .rules(&["ZONES-46"])
            .doc("how a Paralysed Character avoids"),
        ITEM_USE: ItemUse = Key::word("item_use")
            .default_word("with_retrieval")
            .rules(&["ZONES-14"])
            .doc("what it takes to use a stowed item"),
        PARTY_AT_ZERO_HP: AtZeroHp = Key::word("party_at_zero_hp")
            .default_word("dead")
            .rules(&["ZONES-24"])
            .doc("what 0 HP mean for a Character"),
        ENEMIES_AT_ZERO_HP: AtZeroHp = Key::word("enemies_at_zero_hp")
            .default_word("dead")
            .rules(&["ZONES-24"])
            .doc("what 0 HP mean for a Creature"),
        REACTION: Reaction = Key::word("reaction")
            .default_word("hostile")
            .rules(&["ZONES-49"])
            .doc("whether the Creatures fight in any case"),
        REACTION_SCOPE: ReactionScope = Key::word("reaction_scope")
            .default_word("group")
            .rules(&["ZONES-49"])
            .doc("whether one d10 decides for all Creatures that roll, or one for each"),
        REACTION_FIGHTS_UP_TO: u32 = Key::int("reaction_fights_up_to", 0, 10)
            .default_int(1)
            .rules(&["ZONES-50"])
            .doc("highest d10 of the Reaction roll that means a fight"),
        MORALE_TRIGGERS: Vec<MoraleTrigger> = Key::words("morale_triggers")
            .default_words(&["half_out"])
            .rules(&["ZONES-51"])
            .doc("when Creatures test morale"),
        MORALE_SCOPE: MoraleScope = Key::word("morale_scope")
            .default_word("each")
            .rules(&["ZONES-52"])
            .doc("who rolls when a trigger concerns all Creatures"),
        MORALE_FAILURE: MoraleFailure = Key::word("morale_failure")
            .default_word("leave")
            .rules(&["ZONES-53"])
            .doc("what a failed Morale Test means"),
        DOWN_HP: Option<i32> = Key::int("down_hp", 0, 10_000)
            .derived("1")
            .unit("HP")
            .rules(&["ZONES-57"])
            .example("3").doc("in a day: HP with which Characters that went down come to this leg"),
        FLED_RETURN: Option<bool> = Key::bool("fled_return")
            .derived("false")
            .rules(&["ZONES-60"])
            .example("true").doc("in a day: whether Characters that fled come to this leg"),
    }
}

keys! {
    /// The keys of `rest`.
    pub(super) enum RestKeys {
        HEAL: i32 = Key::int("heal", 0, 10_000)
            .default_int(0)
            .unit("HP")
            .rules(&["ZONES-58"])
            .doc("HP that each Character gets before the fight, as a leg of a day"),
        HEAL_PERCENT: i32 = Key::int("heal_percent", 0, 100)
            .default_int(0)
            .unit("% of hp")
            .rules(&["ZONES-58"])
            .doc("HP that each gets beside, as a part of its full HP"),
        REFILL: bool = Key::bool("refill")
            .default_bool(false)
            .rules(&["ZONES-59"])
            .doc("whether all uses and pieces are there again"),
        MEND: Option<Either<Mend, u16>> = Key::word_or_int("mend", 0, 100)
            .derived("0")
            .unit("marks")
            .rules(&["ZONES-59"])
            .example("1").doc("marks taken off each weapon"),
    }
}

keys! {
    /// The keys of the effects that an attack or a hazard may have beside damage.
    pub(super) enum EffectKeys {
        HINDER: Option<Hinderance> = Key::word("hinder")
            .rules(&["ZONES-41", "ZONES-43", "ZONES-44", "ZONES-45", "ZONES-46"])
            .doc("the hinderance it brings"),
        HINDER_TEST: Option<Name> = Key::identifier("hinder_test")
            .derived("str")
            .follows(&[Follow::value("str").if_given("hinder")])
            .rules(&["ZONES-47"])
            .example(r#""str""#).doc("attribute that a Character tests to end the hinderance"),
        HINDER_DR: Option<i16> = dr("hinder_dr")
            .derived("rules.recover_dr")
            .follows(&[Follow::key("rules.recover_dr").if_given("hinder")])
            .rules(&["ZONES-47"])
            .example("12").doc("DR of the Test that ends the hinderance"),
        HINDER_NEEDS_ACTION: bool = Key::bool("hinder_needs_action")
            .default_bool(false)
            .rules(&["ZONES-48"])
            .doc("whether that Test is an Action; weakened and stuck alone"),
        ONGOING: bool = Key::bool("ongoing")
            .default_bool(false)
            .rules(&["ZONES-31", "ZONES-33"])
            .doc("whether it starts Ongoing Damage"),
        ONGOING_AMOUNT: Option<u16> = Key::int("ongoing_amount", 1, 1000)
            .derived("the Level that rules.ongoing_damage names")
            .unit("HP a Turn")
            .rules(&["ZONES-31"])
            .example("1").doc("Ongoing Damage"),
        ONGOING_TEST: Option<Name> = Key::identifier("ongoing_test")
            .derived("str")
            .follows(&[Follow::value("str").when("ongoing", "true")])
            .rules(&["ZONES-32"])
            .example(r#""str""#).doc("attribute that a Character tests to end Ongoing Damage"),
        ONGOING_DR: Option<i16> = dr("ongoing_dr")
            .derived("rules.recover_dr")
            .follows(&[Follow::key("rules.recover_dr").when("ongoing", "true")])
            .rules(&["ZONES-32"])
            .example("12").doc("DR of the Test that ends Ongoing Damage"),
    }
}

keys! {
    /// The keys of `zones.hazard`, without its [effects](EffectKeys).
    pub(super) enum HazardKeys {
        WHEN: HazardWhen = Key::word("when").default_word("turn_start").rules(&["ZONES-11"]).doc("when it acts"),
        AFFECTS: Affects = Key::word("affects").default_word("all").rules(&["ZONES-11"]).doc("whom it affects"),
        TEST: Option<Name> = Key::identifier("test")
            .derived("required unless it affects the enemies alone")
            .rules(&["ZONES-11"])
            .example(r#""dex""#).doc("attribute that a Character tests"),
        DR: i16 = dr("dr").default_int(12).rules(&["ZONES-11"]).doc("DR of the Test"),
        DAMAGE: Option<DiceExpr> = Key::dice("damage").unit("HP").rules(&["ZONES-11"]).example(r#""1d6""#).doc("HP lost on a failure"),
    }
}

const HAZARD: [KeyDecl; HazardKeys::KEYS.len() + EffectKeys::KEYS.len()] = concat(HazardKeys::KEYS, EffectKeys::KEYS);

keys! {
    /// The keys of `[[zones]]`.
    pub(super) enum ZoneKeys {
        ID: Id = common::ID.rules(&["ZONES-06"]),
        ADJACENT: Option<Ids> = Key::ids("adjacent", ZONES_MAX - 1)
            .derived("the Zones form a line, if none has the key")
            .rules(&["ZONES-06"])
            .doc("Zones that border on it; naming a border at one end is enough"),
        CAPACITY: Option<usize> = Key::int("capacity", 1, COMBATANTS_MAX as i64)
            .derived("unlimited")
            .unit("combatants")
            .rules(&["ZONES-10"])
            .example("4").doc("how many standing combatants it holds"),
        EXIT: Option<Exit> = Key::word("exit").rules(&["ZONES-54"]).doc("who can leave the battlefield from it"),
        DISADVANTAGE: Conditions = Key::word("disadvantage")
            .default_word("none")
            .rules(&["ZONES-18"])
            .doc("who Tests with Disadvantage while it stands there: darkness, deep water, a gale"),
        HAZARD: Option<Table> = Key::table("hazard", &HAZARD)
            .rules(&["ZONES-11"])
            .doc("what its ground does to those in it"),
    }
}

keys! {
    /// The keys of `combatants.attacks`, without their [effects](AttackEffectKeys).
    pub(super) enum AttackKeys {
        ID: Id = common::ID,
        KIND: AttackKind = Key::word("kind")
            .required()
            .rules(&["ZONES-19", "ZONES-20", "ZONES-29", "ZONES-39"])
            .doc("what kind of attack it is"),
        TEST: Option<Name> = Key::identifier("test")
            .derived("own melee str, own ranged dex, own spell and stunt required, a Creature's dex")
            .follows(&[
                Follow::value("dex").when("side", "enemies"),
                Follow::value("str").when("kind", "melee"),
                Follow::value("dex").when("kind", "ranged"),
            ])
            .rules(&["ZONES-19", "ZONES-20", "ZONES-22", "ZONES-29", "ZONES-39"])
            .example(r#""dex""#).doc("attribute that the Character tests: to succeed with an own attack, to avoid a Creature's"),
        DR: Option<i16> = dr("dr")
            .derived("the rules' DR of its kind; a Creature's melee, ranged and spell rules.avoid_dr")
            .follows(&[
                Follow::key("rules.stunt_dr").when("kind", "stunt"),
                Follow::key("rules.avoid_dr").when("side", "enemies"),
                Follow::key("rules.melee_dr").when("kind", "melee"),
                Follow::key("rules.ranged_dr").when("kind", "ranged"),
                Follow::key("rules.spell_dr").when("kind", "spell"),
            ])
            .rules(&["ZONES-19", "ZONES-20", "ZONES-22", "ZONES-29", "ZONES-39"])
            .doc("DR of that Test"),
        RANGE: Option<u8> = Key::int("range", 0, 31)
            .derived("melee 0, ranged 2, spell 2, stunt 0")
            .follows(&[
                Follow::value("2").when("kind", "ranged"),
                Follow::value("2").when("kind", "spell"),
                Follow::value("0"),
            ])
            .unit("Zones")
            .rules(&["ZONES-08"])
            .doc("greatest distance of a target"),
        DAMAGE: Option<DiceExpr> = Key::dice("damage")
            .unit("HP")
            .rules(&["ZONES-24"])
            .example(r#""1d6""#).doc("damage of a hit; melee and ranged need it"),
        OFF_HAND_DAMAGE: Option<DiceExpr> = Key::dice("off_hand_damage")
            .unit("HP")
            .rules(&["ZONES-25"])
            .example(r#""1d4""#).doc("damage of a second weapon, melee and ranged alone; the higher roll counts"),
        USES: Option<u16> = Key::int("uses", 1, 1000)
            .derived("unlimited")
            .rules(&["ZONES-29"])
            .example("3").doc("how often it can be made in an encounter; in a day, until a rest refills it"),
        USAGE: Option<u16> = Key::int("usage", 1, 100)
            .derived("never breaks")
            .unit("marks")
            .rules(&["ZONES-28"])
            .example("6").doc("marks until the weapon breaks; a Character's melee and ranged alone"),
        STOWED: bool = Key::bool("stowed")
            .default_bool(false)
            .rules(&["ZONES-14"])
            .doc("whether it is in the backpack, until an Action has brought it to hand; not for stunts"),
    }
}

keys! {
    /// The keys of the effects of attacks: those that hazards have as well, and two more.
    pub(super) enum AttackEffectKeys: EffectKeys::KEYS {
        PUSH: bool = Key::bool("push")
            .default_bool(false)
            .rules(&["ZONES-40"])
            .doc("whether it puts the target into an adjacent Zone"),
        DEMAND: bool = Key::bool("demand")
            .default_bool(false)
            .rules(&["ZONES-42"])
            .doc("whether it forces a Morale Test; Characters alone"),
    }
}

const ATTACK: [KeyDecl; AttackKeys::KEYS.len() + AttackEffectKeys::KEYS.len()] =
    concat(AttackKeys::KEYS, AttackEffectKeys::KEYS);

keys! {
    /// The keys of `combatants.items`.
    pub(super) enum ItemKeys {
        ID: Id = common::ID,
        HEAL: DiceExpr = Key::dice("heal").required().unit("HP").rules(&["ZONES-14"]).doc("HP that a piece restores"),
        COUNT: u16 = Key::int("count", 1, 100)
            .default_int(1)
            .unit("pieces")
            .rules(&["ZONES-14"])
            .doc("how many there are"),
        STOWED: bool = Key::bool("stowed").default_bool(true).rules(&["ZONES-14"]).doc("whether it is in the backpack"),
    }
}

keys! {
    /// The keys of `[[combatants]]`.
    pub(super) enum SheetKeys {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE.doc("party: a Character; enemies: a Creature"),
        COUNT: usize = common::count(COMBATANTS_MAX as i64),
        HP: DiceExpr = Key::int_or_dice("hp", 1, 10_000).required().unit("HP").rules(&["ZONES-24"]).doc("hit points at the start; dice are rolled in the set-up of every fight, for each combatant, at least 1"),
        LEVEL: u16 = Key::int("level", 0, 100).default_int(1).rules(&["ZONES-31"]).doc("Level: its Ongoing Damage"),
        ATTRIBUTES: Option<Entries<i16>> = Key::int_map("attributes", BONUS.0, BONUS.1, ATTRIBUTES_MAX)
            .identifiers()
            .derived("required for a Character, with str and dex")
            .rules(&["ZONES-16"])
            .doc("what a Character adds to its Tests; Characters alone"),
        SKILL: Option<i16> = Key::int("skill", BONUS.0, BONUS.1)
            .derived("required for a Creature")
            .rules(&["ZONES-17"])
            .example("1").doc("what a Creature adds to its Tests; Creatures alone"),
        HIT_DR_MOD: i16 = Key::int("hit_dr_mod", -20, 20)
            .default_int(0)
            .rules(&["ZONES-19"])
            .doc("added to every DR a Character meets against it; Creatures alone"),
        AVOID_DR_MOD: i16 = Key::int("avoid_dr_mod", -20, 20)
            .default_int(0)
            .rules(&["ZONES-22"])
            .doc("added to every DR a Character meets to avoid it; Creatures alone"),
        FEARLESS: bool = Key::bool("fearless")
            .default_bool(false)
            .rules(&["ZONES-51"])
            .doc("never tests morale; Creatures alone"),
        LEADER: bool = Key::bool("leader")
            .default_bool(false)
            .rules(&["ZONES-51"])
            .doc("whose fall may break the others; Creatures alone"),
        ATTITUDE: Attitude = Key::word("attitude")
            .default_word("rules")
            .rules(&["ZONES-49"])
            .doc("whether it fights in any case or a Reaction roll decides; Creatures alone"),
        ZONE: Option<Id> = Key::id("zone")
            .derived("the first listed Zone for the party, the last for the enemies")
            .rules(&["ZONES-07"])
            .example(r#""middle""#).doc("the Zone it starts in"),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy")
            .default_word("default")
            .way()
            .rules(&["ZONES-12"])
            .doc("how it spends its Turns"),
        TARGET: Target = Key::word("target")
            .default_word("nearest")
            .way()
            .rules(&["ZONES-13"])
            .doc("whom it attacks among several"),
        HEAL_BELOW: i32 = Key::int("heal_below", 0, 100)
            .default_int(50)
            .unit("% of hp")
            .rules(&["ZONES-14"])
            .doc("uses items on itself or an ally at or below this, and below full HP; 0 never"),
        RETREAT_BELOW: i32 = Key::int("retreat_below", 0, 100)
            .default_int(0)
            .unit("% of hp")
            .rules(&["ZONES-54"])
            .doc("retreats for good from its first Turn at or below this, and below full HP; 0 never"),
        ATTACKS: Tables = Key::tables("attacks", &ATTACK, ATTACKS_MAX)
            .rules(&["ZONES-13", "ZONES-30"])
            .doc("what it can do to an opponent, in order of preference; a Creature needs one"),
        ITEMS: Tables = Key::tables("items", ItemKeys::KEYS, ATTACKS_MAX)
            .rules(&["ZONES-14"])
            .doc("what it carries to heal with"),
    }
}

keys! {
    /// Every key of a zones scenario.
    pub(super) enum FileKeys: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        REST: Option<Table> = common::rest(RestKeys::KEYS),
        ZONES: Tables = Key::tables("zones", ZoneKeys::KEYS, ZONES_MAX)
            .derived("party-end, middle and enemy-end, in a line, with exits at both ends")
            .rules(&["ZONES-06"])
            .doc("the battlefield, in listed order"),
        COMBATANTS: Tables = common::combatants(SheetKeys::KEYS, COMBATANTS_MAX),
    }
}
