//! Tests of whole scenarios, over a declaration that has every kind of key.

mod doubts;
mod examples;
mod expectations;
mod files;
mod following;
mod hostile;
mod json_schemas;
mod kinds;
mod legs;
mod line_ups;
mod lookalikes;
mod overrides;
mod rosters;
mod sections;
mod starters;
mod syntax;
mod validation;

use super::common::{self, SideWord};
use super::kinds::{
    Either, Entries, Id, Ids, Name, Rectangles, Rows, Several, Squares, Table, Tables, TablesFile, Text,
};
use super::{Choice, DiceExpr, Group, Key, KeyDecl, Override, Problem, Problems, Scenario, Source, Word, words};
use crate::keys;

words! {
    /// What the fighters risk.
    pub(super) enum Stakes {
        Spar = "spar", "fought until one side yields",
        Death = "death", "fought until one side is dead",
    }
}

words! {
    /// When morale is tested.
    pub(super) enum Trigger {
        FirstOut = "first_out", "when the first is out",
        HalfOut = "half_out", "at half strength",
        LeaderOut = "leader_out", "when the leader is out",
    }
}

keys! {
    /// `[rules]`.
    pub(super) enum Rules {
        STAKES: Stakes =
            Key::word("stakes").default_word("spar").rules(&["TOY-01"]).doc("what the fighters risk"),
        METER_TICKS: Option<i8> = Key::odd_int("meter_ticks", 5, 101)
            .derived("9 for a spar, 13 to the death")
            .unit("ticks")
            .rules(&["TOY-02"]),
        MAX_ROUNDS: u16 = Key::int("max_rounds", 1, 1000).default_int(100).unit("rounds").doc("limit of a fight"),
        MODIFIER: Option<i8> = Key::int("modifier", -20, 20),
        PACE: Option<i64> = Key::multiple("pace", 5, -10, 100),
        AUTO_WIN: bool = Key::bool("auto_win").default_bool(false),
        TRIGGERS: Vec<Trigger> = Key::words("triggers").default_words(&["half_out"]),
        BOUTS: Option<Vec<Stakes>> = Key::word_list("bouts", 3),
        UNARMED: DiceExpr = Key::dice("unarmed").default_dice("1"),
        MUST_FALL: Option<Ids> = Key::ids("must_fall", 3),
        DEFENCES: Option<Vec<Trigger>> = Key::words("defences").not_empty(),
        AT_LEAST_ONE: Option<Ids> = Key::ids("at_least_one", 4).not_empty(),
        DAMAGE_TYPE: Several<Stakes> = Key::one_or_more_words("damage_type").default_one("death"),
        HIT_DICE: Option<Several<DiceExpr>> = Key::one_or_more_dice("hit_dice", 3),
        STRESS: Option<DiceExpr> = Key::dice_within("stress", 0, 100),
        ENTERS_AT: Either<Start, DiceExpr> = Key::word_or_dice("enters_at", -10, 1000).default_text("start"),
        LASTS: Option<Either<Start, u8>> = Key::word_or_int("lasts", 1, 100),
        GUARDS: Either<Start, Id> = Key::word_or_id("guards").default_word_or("start"),
        TABLES: Table = Key::table("tables", Sizes::KEYS).default_table(),
        INJURY_TABLES: Option<Table> = Key::table("injury_tables", InjuryTables::KEYS),
    }
}

words! {
    /// When a count begins.
    pub(super) enum Start {
        Start = "start", "with the round",
    }
}

/// The meanings of the characters of a map.
const LEGEND: &[Choice] = &[
    Choice { name: ".", doc: "level ground" },
    Choice { name: "123", doc: "levels above it" },
    Choice { name: "#^-]", doc: "walls" },
];

keys! {
    /// What one application does to somebody.
    pub(super) enum Effect {
        FATIGUE: u8 = Key::int("fatigue", 0, 20).default_int(0),
        STUNNED: bool = Key::bool("stunned").default_bool(false),
    }
}

/// Several keys hold an effect.
static EFFECT: Group = Group { name: "effect block", doc: "what is done to somebody", keys: Effect::KEYS };

keys! {
    /// `[map]`.
    pub(super) enum Map {
        ROWS: Option<Rows> = Key::rows("rows", LEGEND, 5),
        DIFFICULT: Option<Squares> = Key::squares("difficult", 5, 6),
        PARTY_START: Option<Rectangles> = Key::rectangles("party_start", 5, 2),
    }
}

words! {
    /// What stands for a file where there is none.
    pub(super) enum NoTable {
        None = "none", "there are no such injuries",
    }
}

keys! {
    /// `[rules.injury_tables]`.
    pub(super) enum InjuryTables {
        BLUNT: Option<Either<NoTable, TablesFile>> =
            Key::csv_tables("blunt", Injury::KEYS, "roll", 20).or_word().derived("the table of the rules"),
        SHARP: Either<NoTable, TablesFile> =
            Key::csv_tables("sharp", Injury::KEYS, "roll", 20).all_columns().or_word().default_no_file("none"),
    }
}

keys! {
    /// The columns of a table of injuries.
    pub(super) enum Injury {
        ROLL: Id = Key::id("roll").required(),
        NAME: Text = Key::title("name").required(),
        DAMAGE: Option<DiceExpr> = Key::dice("damage"),
        FLAGS: Vec<Trigger> = Key::words("flags").default_words(&[]),
        ATTACK: i8 = Key::int("attack", -40, 40).default_int(0),
    }
}

keys! {
    /// `[[combatants.abilities]]`, or a file of them.
    pub(super) enum Ability {
        ID: Id = common::ID,
        RANGE: u8 = Key::int("range", 0, 40).default_int(1),
        SUCCESS: Table = Key::group("success", &EFFECT).default_table(),
    }
}

