//! A front end without files: scenarios from texts in memory, typed results, and the JSON that the command line prints.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use equipoise_engine::exact::{Budget, Unsolved};
use equipoise_engine::scenario::{FileFormat, Override, PROBLEMS_MAX};
use equipoise_engine::{Seed, Side, Winner};
use equipoise_sim::studies::answer::{Answer, Note, Unanswered, answer};
use equipoise_sim::studies::cross::SearchError;
use equipoise_sim::studies::load::{LoadError, Loaded, Loader, Texts, load, load_all, load_cells, load_variants};
use equipoise_sim::studies::merge::{Goal, Merged, Merging};
use equipoise_sim::studies::method::{Extent, Limits, Method, Sampling};
use equipoise_sim::studies::study::{Refusal, Study};
use equipoise_sim::studies::sweep::{Axis, Cell, CellSampling, Combination, OpenCells, Swept, combine};
use equipoise_sim::studies::versus::{self, Settings, Tournament, Versus, VersusError};
use equipoise_sim::{Registry, Watch};
use serde_json::{Value, json};

const DUEL: &str = r#"
system = "duel"
name = "A duel"
rules.max_rounds = 40
combatants = [
    { id = "rock", initiative = 1, attributes = { attack = 3, cmb = 9 } },
    { id = "paper", initiative = 2, attributes = { reflex = 6, bluff = 4 } },
]
"#;

const CIRCLE: &str = r#"
system = "duel"
name = "In a circle"
roster = "rows/sheets.csv"
[[combatants]]
id = "rock"
[[combatants]]
id = "paper"
policy = "random"
"#;

const SHEETS: &str = "id,initiative,policy,attributes.attack,attributes.cmb,attributes.reflex
rock,0,random,3,14,
paper,4,thrifty,,,6
scissors,0,highest-bonus,,2,12
";

/// A duel, another one with a taller rock, and a circle with its roster.
fn texts() -> BTreeMap<PathBuf, String> {
    let taller = DUEL.replace("A duel", "A taller duel").replace("cmb = 9", "cmb = 12");
    let texts = [
        ("duel.toml", DUEL),
        ("taller.toml", taller.as_str()),
        ("far/circle.toml", CIRCLE),
        ("far/rows/sheets.csv", SHEETS),
    ];
    texts.map(|(path, text)| (PathBuf::from(path), text.to_owned())).into()
}

fn loader(texts: &dyn Texts) -> Loader<'_> {
    Loader::new(Registry::SHIPPED, texts)
}

fn set(path: &str, value: &str) -> Override {
    Override { path: path.to_owned(), value: value.to_owned() }
}

fn duel(changes: &[Override]) -> Loaded {
    load(loader(&texts()), Path::new("duel.toml"), changes).unwrap_or_else(|error| panic!("{error}"))
}

fn cells(axes: &[&str]) -> Vec<Cell> {
    let axes: Vec<Axis> = axes.iter().map(|axis| axis.parse().expect("an axis")).collect();
    combine(&axes, Combination::Grid).expect("few cells")
}

fn cell_sampling(encounters: u64) -> CellSampling {
    CellSampling { seed: 1, range: 0..encounters, confidence: 0.95 }
}

fn sampling(range: std::ops::Range<u64>) -> Sampling {
    Sampling::of(Seed(1), Extent::Ranges(vec![range]), 0.95)
}

fn answered(scenario: &Loaded, method: &Method) -> Answer {
    answer(scenario, method, &|| false, &Watch::none()).unwrap_or_else(|error| panic!("{error}"))
}

fn json_of(result: &impl serde::Serialize) -> Value {
    serde_json::to_value(result).expect("JSON")
}

fn swept(cells: &[Cell], method: &Method<CellSampling>) -> (Vec<Loaded>, Swept) {
    let loaded = load_cells(loader(&texts()), Path::new("duel.toml"), &[], cells, "--vary").expect("no mistakes");
    let sweep = OpenCells::new(cells, &loaded, method, &|| false).expect("few states");
    let swept = sweep.play(&Watch::none());
    (loaded, swept)
}

