//! At 0 Wound Points and below: Incapacitated, Dying, dead, Heal checks, stabilised, and who fights on (WOUNDS-39 to
//! WOUNDS-45).

use super::*;

/// Somebody who fights on at 0 Wound Points and below.
const ALWAYS: &str = "fights_on = \"always\"";

/// A hero who fights on at so many Wound Points, with a touch, and an orc so many yards away that only defends itself.
fn fighting_on(wounds: i32, distance: i32, hero: &str) -> String {
    let hero = format!("{ALWAYS}\nstarting_wounds = {wounds}\n{hero}\n{}", attacks(&[TOUCH]));
    scene("", &[member("hero", &hero), dummy("orc", &format!("position = {distance}"))])
}

impl Played {
    /// Wound Points of a combatant after the set-up and after each round.
    fn wounds_by_round(&self, who: usize) -> Vec<i32> {
        self.states.iter().map(|state| state.bodies[who].wounds).collect()
    }

    /// Positions of a combatant likewise.
    fn positions_by_round(&self, who: usize) -> Vec<i32> {
        self.states.iter().map(|state| state.bodies[who].position).collect()
    }

    fn losses(&self) -> [u32; 2] {
        ["strain_damage", "bleed_damage"].map(|metric| self.metric(metric))
    }
}

/// WOUNDS-39: an action at 0 Wound Points costs 1 of them, after the action; attacks and Full-Defense alike.
#[test]
fn an_action_at_0_costs_strain() {
    // The strain makes it Dying, and so it loses another one at the end of the round.
    let played = one_round(&fighting_on(0, 1, ""), &[], &[1, 1, 11]);
    assert_eq!((played.wound_points()[0], played.losses()), (-2, [1, 1]));
    assert_eq!((played.metric("strikes"), played.metric("hits")), (1, 1));
    assert!(played.applied(1, "WOUNDS-39") && !played.applied(1, "WOUNDS-44"));
    for (strain, wounds) in [(0, 0), (3, -4)] {
        let knob = format!("rules.strain_wounds={strain}");
        let played = one_round(&fighting_on(0, 1, ""), &[&knob], &[1, 1, 11]);
        assert_eq!((played.wound_points()[0], played.losses()), (wounds, [strain, u32::from(strain > 0)]));
    }
    // Above 0 nothing costs strain.
    assert_eq!(one_round(&fighting_on(1, 1, ""), &[], &[1, 1, 11]).losses(), [0, 0]);
    let unarmed = scene("", &[member("hero", &format!("{ALWAYS}\nstarting_wounds = 0")), dummy("orc", "")]);
    let defending = one_round(&unarmed, &[], &[1, 1]);
    assert_eq!((defending.wound_points()[0], defending.losses()), (-2, [1, 1]));
}

/// WOUNDS-39: the Incapacitated crawls a yard without harm, and may act besides.
#[test]
fn the_incapacitated_crawl() {
    let played = rounds(3, &fighting_on(0, 4, ""), &["rules.dying_wounds=0"], &[1, 1, 11]);
    assert_eq!((played.positions_by_round(0), played.wounds_by_round(0)), (vec![0, 1, 2, 3], vec![0, 0, 0, -1]));
    assert!(played.applied(1, "WOUNDS-39") && !played.named("WOUNDS-40"));
    for (keys, crawl, positions) in
        [("", 2, [0, 2, 4]), ("speed = 1", 2, [0, 1, 2]), ("speed = 0", 2, [0, 0, 0]), ("", 0, [0, 0, 0])]
    {
        let knob = format!("rules.crawl_speed={crawl}");
        let played = rounds(2, &fighting_on(0, 6, keys), &[&knob], &[1, 1]);
        assert_eq!((played.positions_by_round(0), played.losses()), (positions.to_vec(), [0, 0]), "{keys} {crawl}");
    }
}

