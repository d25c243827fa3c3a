//! Events that can never happen, as is known without a fight.

use super::*;

fn never(attacks: &str) -> Vec<String> {
    let sword = r#"attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]"#;
    zones(&DUEL.replace(sword, &format!("attacks = [{attacks}]")), &[]).never()
}

const SWORD: &str = r#"{ id = "sword", kind = "melee", damage = "1d8" }"#;

/// P2, ZONES-37: whoever always has a sword never shoves, and never draws the second one.
#[test]
fn an_attack_behind_one_that_always_works_is_never_used() {
    let shove = r#"{ id = "shove", kind = "stunt", test = "str", push = true }"#;
    let said = |attack: &str| {
        format!(
            "`hero`: `{attack}` is never used, since `sword`, which stands before it, can be used wherever it could"
        )
    };
    assert_eq!(never(&format!("{SWORD}, {shove}")), [said("shove")]);
    assert_eq!(never(&format!("{SWORD}, {}", SWORD.replace("sword", "axe"))), [said("axe")]);
    // In the other order, or with a sword that may not be at hand or reach less far, it may be.
    let stowed = SWORD.replace(" }", ", stowed = true }");
    let bow = r#"{ id = "bow", kind = "ranged", damage = "1d6", range = 2 }"#;
    for attacks in [format!("{shove}, {SWORD}"), format!("{stowed}, {shove}"), format!("{SWORD}, {bow}")] {
        assert_eq!(never(&attacks), [""; 0], "{attacks}");
    }
}

/// P4: two sides that hold their Zones never meet, unless one of them reaches the other.
#[test]
fn sides_that_hold_their_zones_out_of_range_never_meet() {
    let apart =
        DUEL.replace(r#"zones = [{ id = "pit" }]"#, r#"zones = [{ id = "a", exit = "enemies" }, { id = "b" }]"#);
    let hold = ["combatants.hero.policy=hold", "combatants.ogre.policy=hold"];
    let said = "both sides hold their Zones out of each other's range: no attack is ever made";
    assert_eq!(zones(&apart, &hold).never(), [said]);
    assert_eq!(zones(DUEL, &hold).never(), [""; 0]);
    // A hazard may put somebody out, whose comrades then retreat through the Zones of their opponents.
    let hazard = apart.replace(r#"{ id = "b" }"#, r#"{ id = "b", hazard = { damage = "1d6", test = "str" } }"#);
    assert_eq!(zones(&hazard, &hold).never(), [""; 0]);
    assert_eq!(zones(&apart, &hold[..1]).never(), [""; 0]);
    assert_eq!(zones(&apart, &[&hold[..], &["combatants.ogre.retreat_below=50"]].concat()).never(), [""; 0]);
}
