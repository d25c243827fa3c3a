//! Means of few observations, and plans of few encounters: what is not known is not told.

use serde_json::Value;

use crate::stdout_of;

fn json(command: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{command} --format json"))).expect("JSON")
}

fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    list.as_array().expect("a list").iter().find(|entry| entry["name"] == name).expect("an entry")
}

/// One encounter has no standard deviation and no interval of a mean, in any format.
#[test]
fn a_single_encounter_has_no_interval() {
    let found = json("run spar.toml -n 1");
    let of_means = |list: &str| found[list].as_array().expect("a list").clone();
    let means = of_means("metrics").into_iter().chain(of_means("quantities")).filter(|entry| !entry["mean"].is_null());
    for mean in means.chain([found["rounds"].clone()]) {
        assert!(mean["sd"].is_null(), "{mean}");
        assert_eq!(mean["lo"].is_null(), mean["interval"] == "too few", "{mean}");
        assert!(mean["interval"] == "too few" || mean["interval"] == "wilson", "{mean}");
    }
    assert_eq!(found["rounds"]["interval"], "too few");
    let table = stdout_of("run spar.toml -n 1");
    assert!(
        table.contains(" (-), sd -; at least 5% end by") && table.contains("-: no interval, since too few"),
        "{table}"
    );
    let csv = stdout_of("run spar.toml -n 1 --format csv");
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (header, row) = (lines.next().expect("a header"), lines.next().expect("a row"));
    for name in ["rounds_lo", "rounds_hi", "rounds_sd", "final_margin_lo", "lead_changes_hi"] {
        let column = header.iter().position(|&column| column == name).expect("a column");
        assert_eq!(row[column], "", "{name}");
    }
}

/// A round that one to four fights in sixty have is no share, and what no fight has is not 0.
#[test]
fn rounds_of_a_few_fights_have_no_interval() {
    let metric = "party_first_casualty_round";
    for seed in 1..=10 {
        let run = format!("run rare-loss.toml -n 60 --seed {seed}");
        let found = json(&run);
        let found = named(&found["metrics"], metric);
        assert!(found.get("lo").is_none_or(Value::is_null), "{found}");
        let table = stdout_of(&format!("{run} --only *party_first*"));
        let row = table.lines().find(|line| line.starts_with(metric)).unwrap_or_else(|| panic!("{table}"));
        let cells: Vec<&str> = row.split_whitespace().collect();
        if found["count"] == 0 {
            assert!(found["mean"].is_null() && cells[1] == "-" && cells[2].starts_with("0%"), "{table}");
        } else {
            assert!(found["interval"] == "too few" && cells[2] == "-", "{table}");
        }
        assert!(!table.contains("0 in every encounter"), "{table}");
    }
}

/// Counts that happen to be 0 or 1 in twenty duels are counts, and what is a yes or no by its declaration is a share.
#[test]
fn the_declaration_says_what_is_a_share() {
    for seed in 0..40 {
        let found = json(&format!("run spar.toml -n 20 --seed {seed}"));
        for metric in found["metrics"].as_array().expect("metrics") {
            let is_yes_no = ["party_first_control", "first_control_wins", "party_first_control_wins", "comebacks"]
                .contains(&metric["name"].as_str().expect("a name"));
            assert_eq!(metric["interval"] == "wilson", is_yes_no, "{metric}");
        }
    }
}

#[test]
fn differences_that_never_vary_have_the_interval_of_shares_or_none() {
    let found = json("compare spar.toml --with rules.meter_ticks=11 -n 5000");
    let mut kinds = [0; 3];
    for value in found["values"].as_array().expect("values") {
        let kind = value["interval"].as_str().expect("a word");
        kinds[["adjusted-wald", "student", "too few"].iter().position(|known| *known == kind).expect("a kind")] += 1;
        match (value["lo"].as_f64(), value["hi"].as_f64()) {
            (Some(lo), Some(hi)) => assert!(lo < hi && kind != "too few", "{value}"),
            _ => assert_eq!(kind, "too few", "{value}"),
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    // The side that has control first does not depend on the meter: equal in every pair, and known to a width.
    let first = named(&found["values"], "metrics.party_first_control");
    assert!(first["difference"] == 0.0 && first["hi"].as_f64().is_some_and(|hi| hi > 0.0), "{first}");
}

/// The number of encounters that a plan for *different* says, by the text that was typed.
fn planned(typed: &str) -> [u64; 3] {
    let plan = json(&format!("{typed} --plan"));
    ["different", "different_lo", "different_hi"].map(|key| plan[key].as_u64().unwrap_or_else(|| panic!("{plan}")))
}

/// Five encounters that all fall on one side have p = 2 / 2^5: six are the first that can decide, and do.
#[test]
fn a_certain_difference_takes_six_encounters() {
    let typed = "compare one-sided-a.toml one-sided-b.toml";
    assert_eq!(planned(typed), [6, 6, 6]);
    for (encounters, expected) in [(5, "undecided"), (6, "different")] {
        let found = json(&format!("{typed} -n {encounters}"));
        assert_eq!(named(&found["values"], "winners.party")["verdict"], expected, "{encounters}");
    }
}

/// The exact power of the test first reaches 90 % at 18, 23 and 23 encounters; what a pilot of 20,000 leaves open adds one or two.
#[test]
fn plans_have_the_power_of_the_exact_test() {
    for (change, exact) in
        [("combatants.ogre.hp=1", 18), ("combatants.ogre.hp=4", 23), ("combatants.sellsword.hp=2", 23)]
    {
        let [encounters, least, most] = planned(&format!("compare lone-ogre.toml --with {change}"));
        assert!(
            least <= exact && (exact..=exact + 2).contains(&encounters) && most == encounters,
            "{change}: {encounters}"
        );
    }
}

#[test]
fn a_pilot_that_leaves_too_much_open_says_so() {
    let table = stdout_of("compare spar.toml --with rules.meter_ticks=11 --plan -n 50");
    assert!(table.contains("or more") && table.contains("this pilot is too small to plan with"), "{table}");
}