/// WOUNDS-40: the Dying acts where it can and crawls where it cannot, and that was its action.
#[test]
fn the_dying_act_or_crawl() {
    let knobs = ["rules.crawl_speed=2", "rules.dying_wounds=0"];
    let dying = rounds(2, &fighting_on(-2, 3, ""), &knobs, &[1, 1, 11]);
    assert_eq!((dying.positions_by_round(0), dying.wounds_by_round(0)), (vec![0, 2, 2], vec![-2, -2, -3]));
    assert!(dying.applied(1, "WOUNDS-40") && dying.applied(2, "WOUNDS-40"));
    assert_eq!((dying.metric("strikes"), dying.metric("turns_lost")), (1, 0), "a crawl is no lost turn");
    // At 0 both fit into one turn.
    let incapacitated = one_round(&fighting_on(0, 3, ""), &knobs, &[1, 1, 11]);
    assert_eq!((incapacitated.positions()[0], incapacitated.metric("strikes")), (2, 1));
}

/// WOUNDS-40: the Dying does not crawl past a target that it can reach for a better one.
#[test]
fn the_dying_take_the_target_within_reach() {
    for (wounds, struck, position) in [(-2, 1, 0), (1, 2, 1)] {
        let hero =
            format!("{ALWAYS}\nspeed = 1\ntargeting = \"weakest\"\nstarting_wounds = {wounds}\n{}", attacks(&[EVEN]));
        let text = scene("", &[member("hero", &hero), dummy("near", ""), dummy("weak", "strength = 5\nposition = 2")]);
        let played = one_round(&text, &[], &[1, 1, 1, 11]);
        assert_eq!((played.wound_points()[struck] < 5, played.positions()[0]), (true, position));
        assert_eq!(played.named("WOUNDS-40"), wounds < 0);
    }
}

/// WOUNDS-40: a Reposte is the one action of a Dying fighter.
#[test]
fn the_dying_have_one_action_of_any_kind() {
    let hero = |wounds: i32| format!("{ALWAYS}\nstarting_wounds = {wounds}\n{}", attacks(&[TOUCH]));
    let orc = enemy("orc", &format!("position = 5\n{}", attacks(&[TOUCH])));
    let text = |wounds: i32| scene("dying_wounds = 0", &[member("hero", &hero(wounds)), orc.clone()]);
    // The orc comes first: a Reposte on entering, then its own touch, and the hero's turn.
    let dying = one_round(&text(-2), &[], &[2, 1, 1, 1]);
    assert_eq!((dying.metric("repostes"), dying.metric("strikes"), dying.metric("turns_lost")), (1, 2, 1));
    assert_eq!((dying.wound_points()[0], dying.losses()), (-3, [1, 0]));
    assert!(dying.applied(1, "WOUNDS-40"));
    // The strain of the Reposte makes the Incapacitated Dying.
    let fallen = one_round(&text(0), &[], &[2, 1, 1, 1]);
    assert_eq!((fallen.metric("strikes"), fallen.metric("turns_lost"), fallen.wound_points()[0]), (2, 1, -1));
    let unharmed = one_round(&text(0), &["rules.strain_wounds=0"], &[2, 1, 1, 1, 1]);
    assert_eq!((unharmed.metric("strikes"), unharmed.metric("turns_lost"), unharmed.wound_points()[0]), (3, 0, 0));
    // The other way round: after its own crawl it makes no Reposte.
    let crawled = one_round(&text(-2), &[], &[1, 2, 1]);
    assert_eq!((crawled.metric("repostes"), crawled.metric("strikes"), crawled.losses()), (0, 1, [0, 0]));
}

/// WOUNDS-41: at the end of each round everybody Dying loses a Wound Point, the down too; nobody at 0.
#[test]
fn the_dying_lose_wound_points() {
    let party = ["", "starting_wounds = -1", "starting_wounds = 0", "starting_wounds = -5"];
    let party = party.into_iter().enumerate().map(|(index, keys)| member(&format!("m{index}"), keys));
    let text = scene("", &party.chain([dummy("orc", "")]).collect::<Vec<_>>());
    let played = rounds(2, &text, &[], &[1; 5]);
    assert_eq!((played.wound_points(), played.metric("bleed_damage")), (vec![10, -3, 0, -7, 10], 4));
    assert!(played.applied(1, "WOUNDS-41") && played.applied(2, "WOUNDS-41"));
    let faster = rounds(2, &text, &["rules.dying_wounds=2"], &[1; 5]);
    assert_eq!((faster.wound_points(), faster.metric("bleed_damage")), (vec![10, -5, 0, -9, 10], 8));
    assert_eq!(rounds(2, &text, &["rules.dying_wounds=0"], &[1; 5]).wound_points(), [10, -1, 0, -5, 10]);
}

