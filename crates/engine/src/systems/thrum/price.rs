//! Prices of squares for the policy `wary`: what going there and standing there until the next turn may cost (P9).

use super::estimate::WHOLE;
use super::grid::{Movement, Reach, Square, Squares};
use super::sheet::{Ability, Answer, Kind, Shape};
use super::state::Body;
use super::view::View;
use super::words::{Affects, Category, Trigger};
use crate::skirmish::Group;
use crate::who::Who;

/// A price for each square, in thousandths of what the combatant that goes there has left.
pub(super) struct Prices<const N: usize>([[i32; 64]; N]);

impl<const N: usize> Prices<N> {
    /// The prices where nothing costs anything.
    pub(super) const FREE: Self = Self([[0; 64]; N]);

    /// The price of a square.
    #[inline]
    pub(super) const fn at(&self, square: Square) -> i32 {
        self.0[square.word()][square.number() % 64]
    }

    fn of(&mut self, square: Square) -> &mut i32 {
        &mut self.0[square.word()][square.number() % 64]
    }

    fn add(&mut self, squares: Squares<N>, price: i32) {
        for square in squares.iter() {
            *self.of(square) += price;
        }
    }

    /// The squares of `among` whose price is at most that of a square.
    pub(super) fn no_dearer(&self, among: Squares<N>, than: Square) -> Squares<N> {
        among.iter().filter(|&square| self.at(square) <= self.at(than)).collect()
    }

    /// The squares of `among` with the least price.
    pub(super) fn least(&self, among: Squares<N>) -> Squares<N> {
        let least = among.iter().map(|square| self.at(square)).min();
        among.iter().filter(|&square| Some(self.at(square)) == least).collect()
    }
}

/// Squares that harm whoever enters them: those of a Terrain Effect, or the range of a trigger `enemy_enters`.
#[derive(Clone, Copy)]
struct Danger<const N: usize> {
    squares: Squares<N>,
    harm: i32,
    /// Whether entering is still to cost something in this turn.
    is_due: bool,
    /// Whether it strikes at the start of a turn as well.
    lasts: bool,
}

