//! Overrides that name files: `roster=level-2.csv`, `rules.injury_tables.blunt=hard.csv`, `legs.gate.scenario=rats.toml`.
//!
//! The path of a file is put in its place before any file is read, as if the scenario itself named it. Everything that comes after
//! it (rows, defaults, other overrides) then finds the content of the new file.

use super::attachments::file_of;
use super::error::Problem;
use super::key::{KeyDecl, find_key};
use super::kinds::Inside;
use super::legs::{LEGS, Place, SCENARIO_OF_LEG, target_in_day};
use super::node::{Node, Value};
use super::path::{FileIds, Override, not_settable};
use super::pattern::matches_segment;
use super::read::Location;
use super::source::{Source, Span};
use super::{Scenario, TextUse};

impl Scenario {
    /// Whether an override names a file, which [`set_files`](Self::set_files) takes.
    pub fn names_file(&self, wanted: &Override, schema: &'static [KeyDecl]) -> bool {
        let segments: Vec<&str> = wanted.path.split('.').collect();
        if self.has_legs() && names_scenario_of_leg(&segments, schema) {
            return true;
        }
        let Ok(target) = target_in_day(&segments, schema) else { return false };
        let kind = target.kind();
        let nowhere = Span::new(0, 0..0);
        let node = kind.read_text(&wanted.value, Location::All(nowhere), nowhere);
        !target.in_map && node.is_ok_and(|node| file_of(&kind, &node).is_some())
    }

    /// Puts the paths of files in their places, each with its origin, as if the scenario named them. Must be called before
    /// [`wanted_files`](Self::wanted_files), with overrides that [name files](Self::names_file); later ones win.
    pub fn set_files(&mut self, overrides: &[(&str, &Override)], schema: &'static [KeyDecl]) -> Vec<Problem> {
        let set = |(origin, wanted): &(&str, &Override)| self.set_file(origin, wanted, schema).err();
        overrides.iter().filter_map(set).flatten().collect()
    }

    fn set_file(&mut self, origin: &str, wanted: &Override, schema: &'static [KeyDecl]) -> Result<(), Vec<Problem>> {
        let segments: Vec<&str> = wanted.path.split('.').collect();
        let places = self.places_of_files(&segments, schema);
        let text = |path: &str| format!("{path}={}", wanted.value);
        if places.is_empty() {
            let source = self.add_source(Source::new(origin, text(&wanted.path)), TextUse::Override);
            let span = source.map(|source| Span::new(source, 0..wanted.path.len()));
            let at = self.unknown_segment(&segments).max(usize::from(segments.len() > 1));
            return Err(match span {
                Some(span) if self.has_legs() && segments[0] == LEGS && self.unknown_segment(&segments) > 1 => {
                    not_settable(Some(span), &wanted.path, "the leg has a file of its own, which says it")
                }
                Some(span) => self.unknown_path(&segments, at, span, schema),
                None => not_settable(None, &wanted.path, "there are too many overrides"),
            });
        }
        for path in places {
            // Files are told apart by where their paths stand, so that each place has a text of its own.
            let Some(source) = self.add_source(Source::new(origin, text(&path)), TextUse::Override) else {
                return Err(not_settable(None, &path, "there are too many overrides"));
            };
            let offset = path.len() + 1;
            let (path_span, span) =
                (Span::new(source, 0..path.len()), Span::new(source, offset..offset + wanted.value.len()));
            let segments: Vec<&str> = path.split('.').collect();
            let location = Location::Text { source, offset };
            let node = match target_in_day(&segments, schema) {
                Ok(target) if !names_scenario_of_leg(&segments, schema) => {
                    target.kind().read_text(&wanted.value, location, span)?
                }
                _ => super::read::read_quoted(&wanted.value, location, span),
            };
            self.put_file(&segments, (path_span, node), schema);
        }
        Ok(())
    }

    /// The paths of keys for files that a path, or a pattern without `**`, fits.
    fn places_of_files(&self, segments: &[&str], schema: &'static [KeyDecl]) -> Vec<String> {
        let mut found = Vec::new();
        if !self.has_legs() {
            fitting(Some(&self.root), schema, segments, "", &mut found);
            return found;
        }
        let [LEGS, id, inner @ ..] = segments else {
            if let Some(base) = &self.base {
                fitting(Some(&base.root), schema, segments, "", &mut found);
            }
            return found;
        };
        for leg in self.legs.iter().filter(|leg| matches_segment(id, &leg.id)) {
            for (at, fight) in leg.fights.iter().enumerate() {
                let inner = match (leg.is_choice, inner) {
                    (false, _) => inner,
                    (true, [id, inner @ ..]) if matches_segment(id, &fight.id) => inner,
                    (true, _) => continue,
                };
                match (inner, &fight.made) {
                    ([key], None) if *key == SCENARIO_OF_LEG => found.push(format!("{}.{key}", leg.path(at))),
                    ([key], Some(_)) if find_key(schema, key).is_some_and(|key| key.kind.file().is_some()) => {
                        found.push(format!("{}.{key}", leg.path(at)));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Puts the path of a file into a place that was found.
    fn put_file(&mut self, segments: &[&str], (key_span, node): (Span, Node), schema: &'static [KeyDecl]) {
        if let Some((leg, fight, count)) = self.place_of(segments) {
            self.legs[leg].fights[fight].name_file(segments[count], (key_span, node));
            return;
        }
        let mut ids = FileIds::default();
        let put = |scenario: &mut Self| {
            scenario.put(segments, &mut ids, key_span, node, schema).unwrap_or_else(|_| Vec::new())
        };
        let problems = if self.has_legs() { self.inside(Place::Base, put) } else { put(self) };
        debug_assert!(problems.is_empty(), "nothing is completed yet");
    }
}

/// Whether a path leads to the file of a leg, or of one of its choice.
fn names_scenario_of_leg(segments: &[&str], schema: &'static [KeyDecl]) -> bool {
    let is_it = |key: &str| key == SCENARIO_OF_LEG;
    match segments {
        [LEGS, _, key] => is_it(key),
        [LEGS, _, id, key] => is_it(key) && find_key(schema, id).is_none(),
        _ => false,
    }
}

/// The paths of keys for files below a table that a pattern fits. The recursion follows the pattern.
fn fitting(table: Option<&Node>, keys: &'static [KeyDecl], pattern: &[&str], path: &str, found: &mut Vec<String>) {
    let [first, rest @ ..] = pattern else { return };
    for key in keys.iter().filter(|key| matches_segment(first, key.name)) {
        let path = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        let node = table.and_then(|table| table.get(key.name));
        match (rest, key.kind.inside()) {
            ([], _) if key.kind.file().is_some() => found.push(path),
            ([], _) => {}
            (_, Inside::Table(nested)) => fitting(node, nested, rest, &path, found),
            ([id, rest @ ..], Inside::Tables(tables)) => {
                let Some(Value::List(list)) = node.map(|node| &node.value) else { continue };
                for table in list {
                    if let Some(own) = table.id_by(tables.by).filter(|own| matches_segment(id, own)) {
                        fitting(Some(table), tables.keys, rest, &format!("{path}.{own}"), found);
                    }
                }
            }
            _ => {}
        }
    }
}
