//! `rare`: how likely a rare event is.

use serde_json::Value;

use crate::{assert_narrow, equipoise, narrow_snapshot, refusal, stdout_of};

/// The text on stdout about an event, with these options.
fn printed(event: &str, options: &str) -> String {
    let output = equipoise(&format!("rare spar.toml {options}")).args(["--event", event]).output().expect("it runs");
    assert!(output.status.success(), "{event}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(event: &str, options: &str) -> Value {
    serde_json::from_str(&printed(event, &format!("{options} --format json"))).expect("one line of JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn rare_events_are_told_in_sentences_and_levels() {
    narrow_snapshot("rare-exact", &printed("rounds > 50", ""));
    narrow_snapshot("rare-sampled", &printed("rounds > 50", "--method sample"));
    narrow_snapshot("rare-common", &printed("rounds > 10", "--method sample -n 5000"));
}

/// At a confidence at which an interval misses once in a million times; and the same bytes on any number of threads.
#[test]
fn a_sample_agrees_with_the_solution_on_any_number_of_threads() {
    let options = "--method sample --confidence 0.999999";
    let one = printed("rounds > 100", &format!("{options} --format json --threads 1"));
    assert_eq!(printed("rounds > 100", &format!("{options} --format json --threads 3")), one);
    let (found, exact) = (json("rounds > 100", options), json("rounds > 100", ""));
    assert_eq!([&found["method"], &exact["method"]], ["sample", "exact"]);
    assert!((number(&found["lo"])..number(&found["hi"])).contains(&number(&exact["chance"])), "{found} {exact}");
    // Far fewer fights than would tell as much as whole.
    assert!(number(&found["worth"]) > 20.0 * number(&found["whole_fights"]), "{found}");
}

/// Sides are all or some of their members; numbers of accounts are kept for an event that names them.
#[test]
fn events_are_conditions() {
    let chance = |event: &str| number(&json(event, "")["chance"]);
    let is_same = |one: &str, other: &str| (chance(one) - chance(other)).abs() < 1e-15;
    assert!(is_same("party all down", "fencer down") && is_same("party any standing", "not fencer down"));
    assert!(is_same("enemies wins and rounds >= 0", "enemies wins"));
    let told = printed("accounts.fencer.ticks > 9", "-n 5000");
    assert_narrow(&told);
    assert!(told.contains("accounts.fencer.ticks > 9"), "{told}");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    for (event, options, said) in [
        ("fencer dedd", "", "expected `standing`, `fled`, `down` or `dead`"),
        ("rounds < 2", "--method sample", "nothing leads to it step by step"),
        ("rounds > 9 and control_changes > 3", "--method exact", "does not know the chance of"),
        ("rounds > 100", "--method sample -n 900", "are too few for"),
        ("rounds > 100", "--method sample -n 2000000000", "are more than 1000000000"),
        ("rounds > 9", "--method exact -n 5", "--encounters is for sampled fights"),
        ("rounds > 9", "--method sample --max-memory 1GB", "--max-memory needs --method exact"),
        ("rounds > 9", "--method exact --max-states 3", "too much for the exact solution"),
    ] {
        let text = refusal(equipoise(&format!("rare spar.toml {options}")).args(["--event", event]));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{event} {options}: {text}");
    }
    let wanted = stdout_of("help rare");
    assert!(wanted.contains("--event <CONDITION>"), "{wanted}");
}
