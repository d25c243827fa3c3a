//! Combatants completed by the rows of a CSV file.

use super::super::FileFormat;
use super::super::read::Location;
use super::super::source::Span;
use super::*;

const NAMED: &str = "system = \"toy\"\nname = \"Bridge\"\nroster = \"bestiary.csv\"\n";
const CSV: &str = "\
id,name,side,hp,attributes.str,attributes.dex
goblin,\"The goblin, a thief\",enemies,5,1,3
ogre,,enemies,30,6,
";

fn with_roster(text: &str, csv: &str) -> (Scenario, Problems) {
    let mut scenario = scenario(text);
    let mut list = attach(&mut scenario, &[("bestiary.csv", csv)]);
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    (scenario, problems)
}

fn attributes(scenario: &Scenario) -> Vec<(&str, i64)> {
    let map = scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ATTRIBUTES).unwrap_or_default();
    map.into_iter().map(|(name, value, _)| (name, value)).collect()
}

#[test]
fn the_file_names_its_roster() {
    let mut scenario = scenario(NAMED);
    let wanted = scenario.wanted_files(SCHEMA).remove(0);
    assert_eq!((wanted.path.as_str(), &NAMED[wanted.span.range()]), ("bestiary.csv", "\"bestiary.csv\""));
    assert_eq!(wanted.format, FileFormat::Csv);
    assert!(super::scenario(HEAD).wanted_files(SCHEMA).is_empty());
    let problems = scenario.attach(&wanted, Err("no such file".to_owned()), SCHEMA);
    assert_eq!(problems[0].to_string(), "`roster` cannot be read: no such file");
    assert_eq!((problems.len(), problems[0].code()), (1, "unreadable"));
    assert!(scenario.wanted_files(SCHEMA).is_empty(), "it is not asked for again");
}

#[test]
fn a_row_completes_the_combatant_of_its_id() {
    let (scenario, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"goblin\"\ncount = 3\n"), CSV);
    assert!(problems.list.is_empty(), "{problems}");
    let goblin = scenario.root(SCHEMA).get(File::COMBATANTS)[0];
    assert_eq!(
        (goblin.get(Sheet::NAME), goblin.find(Sheet::HP), goblin.find(Sheet::COUNT)),
        (Some("The goblin, a thief"), Some(5), Some(3))
    );
    assert_eq!(attributes(&scenario), [("str", 1), ("dex", 3)]);
    assert_eq!(&CSV[goblin.span(Sheet::NAME).range()], "\"The goblin, a thief\"");
    assert_eq!(&CSV[goblin.span(Sheet::HP).range()], "5");
}

#[test]
fn what_the_file_gives_wins_and_the_order_of_the_columns_stays() {
    let text = format!("{NAMED}[[combatants]]\nid = \"goblin\"\nhp = 7\nattributes = {{ con = 2, dex = 9 }}\n");
    let (scenario, problems) = with_roster(&text, CSV);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(scenario.root(SCHEMA).get(File::COMBATANTS)[0].find(Sheet::HP), Some(7));
    assert_eq!(attributes(&scenario), [("str", 1), ("dex", 9), ("con", 2)]);
}

#[test]
fn empty_cells_give_nothing() {
    let (scenario, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), CSV);
    assert!(problems.list.is_empty(), "{problems}");
    assert!(!scenario.root(SCHEMA).get(File::COMBATANTS)[0].given(Sheet::NAME));
    assert_eq!(attributes(&scenario), [("str", 6)]);
}

#[test]
fn an_override_beats_the_roster() {
    let (mut scenario, _) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), CSV);
    assert_eq!(scenario.set(&overrides(&["combatants.ogre.hp=31"]), SCHEMA), []);
    assert_eq!(scenario.root(SCHEMA).get(File::COMBATANTS)[0].find(Sheet::HP), Some(31));
}

