//! The declarations of combatants: each policy, and what comes before it. Targets are in `targeting.rs`.

use super::*;

/// The action that somebody declares in a round, and its count.
fn declared<'a>(played: &'a Played, round: u32, id: &str) -> &'a str {
    let said = played.said(round, &format!("{id} declares "));
    assert_eq!(said.len(), 1, "{}", played.narration(round));
    &said[0][format!("{id} declares ").len()..]
}

/// The action that a hero with Base Initiative 5 declares in round 1 against an orc on 9 that stays where it is, so
/// many yards away.
#[track_caller]
fn declares(rules: &[&str], hero: &str, orc: &str, distance: i32, faces: &[u32]) -> String {
    let text = scene("", &[member("hero", hero), enemy("orc", &format!("speed = 0\n{orc}"))]);
    let distance = format!("rules.start_distance={distance}");
    let played = one_round(&text, &[rules, &[&distance]].concat(), &[&[5, 9], faces].concat());
    declared(&played, 1, "hero").to_owned()
}

fn policy(policy: &str, tables: &[&str]) -> String {
    format!("policy = \"{policy}\"\n{}", attacks(tables))
}

/// A weapon that takes 1 and reaches three yards.
const PIKE: &str = "damage = 1, critical_on = 21, reach = 3";
const BOW: &str = "kind = \"ranged\", damage = 1, critical_on = 21";

/// WOUNDS-09: the chosen attack is the first usable one that reaches the nearest opponent on this turn; if none does, the
/// first usable one.
#[test]
fn the_first_attack_that_reaches_is_chosen() {
    let weapons = ["damage = 1, stress_cost = 1", SCRATCH, BOW];
    let chosen = |distance: i32, faces: &[u32]| declares(&[], &policy("reckless", &weapons), "", distance, faces);
    assert_eq!(chosen(11, &[1]), "a1, on count 5.", "the first costs Stress that it has not");
    assert_eq!(chosen(12, &[1]), "a2, on count 5.");
    assert_eq!(chosen(40, &[1]), "a2, on count 5.", "a bow reaches ten yards farther than its range");
    assert_eq!(chosen(41, &[]), "a1, on count 5.", "none reaches");
    assert_eq!(
        declares(&[], &policy("reckless", &weapons[..1]), "", 1, &[]),
        "Full-Defense, on count 4.",
        "none is usable"
    );
}

/// WOUNDS-12, WOUNDS-14, WOUNDS-22: `default` covers itself where it would enter a threat range, in a fight or at range, and
/// not when it throws; `reckless` never.
#[test]
fn default_covers_itself_where_it_would_provoke() {
    let (cover, plain) = ("Defensive Attack with a0, on count 6.", "a0, on count 5.");
    let pike = attacks(&[PIKE]);
    for (hero, orc, distance, faces, expected) in [
        (policy("default", &[SCRATCH]), pike.clone(), 10, &[1, 1][..], cover),
        (policy("skirmisher", &[SCRATCH]), pike.clone(), 10, &[1, 1], cover),
        (policy("reckless", &[SCRATCH]), pike.clone(), 10, &[1, 1, 1], plain),
        (policy("default", &[SCRATCH]), pike.clone(), 3, &[1, 1], plain),
        (policy("default", &[SCRATCH]), attacks(&[BOW]), 10, &[1, 1], plain),
        (policy("default", &[SCRATCH]), format!("surprised = true\n{pike}"), 10, &[1], plain),
        // With a range of 2 or 3 it shoots from within the pike's reach, with 4 from outside.
        (policy("default", &["kind = \"ranged\", damage = 1, range = 2"]), pike.clone(), 10, &[1, 1], cover),
        (policy("default", &["kind = \"ranged\", damage = 1, range = 3"]), pike.clone(), 10, &[1, 1], cover),
        (policy("default", &["kind = \"ranged\", damage = 1, range = 4"]), pike.clone(), 10, &[1], plain),
        (
            policy("default", &["kind = \"thrown\", damage = 1, range = 2"]),
            pike.clone(),
            10,
            &[1, 1, 1],
            "a0, on count 7.",
        ),
    ] {
        assert_eq!(declares(&[], &hero, &orc, distance, faces), expected, "{hero} {orc} {distance}");
    }
    let never = ["rules.reposte_on_entry=false"];
    assert_eq!(declares(&never, &policy("default", &[SCRATCH]), &pike, 10, &[1, 1]), plain);
    let full_defense = ["rules.entry_reposte_by=full_defense"];
    assert_eq!(declares(&full_defense, &policy("default", &[SCRATCH]), &pike, 10, &[1, 1]), plain);
}

