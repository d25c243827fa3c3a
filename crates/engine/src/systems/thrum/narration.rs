//! The lines in which a replay narrates a fight.

use super::Thrum;
use super::ability::{Targets, Use};
use super::condition::Conditions;
use super::effect::{Effect, STATUSES};
use super::grid::{Placing, Square};
use super::harm::Load;
use super::policy::Recovery;
use super::resolve::ENDS_WITH_TURN;
use super::roll::{Outcome, Roll};
use super::state::{Body, State};
use super::words::Defence;
use crate::outcome::Side;
use crate::skirmish::{Group, Lots};

/// The names of the statuses, in the ledger's order (THRUM-56).
pub(super) const STATUS_NAMES: [&str; STATUSES] =
    ["Bleed", "Blinded", "Burning", "Hamstrung", "Shocked", "Slowed", "Vulnerable", "Weakened"];

/// Conditions without stacks, with their names and rules.
pub(super) const CONDITION_NAMES: [(Conditions, &str, &str); 5] = [
    (Conditions::DAZED, "Dazed", "THRUM-59"),
    (Conditions::DISORIENTED, "Disoriented", "THRUM-61"),
    (Conditions::HIDDEN, "Hidden", "THRUM-62"),
    (Conditions::IMMOBILIZED, "Immobilized", "THRUM-60"),
    (Conditions::STUNNED, "Stunned", "THRUM-63"),
];

impl Load {
    const fn name(self) -> &'static str {
        match self {
            Self::Fatigue => "Fatigue",
            Self::Stress => "Stress",
        }
    }
}

impl Defence {
    const fn name(self) -> &'static str {
        match self {
            Self::Resilience => "Resilience",
            Self::Evasion => "Evasion",
            Self::Resolve => "Resolve",
        }
    }
}

impl Thrum {
    pub(super) fn name(&self, who: usize) -> &str {
        &self.outline.combatants[who].name
    }

    /// A square as scenario files write it, such as `[3, 4]`.
    pub(super) fn square_in_words(&self, square: Square) -> String {
        let (x, y) = self.map().coordinates(square);
        format!("[{x}, {y}]")
    }

