//! Effects on a single character: effect blocks, Fatigue and Stress, and the beginnings and ends of conditions (THRUM-45 to
//! THRUM-63).

use super::Thrum;
use super::condition::Conditions;
use super::effect::{Effect, STATUSES, Status};
use super::event::{Event, Loads, Rolled, Term};
use super::means::{Source, Tool};
use super::metrics::{
    AWAKENINGS, FATIGUE_TAKEN, INCAPACITATIONS, INCAPACITY_ROLLS, PANIC_ROLLS, PANICS, REMOVALS, RESUSCITATIONS,
    STRESS_TAKEN, WOUNDS,
};
use super::resolve::Fight;
use super::roll::Roll;
use super::sheet::{BuffEnds, Grants};
use super::state::State;
use super::words::Defence;
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

/// A Load (THRUM-46).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Load {
    Fatigue,
    Stress,
}

impl Load {
    const fn term(self) -> Term {
        match self {
            Self::Fatigue => Term("Fatigue"),
            Self::Stress => Term("Stress"),
        }
    }
}

/// Conditions that `clear` ends together with all statuses (THRUM-45).
const CLEARED: Conditions =
    Conditions::DAZED.with(Conditions::DISORIENTED).with(Conditions::IMMOBILIZED).with(Conditions::STUNNED);

/// A roll against a Load: the defence whose value is added, the grants that give it Boons, and the status that gives it a Bane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Save {
    name: &'static str,
    rule: &'static str,
    defence: Defence,
    boons: fn(&Grants) -> i32,
    status: Status,
    /// The metric that counts the rolls of this kind.
    metric: usize,
}

/// The roll of a Frayed character against its Stress (THRUM-48).
const PANIC_ROLL: Save = Save {
    name: "Panic Roll",
    rule: "THRUM-48",
    defence: Defence::Resolve,
    boons: |grants| grants.panic_boons,
    status: Status::Shocked,
    metric: PANIC_ROLLS,
};
/// The roll of an Exhausted character against its Fatigue (THRUM-50).
pub(super) const INCAPACITY_ROLL: Save = Save {
    name: "Incapacity Roll",
    rule: "THRUM-50",
    defence: Defence::Resilience,
    boons: |grants| grants.incapacity_boons,
    status: Status::Bleed,
    metric: INCAPACITY_ROLLS,
};

