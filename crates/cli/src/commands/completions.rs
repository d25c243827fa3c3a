//! `equipoise completions`: scripts that teach a shell the command line.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::Failure;
use crate::out::Out;

/// Prints the completion script of a shell.
pub(crate) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    // The generator panics on a write error, which stdout may have and memory has not.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "equipoise", &mut script);
    let mut out = Out::new();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
