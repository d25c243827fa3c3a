//! Support for tests of systems: "with these dice, this happens", and worked checks through the exact solver.
//!
//! All functions panic with an explanation if a check fails. They serve tests only, also those of systems in other
//! crates.
//!
//! ```
//! use equipoise_engine::systems::duel::Duel;
//! use equipoise_engine::{Winner, testing};
//!
//! let text = r#"
//!     system = "duel"
//!     name = "Two fencers"
//!     [[combatants]]
//!     id = "red"
//!     attributes = { attack = 7 }
//!     [[combatants]]
//!     id = "blue"
//!     attributes = { attack = 5 }
//! "#;
//! let duel: Duel = testing::limited(text, &["rules.meter_ticks=5"], 2);
//! let played = testing::play(&duel, [11, 10, 11, 10, 11, 10]);
//! assert_eq!(played.outcome.winner, Winner::Party);
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::accounts::Accounted;
use crate::any::AnyFight;
use crate::day::Day;
use crate::decision::{Decision, DecisionsSeen};
use crate::dice::{Recorded, Scripted, Seeded};
use crate::event::Event;
use crate::exact::{Budget, Solution, solve};
use crate::outcome::{EndState, Outcome, Winner};
use crate::resume::{Moment, fight_by_steps};
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Metric, Ruleset, Workspace, fight, fight_watched};
use crate::scenario::{Choice, Override, Scenario, Source};
use crate::systems::{load, load_day};
use crate::trace::{Counting, Line, Narrated, RulesSeen, Silent, Trace};

/// Tolerance for rounding errors after the sums of a fight, in double precision.
const CLOSE: f64 = 1e-12;

/// Plays the first encounters of a seed step by step. Calls `watch` with the state after the set-up and before each turn, and `ended`
/// with the last one.
pub fn watch_steps<R: Ruleset>(
    rules: &R,
    seed: Seed,
    encounters: u64,
    mut watch: impl FnMut(&R::State),
    mut ended: impl FnMut(&R::State),
) {
    let (mut workspace, mut dice) = (Workspace::new(rules), Seeded::new(seed));
    for index in (0..encounters).map(EncounterIndex) {
        dice.start(index);
        let after_set_up = |moment: Moment, state: &R::State, _: &_, _: &_| {
            if moment.round > 0 || moment.is_round_over {
                watch(state);
            }
        };
        fight_by_steps(rules, &mut workspace, &mut dice, &mut Silent, after_set_up);
        ended(&workspace.state);
    }
}

/// Loads a scenario with overrides in the notation of `--set`.
///
/// # Errors
/// The problems as text, if the scenario is refused.
pub fn try_load<R: Ruleset>(text: &str, overrides: &[&str]) -> Result<R, String> {
    try_load_with(text, &[], overrides)
}

