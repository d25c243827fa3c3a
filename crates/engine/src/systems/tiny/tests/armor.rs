//! Armor, what it takes off and what it costs, and fighting without a weapon: TINY-27 to TINY-33, with the decisions D9
//! to D14, D22 and D24.

use super::*;

/// A weapon that takes more than any armor here.
const AXE: &str = r#"{ id = "axe", kind = "heavy_melee", damage = 5 }"#;
const FISTS: &str = r#"{ id = "fists", kind = "unarmed" }"#;
/// Fists that somebody trained does not use.
const SOFT_FISTS: &str = r#"{ id = "fists", kind = "unarmed", damage = 0 }"#;

const TRAINED: &str = "traits = [\"armor_training\"]";
const MEDIUM: &str = "armor = \"medium\"";
/// Heavy armor can be worn by anybody, and is light enough.
const WORN: &str = "rules.heavy_armor_unqualified=disadvantage";

/// One turn of a hero's with a weapon, then one of an orc of 9 HP that does nothing; both with more keys.
#[track_caller]
fn blow(weapon: &str, hero: &str, orc: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let text = scene("", &[member("hero", 4, 0, &[weapon], hero), enemy("orc", 9, 5, &[STICK], orc)]);
    play(&limited(&text, overrides, 1), party_first(faces))
}

/// The HP that an axe takes off armor that holds, or does not.
#[track_caller]
fn axe_takes(orc: &str, overrides: &[&str], holds: bool) -> i16 {
    let second = if holds { MISS } else { HIT };
    let played = blow(AXE, "", orc, overrides, &[HIT, PLAIN, second].concat());
    assert_eq!((played.metric("dr_tests"), played.metric("dr_overcome")), (1, u32::from(!holds)));
    let taken = 9 - played.hp()[1];
    assert_eq!(played.metric("damage_absorbed"), 5 - taken as u32);
    taken
}

/// TINY-27: light armor takes off 1, `light_armor_dr`, unless a second test overcomes it; none takes nothing off,
/// without a second test.
#[test]
fn light_armor_takes_off_1() {
    let light = "armor = \"light\"";
    assert_eq!((axe_takes(light, &[], true), axe_takes(light, &[], false)), (4, 5));
    let others = ["rules.medium_armor_dr=7", "rules.heavy_armor_dr=8"];
    assert_eq!(axe_takes(light, &[&["rules.light_armor_dr=2"], others.as_slice()].concat(), true), 3);
    for (orc, overrides) in [("armor = \"none\"", &[][..]), (light, &["rules.light_armor_dr=0"])] {
        let played = blow(AXE, "", orc, overrides, &[HIT, PLAIN].concat());
        assert_eq!((played.hp()[1], played.metric("dr_tests")), (4, 0));
    }
    assert!(blow(AXE, "", light, &[], &[HIT, PLAIN, MISS].concat()).applied(1, "TINY-27"));
}

/// TINY-27: anybody wears light armor without any loss, whatever the untrained lose in other armor.
#[test]
fn light_armor_asks_for_nothing() {
    let played = blow(KNIFE, "armor = \"light\"", "", &["rules.untrained_armor_penalty=all"], &[HIT, PLAIN].concat());
    assert_eq!(played.hp(), [4, 8]);
}

/// TINY-28: medium armor takes off 2, `medium_armor_dr`, worn well or not.
#[test]
fn medium_armor_takes_off_2() {
    for orc in [MEDIUM, &format!("{MEDIUM}\n{TRAINED}")] {
        assert_eq!((axe_takes(orc, &[], true), axe_takes(orc, &[], false)), (3, 5));
        let others = ["rules.light_armor_dr=7", "rules.heavy_armor_dr=8"];
        assert_eq!(axe_takes(orc, &[&["rules.medium_armor_dr=3"], others.as_slice()].concat(), true), 2);
    }
    assert!(blow(AXE, "", MEDIUM, &[], &[HIT, PLAIN, MISS].concat()).applied(1, "TINY-28"));
}

