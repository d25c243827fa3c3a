//! Things that no fight can use, as far as the sheets and policies tell.

use super::Wounds;
use super::sheet::{Attack, Sheet, Spell};
use super::words::Policy;
use crate::alike::{alike, outdone};
use crate::who::Who;

impl Wounds {
    /// Attacks and spells that the policy of their combatant never chooses, and those behind others that are always preferred
    /// (the ledger's "Policies").
    pub(super) fn never_of(&self) -> Vec<String> {
        let of = |who: Who| {
            let (sheet, names) = (self.sheet(who), &self.names[who]);
            let attacks = (0..sheet.attacks.len()).filter_map(|at| sheet.why_no_attack(at, &names.attacks));
            let spells = (0..sheet.spells.len()).filter_map(|at| sheet.why_no_spell(at, &names.spells));
            attacks.chain(spells).map(move |why| (&self.outline.combatants[who.index()].id, why))
        };
        alike((self.sides.everybody() - self.outline.erring).into_iter().flat_map(of))
    }
}

impl Sheet {
    /// The sentence about an attack that is never made; `None` if it may be.
    fn why_no_attack(&self, at: usize, names: &[String]) -> Option<String> {
        let attack = &self.attacks[at];
        if self.policy == Policy::Guard {
            let why = "the policy `guard` strikes by Reposte alone, and that takes a melee attack without `stress_cost` and `uses`";
            return (!attack.can_guard()).then(|| format!("`{}` is never used, since {why}", names[at]));
        }
        // Somebody wary chooses among its attacks by their worth.
        if self.policy == Policy::Wary {
            return None;
        }
        let better = self.attacks[..at].iter().position(|better| better.outdoes(attack))?;
        Some(outdone(&names[at], &names[better]))
    }

    /// The sentence about a spell that is never cast; `None` if it may be.
    fn why_no_spell(&self, at: usize, names: &[String]) -> Option<String> {
        match self.policy {
            Policy::Caster => {}
            Policy::Wary => return None,
            _ => {
                return Some(format!(
                    "`{}` is never used, since the policies `caster` and `wary` alone cast spells",
                    names[at]
                ));
            }
        }
        let better = self.spells[..at].iter().position(|better| better.outdoes(&self.spells[at]))?;
        Some(outdone(&names[at], &names[better]))
    }
}

impl Attack {
    /// Whether it can be made wherever the other one can, as an action and as a Reposte, and is therefore preferred if it is listed
    /// before it.
    fn outdoes(&self, other: &Self) -> bool {
        let needs_no_other_arm = other.arms_lost.with(self.arms_lost) == other.arms_lost;
        self.is_free() && self.reach >= other.reach && needs_no_other_arm && (self.can_guard() || !other.can_guard())
    }
}

impl Spell {
    /// Whether it can be cast wherever the other one can, and is therefore preferred if it is listed before it.
    fn outdoes(&self, other: &Self) -> bool {
        self.mana <= other.mana && self.range >= other.range
    }
}