/// WOUNDS-16, WOUNDS-21: with `entry_reposte_by = "full_defense"` a newcomer covers itself once the guard's Full-Defense is
/// in force, which is on 8.
#[test]
fn cover_is_sought_from_full_defense_in_force() {
    let text = |at: i32| {
        let combatants = [
            member("hero", &rooted(&[SCRATCH])),
            enemy("orc", &format!("policy = \"guard\"\nposition = 30\n{}", rooted(&[SCRATCH]))),
            member("friend", &format!("enters_at = {at}\nposition = 22\n{}", policy("default", &[SCRATCH]))),
        ];
        scene("entry_reposte_by = \"full_defense\"", &combatants)
    };
    let played = one_round(&text(2), &[], &[12, 9, 6, 1]);
    assert_eq!((declared(&played, 1, "friend"), played.metric("repostes")), ("a0, on count 6.", 0));
    // Its attack on 11 is answered, its move is not.
    let played = one_round(&text(9), &[], &[12, 9, 10, 1, 1]);
    assert_eq!(declared(&played, 1, "friend"), "Defensive Attack with a0, on count 11.");
    assert!(played.applied(1, "WOUNDS-19") && !played.named("WOUNDS-21"));
}

/// WOUNDS-14: `defensive` covers every attack that reaches, and advances where none does; it throws plainly.
#[test]
fn defensive_is_always_covered() {
    let hero = |tables: &[&str]| policy("defensive", tables);
    let blunt = "damage = 1, weapon_speed = 4";
    assert_eq!(declares(&[], &hero(&[blunt]), "", 1, &[1]), "Defensive Attack with a0, on count 10.");
    assert_eq!(declares(&[], &hero(&[blunt]), "", 11, &[1]), "Defensive Attack with a0, on count 10.");
    assert_eq!(declares(&[], &hero(&[blunt]), "", 12, &[]), "a covered advance, on count 6.");
    assert_eq!(declares(&[], &hero(&[BOW]), "", 20, &[1]), "Defensive Attack with a0, on count 6.");
    let knife = "kind = \"thrown\", damage = 1";
    assert_eq!(declares(&[], &hero(&[knife]), "", 20, &[1]), "a0, on count 7.");
    assert_eq!(declares(&[], &hero(&[knife]), "", 21, &[]), "a covered advance, on count 6.");
    assert_eq!(declares(&[], &hero(&["damage = 1, stress_cost = 1"]), "", 1, &[]), "Full-Defense, on count 4.");
}

/// WOUNDS-14, WOUNDS-24: an advance leads to the nearest opponent, as near as the first usable attack needs.
#[test]
fn an_advance_leads_to_the_nearest() {
    let hero =
        format!("speed = 6\ntargeting = \"weakest\"\n{}", policy("defensive", &["damage = 1, stress_cost = 1", PIKE]));
    let weak = enemy("weak", "strength = 2\nposition = -20");
    let text = scene("", &[member("hero", &hero), enemy("orc", "position = 14"), weak]);
    let played = rounds(2, &text, &[], &[5, 9, 9, 1]);
    let positions: Vec<i32> = played.states.iter().map(|state| state.bodies[0].position).collect();
    assert_eq!((positions, played.metric("defensive_attacks")), (vec![0, 6, 11], 2));
    assert_eq!(declared(&played, 2, "hero"), "Defensive Attack with a1, on count 6.");
    assert!(played.applied(1, "WOUNDS-14") && played.applied(1, "WOUNDS-24"));
}

