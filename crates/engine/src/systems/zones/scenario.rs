//! The vocabulary of zones scenarios: every key with its range, its default and its rules.

use crate::scenario::{KeyDecl as Key, Word, common, words};
use crate::skirmish::COMBATANTS_MAX;

words! {
    /// Which side has no Turns in Round 1 (ZONES-02).
    pub(super) enum Surprised {
        None = "none", "nobody is surprised",
        Party = "party", "the Characters are",
        Enemies = "enemies", "the Creatures are",
    }
}

words! {
    /// How often the order of Turns is rolled (ZONES-03).
    pub(super) enum Initiative {
        Once = "once", "before the first Round",
        EachRound = "each_round", "again before every later Round",
    }
}

words! {
    /// Who goes first among Characters with equal sums (ZONES-04).
    pub(super) enum InitiativeTies {
        Random = "random", "any order of them, with equal chance",
        Dex = "dex", "the higher `dex`, then the first listed",
        Listed = "listed", "the first listed",
    }
}

words! {
    /// Who fills a Zone (ZONES-10).
    pub(super) enum CapacityCounts {
        All = "all", "both sides together",
        Side = "side", "each side apart",
    }
}

words! {
    /// What is multiplied by a natural 20 or 1 (ZONES-26, ZONES-27).
    pub(super) enum CritConstant {
        Multiplied = "multiplied", "the whole roll",
        Once = "once", "the dice; the constant is added once",
    }
}

words! {
    /// Whose Level Ongoing Damage is, where no amount is given (ZONES-31).
    pub(super) enum OngoingDamage {
        VictimLevel = "victim_level", "the sufferer's",
        AttackerLevel = "attacker_level", "the attacker's; a hazard's is always the sufferer's",
    }
}

words! {
    /// Who strikes at somebody leaving a Zone (ZONES-34).
    pub(super) enum FreeAttacks {
        Each = "each", "every Close opponent that can",
        One = "one", "the first listed of them",
        None = "none", "nobody",
    }
}

words! {
    /// Who tests a Creature's stunt (ZONES-39).
    pub(super) enum CreatureStunts {
        Skill = "skill", "the Creature, its Skill",
        Avoid = "avoid", "the Character, as against an attack",
    }
}

words! {
    /// When hinderances are tested (ZONES-47).
    pub(super) enum RecoverAt {
        TurnEnd = "turn_end", "at the end of the sufferer's Turn",
        TurnStart = "turn_start", "at its start",
    }
}

words! {
    /// How a Paralysed Character avoids (ZONES-46).
    pub(super) enum ParalysedAvoid {
        Test = "test", "by a Test as always",
        Fail = "fail", "not at all: hit without a Test, never doubled",
    }
}

words! {
    /// What it takes to use a stowed item (ZONES-14).
    pub(super) enum ItemUse {
        WithRetrieval = "with_retrieval", "one Action for both",
        SeparateAction = "separate_action", "one Action to bring a piece to hand, another to use it",
    }
}

words! {
    /// What 0 HP mean (ZONES-24).
    pub(super) enum AtZeroHp {
        Dead = "dead", "death",
        Down = "down", "out of the fight, alive",
    }
}

words! {
    /// What the Creatures make of the Characters (ZONES-49).
    pub(super) enum Reaction {
        Hostile = "hostile", "they fight",
        Roll = "roll", "a d10 decides",
    }
}

words! {
    /// When Creatures test morale (ZONES-51).
    pub(super) enum MoraleTrigger {
        FirstOut = "first_out", "a Creature is out",
        HalfOut = "half_out", "at least half of the Creatures are",
        LeaderOut = "leader_out", "a leader is out",
        OwnHalf = "own_half", "the Creature itself is at half its HP or below",
    }
}

words! {
    /// Who rolls when a trigger concerns all Creatures (ZONES-52).
    pub(super) enum MoraleScope {
        Each = "each", "every one for itself",
        Side = "side", "one for all: the first leader, else the highest Skill",
    }
}

words! {
    /// What a failed Morale Test means (ZONES-53).
    pub(super) enum MoraleFailure {
        Leave = "leave", "out of the fight at once: surrender, parley or flight",
        Retreat = "retreat", "retreating from now on",
    }
}

words! {
    /// Whose exit a Zone is (ZONES-54).
    pub(super) enum Exit {
        Party = "party", "the Characters'",
        Enemies = "enemies", "the Creatures'",
        Both = "both", "everybody's",
    }
}

