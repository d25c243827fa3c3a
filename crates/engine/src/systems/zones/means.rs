//! The means that accounts tell of: attacks, items, the causes of harm that are nobody's deed, and HP.

use super::{State, Zones};
use crate::accounts::{Deed, Means};
use crate::outcome::EndState;
use crate::scenario::Word;
use crate::who::Who;

/// A cause of harm that is nobody's deed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cause {
    /// Ongoing Damage of a hazard; that of an attack is the attack's (ZONES-31).
    Ongoing,
    /// ZONES-11.
    Hazard,
}

impl Cause {
    const ALL: [(Self, &str); 2] = [(Self::Ongoing, "ongoing-damage"), (Self::Hazard, "hazard")];
}

impl Zones {
    /// The kinds of harm: HP.
    pub(super) const DAMAGE: &'static [&'static str] = &["damage"];

    /// The attacks of a combatant with its bare hands, its items, and the causes.
    pub(super) fn means_of(&self, who: Who) -> Vec<Means> {
        let names = &self.names.attacks[who];
        let attacks = names.iter().enumerate().map(|(index, name)| {
            let means =
                Means::new(self.sheet(who).attacks.get(index).map_or("attack", |attack| attack.kind.word()), name);
            if index + 1 == names.len() { means.for_everybody() } else { means }
        });
        let items = self.names.items[who].iter().map(|name| Means::new("item", name));
        attacks.chain(items).chain(Cause::ALL.map(|(_, name)| Means::cause(name))).collect()
    }

    pub(super) fn deed_of_item(&self, who: Who, item: usize) -> Deed {
        Deed::new(who, self.names.attacks[who].len() + item)
    }

    pub(super) fn caused(&self, who: Who, cause: Cause) -> Deed {
        Deed::new(who, self.names.attacks[who].len() + self.names.items[who].len() + cause as usize)
    }

    /// The HP that a combatant has lost; nothing of those who have left the battlefield, since the state forgets their HP.
    pub(super) fn losses_of(&self, state: &State, who: Who) -> Vec<i64> {
        let fighter = &state.fighters[who];
        let lost = i64::from(self.full_hp(state, who)) - i64::from(fighter.hp);
        if fighter.end == EndState::Fled { Vec::new() } else { vec![lost] }
    }
}
