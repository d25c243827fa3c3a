//! Random fights of any system: sampled against solved, solved against solved without forgetting, and narrated against
//! silent.

mod digests;
mod duels;
mod thrum;
mod tiny;
mod wounds;
mod zones;

use equipoise_engine::conformance::{Remembering, difference_of_solutions};
use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::exact::{Budget, Unsolved, solve};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::{Counting, EncounterIndex, Narrated, Ruleset, Seed, Workspace, fight, load};
use equipoise_sim::{Deviation, Intervals, Plan, Report, Watch, deviations, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// 64 fights of at most 60 compared values each: a false alarm at |z| > 6.5 anywhere has a chance below 1e-6 (3 840 normal
/// tails of 8e-11). 40 000 encounters see a shift of four points at p = 0.5 with probability above 0.999 999.
const FIGHTS: u32 = 64;
const Z_MAX: f64 = 6.5;
const ENCOUNTERS: u64 = 40_000;

/// Below so many encounters' worth of evidence the normal law says nothing.
const EVIDENCE_MIN: f64 = 25.0;

/// Small enough to be solved in a blink. Hundreds of thousands of states show nothing that tens of thousands do not, and take most of
/// the time.
const BUDGET: Budget = Budget { bytes: 150_000_000, states: 20_000, paths: 200_000 };

/// A few words, each as likely.
pub(super) fn word(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(words)
}

/// The fights, in two of five of which every combatant errs, or every other one.
fn perhaps_with_errors(fights: &impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let percent = prop::sample::select(&[(0, 0), (0, 0), (0, 0), (40, 40), (0, 90)][..]);
    (fights, percent).prop_map(|(text, (even, odd))| {
        let tables = text.split(TABLE).enumerate().map(|(number, table)| match (number, [odd, even][number % 2]) {
            (0, _) => table.to_owned(),
            (_, 0) => format!("{TABLE}{table}"),
            (_, percent) => format!("{TABLE}error = {percent}\n{table}"),
        });
        tables.collect()
    })
}

/// The header of a table of combatants.
const TABLE: &str = "[[combatants]]\n";

/// The number of encounters of like events that the estimate of a mean amounts to.
fn evidence(deviation: &Deviation) -> f64 {
    let standard_error = (deviation.sampled - deviation.exact) / deviation.z;
    let variance = standard_error.powi(2) * ENCOUNTERS as f64;
    let square = deviation.exact.powi(2);
    // For shares close to 1 it is the complement that is rare.
    let rare = (1.0 - deviation.exact).powi(2);
    ENCOUNTERS as f64
        * (square / (variance + square)).min(if deviation.exact < 1.0 { rare / (variance + rare) } else { 1.0 })
}

/// Whether what is sampled of random fights is what is solved; two thirds of them have to be small enough.
#[expect(clippy::print_stdout, reason = "how many fights were compared is shown with --nocapture")]
pub(super) fn assert_sampled_as_solved<R: Ruleset>(fights: &impl Strategy<Value = String>) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"fights that nobody has thought o");
    let config = Config { cases: FIGHTS, failure_persistence: None, ..Config::default() };
    let solved = std::cell::Cell::new(0);
    let outcome = TestRunner::new_with_rng(config, rng).run(&perhaps_with_errors(fights), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: R = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let solution = match solve(&rules, BUDGET, &|| false) {
            Ok(solution) => solution,
            Err(Unsolved::OverBudget { .. }) => return Ok(()),
            Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
        };
        solved.set(solved.get() + 1);
        let sum: f64 = solution.winners.iter().sum();
        prop_assert!((sum - 1.0).abs() < 1e-12, "the winners' chances add up to {sum}");
        let run = run(&rules, &Plan::new(Seed(2), 0..ENCOUNTERS), &Watch::none());
        let sampled = Report::sampled("random", &rules, &run, Seed(2), 0.95, Intervals::Fixed);
        let exact = Report::exact("random", &rules, &solution);
        for deviation in deviations(&sampled, &exact) {
            let fits = deviation.z.abs() < Z_MAX || evidence(&deviation) < EVIDENCE_MIN;
            prop_assert!(fits, "{deviation:?}");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    println!("{}: {} of {FIGHTS} fights were sampled and solved", R::NAME, solved.get());
    assert!(solved.get() >= FIGHTS * 2 / 3, "only {} of {FIGHTS} fights were small enough", solved.get());
}

/// Fights that are solved with something forgotten and with nothing: more than are sampled, since fewer are small enough.
const FORGOTTEN: u32 = 60;
/// The budget of a random fight with something forgotten.
const BUDGET_FORGETTING: Budget = Budget { bytes: 100_000_000, states: 20_000, paths: 300_000 };
/// Enough for what is small to be solved with nothing forgotten.
const BUDGET_REMEMBERING: Budget = Budget { bytes: 300_000_000, states: 45_000, paths: 600_000 };

/// Whether what the exact solver forgets of random fights changes nothing; a third of them have to be small enough, and
/// forgetting has to save states in some.
#[expect(clippy::print_stdout, reason = "how many fights were compared is shown with --nocapture")]
pub(super) fn assert_forgetting_changes_nothing<R: Ruleset>(fights: &impl Strategy<Value = String>) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"what nobody reads can be forgot.");
    let config = Config { cases: FORGOTTEN, failure_persistence: None, ..Config::default() };
    let (solved, smaller) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let outcome = TestRunner::new_with_rng(config, rng).run(&perhaps_with_errors(fights), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: R = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let Ok(forgetting) = solve(&rules, BUDGET_FORGETTING, &|| false) else { return Ok(()) };
        let Ok(remembering) = solve(&Remembering(rules), BUDGET_REMEMBERING, &|| false) else { return Ok(()) };
        solved.set(solved.get() + 1);
        smaller.set(smaller.get() + u32::from(forgetting.states < remembering.states));
        prop_assert!(forgetting.states <= remembering.states, "forgetting makes states");
        prop_assert_eq!(difference_of_solutions(&forgetting, &remembering), None);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    println!(
        "{}: {} of {FORGOTTEN} fights were solved twice, {} with fewer states",
        R::NAME,
        solved.get(),
        smaller.get()
    );
    assert!(solved.get() >= FORGOTTEN / 3, "only {} of {FORGOTTEN} fights were small enough", solved.get());
    assert!(smaller.get() > 0, "forgetting saves no state of any fight");
}

/// A fight whose rules nobody hears may be played another way, and comes to the same in every count.
pub(super) fn assert_narrated_as_silent<R: Ruleset>(fights: &impl Strategy<Value = String>) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"a fight is a fight when narrated");
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new_with_rng(config, rng).run(&perhaps_with_errors(fights), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: R = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let (mut workspace, mut narrated_workspace) = (Workspace::new(&rules), Workspace::new(&rules));
        for index in 0..40 {
            let mut dice = Seeded::new(Seed(3));
            dice.start(EncounterIndex(index));
            let mut trace = (Narrated::default(), Counting::new(rules.metrics().len()));
            let expected = fight(&rules, &mut narrated_workspace, &mut Recorded::new(dice.clone()), &mut trace);
            let mut counting = Counting::new(rules.metrics().len());
            let outcome = fight(&rules, &mut workspace, &mut dice, &mut counting);
            prop_assert_eq!(outcome, expected);
            prop_assert_eq!(counting.counts(), trace.1.counts());
            prop_assert!(workspace.state == narrated_workspace.state, "encounter {} ends differently", index);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
