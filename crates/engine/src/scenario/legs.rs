//! The list `[[legs]]`: a day of several fights, each with a scenario of its own.
//!
//! Each leg names the files of its scenarios, which are attached like other files that a scenario names, and may name files
//! themselves. The scenario of a leg is a whole [`Scenario`], whose spans refer to the texts of the day. Apart from its legs, a day
//! has only what says what it is.

use std::path::Path;

use super::attachments::{FileFormat, WantedFile, file_of};
use super::canonical::json_string;
use super::common::{ACCOUNTS, DESCRIPTION, ID, NAME_OF_SCENARIO, SYSTEM};
use super::error::{Problem, ProblemKind};
use super::key::{Key, KeyDecl, find_key};
use super::kinds::{Id, Tables, Text};
use super::node::{Entry, Node, Value, excerpt};
use super::path::{FileIds, target};
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

/// The keys of a leg that the declaration of keys does not know: the values of others, and the rest of the system.
pub(super) const SET: &str = "set";
pub(super) const REST: &str = "rest";

keys! {
    /// The keys of one of several scenarios of a leg.
    enum ChanceKeys {
        ID: Option<Id> = Key::id("id").derived("the name of the file").doc("the name used in paths"),
        SCENARIO: Text = Key::text("scenario").required().doc("path of its scenario, relative to this file"),
        WEIGHT: u32 = Key::int("weight", 0, 1000).default_int(1).doc("its chance, in proportion to the others"),
    }
}