/// TINY-29: heavy armor takes off 3, `heavy_armor_dr`.
#[test]
fn heavy_armor_takes_off_3() {
    let heavy = "armor = \"heavy\"\ntraits = [\"armor_training\", \"strong\"]";
    assert_eq!((axe_takes(heavy, &[], true), axe_takes(heavy, &[], false)), (2, 5));
    let others = ["rules.light_armor_dr=7", "rules.medium_armor_dr=8"];
    assert_eq!(axe_takes(heavy, &[&["rules.heavy_armor_dr=4"], others.as_slice()].concat(), true), 1);
    assert!(blow(AXE, "", heavy, &[], &[HIT, PLAIN, MISS].concat()).applied(1, "TINY-29"));
}

/// By penalty for the untrained: how many of the three kinds of tests are at disadvantage, attacks first, then evading
/// and extricating oneself, then tests of medics and of the dying.
const PENALTIES: [(&str, usize); 4] = [("none", 0), ("attack", 1), ("physical", 2), ("all", 3)];

/// By penalty: overrides that say so, and whether tests of a kind are at disadvantage.
fn penalties(kind: usize) -> impl Iterator<Item = (String, bool)> {
    PENALTIES
        .into_iter()
        .map(move |(penalty, kinds)| (format!("rules.untrained_armor_penalty={penalty}"), kind < kinds))
}

/// A success with as many dice as a normal test has, or one at disadvantage.
const fn success(is_hindered: bool) -> &'static [u32] {
    if is_hindered { &[5] } else { &[4, 5] }
}

/// The same for a failure.
const fn failure(is_hindered: bool) -> &'static [u32] {
    if is_hindered { &[4] } else { &[4, 4] }
}

/// TINY-28 (D12): without training attack tests are at disadvantage, and second tests with them, unless the penalty is
/// `none`; with training they never are.
#[test]
fn the_untrained_attack_at_disadvantage() {
    for (penalty, is_hindered) in penalties(0) {
        let faces = [success(is_hindered), &PLAIN, failure(is_hindered)].concat();
        let played = blow(AXE, MEDIUM, "armor = \"light\"", &[&penalty], &faces);
        assert_eq!(played.hp(), [4, 5], "{penalty}");
        let trained = format!("{MEDIUM}\n{TRAINED}");
        blow(AXE, &trained, "armor = \"light\"", &[&penalty], &[success(false), &PLAIN, failure(false)].concat());
    }
    let strong = format!("{MEDIUM}\ntraits = [\"strong\"]");
    blow(AXE, &strong, "", &[], &[5, 6, 5]);
}

/// TINY-28, TINY-03: mastery and the armor make a normal test, of the attack and against DR.
#[test]
fn mastery_makes_up_for_armor() {
    let axe = r#"{ id = "axe", kind = "heavy_melee", damage = 5, proficiency = "mastery" }"#;
    blow(axe, MEDIUM, "armor = \"light\"", &[], &[HIT, PLAIN, HIT].concat());
    blow(axe, MEDIUM, "armor = \"light\"", &["rules.mixed_tests=disadvantage_wins"], &[5, 6, 5, 5]);
}

/// TINY-28 (D12): without training evade tests are at disadvantage with `physical` and `all`.
#[test]
fn the_untrained_evade_at_disadvantage() {
    for (penalty, is_hindered) in penalties(1) {
        for keys in [MEDIUM, &format!("{MEDIUM}\n{TRAINED}")] {
            let is_hindered = is_hindered && keys == MEDIUM;
            let hero = member("hero", 4, 0, &[STICK], keys);
            let text = scene("", &[hero, enemy("orc", 4, 5, &[KNIFE], "")]);
            let rules = limited(&text, &[&penalty, "rules.medium_armor_dr=0"], 1);
            let evaded = play(&rules, party_first(&[&HIT, success(is_hindered)].concat()));
            assert_eq!((evaded.hp(), evaded.metric("evaded")), (vec![4, 4], 1), "{penalty}");
            let hit = play(&rules, party_first(&[&HIT, failure(is_hindered), &PLAIN].concat()));
            assert_eq!((hit.hp(), hit.metric("evaded")), (vec![3, 4], 0), "{penalty}");
        }
    }
}

