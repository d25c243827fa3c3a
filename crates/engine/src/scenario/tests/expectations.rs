//! The expectations of a file: the form of `[expect]`, and that nothing else knows of it.

use serde_json::json;

use super::json_schemas::as_json;
use super::*;
use crate::scenario::{Band, EXPECTATIONS_MAX, Expectation, json_schema};

fn expecting(lines: &str) -> String {
    format!("{HEAD}{FIGHTER}{lines}\n")
}

/// Name and bounds of each expectation.
fn read(lines: &str) -> Vec<(String, Option<f64>, Option<f64>)> {
    let text = expecting(lines);
    assert_eq!(problems_of(&text), "", "{lines}");
    let list = scenario(&text).expectations().into_iter();
    list.map(|Expectation { quantity, band: Band { at_least, at_most }, .. }| (quantity, at_least, at_most)).collect()
}

fn one(name: &str, at_least: Option<f64>, at_most: Option<f64>) -> (String, Option<f64>, Option<f64>) {
    (name.to_owned(), at_least, at_most)
}

#[test]
fn bands_are_read_under_the_names_that_lead_to_them() {
    let lines = "[expect]\nparty = { between = [0.55, 1] }\ncombatants.warden.dead = { at_most = 0.15 }\n\
                 [expect.rounds]\nat_least = 2\np95.at_most = 12\n\
                 [expect.mirror]\nparty = { at_least = 0, at_most = 0.5 }\n\
                 [expect.\"combatants.bandit.*.dead\"]\nat_least = -0.0\n";
    let expected = [
        one("party", Some(0.55), Some(1.0)),
        one("combatants.warden.dead", None, Some(0.15)),
        one("rounds", Some(2.0), None),
        one("rounds.p95", None, Some(12.0)),
        one("mirror.party", Some(0.0), Some(0.5)),
        one("combatants.bandit.*.dead", Some(0.0), None),
    ];
    assert_eq!(read(lines), expected);
    let zero = &read("[expect]\na.at_least = -0.0")[0];
    assert!(zero.1.is_some_and(f64::is_sign_positive), "{zero:?}");
}

#[test]
fn names_may_be_those_of_bounds() {
    assert_eq!(
        read("[expect.combatants.between]\ndead.at_most = 1"),
        [one("combatants.between.dead", None, Some(1.0))]
    );
    assert_eq!(read("[expect.a]\nat_most = 1\nat_least.at_most = 2").len(), 2);
}

#[test]
fn an_empty_table_expects_nothing() {
    assert_eq!(read("[expect]"), []);
    assert_eq!(read(""), []);
}

#[test]
fn a_location_is_that_of_the_last_part_of_the_name() {
    let text = expecting("[expect]\ncombatants.warden.dead = { at_most = 0.15 }");
    let scenario = scenario(&text);
    let [expectation] = &scenario.expectations()[..] else { panic!("one") };
    assert_eq!(&text[expectation.span.range()], "dead");
    assert_eq!(expectation.path(), "expect.combatants.warden.dead");
}

#[test]
fn every_mistake_is_reported() {
    let lines = "[expect]\na = 0.5\nb = { at_mots = 1 }\nc = { between = [2, 1] }\n\
                 d = { between = [1, 2], at_most = 3 }\n\
                 e = { at_least = \"1\" }\nf = { at_most = nan }\ng = {}\nh = { colour = 1 }\n\
                 i = { at_least = 2, at_most = 1 }\n\
                 j = { between = [1] }\nk = { between = 1, at_mots = 2 }\nl.at_most = [1]\nm = [1]\n";
    let form = "expected a table such as { at_least = 0.4 }, { at_most = 0.6 } or { between = [0.4, 0.6] }, \
                or a table of such tables";
    let bound = "expected a number from -1e12 to 1e12";
    let two = "expected two numbers from -1e12 to 1e12 in a list, the lower one first";
    let expected = [
        format!("`expect.a` is the fraction 0.5, {form}"),
        "unknown key `expect.b.at_mots`; did you mean `at_most`?".to_owned(),
        "`expect.c`: no number is at least 2 and at most 1".to_owned(),
        "`expect.d.between`: says both bounds, and neither at_least nor at_most can stand beside it".to_owned(),
        format!("`expect.e.at_least` is the text \"1\", {bound}"),
        format!("`expect.f.at_most` is `nan`, which is not a number, {bound}"),
        format!("`expect.g`: expects nothing; {form}"),
        format!("`expect.h.colour` is the number 1, {form}"),
        "`expect.i`: no number is at least 2 and at most 1".to_owned(),
        format!("`expect.j.between` is a list, {two}"),
        format!("`expect.k.between` is the number 1, {two}"),
        "unknown key `expect.k.at_mots`; did you mean `at_most`?".to_owned(),
        format!("`expect.l.at_most` is a list, {bound}"),
        format!("`expect.m` is a list, {form}"),
    ];
    let problems = problems_of(&expecting(lines));
    let found: Vec<&str> = problems.lines().map(|line| line.splitn(4, ':').nth(3).expect("a place").trim()).collect();
    assert_eq!(found, expected);
    assert_eq!(problems_of(&expecting(lines)).lines().next().map(|line| line.starts_with("a.toml:8:5:")), Some(true));
}

