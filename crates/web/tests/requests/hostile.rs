//! Requests that nobody should make.

use equipoise_web::{JOBS_MAX, PIECE_MAX};

use super::*;

#[test]
fn what_is_no_request_is_refused() {
    let mut workbench = Workbench::default();
    for text in [
        "",
        "{",
        "null",
        "[]",
        "7",
        "{}",
        "\u{0}",
        "{\"do\": 3}",
        "{\"do\": \"fly\"}",
        "{\"do\": \"hello\", \"more\": 1}",
    ] {
        let answer: Value = serde_json::from_str(&workbench.answer(text)).expect("JSON");
        let message = answer["mistakes"][0]["message"].as_str().expect("a message");
        assert!(message.starts_with("this is no request: "), "{text}: {message}");
    }
    let deep = format!("{{\"do\": \"hello\", \"x\": {}", "[".repeat(200_000));
    assert!(workbench.answer(&deep).contains("this is no request"));
    for (request, part) in [
        (
            json!({ "do": "begin", "job": -1, "study": run(1, &json!({ "ranges": [[0, 1]] })), "files": {} }),
            "invalid value",
        ),
        (begin(1, &run(1, &json!({ "ranges": [[9, 3]] }))), "ranges ascend"),
        (begin(1, &run(1, &json!({ "ranges": [] }))), "ranges ascend"),
        (begin(1, &json!({ "kind": "fly" })), "unknown variant `fly`"),
        (json!({ "do": "look", "files": { "a.toml": 3 }, "path": "a.toml" }), "expected a string"),
        (json!({ "do": "look", "files": {}, "path": "a.toml", "changes": ["nothing"] }), "nothing"),
    ] {
        let message = refusal(&mut workbench, &request);
        assert!(message.contains(part), "{request}: {message}");
    }
    let text = begin(1, &run(1, &json!({ "ranges": [[0, 1]] }))).to_string().replace("0.95", "NaN");
    assert!(workbench.answer(&text).contains("this is no request"));
}

#[test]
fn what_is_no_job_is_refused() {
    let mut workbench = Workbench::default();
    let limits = json!({ "max_memory": 1000, "max_states": null });
    let exact =
        json!({ "kind": "run", "scenario": "a.toml", "overrides": [], "method": { "exact": { "limits": limits } } });
    let mut checked = run(1, &json!({ "ranges": [[0, 10]] }));
    checked["method"]["sample"]["check"] = limits.clone();
    let replay = json!({ "kind": "replay", "scenario": "a.toml", "overrides": [], "seed": 1, "fight": { "index": 0 } });
    for study in [exact, checked, replay] {
        let message = refusal(&mut workbench, &begin(1, &study));
        assert!(message.ends_with("is not played in pieces: `ask` answers it whole"), "{message}");
    }
    for request in ["interim", "result", "charts", "page", "end"] {
        assert_eq!(refusal(&mut workbench, &json!({ "do": request, "job": 9 })), "there is no job 9");
    }
    let piece = json!({ "cells": [0], "range": { "start": 0, "end": 5 } });
    for request in [
        json!({ "do": "wanted", "job": 9, "most": 5 }),
        json!({ "do": "play", "job": 9, "piece": piece }),
        json!({ "do": "take", "job": 9, "piece": piece, "counts": "" }),
    ] {
        assert_eq!(refusal(&mut workbench, &request), "there is no job 9");
    }
}

#[test]
fn pieces_that_nobody_wants_are_neither_played_nor_taken() {
    let mut workbench = Workbench::default();
    ok(&mut workbench, &begin(1, &run(3, &json!({ "ranges": [[0, 1000]] }))));
    let piece =
        |cells: &Value, start: u64, end: u64| json!({ "cells": cells, "range": { "start": start, "end": end } });
    for (piece, part) in [
        (piece(&json!([0]), 9, 3), "a piece has 1 to"),
        (piece(&json!([0]), 9, 9), "a piece has 1 to"),
        (piece(&json!([0]), 0, PIECE_MAX + 1), "a piece has 1 to"),
        (piece(&json!([0]), 0, u64::MAX), "a piece has 1 to"),
        (piece(&json!([1]), 0, 9), "wants nothing of these cells"),
        (piece(&json!([]), 0, 9), "wants nothing of these cells"),
        (piece(&json!([0, 0]), 0, 9), "wants nothing of these cells"),
    ] {
        let message = refusal(&mut workbench, &json!({ "do": "play", "job": 1, "piece": piece }));
        assert!(message.contains(part), "{piece}: {message}");
    }
    let played = piece(&json!([0]), 0, 100);
    let counts = ok(&mut workbench, &json!({ "do": "play", "job": 1, "piece": played }));
    for (start, end) in [(0, 99), (0, 101), (900, 1001), (5000, 5100), (100, 0), (0, u64::MAX)] {
        let request = json!({ "do": "take", "job": 1, "piece": piece(&json!([0]), start, end), "counts": counts });
        refusal(&mut workbench, &request);
    }
    assert_eq!(ok(&mut workbench, &json!({ "do": "interim", "job": 1 }))["finished"], 0);
}

