//! The probability mass of an encounter, passed along its graph round by round: once by itself, and once more with each
//! load that travels beside it. Passes know nothing of each other, so that workers share them.

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

/// The most passes that are under way at the same time, where the budget allows so many.
const PASSES_AT_ONCE: usize = 8;

/// Bytes of a way to end while mass passes: the sum.
pub(super) const BYTES_OF_ENDING: usize = size_of::<Sum>();

/// Bytes of a label while mass passes: its chance.
pub(super) const BYTES_OF_LABEL: usize = size_of::<f64>();

/// Bytes of a label on each pass: what it counts of the metrics there.
pub(super) const BYTES_OF_LABEL_ON_PASS: usize = size_of::<Line>();

/// Bytes of a pattern of places: its example, and the mass of its places, also by the number of the round.
pub(super) const BYTES_OF_PATTERN: usize = size_of::<u32>() + 3 * size_of::<Sum>();

/// Bytes of a node in its place on a route: its range of links, its pattern, its row, and which place it is.
pub(super) const BYTES_OF_PLACE: usize = size_of::<(u32, u32)>() + 3 * size_of::<u32>();

/// Bytes of a place while its mass is added up, also by the number of the round.
pub(super) const BYTES_OF_TOTALS: usize = 3 * size_of::<Sum>();

/// Bytes of a start beside those of a place: its node, its lead and its mass at the round limit, and the one way in which its
/// fights end there, but for the end states.
pub(super) const BYTES_OF_START: usize =
    2 * size_of::<u32>() + size_of::<f64>() + size_of::<FollowedNode>() + size_of::<Arrival>() + size_of::<Final>();

/// Bytes of a node or a start on one pass, the largest of all, with whether it has mass.
pub(super) const BYTES_OF_ROW: usize = size_of::<Course>() + size_of::<bool>();

const _: () = assert!(size_of::<Line>() <= size_of::<Course>(), "a row of metrics is no larger");

impl From<Interrupted> for Unsolved {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// How the fights end that are in a start when the round limit is reached.
struct Timeouts<S> {
    /// By start, piece by piece; nothing where the limit ends no fights.
    pieces: Vec<Followed<S>>,
}

impl<S> Timeouts<S> {
    fn of<R: Ruleset<State = S>>(explorer: &Explorer<R>, route: &Route, is_limited: bool) -> Result<Self, Unsolved> {
        let starts = if is_limited { route.nodes_of_starts() } else { &[] };
        Ok(Self { pieces: explorer.time_out(starts)? })
    }

    /// By start, its range of arrivals in one of the pieces.
    fn each(&self) -> impl Iterator<Item = (&Followed<S>, (usize, usize))> {
        self.pieces.iter().flat_map(|piece| piece.nodes.iter().map(move |node| (piece, node.arrivals)))
    }

    /// By start, what is counted there of the metrics of a load; empty where nothing is anywhere.
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

/// What a pass needs to know.
struct Passes<'a> {
    route: &'a Route,
    labels: &'a Labels,
    /// By label.
    chances: &'a [f64],
    endings: &'a Finals,
    /// By start, its lead.
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

    /// The mass that takes each way.
    fn masses(&self) -> Result<Masses, Interrupted> {
        let interrupted = || self.observer.is_interrupted();
        let load = MassLoad::new(self.route, self.labels, self.endings.len());
        let mut pass = Pass::new((self.route, self.chances), self.rounds_max, load, &interrupted);
        play(&mut pass, self.rounds_max, |_, _| ())?;
        let at_limit = (0..self.leads.len()).map(|start| *pass.at_start(start)).collect();
        Ok(pass.load.masses(at_limit))
    }

    /// The expected products of any two counts of each metric, given what the round limit counts of them at each start,
    /// if that is anything.
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

    /// By start, the mass of the rounds that begin there. More may leave its place, for fights may also come to the same state
    /// within a round.
    fn begun(&self, masses: &Masses) -> Vec<f64> {
        let mut begun = vec![Sum::default(); self.leads.len()];
        for (place, left) in masses.left.iter().enumerate() {
            for link in self.route.links_of(place).iter().filter(|link| link.to.kind() == Slot::NEXT) {
                begun[link.to.number()].add(left.total() * self.chances[link.label as usize]);
            }
        }
        // Those that wait at the limit have no other round.
        begun.iter_mut().zip(&masses.at_limit).for_each(|(begun, &mass)| begun.add(-mass));
        begun.into_iter().map(Sum::total).collect()
    }

    /// First and second moment of the margin that the winner had when the last round began. All rounds that begin are
    /// played as one, since the ways out of a round are the same in all of them.
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

/// Passes the whole mass from the opening to the ways to end.
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
    // Masses know nothing of the courses.
    let (courses, early) = if explorer.has_room_for_masses(&route) {
        let (courses, masses) = both(explorer.workers, || passes.courses(), || passes.masses());
        (courses?, Some(masses?))
    } else {
        (passes.courses()?, None)
    };
    let timeouts = Timeouts::of(&explorer, &route, courses.is_limited)?;
    let workers = explorer.workers;
    // No pass needs the states any more, and most of the memory is theirs.
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

/// Plays rounds until the limit, or until hardly a fight still goes on; whether the limit ends some that do.
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
