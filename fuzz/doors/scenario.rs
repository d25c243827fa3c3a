//! The door of scenarios: any text as a scenario with its files and overrides, loaded as the command line does, and played.

use equipoise_engine::conformance::mistake_of_end;
use equipoise_engine::day::Day;
use equipoise_engine::dice::Seeded;
use equipoise_engine::scenario::{
    Inside, KeyDecl, Override, PathEntry, Problem, Problems, Scenario, Source, Span, is_invisible,
};
use equipoise_engine::{
    Counting, EncounterIndex, Narrated, Ruleset, Seed, Silent, System, Workspace, each_system, fight,
};

/// The line between the parts of an input: the scenario, the text of every file that it names, overrides one a line. The
/// latter two may be missing.
const SEPARATOR: &str = "====";
/// Encounters that are played of a scenario that loads.
const ENCOUNTERS: u64 = 20;
/// Scenarios with a higher round limit are loaded and not played.
const ROUNDS_MAX: u32 = 2000;
/// Policies that are worked out when the scenario is loaded.
const SOLVED: [&str; 2] = ["optimal", "best-response"];
/// With more names on the sheets, or a longer meter, a scenario with a solved policy is checked and not loaded: the
/// table grows with both.
const SOLVED_NAMES_MAX: usize = 6;
const SOLVED_TICKS_MAX: i64 = 9;

/// What became of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    /// It has mistakes.
    Refused,
    /// Checked only, to save time.
    Skipped,
    /// Loaded, and played unless its round limit is high.
    Loaded,
}

/// Reads, checks, loads and plays an input, in the order in which the command line does. Panics when anything is not
/// as it must be.
pub(crate) fn check(input: &str) -> Fate {
    let [scenario, file, overrides] = parts(input);
    let mut scenario = match Scenario::parse(Source::new("fuzz.toml", scenario)) {
        Ok(scenario) => scenario,
        Err(problems) => return refused(&problems),
    };
    let system = match scenario.system_name().map(System::from_name) {
        Ok(Some(system)) => system,
        Ok(None) => {
            let names: Vec<&str> = System::ALL.iter().map(System::name).collect();
            return refused(&scenario.problems(vec![scenario.unknown_system(&names)]));
        }
        Err(problem) => return refused(&scenario.problems(vec![problem])),
    };
    let mut problems = Vec::new();
    for wanted in scenario.wanted_files(system.schema()) {
        assert_text(&scenario.problems(Vec::new()), scenario.sources(), wanted.span);
        let unreadable = scenario.clone().attach(&wanted, Err(wanted.path.clone()), system.schema());
        assert_shown(&scenario.problems(unreadable));
        if !file.is_empty() {
            problems.extend(scenario.attach(&wanted, Ok(Source::new("fuzz.csv", file)), system.schema()));
        }
    }
    problems.extend(scenario.set(&read_overrides(overrides), system.schema()));
    system.entry(each_system!(load))(&scenario, problems)
}

/// Scenario, attached file and overrides.
fn parts(input: &str) -> [&str; 3] {
    let mut parts = [input, "", ""];
    for at in 0..2 {
        let mut offset = 0;
        for line in parts[at].split_inclusive('\n') {
            let end = offset + line.len();
            if line.trim_end() == SEPARATOR {
                (parts[at], parts[at + 1]) = (&parts[at][..offset], &parts[at][end..]);
                break;
            }
            offset = end;
        }
    }
    parts
}

fn read_overrides(text: &str) -> Vec<Override> {
    let mut overrides = Vec::new();
    for line in text.lines() {
        match line.parse::<Override>() {
            Ok(wanted) => {
                assert_eq!(wanted.to_string().parse().as_ref(), Ok(&wanted), "an override is read back as it is shown");
                overrides.push(wanted);
            }
            Err(error) => assert_ne!(error.to_string(), ""),
        }
    }
    overrides
}