/// WOUNDS-13: `cautious` defends itself below `defend_below` percent of its Stress, not at it.
#[test]
fn cautious_defends_itself_when_low_on_stress() {
    for (rules, max, stress, is_worried) in [
        (&[][..], 100, 32, true),
        (&[], 100, 33, false),
        (&[], 0, 0, false),
        (&["combatants.hero.defend_below=60"], 10, 5, true),
        (&["combatants.hero.defend_below=60"], 10, 6, false),
        (&["combatants.hero.defend_below=0"], 10, 0, false),
        (&["combatants.hero.defend_below=100"], 10, 9, true),
        (&["combatants.hero.defend_below=100"], 10, 10, false),
    ] {
        let hero = format!("stress = {max}\nstarting_stress = {stress}\n{}", policy("cautious", &[SCRATCH]));
        let (faces, expected): (&[u32], _) =
            if is_worried { (&[], "Full-Defense, on count 4.") } else { (&[1], "a0, on count 5.") };
        assert_eq!(declares(rules, &hero, "", 1, faces), expected, "{rules:?} {stress} of {max}");
    }
    // Otherwise it is as `default`.
    let calm = policy("cautious", &[SCRATCH]);
    assert_eq!(declares(&[], &calm, &attacks(&[PIKE]), 10, &[1, 1]), "Defensive Attack with a0, on count 6.");
}

/// WOUNDS-13, WOUNDS-15: never twice in a row; a round of waiting lies between, too.
#[test]
fn cautious_defends_itself_every_other_time() {
    let hero = format!("stress = 10\nstarting_stress = 0\nspeed = 0\n{}", policy("cautious", &[SCRATCH]));
    let text = scene("", &[member("hero", &hero), enemy("orc", &rooted(&[SCRATCH]))]);
    let played = rounds(4, &text, &["rules.start_distance=9"], &[5, 9]);
    let declarations: Vec<&str> = (1..=4).map(|round| declared(&played, round, "hero")).collect();
    assert_eq!(declarations, ["Full-Defense, on count 4.", "a0, on count 5."].repeat(2));
    // The friend drops the orc; in round 2 nobody is there, in round 3 another comes.
    let friend = member("friend", &rooted(&[EVEN]));
    let ork = enemy("ork", &format!("enters_round = 3\nposition = 9\n{}", rooted(&[SCRATCH])));
    let text = scene("", &[member("hero", &hero), friend, enemy("orc", &rooted(&[SCRATCH])), ork]);
    let played = rounds(3, &text, &[], &[5, 3, 9, 11, 8]);
    assert_eq!([1, 3].map(|round| declared(&played, round, "hero")), ["Full-Defense, on count 4."; 2]);
    assert!(played.said(2, "declares").is_empty());
}

/// WOUNDS-13: `cautious` strikes at those who are all surprised, and defends itself when one is not.
#[test]
fn cautious_does_not_fear_the_surprised() {
    let hero = format!("stress = 10\nstarting_stress = 0\n{}", policy("cautious", &[SCRATCH]));
    for (surprised, faces, expected) in
        [("true", &[5, 9, 9, 1][..], "a0, on count 5."), ("false", &[5, 9, 9], "Full-Defense, on count 4.")]
    {
        let combatants = [
            member("hero", &hero),
            enemy("orc", &format!("surprised = true\n{}", rooted(&[SCRATCH]))),
            enemy("ork", &format!("surprised = {surprised}\nposition = 9\n{}", rooted(&[SCRATCH]))),
        ];
        assert_eq!(declared(&one_round(&scene("", &combatants), &[], faces), 1, "hero"), expected);
    }
}

/// WOUNDS-13: `guard` defends itself in every round.
#[test]
fn guards_defend_themselves_every_round() {
    let text = scene("", &[member("hero", &policy("guard", &[SCRATCH])), enemy("orc", &rooted(&[SCRATCH]))]);
    let played = rounds(3, &text, &[], &[5, 9, 1, 11, 1, 11, 1, 1]);
    assert_eq!(
        (1..=3).map(|round| declared(&played, round, "hero")).collect::<Vec<_>>(),
        ["Full-Defense, on count 4."; 3]
    );
    assert_eq!((played.metric("full_defenses"), played.metric("repostes"), played.metric("reposte_hits")), (3, 3, 2));
    assert_eq!((played.metric("strikes"), played.wound_points()), (6, vec![10, 8]));
}

