//! One test for each rule of `docs/rules/zones.md`, with scripted dice: "with these dice, this happens". A script lists
//! the faces in the order in which the ledger rolls them; a roll too many or too few fails the test.
//!
//! Every fight begins with the d6 of rule 03 (1 to 3: the Creatures begin) and one d6 for each Character (rule 04).

mod attacks;
mod battlefield;
mod effects;
mod morale;
mod movement;
mod order;
mod policies;
mod refusals;

use super::*;
use crate::dice::Scripted;
use crate::rules_seen;
use crate::ruleset::{Metric, Workspace, fight_watched};
use crate::scenario::{Override, Source};
use crate::systems::load;
use crate::trace::{Counting, Line, Narrated, RulesSeen};

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

fn try_zones(text: &str, overrides: &[&str]) -> Result<Zones, String> {
    let mut scenario = Scenario::parse(Source { name: "t".to_owned(), text: text.to_owned() })
        .map_err(|problems| problems.to_string())?;
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    let problems = scenario.set(&overrides, Zones::SCHEMA);
    if !problems.is_empty() {
        return Err(scenario.problems(problems).to_string());
    }
    load(&scenario).map_err(|problems| problems.to_string())
}

fn zones(text: &str, overrides: &[&str]) -> Zones {
    try_zones(text, overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A fight that is cut off after so many Rounds, so that a script may stop there.
fn limited(text: &str, overrides: &[&str], rounds: u32) -> Zones {
    let limit = format!("rules.max_rounds={rounds}");
    zones(text, &[overrides, &[&limit]].concat())
}

/// A fight played with a script.
struct Played {
    outcome: crate::Outcome,
    /// After the set-up and after each Round.
    states: Vec<State>,
    counts: ZonesCounts,
    lines: Vec<Line>,
    ends: Vec<EndState>,
    metrics: Vec<Metric>,
}

impl Played {
    /// The HP at the end, by combatant in listed order.
    fn hp(&self) -> Vec<i16> {
        self.last().fighters.iter().take(self.ends.len()).map(|fighter| fighter.hp).collect()
    }

    fn last(&self) -> &State {
        self.states.last().expect("there is a state after the set-up")
    }

    /// The Zones at the end, by place in listed order.
    fn zones(&self) -> Vec<u8> {
        self.last().fighters.iter().take(self.ends.len()).map(|fighter| fighter.zone).collect()
    }

    fn metric(&self, name: &str) -> u32 {
        let at = self.metrics.iter().position(|metric| metric.name == name).expect("a metric");
        self.counts[at]
    }

    /// Whether a rule was applied in a Round; 0 is the set-up.
    fn applied(&self, round: u32, rule: &str) -> bool {
        self.lines.iter().any(|line| line.round == round && line.rules.contains(&rule))
    }

    /// Whether a rule was applied at all. In a Round in which nothing is told, rules have no line of their own.
    fn named(&self, rule: &str) -> bool {
        self.lines.iter().any(|line| line.rules.contains(&rule))
    }

    /// The story of a Round.
    fn told(&self, round: u32) -> String {
        let lines = self.lines.iter().filter(|line| line.round == round);
        lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// What a combatant suffers from at the end.
    fn suffers(&self, who: usize, ailment: Ailment) -> bool {
        self.last().fighters[who].ailments.has(ailment)
    }
}

/// Plays a fight with these faces; panics unless it takes exactly these, and the same without a story.
#[track_caller]
fn play(rules: &Zones, faces: impl IntoIterator<Item = u32>) -> Played {
    let mut dice = Scripted::new(faces);
    let mut untold_dice = dice.clone();
    let mut workspace = Workspace::new(rules);
    let mut trace = (Counting::new(rules.counts()), Narrated::default());
    let mut states = Vec::new();
    let (mut seen, watch) = (RulesSeen::default(), |state: &State| states.push(state.clone()));
    let outcome = fight_watched(rules, &mut workspace, &mut dice, &mut (&mut trace, &mut seen), watch);
    rules_seen::note(&seen);
    dice.assert_spent();
    let (mut untold, mut counting) = (Workspace::new(rules), Counting::new(rules.counts()));
    assert_eq!(fight_watched(rules, &mut untold, &mut untold_dice, &mut counting, |_| ()), outcome, "without a story");
    untold_dice.assert_spent();
    assert!(untold.state == workspace.state, "without a story");
    assert_eq!(counting.counts(), trace.0.counts(), "without a story");
    Played {
        outcome,
        states,
        counts: trace.0.counts().try_into().expect("as many as there are metrics"),
        lines: trace.1.into_lines(),
        ends: (0..rules.combatants().len()).map(|who| rules.end_state(&workspace.state, who)).collect(),
        metrics: rules.metrics().to_vec(),
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
