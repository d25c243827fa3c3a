//! The means that accounts tell of: attacks, spells, items, the checks of skills, and causes that take points off
//! without a deed of somebody.
//!
//! Every strike is a use of its attack, so an attack of several strikes is used several times in a turn; a Reposte is a use of the
//! guard weapon. The use of an item is always a success, an Intimidation check never is one by itself: what it does shows in morale
//! checks. Wound Points that an injury takes off are those of the attack that caused it.

use super::words::Score;
use super::{State, Wounds};
use crate::accounts::{Deed, Entry, Means, points};
use crate::who::Who;

/// A means of a combatant's deeds; attacks, spells and items by their index in the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Attack(u8),
    Spell(u8),
    Item(u8),
    /// WOUNDS-43.
    Heal,
    /// WOUNDS-64.
    Intimidation,
}

/// A cause for which a combatant loses points without a deed of somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// Stress paid for attacks and spells (WOUNDS-34, WOUNDS-35).
    Price,
    /// WOUNDS-39, WOUNDS-44.
    Strain,
    /// The losses of the Dying and suffocating (WOUNDS-41, WOUNDS-58).
    Bleeding,
}

/// The checks, after the possessions in the list of means.
const CHECKS: [&str; 2] = ["heal", "intimidation"];

/// The causes, at the end of the list of means.
const CAUSES: [(Cause, &str); 3] = [(Cause::Price, "price"), (Cause::Strain, "strain"), (Cause::Bleeding, "bleeding")];

/// The indices of the kinds of harm.
const STRESS: usize = 0;
const WOUND_POINTS: usize = 1;

impl Wounds {
    /// The kinds of harm: Stress and Wound Points.
    pub(super) const POINTS: &'static [&'static str] = &["stress", "wounds"];

    /// The attacks, spells and items of a combatant, and then its checks and the causes.
    pub(super) fn means_of(&self, who: Who) -> Vec<Means> {
        let names = &self.names[who];
        let kinds = [("attack", &names.attacks), ("spell", &names.spells), ("item", &names.items)];
        let possessions =
            kinds.into_iter().flat_map(|(kind, names)| names.iter().map(move |name| Means::new(kind, name)));
        let checks = CHECKS.map(|name| Means::new("check", name).for_everybody());
        possessions.chain(checks).chain(CAUSES.map(|(_, name)| Means::cause(name))).collect()
    }

    pub(super) fn deed_with(&self, who: Who, tool: Tool) -> Deed {
        let names = &self.names[who];
        let (spells, items) = (names.attacks.len(), names.attacks.len() + names.spells.len());
        let means = match tool {
            Tool::Attack(at) => usize::from(at),
            Tool::Spell(at) => spells + usize::from(at),
            Tool::Item(at) => items + usize::from(at),
            Tool::Heal => items + names.items.len(),
            Tool::Intimidation => items + names.items.len() + 1,
        };
        Deed::new(who, means)
    }

    pub(super) fn deed_of(&self, who: Who, cause: Cause) -> Deed {
        let names = &self.names[who];
        let possessions = names.attacks.len() + names.spells.len() + names.items.len();
        Deed::new(who, possessions + CHECKS.len() + cause as usize)
    }

    /// The Stress and the Wound Points that a combatant has lost.
    pub(super) fn losses_of(&self, state: &State, who: Who) -> Vec<i64> {
        let (sheet, body, opening) = (self.sheet(who), &state.bodies[who], &self.opening.bodies[who]);
        let stress = if state.stress_due.contains(who) || sheet.stress_roll.is_none() {
            opening.stress
        } else {
            sheet.starting_stress.map_or(body.stress_max, |given| given.min(body.stress_max))
        };
        let wounds = self.above_line(who, opening.wounds) - self.above_line(who, body.wounds);
        [stress - body.stress, wounds].map(i64::from).into()
    }

    /// Wound Points as accounts count them: those below the line at which the unhurt combatant dies are none (WOUNDS-42).
    fn above_line(&self, who: Who, wounds: i32) -> i32 {
        wounds.max(-self.sheet(who).scores[Score::Strength as usize])
    }

    /// The loss of Stress; `beyond` are the points of a blow that neither Stress nor Wound Points take.
    pub(super) fn loss_of_stress(by: Deed, target: Who, lost: i32, beyond: i32) -> Entry {
        Entry::Harm { by, target, kind: STRESS, amount: points(lost + beyond), beyond: points(beyond) }
    }

    /// The loss of Wound Points, of which `left` are left.
    pub(super) fn loss_of_wounds(&self, by: Deed, target: Who, lost: i32, left: i32) -> Entry {
        let taken = self.above_line(target, left + lost) - self.above_line(target, left);
        Entry::Harm { by, target, kind: WOUND_POINTS, amount: points(lost), beyond: points(lost - taken) }
    }

    /// The Stress and the Wound Points that a combatant has got back; `before` and `after` are both.
    pub(super) fn gains(&self, by: Deed, target: Who, before: [i32; 2], after: [i32; 2]) -> [Entry; 2] {
        let got_back = after[WOUND_POINTS].max(before[WOUND_POINTS]);
        let wounds = self.above_line(target, got_back) - self.above_line(target, before[WOUND_POINTS]);
        let restored = |kind, amount| Entry::Restored { by, target, kind, amount: points(amount) };
        [restored(STRESS, after[STRESS] - before[STRESS]), restored(WOUND_POINTS, wounds)]
    }
}
