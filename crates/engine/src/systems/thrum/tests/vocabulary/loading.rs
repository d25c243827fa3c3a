//! The result of compiling combatants, maps and rules: dependent defaults, and the beginning of a fight.

use super::super::super::effect::Effect;
use super::super::super::grid::Tile;
use super::super::super::sheet::{Answer, Kind, Knobs, Rectangles, Shape};
use super::super::super::words::{
    Category, Defence, DefenceChoice, EvasionVulnerable, InitiativeTies, Policy, StunnedMeans, Trigger,
};
use super::*;
use crate::outcome::Side;
use crate::skirmish::Group;

/// THRUM-04, THRUM-22, THRUM-36, THRUM-37
#[test]
fn each_modifier_follows_from_its_partner() {
    let shown = |keys: &str| {
        let sheet = sheet(keys);
        (sheet.defences, sheet.drop_modifier, sheet.initiative)
    };
    assert_eq!(shown(""), ([0, 0, 0], 0, 0));
    assert_eq!(shown("endurance = 2\nreflex = 3\nfocus = 4"), ([2, 3, 4], 3, 3));
    assert_eq!(shown("resilience = 5\nevasion = 1\nresolve = 4"), ([5, 1, 4], 5, 1));
    assert_eq!(shown("endurance = -2\nresilience = 6\nreflex = -1\ninitiative = 9"), ([6, -1, 0], -1, 9));
}

/// THRUM-47, THRUM-49
#[test]
fn tolerances_follow_from_endurance_and_focus_and_are_at_least_0() {
    let tolerances = |keys: &str| (sheet(keys).fatigue_tolerance, sheet(keys).stress_tolerance);
    assert_eq!(tolerances(""), (3, 2));
    assert_eq!(tolerances("endurance = 2\nfocus = 3"), (5, 5));
    assert_eq!(tolerances("resilience = 4\nresolve = 1"), (7, 3), "the partner is the attribute");
    assert_eq!(tolerances("endurance = 1\nresilience = 4"), (4, 2));
    assert_eq!(tolerances("endurance = -9\nfocus = -3"), (0, 0));
    assert_eq!(tolerances("endurance = -9\nfatigue_tolerance = 6\nstress_tolerance = 0"), (6, 0));
}

/// THRUM-18, THRUM-24, THRUM-35, THRUM-64, THRUM-65
#[test]
fn combatants_have_the_defaults_of_the_ledger() {
    let plain = sheet("");
    assert_eq!((plain.speed, plain.policy, plain.defence), (4, Policy::Default, DefenceChoice::Auto));
    assert_eq!((plain.stance, plain.drops, plain.has_goal, plain.enters_round), (None, false, false, 1));
    assert!(plain.teleport.is_none() && plain.at.is_none() && plain.delay_after.is_empty());
    let keys = "teleport_range = 5\nteleport_cost = 2\ndrops = true\npolicy = \"kiter\"\ndefence = \"evasion\"";
    let other = sheet(keys);
    let teleport = other.teleport.expect("it can");
    assert_eq!((teleport.range, teleport.cost, other.drops), (5, 2, true));
    assert_eq!((other.policy, other.defence), (Policy::Kiter, DefenceChoice::Evasion));
    assert!(sheet("teleport_cost = 3").teleport.is_none());
}

/// THRUM-11
#[test]
fn the_chosen_stance_is_an_own_or_a_basic_one() {
    let stance = |stance: &str| {
        let own = listed("abilities", &["id = \"a\", type = \"passive\"", "id = \"wall\", type = \"stance\""]);
        sheet(&format!("stance = \"{stance}\"\n{own}")).stance
    };
    assert_eq!((stance("auto"), stance("wall"), stance("brace"), stance("protect")), (None, Some(0), Some(1), Some(5)));
    assert_eq!(sheet("stance = \"dodge\"").stance, Some(1));
}

