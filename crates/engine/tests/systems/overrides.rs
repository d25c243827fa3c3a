//! An override is an edit of the file: setting a value at a path gives the scenario that the file gives with this value written
//! where the path leads, for shipped scenarios as they are and with all that their combatants are moved into a roster.
//!
//! Some paths are drawn by default; `cargo test -p equipoise-engine --test systems overrides -- --ignored` tries all.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads the shipped scenarios")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use equipoise_engine::System;
use equipoise_engine::scenario::{Inside, KeyDecl, Kind, Node, Override, Problem, Scenario, Source, Value};

/// A scenario as its files say it.
struct Files {
    name: String,
    system: System,
    text: String,
    /// The files that it names, and a roster that a test has made.
    others: BTreeMap<String, String>,
}

impl Files {
    fn with_text(&self, text: String) -> Self {
        Self { name: self.name.clone(), system: self.system, text, others: self.others.clone() }
    }

    /// The scenario as its own file says it.
    fn parsed(&self) -> Scenario {
        let source = Source::new(self.name.clone(), self.text.clone());
        Scenario::parse(source).unwrap_or_else(|problems| panic!("{problems}\n{}", self.text))
    }

    /// The scenario with all files that it names and an override, and what is wrong with it.
    fn loaded(&self, wanted: Option<&Override>) -> (Scenario, Vec<Problem>) {
        let (mut scenario, schema) = (self.parsed(), self.system.schema());
        let mut problems = Vec::new();
        let attach = |scenario: &mut Scenario, problems: &mut Vec<Problem>| {
            while let Some(wanted) = scenario.wanted_files(schema).first() {
                let text = self.others.get(&wanted.path).cloned().ok_or_else(|| "no such file".to_owned());
                let file = text.map(|text| Source::new(wanted.path.clone(), text));
                problems.extend(scenario.attach(wanted, file, schema));
            }
        };
        attach(&mut scenario, &mut problems);
        problems.extend(scenario.set(wanted.map(std::slice::from_ref).unwrap_or_default(), schema));
        attach(&mut scenario, &mut problems);
        problems.extend(scenario.validate(schema));
        (scenario, problems)
    }

    /// The canonical form of a scenario without mistakes, else the kinds of its mistakes.
    fn outcome(&self, wanted: Option<&Override>) -> Result<String, Vec<&'static str>> {
        let (scenario, problems) = self.loaded(wanted);
        let mut codes: Vec<&'static str> = problems.iter().map(Problem::code).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() { Ok(scenario.canonical(self.system.schema())) } else { Err(codes) }
    }

    /// The same with a value written where a path leads; `None` if no simple edit does that.
    fn edited(&self, wanted: &Override) -> Option<Self> {
        let scenario = self.parsed();
        let segments: Vec<&str> = wanted.path.split('.').collect();
        let place = place(&scenario, self.system.schema(), &segments)?;
        let value = |below: &[&str]| format!("{} = {}", below.join("."), wanted.value);
        let mut text = self.text.clone();
        match place {
            Place::Value(range) => text.replace_range(range, &wanted.value),
            Place::Table { at, below, is_inline } => {
                let separator = if is_inline { ", " } else { "\n" };
                let written = match below.iter().position(|(_, by)| by.is_some()) {
                    // A list that the file has not is begun with the one table of it that the path names.
                    Some(list) => {
                        let names: Vec<&str> = below[..=list].iter().map(|(name, _)| *name).collect();
                        let [(id, _), rest @ ..] = &below[list + 1..] else { return None };
                        let rest: Vec<&str> = rest.iter().map(|(name, _)| *name).collect();
                        let by = below[list].1.filter(|by| rest != [*by])?;
                        format!("{} = [{{ {by} = \"{id}\", {} }}]", names.join("."), value(&rest))
                    }
                    None => value(&below.iter().map(|(name, _)| *name).collect::<Vec<_>>()),
                };
                let is_first = is_inline && text[at..].trim_start().starts_with('}');
                let written = match (is_inline, at) {
                    (true, _) if is_first => written,
                    (true, _) | (false, 0) => written + separator,
                    (false, _) => separator.to_owned() + &written,
                };
                text.insert_str(at, &written);
            }
        }
        Some(self.with_text(text))
    }
}

