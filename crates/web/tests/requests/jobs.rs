//! Jobs that are played in pieces, by instances that know nothing of each other.

use super::*;

/// Drives a job with what others play of pieces of random sizes in a random order.
fn driven(study: &Value, files: &Value, mut random: u64) -> Vec<String> {
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    let begin = json!({ "do": "begin", "job": 7, "study": study, "files": files });
    let [mut driver, mut player] = [Workbench::default(), Workbench::default()];
    assert_eq!(ok(&mut driver, &begin), ok(&mut player, &begin));
    loop {
        let wanted = ok(&mut driver, &json!({ "do": "wanted", "job": 7, "most": 200 + below(3000), "count": 20 }));
        let mut pieces = wanted["pieces"].as_array().expect("a list").clone();
        if pieces.is_empty() {
            return lines(&ok(&mut driver, &json!({ "do": "result", "job": 7 })));
        }
        assert_eq!(refusal(&mut driver, &json!({ "do": "result", "job": 7 })), "the job is not finished");
        // Some stay with workers that are lost.
        while !pieces.is_empty() && below(9) > 0 {
            let piece = pieces.swap_remove(below(pieces.len()));
            let counts = ok(&mut player, &json!({ "do": "play", "job": 7, "piece": piece }));
            let take = json!({ "do": "take", "job": 7, "piece": piece, "counts": counts });
            assert!(ok(&mut driver, &take)["finished"].is_u64());
            assert!(answer(&mut driver, &take)["mistakes"].is_array(), "nothing is counted twice");
        }
    }
}

fn compare(until: &Value) -> Value {
    json!({ "kind": "compare", "first": "a.toml", "second": { "with": ["combatants.cat.hp=4"] }, "overrides": [], "until": until, "seed": 3,
        "confidence": 0.95, "margin": null })
}

fn sweep(cells: &Value) -> Value {
    json!({ "kind": "sweep", "scenario": "a.toml", "overrides": ["rules.max_rounds=4"], "vary": { "grid": ["combatants.cat.hp=2,3,5"] },
        "cells": cells, "method": { "sample": { "seed": 3, "range": [5, 4000], "confidence": 0.9 } }, "check": null, "cross": null })
}

#[test]
fn pieces_come_to_the_bytes_of_a_single_call() {
    let studies = [
        run(3, &json!({ "ranges": [[5, 9000], [20_000, 21_000]] })),
        run(3, &json!({ "precision": { "half_width": 0.02, "max_encounters": 20_000 } })),
        compare(&json!({ "fixed": { "encounters": 20_000 } })),
        compare(&json!({ "decided": { "max_encounters": 60_000, "fresh": null } })),
        compare(&json!({ "pilot": { "encounters": 5000 } })),
        sweep(&Value::Null),
        sweep(&json!([1, 3])),
    ];
    for study in &studies {
        let whole = whole(study, &files());
        for random in [1, 2] {
            assert_eq!(driven(study, &files(), random), whole, "{study}");
        }
    }
}

#[test]
fn a_job_without_encounters_is_finished() {
    let study = run(3, &json!({ "ranges": [[7, 7]] }));
    assert_eq!(driven(&study, &files(), 1), whole(&study, &files()));
}

#[test]
fn a_script_is_played_in_pieces() {
    let mut study = run(1, &json!({ "ranges": [[0, 600]] }));
    study["scenario"] = "script/nerves.toml".into();
    let files = shipped("script");
    let whole = ok(&mut Workbench::default(), &json!({ "do": "ask", "study": study, "files": files }));
    assert_eq!(driven(&study, &files, 5), lines(&whole));
}

