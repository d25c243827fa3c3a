//! The values that a state keeps for speed follow from the rest of it, whatever happens: computed anew after every turn
//! of many fights, they are those that were kept.

use super::super::movement::distance_between;
use super::*;
use crate::Seed;
use crate::testing::watch_steps;

/// Shots, blows, flights past enemies, medics and the dying on both sides.
pub(super) const MELEE: &str = r#"
system = "tiny"
name = "Melee"
[rules]
max_rounds = 20
extricate_provokes = "on_failure"
ranged_into_combat = "disadvantage"
ranged_in_combat = "disadvantage"
enemies_at_zero_hp = "stabilize"
[[combatants]]
id = "sword"
side = "party"
count = 3
hp = 5
policy = "retreat"
retreat_at_hp = 2
attacks = [{ id = "sword", kind = "heavy_melee" }]
[[combatants]]
id = "bow"
side = "party"
count = 2
hp = 3
position = -20
policy = "skirmisher"
traits = ["medic"]
attacks = [{ id = "bow", kind = "ranged" }, { id = "knife", kind = "light_melee" }]
[[combatants]]
id = "raider"
side = "enemies"
count = 4
hp = 4
armor = "light"
attacks = [{ id = "axe", kind = "light_melee" }]
[[combatants]]
id = "shaman"
side = "enemies"
count = 2
hp = 3
position = 45
policy = "medic"
traits = ["medic"]
attacks = [{ id = "sling", kind = "ranged", range = 40 }]
"#;

#[track_caller]
fn assert_follows(rules: &Tiny, state: &State) {
    let standing = state.standing;
    let position = |who: Who| state.fighters[who].position;
    let is_engaged = |who: Who| {
        let enemies = standing & rules.sides.opponents(who);
        enemies.iter().any(|enemy| distance_between(position(who), position(enemy)) <= compile::ADJACENT)
    };
    assert_eq!(state.engaged, standing.filter(is_engaged), "{state:?}");
    for who in standing {
        let nearest = (standing & rules.sides.opponents(who))
            .iter()
            .map(|enemy| distance_between(position(who), position(enemy)));
        assert!(nearest.min().is_none_or(|feet| feet >= compile::ADJACENT), "opponents share a square: {state:?}");
    }
}

/// TINY-10, TINY-15: who is in combat. Nobody shares a square with an opponent.
#[test]
fn what_is_kept_follows_from_the_rest() {
    let all: [&[&str]; 4] = [
        &[],
        &["rules.start_distance=5", "combatants.raider.count=7", "rules.stabilization_timing=next_turn"],
        &["combatants.raider.policy=retreat", "combatants.raider.movement=40", "rules.escape_distance=30"],
        &["rules.extricate_past=false", "rules.medic_in_combat=false", "combatants.raider.movement=10"],
    ];
    let (mut turns, mut engaged, mut fled, mut fallen) = (0, 0, 0, 0);
    for overrides in all {
        let rules = tiny(MELEE, overrides);
        let watch = |state: &State| {
            assert_follows(&rules, state);
            turns += 1;
            engaged += state.engaged.len();
        };
        watch_steps(&rules, Seed(4), 60, watch, |state| {
            fled += state.fled.len();
            fallen += state.fallen(&rules).len();
        });
    }
    // Everything has happened.
    assert!(turns > 10_000 && engaged > 10_000 && fled > 20 && fallen > 500, "{turns} {engaged} {fled} {fallen}");
}
