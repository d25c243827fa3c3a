//! Defaults that follow from other values of a scenario, as far as a declaration can express them.
//!
//! A declaration describes such a default in words ([`DefaultValue::Derived`](super::DefaultValue::Derived)). If the
//! default is the value of another key, or depends on the word of another key, the declaration also expresses it in a
//! form that programs can evaluate.

use super::canonical::json_string;
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::Inside;
use super::node::Node;
use super::path::as_override;

/// Longest chain of keys whose defaults follow from each other.
const STEPS_MAX: u8 = 4;

/// The rule for a default that follows from other values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// Only the words of the declaration describe it.
    Words,
    /// The value of another key.
    Key(&'static str),
    /// The first of several cases whose conditions hold.
    First(&'static [Follow]),
}

/// One case of a conditional default: the value that the key takes if all conditions hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follow {
    /// The conditions, all of which must hold.
    pub when: [Option<When>; 2],
    /// The value in this case.
    pub to: FollowTo,
}

/// A condition. Keys are found as in [`FollowTo`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The key has this value, in the notation of overrides.
    Is(&'static str, &'static str),
    /// The scenario gives this key.
    Given(&'static str),
}

/// The value of a default. A key is one of the same table or of a table around it, or is given by its path from the
/// root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowTo {
    /// This value, in the notation of overrides.
    Value(&'static str),
    /// The value of a key.
    Key(&'static str),
    /// The value of a key, if the scenario gives it.
    Given(&'static str),
}

impl Follow {
    /// A case with this value, in the notation of overrides.
    pub const fn value(value: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Value(value) }
    }

    /// A case with the value of another key.
    pub const fn key(key: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Key(key) }
    }

    /// A case with the value of another key, if the scenario gives it.
    pub const fn given(key: &'static str) -> Self {
        Self { when: [None; 2], to: FollowTo::Given(key) }
    }

    /// Adds the condition that a key has this value, in the notation of overrides. A case can have at most two
    /// conditions.
    #[must_use]
    pub const fn when(self, key: &'static str, value: &'static str) -> Self {
        self.and(When::Is(key, value))
    }

    /// Adds the condition that the scenario gives a key.
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

/// The value of a derived default in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Following {
    /// The value in the notation of overrides.
    pub value: String,
    /// The value as JSON.
    pub canonical: String,
    /// The key from which the value is copied; `None` if it is not copied from one.
    pub key: Option<&'static str>,
    /// Whether the scenario gives this value.
    pub is_given: bool,
}

/// A table of a scenario with the tables around it.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    pub(super) keys: &'static [KeyDecl],
    /// The table; `None` if it is missing, so that all its keys have their defaults.
    pub(super) table: Option<&'a Node>,
    pub(super) around: Option<&'a Level<'a>>,
}

impl Level<'_> {
    /// The value of the default of a key of this table; `None` if the rule does not determine it.
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

    /// The value of another key, with its name.
    fn value_of(&self, key: &'static str, steps: u8) -> Option<Following> {
        Some(Following { key: Some(key), ..self.value(key, steps)? })
    }

    /// The effective value of a key: that of the file, the literal default, or the value that follows from other keys.
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
    /// The keys to which the rule refers.
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
