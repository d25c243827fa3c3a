//! The probability mass of an encounter, passed along its graph round by round: once by itself, and once more with each
//! load that travels beside it. Passes know nothing of each other, so that workers share them.

use super::course::{Course, CourseLoad, MarginLoad, margins};
use super::ended::Ended;
use super::follow::Followed;
use super::graph::{Explorer, Final, Graph, Transition};
use super::labels::Labels;
use super::moments::{Line, METRICS_OF_LOAD, MetricsLoad, Travelling, travelling};
use super::pass::{Interrupted, Leaving, Load, NEGLIGIBLE, Pass, Route, Row};
use super::states::{Index, States};
use super::workers::map_some_at_once;
use super::{Advance, Observer, Solution, Unsolved};
use crate::outcome::Winner;
use crate::ruleset::Ruleset;
use crate::sum::Sum;

/// The most passes that are under way at the same time, where the budget allows so many.
const PASSES_AT_ONCE: usize = 8;

/// Bytes of a way to end while mass passes: the sum.
pub(super) const BYTES_OF_ENDING: usize = size_of::<Sum>();

/// Bytes of a label while mass passes: its chance, and what it counts of the metrics on one pass.
pub(super) const BYTES_OF_LABEL: usize = size_of::<f64>() + size_of::<Line>();

/// Bytes of a class of places while mass passes: its example, its latest mass and that of all rounds, also by the number of
/// the round.
pub(super) const BYTES_OF_CLASS: usize = 2 * size_of::<u32>() + size_of::<f64>() + 3 * size_of::<Sum>();

/// Bytes of a node in its place in the order of turns: its range of links, its class, its row, and which place it is.
pub(super) const BYTES_OF_PLACE: usize = size_of::<(u32, u32)>() + 3 * size_of::<u32>();

/// Bytes of a node while its state is still held: its place, the example that it may be of its class and the entry among
/// those, and its mass alone. To find the order, and to bypass nodes, takes less.
pub(super) const BYTES_OF_NODE: usize =
    BYTES_OF_PLACE + size_of::<u32>() + Index::BYTES_OF_ENTRY + size_of::<f64>() + size_of::<bool>();

/// Bytes for each transition that the labels may take which are made where nodes are bypassed.
pub(super) const BYTES_OF_NEW_LABELS: usize = 16;

/// Bytes of a transition: its own, as much while some are bypassed, and those labels.
pub(super) const BYTES_OF_TRANSITION: usize = 2 * size_of::<Transition>() + BYTES_OF_NEW_LABELS;

/// Bytes of a start beside those of a place: its node, its lead, its mass of all rounds, in the next one and at the round
/// limit.
pub(super) const BYTES_OF_START: usize =
    2 * size_of::<u32>() + size_of::<Sum>() + 2 * size_of::<f64>() + size_of::<bool>();

/// Bytes of a node or a start on one pass, the largest of all, with whether it has mass.
pub(super) const BYTES_OF_ROW: usize = size_of::<Course>() + size_of::<bool>();

const _: () = assert!(size_of::<Line>() <= size_of::<Course>(), "a row of metrics is no larger");

impl From<Interrupted> for Unsolved {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// A load after its pass.
enum Passed {
    /// First and second moment of the changes of the lead, and of the last round after which the winner was behind.
    Courses([[f64; 2]; 2]),
    Metrics(MetricsPassed),
}

/// A few metrics after their pass.
pub(super) struct MetricsPassed {
    /// The expected products of any two counts of each.
    pub(super) products: [f64; METRICS_OF_LOAD],
    /// Their first moments at the starts, one start after the other, if the round limit was reached.
    pub(super) at_limit: Vec<f64>,
}

/// What a pass needs to know.
struct Passes<'a> {
    route: &'a Route,
    labels: &'a Labels,
    /// By label.
    chances: &'a [f64],
    endings: &'a States<Final>,
    /// By start, its lead.
    leads: &'a [i32],
    rounds_max: usize,
    observer: &'a dyn Observer,
}

