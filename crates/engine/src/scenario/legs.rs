//! The list `[[legs]]`: a day of several fights, each with a scenario of its own.
//!
//! Each leg names the files of its scenarios, which are attached like other files that a scenario names, and may name files
//! themselves. A leg that names none is made of what the root of the day says (`made`). The scenario of a leg is a whole
//! [`Scenario`], whose spans refer to the texts of the day.

use std::collections::BTreeMap;
use std::path::Path;

use super::attachments::{FileFormat, WantedFile, are_rules_read, file_of};
use super::canonical::json_string;
use super::common::{ACCOUNTS, COLUMNS, DESCRIPTION, ID, NAME_OF_SCENARIO, ROSTER, SYSTEM};
use super::error::{Problem, ProblemKind};
use super::key::{Key, KeyDecl, find_key};
use super::kinds::{Id, Tables, Text};
use super::made::Made;
use super::nearest::{nearest, suggestion};
use super::node::{Entry, Node, Value, excerpt};
use super::path::{FileIds, PathEntry, Setting, Target, as_shown, target};
use super::read::read_file;
use super::source::{Source, Span};
use super::truths::hint_at_truths;
use super::{Scenario, expect};
use crate::day::LEGS_MAX;
use crate::keys;

/// The key of the list of legs.
pub const LEGS: &str = "legs";
/// Most scenarios of which a leg is one.
const CHOICE_MAX: usize = 20;
/// The key of the weight of one of them.
pub(super) const WEIGHT: &str = "weight";
/// The key of the file of a leg, and of one of its choice.
pub(super) const SCENARIO_OF_LEG: &str = "scenario";
/// Largest weight of one of them.
const WEIGHT_MAX: u32 = 1000;
/// Most repetitions of a leg.
const REPEAT_MAX: usize = 20;

/// The keys of a leg that the declaration of keys does not know: the values of others, and the rest of the system.
pub(super) const SET: &str = "set";
pub(super) const REST: &str = "rest";

keys! {
    /// The keys of one of several scenarios of a leg.
    enum ChanceKeys {
        ID: Option<Id> = Key::id("id").derived("the name of the file").doc("the name used in paths"),
        SCENARIO: Option<Text> = Key::text(SCENARIO_OF_LEG).doc("path of its scenario, relative to this file"),
        WEIGHT: u32 = Key::int(WEIGHT, 0, WEIGHT_MAX as i64).default_int(1).doc("its chance, in proportion to the others"),
    }
}

keys! {
    /// The keys of a leg, beside `set` and `rest`.
    enum LegKeys {
        ID: Id = ID.doc("the name used in paths and reports"),
        SCENARIO: Option<Text> = Key::text(SCENARIO_OF_LEG).example(r#""gate.toml""#).doc("path of its scenario, relative to this file"),
        CHOICE: Tables = Key::tables("choice", ChanceKeys::KEYS, CHOICE_MAX)
            .doc("several scenarios instead, of which a die chooses one"),
        REPEAT: usize = Key::int("repeat", 1, REPEAT_MAX as i64).default_int(1).doc("how often it comes; several are id-1, id-2, …"),
    }
}

/// The keys at the root of a day.
pub(super) const DAY: &[KeyDecl] = &[
    SYSTEM.decl(),
    NAME_OF_SCENARIO.decl(),
    DESCRIPTION.decl(),
    Key::tables(LEGS, LegKeys::KEYS, LEGS_MAX).at_least_one().doc("the fights, in their order").decl(),
];

/// A leg of a day.
#[derive(Debug, Clone)]
pub(super) struct Leg {
    /// Its index in the list of the file.
    at: usize,
    pub(super) id: String,
    repeat: usize,
    /// Whether it has several scenarios, which paths tell apart.
    pub(super) is_choice: bool,
    pub(super) fights: Vec<LegFight>,
    rest: Option<Entry>,
    pub(super) set: Option<Entry>,
}

/// One scenario of a leg.
#[derive(Debug, Clone)]
pub(super) struct LegFight {
    pub(super) id: String,
    weight: u32,
    /// Its index in the choice of the leg.
    chance: Option<usize>,
    /// The path of the file as the day writes it, with its location and the path of its key; empty if it has none.
    path: String,
    span: Span,
    key: String,
    /// `None` as long as the file was not attached.
    pub(super) scenario: Option<Box<Scenario>>,
    is_set: bool,
    /// The keys that it lays over the root of the day, if it is made of that.
    pub(super) made: Option<Made>,
}

/// A leg for who compiles it.
#[derive(Debug, Clone)]
pub struct LegView<'a> {
    /// Its id.
    pub id: &'a str,
    /// The number of times that it comes.
    pub repeat: usize,
    /// Its scenarios: the weight, the path of each in the day, and the scenario; those that could not be read are missing.
    pub fights: Vec<(u32, String, &'a Scenario)>,
}

/// The place of a scenario in a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// The scenario at the root, for the legs that are made of it.
    Base,
    /// The index of a leg, and that of the scenario in it.
    Leg(usize, usize),
}

