//! The state of a day.

use crate::any::AnyState;
use crate::outcome::EndState;
use crate::skirmish::Group;

/// The state of the present leg, beside what is left of the earlier ones.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DayState {
    /// The index of the present leg, and that of its scenario among those of the leg.
    pub(super) leg: u8,
    pub(super) option: u8,
    pub(super) stage: Stage,
    /// The round of the leg, as far as it matters: in a day of several legs its limit counts.
    pub(super) round: u32,
    /// The metrics of rounds that earlier rounds of the day have counted, a bit each.
    pub(super) counted: u64,
    /// The combatants of the present leg that stay away from it.
    pub(super) away: Group,
    pub(super) fight: AnyState,
    /// By combatant of the day: its end state in the last leg in which it took part, the present one left out.
    pub(super) ends: Box<[Option<EndState>]>,
    /// The numbers that those carry who are not in the present leg.
    pub(super) kept: Box<[Option<i32>]>,
}

/// The progress of the present leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It is still to be opened.
    Ahead,
    SetUp,
    /// The set-up or a round is over.
    Between,
    Round,
    /// It is lost without a fight, since nobody of the party comes to it.
    Lost,
}

impl Clone for DayState {
    fn clone(&self) -> Self {
        let (fight, ends, kept) = (self.fight.clone(), self.ends.clone(), self.kept.clone());
        Self { fight, ends, kept, ..*self }
    }

    #[expect(clippy::assigning_clones, reason = "a state of another scenario may have other parts")]
    fn clone_from(&mut self, source: &Self) {
        if (self.leg, self.option) == (source.leg, source.option) {
            self.fight.clone_from(&source.fight);
        } else {
            self.fight = source.fight.clone();
        }
        self.ends.clone_from(&source.ends);
        self.kept.clone_from(&source.kept);
        let Self { leg, option, stage, round, counted, away, .. } = *source;
        (self.leg, self.option, self.stage, self.round, self.counted, self.away) =
            (leg, option, stage, round, counted, away);
    }
}
