//! The last words of a module that traps: where panics abort, nobody catches them, and the page reads what was noted before.

use std::panic::{PanicHookInfo, set_hook};
use std::sync::{Mutex, PoisonError};

use equipoise_engine::Fault;
use equipoise_sim::json::line;
use serde::Serialize;

use crate::workbench::refused;

/// The answer to the request that ended in a trap; empty if there was none.
static LAST: Mutex<String> = Mutex::new(String::new());

/// A broken invariant: a mistake of the program.
#[derive(Serialize)]
struct Trap {
    trap: String,
    place: Option<String>,
}

/// Notes every panic from now on.
pub fn listen() {
    set_hook(Box::new(|panic| *LAST.lock().unwrap_or_else(PoisonError::into_inner) = noted(panic)));
}

/// The last note; empty if there was none.
pub fn last() -> String {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn noted(panic: &PanicHookInfo) -> String {
    if let Some(fault) = panic.payload().downcast_ref::<Fault>() {
        return refused_by(fault.clone());
    }
    let trap = panic.payload_as_str().unwrap_or("a panic without words").to_owned();
    line(&Trap { trap, place: panic.location().map(ToString::to_string) })
}

/// The answer to a request in which rules that a scenario brings have failed.
pub(crate) fn refused_by(fault: Fault) -> String {
    refused(&crate::mistakes::Underlined::all(&fault.into_problems()))
}
