//! What every registered system must pass as it stands: the suite loops over `System::ALL` and over the scenarios that
//! ship for each, and knows no system by name.

mod shipped;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{KeyDecl, PathEntry, Section, json_schema, mistakes_of_declaration};
use equipoise_engine::{
    Counting, EncounterIndex, EndState, Narrated, Outcome, RulesSeen, Ruleset, Seed, Side, Silent, System, Trace,
    Visitor, Winner, fight, fight_watched,
};
use equipoise_sim::{Intervals, Plan, Report, Watch, deviations, run};
use shipped::{Shipped, project, shipped};

/// Runs a check on every shipped scenario of every system.
fn on_every_scenario<V: Visitor<Output = ()>>(check: impl Fn(Shipped) -> V) {
    for &system in System::ALL {
        let scenarios = shipped(system);
        assert!(!scenarios.is_empty(), "no scenario ships for {}", system.name());
        for scenario in scenarios {
            system.visit(check(scenario));
        }
    }
}

/// One encounter with everything that can be compared.
#[derive(Debug, Clone, PartialEq)]
struct Fought {
    outcome: Outcome,
    ends: Vec<EndState>,
}

fn fought<R: Ruleset>(rules: &R, state: &mut R::State, index: u64, trace: &mut impl Trace) -> Fought {
    let mut dice = Seeded::new(Seed(11));
    dice.start(EncounterIndex(index));
    let outcome = fight(rules, state, &mut dice, trace);
    Fought { outcome, ends: ends(rules, state) }
}

fn ends<R: Ruleset>(rules: &R, state: &R::State) -> Vec<EndState> {
    (0..rules.combatants().len()).map(|at| rules.end_state(state, at)).collect()
}

struct EndsAsItSays(Shipped);

impl Visitor for EndsAsItSays {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        let mut state = R::State::default();
        for index in 0..2000 {
            let Fought { outcome, ends } = fought(&rules, &mut state, index, &mut Silent);
            let stands = |side: Side| {
                rules.combatants().iter().zip(&ends).any(|(who, end)| who.side == side && *end == EndState::Standing)
            };
            let standing = (stands(Side::Party), stands(Side::Enemies));
            assert!(outcome.rounds <= rules.rounds_max(), "{}: {index}", self.0.name);
            let agrees = match outcome.winner {
                Winner::Party => standing == (true, false),
                Winner::Enemies => standing == (false, true),
                Winner::Draw => standing == (false, false) || outcome.rounds == 0,
                Winner::Timeout => standing == (true, true) && outcome.rounds == rules.rounds_max(),
            };
            assert!(agrees, "{}: {index}: {outcome:?} leaves {ends:?}", self.0.name);
        }
    }
}

#[test]
fn every_encounter_ends_and_its_end_states_agree_with_the_winner() {
    on_every_scenario(EndsAsItSays);
}

struct ForgetsEverything(Shipped);

impl Visitor for ForgetsEverything {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        let mut used = R::State::default();
        for index in 0..500 {
            let mut fresh = R::State::default();
            let expected = fought(&rules, &mut fresh, index, &mut Silent);
            assert_eq!(fought(&rules, &mut used, index, &mut Silent), expected, "{}: {index}", self.0.name);
            assert!(used == fresh, "{}: {index}: a state that was used before ends differently", self.0.name);
        }
    }
}

#[test]
fn a_state_that_was_used_before_leaves_no_trace() {
    on_every_scenario(ForgetsEverything);
}

struct IsDeafToTraces(Shipped);

impl Visitor for IsDeafToTraces {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        let mut state = R::State::default();
        for index in 0..500 {
            let expected = fought(&rules, &mut state, index, &mut Silent);
            let mut counting = Counting::new(rules.counts());
            assert_eq!(fought(&rules, &mut state, index, &mut counting), expected);
            assert_eq!(counting.counts().len(), rules.metrics().len());
            assert_eq!(fought(&rules, &mut state, index, &mut RulesSeen::default()), expected);
            let mut both = (Narrated::default(), Counting::new(rules.counts()));
            let mut dice = Seeded::new(Seed(11));
            dice.start(EncounterIndex(index));
            let outcome = fight(&rules, &mut state, &mut Recorded::new(dice), &mut both);
            assert_eq!(Fought { outcome, ends: ends(&rules, &state) }, expected);
            assert_eq!(both.1.counts(), counting.counts());
            assert!(both.0.lines().iter().all(|line| !line.text.is_empty()));
        }
    }
}

#[test]
fn listening_changes_nothing() {
    on_every_scenario(IsDeafToTraces);
}

