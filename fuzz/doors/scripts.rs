//! The door of scripts: any text as the rules of a small fight, checked as the command line does, and played.

use equipoise_engine::conformance::mistake_of_end;
use equipoise_engine::dice::Seeded;
use equipoise_engine::scenario::{Override, Problems, Scenario, Source, is_invisible};
use equipoise_engine::{Counting, EncounterIndex, Fault, Narrated, Ruleset, Seed, Silent, Workspace, fight, load};
use equipoise_script::Script;

/// The fight: short, since a script may take many steps in every turn.
const FIGHT: &str = r#"
system = "script"
name = "any"
script = "any.rhai"
rules = { max_rounds = 5 }
combatants = [{ id = "ann", side = "party" }, { id = "orc", side = "enemies", count = 2 }]
"#;
/// The keys that the fight has already, beside those that a script declares.
const GIVEN: [&str; 8] = ["id", "name", "side", "count", "error", "max_rounds", "script", "system"];
/// Encounters that are played.
const ENCOUNTERS: u64 = 2;

/// Checks a script, gives every key that it declares some value, and plays. Panics when anything is not as it must be. Whether the
/// script was played.
pub(crate) fn enter(input: &str) -> bool {
    let mut scenario = Scenario::parse(Source::new("any.toml", FIGHT)).expect("TOML");
    let wanted = scenario.wanted_files(Script::SCHEMA).into_iter().next().expect("the script");
    let mut problems = scenario.attach(&wanted, Ok(Source::new("any.rhai", input)), Script::SCHEMA);
    let schema = match Script::rulebook(&scenario) {
        Ok(book) => book.schema,
        Err(mistakes) => {
            problems.extend(mistakes);
            assert_shown(&scenario.problems(problems));
            return false;
        }
    };
    let mut number: usize = 0;
    let mut pick = |bound: u64| {
        number += 1;
        number as u64 % bound
    };
    let is_declared = |path: &str| !GIVEN.contains(&path.rsplit('.').next().unwrap_or_default());
    let declared =
        scenario.paths(schema).into_iter().filter(|entry| entry.path.contains('.') && is_declared(&entry.path));
    let values: Vec<Override> =
        declared.map(|entry| Override { value: entry.kind.example(&mut pick), path: entry.path }).collect();
    problems.extend(scenario.set(&values, schema));
    problems.extend(scenario.validate(schema));
    if !problems.is_empty() {
        assert_shown(&scenario.problems(problems));
        return false;
    }
    let canonical = scenario.canonical(schema);
    assert!(serde_json::from_str::<serde_json::Value>(&canonical).is_ok(), "not JSON: {canonical}");
    match load::<Script>(&scenario) {
        Ok(rules) => {
            if let Err(fault) = Fault::caught(|| assert_fights(&rules)) {
                assert!(fault.encounter.is_some(), "a fault of no encounter");
                assert_shown(&fault.into_problems());
            }
            true
        }
        Err(problems) => {
            assert_shown(&problems);
            false
        }
    }
}

/// Every mistake is shown in a line, without characters that cannot be seen, and lies inside of its text.
fn assert_shown(problems: &Problems) {
    assert!(!problems.list.is_empty(), "refused without a reason");
    let shown = problems.to_string();
    assert!(!shown.contains(|c| is_invisible(c) && c != '\n'), "invisible characters in {shown:?}");
    assert_eq!(shown.lines().count(), problems.list.len(), "not one line for each problem: {shown:?}");
    for problem in &problems.list {
        let span = problem.span.expect("a mistake of a script has a place");
        let text = &problems.sources[usize::from(span.source)].text;
        assert!(text.get(span.range()).is_some(), "{span:?} is not in {text:?}");
    }
}

/// Encounters end as they must, and whether somebody listens changes none.
fn assert_fights(rules: &Script) {
    let mut dice = Seeded::new(Seed(20));
    let mut workspace = Workspace::new(rules);
    for index in (0..ENCOUNTERS).map(EncounterIndex) {
        dice.start(index);
        let outcome = fight(rules, &mut workspace, &mut dice, &mut Silent);
        assert_eq!(mistake_of_end(rules, &workspace.state, outcome), None);
        let mut traces = (Counting::new(rules.metrics().len()), Narrated::default());
        let mut fresh = Workspace::new(rules);
        dice.start(index);
        assert_eq!(fight(rules, &mut fresh, &mut dice, &mut traces), outcome, "listening changed the fight");
        assert!(fresh.state == workspace.state, "a leftover state changed the fight");
    }
}
