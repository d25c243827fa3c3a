//! Ctrl-C: while scenarios are read it ends the program, later the first one asks for an orderly end and the second one ends
//! at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::diagnostics::note;
use crate::exit;

/// Whether somebody asks for interrupts and will come to an orderly end.
static IS_HEARD: AtomicBool = AtomicBool::new(false);
/// Set by the signal handler, which can reach nothing but statics.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// When the first one came.
static FIRST: OnceLock<Instant> = OnceLock::new();
/// What comes so soon after the first is the same wish once more: `timeout` sends its signal to the program and to its group.
const ECHO: Duration = Duration::from_millis(30);

/// Handles Ctrl-C from now on. Where no handler can be installed, Ctrl-C ends the program as it does by default, which
/// is no reason to refuse the work.
///
/// Until [`listen`] is called, the program ends at once: reading scenarios can take seconds, as where tables of best play are
/// worked out, and leaves nothing behind.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        if !IS_HEARD.load(Ordering::SeqCst) {
            note("interrupted: nothing was finished");
            std::process::exit(exit::INTERRUPTED.into());
        }
        let first = *FIRST.get_or_init(Instant::now);
        if INTERRUPTED.swap(true, Ordering::Relaxed) && first.elapsed() > ECHO {
            std::process::exit(exit::INTERRUPTED.into());
        }
    });
}

/// Promises that [`interrupted`] is asked from now on.
pub(crate) fn listen() {
    IS_HEARD.store(true, Ordering::SeqCst);
}

/// Whether the user wants an end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
