//! The command line as a function of Python, which waits without holding the interpreter, hears Ctrl-C and is told how far the work is.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use equipoise::host::{self, Called, Host};
use equipoise_sim::json::line;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::registry;

/// The interval at which Python is asked whether somebody has pressed Ctrl-C.
pub(crate) const POLL: Duration = Duration::from_millis(20);
/// The exit status after Ctrl-C.
const INTERRUPTED: u8 = 130;
/// Stack of the thread that the command line has: nested tables and the rules of scripts recurse.
const STACK: usize = 16 << 20;

thread_local! {
    /// Whether a call waits on this thread. What it calls back may read encounters by libraries that have let go of the interpreter, which
    /// this crate would still believe to hold.
    static IS_CALLING: Cell<bool> = const { Cell::new(false) };
}

/// Whether the interpreter may be asked for on this thread.
pub(crate) fn may_attach() -> bool {
    !IS_CALLING.get()
}

/// Progress of a scenario: its name, the encounters that are finished, and all of them if that is known.
type Progress = (String, u64, Option<u64>);
/// The result of a call: exit status, stdout, notes, pages, mistakes as JSON, and mistakes as the program shows them.
type Told = (u8, Cow<'static, [u8]>, Vec<String>, Vec<String>, String, String);

/// A call from Python: its texts, and its output so far.
#[derive(Default)]
pub(crate) struct Session {
    texts: HashMap<PathBuf, String>,
    printed: Mutex<Vec<u8>>,
    notes: Mutex<Vec<String>>,
    progress: Mutex<Option<Progress>>,
    /// Pages of results, if they are wanted.
    pages: Option<Mutex<Vec<String>>>,
}

impl Session {
    /// A call that has these texts.
    pub(crate) fn with(texts: HashMap<PathBuf, String>) -> Self {
        Self { texts, ..Self::default() }
    }
}

/// The value behind a lock, which no panic leaves half-written.
fn locked<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host for Session {
    fn print(&self, bytes: &[u8]) {
        locked(&self.printed).extend_from_slice(bytes);
    }

    fn note(&self, line: &str) {
        locked(&self.notes).push(line.trim_end().to_owned());
    }

    fn progress(&self, scenario: &str, finished: u64, total: Option<u64>) {
        let mut known = locked(&self.progress);
        let before = known.as_ref().filter(|(name, ..)| name == scenario).map_or(0, |(_, before, _)| *before);
        *known = Some((scenario.to_owned(), before.max(finished), total));
    }

    fn show(&self, page: &dyn Fn() -> String) {
        if let Some(pages) = &self.pages {
            locked(pages).push(page());
        }
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.texts.get(path).cloned()
    }
}

/// Does what the words of a command line say. `texts` are files that are none, by their paths. `progress` is called with a scenario's name, the
/// encounters that are finished and all of them, or `None`. `pages` says whether results are wanted as elements of pages as well.
///
/// # Errors
/// The exception that `progress` raises, after an orderly end; and `RuntimeError` for a mistake of the program.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    words: Vec<OsString>,
    texts: HashMap<PathBuf, String>,
    pages: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Told> {
    let pages = pages.then(Mutex::default);
    let _calling = Calling::begin();
    let session = Arc::new(Session { pages, ..Session::with(texts) });
    let host: Arc<dyn Host> = session.clone();
    let (done, mut wait) = channel();
    let work = move || {
        let called = catch_unwind(AssertUnwindSafe(|| host::call(registry(), words, host)));
        // The receiver is alive: the caller waits to the end.
        let _ = done.send(called.map_err(|panic| said(&*panic)));
    };
    let worker = thread::Builder::new().name("equipoise".to_owned()).stack_size(STACK).spawn(work)?;
    let mut raised = None;
    let mut told = None;
    let called = loop {
        let wait = &mut wait;
        match py.detach(move || wait.recv_timeout(POLL)) {
            Ok(called) => break called,
            Err(RecvTimeoutError::Disconnected) => break Err("it has no result".to_owned()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = locked(&session.progress).clone();
        let call = || match (&progress, &now) {
            (Some(progress), Some(known)) if now != told => progress.call1(py, known.clone()).map(drop),
            _ => Ok(()),
        };
        let heard = py.check_signals().and_then(|()| call());
        told = now;
        if let Err(error) = heard {
            host::end();
            raised.get_or_insert(error);
        }
    };
    let _ = py.detach(|| worker.join());
    let Called { status, mistakes, shown } = called.map_err(|message| {
        PyRuntimeError::new_err(format!("a mistake of equipoise, which is worth a report: {message}"))
    })?;
    // A user who pressed Ctrl-C wants the encounters that were finished.
    let raised = match raised {
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => return Err(error),
        pressed => pressed,
    };
    let status = if raised.is_some() { INTERRUPTED } else { status };
    let printed = std::mem::take(&mut *locked(&session.printed));
    let notes = std::mem::take(&mut *locked(&session.notes));
    let pages = session.pages.as_ref().map(|pages| std::mem::take(&mut *locked(pages))).unwrap_or_default();
    Ok((status, printed.into(), notes, pages, line(&mistakes), shown))
}

/// A call that waits on this thread, maybe within another one.
struct Calling {
    before: bool,
}

impl Calling {
    fn begin() -> Self {
        Self { before: IS_CALLING.replace(true) }
    }
}

impl Drop for Calling {
    fn drop(&mut self) {
        IS_CALLING.set(self.before);
    }
}

/// The message of a panic.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_owned()
}
