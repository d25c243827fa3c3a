//! The lines in which a replay narrates a fight.

use super::Tiny;
use super::pool::Test;
use super::state::State;
use crate::outcome::Winner;
use crate::skirmish::Lots;

impl Tiny {
    fn name(&self, who: usize) -> &str {
        &self.outline.combatants[who].name
    }

    pub(super) fn narrate_positions(&self) -> String {
        let fighters = self.opening.fighters.iter().enumerate();
        let positions = fighters.map(|(who, fighter)| format!("{} at {} ft", self.name(who), fighter.position));
        positions.collect::<Vec<_>>().join(", ") + "."
    }

    pub(super) fn narrate_initiative(&self, who: usize, faces: &[u32], total: i32) -> String {
        let sum = if faces.is_empty() { String::new() } else { format!("{} = ", sum_of(faces)) };
        format!("Initiative of {}: {sum}{total}.", self.name(who))
    }

    pub(super) fn narrate_order(&self, state: &State) -> String {
        let names = state.order.iter().map(|who| self.name(who));
        format!("Order of turns: {}.", names.collect::<Vec<_>>().join(", "))
    }

    pub(super) fn narrate_lots(&self, lots: &Lots) -> String {
        let names = lots.iter().map(|who| self.name(who));
        format!("Lots, where nothing else decides: {}.", names.collect::<Vec<_>>().join(", "))
    }

    pub(super) fn narrate_move(&self, who: usize, feet: i32) -> String {
        format!("{} {}", self.name(who), way_in_words(feet))
    }

    pub(super) fn narrate_slip(&self, who: usize, feet: i32) -> String {
        format!("{} slips past and {}", self.name(who), way_in_words(feet))
    }

    pub(super) fn narrate_holding(&self, who: usize) -> String {
        format!("{} holds.", self.name(who))
    }

    pub(super) fn narrate_evading(&self, who: usize) -> String {
        format!("{} evades until its next turn.", self.name(who))
    }

    pub(super) fn narrate_extrication(&self, who: usize, test: Test, faces: &[u32], is_success: bool) -> String {
        let end = if is_success { "out of combat" } else { "held" };
        format!("{} tries to get out of combat: {}, {end}.", self.name(who), test_in_words(test, faces))
    }

    pub(super) fn narrate_leaving(&self, who: usize) -> String {
        format!("{} leaves the fight.", self.name(who))
    }

    pub(super) fn narrate_attack(
        &self,
        who: usize,
        attack: usize,
        target: usize,
        test: Test,
        faces: &[u32],
        hits: bool,
    ) -> String {
        let verb = if self.sheet(who).attacks[attack].is_ranged() { "shoots at" } else { "strikes at" };
        let (name, target) = (&self.attack_names[who][attack], self.name(target));
        let end = if hits { "a hit" } else { "a miss" };
        format!("{} {verb} {target} with {name}: {}, {end}.", self.name(who), test_in_words(test, faces))
    }

    pub(super) fn narrate_evasion(&self, who: usize, test: Test, faces: &[u32], evades: bool) -> String {
        let end = if evades { "evaded" } else { "not evaded" };
        format!("{} evades: {}, {end}.", self.name(who), test_in_words(test, faces))
    }

    pub(super) fn narrate_critical(&self, faces: &[u32], needed: u32, is_critical: bool) -> String {
        if faces.is_empty() {
            // Without remembered faces there is nothing to add up.
            return format!("Critical roll against {needed}: {}.", if is_critical { "a critical" } else { "none" });
        }
        let end = if is_critical { format!("{} HP more", self.knobs.critical_bonus) } else { "no critical".to_owned() };
        format!("Critical roll {} = {} against {needed}: {end}.", sum_of(faces), faces.iter().sum::<u32>())
    }

    pub(super) fn narrate_second_test(&self, target: usize, test: Test, faces: &[u32], overcomes: bool) -> String {
        let end = if overcomes { "overcome" } else { "it holds" };
        format!("Second test against DR {}: {}, {end}.", self.sheet(target).dr, test_in_words(test, faces))
    }

    pub(super) fn narrate_damage(&self, who: usize, damage: i16, left: i16) -> String {
        format!("{} takes {damage} damage, {left} HP left.", self.name(who))
    }

    pub(super) fn narrate_dying(&self, who: usize) -> String {
        let tests = self.sheet(who).stabilization.len();
        let plural = if tests == 1 { "" } else { "s" };
        format!("{} is dying, with {tests} test{plural} to live.", self.name(who))
    }

    pub(super) fn narrate_down(&self, who: usize) -> String {
        format!("{} is down.", self.name(who))
    }

    pub(super) fn narrate_death(&self, who: usize) -> String {
        format!("{} dies.", self.name(who))
    }

    pub(super) fn narrate_stabilization(
        &self,
        who: usize,
        done: usize,
        test: Test,
        faces: &[u32],
        is_success: bool,
    ) -> String {
        let (number, all) = (done + 1, self.sheet(who).stabilization.len());
        let end = if is_success { "a success" } else { "a failure" };
        format!("{} tests to live, {number} of {all}: {}, {end}.", self.name(who), test_in_words(test, faces))
    }

    pub(super) fn narrate_stabilized(&self, who: usize) -> String {
        format!("{} is stabilized and stays down with 1 HP.", self.name(who))
    }

    pub(super) fn narrate_attending(
        &self,
        who: usize,
        patient: usize,
        test: Test,
        faces: &[u32],
        is_success: bool,
    ) -> String {
        let end = if is_success { "it helps" } else { "in vain" };
        format!("{} attends {}: {}, {end}.", self.name(who), self.name(patient), test_in_words(test, faces))
    }
}

pub(super) fn narrate_vigilance() -> String {
    "Of equal totals the vigilant's comes first.".to_owned()
}

pub(super) fn narrate_end(winner: Option<Winner>) -> String {
    match winner {
        Some(Winner::Party) => "The party has won.",
        Some(_) => "The enemies have won.",
        None => "The round limit is reached; both sides still stand.",
    }
    .to_owned()
}

pub(super) fn narrate_aftermath() -> String {
    "The fight is over; tests still due are made.".to_owned()
}

pub(super) fn narrate_recovery(sleeps: u32) -> String {
    match sleeps {
        0 => "Nobody of the party has to sleep to recover.".to_owned(),
        1 => "One sleep, and all of the party that live have recovered.".to_owned(),
        _ => format!("{sleeps} sleeps, and all of the party that live have recovered."),
    }
}

/// A move in words, such as `moves 15 ft back along the line.`
fn way_in_words(feet: i32) -> String {
    let direction = if feet < 0 { "back" } else { "on" };
    format!("moves {} ft {direction} along the line.", feet.abs())
}

/// The faces and target of a test in words, such as `2, 5 against 5`.
fn test_in_words(test: Test, faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    format!("{} against {}", faces.join(", "), test.target)
}

/// A sum of faces in words, such as `2 + 5`.
fn sum_of(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}
