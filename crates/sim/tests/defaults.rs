//! The defaults that `check` lists for keys that nobody gives: the values that they come to, and the keys among them
//! that a scenario may not have. Held against the rules, over the scenarios that ship.

use std::collections::BTreeMap;
use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use equipoise_engine::{Seed, System};
use equipoise_sim::studies::check::{Key, Origin, check};
use equipoise_sim::studies::load::{Files, LoadError, Loaded, Loader, load};
use equipoise_sim::{Plan, Registry, Watch};

/// No key is tried more often in a system, however many combatants have it.
const TRIES_MAX: usize = 3;

/// Every file in a folder below `scenarios`, as texts.
fn texts(folder: &str) -> Files {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(folder);
    let mut files = Files::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                files.insert(path.strip_prefix(&folder).expect("inside").to_owned(), text);
            }
        }
    }
    files
}

/// Every scenario that ships, with the texts beside it.
fn each(look: impl Fn(System, &Files, &Loaded, &mut BTreeMap<(String, String), usize>)) {
    for &system in System::ALL {
        let (files, mut tried) = (texts(system.name()), BTreeMap::new());
        let is_scenario = |text: &str| text.lines().any(|line| line.starts_with("system = "));
        let scenarios =
            files.iter().filter(|(path, text)| path.extension().is_some_and(|e| e == "toml") && is_scenario(text));
        for (path, _) in scenarios {
            let loaded = load(Loader::new(Registry::SHIPPED, &files), path, &[])
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            look(system, &files, &loaded, &mut tried);
        }
    }
}

fn with(files: &Files, loaded: &Loaded, path: &str, value: &str) -> Result<Loaded, LoadError> {
    let change = Override { path: path.to_owned(), value: value.to_owned() };
    load(Loader::new(Registry::SHIPPED, files), &loaded.path, &[change])
}

fn is_new(tried: &mut BTreeMap<(String, String), usize>, key: &Key, value: &str) -> bool {
    let last = key.path.rsplit('.').next().unwrap_or_default().to_owned();
    let times = tried.entry((last, value.to_owned())).or_default();
    *times += 1;
    *times <= TRIES_MAX
}

/// Whoever writes down what a default is said to come to has the same fights.
#[test]
fn what_a_default_comes_to_changes_nothing_where_it_is_written_down() {
    each(|system, files, loaded, tried| {
        let outcome = |loaded: &Loaded| {
            let plan = Plan::new(Seed(5), 0..300);
            let run = loaded.fights.run(&plan, &Watch::none());
            run.tally
        };
        let expected = outcome(loaded);
        for key in check(loaded).keys {
            let Some(following) = &key.following else { continue };
            if is_new(tried, &key, &following.value) {
                let name = system.name();
                let written = with(files, loaded, &key.path, &following.value).unwrap_or_else(|error| {
                    panic!("{name}, {}: {} = {}: {error}", loaded.name, key.path, following.value)
                });
                assert!(outcome(&written) == expected, "{name}, {}: {} = {}", loaded.name, key.path, following.value);
            }
        }
    });
}

/// A key that is listed with a literal default can be given with it, and one that does not apply is refused.
#[test]
fn a_key_is_listed_exactly_where_it_can_be_given() {
    each(|system, files, loaded, tried| {
        for key in check(loaded).keys.into_iter().filter(|key| key.from == Origin::Default) {
            let Some(value) = &key.given else { continue };
            let is_unfit = !key.applies;
            if is_new(tried, &key, &is_unfit.to_string()) {
                let set = with(files, loaded, &key.path, value);
                let context = format!("{}, {}: {} = {value}", system.name(), loaded.name, key.path);
                assert_eq!(set.is_err(), is_unfit, "{context}: {:?}", set.err().map(|error| error.to_string()));
            }
        }
    });
}
