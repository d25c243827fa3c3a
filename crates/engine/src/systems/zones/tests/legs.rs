//! Days: what is carried, the rest between two fights, and who comes to the next one.

use super::*;
use crate::conformance::mistake_of_end;
use crate::day::{Carried, Day};
use crate::exact::{Budget, Solution, solve};
use crate::trace::{Narrated, RulesSeen, Silent};
use crate::{EncounterIndex, Seed, Workspace, dice};

/// Two fights of the same file.
const DAY: &str = r#"
system = "zones"
name = "Twice"
[[legs]]
id = "a"
scenario = "duel.toml"
[[legs]]
id = "b"
scenario = "duel.toml"
"#;

/// A day of two fights, from their files.
#[track_caller]
fn day(files: [&str; 2], overrides: &[&str]) -> Day {
    let text = DAY.replacen("duel.toml", "first.toml", 1);
    let files = [("first.toml", files[0]), ("duel.toml", files[1])];
    testing::try_load_day::<Zones>(&text, &files, overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

#[track_caller]
fn solution<R: Ruleset>(rules: &R) -> Solution {
    solve(rules, Budget::default(), &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"))
}

/// The chance that the party wins, and the mean of a metric.
#[track_caller]
fn solved(rules: &Day, metric: &str) -> [f64; 2] {
    let solution = solution(rules);
    let at = rules.metrics().iter().position(|known| known.name == metric).expect("it is counted");
    [solution.winners[0], solution.metrics[at].mean]
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

/// A leg of [`DUEL`] in which the hero loses 3 of its HP and wins in Round 3.
const LEG: [u32; 10] = [4, 1, 2, 5, 3, 10, 8, 15, 10, 4];

/// ZONES-56, ZONES-58, ZONES-61: the HP are those with which the last fight was left, and a rest adds to them.
#[test]
fn wounds_are_carried_until_they_are_rested_off() {
    for (overrides, line) in [
        (&[][..], "hero begins with 7 of 10 HP."),
        (&["legs.b.rest.heal=2"], "hero begins with 9 of 10 HP, 2 of them by a rest."),
        (&["legs.b.rest.heal=4"], "hero begins with 10 of 10 HP, 3 of them by a rest."),
        (&["legs.b.rest.heal_percent=19"], "hero begins with 8 of 10 HP, 1 of them by a rest."),
        (&["legs.b.combatants.hero.hp=6"], "hero begins with 6 of 6 HP."),
        (&["legs.a.rest.heal=10"], "hero begins with 7 of 10 HP."),
    ] {
        let played = play(&day([DUEL, DUEL], overrides), [LEG, LEG].concat());
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 6), "{overrides:?}");
        assert!(played.lines.iter().any(|told| told.text == line), "{overrides:?}: {:?}", played.lines);
        assert_eq!(played.rules.count("ZONES-58") > 0, line.contains("rest"), "{overrides:?}");
        assert_eq!((played.rules.count("ZONES-56"), played.rules.count("ZONES-61")), (1, 1));
        assert_eq!(played.metric("enemies_damage"), 6);
    }
}

/// Limits of Rounds that are as good as none, for exact days of duels.
const LIMITS: [&str; 2] = ["legs.a.rules.max_rounds=60", "legs.b.rules.max_rounds=60"];

/// ZONES-56, ZONES-58: worked check 15.
#[test]
fn two_fights_are_won_as_often_as_worked_out() {
    for (overrides, won) in [
        (&[][..], 0.191_779_142_7),
        (&["legs.b.rest.heal=4"], 0.282_238_550_2),
        (&["legs.b.rest.heal_percent=25"], 0.240_606_915_5),
        (&["legs.b.rest.heal=10"], 0.325_674_331_6),
    ] {
        let found = solved(&day([DUEL, DUEL], &[&LIMITS, overrides].concat()), "legs.b.reached");
        testing::assert_printed(found[0], won, 10);
        testing::assert_printed(found[1], 0.570_678_834, 10);
    }
}

/// ZONES-56, ZONES-58: the mean HP at the second start in worked check 15, which are the Rounds of a second leg in which nobody but
/// the Creature strikes, for 1 HP each.
#[test]
fn hp_at_the_second_start_are_as_worked_out() {
    let ogre = DUEL
        .replace("damage = \"1d6\"", "damage = \"1\"")
        .replace("[[combatants]]\nid = \"hero\"", "[rules]\nnaturals_decide = false\navoid_fumble_multiplier = 1\nmelee_dr = 40\navoid_dr = 40\n[[combatants]]\nid = \"hero\"");
    for (overrides, hp) in
        [(&[][..], 5.713_666_485_6), (&["legs.b.rest.heal=4"], 8.581_552_987_8), (&["legs.b.rest.heal=10"], 10.0)]
    {
        let [_, rounds] = solved(&day([DUEL, &ogre], &[&LIMITS, overrides].concat()), "legs.b.rounds");
        let reached = 0.570_678_834_0;
        assert!((rounds / reached - hp).abs() < 2e-9, "{overrides:?}: {} instead of {hp}", rounds / reached);
    }
}

/// A Character with supplies of every kind, in a fight with two Creatures.
const SUPPLIED: &str = r#"
system = "zones"
name = "Supplied"
zones = [{ id = "pit", exit = "both" }]
[rules]
party_at_zero_hp = "down"
max_rounds = 20
[[combatants]]
id = "ann"
side = "party"
hp = 11
attributes = { str = 2, dex = 1 }
heal_below = 40
attacks = [
  { id = "sword", kind = "melee", damage = "1d8", usage = 3 },
  { id = "bolt", kind = "spell", test = "dex", damage = "1d6", uses = 3 },
]
items = [{ id = "draught", heal = "1d6", count = 2 }]
[[combatants]]
id = "bob"
side = "party"
hp = "2d6"
attributes = { str = 1, dex = 2 }
retreat_below = 30
attacks = [{ id = "knives", kind = "ranged", range = 1, damage = "1d4", uses = 2, usage = 1 }]
[[combatants]]
id = "orc"
side = "enemies"
count = 2
hp = 4
skill = 1
attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
"#;

const ANN: Who = Who::new(0);
const BOB: Who = Who::new(1);

/// ZONES-56: what is carried goes by these names.
#[test]
fn numbers_go_by_the_ids_of_attacks_and_items() {
    let rules = zones(SUPPLIED, &[]);
    assert_eq!(rules.kept(ANN), ["hp", "marks.sword", "uses.bolt", "pieces.draught"]);
    assert_eq!(rules.kept(BOB), ["hp", "rolled_hp", "uses.knives", "marks.knives"]);
    assert_eq!(Zones::LEFT, ["hp"]);
}

/// The numbers that ann and bob have at the start of a leg, who come with these; `None` for who stays away.
#[track_caller]
fn begin(
    overrides: &[&str],
    ann: (EndState, [Option<i32>; 4]),
    bob: (EndState, [Option<i32>; 4]),
    heard: &[&str],
) -> [Option<[i32; 4]>; 2] {
    let rules = zones(SUPPLIED, overrides);
    let carried = [(ANN, ann), (BOB, bob)].map(|(who, (end, numbers))| Carried { who, end, numbers: numbers.to_vec() });
    let (mut state, mut seen) = (rules.opening().clone(), RulesSeen::default());
    let there = rules.take_over(&mut state, &carried, &mut seen);
    crate::rules_seen::note(&seen);
    for id in heard {
        assert!(seen.count(id) > 0, "{id} is not applied");
    }
    let party = rules.sides.members(Side::Party);
    assert_eq!((state.standing & party, state.order.iter().collect::<Group>()), (there, there));
    assert_eq!(state.occupants[0], state.standing);
    assert_eq!(state.rolling, Group::NOBODY, "who carries on or stays away rolls no HP");
    assert_eq!(rules.lead(&state) == -1000, there.is_empty());
    [ANN, BOB].map(|who| {
        let mut numbers = [0; 4];
        rules.keep(&state, who, &mut numbers);
        there.contains(who).then_some(numbers)
    })
}

const BOB_COMES: (EndState, [Option<i32>; 4]) = (EndState::Standing, [Some(5), Some(9), Some(2), Some(0)]);

/// The numbers of ann at the start of a leg if she comes standing with these.
#[track_caller]
fn supplied(overrides: &[&str], numbers: [i32; 4], heard: &[&str]) -> [i32; 4] {
    let found = begin(overrides, (EndState::Standing, numbers.map(Some)), BOB_COMES, heard);
    found[0].expect("she has HP")
}

/// ZONES-56, ZONES-59: worked check 16. Marks that were made, uses and pieces are carried; a rest takes marks off and refills.
#[test]
fn marks_and_supplies_are_carried_until_a_rest_mends_and_refills() {
    let [sword, bolt] = ["combatants.ann.attacks.sword.usage", "combatants.ann.attacks.bolt.uses"];
    // HP, marks made, uses and pieces left.
    let came = [5, 2, 1, 1];
    assert_eq!(supplied(&[], came, &["ZONES-56"]), came);
    assert_eq!(supplied(&["rest.mend=1"], came, &["ZONES-59"]), [5, 1, 1, 1]);
    assert_eq!(supplied(&["rest.mend=5"], came, &["ZONES-59"]), [5, 0, 1, 1]);
    assert_eq!(supplied(&["rest.mend=all"], came, &["ZONES-59"]), [5, 0, 1, 1]);
    assert_eq!(supplied(&[&format!("{sword}=2")], came, &[]), [5, 2, 1, 1], "broken");
    assert_eq!(
        supplied(&[&format!("{sword}=1")], came, &[]),
        [5, 1, 1, 1],
        "broken, with as many marks as the leg allows"
    );
    assert_eq!(supplied(&[&format!("{sword}=2"), "rest.mend=1"], came, &[]), [5, 1, 1, 1]);
    assert_eq!(supplied(&["rest.refill=true"], came, &["ZONES-59"]), [5, 2, 3, 2]);
    assert_eq!(supplied(&[&format!("{bolt}=5")], came, &[]), came);
    assert_eq!(supplied(&[&format!("{bolt}=1")], [5, 2, 3, 2], &[]), [5, 2, 1, 2]);
    // Numbers that she has not had before are as the file has them.
    let fresh = begin(&[], (EndState::Standing, [Some(5), None, None, None]), BOB_COMES, &[]);
    assert_eq!(fresh[0], Some([5, 0, 3, 2]));
}

/// ZONES-58: worked check 16. Healing is up to the full HP, of dice up to those that were rolled before, and never more than the dice
/// of the leg can show; without a roll before, that is the full number.
#[test]
fn healing_is_no_higher_than_full_hp() {
    let both = ["rest.heal=1", "rest.heal_percent=30"];
    assert_eq!(supplied(&both, [2, 0, 3, 2], &["ZONES-58"])[0], 6);
    assert_eq!(supplied(&["rest.heal=10000", "rest.heal_percent=100"], [2, 0, 3, 2], &["ZONES-58"])[0], 11);
    let ann = (EndState::Standing, [Some(11), Some(0), Some(3), Some(2)]);
    let bob = |overrides: &[&str], hp, rolled| {
        let found = begin(overrides, ann, (EndState::Standing, [Some(hp), rolled, Some(2), Some(0)]), &[]);
        found[1].expect("he has HP")
    };
    assert_eq!(bob(&["rest.heal=100"], 5, Some(9))[..2], [9, 9]);
    assert_eq!(bob(&["rest.heal_percent=50"], 1, Some(9))[..2], [5, 9]);
    assert_eq!(bob(&["combatants.bob.hp=1d4"], 5, Some(9))[..2], [4, 4]);
    assert_eq!(bob(&["rest.heal=100"], 5, None)[..2], [12, 12]);
}

/// ZONES-57, ZONES-60: worked check 17. Who was down gets up with `down_hp`, and stays away without HP.
#[test]
fn the_fallen_get_up_with_their_first_hp() {
    let down = (EndState::Down, [Some(0), Some(3), Some(0), Some(1)]);
    for (overrides, hp) in [
        (&[][..], Some(1)),
        (&["rules.down_hp=3"], Some(3)),
        (&["rules.down_hp=100"], Some(11)),
        (&["rest.heal=4"], Some(5)),
        (&["rules.down_hp=0"], None),
        (&["rules.down_hp=0", "rest.refill=true"], None),
        (&["rules.down_hp=0", "rest.heal=4"], Some(4)),
    ] {
        let heard: &[&str] = if hp.is_none() { &["ZONES-57", "ZONES-60"] } else { &["ZONES-56", "ZONES-57"] };
        let found = begin(overrides, down, BOB_COMES, heard);
        assert_eq!(
            found[0],
            hp.map(|hp| [hp, 3, if overrides.contains(&"rest.refill=true") { 3 } else { 0 }, 1]),
            "{overrides:?}"
        );
    }
}

/// ZONES-60: the dead stay away, and who fled unless the leg says otherwise; then it has the rest as well.
#[test]
fn the_dead_and_the_fled_stay_away() {
    use EndState::{Dead, Fled};
    let numbers = [Some(2), Some(1), Some(3), Some(2)];
    let heal = "rest.heal=5";
    assert_eq!(begin(&[heal], (Dead, [Some(0); 4]), BOB_COMES, &["ZONES-60"])[0], None);
    assert_eq!(begin(&[heal], (Fled, numbers), BOB_COMES, &["ZONES-60"])[0], None);
    assert_eq!(begin(&["rules.fled_return=true"], (Fled, numbers), BOB_COMES, &["ZONES-56"])[0], Some([2, 1, 3, 2]));
    assert_eq!(begin(&["rules.fled_return=true", heal], (Fled, numbers), BOB_COMES, &[])[0], Some([7, 1, 3, 2]));
    assert_eq!(begin(&[], (Dead, [Some(0); 4]), (Fled, [Some(3); 4]), &["ZONES-60"]), [None, None], "a lost leg");
}

/// ZONES-56: without a rest, the numbers at the start of a leg are those at the end of the last one, whatever happened in it.
#[test]
fn numbers_are_carried_from_any_fight() {
    let rules = zones(SUPPLIED, &["rules.fled_return=true", "combatants.bob.hp=1d6+6"]);
    let (mut workspace, mut rolls, mut seen) = (Workspace::new(&rules), dice::Seeded::new(Seed(5)), [0; 5]);
    for index in 0..600 {
        rolls.start(EncounterIndex(index));
        crate::fight(&rules, &mut workspace, &mut rolls, &mut Silent);
        let ended = &workspace.state;
        let carried = [ANN, BOB].map(|who| {
            let mut numbers = [0; 4];
            rules.keep(ended, who, &mut numbers);
            Carried { who, end: rules.end_state(ended, who), numbers: numbers.map(Some).to_vec() }
        });
        let mut state = rules.opening().clone();
        let there = rules.take_over(&mut state, &carried, &mut Silent);
        assert_eq!(there, [ANN, BOB].into_iter().collect(), "all of them live");
        for Carried { who, end, mut numbers } in carried {
            let mut found = [0; 4];
            rules.keep(&state, who, &mut found);
            if end == EndState::Down {
                assert_eq!(numbers[0], Some(0));
                numbers[0] = Some(1);
            }
            assert_eq!(found.map(Some).to_vec(), numbers, "{index}");
            seen[0] += u32::from(end == EndState::Down && numbers[2] < rules.keep_at_start(who)[2]);
            seen[1] += u32::from(end == EndState::Fled && found[0] > 0);
            seen[2] += u32::from(who == BOB && found[3] == 1);
            seen[3] += u32::from(who == ANN && found[1] > 0);
            seen[4] += u32::from(who == ANN && found[3] < 2);
        }
    }
    // Supplies of who went down, HP of who fled, broken knives, marks, and draughts.
    assert!(seen.iter().all(|&times| times > 10), "{seen:?}");
}

impl Zones {
    /// The numbers of a combatant in the opening.
    fn keep_at_start(&self, who: Who) -> Vec<Option<i32>> {
        let mut numbers = [0; 4];
        self.keep(&self.opening, who, &mut numbers);
        numbers.map(Some).to_vec()
    }
}

/// ZONES-59: a day whose rest restores everything is won as often as its fights one by one; without the rest, supplies are missed.
#[test]
fn a_rest_that_restores_all_makes_fights_independent() {
    let sword = r#"{ id = "sword", kind = "melee", damage = "1d8", usage = 1, uses = 3 }"#;
    let text = armed(sword, r#"{ id = "club", kind = "melee", damage = "1d4" }"#)
        .replace("hp = 10", "hp = 4\nitems = [{ id = \"draught\", heal = \"2\" }]")
        .replace("hp = 12", "hp = 6");
    let limits = ["legs.a.rules.max_rounds=30", "legs.b.rules.max_rounds=30"];
    let single = solution(&limited(&text, &[], 30)).winners[0];
    let all = ["legs.b.rest.heal=4", "legs.b.rest.refill=true", "legs.b.rest.mend=all"];
    let whole = |overrides: &[&str]| solution(&day([&text, &text], &[&limits, overrides].concat())).winners[0];
    close(whole(&all), single * single);
    let less = all.map(|left_out| {
        let rest: Vec<&str> = all.into_iter().filter(|one| *one != left_out).collect();
        whole(&rest)
    });
    assert!(0.2 < single && less.iter().all(|&won| won < single * single - 1e-4), "{single} {less:?}");
}

/// ZONES-57: Ongoing Damage and hinderances end with a leg, and what was brought to hand is in the backpack again.
#[test]
fn ailments_end_and_weapons_are_stowed_with_a_leg() {
    let text = armed(
        r#"{ id = "sword", kind = "melee", damage = "20", stowed = true }"#,
        r#"{ id = "club", kind = "melee", damage = "1", hinder = "weakened", hinder_dr = 40, ongoing = true, ongoing_dr = 40 }"#,
    );
    // Round 1: out with the sword, and a hit that weakens. Tests at the end of the hero's Turn have two dice from then on.
    let first = [4, 1, 5, 20, 19];
    let leg = |hit: &[u32]| [&first[..3], hit].concat();
    let played = play(&day([&text, &text], &[]), [leg(&[20, 19]), leg(&[20, 19])].concat());
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 4));
    let told = |text: &str| played.lines.iter().filter(|line| line.text == text).count();
    assert_eq!((told("hero gets out sword."), told("hero is Weakened.")), (2, 2), "{:?}", played.lines);
    assert_eq!(played.metric("enemies_damage") + played.metric("party_ongoing_lost"), 2 + 2);
    assert!(played.lines.iter().any(|line| line.text == "hero begins with 8 of 10 HP."), "{:?}", played.lines);
    assert_eq!(played.rules.count("ZONES-57"), 1);
}

/// ZONES-56: a weapon that took its last mark with the blow that ended a leg is broken in the next one, and a replay tells it.
#[test]
fn a_weapon_that_was_marked_last_is_broken() {
    let text = armed(
        r#"{ id = "sword", kind = "melee", damage = "20", usage = 1, dr = 3 }"#,
        r#"{ id = "club", kind = "melee", damage = "1d6" }"#,
    );
    // A natural 1 hits, and marks. In the next leg bare hands are left.
    let rules = day([&text, &text], &["legs.b.rules.unarmed_damage=20"]);
    let played = play(&rules, [4, 1, 1, 4, 1, 15]);
    let line = "hero begins with 10 of 10 HP; left are 0 of 1 marks of sword.";
    assert!(played.lines.iter().any(|told| told.text == line), "{:?}", played.lines);
    let event = r#"{"kind":"carries","who":"hero","hp":10,"of":10,"by_rest":0,"remainders":[{"of":"sword","supply":"marks","left":0,"full":1}]}"#;
    assert!(played.lines.iter().any(|told| told.event == event), "{:?}", played.lines);
    assert!(played.named("ZONES-30"), "{:?}", played.lines);
    assert_eq!((played.outcome.winner, played.metric("weapons_broken")), (Winner::Party, 0));
}

/// A fight that ann wins for certain, after bob has died of a hazard in his first Turn.
const BOB_DIES: &str = r#"
system = "zones"
name = "Bob dies"
zones = [{ id = "pit" }, { id = "trap", hazard = { test = "str", dr = 40, damage = "100" } }]
[rules]
enemies_begin_max = 0
melee_dr = 1
[[combatants]]
id = "ann"
side = "party"
hp = 4
zone = "pit"
attributes = { str = 0, dex = 0 }
attacks = [{ id = "sword", kind = "melee", damage = "50" }]
[[combatants]]
id = "bob"
side = "party"
hp = 4
zone = "trap"
attributes = { str = 0, dex = 30 }
[[combatants]]
id = "rat"
side = "enemies"
zone = "pit"
hp = 1
skill = 0
attacks = [{ id = "bite", kind = "melee", damage = "1" }]
"#;

/// A fight in which lots, rolled HP and an order that is rolled in every Round matter.
const BRAWL: &str = r#"
system = "zones"
name = "Brawl"
zones = [{ id = "pit" }, { id = "road" }]
[rules]
max_rounds = 4
initiative = "each_round"
order_ties = "random"
target_ties = "random"
free_attacks = "one"
[[combatants]]
id = "ann"
side = "party"
hp = 4
attributes = { str = 2, dex = 1 }
attacks = [{ id = "sword", kind = "melee", damage = "3" }]
[[combatants]]
id = "bob"
side = "party"
hp = "1d4"
attributes = { str = 1, dex = 2 }
attacks = [{ id = "knife", kind = "melee", damage = "2" }]
[[combatants]]
id = "orc"
side = "enemies"
count = 2
hp = 3
skill = 1
target = "weakest"
attacks = [{ id = "club", kind = "melee", damage = "2" }]
"#;

/// ZONES-60: a leg from which a Character stays away is exactly the fight of the others.
#[test]
fn who_stays_away_changes_nothing() {
    for (overrides, more) in [(&[][..], false), (&["combatants.cat.hp=2"], true)] {
        let third = "[[combatants]]\nid = \"cat\"\nside = \"party\"\nhp = 3\nzone = \"pit\"\nattributes = { str = 0, dex = 1 }\n";
        let text =
            if more { format!("{BRAWL}{third}").replace("max_rounds = 4", "max_rounds = 2") } else { BRAWL.to_owned() };
        let of_leg: Vec<String> = overrides.iter().map(|text| format!("legs.b.{text}")).collect();
        let of_leg: Vec<&str> = of_leg.iter().map(String::as_str).collect();
        let whole = day([BOB_DIES, &text], &of_leg);
        let found = solution(&whole);
        let expected = solution(&zones(&text, &[overrides, &["combatants.bob.count=0"]].concat()));
        for (found, expected) in found.winners.iter().zip(&expected.winners) {
            close(*found, *expected);
        }
        close(found.rounds.mean, 1.0 + expected.rounds.mean);
        assert!(0.02 < expected.winners[0] && expected.winners[0] < 0.98, "{:?}", expected.winners);
        let at = whole.metrics().iter().position(|known| known.name == "party_damage").expect("it is counted");
        close(found.metrics[at].mean, 1.0 + expected.metrics[at].mean);
    }
}

/// ZONES-60: who stays away is told, and then not again: in days with lots, rolled HP and surprise, which end as all fights do.
#[test]
fn who_stays_away_is_nobody() {
    let overrides = ["a", "b"].map(|leg| {
        [
            "rules.max_rounds=30",
            "rules.party_at_zero_hp=down",
            "rules.down_hp=0",
            "combatants.orc.hp=1",
            "rules.surprised=enemies",
        ]
        .map(|set| format!("legs.{leg}.{set}"))
    });
    let overrides: Vec<&str> = overrides.as_flattened().iter().map(String::as_str).collect();
    let rules = day([BRAWL, BRAWL], &overrides);
    let (mut away, mut rolls) = (0, dice::Seeded::new(Seed(3)));
    let mut workspace = Workspace::new(&rules);
    for index in 0..600 {
        rolls.start(EncounterIndex(index));
        let mut told = Narrated::default();
        let outcome = crate::fight(&rules, &mut workspace, &mut dice::Recorded::new(rolls.clone()), &mut told);
        if outcome.winner != Winner::Timeout {
            assert_eq!(mistake_of_end(&rules, &workspace.state, outcome), None, "{index}");
        }
        let lines: Vec<String> = told.into_lines().into_iter().map(|line| line.text).collect();
        for name in ["ann", "bob"] {
            let Some(stays) = lines.iter().position(|line| *line == format!("{name} stays away.")) else { continue };
            away += 1;
            let later = lines[stays + 1..].iter().find(|line| line.contains(name));
            assert_eq!(later, None, "{index}: {lines:#?}");
        }
    }
    assert!(away > 50, "{away}");
}

/// The exact solver drops what only a later leg would read: supplies of who went down, HP of who fled.
#[test]
fn single_fights_forget_what_a_day_would_carry() {
    let rules = zones(SUPPLIED, &[]);
    let out = |end: EndState, hp: i16, used: u16| {
        let mut state = rules.opening().clone();
        state.stage = Stage::Turns;
        state.standing.remove(ANN);
        state.fighters[ANN] = state::Fighter { hp, ..state::Fighter::out(end) };
        state.counters[0] -= used;
        rules.forget(&mut state);
        state
    };
    assert!(out(EndState::Fled, 3, 1) == out(EndState::Fled, 2, 0));
    assert!(out(EndState::Down, 0, 1) == out(EndState::Down, 0, 2));
    assert_eq!(rules.remaining(&out(EndState::Fled, 3, 1), ANN)[0], 0);
}

/// ZONES-57 to ZONES-60: values of the rest and of the knobs of days that cannot be are refused.
#[test]
fn bad_rests_are_refused() {
    let with = |table: &str| format!("{DUEL}\n{table}");
    for (bad, path, good) in [
        ("[rest]\nheal = -1", "rest.heal", "[rest]\nheal = 10000"),
        ("[rest]\nheal = \"1d4\"", "rest.heal", "[rest]\nheal = 0"),
        ("[rest]\nheal_percent = 101", "rest.heal_percent", "[rest]\nheal_percent = 100"),
        ("[rest]\nrefill = 1", "rest.refill", "[rest]\nrefill = true"),
        ("[rest]\nmend = \"some\"", "rest.mend", "[rest]\nmend = \"all\""),
        ("[rest]\nmend = 101", "rest.mend", "[rest]\nmend = 100"),
        ("[rest]\nhours = 6", "rest.hours", "[rest]"),
        ("[rules]\ndown_hp = -1", "rules.down_hp", "[rules]\ndown_hp = 0"),
        ("[rules]\nfled_return = \"yes\"", "rules.fled_return", "[rules]\nfled_return = true"),
    ] {
        testing::refuses::<Zones>(&with(bad), path, &[], &with(good));
    }
    let problems = testing::try_load_day::<Zones>(DAY, &[("duel.toml", DUEL)], &["legs.b.rest.mend=101"]);
    let problems = problems.expect_err("it is too much");
    assert!(problems.contains("`legs.b.rest.mend`"), "{problems}");
}
