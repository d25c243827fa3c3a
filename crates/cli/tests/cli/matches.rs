//! The output and the refusals of `equipoise versus`.

use std::fs;
use std::path::Path;

use equipoise_engine::System;

use crate::{assert_narrow, fixtures, gallery, narrow_snapshot, refusal_of, snapshot, stdout_of};

fn number(cell: &str) -> f64 {
    cell.parse().expect("a number")
}

/// The matches as CSV has them: party, enemies, the shares of all winners, the first index.
fn matches_of(arguments: &str) -> Vec<(String, String, Vec<f64>, u64)> {
    let csv = stdout_of(&format!("versus {arguments} --format csv"));
    let read = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        let shares = [3, 4, 5, 6, 7, 8, 9, 10].map(|at: usize| number(cells[at])).into();
        (cells[0].to_owned(), cells[1].to_owned(), shares, cells[11].parse().expect("an index"))
    };
    csv.lines().skip(1).map(read).collect()
}

/// The same shares of a run of 3000 encounters.
fn shares_of(scenario: &Path, first_index: u64) -> Vec<f64> {
    let (scenario, end) = (scenario.display(), first_index + 3000);
    let csv = stdout_of(&format!("run {scenario} --range {first_index}..{end} --format csv"));
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let (header, row) = (rows.next().expect("a header"), rows.next().expect("a row"));
    let cell = |name: &str| number(row[header.iter().position(|column| *column == name).expect("a column")]);
    let won = ["party_win", "enemies_win"].map(|name| ["", "_lo", "_hi"].map(|end| cell(&format!("{name}{end}"))));
    won.into_iter().flatten().chain([cell("draw_win"), cell("timeout_win")]).collect()
}

/// Of every system, a scenario that ships can be set against a copy of itself, and its own sides fight as ever.
#[test]
fn a_scenario_that_is_lined_up_again_is_itself() {
    for &system in System::ALL {
        let scenario = gallery(system).swap_remove(0);
        let folder = tempfile::tempdir().expect("a folder");
        for path in fs::read_dir(scenario.parent().expect("a gallery")).expect("a gallery") {
            // The rosters as well, since scenarios name them relative to themselves.
            let path = path.expect("readable").path();
            if path.is_dir() {
                continue;
            }
            let name = path.file_name().filter(|_| path != scenario).unwrap_or_else(|| "copy.toml".as_ref());
            fs::copy(&path, folder.path().join(name)).expect("a copy");
        }
        let copy = folder.path().join("copy.toml");
        let matches = matches_of(&format!("{} {} -n 3000", scenario.display(), copy.display()));
        let stem = scenario.file_stem().expect("a name").to_string_lossy();
        for (party, enemies) in [(&*stem, &*stem), (&*stem, "copy"), ("copy", &*stem)] {
            let seats = [format!("{party} party"), format!("{enemies} enemies")];
            let found = matches.iter().find(|found| found.0 == seats[0] && found.1 == seats[1]);
            let found = found.unwrap_or_else(|| panic!("{}: {seats:?} do not meet", scenario.display()));
            assert_eq!(found.2, shares_of(&scenario, found.3), "{}: {seats:?}", scenario.display());
        }
    }
}

/// Every match of a roster is the run of a scenario with these ids, and the second of a pair has the next encounters.
#[test]
fn a_match_of_rows_is_a_run_of_their_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixtures().join("circle.csv"), folder.path().join("circle.csv")).expect("a copy");
    let text = fs::read_to_string(fixtures().join("circle.toml")).expect("a fixture");
    let matches = matches_of("circle.toml -n 3000");
    let pairs: Vec<_> = matches.iter().map(|(party, enemies, _, first)| format!("{party} {enemies} {first}")).collect();
    let expected = [
        "rock paper 0",
        "paper rock 3000",
        "rock scissors 0",
        "scissors rock 3000",
        "paper scissors 0",
        "scissors paper 3000",
    ];
    assert_eq!(pairs, expected);
    for (party, enemies, shares, first_index) in matches {
        let path = folder.path().join("match.toml");
        let seated = text.replace("\"rock\"", "\"PARTY\"").replace("\"paper\"", "\"ENEMIES\"");
        let seated = seated.replace("PARTY", &party).replace("ENEMIES", &enemies);
        fs::write(&path, seated).expect("a file");
        assert_eq!(shares, shares_of(&path, first_index), "{party} {enemies}");
    }
}

