//! Compiled sheets of combatants: nothing in them changes during a fight.

use std::num::NonZeroU32;

use super::injury::Conditions;
use super::state::Action;
use super::words::{AttackKind, Declaration, FightsOn, MoraleOutnumbered, Policy, Score, SpellAgainst, Targeting};
use crate::dice::DiceExpr;
use crate::skirmish::Group;

/// The number of ability scores (WOUNDS-26).
pub(super) const SCORES: usize = 6;

/// The most strikes of one attack (WOUNDS-30).
pub(super) const STRIKES_MAX: usize = 10;

/// The values of `[rules]` that are not part of sheets.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
pub(super) struct Knobs {
    pub(super) initiative_die: u32,
    pub(super) declaration: Declaration,
    pub(super) targets_are_fixed: bool,
    /// Whether lots decide which of several equal combatants is the first to act or declare; else listed order does
    /// (WOUNDS-06, WOUNDS-08).
    pub(super) order_is_by_lot: bool,
    /// Whether lots decide between equal targets of a policy; else listed order does (WOUNDS-06).
    pub(super) targets_are_by_lot: bool,
    /// The modifiers that actions add to Base Initiative (WOUNDS-13 to WOUNDS-15).
    pub(super) full_defense_speed: i32,
    pub(super) defensive_attack_speed: i32,
    pub(super) heal_speed: i32,
    pub(super) intimidate_speed: i32,
    pub(super) late_arrival_shift: i32,
    pub(super) full_defense_bonus: i32,
    /// Whether Full-Defense is in force from its declaration (WOUNDS-18).
    pub(super) defends_from_declaration: bool,
    /// Whether only attacks that miss are answered by a Reposte (WOUNDS-19).
    pub(super) repostes_on_miss_only: bool,
    pub(super) repostes_on_entry: bool,
    /// Whether only combatants whose Full-Defense is in force strike at an opponent that enters their threat range
    /// (WOUNDS-21).
    pub(super) entry_needs_full_defense: bool,
    /// The least and the greatest natural d20 that a strike can need (WOUNDS-31): at least 2 if a 1 always misses, at
    /// most 20 if a 20 always hits.
    pub(super) needed_min: i32,
    pub(super) needed_max: i32,
    pub(super) minimum_damage: i32,
    pub(super) stress_overflow: bool,
    pub(super) armour_before_multiplier: bool,
    pub(super) injury_chance_before_armour: bool,
    pub(super) strength_damage_loses: bool,
    /// The speed in yards of a combatant that crawls.
    pub(super) crawl_speed: i32,
    /// The Wound Points that an action at 0 Wound Points or below costs (WOUNDS-39, WOUNDS-44).
    pub(super) strain_wounds: i32,
    /// The Wound Points that a Dying combatant loses at the end of a round (WOUNDS-41).
    pub(super) dying_wounds: i32,
    /// The Wound Points that a suffocating combatant loses at the end of a round (WOUNDS-58).
    pub(super) suffocation_wounds: i32,
    pub(super) heal_tn_base: i32,
    pub(super) heals_self: bool,
    pub(super) prone_attack: i32,
    pub(super) prone_defense: i32,
    pub(super) one_eye_attack: i32,
    pub(super) concussed_attack: i32,
    pub(super) surprised_defense: i32,
    pub(super) morale_tn_base: i32,
    pub(super) morale_hit_percent: i32,
    pub(super) morale_outnumbered: MoraleOutnumbered,
    /// The number of times by which opponents must be stronger for every morale check to fail; 0 for never.
    pub(super) obvious_ratio: i64,
    /// The range of an Intimidation check in yards.
    pub(super) intimidate_range: i32,
    /// Whether a side is only beaten once none of its members is still to arrive (WOUNDS-68).
    pub(super) waits_for_reinforcements: bool,
}

