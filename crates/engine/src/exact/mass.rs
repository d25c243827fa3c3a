//! Propagates the probability mass of an encounter along its graph, round by round: one pass for the mass alone, and
//! one more for each load that travels beside it. Passes do not depend on each other, so workers can share them.

use super::course::{Course, CourseLoad, Courses, MarginLoad, margins};
use super::ended::Ended;
use super::explorer::Explorer;
use super::follow::{Arrival, Followed, FollowedNode};
use super::graph::{Final, Finals, Graph};
use super::labels::Labels;
use super::moments::{Line, METRICS_OF_LOAD, MetricsLoad, Travelling, travelling};
use super::pass::{Interrupted, Load, NEGLIGIBLE, Pass, Row};
use super::route::{Route, Slot};
use super::totals::{MassLoad, Masses};
use super::workers::{both, map_some_at_once};
use super::{Advance, Observer, Solution, Unsolved};
use crate::ruleset::Ruleset;
use crate::sum::Sum;

/// Largest number of simultaneous passes, if the budget allows them.
const PASSES_AT_ONCE: usize = 8;

/// Bytes of a way to end during the passes: its sum of mass.
pub(super) const BYTES_OF_ENDING: usize = size_of::<Sum>();

/// Bytes of a label during the passes: its chance.
pub(super) const BYTES_OF_LABEL: usize = size_of::<f64>();

/// Bytes of a label in each pass: its counts of the metrics of the load.
pub(super) const BYTES_OF_LABEL_ON_PASS: usize = size_of::<Line>();

/// Bytes of a pattern of places: its example, and the sums of the mass of its places, unweighted and weighted by the
/// number of the round and by its square.
pub(super) const BYTES_OF_PATTERN: usize = size_of::<u32>() + 3 * size_of::<Sum>();

/// Bytes of a place on a route: its range of links, its pattern, its row, and its entry among starts or inner places.
pub(super) const BYTES_OF_PLACE: usize = size_of::<(u32, u32)>() + 3 * size_of::<u32>();

/// Bytes of a place for its sums of mass: unweighted, and weighted by the number of the round and by its square.
pub(super) const BYTES_OF_TOTALS: usize = 3 * size_of::<Sum>();

/// Bytes of a start beyond those of a place: its node, its lead, its mass at the round limit, and its single way to end
/// there, without the end states.
pub(super) const BYTES_OF_START: usize =
    2 * size_of::<u32>() + size_of::<f64>() + size_of::<FollowedNode>() + size_of::<Arrival>() + size_of::<Final>();

/// Bytes of a row in a pass with the largest rows, and of the flag whether it has mass.
pub(super) const BYTES_OF_ROW: usize = size_of::<Course>() + size_of::<bool>();

const _: () = assert!(size_of::<Line>() <= size_of::<Course>(), "a row of metrics is no larger");

impl From<Interrupted> for Unsolved {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// For each start: the ends of the fights that are in its state when the round limit is reached.
struct Timeouts<S> {
    /// The starts in order, piece by piece; empty if the limit ends no fights.
    pieces: Vec<Followed<S>>,
}

impl<S> Timeouts<S> {
    fn of<R: Ruleset<State = S>>(explorer: &Explorer<R>, route: &Route, is_limited: bool) -> Result<Self, Unsolved> {
        let starts = if is_limited { route.nodes_of_starts() } else { &[] };
        Ok(Self { pieces: explorer.time_out(starts)? })
    }

    /// For each start: the piece that holds it, and its range of arrivals in that piece.
    fn each(&self) -> impl Iterator<Item = (&Followed<S>, (usize, usize))> {
        self.pieces.iter().flat_map(|piece| piece.nodes.iter().map(move |node| (piece, node.arrivals)))
    }

    /// For each start: the counts of a load's metrics at the round limit; empty if all are 0.
    fn counted(&self, travelling: &Travelling) -> Vec<Line> {
        let of_start = |(piece, (first, end)): (&Followed<S>, (usize, usize))| {
            let mut sums = Line::NOTHING;
            for arrival in &piece.arrivals[first..end] {
                sums.add(&travelling.counted(piece.labels.counted(arrival.label as usize)));
            }
            sums
        };
        let counted: Vec<Line> = self.each().map(of_start).collect();
        if counted.iter().all(Line::is_nothing) { Vec::new() } else { counted }
    }
}

/// The input of all passes.
struct Passes<'a> {
    route: &'a Route,
    labels: &'a Labels,
    /// For each label: its chance.
    chances: &'a [f64],
    endings: &'a Finals,
    /// For each start: its lead.
    leads: &'a [i32],
    rounds_max: usize,
    observer: &'a dyn Observer,
}

