//! Tables as Markdown, and pictures.

use equipoise_engine::System;

use crate::{narrow_snapshot, refusal_of, snapshot, stdout_of};

/// Every line of a table has as many cells as its header.
fn assert_tables(text: &str) {
    let mut columns = None;
    let mut tables = 0;
    for line in text.lines() {
        let cells = line.starts_with('|').then(|| line.replace("\\|", "").matches('|').count());
        if let (Some(cells), Some(columns)) = (cells, columns) {
            assert_eq!(cells, columns, "{line}");
        }
        tables += u32::from(cells.is_some() && columns.is_none());
        columns = cells;
    }
    assert!(tables > 0 && !text.contains("\n\n\n") && !text.ends_with("\n\n"), "{text}");
}

#[test]
fn every_command_with_tables_writes_markdown() {
    let commands = [
        ("run", "run spar.toml death.toml -n 2000"),
        ("run-check", "run spar.toml -n 2000 --check"),
        ("exact", "exact spar.toml"),
        ("sweep", "sweep spar.toml --vary rules.meter_ticks=5..=9:2 -n 2000"),
        ("compare", "compare spar.toml --with rules.meter_ticks=5 -n 2000"),
        ("plan", "compare spar.toml --with rules.meter_ticks=5 -n 2000 --plan"),
        ("tune", "tune spar.toml --vary rules.meter_ticks=5..=9:2 --target party=65% --max-encounters 20k"),
        ("sensitivity", "sensitivity spar.toml --only combatants.wrestler.attributes.* -n 2000"),
        ("luck", "luck spar.toml -n 2000"),
        ("versus", "versus circle.toml -n 2000"),
        ("balance", "balance band.balance.toml -n 2000"),
        ("gauntlet", "gauntlet band.toml --party-roster sheets-of-cats.csv --by level -n 2000"),
        ("coverage", "coverage spar.toml -n 200"),
        ("odds", "odds spar.toml"),
        ("drama", "drama spar.toml"),
        ("rare", "rare spar.toml --event rounds>50 --method sample"),
        ("observe", "observe spar.toml spar-games.csv --ignore date -n 2000 --vary rules.meter_ticks=7..=11:2"),
        ("check", "check spar.toml"),
        ("systems", "systems"),
        ("replay", "replay spar.toml --seed 7 --index 3"),
    ];
    for (name, command) in commands {
        let text = stdout_of(&format!("{command} --format markdown"));
        assert_tables(&text);
        snapshot(&format!("markdown-{name}"), &text);
    }
    assert_tables(&stdout_of("systems duel --format markdown"));
    assert_tables(&stdout_of("explain THRUM-12 --format markdown"));
    refusal_of("systems duel --schema --format markdown");
    refusal_of("systems --quiet --format markdown");
    refusal_of("systems duel --quiet --schema");
    let names = stdout_of("systems --quiet");
    assert!(names.lines().eq(System::ALL.iter().map(System::name).chain(["script"])), "{names}");
    let keys = stdout_of("systems duel --quiet");
    assert!(keys.lines().any(|key| key == "rules.meter_ticks") && keys.lines().all(|key| !key.contains(' ')), "{keys}");
}

#[test]
fn a_joined_run_is_markdown_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let shard = folder.path().join("a.json").display().to_string();
    stdout_of(&format!("run spar.toml -n 2000 --shard {shard}"));
    let text = stdout_of(&format!("merge {shard} --format markdown"));
    assert_tables(&text);
    assert!(text.contains("\n\njoined from 1 shard: encounters 0..2000\n\n"), "{text}");
}

#[test]
fn a_run_is_drawn_where_it_is_asked_for() {
    let plain = stdout_of("run spar.toml -n 20000 --seed 7");
    narrow_snapshot("run-picture", &stdout_of("run spar.toml -n 20000 --seed 7 --picture"));
    assert_eq!(stdout_of("run spar.toml -n 20000 --seed 7 --no-picture"), plain);
    let markdown = stdout_of("run spar.toml -n 2000 --format markdown --picture");
    assert!(markdown.contains("```text\nrounds   share  at least  # party, . enemies\n"), "{markdown}");
    assert!(!stdout_of("run spar.toml -n 2000 --format markdown").contains("share  at least"));
}

#[test]
fn a_sweep_of_one_number_is_drawn_where_it_is_asked_for() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5..=21:2 -n 2000 --format table";
    let drawn = stdout_of(&format!("{sweep} --picture"));
    narrow_snapshot("sweep-picture", &drawn);
    assert!(drawn.starts_with(&stdout_of(sweep)));
    let solved = stdout_of("sweep spar.toml --vary rules.meter_ticks=5,7 --method exact --format table --picture");
    assert!(solved.contains("\nparty wins by rules.meter_ticks: "), "{solved}");
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused() {
    for arguments in [
        "run spar.toml --picture --format csv",
        "run spar.toml --picture --format json",
        "run spar.toml --picture --no-picture",
        "sweep spar.toml --vary rules.meter_ticks=5,7 --picture",
        "sweep spar.toml --vary rules.stakes=spar,death --picture --format table",
        "sweep spar.toml --vary rules.meter_ticks=5,7 --vary rules.natural_20_move=1,2 --picture --format table",
    ] {
        assert!(refusal_of(arguments).contains("--picture"), "{arguments}");
    }
}
