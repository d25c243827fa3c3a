//! Lists of options: everything that a combatant may legally decide, with the worth of each option to its policy. They are made
//! for observers of decisions, by the same searches with which policies choose.

use super::Thrum;
use super::candidate::{Aim, Priority};
use super::decider::Decider;
use super::effect::Status;
use super::grid::{LineDirection, Placing, Reach, Square, Squares, on_ground};
use super::policy::{Choice, Deed, Purpose, Recovery};
use super::sheet::{Kind, Shape, Usage};
use super::state::{Body, State};
use super::view::View;
use super::wary::Weighed;
use crate::decision::Rated;
use crate::skirmish::Group;
use crate::who::Who;

/// Worth of an option: 0 if the policy does not want it at all, otherwise greater the earlier it would choose it.
type Worth = i32;

/// Options of a decision in the ledger's order, with their worth.
pub(super) type Options<O> = Vec<Rated<O, Worth>>;

/// Rates options by repeatedly asking `best` for the best of those left, until it wants none of them.
fn ranked<O: Copy + PartialEq>(options: Vec<O>, best: impl Fn(&[O]) -> Option<O>) -> Options<O> {
    let (mut left, mut wanted) = (options.clone(), Vec::new());
    while let Some(option) = best(&left).filter(|option| left.contains(option)) {
        left.retain(|&other| other != option);
        wanted.push(option);
    }
    let worth =
        |option: O| wanted.iter().rev().position(|&other| other == option).map_or(0, |better| better as Worth + 1);
    options.into_iter().map(|option| Rated::new(option, worth(option))).collect()
}

/// Rates options of which a policy wants only `wanted`.
pub(super) fn wanting<O: Copy + PartialEq>(options: Vec<O>, wanted: O) -> Options<O> {
    ranked(options, |left| left.contains(&wanted).then_some(wanted))
}

fn group_of(combatants: &[Who]) -> Group {
    combatants.iter().copied().collect()
}

fn set_of<const N: usize>(squares: &[Square]) -> Squares<N> {
    squares.iter().copied().collect()
}

impl Thrum {
    /// Squares where a PC may begin (THRUM-07).
    pub(super) fn starts(&self, state: &State, who: Who) -> Options<Square> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            ranked(view.free_starts().iter().collect(), |left| view.best_start(set_of(left)))
        })
    }

    /// Combatants after which the combatant at `place` in the order may take its turn; `None` stands for now (THRUM-06).
    pub(super) fn delays(&self, state: &State, who: Who, place: usize) -> Options<Option<Who>> {
        let later = state.order.iter().skip(place + 1).filter(|&other| state.present.contains(other)).map(Some);
        wanting([None].into_iter().chain(later).collect(), self.awaited(state, who, place))
    }

    /// Squares where a movement with this budget may end.
    pub(super) fn destinations(&self, state: &State, who: Who, purpose: Purpose, budget: i32) -> Options<Square> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            let found = ground.search(&view.movement(budget));
            let (reach, priority) = (found.reach(), view.priority_within(&found.reach()));
            ranked(reach.ends().iter().collect(), |left| {
                Some(view.plan_within(purpose, &reach.narrowed(set_of(left)), priority).to)
            })
        })
    }

    /// Squares to which the teleport of an ability may lead (THRUM-24).
    pub(super) fn teleports(&self, state: &State, who: Who, range: i32) -> Options<Square> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            ranked(view.teleport_ends(range).iter().collect(), |left| view.best_teleport(set_of(left)))
        })
    }

    /// Actions that a combatant may take from its square, including to do nothing.
    pub(super) fn deeds(&self, state: &State, who: Who) -> Options<Deed> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            let actions = (0..view.sheet.actions.len() as u8).filter(|&action| view.may_use(action));
            let others = [Deed::Dash, Deed::Recover, Deed::Nothing];
            let here = Reach::here(view.body.square);
            let wanted: Vec<Deed> = view.purposeful(&here).map(Choice::deed).collect();
            let fallback = self.fallback(state, who).deed();
            ranked(actions.map(Deed::Use).chain(others).collect(), |left| {
                wanted.iter().copied().chain([fallback]).find(|deed| left.contains(deed))
            })
        })
    }

    /// Targets or placings of an action from its user's square.
    pub(super) fn aims(&self, state: &State, who: Who, action: u8, usage: &Usage) -> Options<Aim> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            let ability = &view.sheet.actions[usize::from(action)];
            if ability.shape != Shape::Single {
                return view.placings(action, usage);
            }
            let here = Reach::here(view.body.square);
            let priority = view.priority_within(&here);
            let targets = ranked(view.legal_targets(action).iter().collect(), |left| {
                view.candidate_among(action, group_of(left), &here, priority)?.aim.target()
            });
            targets.into_iter().map(|rated| Rated::new(Aim::At(rated.option), rated.worth)).collect()
        })
    }

    /// Further targets of an attack on several combatants; `None` stands for nobody more.
    pub(super) fn next_targets(&self, state: &State, who: Who, action: u8, chosen: Group) -> Options<Option<Who>> {
        let legal = Decider::new(self, state, who).legal_targets(action) - chosen;
        ranked(legal.iter().map(Some).chain([None]).collect(), |left| {
            let others = legal - left.iter().flatten().copied().collect();
            let next = self.next_target(state, who, action, chosen | others);
            // `None` is wanted once, after all targets that are wanted.
            next.map_or_else(|| left.contains(&None).then_some(None), |target| Some(Some(target)))
        })
    }

    /// Loads and statuses that Recover may take off (THRUM-12).
    pub(super) fn recoveries(body: &Body) -> Options<Recovery> {
        let statuses = Status::ALL.into_iter().filter(|&status| body.has(status)).map(Recovery::Status);
        let options = [Recovery::Fatigue, Recovery::Stress].into_iter().chain(statuses).collect();
        ranked(options, |left| Self::wanted_recoveries(body).find(|recovery| left.contains(recovery)))
    }
}

