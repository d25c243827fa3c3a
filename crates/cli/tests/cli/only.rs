//! `--only`: some of the quantities, by their names.

use crate::{assert_narrow, equipoise, refusal, refusal_of, stdout_of};

/// The first words of the lines of a text, without those of empty ones.
fn first_words(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn tables_show_what_matches_and_no_more() {
    let run = "run spar.toml -n 500 --only party --only combatants.*.down --only *_any_dead --only comebacks";
    let table = stdout_of(run);
    assert_narrow(&table);
    let (_, blocks) = table.split_once("\n\n").expect("a title");
    assert_eq!(
        first_words(blocks),
        ["winner", "party", "combatant", "fencer", "wrestler", "quantity", "party:", "enemies:", "metric", "comebacks"]
    );
    let columns: Vec<&str> =
        blocks.lines().find(|line| line.starts_with("combatant")).expect("one").split_whitespace().collect();
    assert_eq!(columns, ["combatant", "side", "down"]);
    assert!(!table.contains("equipoise replay"), "{table}");

    let exact = stdout_of("exact spar.toml --only winners.*");
    let (_, blocks) = exact.split_once("\n\n").expect("a title");
    assert_eq!(first_words(blocks), ["winner", "party", "enemies", "draw", "timeout"]);
    let markdown = stdout_of("exact spar.toml --only rounds --format markdown");
    assert!(markdown.contains("\n\nrounds: mean 12.2116") && !markdown.contains("| party"), "{markdown}");
}

/// Each number is the one that stands in the whole table, whatever else was chosen.
#[test]
fn what_is_shown_is_what_the_whole_table_says() {
    let line = |text: &str, start: &str| {
        text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {text}")).to_owned()
    };
    for arguments in ["run spar.toml -n 500", "exact spar.toml", "run spar.toml -n 500 --check"] {
        let whole = stdout_of(arguments);
        assert_eq!(line(&stdout_of(&format!("{arguments} --only rounds")), "rounds: "), line(&whole, "rounds: "));
    }
    let compare = "compare spar.toml --with rules.meter_ticks=5 -n 500";
    let chosen = stdout_of(&format!("{compare} --only rounds --only **.fencer.down"));
    let words =
        |text: &str, start: &str| -> Vec<String> { line(text, start).split_whitespace().map(str::to_owned).collect() };
    for start in ["rounds ", "fencer down "] {
        assert_eq!(words(&chosen, start), words(&stdout_of(compare), start));
    }
    assert!(!chosen.contains("party wins") && !chosen.contains("wrestler"), "{chosen}");
}

#[test]
fn comparisons_have_the_rows_of_csv_that_match() {
    let compare = "compare spar.toml --with rules.meter_ticks=5 -n 200 --format csv";
    let whole = stdout_of(compare);
    let expected: Vec<&str> = whole
        .lines()
        .filter(|line| ["value", "combatants.", "rounds"].iter().any(|start| line.starts_with(start)))
        .collect();
    let chosen = stdout_of(&format!("{compare} --only combatants.** --only rounds.mean"));
    assert_eq!(chosen.lines().collect::<Vec<_>>(), expected);
    assert_eq!(expected.len(), 1 + 1 + 8);
}

/// CSV has a row for each number that matches, of runs, sweeps, exact solutions and joined shards alike.
#[test]
fn csv_has_a_row_for_each_number_that_matches() {
    let json = |arguments: &str| -> serde_json::Value {
        let json = stdout_of(&format!("{arguments} --format json"));
        serde_json::from_str(json.lines().next().expect("a line")).expect("JSON")
    };
    let run = stdout_of("run spar.toml -n 500 --only party --only combatants.fencer.dead --format csv");
    let share = &json("run spar.toml -n 500")["winners"]["party"];
    let lines: Vec<&str> = run.lines().collect();
    let name = lines[1].split(',').next().expect("a name");
    let numbers = format!("winners.party,{},{},{},wilson,spar.toml", share["share"], share["lo"], share["hi"]);
    assert_eq!(lines[0], "scenario,name,value,lo,hi,interval,file");
    assert_eq!(lines[1], format!("{name},{numbers}"));
    assert!(lines.len() == 3 && lines[2].contains(",combatants.fencer.dead,"), "{run}");
    let exact = stdout_of("exact spar.toml --only rounds --format csv");
    assert!(
        exact.lines().nth(1).is_some_and(|line| line.contains(",rounds.mean,12.21") && line.contains(",,,,")),
        "{exact}"
    );
    let sweep = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,9 -n 200 --only party --only rounds");
    let header = "scenario,rules.meter_ticks,name,value,lo,hi,interval,file";
    assert!(sweep.starts_with(header) && sweep.lines().count() == 5 && sweep.contains(",9,winners.party,"), "{sweep}");
    let checked = stdout_of("run spar.toml -n 200 --check --only party --format csv");
    assert!(checked.lines().count() == 2 && checked.contains(",winners.party,"), "{checked}");
    let folder = tempfile::tempdir().expect("a folder");
    let shard = folder.path().join("a.json").display().to_string();
    stdout_of(&format!("run spar.toml -n 500 --shard {shard} --only party"));
    let merged = stdout_of(&format!("merge {shard} --only party --format csv"));
    assert!(merged.lines().nth(1).is_some_and(|line| line.contains(&numbers)), "{merged}");
}

/// A column for each quantity, with its interval, set in parts where there are many.
#[test]
fn sweeps_have_columns_of_what_matches() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5,9 -n 500 --format table";
    let table = stdout_of(&format!("{sweep} --only party --only combatants.fencer.*"));
    assert_narrow(&table);
    let headers: Vec<&str> = table.lines().filter(|line| line.starts_with("meter_ticks  ")).collect();
    assert!(headers.len() > 1 && headers[0].starts_with("meter_ticks  party wins "), "{table}");
    for end in ["standing", "fled", "down", "dead"] {
        assert_eq!(headers.iter().filter(|header| header.contains(&format!("fencer {end}"))).count(), 1, "{table}");
    }
    let checked = stdout_of(&format!("{sweep} --only rounds --check"));
    let header = checked.lines().find(|line| line.starts_with("meter_ticks  ")).expect("a header");
    assert_eq!(header.split_whitespace().collect::<Vec<_>>(), ["meter_ticks", "rounds", "interval", "exact", "z"]);
    assert!(checked.contains("5.85875") && checked.contains("largest |z| of 2 values"), "{checked}");
}

