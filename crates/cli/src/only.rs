//! The quantities that are shown: `--only`.

use equipoise_sim::kernel::quantity::Cast;
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::only::{NoQuantity, Only};

use crate::args::{Format, ReportArgs};
use crate::exit::Failure;

/// The quantities that `--only` chooses among those of the scenarios, for tables and `--benchmark`; all where it is not
/// given.
pub(crate) fn of_report(patterns: &[String], report: &ReportArgs, scenarios: &[Loaded]) -> Result<Only, Failure> {
    chosen_for(patterns, report, || scenarios.iter().map(cast).collect())
}

/// As [`of_report`], among the quantities of these casts.
pub(crate) fn chosen_for(
    patterns: &[String],
    report: &ReportArgs,
    casts: impl FnOnce() -> Vec<Cast>,
) -> Result<Only, Failure> {
    // The list of `--benchmark` is chosen from whatever stdout shows.
    let formats = if report.files.benchmark.is_some() { &ALL[..] } else { &SHOWN };
    chosen(patterns, report.format, formats, casts)
}

/// The formats that can leave numbers out.
const SHOWN: [Format; 3] = [Format::Table, Format::Markdown, Format::Csv];

/// Every format.
pub(crate) const ALL: [Format; 4] = [Format::Table, Format::Markdown, Format::Csv, Format::Json];

/// As [`of_report`], among the quantities of these casts, and in these formats.
pub(crate) fn chosen(
    patterns: &[String],
    format: Format,
    allowed: &[Format],
    casts: impl FnOnce() -> Vec<Cast>,
) -> Result<Only, Failure> {
    if patterns.is_empty() {
        return Ok(Only::default());
    }
    refuse_format(format, allowed)?;
    Ok(Only::new(patterns, &casts())?)
}

/// As [`chosen`], among quantities with these full names.
pub(crate) fn among(
    patterns: &[String],
    format: Format,
    allowed: &[Format],
    names: &[String],
) -> Result<Only, Failure> {
    if patterns.is_empty() {
        return Ok(Only::default());
    }
    refuse_format(format, allowed)?;
    Ok(Only::among(patterns, names, || format!("there are: {}", names.join(", ")))?)
}

fn refuse_format(format: Format, allowed: &[Format]) -> Result<(), Failure> {
    if allowed.contains(&format) {
        return Ok(());
    }
    let names: Vec<&str> = allowed.iter().map(|format| format.name()).collect();
    let message = format!("--only needs --format {}", names.join(" or "));
    let help = format!("{} has every quantity under its name", format.name().to_uppercase());
    Err(Failure::with_help(message, help))
}

/// The combatants of a scenario and the numbers that are counted.
pub(crate) fn cast(scenario: &Loaded) -> Cast {
    scenario.fights.recordable().cast()
}

impl From<NoQuantity> for Failure {
    fn from(error: NoQuantity) -> Self {
        Self::with_help(error.to_string(), error.help)
    }
}