/// The compiled sheet of a combatant.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Sheet {
    /// The ability scores of the unhurt combatant, by [`Score`].
    pub(super) scores: [i32; SCORES],
    /// The modifiers of these scores: the explicit one if the file gives it (WOUNDS-26).
    pub(super) modifiers: [i32; SCORES],
    /// The number of Hit Dice (WOUNDS-27).
    pub(super) hd: i32,
    /// Maximum Stress; 0 if it is rolled.
    pub(super) stress_max: i32,
    /// The dice that are rolled for maximum Stress (WOUNDS-27); `None` if it is not rolled.
    pub(super) stress_roll: Option<StressRoll>,
    /// The Stress with which it starts, if the scenario gives it: at most the maximum.
    pub(super) starting_stress: Option<i32>,
    pub(super) wound_bonus: i32,
    /// Defense of the unhurt combatant (WOUNDS-29).
    pub(super) defense: i32,
    pub(super) armour: i32,
    /// Yards per round.
    pub(super) speed: i32,
    pub(super) initiative_modifier: i32,
    /// The combatants of its initiative group, itself included; alone if it has none (WOUNDS-04).
    pub(super) initiative_group: Group,
    /// The round of its arrival, from 1 on.
    pub(super) enters_round: u32,
    /// The count on which it appears in that round; `None` if it appears at the start of the round (WOUNDS-16).
    pub(super) enters_at: Option<DiceExpr>,
    pub(super) mana: i32,
    pub(super) stress_reserve: i32,
    /// The bonuses of the two skills; `None` if it does not have the skill.
    pub(super) heal: Option<i32>,
    pub(super) intimidation: Option<i32>,
    pub(super) has_morale: bool,
    /// The percentages of maximum Wound Points and of maximum Stress below which it retreats; 0 for never (WOUNDS-68).
    pub(super) retreat_below: i32,
    pub(super) retreat_stress_below: i32,
    pub(super) fights_on: FightsOn,
    pub(super) targeting: Targeting,
    pub(super) policy: Policy,
    /// Percent of maximum Stress below which policy `cautious` defends itself.
    pub(super) defend_below: i32,
    /// Attacks, spells and items, each in order of preference.
    pub(super) attacks: Box<[Attack]>,
    pub(super) spells: Box<[Spell]>,
    pub(super) items: Box<[Item]>,
    /// All actions that it can ever declare, as listed by [`actions_with`].
    pub(super) actions: Box<[Action]>,
    /// The attack that it makes as a Reposte while it has no condition and Wound Points above 0 (WOUNDS-23).
    pub(super) guard_weapon: Option<u8>,
}

impl Sheet {
    /// The modifier that an action adds to Base Initiative (WOUNDS-09 to WOUNDS-15).
    #[inline]
    pub(super) fn modifier_of(&self, action: Action, knobs: &Knobs) -> i32 {
        match action {
            Action::Wait => 0,
            Action::Attack(at) => self.attacks[usize::from(at)].weapon_speed,
            Action::DefensiveAttack(at) => self.attacks[usize::from(at)].weapon_speed + knobs.defensive_attack_speed,
            Action::Advance => knobs.defensive_attack_speed,
            Action::Cast(at) => self.spells[usize::from(at)].spell_speed,
            Action::UseItem(at) => self.items[usize::from(at)].use_speed,
            Action::FullDefense => knobs.full_defense_speed,
            Action::Heal => knobs.heal_speed,
            Action::Intimidate => knobs.intimidate_speed,
        }
    }

    /// Whether any rule reads a score of this combatant, or its modifier.
    pub(super) fn reads(&self, score: Score) -> bool {
        let has_ability = |ability: Option<Score>| ability == Some(score);
        match score {
            Score::Strength | Score::Agility => true,
            Score::Insight if self.has_morale => true,
            _ => {
                self.attacks.iter().any(|attack| has_ability(attack.ability))
                    || self.spells.iter().any(|spell| has_ability(spell.ability))
            }
        }
    }

    /// Whether it ever retreats (WOUNDS-68).
    pub(super) const fn may_retreat(&self) -> bool {
        self.retreat_below > 0 || self.retreat_stress_below > 0
    }
}

/// The actions that a combatant with these possessions and skills can declare, each kind in listed order (WOUNDS-08).
/// Actions that policies prefer to attacks come before attacks; actions for combatants that cannot attack come after
/// them.
pub(super) fn actions_with(
    attacks: &[Attack],
    spells: &[Spell],
    items: &[Item],
    skills: impl IntoIterator<Item = Action>,
) -> Box<[Action]> {
    let indices = |count: usize| 0..count as u8;
    let mut actions: Vec<Action> = indices(items.len()).map(Action::UseItem).collect();
    actions.extend(skills);
    actions.extend(indices(spells.len()).map(Action::Cast));
    actions.push(Action::FullDefense);
    for (at, attack) in indices(attacks.len()).zip(attacks) {
        actions.push(Action::Attack(at));
        if attack.kind != AttackKind::Thrown {
            actions.push(Action::DefensiveAttack(at));
        }
    }
    actions.extend([Action::Advance, Action::Wait]);
    actions.into()
}