words! {
    /// When a hazard acts (ZONES-11).
    pub(super) enum HazardWhen {
        TurnStart = "turn_start", "at the start of each Turn begun in its Zone",
        Enter = "enter", "on every entry, also when pushed",
        Both = "both", "both",
    }
}

words! {
    /// Whom a hazard affects (ZONES-11).
    pub(super) enum Affects {
        All = "all", "everybody",
        Party = "party", "the Characters",
        Enemies = "enemies", "the Creatures",
    }
}

words! {
    /// What kind of attack it is.
    pub(super) enum AttackKind {
        Melee = "melee", "against a Close opponent (ZONES-19)",
        Ranged = "ranged", "against an opponent within range (ZONES-20)",
        Spell = "spell", "against an opponent within range, without naturals (ZONES-29)",
        Stunt = "stunt", "no attack: brings its effects alone (ZONES-39)",
    }
}

words! {
    /// A hinderance, in the order of recovery (ZONES-47).
    pub(super) enum Hinderance {
        Weakened = "weakened", "all Tests have Disadvantage (ZONES-43)",
        Distracted = "distracted", "no Actions (ZONES-44)",
        Stuck = "stuck", "no movement (ZONES-45)",
        Paralysed = "paralysed", "neither (ZONES-46)",
    }
}

words! {
    /// How a combatant spends its Turns (ZONES-12).
    pub(super) enum Policy {
        Default = "default", "heals, attacks, moves up without risk, advances",
        Hold = "hold", "as default, but keeps its Zone",
        Reckless = "reckless", "as default, but does not mind free attacks",
        Skirmisher = "skirmisher", "attacks from as far away as it can",
        Retreat = "retreat", "heads for an exit (ZONES-54)",
    }
}

words! {
    /// Whom a combatant attacks among several (ZONES-13).
    pub(super) enum Target {
        Nearest = "nearest", "one of the nearest, at random",
        Weakest = "weakest", "the one with the least HP, then the nearest, then the first listed",
        Strongest = "strongest", "the one with the most HP, then the nearest, then the first listed",
        Random = "random", "any, at random",
        Focus = "focus", "whom its side attacked last, else as weakest",
    }
}

/// The smallest and the largest DR.
const DR: (i64, i64) = (1, 40);
/// An attribute or a Skill.
const BONUS: (i64, i64) = (-20, 30);
/// The most attributes of a Character.
pub(super) const ATTRIBUTES_MAX: usize = 32;
/// The most attacks, and the most kinds of items, of a combatant.
pub(super) const ATTACKS_MAX: usize = 32;
/// The most Zones.
pub(super) const ZONES_MAX: usize = 32;

const fn dr(name: &'static str) -> Key {
    Key::int(name, DR.0, DR.1).unit("DR")
}

