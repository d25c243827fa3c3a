//! `equipoise check`: what was understood of a scenario.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::scenario::Following;
use equipoise_engine::scenario::common::DESCRIPTION;
use equipoise_sim::json::line;
use equipoise_sim::output::verdicts::expected;
use equipoise_sim::studies::check::{Checked, Key, Listed, Mistake as Problem, Origin, Understanding, look_at};
use equipoise_sim::studies::test::Expected;

use crate::annotations::{Annotations, Level};
use crate::diagnostics::{self, Mistake, note_former_names, of_loading, of_scenario};
use crate::exit::Failure;
use crate::load::{loader, refuse_stdin_twice};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::text::visible;

pub(in crate::commands) mod args;

use args::{CheckArgs, CheckFormat};

/// Checks all scenarios and lists their values. Doubts are shown below, or are mistakes with `--strict`. As JSON and as
/// annotations scenarios with mistakes are listed too, with these.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let paths = &args.input.scenarios;
    refuse_stdin_twice(paths)?;
    let listed = match args.format {
        _ if args.quiet => Listed::Nothing,
        CheckFormat::Github => Listed::Nothing,
        CheckFormat::Json => Listed::All,
        CheckFormat::Table | CheckFormat::Markdown if args.all => Listed::All,
        CheckFormat::Table | CheckFormat::Markdown => Listed::Said,
    };
    let changes = &args.input.changes.overrides();
    let checked = paths.iter().map(|path| look_at(loader(), path, changes, args.strict, listed));
    let checked: Vec<Checked> = checked.collect();
    let is_sound = checked.iter().all(|checked| checked.refusals.is_empty());
    let lists_mistakes = matches!(args.format, CheckFormat::Json | CheckFormat::Github);
    if !args.quiet && (is_sound || lists_mistakes) {
        list(args, &checked)?;
    }
    for expected in checked.iter().flat_map(|checked| &checked.understanding.expectations) {
        note_former_names(&expected.written);
    }
    let (mut mistakes, mut doubts): (Vec<Mistake>, Vec<Mistake>) = (Vec::new(), Vec::new());
    for Checked { refusals, doubts: more, .. } in checked {
        mistakes.extend(refusals.into_iter().flat_map(of_loading));
        doubts.extend(more.into_iter().flat_map(of_scenario).map(Mistake::into_doubt));
    }
    if !is_sound {
        return Err(Failure::Mistakes(mistakes));
    }
    diagnostics::show(&doubts);
    Ok(())
}

fn list(args: &CheckArgs, checked: &[Checked]) -> Result<(), Failure> {
    let mut out = Page::new(Out::new(), args.format.markup());
    let mut annotations = Annotations::default();
    for (at, Checked { understanding, doubts, .. }) in checked.iter().enumerate() {
        match args.format {
            CheckFormat::Json => writeln!(out, "{}", line(understanding))?,
            CheckFormat::Github => {
                let doubts = doubts.as_ref().map(Problem::all).unwrap_or_default();
                let doubts = doubts.iter().map(|doubt| (Level::Warning, doubt));
                let all = understanding.mistakes.iter().map(|mistake| (Level::Error, mistake)).chain(doubts);
                for (level, problem) in all {
                    write!(out, "{}", annotations.of_mistake(level, &understanding.file, problem))?;
                }
            }
            CheckFormat::Table | CheckFormat::Markdown => {
                if at > 0 {
                    out.gap()?;
                }
                table(&mut out, args.all, understanding)?;
            }
        }
    }
    write!(out, "{}", annotations.last().unwrap_or_default())?;
    Ok(out.flush()?)
}

fn table(page: &mut Page<impl Write>, is_all: bool, understanding: &Understanding) -> io::Result<()> {
    let Understanding { source, scenario, system, combatants, keys, expectations, notes, .. } = understanding;
    let [scenario, system] = [scenario.as_deref(), *system].map(Option::unwrap_or_default);
    page.title(&format!("{}: {} ({system}), no mistakes", visible(source), visible(scenario)), 2)?;
    let is_description = |key: &&Key| key.path == DESCRIPTION.name();
    if let Some(description) = keys.iter().find(is_description).and_then(|key| key.given.as_deref()) {
        page.note(&visible(description))?;
    }
    page.gap()?;
    let rows = combatants
        .iter()
        .map(|member| vec![member.id.clone(), member.side.to_string(), visible(&member.name).into_owned()]);
    page.grid(&["combatant", "side", "name"], rows.collect(), 0..0)?;
    page.gap()?;
    let listed = keys.iter().filter(|key| key.applies && (is_all || key.is_said()));
    // A description has the width of the page.
    let listed: Vec<&Key> = listed.filter(|key| !is_description(key) || key.given.is_none()).collect();
    let row = |key: &&Key| {
        [visible(&key.path).into_owned(), visible(&shown(key)).into_owned(), origin(key), key.rules.join(" ")]
    };
    page.keys(&listed.iter().map(row).collect::<Vec<_>>())?;
    if !is_all {
        page.gap()?;
        page.note("defaults are not shown; --all lists them")?;
    }
    if !expectations.is_empty() {
        page.gap()?;
        let row = |one: &Expected| vec![visible(&one.name).into_owned(), expected(one), grouped(one.line as u64)];
        page.grid(&["expectation", "band", "line"], expectations.iter().map(row).collect(), 2..3)?;
    }
    for note in notes {
        page.gap()?;
        page.note(&visible(note))?;
    }
    Ok(())
}

/// The value in effect. Of a value that no file says and that follows from others, the key that has it, or the words of the
/// declaration.
fn shown(key: &Key) -> String {
    let words = key.follows.unwrap_or_default();
    match (&key.given, &key.following, key.derived) {
        (Some(text), ..) if text.contains('\n') => format!("{} lines", grouped(text.lines().count() as u64)),
        (Some(value), ..) | (None, Some(Following { value, key: None, .. }), _) => value.clone(),
        (None, Some(Following { value, key: Some(key), .. }), _) => format!("{value} ({key})"),
        (None, None, Some(number)) => format!("{number} ({words})"),
        (None, None, None) if words.is_empty() => "-".to_owned(),
        (None, None, None) => format!("({words})"),
    }
}

/// The source of a value; in a file that the scenario names, with its row or line. The column is the end of the key.
fn origin(key: &Key) -> String {
    match &key.from {
        Origin::Default if key.is_said() => "follows".to_owned(),
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