struct LeadsToTheWinner(Shipped);

impl Visitor for LeadsToTheWinner {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        let mut state = R::State::default();
        for index in 0..500 {
            let mut dice = Seeded::new(Seed(11));
            dice.start(EncounterIndex(index));
            let mut last = 0;
            let outcome = fight_watched(&rules, &mut state, &mut dice, &mut Silent, |state| {
                last = rules.lead(state);
                assert!((-1000..=1000).contains(&last));
            });
            match outcome.winner {
                Winner::Party => assert_eq!(last, 1000, "{}: {index}", self.0.name),
                Winner::Enemies => assert_eq!(last, -1000, "{}: {index}", self.0.name),
                Winner::Draw | Winner::Timeout => assert!(last.abs() < 1000, "{}: {index}", self.0.name),
            }
        }
    }
}

#[test]
fn the_lead_ends_with_the_winner() {
    on_every_scenario(LeadsToTheWinner);
}

struct Rules<'a>(Shipped, &'a mut RulesSeen);

impl Visitor for Rules<'_> {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        let mut state = R::State::default();
        for index in 0..3000 {
            fought(&rules, &mut state, index, self.1);
        }
    }
}

#[test]
fn shipped_scenarios_reach_every_rule_and_no_other() {
    for &system in System::ALL {
        let mut seen = RulesSeen::default();
        for scenario in shipped(system) {
            system.visit(Rules(scenario, &mut seen));
        }
        let reached: BTreeSet<&str> = seen.iter().map(|(id, _)| id).collect();
        let known: BTreeSet<&str> = system.rules().iter().map(|rule| rule.id).collect();
        assert_eq!(reached, known, "{}", system.name());
    }
}

struct AgreesWithExact(Shipped);

/// 400 000 encounters; over all values of all shipped scenarios (below 1000) a false alarm at |z| > 6.2 has a chance
/// below 1e-6. A shift of half a point at p = 0.5 is 6.3 standard errors and seen with probability 0.5, one of a point
/// with probability above 0.999.
const Z_MAX: f64 = 6.2;

impl Visitor for AgreesWithExact {
    type Output = ();

    fn visit<R: Ruleset>(self) {
        let rules: R = self.0.load();
        // What has more states is left to small fights of its kind.
        let budget = Budget { states: 50_000, ..Budget::default() };
        let Ok(solution) = solve(&rules, budget, &|| false) else { return };
        let sum: f64 = solution.winners.iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{}: the winners' chances add up to {sum}", self.0.name);
        let run = run(&rules, &Plan::new(Seed(11), 0..400_000), &Watch::none());
        let sampled = Report::sampled("s", &rules, &run, Seed(11), 0.95, Intervals::Fixed);
        let exact = Report::exact("s", &rules, &solution);
        for deviation in deviations(&sampled, &exact) {
            assert!(deviation.z.abs() < Z_MAX, "{}: {deviation:?}", self.0.name);
        }
        // The check can fail: a planted error of one point is seen.
        let mut canary = exact;
        let party = &mut canary.winners[Winner::Party.index()].share;
        if (0.1..0.9).contains(party) {
            *party += 0.01;
            let found = deviations(&sampled, &canary);
            assert!(found.iter().any(|deviation| deviation.z.abs() > Z_MAX), "{}: the canary lives", self.0.name);
        }
    }
}

#[test]
fn sampling_agrees_with_the_exact_solution() {
    on_every_scenario(AgreesWithExact);
}

#[test]
fn declarations_of_keys_are_sound() {
    for &system in System::ALL {
        assert_eq!(mistakes_of_declaration(system.schema()), Vec::<String>::new(), "{}", system.name());
        assert!(json_schema(system.name(), system.schema()).is_object());
        let ids: BTreeSet<&str> = system.rules().iter().map(|rule| rule.id).collect();
        let mut stack: Vec<_> = system.schema().iter().collect();
        while let Some(key) = stack.pop() {
            assert!(!key.doc.is_empty(), "{}: `{}` has no meaning", system.name(), key.name);
            for rule in key.rules {
                assert!(ids.contains(rule), "{}: `{}` names the unknown rule {rule}", system.name(), key.name);
            }
            stack.extend(nested(key));
        }
    }
}

fn nested(key: &KeyDecl) -> &'static [KeyDecl] {
    key.kind.inside().keys()
}

