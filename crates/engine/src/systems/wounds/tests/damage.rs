//! Armour, damage, what bypasses Stress or costs it, criticals, and wounds (WOUNDS-30, WOUNDS-32 to WOUNDS-34, WOUNDS-38,
//! WOUNDS-46 to WOUNDS-49).

use super::*;

/// A hero with this attack beside an orc with these keys.
fn struck(attack: &str, orc: &str) -> String {
    scene("", &[member("hero", &attacks(&[attack])), dummy("orc", orc)])
}

/// A round of the hero's strikes.
#[track_caller]
fn strike(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    one_round(text, overrides, &[&[1, 1], faces].concat())
}

impl Played {
    /// Stress and Wound Points of the orc at the end.
    fn left(&self) -> (i32, i32) {
        (self.stress()[1], self.wound_points()[1])
    }
}

const SWORD: &str = "damage = \"1d8\", critical_on = 21";

/// WOUNDS-30, WOUNDS-32: Armour is taken off each hit, which never takes less than `minimum_damage`.
#[test]
fn armour_is_taken_off_each_hit() {
    let text = struck(SWORD, "stress = 20\narmour = 3");
    for (face, overrides, taken) in [
        (5, &[][..], 2),
        (4, &[], 1),
        (3, &[], 0),
        (1, &[], 0),
        (1, &["rules.minimum_damage=1"], 1),
        (4, &["rules.minimum_damage=1"], 1),
        (5, &["rules.minimum_damage=1"], 2),
        (5, &["rules.minimum_damage=7"], 7),
    ] {
        let played = strike(&text, overrides, &[11, face]);
        assert_eq!(played.left(), (20 - taken, 10), "{face} {overrides:?}");
        assert_eq!((played.metric("hits"), played.metric("enemies_stress_damage")), (1, taken as u32));
        assert!(played.applied(1, "WOUNDS-30"));
    }
    let piercing = struck(&format!("{SWORD}, ignores_armour = true"), "stress = 20\narmour = 3");
    assert_eq!(strike(&piercing, &[], &[11, 5]).left(), (15, 10));
    assert!(!strike(&struck(SWORD, "stress = 20"), &[], &[11, 5]).named("WOUNDS-30"));
}

/// WOUNDS-30: Armour stops a part of every strike of an attack.
#[test]
fn armour_is_taken_off_strike_by_strike() {
    let text = struck(&format!("{SWORD}, strikes = 3"), "stress = 20\narmour = 3");
    let played = strike(&text, &[], &[11, 5, 10, 20, 4]);
    assert_eq!((played.left(), played.metric("strikes"), played.metric("hits")), ((17, 10), 3, 2));
    assert!(played.applied(1, "WOUNDS-30"));
}

/// WOUNDS-30, WOUNDS-47: the least damage is that of a critical with its multiplier.
#[test]
fn a_critical_does_the_minimum_damage_once() {
    let text = struck("damage = 5, critical_multiplier = 3", "armour = 50");
    for order in ["rules.armour_on_critical=after", "rules.armour_on_critical=before"] {
        assert_eq!(strike(&text, &[order], &[20]).left(), (0, 10));
        let least = strike(&text, &[order, "rules.minimum_damage=2"], &[20, 100]);
        assert_eq!((least.left(), least.metric("criticals")), ((0, 8), 1), "{order}");
        assert!(least.applied(1, "WOUNDS-30") && least.applied(1, "WOUNDS-47"));
    }
}

/// WOUNDS-32: Stress first, and the rest of the same hit from Wound Points.
#[test]
fn damage_eats_stress_before_wound_points() {
    let text = struck(SWORD, "stress = 5");
    for (face, left) in [(4, (1, 10)), (5, (0, 10)), (6, (0, 9)), (8, (0, 7))] {
        let played = strike(&text, &[], &[11, face]);
        assert_eq!(played.left(), left, "{face}");
        let lost = [played.metric("enemies_stress_damage"), played.metric("enemies_wound_damage")];
        assert_eq!(lost, [5 - left.0, 10 - left.1].map(|lost| lost as u32));
        assert!(played.applied(1, "WOUNDS-32") && !played.named("WOUNDS-33"));
    }
}

