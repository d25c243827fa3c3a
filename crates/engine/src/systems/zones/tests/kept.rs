//! The values that a state keeps for speed follow from the rest of it, whatever happens: computed anew after every Turn
//! of many fights, they are those that were kept.

use super::*;
use crate::Seed;
use crate::skirmish::ones;
use crate::testing::watch_steps;
use field::ZoneId;

/// Two narrow Zones of four, hazards and pushes, retreats and wounds on both sides, and Creatures some of whom may
/// stand aside.
pub(super) const MELEE: &str = r#"
system = "zones"
name = "Melee"
[rules]
max_rounds = 12
morale_triggers = ["first_out", "half_out", "leader_out"]
morale_dr = 8
[[zones]]
id = "road"
adjacent = ["bridge", "ford"]
exit = "both"
[[zones]]
id = "bridge"
adjacent = ["gate"]
capacity = 3
[[zones]]
id = "ford"
adjacent = ["gate"]
capacity = 4
hazard = { when = "both", affects = "party", test = "str", dr = 10, damage = "1d4", hinder = "weakened" }
[[zones]]
id = "gate"
exit = "enemies"
[[combatants]]
id = "warden"
side = "party"
count = 3
hp = 9
attributes = { str = 2, dex = 1 }
retreat_below = 30
items = [{ id = "draught", heal = "1d6" }]
attacks = [{ id = "shove", kind = "stunt", test = "str", push = true }, { id = "sword", kind = "melee", damage = "1d8" }]
[[combatants]]
id = "archer"
side = "party"
count = 2
hp = 6
policy = "skirmisher"
target = "weakest"
attributes = { str = 0, dex = 3 }
attacks = [{ id = "bow", kind = "ranged", damage = "1d6" }]
[[combatants]]
id = "goblin"
side = "enemies"
count = 4
hp = 5
skill = 1
policy = "reckless"
attacks = [{ id = "spear", kind = "melee", damage = "1d6" }]
[[combatants]]
id = "keeper"
side = "enemies"
hp = 10
skill = 3
leader = true
zone = "bridge"
retreat_below = 50
attacks = [{ id = "net", kind = "ranged", range = 1, damage = "0", hinder = "stuck", uses = 1 }, { id = "club", kind = "melee", damage = "1d8" }]
"#;

#[track_caller]
fn assert_follows(rules: &Zones, state: &State) {
    for zone in 0..rules.field.len() {
        let here = state.standing.filter(|who| usize::from(state.fighters[who].zone) == zone);
        assert_eq!(state.occupants[zone], here, "{state:?}");
        assert!(here.len() <= rules.field.zone(zone as ZoneId).capacity, "{state:?}");
    }
}

/// ZONES-08, ZONES-10, ZONES-49: the occupants of Zones, of whom none has more than it has room for.
#[test]
fn what_is_kept_follows_from_the_rest() {
    let all: [&[&str]; 3] = [
        &[],
        &["rules.reaction=roll", "rules.reaction_scope=each", "rules.reaction_fights_up_to=6"],
        &["rules.initiative=each_round", "rules.morale_scope=side", "combatants.goblin.policy=skirmisher"],
    ];
    let (mut turns, mut crowded, mut fired, mut stood_aside) = (0, 0, 0, 0);
    for overrides in all {
        let rules = zones(MELEE, overrides);
        let bridge = rules.field.zone(1).capacity;
        let watch = |state: &State| {
            assert_follows(&rules, state);
            turns += 1;
            crowded += usize::from(state.occupants[1].len() == bridge);
            fired += ones(state.fired).count();
            stood_aside += rules.asides(state).len();
        };
        watch_steps(&rules, Seed(4), 60, watch, |_| ());
    }
    // Everything has happened.
    assert!(
        turns > 3_000 && crowded > 500 && fired > 400 && stood_aside > 500,
        "{turns} {crowded} {fired} {stood_aside}"
    );
}
