//! `equipoise init`: a commented scenario to start from.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use equipoise_sim::System;

use crate::exit::Failure;
use crate::load::system_of;
use crate::out::Out;

pub(in crate::commands) mod args;

use args::InitArgs;

/// Prints the scenario, or writes it to a new file.
pub(crate) fn run(args: &InitArgs) -> Result<(), Failure> {
    let system = system_of(&args.system)?;
    let text = starter(system);
    if let Some(path) = &args.out {
        return write_new(path, &text);
    }
    let mut out = Out::new();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The opponents of a system with all its keys, below what an editor and its reader want to know.
fn starter(system: System) -> String {
    let (name, about) = (system.name(), system.about());
    let commented = system.starter();
    format!(
        "#:schema ./{name}.schema.json\n\
         # An editor completes and checks this file once it has its schema: equipoise systems {name} --schema > {name}.schema.json\n\
         # {name}: {about}.\n\
         # Behind a # stands a key with its default or an example: the end of the line says which. Delete the # to set it.\n\
         # A line that is set in behind its # needs others: the end of the line says what.\n\n{commented}"
    )
}

/// Writes a file that must not exist.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::plain(format!("{} exists already, and is left as it is", path.display())),
        _ => Failure::plain(format!("cannot write {}: {error}", path.display())),
    })
}
