//! The Turn of somebody who has an opponent at hand and nothing to do but strike: most Turns of most fights.
//!
//! It is what the rules in full come to for a combatant without ailments, items or thoughts of retreat whose first attack
//! is a plain melee attack, against an opponent without ailments, on a battlefield without hazards. Everything about such
//! a blow that no fight changes is worked out beforehand. Stories and the coverage of rules do not come this way
//! ([`Trace::HEARS_RULES`]), so that every check that a fight is the same with and without a story compares both ways.

use std::ops::ControlFlow::Continue;

use super::attack::Verdict;
use super::field::Field;
use super::metrics::{ATTACKS, CRITICALS, DAMAGE, HITS, PARTY_FUMBLES, of_side};
use super::resolve::{Edge, Fight, Flow};
use super::scenario::{AttackKind, COMBATANTS_MAX, Policy};
use super::{Attack, Knobs, Sheet, Tester};
use crate::dice::{Dice, Slot};
use crate::outcome::Side;
use crate::trace::Trace;

/// What a face means: by side of the attacker, needed face (1..=21) and natural (1..=20), five bits each for the faces; the
/// rest is never looked at.
type Verdicts = [Judged; 2 << 10];

/// The place of natural 0 in [`Verdicts`].
const fn row(side: Side, needed: usize) -> usize {
    side.index() << 10 | needed << 5
}

/// A verdict in one byte: a bit each for a hit, the multiplier and a mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Judged(u8);

impl Judged {
    const fn new(verdict: Verdict) -> Self {
        Self(verdict.hits as u8 | (verdict.is_multiplied as u8) << 1 | (verdict.is_marked as u8) << 2)
    }

    #[inline(always)]
    const fn hits(self) -> bool {
        self.0 & 1 != 0
    }

    /// 0, or 1 with the multiplier.
    #[inline(always)]
    const fn multiplier(self) -> usize {
        (self.0 >> 1 & 1) as usize
    }

    #[inline(always)]
    const fn is_marked(self) -> bool {
        self.0 >> 2 != 0
    }
}

/// Blows worked out beforehand.
#[derive(Debug, Clone)]
pub(super) struct Blows {
    /// By combatant; `None` where a Turn may be anything else.
    by_combatant: Box<[Option<Blow>; COMBATANTS_MAX]>,
    verdicts: Box<Verdicts>,
    /// Whether a Round of blows is nothing but blows: the order stays.
    suffice: bool,
}

/// The first attack of a combatant.
#[derive(Debug, Clone)]
struct Blow {
    side: Side,
    slot: Slot,
    /// By target: the [`row`] of the needed face.
    rows: [u16; COMBATANTS_MAX],
    sides: u32,
    /// Without and with the multiplier of naturals.
    factors: [i32; 2],
    pluses: [i32; 2],
}

impl Blows {
    /// `sheets` has an entry for every place.
    pub(super) fn new(sheets: &[Sheet], field: &Field, knobs: &Knobs) -> Self {
        let mut verdicts: Box<Verdicts> = Box::new([Judged::default(); 2 << 10]);
        let mut blow = |sheet: &Sheet| {
            let attack = sheet.attacks.first().filter(|_| is_nothing_but_blows(sheet) && !field.has_hazards())?;
            // Plain melee attacks of a side are judged alike.
            for (needed, natural) in (1..=21).flat_map(|needed| (1..=20).map(move |natural| (needed, natural))) {
                let verdict = attack.verdict(natural, needed, knobs.natural_one_misses);
                verdicts[row(sheet.side, needed as usize) + natural as usize] = Judged::new(verdict);
            }
            Blow::new(sheet, attack, sheets, knobs)
        };
        let blows: Vec<Option<Blow>> = sheets.iter().map(&mut blow).collect();
        let mut by_combatant = Box::new([const { None }; COMBATANTS_MAX]);
        for (place, blow) in by_combatant.iter_mut().zip(blows) {
            *place = blow;
        }
        let suffice = !knobs.rolls_each_round;
        Self { by_combatant, verdicts, suffice }
    }
}

/// Whether a combatant that suffers from nothing always strikes with its first attack when it can.
fn is_nothing_but_blows(sheet: &Sheet) -> bool {
    let strikes_first = matches!(sheet.policy, Policy::Default | Policy::Hold);
    let is_blow = |attack: &Attack| attack.kind == AttackKind::Melee && attack.is_plain && attack.harms;
    strikes_first && sheet.items.is_empty() && sheet.retreat_below == 0 && sheet.attacks.first().is_some_and(is_blow)
}

