//! Numbers that outlast a fight of a day, the tending of the Dying after it, and the rest before the next one (WOUNDS-71 to WOUNDS-77).

use super::Wounds;
use super::event::{Event, Left};
use super::injury::Conditions;
use super::resolve::Fight;
use super::sheet::{SCORES, Sheet, Uses};
use super::state::{Body, State};
use super::words::{Score, Tending};
use crate::day::Carried;
use crate::dice::Dice;
use crate::outcome::{EndState, Side};
use crate::scenario::Word;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The time between two legs of a day: tending and rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// The fate of the Dying after this fight (WOUNDS-72); all else is about the rest before it.
    pub(super) tending: Tending,
    pub(super) fled_return: bool,
    /// The points that each combatant gets back, and each of its scores (WOUNDS-74, WOUNDS-75).
    pub(super) stress: i32,
    pub(super) wounds: i32,
    pub(super) mana: i32,
    pub(super) scores: i32,
    pub(super) heals_injuries: bool,
    pub(super) refills: bool,
}

impl Rest {
    const fn gives_points(&self) -> bool {
        self.stress > 0 || self.wounds > 0 || self.mana > 0 || self.refills
    }

    const fn heals(&self) -> bool {
        self.scores > 0 || self.heals_injuries
    }
}

/// The numbers that reports show: Wound Points below 0 count as none there, and are a number of their own.
pub(super) const SHOWN: [&str; 3] = ["stress", "wound_points", "mana"];
/// The names of the numbers that every combatant carries besides, before the damage to its scores.
const SILENT: [&str; 7] =
    ["below_0", "stress_max", "worst_wound", "stabilised", "conditions", "injury_attack", "injury_defense"];

/// A combatant that comes out of a fight or into one, with what outlasts it (WOUNDS-71).
struct Survivor {
    body: Body,
    is_stabilised: bool,
    /// The uses that are left, attacks first.
    uses: Vec<u8>,
}

impl Survivor {
    /// Its numbers, in the order of [`Wounds::kept_of`].
    fn numbers(&self, sheet: &Sheet) -> Vec<i32> {
        let Body { stress, stress_max, wounds, worst_wound, mana, score_damage, conditions, .. } = self.body;
        let mut numbers = vec![stress, wounds.max(0), mana, (-wounds).max(0), stress_max, worst_wound];
        numbers.extend([self.is_stabilised.into(), conditions.number()]);
        numbers.extend([self.body.injury_attack, self.body.injury_defense]);
        numbers.extend(score_damage.map(i32::from));
        numbers.extend(sheet.stress_roll.as_ref().map(|_| stress_max));
        numbers.extend(self.uses.iter().map(|&left| i32::from(left)));
        numbers
    }

    /// Whether it can take part in a fight (WOUNDS-76).
    fn is_fit(&self, sheet: &Sheet) -> bool {
        !self.body.conditions.any_of(Conditions::PARALYSED)
            && !self.body.is_at_death_line(sheet)
            && sheet.fights_on.fights(self.body.wounds, self.is_stabilised)
    }
}

impl Sheet {
    /// The counters of what wears out: attacks, then items.
    fn counters(&self) -> impl Iterator<Item = Uses> {
        self.attacks.iter().filter_map(|attack| attack.uses).chain(self.items.iter().map(|item| item.uses))
    }
}

impl Wounds {
    /// The names of the numbers that a combatant keeps (WOUNDS-71).
    pub(super) fn kept_of(&self, who: Who) -> Vec<String> {
        let (sheet, names) = (self.sheet(who), &self.names[who]);
        let mut kept: Vec<String> = SHOWN.into_iter().chain(SILENT).map(str::to_owned).collect();
        kept.extend(Score::ALL.map(|score| format!("damage.{}", Word::word(score))));
        kept.extend(sheet.stress_roll.as_ref().map(|_| "rolled_stress".to_owned()));
        let attacks = sheet.attacks.iter().zip(&names.attacks).filter(|(attack, _)| attack.uses.is_some());
        kept.extend(attacks.map(|(_, name)| format!("uses.{name}")));
        // An item may have the id of an attack.
        kept.extend(names.items.iter().map(|name| format!("items.{name}")));
        kept
    }

    /// The numbers with which a combatant comes out of a fight.
    pub(super) fn kept_numbers(&self, state: &State, who: Who) -> Vec<i32> {
        let sheet = self.sheet(who);
        let uses = sheet.counters().map(|uses| state.uses[uses.index()]).collect();
        let survivor = Survivor { body: state.bodies[who], is_stabilised: state.stabilised.contains(who), uses };
        survivor.numbers(sheet)
    }

