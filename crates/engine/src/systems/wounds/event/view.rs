//! The view of a fight from which events and lists of rules are made, if an observer asks for them.

use super::super::Wounds;
use super::super::action::Acting;
use super::super::injury::{Arm, Injury};
use super::super::resolve::Fight;
use super::super::state::{Action, State, Turn};
use super::{Deed, Event, Faces, Present, Roll, ScoreLeft, Sum, TurnOnCount};
use crate::accounts::Entry;
use crate::dice::{Dice, DiceExpr};
use crate::event::Named;
use crate::scenario::Word;
use crate::trace::{Silent, Trace};
use crate::who::Who;

/// The id of a rule, and whether it applies.
pub(in super::super) type Applies = (&'static str, bool);

/// A fight without its observer, which is borrowed while it hears an event or a list of rules.
type View<'a, D> = Fight<'a, D, Silent>;

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// Tells an event, made from the scenario and a view of the fight.
    #[inline(always)]
    pub(in super::super) fn tell(&mut self, event: impl FnOnce(&'a Wounds, &View<'_, D>) -> Event<'a>) {
        let Self { rules, state, scratch, round, dice, trace } = self;
        trace.happens(|| event(rules, &View { rules, state, scratch, round: *round, dice, trace: &mut Silent }));
    }

    /// Applies the rules that a list marks as applying, in the order of the list.
    #[inline(always)]
    pub(in super::super) fn apply_rules<I: IntoIterator<Item = Applies>>(
        &mut self,
        list: impl FnOnce(&View<'_, D>) -> I,
    ) {
        let Self { rules, state, scratch, round, dice, trace } = self;
        trace.rules(|| {
            let list = list(&View { rules, state, scratch, round: *round, dice, trace: &mut Silent });
            list.into_iter().filter_map(|(rule, applies)| applies.then_some(rule))
        });
    }

    /// The faces of the last draw.
    pub(in super::super) fn faces(&self) -> Faces {
        Faces(self.dice.faces().to_vec())
    }

    /// The last draw with the bonus that was added to it.
    pub(in super::super) fn sum(&self, bonus: i32) -> Sum {
        Sum { faces: self.faces(), bonus }
    }

    /// The last draw, of these dice.
    pub(in super::super) fn roll(&self, dice: DiceExpr) -> Roll {
        Roll { dice, faces: self.faces() }
    }
}

impl Wounds {
    pub(in super::super) fn named(&self, who: Who) -> Named<'_> {
        Named::of(&self.outline, who)
    }

    pub(in super::super) fn opening_event(&self, state: &State) -> Event<'_> {
        let present = |who| {
            let body = &state.bodies[who];
            Present { who: self.named(who), position: body.position, stress: body.stress, wounds: body.wounds }
        };
        Event::Opening {
            present: state.present.iter().map(present).collect(),
            to_come: state.absent.iter().map(|who| self.named(who)).collect(),
        }
    }

    pub(in super::super) fn declaration(&self, who: Who, turn: Turn) -> Event<'_> {
        Event::Declaration {
            who: self.named(who),
            action: self.deed(who, turn.action),
            target: turn.target.map(|target| self.named(target)),
            count: turn.count,
        }
    }

    pub(in super::super) fn turns_on_count(&self, count: i16, turns: &[Acting]) -> Event<'_> {
        let turn = |acting: &Acting| TurnOnCount {
            who: self.named(acting.who),
            action: self.deed(acting.who, acting.turn.action),
            carried: acting.is_carried,
        };
        Event::Count { count, turns: turns.iter().map(turn).collect() }
    }

    pub(in super::super) fn deed(&self, who: Who, action: Action) -> Deed<'_> {
        let names = &self.names[who];
        match action {
            Action::Wait => Deed::Wait,
            Action::Attack(at) => Deed::Attack(&names.attacks[usize::from(at)]),
            Action::DefensiveAttack(at) => Deed::DefensiveAttack(&names.attacks[usize::from(at)]),
            Action::Advance => Deed::Advance,
            Action::Cast(at) => Deed::Cast(&names.spells[usize::from(at)]),
            Action::UseItem(at) => Deed::UseItem(&names.items[usize::from(at)]),
            Action::FullDefense => Deed::FullDefense,
            Action::Heal => Deed::Heal,
            Action::Intimidate => Deed::Intimidate,
        }
    }

    pub(in super::super) fn injury<'a>(
        &'a self,
        who: Who,
        injury: &'a Injury,
        arm: Option<Arm>,
        state: &State,
        loss: Entry,
    ) -> Event<'a> {
        let body = &state.bodies[who];
        let left = |&score| ScoreLeft { score: Word::word(score), left: body.score(self.sheet(who), score) };
        Event::Injury {
            who: self.named(who),
            injury: &injury.name,
            arm,
            scores: injury.scores.iter().map(left).collect(),
            wounds_left: body.wounds,
            loss,
        }
    }

    /// A combatant has become a fighter, or is one no longer.
    pub(in super::super) fn change(&self, who: Who, is_paralysed: bool, state: &State) -> Event<'_> {
        let (is_fighter, wounds_left) = (state.fighters.contains(who), state.bodies[who].wounds);
        let who = self.named(who);
        if is_fighter { Event::Return { who } } else { Event::Down { who, paralysed: is_paralysed, wounds_left } }
    }
}