/// The place of an edit.
enum Place<'a> {
    /// In place of a value.
    Value(std::ops::Range<usize>),
    /// In a table, with the segments below it; a segment that is a list has the key by which its tables are named.
    Table { at: usize, below: Vec<(&'a str, Option<&'static str>)>, is_inline: bool },
}

/// Finds the value at a path, or the innermost table around it that the file has.
fn place<'a>(scenario: &Scenario, schema: &'static [KeyDecl], segments: &[&'a str]) -> Option<Place<'a>> {
    let text = &scenario.sources()[0].text;
    let (mut node, mut keys, mut at) = (scenario.tree(), schema, 0);
    while at < segments.len() {
        let inside = keys.iter().find(|key| key.name == segments[at]).map(|key| key.kind.inside());
        let Some(below) = node.get(segments[at]) else { break };
        // The path of a file stands where its tables are, and no edit of this file reaches into it.
        if matches!(inside, Some(Inside::Tables(_))) && below.as_text().is_some() {
            return None;
        }
        (node, at) = (below, at + 1);
        if let (Some(Inside::Tables(tables)), true) = (inside, at < segments.len()) {
            let by_id = |table: &&Node| table.get(tables.by).and_then(Node::as_text) == Some(segments[at]);
            (node, at) = (node.as_list()?.iter().find(by_id)?, at + 1);
        }
        keys = inside.map_or(&[][..], Inside::keys);
    }
    if at == segments.len() {
        // Lists and tables whose parts stand in several places have no text of their own.
        let range = node.span.range();
        let whole = &text[range.clone()];
        let is_whole = match node.value {
            Value::Table(_) => whole.starts_with('{'),
            Value::List(_) => whole.starts_with('[') && !whole.starts_with("[["),
            _ => true,
        };
        return is_whole.then_some(Place::Value(range));
    }
    let range = if at == 0 { 0..0 } else { node.span.range() };
    let header = &text[range.clone()];
    let is_inline = header.starts_with('{');
    if !is_inline && !header.is_empty() && !header.starts_with('[') {
        return None;
    }
    let begins_at = if is_inline { range.start + 1 } else { range.end };
    let mut below = Vec::new();
    while at < segments.len() {
        let inside = keys.iter().find(|key| key.name == segments[at]).map(|key| key.kind.inside());
        let by = if let Some(Inside::Tables(tables)) = inside { Some(tables.by) } else { None };
        below.push((segments[at], by.filter(|_| at + 1 < segments.len())));
        if by.is_some() && at + 1 < segments.len() {
            at += 1;
            below.push((segments[at], None));
        }
        keys = inside.map_or(&[][..], Inside::keys);
        at += 1;
    }
    Some(Place::Table { at: begins_at, below, is_inline })
}

/// All scenarios that ship.
fn shipped() -> Vec<Files> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut shipped = Vec::new();
    for &system in System::ALL {
        let entries = fs::read_dir(folder.join(system.name())).expect("a folder for each system");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        paths.sort();
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let mut files = Files { name, system, text: read(path), others: BTreeMap::new() };
            // A file that is attached may name others.
            loop {
                let (scenario, _) = files.loaded(None);
                let named = scenario.sources().len();
                let mut wanted = files.parsed().wanted_files(system.schema());
                wanted.retain(|wanted| !files.others.contains_key(&wanted.path));
                if wanted.is_empty() {
                    assert!(named > files.others.len());
                    break;
                }
                for wanted in wanted {
                    let text = read(&path.with_file_name(&wanted.path));
                    files.others.insert(wanted.path, text);
                }
            }
            shipped.push(files);
        }
    }
    shipped
}

