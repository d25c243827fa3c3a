//! The best placing of a shape, and the square to place it from (P5, THRUM-27 to THRUM-30).

use super::decider::Decider;
use super::grid::{Field, Placing, Reach, Square, Squares};
use super::sheet::{Ability, Shape};
use super::view::View;
use super::words::Category;

/// The squares of combatants that policies count in a shape.
#[derive(Clone, Copy)]
pub(super) struct Counted<const N: usize> {
    enemies: Squares<N>,
    /// Squares of allies, which count against the shape.
    pub(super) allies: Squares<N>,
    /// Whether the user counts against the shape as well.
    pub(super) counts_user: bool,
    least: i32,
}

impl<const N: usize> Counted<N> {
    /// The number of enemies less the number of allies that a shape affects; `None` if it affects fewer enemies than
    /// the policy wants.
    pub(super) fn gain(&self, covered: Squares<N>) -> Option<i32> {
        let enemies = (covered & self.enemies).len() as i32;
        (enemies >= self.least).then(|| enemies - (covered & self.allies).len() as i32)
    }
}

/// A placing with its gain and cost. Of equally good placings the first one found is kept.
#[derive(Clone, Copy)]
struct Best {
    gain: i32,
    cost: u16,
    square: Square,
    placing: Placing,
}

impl<const N: usize> View<'_, N> {
    /// The best placing of a shape, and the square to place it from; `None` if no placing gains anything.
    pub(super) fn best_placing(&self, ability: &Ability, reach: &Reach<'_, N>) -> Option<(Placing, Square)> {
        let size = self.rules.usage(self.state, self.who, ability).usage.size as u16;
        let counted = self.counted(ability);
        let best = match ability.shape {
            Shape::Single => None,
            Shape::Aura => self.best_aura(size, counted, reach),
            Shape::Area => {
                self.best_of(self.ground.areas(size, counted.enemies, counted.least as usize), ability, counted, reach)
            }
            Shape::Line => self.best_of(self.ground.lines(size, counted.enemies), ability, counted, reach),
        };
        best.map(|best| (best.placing, best.square))
    }

    /// The squares of combatants that an ability affects, if policies count them.
    pub(super) fn counted(&self, ability: &Ability) -> Counted<N> {
        let category = Decider::counted_in(ability);
        let hits_enemies = matches!(category, Category::Enemy | Category::Character);
        let hits_allies = matches!(category, Category::Ally | Category::AllyOrSelf | Category::Character);
        let allies = (self.state.present - self.opponents).without(self.who);
        Counted {
            enemies: if hits_enemies { self.enemy_squares() } else { Squares::EMPTY },
            allies: if hits_allies { self.squares(allies) } else { Squares::EMPTY },
            counts_user: matches!(category, Category::OneSelf | Category::AllyOrSelf | Category::Character),
            least: ability.targets_min.max(1),
        }
    }

    fn best_of(
        &self,
        placings: impl Iterator<Item = (Placing, Squares<N>)>,
        ability: &Ability,
        counted: Counted<N>,
        reach: &Reach<'_, N>,
    ) -> Option<Best> {
        let range = self.body.sight(ability.range) as u16;
        let mut best: Option<Best> = None;
        // `for_each` runs faster than a `for` loop on this nested iterator.
        placings.for_each(|(placing, covered)| {
            let Some(gain) = counted.gain(covered) else { return };
            // Of equally good placings, the first one found at cost 0 is kept.
            let is_beaten = |best: Best| gain < best.gain || gain == best.gain && best.cost == 0;
            if gain < 1 || best.is_some_and(is_beaten) {
                return;
            }
            let users = reach.ends() & self.ground.users(placing, range);
            let is_better = |found: &Best| best.is_none_or(|best| found.is_better(&best));
            let Some(_) = Self::best_user(users, (placing, covered), gain, counted, reach).filter(is_better) else {
                return;
            };
            let seeing = users & self.seers(ability, covered);
            let found = Self::best_user(seeing, (placing, covered), gain, counted, reach).filter(is_better);
            best = found.or(best);
        });
        best
    }

    /// The best end of a movement among `users` to place a shape from.
    fn best_user(
        users: Squares<N>,
        (placing, covered): (Placing, Squares<N>),
        gain: i32,
        counted: Counted<N>,
        reach: &Reach<'_, N>,
    ) -> Option<Best> {
        let inside = if counted.counts_user { users & covered } else { Squares::EMPTY };
        let (gain, squares) = if (users - inside).is_empty() { (gain - 1, inside) } else { (gain, users - inside) };
        let (square, cost) = reach.best(squares).filter(|_| gain >= 1)?;
        Some(Best { gain, cost, square, placing })
    }

    /// The squares from which no Obstruction keeps a shape from being placed (THRUM-30).
    pub(super) fn seers(&self, ability: &Ability, covered: Squares<N>) -> Squares<N> {
        if ability.attack.as_ref().is_some_and(|attack| attack.is_physical) {
            self.ground.sees_one(covered, self.sources(), self.rules.knobs.character_cover_height as u16)
        } else {
            self.ground.open()
        }
    }

    /// The best placing of an aura, whose centre is the user's square (THRUM-29).
    fn best_aura(&self, radius: u16, counted: Counted<N>, reach: &Reach<'_, N>) -> Option<Best> {
        // An aura leaves out the square of its user, and so anybody else on that square (THRUM-29).
        let around = |square| self.ground.within(square, radius) - Squares::only(square);
        let mut enemies = Field::default();
        for square in counted.enemies.iter() {
            enemies.add(around(square), 1);
        }
        let possible = reach.ends() - enemies.at_most(reach.ends(), counted.least as u16 - 1);
        if possible.is_empty() {
            return None;
        }
        // Instead of subtracting 1 for an ally inside, 1 is added for each ally outside, so that no number falls below
        // 0.
        let (mut gains, mut spared) = (enemies, 0);
        for square in counted.allies.iter() {
            gains.add(self.ground.all() - around(square), 1);
            spared += 1;
        }
        let best = gains.greatest(possible);
        let gain = i32::from(gains.at(best.first()?)) - spared;
        let (square, cost) = reach.best(best).filter(|_| gain >= 1)?;
        Some(Best { gain, cost, square, placing: Placing::Aura { centre: square, radius } })
    }

    /// The gain of a placing from the user's own square, 0 if the policy would not use the ability in this way; `None`
    /// if the placing is not legal (THRUM-30).
    pub(super) fn worth_of_placing(&self, ability: &Ability, placing: Placing, covered: Squares<N>) -> Option<i32> {
        let (square, range) = (self.body.square, self.body.sight(ability.range) as u16);
        let here = Squares::only(square) & self.ground.users(placing, range);
        let is_legal = ability.shape == Shape::Aura || here.meets(self.seers(ability, covered));
        let counted = self.counted(ability);
        let gain = counted.gain(covered).unwrap_or(0);
        let best = || Self::best_user(here, (placing, covered), gain, counted, &Reach::here(square));
        (is_legal && !here.is_empty()).then(|| best().map_or(0, |best| best.gain))
    }
}

impl Best {
    fn is_better(&self, best: &Self) -> bool {
        (-self.gain, self.cost, self.square) < (-best.gain, best.cost, best.square)
    }
}
