//! The policy `wary`: of all uses of its actions from all squares that it can reach, the one with the largest expected harm to the
//! enemy less the price of the square (P9).

use super::attack::Against;
use super::candidate::{Aim, Candidate, Priority, Prospect};
use super::estimate::WHOLE;
use super::grid::{Placing, Reach, Sight, Square, Squares};
use super::policy::Plan;
use super::price::Prices;
use super::sheet::{Ability, Attack, Kind, Shape, Usage};
use super::spare;
use super::view::View;
use super::words::Policy;
use crate::skirmish::Group;
use crate::who::Who;

/// A use of an action from a square, with its worth: expected harm less the price. Keys decide between uses of the same worth, the
/// least first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange {
    pub(super) worth: i32,
    key: Key,
    pub(super) candidate: Candidate,
}

/// The place of an action in the list of the policy, the cost of the square, the lot and the place in listed order of a single
/// target, the square. Of placings with the same key the first one is kept.
type Key = (usize, u16, u8, usize, Square);

/// The best exchange so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Best(pub(super) Option<Exchange>);

impl Best {
    /// Whether an exchange of this worth might be better.
    fn may_be_beaten_by(&self, worth: i32) -> bool {
        self.0.is_none_or(|best| worth >= best.worth)
    }

    fn offer(&mut self, exchange: Exchange) {
        let is_better = |best: Exchange| (-exchange.worth, exchange.key) < (-best.worth, best.key);
        if self.0.is_none_or(is_better) {
            self.0 = Some(exchange);
        }
    }
}

/// An action of the policy's list, as it would be used.
#[derive(Clone, Copy)]
pub(super) struct Weighed<'a> {
    pub(super) place: usize,
    pub(super) action: u8,
    pub(super) ability: &'a Ability,
    pub(super) usage: &'a Usage,
}

impl Ability {
    /// Whether its worth can be estimated: it revives, or does harm by Fatigue or Stress.
    fn has_worth(&self) -> bool {
        let Usage { success, critical, effect, .. } = &self.plain;
        let deals_loads = || [success, critical, effect].iter().any(|block| block.fatigue + block.stress > 0);
        self.kind == Kind::Revive || self.kind == Kind::Harm && deals_loads()
    }
}

impl<'a, const N: usize> View<'a, N> {
    /// Whether the combatant chooses by the estimate of an exchange.
    pub(super) fn is_wary(&self) -> bool {
        self.sheet.policy == Policy::Wary
    }

    /// Whether the combatant chooses the aim of an action by the estimate of an exchange. Those who attack the fallen do not.
    pub(super) fn weighs(&self, ability: &Ability, priority: Priority) -> bool {
        let is_at_fallen =
            matches!(priority, Priority::Fallen(_)) && ability.shape == Shape::Single && ability.attack.is_some();
        self.is_wary() && ability.has_worth() && !is_at_fallen
    }

