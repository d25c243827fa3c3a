//! Which quantities are shown: patterns of their names.

use std::fmt;

use equipoise_engine::EndState;
use equipoise_engine::accounts::PREFIX;

use crate::kernel::quantity::{Cast, EXTRAS, Kind, former_name, of_members};
use crate::studies::path_pattern::{matches, meant};

/// The quantities that patterns choose; all of them where there is no pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Only {
    patterns: Vec<String>,
}

impl Only {
    /// The quantities whose names match one of the patterns, in full (`winners.party`, `rounds.mean`,
    /// `metrics.criticals`) or in their short forms (`party`, `rounds`, `criticals`). A pattern is one of
    /// [`matches()`].
    ///
    /// # Errors
    /// When a pattern matches no quantity of any of the casts.
    pub fn new(patterns: &[String], casts: &[Cast]) -> Result<Self, NoQuantity> {
        let names: Vec<String> =
            casts.iter().flat_map(|cast| cast.quantities().into_iter().map(|quantity| cast.name(quantity))).collect();
        let known = || casts.first().map_or_else(String::new, |cast| known_names(cast, |_| true));
        Self::among(patterns, &names, known)
    }

    /// As [`new`](Self::new), among quantities with these full names. `known` says in words which there are.
    ///
    /// # Errors
    /// When a pattern matches none of them.
    pub fn among(patterns: &[String], names: &[String], known: impl FnOnce() -> String) -> Result<Self, NoQuantity> {
        match patterns.iter().find(|pattern| !names.iter().any(|name| is_called(pattern, name))) {
            None => Ok(Self { patterns: patterns.to_vec() }),
            Some(pattern) => {
                let called = names.iter().map(String::as_str).chain(names.iter().filter_map(|name| short(name)));
                let meant = meant(pattern, &called.collect::<Vec<_>>());
                Err(NoQuantity { pattern: pattern.clone(), meant, known: known() })
            }
        }
    }

    /// Whether there is no pattern.
    pub fn is_all(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether the quantity of this full name is chosen.
    pub fn takes(&self, name: &str) -> bool {
        self.is_all() || self.patterns.iter().any(|pattern| is_called(pattern, name))
    }
}

fn is_called(pattern: &str, name: &str) -> bool {
    let of_group = of_members(pattern);
    let pattern = of_group.as_deref().unwrap_or(pattern);
    let other_names = [short(name), former_name(name)];
    matches(pattern, name) || other_names.into_iter().flatten().any(|other| matches(pattern, other))
}

/// The short form of a full name, if it has one; the other way round than [`full_name`](crate::kernel::quantity::full_name).
pub(crate) fn short(name: &str) -> Option<&str> {
    let (group, rest) = name.split_once('.')?;
    match group {
        "winners" | "metrics" => Some(rest),
        "rounds" => Some(group),
        _ => None,
    }
}

/// The names of quantities in words: those that every scenario has, as far as their kinds are wanted, and what ids and
/// metrics this one has.
pub(crate) fn known_names(cast: &Cast, is_wanted: impl Fn(Kind) -> bool) -> String {
    let list = |names: Vec<&str>| names.join(", ");
    let of_system = cast.metrics.iter().filter(|(name, _)| !name.starts_with(PREFIX));
    let metrics = list(of_system.map(|(name, _)| name.as_str()).collect());
    let groups = list(cast.groups.iter().map(|group| group.name.as_str()).collect());
    format!(
        "party, enemies, draw, timeout, rounds, {}, combatants.ID.STATE ({}) for the ids {}{}{}",
        list(EXTRAS.iter().filter(|extra| is_wanted(extra.kind)).map(|extra| extra.name).collect()),
        list(EndState::ALL.map(EndState::name).into()),
        list(cast.combatants.iter().map(|(id, _)| id.as_str()).collect()),
        match (cast.groups.is_empty(), is_wanted(Kind::Mean)) {
            (true, _) => groups,
            (false, true) => format!(", groups.ID.STATE and groups.ID.any_STATE for the ids {groups}"),
            (false, false) => format!(", groups.ID.any_STATE for the ids {groups}"),
        },
        if metrics.is_empty() { metrics } else { format!(", and the metrics {metrics}") },
    ) + match is_wanted(Kind::Mean) {
        true if cast.metrics.iter().any(|(name, _)| name.starts_with(PREFIX)) => {
            ", accounts.ID.MEASURE, accounts.ID.MEANS.MEASURE, accounts.ID.against.ID.MEASURE"
        }
        true => "; with --accounts also who did what, such as accounts.ID.damage",
        false => "",
    }
}

/// A pattern matches no quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoQuantity {
    /// The pattern.
    pub pattern: String,
    /// What it may have meant.
    pub meant: Option<String>,
    /// The quantities that there are, in words.
    pub known: String,
}

impl NoQuantity {
    /// What may help.
    pub fn help(&self) -> String {
        let meant = self.meant.as_ref().map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
        format!("{meant}there are: {}", self.known)
    }
}

impl fmt::Display for NoQuantity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no quantity matches `{}`", self.pattern)
    }
}

impl std::error::Error for NoQuantity {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn taken(patterns: &[&str]) -> Result<Vec<String>, NoQuantity> {
        let cast = Cast::of(&Toy::new());
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        let only = Only::new(&patterns, std::slice::from_ref(&cast))?;
        let names = cast.quantities().into_iter().map(|quantity| cast.name(quantity));
        Ok(names.filter(|name| only.takes(name)).collect())
    }

    #[test]
    fn quantities_are_chosen_by_full_and_short_names() {
        for (patterns, expected) in [
            (&["party"][..], &["winners.party"][..]),
            (&["winners.d*", "rounds"], &["winners.draw", "rounds.mean"]),
            (&["sixes"], &["metrics.sixes"]),
            (&["combatants.*.dead"], &["combatants.ann.dead", "combatants.bob.dead", "combatants.ogre.dead"]),
            (&["**.ann.f*"], &["combatants.ann.fled"]),
            (&["*_any_dead"], &["party_any_dead", "enemies_any_dead"]),
        ] {
            assert_eq!(taken(patterns).expect("there are such"), expected, "{patterns:?}");
        }
        assert_eq!(taken(&[]), taken(&["**"]));
    }

    #[test]
    fn a_pattern_that_matches_nothing_is_refused_whatever_the_others_match() {
        for (pattern, meant) in
            [("combatants.*", "combatants.**"), ("sixs", "sixes"), ("winners.prty", "winners.party")]
        {
            let refused = taken(&["party", pattern]).expect_err("there is none");
            assert_eq!((refused.pattern.as_str(), refused.meant.as_deref()), (pattern, Some(meant)));
            assert!(
                refused.help().contains("for the ids ann, bob, ogre, and the metrics rolls, sixes"),
                "{}",
                refused.help()
            );
        }
    }
}