/// WOUNDS-10: `caster` casts the first spell that it can pay and that reaches, otherwise it is as `default`.
#[test]
fn casters_cast_the_first_spell_that_they_can() {
    let hero = |mana: u32| {
        let spells = "spells = [{ id = \"bolt\", tn = 14, damage = 1, mana = 4, range = 30 }, { id = \"hex\", tn = 12, damage = 1, mana = 2, range = 10 }]";
        format!("mana = {mana}\n{}\n{spells}", policy("caster", &[SCRATCH]))
    };
    for (mana, distance, faces, expected) in [
        (4, 40, &[1][..], "the spell bolt, on count 9."),
        (4, 41, &[], "a0, on count 5."),
        (3, 20, &[1], "the spell hex, on count 7."),
        (3, 21, &[], "a0, on count 5."),
        (1, 5, &[1], "a0, on count 5."),
    ] {
        assert_eq!(declares(&[], &hero(mana), "", distance, faces), expected, "{mana} {distance}");
    }
    assert_eq!(declares(&[], &hero(0), &attacks(&[PIKE]), 10, &[1, 1]), "Defensive Attack with a0, on count 6.");
}

/// Whether a medic with these keys declares a Heal check (on 11), and for whom, with these others of its side.
#[track_caller]
fn attends(keys: &str, others: &[String], faces: &[u32]) -> Option<String> {
    let medic = member("medic", &format!("heal = -40\n{keys}\n{}", policy("medic", &[SCRATCH])));
    let orc = enemy("orc", &format!("position = 60\n{}", rooted(&[SCRATCH])));
    let played = one_round(&scene("", &[&[medic], others, &[orc]].concat()), &[], faces);
    let has_declared = declared(&played, 1, "medic") == "a Heal check, on count 11.";
    let patient = played.said(1, "medic attends ").first().map(ToString::to_string);
    assert!(has_declared || patient.is_none());
    patient.map(|line| line["medic attends ".len()..].split(':').next().unwrap_or_default().to_owned())
}

/// WOUNDS-15: `medic` tends who is Dying, or Incapacitated unless that one never fights on; nobody else.
#[test]
fn medics_tend_the_dying_and_the_incapacitated() {
    for (keys, is_patient) in [
        ("starting_wounds = -1", true),
        ("starting_wounds = 0", true),
        ("starting_wounds = 0\nfights_on = \"always\"", true),
        ("starting_wounds = 0\nfights_on = \"never\"", false),
        ("starting_wounds = -1\nfights_on = \"never\"", true),
        ("starting_wounds = 1", false),
    ] {
        let faces: &[u32] = if is_patient { &[5, 5, 9, 1] } else { &[5, 5, 9] };
        let attended = attends("", &[member("friend", keys)], faces);
        assert_eq!(attended.as_deref(), is_patient.then_some("friend"), "{keys}");
    }
    // A newcomer is no patient before it comes, nor is the medic itself one.
    assert_eq!(attends("", &[member("friend", "starting_wounds = -1\nenters_at = 12")], &[5, 9, 1]), None);
    let dying = "starting_wounds = -1\nfights_on = \"always\"\nspeed = 0";
    assert_eq!(attends(dying, &[], &[5, 9]), None);
}

/// WOUNDS-15: with `heal_self` the medic is one as well.
#[test]
fn medics_may_tend_themselves() {
    let medic = member(
        "medic",
        &format!("heal = 0\nstarting_wounds = -1\nfights_on = \"always\"\n{}", policy("medic", &[SCRATCH])),
    );
    let text = scene("heal_self = true", &[medic, enemy("orc", &rooted(&[SCRATCH]))]);
    let played = one_round(&text, &["rules.start_distance=60"], &[5, 9, 1]);
    assert_eq!(declared(&played, 1, "medic"), "a Heal check, on count 11.");
    assert_eq!(played.said(1, "attends").len(), 1);
}

