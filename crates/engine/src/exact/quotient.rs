//! Routes with fewer places, for loads that need not tell all of them apart.
//!
//! Two places are equivalent to a load if the same chances lead from both to places that are equivalent in turn, or out
//! of the fight, with the same counts on the way as far as the load hears them. The mass of equivalent places can travel
//! as one, since what becomes of it is the same ("lumping": J. Kemeny and J. Snell, "Finite Markov Chains", 1960). Who
//! first had control of a duel is part of its states, for instance, but of no concern to the refreshes that are still to
//! come: one state of nine is left for those.

use std::hash::Hash;

use super::pass::Interrupted;
use super::route::{Link, Route, Slot};
use crate::hashing::QuickMap;
use crate::rng::mix;

/// The caller is asked to go on after so many places.
const ASKED_EVERY: usize = 4096;

/// Bytes of a place on the quotient.
pub(super) const BYTES_OF_PLACE: usize = super::mass::BYTES_OF_PLACE;

/// Bytes of a transition on the quotient.
pub(super) const BYTES_OF_LINK: usize = size_of::<Link>();

/// Bytes of a place while the quotient is found: its class, its place by row, where its sources begin, how it waits twice,
/// and what is seen of it and of the class that may be its own.
pub(super) const BYTES_OF_SEARCH: usize =
    5 * size_of::<u32>() + size_of::<bool>() + size_of::<LookedAt>() + size_of::<Kind>();

/// Bytes of a transition while the quotient is found: its source.
pub(super) const BYTES_OF_SOURCE: usize = size_of::<u32>();

/// What a load tells apart: what has different numbers.
pub(super) struct Told {
    /// By label. Those of different chances have different numbers.
    pub(super) labels: Vec<u32>,
    /// By way to end.
    pub(super) ends: Vec<u32>,
    /// By start.
    pub(super) starts: Vec<u32>,
}

/// Numbers of values, the same for equal ones.
pub(super) fn numbers<K: Eq + Hash>(values: impl Iterator<Item = K>) -> Vec<u32> {
    let mut numbers = QuickMap::default();
    let mut number = |value| {
        let new = numbers.len() as u32;
        *numbers.entry(value).or_insert(new)
    };
    values.map(&mut number).collect()
}

/// A route with one place for each class of equivalent ones.
pub(super) struct Quotient {
    pub(super) route: Route,
    /// By start, one of those that it stands for.
    pub(super) examples: Vec<u32>,
}

/// The classes of equivalent places, as far as they are told apart. Places are known by their rows: the starts, then the
/// inner places.
struct Equivalence<'a> {
    route: &'a Route,
    told: &'a Told,
    /// By row, its class.
    classes: Vec<u32>,
    /// By class.
    kinds: Vec<Kind>,
    /// By row, its place.
    places: Vec<u32>,
    /// By row, whether it waits to be looked at.
    waits: Vec<bool>,
    /// Which rows lead to each.
    sources: Sources,
}

/// A number of 128 bits in words, which need no alignment of their own.
type Signature = [u64; 2];

/// What a class consists of.
#[derive(Debug, Clone, Copy, Default)]
struct Kind {
    /// How many rows it has.
    size: u32,
    /// What their transitions lead to.
    signature: Signature,
}

/// A row that leads to what has another class now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LookedAt {
    class: u32,
    signature: Signature,
    row: u32,
}

/// By row, the rows that lead to it, as often as they do.
struct Sources {
    begins: Vec<u32>,
    rows: Vec<u32>,
}

impl Sources {
    fn of(route: &Route) -> Self {
        let rows = route.slots.len();
        let mut begins = vec![0_u32; rows + 1];
        let targets = || route.links.iter().filter_map(|link| row_of(route, link.to));
        targets().for_each(|row| begins[row] += 1);
        // First where each ends, and then, counted down as its sources are entered, where it begins.
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        let mut sources = vec![0; end as usize];
        for (place, &slot) in route.slots.iter().enumerate() {
            let source = row_of(route, slot).expect("a place has a row") as u32;
            for target in route.links_of(place).iter().filter_map(|link| row_of(route, link.to)) {
                begins[target] -= 1;
                sources[begins[target] as usize] = source;
            }
        }
        Self { begins, rows: sources }
    }

