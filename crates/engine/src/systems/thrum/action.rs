//! The Action of a turn (THRUM-10, THRUM-12, P4).

use super::Thrum;
use super::ability::{Targets, Use};
use super::candidate::{Aim, Candidate, Prospect};
use super::decider::Decider;
use super::effect::Status;
use super::grid::{Sight, Square, on_ground};
use super::metrics::RECOVERS;
use super::policy::{Choice, Purpose, Recovery};
use super::resolve::Fight;
use super::sheet::{Ability, Kind, Usage};
use super::state::State;
use super::view::View;
use super::words::Policy;
use crate::dice::Dice;
use crate::trace::Trace;

/// How an ability is used: with what is added when it is Overexerted, or without.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) usage: &'a Usage,
    pub(super) is_overexerted: bool,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Takes an Action, where there is one to take; whether there was.
    #[inline(always)]
    pub(super) fn take_action(&mut self, who: usize, prospect: Prospect) -> bool {
        let rules = self.rules;
        let choice = match prospect {
            Prospect::Use(candidate) => Choice::Use(candidate),
            Prospect::Nothing => rules.fallback(self.state, who),
            Prospect::Unknown => rules.choice(self.state, who),
        };
        self.enter_turn(who);
        match choice {
            Choice::Use(candidate) => self.use_action(who, candidate),
            Choice::Dash => {
                self.trace.rule("THRUM-12");
                self.trace.narrate(|| rules.narrate_dash(who));
                self.walk(who, Purpose::Dash);
            }
            Choice::Recover(recovery) => self.recover(who, recovery),
            Choice::Nothing => {
                self.trace.rule("THRUM-10");
                self.trace.narrate(|| rules.narrate_no_action(who));
                return false;
            }
        }
        true
    }

    fn use_action(&mut self, who: usize, candidate: Candidate) {
        let rules = self.rules;
        let index = usize::from(candidate.action);
        let ability = &rules.sheets[who].actions[index];
        let Manner { usage, is_overexerted } = rules.usage(self.state, who, ability);
        let targets = rules.targets(self.state, who, ability, candidate.aim);
        self.use_ability(Use { by: who, ability, usage, index, is_overexerted, is_reaction: false }, &targets);
    }

    /// THRUM-12.
    fn recover(&mut self, who: usize, recovery: Recovery) {
        self.trace.rule("THRUM-12");
        self.trace.count(RECOVERS, 1);
        let amount = self.rules.knobs.recover_amount;
        let body = &mut self.state.bodies[who];
        let before = *body;
        match recovery {
            Recovery::Fatigue => body.fatigue = (body.fatigue - amount).max(0),
            Recovery::Stress => body.stress = (body.stress - amount).max(0),
            Recovery::Status => body.cure(1),
        }
        body.stacks[Status::Burning as usize] = 0;
        let (rules, left) = (self.rules, *body);
        self.trace.narrate(|| rules.narrate_recovery(who, recovery, &before, &left));
    }

    /// Whether a reaction can be aimed at an enemy: in range, and not Obstructed (THRUM-43).
    pub(super) fn can_be_aimed_at(&self, by: usize, ability: &Ability, target: usize) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let range = state.bodies[target].exposure(state.bodies[by].sight(ability.range));
        let is_obstructed = ability.attack.as_ref().is_some_and(|attack| attack.is_physical)
            && rules.sight(state, by, target) == Sight::Obstructed;
        rules.distance(state, by, target) <= range && !is_obstructed
    }
}

impl Thrum {
    /// Whether somebody Overexerts itself for an ability, and what it does then (THRUM-40, P5).
    #[inline(always)]
    pub(super) fn usage<'a>(&self, state: &State, who: usize, ability: &'a Ability) -> Manner<'a> {
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

    /// Whom an ability is used on.
    #[inline(always)]
    fn targets(&self, state: &State, who: usize, ability: &Ability, aim: Aim) -> Targets {
        match aim {
            Aim::At(target) if ability.targets == 1 => Targets::Of(target.into()),
            _ => self.several(state, who, ability, aim),
        }
    }

    /// The same of several.
    #[inline(never)]
    fn several(&self, state: &State, who: usize, ability: &Ability, aim: Aim) -> Targets {
        match aim {
            Aim::At(first) => Targets::Chosen(Decider::new(self, state, who).several_targets(ability, first.into())),
            Aim::Placed(placing) if ability.kind == Kind::Terrain => Targets::Ground(placing),
            Aim::Placed(placing) => on_ground!(&self.ground, ground => {
                Targets::Affected(View::of(&Decider::new(self, state, who), ground).affected(ability, placing), placing)
            }),
        }
    }

    /// What somebody who would be aimed at is sheltered by (THRUM-31, THRUM-32).
    #[inline(never)]
    pub(super) fn sight(&self, state: &State, by: usize, target: usize) -> Sight {
        let (from, to) = (state.bodies[by].square, state.bodies[target].square);
        let has_fallen = self.knobs.fallen_give_cover;
        // Most often nothing is beside the target where it could shelter it.
        let is_bare = on_ground!(&self.ground, ground => {
            ground.is_bare(from, to, state.anybody_beside(ground, to, has_fallen))
        });
        if is_bare { Sight::Clear } else { self.sight_past_others(state, by, from, to) }
    }

    /// The same where something is beside the target.
    #[inline(never)]
    fn sight_past_others(&self, state: &State, by: usize, from: Square, to: Square) -> Sight {
        let rise = self.knobs.character_cover_height as u16;
        on_ground!(&self.ground, ground => {
            ground.sight(from, to, state.others(self.knobs.fallen_give_cover, by), rise)
        })
    }
}