/// WOUNDS-15, WOUNDS-25: among patients within a move and a yard who is nearest to death, then the nearest, then in listed
/// order; if none is so near, the nearest.
#[test]
fn medics_go_to_the_worst_patient_in_reach() {
    let at = |id: &str, position: i32, keys: &str| member(id, &format!("position = {position}\n{keys}"));
    let two = |first: [&str; 2], positions: [i32; 2]| {
        [at("first", positions[0], first[0]), at("second", positions[1], first[1])]
    };
    // Strength 10 at -3 has 7 left, Strength 5 at -1 has 4.
    let (seven, four) = ("starting_wounds = -3", "strength = 5\nstarting_wounds = -1");
    for (keys, positions, patient) in [
        ([seven, four], [2, 11], Some("second")),
        ([four, seven], [11, 2], Some("first")),
        ([seven, four], [2, 12], Some("first")),
        ([four, four], [4, 3], Some("second")),
        ([four, four], [-3, 3], Some("first")),
        ([four, seven], [14, 13], None),
    ] {
        let faces: &[u32] = if patient.is_some() { &[5, 5, 5, 9, 1] } else { &[5, 5, 5, 9] };
        assert_eq!(attends("", &two(keys, positions), faces).as_deref(), patient, "{keys:?} {positions:?}");
    }
    // Nobody is in reach: it runs towards the nearest.
    let medic = member("medic", "policy = \"medic\"\nheal = 0");
    let others = two([four, seven], [14, -13]);
    let text = scene("", &[&[medic], &others[..], &[enemy("orc", "position = 60")]].concat());
    assert_eq!(one_round(&text, &[], &[5, 5, 5, 9]).positions()[0], -10);
}

/// WOUNDS-15: a medic without a patient is as `default`; without an opponent it still looks for one.
#[test]
fn medics_fight_and_tend() {
    let medic = format!("heal = 0\n{}", policy("medic", &[SCRATCH]));
    assert_eq!(declares(&[], &medic, &attacks(&[PIKE]), 10, &[1, 1]), "Defensive Attack with a0, on count 6.");
    let late = enemy("orc", &format!("enters_round = 2\n{}", rooted(&[SCRATCH])));
    let combatants = [member("medic", &medic), member("friend", "starting_wounds = -1\nworst_wound = 1"), late];
    let played = rounds(2, &scene("", &combatants), &["combatants.orc.position=60"], &[5, 5, 20, 9]);
    assert_eq!(declared(&played, 1, "medic"), "a Heal check, on count 11.");
    assert_eq!((played.metric("stabilisations"), declared(&played, 2, "medic")), (1, "a0, on count 5."));
}

/// WOUNDS-15: `intimidator` threatens the nearest who has morale within a move and `intimidate_range`, otherwise it is as
/// `default`.
#[test]
fn intimidators_threaten_who_has_morale() {
    let hero = format!("intimidation = 0\n{}", policy("intimidator", &[SCRATCH]));
    let at = |id: &str, position: i32, morale: bool| {
        enemy(id, &format!("morale = {morale}\nposition = {position}\n{}", rooted(&[SCRATCH])))
    };
    let knobs = "obvious_ratio = 0\nmorale_outnumbered = \"off\"";
    for (orcs, threatened) in [
        ([at("bold", 12, false), at("timid", 18, true)], Some("timid")),
        ([at("timid", 15, true), at("near", 14, true)], Some("near")),
        ([at("timid", 15, true), at("near", -15, true)], Some("timid")),
        ([at("bold", 12, false), at("timid", 21, true)], None),
    ] {
        let faces: &[u32] = if threatened.is_some() { &[5, 9, 9, 1, 1, 1, 1] } else { &[5, 9, 9] };
        let played = one_round(&scene(knobs, &[&[member("hero", &hero)], &orcs[..]].concat()), &[], faces);
        let said = threatened.map(|id| format!("hero intimidates {id}: 1 + 0 = 1 to reach."));
        assert_eq!(played.said(1, "intimidates").first().map(ToString::to_string), said);
        let expected = if threatened.is_some() { "an Intimidation check, on count 5." } else { "a0, on count 5." };
        assert_eq!(declared(&played, 1, "hero"), expected);
    }
    assert_eq!(declares(&[], &hero, &attacks(&[PIKE]), 10, &[1, 1]), "Defensive Attack with a0, on count 6.");
}