    /// A combatant that comes out of an earlier fight, after the rest before this one (WOUNDS-74, WOUNDS-75).
    fn survivor(&self, carried: &Carried) -> Survivor {
        let (sheet, rest) = (self.sheet(carried.who), &self.rest);
        let mut numbers = carried.numbers.iter().copied();
        let mut next = || numbers.next().flatten();
        let mut number = || next().unwrap_or_default();
        let mut body = self.opening.bodies[carried.who];
        let [stress, above_0, mana, below_0, stress_max, worst_wound] = [(); 6].map(|()| number());
        let (was_stabilised, conditions) = (number() > 0, Conditions::from_number(number()));
        (body.injury_attack, body.injury_defense) = (number(), number());
        let damage: [i32; SCORES] = [(); SCORES].map(|()| number());
        let rolled = sheet.stress_roll.as_ref().map(|_| next().unwrap_or(stress_max));
        let at_start = sheet.counters().map(|uses| self.opening.uses[uses.index()]);
        let left = |most: u8| match next() {
            Some(left) if !rest.refills => left.clamp(0, most.into()) as u8,
            _ => most,
        };
        let uses = at_start.map(left).collect();
        body.conditions = conditions.without(Conditions::SPENT);
        for (score, damage) in damage.into_iter().enumerate() {
            let kept = damage.saturating_sub(rest.scores).min(sheet.scores[score] - 1).max(0);
            body.score_damage[score] = if rest.heals_injuries { 0 } else { kept as u8 };
        }
        if rest.heals_injuries {
            (body.conditions, body.injury_attack, body.injury_defense) = (Conditions::NONE, 0, 0);
        }
        let wounds_max = body.wounds_max(sheet);
        body.wounds = wounds_max.min((above_0 - below_0).saturating_add(rest.wounds));
        body.worst_wound = if body.wounds == wounds_max { 0 } else { worst_wound };
        body.stress_max = rolled.unwrap_or(sheet.stress_max);
        body.stress = body.stress_max.min(stress.saturating_add(rest.stress));
        body.mana = sheet.mana.min(mana.saturating_add(rest.mana));
        Survivor { body, is_stabilised: was_stabilised && body.wounds <= 0, uses }
    }

    /// Whether a combatant rests before this leg: the dead do not, and neither do those who fled (WOUNDS-74, WOUNDS-76).
    const fn rests(&self, carried: &Carried) -> bool {
        match carried.end {
            EndState::Dead => false,
            EndState::Fled => self.rest.fled_return,
            EndState::Standing | EndState::Down => true,
        }
    }

    /// The numbers of who stays away, after the rest if it has one (WOUNDS-76).
    pub(super) fn rested_apart(&self, carried: &Carried) -> Vec<Option<i32>> {
        if !self.rests(carried) {
            return carried.numbers.clone();
        }
        let numbers = self.survivor(carried).numbers(self.sheet(carried.who));
        numbers.into_iter().map(Some).collect()
    }

