//! The columns that `docs/outputs.md` lists, against the headers of real CSV.

use std::fs;

use crate::{equipoise, fixtures, stdout_of, tuned};

/// The section of the page under a heading, up to the next one.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).expect("a heading");
    rest.split_once("\n## ").map_or(rest, |(section, _)| section)
}

/// The names in the first cell of each row, in order.
fn columns(section: &str) -> Vec<String> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(" | ").next().expect("a cell"));
    cells.flat_map(|cell| cell.split(", ").map(|name| name.trim_matches('`').to_owned())).collect()
}

fn page() -> String {
    fs::read_to_string(fixtures().join("../../../../docs/outputs.md")).expect("the page")
}

/// The header of a CSV text, of which no name is quoted.
fn header(csv: &str) -> Vec<String> {
    csv.lines().next().expect("a header").split(',').map(str::to_owned).collect()
}

fn assert_columns(heading: &str, csv: &str) {
    let page = page();
    let expected: Vec<String> = columns(section(&page, heading))
        .iter()
        .map(|name| {
            name.replace("PATH", "rules.meter_ticks").replace("TARGET", "rounds.mean").replace("POINTS", "damage")
        })
        .collect();
    assert_eq!(header(csv), expected, "{heading}");
}

#[test]
fn the_page_lists_the_columns_of_every_table_on_stdout() {
    let vary = "spar.toml --vary rules.meter_ticks=5,9";
    for (heading, arguments) in [
        ("summary.csv", format!("sweep {vary} -n 50")),
        ("summary.csv", format!("sweep {vary} --method exact")),
        ("check.csv", format!("sweep {vary} -n 50 --check")),
        ("compare", "compare spar.toml --with rules.meter_ticks=5 -n 100".to_owned()),
        ("compare --plan", "compare spar.toml --with rules.meter_ticks=5 -n 100 --plan".to_owned()),
        ("tune", format!("tune {vary} --target rounds=9 --max-encounters 20k")),
        ("sensitivity", "sensitivity spar.toml -n 50 --only rules.*".to_owned()),
        ("luck", "luck spar.toml -n 100".to_owned()),
        ("skill", "skill spar.toml -n 100".to_owned()),
        ("versus", "versus circle.toml -n 50".to_owned()),
        ("versus", "versus spar.toml --policies -n 50".to_owned()),
        ("gauntlet", "gauntlet band.toml --roster sheets-of-cats.csv --by level -n 50".to_owned()),
        ("observe", "observe spar.toml spar-games.csv --ignore date -n 500".to_owned()),
        (
            "observe --vary",
            format!("observe spar.toml spar-games.csv --ignore date -n 500 {}", "--vary rules.meter_ticks=5,9"),
        ),
        ("coverage", "coverage spar.toml -n 10".to_owned()),
        ("odds", "odds spar.toml".to_owned()),
    ] {
        let command = format!("{arguments} --format csv");
        assert_columns(heading, &if heading == "tune" { tuned(&command) } else { stdout_of(&command) });
    }
}

#[test]
fn the_page_lists_the_columns_of_every_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display();
    stdout_of(&format!("sweep spar.toml --vary rules.meter_ticks=5,9 -n 50 --check --out {out}"));
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).expect("written") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            assert_columns(name, &fs::read_to_string(&path).expect("text"));
            files += 1;
        }
    }
    assert_eq!(files, 5);
}

