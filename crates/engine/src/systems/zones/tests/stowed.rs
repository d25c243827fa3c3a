//! Weapons in the backpack, and what it takes to get them out (ZONES-14, D34).

use super::*;

/// The sword of 3 HP, and the bow, in the backpack.
const PACKED: &str = r#"{ id = "sword", kind = "melee", damage = "3", stowed = true }"#;
const PACKED_BOW: &str = r#"{ id = "bow", kind = "ranged", damage = "2", stowed = true }"#;
/// A stunt that nobody in a single Zone can use for anything.
const SHOVE: &str = r#"{ id = "shove", kind = "stunt", test = "str", push = true }"#;

/// A hero with these attacks and keys in the first Zone, and an orc of 9 HP that does nothing in another.
fn against(zones: &str, attacks: &[&str], keys: &str, orc_in: &str) -> String {
    scene(zones, &[character("hero", 9, attacks, keys), dummy("orc", 9, orc_in)])
}

/// So many Rounds in which the party begins.
#[track_caller]
fn rounds(text: &str, overrides: &[&str], rounds: u32, faces: &[u32]) -> Played {
    play(&limited(text, overrides, rounds), party_first(1, faces))
}

/// ZONES-14: an Action brings a stowed attack to hand, and from then on it is like any other.
#[test]
fn a_stowed_weapon_costs_an_action() {
    let played = rounds(&against(PIT, &[PACKED], "", "pit"), &[], 3, &[12, 11]);
    assert_eq!((played.metric("retrievals"), played.metric("party_attacks"), played.hp()[1]), (1, 2, 6));
    assert!(played.narration(1).contains("hero gets out sword.") && played.applied(1, "ZONES-14"));
    assert!(played.applied(1, "ZONES-13") && played.narration(2).contains("with sword"));
    assert_eq!(played.metric("items_used"), 0);
}

/// ZONES-14: nothing is got out while any listed attack can be used, a stunt that is of no use now included; a weapon that is
/// used up or broken is nothing left.
#[test]
fn nothing_is_got_out_while_something_can_be_used() {
    let idle = rounds(&against(PIT, &[SHOVE, PACKED], "", "pit"), &[], 3, &[]);
    assert_eq!((idle.metric("retrievals"), idle.metric("party_attacks")), (0, 0));
    let dart = r#"{ id = "dart", kind = "melee", damage = "1", uses = 1 }"#;
    let used_up = rounds(&against(PIT, &[PACKED, dart], "", "pit"), &[], 3, &[12, 12]);
    assert_eq!((used_up.metric("retrievals"), used_up.hp()[1]), (1, 5), "1 by the dart, 3 by the sword");
    assert!(used_up.narration(2).contains("gets out") && used_up.narration(3).contains("with sword"));
    let axe = r#"{ id = "axe", kind = "melee", damage = "1", usage = 1 }"#;
    let broken = rounds(&against(PIT, &[axe, PACKED], "", "pit"), &[], 3, &[1, 12]);
    assert_eq!((broken.metric("weapons_broken"), broken.metric("retrievals"), broken.hp()[1]), (1, 1, 6));
}

/// ZONES-14: the first stowed one comes to hand; the next one when that is used up.
#[test]
fn the_first_stowed_comes_first() {
    let once = PACKED_BOW.replace("ranged", "melee").replace("stowed", "uses = 1, stowed");
    let played = rounds(&against(PIT, &[&once, PACKED], "", "pit"), &[], 4, &[12, 12]);
    assert_eq!((played.metric("retrievals"), played.hp()[1]), (2, 4));
    let said = [1, 2, 3, 4].map(|round| played.narration(round).contains("gets out"));
    assert_eq!(said, [true, false, true, false]);
}

/// ZONES-14: after the backpack there is one movement, by what is at hand then; `hold` makes none.
#[test]
fn one_movement_follows() {
    let row = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }"#;
    for (attack, policy, zone) in [
        (PACKED, "default", 1),
        (PACKED, "reckless", 1),
        (PACKED, "skirmisher", 1),
        (PACKED, "hold", 0),
        (PACKED_BOW, "default", 1),
        (PACKED_BOW, "skirmisher", 1),
    ] {
        let text = against(row, &[attack], &format!("policy = \"{policy}\""), "d");
        let played = rounds(&text, &[], 1, &[]);
        assert_eq!((played.metric("retrievals"), played.zones()[0]), (1, zone), "{policy} {attack}");
    }
    // The bow reaches the orc from where the hero stands, bare hands would not; nobody shoots in this Turn.
    for policy in ["default", "skirmisher"] {
        let text = against(row, &[PACKED_BOW], &format!("policy = \"{policy}\""), "c");
        let played = rounds(&text, &[], 1, &[]);
        assert_eq!((played.metric("retrievals"), played.metric("moves")), (1, 0), "{policy}");
    }
}

