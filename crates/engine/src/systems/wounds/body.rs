//! The current numbers of a combatant: scores, Defense, bonuses, speed, and which actions it may still take.

use super::Wounds;
use super::event::Event;
use super::injury::Conditions;
use super::resolve::Fight;
use super::sheet::{Attack, Knobs, Sheet, Spell, modifier_of};
use super::state::{Body, State};
use super::strike::{Blow, Loss};
use super::words::Score;
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

/// Conditions under which a combatant only crawls (WOUNDS-56).
const CRAWLING: Conditions = Conditions::PRONE.with(Conditions::CRAWLS);
/// Conditions that change attack and casting rolls (WOUNDS-31).
pub(super) const HINDERED: Conditions = Conditions::PRONE.with(Conditions::ONE_EYE).with(Conditions::CONCUSSED);

impl Body {
    /// The change of a score's modifier by injuries: 0 or less (WOUNDS-26, WOUNDS-53).
    #[inline]
    pub(super) fn modifier_change(&self, sheet: &Sheet, score: Score) -> i32 {
        let (unhurt, damage) = (sheet.scores[score as usize], i32::from(self.score_damage[score as usize]));
        modifier_of(unhurt - damage) - modifier_of(unhurt)
    }

    /// A score less the points that injuries have taken off it: at least 1.
    #[inline]
    pub(super) fn score(&self, sheet: &Sheet, score: Score) -> i32 {
        sheet.scores[score as usize] - i32::from(self.score_damage[score as usize])
    }

    /// The maximum of Wound Points (WOUNDS-28).
    #[inline]
    pub(super) fn wounds_max(&self, sheet: &Sheet) -> i32 {
        (self.score(sheet, Score::Strength) + sheet.wound_bonus).max(1)
    }

    /// Whether it has Wound Points above 0 and no condition: then it acts as if it were unhurt.
    #[inline]
    pub(super) fn is_sound(&self) -> bool {
        (self.wounds > 0) & self.conditions.is_empty()
    }

    /// Takes the damage of a blow off Stress first, unless the blow spares Stress, then off Wound Points (WOUNDS-32,
    /// WOUNDS-33, WOUNDS-48). A branch could not predict whether a blow costs Wound Points, so a loss of 0 runs through
    /// the same code.
    #[inline]
    pub(super) fn take(&mut self, blow: Blow, knobs: &Knobs) -> Loss {
        let stress = blow.damage.min(self.stress) * i32::from(!blow.spares_stress);
        let has_none = self.stress == 0;
        let overflows = knobs.stress_overflow | blow.spares_stress | has_none;
        let wounds = (blow.damage - stress) * i32::from(overflows);
        self.stress -= stress;
        let is_worst = self.lose_wounds(wounds);
        Loss { stress, wounds, is_worst }
    }

    /// Takes Wound Points off. Returns whether this is the worst wound so far (WOUNDS-38).
    #[inline]
    pub(super) fn lose_wounds(&mut self, amount: i32) -> bool {
        let is_worst = amount > self.worst_wound;
        self.wounds -= amount;
        self.worst_wound = self.worst_wound.max(amount);
        is_worst
    }

    /// Whether its Wound Points are so low that it dies (WOUNDS-42).
    #[inline]
    pub(super) fn is_at_death_line(&self, sheet: &Sheet) -> bool {
        self.wounds <= -self.score(sheet, Score::Strength)
    }

    /// Whether Stress is below a percentage of its maximum.
    #[inline]
    pub(super) fn is_stress_below(&self, percent: i32) -> bool {
        is_below(self.stress, percent, self.stress_max)
    }

    /// Whether Wound Points are below a percentage of their maximum.
    #[inline]
    pub(super) fn are_wounds_below(&self, percent: i32, sheet: &Sheet) -> bool {
        is_below(self.wounds, percent, self.wounds_max(sheet))
    }

    /// Stress and Wound Points left to fight with (WOUNDS-66): Wound Points below 0 count as none.
    #[inline]
    pub(super) fn vigour(&self) -> i32 {
        self.stress + self.wounds.max(0)
    }

    /// The number of Wound Points above death: the fewer, the nearer to death a patient is (WOUNDS-37, policy `medic`).
    #[inline]
    pub(super) fn wounds_above_death(&self, sheet: &Sheet) -> i32 {
        self.wounds + self.score(sheet, Score::Strength)
    }
}

/// Whether a value is below a percentage of its maximum.
#[inline]
fn is_below(value: i32, percent: i32, max: i32) -> bool {
    i64::from(value) * 100 < i64::from(percent) * i64::from(max)
}