/// WOUNDS-42: who is as far below 0 as his Strength dies, and no sooner.
#[test]
fn death_comes_at_minus_strength() {
    for (strength, wounds, rounds_played, end) in [
        (10, -8, 1, EndState::Down),
        (10, -8, 2, EndState::Dead),
        (4, -3, 1, EndState::Dead),
        (12, -10, 1, EndState::Down),
    ] {
        let friend = member("friend", &format!("strength = {strength}\nstarting_wounds = {wounds}"));
        let text = scene("", &[member("hero", ""), friend, dummy("orc", "")]);
        let played = rounds(rounds_played, &text, &[], &[1, 1, 1]);
        assert_eq!((played.ends[1], played.applied(rounds_played, "WOUNDS-42")), (end, end == EndState::Dead));
    }
}

/// WOUNDS-42: a blow at somebody down can kill him; his friends see it when all results of the count are in.
#[test]
fn the_down_can_be_killed() {
    let orc = |damage: i32| {
        let attack = format!("damage = {damage}, critical_on = 21");
        enemy("orc", &format!("targeting = \"finish\"\n{}", attacks(&[&attack])))
    };
    let friend = member("friend", "starting_wounds = -6");
    for (damage, end) in [(3, EndState::Down), (4, EndState::Dead), (40, EndState::Dead)] {
        let text = scene("dying_wounds = 0", &[member("hero", ""), friend.clone(), orc(damage)]);
        let played = one_round(&text, &[], &[1, 1, 1, 11]);
        assert_eq!((played.ends[1], played.wound_points()[1]), (end, -6 - damage));
        assert_eq!((played.applied(1, "WOUNDS-42"), played.metric("first_down_round")), (end == EndState::Dead, 0));
    }
}

/// WOUNDS-42, WOUNDS-06: on one count a fighter who dies has still acted.
#[test]
fn who_dies_on_a_count_has_acted_on_it() {
    let blow = attacks(&["damage = 30, critical_on = 21"]);
    let text = scene("", &[member("hero", &blow), enemy("orc", &blow)]);
    let played = play(&wounds(&text, &[]), [5, 5, 11, 11]);
    assert_eq!((played.ends.clone(), played.outcome.winner), (vec![EndState::Dead; 2], Winner::Draw));
    assert_eq!((played.wound_points(), played.applied(1, "WOUNDS-42")), (vec![-20, -20], true));
}

/// A medic, a patient with these keys, and an orc that only defends itself.
fn tended(medic: &str, patient: &str) -> String {
    let medic = member("medic", &format!("policy = \"medic\"\n{medic}"));
    scene("", &[medic, member("patient", patient), dummy("orc", "")])
}