/// THRUM-12
#[test]
fn everybody_has_the_basic_abilities() {
    let rules = thrum(&with_rules("basic_attack_range = 5\nbasic_attack_fatigue = 4"), &["combatants.hero.attack=3"]);
    let sheet = &rules.sheets[0];
    let [strike, aid] = &sheet.actions[..] else { panic!("two") };
    let attack = strike.attack.expect("an attack");
    assert_eq!((attack.modifier, attack.is_physical, attack.is_ranged, attack.is_finisher), (3, true, true, false));
    assert!(attack.allows(Defence::Resilience) && attack.allows(Defence::Evasion) && !attack.allows(Defence::Resolve));
    assert_eq!(
        (strike.kind, strike.range, strike.target, strike.shape),
        (Kind::Harm, 5, Category::Enemy, Shape::Single)
    );
    assert_eq!((strike.plain.success.fatigue, strike.plain.critical.fatigue, strike.plain.cost), (4, 4, 0));
    assert_eq!((aid.kind, aid.range, aid.target, aid.attack.is_none()), (Kind::Revive, 1, Category::Ally, true));
    let revival = Effect { revive: true, halve_loads: true, clear: true, ..Effect::default() }.noted();
    assert_eq!(aid.plain.effect, revival);
    let boons: Vec<[i32; 3]> = sheet.stances.iter().map(|stance| stance.grants.defence_boons).collect();
    assert_eq!(boons, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0; 3], [0; 3]]);
    let answers: Vec<_> = sheet.stances.iter().filter_map(|stance| stance.answer).collect();
    let shown = |answer: &Answer| (answer.trigger, answer.range, answer.boons, answer.ends, answer.reaction);
    assert_eq!(
        answers.iter().map(shown).collect::<Vec<_>>(),
        [(Trigger::AllyTargets, 1, 1, true, None), (Trigger::AllyTargeted, 1, 1, true, None)]
    );
    assert_eq!(rules.names[0].stances, ["brace", "dodge", "concentrate", "assist", "protect"]);
    assert_eq!(rules.names[0].actions, ["basic-attack", "resuscitate"]);
}

/// THRUM-17, THRUM-20, THRUM-21
#[test]
fn a_map_is_drawn_in_levels_walls_and_difficult_ground() {
    let map = "rows = [\".19\", \"ai~\", \"#..\"]\ndifficult = [[1, 2], [0, 2], [1, 0]]";
    let rules = thrum(&Scene { map, hero: "at = [[0, 0]]", orc: "at = [[1, 0]]", ..SCENE }.text(), &[]);
    let map = rules.ground.map();
    let floor = |level, is_difficult| Tile::Floor { level, is_difficult };
    assert_eq!(
        map.squares().map(|square| map.tile(square)).collect::<Vec<_>>(),
        [
            [floor(0, false), floor(1, true), floor(9, false)],
            [floor(-1, false), floor(-9, false), floor(0, true)],
            [Tile::Wall, floor(0, true), floor(0, false)],
        ]
        .concat()
    );
    let plain = thrum(&SCENE.text(), &[]);
    assert_eq!((plain.ground.map().width(), plain.ground.map().height()), (12, 8));
    let sized = thrum(&SCENE.text(), &["map.width=20", "map.height=9"]);
    assert_eq!((sized.ground.map().width(), sized.ground.map().height()), (20, 9));
}

/// THRUM-03, THRUM-07: the copies of a table take its squares in turn.
#[test]
fn copies_start_on_their_squares() {
    let scene = Scene { hero: "count = 3\nat = [[4, 1], [0, 0], [2, 7]]", ..SCENE };
    let rules = thrum(&scene.text(), &[]);
    let at = rules.sheets.iter().map(|sheet| sheet.at.map(|square| rules.ground.map().coordinates(square)));
    assert_eq!(at.collect::<Vec<_>>(), [Some((4, 1)), Some((0, 0)), Some((2, 7)), None]);
    let start = &rules.knobs.starts[Side::Enemies.index()];
    let contains = |x, y| start.contain(rules.map().square(x, y).expect("a square of the map"));
    assert_eq!(start.squares::<2>().len(), 3 * 8);
    assert_eq!([contains(9, 0), contains(11, 7), contains(8, 0)], [true, true, false]);
}

/// THRUM-06, THRUM-15: ids of the file stand for all copies.
#[test]
fn an_id_of_the_file_stands_for_all_copies() {
    let scene = Scene {
        rules: "win_incapacitate = [\"orc\"]\ndefeat_incapacitate = [\"hero\"]",
        hero: "count = 2\ndelay_after = \"orc\"",
        orc: "count = 3\ndelay_after = \"hero\"",
        ..SCENE
    };
    let rules = thrum(&scene.text(), &[]);
    let (heroes, orcs) = (rules.sides.members(Side::Party), rules.sides.members(Side::Enemies));
    assert_eq!((heroes.len(), orcs.len()), (2, 3));
    assert_eq!((rules.knobs.targets_of_win, rules.knobs.targets_of_defeat), (orcs, heroes));
    assert!(heroes.iter().all(|who| rules.sheets[who].delay_after == orcs));
    assert!(orcs.iter().all(|who| rules.sheets[who].delay_after == heroes));
    assert_eq!(rules.combatants()[1].id, "hero-2");
}