/// Takes what the declaration of keys does not know out of the list of legs, and what the root says for legs out of that.
pub(super) fn take(root: &mut Node) -> (Vec<Leg>, Option<Box<Scenario>>) {
    let is_of_day = |entry: &Entry| find_key(DAY, &entry.key).is_some();
    let says_more = root.as_table().unwrap_or_default().iter().any(|entry| !is_of_day(entry));
    let list = root.get_mut(LEGS).and_then(Node::list_mut).into_iter().flatten().enumerate();
    let legs: Vec<Leg> = list.filter_map(|(at, table)| Leg::take(at, table, says_more)).collect();
    let is_made = legs.iter().flat_map(|leg| &leg.fights).any(|fight| fight.made.is_some());
    let span = root.span;
    let base = root.table_mut().filter(|_| is_made).map(|entries| {
        let (own, others): (Vec<Entry>, _) = std::mem::take(entries).into_iter().partition(is_of_day);
        let of_both = own.iter().filter(|entry| entry.key != LEGS).cloned();
        let value = Value::Table(of_both.chain(others).collect());
        *entries = own;
        Box::new(Scenario { root: Node { value, span }, ..Scenario::empty() })
    });
    (legs, base)
}

/// The declaration of a number of a leg, or of one of its choice, to which a path of a day leads.
fn number_of(segments: &[&str]) -> Option<&'static KeyDecl> {
    match segments {
        [LEGS, _, key] if *key == LegKeys::REPEAT.name() => find_key(LegKeys::KEYS, key),
        [LEGS, _, _, key] if *key == ChanceKeys::WEIGHT.name() => find_key(ChanceKeys::KEYS, key),
        _ => None,
    }
}

/// The declaration to which a path of a scenario leads, be it a day or a single fight; the ids of tables are not checked.
pub(super) fn target_in_day(segments: &[&str], schema: &'static [KeyDecl]) -> Result<Target, usize> {
    match segments {
        [LEGS, _, inner @ ..] if inner.first().is_some_and(|first| find_key(schema, first).is_some()) => {
            target(schema, inner)
        }
        [LEGS, ..] if let Some(key) = number_of(segments) => Ok(Target { key, in_map: false }),
        [LEGS, _, _, inner @ ..] => target(schema, inner),
        _ => target(schema, segments),
    }
}

/// The path of a key of a leg, by its place in the list if it has no id.
fn path_of_key(at: usize, id: &str, key: &str) -> String {
    if id.is_empty() { format!("{LEGS}[{}].{key}", at + 1) } else { format!("{LEGS}.{}.{key}", excerpt(id)) }
}

impl Leg {
    /// A leg of the list. `says_more` is whether the root says anything of which a leg could be made.
    fn take(at: usize, table: &mut Node, says_more: bool) -> Option<Self> {
        let id = table.id().unwrap_or_default().to_owned();
        let repeat = table.get(LegKeys::REPEAT.name()).and_then(Node::as_int).unwrap_or(1);
        let span = table.span;
        let path = |key: &str| path_of_key(at, &id, key);
        let mut chances = table.get(LegKeys::CHOICE.name()).and_then(Node::as_list).unwrap_or_default().to_vec();
        let is_choice = table.get(LegKeys::CHOICE.name()).is_some();
        let entries = table.table_mut()?;
        let mut take = |key: &str| {
            let index = entries.iter().position(|entry| entry.key == key)?;
            Some(entries.remove(index))
        };
        let (rest, set) = (take(REST), take(SET));
        let file = entries.iter().find(|entry| entry.key == LegKeys::SCENARIO.name()).cloned();
        let has_file = |chance: &Node| chance.get(ChanceKeys::SCENARIO.name()).is_some();
        let is_made = if is_choice { !chances.iter().all(has_file) } else { file.is_none() };
        let own = if is_made { take_own(entries, LegKeys::KEYS) } else { Vec::new() };
        let made = |more: Vec<Entry>| {
            // A leg of which nothing says anything lacks its scenario.
            let is_meant = says_more || !own.is_empty() || !more.is_empty();
            let rest = rest.iter().filter(|rest| rest.node.as_table().is_some());
            is_meant.then(|| Made::of(vec![rest.chain(&own).cloned().collect(), more]))
        };
        let mut fights = Vec::new();
        if let Some(entry) = &file {
            fights.extend(LegFight::of(&entry.node, None, path(LegKeys::SCENARIO.name())));
        } else if !is_choice && let Some(made) = made(Vec::new()) {
            fights.push(LegFight::made(made, id.clone(), span, path(LegKeys::SCENARIO.name())));
        }
        for (index, chance) in chances.iter_mut().enumerate() {
            let key = path(&format!("choice[{}].scenario", index + 1));
            let weight = chance.get(ChanceKeys::WEIGHT.name()).and_then(Node::as_int).unwrap_or(1);
            let (id, span) = (chance.id().map(str::to_owned), chance.span);
            let fight = if let Some(file) = chance.get(ChanceKeys::SCENARIO.name()) {
                LegFight::of(file, id, key)
            } else {
                let own = chance.table_mut().map(|entries| take_own(entries, ChanceKeys::KEYS));
                own.and_then(made).map(|made| LegFight::made(made, id.unwrap_or_default(), span, key))
            };
            fights.extend(fight.map(|fight| LegFight { weight: weight_of(weight), chance: Some(index), ..fight }));
        }
        if let Some(list) = table.get_mut(LegKeys::CHOICE.name()).and_then(Node::list_mut) {
            *list = chances;
        }
        let repeat = repeat_of(repeat);
        Some(Self { at, id, repeat, is_choice, fights, rest, set })
    }