keys! {
    /// The keys of a leg, beside `set` and `rest`.
    enum LegKeys {
        ID: Id = ID.doc("the name used in paths and reports"),
        SCENARIO: Option<Text> = Key::text("scenario").example(r#""gate.toml""#).doc("path of its scenario, relative to this file"),
        CHOICE: Tables = Key::tables("choice", ChanceKeys::KEYS, CHOICE_MAX)
            .doc("several scenarios instead, of which a die chooses one"),
        REPEAT: usize = Key::int("repeat", 1, 20).default_int(1).doc("how often it comes; several are id-1, id-2, …"),
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
    id: String,
    repeat: usize,
    /// Whether it has several scenarios, which paths tell apart.
    is_choice: bool,
    fights: Vec<LegFight>,
    rest: Option<Entry>,
    set: Option<Entry>,
}

/// One scenario of a leg.
#[derive(Debug, Clone)]
struct LegFight {
    id: String,
    weight: u32,
    /// The path of the file as the day writes it, with its location and the path of its key.
    path: String,
    span: Span,
    key: String,
    /// `None` as long as the file was not attached.
    scenario: Option<Box<Scenario>>,
    is_set: bool,
}

/// A leg for who compiles it.
#[derive(Debug, Clone)]
pub struct LegView<'a> {
    /// Its id.
    pub id: &'a str,
    /// How often it comes.
    pub repeat: usize,
    /// Its scenarios: the weight, the path of each in the day, and the scenario; those that could not be read are missing.
    pub fights: Vec<(u32, String, &'a Scenario)>,
}

/// The place of a scenario: the index of its leg, and its index in it.
pub(super) type Place = (usize, usize);

/// Takes what the declaration of keys does not know out of the list of legs.
pub(super) fn take(root: &mut Node) -> Vec<Leg> {
    let list = root.get_mut(LEGS).and_then(Node::list_mut);
    list.into_iter().flatten().filter_map(Leg::take).collect()
}

/// The path behind the leg and the scenario that it names.
pub(super) fn inner<'a>(segments: &'a [&'a str], schema: &'static [KeyDecl]) -> &'a [&'a str] {
    match segments {
        [LEGS, _, inner @ ..] if inner.first().is_some_and(|first| find_key(schema, first).is_some()) => inner,
        [LEGS, _, _, inner @ ..] => inner,
        _ => segments,
    }
}

impl Leg {
    fn take(table: &mut Node) -> Option<Self> {
        let entries = table.table_mut()?;
        let mut take = |key: &str| {
            let index = entries.iter().position(|entry| entry.key == key)?;
            Some(entries.remove(index))
        };
        let (rest, set) = (take(REST), take(SET));
        let id = table.id().unwrap_or_default().to_owned();
        let repeat = table.get(LegKeys::REPEAT.name()).and_then(Node::as_int).unwrap_or(1);
        let path = |key: &str| format!("{LEGS}.{}.{key}", excerpt(&id));
        let choice = table.get(LegKeys::CHOICE.name());
        let chances = choice.and_then(Node::as_list).unwrap_or_default().iter().enumerate();
        let of_choice = chances.filter_map(|(index, chance)| {
            let weight = chance.get(ChanceKeys::WEIGHT.name()).and_then(Node::as_int).unwrap_or(1);
            let key = path(&format!("choice[{}].scenario", index + 1));
            LegFight::of(chance.get(ChanceKeys::SCENARIO.name())?, chance.id(), weight, key)
        });
        let single = table.get(LegKeys::SCENARIO.name());
        let single = single.and_then(|node| LegFight::of(node, None, 1, path(LegKeys::SCENARIO.name())));
        let fights = single.into_iter().chain(of_choice).collect();
        let is_choice = choice.is_some();
        Some(Self { id, repeat: usize::try_from(repeat).unwrap_or(1), is_choice, fights, rest, set })
    }

    /// The path of one of its scenarios in the day.
    fn path(&self, fight: usize) -> String {
        if self.is_choice {
            format!("{LEGS}.{}.{}", self.id, self.fights[fight].id)
        } else {
            format!("{LEGS}.{}", self.id)
        }
    }
}

impl LegFight {
    fn of(node: &Node, id: Option<&str>, weight: i64, key: String) -> Option<Self> {
        let path = node.as_text()?.to_owned();
        let stem = || Path::new(&path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let id = id.map_or_else(stem, str::to_owned);
        let weight = u32::try_from(weight).unwrap_or(0);
        Some(Self { id, weight, path, span: node.span, key, scenario: None, is_set: false })
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

    /// Lends the texts of the day to the scenario of a leg, for a change of it. Its problems get its path.
    pub(super) fn in_leg(
        &mut self,
        (leg, fight): Place,
        change: impl FnOnce(&mut Scenario) -> Vec<Problem>,
    ) -> Vec<Problem> {
        let Some(mut scenario) = self.legs[leg].fights[fight].scenario.take() else { return Vec::new() };
        let swap = |one: &mut Self, other: &mut Self| {
            std::mem::swap(&mut one.sources, &mut other.sources);
            std::mem::swap(&mut one.uses, &mut other.uses);
        };
        swap(self, &mut scenario);
        let problems = change(&mut scenario);
        swap(self, &mut scenario);
        self.legs[leg].fights[fight].scenario = Some(scenario);
        let path = self.legs[leg].path(fight);
        problems.into_iter().map(|problem| problem.within(&path)).collect()
    }

    /// The scenario that a path names, and how many of its segments do.
    pub(super) fn place_of(&self, segments: &[&str]) -> Option<(Place, usize)> {
        let [LEGS, id, below @ ..] = segments else { return None };
        let index = self.legs.iter().position(|leg| leg.id == *id)?;
        let leg = &self.legs[index];
        if leg.is_choice {
            let fight = leg.fights.iter().position(|fight| Some(&&*fight.id) == below.first())?;
            return Some(((index, fight), 3));
        }
        (!leg.fights.is_empty()).then_some(((index, 0), 2))
    }

    /// The first segment of a path that names no place in the day.
    pub(super) fn unknown_segment(&self, segments: &[&str]) -> usize {
        match segments {
            [LEGS, id, ..] if self.legs.iter().any(|leg| leg.id == *id) => 2,
            [LEGS, ..] => 1,
            _ => 0,
        }
    }

    /// The files of the legs, and those that their scenarios want.
    pub(super) fn wanted_by_legs(&self, schema: &'static [KeyDecl]) -> Vec<WantedFile> {
        let mut wanted = Vec::new();
        for (index, leg) in self.legs.iter().enumerate() {
            for (at, fight) in leg.fights.iter().enumerate() {
                let place = Some((index, at));
                match &fight.scenario {
                    None if self.contents.has(fight.span) => {}
                    None => wanted.push(WantedFile {
                        path: fight.path.clone(),
                        span: fight.span,
                        format: FileFormat::Toml,
                        key: fight.key.clone(),
                        location: Vec::new(),
                        place,
                    }),
                    Some(scenario) => {
                        wanted.extend(scenario.wanted_files(schema).into_iter().map(|inner| WantedFile {
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

    /// Completes the scenario of a leg: by its own file, or by one that it names. Once it wants no more, the values that the day sets
    /// in it are set.
    pub(super) fn attach_to_leg(
        &mut self,
        place: Place,
        wanted: &WantedFile,
        file: Result<Source, String>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let mut problems = if self.legs[place.0].fights[place.1].scenario.is_some() {
            let inner = WantedFile { place: None, ..wanted.clone() };
            self.in_leg(place, |leg| leg.attach(&inner, file, schema))
        } else {
            self.contents.answer(wanted.span);
            match file {
                Ok(source) => self.attach_leg(place, wanted, source, schema),
                Err(reason) => return vec![Problem::unreadable(wanted.span, &wanted.key, reason)],
            }
        };
        let set = self.legs[place.0].set.clone();
        let fight = &mut self.legs[place.0].fights[place.1];
        let is_whole = fight.scenario.as_ref().is_some_and(|scenario| scenario.wanted_files(schema).is_empty());
        if is_whole
            && !std::mem::replace(&mut fight.is_set, true)
            && let Some(set) = set
        {
            problems.extend(self.in_leg(place, |leg| leg.set_values(&set.node, schema)));
        }
        problems
    }

    /// Reads the scenario of a leg.
    fn attach_leg(
        &mut self,
        (leg, fight): Place,
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
        // Expectations of a file are those of its own encounters, and not of a day.
        drop(expect::take(&mut root));
        if let (Some(rest), Some(entries)) = (self.legs[leg].rest.clone(), root.table_mut()) {
            entries.retain(|entry| entry.key != REST);
            entries.push(rest);
        }
        let scenario = Scenario { root, ..Scenario::empty() };
        self.legs[leg].fights[fight].scenario = Some(Box::new(scenario));
        Vec::new()
    }

    /// Sets the values of a table of dotted paths. A value that only some of several scenarios have is set in those.
    fn set_values(&mut self, values: &Node, schema: &'static [KeyDecl]) -> Vec<Problem> {
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
            let ProblemKind::UnknownKey { key, nearest } = &mut *problem.kind else { continue };
            if find_key(schema, key).is_some() {
                *nearest = None;
                problem.hint = Some(format!(
                    "a day has no `{key}` of its own: the scenarios of its legs have, and `set` of a leg changes them"
                ));
            }
        }
        let tables = self.root.get(LEGS).and_then(Node::as_list).unwrap_or_default();
        for (leg, table) in self.legs.iter().zip(tables) {
            let path = |key: &str| format!("{LEGS}.{}.{key}", excerpt(&leg.id));
            let refused = |span: Span, key: &str, reason: &str| Problem::refused(span, path(key), reason);
            match (table.get(LegKeys::SCENARIO.name()), table.get(LegKeys::CHOICE.name())) {
                (Some(_), Some(choice)) => {
                    problems.push(refused(choice.span, "choice", "a leg has one `scenario` or a `choice`"));
                }
                (None, None) => {
                    problems.push(refused(table.span, "scenario", "a leg has one `scenario` or a `choice`"));
                }
                (None, Some(choice)) if leg.fights.iter().all(|fight| fight.weight == 0) => {
                    problems.push(refused(choice.span, "choice", "one of its scenarios needs a weight above 0"));
                }
                _ => {}
            }
            for (at, fight) in leg.fights.iter().enumerate() {
                if leg.fights[..at].iter().any(|other| other.id == fight.id) {
                    let reason = format!("there are two scenarios `{}`: give one of them an `id`", excerpt(&fight.id));
                    problems.push(Problem::refused(fight.span, &fight.key, reason));
                }
            }
            for entry in [&leg.set, &leg.rest].into_iter().flatten().filter(|entry| entry.node.as_table().is_none()) {
                problems.push(refused(entry.node.span, &entry.key, "must be a table"));
            }
        }
        for (path, scenario) in self.fights() {
            if let Some(accounts) = scenario.root.get(ACCOUNTS.name()).filter(|node| node.value == Value::Bool(true)) {
                let path = format!("{path}.{}", ACCOUNTS.name());
                problems.push(Problem::refused(accounts.span, path, "a day of several fights keeps no accounts"));
            }
            problems.extend(scenario.validate(schema).into_iter().map(|problem| problem.within(&path)));
        }
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
