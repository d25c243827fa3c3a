//! The Zones as whoever looks at the scenario sees them.

use super::Zones;
use super::field::{Hazard, Zone};
use crate::area::Area;
use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, ones};

impl Zones {
    /// The Zones with their borders (ZONES-06) and the combatants that begin there.
    pub(super) fn areas_of(&self) -> Vec<Area> {
        let area = |index: usize| {
            let zone = self.field.zone(index as u8);
            let begins = |who: &crate::who::Who| usize::from(self.opening.fighters[*who].zone) == index;
            Area {
                name: zone.name.clone(),
                borders: ones(zone.adjacent).collect(),
                begin_here: self.sides.everybody().into_iter().filter(begins).collect(),
                notes: Self::notes_on(zone),
            }
        };
        (0..self.field.len()).map(area).collect()
    }

    /// Capacity (ZONES-10), exits (ZONES-54), Disadvantage (ZONES-18) and hazard (ZONES-11).
    fn notes_on(zone: &Zone) -> Vec<String> {
        let sides = |holds: [bool; 2]| {
            let [party, enemies] = Side::ALL.map(|side| side.to_string());
            match holds {
                [true, true] => Some("both sides".to_owned()),
                [true, false] => Some(format!("the {party}")),
                [false, true] => Some(format!("the {enemies}")),
                [false, false] => None,
            }
        };
        let capacity = (zone.capacity < COMBATANTS_MAX).then(|| format!("room for {}", zone.capacity));
        let exit = sides(zone.is_exit).map(|who| format!("exit of {who}"));
        let disadvantage = sides(zone.disadvantage).map(|who| format!("disadvantage for {who}"));
        let hazard = zone.hazard.as_ref().and_then(|hazard| {
            sides(hazard.affects).map(|who| format!("hazard for {who}: {}", Self::effects_of(hazard)))
        });
        [capacity, exit, disadvantage, hazard].into_iter().flatten().collect()
    }

    fn effects_of(hazard: &Hazard) -> String {
        let damage = hazard.damage.as_ref().map(ToString::to_string);
        let hinder = hazard.hinder.map(|(ailment, _)| ailment.name().to_owned());
        let ongoing = hazard.ongoing.map(|_| super::ailment::Ailment::Ongoing.name().to_owned());
        let effects: Vec<String> = [damage, hinder, ongoing].into_iter().flatten().collect();
        format!("{} on a failed Test against {}", effects.join(" and "), hazard.difficulty)
    }
}
