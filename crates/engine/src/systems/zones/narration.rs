//! A fight in words, for replays.

use super::ailment::{Ailment, Source};
use super::attack::Attempt;
use super::field::ZoneId;
use super::movement::Destination;
use super::resolve::Edge;
use super::verdict::Verdict;
use super::words::AttackKind;
use super::{Damage, Tester, Zones};
use crate::outcome::{EndState, Side};
use crate::skirmish::{Group, Lots, TurnOrder};

impl Zones {
    fn name(&self, who: usize) -> &str {
        &self.outline.combatants[who].name
    }

    fn zone_name(&self, zone: ZoneId) -> &str {
        &self.field.zone(zone).name
    }

    pub(super) fn narrate_positions(&self) -> String {
        let zones =
            (0..self.field.len() as ZoneId).filter(|&zone| !self.opening.occupants[usize::from(zone)].is_empty());
        let listed_by_zone = zones.map(|zone| {
            let names: Vec<&str> = self.opening.occupants[usize::from(zone)].iter().map(|who| self.name(who)).collect();
            format!("{}: {}", self.zone_name(zone), names.join(", "))
        });
        listed_by_zone.collect::<Vec<_>>().join("; ") + "."
    }

    /// The line for the Reaction roll of the Creatures `concerned`.
    pub(super) fn narrate_reaction(&self, concerned: Group, faces: &[u32], fights: bool) -> String {
        let (attitude, roll) = (attitude_of(faces), listed(faces));
        if concerned == self.sides.members(Side::Enemies) {
            let end = if fights { "it comes to a fight" } else { "no fight breaks out" };
            return format!("The enemies' reaction is {roll}: {attitude}, {end}.");
        }
        let names: Vec<&str> = concerned.iter().map(|who| self.name(who)).collect();
        let end = match (fights, names.len()) {
            (true, 1) => "fights",
            (true, _) => "fight",
            (false, 1) => "stands aside",
            (false, _) => "stand aside",
        };
        let names = names.join(", ");
        format!("Reaction of {names}, {roll}: {attitude}; {names} {end}.")
    }

    pub(super) fn narrate_beginning(&self, faces: &[u32], begins: Side) -> String {
        let limit = self.knobs.enemies_begin_max;
        format!("Initiative d6 {} (enemies up to {limit}): the {begins} {}.", listed(faces), begin(begins))
    }

    pub(super) fn narrate_order(&self, order: &TurnOrder) -> String {
        let names: Vec<&str> = order.iter().map(|who| self.name(who)).collect();
        format!("Order of the party: {}.", names.join(", "))
    }

    /// The line for the lots, listed side by side, since lots are never compared across sides.
    pub(super) fn narrate_lots(&self, lots: &Lots) -> String {
        let names = Side::ALL.map(|side| {
            let members = lots.iter().filter(|&who| self.sides.side(who) == side);
            members.map(|who| self.name(who)).collect::<Vec<_>>().join(", ")
        });
        format!("Lots, where nothing else decides: {}.", names.join("; "))
    }

    pub(super) fn narrate_lost_turn(&self, who: usize) -> String {
        format!("{} cannot act.", self.name(who))
    }

    pub(super) fn narrate_retreat(&self, who: usize) -> String {
        format!("{} retreats from now on.", self.name(who))
    }

    pub(super) fn narrate_disengaging(&self, who: usize) -> String {
        format!("{} disengages.", self.name(who))
    }

    pub(super) fn narrate_move(&self, who: usize, to: Destination) -> String {
        match to {
            Destination::Zone(zone) => format!("{} moves to {}.", self.name(who), self.zone_name(zone)),
            Destination::Outside => format!("{} leaves the battlefield.", self.name(who)),
        }
    }

    pub(super) fn narrate_push(&self, who: usize, zone: ZoneId) -> String {
        format!("{} is pushed to {}.", self.name(who), self.zone_name(zone))
    }

    pub(super) fn narrate_out(&self, who: usize, end: EndState) -> String {
        match end {
            EndState::Dead => format!("{} dies.", self.name(who)),
            EndState::Down => format!("{} goes down.", self.name(who)),
            EndState::Fled | EndState::Standing => format!("{} is out of the fight.", self.name(who)),
        }
    }

    pub(super) fn narrate_ongoing(&self, who: usize, lost: i16, left: i16) -> String {
        format!("{} loses {lost} HP to Ongoing Damage, {left} left.", self.name(who))
    }

