//! Stunts, effects and hinderances: ZONES-39 to ZONES-48, with the decisions D20 to D23 and D28.

use super::*;

const TRIP: &str = r#"{ id = "arm", kind = "stunt", test = "dex", hinder = "distracted" }"#;
const SHOVE: &str = r#"{ id = "shove", kind = "stunt", test = "str", push = true }"#;
const TAUNT: &str = r#"{ id = "taunt", kind = "stunt", test = "str", demand = true }"#;
const DAGGER: &str = r#"{ id = "arm", kind = "melee", damage = "1" }"#;
const AVOIDED: &str = "rules.creature_stunts=avoid";

/// The same with a hazard at the start of Turns in the first Zone: keys of its table, to which a `test` of `str` is
/// added.
fn on(hazard: &str, text: &str) -> String {
    text.replace(PIT, &format!(r#"{{ id = "pit", hazard = {{ test = "str", {hazard} }} }}"#))
}

/// A duel in which the ground hinders one side, or `all`; the hero meets it with a 10, the ogre with an 11.
fn hindered(side: &str, hinderance: &str, text: &str) -> String {
    on(&format!(r#"affects = "{side}", hinder = "{hinderance}""#), text)
}

/// The first Round, the hero first.
#[track_caller]
fn round(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    play(&limited(text, overrides, 1), after(PARTY_BEGINS, faces))
}

/// Whether these texts are narrated in this order.
fn in_order(narration: &str, texts: &[&str]) -> bool {
    let offsets: Vec<_> = texts.iter().map(|text| narration.find(text)).collect();
    offsets.iter().all(Option::is_some) && offsets.is_sorted()
}

/// ZONES-39: a Character's stunt is tested with its `test` against its `dr`, else `stunt_dr`, plus `hit_dr_mod`; a pass
/// brings the effects. It is no attack.
#[test]
fn a_characters_stunt_is_a_test_against_the_stunt_dr() {
    let text = armed(TRIP, IDLE);
    let [own, modifier] = ["combatants.hero.attacks.arm.dr=8", "combatants.ogre.hit_dr_mod=3"];
    let others = ["rules.melee_dr=20", "rules.spell_dr=20", "rules.avoid_dr=20", "combatants.ogre.avoid_dr_mod=5"];
    let cases: [(&[&str], u32); 6] = [
        (&[], 11),
        (&others, 11),
        (&["rules.stunt_dr=14"], 13),
        (&["rules.stunt_dr=14", own], 7),
        (&["rules.stunt_dr=14", own, modifier], 10),
        (&["combatants.hero.attacks.arm.test=str"], 10),
    ];
    for (overrides, face) in cases {
        for (face, won) in [(face, 1), (face - 1, 0)] {
            let played = hero_alone(&text, overrides, &[face]);
            assert_eq!(played.suffers(1, Ailment::Distracted), won == 1, "{face} with {overrides:?}");
            let metrics = ["party_stunts", "party_stunts_won", "enemies_hindered", "party_attacks", "party_hits"];
            assert_eq!(metrics.map(|name| played.metric(name)), [1, won, won, 0, 0]);
            assert!(played.applied(1, "ZONES-39"));
        }
    }
}

/// ZONES-39: naturals mean nothing for stunts; their range is Close unless it is given, and they have no Close penalty;
/// `uses` count, won or not.
#[test]
fn a_stunt_is_won_by_its_sum() {
    let text = armed(TRIP, IDLE);
    let [deft, misses] = ["combatants.hero.attributes.dex=11", "rules.natural_one_misses=true"];
    let played = hero_alone(&text, &["rules.stunt_dr=40", "rules.spells_crit=true"], &[20]);
    assert_eq!((played.metric("party_stunts_won"), played.metric("party_criticals")), (0, 0));
    let played = hero_alone(&text, &[deft, misses, "rules.spells_crit=true"], &[1]);
    assert_eq!((played.metric("party_stunts_won"), played.metric("party_fumbles")), (1, 0));
    let hold = "combatants.hero.policy=hold";
    assert_eq!(hero_alone(&in_line(&text, 2), &[hold], &[]).metric("party_stunts"), 0, "Nearby");
    let reaching = hero_alone(&in_line(&text, 2), &[hold, "combatants.hero.attacks.arm.range=1"], &[11]);
    assert_eq!(reaching.metric("party_stunts_won"), 1);
    let once = play(&limited(&text, &["combatants.hero.attacks.arm.uses=1"], 2), after(PARTY_BEGINS, &[10, 9]));
    assert_eq!((once.metric("party_stunts"), once.metric("party_attacks")), (1, 1), "bare hands in Round 2");
}

/// ZONES-39: a Creature makes the Test of its stunt itself: its Skill against the stunt's `dr`, else `stunt_dr`,
/// without any modifier.
#[test]
fn a_creatures_stunt_is_a_test_of_its_skill() {
    let text = armed(IDLE, TRIP);
    let own = "combatants.ogre.attacks.arm.dr=8";
    let others = ["rules.avoid_dr=20", "combatants.ogre.avoid_dr_mod=5", "combatants.ogre.hit_dr_mod=5"];
    let cases: [(&[&str], u32); 6] = [
        (&[], 11),
        (&others, 11),
        (&["combatants.hero.attributes.dex=20"], 11),
        (&["combatants.ogre.skill=4"], 8),
        (&["rules.stunt_dr=14"], 13),
        (&["rules.stunt_dr=14", own], 7),
    ];
    for (overrides, face) in cases {
        for (face, won) in [(face, 1), (face - 1, 0)] {
            let played = ogre_alone(&text, overrides, &[face]);
            assert_eq!(played.suffers(0, Ailment::Distracted), won == 1, "{face} with {overrides:?}");
            let metrics = ["enemies_stunts", "enemies_stunts_won", "party_hindered", "enemies_attacks"];
            assert_eq!(metrics.map(|name| played.metric(name)), [1, won, won, 0]);
        }
    }
    assert_eq!(ogre_alone(&text, &["rules.stunt_dr=40"], &[20]).metric("enemies_stunts_won"), 0);
}

/// ZONES-39 (D20): with `creature_stunts = "avoid"` the Character tests, as against an attack, but against the stunt's
/// `dr`, else `stunt_dr`, plus `avoid_dr_mod`; naturals mean nothing.
#[test]
fn a_creatures_stunt_can_be_avoided_instead() {
    let text = armed(IDLE, TRIP);
    let [own, modifier] = ["combatants.ogre.attacks.arm.dr=8", "combatants.ogre.avoid_dr_mod=3"];
    let cases: [(&[&str], u32); 6] = [
        (&[], 11),
        (&["rules.avoid_dr=20", "combatants.ogre.skill=20"], 11),
        (&["rules.stunt_dr=14"], 13),
        (&["rules.stunt_dr=14", own, modifier], 10),
        (&[modifier], 14),
        (&["combatants.ogre.attacks.arm.test=str"], 10),
    ];
    for (overrides, face) in cases {
        for (face, won) in [(face, 0), (face - 1, 1)] {
            let played = ogre_alone(&text, &[overrides, &[AVOIDED]].concat(), &[face]);
            let metrics = ["enemies_stunts", "enemies_stunts_won", "party_hindered", "enemies_attacks"];
            assert_eq!(metrics.map(|name| played.metric(name)), [1, won, won, 0], "{face} with {overrides:?}");
        }
    }
    let deft = [AVOIDED, "combatants.hero.attributes.dex=11", "rules.spells_crit=true"];
    let played = ogre_alone(&text, &deft, &[1]);
    assert_eq!((played.metric("enemies_stunts_won"), played.metric("enemies_criticals")), (0, 0), "1 + 11 passes");
}

/// The hero shoves the ogre out of the middle; around it are a ledge, a fire, a moat, with these keys beside their ids.
fn shoved(around: [&str; 3], more: &str, faces: &[u32]) -> Played {
    let [ledge, fire, moat] = around;
    let pit = r#"{ id = "pit", adjacent = ["ledge", "fire", "moat"] }"#;
    let zones = format!(r#"{pit}, {{ id = "ledge"{ledge} }}, {{ id = "fire"{fire} }}, {{ id = "moat"{moat} }}"#);
    let text = armed(SHOVE, IDLE).replace(PIT, &zones) + more;
    hero_alone(&text, &["combatants.ogre.zone=pit", "combatants.hero.target=strongest"], faces)
}

/// ZONES-40: a push leads into the first listed adjacent Zone with room whose hazard affects the target's side, else
/// the first listed with room; the hazard acts as on entry.
#[test]
fn a_push_prefers_a_hazard() {
    let burns = |keys: &str| format!(r#", hazard = {{ test = "str", damage = "1d4", {keys} }}"#);
    let [on_entry, at_start] = [burns(r#"when = "enter""#), burns(r#"when = "turn_start""#)];
    let theirs = burns(r#"affects = "party", when = "both""#);
    let played = shoved(["", &on_entry, &on_entry], "", &[10, 10, 3]);
    assert_eq!((played.zones(), played.hp()), (vec![0, 2], vec![10, 9]));
    assert_eq!((played.metric("enemies_hazard_lost"), played.metric("party_damage")), (3, 0));
    assert!(played.applied(1, "ZONES-40") && played.applied(1, "ZONES-11"));
    assert_eq!(played.metric("moves"), 0, "a push is no movement");
    for (around, zone) in [
        (["", &at_start, ""], 2),
        (["", "", &at_start], 3),
        (["", &theirs, &at_start], 3),
        (["", &theirs, ""], 1),
        (["", "", ""], 1),
    ] {
        assert_eq!(shoved(around, "", &[10]).zones(), [0, zone], "{around:?}");
    }
    assert_eq!(shoved(["", &on_entry, ""], "", &[9]).zones(), [0, 0], "the Test fails");
    assert_eq!(shoved(["", &on_entry, ""], "", &[10, 11]).hp(), [10, 12], "11 + 1 withstands the fire");
}

/// ZONES-40: full Zones are passed over; without a Zone that has room nothing happens.
#[test]
fn nobody_is_pushed_where_there_is_no_room() {
    let [full, fire] = [", capacity = 1", r#", capacity = 1, hazard = { test = "str", hinder = "stuck" }"#];
    let imps = |zones: &[&str]| zones.iter().map(|zone| dummy(&format!("imp-{zone}"), 1, zone)).collect::<String>();
    assert_eq!(shoved(["", fire, ""], &imps(&["fire"]), &[10]).zones()[1], 1, "the fire is full");
    assert_eq!(shoved([full, fire, ""], &imps(&["fire", "ledge"]), &[10]).zones()[1], 3);
    let surrounded = shoved([full, fire, full], &imps(&["fire", "ledge", "moat"]), &[]);
    assert_eq!((surrounded.zones()[1], surrounded.metric("party_stunts")), (0, 0), "the stunt would be useless");
    let bash = r#"{ id = "bash", kind = "melee", damage = "1", push = true }"#;
    let played = hero_alone(&armed(bash, IDLE), &[], &[10]);
    assert_eq!((played.zones(), played.hp()), (vec![0, 0], vec![10, 11]), "there is no other Zone at all");
    assert!(played.applied(1, "ZONES-40"));
    let pushed = ogre_alone(&in_line(&armed(IDLE, bash), 2), &["combatants.ogre.zone=pit"], &[10]);
    assert_eq!((pushed.zones(), pushed.hp()), (vec![1, 0], vec![9, 12]), "Creatures push as well");
}

/// ZONES-41 (D23): a target gets a hinderance unless it has that kind; while it lasts the first one's numbers count.
#[test]
fn a_hinderance_does_not_come_twice() {
    let net = r#"{ id = "net", kind = "stunt", test = "str", hinder = "stuck", hinder_dr = 15, uses = 1 }"#;
    let rope = r#"{ id = "rope", kind = "melee", damage = "1", hinder = "stuck", hinder_dr = 2 }"#;
    let rules = limited(&armed(&format!("{net}, {rope}"), IDLE), &[], 2);
    let played = play(&rules, after(PARTY_BEGINS, &[10, 13, 10, 13]));
    assert!(played.suffers(1, Ailment::Stuck), "13 + 1 against DR 15, in Round 2 as well");
    assert_eq!((played.metric("enemies_hindered"), played.hp()[1]), (1, 11));
    assert!(played.applied(1, "ZONES-41"));
    let played = play(&rules, after(PARTY_BEGINS, &[10, 14, 10, 1]));
    assert_eq!((played.suffers(1, Ailment::Stuck), played.metric("enemies_hindered")), (false, 2), "a new one of DR 2");
    let both = armed(&format!("{net}, {}", rope.replace("stuck", "distracted")), IDLE);
    let played = play(&limited(&both, &[], 2), after(PARTY_BEGINS, &[10, 13, 10, 1, 13]));
    assert_eq!((played.suffers(1, Ailment::Stuck), played.metric("enemies_hindered")), (true, 2), "another kind");
}

/// A blow that brings everything, in a Zone beside a fire with these keys; two ogres, of whom the first is struck.
fn everything(fire: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let effects = r#"hinder = "weakened", ongoing = true, ongoing_amount = 1, push = true, demand = true"#;
    let zones = format!(r#"{PIT}, {{ id = "fire", hazard = {{ test = "str", when = "enter", {fire} }} }}"#);
    let text =
        armed(&format!(r#"{{ id = "maul", kind = "melee", damage = "1d8", {effects} }}"#), IDLE).replace(PIT, &zones);
    let two = [
        "combatants.ogre.count=2",
        "combatants.ogre.zone=pit",
        "combatants.hero.target=weakest",
        "rules.morale_triggers=",
    ];
    hero_alone(&text, &[&two[..], overrides].concat(), faces)
}

/// ZONES-41: effects come in the order damage, hinder, ongoing, push, demand.
#[test]
fn effects_come_in_order() {
    let fire = r#"damage = "1d4", hinder = "distracted", ongoing = true, ongoing_amount = 9"#;
    // Weakened before the push: the fire is met with Disadvantage. The demand is tested last.
    let played = everything(fire, &[], &[10, 5, 20, 10, 2, 11, 12]);
    assert_eq!((played.hp(), played.zones()), (vec![10, 5, 12], vec![0, 1, 0]));
    assert!(
        [Ailment::Weakened, Ailment::Ongoing, Ailment::Distracted].iter().all(|&ailment| played.suffers(1, ailment))
    );
    let order = [
        "loses 5 HP",
        "is Weakened",
        "suffers Ongoing",
        "is pushed",
        "meets the hazard",
        "loses 2 HP",
        "is Distracted",
        "tests morale",
    ];
    assert!(in_order(&played.narration(1), &order), "{}", played.narration(1));
    let metrics = ["enemies_hindered", "morale_tests", "morale_breaks", "party_damage", "enemies_hazard_lost"];
    assert_eq!(metrics.map(|name| played.metric(name)), [2, 1, 0, 5, 2]);
    assert!(played.applied(1, "ZONES-33"), "the fire's Ongoing Damage comes second");
    let broken = everything(fire, &[], &[10, 5, 11, 20, 10, 20]);
    assert_eq!((broken.ends[1], broken.ends[2]), (EndState::Fled, EndState::Standing));
}

/// ZONES-41: each effect comes only while the target is standing.
#[test]
fn effects_need_a_standing_target() {
    let killed = everything("damage = \"20\"", &["combatants.ogre.hp=5"], &[10, 5]);
    assert_eq!((killed.ends[1], killed.ends[2]), (EndState::Dead, EndState::Standing));
    assert_eq!(["enemies_hindered", "morale_tests"].map(|name| killed.metric(name)), [0, 0]);
    assert!(!killed.narration(1).contains("pushed") && !killed.applied(1, "ZONES-41"));
    let burnt = everything("damage = \"20\", hinder = \"stuck\"", &[], &[10, 5, 20, 10]);
    assert_eq!((burnt.ends[1], burnt.metric("enemies_hazard_lost")), (EndState::Dead, 7));
    assert_eq!(["enemies_hindered", "morale_tests"].map(|name| burnt.metric(name)), [1, 0], "Weakened alone");
}

/// ZONES-42 (D28): a demand is a Morale Test of the target at once: its Skill against `morale_dr`; who fails is gone.
#[test]
fn a_demand_is_a_morale_test() {
    let text = armed(TAUNT, IDLE);
    for (overrides, face) in [(&[][..], 11), (&["rules.morale_dr=14"], 13), (&["rules.stunt_dr=2"], 11)] {
        let stands = hero_alone(&text, overrides, &[10, face]);
        assert_eq!((stands.ends[1], stands.outcome.winner), (EndState::Standing, Winner::Timeout), "{overrides:?}");
        let breaks = hero_alone(&text, overrides, &[10, face - 1]);
        assert_eq!((breaks.ends[1], breaks.outcome.winner), (EndState::Fled, Winner::Party), "{overrides:?}");
        assert_eq!([&stands, &breaks].map(|played| played.metric("morale_tests")), [1, 1]);
        assert_eq!([&stands, &breaks].map(|played| played.metric("morale_breaks")), [0, 1]);
        assert!(breaks.applied(1, "ZONES-42") && breaks.metric("first_casualty_round") == 0);
    }
    assert_eq!(hero_alone(&text, &[], &[9]).metric("morale_tests"), 0, "the taunt fails");
}

/// ZONES-42: the target tests for itself alone, whatever `morale_scope`: no spokesman, and nobody breaks with it.
#[test]
fn a_demand_concerns_its_target_alone() {
    let text = armed(TAUNT, IDLE) + &creature("boss", 20, &[IDLE], "leader = true");
    let overrides = [
        "rules.morale_scope=side",
        "rules.morale_triggers=",
        "combatants.boss.skill=30",
        "combatants.hero.target=weakest",
    ];
    let played = hero_alone(&text, &overrides, &[10, 10]);
    assert_eq!(played.ends, [EndState::Standing, EndState::Fled, EndState::Standing]);
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (1, 1));
}

/// ZONES-42: the fearless and the retreating ignore a demand, and a stunt that does nothing else is not tried on them.
#[test]
fn the_fearless_and_the_retreating_ignore_a_demand() {
    let fearless = "combatants.ogre.fearless=true";
    assert_eq!(hero_alone(&armed(TAUNT, IDLE), &[fearless], &[]).metric("party_stunts"), 0);
    let roar = armed(r#"{ id = "roar", kind = "melee", damage = "1", demand = true }"#, IDLE);
    let played = hero_alone(&roar, &[fearless], &[10]);
    assert_eq!((played.hp()[1], played.metric("morale_tests")), (11, 0));
    // Two heroes, the ogre at its exit: the first one's demand makes it retreat, the second one's means nothing.
    let exit = "zones.pit.exit=enemies";
    let two = ["combatants.hero.count=2", "rules.initiative_ties=listed", "rules.surprised=enemies", exit];
    let overrides = [&two[..], &["rules.morale_failure=retreat"]].concat();
    let played = play(&limited(&roar, &overrides, 1), [4, 1, 1, 10, 10, 10]);
    assert_eq!((played.hp()[2], played.ends[2]), (10, EndState::Standing));
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (1, 1));
    let played = hero_alone(&roar, &["combatants.ogre.policy=retreat", exit], &[10]);
    assert_eq!((played.hp()[1], played.metric("morale_tests")), (11, 0));
}

/// ZONES-43: the Tests of a Weakened Character have Disadvantage: its attacks, spells and stunts, avoiding, hazards and
/// recovery.
#[test]
fn every_test_of_a_weakened_character_has_disadvantage() {
    let others = [
        r#"{ id = "arm", kind = "spell", test = "str", damage = "1" }"#,
        r#"{ id = "arm", kind = "stunt", test = "str", hinder = "stuck" }"#,
    ];
    for arm in [DAGGER, others[0], others[1]] {
        let text = hindered("party", "weakened", &armed(arm, IDLE));
        // It meets the hazard with 9 + 2, tries with the lower of two, and recovers with the lower of two.
        let failed = hero_alone(&text, &[], &[9, 20, 9, 10, 11]);
        assert_eq!((failed.metric("party_hits"), failed.metric("party_stunts_won")), (0, 0), "{arm}");
        assert!(!failed.suffers(0, Ailment::Weakened) && failed.applied(1, "ZONES-43"));
        let won = hero_alone(&text, &[], &[9, 11, 10, 20, 9]);
        assert_eq!(won.metric("party_hits") + won.metric("party_stunts_won"), 1, "{arm}");
        assert!(won.suffers(0, Ailment::Weakened), "9 + 2");
    }
    let text = hindered("party", "weakened", &armed(IDLE, DAGGER));
    let played = play(&limited(&text, &[], 2), after(PARTY_BEGINS, &[9, 20, 9, 20, 10, 20, 9, 10, 20, 11]));
    assert_eq!((played.hp()[0], played.metric("party_hindered")), (9, 1), "10 + 1 did not avoid; then it did");
    assert!(!played.suffers(0, Ailment::Weakened));
}

/// ZONES-43: so have those of a Weakened Creature: hazards, stunts, recovery, morale; and against its attacks the
/// Character has Advantage.
#[test]
fn every_test_of_a_weakened_creature_has_disadvantage() {
    let others =
        [r#"{ id = "arm", kind = "spell", damage = "1" }"#, r#"{ id = "arm", kind = "ranged", damage = "1" }"#];
    for arm in [DAGGER, others[0], others[1]] {
        let text = hindered("enemies", "weakened", &armed(IDLE, arm));
        let avoided = ogre_alone(&text, &[], &[10, 2, 11, 11, 20]);
        assert_eq!((avoided.hp()[0], avoided.suffers(1, Ailment::Weakened)), (10, false), "{arm}");
        let hit = ogre_alone(&text, &[], &[10, 10, 3, 20, 10]);
        assert_eq!((hit.hp()[0], hit.suffers(1, Ailment::Weakened)), (9, true), "{arm}");
    }
    let text = hindered("enemies", "weakened", &armed(TAUNT, TRIP));
    let stunts = |rules: &[&str], faces: &[u32]| ogre_alone(&text, rules, faces).metric("enemies_stunts_won");
    assert_eq!(stunts(&[], &[10, 20, 10, 10, 10]), 0, "the lower of two for its Skill");
    assert_eq!(stunts(&[], &[10, 12, 11, 10, 10]), 1);
    assert_eq!(stunts(&[AVOIDED], &[10, 2, 11, 10, 10]), 0, "the higher of two to avoid");
    assert_eq!(stunts(&[AVOIDED], &[10, 2, 10, 10, 10]), 1);
    // It loses Round 1 to its Weakness; in Round 2 a demand and the hazard are tested with two dice each.
    let rules = limited(&text, &["rules.surprised=party"], 2);
    let played = play(&rules, after(PARTY_BEGINS, &[10, 20, 10, 20, 10, 10, 11, 20, 11, 20, 10, 10, 11, 20]));
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (1, 0));
    assert_eq!((played.metric("enemies_hindered"), played.suffers(1, Ailment::Weakened)), (1, false));
}

/// ZONES-43: where the attacking Creature and the avoiding Character are both Weakened there is one die; a stunt that
/// is avoided goes the same way.
#[test]
fn weakness_of_both_cancels() {
    for (arm, won) in [(DAGGER, "enemies_hits"), (TRIP, "enemies_stunts_won")] {
        let text = hindered("all", "weakened", &armed(IDLE, arm));
        for (face, count) in [(11, 0), (10, 1)] {
            let played = round(&text, &[AVOIDED], &[9, 9, 9, 10, face, 10, 10]);
            assert_eq!(played.metric(won), count, "{face} against {arm}");
        }
        let alone = hindered("party", "weakened", &armed(IDLE, arm));
        assert_eq!(
            round(&alone, &[AVOIDED], &[9, 9, 9, 20, 10]).metric(won),
            1,
            "the Character alone: the lower of two"
        );
        let unmirrored = [AVOIDED, "rules.weakened_creature_attacks=none"];
        assert_eq!(round(&text, &unmirrored, &[9, 9, 9, 10, 20, 10, 10, 10]).metric(won), 1, "not mirrored: the lower");
    }
}

/// ZONES-23, ZONES-43 (D31): a Weakened Creature's spells and free attacks are avoided with Advantage too, or with one
/// die where `weakened_creature_attacks` is `none`.
#[test]
fn weakness_shows_in_spells_and_free_attacks() {
    let letter = "rules.weakened_creature_attacks=none";
    let spell = hindered("enemies", "weakened", &armed(IDLE, r#"{ id = "arm", kind = "spell", damage = "1" }"#));
    assert_eq!(round(&spell, &[], &[9, 1, 11, 9, 9]).metric("enemies_hits"), 0);
    assert_eq!(round(&spell, &[letter], &[9, 10, 9, 9]).metric("enemies_hits"), 1);
    // The club keeps the runner from Disengaging, so that it provokes.
    let club = r#"{ id = "arm", kind = "melee", damage = "1", hinder = "distracted" }"#;
    let text =
        hindered("enemies", "weakened", &armed(IDLE, club)).replace("id = \"pit\"", "id = \"pit\", exit = \"party\"");
    let runs = ["combatants.hero.policy=retreat", "rules.enemies_begin_max=6", letter];
    let mirrored = round(&text, &runs[..2], &[9, 1, 10, 9, 9, 10, 11]);
    assert_eq!((mirrored.metric("enemies_free_attacks"), mirrored.metric("enemies_hits")), (1, 1));
    let plain = round(&text, &runs, &[9, 10, 9, 9, 10]);
    assert_eq!((plain.metric("enemies_free_attacks"), plain.metric("enemies_hits")), (1, 2));
}

/// The duel with an imp of 1 HP that hexes the hero in Round 1, in which the party is surprised.
fn hexed(hinderance: &str, hero: &str, overrides: &[&str], rounds: u32) -> Zones {
    let hex = format!(r#"{{ id = "hex", kind = "spell", damage = "0", hinder = "{hinderance}", uses = 1 }}"#);
    let club = r#"{ id = "club", kind = "melee", damage = "1d6" }"#;
    let more = ["rules.surprised=party", "rules.morale_triggers=", "combatants.hero.target=weakest"];
    limited(&(armed(hero, club) + &creature("imp", 1, &[&hex], "")), &[overrides, &more].concat(), rounds)
}

/// ZONES-43: it lasts until it is ended, also when nobody but the two who strike at each other is left.
#[test]
fn weakness_lasts_until_it_is_ended() {
    let rules = hexed("weakened", r#"{ id = "sword", kind = "melee", damage = "1d8" }"#, &[], 4);
    // Round 2: the ogre hits (the lower of 20 and 10), the hero kills the imp and does not recover. Round 3: the ogre
    // hits, the hero misses (the lower of 20 and 9) and recovers. Round 4: one die each.
    let rounds = [&[11, 10][..], &[20, 10, 3, 10, 12, 1, 9, 20], &[20, 10, 2, 20, 9, 10, 20], &[11, 10, 4]];
    let played = play(&rules, after(ENEMIES_BEGIN, &rounds.concat()));
    assert_eq!(played.hp(), [5, 8, 0]);
    let rounds = [&[11, 10][..], &[10, 12, 1, 9, 20, 20, 10, 3], &[20, 9, 10, 20, 11], &[10, 4, 11]];
    let played = play(&rules, after(PARTY_BEGINS, &rounds.concat()));
    assert_eq!(played.hp(), [7, 8, 0]);
}

/// ZONES-44: a Distracted combatant takes no Actions; its one movement remains.
#[test]
fn the_distracted_do_not_act_but_move() {
    let far = hindered("party", "distracted", &in_line(&armed(DAGGER, IDLE), 3));
    let free = hero_alone(&far, &[], &[10]);
    assert_eq!((free.zones()[0], free.metric("moves"), free.metric("party_turns_lost")), (2, 2, 0));
    let played = hero_alone(&far, &[], &[9, 9]);
    assert_eq!((played.zones()[0], played.metric("moves"), played.metric("party_turns_lost")), (1, 1, 1));
    let close = hindered("all", "distracted", &armed(DAGGER, DAGGER));
    let played = round(&close, &[], &[9, 9, 10, 10]);
    assert_eq!((played.metric("party_attacks"), played.metric("enemies_attacks")), (0, 0));
    assert_eq!((played.metric("party_turns_lost"), played.metric("enemies_turns_lost")), (1, 1));
    let avoids = round(&hindered("party", "distracted", &armed(DAGGER, DAGGER)), &[], &[9, 9, 11]);
    assert_eq!((avoids.hp()[0], avoids.metric("enemies_attacks")), (10, 1), "it avoids as always");
}

/// ZONES-45: a Stuck combatant does not move, neither before an attack nor instead of one, but acts; it can be pushed.
#[test]
fn the_stuck_do_not_move_but_act() {
    for (zones, distance) in [(2, 1), (3, 2)] {
        let played = hero_alone(&hindered("party", "stuck", &in_line(&armed(DAGGER, IDLE), zones)), &[], &[9, 9]);
        assert_eq!(
            (played.zones()[0], played.metric("moves"), played.metric("party_attacks")),
            (0, 0, 0),
            "{distance}"
        );
        assert_eq!(played.metric("party_turns_lost"), 0);
    }
    let played = hero_alone(&hindered("party", "stuck", &armed(DAGGER, IDLE)), &[], &[9, 10, 9]);
    assert_eq!((played.hp()[1], played.suffers(0, Ailment::Stuck)), (11, true));
    let net = r#"{ id = "net", kind = "melee", damage = "1", hinder = "stuck", push = true }"#;
    let played = hero_alone(&in_line(&armed(net, IDLE), 2), &["combatants.ogre.zone=pit"], &[10]);
    assert_eq!((played.zones(), played.suffers(1, Ailment::Stuck)), (vec![0, 1], true));
}

/// ZONES-46: a Paralysed combatant neither moves nor acts; it avoids, resists and recovers as usual.
#[test]
fn the_paralysed_neither_move_nor_act() {
    let played = hero_alone(&hindered("party", "paralysed", &in_line(&armed(DAGGER, IDLE), 3)), &[], &[9, 9]);
    assert_eq!((played.zones()[0], played.metric("party_turns_lost")), (0, 1));
    let text = hindered("party", "paralysed", &armed(DAGGER, DAGGER));
    for (face, hp) in [(11, 10), (10, 9), (1, 8)] {
        let played = round(&text, &[], &[9, 9, face]);
        assert_eq!((played.hp(), played.metric("party_attacks")), (vec![hp, 12], 0), "avoiding with {face}");
    }
    // In Round 2 it resists the hazard and recovers, too late to act.
    let played = play(&limited(&text, &[], 2), after(PARTY_BEGINS, &[9, 9, 11, 10, 10, 11]));
    assert_eq!((played.suffers(0, Ailment::Paralysed), played.metric("party_turns_lost")), (false, 2));
    let ogre = ogre_alone(&hindered("enemies", "paralysed", &armed(DAGGER, DAGGER)), &[], &[10, 10]);
    assert_eq!((ogre.metric("enemies_turns_lost"), ogre.metric("enemies_attacks")), (1, 0));
}

/// ZONES-46 (D22): with `paralysed_avoid = "fail"` a Paralysed Character is hit without a die and never doubly; a stunt
/// that would be avoided succeeds, one of Skill is tested; who attacks a Paralysed Creature still rolls.
#[test]
fn the_paralysed_can_be_hit_without_a_test() {
    let fail = "rules.paralysed_avoid=fail";
    let spell = r#"{ id = "arm", kind = "spell", damage = "1d6" }"#;
    let dart = r#"{ id = "arm", kind = "ranged", damage = "1d6" }"#;
    for arm in [r#"{ id = "arm", kind = "melee", damage = "1d6" }"#, spell, dart] {
        let played =
            round(&hindered("party", "paralysed", &armed(IDLE, arm)), &[fail, "rules.spells_crit=true"], &[9, 9, 4]);
        let metrics = ["enemies_attacks", "enemies_hits", "enemies_criticals", "enemies_damage"];
        assert_eq!(metrics.map(|name| played.metric(name)), [1, 1, 0, 4], "{arm}");
        assert!(played.applied(1, "ZONES-46"));
    }
    let played = play(&hexed("paralysed", IDLE, &[fail], 2), after(ENEMIES_BEGIN, &[11, 10, 4, 9]));
    assert_eq!(played.hp(), [6, 12, 1], "who suffers from a hex");
    let trip = hindered("party", "paralysed", &armed(IDLE, TRIP));
    let played = round(&trip, &[fail, AVOIDED], &[9, 9]);
    assert_eq!((played.metric("enemies_stunts_won"), played.suffers(0, Ailment::Distracted)), (1, true));
    assert_eq!(round(&trip, &[fail], &[9, 9, 10]).metric("enemies_stunts_won"), 0, "its Skill");
    let stuck = round(&hindered("party", "stuck", &armed(IDLE, DAGGER)), &[fail], &[9, 9, 11]);
    assert_eq!(stuck.hp()[0], 10, "other hinderances change nothing");
    let rules = limited(&hindered("enemies", "paralysed", &armed(DAGGER, IDLE)), &[fail], 1);
    assert_eq!(play(&rules, after(ENEMIES_BEGIN, &[10, 10, 9])).hp()[1], 12, "the hero misses a Paralysed ogre");
}

/// ZONES-47: at the end of its Turn a Creature tests its Skill, a Character `hinder_test`, else `str`, against
/// `hinder_dr`, else `recover_dr`; a pass ends the hinderance.
#[test]
fn a_test_at_the_end_of_the_turn_ends_a_hinderance() {
    let [rules, own, dex] = ["rules.recover_dr=15", "zones.pit.hazard.hinder_dr=8", "zones.pit.hazard.hinder_test=dex"];
    let cases: [(&[&str], u32, u32); 5] = [
        (&[], 10, 11),
        (&["rules.stunt_dr=20", "zones.pit.hazard.dr=13"], 10, 11),
        (&[rules], 13, 14),
        (&[rules, own], 6, 7),
        (&[dex], 11, 11),
    ];
    for (hinderance, ailment) in
        [("stuck", Ailment::Stuck), ("paralysed", Ailment::Paralysed), ("distracted", Ailment::Distracted)]
    {
        let text = hindered("all", hinderance, &armed(IDLE, IDLE));
        for (overrides, character, creature) in cases {
            let kept = round(&text, overrides, &[9, character - 1, 10, creature - 1]);
            assert_eq!([0, 1].map(|who| kept.suffers(who, ailment)), [true; 2], "{overrides:?}");
            let ended = round(&text, overrides, &[9, character, 10, creature]);
            assert_eq!([0, 1].map(|who| ended.suffers(who, ailment)), [false; 2], "{overrides:?}");
            assert!(ended.applied(1, "ZONES-47"));
            assert_eq!((ended.metric("party_hindered"), ended.metric("enemies_hindered")), (1, 1));
        }
    }
}

/// Four imps that bring a hinderance each in Round 1, in the reverse order of the Tests, and Ongoing Damage with the
/// last.
fn tormented() -> String {
    let spell = |hinderance: &str, more: &str| {
        let spell =
            format!(r#"{{ id = "hex", kind = "spell", damage = "0", hinder = "{hinderance}", uses = 1{more} }}"#);
        creature(hinderance, 5, &[&spell], "")
    };
    let imps = [("paralysed", ", ongoing = true"), ("stuck", ""), ("distracted", ""), ("weakened", "")];
    let hero = DUEL.split("[[combatants]]").take(2).collect::<Vec<_>>().join("[[combatants]]");
    hero + &imps.map(|(hinderance, more)| spell(hinderance, more)).concat()
}

/// ZONES-47: one Test for each hinderance, in the order Weakened, Distracted, Stuck, Paralysed; a pass ends that one
/// before the next is rolled; Ongoing Damage comes last.
#[test]
fn hinderances_are_tested_in_order() {
    let rules = limited(&tormented(), &["rules.surprised=party"], 2);
    let hinderances = [Ailment::Weakened, Ailment::Distracted, Ailment::Stuck, Ailment::Paralysed, Ailment::Ongoing];
    let order = ["resists Weakened", "resists Distracted", "resists Stuck", "resists Paralysed", "resists Ongoing"];
    // Weakened ends first, so that the others are tested with one die each: 9 + 2 fails, 10 + 2 passes.
    let ended = play(&rules, [4, 1, 10, 10, 10, 10, 10, 20, 9, 10, 9, 10]);
    assert_eq!(hinderances.map(|ailment| ended.suffers(0, ailment)), [false, true, false, true, false]);
    assert!(in_order(&ended.narration(2), &order), "{}", ended.narration(2));
    assert_eq!((ended.metric("party_hindered"), ended.metric("party_turns_lost"), ended.hp()[0]), (4, 1, 9));
    // Weakened lasts: everything is tested with two dice.
    let lasting = play(&rules, [4, 1, 10, 10, 10, 10, 9, 20, 10, 11, 20, 9, 10, 10, 9, 20]);
    assert_eq!(hinderances.map(|ailment| lasting.suffers(0, ailment)), [true, false, true, false, true]);
}

/// ZONES-47 (D21): with `recover_at = "turn_start"` the Tests come after the hazard and before the Action, and not
/// again at the end; that of Ongoing Damage stays at the end.
#[test]
fn hinderances_can_be_tested_at_the_start_of_the_turn() {
    let start = "rules.recover_at=turn_start";
    let text = on(r#"affects = "party", hinder = "distracted", ongoing = true"#, &armed(DAGGER, IDLE));
    let played = hero_alone(&text, &[start], &[9, 10, 10, 9]);
    assert_eq!((played.hp()[1], played.metric("party_turns_lost")), (11, 0), "it recovered and struck");
    assert!(!played.suffers(0, Ailment::Distracted) && played.suffers(0, Ailment::Ongoing));
    let lost = hero_alone(&text, &[start], &[9, 9, 10]);
    assert_eq!((lost.hp()[1], lost.metric("party_turns_lost")), (12, 1));
    assert!(lost.suffers(0, Ailment::Distracted) && !lost.suffers(0, Ailment::Ongoing));
    let at_end = hero_alone(&text, &["rules.recover_at=turn_end"], &[9, 10, 9]);
    assert_eq!((at_end.hp()[1], at_end.metric("party_turns_lost")), (12, 1), "at the end it comes too late to act");
    let weakened = hero_alone(&hindered("party", "weakened", &armed(DAGGER, IDLE)), &[start], &[9, 20, 10, 9]);
    assert_eq!((weakened.hp()[1], weakened.suffers(0, Ailment::Weakened)), (12, false), "one die for the blow");
}

/// ZONES-48: a hinderance with `hinder_needs_action` gets no free Test, at neither end of the Turn; its Test is an
/// Action, for which there is none left after an attack.
#[test]
fn some_hinderances_take_an_action_to_end() {
    for (when, hinderance, dice) in [("turn_end", "stuck", &[9, 9][..]), ("turn_start", "weakened", &[9, 9, 20])] {
        let text = on(
            &format!(r#"affects = "party", hinder_needs_action = true, hinder = "{hinderance}""#),
            &armed(DAGGER, IDLE),
        );
        let played = hero_alone(&text, &[&format!("rules.recover_at={when}")], dice);
        assert_eq!((played.metric("party_attacks"), played.metric("party_turns_lost")), (1, 0), "{hinderance}");
        assert!(played.applied(1, "ZONES-48") && !played.applied(1, "ZONES-47"));
        assert!(played.suffers(0, Ailment::Stuck) || played.suffers(0, Ailment::Weakened));
    }
    let stuck = r#"hinder_needs_action = true, hinder = "stuck""#;
    let far = on(stuck, &in_line(&armed(DAGGER, IDLE), 3));
    let freed = hero_alone(&far, &[], &[9, 10]);
    assert_eq!(
        (freed.suffers(0, Ailment::Stuck), freed.zones()[0], freed.metric("moves")),
        (false, 1, 1),
        "then it moves"
    );
    let kept = hero_alone(&far, &[], &[9, 9]);
    assert_eq!((kept.suffers(0, Ailment::Stuck), kept.zones()[0], kept.metric("moves")), (true, 0, 0));
    assert!(kept.applied(1, "ZONES-48"));
    let ogre = on(stuck, &armed(IDLE, IDLE));
    assert!(!ogre_alone(&ogre, &[], &[10, 11]).suffers(1, Ailment::Stuck), "a Creature as well, with its Skill");
    assert!(ogre_alone(&ogre, &[], &[10, 10]).suffers(1, Ailment::Stuck));
}

/// ZONES-48: the one Action of a Turn goes to Weakened before Stuck.
#[test]
fn weakened_is_broken_before_stuck() {
    let web =
        r#"{ id = "web", kind = "ranged", damage = "0", uses = 1, hinder = "stuck", hinder_needs_action = true }"#;
    let text =
        on(r#"affects = "party", hinder = "weakened", hinder_needs_action = true"#, &in_line(&armed(DAGGER, web), 3));
    let rules = limited(&text, &["rules.surprised=party", "combatants.ogre.policy=hold"], 3);
    // Round 1: the web. Round 2: the ground weakens, the Action ends that with the lower of two. Round 3: the ground is
    // withstood, the Action ends Stuck, and the hero moves.
    let played = play(&rules, after(PARTY_BEGINS, &[10, 9, 10, 20, 10, 10]));
    let states: Vec<_> = played.states[1..].iter().map(|state| state.fighters[0]).collect();
    let has = |ailment: Ailment| states.iter().map(|hero| hero.ailments.has(ailment)).collect::<Vec<_>>();
    assert_eq!(has(Ailment::Stuck), [true, true, false]);
    assert_eq!(has(Ailment::Weakened), [false, false, false]);
    assert_eq!(states.iter().map(|hero| hero.zone).collect::<Vec<_>>(), [0, 0, 1]);
    let failed = play(&rules, after(PARTY_BEGINS, &[10, 9, 9, 20, 20, 10, 10, 20]));
    assert!(!failed.suffers(0, Ailment::Weakened) && failed.suffers(0, Ailment::Stuck), "Weakened is tried again");
}