/// WOUNDS-32: with `stress_overflow = false` the rest of a hit is lost; only who has no Stress loses Wound Points.
#[test]
fn the_rest_of_a_hit_can_be_lost() {
    let text = struck(&format!("{SWORD}, strikes = 2"), "stress = 5");
    for (overflow, left, lost) in [("true", (0, 3), [5, 7]), ("false", (0, 6), [5, 4])] {
        let knob = format!("rules.stress_overflow={overflow}");
        let played = strike(&text, &[&knob], &[11, 8, 11, 4]);
        assert_eq!(played.left(), left, "{overflow}");
        assert_eq!([played.metric("enemies_stress_damage"), played.metric("enemies_wound_damage")], lost);
        assert!(played.applied(1, "WOUNDS-32"));
    }
}

/// WOUNDS-32: each side's losses are counted, those below 0 and below the death line too.
#[test]
fn both_sides_losses_are_counted() {
    let hero = member("hero", &format!("stress = 10\n{}", attacks(&["damage = 4, critical_on = 21"])));
    let orc = enemy("orc", &format!("stress = 3\n{}", attacks(&["damage = 6, critical_on = 21, weapon_speed = -5"])));
    let text = scene("", &[hero, orc]);
    let played = rounds(2, &text, &["combatants.hero.attacks.a0.damage=40"], &[12, 12, 11, 11]);
    let lost = ["party_stress_damage", "party_wound_damage", "enemies_stress_damage", "enemies_wound_damage"];
    assert_eq!(lost.map(|metric| played.metric(metric)), [6, 0, 3, 37]);
    assert_eq!((played.ends[1], played.wound_points()), (EndState::Dead, vec![10, -27]));
    let played = rounds(2, &text, &[], &[12, 12, 11, 11, 11, 10]);
    assert_eq!(lost.map(|metric| played.metric(metric)), [10, 2, 3, 1]);
    assert!(played.applied(2, "WOUNDS-32"));
}

/// WOUNDS-33: what bypasses Stress takes Wound Points while Stress is left, whatever `stress_overflow` says.
#[test]
fn some_damage_bypasses_stress() {
    let text = struck(&format!("{SWORD}, bypasses_stress = true"), "stress = 5\narmour = 1");
    for overflow in ["rules.stress_overflow=true", "rules.stress_overflow=false"] {
        let played = strike(&text, &[overflow], &[11, 4]);
        assert_eq!(played.left(), (5, 7));
        assert_eq!((played.metric("enemies_stress_damage"), played.metric("enemies_wound_damage")), (0, 3));
        assert!(played.applied(1, "WOUNDS-33") && !played.named("WOUNDS-32"), "{}", played.narration(1));
    }
}

/// WOUNDS-34: the price is paid once for each attack, not for each strike; below it the attack is unusable, and the next
/// one takes its turn.
#[test]
fn attacks_can_cost_stress() {
    let flurry = format!("{TOUCH}, stress_cost = 3, strikes = 2");
    let hero = |stress: i32| member("hero", &format!("stress = {stress}\n{}", attacks(&[&flurry, TOUCH])));
    let text = scene("", &[hero(7), dummy("orc", "")]);
    let played = rounds(3, &text, &[], &[1, 1, 1, 1, 1, 1, 1]);
    let stress: Vec<i32> = played.states.iter().map(|state| state.bodies[0].stress).collect();
    assert_eq!(stress, [7, 4, 1, 1]);
    assert_eq!(
        (played.metric("stress_spent"), played.metric("strikes"), played.metric("party_stress_damage")),
        (6, 5, 0)
    );
    assert!(played.applied(1, "WOUNDS-34") && played.applied(2, "WOUNDS-34") && !played.applied(3, "WOUNDS-34"));
    // The last points are enough.
    let exact = strike(&scene("", &[hero(3), dummy("orc", "")]), &[], &[1, 1]);
    assert_eq!((exact.stress()[0], exact.metric("strikes")), (0, 2));
    let short = strike(&scene("", &[hero(2), dummy("orc", "")]), &[], &[1]);
    assert_eq!((short.stress()[0], short.metric("stress_spent"), short.metric("strikes")), (2, 0, 1));
}

