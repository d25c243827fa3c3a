//! The odds of attacks of systems that ship, held against fractions that are worked out by hand and against fights that are
//! played.

use super::{Limits, Odds, Strike, TooMany, odds};
use crate::dice::{Dice, Seeded};
use crate::ruleset::{Fight, Ruleset, Workspace};
use crate::systems::duel::Duel;
use crate::systems::thrum::Thrum;
use crate::systems::tiny::Tiny;
use crate::systems::wounds::Wounds;
use crate::systems::zones::Zones;
use crate::testing::loaded;
use crate::{Counting, EncounterIndex, Seed, Who, fight};

/// The first attack of the first combatant on the second, unless another one is named.
fn first(attack: usize) -> Strike {
    Strike { attacker: Who::new(0), attack, target: Who::new(1) }
}

#[track_caller]
fn odds_of<R: Ruleset>(overrides: &[&str], strike: Strike) -> Odds {
    let rules: R = loaded(R::OPPONENTS, overrides);
    odds(&rules, strike, Limits::default(), &|| false).expect("within the limits").expect("it can be made")
}

#[track_caller]
fn assert_is(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[track_caller]
fn attacks(odds: &Odds) -> f64 {
    odds.lasting.as_ref().expect("an end").as_ref().expect("within the limits").mean.expect("it comes to an end")
}

/// DUEL-10, DUEL-11, DUEL-13: a margin of 5 wins 52/77 plainly and 4/77 with a natural 20, which moves two ticks; the
/// other side wins 13/55 and 2/55.
#[test]
fn a_contest_of_attributes_moves_ticks() {
    let odds = odds_of::<Duel>(&["combatants.hero.attributes.attack=9"], first(0));
    assert_is(odds.success, 56.0 / 77.0);
    assert_is(odds.critical, 4.0 / 77.0);
    assert_is(odds.amounts[0].mean(), 52.0 / 77.0 + 2.0 * 4.0 / 77.0 - 13.0 / 55.0 - 2.0 * 2.0 / 55.0);
    assert_eq!(odds.amounts[0].chances().iter().map(|chance| chance.0).collect::<Vec<_>>(), [-2, -1, 1, 2]);
    assert_eq!(odds.lasting, None, "an attribute is used up, so that no contest is made over and over");
}

/// DUEL-11 with `contest_tie = "challenged"`: at a margin of 3, 247 of 400 pairs are ahead and 17 are tied.
#[test]
fn who_names_the_attribute_matters_where_ties_do() {
    let overrides = ["combatants.hero.attributes.attack=7", "rules.contest_tie=challenged"];
    let duel: Duel = loaded(Duel::OPPONENTS, &overrides);
    assert_eq!(
        duel.attacks(Who::new(0)),
        ["attack", "acrobatics", "attack, named by rival", "intimidate, named by rival"]
    );
    assert_is(odds_of::<Duel>(&overrides, first(0)).success, 247.0 / 400.0);
    assert_is(odds_of::<Duel>(&overrides, first(2)).success, 264.0 / 400.0);
    // From the other side: the rival names attack, and wins where it is ahead; then the hero names it.
    let of_rival = |attack| Strike { attacker: Who::new(1), attack, target: Who::new(0) };
    assert_is(odds_of::<Duel>(&overrides, of_rival(0)).success, 136.0 / 400.0);
    assert_is(odds_of::<Duel>(&overrides, of_rival(2)).success, 153.0 / 400.0);
    // A policy that reads a table of best play names what is asked all the same.
    let with_table = [overrides[0], overrides[1], "combatants.hero.policy=optimal"];
    for (attack, _) in duel.attacks(Who::new(0)).iter().enumerate() {
        let [plain, solved] = [&overrides[..], &with_table].map(|overrides| odds_of::<Duel>(overrides, first(attack)));
        assert_is(solved.success, plain.success);
    }
}

/// ZONES-16, ZONES-19, ZONES-24, ZONES-26: with +2 against DR 12, naturals from 10 on hit; 20 doubles 1d8.
#[test]
fn a_sword_against_a_difficulty() {
    let odds = odds_of::<Zones>(&["combatants.ogre.hp=100"], first(0));
    assert_is(odds.success, 11.0 / 20.0);
    assert_is(odds.critical, 1.0 / 20.0);
    assert_is(odds.amounts[0].mean(), 10.0 / 20.0 * 4.5 + 1.0 / 20.0 * 9.0);
    assert_is(odds.amounts[0].chances()[0].1, 9.0 / 20.0);
    // 1 HP: the first hit, 20/11 attacks; never more is lost than there is.
    let odds = odds_of::<Zones>(&["combatants.ogre.hp=1"], first(0));
    assert_is(attacks(&odds), 20.0 / 11.0);
    assert_is(odds.amounts[0].mean(), 11.0 / 20.0);
}

/// ZONES-22, ZONES-27: the Character avoids the club with +1 against DR 12, by naturals from 11 on; a natural 1 doubles
/// 1d6+1, the constant too.
#[test]
fn a_character_avoids_the_attack_of_a_creature() {
    let strike = Strike { attacker: Who::new(1), attack: 0, target: Who::new(0) };
    let odds = odds_of::<Zones>(&["combatants.hero.hp=100", "combatants.hero.attributes.dex=1"], strike);
    assert_is(odds.critical, 1.0 / 20.0);
    assert_is(odds.amounts[0].mean(), (odds.success - 1.0 / 20.0) * 4.5 + 1.0 / 20.0 * 9.0);
}

/// ZONES-24, ZONES-26: HP that are rolled, 1 or 2, against damage of 1, a constant that no natural 20 doubles.
#[test]
fn rolled_hit_points_are_part_of_the_odds() {
    let odds = odds_of::<Zones>(&["combatants.ogre.hp=1d2", "combatants.hero.attacks.sword.damage=1"], first(0));
    let of_one = 20.0 / 11.0;
    assert_is(attacks(&odds), f64::midpoint(of_one, 2.0 * of_one));
}

/// TINY-01, TINY-23, TINY-26: two dice of which one shows 5 or 6; 2d6 of 12 add 1 to a damage of 2, so that two hits
/// take 4 HP.
#[test]
fn two_dice_against_a_target_number() {
    let overrides = ["rules.light_melee_damage=2", "combatants.bandit.hp=4", "combatants.bandit.armor=none"];
    let odds = odds_of::<Tiny>(&overrides, first(0));
    assert_is(odds.success, 5.0 / 9.0);
    assert_is(odds.critical, 5.0 / 9.0 / 36.0);
    assert_is(odds.amounts[0].mean(), 5.0 / 9.0 * (2.0 + 1.0 / 36.0));
    assert_is(attacks(&odds), 2.0 * 9.0 / 5.0);
    let lasting = odds.lasting.expect("an end").expect("within the limits");
    assert_is(lasting.chances[1], (5.0_f64 / 9.0).powi(2));
    assert_is(lasting.chances[2], 2.0 * (5.0_f64 / 9.0).powi(2) * 4.0 / 9.0);
    // 25/81 = 0.31 after two attacks, 0.58 after three, 0.91 after six.
    assert_eq!([0.3, 0.5, 0.9].map(|share| lasting.quantile(share)), [Some(2), Some(3), Some(6)]);
    assert_is(lasting.ever, 1.0);
    assert_is(lasting.chances.iter().sum::<f64>(), 1.0);
}

/// TINY-24, TINY-25, TINY-27: light armor takes 1 off unless the second test of two dice succeeds.
#[test]
fn armor_takes_its_part_unless_a_second_test_succeeds() {
    let overrides = ["rules.light_melee_damage=2", "combatants.bandit.hp=40", "combatants.bandit.armor=light"];
    let odds = odds_of::<Tiny>(&overrides, first(0));
    let plain = 5.0 / 9.0 * 2.0 + 4.0 / 9.0;
    let critical = 5.0 / 9.0 * 3.0 + 4.0 / 9.0 * 2.0;
    assert_is(odds.amounts[0].mean(), 5.0 / 9.0 * (35.0 / 36.0 * plain + 1.0 / 36.0 * critical));
}

/// WOUNDS-31, WOUNDS-32, WOUNDS-46 to WOUNDS-48: +5 against Defense 10 hits from 5 on; a 20 doubles 1d8+2 and spares Stress,
/// of which there are 8 + 2d8 in the mean, 17.
#[test]
fn a_strike_takes_stress_and_a_critical_wound_points() {
    let overrides =
        ["combatants.hero.attacks.sabre.critical_on=20", "combatants.hero.attacks.sabre.critical_multiplier=2"];
    let odds = odds_of::<Wounds>(&overrides, first(0));
    assert_is(odds.success, 16.0 / 20.0);
    assert_is(odds.critical, 1.0 / 20.0);
    let [stress, wounds] = [0, 1].map(|amount| odds.amounts[amount].mean());
    assert_is(stress, 15.0 / 20.0 * 6.5);
    assert_is(wounds, 1.0 / 20.0 * 13.0);
    // No Stress and 15 Wound Points against damage of 15: the first hit.
    let odds = odds_of::<Wounds>(&["combatants.raider.stress=0", "combatants.hero.attacks.sabre.damage=15"], first(0));
    assert_is(attacks(&odds), 20.0 / 16.0);
}

/// THRUM-01, THRUM-02, THRUM-12, THRUM-46, THRUM-49: 2d6+3 against 2d6. Of 1296 pairs of sums the difference is -3 or less in
/// 310, 2 or more in 435. Two successes of 2 Fatigue exceed a Tolerance of 3.
#[test]
fn a_basic_attack_against_a_standard_defence() {
    let odds = odds_of::<Thrum>(&["combatants.raider.defence=standard"], first(0));
    assert_is(odds.success, 986.0 / 1296.0);
    assert_is(odds.critical, 435.0 / 1296.0);
    assert_is(odds.amounts[0].mean(), 2.0 * 986.0 / 1296.0);
    assert_is(odds.amounts[1].mean(), 0.0);
    assert_is(attacks(&odds), 2.0 * 1296.0 / 986.0);
}

/// THRUM-49: a target that is Exhausted from the start has had enough before any attack, and can be attacked all the same.
#[test]
fn a_target_may_have_had_enough_from_the_start() {
    let odds = odds_of::<Thrum>(&["combatants.raider.fatigue=9", "combatants.raider.defence=standard"], first(0));
    assert_is(odds.success, 986.0 / 1296.0);
    let lasting = odds.lasting.expect("an end").expect("within the limits");
    assert_eq!((lasting.at_start, lasting.mean, lasting.quantile(0.9)), (1.0, Some(0.0), Some(0)));
}

/// The mean of a metric over fights that are played, held against exact moments of the number of attacks: 20,000 fights
/// of a fixed seed, |z| < 5 for a false alarm below 6e-7.
#[track_caller]
fn assert_fights_take<R: Ruleset>(text: &str, overrides: &[&str], metric: &str) {
    const FIGHTS: u64 = 20_000;
    let rules: R = loaded(text, overrides);
    let odds =
        odds(&rules, first(0), Limits::default(), &|| false).expect("within the limits").expect("it can be made");
    let lasting = odds.lasting.expect("an end").expect("within the limits");
    let mean = lasting.mean.expect("it comes to an end");
    let number = |index: usize| index as f64 + 1.0;
    let square: f64 = lasting.chances.iter().enumerate().map(|(index, chance)| number(index).powi(2) * chance).sum();
    let metric = rules.metrics().iter().position(|declared| declared.name == metric).expect("it is declared");
    let (mut dice, mut workspace) = (Seeded::new(Seed(7)), Workspace::new(&rules));
    let mut trace = Counting::new(rules.metrics().len());
    let mut sum = 0.0;
    for index in 0..FIGHTS {
        dice.start(EncounterIndex(index));
        trace.reset();
        fight(&rules, &mut workspace, &mut dice, &mut trace);
        sum += f64::from(trace.counts()[metric]);
    }
    let sd = (square - mean * mean).sqrt();
    let z = (sum / FIGHTS as f64 - mean) / (sd / (FIGHTS as f64).sqrt());
    assert!(z.abs() < 5.0, "{} attacks in fights, {mean} by the odds: z = {z}", sum / FIGHTS as f64);
}

/// Fights in which nothing else can happen to the target take as many attacks as the odds say.
#[test]
fn fights_take_as_many_attacks_as_the_odds_say() {
    assert_fights_take::<Zones>(Zones::OPPONENTS, &["combatants.hero.hp=999"], "party_attacks");
    let rolled = ["combatants.hero.hp=999", "combatants.ogre.hp=3d6"];
    assert_fights_take::<Zones>(Zones::OPPONENTS, &rolled, "party_attacks");
    // In a round of one second the hero attacks once.
    let fight =
        ["rules.round_seconds=1", "rules.start_distance=5", "combatants.hero.hp=900", "combatants.bandit.armor=medium"];
    assert_fights_take::<Tiny>(Tiny::OPPONENTS, &fight, "fight_seconds");
    // The strikes of both sides are counted together, and this raider has none.
    let without_last_line = |text: &str| text.trim_end().rsplit_once('\n').expect("lines").0.to_owned();
    let overrides = ["combatants.raider.stress=12", "combatants.hero.attacks.sabre.critical_on=18"];
    assert_fights_take::<Wounds>(&without_last_line(Wounds::OPPONENTS), &overrides, "strikes");
}

/// Seeded dice through the same door: 100,000 attacks of each system, |z| < 5.5 for each of ten numbers, a false alarm below
/// 4e-7.
#[test]
fn attacks_with_seeded_dice_have_the_odds() {
    fn compare<R: Ruleset>() {
        const ATTACKS: u64 = 100_000;
        let rules: R = loaded(R::OPPONENTS, &[]);
        let exact =
            odds(&rules, first(0), Limits::default(), &|| false).expect("within the limits").expect("it can be made");
        let (mut dice, mut workspace) = (Seeded::new(Seed(3)), Workspace::new(&rules));
        let mut trace = Counting::new(rules.metrics().len());
        let (mut hits, mut sum) = (0.0, 0.0);
        for index in 0..ATTACKS {
            dice.start(EncounterIndex(index));
            dice.next_round();
            trace.reset();
            let Workspace { state, scratch } = &mut workspace;
            rules.reset(state);
            let (rules, dice, trace) = (&rules, &mut dice, &mut trace);
            let mut fight = Fight { rules, state, scratch, round: rules.round_as_known(1), dice, trace };
            R::stage(&mut fight, first(0));
            let struck = R::strike(&mut fight, first(0)).expect("it can be made");
            hits += f64::from(u8::from(struck.is_success));
            sum += f64::from(struck.amounts[0]);
        }
        let n = ATTACKS as f64;
        let z_of = |sum: f64, mean: f64, sd: f64| (sum / n - mean) / (sd / n.sqrt());
        let share_sd = (exact.success * (1.0 - exact.success)).sqrt();
        let z = [z_of(hits, exact.success, share_sd), z_of(sum, exact.amounts[0].mean(), exact.amounts[0].sd())];
        assert!(z.iter().all(|z| z.abs() < 5.5), "{}: {z:?}", R::NAME);
    }
    let [(), (), (), (), ()] = crate::each_system!(compare());
}

/// A spell with 3 mana for 2 is cast once: whoever it does not kill then is never killed by it.
#[test]
fn an_attack_that_is_used_up_ends_the_chain() {
    let text = r#"
        system = "wounds"
        name = "A single spell"
        [[combatants]]
        id = "mage"
        side = "party"
        strength = 10
        agility = 10
        hd = "1d4"
        mana = 3
        stress = 0
        spells = [{ id = "bolt", tn = 11, mana = 2, damage = "20" }]
        [[combatants]]
        id = "rat"
        side = "enemies"
        strength = 10
        agility = 10
        hd = "1d4"
        stress = 0
    "#;
    let rules: Wounds = loaded(text, &[]);
    assert_eq!(rules.attacks(Who::new(0)), ["bolt"]);
    let odds =
        odds(&rules, first(0), Limits::default(), &|| false).expect("within the limits").expect("it can be made");
    assert_is(odds.success, 0.5);
    let lasting = odds.lasting.expect("an end").expect("within the limits");
    assert_is(lasting.ever, 0.5);
    assert_eq!((lasting.mean, lasting.chances.as_slice(), lasting.left), (Some(1.0), [0.5].as_slice(), 0.0));
    assert_eq!([lasting.quantile(0.5), lasting.quantile(0.51)], [Some(1), None]);
    let too_poor: Wounds = loaded(text, &["combatants.mage.mana=1"]);
    assert_eq!(super::odds(&too_poor, first(0), Limits::default(), &|| false), Ok(None));
}

#[test]
fn limits_and_interrupts_are_heard() {
    let rules: Zones = loaded(Zones::OPPONENTS, &[]);
    let few_states = Limits { states: 3, ..Limits::default() };
    let odds_within = |limits, interrupted: &dyn Fn() -> bool| odds(&rules, first(0), limits, interrupted);
    let known = odds_within(few_states, &|| false).expect("one attack is within the limits").expect("it can be made");
    assert_is(known.success, 11.0 / 20.0);
    assert_eq!(known.lasting, Some(Err(TooMany::States(3))));
    let few_paths = Limits { paths: 5, ..Limits::default() };
    assert_eq!(odds_within(few_paths, &|| false), Err(TooMany::Paths(5)));
}

/// An attack that cannot harm never ends the fight, and says so.
#[test]
fn an_attack_that_cannot_harm_never_suffices() {
    let odds = odds_of::<Zones>(&["combatants.hero.attacks.sword.damage=0"], first(0));
    let lasting = odds.lasting.expect("an end").expect("within the limits");
    assert_eq!((lasting.ever, lasting.mean, lasting.chances.len(), lasting.left), (0.0, None, 0, 0.0));
}

/// THRUM-27 to THRUM-30, THRUM-38: a shape of short range reaches a target that is not adjacent, and is then free of the Bane of a
/// Ranged attack beside an enemy. With 2d6+3 against 2d6 it succeeds in 986 of 1296 cases, and with the Bane in fewer.
#[test]
fn a_ranged_shape_is_used_from_afar_if_it_reaches_so_far() {
    let success = |shape: &str| {
        let text = format!(
            r#"
            system = "thrum"
            name = "A breath"
            [map]
            width = 7
            height = 7
            party_start = [[0, 0, 2, 7]]
            enemy_start = [[5, 0, 2, 7]]
            [[combatants]]
            id = "drake"
            side = "enemies"
            attack = 3
            [[combatants.abilities]]
            id = "breath"
            type = "action"
            tags = ["physical_attack", "ranged"]
            success = {{ fatigue = 1 }}
            {shape}
            [[combatants]]
            id = "knight"
            side = "party"
            defence = "standard"
            "#
        );
        let rules: Thrum = loaded(&text, &[]);
        let odds =
            odds(&rules, first(0), Limits::default(), &|| false).expect("within the limits").expect("it can be made");
        odds.success
    };
    let beside = success("range = 1");
    assert!(beside < 0.7, "{beside}");
    for (shape, reaches) in [
        ("range = 2", true),
        ("shape = 'line'\nsize = 5\nrange = 1", true),
        ("shape = 'line'\nsize = 1\nrange = 1", false),
        ("shape = 'area'\nsize = 3\nrange = 1", true),
        ("shape = 'area'\nsize = 1\nrange = 1", false),
        ("shape = 'aura'\nsize = 3", true),
        ("shape = 'aura'\nsize = 1", false),
    ] {
        assert_is(success(shape), if reaches { 986.0 / 1296.0 } else { beside });
    }
}

/// ZONES-42, ZONES-53: a Creature that gives up is out of the fight, and loses no HP.
#[test]
fn whoever_gives_up_loses_nothing() {
    let text = r#"
        system = "zones"
        name = "Words"
        [[combatants]]
        id = "envoy"
        side = "party"
        hp = 8
        attributes = { str = 0, dex = 1, cha = 3 }
        attacks = [{ id = "terms", kind = "stunt", test = "cha", demand = true, range = 1 }]
        [[combatants]]
        id = "clansman"
        side = "enemies"
        hp = 9
        skill = 2
        attacks = [{ id = "spear", kind = "melee", damage = "1d8" }]
    "#;
    let rules: Zones = loaded(text, &[]);
    let odds =
        odds(&rules, first(0), Limits::default(), &|| false).expect("within the limits").expect("it can be made");
    assert_eq!(odds.amounts[0].chances().iter().map(|chance| chance.0).collect::<Vec<_>>(), [0]);
    assert!(attacks(&odds) > 1.0);
}
