//! The means that accounts tell of: attributes that are named, answers to those of the other, initiative rolls, and ticks.

use super::Duel;
use crate::accounts::{Deed, Means};
use crate::outcome::Side;
use crate::who::Who;

/// The deeds of both sides in a contest, by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naming(pub(super) [Deed; 2]);

impl Duel {
    /// The kinds of harm: ticks that the other moves the marker.
    pub(super) const TICKS: &'static [&'static str] = &["ticks"];

    /// The attributes that a combatant may name, in listed order; its answers to those that the other names (DUEL-10); and
    /// initiative rolls that are contests (DUEL-22).
    pub(super) fn means_of(&self, who: Who) -> Vec<Means> {
        let Some(player) = self.players.iter().find(|player| player.who == who) else { return Vec::new() };
        let mut attributes: Vec<_> = player.attributes.iter().collect();
        attributes.sort_by_key(|attribute| attribute.listed);
        let attributes = attributes.into_iter().map(|attribute| Means::new("attribute", &attribute.name));
        let others = [Means::new("answer", "answer"), Means::new("initiative", "initiative")];
        attributes.chain(others.map(Means::for_everybody)).collect()
    }

    /// The deeds of a contest in which a side names the attribute of an index; of an initiative roll if none does.
    pub(super) fn naming(&self, named: Option<(Side, usize)>) -> Naming {
        Naming(Side::ALL.map(|side| {
            let player = &self.players[side.index()];
            let attributes = player.attributes.len();
            let means = match named {
                Some((chooser, at)) if chooser == side => player.attributes[at].listed,
                Some(_) => attributes,
                None => attributes + 1,
            };
            Deed::new(player.who, means)
        }))
    }
}
