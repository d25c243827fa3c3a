//! Accounts on the command line: who did what, with what, and to whom.

use serde_json::Value;

use crate::{equipoise, refusal_of, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("one object")
}

/// The mean of a number of accounts.
fn mean(run: &Value, name: &str) -> f64 {
    let entries = run["accounts"].as_array().expect("accounts");
    let entry = entries.iter().find(|entry| entry["name"] == name).unwrap_or_else(|| panic!("{name}: {run}"));
    entry["mean"].as_f64().expect("a number")
}

fn metric(run: &Value, name: &str) -> f64 {
    let metrics = run["metrics"].as_array().expect("metrics");
    metrics.iter().find(|metric| metric["name"] == name).expect("a metric")["mean"].as_f64().expect("a number")
}

/// The fights are those without accounts, and what everybody did is what the metrics count.
#[test]
fn accounts_add_up_to_the_metrics_of_the_same_fights() {
    let (plain, kept) = (json("run band.toml -n 400"), json("run band.toml -n 400 --accounts"));
    for key in ["winners", "rounds", "combatants", "metrics", "quantities", "groups"] {
        assert_eq!(plain[key], kept[key], "{key}");
    }
    assert!(plain.get("accounts").is_none());
    let rats = ["rat-1", "rat-2", "rat-3"];
    let of_rats = |measure: &str| rats.iter().map(|rat| mean(&kept, &format!("accounts.{rat}.{measure}"))).sum::<f64>();
    let is_near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, {expected}: {kept}");
    is_near(mean(&kept, "accounts.cat.damage") + of_rats("damage"), metric(&kept, "damage_dealt"));
    is_near(mean(&kept, "accounts.cat.claw.uses") + of_rats("teeth.uses"), metric(&kept, "attacks"));
    is_near(mean(&kept, "accounts.cat.claw.hits") + of_rats("teeth.hits"), metric(&kept, "hits"));
    is_near(mean(&kept, "accounts.cat.felled"), metric(&kept, "enemy_drops"));
    is_near(of_rats("felled"), metric(&kept, "party_drops"));
}

/// An attack behind an equal one is never used, and that is said; without accounts nothing is known about it.
#[test]
fn what_is_never_used_is_said() {
    let text = std::fs::read_to_string(crate::fixtures().join("band.toml")).expect("a file");
    let claw = r#"{ id = "claw", kind = "light_melee" }"#;
    let both = text.replace(claw, &format!("{claw}, {{ id = \"bite\", kind = \"light_melee\" }}"));
    let told = |arguments: &str| {
        let output = equipoise(arguments).write_stdin(both.clone()).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).expect("text")
    };
    let kept = told("run - -n 200 --accounts");
    assert!(kept.contains("never used in 200 encounters: cat.bite\n"), "{kept}");
    assert!(!told("run - -n 200").contains("never used"));
}

/// The exact solution keeps accounts as well, and they are those of a sample within its intervals.
#[test]
fn accounts_can_be_solved() {
    let (exact, kept) = (json("exact band.toml --accounts"), json("run band.toml -n 40000 --accounts"));
    let entries = exact["accounts"].as_array().expect("accounts");
    assert!(entries.len() > 40, "{exact}");
    for name in ["accounts.cat.claw.damage", "accounts.cat.felled", "accounts.rat-2.against.cat.damage"] {
        let sampled = kept["accounts"].as_array().expect("accounts").iter().find(|entry| entry["name"] == name);
        let sd = sampled.expect("sampled too")["sd"].as_f64().expect("a number");
        // Six standard errors are exceeded by chance in 2e-9 of all samples.
        let most = 6.0 * sd / 200.0;
        assert!((mean(&exact, name) - mean(&kept, name)).abs() < most, "{name}: {exact}");
    }
}

