//! Which squares are occupied, kept as people move.

use super::Thrum;
use super::grid::{Ground, Square, Squares, on_ground};
use super::state::State;
use crate::clone_in_place;
use crate::outcome::Side;

/// The squares of those who are on the map: what a look at everybody finds, kept between two looks. It says nothing that a state
/// does not say without it, so that all are equal.
#[derive(Debug)]
pub(super) struct Occupied {
    /// By [`index`]: the words of sets of squares, as many as those of the map have.
    words: Box<[u64]>,
    /// Whether two are on one square: a walk leads over those of allies (THRUM-19).
    is_crowded: bool,
}

clone_in_place!(Occupied { words, is_crowded });

impl PartialEq for Occupied {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Occupied {}

impl std::hash::Hash for Occupied {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// The sets there are: of each side those who are on the map and those of them who are active.
const SETS: usize = 4;

#[inline(always)]
const fn index(side: Side, is_active: bool) -> usize {
    2 * side.index() + is_active as usize
}

/// All sets as they are at a time.
#[derive(Clone, Copy)]
pub(super) struct Sets<'a, const N: usize>(&'a [[u64; N]; SETS]);

impl<const N: usize> Sets<'_, N> {
    /// The squares of a side's members on the map.
    #[inline(always)]
    pub(super) const fn present(self, side: Side) -> Squares<N> {
        Squares::of_words(self.0[index(side, false)])
    }

    /// The squares of a side's active members.
    #[inline(always)]
    pub(super) const fn active(self, side: Side) -> Squares<N> {
        Squares::of_words(self.0[index(side, true)])
    }
}

impl Occupied {
    /// Nobody, on a map whose sets have so many words.
    pub(super) fn nobody(words: usize) -> Self {
        Self { words: vec![0; SETS * words].into(), is_crowded: false }
    }

    /// Bytes of its memory beside itself.
    pub(super) const fn heap_bytes(&self) -> usize {
        size_of_val::<[u64]>(&self.words)
    }

    #[inline(always)]
    fn set<const N: usize>(&mut self, index: usize, squares: Squares<N>) {
        squares.write(&mut self.words[index * N..][..N]);
    }

    #[inline(always)]
    fn sets<const N: usize>(&self) -> Sets<'_, N> {
        Sets(self.words.as_chunks::<N>().0.try_into().expect("as many sets as there are"))
    }

    /// The word of a set that says whether a square is in it.
    #[inline(always)]
    fn word(&self, index: usize, square: Square) -> &u64 {
        &self.words[index * (self.words.len() / SETS) + square.word()]
    }

    #[inline(always)]
    fn word_mut(&mut self, index: usize, square: Square) -> &mut u64 {
        &mut self.words[index * (self.words.len() / SETS) + square.word()]
    }
}

impl State {
    /// Whether somebody of a side is on a square.
    #[inline(always)]
    pub(super) fn has_one_of(&self, side: Side, square: Square) -> bool {
        self.occupied.word(index(side, false), square) & square.bit() != 0
    }

    /// Whether an active member of a side is on one of the squares of a set of these words.
    #[inline(always)]
    pub(super) fn has_active_within(&self, side: Side, set: &[u64]) -> bool {
        let words = self.occupied.words.len() / SETS;
        let active = &self.occupied.words[index(side, true) * words..][..words];
        active.iter().zip(set).any(|(active, squares)| active & squares != 0)
    }

    /// Whether somebody is on a square.
    #[inline(always)]
    pub(super) fn is_occupied(&self, square: Square) -> bool {
        self.has_one_of(Side::Party, square) || self.has_one_of(Side::Enemies, square)
    }

    /// Whether somebody else is on a square.
    #[inline]
    pub(super) fn has_another(&self, who: usize, square: Square) -> bool {
        if self.is_crowded() {
            return self.present.without(who).iter().any(|other| self.bodies[other].square == square);
        }
        self.is_occupied(square) && !(self.present.contains(who) && self.bodies[who].square == square)
    }

