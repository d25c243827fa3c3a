//! `equipoise systems`: which rules there are, and what their scenario files may hold.

use std::io::{self, Write};

use equipoise_engine::System;
use equipoise_engine::scenario::{Group, Inside, KeyDecl, json_schema};

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

fn describe(out: &mut impl Write, system: System) -> io::Result<()> {
    writeln!(out, "{}", wrapped(&format!("{}: {}", system.name(), system.about()), 0, 2))?;
    writeln!(out, "\nkeys of a scenario file")?;
    describe_schema(out, system.schema())?;
    writeln!(out, "\nrules\n")?;
    let rows = system.rules().iter().map(|rule| vec![rule.id.to_owned(), rule.title.to_owned()]);
    write!(out, "{}", grid(&["id", "title"], rows.collect(), 0..0))
}

/// All keys, those of a group once, after the others.
fn describe_schema(out: &mut impl Write, schema: &'static [KeyDecl]) -> io::Result<()> {
    let mut groups = Vec::new();
    describe_keys(out, schema, "", &mut groups)?;
    let mut described = 0;
    // Describing a group may add others, which its keys hold: the list grows while it is walked.
    while let Some(&group) = groups.get(described) {
        writeln!(out, "\n{}", wrapped(&format!("keys of {}: {}", group.name, group.doc), 0, 2))?;
        describe_keys(out, group.keys, "", &mut groups)?;
        described += 1;
    }
    Ok(())
}

/// Adds the groups that it meets. The recursion follows the declaration, which is finite.
fn describe_keys(
    out: &mut impl Write,
    keys: &'static [KeyDecl],
    path: &str,
    groups: &mut Vec<&'static Group>,
) -> io::Result<()> {
    for key in keys {
        let path = format!("{path}{}", key.name);
        writeln!(out)?;
        describe_key(out, key, &path)?;
        match (key.kind.inside(), key.kind.group()) {
            (_, Some(group)) => {
                if groups.iter().all(|known| known.name != group.name) {
                    groups.push(group);
                }
            }
            (Inside::Table(keys), None) => describe_keys(out, keys, &format!("{path}."), groups)?,
            (Inside::Tables(tables), None) => describe_keys(out, tables.keys, &format!("{path}.<id>."), groups)?,
            (Inside::Nothing | Inside::Entries { .. }, None) => {}
        }
    }
    Ok(())
}

fn describe_key(out: &mut impl Write, key: &KeyDecl, path: &str) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use equipoise_engine::keys;
    use equipoise_engine::scenario::Key;
    use equipoise_engine::scenario::kinds::{Table, Tables};

    use super::*;

    static EFFECT: Group = Group { name: "effect block", doc: "what is done", keys: Effect::KEYS };

    keys! {
        enum Effect {
            FATIGUE: u8 = Key::int("fatigue", 0, 20).default_int(0).doc("how tired it gets"),
        }
    }

    keys! {
        enum File {
            SUCCESS: Table = Key::group("success", &EFFECT).default_table().doc("on the target"),
            CRITICAL: Option<Table> = Key::group("critical", &EFFECT).doc("on top of it"),
            LATER: Tables = Key::tables_of("later", &EFFECT, 3).doc("in the next rounds"),
        }
    }

    #[test]
    fn a_group_of_keys_is_described_once() {
        let mut text = Vec::new();
        describe_schema(&mut text, File::KEYS).expect("memory can be written");
        let expected = "\nsuccess\n    on the target\n    table, keys of effect block; default: all defaults\n\
                        \ncritical\n    on top of it\n    table, keys of effect block; default: none\n\
                        \nlater\n    in the next rounds\n    list of tables, at most 3, keys of effect block; \
                        default: none\n\
                        \nkeys of effect block: what is done\n\
                        \nfatigue\n    how tired it gets\n    whole number, 0..=20; default: 0\n";
        assert_eq!(String::from_utf8(text).expect("text"), expected);
    }
}
