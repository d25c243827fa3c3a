//! Pages and charts of results.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};

use crate::values;

/// A page of charts about the results.
#[derive(Debug, Args)]
pub(crate) struct PageFileArgs {
    /// Writes a page of charts about the results, to open in a browser and to send around
    ///
    /// It is one file of HTML that needs nothing else: charts with their numbers, how sure they are, the texts of the
    /// scenarios and the command that makes it again. What an interrupt leaves has no page.
    #[arg(long = "report", value_name = "FILE.html", value_hint = ValueHint::FilePath, value_parser = values::html_output())]
    pub(crate) page: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) charts: ChartArgs,
}

/// Single charts of the results.
#[derive(Debug, Clone, Args)]
pub(crate) struct ChartArgs {
    /// Writes one chart of the page to a file; may be repeated
    ///
    /// The end of the file's name says how: .svg is a drawing, .png a picture of it, .html a page with the drawing and its numbers, .csv the
    /// numbers alone, and .json a specification of Vega-Lite, for notebooks.
    #[arg(long, value_name = "NAME=FILE", value_hint = ValueHint::Other)]
    pub(crate) chart: Vec<ChartFile>,
}

/// A chart that is wanted in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChartFile {
    /// The chart's name.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) form: ChartForm,
}

/// How a chart is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChartForm {
    Svg,
    Png,
    Html,
    Csv,
    Vega,
}

impl FromStr for ChartFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("expected NAME=FILE")?;
        let path = values::read_output(path.into())?;
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let form = match extension.as_str() {
            "svg" => ChartForm::Svg,
            "png" => ChartForm::Png,
            "html" => ChartForm::Html,
            "csv" => ChartForm::Csv,
            "json" => ChartForm::Vega,
            _ => return Err("the name of the file ends in .svg, .png, .html, .csv or .json".to_owned()),
        };
        Ok(Self { name: name.to_owned(), path, form })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_name_says_what_a_chart_becomes() {
        let form = |text: &str| text.parse::<ChartFile>().map(|file| file.form);
        assert_eq!(form("winners=a.svg"), Ok(ChartForm::Svg));
        assert_eq!(form("winners=a.PNG"), Ok(ChartForm::Png));
        assert_eq!(form("a.b=c/d.Html"), Ok(ChartForm::Html));
        assert_eq!([form("x=y.csv"), form("x=y.vl.json")], [Ok(ChartForm::Csv), Ok(ChartForm::Vega)]);
        for text in ["a.svg", "=a.svg", "a=", "a=b", "a=b.gif", "a=-", "a=/dev/stdout"] {
            assert!(form(text).is_err(), "{text}");
        }
    }
}
