//! Checks of single encounters, whoever listens and however they are played.

use std::collections::BTreeSet;
use std::fmt;

use equipoise_engine::conformance::{Remembering, mistake_of_end};
use equipoise_engine::decision::DecisionsSeen;
use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::scenario::Scenario;
use equipoise_engine::{
    Counting, EncounterIndex, EndState, MetricUnit, Narrated, Outcome, Rule, RulesSeen, Ruleset, Silent, Trace, Winner,
    Workspace, fight, fight_watched, load, load_day,
};

use super::{Case, SEED, cases};

/// Encounters of the checks that compare each with another one.
const PAIRS: u64 = 500;
/// Encounters of the others.
const ENCOUNTERS: u64 = 2000;
/// Encounters of every scenario in which rules may be reached.
const LISTENED: u64 = 3000;

fn dice(index: u64) -> Seeded {
    let mut dice = Seeded::new(SEED);
    dice.start(EncounterIndex(index));
    dice
}

/// The end of an encounter: everything that a run reports of it beside its metrics, and the last state.
#[derive(Clone, PartialEq)]
struct Ended<S> {
    outcome: Outcome,
    end_states: Vec<EndState>,
    state: S,
}

impl<S: Clone> Ended<S> {
    fn new<R: Ruleset<State = S>>(rules: &R, state: &S, outcome: Outcome) -> Self {
        Self { outcome, end_states: rules.end_states(state).collect(), state: state.clone() }
    }
}

impl<S> fmt::Debug for Ended<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with {:?} (or other parts of the last state)", self.outcome, self.end_states)
    }
}

fn play<R: Ruleset>(rules: &R, workspace: &mut Workspace<R>, index: u64, trace: &mut impl Trace) -> Ended<R::State> {
    let outcome = fight(rules, workspace, &mut dice(index), trace);
    Ended::new(rules, &workspace.state, outcome)
}

/// Every encounter ends within its rounds; [who fights on](Ruleset::fights_on) and the [lead](Ruleset::lead) agree with
/// the winner: see [`mistake_of_end`]. The lead stays within its bounds, and is decided once the last round is.
pub fn ends_agree_with_winners<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let mut workspace = Workspace::new(&rules);
        for index in 0..ENCOUNTERS {
            let mut lead = 0;
            let outcome = fight_watched(&rules, &mut workspace, &mut dice(index), &mut Silent, |state| {
                lead = rules.lead(state);
                assert!((-1000..=1000).contains(&lead), "{name}: encounter {index} has a lead of {lead} thousandths");
            });
            let is_decided = match outcome.winner {
                Winner::Party => lead == 1000,
                Winner::Enemies => lead == -1000,
                Winner::Draw | Winner::Timeout => lead.abs() < 1000,
            };
            assert!(is_decided, "{name}: encounter {index} ends as {} with a lead of {lead}", outcome.winner);
            if let Some(mistake) = mistake_of_end(&rules, &workspace.state, outcome) {
                panic!("{name}: encounter {index}: {mistake}");
            }
        }
    }
}

/// A [`Workspace`] in which others have fought before is as good as a new one: [`Ruleset::reset`] resets everything, and
/// no step reads from the scratch memory what another one wrote.
pub fn used_workspaces_leave_no_trace<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let mut used = Workspace::new(&rules);
        for index in 0..PAIRS {
            let mut fresh = Workspace::new(&rules);
            let expected = play(&rules, &mut fresh, index, &mut Silent);
            let found = play(&rules, &mut used, index, &mut Silent);
            assert_eq!(found, expected, "{name}: encounter {index} in a workspace that was used before");
        }
    }
}

/// Whoever listens, the fight is the same: silent, counted, narrated, with its rules heard, and with its dice recorded. No
/// line of a narration is empty.
pub fn listening_changes_nothing<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let mut workspace = Workspace::new(&rules);
        for index in 0..PAIRS {
            let expected = play(&rules, &mut workspace, index, &mut Silent);
            let mut counting = Counting::new(rules.metrics().len());
            let counted = play(&rules, &mut workspace, index, &mut counting);
            assert_eq!(counted, expected, "{name}: encounter {index}, counted");
            let heard = play(&rules, &mut workspace, index, &mut RulesSeen::default());
            assert_eq!(heard, expected, "{name}: encounter {index}, with its rules heard");
            let mut traces = (Narrated::default(), Counting::new(rules.metrics().len()));
            let outcome = fight(&rules, &mut workspace, &mut Recorded::new(dice(index)), &mut traces);
            let narrated = Ended::new(&rules, &workspace.state, outcome);
            assert_eq!(narrated, expected, "{name}: encounter {index}, narrated");
            assert_eq!(traces.1.counts(), counting.counts(), "{name}: the metrics of encounter {index}, narrated");
            for (metric, &count) in rules.metrics().iter().zip(counting.counts()) {
                let is_possible = metric.unit != MetricUnit::YesNo || count <= 1;
                assert!(is_possible, "{name}: {} of encounter {index} is neither 0 nor 1", metric.name);
            }
            let is_empty = traces.0.lines().iter().any(|line| line.text.is_empty());
            assert!(!is_empty, "{name}: encounter {index} is narrated with an empty line");
        }
    }
}

