//! The command line of `equipoise`, a Monte Carlo balance simulator for tabletop combat rules, over any systems.
//!
//! [`main_with`] is a whole program: every command for the systems of a [`Registry`]. [`host::call`] is the same as a function of another program. `contrib/own-system` has one with a system
//! of its own. Arguments are read in `args`, scenarios in `load`, and each command has a folder of its own in `commands`. Results go to
//! stdout, everything else to stderr.

#![forbid(unsafe_code)]

mod annotations;
mod args;
mod charts;
mod colors;
mod commands;
mod complete;
mod described;
mod diagnostics;
mod exit;
pub mod host;
mod interrupt;
mod load;
mod markdown;
mod markdown_file;
mod only;
mod out;
mod outputs;
mod page;
mod pictures;
mod png;
mod progress;
mod resume;
mod shards;
mod solving;
mod stint;
mod tables;
mod text;
mod threads;
mod values;
mod vary;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Once;

use equipoise_engine::Fault;
use equipoise_sim::Registry;

pub use described::described;
use exit::Failure;

// Numbers are shown alike in tables and pages.
use equipoise_sim::output::numbers;

/// Reads the command line of the process, does what it says with the systems of the registry, and yields the exit status.
///
/// Records name the registry's commit, or that of this crate where it has none. It handles Ctrl-C, answers shells that ask for completions, and takes a closed stdout for a reader who has enough. A process
/// calls it once.
pub fn main_with(registry: Registry) -> ExitCode {
    ExitCode::from(main_of(registry, std::env::args_os().collect()))
}

/// As [`main_with`] for words that somebody else has read, the program's name first: the exit status.
pub fn main_of(registry: Registry, words: Vec<OsString>) -> u8 {
    load::know(at_commit(registry));
    if let Some(code) = complete::answer(args::command) {
        return code;
    }
    // The parser styles its help and its messages, too, and does so before it has read the options.
    colors::choose(colors::given(words.iter().skip(1).cloned()));
    match args::parse(words) {
        Ok(cli) => {
            colors::choose(cli.color);
            interrupt::install();
            silence_damaged_files();
            let done = Fault::caught(|| commands::dispatch(cli.command));
            exit::code(done.unwrap_or_else(|fault| Err(Failure::of_fault(*fault))))
        }
        Err(error) => exit::code_of_usage(&error),
    }
}

/// The registry with its commit, or with that of this crate where it has none.
fn at_commit(registry: Registry) -> Registry {
    // Set by the build script where the sources are a git checkout, and empty where it is told to leave the commit out.
    let commit = option_env!("EQUIPOISE_COMMIT").filter(|commit| !commit.is_empty());
    registry.at_commit(registry.commit().or(commit))
}

/// Prints no panic of the library that reads Parquet: it is caught, and told as a damaged file.
fn silence_damaged_files() {
    static IS_SILENT: Once = Once::new();
    IS_SILENT.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !equipoise_sim::output::rows::is_reading() {
                print(panic);
            }
        }));
    });
}