impl<const N: usize> View<'_, N> {
    /// The prices of the ends of a movement.
    pub(super) fn prices(&self, reach: &Reach<'_, N>) -> Prices<N> {
        let mut prices = Prices::FREE;
        self.add_dangers(&mut prices, reach);
        self.add_leaving(&mut prices, reach.ends());
        for enemy in self.enemies {
            self.add_attack(&mut prices, reach.ends(), enemy);
        }
        prices
    }

    fn each_danger(&self, mut look: impl FnMut(Danger<N>)) {
        for (maker, terrain, placed) in self.rules.terrains(self.state) {
            let is_spared = terrain.affects == Affects::Enemies && !self.opponents.contains(maker);
            let harm = if is_spared { 0 } else { self.rules.harm_of(self.state, self.who, &terrain.enter) };
            if harm > 0 {
                let is_due = !placed.entered_by.contains(self.who);
                look(Danger { squares: self.ground.covered(placed.placing), harm, is_due, lasts: true });
            }
        }
        for owner in self.ready_enemies() {
            let Some(answer) = self.answer_of(owner, Trigger::EnemyEnters) else { continue };
            let (squares, harm) = (self.in_range_of(owner, answer), self.harm_of_answer(owner, answer));
            if harm > 0 {
                look(Danger { squares, harm, is_due: !squares.contains(self.body.square), lasts: false });
            }
        }
    }

    /// The squares of all dangers that are still to cost something when they are entered.
    pub(super) fn dangers(&self) -> Squares<N> {
        let mut all = Squares::EMPTY;
        self.each_danger(|danger| {
            if danger.is_due {
                all |= danger.squares;
            }
        });
        all
    }

    /// A movement that enters no danger; `None` if there is none to enter.
    #[cold]
    #[inline(never)]
    pub(super) fn careful(&self, budget: i32) -> Option<Movement<N>> {
        let dangers = self.dangers();
        let movement = self.movement(budget);
        (!dangers.is_empty()).then(|| Movement { closed: movement.closed | dangers, ..movement })
    }

    /// Adds what dangers cost on the way and at the end. A square that can only be reached through dangers, but lies in none, costs
    /// what the least of them does.
    fn add_dangers(&self, prices: &mut Prices<N>, reach: &Reach<'_, N>) {
        let ends = reach.ends();
        let Some(careful) = self.careful(reach.budget().into()) else {
            return self.each_danger(|danger| {
                if danger.lasts {
                    prices.add(ends & danger.squares, danger.harm);
                }
            });
        };
        let unsafe_ends = ends - self.ground.search(&careful).reach().ends();
        let (mut between, mut least) = (unsafe_ends, WHOLE);
        self.each_danger(|Danger { squares, harm, is_due, lasts }| {
            if is_due {
                prices.add(unsafe_ends & squares, harm);
                between -= squares;
                least = least.min(harm);
            }
            if lasts {
                prices.add(ends & squares, harm);
            }
        });
        prices.add(between, least);
    }

    /// Adds what triggers `enemy_leaves` cost if the combatant leaves its square.
    fn add_leaving(&self, prices: &mut Prices<N>, ends: Squares<N>) {
        let here = self.body.square;
        for owner in self.ready_enemies() {
            let Some(answer) = self.answer_of(owner, Trigger::EnemyLeaves) else { continue };
            if self.in_range_of(owner, answer).contains(here) {
                prices.add(ends - Squares::only(here), self.harm_of_answer(owner, answer));
            }
        }
    }

    /// Adds the greatest expected harm of an attack that an enemy can make in its next turn, by what it can reach now.
    fn add_attack(&self, prices: &mut Prices<N>, ends: Squares<N>, enemy: Who) {
        let (rules, state) = (self.rules, self.state);
        let other = self.of_another(enemy);
        let mut movement = other.movement(rules.speed(state, enemy));
        movement.closed.remove(self.body.square);
        let found = self.ground.search(&movement);
        let mut worst = Prices::<N>::FREE;
        for ability in other.sheet.actions.iter().filter(|ability| ability.may_harm_enemies()) {
            let harm = rules.harm(state, [enemy, self.who], ability, &ability.plain, 0);
            if harm == 0 {
                continue;
            }
            let range = ability.threat(other.body, self.body) as u16;
            for square in (ends & self.ground.grown(found.reach().ends(), range)).iter() {
                let price = worst.of(square);
                *price = harm.max(*price);
            }
        }
        for square in ends.iter() {
            *prices.of(square) += worst.at(square);
        }
    }

    /// Active enemies in a Stance with a trigger that they may still use.
    fn ready_enemies(&self) -> Group {
        (self.state.ready & self.enemies) - self.state.answered
    }

    /// The answer of an enemy's Stance to a trigger; `None` if it has no such trigger.
    fn answer_of(&self, owner: Who, trigger: Trigger) -> Option<&Answer> {
        let answer = self.rules.stance(self.state, owner)?.answer.as_ref();
        answer.filter(|answer| answer.trigger == trigger)
    }

    /// The squares in the range of a trigger, the owner's own excepted (THRUM-29).
    fn in_range_of(&self, owner: Who, answer: &Answer) -> Squares<N> {
        let square = self.state.bodies[owner].square;
        self.ground.within(square, answer.range as u16) - Squares::only(square)
    }

    /// The expected harm to the combatant when an enemy uses a trigger against it: of its effect and its attack.
    fn harm_of_answer(&self, owner: Who, answer: &Answer) -> i32 {
        let (rules, state) = (self.rules, self.state);
        let of_attack = answer.reaction.map_or(0, |index| {
            let reaction = &rules.sheets[owner].reactions[usize::from(index)];
            rules.harm(state, [owner, self.who], reaction, &reaction.plain, 0)
        });
        rules.harm_of(state, self.who, &answer.effect) + of_attack
    }

    /// The expected harm of what an attack on a target, with so great a chance of success, sets off in the target's Stance.
    pub(super) fn harm_of_attacking(&self, target: Who, square: Square, success: impl Fn() -> i32) -> i32 {
        if !self.ready_enemies().contains(target) {
            return 0;
        }
        let answered = |trigger| {
            let answer = self.answer_of(target, trigger).filter(|answer| !answer.critical_only)?;
            self.in_range_of(target, answer).contains(square).then(|| self.harm_of_answer(target, answer))
        };
        match (answered(Trigger::SelfTargeted), answered(Trigger::Defended)) {
            (Some(harm), _) => harm,
            (None, Some(harm)) => (WHOLE - success()) * harm / WHOLE,
            (None, None) => 0,
        }
    }
}

impl Ability {
    /// Whether it is an action that policies use for harm and that can affect enemies.
    fn may_harm_enemies(&self) -> bool {
        self.kind == Kind::Harm && matches!(self.target, Category::Enemy | Category::Character)
    }

    /// The greatest distance at which it can affect an enemy, without Overexert.
    const fn threat(&self, user: &Body, target: &Body) -> i32 {
        let range = user.sight(self.range);
        match self.shape {
            Shape::Single => target.exposure(range),
            Shape::Area | Shape::Line => range + self.plain.size - 1,
            Shape::Aura => self.plain.size,
        }
    }
}