/// TINY-28 (D12): without training tests to extricate oneself are at disadvantage with `physical` and `all`.
#[test]
fn the_untrained_extricate_themselves_at_disadvantage() {
    for (penalty, is_hindered) in penalties(1) {
        for keys in [MEDIUM, &format!("{MEDIUM}\n{TRAINED}")] {
            let is_hindered = is_hindered && keys == MEDIUM;
            let keys = format!("{keys}\npolicy = \"skirmisher\"");
            let out = blow(BOW, &keys, "", &[&penalty], success(is_hindered));
            assert_eq!((out.positions(), out.metric("extricated")), (vec![-25, 5], 1), "{penalty}");
            let held = blow(BOW, &keys, "", &[&penalty], failure(is_hindered));
            assert_eq!((held.positions(), held.metric("extricated")), (vec![0, 5], 0), "{penalty}");
        }
    }
}

/// A patient of 1 HP, whom an orc fells first, then a healer's turn; both with more keys. What is still due is rolled
/// in the aftermath, in which the patient comes before the healer.
#[track_caller]
fn sickbed(patient: &str, healer: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let healer = member("healer", 4, -5, &[STICK], &format!("policy = \"medic\"\n{healer}"));
    let text = scene("", &[member("patient", 1, 0, &[STICK], patient), healer, enemy("orc", 4, 5, &[KNIFE], "")]);
    play(&limited(&text, overrides, 1), in_order(&[1, 2, 0], &[&HIT, &PLAIN, faces].concat()))
}

/// TINY-28, TINY-40 (D12): without training medic tests are at disadvantage with `all` alone.
#[test]
fn the_untrained_attend_at_disadvantage() {
    for (penalty, is_hindered) in penalties(2) {
        let healer = format!("{MEDIUM}\ntraits = [\"medic\"]");
        let played = sickbed("", &healer, &[&penalty], &[success(is_hindered), &[4, 4, 5]].concat());
        assert_eq!(played.metric("medic_successes"), 1, "{penalty}");
        let trained = format!("{MEDIUM}\ntraits = [\"medic\", \"armor_training\"]");
        let played = sickbed("", &trained, &[&penalty], &[success(false), &[4, 4, 5]].concat());
        assert_eq!(played.metric("medic_successes"), 1, "{penalty}");
    }
}

/// TINY-28, TINY-35 (D12): without training stabilization tests are at disadvantage with `all` alone, which a medic's
/// help makes normal.
#[test]
fn the_untrained_are_stabilized_at_disadvantage() {
    let (healer, easy) = ("traits = [\"medic\"]", "rules.medium_armor_dr=0");
    for (penalty, is_hindered) in penalties(2) {
        for keys in [MEDIUM, &format!("{MEDIUM}\n{TRAINED}")] {
            let is_hindered = is_hindered && keys == MEDIUM;
            let alone = sickbed(keys, healer, &[&penalty, easy], &[&MISS, success(is_hindered)].concat());
            assert_eq!(alone.metric("stabilized"), 1, "{penalty}");
            let with_help: &[u32] = if is_hindered { &[4, 5] } else { &[4, 4, 5] };
            let helped = sickbed(keys, healer, &[&penalty, easy], &[&HIT, with_help].concat());
            assert_eq!(helped.metric("stabilized"), 1, "{penalty}");
        }
    }
    let overrides = ["rules.untrained_armor_penalty=all", easy, "rules.mixed_tests=disadvantage_wins"];
    assert_eq!(sickbed(MEDIUM, healer, &overrides, &[4, 5, 5]).metric("stabilized"), 1);
    let one_step = ["rules.untrained_armor_penalty=all", easy, "rules.medic_effect=one_step"];
    let played = sickbed(MEDIUM, healer, &one_step, &[4, 5, 4, 4, 4]);
    assert_eq!(played.ends[0], EndState::Dead, "2 dice, then 1: each a level better, and the armor");
}

