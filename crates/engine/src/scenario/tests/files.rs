//! Files that a scenario names: tables of rows, and tables as the scenario itself would write them.

use super::super::{FileFormat, Origin, PathEntry, Section};
use super::*;

const CSV: &str = "\
roll,name,damage,flags,attack
1,A scratch,,,
2-5,\"A bruise, blue\",1d4,first_out half_out,-1
6,A broken arm,2d8+1,leader_out,-2
";

const ARTS: &str = "\
[[abilities]]
id = \"fire-burst\"
range = 4
success = { fatigue = 1 }
[[abilities]]
id = \"shove\"
";

/// A scenario with a table of injuries from this file.
fn injuries(path: &str) -> String {
    format!("{HEAD}{FIGHTER}[rules.injury_tables]\nblunt = \"{path}\"\n")
}

/// A scenario with abilities from this file.
fn abilities(path: &str) -> String {
    format!("{HEAD}{FIGHTER}abilities = \"{path}\"\n")
}

fn attached(text: &str, files: &[(&str, &str)]) -> (Scenario, Problems) {
    let mut scenario = scenario(text);
    let mut list = attach(&mut scenario, files);
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    (scenario, problems)
}

/// A scenario without mistakes.
fn completed(text: &str, files: &[(&str, &str)]) -> Scenario {
    let (scenario, problems) = attached(text, files);
    assert!(problems.list.is_empty(), "{problems}");
    scenario
}

fn problems_with(text: &str, files: &[(&str, &str)]) -> String {
    attached(text, files).1.to_string()
}

fn blunt(scenario: &Scenario) -> Option<Either<NoTable, Vec<Section<'_>>>> {
    scenario.root(SCHEMA).get(File::RULES).get(Rules::INJURY_TABLES).expect("given").get(InjuryTables::BLUNT)
}

fn abilities_of(scenario: &Scenario, index: usize) -> Vec<Section<'_>> {
    scenario.root(SCHEMA).get(File::COMBATANTS)[index].get(Sheet::ABILITIES).expect("given")
}

#[test]
fn files_are_asked_for_until_there_are_none() {
    let text = format!("roster = \"x.csv\"\n{}", injuries("blunt.csv"));
    let mut scenario = scenario(&text.replace("[rules.injury", "abilities = \"arts.toml\"\n[rules.injury"));
    let wanted = scenario.wanted_files(SCHEMA);
    let shown: Vec<_> = wanted.iter().map(|wanted| (wanted.path.as_str(), wanted.format)).collect();
    let csv = FileFormat::Csv;
    assert_eq!(shown, [("x.csv", csv), ("blunt.csv", csv), ("arts.toml", FileFormat::Toml)]);
    for wanted in &wanted {
        assert_eq!(scenario.attach(wanted, Err("lost".to_owned()), SCHEMA).len(), 1);
    }
    assert!(scenario.wanted_files(SCHEMA).is_empty());
}

#[test]
fn rows_are_read_through_their_columns() {
    let scenario = completed(&injuries("blunt.csv"), &[("blunt.csv", CSV)]);
    let Some(Either::Value(rows)) = blunt(&scenario) else { panic!("there is a table") };
    assert_eq!(rows.iter().map(|row| row.get(Injury::ROLL)).collect::<Vec<_>>(), ["1", "2-5", "6"]);
    assert_eq!(rows[1].get(Injury::NAME), "A bruise, blue");
    assert_eq!(rows[1].get(Injury::FLAGS), [Trigger::FirstOut, Trigger::HalfOut]);
    assert_eq!((rows[0].get(Injury::DAMAGE), rows[0].get(Injury::ATTACK)), (None, 0));
    assert_eq!(rows[2].get(Injury::DAMAGE).map(DiceExpr::max), Some(17));
    assert_eq!(rows[2].path(), "rules.injury_tables.blunt.6");
}

