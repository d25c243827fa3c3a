//! The command line as a function of another program.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use equipoise::host::{self, Called, Host};
use equipoise_sim::Registry;
use serde_json::Value;

use crate::{gallery_file, stdout_of};

/// A program that keeps what it is told.
#[derive(Default)]
struct Keeping {
    texts: HashMap<PathBuf, String>,
    /// Encounters after which it asks for an end.
    enough: Option<u64>,
    printed: Mutex<Vec<u8>>,
    notes: Mutex<Vec<String>>,
    totals: Mutex<Vec<Option<u64>>>,
    pages: Mutex<Vec<String>>,
}

impl Host for Keeping {
    fn print(&self, bytes: &[u8]) {
        self.printed.lock().expect("no panic").extend_from_slice(bytes);
    }

    fn note(&self, line: &str) {
        self.notes.lock().expect("no panic").push(line.to_owned());
    }

    fn progress(&self, _: &str, finished: u64, total: Option<u64>) {
        self.totals.lock().expect("no panic").push(total);
        if self.enough.is_some_and(|enough| finished >= enough) {
            host::end();
        }
    }

    fn show(&self, page: &dyn Fn() -> String) {
        self.pages.lock().expect("no panic").push(page());
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.texts.get(path).cloned()
    }
}

/// The result of a call, and what it has printed.
fn called(line: &str, host: Keeping) -> (Called, String, Arc<Keeping>) {
    let host = Arc::new(host);
    let words = line.split(' ').map(OsString::from);
    let called = host::call(Registry::SHIPPED, words, Arc::clone(&host) as Arc<dyn Host>);
    let printed = String::from_utf8(host.printed.lock().expect("no panic").clone()).expect("text");
    (called, printed, host)
}

fn duel() -> String {
    gallery_file("first-challenge").display().to_string()
}

/// Tables, JSON and CSV, one call after the other in one process: no option of one is left in the next.
#[test]
fn a_call_prints_what_the_program_prints() {
    let duel = duel();
    for line in [
        format!("run {duel} -n 300 --seed 4 --accounts --format json"),
        format!("run {duel} -n 300 --seed 4 --format json"),
        format!("compare {duel} --with rules.meter_ticks=5 -n 200"),
        format!("sweep {duel} --vary rules.meter_ticks=5,9 -n 100"),
        format!("replay {duel} --index 3"),
        "explain winners.party".to_owned(),
    ] {
        let (called, printed, _) = called(&line, Keeping::default());
        assert_eq!((called.status, called.mistakes.len()), (0, 0), "{line}: {}", called.shown);
        assert_eq!(printed, stdout_of(&line), "{line}");
    }
}

#[test]
fn texts_of_the_host_are_scenarios_and_files_beside_them() {
    let text = std::fs::read_to_string(gallery_file("masters-of-the-yard")).expect("there");
    let roster = std::fs::read_to_string(gallery_file("masters-of-the-yard").with_file_name("masters.csv"));
    let texts = HashMap::from([
        (PathBuf::from("yard/a.toml"), text),
        (PathBuf::from("yard/masters.csv"), roster.expect("there")),
    ]);
    let (called, printed, host) =
        called("run yard/a.toml -n 200 --format json", Keeping { texts, ..Keeping::default() });
    assert_eq!(called.status, 0, "{}", called.shown);
    let numbers = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["winners"].clone();
    let file = gallery_file("masters-of-the-yard").display().to_string();
    assert_eq!(numbers(&printed), numbers(&stdout_of(&format!("run {file} -n 200 --format json"))));
    assert!(host.totals.lock().expect("no panic").contains(&Some(200)));
    let pages = host.pages.lock().expect("no panic");
    assert!(pages.len() == 1 && pages[0].contains("<svg"), "{pages:?}");
}

#[test]
fn mistakes_have_their_places() {
    let line = format!("run {} --set rules.meter_ticks=x --set rules.nothing=1 -n 5", duel());
    let (refused, printed, _) = called(&line, Keeping::default());
    let paths: Vec<Option<&str>> = refused.mistakes.iter().map(|mistake| mistake.path.as_deref()).collect();
    assert_eq!((refused.status, paths), (2, vec![Some("rules.meter_ticks"), Some("rules.nothing")]));
    assert!(printed.is_empty() && refused.mistakes.iter().all(|mistake| mistake.code.is_some()));
    for mistake in &refused.mistakes {
        assert!(refused.shown.contains(&mistake.message), "{}", refused.shown);
    }
    let (refused, ..) = called("run --nonsense", Keeping::default());
    assert!(refused.status == 2 && refused.mistakes[0].message.contains("--nonsense"), "{refused:?}");
}

/// Finished encounters are printed, and the next call knows nothing of the end.
#[test]
fn an_end_is_asked_for() {
    let line = format!("run {} -n 10G --format json", duel());
    let (ended, printed, _) = called(&line, Keeping { enough: Some(20_000), ..Keeping::default() });
    let found: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((ended.status, &found["partial"]), (130, &Value::Bool(true)));
    assert!(found["encounters"].as_u64().is_some_and(|encounters| encounters >= 20_000));
    let (next, ..) = called(&line.replace("10G", "100"), Keeping::default());
    assert_eq!(next.status, 0);
}

#[test]
fn a_scenario_is_loaded_as_commands_load_it() {
    let load = |change: &str| {
        let changes = [change.to_owned()];
        let path = gallery_file("first-challenge");
        host::load(Registry::SHIPPED, (&path, &changes), false, Arc::new(Keeping::default()))
    };
    assert_eq!(load("rules.meter_ticks=5").expect("fine").name, "The first challenge");
    for wrong in ["rules.meter_ticks=x", "nothing", "rules.nothing=1"] {
        let refused = load(wrong).err().expect(wrong);
        assert!(refused.status == 2 && !refused.mistakes.is_empty(), "{refused:?}");
    }
}

#[test]
fn every_command_is_described() {
    let described = equipoise::described();
    let of = |name: &str| {
        let commands = described.as_array().expect("a list");
        commands.iter().find(|command| command["name"] == name).expect(name).clone()
    };
    let option = |command: &str, name: &str| {
        let command = of(command);
        let options = command["options"].as_array().expect("a list");
        options.iter().find(|option| option["name"] == name).expect(name).clone()
    };
    assert_eq!(option("run", "encounters")["short"], "n");
    assert_eq!(option("run", "method")["values"], serde_json::json!(["sample", "exact", "auto"]));
    assert_eq!(
        (&option("run", "check")["flag"], &option("run", "set")["several"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert_eq!(option("sweep", "cross")["value"], "METRIC=VALUE");
    assert_eq!(option("replay", "scenario")["positional"], true);
}
