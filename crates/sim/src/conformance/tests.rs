//! Every check sees what it is there for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use equipoise_engine::Side;
use equipoise_engine::scenario::{Override, Source};

use super::brawl::Brawl;
use super::*;

/// One side listed after the other and between it, a block of two, and somebody who hits the last.
const BRAWL: &str = r#"
system = "brawl"
name = "Brawl"
[[combatants]]
id = "ann"
side = "party"
points = 2
[[combatants]]
id = "thug"
side = "enemies"
count = 2
[[combatants]]
id = "bob"
side = "party"
policy = "last"
"#;

fn brawl(fault: &str) -> Scenario {
    let mut scenario = Scenario::parse(Source::new("brawl.toml", BRAWL)).expect("TOML");
    let fault = Override { path: "rules.fault".to_owned(), value: fault.to_owned() };
    let problems = scenario.set(&[fault], Brawl::SCHEMA);
    assert!(problems.is_empty(), "{problems:?}");
    scenario
}

#[test]
fn a_sound_system_passes() {
    check::<Brawl>(&[brawl("nothing")]);
}

/// The message of the panic in which a check of the suite ends.
fn complaint(name: &str, scenario: Scenario) -> Option<String> {
    let all = checks::<Brawl>();
    let (_, check) = all.iter().find(|(known, _)| *known == name).expect("a check of the suite");
    let panic = catch_unwind(AssertUnwindSafe(|| check(&[scenario]))).err()?;
    let message = panic.downcast_ref::<String>().cloned();
    Some(message.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).expect("a message"))
}

#[test]
fn every_fault_is_found() {
    for (fault, check, parts) in [
        ("wrong-winner", "ends_agree_with_winners", ["brawl, brawl.toml: encounter 0", "with a lead of"]),
        ("endless", "ends_agree_with_winners", ["somebody of the party fights on", "somebody of the enemies"]),
        ("no-lead", "ends_agree_with_winners", ["encounter 0 ends as", "with a lead of 0"]),
        ("reset", "used_workspaces_leave_no_trace", ["brawl.toml: encounter", "in a workspace that was used before"]),
        ("scratch", "used_workspaces_leave_no_trace", ["brawl.toml: encounter", "in a workspace that was used before"]),
        ("listening", "listening_changes_nothing", ["brawl.toml: encounter", "with its rules heard"]),
        ("empty-line", "listening_changes_nothing", ["brawl.toml: encounter", "is narrated with an empty line"]),
        ("quick-round", "rounds_are_made_of_turns", ["brawl.toml: encounter 0", "played turn by turn"]),
        ("unheard-rule", "every_rule_is_reached", ["brawl: no scenario reaches", "BRAWL-02"]),
        ("unknown-rule", "every_rule_is_reached", ["brawl: rules that no ledger has", "BRAWL-03"]),
        ("twin-metrics", "metrics_have_names_of_their_own", ["brawl.toml: two metrics", "hits"]),
        ("scratch", "sampling_agrees_with_the_exact_solution", ["brawl.toml", "sampled and solved differ"]),
        ("forgetting", "forgetting_changes_nothing", ["brawl.toml: forgetting changes the solution", "instead of"]),
        ("listed-slots", "slots_keep_their_owners", ["twice: encounter 0", "bob acts in slot"]),
        (
            "chosen-slots",
            "slots_keep_their_owners",
            ["with combatants.ann.policy=last", "acts in slot 33, but also in slot 1"],
        ),
        ("shared-slot", "slots_keep_their_owners", ["brawl.toml: encounter 0", "ann acts in the shared slot 129"]),
        ("nobodys-slot", "slots_keep_their_owners", ["dice are rolled in slot 65", "in which nobody acts in round 1"]),
        ("no-slot", "slots_keep_their_owners", ["in round 1", "where no slot was entered"]),
        ("other-slot", "slots_keep_their_owners", ["encounter 0", "slot 1793 is of 0 occasions in OCCASIONS"]),
        (
            "odd-choice",
            "decisions_are_taken_from_their_lists",
            ["decision 0 of combatant 1: 3 is preferred", "of [0, 3]"],
        ),
        (
            "only-choice",
            "decisions_are_taken_from_their_lists",
            ["brawl: no decision has more than one option", "brawl"],
        ),
        ("other-choice", "decisions_are_taken_from_their_lists", ["brawl: a decision of a kind", "not declared"]),
        ("no-choice", "decisions_are_taken_from_their_lists", ["brawl: no scenario takes a decision", "brawl"]),
        ("scratch", "fights_played_on_end_as_they_did", ["brawl.toml: encounter", "played on from"]),
        ("scratch", "branches_are_won_as_often_as_solved", ["brawl.toml: ", "wins"]),
        ("forgetting", "values_are_those_of_the_solver_and_of_the_dice", ["brawl.toml: encounter", "at Moment"]),
    ] {
        let complaint = complaint(check, brawl(fault)).unwrap_or_else(|| panic!("{check} does not see {fault}"));
        for part in parts {
            assert!(complaint.contains(part), "{fault}: {complaint:?} lacks {part:?}");
        }
    }
}

#[test]
#[should_panic(expected = "toy: two states that differ have the same hash")]
fn states_of_one_hash_are_found() {
    #[derive(Clone, PartialEq, Eq)]
    struct Hashless(u8);

    impl std::hash::Hash for Hashless {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
    }

    let mut hashes = super::solutions::Hashes::default();
    for number in [3, 3, 4] {
        hashes.add("toy", &Hashless(number));
    }
}

#[test]
#[should_panic(expected = "without a scenario nothing can be checked")]
fn no_scenario_is_no_proof() {
    check::<Brawl>(&[]);
}

#[test]
#[should_panic(expected = "brawl, brawl.toml: ")]
fn a_scenario_with_mistakes_is_refused() {
    check::<Brawl>(&[brawl("unheard-of")]);
}

#[test]
fn variants_differ_by_a_block_a_word_or_all_but_two() {
    let scenario = brawl("nothing");
    let rules: Brawl = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let ids = |rules: &Brawl| rules.combatants().iter().map(|combatant| combatant.id.clone()).collect::<Vec<_>>();
    let reinforced = |side: Side| ids(&variants::reinforced(&scenario, &rules, side).expect("there is room").rules);
    assert_eq!(reinforced(Side::Party), ["ann", "bob", "bob-2", "thug-1", "thug-2"]);
    assert_eq!(reinforced(Side::Enemies), ["ann", "bob", "thug-1", "thug-2", "thug-3-1", "thug-3-2"]);
    let reworded: Vec<String> = variants::reworded::<Brawl>(&scenario).map(|variant| variant.change).collect();
    let policies = ["ann.policy=last", "thug.policy=last", "bob.policy=first"];
    assert_eq!(reworded, policies.map(|policy| format!("with combatants.{policy}")));
    let duels: Vec<_> = variants::duels(&scenario, &rules).iter().map(|duel| ids(&duel.rules)).collect();
    assert_eq!(duels, [["ann", "thug"], ["bob", "thug"]]);
}