#[test]
fn a_wrong_cell_is_named_by_row_and_column() {
    let csv = CSV.replace(",6,", ",six,").replace(",30,", ",\"0\",");
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), &csv);
    assert_eq!(
        problems.to_string(),
        "bestiary.csv:3:15: `combatants.ogre.hp` is 0, allowed: 1..=10000 (row 3, column `hp`)\n\
         bestiary.csv:3:19: `combatants.ogre.attributes.str` is the text \"six\", expected a whole number, -50..=100 \
         (row 3, column `attributes.str`)"
    );
    assert_eq!(underlined(&problems, &problems.list[0]), "\"0\"");
}

#[test]
fn rows_that_nobody_takes_are_not_interpreted() {
    let csv = CSV.replace(",30,", ",many,");
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"goblin\"\n"), &csv);
    assert!(problems.list.is_empty(), "{problems}");
}

#[test]
fn a_complete_combatant_needs_no_row() {
    let (_, problems) = with_roster(&format!("{NAMED}{FIGHTER}"), CSV);
    assert!(problems.list.is_empty(), "{problems}");
}

#[test]
fn an_incomplete_combatant_without_a_row_is_one_problem() {
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"gobin\"\n"), CSV);
    assert_eq!(
        problems.to_string(),
        "a.toml:5:6: `combatants.gobin` is not in the roster, and the file does not give `side`, `hp`; \
         did you mean `goblin`?"
    );
    assert_eq!(problems.list[0].code(), "not-in-roster");
}

#[test]
fn a_suggested_id_is_fit_for_one_line() {
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"gobin\"\n"), "id,hp\n\"gob\nin\",5\n");
    assert_eq!(problems.list[0].help().as_deref(), Some("did you mean `gob\\nin`?"));
}

#[test]
fn a_row_may_leave_required_keys_to_the_file() {
    let csv = "id,hp\nogre,30\n";
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), csv);
    assert_eq!(problems.list[0].code(), "missing");
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\nside = \"party\"\n"), csv);
    assert!(problems.list.is_empty(), "{problems}");
}

const NO_IDS: &str = "there is no column `id`; if another column holds the names: columns = { COLUMN = \"id\" }";

fn roster_problems(csv: &str) -> String {
    with_roster(&format!("{NAMED}{FIGHTER}"), csv).1.to_string()
}

#[test]
fn a_roster_needs_ids() {
    assert_eq!(roster_problems("name,hp\na,1\n"), format!("bestiary.csv:1:1: {NO_IDS}"));
    assert_eq!(roster_problems(""), "bestiary.csv:1:1: there is no column `id`");
    assert_eq!(roster_problems("id,hp\n,1\n,\n"), "bestiary.csv:2:1: row 2: has no `id`");
}

#[test]
fn ids_of_a_roster_are_unique() {
    let (_, problems) = with_roster(&format!("{NAMED}{FIGHTER}"), "id,hp\na,1\nb,2\na,3\n");
    assert_eq!(problems.to_string(), "bestiary.csv:4:1: row 4: has the id \"a\" again");
    assert_eq!(problems.list[0].also.as_ref().map(|(span, _)| problems.line_column(*span)), Some((2, 1)));
}

#[test]
fn unknown_columns_name_the_nearest() {
    assert_eq!(
        roster_problems("id,hp,hp,nam,attacks.bow.dr,attributes,,attributes.a.b\n"),
        "bestiary.csv:1:7: column `hp` is there twice\n\
         bestiary.csv:1:10: column `nam` is no key of `combatants`; did you mean `name`? \
         (a column named `#nam` is ignored)\n\
         bestiary.csv:1:29: column `attributes` is a whole table; name one of its keys\n\
         bestiary.csv:1:41: column `attributes.a.b` is no key of `combatants`; \
         a column named `#attributes.a.b` is ignored; or say in the scenario which keys columns are: \
         columns = { \"attributes.a.b\" = \"KEY\" }, with \"#\" for what is left out"
    );
    assert_eq!(
        roster_problems("id,attacks,attacks.bow,attacks.bow.damge,#hp,# notes\n"),
        "bestiary.csv:1:4: column `attacks` is a list of tables; name the keys of each, as in `attacks.1.KEY`\n\
         bestiary.csv:1:12: column `attacks.bow` is no key of `combatants`; \
         a column named `#attacks.bow` is ignored; or say in the scenario which keys columns are: \
         columns = { \"attacks.bow\" = \"KEY\" }, with \"#\" for what is left out\n\
         bestiary.csv:1:24: column `attacks.bow.damge` is no key of `combatants`; did you mean `attacks.bow.damage`? \
         (a column named `#attacks.bow.damge` is ignored)"
    );
    let wit = roster_problems("id,wit\n");
    assert!(wit.ends_with("for what is left out; a number of `attributes` is the column `attributes.wit`"), "{wit}");
}

