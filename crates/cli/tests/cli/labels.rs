//! Labels of the screen: `explain` knows the heads of columns, the first cells of rows, the verdicts and the headings that commands
//! print, as far as they are words of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use equipoise_engine::System;
use equipoise_sim::Registry;
use equipoise_sim::studies::explain::{Meaning, meanings};

use crate::{equipoise, fixtures, gallery, gallery_file, stdout_of};

/// Command lines that print every table: all commands, with the options that add columns or rows.
const COMMAND_LINES: [&str; 41] = [
    "run spar.toml death.toml -n 200",
    "run spar.toml -n 100 --check",
    "run band.toml -n 100 --accounts",
    "run stalemate.toml -n 20",
    "exact spar.toml",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --vary rules.stakes=spar,death -n 50",
    "sweep spar.toml --vary rules.meter_ticks=5,9 -n 50 --check",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --zip -n 50 --only party --only rounds",
    "compare spar.toml --with rules.meter_ticks=11 -n 500",
    "compare band.toml --with combatants.cat.hp=5 -n 300 --margin 0.4",
    "compare spar.toml --with rules.meter_ticks=11 --margin 0.01 --plan",
    "compare spar.toml spar.toml --plan",
    "tune spar.toml --vary rules.meter_ticks=5,9,13 --target party=0.7 --target rounds=12:0.01 --max-encounters 2k",
    "sensitivity spar.toml -n 50",
    "sensitivity spar.toml -n 50 --words --only rules.stakes",
    "luck spar.toml -n 100",
    "luck band.toml -n 30",
    "skill band.toml -n 50",
    "test expected.toml --method exact",
    "test beside.toml --method sample --max-encounters 100",
    "test expected.toml mistakes.toml",
    "versus circle.toml -n 200",
    "versus roster.toml -n 10",
    "versus spar.toml --policies -n 20",
    "gauntlet band.toml --roster sheets-of-cats.csv --count 1..=2 --by level -n 50",
    "gauntlet band.toml --roster pack.csv --by cr -n 50",
    "balance band.balance.toml -n 200",
    "balance yard.balance.toml -n 200",
    "replay spar.toml --index 3 --odds",
    "replay band.toml --index 3 --odds --method sample --continuations 20",
    "drama spar.toml",
    "rare band.toml --event rounds>6 --method sample -n 3000",
    "observe spar.toml spar-games.csv --ignore date -n 300 --vary rules.meter_ticks=5,9",
    "observe spar.toml spar-games.csv --ignore date --ignore control_changes --set rules.max_rounds=20",
    "coverage spar.toml -n 20",
    "odds band.toml",
    "odds lone-ogre.toml --attacker sellsword",
    "check expected.toml",
    "systems",
    "systems duel",
    "schema",
];

/// The longest text in a cell that is taken for a label; a longer one is a sentence.
const LABEL_WORDS: usize = 4;

/// The output of a command line as Markdown, whether or not what was asked was reached.
fn printed(arguments: &str) -> String {
    let output = equipoise(&format!("{arguments} --format markdown")).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert!(output.status.code().is_some_and(|code| code <= 2) && !stdout.is_empty(), "{arguments}: {stderr}");
    stdout
}

/// The texts of a scenario or a roster, of which none is a word of the program: ids, names and values.
fn texts_of(path: &Path) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(&fs::read(path).expect("it can be read")).into_owned();
    let is_csv = path.extension().is_some_and(|extension| extension == "csv");
    let in_quotes = text.split('"').skip(1).step_by(2);
    let texts: Vec<&str> = if is_csv { text.split([',', ';', '\n']).collect() } else { in_quotes.collect() };
    texts.into_iter().map(|text| text.trim().to_owned()).collect()
}

/// The texts of all scenarios and rosters in a folder.
fn texts_in(folder: &Path) -> BTreeSet<String> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let is_text = |path: &Path| path.extension().is_some_and(|extension| extension == "toml" || extension == "csv");
    paths.filter(|path| is_text(path)).flat_map(|path| texts_of(&path)).collect()
}

/// The cells of a row of a table in Markdown.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().replace("\\|", "\u{0}");
    let row = row.strip_prefix('|').unwrap_or(&row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|').map(|cell| cell.replace('\u{0}', "|").replace('\\', "").trim().to_owned()).collect()
}

/// The meanings of the terms that a label is.
fn docs(label: &str) -> Vec<String> {
    let term = |meaning: Meaning| match meaning {
        Meaning::Term(term) => Some(term.doc),
        _ => None,
    };
    meanings(label, Registry::SHIPPED.systems()).into_iter().filter_map(term).collect()
}

/// Whether a column holds names or sentences, so that no word of the program stands below its head. All meanings of the head begin so
/// then, some of them behind the command that they are about.
fn holds_names(head: &str) -> bool {
    let is_so = |doc: &String| {
        let of_command = doc.strip_prefix("in `").and_then(|rest| rest.split_once("`: "));
        let doc = of_command.map_or(doc.as_str(), |(_, doc)| doc);
        ["the name", "the id", "a sentence"].iter().any(|start| doc.starts_with(start))
    };
    let docs = docs(head);
    !docs.is_empty() && docs.iter().all(is_so)
}