    /// The mistake in the id of one of several scenarios, by which paths name it.
    fn mistake_of_id(&self, at: usize, table: &Node, schema: &'static [KeyDecl]) -> Option<Problem> {
        let fight = &self.fights[at];
        let chance = fight.chance?;
        let given = table.get(LegKeys::CHOICE.name())?.as_list()?.get(chance)?.get(ID.name());
        let path = format!("{LEGS}.{}.choice[{}].{}", excerpt(&self.id), chance + 1, ID.name());
        let refused = |reason: String| Some(Problem::refused(given.map_or(fight.span, |id| id.span), path, reason));
        let is_key = [LegKeys::KEYS, ChanceKeys::KEYS, schema].iter().any(|keys| find_key(keys, &fight.id).is_some());
        match &*fight.id {
            "" if fight.made.is_some() => refused("a scenario without a file needs an `id`".to_owned()),
            id if is_key || [REST, SET].contains(&id) => {
                let id = excerpt(id);
                refused(format!(
                    "`{id}` is a key, and a path such as `{LEGS}.{}.{id}` could mean either: give it another `id`",
                    excerpt(&self.id)
                ))
            }
            id if self.fights[..at].iter().any(|other| other.chance.is_some() && other.id == id) => {
                refused(format!("there are two scenarios `{}`: give one of them an `id`", excerpt(id)))
            }
            _ => None,
        }
    }

    /// The path of one of its scenarios in the day.
    pub(super) fn path(&self, fight: usize) -> String {
        if self.is_choice {
            format!("{LEGS}.{}.{}", self.id, self.fights[fight].id)
        } else {
            format!("{LEGS}.{}", self.id)
        }
    }
}

/// The keys of a table of which a scenario is made: those that are none of its own, and that no day has for itself.
fn take_own(entries: &mut Vec<Entry>, keys: &'static [KeyDecl]) -> Vec<Entry> {
    let has_roster = entries.iter().any(|entry| entry.key == ROSTER.name());
    let is_own = |entry: &Entry| {
        let is_of_roster = entry.key == COLUMNS.name() && !has_roster;
        find_key(keys, &entry.key).is_none() && !OF_DAY.contains(&&*entry.key) && !is_of_roster
    };
    let (own, others) = std::mem::take(entries).into_iter().partition(is_own);
    *entries = others;
    own
}

/// The keys that a leg cannot have in its own way.
const OF_DAY: [&str; 3] = [SYSTEM.name(), LEGS, expect::EXPECT];

/// A number of repetitions that is used even if it is refused.
fn repeat_of(number: i64) -> usize {
    usize::try_from(number).unwrap_or(1).clamp(1, REPEAT_MAX)
}

/// A weight that is used even if it is refused.
fn weight_of(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(1).min(WEIGHT_MAX)
}

impl LegFight {
    fn of(node: &Node, id: Option<String>, key: String) -> Option<Self> {
        let path = node.as_text()?.to_owned();
        let stem = || Path::new(&path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let id = id.unwrap_or_else(stem);
        Some(Self {
            id,
            weight: 1,
            chance: None,
            path,
            span: node.span,
            key,
            scenario: None,
            is_set: false,
            made: None,
        })
    }

    fn made(made: Made, id: String, span: Span, key: String) -> Self {
        let (path, made) = (String::new(), Some(made));
        Self { id, weight: 1, chance: None, path, span, key, scenario: None, is_set: false, made }
    }

    /// Names another file: that of the scenario itself, or one for a key of a scenario that is made of the root.
    pub(super) fn name_file(&mut self, key: &str, (key_span, node): (Span, Node)) {
        if let Some(made) = &mut self.made {
            made.name_file(key, (key_span, node));
        } else if let Some(path) = node.as_text() {
            (self.path, self.span) = (path.to_owned(), node.span);
        }
    }

    /// The path of a file that its scenario names, as the day would write it.
    fn beside(&self, path: &str) -> String {
        match self.path.rsplit_once(['/', '\\']) {
            Some((folder, _)) if !Path::new(path).is_absolute() => format!("{folder}/{path}"),
            _ => path.to_owned(),
        }
    }
}

impl Scenario {
    /// Whether it is a day of several fights.
    pub fn has_legs(&self) -> bool {
        self.root.get(LEGS).is_some()
    }