#[test]
fn metrics_have_names_of_their_own() {
    struct Names(Shipped);
    impl Visitor for Names {
        type Output = ();
        fn visit<R: Ruleset>(self) {
            let rules: R = self.0.load();
            let names: BTreeSet<&str> = rules.metrics().iter().map(|metric| metric.name.as_str()).collect();
            assert_eq!(names.len(), rules.metrics().len());
            assert!(rules.metrics().iter().all(|metric| !metric.doc.is_empty()));
        }
    }
    on_every_scenario(Names);
}

/// Ids that a ledger's text defines: in bold at the start of an item.
fn ledger_ids(system: System) -> BTreeSet<String> {
    let path = project().join("docs/rules").join(format!("{}.md", system.name()));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let prefix = format!("**{}-", system.name().to_uppercase());
    let starts = text.lines().filter_map(|line| line.strip_prefix("- ")?.strip_prefix(&prefix));
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    starts.map(|rest| format!("{}-{}", system.name().to_uppercase(), digits(rest))).collect()
}

#[test]
fn every_rule_of_the_ledger_is_known_named_in_code_and_proven_by_a_test() {
    for &system in System::ALL {
        let ledger = ledger_ids(system);
        let known: BTreeSet<String> = system.rules().iter().map(|rule| rule.id.to_owned()).collect();
        assert_eq!(known, ledger, "{}", system.name());
        let folder = project().join("crates/engine/src/systems").join(system.name());
        let (code, proven) = rules_in_comments(&folder);
        assert_eq!(ledger.difference(&code).collect::<Vec<_>>(), Vec::<&String>::new(), "named in no code");
        assert_eq!(ledger.difference(&proven).collect::<Vec<_>>(), Vec::<&String>::new(), "proven by no test");
    }
}

/// The rule ids in the comments of a folder's code, and in those right above its tests.
fn rules_in_comments(folder: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut code, mut proven) = (BTreeSet::new(), BTreeSet::new());
    for path in sources(folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut in_tests = path.ends_with("tests.rs") || path.parent().is_some_and(|folder| folder.ends_with("tests"));
        let mut comment = BTreeSet::new();
        for line in text.lines().map(str::trim) {
            in_tests |= line.contains("cfg(test)");
            if line.starts_with("//") {
                comment.extend(ids(line));
                if !in_tests {
                    code.extend(ids(line));
                }
            } else if line == "#[test]" {
                proven.append(&mut comment);
            } else if !line.starts_with("#[") {
                comment.clear();
            }
        }
    }
    (code, proven)
}

/// `DUEL-05` and the like, and `DUEL-05 to DUEL-08` as the ids between.
fn ids(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let id = |word: &str| {
        let (system, number) = word.split_once('-')?;
        let known = System::ALL.iter().any(|known| known.name().to_uppercase() == system);
        known.then_some((system.to_owned(), number.parse::<u32>().ok()?))
    };
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some((system, number)) = id(word) else { continue };
        let mut last = number;
        if words.get(at + 1) == Some(&"to")
            && let Some((_, end)) = words.get(at + 2).and_then(|word| id(word))
        {
            last = end;
        }
        found.extend((number..=last).map(|number| format!("{system}-{number:02}")));
    }
    found
}

/// The Rust files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A new system is one folder and one line in the registry: nothing else may know one by name.
#[test]
fn no_crate_above_the_engine_knows_a_system_by_name() {
    for path in ["crates/sim/src", "crates/cli/src"].iter().flat_map(|folder| sources(&project().join(folder))) {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for system in System::ALL {
            let named = code.contains(&format!("systems::{}", system.name()));
            assert!(!named, "{} names {}", path.display(), system.name());
        }
    }
}

/// The keys of a scenario, its combatants' included, are reached by their paths, and setting a value to what it is
/// changes nothing.
#[test]
fn every_path_leads_to_its_value() {
    for &system in System::ALL {
        for scenario in shipped(system) {
            let paths = scenario.scenario.paths(system.schema());
            assert!(paths.iter().any(PathEntry::is_given));
            let canonical = scenario.scenario.canonical(system.schema());
            for entry in paths.iter().filter(|entry| entry.is_given()) {
                let Some(value) = entry.value.clone() else { continue };
                let mut again = scenario.scenario.clone();
                let path = entry.path.clone();
                if path == "system" || path == "roster" || path.rsplit('.').next() == Some("id") {
                    continue;
                }
                let problems = again.set(&[equipoise_engine::scenario::Override { path, value }], system.schema());
                assert!(problems.is_empty(), "{}: {}: {problems:?}", scenario.name, entry.path);
                assert_eq!(again.canonical(system.schema()), canonical, "{}: {}", scenario.name, entry.path);
            }
            let root: Section<'_> = scenario.scenario.root(system.schema());
            assert!(root.given("name"));
        }
    }
}
