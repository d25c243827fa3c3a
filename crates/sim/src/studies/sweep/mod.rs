//! Sweeps: one scenario with some of its values varied, every variant played on the same pool.
//!
//! [`Axis`] parses one path and its values, [`combine`] makes the cells, and [`run_cells`] plays all of them: the batches
//! of all cells are handed out one after the other, so that many small cells keep the cores as busy as few large ones.
//! Every cell plays the same seed and indices, so that cells can be compared encounter by encounter. Those of a
//! loaded scenario are [`OpenCells`] until they are answered, by playing or by solving.

use std::ops::Range;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Points;
use thiserror::Error;

use crate::kernel::job::count;
pub use crate::kernel::run::Playable;
use crate::kernel::run::{BATCH, Plan, Run, Watch};
use crate::kernel::tally::Tally;
pub use crate::studies::load::Cell;
use crate::studies::load::cells_of;
use crate::studies::study::Refusal;

pub mod ask;
mod axis;
mod play;

pub use axis::{Axis, AxisError, VALUES_MAX, number_of, steps_told};
pub(in crate::studies) use axis::{spell_cells, spelled};
pub use play::{CellSampling, OpenCells, SweepJob, Swept};

pub use crate::record::{CELLS_MAX, CellNumber};

/// The number of a [grid](CellNumber::grid): the FNV-1a hash of all values, folded to 32 bits, which many JSON parsers
/// can hold.
fn grid_number(cells: &[Cell]) -> u32 {
    let texts = cells
        .iter()
        .flat_map(|cell| cell.iter().map(|(path, value)| format!("{path}={value}\0")).chain(["\n".to_owned()]));
    let bytes = texts.flat_map(String::into_bytes);
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 32) as u32 ^ hash as u32
}

/// The way in which the values of several axes are combined into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combination {
    /// Every combination of values; the last axis varies fastest.
    Grid,
    /// The first values of all axes together, then the second values, and so on.
    Zip,
    /// For every two axes a grid of their own, with the scenario's values for the others.
    Pairs,
}

/// The reason why axes cannot be combined.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SweepError {
    /// Two axes vary the same path.
    #[error("`{path}` is varied twice")]
    Twice {
        /// The path.
        path: String,
    },
    /// A value of an axis is there twice, where each makes cells of its own.
    #[error("`{path}`: the value `{value}` is there twice")]
    Repeated {
        /// The path.
        path: String,
        /// The value.
        value: String,
    },
    /// A point is there twice, where each has to be another.
    #[error("{} is there twice", values.join(" "))]
    Again {
        /// Its values.
        values: Vec<String>,
    },
    /// Axes that are to be zipped have different numbers of values.
    #[error("values that move together must be equally many: `{first}` has {first_count}, `{other}` has {other_count}")]
    Uneven {
        /// The path of the first axis.
        first: String,
        /// The number of its values.
        first_count: usize,
        /// The path of another axis.
        other: String,
        /// The number of that axis's values.
        other_count: usize,
    },
    /// Pairs were asked for, but there are fewer than two axes.
    #[error("pairs need at least two axes")]
    Single,
    /// A part of the cells is wanted that is empty or has others.
    #[error("--cells {}..{} are no cells of the sweep, which has 0..{cells}", part.start, part.end)]
    NoCells {
        /// The indices that are wanted.
        part: Range<usize>,
        /// The number of cells.
        cells: usize,
    },
    /// There are too many cells.
    #[error("there would be {cells} cells, at most {CELLS_MAX} are allowed")]
    TooMany {
        /// The number of cells there would be.
        cells: u128,
    },
}

impl Refusal for SweepError {}

/// The cells of a list of points, in order.
///
/// # Errors
/// If there are too many.
pub fn cells_of_points(points: &Points) -> Result<Vec<Cell>, SweepError> {
    bounded(points.len() as u128)?;
    Ok(cells_of(points, 0..points.len()))
}

/// Refuses a point that is there twice.
///
/// # Errors
/// Names the first one.
pub(crate) fn refuse_repeated(cells: &[Cell]) -> Result<(), SweepError> {
    let mut ascending: Vec<&Cell> = cells.iter().collect();
    ascending.sort();
    match ascending.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => {
            let values = two[0].iter().map(|(path, value)| format!("{path}={value}")).collect();
            Err(SweepError::Again { values })
        }
        None => Ok(()),
    }
}