    /// An action of the policy's list, with Overexert if the policy wants it.
    pub(super) fn weighed(&self, place: usize, action: u8) -> Weighed<'a> {
        let ability = &self.sheet.actions[usize::from(action)];
        Weighed { place, action, ability, usage: self.rules.usage(self.state, self.who, ability).usage }
    }

    /// The uses of actions that the policy wants, the best first: actions that are not weighed in listed order, and at the place of
    /// the first that is weighed all of these, by their worth.
    pub(super) fn wary_candidates(
        &self,
        reach: &Reach<'_, N>,
        priority: Priority,
        prices: &Prices<N>,
    ) -> impl Iterator<Item = Candidate> {
        let mut done = 0_u128;
        std::iter::from_fn(move || self.next_wary_candidate(reach, priority, prices, &mut done))
    }

    /// The next of these; `done` has the bits of actions that come no more.
    fn next_wary_candidate(
        &self,
        reach: &Reach<'_, N>,
        priority: Priority,
        prices: &Prices<N>,
        done: &mut u128,
    ) -> Option<Candidate> {
        let weighs = |action: u8| self.weighs(&self.sheet.actions[usize::from(action)], priority);
        for &action in &self.sheet.preferences {
            if *done >> action & 1 == 1 {
                continue;
            }
            if !weighs(action) {
                *done |= 1 << action;
                if let Some(candidate) = self.candidate_at_least_price(action, reach, priority, prices) {
                    return Some(candidate);
                }
                continue;
            }
            let mut best = Best::default();
            for (place, &action) in self.sheet.preferences.iter().enumerate() {
                if *done >> action & 1 == 0 && weighs(action) {
                    self.weigh(self.weighed(place, action), self.rules.sides.everybody(), reach, prices, &mut best);
                }
            }
            if let Some(Exchange { candidate, .. }) = best.0 {
                *done |= 1 << candidate.action;
                return Some(candidate);
            }
            *done |= self
                .sheet
                .preferences
                .iter()
                .filter(|&&action| weighs(action))
                .fold(0, |all, action| all | 1 << action);
        }
        None
    }

    /// The best use of an action that is not weighed, from the cheapest squares from which there is any.
    fn candidate_at_least_price(
        &self,
        action: u8,
        reach: &Reach<'_, N>,
        priority: Priority,
        prices: &Prices<N>,
    ) -> Option<Candidate> {
        let mut left = reach.ends();
        while !left.is_empty() {
            let cheapest = prices.least(left);
            let found = self.candidate(action, &reach.narrowed(cheapest), priority);
            if found.is_some() {
                return found;
            }
            left -= cheapest;
        }
        None
    }

    /// Weighs all uses of an action; a single target must be a member of `group`.
    pub(super) fn weigh(
        &self,
        weighed: Weighed<'a>,
        group: Group,
        reach: &Reach<'_, N>,
        prices: &Prices<N>,
        best: &mut Best,
    ) {
        let Weighed { ability, usage, .. } = weighed;
        let (range, size) = (self.body.sight(ability.range) as u16, usage.size as u16);
        let (enemies, least) = (self.enemy_squares(), ability.targets_min.max(1) as usize);
        let mut place = |placing, covered| {
            let users = reach.ends() & self.ground.users(placing, range) & self.seers(ability, covered);
            self.weigh_placing(weighed, (placing, covered), &reach.narrowed(users), prices, best);
        };
        match ability.shape {
            Shape::Single if ability.kind == Kind::Revive => self.weigh_fallen(weighed, group, reach, prices, best),
            Shape::Single => self.weigh_targets(weighed, group, reach, prices, best),
            Shape::Area => {
                self.ground.areas(size, enemies, least).for_each(|(placing, covered)| place(placing, covered));
            }
            Shape::Line => self.ground.lines(size, enemies).for_each(|(placing, covered)| place(placing, covered)),
            Shape::Aura => {
                for centre in reach.ends().iter() {
                    let placing = Placing::Aura { centre, radius: size };
                    self.weigh_placing(
                        weighed,
                        (placing, self.ground.covered(placing)),
                        &reach.narrowed(Squares::only(centre)),
                        prices,
                        best,
                    );
                }
            }
        }
    }

    /// Weighs the revival of allies: each gives back the part of its room at the start of the fight that it has afterwards.
    fn weigh_fallen(
        &self,
        Weighed { place, action, ability, usage }: Weighed<'_>,
        group: Group,
        reach: &Reach<'_, N>,
        prices: &Prices<N>,
        best: &mut Best,
    ) {
        for target in self.fallen_allies() & group {
            let (mut body, effect) = (self.state.bodies[target], &usage.effect);
            if effect.halve_loads {
                body.fatigue /= 2;
            }
            body.fatigue = (body.fatigue - effect.heal_fatigue).max(0);
            let gain = i64::from(WHOLE) * spare(&body) / spare(&self.rules.opening.bodies[target]);
            let gain = gain.min(WHOLE.into()) as i32;
            for square in (reach.ends() & self.in_range(ability, target)).iter() {
                let key = (place, reach.cost(square), self.lot(target), target.index(), square);
                let candidate = Candidate { action, aim: Aim::At(target), square };
                best.offer(Exchange { worth: gain - prices.at(square), key, candidate });
            }
        }
    }

    fn weigh_targets(
        &self,
        Weighed { place, action, ability, usage }: Weighed<'_>,
        group: Group,
        reach: &Reach<'_, N>,
        prices: &Prices<N>,
        best: &mut Best,
    ) {
        let attack = ability.attack.as_ref();
        for target in (self.enemies & group).filter(|target| self.fits(ability.when, target)) {
            let harm = |banes| self.rules.harm(self.state, [self.who, target], ability, usage, banes);
            let most = harm(0);
            if most == 0 {
                continue;
            }
            for square in (reach.ends() & self.in_range(ability, target)).iter() {
                let (times, price) = (self.times(ability, square), prices.at(square));
                if !best.may_be_beaten_by(times * most - price) {
                    continue;
                }
                let (banes, sight) = self.banes_at(attack, square, target);
                let gain = times * if banes == 0 { most } else { harm(banes) };
                if gain == 0 || sight == Sight::Obstructed {
                    continue;
                }
                let risk = attack.map_or(0, |attack| {
                    let against = Against { by: self.who, target, attack, usage };
                    let success = || self.rules.chances(self.state, against, banes).success;
                    self.harm_of_attacking(target, square, success)
                });
                let key = (place, reach.cost(square), self.lot(target), target.index(), square);
                let candidate = Candidate { action, aim: Aim::At(target), square };
                best.offer(Exchange { worth: gain - price - risk, key, candidate });
            }
        }
    }

    /// The number of targets of an ability that are in range of a square, at most as many as it may have.
    fn times(&self, ability: &Ability, square: Square) -> i32 {
        if ability.targets == 1 {
            return 1;
        }
        let in_range = self.enemies.filter(|enemy| self.in_range(ability, enemy).contains(square));
        in_range.len().min(ability.targets) as i32
    }

    /// Weighs a placing from each of the ends of a movement.
    pub(super) fn weigh_placing(
        &self,
        Weighed { place, action, ability, usage }: Weighed<'_>,
        (placing, covered): (Placing, Squares<N>),
        reach: &Reach<'_, N>,
        prices: &Prices<N>,
        best: &mut Best,
    ) {
        let counted = self.counted(ability);
        let Some(surplus) = counted.gain(covered).filter(|&surplus| surplus >= 1) else { return };
        let harm = |target, banes| self.rules.harm(self.state, [self.who, target], ability, usage, banes);
        let among = |group: Group| group.filter(|who| covered.contains(self.state.bodies[who].square));
        let enemies = among(self.enemies);
        let allies = if counted.allies.is_empty() { Group::NOBODY } else { among(self.allies()) };
        let lost: i32 = allies.into_iter().map(|ally| harm(ally, 0)).sum();
        let most = enemies.into_iter().map(|enemy| harm(enemy, 0)).sum::<i32>() - lost;
        for square in reach.ends().iter() {
            let (price, is_inside) = (prices.at(square), counted.counts_user && covered.contains(square));
            if surplus - i32::from(is_inside) < 1 || !best.may_be_beaten_by(most - price) {
                continue;
            }
            let at = |enemy| harm(enemy, self.banes_at(ability.attack.as_ref(), square, enemy).0);
            let own = if is_inside { harm(self.who, 0) } else { 0 };
            let gain = enemies.into_iter().map(at).sum::<i32>() - lost - own;
            if gain > 0 {
                let candidate = Candidate { action, aim: Aim::Placed(placing), square };
                let key = (place, reach.cost(square), 0, 0, square);
                best.offer(Exchange { worth: gain - price, key, candidate });
            }
        }
    }

    /// The worth of a placing from the combatant's own square, 0 if the policy would not use the ability in this way.
    pub(super) fn worth_to_the_wary(&self, weighed: Weighed<'_>, placing: Placing, covered: Squares<N>) -> i32 {
        let (here, mut best) = (Reach::here(self.body.square), Best::default());
        self.weigh_placing(weighed, (placing, covered), &here, const { &Prices::FREE }, &mut best);
        best.0.map_or(0, |best| best.worth)
    }

    /// The Banes of an attack from a square by where everybody stands, and the target's shelter from it (THRUM-33, THRUM-38,
    /// THRUM-57, THRUM-62).
    fn banes_at(&self, attack: Option<&Attack>, square: Square, target: Who) -> (i32, Sight) {
        let Some(attack) = attack else { return (0, Sight::Clear) };
        let (knobs, to) = (&self.rules.knobs, self.state.bodies[target].square);
        let mut banes = 0;
        if attack.is_ranged {
            let hampering = if knobs.fallen_hamper { self.closed } else { self.enemy_squares() };
            let beside = self.ground.within(square, 1) & (hampering - Squares::only(square));
            banes += knobs.ranged_banes * beside.len() as i32;
        }
        if self.ground.map().distance(square, to) <= 1 {
            return (banes, Sight::Clear);
        }
        banes += i32::from(self.banes_from_afar(Some(attack), target));
        let rise = knobs.character_cover_height as u16;
        let sight = if attack.is_physical { self.ground.sight(square, to, self.sources(), rise) } else { Sight::Clear };
        (if sight == Sight::Clear { banes } else { banes + knobs.cover_banes }, sight)
    }

    /// Plans the Move of a turn (P9, which refers to the steps of P3).
    #[cold]
    #[inline(never)]
    pub(super) fn plan_of_wary_move(&self, reach: &Reach<'_, N>, priority: Priority) -> Plan {
        let (here, prices) = (self.body.square, self.prices(reach));
        let to = |square: Option<Square>| Plan { to: square.unwrap_or(here), prospect: Prospect::Unknown };
        if self.rules.wants_to_recover(self.sheet, self.body) {
            return to(reach.best(prices.least(reach.ends())).map(|(square, _)| square));
        }
        if let Some(square) = self.towards_goal_warily(reach, &prices) {
            return to(Some(square));
        }
        let candidate = self.wary_candidates(reach, priority, &prices).next();
        let (to, prospect) = match candidate {
            Some(candidate) => (candidate.square, Prospect::Use(candidate)),
            None => (self.approach(reach, &prices).unwrap_or(here), Prospect::Nothing),
        };
        Plan { to, prospect: if self.rules.knobs.attacks_fallen { Prospect::Unknown } else { prospect } }
    }

    /// The cheapest end of a movement.
    #[cold]
    #[inline(never)]
    pub(super) fn cheapest(&self, reach: &Reach<'_, N>) -> Option<Square> {
        reach.best(self.prices(reach).least(reach.ends())).map(|(square, _)| square)
    }

    /// The end of a movement from which the walk on to an enemy is shorter than from here, among the cheapest of them. `None` if the
    /// combatant is to stay.
    fn approach(&self, reach: &Reach<'_, N>, prices: &Prices<N>) -> Option<Square> {
        let nearer = self.nearer(reach.ends());
        let among = if nearer.is_empty() { self.least_walk(reach.ends(), self.beside_enemies()) } else { nearer };
        let among = if among.is_empty() { reach.ends() } else { among };
        let cheapest = prices.least(among);
        let nearest = self.least_walk(cheapest, self.beside_enemies());
        reach.best(if nearest.is_empty() { cheapest } else { nearest }).map(|(square, _)| square)
    }

    /// The cheapest of the ends of a movement from which the walk on to the goal is shortest; `None` if the combatant has no goal or
    /// no end has a way to it.
    #[cold]
    #[inline(never)]
    pub(super) fn towards_goal_warily(&self, reach: &Reach<'_, N>, prices: &Prices<N>) -> Option<Square> {
        prices.least(self.least_walk(reach.ends(), self.goal())).first()
    }

    /// The destination of a Dash towards enemies: nearer, and no dearer than here. `None` if there is none.
    #[cold]
    #[inline(never)]
    pub(super) fn dash_warily(&self, reach: &Reach<'_, N>) -> Option<Square> {
        let prices = self.prices(reach);
        let ends = prices.no_dearer(self.nearer(reach.ends()), self.body.square);
        if ends.is_empty() { None } else { self.approach(&reach.narrowed(ends), &prices) }
    }

    /// The squares of `among` from which the walk to an enemy is shorter than from the combatant's own.
    fn nearer(&self, among: Squares<N>) -> Squares<N> {
        let (here, goals, drops) = (self.body.square, self.beside_enemies(), self.sheet.drops);
        let (difficult, dangers) = (self.difficult(), self.dangers());
        let past = among & self.ground.nearer(here, goals, difficult, drops, dangers);
        if dangers.is_empty() || !past.is_empty() {
            return past;
        }
        among & self.ground.nearer(here, goals, difficult, drops, Squares::EMPTY)
    }

    /// The squares of `among` from which the walk to some goals is shortest: past all dangers, or if there is no such walk, through
    /// them.
    fn least_walk(&self, among: Squares<N>, goals: Squares<N>) -> Squares<N> {
        let (difficult, dangers, drops) = (self.difficult(), self.dangers(), self.sheet.drops);
        let past = self.ground.least_walk_past(among, goals, difficult, drops, dangers);
        if dangers.is_empty() || !past.is_empty() {
            return past;
        }
        self.ground.least_walk(among, goals, difficult, drops)
    }
}
