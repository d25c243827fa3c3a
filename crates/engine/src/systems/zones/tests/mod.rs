//! One test for each rule of `ledger.md`, with scripted dice: "with these dice, this happens". A script lists
//! the faces in the order in which the ledger rolls them; a roll too many or too few fails the test.
//!
//! Every fight begins with the d6 of rule 03 (1 to 3: the Creatures begin) and one d6 for each Character (rule 04).

mod accounts;
mod attacks;
mod battlefield;
mod decisions;
mod effects;
mod events;
mod hit_points;
mod kept;
mod legs;
mod morale;
mod movement;
mod never;
mod order;
mod policies;
mod reactions;
mod refusals;
mod stowed;
mod told;
mod wary;

use super::*;
use crate::outcome::Winner;
use crate::testing::{self, play};

/// One Zone, one Character with a sword against one Creature with a club, nothing special about either.
const DUEL: &str = r#"
system = "zones"
name = "One against one"
zones = [{ id = "pit" }]
[[combatants]]
id = "hero"
side = "party"
hp = 10
attributes = { str = 2, dex = 1 }
attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]
[[combatants]]
id = "ogre"
side = "enemies"
hp = 12
skill = 1
attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
"#;

/// The d6 with which the party begins and the one with which the enemies do, each with the die of a lone Character's
/// order.
const PARTY_BEGINS: [u32; 2] = [4, 1];
const ENEMIES_BEGIN: [u32; 2] = [3, 1];

type Played = testing::Played<Zones>;

#[track_caller]
fn zones(text: &str, overrides: &[&str]) -> Zones {
    testing::loaded(text, overrides)
}

/// A fight that is cut off after so many Rounds, so that a script may stop there.
#[track_caller]
fn limited(text: &str, overrides: &[&str], rounds: u32) -> Zones {
    testing::limited(text, overrides, rounds)
}

impl Played {
    /// The HP at the end, by combatant in listed order.
    fn hp(&self) -> Vec<i16> {
        self.end.fighters.iter().map(|fighter| fighter.hp).collect()
    }

    /// The Zones at the end, by combatant in listed order.
    fn zones(&self) -> Vec<u8> {
        self.end.fighters.iter().map(|fighter| fighter.zone).collect()
    }

    /// Whether a combatant suffers from an ailment at the end.
    fn suffers(&self, who: usize, ailment: Ailment) -> bool {
        self.end.fighters[who].ailments.has(ailment)
    }
}

/// The opening dice, then the rest.
fn after(opening: [u32; 2], faces: &[u32]) -> Vec<u32> {
    [&opening, faces].concat()
}

/// Melee for 3 HP, and a bow for 2 that reaches Far-Away.
const SWORD: &str = r#"{ id = "sword", kind = "melee", damage = "3" }"#;
const BOW: &str = r#"{ id = "bow", kind = "ranged", damage = "2" }"#;

/// An attack that is useful on nobody, so that nobody makes it as an Action.
const IDLE: &str = r#"{ id = "idle", kind = "melee", damage = "0" }"#;

const PIT: &str = r#"{ id = "pit" }"#;
/// Ground that takes 1 HP of a Character that fails its Test at the start of a Turn.
const THORNS: &str = r#"{ id = "pit", hazard = { affects = "party", test = "str", damage = "1" } }"#;
const PAIR: &str = r#"{ id = "a" }, { id = "b" }"#;

/// A scenario of these Zones (inline tables; none at all means the default map) and combatants. Characters with equal
/// sums act in listed order, and nobody loses heart.
fn scene(zones: &str, combatants: &[String]) -> String {
    let zones = if zones.is_empty() { String::new() } else { format!("zones = [{zones}]\n") };
    let rules = "[rules]\ninitiative_ties = \"listed\"\nmorale_triggers = []\n";
    format!("system = \"zones\"\nname = \"Scene\"\n{zones}{rules}{}", combatants.concat())
}