/// Maximum Stress that is rolled: the sum of the dice and the constant, never below 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StressRoll {
    /// The part that does not depend on dice, including a die that counts as its maximum.
    pub(super) constant: i32,
    /// The dice that are rolled, in listed order; none of them has a constant.
    pub(super) dice: Vec<DiceExpr>,
}

/// The index of a counter of uses in [`State::uses`](super::State).
#[derive(Debug, Clone, Copy)]
pub(super) struct Uses {
    /// The index plus 1, so that an optional counter needs no more room.
    number: NonZeroU32,
}

impl Uses {
    pub(super) const fn new(index: usize) -> Self {
        Self { number: NonZeroU32::MIN.saturating_add(index as u32) }
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.number.get() - 1) as usize
    }
}

/// The harm of a hit by an attack or a spell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Harm {
    pub(super) damage: DiceExpr,
    pub(super) bypasses_stress: bool,
    pub(super) ignores_armour: bool,
}

impl Harm {
    /// The damage that Armour takes off a hit (WOUNDS-30).
    #[inline]
    pub(super) const fn left_of_armour(&self, armour: i32) -> i32 {
        if self.ignores_armour { 0 } else { armour }
    }
}

/// An attack, as large as a processor's cache line.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Attack {
    pub(super) kind: AttackKind,
    pub(super) bonus: i32,
    /// The score whose damage lowers the bonus, if any.
    pub(super) ability: Option<Score>,
    pub(super) harm: Harm,
    /// The index in [`Wounds::injury_tables`](super::Wounds) of the table of its criticals, if its damage type has one.
    pub(super) injury_table: Option<u8>,
    pub(super) weapon_speed: i32,
    /// The greatest distance of a target, in yards: reach or range (WOUNDS-25).
    pub(super) reach: i32,
    /// The lowest natural d20 of a critical; 21 for never.
    pub(super) critical_on: i32,
    pub(super) critical_multiplier: i32,
    pub(super) strikes: u32,
    /// Lost arms that make the attack impossible (WOUNDS-54).
    pub(super) arms_lost: Conditions,
    pub(super) stress_cost: i32,
    pub(super) uses: Option<Uses>,
    /// The index of the attack's first entry in the [odds](super::strike::SheetOdds).
    pub(super) odds: u32,
}

impl Attack {
    /// Whether the attack costs nothing, so that only a lost arm can take it away.
    #[inline]
    pub(super) const fn is_free(&self) -> bool {
        self.stress_cost == 0 && self.uses.is_none()
    }

    /// Whether it can be a guard weapon (WOUNDS-23).
    pub(super) fn can_guard(&self) -> bool {
        self.kind == AttackKind::Melee && self.is_free()
    }
}

/// A spell.
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "its speed is called as its key is")]
pub(super) struct Spell {
    pub(super) tn: i32,
    pub(super) spell_speed: i32,
    pub(super) bonus: i32,
    pub(super) ability: Option<Score>,
    pub(super) mana: i32,
    pub(super) harm: Harm,
    /// The range in yards.
    pub(super) range: i32,
    pub(super) against: SpellAgainst,
}

/// A consumable.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) use_speed: i32,
    pub(super) uses: Uses,
    pub(super) restores_stress: Option<DiceExpr>,
    pub(super) restores_wounds: Option<DiceExpr>,
    pub(super) is_for_allies: bool,
    /// The percentage of the maximum of Stress or Wound Points below which the item is used.
    pub(super) use_below: i32,
}

/// The modifier of a score (WOUNDS-26).
#[inline]
pub(super) const fn modifier_of(score: i32) -> i32 {
    (score - 10).div_euclid(2)
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// An attack fills one cache line, and a sheet is addressed by a shift: larger sizes cost time in every fight.
    #[test]
    fn sheets_and_attacks_have_sizes_that_are_quick_to_look_up() {
        assert_eq!([size_of::<Attack>(), size_of::<Sheet>()], [64, 256]);
    }
}
