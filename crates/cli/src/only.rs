//! Which quantities are shown: `--only`.

use equipoise_sim::kernel::quantity::Cast;
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::only::{NoQuantity, Only};

use crate::args::Format;
use crate::exit::Failure;

/// The quantities of tables that `--only` chooses among those of the scenarios; all where it is not given.
pub(crate) fn of_tables(patterns: &[String], format: Format, scenarios: &[Loaded]) -> Result<Only, Failure> {
    chosen(patterns, format, &[Format::Table, Format::Markdown], || scenarios.iter().map(cast).collect())
}

/// As [`of_tables`], among the quantities of these casts, and in these formats.
pub(crate) fn chosen(
    patterns: &[String],
    format: Format,
    allowed: &[Format],
    casts: impl FnOnce() -> Vec<Cast>,
) -> Result<Only, Failure> {
    if patterns.is_empty() {
        return Ok(Only::default());
    }
    if !allowed.contains(&format) {
        let names: Vec<&str> = allowed.iter().map(|format| format.name()).collect();
        let message = format!("--only needs --format {}", names.join(" or "));
        let help = format!("{} has every quantity under its name", format.name().to_uppercase());
        return Err(Failure::with_help(message, help));
    }
    Ok(Only::new(patterns, &casts())?)
}

/// Who fights in a scenario and what is counted.
pub(crate) fn cast(scenario: &Loaded) -> Cast {
    scenario.fights.recordable().cast()
}

impl From<NoQuantity> for Failure {
    fn from(error: NoQuantity) -> Self {
        Self::with_help(error.to_string(), error.help())
    }
}
