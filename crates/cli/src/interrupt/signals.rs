//! The signals of unix that are interrupts.

use std::ffi::c_int;
use std::fs;
use std::sync::{Arc, mpsc};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::Repeated;

/// The signals that ask for an end: from the terminal, from whoever stops services, and from batch systems before they kill.
const INTERRUPTS: [c_int; 6] = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU];

/// Calls `interrupt` for each signal that asks for an end, on a thread of its own. What was ignored when the program began stays
/// ignored: `nohup`, `trap ''` and shells that start a command in the background ask for that.
pub(super) fn install(interrupt: fn(Repeated)) {
    let ignored = ignored_at_start();
    let is_ignored = |signal: c_int| ignored & (1 << (signal - 1)) != 0;
    if !is_ignored(SIGXFSZ) {
        // A write beyond the largest size of a file then fails like one on a full disk, instead of killing the program.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
    let heard: Vec<c_int> = INTERRUPTS.into_iter().filter(|signal| !is_ignored(*signal)).collect();
    let (ready, installed) = mpsc::channel();
    // The handlers are installed by the thread that answers them: where it cannot be started, signals end the program.
    let hear = move || {
        let mut signals = Signals::new(heard);
        let _ = ready.send(());
        for signal in signals.iter_mut().flat_map(Signals::forever) {
            // Beyond the limit of processor time it comes every second.
            let repeated = if signal == SIGXCPU { Repeated::IsNothing } else { Repeated::IsAnotherWish };
            interrupt(repeated);
        }
    };
    if thread::Builder::new().name("signals".to_owned()).spawn(hear).is_ok() {
        let _ = installed.recv();
    }
}

/// The signals that are ignored, as a set of bits, the lowest one for signal 1. Asked before any handler is installed. Nothing is
/// known, and none taken for ignored, where `/proc` does not say.
fn ignored_at_start() -> u64 {
    fs::read_to_string("/proc/self/status").ok().and_then(|status| ignored(&status)).unwrap_or(0)
}

/// The ignored signals that a text like `/proc/self/status` names.
fn ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_status_of_the_process() {
        let status =
            "Name:\tequipoise\nSigBlk:\t0000000000000001\nSigIgn:\t0000000000005003\nSigCgt:\t0000000000000004\n";
        let mask = ignored(status).expect("a mask");
        let named = [SIGHUP, SIGINT, SIGTERM, SIGUSR1].map(|signal| mask & (1 << (signal - 1)) != 0);
        assert_eq!(named, [true, true, true, false]);
        assert_eq!((ignored(""), ignored("SigIgn:\tnone\n")), (None, None));
    }
}