/// The same scenario with all that its combatants are in a roster, and nothing but their ids in its file.
fn with_roster(files: &Files) -> Files {
    let (scenario, problems) = files.loaded(None);
    assert!(problems.is_empty(), "{}: {problems:?}", files.name);
    let schema = files.system.schema();
    let combatants = scenario.tree().get("combatants").and_then(Node::as_list).expect("a list");
    let Some(Inside::Tables(tables)) = schema.iter().find(|key| key.name == "combatants").map(|key| key.kind.inside())
    else {
        panic!("combatants are tables");
    };
    let rows: Vec<BTreeMap<String, String>> = combatants
        .iter()
        .map(|combatant| {
            let mut cells = BTreeMap::new();
            flatten(combatant, tables.keys, "", &mut cells);
            cells
        })
        .collect();
    let mut columns: Vec<&String> = Vec::new();
    for row in &rows {
        columns.extend(row.keys().filter(|column| !columns.contains(column)).collect::<Vec<_>>());
    }
    // The tables of a list stand in the order of their columns.
    columns.sort();
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |row: &BTreeMap<String, String>| {
        columns.iter().map(|&column| quoted(row.get(column).map_or("", String::as_str))).collect::<Vec<_>>().join(",")
    };
    let header = columns.iter().map(|column| quoted(column)).collect::<Vec<_>>().join(",");
    let csv: String = std::iter::once(header).chain(rows.iter().map(line)).map(|line| line + "\n").collect();
    let mut text = String::from("roster = \"moved.csv\"\n");
    let first = files.text.lines().position(|line| line.trim_start().starts_with("[[combatants]]"));
    for (index, line) in files.text.lines().enumerate() {
        let is_roster = line.starts_with("roster");
        if !is_roster && first.is_none_or(|first| index < first) {
            text.push_str(line);
            text.push('\n');
        }
    }
    for combatant in combatants {
        for part in ["[[combatants]]\nid = \"", combatant.id().expect("it is valid"), "\"\n"] {
            text.push_str(part);
        }
    }
    let mut moved = files.with_text(text);
    moved.others.insert("moved.csv".to_owned(), csv);
    moved
}

/// The cells that a table comes to, by their columns.
fn flatten(table: &Node, keys: &'static [KeyDecl], path: &str, cells: &mut BTreeMap<String, String>) {
    for entry in table.as_table().unwrap_or_default() {
        let column = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
        let inside = keys.iter().find(|key| key.name == entry.key).map(|key| key.kind.inside());
        match (&entry.node.value, inside) {
            (Value::Table(_), inside) => {
                flatten(&entry.node, inside.map_or(&[][..], Inside::keys), &column, cells);
            }
            (Value::List(tables), Some(Inside::Tables(of))) => {
                for (index, table) in tables.iter().enumerate() {
                    flatten(table, of.keys, &format!("{column}.{:02}", index + 1), cells);
                }
            }
            _ => drop(cells.insert(column, written(&entry.node))),
        }
    }
}

/// A value as a cell has it.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::List(nodes) => {
            let element = |node: &Node| match &node.value {
                Value::Text(text) => format!("{text:?}"),
                _ => written(node),
            };
            format!("[{}]", nodes.iter().map(element).collect::<Vec<_>>().join(", "))
        }
        Value::Datetime(_) | Value::Table(_) => panic!("no shipped combatant has one in a list"),
    }
}

/// Every path that can be set, with its kind: single values, and the tables and lists around them.
fn paths_of(files: &Files) -> BTreeMap<String, Kind> {
    let (scenario, schema) = (files.loaded(None).0, files.system.schema());
    let mut paths: BTreeMap<String, Kind> =
        scenario.paths(schema).into_iter().map(|entry| (entry.path, entry.kind)).collect();
    let singles: Vec<String> = paths.keys().cloned().collect();
    for path in singles {
        let segments: Vec<&str> = path.split('.').collect();
        let (mut keys, mut at) = (schema, 0);
        while let Some(key) = segments.get(at).and_then(|name| keys.iter().find(|key| key.name == *name)) {
            at += 1;
            if at < segments.len() {
                paths.entry(segments[..at].join(".")).or_insert(key.kind);
            }
            at += usize::from(matches!(key.kind.inside(), Inside::Tables(_)));
            keys = key.kind.inside().keys();
        }
    }
    paths
}