#[test]
fn what_is_known_so_far_is_partial_and_drawn() {
    let mut workbench = Workbench::default();
    for (number, study) in [
        run(3, &json!({ "ranges": [[0, 2000]] })),
        compare(&json!({ "fixed": { "encounters": 2000 } })),
        sweep(&Value::Null),
    ]
    .iter()
    .enumerate()
    {
        let job = number as u32;
        ok(&mut workbench, &begin(job, study));
        let nothing = ok(&mut workbench, &json!({ "do": "interim", "job": job }));
        assert_eq!((&nothing["partial"], &nothing["finished"]), (&json!(true), &json!(0)));
        assert!(ok(&mut workbench, &json!({ "do": "charts", "job": job }))["charts"].is_array());
        let wanted = ok(&mut workbench, &json!({ "do": "wanted", "job": job, "most": 500 }));
        let piece = &wanted["pieces"][0];
        let counts = ok(&mut workbench, &json!({ "do": "play", "job": job, "piece": piece }));
        ok(&mut workbench, &json!({ "do": "take", "job": job, "piece": piece, "counts": counts }));
        let interim = ok(&mut workbench, &json!({ "do": "interim", "job": job }));
        assert_eq!((&interim["partial"], &interim["finished"]), (&json!(true), &json!(500)));
        let report: Value = serde_json::from_str(&lines(&interim)[0]).expect("JSON");
        assert!(report["provenance"].is_null() && report.is_object());
        let shown = ok(&mut workbench, &json!({ "do": "charts", "job": job }));
        assert!(shown["charts"][0]["svg"].as_str().expect("a drawing").starts_with("<svg"));
        assert!(shown["figures"].as_str().expect("elements").contains("class=\"figure\""));
        assert_eq!(refusal(&mut workbench, &json!({ "do": "page", "job": job })), "the job is not finished");
    }
}

#[test]
fn a_finished_job_has_a_page() {
    let mut workbench = Workbench::default();
    for study in [
        run(3, &json!({ "ranges": [[0, 300]] })),
        compare(&json!({ "fixed": { "encounters": 300 } })),
        sweep(&Value::Null),
    ] {
        ok(&mut workbench, &begin(1, &study));
        loop {
            let wanted = ok(&mut workbench, &json!({ "do": "wanted", "job": 1, "most": 1_000_000 }));
            let Some(piece) = wanted["pieces"].get(0) else { break };
            let counts = ok(&mut workbench, &json!({ "do": "play", "job": 1, "piece": piece }));
            ok(&mut workbench, &json!({ "do": "take", "job": 1, "piece": piece, "counts": counts }));
        }
        let page = ok(&mut workbench, &json!({ "do": "page", "job": 1 }));
        let html = page["html"].as_str().expect("a text");
        assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Caf\u{e9}"), "{study}");
    }
    ok(&mut workbench, &begin(1, &compare(&json!({ "pilot": { "encounters": 0 } }))));
    assert_eq!(refusal(&mut workbench, &json!({ "do": "page", "job": 1 })), "there is no page of such results");
}

#[test]
fn a_job_takes_the_place_of_another_and_is_ended() {
    let mut workbench = Workbench::default();
    ok(&mut workbench, &begin(1, &run(3, &json!({ "ranges": [[0, 100]] }))));
    let begun = ok(&mut workbench, &begin(1, &sweep(&Value::Null)));
    assert_eq!(begun["encounters"], 3 * 3995);
    assert_eq!(ok(&mut workbench, &json!({ "do": "end", "job": 1 })), json!(true));
    assert_eq!(refusal(&mut workbench, &json!({ "do": "end", "job": 1 })), "there is no job 1");
    // A job that cannot be begun leaves none of its number behind.
    ok(&mut workbench, &begin(1, &sweep(&Value::Null)));
    let mut study = run(3, &json!({ "ranges": [[0, 100]] }));
    study["overrides"] = json!(["combatants.dog.hp=3"]);
    let refused = answer(&mut workbench, &begin(1, &study));
    assert_eq!(refused["mistakes"][0]["at"]["file"], "--set");
    assert_eq!(refusal(&mut workbench, &json!({ "do": "interim", "job": 1 })), "there is no job 1");
}