/// TINY-29 (D13): heavy armor without both of its traits, where it may be worn, is like medium armor without training.
#[test]
fn the_unqualified_wear_heavy_armor_at_disadvantage() {
    for (traits, is_qualified) in [
        ("[]", false),
        ("[\"armor_training\"]", false),
        ("[\"strong\"]", false),
        ("[\"armor_training\", \"strong\"]", true),
    ] {
        let hero = format!("armor = \"heavy\"\ntraits = {traits}");
        for (penalty, is_hindered) in penalties(0) {
            let is_hindered = is_hindered && !is_qualified;
            let played = blow(KNIFE, &hero, "", &[WORN, &penalty], &[success(is_hindered), &PLAIN].concat());
            assert_eq!(played.hp(), [4, 8], "{traits} {penalty}");
        }
        for (penalty, is_hindered) in penalties(1) {
            let is_hindered = is_hindered && !is_qualified;
            let hero = format!("{hero}\npolicy = \"skirmisher\"");
            let played = blow(BOW, &hero, "", &[WORN, &penalty], success(is_hindered));
            assert_eq!(played.positions(), [-20, 5], "{traits} {penalty}");
        }
        for (penalty, is_hindered) in penalties(2) {
            let is_hindered = is_hindered && !is_qualified;
            let overrides = [WORN, "rules.heavy_armor_dr=0", &penalty];
            let played = sickbed(&hero, "traits = [\"medic\"]", &overrides, &[&MISS, success(is_hindered)].concat());
            assert_eq!(played.metric("stabilized"), 1, "{traits} {penalty}");
        }
    }
}

/// TINY-29: what is allowed to the unqualified in heavy armor costs nobody else anything.
#[test]
fn the_unqualified_are_those_in_heavy_armor() {
    for armor in ["none", "light"] {
        let played = blow(KNIFE, &format!("armor = \"{armor}\""), "", &[WORN], &[HIT, PLAIN].concat());
        assert_eq!(played.hp(), [4, 8], "{armor}");
    }
}

/// The hero, in heavy armor and with more keys, moves; nobody else does, and no die is rolled.
#[track_caller]
fn marches(hero: &str, weapon: &str, orc: i32, overrides: &[&str]) -> i32 {
    let hero = member("hero", 4, 0, &[weapon], &format!("armor = \"heavy\"\n{hero}"));
    let text = scene("", &[hero, dummy("orc", 9, orc)]);
    play(&limited(&text, &[&[WORN], overrides].concat(), 1), party_first(&[])).positions()[0]
}

/// TINY-30, TINY-12: heavy armor takes 5 ft off the movement, its own or the rules'; a way of just what is left is an
/// attack, a longer one is none.
#[test]
fn heavy_armor_shortens_the_way_to_an_attack() {
    assert_eq!(marches("", KNIFE, 30, &[]), 25, "a way of 25 ft is more than one movement of 20 ft");
    for (hero, overrides, way) in [
        ("", &[][..], 20),
        ("movement = 40", &[], 35),
        ("", &["rules.default_movement=40"], 35),
        ("", &["rules.heavy_armor_movement_penalty=10"], 15),
        ("", &["rules.heavy_armor_movement_penalty=0"], 25),
    ] {
        let hero = format!("armor = \"heavy\"\n{hero}");
        let at = |orc: i32| scene("", &[member("hero", 4, 0, &[KNIFE], &hero), dummy("orc", 9, orc)]);
        let overrides = [&[WORN, "rules.untrained_armor_penalty=none"], overrides].concat();
        let played = play(&limited(&at(way + 5), &overrides, 1), party_first(&[HIT, PLAIN].concat()));
        assert_eq!((played.positions()[0], played.metric("attacks")), (way, 1));
        assert!(played.applied(1, "TINY-30"));
        let played = play(&limited(&at(way + 10), &overrides, 1), party_first(&[]));
        assert_eq!((played.positions()[0], played.metric("advances")), (way + 5, 1));
    }
}

