//! Turns, items, leaving a Zone and retreating (ZONES-12 to ZONES-15, ZONES-34 to ZONES-38, ZONES-54).

use super::*;

/// A spell that hurts those who are Close.
const SPELL: &str = r#"{ id = "spell", kind = "spell", test = "str", range = 0, damage = "4" }"#;
/// A stunt that holds fast.
const GRAPPLE: &str = r#"{ id = "grapple", kind = "stunt", test = "str", hinder = "stuck" }"#;
/// A line of which the first Zone is the party's exit.
const EXIT_ROW: &str = r#"{ id = "a", exit = "party" }, { id = "b" }, { id = "c" }"#;

/// A Zone with a hazard that brings a hinderance at the start of Turns.
fn hindering(id: &str, hinderance: &str) -> String {
    format!(r#"{{ id = "{id}", hazard = {{ test = "str", hinder = "{hinderance}" }} }}"#)
}

/// ZONES-12: a Turn allows a movement and an Action; here the movement comes first.
#[test]
fn a_movement_comes_before_the_action() {
    let text = scene(PAIR, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "b")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[12]));
    assert_eq!((played.zones(), played.hp()), (vec![1, 1], vec![9, 6]));
    assert_eq!((played.metric("moves"), played.metric("party_attacks")), (1, 1));
    assert!(played.applied(1, "ZONES-12"));
}

/// ZONES-12: here the Action comes first, an attempt to end a hinderance, so that one movement is left.
#[test]
fn an_action_comes_before_the_movement() {
    let zones = format!("{}, {{ id = \"b\" }}, {{ id = \"c\" }}", hindering("a", "weakened"));
    let text = scene(&zones, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "c")]);
    let played = play(&limited(&text, &["zones.a.hazard.hinder_needs_action=true"], 1), party_first(1, &[11, 12, 12]));
    assert!(!played.suffers(0, Ailment::Weakened));
    assert_eq!((played.zones(), played.metric("moves")), (vec![1, 2], 1));
}

/// ZONES-13: a second movement is an Action, so that no attack follows it, and a Distracted one has none.
#[test]
fn a_second_movement_is_an_action() {
    let text = scene("", &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "enemy-end")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!((played.zones(), played.metric("party_attacks")), (vec![2, 2], 0));
    assert!(played.applied(1, "ZONES-13"));
    let zones = format!("{}, {{ id = \"b\" }}, {{ id = \"c\" }}", hindering("a", "distracted"));
    let text = scene(&zones, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "c")]);
    let distracted = play(&limited(&text, &[], 1), party_first(1, &[11, 12]));
    assert_eq!((distracted.zones(), distracted.metric("party_turns_lost")), (vec![1, 2], 1));
}

/// ZONES-13: a Turn has one Action, whether it is an attack, a spell, a stunt, the use of an item or Disengaging.
#[test]
fn a_turn_has_one_action() {
    for attack in [SWORD, SPELL, GRAPPLE] {
        let text = scene(PIT, &[character("hero", 9, &[attack, BOW], ""), dummy("orc", 9, "pit")]);
        let played = play(&limited(&text, &[], 1), party_first(1, &[11]));
        assert_eq!(played.metric("party_attacks") + played.metric("party_stunts"), 1, "{attack}");
        assert!(played.applied(1, "ZONES-13"));
    }
    let herbs = "heal_below = 100\nitems = [{ id = \"herbs\", heal = \"1\" }]";
    let text =
        scene(&format!("{THORNS}, {{ id = \"b\" }}"), &[character("hero", 9, &[SWORD], herbs), dummy("orc", 9, "b")]);
    let healed = play(&limited(&text, &[], 1), party_first(1, &[11]));
    assert_eq!((healed.metric("items_used"), healed.metric("healing"), healed.metric("moves")), (1, 1, 0));
    let hero = character("hero", 9, &[SWORD], "policy = \"retreat\"\nzone = \"c\"");
    let text = scene(EXIT_ROW, &[hero, dummy("orc", 9, "c")]);
    let disengaged = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!((disengaged.zones(), disengaged.metric("disengages")), (vec![1, 2], 1), "no second movement");
}

