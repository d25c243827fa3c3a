//! Monte Carlo against the exact solver on random duels: the same rules code under two interpreters, over knobs,
//! policies and sheets that nobody thought of.

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::{Seed, load};
use equipoise_sim::{Intervals, Plan, Report, Watch, deviations, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::digests;

/// 48 duels of 26 compared values each: a false alarm at |z| > 6.2 anywhere has a chance below 1e-6 (1 248 normal tails
/// of 5.6e-10). 40 000 encounters see a shift of three points at p = 0.5 with probability above 0.999 999.
const DUELS: u32 = 48;
const Z_MAX: f64 = 6.2;
const ENCOUNTERS: u64 = 40_000;

/// Shares so small that the normal law says nothing about their count: fewer than 25 encounters expected.
const TOO_RARE: f64 = 25.0 / ENCOUNTERS as f64;

fn word(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(words)
}

prop_compose! {
    fn rules()(
        stakes in word(&["spar", "death"]),
        half in 2_u8..7,
        long in 1_u8..5,
        auto_win in any::<bool>(),
        contest_tie in word(&["reroll", "higher-bonus", "challenger", "challenged", "no-move"]),
        initiative_tie in word(&["reroll", "higher-bonus"]),
        swap in any::<bool>(),
        exhaustion in word(&["shared", "per-creature"]),
        refresh in word(&["contest", "control", "contest-and-control"]),
        choosable in word(&["all", "positive"]),
        untrained in -4_i8..3,
        max_rounds in prop::sample::select(&[7_u16, 40, 300][..]),
    ) -> String {
        format!(
            "[rules]\nstakes = \"{stakes}\"\nmeter_ticks = {}\nnatural_20_move = {long}\nnatural_20_auto_win = {auto_win}\n\
             contest_tie = \"{contest_tie}\"\ninitiative_tie = \"{initiative_tie}\"\npenultimate_swap = {swap}\n\
             exhaustion = \"{exhaustion}\"\nrefresh = \"{refresh}\"\nchoosable = \"{choosable}\"\n\
             untrained_bonus = {untrained}\nmax_rounds = {max_rounds}\n",
            2 * half + 1
        )
    }
}

prop_compose! {
    /// A combatant with a choosable first attribute; the names of the two sheets overlap.
    fn combatant(id: &'static str, policies: &'static [&'static str])(
        initiative in -2_i8..8,
        policy in word(policies),
        habit in word(&["take", "decline", "hold-back"]),
        first in 1_i8..9,
        others in prop::collection::btree_map(prop::sample::select(&["b", "c", "d", "e"][..]), -3_i8..10, 0..4),
    ) -> String {
        let habit = if matches!(policy, "optimal" | "best-response") {
            String::new()
        } else {
            format!("natural_20 = \"{habit}\"\n")
        };
        let others: Vec<String> = others.iter().map(|(name, bonus)| format!("{name} = {bonus}")).collect();
        let others = others.join("\n");
        format!(
            "[[combatants]]\nid = \"{id}\"\ninitiative = {initiative}\npolicy = \"{policy}\"\n{habit}\
             [combatants.attributes]\n{id} = {first}\n{others}\n"
        )
    }
}

const EVERY_POLICY: &[&str] =
    &["best-margin", "highest-bonus", "thrifty", "in-order", "random", "optimal", "best-response"];
const NO_BEST_RESPONSE: &[&str] = &["best-margin", "highest-bonus", "thrifty", "in-order", "random", "optimal"];

prop_compose! {
    fn duel()(
        rules in rules(),
        party in combatant("red", EVERY_POLICY),
        enemies in combatant("blue", NO_BEST_RESPONSE),
    ) -> String {
        format!("system = \"duel\"\nname = \"Random\"\n{rules}{party}{enemies}")
    }
}

#[test]
fn random_duels_are_sampled_as_they_are_solved() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"duels that nobody has thought of");
    let config = Config { cases: DUELS, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new_with_rng(config, rng).run(&duel(), |text| {
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: Duel = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let solution = solve(&rules, Budget::default(), &|| false).expect("a small duel");
        let run = run(&rules, &Plan::new(Seed(2), 0..ENCOUNTERS), &Watch::none());
        let sampled = Report::sampled("random", &rules, &run, Seed(2), 0.95, Intervals::Fixed);
        let exact = Report::exact("random", &rules, &solution);
        for deviation in deviations(&sampled, &exact) {
            let rare = deviation.exact.min(1.0 - deviation.exact).abs() < TOO_RARE;
            prop_assert!(rare || deviation.z.abs() < Z_MAX, "{deviation:?}");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Swapping who is listed as what mirrors every chance: nothing in the rules favours a side.
#[test]
fn random_duels_are_mirrored_when_the_sides_are_swapped() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"mirrored duels are the same duel");
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    let combatants = (rules(), combatant("red", EVERY_POLICY), combatant("blue", NO_BEST_RESPONSE));
    let outcome = TestRunner::new_with_rng(config, rng).run(&combatants, |(rules, red, blue)| {
        let solved = |first: &str, second: &str| {
            let text = format!("system = \"duel\"\nname = \"Random\"\n{rules}{first}{second}");
            let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
            let rules: Duel = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
            solve(&rules, Budget::default(), &|| false).expect("a small duel")
        };
        let (straight, mirrored) = (solved(&red, &blue), solved(&blue, &red));
        prop_assert!(
            (straight.winners[0] - mirrored.winners[1]).abs() < 1e-10,
            "{:?} {:?}",
            straight.winners,
            mirrored.winners
        );
        prop_assert!((straight.rounds.mean - mirrored.rounds.mean).abs() < 1e-9 * straight.rounds.mean);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
#[ignore = "writes digests to compare two versions with"]
fn digests() {
    let combatants = (rules(), combatant("red", EVERY_POLICY), combatant("blue", NO_BEST_RESPONSE));
    let scenarios =
        combatants.prop_map(|(rules, red, blue)| format!("system = \"duel\"\nname = \"Random\"\n{rules}{red}{blue}"));
    digests::write::<Duel>("duels", &scenarios);
}
