//! Attacks that no fight can use, as is known without a fight.

use super::*;

fn never(attacks: &[&str], rest: &str, rules: &str) -> Vec<String> {
    let text = scene(rules, &[member("ann", 5, 0, attacks, rest), dummy("rat", 5, 5)]);
    let never = tiny(&text, &[]).never();
    never.into_iter().filter(|said| said.starts_with("`ann`")).collect()
}

fn outdone(attack: &str, better: &str) -> Vec<String> {
    vec![format!(
        "`ann`: `{attack}` is never used, since `{better}`, which stands before it, can be used wherever it could"
    )]
}

/// TINY-16: an attack behind one that reaches as far, in combat too, is never made.
#[test]
fn an_attack_behind_one_that_always_works_is_never_used() {
    assert_eq!(never(&[SWORD, KNIFE], "", ""), outdone("knife", "sword"));
    assert_eq!(never(&[BOW, KNIFE], "", ""), outdone("knife", "bow"));
    assert_eq!(never(&[SWORD, BOW], "", ""), [""; 0]);
    // A bow that may not be used in combat leaves the knife to be used there.
    assert_eq!(never(&[BOW, KNIFE], "", r#"ranged_in_combat = "forbidden""#), [""; 0]);
}

/// TINY-18: whoever leaves combat may provoke the first attack that is not ranged.
#[test]
fn an_attack_that_is_provoked_may_be_used() {
    assert_eq!(never(&[BOW, KNIFE], "", r#"extricate_provokes = "always""#), [""; 0]);
    assert_eq!(never(&[SWORD, KNIFE], "", r#"extricate_provokes = "always""#), outdone("knife", "sword"));
}

/// TINY-31: an attack that does no damage is never made.
#[test]
fn an_attack_that_does_no_damage_is_never_used() {
    assert_eq!(never(&[STICK, KNIFE], "", ""), ["`ann` and 1 more: `stick` is never used, since it does no damage"]);
}