/// ZONES-14, ZONES-30, ZONES-37: with everything stowed a Character makes its free attacks unarmed.
#[test]
fn free_attacks_of_the_unready_are_unarmed() {
    let orc = creature("orc", 9, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"a\"");
    let hero = character("hero", 9, &[PACKED], "policy = \"hold\"");
    let text = scene(PAIR, &[hero, orc, idler("friend", 1, "b")]);
    let played = play(&limited(&text, &[], 1), enemies_first(2, &[12, 12]));
    assert_eq!((played.metric("party_free_attacks"), played.hp()[1]), (1, 8), "for 1 by bare hands");
    assert!(played.narration(1).contains("strikes freely at orc with unarmed"));
}

/// ZONES-14, ZONES-37: a Creature whose attacks are all stowed makes no free attack, and gets one out as a Character does.
#[test]
fn a_creature_gets_its_weapon_out() {
    let orc = creature("orc", 9, &[PACKED], "zone = \"a\"");
    let runner = character("hero", 9, &[IDLE], "policy = \"retreat\"");
    let exit = PAIR.replace(r#"{ id = "a" }"#, r#"{ id = "a", exit = "party" }"#);
    let text = scene(&exit, &[runner, orc]);
    let played = rounds(&text, &[], 1, &[]);
    assert_eq!(
        (played.metric("disengages"), played.metric("enemies_free_attacks"), played.ends[0]),
        (0, 0, EndState::Fled)
    );
    let text = scene(PIT, &[idler("hero", 9, "pit"), creature("orc", 9, &[PACKED], "")]);
    let played = rounds(&text, &[], 2, &[11]);
    assert_eq!((played.metric("retrievals"), played.metric("enemies_hits"), played.hp()[0]), (1, 1, 6));
}

/// ZONES-14, ZONES-44: who cannot act gets nothing out; its bare hands lead it on.
#[test]
fn the_distracted_get_nothing_out() {
    let fog = r#"{ id = "a", hazard = { test = "str", affects = "party", hinder = "distracted" } }, { id = "b" }"#;
    let played = rounds(&against(fog, &[PACKED], "", "b"), &[], 1, &[11, 12]);
    assert_eq!((played.metric("retrievals"), played.zones()[0]), (0, 1));
}

/// ZONES-14: healing comes before the backpack, which comes before breaking free.
#[test]
fn the_backpack_comes_after_healing_and_before_breaking_free() {
    let herbs = "items = [{ id = \"herbs\", heal = \"1\" }]\nheal_below = 100";
    let healed = rounds(&against(THORNS, &[PACKED], herbs, "pit"), &[], 2, &[11, 12]);
    assert_eq!((healed.metric("items_used"), healed.metric("retrievals")), (1, 1));
    assert!(healed.narration(1).contains("herbs") && healed.narration(2).contains("sword"));
    let mire = concat!(
        r#"{ id = "a", hazard = { test = "str", affects = "party", hinder = "stuck", hinder_needs_action = true } }, "#,
        r#"{ id = "b" }"#
    );
    // Stuck in the first Turn, which goes to the backpack; in the second the hazard is met again, then the Test.
    let stuck = rounds(&against(mire, &[PACKED], "", "b"), &[], 2, &[11, 12, 12]);
    assert_eq!((stuck.metric("retrievals"), stuck.zones()[0]), (1, 1));
}

/// ZONES-14, ZONES-54: who retreats and has no step acts as `hold`, the backpack included.
#[test]
fn who_cannot_retreat_gets_its_weapon_out() {
    let full = r#"{ id = "a", exit = "party", capacity = 1 }, { id = "b" }"#;
    let hero = character("hero", 9, &[PACKED], "policy = \"retreat\"\nzone = \"b\"");
    let text = scene(full, &[idler("friend", 9, "a"), hero, dummy("orc", 9, "b")]);
    let played = play(&limited(&text, &[], 2), party_first(2, &[12]));
    assert_eq!((played.metric("retrievals"), played.hp()[2]), (1, 6));
}
