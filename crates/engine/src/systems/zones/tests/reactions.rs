//! Creatures of different minds: who rolls, who fights, and what becomes of those who stand aside (ZONES-49, ZONES-50, D35).

use super::*;

/// A hero against Creatures of 3 HP in the same Zone that do nothing, each with more keys.
fn crowd(hero: &str, creatures: &[(&str, &str)]) -> String {
    let hero = [character("hero", 9, &[SWORD], hero)];
    let crowd = creatures.iter().map(|(id, rest)| format!("{}{rest}\n", dummy(id, 3, "pit")));
    scene(PIT, &hero.into_iter().chain(crowd).collect::<Vec<_>>())
}

const ROLL: &str = "attitude = \"roll\"";
const HOSTILE: &str = "attitude = \"hostile\"";

/// Plays so many Rounds: the Reaction rolls, then the party begins.
#[track_caller]
fn after_reactions(text: &str, overrides: &[&str], rounds: u32, reactions: &[u32], faces: &[u32]) -> Played {
    let party = text.matches("side = \"party\"").count();
    play(&limited(text, overrides, rounds), [reactions, &party_first(party, faces)].concat())
}

/// ZONES-49: a Creature rolls that says so, and one that says nothing where `reaction` is `roll`; nobody else does.
#[test]
fn who_rolls_is_who_is_undecided() {
    for (attitude, reaction, rolls) in [
        ("rules", "hostile", false),
        ("rules", "roll", true),
        ("hostile", "hostile", false),
        ("hostile", "roll", false),
        ("roll", "hostile", true),
        ("roll", "roll", true),
    ] {
        let text = crowd("", &[("orc", &format!("attitude = \"{attitude}\""))]);
        let reaction = format!("rules.reaction={reaction}");
        let played = after_reactions(&text, &[&reaction], 1, if rolls { &[1] } else { &[] }, &[11]);
        assert_eq!(played.applied(0, "ZONES-49"), rolls, "{attitude} {reaction}");
        assert_eq!((played.metric("parley"), played.metric("bystanders")), (0, 0));
    }
}

/// ZONES-49: one d10 for all who roll; those who do not fight stand aside, and are standing when their side has lost.
#[test]
fn some_fight_and_others_stand_aside() {
    let text = crowd("", &[("orc", ""), ("imp", ROLL), ("rat", ROLL)]);
    let played = after_reactions(&text, &[], 9, &[2], &[12]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 1));
    assert_eq!(played.ends, [EndState::Standing, EndState::Dead, EndState::Standing, EndState::Standing]);
    assert_eq!((played.metric("bystanders"), played.metric("parley")), (2, 0));
    assert_eq!(played.hp()[2..], [3, 3]);
    let said = "Reaction of imp, rat, 2: Wary; imp, rat stand aside.";
    assert!(played.lines.iter().any(|line| line.text == said && line.rules == ["ZONES-49"]));
    let fights = after_reactions(&text, &[], 1, &[1], &[2, 11]);
    assert_eq!(fights.metric("bystanders"), 0, "all three are there to choose from");
}

/// ZONES-49: with `reaction_scope = "each"` everyone who rolls has a d10, in listed order.
#[test]
fn each_rolls_for_itself() {
    let text = crowd("target = \"weakest\"", &[("orc", HOSTILE), ("imp", "count = 2"), ("rat", ROLL)]);
    let knobs = ["rules.reaction=roll", "rules.reaction_scope=each", "rules.reaction_fights_up_to=3"];
    // The first imp fights, the second and the rat do not: the hero kills the orc, then the imp.
    let played = after_reactions(&text, &knobs, 9, &[3, 4, 10], &[12, 12]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 2));
    let [dead, standing] = [EndState::Dead, EndState::Standing];
    assert_eq!(played.ends, [standing, dead, dead, standing, standing]);
    assert_eq!((played.metric("bystanders"), played.metric("parley")), (2, 0));
    let told = played.narration(0);
    for line in ["imp-1, 3: Wary; imp-1 fights.", "imp-2, 4: Curious; imp-2 stands aside.", "rat, 10: Helpful"] {
        assert!(told.contains(line), "{told}");
    }
}

/// ZONES-50: if nobody fights in the end it is a draw with a `parley`, and nobody stood aside.
#[test]
fn where_nobody_fights_nobody_stands_aside() {
    let text = crowd("", &[("imp", "count = 2")]);
    for (scope, rolls) in [("group", &[2][..]), ("each", &[2, 10])] {
        let knobs = ["rules.reaction=roll", &format!("rules.reaction_scope={scope}")];
        let played = play(&zones(&text, &knobs), rolls.to_vec());
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Draw, rounds: 0 });
        assert_eq!(played.ends, [EndState::Standing; 3]);
        assert_eq!((played.metric("parley"), played.metric("bystanders")), (1, 0));
        assert!(played.applied(0, "ZONES-50"), "{scope}");
        assert!(played.lines.iter().all(|line| !line.rules.is_empty()), "{scope}");
    }
}

