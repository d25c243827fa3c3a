//! Output and refusals of `equipoise luck`.

use serde_json::Value;

use crate::{equipoise, gallery_file, narrow_snapshot, refusal_of, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("JSON")
}

/// The portion of a part with its interval: the estimate and both ends, which are 0 and 1 where there is none.
fn portion(part: &Value, which: &str) -> [f64; 3] {
    let number = |key: &str, otherwise: f64| part[which][key].as_f64().unwrap_or(otherwise);
    [part[which]["portion"].as_f64().expect("a number"), number("lo", 0.0), number("hi", 1.0)]
}

fn parts_of<'a>(found: &'a Value, kind: &str) -> Vec<&'a Value> {
    found["parts"].as_array().expect("parts").iter().filter(|part| part["kind"] == kind).collect()
}

/// A scenario with too many states is sampled all the same, and that is said.
#[test]
fn what_cannot_be_solved_is_not_checked() {
    let output = equipoise("luck spar.toml -n 500 --check --max-states 5").output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("not checked against the exact solution"), "{told}");
}

/// An estimate lies in its interval, and what never varied is no certain 0.
#[test]
fn estimates_lie_within_their_intervals() {
    for arguments in ["spar.toml -n 200", "band.toml -n 100 --accounts --metric accounts.cat.damage", "band.toml -n 70"]
    {
        let found = json(&format!("luck {arguments}"));
        for part in found["parts"].as_array().expect("parts") {
            for which in ["alone", "open"] {
                let of = &part[which];
                let estimate = of["portion"].as_f64().expect("a number");
                if let (Some(lo), Some(hi)) = (of["lo"].as_f64(), of["hi"].as_f64()) {
                    assert!(lo <= estimate && estimate <= hi && lo < hi, "{arguments}: {part}");
                }
            }
        }
    }
}

#[test]
fn parts_are_told_in_order_of_time() {
    narrow_snapshot("luck-table", &stdout_of("luck spar.toml -n 4000"));
}

/// The set-up of a duel decides what its exact odds with and without the first control leave to it: c (1-c) (a-b)^2 / (p (1-p)). The
/// interval at 0.999999 misses one time in a million.
#[test]
fn the_set_up_of_a_duel_decides_what_its_odds_say() {
    let path = gallery_file("first-challenge");
    let found = json(&format!("luck {} -n 40000 --confidence 0.999999 --check", path.display()));
    let part = &found["parts"][0];
    assert_eq!((&part["kind"], &part["occasion"]), (&Value::from("set-up"), &Value::Null));
    let (c, a, b, p): (f64, f64, f64, f64) =
        (0.644_908_616_187_989_6, 0.767_745_704_492_557_1, 0.535_538_480_255_853, 0.685_290_919_907_2);
    let exact = c * (1.0 - c) * (a - b) * (a - b) / (p * (1.0 - p));
    assert!((exact - 0.057_253_958_2).abs() < 1e-8, "{exact}");
    let solved = part["alone"]["exact"].as_f64().expect("it is solved");
    assert!((solved - exact).abs() < 1e-9, "{solved} {exact}");
    let last = &found["parts"][3]["open"];
    let [_, lo, hi] = portion(&found["parts"][3], "open");
    assert!((lo..=hi).contains(&last["exact"].as_f64().expect("it is solved")), "{last}");
    let [_, lo, hi] = portion(part, "alone");
    assert!((lo..=hi).contains(&exact) && hi - lo < 0.07, "{lo} {hi}");
}

/// Parts by time share no dice, so that what they decide alone adds up to at most everything, and what each leaves open to at least
/// everything; whatever decides something alone leaves at least that open.
#[test]
fn parts_add_up_to_the_whole_and_no_more() {
    for arguments in ["spar.toml", "spar.toml --metric rounds", "band.toml", "band.toml --metric combatants.cat.dead"] {
        let found = json(&format!("luck {arguments} -n 5000 --confidence 0.999999"));
        let parts = found["parts"].as_array().expect("parts");
        let by_time: Vec<&Value> = parts
            .iter()
            .filter(|part| part["kind"] == "rounds" || part["kind"] == "set-up" && part["occasion"].is_null())
            .collect();
        let sum = |which: &str, end: usize| by_time.iter().map(|part| portion(part, which)[end]).sum::<f64>();
        assert!(sum("alone", 1) <= 1.0 && sum("open", 2) >= 1.0, "{arguments}: {parts:?}");
        assert_eq!(by_time.len(), 4, "{parts:?}");
        for part in parts {
            assert!(portion(part, "alone")[1] <= portion(part, "open")[2], "{arguments}: {part}");
        }
    }
}

/// A part whose dice never fall changes nothing, and that is said.
#[test]
fn dice_that_never_fall_decide_nothing() {
    let found = json("luck spar.toml -n 500");
    let idle: Vec<&Value> =
        found["parts"].as_array().expect("parts").iter().filter(|part| part["changed"] == 0).collect();
    assert!(idle.iter().any(|part| part["occasion"] == "choice"), "{found}");
    assert!(idle.iter().all(|part| portion(part, "open")[0] == 0.0), "{found}");
    let told = stdout_of("luck spar.toml -n 500").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("changes nothing in 500 fights: set-up: choice"), "{told}");
    assert!(parts_of(&found, "turns").is_empty(), "the dice of a duel are of nobody alone: {found}");
    assert!(!parts_of(&json("luck band.toml -n 100"), "turns").is_empty());
}

#[test]
fn threads_change_nothing() {
    let [one, three] =
        [1, 3].map(|threads| stdout_of(&format!("luck band.toml -n 3000 --format json --threads {threads}")));
    assert_eq!(one, three);
}

#[test]
fn what_cannot_be_decided_is_refused() {
    for (arguments, says) in [
        ("luck spar.toml --metric comebackz", "there is no metric `metrics.comebackz`"),
        ("luck spar.toml -n 100 --metric final_margin", "is a mean among the encounters that have it"),
        ("luck spar.toml -n 100 --metric timeout", "is 0 in all 100 encounters"),
        ("luck spar.toml --check --metric rounds", "knows what decides `winners.party` alone"),
        ("luck spar.toml --max-states 5", "--max-states is for the exact solution"),
        ("luck spar.toml --chart tornado=a.svg", "there is no chart `tornado`"),
    ] {
        let refused = refusal_of(arguments);
        assert!(refused.contains(says), "{arguments}: {refused}");
    }
    assert!(equipoise("luck spar.toml -n 0").output().expect("it runs").status.code() == Some(2));
}