/// WOUNDS-43: a Heal check against 10 and the worst wound stabilises; 20 and 1 mean nothing in it.
#[test]
fn a_heal_check_stabilises() {
    for (patient, heal, overrides, number) in [
        ("starting_wounds = -3", 8, &[][..], 15),
        ("starting_wounds = -3\nworst_wound = 4", 8, &[], 6),
        ("starting_wounds = -3", 8, &["rules.heal_tn_base=5"], 10),
        ("starting_wounds = 0", 8, &[], 12),
        ("starting_wounds = -3", -2, &["rules.heal_tn_base=3"], 18),
    ] {
        for (face, is_success) in [(number, true), (number - 1, false)] {
            let played = one_round(&tended(&format!("heal = {heal}"), patient), overrides, &[1, 1, 1, face]);
            assert_eq!(played.metric("stabilisations"), u32::from(is_success), "{patient} {heal} {face}");
            assert_eq!(played.end.stabilised.contains(1.into()), is_success);
            assert!(played.applied(1, "WOUNDS-43"));
            let bleeds = !is_success && patient.contains("-3");
            assert_eq!(played.metric("bleed_damage"), u32::from(bleeds), "it stops the loss at once");
        }
    }
    let natural = ["rules.natural_20_hits=true", "rules.natural_1_misses=true"];
    let hard = one_round(&tended("heal = 2", "starting_wounds = -3"), &natural, &[1, 1, 1, 20]);
    assert_eq!(hard.metric("stabilisations"), 0, "22 against 23");
    let easy = one_round(&tended("heal = 22", "starting_wounds = -3"), &natural, &[1, 1, 1, 1]);
    assert_eq!(easy.metric("stabilisations"), 1);
}

/// WOUNDS-43, WOUNDS-25: the medic comes within a yard of the patient; the check is made where that is enough.
#[test]
fn a_medic_goes_to_its_patient() {
    let text = tended("heal = 20", "starting_wounds = -3\nposition = -14");
    let played = rounds(2, &text, &[], &[1, 1, 1, 10]);
    let stabilised: Vec<bool> = played.states.iter().map(|state| state.stabilised.contains(1.into())).collect();
    assert_eq!((played.positions_by_round(0), stabilised), (vec![0, -10, -13], vec![false, false, true]));
    assert!(!played.applied(1, "WOUNDS-43") && played.applied(2, "WOUNDS-43"));
}

/// WOUNDS-43: at 0 only who would get up again is a patient; the stabilised, the dead and oneself are none.
#[test]
fn not_everybody_is_a_patient() {
    for patient in ["starting_wounds = 0\nfights_on = \"never\"", "starting_wounds = 1", ""] {
        let played = one_round(&tended("heal = 20", patient), &[], &[1, 1, 1]);
        assert!(!played.named("WOUNDS-43"), "{patient}");
    }
    // After the first success there is nothing left to do.
    let once = rounds(3, &tended("heal = 20", "starting_wounds = -3\nfights_on = \"never\""), &[], &[1, 1, 1, 10]);
    assert_eq!((once.metric("stabilisations"), once.wounds_by_round(1)), (1, vec![-3; 4]));
    // The worst is tended first: Wound Points and Strength together.
    let text = tended("heal = 20", "starting_wounds = -3").replace(
        "[[combatants]]\nid = \"orc\"",
        "[[combatants]]\nid = \"weak\"\nside = \"party\"\nstrength = 4\nstarting_wounds = -1\nhd = \"1d8\"\n\
         [[combatants]]\nid = \"orc\"",
    );
    let worst = one_round(&text, &[], &[1, 1, 1, 1, 10]);
    assert_eq!((worst.end.stabilised.contains(1.into()), worst.end.stabilised.contains(2.into())), (false, true));
}

/// WOUNDS-43: with `heal_self` a medic tends itself, and the strain of it comes after the result.
#[test]
fn a_medic_may_tend_itself() {
    let medic = format!("policy = \"medic\"\nheal = 20\n{ALWAYS}\nstarting_wounds = -2\n{}", attacks(&[TOUCH]));
    let text = scene("", &[member("medic", &medic), dummy("orc", "")]);
    let tended = one_round(&text, &["rules.heal_self=true"], &[1, 1, 2]);
    assert_eq!((tended.wound_points()[0], tended.end.stabilised.contains(0.into())), (-3, true));
    assert_eq!((tended.losses(), tended.metric("stabilisations"), tended.metric("strikes")), ([1, 0], 1, 0));
    assert!(tended.applied(1, "WOUNDS-43") && tended.applied(1, "WOUNDS-39"));
    let failed = one_round(&text, &["rules.heal_self=true"], &[1, 1, 1]);
    assert_eq!((failed.wound_points()[0], failed.losses(), failed.metric("stabilisations")), (-4, [1, 1], 0));
    let not_itself = one_round(&text, &[], &[1, 1, 2]);
    assert_eq!((not_itself.metric("strikes"), not_itself.named("WOUNDS-43")), (1, false));
}

