//! Decisions: every kind is taken among several options, the policy's preference is the first of the best, and lists hold all that
//! is legal and nothing else.

use std::collections::BTreeMap;

use super::super::action::Manner;
use super::super::candidate::Aim;
use super::super::decisions::Deciding;
use super::super::grid::{Placing, Square};
use super::super::options::Options;
use super::super::policy::{Deed, Purpose, Recovery};
use super::standoff::*;
use super::*;
use crate::decision::DecisionsSeen;
use crate::dice::Seeded;
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Workspace, fight};
use crate::scenario::Word;
use crate::trace::Silent;

macro_rules! shipped {
    ($($name:literal),*) => {
        [$(include_str!(concat!("../../../../../../scenarios/thrum/", $name, ".toml"))),*]
    };
}

const SHIPPED: [&str; 11] = shipped!(
    "brace-or-dodge",
    "choir-of-ash",
    "field-mender",
    "finishing-blow",
    "gate-race",
    "high-ground",
    "hold-until-dawn",
    "last-one-standing",
    "one-against-four",
    "storm",
    "toll-bridge"
);

const ARTS: (&str, &str) = ("arts/menders.toml", include_str!("../../../../../../scenarios/thrum/arts/menders.toml"));

/// Two sides that can do whatever a decision is about.
fn busy() -> String {
    let kiter = abilities(&[
        "id = \"leap\", type = \"action\", tags = [\"physical_attack\"], range = 3, success = { fatigue = 1 }, \
         self_effect = { teleport = 2 }",
    ]);
    let runner = abilities(&[
        "id = \"feint\", type = \"action\", tags = [\"mental_attack\"], range = 3, targets = 2, \
         success = { stress = 1, stunned = true }, self_effect = { move = 2 }, overexert = { cost = 1, boons = 1 }",
        "id = \"fire\", type = \"action\", tags = [\"mental_attack\"], shape = \"area\", size = 2, range = 2, \
         success = { fatigue = 1 }",
    ]);
    let combatants = [
        pc("ann", &format!("policy = \"kiter\"\n{kiter}")),
        pc("bob", &format!("policy = \"kiter\"\nfatigue = 2\ndelay_after = \"cid\"\n{runner}")),
        npc("cid", "count = 2\nspeed = 5\nstress = 2"),
        npc("dot", &format!("policy = \"guardian\"\nfatigue = 4\n{runner}")),
    ];
    let map = "width = 16\nheight = 6\nparty_start = [[0, 0, 2, 6]]\nenemy_start = [[14, 0, 2, 6]]";
    scene("max_rounds = 12", map, &combatants)
}

/// Plays some encounters with an observer of decisions, and the same with none.
fn seen(rules: &Thrum, encounters: u64) -> BTreeMap<(usize, usize), u64> {
    let (mut heard, mut silent) = (Workspace::new(rules), Workspace::new(rules));
    let mut seen = DecisionsSeen::default();
    for index in 0..encounters {
        let mut dice = Seeded::new(Seed(3));
        dice.start(EncounterIndex(index));
        let quiet = fight(rules, &mut silent, &mut dice.clone(), &mut Silent);
        assert_eq!(fight(rules, &mut heard, &mut dice, &mut seen), quiet);
        assert!(heard.state == silent.state, "observers change nothing");
    }
    seen.seen
}

#[test]
fn every_kind_of_decision_is_taken_among_several_options() {
    let mut all: BTreeMap<usize, u64> = BTreeMap::new();
    let shipped = SHIPPED.map(|text| testing::try_load_with(text, &[ARTS], &[]).expect("a scenario that is shipped"));
    for rules in shipped.iter().chain([&thrum(&busy(), &[])]) {
        for ((kind, options), times) in seen(rules, 12) {
            *all.entry(kind).or_default() += if options > 1 { times } else { 0 };
        }
    }
    let never: Vec<&str> = (0..Deciding::CHOICES.len())
        .filter(|kind| all.get(kind).is_none_or(|&times| times == 0))
        .map(|kind| Deciding::CHOICES[kind].name)
        .collect();
    assert_eq!(never, [""; 0]);
}

