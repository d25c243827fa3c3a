//! One test for each rule of `ledger.md`, with scripted dice: "with these dice, this happens". A script lists
//! the faces in the order in which the ledger rolls them; a roll too many or too few fails the test.
//!
//! Every fight begins with the initiative: for each combatant in listed order its two d6 (three for the vigilant), then
//! those of re-rolls ([`party_first`], [`enemies_first`], [`in_order`]). After that each turn has its dice: an attack
//! test (the faces of one test in a row), the evade test of the target, the critical roll of 2d6, the second test.

mod accounts;
mod aftermath;
mod armor;
mod attacks;
mod decisions;
mod events;
mod falling;
mod forgetting;
mod hit_points;
mod kept;
mod legs;
mod medic;
mod metrics;
mod movement;
mod never;
mod policies;
mod refusals;
mod tests_and_initiative;
mod wary;

use super::*;
use crate::outcome::Winner;
use crate::testing::{self, play};

/// Faces of a test against the target number 5.
const HIT: [u32; 2] = [5, 1];
const MISS: [u32; 2] = [4, 4];
/// A critical roll that is none, and one that is.
const PLAIN: [u32; 2] = [6, 5];
const CRITICAL: [u32; 2] = [6, 6];

/// A weapon of each kind, for 1, 2 and 1 HP.
const KNIFE: &str = r#"{ id = "knife", kind = "light_melee" }"#;
const SWORD: &str = r#"{ id = "sword", kind = "heavy_melee" }"#;
const BOW: &str = r#"{ id = "bow", kind = "ranged" }"#;
/// A weapon that takes nothing, so that nobody attacks with it.
const STICK: &str = r#"{ id = "stick", kind = "light_melee", damage = 0 }"#;

/// One hero of 4 HP against one orc of 4 HP, adjacent, each with a knife, nothing special about either.
const DUEL: &str = r#"
system = "tiny"
name = "One against one"
[rules]
start_distance = 5
[[combatants]]
id = "hero"
side = "party"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
"#;

type Played = testing::Played<Tiny>;

fn try_tiny(text: &str, overrides: &[&str]) -> Result<Tiny, String> {
    testing::try_load(text, overrides)
}

#[track_caller]
fn tiny(text: &str, overrides: &[&str]) -> Tiny {
    testing::loaded(text, overrides)
}

/// A fight that is cut off after so many rounds, so that a script may stop there.
#[track_caller]
fn limited(text: &str, overrides: &[&str], rounds: u32) -> Tiny {
    testing::limited(text, overrides, rounds)
}

impl Played {
    /// The HP at the end, by combatant in listed order.
    fn hp(&self) -> Vec<i16> {
        self.end.fighters.iter().map(|fighter| fighter.hp).collect()
    }

    /// The positions at the end, by combatant in listed order.
    fn positions(&self) -> Vec<i32> {
        self.end.fighters.iter().map(|fighter| fighter.position).collect()
    }

    /// The positions after a round; 0 is the set-up.
    fn positions_after(&self, round: usize) -> Vec<i32> {
        self.states[round].fighters.iter().map(|fighter| fighter.position).collect()
    }

    /// The order of turns, by index in listed order.
    fn order(&self) -> Vec<usize> {
        self.states[0].order.iter().map(Who::index).collect()
    }
}

/// A scenario of these combatants; `rules` are keys of `[rules]`, a line each.
fn scene(rules: &str, combatants: &[String]) -> String {
    format!("system = \"tiny\"\nname = \"Scene\"\n[rules]\n{rules}\n{}", combatants.concat())
}

/// A party member at a position; `rest` is more of its keys, a line each.
fn member(id: &str, hp: u16, position: i32, attacks: &[&str], rest: &str) -> String {
    combatant(id, "party", hp, position, attacks, rest)
}

/// An enemy at a position.
fn enemy(id: &str, hp: u16, position: i32, attacks: &[&str], rest: &str) -> String {
    combatant(id, "enemies", hp, position, attacks, rest)
}

fn combatant(id: &str, side: &str, hp: u16, position: i32, attacks: &[&str], rest: &str) -> String {
    let attacks = attacks.join(", ");
    format!(
        "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nhp = {hp}\nposition = {position}\nattacks = [{attacks}]\n\
         {rest}\n"
    )
}

/// An enemy that does nothing out of combat, and nothing but evade in it: in a fight of one round, put it behind those
/// who attack it, or they meet evade tests.
fn dummy(id: &str, hp: u16, position: i32) -> String {
    enemy(id, hp, position, &[STICK], "")
}

/// Initiative dice for these turns: `turns` has, by combatant in listed order, the index of its turn in a round. For at most
/// ten combatants, two dice each.
fn in_order(turns: &[u32], faces: &[u32]) -> Vec<u32> {
    // Totals from 12 down.
    let dice = |&turn: &u32| if turn < 6 { [6, 6 - turn] } else { [5 - (turn - 6), 1] };
    [turns.iter().flat_map(dice).collect::<Vec<_>>().as_slice(), faces].concat()
}

