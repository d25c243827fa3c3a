//! The means that accounts tell of: attacks, the skills that are tested, and HP.

use super::{State, Tiny};
use crate::accounts::{Deed, Means};
use crate::who::Who;

/// A test that accounts tell of and that is no attack.
#[derive(Debug, Clone, Copy)]
pub(super) enum Skill {
    /// TINY-17.
    Evade,
    /// TINY-35.
    Stabilization,
    /// TINY-40.
    Medic,
}

impl Skill {
    const ALL: [(Self, &str); 3] =
        [(Self::Evade, "evade"), (Self::Stabilization, "stabilization"), (Self::Medic, "medic")];
}

impl Tiny {
    /// The kinds of harm: HP.
    pub(super) const DAMAGE: &'static [&'static str] = &["damage"];

    /// The attacks of a combatant, and then its skills.
    pub(super) fn means_of(&self, who: Who) -> Vec<Means> {
        let attacks = self.attack_names[who].iter().map(|name| Means::new("attack", name));
        attacks.chain(Skill::ALL.map(|(_, name)| Means::new("test", name).for_everybody())).collect()
    }

    pub(super) fn deed_of(&self, who: Who, skill: Skill) -> Deed {
        Deed::new(who, self.attack_names[who].len() + skill as usize)
    }

    /// The HP that a combatant has lost.
    pub(super) fn losses_of(&self, state: &State, who: Who) -> Vec<i64> {
        vec![i64::from(self.starting_hp(state, who)) - i64::from(state.fighters[who].hp)]
    }
}
