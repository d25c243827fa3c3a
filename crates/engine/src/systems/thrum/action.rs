//! The Action of a turn (THRUM-10, THRUM-12, P4).

use super::Thrum;
use super::ability::{Chosen, Targets, Use};
use super::candidate::{Aim, Priority, Prospect};
use super::decider::Decider;
use super::decisions::Deciding;
use super::effect::Status;
use super::event::Event;
use super::grid::{Placing, Reach, Sight, on_ground};
use super::metrics::RECOVERS;
use super::options::wanting;
use super::policy::{Choice, Deed, Purpose, Recovery};
use super::resolve::Fight;
use super::sheet::{Ability, Kind, Usage};
use super::state::State;
use super::view::View;
use super::words::Policy;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The usage of an ability: with the additions of Overexert if the ability is Overexerted, else plain.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) usage: &'a Usage,
    pub(super) is_overexerted: bool,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Takes the Action of a turn; returns false if the combatant does nothing.
    pub(super) fn take_action(&mut self, who: Who, prospect: Prospect) -> bool {
        let choice = match prospect {
            Prospect::Use(candidate) => Choice::Use(candidate),
            Prospect::Nothing => self.rules.fallback(self.state, who),
            Prospect::Unknown => self.rules.choice(self.state, who),
        };
        self.enter_turn(who);
        let deed =
            self.decide(Deciding::Action as usize, who, choice.deed(), |fight| fight.rules.deeds(fight.state, who));
        match deed {
            Deed::Use(action) => self.use_action(who, action, choice),
            Deed::Dash => {
                self.tell(&["THRUM-12"], |rules, _, _| Event::Dash { who: rules.named(who) });
                self.walk(who, Purpose::Dash, None);
            }
            Deed::Recover => self.recover(who),
            Deed::Nothing => self.tell(&["THRUM-10"], |rules, _, _| Event::NoAction { who: rules.named(who) }),
        }
        deed != Deed::Nothing
    }

    fn use_action(&mut self, who: Who, action: u8, choice: Choice) {
        let (rules, index) = (self.rules, usize::from(action));
        let ability = &rules.sheets[who].actions[index];
        let planned = rules.usage(self.state, who, ability).is_overexerted;
        let Manner { usage, is_overexerted } = self.choose_manner(who, ability);
        let wanted = match choice {
            Choice::Use(candidate) if candidate.action == action && is_overexerted == planned => candidate.aim,
            _ => rules.best_aim(self.state, who, action, usage),
        };
        let aim =
            self.decide(Deciding::Aim as usize, who, wanted, |fight| fight.rules.aims(fight.state, who, action, usage));
        let targets = match aim {
            Aim::At(target) if ability.targets == 1 => Targets::Of(target),
            Aim::At(first) => Targets::Chosen(self.choose_targets(who, action, first)),
            Aim::Placed(placing) if ability.kind == Kind::Terrain => Targets::Ground(placing),
            Aim::Placed(placing) => Targets::Affected(rules.affected(self.state, who, ability, placing), placing),
        };
        self.use_ability(Use { by: who, ability, usage, index, is_overexerted, is_reaction: false }, &targets);
    }

    /// Decides whether to Overexert for an ability (THRUM-40).
    fn choose_manner<'a>(&mut self, who: Who, ability: &'a Ability) -> Manner<'a> {
        let plain = Manner { usage: &ability.plain, is_overexerted: false };
        let Some(usage) = &ability.overexerted else { return plain };
        let wanted = self.rules.usage(self.state, who, ability).is_overexerted;
        let is_overexerted =
            self.decide(Deciding::Overexert as usize, who, wanted, |_| wanting(vec![false, true], wanted));
        if is_overexerted { Manner { usage, is_overexerted } } else { plain }
    }

    /// Chooses the targets of an attack on several combatants, one after the other (P5).
    fn choose_targets(&mut self, who: Who, action: u8, first: Who) -> Chosen {
        let rules = self.rules;
        let mut chosen = Chosen::of(first);
        while chosen.len() < rules.sheets[who].actions[usize::from(action)].targets {
            let group = chosen.iter().collect();
            let wanted = rules.next_target(self.state, who, action, group);
            let next = self.decide(Deciding::NextTarget as usize, who, wanted, |fight| {
                rules.next_targets(fight.state, who, action, group)
            });
            let Some(target) = next else { break };
            chosen.push(target);
        }
        chosen
    }

    /// Recovers: takes off some of a load or all of a status, and Burning in any case (THRUM-12).
    fn recover(&mut self, who: Who) {
        self.trace.count(RECOVERS, 1);
        let before = self.state.bodies[who];
        let wanted = Thrum::wanted_recoveries(&before).next().unwrap_or(Recovery::Fatigue);
        let recovery = self.decide(Deciding::Recover as usize, who, wanted, |_| Thrum::recoveries(&before));
        let amount = self.rules.knobs.recover_amount;
        let body = &mut self.state.bodies[who];
        match recovery {
            Recovery::Fatigue => body.fatigue = (body.fatigue - amount).max(0),
            Recovery::Stress => body.stress = (body.stress - amount).max(0),
            Recovery::Status(status) => body.stacks[status as usize] = 0,
        }
        body.stacks[Status::Burning as usize] = 0;
        self.tell(&["THRUM-12"], |rules, state, _| rules.recovered(who, recovery, &before, &state.bodies[who]));
    }
}

