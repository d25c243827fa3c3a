//! `equipoise`: a Monte Carlo balance simulator for tabletop combat rules.
//!
//! Arguments are read in [`args`], scenarios in [`load`], and each command has a file of its own in [`commands`].
//! Results go to stdout, everything else to stderr.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod diagnostics;
mod exit;
mod fights;
mod interrupt;
mod json;
mod load;
mod markdown;
mod numbers;
mod out;
mod outputs;
mod page;
mod progress;
mod tables;
mod text;
mod threads;
mod values;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => exit::code(commands::dispatch(cli.command)),
        Err(error) => exit::code_of_usage(&error),
    }
}