/// Several lists hold abilities.
static ABILITY: Group = Group { name: "ability", doc: "what somebody can do", keys: Ability::KEYS };

keys! {
    /// `[rules.tables]`.
    pub(super) enum Sizes {
        BLUNT: Option<Text> = Key::text("blunt"),
        SIZE: u8 = Key::int("size", 1, 6).default_int(2),
    }
}

keys! {
    /// `hazard` of a zone.
    pub(super) enum Hazard {
        TEST: Name = Key::identifier("test").required(),
        DR: u8 = Key::int("dr", 1, 40).default_int(12),
        DAMAGE: Option<DiceExpr> = Key::dice("damage"),
    }
}

keys! {
    /// `[[zones]]`.
    pub(super) enum Zone {
        ID: Id = common::ID,
        CAPACITY: Option<u8> = Key::int("capacity", 1, 64),
        HAZARD: Option<Table> = Key::table("hazard", Hazard::KEYS),
    }
}

keys! {
    /// `[[combatants.attacks]]`.
    pub(super) enum Attack {
        ID: Id = common::ID,
        DAMAGE: DiceExpr = Key::dice("damage").required(),
        DR: Option<u8> = Key::int("dr", 1, 40).derived("from `rules`"),
        SUCCESS: Table = Key::group("success", &EFFECT).default_table().doc("on the target"),
        CRITICAL: Option<Table> = Key::group("critical", &EFFECT).doc("on the target as well"),
    }
}

keys! {
    /// `[[combatants]]`.
    pub(super) enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(20),
        HP: i64 = Key::int("hp", 1, 10_000).required(),
        ATTRIBUTES: Option<Entries<i64>> = Key::int_map("attributes", -50, 100, 4).reserved(&["initiative"]),
        SKILLS: Option<Entries<i8>> = Key::int_map("skills", 0, 9, 4).identifiers().entries_min(0),
        ATTACKS: Tables = Key::tables("attacks", Attack::KEYS, 5),
        ABILITIES: Option<TablesFile> = Key::toml_tables_of("abilities", &ABILITY, 5),
        SPELLS: Tables = Key::tables_of("spells", &ABILITY, 5),
    }
}

keys! {
    /// The keys of an invented system.
    pub(super) enum File: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        MAP: Option<Table> = Key::table("map", Map::KEYS),
        ZONES: Tables = Key::tables("zones", Zone::KEYS, 3),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 6),
    }
}

pub(super) const SCHEMA: &[KeyDecl] = File::KEYS;

/// A scenario without mistakes that gives keys of every kind.
pub(super) const VALID: &str = r#"
system = "toy"
name = "Bridge"
zones = [{ id = "road", capacity = 4 }, { id = "river", hazard = { test = "str", damage = "d4" } }]

[rules]
stakes = "death"
meter_ticks = 11
auto_win = true
triggers = ["first_out", "leader_out"]
unarmed = 2
must_fall = ["captain"]
tables = { blunt = "none" }

[[combatants]]
id = "warden"
name = "The warden"
side = "party"
count = 2
hp = 12
attributes = { str = 3, dex = -1 }
skills = { bow_use = 3 }
[[combatants.attacks]]
id = "bow"
damage = "1d6"
dr = 13

[[combatants]]
id = "captain"
side = "enemies"
hp = 20
[combatants.attributes]
str = 2
"#;

/// The lines before the combatants, for tests that only care for these.
pub(super) const HEAD: &str = "system = \"toy\"\nname = \"Bridge\"\n";

/// A combatant that is complete.
pub(super) const FIGHTER: &str = "[[combatants]]\nid = \"warden\"\nside = \"party\"\nhp = 12\n";

pub(super) fn scenario(text: &str) -> Scenario {
    Scenario::parse(Source::new("a.toml", text)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Hands a scenario all files that it wants, by their names, and returns what is wrong with them.
pub(super) fn attach(scenario: &mut Scenario, files: &[(&str, &str)]) -> Vec<Problem> {
    let mut problems = Vec::new();
    while let Some(wanted) = scenario.wanted_files(SCHEMA).first() {
        let file = files.iter().find(|(name, _)| *name == wanted.path);
        let file = file.map(|(name, text)| Source::new(*name, *text)).ok_or_else(|| "no such file".to_owned());
        problems.extend(scenario.attach(wanted, file, SCHEMA));
    }
    problems
}

pub(super) fn overrides(texts: &[&str]) -> Vec<Override> {
    texts.iter().map(|text| text.parse().expect("tests write PATH=VALUE")).collect()
}

/// Texts for 0, 1, … up to `count` of them, one after the other.
pub(super) fn numbered(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// All problems of a text, one a line.
pub(super) fn problems_of(text: &str) -> String {
    match Scenario::parse(Source::new("a.toml", text)) {
        Ok(scenario) => scenario.problems(scenario.validate(SCHEMA)).to_string(),
        Err(problems) => problems.to_string(),
    }
}

/// The one problem of a text, and what it underlines.
pub(super) fn the_problem(text: &str) -> (Problem, String) {
    let scenario = scenario(text);
    let problems = scenario.problems(scenario.validate(SCHEMA));
    assert_eq!(problems.list.len(), 1, "{problems}");
    let problem = problems.list[0].clone();
    let underlined = underlined(&problems, &problem);
    (problem, underlined)
}

pub(super) fn underlined(problems: &Problems, problem: &Problem) -> String {
    let span = problem.span.expect("it has a location");
    problems.source(span).expect("it has a text").text[span.range()].to_owned()
}

#[test]
fn a_scenario_without_mistakes_has_no_problems() {
    assert_eq!(problems_of(VALID), "");
}