/// Whether the kinds are declared in the order of their names.
#[test]
fn kinds_of_decisions_have_their_indices() {
    let named =
        [Deciding::Start, Deciding::NextTarget, Deciding::Stance].map(|kind| Deciding::CHOICES[kind as usize].name);
    assert_eq!((named, Deciding::CHOICES.len()), (["start", "next_target", "stance"], Deciding::Stance as usize + 1));
}

fn listed<O: Copy>(options: &Options<O>) -> Vec<O> {
    options.iter().map(|rated| rated.option).collect()
}

/// The options that a policy wants, the best first.
fn wanted<O: Copy>(options: &Options<O>) -> Vec<O> {
    let mut wanted: Vec<_> = options.iter().filter(|rated| rated.worth > 0).collect();
    wanted.sort_by_key(|rated| std::cmp::Reverse(rated.worth));
    wanted.into_iter().map(|rated| rated.option).collect()
}

fn places(rules: &Thrum, squares: &[Square]) -> Vec<(i16, i16)> {
    squares.iter().map(|&square| rules.map().coordinates(square)).collect()
}

/// THRUM-18, THRUM-19: a Move may end on every free square that it can pay for, an ally's may be passed, an enemy's not.
#[test]
fn a_move_may_end_wherever_it_can() {
    let combatants = [
        still_pc("hero", (0, 0), "speed = 3"),
        still_pc("ally", (1, 0), ""),
        still_npc("orc", (5, 0), ""),
        still_npc("ogre", (3, 1), ""),
    ];
    let rows = "rows = [\"......\", \"###.##\"]";
    let rules = thrum(&scene(STILL, rows, &combatants), &[]);
    let state = staged(&rules);
    let options = rules.destinations(&state, 0.into(), Purpose::Move, 3);
    assert_eq!(places(&rules, &listed(&options)), [(0, 0), (2, 0), (3, 0)]);
    // Nobody can be struck from there: it goes where it is least far to an enemy.
    assert_eq!(places(&rules, &wanted(&options)), [(2, 0), (3, 0), (0, 0)]);
    assert_eq!(places(&rules, &listed(&rules.destinations(&state, 0.into(), Purpose::Dash, 0))), [(0, 0)]);
    let teleports = rules.teleports(&state, 0.into(), 2);
    assert_eq!(places(&rules, &listed(&teleports)), [(0, 0), (2, 0)]);
    assert_eq!(places(&rules, &wanted(&teleports)), [(0, 0)], "nobody but a kiter goes anywhere");
}

/// THRUM-26, THRUM-32, THRUM-54: an action may be aimed at all of its category in range who are not Obstructed.
#[test]
fn an_ability_may_be_aimed_at_all_of_its_category_in_range() {
    let keys = [
        &*attack_with("\"physical_attack\"", "range = 4, success = { fatigue = 1 }"),
        "id = \"mend\", type = \"action\", target = \"ally_or_self\", range = 2, effect = { heal_fatigue = 1 }",
    ];
    let rows = "rows = [\".......\", \"...#...\", \"...#...\", \"...#...\", \".......\"]";
    let combatants = [
        still_pc("hero", (0, 2), &abilities(&keys)),
        still_pc("tired", (0, 4), "fatigue = 9"),
        still_pc("fallen", (1, 2), ""),
        still_npc("hidden", (4, 2), ""),
        still_npc("near", (2, 0), ""),
        still_npc("fallen-orc", (2, 2), ""),
        still_npc("far", (6, 0), ""),
    ];
    let aims = |knob: &str, action: u8| {
        let rules = thrum(&scene(STILL, rows, &combatants), &[&format!("rules.attack_fallen={knob}")]);
        let mut state = staged(&rules);
        state.set_there(2.into(), true, false);
        state.set_there(5.into(), true, false);
        let usage = &rules.sheets[0].actions[usize::from(action)].plain;
        let options = rules.aims(&state, 0.into(), action, usage);
        let targets = |aims: Vec<Aim>| aims.into_iter().filter_map(Aim::target).map(Who::index).collect::<Vec<_>>();
        (targets(listed(&options)), targets(wanted(&options)))
    };
    assert_eq!(aims("false", 0), (vec![4], vec![4]));
    assert_eq!(aims("true", 0), (vec![4, 5], vec![4]), "somebody active comes first");
    assert_eq!(aims("false", 1), (vec![0, 1, 2], vec![1]), "it need not be used where it is needed");
    assert_eq!(aims("false", 3), (vec![2], vec![2]), "resuscitate");
}