#[test]
fn a_roster_has_at_most_a_thousand_columns() {
    let columns = |count: usize| numbered(count - 1, |index| format!(",attributes.a{index}"));
    assert_eq!(roster_problems(&format!("id{}\n", columns(1000))), "");
    assert!(roster_problems(&format!("id{}\n", columns(1001))).contains("has 1001 cells, at most 1000 are read"));
}

#[test]
fn ragged_rows_are_reported_and_the_others_used() {
    let text = format!("{NAMED}[[combatants]]\nid = \"ogre\"\n");
    let (scenario, problems) = with_roster(&text, "id,side,hp\nimp,party\nogre,party,30\n");
    assert_eq!(problems.to_string(), "bestiary.csv:2:1: row 2: has 2 cells, the header 3");
    assert_eq!(scenario.root(SCHEMA).get(File::COMBATANTS)[0].find(Sheet::HP), Some(30));
}

#[test]
fn nobody_is_missing_from_a_roster_that_is_broken() {
    let text = format!("{NAMED}[[combatants]]\nid = \"ogre\"\n[[combatants]]\nid = \"imp\"\n");
    for (csv, problem) in [
        ("id,side,hp\nimp,party\nogre,party,30\n", "bestiary.csv:2:1: row 2: has 2 cells, the header 3"),
        ("id,side,hp\nogre,\"party,30\nimp,party,1\n", "bestiary.csv:2:1: row 2: has a quote that is not closed"),
        ("name,hp\na,1\n", &format!("bestiary.csv:1:1: {NO_IDS}")),
        ("", "bestiary.csv:1:1: there is no column `id`"),
        (
            "id,side,hpp\nogre,party,30\nimp,party,1\n",
            "bestiary.csv:1:9: column `hpp` is no key of `combatants`; did you mean `hp`? \
             (a column named `#hpp` is ignored)",
        ),
    ] {
        assert_eq!(with_roster(&text, csv).1.to_string(), problem);
    }
}

