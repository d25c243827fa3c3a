//! Combatants at 0 HP: falling, stabilization tests, and help for the dying (TINY-34 to TINY-42).

use super::compile::ADJACENT;
use super::decisions::Deciding;
use super::event::Event;
use super::means::Skill;
use super::metrics::{
    DIED_UNSTABILIZED, DROPS, MEDIC_SUCCESSES, MEDIC_TESTS, ROUNDS_TO_FIRST_DROP, STABILIZATION_TESTS, STABILIZED,
};
use super::movement::{distance_between, way_between};
use super::resolve::Fight;
use super::scenario::AtZeroHp;
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::{Group, count_first};
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Takes a combatant at 0 HP out of the fight (TINY-34, TINY-42).
    pub(super) fn fall(&mut self, who: Who) {
        let (rules, sheet, side) = (self.rules, self.sheet(who), self.side(who));
        self.trace.rule("TINY-34");
        self.trace.count(DROPS.of(side), 1);
        match side {
            Side::Party => {
                count_first(self.trace, ROUNDS_TO_FIRST_DROP, rules.sides.members(side), self.state.fallen(rules));
            }
            Side::Enemies => self.trace.rule("TINY-42"),
        }
        self.remove_from_standing(who);
        match sheet.at_zero_hp {
            AtZeroHp::Dead => {
                self.state.strike_from_order(who);
                self.state.dead.insert(who);
                self.trace.happens(|| Event::Death { who: rules.named(who) });
            }
            AtZeroHp::Down => {
                self.state.strike_from_order(who);
                self.trace.happens(|| Event::Down { who: rules.named(who) });
            }
            AtZeroHp::Stabilize => {
                self.trace.rule(sheet.list.rule());
                if sheet.stabilization.is_empty() {
                    self.state.strike_from_order(who);
                    self.die(who);
                    return;
                }
                self.state.dying.insert(who);
                if rules.knobs.waits_a_round {
                    self.state.fresh.insert(who);
                }
                self.trace.happens(|| Event::Dying { who: rules.named(who), tests: sheet.stabilization.len() });
            }
        }
    }

    /// Makes the next stabilization test of a dying combatant (TINY-35 to TINY-39).
    pub(super) fn try_to_stabilize(&mut self, who: Who) {
        let (rules, sheet) = (self.rules, self.sheet(who));
        let done = usize::from(self.fighter(who).tests_done);
        let is_helped = self.state.helped.contains(who);
        let test = sheet.stabilization[done][usize::from(is_helped)];
        self.trace.rule("TINY-35");
        self.trace.rule(sheet.list.rule());
        self.trace.rules(|| sheet.rules_of_test(sheet.is_hindered.others));
        if is_helped {
            self.trace.rule("TINY-40");
        }
        self.trace.count(STABILIZATION_TESTS, 1);
        let is_success = test.passes(self.dice);
        self.trace.happens(|| Event::Stabilization {
            who: rules.named(who),
            deed: rules.deed_of(who, Skill::Stabilization),
            test: done + 1,
            tests: sheet.stabilization.len(),
            roll: test.rolled(self.dice.faces()),
            success: is_success,
        });
        if is_success {
            self.trace.rule("TINY-36");
            self.trace.count(STABILIZED, 1);
            self.state.fighters[who].hp = 1;
            self.leave_the_dying(who);
            self.trace.happens(|| Event::Stabilized {
                who: rules.named(who),
                deed: rules.deed_of(who, Skill::Stabilization),
                hp_left: 1,
            });
        } else if done + 1 == sheet.stabilization.len() {
            self.leave_the_dying(who);
            self.die(who);
        } else {
            self.state.fighters[who].tests_done += 1;
        }
    }

    fn leave_the_dying(&mut self, who: Who) {
        self.state.strike_from_order(who);
        self.state.fighters[who].tests_done = 0;
        self.state.dying.remove(who);
        self.state.helped.remove(who);
    }

    /// Marks a combatant as dead that has no stabilization test left (TINY-37).
    fn die(&mut self, who: Who) {
        self.trace.rule("TINY-37");
        self.trace.count(DIED_UNSTABILIZED, 1);
        self.state.dead.insert(who);
        self.trace.happens(|| Event::Death { who: self.rules.named(who) });
    }

    /// Makes a medic choose one of the dying allies that it can go to, go there, and help it (TINY-40): preferably the
    /// one with the fewest tests left, then the one with the shortest way to it.
    pub(super) fn attend(&mut self, who: Who, patients: Group) {
        let need = |fight: &Self, ally: Who| {
            let tests_left = fight.sheet(ally).stabilization.len() - usize::from(fight.fighter(ally).tests_done);
            (tests_left, way_between(fight.fighter(who).position, fight.fighter(ally).position))
        };
        if let Some(patient) = self.decide_between(Deciding::Patient as usize, who, patients, need) {
            self.attend_to(who, patient);
        }
    }

    /// The dying combatants of a medic's side that no medic has helped yet. After the fight, when nobody is in combat and
    /// no ally is too far away, it can go to all of them (TINY-41).
    pub(super) fn dying_allies(&self, who: Who) -> Group {
        self.state.dying - self.state.helped - self.rules.sides.opponents(who)
    }

    /// The dying allies that a medic can go to while the fight lasts.
    pub(super) fn patients(&self, who: Who, is_in_combat: bool) -> Group {
        self.dying_allies(who).filter(|ally| self.can_attend(who, is_in_combat, ally))
    }

    /// Whether a medic can go to a patient while the fight lasts: it stays if it is in combat, passes no enemy
    /// (TINY-15), goes at most twice its movement, and ends next to an enemy only if the rules allow that.
    fn can_attend(&self, who: Who, is_in_combat: bool, patient: Who) -> bool {
        let (from, to) = (self.fighter(who).position, self.fighter(patient).position);
        let way = way_between(from, to);
        if way > 0 && (is_in_combat || way > 2 * self.sheet(who).movement) {
            return false;
        }
        let direction = (to - from).signum();
        if way > 0 && self.gap_ahead(who, direction).is_some_and(|gap| way > gap - ADJACENT) {
            return false;
        }
        self.rules.knobs.medic_in_combat || !self.is_adjacent_to(self.opponents(who), from + direction * way)
    }

    /// Makes a medic go towards a patient, at most twice its movement, and help the patient if a single movement was
    /// enough (TINY-40).
    fn attend_to(&mut self, who: Who, patient: Who) {
        let (rules, sheet) = (self.rules, self.sheet(who));
        let (from, to) = (self.fighter(who).position, self.fighter(patient).position);
        let way = way_between(from, to);
        if way > 0 && sheet.movement == 0 {
            // The patient is out of reach for good.
            return;
        }
        self.trace.rule("TINY-40");
        self.walk(who, (to - from).signum() * way.min(2 * sheet.movement));
        if way > sheet.movement {
            return;
        }
        debug_assert!(distance_between(self.fighter(who).position, to) <= ADJACENT);
        self.trace.rules(|| sheet.rules_of_test(sheet.is_hindered.others));
        self.trace.count(MEDIC_TESTS, 1);
        let is_success = sheet.medic.passes(self.dice);
        self.trace.happens(|| Event::Attend {
            who: rules.named(who),
            deed: rules.deed_of(who, Skill::Medic),
            target: rules.named(patient),
            roll: sheet.medic.rolled(self.dice.faces()),
            success: is_success,
        });
        if is_success {
            self.trace.count(MEDIC_SUCCESSES, 1);
            self.state.helped.insert(patient);
        }
    }
}
