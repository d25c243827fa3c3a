//! `drama`: how the odds of fights move.

use std::fs;

use serde_json::Value;

use crate::{narrow_snapshot, refusal_of, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("one line of JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn drama_is_told_in_sentences_and_tables() {
    narrow_snapshot("drama-exact", &stdout_of("drama spar.toml"));
    narrow_snapshot("drama-sampled", &stdout_of("drama band.toml --method sample -n 60 --continuations 100"));
}

/// Exact numbers hold together: the odds move at least from where they begin to the end, fights go on ever less, those that are open go on, and
/// the rounds are those of the exact solution.
#[test]
fn exact_drama_agrees_with_the_solution() {
    let (found, solved) = (json("drama spar.toml"), json("exact spar.toml"));
    let start = number(&solved["winners"]["party"]["share"]);
    // From v to 1 with chance v, and to 0 with 1 - v.
    assert!(number(&found["surprise"]["mean"]) > 2.0 * start * (1.0 - start));
    assert!((number(&found["rounds"]) - number(&solved["rounds"]["mean"])).abs() < 1e-9);
    let rounds = found["after_rounds"].as_array().expect("rounds");
    let share = |after: &Value, what: &str| number(&after[what]["share"]);
    assert!(rounds.iter().all(|after| share(after, "open") <= share(after, "going_on")));
    assert!(rounds.is_sorted_by(|first, next| share(first, "going_on") >= share(next, "going_on")));
    let decided = found["decided_by"].as_u64().expect("a round") as usize;
    assert!(share(&rounds[decided], "open") < 0.5 && (decided == 0 || share(&rounds[decided - 1], "open") >= 0.5));
    // A sum over the steps of all fights is that of single fights in the mean, as `replay --odds` shows them.
    let surprise: f64 = (0..60)
        .map(|index| {
            let told = json(&format!("replay spar.toml --index {index} --odds"));
            let steps = told["odds"]["steps"].as_array().expect("steps").clone();
            steps.iter().map(|step| number(&step["swing"]).abs()).sum::<f64>()
        })
        .sum();
    // One fight moves its odds by about 2 give or take 1.5: 60 of them lie within 5.5 standard errors of 0.2.
    assert!((surprise / 60.0 - number(&found["surprise"]["mean"])).abs() < 1.1, "{surprise}");
}

/// Estimates are the same bytes on any number of threads, and hold the exact values within generous intervals.
#[test]
fn estimates_of_drama_do_not_depend_on_threads() {
    let asked = "drama spar.toml --method sample -n 60 --continuations 100 --confidence 0.999999";
    let one = stdout_of(&format!("{asked} --format json --threads 1"));
    assert_eq!(stdout_of(&format!("{asked} --format json --threads 3")), one);
    let (found, exact) = (json(asked), json("drama spar.toml"));
    for measure in ["surprise", "suspense", "steps"] {
        let (found, exact) = (&found[measure], number(&exact[measure]["mean"]));
        let (lo, hi) = (number(&found["lo"]), number(&found["hi"]));
        assert!((lo..=hi).contains(&exact), "{measure}: {exact} is not in {lo}..{hi}");
    }
}

#[test]
fn a_page_of_drama_has_its_chart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [page, chart] = ["page.html", "open.svg"].map(|name| folder.path().join(name).display().to_string());
    stdout_of(&format!("drama spar.toml --report {page} --chart open={chart}"));
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.contains("How long fights are open") && text.contains("equipoise drama "), "{text}");
    assert!(fs::read_to_string(&chart).expect("a chart").starts_with("<svg"));
}

#[test]
fn options_of_drama_are_refused_where_they_change_nothing() {
    for (options, said) in [
        ("--method exact -n 10", "--encounters is for sampled fights"),
        ("--method exact --continuations 10", "--continuations is for sampled fights"),
        ("--method sample --max-states 10", "--max-states needs --method exact or --method auto"),
        ("--method exact --max-states 5", "too much for the exact solution"),
        ("--chart nothing=a.svg", "nothing"),
    ] {
        let message = refusal_of(&format!("drama spar.toml {options}"));
        assert!(message.contains(said), "{options}: {message}");
    }
}