#[test]
fn a_roster_that_was_never_read_is_the_only_problem() {
    let mut scenario = scenario(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"));
    assert_eq!(
        scenario.problems(scenario.validate(SCHEMA)).to_string(),
        "a.toml:3:10: `roster` cannot be read: no text was given"
    );
    let wanted = scenario.wanted_files(SCHEMA).remove(0);
    let mut list = scenario.attach(&wanted, Err("no such file".to_owned()), SCHEMA);
    list.extend(scenario.validate(SCHEMA));
    assert_eq!(scenario.problems(list).to_string(), "a.toml:3:10: `roster` cannot be read: no such file");
    assert_eq!(problems_of(&format!("{NAMED}{FIGHTER}")), "");
}

#[test]
fn what_no_roster_can_give_is_missed_even_when_it_is_broken() {
    let text = format!("{NAMED}[[combatants]]\nside = \"both\"\nattacks = [{{ id = \"bow\" }}]\n");
    let (_, problems) = with_roster(&text, "");
    let codes: Vec<_> = problems.list.iter().map(Problem::code).collect();
    assert_eq!(codes, ["no-column", "missing", "not-a-word", "missing"], "{problems}");
    assert!(problems.to_string().contains("`combatants[1].id` is missing"), "{problems}");
    assert!(problems.to_string().contains("`combatants[1].attacks.bow.damage` is missing"), "{problems}");
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_column() {
    assert_eq!(roster_problems("\u{feff}id,hp\na,1\n"), "");
}

/// The problems of the roster of a scenario in which the ogre fights, and the canonical scenario.
fn ogre(csv: &str) -> (String, String) {
    let (scenario, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), csv);
    (problems.to_string(), scenario.canonical(SCHEMA))
}

#[test]
fn spreadsheets_of_all_countries_say_the_same() {
    let expected = ogre("id,name,side,hp,attributes.str\nogre,\"Ogre, old\",party,30,-2\n");
    assert_eq!(expected.0, "");
    for csv in [
        "id;name;side;hp;attributes.str\r\nogre;Ogre, old;party;30;-2\r\n",
        "\u{feff}id;name;side;hp;attributes.str\r\nogre;\"Ogre, old\";party;30,0;-2,00\r\n",
        "sep=;\r\nid;name;side;hp;attributes.str\r\nogre;Ogre, old;party;30;\u{2212}2\r\n",
        "id\tname\tside\thp\tattributes.str\nogre\tOgre, old\tparty\t30.0\t-2\n",
        "id,name,side,hp,attributes.str\nogre,\"Ogre, old\",party,30.0,-2.0\nimp,,,,\n",
        "id,name,side,hp,attributes.str,,\nogre,\"Ogre, old\",party,30,-2,,\n,,,,,,\n",
        "id,#who,name,side,#,hp,attributes.str\nogre,me,\"Ogre, old\",party,7,30,-2\n",
    ] {
        assert_eq!(ogre(csv), expected, "{csv}");
    }
}

#[test]
fn numbers_that_are_not_whole_or_not_clear_are_refused() {
    for (hp, shown, remark) in [
        ("5,5", "the text \"5,5\"", "; the key takes whole numbers, and this one has a decimal comma"),
        ("1,000", "the text \"1,000\"", "; `1,000` can mean 1 or 1000: write the number without a comma"),
        ("1.000", "the fraction 1.0", ""),
        ("5.5", "the fraction 5.5", ""),
    ] {
        let (problems, _) = ogre(&format!("id;side;hp\nogre;party;{hp}\n"));
        let expected = format!(
            "bestiary.csv:2:12: `combatants.ogre.hp` is {shown}, expected a whole number, 1..=10000 (row 2, column `hp`){remark}"
        );
        assert_eq!(problems, expected);
    }
    let (problems, _) = ogre("id,side,hp\nogre,party,\"4,0\"\n");
    assert!(problems.contains("is the text \"4,0\""), "a comma separates cells here: {problems}");
}

#[test]
fn texts_stay_as_they_are() {
    let (scenario, problems) =
        with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), "id;side;hp;name\nogre;party;3;4,0\n");
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::NAME), Some("4,0"));
}

#[test]
fn cells_in_columns_without_a_name_are_reported() {
    let (problems, _) = ogre("id,,hp,side,\nogre,,3,party,\nimp,x,1,party,y\n");
    assert_eq!(
        problems,
        "bestiary.csv:3:5: row 3: has \"x\" in a column without a name\n\
         bestiary.csv:3:15: row 3: has \"y\" in a column without a name"
    );
}

#[test]
fn a_row_may_hold_lists_of_tables() {
    let csv = "id,side,hp,attacks.1.damage,attacks.2.damage,attacks.bow.damage,attacks.2.id\n\
               ogre,party,30,2d6,,1d4\u{2212}1,\n\
               imp,party,1,,3.0,,claw\n";
    let text = format!("{NAMED}[[combatants]]\nid = \"ogre\"\n[[combatants]]\nid = \"imp\"\n");
    let (mut scenario, problems) = with_roster(&text, csv);
    assert!(problems.list.is_empty(), "{problems}");
    let written = "attacks = [{ id = \"1\", damage = \"2d6\" }, { id = \"bow\", damage = \"1d4-1\" }]";
    let text = format!(
        "system = \"toy\"\nname = \"Bridge\"\n[[combatants]]\nid = \"ogre\"\nside = \"party\"\nhp = 30\n{written}\n\
         [[combatants]]\nid = \"imp\"\nside = \"party\"\nhp = 1\nattacks = [{{ id = \"claw\", damage = \"3\" }}]\n"
    );
    assert_eq!(scenario.canonical(SCHEMA), super::scenario(&text).canonical(SCHEMA));
    assert_eq!(scenario.set(&overrides(&["combatants.imp.attacks.claw.damage=4"]), SCHEMA), []);
}

