//! The door of what is typed behind options: conditions, quantities, targets, steps, paths and values, over a scenario that
//! ships.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use equipoise_engine::scenario::Override;
use equipoise_sim::Registry;
use equipoise_sim::kernel::quantity::Cast;
use equipoise_sim::studies::condition::Condition;
use equipoise_sim::studies::explain::{meanings, nearest_to};
use equipoise_sim::studies::load::{Files, Loaded, Loader, load, load_cells};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::sensitivity::StepLength;
use equipoise_sim::studies::sweep::{Axis, Combination, combine};
use equipoise_sim::studies::tune::Target;

use super::shown::{accepted, assert_message};

/// The scenario whose paths and quantities are named.
const SCENARIO: &str = include_str!("../../scenarios/zones/pit-fight.toml");
/// More cells than this are combined and not loaded, to save time.
const CELLS_MAX: usize = 8;
/// Lines beyond these are left out, to save time.
const LINES_MAX: usize = 8;

/// The quantities that the scenario has.
static CAST: LazyLock<Cast> = LazyLock::new(|| {
    let files = files();
    let loaded = load(Loader::new(Registry::SHIPPED, &files), Path::new("pit.toml"), &[]);
    loaded.expect("a scenario that ships").fights.recordable().cast()
});

fn files() -> Files {
    Files::from([(PathBuf::from("pit.toml"), SCENARIO.to_owned())])
}

/// Reads every line of an input in every way in which a text behind an option is read: `find `, `only `, `target `, `step `,
/// `set `, `vary ` or `explain ` says which.
pub(crate) fn enter(input: &str) {
    let files = files();
    let loader = Loader::new(Registry::SHIPPED, &files);
    let mut axes = Vec::new();
    for line in input.lines().take(LINES_MAX) {
        let (option, text) = line.split_once(' ').unwrap_or(("find", line));
        match option {
            "only" => only(text, &CAST),
            "target" => target(text, &CAST),
            "step" => drop(accepted(text.parse::<StepLength>())),
            "set" => set(text, loader),
            "vary" => axes.extend(vary(text)),
            "explain" => explain(text),
            _ => find(text, &CAST),
        }
    }
    vary_all(&axes, loader);
}

fn find(text: &str, cast: &Cast) {
    if let Err(error) = Condition::read(text, cast) {
        assert_message(&error.message);
        error.help.iter().for_each(assert_message);
        assert!(text.get(error.range.clone()).is_some(), "{error:?} is not in its text");
    }
}

fn only(text: &str, cast: &Cast) {
    if let Err(error) = Only::new(&[text.to_owned()], std::slice::from_ref(cast)) {
        assert_message(&error);
        assert_message(&error.help);
    }
}

fn target(text: &str, cast: &Cast) {
    match text.parse::<Target>() {
        Ok(target) => {
            let again: Target = target.to_string().parse().expect("a target is read as it is shown");
            assert_eq!(again, target);
            accepted(target.quantity(cast));
        }
        Err(error) => assert_message(&error),
    }
}

fn set(text: &str, loader: Loader) {
    let change = accepted(text.parse::<Override>());
    if let Some(loaded) = change.and_then(|change| accepted(load(loader, Path::new("pit.toml"), &[change]))) {
        assert_same(&loaded);
    }
}

fn explain(text: &str) {
    let systems = Registry::SHIPPED.systems();
    if meanings(text, systems).is_empty() {
        nearest_to(text, systems).iter().for_each(assert_message);
    }
}

fn vary(text: &str) -> Option<Axis> {
    let axis = accepted(text.parse::<Axis>())?;
    assert!(!axis.values.is_empty());
    assert_eq!(axis.to_string().parse().as_ref(), Ok(&axis), "an axis is read as it is shown");
    Some(axis)
}

fn vary_all(axes: &[Axis], loader: Loader) {
    if axes.is_empty() {
        return;
    }
    match combine(axes, Combination::Grid) {
        Ok(cells) if cells.len() <= CELLS_MAX => match load_cells(loader, Path::new("pit.toml"), &[], &cells, "--vary")
        {
            Ok(loaded) => assert_eq!(loaded.len(), cells.len()),
            Err(errors) => errors.iter().for_each(assert_message),
        },
        Ok(_) => {}
        Err(error) => assert_message(&error),
    }
}

/// A scenario has the same canonical form when its changes are made again.
fn assert_same(loaded: &Loaded) {
    let files = files();
    let again = load(Loader::new(Registry::SHIPPED, &files), &loaded.path, &loaded.changes).expect("the same changes");
    assert_eq!(again.canonical(), loaded.canonical());
}