/// ZONES-49, ZONES-51: those who stand aside are not among the Creatures of whom half are out, and trigger nothing.
#[test]
fn bystanders_trigger_nothing() {
    let text = crowd("target = \"weakest\"", &[("orc", "count = 3"), ("boss", "leader = true\nattitude = \"roll\"")]);
    for trigger in ["first_out", "half_out", "leader_out", "own_half"] {
        let triggers = format!("rules.morale_triggers={trigger}");
        let played = after_reactions(&text, &[&triggers], 1, &[2], &[11]);
        assert_eq!(played.metric("morale_tests"), 0, "{trigger}");
    }
    // Two of the three who fight, where half of all four would be two as well; one is less than half of three.
    let half = "rules.morale_triggers=half_out";
    let played = after_reactions(&text, &[half], 2, &[2], &[12, 12, 12]);
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (1, 0));
    let pair = crowd("target = \"weakest\"", &[("orc", "count = 2"), ("boss", ROLL)]);
    assert_eq!(after_reactions(&pair, &[half], 1, &[2], &[12, 12]).metric("morale_tests"), 1, "one of two");
    let side = after_reactions(&text, &[half, "rules.morale_scope=side"], 2, &[2], &[12, 12, 11]);
    assert_eq!(side.outcome.winner, Winner::Party, "no spokesman who stands aside");
}

/// ZONES-49, ZONES-10, ZONES-35: those who stand aside take no room, cover nobody and strike at nobody who leaves.
#[test]
fn bystanders_are_nowhere() {
    // The full Zone has room once the imp stands aside.
    let bridge = r#"{ id = "a" }, { id = "b", capacity = 1 }"#;
    let imp = creature("imp", 9, &[SWORD], &format!("policy = \"hold\"\nzone = \"b\"\n{ROLL}"));
    let orc = creature("orc", 9, &[SWORD], "zone = \"a\"\npolicy = \"retreat\"");
    let exit = bridge.replace("capacity = 1", "capacity = 1, exit = \"enemies\"");
    let text = scene(&exit, &[idler("hero", 9, "a"), orc, imp]);
    let flees = play(&limited(&text, &[], 2), [&[2], enemies_first(1, &[]).as_slice()].concat());
    assert_eq!((flees.ends[1], flees.outcome.winner), (EndState::Fled, Winner::Party));
    assert_eq!(flees.metric("disengages"), 1, "nobody covers the leaving");
    let stays = play(&limited(&text, &[], 1), [&[1], enemies_first(1, &[12]).as_slice()].concat());
    assert_eq!(stays.metric("moves"), 0, "the Zone is full");
    // A hero leaves the Zone of two who watch without a blow.
    let runner = character("hero", 9, &[SWORD], "policy = \"retreat\"");
    let watchers = creature("imp", 9, &[SWORD], &format!("count = 2\n{ROLL}\nzone = \"a\""));
    let text = scene(
        &PAIR.replace(r#"{ id = "a" }"#, r#"{ id = "a", exit = "party" }"#),
        &[runner, watchers, dummy("orc", 9, "b")],
    );
    let leaves = after_reactions(&text, &[], 1, &[2], &[]);
    assert_eq!(
        (leaves.ends[0], leaves.metric("disengages"), leaves.metric("enemies_free_attacks")),
        (EndState::Fled, 0, 0)
    );
}

/// ZONES-49: what is rolled for the reactions leaves everybody's Turn and order as they are.
#[test]
fn reactions_shift_nobodys_dice() {
    let text = crowd("", &[("orc", ""), ("imp", "")]);
    let plain = after_reactions(&text, &[], 2, &[], &[1, 11, 2, 11]);
    let rolled = after_reactions(&text, &["combatants.imp.attitude=roll"], 2, &[1], &[1, 11, 2, 11]);
    assert_eq!(plain.hp(), rolled.hp());
}

/// ZONES-49: who stands aside has no part in how far a side is ahead, and fights on for nobody.
#[test]
fn bystanders_count_for_no_side() {
    let rules = limited(&crowd("", &[("orc", ""), ("imp", ROLL)]), &[], 1);
    let played = play(&rules, [&[2], party_first(1, &[11]).as_slice()].concat());
    assert_eq!(rules.lead(&played.end), 0, "everybody is unharmed");
    assert_eq!([0, 1, 2].map(|who| rules.fights_on(&played.end, Who::new(who))), [true, true, false]);
    let won = play(&rules, [&[2], party_first(1, &[12]).as_slice()].concat());
    assert_eq!(rules.lead(&won.end), 1000);
    assert_eq!(crate::conformance::mistake_of_end(&rules, &won.end, won.outcome), None);
}