#[test]
fn a_mistake_in_a_list_is_named_by_row_and_column() {
    let (problems, _) = ogre("id,side,hp,attacks.1.damage,attacks.1.id\nogre,party,30,2x6,Bow\n");
    assert_eq!(
        problems,
        "bestiary.csv:2:15: `combatants.ogre.attacks.Bow.damage` is \"2x6\": expected `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a \
         whole number (row 2, column `attacks.1.damage`)\n\
         bestiary.csv:2:19: `combatants.ogre.attacks.Bow.id` names \"Bow\", allowed: one or more of a-z, 0-9 and `-` \
         (row 2, column `attacks.1.id`); did you mean \"bow\"?"
    );
}

#[test]
fn rows_that_nobody_takes_can_be_checked() {
    let csv = "id,hp,attributes.str,attacks.1.damage\nogre,30,1,\nImp,0,x,2d6\ntroll,,,\n";
    let (mut scenario, problems) =
        with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\nside = \"party\"\n"), csv);
    assert!(problems.list.is_empty(), "{problems}");
    let list = scenario.check_spare_rows(SCHEMA);
    assert_eq!(
        scenario.problems(list).to_string(),
        "bestiary.csv:3:1: `combatants.Imp.id` names \"Imp\", allowed: one or more of a-z, 0-9 and `-` (row 3, column `id`); did you mean \"imp\", with `name = \"Imp\"`?\n\
         bestiary.csv:3:5: `combatants.Imp.hp` is 0, allowed: 1..=10000 (row 3, column `hp`)\n\
         bestiary.csv:3:7: `combatants.Imp.attributes.str` is the text \"x\", expected a whole number, -50..=100 \
         (row 3, column `attributes.str`)"
    );
    let mut without = super::scenario(&format!("{HEAD}{FIGHTER}"));
    assert_eq!(without.check_spare_rows(SCHEMA), []);
}

