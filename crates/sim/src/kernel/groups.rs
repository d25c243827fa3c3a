//! Combatants that one entry of a scenario stands for, counted together: how many of them end in a state.

use std::ops::Range;

use equipoise_engine::exact::{Moments, Solution};
use equipoise_engine::{Combatant, EndState};

use crate::ground::Sums;

/// The combatants of an entry with a `count` above 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    /// The id of the entry.
    pub name: String,
    /// Their indices in listed order.
    pub members: Range<usize>,
}

impl Group {
    /// The groups among combatants, in listed order.
    pub fn of(combatants: &[Combatant]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (index, combatant) in combatants.iter().enumerate() {
            let Some(name) = &combatant.group else { continue };
            match groups.last_mut() {
                Some(last) if last.name == *name => last.members.end = index + 1,
                _ => groups.push(Self { name: name.clone(), members: index..index + 1 }),
            }
        }
        groups
    }

    /// The number of its members that ended in a state, from the end states of all combatants.
    pub(crate) fn number(&self, ends: &[EndState], wanted: EndState) -> u32 {
        ends[self.members.clone()].iter().map(|&end| u32::from(end == wanted)).sum()
    }

    /// The exact moments of the number of its members that end in a state, and the chance that at least one does.
    pub(crate) fn exact(&self, solution: &Solution, wanted: EndState) -> (Moments, f64) {
        let (mut first, mut second, mut any) = (0.0, 0.0, 0.0);
        for (ending, chance) in &solution.endings {
            let number = self.number(&ending.end_states, wanted);
            if number > 0 {
                let number = f64::from(number);
                first += chance * number;
                second += chance * number * number;
                any += chance;
            }
        }
        (Moments::new(first, second), any)
    }
}

/// The numbers of members of each group that ended in each state, over some encounters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct GroupCounts {
    /// By group: encounters by number of its members, from none to all, and by [`EndState`].
    pub(crate) encounters: Vec<Vec<[u64; 4]>>,
}

impl GroupCounts {
    pub(crate) fn new(groups: &[Group]) -> Self {
        Self { encounters: groups.iter().map(|group| vec![[0; 4]; group.members.len() + 1]).collect() }
    }

