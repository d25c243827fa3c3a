//! Hints for keys and tables that stand in the wrong place of a file.

use super::Scenario;
use super::common::SYSTEM;
use super::error::{Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::Inside;
use super::node::{Node, Value, excerpt};
use super::read::entry_of_list;
use super::section::{push_element, push_segment};
use super::source::Span;

/// A table on the way to a key, with the keys declared for it.
struct Level<'a> {
    table: &'a Node,
    keys: &'static [KeyDecl],
    path: String,
}

impl Scenario {
    /// Adds hints to problems of keys that belong to another table, and of tables with the wrong brackets.
    pub(super) fn hint_at_places(&self, schema: &'static [KeyDecl], problems: &mut [Problem]) {
        for problem in problems.iter_mut().filter(|problem| problem.hint.is_none()) {
            let Some(span) = problem.span else { continue };
            problem.hint = match &*problem.kind {
                ProblemKind::UnknownKey { nearest, .. } => self.place_of_key(schema, span, nearest.is_none()),
                ProblemKind::WrongType { .. } => self.brackets(schema, span),
                _ => None,
            };
        }
    }

    /// The hint for a scenario in which `system` stands below the header of a table, with the location of that key.
    pub(super) fn misplaced_system(&self) -> Option<(Span, String)> {
        let tables = self.root.as_table()?.iter().flat_map(|entry| match &entry.node.value {
            Value::List(elements) => elements.iter().collect(),
            _ => vec![&entry.node],
        });
        let found = tables.filter_map(|table| Some((table, table.entry(SYSTEM.name())?)));
        let (table, entry) = found.min_by_key(|(_, entry)| entry.key_span.start)?;
        let first = self.first_header(&self.root, &self.root).or_else(|| self.header(table))?;
        Some((entry.key_span, format!("it stands below `{}`: move it above `{first}`", self.header(table)?)))
    }

    /// The table that an unknown key belongs to. Tables further in are considered only if `is_far`.
    fn place_of_key(&self, schema: &'static [KeyDecl], key_span: Span, is_far: bool) -> Option<String> {
        let mut levels = vec![Level { table: &self.root, keys: schema, path: String::new() }];
        let name = find(&mut levels, key_span)?;
        let (here, around) = levels.split_last()?;
        let is_free = |level: &&Level<'_>| find_key(level.keys, name).is_some() && level.table.get(name).is_none();
        if let Some(level) = around.iter().rev().find(is_free) {
            let owner =
                if level.path.is_empty() { "the scenario itself".to_owned() } else { format!("`{}`", level.path) };
            let move_it = match self.header(here.table).and_then(|_| self.first_header(level.table, level.table)) {
                Some(header) => format!(": move it above `{header}`"),
                None => String::new(),
            };
            return Some(format!("it belongs to {owner}{move_it}"));
        }
        if !is_far {
            return None;
        }
        levels.iter().rev().find_map(|level| {
            // The lists around the key's own table have been looked at already.
            let is_own = std::ptr::eq(level, here);
            let is_near = |key: &&KeyDecl| is_own || matches!(key.kind.inside(), Inside::Table(_));
            let has_key = |key: &&KeyDecl| find_key(key.kind.inside().keys(), name).is_some();
            level.keys.iter().filter(is_near).find(has_key).map(|key| header_of(&level.path, key))
        })
    }

    /// The header of a table as the file has it; `None` if it was written in braces or created by a dotted key.
    fn header(&self, table: &Node) -> Option<&str> {
        let source = self.sources.get(usize::from(table.span.source))?;
        source.text.get(table.span.range()).filter(|text| text.starts_with('['))
    }

