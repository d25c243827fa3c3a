//! The odds of attacks as a frame: the columns of `odds --format csv` and of its Parquet file.

use std::borrow::Cow;
use std::path::Path;

use equipoise_engine::odds::{Distribution, Lasting, Odds, Struck};
use polars::error::PolarsResult;
use polars::prelude::{DataFrame, Float64Type, Int64Type};

use super::files::{FileError, write_parquet};
use super::frame::{frame, numbers, texts};
use super::words::visible;
use crate::json::line;
use crate::studies::odds::{ScenarioOdds, StrikeOdds};
use crate::studies::provenance::Provenance;

/// Writes the [frame](odds) as a Parquet file, as a whole or not at all, with its provenance in the metadata.
///
/// # Errors
/// If the file cannot be written or renamed; nothing is left behind then.
pub fn write_odds(path: &Path, scenarios: &[ScenarioOdds], provenance: &Provenance) -> Result<(), FileError> {
    let table = odds(scenarios).map_err(|source| FileError::Table { path: path.to_owned(), source })?;
    write_parquet(path, table, &line(provenance))
}

/// The columns of each kind of amount: its name, mean and standard deviation.
const AMOUNTS: [[&str; 3]; Struck::AMOUNTS] =
    [["amount", "amount_mean", "amount_sd"], ["second_amount", "second_amount_mean", "second_amount_sd"]];

/// A row of the frame.
type Row<'a> = (&'a ScenarioOdds, &'a StrikeOdds);

/// One row for each attack: `scenario, system, attacker, attack, target, success, critical`, by kind of amount `amount, amount_mean,
/// amount_sd`, then `until, ever, attacks_mean, attacks_p10, attacks_p50, attacks_p90, file`. What does not exist or is not known is null.
///
/// # Errors
/// Never, since all columns have one length and names of their own.
pub fn odds(scenarios: &[ScenarioOdds]) -> PolarsResult<DataFrame> {
    let rows: Vec<Row<'_>> = scenarios.iter().flat_map(rows_of).collect();
    let text = |name: &str, of: &dyn for<'a> Fn(Row<'a>) -> &'a str| texts(name, rows.iter().map(|&row| of(row)));
    let number = |name: &str, of: &dyn Fn(&Odds) -> Option<f64>| {
        numbers::<Float64Type>(name, rows.iter().map(|(_, strike)| strike.odds.as_ref().and_then(of)))
    };
    let mut columns = vec![
        text("scenario", &|(scenario, _)| &scenario.scenario),
        text("system", &|(scenario, _)| scenario.system),
        text("attacker", &|(_, strike)| &strike.attacker),
        text("attack", &|(_, strike)| &strike.attack),
        text("target", &|(_, strike)| &strike.target),
        number("success", &|odds| Some(odds.success)),
        number("critical", &|odds| Some(odds.critical)),
    ];
    for (index, [name, mean, sd]) in AMOUNTS.into_iter().enumerate() {
        let keys = rows.iter().map(|(scenario, _)| scenario.striking.amounts.get(index).map(|amount| amount.key));
        columns.push(texts(name, keys));
        columns.push(number(mean, &|odds| odds.amounts.get(index).map(Distribution::mean)));
        columns.push(number(sd, &|odds| odds.amounts.get(index).map(Distribution::sd)));
    }
    columns.push(texts("until", rows.iter().map(|(scenario, _)| scenario.striking.enough)));
    columns.push(number("ever", &|odds| lasting(odds).map(|lasting| lasting.ever)));
    columns.push(number("attacks_mean", &|odds| lasting(odds).and_then(|lasting| lasting.mean)));
    for (name, share) in [("attacks_p10", 0.1), ("attacks_p50", 0.5), ("attacks_p90", 0.9)] {
        let quantile =
            |(_, strike): &Row<'_>| lasting(strike.odds.as_ref()?)?.quantile(share).map(|attacks| attacks as i64);
        columns.push(numbers::<Int64Type>(name, rows.iter().map(quantile)));
    }
    let files: Vec<Cow<'_, str>> = rows.iter().map(|(scenario, _)| visible(&scenario.file)).collect();
    columns.push(texts("file", files.iter().map(AsRef::as_ref)));
    frame(columns)
}

fn rows_of(scenario: &ScenarioOdds) -> impl Iterator<Item = Row<'_>> {
    scenario.strikes.iter().map(move |strike| (scenario, strike))
}

fn lasting(odds: &Odds) -> Option<&Lasting> {
    odds.lasting.as_ref()?.as_ref().ok()
}
