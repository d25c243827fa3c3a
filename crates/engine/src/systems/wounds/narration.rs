//! The lines in which a replay narrates a fight.

use super::Wounds;
use super::action::Acting;
use super::injury::{Arm, Injury};
use super::state::{Action, Body, State, Turn};
use crate::dice::DiceExpr;
use crate::scenario::Word;

/// A roll against a number, and what came of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rolled<'a> {
    /// The faces of its dice, where they are remembered.
    pub(super) faces: &'a [u32],
    /// What is added to them.
    pub(super) bonus: i32,
    /// What the sum had to reach.
    pub(super) needed: i32,
    pub(super) is_success: bool,
}

impl Wounds {
    fn name(&self, who: usize) -> &str {
        &self.outline.combatants[who].name
    }

    fn attack_name(&self, who: usize, at: usize) -> &str {
        &self.names[who].attacks[at]
    }

    pub(super) fn narrate_opening(&self, state: &State) -> String {
        let present = state.present.iter().map(|who| {
            let body = &state.bodies[who];
            let Body { position, stress, wounds, .. } = body;
            format!("{} at {position} yd with Stress {stress} and Wound Points {wounds}", self.name(who))
        });
        let there = present.collect::<Vec<_>>().join(", ");
        let later: Vec<&str> = state.absent.iter().map(|who| self.name(who)).collect();
        if later.is_empty() { format!("{there}.") } else { format!("{there}. To come: {}.", later.join(", ")) }
    }

    pub(super) fn narrate_stress(&self, who: usize, max: i32) -> String {
        format!("{} rolls a maximum Stress of {max}.", self.name(who))
    }

    pub(super) fn narrate_initiative(&self, who: usize, face: u32, base: i32) -> String {
        format!("Base Initiative of {}: {base} (rolled {face}).", self.name(who))
    }

    pub(super) fn narrate_expected(&self, who: usize, count: i32) -> String {
        format!("{} will appear on count {count}.", self.name(who))
    }

    pub(super) fn narrate_arrival(&self, who: usize, position: i32) -> String {
        format!("{} comes onto the field at {position} yd.", self.name(who))
    }

    pub(super) fn narrate_declaration(&self, who: usize, turn: Turn) -> String {
        let target = turn.target.map_or(String::new(), |target| format!(" at {}", self.name(target.into())));
        format!(
            "{} declares {}{target}, on count {}.",
            self.name(who),
            self.action_in_words(who, turn.action),
            turn.count
        )
    }

    pub(super) fn narrate_carried(&self, who: usize, count: i16) -> String {
        format!("{} comes too late for its turn, which is carried to count {count} of the next round.", self.name(who))
    }

    pub(super) fn narrate_count(&self, count: i16, acting: &[Acting]) -> String {
        let turns = acting.iter().map(|turn| {
            let carried = if turn.is_carried { " (carried)" } else { "" };
            format!("{}, {}{carried}", self.name(turn.who()), self.action_in_words(turn.who(), turn.action))
        });
        format!("Count {count}: {}.", turns.collect::<Vec<_>>().join("; "))
    }

    fn action_in_words(&self, who: usize, action: Action) -> String {
        let names = &self.names[who];
        match action {
            Action::Wait => "nothing".to_owned(),
            Action::Attack(at) => names.attacks[usize::from(at)].clone(),
            Action::DefensiveAttack(at) => format!("Defensive Attack with {}", names.attacks[usize::from(at)]),
            Action::Advance => "a covered advance".to_owned(),
            Action::Cast(at) => format!("the spell {}", names.spells[usize::from(at)]),
            Action::UseItem(at) => format!("the item {}", names.items[usize::from(at)]),
            Action::FullDefense => "Full-Defense".to_owned(),
            Action::Heal => "a Heal check".to_owned(),
            Action::Intimidate => "an Intimidation check".to_owned(),
        }
    }

    pub(super) fn narrate_move(&self, who: usize, yards: i32, position: i32) -> String {
        format!("{} moves {yards} yd to {position} yd.", self.name(who))
    }

    pub(super) fn narrate_withdrawal(&self, who: usize, yards: i32, position: i32) -> String {
        format!("{} goes back {yards} yd to {position} yd.", self.name(who))
    }

    pub(super) fn narrate_lost_turn(&self, who: usize) -> String {
        format!("{} loses its turn.", self.name(who))
    }

    pub(super) fn narrate_full_defense(&self, who: usize) -> String {
        format!("{} is in Full-Defense.", self.name(who))
    }

    pub(super) fn narrate_strike(
        &self,
        who: usize,
        at: usize,
        target: usize,
        is_reposte: bool,
        rolled: Rolled<'_>,
    ) -> String {
        let verb = if is_reposte { "answers" } else { "strikes at" };
        let (name, attack, target) = (self.name(who), self.attack_name(who, at), self.name(target));
        let end = if rolled.is_success { "a hit" } else { "a miss" };
        format!("{name} {verb} {target} with {attack}: {} against Defense {}, {end}.", sum_of(rolled), rolled.needed)
    }

    pub(super) fn narrate_spell(&self, who: usize, at: usize, target: usize, rolled: Rolled<'_>) -> String {
        let end = if rolled.is_success { "it works" } else { "it fails" };
        let (name, spell, target) = (self.name(who), &self.names[who].spells[at], self.name(target));
        format!("{name} casts {spell} at {target}: {} against {}, {end}.", sum_of(rolled), rolled.needed)
    }

