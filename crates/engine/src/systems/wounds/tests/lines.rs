//! The lines of a replay: every die, every reason, and nothing that has not happened.

use super::*;

impl Played {
    /// The lines of a round with these words, each with the numbers of its rules.
    fn told(&self, round: u32, words: &str) -> Vec<(&str, Vec<&str>)> {
        let lines = self.lines.iter().filter(|line| line.round == round && line.text.contains(words));
        let numbers = |rules: &[&'static str]| rules.iter().map(|rule| &rule["WOUNDS-".len()..]).collect();
        lines.map(|line| (line.text.as_str(), numbers(&line.rules))).collect()
    }
}

/// WOUNDS-27: the dice of maximum Stress, and what is added to them.
#[test]
fn the_dice_of_stress_are_shown() {
    let text = scene("stress_from = \"rolled\"", &[member("hero", "stress = \"3d6+2\""), enemy("orc", "")]);
    let played = one_round(&text, &[], &[2, 5, 1, 1]);
    assert_eq!(played.told(0, "maximum"), [("hero rolls a maximum Stress of 15 (+8 and 2 + 5).", vec!["27"])]);
}

/// WOUNDS-04: every member of a group has its line, with its rules.
#[test]
fn each_of_a_group_is_told_its_initiative() {
    let orc = enemy("orc", "count = 2\ninitiative_group = \"orcs\"");
    let played = one_round(&scene("", &[member("hero", ""), orc]), &[], &[1, 7]);
    let lines = ["orc-1", "orc-2"].map(|id| (format!("Base Initiative of {id}: 7 (rolled 7)."), vec!["02", "04"]));
    let told = played.told(0, "of orc-");
    assert_eq!(told.iter().map(|(line, rules)| ((*line).to_owned(), rules.clone())).collect::<Vec<_>>(), lines);
}

/// WOUNDS-01, WOUNDS-15: who is surprised, and who has nothing to do.
#[test]
fn who_does_not_declare_is_told() {
    let played =
        rounds(2, &scene("", &[member("hero", "surprised = true"), enemy("orc", "enters_round = 2")]), &[], &[1, 1]);
    assert_eq!(played.told(1, "hero"), [("hero is surprised and declares nothing.", vec!["01"])]);
    let played = rounds(2, &scene("", &[member("hero", ""), enemy("orc", "enters_round = 2")]), &[], &[1, 1]);
    assert_eq!(played.told(1, "hero"), [("hero waits.", vec!["08", "15"])]);
    let late = enemy("orc", &format!("surprised = true\nenters_at = 3\n{}", rooted(&[TOUCH])));
    let played = one_round(&scene("", &[member("hero", "surprised = true"), late]), &[], &[1, 1]);
    assert_eq!(played.told(1, "orc is"), [("orc is surprised and declares nothing.", vec!["01"])]);
}

/// WOUNDS-21, WOUNDS-23, WOUNDS-24: a move is told as far as each threat range, the Reposte strikes at who enters, and the
/// rest of the move follows.
#[test]
fn a_move_is_told_as_far_as_each_threat_range() {
    let pike = rooted(&["damage = 1, critical_on = 21, reach = 4"]);
    let orcs = ["near", "far"].map(|id| enemy(id, &format!("position = 9\n{pike}")));
    let played = one_round(
        &scene("", &[&[member("hero", &attacks(&[TOUCH]))], &orcs[..]].concat()),
        &[],
        &[2, 9, 9, 1, 1, 1, 1, 1],
    );
    let narration = played.narration(1);
    let lines: Vec<&str> = narration.lines().skip(4).take(5).collect();
    assert_eq!(
        lines,
        [
            "hero moves 5 yd to 5 yd, into the threat range of near.",
            "near strikes at hero, who enters its threat range, with a0: 1 + 0 = 1 against Defense 11, a miss.",
            "hero enters the threat range of far as well.",
            "far strikes at hero, who enters its threat range, with a0: 1 + 0 = 1 against Defense 11, a miss.",
            "hero moves 3 yd to 8 yd.",
        ]
    );
    assert_eq!(played.told(1, "hero moves 3")[0].1, ["24"]);
    assert_eq!(played.told(1, "near strikes")[0].1, ["21", "23", "25", "31", "29"]);
}

/// WOUNDS-40: a crawl is called one, and says why it is so short.
#[test]
fn a_crawl_is_told() {
    let hero = format!("fights_on = \"always\"\nstarting_wounds = -1\n{}", attacks(&[TOUCH]));
    let text = scene("", &[member("hero", &hero), enemy("orc", "position = 9")]);
    assert_eq!(
        one_round(&text, &[], &[1, 9]).told(1, "hero crawls"),
        [("hero crawls 1 yd to 1 yd.", vec!["24", "39", "40"])]
    );
}

/// WOUNDS-12, WOUNDS-25: who shoots or throws does not strike.
#[test]
fn shots_and_throws_are_called_so() {
    for (kind, said) in [
        ("melee", "hero strikes at orc with a0: "),
        ("ranged", "hero shoots at orc with a0: "),
        ("thrown", "hero throws a0 at orc: "),
    ] {
        let text = scene("", &[member("hero", &attacks(&[&format!("{TOUCH}, kind = \"{kind}\"")])), enemy("orc", "")]);
        assert_eq!(one_round(&text, &[], &[1, 9, 1]).said(1, said).len(), 1, "{kind}");
    }
}

/// WOUNDS-42, WOUNDS-59, WOUNDS-17: why a turn is lost.
#[test]
fn a_lost_turn_has_its_reason() {
    let orc = enemy("orc", &format!("initiative_modifier = 20\n{}", attacks(&[TOUCH])));
    let text = scene("", &[member("hero", &attacks(&["damage = 20, critical_on = 21"])), orc]);
    let friend = format!("{text}{}", enemy("friend", "initiative_modifier = 40"));
    let dead = one_round(&friend, &[], &[1, 1, 1, 11]);
    assert_eq!(dead.told(1, "loses its"), [("orc loses its turn: it is dead.", vec!["42"])]);
    let breaker = member("hero", &attacks(&[BREAK]));
    let orc = enemy("orc", &format!("initiative_modifier = 20\n{}", attacks(&[TOUCH])));
    let text =
        scene(&injured_by("flags = [\"paralysed\"]"), &[breaker, orc, enemy("friend", "initiative_modifier = 40")]);
    let paralysed = one_round(&text, &[], &[&[1, 1, 1], &BROKEN[..]].concat());
    assert_eq!(paralysed.told(1, "loses its"), [("orc loses its turn: it is paralysed.", vec!["59"])]);
}

/// WOUNDS-17, WOUNDS-68: who has left takes no carried turn.
#[test]
fn who_has_left_loses_its_carried_turn() {
    let orc = enemy(
        "orc",
        &format!("stress = 9\nstarting_stress = 1\nretreat_stress_below = 50\nenters_at = 20\n{}", attacks(&[TOUCH])),
    );
    let text = scene("", &[member("hero", ""), orc, enemy("friend", "")]);
    let played = rounds(2, &text, &[], &[1, 1, 1]);
    assert_eq!(played.told(1, "orc leaves"), [("orc leaves the fight.", vec!["68"])]);
    assert_eq!(played.told(2, "orc loses"), [("orc loses its turn: it has left.", vec!["17"])]);
}

/// WOUNDS-40, WOUNDS-57: a Reposte may have been the only action.
#[test]
fn a_reposte_may_cost_the_turn() {
    let guard = "policy = \"reckless\"\nfights_on = \"always\"\nstarting_wounds = -1\ninitiative_modifier = 40\n";
    let pike = attacks(&["damage = 0, critical_on = 21, reach = 3"]);
    let text = scene("", &[member("hero", &attacks(&[TOUCH])), enemy("orc", &format!("position = 9\n{guard}{pike}"))]);
    let played = one_round(&text, &[], &[1, 1, 1, 1]);
    let why = "orc loses its turn: it is Dying and has taken its action of this round.";
    assert_eq!(played.told(1, "orc loses its"), [(why, vec!["40"])]);
    assert_eq!(played.told(1, "orc strikes")[0].1, ["21", "23", "45", "39", "40", "25", "31", "29"]);
    assert_eq!(played.told(1, "strain"), [("The strain costs orc 1 Wound Point, -2 left.", vec!["39"])]);
}

/// WOUNDS-08, WOUNDS-25, WOUNDS-54, WOUNDS-59: why an action cannot be carried out.
#[test]
fn an_action_that_is_not_carried_out_has_its_reason() {
    let orc = |policy: &str| enemy("orc", &format!("initiative_modifier = 40\n{policy}\n{}", attacks(&[TOUCH])));
    let breaker = || member("hero", &format!("morale = true\n{}", attacks(&[BREAK])));
    let lost = |injury: &str, policy: &str, faces: &[u32]| {
        let played = one_round(
            &scene(&injured_by(injury), &[breaker(), orc(policy)]),
            &[],
            &[&[1, 1], &BROKEN[..], faces].concat(),
        );
        let told = played.told(1, "orc cannot");
        (told[0].0.to_owned(), told[0].1.join(" "))
    };
    let said = |why: &str, rule: &str| (format!("orc cannot carry out {why}."), rule.to_owned());
    assert_eq!(lost("arm = \"yes\"", "", &[1]), said("a0: the arm for it is lost", "54"));
    let hex = "policy = \"caster\"\nspells = [{ id = \"hex\", tn = 10, damage = 1 }]";
    assert_eq!(lost("flags = [\"silenced\"]", hex, &[]), said("the spell hex: there is no voice for it", "59"));
    let threat = "policy = \"intimidator\"\nintimidation = 5";
    let check = said("an Intimidation check: there is no voice for it", "59");
    assert_eq!(lost("flags = [\"silenced\"]", threat, &[]), check);
    let text =
        scene("declared_targets = \"fixed\"", &[member("hero", &rooted(&[TOUCH])), enemy("orc", "position = 9")]);
    let told = one_round(&text, &[], &[1, 9]);
    assert_eq!(told.told(1, "cannot"), [("hero cannot carry out a0: its target is gone or out of reach.", vec!["08"])]);
}

/// WOUNDS-12, WOUNDS-17: the only knife is thrown in the carried turn.
#[test]
fn what_is_used_up_is_told() {
    let ghoul = format!("enters_at = 13\n{}", rooted(&["kind = \"thrown\", damage = 1, critical_on = 21"]));
    let text = scene("late_arrival_shift = 0", &[member("hero", ""), enemy("ghoul", &ghoul)]);
    let played = rounds(2, &text, &[], &[1, 1, 1]);
    assert_eq!(played.told(2, "cannot"), [("ghoul cannot carry out a0: it is used up.", vec!["12"])]);
}

/// WOUNDS-34, WOUNDS-35: what an attack or a spell costs, and what is left.
#[test]
fn prices_are_told() {
    let hero = format!("stress = 5\n{}", attacks(&[&format!("{TOUCH}, stress_cost = 2")]));
    let played = one_round(&scene("", &[member("hero", &hero), enemy("orc", "")]), &[], &[1, 9, 1]);
    assert_eq!(played.told(1, "pays"), [("hero pays 2 Stress (3 left).", vec!["34"])]);
    for (mana, said) in
        [(9, Some("hero pays 3 mana (6 left).")), (1, Some("hero pays 1 mana (0 left) and 2 Stress (3 left)."))]
    {
        let hero = format!(
            "policy = \"caster\"\nstress = 5\nmana = {mana}\nspells = [{{ id = \"hex\", tn = 30, mana = 3, damage = 1 }}]"
        );
        let played = one_round(&scene("", &[member("hero", &hero), enemy("orc", "")]), &[], &[1, 9, 1]);
        assert_eq!(played.told(1, "pays").first().map(|(line, _)| *line), said);
    }
    let free = "policy = \"caster\"\nspells = [{ id = \"hex\", tn = 30, damage = 1 }]";
    let played = one_round(&scene("", &[member("hero", free), enemy("orc", "")]), &[], &[1, 9, 1]);
    assert_eq!((played.told(1, "pays"), played.told(1, "casts")[0].1.clone()), (vec![], vec!["25", "36"]));
}

/// WOUNDS-50 to WOUNDS-54: the table's die, that of the arm, and those of the damage.
#[test]
fn every_die_of_an_injury_is_shown() {
    let text = scene(
        &injured_by(
            "name = \"smashed shoulder\", arm = \"yes\", damage = \"2d8\", abilities = [\"strength\", \"dexterity\"]",
        ),
        &[member("hero", &attacks(&[BREAK])), enemy("orc", "initiative_modifier = 40")],
    );
    let played = one_round(&text, &[], &[&[1, 1], &BROKEN[..], &[3, 2, 4]].concat());
    let lines = [
        ("Injury of orc at 1 or less: 1, an injury.", vec!["49"]),
        ("orc is struck for an injury by number 1 of 1: smashed shoulder.", vec!["50", "51"]),
        ("It is the off arm of orc (d4: 3).", vec!["54"]),
        ("Damage to scores (2d8: 2 + 4): 6.", vec!["53"]),
    ];
    let start = played.lines.iter().position(|line| line.text == lines[0].0).expect("the first of them");
    let end = start + lines.len();
    for (line, (said, rules)) in played.lines[start..end].iter().zip(&lines) {
        assert_eq!((line.text.as_str(), line.rules.len()), (*said, rules.len()));
        assert!(rules.iter().all(|rule| line.rules.contains(&format!("WOUNDS-{rule}").as_str())), "{said}");
    }
    let effect = "Injury of orc: smashed shoulder, the off arm; left: strength 4, dexterity 4, Wound Points 4.";
    assert_eq!(played.told(1, "Injury of orc: "), [(effect, vec!["51", "53"])]);
}

/// WOUNDS-37: an item is told to restore what it restores alone, with its dice, and what its user has then.
#[test]
fn an_item_says_only_what_it_restores() {
    let hero = |keys: &str| {
        format!("stress = 20\nstarting_stress = 1\nstarting_wounds = 1\nitems = [{{ id = \"draught\", {keys} }}]")
    };
    let told = |keys: &str, faces: &[u32]| {
        let played =
            one_round(&scene("", &[member("hero", &hero(keys)), enemy("orc", "")]), &[], &[&[1, 9], faces].concat());
        let lines = played
            .lines
            .iter()
            .skip_while(|line| !line.text.contains("uses"))
            .filter(|line| line.rules.contains(&"WOUNDS-37"));
        lines.map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        told("restores_stress = \"2d8+1\"", &[3, 5]),
        [
            "hero uses draught.",
            "It is good for 9 Stress (2d8+1: 3 + 5).",
            "hero recovers to Stress 10, Wound Points 1."
        ]
    );
    assert_eq!(
        told("restores_stress = 4, restores_wounds = \"1d6\"", &[2]),
        [
            "hero uses draught.",
            "It is good for 4 Stress.",
            "It is good for 2 Wound Points (1d6: 2).",
            "hero recovers to Stress 5, Wound Points 3.",
        ]
    );
}

/// WOUNDS-39, WOUNDS-41: where strain and Dying cost nothing, no line says so.
#[test]
fn a_loss_of_nothing_has_no_line() {
    let hero = format!("fights_on = \"always\"\nstarting_wounds = -1\n{}", attacks(&[TOUCH]));
    let text = scene("", &[member("hero", &hero), enemy("orc", "")]);
    let told = |overrides: &[&str]| {
        let played = one_round(&text, overrides, &[1, 9, 1]);
        [played.said(1, "The strain costs hero").len(), played.said(1, "at the end of the round").len()]
    };
    assert_eq!(told(&[]), [1, 1]);
    assert_eq!(told(&["rules.strain_wounds=0"]), [0, 1]);
    assert_eq!(told(&["rules.dying_wounds=0"]), [1, 0]);
}

/// WOUNDS-61 to WOUNDS-64: what gives somebody cause to waver, before it checks its morale.
#[test]
fn the_causes_of_a_check_are_told() {
    let coward = enemy("orc", "morale = true\ninitiative_modifier = 40");
    let threat = "policy = \"intimidator\"\nintimidation = 5\nattacks = [{ id = \"fist\", damage = 1 }]";
    let text = scene("obvious_ratio = 0", &[member("hero", threat), member("friend", ""), coward]);
    let played = one_round(&text, &[], &[1, 1, 1, 4, 6, 6, 6]);
    assert_eq!(played.told(1, "intimidates"), [("hero intimidates orc: 4 + 5 = 9 to reach.", vec!["25", "64"])]);
    assert_eq!(played.told(1, "waver"), [("orc has cause to waver: numbers, a threat.", vec!["61", "63", "64"])]);
    assert_eq!(played.told(1, "tests its")[0].1, ["65"]);
}

/// WOUNDS-68, WOUNDS-69: how it ends, and why.
#[test]
fn the_end_is_told() {
    let last =
        |played: &Played| played.lines.last().map(|line| (line.text.clone(), line.rules.clone())).expect("a line");
    let said = |line: &str, rule: &'static str| (line.to_owned(), vec![rule]);
    let won = play(&wounds(&even_fight(""), &[]), [3, 7, 11]);
    assert_eq!(last(&won), said("The enemies have nobody left to fight: the party has won.", "WOUNDS-68"));
    let beaten = play(&wounds(&even_fight(""), &[]), [7, 3, 11]);
    assert_eq!(last(&beaten), said("The party has nobody left to fight: the enemies have won.", "WOUNDS-68"));
    let draw = play(&wounds(&even_fight(""), &[]), [4, 4, 20, 11]);
    assert_eq!(last(&draw), said("Neither side has anybody left to fight.", "WOUNDS-68"));
    let timeout = one_round(&even_fight(""), &[], &[4, 5, 1, 1]);
    assert_eq!(last(&timeout), said("The round limit is reached; both sides still fight.", "WOUNDS-69"));
}
