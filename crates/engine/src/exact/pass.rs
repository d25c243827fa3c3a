//! Probability mass on its way along the transitions, round after round, with whatever travels beside it.

use std::ops::Range;

use super::route::{Route, Slot};

/// Mass of the fights still going below which they are no longer followed; what is left out at single nodes on the way
/// adds up to less.
pub(super) const NEGLIGIBLE: f64 = 1e-24;
/// The caller is asked to go on after the mass of so many nodes has passed.
const ASKED_EVERY: usize = 256;
/// A circle of turns is swept again and again, some 55 / c times where a share c of its mass leaves it in each. A round that
/// has not ended after so many sweeps has more than 10,000 turns on average, which no rules have that keep the promise of
/// [`Ruleset::turn`](crate::Ruleset::turn).
const SWEEPS_MAX: u32 = 1_000_000;

/// Mass with what travels beside it: multiplied by the mass, so that it adds up where mass does.
pub(super) trait Row: Copy {
    /// No mass.
    const NOTHING: Self;

    /// All the mass, and nothing beside it yet.
    fn whole() -> Self;

    fn mass(&self) -> f64;
}

/// What travels with the mass of a node, and what becomes of it.
pub(super) trait Load {
    type Row: Row;

    /// Adds the share of what is `from` a node that takes a transition to the row of its target, or of the way to end.
    fn pass(&self, to: &mut Self::Row, from: Leaving<'_, Self::Row>, chance: f64, label: usize);

    /// Everything leaves a place, which is of this [pattern](Route::patterns).
    fn leave(&mut self, from: Leaving<'_, Self::Row>, place: usize, pattern: usize);

    /// All the mass of a start, after a round or after the set-up.
    fn watch(&mut self, start: usize, row: &mut Self::Row, round: f64);

    /// All the mass that a round has ended in one way.
    fn end(&mut self, way: usize, row: &Self::Row, round: f64);

    /// A round is over.
    fn close_round(&mut self, round: f64);
}

/// What a node shares among its transitions.
#[derive(Clone, Copy)]
pub(super) struct Leaving<'a, W> {
    pub(super) row: &'a W,
    /// The number of the round.
    pub(super) round: f64,
}

/// Mass on its way.
pub(super) struct Pass<'a, L: Load> {
    route: &'a Route,
    /// By label.
    chances: &'a [f64],
    pub(super) load: L,
    /// By start, in the one round; by start, in the other one; by inner place; and by way to end.
    rows: Vec<L::Row>,
    /// Whether there is mass in each of them.
    has_mass: Vec<bool>,
    /// Where the rows of each kind of [`Slot`] begin.
    begins: [usize; Slot::KINDS],
    /// Mass of a node that is left out.
    least: f64,
    interrupted: &'a dyn Fn() -> bool,
    passed: usize,
}

/// The caller asked to stop.
pub(super) struct Interrupted;

impl<'a, L: Load> Pass<'a, L> {
    /// No mass yet.
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

    /// The mass of a start between rounds, and what travels beside it.
    pub(super) fn at_start(&self, start: usize) -> &L::Row {
        &self.rows[self.begins[Slot::HERE] + start]
    }

    #[inline(always)]
    fn row_of(&self, slot: Slot) -> usize {
        self.begins[slot.kind()] + slot.number()
    }

    /// Moves everything out of a row.
    #[inline(always)]
    fn take(&mut self, row: usize) -> L::Row {
        self.has_mass[row] = false;
        std::mem::replace(&mut self.rows[row], L::Row::NOTHING)
    }

    /// Plays a round to its end; the mass of the fights still going. 0 is the set-up.
    pub(super) fn play_round(&mut self, round: usize) -> Result<f64, Interrupted> {
        let round = round as f64;
        let mut place = 0;
        for circle in &self.route.circles {
            self.pass_on_all(place..circle.start, round)?;
            self.pass_round(circle.clone(), round)?;
            place = circle.end;
        }
        self.pass_on_all(place..self.route.len(), round)?;
        // One sum would have to wait for itself at each of them.
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
        // What was the next round is the current one.
        self.begins.swap(Slot::HERE, Slot::NEXT);
        Ok(fighting.iter().sum())
    }

    /// Shares the mass of some places among their links, one place after the other; whether there was any.
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

    /// Shares the mass of a circle again and again, until all of it has left.
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
