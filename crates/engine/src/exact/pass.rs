//! One pass of probability mass along the transitions, round by round, with a load that travels beside it.

use std::ops::Range;

use super::route::{Route, Slot};

/// The mass of fights still going on below which a pass stops. The mass dropped at single nodes on the way adds up to
/// less.
pub(super) const NEGLIGIBLE: f64 = 1e-24;
/// Number of nodes after which the caller is asked again whether to stop.
const ASKED_EVERY: usize = 256;
/// Limit of sweeps over a cycle of turns. If a share c of the mass leaves the cycle in each sweep, some 55 / c sweeps
/// are needed. A round that needs more sweeps than this has more than 10,000 turns on average, which breaks the promise
/// of [`Ruleset::turn`](crate::Ruleset::turn) that a round ends.
pub(super) const SWEEPS_MAX: u32 = 1_000_000;

/// Mass, and quantities that are multiplied by it, so that rows add up as mass does.
pub(super) trait Row: Copy {
    /// A row without mass.
    const NOTHING: Self;

    /// The whole mass, with nothing counted yet.
    fn whole() -> Self;

    fn mass(&self) -> f64;
}

/// Quantities that travel beside the mass of a node, and the rules by which they change.
pub(super) trait Load {
    type Row: Row;

    /// Adds the share of `from` that takes a transition to the row of its target (a node or a way to end).
    fn pass(&self, to: &mut Self::Row, from: Leaving<'_, Self::Row>, chance: f64, label: usize);

    /// Called when everything leaves a place; `pattern` is that of the [place](Route::patterns).
    fn leave(&mut self, from: Leaving<'_, Self::Row>, place: usize, pattern: usize);

    /// Called with all the mass at a start, after a round or after the set-up.
    fn watch(&mut self, start: usize, row: &mut Self::Row, round: f64);

    /// Called with all the mass that a round has ended in one way.
    fn end(&mut self, way: usize, row: &Self::Row, round: f64);

    /// Called when a round is over.
    fn close_round(&mut self, round: f64);
}

/// The row that a node shares among its transitions.
#[derive(Clone, Copy)]
pub(super) struct Leaving<'a, W> {
    pub(super) row: &'a W,
    /// The number of the round.
    pub(super) round: f64,
}

/// A pass: a route, and the rows on it.
pub(super) struct Pass<'a, L: Load> {
    route: &'a Route,
    /// For each label: its chance.
    chances: &'a [f64],
    pub(super) load: L,
    /// By start for the current round, by start for the next one (the two swap), by inner place, and by way to end.
    rows: Vec<L::Row>,
    /// For each row: whether it has mass.
    has_mass: Vec<bool>,
    /// By kind of [`Slot`]: the index of its first row.
    begins: [usize; Slot::KINDS],
    /// Mass at a node below which it is dropped.
    least: f64,
    interrupted: &'a dyn Fn() -> bool,
    passed: usize,
}

/// The caller asked to stop.
pub(super) struct Interrupted;

