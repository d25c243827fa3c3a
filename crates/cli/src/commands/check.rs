//! `equipoise check`: what was understood of a scenario.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::scenario::DefaultValue;
use equipoise_sim::output::json;
use equipoise_sim::studies::check::{Key, Origin, Understanding, check, check_spare_rows, doubts};

use crate::args::{CheckArgs, TextOrJson};
use crate::diagnostics::{self, Mistake, of_scenario};
use crate::exit::Failure;
use crate::load::{Loaded, load_all};
use crate::out::Out;
use crate::page::Page;
use crate::text::visible;

/// Checks all scenarios and lists their values. Doubts are shown below, or are mistakes with `--strict`.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    let mut mistakes: Vec<Mistake> =
        scenarios.iter().filter_map(|scenario| check_spare_rows(scenario).err()).flat_map(of_scenario).collect();
    let doubts: Vec<Mistake> = scenarios.iter().flat_map(|scenario| of_scenario(doubts(scenario))).collect();
    let doubts: Vec<Mistake> = doubts.into_iter().map(Mistake::into_doubt).collect();
    if args.strict {
        mistakes.extend(doubts);
        return if mistakes.is_empty() { list(args, &scenarios) } else { Err(Failure::Mistakes(mistakes)) };
    }
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(mistakes));
    }
    list(args, &scenarios)?;
    diagnostics::show(&doubts);
    Ok(())
}

fn list(args: &CheckArgs, scenarios: &[Loaded]) -> Result<(), Failure> {
    if args.quiet {
        return Ok(());
    }
    let mut out = Page::new(Out::new(), args.format.markup());
    for (at, scenario) in scenarios.iter().enumerate() {
        let understanding = check(scenario);
        match args.format {
            TextOrJson::Table | TextOrJson::Markdown => {
                if at > 0 {
                    out.gap()?;
                }
                table(&mut out, scenario, &understanding)?;
            }
            TextOrJson::Json => writeln!(out, "{}", json::line(&understanding))?,
        }
    }
    Ok(out.flush()?)
}

fn table(page: &mut Page<impl Write>, loaded: &Loaded, understanding: &Understanding) -> io::Result<()> {
    let Understanding { scenario, system, combatants, keys, .. } = understanding;
    let name = loaded.scenario.sources().first().map_or("", |source| &source.name);
    page.title(&format!("{}: {} ({system}), no mistakes", visible(name), visible(scenario)), 2)?;
    page.gap()?;
    let rows = combatants
        .iter()
        .map(|member| vec![member.id.clone(), member.side.to_string(), visible(&member.name).into_owned()]);
    page.grid(&["combatant", "side", "name"], rows.collect(), 0..0)?;
    page.gap()?;
    let rows = keys
        .iter()
        .map(|key| vec![key.path.clone(), visible(&shown(key)).into_owned(), origin(&key.from), key.rules.join(" ")]);
    page.grid(&["key", "value", "from", "rules"], rows.collect(), 0..0)
}

/// The value in effect; what no file says but follows from others is put in words, with the number where it is known.
fn shown(key: &Key) -> String {
    match (&key.given, key.default, key.derived) {
        (Some(value), ..) => value.clone(),
        (None, DefaultValue::Derived(words), Some(number)) => format!("{number} ({words})"),
        (None, DefaultValue::Derived(words), None) => format!("({words})"),
        (None, ..) => "-".to_owned(),
    }
}

/// Where a value comes from: of a file that the scenario names also the row or the line. The column is what the key ends
/// in.
fn origin(from: &Origin) -> String {
    match from {
        Origin::Default => "default".to_owned(),
        Origin::File => "file".to_owned(),
        Origin::Override(option) => option.clone(),
        Origin::Attachment { file, cell, line } => {
            let row = cell.as_ref().map_or(*line, |(row, _)| *row);
            format!("{}:{row}", visible(file_name(file)))
        }
    }
}

/// The name of a file without its folder.
fn file_name(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}