/// A Character with herbs, at half its HP after a first hit by an orc that begins.
fn wounded(herbs: &str) -> String {
    let items = format!("items = [{{ id = \"herbs\", {herbs} }}]");
    scene(PIT, &[character("hero", 6, &[SWORD], &items), creature("orc", 9, &[SWORD], "")])
}

/// ZONES-14: a stowed item is retrieved and used by one Action; with `separate_action` it takes one for each, and every
/// piece anew. An item at hand takes one in any case. Used pieces are gone.
#[test]
fn an_item_takes_one_action_or_two() {
    let (stowed, at_hand) = (r#"heal = "0", count = 2"#, r#"heal = "0", count = 2, stowed = false"#);
    for (herbs, item_use, turns) in [
        (stowed, "with_retrieval", ["uses", "uses", "strikes", "strikes", "strikes"]),
        (stowed, "separate_action", ["gets out", "uses", "gets out", "uses", "strikes"]),
        (at_hand, "with_retrieval", ["uses", "uses", "strikes", "strikes", "strikes"]),
        (at_hand, "separate_action", ["uses", "uses", "strikes", "strikes", "strikes"]),
    ] {
        let rules = limited(&wounded(herbs), &[&format!("rules.item_use={item_use}")], 5);
        // The orc hits in Round 1 and misses later; the hero misses.
        let dice = turns.map(|turn| if turn == "strikes" { vec![12, 11] } else { vec![12] }).concat();
        let played = play(&rules, enemies_first(1, &[&[11], &dice[1..]].concat()));
        for (round, turn) in turns.iter().enumerate() {
            assert!(
                played.narration(round as u32 + 1).contains(&format!("hero {turn}")),
                "{item_use}, round {}",
                round + 1
            );
        }
        assert_eq!((played.metric("items_used"), played.metric("healing")), (2, 0));
    }
}

/// ZONES-14: an item restores what it rolls, at least nothing, and never more than is missing.
#[test]
fn an_item_heals_up_to_the_starting_hp() {
    for (heal, face, hp) in [("1d6", 2, 5), ("1d6+2", 6, 6), ("1d6-3", 1, 3)] {
        let rules = limited(&wounded(&format!("heal = \"{heal}\"")), &[], 1);
        let played = play(&rules, enemies_first(1, &[11, face]));
        assert_eq!(played.hp(), [hp, 9], "{heal}");
        assert_eq!((played.metric("healing"), played.metric("items_used")), (hp as u32 - 3, 1));
        assert!(played.applied(1, "ZONES-14"));
    }
}

/// ZONES-14: an ally is healed like oneself, by one Action or by two.
#[test]
fn an_item_is_used_on_an_ally() {
    let herbs = "policy = \"hold\"\nitems = [{ id = \"herbs\", heal = \"2\" }]";
    let orc = creature("orc", 9, &[SWORD], "target = \"weakest\"");
    let text = scene(PIT, &[character("healer", 9, &[SWORD], herbs), idler("friend", 6, "pit"), orc]);
    let at_once = play(&limited(&text, &[], 1), enemies_first(2, &[11]));
    assert_eq!(at_once.hp(), [9, 5, 9]);
    let rules = limited(&text, &["rules.item_use=separate_action"], 2);
    let later = play(&rules, enemies_first(2, &[11, 12]));
    assert_eq!((later.hp(), later.metric("healing")), (vec![9, 5, 9], 2));
    assert!(later.narration(1).contains("healer gets out herbs") && later.narration(2).contains("on friend"));
}

/// ZONES-15: Creatures have a movement and an Action as well.
#[test]
fn creatures_have_the_same_turn() {
    let text = scene("", &[idler("hero", 9, "party-end"), creature("orc", 9, &[SWORD], "")]);
    let near = play(&limited(&text, &["combatants.orc.zone=middle"], 1), enemies_first(1, &[11]));
    assert_eq!((near.zones(), near.hp(), near.metric("enemies_attacks")), (vec![0, 0], vec![6, 9], 1));
    let far = play(&limited(&text, &[], 1), enemies_first(1, &[]));
    assert_eq!((far.zones(), far.metric("moves")), (vec![0, 0], 2));
    assert!(far.applied(1, "ZONES-15"));
}

/// The hero, Close to some wolves, goes for the runt in the next Zone without minding free attacks.
fn gauntlet(wolves: &[String], hero_hp: u16, more: &[String]) -> String {
    let hero = character("hero", hero_hp, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"a\"");
    let zones = r#"{ id = "z" }, { id = "a" }, { id = "b" }"#;
    scene(zones, &[&[hero], wolves, &[dummy("runt", 1, "b")], more].concat())
}

fn wolf(id: &str, attacks: &[&str]) -> String {
    creature(id, 9, attacks, "policy = \"hold\"\nzone = \"a\"")
}

fn wolves(bite: &str) -> Vec<String> {
    vec![wolf("wolf-a", &[bite]), wolf("wolf-b", &[bite])]
}

/// ZONES-34: who leaves a Zone suffers a free attack from each Close opponent first; `one` leaves the first listed, and
/// `none` nobody.
#[test]
fn who_leaves_suffers_free_attacks() {
    let text = gauntlet(&wolves(SWORD), 9, &[]);
    for (knob, faces, hp) in [("each", &[11, 11, 12][..], 3), ("one", &[11, 12], 6), ("none", &[12], 9)] {
        let played = play(&limited(&text, &[&format!("rules.free_attacks={knob}")], 1), party_first(1, faces));
        assert_eq!(played.hp(), [hp, 9, 9, 0], "{knob}");
        assert_eq!((played.zones()[0], played.metric("moves")), (2, 1));
        assert_eq!(played.metric("enemies_free_attacks"), faces.len() as u32 - 1);
        assert_eq!(played.metric("enemies_attacks"), faces.len() as u32 - 1, "they count as attacks");
        assert_eq!(played.applied(1, "ZONES-34"), knob != "none");
        assert_eq!(played.narration(1).contains("wolf-b strikes freely"), knob == "each");
    }
}

/// ZONES-34: free attacks come in listed order and end when the mover drops; the movement is lost.
#[test]
fn a_mover_that_drops_is_left_alone() {
    let friend = [idler("friend", 9, "b")];
    let played = play(&limited(&gauntlet(&wolves(SWORD), 3, &friend), &[], 1), party_first(2, &[11]));
    assert_eq!(played.ends[0], EndState::Dead);
    assert_eq!((played.metric("enemies_free_attacks"), played.metric("moves")), (1, 0));
    assert_eq!((played.metric("party_attacks"), played.metric("party_first_casualty_round")), (0, 1));
    assert!(played.narration(1).contains("wolf-a strikes freely"));
}

/// ZONES-34: who can no longer move stays, but the other free attacks are made all the same.
#[test]
fn a_mover_that_is_held_stays() {
    let bite = SWORD.replace(" }", r#", hinder = "stuck" }"#);
    // Two free attacks, the Test to end it, and two attacks in the wolves' Turns.
    let played = play(&limited(&gauntlet(&wolves(&bite), 9, &[]), &[], 1), party_first(1, &[11, 11, 11, 12, 12]));
    assert_eq!((played.zones()[0], played.hp()[0], played.metric("moves")), (1, 3, 0));
    assert_eq!((played.metric("enemies_free_attacks"), played.metric("party_attacks")), (2, 0));
}

/// ZONES-34: who is pushed out of the Zone by a free attack has lost the movement, and no more free attacks are made.
#[test]
fn a_mover_that_is_pushed_away_does_not_move_on() {
    let ram = SWORD.replace(" }", ", push = true }");
    let played = play(&limited(&gauntlet(&wolves(&ram), 9, &[]), &[], 1), party_first(1, &[11]));
    assert_eq!(
        (played.zones()[0], played.hp()[0], played.metric("moves")),
        (0, 6, 0),
        "pushed to the first listed Zone"
    );
    assert_eq!((played.metric("enemies_free_attacks"), played.metric("party_attacks")), (1, 0));
}

/// ZONES-35: a standing ally in the Zone that is left keeps free attacks away.
#[test]
fn an_ally_covers_the_leaving() {
    let wolf = creature("wolf", 9, &[SWORD], "policy = \"hold\"\nzone = \"a\"\ntarget = \"weakest\"");
    let text = gauntlet(&[wolf], 9, &[idler("friend", 4, "a")]);
    let covered = play(&limited(&text, &[], 1), enemies_first(2, &[11, 12]));
    assert_eq!((covered.zones()[0], covered.hp()), (2, vec![9, 9, 0, 1]));
    assert_eq!(covered.metric("enemies_free_attacks"), 0);
    assert!(covered.applied(1, "ZONES-35"));
    let fallen = play(&limited(&text, &["combatants.friend.hp=3"], 1), enemies_first(2, &[11, 12, 12]));
    assert_eq!((fallen.zones()[0], fallen.metric("enemies_free_attacks")), (2, 1));
    let elsewhere = play(&limited(&text, &["combatants.friend.zone=b"], 1), party_first(2, &[12, 12]));
    assert_eq!(elsewhere.metric("enemies_free_attacks"), 1, "an ally where the movement leads does not help");
}

/// ZONES-36: Disengaging costs the Action and spares the free attacks.
#[test]
fn disengaging_spares_the_free_attacks() {
    let hero = character("hero", 9, &[SWORD], "policy = \"retreat\"\nzone = \"c\"");
    let text = scene(EXIT_ROW, &[hero, creature("wolf", 9, &[SWORD], "policy = \"hold\"")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!((played.zones(), played.hp()), (vec![1, 2], vec![9, 9]));
    assert_eq!((played.metric("disengages"), played.metric("moves")), (1, 1));
    assert!(played.applied(1, "ZONES-36"));
    // Distracted, it has no Action to spend: the hazard, the free attack, and the Test to end it.
    let held = text.replace(r#"{ id = "c" }"#, &hindering("c", "distracted"));
    let played = play(&limited(&held, &["zones.c.hazard.affects=party"], 1), party_first(1, &[11, 11, 12]));
    assert_eq!((played.zones(), played.hp()), (vec![1, 2], vec![6, 9]));
    assert_eq!((played.metric("disengages"), played.metric("enemies_free_attacks")), (0, 1));
}

/// ZONES-37: a free attack is the first listed usable melee attack, else the first listed usable ranged one with its
/// Close penalty; Creatures that have neither make none.
#[test]
fn a_free_attack_is_made_with_a_weapon() {
    let knife = r#"{ id = "knife", kind = "melee", damage = "1" }"#;
    // One shot, so that it is not left for the Creature's own Turn.
    let bow = BOW.replace(" }", ", uses = 1 }");
    let dart = bow.replace("bow", "dart").replace('2', "1");
    for (attacks, faces, lost) in [
        (&[SPELL, SWORD, knife][..], &[11, 12][..], 3),
        (&[knife, SWORD], &[11, 12], 1),
        // In its own Turn it shoots, and the hero avoids it.
        (&[BOW, SWORD], &[11, 12, 12], 3),
        // The hero avoids with Advantage, the mirrored penalty.
        (&[bow.as_str()], &[11, 11, 12], 2),
        (&[bow.as_str()], &[11, 12, 12], 0),
        (&[dart.as_str(), bow.as_str()], &[11, 11, 12, 12], 1),
        (&[SPELL, GRAPPLE], &[12], 0),
    ] {
        let played = play(&limited(&gauntlet(&[wolf("wolf", attacks)], 9, &[]), &[], 1), party_first(1, faces));
        assert_eq!((played.hp()[0], played.zones()[0]), (9 - lost, 2), "{attacks:?}");
        assert_eq!(played.metric("enemies_free_attacks"), u32::from(faces.len() > 1));
        assert_eq!(played.applied(1, "ZONES-37"), faces.len() > 1);
    }
}

/// ZONES-37: with `free_attacks = "one"` it is the first listed of those who can make one.
#[test]
fn the_one_free_attack_is_by_somebody_who_can() {
    let text = gauntlet(&[wolf("witch", &[SPELL]), wolf("wolf", &[SWORD]), wolf("wolf-b", &[SWORD])], 9, &[]);
    let played = play(&limited(&text, &["rules.free_attacks=one"], 1), party_first(1, &[11, 12]));
    assert_eq!((played.hp()[0], played.metric("enemies_free_attacks")), (6, 1));
    assert!(played.narration(1).contains("wolf strikes freely"));
}

/// ZONES-37: all attack rules hold for a free attack: naturals count, and it takes up a use.
#[test]
fn a_free_attack_is_an_ordinary_attack() {
    let tusk = SWORD.replace(" }", ", uses = 1 }");
    let boar = creature("boar", 9, &[&tusk], "zone = \"a\"");
    let text = gauntlet(&[boar], 9, &[]);
    let spent = play(&limited(&text, &[], 1), party_first(1, &[1, 12]));
    assert_eq!((spent.hp()[0], spent.metric("enemies_criticals")), (3, 1), "a natural 1 doubles");
    assert_eq!(spent.zones()[1], 1, "with nothing left to use it does not follow");
    let follows = play(&limited(&text, &["combatants.boar.attacks.sword.uses=2"], 1), party_first(1, &[1, 12, 12]));
    assert_eq!((follows.zones()[1], follows.metric("enemies_attacks")), (2, 2));
    // An attack that is used up is no free attack: the second best is.
    let text = gauntlet(&[wolf("wolf", &[&tusk, BOW])], 9, &[]);
    let played = play(&limited(&text, &[], 1), enemies_first(1, &[12, 11, 11, 12]));
    assert_eq!((played.hp()[0], played.metric("enemies_free_attacks")), (7, 1));
}

/// ZONES-37: a Character's last resort is its bare hands, even if it has a spell to cast.
#[test]
fn a_character_strikes_with_bare_hands() {
    let orc = creature("orc", 9, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"a\"");
    let mage = character("mage", 9, &[SPELL, GRAPPLE], "policy = \"hold\"");
    let text = scene(PAIR, &[mage, idler("friend", 1, "b"), orc]);
    let rules = limited(&text, &["rules.unarmed_damage=1d4"], 1);
    let played = play(&rules, enemies_first(2, &[12, 3, 12]));
    assert_eq!((played.hp(), played.metric("party_free_attacks")), (vec![9, 1, 6], 1));
    assert!(played.narration(1).contains("mage strikes freely at orc with unarmed"));
}

/// ZONES-36, ZONES-37 (D41): so the bare hands of somebody with a spell are feared as well, and it takes the Action to leave them.
#[test]
fn nobody_passes_by_a_mage() {
    let thief = creature("thief", 5, &[SWORD], "zone = \"a\"\npolicy = \"retreat\"");
    let text = scene(
        r#"{ id = "a" }, { id = "b", exit = "enemies" }"#,
        &[character("mage", 3, &[SPELL], "policy = \"hold\""), thief],
    );
    let played = play(&limited(&text, &[], 1), enemies_first(1, &[]));
    assert_eq!((played.metric("disengages"), played.metric("party_free_attacks"), played.metric("moves")), (1, 0, 1));
    assert_eq!(played.ends[1], EndState::Standing, "it is not out of the exit yet");
}

/// ZONES-37: who cannot take Actions makes no free attack; who is Stuck does.
#[test]
fn who_cannot_act_makes_no_free_attack() {
    for (hinderance, faces) in [
        ("distracted", &[11, 11, 12][..]),
        ("paralysed", &[11, 11, 12]),
        // It strikes in its own Turn, too.
        ("stuck", &[11, 12, 11, 12, 12]),
    ] {
        let text = gauntlet(&[wolf("wolf", &[SWORD])], 9, &[]);
        let text = text.replace(r#"{ id = "a" }"#, &hindering("a", hinderance));
        let played = play(&limited(&text, &["zones.a.hazard.affects=enemies"], 1), enemies_first(1, faces));
        assert_eq!(played.metric("enemies_free_attacks"), u32::from(hinderance == "stuck"), "{hinderance}");
        assert_eq!((played.zones()[0], played.metric("enemies_turns_lost")), (2, u32::from(hinderance != "stuck")));
    }
}

/// ZONES-37: the surprised make no free attack in Round 1.
#[test]
fn the_surprised_make_no_free_attack_in_round_1() {
    let more = [dummy("pup", 2, "a"), creature("wolf-b", 9, &[SWORD], "policy = \"hold\"\nzone = \"b\"")];
    let text = gauntlet(&[wolf("wolf", &[SWORD])], 9, &more);
    let rules = limited(&text, &["rules.surprised=enemies"], 2);
    // The runt falls in Round 1; in Round 2 the hero goes back for the pup, past `wolf-b`; the wolf strikes at it.
    let played = play(&rules, party_first(1, &[12, 12, 12, 12]));
    assert_eq!((played.hp(), played.zones()[0]), (vec![9, 9, 0, 0, 9], 1));
    assert!(!played.narration(1).contains("freely") && played.narration(2).contains("wolf-b strikes freely"));
    assert_eq!(played.metric("enemies_free_attacks"), 1);
}

/// ZONES-38: Creatures that leave provoke the Characters there, unless `creatures_provoke` says no.
#[test]
fn creatures_that_leave_provoke_as_well() {
    let orc = creature("orc", 9, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"a\"");
    let text = scene(PAIR, &[character("hero", 9, &[SWORD], "policy = \"hold\""), idler("friend", 1, "b"), orc]);
    let played = play(&limited(&text, &[], 1), enemies_first(2, &[12, 12]));
    assert_eq!((played.hp(), played.zones()), (vec![9, 1, 6], vec![0, 1, 1]));
    assert_eq!((played.metric("party_free_attacks"), played.metric("party_damage")), (1, 3));
    assert!(played.applied(1, "ZONES-38"));
    let spared = play(&limited(&text, &["rules.creatures_provoke=false"], 1), enemies_first(2, &[12]));
    assert_eq!((spared.hp(), spared.metric("party_free_attacks")), (vec![9, 1, 9], 0));
}

/// ZONES-38: being pushed provokes nothing, and neither does leaving by failed morale.
#[test]
fn what_is_no_movement_provokes_nothing() {
    let ram = SWORD.replace(" }", ", push = true }");
    let hero = character("hero", 9, &[&ram], "target = \"weakest\"");
    let guard = character("guard", 9, &[SWORD], "policy = \"hold\"");
    let text = scene(PAIR, &[hero, guard, dummy("orc", 9, "a")]);
    let pushed = play(&limited(&text, &[], 1), party_first(2, &[12]));
    assert_eq!((pushed.zones(), pushed.metric("party_free_attacks")), (vec![0, 0, 1], 0));
    assert_eq!(pushed.metric("moves"), 0, "no movement");
    let text = text.replace("morale_triggers = []", "morale_triggers = [\"first_out\"]");
    let text = format!("{text}{}", dummy("runt", 3, "a"));
    let broken = play(&zones(&text, &[]), party_first(2, &[12, 11]));
    assert_eq!(broken.ends[2..], [EndState::Fled, EndState::Dead]);
    assert_eq!((broken.metric("party_free_attacks"), broken.metric("moves")), (0, 0));
}

/// ZONES-54: `retreat_below` counts from the first own Turn with HP at or below it, and for good.
#[test]
fn who_retreats_does_so_for_good() {
    let hero = character("hero", 6, &[SWORD], "zone = \"c\"\nretreat_below = 50");
    let herbs = "policy = \"hold\"\nzone = \"b\"\nitems = [{ id = \"herbs\", heal = \"9\" }]";
    let orc = creature("orc", 9, &[SWORD], "policy = \"hold\"");
    let text = scene(EXIT_ROW, &[hero, character("healer", 9, &[IDLE], herbs), orc]);
    // Hit down to 3 of 6, it Disengages to the healer; healed, it goes on, out of the exit.
    let played = play(&limited(&text, &[], 2), enemies_first(2, &[11]));
    assert_eq!(played.ends, [EndState::Fled, EndState::Standing, EndState::Standing]);
    assert_eq!((played.states[1].fighters[0].hp, played.states[1].fighters[0].zone), (6, 1));
    assert_eq!((played.metric("moves"), played.metric("disengages"), played.metric("healing")), (3, 1, 3));
    assert!(played.applied(1, "ZONES-54"));
    let stays = play(&limited(&text, &["combatants.hero.retreat_below=49"], 1), enemies_first(2, &[11, 12]));
    assert_eq!((stays.zones()[0], stays.metric("party_attacks")), (2, 1), "50 percent is not below 49");
    let never = play(&limited(&text, &["combatants.hero.retreat_below=0"], 1), enemies_first(2, &[11, 12]));
    assert_eq!(never.zones()[0], 2);
    // At 100 percent it goes once it has lost anything, and not before (D43).
    let always = limited(&text, &["combatants.hero.retreat_below=100"], 1);
    assert_eq!(play(&always, enemies_first(2, &[12, 12])).zones()[0], 2);
    assert_eq!(play(&always, enemies_first(2, &[11])).zones()[0], 1);
}

/// ZONES-54: a Zone is an exit for the sides that it names; who leaves is `fled`, and with the last of a side it is
/// over.
#[test]
fn an_exit_is_for_its_side() {
    for (exit, ends) in [("enemies", [EndState::Standing; 2]), ("both", [EndState::Fled, EndState::Standing])] {
        let zones = format!(r#"{{ id = "a", exit = "{exit}" }}, {{ id = "b" }}, {{ id = "c", exit = "party" }}"#);
        let hero = character("hero", 9, &[SWORD], "policy = \"retreat\"");
        let played = play(&limited(&scene(&zones, &[hero, dummy("orc", 9, "c")]), &[], 1), party_first(1, &[]));
        assert_eq!(played.ends, ends, "{exit}");
        assert_eq!(played.outcome.winner, if exit == "both" { Winner::Enemies } else { Winner::Timeout });
        assert_eq!(played.metric("moves"), if exit == "both" { 1 } else { 2 });
        assert_eq!(played.metric("first_casualty_round"), 0, "leaving is no casualty");
    }
}

/// ZONES-54: leaving the battlefield is a movement: it provokes, takes Disengaging, and fails for those who cannot
/// move.
#[test]
fn leaving_is_a_movement() {
    let hero = character("hero", 3, &[IDLE], "policy = \"retreat\"");
    let wolf = creature("wolf", 9, &[SWORD], "policy = \"hold\"\nzone = \"a\"");
    let text = scene(EXIT_ROW, &[hero, wolf]);
    let disengaged = play(&limited(&text, &[], 1), party_first(1, &[]));
    assert_eq!((disengaged.ends[0], disengaged.metric("disengages")), (EndState::Fled, 1));
    let hazard = |hinderance| {
        r#"{ id = "a", exit = "party", hazard = { test = "str", affects = "party", hinder = "?" } }"#
            .replace('?', hinderance)
    };
    let held = |hinderance| text.replace(r#"{ id = "a", exit = "party" }"#, &hazard(hinderance));
    let unhurt = play(&limited(&held("distracted"), &[], 1), party_first(1, &[11, 12]));
    assert_eq!((unhurt.ends[0], unhurt.metric("enemies_free_attacks")), (EndState::Fled, 1));
    let killed = play(&limited(&held("distracted"), &[], 1), party_first(1, &[11, 11]));
    assert_eq!((killed.ends[0], killed.metric("moves")), (EndState::Dead, 0));
    let stuck = play(&limited(&held("stuck"), &[], 1), party_first(1, &[11, 11, 12]));
    assert_eq!((stuck.ends[0], stuck.metric("moves")), (EndState::Standing, 0));
}
