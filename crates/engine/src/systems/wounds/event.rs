//! Events of a fight, for replays.

mod parts;
mod view;

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use super::injury::Arm;
use super::strike::StrikeOf;
use super::words::AttackKind;
use crate::accounts::{self, Entry};
use crate::event::{Named, as_text};
use crate::outcome::Winner;
use crate::scenario::Word;

pub(super) use parts::{Deed, Faces, Left, Points, Present, Roll, ScoreLeft, Sum, TurnOnCount};
use parts::{list, points};
pub(super) use view::Applies;

/// Something that happened in a fight.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// The fight can begin: combatants on the field, and combatants that arrive later (WOUNDS-26 to WOUNDS-28).
    Opening { present: Vec<Present<'a>>, to_come: Vec<Named<'a>> },
    /// A roll of maximum Stress (WOUNDS-27).
    StressRoll { who: Named<'a>, constant: i32, faces: Faces, stress_max: i32 },
    /// All combatants in the order of their lots (WOUNDS-06).
    Lots { order: Vec<Named<'a>> },
    /// A roll of Base Initiative (WOUNDS-02).
    Initiative { who: Named<'a>, faces: Faces, base_initiative: i32 },
    /// The count on which a combatant will arrive (WOUNDS-16).
    ExpectedArrival { who: Named<'a>, count: i32, roll: Roll },
    /// A combatant comes onto the field (WOUNDS-16).
    Arrival { who: Named<'a>, position: i32 },
    /// A surprised combatant declares nothing (WOUNDS-01).
    Surprise { who: Named<'a> },
    /// A winded combatant declares nothing (WOUNDS-57).
    Rest { who: Named<'a> },
    /// A combatant declares nothing of its own accord (WOUNDS-15).
    Wait { who: Named<'a> },
    /// A declared turn (WOUNDS-08).
    Declaration {
        who: Named<'a>,
        action: Deed<'a>,
        /// `None` if targets are not fixed (WOUNDS-08).
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Named<'a>>,
        count: i16,
    },
    /// The turn of a late arrival is carried to a count of the next round (WOUNDS-17).
    CarriedTurn { who: Named<'a>, count: i16 },
    /// The turns on a count, in order.
    Count { count: i16, turns: Vec<TurnOnCount<'a>> },
    /// A move, or the part of it before a Reposte (WOUNDS-24).
    Move {
        who: Named<'a>,
        yards: u32,
        position: i32,
        crawls: bool,
        /// The opponent whose threat range the mover enters (WOUNDS-21).
        #[serde(skip_serializing_if = "Option::is_none")]
        enters_range_of: Option<Named<'a>>,
    },
    /// A skirmisher goes back (WOUNDS-70).
    Withdrawal { who: Named<'a>, yards: i32, position: i32 },
    /// A combatant cannot take its turn.
    LostTurn { who: Named<'a>, reason: &'static str },
    /// An action cannot be carried out.
    LostAction { who: Named<'a>, action: Deed<'a>, reason: &'static str },
    /// The price of an attack or a spell (WOUNDS-34, WOUNDS-35).
    Price {
        who: Named<'a>,
        mana: i32,
        mana_left: i32,
        stress: i32,
        stress_left: i32,
        #[serde(skip)]
        loss: Entry,
    },
    /// Full-Defense comes into force (WOUNDS-18).
    FullDefense { who: Named<'a> },
    /// A strike with an attack (WOUNDS-31).
    Strike {
        who: Named<'a>,
        target: Named<'a>,
        occasion: StrikeOf,
        attack: &'a str,
        #[serde(serialize_with = "as_word")]
        attack_kind: AttackKind,
        roll: Sum,
        /// The target's Defense.
        needed: i32,
        hits: bool,
        #[serde(skip)]
        critical: bool,
        #[serde(skip)]
        deed: accounts::Deed,
    },
    /// A spell that has been paid for (WOUNDS-36).
    Spell {
        who: Named<'a>,
        target: Named<'a>,
        spell: &'a str,
        roll: Sum,
        needed: i32,
        works: bool,
        #[serde(skip)]
        deed: accounts::Deed,
    },
    /// The damage of a hit or a spell (WOUNDS-30, WOUNDS-47). The multiplier is 1 unless the hit is a critical.
    Damage { roll: Roll, multiplier: i32, armour: i32, armour_before_multiplier: bool, damage: i32 },
    /// The Stress and Wound Points that a hit or a spell takes off (WOUNDS-32, WOUNDS-33).
    Harm {
        who: Named<'a>,
        by: Named<'a>,
        stress: i32,
        wounds: i32,
        left: Left,
        #[serde(skip)]
        losses: [Entry; 2],
    },
    /// A roll for whether a critical injures (WOUNDS-49).
    InjuryRoll { who: Named<'a>, chance: i32, faces: Faces, injured: bool, has_table: bool },
    /// A roll of an injury on its table (WOUNDS-50).
    InjuryNumber { who: Named<'a>, die: u32, faces: Faces, injury: &'a str },
    /// A roll of the injured arm (WOUNDS-54).
    ArmRoll { who: Named<'a>, faces: Faces, arm: Arm },
    /// The points that an injury takes off each of its scores (WOUNDS-53).
    ScoreDamage { roll: Roll, damage: i32 },
    /// An injury takes effect (WOUNDS-51).
    Injury {
        who: Named<'a>,
        injury: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        arm: Option<Arm>,
        /// The scores that the injury lowers.
        scores: Vec<ScoreLeft>,
        wounds_left: i32,
        #[serde(skip)]
        loss: Entry,
    },
    /// The use of an item (WOUNDS-37).
    Item {
        who: Named<'a>,
        item: &'a str,
        target: Named<'a>,
        #[serde(skip)]
        deed: accounts::Deed,
    },
    /// The points that an item restores (WOUNDS-37).
    Remedy { roll: Roll, points: Points, restored: i32 },
    /// An item takes effect (WOUNDS-37).
    Recovery {
        who: Named<'a>,
        left: Left,
        #[serde(skip)]
        gains: [Entry; 2],
    },
    /// A Heal check (WOUNDS-43).
    HealCheck {
        who: Named<'a>,
        target: Named<'a>,
        roll: Sum,
        needed: i32,
        helps: bool,
        #[serde(skip)]
        deed: accounts::Deed,
    },
    /// A Heal check takes effect (WOUNDS-44).
    Stabilised { who: Named<'a> },
    /// An Intimidation check: its total is the number that the target's morale check has to reach (WOUNDS-64).
    Intimidation {
        who: Named<'a>,
        target: Named<'a>,
        roll: Sum,
        #[serde(skip)]
        deed: accounts::Deed,
    },
    /// The price of an action at 0 Wound Points or below (WOUNDS-39).
    Strain {
        who: Named<'a>,
        wounds: i32,
        wounds_left: i32,
        #[serde(skip)]
        loss: Entry,
    },
    /// The loss of a Dying or suffocating combatant (WOUNDS-41, WOUNDS-58).
    Bleeding {
        who: Named<'a>,
        wounds: i32,
        wounds_left: i32,
        #[serde(skip)]
        loss: Entry,
    },
    /// A combatant is a fighter again.
    Return { who: Named<'a> },
    /// A combatant is a fighter no longer (WOUNDS-45, WOUNDS-59).
    Down { who: Named<'a>, paralysed: bool, wounds_left: i32 },
    /// A combatant dies (WOUNDS-42).
    Death {
        who: Named<'a>,
        #[serde(skip)]
        was_fighter: bool,
    },
    /// The end of the round of a winded combatant (WOUNDS-57).
    Winded { who: Named<'a>, must_rest: bool },
    /// The causes of a morale check (WOUNDS-61).
    Wavering { who: Named<'a>, heavy_hit: bool, outnumbered: bool, threatened: bool },
    /// A morale check that fails without a roll (WOUNDS-66).
    Despair { who: Named<'a> },
    /// A morale check (WOUNDS-65).
    MoraleCheck { who: Named<'a>, roll: Sum, needed: i32, holds: bool },
    /// A combatant leaves the field (WOUNDS-67, WOUNDS-68).
    Flight { who: Named<'a> },
    /// Fighters of both sides go down on the same count (WOUNDS-07).
    DoubleKnockout,
    /// The fight is decided (WOUNDS-68).
    End {
        #[serde(serialize_with = "as_text")]
        winner: Winner,
    },
    /// The round limit is reached (WOUNDS-69).
    Timeout,
    /// The party has won a leg of a day, and its Dying are tended (WOUNDS-72).
    Tending { patients: Vec<Named<'a>> },
    /// A combatant comes to the next fight of a day (WOUNDS-71, WOUNDS-74).
    Carries {
        who: Named<'a>,
        left: Left,
        /// Its maximum of Stress and of Wound Points.
        of: Left,
        mana: i32,
        of_mana: i32,
    },
    /// A combatant does not come to it (WOUNDS-76).
    StaysAway { who: Named<'a> },
}

impl crate::event::Event for Event<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        match *self {
            Self::Count { ref turns, .. } => {
                if let Some(first) = turns.first() {
                    post(Entry::Begins(first.who.side()));
                }
            }
            Self::Strike { deed, hits, critical, .. } => {
                post(Entry::Use(deed));
                if hits {
                    post(Entry::Hit(deed));
                }
                if critical {
                    post(Entry::Critical(deed));
                }
            }
            Self::Spell { deed, works: is_success, .. } | Self::HealCheck { deed, helps: is_success, .. } => {
                post(Entry::Use(deed));
                if is_success {
                    post(Entry::Hit(deed));
                }
            }
            Self::Item { deed, .. } => [Entry::Use(deed), Entry::Hit(deed)].into_iter().for_each(post),
            Self::Intimidation { deed, .. } => post(Entry::Use(deed)),
            Self::Harm { losses: entries, .. } | Self::Recovery { gains: entries, .. } => {
                entries.into_iter().for_each(post);
            }
            Self::Price { loss, .. }
            | Self::Injury { loss, .. }
            | Self::Strain { loss, .. }
            | Self::Bleeding { loss, .. } => post(loss),
            Self::Down { who, .. } | Self::Death { who, was_fighter: true } => post(Entry::Felled(who.who())),
            _ => {}
        }
    }
}

impl Display for Event<'_> {
    #[expect(clippy::too_many_lines, reason = "an arm for each kind of event")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening { present, to_come } => {
                f.write_str(if present.is_empty() { "Nobody is on the field" } else { "" })?;
                list(f, present, ", ")?;
                f.write_str(if to_come.is_empty() { "" } else { ". To come: " })?;
                list(f, to_come, ", ")?;
                f.write_str(".")
            }
            Self::StressRoll { who, constant, faces, stress_max } => {
                write!(f, "{who} rolls a maximum Stress of {stress_max}")?;
                if faces.0.is_empty() { f.write_str(".") } else { write!(f, " ({constant:+} and {faces}).") }
            }
            Self::Lots { order } => {
                f.write_str("Lots, where nothing else decides: ")?;
                list(f, order, ", ")?;
                f.write_str(".")
            }
            Self::Initiative { who, faces, base_initiative } => {
                write!(f, "Base Initiative of {who}: {base_initiative} (rolled {faces}).")
            }
            Self::ExpectedArrival { who, count, roll } => write!(f, "{who} will appear on count {count}{roll}."),
            Self::Arrival { who, position } => write!(f, "{who} comes onto the field at {position} yd."),
            Self::Surprise { who } => write!(f, "{who} is surprised and declares nothing."),
            Self::Rest { who } => write!(f, "{who} is winded and rests."),
            Self::Wait { who } => write!(f, "{who} waits."),
            Self::Declaration { who, action, target: None, count } => {
                write!(f, "{who} declares {action}, on count {count}.")
            }
            Self::Declaration { who, action, target: Some(target), count } => {
                write!(f, "{who} declares {action} at {target}, on count {count}.")
            }
            Self::CarriedTurn { who, count } => {
                write!(f, "{who} comes too late for its turn, which is carried to count {count} of the next round.")
            }
            Self::Count { count, turns } => {
                write!(f, "Count {count}: ")?;
                list(f, turns, "; ")?;
                f.write_str(".")
            }
            Self::Move { who, yards: 0, enters_range_of: Some(opponent), .. } => {
                write!(f, "{who} enters the threat range of {opponent} as well.")
            }
            Self::Move { who, yards, position, crawls, enters_range_of } => {
                write!(f, "{who} {} {yards} yd to {position} yd", if *crawls { "crawls" } else { "moves" })?;
                match enters_range_of {
                    Some(opponent) => write!(f, ", into the threat range of {opponent}."),
                    None => f.write_str("."),
                }
            }
            Self::Withdrawal { who, yards, position } => write!(f, "{who} goes back {yards} yd to {position} yd."),
            Self::LostTurn { who, reason } => write!(f, "{who} loses its turn: {reason}."),
            Self::LostAction { who, action, reason } => write!(f, "{who} cannot carry out {action}: {reason}."),
            Self::Price { who, mana, mana_left, stress, stress_left, .. } => {
                write!(f, "{who} pays ")?;
                if *mana > 0 {
                    write!(f, "{mana} mana ({mana_left} left)")?;
                }
                if *stress > 0 {
                    write!(f, "{}{stress} Stress ({stress_left} left)", if *mana > 0 { " and " } else { "" })?;
                }
                f.write_str(".")
            }
            Self::FullDefense { who } => write!(f, "{who} is in Full-Defense."),
            Self::Strike { who, target, occasion, attack, attack_kind, roll, needed, hits, .. } => {
                match (occasion, attack_kind) {
                    (StrikeOf::Reposte, _) => write!(f, "{who} answers {target} with {attack}"),
                    (StrikeOf::Entry, _) => {
                        write!(f, "{who} strikes at {target}, who enters its threat range, with {attack}")
                    }
                    (StrikeOf::Turn, AttackKind::Melee) => write!(f, "{who} strikes at {target} with {attack}"),
                    (StrikeOf::Turn, AttackKind::Ranged) => write!(f, "{who} shoots at {target} with {attack}"),
                    (StrikeOf::Turn, AttackKind::Thrown) => write!(f, "{who} throws {attack} at {target}"),
                }?;
                write!(f, ": {roll} against Defense {needed}, {}.", if *hits { "a hit" } else { "a miss" })
            }
            Self::Spell { who, target, spell, roll, needed, works, .. } => {
                let end = if *works { "it works" } else { "it fails" };
                write!(f, "{who} casts {spell} at {target}: {roll} against {needed}, {end}.")
            }
            Self::Damage { roll, multiplier, armour, armour_before_multiplier, damage } => {
                let times = if *multiplier == 1 { String::new() } else { format!(", times {multiplier}") };
                let less = if *armour == 0 { String::new() } else { format!(", less Armour {armour}") };
                let steps = if *armour_before_multiplier { [less, times] } else { [times, less] }.concat();
                let kind = if *multiplier == 1 { "Damage" } else { "A critical hit: damage" };
                write!(f, "{kind}{roll}{steps}: {damage}.")
            }
            Self::Harm { who, by, stress, wounds, left, .. } => {
                let lost = match (stress, wounds) {
                    (0, 0) => "nothing".to_owned(),
                    (stress, 0) => format!("{stress} Stress"),
                    (0, wounds) => points(*wounds),
                    (stress, wounds) => format!("{stress} Stress and {}", points(*wounds)),
                };
                write!(f, "{who} loses {lost} to {by}; left: {left}.")
            }
            Self::InjuryRoll { who, chance, faces, injured, has_table } => {
                let rolled = if faces.0.is_empty() { "the roll".to_owned() } else { faces.to_string() };
                let end = match (injured, has_table) {
                    (true, true) => "an injury",
                    (true, false) => "an injury, without effect in the fight",
                    (false, _) => "none",
                };
                write!(f, "Injury of {who} at {chance} or less: {rolled}, {end}.")
            }
            Self::InjuryNumber { who, die, faces, injury } => {
                let number = if faces.0.is_empty() { String::new() } else { format!(" by number {faces} of {die}") };
                write!(f, "{who} is struck for an injury{number}: {injury}.")
            }
            Self::ArmRoll { who, faces, arm } => {
                let rolled = if faces.0.is_empty() { String::new() } else { format!(" (d4: {faces})") };
                write!(f, "It is {arm} of {who}{rolled}.")
            }
            Self::ScoreDamage { roll, damage } => write!(f, "Damage to scores{roll}: {damage}."),
            Self::Injury { who, injury, arm, scores, wounds_left, .. } => {
                write!(f, "Injury of {who}: {injury}")?;
                if let Some(arm) = arm {
                    write!(f, ", {arm}")?;
                }
                if !scores.is_empty() {
                    f.write_str("; left: ")?;
                    list(f, scores, ", ")?;
                    write!(f, ", Wound Points {wounds_left}")?;
                }
                f.write_str(".")
            }
            Self::Item { who, item, target, .. } if who.who() == target.who() => write!(f, "{who} uses {item}."),
            Self::Item { who, item, target, .. } => write!(f, "{who} uses {item} on {target}."),
            Self::Remedy { roll, points, restored } => write!(f, "It is good for {restored} {points}{roll}."),
            Self::Recovery { who, left, .. } => write!(f, "{who} recovers to {left}."),
            Self::HealCheck { who, target, roll, needed, helps, .. } => {
                let end = if *helps { "it helps" } else { "in vain" };
                write!(f, "{who} attends {target}: {roll} against {needed}, {end}.")
            }
            Self::Stabilised { who } => write!(f, "{who} is stabilised."),
            Self::Intimidation { who, target, roll, .. } => write!(f, "{who} intimidates {target}: {roll} to reach."),
            Self::Strain { who, wounds, wounds_left, .. } => {
                write!(f, "The strain costs {who} {}, {wounds_left} left.", points(*wounds))
            }
            Self::Bleeding { who, wounds, wounds_left, .. } => {
                write!(f, "{who} loses {} at the end of the round, {wounds_left} left.", points(*wounds))
            }
            Self::Return { who } => write!(f, "{who} is in the fight again."),
            Self::Down { who, paralysed: true, .. } => write!(f, "{who} is down, paralysed."),
            Self::Down { who, wounds_left, .. } => write!(f, "{who} is down at {wounds_left} Wound Points."),
            Self::Death { who, .. } => write!(f, "{who} dies."),
            Self::Winded { who, must_rest: true } => {
                write!(f, "{who}, winded, has acted, and must rest in the next round.")
            }
            Self::Winded { who, must_rest: false } => write!(f, "{who}, winded, has rested."),
            Self::Wavering { who, heavy_hit, outnumbered, threatened } => {
                let causes = [(heavy_hit, "a heavy hit"), (outnumbered, "numbers"), (threatened, "a threat")];
                let causes: Vec<_> = causes.iter().filter(|(is_cause, _)| **is_cause).map(|(_, cause)| cause).collect();
                write!(f, "{who} has cause to waver: ")?;
                list(f, &causes, ", ")?;
                f.write_str(".")
            }
            Self::Despair { who } => write!(f, "{who} sees that all is lost."),
            Self::MoraleCheck { who, roll, needed, holds } => {
                let end = if *holds { "it holds" } else { "it breaks" };
                write!(f, "{who} tests its morale: {roll} against {needed}, {end}.")
            }
            Self::Flight { who } => write!(f, "{who} leaves the fight."),
            Self::DoubleKnockout => f.write_str("Fighters of both sides go down on the same count."),
            Self::End { winner } => f.write_str(match winner {
                Winner::Party => "The enemies have nobody left to fight: the party has won.",
                Winner::Enemies => "The party has nobody left to fight: the enemies have won.",
                Winner::Draw | Winner::Timeout => "Neither side has anybody left to fight.",
            }),
            Self::Timeout => f.write_str("The round limit is reached; both sides still fight."),
            Self::Tending { patients } => {
                f.write_str("The fight is over; the Dying are left: ")?;
                list(f, patients, ", ")?;
                f.write_str(".")
            }
            Self::Carries { who, left, of, mana, of_mana } => {
                write!(f, "{who} begins with {}", left.of_most(of))?;
                if *of_mana > 0 { write!(f, ", mana {mana} of {of_mana}.") } else { f.write_str(".") }
            }
            Self::StaysAway { who } => write!(f, "{who} stays away."),
        }
    }
}

fn as_word<S: Serializer>(word: &impl Word, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word.word())
}
