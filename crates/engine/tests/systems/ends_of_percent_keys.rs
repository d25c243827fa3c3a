//! Percent keys at the ends of their range: at 0 nobody is meant, or nobody but the worst off, and at 100 whoever lacks anything.
//! If all there is to lose are 10 points, 100 percent is the same as 99, and so it is in the numbers.

use equipoise_engine::Ruleset;
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Inside, KeyDecl};
use equipoise_engine::systems::System;
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::systems::thrum::Thrum;
use equipoise_engine::systems::tiny::Tiny;
use equipoise_engine::systems::wounds::Wounds;
use equipoise_engine::systems::zones::Zones;
use equipoise_engine::testing::{Solved, assert_close, assert_printed, solved, try_load_day};

/// Every key of a system that is a share of something, by its path.
fn percent_keys(keys: &'static [KeyDecl], path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for key in keys {
        let path = format!("{path}.{}", key.name);
        if key.unit.starts_with('%') {
            found.push(path.clone());
        }
        let inside = key.kind.inside();
        if !matches!(inside, Inside::Nothing) {
            found.extend(percent_keys(inside.keys(), &path));
        }
    }
    found
}

/// A key that joins them has to be looked at here.
#[test]
fn these_are_all_percent_keys() {
    let all: Vec<String> = System::ALL.iter().flat_map(|system| percent_keys(system.schema(), system.name())).collect();
    let expected = [
        "duel.combatants.error",
        "zones.combatants.error",
        "tiny.combatants.error",
        "wounds.combatants.error",
        "thrum.combatants.error",
        "zones.combatants.heal_below",
        "zones.combatants.retreat_below",
        "zones.rest.heal_percent",
        "wounds.rules.morale_hit_percent",
        "wounds.combatants.retreat_below",
        "wounds.combatants.retreat_stress_below",
        "wounds.combatants.defend_below",
        "wounds.combatants.items.use_below",
    ];
    let (mut all, mut expected) = (all, expected.map(str::to_owned).to_vec());
    all.sort();
    expected.sort();
    assert_eq!(all, expected);
}

/// The numbers of an encounter: chances of winners, means of rounds and metrics.
fn numbers(solved: &Solved) -> Vec<f64> {
    let solution = &solved.solution;
    let metrics = solution.metrics.iter().map(|metric| metric.mean);
    solution.winners.into_iter().chain([solution.rounds.mean]).chain(metrics).collect()
}

/// Checks that two values of a key, or a key and a scenario without what it is about, come to the same.
#[track_caller]
fn assert_same<R: Ruleset>(text: &str, one: &[&str], other: (&str, &[&str])) {
    let (one, other) = (solved::<R>(text, one), solved::<R>(other.0, other.1));
    for (found, expected) in numbers(&one).into_iter().zip(numbers(&other)) {
        assert_close(found, expected);
    }
}

/// Checks that a key at 100 is what it is at 99 and not what it is at 50, and at 0 what comes of `none`.
#[track_caller]
fn assert_ends<R: Ruleset>(text: &str, path: &str, none: (&str, &[&str])) {
    let at = |percent: u32| format!("{path}={percent}");
    assert_same::<R>(text, &[&at(100)], (text, &[&at(99)]));
    assert_same::<R>(text, &[&at(0)], none);
    let [all, half] = [100, 50].map(|percent| numbers(&solved::<R>(text, &[&at(percent)])));
    assert!(all.iter().zip(&half).any(|(all, half)| (all - half).abs() > 1e-3), "{path} hardly matters here");
}

/// No percent of errors is none, in every system; one is another play.
#[test]
fn no_percent_of_errors_is_none() {
    fn assert_none<R: Ruleset>() {
        let ids: Vec<&str> = R::OPPONENTS.split("id = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let text = R::OPPONENTS;
        let set = format!("combatants.{}.error=0", ids[0]);
        let limit = "rules.max_rounds=1";
        assert_same::<R>(text, &[&set, limit], (text, &[limit]));
    }
    assert_none::<Duel>();
    assert_none::<Zones>();
    assert_none::<Tiny>();
    assert_none::<Wounds>();
    assert_none::<Thrum>();
    let errs = |percent: u32| numbers(&solved::<Tiny>(Tiny::OPPONENTS, &[&format!("combatants.hero.error={percent}")]));
    assert!((errs(100)[0] - errs(0)[0]).abs() > 1e-3);
}

/// The chance that two fights in a row are won, with this rest between them.
fn two_fights(rest: &str) -> f64 {
    let text = "system = \"zones\"\nname = \"Twice\"\n[[legs]]\nid = \"a\"\nscenario = \"fight.toml\"\n[[legs]]\nid = \"b\"\nscenario = \"fight.toml\"\n";
    let limits = ["legs.a.rules.max_rounds=8", "legs.b.rules.max_rounds=8"];
    let files = [("fight.toml", Zones::OPPONENTS)];
    let day = try_load_day::<Zones>(&format!("{text}{rest}"), &files, &limits)
        .unwrap_or_else(|problems| panic!("{problems}"));
    solve(&day, Budget::default(), &|| false).expect("few states").winners[0]
}

/// A rest of no percent of the full HP is none, and one of all of them gives as much as can be had.
#[test]
fn a_rest_heals_from_nothing_to_everything() {
    let [none, nothing, half, everything, most] =
        ["", "rest.heal_percent = 0", "rest.heal_percent = 50", "rest.heal_percent = 100", "rest.heal = 10000"]
            .map(two_fights);
    assert_close(nothing, none);
    assert_close(everything, most);
    assert!(none < half - 1e-3 && half < everything - 1e-3, "{none} {half} {everything}");
}

/// A knight of 10 HP with three draughts at hand, against an ogre.
const DRAUGHTS: &str = r#"
system = "zones"
name = "Draughts for the unhurt"
zones = [{ id = "pit" }]
[[combatants]]
id = "knight"
side = "party"
hp = 10
attributes = { str = 2, dex = 2 }
attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]
items = [{ id = "draught", heal = "1d6", count = 3, stowed = false }]
[[combatants]]
id = "ogre"
side = "enemies"
hp = 14
skill = 0
attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
"#;