#[test]
fn a_word_may_stand_for_no_file() {
    let scenario = completed(&injuries("none"), &[]);
    assert!(matches!(blunt(&scenario), Some(Either::Word(NoTable::None))));
    let tables = scenario.root(SCHEMA).get(File::RULES).get(Rules::INJURY_TABLES).expect("given");
    assert!(matches!(tables.get(InjuryTables::SHARP), Either::Word(NoTable::None)), "by default");
    let scenario = completed(&format!("{HEAD}{FIGHTER}[rules.injury_tables]\n"), &[]);
    assert!(blunt(&scenario).is_none(), "the default follows from the rules");
}

#[test]
fn mistakes_in_rows_are_reported_with_row_and_column() {
    let csv =
        CSV.replace("2d8+1", "2w8").replace(",-1\n", ",-41\n").replace("A scratch", "").replace("half_out", "half");
    assert_eq!(
        problems_with(&injuries("blunt.csv"), &[("blunt.csv", &csv)]),
        "blunt.csv:2:1: `rules.injury_tables.blunt.1.name` is missing, expected text in quotes (row 2, column `name`)\n\
         blunt.csv:3:26: `rules.injury_tables.blunt.2-5.flags` is \"half\", allowed: `first_out`, `half_out`, \
         `leader_out` (row 3, column `flags`)\n\
         blunt.csv:3:41: `rules.injury_tables.blunt.2-5.attack` is -41, allowed: -40..=40 (row 3, column `attack`)\n\
         blunt.csv:4:16: `rules.injury_tables.blunt.6.damage` is \"2w8\": expected `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a \
         whole number (row 4, column `damage`); did you mean `2d8`?"
    );
}

#[test]
fn a_table_of_rows_needs_its_columns() {
    let problems = |csv: &str| problems_with(&injuries("blunt.csv"), &[("blunt.csv", csv)]);
    assert_eq!(problems("roll,damage\n1,2\n3,4\n"), "blunt.csv:1:1: there is no column `name`");
    assert_eq!(problems("name\nx\n"), "blunt.csv:1:1: there is no column `roll`");
    assert_eq!(problems(""), "blunt.csv:1:1: there is no column `roll`");
    assert_eq!(
        problems("roll,name,damge\n1,x,\n"),
        "blunt.csv:1:11: column `damge` is no key of `rules.injury_tables.blunt`; did you mean `damage`? \
         (a column named `#damge` is ignored)"
    );
    assert_eq!(problems("roll,name\n1,x\n1,y\n"), "blunt.csv:3:1: row 3: has the roll \"1\" again");
    assert_eq!(problems("roll,name\n1\n2,y\n"), "blunt.csv:2:1: row 2: has 1 cells, the header 2");
    assert!(problems("roll,name\n").ends_with("`rules.injury_tables.blunt` has 0 entries, at least 1 needed"));
}

#[test]
fn a_table_of_rows_may_need_a_column_for_every_key() {
    let problems = |csv: &str| problems_with(&injuries("x.csv").replace("blunt", "sharp"), &[("x.csv", csv)]);
    assert_eq!(problems("attack,flags,damage,name,roll\n,,,A scratch,1\n"), "");
    assert_eq!(
        problems("roll,name,flags\n1,A scratch,\n"),
        "x.csv:1:1: there is no column `damage`\nx.csv:1:1: there is no column `attack`"
    );
}

#[test]
fn what_a_file_holds_is_part_of_the_canonical_scenario() {
    let canonical = |path: &str, csv: &str| completed(&injuries(path), &[(path, csv)]).canonical(SCHEMA);
    let base = canonical("blunt.csv", CSV);
    assert_eq!(canonical("other.csv", CSV), base, "the name of the file means nothing");
    assert_eq!(canonical("blunt.csv", &CSV.replace("A scratch", "Nothing")), base, "nor does what is for people alone");
    assert_ne!(canonical("blunt.csv", &CSV.replace("2d8+1", "2d8+2")), base);
    assert_ne!(canonical("blunt.csv", &CSV.replace("6,A broken arm,2d8+1,leader_out,-2\n", "")), base);
    assert_ne!(completed(&injuries("none"), &[]).canonical(SCHEMA), base);

    let from_file = |arts: &str| completed(&abilities("arts.toml"), &[("arts.toml", arts)]).canonical(SCHEMA);
    assert_ne!(from_file(ARTS), from_file(&ARTS.replace("range = 4", "range = 5")));
    let inline = format!("{HEAD}{FIGHTER}{}", ARTS.replace("[[abilities]]", "[[combatants.abilities]]"));
    assert_eq!(from_file(ARTS), completed(&inline, &[]).canonical(SCHEMA), "a file says what the scenario could say");
}

