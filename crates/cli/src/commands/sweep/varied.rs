//! The input that a sweep varies: paths with their values, or a list of points.

use std::ops::Range;

use equipoise_engine::scenario::{FileFormat, Points, Source};
use equipoise_sim::studies::load::{LoadError, Texts, load_points};
use equipoise_sim::studies::sweep::{Cell, Combination, SweepError, cells_of_points, combine};

use crate::args::SweepArgs;
use crate::exit::Failure;
use crate::load::{Files, Loaded, is_stdin, load_cells, loader};

/// The varied input, as the cells that it makes.
pub(super) struct Varied {
    /// All cells, in the order of the rows.
    pub(super) cells: Vec<Cell>,
    /// The list that they are the points of, if one was given.
    pub(super) points: Option<Points>,
    /// Whether they are a list of points, however it was given.
    pub(super) is_list: bool,
}

impl Varied {
    /// The cells of the paths or points that the options vary.
    pub(super) fn new(args: &SweepArgs) -> Result<Self, Failure> {
        if let Some(path) = &args.points {
            if is_stdin(path) {
                return Err(Failure::plain("--points takes the path of a file"));
            }
            let name = path.display().to_string();
            let unreadable = |reason| LoadError::Unreadable { name: name.clone(), reason };
            let text = Files.attached(path, FileFormat::Csv).map_err(unreadable)?;
            let points = Points::read(Source::new(name.clone(), text)).map_err(LoadError::Mistakes)?;
            let cells = cells_of_points(&points).map_err(refused)?;
            return Ok(Self { cells, points: Some(points), is_list: true });
        }
        let combination = match (args.zip, args.pairs) {
            (true, _) => Combination::Zip,
            (_, true) => Combination::Pairs,
            (false, false) => Combination::Grid,
        };
        let cells = combine(&args.vary, combination).map_err(refused)?;
        Ok(Self { cells, points: None, is_list: args.zip })
    }

    /// Loads the scenario once for each of some cells.
    pub(super) fn load(&self, args: &SweepArgs, part: Range<usize>) -> Result<Vec<Loaded>, Failure> {
        let (path, changes) = (&args.input.scenario, &args.input.changes.set);
        match &self.points {
            Some(points) => Ok(load_points(loader(), path, changes, points, part)?),
            None => load_cells(path, changes, &self.cells[part], "--vary"),
        }
    }
}

/// Why values make no cells.
fn refused(error: SweepError) -> Failure {
    match error {
        SweepError::Repeated { .. } => {
            Failure::with_help(error.to_string(), "--zip and --points play a point as often as it is there")
        }
        error => Failure::plain(error.to_string()),
    }
}