/// `heal_below` of `zones`: nobody who is at full HP drinks.
#[test]
fn the_unhurt_do_not_drink() {
    let sober = DRAUGHTS.replace("items = [{ id = \"draught\", heal = \"1d6\", count = 3, stowed = false }]\n", "");
    assert_ends::<Zones>(DRAUGHTS, "combatants.knight.heal_below", (&sober, &[]));
    let at_100 = solved::<Zones>(DRAUGHTS, &["combatants.knight.heal_below=100"]);
    assert_printed(at_100.party(), 0.6224, 4);
}

/// `retreat_below` of `zones`: nobody who is at full HP leaves.
#[test]
fn the_unhurt_do_not_retreat() {
    let text = DRAUGHTS.replace("{ id = \"pit\" }", "{ id = \"pit\", exit = \"both\" }");
    for who in ["knight", "ogre"] {
        // Of 14 HP, too, 13 are the most below 99 percent.
        assert_ends::<Zones>(&text, &format!("combatants.{who}.retreat_below"), (&text, &[]));
    }
}

/// A hero with 10 Stress and 10 Wound Points against an orc, within reach.
fn steel(hero: &str, rules: &str) -> String {
    let attack = r#"{ id = "blade", damage = "1d6", critical_on = 21 }"#;
    format!(
        r#"
system = "wounds"
name = "Ends"
[rules]
start_distance = 1
initiative_die = 2
max_rounds = 12
{rules}
[[combatants]]
id = "hero"
side = "party"
stress = 10
hd = "1d8"
attacks = [{attack}]
{hero}
[[combatants]]
id = "orc"
side = "enemies"
stress = 10
hd = "1d8"
morale = false
attacks = [{attack}]
"#
    )
}

/// `use_below` of `wounds`: nobody who lacks nothing uses an item. At 0 nobody above 0 does.
#[test]
fn the_unhurt_use_nothing() {
    for restores in ["restores_stress", "restores_wounds"] {
        let text = steel(&format!("items = [{{ id = \"draught\", {restores} = 4, uses = 2 }}]"), "");
        assert_ends::<Wounds>(&text, "combatants.hero.items.draught.use_below", (&steel("", ""), &[]));
    }
}

/// `defend_below` of `wounds`: nobody with all its Stress defends itself.
#[test]
fn the_unworn_do_not_defend_themselves() {
    let text = steel("policy = \"cautious\"", "");
    assert_ends::<Wounds>(&text, "combatants.hero.defend_below", (&steel("policy = \"default\"", ""), &[]));
}

/// `retreat_below` and `retreat_stress_below` of `wounds`: nobody with all its points leaves.
#[test]
fn the_unhurt_stay() {
    let text = steel("", "");
    for key in ["retreat_below", "retreat_stress_below"] {
        assert_ends::<Wounds>(&text, &format!("combatants.hero.{key}"), (&text, &[]));
    }
}

/// `morale_hit_percent` of `wounds`: at 0 any hit that takes Wound Points counts, at 100 one for more than all of them. Here a
/// hit takes 1 to 6 of 10, so that 100 and 60 mean nobody, and 0 to 9 anybody.
#[test]
fn a_heavy_hit_takes_more_than_the_share() {
    let morale = "morale_outnumbered = \"off\"\nobvious_ratio = 0";
    let text = steel("morale = true", morale);
    let at = |percent: u32| format!("rules.morale_hit_percent={percent}");
    assert_same::<Wounds>(&text, &[&at(100)], (&text, &[&at(60)]));
    assert_same::<Wounds>(&text, &[&at(100)], (&steel("morale = false", morale), &[]));
    assert_same::<Wounds>(&text, &[&at(0)], (&text, &[&at(9)]));
    let [any, heavy] = [0, 50].map(|percent| solved::<Wounds>(&text, &[&at(percent)]).mean("morale_checks"));
    assert!(any > heavy + 1e-3 && heavy > 1e-3, "{any} and {heavy}");
}
