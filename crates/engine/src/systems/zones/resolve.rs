//! The steps before and after the Action of a Turn, Tests and recovery, and the end of a fight.

use std::ops::ControlFlow::{self, Break, Continue};

use serde::Serialize;

use super::ailment::{Ailment, SourceId};
use super::event::{Event, HpLoss};
use super::field::ZoneId;
use super::means::Cause;
use super::metrics::{FIRST_CASUALTY_ROUND, ONGOING_LOST, PARTY_FIRST_CASUALTY_ROUND, TURNS_LOST};
use super::state::{Fighter, Stage};
use super::{Actor, Sheet, State, Zones};
use crate::dice::{Dice, Meaning};
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset;
use crate::skirmish::count_first;
use crate::trace::Trace;
use crate::who::Who;

/// The result of a step: the fight goes on, or it breaks off with the winner, because a side has nobody standing
/// (ZONES-55).
pub(super) type Flow<T = ()> = ControlFlow<Winner, T>;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Zones, D, T>;

/// The dice of a Test: one d20, or two of which the higher (Advantage) or the lower (Disadvantage) counts (ZONES-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Edge {
    Disadvantage,
    None,
    Advantage,
}

impl Edge {
    /// Combines all sources of Advantage and Disadvantage: several of one kind count as one, and one of each kind
    /// cancel each other (ZONES-18).
    #[inline]
    pub(super) const fn new(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            _ => Self::None,
        }
    }

    /// The number of the 400 equally likely pairs of faces of two d20 by which a natural counts.
    pub(super) const fn weight(self, natural: u16) -> u16 {
        match self {
            Self::Disadvantage => 41 - 2 * natural,
            Self::None => 20,
            Self::Advantage => 2 * natural - 1,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    pub(super) const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Rolls the Test and judges its natural, as one draw. `question` and `number` must tell apart all judgements that
    /// differ for the same natural.
    #[inline]
    pub(super) fn draw<D: Dice, R: Eq>(
        self,
        dice: &mut D,
        (question, number): (&'static str, i32),
        judge: impl Fn(i32) -> R,
    ) -> R {
        dice.draw_of(Meaning::new(question, [number, self as i32]), |dice| Some(judge(self.roll(dice))))
    }

    /// Rolls the Test and returns the natural: the face of the die that counts (ZONES-18).
    #[inline]
    pub(super) fn roll<D: Dice>(self, dice: &mut D) -> i32 {
        let natural = match self {
            Self::None => dice.die(20),
            Self::Advantage => {
                let [first, second] = dice.dice(20);
                first.max(second)
            }
            Self::Disadvantage => {
                let [first, second] = dice.dice(20);
                first.min(second)
            }
        };
        natural as i32
    }
}

/// The numbers of a Test: a natural plus the bonus is held against the DR (ZONES-16, ZONES-17).
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Odds {
    pub(super) bonus: i16,
    pub(super) difficulty: i16,
}

impl Odds {
    /// The least natural that passes.
    #[inline]
    pub(super) const fn needed(self) -> i16 {
        self.difficulty - self.bonus
    }
}

impl Zones {
    fn is_hampered_by_zone(&self, zone: ZoneId, who: Who) -> bool {
        self.field.has_disadvantages() && self.field.zone(zone).disadvantage[self.sides.side(who).index()]
    }

    /// The rules of a Test of this combatant.
    pub(super) fn rules_of_test(&self, state: &State, who: Who, edge: Edge) -> impl Iterator<Item = &'static str> {
        let of_side = if self.sides.side(who) == Side::Party { "ZONES-16" } else { "ZONES-17" };
        let of_edge = (!edge.is_none()).then_some("ZONES-18");
        std::iter::once(of_side).chain(of_edge).chain(self.rules_of_disadvantage(state, who))
    }

    /// The rules that give a combatant Disadvantage.
    pub(super) fn rules_of_disadvantage(&self, state: &State, who: Who) -> impl Iterator<Item = &'static str> {
        let fighter = &state.fighters[who];
        let weakened = fighter.ailments.has(Ailment::Weakened).then_some("ZONES-43");
        weakened.into_iter().chain(self.is_hampered_by_zone(fighter.zone, who).then_some("ZONES-18"))
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    pub(super) fn sheet(&self, who: Who) -> &'a Sheet {
        self.rules.sheet(who)
    }

    pub(super) fn actor(&self, who: Who) -> Actor<'a> {
        Actor { who, side: self.side(who), sheet: self.sheet(who) }
    }

    pub(super) fn fighter(&self, who: Who) -> &Fighter {
        &self.state.fighters[who]
    }

    pub(super) fn zone(&self, who: Who) -> ZoneId {
        self.fighter(who).zone
    }

    pub(super) fn suffers(&self, who: Who, ailment: Ailment) -> bool {
        self.fighter(who).ailments.has(ailment)
    }

    /// Whether a combatant has Disadvantage on all its Tests: it is Weakened, or its Zone gives its side Disadvantage
    /// (ZONES-18, ZONES-43).
    pub(super) fn has_disadvantage(&self, who: Who) -> bool {
        self.has_disadvantage_in(who, self.zone(who))
    }

    /// As [`has_disadvantage`](Self::has_disadvantage), if the combatant stood in the given Zone.
    #[inline]
    pub(super) fn has_disadvantage_in(&self, who: Who, zone: ZoneId) -> bool {
        self.suffers(who, Ailment::Weakened) || self.rules.is_hampered_by_zone(zone, who)
    }

    pub(super) fn can_act(&self, who: Who) -> bool {
        self.fighter(who).ailments.can_act()
    }

    pub(super) fn can_move(&self, who: Who) -> bool {
        self.fighter(who).ailments.can_move()
    }

    /// Plays the steps T1 to T3 of a Turn: Ongoing Damage, the hazard of the Zone, and Tests against hinderances if
    /// they are made at the start of a Turn.
    pub(super) fn begin_turn(&mut self, who: Who) -> Flow {
        let rules = self.rules;
        if self.suffers(who, Ailment::Ongoing) {
            self.suffer_ongoing(who)?;
        }
        if self.stands(who) && rules.field.harms_at_turn_start(self.zone(who)) {
            self.meet_hazard(who)?;
        }
        if self.stands(who) && !self.fighter(who).ailments.none() {
            if rules.knobs.recovers_at_start {
                self.recover(who, &Ailment::HINDERANCES);
            }
            let ailments = self.fighter(who).ailments;
            self.trace.rules(|| ailments.rules());
            if !self.can_act(who) {
                self.trace.count(TURNS_LOST.of(self.side(who)), 1);
                self.trace.happens(|| Event::LostTurn { who: rules.named(who) });
            }
        }
        Continue(())
    }

    /// T5: makes the Tests that may end the ailments of a combatant that is still standing.
    pub(super) fn end_turn(&mut self, who: Who) {
        if self.fighter(who).ailments.none() {
            return;
        }
        if !self.rules.knobs.recovers_at_start {
            self.recover(who, &Ailment::HINDERANCES);
        }
        self.recover(who, &[Ailment::Ongoing]);
    }

    /// T1: takes the HP that Ongoing Damage costs (ZONES-31).
    fn suffer_ongoing(&mut self, who: Who) -> Flow {
        let rules = self.rules;
        self.trace.rule("ZONES-31");
        let source = &rules.sources[usize::from(self.fighter(who).ailments.source(Ailment::Ongoing))];
        let amount = source.amount.unwrap_or(rules.sheet(who).level) as i16;
        let lost = amount.min(self.fighter(who).hp);
        self.trace.count(ONGOING_LOST.of(self.side(who)), lost as u32);
        let left = self.fighter(who).hp - lost;
        self.trace.happens(|| Event::OngoingDamage {
            who: rules.named(who),
            damage: lost,
            hp_left: left,
            loss: HpLoss {
                by: rules.caused(who, Cause::Ongoing),
                lost: lost.into(),
                left: left.into(),
                beyond: (amount - lost).into(),
            },
        });
        self.lose(who, lost)
    }

    /// T4: marks the combatant as retreating from now on if its HP are low enough (ZONES-54).
    pub(super) fn begin_retreat(&mut self, Actor { who, sheet, .. }: Actor<'a>) {
        let rules = self.rules;
        let is_low = self.fighter(who).hp <= self.retreats_up_to(who, sheet);
        if is_low && !self.state.retreating.contains(who) {
            self.trace.rule("ZONES-54");
            self.state.retreating.insert(who);
            self.trace.happens(|| Event::Retreat { who: rules.named(who) });
        }
    }

    // Tests.

    /// Makes a Test of an attribute and returns whether it is passed. A Creature uses its Skill for every attribute.
    /// Weakened combatants, and combatants in a Zone that gives their side Disadvantage, have Disadvantage (ZONES-16 to
    /// ZONES-18, ZONES-43).
    pub(super) fn test(&mut self, who: Who, attribute: u8, difficulty: i16) -> bool {
        let bonus = self.sheet(who).bonuses[usize::from(attribute)];
        self.test_with(who, Odds { bonus, difficulty })
    }

    /// As [`test`](Self::test), with a known bonus.
    pub(super) fn test_with(&mut self, who: Who, odds: Odds) -> bool {
        let edge = Edge::new(false, self.has_disadvantage(who));
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rules(|| rules.rules_of_test(state, who, edge));
        let needed = i32::from(odds.needed());
        edge.draw(self.dice, ("test", needed), |natural| natural >= needed)
    }

    /// T3 or T5: makes a Test against each of the given ailments that is present and whose Test needs no Action, in
    /// their order (ZONES-32, ZONES-47, ZONES-48).
    fn recover(&mut self, who: Who, ailments: &[Ailment]) {
        for &ailment in ailments {
            if !self.suffers(who, ailment) {
                continue;
            }
            let source = self.fighter(who).ailments.source(ailment);
            if self.rules.sources[usize::from(source)].needs_action {
                self.trace.rule("ZONES-48");
                continue;
            }
            self.trace.rule(if ailment == Ailment::Ongoing { "ZONES-32" } else { "ZONES-47" });
            self.test_recovery(who, ailment, source);
        }
    }

    /// Makes a Test that ends an ailment if it is passed.
    pub(super) fn test_recovery(&mut self, who: Who, ailment: Ailment, source: SourceId) {
        let rules = self.rules;
        let source = rules.sources[usize::from(source)];
        let passes = self.test(who, source.test, source.difficulty);
        if passes {
            self.state.fighters[who].ailments.end(ailment);
        }
        let dice = &*self.dice;
        self.trace.happens(|| rules.recovery(who, ailment, source, dice.faces(), passes));
    }

    // Losses and the end.

    /// Takes `lost` HP, which must not be more than the combatant has; at 0 it is out (ZONES-24).
    pub(super) fn lose(&mut self, who: Who, lost: i16) -> Flow {
        let left = self.fighter(who).hp - lost;
        self.state.fighters[who].hp = left;
        if left > 0 { Continue(()) } else { self.fall(who) }
    }

    /// Takes a combatant at 0 HP out of the fight (ZONES-24).
    pub(super) fn fall(&mut self, who: Who) -> Flow {
        self.trace.rule("ZONES-24");
        self.put_out(who, self.rules.knobs.at_zero_hp[self.side(who).index()])
    }

    /// Takes a combatant out of the fight. The fight is over if nobody of its side is standing any more (ZONES-55).
    pub(super) fn put_out(&mut self, who: Who, end: EndState) -> Flow {
        let (side, rules) = (self.side(who), self.rules);
        if end != EndState::Fled {
            let everybody = rules.sides.everybody();
            let out = everybody - self.state.standing;
            let fallen = out.filter(|who| matches!(self.fighter(who).end, EndState::Dead | EndState::Down));
            count_first(self.trace, FIRST_CASUALTY_ROUND, everybody, fallen);
            if side == Side::Party {
                count_first(self.trace, PARTY_FIRST_CASUALTY_ROUND, rules.sides.members(side), fallen);
            }
        }
        let state = &mut *self.state;
        let State { standing, waiting, retreating, half_fired, .. } = state;
        for group in [standing, waiting, retreating, half_fired] {
            group.remove(who);
        }
        let Fighter { zone, hp, .. } = std::mem::replace(&mut state.fighters[who], Fighter::out(end));
        state.occupants[usize::from(zone)].remove(who);
        // A Character that lives may come to a later leg of a day, with what it has left (ZONES-56).
        if side == Side::Party && end != EndState::Dead {
            state.fighters[who].hp = hp;
        } else {
            rules.drop_counters(state, who);
        }
        state.focus[side.other().index()].take_if(|focus| *focus == who);
        let is_over = !state.standing.meets(rules.sides.members(side));
        if is_over {
            self.trace.rule("ZONES-55");
        }
        self.trace.happens(|| Event::Out { who: rules.named(who), end });
        if is_over { Break(side.other().into()) } else { Continue(()) }
    }

    /// Reports to the observer that the fight is undecided after the last Round (ZONES-55).
    pub(super) fn close(&mut self) {
        if self.state.stage == Stage::Turns && self.is_undecided() {
            self.trace.rule("ZONES-55");
            self.trace.happens(|| Event::Timeout);
        }
    }
}