/// TINY-30: the penalty counts in every use of movement: advancing, coming into range, leaving combat, retreating.
#[test]
fn heavy_armor_slows_down_everywhere() {
    assert_eq!(marches("", KNIFE, 500, &[]), 40);
    assert_eq!(marches("", BOW, 85, &[]), 25, "it lacks 25 ft and so only advances");
    assert_eq!(marches("policy = \"retreat\"\nretreat_at_hp = 4", BOW, 15, &[]), -40);
    let skirmisher = "armor = \"heavy\"\npolicy = \"skirmisher\"";
    assert_eq!(blow(BOW, skirmisher, "", &[WORN], &[5]).positions(), [-20, 5]);
    let light = skirmisher.replace("heavy", "light");
    assert_eq!(blow(BOW, &light, "", &[], &HIT).positions(), [-25, 5]);
}

/// TINY-30, TINY-40: the penalty counts for a medic as well: 20 ft to attend, and 40 ft to come.
#[test]
fn heavy_armor_slows_down_medics() {
    for (at, reached, faces) in
        [(-25, -5, &[4, 5, 4, 4, 5][..]), (-30, -5, &[4, 5]), (-45, -5, &[4, 5]), (-50, -50, &[4, 5])]
    {
        let keys = "policy = \"medic\"\ntraits = [\"medic\"]\narmor = \"heavy\"";
        let healer = member("healer", 4, at, &[STICK], keys);
        let text = scene("", &[member("patient", 1, 0, &[STICK], ""), healer, enemy("orc", 4, 5, &[KNIFE], "")]);
        let faces = in_order(&[1, 2, 0], &[&HIT, &PLAIN, faces].concat());
        let played = play(&limited(&text, &[WORN], 1), faces);
        assert_eq!(played.positions_after(1)[1], reached, "from {at}");
    }
}

/// TINY-30: movement does not go below 0, and other armor leaves it alone.
#[test]
fn heavy_armor_leaves_no_less_than_no_movement() {
    for hero in ["movement = 0", "movement = 5"] {
        assert_eq!(marches(hero, KNIFE, 500, &[]), 0, "{hero}");
    }
    assert_eq!(marches("movement = 10", KNIFE, 500, &[]), 10);
    assert_eq!(marches("movement = 50", KNIFE, 500, &["rules.heavy_armor_movement_penalty=100"]), 0);
    for armor in ["none", "light", "medium"] {
        let text = scene("", &[member("hero", 4, 0, &[KNIFE], &format!("armor = \"{armor}\"")), dummy("orc", 9, 500)]);
        assert_eq!(play(&limited(&text, &[], 1), party_first(&[])).positions()[0], 50, "{armor}");
    }
}

/// TINY-31: an unarmed attack without training takes nothing, whatever the rules say of unarmed damage: in combat one
/// evades, out of it one holds, and nobody extricates itself for it.
#[test]
fn the_untrained_do_no_harm_unarmed() {
    for fists in [FISTS, r#"{ id = "fists", kind = "unarmed", proficiency = "mastery" }"#] {
        let played = blow(fists, "", "", &["rules.unarmed_damage=5"], &[]);
        assert_eq!((played.metric("attacks"), played.metric("evade_turns")), (0, 2));
        assert_eq!(played.metric("extricate_attempts"), 0);
        let text = scene("", &[member("hero", 4, 0, &[fists], ""), dummy("orc", 9, 30)]);
        assert_eq!(play(&limited(&text, &[], 1), party_first(&[])).positions(), [0, 30]);
    }
    let both = format!("{FISTS}, {KNIFE}");
    assert_eq!(blow(&both, "", "", &[], &[HIT, PLAIN].concat()).hp(), [4, 8], "the knife");
}

