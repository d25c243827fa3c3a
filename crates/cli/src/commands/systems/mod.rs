//! `equipoise systems`: which rules there are, and what their scenario files may hold.

use std::io::{self, Write};

use equipoise_engine::scenario::{Group, Inside, KeyDecl, Kind, declared_paths, json_schema, json_schema_with_days};
use equipoise_sim::System;

use crate::exit::Failure;
use crate::load::{registry, system_of_either};
use crate::out::Out;
use crate::page::Page;

pub(in crate::commands) mod args;

use args::SystemsArgs;

/// Lists the systems, or describes one.
pub(crate) fn run(args: &SystemsArgs) -> Result<(), Failure> {
    let mut page = Page::new(Out::new(), args.format.markup());
    match args.system.as_deref().map(system_of_either).transpose()? {
        None if args.quiet => registry().names().iter().try_for_each(|name| writeln!(page, "{name}"))?,
        Some(system) if args.quiet => {
            declared_paths(system.schema()).iter().try_for_each(|declared| writeln!(page, "{}", declared.path))?;
        }
        None => {
            let rows = registry().systems().iter();
            let rows = rows.map(|system| vec![system.name().to_owned(), system.about().to_owned()]);
            page.grid(&["system", "what it is"], rows.collect(), 0..0)?;
        }
        Some(system) if args.schema => {
            let of_system = if system.has_days() { json_schema_with_days } else { json_schema };
            writeln!(page, "{:#}", of_system(system.name(), system.schema()))?;
        }
        Some(system) => describe(&mut page, system)?,
    }
    Ok(page.flush()?)
}

fn describe(page: &mut Page<impl Write>, system: System) -> io::Result<()> {
    page.title(&format!("{}: {}", system.name(), system.about()), 2)?;
    page.gap()?;
    page.heading("keys of a scenario file")?;
    describe_schema(page, system.schema())?;
    page.gap()?;
    page.heading("dice: what their slots are for")?;
    page.gap()?;
    let rows =
        system.occasions().iter().map(|known| [known.slots(), known.name.to_owned(), known.doc.to_owned()].to_vec());
    page.grid(&["slot", "occasion", "what is rolled"], rows.collect(), 0..0)?;
    if !system.decisions().is_empty() {
        page.gap()?;
        page.heading("decisions of a combatant")?;
        page.gap()?;
        let rows = system.decisions().iter().map(|kind| vec![kind.name.to_owned(), kind.doc.to_owned()]);
        page.grid(&["decision", "what is decided"], rows.collect(), 0..0)?;
    }
    page.gap()?;
    page.heading("rules")?;
    page.gap()?;
    let rows = system.rules().map(|rule| vec![rule.id.to_owned(), rule.title.to_owned()]);
    page.grid(&["id", "title"], rows.collect(), 0..0)
}

/// All keys, those of a group once, after the others.
fn describe_schema(page: &mut Page<impl Write>, schema: &'static [KeyDecl]) -> io::Result<()> {
    let mut groups = Vec::new();
    describe_keys(page, schema, "", &mut groups)?;
    let mut described = 0;
    // Describing a group may add others, which its keys hold: the list grows while it is walked.
    while let Some(&group) = groups.get(described) {
        page.gap()?;
        page.heading(&format!("keys of {}: {}", group.name, group.doc))?;
        describe_keys(page, group.keys, "", &mut groups)?;
        described += 1;
    }
    Ok(())
}

/// Adds the groups that it meets. The recursion follows the declaration, which is finite.
fn describe_keys(
    page: &mut Page<impl Write>,
    keys: &'static [KeyDecl],
    path: &str,
    groups: &mut Vec<&'static Group>,
) -> io::Result<()> {
    for key in keys {
        let path = format!("{path}{}", key.name);
        let entries = if matches!(key.kind.inside(), Inside::Entries { .. }) { ".<name>" } else { "" };
        page.gap()?;
        page.heading(&format!("{path}{entries}"))?;
        describe_key(page, key, key.kind)?;
        match (key.kind.inside(), key.kind.group()) {
            (_, Some(group)) => {
                if groups.iter().all(|known| known.name != group.name) {
                    groups.push(group);
                }
            }
            (Inside::Table(keys), None) => describe_keys(page, keys, &format!("{path}."), groups)?,
            (Inside::Tables(tables), None) => describe_keys(page, tables.keys, &format!("{path}.<id>."), groups)?,
            (Inside::Nothing | Inside::Entries { .. }, None) => {}
        }
    }
    Ok(())
}

/// The meaning of a key, its values and what else is declared of it. `kind` is that of the value in question.
pub(super) fn describe_key(page: &mut Page<impl Write>, key: &KeyDecl, kind: Kind) -> io::Result<()> {
    if !key.doc.is_empty() {
        page.detail(key.doc, [4, 4])?;
    }
    let mut facts = vec![kind.type_name().to_owned()];
    facts.extend(Some(kind.bounds()).filter(|bounds| !bounds.is_empty()));
    facts.extend(Some(key.unit.to_owned()).filter(|unit| !unit.is_empty()));
    let mut line = vec![facts.join(", "), format!("default: {}", key.default)];
    if !key.rules.is_empty() {
        line.push(format!("rules: {}", key.rules.join(" ")));
    }
    page.detail(&line.join("; "), [4, 6])?;
    for choice in kind.choices() {
        let text =
            if choice.doc.is_empty() { choice.name.to_owned() } else { format!("{}: {}", choice.name, choice.doc) };
        page.detail(&text, [6, 8])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use equipoise_engine::keys;
    use equipoise_engine::scenario::Key;
    use equipoise_engine::scenario::kinds::{Table, Tables};

    use super::*;
    use crate::page::Markup;

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
        let mut page = Page::new(Vec::new(), Markup::Plain);
        describe_schema(&mut page, File::KEYS).expect("memory can be written");
        let expected = "\nsuccess\n    on the target\n    table, keys of effect block; default: all defaults\n\
                        \ncritical\n    on top of it\n    table, keys of effect block; default: none\n\
                        \nlater\n    in the next rounds\n    list of tables, at most 3, keys of effect block; \
                        default: none\n\
                        \nkeys of effect block: what is done\n\
                        \nfatigue\n    how tired it gets\n    whole number, 0..=20; default: 0\n";
        assert_eq!(String::from_utf8(page.out().clone()).expect("text"), expected);
    }
}
