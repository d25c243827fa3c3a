//! Once warm, fighting allocates nothing.

#![expect(unsafe_code, reason = "a counting allocator is a global allocator")]

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;

use equipoise_engine::dice::Seeded;
use equipoise_engine::scenario::{Override, Scenario, Source};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::systems::thrum::Thrum;
use equipoise_engine::systems::tiny::Tiny;
use equipoise_engine::systems::wounds::Wounds;
use equipoise_engine::systems::zones::Zones;
use equipoise_engine::{Counting, EncounterIndex, Ruleset, Seed, Workspace, fight, load};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct CountingHeap;

// SAFETY: every call is passed on to the system's heap as it is.
unsafe impl GlobalAlloc for CountingHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { Heap.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { Heap.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: CountingHeap = CountingHeap;

/// Fights 20 000 times, one value changed, and counts the allocations.
fn allocations<R: Ruleset>(text: &str, path: &str, value: &str) -> u64 {
    allocations_in::<R>(20_000, text, path, value)
}

/// The same for fights that are too long to be fought so often.
fn allocations_in<R: Ruleset>(encounters: u64, text: &str, path: &str, value: &str) -> u64 {
    let source = Source { name: "scenario.toml".to_owned(), text: text.to_owned() };
    let mut scenario = Scenario::parse(source).expect("well-formed");
    let wanted = Override { path: path.to_owned(), value: value.to_owned() };
    let problems = scenario.set(&[wanted], R::SCHEMA);
    assert!(problems.is_empty(), "{}", scenario.problems(problems));
    let rules: R = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let mut workspace = Workspace::new(&rules);
    let mut dice = Seeded::new(Seed(1));
    let mut trace = Counting::new(rules.metrics().len());
    let mut before = ALLOCATIONS.get();
    for index in 0..encounters {
        dice.start(EncounterIndex(index));
        trace.reset();
        fight(&rules, &mut workspace, &mut dice, &mut trace);
        if index == 0 {
            // The first fight makes room for all that follow.
            before = ALLOCATIONS.get();
        }
    }
    ALLOCATIONS.get() - before
}

/// A fight in which ties, evasion, medics and the aftermath all come up.
const TINY: &str = r#"
system = "tiny"
name = "Two and two brutes"
[rules]
enemies_at_zero_hp = "stabilize"
extricate_provokes = "on_failure"
[[combatants]]
id = "guard"
side = "party"
hp = 3
armor = "light"
policy = "evasive"
attacks = [{ id = "sword", kind = "light_melee" }]
[[combatants]]
id = "archer"
side = "party"
hp = 2
position = -20
traits = ["vigilant", "medic"]
attacks = [{ id = "bow", kind = "ranged", proficiency = "mastery" }]
[[combatants]]
id = "brute"
side = "enemies"
count = 2
hp = 3
armor = "medium"
attacks = [{ id = "club", kind = "heavy_melee" }]
"#;

#[test]
fn fights_allocate_nothing_under_any_policy() {
    let duel = include_str!("../../../scenarios/duel/first-challenge.toml");
    for policy in ["best-margin", "highest-bonus", "thrifty", "in-order", "random", "optimal", "best-response"] {
        assert_eq!(allocations::<Duel>(duel, "combatants.fencer.policy", policy), 0, "{policy}");
    }
    let zones = include_str!("../../../scenarios/zones/toll-bridge.toml");
    for policy in ["default", "hold", "reckless", "skirmisher", "wary", "retreat"] {
        assert_eq!(allocations::<Zones>(zones, "combatants.warden.policy", policy), 0, "{policy}");
    }
    let ford = include_str!("../../../scenarios/zones/ford-ambush.toml");
    for target in ["nearest", "weakest", "strongest", "random", "focus"] {
        assert_eq!(allocations::<Zones>(ford, "combatants.ghoul.target", target), 0, "{target}");
    }
    for policy in ["default", "evasive", "skirmisher", "wary", "medic", "retreat"] {
        assert_eq!(allocations::<Tiny>(TINY, "combatants.archer.policy", policy), 0, "{policy}");
    }
    let patrol = include_str!("../../../scenarios/wounds/hobgoblin-patrol.toml");
    for policy in ["default", "reckless", "skirmisher", "defensive", "cautious", "guard", "wary"] {
        assert_eq!(allocations::<Wounds>(patrol, "combatants.fighter.policy", policy), 0, "{policy}");
    }
    // Most of these duels are a mere exchange of blows: the first may well be, and a later one not.
    let duel = include_str!("../../../scenarios/wounds/sabre-or-maul.toml");
    for policy in ["default", "reckless"] {
        assert_eq!(allocations::<Wounds>(duel, "combatants.sabre.policy", policy), 0, "{policy}");
    }
    let dawn = include_str!("../../../scenarios/thrum/hold-until-dawn.toml");
    let race = include_str!("../../../scenarios/thrum/gate-race.toml");
    for policy in ["default", "reckless", "guardian", "kiter", "medic", "wary"] {
        let wanted = |combatant: &str| format!("combatants.{combatant}.policy");
        assert_eq!(allocations_in::<Thrum>(500, dawn, &wanted("rimecaller"), policy), 0, "{policy}");
        assert_eq!(allocations_in::<Thrum>(500, race, &wanted("warder"), policy), 0, "{policy}");
    }
    // The count can rise: it is no dead counter.
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![1_u8; 10]));
    assert_eq!(ALLOCATIONS.get() - before, 1);
}