#[test]
fn the_id_of_whoever_is_seated_stands_in_the_row() {
    let mut seated = scenario(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"));
    assert_eq!(seated.seat(0, common::SideWord::Party, "Imp", SCHEMA), []);
    let mut list = attach(&mut seated, &[("bestiary.csv", "id,hp\nogre,30\nImp,1\n")]);
    list.extend(seated.validate(SCHEMA));
    assert_eq!(
        seated.problems(list).to_string(),
        "bestiary.csv:3:1: `combatants.Imp.id` names \"Imp\", allowed: one or more of a-z, 0-9 and `-` (row 3, column `id`); did you mean \"imp\", with `name = \"Imp\"`?"
    );
}

/// An override of a combatant of a roster does the same as the file could: the row of its id completes it.
#[test]
fn an_override_is_an_edit_of_the_file() {
    let csv = "id,side,hp,attributes.str,attributes.dex,attacks.bow.damage,attacks.bow.dr,attacks.axe.damage\n\
               ogre,party,30,6,1,1d6,13,2d6\n\
               imp,party,2,,4,1d4,,\n";
    let ogre = "[[combatants]]\nid = \"ogre\"\n";
    let whole = "attacks = [{ id = \"club\", damage = \"1d8\" }]";
    for (text, wanted, edited) in [
        (ogre, "combatants.ogre.id=imp", "[[combatants]]\nid = \"imp\"\n".to_owned()),
        (ogre, "combatants.ogre.hp=9", format!("{ogre}hp = 9\n")),
        (ogre, "combatants.ogre.side=enemies", format!("{ogre}side = \"enemies\"\n")),
        (ogre, "combatants.ogre.count=3", format!("{ogre}count = 3\n")),
        (ogre, "combatants.ogre.attributes={ str = 1 }", format!("{ogre}attributes = {{ str = 1 }}\n")),
        (ogre, "combatants.ogre.attributes.str=1", format!("{ogre}attributes = {{ str = 1 }}\n")),
        (ogre, "combatants.ogre.attributes.con=1", format!("{ogre}attributes = {{ con = 1 }}\n")),
        (ogre, "combatants.ogre.attacks.axe.dr=9", format!("{ogre}[[combatants.attacks]]\nid = \"axe\"\ndr = 9\n")),
        (ogre, "combatants.ogre.attacks=[{ id = \"club\", damage = \"1d8\" }]", format!("{ogre}{whole}\n")),
        (
            ogre,
            "combatants=[{ id = \"imp\" }, { id = \"ogre\", hp = 1 }]",
            format!("[[combatants]]\nid = \"imp\"\n{ogre}hp = 1\n"),
        ),
    ] {
        let (mut scenario, problems) = with_roster(&format!("{NAMED}{text}"), csv);
        assert!(problems.list.is_empty(), "{problems}");
        assert_eq!(scenario.set(&overrides(&[wanted]), SCHEMA), [], "{wanted}");
        assert_eq!(scenario.validate(SCHEMA), [], "{wanted}");
        let (edited, problems) = with_roster(&format!("{NAMED}{edited}"), csv);
        assert!(problems.list.is_empty(), "{wanted}: {problems}");
        assert_eq!(scenario.canonical(SCHEMA), edited.canonical(SCHEMA), "{wanted}");
    }
}

#[test]
fn an_override_of_an_id_takes_the_row_of_the_new_one_or_is_refused() {
    let (mut scenario, _) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), CSV);
    assert_eq!(scenario.set(&overrides(&["combatants.ogre.id=goblin", "combatants.ogre.count=2"]), SCHEMA), []);
    let goblin = scenario.root(SCHEMA).get(File::COMBATANTS)[0];
    assert_eq!((goblin.find(Sheet::HP), goblin.find(Sheet::COUNT)), (Some(5), Some(2)));
    assert_eq!(&CSV[goblin.span(Sheet::HP).range()], "5");
    let (mut scenario, _) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), CSV);
    let mut list = scenario.set(&overrides(&["combatants.ogre.id=dragon"]), SCHEMA);
    list.extend(scenario.validate(SCHEMA));
    assert_eq!(
        scenario.problems(list).to_string(),
        "a.toml:4:1: `combatants.dragon` is not in the roster, and the file does not give `side`, `hp`"
            .replace("a.toml:4:1", "--set:1:20")
    );
    let csv = CSV.replace(",5,", ",\"[5\",");
    let (mut scenario, _) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"), &csv);
    let mut list = scenario.set(&overrides(&["combatants.ogre.id=goblin"]), SCHEMA);
    assert_eq!(list.len(), 1, "a row that cannot be read is told when it is taken");
    list.extend(scenario.validate(SCHEMA));
    assert!(scenario.problems(list).to_string().starts_with("bestiary.csv:2:"), "it is named by its cell");
}

