//! Ctrl-C: the first one asks for an orderly end, the second one ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit;

/// A signal handler has nothing else to leave word in.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Where that is impossible the system's own handling stays.
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
