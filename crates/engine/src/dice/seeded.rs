//! Dice that follow the seed contract, for Monte Carlo runs.

use std::hint::select_unpredictable;

use super::entered::Entered;
use super::{Dice, DiceExpr, Meaning, Mixture, Slot};
use crate::resume::Moment;
use crate::rng::{EncounterIndex, EncounterKey, RoundOffset, RunKey, Seed, Stream};

/// Seeded dice. A face depends only on (seed, index, round, actor) and on the number of words drawn before it in the
/// same slot.
///
/// The mapping from words to faces is part of the seed contract. Every roll starts with a new 64-bit word. A single die
/// takes its upper 32 bits; several dice thrown together take the upper and the lower half of one word after the other.
/// A half `x` shows the face `1 + floor(x * sides / 2^32)`. If that would make faces uneven (`x * sides mod 2^32` below
/// `2^32 mod sides`, which happens with a chance below sides / 2^32), the word is thrown away and the next one taken
/// (Lemire, "Fast random integer generation in an interval", 2019).
///
/// Dice of fights in which [nobody errs](Self::unerring) have `ERRS` false.
#[derive(Debug, Clone)]
pub struct Seeded<const ERRS: bool = true> {
    run: RunKey,
    index: EncounterIndex,
    encounter: EncounterKey,
    round: RoundOffset,
    stream: Stream,
    /// The slots beside others that have dice in this round, each with its stream. While the dice are in one of them, it is the last,
    /// and holds the stream of the slot that was left.
    aside: Vec<(Slot, Stream)>,
    entered: Entered,
    mixed: Option<Mixed>,
}

/// The slot of the die that chooses a leg of a day, which no system enters.
const CHOICE: Slot = Slot::shared(127);

/// An encounter some of whose dice come from a fresh one.
#[derive(Debug, Clone)]
struct Mixed {
    mixture: Mixture,
    fresh: EncounterKey,
    /// The round in which a slot was entered last, as an offset and as a number: 0 is the set-up.
    round: (RoundOffset, u32),
}

impl Seeded {
    /// Dice for the runs of one master seed, at the first encounter.
    pub fn new(seed: Seed) -> Self {
        let run = RunKey::new(seed);
        let encounter = run.encounter(EncounterIndex(0));
        let (index, round, stream) = (EncounterIndex(0), RoundOffset::new(0), encounter.slot(0, 0));
        Self {
            run,
            index,
            encounter,
            round,
            stream,
            aside: Vec::new(),
            entered: Entered::with_room_for_all(),
            mixed: None,
        }
    }

    /// The same dice for fights in which nobody [errs](crate::decision::Errors): no decision asks for errors, which makes loops faster.
    /// In a fight with errors none of them would happen.
    pub fn unerring(self) -> Seeded<false> {
        let Self { run, index, encounter, round, stream, aside, entered, mixed } = self;
        Seeded { run, index, encounter, round, stream, aside, entered, mixed }
    }
}

impl<const ERRS: bool> Seeded<ERRS> {
    /// Takes some dice of every encounter that is started from now on from a fresh encounter, which is another one for each index.
    pub fn mix(&mut self, mixture: Mixture) {
        let fresh = self.run.encounter(Mixture::fresh(EncounterIndex(0)));
        self.mixed = Some(Mixed { mixture, fresh, round: (RoundOffset::new(0), 0) });
    }

    /// Goes to the set-up of an encounter. If the rules enter no slot there, they roll in slot 0.
    #[inline(always)]
    pub fn start(&mut self, index: EncounterIndex) {
        (self.index, self.encounter) = (index, self.run.encounter(index));
        self.round = RoundOffset::new(0);
        if let Some(mixed) = &mut self.mixed {
            (mixed.fresh, mixed.round) = (self.run.encounter(Mixture::fresh(index)), (self.round, 0));
        }
        self.rest_in_first_slot();
        self.forget_asides();
        self.entered.restart();
    }

    /// Draws from slot 0 of the round until a slot is entered.
    #[inline]
    fn rest_in_first_slot(&mut self) {
        self.stream = self.encounter_of(Slot::shared(0)).slot_of(self.round, Slot::shared(0).number());
    }

