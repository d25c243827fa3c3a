//! `equipoise man`: manual pages.

use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;
use equipoise_sim::output::files::write_set;

use crate::args::command;
use crate::exit::Failure;
use crate::outputs::refuse_foreign;

pub(in crate::commands) mod args;

use args::ManArgs;

/// Writes one page for each command, all or none.
pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    let cannot_create = |error| Failure::plain(format!("cannot create the directory {}: {error}", args.out.display()));
    std::fs::create_dir_all(&args.out).map_err(cannot_create)?;
    let mut command = command().disable_help_subcommand(true);
    command.build();
    let commands = std::iter::once(&command).chain(command.get_subcommands());
    let pages: Result<Vec<_>, Failure> = commands.map(|command| page(command, args)).collect();
    let pages = pages?;
    pages.iter().try_for_each(|(path, _)| refuse_foreign(path, "replaces"))?;
    Ok(write_set(&pages)?)
}

/// The path of a command's page, and its text.
fn page(command: &Command, args: &ManArgs) -> Result<(PathBuf, Vec<u8>), Failure> {
    let man = Man::new(command.clone());
    let path = args.out.join(man.get_filename());
    let mut page = Vec::new();
    let cannot_make = |error| Failure::plain(format!("cannot make {}: {error}", path.display()));
    man.render(&mut page).map_err(cannot_make)?;
    Ok((path, page))
}
