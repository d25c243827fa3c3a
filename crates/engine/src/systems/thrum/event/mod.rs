//! Events of a fight, for replays. [`Event`] has a variant for each thing that happens. The files beside it hold facts that several
//! variants share, and constructors for events whose facts have to be gathered.

mod constructors;
mod facts;

use std::fmt::{self, Display};

use serde::Serialize;

use crate::accounts::{Deed, Entry};
use crate::event::Named;
use facts::{Defeat, Loss, Shape, Spot, Stacks, joined};
pub(super) use facts::{Loads, Rolled, Term};

use super::roll::Outcome;

/// Something that happened in a fight.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// A combatant comes to a leg of a day, with the Tolerances that it has left of those of its sheet (THRUM-66 to THRUM-68).
    Carries {
        who: Named<'a>,
        fatigue_tolerance: i32,
        stress_tolerance: i32,
        /// Its most Fatigue Tolerance, and its most Stress Tolerance.
        of: [i32; 2],
        wounds: u8,
        downtimes: i32,
    },
    /// A combatant does not come to it (THRUM-69).
    StaysAway { who: Named<'a> },
    /// An Initiative roll (THRUM-04).
    Initiative { who: Named<'a>, roll: Rolled },
    /// The order of all combatants for choices that nothing else decides (THRUM-04, THRUM-26).
    Lots { order: Vec<Named<'a>> },
    /// A combatant is put on the map in the set-up (THRUM-03, THRUM-07).
    Start { who: Named<'a>, square: Spot },
    /// The set-up is over (THRUM-07).
    Order { order: Vec<Named<'a>>, to_come: Vec<Named<'a>> },
    /// A combatant comes onto the map in a later round (THRUM-65).
    Arrival { who: Named<'a>, square: Spot },
    /// No square is free for a combatant that should arrive (THRUM-65).
    NoRoom { who: Named<'a> },
    /// A turn is put off until after that of somebody else (THRUM-06).
    Delay { who: Named<'a>, after: Named<'a> },
    /// A turn begins (THRUM-09).
    Turn { who: Named<'a>, square: Spot, incapacitated: bool, loads: Loads },
    /// A turn ends, with the stacks that are left (THRUM-13).
    EndOfTurn { who: Named<'a>, ended: Vec<Term>, left: Stacks },
    /// The parts of a turn that are left to a Stunned combatant (THRUM-63).
    Stunned { who: Named<'a>, moves: bool, acts: bool },

    /// An Immobilized combatant has no use for its Move (THRUM-60).
    Immobilized { who: Named<'a> },
    /// Steps on foot (THRUM-18).
    Walk { who: Named<'a>, by_way_of: Vec<Spot>, to: Spot },
    /// A teleport (THRUM-24).
    Teleport { who: Named<'a>, to: Spot },
    /// A walk ended on the square of an ally (THRUM-19).
    PutBack { who: Named<'a>, to: Spot },
    /// A step of a Disoriented combatant turns by so many eighths of a circle, clockwise if positive (THRUM-61).
    Stray { who: Named<'a>, faces: Vec<u32>, eighths: i32 },
    /// A roll for going down 2 or more levels, which has to be above a number (THRUM-22).
    Drop {
        who: Named<'a>,
        levels: i32,
        roll: Rolled,
        against: i32,
        /// The roll of the environment; `None` if the number is fixed.
        #[serde(skip_serializing_if = "Option::is_none")]
        environment: Option<Rolled>,
        lands: bool,
    },
    /// A push or a pull by one square (THRUM-25).
    Shove { who: Named<'a>, to: Spot },

    /// A Dash (THRUM-12).
    Dash { who: Named<'a> },
    /// A turn without an Action (THRUM-10).
    NoAction { who: Named<'a> },
    /// The Action that takes off loads or statuses (THRUM-12).
    Recover {
        who: Named<'a>,
        from: Vec<Term>,
        loads: Loads,
        #[serde(skip)]
        deed: Deed,
        #[serde(skip)]
        gains: [Entry; 2],
    },
    /// The use of an ability (THRUM-45).
    Use {
        who: Named<'a>,
        ability: &'a str,
        targets: Vec<Named<'a>>,
        /// `None` if the targets are aimed at one by one.
        #[serde(skip_serializing_if = "Option::is_none")]
        shape: Option<Shape>,
        overexerted: bool,
        #[serde(skip)]
        deed: Deed,
        #[serde(skip)]
        is_attack: bool,
    },
    /// An attack on one target, and its defence (THRUM-34, THRUM-35).
    Attack {
        who: Named<'a>,
        target: Named<'a>,
        roll: Rolled,
        defence: Term,
        defence_roll: Rolled,
        outcome: Outcome,
        hits: bool,
        #[serde(skip)]
        deed: Deed,
    },
    /// An attack that needs no roll (THRUM-51).
    AttackOnFallen {
        who: Named<'a>,
        target: Named<'a>,
        hits: bool,
        #[serde(skip)]
        deed: Deed,
    },
    /// A trigger has made an attack impossible (THRUM-43).
    Thwarted { who: Named<'a>, target: Named<'a> },
    /// A stack of Mark is used up (THRUM-58).
    Mark { target: Named<'a>, fatigue: u32, left: u32 },
    /// A defence by Evasion adds a stack of Vulnerable (THRUM-37).
    Opened { who: Named<'a>, vulnerable: u32 },
    /// A trigger is used (THRUM-43).
    Trigger {
        who: Named<'a>,
        enemy: Named<'a>,
        stance: &'a str,
        ends: bool,
        #[serde(skip)]
        deed: Deed,
    },
    /// A Stance is taken (THRUM-11).
    Stance { who: Named<'a>, stance: &'a str },
    /// A fall ends a Stance (THRUM-51).
    EndOfStance { who: Named<'a>, stance: &'a str },
    /// A combatant gets a Buff (THRUM-42).
    Buff { who: Named<'a>, buff: &'a str },
    /// A combatant that has a Buff declines another one (THRUM-42).
    BuffDeclined { who: Named<'a> },
    /// A Buff ends (THRUM-42).
    EndOfBuff { who: Named<'a> },
    /// A Terrain Effect affects a combatant (THRUM-41).
    Terrain { who: Named<'a>, terrain: &'a str, maker: Named<'a> },

    /// Fatigue or Stress is taken, of which some for being Vulnerable (THRUM-46).
    Damage {
        who: Named<'a>,
        load: Term,
        damage: i32,
        vulnerable: u32,
        loads: Loads,
        #[serde(skip)]
        harm: Entry,
    },
    /// Fatigue or Stress is reduced to nothing (THRUM-46).
    NoDamage { who: Named<'a>, load: Term },
    /// Stacks and conditions are added (THRUM-45).
    Affliction {
        who: Named<'a>,
        stacks: Stacks,
        marks: u32,
        conditions: Vec<Term>,
        /// The begin of a Burning.
        #[serde(skip)]
        lasting: Option<Entry>,
    },
    /// A combatant becomes Dazed by its own attack or its drop (THRUM-22, THRUM-57).
    Dazed { who: Named<'a> },
    /// Burning is about to deal its Fatigue (THRUM-57).
    Burning { who: Named<'a> },
    /// Dazed, Disoriented or Hidden ends (THRUM-59, THRUM-61, THRUM-62).
    EndOfCondition { who: Named<'a>, condition: Term },
    /// Loads, statuses and conditions are taken off (THRUM-45).
    Relief {
        who: Named<'a>,
        ended: Vec<Term>,
        loads: Loads,
        #[serde(skip)]
        gains: [Entry; 2],
    },
    /// A Panic Roll or an Incapacity Roll, which has to be above a Load (THRUM-48, THRUM-50).
    Save { who: Named<'a>, save: Term, roll: Rolled, against: i32, holds: bool },
    /// A Panic Roll has failed (THRUM-48).
    Panic {
        who: Named<'a>,
        loads: Loads,
        #[serde(skip)]
        changes: [Entry; 2],
    },
    /// A combatant becomes Incapacitated (THRUM-51).
    Fall {
        who: Named<'a>,
        loads: Loads,
        #[serde(skip)]
        gain: Entry,
    },
    /// The upkeep at the end of the turn of an Incapacitated combatant (THRUM-52).
    Upkeep {
        who: Named<'a>,
        loads: Loads,
        #[serde(skip)]
        gain: Entry,
    },
    /// A Wound is taken (THRUM-53).
    Wound { who: Named<'a>, wounds: u8, wounds_to_remove: u8 },
    /// A combatant has enough Wounds to be removed (THRUM-53).
    Removal {
        who: Named<'a>,
        #[serde(skip)]
        gain: Entry,
    },
    /// Somebody else's ability ends an Incapacity (THRUM-54).
    Revival { who: Named<'a> },
    /// A Fatigue Load of 0 ends an Incapacity (THRUM-54).
    Awakening { who: Named<'a> },

    /// The fight is decided (THRUM-14, THRUM-15, THRUM-64).
    End { defeats: Vec<Defeat> },
    /// Combat is over: loads are gone, and losses of tolerance stay (THRUM-16, THRUM-55).
    Aftermath { timeout: bool, losses: Vec<Loss<'a>> },
}

impl crate::event::Event for Event<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        match *self {
            Self::Order { ref order, .. } => {
                if let Some(first) = order.first() {
                    post(Entry::Begins(first.side()));
                }
            }
            Self::Attack { deed, hits, outcome, .. } => {
                post(Entry::Use(deed));
                if hits {
                    post(Entry::Hit(deed));
                }
                if outcome == Outcome::Critical {
                    post(Entry::Critical(deed));
                }
            }
            Self::Use { deed, is_attack: false, .. }
            | Self::AttackOnFallen { deed, .. }
            | Self::Trigger { deed, .. } => [Entry::Use(deed), Entry::Hit(deed)].into_iter().for_each(post),
            Self::Recover { deed, gains, .. } => {
                [Entry::Use(deed), Entry::Hit(deed)].into_iter().chain(gains).for_each(post);
            }
            Self::Affliction { lasting: Some(entry), .. }
            | Self::Damage { harm: entry, .. }
            | Self::Upkeep { gain: entry, .. }
            | Self::Removal { gain: entry, .. } => post(entry),
            Self::Relief { gains: entries, .. } | Self::Panic { changes: entries, .. } => {
                entries.into_iter().for_each(post);
            }
            Self::Fall { who, gain, .. } => [gain, Entry::Felled(who.who())].into_iter().for_each(post),
            _ => {}
        }
    }
}

impl Display for Event<'_> {
    #[expect(clippy::too_many_lines, reason = "an arm for each variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Carries { who, fatigue_tolerance, stress_tolerance, of: [fatigue, stress], wounds, downtimes } => {
                let after = after(*downtimes);
                let wounds = if *wounds > 0 { format!(", Wounds {wounds}") } else { String::new() };
                write!(
                    f,
                    "{who} begins with Fatigue Tolerance {fatigue_tolerance} of {fatigue}, Stress Tolerance \
                     {stress_tolerance} of {stress}{wounds}{after}."
                )
            }
            Self::StaysAway { who } => write!(f, "{who} stays away."),
            Self::Initiative { who, roll } => write!(f, "Initiative of {who}: {roll}."),
            Self::Lots { order } => write!(f, "Lots, where nothing else decides: {}.", joined(order, ", ")),
            Self::Start { who, square } => write!(f, "{who} starts at {square}."),
            Self::Order { order, to_come } => {
                write!(f, "The order of turns: {}.", joined(order, ", "))?;
                if to_come.is_empty() { Ok(()) } else { write!(f, " To come: {}.", joined(to_come, ", ")) }
            }
            Self::Arrival { who, square } => write!(f, "{who} comes onto the map at {square}."),
            Self::NoRoom { who } => {
                write!(f, "There is no square for {who} to come to; it tries again in the next Round.")
            }
            Self::Delay { who, after } => write!(f, "{who} Delays its turn until after {after}."),
            Self::Turn { who, square, incapacitated, loads } => {
                write!(f, "{who} at {square}{}: {loads}.", if *incapacitated { ", Incapacitated" } else { "" })
            }
            Self::EndOfTurn { who, ended, left } => {
                let left = left.iter().map(|(status, stacks)| format!("{status} {stacks}"));
                let (ended, left) = (headed(", and with it ", ended), headed("; left: ", left));
                write!(f, "{who}'s turn ends{ended}{left}.")
            }
            Self::Stunned { who, moves, acts } => {
                let left = match (moves, acts) {
                    (false, false) => "neither moves nor acts",
                    (true, false) => "can only move",
                    _ => "can only act",
                };
                write!(f, "{who} is Stunned and {left}.")
            }
            Self::Immobilized { who } => write!(f, "{who} is Immobilized and cannot walk."),
            Self::Walk { who, by_way_of, to } => {
                let way = if by_way_of.is_empty() { "" } else { " by way of " };
                write!(f, "{who} moves to {to}{way}{}.", joined(by_way_of, " "))
            }
            Self::Teleport { who, to } => write!(f, "{who} teleports to {to}."),
            Self::PutBack { who, to } => write!(f, "{who} cannot stay on the square of an ally and is back at {to}."),
            Self::Stray { who, faces, eighths } => {
                write!(f, "{who} is Disoriented: {} ({}), ", faces.iter().sum::<u32>(), joined(faces, " "))?;
                match eighths {
                    0 => f.write_str("it goes where it means to."),
                    1.. => write!(f, "its way turns by {eighths} eighths clockwise."),
                    _ => write!(f, "its way turns by {} eighths counter-clockwise.", -eighths),
                }
            }
            Self::Drop { who, levels, roll, against, environment, lands } => {
                write!(f, "{who} drops {levels} levels: {roll} against ")?;
                match environment {
                    Some(environment) => environment.fmt(f)?,
                    None => against.fmt(f)?,
                }
                f.write_str(if *lands { ", it lands safely." } else { ", it lands badly and is Slowed." })
            }
            Self::Shove { who, to } => write!(f, "{who} is moved to {to}."),
            Self::Dash { who } => write!(f, "{who} Dashes."),
            Self::NoAction { who } => write!(f, "{who} takes no Action."),
            Self::Recover { who, from, loads, .. } => {
                write!(f, "{who} Recovers from {}; {loads}.", joined(from, " and "))
            }
            Self::Use { who, ability, targets, shape, overexerted, .. } => {
                write!(f, "{who} uses {ability}{}", headed(" on ", targets))?;
                if let Some(shape) = shape {
                    write!(f, "{}{shape}", if targets.is_empty() { " on " } else { " in " })?;
                }
                f.write_str(if *overexerted { ", Overexerting itself." } else { "." })
            }
            Self::Attack { who, target, roll, defence, defence_roll, outcome, .. } => {
                write!(f, "{who} attacks {target}: {roll} against {defence} {defence_roll}: {outcome}.")
            }
            Self::AttackOnFallen { who, target, .. } => {
                write!(f, "{who} attacks {target}, who is Incapacitated: a success without a roll.")
            }
            Self::Thwarted { who, target } => write!(f, "The attack of {who} on {target} comes to nothing."),
            Self::Mark { target, fatigue, left } => {
                write!(f, "A Mark of {target} is used up for {fatigue} more Fatigue, {left} left.")
            }
            Self::Opened { who, vulnerable } => write!(f, "{who} is Vulnerable ({vulnerable}) for its Evasion."),
            Self::Trigger { who, enemy, stance, ends, .. } => {
                write!(f, "{who} answers {enemy} by its Stance {stance}{}.", if *ends { ", which ends" } else { "" })
            }
            Self::Stance { who, stance } => write!(f, "{who} takes the Stance {stance}."),
            Self::EndOfStance { who, stance } => write!(f, "The Stance {stance} of {who} ends."),
            Self::Buff { who, buff } => write!(f, "{who} has the Buff {buff}."),
            Self::BuffDeclined { who } => write!(f, "{who} has a Buff and declines another one."),
            Self::EndOfBuff { who } => write!(f, "The Buff of {who} ends."),
            Self::Terrain { who, terrain, maker } => write!(f, "{who} is in the {terrain} of {maker}."),
            Self::Damage { who, load, damage, vulnerable, loads, .. } => {
                write!(f, "{who} takes {damage} {load}")?;
                if *vulnerable > 0 {
                    write!(f, " ({vulnerable} for being Vulnerable)")?;
                }
                write!(f, "; {loads}.")
            }
            Self::NoDamage { who, load } => write!(f, "{who} takes no {load}: it is reduced to nothing."),
            Self::Affliction { who, stacks, marks, conditions, .. } => {
                let stacks = stacks.iter().map(|(status, stacks)| format!("{stacks} {status}"));
                let gains = headed("gains ", stacks.chain((*marks > 0).then(|| format!("{marks} Mark"))));
                let is = headed("is ", conditions);
                write!(f, "{who} {}.", joined([gains, is].iter().filter(|phrase| !phrase.is_empty()), " and "))
            }
            Self::Dazed { who } => write!(f, "{who} is Dazed."),
            Self::Burning { who } => write!(f, "{who} is Burning."),
            Self::EndOfCondition { who, condition } => write!(f, "{who} is {condition} no longer."),
            Self::Relief { who, ended, loads, .. } => {
                write!(f, "{who} is relieved{}; {loads}.", headed(" and rid of ", ended))
            }
            Self::Save { who, save, roll, against, holds } => {
                let end = if *holds { "it holds out" } else { "it fails" };
                write!(f, "{save} of {who}: {roll} against a Load of {against}, {end}.")
            }
            Self::Panic { who, loads, .. } => {
                let tolerance = loads.stress_tolerance;
                write!(f, "{who} panics and is Stunned; {loads}, Stress Tolerance {tolerance}.")
            }
            Self::Fall { who, loads, .. } => write!(f, "{who} is Incapacitated; {loads}."),
            Self::Upkeep { who, loads, .. } => write!(f, "{who} lies Incapacitated; {loads}."),
            Self::Wound { who, wounds, wounds_to_remove } => {
                write!(f, "{who} takes a Wound, {wounds} of {wounds_to_remove}.")
            }
            Self::Removal { who, .. } => write!(f, "{who} is removed from the fight."),
            Self::Revival { who } => write!(f, "{who} is Incapacitated no longer."),
            Self::Awakening { who } => write!(f, "{who} comes round."),
            Self::End { defeats } => write!(f, "The fight is over: {}.", joined(defeats, ", and ")),
            Self::Aftermath { timeout, losses } => {
                f.write_str(if *timeout { "The round limit is reached; both sides still fight. " } else { "" })?;
                let losses = if losses.is_empty() { "nothing".to_owned() } else { joined(losses, "; ") };
                write!(f, "Loads are 0 again; lost for good: {losses}.")
            }
        }
    }
}

/// The Downtime before a fight, in words.
fn after(downtimes: i32) -> String {
    match downtimes {
        0 => String::new(),
        1 => ", after a Downtime".to_owned(),
        _ => format!(", after {downtimes} Downtimes"),
    }
}

/// A list with a phrase before it; empty if the list is.
fn headed<T: Display>(head: &str, items: impl IntoIterator<Item = T>) -> String {
    let list = joined(items, ", ");
    if list.is_empty() { list } else { format!("{head}{list}") }
}