    /// The squares where people are.
    #[inline(always)]
    pub(super) fn occupied<const N: usize>(&self) -> Sets<'_, N> {
        self.occupied.sets()
    }

    /// Whether two are on one square.
    #[inline(always)]
    pub(super) const fn is_crowded(&self) -> bool {
        self.occupied.is_crowded
    }

    /// Looks where everybody is.
    pub(super) fn survey(&mut self, rules: &Thrum) {
        on_ground!(&rules.ground, ground => self.survey_as(rules, ground));
    }

    fn survey_as<const N: usize>(&mut self, rules: &Thrum, _: &Ground<N>) {
        let mut all: Squares<N> = Squares::EMPTY;
        for side in Side::ALL {
            for is_active in [false, true] {
                let squares = self.look_for(rules, side, is_active);
                self.occupied.set(index(side, is_active), squares);
                all |= squares;
            }
        }
        self.occupied.is_crowded = (all.len() as usize) < self.present.len();
    }

    /// The squares of a side's active members, or of all that are on the map, looked for.
    pub(super) fn look_for<const N: usize>(&self, rules: &Thrum, side: Side, is_active: bool) -> Squares<N> {
        self.squares(rules.sides.members(side) & if is_active { self.active } else { self.present })
    }

    /// Moves somebody who is on the map.
    #[inline(always)]
    pub(super) fn go_to(&mut self, rules: &Thrum, who: usize, to: Square) {
        debug_assert!(self.present.contains(who), "only who is on the map moves");
        let from = std::mem::replace(&mut self.bodies[who].square, to);
        if self.occupied.is_crowded || self.is_occupied(to) {
            self.survey(rules);
            return;
        }
        let side = rules.sides.side(who);
        self.shift(index(side, false), from, to);
        if self.active.contains(who) {
            self.shift(index(side, true), from, to);
        }
    }

    /// Puts a square into a set in place of another one.
    #[inline(always)]
    fn shift(&mut self, index: usize, from: Square, to: Square) {
        *self.occupied.word_mut(index, from) &= !from.bit();
        *self.occupied.word_mut(index, to) |= to.bit();
    }

    /// Puts somebody among the active and among those on the map, or takes it out.
    pub(super) fn set_there(&mut self, rules: &Thrum, who: usize, is_present: bool, is_active: bool) {
        let comes = is_present && !self.present.contains(who);
        self.present.set(who, is_present);
        self.active.set(who, is_active);
        let (square, side) = (self.bodies[who].square, rules.sides.side(who));
        if self.occupied.is_crowded || comes && self.is_occupied(square) {
            self.survey(rules);
            return;
        }
        for (set_of_active, is_there) in [(false, is_present), (true, is_active)] {
            let word = self.occupied.word_mut(index(side, set_of_active), square);
            *word = if is_there { *word | square.bit() } else { *word & !square.bit() };
        }
    }

    /// The squares of some of those who are on the map, but for one of them.
    #[inline(always)]
    pub(super) fn others<const N: usize>(&self, has_fallen: bool, but: usize) -> Squares<N> {
        if self.is_crowded() {
            return self.squares(if has_fallen { self.present } else { self.active }.without(but));
        }
        let sets = self.occupied::<N>();
        let of = |side| if has_fallen { sets.present(side) } else { sets.active(side) };
        (of(Side::Party) | of(Side::Enemies)) - Squares::only(self.bodies[but].square)
    }

    /// Which neighbours of a square somebody is on, as [`Ground::beside`]: where `has_fallen`, those who lie there as well.
    #[inline(always)]
    pub(super) fn anybody_beside<const N: usize>(&self, ground: &Ground<N>, square: Square, has_fallen: bool) -> u16 {
        let sets = self.occupied::<N>();
        let of = |side| if has_fallen { sets.present(side) } else { sets.active(side) };
        ground.beside(of(Side::Party) | of(Side::Enemies), square)
    }

    /// How many enemies are on squares beside somebody: those who lie there only where `has_fallen`.
    #[inline(never)]
    pub(super) fn enemies_beside(&self, rules: &Thrum, who: usize, has_fallen: bool) -> i32 {
        if self.is_crowded() {
            return self.enemies_beside_in_crowd(rules, who, has_fallen);
        }
        let (side, square) = (rules.sides.side(who).other(), self.bodies[who].square);
        let beside = on_ground!(&rules.ground, ground => {
            let sets = self.occupied();
            ground.beside(if has_fallen { sets.present(side) } else { sets.active(side) }, square)
        });
        if beside == 0 { 0 } else { beside.count_ones() as i32 }
    }

    /// The same where two are on one square.
    #[inline(never)]
    fn enemies_beside_in_crowd(&self, rules: &Thrum, who: usize, has_fallen: bool) -> i32 {
        let there = if has_fallen { self.present } else { self.active };
        (there & rules.sides.opponents(who)).filter(|enemy| rules.distance(self, who, enemy) == 1).len() as i32
    }
}