impl Wounds {
    #[inline]
    pub(super) fn sheet(&self, who: Who) -> &Sheet {
        &self.sheets[who]
    }

    /// Whether a combatant is on the field and a fighter (WOUNDS-45, WOUNDS-59).
    #[inline]
    pub(super) fn is_fighter(&self, state: &State, who: Who) -> bool {
        let body = &state.bodies[who];
        if !state.present.contains(who) || body.conditions.any_of(Conditions::PARALYSED) {
            return false;
        }
        self.sheet(who).fights_on.fights(body.wounds, state.stabilised.contains(who))
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    #[inline]
    pub(super) fn sheet(&self, who: Who) -> &'a Sheet {
        self.rules.sheet(who)
    }

    #[inline]
    pub(super) fn body(&self, who: Who) -> &Body {
        &self.state.bodies[who]
    }

    /// Whether a combatant is [sound](Body::is_sound).
    #[inline]
    pub(super) fn is_sound(&self, who: Who) -> bool {
        self.body(who).is_sound()
    }

    /// Whether a combatant is Dying: below 0 Wound Points and not stabilised (WOUNDS-40).
    #[inline]
    pub(super) fn is_dying(&self, who: Who) -> bool {
        self.body(who).wounds < 0 && !self.state.stabilised.contains(who)
    }

    /// Whether a combatant's Defense is exactly that of its sheet.
    #[inline]
    pub(super) fn has_defense_of_sheet(&self, who: Who) -> bool {
        self.is_sound(who) && !(self.state.this_round.guarded | self.state.surprised).contains(who)
    }

    /// The current Defense of a combatant (WOUNDS-29).
    #[inline]
    pub(super) fn defense(&self, who: Who) -> i32 {
        let (knobs, sheet) = (&self.rules.knobs, self.sheet(who));
        let (mut defense, body) = (sheet.defense, self.body(who));
        if self.state.this_round.guarded.contains(who) {
            defense += knobs.full_defense_bonus;
        }
        if self.state.surprised.contains(who) {
            defense += knobs.surprised_defense;
        }
        if body.conditions.is_empty() {
            return defense;
        }
        if body.conditions.any_of(Conditions::PRONE) {
            defense += knobs.prone_defense;
        }
        defense + body.injury_defense + body.modifier_change(sheet, Score::Agility)
    }

    /// The change of a combatant's attack and casting rolls by conditions and injuries, including the loss of the
    /// ability that the roll uses, if it uses one (WOUNDS-31).
    #[inline]
    pub(super) fn attack_change(&self, who: Who, ability: Option<Score>) -> i32 {
        let (knobs, sheet, body) = (&self.rules.knobs, self.sheet(who), self.body(who));
        if body.conditions.is_empty() {
            return 0;
        }
        let mut change = body.injury_attack;
        if let Some(score) = ability {
            change += body.modifier_change(sheet, score);
        }
        if body.conditions.any_of(HINDERED) {
            let has = |condition| i32::from(body.conditions.any_of(condition));
            change += has(Conditions::PRONE) * knobs.prone_attack
                + has(Conditions::ONE_EYE) * knobs.one_eye_attack
                + has(Conditions::CONCUSSED) * knobs.concussed_attack;
        }
        change
    }

    /// Whether a combatant moves at `crawl_speed` at most (WOUNDS-39, WOUNDS-56).
    #[inline]
    pub(super) fn is_crawling(&self, who: Who) -> bool {
        let body = self.body(who);
        body.conditions.any_of(CRAWLING) || body.wounds <= 0 && !self.state.stabilised.contains(who)
    }

    /// The yards that a combatant may still move in this round (WOUNDS-20, WOUNDS-24, WOUNDS-39, WOUNDS-44, WOUNDS-55,
    /// WOUNDS-56).
    #[inline(always)]
    pub(super) fn allowance(&self, who: Who) -> i32 {
        (self.yards_of_round(who) - i32::from(self.body(who).moved)).max(0)
    }

    /// The yards that a combatant could move in this round if it had not moved yet.
    #[inline(always)]
    pub(super) fn yards_of_round(&self, who: Who) -> i32 {
        let (sheet, body, state) = (self.sheet(who), self.body(who), &*self.state);
        if self.is_crawling(who) {
            sheet.speed.min(self.rules.knobs.crawl_speed)
        } else {
            let halvings = u32::from(body.conditions.any_of(Conditions::HALF_SPEED))
                + u32::from(body.wounds <= 0 && state.stabilised.contains(who))
                + u32::from(state.this_round.defending.contains(who));
            sheet.speed >> halvings
        }
    }

