//! Declarations: their order, and the turns that follow from them (WOUNDS-05, WOUNDS-08).

use std::cmp::Reverse;

use super::event::Event;
use super::injury::Conditions;
use super::metrics::{DEFENSIVE_ATTACKS, FULL_DEFENSES};
use super::resolve::Fight;
use super::state::{Action, Turn};
use super::words::{AttackKind, Declaration, Score};
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes every fighter declare that may do so, before any turn of the round (WOUNDS-08).
    #[inline]
    pub(super) fn declare_all(&mut self) {
        let knobs = &self.rules.knobs;
        let ready = self.state.fighters - self.state.surprised;
        let mut waiting = ready.filter(|who| !self.is_resting(who));
        for who in self.state.fighters - waiting {
            if self.state.surprised.contains(who) {
                self.tell_surprise(who);
            } else {
                self.trace.rule("WOUNDS-57");
                self.tell(|rules, _| Event::Rest { who: rules.named(who) });
            }
        }
        for who in self.state.this_round.carried {
            if self.body(who).carried.action == Action::FullDefense {
                self.state.this_round.defending.insert(who);
                self.state.this_round.guarded.set(who, knobs.defends_from_declaration);
            }
        }
        while let Some(who) = self.first_to_declare(waiting) {
            waiting.remove(who);
            self.declare(who);
        }
        if knobs.defends_from_declaration {
            self.state.this_round.guarded |= self.state.this_round.defending;
        }
    }

    /// The member of a group that declares before the others (WOUNDS-08).
    #[inline]
    fn first_to_declare(&self, group: Group) -> Option<Who> {
        let is_by_lot = self.rules.knobs.order_is_by_lot;
        match self.rules.knobs.declaration {
            Declaration::Simultaneous | Declaration::Listed => group.first(),
            Declaration::ListedReverse => group.least_by(Reverse),
            Declaration::Agility => {
                let score = |who: Who| self.body(who).score(self.sheet(who), Score::Agility);
                self.state.lots.least_by(is_by_lot, group, |who| Reverse(score(who)))
            }
            Declaration::InitiativeModifier => self.state.lots.least_by(is_by_lot, group, |who| {
                let sheet = self.sheet(who);
                let change = self.body(who).modifier_change(sheet, Score::Agility);
                sheet.initiative_modifier - sheet.modifiers[Score::Agility as usize] - change
            }),
        }
    }

    /// Whether a combatant is winded and must rest in this round (WOUNDS-57).
    #[inline]
    pub(super) fn is_resting(&self, who: Who) -> bool {
        let conditions = self.body(who).conditions;
        conditions.any_of(Conditions::WINDED) && conditions.any_of(Conditions::SPENT)
    }

    /// Makes a combatant choose its declaration, and records the turn with its count (WOUNDS-05, WOUNDS-08). `None` if
    /// the combatant waits.
    #[inline]
    pub(super) fn declare(&mut self, who: Who) -> Option<Turn> {
        let action = self.choose_action(who);
        self.state.this_round.declared.insert(who);
        self.state.defended_last.set(who, action == Action::FullDefense);
        if action == Action::Wait {
            // Others look at it: the turn of an earlier round is none of this one.
            self.state.bodies[who].turn = Turn::NONE;
            self.trace.rule("WOUNDS-08");
            self.trace.rule("WOUNDS-15");
            self.tell(|rules, _| Event::Wait { who: rules.named(who) });
            return None;
        }
        let target = if self.rules.knobs.targets_are_fixed { self.target_to_declare(who, action) } else { None };
        let modifier = self.sheet(who).modifier_of(action, &self.rules.knobs);
        let count = self.body(who).base_initiative + modifier as i16;
        match action {
            Action::FullDefense => {
                self.state.this_round.defending.insert(who);
                self.trace.count(FULL_DEFENSES, 1);
            }
            Action::DefensiveAttack(_) | Action::Advance => self.trace.count(DEFENSIVE_ATTACKS, 1),
            _ => {}
        }
        let turn = Turn { count, action, target };
        self.state.bodies[who].turn = turn;
        self.state.this_round.turns.insert(who);
        self.apply_rules(|fight| {
            let is_slowed = fight.body(who).score_damage[Score::Agility as usize] > 0;
            let of_action = match action {
                Action::Attack(at) => match fight.sheet(who).attacks[usize::from(at)].kind {
                    AttackKind::Melee | AttackKind::Ranged => "WOUNDS-09",
                    AttackKind::Thrown => "WOUNDS-12",
                },
                Action::Cast(_) => "WOUNDS-10",
                Action::UseItem(_) => "WOUNDS-11",
                Action::FullDefense => "WOUNDS-13",
                Action::DefensiveAttack(_) | Action::Advance => "WOUNDS-14",
                Action::Wait | Action::Heal | Action::Intimidate => "WOUNDS-15",
            };
            [("WOUNDS-03", is_slowed), ("WOUNDS-05", true), ("WOUNDS-08", true), (of_action, true)]
        });
        self.tell(|rules, _| rules.declaration(who, turn));
        Some(turn)
    }

    /// Tells that a combatant is surprised (WOUNDS-01).
    pub(super) fn tell_surprise(&mut self, who: Who) {
        self.trace.rule("WOUNDS-01");
        self.tell(|rules, _| Event::Surprise { who: rules.named(who) });
    }

    /// The target that is declared together with an action if targets are fixed (WOUNDS-08).
    #[inline]
    fn target_to_declare(&mut self, who: Who, action: Action) -> Option<Who> {
        if let Action::UseItem(at) = action {
            let item = &self.sheet(who).items[usize::from(at)];
            return if item.is_for_allies { self.choose_ally(who, item) } else { None };
        }
        let (aim, reach) = self.aim_of(who, action)?;
        self.pick(who, aim, reach)
    }
}
