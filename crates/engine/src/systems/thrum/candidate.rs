//! What an ability could be used on, and from where: the best by the keys of P5.

use super::decider::Whom;
use super::grid::{Placing, Reach, Square};
use super::sheet::Ability;
use super::view::View;
use crate::skirmish::Group;

/// A use of an action that is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// By its index in the sheet.
    pub(super) action: u8,
    pub(super) aim: Aim,
    /// Where the user stands.
    pub(super) square: Square,
}

/// What an action is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    At(u8),
    Placed(Placing),
}

/// What is known of the Action of a turn before it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prospect {
    /// This is the best use of an ability.
    Use(Candidate),
    /// No ability can be used.
    Nothing,
    /// That has to be looked for.
    Unknown,
}

#[cfg(test)]
impl Prospect {
    /// What is to be done, where it is known.
    pub(super) const fn candidate(self) -> Option<Candidate> {
        match self {
            Self::Use(candidate) => Some(candidate),
            Self::Nothing | Self::Unknown => None,
        }
    }
}

/// At whom single attacks may be aimed (P5, THRUM-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// At the active.
    Active,
    /// At the Incapacitated, since nobody active can be reached.
    Fallen(Group),
}

impl<const N: usize> View<'_, N> {
    /// The best use of an action from one of the ends of a movement.
    pub(super) fn candidate(&self, action: u8, reach: &Reach<'_, N>, priority: Priority) -> Option<Candidate> {
        let ability = &self.sheet.actions[usize::from(action)];
        let at = |(target, square): (usize, Square)| Candidate { action, aim: Aim::At(target as u8), square };
        match self.whom(action, priority) {
            Whom::Nobody => None,
            Whom::Targets(targets) => self.best_target(ability, targets, reach).map(at),
            Whom::Patients(patients) => self.best_patient(ability, patients, reach).map(at),
            Whom::Placed => {
                let placed = |(placing, square)| Candidate { action, aim: Aim::Placed(placing), square };
                self.best_placing(ability, reach).map(placed)
            }
        }
    }

    /// The best of those to whom something good can be done: the cheapest to come to, the first listed or by lot.
    fn best_patient(&self, ability: &Ability, patients: Group, reach: &Reach<'_, N>) -> Option<(usize, Square)> {
        let mut best: Option<((u16, u8), usize, Square)> = None;
        for patient in patients {
            let in_range =
                if patient == self.who { reach.ends() } else { reach.ends() & self.in_range(ability, patient) };
            let Some((square, cost)) = reach.best(in_range) else { continue };
            let key = (cost, self.lot(patient));
            if best.is_none_or(|(least, ..)| key < least) {
                best = Some((key, patient, square));
            }
        }
        best.map(|(_, patient, square)| (patient, square))
    }
}
