//! A program that the command line is a part of, such as a module of Python: it takes what would go to stdout and stderr, has texts of
//! scenarios that are no files, and ends work by a call instead of a signal.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use equipoise_engine::Fault;
use equipoise_engine::scenario::Override;
use equipoise_report::fragment;
use equipoise_sim::Registry;
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::check::Mistake;
use equipoise_sim::studies::load::Loaded;

use crate::exit::{self, Failure};
use crate::{args, colors, commands, diagnostics, interrupt, load};

/// A program that the command line is a part of. Threads of the work call it.
pub trait Host: Send + Sync {
    /// Takes a part of the results.
    fn print(&self, bytes: &[u8]);

    /// Takes a line beside the results.
    fn note(&self, line: &str);

    /// Hears how many encounters of a scenario are finished, and of how many if that is known. Threads report side by side: a smaller number
    /// may come later.
    fn progress(&self, scenario: &str, finished: u64, total: Option<u64>);

    /// Hears that there are results of a scenario, and may have them as elements of a page, with their style.
    fn show(&self, page: &dyn Fn() -> String);

    /// The text of a scenario or of a file beside it; `None` if it is in a file of its own.
    fn text(&self, path: &Path) -> Option<String>;
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The exit status, as the program has it.
    pub status: u8,
    /// The reasons why nothing was done; empty if something was.
    pub mistakes: Vec<Mistake>,
    /// The mistakes as the program shows them.
    pub shown: String,
}

/// The program that has called, if any.
static HOST: RwLock<Option<Arc<dyn Host>>> = RwLock::new(None);
/// Whether there is one, for those that ask often.
static IS_HOSTED: AtomicBool = AtomicBool::new(false);

/// Does what the words of a command line say, given without the program's name, and hands the host what the program would print, byte for byte
/// as into a file. Nothing is styled, and no signal is heard: [`end`] asks for an orderly end.
///
/// The command line has one state in a process: calls on several threads are done one after the other, each on all the threads that it asks for.
pub fn call(registry: Registry, words: impl IntoIterator<Item = OsString>, host: Arc<dyn Host>) -> Called {
    let words = iter::once(OsString::from("equipoise")).chain(words);
    let done = hosted(registry, host, || match args::parse(words) {
        Ok(cli) => commands::dispatch(cli.command),
        Err(error) => match told(&error) {
            Some(text) => {
                print(text.as_bytes());
                Ok(())
            }
            None => Err(Failure::of_usage(&error)),
        },
    });
    Called::of(done)
}

/// Loads a scenario as commands do. `changes` are words for `--set`; `are_files_allowed` is `--allow-files`.
///
/// # Errors
/// The mistakes that the program would report, and its exit status.
pub fn load(
    registry: Registry,
    (path, changes): (&Path, &[String]),
    are_files_allowed: bool,
    host: Arc<dyn Host>,
) -> Result<Loaded, Called> {
    let loaded = hosted(registry, host, || {
        load::allow_files(are_files_allowed);
        let changes = changes.iter().map(|change| change.parse().map_err(|error| Failure::plain(format!("{error}"))));
        let changes = changes.collect::<Result<Vec<Override>, Failure>>()?;
        Ok(equipoise_sim::studies::load::load(load::loader(), path, &changes)?)
    });
    loaded.map_err(|failure| Called::of(Err(failure)))
}

/// Does some work for a host, when no other is there.
fn hosted<T>(registry: Registry, host: Arc<dyn Host>, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let _visit = Visit::begin(registry, host);
    Fault::caught(work).unwrap_or_else(|fault| Err(Failure::of_fault(*fault)))
}

impl Called {
    fn of(done: Result<(), Failure>) -> Self {
        let (status, mistakes) = exit::status(done);
        let shown = diagnostics::shown(&mistakes, diagnostics::plain());
        Self { status, mistakes: mistakes.iter().map(diagnostics::Mistake::typed).collect(), shown }
    }
}

/// The help or version that the parser tells; `None` if it has found a mistake.
fn told(error: &clap::Error) -> Option<String> {
    (!error.use_stderr()).then(|| error.to_string())
}

/// Asks the call for an orderly end, as Ctrl-C does. What was finished is printed, and the status is 130.
pub fn end() {
    interrupt::ask();
}

/// The presence of a host.
struct Visit;

impl Visit {
    /// Begins with the state that a process begins with.
    fn begin(registry: Registry, host: Arc<dyn Host>) -> Self {
        load::know(crate::at_commit(registry));
        crate::silence_damaged_files();
        colors::choose(args::Colors::Never);
        load::forget();
        interrupt::forget();
        interrupt::listen();
        *HOST.write().unwrap_or_else(PoisonError::into_inner) = Some(host);
        IS_HOSTED.store(true, Ordering::Release);
        Self
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        IS_HOSTED.store(false, Ordering::Release);
        *HOST.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The host, if there is one.
pub(crate) fn host() -> Option<Arc<dyn Host>> {
    if !IS_HOSTED.load(Ordering::Acquire) {
        return None;
    }
    HOST.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether somebody reads stdout as it is written.
pub(crate) fn is_terminal() -> bool {
    host().is_none() && io::stdout().is_terminal()
}

/// Whether somebody reads stderr as it is written.
pub(crate) fn is_watched() -> bool {
    host().is_none() && io::stderr().is_terminal()
}

/// Shows the host the results of a scenario.
pub(crate) fn show(answer: &Answer, loaded: &Loaded) {
    if let Some(host) = host() {
        host.show(&|| fragment::alone(answer, loaded));
    }
}

/// Hands the host a part of the results.
fn print(bytes: &[u8]) {
    if let Some(host) = host() {
        host.print(bytes);
    }
}

/// Writes a text beside the results.
pub(crate) fn tell(text: &str) {
    match host() {
        Some(host) => host.note(text),
        // If stderr is gone, there is nowhere to report it.
        None => _ = io::stderr().lock().write_all(text.as_bytes()),
    }
}
