//! If a rule leaves combatants equal, the order of the file decides, or lots do (`order_ties`, `target_ties`). A lot is an
//! order of the file: with both knobs at `random`, whatever an encounter comes to is the mean over all orders in which the
//! file can list its combatants, to the last digit. A place that goes by listed order all the same would show.

use std::collections::BTreeMap;

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::systems::wounds::Wounds;
use equipoise_engine::systems::zones::Zones;
use equipoise_engine::{EndState, Ruleset, Winner, testing};

/// Numbers of an encounter, by name: chances of winners and of end states, means of rounds and metrics.
type Numbers = BTreeMap<String, f64>;

/// Numbers of a scenario, solved.
#[track_caller]
fn numbers<R: Ruleset>(text: &str, overrides: &[&str]) -> Numbers {
    let rules: R = testing::loaded(text, overrides);
    let solution = solve(&rules, Budget::default(), &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"));
    let mut numbers = Numbers::new();
    for winner in [Winner::Party, Winner::Enemies, Winner::Draw, Winner::Timeout] {
        numbers.insert(format!("winner {winner:?}"), solution.winners[winner.index()]);
    }
    for (combatant, ends) in rules.combatants().iter().zip(&solution.end_states) {
        for end in [EndState::Standing, EndState::Fled, EndState::Down, EndState::Dead] {
            numbers.insert(format!("{} {end:?}", combatant.id), ends[end.index()]);
        }
    }
    numbers.insert("rounds".to_owned(), solution.rounds.mean);
    for (metric, moments) in rules.metrics().iter().zip(&solution.metrics) {
        numbers.insert(metric.name.clone(), moments.mean);
    }
    numbers
}

/// Every order of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let with_last = |order: Vec<usize>| {
        (0..=last).map(move |at| {
            let mut order = order.clone();
            order.insert(at, last);
            order
        })
    };
    orders(last).into_iter().flat_map(with_last).collect()
}

/// Checks that lots come to the mean over all orders of the file, and that the order matters: otherwise it would not be seen.
#[track_caller]
fn assert_lots_are_orders<R: Ruleset>(head: &str, combatants: &[&str]) {
    let text = |order: &[usize]| {
        let tables = order.iter().map(|&who| format!("[[combatants]]\n{}\n", combatants[who]));
        format!("system = \"{}\"\nname = \"Ties\"\n{head}\n{}", R::NAME, tables.collect::<String>())
    };
    let listed: Vec<Numbers> = orders(combatants.len()).iter().map(|order| numbers::<R>(&text(order), &[])).collect();
    let lots = ["rules.order_ties=random", "rules.target_ties=random"];
    let in_order: Vec<usize> = (0..combatants.len()).collect();
    let by_lot = numbers::<R>(&text(&in_order), &lots);
    let mut spread = 0.0_f64;
    for (name, found) in &by_lot {
        let of_each = || listed.iter().map(|numbers| numbers[name]);
        let mean = of_each().sum::<f64>() / listed.len() as f64;
        assert!(
            (found - mean).abs() < 1e-10 * mean.abs().max(1.0),
            "{name}: {found}, and {mean} over all orders\n{head}"
        );
        spread = spread.max(of_each().fold(f64::MIN, f64::max) - of_each().fold(f64::MAX, f64::min));
    }
    assert!(spread > 1e-3, "the order of the file hardly matters here: {spread}\n{head}");
}

const PIT: &str = r#"zones = [{ id = "pit" }]"#;

/// ZONES-05: Creatures act by lot.
#[test]
fn creatures_act_by_lot() {
    let hero = r#"id = "hero"
side = "party"
hp = 8
attributes = { str = 4, dex = 3 }
attacks = [{ id = "sword", kind = "melee", damage = "4" }]"#;
    let shaman = r#"id = "shaman"
side = "enemies"
hp = 4
skill = 1
attacks = [{ id = "hex", kind = "spell", test = "dex", dr = 15, hinder = "weakened" }, { id = "staff", kind = "melee", damage = "1" }]"#;
    let ogre = r#"id = "ogre"
side = "enemies"
hp = 6
skill = 1
attacks = [{ id = "club", kind = "melee", damage = "4" }]"#;
    assert_lots_are_orders::<Zones>(PIT, &[hero, shaman, ogre]);
    assert_lots_are_orders::<Zones>(
        &format!("{PIT}\nrules = {{ initiative = \"each_round\" }}"),
        &[hero, shaman, ogre],
    );
}