    /// Whether there are no groups.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.encounters.is_empty()
    }

    /// Adds encounters that ended in the same state, by the end state of each combatant.
    #[inline(always)]
    pub(crate) fn add(&mut self, groups: &[Group], end_of: impl Fn(usize) -> EndState) {
        for (encounters, group) in self.encounters.iter_mut().zip(groups) {
            let mut numbers = [0; 4];
            for member in group.members.clone() {
                numbers[end_of(member).index()] += 1;
            }
            for (end, number) in numbers.into_iter().enumerate() {
                encounters[number][end] += 1;
            }
        }
    }

    /// Adds the counts of the same groups over other encounters.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.encounters.iter_mut().flatten().zip(other.encounters.iter().flatten()) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
    }

    /// Sums of how many of a group ended in a state.
    pub(crate) fn sums(&self, group: usize, end: EndState) -> Sums {
        let mut sums = Sums::default();
        for (number, encounters) in self.encounters[group].iter().enumerate() {
            sums.add(number as u32, encounters[end.index()]);
        }
        sums
    }

    /// Encounters in which at least one of a group ended in a state.
    pub(crate) fn any(&self, group: usize, end: EndState) -> u64 {
        self.encounters[group].iter().skip(1).map(|encounters| encounters[end.index()]).sum()
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::exact::{Budget, solve};
    use equipoise_engine::{Ruleset, Seed, Side};

    use super::*;
    use crate::kernel::quantity::{Cast, Kind, Quantity};
    use crate::kernel::records::{Column, Records};
    use equipoise_engine::decision::Errors;

    use crate::kernel::run::{Plan, Watch, run};
    use crate::kernel::tally::Totals;
    use crate::studies::compare::Recordable;
    use crate::toy::Toy;

    #[test]
    fn groups_are_the_combatants_of_one_entry() {
        let combatant = |group: Option<&str>| Combatant {
            id: String::new(),
            name: String::new(),
            side: Side::Party,
            group: group.map(str::to_owned),
            errors: Errors::default(),
        };
        let listed = [Some("a"), Some("a"), Some("b"), Some("b"), Some("b"), None, Some("c"), Some("c")].map(combatant);
        let found: Vec<_> = Group::of(&listed).into_iter().map(|group| (group.name, group.members)).collect();
        let expected = [("a", 0..2), ("b", 2..5), ("c", 6..8)].map(|(name, members)| (name.to_owned(), members));
        assert_eq!(found, expected);
        assert!(Group::of(&[combatant(None)]).is_empty());
    }

    /// Sums and records against counting through the end states of all encounters one by one.
    #[test]
    fn a_group_is_counted_as_its_members_ended() {
        const ENCOUNTERS: u64 = 3000;
        let rules = Toy::with_pair();
        let tally = run(&rules, &Plan::new(Seed(8), 0..ENCOUNTERS), &Watch::none()).tally;
        let (mut records, mut column) = (Records::default(), Column::default());
        rules.record(Seed(8), 0..ENCOUNTERS, &mut records);
        let cast = tally.cast();
        for end in EndState::ALL {
            let mut of = |quantity| {
                records.read(quantity, &mut column);
                column.values.clone()
            };
            let [ann, bob] = [0, 1].map(|combatant| of(Quantity::End { combatant, end }));
            let numbers: Vec<u32> = ann.iter().zip(&bob).map(|(ann, bob)| ann + bob).collect();
            let quantity = Quantity::Group { group: 0, end, is_any: false };
            assert_eq!(of(quantity), numbers, "{end}");
            let mut sums = Sums::default();
            for &number in &numbers {
                sums.add(number, 1);
            }
            assert_eq!(tally.totals(quantity), Totals { encounters: ENCOUNTERS, sums }, "{end}");
            let any: Vec<u32> = numbers.iter().map(|&number| number.min(1)).collect();
            let quantity = Quantity::Group { group: 0, end, is_any: true };
            assert_eq!(of(quantity), any, "{end}");
            assert_eq!(
                tally.totals(quantity).sums.values,
                any.iter().map(|&any| u128::from(any)).sum::<u128>(),
                "{end}"
            );
        }
        let dead = |name: &str| tally.totals(cast.find(name).expect(name)).sums;
        assert!(dead("groups.pair.dead").values > dead("groups.pair.any_dead").values, "both die now and then");
        assert_eq!(cast.find("combatants.pair.*.dead"), cast.find("groups.pair.dead"));
    }

    /// False alarm 1e-6 over 8 numbers, so |z| < 5.4.
    #[test]
    fn the_exact_moments_are_those_of_a_sample() {
        const ENCOUNTERS: u64 = 200_000;
        let rules = Toy::with_pair();
        let solution = solve(&rules, Budget::default(), &|| false).expect("small");
        let tally = run(&rules, &Plan::new(Seed(1), 0..ENCOUNTERS), &Watch::none()).tally;
        let cast = Cast::of(&rules);
        let of_groups = cast.quantities().into_iter().filter(|quantity| matches!(quantity, Quantity::Group { .. }));
        for quantity in of_groups {
            let (name, (chance, Moments { mean, sd })) = (cast.name(quantity), cast.exact(quantity, &solution));
            assert!((chance - 1.0).abs() < 1e-12, "{name}");
            let sampled = tally.totals(quantity).sums.values as f64 / ENCOUNTERS as f64;
            assert!((sampled - mean).abs() <= 5.4 * sd / (ENCOUNTERS as f64).sqrt(), "{name}: {sampled}, {mean}");
            assert!(cast.kind(quantity) != Kind::Share || mean <= 1.0, "{name}");
            let is_never = name.ends_with("fled");
            assert_eq!(mean > 0.0, !is_never, "{name}: nobody of the party of {} flees", Toy::NAME);
        }
    }

    #[test]
    fn what_two_casts_have_in_common_has_the_group_too() {
        let (with, without) = (Cast::of(&Toy::with_pair()), Cast::of(&Toy::new()));
        assert_eq!(with.common(&with), with);
        assert!(with.common(&without).groups.is_empty());
    }
}