/// WOUNDS-11: before its policy a combatant uses the first item that it has and that would restore what it lacks.
#[test]
fn items_come_before_the_policy() {
    let items = "items = [\
        { id = \"tea\", restores_stress = 2 }, \
        { id = \"salve\", restores_wounds = 3, uses = 2 }, \
        { id = \"elixir\", restores_stress = 1, restores_wounds = 1, use_below = 50 }]";
    for (stress, wounds, faces, expected) in [
        (32, 4, &[][..], "the item tea, on count 11."),
        (33, 4, &[1], "the item elixir, on count 11."),
        (50, 3, &[], "the item salve, on count 11."),
        (50, 5, &[1], "a0, on count 5."),
        (49, 10, &[], "the item elixir, on count 11."),
        (50, 4, &[], "the item elixir, on count 11."),
    ] {
        let hero = format!(
            "stress = 100\nstarting_stress = {stress}\nstarting_wounds = {wounds}\n{}\n{items}",
            policy("reckless", &[SCRATCH])
        );
        let faces = if expected.starts_with("the item") { &[] } else { faces };
        assert_eq!(declares(&[], &hero, "", 1, faces), expected, "{stress} {wounds}");
    }
    // A salve does not restore the Stress that the hero lacks.
    let hero = format!(
        "stress = 9\nstarting_stress = 0\n{}\nitems = [{{ id = \"salve\", restores_wounds = 3 }}]",
        policy("reckless", &[SCRATCH])
    );
    assert_eq!(declares(&[], &hero, "", 1, &[1]), "a0, on count 5.");
    // Two salves, and then no more; `guard` is no exception.
    let hero = format!(
        "starting_wounds = -9\nfights_on = \"always\"\n{}\n{}",
        policy("guard", &[SCRATCH]),
        &items.replace("stress = 2", "stress = 0")
    );
    let text = scene("strain_wounds = 0\ndying_wounds = 0", &[member("hero", &hero), enemy("orc", "")]);
    let played = rounds(4, &text, &[], &[5, 9]);
    let expected = [
        "the item salve, on count 11.",
        "the item salve, on count 11.",
        "the item elixir, on count 11.",
        "Full-Defense, on count 4.",
    ];
    assert_eq!([1, 2, 3, 4].map(|round| declared(&played, round, "hero")), expected);
    assert_eq!(played.wound_points()[0], -2);
}

/// WOUNDS-11: without an opponent on the field nobody uses anything.
#[test]
fn nobody_drinks_before_the_fight() {
    let hero =
        format!("starting_wounds = 1\nitems = [{{ id = \"salve\", restores_wounds = 3 }}]\n{}", rooted(&[SCRATCH]));
    let late = enemy("orc", &format!("enters_round = 2\n{}", rooted(&[SCRATCH])));
    let played = rounds(2, &scene("", &[member("hero", &hero), late]), &[], &[5, 9, 1]);
    assert_eq!((played.counts(1), played.counts(2)[1]), (vec![], "11: hero, the item salve."));
}

/// WOUNDS-14, WOUNDS-24: an advance leads as near as the first attack needs that is usable on the turn; without one, to a
/// yard.
#[test]
fn an_advance_after_the_loss_of_an_arm() {
    let hammer = "damage = 1, damage_type = \"blunt\", critical_multiplier = 1, reach = 4";
    for (weapons, face, position) in [
        (&[PIKE, "damage = 1, reach = 2, hand = \"off\""][..], &[1][..], 1),
        (&[PIKE, "damage = 1, reach = 2, hand = \"off\""], &[20, 1, 9, 1, 1], 2),
        (&[PIKE], &[20, 1, 9, 1, 1], 3),
    ] {
        let hero = format!("speed = 6\n{}", policy("defensive", weapons));
        let text = scene("", &[member("hero", &hero), enemy("orc", &attacks(&[hammer]))]);
        // The orc comes to 4 first, and strikes.
        let played = one_round(&text, &["rules.start_distance=14"], &[&[5, 2][..], face].concat());
        assert_eq!(played.positions(), [position, 4], "{weapons:?}");
        assert_eq!(declared(&played, 1, "hero"), "a covered advance, on count 6.");
    }
}