fn rules_of_affliction(effect: &Effect) -> Vec<&'static str> {
    let of_stacks = (effect.stacks != [0; STATUSES]).then_some("THRUM-56");
    let of_mark = (effect.mark > 0).then_some("THRUM-58");
    let conditions = Conditions::ALL.into_iter().filter(|(condition, ..)| effect.conditions.any_of(*condition));
    of_stacks.into_iter().chain(of_mark).chain(conditions.map(|(.., rule)| rule)).collect()
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Applies an effect block of an ability to a character (THRUM-45).
    #[inline(always)]
    pub(super) fn apply(&mut self, effect: &Effect, source: Source, target: Who) {
        debug_assert_eq!(*effect, effect.noted(), "it is known whether a block does anything");
        if effect.is_some {
            self.apply_some(effect, source, target);
        }
    }

    fn apply_some(&mut self, effect: &Effect, source: Source, target: Who) {
        let by = source.who;
        if effect.fatigue > 0 {
            self.deal(Load::Fatigue, effect.fatigue, target, self.are_enemies(by, target), source);
        }
        if effect.stress > 0 {
            self.deal(Load::Stress, effect.stress, target, self.are_enemies(by, target), source);
        }
        if effect.revive {
            self.revive(target);
        }
        if effect.heals() || effect.halve_loads {
            self.relieve(effect, source, target);
        }
        if effect.afflicts() {
            self.afflict(effect, source, target);
        }
        // A combatant that has been removed leaves its Terrain Effects behind, but no square to be moved from or to.
        if (effect.push > 0 || effect.pull > 0) && self.state.present.contains(by) {
            self.push(by, target, effect.push);
            self.pull(by, target, effect.pull);
        }
    }

    /// Deals Fatigue or Stress to a character: less what it is granted as reduction, plus its stacks of Vulnerable, which are
    /// used up (THRUM-46). `is_hostile`: the source is an enemy, which ends Dazed (THRUM-59).
    /// `source` is known to events alone.
    #[inline]
    pub(super) fn deal(&mut self, load: Load, amount: i32, target: Who, is_hostile: bool, source: Source) {
        if amount == 0 {
            return;
        }
        let reduction = match load {
            Load::Fatigue => self.rules.granted(self.state, target, |grants| grants.reduce_fatigue),
            Load::Stress => self.rules.granted(self.state, target, |grants| grants.reduce_stress),
        };
        let left = amount - reduction;
        if left <= 0 {
            self.tell(&["THRUM-46"], |rules, _, _| Event::NoDamage { who: rules.named(target), load: load.term() });
            return;
        }
        let body = &mut self.state.bodies[target];
        let vulnerable = std::mem::take(&mut body.stacks[Status::Vulnerable as usize]);
        let taken = left.saturating_add_unsigned(vulnerable);
        let (total, metric) = match load {
            Load::Fatigue => (&mut body.fatigue, FATIGUE_TAKEN),
            Load::Stress => (&mut body.stress, STRESS_TAKEN),
        };
        *total = total.saturating_add(taken);
        self.trace.count(metric, taken as u32);
        self.tell(&["THRUM-46"], |rules, state, _| Event::Damage {
            who: rules.named(target),
            load: load.term(),
            damage: taken,
            vulnerable,
            loads: Loads::of(&state.bodies[target]),
            harm: rules.load_taken(load, taken, source, target),
        });
        if is_hostile && self.state.bodies[target].is(Conditions::DAZED) {
            self.end_condition(target, Conditions::DAZED, "THRUM-59");
        }
        if self.rules.end_of_buff(self.state, target) == Some(BuffEnds::Harmed) {
            self.end_buff(target);
        }
    }

    /// Ends a character's Incapacity by an ability of somebody else (THRUM-54).
    fn revive(&mut self, target: Who) {
        if self.stands(target) || !self.state.present.contains(target) {
            return;
        }
        self.state.set_there(target, true, true);
        self.trace.count(RESUSCITATIONS, 1);
        self.tell(&["THRUM-54"], |rules, _, _| Event::Revival { who: rules.named(target) });
    }

    /// Takes loads, statuses and conditions off a character.
    fn relieve(&mut self, effect: &Effect, source: Source, target: Who) {
        let body = &mut self.state.bodies[target];
        let before = *body;
        if effect.halve_loads {
            (body.fatigue, body.stress) = (body.fatigue / 2, body.stress / 2);
        }
        body.fatigue = (body.fatigue - effect.heal_fatigue).max(0);
        body.stress = (body.stress - effect.heal_stress).max(0);
        if effect.clear {
            body.stacks = [0; STATUSES];
            body.conditions = body.conditions.without(CLEARED);
        }
        body.cure(effect.cure);
        self.tell(&["THRUM-45"], |rules, state, _| rules.relieved(source, target, &before, &state.bodies[target]));
        self.come_round(target);
    }

    /// Adds stacks and sets conditions.
    fn afflict(&mut self, effect: &Effect, source: Source, target: Who) {
        let body = &mut self.state.bodies[target];
        for (stacks, more) in body.stacks.iter_mut().zip(effect.stacks) {
            *stacks = stacks.saturating_add(more);
        }
        body.mark = body.mark.saturating_add(effect.mark);
        body.conditions = body.conditions.with(effect.conditions);
        self.trace.rules(|| rules_of_affliction(effect));
        self.tell(&[], |rules, _, _| rules.afflicted(source, target, effect));
    }

    /// Ends a character's Incapacity if its Fatigue Load is 0 (THRUM-54).
    pub(super) fn come_round(&mut self, who: Who) {
        let lies = (self.state.present - self.state.active).contains(who);
        if lies && self.state.bodies[who].fatigue == 0 {
            self.state.set_there(who, true, true);
            self.trace.count(AWAKENINGS, 1);
            self.tell(&["THRUM-54"], |rules, _, _| Event::Awakening { who: rules.named(who) });
        }
    }

    /// Makes the Panic Roll of a character that is Frayed at the start of its turn; it panics on a failure (THRUM-48).
    pub(super) fn panic_roll(&mut self, who: Who) {
        let load = self.state.bodies[who].stress;
        if !self.holds(who, PANIC_ROLL, load) {
            self.panic(who);
        }
    }

    /// Rolls for a character against a Load; returns whether the roll is above the Load.
    fn holds(&mut self, who: Who, save: Save, load: i32) -> bool {
        let roll = self.rules.save(self.state, who, save);
        self.trace.count(save.metric, 1);
        let holds = self.exceeds(roll, load);
        self.trace.rule("THRUM-01");
        self.trace.rule(save.rule);
        if self.state.bodies[who].has(save.status) {
            self.trace.rule("THRUM-57");
        }
        self.tell(&[], |rules, _, faces| Event::Save {
            who: rules.named(who),
            save: Term(save.name),
            roll: Rolled::new(faces, roll),
            against: load,
            holds,
        });
        holds
    }

    fn panic(&mut self, who: Who) {
        self.trace.count(PANICS, 1);
        let loss = self.rules.knobs.panic_tolerance_loss;
        let body = &mut self.state.bodies[who];
        body.conditions = body.conditions.with(Conditions::STUNNED);
        let stress = std::mem::take(&mut body.stress);
        body.fatigue = body.fatigue.saturating_add(stress);
        body.stress_tolerance = (body.stress_tolerance - loss).max(0);
        self.tell(&["THRUM-48"], |rules, state, _| {
            let source = Source::new(who, Tool::Panic);
            Event::Panic {
                who: rules.named(who),
                loads: Loads::of(&state.bodies[who]),
                changes: [
                    rules.load_ended(Load::Stress, stress, source, who),
                    rules.load_taken(Load::Fatigue, stress, source, who),
                ],
            }
        });
    }

    /// Makes a character's Incapacity Roll; it becomes Incapacitated on a failure (THRUM-50).
    pub(super) fn incapacity_roll(&mut self, who: Who) {
        let load = self.state.bodies[who].fatigue;
        if !self.holds(who, INCAPACITY_ROLL, load) {
            self.incapacitate(who);
        }
    }

    /// Makes a character Incapacitated: it pays the upkeep and leaves its Stance (THRUM-51).
    fn incapacitate(&mut self, who: Who) {
        self.trace.count(INCAPACITATIONS, 1);
        self.state.set_there(who, true, false);
        let ended = self.pay_upkeep(who);
        self.tell(&["THRUM-51"], |rules, state, _| Event::Fall {
            who: rules.named(who),
            loads: Loads::of(&state.bodies[who]),
            gain: rules.load_ended(Load::Fatigue, ended, Source::new(who, Tool::Upkeep), who),
        });
        if let Some(stance) = self.state.bodies[who].stance {
            self.tell(&["THRUM-51"], |rules, _, _| Event::EndOfStance {
                who: rules.named(who),
                stance: rules.stance_name(who, stance),
            });
            self.leave_stance(who);
        }
        self.come_round(who);
    }

    /// Takes the upkeep of Incapacity off Fatigue Tolerance and Fatigue Load; returns what it takes off the Load (THRUM-51, THRUM-52).
    fn pay_upkeep(&mut self, who: Who) -> i32 {
        let upkeep = self.rules.knobs.upkeep;
        let body = &mut self.state.bodies[who];
        body.fatigue_tolerance = (body.fatigue_tolerance - upkeep).max(0);
        let before = body.fatigue;
        body.fatigue = (before - upkeep).max(0);
        before - body.fatigue
    }

    /// Ends the turn of an Incapacitated character: upkeep, Wounds, and perhaps its recovery (THRUM-52 to THRUM-54).
    /// `has_fallen`: it became Incapacitated in this turn of its own.
    pub(super) fn lie(&mut self, who: Who, has_fallen: bool) {
        let knobs = &self.rules.knobs;
        let pays = knobs.same_turn_upkeep || !has_fallen;
        if knobs.wound_before_upkeep && self.state.bodies[who].fatigue_tolerance == 0 {
            self.take_wound(who, pays);
        }
        if pays {
            let ended = self.pay_upkeep(who);
            // The Wound before the upkeep may have removed the combatant: then its upkeep is not narrated, and it cannot come
            // round.
            if self.state.present.contains(who) {
                self.tell(&["THRUM-52"], |rules, state, _| Event::Upkeep {
                    who: rules.named(who),
                    loads: Loads::of(&state.bodies[who]),
                    gain: rules.load_ended(Load::Fatigue, ended, Source::new(who, Tool::Upkeep), who),
                });
                self.come_round(who);
            }
        }
        if !knobs.wound_before_upkeep && !self.stands(who) && self.state.bodies[who].fatigue_tolerance == 0 {
            self.take_wound(who, false);
        }
    }

    /// Adds a Wound; a character with enough Wounds is removed (THRUM-53). `pays`: the upkeep of this turn is still to come, of which
    /// nobody hears once the character is removed.
    fn take_wound(&mut self, who: Who, pays: bool) {
        self.trace.count(WOUNDS, 1);
        let body = &mut self.state.bodies[who];
        body.wounds += 1;
        let wounds = body.wounds;
        self.tell(&["THRUM-53"], |rules, _, _| Event::Wound {
            who: rules.named(who),
            wounds,
            wounds_to_remove: rules.knobs.wounds_to_remove,
        });
        if wounds >= self.rules.knobs.wounds_to_remove {
            self.trace.count(REMOVALS, 1);
            self.state.set_there(who, false, false);
            self.tell(&["THRUM-53"], |rules, state, _| {
                let ended = if pays { rules.knobs.upkeep.min(state.bodies[who].fatigue) } else { 0 };
                let source = Source::new(who, Tool::Upkeep);
                Event::Removal { who: rules.named(who), gain: rules.load_ended(Load::Fatigue, ended, source, who) }
            });
        }
    }

    /// Ends those of some conditions that a character has, if any.
    pub(super) fn end_condition(&mut self, who: Who, conditions: Conditions, rule: &'static str) {
        let body = &mut self.state.bodies[who];
        if body.is(conditions) {
            body.conditions = body.conditions.without(conditions);
            self.tell(&[rule], |rules, _, _| rules.condition_ends(who, conditions));
        }
    }
}

impl Thrum {
    /// The roll of a character against a Load (THRUM-48, THRUM-50).
    pub(super) fn save(&self, state: &State, who: Who, save: Save) -> Roll {
        let mut net = self.granted(state, who, save.boons);
        net -= i32::from(state.bodies[who].has(save.status));
        if self.knobs.stances_aid_saves {
            net += self.granted(state, who, |grants| grants.defence_boons[save.defence as usize]);
        }
        Roll { modifier: self.defence_value(state, who, save.defence), net }
    }
}
