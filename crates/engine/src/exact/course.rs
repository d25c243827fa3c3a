//! The course of the lead while probability mass passes: the moments of [`LeadHistory`](crate::LeadHistory), without
//! making it a part of the state.
//!
//! The number of changes of the lead, and the last round after which a side was behind, are no part of a state: two
//! fights may reach the same state on different courses. So the moments of the course travel beside the mass of a
//! state, as those of metrics do; every update of them is linear in the mass.

use super::graph::Finals;
use super::pass::{Leaving, Load, Row};
use crate::lead::{ahead, margin};
use crate::outcome::{Side, Winner};
use crate::sum::Sum;

/// First and second moment, multiplied by the mass.
type Pair = [f64; 2];

/// The moments of a quantity that is `number` in all fights of a mass.
fn certain(number: f64, mass: f64) -> Pair {
    [number * mass, number * number * mass]
}

/// The course of the lead so far, for the mass of a node. All values are by side and multiplied by the mass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    mass: f64,
    /// The mass of fights in which the side was the last one to be ahead.
    last: [f64; 2],
    /// The expected number of changes of the lead in the fights in which the side was the last one to be ahead.
    changes: [f64; 2],
    /// The last round after which the side was behind.
    last_behind: [Pair; 2],
}

impl Row for Course {
    const NOTHING: Self = Self { mass: 0.0, last: [0.0; 2], changes: [0.0; 2], last_behind: [[0.0; 2]; 2] };

    fn whole() -> Self {
        Self { mass: 1.0, ..Self::NOTHING }
    }

    #[inline(always)]
    fn mass(&self) -> f64 {
        self.mass
    }
}

impl Course {
    #[inline(always)]
    fn add(&mut self, other: &Self, chance: f64) {
        self.mass += chance * other.mass;
        for side in 0..2 {
            self.last[side] += chance * other.last[side];
            self.changes[side] += chance * other.changes[side];
            self.last_behind[side][0] += chance * other.last_behind[side][0];
            self.last_behind[side][1] += chance * other.last_behind[side][1];
        }
    }
}

/// For each way to end: the winning side, and the side that leads at the end.
fn sides(endings: &Finals) -> Vec<(Option<Side>, Option<Side>)> {
    endings.iter().map(|end| (end.ending.winner.side(), end.leader)).collect()
}

/// The moments of the course over all fights.
pub(super) struct Courses {
    /// For each round: the mass by winner, without the fights that the round limit ends.
    pub(super) by_round: Vec<[f64; 4]>,
    /// Whether the round limit ends any fights.
    pub(super) is_limited: bool,
    /// First and second moment of the number of changes of the lead, and of the last round after which the winner was
    /// behind.
    pub(super) moments: [Pair; 2],
}

/// The load of a pass that computes [`Courses`].
pub(super) struct CourseLoad {
    /// For each start: the side that leads in it.
    leaders: Vec<Option<Side>>,
    ends: Vec<(Option<Side>, Option<Side>)>,
    winners: Vec<Winner>,
    /// Mass by winner: in the current round, and by finished round.
    latest_winners: [f64; 4],
    by_round: Vec<[f64; 4]>,
    /// Moments from the current round, not yet added to `sums`.
    latest: [Pair; 2],
    sums: [[Sum; 2]; 2],
}

impl CourseLoad {
    pub(super) fn new(leads: &[i32], endings: &Finals) -> Self {
        let leaders = leads.iter().map(|&lead| ahead(lead)).collect();
        Self {
            leaders,
            ends: sides(endings),
            winners: endings.iter().map(|end| end.ending.winner).collect(),
            latest_winners: [0.0; 4],
            by_round: Vec::new(),
            latest: Default::default(),
            sums: Default::default(),
        }
    }

    pub(super) fn courses(self, is_limited: bool) -> Courses {
        let moments = self.sums.map(|sums| sums.map(Sum::total));
        Courses { by_round: self.by_round, is_limited, moments }
    }

    /// Adds a change of the lead for the mass in which the rival was the last side to be ahead. A count of X changes
    /// becomes X + 1, and its square grows by 2 X + 1.
    #[inline(always)]
    fn change(&mut self, course: &Course, rival: usize) {
        let [changes, _] = &mut self.latest;
        changes[0] += course.last[rival];
        changes[1] += 2.0 * course.changes[rival] + course.last[rival];
    }
}

