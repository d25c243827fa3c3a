//! Single encounters, a row each, as a stream that is played while it is read.

use std::collections::HashMap;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, ThreadId};

use equipoise::host;
use equipoise_engine::Seed;
use equipoise_sim::Watch;
use equipoise_sim::json::line;
use equipoise_sim::output::stream::EncounterRows;
use equipoise_sim::polars::error::{PolarsError, PolarsResult};
use equipoise_sim::studies::load::Loaded;
use polars_arrow::array::StructArray;
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::record_batch::RecordBatch;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::registry;
use crate::session::{POLL, Session, may_attach};
use crate::stream::{Part, capsule};

/// Threads that are started if they are asked for, although the machine may run fewer at once.
const THREADS_MAX: usize = 64;

/// Encounters of a scenario, which are played whenever their stream is read.
#[pyclass(frozen, module = "equipoise._core")]
pub(crate) struct Encounters {
    loaded: Arc<Loaded>,
    seed: Seed,
    range: Range<u64>,
    names: Vec<String>,
    fields: Vec<Field>,
    threads: usize,
}

#[pymethods]
impl Encounters {
    /// Loads a scenario. `changes` are words for `--set`; no `names` means every column; 0 `threads` means all of the machine.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are those of a function in Python")]
    fn new(
        path: PathBuf,
        changes: Vec<String>,
        texts: HashMap<PathBuf, String>,
        allow_files: bool,
        seed: u64,
        first: u64,
        end: u64,
        names: Vec<String>,
        threads: usize,
    ) -> PyResult<Self> {
        let session = Arc::new(Session::with(texts));
        let loaded = host::load(registry(), (&path, &changes), allow_files, session)
            .map_err(|called| PyValueError::new_err((called.status, line(&called.mistakes), called.shown)))?;
        let rows = EncounterRows::of(&loaded, &names).map_err(PyKeyError::new_err)?;
        let fields = rows.schema().iter_values().cloned().collect();
        Ok(Self { loaded: Arc::new(loaded), seed: Seed(seed), range: first..end, names, fields, threads })
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.fields.iter().map(|field| field.name.to_string()).collect()
    }

    /// A capsule with a stream of Arrow. Who reads it waits for the fights; who ends it ends them.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let (give, take) = sync_channel(1);
        let (loaded, names) = (Arc::clone(&self.loaded), self.names.clone());
        let (seed, range, threads) = (self.seed, self.range.clone(), self.threads);
        let play = move || {
            let done = played(&loaded, &names, (seed, range), threads, &give);
            if let Err(error) = done {
                // A reader who has enough is told nothing.
                let _ = give.send(Err(error));
            }
        };
        thread::Builder::new().name("equipoise encounters".to_owned()).spawn(play)?;
        let parts = Parts { batches: take, reader: thread::current().id(), fields: self.fields.clone() };
        capsule(py, self.fields.clone(), parts)
    }
}

/// Plays encounters and hands their rows on until nobody takes them.
fn played(
    loaded: &Loaded,
    names: &[String],
    (seed, range): (Seed, Range<u64>),
    threads: usize,
    give: &SyncSender<PolarsResult<RecordBatch>>,
) -> PolarsResult<()> {
    let failed = |message: String| PolarsError::ComputeError(message.into());
    // As many as commands start at the most.
    let available = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(available.max(THREADS_MAX));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| failed(format!("cannot start threads: {error}")))?;
    let rows = EncounterRows::of(loaded, names).map_err(failed)?;
    let take = |batch| give.send(Ok(batch)).is_ok();
    pool.install(|| rows.play((seed, range), take, &Watch::none())).map(drop)
}

/// The parts of a stream.
struct Parts {
    batches: Receiver<PolarsResult<RecordBatch>>,
    /// The thread that has asked for the stream. Another one may read it while the first holds the interpreter, and cannot ask for signals then.
    reader: ThreadId,
    fields: Vec<Field>,
}

impl Iterator for Parts {
    type Item = PolarsResult<Part>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = if may_attach() && thread::current().id() == self.reader {
            self.heard()
        } else {
            self.batches.recv().ok()
        }?;
        let rows = |batch: RecordBatch| {
            let (height, columns) = (batch.height(), batch.into_arrays());
            StructArray::try_new(ArrowDataType::Struct(self.fields.clone()), height, columns, None)
        };
        Some(batch.and_then(rows).map(StructArray::boxed))
    }
}

impl Parts {
    /// The next batch, or what a signal has raised meanwhile.
    fn heard(&mut self) -> Option<PolarsResult<RecordBatch>> {
        let batches = &mut self.batches;
        Python::attach(|py| {
            loop {
                let wait = &mut *batches;
                match py.detach(move || wait.recv_timeout(POLL)) {
                    Ok(batch) => return Some(batch),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if let Err(error) = py.check_signals() {
                    // Readers tell the text of an error alone.
                    return Some(Err(PolarsError::ComputeError(error.to_string().into())));
                }
            }
        })
    }
}