/// As [`try_load`], for a scenario that refers to `files`, each a path and a text; any other file is missing.
///
/// # Errors
/// The problems as text, if the scenario is refused.
pub fn try_load_with<R: Ruleset>(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<R, String> {
    load(&read_with::<R>(text, files, overrides)?).map_err(|problems| problems.to_string())
}

/// As [`try_load_with`], for a day.
///
/// # Errors
/// The problems as text, if the day is refused.
pub fn try_load_day<R: Ruleset>(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<Day, String> {
    load_day::<R>(&read_with::<R>(text, files, overrides)?, Vec::new()).map_err(|problems| problems.to_string())
}

/// Reads a scenario and the files that it names.
fn read_with<R: Ruleset>(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<Scenario, String> {
    let mut scenario = Scenario::parse(Source::new("t", text)).map_err(|problems| problems.to_string())?;
    let mut problems = Vec::new();
    let keys = |scenario: &Scenario| R::rulebook(scenario).map_or(R::SCHEMA, |rulebook| rulebook.schema);
    // A file may refer to further files.
    while let Some(wanted) = scenario.wanted_files(keys(&scenario)).first() {
        let file = files.iter().find(|(path, _)| *path == wanted.path);
        let file = file.map(|&(path, text)| Source::new(path, text)).ok_or_else(|| "no such file".to_owned());
        let schema = keys(&scenario);
        problems.extend(scenario.attach(wanted, file, schema));
    }
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    let schema = keys(&scenario);
    problems.extend(scenario.set(&overrides, schema));
    if !problems.is_empty() {
        return Err(scenario.problems(problems).to_string());
    }
    Ok(scenario)
}

/// As [`try_load`], but panics if the scenario is refused.
#[track_caller]
pub fn loaded<R: Ruleset>(text: &str, overrides: &[&str]) -> R {
    try_load(text, overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Loads an encounter that is cut off after `rounds` rounds, so that a script may stop there. The system must have a
/// key `rules.max_rounds`.
#[track_caller]
pub fn limited<R: Ruleset>(text: &str, overrides: &[&str], rounds: u32) -> R {
    let limit = format!("rules.max_rounds={rounds}");
    loaded(text, &[overrides, &[&limit]].concat())
}

/// Checks that the scenario `bad` is refused with one problem, at `path` in a line of the file, whose text contains all
/// of `said`; and that `good`, the same scenario without the mistake, is accepted.
#[track_caller]
pub fn refuses<R: Ruleset>(bad: &str, path: &str, said: &[&str], good: &str) {
    if let Err(problems) = try_load::<R>(good, &[]) {
        panic!("refused, but allowed: {problems}\n{good}");
    }
    let Err(problems) = try_load::<R>(bad, &[]) else { panic!("not refused: {path}\n{bad}") };
    assert_eq!(problems.lines().count(), 1, "{problems}\n{bad}");
    assert!(problems.starts_with("t:"), "no line is named: {problems}");
    assert!(problems.contains(&format!("`{path}`")), "{path} is not named: {problems}");
    for said in said {
        assert!(problems.contains(said), "{said:?} is not said: {problems}");
    }
}

/// An encounter played with a script.
pub struct Played<R: Ruleset> {
    /// The outcome.
    pub outcome: Outcome,
    /// The states after the set-up and after each round.
    pub states: Vec<R::State>,
    /// The last state, after the rolls of [`Ruleset::finish`].
    pub end: R::State,
    /// The narration.
    pub lines: Vec<Line>,
    /// Counts of the rules applied.
    pub rules: RulesSeen,
    /// The end states, by combatant in listed order.
    pub ends: Vec<EndState>,
    counts: Vec<u32>,
    metrics: Vec<Metric>,
}

/// Plays an encounter with these faces. Panics unless exactly these are rolled, and unless the result is the same
/// without an observer.
#[track_caller]
pub fn play<R: Ruleset>(rules: &R, faces: impl IntoIterator<Item = u32>) -> Played<R> {
    let mut dice = Scripted::new(faces);
    let silent = play_silently(rules, dice.clone());
    let mut workspace = Workspace::new(rules);
    let mut states = Vec::new();
    let (mut counting, mut narrated, mut seen) =
        (Counting::new(rules.metrics().len()), Narrated::default(), RulesSeen::default());
    let mut trace = (&mut counting, (&mut narrated, &mut seen));
    let outcome = fight_watched(rules, &mut workspace, &mut dice, &mut trace, |state| states.push(state.clone()));
    dice.assert_spent();
    #[cfg(test)]
    crate::rules_seen::note(&seen);
    assert!(silent == (outcome, workspace.state.clone(), counting.counts().to_vec()), "otherwise when nobody listens");
    Played {
        outcome,
        states,
        lines: narrated.into_lines(),
        rules: seen,
        ends: rules.end_states(&workspace.state).collect(),
        counts: counting.counts().to_vec(),
        metrics: rules.metrics().to_vec(),
        end: workspace.state,
    }
}

/// Plays an encounter with [accounts](crate::accounts) and these faces: `expected` has every number of them that is not 0, by the
/// name of its metric without `accounts.`; who begins is left out.
#[track_caller]
pub fn assert_accounts<R: Ruleset>(rules: R, faces: impl IntoIterator<Item = u32>, expected: &[(&str, u32)]) {
    let played = play(&Accounted::new(AnyFight::new(Arc::new(rules))), faces);
    let first = played.metrics.iter().position(|metric| metric.name.starts_with("accounts.")).expect("accounts");
    let numbers = played.metrics[first..].iter().zip(&played.counts[first..]).filter(|(_, count)| **count > 0);
    let numbers = numbers.filter(|(metric, _)| !metric.name.starts_with("accounts.first."));
    let found: BTreeMap<&str, u32> =
        numbers.map(|(metric, &count)| (&metric.name["accounts.".len()..], count)).collect();
    assert_eq!(found, expected.iter().copied().collect());
}

/// Plays an encounter without narration; returns outcome, last state and counts.
#[track_caller]
fn play_silently<R: Ruleset>(rules: &R, mut dice: Scripted) -> (Outcome, R::State, Vec<u32>) {
    let (mut workspace, mut counting) = (Workspace::new(rules), Counting::new(rules.metrics().len()));
    let outcome = fight(rules, &mut workspace, &mut dice, &mut counting);
    dice.assert_spent();
    (outcome, workspace.state, counting.counts().to_vec())
}

/// The decisions of an encounter played with these faces, in the order in which they are taken. Panics unless exactly
/// these faces are rolled.
#[track_caller]
pub fn decisions<R: Ruleset>(rules: &R, faces: impl IntoIterator<Item = u32>) -> Vec<Decision> {
    let (mut dice, mut heard) = (Scripted::new(faces), Decisions(Vec::new()));
    fight(rules, &mut Workspace::new(rules), &mut dice, &mut heard);
    dice.assert_spent();
    heard.0
}

/// An observer that keeps every decision.
struct Decisions(Vec<Decision>);

impl Trace for Decisions {
    const HEARS_RULES: bool = false;
    const HEARS_DECISIONS: bool = true;

    fn decided(&mut self, decision: &Decision) {
        self.0.push(decision.clone());
    }
}

/// Counts the decisions of the first encounters of a seed, by kind and number of options. Panics if an encounter goes
/// differently without an observer.
#[track_caller]
pub fn decisions_seen<R: Ruleset>(rules: &R, seed: Seed, encounters: u64) -> DecisionsSeen {
    let (mut heard, mut silent) = (Workspace::new(rules), Workspace::new(rules));
    let mut observer = DecisionsSeen::default();
    for index in 0..encounters {
        let mut dice = Seeded::new(seed);
        dice.start(EncounterIndex(index));
        let outcomes = (
            fight(rules, &mut heard, &mut dice.clone(), &mut observer),
            fight(rules, &mut silent, &mut dice, &mut Silent),
        );
        assert!(
            outcomes.0 == outcomes.1 && heard.state == silent.state,
            "encounter {index} differs if decisions are heard"
        );
    }
    observer
}

/// Checks that every kind of decision of a system was seen at least once with more than one option.
#[track_caller]
pub fn assert_all_decisions_seen<R: Ruleset>(seen: &[DecisionsSeen]) {
    for (kind, Choice { name, .. }) in R::DECISIONS.iter().enumerate() {
        let mut all = seen.iter().flat_map(|seen| &seen.seen);
        assert!(all.any(|(&(of, options), _)| of == kind && options > 1), "no choice of {name:?} was seen");
    }
}

impl<R: Ruleset> Played<R> {
    /// The count of a metric, by its name.
    #[track_caller]
    pub fn metric(&self, name: &str) -> u32 {
        self.counts[index_of(&self.metrics, name)]
    }

    /// Whether a rule is named by a line of the narration of a round; round 0 is the set-up.
    pub fn applied(&self, round: u32, rule: &str) -> bool {
        self.lines.iter().any(|line| line.round == round && line.rules.contains(&rule))
    }

    /// Whether a rule is named by any line of the narration. Rules applied in a turn without a line are named nowhere.
    pub fn named(&self, rule: &str) -> bool {
        self.lines.iter().any(|line| line.rules.contains(&rule))
    }

    /// The narration of a round, one line each. The rolls after the last round belong to it.
    pub fn narration(&self, round: u32) -> String {
        let lines = self.lines.iter().filter(|line| line.round == round);
        lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Plays the first encounters of a seed and checks their narration: every line names at least one rule, only rules that
/// its turn applied, and every rule applied in a turn with lines is named by one of them.
#[track_caller]
pub fn assert_told_by_turn<R: Ruleset>(rules: &R, seed: Seed, encounters: u64) {
    let mut workspace = Workspace::new(rules);
    for index in 0..encounters {
        let mut dice = Seeded::new(seed);
        dice.start(EncounterIndex(index));
        let mut trace = (Narrated::default(), Turns(vec![Turn::default()]));
        fight(rules, &mut workspace, &mut Recorded::new(dice), &mut trace);
        let (lines, turns) = (trace.0.into_lines(), trace.1.0);
        let mut later = lines.as_slice();
        for turn in &turns {
            let (own, rest) = later.split_at(turn.lines);
            later = rest;
            turn.assert_told(own);
        }
        assert!(later.is_empty(), "lines of no turn");
    }
}

/// The turns of an encounter. The set-up counts as a turn, and so does the time between the turns of two rounds.
struct Turns(Vec<Turn>);

/// The rules that a turn applied, and the number of lines that it narrated.
#[derive(Default)]
struct Turn {
    rules: BTreeSet<&'static str>,
    lines: usize,
}

impl Turn {
    #[track_caller]
    fn assert_told(&self, lines: &[Line]) {
        for line in lines {
            assert!(!line.rules.is_empty(), "names no rule: {}", line.text);
            let slipped = line.rules.iter().find(|id| !self.rules.contains(**id));
            assert_eq!(slipped, None, "not applied in its turn: {}", line.text);
        }
        let untold = self.rules.iter().find(|id| lines.iter().all(|line| !line.rules.contains(*id)));
        assert!(lines.is_empty() || untold.is_none(), "{untold:?} is not told: {lines:?}");
    }
}

impl Turns {
    fn last(&mut self) -> &mut Turn {
        self.0.last_mut().expect("there is one from the start")
    }
}

impl Trace for Turns {
    fn rule(&mut self, id: &'static str) {
        self.last().rules.insert(id);
    }

    fn happens<E: Event>(&mut self, _event: impl FnOnce() -> E) {
        self.last().lines += 1;
    }

    fn round_begins(&mut self, _round: u32) {
        self.0.push(Turn::default());
    }

    fn turn_ends(&mut self) {
        self.0.push(Turn::default());
    }
}

/// The exact solution of an encounter, with its metrics by name.
pub struct Solved {
    /// The solution.
    pub solution: Solution,
    metrics: Vec<Metric>,
}

/// Solves an encounter of few states.
#[track_caller]
pub fn solved<R: Ruleset>(text: &str, overrides: &[&str]) -> Solved {
    let rules: R = loaded(text, overrides);
    let solution = solve(&rules, Budget::default(), &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"));
    Solved { solution, metrics: rules.metrics().to_vec() }
}

impl Solved {
    /// The chance that the party wins.
    pub fn party(&self) -> f64 {
        self.solution.winners[Winner::Party.index()]
    }

    /// The mean of a metric.
    #[track_caller]
    pub fn mean(&self, metric: &str) -> f64 {
        self.solution.metrics[index_of(&self.metrics, metric)].mean
    }

    /// The standard deviation of a metric from one encounter to the next.
    #[track_caller]
    pub fn sd(&self, metric: &str) -> f64 {
        self.solution.metrics[index_of(&self.metrics, metric)].sd
    }

    /// The chance that an encounter counts a metric of rounds, by its name.
    #[track_caller]
    pub fn occurred(&self, metric: &str) -> f64 {
        self.solution.occurred[index_of(&self.metrics, metric)]
    }

    /// The chance that a combatant ends in this state.
    pub fn ends(&self, combatant: usize, end: EndState) -> f64 {
        self.solution.end_states[combatant][end.index()]
    }
}

/// Checks that an encounter whose ties are decided by lot has the same chances and means as the average over all orders
/// in which a file could list its combatants. `text` is the scenario without combatants; `party` and `enemies` are the
/// tables of each side; `by_lot` are the overrides that let lots decide. Returns the range of the party's chances over
/// the orders.
#[track_caller]
pub fn assert_mean_over_orders<R: Ruleset>(text: &str, party: &[&str], enemies: &[&str], by_lot: &[&str]) -> f64 {
    let file = |party: &[&str], enemies: &[&str]| [&[text], party, enemies].concat().concat();
    let expected = numbers_by_name::<R>(&file(party, enemies), by_lot);
    let (mut sums, mut orders, mut chances) = (BTreeMap::new(), 0.0, Vec::new());
    for party in orders_of(party) {
        for enemies in orders_of(enemies) {
            let found = numbers_by_name::<R>(&file(&party, &enemies), &[]);
            chances.push(found["party"]);
            orders += 1.0;
            for (name, number) in found {
                *sums.entry(name).or_insert(0.0) += number;
            }
        }
    }
    for (name, &number) in &expected {
        let mean = sums[name] / orders;
        let scale = mean.abs().max(1.0);
        assert!((number - mean).abs() <= 1e3 * CLOSE * scale, "{name}: {number} by lot, {mean} over {orders} orders");
    }
    let [least, most] = [f64::min, f64::max].map(|of| chances.iter().copied().reduce(of).expect("an order"));
    most - least
}

/// All permutations of some tables.
fn orders_of<'a>(tables: &[&'a str]) -> Vec<Vec<&'a str>> {
    let Some((last, others)) = tables.split_last() else { return vec![Vec::new()] };
    let shorter = orders_of(others);
    let with_last = |order: &Vec<&'a str>, place: usize| [&order[..place], &[*last], &order[place..]].concat();
    shorter.iter().flat_map(|order| (0..=order.len()).map(move |place| with_last(order, place))).collect()
}

/// The chances and means of an encounter under names that do not depend on the listed order of combatants.
#[track_caller]
fn numbers_by_name<R: Ruleset>(text: &str, overrides: &[&str]) -> BTreeMap<String, f64> {
    let rules: R = loaded(text, overrides);
    let solution = solve(&rules, Budget::default(), &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"));
    let winners = Winner::ALL.into_iter().map(|winner| (winner.to_string(), solution.winners[winner.index()]));
    let metrics =
        rules.metrics().iter().zip(&solution.metrics).map(|(metric, moments)| (metric.name.clone(), moments.mean));
    let ends = rules.combatants().iter().zip(&solution.end_states).flat_map(|(combatant, ends)| {
        EndState::ALL.into_iter().map(|end| (format!("{}.{end}", combatant.id), ends[end.index()]))
    });
    winners.chain(metrics).chain(ends).chain([("rounds".to_owned(), solution.rounds.mean)]).collect()
}

#[track_caller]
fn index_of(metrics: &[Metric], name: &str) -> usize {
    let index = metrics.iter().position(|metric| metric.name == name);
    index.unwrap_or_else(|| panic!("there is no metric `{name}`"))
}

/// Checks a value that is known to full precision.
#[track_caller]
pub fn assert_close(found: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!((found - expected).abs() <= CLOSE * scale, "{found} is not {expected}: off by {:e}", found - expected);
}

/// Checks a value that a ledger prints with this number of decimals.
#[track_caller]
pub fn assert_printed(found: f64, printed: f64, decimals: i32) {
    assert!((found - printed).abs() < 0.6 * 10_f64.powi(-decimals), "{found} is not printed as {printed}");
}
