//! `equipoise`: a Monte Carlo balance simulator for tabletop combat rules.
//!
//! Arguments are read in [`args`], scenarios in [`load`], and each command has a file of its own in [`commands`].
//! Results go to stdout, everything else to stderr.

#![forbid(unsafe_code)]

mod args;
mod charts;
mod colors;
mod commands;
mod complete;
mod diagnostics;
mod exit;
mod interrupt;
mod load;
mod markdown;
mod only;
mod out;
mod outputs;
mod page;
mod pictures;
mod progress;
mod resume;
mod solving;
mod tables;
mod text;
mod threads;
mod values;
mod vary;
mod version;

use std::process::ExitCode;

// Numbers are shown alike in tables and pages.
use equipoise_sim::output::numbers;

fn main() -> ExitCode {
    if let Some(code) = complete::answer(args::command) {
        return code;
    }
    // The parser styles its help and its messages, too, and does so before it has read the options.
    colors::choose(colors::given(std::env::args_os().skip(1)));
    match args::parse() {
        Ok(cli) => {
            colors::choose(cli.color);
            interrupt::install();
            exit::code(commands::dispatch(cli.command))
        }
        Err(error) => exit::code_of_usage(&error),
    }
}