/// TINY-33: with training unarmed attacks take `unarmed_damage`, 1, or their own damage, and are proficient unless they
/// say otherwise.
#[test]
fn unarmed_fighters_strike_like_others() {
    let trained = "traits = [\"unarmed_fighter\"]";
    let hit = [HIT, PLAIN].concat();
    assert_eq!(blow(FISTS, trained, "", &[], &hit).hp(), [4, 8]);
    assert_eq!(blow(FISTS, trained, "", &["rules.unarmed_damage=3"], &hit).hp(), [4, 6]);
    let own = r#"{ id = "fists", kind = "unarmed", damage = 2 }"#;
    assert_eq!(blow(own, trained, "", &[], &hit).hp(), [4, 7]);
    for (proficiency, dice) in [("none", &[5][..]), ("proficient", &[4, 5]), ("mastery", &[4, 4, 5])] {
        let fists = format!(r#"{{ id = "fists", kind = "unarmed", proficiency = "{proficiency}" }}"#);
        assert_eq!(blow(&fists, trained, "", &[], &[dice, &PLAIN].concat()).hp(), [4, 8], "{proficiency}");
    }
    assert_eq!(blow(FISTS, trained, "", &["rules.unarmed_damage=0"], &[]).metric("attacks"), 0);
    assert!(blow(FISTS, trained, "", &[], &hit).named("TINY-33") && !blow(FISTS, "", "", &[], &[]).named("TINY-33"));
}

/// An orc hits a hero, who evades with these faces and not with those; whether that was for TINY-32.
#[track_caller]
fn evades(hero: (&[&str], &str), orc: (&str, &str), overrides: &[&str], passes: &[u32], fails: &[u32]) -> bool {
    let (hero_attacks, hero_keys) = hero;
    let (orc_attack, orc_keys) = orc;
    let hero = member("hero", 4, 0, hero_attacks, hero_keys);
    let text = scene("", &[hero, enemy("orc", 4, 5, &[orc_attack], orc_keys)]);
    let rules = limited(&text, overrides, 1);
    let hit: &[u32] = if orc_attack.contains("\"none\"") {
        &[5]
    } else if orc_attack.contains("\"mastery\"") {
        &[4, 4, 5]
    } else {
        &[4, 5]
    };
    let evaded = play(&rules, party_first(&[hit, passes].concat()));
    assert_eq!((evaded.hp()[0], evaded.metric("evade_tests"), evaded.metric("evaded")), (4, 1, 1));
    let not_evaded = play(&rules, party_first(&[hit, fails, &PLAIN].concat()));
    let took = 4 - not_evaded.hp()[0];
    assert!(took > 0 && not_evaded.metric("evade_tests") == 1 && not_evaded.metric("evaded") == 0);
    evaded.named("TINY-32")
}

/// The faces that just evade, and those that just do not.
type Faces = (&'static [u32], &'static [u32]);

/// The faces of an untrained unarmed evader.
const POOR: Faces = (&[6], &[5]);
/// The faces of anybody else.
const FAIR: Faces = (&[1, 5], &[4, 4]);

/// TINY-32: an evader without training and without weapons, with fists or with nothing, has a disadvantage and a
/// difficult test against weapons of all kinds that are wielded well.
#[test]
fn the_unarmed_evade_weapons_badly() {
    let mastery = r#"{ id = "knife", kind = "light_melee", proficiency = "mastery" }"#;
    for attacks in [&[FISTS][..], &[], &[FISTS, r#"{ id = "feet", kind = "unarmed" }"#]] {
        for weapon in [KNIFE, SWORD, BOW, mastery] {
            assert!(evades((attacks, ""), (weapon, ""), &[], POOR.0, POOR.1));
        }
    }
}

/// TINY-32 (D24): against weapons that are wielded without proficiency, and against fists, they evade like others.
#[test]
fn the_unarmed_evade_the_unarmed_and_the_unskilled_well() {
    for kind in ["light_melee", "heavy_melee", "ranged"] {
        let weapon = format!(r#"{{ id = "x", kind = "{kind}", proficiency = "none" }}"#);
        assert!(!evades((&[FISTS], ""), (&weapon, ""), &[], FAIR.0, FAIR.1));
    }
    for proficiency in ["none", "proficient", "mastery"] {
        let fists = format!(r#"{{ id = "x", kind = "unarmed", proficiency = "{proficiency}" }}"#);
        assert!(!evades((&[FISTS], ""), (&fists, "traits = [\"unarmed_fighter\"]"), &[], FAIR.0, FAIR.1));
    }
}

/// TINY-32: whoever lists a weapon, be it harmless, is not unarmed.
#[test]
fn whoever_lists_a_weapon_is_armed() {
    let harmless = |kind: &str| format!(r#"{{ id = "x", kind = "{kind}", damage = 0 }}"#);
    for kind in ["light_melee", "heavy_melee", "ranged"] {
        assert!(!evades((&[FISTS, &harmless(kind)], ""), (KNIFE, ""), &[], FAIR.0, FAIR.1));
    }
}

/// TINY-33, TINY-32: unarmed fighters evade weapons like others.
#[test]
fn unarmed_fighters_evade_like_others() {
    for attacks in [&[][..], &[SOFT_FISTS]] {
        for weapon in [KNIFE, SWORD, BOW] {
            assert!(!evades((attacks, "traits = [\"unarmed_fighter\"]"), (weapon, ""), &[], FAIR.0, FAIR.1));
        }
    }
}

/// TINY-32: the knobs: no disadvantage, another difficulty, but never an easier one than others have.
#[test]
fn how_badly_the_unarmed_evade_is_set() {
    let cases: [(&[&str], Faces); 8] = [
        (&["rules.untrained_evade_dice=normal"], (&[1, 6], &[5, 5])),
        (&["rules.untrained_evade_dice=disadvantage"], POOR),
        (&["rules.untrained_evade_difficulty=average"], (&[5], &[4])),
        (&["rules.untrained_evade_difficulty=easy"], (&[5], &[4])),
        (&["rules.untrained_evade_difficulty=trivial", "rules.evade_difficulty=easy"], (&[4], &[3])),
        (&["rules.untrained_evade_difficulty=average", "rules.evade_difficulty=difficult"], POOR),
        (&["rules.evade_dice=advantage"], (&[1, 6], &[5, 5])),
        (&["rules.evade_dice=advantage", "rules.mixed_tests=disadvantage_wins"], POOR),
    ];
    for (overrides, (passes, fails)) in cases {
        assert!(evades((&[FISTS], ""), (KNIFE, ""), overrides, passes, fails));
    }
    let both = format!("{MEDIUM}\nevade_dice = \"advantage\"");
    assert!(evades((&[FISTS], &both), (KNIFE, ""), &["rules.medium_armor_dr=0"], &[1, 6], &[5, 5]));
    let armor_alone = ["rules.medium_armor_dr=0", "rules.untrained_evade_dice=normal"];
    assert!(evades((&[FISTS], MEDIUM), (KNIFE, ""), &armor_alone, POOR.0, POOR.1));
}

/// TINY-24 (D9): the second test has the dice of the attack, by proficiency and by circumstance, or with `normal` those
/// of a normal test.
#[test]
fn the_second_test_has_the_same_dice() {
    let normal = "rules.dr_test_dice=normal";
    for (proficiency, dice) in [("none", &[5][..]), ("proficient", &[1, 5]), ("mastery", &[1, 1, 5])] {
        let axe = format!(r#"{{ id = "axe", kind = "heavy_melee", damage = 5, proficiency = "{proficiency}" }}"#);
        let light = "armor = \"light\"";
        let same = blow(&axe, "", light, &[], &[dice, &PLAIN, dice].concat());
        assert_eq!((same.hp()[1], same.metric("dr_overcome")), (4, 1), "{proficiency}");
        let overcome = blow(&axe, "", light, &[normal], &[dice, &PLAIN, &[1, 5]].concat());
        assert_eq!((overcome.hp()[1], overcome.metric("dr_overcome")), (4, 1), "{proficiency}");
        let held = blow(&axe, "", light, &[normal], &[dice, &PLAIN, &[4, 4]].concat());
        assert_eq!((held.hp()[1], held.metric("dr_overcome")), (5, 0), "{proficiency}");
    }
    assert_eq!(blow(AXE, MEDIUM, "armor = \"light\"", &[normal], &[5, 6, 5, 1, 5]).hp()[1], 4, "not the armor's");
    let hindered = "rules.ranged_in_combat=disadvantage";
    let light = "armor = \"light\"";
    assert_eq!(blow(BOW, "", light, &[hindered], &[5, 6, 5, 5]).hp()[1], 8);
    assert_eq!(blow(BOW, "", light, &[hindered, normal], &[5, 6, 5, 1, 5]).hp()[1], 8);
}

/// TINY-16 (D22): shooting in combat, and at somebody whom an ally fights, is like any shooting unless the rules say
/// otherwise.
#[test]
fn shooting_in_and_into_combat_is_normal() {
    let attacks = format!("{BOW}, {KNIFE}");
    for (word, dice, weapon) in
        [("normal", &[1, 5][..], "bow"), ("disadvantage", &[5], "bow"), ("forbidden", &[1, 5], "knife")]
    {
        let played = blow(&attacks, "", "", &[&format!("rules.ranged_in_combat={word}")], &[dice, &PLAIN].concat());
        assert!(played.narration(1).contains(&format!("with {weapon}")), "{word}");
    }
    assert!(blow(&attacks, "", "", &[], &[1, 5, 6, 5]).narration(1).contains("with bow"), "by default");
    for (friend, word, dice) in [
        (0, "normal", &[1, 5][..]),
        (0, "disadvantage", &[5]),
        (-5, "disadvantage", &[1, 5]),
        (10, "disadvantage", &[5]),
    ] {
        let friend = member("friend", 9, friend, &[STICK], "");
        let text = scene("", &[member("hero", 4, -30, &[BOW], ""), friend, dummy("orc", 9, 5)]);
        let rules = limited(&text, &[&format!("rules.ranged_into_combat={word}")], 1);
        assert_eq!(play(&rules, in_order(&[0, 1, 2], &[dice, &PLAIN].concat())).hp()[2], 8, "{word}");
    }
}

/// TINY-23, TINY-24 (D10, D11): a critical is rolled apart and is damage like any other: DR lowers it; with
/// `critical_ignores_dr` it is neither tested nor lowered.
#[test]
fn criticals_are_lowered_too() {
    let light = "armor = \"light\"";
    let held = blow(KNIFE, "", light, &[], &[HIT, CRITICAL, MISS].concat());
    assert_eq!((held.hp()[1], held.metric("damage_absorbed"), held.metric("criticals")), (8, 1, 1));
    assert_eq!(blow(KNIFE, "", light, &[], &[HIT, CRITICAL, HIT].concat()).hp()[1], 7);
    let ignores = "rules.critical_ignores_dr=true";
    let through = blow(KNIFE, "", light, &[ignores], &[HIT, CRITICAL].concat());
    assert_eq!((through.hp()[1], through.metric("dr_tests"), through.metric("damage_absorbed")), (7, 0, 0));
    let plain = blow(KNIFE, "", light, &[ignores], &[HIT, PLAIN, MISS].concat());
    assert_eq!((plain.hp()[1], plain.metric("damage_absorbed")), (9, 1));
    let always = blow(KNIFE, "", light, &[ignores, "rules.dr_mode=always"], &[HIT, CRITICAL].concat());
    assert_eq!((always.hp()[1], always.metric("damage_absorbed")), (7, 0));
}

/// TINY-25 (D14): armor and inborn DR add up, or the larger one counts.
#[test]
fn armor_and_hide_add_up() {
    for (armor, hide, sum, highest) in
        [("light", 1, 2, 1), ("light", 3, 4, 3), ("medium", 1, 3, 2), ("none", 2, 2, 2), ("heavy", 1, 4, 3)]
    {
        let orc = format!("armor = \"{armor}\"\ndamage_reduction = {hide}");
        assert_eq!(axe_takes(&orc, &[WORN], true), 5 - sum, "{orc}");
        assert_eq!(axe_takes(&orc, &[WORN, "rules.dr_stacking=highest"], true), 5 - highest, "{orc}");
    }
}
