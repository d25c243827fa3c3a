//! `equipoise schema`: what the JSON of a command holds.

use std::io::Write;

use equipoise_sim::output::schema::{OUTPUTS, Output};

use crate::exit::Failure;
use crate::load::registry;
use crate::out::Out;
use crate::page::Page;

pub(in crate::commands) mod args;

use args::SchemaArgs;

/// Prints the schema of a command's JSON, or lists the commands that have one.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let mut page = Page::new(Out::new(), args.format.markup());
    match &args.command {
        None => {
            let rows = OUTPUTS.map(|output| vec![output.command.to_owned(), output.about.to_owned()]);
            page.grid(&["command", "its JSON"], rows.into(), 0..0)?;
        }
        Some(command) => {
            let output = Output::of(command);
            let output = output.ok_or_else(|| Failure::plain(format!("`{command}` prints no JSON")))?;
            writeln!(page, "{:#}", output.schema(registry()))?;
        }
    }
    Ok(page.flush()?)
}