/// The script of a duel, none of them vigilant, in which the party member has the first turn.
fn party_first(faces: &[u32]) -> Vec<u32> {
    in_order(&[0, 1], faces)
}

/// The same where the enemy has it.
fn enemies_first(faces: &[u32]) -> Vec<u32> {
    in_order(&[1, 0], faces)
}

#[test]
fn a_duel_is_fought_to_the_end() {
    // Round 1: the hero's critical takes 2 HP, the orc misses. Round 2: another.
    let round = [HIT, CRITICAL, MISS].concat();
    let played = play(&tiny(DUEL, &[]), party_first(&[round.as_slice(), &HIT, &CRITICAL].concat()));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 2 });
    assert_eq!(played.ends, [EndState::Standing, EndState::Dead]);
    assert_eq!((played.hp(), played.positions()), (vec![4, 0], vec![0, 5]));
    assert_eq!((played.metric("attacks"), played.metric("hits"), played.metric("criticals")), (3, 2, 2));
    assert_eq!((played.metric("fight_seconds"), played.metric("rounds_to_first_drop")), (10, 0));
    assert_eq!((played.metric("party_hp_left"), played.metric("recovery_sleeps")), (4, 0));
    assert!(
        played.applied(2, "TINY-43") && played.narration(1).contains("hero strikes at orc with knife: 5, 1 against 5")
    );
}

/// TINY-41: the tests of somebody who fell last are made in the aftermath, in rounds that do not count.
#[test]
fn the_aftermath_is_played_to_the_end() {
    let text = scene("", &[member("hero", 1, 0, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
    let dies = play(&tiny(&text, &[]), enemies_first(&[&HIT, &PLAIN, &[4, 4], &[4][..]].concat()));
    assert_eq!(dies.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 1 });
    assert_eq!((dies.ends[0], dies.metric("died_unstabilized")), (EndState::Dead, 1));
    let lives = play(&tiny(&text, &[]), enemies_first(&[&HIT, &PLAIN, &[4, 4], &[5][..]].concat()));
    assert_eq!((lives.ends[0], lives.hp()), (EndState::Down, vec![1, 4]));
    assert_eq!((lives.metric("stabilization_tests"), lives.metric("stabilized")), (2, 1));
}

/// TINY-13, TINY-27: nobody is in reach in the first round; in the second the orc evades, and its armor asks for a second
/// test.
#[test]
fn armor_asks_for_a_second_test() {
    let hero = member("hero", 4, 0, &[SWORD], "movement = 20");
    let text = scene("", &[hero, enemy("orc", 4, 30, &[STICK], "armor = \"light\"")]);
    let played = play(&limited(&text, &[], 2), party_first(&[HIT, MISS, PLAIN, MISS].concat()));
    assert_eq!((played.positions_after(1), played.hp()), (vec![25, 30], vec![4, 3]));
    assert_eq!((played.metric("advances"), played.metric("dr_tests"), played.metric("damage_absorbed")), (1, 1, 1));
    assert_eq!((played.metric("evade_turns"), played.metric("evade_tests")), (2, 1));
}

/// TINY-08: ties are rolled again within one group, in listed order.
#[test]
fn ties_are_rolled_again() {
    let text = scene("", &[member("a", 1, 0, &[STICK], ""), member("b", 1, 0, &[STICK], ""), dummy("c", 1, 500)]);
    // a and c tie behind b, and once more; then c comes first.
    let played = play(&limited(&text, &[], 1), [3, 3, 6, 6, 2, 4, 1, 1, 1, 1, 2, 2, 3, 3]);
    assert_eq!(played.order(), [1, 2, 0]);
    assert!(played.applied(0, "TINY-08") && !played.named("TINY-07"));
}

/// TINY-16: an archer in reach of nobody walks what it lacks and shoots.
#[test]
fn a_shooter_comes_into_range() {
    let text = scene("", &[member("hero", 4, 0, &[BOW], ""), dummy("orc", 4, 80)]);
    let played = play(&limited(&text, &[], 1), party_first(&[HIT, PLAIN].concat()));
    assert_eq!((played.positions(), played.hp()), (vec![20, 80], vec![4, 3]));
    assert!(played.applied(1, "TINY-16") && !played.named("TINY-12"));
}

/// Plays so many rounds in which turns are taken in listed order; nobody in the scenario is vigilant.
#[track_caller]
fn rounds(count: u32, text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let turns: Vec<u32> = (0..text.matches("[[combatants]]").count() as u32).collect();
    play(&limited(text, overrides, count), in_order(&turns, faces))
}

/// One such round.
#[track_caller]
fn one_round(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    rounds(1, text, overrides, faces)
}

/// A state takes the room of its scenario: of a one-on-one, at most 200 bytes with all its memory.
#[test]
fn a_state_is_as_large_as_its_scenario() {
    let (few, many) = (tiny(DUEL, &[]), tiny(DUEL, &["combatants.orc.count=30"]));
    assert!(few.state_bytes() <= 200, "{} bytes", few.state_bytes());
    assert!(many.state_bytes() >= few.state_bytes() + 29 * size_of::<state::Fighter>());
}
