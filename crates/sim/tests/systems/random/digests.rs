//! A digest of each of many random scenarios, by which two versions are seen to play the same fights.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::{Counting, EncounterIndex, Narrated, Ruleset, Seed, Workspace, fight, fight_watched, load};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Random scenarios of a system whose fights are digested.
const DIGESTED: u32 = 2000;

/// Writes `digests/<system>.txt` in the folder of temporary files of this build: a line for each of many random scenarios, with a
/// digest of all that their fights come to, silent, narrated and solved, and the scenarios themselves beside it. A change that must
/// keep every number writes the same lines as the version before it.
pub(super) fn write<R: Ruleset>(system: &str, fights: &impl Strategy<Value = String>) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"a digest tells one from another.");
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut digests, mut scenarios) = (String::new(), String::new());
    for number in 0..DIGESTED {
        let text = fights.new_tree(&mut runner).expect("a scenario").current();
        let _ = writeln!(scenarios, "# ===== {number}\n{text}");
        let scenario = Scenario::parse(Source { name: "random.toml".to_owned(), text }).expect("well-formed");
        let rules: R = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let _ = writeln!(digests, "{number} {:016x}", digest(&rules));
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("digests");
    std::fs::create_dir_all(&folder).expect("a folder that can be made");
    for (name, text) in [(format!("{system}.txt"), digests), (format!("{system}.scenarios"), scenarios)] {
        std::fs::write(folder.join(name), text).expect("a file that can be written");
    }
}

fn digest<R: Ruleset>(rules: &R) -> u64 {
    const BUDGET: Budget = Budget { bytes: 50_000_000, states: 400, paths: 100_000 };
    let mut hasher = DefaultHasher::new();
    let mut workspace = Workspace::new(rules);
    for index in 0..40 {
        let mut dice = Seeded::new(Seed(5));
        dice.start(EncounterIndex(index));
        let mut leads = Vec::new();
        let mut counting = Counting::new(rules.metrics().len());
        let watch = |state: &R::State| leads.push(rules.lead(state));
        let outcome = fight_watched(rules, &mut workspace, &mut dice.clone(), &mut counting, watch);
        (outcome.winner.index(), outcome.rounds, counting.counts(), leads).hash(&mut hasher);
        rules.end_states(&workspace.state).for_each(|end| end.index().hash(&mut hasher));
        let mut told = Narrated::default();
        fight(rules, &mut workspace, &mut Recorded::new(dice), &mut told);
        for line in told.into_lines() {
            (line.round, line.text, line.rules).hash(&mut hasher);
        }
    }
    if let Ok(solution) = solve(rules, BUDGET, &|| false) {
        solution.states.hash(&mut hasher);
        solution.winners.map(f64::to_bits).hash(&mut hasher);
        solution.rounds.mean.to_bits().hash(&mut hasher);
        for metric in &solution.metrics {
            (metric.mean.to_bits(), metric.sd.to_bits()).hash(&mut hasher);
        }
    }
    hasher.finish()
}
