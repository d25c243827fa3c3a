//! What defaults come to that follow from other values of a scenario, where a declaration can tell.
//!
//! A declaration says in words what such a default follows from ([`DefaultValue::Derived`](super::DefaultValue::Derived)). Where
//! that is the value of another key, or one for each word of another key, it says so for programs as well.

use super::canonical::json_string;
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::Inside;
use super::node::Node;
use super::path::as_override;

/// How many keys may follow from each other in a row.
const STEPS_MAX: u8 = 4;

/// What a default that follows from other values comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// The words of the declaration have to do.
    Words,
    /// The value of another key.
    Key(&'static str),
    /// The first of these that holds.
    First(&'static [Follow]),
}

/// One case of what a default comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follow {
    /// What has to hold, all of it.
    pub when: [Option<When>; 2],
    /// What the default comes to then.
    pub to: FollowTo,
}

/// What one case of a default asks for. Keys are found as in [`FollowTo`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// A key has this value, as an override takes it.
    Is(&'static str, &'static str),
    /// The scenario gives this key.
    Given(&'static str),
}

/// What a default comes to. Keys are of the same table or of one around it, or are given by their path from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowTo {
    /// This value, as an override takes it.
    Value(&'static str),
    /// The value of a key.
    Key(&'static str),
    /// The value of a key, where the scenario gives it.
    Given(&'static str),
}

impl Follow {
    /// A value, as an override takes it.
    pub const fn value(value: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Value(value) }
    }

    /// The value of another key.
    pub const fn key(key: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Key(key) }
    }

    /// The value of another key, where the scenario gives it.
    pub const fn given(key: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Given(key) }
    }

    /// The same where a key has this value, as an override takes it. At most two conditions can be set.
    #[must_use]
    pub const fn when(self, key: &'static str, value: &'static str) -> Self {
        self.and(When::Is(key, value))
    }

    /// The same where the scenario gives a key.
    #[must_use]
    pub const fn if_given(self, key: &'static str) -> Self {
        self.and(When::Given(key))
    }

    const fn and(mut self, when: When) -> Self {
        let free = if self.when[0].is_none() { 0 } else { 1 };
        assert!(self.when[free].is_none(), "two conditions are set");
        self.when[free] = Some(when);
        self
    }
}

/// What a default comes to in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Following {
    /// As an override takes it.
    pub value: String,
    /// The same as JSON.
    pub canonical: String,
    /// The key whose value it is, if it is one's.
    pub key: Option<&'static str>,
    /// Whether it is a value that the scenario gives.
    pub is_given: bool,
}

/// A table of a scenario with those around it.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    pub(super) keys: &'static [KeyDecl],
    /// The table; `None` where all its keys are at their defaults.
    pub(super) table: Option<&'a Node>,
    pub(super) around: Option<&'a Level<'a>>,
}

impl Level<'_> {
    /// What the default of a key of this table comes to.
    pub(super) fn following(&self, key: &KeyDecl) -> Option<Following> {
        self.resolved(key, STEPS_MAX)
    }

    fn resolved(&self, key: &KeyDecl, steps: u8) -> Option<Following> {
        let steps = steps.checked_sub(1)?;
        match key.follows {
            Follows::Words => None,
            Follows::Key(key) => self.value_of(key, steps),
            Follows::First(cases) => cases.iter().find_map(|case| self.case(case, steps)),
        }
    }

    fn case(&self, case: &Follow, steps: u8) -> Option<Following> {
        let holds = |when: &When| match *when {
            When::Is(key, wanted) => self.value(key, steps).is_some_and(|known| known.value == wanted),
            When::Given(key) => self.value(key, steps).is_some_and(|known| known.is_given),
        };
        if !case.when.iter().flatten().all(holds) {
            return None;
        }
        match case.to {
            FollowTo::Value(value) => {
                let is_plain = value.parse::<i64>().is_ok() || value.parse::<bool>().is_ok();
                let canonical = if is_plain { value.to_owned() } else { json_string(value) };
                Some(Following { value: value.to_owned(), canonical, key: None, is_given: false })
            }
            FollowTo::Key(key) => self.value_of(key, steps),
            FollowTo::Given(key) => self.value_of(key, steps).filter(|following| following.is_given),
        }
    }

    /// The value of a key, as that of the one that it follows from.
    fn value_of(&self, key: &'static str, steps: u8) -> Option<Following> {
        Some(Following { key: Some(key), ..self.value(key, steps)? })
    }

    /// The value in effect of a key: that of the file, the literal default, or what it follows from.
    fn value(&self, path: &str, steps: u8) -> Option<Following> {
        let Some((table, key)) = path.split_once('.') else {
            return match find_key(self.keys, path) {
                Some(key) => self.own_value(key, steps),
                None => self.around?.value(path, steps),
            };
        };
        let mut root = self;
        while let Some(around) = root.around {
            root = around;
        }
        let Inside::Table(keys) = find_key(root.keys, table)?.kind.inside() else { return None };
        let table = root.table.and_then(|root| root.get(table));
        Level { keys, table, around: Some(root) }.own_value(find_key(keys, key)?, steps)
    }

    fn own_value(&self, key: &KeyDecl, steps: u8) -> Option<Following> {
        let given = self.table.and_then(|table| table.get(key.name));
        let default = if given.is_none() { key.default.node() } else { None };
        match (given.or(default.as_ref()), key.default) {
            (Some(node), _) => {
                let canonical = key.kind.canonical(node)?;
                Some(Following { value: as_override(node), canonical, key: None, is_given: given.is_some() })
            }
            (None, DefaultValue::Derived(_)) => self.resolved(key, steps),
            (None, _) => None,
        }
    }
}

impl Follows {
    /// The keys that it names.
    pub(super) fn named(self) -> Vec<&'static str> {
        let of_case = |case: &Follow| {
            let conditions = case.when.map(|when| when.map(|(When::Is(key, _) | When::Given(key))| key));
            let to = match case.to {
                FollowTo::Value(_) => None,
                FollowTo::Key(key) | FollowTo::Given(key) => Some(key),
            };
            conditions.into_iter().chain([to]).flatten().collect::<Vec<_>>()
        };
        match self {
            Self::Words => Vec::new(),
            Self::Key(key) => vec![key],
            Self::First(cases) => cases.iter().flat_map(of_case).collect(),
        }
    }
}
