//! Conditions on single encounters, as people write them: `rogue dead and party wins`, `rounds > 10 or not draw`.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use equipoise_engine::accounts::PREFIX;
use equipoise_engine::{EncounterIndex, Seed};

use crate::kernel::batches::in_batches;
use crate::kernel::quantity::{Cast, Quantity};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::studies::compare::Recordable;
use crate::studies::fights::Fights;
use crate::studies::load::Loaded;
use crate::studies::replay::NotFound;

mod parse;

pub use parse::ConditionError;

/// Encounters in a batch: few, since the first one that is wanted may come soon.
const BATCH: u64 = 512;

/// A condition that an encounter of a scenario fulfils or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The quantities that it asks for, each once.
    quantities: Vec<Quantity>,
    root: Node,
}

/// A part of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    /// A quantity compares with a number in one of these ways; `asked` is its index among those of the condition. An
    /// encounter that does not have the quantity does not fulfil it.
    Is {
        asked: usize,
        orderings: &'static [Ordering],
        number: u64,
    },
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

impl Node {
    fn holds(&self, numbers: &[Option<u32>]) -> bool {
        match self {
            Self::Is { asked, orderings, number } => {
                numbers[*asked].is_some_and(|found| orderings.contains(&u64::from(found).cmp(number)))
            }
            Self::Not(node) => !node.holds(numbers),
            Self::All(nodes) => nodes.iter().all(|node| node.holds(numbers)),
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(numbers)),
        }
    }
}

/// The values to which the parts of a condition are folded.
pub(crate) trait Folding<V> {
    /// The value for a quantity that compares with a number in one of these ways.
    fn compares(&self, quantity: Quantity, orderings: &[Ordering], number: u64) -> V;
    /// The value if all parts have to hold.
    fn all(&self, parts: Vec<V>) -> V;
    /// The value if at least one part has to hold.
    fn any(&self, parts: Vec<V>) -> V;
}

impl Node {
    fn fold<V>(&self, quantities: &[Quantity], is_denied: bool, folding: &impl Folding<V>) -> V {
        let parts = |nodes: &[Self]| nodes.iter().map(|node| node.fold(quantities, is_denied, folding)).collect();
        match self {
            Self::Is { asked, orderings, number } => {
                let all = [Ordering::Less, Ordering::Equal, Ordering::Greater];
                let wanted: Vec<_> = all.into_iter().filter(|way| orderings.contains(way) != is_denied).collect();
                folding.compares(quantities[*asked], &wanted, *number)
            }
            Self::Not(node) => node.fold(quantities, !is_denied, folding),
            Self::All(nodes) if is_denied => folding.any(parts(nodes)),
            Self::Any(nodes) if !is_denied => folding.any(parts(nodes)),
            Self::All(nodes) | Self::Any(nodes) => folding.all(parts(nodes)),
        }
    }
}

impl Condition {
    /// Reads a condition on the encounters of a scenario. `not` binds most, then `and`, then `or`; terms are
    ///
    /// - `ID STATE`, with the id of a combatant and `standing`, `fled`, `down` or `dead`,
    /// - `party all STATE` and `party any STATE`, and so of the enemies,
    /// - `party wins`, `enemies win`, `draw`, `timeout`, or the name of any other quantity that is a share,
    /// - `rounds`, a metric or any other quantity that is a number, then `<`, `<=`, `=`, `>=` or `>` and a whole number. An
    ///   encounter without the number (the round of what did not happen) fulfils none of them.
    ///
    /// # Errors
    /// The mistake, and its place.
    pub fn read(text: &str, cast: &Cast) -> Result<Self, ConditionError> {
        parse::read(text, cast)
    }