/// WOUNDS-34: what is not carried out costs nothing.
#[test]
fn an_attack_out_of_reach_costs_nothing() {
    let hero = member("hero", &format!("stress = 5\n{}", attacks(&[&format!("{TOUCH}, stress_cost = 5")])));
    let text = scene("", &[hero, dummy("orc", "position = 15")]);
    let played = rounds(2, &text, &[], &[1, 1, 1]);
    let stress: Vec<i32> = played.states.iter().map(|state| state.bodies[0].stress).collect();
    assert_eq!((stress, played.positions()), (vec![5, 5, 0], vec![14, 15]));
    assert!(!played.applied(1, "WOUNDS-34") && played.applied(2, "WOUNDS-34"));
}

/// WOUNDS-34: an attack whose price is gone when its count comes is lost, the move included.
#[test]
fn an_attack_that_cannot_be_paid_any_more_is_lost() {
    let hero =
        member("hero", &format!("stress = 5\nposition = -2\n{}", attacks(&[&format!("{TOUCH}, stress_cost = 5")])));
    let orc = enemy("orc", &attacks(&["damage = 1, critical_on = 21, reach = 3"]));
    let text = scene("", &[hero, orc]);
    // The orc is first.
    let lost = one_round(&text, &[], &[2, 1, 11]);
    assert_eq!((lost.stress(), lost.positions(), lost.metric("stress_spent")), (vec![4, 0], vec![-2, 1], 0));
    assert_eq!((lost.metric("strikes"), lost.metric("turns_lost")), (1, 0), "the turn itself is not lost");
    assert_eq!(lost.said(1, "cannot carry out"), ["hero cannot carry out a0: there is too little Stress for it."]);
    // On entering the orc's threat range it meets a Reposte first; the price is gone all the same.
    let entering = one_round(&text, &["combatants.hero.position=-5"], &[1, 2, 11, 10]);
    assert_eq!((entering.stress(), entering.positions()), (vec![4, 0], vec![0, 1]));
    assert_eq!((entering.metric("strikes"), entering.metric("repostes")), (2, 1));
}

/// WOUNDS-46: a hit with a natural d20 in the weapon's range is critical, without another roll.
#[test]
fn a_natural_roll_in_the_range_of_the_weapon_is_critical() {
    for (keys, face, is_critical) in [
        ("", 20, true),
        ("", 19, false),
        (", critical_on = 19", 19, true),
        (", critical_on = 19", 18, false),
        (", critical_on = 21", 20, false),
        (", critical_on = 1", 11, true),
    ] {
        let text = struck(&format!("damage = 1{keys}"), "stress = 5");
        let played = strike(&text, &[], &[&[face][..], &vec![100; usize::from(is_critical)]].concat());
        assert_eq!(played.metric("criticals"), u32::from(is_critical), "{keys} {face}");
        assert_eq!(played.left(), if is_critical { (5, 8) } else { (4, 10) });
        assert_eq!(played.applied(1, "WOUNDS-46"), is_critical);
    }
    // A miss is none.
    let missed = strike(&struck("damage = 1, critical_on = 1", ""), &[], &[10]);
    assert_eq!((missed.metric("hits"), missed.metric("criticals"), missed.named("WOUNDS-46")), (0, 0, false));
}

/// WOUNDS-47, WOUNDS-48: the rolled damage is multiplied, then Armour is taken off; Stress is untouched.
#[test]
fn criticals_multiply_damage_and_go_to_wound_points() {
    for (multiplier, after, before) in [(1, 3, 3), (2, 8, 6), (3, 13, 9)] {
        let attack = format!("damage = \"1d6+1\", critical_multiplier = {multiplier}");
        let text = struck(&attack, "stress = 5\nwound_bonus = 20\narmour = 2");
        for (order, taken) in [("after", after), ("before", before)] {
            let knob = format!("rules.armour_on_critical={order}");
            for overflow in ["rules.stress_overflow=true", "rules.stress_overflow=false"] {
                let played = strike(&text, &[&knob, overflow], &[20, 4, 100]);
                assert_eq!(played.left(), (5, 30 - taken), "{multiplier} {order}");
                assert_eq!(played.metric("enemies_wound_damage"), taken as u32);
                assert!(played.applied(1, "WOUNDS-47") && played.applied(1, "WOUNDS-48"));
                assert!(!played.named("WOUNDS-32") && !played.named("WOUNDS-33"));
            }
        }
    }
    let ignoring = struck("damage = 3, ignores_armour = true", "wound_bonus = 20\narmour = 2");
    assert_eq!(strike(&ignoring, &[], &[20, 100]).left(), (0, 24), "twice by default");
}

