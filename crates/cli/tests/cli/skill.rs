//! Output and refusals of `equipoise skill`, and of errors.

use serde_json::Value;

use crate::{equipoise, narrow_snapshot, refusal_of, stdout_of};

fn objects(arguments: &str) -> Vec<Value> {
    let text = stdout_of(&format!("{arguments} --format json"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_table_of_both_sides() {
    narrow_snapshot("skill-table", &stdout_of("skill band.toml -n 2000"));
}

/// Errors cost more, the more there are; each side is compared with its own play without errors.
#[test]
fn errors_cost_a_side_its_own_wins() {
    let sides = objects("skill spar.toml -n 20000 --confidence 0.999999");
    assert_eq!(sides.len(), 2);
    for side in &sides {
        let errors = side["errors"].as_array().expect("a list");
        let percents: Vec<i64> = errors.iter().filter_map(|change| change["value"].as_i64()).collect();
        assert_eq!(percents, [10, 25, 50, 100], "{side}");
        let all = |change: &Value| change["difference"].as_f64().expect("a number");
        assert!(all(&errors[3]) < all(&errors[1]) && errors[3]["hi"].as_f64().expect("an end") < 0.0, "{side}");
        let wins = side["wins"]["share"].as_f64().expect("a share");
        let firsts = errors.iter().map(|change| change["first"].as_f64().expect("a share"));
        assert!(firsts.into_iter().all(|first| (first - wins).abs() < 1e-12), "{side}");
    }
    let wins = |side: usize| sides[side]["wins"]["share"].as_f64().expect("a share");
    assert!((wins(0) + wins(1) - 1.0).abs() < 1e-9, "a spar always has a winner");
}

/// Errors at decisions of one kind are what `--set` of both keys gives.
#[test]
fn a_kind_of_decision_is_error_at() {
    let party = &objects("skill band.toml -n 500")[0];
    let of_kind = party["decisions"].as_array().expect("a list").iter();
    let target = of_kind.clone().find(|change| change["value"] == "target").expect("a kind of decision");
    let set = " --set combatants.cat.error=25 --set combatants.cat.error_at=target";
    let run = &objects(&format!("run band.toml -n 500{set}"))[0];
    assert_eq!(run["winners"]["party"]["share"], target["second"]);
}

/// Errors at all decisions are such, whatever decisions the scenario restricts them to.
#[test]
fn errors_of_the_scenario_are_replaced() {
    let errors = |set: &str| objects(&format!("skill band.toml -n 500{set}"))[0]["errors"].clone();
    let set = " --set combatants.cat.error=50 --set combatants.cat.error_at=patient";
    assert_eq!(errors(set), errors(""));
}

/// The page has every change, and its charts those that have an effect.
#[test]
fn a_page_of_what_play_is_worth() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let [page, errors, decisions, ways] = ["page.html", "errors.csv", "decisions.csv", "ways.csv"].map(file);
    let charts = format!("--chart errors={errors} --chart decisions={decisions} --chart ways={ways}");
    let printed = stdout_of(&format!("skill band.toml -n 2000 --report {page} {charts}"));
    assert_eq!(printed, stdout_of("skill band.toml -n 2000"));
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let text = read(&page);
    for told in [
        "What errors cost",
        "Which decisions matter",
        "Other ways to play",
        "All changes of the party",
        "equipoise skill ",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(text.contains("errors at 100 % of its decisions") && text.contains("at 25 % of: target"), "{text}");
    // Two sides at 0 % and at four percentages, below a header.
    assert_eq!(read(&errors).lines().count(), 1 + 2 * 5);
    assert!(read(&decisions).contains("target") && read(&ways).contains("policy = "));
    assert!(refusal_of("skill band.toml --chart tornado=a.svg").contains("there are: errors, decisions, ways"));
}

#[test]
fn threads_change_nothing() {
    let [one, two] =
        [1, 2].map(|threads| stdout_of(&format!("skill band.toml -n 3000 --format json --threads {threads}")));
    assert_eq!(one, two);
}

#[test]
fn errors_are_told_in_replays() {
    let told = stdout_of("replay spar.toml --index 0 --set combatants.fencer.error=100");
    assert!(told.contains("errs (attribute)"), "{told}");
    let json = &objects("replay spar.toml --index 0 --set combatants.fencer.error=100")[0];
    let mut lines = json["lines"].as_array().expect("lines").iter();
    let error = lines.find(|line| line["event"]["kind"] == "error").expect("an error");
    assert_eq!((&error["event"]["who"], &error["event"]["decision"]), (&"fencer".into(), &"attribute".into()));
}

#[test]
fn what_is_no_error_is_refused() {
    for (arguments, said) in [
        ("skill spar.toml --set combatants.fencer.error=101", "`combatants.fencer.error`"),
        ("run spar.toml --set combatants.fencer.error_at=atribute", "attribute"),
        ("skill", "required"),
    ] {
        let refusal = refusal_of(arguments);
        assert!(refusal.contains(said), "{arguments}: {refusal}");
    }
    assert!(equipoise("skill spar.toml -n 0").output().expect("it runs").status.code() == Some(2));
}