/// Two scenarios of one name are told apart in the tables of all commands that fight.
#[test]
fn the_rows_of_every_table_name_the_files_that_they_are_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let spar = fs::read_to_string(fixtures().join("spar.toml")).expect("a fixture");
    let [one, two] = ["one.toml", "t,wo.toml"].map(|name| {
        let path = folder.path().join(name);
        fs::write(&path, &spar).expect("room");
        path.display().to_string()
    });
    let quoted = format!("\"{two}\"");
    let vary = "--vary rules.meter_ticks=5,9";
    for (arguments, columns, files) in [
        (format!("compare {one} {two} -n 100"), "first_file,second_file", format!("{one},{quoted}")),
        (format!("compare {one} {two} -n 100 --plan"), "first_file,second_file", format!("{one},{quoted}")),
        (
            format!("compare {two} --with rules.meter_ticks=5 -n 100"),
            "first_file,second_file",
            format!("{quoted},{quoted}"),
        ),
        (format!("tune {two} {vary} --target rounds=9 --max-encounters 20k"), "file", quoted.clone()),
        (format!("sensitivity {one} -n 50 --only rules.*"), "file", one.clone()),
        (format!("luck {one} -n 100"), "file", one.clone()),
        (format!("skill {one} -n 100"), "file", one.clone()),
        (format!("coverage {one} {two} -n 10"), "files", format!("\"{one}; {two}\"")),
    ] {
        let output = equipoise(&format!("{arguments} --format csv")).output().expect("it runs");
        let csv = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(header(&csv).join(",").ends_with(&format!(",{columns}")), "{arguments}: {csv}");
        let mut rows = csv.lines().skip(1).peekable();
        assert!(rows.peek().is_some(), "{arguments}");
        assert!(rows.all(|row| row.ends_with(&format!(",{files}"))), "{arguments}: {csv}");
    }
    // Behind the files of a match stands what the field says of its contenders.
    let csv = stdout_of(&format!("versus {one} {two} --sides all -n 50 --format csv"));
    assert!(header(&csv).join(",").contains(",party_file,enemies_file,party_weight,"), "{csv}");
    assert!(csv.lines().any(|row| row.contains(&format!(",{one},{quoted},"))), "{csv}");
    let baseline = folder.path().join("base");
    stdout_of(&format!("run {two} -n 500 --out {}", baseline.display()));
    let again = format!("compare --baseline {} --with rules.meter_ticks=5 --format csv", baseline.display());
    let csv = String::from_utf8(equipoise(&again).output().expect("it runs").stdout).expect("UTF-8");
    assert!(csv.lines().count() > 3, "{csv}");
    assert_eq!(header(&csv).last().map(String::as_str), Some("file"));
    assert!(csv.lines().skip(1).all(|row| row.ends_with(&format!(",{quoted}"))), "{csv}");
}

/// Without a varied path its column is missing, and nothing else.
#[test]
fn a_run_has_the_same_columns_but_for_varied_paths() {
    let mut expected = columns(section(&page(), "summary.csv"));
    expected.retain(|name| name != "PATH");
    for arguments in ["run spar.toml -n 50", "exact spar.toml"] {
        assert_eq!(header(&stdout_of(&format!("{arguments} --format csv"))), expected, "{arguments}");
    }
}

/// Every share and mean of the quantities has the interval that JSON has, and where there is a choice the kind of it.
#[test]
fn quantities_have_their_intervals_and_metrics_the_kind() {
    for (options, kinds) in
        [("-n 500", ["wilson", "student"]), ("--precision 0.05", ["beta-mixture", "normal-mixture"])]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().display();
        let line = stdout_of(&format!("run spar.toml {options} --format json --out {out}"));
        let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let table = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
        let rows = |csv: &str| -> Vec<Vec<String>> {
            csv.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
        };
        let summary = rows(&table("summary.csv"));
        let field =
            |name: &str| summary[1][summary[0].iter().position(|column| column == name).expect("a column")].clone();
        for quantity in json["quantities"].as_array().expect("quantities") {
            let name = quantity["name"].as_str().expect("a name");
            for end in ["lo", "hi"] {
                assert_eq!(field(&format!("{name}_{end}")), quantity[end].to_string(), "{name}");
            }
            assert!(!name.contains("any_dead") || quantity["interval"] == kinds[0], "{quantity}");
        }
        let metrics = rows(&table("metrics.csv"));
        let column = metrics[0].iter().position(|column| column == "interval").expect("a column");
        for (row, metric) in metrics[1..].iter().zip(json["metrics"].as_array().expect("metrics")) {
            assert_eq!(row[column], metric["interval"].as_str().expect("a kind"), "{metric}");
        }
        let kind_of = |name: &str| &metrics.iter().find(|row| row[1] == name).expect("a metric")[column];
        assert_eq!([kind_of("party_first_control"), kind_of("party_choices")], kinds);
    }
    let exact = stdout_of("exact spar.toml --format csv");
    let rows: Vec<Vec<&str>> = exact.lines().map(|line| line.split(',').collect()).collect();
    let ends = rows[0].iter().zip(&rows[1]).filter(|(name, _)| name.ends_with("_lo") || name.ends_with("_hi"));
    assert!(ends.clone().count() > 20 && ends.clone().all(|(_, field)| field.is_empty()), "{exact}");
}

