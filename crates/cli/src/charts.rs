//! Writes pages and charts of results: `--report` and `--chart`.

use std::path::PathBuf;

use equipoise_charts::Chart;
use equipoise_report::single;
use equipoise_sim::studies::study::Words;
use equipoise_sim::write_whole;

use crate::args::{ChartArgs, ChartFile, ChartForm, PageFileArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::png::png;
use crate::text::shell_word;

/// Refuses charts that the results will not have, before anything is played for them.
pub(crate) fn refuse_unknown<T: AsRef<str>>(args: &ChartArgs, names: &[T]) -> Result<(), Failure> {
    let is_known = |wanted: &&ChartFile| names.iter().any(|name| name.as_ref() == wanted.name);
    match args.chart.iter().find(|wanted| !is_known(wanted)) {
        None => Ok(()),
        Some(unknown) => {
            let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
            let message = format!("--chart: there is no chart `{}`", unknown.name);
            Err(Failure::with_help(message, format!("there are: {}", names.join(", "))))
        }
    }
}

impl PageFileArgs {
    /// Whether anything is wanted.
    pub(crate) fn is_given(&self) -> bool {
        self.page.is_some() || !self.charts.chart.is_empty()
    }

    /// Writes what is wanted of the results that a command line has made; `page` is given the one that makes the page again.
    pub(crate) fn write(
        &self,
        made_by: &Words,
        page: impl FnOnce(&[String]) -> String,
        charts: impl FnOnce() -> Vec<Chart>,
    ) -> Result<(), Failure> {
        if let Some(path) = &self.page {
            write_whole(path, page(&made_by.clone().option("--report", &"FILE.html").0).as_bytes())?;
        }
        self.charts.write(&made_by.0, charts)
    }

    /// The files that are wanted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.page.iter().chain(self.charts.chart.iter().map(|wanted| &wanted.path))
    }

    /// Says which files an interrupt leaves unwritten.
    pub(crate) fn note_unwritten(&self) {
        for path in self.paths() {
            note(&format!("interrupted: {} was not written", path.display()));
        }
    }
}

impl ChartArgs {
    /// Writes the charts that are wanted of the results that a command line has made.
    pub(crate) fn write(&self, made_by: &[String], charts: impl FnOnce() -> Vec<Chart>) -> Result<(), Failure> {
        if self.chart.is_empty() {
            return Ok(());
        }
        let words: Vec<_> = made_by.iter().map(|word| shell_word(word)).collect();
        let (charts, made_by) = (charts(), words.join(" "));
        self.chart.iter().try_for_each(|wanted| write(wanted, &charts, &made_by))
    }
}

fn write(wanted: &ChartFile, charts: &[Chart], made_by: &str) -> Result<(), Failure> {
    let named: Vec<&Chart> = charts.iter().filter(|chart| chart.name == wanted.name).collect();
    let chart = match named[..] {
        [chart] => chart,
        [] => return Err(Failure::plain(format!("--chart: these results have nothing to draw for `{}`", wanted.name))),
        _ => {
            return Err(Failure::plain(format!(
                "--chart: there are {} charts `{}`; --report has all",
                named.len(),
                wanted.name
            )));
        }
    };
    let bytes = match wanted.form {
        ChartForm::Svg => chart.standalone(made_by).into_bytes(),
        ChartForm::Png => png(&chart.standalone(made_by))?,
        ChartForm::Html => single(chart).into_bytes(),
        ChartForm::Csv => chart.csv().into_bytes(),
        ChartForm::Vega => chart.vega().into_bytes(),
    };
    Ok(write_whole(&wanted.path, &bytes)?)
}