/// The cells of a sweep, in order. Values that are zipped may be there again: such cells are told apart by their number.
///
/// # Errors
/// If a path is varied twice, there are too many cells, or the axes do not fit the combination.
pub fn combine(axes: &[Axis], combination: Combination) -> Result<Vec<Cell>, SweepError> {
    for (index, axis) in axes.iter().enumerate() {
        if axes[..index].iter().any(|earlier| earlier.path == axis.path) {
            return Err(SweepError::Twice { path: axis.path.clone() });
        }
    }
    if combination != Combination::Zip
        && let Some((axis, value)) = axes.iter().find_map(|axis| Some((axis, axis.repeated()?)))
    {
        return Err(SweepError::Repeated { path: axis.path.clone(), value: value.clone() });
    }
    match combination {
        Combination::Grid => grid(&axes.iter().collect::<Vec<_>>()),
        Combination::Zip => zip(axes),
        Combination::Pairs => pairs(axes),
    }
}

fn grid(axes: &[&Axis]) -> Result<Vec<Cell>, SweepError> {
    bounded(axes.iter().map(|axis| axis.values.len() as u128).product())?;
    Ok(axes.iter().fold(vec![Cell::new()], |cells, axis| {
        let extended = |cell: &Cell, value: &String| {
            let mut cell = cell.clone();
            cell.push((axis.path.clone(), value.clone()));
            cell
        };
        let extensions = |cell: &Cell| axis.values.iter().map(|value| extended(cell, value)).collect::<Vec<_>>();
        cells.iter().flat_map(extensions).collect()
    }))
}

fn zip(axes: &[Axis]) -> Result<Vec<Cell>, SweepError> {
    let Some(first) = axes.first() else { return Ok(vec![Cell::new()]) };
    if let Some(other) = axes.iter().find(|axis| axis.values.len() != first.values.len()) {
        return Err(SweepError::Uneven {
            first: first.path.clone(),
            first_count: first.values.len(),
            other: other.path.clone(),
            other_count: other.values.len(),
        });
    }
    let cell = |index: usize| axes.iter().map(|axis| (axis.path.clone(), axis.values[index].clone())).collect();
    Ok((0..first.values.len()).map(cell).collect())
}

fn pairs(axes: &[Axis]) -> Result<Vec<Cell>, SweepError> {
    if axes.len() < 2 {
        return Err(SweepError::Single);
    }
    let pairs = || {
        let pairs_from = |index: usize| axes[index + 1..].iter().map(move |second| [&axes[index], second]);
        (0..axes.len()).flat_map(pairs_from)
    };
    bounded(pairs().map(|[first, second]| first.values.len() as u128 * second.values.len() as u128).sum())?;
    pairs().map(|pair| grid(&pair)).collect::<Result<Vec<_>, _>>().map(|cells| cells.concat())
}

/// Refuses more cells than [`CELLS_MAX`], before they are made.
fn bounded(cells: u128) -> Result<(), SweepError> {
    if cells > CELLS_MAX as u128 { Err(SweepError::TooMany { cells }) } else { Ok(()) }
}

/// The plan of one of many cells.
#[derive(Clone)]
pub struct CellPlan<'a> {
    /// The scenario.
    pub cell: &'a dyn Playable,
    /// The master seed.
    pub seed: Seed,
    /// The indices of the encounters.
    pub range: Range<u64>,
}

/// Plays all cells on the current rayon pool, and returns their runs in the same order; none for a cell that has no
/// encounter. An interrupt cuts one run short, and there are none of the cells after it.
pub fn run_cells(cells: &[CellPlan], watch: &Watch) -> Vec<Option<Run>> {
    run_cells_in_batches(cells, BATCH, watch)
}