impl Passes<'_> {
    fn masses(&self) -> Result<MassLoad, Interrupted> {
        let &Self { rounds_max, observer, .. } = self;
        let load = MassLoad::new(self.route, self.endings, self.labels, self.leads.len());
        let interrupted = || observer.is_interrupted();
        let mut pass = Pass::new((self.route, self.chances), rounds_max, load, &interrupted);
        let advances = |round, fighting| observer.advances(Advance::Passing { round, rounds_max, fighting });
        let is_limited = play(&mut pass, rounds_max, advances)?;
        let at_limit = is_limited.then(|| (0..self.leads.len()).map(|start| *pass.at_start(start)).collect());
        Ok(MassLoad { at_limit, ..pass.load })
    }

    fn courses(&self) -> Result<Passed, Interrupted> {
        let load = CourseLoad::new(self.leads, self.endings);
        let interrupted = || self.observer.is_interrupted();
        let mut pass = Pass::new((self.route, self.chances), self.rounds_max, load, &interrupted);
        play(&mut pass, self.rounds_max, |_, _| ())?;
        Ok(Passed::Courses(pass.load.moments()))
    }

    fn metrics(&self, travelling: &Travelling) -> Result<Passed, Interrupted> {
        let load = MetricsLoad::new(self.route, self.labels, travelling);
        let interrupted = || self.observer.is_interrupted();
        let mut pass = Pass::new((self.route, self.chances), self.rounds_max, load, &interrupted);
        let is_limited = play(&mut pass, self.rounds_max, |_, _| ())?;
        let starts = if is_limited { self.leads.len() } else { 0 };
        let of_start = |start: usize| &pass.at_start(start).metrics()[..travelling.metrics.len()];
        let at_limit = (0..starts).flat_map(of_start).copied().collect();
        Ok(Passed::Metrics(MetricsPassed { products: pass.load.products(), at_limit }))
    }

    /// First and second moment of the margin that the winner had when the last round began. All rounds that begin are
    /// played as one, since the ways out of a round are the same in all of them.
    fn margins_of_winners(&self, masses: &MassLoad) -> Result<[f64; 2], Interrupted> {
        let interrupted = || self.observer.is_interrupted();
        let mut pass = Pass::new((self.route, self.chances), 0, MarginLoad::new(self.endings), &interrupted);
        for (start, (&lead, begun)) in self.leads.iter().zip(&masses.begun).enumerate() {
            let at_limit = masses.at_limit.as_ref().map_or(0.0, |at_limit| at_limit[start]);
            let begun = begun.total() - at_limit;
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
    let beside_nodes = explorer.bytes_beside_nodes();
    let route = Route::through(&mut explorer.graph, &|| observer.is_interrupted())?;
    let size = (explorer.graph.states(), explorer.transitions, explorer.bytes_on(&route, beside_nodes)?);
    let passes_at_once = explorer.passes_at_once(&route, beside_nodes, PASSES_AT_ONCE);
    let graph = &explorer.graph;
    let leads: Vec<i32> = route.nodes_of_starts().iter().map(|&node| rules.lead(&graph.node(node).state)).collect();
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
    let mut masses = passes.masses()?;
    let margins = passes.margins_of_winners(&masses)?;
    let (at_limit, timeouts) = time_out(&explorer, &route, masses.at_limit.take())?;
    let workers = explorer.workers;
    // No pass needs the states any more, and most of the memory is theirs.
    let Graph { endings, labels, .. } = explorer.graph;
    let passes =
        Passes { route: &route, labels: &labels, chances, endings: &endings, leads: &leads, rounds_max, observer };

    let groups = travelling(&route, &labels, timeouts.iter().map(|timeouts| &timeouts.labels));
    let finished = map_some_at_once(workers, passes_at_once, 1 + groups.len(), |number| match number {
        0 => passes.courses(),
        number => passes.metrics(&groups[number - 1]),
    });
    let mut ended = Ended::new(&mut masses, (&route, &endings, &labels), rules.metrics().len());
    let (mut courses, mut metrics) = ([[0.0; 2]; 2], Vec::new());
    for finished in finished {
        match finished? {
            Passed::Courses(moments) => courses = moments,
            Passed::Metrics(group) => metrics.push(group),
        }
    }
    let travelled: Vec<(&Travelling, &MetricsPassed)> = groups.iter().zip(&metrics).collect();
    for (load, passed) in &travelled {
        ended.add_products(load, passed);
    }
    let nodes = timeouts.iter().flat_map(|timeouts| timeouts.nodes.iter().map(move |node| (timeouts, node)));
    for ((timeouts, node), &(start, mass)) in nodes.zip(&at_limit) {
        let before = |metric| {
            let first_moment = |(load, passed): &(&Travelling, &MetricsPassed)| {
                let column = load.metrics.iter().position(|&travelling| travelling == metric)?;
                Some(passed.at_limit[start * load.metrics.len() + column])
            };
            travelled.iter().find_map(first_moment).unwrap_or(0.0)
        };
        ended.time_out(timeouts, node.arrivals, mass, before, rounds_max as f64);
    }
    Ok(ended.solution(size, courses, margins))
}

/// The starts that have mass when the round limit is reached, each with its mass, and how the fights there end.
#[expect(clippy::type_complexity, reason = "two lists of the same fights")]
fn time_out<R: Ruleset>(
    explorer: &Explorer<R>,
    route: &Route,
    at_limit: Option<Vec<f64>>,
) -> Result<(Vec<(usize, f64)>, Vec<Followed<R::State>>), Unsolved> {
    let at_limit = at_limit.unwrap_or_default().into_iter().enumerate();
    let at_limit: Vec<(usize, f64)> = at_limit.filter(|(_, mass)| *mass > 0.0).collect();
    let nodes: Vec<u32> = at_limit.iter().map(|&(start, _)| route.nodes_of_starts()[start]).collect();
    Ok((at_limit, explorer.time_out(&nodes)?))
}

/// Plays rounds until the limit, or until hardly a fight still goes on; whether the limit was reached.
fn play<L: Load>(pass: &mut Pass<L>, rounds_max: usize, advances: impl Fn(usize, f64)) -> Result<bool, Interrupted> {
    pass.open();
    let mut round = 0;
    loop {
        let fighting = pass.play_round(round)?;
        advances(round, fighting);
        if round == rounds_max || fighting <= NEGLIGIBLE {
            return Ok(round == rounds_max);
        }
        round += 1;
    }
}

/// Nothing beside the mass, but with a record of where it went.
pub(super) struct MassLoad {
    /// By way to end.
    pub(super) ways: Vec<Sum>,
    winners: Vec<Winner>,
    /// By winner, in the current round; and by round.
    latest_winners: [f64; 4],
    pub(super) by_round: Vec<[f64; 4]>,
    /// By class of places, the mass that has left them: in the current round, and in all.
    latest: Vec<f64>,
    pub(super) left: Vec<Sum>,
    /// Classes with labels of metrics of rounds, with the same multiplied by the number of the round and by its square.
    pub(super) of_rounds: Vec<(u32, [Sum; 2])>,
    /// By start, the mass of all rounds that began there, and of those that did not because of the round limit.
    begun: Vec<Sum>,
    at_limit: Option<Vec<f64>>,
}

impl MassLoad {
    fn new(route: &Route, endings: &States<Final>, labels: &Labels, starts: usize) -> Self {
        let counts_rounds = |label: u32| labels.counted(label as usize).iter().any(|counted| counted.in_rounds);
        let has_rounds = |&class: &u32| route.labels_of_class(class as usize).any(counts_rounds);
        let classes = route.classes();
        Self {
            ways: vec![Sum::default(); endings.len()],
            winners: endings.iter().map(|end| end.ending.winner).collect(),
            latest_winners: [0.0; 4],
            by_round: Vec::new(),
            latest: vec![0.0; classes],
            left: vec![Sum::default(); classes],
            of_rounds: (0..classes as u32).filter(has_rounds).map(|class| (class, Default::default())).collect(),
            begun: vec![Sum::default(); starts],
            at_limit: None,
        }
    }
}

/// Nothing but mass.
impl Row for f64 {
    const NOTHING: Self = 0.0;

    fn whole() -> Self {
        1.0
    }

    #[inline(always)]
    fn mass(&self) -> f64 {
        *self
    }
}

impl Load for MassLoad {
    type Row = f64;

    #[inline(always)]
    fn pass(&self, to: &mut f64, from: Leaving<'_, Self::Row>, chance: f64, _: usize) {
        *to += from.row * chance;
    }

    #[inline(always)]
    fn leave(&mut self, from: Leaving<'_, Self::Row>, class: usize) {
        self.latest[class] += from.row;
    }

    #[inline(always)]
    fn watch(&mut self, start: usize, mass: &mut f64, _: f64) {
        self.begun[start].add(*mass);
    }

    fn end(&mut self, way: usize, mass: &f64, _: f64) {
        self.latest_winners[self.winners[way].index()] += mass;
        self.ways[way].add(*mass);
    }

    fn close_round(&mut self, round: f64) {
        self.by_round.push(std::mem::take(&mut self.latest_winners));
        for (class, [first, second]) in &mut self.of_rounds {
            let latest = self.latest[*class as usize];
            first.add(round * latest);
            second.add(round * round * latest);
        }
        for (sum, latest) in self.left.iter_mut().zip(&mut self.latest) {
            sum.add(std::mem::take(latest));
        }
    }
}