/// The combatants of one file under the rules of another one, in exchanged seats: written by hand, it is the same fight.
#[test]
fn a_match_of_sides_is_a_run_of_the_scenario_written_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str| fs::read_to_string(fixtures().join(name)).expect("a fixture");
    let (spar, death) = (text("spar.toml"), text("death.toml"));
    let [spar, death] = [&spar, &death].map(|text| text.split("[[combatants]]").collect::<Vec<_>>());
    let party = spar[2].replacen("initiative", "side = \"party\"\ninitiative", 1);
    let enemies = death[2].replacen("side = \"party\"", "side = \"enemies\"", 1);
    let path = folder.path().join("match.toml");
    fs::write(&path, [spar[0], &party, &enemies].join("[[combatants]]\n")).expect("a file");
    let matches = matches_of("spar.toml death.toml -n 3000");
    let found = matches.iter().find(|found| found.0 == "spar enemies" && found.1 == "death party");
    let found = found.expect("duellists take any seat");
    assert_eq!(found.2, shares_of(&path, found.3));
    assert_eq!(matches.len(), 12);
}

#[test]
fn threads_do_not_change_a_byte() {
    for arguments in ["circle.toml -n 9000 --format json", "spar.toml death.toml -n 5000"] {
        let printed = |threads: u8| stdout_of(&format!("versus {arguments} --threads {threads}"));
        let on_one_thread = printed(1);
        assert!((2..=4).all(|threads| printed(threads) == on_one_thread), "{arguments}");
    }
}

/// The cells of the rows of a table in Markdown, its header first, that begins with a column.
fn cells_of(markdown: &str, has: &str) -> Vec<Vec<String>> {
    let rows = markdown.lines().skip_while(|line| !(line.starts_with('|') && line.contains(has)));
    let cells = |row: &str| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    rows.take_while(|line| line.starts_with('|')).filter(|line| !line.contains("---")).map(cells).collect()
}

/// Bouts that nobody wins: what stands below `nobody` is the share of these, of both seatings of the pair together.
#[test]
fn every_cell_of_a_pair_stands_below_its_column() {
    let [bell, rooftop] = ["until-the-bell", "rooftop"].map(|name| format!("../../../../scenarios/duel/{name}.toml"));
    let arguments = format!("{bell} {rooftop} -n 2000");
    let pairs = cells_of(&stdout_of(&format!("versus {arguments} --format markdown")), "nobody");
    assert_eq!(pairs[0][3..], ["wins", "interval", "nobody", "as party", "as enemies"]);
    assert!(pairs.iter().all(|row| row.len() == pairs[0].len()), "{pairs:?}");
    let json: serde_json::Value =
        serde_json::from_str(&stdout_of(&format!("versus {arguments} --format json"))).expect("JSON");
    for (row, pair) in pairs[1..].iter().zip(json["pairs"].as_array().expect("pairs")) {
        let count = |key: &str| pair[key].as_f64().expect("a count");
        let nobody = 100.0 * (count("encounters") - count("first_wins") - count("second_wins")) / count("encounters");
        let shown: f64 = row[5].trim_end_matches('%').parse().expect("a share");
        assert!((shown - nobody).abs() <= 0.5, "{row:?}: {nobody}");
    }
    assert!(
        cells_of(&stdout_of(&format!("versus {arguments} --format markdown")), "mean wins")[0]
            .contains(&"rank".to_owned())
    );
}