    fn names_of(&self, group: Group) -> String {
        group.iter().map(|who| self.name(who)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn narrate_initiative(&self, who: usize, faces: &[u32], roll: Roll) -> String {
        format!("Initiative of {}: {}.", self.name(who), roll_in_words(faces, roll))
    }

    pub(super) fn narrate_round_zero(&self, state: &State) -> String {
        let order: Vec<&str> = state.order.iter().map(|who| self.name(who)).collect();
        let later =
            if state.absent.is_empty() { String::new() } else { format!(" To come: {}.", self.names_of(state.absent)) };
        format!("The order of turns: {}.{later}", order.join(", "))
    }

    pub(super) fn narrate_start(&self, who: usize, square: Square) -> String {
        format!("{} starts at {}.", self.name(who), self.square_in_words(square))
    }

    pub(super) fn narrate_stance(&self, who: usize, stance: u8) -> String {
        format!("{} takes the Stance {}.", self.name(who), self.names[who].stances[usize::from(stance)])
    }

    pub(super) fn narrate_delay(&self, who: usize, last: Option<usize>) -> String {
        let after = last.map_or(String::new(), |last| format!(" until after {}", self.name(last)));
        format!("{} Delays its turn{after}.", self.name(who))
    }

    pub(super) fn narrate_lots(&self, lots: &Lots) -> String {
        let names: Vec<&str> = lots.iter().map(|who| self.name(who)).collect();
        format!("Lots, where nothing else decides: {}.", names.join(", "))
    }

    pub(super) fn narrate_arrival(&self, who: usize, square: Square) -> String {
        format!("{} comes onto the map at {}.", self.name(who), self.square_in_words(square))
    }

    pub(super) fn narrate_no_room(&self, who: usize) -> String {
        format!("There is no square for {} to come to; it tries again in the next Round.", self.name(who))
    }

    pub(super) fn narrate_turn(&self, who: usize, state: &State) -> String {
        let is_active = state.active.contains(who);
        let lies = if is_active { "" } else { ", Incapacitated" };
        format!(
            "{} at {}{lies}: {}.",
            self.name(who),
            self.square_in_words(state.bodies[who].square),
            loads(&state.bodies[who])
        )
    }

    pub(super) fn narrate_stunned(&self, who: usize, moves: bool, acts: bool) -> String {
        let left = match (moves, acts) {
            (false, false) => "neither moves nor acts",
            (true, false) => "can only move",
            _ => "can only act",
        };
        format!("{} is Stunned and {left}.", self.name(who))
    }

    pub(super) fn narrate_immobilized(&self, who: usize) -> String {
        format!("{} is Immobilized and cannot walk.", self.name(who))
    }

    /// A line for a walk along squares, the last of which is its end.
    pub(super) fn narrate_walk(&self, who: usize, squares: &[Square]) -> String {
        let words: Vec<String> = squares.iter().map(|&square| self.square_in_words(square)).collect();
        let Some((to, way)) = words.split_last() else { unreachable!("a walk has a step") };
        let way = if way.is_empty() { String::new() } else { format!(" by way of {}", way.join(" ")) };
        format!("{} moves to {to}{way}.", self.name(who))
    }

    pub(super) fn narrate_teleport(&self, who: usize, to: Square) -> String {
        format!("{} teleports to {}.", self.name(who), self.square_in_words(to))
    }

    pub(super) fn narrate_put_back(&self, who: usize, to: Square) -> String {
        format!("{} cannot stay on the square of an ally and is back at {}.", self.name(who), self.square_in_words(to))
    }

    pub(super) fn narrate_burning(&self, who: usize) -> String {
        format!("{} is Burning.", self.name(who))
    }

    /// The statuses and conditions that end, or lose a stack, with a turn; `body` is the combatant before that.
    pub(super) fn narrate_tick(&self, who: usize, body: &Body) -> String {
        let stacks = || STATUS_NAMES.into_iter().zip(body.stacks);
        let ending = body.conditions.without(body.conditions.without(ENDS_WITH_TURN));
        let ended = stacks().filter(|&(_, stacks)| stacks == 1).map(|(name, _)| name);
        let ended: Vec<&str> = ended.chain(conditions_in_words(ending)).collect();
        let left = stacks().filter(|&(_, stacks)| stacks > 1);
        let left: Vec<String> = left.map(|(name, stacks)| format!("{name} {}", stacks - 1)).collect();
        let ended = if ended.is_empty() { String::new() } else { format!(", and with it {}", ended.join(", ")) };
        let left = if left.is_empty() { String::new() } else { format!("; left: {}", left.join(", ")) };
        format!("{}'s turn ends{ended}{left}.", self.name(who))
    }

    pub(super) fn narrate_stray(&self, who: usize, faces: &[u32], is_straight: bool) -> String {
        let roll: u32 = faces.iter().sum();
        let end = if is_straight {
            "it goes where it means to".to_owned()
        } else {
            let way = if roll > 7 { "clockwise" } else { "counter-clockwise" };
            format!("its way turns by {} eighths {way}", roll.abs_diff(7))
        };
        format!("{} is Disoriented: {roll} ({}), {end}.", self.name(who), faces_in_words(faces))
    }

    pub(super) fn narrate_drop(&self, who: usize, faces: &[u32], roll: Roll, difference: i32, lands: bool) -> String {
        let end = if lands { "it lands safely" } else { "it lands badly and is Slowed" };
        let (own, environment) = faces.split_at(faces.len().min(2));
        let against = if self.knobs.environment_rolls {
            roll_in_words(environment, Roll { modifier: difference, net: 0 })
        } else {
            (7 + difference).to_string()
        };
        format!("{} drops {difference} levels: {} against {against}, {end}.", self.name(who), roll_in_words(own, roll))
    }

    pub(super) fn narrate_dazed(&self, who: usize) -> String {
        format!("{} is Dazed.", self.name(who))
    }

    pub(super) fn narrate_dash(&self, who: usize) -> String {
        format!("{} Dashes.", self.name(who))
    }

    pub(super) fn narrate_no_action(&self, who: usize) -> String {
        format!("{} takes no Action.", self.name(who))
    }

    pub(super) fn narrate_recovery(&self, who: usize, recovery: Recovery, before: &Body, left: &Body) -> String {
        let load = match recovery {
            Recovery::Fatigue => Some("Fatigue"),
            Recovery::Stress => Some("Stress"),
            Recovery::Status(_) => None,
        };
        let what: Vec<&str> = load.into_iter().chain(ended_in_words(before, left)).collect();
        format!("{} Recovers from {}; {}.", self.name(who), what.join(" and "), loads(left))
    }

    pub(super) fn narrate_use(&self, used: Use<'_>, targets: &Targets) -> String {
        let Use { by: who, index, is_reaction, .. } = used;
        let names = &self.names[who];
        let ability = if is_reaction { &names.reactions[index] } else { &names.actions[index] };
        let overexerted = if used.is_overexerted { ", Overexerting itself" } else { "" };
        let group = targets.group();
        let on = match targets {
            Targets::Ground(placing) => format!(" on {}", self.placing_in_words(*placing)),
            Targets::Affected(_, placing) if group.is_empty() => format!(" on {}", self.placing_in_words(*placing)),
            Targets::Affected(_, placing) => {
                format!(" on {} in {}", self.names_of(group), self.placing_in_words(*placing))
            }
            _ if group.is_empty() => String::new(),
            _ => format!(" on {}", self.names_of(group)),
        };
        format!("{} uses {ability}{on}{overexerted}.", self.name(who))
    }

    /// A phrase for a shape and its place on the map.
    fn placing_in_words(&self, placing: Placing) -> String {
        match placing {
            Placing::Area { y, x, size } => format!("an area of {size} by {size} squares from [{x}, {y}]"),
            Placing::Line { first, direction, length } => {
                let (right, down) = direction.direction().offset();
                let across = if right == 0 { "" } else { " to the right" };
                let along = ["up", "", "down"][(down + 1) as usize];
                let way = format!("{along}{across}");
                format!("a line of {length} squares from {}, {}", self.square_in_words(first), way.trim_start())
            }
            Placing::Aura { centre, radius } => {
                format!("an aura of {radius} squares around {}", self.square_in_words(centre))
            }
        }
    }

    pub(super) fn narrate_terrain(&self, who: usize, maker: usize, action: u8) -> String {
        let (name, terrain) = (self.name(who), &self.names[maker].actions[usize::from(action)]);
        format!("{name} is in the {terrain} of {}.", self.name(maker))
    }

    pub(super) fn narrate_mark(&self, target: usize, fatigue: u32, left: u32) -> String {
        format!("A Mark of {} is used up for {fatigue} more Fatigue, {left} left.", self.name(target))
    }

    pub(super) fn narrate_contest(
        &self,
        [by, target]: [usize; 2],
        defence: Defence,
        outcome: Outcome,
        faces: &[u32],
        rolls: [Roll; 2],
    ) -> String {
        let (attack, defended) = faces.split_at(faces.len().min(2 + rolls[0].net.unsigned_abs() as usize));
        let end = match outcome {
            Outcome::CriticalDefence => "a critical defence",
            Outcome::Defended => "defended",
            Outcome::Success => "a success",
            Outcome::Critical => "a Critical",
        };
        format!(
            "{} attacks {}: {} against {} {}: {end}.",
            self.name(by),
            self.name(target),
            roll_in_words(attack, rolls[0]),
            defence.name(),
            roll_in_words(defended, rolls[1]),
        )
    }

    pub(super) fn narrate_strike_at_fallen(&self, by: usize, target: usize) -> String {
        format!("{} attacks {}, who is Incapacitated: a success without a roll.", self.name(by), self.name(target))
    }

    pub(super) fn narrate_thwarted(&self, by: usize, target: usize) -> String {
        format!("The attack of {} on {} comes to nothing.", self.name(by), self.name(target))
    }

    pub(super) fn narrate_taken(&self, who: usize, load: Load, taken: i32, vulnerable: u32, left: &Body) -> String {
        let more = if vulnerable == 0 { String::new() } else { format!(" ({vulnerable} for being Vulnerable)") };
        format!("{} takes {taken} {}{more}; {}.", self.name(who), load.name(), loads(left))
    }

    pub(super) fn narrate_nothing_left(&self, who: usize, load: Load) -> String {
        format!("{} takes no {}: it is reduced to nothing.", self.name(who), load.name())
    }

    pub(super) fn narrate_affliction(&self, who: usize, effect: &Effect) -> String {
        let stacks = STATUS_NAMES.iter().zip(effect.stacks).filter(|&(_, stacks)| stacks > 0);
        let stacks = stacks.map(|(name, stacks)| format!("{stacks} {name}"));
        let marks = (effect.mark > 0).then(|| format!("{} Mark", effect.mark));
        let gained: Vec<String> = stacks.chain(marks).collect();
        let gains = (!gained.is_empty()).then(|| format!("gains {}", gained.join(", ")));
        let conditions: Vec<&str> = conditions_in_words(effect.conditions).collect();
        let is = (!conditions.is_empty()).then(|| format!("is {}", conditions.join(", ")));
        format!("{} {}.", self.name(who), gains.into_iter().chain(is).collect::<Vec<_>>().join(" and "))
    }

    pub(super) fn narrate_opened(&self, who: usize, stacks: u32) -> String {
        format!("{} is Vulnerable ({stacks}) for its Evasion.", self.name(who))
    }

    pub(super) fn narrate_relief(&self, who: usize, before: &Body, left: &Body) -> String {
        let ended: Vec<&str> = ended_in_words(before, left).collect();
        let rid = if ended.is_empty() { String::new() } else { format!(" and rid of {}", ended.join(", ")) };
        format!("{} is relieved{rid}; {}.", self.name(who), loads(left))
    }

    pub(super) fn narrate_end_of_stance(&self, who: usize, stance: u8) -> String {
        format!("The Stance {} of {} ends.", self.names[who].stances[usize::from(stance)], self.name(who))
    }

    pub(super) fn narrate_revived(&self, who: usize) -> String {
        format!("{} is Incapacitated no longer.", self.name(who))
    }

    pub(super) fn narrate_awakening(&self, who: usize) -> String {
        format!("{} comes round.", self.name(who))
    }

    pub(super) fn narrate_save(
        &self,
        who: usize,
        name: &str,
        faces: &[u32],
        roll: Roll,
        load: i32,
        holds: bool,
    ) -> String {
        let end = if holds { "it holds out" } else { "it fails" };
        format!("{name} of {}: {} against a Load of {load}, {end}.", self.name(who), roll_in_words(faces, roll))
    }

    pub(super) fn narrate_panic(&self, who: usize, left: &Body) -> String {
        format!(
            "{} panics and is Stunned; {}, Stress Tolerance {}.",
            self.name(who),
            loads(left),
            left.stress_tolerance
        )
    }

    pub(super) fn narrate_fall(&self, who: usize, left: &Body) -> String {
        format!("{} is Incapacitated; {}.", self.name(who), loads(left))
    }

    pub(super) fn narrate_upkeep(&self, who: usize, left: &Body) -> String {
        format!("{} lies Incapacitated; {}.", self.name(who), loads(left))
    }

    pub(super) fn narrate_wound(&self, who: usize, wounds: u8) -> String {
        format!("{} takes a Wound, {wounds} of {}.", self.name(who), self.knobs.wounds_to_remove)
    }

    pub(super) fn narrate_removal(&self, who: usize) -> String {
        format!("{} is removed from the fight.", self.name(who))
    }

    pub(super) fn narrate_declined(&self, who: usize) -> String {
        format!("{} has a Buff and declines another one.", self.name(who))
    }

    pub(super) fn narrate_buff(&self, who: usize, maker: usize, action: usize) -> String {
        format!("{} has the Buff {}.", self.name(who), self.names[maker].actions[action])
    }

    pub(super) fn narrate_end_of_buff(&self, who: usize) -> String {
        format!("The Buff of {} ends.", self.name(who))
    }

    pub(super) fn narrate_trigger(&self, owner: usize, stance: Option<u8>, ends: bool, enemy: usize) -> String {
        let stance = stance.map_or("", |stance| self.names[owner].stances[usize::from(stance)].as_str());
        let end = if ends { ", which ends" } else { "" };
        format!("{} answers {} by its Stance {stance}{end}.", self.name(owner), self.name(enemy))
    }

    pub(super) fn narrate_moved(&self, who: usize, to: Square) -> String {
        format!("{} is moved to {}.", self.name(who), self.square_in_words(to))
    }

    pub(super) fn narrate_end_of_condition(&self, who: usize, condition: Conditions) -> String {
        let name = CONDITION_NAMES.iter().find(|(known, ..)| *known == condition).map_or("", |(_, name, _)| name);
        format!("{} is {name} no longer.", self.name(who))
    }

    /// The lasting losses of the combatants at the end of combat.
    pub(super) fn narrate_record(&self, state: &State) -> String {
        let limit = if state.lost == [false; 2] { "The round limit is reached; both sides still fight. " } else { "" };
        let losses = (0..self.sides.len()).filter_map(|who| {
            let (sheet, body) = (&self.sheets[who], &state.bodies[who]);
            let losses = [
                ("Fatigue Tolerance", sheet.fatigue_tolerance - body.fatigue_tolerance),
                ("Stress Tolerance", sheet.stress_tolerance - body.stress_tolerance),
            ];
            let losses = losses.into_iter().filter(|(_, lost)| *lost > 0).map(|(what, lost)| format!("{lost} {what}"));
            let collapse = state.has_collapsed(who).then(|| "cannot return to action".to_owned());
            let told: Vec<String> = losses.chain(collapse).collect();
            (!told.is_empty()).then(|| format!("{} {}", self.name(who), told.join(", ")))
        });
        let losses: Vec<String> = losses.collect();
        let losses = if losses.is_empty() { "nothing".to_owned() } else { losses.join("; ") };
        format!("{limit}Loads are 0 again; lost for good: {losses}.")
    }

    pub(super) fn narrate_end(&self, state: &State, lost: [bool; 2]) -> String {
        let reason = |side: Side| {
            let beaten = !state.left().meets(self.sides.members(side));
            if beaten { format!("the {side} are beaten") } else { format!("the {side} have lost what they fought for") }
        };
        let reasons = Side::ALL.into_iter().filter(|side| lost[side.index()]).map(reason);
        format!("The fight is over: {}.", reasons.collect::<Vec<_>>().join(", and "))
    }
}

/// The loads and tolerances of a combatant.
pub(super) fn loads(body: &Body) -> String {
    let Body { fatigue, stress, fatigue_tolerance, stress_tolerance, .. } = body;
    format!("Fatigue {fatigue}/{fatigue_tolerance}, Stress {stress}/{stress_tolerance}")
}

fn faces_in_words(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// A roll in words: its dice, including those that were dropped, its modifier and the total.
fn roll_in_words(faces: &[u32], roll: Roll) -> String {
    let mut kept = faces.to_vec();
    kept.sort_unstable();
    if roll.net > 0 {
        kept.reverse();
    }
    kept.truncate(2);
    let total = kept.iter().sum::<u32>() as i32 + roll.modifier;
    let which = match roll.net {
        0 => String::new(),
        1 => " with a Boon".to_owned(),
        -1 => " with a Bane".to_owned(),
        net @ 2.. => format!(" with {net} Boons"),
        net => format!(" with {} Banes", net.unsigned_abs()),
    };
    let modifier = if roll.modifier == 0 { String::new() } else { format!(" {:+}", roll.modifier) };
    format!("{total} ({}{which}{modifier})", faces_in_words(faces))
}

/// The statuses and conditions that a combatant had before and has no longer.
fn ended_in_words(before: &Body, left: &Body) -> impl Iterator<Item = &'static str> {
    let stacks = STATUS_NAMES.into_iter().zip(before.stacks.into_iter().zip(left.stacks));
    let statuses = stacks.filter(|&(_, (before, left))| before > 0 && left == 0).map(|(name, _)| name);
    statuses.chain(conditions_in_words(before.conditions.without(left.conditions)))
}

/// A phrase with the names of some conditions.
pub(super) fn conditions_in_words(conditions: Conditions) -> impl Iterator<Item = &'static str> {
    CONDITION_NAMES.into_iter().filter(move |(known, ..)| conditions.any_of(*known)).map(|(_, name, _)| name)
}