/// WOUNDS-43: the check has no effect on somebody who is above 0 by the time it takes effect.
#[test]
fn who_is_above_0_needs_no_stabilising() {
    let bearer = member("bearer", "items = [{ id = \"i\", target = \"ally\", restores_wounds = 5 }]");
    let medic = member("medic", "policy = \"medic\"\nheal = 20");
    for (patient, stabilisations) in [("starting_wounds = -3", 0), ("starting_wounds = -5", 1)] {
        // Both on the same count: the item takes effect first.
        let text = scene("", &[bearer.clone(), medic.clone(), member("patient", patient), dummy("orc", "")]);
        let played = one_round(&text, &[], &[1, 1, 1, 1, 20]);
        assert_eq!(played.metric("stabilisations"), stabilisations, "{patient}");
        assert_eq!(played.end.stabilised.contains(2.into()), stabilisations == 1);
        assert!(played.applied(1, "WOUNDS-43"));
    }
}

/// A medic, a friend who is stabilised in the first round with a 20, and an orc with these keys.
fn stabilised(friend: &str, orc: &str) -> String {
    let medic = member("medic", "policy = \"medic\"\nheal = 20\nposition = -1");
    let friend = member("friend", &format!("starting_wounds = -3\n{friend}"));
    scene("", &[medic, friend, enemy("orc", orc)])
}

/// WOUNDS-44, WOUNDS-45: the stabilised gets up with its Wound Points, and the first action of a round is free of harm.
#[test]
fn the_stabilised_act_once_without_harm() {
    let text = stabilised(&attacks(&[TOUCH]), "initiative_modifier = 40");
    let played = rounds(3, &text, &[], &[1, 1, 1, 20, 1, 1]);
    assert_eq!((played.wounds_by_round(1), played.losses()), (vec![-3; 4], [0, 0]));
    assert_eq!((played.metric("strikes"), played.metric("stabilisations")), (2, 1), "from the second round on");
    assert!(played.applied(1, "WOUNDS-44") && played.applied(2, "WOUNDS-44") && !played.named("WOUNDS-39"));
    assert!(played.applied(2, "WOUNDS-45"));
}

/// WOUNDS-44: each further action costs a Wound Point, a Reposte too; that does not end the stabilisation.
#[test]
fn further_actions_of_the_stabilised_cost_strain() {
    let bow = "kind = \"ranged\", range = 30, damage = 0, critical_on = 21";
    // The friend shoots at the orc, which then walks into its knife.
    let text = stabilised(&attacks(&[bow, TOUCH]), &format!("position = 20\n{}", attacks(&[TOUCH])));
    // The orc comes within 10 yards in the first round, and arrives in the second.
    let played = rounds(2, &text, &[], &[1, 1, 12, 20, 1, 1, 1]);
    assert_eq!((played.metric("repostes"), played.losses()), (1, [1, 0]));
    assert_eq!((played.wounds_by_round(1), played.end.stabilised.contains(1.into())), (vec![-3, -3, -4], true));
    assert!(played.applied(2, "WOUNDS-44") && !played.named("WOUNDS-39"));
    let dear = rounds(2, &text, &["rules.strain_wounds=2"], &[1, 1, 12, 20, 1, 1, 1]);
    assert_eq!((dear.wound_points()[1], dear.losses()), (-5, [2, 0]));
}

/// WOUNDS-44: half Speed at 0 or below, rounded down.
#[test]
fn the_stabilised_move_at_half_speed() {
    for (speed, yards) in [(10, 5), (9, 4), (1, 0)] {
        let friend = format!("speed = {speed}\n{}", attacks(&[TOUCH]));
        let text = stabilised(&friend, "position = 40\ninitiative_modifier = 40");
        let played = rounds(2, &text, &[], &[1, 1, 1, 20]);
        assert_eq!(played.positions_by_round(1), [0, 0, yards]);
        assert_eq!(played.applied(2, "WOUNDS-44"), yards > 0);
    }
}