/// A quantity of accounts is one like any other, once they are kept.
#[test]
fn accounts_are_quantities() {
    let told = stdout_of("run band.toml -n 100 --accounts --only accounts.cat.damage");
    assert!(told.contains("accounts.cat.damage") || told.contains("cat"), "{told}");
    let tuned = stdout_of(
        "tune band.toml --accounts --vary combatants.cat.hp=4..=8:4 --target accounts.cat.damage=3 --margin 3",
    );
    assert!(tuned.contains("combatants.cat.hp"), "{tuned}");
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number of accounts that are not kept is answered with how to keep them, and a mistyped one with what was meant.
#[test]
fn numbers_of_accounts_that_there_are_not_are_answered() {
    let kept = "help: accounts are kept with `--accounts`, or by a scenario with `accounts = true`";
    let asked = [
        ("run band.toml -n 10 --only accounts.NAME", "no quantity matches"),
        ("tune band.toml --vary combatants.cat.hp=4,8 --target accounts.NAME=3", "there is no metric"),
        ("sensitivity band.toml -n 10 --metric accounts.NAME", "there is no metric"),
        ("sweep band.toml -n 10 --vary combatants.cat.hp=4,8 --cross accounts.NAME=3", "there is no metric"),
        ("compare band.toml -n 10 --with combatants.cat.hp=4 --only accounts.NAME", "no quantity matches"),
    ];
    for (asked, message) in asked {
        let refused = in_one_line(&refusal_of(&asked.replace("NAME", "cat.damage")));
        assert!(refused.contains(message) && refused.contains(kept), "{asked}: {refused}");
        let refused = in_one_line(&refusal_of(&format!("{} --accounts", asked.replace("NAME", "cta.damage"))));
        assert!(refused.contains("did you mean `accounts.cat.damage`?"), "{asked}: {refused}");
    }
    let band = std::fs::read_to_string(crate::fixtures().join("band.toml")).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let test = |root: &str, name: &str| {
        let text = format!("{root}{band}\n[expect]\n\"accounts.{name}\" = {{ at_least = 1 }}\n");
        std::fs::write(folder.path().join("band.toml"), text).expect("room");
        in_one_line(&crate::refusal(equipoise("check band.toml").current_dir(folder.path())))
    };
    let refused = test("", "cat.damage");
    assert!(refused.contains("there is no quantity `accounts.cat.damage`") && refused.contains(kept), "{refused}");
    let refused = test("accounts = true\n", "cta.damage");
    assert!(refused.contains("did you mean `accounts.cat.damage`?"), "{refused}");
}

/// Scenarios whose combatants share no id have no numbers of combatants in common, and that is what is said.
#[test]
fn a_comparison_without_common_ids_says_so() {
    let other = std::fs::read_to_string(crate::fixtures().join("band.toml")).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("band.toml"), &other).expect("room");
    let other = other.replace("\"cat\"", "\"dog\"").replace("\"rat\"", "\"mouse\"");
    std::fs::write(folder.path().join("other.toml"), other).expect("room");
    for only in ["accounts.*.damage", "accounts.*.claw.*", "combatants.**"] {
        let compare = format!("compare band.toml other.toml -n 10 --accounts --only {only}");
        let refused = in_one_line(&crate::refusal(equipoise(&compare).current_dir(folder.path())));
        let told = "no combatant of the one scenario has the id of one of the other";
        assert!(refused.contains(told) && !refused.contains("for the ids"), "{refused}");
    }
}

/// A condition may name accounts: they are kept for the search, and the fight that is told is that of the same index.
#[test]
fn a_fight_is_found_by_accounts() {
    let told = stdout_of("replay band.toml -n 2000 --find accounts.cat.felled>1 --format json");
    let found: Value = serde_json::from_str(told.lines().next().expect("a line")).expect("JSON");
    let index = found["index"].as_u64().unwrap_or_else(|| panic!("{found}"));
    let felled =
        |range: String| mean(&json(&format!("run band.toml --range {range} --accounts")), "accounts.cat.felled");
    assert!(felled(format!("{index}..{}", index + 1)) > 1.0);
    assert!(index == 0 || felled(format!("0..{index}")) <= 1.0);
    let plain = stdout_of(&format!("replay band.toml --index {index}"));
    assert_eq!(stdout_of("replay band.toml -n 2000 --find accounts.cat.felled>1"), plain);
    let refused = in_one_line(&refusal_of("replay band.toml --find accounts.cta.felled>1"));
    assert!(refused.contains("did you mean `accounts.cat.felled`?"), "{refused}");
    let refused = in_one_line(&refusal_of("replay band.toml --find accounts.cat.felled"));
    assert!(refused.contains("compare it, such as `accounts.cat.felled > 3`"), "{refused}");
}

