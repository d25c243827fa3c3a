//! Whole runs of a real system: the promises that the units make together.

use std::path::Path;

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::{Ruleset, Seed, load};
use equipoise_sim::output::frame;
use equipoise_sim::record::Merger;
use equipoise_sim::{
    BATCH, Intervals, Plan, Precision, Report, Run, Shard, Watch, deviations, json, run, run_streaming,
    run_to_precision,
};

const SEED: Seed = Seed(20);

const FENCERS: &str = r#"
system = "duel"
name = "Two fencers"
[[combatants]]
id = "red"
side = "party"
initiative = 3
attributes = { attack = 7, bluff = 4, reflex = 5 }
[[combatants]]
id = "blue"
side = "enemies"
attributes = { attack = 6, bluff = 6 }
"#;

fn scenario() -> Scenario {
    Scenario::parse(Source::new("fencers.toml", FENCERS)).expect("TOML")
}

fn duel() -> Duel {
    load(&scenario()).expect("a valid scenario")
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool").install(work)
}

fn report(rules: &Duel, run: &Run) -> Report {
    Report::sampled("Two fencers", rules, run, SEED, 0.95, Intervals::Fixed)
}

fn csv(report: Report) -> Vec<u8> {
    let reports = [report];
    let tables =
        [frame::summary(&reports), frame::combatants(&reports), frame::rounds(&reports), frame::metrics(&reports)];
    tables
        .into_iter()
        .flat_map(|table| equipoise_sim::output::csv::csv(&table.expect("columns")).expect("plain"))
        .collect()
}

#[test]
fn reports_are_equal_byte_for_byte_on_any_threads_in_any_batches() {
    let rules = duel();
    let expected = run(&rules, &Plan::new(SEED, 0..20_000), &Watch::none());
    for threads in [1, 2, 7] {
        for batch in [1, 7, 1000, BATCH] {
            let plan = Plan { seed: SEED, range: 0..20_000, batch };
            let run = on_threads(threads, || run(&rules, &plan, &Watch::none()));
            assert_eq!(run, expected, "{threads} threads, batches of {batch}");
            assert_eq!(json(&report(&rules, &run)), json(&report(&rules, &expected)));
            assert_eq!(csv(report(&rules, &run)), csv(report(&rules, &expected)));
        }
    }
}

#[test]
fn joined_shards_report_what_the_single_run_does() {
    let rules = duel();
    let canonical = scenario().canonical(Duel::SCHEMA);
    let piece = |range| {
        let run = run(&rules, &Plan::new(SEED, range), &Watch::none());
        Shard::new("Two fencers", &canonical, &rules, &run, SEED)
    };
    let mut merger = Merger::default();
    for piece in [9_000..20_000, 0..1, 1..9_000].map(piece) {
        merger.add(Path::new("a piece"), &piece, |_| Ok(0)).expect("a piece of one run");
    }
    let merged: Shard = merger.wholes().next().expect("one run");
    let single = run(&rules, &Plan::new(SEED, 0..20_000), &Watch::none());
    assert_eq!(Report::from_shard(&merged, 0.95), report(&rules, &single));
}

#[test]
fn a_streamed_run_counts_the_same() {
    let rules = duel();
    let dir = tempfile::tempdir().expect("a directory");
    let plan = Plan::new(SEED, 77..70_077);
    let path = dir.path().join("fights.parquet");
    let streamed = run_streaming(&rules, &plan, &path, "{}", &Watch::none()).expect("room");
    assert_eq!(streamed, run(&rules, &plan, &Watch::none()));
}

/// False alarm 1e-6 over the 27 numbers of a duel, so |z| < 5.55. 200 000 encounters see a shift of one point at
/// p = 0.5 with probability 0.999.
#[test]
fn the_sample_agrees_with_the_exact_answer() {
    let rules = duel();
    let sampled = report(&rules, &run(&rules, &Plan::new(SEED, 0..200_000), &Watch::none()));
    let solution = solve(&rules, Budget::default(), &|| false).expect("few states");
    let exact = Report::exact("Two fencers", &rules, &solution);
    for deviation in deviations(&sampled, &exact) {
        assert!(deviation.z.abs() < 5.55, "{deviation:?}");
    }
}

/// The interval of each share misses with a chance of 1e-9 at most, and of the means with about that.
#[test]
fn a_run_to_a_precision_holds_the_exact_answer() {
    let rules = duel();
    let precision = Precision { half_width: 0.01, max_encounters: 1_000_000, confidence: 1.0 - 1e-9 };
    let [serial, parallel] =
        [1, 2].map(|threads| on_threads(threads, || run_to_precision(&rules, SEED, BATCH, &precision, &Watch::none())));
    assert_eq!(serial, parallel);
    assert!(serial.reached);
    let sampled = Report::sampled("Two fencers", &rules, &serial.run, SEED, precision.confidence, Intervals::Anytime);
    let exact = Report::exact("Two fencers", &rules, &solve(&rules, Budget::default(), &|| false).expect("few states"));
    for (sampled, exact) in sampled.winners.iter().zip(&exact.winners) {
        let interval = sampled.interval.expect("sampled");
        assert!(interval.half_width() <= 0.01 && interval.contains(exact.share), "{sampled:?} {exact:?}");
    }
    assert!(sampled.rounds.mean.interval.expect("sampled").contains(exact.rounds.mean.mean));
}

/// A metric that is 0 or 1 in every fight is a share and has a share's interval, of one fight as well. The mean of another
/// number has none where it was not seen to vary, which is not the same as impossible; where it has one, that lies above 0.
#[test]
fn metrics_that_are_shares_have_the_intervals_of_shares() {
    let rules = duel();
    for encounters in [1, 2, 10, 5000] {
        let run = run(&rules, &Plan::new(Seed(3), 0..encounters), &Watch::none());
        let report = Report::sampled("d", &rules, &run, Seed(3), 0.95, Intervals::Fixed);
        let mean = |name: &str| {
            let metric = report.metrics.iter().find(|metric| metric.name == name).expect("a metric of the duel");
            (metric.mean.mean, metric.mean.interval)
        };
        let (share, interval) = mean("party_first_control");
        let found = interval.expect("a share has an interval");
        assert_eq!(
            found,
            equipoise_sim::stats::interval::wilson((share * encounters as f64).round() as u64, encounters, 0.95)
        );
        assert!(found.lo >= 0.0 && found.hi <= 1.0 && found.lo < found.hi);
        assert_eq!(mean("unmoved_rounds"), (0.0, None), "rounds in which the meter stays are not seen");
        let intervals = || report.metrics.iter().map(|metric| &metric.mean).chain([&report.rounds.mean]);
        assert!(
            intervals()
                .filter_map(|mean| mean.interval)
                .all(|interval| interval.lo >= 0.0 && interval.lo < interval.hi)
        );
        assert_eq!(report.rounds.mean.interval.is_some(), encounters >= 10, "{encounters} rounds");
    }
}