/// THRUM-14, THRUM-15, THRUM-64
#[test]
fn a_side_has_conditions_where_the_file_gives_some() {
    let conditions = |rules: &str| thrum(&with_rules(rules), &[]).knobs.has_conditions;
    assert_eq!(conditions(""), [false, false]);
    assert_eq!(conditions("win_incapacitate = []\nwin_after_rounds = 3"), [false, false]);
    assert_eq!(conditions("win_incapacitate = [\"orc\"]"), [false, true]);
    assert_eq!(conditions("win_reach = [[0, 0, 1, 1]]"), [false, true]);
    assert_eq!(conditions("defeat_incapacitate = [\"hero\"]"), [true, false]);
    assert_eq!(conditions("defeat_reach = [[0, 0, 1, 1]]"), [true, false]);
    let goals = thrum(&with_rules("win_reach = [[1, 2, 3, 4], [0, 0, 1, 1]]"), &[]).knobs.goals;
    assert_eq!((goals[0].squares::<2>().len(), goals[0].is_empty(), goals[1].is_empty()), (3 * 4 + 1, false, true));
}

/// THRUM-15, THRUM-65
#[test]
fn rounds_are_counted_as_far_as_a_rule_asks_for_them() {
    let known = |rules: &str, orc: &str| thrum(&Scene { rules, orc, ..SCENE }.text(), &[]).last_round_known;
    assert_eq!(known("", ""), 0);
    assert_eq!(known("", "enters_round = 7"), 7);
    assert_eq!(known("win_after_rounds = 9", "enters_round = 7"), 9);
    assert_eq!(known("defeat_after_rounds = 12\nwin_after_rounds = 9", ""), 12);
}

/// THRUM-46, THRUM-53, THRUM-65
#[test]
fn a_fight_begins_before_anybody_stands_on_the_map() {
    let hero = "fatigue = 4\nstress = 5\nwounds = 2\nfatigue_tolerance = 9";
    let rules = thrum(&Scene { hero, orc: "count = 2\nenters_round = 3", ..SCENE }.text(), &[]);
    let opening = &rules.opening;
    let orcs = rules.sides.members(Side::Enemies);
    assert_eq!((opening.absent, opening.initiative_due), (orcs, Group::of(0.into())));
    assert!(opening.present.is_empty() && opening.active.is_empty() && opening.delayed.is_empty());
    assert_eq!(opening.order.iter().collect::<Vec<_>>(), [0]);
    let body = opening.bodies[0];
    assert_eq!((body.fatigue, body.stress, body.wounds), (4, 5, 2));
    assert_eq!((body.fatigue_tolerance, body.stress_tolerance, body.stance, body.buff), (9, 2, None, None));
    assert_eq!(rules.rounds_max(), 50);
}

/// Whether the rules are as the ledger has them by default, knob by knob.
fn usual(knobs: &Knobs) -> [bool; 19] {
    [
        !knobs.attacker_wins_ties,
        knobs.npcs_take_stances,
        !knobs.renews_stances,
        !knobs.ends_with_turn,
        !knobs.finisher_needs_success,
        !knobs.finisher_needs_exhausted,
        !knobs.attacks_fallen,
        knobs.fallen_give_cover,
        !knobs.fallen_hamper,
        !knobs.fallen_defend,
        knobs.fallen_panic,
        knobs.effect_on_miss,
        knobs.environment_rolls,
        !knobs.buffs_replace,
        !knobs.triggers_once_a_round,
        !knobs.stances_aid_saves,
        knobs.same_turn_upkeep,
        !knobs.wound_before_upkeep,
        knobs.removed_are_dead,
    ]
}

/// THRUM-02 to THRUM-53: each knob with two values stands at that of the ledger unless told otherwise, and changes itself
/// alone.
#[test]
fn knobs_are_read() {
    let knobs = [
        "ties=attacker",
        "npc_round_zero_stance=false",
        "stance_renewal=take",
        "end_look=turn",
        "finisher_on=success",
        "finisher_target=before",
        "attack_fallen=true",
        "incapacitated_cover=false",
        "incapacitated_hamper=true",
        "incapacitated_defend=true",
        "incapacitated_panic=false",
        "effect_on_miss=false",
        "environment=fixed",
        "rebuff=replace",
        "trigger_limit=round",
        "stances_aid_saves=true",
        "same_turn_upkeep=false",
        "wound_check=before",
        "removed_state=down",
    ];
    assert_eq!(usual(&thrum(&SCENE.text(), &[]).knobs), [true; 19]);
    for (index, knob) in knobs.into_iter().enumerate() {
        let changed = usual(&thrum(&SCENE.text(), &[&format!("rules.{knob}")]).knobs);
        assert_eq!(changed, std::array::from_fn(|other| other != index), "{knob}");
    }
}

/// THRUM-04, THRUM-37, THRUM-63
#[test]
fn knobs_with_three_words_are_read() {
    let knobs = |set: &[&str]| {
        let knobs = thrum(&SCENE.text(), set).knobs;
        (knobs.initiative_ties, knobs.evasion_vulnerable, knobs.stunned)
    };
    let usual = (InitiativeTies::Modifier, EvasionVulnerable::After, StunnedMeans::MoveOrAct);
    assert_eq!(knobs(&[]), usual);
    let set = ["rules.initiative_ties=party", "rules.evasion_vulnerable=never", "rules.stunned=lose_turn"];
    assert_eq!(knobs(&set), (InitiativeTies::Party, EvasionVulnerable::Never, StunnedMeans::LoseTurn));
}

