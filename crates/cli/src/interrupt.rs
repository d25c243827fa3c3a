//! Ctrl-C: the first one asks for an orderly end, the second one ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit;

/// Set by the signal handler, which can reach nothing but statics.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Handles Ctrl-C from now on. Where no handler can be installed, Ctrl-C ends the program as it does by default, which
/// is no reason to refuse the work.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(exit::INTERRUPTED.into());
        }
    });
}

/// Whether the user wants an end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