/// A compiler of scenarios.
type Compile<T> = fn(&Scenario, &mut Vec<Problem>) -> Option<T>;

/// Loads a scenario, which may be a day of several fights.
fn load<R: Ruleset>(scenario: &Scenario, problems: Vec<Problem>) -> Fate {
    if scenario.has_legs() {
        load_by::<R, Day>(scenario, problems, Day::read::<R>)
    } else {
        load_by::<R, R>(scenario, problems, R::load)
    }
}

fn load_by<R: Ruleset, T: Ruleset>(scenario: &Scenario, mut problems: Vec<Problem>, compile: Compile<T>) -> Fate {
    problems.extend(scenario.validate(R::SCHEMA));
    let canonical = scenario.canonical(R::SCHEMA);
    let paths = scenario.paths(R::SCHEMA);
    if problems.is_empty() && is_costly(scenario, R::SCHEMA) {
        return Fate::Skipped;
    }
    let Some(rules) = compile(scenario, &mut problems).filter(|_| problems.is_empty()) else {
        return refused(&scenario.problems(problems));
    };
    assert!(serde_json::from_str::<serde_json::Value>(&canonical).is_ok(), "not JSON: {canonical}");
    assert!(paths.iter().all(|entry| entry.path.split('.').all(|segment| !segment.is_empty())));
    assert_settable(scenario, R::SCHEMA, &canonical);
    assert_expectations(scenario);
    assert_fights(&rules);
    assert_examples::<R, T>(scenario, &canonical, compile);
    Fate::Loaded
}

/// What the file expects has a name, a place and a band that some number lies in.
fn assert_expectations(scenario: &Scenario) {
    let problems = scenario.problems(Vec::new());
    for expectation in scenario.expectations() {
        assert_text(&problems, scenario.sources(), expectation.span);
        assert!(!expectation.path().chars().any(char::is_control), "{:?}", expectation.path());
        let (lo, hi) = (expectation.band.at_least, expectation.band.at_most);
        assert!(lo.or(hi).is_some_and(f64::is_finite));
        assert!(lo.is_none_or(|lo| hi.is_none_or(|hi| lo <= hi)), "{expectation:?}");
    }
}

/// Whether a policy has to be worked out over more than a handful of states.
fn is_costly(scenario: &Scenario, schema: &'static [KeyDecl]) -> bool {
    let paths = scenario.paths(schema);
    let is_solved = paths.iter().any(|entry| entry.value.as_deref().is_some_and(|value| SOLVED.contains(&value)));
    let names = paths.iter().filter(|entry| matches!(entry.key.kind.inside(), Inside::Entries { .. })).count();
    let ticks = paths.iter().filter(|entry| entry.kind.steps().is_some_and(|steps| steps.by == 2));
    let ticks = ticks.filter_map(|entry| entry.value.as_ref()?.parse().ok()).max().unwrap_or(0);
    is_solved && (names > SOLVED_NAMES_MAX || ticks > SOLVED_TICKS_MAX)
}

/// Setting every value to what it is changes nothing.
fn assert_settable(scenario: &Scenario, schema: &'static [KeyDecl], canonical: &str) {
    let mut again = scenario.clone();
    let given = again.paths(schema).into_iter().filter(PathEntry::is_given);
    let same = given.filter(|entry| entry.canonical.is_some());
    let overrides: Vec<Override> =
        same.filter_map(|entry| Some(Override { path: entry.path, value: entry.value? })).collect();
    let mut problems = again.set(&overrides, schema);
    problems.extend(again.validate(schema));
    assert!(problems.is_empty(), "setting what is there: {}", again.problems(problems));
    assert_eq!(again.canonical(schema), canonical, "setting what is there has changed it");
}

