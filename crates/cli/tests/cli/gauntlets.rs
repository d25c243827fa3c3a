//! `gauntlet`: one side against every row of a roster.

use std::fs;

use serde_json::Value;

use crate::{equipoise, gallery_file, narrow_snapshot, refusal_of, snapshot, stdout_of};

/// The texts on stdout and stderr if rows cannot fight, for which the exit status is 2.
fn in_part(arguments: &str) -> [String; 2] {
    let output = equipoise(arguments).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(2), "{stdout}{stderr}");
    [stdout, stderr]
}

const PACK: &str = "gauntlet band.toml --roster pack.csv -n 2000";

/// Rows that cannot fight stand in the table, the others are played, and the mistakes are told as those of any file.
#[test]
fn rows_are_told_in_tables() {
    let [stdout, stderr] = in_part(&format!("{PACK} --by cr"));
    narrow_snapshot("gauntlet-table", &stdout);
    snapshot("gauntlet-refused", &stderr);
    narrow_snapshot("gauntlet-counts", &in_part(&format!("{PACK} --by cr --count 1..=2"))[0]);
    let (party, bestiary) =
        (gallery_file("field-surgeon"), gallery_file("field-surgeon").with_file_name("bestiary.csv"));
    let [party, bestiary] = [party, bestiary].map(|path| path.display().to_string());
    let shipped = stdout_of(&format!("gauntlet {party} --roster {bestiary} --by level -n 2000"));
    // The path of the roster depends on where the tests run.
    narrow_snapshot("gauntlet-shipped", shipped.split_once("\n\n").expect("a head").1);
}

/// The CSV has a line for each row, those that cannot fight last.
#[test]
fn rows_are_lines_of_csv() {
    let [stdout, _] = in_part(&format!("{PACK} --by cr --format csv"));
    let lines: Vec<Vec<&str>> = stdout.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|column| *column == name).expect("a column");
    let (whole, refused) = (&lines[1..5], &lines[5]);
    assert!(whole.iter().all(|line| line.len() == lines[0].len()) && lines.len() == 6, "{stdout}");
    assert_eq!((refused[column("row")], refused[column("party_win")], refused[column("fit")]), ("ghost", "", ""));
    assert!(refused[column("refused")].contains("pack.csv:4:7: `combatants.ghost.hp` is 0"), "{stdout}");
    let number = |line: &[&str], name: &str| line[column(name)].parse::<f64>().expect("a number");
    assert!(whole.is_sorted_by(|first, next| number(first, "party_win") >= number(next, "party_win")), "{stdout}");
    for line in whole {
        assert!((number(line, "fit") + number(line, "distance") - number(line, "party_win")).abs() < 1e-12);
        assert!(number(line, "lost_damage_lo") <= number(line, "lost_damage") && line[column("refused")].is_empty());
    }
}

/// One of the two rosters is given, and what is not used is not taken.
#[test]
fn what_changes_nothing_is_refused() {
    for (options, said) in [
        ("", "<--roster <FILE.csv>|--party-roster <FILE.csv>>"),
        ("--roster pack.csv --party-roster pack.csv", "cannot be used with"),
        ("--roster pack.csv --count 0..=2", "whole numbers from 1 to 1000"),
        ("--roster pack.csv --count 2,2", "2 is there twice"),
        ("--roster pack.csv --margin 0.1", "--by"),
        ("--roster pack.csv --by level", "`--by`"),
        ("--roster pack.csv", "column `cr` is no key"),
        ("--roster none.csv", "none.csv"),
        ("--roster pack.csv --by cr --set combatants.rat.hp=2", "`combatants.rat.hp` is set"),
        ("--party-roster pack.csv --by cr --set combatants.cat.hp=2", "the party of the scenario do not fight"),
        ("--roster pack.csv --by cr --chart nothing=a.svg", "there are: wins, distances"),
    ] {
        let message = refusal_of(&format!("gauntlet band.toml {options}"));
        assert!(message.contains(said), "{options}: {message}");
    }
}

/// Parties meet the enemies of the scenario, and wins rise with their level. The same bytes come on any number of threads.
#[test]
fn parties_may_run_the_gauntlet() {
    let asked = "gauntlet band.toml --party-roster pack.csv --by cr -n 3000 --format json";
    let [one, _] = in_part(&format!("{asked} --threads 1"));
    assert_eq!(in_part(&format!("{asked} --threads 3"))[0], one);
    let found: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(found["place"], "party");
    let mut rows: Vec<&Value> = found["rows"].as_array().expect("rows").iter().collect();
    rows.sort_by(|left, right| left["by"].as_f64().partial_cmp(&right["by"].as_f64()).expect("numbers"));
    assert!(rows.is_sorted_by(|left, right| left["fit"]["share"].as_f64() <= right["fit"]["share"].as_f64()));
    assert_eq!(found["refused"][0]["mistakes"][0]["path"], "combatants.ghost.hp");
}

#[test]
fn a_page_of_rows_has_its_charts() {
    let folder = tempfile::tempdir().expect("a folder");
    let [page, chart] = ["page.html", "distances.svg"].map(|name| folder.path().join(name).display().to_string());
    in_part(&format!("{PACK} --by cr --report {page} --chart distances={chart}"));
    let text = fs::read_to_string(&page).expect("a page");
    for told in ["How often the party wins", "Who stands out for the cr", "Cannot fight", "equipoise gauntlet "] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(fs::read_to_string(&chart).expect("a chart").starts_with("<svg"));
}

/// Every many-sided system, and duel, takes rows of a roster of its own; what a system has no accounts of costs nothing.
#[test]
fn every_system_has_gauntlets() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = folder.path().join("rows.csv");
    for (party, rows, points) in [
        ("toll-bridge", "id,hp,skill,attacks.1.kind,attacks.1.damage\norc,9,2,melee,1d8\n", &["damage"][..]),
        (
            "hobgoblin-patrol",
            "id,strength,agility,hd,attacks.1.bonus,attacks.1.damage,attacks.1.damage_type,attacks.1.weapon_speed\n\
             brute,13,12,1d8,3,1d8+1,piercing,4\n",
            &["stress", "wounds"],
        ),
        ("brace-or-dodge", "id,reflex,attack\nbrute,2,2\n", &["fatigue", "stress"]),
        ("first-challenge", "id,initiative,attributes.attack\nbravo,2,4\n", &["ticks"]),
    ] {
        fs::write(&roster, rows).expect("room");
        let path = gallery_file(party);
        let printed =
            stdout_of(&format!("gauntlet {} --roster {} -n 500 --format json", path.display(), roster.display()));
        let found: Value = serde_json::from_str(&printed).expect("JSON");
        let lost = found["rows"][0]["lost"].as_array().expect("a list");
        let found: Vec<&str> = lost.iter().map(|lost| lost["points"].as_str().expect("a name")).collect();
        assert_eq!(found, points, "{party}");
    }
}