/// A generator of numbers, the same on every machine.
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Holds overrides of `some` of the paths against edits, `values` of each path; all paths if there is no number.
fn check(files: &Files, some: Option<usize>, values: usize, draws: &mut Draws) -> usize {
    let mut paths: Vec<(String, Kind)> = paths_of(files).into_iter().collect();
    if let Some(some) = some {
        let mut chosen = Vec::new();
        while chosen.len() < some && !paths.is_empty() {
            chosen.push(paths.swap_remove(draws.below(paths.len() as u64) as usize));
        }
        paths = chosen;
    }
    let mut compared = 0;
    for (path, kind) in paths {
        for _ in 0..values {
            let value = kind.example(&mut |end| draws.below(end));
            let wanted = Override { path: path.clone(), value };
            let set = files.outcome(Some(&wanted));
            if set == Err(vec!["not-settable"]) {
                continue;
            }
            if let Some(edited) = files.edited(&wanted) {
                assert_eq!(set, edited.outcome(None), "{}: --set '{wanted}' against\n{}", files.name, edited.text);
                compared += 1;
            }
        }
    }
    compared
}

fn check_all(some: Option<usize>, values: usize) {
    let mut draws = Draws(20_26);
    let (mut plain, mut moved, mut equal) = (0, 0, 0);
    for files in shipped() {
        let with_roster = with_roster(&files);
        equal += usize::from(files.outcome(None) == with_roster.outcome(None));
        assert!(with_roster.outcome(None).is_ok(), "{}: {:?}", files.name, with_roster.loaded(None).1);
        plain += check(&files, some, values, &mut draws);
        moved += check(&with_roster, some, values, &mut draws);
    }
    assert!(equal >= 20, "{equal} scenarios are the same with a roster: the others list attributes in another order");
    assert!(plain >= 500 && moved >= 500, "{plain} and {moved} edits were made");
}

#[test]
fn an_override_of_a_drawn_path_is_an_edit_of_the_file() {
    check_all(Some(25), 1);
}

#[test]
#[ignore = "takes minutes"]
fn an_override_of_any_path_is_an_edit_of_the_file() {
    check_all(None, 3);
}

/// Paths whose defaults are tried at once are refused as each of them by itself.
#[test]
fn keys_that_are_tried_together_are_refused_as_each_by_itself() {
    let (mut refused, mut open, mut at_once, mut one_by_one) = (0, 0, 0, 0);
    for files in shipped() {
        let (scenario, problems) = files.loaded(None);
        assert!(problems.is_empty(), "{}", files.name);
        let (system, schema) = (files.system, files.system.schema());
        let paths = scenario.paths(schema);
        let calls = std::cell::Cell::new(0);
        let refuse = |tried: &Scenario| {
            calls.set(calls.get() + 1);
            system.refusals(tried)
        };
        let together = scenario.refused_paths(&paths, schema, refuse);
        let trials = calls.replace(0);
        let is_refused = |&index: &usize| !scenario.refused_paths(&paths[index..=index], schema, refuse).is_empty();
        let alone: Vec<usize> = (0..paths.len()).filter(is_refused).collect();
        let names = |list: &[usize]| list.iter().map(|&index| paths[index].path.clone()).collect::<Vec<_>>();
        one_by_one += calls.get();
        at_once += trials;
        assert_eq!(names(&together), names(&alone), "{}", files.name);
        refused += alone.len();
        open += paths.len();
    }
    assert!(refused > 50 && open > 5_000, "{refused} of {open}");
    assert!(3 * at_once < one_by_one, "{at_once} trials at once, {one_by_one} one by one");
}
