//! One test or more for each rule of `ledger.md`, with scripted dice: "with these dice, this happens". A script
//! lists the faces in the order in which they are rolled; a roll too many or too few fails the test.
//!
//! Every fight begins with 2d6 of Initiative for each combatant in listed order. An attack rolls the attacker's dice, two and
//! one more for each Boon or Bane, then the defender's.

mod accounts;
mod arrivals;
mod attacks;
mod basics;
mod buffs;
mod choices;
mod choosing;
mod conditions;
mod cover;
mod deciding;
mod defences;
mod drops;
mod ending;
mod events;
mod fighters;
mod finishers;
mod forgetting;
mod going;
mod incapacity;
mod legs;
mod lines;
mod loads;
mod movement;
mod never;
mod order;
mod overexert;
mod panic;
mod pictures;
mod pushes;
mod reach;
mod rolls;
mod set_up;
mod shapes;
mod stances;
mod standoff;
mod statuses;
mod taking;
mod teleports;
mod terrain;
mod triggers;
mod turns;
mod using;
mod vocabulary;
mod wary;
mod wounds;

use super::*;
use crate::testing::{self, play};

type Played = testing::Played<Thrum>;

#[track_caller]
fn thrum(text: &str, overrides: &[&str]) -> Thrum {
    testing::loaded(text, overrides)
}

/// A fight that is cut off after so many rounds, so that a script may stop there.
#[track_caller]
fn rounds(count: u32, text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    play(&testing::limited(text, overrides, count), faces.iter().copied())
}

/// One such round.
#[track_caller]
fn one_round(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    rounds(1, text, overrides, faces)
}

impl Played {
    /// Fatigue Loads and Tolerances at the end, by combatant in listed order.
    fn fatigue(&self) -> Vec<(i32, i32)> {
        self.end.bodies.iter().map(|body| (body.fatigue, body.fatigue_tolerance)).collect()
    }

    /// Stress Loads and Tolerances at the end.
    fn stress(&self) -> Vec<(i32, i32)> {
        self.end.bodies.iter().map(|body| (body.stress, body.stress_tolerance)).collect()
    }

    /// The narrated lines of a round that have these words in them.
    fn said(&self, round: u32, words: &str) -> Vec<&str> {
        let lines = self.lines.iter().filter(|line| line.round == round && line.text.contains(words));
        lines.map(|line| line.text.as_str()).collect()
    }
}

/// The squares of all combatants after a round, by combatant in listed order; round 0 is the set-up.
fn squares(rules: &Thrum, played: &Played, round: usize) -> Vec<(i16, i16)> {
    played.states[round].bodies.iter().map(|body| rules.map().coordinates(body.square)).collect()
}

/// A scenario; `rules` are keys of `[rules]`, `map` keys of `[map]`, a line each.
fn scene(rules: &str, map: &str, combatants: &[String]) -> String {
    format!("system = \"thrum\"\nname = \"Scene\"\n[rules]\n{rules}\n[map]\n{map}\n{}", combatants.concat())
}

/// A PC: all modifiers 0, Fatigue Tolerance 3, Stress Tolerance 2; `keys` are more of its keys, a line each.
fn pc(id: &str, keys: &str) -> String {
    format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\n{keys}\n")
}

/// An NPC like that.
fn npc(id: &str, keys: &str) -> String {
    format!("[[combatants]]\nid = \"{id}\"\nside = \"enemies\"\n{keys}\n")
}

/// The `abilities` of a combatant: a table of these keys each.
fn abilities(tables: &[&str]) -> String {
    let tables: Vec<String> = tables.iter().map(|keys| format!("{{ {keys} }}")).collect();
    format!("abilities = [{}]\n", tables.join(", "))
}