    /// Reads a condition on the encounters of a loaded scenario, with the fights that keep the numbers of accounts that it names; `None` if
    /// it names none. Accounts change no fight.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub(crate) fn of_scenario(
        text: &str,
        scenario: &Loaded,
    ) -> Result<(Self, Option<Box<dyn Fights>>), ConditionError> {
        let with_accounts = text.contains(PREFIX).then(|| scenario.with_accounts()).flatten();
        let cast = with_accounts.as_ref().unwrap_or(&scenario.fights).recordable().cast();
        Ok((Self::read(text, &cast)?, with_accounts))
    }

    /// The quantities that it asks for, each once.
    pub(crate) fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// Whether an encounter fulfils it, by the number that it has of each quantity, if it has one.
    pub(crate) fn holds(&self, number: impl FnMut(Quantity) -> Option<u32>) -> bool {
        let numbers: Vec<_> = self.quantities.iter().copied().map(number).collect();
        self.root.holds(&numbers)
    }

    /// Folds the condition from its comparisons up. Denials are moved down to them: `not (a and b)` is `not a or not b`, and of a
    /// denied comparison the other orderings are wanted.
    pub(crate) fn fold<V>(&self, folding: &impl Folding<V>) -> V {
        self.root.fold(&self.quantities, false, folding)
    }

    /// The condition that a quantity compares with a number in one of these ways.
    pub(crate) fn compares(quantity: Quantity, orderings: &'static [Ordering], number: u64) -> Self {
        Self { quantities: vec![quantity], root: Node::Is { asked: 0, orderings, number } }
    }

    /// The first of some encounters that fulfils it, on the current rayon pool, whatever the threads.
    ///
    /// # Errors
    /// If none does, or an interrupt came before one was found.
    pub fn first(
        &self,
        scenario: &dyn Recordable,
        seed: Seed,
        range: Range<u64>,
        watch: &Watch,
    ) -> Result<EncounterIndex, NotFound> {
        let (first, played) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
        // Batches are handed out in order and played to their ends: once there is a find, no later batch matters.
        let is_over = || first.load(Relaxed) < u64::MAX || (watch.interrupted)();
        let watch = Watch { interrupted: &is_over, progress: watch.progress };
        let make = || (Records::default(), vec![Column::default(); self.quantities.len()]);
        let play = |(records, columns): &mut (Records, Vec<Column>), batch: Range<u64>| {
            scenario.record(seed, batch.clone(), records);
            played.fetch_add(batch.end - batch.start, Relaxed);
            if let Some(index) = self.first_of(records, columns) {
                first.fetch_min(batch.start + index as u64, Relaxed);
            }
        };
        drop(in_batches(&range, BATCH, &watch, make, play));
        match (first.into_inner(), range.end.saturating_sub(range.start)) {
            (u64::MAX, 0) => Err(NotFound::Empty),
            (u64::MAX, length) if played.into_inner() < length => Err(NotFound::Interrupted),
            (u64::MAX, _) => Err(NotFound::Unfulfilled),
            (index, _) => Ok(EncounterIndex(index)),
        }
    }

    /// The first of some recorded encounters that fulfils it, counted from the first of them.
    fn first_of(&self, records: &Records, columns: &mut [Column]) -> Option<usize> {
        for (quantity, column) in self.quantities.iter().zip(columns.iter_mut()) {
            records.read(*quantity, column);
        }
        let mut columns: Vec<_> = columns.iter().map(Column::optional).collect();
        let mut numbers = vec![None; columns.len()];
        (0..records.len()).find(|_| {
            for (number, column) in numbers.iter_mut().zip(&mut columns) {
                *number = column.next().flatten();
            }
            self.root.holds(&numbers)
        })
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{EndState, Ruleset, Winner, each_system};

    use super::*;
    use crate::samples::{Sample, samples};
    use crate::studies::replay::{Replay, replay};
    use crate::toy::Toy;

    fn index_of(text: &str, range: Range<u64>) -> Result<EncounterIndex, NotFound> {
        let toy = Toy::new();
        let condition = Condition::read(text, &Cast::of(&toy)).unwrap_or_else(|error| panic!("{error}"));
        condition.first(&toy, Seed(5), range, &Watch::none())
    }

    fn ended(replay: &Replay, combatant: usize, end: EndState) -> bool {
        replay.combatants[combatant].end == end
    }

    /// The search finds the first encounter whose replay fulfils the condition, whatever the number of threads.
    #[test]
    fn the_first_that_fulfils_a_condition_is_found() {
        type Wanted = fn(&Replay) -> bool;
        let conditions: [(&str, Wanted); 12] = [
            ("ann dead", |told| ended(told, 0, EndState::Dead)),
            ("ann dead and bob dead and enemies wins", |told| {
                ended(told, 0, EndState::Dead)
                    && ended(told, 1, EndState::Dead)
                    && told.outcome.winner == Winner::Enemies
            }),
            ("party all dead", |told| ended(told, 0, EndState::Dead) && ended(told, 1, EndState::Dead)),
            ("not party any standing and enemies all standing", |told| {
                !ended(told, 0, EndState::Standing)
                    && !ended(told, 1, EndState::Standing)
                    && ended(told, 2, EndState::Standing)
            }),
            ("timeout or draw and rounds>=9", |told| told.outcome.winner == Winner::Timeout),
            ("(timeout or draw) and rounds < 1", |told| told.outcome.winner == Winner::Draw),
            ("not (party wins or enemies wins)", |told| told.outcome.winner.side().is_none()),
            ("not not party wins and not rounds <= 6", |told| {
                told.outcome.winner == Winner::Party && told.outcome.rounds > 6
            }),
            ("sixes > 2", |told| told.metrics[1].1 > 2),
            ("metrics.sixes=0 and winners.party", |told| {
                told.metrics[1].1 == 0 && told.outcome.winner == Winner::Party
            }),
            ("party_any_dead and combatants.ogre.standing", |told| {
                (ended(told, 0, EndState::Dead) || ended(told, 1, EndState::Dead)) && ended(told, 2, EndState::Standing)
            }),
            ("rounds = 5 and rolls = 5", |told| told.outcome.rounds == 5),
        ];
        let toy = Toy::new();
        for (text, wanted) in conditions {
            let expected = (100..20_000).find(|&index| wanted(&replay(&toy, Seed(5), EncounterIndex(index))));
            let expected = EncounterIndex(expected.unwrap_or_else(|| panic!("none: {text}")));
            for threads in [1, 2, 5] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
                assert_eq!(pool.install(|| index_of(text, 100..20_000)), Ok(expected), "{text} with {threads} threads");
            }
            // Up to there, and with nothing behind it.
            assert_eq!(index_of(text, 100..expected.0 + 1), Ok(expected), "{text}");
            assert!(expected.0 == 100 || index_of(text, 100..expected.0) == Err(NotFound::Unfulfilled), "{text}");
        }
    }

    fn enumerate<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        let (cast, last) = (Cast::of(&rules), rules.combatants().last().expect("somebody").id.clone());
        let ended = |index| {
            let told = replay(&rules, Seed(2), EncounterIndex(index));
            (told.combatants.last().map(|fate| fate.end), told.outcome.rounds)
        };
        let ended: Vec<_> = (0..1500).map(ended).collect();
        for end in EndState::ALL {
            let condition = Condition::read(&format!("{last} {end} and rounds >= 3"), &cast).expect("a condition");
            let found = condition.first(&rules, Seed(2), 0..1500, &Watch::none());
            let is_wanted = |&(last, rounds): &(Option<EndState>, u32)| last == Some(end) && rounds >= 3;
            let expected = ended.iter().position(is_wanted).map(|index| EncounterIndex(index as u64));
            assert_eq!(found.ok(), expected, "{last} {end}");
        }
    }

    #[test]
    fn every_system_is_searched() {
        for sample in samples(2) {
            sample.enter(each_system!(enumerate));
        }
    }

    /// The mean of the lead's last change is one among won encounters: where nobody wins, it is neither 0 nor anything else.
    #[test]
    fn what_an_encounter_does_not_have_fulfils_nothing() {
        for never in
            ["draw and last_behind >= 0", "draw and not (not draw or last_behind < 9 or last_behind >= 0 or draw)"]
        {
            assert_eq!(index_of(never, 0..5000), Err(NotFound::Unfulfilled), "{never}");
        }
        assert!(index_of("draw and not last_behind >= 0", 0..5000).is_ok());
    }

    #[test]
    fn a_search_ends_with_its_range_and_with_an_interrupt() {
        assert_eq!(index_of("party wins", 7..7), Err(NotFound::Empty));
        assert_eq!(index_of("rounds > 18446744073709551615", 0..3000), Err(NotFound::Unfulfilled));
        let toy = Toy::new();
        let condition = Condition::read("draw and party wins", &Cast::of(&toy)).expect("a condition");
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        assert_eq!(condition.first(&toy, Seed(1), 0..3000, &interrupted), Err(NotFound::Interrupted));
        // Whatever lies behind the first find is not played.
        let condition = Condition::read("rounds >= 0", &Cast::of(&toy)).expect("a condition");
        assert_eq!(condition.first(&toy, Seed(1), 0..u64::MAX, &Watch::none()), Ok(EncounterIndex(0)));
    }
}