/// Four equal contenders: no one of them is the best, whatever is listed first, and each may have any rank.
#[test]
fn equals_are_not_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let row = |id: &str| format!("{id},{id},2,random,6,6,6\n");
    let roster = "id,name,initiative,policy,attributes.attack,attributes.cmb,attributes.reflex\n".to_owned();
    fs::write(folder.path().join("four.csv"), roster + &["ann", "bob", "cat", "dan"].map(row).concat()).expect("room");
    let text = "system = \"duel\"\nname = \"Four\"\nroster = \"four.csv\"\n[[combatants]]\nid = \"ann\"\n[[combatants]]\nid = \"bob\"\n";
    let path = folder.path().join("four.toml");
    fs::write(&path, text).expect("room");
    for seed in 1..4 {
        let arguments = format!("versus {} -n 400 --seed {seed}", path.display());
        let table = stdout_of(&arguments);
        let leaders: serde_json::Value =
            serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("JSON");
        let named = leaders["leaders"].as_array().expect("a list").iter().map(|name| name.as_str().expect("a name"));
        let sentence = format!("the best on average, not told apart: {}", named.collect::<Vec<_>>().join(", "));
        assert!(table.contains(&sentence) && table.matches("1 to 4").count() == 4, "{sentence} {table}");
        let page = folder.path().join("four.html");
        stdout_of(&format!("{arguments} --report {}", page.display()));
        let page = fs::read_to_string(&page).expect("written");
        assert!(page.contains("not told apart: ") && !page.contains("The best on average: "), "{seed}");
    }
}

#[test]
fn who_goes_round_in_a_circle_is_reported() {
    let table = stdout_of("versus circle.toml -n 4000");
    assert_narrow(&table);
    assert!(table.contains("cycle: rock beats scissors beats paper beats rock"), "{table}");
    snapshot("versus-table", &table);
    let csv = stdout_of("versus circle.toml -n 4000 --format csv");
    snapshot("versus-csv", &csv);
    let json = stdout_of("versus circle.toml -n 4000 --format json");
    snapshot("versus-json", &json);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["cycles"], serde_json::json!([["rock", "scissors", "paper"]]));
}

#[test]
fn changes_and_what_the_file_gives_stay_with_the_seat() {
    narrow_snapshot("versus-seats", &stdout_of("versus roster.toml -n 2000 --set combatants.fencer.policy=random"));
}

#[test]
fn many_sides_are_listed_by_number() {
    narrow_snapshot("versus-sides", &stdout_of("versus spar.toml death.toml roster.toml circle.toml -n 500"));
    let parties = stdout_of("versus spar.toml death.toml roster.toml -n 500 --sides party");
    assert!(parties.contains("3 roster party") && !parties.contains(" enemies  "), "{parties}");
}

