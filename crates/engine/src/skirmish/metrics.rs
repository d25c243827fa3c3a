//! Declarations of metrics: see [`metrics!`](crate::metrics).

use crate::outcome::{Combatant, Side};
use crate::ruleset::{Metric, MetricUnit};
use crate::who::Who;

/// A metric, by its index in [`Ruleset::metrics`](crate::Ruleset::metrics).
pub type Counter = usize;

/// A metric that is counted separately for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BySide {
    party: Counter,
    /// The index of the enemies' metric minus that of the party's.
    step: usize,
}

impl BySide {
    /// The metrics of the party and of the enemies; the latter must have the higher index.
    pub const fn new(party: Counter, enemies: Counter) -> Self {
        Self { party, step: enemies - party }
    }

    /// The metric of a side.
    #[inline(always)]
    pub const fn of(self, side: Side) -> Counter {
        self.party + self.step * side.index()
    }
}

/// A metric that is counted separately for each combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfEach {
    first: Counter,
}

impl OfEach {
    /// Appends one metric for each combatant: its name is `name`, a dot and the combatant's id.
    pub fn add(metrics: &mut Vec<Metric>, declared: &Declared, combatants: &[Combatant]) -> Self {
        let first = metrics.len();
        let Declared { name, unit, doc } = *declared;
        metrics.extend(combatants.iter().map(|combatant| Metric {
            name: format!("{name}.{}", combatant.id),
            doc,
            unit,
            most: u32::MAX,
        }));
        Self { first }
    }

    /// The metric of a combatant.
    #[inline(always)]
    pub const fn of(self, who: Who) -> Counter {
        self.first + who.index()
    }
}

/// A metric as a system declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// The metric's name in files and reports.
    pub name: &'static str,
    /// The unit of the count.
    pub unit: MetricUnit,
    /// The quantity that is counted per encounter, in a few words.
    pub doc: &'static str,
}

impl Declared {
    /// The index of a name in a declaration, for constants. If the name does not occur exactly once, compilation fails.
    pub const fn index_of(declared: &[Self], name: &str) -> Counter {
        let (mut at, mut found) = (0, None);
        while at < declared.len() {
            if is_equal(declared[at].name, name) {
                assert!(found.is_none(), "a metric is declared twice");
                found = Some(at);
            }
            at += 1;
        }
        found.expect("a declared metric")
    }

    /// All metrics of a declaration, in its order.
    pub fn metrics(declared: &[Self]) -> Vec<Metric> {
        let metric = |&Self { name, unit, doc }: &Self| Metric { name: name.to_owned(), doc, unit, most: u32::MAX };
        declared.iter().map(metric).collect()
    }
}

const fn is_equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// Declares the metrics of a system: for each a constant by which to count it, its unit (`events`, `yes_no` or
/// `rounds`, see [`MetricUnit`](crate::MetricUnit)), its name, and what is counted. A metric of both sides is one entry
/// with two names, first the party's, and its constant is a [`BySide`](crate::skirmish::BySide).
///
/// The macro also defines `METRICS`, the list from which [`Declared::metrics`](crate::skirmish::Declared::metrics)
/// makes the metrics of an outline.
///
/// ```
/// use equipoise_engine::Side;
/// use equipoise_engine::skirmish::Declared;
///
/// equipoise_engine::metrics! {
///     MOVES: events { "moves": "changes of position" }
///     HITS: events { "party_hits": "attacks of the party that hit", "enemies_hits": "the same of the enemies" }
///     FIRST_FALL: rounds { "first_fall": "round in which the first combatant fell" }
/// }
/// assert_eq!((MOVES, HITS.of(Side::Enemies), FIRST_FALL), (0, 2, 3));
/// assert_eq!(Declared::metrics(METRICS)[2].name, "enemies_hits");
/// ```
#[macro_export]
macro_rules! metrics {
    ($($constant:ident: $unit:ident { $($name:literal: $doc:literal),+ $(,)? })+) => {
        /// Every metric, in report order.
        pub(crate) const METRICS: &[$crate::skirmish::Declared] = &[$($(
            $crate::skirmish::Declared { name: $name, unit: $crate::metrics!(@unit $unit), doc: $doc }
        ),+),+];

        $($crate::metrics!(@constant $constant $($name $doc)+);)+
    };
    (@unit events) => { $crate::MetricUnit::Events };
    (@unit yes_no) => { $crate::MetricUnit::YesNo };
    (@unit rounds) => { $crate::MetricUnit::Rounds };
    (@constant $constant:ident $name:literal $doc:literal) => {
        #[doc = $doc]
        pub(crate) const $constant: $crate::skirmish::Counter = $crate::skirmish::Declared::index_of(METRICS, $name);
    };
    (@constant $constant:ident $party:literal $doc:literal $enemies:literal $other_doc:literal) => {
        #[doc = $doc]
        pub(crate) const $constant: $crate::skirmish::BySide = $crate::skirmish::BySide::new(
            $crate::skirmish::Declared::index_of(METRICS, $party),
            $crate::skirmish::Declared::index_of(METRICS, $enemies),
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Errors;

    metrics! {
        MOVES: events { "moves": "moves" }
        HITS: events { "party_hits": "hits of the party", "enemy_hits": "hits of the enemies" }
        FALL: rounds { "first_fall": "round of the first fall" }
        LOST: events { "lost": "tolerance lost" }
    }

    #[test]
    fn constants_are_the_indices_of_their_names() {
        let metrics = Declared::metrics(METRICS);
        let names = [MOVES, HITS.of(Side::Party), HITS.of(Side::Enemies), FALL].map(|at| metrics[at].name.as_str());
        assert_eq!(names, ["moves", "party_hits", "enemy_hits", "first_fall"]);
        assert_eq!(metrics[FALL], Metric::of_rounds("first_fall", "round of the first fall"));
    }

    #[test]
    fn every_combatant_has_a_metric_of_its_own() {
        let combatant = |id: &str| Combatant {
            id: id.to_owned(),
            name: id.to_owned(),
            side: Side::Party,
            group: None,
            errors: Errors::default(),
        };
        let mut metrics = Declared::metrics(METRICS);
        let lost = OfEach::add(&mut metrics, &METRICS[LOST], &[combatant("rogue"), combatant("ogre-2")]);
        assert_eq!((lost.of(0.into()), metrics[lost.of(1.into())].name.as_str()), (METRICS.len(), "lost.ogre-2"));
    }
}