    /// The legs of a day, in their order.
    pub fn legs(&self) -> impl Iterator<Item = LegView<'_>> {
        self.legs.iter().map(|leg| {
            let fights = leg.fights.iter().enumerate();
            let fights =
                fights.filter_map(|(at, fight)| Some((fight.weight, leg.path(at), fight.scenario.as_deref()?)));
            LegView { id: &leg.id, repeat: leg.repeat, fights: fights.collect() }
        })
    }

    /// The location of the list of legs.
    pub fn legs_span(&self) -> Span {
        self.root.get(LEGS).map_or(self.root.span, |legs| legs.span)
    }

    /// The scenarios of all legs, each with its path.
    pub(super) fn fights(&self) -> impl Iterator<Item = (String, &Scenario)> {
        self.legs().flat_map(|leg| leg.fights).map(|(_, path, scenario)| (path, scenario))
    }

    /// Lends the texts of the day to a scenario in it, for a change of that. Problems of a leg get its path.
    pub(super) fn inside(&mut self, place: Place, change: impl FnOnce(&mut Scenario) -> Vec<Problem>) -> Vec<Problem> {
        let taken = match place {
            Place::Base => self.base.take(),
            Place::Leg(leg, fight) => self.legs[leg].fights[fight].scenario.take(),
        };
        let Some(mut scenario) = taken else { return Vec::new() };
        let swap = |one: &mut Self, other: &mut Self| {
            std::mem::swap(&mut one.sources, &mut other.sources);
            std::mem::swap(&mut one.uses, &mut other.uses);
        };
        swap(self, &mut scenario);
        let problems = change(&mut scenario);
        swap(self, &mut scenario);
        match place {
            Place::Base => {
                self.base = Some(scenario);
                problems
            }
            Place::Leg(leg, fight) => {
                self.legs[leg].fights[fight].scenario = Some(scenario);
                let path = self.legs[leg].path(fight);
                problems.into_iter().map(|problem| problem.within(&path)).collect()
            }
        }
    }

    /// The scenario of a leg that a path names, and how many of its segments do.
    pub(super) fn place_of(&self, segments: &[&str]) -> Option<(usize, usize, usize)> {
        let [LEGS, id, below @ ..] = segments else { return None };
        let index = self.legs.iter().position(|leg| leg.id == *id)?;
        let leg = &self.legs[index];
        if leg.is_choice {
            let fight = leg.fights.iter().position(|fight| Some(&&*fight.id) == below.first())?;
            return Some((index, fight, 3));
        }
        (!leg.fights.is_empty()).then_some((index, 0, 2))
    }

    /// Sets a value of a day: a number of a leg, a value of the scenario of a leg, or one of the root, which all legs have that are
    /// made of it and do not give their own.
    pub(super) fn set_in_day(
        &mut self,
        setting: &Setting,
        ids: &mut BTreeMap<Option<Place>, FileIds>,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let path = &*setting.path;
        let span = setting.path_span(path);
        let segments: Vec<&str> = path.split('.').collect();
        if let Some(key) = number_of(&segments)
            && let Some((leg, chance)) = self.owner_of(&segments)
        {
            let node = self.value_of(path, setting, Target { key, in_map: false }, schema)?;
            self.put_number(leg, chance, key.name, (span, node));
            return Ok(Vec::new());
        }
        if let Some((leg, fight, count)) = self.place_of(&segments).filter(|(.., count)| segments.len() > *count) {
            self.make_legs(schema);
            let (place, inner) = (Place::Leg(leg, fight), segments[count..].join("."));
            let (ids, mut is_refused) = (ids.entry(Some(place)).or_default(), false);
            let problems = self.inside(place, |leg| {
                leg.set_at(&inner, setting, ids, schema).unwrap_or_else(|refused| {
                    is_refused = true;
                    refused
                })
            });
            if is_refused {
                return Err(problems);
            }
            if let Some(made) = &mut self.legs[leg].fights[fight].made {
                made.change(inner, setting.clone());
            }
            return Ok(problems);
        }
        if segments[0] == LEGS || self.base.is_none() {
            return Err(self.unknown_path(&segments, self.unknown_segment(&segments), span, schema));
        }
        self.set_in_base(setting, ids.entry(Some(Place::Base)).or_default(), schema)
    }