/// Every word of the party against every word of the enemies, each cell with the numbers of the scenario with these words, on the same
/// dice; the best response is refused against itself and left out.
#[test]
fn policies_of_a_scenario_are_set_against_each_other() {
    let table = stdout_of("versus spar.toml --policies -n 2000");
    narrow_snapshot("versus-policies", &table);
    assert!(table.contains("best-response of the party"), "{table}");
    let spar = fixtures().join("spar.toml");
    let (party, enemies) = ("combatants.fencer.policy", "combatants.wrestler.policy");
    let matches = matches_of("spar.toml --policies -n 3000");
    assert_eq!(matches.len(), 7 * 7);
    for (one, two) in [("random", "thrifty"), ("optimal", "in-order")] {
        let csv = stdout_of(&format!(
            "run {} -n 3000 --set {party}={one} --set {enemies}={two} --format csv",
            spar.display()
        ));
        let header: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
        let at = header.iter().position(|column| *column == "party_win").expect("a column");
        let expected = number(csv.lines().nth(1).expect("a row").split(',').nth(at).expect("a cell"));
        let seats = [format!("party {one}"), format!("enemies {two}")];
        let found = matches.iter().find(|found| found.0 == seats[0] && found.1 == seats[1]).expect("all meet");
        assert_eq!((found.2[0], found.3), (expected, 0), "{seats:?}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&stdout_of("versus spar.toml --policies -n 2000 --format json")).expect("JSON");
    let field = &json["field"];
    assert_eq!((field["kind"].as_str(), field["resamples"].as_u64()), (Some("sides"), Some(1000)));
    // The default of `duel` is another name of the first word that it stands for.
    let default =
        field["contenders"].as_array().expect("a list").iter().find(|found| found["name"] == "party best-margin");
    assert_eq!(default.expect("a contender")["same_as"], "party default");
    assert_eq!(field["best_responses"].as_array().map(Vec::len), Some(14));
}

#[test]
fn what_makes_no_match_is_refused() {
    let pit = "../../../../scenarios/zones/pit-fight.toml";
    for (arguments, part) in [
        ("spar.toml", "give several scenarios, or one with a roster"),
        (&format!("spar.toml {pit}"), "scenarios of two systems"),
        ("circle.toml --sides party", "--sides chooses"),
        ("circle.toml --policies", "In a circle has a roster"),
        ("spar.toml death.toml --policies", "give a single scenario, without --sides"),
        ("spar.toml --policies --sides party", "give a single scenario, without --sides"),
        ("spar.toml --policies --set combatants.fencer.initiative=lots", "--set:1:"),
        ("spar.toml spar.toml", "spar.toml is given twice"),
        ("spar.toml death.toml --set rules.meter_ticks=6", "--set:1:19"),
        ("circle.toml --set combatants.nobody.initiative=3", "combatants.nobody.initiative"),
        ("circle.toml -n 0", "at least 1"),
        (
            &format!("{pit} ../../../../scenarios/zones/talk-or-steel.toml --sides party"),
            "every match of pit-fight party",
        ),
        ("bad-roster.toml", "initiativ"),
    ] {
        let message = refusal_of(&format!("versus {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
}

/// A scenario and its roster in a folder of their own, refused.
fn refused(scenario: &str, roster: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scenario.toml");
    fs::write(&path, scenario).expect("a file");
    fs::write(folder.path().join("circle.csv"), roster).expect("a file");
    refusal_of(&format!("versus {}", path.display()))
}

#[test]
fn rosters_that_cannot_fight_are_refused() {
    let text = |name: &str| fs::read_to_string(fixtures().join(name)).expect("a fixture");
    let (scenario, roster) = (text("circle.toml"), text("circle.csv"));
    let message = refused(&scenario, &(roster.clone() + "ghost,,9,random,lots,,\n"));
    assert!(
        message.contains("every match of ghost") && message.contains("(row 5, column `attributes.attack`)"),
        "{message}"
    );
    assert_eq!(message.matches("\"lots\"").count(), 1, "each once: {message}");
    let rows: Vec<String> = (0..98).map(|row| format!("r{row},,0,random,1,,\n")).collect();
    let message = refused(&scenario, &(roster + &rows.concat()));
    assert!(message.contains("10,100 matches, at most 10,000"), "{message}");
    let complete = scenario.replace("\"rock\"\n", "\"rock\"\nattributes = { cmb = 1 }\n");
    let complete = complete.replace("\"paper\"\n", "\"paper\"\nattributes = { cmb = 2 }\n");
    assert!(refused(&complete, "id\nlonely\n").contains("at least two contenders"));
    let pit = fs::read_to_string(fixtures().join("../../../../scenarios/zones/pit-fight.toml")).expect("a scenario");
    let crowd =
        format!("roster = \"circle.csv\"\n{}", pit.replacen("side = \"party\"\n", "side = \"party\"\ncount = 2\n", 1));
    let message = refused(&crowd, "id\nsellsword\nogre\n");
    assert!(message.contains("has 3 combatants, and not one on each side"), "{message}");
}