/// Scenarios that share a name are told apart by their files, and scenarios of different names are not.
#[test]
fn scenarios_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(crate::fixtures().join("band.toml")).expect("a file");
    for (file, hp) in [("a.toml", "hp = 3"), ("b.toml", "hp = 5")] {
        std::fs::write(folder.path().join(file), text.replace("hp = 3", hp)).expect("room");
    }
    std::fs::write(folder.path().join("c.toml"), text.replace("\"Band\"", "\"Others\"")).expect("room");
    let told = |arguments: &str| {
        let mut command = crate::equipoise(arguments);
        let output = command.current_dir(folder.path()).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).expect("text")
    };
    for (arguments, titles) in [
        ("run a.toml b.toml c.toml -n 50", ["Band (tiny), a.toml\n", "Band (tiny), b.toml\n", "Others (tiny)\n"]),
        ("exact a.toml b.toml c.toml", ["Band (tiny), a.toml\n", "Band (tiny), b.toml\n", "Others (tiny)\n"]),
        ("odds a.toml b.toml c.toml", ["Band, a.toml\n", "Band, b.toml\n", "Others\n"]),
        ("compare a.toml b.toml -n 50", ["first: Band (tiny), a.toml\n", "second: Band (tiny), b.toml\n", "value"]),
        ("run a.toml c.toml -n 50", ["Band (tiny)\n", "Others (tiny)\n", ""]),
        ("compare a.toml c.toml -n 50", ["first: Band (tiny)\n", "second: Others (tiny)\n", ""]),
        (
            "compare a.toml --with rules.max_rounds=9 -n 50",
            ["first: Band (tiny)\n", "second: Band (tiny), rules.max_rounds=9\n", ""],
        ),
    ] {
        let told = told(arguments);
        assert!(titles.iter().all(|title| told.contains(title)), "{arguments}: {told}");
    }
    for (file, hp) in [("d.toml", "hp = 3"), ("e.toml", "hp = 5")] {
        let expects = format!("{}\n[expect]\nparty = {{ at_most = 1 }}\n", text.replace("hp = 3", hp));
        std::fs::write(folder.path().join(file), expects).expect("room");
    }
    told("report a.toml b.toml c.toml -n 50 --out page");
    let page = std::fs::read_to_string(folder.path().join("page/index.html")).expect("a page");
    for heading in ["<bdi>Band, a.toml</bdi></h2>", "<bdi>Band, b.toml</bdi></h2>", "<bdi>Others</bdi></h2>"] {
        assert!(page.contains(heading), "{heading}");
    }
    let verdicts = told("test d.toml e.toml");
    assert!(
        ["Band (tiny), d.toml: pass\n", "Band (tiny), e.toml: pass\n"].iter().all(|title| verdicts.contains(title))
    );
    let rows = told("odds a.toml b.toml --format csv");
    let files: Vec<&str> = rows.lines().filter_map(|row| row.rsplit(',').next()).collect();
    assert_eq!(files, ["file", "a.toml", "a.toml", "b.toml", "b.toml"]);
}