    /// The leg that a path names, and for a weight the index in its choice.
    fn owner_of(&self, segments: &[&str]) -> Option<(usize, Option<usize>)> {
        let leg = self.legs.iter().position(|leg| Some(&&*leg.id) == segments.get(1))?;
        let [_, _, id, _] = segments else { return Some((leg, None)) };
        let fight = self.legs[leg].fights.iter().find(|fight| fight.id == *id)?;
        Some((leg, Some(fight.chance?)))
    }

    /// Puts a number into the table of a leg, or into one of its choice.
    fn put_number(&mut self, leg: usize, chance: Option<usize>, key: &str, (span, node): (Span, Node)) {
        let (leg, number) = (&mut self.legs[leg], node.as_int().unwrap_or(1));
        match chance {
            None => leg.repeat = repeat_of(number),
            Some(_) => {
                leg.fights
                    .iter_mut()
                    .filter(|fight| fight.chance == chance)
                    .for_each(|fight| fight.weight = weight_of(number));
            }
        }
        let table = self.root.get_mut(LEGS).and_then(Node::list_mut).and_then(|list| list.get_mut(leg.at));
        let table = match chance {
            None => table,
            Some(chance) => table
                .and_then(|table| table.get_mut(LegKeys::CHOICE.name()))
                .and_then(Node::list_mut)
                .and_then(|list| list.get_mut(chance)),
        };
        let Some(entries) = table.and_then(Node::table_mut) else { return };
        entries.retain(|entry| entry.key != key);
        entries.push(Entry { key: key.to_owned(), key_span: span, node });
    }

