//! HP that are rolled in the set-up of every fight (ZONES-24).

use super::*;

/// The duel with an ogre whose HP are these dice, cut off after so many Rounds.
#[track_caller]
fn duel(hp: &str, overrides: &[&str], rounds: u32) -> Zones {
    let text = DUEL.replace("hp = 12", &format!("hp = \"{hp}\""));
    limited(&text, &[&["rules.morale_triggers=[]"], overrides].concat(), rounds)
}

/// ZONES-24: the dice fall in the set-up, a replay tells them, and the HP are those of the fight.
#[test]
fn hp_are_rolled_in_the_set_up() {
    let played = play(&duel("2d6", &[], 1), [&[3, 4], &PARTY_BEGINS[..], &[10, 7]].concat());
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 1), "7 HP, and 7 damage");
    assert!(played.narration(0).contains("ogre has 7 HP (2d6: 3, 4)."), "{}", played.narration(0));
    assert!(played.applied(0, "ZONES-24"));
    let told = played.lines.iter().find(|line| line.event.contains("hit_points")).expect("an object");
    assert_eq!(told.event, r#"{"kind":"hit_points","who":"ogre","dice":"2d6","faces":[3,4],"hp":7}"#);
}

/// ZONES-24: nobody begins with less than 1 HP.
#[test]
fn rolled_hp_are_at_least_1() {
    for (face, hp) in [(1, 1), (4, 1), (6, 3)] {
        let played =
            play(&duel("1d6-3", &["combatants.hero.policy=hold"], 1), [&[face], &PARTY_BEGINS[..], &[2, 12]].concat());
        assert_eq!(played.states[0].fighters[1_usize].hp, hp);
    }
}

/// ZONES-24: each copy of a combatant rolls its own, in listed order; numbers beside them are not rolled.
#[test]
fn each_combatant_rolls_its_own() {
    // The Creatures' reaction is friendly, so that the fight ends with the set-up.
    let played = play(&duel("1d8", &["combatants.ogre.count=2", "rules.reaction=roll"], 1), [8, 2, 10]);
    assert_eq!((played.outcome.rounds, played.hp()), (0, vec![10, 8, 2]));
    assert!(played.narration(0).contains("ogre-2 has 2 HP (1d8: 2)."));
}

/// ZONES-54: percentages are of the HP that were rolled.
#[test]
fn retreat_is_from_a_part_of_the_rolled_hp() {
    let retreats = |rolled: u32, damage: u32| {
        let exit = DUEL.replace("hp = 12", "hp = \"1d12\"").replace("id = \"pit\"", "id = \"pit\", exit = \"both\"");
        let overrides = ["combatants.ogre.retreat_below=50", "rules.morale_triggers=[]", "rules.free_attacks=none"];
        let rules = limited(&exit, &overrides, 1);
        // The ogre's Turn comes after the hero's hit; it retreats, or the hero avoids its attack.
        let rest: &[u32] = if 2 * damage >= rolled { &[] } else { &[12] };
        let played = play(&rules, [&[rolled], &PARTY_BEGINS[..], &[10, damage], rest].concat());
        played.applied(1, "ZONES-54")
    };
    assert_eq!([retreats(12, 6), retreats(12, 5), retreats(8, 4), retreats(8, 3)], [true, false, true, false]);
}

/// ZONES-14: an item restores no more than was rolled, and whoever is healed is in need by it.
#[test]
fn healing_is_up_to_the_rolled_hp() {
    let herbs = "items = [{ id = \"herbs\", heal = \"5\" }]\nheal_below = 50";
    let hero = character("hero", 9, &[IDLE], herbs).replace("hp = 9", "hp = \"1d10\"");
    let text = scene(PIT, &[hero, creature("orc", 9, &[r#"{ id = "claw", kind = "melee", damage = "3" }"#], "")]);
    let hp = |rolled: u32| {
        let rules = limited(&text, &[], 2);
        // The Creature begins and hits once for 3; the Character uses its item if it has half its HP left or less.
        let played = play(&rules, [&[rolled], &ENEMIES_BEGIN[..], &[2, 12]].concat());
        (played.metric("healing"), played.end.fighters[0_usize].hp)
    };
    assert_eq!(hp(6), (3, 6), "3 of 6 left, and no more than 6");
    assert_eq!(hp(8), (0, 5), "5 of 8 left");
}

/// ZONES-51: half of the HP is half of what was rolled.
#[test]
fn morale_breaks_at_half_of_the_rolled_hp() {
    let tests = |rolled: u32, damage: u32| {
        let rules = duel("1d12", &["rules.morale_triggers=[\"own_half\"]"], 1);
        let is_tested = 2 * (rolled - damage) <= rolled;
        // The Morale Test is passed with a 20, and the hero avoids the ogre's attack.
        let rest: &[u32] = if is_tested { &[20, 12] } else { &[12] };
        let played = play(&rules, [&[rolled], &PARTY_BEGINS[..], &[10, damage], rest].concat());
        played.applied(1, "ZONES-51")
    };
    assert_eq!([tests(12, 6), tests(12, 5)], [true, false]);
}

/// The lead is of the HP that were rolled.
#[test]
fn the_lead_counts_the_rolled_hp() {
    let rules = duel("1d12", &["combatants.hero.policy=hold"], 1);
    let played = play(&rules, [&[4], &PARTY_BEGINS[..], &[10, 2, 12]].concat());
    // The ogre has 2 of 4 HP left, the hero 10 of 10: (1 - 1/2) / (1 + 1/2).
    assert_eq!(rules.balance(&played.end).lead(), 1000 / 3);
}

/// ZONES-24: dice may not show more than a number may be.
#[test]
fn hp_are_refused_out_of_range() {
    let with = |hp: &str| DUEL.replace("hp = 12", &format!("hp = {hp}"));
    for (bad, said, good) in [
        ("0", "is 0, allowed: 1..=10000", "1"),
        ("\"11d1000\"", "its results are 11..=11000", "\"10d1000\""),
        ("\"1d6-6\"", "its results are -5..=0", "\"1d6-5\""),
        ("\"3w8\"", "did you mean `3d8`?", "\"3 + 3D8\""),
        ("true", "a whole number, 1..=10000, or dice", "\"7\""),
    ] {
        testing::refuses::<Zones>(&with(bad), "combatants.ogre.hp", &[said], &with(good));
    }
}
