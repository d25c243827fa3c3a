//! HP that are rolled in the set-up of every fight (TINY-26).

use super::*;

/// The duel in which the hero, whom the orc attacks first, has these HP.
fn with_hero(hp: &str) -> String {
    DUEL.replacen("hp = 4", &format!("hp = {hp}"), 1)
}

/// The end of a round in which the orc hits for 1 HP and the hero misses; the hero's HP show these faces.
#[track_caller]
fn struck(hp: &str, rolled: &[u32]) -> Played {
    let faces = [rolled, &enemies_first(&[HIT, PLAIN, MISS].concat())].concat();
    play(&limited(&with_hero(hp), &[], 1), faces)
}

/// TINY-26: the dice fall before the initiative, a replay tells them, and the HP are those of the fight.
#[test]
fn hp_are_rolled_in_the_set_up() {
    let played = struck("\"2d6\"", &[2, 3]);
    assert_eq!((played.states[0].fighters[0_usize].hp, played.hp()), (5, vec![4, 4]));
    assert!(played.narration(0).contains("hero has 5 HP (2d6: 2, 3)."), "{}", played.narration(0));
    assert!(played.applied(0, "TINY-26"));
    let told = played.lines.iter().find(|line| line.event.contains("hit_points")).expect("an object");
    assert_eq!(told.event, r#"{"kind":"hit_points","who":"hero","dice":"2d6","faces":[2,3],"hp":5}"#);
}

/// TINY-26: nobody begins with less than 1 HP, and each copy of a combatant rolls its own.
#[test]
fn rolled_hp_are_at_least_1_for_each() {
    let orcs = DUEL.replacen("side = \"enemies\"\nhp = 4", "side = \"enemies\"\nhp = \"1d6-3\"\ncount = 2", 1);
    let faces = [&[2, 5], in_order(&[0, 1, 2], &[]).as_slice(), &MISS, &MISS, &MISS].concat();
    let played = play(&limited(&orcs, &[], 1), faces);
    assert_eq!(played.hp(), [4, 1, 2]);
    assert!(played.narration(0).contains("orc-1 has 1 HP (1d6-3: 2)."));
}

/// TINY-45: without `hp_max` the unhurt have what was rolled; with it they have that.
#[test]
fn recovery_is_up_to_the_rolled_hp() {
    for (rolled, given) in [("\"1d6\"", "5"), ("\"1d6\"\nhp_max = 6", "5\nhp_max = 6")] {
        let [rolled, given] = [struck(rolled, &[5]), struck(given, &[])];
        for metric in ["recovery_sleeps", "party_hp_left"] {
            assert_eq!(rolled.metric(metric), given.metric(metric), "{metric}");
        }
    }
}

/// TINY-17: without `evade_at_hp` it is half of what was rolled.
#[test]
fn the_evasive_evade_at_half_of_the_rolled_hp() {
    let evades = |rolled: u32| {
        let text = scene(
            "",
            &[
                member("hero", 1, 0, &[KNIFE], "policy = \"evasive\"").replace("hp = 1\n", "hp = \"1d6\"\n"),
                member("friend", 4, -200, &[STICK], ""),
                enemy("orc", 4, 5, &[KNIFE], ""),
            ],
        );
        // The orc takes 1 HP of the hero, which then evades, or strikes and misses.
        let rest: &[u32] = if rolled - 1 <= rolled / 2 { &[] } else { &MISS };
        let faces = [&[rolled], in_order(&[1, 2, 0], &[]).as_slice(), &HIT, &PLAIN, rest].concat();
        play(&limited(&text, &[], 1), faces).narration(1).contains("hero evades")
    };
    assert_eq!([2, 3, 4].map(evades), [true, false, false]);
}

/// TINY-43: the lead is of the HP that were rolled.
#[test]
fn the_lead_counts_the_rolled_hp() {
    let rules = limited(&with_hero("\"1d6\""), &[], 1);
    let played = play(&rules, [&[2], enemies_first(&[HIT, PLAIN, MISS].concat()).as_slice()].concat());
    // The hero has 1 of 2 HP left, the orc 4 of 4.
    assert_eq!(rules.balance(&played.end).lead(), 1000 * (1 - 2) / (1 + 2));
}

/// TINY-26: dice may not show more than a number may be, nor more than `hp_max`.
#[test]
fn hp_are_refused_out_of_range() {
    for (bad, said, good) in [
        ("0", "is 0, allowed: 1..=1000", "1"),
        ("\"2d501\"", "its results are 2..=1002", "\"2d500\""),
        ("\"2d6\"\nhp_max = 11", "which may show 12, more than `hp_max`: allowed up to 11", "\"2d6\"\nhp_max = 12"),
    ] {
        testing::refuses::<Tiny>(&with_hero(bad), "combatants.hero.hp", &[said], &with_hero(good));
    }
}