/// WOUNDS-49: an injury when the d100 is not above the damage, after Armour or before it.
#[test]
fn a_critical_may_injure() {
    let text = struck("damage = 5, critical_multiplier = 3", "wound_bonus = 20\narmour = 2");
    for (overrides, chance) in [
        (&[][..], 13),
        (&["rules.injury_chance_from=before_armour"], 15),
        (&["rules.armour_on_critical=before"], 9),
        (&["rules.armour_on_critical=before", "rules.injury_chance_from=before_armour"], 15),
    ] {
        for (face, injuries) in [(chance, 1), (chance + 1, 0)] {
            let played = strike(&text, overrides, &[20, face]);
            assert_eq!(played.metric("injuries"), injuries, "{face} {overrides:?}");
            assert!(played.applied(1, "WOUNDS-49"));
        }
    }
}

/// WOUNDS-49: a critical that does no damage injures nobody, and no d100 is rolled for it.
#[test]
fn a_critical_without_damage_injures_nobody() {
    let text = struck("damage = 5", "armour = 10");
    for chance in ["rules.injury_chance_from=after_armour", "rules.injury_chance_from=before_armour"] {
        let played = strike(&text, &[chance], &[20]);
        assert_eq!((played.metric("criticals"), played.metric("injuries")), (1, 0));
        assert!(played.applied(1, "WOUNDS-46") && !played.named("WOUNDS-49"));
    }
    // With the least damage 1, a d100 of 1 does.
    let least = strike(&text, &["rules.minimum_damage=1"], &[20, 1]);
    assert_eq!((least.left(), least.metric("injuries"), least.named("WOUNDS-49")), ((0, 9), 1, true));
}

impl Played {
    /// The worst wound of a combatant at the end.
    fn worst_wound(&self, who: usize) -> i32 {
        self.end.bodies[who].worst_wound
    }
}

/// WOUNDS-38: each loss of Wound Points counts by itself, and the largest is remembered; at first it is all that is
/// missing, or `worst_wound`.
#[test]
fn the_largest_single_wound_is_remembered() {
    let twice = format!("{SWORD}, strikes = 2");
    for (orc, faces, worst) in [
        ("", [11, 2, 11, 3], 3),
        ("", [11, 3, 11, 2], 3),
        ("starting_wounds = 6", [11, 2, 11, 3], 4),
        ("starting_wounds = 6", [11, 1, 11, 4], 4),
        ("starting_wounds = 6\nworst_wound = 1", [11, 2, 11, 3], 3),
        ("starting_wounds = 9\nworst_wound = 7", [11, 2, 11, 3], 7),
        ("stress = 4", [11, 6, 11, 1], 2),
        ("armour = 1", [11, 6, 11, 1], 5),
    ] {
        let played = strike(&struck(&twice, orc), &[], &faces);
        assert_eq!(played.worst_wound(1), worst, "{orc} {faces:?}");
        let begins = played.states[0].bodies[1].worst_wound;
        assert_eq!(played.applied(1, "WOUNDS-38"), worst > begins, "{orc}");
    }
    let critical = strike(&struck("damage = 3", ""), &[], &[20, 100]);
    assert_eq!((critical.worst_wound(1), critical.named("WOUNDS-38")), (6, true));
}

/// WOUNDS-38, WOUNDS-39, WOUNDS-41: strain and Dying are wounds too.
#[test]
fn strain_and_dying_are_wounds() {
    let hero =
        member("hero", &format!("starting_wounds = 0\nworst_wound = 0\nfights_on = \"always\"\n{}", attacks(&[TOUCH])));
    let text = scene("", &[hero, dummy("orc", "")]);
    for (strain, dying, worst) in [(3, 1, 3), (1, 4, 4), (0, 4, 0)] {
        let knobs = [format!("rules.strain_wounds={strain}"), format!("rules.dying_wounds={dying}")];
        let played = strike(&text, &knobs.each_ref().map(String::as_str), &[1]);
        assert_eq!(played.worst_wound(0), worst, "{strain} {dying}");
        assert_eq!(played.named("WOUNDS-38"), worst > 0);
    }
}
