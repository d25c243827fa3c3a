//! The output and the refusals of `equipoise compare`.

use serde_json::Value;

use crate::sweeps::varied;
use crate::{equipoise, narrow_snapshot, refusal_of, snapshot, stdout_of};

#[test]
fn a_comparison_is_printed_as_table_csv_and_json() {
    let compare = "compare spar.toml --with rules.meter_ticks=11 -n 20k --margin 0.005";
    narrow_snapshot("compare-table", &stdout_of(compare));
    snapshot("compare-csv", &stdout_of(&format!("{compare} --format csv")));
    let json = stdout_of(&format!("{compare} --format json"));
    assert_eq!(json.lines().count(), 1);
    snapshot("compare-json", &json);
}

fn json(command: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{command} -n 5000 --seed 9 --format json"))).expect("JSON")
}

/// Every number of a comparison is that of the runs of its sides.
fn assert_sides(compared: &Value, runs: &[Value; 2]) {
    for value in compared["values"].as_array().expect("values") {
        let name = value["name"].as_str().expect("a name");
        let (group, rest) = name.split_once('.').unwrap_or(("quantities", name));
        for (side, run) in ["first", "second"].into_iter().zip(runs) {
            let by_id = |list: &str, key: &str, id: &str| {
                let list = run[list].as_array().expect("a list");
                list.iter().find(|entry| entry[key] == id).expect("an entry").clone()
            };
            let found = match (group, rest.rsplit_once('.')) {
                ("quantities", None) => {
                    let quantity = by_id("quantities", "name", rest);
                    if quantity.get("mean").is_some() { quantity["mean"].clone() } else { quantity["share"].clone() }
                }
                ("metrics", Some((metric, "share"))) => by_id("metrics", "name", metric)["share"].clone(),
                ("winners", None) => run["winners"][rest]["share"].clone(),
                ("rounds", None) => run["rounds"]["mean"].clone(),
                ("metrics", _) => by_id("metrics", "name", rest)["mean"].clone(),
                ("combatants", Some((id, end))) => by_id("combatants", "id", id)[end]["share"].clone(),
                ("groups", Some((id, end))) => match (by_id("groups", "name", id), end.strip_prefix("any_")) {
                    (group, None) => group[end]["mean"].clone(),
                    (group, Some(end)) => group[end]["any"]["share"].clone(),
                },
                _ => panic!("{name}"),
            };
            assert_eq!(value[side], found, "{name}");
        }
    }
}

/// Each side is the run of its scenario, to the count.
#[test]
fn the_sides_are_the_runs_of_the_same_seed() {
    let compared = json("compare spar.toml death.toml --set rules.max_rounds=40");
    let runs = ["spar.toml", "death.toml"].map(|file| json(&format!("run {file} --set rules.max_rounds=40")));
    assert_sides(&compared, &runs);
}

