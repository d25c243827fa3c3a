//! Things that no fight can use, as far as the sheets tell.

use super::scenario::{Policy, Provokes};
use super::{Attack, Sheet, Tiny};
use crate::alike::{alike, outdone};
use crate::who::Who;

impl Tiny {
    /// Attacks that do no damage (TINY-31), and those behind others that are always preferred.
    pub(super) fn never_of(&self) -> Vec<String> {
        let of = |who: Who| {
            let names = &self.attack_names[who];
            let harmless =
                self.harmless_names[who].iter().map(|name| format!("`{name}` is never used, since it does no damage"));
            let provoked = if self.knobs.provokes == Provokes::Never { None } else { self.sheets[who].first_melee };
            // A wary combatant takes the attack that is worth most, wherever it is listed.
            let is_in_order = !self.outline.erring.contains(who) && self.sheets[who].policy != Policy::Wary;
            let pairs = self.sheets[who].outdone(provoked).filter(move |_| is_in_order);
            let outdone = pairs.map(|[better, at]| outdone(&names[at], &names[better]));
            harmless.chain(outdone).map(move |why| (&self.outline.combatants[who.index()].id, why))
        };
        alike(self.sides.everybody().into_iter().flat_map(of))
    }
}

impl Sheet {
    /// Pairs of the indices of an attack that is always preferred and of one that is therefore never used, each of the latter once.
    /// `provoked` is the attack that is made at those who get out of combat (TINY-18).
    fn outdone(&self, provoked: Option<usize>) -> impl Iterator<Item = [usize; 2]> + '_ {
        let behind = (1..self.attacks.len()).filter(move |&at| provoked != Some(at));
        behind.filter_map(move |at| {
            let outdoes = |better: &usize| self.attacks[*better].outdoes(&self.attacks[at]);
            (0..at).find(outdoes).map(|better| [better, at])
        })
    }
}

impl Attack {
    /// Whether it can be made wherever the other one can, and is therefore preferred if it is listed before it (TINY-16). A shot that
    /// a policy takes before everything else reaches farther than what is no shot.
    fn outdoes(&self, other: &Self) -> bool {
        self.reach >= other.reach && (self.is_made_in_combat || !other.is_made_in_combat)
    }
}