    /// The first header in the file of the tables inside `table`.
    fn first_header<'s>(&'s self, table: &Node, whole: &Node) -> Option<&'s str> {
        // The table of expectations is taken out of the tree, and has a header like others.
        let expect = self.expect.as_ref().filter(|_| std::ptr::eq(table, &raw const self.root));
        let mut first: Option<&Node> = expect.map(|entry| &entry.node).filter(|node| self.header(node).is_some());
        let mut waiting = vec![table];
        while let Some(node) = waiting.pop() {
            let is_table = node.as_table().is_some() && !std::ptr::eq(node, whole);
            if is_table && self.header(node).is_some() && first.is_none_or(|first| node.span < first.span) {
                first = Some(node);
            }
            waiting.extend(node.as_table().into_iter().flatten().map(|entry| &entry.node));
            waiting.extend(node.as_list().into_iter().flatten());
        }
        self.header(first?)
    }

    /// The hint for a table that was written where a list of tables is declared.
    fn brackets(&self, schema: &'static [KeyDecl], span: Span) -> Option<String> {
        let source = self.sources.get(usize::from(span.source))?;
        let written = source.text.get(span.range())?;
        let mut levels = vec![Level { table: &self.root, keys: schema, path: String::new() }];
        let mut found = None;
        any_table(&mut levels, &mut |level| {
            let entries = level.table.as_table().into_iter().flatten();
            let tables = entries.filter(|entry| entry.node.span == span && entry.node.as_table().is_some());
            let lists = tables.filter_map(|entry| match find_key(level.keys, &entry.key)?.kind.inside() {
                Inside::Tables(tables) => Some((entry, tables.keys)),
                _ => None,
            });
            found = lists.map(|(entry, keys)| (level.path.clone(), entry, keys)).next();
            found.is_some()
        });
        let (path, entry, keys) = found?;
        if written.starts_with('[') && !written.starts_with("[[") {
            return Some(format!("write `[{written}]`, once for each"));
        }
        let inside = entry.node.as_table()?.iter().find(|inside| inside.node.as_table().is_some());
        match inside.filter(|_| !written.starts_with('{')) {
            // `[combatants.hero]` or `combatants.hero.hp = 3`.
            Some(inside) => {
                // Headers name lists, not the ids in them.
                let list = path.split('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
                let mut list = list.to_owned();
                push_segment(&mut list, &entry.key);
                let is_key = find_key(keys, &inside.key).is_some();
                Some(if is_key {
                    format!("a `[[{list}]]` has to stand above `{list}.{}`", excerpt(&inside.key))
                } else {
                    entry_of_list(&list, &inside.key)
                })
            }
            None => Some("a list of tables has brackets around it: `[{ … }, { … }]`".to_owned()),
        }
    }
}

/// The sentence about a table further in that has the key.
fn header_of(path: &str, key: &KeyDecl) -> String {
    // Headers name lists, not the ids in them.
    let list = path.split('.').next().unwrap_or_default();
    let mut name = list.split('[').next().unwrap_or_default().to_owned();
    push_segment(&mut name, key.name);
    match key.kind.inside() {
        Inside::Tables(_) => format!("it is a key of `[[{name}]]`"),
        _ => format!("it is a key of `[{name}]`"),
    }
}

/// Extends `levels` to the table that has a key at this location; returns the key. The recursion follows the
/// declaration, which is finite.
fn find<'a>(levels: &mut Vec<Level<'a>>, key_span: Span) -> Option<&'a str> {
    let mut name = None;
    any_table(levels, &mut |level| {
        let entries = level.table.as_table().into_iter().flatten();
        name = entries.map(|entry| (entry.key.as_str(), entry.key_span)).find(|(_, span)| *span == key_span);
        name.is_some()
    });
    name.map(|(name, _)| name)
}

/// Extends `levels`, whose last one is to be searched, to the first table for which `is_it` holds.
fn any_table<'a>(levels: &mut Vec<Level<'a>>, is_it: &mut impl FnMut(&Level<'a>) -> bool) -> bool {
    let Some(Level { table, keys, path }) = levels.last() else { return false };
    let (table, keys, path) = (*table, *keys, path.clone());
    if levels.last().is_some_and(&mut *is_it) {
        return true;
    }
    for entry in table.as_table().unwrap_or_default() {
        let Some(key) = find_key(keys, &entry.key) else { continue };
        let mut inner = path.clone();
        push_segment(&mut inner, key.name);
        let tables: Vec<Level<'a>> = match key.kind.inside() {
            Inside::Table(keys) => vec![Level { table: &entry.node, keys, path: inner }],
            Inside::Tables(tables) => {
                let elements = entry.node.as_list().unwrap_or_default().iter().enumerate();
                let level = |(index, table): (usize, &'a Node)| {
                    let mut path = inner.clone();
                    push_element(&mut path, table, index, tables.by);
                    Level { table, keys: tables.keys, path }
                };
                elements.map(level).collect()
            }
            Inside::Nothing | Inside::Entries { .. } => Vec::new(),
        };
        for level in tables {
            levels.push(level);
            if any_table(levels, is_it) {
                return true;
            }
            levels.pop();
        }
    }
    false
}

/// Whether a declaration of keys has a key at the path of a problem, in which ids stand for the tables of lists.
pub(crate) fn has_key_at(schema: &'static [KeyDecl], path: &str) -> bool {
    let mut keys = schema;
    let mut segments = path.split('.').peekable();
    while let Some(segment) = segments.next() {
        let (name, is_numbered) = segment.split_once('[').map_or((segment, false), |(name, _)| (name, true));
        let Some(key) = find_key(keys, name) else { return false };
        if segments.peek().is_none() {
            return true;
        }
        keys = key.kind.inside().keys();
        if matches!(key.kind.inside(), Inside::Tables(_)) && !is_numbered {
            segments.next();
        }
    }
    false
}