    /// The numbers of a leg that can be set: how often it comes, and the weights of its choice.
    fn numbers(&self, leg: &Leg) -> Vec<PathEntry> {
        let table = self.root.get(LEGS).and_then(Node::as_list).and_then(|list| list.get(leg.at));
        let entry = |key: &'static KeyDecl, path: String, table: Option<&Node>| {
            let node = table.and_then(|table| table.get(key.name));
            let default = key.default.node();
            let written = node.or(default.as_ref());
            PathEntry {
                path,
                key,
                kind: key.kind,
                value: written.map(|node| as_shown(&key.kind, node)),
                canonical: key.canonical(node),
                following: None,
                span: node.map(|node| node.span),
            }
        };
        let of = |keys, name| find_key(keys, name).expect("it is declared");
        let path = format!("{LEGS}.{}.{}", leg.id, LegKeys::REPEAT.name());
        let repeat = entry(of(LegKeys::KEYS, LegKeys::REPEAT.name()), path, table);
        let chances = table.and_then(|table| table.get(LegKeys::CHOICE.name())).and_then(Node::as_list);
        let weight = |(at, fight): (usize, &LegFight)| {
            let path = format!("{}.{}", leg.path(at), ChanceKeys::WEIGHT.name());
            let chance = chances.and_then(|chances| chances.get(fight.chance?));
            entry(of(ChanceKeys::KEYS, ChanceKeys::WEIGHT.name()), path, chance)
        };
        let of_choice = leg.fights.iter().enumerate().filter(|_| leg.is_choice);
        std::iter::once(repeat).chain(of_choice.map(weight)).collect()
    }

    /// The paths of a day: those of the root that legs are made of, then those of each leg. A day keeps no accounts.
    pub(super) fn paths_of_day(&self, schema: &'static [KeyDecl]) -> Vec<PathEntry> {
        let of = |scenario: &Self| scenario.paths(schema).into_iter().filter(|entry| entry.path != ACCOUNTS.name());
        let mut paths: Vec<PathEntry> = self.base.as_deref().into_iter().flat_map(of).collect();
        for leg in &self.legs {
            paths.extend(self.numbers(leg));
            for (at, fight) in leg.fights.iter().enumerate() {
                let (path, of_leg) = (leg.path(at), fight.scenario.as_deref().map(of));
                let of_day = |entry: PathEntry| PathEntry { path: format!("{path}.{}", entry.path), ..entry };
                paths.extend(of_leg.into_iter().flatten().map(of_day));
            }
        }
        paths
    }

    /// The paths of what comes before a fight where nobody has it, each with the reason: in a single fight, and before the first leg
    /// of a day unless that is repeated. What the root of a day says for all its legs is meant for the later ones.
    pub fn idle_rests(&self, schema: &'static [KeyDecl]) -> Vec<(String, &'static str)> {
        if !self.has_legs() {
            let is_given = find_key(schema, REST).is_some() && self.root.get(REST).is_some();
            let single =
                is_given.then(|| (REST.to_owned(), "a single fight has no rest: it comes before a leg of a day"));
            return single.into_iter().collect();
        }
        let Some(leg) = self.legs.first().filter(|leg| leg.repeat == 1) else { return Vec::new() };
        let of_all = self.base.as_ref().and_then(|base| base.root.get(REST));
        let is_idle = |(at, fight): (usize, &LegFight)| {
            let rest = fight.scenario.as_ref()?.root.get(REST)?;
            (Some(rest) != of_all)
                .then(|| (format!("{}.{REST}", leg.path(at)), "nobody comes to the first leg from an earlier one"))
        };
        leg.fights.iter().enumerate().filter_map(is_idle).collect()
    }

    /// The first segment of a path that names no place in the day.
    pub(super) fn unknown_segment(&self, segments: &[&str]) -> usize {
        match segments {
            [LEGS, id, ..] if self.legs.iter().any(|leg| leg.id == *id) => 2,
            [LEGS, ..] => 1,
            _ => 0,
        }
    }

    /// The files of the legs, and those that their scenarios want. Legs are made of the root once that wants no more.
    pub(super) fn wanted_by_legs(&mut self, schema: &'static [KeyDecl]) -> Vec<WantedFile> {
        self.make_legs(schema);
        let of_base = self.base.iter().flat_map(|base| base.wanted_by_tree(schema));
        let mut wanted: Vec<_> = of_base.map(|file| WantedFile { place: Some(Place::Base), ..file }).collect();
        for (index, leg) in self.legs.iter().enumerate() {
            for (at, fight) in leg.fights.iter().enumerate() {
                let place = Some(Place::Leg(index, at));
                match &fight.scenario {
                    None if fight.made.is_some() || self.contents.has(fight.span) => {}
                    None => wanted.push(WantedFile {
                        path: fight.path.clone(),
                        span: fight.span,
                        format: FileFormat::Toml,
                        key: fight.key.clone(),
                        location: Vec::new(),
                        place,
                    }),
                    Some(scenario) => {
                        wanted.extend(scenario.wanted_by_tree(schema).into_iter().map(|inner| WantedFile {
                            path: fight.beside(&inner.path),
                            place,
                            ..inner
                        }));
                    }
                }
            }
        }
        wanted
    }

    /// Completes a scenario of the day: that of a leg by its own file, or any by one that it names. Once the scenario of a leg wants
    /// no more, the values that the day sets in it are set.
    pub(super) fn attach_to_day(
        &mut self,
        place: Place,
        wanted: &WantedFile,
        file: Result<Source, String>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let inner = WantedFile { place: None, ..wanted.clone() };
        let Place::Leg(leg, fight) = place else {
            return self.inside(place, |base| base.attach(&inner, file, schema));
        };
        if let Some(made) = &mut self.legs[leg].fights[fight].made {
            made.answer(wanted.span, file);
            self.make(leg, fight, schema);
            return Vec::new();
        }
        let mut problems = if self.legs[leg].fights[fight].scenario.is_some() {
            self.inside(place, |leg| leg.attach(&inner, file, schema))
        } else {
            self.contents.answer(wanted.span);
            match file {
                Ok(source) => self.attach_leg(leg, fight, wanted, source, schema),
                Err(reason) => return vec![Problem::unreadable(wanted.span, &wanted.key, reason)],
            }
        };
        problems.extend(self.set_by_leg(leg, fight, schema));
        problems
    }

    /// Sets what legs set in the files that they name, where that waited for rules which a file brings. To be called once the scenario
    /// wants no more [files](Self::wanted_files); a second call changes nothing.
    pub fn set_by_legs(&mut self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let fights =
            self.legs.iter().enumerate().flat_map(|(leg, known)| (0..known.fights.len()).map(move |at| (leg, at)));
        let fights: Vec<(usize, usize)> = fights.collect();
        fights.into_iter().flat_map(|(leg, fight)| self.set_by_leg(leg, fight, schema)).collect()
    }

    /// Sets what a leg sets in its file, once: as soon as that wants no more, and its rules are read.
    fn set_by_leg(&mut self, leg: usize, fight: usize, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let set = self.legs[leg].set.clone();
        let known = &mut self.legs[leg].fights[fight];
        let is_whole = known.scenario.as_ref().is_some_and(|scenario| scenario.wanted_by_tree(schema).is_empty());
        if known.made.is_some() || !is_whole || !are_rules_read(schema) || std::mem::replace(&mut known.is_set, true) {
            return Vec::new();
        }
        set.map_or_else(Vec::new, |set| self.inside(Place::Leg(leg, fight), |leg| leg.set_values(&set.node, schema)))
    }

    /// The scenario itself; of a day the one at its root, and those of its legs, as far as they are known.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let fights = self.legs.iter().flat_map(|leg| &leg.fights).filter_map(|fight| fight.scenario.as_deref());
        let single = (!self.has_legs()).then_some(self);
        single.into_iter().chain(self.base.as_deref()).chain(fights)
    }

    /// Reads the scenario of a leg.
    fn attach_leg(
        &mut self,
        leg: usize,
        fight: usize,
        wanted: &WantedFile,
        source: Source,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let refused = |reason: String| vec![Problem::refused(wanted.span, &wanted.key, reason)];
        let (name, text) = (excerpt(&source.name), source.text.clone());
        let Some(number) = self.attached_source(source) else {
            return vec![Problem::unreadable(wanted.span, &wanted.key, "there are too many files and overrides")];
        };
        let (mut root, problems) = read_file(&text, number);
        if !problems.is_empty() {
            let wanted = SYSTEM.name();
            let has_wanted = text.lines().any(|line| {
                line.trim_start().strip_prefix(wanted).is_some_and(|rest| rest.trim_start().starts_with('='))
            });
            let told = |problem: Problem| problem.without_words_unless(has_wanted, wanted);
            let mut problems: Vec<_> = problems.into_iter().map(told).collect();
            hint_at_truths(&mut problems, &[schema]);
            return problems;
        }
        let system = root.get(SYSTEM.name()).and_then(Node::as_text);
        let own = self.root.get(SYSTEM.name()).and_then(Node::as_text);
        match system {
            None => return refused(format!("`{name}` is no scenario: it has no `system`")),
            Some(system) if Some(system) != own => {
                let own = excerpt(own.unwrap_or_default());
                return refused(format!("`{name}` is of another system, and the day is one of `{own}`"));
            }
            Some(_) if root.get(LEGS).is_some() => {
                return refused(format!("`{name}` has legs of its own, and a leg is a single fight"));
            }
            Some(_) => {}
        }
        // Expectations of a file are those of its own encounters, and its rest is before those, and not in a day.
        drop(expect::take(&mut root));
        if let Some(entries) = root.table_mut() {
            entries.retain(|entry| entry.key != REST);
            entries.extend(self.legs[leg].rest.clone().filter(|rest| rest.node.as_table().is_some()));
        }
        let scenario = Scenario { root, ..Scenario::empty() };
        self.legs[leg].fights[fight].scenario = Some(Box::new(scenario));
        Vec::new()
    }

    /// Sets the values of a table of dotted paths. A value that only some of several scenarios have is set in those.
    pub(super) fn set_values(&mut self, values: &Node, schema: &'static [KeyDecl]) -> Vec<Problem> {
        if values.as_table().is_none() {
            // Validation reports it.
            return Vec::new();
        }
        let (mut problems, mut ids) = (Vec::new(), FileIds::default());
        let mut open = vec![(String::new(), values.clone(), values.span)];
        while let Some((path, node, span)) = open.pop() {
            if let Value::Table(entries) = node.value {
                let below = |entry: Entry| {
                    let path = if path.is_empty() { entry.key } else { format!("{path}.{}", entry.key) };
                    (path, entry.node, entry.key_span)
                };
                open.extend(entries.into_iter().rev().map(below));
                continue;
            }
            let segments: Vec<&str> = path.split('.').collect();
            let put = match target(schema, &segments) {
                Err(at) => Err(at),
                Ok(target) if target.key.is_fixed || file_of(&target.kind(), &node).is_some() => {
                    problems.push(Problem::refused(span, excerpt(&path), "only the file of the leg can give it"));
                    continue;
                }
                Ok(_) => self.put(&segments, &mut ids, span, node, schema),
            };
            match put {
                Ok(found) => problems.extend(found),
                Err(at) => problems.extend(self.unknown_path(&segments, at, span, schema)),
            }
        }
        problems
    }

    /// The mistakes of a day: of its own keys, and of the scenarios of its legs.
    pub(super) fn mistakes_of_legs(&self, schema: &'static [KeyDecl], problems: &mut Vec<Problem>) {
        for problem in problems.iter_mut() {
            self.say_of_key(problem, schema);
            // The path at which a weight is set names no list.
            let is_of_weight = |path: &&mut String| path.rsplit('.').next() == Some(ChanceKeys::WEIGHT.name());
            if let Some(path) = problem.path_mut().filter(is_of_weight) {
                *path = path.replacen(&format!(".{}.", LegKeys::CHOICE.name()), ".", 1);
            }
        }
        let tables = self.root.get(LEGS).and_then(Node::as_list).unwrap_or_default();
        for leg in &self.legs {
            let Some(table) = tables.get(leg.at) else { continue };
            let path = |key: &str| path_of_key(leg.at, &leg.id, key);
            let refused = |span: Span, key: &str, reason: &str| Problem::refused(span, path(key), reason);
            match (table.get(LegKeys::SCENARIO.name()), table.get(LegKeys::CHOICE.name())) {
                (Some(_), Some(choice)) => {
                    problems.push(refused(choice.span, "choice", "a leg has one `scenario` or a `choice`"));
                }
                (None, None) if leg.fights.is_empty() => problems.push(refused(
                    table.span,
                    "scenario",
                    "a leg has one `scenario` or a `choice`, or keys of its own and of the root, of which it is made",
                )),
                (None, Some(choice)) if choice.as_list().is_some_and(<[Node]>::is_empty) => {
                    problems.push(refused(choice.span, "choice", "it is empty, and one scenario at least is needed"));
                }
                (None, Some(choice)) if leg.fights.iter().all(|fight| fight.weight == 0) => {
                    problems.push(refused(choice.span, "choice", "one of its scenarios needs a weight above 0"));
                }
                _ => {}
            }
            for (at, fight) in leg.fights.iter().enumerate() {
                problems.extend(leg.mistake_of_id(at, table, schema));
                match (&fight.made, &fight.scenario) {
                    (Some(made), Some(_)) => problems.extend(made.problems().iter().cloned()),
                    // The reason was told unless nobody has asked for the files.
                    (Some(_), None)
                        if !self.base.as_ref().is_some_and(|base| base.wanted_by_tree(schema).is_empty()) =>
                    {
                        problems.push(Problem::unreadable(fight.span, &fight.key, "no text was given"));
                    }
                    _ => {}
                }
            }
            for entry in [&leg.set, &leg.rest].into_iter().flatten().filter(|entry| entry.node.as_table().is_none()) {
                let (found, expected) = (entry.node.value.found(), "a table".to_owned());
                let kind = ProblemKind::WrongType { path: path(&entry.key), found, expected };
                problems.push(Problem::new(entry.node.span, kind));
            }
        }
        for (path, scenario) in self.fights() {
            if let Some(accounts) = scenario.root.get(ACCOUNTS.name()).filter(|node| node.value == Value::Bool(true)) {
                let path = format!("{path}.{}", ACCOUNTS.name());
                problems.push(Problem::refused(accounts.span, path, "a day of several fights keeps no accounts"));
            }
            problems.extend(scenario.validate(schema).into_iter().map(|problem| {
                let mut problem = problem.within(&path);
                self.say_of_key(&mut problem, schema);
                problem
            }));
        }
    }

    /// Says of an unknown key of a day why it is none, if more can be said than its name.
    fn say_of_key(&self, problem: &mut Problem, schema: &'static [KeyDecl]) {
        let ProblemKind::UnknownKey { key, nearest: near } = &mut *problem.kind else { return };
        let segments: Vec<&str> = key.split('.').collect();
        let reason = match segments[..] {
            [name] if find_key(schema, name).is_some() && self.base.is_none() => {
                "no leg reads it, since each has a file of its own: `set` of a leg changes values of that, and a leg without \
                 `scenario` and `choice` is made of what the root says"
            }
            [LEGS, _, name] | [LEGS, _, _, name] if OF_DAY.contains(&name) => {
                "a leg cannot have it: the day has one for all"
            }
            [LEGS, _, name] | [LEGS, _, _, name] if name == COLUMNS.name() && self.base.is_some() => {
                "the columns of a roster stand where its file is named"
            }
            [LEGS, _, name] if find_key(schema, name).is_some() => {
                "a leg with a file of its own has its keys there: `set` changes their values"
            }
            [LEGS, _, name] => {
                let keys = LegKeys::KEYS.iter().map(|key| key.name).chain([REST, SET]);
                let known = if self.base.is_some() { schema } else { &[] };
                *near = nearest(name, keys.chain(known.iter().map(|key| key.name))).map(str::to_owned);
                // The hint tells of the wrong place for a key of the scenario.
                if let Some(near) = near.as_deref().filter(|near| find_key(schema, near).is_none()) {
                    problem.hint = Some(suggestion(near));
                }
                return;
            }
            _ => return,
        };
        let path = std::mem::take(key);
        *problem.kind = ProblemKind::Refused { path, reason: reason.to_owned() };
        problem.hint = None;
    }

    /// The canonical form of a day.
    pub(super) fn canonical_legs(&self, schema: &'static [KeyDecl]) -> String {
        let leg = |leg: LegView<'_>| {
            let fight =
                |(weight, _, scenario): &(u32, String, &Scenario)| format!("[{weight},{}]", scenario.canonical(schema));
            let fights: Vec<String> = leg.fights.iter().map(fight).collect();
            format!(r#"{{"id":{},"repeat":{},"fights":[{}]}}"#, json_string(leg.id), leg.repeat, fights.join(","))
        };
        format!(r#"{{"{LEGS}":[{}]}}"#, self.legs().map(leg).collect::<Vec<_>>().join(","))
    }
}

/// The declaration of the list of legs.
pub(super) fn legs_key() -> &'static KeyDecl {
    find_key(DAY, LEGS).expect("a day has legs")
}