    fn of_row(&self, row: u32) -> &[u32] {
        &self.rows[self.begins[row as usize] as usize..self.begins[row as usize + 1] as usize]
    }
}

/// The row of a place; none of a way to end.
#[inline(always)]
fn row_of(route: &Route, slot: Slot) -> Option<usize> {
    match slot.kind() {
        Slot::END => None,
        Slot::INNER => Some(route.starts.len() + slot.number()),
        _ => Some(slot.number()),
    }
}

impl<'a> Equivalence<'a> {
    /// The fewest classes that the load and the transitions allow. At first there are as many as the load tells starts
    /// apart; then rows of one class whose transitions lead to different classes are told apart, until there are none (E.
    /// Moore, "Gedanken-experiments on sequential machines", 1956). Where a class is divided its largest part stays what
    /// it was, and only what leads to the others is looked at again (J. Hopcroft, "An n log n algorithm for minimizing
    /// states in a finite automaton", 1971).
    fn of(route: &'a Route, told: &'a Told, interrupted: &dyn Fn() -> bool) -> Result<Self, Interrupted> {
        let rows = route.slots.len();
        let inner = told.starts.iter().max().map_or(0, |&largest| largest + 1);
        let mut classes = told.starts.clone();
        classes.resize(rows, inner);
        let mut kinds = vec![Kind::default(); inner as usize + 1];
        for &class in &classes {
            kinds[class as usize].size += 1;
        }
        let mut places = vec![0; rows];
        for (place, &slot) in (0..).zip(&route.slots) {
            places[row_of(route, slot).expect("a place has a row")] = place;
        }
        let mut equivalence =
            Self { route, told, classes, kinds, places, waits: vec![true; rows], sources: Sources::of(route) };
        let mut waiting: Vec<u32> = (0..rows as u32).collect();
        while !waiting.is_empty() {
            waiting = equivalence.divide(&waiting, interrupted)?;
        }
        Ok(equivalence)
    }

    fn class(&self, slot: Slot) -> u32 {
        self.classes[row_of(self.route, slot).expect("a way to end has no class")]
    }

    /// Looks at rows again that lead to what has another class now, and divides their classes; which rows are to be looked
    /// at after that.
    fn divide(&mut self, rows: &[u32], interrupted: &dyn Fn() -> bool) -> Result<Vec<u32>, Interrupted> {
        let mut looked_at = Vec::with_capacity(rows.len());
        for (done, &row) in rows.iter().enumerate() {
            if done.is_multiple_of(ASKED_EVERY) && interrupted() {
                return Err(Interrupted);
            }
            let (class, signature) = (self.classes[row as usize], self.signature(self.places[row as usize] as usize));
            looked_at.push(LookedAt { class, signature, row });
            self.waits[row as usize] = false;
        }
        looked_at.sort_unstable();
        let mut waiting = Vec::new();
        for of_class in looked_at.chunk_by(|left, right| left.class == right.class) {
            let kind = &mut self.kinds[of_class[0].class as usize];
            let parts = || of_class.chunk_by(|left, right| left.signature == right.signature);
            // What was not looked at stays in its class with what still leads to the same; where there is nothing else the
            // largest part stays.
            if kind.size as usize == of_class.len() {
                let largest = parts().max_by_key(|part| part.len()).expect("a class that was looked at");
                kind.signature = largest[0].signature;
            }
            let stays = kind.signature;
            for part in parts().filter(|part| part[0].signature != stays) {
                let (new, size) = (self.kinds.len() as u32, part.len() as u32);
                self.kinds[of_class[0].class as usize].size -= size;
                self.kinds.push(Kind { size, signature: part[0].signature });
                for looked_at in part {
                    self.classes[looked_at.row as usize] = new;
                    let sources = self.sources.of_row(looked_at.row).iter();
                    waiting
                        .extend(sources.filter(|&&source| !std::mem::replace(&mut self.waits[source as usize], true)));
                }
            }
        }
        Ok(waiting)
    }

