//! Tests of whole scenarios, over a declaration that has every kind of key.

mod examples;
mod hostile;
mod json_schemas;
mod line_ups;
mod overrides;
mod rosters;
mod sections;
mod validation;

use super::common::{self, DESCRIPTION, ID, NAME, NAME_OF_SCENARIO, ROSTER, SIDE, SYSTEM};
use super::{KeyDecl as Key, Override, Problem, Problems, Scenario, Source, Word, words};

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

const RULES: &[Key] = &[
    Key::word("stakes", Stakes::CHOICES).default_word("spar").rules(&["TOY-01"]).doc("what the fighters risk"),
    Key::odd_int("meter_ticks", 5, 101).derived("9 for a spar, 13 to the death").unit("ticks").rules(&["TOY-02"]),
    Key::int("max_rounds", 1, 1000).default_int(100).unit("rounds").doc("limit of a fight"),
    Key::int("modifier", -20, 20),
    Key::int("pace", -10, 100).multiples_of(5),
    Key::bool("auto_win").default_bool(false),
    Key::words("triggers", Trigger::CHOICES).default_words(&["half_out"]),
    Key::word_list("bouts", Stakes::CHOICES, 3),
    Key::dice("unarmed").default_text("1"),
    Key::ids("must_fall", 3),
    Key::table("tables", &[Key::text("blunt"), Key::int("size", 1, 6).default_int(2)]).default_table(),
];

const HAZARD: &[Key] = &[Key::name("test").required(), Key::int("dr", 1, 40).default_int(12), Key::dice("damage")];

const ZONE: &[Key] = &[ID, Key::int("capacity", 1, 64), Key::table("hazard", HAZARD)];

const ATTACK: &[Key] = &[ID, Key::dice("damage").required(), Key::int("dr", 1, 40).derived("from `rules`")];

const COMBATANT: &[Key] = &[
    ID,
    NAME,
    SIDE,
    common::count(20),
    Key::int("hp", 1, 10_000).required(),
    Key::int_map("attributes", -50, 100, 4).reserved(&["initiative"]),
    Key::int_map("skills", 0, 9, 4).identifiers().entries_min(0),
    Key::tables("attacks", ATTACK, 5),
];

/// The keys of an invented system.
pub(super) const SCHEMA: &[Key] = &[
    SYSTEM,
    NAME_OF_SCENARIO,
    DESCRIPTION,
    ROSTER,
    common::rules(RULES),
    Key::tables("zones", ZONE, 3),
    common::combatants(COMBATANT, 6),
];

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

/// What stands before the combatants where a test only cares for these.
pub(super) const HEAD: &str = "system = \"toy\"\nname = \"Bridge\"\n";

/// A combatant that is complete.
pub(super) const FIGHTER: &str = "[[combatants]]\nid = \"warden\"\nside = \"party\"\nhp = 12\n";

pub(super) fn scenario(text: &str) -> Scenario {
    Scenario::parse(Source::new("a.toml", text)).unwrap_or_else(|problems| panic!("{problems}"))
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
    let span = problem.span.expect("it has a place");
    problems.source(span).expect("it has a text").text[span.range()].to_owned()
}

#[test]
fn a_scenario_without_mistakes_has_no_problems() {
    assert_eq!(problems_of(VALID), "");
}
