//! The door of tables of values: any text as the list of points of a sweep.

use std::path::{Path, PathBuf};

use equipoise_engine::scenario::{Points, Source};
use equipoise_sim::Registry;
use equipoise_sim::studies::load::{Files, Loader, load_points};
use equipoise_sim::studies::sweep::cells_of_points;

use super::shown::{accepted, assert_message};

/// The scenario whose paths are the columns.
const SCENARIO: &str = include_str!("../../scenarios/zones/pit-fight.toml");
/// Points beyond these are read and not loaded, to save time.
const POINTS_MAX: usize = 6;

/// Reads a list of points and loads the scenario at the first of them.
pub(crate) fn enter(input: &str) {
    let points = match Points::read(Source::new("points.csv", input)) {
        Ok(points) => points,
        Err(problems) => return assert_message(&problems),
    };
    assert!(!points.is_empty());
    for point in 0..points.len() {
        assert!(points.values(point).all(|(path, _)| !path.is_empty()));
    }
    accepted(cells_of_points(&points));
    let files = Files::from([(PathBuf::from("pit.toml"), SCENARIO.to_owned())]);
    let part = 0..points.len().min(POINTS_MAX);
    let loader = Loader::new(Registry::SHIPPED, &files);
    match load_points(loader, Path::new("pit.toml"), &[], &points, part.clone()) {
        Ok(loaded) => assert_eq!(loaded.len(), part.len()),
        Err(errors) => errors.iter().for_each(assert_message),
    }
}