/// ZONES-04: with `initiative_ties = "dex"`, Characters of the same DEX act by lot.
#[test]
fn characters_of_the_same_dex_act_by_lot() {
    let head = format!("{PIT}\nrules = {{ initiative_ties = \"dex\", max_rounds = 3 }}");
    let witch = r#"id = "witch"
side = "party"
hp = 2
attributes = { str = 0, dex = 1 }
attacks = [{ id = "hex", kind = "spell", test = "dex", hinder = "weakened" }]"#;
    let hero = r#"id = "hero"
side = "party"
hp = 2
attributes = { str = 4, dex = 1 }
attacks = [{ id = "sword", kind = "melee", damage = "2" }]"#;
    let ogre = r#"id = "ogre"
side = "enemies"
hp = 4
skill = 1
attacks = [{ id = "club", kind = "melee", damage = "2" }]"#;
    assert_lots_are_orders::<Zones>(&head, &[witch, hero, ogre]);
}

/// Policies of `zones`: of the equally weak, strong and near one is chosen by lot, and so is whom a healer heals.
#[test]
fn targets_and_patients_of_zones_are_chosen_by_lot() {
    let ogre = |target: &str| {
        format!(
            "id = \"ogre\"\nside = \"enemies\"\nhp = 6\nskill = 1\ntarget = \"{target}\"
attacks = [{{ id = \"club\", kind = \"melee\", damage = \"2\" }}]"
        )
    };
    let fighter = |id: &str, damage: u32| {
        format!(
            "id = \"{id}\"\nside = \"party\"\nhp = 4\nattributes = {{ str = 2, dex = 1 }}
attacks = [{{ id = \"sword\", kind = \"melee\", damage = \"{damage}\" }}]"
        )
    };
    for target in ["weakest", "strongest", "focus"] {
        let [ogre, master, novice] = [ogre(target), fighter("master", 3), fighter("novice", 1)];
        assert_lots_are_orders::<Zones>(&format!("{PIT}\nrules = {{ max_rounds = 6 }}"), &[&master, &novice, &ogre]);
    }
    // Both are hurt alike by the ground, and the ogre in the other Zone shoots at random.
    let head = r#"rules = { max_rounds = 2 }
zones = [{ id = "pit", hazard = { affects = "party", test = "str", dr = 40, damage = "2" } }, { id = "far" }]"#;
    let medic = r#"id = "medic"
side = "party"
hp = 40
attributes = { str = 0, dex = 9 }
policy = "hold"
heal_below = 60
attacks = [{ id = "none", kind = "melee", damage = "0" }]
items = [{ id = "salve", heal = "2", stowed = false }]"#;
    let patient = |id: &str, attack: &str| {
        format!(
            "id = \"{id}\"\nside = \"party\"\nhp = 4\nattributes = {{ str = 2, dex = 1 }}\npolicy = \"hold\"\nattacks = [{attack}]"
        )
    };
    let archer = patient("archer", r#"{ id = "bow", kind = "ranged", damage = "1" }"#);
    let idler = patient("idler", r#"{ id = "none", kind = "melee", damage = "0" }"#);
    let target = "id = \"target\"\nside = \"enemies\"\nhp = 9\nskill = 0\nzone = \"far\"\npolicy = \"hold\"
attacks = [{ id = \"none\", kind = \"melee\", damage = \"0\" }]";
    assert_lots_are_orders::<Zones>(head, &[&archer, &idler, medic, target]);
}

/// ZONES-34, ZONES-37 (D17): free attacks come by lot, and so does the one of `free_attacks = "one"`.
#[test]
fn free_attacks_come_by_lot() {
    let head = |free_attacks: &str| {
        format!(
            "rules = {{ max_rounds = 2, enemies_begin_max = 6, free_attacks = \"{free_attacks}\" }}
zones = [{{ id = \"a\" }}, {{ id = \"b\", exit = \"enemies\" }}]"
        )
    };
    let thief = r#"id = "thief"
side = "enemies"
hp = 5
skill = 0
zone = "a"
policy = "retreat"
attacks = [{ id = "none", kind = "ranged", range = 1, damage = "0", hinder = "distracted" }]"#;
    let hero = r#"id = "hero"
side = "party"
hp = 5
attributes = { str = 2, dex = 2 }
attacks = [{ id = "sword", kind = "melee", damage = "3" }]"#;
    let wrestler = r#"id = "wrestler"
side = "party"
hp = 5
attributes = { str = 0, dex = 2 }
attacks = [{ id = "net", kind = "melee", damage = "1", hinder = "stuck", push = true }]"#;
    // Nobody disengages who is Distracted.
    let ground = r#"hazard = { affects = "enemies", hinder = "distracted", dr = 40 }"#;
    for free_attacks in ["each", "one"] {
        let head = head(free_attacks).replace("{ id = \"a\" }", &format!("{{ id = \"a\", {ground} }}"));
        assert_lots_are_orders::<Zones>(&head, &[hero, wrestler, thief]);
    }
}

/// ZONES-52 (D26): of several leaders, and of those with the highest Skill, one speaks by lot.
#[test]
fn spokesmen_are_found_by_lot() {
    let head =
        format!("{PIT}\nrules = {{ max_rounds = 2, morale_scope = \"side\", morale_triggers = [\"first_out\"] }}");
    let hero = r#"id = "hero"
side = "party"
hp = 9
attributes = { str = 9, dex = 9 }
target = "weakest"
attacks = [{ id = "sword", kind = "melee", damage = "1" }]"#;
    let goblin = |id: &str, hp: u32, skill: i32, leader: bool| {
        format!(
            "id = \"{id}\"\nside = \"enemies\"\nhp = {hp}\nskill = {skill}\nleader = {leader}\nattacks = [{{ id = \"k\", kind = \"melee\", damage = \"1\" }}]"
        )
    };
    let [weak, bold, timid] = [goblin("weak", 1, 0, false), goblin("bold", 5, 8, true), goblin("timid", 5, -4, true)];
    assert_lots_are_orders::<Zones>(&head, &[hero, &weak, &bold, &timid]);
}

/// A combatant of `wounds` without Stress; `keys` are more of its keys, a line each.
fn body(id: &str, side: &str, keys: &str) -> String {
    let usual = if keys.contains("stress =") { "" } else { "stress = 0\n" };
    format!("id = \"{id}\"\nside = \"{side}\"\n{usual}hd = \"1d8\"\ndefense_bonus = 1\nmorale = false\n{keys}")
}

fn blade(damage: u32) -> String {
    format!("attacks = [{{ id = \"blade\", damage = {damage}, critical_on = 21 }}]")
}

/// All act on the same count.
const AT_ONCE: &str = "initiative_die = 1";

#[track_caller]
fn assert_wounds(rules: &str, combatants: &[String]) {
    let combatants: Vec<&str> = combatants.iter().map(String::as_str).collect();
    assert_lots_are_orders::<Wounds>(&format!("[rules]\n{rules}\n"), &combatants);
}

/// WOUNDS-06, WOUNDS-21: of those on one count some move first, and come into the reach of the others.
#[test]
fn moves_of_a_count_come_by_lot() {
    let fighter = |id: &str, side: &str| body(id, side, &format!("speed = 2\npolicy = \"reckless\"\n{}", blade(10)));
    assert_wounds(
        &format!("{AT_ONCE}\nstart_distance = 3\nmax_rounds = 3"),
        &[fighter("hero", "party"), fighter("orc", "enemies")],
    );
}

/// WOUNDS-06: the results of a count take effect by lot: which of two hits passes the last Stress.
#[test]
fn results_of_a_count_come_by_lot() {
    let striker = |id: &str, damage: u32| body(id, "party", &format!("policy = \"reckless\"\n{}", blade(damage)));
    let monster = "id = \"monster\"\nside = \"enemies\"\nstress = 3\nhd = \"1d8\"\nstrength = 8\ndefense_bonus = 1\nmorale = true\nattacks = []";
    assert_wounds(
        &format!("{AT_ONCE}\nstart_distance = 1\nmax_rounds = 1\nmorale_outnumbered = \"off\"\nobvious_ratio = 0"),
        &[striker("light", 3), striker("heavy", 5), monster.to_owned()],
    );
}

/// WOUNDS-08: of those with the same Agility some declare first, and a `cautious` one knows what they have declared.
#[test]
fn equals_declare_by_lot() {
    let cautious = body(
        "cautious",
        "party",
        &format!("stress = 4\nstarting_stress = 1\ndefend_below = 60\npolicy = \"cautious\"\n{}", blade(4)),
    );
    let guard = body("guard", "enemies", &format!("policy = \"guard\"\n{}", blade(4)));
    assert_wounds(
        "start_distance = 1\nmax_rounds = 2\ndeclaration = \"agility\"\ninitiative_die = 2",
        &[cautious.clone(), guard.clone()],
    );
    assert_wounds(
        "start_distance = 1\nmax_rounds = 2\ndeclaration = \"initiative_modifier\"\ninitiative_die = 2",
        &[cautious, guard],
    );
}

/// WOUNDS-16: of those who arrive on one count some come first, and do not see the others.
#[test]
fn arrivals_of_a_count_come_by_lot() {
    let late = |id: &str, side: &str, position: i32, keys: &str| {
        body(id, side, &format!("enters_at = 3\nposition = {position}\nspeed = 0\n{keys}"))
    };
    let near = late("near", "enemies", 1, &format!("policy = \"reckless\"\n{}", blade(10)));
    let hero = late("hero", "party", 0, &format!("policy = \"reckless\"\n{}", blade(10)));
    let friend = body("friend", "party", "position = 20\nspeed = 0\nattacks = []");
    assert_wounds(&format!("{AT_ONCE}\nmax_rounds = 2"), &[hero, near, friend]);
}

/// WOUNDS-21: of those whose threat ranges begin at the same yard one strikes first.
#[test]
fn repostes_at_one_edge_come_by_lot() {
    let pike = |id: &str, damage: u32, bonus: i32| {
        body(
            id,
            "enemies",
            &format!(
                "speed = 0\ninitiative_modifier = 9\nattacks = [{{ id = \"pike\", reach = 3, damage = {damage}, bonus = {bonus}, critical_on = 21 }}]"
            ),
        )
    };
    let runner =
        body("runner", "party", &format!("stress = 3\npolicy = \"reckless\"\nfights_on = \"never\"\n{}", blade(10)));
    assert_wounds(
        &format!("{AT_ONCE}\nstart_distance = 8\nmax_rounds = 1"),
        &[runner, pike("sharp", 12, 4), pike("blunt", 13, 0)],
    );
}

/// Policies of `wounds`: of the equally near, and of the equally weak, one is struck by lot.
#[test]
fn targets_of_wounds_are_chosen_by_lot() {
    for targeting in ["nearest", "weakest", "finish"] {
        let orc = body("orc", "enemies", &format!("targeting = \"{targeting}\"\nstress = 4\n{}", blade(6)));
        let [master, novice] = [("master", 4), ("novice", 1)].map(|(id, damage)| body(id, "party", &blade(damage)));
        assert_wounds("start_distance = 1\nmax_rounds = 4\ninitiative_die = 2", &[master, novice, orc]);
    }
}

/// Targets in `wounds` of somebody between two who are equally near are drawn as well, behind those who have passed each
/// other, and with declared targets.
#[test]
fn the_nearest_on_either_hand_is_chosen_by_lot() {
    let orc =
        body("orc", "enemies", &format!("position = 5\nspeed = 4\npolicy = \"reckless\"\nstress = 3\n{}", blade(6)));
    let fighter = |id: &str, position: i32, damage: u32| {
        body(id, "party", &format!("position = {position}\nspeed = 0\n{}", blade(damage)))
    };
    for targets in ["free", "fixed"] {
        assert_wounds(
            &format!("max_rounds = 3\ninitiative_die = 2\ndeclared_targets = \"{targets}\""),
            &[fighter("left", 3, 5), fighter("right", 7, 1), orc.clone()],
        );
    }
}

/// WOUNDS-37, WOUNDS-43: of patients and allies in the same need one is helped by lot.
#[test]
fn who_is_helped_is_chosen_by_lot() {
    let fighter = |id: &str, damage: u32| body(id, "party", &format!("starting_wounds = 1\n{}", blade(damage)));
    let bearer = body(
        "bearer",
        "party",
        "initiative_modifier = -40\nattacks = []
items = [{ id = \"balm\", restores_wounds = 8, target = \"ally\", use_speed = 0 }]",
    );
    let orc = body("orc", "enemies", &format!("targeting = \"weakest\"\n{}", blade(5)));
    assert_wounds(
        "start_distance = 1\nmax_rounds = 2\ninitiative_die = 1",
        &[fighter("a", 4), fighter("b", 1), bearer, orc],
    );
    let dying = |id: &str, damage: u32| {
        body(id, "party", &format!("starting_wounds = -1\nfights_on = \"stabilised\"\n{}", blade(damage)))
    };
    let medic = body("medic", "party", "heal = 14\npolicy = \"medic\"\nattacks = []");
    let orc = body("orc", "enemies", "speed = 0\nattacks = []");
    assert_wounds(
        "start_distance = 1\nmax_rounds = 3\ninitiative_die = 2",
        &[dying("a", 4), dying("b", 1), medic, orc],
    );
}