#[test]
fn merged_shards_are_shown_in_part_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let shard = folder.path().join("a.json").display().to_string();
    stdout_of(&format!("run spar.toml -n 300 --shard {shard} --only party"));
    let table = stdout_of(&format!("merge {shard} --only enemies"));
    assert!(table.contains("\nenemies ") && !table.contains("\nparty "), "{table}");
    assert!(refusal_of(&format!("merge {shard} --only enemis")).contains("did you mean `enemies`?"));
}

/// Of several scenarios one may have what is wanted; nowhere is a mistake.
#[test]
fn a_pattern_has_to_match_somewhere() {
    let two = "run spar.toml ../../../../scenarios/zones/toll-bridge.toml -n 50 --only";
    for (arguments, parts) in [
        (
            "run spar.toml -n 50 --only combatants.*",
            &["no quantity matches `combatants.*`", "did you mean `combatants.**`?"][..],
        ),
        ("run spar.toml -n 50 --only party --only combatants.fencr.dead", &["did you mean `combatants.fencer.dead`?"]),
        ("exact spar.toml --only prty", &["help: did you mean `party`?\n"]),
        ("exact spar.toml --only fencer", &["help: did you mean `**.fencer.**`?\n"]),
        ("exact spar.toml --only wrestler --only x", &["help: did you mean `**.wrestler.**`?\n"]),
        (
            "run spar.toml -n 50 --only fencer|dead",
            &["no quantity matches `fencer dead`", "did you mean `**.fencer.dead`?\n"],
        ),
        ("exact spar.toml --only xyzzy", &["for the ids fencer, wrestler, and the metrics"]),
        (
            "sweep spar.toml --vary rules.meter_ticks=5,9 -n 50 --format table --only x",
            &["no quantity matches `x`", "there are: party,"],
        ),
        ("compare spar.toml --with rules.meter_ticks=5 --only combatants", &["did you mean `combatants.**`?"]),
        ("compare spar.toml --with rules.meter_ticks=5 --only party --plan", &["--only", "--plan"]),
        (
            "compare spar.toml --with rules.meter_ticks=5 --only party --format json",
            &["--only needs --format table or markdown or csv"],
        ),
        ("exact spar.toml --only party --format json", &["JSON has every quantity under its name"]),
        ("run spar.toml --only party --format json", &["--only needs --format table or markdown or csv"]),
        ("sensitivity spar.toml --only combatants.*", &["did you mean `combatants.**`?"]),
        (
            "sensitivity spar.toml --only rules.* --only combatants.fencer.initative",
            &["did you mean `combatants.fencer.initiative`?"],
        ),
    ] {
        // Words that are one argument have a bar between them here.
        let arguments: Vec<String> = arguments.split(' ').map(|argument| argument.replace('|', " ")).collect();
        let message = refusal(equipoise("").args(&arguments));
        assert!(parts.iter().all(|part| message.contains(part)), "{arguments:?}: {message}");
    }
    let table = stdout_of(&format!("{two} combatants.fencer.dead"));
    assert_eq!(table.matches("nothing that --only asks for").count(), 1, "{table}");
    equipoise(two).arg("").assert().code(2);
}

/// Several patterns are one question, which `rerun` asks again.
#[test]
fn numbers_are_moved_by_several_patterns() {
    let line =
        stdout_of("sensitivity spar.toml -n 50 --only rules.** --only combatants.wrestler.initiative --format json");
    let paths: Vec<String> = line
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["path"].as_str().expect("a path").to_owned()
        })
        .collect();
    assert!(paths.contains(&"combatants.wrestler.initiative".to_owned()) && paths.len() > 1, "{paths:?}");
    assert!(
        paths.iter().all(|path| path.starts_with("rules.") || path == "combatants.wrestler.initiative"),
        "{paths:?}"
    );
    equipoise("rerun - --quiet").write_stdin(line).assert().code(0);
}
