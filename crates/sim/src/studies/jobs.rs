//! Jobs whose pieces other processes play: split, in a random order, written down and read again, they come to the bytes of a
//! single call.

use serde::Serialize;

use crate::json::line;
use crate::kernel::job::{Job, Piece};
use crate::kernel::run::Watch;
use crate::record::{Files, Written, play_text, take_text};
use crate::registry::Registry;
use crate::studies::answer::SampleJob;
use crate::studies::load::Loader;
use crate::studies::method::{Extent, Method, Sampling};
use crate::studies::study::{Compare, Found, Opponent, Run, Study, Test, Tune, Until};
use crate::studies::test::Sampling as Looked;

const TEXT: &str = "system = \"tiny\"\nname = \"A\"\n[rules]\nmax_rounds = 3\n
[[combatants]]\nid = \"cat\"\nside = \"party\"\nhp = 3\nattacks = [{ id = \"claw\", kind = \"light_melee\" }]
[[combatants]]\nid = \"rat\"\nside = \"enemies\"\ncount = 2\nhp = 1\nattacks = [{ id = \"teeth\", kind = \"light_melee\" }]
[expect]\nparty.at_most = 0.001\nrounds.at_least = 1\nmirror.party.at_least = 0.1\n";

fn texts() -> Files {
    std::iter::once(("a.toml".into(), TEXT.to_owned())).collect()
}

/// Drives a job with what another one, as a worker elsewhere has it, plays of pieces in a random order.
fn driven<J: Job<Counts: Written>>(mut job: J, worker: &J, mut random: u64) -> J::Result {
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    loop {
        if let Some(result) = job.result() {
            return result;
        }
        let most = 500 + below(9000) as u64;
        let mut pieces: Vec<Piece> = job.wanted().into_iter().flat_map(|piece| piece.split(most)).collect();
        while !pieces.is_empty() {
            let piece = line(&pieces.swap_remove(below(pieces.len())));
            let piece: Piece = serde_json::from_str(&piece).expect("our own text");
            let counts = play_text(worker, &piece);
            take_text(&mut job, &piece, &counts).expect("it is wanted");
            assert!(take_text(&mut job, &piece, &counts).is_err(), "nothing is counted twice: {piece:?}");
            // Some stay with workers that are lost, and are asked for again.
            if below(8) == 0 {
                break;
            }
        }
    }
}

/// The text that a single call prints.
fn whole(study: &Study) -> String {
    let lines = study.lines(Loader::new(Registry::SHIPPED, &texts()), &Watch::none());
    lines.expect("a study without mistakes").join("\n")
}

fn result_of<T: Serialize>(results: [T; 2], study: &Study) {
    let whole = whole(study);
    for result in results {
        assert_eq!(line(&result), whole);
    }
}

#[test]
fn a_run_is_that_of_a_single_call() {
    let texts = texts();
    let extents = [
        Extent::Ranges(vec![5..9_000, 20_000..21_000]),
        Extent::Precision { half_width: 0.005, max_encounters: 100_000 },
        Extent::Precision { half_width: 0.0001, max_encounters: 30_000 },
    ];
    for encounters in extents {
        let method = Method::Sample(Sampling { seed: 3, encounters, confidence: 0.9, check: None, ways: false });
        let study = Run { scenario: "a.toml".into(), overrides: vec![], method };
        let loaded = study.load(Loader::new(Registry::SHIPPED, &texts)).expect("a scenario without mistakes");
        let sampling = study.method.sampling().expect("it is sampled");
        let job = || SampleJob::after(None, &loaded, sampling);
        result_of([1, 2].map(|random| driven(job(), &job(), random)), &Study::Run(study));
    }
}

#[test]
fn a_comparison_is_that_of_a_single_call() {
    let texts = texts();
    let extents = [
        Until::Fixed { encounters: 40_000 },
        Until::Ranges(vec![7..30_000, 40_000..40_500]),
        Until::Pilot { encounters: 20_000 },
        Until::Decided { max_encounters: 200_000, fresh: None },
        Until::Decided { max_encounters: 1000, fresh: None },
    ];
    for until in extents {
        let study = Compare {
            first: "a.toml".into(),
            second: Opponent::With(vec!["combatants.cat.hp=4".parse().expect("an override")]),
            overrides: vec![],
            until,
            seed: 3,
            confidence: 0.95,
            margin: Some(0.005),
        };
        let comparison = study.load(Loader::new(Registry::SHIPPED, &texts)).expect("a scenario without mistakes");
        result_of([1, 2].map(|random| driven(comparison.job(), &comparison.job(), random)), &Study::Compare(study));
    }
}

#[test]
fn a_test_is_that_of_a_single_call() {
    let sampling = Looked { confidence: 0.99, max_encounters: 60_000 };
    let texts = texts();
    let study = Test { scenario: "a.toml".into(), overrides: vec![], method: Method::Sample(sampling), seed: 3 };
    let test = study.load(Loader::new(Registry::SHIPPED, &texts)).expect("a scenario without mistakes");
    let job = || test.job(&|| false).expect("nothing is solved");
    let found = |random| Found { result: driven(job(), &job(), random), provenance: test.provenance() };
    result_of([1, 2].map(found), &Study::Test(study));
}

#[test]
fn a_race_is_that_of_a_single_call() {
    let texts = texts();
    let study = Tune {
        scenario: "a.toml".into(),
        overrides: vec![],
        vary: vec!["combatants.cat.hp=1..=6".parse().expect("an axis")],
        zip: false,
        targets: vec!["party=0.5".parse().expect("a target")],
        margin: 0.0,
        max_encounters: 200_000,
        seed: 3,
        confidence: 0.95,
    };
    let race = study.load(Loader::new(Registry::SHIPPED, &texts)).expect("a scenario without mistakes");
    let job = || race.job().expect("a race");
    result_of([1, 2].map(|random| race.found(&driven(job(), &job(), random))), &Study::Tune(study));
}
