//! Resets parts of a state that no later rule reads, so that more states are equal (THRUM-53, THRUM-65).

use super::Thrum;
use super::condition::Conditions;
use super::effect::STATUSES;
use super::state::{Body, State};
use crate::skirmish::Group;

impl State {
    /// Bytes of heap memory that the state holds.
    pub(super) fn heap_bytes(&self) -> usize {
        self.bodies.heap_bytes()
            + size_of_val(&*self.starts)
            + size_of_val(&*self.terrains)
            + self.lots.heap_bytes()
            + self.order.heap_bytes()
    }

    /// Resets the bodies of removed combatants except for their Tolerances, which metrics record, and drops their lots unless
    /// they have made a Terrain Effect. Drops their turns as well if no combatant is still to arrive, since arrivals are sorted
    /// in among all turns.
    pub(super) fn forget(&mut self, rules: &Thrum) {
        let gone = rules.sides.everybody() - self.present - self.absent;
        let is_set_up = !self.present.is_empty();
        if gone.is_empty() || !is_set_up {
            return;
        }
        for who in gone {
            let Body { fatigue_tolerance, stress_tolerance, square, initiative, .. } = self.bodies[who];
            self.bodies[who] = Body {
                fatigue: 0,
                stress: 0,
                fatigue_tolerance,
                stress_tolerance,
                stacks: [0; STATUSES],
                mark: 0,
                square,
                initiative,
                buff: None,
                stance: None,
                conditions: Conditions::NONE,
                wounds: 0,
            };
        }
        // Terrain Effects outlive their makers (THRUM-41).
        let makers = rules.terrain_makers.iter().copied().collect::<Group>();
        self.lots.retain(self.present | self.absent | makers);
        if self.absent.is_empty() {
            let taken = self.order.iter().take(self.next.into());
            self.next -= taken.filter(|&who| gone.contains(who)).count() as u8;
            self.order.retain(self.present);
        }
    }
}