const RULES: &[Key] = &[
    Key::int("max_rounds", 1, 10_000)
        .default_int(100)
        .unit("Rounds")
        .rules(&["ZONES-55"])
        .doc("after so many Rounds without a winner the fight is a timeout"),
    dr("melee_dr").default_int(12).rules(&["ZONES-19"]).doc("DR a Character meets to hit in melee"),
    dr("ranged_dr").default_int(12).rules(&["ZONES-20"]).doc("DR a Character meets to hit from afar"),
    dr("avoid_dr").default_int(12).rules(&["ZONES-22"]).doc("DR a Character meets to avoid an attack"),
    dr("spell_dr").default_int(12).rules(&["ZONES-29"]).doc("DR of a Character's spells"),
    dr("stunt_dr").default_int(12).rules(&["ZONES-39"]).doc("DR of stunts"),
    dr("recover_dr")
        .default_int(12)
        .rules(&["ZONES-32", "ZONES-47"])
        .doc("DR of Tests that end hinderances and Ongoing Damage"),
    dr("morale_dr").default_int(12).rules(&["ZONES-52"]).doc("DR of Morale Tests"),
    Key::word("surprised", Surprised::CHOICES)
        .default_word("none")
        .rules(&["ZONES-02"])
        .doc("which side has no Turns in Round 1"),
    Key::int("enemies_begin_max", 0, 6)
        .default_int(3)
        .rules(&["ZONES-03"])
        .doc("highest d6 on which the enemies begin: 0 never, 6 always"),
    Key::word("initiative", Initiative::CHOICES)
        .default_word("once")
        .rules(&["ZONES-03"])
        .doc("how often the order of Turns is rolled"),
    Key::word("initiative_ties", InitiativeTies::CHOICES)
        .default_word("random")
        .rules(&["ZONES-04"])
        .doc("who goes first among Characters with equal sums"),
    Key::word("capacity_counts", CapacityCounts::CHOICES)
        .default_word("all")
        .rules(&["ZONES-10"])
        .doc("who counts against a Zone's capacity"),
    Key::bool("close_shot_disadvantage")
        .default_bool(true)
        .rules(&["ZONES-21"])
        .doc("whether a ranged attack on a Close target has Disadvantage"),
    Key::bool("mirror_disadvantage")
        .default_bool(true)
        .rules(&["ZONES-23"])
        .doc("whether a Creature's Disadvantage is Advantage on the Test to avoid"),
    Key::int("crit_multiplier", 1, 10)
        .default_int(2)
        .rules(&["ZONES-26"])
        .doc("what a natural 20 multiplies damage by"),
    Key::int("avoid_fumble_multiplier", 1, 10)
        .default_int(2)
        .rules(&["ZONES-27"])
        .doc("what a natural 1 on avoiding multiplies damage by"),
    Key::word("crit_constant", CritConstant::CHOICES)
        .default_word("multiplied")
        .rules(&["ZONES-26", "ZONES-27"])
        .doc("whether the constant of a damage roll is multiplied as well"),
    Key::bool("natural_one_misses")
        .default_bool(false)
        .rules(&["ZONES-28"])
        .doc("whether a natural 1 on an attack always misses"),
    Key::bool("spells_crit").default_bool(false).rules(&["ZONES-29"]).doc("whether naturals count for spells"),
    Key::dice("unarmed_damage").default_text("1").rules(&["ZONES-30"]).doc("damage of a Character's bare hands"),
    Key::word("ongoing_damage", OngoingDamage::CHOICES)
        .default_word("victim_level")
        .rules(&["ZONES-31"])
        .doc("whose Level Ongoing Damage is, where no amount is given"),
    Key::word("free_attacks", FreeAttacks::CHOICES)
        .default_word("each")
        .rules(&["ZONES-34"])
        .doc("who strikes at somebody leaving a Zone"),
    Key::bool("creatures_provoke")
        .default_bool(true)
        .rules(&["ZONES-38"])
        .doc("whether Creatures that leave a Zone suffer free attacks"),
    Key::word("creature_stunts", CreatureStunts::CHOICES)
        .default_word("skill")
        .rules(&["ZONES-39"])
        .doc("who tests a Creature's stunt"),
    Key::word("recover_at", RecoverAt::CHOICES)
        .default_word("turn_end")
        .rules(&["ZONES-47"])
        .doc("when hinderances are tested"),
    Key::word("paralysed_avoid", ParalysedAvoid::CHOICES)
        .default_word("test")
        .rules(&["ZONES-46"])
        .doc("how a Paralysed Character avoids"),
    Key::word("item_use", ItemUse::CHOICES)
        .default_word("with_retrieval")
        .rules(&["ZONES-14"])
        .doc("what it takes to use a stowed item"),
    Key::word("party_at_zero_hp", AtZeroHp::CHOICES)
        .default_word("dead")
        .rules(&["ZONES-24"])
        .doc("what 0 HP mean for a Character"),
    Key::word("enemies_at_zero_hp", AtZeroHp::CHOICES)
        .default_word("dead")
        .rules(&["ZONES-24"])
        .doc("what 0 HP mean for a Creature"),
    Key::word("reaction", Reaction::CHOICES)
        .default_word("hostile")
        .rules(&["ZONES-49"])
        .doc("whether the Creatures fight in any case"),
    Key::int("reaction_fights_up_to", 0, 10)
        .default_int(1)
        .rules(&["ZONES-50"])
        .doc("highest d10 of the Reaction roll that means a fight"),
    Key::words("morale_triggers", MoraleTrigger::CHOICES)
        .default_words(&["half_out"])
        .rules(&["ZONES-51"])
        .doc("when Creatures test morale"),
    Key::word("morale_scope", MoraleScope::CHOICES)
        .default_word("each")
        .rules(&["ZONES-52"])
        .doc("who rolls when a trigger concerns all Creatures"),
    Key::word("morale_failure", MoraleFailure::CHOICES)
        .default_word("leave")
        .rules(&["ZONES-53"])
        .doc("what a failed Morale Test means"),
];

const HINDER: Key = Key::word("hinder", Hinderance::CHOICES)
    .rules(&["ZONES-41", "ZONES-43", "ZONES-44", "ZONES-45", "ZONES-46"])
    .doc("the hinderance it brings");
const HINDER_TEST: Key = Key::name("hinder_test")
    .derived("str")
    .rules(&["ZONES-47"])
    .doc("attribute that a Character tests to end the hinderance");