    pub(super) fn narrate_ailment(&self, who: usize, ailment: Ailment) -> String {
        match ailment {
            Ailment::Ongoing => format!("{} suffers Ongoing Damage.", self.name(who)),
            hinderance => format!("{} is {}.", self.name(who), hinderance.name()),
        }
    }

    /// The line for the Test of an attack: attacker, weapon, dice and result. `test` is `None` if nothing was rolled.
    pub(super) fn narrate_attack(
        &self,
        attempt: Attempt,
        test: Option<Edge>,
        faces: &[u32],
        verdict: Verdict,
    ) -> String {
        let Attempt { who, index, target, is_free, .. } = attempt;
        let attack = &self.sheet(who).attacks[index];
        let verb = match (attack.kind, is_free) {
            (_, true) => "strikes freely at",
            (AttackKind::Melee, _) => "strikes at",
            (AttackKind::Ranged, _) => "shoots at",
            (AttackKind::Spell, _) => "casts at",
            (AttackKind::Stunt, _) => "tries",
        };
        let name = &self.names.attacks[who][index];
        let deed = if attack.kind == AttackKind::Stunt {
            format!("{} {verb} {name} on {}", self.name(who), self.name(target))
        } else {
            format!("{} {verb} {} with {name}", self.name(who), self.name(target))
        };
        let Some(edge) = test else { return format!("{deed}, who cannot avoid it.") };
        let (bonus, difficulty) = attack.odds(self.sheet(target));
        let test = narrated_test(edge, faces, bonus, difficulty);
        match attack.tester {
            Tester::Attacker { .. } => {
                let end = match (verdict.hits(), verdict.is_multiplied(), verdict.is_marked()) {
                    (true, true, _) => "a critical hit",
                    (true, false, true) => "a hit; the weapon is marked",
                    (true, false, false) => "a success",
                    (false, _, true) => "a miss; the weapon is marked",
                    (false, _, false) => "a miss",
                };
                let end = if end == "a success" && attack.is_strike { "a hit" } else { end };
                format!("{deed}: {test}, {end}.")
            }
            Tester::Target { attribute } => {
                let end = match (verdict.hits(), verdict.is_multiplied()) {
                    (true, true) => "hit badly",
                    (true, false) => "hit",
                    (false, _) => "avoided",
                };
                let attribute = &self.names.attributes[usize::from(attribute)];
                format!("{deed}, {} avoids with {attribute}: {test}, {end}.", self.name(target))
            }
        }
    }

    pub(super) fn narrate_damage(
        &self,
        target: usize,
        damage: &Damage,
        is_multiplied: bool,
        faces: &[u32],
        lost: i32,
        left: i32,
    ) -> String {
        let mut dice = damage.main.dice.to_string();
        if let Some(off_hand) = &damage.off_hand {
            dice = format!("the higher of {dice} and {}", off_hand.dice);
        }
        let rolled = if faces.is_empty() { String::new() } else { format!(": {}", listed(faces)) };
        let times = if is_multiplied { narrated_multiplier(damage) } else { String::new() };
        format!("{} loses {lost} HP ({dice}{rolled}{times}), {left} left.", self.name(target))
    }

    pub(super) fn narrate_broken(&self, who: usize, index: usize) -> String {
        let goes_on = self.sheet(who).attacks[index].off_hand_alone.is_some();
        let weapon = if goes_on { "the main weapon of " } else { "" };
        format!("{} breaks {weapon}{}.", self.name(who), self.names.attacks[who][index])
    }

    pub(super) fn narrate_retrieval(&self, who: usize, what: &str) -> String {
        format!("{} gets out {what}.", self.name(who))
    }

    pub(super) fn narrate_item(
        &self,
        who: usize,
        index: usize,
        patient: usize,
        faces: &[u32],
        healed: i32,
        hp: i16,
    ) -> String {
        let item = &self.names.items[who][index];
        let on = if who == patient { String::new() } else { format!(" on {}", self.name(patient)) };
        let dice = self.sheet(who).items[index].heal;
        let rolled = if faces.is_empty() { String::new() } else { format!(": {}", listed(faces)) };
        format!("{} uses {item}{on}: {healed} HP back ({dice}{rolled}), {hp} now.", self.name(who))
    }