    /// Whether a combatant may take an action now (WOUNDS-40, WOUNDS-57).
    #[inline(always)]
    pub(super) fn may_act(&self, who: Who) -> bool {
        let (has_acted, conditions) = (self.state.this_round.acted.contains(who), self.body(who).conditions);
        if has_acted && self.is_dying(who) {
            return false;
        }
        !conditions.any_of(Conditions::WINDED) || !has_acted && !conditions.any_of(Conditions::SPENT)
    }

    /// Whether an attack can be made: no arm that it needs is lost, its price in Stress can be paid, and it has a use
    /// left.
    #[inline(always)]
    pub(super) fn is_usable(&self, who: Who, attack: &Attack) -> bool {
        let body = self.body(who);
        body.stress >= attack.stress_cost
            && !body.conditions.any_of(attack.arms_lost)
            && attack.uses.is_none_or(|uses| self.state.uses[uses.index()] > 0)
    }

    /// Whether a combatant can speak and pay for a spell (WOUNDS-35, WOUNDS-59).
    #[inline]
    pub(super) fn is_castable(&self, who: Who, spell: &Spell) -> bool {
        let (sheet, body) = (self.sheet(who), self.body(who));
        let payable = body.mana + (body.stress - sheet.stress_reserve).max(0);
        payable >= spell.mana && self.can_speak(who)
    }

    #[inline]
    pub(super) fn can_speak(&self, who: Who) -> bool {
        !self.body(who).conditions.any_of(Conditions::SILENCED)
    }

    /// The attack that a combatant makes as a Reposte, with its index; `None` if it has none (WOUNDS-23).
    #[inline]
    pub(super) fn guard_weapon(&self, who: Who) -> Option<(usize, &'a Attack)> {
        let sheet = self.sheet(who);
        if self.is_sound(who) {
            return sheet.guard_weapon.map(|at| (at.into(), &sheet.attacks[usize::from(at)]));
        }
        sheet.attacks.iter().enumerate().find(|(_, attack)| attack.can_guard() && self.is_usable(who, attack))
    }

    /// The reach of a combatant's guard weapon in yards; `None` if it has none (WOUNDS-23).
    #[inline]
    pub(super) fn threat_range(&self, who: Who) -> Option<i32> {
        if self.is_sound(who) {
            return self.rules.threat_ranges[who];
        }
        self.guard_weapon(who).map(|(_, weapon)| weapon.reach)
    }

    /// The guard weapon of a combatant; `None` if it has none or cannot make a Reposte now.
    #[inline]
    pub(super) fn ready_weapon(&self, who: Who) -> Option<(usize, &'a Attack)> {
        let state = &*self.state;
        let is_ready = state.fighters.contains(who) && !(state.surprised | state.this_round.reacted).contains(who);
        if is_ready && self.may_act(who) { self.guard_weapon(who) } else { None }
    }

    #[inline]
    pub(super) fn distance(&self, from: Who, to: Who) -> i32 {
        let distance = self.scratch.line.distance(from, to);
        debug_assert_eq!(distance, (self.body(from).position - self.body(to).position).abs(), "the line is surveyed");
        distance
    }

    /// Updates whether a combatant is a fighter, or dead, after its body has changed.
    #[inline]
    pub(super) fn update_standing(&mut self, who: Who) {
        let (rules, state) = (self.rules, &mut *self.state);
        let was_fighter = state.fighters.contains(who);
        let goes_on = was_fighter && state.bodies[who].is_sound();
        if goes_on || !state.present.contains(who) {
            return;
        }
        if state.bodies[who].is_at_death_line(rules.sheet(who)) {
            state.present.remove(who);
            state.stabilised.remove(who);
            self.trace.rule("WOUNDS-42");
            self.tell(|rules, _| Event::Death { who: rules.named(who), was_fighter });
        }
        let is_fighter = rules.is_fighter(self.state, who);
        if is_fighter == was_fighter {
            return;
        }
        self.state.fighters.set(who, is_fighter);
        self.scratch.fallen.insert_if(who, was_fighter);
        let side = self.side(who);
        self.scratch.line.find_ends(side, self.standing_of(side));
        if self.state.present.contains(who) {
            let is_paralysed = self.body(who).conditions.any_of(Conditions::PARALYSED);
            self.trace.rule(if is_paralysed { "WOUNDS-59" } else { "WOUNDS-45" });
            self.tell(|rules, fight| rules.change(who, is_paralysed, fight.state));
        }
    }

    /// Takes Wound Points off as a wound of its own (WOUNDS-38).
    #[inline]
    pub(super) fn lose_wounds(&mut self, who: Who, amount: i32) {
        if self.state.bodies[who].lose_wounds(amount) {
            self.trace.rule("WOUNDS-38");
        }
    }
}