#[test]
fn a_sweep_of_texts_answers_every_cell_as_a_run_does() {
    let cells = cells(&["rules.meter_ticks=5,9", "combatants.rock.policy=random,thrifty"]);
    let (_, swept) = swept(&cells, &Method::Sample(cell_sampling(3000)));
    assert_eq!((swept.answers.len(), swept.sampled, swept.finished, swept.is_interrupted), (4, 4, 4, false));
    for (cell, found) in cells.iter().zip(&swept.answers) {
        let changes: Vec<Override> = cell.iter().map(|(path, value)| set(path, value)).collect();
        let alone = answered(&duel(&changes), &Method::Sample(sampling(0..3000)));
        assert_eq!(found.report, alone.report.with_values(cell.clone()));
    }
    let json = json_of(&swept.answers[3]);
    assert_eq!(json["values"], json!({ "rules.meter_ticks": 9, "combatants.rock.policy": "thrifty" }));
    assert_eq!(json.get("check"), None);
}

#[test]
fn a_sweep_solves_what_is_within_the_budget_and_samples_the_rest() {
    let cells = cells(&["rules.meter_ticks=5,21"]);
    let states = |ticks: &str| {
        let solved =
            answered(&duel(&[set("rules.meter_ticks", ticks)]), &Method::Exact { limits: Limits::new(None, None) });
        let equipoise_sim::Method::Exact { states } = solved.report.method else { panic!("it was solved") };
        states as u64
    };
    let between = Limits::new(None, Some(u64::midpoint(states("5"), states("21"))));
    let (loaded, mut swept) = swept(&cells, &Method::Auto { limits: between, sampling: cell_sampling(1000) });
    let encounters: Vec<Option<u64>> = swept.answers.iter().map(|answer| answer.report.encounters()).collect();
    assert_eq!((encounters, swept.sampled), (vec![None, Some(1000)], 1));
    assert_eq!(swept.check_against_exact(&loaded, between, &|| false), Ok(1));
    assert!(swept.answers[0].check.is_some() && swept.answers[1].check.is_none());
    assert_eq!(swept.check_against_exact(&loaded, between, &|| true), Err(Unsolved::Interrupted));
    assert!(swept.is_interrupted);
    let refused =
        OpenCells::new(&cells, &loaded, &Method::Exact { limits: between }, &|| false).err().expect("too many states");
    let [Unanswered::OverBudget { scenario, .. }] = &refused[..] else { panic!("{refused:?}") };
    assert_eq!(scenario, "A duel (rules.meter_ticks=21)");
    assert!(refused[0].help().is_some_and(|help| help.contains("max_rounds")));
    let interrupted =
        OpenCells::new(&cells, &loaded, &Method::Exact { limits: between }, &|| true).err().expect("an interrupt");
    assert!(matches!(interrupted[..], [Unanswered::Interrupted]));
}

/// Written down, read again and asked without a command line, a sweep prints what each cell and the crossing print.
#[test]
fn a_sweep_is_a_study() {
    let axis = "rules.meter_ticks=5,9,13";
    let written = json!({
        "kind": "sweep", "scenario": "duel.toml", "overrides": [], "vary": { "grid": [axis] }, "cells": null,
        "method": { "sample": { "seed": 1, "range": [0, 3000], "confidence": 0.95 } }, "check": null, "cross": "rounds=10"
    });
    let study: Study = serde_json::from_value(written.clone()).expect("a study");
    let lines = |study: &Study| study.lines(loader(&texts()), &Watch::none());
    let found = lines(&study).expect("no mistakes");
    let (_, swept) = swept(&cells(&[axis]), &Method::Sample(cell_sampling(3000)));
    let answers: Vec<String> = swept.answers.iter().map(equipoise_sim::json::line).collect();
    assert_eq!(found[..3], answers);
    let crossing: Value = serde_json::from_str(&found[3]).expect("JSON");
    assert_eq!((found.len(), &crossing["provenance"]["study"]["kind"]), (4, &json!("cross")));
    let again: Study = serde_json::from_value(crossing["provenance"]["study"].clone()).expect("a study");
    assert_eq!(lines(&again).expect("no mistakes")[..], found[3..]);
    let mut part = written;
    part["cells"] = json!([0, 2]);
    let part: Study = serde_json::from_value(part).expect("a study");
    let refused = lines(&part).expect_err("a crossing is found in all cells");
    assert!(matches!(refused.refusal(), Some(SearchError::Paths)), "{refused}");
}