const HINDER_DR: Key =
    dr("hinder_dr").derived("rules.recover_dr").rules(&["ZONES-47"]).doc("DR of the Test that ends the hinderance");
const HINDER_NEEDS_ACTION: Key = Key::bool("hinder_needs_action")
    .default_bool(false)
    .rules(&["ZONES-48"])
    .doc("whether that Test is an Action; weakened and stuck alone");
const ONGOING: Key =
    Key::bool("ongoing").default_bool(false).rules(&["ZONES-31", "ZONES-33"]).doc("whether it starts Ongoing Damage");
const ONGOING_AMOUNT: Key = Key::int("ongoing_amount", 1, 1000)
    .derived("the Level that rules.ongoing_damage names")
    .unit("HP a Turn")
    .rules(&["ZONES-31"])
    .doc("Ongoing Damage");
const ONGOING_TEST: Key = Key::name("ongoing_test")
    .derived("str")
    .rules(&["ZONES-32"])
    .doc("attribute that a Character tests to end Ongoing Damage");
const ONGOING_DR: Key =
    dr("ongoing_dr").derived("rules.recover_dr").rules(&["ZONES-32"]).doc("DR of the Test that ends Ongoing Damage");

const HAZARD: &[Key] = &[
    Key::word("when", HazardWhen::CHOICES).default_word("turn_start").rules(&["ZONES-11"]).doc("when it acts"),
    Key::word("affects", Affects::CHOICES).default_word("all").rules(&["ZONES-11"]).doc("whom it affects"),
    Key::name("test")
        .derived("required unless it affects the enemies alone")
        .rules(&["ZONES-11"])
        .doc("attribute that a Character tests"),
    dr("dr").default_int(12).rules(&["ZONES-11"]).doc("DR of the Test"),
    Key::dice("damage").unit("HP").rules(&["ZONES-11"]).doc("HP lost on a failure"),
    HINDER,
    HINDER_TEST,
    HINDER_DR,
    HINDER_NEEDS_ACTION,
    ONGOING,
    ONGOING_AMOUNT,
    ONGOING_TEST,
    ONGOING_DR,
];

const ZONE: &[Key] = &[
    common::ID.rules(&["ZONES-06"]).decl(),
    Key::ids("adjacent", ZONES_MAX - 1)
        .derived("the Zones form a line, if none has the key")
        .rules(&["ZONES-06"])
        .doc("Zones that border on it; naming a border at one end is enough"),
    Key::int("capacity", 1, COMBATANTS_MAX as i64)
        .derived("unlimited")
        .unit("combatants")
        .rules(&["ZONES-10"])
        .doc("how many standing combatants it holds"),
    Key::word("exit", Exit::CHOICES).rules(&["ZONES-54"]).doc("who can leave the battlefield from it"),
    Key::table("hazard", HAZARD).rules(&["ZONES-11"]).doc("what its ground does to those in it"),
];

const ATTACK: &[Key] = &[
    common::ID.decl(),
    Key::word("kind", AttackKind::CHOICES)
        .required()
        .rules(&["ZONES-19", "ZONES-20", "ZONES-29", "ZONES-39"])
        .doc("what kind of attack it is"),
    Key::name("test")
        .derived("own melee str, own ranged dex, own spell and stunt required, a Creature's dex")
        .rules(&["ZONES-19", "ZONES-20", "ZONES-22", "ZONES-29", "ZONES-39"])
        .doc("attribute that the Character tests: to succeed with an own attack, to avoid a Creature's"),
    dr("dr")
        .derived("the rules' DR of its kind; a Creature's melee, ranged and spell rules.avoid_dr")
        .rules(&["ZONES-19", "ZONES-20", "ZONES-22", "ZONES-29", "ZONES-39"])
        .doc("DR of that Test"),
    Key::int("range", 0, 31)
        .derived("melee 0, ranged 2, spell 2, stunt 0")
        .unit("Zones")
        .rules(&["ZONES-08"])
        .doc("greatest distance of a target"),
    Key::dice("damage").unit("HP").rules(&["ZONES-24"]).doc("damage of a hit; melee and ranged need it"),
    Key::dice("off_hand_damage")
        .unit("HP")
        .rules(&["ZONES-25"])
        .doc("damage of a second weapon, melee alone; the higher roll counts"),
    Key::int("uses", 1, 1000).derived("unlimited").rules(&["ZONES-29"]).doc("how often it can be made in an encounter"),
    Key::int("usage", 1, 100)
        .derived("never breaks")
        .unit("marks")
        .rules(&["ZONES-28"])
        .doc("marks until the weapon breaks; a Character's melee and ranged alone"),
    HINDER,
    HINDER_TEST,
    HINDER_DR,
    HINDER_NEEDS_ACTION,
    ONGOING,
    ONGOING_AMOUNT,
    ONGOING_TEST,
    ONGOING_DR,
    Key::bool("push").default_bool(false).rules(&["ZONES-40"]).doc("whether it puts the target into an adjacent Zone"),
    Key::bool("demand")
        .default_bool(false)
        .rules(&["ZONES-42"])
        .doc("whether it forces a Morale Test; Characters alone"),
];

