//! The rules that the lines of a replay name.

use super::*;

impl Played {
    /// The rules of the line that says this.
    #[track_caller]
    fn rules_of(&self, said: &str) -> &[&'static str] {
        let line = self.lines.iter().find(|line| line.text.contains(said));
        &line.unwrap_or_else(|| panic!("{said} is not told: {:?}", self.lines)).rules
    }

    /// Whether the line that says this names a rule.
    #[track_caller]
    fn says_by(&self, said: &str, rule: &str) -> bool {
        self.rules_of(said).contains(&rule)
    }
}

const ROW: &str = r#"{ id = "a", exit = "party" }, { id = "b" }, { id = "c" }"#;

/// ZONES-12, ZONES-13: a movement names the rule of movements, and as an Action that of Actions.
#[test]
fn movements_name_what_they_take() {
    let text = scene(ROW, &[character("hero", 9, &[SWORD], ""), dummy("orc", 9, "c")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[]));
    let [first, second] = ["moves to b", "moves to c"].map(|said| played.rules_of(said));
    assert!(first.contains(&"ZONES-12") && !first.contains(&"ZONES-13"), "{first:?}");
    assert_eq!(second, ["ZONES-13"]);
}

/// ZONES-54, ZONES-36: leaving names the rule of retreating, in the line of the movement and in that of the end; after
/// Disengaging it is the movement.
#[test]
fn leaving_names_the_rule_of_retreating() {
    let hero = character("hero", 9, &[SWORD], "policy = \"retreat\"\nzone = \"b\"");
    let text = scene(ROW, &[hero, dummy("orc", 9, "b")]);
    let played = play(&limited(&text, &[], 2), party_first(1, &[]));
    assert!(played.says_by("disengages", "ZONES-36") && played.says_by("moves to a", "ZONES-12"));
    assert_eq!(played.rules_of("leaves the battlefield").last(), Some(&"ZONES-54"));
    assert!(played.says_by("leaves the battlefield", "ZONES-12"));
    assert_eq!(played.rules_of("is out of the fight"), ["ZONES-54", "ZONES-55"]);
}

/// ZONES-28: the weapon that breaks names the rule of marks.
#[test]
fn breaking_names_the_rule_of_marks() {
    let text = armed(r#"{ id = "axe", kind = "melee", damage = "1d8", usage = 1 }"#, IDLE);
    let played = hero_alone(&text, &["combatants.hero.attributes.str=11"], &[1, 5]);
    assert_eq!(played.rules_of("breaks axe"), ["ZONES-28"]);
}

/// ZONES-31, ZONES-32, ZONES-41: what sets in names its rule, and so does what it takes and what ends it.
#[test]
fn ailments_name_their_rules() {
    let hex =
        r#"{ id = "hex", kind = "spell", test = "str", damage = "1", hinder = "stuck", ongoing = true, uses = 1 }"#;
    let text = scene(PIT, &[character("hero", 9, &[hex, IDLE], ""), dummy("orc", 9, "pit")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[12, 12, 12]));
    assert_eq!(played.rules_of("orc is Stuck"), ["ZONES-41"]);
    assert_eq!(played.rules_of("orc suffers Ongoing Damage"), ["ZONES-31"]);
    assert!(played.says_by("HP to Ongoing Damage", "ZONES-31"));
    assert!(played.says_by("resists Ongoing Damage", "ZONES-32") && !played.says_by("resists Ongoing", "ZONES-31"));
    assert!(played.says_by("resists Stuck", "ZONES-47"));
}

/// ZONES-11: a hazard's Test, its damage and its hinderance name the rule of hazards.
#[test]
fn what_the_ground_does_names_the_rule_of_hazards() {
    let mire = r#"{ id = "a", hazard = { test = "str", damage = "1d4", hinder = "stuck", affects = "party" } }"#;
    let text = scene(mire, &[idler("hero", 9, "a"), dummy("orc", 9, "a")]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[11, 2, 12]));
    assert!(played.says_by("meets the hazard", "ZONES-11"));
    assert_eq!(played.rules_of("loses 2 HP"), ["ZONES-11"]);
    assert_eq!(played.rules_of("hero is Stuck"), ["ZONES-11"]);
}

/// ZONES-14, ZONES-49: a weapon that is got out, and those who stand aside.
#[test]
fn what_was_added_names_its_rules() {
    let packed = SWORD.replace(" }", ", stowed = true }");
    let imp = dummy("imp", 9, "pit") + "attitude = \"roll\"\n";
    let text = scene(PIT, &[character("hero", 9, &[&packed], ""), dummy("orc", 9, "pit"), imp]);
    let played = play(&limited(&text, &[], 1), [&[2], party_first(1, &[]).as_slice()].concat());
    assert!(played.says_by("gets out sword", "ZONES-14"));
    assert_eq!(played.rules_of("imp stands aside"), ["ZONES-49"]);
}

/// ZONES-48: a rule that is applied after the last line of a Turn is named by that line, and by nobody else's.
#[test]
fn no_rule_slips_into_the_next_turn() {
    let net = r#"{ id = "net", kind = "melee", damage = "1", hinder = "stuck", hinder_needs_action = true }"#;
    let hero = character("hero", 9, &[net], "");
    let text = scene(PIT, &[hero, creature("orc", 9, &[SWORD], ""), creature("imp", 9, &[SWORD], "")]);
    // Both strike back; the orc's net is looked at and stays at the end of its Turn.
    let rules = limited(&text, &["combatants.hero.target=strongest"], 1);
    let played = play(&rules, party_first(1, &[12, 12, 12]));
    assert!(played.says_by("orc strikes at hero", "ZONES-48"));
    assert!(!played.says_by("imp strikes at hero", "ZONES-48"));
}

/// ZONES-04, ZONES-05, ZONES-55: the order names the rules of the order, and the last Round the rule of the end.
#[test]
fn the_order_and_the_end_name_their_rules() {
    let played = hero_alone(DUEL, &[], &[2]);
    assert_eq!(played.rules_of("Order of the party"), ["ZONES-04", "ZONES-05"]);
    assert_eq!(played.rules_of("The Rounds are over"), ["ZONES-55"]);
    let draw = play(&zones(DUEL, &["rules.reaction=roll"]), [10]);
    assert!(!draw.named("ZONES-55"), "a fight that never began does not end");
}