impl Thrum {
    /// Whether an ability can be aimed at somebody else: in range, and not Obstructed (THRUM-43).
    pub(super) fn can_be_aimed_at(&self, state: &State, by: Who, ability: &Ability, target: Who) -> bool {
        let decider = Decider::new(self, state, by);
        let is_physical = ability.attack.as_ref().is_some_and(|attack| attack.is_physical);
        self.distance(state, by, target) <= decider.range(ability, target)
            && !(is_physical && self.sight(state, by, target) == Sight::Obstructed)
    }

    /// The aim of an action that has the greatest worth to the policy, the first of several.
    pub(super) fn best_aim(&self, state: &State, who: Who, action: u8, usage: &Usage) -> Aim {
        let aims = self.aims(state, who, action, usage);
        let best = aims.iter().rev().max_by_key(|rated| rated.worth);
        best.expect("an action that may be used can be aimed").option
    }

    /// The next target of an attack on several combatants besides those already chosen; `None` if the policy wants none.
    pub(super) fn next_target(&self, state: &State, who: Who, action: u8, chosen: Group) -> Option<Who> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            let priority =
                if chosen.meets(view.enemies) { Priority::Active } else { Priority::Fallen(view.fallen_enemies()) };
            let (here, others) = (Reach::here(view.body.square), self.sides.everybody() - chosen);
            view.candidate_among(action, others, &here, priority)?.aim.target()
        })
    }

    /// Combatants whom a shape affects (THRUM-30).
    fn affected(&self, state: &State, who: Who, ability: &Ability, placing: Placing) -> Group {
        let category = Decider::new(self, state, who).of_category(ability.target, state.present);
        category.filter(|target| placing.covers(self.map(), state.bodies[target].square))
    }
    /// The usage of an ability that the policy chooses: Overexerted if its cost keeps Stress within the tolerance or the policy
    /// is `reckless`, else plain (THRUM-40, P5).
    pub(super) fn usage<'a>(&self, state: &State, who: Who, ability: &'a Ability) -> Manner<'a> {
        let body = &state.bodies[who];
        match &ability.overexerted {
            Some(usage)
                if self.sheets[who].policy == Policy::Reckless
                    || body.stress.saturating_add(usage.cost) <= body.stress_tolerance =>
            {
                Manner { usage, is_overexerted: true }
            }
            _ => Manner { usage: &ability.plain, is_overexerted: false },
        }
    }

    /// The shelter that a target has from a Physical Attack (THRUM-31, THRUM-32).
    pub(super) fn sight(&self, state: &State, by: Who, target: Who) -> Sight {
        let (from, to) = (state.bodies[by].square, state.bodies[target].square);
        let sources = if self.knobs.fallen_give_cover { state.present } else { state.active }.without(by);
        let rise = self.knobs.character_cover_height as u16;
        on_ground!(&self.ground, ground => ground.sight(from, to, state.squares(sources), rise))
    }
}