/// Shards with accounts join; a set of them is remade to the byte, its table too.
#[test]
fn accounts_are_in_shards_and_sets() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (range, name) in [("0..60", "a.json"), ("60..100", "b.json")] {
        stdout_of(&format!("run band.toml --accounts --range {range} --shard {}", path(name)));
    }
    let joined = json(&format!("merge {} {}", path("a.json"), path("b.json")));
    assert_eq!(joined["accounts"], json("run band.toml -n 100 --accounts")["accounts"]);
    stdout_of(&format!("run band.toml -n 100 --accounts --out {}", path("set")));
    let table = std::fs::read_to_string(folder.path().join("set/accounts.csv")).expect("written");
    assert!(table.starts_with("scenario,combatant,side,means,target,measure,mean,lo,hi,sd,interval,name,file\n"));
    assert!(table.contains(",accounts.cat.against.rat-1.felled,"), "{table}");
    let rerun = stdout_of(&format!("rerun {}", path("set")));
    assert!(rerun.contains("accounts.csv: same"), "{rerun}");
    // A later set without accounts leaves none of the earlier.
    stdout_of(&format!("run band.toml -n 100 --out {}", path("set")));
    assert!(!folder.path().join("set/accounts.csv").exists());
    equipoise(&format!("rerun {}", path("set"))).assert().code(0);
}

/// Counts with accounts and counts without are of two scenarios, and that is what the refusals say.
#[test]
fn counts_with_accounts_and_without_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    stdout_of(&format!("run band.toml --range 0..60 --shard {}", path("plain.json")));
    stdout_of(&format!("run band.toml --accounts --range 60..100 --shard {}", path("kept.json")));
    stdout_of(&format!("run band.toml -n 60 --out {}", path("set")));
    for arguments in [
        format!("merge {} {}", path("plain.json"), path("kept.json")),
        format!("run band.toml -n 100 --accounts --extend {}", path("set")),
    ] {
        let message = in_one_line(&refusal_of(&arguments));
        let told = "one keeps accounts and the other none: `--accounts` is for both or for neither";
        assert!(message.contains(told) && !message.contains("{\"system\""), "{message}");
    }
    let other = format!("run band.toml -n 100 --set combatants.cat.hp=4 --extend {}", path("set"));
    let message = in_one_line(&refusal_of(&other));
    assert!(message.contains("`combatants.cat.hp` is `4` in one and `3` in another"), "{message}");
}

/// DUEL-05: who has the first control wins more often, by the shares that the solution of the two beginnings has.
#[test]
fn the_share_of_wins_of_who_begins_is_told() {
    let path = crate::gallery_file("first-challenge").display().to_string();
    let exact = json(&format!("exact {path} --accounts"));
    let [acts, wins] = ["acts", "wins"].map(|measure| mean(&exact, &format!("accounts.first.party.{measure}")));
    assert!((acts - 0.644_908_616_187_989_6).abs() < 1e-12 && (wins / acts - 0.767_745_704_492_557_1).abs() < 1e-12);
    let enemies = mean(&exact, "accounts.first.enemies.wins") / mean(&exact, "accounts.first.enemies.acts");
    assert!((enemies - (1.0 - 0.535_538_480_255_853)).abs() < 1e-12, "{exact}");
    let told = stdout_of(&format!("exact {path} --accounts"));
    assert!(told.contains("begins") && told.contains("76.7746%"), "{told}");
}

/// If `accounts` stands in a table, or is set there, the scenario itself is named as its place.
#[test]
fn accounts_belong_to_the_scenario_itself() {
    let text = std::fs::read_to_string(crate::fixtures().join("band.toml")).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str| {
        std::fs::write(folder.path().join("band.toml"), text).expect("room");
        crate::refusal(equipoise("check band.toml").current_dir(folder.path())).replace('\n', " ")
    };
    let text = text.replace("[rules]\n", "[rules]\naccounts = true\n");
    let in_rules = check(&text);
    assert!(in_rules.contains("it belongs to the scenario itself: move it above `[rules]`"), "{in_rules}");
    // The header of what is expected is one like others.
    let in_rules = check(&text.replace("[rules]\n", "[expect]\nparty = 0.5\n[rules]\n"));
    assert!(in_rules.contains("it belongs to the scenario itself: move it above `[expect]`"), "{in_rules}");
    let refused = refusal_of("run band.toml --set rules.accounts=true").replace('\n', " ");
    assert!(refused.contains("did you mean `accounts`? accounts is a key of the scenario itself"), "{refused}");
}