#[test]
fn tables_of_a_toml_file_are_read_like_those_of_the_scenario() {
    let scenario = completed(&abilities("arts.toml"), &[("arts.toml", ARTS)]);
    let abilities = abilities_of(&scenario, 0);
    assert_eq!(abilities.iter().map(|ability| ability.get(Ability::ID)).collect::<Vec<_>>(), ["fire-burst", "shove"]);
    assert_eq!((abilities[0].get(Ability::RANGE), abilities[1].get(Ability::RANGE)), (4, 1));
    assert_eq!(abilities[0].get(Ability::SUCCESS).get(Effect::FATIGUE), 1);
    assert_eq!(abilities[0].path_of(Ability::RANGE), "combatants.warden.abilities.fire-burst.range");
}

#[test]
fn mistakes_in_a_toml_file_are_reported_with_line_and_column() {
    let arts = ARTS.replace("range = 4", "range = 41").replace("fatigue = 1", "fatige = 1");
    assert_eq!(
        problems_with(&abilities("arts.toml"), &[("arts.toml", &arts)]),
        "arts.toml:3:9: `combatants.warden.abilities.fire-burst.range` is 41, allowed: 0..=40\n\
         arts.toml:4:13: unknown key `combatants.warden.abilities.fire-burst.success.fatige`; did you mean `fatigue`?"
    );
    let problems = |arts: &str| problems_with(&abilities("arts.toml"), &[("arts.toml", arts)]);
    assert_eq!(problems("[[abilities]\n").split(": ").nth(1), Some("not valid TOML"));
    assert_eq!(problems(&format!("colour = 1\n{ARTS}")), "arts.toml:1:1: unknown key `colour`");
    assert_eq!(
        problems("[[abilites]]\nid = \"x\"\n"),
        "arts.toml:1:3: unknown key `abilites`; did you mean `abilities`?\n\
         arts.toml:1:3: `combatants.warden.abilities`: the file has no `[[abilities]]`"
    );
    assert_eq!(
        problems("abilities = \"arts.toml\""),
        "arts.toml:1:13: `combatants.warden.abilities` is no list, expected a list of tables `[[abilities]]`",
        "what is there instead is not told"
    );
}

#[test]
fn a_mistake_in_a_file_that_several_name_is_reported_once() {
    let second = FIGHTER.replace("warden", "captain");
    let text = format!("{}{second}abilities = \"arts.toml\"\n", abilities("arts.toml"));
    let arts = ARTS.replace("range = 4", "range = 41");
    let (scenario, problems) = attached(&text, &[("arts.toml", &arts)]);
    assert_eq!(
        problems.to_string(),
        "arts.toml:3:9: `combatants.warden.abilities.fire-burst.range` is 41, allowed: 0..=40"
    );
    assert_eq!(scenario.sources().len(), 2, "the text is there once");
    assert_eq!(abilities_of(&scenario, 1).len(), 2);
}

#[test]
fn overrides_reach_into_files() {
    let files = [("blunt.csv", CSV), ("arts.toml", ARTS)];
    let text = format!("{}[rules.injury_tables]\nblunt = \"blunt.csv\"\n", abilities("arts.toml"));
    let mut scenario = completed(&text, &files);
    let wanted = ["rules.injury_tables.blunt.2-5.damage=3d6", "combatants.warden.abilities.shove.success.fatigue=2"];
    assert_eq!(scenario.set(&overrides(&wanted), SCHEMA), []);
    assert_eq!(scenario.validate(SCHEMA), []);
    let Some(Either::Value(rows)) = blunt(&scenario) else { panic!("there is a table") };
    assert_eq!(rows[1].get(Injury::DAMAGE).map(DiceExpr::max), Some(18));
    assert_eq!(abilities_of(&scenario, 0)[1].get(Ability::SUCCESS).get(Effect::FATIGUE), 2);
    assert_eq!(scenario.set(&overrides(&["rules.injury_tables.blunt=none"]), SCHEMA), []);
    assert!(matches!(blunt(&scenario), Some(Either::Word(NoTable::None))));
    let problems = scenario.set(&overrides(&["rules.injury_tables.blunt=other.csv"]), SCHEMA);
    assert_eq!(problems[0].to_string(), "`rules.injury_tables.blunt` cannot be set: only the file can name a file");
}