/// Every place of a text of counts, with another letter there, or cut off there.
#[test]
fn forged_counts_are_refused_or_counts() {
    let mut workbench = Workbench::default();
    ok(&mut workbench, &begin(1, &run(3, &json!({ "ranges": [[0, 20]] }))));
    let piece = json!({ "cells": [0], "range": { "start": 0, "end": 20 } });
    let counts = ok(&mut workbench, &json!({ "do": "play", "job": 1, "piece": piece }));
    let counts = counts.as_str().expect("a text");
    let take = |counts: &str| json!({ "do": "take", "job": 1, "piece": piece, "counts": counts });
    for text in ["", "{", "null", "[]", "{\"encounters\": 20}"] {
        refusal(&mut workbench, &take(text));
    }
    for at in (0..counts.len()).step_by(3) {
        refusal(&mut workbench, &take(&counts[..at]));
        for letter in ["9", "-", "\"", "e"] {
            let forged = [&counts[..at], letter, &counts[at + 1..]].concat();
            if answer(&mut workbench, &take(&forged))["ok"].is_object() {
                // Numbers that such encounters may have are not told from those that they had.
                ok(&mut workbench, &json!({ "do": "charts", "job": 1 }));
                ok(&mut workbench, &json!({ "do": "result", "job": 1 }));
                ok(&mut workbench, &begin(1, &run(3, &json!({ "ranges": [[0, 20]] }))));
            }
        }
    }
    ok(&mut workbench, &take(counts));
}

#[test]
fn large_and_odd_texts_are_mistakes() {
    let mut workbench = Workbench::default();
    for (text, part) in [
        (format!("{TEXT}# {}", "x".repeat(5_000_000)), "it is larger than 1 MiB"),
        (TEXT.replace("hp = 3", "hp = nan"), "combatants.cat.hp"),
        (TEXT.replace("hp = 3", "hp = 1e400"), "combatants.cat.hp"),
        (format!("x = {}", "[".repeat(100_000)), "a.toml"),
        ("\u{0}".to_owned(), "a.toml"),
        (String::new(), "a.toml"),
        ("<script>alert(1)</script>".to_owned(), "a.toml"),
    ] {
        let request = json!({ "do": "look", "files": { "a.toml": text }, "path": "a.toml" });
        let mistakes = ok(&mut workbench, &request)["mistakes"].to_string();
        assert!(mistakes.contains(part), "{part}: {mistakes}");
    }
}

/// Paths are names, which are compared without the steps that lead nowhere; and as for the command line, nothing beside or above the
/// folder of a scenario is read.
#[test]
fn a_scenario_names_files_beneath_its_folder_alone() {
    let mut workbench = Workbench::default();
    let mut mistakes = |scenario: &str, roster: &str| {
        let text = TEXT.replace("[rules]", &format!("roster = \"{roster}\"\n[rules]"));
        let files = json!({ scenario: text, "a/b/x.csv": "id,hp\n", "a/y.csv": "id,hp\n", "z.csv": "id,hp\n" });
        let request = json!({ "do": "look", "files": files, "path": scenario, "list": "nothing" });
        ok(&mut workbench, &request)["mistakes"].to_string()
    };
    let (absent, outside) = ("there is no such file on this page", "it is not beneath the folder of the scenario");
    for (scenario, roster) in [
        ("a/s.toml", "b/x.csv"),
        ("a/s.toml", "y.csv"),
        ("a/s.toml", "./b/../y.csv"),
        ("s.toml", "z.csv"),
        ("s.toml", "a/b/../../z.csv"),
        ("a/b/s.toml", "../b/x.csv"),
    ] {
        let found = mistakes(scenario, roster);
        assert!(!found.contains(absent) && !found.contains(outside), "{scenario}, {roster}: {found}");
    }
    for (scenario, roster, refused) in [
        ("a/s.toml", "z.csv", absent),
        ("a/s.toml", "../z.csv", outside),
        ("a/b/s.toml", "../y.csv", outside),
        ("s.toml", "../z.csv", outside),
        ("s.toml", "a/../../z.csv", outside),
        ("a/s.toml", "/z.csv", outside),
    ] {
        let found = mistakes(scenario, roster);
        assert!(found.contains(refused), "{scenario}, {roster}: {found}");
    }
}

/// Natively a fault is caught; in a browser the hook notes the same answer.
#[test]
fn rules_that_fail_in_a_fight_are_a_mistake() {
    let mut workbench = Workbench::default();
    let mut files = shipped("script");
    let script =
        files["script/pig.rhai"].as_str().expect("a text").replace("let face = d(6);", "let face = d(f.pot - f.pot);");
    files["script/pig.rhai"] = script.into();
    let mut study = run(1, &json!({ "ranges": [[0, 100]] }));
    study["scenario"] = "script/nerves.toml".into();
    ok(&mut workbench, &json!({ "do": "begin", "job": 1, "study": study, "files": files }));
    let piece = json!({ "cells": [0], "range": { "start": 40, "end": 50 } });
    for request in
        [json!({ "do": "play", "job": 1, "piece": piece }), json!({ "do": "ask", "study": study, "files": files })]
    {
        let answer = answer(&mut workbench, &request);
        let mistake = &answer["mistakes"][0];
        assert!(mistake["message"].as_str().expect("a message").contains("a die of 0 sides"), "{answer}");
        assert!(mistake["help"].as_str().expect("a help").contains("in encounter "), "{answer}");
        assert_eq!(mistake["at"]["file"], "script/pig.rhai");
    }
}

#[test]
fn forgotten_jobs_are_limited() {
    let mut workbench = Workbench::default();
    let study = run(3, &json!({ "ranges": [[0, 10]] }));
    for job in 0..JOBS_MAX as u32 {
        ok(&mut workbench, &begin(job, &study));
    }
    assert!(refusal(&mut workbench, &begin(999, &study)).contains("jobs are begun and not ended"));
    ok(&mut workbench, &begin(0, &study));
}
