//! The lines in which a replay narrates a fight.

use super::Wounds;
use super::action::Acting;
use super::injury::{Arm, Injury};
use super::state::{Action, Body, State, Turn};
use super::strike::StrikeOf;
use super::words::{AttackKind, Score};
use crate::dice::DiceExpr;
use crate::outcome::Winner;
use crate::scenario::Word;
use crate::skirmish::Lots;

/// A roll against a number, and its result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rolled<'a> {
    /// The faces of the dice; empty if they are not remembered.
    pub(super) faces: &'a [u32],
    /// The number that is added to the faces.
    pub(super) bonus: i32,
    /// The number that the sum of faces and bonus had to reach.
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
        let there = if there.is_empty() { "Nobody is on the field".to_owned() } else { there };
        let later: Vec<&str> = state.absent.iter().map(|who| self.name(who)).collect();
        if later.is_empty() { format!("{there}.") } else { format!("{there}. To come: {}.", later.join(", ")) }
    }

    pub(super) fn narrate_stress(&self, who: usize, faces: &[u32], constant: i32, max: i32) -> String {
        let rolled =
            if faces.is_empty() { String::new() } else { format!(" ({constant:+} and {})", faces_in_words(faces)) };
        format!("{} rolls a maximum Stress of {max}{rolled}.", self.name(who))
    }

    pub(super) fn narrate_lots(&self, lots: &Lots) -> String {
        let names: Vec<&str> = lots.iter().map(|who| self.name(who)).collect();
        format!("Lots, where nothing else decides: {}.", names.join(", "))
    }

    pub(super) fn narrate_initiative(&self, who: usize, face: u32, base: i32) -> String {
        format!("Base Initiative of {}: {base} (rolled {face}).", self.name(who))
    }

    pub(super) fn narrate_expected(&self, who: usize, at: DiceExpr, faces: &[u32], count: i32) -> String {
        format!("{} will appear on count {count}{}.", self.name(who), rolled_in_words(at, faces))
    }

    pub(super) fn narrate_surprise(&self, who: usize) -> String {
        format!("{} is surprised and declares nothing.", self.name(who))
    }

    pub(super) fn narrate_rest(&self, who: usize) -> String {
        format!("{} is winded and rests.", self.name(who))
    }

    pub(super) fn narrate_waiting(&self, who: usize) -> String {
        format!("{} waits.", self.name(who))
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
        let turns = acting.iter().map(|acting| {
            let (who, carried) = (acting.who(), if acting.is_carried { " (carried)" } else { "" });
            format!("{}, {}{carried}", self.name(who), self.action_in_words(who, acting.turn.action))
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

    pub(super) fn narrate_move(
        &self,
        who: usize,
        [from, to]: [i32; 2],
        is_crawl: bool,
        meets: Option<usize>,
    ) -> String {
        let (name, goes) = (self.name(who), if is_crawl { "crawls" } else { "moves" });
        let range = |whom: usize| format!("the threat range of {}", self.name(whom));
        match (meets, (to - from).abs()) {
            (Some(whom), 0) => format!("{name} enters {} as well.", range(whom)),
            (Some(whom), yards) => format!("{name} {goes} {yards} yd to {to} yd, into {}.", range(whom)),
            (None, yards) => format!("{name} {goes} {yards} yd to {to} yd."),
        }
    }

    pub(super) fn narrate_withdrawal(&self, who: usize, yards: i32, position: i32) -> String {
        format!("{} goes back {yards} yd to {position} yd.", self.name(who))
    }

    pub(super) fn narrate_lost_turn(&self, who: usize, why: &str) -> String {
        format!("{} loses its turn: {why}.", self.name(who))
    }

    pub(super) fn narrate_undone(&self, who: usize, action: Action, why: &str) -> String {
        format!("{} cannot carry out {}: {why}.", self.name(who), self.action_in_words(who, action))
    }

    pub(super) fn narrate_price(&self, who: usize, of_stress: i32, of_mana: i32, left: &Body) -> String {
        let Body { stress, mana, .. } = left;
        let of_mana = (of_mana > 0).then(|| format!("{of_mana} mana ({mana} left)"));
        let of_stress = (of_stress > 0).then(|| format!("{of_stress} Stress ({stress} left)"));
        let price = of_mana.into_iter().chain(of_stress).collect::<Vec<_>>().join(" and ");
        format!("{} pays {price}.", self.name(who))
    }

    pub(super) fn narrate_full_defense(&self, who: usize) -> String {
        format!("{} is in Full-Defense.", self.name(who))
    }

    pub(super) fn narrate_strike(
        &self,
        who: usize,
        at: usize,
        target: usize,
        part: StrikeOf,
        rolled: Rolled<'_>,
    ) -> String {
        let (name, attack, target) = (self.name(who), self.attack_name(who, at), self.name(target));
        let deed = match (part, self.sheet(who).attacks[at].kind) {
            (StrikeOf::Reposte, _) => format!("answers {target} with {attack}"),
            (StrikeOf::Entry, _) => format!("strikes at {target}, who enters its threat range, with {attack}"),
            (StrikeOf::Turn, AttackKind::Melee) => format!("strikes at {target} with {attack}"),
            (StrikeOf::Turn, AttackKind::Ranged) => format!("shoots at {target} with {attack}"),
            (StrikeOf::Turn, AttackKind::Thrown) => format!("throws {attack} at {target}"),
        };
        let end = if rolled.is_success { "a hit" } else { "a miss" };
        format!("{name} {deed}: {} against Defense {}, {end}.", sum_of(rolled), rolled.needed)
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
        let times = if multiplier == 1 { String::new() } else { format!(", times {multiplier}") };
        let before = self.knobs.armour_before_multiplier && multiplier > 1;
        let less = if armour == 0 { String::new() } else { format!(", less Armour {armour}") };
        let steps = if before { format!("{less}{times}") } else { format!("{times}{less}") };
        let kind = if multiplier == 1 { "Damage" } else { "A critical hit: damage" };
        format!("{kind}{}{steps}: {damage}.", rolled_in_words(dice, faces))
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

    pub(super) fn narrate_injury_number(&self, who: usize, die: u32, faces: &[u32], injury: &Injury) -> String {
        let number =
            if faces.is_empty() { String::new() } else { format!(" by number {} of {die}", faces_in_words(faces)) };
        format!("{} is struck for an injury{number}: {}.", self.name(who), injury.name)
    }

    pub(super) fn narrate_arm(&self, who: usize, faces: &[u32], arm: Arm) -> String {
        let rolled = if faces.is_empty() { String::new() } else { format!(" (d4: {})", faces_in_words(faces)) };
        format!("It is {} of {}{rolled}.", arm.in_words(), self.name(who))
    }

    pub(super) fn narrate_injury(&self, who: usize, injury: &Injury, arm: Option<Arm>, left: &Body) -> String {
        let arm = arm.map_or(String::new(), |arm| format!(", {}", arm.in_words()));
        let score = |&score: &Score| format!("{} {}", score.word(), left.score(self.sheet(who), score));
        let scores = injury.scores.iter().map(score).collect::<Vec<_>>().join(", ");
        let scores = if scores.is_empty() { scores } else { format!("; left: {scores}, Wound Points {}", left.wounds) };
        format!("Injury of {}: {}{arm}{scores}.", self.name(who), injury.name)
    }

    pub(super) fn narrate_item(&self, who: usize, at: usize, target: usize) -> String {
        let (name, item) = (self.name(who), &self.names[who].items[at]);
        let target = if target == who { String::new() } else { format!(" on {}", self.name(target)) };
        format!("{name} uses {item}{target}.")
    }

    pub(super) fn narrate_restored(&self, who: usize, left: &Body) -> String {
        let Body { stress, wounds, .. } = left;
        format!("{} recovers to Stress {stress}, Wound Points {wounds}.", self.name(who))
    }

    pub(super) fn narrate_heal_check(&self, who: usize, patient: usize, rolled: Rolled<'_>) -> String {
        let end = if rolled.is_success { "it helps" } else { "in vain" };
        let (name, patient) = (self.name(who), self.name(patient));
        format!("{name} attends {patient}: {} against {}, {end}.", sum_of(rolled), rolled.needed)
    }

    pub(super) fn narrate_stabilised(&self, patient: usize) -> String {
        format!("{} is stabilised.", self.name(patient))
    }

    pub(super) fn narrate_intimidation(&self, who: usize, target: usize, faces: &[u32], bonus: i32) -> String {
        let rolled = Rolled { faces, bonus, needed: 0, is_success: true };
        format!("{} intimidates {}: {} to reach.", self.name(who), self.name(target), sum_of(rolled))
    }

    pub(super) fn narrate_strain(&self, who: usize, amount: i32, left: i32) -> String {
        format!("The strain costs {} {}, {left} left.", self.name(who), points(amount))
    }

    pub(super) fn narrate_bleeding(&self, who: usize, amount: i32, left: i32) -> String {
        format!("{} loses {} at the end of the round, {left} left.", self.name(who), points(amount))
    }

    /// The line for a combatant that has become a fighter, or is no longer one.
    pub(super) fn narrate_change(&self, who: usize, state: &State, is_paralysed: bool) -> String {
        let (name, wounds) = (self.name(who), state.bodies[who].wounds);
        match (state.fighters.contains(who), is_paralysed) {
            (true, _) => format!("{name} is in the fight again."),
            (false, true) => format!("{name} is down, paralysed."),
            (false, false) => format!("{name} is down at {wounds} Wound Points."),
        }
    }

    pub(super) fn narrate_winded(&self, who: usize, has_acted: bool) -> String {
        let end = if has_acted { "has acted, and must rest in the next round" } else { "has rested" };
        format!("{}, winded, {end}.", self.name(who))
    }

    pub(super) fn narrate_wavering(&self, who: usize, causes: [bool; 3]) -> String {
        let causes = ["a heavy hit", "numbers", "a threat"].into_iter().zip(causes).filter(|(_, is_cause)| *is_cause);
        let causes = causes.map(|(cause, _)| cause).collect::<Vec<_>>().join(", ");
        format!("{} has cause to waver: {causes}.", self.name(who))
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

pub(super) fn narrate_end(winner: Winner) -> String {
    match winner {
        Winner::Party => "The enemies have nobody left to fight: the party has won.",
        Winner::Enemies => "The party has nobody left to fight: the enemies have won.",
        Winner::Draw | Winner::Timeout => "Neither side has anybody left to fight.",
    }
    .to_owned()
}

pub(super) fn narrate_timeout() -> String {
    "The round limit is reached; both sides still fight.".to_owned()
}

pub(super) fn narrate_score_damage(dice: DiceExpr, faces: &[u32], damage: i32) -> String {
    format!("Damage to scores{}: {damage}.", rolled_in_words(dice, faces))
}

pub(super) fn narrate_remedy(dice: DiceExpr, faces: &[u32], restored: i32, what: &str) -> String {
    format!("It is good for {restored} {what}{}.", rolled_in_words(dice, faces))
}

impl Arm {
    const fn in_words(self) -> &'static str {
        match self {
            Self::Main => "the main arm",
            Self::Off => "the off arm",
        }
    }
}

/// The dice and faces of a number in words, such as ` (2d6+1: 3 + 4)`; empty for a number without dice.
fn rolled_in_words(dice: DiceExpr, faces: &[u32]) -> String {
    match (dice.count, faces.is_empty()) {
        (0, _) => String::new(),
        (_, true) => format!(" ({dice})"),
        (_, false) => format!(" ({dice}: {})", faces_in_words(faces)),
    }
}

/// A sum in words, such as `14 + 3 = 17`.
fn sum_of(rolled: Rolled<'_>) -> String {
    let Rolled { faces, bonus, .. } = rolled;
    if faces.is_empty() {
        return format!("a roll {bonus:+}");
    }
    let total = faces.iter().map(|&face| face as i32).sum::<i32>() + bonus;
    let sign = if bonus < 0 { '-' } else { '+' };
    format!("{} {sign} {} = {total}", faces_in_words(faces), bonus.abs())
}

/// Faces in words, such as `2 + 5`.
fn faces_in_words(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}

/// Wound Points in words, such as `1 Wound Point`.
fn points(wounds: i32) -> String {
    format!("{wounds} Wound Point{}", if wounds == 1 { "" } else { "s" })
}