/// A scenario whose overrides name files, which are read in the place of its own; then the others are set.
fn with_files(text: &str, set: &[&str], files: &[(&str, &str)]) -> (Scenario, Problems) {
    let mut scenario = scenario(text);
    let all = overrides(set);
    let (named, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|wanted| scenario.names_file(wanted, SCHEMA));
    let named: Vec<_> = named.iter().map(|wanted| ("--set", wanted)).collect();
    let mut list = scenario.set_files(&named, SCHEMA);
    list.extend(attach(&mut scenario, files));
    list.extend(scenario.set(&others, SCHEMA));
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    (scenario, problems)
}

#[test]
fn overrides_name_files_as_if_the_scenario_did() {
    let files =
        [("hard.csv", CSV), ("arts.toml", ARTS), ("a.csv", "id,hp\nwarden,7\n"), ("b.csv", "id,hp\nwarden,30\n")];
    let canonical = |text: &str, set: &[&str]| {
        let (scenario, problems) = with_files(text, set, &files);
        assert!(problems.list.is_empty(), "{set:?}: {problems}");
        scenario.canonical(SCHEMA)
    };
    let plain = format!("{HEAD}{FIGHTER}");
    assert_eq!(canonical(&plain, &["rules.injury_tables.blunt=hard.csv"]), canonical(&injuries("hard.csv"), &[]));
    assert_eq!(
        canonical(&injuries("missing.csv"), &["rules.injury_tables.blunt=hard.csv"]),
        canonical(&injuries("hard.csv"), &[])
    );
    assert_eq!(canonical(&plain, &["combatants.*.abilities=arts.toml"]), canonical(&abilities("arts.toml"), &[]));
    let rostered =
        |roster: &str| format!("{HEAD}roster = \"{roster}\"\n[[combatants]]\nid = \"warden\"\nside = \"party\"\n");
    for text in [rostered("a.csv"), rostered("missing.csv"), rostered("x").replace("roster = \"x\"\n", "")] {
        assert_eq!(canonical(&text, &["roster=b.csv"]), canonical(&rostered("b.csv"), &[]));
        assert_eq!(canonical(&text, &["roster=a.csv", "roster=\"b.csv\""]), canonical(&rostered("b.csv"), &[]));
    }
    // The file comes first, wherever it stands: steps begin at what it says.
    for set in [["combatants.*.hp=+10%", "roster=b.csv"], ["roster=b.csv", "combatants.*.hp=+10%"]] {
        assert_eq!(canonical(&rostered("a.csv"), &set), canonical(&rostered("b.csv"), &["combatants.warden.hp=33"]));
    }
    let (_, problems) = with_files(&plain, &["combatants.orc.abilities=arts.toml"], &files);
    assert_eq!(
        problems.to_string(),
        "--set:1:1: no value can be set at `combatants.orc.abilities`; combatants are named by their id: warden"
    );
    let (_, problems) = with_files(&plain, &["roster=none.csv"], &files);
    assert_eq!(problems.to_string(), "--set:1:8: `roster` cannot be read: no such file");
}

