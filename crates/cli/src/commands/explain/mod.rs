//! `equipoise explain`: what a word of the program means.

use std::io::{self, Write};

use equipoise_engine::Rule;
use equipoise_sim::System;
use equipoise_sim::json::line;
use equipoise_sim::studies::explain::{Meaning, keys_of, meanings, nearest_to, unit};

use crate::args::TextOrJson;
use crate::commands::systems::describe_key;
use crate::diagnostics::note_former_names;
use crate::exit::Failure;
use crate::load::{registry, system_of_either};
use crate::out::Out;
use crate::page::Page;

pub(in crate::commands) mod args;

use args::ExplainArgs;

/// Prints everything that the word means, in all systems or in that of `--system`.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let systems: Vec<System> = match args.system.as_deref().map(system_of_either).transpose()? {
        Some(system) => vec![system],
        None => registry().systems().to_vec(),
    };
    let word = args.word.join(" ");
    note_former_names(&word);
    let meanings = meanings(&word, &systems);
    if meanings.is_empty() {
        return Err(unknown(&word, &systems, args.system.is_none()));
    }
    let mut page = Page::new(Out::new(), args.format.markup());
    match args.format {
        TextOrJson::Json => meanings.iter().try_for_each(|meaning| writeln!(page, "{}", line(meaning)))?,
        TextOrJson::Table | TextOrJson::Markdown => table(&mut page, &word, &meanings)?,
    }
    Ok(page.flush()?)
}

/// Says that a word means nothing, with the names nearest to it; whether all systems were looked through, which are not those of a script.
fn unknown(word: &str, systems: &[System], is_everywhere: bool) -> Failure {
    let meant: Vec<String> = nearest_to(word, systems).iter().map(|name| format!("`{name}`")).collect();
    let help = if meant.is_empty() {
        "`equipoise systems SYSTEM` lists the rules and keys of a system.".to_owned()
    } else {
        format!("did you mean {}?", meant.join(" or "))
    };
    let help =
        if is_everywhere { format!("{help} `--system SCENARIO` looks in the script of a scenario.") } else { help };
    Failure::with_help(format!("`{word}` is no rule, no metric and no path of a key"), help)
}

fn table(page: &mut Page<impl Write>, word: &str, meanings: &[Meaning]) -> io::Result<()> {
    // Of several rules that have the word in their titles, the titles are enough.
    let is_titled = |meaning: &&Meaning| match meaning {
        Meaning::Rule(_, rule) => !rule.id.eq_ignore_ascii_case(word) && meanings.len() > 1,
        _ => false,
    };
    let (titled, told): (Vec<&Meaning>, Vec<&Meaning>) = meanings.iter().partition(is_titled);
    tell(page, &told)?;
    if titled.is_empty() {
        return Ok(());
    }
    if !told.is_empty() {
        page.gap()?;
    }
    let rows = titled.iter().filter_map(|meaning| match meaning {
        Meaning::Rule(_, rule) => Some(vec![rule.id.to_owned(), rule.title.to_owned()]),
        _ => None,
    });
    page.grid(&["rule", "title"], rows.collect(), 0..0)?;
    page.gap()?;
    page.note("`equipoise explain` with the id of a rule has its text")
}

fn tell(page: &mut Page<impl Write>, meanings: &[&Meaning]) -> io::Result<()> {
    for (index, meaning) in meanings.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        match meaning {
            Meaning::Quantity(quantity) => {
                page.title(&format!("{} (every system)", quantity.name), 2)?;
                page.detail(&quantity.doc, [4, 6])?;
            }
            Meaning::Term(term) => {
                page.title(&format!("{} (tables)", term.name), 2)?;
                page.detail(&term.doc, [4, 6])?;
            }
            Meaning::Word(system, found, choice) => {
                page.title(&format!("{} ({}): a word of {}", choice.name, system.name(), found.path), 2)?;
                page.detail(choice.doc, [4, 6])?;
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
    let text = system.rule_text(rule.id).unwrap_or_default();
    // Of the rules of a script the title is all that is said.
    if text != format!("**{} ({})**", rule.id, rule.title) {
        page.gap()?;
        page.markdown(text, 4)?;
    }
    let keys = keys_of(system, rule);
    if !keys.is_empty() {
        page.gap()?;
        page.note(&format!("keys: {}", keys.join(", ")))?;
    }
    Ok(())
}
