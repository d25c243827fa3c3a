//! The quantities that are shown, chosen by patterns of their names.

use std::fmt;

use equipoise_engine::EndState;
use equipoise_engine::accounts::PREFIX;
use equipoise_engine::scenario::visible;

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
    /// If a pattern matches no quantity of any of the casts.
    pub fn new(patterns: &[String], casts: &[Cast]) -> Result<Self, NoQuantity> {
        let names: Vec<String> =
            casts.iter().flat_map(|cast| cast.quantities().into_iter().map(|quantity| cast.name(quantity))).collect();
        let known = || casts.first().map_or_else(String::new, there_are);
        Self::among(patterns, &names, known).map_err(|error| match casts.first() {
            // No other name is suggested for a quantity that two scenarios do not have in common.
            Some(cast) if cast.combatants.is_empty() => NoQuantity { meant: None, help: there_are(cast), ..error },
            _ => error,
        })
    }

    /// As [`new`](Self::new), among quantities with these full names. `known` says in words which there are.
    ///
    /// # Errors
    /// If a pattern matches none of them.
    pub fn among(patterns: &[String], names: &[String], known: impl FnOnce() -> String) -> Result<Self, NoQuantity> {
        match patterns.iter().find(|pattern| !names.iter().any(|name| is_called(pattern, name))) {
            None => Ok(Self { patterns: patterns.to_vec() }),
            Some(pattern) => {
                let (meant, help) = help_among(pattern, names, known);
                // A list of all others hides the one that was meant.
                let help = meant.as_ref().map_or(help, |meant| format!("did you mean `{meant}`?"));
                Err(NoQuantity { pattern: pattern.clone(), meant, help })
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

/// The help if no quantity of a cast has a name: the name that was probably meant, and the names of the wanted kinds.
pub(crate) fn help_on_name(name: &str, cast: &Cast, is_wanted: impl Fn(Kind) -> bool) -> String {
    let quantities = cast.quantities().into_iter().filter(|&quantity| is_wanted(cast.kind(quantity)));
    let names: Vec<String> = quantities.map(|quantity| cast.name(quantity)).collect();
    help_among(name, &names, || format!("known: {}", known_names(cast, is_wanted))).1
}

/// The way to keep accounts, if a name is one of theirs and none of the known names is; `None` otherwise.
pub(crate) fn help_on_accounts<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let is_of_accounts = name.starts_with(PREFIX) || PREFIX.strip_suffix('.') == Some(name);
    let are_kept = || known.into_iter().any(|known| known.starts_with(PREFIX));
    (is_of_accounts && !are_kept())
        .then_some("accounts are kept with `--accounts`, or by a scenario with `accounts = true`")
}

/// The name that was probably meant by a pattern which matches none of these full names, and the whole help.
fn help_among(pattern: &str, names: &[String], known: impl FnOnce() -> String) -> (Option<String>, String) {
    if let Some(help) = help_on_accounts(pattern, names.iter().map(String::as_str)) {
        return (None, help.to_owned());
    }
    let called = names.iter().map(String::as_str).chain(names.iter().filter_map(|name| short(name)));
    let meant = meant(pattern, &called.collect::<Vec<_>>());
    let help = meant.as_ref().map_or_else(String::new, |meant| format!("did you mean `{meant}`? ")) + &known();
    (meant, help)
}

/// The quantities of a cast, in a sentence.
fn there_are(cast: &Cast) -> String {
    let known = format!("there are: {}", known_names(cast, |_| true));
    // A scenario has combatants: numbers without any are those that two scenarios have in common.
    if cast.combatants.is_empty() {
        return format!("no combatant of the one scenario has the id of one of the other; {known}");
    }
    known
}

/// The names of quantities in words: those that every scenario has, as far as their kinds are wanted, and what ids and
/// metrics this one has.
pub(crate) fn known_names(cast: &Cast, is_wanted: impl Fn(Kind) -> bool) -> String {
    let list = |names: Vec<&str>| names.join(", ");
    let of_system = cast.metrics.iter().filter(|(name, _)| !name.starts_with(PREFIX));
    let metrics = list(of_system.map(|(name, _)| name.as_str()).collect());
    let groups = list(cast.groups.iter().map(|group| group.name.as_str()).collect());
    let extras = EXTRAS.iter().filter(|extra| is_wanted(extra.kind)).map(|extra| extra.name);
    let ids = list(cast.combatants.iter().map(|(id, _)| id.as_str()).collect());
    let states = list(EndState::ALL.map(EndState::name).into());
    let counts = if is_wanted(Kind::Mean) { "groups.ID.STATE and " } else { "" };
    let has_accounts = cast.metrics.iter().any(|(name, _)| name.starts_with(PREFIX));
    let accounts = match (is_wanted(Kind::Mean), has_accounts, ids.is_empty()) {
        (true, true, false) => ", accounts.ID.MEASURE, accounts.ID.MEANS.MEASURE, accounts.ID.against.ID.MEASURE",
        (true, true, true) => ", accounts.first.SIDE.MEASURE",
        (true, false, false) => "; with --accounts also who did what, such as accounts.ID.damage",
        (true, false, true) | (false, ..) => "",
    };
    let part = |is_there: bool, text: String| if is_there { text } else { String::new() };
    [
        format!("party, enemies, draw, timeout, rounds, {}", list(extras.collect())),
        part(!ids.is_empty(), format!(", combatants.ID.STATE ({states}) for the ids {ids}")),
        part(!groups.is_empty(), format!(", {counts}groups.ID.any_STATE for the ids {groups}")),
        part(!metrics.is_empty(), format!(", and the metrics {metrics}")),
        accounts.to_owned(),
    ]
    .concat()
}

/// A pattern matches no quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoQuantity {
    /// The pattern.
    pub pattern: String,
    /// The name that was probably meant, if there is one.
    pub meant: Option<String>,
    /// The help: the name that was probably meant, or the names that there are.
    pub help: String,
}

impl fmt::Display for NoQuantity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no quantity matches `{}`", visible(&self.pattern))
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
            assert_eq!(refused.help, format!("did you mean `{meant}`?"));
        }
        let refused = taken(&["nothing.like.it"]).expect_err("there is none");
        let known = "for the ids ann, bob, ogre, and the metrics rolls, sixes";
        assert!(refused.meant.is_none() && refused.help.contains(known), "{}", refused.help);
    }
}
