//! Candidates: the best possible uses of abilities, each with its aim and the user's square, by the keys of P5.

use super::decider::Whom;
use super::grid::{Placing, Reach, Square};
use super::price::Prices;
use super::sheet::Ability;
use super::view::View;
use super::wary::Best;
use crate::skirmish::Group;
use crate::who::Who;

/// A use of an action that is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The index of the action in the sheet.
    pub(super) action: u8,
    pub(super) aim: Aim,
    /// The square from which the action is used.
    pub(super) square: Square,
}

/// The target or the placing of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    At(Who),
    Placed(Placing),
}

/// Knowledge of the Action of a turn before it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prospect {
    /// This is the best use of an ability.
    Use(Candidate),
    /// No ability can be used.
    Nothing,
    /// Nothing is known: the best use has to be searched for.
    Unknown,
}

#[cfg(test)]
impl Prospect {
    /// The use of an ability; `None` if none is known.
    pub(super) const fn candidate(self) -> Option<Candidate> {
        match self {
            Self::Use(candidate) => Some(candidate),
            Self::Nothing | Self::Unknown => None,
        }
    }
}

/// The targets that single attacks may have (P5, THRUM-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// The active enemies.
    Active,
    /// These Incapacitated enemies, since no active one can be reached.
    Fallen(Group),
}

impl<const N: usize> View<'_, N> {
    /// The targets that single attacks may have from the ends of a movement (P5).
    pub(super) fn priority_within(&self, reach: &Reach<'_, N>) -> Priority {
        self.priority(|action| self.candidate(action, reach, Priority::Active).is_some())
    }

    /// The best use of each action that has one from the ends of a movement, in the order of the policy's list (P3, P4).
    pub(super) fn candidates(&self, reach: &Reach<'_, N>, priority: Priority) -> impl Iterator<Item = Candidate> {
        let (listed, wary) = if self.is_wary() {
            (&[][..], Some(self.wary_candidates(reach, priority, const { &Prices::FREE })))
        } else {
            (&self.sheet.preferences[..], None)
        };
        let listed = listed.iter().filter_map(move |&action| self.candidate(action, reach, priority));
        listed.chain(wary.into_iter().flatten())
    }

    /// The best use of an action from one of the ends of a movement.
    pub(super) fn candidate(&self, action: u8, reach: &Reach<'_, N>, priority: Priority) -> Option<Candidate> {
        self.candidate_among(action, self.rules.sides.everybody(), reach, priority)
    }

    /// The best use of an action from one of the ends of a movement; a single target must be a member of `group`.
    pub(super) fn candidate_among(
        &self,
        action: u8,
        group: Group,
        reach: &Reach<'_, N>,
        priority: Priority,
    ) -> Option<Candidate> {
        let ability = &self.sheet.actions[usize::from(action)];
        if self.weighs(ability, priority) {
            let mut best = Best::default();
            self.weigh(self.weighed(0, action), group, reach, const { &Prices::FREE }, &mut best);
            return best.0.map(|best| best.candidate);
        }
        let (aim, square) = match self.whom(action, priority) {
            Whom::Nobody => return None,
            Whom::Targets(targets) => {
                let key = self.best_target(ability, targets & group, reach)?;
                (Aim::At(key.target), key.square)
            }
            Whom::Patients(patients) => {
                let (patient, square) = self.best_patient(ability, patients & group, reach)?;
                (Aim::At(patient), square)
            }
            Whom::Placed => {
                let (placing, square) = self.best_placing(ability, reach)?;
                (Aim::Placed(placing), square)
            }
        };
        Some(Candidate { action, aim, square })
    }

    /// The best target of a helpful action, with the square from which to use it: the one that costs least movement, of several
    /// the first by lot or in listed order.
    fn best_patient(&self, ability: &Ability, patients: Group, reach: &Reach<'_, N>) -> Option<(Who, Square)> {
        let mut best: Option<((u16, u8), Who, Square)> = None;
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

impl Aim {
    /// The single target; `None` if the aim is a placing.
    pub(super) const fn target(self) -> Option<Who> {
        match self {
            Self::At(target) => Some(target),
            Self::Placed(_) => None,
        }
    }
}
