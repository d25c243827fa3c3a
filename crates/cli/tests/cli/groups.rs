//! The numbers that the combatants of an entry with a `count` have together.

use serde_json::Value;

use crate::{assert_narrow, equipoise, refusal_of, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("one object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The line of a table that begins with these words, word by word.
fn row(table: &str, start: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {table}"));
    line.split_whitespace().map(str::to_owned).collect()
}

/// The number of rats that die in each of the encounters 0..40, by their replays.
fn dead_rats() -> Vec<usize> {
    let dead = |index: u32| {
        let told = json(&format!("replay band.toml --index {index}"));
        let combatants = told["combatants"].as_array().expect("a list").clone();
        let is_dead_rat = |fate: &&Value| fate["side"] == "enemies" && fate["end"] == "dead";
        combatants.iter().filter(is_dead_rat).count()
    };
    (0..40).map(dead).collect()
}

#[test]
fn a_group_is_what_the_replays_of_its_members_add_up_to() {
    let dead = dead_rats();
    let (total, any) = (dead.iter().sum::<usize>(), dead.iter().filter(|&&dead| dead > 0).count());
    assert!(any > 0 && any < 40 && total > any, "{dead:?}");
    let run = json("run band.toml -n 40");
    let group = &run["groups"][0];
    assert_eq!(run["groups"].as_array().map(Vec::len), Some(1), "the cat is alone");
    assert_eq!((&group["name"], &group["side"]), (&"rat".into(), &"enemies".into()));
    assert_eq!(group["members"], serde_json::json!(["rat-1", "rat-2", "rat-3"]));
    assert_eq!(group["dead"]["mean"], total as f64 / 40.0);
    let mean = total as f64 / 40.0;
    let squares: f64 = dead.iter().map(|&dead| (dead as f64 - mean).powi(2)).sum();
    assert!((number(&group["dead"]["sd"]) - (squares / 39.0).sqrt()).abs() < 1e-12, "{group}");
    assert!(number(&group["dead"]["lo"]) < mean && mean < number(&group["dead"]["hi"]));
    assert_eq!(group["dead"]["interval"], "student");
    assert_eq!(group["dead"]["any"]["count"], any);

    let found = dead.iter().position(|&dead| dead >= 2).expect("one");
    let told = json("replay band.toml --find groups.rat.dead>=2");
    assert_eq!(told["index"], found);
}

/// The mean of a group is the sum of its members' chances; whether any died is none of the numbers of its members.
#[test]
fn exact_groups_are_those_of_the_joint_distribution() {
    let exact = json("exact band.toml");
    let rats = || exact["combatants"].as_array().expect("a list")[1..].iter();
    let group = &exact["groups"][0];
    for end in ["standing", "fled", "down", "dead"] {
        let sum: f64 = rats().map(|rat| number(&rat[end]["share"])).sum();
        assert!((number(&group[end]["mean"]) - sum).abs() < 1e-12, "{end}");
        assert!(group[end].get("lo").is_none() && group[end]["any"].get("count").is_none(), "{end}");
    }
    let name = |quantity: &&Value| quantity["name"] == "enemies_any_dead";
    let quantities = exact["quantities"].as_array().expect("a list");
    let any = number(&quantities.iter().find(name).expect("of every system")["share"]);
    assert!((number(&group["dead"]["any"]["share"]) - any).abs() < 1e-12, "all enemies are rats");
    let check = stdout_of("run band.toml -n 20000 --check --only groups.**");
    assert_eq!(check.lines().filter(|line| line.starts_with("groups.rat.")).count(), 8, "{check}");
    for line in check.lines().filter(|line| line.starts_with("groups.rat.")) {
        let z: f64 = line.split_whitespace().last().and_then(|z| z.parse().ok()).expect("a number");
        assert!(z.abs() < 5.0, "{line}");
    }
}

#[test]
fn tables_have_a_row_for_each_group() {
    let table = stdout_of("exact band.toml");
    assert_narrow(&table);
    assert_eq!(row(&table, "group "), ["group", "side", "standing", "fled", "down", "dead", "any", "dead"]);
    assert_eq!(row(&table, "rat ").len(), 2 + 5, "{table}");
    let only = stdout_of("exact band.toml --only combatants.rat.*.dead --only groups.*.any_down");
    assert_eq!(row(&only, "group "), ["group", "side", "dead", "any", "down"]);
    assert!(!only.contains("winner") && !only.contains("combatant"), "{only}");
    assert!(!stdout_of("exact spar.toml").contains("group"));
    assert!(json("exact spar.toml").get("groups").is_none());
    let help = refusal_of("exact band.toml --only groups.cat.*");
    assert!(help.contains("did you mean `groups.rat.*`?"), "{help}");
    let help = refusal_of("exact band.toml --only nothing.like.it");
    assert!(help.contains("groups.ID.STATE and groups.ID.any_STATE for the ids rat"), "{help}");
}

#[test]
fn every_study_takes_the_numbers_of_groups() {
    let compare = stdout_of("compare band.toml --with combatants.rat.count=2 -n 300 --only groups.rat.dead");
    assert_eq!(row(&compare, "rat dead").len(), 9, "{compare}");
    let tune = stdout_of("tune band.toml --vary combatants.cat.hp=2..=4 --target groups.rat.dead=1.35 --margin 0.1");
    assert!(tune.contains("combatants.cat.hp=4 is the closest"), "{tune}");
    let refused = refusal_of("tune band.toml --vary combatants.rat.count=1..=2 --target groups.rat.dead=1");
    assert!(refused.contains("no metric `groups.rat.dead` with combatants.rat.count=1"), "{refused}");
    let sensitivity = stdout_of("sensitivity band.toml --metric combatants.rat.*.dead -n 200 --only combatants.cat.hp");
    assert!(sensitivity.contains("effect of one step on rat dead"), "{sensitivity}");
    let sweep = "sweep band.toml --vary combatants.rat.count=1,3 -n 200 --format table --only groups.rat.any_dead";
    let sweep = stdout_of(sweep);
    assert_eq!(row(&sweep, "1 "), ["1", "-", "-"], "{sweep}");
    assert!(row(&sweep, "3 ")[1].ends_with('%'), "{sweep}");
    let meaning = stdout_of("explain groups.rat.any_dead");
    assert!(meaning.starts_with("groups.<group>.any_dead (every system)"), "{meaning}");
}

#[test]
fn joined_shards_have_the_groups_of_a_run() {
    let dir = tempfile::tempdir().expect("a directory");
    let shard = |range: &str| {
        let path = dir.path().join(range);
        equipoise(&format!("run band.toml --range {range} --shard {}", path.display())).assert().success();
        path.display().to_string()
    };
    let merged = json(&format!("merge {} {}", shard("0..100"), shard("100..300")));
    let groups = &merged["groups"];
    assert!(groups.is_array());
    assert_eq!(groups, &json("run band.toml -n 300")["groups"]);
}

#[test]
fn files_have_them_behind_the_metrics() {
    let dir = tempfile::tempdir().expect("a directory");
    equipoise(&format!("run band.toml -n 100 --out {}", dir.path().display())).assert().success();
    let text = std::fs::read_to_string(dir.path().join("metrics.csv")).expect("written");
    let group = &json("run band.toml -n 100")["groups"][0]["dead"];
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(",groups.")).collect();
    assert_eq!(lines.len(), 8);
    assert_eq!(text.lines().rev().take(8).filter(|line| line.contains(",groups.")).count(), 8, "at the end");
    let (dead, any) = (lines[6], lines[7]);
    assert_eq!(
        dead,
        format!(
            "Band,groups.rat.dead,{},{},{},{},,,,student,band.toml",
            group["mean"], group["lo"], group["hi"], group["sd"]
        )
    );
    let share = &group["any"];
    let row = format!("Band,groups.rat.any_dead,,,,,{},{},{},wilson", share["share"], share["lo"], share["hi"]);
    assert_eq!(any, row + ",band.toml");
}