fn run_cells_in_batches(cells: &[CellPlan], size: u64, watch: &Watch) -> Vec<Option<Run>> {
    let ranges: Vec<Range<u64>> = cells.iter().map(|cell| cell.range.clone()).collect();
    let tallies = count(&ranges, size, watch, |cell| cells[cell].cell.player(cells[cell].seed));
    let run = |(tally, cell): (Option<Tally>, &CellPlan)| {
        let plan = Plan { seed: cell.seed, range: cell.range.clone(), batch: size };
        Some(Run::of(tally?, &plan))
    };
    tallies.into_iter().zip(cells).map(run).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::kernel::run::run;
    use crate::toy::Toy;

    fn axis(text: &str) -> Axis {
        text.parse().expect("an axis")
    }

    fn values(cells: &[Cell]) -> Vec<String> {
        let values = |cell: &Cell| cell.iter().map(|(path, value)| format!("{path}={value}")).collect::<Vec<_>>();
        cells.iter().map(|cell| values(cell).join(" ")).collect()
    }

    #[test]
    fn a_grid_has_every_combination() {
        let cells = combine(&[axis("a=1,2"), axis("b=x,y")], Combination::Grid).expect("few");
        assert_eq!(values(&cells), ["a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y"]);
    }

    #[test]
    fn zipped_values_move_together() {
        let cells = combine(&[axis("a=1..=3"), axis("b=x,y,z")], Combination::Zip).expect("even");
        assert_eq!(values(&cells), ["a=1 b=x", "a=2 b=y", "a=3 b=z"]);
        let again = combine(&[axis("a=1,1,2"), axis("b=x,x,z")], Combination::Zip).expect("points may be repeated");
        assert_eq!(values(&again), ["a=1 b=x", "a=1 b=x", "a=2 b=z"]);
        let uneven = combine(&[axis("a=1,2"), axis("b=x,y,z")], Combination::Zip).unwrap_err();
        assert!(uneven.to_string().contains("`a` has 2, `b` has 3"), "{uneven}");
    }

    #[test]
    fn pairs_vary_two_axes_at_a_time() {
        let cells = combine(&[axis("a=1,2"), axis("b=3"), axis("c=4")], Combination::Pairs).expect("few");
        assert_eq!(values(&cells), ["a=1 b=3", "a=2 b=3", "a=1 c=4", "a=2 c=4", "b=3 c=4"]);
        assert_eq!(combine(&[axis("a=1,2")], Combination::Pairs), Err(SweepError::Single));
    }

    #[test]
    fn repeated_paths_and_too_many_cells_are_refused() {
        let twice = combine(&[axis("a=1"), axis("a=2")], Combination::Grid);
        assert_eq!(twice, Err(SweepError::Twice { path: "a".to_owned() }));
        for combination in [Combination::Grid, Combination::Pairs] {
            let again = combine(&[axis("a=1,2,1"), axis("b=1")], combination);
            assert_eq!(again, Err(SweepError::Repeated { path: "a".to_owned(), value: "1".to_owned() }));
        }
        let (many, more) = (axis("a=1..=1000"), axis("b=1..=1000"));
        assert_eq!(combine(&[many, more], Combination::Grid), Err(SweepError::TooMany { cells: 1_000_000 }));
    }

    fn plan(cell: &Toy, range: Range<u64>) -> CellPlan<'_> {
        CellPlan { cell, seed: Seed(5), range }
    }

    fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool").install(work)
    }

    #[test]
    fn threads_and_batches_do_not_change_the_run_of_a_cell() {
        let rules = Toy::new();
        let reversed = Range { start: 9, end: 3 };
        let ranges = [7..9_007, 0..1, 3..3, reversed, 100..5_000];
        let expected = ranges
            .clone()
            .map(|range| (!range.is_empty()).then(|| run(&rules, &Plan::new(Seed(5), range), &Watch::none())));
        let cells = ranges.map(|range| plan(&rules, range));
        for threads in [1, 2, 7] {
            for size in [0, 1, 1000, 4096, u64::MAX] {
                let runs = on_threads(threads, || run_cells_in_batches(&cells, size, &Watch::none()));
                assert_eq!(runs, expected, "{threads} threads, batches of {size}");
            }
        }
    }

    #[test]
    fn an_interrupt_leaves_whole_cells_and_a_partial_one() {
        let (rules, stop) = (Toy::new(), AtomicBool::new(false));
        let interrupted = || stop.load(Ordering::Relaxed);
        let progress = |finished| stop.store(finished >= 2500, Ordering::Relaxed);
        let watch = Watch { interrupted: &interrupted, progress: &progress };
        let cells = vec![plan(&rules, 0..1000); 50];
        let runs = on_threads(1, || run_cells_in_batches(&cells, 100, &watch));
        let finished: Vec<Option<(u64, bool)>> =
            runs.iter().map(|run| run.as_ref().map(|run| (run.range.end, run.complete))).collect();
        assert_eq!(finished[..4], [Some((1000, true)), Some((1000, true)), Some((500, false)), None]);
        assert!(finished.len() == 50 && finished[3..].iter().all(Option::is_none));
        let partial = runs[2].as_ref().expect("a part of the third cell");
        assert_eq!(partial.tally, run(&rules, &Plan::new(Seed(5), 0..500), &Watch::none()).tally);
    }

    #[test]
    fn without_encounters_or_cells_there_are_no_runs() {
        assert_eq!(run_cells(&[plan(&Toy::new(), 3..3)], &Watch::none()), [None]);
        assert_eq!(run_cells(&[], &Watch::none()), []);
    }
}
