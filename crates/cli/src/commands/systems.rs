//! `equipoise systems`: which rules there are, and what their scenario files may hold.

use std::io::{self, Write};

use equipoise_engine::System;
use equipoise_engine::scenario::{Inside, KeyDecl, json_schema};

use crate::args::SystemsArgs;
use crate::exit::Failure;
use crate::out::Out;
use crate::tables::grid;
use crate::text::wrapped;

/// Lists the systems, or describes one.
pub(crate) fn run(args: &SystemsArgs) -> Result<(), Failure> {
    let mut out = Out::new();
    let system = args
        .system
        .as_deref()
        .map(|name| System::from_name(name).ok_or_else(|| Failure::plain(format!("there is no system `{name}`"))));
    match system.transpose()? {
        None => {
            let rows = System::ALL.iter().map(|system| vec![system.name().to_owned(), system.about().to_owned()]);
            write!(out, "{}", grid(&["system", "what it is"], rows.collect(), 0..0))?;
        }
        Some(system) if args.schema => {
            writeln!(out, "{:#}", json_schema(system.name(), system.schema()))?;
        }
        Some(system) => describe(&mut out, system)?,
    }
    Ok(out.flush()?)
}

fn describe(out: &mut Out, system: System) -> io::Result<()> {
    writeln!(out, "{}", wrapped(&format!("{}: {}", system.name(), system.about()), 0, 2))?;
    writeln!(out, "\nkeys of a scenario file")?;
    describe_keys(out, system.schema(), "")?;
    writeln!(out, "\nrules\n")?;
    let rows = system.rules().iter().map(|rule| vec![rule.id.to_owned(), rule.title.to_owned()]);
    write!(out, "{}", grid(&["id", "title"], rows.collect(), 0..0))
}

/// The recursion follows the declaration, which is finite.
fn describe_keys(out: &mut Out, keys: &'static [KeyDecl], path: &str) -> io::Result<()> {
    for key in keys {
        let path = format!("{path}{}", key.name);
        writeln!(out)?;
        describe_key(out, key, &path)?;
        match key.kind.inside() {
            Inside::Table(keys) => describe_keys(out, keys, &format!("{path}."))?,
            Inside::Tables(tables) => describe_keys(out, tables.keys, &format!("{path}.<id>."))?,
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }
    Ok(())
}

fn describe_key(out: &mut Out, key: &KeyDecl, path: &str) -> io::Result<()> {
    let path =
        if matches!(key.kind.inside(), Inside::Entries { .. }) { format!("{path}.<name>") } else { path.to_owned() };
    writeln!(out, "{path}")?;
    if !key.doc.is_empty() {
        writeln!(out, "{}", wrapped(key.doc, 4, 4))?;
    }
    let mut facts = vec![key.kind.type_name().to_owned()];
    facts.extend(Some(key.kind.bounds()).filter(|bounds| !bounds.is_empty()));
    facts.extend(Some(key.unit.to_owned()).filter(|unit| !unit.is_empty()));
    let mut line = vec![facts.join(", "), format!("default: {}", key.default)];
    if !key.rules.is_empty() {
        line.push(format!("rules: {}", key.rules.join(" ")));
    }
    writeln!(out, "{}", wrapped(&line.join("; "), 4, 6))?;
    for choice in key.kind.choices() {
        let text =
            if choice.doc.is_empty() { choice.name.to_owned() } else { format!("{}: {}", choice.name, choice.doc) };
        writeln!(out, "{}", wrapped(&text, 6, 8))?;
    }
    Ok(())
}