const ITEM: &[Key] = &[
    common::ID.decl(),
    Key::dice("heal").required().unit("HP").rules(&["ZONES-14"]).doc("HP that a piece restores"),
    Key::int("count", 1, 100).default_int(1).unit("pieces").rules(&["ZONES-14"]).doc("how many there are"),
    Key::bool("stowed").default_bool(true).rules(&["ZONES-14"]).doc("whether it is in the backpack"),
];

const COMBATANT: &[Key] = &[
    common::ID.decl(),
    common::NAME.decl(),
    common::SIDE.doc("party: a Character; enemies: a Creature").decl(),
    common::count(COMBATANTS_MAX as i64).decl(),
    Key::int("hp", 1, 10_000).required().unit("HP").rules(&["ZONES-24"]).doc("hit points at the start"),
    Key::int("level", 0, 100).default_int(1).rules(&["ZONES-31"]).doc("Level: its Ongoing Damage"),
    Key::int_map("attributes", BONUS.0, BONUS.1, ATTRIBUTES_MAX)
        .identifiers()
        .derived("required for a Character, with str and dex")
        .rules(&["ZONES-16"])
        .doc("what a Character adds to its Tests; Characters alone"),
    Key::int("skill", BONUS.0, BONUS.1)
        .derived("required for a Creature")
        .rules(&["ZONES-17"])
        .doc("what a Creature adds to its Tests; Creatures alone"),
    Key::int("hit_dr_mod", -20, 20)
        .default_int(0)
        .rules(&["ZONES-19"])
        .doc("added to every DR a Character meets against it; Creatures alone"),
    Key::int("avoid_dr_mod", -20, 20)
        .default_int(0)
        .rules(&["ZONES-22"])
        .doc("added to every DR a Character meets to avoid it; Creatures alone"),
    Key::bool("fearless").default_bool(false).rules(&["ZONES-51"]).doc("never tests morale; Creatures alone"),
    Key::bool("leader")
        .default_bool(false)
        .rules(&["ZONES-51"])
        .doc("whose fall may break the others; Creatures alone"),
    Key::id("zone")
        .derived("the first listed Zone for the party, the last for the enemies")
        .rules(&["ZONES-07"])
        .doc("the Zone it starts in"),
    Key::word("policy", Policy::CHOICES).default_word("default").rules(&["ZONES-12"]).doc("how it spends its Turns"),
    Key::word("target", Target::CHOICES)
        .default_word("nearest")
        .rules(&["ZONES-13"])
        .doc("whom it attacks among several"),
    Key::int("heal_below", 0, 100)
        .default_int(50)
        .unit("% of hp")
        .rules(&["ZONES-14"])
        .doc("uses items on itself or an ally at or below this"),
    Key::int("retreat_below", 0, 100)
        .default_int(0)
        .unit("% of hp")
        .rules(&["ZONES-54"])
        .doc("retreats for good from its first Turn at or below this; 0 never"),
    Key::tables("attacks", ATTACK, ATTACKS_MAX)
        .rules(&["ZONES-13", "ZONES-30"])
        .doc("what it can do to an opponent, in order of preference; a Creature needs one"),
    Key::tables("items", ITEM, ATTACKS_MAX).rules(&["ZONES-14"]).doc("what it carries to heal with"),
];

/// Every key of a zones scenario.
pub(super) const SCHEMA: &[Key] = &[
    common::SYSTEM.decl(),
    common::NAME_OF_SCENARIO.decl(),
    common::DESCRIPTION.decl(),
    common::ROSTER.decl(),
    common::rules(RULES).decl(),
    Key::tables("zones", ZONE, ZONES_MAX)
        .derived("party-end, middle and enemy-end, in a line, with exits at both ends")
        .rules(&["ZONES-06"])
        .doc("the battlefield, in listed order"),
    common::combatants(COMBATANT, COMBATANTS_MAX).decl(),
];
