//! Zones, distances, room and hazards (ZONES-06 to ZONES-11).

use super::*;

/// Five Zones in a line.
const ROW: &str = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }, { id = "e" }"#;
/// Melee that pushes.
const RAM: &str = r#"{ id = "ram", kind = "melee", damage = "1", push = true }"#;

/// Distances between all Zones.
fn distances(zones_listed: &str) -> Vec<Vec<u8>> {
    let who = [character("hero", 9, &[SWORD], ""), creature("orc", 9, &[SWORD], "")];
    let field = zones(&scene(zones_listed, &who), &[]).field;
    let row = |from| (0..field.len() as u8).map(|to| field.nearest(from, 1 << to)).collect();
    (0..field.len() as u8).map(row).collect()
}

/// ZONES-06: without `zones` there are the party's end, the ground between and the enemies' end, in a line, with an
/// exit at either end.
#[test]
fn the_default_battlefield_is_three_zones_in_a_line() {
    let text = scene("", &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "enemy-end")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!(played.zones(), [2, 2], "two movements, the second instead of an attack");
    assert!(played.narration(1).contains("moves to middle") && played.narration(1).contains("moves to enemy-end"));
    assert!(played.applied(0, "ZONES-06"));
    let leaves = |who: &str, start: &str| {
        let overrides = [format!("combatants.{who}.policy=retreat"), format!("combatants.{who}.zone={start}")];
        play(&limited(&text, &overrides.each_ref().map(String::as_str), 1), enemies_first(1, &[])).ends
    };
    assert_eq!(leaves("hero", "party-end"), [EndState::Fled, EndState::Standing]);
    assert_eq!(leaves("hero", "middle"), [EndState::Fled, EndState::Standing], "one movement to the exit, one out");
    assert_eq!(leaves("orc", "enemy-end"), [EndState::Standing, EndState::Fled]);
    assert_eq!(leaves("orc", "middle"), [EndState::Standing, EndState::Fled]);
}