    /// A number for what transitions lead to, in whatever order. As if the two sums were random and knew nothing of each other,
    /// two of n places with different transitions have the same one with a chance of n^2 / 2^129: below 1e-20 for as many
    /// as there can be. Nothing looks whether that has happened.
    fn signature(&self, place: usize) -> Signature {
        let mut sums = [0_u64; 2];
        for link in self.route.links_of(place) {
            let (kind, to) = match link.to.kind() {
                Slot::END => (Slot::END, self.told.ends[link.to.number()]),
                Slot::NEXT => (Slot::NEXT, self.class(link.to)),
                _ => (Slot::HERE, self.class(link.to)),
            };
            let word = u64::from(self.told.labels[link.label as usize]) << 32 | (kind as u64) << 30 | u64::from(to);
            sums = [sums[0].wrapping_add(mix(word)), sums[1].wrapping_add(mix(!word))];
        }
        sums
    }
}

impl Route {
    /// The route with equivalent places made one.
    pub(super) fn quotient(&self, told: &Told, interrupted: &dyn Fn() -> bool) -> Result<Quotient, Interrupted> {
        let equivalence = Equivalence::of(self, told, interrupted)?;
        let class_at = |place: usize| equivalence.class(self.slots[place]) as usize;
        // The last place of a class stands for it, so that no turn leads backwards here either.
        let mut last_places = vec![0; equivalence.kinds.len()];
        (0..self.len()).for_each(|place| last_places[class_at(place)] = place);
        let stays = |place: &usize| last_places[class_at(*place)] == *place;
        let places: Vec<usize> = (0..self.len()).filter(stays).collect();
        let (mut rows_of_classes, mut slots) = (vec![Slot::new(0, 0); equivalence.kinds.len()], Vec::new());
        let (mut starts, mut inner, mut examples) = (Vec::new(), Vec::new(), Vec::new());
        for (new, &place) in (0..).zip(&places) {
            let is_start = self.slots[place].kind() != Slot::INNER;
            if is_start {
                examples.push(self.slots[place].number() as u32);
            }
            let (kind, list) = if is_start { (Slot::HERE, &mut starts) } else { (Slot::INNER, &mut inner) };
            let slot = Slot::new(kind, list.len() as u32);
            list.push(new);
            slots.push(slot);
            rows_of_classes[class_at(place)] = slot;
        }
        let link = |link: &Link| {
            let to = match link.to.kind() {
                Slot::END => link.to,
                Slot::NEXT => {
                    Slot::new(Slot::NEXT, rows_of_classes[equivalence.class(link.to) as usize].number() as u32)
                }
                _ => rows_of_classes[equivalence.class(link.to) as usize],
            };
            Link { to, label: link.label }
        };
        let (mut links, mut ranges) = (Vec::new(), Vec::with_capacity(places.len()));
        for &place in &places {
            let start = links.len();
            links.extend(self.links_of(place).iter().map(link));
            links[start..].sort_unstable_by_key(|link| (link.label, link.to));
            ranges.push((start as u32, links.len() as u32));
        }
        let opening = rows_of_classes[class_at(self.opening as usize)];
        let opening = slots.iter().position(|&slot| slot == opening).expect("the opening has a class") as u32;
        let before = |place: usize| places.partition_point(|&other| other < place);
        let circles = self.circles.iter().map(|circle| before(circle.start)..before(circle.end));
        let mut route = Self {
            ranges,
            links,
            slots,
            patterns: Vec::with_capacity(places.len()),
            examples: Vec::new(),
            circles: circles.filter(|circle| !circle.is_empty()).collect(),
            starts,
            inner,
            nodes: examples.iter().map(|&start| self.nodes[start as usize]).collect(),
            opening,
            ways: self.ways,
        };
        route.tell_patterns_apart();
        Ok(Quotient { route, examples })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::bypass::tests::graph;
    use super::super::graph::Target;
    use super::*;

    fn nobody_interrupts<T>(found: Result<T, Interrupted>) -> T {
        found.ok().expect("nobody interrupts")
    }

    fn route(nodes: &[&[(Target, f64, f64)]]) -> Route {
        nobody_interrupts(Route::through(&mut graph(nodes), &|| false))
    }

    /// The same way to end, with nothing told apart but labels.
    fn labels_told(route: &Route) -> Told {
        let labels = route.links.iter().map(|link| link.label).max().map_or(0, |largest| largest + 1);
        Told { labels: (0..labels).collect(), ends: vec![0; 8], starts: vec![0; route.starts.len()] }
    }

    /// Transitions that lead to classes, with how often: of a place where it stands.
    fn ways_on(equivalence: &Equivalence, place: usize) -> BTreeMap<(usize, u32, u32), usize> {
        let Equivalence { route, told, .. } = equivalence;
        let mut ways = BTreeMap::new();
        for link in route.links_of(place) {
            let (kind, to) = match link.to.kind() {
                Slot::END => (Slot::END, told.ends[link.to.number()]),
                Slot::NEXT => (Slot::NEXT, equivalence.class(link.to)),
                _ => (Slot::HERE, equivalence.class(link.to)),
            };
            *ways.entry((kind, to, told.labels[link.label as usize])).or_default() += 1;
        }
        ways
    }

    /// Classes by a definition that is simple and slow: all are looked at again and again.
    fn classes_one_by_one(route: &Route, told: &Told) -> usize {
        let starts = route.starts.len();
        let rows = starts + route.inner.len();
        let mut classes: Vec<u32> =
            (0..rows).map(|row| told.starts.get(row).map_or(u32::MAX, |&start| start)).collect();
        loop {
            let class = |slot: Slot| classes[row_of(route, slot).expect("a place")];
            let mut keys = vec![(0, Vec::new()); rows];
            for (place, &slot) in route.slots.iter().enumerate() {
                let ways = route.links_of(place).iter().map(|link| match link.to.kind() {
                    Slot::END => (Slot::END, told.ends[link.to.number()], told.labels[link.label as usize]),
                    Slot::NEXT => (Slot::NEXT, class(link.to), told.labels[link.label as usize]),
                    _ => (Slot::HERE, class(link.to), told.labels[link.label as usize]),
                });
                let mut ways: Vec<_> = ways.collect();
                ways.sort_unstable();
                keys[row_of(route, slot).expect("a place")] = (class(slot), ways);
            }
            let before = classes.iter().collect::<BTreeSet<_>>().len();
            classes = numbers(keys.into_iter());
            let now = classes.iter().collect::<BTreeSet<_>>().len();
            if now == before {
                return now;
            }
        }
    }

    #[test]
    fn what_leads_to_the_same_is_one_place() {
        use Target::{End, NextRound};
        // 1 and 2 differ in nothing; 3 counts something else, and 4 leads to them.
        let half = |to| (to, 0.5, 0.0);
        let route = route(&[
            &[
                (NextRound(1), 0.25, 0.0),
                (NextRound(2), 0.25, 0.0),
                (NextRound(3), 0.25, 0.0),
                (NextRound(4), 0.25, 0.0),
            ],
            &[half(NextRound(1)), half(End(0))],
            &[half(NextRound(1)), half(End(1))],
            &[(NextRound(2), 0.5, 1.0), half(End(0))],
            &[half(NextRound(3)), half(End(0))],
        ]);
        let told = labels_told(&route);
        let Quotient { route: quotient, examples } = nobody_interrupts(route.quotient(&told, &|| false));
        assert_eq!((quotient.len(), examples.len()), (4, 3));
        // Who tells the ends apart tells 1 from 2, and with them whatever leads to either.
        let told = Told { ends: (0..8).collect(), ..told };
        assert_eq!(nobody_interrupts(route.quotient(&told, &|| false)).route.len(), 5);
    }

    #[test]
    fn starts_that_are_told_apart_stay_apart() {
        use Target::{End, NextRound};
        let route = route(&[
            &[(NextRound(1), 0.5, 0.0), (NextRound(2), 0.5, 0.0)],
            &[(End(0), 1.0, 0.0)],
            &[(End(0), 1.0, 0.0)],
        ]);
        let told = labels_told(&route);
        assert_eq!(nobody_interrupts(route.quotient(&told, &|| false)).route.len(), 2);
        let told = Told { starts: vec![4, 0], ..told };
        assert_eq!(nobody_interrupts(route.quotient(&told, &|| false)).route.len(), 3);
    }

    #[test]
    fn a_circle_of_equivalent_places_is_one_place_that_leads_to_itself() {
        use Target::{End, SameRound};
        let route = route(&[
            &[(SameRound(1), 0.5, 0.0), (SameRound(2), 0.5, 0.0)],
            &[(SameRound(2), 0.5, 0.0), (End(0), 0.5, 0.0)],
            &[(SameRound(1), 0.5, 0.0), (End(0), 0.5, 0.0)],
        ]);
        let quotient = nobody_interrupts(route.quotient(&labels_told(&route), &|| false)).route;
        assert_eq!((quotient.len(), quotient.opening), (2, 0));
        assert!(quotient.circles.iter().eq([&(1..2)]));
        assert_eq!(quotient.out_of(1).map(|(to, _)| to).collect::<Vec<_>>(), [None, Some(1)]);
    }

    #[test]
    fn who_interrupts_is_heard() {
        let route = route(&[&[(Target::End(0), 1.0, 0.0)]]);
        assert!(route.quotient(&labels_told(&route), &|| true).is_err());
    }

    proptest::proptest! {
        /// Classes are what they should be, and as few: places of one class lead to the same, and a search that knows no
        /// shortcuts finds as many. No turn leads backwards but in circles.
        #[test]
        fn classes_are_the_fewest(
            kinds in proptest::collection::vec(proptest::collection::vec((0_u32..6, 0_u32..12, 0_u32..2), 1..4), 1..12),
            starts in proptest::collection::vec(0_u32..2, 12),
            ends in proptest::collection::vec(0_u32..2, 8),
        ) {
            let nodes = kinds.len() as u32;
            let ways = |list: &Vec<(u32, u32, u32)>| -> Vec<(Target, f64, f64)> {
                let way = |&(kind, to, count): &(u32, u32, u32)| {
                    let to = match kind {
                        0 => Target::End(to % 3),
                        1 | 2 => Target::NextRound(to % nodes),
                        _ => Target::SameRound(to % nodes),
                    };
                    (to, 1.0 / f64::from(list.len() as u32), f64::from(count))
                };
                list.iter().map(way).collect()
            };
            let lists: Vec<Vec<(Target, f64, f64)>> = kinds.iter().map(ways).collect();
            let route = route(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let told = Told { ends, starts: starts[..route.starts.len()].to_vec(), ..labels_told(&route) };
            let equivalence = nobody_interrupts(Equivalence::of(&route, &told, &|| false));
            let mut found = BTreeMap::new();
            for place in 0..route.len() {
                let ways = ways_on(&equivalence, place);
                let class = equivalence.class(route.slots[place]);
                proptest::prop_assert_eq!(found.entry(class).or_insert(ways.clone()), &ways);
            }
            proptest::prop_assert_eq!(found.len(), classes_one_by_one(&route, &told));
            let quotient = nobody_interrupts(route.quotient(&told, &|| false)).route;
            proptest::prop_assert_eq!(quotient.len(), found.len());
            let in_circle = |place: usize| quotient.circles.iter().position(|circle| circle.contains(&place));
            for place in 0..quotient.len() {
                let same_round = quotient.links_of(place).iter().filter(|link| link.to.kind() != Slot::NEXT);
                for to in same_round.filter_map(|link| quotient.place_of(link.to)).map(|to| to as usize) {
                    let is_in_its_circle = in_circle(place).is_some() && in_circle(place) == in_circle(to);
                    proptest::prop_assert!(to > place || is_in_its_circle);
                }
            }
        }
    }
}