/// The labels of outputs, each with the first command line that prints it.
struct Labels {
    /// The texts of the files that commands read.
    texts: BTreeSet<String>,
    /// Whether columns hold names, by their heads.
    heads: BTreeMap<String, bool>,
    found: BTreeMap<String, String>,
}

impl Labels {
    fn new(texts: BTreeSet<String>) -> Self {
        Self { texts, heads: BTreeMap::new(), found: BTreeMap::new() }
    }

    /// Collects the labels of an output in Markdown.
    fn collect(&mut self, arguments: &str, markdown: &str) {
        let mut heads: Vec<String> = Vec::new();
        for line in markdown.lines() {
            if let Some(heading) = line.strip_prefix("### ") {
                self.take(&heading.replace('\\', ""), true, arguments);
            }
            let is_row = line.starts_with('|');
            if is_row && heads.is_empty() {
                heads = cells(line);
                for head in &heads {
                    self.take(head, true, arguments);
                }
            } else if is_row {
                self.take_row(&heads, &cells(line), arguments);
            } else {
                heads.clear();
            }
        }
    }

    /// Takes the cells of a row that are labels. Beside the path of a key stands its value in a file.
    fn take_row(&mut self, heads: &[String], row: &[String], arguments: &str) {
        let columns = if heads[0] == "key" { 1 } else { heads.len() };
        for (index, (head, cell)) in heads.iter().zip(row).take(columns).enumerate() {
            let holds_names = *self.heads.entry(head.clone()).or_insert_with(|| holds_names(head));
            if !holds_names {
                self.take(cell, index == 0, arguments);
            }
        }
    }

    /// Takes a text as a label, unless it is a number, a sentence, or a name that a file has. `is_own` is for heads, headings and the
    /// first cells of rows, which may have numbers in them.
    fn take(&mut self, text: &str, is_own: bool, arguments: &str) {
        let label = text.trim_end_matches(['*', '?', '\u{a0}', ' ']);
        let is_number = !label.contains(char::is_alphabetic) || label.starts_with(|c: char| c.is_ascii_digit());
        let is_other = label.contains(|c: char| c.is_ascii_digit()) || label.split(' ').count() > LABEL_WORDS;
        if !is_number && (is_own || !is_other) && !self.is_name(label) {
            self.found.entry(label.to_owned()).or_insert_with(|| arguments.to_owned());
        }
    }

    /// Whether a file has a text, or has it without the number of one of several: `goblin-1`, `kitten x2`.
    fn is_name(&self, label: &str) -> bool {
        let unnumbered = label.trim_end_matches(|c: char| c.is_ascii_digit());
        let base = unnumbered.strip_suffix('-').or_else(|| unnumbered.strip_suffix(" x"));
        self.texts.contains(label) || base.is_some_and(|base| self.texts.contains(base))
    }

    /// Fails with the labels that `explain` does not know. A rule counts only for labels of several words: a single word stands in
    /// the titles of many rules by chance.
    fn assert_explained(&self) {
        assert!(self.found.len() > 100, "{} labels", self.found.len());
        let is_known = |label: &str| {
            let meanings = meanings(label, Registry::SHIPPED.systems());
            let is_rule = |meaning: &Meaning| matches!(meaning, Meaning::Rule(..));
            meanings.iter().any(|meaning| label.contains(' ') || !is_rule(meaning))
        };
        let unknown: Vec<_> = self.found.iter().filter(|(label, _)| !is_known(label)).collect();
        assert!(unknown.is_empty(), "`explain` knows none of these, each with what prints it: {unknown:#?}");
    }
}

#[test]
fn every_label_of_every_command_is_explained() {
    let mut labels = Labels::new(texts_in(&fixtures()));
    for arguments in COMMAND_LINES {
        labels.collect(arguments, &printed(arguments));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record.json");
    fs::write(&record, stdout_of("run spar.toml -n 100 --format json")).expect("room");
    let since = format!("compare --baseline {} --with rules.meter_ticks=5", record.display());
    labels.collect(&since, &printed(&since));
    labels.assert_explained();
}

/// Metrics, points and amounts are those of a system, and legs those of a day.
#[test]
fn every_label_of_every_system_is_explained() {
    let mut texts = BTreeSet::new();
    let mut command_lines = Vec::new();
    for &system in System::ALL {
        let scenarios = gallery(system);
        let [first, second] = [&scenarios[0], &scenarios[1]].map(|path| path.display().to_string());
        texts.extend(texts_in(scenarios[0].parent().expect("a folder")));
        command_lines.push(format!("run {first} -n 40 --accounts"));
        command_lines.push(format!("odds {first}"));
        command_lines.push(format!("compare {first} {second} -n 40"));
    }
    let days = gallery_file("champion").with_file_name("days");
    texts.extend(texts_in(&days));
    let day = days.join("down-to-the-crypt.toml").display().to_string();
    command_lines.extend([format!("run {day} -n 40"), format!("check {day}"), format!("replay {day} --index 1")]);
    let mut labels = Labels::new(texts);
    for arguments in &command_lines {
        labels.collect(arguments, &printed(arguments));
    }
    labels.assert_explained();
}