/// Lists of tables are completed entry by entry, as tables are key by key.
#[test]
fn a_list_of_tables_is_completed_by_the_ids_of_its_tables() {
    let csv = "id,side,hp,attacks.bow.damage,attacks.bow.dr,attacks.axe.damage\nogre,party,30,1d6,13,2d6\n";
    let ogre = "[[combatants]]\nid = \"ogre\"\nside = \"party\"\nhp = 30\n";
    for (given, completed) in [
        (
            "{ id = \"axe\", dr = 9 }",
            "{ id = \"bow\", damage = \"1d6\", dr = 13 }, { id = \"axe\", damage = \"2d6\", dr = 9 }",
        ),
        (
            "{ id = \"club\", damage = \"1\" }, { id = \"bow\", damage = \"1d4\" }",
            "{ id = \"bow\", damage = \"1d4\", dr = 13 }, { id = \"axe\", damage = \"2d6\" }, { id = \"club\", damage = \"1\" }",
        ),
        ("", "{ id = \"bow\", damage = \"1d6\", dr = 13 }, { id = \"axe\", damage = \"2d6\" }"),
    ] {
        let text = format!("{NAMED}[[combatants]]\nid = \"ogre\"\nattacks = [{given}]\n");
        let (scenario, problems) = with_roster(&text, csv);
        assert!(problems.list.is_empty(), "{given}: {problems}");
        let whole = super::scenario(&format!("{HEAD}{ogre}attacks = [{completed}]\n"));
        assert_eq!(scenario.canonical(SCHEMA), whole.canonical(SCHEMA), "{given}");
    }
    let twice = "{ id = \"axe\", dr = 9 }, { id = \"axe\", damage = \"1\" }";
    let (_, problems) = with_roster(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\nattacks = [{twice}]\n"), csv);
    assert_eq!(problems.list[0].code(), "duplicate", "{problems}");
}

/// A row that another id brings may name a file, and an override may reach into what that file says.
#[test]
fn a_new_row_brings_its_files() {
    let csv = "id,side,hp,abilities\nogre,party,30,\nember,party,3,arts.toml\n";
    let arts = "[[abilities]]\nid = \"shove\"\n[[abilities]]\nid = \"burn\"\n";
    let mut scenario = scenario(&format!("{NAMED}[[combatants]]\nid = \"ogre\"\n"));
    assert_eq!(attach(&mut scenario, &[("bestiary.csv", csv)]), []);
    assert_eq!(scenario.set(&overrides(&["combatants.ogre.id=ember"]), SCHEMA), []);
    assert_eq!(attach(&mut scenario, &[("arts.toml", arts)]), []);
    let wanted = ["combatants.ember.abilities.burn.success.fatigue=2", "combatants.ember.hp=4"];
    assert_eq!(scenario.set(&overrides(&wanted), SCHEMA), []);
    assert_eq!(scenario.validate(SCHEMA), []);
    let abilities = scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ABILITIES);
    let fatigue = |index: usize| abilities.as_ref().expect("given")[index].get(Ability::SUCCESS).get(Effect::FATIGUE);
    assert_eq!((fatigue(0), fatigue(1)), (0, 2));
}

/// A sheet that another tool has written, with columns and rows that mean nothing here.
const FOREIGN: &str = "Monster,Number,AC,HD,STR,Special\n\
                       \"Beetle, Glow\",3d4,4,?,2,Light\n\
                       Marsh Toad,2d6,6,12,1,-\n\
                       Rust Hound,1d2,2,1/2,x,Corrosion\n";

fn foreign(columns: &str, csv: &str) -> (Scenario, Problems) {
    let toad = "[[combatants]]\nid = \"marsh-toad\"\nside = \"enemies\"\n";
    with_roster(&format!("{NAMED}{columns}\n{toad}"), csv)
}

#[test]
fn the_scenario_says_which_keys_the_columns_of_a_foreign_sheet_are() {
    let columns = "columns = { Monster = \"id\", HD = \"hp\", STR = \"attributes.str\", Number = \"#\", AC = \"#\", Special = \"#\" }";
    let (mut scenario, problems) = foreign(columns, FOREIGN);
    assert!(problems.list.is_empty(), "{problems}");
    let toad = scenario.root(SCHEMA).get(File::COMBATANTS)[0];
    assert_eq!((toad.find(Sheet::HP), attributes(&scenario)), (Some(12), vec![("str", 1)]));
    assert_eq!(scenario.roster_ids(), ["beetle-glow", "marsh-toad", "rust-hound"]);
    assert_eq!(scenario.check_spare_rows(SCHEMA), [], "the other rows need not fit");
    assert!(!scenario.canonical(SCHEMA).contains("columns"), "the values alone are of the scenario");
}

#[test]
fn a_mistake_in_a_mapped_column_names_the_column_of_the_sheet() {
    let columns =
        "columns = { Monster = \"id\", HD = \"hp\", STR = \"#\", Number = \"#\", AC = \"#\", Special = \"#\" }";
    let (_, problems) = foreign(columns, &FOREIGN.replace("12", "1/2"));
    let message = problems.to_string();
    let told = "`combatants.marsh-toad.hp` is the text \"1/2\"";
    assert!(message.contains(told) && message.contains("column `HD`"), "{message}");
}