    /// Opens a leg for those who come from earlier ones, after its rest; returns who of them takes part.
    pub(super) fn open_leg(&self, state: &mut State, carried: &[Carried], trace: &mut impl Trace) -> Group {
        let mut there = Group::NOBODY;
        for carried in carried {
            let (who, sheet, survivor) = (carried.who, self.sheet(carried.who), self.survivor(carried));
            let rests = self.rests(carried);
            trace.rule("WOUNDS-71");
            if rests && self.rest.gives_points() {
                trace.rule("WOUNDS-74");
            }
            if rests && self.rest.heals() {
                trace.rule("WOUNDS-75");
            }
            trace.rule("WOUNDS-76");
            let body = &mut state.bodies[who];
            if !rests || !survivor.is_fit(sheet) {
                body.forget_all();
                // The balance of the sides counts the Stress with which it would have begun.
                body.stress_max = survivor.body.stress_max;
                trace.happens(|| Event::StaysAway { who: self.named(who) });
                continue;
            }
            *body = survivor.body;
            there.insert(who);
            state.stabilised.set(who, survivor.is_stabilised);
            for (counter, left) in sheet.counters().zip(survivor.uses) {
                state.uses[counter.index()] = left;
            }
            trace.happens(|| Event::Carries {
                who: self.named(who),
                left: Left::of(&survivor.body),
                of: Left::most_of(&survivor.body, sheet),
                mana: survivor.body.mana,
                of_mana: sheet.mana,
            });
        }
        trace.rule("WOUNDS-73");
        trace.rule("WOUNDS-77");
        let all: Group = carried.iter().map(|carried| carried.who).collect();
        let away = all - there;
        for group in [&mut state.present, &mut state.absent, &mut state.surprised, &mut state.initiative_due] {
            *group -= away;
        }
        state.stress_due -= all;
        state.fighters = (state.fighters - all) | (state.present & there);
        there
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The members of the party that are Dying on the field (WOUNDS-40).
    fn dying(&self) -> Group {
        (self.state.present & self.rules.sides.members(Side::Party)).filter(|who| self.is_dying(who))
    }

    /// The members of the party that can make a Heal check.
    fn helpers(&self) -> Group {
        (self.state.fighters & self.rules.sides.members(Side::Party)).filter(|who| self.sheet(who).heal.is_some())
    }

    /// The Dying on whom a combatant may make a Heal check.
    fn patients_of(&self, helper: Who) -> Group {
        let dying = self.dying();
        if self.rules.knobs.heals_self { dying } else { dying.without(helper) }
    }

    /// Decides for each of the party's Dying whether it lives (WOUNDS-72).
    pub(super) fn tend_dying(&mut self) {
        let patients = self.dying();
        if patients.is_empty() {
            return;
        }
        self.trace.rule("WOUNDS-72");
        self.tell(|rules, _| Event::Tending { patients: patients.iter().map(|who| rules.named(who)).collect() });
        let does_nobody_bleed = self.rules.knobs.dying_wounds == 0;
        match self.rules.rest.tending {
            Tending::Sure => patients.into_iter().for_each(|patient| self.is_saved(patient)),
            Tending::Checks if does_nobody_bleed => self.save_in_time(),
            Tending::None if does_nobody_bleed => {}
            tending => {
                let mut round = 0;
                while !self.dying().is_empty() {
                    round += 1;
                    self.dice.next_round();
                    if tending == Tending::Checks {
                        self.make_heal_checks(round);
                    }
                    for patient in self.dying() {
                        self.lose_blood(patient, self.rules.knobs.dying_wounds, "WOUNDS-41");
                        self.update_standing(patient);
                    }
                }
            }
        }
    }

    /// Makes the Heal checks of a round of tending. A winded helper rests in every second round (WOUNDS-57).
    fn make_heal_checks(&mut self, round: u32) {
        let knobs = &self.rules.knobs;
        for helper in self.state.lots.in_order(knobs.order_is_by_lot, self.helpers()) {
            let (lots, bodies) = (&self.state.lots, &self.state.bodies);
            let need = |patient: Who| bodies[patient].wounds_above_death(self.sheet(patient));
            let patient = lots.least_by(knobs.targets_are_by_lot, self.patients_of(helper), need);
            let must_rest = round.is_multiple_of(2) && self.body(helper).conditions.any_of(Conditions::WINDED);
            let (Some(patient), Some(bonus), false) = (patient, self.sheet(helper).heal, must_rest) else { continue };
            self.enter_turn(helper);
            if self.heal_check(helper, bonus, patient) {
                self.stabilise(patient);
                self.stands_up(patient);
            }
        }
    }

    /// Stabilises everybody whom somebody can help, however long it takes: nobody dies meanwhile.
    fn save_in_time(&mut self) {
        loop {
            let can_save = |helper: Who, patient: Who| {
                self.patients_of(helper).contains(patient)
                    && self.sheet(helper).heal.is_some_and(|bonus| bonus + 20 >= self.heal_tn(patient))
            };
            let helpers = self.helpers();
            let saved = self.dying().filter(|patient| helpers.iter().any(|helper| can_save(helper, patient)));
            if saved.is_empty() {
                return;
            }
            saved.into_iter().for_each(|patient| self.is_saved(patient));
        }
    }

    /// Stabilises a combatant without a roll.
    fn is_saved(&mut self, patient: Who) {
        self.state.stabilised.insert(patient);
        self.tell(|rules, _| Event::Stabilised { who: rules.named(patient) });
        self.stands_up(patient);
    }

    /// Makes a stabilised combatant a fighter where it fights on (WOUNDS-45), so that it can tend others.
    fn stands_up(&mut self, patient: Who) {
        let is_fighter = self.rules.is_fighter(self.state, patient);
        self.state.fighters.set(patient, is_fighter);
    }
}