#[test]
fn an_interrupted_sweep_says_how_many_cells_are_missing() {
    let cells = cells(&["rules.meter_ticks=5,9"]);
    let loaded = load_cells(loader(&texts()), Path::new("duel.toml"), &[], &cells, "--vary").expect("no mistakes");
    let sweep = OpenCells::new(&cells, &loaded, &Method::Sample(cell_sampling(1000)), &|| false).expect("no states");
    assert_eq!(sweep.encounters(), 2000);
    let swept = sweep.play(&Watch { interrupted: &|| true, progress: &|_| () });
    assert_eq!((swept.answers.len(), swept.sampled, swept.finished, swept.is_interrupted), (0, 2, 0, true));
}

fn tournament(paths: &[&str], sides: Option<&[Side]>) -> Result<Versus, VersusError> {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let settings = Settings { seed: Seed(1), encounters: 2000, confidence: 0.95 };
    let texts = texts();
    let line_ups = Tournament::load(loader(&texts), &paths, &[], sides)?.line_ups()?;
    assert_eq!(
        line_ups.play(&settings, &[], &Watch { interrupted: &|| true, progress: &|_| () }),
        Err(VersusError::Interrupted)
    );
    line_ups.play(&settings, &[], &Watch::none())
}

#[test]
fn rows_of_a_roster_in_memory_fight_each_other() {
    let found = tournament(&["far/circle.toml"], None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((found.scenario.as_str(), found.system), ("In a circle", Registry::SHIPPED.systems()[0]));
    assert_eq!(found.contenders, ["rock", "paper", "scissors"]);
    let note = versus::Note::Seat { side: Side::Enemies, keys: vec!["policy".to_owned()] };
    assert_eq!(found.notes, [note]);
    assert_eq!(found.matches.len(), 6);
    let json = json_of(&found);
    assert_eq!(json["contenders"], json!(["rock", "paper", "scissors"]));
    assert_eq!(json["pairs"][0]["first"], "rock");
    assert_eq!(json["pairs"][0]["encounters"], 4000);
    let keys = ["scenario", "system", "seed", "encounters", "confidence", "contenders", "matches", "pairs", "ranking"];
    let text = serde_json::to_string(&found).expect("JSON");
    let starts: Vec<Option<usize>> = keys.iter().map(|key| text.find(&format!("\"{key}\":"))).collect();
    assert!(starts.is_sorted() && starts.iter().all(Option::is_some), "{text}");
    let shares = found.shares(&found.matches[1]);
    assert_eq!(shares[Winner::Party.index()].count, Some(found.matches[1].counts[0]));
    assert_eq!(found.refused(), None);
    assert_eq!((found.matches[0].first_index, found.matches[1].first_index), (0, 2000));
}

#[test]
fn sides_of_several_texts_fight_each_other() {
    let found = tournament(&["duel.toml", "taller.toml"], None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.contenders, ["duel party", "duel enemies", "taller party", "taller enemies"]);
    assert_eq!(found.notes, [versus::Note::Ground("duel.toml".into())]);
    let taller = found.matches.iter().find(|played| (played.party, played.enemies) == (2, 1)).expect("a match");
    let alone = load(loader(&texts()), Path::new("taller.toml"), &[]).unwrap_or_else(|error| panic!("{error}"));
    let first = taller.first_index;
    let alone = answered(&alone, &Method::Sample(sampling(first..first + 2000)));
    assert_eq!(taller.counts.map(Some), alone.report.winners.map(|share| share.count), "the rest of both is equal");
    let parties = tournament(&["duel.toml", "taller.toml"], Some(&[Side::Party])).map(|found| found.contenders);
    assert_eq!(parties, Ok(vec!["duel party".to_owned(), "taller party".to_owned()]));
}

#[test]
fn what_makes_no_tournament_is_a_typed_error() {
    assert_eq!(tournament(&["duel.toml"], None), Err(VersusError::NoRoster { scenario: "A duel".to_owned() }));
    assert_eq!(tournament(&["far/circle.toml"], Some(&[Side::Party])), Err(VersusError::SidesOfRows));
    assert_eq!(tournament(&[], None), Err(VersusError::TooFew));
    let twice = tournament(&["duel.toml", "duel.toml"], None);
    assert_eq!(twice, Err(VersusError::Twice { path: "duel.toml".into() }));
    let Err(VersusError::Scenarios(errors)) = tournament(&["duel.toml", "absent.toml"], None) else {
        panic!("a text is missing")
    };
    assert_eq!(errors[0].to_string(), "cannot read absent.toml: there is no such text");
    assert!(VersusError::SidesOfRows.help().is_some() && VersusError::TooFew.help().is_none());
}

/// A row without attributes cannot fight, and the message names its row once, though it spoils four matches.
#[test]
fn a_contender_that_the_rules_refuse_everywhere_is_explained() {
    let mut texts = texts();
    texts.insert("far/rows/sheets.csv".into(), format!("{SHEETS}ghost,0,random,lots,,\n"));
    let tournament = Tournament::load(loader(&texts), &["far/circle.toml".into()], &[], None);
    let tournament = tournament.unwrap_or_else(|error| panic!("{error}"));
    let Err(VersusError::Idle(idle)) = tournament.line_ups().map(drop) else { panic!("a ghost cannot fight") };
    let [ghost] = &idle[..] else { panic!("{idle:?}") };
    assert_eq!((ghost.to_string().as_str(), ghost.help()), ("the rules refuse every match of ghost", None));
    let refusal = ghost.refusal.as_ref().expect("a reason").to_string();
    assert!(refusal.starts_with("far/rows/sheets.csv:5:") && refusal.contains("\"lots\""), "{refusal}");
}

#[test]
fn a_run_in_memory_is_checked_and_is_json() {
    let scenario = duel(&[set("rules.meter_ticks", "5")]);
    let mut found = answered(&scenario, &Method::Sample(sampling(10..2010)));
    assert_eq!(found.first.as_ref().map(|first| (first.index.0, first.changes.len())), Some((10, 1)));
    assert!(found.compared().iter().all(|number| number.exact.is_none()));
    let mut unchecked = json_of(&found);
    let provenance = unchecked.as_object_mut().and_then(|found| found.remove("provenance")).expect("it says so");
    assert_eq!(provenance["scenarios"][0]["canonical"]["rules"]["meter_ticks"], 5);
    assert_eq!(unchecked, json_of(&found.report));
    found.check_against_exact(&scenario, Limits::new(Some(5000), None), &|| false);
    assert!(matches!(found.unchecked(), Some(Note::Unchecked(Unsolved::OverBudget { .. }))) && !found.is_interrupted);
    found.check_against_exact(&scenario, Limits::new(None, None), &|| false);
    let row = &found.compared()[0];
    assert!(row.name == "winners.party" && row.exact.is_some_and(|[exact, z]| exact > 0.0 && z.abs() < 6.0), "{row:?}");
    let checked = json_of(&found);
    let values = checked["check"]["values"].as_array().expect("a list");
    assert_eq!(values[0]["name"], "winners.party");
    assert_eq!(values[0]["sampled"], checked["winners"]["party"]["share"]);
    assert!(checked["check"]["states"].as_u64().is_some_and(|states| states > 1));
    let line = serde_json::to_string(&found).expect("JSON");
    assert!(line.contains("}],\"check\":{\"states\":"), "the check comes last: {line}");
    let mut interrupted = answered(&scenario, &Method::Sample(sampling(0..10)));
    interrupted.check_against_exact(&scenario, Limits::new(None, None), &|| true);
    assert_eq!((interrupted.is_interrupted, interrupted.check), (true, None));
}

#[test]
fn an_answer_says_how_it_came_about() {
    let scenario = duel(&[]);
    let tight = Limits::new(Some(5000), None);
    let fallen_back = answered(&scenario, &Method::Auto { limits: tight, sampling: sampling(0..100) });
    assert_eq!(fallen_back.report.encounters(), Some(100));
    let [Note::Sampled(Unsolved::OverBudget { .. })] = &fallen_back.notes[..] else {
        panic!("{:?}", fallen_back.notes)
    };
    assert!(
        fallen_back.notes[0].to_string().starts_with("sampled, since the exact solution is out of reach: too much")
    );
    let refused =
        answer(&scenario, &Method::Exact { limits: tight }, &|| false, &Watch::none()).expect_err("too many states");
    assert!(refused.to_string().starts_with("A duel: too much"), "{refused}");
    let to = |half_width, max_encounters| {
        let extent = Extent::Precision { half_width, max_encounters };
        answered(&scenario, &Method::Sample(Sampling::of(Seed(1), extent, 0.95)))
    };
    assert_eq!(to(0.05, 1_000_000).notes, [Note::PrecisionReached(0.05)]);
    assert_eq!(to(0.001, 5000).notes, [Note::PrecisionMissed(0.001)]);
    let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
    let partial =
        answer(&scenario, &Method::Sample(sampling(0..100)), &|| true, &interrupted).expect("partial answers");
    assert!(partial.is_interrupted && partial.notes.is_empty());
    let unsolved = answer(
        &scenario,
        &Method::Auto { limits: Limits::new(None, None), sampling: sampling(0..100) },
        &|| true,
        &interrupted,
    );
    assert!(matches!(unsolved, Err(Unanswered::Interrupted)));
}

#[test]
fn limits_of_the_solver_grow_together() {
    let budget = |memory, states| Budget::from(Limits::new(memory, states));
    let usual = budget(None, None);
    assert_eq!(usual, Budget::default());
    let double = budget(Some(2 * usual.bytes as u64), None);
    assert_eq!((double.bytes, double.paths), (2 * usual.bytes, 2 * usual.paths));
    let few = budget(None, Some(1000));
    assert_eq!((few.states, few.bytes, few.paths), (1000, usual.bytes, usual.paths));
    let many = budget(None, Some(500_000));
    assert_eq!((many.states, many.bytes), (500_000, 2 * usual.bytes));
    assert_eq!(budget(Some(7), Some(500_000)).bytes, 7);
}

#[test]
fn shards_of_a_run_join_to_its_answer() {
    let scenario = duel(&[]);
    let whole = answered(&scenario, &Method::Sample(sampling(0..3000)));
    let shard = |range| answered(&scenario, &Method::Sample(sampling(range))).shard().expect("a sample");
    let mut merging = Merging::new(Goal::Encounters(None));
    merging.add(Path::new("b"), &shard(1000..3000)).expect("the first one");
    merging.add(Path::new("a"), &shard(0..1000)).expect("another one");
    let merged = merging.finish(0.95).expect("two shards");
    let Merged::Answers(answers) = merged else { panic!("nothing was to be reached") };
    assert_eq!(answers[0].report, whole.report);
    assert_eq!(answers[0].notes[0].to_string(), "joined from 2 shards: encounters 0..3000");
    assert_eq!(answers[0].shard(), whole.shard());
    let overlap = merging.add(Path::new("c"), &shard(5..15)).expect_err("an overlap");
    assert_eq!(overlap.to_string(), "cannot join c to a: shards overlap: 0..1000 and 5..15");
    let solved = answered(&scenario, &Method::Exact { limits: Limits::new(None, None) });
    assert_eq!((solved.shard(), solved.first), (None, None));
}

#[test]
fn mistakes_of_all_cells_are_reported_once() {
    let cells = cells(&["rules.max_rounds=0,1,2", "combatants.rock.policy=bad,random,worse"]);
    let load = |path: &str, cells: &[Cell]| load_cells(loader(&texts()), Path::new(path), &[], cells, "--vary");
    let errors = load("duel.toml", &cells).err().expect("mistakes");
    let mistakes: usize = errors.iter().map(LoadError::mistakes).sum();
    assert_eq!(mistakes, 3, "{errors:?}");
    let many = |path: &str, word: &str| -> usize {
        let cells: Vec<Cell> = (0..500).map(|value| vec![(path.to_owned(), format!("{word}{value}"))]).collect();
        let errors = load("duel.toml", &cells).err().expect("mistakes");
        errors.iter().map(LoadError::mistakes).sum()
    };
    assert_eq!(many("combatants.rock.policy", "bad"), PROBLEMS_MAX);
    assert_eq!(many("rules.max_rounds", "-"), 1, "all are out of the same bounds");
    let variants = load_variants(loader(&texts()), Path::new("duel.toml"), &[], &cells).expect("a text");
    let allowed: Vec<bool> = variants.iter().map(Option::is_some).collect();
    assert_eq!(allowed, [false, false, false, false, true, false, false, true, false]);
    let all =
        load_all(loader(&texts()), &["absent".into(), "duel.toml".into(), "gone".into()], &[]).err().expect("absent");
    assert_eq!(all.len(), 2);
}

/// Counts how often each text is asked for.
struct Counted(BTreeMap<PathBuf, String>, RefCell<BTreeMap<PathBuf, usize>>);

impl Counted {
    fn count(&self, path: &Path) {
        *self.1.borrow_mut().entry(path.to_owned()).or_default() += 1;
    }
}

impl Texts for Counted {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        self.count(path);
        self.0.scenario(path)
    }

    fn attached(&self, path: &Path, format: FileFormat) -> Result<String, String> {
        self.count(path);
        self.0.attached(path, format)
    }

    fn name(&self, path: &Path) -> String {
        format!("<{}>", path.display())
    }

    fn short_name(&self, _: &Path) -> String {
        "typed".to_owned()
    }
}