    pub(super) fn narrate_hazard(&self, who: usize, zone: ZoneId, faces: &[u32], passes: bool) -> String {
        let Some(hazard) = &self.field.zone(zone).hazard else { return String::new() };
        let test = self.narrate_test(who, hazard.test, hazard.difficulty, faces);
        let end = if passes { "unharmed" } else { "it strikes" };
        format!("{} meets the hazard of {}: {test}, {end}.", self.name(who), self.zone_name(zone))
    }

    pub(super) fn narrate_recovery(
        &self,
        who: usize,
        ailment: Ailment,
        source: Source,
        faces: &[u32],
        passes: bool,
    ) -> String {
        let test = self.narrate_test(who, source.test, source.difficulty, faces);
        let end = if passes { "it ends" } else { "it lasts" };
        format!("{} resists {}: {test}, {end}.", self.name(who), ailment.name())
    }

    pub(super) fn narrate_morale(&self, who: usize, faces: &[u32], passes: bool) -> String {
        let difficulty = self.knobs.morale.difficulty;
        let test = narrated_test(edge_of(faces), faces, self.sheet(who).skill, difficulty);
        let end = if passes { "stands firm" } else { "breaks" };
        format!("{} tests morale: {test}, {end}.", self.name(who))
    }

    /// The words for a Test that is no attack: its attribute and its dice.
    fn narrate_test(&self, who: usize, attribute: u8, difficulty: i16, faces: &[u32]) -> String {
        let bonus = self.sheet(who).bonuses[usize::from(attribute)];
        let name = match self.sides.side(who) {
            Side::Party => self.names.attributes[usize::from(attribute)].as_str(),
            Side::Enemies => "skill",
        };
        format!("{name} {}", narrated_test(edge_of(faces), faces, bonus, difficulty))
    }
}

/// The name of the result of a Reaction roll, a d10 (ZONES-49).
fn attitude_of(faces: &[u32]) -> &'static str {
    match faces.last() {
        None | Some(1) => "Hostile",
        Some(2 | 3) => "Wary",
        Some(4..=7) => "Curious",
        Some(8 | 9) => "Kind",
        Some(_) => "Helpful",
    }
}

pub(super) fn narrate_peace() -> String {
    "No fight breaks out.".to_owned()
}

pub(super) fn narrate_timeout() -> String {
    "The Rounds are over, and nobody has won.".to_owned()
}

pub(super) fn narrate_surprise(side: Side) -> String {
    format!(
        "The {side} {} surprised and has no turn in this round.",
        if side == Side::Party { "is" } else { "side is" }
    )
}

/// The edge of a Test that is no attack: such Tests can have Disadvantage, but no Advantage.
fn edge_of(faces: &[u32]) -> Edge {
    Edge::new(false, faces.len() > 1)
}

fn begin(side: Side) -> &'static str {
    match side {
        Side::Party => "begins",
        Side::Enemies => "begin",
    }
}

/// A Test in words, such as `14 + 3 = 17 against DR 12`; with both dice if two were rolled.
fn narrated_test(edge: Edge, faces: &[u32], bonus: i16, difficulty: i16) -> String {
    let natural = match edge {
        Edge::Advantage => faces.iter().max(),
        Edge::None | Edge::Disadvantage => faces.iter().min(),
    };
    let natural = natural.map_or(0, |&face| i32::from(face as i16));
    let both = match (edge, faces) {
        (Edge::Advantage, [first, second]) => format!("higher of {first} and {second}, "),
        (Edge::Disadvantage, [first, second]) => format!("lower of {first} and {second}, "),
        _ => String::new(),
    };
    let sign = if bonus < 0 { '-' } else { '+' };
    format!("{both}{natural} {sign} {} = {} against DR {difficulty}", bonus.abs(), natural + i32::from(bonus))
}

/// The multiplier of a damage roll after a natural 20 or 1: of all of the roll, or of its dice alone (ZONES-26,
/// ZONES-27).
fn narrated_multiplier(damage: &Damage) -> String {
    let mut rolls = std::iter::once(&damage.main).chain(&damage.off_hand);
    let are_dice_alone = rolls.any(|roll| roll.dice.plus != 0 && roll.pluses[0] == roll.pluses[1]);
    match (damage.main.factors[1], are_dice_alone) {
        (1, _) => String::new(),
        (multiplier, true) => format!(", dice times {multiplier}"),
        (multiplier, false) => format!(", times {multiplier}"),
    }
}

/// Faces as `4, 5`.
fn listed(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