    /// The encounter from which the dice of a slot come.
    #[inline(always)]
    fn encounter_of(&mut self, slot: Slot) -> EncounterKey {
        match &mut self.mixed {
            None => self.encounter,
            Some(mixed) => mixed.encounter_of(self.round, slot).unwrap_or(self.encounter),
        }
    }

    /// Begins a round or an encounter, in which slots aside are new. There are none where nobody errs.
    #[inline(always)]
    fn forget_asides(&mut self) {
        if ERRS {
            self.aside.clear();
        }
    }

    /// Goes into the slot aside that is the last, or out of it.
    fn swap_streams(&mut self) {
        let last = self.aside.last_mut().expect("the dice stepped aside");
        std::mem::swap(&mut self.stream, &mut last.1);
    }

    /// Goes to the `k`-th continuation of an encounter from one of its moments (see [`fight_from`](crate::fight_from)), in the round
    /// of the moment. Its dice are independent of those of the encounter and of every other step or continuation.
    pub fn branch(&mut self, index: EncounterIndex, moment: Moment, k: u32) {
        self.index = index;
        self.encounter = self.run.encounter(index).branch(moment.step, k);
        self.round = RoundOffset::new(moment.round);
        self.stream = self.encounter.slot_of(self.round, Slot::shared(0).number());
        self.forget_asides();
        self.entered.restart();
    }
}

impl Mixed {
    /// The fresh encounter if the dice of a slot come from it. Apart from the loops of fights, which count no rounds here, since few
    /// studies mix dice.
    #[cold]
    #[inline(never)]
    fn encounter_of(&mut self, round: RoundOffset, slot: Slot) -> Option<EncounterKey> {
        while self.round.0 != round {
            self.round = (self.round.0.next(), self.round.1 + 1);
        }
        self.mixture.is_fresh(self.round.1, slot).then_some(self.fresh)
    }
}

impl<const ERRS: bool> Dice for Seeded<ERRS> {
    const MAY_ERR: bool = ERRS;

    fn encounter(&self) -> Option<EncounterIndex> {
        Some(self.index)
    }

    #[inline(always)]
    fn next_round(&mut self) {
        self.round = self.round.next();
        self.forget_asides();
        self.entered.next_round();
    }

    #[cold]
    fn next_leg(&mut self) {
        (self.encounter, self.round) = (self.encounter.leg(), RoundOffset::new(0));
        if let Some(mixed) = &mut self.mixed {
            (mixed.fresh, mixed.round) = (mixed.fresh.leg(), (self.round, 0));
        }
        self.rest_in_first_slot();
        self.forget_asides();
        self.entered.restart();
    }

    #[cold]
    fn choose(&mut self, sides: u32) -> u32 {
        self.slot(CHOICE);
        let face = self.die(sides);
        self.rest_in_first_slot();
        face
    }

    #[inline(always)]
    fn slot(&mut self, slot: Slot) {
        self.entered.enter(slot);
        self.stream = self.encounter_of(slot).slot_of(self.round, slot.number());
    }

    #[cold]
    fn step_aside(&mut self, slot: Slot) {
        if let Some(at) = self.aside.iter().position(|(known, _)| *known == slot) {
            self.aside[at..].rotate_left(1);
        } else {
            let stream = self.encounter_of(slot).slot_of(self.round, slot.number());
            self.aside.push((slot, stream));
        }
        self.swap_streams();
    }

    #[cold]
    fn step_back(&mut self) {
        self.swap_streams();
    }

    #[inline(always)]
    fn die(&mut self, sides: u32) -> u32 {
        self.stream.die(sides)
    }

    /// As if rolled one by one. Faces are drawn from 0 on, and the `count` missing ones are added once.
    #[inline(always)]
    fn sum(&mut self, dice: DiceExpr) -> i32 {
        if !dice.is_of_one_kind() {
            return sum_of_kinds(&mut self.stream, dice);
        }
        let (count, sides) = dice.first_kind();
        let (sides, mut sum) = (u32::from(sides), dice.plus() + i32::from(count));
        if count > 0 {
            sum += self.stream.one(sides) as i32;
        }
        // Usually there is no second die.
        for _ in 1..count {
            sum += self.stream.one(sides) as i32;
        }
        sum
    }