/// THRUM-27, THRUM-28, THRUM-30: shapes may be placed wherever a square of them is in range, seen by the plainest search.
#[test]
fn shapes_may_be_placed_wherever_they_are_in_range() {
    let placed = |keys: &str| {
        let hero = still_pc("hero", (1, 1), &gaze(&format!("{keys}, success = {{ fatigue = 1 }}")));
        let rules = thrum(&scene(STILL, "width = 6\nheight = 4", &[hero, still_npc("orc", (3, 1), "")]), &[]);
        let usage = &rules.sheets[0].actions[0].plain;
        let aims = rules.aims(&staged(&rules), 0.into(), 0, usage);
        let is_in_range = |placing: Placing, range: u16| {
            let from = rules.map().square(1, 1).expect("a square");
            rules
                .map()
                .squares()
                .any(|square| placing.covers(rules.map(), square) && rules.map().distance(from, square) <= range)
        };
        let legal = |placing: &Placing, range| is_in_range(*placing, range);
        let placings = |aims: Vec<Aim>| {
            let placing = |aim| match aim {
                Aim::Placed(placing) => placing,
                Aim::At(_) => panic!("not a shape"),
            };
            aims.into_iter().map(placing).collect::<Vec<_>>()
        };
        let listed = placings(listed(&aims));
        assert!(listed.iter().all(|placing| legal(placing, 1)) && listed.is_sorted());
        (listed, placings(wanted(&aims)))
    };
    let (areas, best) = placed("shape = \"area\", size = 2, range = 1");
    // Corners from (-1, -1) to (2, 2): all that have a square within 1 of (1, 1).
    assert_eq!(areas.len(), 16);
    assert_eq!(best, [0, 1].map(|y| Placing::Area { y, x: 2, size: 2 }));
    let (lines, _) = placed("shape = \"line\", size = 2, range = 1");
    let squares = (0..6).flat_map(|x| (0..4).map(move |y| (x, y)));
    let near = |(x, y): (i32, i32)| (0..3).contains(&x) && (0..3).contains(&y);
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let all = squares.flat_map(|(x, y)| directions.map(|(right, down)| near((x, y)) || near((x + right, y + down))));
    assert_eq!(lines.len(), all.filter(|&is_near| is_near).count());
    let (auras, best) = placed("shape = \"aura\", size = 2");
    assert_eq!((auras.len(), &auras), (1, &best));
}

/// THRUM-10, THRUM-12: Dash, Recover and no Action can always be had, abilities if somebody is in range.
#[test]
fn an_action_is_an_ability_with_a_target_or_what_anybody_can_do() {
    let hero = "fatigue = 2\nstress = 1";
    let combatants = [still_pc("hero", (0, 0), hero), still_pc("ally", (0, 1), ""), still_npc("orc", (3, 0), "")];
    let rules = thrum(&scene("", "", &combatants), &[]);
    let mut state = staged(&rules);
    assert_eq!(listed(&rules.deeds(&state, 0.into())), [Deed::Use(0), Deed::Dash, Deed::Recover, Deed::Nothing]);
    assert_eq!(wanted(&rules.deeds(&state, 0.into())), [Deed::Use(0), Deed::Recover]);
    state.set_there(1.into(), true, false);
    state.set_there(2.into(), true, false);
    assert_eq!(listed(&rules.deeds(&state, 0.into())), [Deed::Use(1), Deed::Dash, Deed::Recover, Deed::Nothing]);
    state.bodies[0].stacks[Status::Slowed as usize] = 1;
    let recoveries = Thrum::recoveries(&state.bodies[0]);
    let expected = [Recovery::Fatigue, Recovery::Stress, Recovery::Status(Status::Slowed)];
    assert_eq!((listed(&recoveries), wanted(&recoveries)), (expected.to_vec(), expected.to_vec()));
}