/// ZONES-06: a border may be named at one end; a line in listed order is what there is where no Zone names any.
#[test]
fn a_border_is_named_at_either_end() {
    let fork = r#"{ id = "a", adjacent = ["c"] }, { id = "b" }, { id = "c", adjacent = ["b"] }"#;
    assert_eq!(distances(fork), [[0, 2, 1], [2, 0, 1], [1, 1, 0]]);
    assert_eq!(distances(r#"{ id = "a" }, { id = "b" }, { id = "c" }"#), [[0, 1, 2], [1, 0, 1], [2, 1, 0]]);
    let text = scene(fork, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "b")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!((played.zones(), played.metric("moves")), (vec![1, 1], 2));
}

/// ZONES-07: the party starts in the first listed Zone and the enemies in the last, unless a combatant names another.
#[test]
fn the_sides_start_at_their_ends() {
    let hold = "policy = \"hold\"";
    let orcs = creature("orc", 9, &[SWORD], &format!("count = 2\n{hold}"));
    let text = scene(ROW, &[character("hero", 9, &[SWORD], hold), orcs]);
    let start = |overrides: &[&str]| -> Vec<u8> {
        let played = play(&limited(&text, overrides, 1), party_first(1, &[]));
        assert!(played.applied(0, "ZONES-07") || played.applied(1, "ZONES-07"));
        played.zones()
    };
    assert_eq!(start(&[]), [0, 4, 4]);
    assert_eq!(start(&["combatants.hero.zone=d"]), [3, 4, 4]);
    assert_eq!(start(&["combatants.hero.zone=e", "combatants.orc.zone=b"]), [4, 1, 1]);
}

/// ZONES-08: an attack reaches a target at most `range` borders away: 2 for ranged attacks and spells unless said
/// otherwise, 0 for stunts.
#[test]
fn an_attack_reaches_as_far_as_its_range() {
    let spell = r#"{ id = "spell", kind = "spell", test = "str", damage = "1" }"#;
    let stunt = r#"{ id = "stunt", kind = "stunt", test = "str", hinder = "stuck" }"#;
    for (attack, range, reached) in [
        (BOW, "", "bc"),
        (BOW, "combatants.hero.attacks.bow.range=1", "b"),
        (BOW, "combatants.hero.attacks.bow.range=3", "bcd"),
        (spell, "", "abc"),
        (spell, "combatants.hero.attacks.spell.range=0", "a"),
        (stunt, "", "a"),
        (stunt, "combatants.hero.attacks.stunt.range=4", "abcde"),
    ] {
        for zone in ["a", "b", "c", "d", "e"].into_iter().filter(|zone| attack != BOW || *zone != "a") {
            let text = scene(ROW, &[character("hero", 9, &[attack], "policy = \"hold\""), dummy("orc", 9, zone)]);
            let faces: &[u32] = if reached.contains(zone) { &[11] } else { &[] };
            let overrides: Vec<&str> = [range].into_iter().filter(|range| !range.is_empty()).collect();
            let played = play(&limited(&text, &overrides, 1), party_first(1, faces));
            let tried = played.metric("party_attacks") + played.metric("party_stunts");
            assert_eq!(tried, faces.len() as u32, "{attack} {range} on {zone}");
            assert_eq!(played.applied(1, "ZONES-08"), tried == 1);
        }
    }
}

/// ZONES-08: distance is that of the shortest way, and nobody who stands between is in the way.
#[test]
fn distance_is_the_shortest_way_and_nothing_blocks_it() {
    let ring = r#"{ id = "a", adjacent = ["b", "e"] }, { id = "b", adjacent = ["c"] }, { id = "c", adjacent = ["d"] },
        { id = "d", adjacent = ["e"] }, { id = "e" }"#
        .replace('\n', " ");
    assert_eq!(distances(&ring)[0], [0, 1, 2, 2, 1]);
    assert_eq!(distances(ROW)[0], [0, 1, 2, 3, 4]);
    let hero = character("hero", 9, &[BOW], "policy = \"hold\"\ntarget = \"strongest\"");
    let text = scene(ROW, &[hero, idler("friend", 9, "b"), dummy("near", 8, "b"), dummy("far", 9, "c")]);
    let played = play(&limited(&text, &[], 1), party_first(2, &[12]));
    assert_eq!(played.hp(), [9, 9, 8, 7]);
}

/// ZONES-08: from the first to the last of as many Zones as there can be is 31, the greatest range.
#[test]
fn the_longest_range_spans_the_longest_battlefield() {
    let zones: Vec<String> = (0..32).map(|at| format!(r#"{{ id = "z{at}" }}"#)).collect();
    let spell = r#"{ id = "spell", kind = "spell", test = "str", range = 31, damage = "1" }"#;
    let hero = character("hero", 9, &[spell], "policy = \"hold\"");
    let text = scene(&zones.join(", "), &[hero, dummy("orc", 9, "z31")]);
    assert_eq!(play(&limited(&text, &[], 1), party_first(1, &[12])).hp(), [9, 8]);
    let short = limited(&text, &["combatants.hero.attacks.spell.range=30"], 1);
    assert_eq!(play(&short, party_first(1, &[])).metric("party_attacks"), 0);
}

/// ZONES-09: melee needs an opponent in the same Zone.
#[test]
fn melee_needs_the_same_zone() {
    let text = scene(PAIR, &[character("hero", 9, &[SWORD], "policy = \"hold\""), dummy("orc", 9, "b")]);
    let apart = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!(apart.metric("party_attacks"), 0);
    let together = play(&limited(&text, &["combatants.hero.zone=b"], 1), party_first(1, &[12]));
    assert_eq!(together.hp(), [9, 6]);
    assert!(together.applied(1, "ZONES-09"));
}

/// ZONES-09: an item is used on somebody in the same Zone.
#[test]
fn an_item_is_used_on_somebody_in_the_same_zone() {
    let healer = character("healer", 9, &[IDLE], "policy = \"hold\"\nitems = [{ id = \"herbs\", heal = \"2\" }]");
    let orc = creature("orc", 9, &[SWORD], "target = \"weakest\"");
    let text = scene(PAIR, &[healer, idler("friend", 6, "b"), orc]);
    let apart = play(&limited(&text, &[], 1), enemies_first(2, &[11]));
    assert_eq!((apart.hp(), apart.metric("items_used")), (vec![9, 3, 9], 0));
    let together = play(&limited(&text, &["combatants.healer.zone=b"], 1), enemies_first(2, &[11]));
    assert_eq!((together.hp(), together.metric("items_used")), (vec![9, 5, 9], 1));
    assert!(together.applied(1, "ZONES-09") && together.applied(1, "ZONES-14"));
}

/// ZONES-10: nobody enters a Zone that holds as many as it can, both sides counted; with `capacity_counts = "side"`
/// only the own one.
#[test]
fn nobody_enters_a_full_zone() {
    let hero = character("hero", 9, &[SWORD], "");
    let text = scene(PAIR, &[hero, idler("friend", 9, "b"), dummy("orc", 9, "b")]);
    for (capacity, counts, enters) in [(2, "all", false), (3, "all", true), (1, "side", false), (2, "side", true)] {
        let overrides = [format!("zones.b.capacity={capacity}"), format!("rules.capacity_counts={counts}")];
        let rules = limited(&text, &overrides.each_ref().map(String::as_str), 1);
        let played = play(&rules, party_first(2, if enters { &[12] } else { &[] }));
        assert_eq!(played.zones(), [u8::from(enters), 1, 1], "{capacity}, {counts}");
        assert_eq!(played.rules.count("ZONES-10") > 0, !enters);
    }
}

/// ZONES-10: nobody is pushed into a full Zone either; with `capacity_counts = "side"` the side of the pushed one
/// counts.
#[test]
fn nobody_is_pushed_into_a_full_zone() {
    let here = [character("hero", 9, &[RAM], ""), creature("orc", 9, &[IDLE], "zone = \"a\"\npolicy = \"hold\"")];
    for (occupant, counts, pushed) in [
        (dummy("other", 9, "b"), "all", false),
        (idler("other", 9, "b"), "all", false),
        (dummy("other", 9, "b"), "side", false),
        (idler("other", 9, "b"), "side", true),
    ] {
        let text = scene(r#"{ id = "a" }, { id = "b", capacity = 1 }"#, &[&here[..], &[occupant]].concat());
        let characters = if text.matches("party").count() == 2 { 2 } else { 1 };
        let rules = limited(&text, &[&format!("rules.capacity_counts={counts}")], 1);
        let played = play(&rules, party_first(characters, &[12]));
        assert_eq!((played.zones()[1], played.hp()[1]), (u8::from(pushed), 8), "{text} {counts}");
    }
}

/// ZONES-10: those who are dead, down or gone take no room.
#[test]
fn those_who_are_out_take_no_room() {
    let row = r#"{ id = "a" }, { id = "b", capacity = 1, exit = "enemies" }, { id = "c" }"#;
    let archer = character("archer", 9, &[BOW], "policy = \"hold\"");
    let who = [archer, character("hero", 9, &[SWORD], ""), dummy("guard", 2, "b"), dummy("orc", 9, "c")];
    let text = scene(row, &who);
    let blocked = play(&limited(&text, &[], 1), party_first(2, &[11]));
    assert_eq!(blocked.zones(), [0, 0, 1, 2]);
    for (overrides, end) in
        [(&["rules.enemies_at_zero_hp=dead"], EndState::Dead), (&["rules.enemies_at_zero_hp=down"], EndState::Down)]
    {
        let played = play(&limited(&text, overrides, 1), party_first(2, &[12]));
        assert_eq!((played.ends[2], played.zones()[1]), (end, 2));
    }
    let fled = play(&limited(&text, &["combatants.guard.policy=retreat"], 1), enemies_first(2, &[11]));
    assert_eq!((fled.ends[2], fled.zones()[1]), (EndState::Fled, 2));
}

/// ZONES-11: a hazard acts at the start of Turns in its Zone, on entry or both, by `when`; a start there is no entry.
#[test]
fn a_hazard_acts_when_it_says() {
    let row = r#"{ id = "a" }, { id = "b", hazard = { test = "str", damage = "1" } }, { id = "c" }"#;
    let text = scene(row, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "c")]);
    for (when, start, faces, lost) in [
        ("turn_start", "a", &[][..], 0),
        ("enter", "a", &[11], 1),
        ("both", "a", &[11], 1),
        // The hero goes on to the orc and strikes.
        ("turn_start", "b", &[11, 11], 1),
        ("enter", "b", &[11], 0),
        ("both", "b", &[11, 11], 1),
        // The other Zones have none.
        ("both", "c", &[11], 0),
    ] {
        let overrides = [format!("zones.b.hazard.when={when}"), format!("combatants.hero.zone={start}")];
        let rules = limited(&text, &overrides.each_ref().map(String::as_str), 1);
        let played = play(&rules, party_first(1, faces));
        assert_eq!(played.metric("party_hazard_lost"), lost, "{when} from {start}");
        assert_eq!((played.hp(), played.zones()), (vec![9 - lost as i16, 9], vec![2, 2]));
        assert_eq!(played.applied(1, "ZONES-11"), lost == 1);
    }
    let waiting = limited(&text, &["combatants.hero.zone=b", "combatants.hero.policy=hold"], 3);
    assert_eq!(play(&waiting, party_first(1, &[11, 12, 11])).hp(), [7, 9], "at the start of each Turn");
}

/// ZONES-11: a hazard affects the sides it names; a Character tests its attribute, a Creature its Skill.
#[test]
fn a_hazard_tests_those_whom_it_affects() {
    let pit = r#"{ id = "pit", hazard = { test = "con", damage = "1", dr = 14 } }"#;
    let hero = character("hero", 9, &[IDLE], "policy = \"hold\"").replace("dex = 0", "dex = 0, con = 3");
    let text = scene(pit, &[hero, dummy("orc", 9, "pit")]);
    for (affects, faces, hp) in [
        ("all", &[10, 8][..], [8, 8]),
        ("all", &[11, 8], [9, 8]),
        ("all", &[10, 9], [8, 9]),
        ("party", &[10], [8, 9]),
        ("enemies", &[8], [9, 8]),
    ] {
        let rules = limited(&text, &[&format!("zones.pit.hazard.affects={affects}"), "combatants.orc.skill=5"], 1);
        let played = play(&rules, party_first(1, faces));
        assert_eq!(played.hp(), hp, "{affects} {faces:?}");
        assert_eq!(i64::from(played.metric("enemies_hazard_lost")), i64::from(9 - hp[1]));
    }
}

/// ZONES-11: being pushed is an entry, for a hazard that acts on entry alone as well.
#[test]
fn a_push_is_an_entry() {
    let pair = r#"{ id = "a" }, { id = "b", hazard = { when = "enter", test = "str", damage = "2" } }"#;
    let text = scene(pair, &[character("hero", 9, &[RAM], "policy = \"hold\""), dummy("orc", 9, "a")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[12, 11]));
    assert_eq!((played.hp(), played.zones()), (vec![9, 6], vec![0, 1]));
    assert_eq!((played.metric("enemies_hazard_lost"), played.metric("party_damage")), (2, 1));
    let start = play(&limited(&text, &["zones.b.hazard.when=turn_start"], 1), party_first(1, &[12, 12]));
    assert_eq!(start.hp(), [9, 8], "the Turn begins there later");
    let turned = play(&limited(&text, &["zones.b.hazard.when=turn_start"], 1), enemies_first(1, &[12]));
    assert_eq!(turned.metric("enemies_hazard_lost"), 0, "its Turn is over");
}

/// ZONES-11: a failed Test costs the hazard's damage, never below 0; then the hinderance and the Ongoing Damage set in,
/// if the sufferer is still standing.
#[test]
fn a_hazard_harms_first_and_hinders_the_living() {
    let pit = r#"{ id = "pit", hazard = { test = "str", damage = "1d6-2", hinder = "weakened", ongoing = true } }"#;
    let friend = character("friend", 9, &[IDLE], "policy = \"hold\"\nzone = \"b\"");
    let hero = character("hero", 3, &[IDLE], "policy = \"hold\"");
    let text = scene(&format!("{pit}, {{ id = \"b\" }}"), &[hero, friend, dummy("orc", 9, "b")]);
    let passed = play(&limited(&text, &[], 1), party_first(2, &[12]));
    assert_eq!(passed.hp(), [3, 9, 9]);
    // Both recovery Tests have Disadvantage, as the hero stays Weakened.
    let stays = play(&limited(&text, &[], 1), party_first(2, &[11, 4, 12, 11, 12, 11]));
    assert_eq!((stays.hp()[0], stays.metric("party_hazard_lost"), stays.metric("party_hindered")), (1, 2, 1));
    assert!(stays.suffers(0, Ailment::Weakened) && stays.suffers(0, Ailment::Ongoing));
    let negative = play(&limited(&text, &[], 1), party_first(2, &[11, 1, 12, 11, 12, 11]));
    assert_eq!((negative.hp()[0], negative.metric("party_hazard_lost")), (3, 0));
    // Dead before the hinderance: no recovery, no Turn.
    let dead = play(&limited(&text, &[], 1), party_first(2, &[11, 6]));
    assert_eq!((dead.ends[0], dead.metric("party_hazard_lost"), dead.metric("party_hindered")), (EndState::Dead, 3, 0));
    assert_eq!(dead.metric("party_first_casualty_round"), 1);
}

/// A dark Zone `a`, with whom the dark means, and a lit one `b`.
fn dark(whom: &str) -> String {
    format!(r#"{{ id = "a", disadvantage = "{whom}" }}, {{ id = "b" }}"#)
}

/// ZONES-18 (D33): whoever a Zone's `disadvantage` means Tests with two dice there, the lower counts; with other reasons for
/// Disadvantage it is one.
#[test]
fn a_dark_zone_gives_disadvantage() {
    let here = |whom: &str, attack: &str, faces: &[u32]| {
        let text = scene(&dark(whom), &[character("hero", 9, &[attack], "policy = \"hold\""), dummy("orc", 9, "a")]);
        play(&limited(&text, &[], 1), party_first(1, faces))
    };
    for whom in ["party", "all"] {
        let missed = here(whom, SWORD, &[20, 11]);
        assert_eq!((missed.hp()[1], missed.applied(1, "ZONES-18"), missed.metric("party_hindered")), (9, true, 0));
        assert_eq!(here(whom, SWORD, &[12, 20]).hp()[1], 6);
        assert_eq!(here(whom, BOW, &[12, 20]).hp()[1], 7, "a Close shot in the dark has two dice as well");
    }
    for whom in ["enemies", "none"] {
        let lit = here(whom, SWORD, &[12]);
        assert_eq!((lit.hp()[1], lit.applied(1, "ZONES-18")), (6, false), "{whom}");
    }
}

/// ZONES-18: it is the Zone of the one who Tests that counts, not the other's.
#[test]
fn whoever_stands_in_the_light_tests_as_ever() {
    for (own, other, faces) in [("b", "a", &[12][..]), ("a", "b", &[12, 11])] {
        let hero = character("hero", 9, &[BOW], &format!("policy = \"hold\"\nzone = \"{own}\""));
        let text = scene(&dark("all"), &[hero, dummy("orc", 9, other)]);
        let played = play(&limited(&text, &[], 1), party_first(1, faces));
        assert_eq!(played.metric("party_hits"), u32::from(faces.len() == 1), "from {own}");
    }
}

/// ZONES-18, ZONES-23 (D31, D33): a Creature's attack from a Zone that gives it Disadvantage is avoided with Advantage, unless
/// `weakened_creature_attacks` is `none`.
#[test]
fn attacks_out_of_the_dark_are_avoided_more_easily() {
    let (mirrored, letter) = (&[][..], &["rules.weakened_creature_attacks=none"][..]);
    for (whom, overrides, faces, hits) in [
        ("enemies", mirrored, &[1, 12][..], 0),
        ("party", mirrored, &[20, 11], 1),
        ("all", mirrored, &[12], 0),
        ("enemies", letter, &[11], 1),
        ("all", letter, &[20, 11], 1),
    ] {
        let orc = creature("orc", 9, &[SWORD], "policy = \"hold\"\nzone = \"a\"");
        let text = scene(&dark(whom), &[idler("hero", 9, "a"), orc]);
        let played = play(&limited(&text, overrides, 1), enemies_first(1, faces));
        assert_eq!(played.metric("enemies_hits"), hits, "{whom} {overrides:?}");
        assert_eq!(played.applied(1, "ZONES-23"), overrides.is_empty() && whom != "party", "{whom} {overrides:?}");
    }
    for (own, other, faces, hits) in [("a", "b", [1, 12], 0), ("b", "a", [20, 11], 1)] {
        let orc = creature("orc", 9, &[BOW], &format!("policy = \"hold\"\nzone = \"{own}\""));
        let text = scene(&dark("all"), &[idler("hero", 9, other), orc]);
        let played = play(&limited(&text, &[], 1), enemies_first(1, &faces));
        assert_eq!(played.metric("enemies_hits"), hits, "from {own}");
    }
    // A free attack from the dark, a blow in it, and one from the light.
    let hero = character("hero", 9, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"");
    let orc = creature("orc", 9, &[SWORD], "zone = \"a\"");
    let text = scene(&dark("enemies"), &[hero, orc, dummy("imp", 1, "b")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[1, 12, 11, 12]));
    assert_eq!((played.metric("enemies_free_attacks"), played.metric("enemies_hits")), (1, 0));
}

/// ZONES-18: the dark goes wherever Weakened goes: recovery, Ongoing Damage, Morale Tests and stunts; nothing ends it.
#[test]
fn every_test_in_the_dark_has_two_dice() {
    let hex = r#"{ id = "hex", kind = "spell", test = "str", dr = 1, hinder = "stuck", ongoing = true, demand = true, uses = 1 }"#;
    let hero = character("hero", 9, &[hex], "policy = \"hold\"\nzone = \"a\"");
    let text = scene(&dark("enemies"), &[hero, dummy("orc", 9, "a")]);
    // The hex, the demand; then Stuck, which lasts, and Ongoing Damage, which ends.
    let played = play(&limited(&text, &[], 1), party_first(1, &[5, 12, 12, 20, 11, 12, 20]));
    assert_eq!((played.metric("morale_breaks"), played.metric("enemies_hindered"), played.hp()[1]), (0, 1, 8));
    assert!(played.suffers(1, Ailment::Stuck) && !played.suffers(1, Ailment::Ongoing));
    let trip = r#"{ id = "trip", kind = "stunt", test = "dex", hinder = "stuck" }"#;
    let orc = creature("orc", 9, &[trip], "policy = \"hold\"\nzone = \"a\"");
    let text = scene(&dark("enemies"), &[idler("hero", 9, "a"), orc]);
    assert_eq!(play(&limited(&text, &[], 1), enemies_first(1, &[20, 11])).metric("enemies_stunts_won"), 0);
    let avoided = limited(&text, &["rules.creature_stunts=avoid"], 1);
    assert_eq!(play(&avoided, enemies_first(1, &[1, 12])).metric("enemies_stunts_won"), 0);
}

/// ZONES-18, ZONES-11: a hazard on entry is tested by the Zone entered, one at a Turn's start by the Zone it begins in.
#[test]
fn on_entry_the_zone_entered_counts() {
    let hazard = r#"hazard = { when = "enter", affects = "enemies", damage = "1" }"#;
    let (dark, lit) = (r#"disadvantage = "enemies""#, r#"disadvantage = "none""#);
    for (start, entered, faces, hp) in [(lit, dark, &[20, 11, 12, 1][..], 8), (dark, lit, &[12, 12], 9)] {
        let zones = format!(r#"{{ id = "a", {start} }}, {{ id = "b", {entered}, {hazard} }}"#);
        let text = scene(&zones, &[idler("hero", 9, "b"), creature("orc", 9, &[SWORD], "zone = \"a\"")]);
        let played = play(&limited(&text, &[], 1), enemies_first(1, faces));
        assert_eq!((played.hp(), played.metric("moves")), (vec![9, hp], 1));
    }
    let mire = r#"{ id = "a", disadvantage = "party", hazard = { test = "str", damage = "1" } }"#;
    let text = scene(mire, &[idler("hero", 9, "a"), dummy("orc", 9, "a")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[20, 11, 12]));
    assert_eq!(played.hp(), [8, 9], "two dice for the Character, one for the Creature");
}
