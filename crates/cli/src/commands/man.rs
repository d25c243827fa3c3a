//! `equipoise man`: manual pages.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use equipoise_sim::write_whole;

use crate::args::{Cli, ManArgs};
use crate::exit::Failure;

/// Writes one page for each command.
pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    let failed = |error| Failure::plain(format!("cannot create the directory {}: {error}", args.out.display()));
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    write_page(&command, &args.out)?;
    command.get_subcommands().try_for_each(|subcommand| write_page(subcommand, &args.out))
}

fn write_page(command: &Command, dir: &Path) -> Result<(), Failure> {
    let man = Man::new(command.clone());
    let path = dir.join(man.get_filename());
    let mut page = Vec::new();
    let failed = |error| Failure::plain(format!("cannot make {}: {error}", path.display()));
    man.render(&mut page).map_err(failed)?;
    Ok(write_whole(&path, &page)?)
}
