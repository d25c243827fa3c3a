//! `equipoise explain`: what a word of the program means: a rule, a metric or the path of a key.

use std::io::{self, Write};

use equipoise_engine::Rule;
use equipoise_sim::System;
use equipoise_sim::json::line;
use equipoise_sim::studies::explain::{Meaning, keys_of, meanings, nearest_to, unit};

use crate::args::TextOrJson;
use crate::commands::systems::describe_key;
use crate::diagnostics::note_former_names;
use crate::exit::Failure;
use crate::load::registry;
use crate::out::Out;
use crate::page::Page;

pub(in crate::commands) mod args;

use args::ExplainArgs;

/// Prints everything that the word means, in all systems or in that of `--system`.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let systems: Vec<System> = match args.system.as_deref().and_then(|name| registry().from_name(name)) {
        Some(system) => vec![system],
        None => registry().systems().to_vec(),
    };
    note_former_names(&args.word);
    let meanings = meanings(&args.word, &systems);
    if meanings.is_empty() {
        return Err(unknown(&args.word, &systems));
    }
    let mut page = Page::new(Out::new(), args.format.markup());
    match args.format {
        TextOrJson::Json => meanings.iter().try_for_each(|meaning| writeln!(page, "{}", line(meaning)))?,
        TextOrJson::Table | TextOrJson::Markdown => table(&mut page, &meanings)?,
    }
    Ok(page.flush()?)
}

/// Says that a word means nothing, with the names nearest to it.
fn unknown(word: &str, systems: &[System]) -> Failure {
    let meant: Vec<String> = nearest_to(word, systems).iter().map(|name| format!("`{name}`")).collect();
    let help = if meant.is_empty() {
        "`equipoise systems SYSTEM` lists the rules and keys of a system".to_owned()
    } else {
        format!("did you mean {}?", meant.join(" or "))
    };
    Failure::with_help(format!("`{word}` is no rule, no metric and no path of a key"), help)
}

fn table(page: &mut Page<impl Write>, meanings: &[Meaning]) -> io::Result<()> {
    for (index, meaning) in meanings.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        match meaning {
            Meaning::Quantity(quantity) => {
                page.title(&format!("{} (every system)", quantity.name), 2)?;
                page.detail(&quantity.doc, [4, 6])?;
            }
            Meaning::Rule(system, rule) => describe_rule(page, *system, rule)?,
            Meaning::Metric(system, metric) => {
                page.title(&format!("{} ({})", metric.name, system.name()), 2)?;
                page.detail(&format!("{}; in {}", metric.doc, unit(metric)), [4, 6])?;
            }
            Meaning::Key(system, found) => {
                page.title(&format!("{} ({})", found.path, system.name()), 2)?;
                describe_key(page, found.key, found.kind)?;
            }
        }
    }
    Ok(())
}

fn describe_rule(page: &mut Page<impl Write>, system: System, rule: &Rule) -> io::Result<()> {
    page.title(&format!("{} ({}): {}", rule.id, system.name(), rule.title), 2)?;
    page.gap()?;
    page.markdown(system.rule_text(rule.id).unwrap_or_default(), 4)?;
    let keys = keys_of(system, rule);
    if !keys.is_empty() {
        page.gap()?;
        page.note(&format!("keys: {}", keys.join(", ")))?;
    }
    Ok(())
}