impl Load for CourseLoad {
    type Row = Course;

    #[inline(always)]
    fn pass(&self, to: &mut Course, from: Leaving<'_, Self::Row>, chance: f64, _: usize) {
        to.add(from.row, chance);
    }

    #[inline(always)]
    fn leave(&mut self, _: Leaving<'_, Self::Row>, _: usize, _: usize) {}

    fn watch(&mut self, start: usize, row: &mut Course, round: f64) {
        let Some(leader) = self.leaders[start] else { return };
        let (own, rival) = (leader.index(), leader.other().index());
        self.change(row, rival);
        row.changes[own] += row.changes[rival] + row.last[rival];
        row.changes[rival] = 0.0;
        row.last[own] = row.mass;
        row.last[rival] = 0.0;
        row.last_behind[rival] = certain(round, row.mass);
    }

    fn end(&mut self, way: usize, row: &Course, round: f64) {
        self.latest_winners[self.winners[way].index()] += row.mass;
        let (winner, leader) = self.ends[way];
        if let Some(leader) = leader {
            self.change(row, leader.other().index());
        }
        if let Some(winner) = winner {
            let is_behind = leader == Some(winner.other());
            let behind = if is_behind { certain(round, row.mass) } else { row.last_behind[winner.index()] };
            let [_, last_behind] = &mut self.latest;
            last_behind[0] += behind[0];
            last_behind[1] += behind[1];
        }
    }

    fn close_round(&mut self, _: f64) {
        self.by_round.push(std::mem::take(&mut self.latest_winners));
        for (sums, latest) in self.sums.iter_mut().zip(&mut self.latest) {
            for (sum, latest) in sums.iter_mut().zip(latest) {
                sum.add(std::mem::take(latest));
            }
        }
    }
}

/// For each side: the moments of its margin when the round began, multiplied by the mass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    mass: f64,
    margins: [Pair; 2],
}

impl Row for Margins {
    const NOTHING: Self = Self { mass: 0.0, margins: [[0.0; 2]; 2] };

    fn whole() -> Self {
        Self { mass: 1.0, ..Self::NOTHING }
    }

    #[inline(always)]
    fn mass(&self) -> f64 {
        self.mass
    }
}

/// The margins of a mass that is at a start with this lead.
pub(super) fn margins(lead: i32, mass: f64) -> Margins {
    Margins { mass, margins: Side::ALL.map(|side| certain(f64::from(margin(lead, side)), mass)) }
}

/// The load of the pass that computes the winner's margin at the beginning of the last round.
pub(super) struct MarginLoad {
    winners: Vec<Option<Side>>,
    sums: [Sum; 2],
}

impl MarginLoad {
    pub(super) fn new(endings: &Finals) -> Self {
        let winners = endings.iter().map(|end| end.ending.winner.side()).collect();
        Self { winners, sums: Default::default() }
    }

    /// First and second moment of the winner's margin.
    pub(super) fn moments(&self) -> Pair {
        self.sums.map(Sum::total)
    }
}

impl Load for MarginLoad {
    type Row = Margins;

    #[inline(always)]
    fn pass(&self, to: &mut Margins, from: Leaving<'_, Self::Row>, chance: f64, _: usize) {
        to.mass += chance * from.row.mass;
        let sums = to.margins.as_flattened_mut().iter_mut();
        sums.zip(from.row.margins.as_flattened()).for_each(|(sum, moment)| *sum += chance * moment);
    }

    #[inline(always)]
    fn leave(&mut self, _: Leaving<'_, Self::Row>, _: usize, _: usize) {}

    fn watch(&mut self, _: usize, _: &mut Margins, _: f64) {}

    fn end(&mut self, way: usize, row: &Margins, _: f64) {
        if let Some(winner) = self.winners[way] {
            for (sum, moment) in self.sums.iter_mut().zip(row.margins[winner.index()]) {
                sum.add(moment);
            }
        }
    }

    fn close_round(&mut self, _: f64) {}
}
