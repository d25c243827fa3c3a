//! Things that no fight can use, as far as the sheets tell.

use super::Thrum;
use super::sheet::{Ability, Shape};
use crate::alike::alike;
use crate::who::Who;

impl Thrum {
    /// Shapes for which a policy waits for more enemies than they hold, or than there are (P5).
    pub(super) fn never_of(&self) -> Vec<String> {
        let of = |who: Who| {
            let enemies = self.sides.opponents(who).into_iter().count() as i64;
            let actions = self.sheets[who].actions.iter().zip(&self.names[who].actions);
            actions.filter_map(move |(ability, name)| {
                let least = i64::from(ability.targets_min);
                let squares = ability.squares()?;
                let why = if squares < least {
                    format!("its shape has room for {squares}")
                } else if enemies < least {
                    format!("there are {enemies}")
                } else {
                    return None;
                };
                let wanted = format!("`{name}` is never used, since its `min_targets` are {least} enemies and {why}");
                Some((&self.outline.combatants[who.index()].id, wanted))
            })
        };
        alike((self.sides.everybody() - self.outline.erring).into_iter().flat_map(of))
    }
}

impl Ability {
    /// The most squares of its shape (THRUM-27 to THRUM-29); `None` without one.
    fn squares(&self) -> Option<i64> {
        let usages = std::iter::once(&self.plain).chain(&self.overexerted);
        let size = i64::from(usages.map(|usage| usage.size).max()?);
        match self.shape {
            Shape::Single => None,
            Shape::Area => Some(size * size),
            Shape::Line => Some(size),
            Shape::Aura => Some((2 * size + 1).pow(2) - 1),
        }
    }
}
