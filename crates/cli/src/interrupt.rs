//! Interrupts: while scenarios are read one ends the program, later the first one asks for an orderly end and the second one ends
//! at once.
//!
//! On unix the signals that schedulers and shells send before they kill are interrupts, unless the program was started with them
//! ignored; elsewhere Ctrl-C is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::diagnostics::note;
use crate::exit;

#[cfg(unix)]
mod signals;

/// Whether somebody asks for interrupts and will come to an orderly end.
static IS_HEARD: AtomicBool = AtomicBool::new(false);
/// Set by the thread that hears signals, and read by those that fight.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The time of the first interrupt.
static FIRST: OnceLock<Instant> = OnceLock::new();
/// The time after the first interrupt within which another is the same wish: `timeout` sends its signal to the program and
/// to its group.
const ECHO: Duration = Duration::from_millis(30);

/// Hears interrupts from now on. Where no handler can be installed, a signal ends the program as it does by default, which
/// is no reason to refuse the work.
///
/// Until [`listen`] is called, the program ends at once: reading scenarios can take seconds, as where tables of best play are
/// worked out, and leaves nothing behind.
pub(crate) fn install() {
    #[cfg(unix)]
    signals::install(interrupt);
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(|| interrupt(Repeated::IsAnotherWish));
}

/// The meaning of an interrupt that comes once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeated {
    /// Somebody wants the end at once.
    IsAnotherWish,
    /// Nothing: it comes again and again by itself.
    IsNothing,
}

/// Takes an interrupt.
fn interrupt(repeated: Repeated) {
    if !IS_HEARD.load(Ordering::SeqCst) {
        note("interrupted: nothing was finished");
        std::process::exit(exit::INTERRUPTED.into());
    }
    let first = *FIRST.get_or_init(Instant::now);
    let is_again = INTERRUPTED.swap(true, Ordering::Relaxed);
    if is_again && repeated == Repeated::IsAnotherWish && first.elapsed() > ECHO {
        std::process::exit(exit::INTERRUPTED.into());
    }
}

/// Asks for an orderly end.
pub(crate) fn ask() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Forgets that somebody has asked for an end.
pub(crate) fn forget() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// Promises that [`interrupted`] is asked from now on.
pub(crate) fn listen() {
    IS_HEARD.store(true, Ordering::SeqCst);
}

/// Whether the user wants an end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