/// THRUM-06: whoever may Delay may do so after everybody later in the order.
#[test]
fn a_turn_may_be_delayed_after_everybody_later() {
    let keys = |who: i32| still((who, 0), if who == 1 { "delay_after = \"d\"" } else { "" });
    let combatants = [pc("a", &keys(0)), pc("b", &keys(1)), pc("c", &keys(2)), npc("d", &keys(3))];
    let rules = thrum(&scene(STILL, "", &combatants), &[]);
    let played = play(&rules, initiative(&[12, 10, 8, 6]));
    let state = &played.states[0];
    let delays = rules.delays(state, 1.into(), 1);
    assert_eq!((listed(&delays), wanted(&delays)), (vec![None, Some(2.into()), Some(3.into())], vec![Some(3.into())]));
    assert_eq!(wanted(&rules.delays(state, 0.into(), 0)), [None]);
}

/// THRUM-35, THRUM-57: the defences that an attack allows, without Evasion while Slowed.
#[test]
fn defences_are_those_that_are_allowed() {
    let rules = thrum(&standoff(&blow(HARM), "defence = \"auto\"\nevasion = 9"), &[]);
    let mut state = staged(&rules);
    let attack = rules.sheets[0].actions[0].attack.as_ref().expect("an attack");
    let allowed = |state: &State| {
        rules
            .defender(state, 1.into(), None, 0)
            .options(attack)
            .into_iter()
            .map(|rated| rated.option)
            .collect::<Vec<_>>()
    };
    assert_eq!(allowed(&state), [Defence::Resilience, Defence::Evasion]);
    state.bodies[1].stacks[Status::Slowed as usize] = 1;
    assert_eq!(allowed(&state), [Defence::Resilience]);
}

/// THRUM-45: of several targets the next ones are those that are not chosen yet, or nobody.
#[test]
fn another_target_is_anybody_else_in_range_or_nobody() {
    let hero = blow("range = 5, targets = 3, success = { fatigue = 1 }");
    let combatants = [
        still_pc("hero", (0, 0), &hero),
        still_npc("a", (2, 0), ""),
        still_npc("b", (2, 2), ""),
        still_npc("c", (0, 2), "fatigue = 2"),
    ];
    let rules = thrum(&scene(STILL, "", &combatants), &[]);
    let state = staged(&rules);
    let next = |chosen: &[usize]| rules.next_targets(&state, 0.into(), 0, chosen.iter().copied().collect());
    assert_eq!(listed(&next(&[1])), [Some(2.into()), Some(3.into()), None]);
    assert_eq!(wanted(&next(&[1])), [Some(3.into()), Some(2.into()), None]);
    assert_eq!((listed(&next(&[1, 2, 3])), wanted(&next(&[1, 2, 3]))), (vec![None], vec![None]));
}

/// THRUM-40: an ability is used as is decided, and one that the policy has no use for on the first that is legal.
#[test]
fn what_the_policy_does_not_want_can_be_carried_out() {
    let keys = ["id = \"mend\", type = \"action\", target = \"ally\", range = 9, effect = { heal_fatigue = 1 }"];
    let combatants =
        [still_pc("hero", (0, 0), &abilities(&keys)), still_pc("ally", (1, 0), ""), still_npc("orc", (9, 0), "")];
    let rules = thrum(&scene(STILL, "", &combatants), &[]);
    let (state, ability) = (staged(&rules), &rules.sheets[0].actions[0]);
    let Manner { usage, is_overexerted } = rules.usage(&state, 0.into(), ability);
    assert!(!is_overexerted);
    assert_eq!(wanted(&rules.aims(&state, 0.into(), 0, usage)), []);
    assert_eq!(rules.best_aim(&state, 0.into(), 0, usage), Aim::At(1.into()));
}