/// [`Ruleset::round`] comes to the same as its turns one by one: the same states, counts and rules heard with the same
/// dice.
pub fn rounds_are_made_of_turns<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        let by_turns: Remembering<R> = load(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        let mut by_turns = Player::new(&by_turns);
        let mut by_rounds = Player::new(&rules);
        for index in 0..PAIRS {
            by_turns.play(index);
            by_rounds.play(index);
            let (found, expected) = (&by_rounds, &by_turns);
            let counts = [found.counting.counts(), expected.counting.counts()];
            assert_eq!(counts[0], counts[1], "{name}: encounter {index} counts otherwise, played turn by turn");
            assert!(found.states == expected.states, "{name}: encounter {index} goes otherwise, played turn by turn");
        }
        let is_same = by_rounds.seen.iter().eq(by_turns.seen.iter());
        assert!(is_same, "{name}: other rules are heard, played turn by turn");
    }
}

/// Every decision is for the first of the best options in its list, which [`Fight::decide`](equipoise_engine::Fight::decide) sees to, and
/// of a kind that [`Ruleset::DECISIONS`] declares; a system that declares some takes some, and not all of them without an alternative. Listing the options changes nothing.
pub fn decisions_are_taken_from_their_lists<R: Ruleset>(scenarios: &[Scenario]) {
    let mut seen = DecisionsSeen::default();
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let (mut workspace, mut plain) = (Workspace::new(&rules), Workspace::new(&rules));
        for index in 0..PAIRS {
            let listed = play(&rules, &mut workspace, index, &mut seen);
            let expected = play(&rules, &mut plain, index, &mut Silent);
            assert_eq!(listed, expected, "{name}: encounter {index} ends otherwise if its decisions are heard");
        }
    }
    let taken: BTreeSet<usize> = seen.seen.keys().map(|&(kind, _)| kind).collect();
    assert!(R::DECISIONS.is_empty() || !taken.is_empty(), "{}: no scenario takes a decision", R::NAME);
    let unknown = taken.iter().find(|&&kind| kind >= R::DECISIONS.len());
    assert_eq!(unknown, None, "{}: a decision of a kind that is not declared", R::NAME);
    let has_choice = seen.seen.keys().any(|&(_, options)| options > 1);
    assert!(R::DECISIONS.is_empty() || has_choice, "{}: no decision has more than one option", R::NAME);
}

/// Plays encounters and keeps the states after set-up and rounds of the last, and the rules of all.
struct Player<'a, R: Ruleset> {
    rules: &'a R,
    workspace: Workspace<R>,
    counting: Counting,
    states: Vec<R::State>,
    seen: RulesSeen,
}

impl<'a, R: Ruleset> Player<'a, R> {
    fn new(rules: &'a R) -> Self {
        let counting = Counting::new(rules.metrics().len());
        Self { rules, workspace: Workspace::new(rules), counting, states: Vec::new(), seen: RulesSeen::default() }
    }

    fn play(&mut self, index: u64) {
        let Self { rules, workspace, counting, states, seen } = self;
        fight(*rules, workspace, &mut dice(index), seen);
        counting.reset();
        states.clear();
        fight_watched(*rules, workspace, &mut dice(index), counting, |state| states.push(state.clone()));
        states.push(workspace.state.clone());
    }
}

/// Hears the rules of the first fights.
fn listen<R: Ruleset>(rules: &R, seen: &mut RulesSeen) {
    let mut workspace = Workspace::new(rules);
    for index in 0..LISTENED {
        fight(rules, &mut workspace, &mut dice(index), seen);
    }
}

/// The scenarios together, days among them, reach every rule of their [ledgers](Ruleset::rulebook), and none that is not among them.
pub fn every_rule_is_reached<R: Ruleset>(scenarios: &[Scenario]) {
    let mut seen = RulesSeen::default();
    for Case { rules, .. } in cases::<R>(scenarios) {
        listen(&rules, &mut seen);
    }
    for scenario in scenarios.iter().filter(|scenario| scenario.has_legs()) {
        let day = load_day::<R>(scenario, Vec::new()).unwrap_or_else(|problems| panic!("{}: {problems}", R::NAME));
        listen(&day, &mut seen);
    }
    let reached: BTreeSet<&str> = seen.iter().map(|(id, _)| id).collect();
    let ledgers = scenarios.iter().map(|scenario| R::rulebook(scenario).map_or(R::LEDGER, |book| book.ledger));
    let known: BTreeSet<&str> = ledgers.flat_map(Rule::all_of).map(|rule| rule.id).collect();
    let unreached: Vec<_> = known.difference(&reached).collect();
    assert!(unreached.is_empty(), "{}: no scenario reaches {unreached:?}", R::NAME);
    let unknown: Vec<_> = reached.difference(&known).collect();
    assert!(unknown.is_empty(), "{}: rules that no ledger has: {unknown:?}", R::NAME);
}