#[test]
fn every_value_of_a_file_can_be_set_again_without_a_change() {
    let text = format!("{}[rules.injury_tables]\nblunt = \"blunt.csv\"\n", abilities("arts.toml"));
    let before = completed(&text, &[("blunt.csv", CSV), ("arts.toml", ARTS)]);
    let given = before.paths(SCHEMA).into_iter().filter(PathEntry::is_given);
    let wanted: Vec<_> = given.filter_map(|entry| Some(Override { path: entry.path, value: entry.value? })).collect();
    assert!(wanted.iter().any(|wanted| wanted.path == "rules.injury_tables.blunt.6.flags"));
    let mut after = before.clone();
    assert_eq!(after.set(&wanted, SCHEMA), []);
    assert_eq!(after.canonical(SCHEMA), before.canonical(SCHEMA));
}

#[test]
fn values_know_where_they_come_from() {
    let text = format!("{}[rules.injury_tables]\nblunt = \"blunt.csv\"\n", abilities("arts.toml"));
    let mut scenario = completed(&text, &[("blunt.csv", CSV), ("arts.toml", ARTS)]);
    assert_eq!(scenario.set(&overrides(&["combatants.warden.hp=7"]), SCHEMA), []);
    let paths = scenario.paths(SCHEMA);
    let origin = |path: &str| {
        let entry = paths.iter().find(|entry| entry.path == path).expect(path);
        scenario.origin(entry.span.expect("it is given"))
    };
    assert_eq!(origin("name"), Origin::Scenario);
    assert_eq!(origin("combatants.warden.hp"), Origin::Override("--set"));
    let Origin::Attachment { file, cell } = origin("rules.injury_tables.blunt.6.damage") else { panic!("a file") };
    assert_eq!(
        (file.name.as_str(), cell.map(ToString::to_string)),
        ("blunt.csv", Some("row 4, column `damage`".into()))
    );
    let Origin::Attachment { file, cell } = origin("combatants.warden.abilities.fire-burst.range") else {
        panic!("a file")
    };
    assert_eq!((file.name.as_str(), cell), ("arts.toml", None));
}

#[test]
fn a_file_that_cannot_be_read_is_one_problem() {
    assert_eq!(
        problems_with(&injuries("lost.csv"), &[]),
        "a.toml:8:9: `rules.injury_tables.blunt` cannot be read: no such file"
    );
    assert_eq!(
        problems_of(&abilities("lost.toml")),
        "a.toml:7:13: `combatants.warden.abilities` cannot be read: no text was given"
    );
    assert_eq!(
        problems_of(&format!("{HEAD}{FIGHTER}abilities = 3\n")),
        "a.toml:7:13: `combatants.warden.abilities` is the number 3, expected a list of tables, at most 5, or the path \
         of a TOML file"
    );
}

#[test]
fn a_row_of_a_roster_may_name_a_file() {
    let text = format!("roster = \"sheets.csv\"\n{HEAD}[[combatants]]\nid = \"ember\"\n");
    let files = [("sheets.csv", "id,side,hp,abilities\nember,party,3,arts.toml\n"), ("arts.toml", ARTS)];
    let scenario = completed(&text, &files);
    assert_eq!(abilities_of(&scenario, 0).len(), 2);
    let (_, problems) = attached(&text, &files[..1]);
    assert_eq!(
        problems.to_string(),
        "sheets.csv:2:15: `combatants.ember.abilities` cannot be read: no such file (row 2, column `abilities`)"
    );
}

#[test]
fn a_broken_header_is_one_mistake() {
    let messages = |text: &str| {
        let problems = Scenario::parse(Source::new("t.toml", text)).expect_err("a mistake");
        problems.to_string().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for header in ["[rules", "[[rules", "[rules.", "[", "  [ rules # x"] {
        let found = messages(&format!("name = \"a\"\nid = 1\n{header}\nname = \"b\"\n\nid = 2\n"));
        assert_eq!(found.len(), 1, "{header}: {found:?}");
    }
    // A key that is there twice in a table whose header can be read is a mistake of its own.
    let found = messages("[a\nb = 1\n[c]\nd = 1\nd = 2\n");
    assert!(
        found.len() == 2 && found[1].starts_with("t.toml:5:1: ") && found[1].contains("duplicate key"),
        "{found:?}"
    );
    assert_eq!(messages("d = 1\nd = 2\n[a\n").len(), 2);
}