/// THRUM-02 to THRUM-64: numbers of `[rules]` have the defaults of the ledger's table.
#[test]
fn numbers_of_the_rules_have_the_defaults_of_the_ledger() {
    let knobs = thrum(&SCENE.text(), &[]).knobs;
    assert_eq!((knobs.critical_margin, knobs.recover_amount, knobs.evasion_boon), (5, 1, 1));
    let banes = [knobs.ranged_banes, knobs.cover_banes, knobs.frayed_banes, knobs.exhausted_banes];
    assert_eq!((banes, knobs.character_cover_height), ([1; 4], 2));
    assert_eq!((knobs.panic_tolerance_loss, knobs.upkeep, knobs.wounds_to_remove), (1, 1, 3));
    assert_eq!((knobs.win_after_rounds, knobs.defeat_after_rounds, knobs.reach_count), (0, 0, 1));
    assert!(knobs.targets_of_win.is_empty() && knobs.targets_of_defeat.is_empty());
    assert!(knobs.goals.iter().all(Rectangles::is_empty));
    let basic = &thrum(&SCENE.text(), &[]).sheets[0].actions[0];
    assert_eq!((basic.range, basic.plain.success.fatigue), (3, 2));
}

/// The scenario of the ledger.
const EXAMPLE: &str = r#"
system = "thrum"
name = "The stair at Cinder Gate"
description = "Two wardens and a fire-caller against a toll gang that holds the upper terrace."
[rules]
max_rounds = 30
defeat_incapacitate = ["ember"]
[map]
rows = [
  "......22",
  ".~....22",
  "..#..122",
  "..#..122",
  ".~....22",
]
party_start = [[0, 0, 2, 5]]
enemy_start = [[6, 1, 2, 3]]

[[combatants]]
id = "ember"
side = "party"
policy = "kiter"
focus = 2
reflex = 1
attack = 4
[[combatants.abilities]]
id = "fire-burst"
type = "action"
tags = ["physical_attack", "ranged"]
range = 4
shape = "area"
size = 2
success = { fatigue = 1 }
critical = { fatigue = 1, burning = 1 }
overexert = { size = 2 }

[[combatants]] # the same tables may be written inline
id = "warden"
side = "party"
count = 2
policy = "guardian"
endurance = 2
focus = 1
attack = 3
abilities = [
  { id = "hammer-fist", type = "action", tags = ["physical_attack", "finisher"], success = { fatigue = 2 }, critical = { fatigue = 1, stunned = true }, effect = { push = 1 } },
  { id = "hold-the-line", type = "stance", trigger = "enemy_leaves", range = 1, attack = "shove", ends = false },
  { id = "shove", type = "reaction", tags = ["physical_attack"], success = { fatigue = 1 }, critical = { immobilized = true } },
]

[[combatants]]
id = "biffer"
side = "enemies"
count = 3
attack = 2
resilience = 1
fatigue_tolerance = 3
stress_tolerance = 1
drops = true
abilities = [{ id = "biff", type = "action", tags = ["physical_attack", "finisher"], success = { fatigue = 1 }, critical = { fatigue = 2 }, critical_replaces = true, effect = { dazed = true } }]
"#;

#[test]
fn the_scenario_of_the_ledger_is_sound() {
    let rules = thrum(EXAMPLE, &["combatants.ember.abilities.fire-burst.range=5"]);
    let burst = &rules.sheets[0].actions[0];
    assert_eq!((burst.range, burst.plain.size, burst.overexerted.map(|usage| usage.size)), (5, 2, Some(4)));
    let [resilience, _, resolve] = rules.sheets[1].defences;
    assert_eq!((resilience, resolve, rules.sheets[1].fatigue_tolerance), (2, 1, 5));
    let biff = &rules.sheets[5].actions[0];
    assert_eq!((biff.plain.success.fatigue, biff.plain.critical.fatigue), (1, 2));
    assert_eq!(rules.names[2].stances[0], "hold-the-line");
    let ids: Vec<&str> = rules.combatants().iter().map(|combatant| combatant.id.as_str()).collect();
    assert_eq!(ids, ["ember", "warden-1", "warden-2", "biffer-1", "biffer-2", "biffer-3"]);
}

/// A Stance's attack that nobody has is none.
#[test]
fn a_stance_of_the_ledger_needs_its_attack() {
    assert!(try_thrum(&EXAMPLE.replace("attack = \"shove\"", "attack = \"shrug\""), &[]).is_err());
}