impl Blow {
    /// `None` where the damage is no roll of one die.
    fn new(sheet: &Sheet, attack: &Attack, sheets: &[Sheet], knobs: &Knobs) -> Option<Self> {
        let damage = attack.damage.filter(|damage| damage.off_hand.is_none() && damage.main.count == 1)?.main;
        let row_against = |target: &Sheet| {
            let needed = match attack.tester {
                Tester::Attacker { bonus } => attack.difficulty + target.hit_difficulty_mod - bonus,
                Tester::Target { attribute } => attack.difficulty - target.bonuses[usize::from(attribute)],
            };
            row(sheet.side, needed.clamp(1, 21) as usize) as u16
        };
        let multiplier = match sheet.side {
            Side::Party => knobs.crit_multiplier,
            Side::Enemies => knobs.avoid_fumble_multiplier,
        };
        Some(Self {
            side: sheet.side,
            slot: sheet.slot,
            rows: std::array::from_fn(|at| row_against(&sheets[at])),
            sides: u32::from(damage.sides),
            factors: [1, multiplier],
            pluses: [damage.plus, if knobs.constant_once { damage.plus } else { damage.plus * multiplier }],
        })
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// T1 to T6 of somebody who does nothing but strike (ZONES-16 to ZONES-28). Tells whether that was the Turn; where it
    /// may be anything else, nothing has happened.
    #[inline(always)]
    pub(super) fn blow_turn(&mut self, who: usize) -> Flow<bool> {
        if T::HEARS_RULES {
            return Continue(false);
        }
        let rules = self.rules;
        let Some(blow) = &rules.blows.by_combatant[who % COMBATANTS_MAX] else { return Continue(false) };
        let fighter = self.fighter(who);
        let close = self.at(fighter.zone) & self.opponents(blow.side);
        if close == 0 || !fighter.ailments.none() || self.state.retreating >> who & 1 == 1 {
            return Continue(false);
        }
        let target = self.choose(who, close);
        if self.fighter(target).ailments.none() {
            self.blow(blow, target)?;
        } else {
            self.attack_as_action(who, 0, target)?;
            self.check_morale()?;
        }
        Continue(true)
    }

    /// A whole Round of the last two who stand, where both do nothing but strike at each other (ZONES-01, ZONES-03). Tells
    /// whether that was the Round; where anything else may happen, nothing has.
    #[inline(always)]
    pub(super) fn exchange_blows(&mut self) -> Flow<bool> {
        let (rules, state) = (self.rules, &*self.state);
        let begins = state.standing & rules.members(state.begins);
        let follows = state.standing & !begins;
        let is_duel = begins & begins.wrapping_sub(1) == 0 && follows & follows.wrapping_sub(1) == 0;
        if T::HEARS_RULES || !is_duel || !rules.blows.suffice || state.is_first_round || state.retreating != 0 {
            return Continue(false);
        }
        let [first, second] = [begins, follows].map(|one| one.trailing_zeros() as usize);
        let blows = &rules.blows.by_combatant;
        let (Some(first_blow), Some(second_blow)) = (&blows[first % COMBATANTS_MAX], &blows[second % COMBATANTS_MAX])
        else {
            return Continue(false);
        };
        let (one, other) = (state.fighter(first), state.fighter(second));
        if one.zone != other.zone || !one.ailments.none() || !other.ailments.none() {
            return Continue(false);
        }
        self.dice.slot(first_blow.slot);
        self.trace.acts(first);
        self.blow(first_blow, second)?;
        self.dice.slot(second_blow.slot);
        self.trace.acts(second);
        if self.state.retreating == 0 {
            self.blow(second_blow, first)?;
        } else {
            // The first blow has cost it its nerve.
            self.take_any_turn(second)?;
        }
        Continue(true)
    }

    /// One blow, and what morale makes of it. A function of its own: three copies of it would be inlined half-heartedly.
    #[inline]
    fn blow(&mut self, blow: &Blow, target: usize) -> Flow {
        let side = blow.side;
        self.remember_target(side, target);
        let (verdicts, row) = (&self.rules.blows.verdicts, usize::from(blow.rows[target % COMBATANTS_MAX]));
        let verdict = self.dice.draw(|dice| Some(verdicts[(row + Edge::None.roll(dice) as usize) % verdicts.len()]));
        let (factor, plus) = (blow.factors[verdict.multiplier()], blow.pluses[verdict.multiplier()]);
        let hp = i32::from(self.fighter(target).hp);
        let roll = |dice: &mut D| Some((dice.die(blow.sides) as i32 * factor + plus).clamp(0, hp));
        let lost = self.dice.draw_if(verdict.hits(), roll);
        self.trace.count(of_side(ATTACKS, side), 1);
        self.trace.count(of_side(HITS, side), u32::from(verdict.hits()));
        self.trace.count(of_side(CRITICALS, side), verdict.multiplier() as u32);
        self.trace.count(PARTY_FUMBLES, u32::from(verdict.is_marked()));
        self.trace.count(of_side(DAMAGE, side), lost as u32);
        if lost < hp {
            self.state.fighter_mut(target).hp = (hp - lost) as i16;
            return self.check_morale();
        }
        self.lose(target, lost as i16)?;
        self.check_morale()
    }
}
