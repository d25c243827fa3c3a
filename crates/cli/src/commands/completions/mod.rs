//! `equipoise completions`: scripts that teach a shell the command line.

use std::io::Write;

use crate::complete::script;
use crate::exit::Failure;
use crate::out::Out;

pub(in crate::commands) mod args;

use args::CompletionsArgs;

/// Prints the completion script of a shell.
pub(crate) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let script = script(&args.shell.to_string()).ok_or_else(|| Failure::plain("there is no script for this shell"))?;
    let mut out = Out::new();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