/// WOUNDS-44: Wound Points lost to a hit end the stabilisation; lost Stress does not.
#[test]
fn a_hit_ends_the_stabilisation() {
    for (damage, overrides, wounds, is_stabilised) in [
        (4, &[][..], -3, true),
        (5, &[], -3, true),
        (6, &[], -5, false),
        (6, &["rules.stress_overflow=false"], -3, true),
    ] {
        // The orc misses the medic in the first round, and hits the friend, who is nearer, in the second.
        let attack = format!("damage = {damage}, critical_on = 21, reach = 5, weapon_speed = -5");
        let text = stabilised("stress = 5", &format!("position = 2\n{}", attacks(&[&attack])));
        let played = rounds(2, &text, overrides, &[1, 1, 1, 10, 20, 11]);
        assert_eq!(
            (played.wound_points()[1], played.end.stabilised.contains(1.into())),
            (wounds, is_stabilised),
            "{damage}"
        );
        assert_eq!(played.end.fighters.contains(1.into()), is_stabilised);
        assert_eq!(played.metric("bleed_damage"), u32::from(!is_stabilised));
        assert!(played.applied(1, "WOUNDS-44"));
    }
}

/// WOUNDS-45: at 0 Wound Points nobody fights on, the stabilised do, or all, as each says.
#[test]
fn who_fights_on_is_a_choice() {
    let blow = attacks(&["damage = 11, critical_on = 21"]);
    for (fights_on, rounds_played, winner) in
        [("never", 1, Winner::Enemies), ("stabilised", 1, Winner::Enemies), ("always", 2, Winner::Timeout)]
    {
        let hero = member("hero", &format!("fights_on = \"{fights_on}\"\n{}", attacks(&[TOUCH])));
        let text = scene("", &[hero, enemy("orc", &blow)]);
        // The orc hits first.
        let mut faces = vec![12, 1, 11];
        if fights_on == "always" {
            faces.extend([1, 1, 1]);
        }
        let played = rounds(2, &text, &[], &faces);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (winner, rounds_played), "{fights_on}");
        assert!(played.applied(1, "WOUNDS-45"));
        let is_down = fights_on != "always";
        assert_eq!((played.metric("first_down_round"), played.ends[0]), (u32::from(is_down), EndState::Down));
    }
}

/// WOUNDS-45: who is stabilised but never fights on stays down.
#[test]
fn some_stay_down_though_stabilised() {
    for (fights_on, strikes) in [("never", 0), ("stabilised", 1)] {
        let friend = format!("fights_on = \"{fights_on}\"\n{}", attacks(&[TOUCH]));
        let text = stabilised(&friend, "initiative_modifier = 40");
        let faces = [&[1, 1, 1, 20][..], &vec![1; strikes]].concat();
        let played = rounds(2, &text, &[], &faces);
        assert_eq!((played.metric("strikes"), played.wound_points()[1]), (strikes as u32, -3), "{fights_on}");
        assert_eq!(played.applied(2, "WOUNDS-45"), strikes > 0);
    }
}

/// WOUNDS-45: who goes down before its count loses its turn; one that fights on takes it.
#[test]
fn the_fallen_lose_their_turn() {
    let blow = attacks(&["damage = 11, critical_on = 21"]);
    for (fights_on, turns_lost) in [("stabilised", 1), ("always", 0)] {
        let hero = member("hero", &format!("fights_on = \"{fights_on}\"\n{}", attacks(&[TOUCH])));
        let text = scene("", &[hero, member("friend", "position = -5"), enemy("orc", &blow)]);
        let faces = [&[12, 1, 1, 11][..], &vec![1; 1 - turns_lost]].concat();
        let played = one_round(&text, &[], &faces);
        assert_eq!(played.metric("turns_lost"), turns_lost as u32, "{fights_on}");
        assert_eq!(played.metric("first_down_round"), turns_lost as u32);
        assert!(played.applied(1, "WOUNDS-45"));
    }
}