/// The same for a number of every system, and what `sensitivity` makes of it.
#[test]
fn every_system_is_compared_with_itself_changed() {
    for varied in varied() {
        let (scenario, path, [lower, value, _]) = (varied.scenario.display(), &varied.path, varied.values);
        let compared = json(&format!("compare {scenario} --set {path}={value} --with {path}={lower}"));
        let runs = [value, lower].map(|value| json(&format!("run {scenario} --set {path}={value}")));
        assert_sides(&compared, &runs);
        let ranked = json(&format!("sensitivity {scenario} --set {path}={value} --only {path}"));
        let steps = ranked["steps"].as_array().expect("steps");
        let down = steps.iter().find(|step| step["value"] == lower).expect("a step down");
        for key in ["first", "second", "difference", "lo", "hi", "p"] {
            assert_eq!(down[key], compared["values"][0][key], "{scenario}: {key}");
        }
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let compared = |threads: u8| {
        stdout_of(&format!("compare spar.toml --with rules.meter_ticks=5 -n 30k --threads {threads} --format csv"))
    };
    let on_one_thread = compared(1);
    assert!((2..=4).all(|threads| compared(threads) == on_one_thread));
}

/// Equal canonical forms are one line, however many numbers there are; the numbers are there for programs.
#[test]
fn a_scenario_is_identical_to_itself() {
    for second in ["spar.toml", "--with rules.natural_20_move=2", "--with combatants.fencer.initiative=5"] {
        for options in ["-n 3000 --margin 0.01", "-n 3000", "-n 3000 --plan", "--until-decided"] {
            let table = stdout_of(&format!("compare spar.toml {second} {options}"));
            let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with(['f', 's'])).collect();
            let expected = ["identical: the rules see the same in both, and no encounter can differ"];
            assert_eq!(lines, expected, "{second} {options}: {table}");
        }
    }
    let csv = equipoise("compare spar.toml spar.toml -n 3000 --margin 0.01 --format csv").output().expect("it runs");
    let [csv, note] = [csv.stdout, csv.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert!(
        csv.contains("winners.party,") && csv.contains(",same within 0.01,adjusted-wald,,spar.toml,spar.toml\n"),
        "{csv}"
    );
    assert!(note.contains("identical: the rules see the same in both scenarios"), "{note}");
    assert_eq!(json("compare spar.toml spar.toml")["identical"], true);
    assert_eq!(json("compare spar.toml spar.toml --plan")["identical"], true);
    let decided: Value =
        serde_json::from_str(&stdout_of("compare spar.toml spar.toml --until-decided --format json")).expect("JSON");
    assert_eq!((&decided["decision"]["verdict"], &decided["identical"]), (&"identical".into(), &true.into()));
    // Scenarios whose encounters have equal numbers are not identical for that reason alone.
    let other = json("compare spar.toml --with rules.max_rounds=999");
    assert_eq!(other.get("identical"), None);
}

#[test]
fn a_second_side_is_a_scenario_or_a_change() {
    for arguments in ["compare spar.toml", "compare spar.toml death.toml --with rules.stakes=spar"] {
        let message = refusal_of(arguments);
        assert!(message.contains("SECOND") && message.contains("--with <PATH=VALUE>"), "{message}");
    }
}

#[test]
fn what_is_no_comparison_is_refused() {
    for (arguments, part) in [
        ("spar.toml", "required"),
        ("spar.toml death.toml --with rules.meter_ticks=5", "cannot be used with"),
        ("spar.toml --with rules.meter_ticks=6", "--with:1:19"),
        ("spar.toml --with rules.meter_ticks", "expected PATH=VALUE"),
        ("spar.toml death.toml --margin 0", "above 0"),
        ("spar.toml death.toml --confidence 1", "below 1"),
        ("spar.toml nowhere.toml", "nowhere.toml"),
        ("spar.toml death.toml --until-decided -n 9", "cannot be used with"),
        ("spar.toml death.toml --until-decided --plan", "cannot be used with"),
        ("spar.toml death.toml --max-encounters 9", "--until-decided"),
    ] {
        let message = refusal_of(&format!("compare {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
}

#[test]
fn a_comparison_stops_when_it_is_decided() {
    narrow_snapshot("compare-decided", &stdout_of("compare spar.toml --with rules.meter_ticks=5 --until-decided"));
    let json = stdout_of("compare spar.toml spar.toml --margin 0.01 --until-decided --format json");
    assert!(json.contains("\"decision\":{\"verdict\":\"same within 0.01\",\"encounters\":16384,"), "{json}");
    let undecided = equipoise("compare spar.toml --with rules.max_rounds=999 --until-decided --max-encounters 20k")
        .assert()
        .code(1);
    let table = String::from_utf8_lossy(&undecided.get_output().stdout).into_owned();
    assert!(table.contains("party wins: undecided, after 20,000 encounters"), "{table}");
}

#[test]
fn a_pilot_says_how_long_a_verdict_takes() {
    let plan = "compare spar.toml --with rules.meter_ticks=11 --margin 0.05 --plan";
    narrow_snapshot("compare-plan", &stdout_of(plan));
    snapshot("compare-plan-json", &stdout_of(&format!("{plan} --format json")));
    assert_eq!(
        stdout_of("compare spar.toml spar.toml --plan -n 100 --format csv"),
        "pilot,different,same,different_lo,different_hi,same_lo,same_hi,first_file,second_file\n100,,,,,,,spar.toml,spar.toml\n"
    );
}

/// Rows are many, and each verdict is of its row alone: the table says so, with a star and without one.
#[test]
fn verdicts_of_many_rows_are_said_to_be_unadjusted() {
    let flat = |arguments: &str| stdout_of(arguments).split_whitespace().collect::<Vec<_>>().join(" ");
    let starred = flat("compare spar.toml --with rules.meter_ticks=11 -n 20000");
    assert!(starred.contains("verdicts without a star are each by itself, not adjusted for their number"), "{starred}");
    let none = flat("compare spar.toml --with rules.meter_ticks=7 --with rules.max_rounds=99 -n 20");
    assert!(none.contains("each verdict is by itself, not adjusted for the ") && !none.contains('*'), "{none}");
}

/// A number that was equal in every pair has a verdict of its own in every format, and no p-value to adjust.
#[test]
fn what_no_encounter_changes_is_told_in_every_format() {
    let compare = "compare spar.toml --with rules.meter_ticks=11 -n 300";
    let found: Value = serde_json::from_str(&stdout_of(&format!("{compare} --format json"))).expect("JSON");
    let values = found["values"].as_array().expect("values");
    let of = |name: &str| values.iter().find(|value| value["name"] == name).expect("it is there");
    for name in ["winners.draw", "combatants.fencer.dead", "metrics.unmoved_rounds", "party_any_dead"] {
        assert_eq!(
            (&of(name)["verdict"], &of(name)["p_holm"]),
            (&"same in every encounter".into(), &Value::Null),
            "{name}"
        );
    }
    let csv = stdout_of(&format!("{compare} --format csv"));
    assert!(
        csv.lines().any(|row| row.starts_with("winners.draw,")
            && row.ends_with(",same in every encounter,adjusted-wald,,spar.toml,spar.toml")),
        "{csv}"
    );
    for format in ["table", "markdown"] {
        let text = stdout_of(&format!("{compare} --format {format}"));
        assert!(text.contains("the same in every encounter: draw, timeout"), "{text}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("a.html");
    equipoise(&format!("{compare} --report")).arg(&page).assert().code(0);
    let page = std::fs::read_to_string(page).expect("written");
    assert!(page.contains("The same in every encounter: draw, timeout, "), "{page}");
}

/// The method of Holm, worked out anew: all rows in which an encounter differs count, whatever is shown.
#[test]
fn rows_that_hold_together_are_marked() {
    let compare = "compare spar.toml --with rules.meter_ticks=11 -n 2000";
    let found: Value = serde_json::from_str(&stdout_of(&format!("{compare} --format json"))).expect("JSON");
    let tested: Vec<&Value> =
        found["values"].as_array().expect("values").iter().filter(|value| !value["p_holm"].is_null()).collect();
    let number = |value: &Value| value.as_f64().expect("a number");
    let mut p_values: Vec<f64> = tested.iter().map(|value| number(&value["p"])).collect();
    p_values.sort_by(f64::total_cmp);
    let mut marked = 0;
    for value in &tested {
        let rank = p_values.iter().position(|p| p.total_cmp(&number(&value["p"])).is_eq()).expect("one of them");
        let adjusted = |rank: usize| p_values[rank] * (p_values.len() - rank) as f64;
        let expected = (0..=rank).map(adjusted).fold(0.0, f64::max).min(1.0);
        assert!((number(&value["p_holm"]) - expected).abs() <= 1e-5 * expected, "{value}");
        marked += usize::from(expected < 0.05);
    }
    let table = stdout_of(compare);
    assert_eq!(table.matches("different*").count(), marked, "{table}");
    let told = format!("*: still different with all {} numbers that differ taken together (Holm)", tested.len());
    assert!(marked > 0 && table.contains(&told), "{table}");
    let chosen = stdout_of(&format!("{compare} --only party"));
    assert!(chosen.contains("different*") && chosen.contains(&told), "{chosen}");
}

/// Verdicts are told apart by shape and by colour, in the marks and in the legend.
#[test]
fn a_chart_of_differences_has_three_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let chart = folder.path().join("a.svg");
    let compare = "compare band.toml --with combatants.cat.hp=5 -n 300 --margin 0.1 --quiet";
    equipoise(&format!("{compare} --chart differences={}", chart.display())).assert().code(0);
    let svg = std::fs::read_to_string(chart).expect("written");
    // Once each in the legend; none of these differences is undecided.
    for (part, least) in
        [("<circle class=\"bar f-blue\"", 2), ("<rect class=\"bar f-green\"", 2), ("<circle class=\"ring l-black\"", 1)]
    {
        assert!(svg.matches(part).count() >= least, "{part}: {svg}");
    }
    for name in [">different<", ">same<", ">undecided<", ">margin: up to 10 points do not matter<"] {
        assert!(svg.contains(name), "{name}: {svg}");
    }
    assert!(!svg.contains("not shown to differ"));
}