    /// Rolls in any case and takes the dice back if they are not wanted: a branch that is taken half of the time costs
    /// more than a die or two.
    #[inline(always)]
    fn draw_if<R: Eq + Default>(&mut self, wanted: bool, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        let before = self.stream.clone();
        let result = self.draw(roll);
        self.stream = select_unpredictable(wanted, self.stream.clone(), before);
        select_unpredictable(wanted, result, R::default())
    }

    #[inline(always)]
    fn draw_if_of<R: Eq + Default>(&mut self, wanted: bool, _: Meaning, roll: impl FnMut(&mut Self) -> Option<R>) -> R {
        self.draw_if(wanted, roll)
    }

    #[inline(always)]
    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.stream.throw(sides, faces);
    }
}

/// The sum of dice of several kinds. Few rolls have them, so that the code for others stays small.
#[cold]
#[inline(never)]
fn sum_of_kinds(stream: &mut Stream, dice: DiceExpr) -> i32 {
    stream.sum(dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Occasion, Pool, Slots, Which};
    use crate::outcome::Side;

    /// The published vectors of `docs/seed-contract.md`: the first ten d20 of a slot, rolled one by one and in pairs.
    #[test]
    fn slots_yield_the_published_faces() {
        let slot = |seed, index, rounds, actor| {
            let mut dice = Seeded::new(Seed(seed));
            dice.start(EncounterIndex(index));
            (0..rounds).for_each(|_| dice.next_round());
            dice.slot(actor);
            dice
        };
        for ((seed, index, rounds, actor), singly, in_pairs) in [
            ((1, 0, 0, Slot::shared(0)), [20, 16, 15, 18, 1, 10, 4, 16, 15, 6], [20, 10, 16, 4, 15, 5, 18, 11, 1, 10]),
            ((1, 0, 1, Slot::shared(0)), [7, 19, 9, 13, 4, 14, 11, 7, 7, 11], [7, 6, 19, 1, 9, 16, 13, 6, 4, 17]),
            (
                (7, 123_456_789, 3, Slot::turn(Side::Party, 0)),
                [6, 4, 20, 10, 12, 15, 13, 15, 10, 8],
                [6, 6, 4, 5, 20, 15, 10, 15, 12, 13],
            ),
        ] {
            let mut dice = slot(seed, index, rounds, actor);
            assert_eq!([0; 10].map(|_| dice.die(20)), singly);
            let mut dice = slot(seed, index, rounds, actor);
            assert_eq!([[0; 2]; 5].map(|_| dice.dice::<2>(20)).as_flattened(), in_pairs);
            assert_eq!(slot(seed, index, rounds, actor).dice(20), in_pairs);
        }
    }

    /// Every slot is either that of the encounter or that of the fresh one, in the set-up and in every round.
    #[test]
    fn mixed_dice_come_from_two_encounters() {
        let (order, turn) = (Slot::shared(0), Slot::turn(Side::Enemies, 2));
        let faces = |mixture: Option<Mixture>, index: u64| {
            let mut dice = Seeded::new(Seed(5));
            if let Some(mixture) = mixture {
                dice.mix(mixture);
            }
            dice.start(EncounterIndex(index));
            let mut faces = vec![dice.dice::<9>(20)];
            for round in 0..4 {
                if round > 0 {
                    dice.next_round();
                }
                for slot in [order, turn] {
                    dice.slot(slot);
                    faces.push(dice.dice(20));
                }
            }
            faces
        };
        let of_order = Occasion::shared(0, "order", "");
        let (own, fresh) = (faces(None, 7), faces(None, 7 ^ 1 << 63));
        // By entered slot: that of the start, and then both of each round from the set-up on.
        for (slots, are_among) in [
            (Slots::SetUp(of_order), [1, 1, 0, 0, 0, 0, 0, 0, 0]),
            (Slots::Rounds(0, 0), [1, 1, 1, 0, 0, 0, 0, 0, 0]),
            (Slots::Rounds(2, 3), [0, 0, 0, 0, 0, 1, 1, 1, 1]),
            (Slots::Turns(Side::Enemies, 2), [0, 0, 0, 0, 1, 0, 1, 0, 1]),
            (Slots::Turns(Side::Party, 2), [0; 9]),
        ] {
            for (mixture, fresh_if) in [(Mixture::Fresh(slots), 1), (Mixture::FreshBut(slots), 0)] {
                let wanted = |(at, is_among): (usize, i32)| if is_among == fresh_if { fresh[at] } else { own[at] };
                let wanted: Vec<_> = are_among.into_iter().enumerate().map(wanted).collect();
                assert_eq!(faces(Some(mixture), 7), wanted, "{mixture:?}");
            }
        }
    }

    /// The dice of a slot go on as if nobody had rolled aside; each slot aside goes on where it was left in the round.
    #[test]
    fn dice_aside_move_no_others() {
        let (turn, asides) =
            (Slot::turn(Side::Party, 0), [0, 1].map(|member| Slot::beside_turn(255, Side::Enemies, member)));
        let plain = |round: u32, slot: Slot| {
            let mut dice = Seeded::new(Seed(5));
            dice.start(EncounterIndex(7));
            (0..round).for_each(|_| dice.next_round());
            dice.slot(slot);
            dice.dice::<6>(20)
        };
        let mut dice = Seeded::new(Seed(5));
        dice.start(EncounterIndex(3));
        dice.start(EncounterIndex(7));
        for round in 0..3 {
            if round > 0 {
                dice.next_round();
            }
            dice.slot(turn);
            let (mut of_turn, mut of_asides) = (Vec::new(), [Vec::new(), Vec::new()]);
            for step in 0..3 {
                of_turn.extend(dice.dice::<2>(20));
                for (faces, slot) in of_asides.iter_mut().zip(asides).skip(usize::from(step == 1)) {
                    dice.step_aside(slot);
                    faces.extend(dice.dice::<2>(20));
                    dice.step_back();
                }
            }
            assert_eq!(of_turn, plain(round, turn), "round {round}");
            assert_eq!(of_asides[0], plain(round, asides[0])[..4], "round {round}");
            assert_eq!(of_asides[1], plain(round, asides[1]), "round {round}");
        }
    }

    /// The published vectors of `docs/seed-contract.md`: the first d20 of a slot of a branch.
    #[test]
    fn branches_yield_the_published_faces() {
        let party = Slot::turn(Side::Party, 0);
        for ((seed, index, step, k, round, slot), faces) in [
            ((1, 0, 0, 0, 0, Slot::shared(0)), [4, 5, 6, 17, 5, 6, 4, 4, 15, 1]),
            ((1, 0, 3, 0, 2, party), [18, 9, 19, 4, 20, 14, 13, 20, 14, 13]),
            ((1, 0, 3, 1, 2, party), [18, 2, 15, 10, 12, 9, 1, 3, 5, 3]),
            ((7, 123_456_789, 40, 1999, 9, Slot::turn(Side::Enemies, 0)), [5, 2, 10, 16, 5, 14, 20, 18, 2, 3]),
        ] {
            let mut dice = Seeded::new(Seed(seed));
            dice.branch(EncounterIndex(index), Moment { step, round, is_round_over: false }, k);
            dice.slot(slot);
            assert_eq!([0; 10].map(|_| dice.die(20)), faces);
        }
    }

    /// The rounds of a branch continue the count: after the round in which it begins comes the next one.
    #[test]
    fn rounds_of_a_branch_follow_each_other() {
        let faces = |round, more: u32| {
            let mut dice = Seeded::new(Seed(3));
            dice.branch(EncounterIndex(8), Moment { step: 5, round, is_round_over: false }, 2);
            (0..more).for_each(|_| dice.next_round());
            dice.slot(Slot::turn(Side::Party, 3));
            [0; 8].map(|_| dice.die(1000))
        };
        assert_eq!(faces(4, 3), faces(7, 0));
        assert_ne!(faces(4, 3), faces(4, 2));
    }

    /// The published vector of `docs/seed-contract.md`: the dice of a pool are thrown together, and the roll after it
    /// starts with a new word.
    #[test]
    fn pools_take_the_published_faces() {
        let kept = |count, keep, which| {
            let mut dice = Seeded::new(Seed(1));
            dice.start(EncounterIndex(0));
            let pool = Pool::new(count, 20, keep, which).expect("a pool within bounds");
            (dice.keep(pool), dice.die(20))
        };
        // Thrown in pairs, the first d20 are 20 10, 16 4, 15 5, 18 11; one by one they are 20 16 15 18 1.
        assert_eq!(kept(5, 2, Which::Highest), (20 + 16, 18));
        assert_eq!(kept(5, 2, Which::Lowest), (4 + 10, 18));
        assert_eq!(kept(5, 5, Which::Lowest), (20 + 10 + 16 + 4 + 15, 18));
        assert_eq!(kept(8, 3, Which::Highest), (20 + 18 + 16, 1));
    }

    #[test]
    fn a_slot_does_not_depend_on_what_was_drawn_before_it() {
        let mut rolled_before = Seeded::new(Seed(5));
        let mut fresh = Seeded::new(Seed(5));
        rolled_before.start(EncounterIndex(9));
        fresh.start(EncounterIndex(9));
        (0..7).for_each(|_| {
            rolled_before.die(20);
        });
        for dice in [&mut rolled_before, &mut fresh] {
            dice.next_round();
            dice.slot(Slot::shared(0));
        }
        assert_eq!(rolled_before.die(20), fresh.die(20));
    }

    /// Chi-square over 20 faces and 2 000 000 dice: 19 degrees of freedom, false alarm below 1e-6 above 64.
    #[test]
    fn faces_are_even() {
        for sides in [2_u32, 6, 20] {
            let mut counts = vec![0_u64; sides as usize];
            let mut dice = Seeded::new(Seed(11));
            for index in 0..100_000 {
                dice.start(EncounterIndex(index));
                for _ in 0..20 {
                    counts[dice.die(sides) as usize - 1] += 1;
                }
            }
            let expected = 2_000_000.0 / f64::from(sides);
            let chi_square: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
            assert!(chi_square < 64.0, "d{sides}: chi-square {chi_square}");
        }
    }

    /// Correlation of the first faces of neighbouring encounters, rounds and seeds, over 200 000 pairs: standard error
    /// 0.0022, so a false alarm at 0.013 (5.8 standard errors) has a chance below 1e-8.
    #[test]
    fn neighbouring_slots_are_uncorrelated() {
        let first = |seed, index, rounds: u32| {
            let mut dice = Seeded::new(Seed(seed));
            dice.start(EncounterIndex(index));
            (0..rounds).for_each(|_| dice.next_round());
            dice.slot(Slot::shared(0));
            f64::from(dice.die(20)) - 10.5
        };
        let correlation = |neighbour: &dyn Fn(u64) -> f64| {
            let sum: f64 = (0..200_000).map(|index| first(3, index, 1) * neighbour(index)).sum();
            sum / 200_000.0 / 33.25
        };
        assert!(correlation(&|index| first(3, index + 1, 1)).abs() < 0.013);
        assert!(correlation(&|index| first(3, index, 2)).abs() < 0.013);
        assert!(correlation(&|index| first(4, index, 1)).abs() < 0.013);
    }

    /// A die of 3 * 2^30 sides throws a quarter of all halves away. If it kept them, every third face would fall twice
    /// as often as the others (share 1/2 instead of 1/3). With 30 000 faces the standard deviation is 82, so that 500
    /// is 6.1 of them (false alarm below 1e-8).
    #[test]
    fn uneven_halves_are_thrown_away() {
        let sides = 3 << 30;
        let mut dice = Seeded::new(Seed(2));
        let every_third = (0..30_000)
            .filter(|&index| {
                dice.start(EncounterIndex(index));
                let face = dice.die(sides);
                assert!((1..=sides).contains(&face));
                (face - 1).is_multiple_of(3)
            })
            .count();
        assert!((9_500..10_500).contains(&every_third), "{every_third}");
    }
}