/// Every value may become another one of its kind: no kind refuses its own examples, and what the rules make of them
/// is a refusal with a reason or a fight like any other.
fn assert_examples<R: Ruleset, T: Ruleset>(scenario: &Scenario, canonical: &str, compile: Compile<T>) {
    let mut number = canonical.bytes().fold(1, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut pick = |bound: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % bound
    };
    let mut again = scenario.clone();
    // A table that gets another name is found by it no more.
    let is_name = |path: &str| ["id", "roll"].contains(&path.rsplit('.').next().unwrap_or_default());
    let paths = again.paths(R::SCHEMA).into_iter().filter(|entry| !is_name(&entry.path));
    let example = |entry: PathEntry| Override { value: entry.kind.example(&mut pick), path: entry.path };
    let overrides: Vec<Override> = paths.map(example).collect();
    let mut problems = again.set(&overrides, R::SCHEMA);
    problems.extend(again.validate(R::SCHEMA));
    // Tables of which a single key was set may lack others.
    problems.retain(|problem| problem.code() != "missing");
    assert!(problems.is_empty(), "examples: {}", again.problems(problems));
    if !again.validate(R::SCHEMA).is_empty() || is_costly(&again, R::SCHEMA) {
        return;
    }
    match compile(&again, &mut problems) {
        Some(rules) if problems.is_empty() => assert_fights(&rules),
        _ => assert_eq!(refused(&again.problems(problems)), Fate::Refused),
    }
}

fn refused(problems: &Problems) -> Fate {
    assert!(!problems.list.is_empty(), "refused without a reason");
    assert_shown(problems);
    Fate::Refused
}

/// Everything that is shown of problems can be shown, and points into the texts.
fn assert_shown(problems: &Problems) {
    let shown = problems.to_string();
    assert!(!shown.contains(|c| is_invisible(c) && c != '\n'), "invisible characters in {shown:?}");
    assert_eq!(shown.lines().count(), problems.list.len(), "not one line for each problem: {shown:?}");
    for problem in &problems.list {
        assert_ne!(problem.to_string(), "");
        assert_ne!(problem.code(), "");
        assert!(!problem.label().contains(is_invisible), "{:?}", problem.label());
        assert!(problem.help().is_none_or(|help| !help.is_empty()));
        for span in [problem.span, problem.also.as_ref().map(|also| also.0)].into_iter().flatten() {
            assert_text(problems, &problems.sources, span);
        }
        if let Some(cell) = &problem.cell {
            assert!(cell.row > 1, "a value in the header");
        }
    }
}

/// The span is part of its text, and its line and column are those of its first byte.
fn assert_text(problems: &Problems, sources: &[Source], span: Span) {
    let text = &sources.get(usize::from(span.source)).expect("a span has its text").text;
    assert!(text.get(span.range()).is_some(), "{span:?} is not in {text:?}");
    let (line, column) = problems.line_column(span);
    let before = &text[..span.start];
    assert_eq!(line, before.split('\n').count(), "line of {span:?} in {text:?}");
    assert!((1..=before.chars().count() + 1).contains(&column), "column {column} of {span:?} in {text:?}");
}

/// Plays some encounters, if each is short.
fn assert_fights<R: Ruleset>(rules: &R) {
    if rules.rounds_max() > ROUNDS_MAX {
        return;
    }
    let mut dice = Seeded::new(Seed(20));
    let mut workspace = Workspace::new(rules);
    for index in (0..ENCOUNTERS).map(EncounterIndex) {
        dice.start(index);
        let outcome = fight(rules, &mut workspace, &mut dice, &mut Silent);
        assert_eq!(mistake_of_end(rules, &workspace.state, outcome), None);
        if index.0 == ENCOUNTERS - 1 {
            let mut traces = (Counting::new(rules.metrics().len()), Narrated::default());
            let mut fresh = Workspace::new(rules);
            dice.start(index);
            assert_eq!(fight(rules, &mut fresh, &mut dice, &mut traces), outcome, "listening changed the fight");
            assert!(fresh.state == workspace.state, "a leftover state changed the fight");
            assert!(traces.1.into_lines().iter().all(|line| !line.text.is_empty()));
        }
    }
}
