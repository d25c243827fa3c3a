//! Injury tables that are refused: the last entry of the ledger's "Bad input".

use super::*;

/// A scenario with a table of piercing injuries, its rows as TOML.
fn with_rows(rows: &str) -> String {
    scene("", "", &format!("injury_tables = {{ piercing = [{rows}] }}"))
}

/// A row of a table with this roll.
fn row(roll: &str, keys: &str) -> String {
    format!(r#"{{ roll = "{roll}", name = "a wound"{keys} }},"#)
}

fn rows(rolls: &[&str]) -> String {
    with_rows(&rolls.iter().map(|roll| row(roll, "")).collect::<String>())
}

/// The path of a row's roll.
fn roll(roll: &str) -> String {
    format!("rules.injury_tables.piercing.{roll}.roll")
}

/// WOUNDS-51
#[test]
fn each_number_of_an_injury_table_has_one_row() {
    refuses(&rows(&["1", "3"]), &roll("3"), &["no row has the number 2"], &rows(&["1", "2", "3"]));
    refuses(&rows(&["7-8", "4-6"]), &roll("4-6"), &["no row has the numbers 1 to 3"], &rows(&["4-6", "1-3"]));
    refuses(&rows(&["1-5", "4-8"]), &roll("4-8"), &["the numbers 4 to 5 again", "`1-5`"], &rows(&["1-5", "6-8"]));
    refuses(&rows(&["1-9", "3"]), &roll("3"), &["the number 3 again", "`1-9`"], &rows(&["1-9", "10"]));
    refuses(&rows(&["1", "1"]), "rules.injury_tables.piercing", &["\"1\" twice"], &rows(&["1", "2"]));
}

/// WOUNDS-51
#[test]
fn rolls_are_numbers_of_a_die_of_at_most_1000() {
    for bad in ["0", "0-3", "3-1", "x", "1-", "-1", "1-2-3", "1-1001", "99999999999999999999"] {
        refuses(&rows(&[bad]), &roll(bad), &[bad, "1..=1000", "`2-5`"], &rows(&["1-1000"]));
    }
}

/// WOUNDS-53
#[test]
fn damage_and_abilities_go_together() {
    let both = with_rows(&row("1", r#", damage = "1d4", abilities = ["agility"]"#));
    let path = "rules.injury_tables.piercing.1";
    refuses(&with_rows(&row("1", r#", damage = "1d4""#)), &format!("{path}.damage"), &["`abilities`"], &both);
    refuses(&with_rows(&row("1", r#", abilities = ["agility"]"#)), &format!("{path}.abilities"), &["`damage`"], &both);
}

const HEADER: &str = "roll,name,arm,damage,abilities,speed,flags,attack,defense,note\n";

/// The mistakes in a table of fire in a file of its own.
fn problems_of(csv: &str) -> String {
    let text = scene("", "", "injury_tables = { fire = \"fire.csv\" }");
    load_with(&text, &[("fire.csv", csv)], &[]).err().unwrap_or_default()
}

#[test]
fn a_table_has_the_columns_of_the_ledger() {
    assert_eq!(problems_of(&format!("{HEADER}1,x,,,,,,,,\n")), "");
    for column in HEADER.trim().split(',') {
        let header: Vec<&str> = HEADER.trim().split(',').filter(|name| *name != column).collect();
        let problems = problems_of(&format!("{}\n1,1,,,,,,,\n", header.join(",")));
        assert_eq!(problems, format!("fire.csv:1:1: there is no column `{column}`"));
    }
    let more = problems_of(&format!("{},colour\n1,x,,,,,,,,,\n", HEADER.trim()));
    assert!(more.contains("column `colour` is no key of `rules.injury_tables.fire`"), "{more}");
    let twice = problems_of(&format!("{},note\n1,x,,,,,,,,,\n", HEADER.trim()));
    assert!(twice.contains("column `note` is there twice"), "{twice}");
}

/// WOUNDS-51
#[test]
fn mistakes_in_a_file_are_told_with_file_row_and_column() {
    let problems = problems_of(&format!("{HEADER}1,x,,,,,,,,\n3-4,y,,,,,,,,\n4,z,,,,,,,,\n"));
    assert_eq!(
        problems,
        "fire.csv:3:1: `rules.injury_tables.fire.3-4.roll`: follows a gap: no row has the number 2, and each from 1 to the \
         highest needs one (row 3, column `roll`)\n\
         fire.csv:4:1: `rules.injury_tables.fire.4.roll`: has the number 4 again, which row `3-4` has (row 4, column `roll`)"
    );
    for (cells, said) in [
        ("1,x,no,,,,,,,", "`yes`"),
        ("1,x,,2w6,agility,,,,,", "expected `NdS+K`"),
        ("1,x,,2d6,wit,,,,,", "`strength`, `agility`"),
        ("1,x,,,,fast,,,,", "`half`, `crawl`"),
        ("1,x,,,,,prone blind,,,", "`one_eye`"),
        ("1,x,,,,,,41,,", "-40..=40"),
        ("1,x,,,,,,,-41,", "-40..=40"),
        ("1,x,,1d4,,,,,,", "`abilities`"),
        ("1,x,,,agility,,,,,", "`damage`"),
    ] {
        let problems = problems_of(&format!("{HEADER}{cells}\n"));
        assert_eq!(problems.lines().count(), 1, "{cells}: {problems}");
        assert!(problems.starts_with("fire.csv:2:") && problems.contains(said), "{cells}: {problems}");
        assert!(problems.contains("row 2, column"), "{cells}: {problems}");
    }
}

#[test]
fn a_table_that_cannot_be_read_is_refused() {
    let text = scene("", "", "injury_tables = { blunt = \"lost.csv\" }");
    let problems = load_with(&text, &[], &[]).expect_err("there is no such file");
    assert!(problems.contains("`rules.injury_tables.blunt` cannot be read: no such file"), "{problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(problems_of("").contains("there is no column `roll`"));
    assert!(problems_of(HEADER).contains("at least 1"));
    let bad = scene("", "", "injury_tables = { bludgeon = \"none\" }");
    refuses(
        &bad,
        "rules.injury_tables.bludgeon",
        &["unknown key"],
        &scene("", "", "injury_tables = { blunt = \"none\" }"),
    );
}