#[test]
fn what_is_no_table_is_refused() {
    for (line, found) in [("expect = 3", "the number 3"), ("[[expect]]\na.at_most = 1", "a list")] {
        let text = format!("{line}\n{HEAD}{FIGHTER}");
        let text = if line.starts_with('[') { expecting(line) } else { text };
        let problems = problems_of(&text);
        assert!(problems.contains(&format!("`expect` is {found}, expected a table such as")), "{problems}");
    }
    let (problem, _) = the_problem(&expecting("[expct]\nparty.at_most = 1"));
    assert_eq!(problem.help().as_deref(), Some("did you mean `expect`?"));
}

#[test]
fn there_are_not_too_many() {
    let lines =
        |count: usize| (0..count).map(|index| format!("expect.q{index}.at_most = 1")).collect::<Vec<_>>().join("\n");
    let text = |count: usize| format!("{}\n{HEAD}{FIGHTER}", lines(count));
    assert_eq!(problems_of(&text(EXPECTATIONS_MAX)), "");
    let problems = problems_of(&text(EXPECTATIONS_MAX + 1));
    assert!(problems.contains("`expect.q1000`: a scenario has at most 1000 expectations"), "{problems}");
}

#[test]
fn expectations_change_nothing_else() {
    let (plain, with) = (scenario(&expecting("")), scenario(&expecting("[expect]\nparty.at_most = 1")));
    assert_eq!(plain.canonical(SCHEMA), with.canonical(SCHEMA));
    let paths = |scenario: &Scenario| scenario.paths(SCHEMA).into_iter().map(|entry| entry.path).collect::<Vec<_>>();
    assert_eq!(paths(&plain), paths(&with));
    assert_eq!(plain.tree(), with.tree());
}

#[test]
fn expectations_cannot_be_overridden() {
    let mut scenario = scenario(&expecting("[expect]\nparty.at_most = 1"));
    for path in ["expect", "expect.party", "expect.party.at_most"] {
        let wanted = Override { path: path.to_owned(), value: "2".to_owned() };
        let problems = scenario.set(&[wanted], SCHEMA);
        let [problem] = &problems[..] else { panic!("one: {problems:?}") };
        let message = format!("`{path}` cannot be set: only the file can say what is expected");
        assert_eq!((problem.code(), problem.to_string()), ("not-settable", message));
    }
}

#[test]
fn the_json_schema_agrees() {
    let schema = json_schema("toy", SCHEMA);
    let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
    let accepts = |line: &str| {
        let node = super::super::read::read_value(
            &format!("{{ {line} }}"),
            super::super::Location::Text { source: 0, offset: 0 },
        );
        let mut json = as_json(scenario(VALID).tree());
        json["expect"] = as_json(&node.expect("TOML"));
        validator.is_valid(&json)
    };
    for line in ["", "a = { at_most = 1 }", "a.b.c.between = [0, 0.5]", "combatants.between.dead.at_least = 0"] {
        assert!(accepts(line), "{line}");
        read(&format!("[expect]\n{}", line.replace(", ", ",")));
    }
    for line in ["a = 1", "a = {}", "a.at_mots = 1", "a.at_most = true", "a.between = [1]", "a.between = [1, 2, 3]"] {
        assert!(!accepts(line), "{line}");
        assert_ne!(problems_of(&expecting(&format!("[expect]\n{line}"))), "", "{line}");
    }
    assert_eq!(schema["properties"]["expect"]["additionalProperties"], json!({ "$ref": "#/$defs/expectation" }));
}
