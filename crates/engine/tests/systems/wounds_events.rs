//! Events of `wounds` as programs read them: the JSON of the lines of a replay.

use std::collections::BTreeSet;

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::systems::wounds::Wounds;
use equipoise_engine::testing::{Played, limited, play, try_load_with};
use equipoise_engine::{EncounterIndex, Narrated, Seed, Workspace, fight};

const GALLERY: [&str; 4] = [
    include_str!("../../../../scenarios/wounds/barber-surgeon.toml"),
    include_str!("../../../../scenarios/wounds/bone-breaker.toml"),
    include_str!("../../../../scenarios/wounds/price-of-a-spell.toml"),
    include_str!("../../../../scenarios/wounds/warband.toml"),
];
const TABLES: [(&str, &str); 2] = [
    ("wounds-injuries-blade.csv", include_str!("../../../../scenarios/wounds/wounds-injuries-blade.csv")),
    ("wounds-injuries-blunt.csv", include_str!("../../../../scenarios/wounds/wounds-injuries-blunt.csv")),
];

/// Lines of shipped scenarios are objects that begin with their kind, and have no field that makes no sense.
#[test]
fn every_line_is_an_object_with_a_kind() {
    let mut kinds = BTreeSet::new();
    for text in GALLERY {
        let rules: Wounds = try_load_with(text, &TABLES, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(5)));
        for index in 0..40 {
            dice.start(EncounterIndex(index));
            let mut narrated = Narrated::default();
            fight(&rules, &mut workspace, &mut Recorded::new(dice.clone()), &mut narrated);
            for line in narrated.into_lines() {
                let event: serde_json::Value = serde_json::from_str(&line.event).expect("an event is JSON");
                let kind = event["kind"].as_str().unwrap_or_else(|| panic!("an event without a kind: {}", line.event));
                assert!(!line.event.contains("null"), "{}", line.event);
                kinds.insert(kind.to_owned());
            }
        }
    }
    let usual = "arm_roll bleeding count damage death declaration despair double_knockout down end flight full_defense harm \
                 heal_check initiative injury injury_number injury_roll intimidation item lost_action lost_turn \
                 morale_check move opening price recovery remedy rest return score_damage spell stabilised strain strike \
                 wavering winded";
    let missing: Vec<&str> = usual.split_whitespace().filter(|&kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "{missing:?} are not among {kinds:?}");
}

/// Checks the first event of a kind.
#[track_caller]
fn tells(played: &Played<Wounds>, kind: &str, fields: &str) {
    let start = format!("{{\"kind\":\"{kind}\"");
    let first = played.lines.iter().find(|line| line.event.starts_with(&start));
    assert_eq!(first.map(|line| line.event.as_str()), Some(format!("{start},{fields}}}").as_str()));
}

/// A strike that injures, then a spell: each has its price.
#[test]
fn events_are_told_as_json() {
    let text = r#"
        system = "wounds"
        name = "A limp for a hex"
        [rules]
        start_distance = 1
        injury_tables = { slashing = [{ roll = "1", name = "a limp", damage = "1d4+1", abilities = ["agility"] }] }
        [[combatants]]
        id = "hero"
        name = "The Hero"
        side = "party"
        hd = "1d8"
        stress = 9
        position = -7
        policy = "reckless"
        attacks = [{ id = "sabre", damage = "1d4+1", bonus = 3, critical_on = 20, stress_cost = 2, damage_type = "slashing" }]
        [[combatants]]
        id = "witch"
        side = "enemies"
        hd = "1d8"
        stress = 5
        mana = 1
        morale = false
        policy = "caster"
        spells = [{ id = "hex", tn = 10, mana = 3, damage = 1 }]
    "#;
    let played = play(&limited::<Wounds>(text, &[], 1), [1, 12, 20, 1, 1, 1, 3, 12]);
    let at_start =
        r#"{"who":"hero","position":-7,"stress":9,"wounds":10},{"who":"witch","position":1,"stress":5,"wounds":10}"#;
    tells(&played, "initiative", r#""who":"hero","faces":[1],"base_initiative":1"#);
    tells(&played, "opening", &format!(r#""present":[{at_start}],"to_come":[]"#));
    let sabre = r#""who":"hero","action":{"name":"attack","with":"sabre"}"#;
    tells(&played, "declaration", &format!(r#"{sabre},"count":1"#));
    tells(&played, "count", &format!(r#""count":1,"turns":[{{{sabre},"carried":false}}]"#));
    tells(&played, "move", r#""who":"hero","yards":7,"position":0,"crawls":false"#);
    tells(&played, "price", r#""who":"hero","mana":0,"mana_left":0,"stress":2,"stress_left":7"#);
    let strike = r#""who":"hero","target":"witch","occasion":"turn","attack":"sabre","attack_kind":"melee""#;
    tells(&played, "strike", &format!(r#"{strike},"roll":{{"faces":[20],"bonus":3}},"needed":10,"hits":true"#));
    let roll = r#""roll":{"dice":"1d4+1","faces":[1]}"#;
    tells(
        &played,
        "damage",
        &format!(r#"{roll},"multiplier":2,"armour":0,"armour_before_multiplier":false,"damage":4"#),
    );
    tells(&played, "injury_roll", r#""who":"witch","chance":4,"faces":[1],"injured":true,"has_table":true"#);
    tells(&played, "injury_number", r#""who":"witch","die":1,"faces":[1],"injury":"a limp""#);
    tells(&played, "score_damage", r#""roll":{"dice":"1d4+1","faces":[3]},"damage":4"#);
    tells(&played, "harm", r#""who":"witch","by":"hero","stress":0,"wounds":4,"left":{"stress":5,"wounds":6}"#);
    tells(
        &played,
        "injury",
        r#""who":"witch","injury":"a limp","scores":[{"score":"agility","left":6}],"wounds_left":6"#,
    );
    tells(
        &played,
        "spell",
        r#""who":"witch","target":"hero","spell":"hex","roll":{"faces":[12],"bonus":0},"needed":10,"works":true"#,
    );
    assert_eq!(played.lines.last().map(|line| line.event.as_str()), Some(r#"{"kind":"timeout"}"#));
}