#[test]
fn mistakes_of_the_map_are_told() {
    let all = "Number = \"#\", STR = \"#\", Special = \"#\"";
    for (map, told) in [
        ("Monster = \"id\", HD = \"hp\"".to_owned(), "column `Special` is no key of `combatants`"),
        (
            format!("Monster = \"id\", HD = \"hq\", AC = \"#\", {all}"),
            "column `HD` stands for `hq`, which is no key of `combatants`",
        ),
        (
            format!("Monster = \"id\", HD = \"hp\", AC = \"hp\", {all}"),
            "column `HD` stands for `hp`, which is there twice",
        ),
        (
            format!("Monster = \"id\", HD = \"hp\", AC = \"#\", {all}, Speciel = \"hp\""),
            "`columns`: there is no column `Speciel`; did you mean `Special`?",
        ),
        (
            format!("HD = \"hp\", Monster = \"#\", AC = \"#\", {all}"),
            "there is no column `id`; if another column holds the names: columns = { COLUMN = \"id\" }",
        ),
        ("Monster = 3".to_owned(), "expected the name of a key in quotes"),
    ] {
        let (_, problems) = foreign(&format!("columns = {{ {map} }}"), FOREIGN);
        assert!(problems.to_string().contains(told), "{map}: {problems}");
    }
    let (_, problems) = foreign("columns = { Monster = \"id\" }", FOREIGN);
    let shown = "columns = { Number = \"KEY\", AC = \"KEY\", HD = \"KEY\", STR = \"KEY\", Special = \"KEY\" }";
    assert_eq!(problems.to_string().matches(shown).count(), 1, "{problems}");
    let (_, problems) = foreign("columns = { Monster = \"id\" }", &FOREIGN.replace("AC", "Armour Class"));
    assert!(problems.to_string().contains("\"Armour Class\" = \"KEY\""), "{problems}");
    let (_, problems) = foreign("columns = { Monster = \"id\" }", "Monster,hp\nMarsh Toad,3\nmarsh toad,4\n");
    assert!(problems.to_string().contains("row 3: has the id \"marsh-toad\" again"), "{problems}");
    // Rows that nobody takes may stand twice, and rows without a name are headings.
    let unused = "Monster,hp\nMarsh Toad,3\nDragon,1\ndragon,2\n---,\n,9\n";
    let (_, problems) = foreign("columns = { Monster = \"id\" }", unused);
    assert!(!problems.to_string().contains("row"), "{problems}");
    assert!(
        problems_of(&format!("{HEAD}columns = {{ HD = \"hp\" }}\n{FIGHTER}")).contains("`columns`: needs `roster`")
    );
}

#[test]
fn a_misspelt_column_of_ids_is_named() {
    let (_, problems) = foreign("columns = { Monstr = \"id\", HD = \"hp\" }", FOREIGN);
    let told = "`columns`: there is no column `Monstr`; did you mean `Monster`?; it is to hold the `id`";
    assert!(problems.to_string().contains(told), "{problems}");
    assert_eq!(
        problems.list.iter().filter(|problem| problem.to_string().contains("no column")).count(),
        1,
        "{problems}"
    );
}

/// Spreadsheets write truth values in the language in which they are used.
#[test]
fn truth_values_are_read_in_many_languages() {
    let keys = Key::bool("fearless").decl();
    for (text, value) in [
        ("TRUE", true),
        ("yes", true),
        ("No", false),
        ("WAHR", true),
        ("FALSCH", false),
        ("VRAI", true),
        ("FAUX", false),
        ("VERDADERO", true),
        ("FALSO", false),
        ("PRAWDA", true),
        ("FA\u{141}SZ", false),
        ("\u{418}\u{421}\u{422}\u{418}\u{41d}\u{410}", true),
    ] {
        let read = keys.kind.read_text(text, Location::All(Span::NONE), Span::NONE);
        assert_eq!(read.map(|node| node.as_bool()), Ok(Some(value)), "{text}");
    }
}