impl Decider<'_> {
    /// Whether an action has a target or a placing from the combatant's square; a shape can always be placed on its user.
    fn may_use(&self, action: u8) -> bool {
        let ability = &self.sheet.actions[usize::from(action)];
        ability.shape != Shape::Single || !self.legal_targets(action).is_empty()
    }

    /// Everybody at whom an action with a single target may be aimed from the combatant's square (THRUM-26).
    fn legal_targets(&self, action: u8) -> Group {
        let ability = &self.sheet.actions[usize::from(action)];
        let (present, is_resuscitate) = (self.state.present, usize::from(action) + 1 == self.sheet.actions.len());
        let of_category = match ability.kind {
            Kind::Harm if ability.attack.is_some() && self.rules.knobs.attacks_fallen => present & self.opponents,
            Kind::Harm => self.enemies,
            _ if is_resuscitate => self.fallen_allies(),
            _ => self.of_category(ability.target, present),
        };
        of_category
            .filter(|target| target == self.who || self.rules.can_be_aimed_at(self.state, self.who, ability, target))
    }
}

impl<const N: usize> View<'_, N> {
    /// Placings of a shape from the combatant's square (THRUM-27 to THRUM-30).
    fn placings(&self, action: u8, usage: &Usage) -> Options<Aim> {
        let ability = &self.sheet.actions[usize::from(action)];
        let (map, size, square) = (self.ground.map(), usage.size as u16, self.body.square);
        let corners = |side: u16| 1 - size as i16..side as i16;
        let area = |(y, x)| Placing::Area { y, x, size };
        let line = |first| LineDirection::ALL.map(|direction| Placing::Line { first, direction, length: size });
        let placings: Vec<Placing> = match ability.shape {
            Shape::Single => vec![],
            Shape::Area => {
                corners(map.height()).flat_map(|y| corners(map.width()).map(move |x| (y, x))).map(area).collect()
            }
            Shape::Line => map.squares().flat_map(line).collect(),
            Shape::Aura => vec![Placing::Aura { centre: square, radius: size }],
        };
        let rated = placings.into_iter().filter_map(|placing| {
            let covered = self.ground.covered(placing);
            let worth = self.worth_of_placing(ability, placing, covered)?;
            let worth = if self.weighs(ability, Priority::Active) {
                let weighed = Weighed { usage, ..self.weighed(0, action) };
                self.worth_to_the_wary(weighed, placing, covered)
            } else {
                worth
            };
            Some(Rated::new(Aim::Placed(placing), worth))
        });
        rated.collect()
    }
}