#[test]
fn texts_are_asked_for_once_and_named_by_their_origin() {
    let texts = Counted(texts(), RefCell::default());
    let tournament = Tournament::load(loader(&texts), &["far/circle.toml".into()], &[], None);
    tournament.and_then(Tournament::line_ups).map_or_else(|error| panic!("{error}"), drop);
    let cells = cells(&["rules.meter_ticks=5,7,9"]);
    load_cells(loader(&texts), Path::new("duel.toml"), &[], &cells, "--vary").expect("no mistakes");
    assert!(texts.1.borrow().values().all(|&count| count == 1), "{:?}", texts.1);
    let loaded = load(loader(&texts), Path::new("far/circle.toml"), &[]).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&PathBuf> = loaded.files.keys().collect();
    assert_eq!(names, [Path::new("far/circle.toml"), Path::new("far/rows/sheets.csv")]);
    assert_eq!(loaded.scenario.sources()[0].name, "<far/circle.toml>");
    let paths = ["duel.toml".into(), "taller.toml".into()];
    let sides = Tournament::load(loader(&texts), &paths, &[], None).map(|sides| sides.contenders);
    let whole = ["duel.toml party", "duel.toml enemies", "taller.toml party", "taller.toml enemies"];
    assert_eq!(sides, Ok(whole.map(str::to_owned).to_vec()), "short names that are equal give way to whole paths");
}
