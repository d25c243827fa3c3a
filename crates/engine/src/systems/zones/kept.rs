//! What a state keeps beside what it is made of, so that nobody has to work it out again: it follows from the rest.

use super::field::{ZoneId, ZoneSet};
use super::words::CapacityCounts;
use super::{State, Zones};
use crate::outcome::Side;
use crate::skirmish::Group;

impl Zones {
    /// Leaves somebody standing with `hp`, after it has lost some; `lost` is negative where it has got some back.
    #[inline(always)]
    pub(super) fn leave_hp(&self, state: &mut State, (who, side): (usize, Side), hp: i16, lost: i16) {
        state.fighters[who].hp = hp;
        state.hp[side.index()] -= i32::from(lost);
    }

    /// Notes whether a side holds a Zone, and who finds room in it, after somebody of that side has come or gone.
    #[inline(always)]
    pub(super) fn survey(&self, state: &mut State, zone: ZoneId, side: Side) {
        let (occupants, bit) = (state.occupants[usize::from(zone)], 1 << zone);
        let held = &mut state.held[side.index()];
        *held = *held & !bit | ZoneSet::from(occupants.meets(self.sides.members(side))) << zone;
        if self.field.is_limited(zone) {
            self.survey_room(state, zone);
        }
    }

    /// As [`survey`](Self::survey), after somebody has come: its side holds the Zone.
    #[inline(always)]
    pub(super) fn survey_entry(&self, state: &mut State, zone: ZoneId, side: Side) {
        state.held[side.index()] |= 1 << zone;
        if self.field.is_limited(zone) {
            self.survey_room(state, zone);
        }
    }

    /// Notes who finds room in a Zone (ZONES-10).
    fn survey_room(&self, state: &mut State, zone: ZoneId) {
        let (occupants, bit) = (state.occupants[usize::from(zone)], 1 << zone);
        let is_full = |counted: Group| ZoneSet::from(counted.len() >= self.field.zone(zone).capacity) << zone;
        let full = match self.knobs.capacity_counts {
            CapacityCounts::All => [is_full(occupants); 2],
            CapacityCounts::Side => Side::ALL.map(|side| is_full(occupants & self.sides.members(side))),
        };
        state.full = [0, 1].map(|side| state.full[side] & !bit | full[side]);
    }
}