impl<'a, L: Load> Pass<'a, L> {
    /// A pass without any mass yet.
    pub(super) fn new(
        (route, chances): (&'a Route, &'a [f64]),
        rounds_max: usize,
        load: L,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Self {
        let least = NEGLIGIBLE / (route.len() as f64 * (rounds_max as f64 + 1.0));
        let (starts, inner) = (route.starts.len(), route.inner.len());
        let mut begins = [0; Slot::KINDS];
        (begins[Slot::NEXT], begins[Slot::INNER], begins[Slot::END]) = (starts, 2 * starts, 2 * starts + inner);
        let rows = route.rows();
        let (rows, has_mass) = (vec![L::Row::NOTHING; rows], vec![false; rows]);
        Self { route, chances, load, rows, has_mass, begins, least, interrupted, passed: 0 }
    }

    /// Puts the whole mass at the opening.
    pub(super) fn open(&mut self) {
        self.put_at(self.row_of(self.route.slots[self.route.opening as usize]), L::Row::whole());
    }

    /// Puts mass at a start.
    pub(super) fn put(&mut self, start: usize, row: L::Row) {
        self.put_at(self.begins[Slot::HERE] + start, row);
    }

    fn put_at(&mut self, number: usize, row: L::Row) {
        self.rows[number] = row;
        self.has_mass[number] = true;
    }

    /// The row of a start between rounds.
    pub(super) fn at_start(&self, start: usize) -> &L::Row {
        &self.rows[self.begins[Slot::HERE] + start]
    }

    #[inline(always)]
    fn row_of(&self, slot: Slot) -> usize {
        self.begins[slot.kind()] + slot.number()
    }

    /// Empties a row and returns its content.
    #[inline(always)]
    fn take(&mut self, row: usize) -> L::Row {
        self.has_mass[row] = false;
        std::mem::replace(&mut self.rows[row], L::Row::NOTHING)
    }

    /// Plays a round to its end; returns the mass of the fights that still go on. Round 0 is the set-up.
    pub(super) fn play_round(&mut self, round: usize) -> Result<f64, Interrupted> {
        let round = round as f64;
        let mut place = 0;
        for circle in &self.route.circles {
            self.pass_on_all(place..circle.start, round)?;
            self.pass_round(circle.clone(), round)?;
            place = circle.end;
        }
        self.pass_on_all(place..self.route.len(), round)?;
        // Four partial sums, since each addition to a single sum would have to wait for the one before.
        let mut fighting = [0.0; 4];
        for start in 0..self.route.starts.len() {
            let row = self.begins[Slot::NEXT] + start;
            if self.has_mass[row] {
                self.load.watch(start, &mut self.rows[row], round);
                fighting[start % 4] += self.rows[row].mass();
            }
        }
        for way in 0..self.route.ways {
            let row = self.begins[Slot::END] + way;
            if self.has_mass[row] {
                let row = self.take(row);
                self.load.end(way, &row, round);
            }
        }
        self.load.close_round(round);
        // The next round becomes the current one.
        self.begins.swap(Slot::HERE, Slot::NEXT);
        Ok(fighting.iter().sum())
    }

    /// Shares the mass of a range of places among their links, in order; returns whether there was any.
    #[inline(always)]
    fn pass_on_all(&mut self, places: Range<usize>, round: f64) -> Result<bool, Interrupted> {
        let mut had_mass = false;
        for place in places {
            let row = self.row_of(self.route.slots[place]);
            if self.has_mass[row] {
                had_mass = true;
                let row = self.take(row);
                self.pass_on(place, &row, round)?;
            }
        }
        Ok(had_mass)
    }

    /// Sweeps over a cycle again and again, until all the mass has left it.
    fn pass_round(&mut self, circle: Range<usize>, round: f64) -> Result<(), Interrupted> {
        let mut sweeps = 0;
        while self.pass_on_all(circle.clone(), round)? {
            sweeps += 1;
            assert!(sweeps < SWEEPS_MAX, "a round has an end");
        }
        Ok(())
    }

    /// Shares the mass of a node among its transitions.
    #[inline(always)]
    fn pass_on(&mut self, place: usize, row: &L::Row, round: f64) -> Result<(), Interrupted> {
        if self.passed.is_multiple_of(ASKED_EVERY) && (self.interrupted)() {
            return Err(Interrupted);
        }
        self.passed += 1;
        if row.mass() < self.least {
            return Ok(());
        }
        let from = Leaving { row, round };
        for link in self.route.links_of(place) {
            let (to, label) = (self.row_of(link.to), link.label as usize);
            self.has_mass[to] = true;
            self.load.pass(&mut self.rows[to], from, self.chances[label], label);
        }
        self.load.leave(from, place, self.route.patterns[place] as usize);
        Ok(())
    }
}