    pub(super) fn narrate_damage(
        &self,
        dice: DiceExpr,
        faces: &[u32],
        armour: i32,
        multiplier: i32,
        damage: i32,
    ) -> String {
        let rolled = if faces.is_empty() { String::new() } else { format!(": {}", faces_in_words(faces)) };
        let times = if multiplier == 1 { String::new() } else { format!(", times {multiplier}") };
        let before = self.knobs.armour_before_multiplier && multiplier > 1;
        let less = if armour == 0 { String::new() } else { format!(", less Armour {armour}") };
        let steps = if before { format!("{less}{times}") } else { format!("{times}{less}") };
        let kind = if multiplier == 1 { "Damage" } else { "A critical hit: damage" };
        format!("{kind} ({dice}{rolled}){steps}: {damage}.")
    }

    pub(super) fn narrate_harm(&self, by: usize, who: usize, of_stress: i32, of_wounds: i32, left: &Body) -> String {
        let lost = match (of_stress, of_wounds) {
            (0, 0) => "nothing".to_owned(),
            (stress, 0) => format!("{stress} Stress"),
            (0, wounds) => points(wounds),
            (stress, wounds) => format!("{stress} Stress and {}", points(wounds)),
        };
        let Body { stress, wounds, .. } = left;
        let (name, by) = (self.name(who), self.name(by));
        format!("{name} loses {lost} to {by}; left: Stress {stress}, Wound Points {wounds}.")
    }

    pub(super) fn narrate_injury_roll(
        &self,
        who: usize,
        faces: &[u32],
        chance: i32,
        is_injured: bool,
        has_table: bool,
    ) -> String {
        let rolled = if faces.is_empty() { "the roll".to_owned() } else { faces_in_words(faces) };
        let end = match (is_injured, has_table) {
            (true, true) => "an injury",
            (true, false) => "an injury, without effect in the fight",
            (false, _) => "none",
        };
        format!("Injury of {} at {chance} or less: {rolled}, {end}.", self.name(who))
    }

    pub(super) fn narrate_injury(&self, who: usize, injury: &Injury, arm: Option<Arm>, damage: i32) -> String {
        let arm = match arm {
            None => "",
            Some(Arm::Main) => ", the main arm",
            Some(Arm::Off) => ", the off arm",
        };
        let scores: Vec<&str> = injury.scores.iter().map(|&score| score.word()).collect();
        let damage = if scores.is_empty() { String::new() } else { format!(": {damage} off {}", scores.join(" and ")) };
        format!("Injury of {}: {}{arm}{damage}.", self.name(who), injury.name)
    }

    pub(super) fn narrate_item(&self, who: usize, at: usize, target: usize, stress: i32, wounds: i32) -> String {
        let (name, item) = (self.name(who), &self.names[who].items[at]);
        let target = if target == who { String::new() } else { format!(" on {}", self.name(target)) };
        format!("{name} uses {item}{target}, for {stress} Stress and {wounds} Wound Points.")
    }

    pub(super) fn narrate_heal_check(&self, who: usize, patient: usize, rolled: Rolled<'_>) -> String {
        let end = if rolled.is_success { "it helps" } else { "in vain" };
        let (name, patient) = (self.name(who), self.name(patient));
        format!("{name} attends {patient}: {} against {}, {end}.", sum_of(rolled), rolled.needed)
    }

    pub(super) fn narrate_stabilised(&self, patient: usize) -> String {
        format!("{} is stabilised.", self.name(patient))
    }

    pub(super) fn narrate_intimidation(&self, who: usize, target: usize, total: i32) -> String {
        format!("{} intimidates {}: {total} to beat.", self.name(who), self.name(target))
    }

    pub(super) fn narrate_strain(&self, who: usize, amount: i32, left: i32) -> String {
        format!("The strain costs {} {}, {left} left.", self.name(who), points(amount))
    }

    pub(super) fn narrate_bleeding(&self, who: usize, amount: i32, left: i32) -> String {
        format!("{} loses {} at the end of the round, {left} left.", self.name(who), points(amount))
    }

    pub(super) fn narrate_fall(&self, who: usize, state: &State) -> String {
        format!("{} is down at {} Wound Points.", self.name(who), state.bodies[who].wounds)
    }

    pub(super) fn narrate_death(&self, who: usize) -> String {
        format!("{} dies.", self.name(who))
    }

    pub(super) fn narrate_despair(&self, who: usize) -> String {
        format!("{} sees that all is lost.", self.name(who))
    }

    pub(super) fn narrate_morale(&self, who: usize, rolled: Rolled<'_>) -> String {
        let end = if rolled.is_success { "it holds" } else { "it breaks" };
        format!("{} tests its morale: {} against {}, {end}.", self.name(who), sum_of(rolled), rolled.needed)
    }

    pub(super) fn narrate_flight(&self, who: usize) -> String {
        format!("{} leaves the fight.", self.name(who))
    }
}

pub(super) fn narrate_double_knockout() -> String {
    "Fighters of both sides go down on the same count.".to_owned()
}

/// `14 + 3 = 17`.
fn sum_of(rolled: Rolled<'_>) -> String {
    let Rolled { faces, bonus, .. } = rolled;
    if faces.is_empty() {
        return format!("a roll {bonus:+}");
    }
    let total = faces.iter().map(|&face| face as i32).sum::<i32>() + bonus;
    let sign = if bonus < 0 { '-' } else { '+' };
    format!("{} {sign} {} = {total}", faces_in_words(faces), bonus.abs())
}

/// `2 + 5`.
fn faces_in_words(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}

/// `1 Wound Point`.
fn points(wounds: i32) -> String {
    format!("{wounds} Wound Point{}", if wounds == 1 { "" } else { "s" })
}