/// A Character whose attributes are 0, so that a Test passes from 12 up; `rest` is more of its keys, a line each.
fn character(id: &str, hp: u16, attacks: &[&str], rest: &str) -> String {
    combatant(&format!("id = \"{id}\"\nside = \"party\"\nattributes = {{ str = 0, dex = 0 }}"), hp, attacks, rest)
}

/// A Creature whose Skill is 0.
fn creature(id: &str, hp: u16, attacks: &[&str], rest: &str) -> String {
    combatant(&format!("id = \"{id}\"\nside = \"enemies\"\nskill = 0"), hp, attacks, rest)
}

fn combatant(who: &str, hp: u16, attacks: &[&str], rest: &str) -> String {
    format!("[[combatants]]\n{who}\nhp = {hp}\nattacks = [{}]\n{rest}\n", attacks.join(", "))
}

/// A Character that keeps its Zone and does nothing in its Turns.
fn idler(id: &str, hp: u16, zone: &str) -> String {
    character(id, hp, &[IDLE], &format!("policy = \"hold\"\nzone = \"{zone}\""))
}

/// A Creature that keeps its Zone and does nothing in its Turns.
fn dummy(id: &str, hp: u16, zone: &str) -> String {
    creature(id, hp, &[IDLE], &format!("policy = \"hold\"\nzone = \"{zone}\""))
}

/// A script for a [`scene`] in which the party begins: its d6, one for each Character in listed order, then the rest.
fn party_first(characters: usize, faces: &[u32]) -> Vec<u32> {
    [&[4], vec![1; characters].as_slice(), faces].concat()
}

/// The same where the enemies begin.
fn enemies_first(characters: usize, faces: &[u32]) -> Vec<u32> {
    [&[3], vec![1; characters].as_slice(), faces].concat()
}

/// The duel with other weapons: an inline table for the hero, one for the ogre.
fn armed(hero: &str, ogre: &str) -> String {
    let sword = r#"{ id = "sword", kind = "melee", damage = "1d8" }"#;
    let club = r#"{ id = "club", kind = "melee", damage = "1d6" }"#;
    DUEL.replace(sword, hero).replace(club, ogre)
}

/// A duel on so many Zones in a line: the hero in the first, the ogre in the last.
fn in_line(duel: &str, zones: usize) -> String {
    let more = (1..zones).map(|zone| format!(r#"{{ id = "z{zone}" }}"#));
    let zones: Vec<String> = std::iter::once(PIT.to_owned()).chain(more).collect();
    duel.replace(PIT, &zones.join(", "))
}

/// The first Turn of a lone Character and nothing else: the Creatures are surprised, and Round 1 is the last.
#[track_caller]
fn hero_alone(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let rules = limited(text, &[overrides, &["rules.surprised=enemies"]].concat(), 1);
    play(&rules, after(PARTY_BEGINS, faces))
}

/// The first Turns of the Creatures and nothing else.
#[track_caller]
fn ogre_alone(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let rules = limited(text, &[overrides, &["rules.surprised=party"]].concat(), 1);
    play(&rules, after(ENEMIES_BEGIN, faces))
}

#[test]
fn a_duel_is_fought_to_the_end() {
    // The hero hits with 10 + 2 for 8, the ogre's 1d6 is avoided with 11 + 1, the hero hits for 4.
    let played = play(&zones(DUEL, &[]), after(PARTY_BEGINS, &[10, 8, 11, 10, 4]));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 2 });
    assert_eq!(played.ends, [EndState::Standing, EndState::Dead]);
    assert_eq!(played.hp(), [10, 0]);
    assert_eq!((played.metric("party_attacks"), played.metric("party_damage")), (2, 12));
    assert_eq!(played.metric("first_casualty_round"), 2);
}

/// A state takes the room of its scenario: of a one-on-one, at most 236 bytes with all its memory.
#[test]
fn a_state_is_as_large_as_its_scenario() {
    let text = in_line(DUEL, 3);
    let (few, many) = (zones(&text, &[]), zones(&text, &["combatants.ogre.count=30"]));
    assert!(few.state_bytes() <= 236, "{} bytes", few.state_bytes());
    assert!(many.state_bytes() >= few.state_bytes() + 29 * size_of::<state::Fighter>());
}