impl Passes<'_> {
    fn courses(&self) -> Result<Courses, Interrupted> {
        let &Self { rounds_max, observer, .. } = self;
        let interrupted = || observer.is_interrupted();
        let load = CourseLoad::new(self.leads, self.endings);
        let mut pass = Pass::new((self.route, self.chances), rounds_max, load, &interrupted);
        let advances = |round, fighting| observer.advances(Advance::Passing { round, rounds_max, fighting });
        let is_limited = play(&mut pass, rounds_max, advances)?;
        Ok(pass.load.courses(is_limited))
    }

    /// The total mass that leaves each place, and that ends in each way.
    fn masses(&self) -> Result<Masses, Interrupted> {
        let interrupted = || self.observer.is_interrupted();
        let load = MassLoad::new(self.route, self.labels, self.endings.len());
        let mut pass = Pass::new((self.route, self.chances), self.rounds_max, load, &interrupted);
        play(&mut pass, self.rounds_max, |_, _| ())?;
        let at_limit = (0..self.leads.len()).map(|start| *pass.at_start(start)).collect();
        Ok(pass.load.masses(at_limit))
    }

    /// By metric of a load, the expected sum of products of two counts. `at_limit` holds what the round limit counts at
    /// each start; it is empty if that is nothing.
    fn products(&self, travelling: &Travelling, at_limit: &[Line]) -> Result<[f64; METRICS_OF_LOAD], Interrupted> {
        let interrupted = || self.observer.is_interrupted();
        let load = MetricsLoad::new(self.route, self.labels, travelling);
        let mut pass = Pass::new((self.route, self.chances), self.rounds_max, load, &interrupted);
        play(&mut pass, self.rounds_max, |_, _| ())?;
        if !at_limit.is_empty() {
            for (start, counted) in at_limit.iter().enumerate() {
                let row = *pass.at_start(start);
                pass.load.count(&row, counted);
            }
            pass.load.close_round(self.rounds_max as f64);
        }
        Ok(pass.load.products())
    }

    /// For each start: the mass of the rounds that begin there. The mass that leaves the place may be larger, since
    /// fights may also reach that state within a round.
    fn begun(&self, masses: &Masses) -> Vec<f64> {
        let mut begun = vec![Sum::default(); self.leads.len()];
        for (place, left) in masses.left.iter().enumerate() {
            for link in self.route.links_of(place).iter().filter(|link| link.to.kind() == Slot::NEXT) {
                begun[link.to.number()].add(left.total() * self.chances[link.label as usize]);
            }
        }
        // Fights that are at a start when the limit is reached begin no further round.
        begun.iter_mut().zip(&masses.at_limit).for_each(|(begun, &mass)| begun.add(-mass));
        begun.into_iter().map(Sum::total).collect()
    }

    /// First and second moment of the winner's margin when the last round began. All rounds are played as one, since
    /// the transitions are the same in every round.
    fn margins_of_winners(&self, masses: &Masses) -> Result<[f64; 2], Interrupted> {
        let interrupted = || self.observer.is_interrupted();
        let mut pass = Pass::new((self.route, self.chances), 0, MarginLoad::new(self.endings), &interrupted);
        for (start, (&lead, begun)) in self.leads.iter().zip(self.begun(masses)).enumerate() {
            if begun > 0.0 {
                pass.put(start, margins(lead, begun));
            }
        }
        pass.play_round(0)?;
        Ok(pass.load.moments())
    }
}

/// Passes the whole mass from the opening to the ways to end and makes the solution.
pub(super) fn propagate<R: Ruleset>(mut explorer: Explorer<R>, observer: &dyn Observer) -> Result<Solution, Unsolved> {
    let rules = explorer.rules;
    let rounds_max = rules.rounds_max() as usize;
    let route = Route::through(&mut explorer.graph, &|| observer.is_interrupted())?;
    let size = (explorer.graph.nodes.states(), explorer.transitions, explorer.bytes_on(&route)?);
    let passes_at_once = explorer.passes_at_once(&route, PASSES_AT_ONCE);
    let graph = &explorer.graph;
    let leads: Vec<i32> =
        route.nodes_of_starts().iter().map(|&node| rules.lead(&graph.nodes.get(node).state)).collect();
    let chances = graph.labels.chances();
    let chances = chances.as_slice();
    let passes = Passes {
        route: &route,
        labels: &graph.labels,
        chances,
        endings: &graph.endings,
        leads: &leads,
        rounds_max,
        observer,
    };
    // The two passes do not depend on each other.
    let (courses, early) = if explorer.has_room_for_masses(&route) {
        let (courses, masses) = both(explorer.workers, || passes.courses(), || passes.masses());
        (courses?, Some(masses?))
    } else {
        (passes.courses()?, None)
    };
    let timeouts = Timeouts::of(&explorer, &route, courses.is_limited)?;
    let workers = explorer.workers;
    // The states take most of the memory, and no later pass needs them.
    let Graph { nodes, endings, labels, .. } = explorer.graph;
    drop(nodes);
    let passes =
        Passes { route: &route, labels: &labels, chances, endings: &endings, leads: &leads, rounds_max, observer };
    let masses = early.map_or_else(|| passes.masses(), Ok)?;

    let groups = travelling(&route, &labels, timeouts.pieces.iter().map(|timeouts| &timeouts.labels));
    let products = map_some_at_once(workers, passes_at_once, groups.len(), |group| {
        passes.products(&groups[group], &timeouts.counted(&groups[group]))
    });
    let mut ended = Ended::new(&masses, (&route, &endings, &labels), courses.by_round, rules.metrics().len());
    for (group, products) in groups.iter().zip(products) {
        ended.add_products(group, &products?);
    }
    for ((piece, arrivals), &mass) in timeouts.each().zip(&masses.at_limit).filter(|(_, mass)| **mass > 0.0) {
        ended.time_out(piece, arrivals, mass, rounds_max as f64);
    }
    let margins = passes.margins_of_winners(&masses)?;
    Ok(ended.solution(size, courses.moments, margins))
}

/// Plays rounds until the limit, or until the mass of fights that still go on is negligible; returns whether the limit
/// ends any fights.
fn play<L: Load>(pass: &mut Pass<L>, rounds_max: usize, advances: impl Fn(usize, f64)) -> Result<bool, Interrupted> {
    pass.open();
    let mut round = 0;
    loop {
        let fighting = pass.play_round(round)?;
        advances(round, fighting);
        if round == rounds_max || fighting <= NEGLIGIBLE {
            return Ok(fighting > NEGLIGIBLE);
        }
        round += 1;
    }
}
