//! Things that no fight can use or come to, as far as the sheets and the battlefield tell.

use super::policy::Approach;
use super::words::AttackKind;
use super::{Attack, Sheet, Zones};
use crate::alike::{alike, outdone};
use crate::outcome::Side;
use crate::skirmish::ones;
use crate::who::Who;

impl Zones {
    /// Attacks behind others that are always preferred (P2, ZONES-37), and sides that hold their Zones out of each other's range.
    pub(super) fn never_of(&self) -> Vec<String> {
        let everybody = || self.sides.everybody().into_iter();
        // A wary combatant takes the attack that is worth most, wherever it is listed.
        let in_order = |who: &Who| !self.outline.erring.contains(*who) && self.sheet(*who).approach != Approach::Wary;
        let mut never = alike(everybody().filter(in_order).flat_map(|who| {
            let pairs = self.sheet(who).outdone();
            pairs.map(move |[better, attack]| {
                let [better, attack] = [better, attack].map(|index| &self.names.attacks[who][index]);
                let why = outdone(attack, better);
                (&self.outline.combatants[who.index()].id, why)
            })
        }));
        if self.is_out_of_range() {
            never.push("both sides hold their Zones out of each other's range: no attack is ever made".to_owned());
        }
        never
    }

    /// Whether nobody ever comes within range of an opponent: all hold their Zones, and nothing makes them leave (ZONES-49, ZONES-51 to
    /// ZONES-54).
    fn is_out_of_range(&self) -> bool {
        // A combatant that a hazard puts out may break the morale of others, who then retreat through the Zones of their opponents.
        let has_hazards = self.field.has_hazards();
        if has_hazards || !self.undecided.is_empty() || !self.outline.erring.is_empty() {
            return false;
        }
        let stays = |who: Who| {
            let sheet = self.sheet(who);
            sheet.approach == Approach::Hold && sheet.retreat_below == 0
        };
        let zone = |who: Who| self.opening.fighters[who].zone;
        let reaches = |who: Who, target: Who| {
            let is_in_reach = |attack: &Attack| {
                ones(attack.reach[usize::from(zone(who))]).any(|near| near == usize::from(zone(target)))
            };
            zone(who) == zone(target) || self.sheet(who).attacks.iter().any(is_in_reach)
        };
        let [party, enemies] = Side::ALL.map(|side| self.sides.members(side));
        let meets = |who: Who, others: crate::skirmish::Group| others.into_iter().any(|target| reaches(who, target));
        let never_meet =
            !party.into_iter().any(|who| meets(who, enemies)) && !enemies.into_iter().any(|who| meets(who, party));
        !party.is_empty() && !enemies.is_empty() && self.sides.everybody().into_iter().all(stays) && never_meet
    }
}

impl Sheet {
    /// Pairs of the indices of an attack that is always preferred and of one that is therefore never used, each of the latter once.
    fn outdone(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        ones(self.listed_attacks).filter_map(|index| {
            let attack = &self.attacks[index];
            let better = ones(self.listed_attacks).take_while(|&before| before < index);
            better.into_iter().find(|&before| self.attacks[before].outdoes(attack)).map(|before| [before, index])
        })
    }
}

impl Attack {
    /// Whether it can be used wherever the other one can, in any state, and is therefore preferred if it is listed before it.
    fn outdoes(&self, other: &Self) -> bool {
        let is_always_usable = self.uses.is_none() && self.marks.is_none() && self.at_hand.is_none();
        let reaches_as_far = self.range >= other.range && (!self.is_penalised_close || other.is_penalised_close);
        // Free attacks are melee attacks before ranged ones, and no spells.
        let is_free_before = match other.kind {
            AttackKind::Melee => self.kind == AttackKind::Melee,
            AttackKind::Ranged => matches!(self.kind, AttackKind::Melee | AttackKind::Ranged),
            AttackKind::Spell | AttackKind::Stunt => true,
        };
        is_always_usable && self.harms && reaches_as_far && is_free_before
    }
}
