//! Scenarios with the values of listed points.

use std::ops::Range;
use std::path::Path;

use equipoise_engine::scenario::{Override, POINTS, PROBLEMS_MAX, Points};

use super::{Cell, Distinct, LoadError, Loaded, Loader, compile, read};

/// The values of some points of a list, in its order.
pub(crate) fn cells_of(points: &Points, part: Range<usize>) -> Vec<Cell> {
    let values = |(path, value): (&str, &str)| (path.to_owned(), value.to_owned());
    part.map(|point| points.values(point).map(values).collect()).collect()
}

/// Loads a scenario once for each of some points of a list, reading it once.
///
/// # Errors
/// Every mistake of all points, each once, where it stands in the list; no more points are tried after [`PROBLEMS_MAX`] of them.
pub fn load_points(
    loader: Loader,
    path: &Path,
    changes: &[Override],
    points: &Points,
    part: Range<usize>,
) -> Result<Vec<Loaded>, Vec<LoadError>> {
    let file = read(loader, path).map_err(|error| vec![error])?;
    let (mut loaded, mut errors) = (Vec::new(), Distinct::default());
    for (point, cell) in part.clone().zip(cells_of(points, part)) {
        match compile(loader.texts, file.clone(), changes, &cell, POINTS) {
            Ok(cell) => loaded.push(cell),
            Err(LoadError::Mistakes(problems)) => drop(errors.add(points.located(point, problems).into())),
            Err(error) => drop(errors.add(error)),
        }
        if errors.mistakes() >= PROBLEMS_MAX {
            break;
        }
    }
    let errors = errors.into_errors();
    if errors.is_empty() { Ok(loaded) } else { Err(errors) }
}
