//! The tables of keys in the ledgers are held against the declarations of the systems: which keys there are, their defaults,
//! the least and the greatest value, and the rules that read them.

use std::collections::BTreeSet;

use equipoise_engine::System;
use equipoise_engine::scenario::{DeclaredPath, DefaultValue, Inside, declared_paths};

/// A row of a table of keys.
struct Row<'a> {
    /// The tables that its section is about, as dotted paths.
    tables: Vec<String>,
    /// The keys in its first cell, in the order of their defaults.
    keys: Vec<&'a str>,
    default: &'a str,
    line: &'a str,
    rules: BTreeSet<u32>,
}

/// The words of a text that stand in backticks.
fn in_backticks(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The whole numbers of a text; a hyphen before one is its sign unless a digit stands before that.
fn numbers(text: &str) -> Vec<i64> {
    let (mut numbers, mut word, mut before) = (Vec::new(), String::new(), ' ');
    for c in text.replace('−', "-").chars().chain([' ']) {
        if c.is_ascii_digit() || c == '-' && word.is_empty() && !before.is_alphanumeric() {
            word.push(c);
        } else {
            numbers.extend(word.parse::<i64>());
            word.clear();
        }
        before = c;
    }
    numbers
}

/// The rule numbers of a cell: `02, 19..22`.
fn rules(cell: &str) -> BTreeSet<u32> {
    let words = cell.split(|c: char| !c.is_ascii_digit() && c != '.').filter(|word| !word.is_empty());
    let rules = words.flat_map(|word| {
        let (first, last) = word.split_once("..").unwrap_or((word, word));
        let [first, last] = [first, last].map(|number| number.trim_matches('.').parse::<u32>().ok());
        first.zip(last).into_iter().flat_map(|(first, last)| first..=last)
    });
    rules.collect()
}

/// The tables that a heading names: `[rules]`, `[[combatants.attacks]]`.
fn tables(heading: &str) -> Vec<String> {
    let named = in_backticks(heading).into_iter().filter(|word| word.starts_with('['));
    named.map(|word| word.trim_matches(['[', ']']).to_owned()).collect()
}

/// The rows of all tables whose first column is headed "key".
fn rows(ledger: &str) -> Vec<Row<'_>> {
    let (mut rows, mut columns, mut heading) = (Vec::new(), Vec::new(), "");
    for line in ledger.lines() {
        let Some(inside) = line.strip_prefix('|') else {
            columns.clear();
            if line.starts_with('#') {
                heading = line;
            }
            continue;
        };
        let cells: Vec<&str> = inside.trim_end().trim_end_matches('|').split('|').map(str::trim).collect();
        if columns.is_empty() {
            columns = cells;
            continue;
        }
        let column = |name: &str| columns.iter().position(|column| *column == name);
        let Some(default) = column("default").filter(|_| columns[0].starts_with("key")) else { continue };
        if cells[0].starts_with("--") || cells.len() != columns.len() {
            assert!(cells[0].starts_with("--") || !cells[0].starts_with('`'), "a row with other columns: {line}");
            continue;
        }
        let tables = Some(tables(columns[0])).filter(|tables| !tables.is_empty()).unwrap_or_else(|| tables(heading));
        let (keys, rules) = (in_backticks(cells[0]), rules(cells[cells.len() - 1]));
        rows.push(Row { tables, keys, default: cells[default], line, rules });
    }
    rows
}

fn last(path: &str) -> &str {
    path.rsplit('.').find(|segment| *segment != "*").unwrap_or(path)
}

/// Whether a row tells of a declared key.
fn tells_of(row: &Row<'_>, key: &str, declared: &DeclaredPath) -> bool {
    let path = declared.path.replace(".*", "");
    row.tables.iter().any(|table| path == format!("{table}.{key}"))
        || row.tables.is_empty() && last(&path) == last(key) && !path.ends_with(".*")
}

/// The first difference between a row and the declaration of one of its keys; `None` if they agree.
fn mistake(row: &Row<'_>, at: usize, declared: &DeclaredPath) -> Option<String> {
    let cell = row.default.split(", ").nth(at).filter(|_| row.keys.len() > 1).unwrap_or(row.default);
    let default = match declared.key.default {
        _ if cell.is_empty() || row.line.contains("| as ") => Ok(()),
        DefaultValue::Int(number) => numbers(cell).contains(&number).then_some(()).ok_or(number.to_string()),
        DefaultValue::Bool(value) => cell.contains(&value.to_string()).then_some(()).ok_or(value.to_string()),
        DefaultValue::Text(text) => cell.contains(text).then_some(()).ok_or(text.to_owned()),
        _ => Ok(()),
    };
    if let Err(default) = default {
        return Some(format!("its default is {default}"));
    }
    let known = numbers(row.line);
    let has_range = declared.kind.type_name().starts_with("whole number") && row.line.contains("..");
    let missing = numbers(&declared.kind.bounds()).into_iter().find(|bound| !known.contains(bound));
    if let Some(bound) = missing.filter(|_| has_range) {
        return Some(format!("its bounds are {}: {bound} is missing", declared.kind.bounds()));
    }
    let declared_rules: BTreeSet<u32> =
        declared.key.rules.iter().filter_map(|id| id.rsplit_once('-')?.1.parse().ok()).collect();
    let untold: Vec<&u32> = declared_rules.difference(&row.rules).collect();
    (!untold.is_empty()).then(|| format!("the rules {untold:?} read it"))
}

#[test]
fn tables_of_keys_say_what_is_declared() {
    let mut mistakes = Vec::new();
    for &system in System::ALL {
        let (rows, paths) = (rows(system.ledger()), declared_paths(system.schema()));
        for row in &rows {
            for (at, key) in row.keys.iter().enumerate() {
                let declared: Vec<&DeclaredPath> = paths.iter().filter(|path| tells_of(row, key, path)).collect();
                if declared.is_empty() {
                    mistakes.push(format!("{}: no key is called `{key}`: {}", system.name(), row.line));
                }
                let found = declared.iter().filter_map(|declared| mistake(row, at, declared));
                mistakes.extend(found.map(|mistake| format!("{}: `{key}`: {mistake}: {}", system.name(), row.line)));
            }
        }
        let named: BTreeSet<&str> = in_backticks(system.ledger()).into_iter().map(last).collect();
        let is_value = |path: &&DeclaredPath| path.path.contains('.') && matches!(path.kind.inside(), Inside::Nothing);
        let untold = paths.iter().filter(is_value).filter(|path| !named.contains(last(&path.path)));
        mistakes.extend(untold.map(|path| format!("{}: `{}` is not told of", system.name(), path.path)));
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
