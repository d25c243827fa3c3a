//! One test or more for each rule of `ledger.md`, with scripted dice: "with these dice, this happens". A script
//! lists the faces in the order in which the ledger rolls them; a roll too many or too few fails the test.
//!
//! Every fight begins with a d12 of Base Initiative for each combatant (or group) in listed order. After that every count
//! has, for each turn on it in listed order: the d20 of a strike; when it hits, the dice of its damage; when it is critical,
//! the d100 of an injury and what follows from it. Repostes come before (on entering) or after (of Full-Defense).

mod accounts;
mod arrivals;
mod damage;
mod decisions;
mod declarations;
mod dying;
mod ending;
mod entering;
mod forgetting;
mod full_defense;
mod initiative;
mod injuries;
mod legs;
mod lines;
mod lots;
mod morale;
mod movement;
mod never;
mod numbers;
mod policies;
mod spells_and_items;
mod targeting;
mod vocabulary;
mod wary;

use super::*;
use crate::outcome::Winner;
use crate::testing::{self, play};

type Played = testing::Played<Wounds>;

#[track_caller]
fn wounds(text: &str, overrides: &[&str]) -> Wounds {
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
    /// Wound Points at the end, by combatant in listed order.
    fn wound_points(&self) -> Vec<i32> {
        self.end.bodies.iter().map(|body| body.wounds).collect()
    }

    /// Stress at the end.
    fn stress(&self) -> Vec<i32> {
        self.end.bodies.iter().map(|body| body.stress).collect()
    }

    /// Positions at the end.
    fn positions(&self) -> Vec<i32> {
        self.end.bodies.iter().map(|body| body.position).collect()
    }

    /// Base Initiatives at the end.
    fn initiatives(&self) -> Vec<i16> {
        self.end.bodies.iter().map(|body| body.base_initiative).collect()
    }

    /// The narrated lines of a round that have these words in them.
    fn said(&self, round: u32, words: &str) -> Vec<&str> {
        let lines = self.lines.iter().filter(|line| line.round == round && line.text.contains(words));
        lines.map(|line| line.text.as_str()).collect()
    }

    /// The turns of a round, count by count.
    fn counts(&self, round: u32) -> Vec<&str> {
        self.said(round, "Count ").into_iter().map(|line| &line["Count ".len()..]).collect()
    }
}

/// A scenario of these combatants within a yard of each other; `rules` are keys of `[rules]`, a line each.
fn scene(rules: &str, combatants: &[String]) -> String {
    format!("system = \"wounds\"\nname = \"Scene\"\n[rules]\nstart_distance = 1\n{rules}\n{}", combatants.concat())
}

/// A party member: agility 10, Strength 10, Stress 0, Defense 11; `keys` are more of its keys, a line each.
fn member(id: &str, keys: &str) -> String {
    combatant(id, "party", keys)
}

/// An enemy like that, which does not test its morale unless `keys` say so.
fn enemy(id: &str, keys: &str) -> String {
    let morale = if keys.contains("morale") { "" } else { "morale = false\n" };
    combatant(id, "enemies", &format!("{morale}{keys}"))
}

fn combatant(id: &str, side: &str, keys: &str) -> String {
    let given = |key: &str| keys.lines().any(|line| line.trim_start().starts_with(&format!("{key} =")));
    let usual: Vec<String> = [("stress", "0"), ("defense_bonus", "1"), ("policy", "\"reckless\"")]
        .into_iter()
        .filter(|(key, _)| !given(key))
        .map(|(key, value)| format!("{key} = {value}\n"))
        .collect();
    let hd = if given("hd") { "" } else { "hd = \"1d8\"\n" };
    let usual = usual.concat();
    format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\n{usual}{hd}{keys}\n")
}

/// The `attacks` of a combatant: a table of these keys each.
fn attacks(tables: &[&str]) -> String {
    let tables: Vec<String> =
        tables.iter().enumerate().map(|(index, keys)| format!("{{ id = \"a{index}\", {keys} }}")).collect();
    format!("attacks = [{}]", tables.join(", "))
}

/// An enemy that only defends itself, and does that after everybody else has acted.
fn dummy(id: &str, keys: &str) -> String {
    enemy(id, &format!("initiative_modifier = 40\n{keys}"))
}

/// An attack that takes nothing, so that only its d20 is rolled: it hits with 11 or more against Defense 11.
const TOUCH: &str = "damage = 0, critical_on = 21";

/// A single blow that takes 1 Wound Point and, with [`BROKEN`], causes the only injury of a table: [`injured_by`].
const BREAK: &str = "damage = 1, bonus = 40, critical_on = 1, critical_multiplier = 1, uses = 1";
/// The d20, the d100 and the table's die of such a blow; the dice of the injury itself follow.
const BROKEN: [u32; 3] = [10, 1, 1];

/// `[rules]` by which every slashing injury is this one.
fn injured_by(keys: &str) -> String {
    format!("injury_tables = {{ slashing = [{{ roll = \"1\", {keys} }}] }}")
}

/// An attack whose every hit (11 or more against Defense 11, none of them critical) drops whom it hits, slashing.
const EVEN: &str = "damage = 10, critical_on = 21";

/// An attack that takes 1 Wound Point and is never critical.
const SCRATCH: &str = "damage = 1, critical_on = 21";

/// Keys of somebody with these attacks who stays where it is.
fn rooted(tables: &[&str]) -> String {
    format!("speed = 0\n{}", attacks(tables))
}

/// The even fighters of the ledger's worked checks: the first blow that hits decides.
fn even_fight(rules: &str) -> String {
    let blade = attacks(&[EVEN]);
    scene(rules, &[member("hero", &blade), enemy("orc", &blade)])
}

/// WOUNDS-02, WOUNDS-05: the lower Base Initiative strikes first.
#[test]
fn a_fight_is_fought_to_the_end() {
    // The orc is first and misses, the hero hits.
    let played = play(&wounds(&even_fight(""), &[]), [7, 3, 10, 11]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 1 });
    assert_eq!((played.ends.clone(), played.wound_points()), (vec![EndState::Standing, EndState::Down], vec![10, 0]));
    assert_eq!((played.metric("strikes"), played.metric("hits"), played.metric("first_down_round")), (2, 1, 1));
    assert_eq!((played.metric("enemies_wound_damage"), played.metric("enemies_stress_damage")), (10, 0));
    assert!(played.applied(1, "WOUNDS-68") || played.named("WOUNDS-05"), "{}", played.narration(1));
}

/// WOUNDS-06, WOUNDS-07: on the same count both strike before either falls.
#[test]
fn both_fall_on_the_same_count() {
    let played = play(&wounds(&even_fight(""), &[]), [4, 4, 20, 11]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Draw, rounds: 1 });
    assert_eq!((played.wound_points(), played.metric("double_knockouts")), (vec![0, 0], 1));
    assert!(played.named("WOUNDS-06") && played.named("WOUNDS-07"));
}
